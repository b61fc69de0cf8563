"""Print how well our own questions are answered, and which are not: `python -m tests.benchmarks.quality`."""

import sys
import tempfile
from pathlib import Path

from extractors.pipeline import Extractor
from tests.benchmarks.cases import asked_world, figures, paraphrase_world, precision_world


def main() -> int:
    """Print the figures of each set, and each question with what was recalled where that is not what answers it."""
    with tempfile.TemporaryDirectory() as home:
        asked = asked_world(Extractor(), Path(home))
    for name, world in (("precision", precision_world()), ("paraphrases", paraphrase_world()), ("asked", asked)):
        measured = figures(world)
        sys.stdout.write(
            f"{name}: {len(world.questions)} questions, precision {measured.precision:.3f}, recall"
            f" {measured.recall:.3f}, abstention {measured.abstention:.3f}, first right {measured.first:.3f}\n"
        )
        sys.stdout.writelines(f"  {line}\n" for line in measured.wrong)
    return 0


if __name__ == "__main__":
    sys.exit(main())
