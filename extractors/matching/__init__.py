"""Patterns: compiled when they are first tried, and passed over where they cannot match."""
