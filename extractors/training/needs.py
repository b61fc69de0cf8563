"""Write anew what the patterns of the product need, kept so that a start need not parse them.

    python -m extractors.training.needs

A pattern that is not kept is parsed at each start, and what is kept of one that is no more takes up room: nothing else
is wrong then, but a test tells.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from extractors.commanding import wordings
from extractors.guarding import figures, guards, voices
from extractors.matching.needs import KEPT, digest, needs_of, ways_of
from extractors.matching.sieve import Sieve
from extractors.other_languages.language_tables import languages
from extractors.secrets import finding
from extractors.statements import endings, rulebook, standing_orders

Kept = Mapping[str, Sequence[Sequence[str]]]


def sieves() -> Iterable[Sieve[Any]]:
    """Yield the sieves of the product."""
    yield from (rulebook.TO_BOT, rulebook.TOLD_TO_BOT, rulebook.TOLD_TO_OTHERS, endings.BESIDE)
    yield from (
        standing_orders.sieve(),
        wordings.sieve(),
        guards.sieve(),
        finding.sieve(),
        figures.idioms(),
        voices.beginnings(),
    )
    yield from (language.sieve() for language in languages())


def kept_of(sieves: Iterable[Sieve[Any]]) -> Kept:
    """Return what is to be kept for some sieves, by the digests of their patterns."""
    return {
        digest(pattern, one_by_one=sieve.one_by_one): [
            [" ".join(sorted(pieces)) for pieces in way]
            for way in (ways_of(pattern) if sieve.one_by_one else [needs_of(pattern)])
        ]
        for sieve in sieves
        for pattern in sieve.patterns
    }


def written(kept: Kept) -> str:
    """Return the text of the file: a pattern on each line, so that a change of one is a change of a line."""
    lines = ",\n".join(f'"{name}": {json.dumps(ways, ensure_ascii=False)}' for name, ways in sorted(kept.items()))
    return f"{{\n{lines}\n}}\n"


if __name__ == "__main__":
    KEPT.write_text(written(kept_of(sieves())), encoding="utf-8")
