"""`python -m extractors`: JSON Lines messages on standard input, candidates on standard output."""

import sys

from extractors.jsonl import run
from memory.errors import MemoryBotError


def main() -> int:
    """Return 0, or 1 after a line that is not a message."""
    try:
        for line in run(sys.stdin, explain="--explain" in sys.argv[1:]):
            sys.stdout.write(line + "\n")
    except MemoryBotError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
