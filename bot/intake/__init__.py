"""From what Slack sends to a turn: kept before it is acknowledged, then taken in order, or not at all."""
