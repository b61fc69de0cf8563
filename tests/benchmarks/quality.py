"""Print how well our own questions are answered, and which are not: `python -m tests.benchmarks.quality`."""

import sys

from tests.benchmarks.cases import figures, paraphrase_world, precision_world


def main() -> int:
    """Print the figures of both sets, and each question with what was recalled where that is not what answers it."""
    for name, world in (("precision", precision_world()), ("paraphrases", paraphrase_world())):
        measured = figures(world)
        sys.stdout.write(
            f"{name}: {len(world.questions)} questions, precision {measured.precision:.3f}, recall"
            f" {measured.recall:.3f}, abstention {measured.abstention:.3f}, first right {measured.first:.3f}\n"
        )
        sys.stdout.writelines(f"  {line}\n" for line in measured.wrong)
    return 0


if __name__ == "__main__":
    sys.exit(main())
