"""How the bot is connected to Slack: what comes in, who reads along, and how an answer gets out exactly once."""
