"""The time of a moment that a question speaks of, as the memories tell it."""

from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from memory.book import Book
from memory.moments import placed
from memory.recall import recall
from memory.records import Memory, Moment, Query, Relation, Status
from tests.memory.making import ANA, add, day, ended, say
from tests.memory.recall_world import ALEX, DANA, NOW, asking, everyone, index_of, memory

LISBON = memory(
    "Lives in Lisbon",
    id="LISBON",
    attribute="location",
    status=Status.SUPERSEDED,
    days=90,
    ended_at=NOW - timedelta(days=60),
    replaced_by="PORTO",
)
PORTO = memory(
    "Lives in Porto",
    id="PORTO",
    attribute="location",
    status=Status.SUPERSEDED,
    days=60,
    supersedes="LISBON",
    ended_at=NOW - timedelta(days=30),
    replaced_by="MADRID",
)
MADRID = memory("Lives in Madrid", id="MADRID", attribute="location", days=30, supersedes="PORTO")
VIM = memory(
    "Uses Vim",
    attribute="editor",
    status=Status.SUPERSEDED,
    days=80,
    ended_at=NOW - timedelta(days=45),
    replaced_by="H",
)
HELIX = memory("Uses Helix", id="H", attribute="editor", days=45)
EVERYTHING = (LISBON, PORTO, MADRID, VIM, HELIX)

LIVE = asking("live", attributes=("location",), wants_history=True)
EDITOR = asking("editor", attributes=("editor",), wants_history=True)


def then(relation: Relation, *names: str, of: tuple[str, ...] = (), at_end: bool = False) -> Moment:
    return Moment(relation, names, of, at_end, words=("moved", *names))


@pytest.mark.parametrize(
    ("query", "moment", "answers"),
    [
        pytest.param(LIVE, then(Relation.BEFORE, "madrid"), ["Lives in Porto"], id="before a name"),
        pytest.param(LIVE, then(Relation.BEFORE, "porto"), ["Lives in Lisbon"], id="before an earlier name"),
        pytest.param(LIVE, then(Relation.BEFORE, "lisbon"), [], id="before all that is known"),
        pytest.param(
            EDITOR, then(Relation.BEFORE, "madrid", of=("location",)), ["Uses Helix"], id="before another claim"
        ),
        pytest.param(EDITOR, then(Relation.DURING, "lisbon", of=("location",)), ["Uses Vim"], id="while it was so"),
        pytest.param(
            EDITOR, then(Relation.AFTER, "porto", of=("location",), at_end=True), ["Uses Helix"], id="after it ended"
        ),
        pytest.param(LIVE, then(Relation.BEFORE, of=("location",)), ["Lives in Porto"], id="the latest change"),
        pytest.param(LIVE, then(Relation.BEFORE, "porot", of=("location",)), ["Lives in Lisbon"], id="a typo"),
    ],
)
def test_what_was_so_at_a_moment_answers(query: Query, moment: Moment, answers: list[str]) -> None:
    asked = replace(query, moment=moment, terms=(*query.terms, *moment.words))

    found = recall(asked, index_of(EVERYTHING), reader=ALEX, visible=everyone, now=NOW)

    assert [item.memory.text for item in found] == answers


def test_the_words_of_the_moment_are_no_words_of_the_question() -> None:
    asked = replace(LIVE, moment=then(Relation.BEFORE, "madrid"), terms=("live", "moved", "madrid"))

    assert placed(asked, EVERYTHING, ALEX).terms == ("live",)


@pytest.mark.parametrize(
    ("moment", "known"),
    [
        pytest.param(then(Relation.BEFORE, "berlin"), EVERYTHING, id="nobody told of it"),
        pytest.param(then(Relation.BEFORE, of=("location",)), (LISBON,), id="nothing changed"),
        pytest.param(then(Relation.AFTER, "madrid", at_end=True), (MADRID,), id="not over yet"),
        pytest.param(then(Relation.BEFORE, "vim"), (VIM,), id="of another claim"),
        pytest.param(then(Relation.BEFORE, "madrid"), (replace(MADRID, subject=DANA),), id="of somebody else"),
        pytest.param(None, EVERYTHING, id="no moment"),
    ],
)
def test_a_moment_that_nothing_tells_changes_nothing(moment: Moment | None, known: tuple[Memory, ...]) -> None:
    asked = replace(LIVE, moment=moment)

    assert placed(asked, known, ALEX) == asked


def test_a_moment_is_looked_up_among_what_may_be_seen() -> None:
    asked = replace(LIVE, moment=then(Relation.BEFORE, "madrid"), terms=("live",))

    found = recall(asked, index_of(EVERYTHING), reader=ALEX, visible=lambda memory: memory != MADRID, now=NOW)

    assert [item.memory.text for item in found] == ["Lives in Porto", "Lives in Lisbon"]


def test_what_its_owner_ended_was_so_until_then_and_what_was_found_wrong_never(book: Book) -> None:
    say(book, 2, add("Prefers tea", "preference:tea", "tea"))
    say(book, 3, add("Prefers windows", "preference:windows", "windows"))
    say(book, 5, ended("Prefers tea", "preference:tea", "tea"))
    [windows] = book.memories(ANA)
    book.invalidate(ANA, windows.id, at=day(5), actor="UANA", reason="its message was deleted")

    def ask(until: datetime | None, *, past: bool = True) -> list[str]:
        query = Query(
            "prefer",
            ("prefer",),
            attributes=("preference",),
            is_question=True,
            about_self=True,
            wants_history=past,
            until=until,
            since=until and until - timedelta(days=1),
        )
        return [item.memory.text for item in book.recall(query, reader=ANA, visible=lambda _: True, now=day(9))]

    assert [memory.lapsed for memory in book.memories(ANA, status=Status.INVALIDATED)] == [True, False]
    assert (ask(None, past=False), ask(None), ask(day(4)), ask(day(8))) == ([], ["Prefers tea"], ["Prefers tea"], [])
