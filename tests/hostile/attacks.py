"""The attacks, read from their file, and what no text of theirs may do to what a model reads."""

import unicodedata
from pathlib import Path

import pytest
import yaml

_ATTACKS = yaml.safe_load((Path(__file__).parent / "attacks.yaml").read_text(encoding="utf-8"))

ATTACKS = [pytest.param(text, id=f"{how}: {name}") for how, named in _ATTACKS.items() for name, text in named.items()]
EVERY_ATTACK = pytest.mark.parametrize("attack", ATTACKS)

BENIGN = "Likes the tea of this place"

_INVISIBLE = {"Cc", "Cf", "Zl", "Zp", "Cs", "Co"}
_JOINERS = {"\u200c", "\u200d"}
"""Kept where a script or an emoji needs them."""


def fences(text: str) -> list[str]:
    """Return the tags of a prompt in order, look-alikes included."""
    plain = unicodedata.normalize("NFKC", text).casefold()
    return [part.partition(">")[0].strip() for part in plain.split("<")[1:]]


def hidden(text: str) -> list[str]:
    """Return the characters of a text that nobody sees, line ends aside."""
    found = [character for character in text if unicodedata.category(character) in _INVISIBLE and character != "\n"]
    return [character for character in found if character not in _JOINERS]


def shape(text: str) -> tuple[int, list[str]]:
    """Return what a text is made of, whatever its words: how many lines, and which tags."""
    return len(text.splitlines()), fences(text)
