"""From words to clauses: where each begins and ends, whose it is, what it points at, and how it is told."""
