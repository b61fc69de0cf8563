"""Wrong input to the book is refused in the project's own words, before anything happens."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

from memory.book import Book, BookSettings, open_book
from memory.errors import InvalidIdError, InvalidValueError, MemoryBotError
from memory.formats.portable import folder_or_error
from memory.records import Candidate, Episode, Kind, Memory, Origin, Person, Query, Source
from tests.memory.making import ANA, add, day, note, texts

BY: dict[str, Any] = {"at": day(2), "actor": "UANA"}
NAIVE = datetime(2026, 3, 1)  # noqa: DTZ001 - the very thing that is refused


def remember(book: Book, **wrong: Any) -> Any:
    return book.remember(ANA, **{"text": "Likes tea", "origin": Origin.DM, **BY, **wrong})


def apply(book: Book, candidates: Any, **wrong: Any) -> Any:
    return book.apply(ANA, candidates, **{"source": Source("C1", "1.0"), "origin": Origin.DM, **BY, **wrong})


def recall(book: Book, query: Any, **wrong: Any) -> Any:
    return book.recall(query, **{"reader": ANA, "visible": lambda _: True, **wrong})


def candidate(**wrong: Any) -> Candidate:
    return replace(add("Likes tea"), **wrong)


def query(**wrong: Any) -> Query:
    return replace(Query("tea", terms=("tea",)), **wrong)


def episode(**wrong: Any) -> Episode:
    return Episode(
        **{"at": day(1), "channel_id": "C1", "ts": "1.0", "text": "Tea?", "reply": "Tea.", "origin": Origin.DM, **wrong}
    )


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
    "more episodes than can be counted": lambda book, _: book.episodes(ANA, limit=10**30),
    "what nobody's message brought": lambda book, _: book.made_of(None, Source("C1", "1.0")),  # type: ignore[arg-type]
    "recall more than can be counted": lambda book, _: recall(book, Query("tea"), limit=10**30),
    "notes": lambda book, _: book.user_notes(ANY),
    "remember a channel": lambda book, _: remember(book, source=Source(5, "1.0")),  # type: ignore[arg-type]
    "remember a link": lambda book, _: remember(book, source=Source("C1", "1.0", 5)),  # type: ignore[arg-type]
    "remember a number as its name": lambda book, _: remember(book, name=5),
    "apply no text": lambda book, _: apply(book, [candidate(text=None)]),
    "apply a command": lambda book, _: apply(book, [candidate(op="add")]),
    "apply a kind": lambda book, _: apply(book, [candidate(kind="fact")]),
    "apply an attribute": lambda book, _: apply(book, [candidate(attribute=5)]),
    "apply a value": lambda book, _: apply(book, [candidate(value=["tea"])]),
    "apply a polarity": lambda book, _: apply(book, [candidate(polarity="negative")]),
    "apply a confidence": lambda book, _: apply(book, [candidate(confidence=None)]),
    "apply a day": lambda book, _: apply(book, [candidate(dated="2026-03-01")]),
    "apply a span": lambda book, _: apply(book, [candidate(span="0-3")]),
    "apply one after a good one": lambda book, _: apply(book, [add("Likes tea"), candidate(op=None)]),
    "forget words that are none": lambda book, _: book.forget(ANA, query(terms=(5,)), **BY),
    "forget by no function": lambda book, _: book.forget(ANA, Query("tea"), visible=ANY, **BY),
    "forget hardly": lambda book, _: book.forget(ANA, Query("tea"), hard=ANY, **BY),
    "recall no text": lambda book, _: recall(book, query(text=None)),
    "recall no words": lambda book, _: recall(book, query(terms=None)),
    "recall words that are none": lambda book, _: recall(book, query(terms=(5,))),
    "recall one word": lambda book, _: recall(book, query(terms="tea")),
    "recall attributes that are none": lambda book, _: recall(book, query(attributes=(None,))),
    "recall since no zone": lambda book, _: recall(book, query(since=NAIVE)),
    "recall by no function": lambda book, _: recall(book, Query("tea"), visible=None),
    "recall yes": lambda book, _: recall(book, Query("tea"), limit=True),
    "on no attribute": lambda book, _: book.on_attribute(ANA, "food", None),  # type: ignore[arg-type]
    "find no id": lambda book, _: book.find(ANA, None),  # type: ignore[arg-type]
    "rewritten what": lambda book, _: book.is_rewritten_since(ANY, day(1)),
    "rewritten when": lambda book, memory: book.is_rewritten_since(memory, ANY),
    "erase a team": lambda book, _: book.erase_team("../T1", **BY),
    "episode of no time": lambda book, _: book.write_episode(ANA, episode(at="today")),
    "episode of no zone": lambda book, _: book.write_episode(ANA, episode(at=NAIVE)),
    "episode of no words": lambda book, _: book.write_episode(ANA, episode(text=None)),
    "episode from nowhere": lambda book, _: book.write_episode(ANA, episode(origin="dm")),
    "episodes in no channel": lambda book, _: book.episodes_in("T1", None, limit=1),  # type: ignore[arg-type]
    "episodes without end": lambda book, _: book.episodes(ANA, limit=float("inf")),  # type: ignore[arg-type]
    "drop no turn": lambda book, _: book.drop_turn(ANA, None),  # type: ignore[arg-type]
    "choose nothing": lambda book, _: book.choose(ANA, None, "x", **BY),  # type: ignore[arg-type]
    "choose a number": lambda book, _: book.choose(ANA, "replies", 5, **BY),  # type: ignore[arg-type]
    "a note of nothing": lambda book, _: book.note(ANA, None, **BY),  # type: ignore[arg-type]
    "a page of nothing": lambda book, _: book.write_page("SOUL.md", None, person=ANA, **BY),  # type: ignore[arg-type]
    "another page": lambda book, _: book.write_page("../SOUL.md", "x", person=ANA, **BY),
    "encode without progress": lambda book, _: book.finish_encoding("T1", ANY),
    "drop old episodes": lambda book, _: book.drop_old_episodes(dry_run=ANY),
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
        {"recall_max_items": 2.5},
        {"recall_max_items": True},
        {"recall_max_chars": "many"},
        {"retention_days": None},
        {"retention_days": 10**9},
        {"uninstalled_days": float("inf")},
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


@pytest.mark.parametrize("home", [None, 5, "a\0b"], ids=str)
def test_a_home_that_is_no_path_is_refused(home: Any) -> None:
    with pytest.raises(InvalidValueError, match="Give the path of a folder"):
        open_book(home)


def test_settings_that_are_none_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidValueError, match="Give BookSettings"):
        open_book(tmp_path / "home", {})  # type: ignore[arg-type]


@pytest.mark.parametrize("days", [{"fact": 3}, [Kind.FACT], None], ids=str)
def test_days_that_are_not_by_kind_are_refused(days: Any) -> None:
    with pytest.raises(InvalidValueError, match="Give days by kind"):
        BookSettings(retention_days_by_kind=days)


def test_a_folder_that_is_no_path_is_refused() -> None:
    with pytest.raises(InvalidValueError, match="Give the Path of a folder"):
        folder_or_error("memories")  # type: ignore[arg-type]


@pytest.mark.parametrize("team_id", ["", "../..", "T1\0", "nobody", "T" * 500])
def test_a_team_that_cannot_be_has_no_people(book: Book, known: Memory, team_id: str) -> None:
    assert book.people(team_id) == []
    assert book.episodes_in(team_id, "C1", limit=9) == []


def test_the_wrong_field_of_a_value_is_named(book: Book) -> None:
    with pytest.raises(InvalidValueError, match=r"candidates: confidence '\(of type str\)' cannot be used"):
        apply(book, [add("Likes tea"), candidate(confidence="high")])


def test_a_candidate_of_no_durable_kind_is_not_kept(book: Book) -> None:
    assert apply(book, [candidate(kind=Kind.EPISODE)]) == []


def test_half_a_character_is_kept_as_what_it_is(book: Book) -> None:
    book.choose(ANA, "replies", "half \ud83d", **BY)

    assert book.choices(ANA)["replies"].startswith("half ")
