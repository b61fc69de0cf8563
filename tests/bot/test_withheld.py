"""Its owner is told that something is held back, and why: once a day in a conversation, and only of what matters."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.audience import Audience, Place, PlaceKind
from bot.withheld import sentence, withheld
from extractors.asking.questions import understand
from memory.book import Book
from memory.records import Kind, Memory, Origin, Person, Recalled, Source
from memory.stores.in_memory import InMemoryStore
from tests.bot.making import ALEX, DANA, MARCH_2, remembered

NOW = datetime(2026, 3, 3, tzinfo=UTC)
GENERAL, LEADS = Place(PlaceKind.PUBLIC, "CGENERAL"), Place(PlaceKind.PRIVATE, "CLEADS")
MIRA = Person("E1", "UMIRA")
"""Of an organisation that installed the bot as a whole."""


@pytest.fixture
def book() -> Book:
    return Book(InMemoryStore(), Path("nowhere"), now=lambda: NOW)


def keep(book: Book, text: str, *, origin: Origin = Origin.DM, channel_id: str = "DALEX", subject=ALEX) -> Memory:  # type: ignore[no-untyped-def]
    return book.remember(
        subject,
        text,
        kind=Kind.PROJECT,
        origin=origin,
        source=Source(channel_id, "1.000100"),
        at=MARCH_2,
        actor=subject.user_id,
    ).memory


def asked(book: Book, words: str, place: Place = GENERAL, *, everything: bool = False) -> Memory | None:
    query, audience = understand(words, now=NOW), Audience(ALEX, place)
    shown = book.recall(query, reader=ALEX, visible=audience.sees, now=NOW)
    return withheld(book, query, audience, shown, everything=everything, now=NOW)


def test_what_would_have_answered_is_found(book: Book) -> None:
    kept = keep(book, "Works on tundra")

    assert asked(book, "who works on tundra?") == kept
    assert asked(book, "what do you know about me?", everything=True) == kept


def test_a_better_answer_that_is_held_back_is_found_beside_one_that_is_shown(book: Book) -> None:
    keep(book, "Works on the tundra of somebody or other", origin=Origin.PUBLIC, channel_id="CGENERAL")
    best = keep(book, "Works on tundra launch in May")

    assert asked(book, "when is the tundra launch in May?") == best


@pytest.mark.parametrize(
    ("words", "place"),
    [
        pytest.param("who works on tundra?", Place(PlaceKind.DM, "DALEX"), id="nothing-is-held-back-in-the-dm"),
        pytest.param("I like tundra", GENERAL, id="no-question"),
        pytest.param("who likes zebras?", GENERAL, id="nothing-answers"),
    ],
)
def test_otherwise_nothing_is_said(book: Book, words: str, place: Place) -> None:
    keep(book, "Works on tundra")

    assert asked(book, words, place) is None


def test_what_is_shown_is_not_held_back(book: Book) -> None:
    keep(book, "Works on tundra", origin=Origin.PUBLIC, channel_id="CGENERAL")

    assert asked(book, "who works on tundra?") is None
    assert asked(book, "what do you know about me?", everything=True) is None


def test_of_what_others_said_nothing_is_told(book: Book) -> None:
    keep(book, "Works on tundra", subject=DANA, channel_id="DDANA")

    assert asked(book, "who works on tundra?") is None


def test_an_equal_answer_that_is_shown_is_enough(book: Book) -> None:
    kept = keep(book, "Works on tundra")
    query, audience = understand("who works on tundra?", now=NOW), Audience(ALEX, GENERAL)

    assert withheld(book, query, audience, [Recalled(kept, 1.0)], everything=False, now=NOW) is None


@pytest.mark.parametrize(
    ("memory", "audience", "said"),
    [
        (remembered("x"), Audience(ALEX, GENERAL), "from our DM; ask me there"),
        (remembered("x", origin=Origin.PRIVATE, channel_id="CLEADS"), Audience(ALEX, GENERAL), "more private"),
        (remembered("x", origin=Origin.IMPORT), Audience(ALEX, LEADS), "more private"),
        (remembered("x", subject=MIRA), Audience(MIRA, GENERAL), "from elsewhere in your organisation"),
        (remembered("x"), Audience(ALEX, Place(PlaceKind.PUBLIC, "C1", outsiders=True)), "guests"),
        (
            remembered("x"),
            Audience(ALEX, Place(PlaceKind.PUBLIC, "C1", outsiders=True, is_told=False)),
            "can't tell just now who reads",
        ),
        (remembered("x"), Audience(ALEX, Place(PlaceKind.UNKNOWN, "C1")), "can't tell just now who reads"),
        (remembered("x", origin=Origin.PUBLIC), Audience(ALEX, GENERAL, own_in_channels=False), "you asked me"),
    ],
    ids=["dm", "private-place", "imported", "organisation", "outsiders", "unknown-readers", "unknown", "chosen"],
)
def test_the_reason_is_told_and_not_the_memory(memory: Memory, audience: Audience, said: str) -> None:
    told = sentence(memory, audience)

    assert said in told
    assert memory.text not in told.split()


def test_of_what_is_not_held_back_there_is_nothing_to_tell() -> None:
    assert sentence(remembered("x"), Audience(ALEX, Place(PlaceKind.DM, "DALEX"))) == ""
