"""Wrong input to the book is refused in the project's own words, before anything happens."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

from memory.book import Book, BookSettings, open_book
from memory.errors import InvalidIdError, InvalidValueError, MemoryBotError
from memory.records import Kind, Memory, Origin, Person, Query, Source
from tests.memory.making import ANA, add, day, note, texts

BY: dict[str, Any] = {"at": day(2), "actor": "UANA"}
NAIVE = datetime(2026, 3, 1)  # noqa: DTZ001 - the very thing that is refused


def remember(book: Book, **wrong: Any) -> Any:
    return book.remember(ANA, **{"text": "Likes tea", "origin": Origin.DM, **BY, **wrong})


def apply(book: Book, candidates: Any, **wrong: Any) -> Any:
    return book.apply(ANA, candidates, **{"source": Source("C1", "1.0"), "origin": Origin.DM, **BY, **wrong})


def recall(book: Book, query: Any, **wrong: Any) -> Any:
    return book.recall(query, **{"reader": ANA, "visible": lambda _: True, **wrong})


ANY: Any = "wrong"
CALLS: dict[str, Callable[[Book, Memory], object]] = {
    "remember a person": lambda book, _: book.remember(ANY, "x", origin=Origin.DM, **BY),
    "remember no text": lambda book, _: remember(book, text=None),
    "remember bytes": lambda book, _: remember(book, text=b"tea"),
    "remember a kind": lambda book, _: remember(book, kind="fact"),
    "remember an episode": lambda book, _: remember(book, kind=Kind.EPISODE),
    "remember an origin": lambda book, _: remember(book, origin="dm"),
    "remember a time": lambda book, _: remember(book, at="today"),
    "remember no zone": lambda book, _: remember(book, at=NAIVE),
    "remember a time far away": lambda book, _: remember(
        book, at=datetime(1, 1, 1, tzinfo=timezone(timedelta(hours=9)))
    ),
    "remember a day": lambda book, _: remember(book, dated="2026-03-01"),
    "remember a source": lambda book, _: remember(book, source="C1/1.0"),
    "remember a bad source": lambda book, _: remember(book, source=Source("../C1", "1.0")),
    "remember a confidence": lambda book, _: remember(book, confidence="high"),
    "remember no number": lambda book, _: remember(book, confidence=float("nan")),
    "remember no actor": lambda book, _: remember(book, actor=None),
    "remember an id": lambda book, _: remember(book, memory_id="two\nlines"),
    "remember nothing": lambda book, _: remember(book, text=" \u200b"),
    "apply a text": lambda book, _: apply(book, "Likes tea"),
    "apply texts": lambda book, _: apply(book, ["Likes tea"]),
    "apply a time": lambda book, _: apply(book, [add("Likes tea")], at=NAIVE),
    "batch": lambda book, _: book.batch(ANY),
    "patch no id": lambda book, _: book.patch(ANA, None, "x", **BY),  # type: ignore[arg-type]
    "patch unknown": lambda book, _: book.patch(ANA, "M9", "x", **BY),
    "patch to nothing": lambda book, memory: book.patch(ANA, memory.id, "\n", **BY),
    "invalidate unknown": lambda book, _: book.invalidate(ANA, "M9", reason="", **BY),
    "merge unknown": lambda book, memory: book.merge(ANA, memory.id, into="M9", **BY),
    "merge with itself": lambda book, memory: book.merge(ANA, memory.id, into=memory.id, **BY),
    "forget a text": lambda book, _: book.forget(ANA, ANY, **BY),
    "forget nothing": lambda book, _: book.forget(ANA, None, **BY),  # type: ignore[arg-type]
    "forget one id": lambda book, memory: book.forget_ids(ANA, memory.id, **BY),
    "forget numbers": lambda book, _: book.forget_ids(ANA, [1], **BY),  # type: ignore[list-item]
    "forget at no zone": lambda book, memory: book.forget_ids(ANA, [memory.id], at=NAIVE, actor="UANA"),
    "forget all": lambda book, _: book.forget_all(ANY, **BY),
    "erase": lambda book, _: book.erase_person(ANY, **BY),
    "undo one id": lambda book, memory: book.undo(ANA, ids=memory.id, **BY),
    "memories": lambda book, _: book.memories(ANY),
    "memories of a status": lambda book, _: book.memories(ANA, status=ANY),
    "memories as of": lambda book, _: book.memories(ANA, as_of=NAIVE),
    "get no id": lambda book, _: book.get(ANA, 7),  # type: ignore[arg-type]
    "get unknown": lambda book, _: book.get(ANA, "M9"),
    "recall a text": lambda book, _: recall(book, "tea"),
    "recall for nobody": lambda book, _: recall(book, Query("tea"), reader=None),
    "recall fewer than none": lambda book, _: recall(book, Query("tea"), limit=-1),
    "recall some": lambda book, _: recall(book, Query("tea"), limit="some"),
    "history": lambda book, _: book.history(ANA, ANY),
    "audit": lambda book, _: list(book.audit(since=NAIVE)),
    "audit of the end of time": lambda book, _: list(book.audit(until=datetime.max.replace(tzinfo=UTC))),
    "audit of an operation": lambda book, _: list(book.audit(operation=ANY)),
    "people": lambda book, _: book.people(None),  # type: ignore[arg-type]
    "export": lambda book, _: book.export(ANY),
    "paused": lambda book, _: book.is_paused(ANY),
    "pause": lambda book, _: book.pause(ANA, at=NAIVE, actor="UANA"),
    "resume": lambda book, _: book.resume(ANY, **BY),
    "episode": lambda book, _: book.write_episode(ANA, ANY),
    "episodes": lambda book, _: book.episodes(ANA, limit=-1),
    "notes": lambda book, _: book.user_notes(ANY),
}


@pytest.fixture
def known(book: Book) -> Iterator[Memory]:
    yield note(book, 1, "Lives in Porto")


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_wrong_input_is_refused_and_changes_nothing(
    book: Book, known: Memory, call: Callable[[Book, Memory], object]
) -> None:
    before = len(list(book.audit()))

    with pytest.raises(MemoryBotError) as told:
        call(book, known)

    assert str(told.value).endswith(".")
    assert texts(book, status=None) == ["Lives in Porto"]
    assert len(list(book.audit())) == before


def test_what_may_be_left_out_may_be_none(book: Book) -> None:
    remember(book, source=None, dated=None, memory_id=None, name=None)

    assert book.history(ANA, None)
    assert recall(book, Query("tea"), now=None, limit=None) == []


@pytest.mark.parametrize(
    "knob",
    [
        {"recall_max_items": 0},
        {"recall_max_chars": -1},
        {"max_record_chars": 0},
        {"retention_days": -1},
        {"retention_days_by_kind": {Kind.EVENT: -1}},
        {"min_profile_confidence": 1.5},
        {"recall_threshold": "high"},
    ],
    ids=str,
)
def test_a_knob_out_of_range_is_refused(knob: dict[str, Any]) -> None:
    with pytest.raises(InvalidValueError, match="Give a number"):
        BookSettings(**knob)


@pytest.mark.parametrize("ids", [(None, "U1"), ("T1", 7), ("../T1", "U1"), ("T1", "u1")])
def test_an_id_that_is_none_is_refused(ids: Any) -> None:
    with pytest.raises(InvalidIdError, match="Use the id that Slack shows"):
        Person(*ids)


def test_a_home_may_be_given_as_a_text(tmp_path: Path) -> None:
    with open_book(str(tmp_path / "home")) as book:  # type: ignore[arg-type]
        assert book.home == tmp_path / "home"
