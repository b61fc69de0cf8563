"""What people ask of the memory, and what they put right."""
