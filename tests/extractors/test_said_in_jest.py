"""Figures of speech, other people's words and colleagues: what keeps them from being remembered, and what does not."""

from datetime import UTC, datetime

import pytest

from extractors.message import Message
from extractors.pipeline import Extractor


@pytest.fixture(scope="module")
def extractor() -> Extractor:
    return Extractor()


def _kept(extractor: Extractor, text: str) -> list[str]:
    message = Message(
        text=text,
        sent_at=datetime(2026, 3, 2, 9, tzinfo=UTC),
        id="1",
        user_id="U1",
        user_name="Sam Poole",
        surface="channel",
    )
    return [candidate.text for candidate in extractor.extract(message)]


@pytest.mark.parametrize(
    "text",
    [
        "I've got a frog in my throat",
        "I've got the attention span of a goldfish",
        "our standup is a circus",
        "we've been going round in circles since the 9th",
        "my wife is an angel",
        "my boss is a golden retriever",
        "I work for peanuts",
        "i speak fluent toddler",
        "fluent in sarcasm and caffeine",
        "I speak two languages: bash and regret",
        "my pronouns are ctrl/alt/del",
        "I've a degree in overthinking",
        "my middle name is procrastination",
        "got this autoreply: I am away until 3 April",
        "text from my landlord: I'm away in Crete until the 15th",
        "Toddler in the waiting room: my daddy is a rocket",
        "at the murder mystery I'm Colonel Mustard",
        "in our panto I am Widow Twankey",
        "Marek's on leave till the 14th",
        "Priti is back on the 20th",
        "Sven sits by the window",
        "i take lithium",
        "I'm colour-blind",
        "they've put me on 31,000",
    ],
)
def test_nothing_is_kept(extractor: Extractor, text: str) -> None:
    assert _kept(extractor, text) == []


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("I speak fluent Catalan", "Catalan"),
        ("I'm fluent in Dutch, Wolof and English", "Wolof"),
        ("my pronouns are ze/zir", "ze/zir"),
        ("my middle name is Rosalind", "Rosalind"),
        ("I have a PhD in marine geology", "geology"),
        ("my dad is a lorry driver", "lorry driver"),
        ("my cat's called Spreadsheet", "Spreadsheet"),
        ("I'm away from 4 to 9 March", "2026-03-04"),
        ("my brother Tom works from home on Wednesdays", "Tom"),
        ("I live on a narrowboat", "narrowboat"),
        ("they've put me on the night shift", "night shift"),
    ],
)
def test_what_is_plainly_told_is_kept(extractor: Extractor, text: str, kept: str) -> None:
    assert any(kept in candidate for candidate in _kept(extractor, text))
