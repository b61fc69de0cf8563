"""Short answers to what people say to a bot besides what it is for: greetings, thanks, "who are you?", requests.

The wordings and answers are data (`bot/data/small_talk.toml`), so that one can be added without touching code.
"""

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

LONGEST = 200
"""Characters of the longest message that may be small talk."""

_NO_WORDS = re.compile(r"<[@#!][^>]*>|@\S+|:[\w+'-]+:")
"""Mentions, and emoji by their names."""
_AROUND = re.compile(r"^[\W_]+|[\W_]+$")
_APOSTROPHES = re.compile("[’‘`]")
_WRITTEN_OUT = (
    (re.compile(r"\b(what|who|how|that|it|this)'?s\b(?! name)"), r"\1 is"),
    (re.compile(r"\b(you|we|they)'?re\b"), r"\1 are"),
    (re.compile(r"\bi'?m\b"), "i am"),
    (re.compile(r"\b(do|did|is|was|are|does|have)n'?t\b"), r"\1 not"),
    (re.compile(r"'"), " "),
)
_POLITE = re.compile(
    r"^(?:(?:please|pls|hey|so|and|but|well|hi|hello)[ ,]+){1,8}(?=\S+ )"
    r"|(?:[ ,]+(?:please|pls)){1,8}$"
)


@dataclass(frozen=True, slots=True)
class SmallTalk:
    """What is answered to some wordings; with `unless_known` only if memory has nothing to say to them."""

    answer: str
    unless_known: bool = False


def small_talk(text: str) -> SmallTalk | None:
    """Return what is to be said to a message besides memory, or None if it is none of that.

    `text` is what a reader sees; an empty one is no small talk, nor is one of more than `LONGEST` characters. In the
    answer, which is Slack mrkdwn, `{name}` stands for ", Alex" or for nothing.
    """
    if not text.strip() or len(text) > LONGEST:
        return None
    plain = _plain(text) or ("?" if "?" in text else "!")
    without = _POLITE.sub("", plain)
    return next((found for says, found in _entries() if says.fullmatch(plain) or says.fullmatch(without)), None)


def _plain(text: str) -> str:
    """Return a message as the wordings expect it: lower case, written out, nothing around it."""
    words = " ".join(_APOSTROPHES.sub("'", _NO_WORDS.sub(" ", text)).lower().split())
    for short, full in _WRITTEN_OUT:
        words = short.sub(full, words)
    return _AROUND.sub("", " ".join(words.split()))


@cache
def _entries() -> tuple[tuple[re.Pattern[str], SmallTalk], ...]:
    listed = tomllib.loads(files("bot").joinpath("data/small_talk.toml").read_text(encoding="utf-8"))["small_talk"]
    return tuple(
        (
            re.compile("".join(entry["says"].splitlines())),
            SmallTalk(entry["answer"].strip(), entry.get("unless_known", False)),
        )
        for entry in listed
    )
