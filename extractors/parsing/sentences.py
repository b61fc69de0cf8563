"""Clean text to sentences, by rules that hold for chat: lines end sentences, abbreviations and decimals do not."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice

from extractors.matching.late_patterns import LatePattern

LONGEST_SENTENCE = 120
"""Words of a sentence that are read; what goes on for longer is a list or a paste, and nobody's statement."""
MOST_SENTENCES = 500
"""Sentences of a text that are read; what holds more, in the characters that are, is no message of a person."""
_ENDING = LatePattern(r"[.!?…。！？]+[\"')\]]*(?=\s|$)|[。！？।॥؟]|\n+|;(?=\s)")
_ABBREVIATION = LatePattern(
    r"(?:^|[\s(])(?:dr|mr|mrs|ms|prof|st|sr|jr|mt|ft|vs|etc|e\.g|i\.e|w\.e\.f|eg|ie|approx|no|nr|tel|ext|dra?|"
    r"sra?|bros|inc|ltd|co|dept"
    r"|lic|[a-z]|[ap]\.m|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|mon|tues?|wed|thurs?|fri|sat|sun|"
    r"z\.b|bzw|dott|sig|godz|np|ul|bijv|kl|bl\.a|t\.ex|f\.eks|κ|π\.χ|τηλ|δρ|αρ|د|م|ca|mag|dipl|ing|hr|fr|rev|gen|col|lt|capt|sgt|pvt)\.$",
    re.IGNORECASE,
)
_FINAL_WORD = LatePattern(
    r"(?:^|\s)(?:no|co|inc|ltd|etc|mon|tues?|wed|thurs?|fri|sat|sun|jan|feb|mar|apr|jun|jul|aug|sept?|"
    r"oct|nov|dec|i|[ap]\.m|ext)\.$",
    re.IGNORECASE,
)
_ORDINAL = LatePattern(r"(?:^|\D)\d{1,2}\.$")
_DAY_IN_NUMBERS = LatePattern(r"(?:^|[^\w.])\d{1,2}\.\d{1,2}\.$")
"""A day as German and its neighbours write it: "vom 7.4. bis 17.4. bin ich nicht da"."""
_ORDERED = LatePattern(
    r"\s(?:bis (?:zum )?\d{1,2}|und \d{1,2}|Januar|Jänner|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|"
    r"November|Dezember|stycznia|lutego|marca|kwietnia|maja|czerwca|lipca|sierpnia|września|października|listopada|"
    r"grudnia|januar|februar|marts|mars|april|maj|mai|juni|juli|august|september|oktober|november|d[ec]s?[ec]mber|"
    r"Geburtstag|Stock|"
    r"Etage|Klasse|Semester|Kapitel)\b"
)
"""What a number counts, by its full stop, in German, Polish, Danish and Norwegian: "am 3. Mai", "im 2. Stock"."""


def sentences(plain: str) -> Iterator[tuple[int, int]]:
    """Yield the half-open range of each sentence, spaces trimmed, its ending mark included; blank ones are left out.

    There are at most `MOST_SENTENCES`.
    """
    yield from _of(plain)


@lru_cache(maxsize=4)
def _of(plain: str) -> Sequence[tuple[int, int]]:
    """Return the sentences of one text; a message is asked about several times while it is read."""
    return tuple(islice(_all(plain), MOST_SENTENCES))


def _all(plain: str) -> Iterator[tuple[int, int]]:
    start = 0
    for match in _ENDING.finditer(plain):
        if match[0] == "." and not _ends(plain, match.end()):
            continue
        if match[0][-1] in "\"'" and _GOES_ON.match(plain, match.end()):
            continue  # what was quoted ends, and not the sentence: 'I find "Hi Edmund!" rather sudden'
        yield from _trimmed(plain, start, match.end())
        start = match.end()
    yield from _trimmed(plain, start, len(plain))


_GOES_ON = LatePattern(r" [a-z]")


def _ends(plain: str, after: int) -> bool:
    """Return whether the full stop before `after` ends a sentence and not an abbreviation."""
    before = plain[max(0, after - 12) : after]
    if _ORDINAL.search(before) and _ORDERED.match(plain, after):
        return False
    if _DAY_IN_NUMBERS.search(before) and plain[after:].strip():
        return False
    if not _ABBREVIATION.search(before):
        return True
    if _NAMED_BY_LETTER.search(before) and _NO_SURNAME.match(plain, after):
        return True
    following = plain[after : after + 24].lstrip()
    return (
        bool(_FINAL_WORD.search(before))
        and not following[:1].isdigit()
        and following[:1].isupper()
        and " " in plain[:after].strip()
    )


_NAMED_BY_LETTER = LatePattern(r"\b[a-z]{3,} [A-Z]\.$")
_NO_SURNAME = LatePattern(r"\s+(?:[a-z]|(?:I|We|My|Our|The|It|You|This|That|There|Not|No|And|But)\b)")
"""What does not follow an initial, so that a letter is what something is called: "on crew B. first week offshore"."""


def _trimmed(plain: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    while start < end and plain[start].isspace():
        start += 1
    while end > start and plain[end - 1].isspace():
        end -= 1
    if start < end:
        yield start, end


def asks(sentence: str) -> bool:
    """Return whether a sentence asks; one of the author's own with "ok?" at its end only makes sure."""
    return _ENDS_ASKING.search(sentence.rstrip(" \"')]!")) is not None and _MAKES_SURE.match(sentence) is None


_ENDS_ASKING = LatePattern(r"[?？؟\u037e]$|[\u0370-\u03ff\u1f00-\u1fff];$")
"""A question mark, Greek and Arabic ones too."""
_MAKES_SURE = LatePattern(
    r"\W*(?:(?:so|and|but|also|pls|please|hey|look|fyi|btw) )?(?:i|we|i['’]?m|im|we['’]re|my|our|i['’]ve"
    r"|we['’]ve)\b[^?]*"
    r"[\w,.] ?,? (?:ok|okay|k|yeah|innit|capisce|got it|understood)\W*\?+[\s\"')\]!]*$",
    re.IGNORECASE,
)
"""Not "right?", which asks to be told whether it is so."""
