"""One file for each kind of thing Slack sends; each acknowledges, calls one thing, answers."""
