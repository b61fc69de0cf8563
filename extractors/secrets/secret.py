"""A secret that was found, and what is told of one: where its name begins, whether a word is made up."""

import re
from dataclasses import dataclass

_BREAKS = frozenset(
    """
    a an the my our your his her their its this that these those some any no and or but with without for of to in on at
    by from is are was were be it i we you they he she me us them not gave gives shows showed says said remember keep
    save store note hold memorise memorize please record mind forget take learn have has had got get use need know
    here's that's it's what's so also always still then if as y e el la los las mi su un una le les mon ma mes der die
    das dem den mein meine meinen o os do da de du del meu minha merk dir
    """.split()
)
"""Words that are no part of the name of a thing."""


@dataclass(frozen=True, slots=True)
class Secret:
    """A secret found in a text: what it is called, never what it is. `start` and `end` cover name and value."""

    what: str
    start: int
    end: int
    value_start: int


def name_begins(text: str, start: int) -> int:
    """Return where the name of a thing begins whose last words begin at `start`: "the crash cart code" at "crash"."""
    for word in reversed(list(re.finditer(r"[^\s]+ ", text[max(0, start - 48) : start]))[-3:]):
        bare = word[0].rstrip().lower()
        if bare in _BREAKS or not bare[-1].isalnum() or bare[0] in '<:"`*' or (start > 48 and not word.start()):
            break
        start -= len(word[0])
    return start


def secret_named(text: str, start: int, end: int, value: tuple[int, int]) -> Secret:
    """Return the secret whose name stands at `start` to `end`, or ends there, and its value at the range `value`."""
    start = name_begins(text, start)
    return Secret(text[start:end].lower(), start, value[1], value[0])


def is_made_up(word: str) -> bool:
    """Return whether a word mixes letters, digits and signs as passwords do, unlike addresses, dates and files."""
    bare = word.strip(".?:)*_")
    if (
        len(bare) < 6
        or "://" in bare
        or bare[0] in "<#@:/"
        or re.search(r"@[\w-]+\.\w|\.[a-z]{2,4}$|^\d{4}-\d\d|\w\(", bare)
    ):
        return False
    digits = sum(character.isdigit() for character in bare)
    letters = sum(character.isalpha() for character in bare)
    mixed = bare != bare.lower() and not bare.isupper()
    signs = re.search(r"[^\s\w.:/'’-]", bare)
    return bool(
        letters >= 2 and ((digits and (mixed or signs or re.search(r"[\w][-_][\w]", bare))) or (signs and mixed))
    )
