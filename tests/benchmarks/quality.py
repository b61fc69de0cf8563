"""Print how well our own questions are answered, and which are not.

    python -m tests.benchmarks.quality [--encoder MODEL]

`--encoder` searches by meaning too, with the sentence-transformers model of this folder or name.
"""

import argparse
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from extractors.pipeline import Extractor
from memory.encoding import Encoder
from memory.encoding.transformers import SentenceTransformer
from tests.benchmarks.cases import asked_world, figures, paraphrase_world, precision_world


def main(arguments: Sequence[str] | None = None, encoder: Encoder | None = None) -> int:
    """Print the figures of each set, and each question with what was recalled where that is not what answers it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--encoder")
    model = parser.parse_args(arguments).encoder
    encoder = SentenceTransformer(model) if model else encoder
    with tempfile.TemporaryDirectory() as home:
        asked = asked_world(Extractor(), Path(home))
    for name, world in (("precision", precision_world()), ("paraphrases", paraphrase_world()), ("asked", asked)):
        if encoder is not None:
            world.encode(encoder)
        measured = figures(world)
        sys.stdout.write(
            f"{name}: {len(world.questions)} questions, precision {measured.precision:.3f}, recall"
            f" {measured.recall:.3f}, abstention {measured.abstention:.3f}, first right {measured.first:.3f}\n"
        )
        sys.stdout.writelines(f"  {line}\n" for line in measured.wrong)
    return 0


if __name__ == "__main__":
    sys.exit(main())
