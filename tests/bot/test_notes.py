"""Who reads the notes that people write: the person theirs in their DM, colleagues those of their one workspace."""

from pathlib import Path

import pytest

from bot.audience import Place, PlaceKind
from bot.notes import personal_notes, workspace_notes
from memory.book import Book
from memory.records import Origin, Person
from memory.stores.in_memory import InMemoryStore
from tests.bot.making import ALEX, MARCH_2

DM, GENERAL = Place(PlaceKind.DM, "DALEX"), Place(PlaceKind.PUBLIC, "CGENERAL")


class Noted(InMemoryStore):
    def evergreen(self) -> str:
        return " We meet on Mondays.\n"

    def user_notes(self, person: Person) -> str:
        return f" {person.user_id} likes it short.\n"


@pytest.fixture
def book() -> Book:
    book = Book(Noted(), Path("nowhere"))
    book.remember(ALEX, "Works on tundra", origin=Origin.DM, at=MARCH_2, actor="U")
    return book


@pytest.mark.parametrize(
    ("place", "workspace", "personal"),
    [
        pytest.param(DM, "We meet on Mondays.", "UALEX likes it short.", id="dm"),
        pytest.param(GENERAL, "We meet on Mondays.", "", id="channel"),
        pytest.param(Place(PlaceKind.PUBLIC, "C1", outsiders=True), "", "", id="outsiders"),
        pytest.param(Place(PlaceKind.UNKNOWN, "C1"), "", "", id="unknown"),
    ],
)
def test_who_reads_which_notes(book: Book, place: Place, workspace: str, personal: str) -> None:
    assert (workspace_notes(book, place, "T1"), personal_notes(book, place, ALEX)) == (workspace, personal)


def test_the_notes_of_one_workspace_serve_no_other(book: Book) -> None:
    assert workspace_notes(book, GENERAL, "T2") == ""

    book.remember(Person("T2", "UKIM"), "Works on heron", origin=Origin.DM, at=MARCH_2, actor="U")

    assert workspace_notes(book, GENERAL, "T1") == ""
