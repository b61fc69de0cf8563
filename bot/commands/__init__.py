"""What the verbs of the `memory-bot` command do, one module for each group."""
