"""From clean text to words with their tags and dependencies, by the shipped pipeline or another."""
