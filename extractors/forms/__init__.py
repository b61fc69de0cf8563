"""What the lines of a message tell by their form: cards, notices, bulleted lists."""
