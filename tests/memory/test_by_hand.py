"""Logs may be edited by hand: what was done is noticed on the next read, counts, and is audited."""

from pathlib import Path

import pytest

from memory.book import Book, BookSettings
from memory.records import Operation, Origin, Status
from memory.stores import ledger, person_log
from tests.memory.making import ANA, add, asking, day, note, said_on, say, texts
from tests.memory.stores import markdown_book


def log_of(book: Book, name: str = "2026-03-01.md") -> Path:
    return book.home / "teams" / ANA.team_id / "people" / ANA.user_id / name


def told(book: Book) -> list[tuple[str, str]]:
    """Return what the audit tells of edits by hand."""
    return [(line.operation.value, line.note) for line in book.audit(person=ANA) if line.actor == "hand"]


def again(book: Book) -> Book:
    """Return the same home as another process sees it."""
    return markdown_book(book.home, BookSettings())


@pytest.fixture(params=["same process", "another process"])
def seen_by(request: pytest.FixtureRequest, on_disk: Book) -> Book:
    """A book with three memories, or the one that another process opened before the edit."""
    for number, text in enumerate(["Lives in Lisbon", "Likes tea", "Works at Acme"]):
        note(on_disk, 1 + number / 24, text)
    if request.param == "same process":
        return on_disk
    other = again(on_disk)
    assert len(texts(other)) == 3
    return other


def test_a_changed_line_is_a_patch(seen_by: Book) -> None:
    path = log_of(seen_by)
    path.write_text(path.read_text().replace("| Likes tea", "| Likes green tea"))

    assert texts(seen_by) == ["Lives in Lisbon", "Likes green tea", "Works at Acme"]
    assert told(seen_by) == [("patch", "line changed")]


def test_changed_details_count_too(seen_by: Book) -> None:
    path = log_of(seen_by)
    path.write_text(path.read_text().replace('"kind":"fact"', '"kind":"profile"', 1))

    assert seen_by.memories(ANA)[0].kind.value == "profile"
    assert told(seen_by) == [("patch", "line changed")]


def test_a_changed_line_wins_over_an_older_patch(on_disk: Book) -> None:
    memory = note(on_disk, 1, "Lives in Lisbo")
    on_disk.patch(ANA, memory.id, "Lives in Lisbon", at=day(2), actor="UANA")

    path = log_of(on_disk)
    path.write_text(path.read_text().replace("Lives in Lisbo ", "Lives in Porto "))

    assert texts(on_disk) == ["Lives in Porto"]
    assert texts(again(on_disk)) == ["Lives in Porto"]


def test_a_changed_line_says_what_is_so_and_not_the_value_in_its_comment(on_disk: Book) -> None:
    say(on_disk, 1, add("Lives in Porto", "location", "Porto"))
    path = log_of(on_disk)
    path.write_text(path.read_text().replace("Lives in Porto", "Lives in Braga"))
    (braga,) = on_disk.memories(ANA)

    (change,) = say(on_disk, 2, add("Lives in Porto", "location", "Porto"))

    assert (braga.text, braga.value) == ("Lives in Braga", None)
    assert change.operation is Operation.SUPERSEDE
    assert texts(on_disk) == texts(again(on_disk)) == ["Lives in Porto"]
    assert told(on_disk) == [("patch", "line changed")]


def test_a_removed_line_is_forgotten_and_stays_so(seen_by: Book) -> None:
    path = log_of(seen_by)
    path.write_text("".join(line for line in path.read_text().splitlines(keepends=True) if "tea" not in line))

    assert texts(seen_by, None) == ["Lives in Lisbon", "Works at Acme"]
    assert told(seen_by) == [("forget_soft", "line removed")]
    assert seen_by.remember(ANA, "Likes tea", origin=Origin.IMPORT, at=day(2), actor="import").operation is (
        Operation.FORGET_SOFT
    )
    assert texts(again(seen_by)) == ["Lives in Lisbon", "Works at Acme"]


def test_a_removed_line_of_a_message_is_not_learned_from_a_retry(on_disk: Book) -> None:
    say(on_disk, 1, add("Likes tea"))
    log_of(on_disk).write_text("")

    assert texts(on_disk) == []
    assert say(on_disk, 1, add("Likes tea")) == []


def test_removing_a_newer_value_does_not_bring_the_older_back(on_disk: Book) -> None:
    say(on_disk, 1, add("Lives in Lisbon", "location", "Lisbon"))
    say(on_disk, 2, add("Lives in Porto", "location", "Porto"))

    log_of(on_disk, "2026-03-02.md").unlink()

    assert texts(on_disk) == []
    assert texts(on_disk, Status.SUPERSEDED) == ["Lives in Lisbon"]


def test_a_line_put_back_is_remembered_again(seen_by: Book) -> None:
    path = log_of(seen_by)
    whole = path.read_text()
    path.write_text("".join(line for line in whole.splitlines(keepends=True) if "tea" not in line))
    assert len(texts(seen_by)) == 2

    path.write_text(whole)

    assert texts(seen_by) == ["Lives in Lisbon", "Likes tea", "Works at Acme"]
    assert told(seen_by)[-1] == ("insert", "line added")


@pytest.mark.parametrize("end", ["\n", "", "\r\n"], ids=["with", "without", "with a Windows"])
def test_an_added_line_is_a_memory(seen_by: Book, end: str) -> None:
    path = log_of(seen_by)
    with path.open("ab") as file:
        file.write(f"- **15:00 UTC** | `@ana` | Has a dog{end}".encode())

    assert texts(seen_by)[-1] == "Has a dog"
    assert seen_by.memories(ANA)[-1].origin is Origin.HAND
    assert told(seen_by) == [("insert", "line added")]
    note(seen_by, 1.6, "Has a cat")
    assert texts(again(seen_by))[-2:] == ["Has a dog", "Has a cat"]
    assert [line for line in path.read_text().splitlines() if "dog" in line] == ["- **15:00 UTC** | `@ana` | Has a dog"]


def test_a_memory_added_by_hand_can_be_changed_like_any_other(on_disk: Book) -> None:
    note(on_disk, 1, "Likes tea")
    path = log_of(on_disk)
    path.write_text(path.read_text() + "- **15:00 UTC** | `@ana` | Has a dog\n")

    on_disk.forget(ANA, asking("dog"), at=day(2), actor="UANA")

    assert texts(on_disk) == texts(again(on_disk)) == ["Likes tea"]


def test_notes_between_the_entries_are_kept_byte_for_byte(on_disk: Book) -> None:
    note(on_disk, 1, "Likes tea")
    path = log_of(on_disk)
    notes = "\n> a thought of mine\n\t- and a list\n\n## Heading -->\n\xff\xfe".encode("latin-1")
    path.write_bytes(path.read_bytes() + notes + b"\n")

    note(on_disk, 1.5, "Has a dog")
    on_disk.forget(ANA, asking("tea"), at=day(2), actor="UANA", hard=True)

    assert notes in path.read_bytes()
    assert texts(on_disk) == ["Has a dog"]


def test_a_file_added_by_hand_is_read(on_disk: Book) -> None:
    note(on_disk, 1, "Likes tea")
    log_of(on_disk, "2026-02-01.md").write_text(
        "# Memories for 2026-02-01\n\n- **08:00 UTC** | `@ana` | Has a dog\n- **09:00 UTC** | `@ana` | Has a cat\n"
    )

    assert texts(on_disk) == ["Has a dog", "Has a cat", "Likes tea"]
    assert told(on_disk) == [("insert", "line added")] * 2


def test_a_file_of_another_home_that_is_put_in_is_audited(on_disk: Book, tmp_path: Path) -> None:
    elsewhere = markdown_book(tmp_path / "elsewhere", BookSettings())
    note(elsewhere, 1, "Has a dog")
    note(on_disk, 2, "Likes tea")
    log_of(on_disk, "2026-03-01.md").write_bytes(log_of(elsewhere).read_bytes())

    assert texts(on_disk) == ["Has a dog", "Likes tea"]
    assert told(on_disk) == [("insert", "line added")]


def test_a_file_renamed_by_hand_changes_nothing(seen_by: Book) -> None:
    before = seen_by.memories(ANA)
    log_of(seen_by).rename(log_of(seen_by, "2026-04-01.md"))

    assert seen_by.memories(ANA) == before
    assert told(seen_by) == []
    assert texts(again(seen_by)) == texts(seen_by)


def test_a_file_deleted_by_hand_is_forgotten(seen_by: Book) -> None:
    log_of(seen_by).unlink()

    assert texts(seen_by, None) == []
    assert told(seen_by) == [("forget_soft", "line removed")] * 3
    note(seen_by, 32, "Likes coffee")
    assert texts(again(seen_by)) == ["Likes coffee"]


def test_a_deleted_file_that_is_put_back_is_remembered_again(seen_by: Book) -> None:
    path = log_of(seen_by)
    content = path.read_bytes()
    path.unlink()
    assert texts(seen_by) == []

    path.write_bytes(content)

    assert texts(seen_by) == texts(again(seen_by)) == ["Lives in Lisbon", "Likes tea", "Works at Acme"]
    assert told(seen_by) == [("forget_soft", "line removed")] * 3 + [("insert", "line added")] * 3


def test_a_copied_file_does_not_double_anything(seen_by: Book) -> None:
    before = seen_by.memories(ANA)
    copy = log_of(seen_by, "2026-04-01.md")
    copy.write_bytes(log_of(seen_by).read_bytes())
    assert seen_by.memories(ANA) == before
    assert told(seen_by) == []

    copy.unlink()

    assert seen_by.memories(ANA) == before


def test_a_folder_deleted_by_hand_is_erased(seen_by: Book) -> None:
    folder = log_of(seen_by).parent
    for path in folder.iterdir():
        path.unlink()
    folder.rmdir()

    assert texts(seen_by, None) == []
    assert told(seen_by) == [("erase_person", "folder removed")]
    assert not folder.exists()


def test_a_removed_change_is_undone(on_disk: Book) -> None:
    memory = note(on_disk, 1, "Likes tea")
    on_disk.invalidate(ANA, memory.id, at=day(2), actor="UANA", reason="")

    log_of(on_disk, "2026-03-02.md").write_text("# Memories for 2026-03-02\n")

    assert texts(on_disk) == ["Likes tea"]
    assert told(on_disk) == [("patch", "line of a change removed")]


def test_an_unreadable_line_is_told_kept_and_stops_nothing(seen_by: Book) -> None:
    path = log_of(seen_by)
    broken = path.read_text().replace('Likes tea <!-- memory {"id"', 'Likes tea <!-- memory {"id')
    path.write_text(broken)

    assert texts(seen_by) == ["Lives in Lisbon", "Works at Acme"]
    (problem,) = seen_by.problems()
    assert (problem.path, problem.line) == (path, 4)
    assert "Likes tea" not in str(problem)
    note(seen_by, 1.6, "Has a dog")
    assert path.read_text().startswith(broken)

    path.write_text(path.read_text().replace('memory {"id:', 'memory {"id":'))

    assert texts(seen_by) == ["Lives in Lisbon", "Likes tea", "Works at Acme", "Has a dog"]
    assert seen_by.problems() == []


def test_a_file_of_a_day_that_never_was_is_kept_and_stops_nothing(seen_by: Book) -> None:
    never = log_of(seen_by, "2026-02-30.md")
    never.write_text("- **10:00 UTC** | `@ana` | Likes coffee\n")

    assert texts(seen_by) == ["Lives in Lisbon", "Likes tea", "Works at Acme"]
    assert never.exists()


def test_recall_notices_what_others_did_by_hand(on_disk: Book) -> None:
    note(on_disk, 1, "The staging database is called walrus")

    def found() -> list[str]:
        hits = on_disk.recall(asking("staging database"), reader=ANA, visible=lambda _: True)
        return [hit.memory.text for hit in hits]

    assert found() == ["The staging database is called walrus"]
    path = log_of(on_disk)
    path.write_text(path.read_text().replace("walrus", "narwhal"))
    assert found() == ["The staging database is called narwhal"]


def test_edits_made_while_nobody_looked_are_noticed_later(on_disk: Book) -> None:
    note(on_disk, 1, "Likes tea")
    note(on_disk, 2, "Has a dog")
    on_disk.close()
    log_of(on_disk, "2026-03-02.md").unlink()
    path = log_of(on_disk)
    path.write_text(path.read_text().replace("Likes tea", "Likes coffee"))

    opened = again(on_disk)

    assert texts(opened) == ["Likes coffee"]
    assert sorted(told(opened)) == [("forget_soft", "line removed"), ("patch", "line changed")]


def test_without_an_index_nothing_is_lost(on_disk: Book) -> None:
    note(on_disk, 1, "Likes tea")
    for path in sorted((on_disk.home / "index").rglob("*"), reverse=True):
        path.unlink() if path.is_file() else path.rmdir()

    opened = again(on_disk)

    assert texts(opened) == ["Likes tea"]
    assert told(opened) == []
    path = log_of(opened)
    path.write_text(path.read_text().replace("tea", "coffee"))
    assert texts(opened) == ["Likes coffee"]
    assert told(opened) == [("patch", "line changed")]


def test_a_long_unknown_file_is_taken_into_the_ledger_when_it_is_written(
    on_disk: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(person_log, "EAGER_LEDGER_BYTES", 10)
    note(on_disk, 1, "Likes tea")
    ledger_file = on_disk.home / ledger.FOLDER / "T1" / "UANA" / "2026-03-01.md"
    ledger_file.unlink()
    opened = again(on_disk)

    assert texts(opened) == ["Likes tea"]
    assert not ledger_file.exists()
    note(opened, 1.5, "Has a dog")
    assert ledger_file.read_text().count("+\t") == 2


def test_a_damaged_ledger_does_no_harm(on_disk: Book) -> None:
    note(on_disk, 1, "Likes tea")
    ledger_file = on_disk.home / ledger.FOLDER / "T1" / "UANA" / "2026-03-01.md"
    ledger_file.write_bytes(b"+\tnonsense\n\xff\xfe\n=\t1\t2\n")

    opened = again(on_disk)

    assert texts(opened) == ["Likes tea"]
    note(opened, 1.5, "Has a dog")
    assert texts(again(opened)) == ["Likes tea", "Has a dog"]


class TestTornEnds:
    """A crash may cut the last line anywhere; what was whole is served and what was not is cut off."""

    @pytest.fixture
    def whole(self, on_disk: Book) -> bytes:
        say(on_disk, 1, add("Likes tea"))
        say(on_disk, 1.5, add("Lives in Lisbon", "location", "Lisbon"))
        return log_of(on_disk).read_bytes()

    @pytest.mark.parametrize("cut", [1, 2, 30, 200, "name", "text"])
    def test_a_line_cut_off_is_cut_away(self, on_disk: Book, whole: bytes, cut: int | str) -> None:
        last = whole.rindex(b"\n", 0, -1) + 1
        kept = {"name": last + 30, "text": last + 45}.get(str(cut)) or len(whole) - int(cut)
        log_of(on_disk).write_bytes(whole[:kept])

        opened = again(on_disk)

        assert texts(opened, None) == ["Likes tea"]
        assert opened.problems() == []
        assert log_of(on_disk).read_bytes() == whole[:last]

    def test_what_was_cut_off_is_learned_again_from_its_message(self, on_disk: Book, whole: bytes) -> None:
        log_of(on_disk).write_bytes(whole[:-20])
        assert texts(on_disk) == ["Likes tea"]

        say(on_disk, 1.5, add("Lives in Lisbon", "location", "Lisbon"))

        assert texts(on_disk) == ["Likes tea", "Lives in Lisbon"]
        assert told(on_disk) == []

    def test_empty_space_left_by_a_crash_is_cut_away(self, on_disk: Book, whole: bytes) -> None:
        log_of(on_disk).write_bytes(whole + bytes(100))

        assert texts(on_disk) == ["Likes tea", "Lives in Lisbon"]
        note(on_disk, 1.6, "Has a dog")
        assert b"\0" not in log_of(on_disk).read_bytes()

    def test_what_was_written_in_one_call_is_kept_whole_or_not_at_all(self, on_disk: Book, whole: bytes) -> None:
        ledger_file = on_disk.home / ledger.FOLDER / "T1" / "UANA" / "2026-03-01.md"
        say(on_disk, 1.6, add("Has a dog"), add("Has a cat"))
        both = log_of(on_disk).read_bytes()
        first_line = both[len(whole) :].index(b"\n") + 1
        ledger_file.write_text("".join(ledger_file.read_text().splitlines(keepends=True)[:-1]))
        log_of(on_disk).write_bytes(both[: len(whole) + first_line])

        opened = again(on_disk)

        assert texts(opened) == ["Likes tea", "Lives in Lisbon"]
        assert log_of(on_disk).read_bytes() == whole

    def test_what_was_announced_but_never_written_is_not_missed(self, on_disk: Book, whole: bytes) -> None:
        ledger_file = on_disk.home / ledger.FOLDER / "T1" / "UANA" / "2026-03-01.md"
        with ledger_file.open("a") as file:
            file.write(f"+\tNEVER\t{len(whole)}\t100\tdigest\t\ttomb\t{said_on(1).ts}\t\n")

        assert texts(again(on_disk)) == ["Likes tea", "Lives in Lisbon"]
        note(on_disk, 1.6, "Has a dog")
        path = log_of(on_disk)
        path.write_text(path.read_text().replace("tea", "coffee"))
        assert texts(on_disk) == ["Likes coffee", "Lives in Lisbon", "Has a dog"]
        assert told(on_disk) == [("patch", "line changed")]


def test_a_link_is_not_followed(on_disk: Book, tmp_path: Path) -> None:
    note(on_disk, 1, "Likes tea")
    outside = tmp_path / "outside.md"
    outside.write_text("# Memories for 2026-03-05\n\n- **08:00 UTC** | `@eve` | Stolen\n")
    log_of(on_disk, "2026-03-05.md").symlink_to(outside)

    assert texts(on_disk) == ["Likes tea"]
    assert log_of(on_disk, "2026-03-05.md").readlink() == outside


def test_other_line_ends_change_nothing(seen_by: Book) -> None:
    path = log_of(seen_by)
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))

    assert texts(seen_by) == ["Lives in Lisbon", "Likes tea", "Works at Acme"]
    assert told(seen_by) == []
    path.write_bytes(path.read_bytes().replace(b"| Likes tea", b"| Likes green tea"))
    assert texts(seen_by) == ["Lives in Lisbon", "Likes green tea", "Works at Acme"]
    path.write_bytes(path.read_bytes().replace(b"\r\n", b"\n"))
    assert texts(again(seen_by)) == ["Lives in Lisbon", "Likes green tea", "Works at Acme"]
    assert told(seen_by) == [("patch", "line changed")]
