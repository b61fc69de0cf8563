"""What an author puts right in the same breath: "my extension is 4417, no, 4471" says 4471.

Only what stands in the place of something of its kind counts: a name for a name, a number for a number, a day for a
day; in lower case, where it is plainly said ("wait no", "I mean"), a word for a word behind a preposition or a verb.
"""

import re
from collections.abc import Iterator, Sequence

from extractors.matching.late_patterns import LatePattern

_SLIP = LatePattern(
    r"(?P<mark>\s?[,;–—-]|\s?\.{2,3}|\s?…|)\s{1,3}(?:(?:no|oh|ah|oops|er|um|argh|sorry|wait),?\s{1,3}){0,2}?"
    r"(?P<slip>no,? wait|wait,? no|wait,? sorry|sorry,? no|i mean|i meant|make that|or rather|correction|scratch that|"
    r"wait|sorry|no)"
    r"(?P<after>[,:;–—-]?)\s{1,3}(?=\S)",
    re.IGNORECASE,
)
_WEAK = frozenset({"wait", "sorry", "no", "i meant", "correction"})
"""What says so only between two marks."""
_TOKEN = LatePattern(r"[^\s,;!?()\"]+")
_LONGEST = 3
"""Words that one slip puts right."""
_NEARBY = 60
"""Characters before a slip, and behind it."""
_DAYS = LatePattern(r"(?:mon|tue|tues|wed|weds|wednes|thu|thur|thurs|fri|sat|satur|sun)(?:day)?s?", re.IGNORECASE)
_MONTHS = LatePattern(
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t|tember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?)",
    re.IGNORECASE,
)
_NUMBERS = frozenset(
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen twenty thirty".split()
)
_SMALL = frozenset("the a an my our in on at to from by of with for".split())
_LEADS_TO_VALUE = frozenset(
    "is are was am in at on to from by with for called named use using not it's its im i'm".split()
)
_GOES_ON = LatePattern(
    r"\s{0,3}(?:$|[,.;:!?\n)(–—-]|\d{1,2}\b|(?:now|actually|from|of|at|on|in|and|but|instead|not|please|this|next|these|btw|lol)\b)",
    re.IGNORECASE,
)
"""What may stand behind the right value: an end, or what is no verb of which it would be the subject."""


_SO_NOW = LatePattern(r"\s{0,3}(?:now|actually|instead|of course|at|in|from)\b", re.IGNORECASE)
"""What stands behind a name that takes another's place, and behind nobody who is spoken to."""


def misspoken(text: str) -> Iterator[tuple[int, int]]:
    """Yield the half-open ranges of a clean text that its author took back at once, with the words that say so."""
    for match in _SLIP.finditer(text):
        slip = " ".join(match["slip"].lower().replace(",", "").split())
        if slip in _WEAK and not (match["mark"] and (match["after"] or slip in {"sorry", "i meant", "correction"})):
            continue
        begin = max(0, match.start() - _NEARBY)
        wrong = list(_TOKEN.finditer(text, begin, match.start()))
        right = list(_TOKEN.finditer(text, match.end(), match.end() + _NEARBY))
        for size in range(min(_LONGEST, len(wrong), len(right)), 0, -1):
            old, new = wrong[-size:], right[:size]
            if _spaced(text, new) and _spaced(text, old) and _GOES_ON.match(text, _end(new[-1])):
                before = wrong[-size - 1][0].lower() if len(wrong) > size else ""
                if (
                    slip in _WEAK
                    and _kind(new[-1][0].rstrip(".:")) == "name"
                    and not _SO_NOW.match(text, _end(new[-1]))
                ):
                    continue  # somebody is spoken to: "I can't stand Porto, sorry, Ana"
                if _alike([one[0] for one in old], [one[0] for one in new], before, weak=slip in _WEAK):
                    yield old[0].start(), match.end()
                    break


def _end(token: re.Match[str]) -> int:
    """Return where a token ends without the mark that ends its sentence."""
    return token.end() - (len(token[0]) - len(token[0].rstrip(".:")))


def _spaced(text: str, tokens: Sequence[re.Match[str]]) -> bool:
    """Return whether only blanks stand between tokens."""
    between = text[tokens[0].start() : tokens[-1].end()]
    return "," not in between and "\n" not in between


def _alike(old: Sequence[str], new: Sequence[str], before: str, *, weak: bool) -> bool:
    """Return whether words stand for others of their kind, and not all for the same."""
    old, new = [word.rstrip(".:") for word in old], [word.rstrip(".:") for word in new]
    if [word.lower() for word in old] == [word.lower() for word in new]:
        return False
    kinds = [(_kind(one), _kind(other)) for one, other in zip(old, new, strict=True)]
    if all(one == other for one, other in kinds) and any(one in _VALUES for one, _ in kinds):
        return all(
            one[0] in _VALUES or first.lower() == second.lower()
            for one, first, second in zip(kinds, old, new, strict=True)
        )
    plain = len(old) == 1 and kinds[0] == ("word", "word") and before in _LEADS_TO_VALUE
    return plain and not weak


_VALUES = frozenset({"day", "month", "number", "counted", "name", "id"})


def _kind(word: str) -> str:
    lowered = word.lower()
    if _DAYS.fullmatch(word):
        return "day"
    if _MONTHS.fullmatch(word):
        return "month"
    if lowered in _NUMBERS:
        return "counted"
    if lowered in _SMALL:
        return "small"
    if any(map(str.isdigit, word)):
        return "number" if word[:1].isdigit() or word[:1] in "+£$€" else "id"
    if any(mark in word for mark in "-_@/#."):
        return "id"
    if word[:1].isupper() and word[1:].lower() == word[1:]:
        return "name"
    return "word" if word.isalpha() else "id"
