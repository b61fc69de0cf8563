"""What a line of an import must be, and what keeping the lines does."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.requests import importing
from bot.requests.importing import ImportFileError, ImportLineError, Item, keep, read_file, read_items
from memory.book import Book, open_book
from memory.records import Kind, Origin, Person

NOW = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)
ALEX, DANA = Person("T1", "UALEX"), Person("T1", "UDANA")


@pytest.fixture
def book(tmp_path: Path) -> Book:
    return open_book(tmp_path / "home", now=lambda: NOW)


def read(*lines: object) -> list[Item]:
    texts = [line if isinstance(line, str) else json.dumps(line) for line in lines]
    return list(read_items(texts, name="notes", team="T1", at=NOW, ignored=set()))


def line(text: str = "Drinks tea", user: str = "UALEX", **more: object) -> dict[str, object]:
    return {"user": user, "text": text, **more}


def test_a_line_is_read_with_all_it_has() -> None:
    given = line(id="n1", at="2026-03-02T09:15:00", kind="preference", attribute="preference:tea")

    assert read(given) == [
        Item(
            line=1,
            person=ALEX,
            text="Drinks tea",
            at=datetime(2026, 3, 2, 9, 15, tzinfo=UTC),
            id="n1",
            kind=Kind.PREFERENCE,
            attribute="preference:tea",
        )
    ]


def test_what_a_line_leaves_out_has_a_default() -> None:
    item = read("", line(), "   ")[0]

    assert (item.line, item.kind, item.attribute, item.id) == (2, Kind.FACT, None, None)
    assert NOW - timedelta(seconds=1) < item.at < NOW
    assert len(item.memory_id) == 26


def test_text_is_read_as_it_will_be_kept() -> None:
    assert read(line("  Drinks\n tea \u202e<!-- memory {} -->"))[0].text == "Drinks tea <! -- memory {} →"


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        pytest.param("{", "it is not JSON (Expecting property name", id="no JSON"),
        pytest.param("[" * 100_000, "it is nested too deeply", id="nested without end"),
        pytest.param("[1]", "it is not a JSON object", id="no object"),
        pytest.param({"text": "tea"}, 'its "user" is missing', id="no user"),
        pytest.param({"user": "UALEX"}, 'its "text" is missing', id="no text"),
        pytest.param(line(user=7), 'its "user" is 7', id="user a number"),  # type: ignore[arg-type]
        pytest.param(line(user="../x"), "user id '../x' is not valid", id="user a path"),
        pytest.param(line("  "), 'its "text" is "  "', id="blank text"),
        pytest.param(line("\u200b"), 'nothing of its "text" is visible', id="invisible text"),
        pytest.param(line(id=7), 'its "id" is 7', id="id a number"),
        pytest.param(line(id=""), 'its "id" is ""', id="empty id"),
        pytest.param(line(id="x" * 129), 'its "id" is "xxx', id="long id"),
        pytest.param(line(id="a\nb"), 'its "id" is "a\\nb"', id="id of two lines"),
        pytest.param(line(id="a`b"), 'its "id" is "a`b"', id="id with a backtick"),
        pytest.param(line(id="a-->b"), 'its "id" is "a-->b"', id="id that ends a comment"),
        pytest.param(line(at="soon"), 'its "at" is "soon"', id="no time"),
        pytest.param(line(at=7), 'its "at" is 7', id="time a number"),
        pytest.param(line(at="9999-12-31"), 'its "at" is "9999', id="end of time"),
        pytest.param(line(at="0001-01-01T00:00:00+14:00"), 'its "at" is "0001', id="time before time"),
        pytest.param(line(kind="mood"), 'its "kind" is "mood"; kinds are profile,', id="unknown kind"),
        pytest.param(line(kind="episode"), 'its "kind" is "episode"', id="episode"),
        pytest.param(line(kind=["fact"]), 'its "kind" is ["fact"]', id="kind a list"),
        pytest.param(line(attribute=7), 'its "attribute" is 7', id="attribute a number"),
    ],
)
def test_a_bad_line_is_told_with_its_number(given: object, problem: str) -> None:
    with pytest.raises(ImportLineError) as told:
        read(line("fine"), given)

    assert str(told.value).startswith(f"notes, line 2: {problem}")
    assert str(told.value).endswith(". Correct that line and import again; nothing was imported.")


def test_an_id_given_twice_to_other_words_is_refused() -> None:
    read(line(id="n1"), line(id="n1"))

    with pytest.raises(ImportLineError, match="line 2: the id 'n1' stands on an earlier line with other words"):
        read(line(id="n1"), line("Drinks coffee", id="n1"))


def test_a_line_without_a_time_was_learned_when_the_file_was_last_changed(tmp_path: Path) -> None:
    path = tmp_path / "notes.jsonl"
    path.write_text(json.dumps(line()))

    before = read_file(path, team="T1", now=datetime(2020, 1, 1, tzinfo=UTC), ignored=set())
    after = read_file(path, team="T1", now=datetime(2200, 1, 1, tzinfo=UTC), ignored=set())

    just_before = pytest.approx(datetime(2020, 1, 1, tzinfo=UTC).timestamp() - 1, abs=0.001)
    assert before[0].at.timestamp() == just_before, "a file from the future is from now"
    assert after[0].at.timestamp() == pytest.approx(path.stat().st_mtime - 1, abs=0.001)


def test_lines_without_a_time_keep_their_order() -> None:
    first, second = read(line("Drinks tea"), line("Drinks coffee"))

    assert first.at < second.at


def test_a_file_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    (tmp_path / "notes.jsonl").write_bytes(b"\xff\xfe")

    with pytest.raises(ImportFileError, match="it is not text in UTF-8"):
        read_file(tmp_path / "notes.jsonl", team="T1", now=NOW, ignored=set())
    with pytest.raises(ImportFileError, match="Is a directory"):
        read_file(tmp_path, team="T1", now=NOW, ignored=set())


def test_batches_are_kept_one_after_the_other_with_progress(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importing, "BATCH", 2)
    items = read(*(line(f"Note {number}", id=f"n{number}") for number in range(5)), line("Has a cat", user="UDANA"))
    steps: list[int] = []

    summary = keep(book, items, name="notes", progress=steps.append)

    assert (summary.lines, summary.added, summary.known) == (6, 6, 0)
    assert steps == [0, 2, 2, 1, 0, 1]
    assert [memory.id for memory in book.memories(ALEX)] == [f"n{number}" for number in range(5)]


def test_what_holds_already_is_not_added_again_without_an_id(book: Book) -> None:
    book.remember(ALEX, "Drinks tea", origin=Origin.DM, at=NOW, actor="UALEX")

    summary = keep(book, read(line(), line(), line("Has a cat"), line("Has a cat")), name="notes")

    assert (summary.added, summary.known) == (1, 3)


def test_a_memory_that_was_patched_since_is_left_as_it_is(book: Book) -> None:
    keep(book, read(line(id="n1")), name="notes")
    book.patch(ALEX, "n1", "Drinks green tea", at=NOW, actor="UALEX")

    summary = keep(book, read(line(id="n1")), name="notes")

    assert (summary.added, summary.known) == (0, 1)
    assert book.get(ALEX, "n1").text == "Drinks green tea"


@pytest.mark.parametrize("hard", [False, True], ids=["soft", "hard"])
def test_what_was_forgotten_is_not_learned_again_from_the_same_file(book: Book, hard: bool) -> None:
    items = read(line(id="n1"), line("Has a cat"))
    keep(book, items, name="notes")
    book.forget_all(ALEX, at=NOW, actor="UALEX", hard=hard)

    summary = keep(book, items, name="notes")

    assert summary.added == 0
    assert book.memories(ALEX) == []


def test_an_id_of_someone_else_is_refused_before_anything_is_kept(book: Book) -> None:
    keep(book, read(line(id="n1", user="UDANA")), name="notes")

    with pytest.raises(ImportLineError, match="line 2: the id 'n1' is that of someone else's memory"):
        keep(book, read(line("Has a cat", id="n2"), line(id="n1")), name="notes")

    assert book.memories(ALEX) == []


def test_a_newer_value_replaces_the_older_whatever_the_order(book: Book) -> None:
    newer = line("Lives in Porto", attribute="location", at="2026-04-09T09:00:00Z")
    older = line("Lives in Lisbon", attribute="location", at="2026-03-02T09:00:00Z")

    keep(book, read(newer, older), name="notes")

    assert [memory.text for memory in book.memories(ALEX)] == ["Lives in Porto"]
    assert [[memory.text for memory in chain] for chain in book.history(ALEX)] == [
        ["Lives in Lisbon", "Lives in Porto"]
    ]


def test_what_another_process_imported_meanwhile_counts_as_known(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    keep(book, read(line(id="n1")), name="notes")
    monkeypatch.setattr(Book, "memories", lambda *_, **__: [])

    summary = keep(book, read(line(id="n1")), name="notes")

    assert (summary.added, summary.known) == (0, 1)


def test_nothing_to_import_is_no_error(book: Book) -> None:
    assert keep(book, [], name="notes").lines == 0
