"""What clauses state, by kind: phrase rules, with their patterns as data."""
