"""What was known at an earlier time is told as it stood then."""

from dataclasses import replace

import pytest

from memory.as_of import as_it_stood
from memory.book import Book
from memory.records import AnswerType, Memory, Origin, Query, Status
from tests.memory.making import ANA, a_memory, add, asking, day, say

ENDED = replace(a_memory("Lives in Oslo", 2, status=Status.SUPERSEDED), ended_at=day(5), replaced_by="M2")


@pytest.mark.parametrize(
    ("memory", "at", "status"),
    [
        pytest.param(a_memory("Lives in Oslo", 2), 1, None, id="not known yet"),
        pytest.param(a_memory("Lives in Oslo", 2), 2, Status.ACTIVE, id="just learned"),
        pytest.param(ENDED, 4, Status.ACTIVE, id="not replaced yet"),
        pytest.param(ENDED, 5, Status.SUPERSEDED, id="replaced"),
        pytest.param(replace(ENDED, status=Status.FORGOTTEN), 4, None, id="forgotten since"),
        pytest.param(replace(ENDED, status=Status.INVALIDATED), 4, Status.ACTIVE, id="not over yet"),
    ],
)
def test_a_memory_as_it_stood(memory: Memory, at: float, status: Status | None) -> None:
    stood = as_it_stood(memory, day(at))

    assert (stood.status if stood else None) is status


def test_what_came_later_is_not_in_it() -> None:
    stood = as_it_stood(replace(ENDED, confirmed_at=day(6)), day(4))

    assert stood is not None
    assert (stood.confirmed_at, stood.ended_at, stood.replaced_by) == (None, None, None)


def test_recall_and_history_as_of_a_time(book: Book) -> None:
    say(book, 2, add("Lives in Oslo", "location", "Oslo"))
    say(book, 5, add("Lives in Porto", "location", "Porto"))

    def ask(at: float | None) -> list[str]:
        found = book.recall(
            asking("lives"),
            reader=ANA,
            visible=lambda _: True,
            now=day(9),
            as_of=None if at is None else day(at),
        )
        return [item.memory.text for item in found]

    assert (ask(None), ask(5), ask(3), ask(1)) == (["Lives in Porto"], ["Lives in Porto"], ["Lives in Oslo"], [])
    assert [[m.text for m in chain] for chain in book.history(ANA, as_of=day(3))] == [["Lives in Oslo"]]
    assert book.history(ANA, as_of=day(1)) == []


def test_what_was_told_later_does_not_answer_for_an_earlier_time(book: Book) -> None:
    say(book, 5, add("Lives in Porto", "location", "Porto"))
    say(book, 5, add("Studied in Ghent in 2019", "education", "Ghent"))

    def ask(words: str, attribute: str) -> list[str]:
        query = Query(
            words,
            terms=tuple(words.split()),
            attributes=(attribute,),
            answer_type=AnswerType.WHERE,
            is_question=True,
            about_self=True,
            until=day(2),
        )
        return [item.memory.text for item in book.recall(query, reader=ANA, visible=lambda _: True, now=day(9))]

    assert ask("live", "location") == []
    assert ask("studied", "education") == ["Studied in Ghent in 2019"]


def test_when_an_imported_line_began_to_hold_is_not_known(book: Book) -> None:
    book.remember(ANA, "Lives in Porto", attribute="location", origin=Origin.IMPORT, at=day(5), actor="import")
    query = Query("live", ("live",), attributes=("location",), is_question=True, about_self=True, until=day(2))

    assert book.recall(query, reader=ANA, visible=lambda _: True, now=day(9))


def test_a_threshold_can_be_given(book: Book) -> None:
    say(book, 2, add("Lives in Oslo", "location", "Oslo"))

    def ask(threshold: float | None) -> int:
        query = asking("oslo volcano island ocean")
        return len(book.recall(query, reader=ANA, visible=lambda _: True, now=day(9), threshold=threshold))

    assert (ask(None), ask(0.0), ask(1.0)) == (0, 1, 0)
