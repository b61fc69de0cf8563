"""Where a message speaks in a voice that is not its author's own: a role play, a draft, a line of a play.

"You're the inspector. I'm a baker with two vans." tells nothing of who wrote it, and neither does what follows "bio for
the website:". Where such a voice begins is data, in `patterns/voices.toml`.
"""

import tomllib
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache

from extractors.forms.papers import papers_in
from extractors.matching.late_patterns import LatePattern
from extractors.matching.sieve import Sieve
from extractors.syntax.chatter import PATTERNS

_MINE = r"(?:i|i'm|im|i've|ive|i'd|my|we|we're|we've|our|me)\b"
"""How a text begins that somebody says of themselves."""

Range = tuple[int, int]


@cache
def beginnings() -> Sieve[tuple[LatePattern, bool, bool]]:
    """Return how a voice begins, whether it lasts to the end of the message, and whether capitals count."""
    data = tomllib.loads((PATTERNS / "voices.toml").read_text(encoding="utf-8"))
    written = (
        (pattern.replace("\n", "").replace("%mine%", _MINE), group)
        for group, patterns in data.items()
        for pattern in patterns.values()
    )
    return Sieve(
        (
            (pattern.lower(), (LatePattern(pattern), group == "to_the_end", group.endswith("as_written")))
            for pattern, group in written
        ),
        one_by_one=True,
    )


def voiced(text: str) -> Sequence[Range]:
    """Return the half-open ranges of a clean text that are said in another voice than its author's; most have none."""
    return _found(text)


@lru_cache(maxsize=8)
def _found(text: str) -> Sequence[Range]:
    """Return the ranges of one text; each of its clauses asks for them."""
    return (*_all(text), *papers_in(text))


_OWN_WORDS = LatePattern(
    r"(?:^|[.!?\n] ?)(?:and |also |so |but )?(?:"
    r"for (?:whoever|any(?:one|body)|every(?:one|body)|those) |as for (?:how|where|when|me|us|my|our) "
    r"|here(?:'s|’s| is) (?:how|where|when) "
    r"|(?:all )?(?:that|what) (?:i|we) (?:\w+ )?(?:wanted|meant|came|needed?|have|had|forgot) (?:\w+ )?to "
    r"(?:write|say|tell|add|note|mention)\b"
    r"|(?:since|because|seeing) (?:[\w'-]+ ){1,4}?(?:ask|asks|asked|asking|wonder|wondering) "
    r"|(?:(?:an?|one|two|three|some|last|final|more|quick|small|little|short|diary|side) ){0,3}"
    r"(?:(?:things?|points?|facts?|rules?|remarks?|notes?) (?:about|on|for|to) "
    r"|(?:lines?|words?|sentences?) (?:about|on|for|to) (?:the|your|our|my) "
    r"(?:diar(?:y|ies)|calendars?|rota|schedule|records?|minutes|files?|planner)\b)"
    r")[^.!?:\n]{0,60}:\W*[\w' ]{0,9}$"
)
"""What only leads to what the author has to say: "for whoever does the diary: I …", "as for how my week goes: I …"."""


_SAYS_IT_ALL = LatePattern(r"\b(?:says?|said) (?:it all|everything)\b")
"""What a sign does that has no words: "the new desk sign says it all: I head up …"."""
_NEAR = 80
"""Characters before a voice in which it may stand what leads to it."""


def _all(text: str) -> Iterator[Range]:
    lowered = text.lower()
    for pattern, to_the_end, as_written in beginnings().possible(lowered.replace("\n", " ")):
        read = text if as_written or len(lowered) != len(text) else lowered
        for match in pattern.finditer(read):
            if _OWN_WORDS.search(lowered, max(0, match.start() - _NEAR), match.end()) is not None:
                continue
            if _SAYS_IT_ALL.search(lowered, match.start(), match.end()) is not None:
                continue
            line_end = text.find("\n", match.end())
            yield match.start(), len(text) if to_the_end or line_end < 0 else line_end
            if to_the_end:
                break
