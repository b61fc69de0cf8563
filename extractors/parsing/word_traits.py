"""By what traits spaCy's networks know a word, and in which rows of their tables they look these up.

A trait is known by the number of its string, and a number by four rows of a table (Serrà and Karatzoglou, "Getting deep
recommenders fit", 2017). Both are hashes, so that no list of words is needed. Sources: MurmurHash64A and
MurmurHash3_x64_128 by Austin Appleby, who placed them in the public domain, as spaCy's `strings.pyx` and thinc's
`ops.hash` call them; the traits are those of `spacy/lang/lex_attrs.py`. To compute them here spares every start the
import of spaCy.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

Ids = npt.NDArray[np.uint64]
Rows = npt.NDArray[np.int64]

STRINGS = Path(__file__).parents[1] / "data" / "spacy_strings.json"
"""What spaCy spells in one way whatever its writing, and the strings that have a number of their own."""
_SEED = 1
_MULTIPLIER, _WIDTH = 0xC6A4A7935BD1E995, 0xFFFFFFFFFFFFFFFF
_LONG = 100
"""Characters from which on the shape of a word is not told."""
_ALIKE = 4
"""Characters of a shape that are told of each run of them."""


@cache
def _strings() -> tuple[Mapping[str, str], Mapping[str, int]]:
    stored = json.loads(STRINGS.read_text(encoding="utf-8"))
    return stored["norms"], stored["numbers"]


def number_of(string: str) -> int:
    """Return the number by which spaCy knows a string; of "" zero."""
    if not string:
        return 0
    numbers = _strings()[1]
    return numbers[string] if string in numbers else _hashed(string.encode("utf-8", "surrogatepass"))


def _hashed(data: bytes) -> int:
    """Return MurmurHash64A of some bytes."""
    length = len(data)
    found = _SEED ^ (length * _MULTIPLIER & _WIDTH)
    whole = length - length % 8
    for at in range(0, whole, 8):
        block = int.from_bytes(data[at : at + 8], "little") * _MULTIPLIER & _WIDTH
        block = (block ^ block >> 47) * _MULTIPLIER & _WIDTH
        found = (found ^ block) * _MULTIPLIER & _WIDTH
    if whole < length:
        found = (found ^ int.from_bytes(data[whole:], "little")) * _MULTIPLIER & _WIDTH
    found = (found ^ found >> 47) * _MULTIPLIER & _WIDTH
    return found ^ found >> 47


def norm(word: str) -> str:
    """Return a word in small letters, and marks and currencies in one writing."""
    return _strings()[0].get(word) or word.lower()


def prefix(word: str) -> str:
    """Return the first character."""
    return word[:1]


def suffix(word: str) -> str:
    """Return the last three characters."""
    return word[-3:]


def shape(word: str) -> str:
    """Return what kinds of characters a word is made of: "Porto-2" gives "Xxxxx-d"."""
    if len(word) >= _LONG:
        return "LONG"
    told = ""
    for letter in word:
        kind = ("X" if letter.isupper() else "x") if letter.isalpha() else "d" if letter.isdigit() else letter
        if told[-_ALIKE:] != kind * _ALIKE:
            told += kind
    return told


TRAITS: Mapping[str, Callable[[str], str]] = {"NORM": norm, "PREFIX": prefix, "SUFFIX": suffix, "SHAPE": shape}
"""The traits by spaCy's names for them."""


def identified(words: Sequence[str], traits: Sequence[str]) -> list[Ids]:
    """Return for each trait its number for each word.

    Raises:
        KeyError: If there is no such trait in `TRAITS`.
    """
    return [np.array([number_of(TRAITS[trait](word)) for word in words], np.uint64) for trait in traits]


def rows_of(ids: Ids, seed: int, count: int) -> Rows:
    """Return the four rows of a table of `count` rows that stand for each number: MurmurHash3_x64_128 of its bytes."""
    first = ids * np.uint64(0x87C37B91114253D5)
    first = first << np.uint64(31) | first >> np.uint64(33)
    first *= np.uint64(0x4CF5AD432745937F)
    first ^= np.uint64(seed ^ 8)
    second = np.full_like(first, seed ^ 8)
    first += second
    second += first
    first, second = _mixed(first), _mixed(second)
    first += second
    second += first
    low, high = np.uint64(0xFFFFFFFF), np.uint64(32)
    halves = np.stack((first & low, first >> high, second & low, second >> high), axis=1)
    return (halves % np.uint64(count)).astype(np.int64)


def _mixed(numbers: Ids) -> Ids:
    for multiplier in (0xFF51AFD7ED558CCD, 0xC4CEB9FE1A85EC53):
        numbers = (numbers ^ numbers >> np.uint64(33)) * np.uint64(multiplier)
    return numbers ^ numbers >> np.uint64(33)
