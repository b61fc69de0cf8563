"""What is liked better by a sign: "chai > coffee"."""

from datetime import UTC, datetime

import pytest

from extractors.message import Message
from extractors.pipeline import Extractor

SENT = datetime(2026, 3, 2, 9, 15, tzinfo=UTC)


def told(extractor: Extractor, text: str, parent: str | None = None) -> list[str]:
    message = Message(text=text, sent_at=SENT, surface="thread", user_name="Dana Reyes", parent=parent)
    return [one.text for one in extractor.extract(message)]


@pytest.mark.parametrize(
    ("text", "parent", "expected"),
    [
        ("trains &gt; planes, lakes &gt; sea", None, ["Prefers trains to planes", "Prefers lakes to sea"]),
        ("Lyon &lt; Nantes\nthé vert &gt; café", None, ["Prefers Nantes to Lyon", "Prefers thé vert to café"]),
        ("tabs &gt; spaces", "tabs or spaces?", ["Prefers tabs to spaces"]),
    ],
)
def test_the_sign_tells_which_is_liked_better(
    extractor: Extractor, text: str, parent: str | None, expected: list[str]
) -> None:
    assert told(extractor, text, parent) == expected


@pytest.mark.parametrize(
    ("text", "parent"),
    [
        ("Settings &gt; Privacy", None),
        ("Settings &gt; Privacy, Account &gt; Security", None),
        ("Settings &gt; Billing", "which menu is it under?"),
        ("p95 &gt; 200ms", None),
        ("tabs &gt; spaces", None),
        ("a &gt; b, b &gt; c", None),
    ],
)
def test_other_signs_tell_nothing(extractor: Extractor, text: str, parent: str | None) -> None:
    assert told(extractor, text, parent) == []
