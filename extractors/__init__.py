"""Text in, candidates out. Knows neither Slack's API nor files."""
