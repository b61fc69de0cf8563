"""Questions to the memory, understood as queries."""
