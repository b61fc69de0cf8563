"""What is remembered: the model, the log, conflicts, recall. Knows neither Slack nor spaCy."""
