"""Days, as people name them, and what they are of."""
