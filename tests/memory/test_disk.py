"""The home on the disk: modes, links, refusals of the disk, several processes. Whatever fails, nothing is lost."""

import errno
import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from memory.book import Book, BookSettings, open_book
from memory.errors import StoreError
from memory.records import Person
from memory.stores import files, jsonl
from memory.stores.locks import FileLocked
from memory.stores.markdown import SWEEP, MarkdownStore
from memory.stores.news import News
from memory.stores.open_files import KEPT
from tests.memory.making import ANA, BO, ELSEWHERE, add, asking, day, note, say, texts
from tests.memory.stores import markdown_book

FOLDER = "teams/T1/people/UANA"


def again(book: Book) -> Book:
    return markdown_book(book.home, BookSettings())


def test_everything_is_for_this_user_only(on_disk: Book) -> None:
    say(on_disk, 1, add("Likes tea"))
    on_disk.pause(ANA, at=day(1), actor="UANA")

    modes = {path: stat.S_IMODE(path.lstat().st_mode) for path in [on_disk.home, *on_disk.home.rglob("*")]}

    assert {mode for path, mode in modes.items() if path.is_dir()} == {0o700}
    assert {mode for path, mode in modes.items() if path.is_file()} == {0o600}


def test_a_home_in_a_folder_that_is_not_there_is_made(tmp_path: Path) -> None:
    assert open_book(tmp_path / "a" / "b" / "home").memories(ANA) == []


def test_a_home_that_is_a_link_to_a_folder_is_fine(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "home").symlink_to(tmp_path / "real")

    with markdown_book(tmp_path / "home", BookSettings()) as book:
        note(book, 1, "Likes tea")
        assert texts(book) == ["Likes tea"]


@pytest.mark.parametrize("part", ["teams", "teams/T1", "teams/T1/people", FOLDER])
def test_a_link_inside_the_home_is_not_followed(on_disk: Book, tmp_path: Path, part: str) -> None:
    outside = tmp_path / "outside"
    (outside / "T1" / "people" / "UANA").mkdir(parents=True)
    link = on_disk.home / part
    link.parent.mkdir(parents=True, exist_ok=True)
    link.symlink_to(outside)

    with pytest.raises(StoreError, match="symbolic link"):
        note(on_disk, 1, "Likes tea")
    assert not [path for path in outside.rglob("*") if path.is_file()]


@pytest.mark.parametrize("part", ["teams", FOLDER])
def test_a_folder_that_becomes_a_link_is_not_followed(on_disk: Book, tmp_path: Path, part: str) -> None:
    note(on_disk, 1, "Likes tea")
    outside = tmp_path / "outside"
    shutil.copytree(on_disk.home / part, outside)
    (on_disk.home / part).rename(tmp_path / "aside")
    (on_disk.home / part).symlink_to(outside)
    kept = {path: path.read_bytes() for path in outside.rglob("*") if path.is_file()}

    for touch in (lambda: texts(on_disk), lambda: note(on_disk, 1.1, "Has a dog")):
        with pytest.raises(StoreError, match="symbolic link"):
            touch()
    assert kept == {path: path.read_bytes() for path in outside.rglob("*") if path.is_file()}


def test_a_log_that_is_a_link_is_not_written(on_disk: Book, tmp_path: Path) -> None:
    note(on_disk, 2, "Has a dog")
    (tmp_path / "outside.md").write_text("mine\n")
    (on_disk.home / FOLDER / "2026-03-01.md").symlink_to(tmp_path / "outside.md")

    with pytest.raises(StoreError, match="symbolic link"):
        note(on_disk, 1, "Likes tea")
    assert (tmp_path / "outside.md").read_text() == "mine\n"
    assert texts(on_disk) == ["Has a dog"]


def test_a_file_in_place_of_a_folder_is_told(on_disk: Book) -> None:
    (on_disk.home / "teams").write_text("")

    with pytest.raises(StoreError, match="Move the file"):
        note(on_disk, 1, "Likes tea")


def test_a_home_that_is_a_file_is_told(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("")

    with pytest.raises(StoreError, match="home"):
        open_book(tmp_path / "home")


class Disk:
    """Lets a system call fail on files whose path ends with `name`, the first `times` it is made."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._patch = monkeypatch

    def refuse(self, call: str, name: str, code: int, *, times: int = 1, written: int = 0) -> list[str]:
        """Return a list of the files that were refused, which grows."""
        refused: list[str] = []
        KEPT.close_all()  # a file that is open already need not be opened
        real: Callable[..., object] = getattr(os, call)
        left = [times]

        def failing(descriptor: object, *rest: object, **more: object) -> object:
            path = str(Path(f"/proc/self/fd/{descriptor}").readlink() if isinstance(descriptor, int) else descriptor)
            if path.endswith(name) and left[0]:
                left[0] -= 1
                refused.append(path)
                if written:
                    real(descriptor, memoryview(rest[0])[:written])  # type: ignore[arg-type]  # the real call's arguments
                raise OSError(code, os.strerror(code), path)
            return real(descriptor, *rest, **more)

        self._patch.setattr(os, call, failing)
        return refused


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    return Disk(monkeypatch)


@pytest.mark.parametrize(
    ("call", "code", "written", "step"),
    [
        pytest.param("write", errno.ENOSPC, 0, "Free some space", id="full"),
        pytest.param("write", errno.ENOSPC, 40, "Free some space", id="full in the middle of the line"),
        pytest.param("write", errno.EIO, 40, "disk may be failing", id="broken while writing"),
        pytest.param("fsync", errno.EIO, 0, "disk may be failing", id="broken while syncing"),
        pytest.param("write", errno.EDQUOT, 0, "quota", id="over quota"),
    ],
)
def test_a_disk_that_refuses_loses_nothing(
    on_disk: Book, disk: Disk, call: str, code: int, written: int, step: str
) -> None:
    note(on_disk, 1, "Likes tea")
    path = on_disk.home / FOLDER / "2026-03-01.md"
    before = path.read_bytes()
    disk.refuse(call, "people/UANA/2026-03-01.md", code, written=written)

    with pytest.raises(StoreError, match=step):
        note(on_disk, 1.1, "Has a dog")

    assert path.read_bytes() == before
    assert texts(on_disk) == texts(again(on_disk)) == ["Likes tea"]
    assert len(list(on_disk.audit())) == 1
    note(on_disk, 1.2, "Has a cat")
    assert texts(on_disk) == texts(again(on_disk)) == ["Likes tea", "Has a cat"]
    assert [line.actor for line in on_disk.audit()] == ["UANA", "UANA"]


def test_a_full_disk_does_not_leave_half_a_first_file(on_disk: Book, disk: Disk) -> None:
    disk.refuse("fsync", "people/UANA/2026-03-01.md", errno.ENOSPC)

    with pytest.raises(StoreError):
        note(on_disk, 1, "Likes tea")
    note(on_disk, 1, "Has a dog")

    text = (on_disk.home / FOLDER / "2026-03-01.md").read_text()
    assert text.count("# Memories for") == 1
    assert texts(on_disk) == ["Has a dog"]


def test_a_capture_of_several_days_is_told_as_a_whole(on_disk: Book, disk: Disk) -> None:
    disk.refuse("fsync", "people/UANA/2026-03-02.md", errno.ENOSPC)

    with pytest.raises(StoreError), on_disk.batch(ANA):
        note(on_disk, 1, "Likes tea")
        note(on_disk, 2, "Has a dog")

    assert texts(on_disk) == texts(again(on_disk)) == ["Likes tea"]


@pytest.mark.parametrize(
    "name", [pytest.param(".tmp", id="pages"), pytest.param("ledger/T1/UANA/2026-03-01.md", id="ledger")]
)
def test_what_can_be_made_anew_may_fail(on_disk: Book, disk: Disk, name: str) -> None:
    note(on_disk, 1, "Likes tea")
    refused = disk.refuse("open", name, errno.ENOSPC, times=50)

    note(on_disk, 1.1, "Has a dog")

    assert refused
    assert texts(on_disk) == ["Likes tea", "Has a dog"]


def test_pages_that_cannot_be_written_are_told_of_once(
    home: Path, disk: Disk, caplog: pytest.LogCaptureFixture
) -> None:
    with markdown_book(home, BookSettings()) as book:
        note(book, 1, "Likes tea")
        disk.refuse("open", ".tmp", errno.ENOSPC, times=50)

        note(book, 1.1, "Has a dog")
        assert texts(book) == texts(book) == ["Likes tea", "Has a dog"]
        note(book, 1.2, "Has a cat")

    assert [record.getMessage().partition(":")[0] for record in caplog.records] == ["the pages are out of date"]


def test_an_audit_that_cannot_be_written_is_told_and_the_capture_can_be_repeated(on_disk: Book, disk: Disk) -> None:
    disk.refuse("write", "audit.jsonl", errno.ENOSPC)

    with pytest.raises(StoreError, match=r"audit\.jsonl"):
        say(on_disk, 1, add("Likes tea"))

    assert [change.refreshed for change in say(on_disk, 1, add("Likes tea"))] == [True]
    assert texts(on_disk) == ["Likes tea"]


def test_a_home_that_cannot_be_written_is_served_as_it_stands(on_disk: Book, disk: Disk) -> None:
    note(on_disk, 1, "Likes tea")
    path = on_disk.home / FOLDER / "2026-03-01.md"
    path.write_text(path.read_text().replace("tea", "coffee"))
    disk.refuse("open", ".lock", errno.EROFS, times=50)
    opened = again(on_disk)

    assert texts(opened) == ["Likes coffee"]
    with pytest.raises(StoreError, match="Mount it writable"):
        note(opened, 2, "Has a dog")


def test_a_lock_that_another_keeps_is_told(home: Path) -> None:
    home.mkdir()

    with (
        FileLocked(home / ".lock"),
        pytest.raises(StoreError, match="held this lock"),
        FileLocked(home / ".lock", timeout=0.01),
    ):
        pytest.fail("two hold one lock")


def test_a_lock_file_left_behind_locks_nobody_out(on_disk: Book) -> None:
    note(on_disk, 1, "Likes tea")
    assert (on_disk.home / FOLDER / ".lock").exists()

    assert note(again(on_disk), 2, "Has a dog").text == "Has a dog"


def test_a_home_without_locks_is_told(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home.mkdir()

    def no_locks(*_: object) -> None:
        raise OSError(errno.ENOSYS, "Function not implemented")

    monkeypatch.setattr("fcntl.flock", no_locks)

    with pytest.raises(StoreError, match="local disk"), FileLocked(home / ".lock"):
        pytest.fail("locked without locks")


@pytest.mark.parametrize("content", ["not hex", "abcd"], ids=["no number", "too short"])
def test_a_damaged_secret_is_told(on_disk: Book, content: str) -> None:
    note(on_disk, 1, "Likes tea")
    (on_disk.home / ".secret").write_text(content)

    with pytest.raises(StoreError, match="Restore it, or remove it"):
        note(again(on_disk), 2, "Has a dog")


@pytest.mark.parametrize("content", ["[]", "{", '{"paused_since": 7}'])
def test_damaged_settings_are_told(on_disk: Book, content: str) -> None:
    on_disk.pause(ANA, at=day(1), actor="UANA")
    (on_disk.home / FOLDER / "settings.json").write_text(content)

    with pytest.raises(StoreError, match="Correct it or remove it"):
        on_disk.is_paused(ANA)


def test_settings_without_a_pause_are_fine(on_disk: Book) -> None:
    on_disk.pause(ANA, at=day(1), actor="UANA")
    (on_disk.home / FOLDER / "settings.json").write_text("{}")

    assert not on_disk.is_paused(ANA)


def test_pages_written_by_people_are_read_anew_each_time(on_disk: Book) -> None:
    assert "memory-bot" in on_disk.soul()
    assert (on_disk.evergreen(), on_disk.user_notes(ANA)) == ("", "")

    note(on_disk, 1, "Likes tea")
    (on_disk.home / "SOUL.md").write_text("\ufeff# Grumpy\n\n")
    (on_disk.home / "MEMORY.md").write_bytes(b"Deploys on Fridays \xff\n")
    (on_disk.home / FOLDER / "USER.md").write_text("Prefers short answers\n")

    assert on_disk.soul() == "# Grumpy"
    assert on_disk.evergreen() == "Deploys on Fridays �"
    assert on_disk.user_notes(ANA) == "Prefers short answers"


def test_strangers_in_the_folders_are_passed_over(on_disk: Book) -> None:
    note(on_disk, 1, "Likes tea")
    for name in ("lost+found", "t2", "T1/people/not a user"):
        (on_disk.home / "teams" / name).mkdir()
    (on_disk.home / "teams" / "T9").write_text("")

    assert on_disk.teams() == ["T1"]
    assert on_disk.people("T1") == [ANA]
    assert on_disk.people("T9") == []


def test_the_audit_is_put_aside_when_it_grows(home: Path) -> None:
    home.mkdir()
    store = MarkdownStore(home, now=lambda: day(31), max_audit_bytes=500)
    with Book(store, home) as book:
        for number in range(9):
            note(book, number + 1, f"Fact number {number}")

        assert len(list(book.audit())) == 9
        assert [line.at for line in book.audit()] == [day(number + 1) for number in range(9)]
        assert len(list(home.glob("audit.*.jsonl"))) >= 2
        assert all(path.stat().st_size < 1000 for path in home.glob("audit*.jsonl"))


def test_a_torn_line_of_the_audit_or_the_episodes_is_passed_over(on_disk: Book) -> None:
    note(on_disk, 1, "Likes tea")
    with (on_disk.home / "audit.jsonl").open("a") as file:
        file.write('{"id":"X","op":"ins')

    assert len(list(on_disk.audit())) == 1
    assert jsonl.EpisodeFiles(on_disk.home).paths("T1") == []


def test_another_process_is_told_whose_log_changed(on_disk: Book) -> None:
    reader = News(on_disk.home / "audit.jsonl")
    assert reader.of("T1") is None

    note(on_disk, 1, "Likes tea")
    assert reader.of("T1") is None
    note(on_disk, 2, "Has a dog", person=BO)
    note(on_disk, 2, "Has a dog", person=ELSEWHERE)
    assert reader.of("T1") == {"UBO"}
    assert reader.of("T1") == set()
    assert reader.of("T2") is None
    note(on_disk, 3, "Has a cat", person=ELSEWHERE)
    assert (reader.of("T1"), reader.of("T2")) == (set(), {"UANA"})
    assert reader.of("T3") is None


@pytest.mark.parametrize("damage", ["gone", "cut", "broken"])
def test_an_audit_that_is_not_as_it_was_tells_nothing(on_disk: Book, damage: str) -> None:
    audit = on_disk.home / "audit.jsonl"
    reader = News(audit)
    note(on_disk, 1, "Likes tea")
    reader.of("T1")
    assert reader.of("T1") == set()

    if damage == "gone":
        audit.unlink()
    elif damage == "cut":
        audit.write_text("")
    else:
        audit.write_text(audit.read_text() + "{broken\n")

    assert reader.of("T1") is None


def test_half_a_line_of_the_audit_is_waited_for(on_disk: Book) -> None:
    audit = on_disk.home / "audit.jsonl"
    reader = News(audit)
    note(on_disk, 1, "Likes tea")
    reader.of("T1")
    line = audit.read_text()

    with audit.open("a") as file:
        file.write(line[:30])
        file.flush()
        assert reader.of("T1") == set()
        file.write(line[30:])
    assert reader.of("T1") == {"UANA"}


def test_in_a_large_workspace_others_are_looked_at_in_turn(on_disk: Book) -> None:
    people = [Person("T1", f"U{number:03d}") for number in range(SWEEP * 2 + 5)]
    for person in people:
        note(on_disk, 1, f"The database of {person.user_id} is called walrus", person=person)

    def found(words: str) -> int:
        return len(on_disk.recall(asking(words), reader=people[0], visible=lambda _: True, limit=99))

    assert found("database walrus")
    path = on_disk.home / "teams/T1/people" / people[-1].user_id / "2026-03-01.md"
    path.write_text(path.read_text().replace("walrus", "narwhal"))

    assert max(found("database narwhal") for _ in range(3)) == 1
    note(again(on_disk), 2, "The database of last is called beluga", person=people[20])
    assert found("database beluga") == 1


WRITER = """
import sys
from pathlib import Path
from tests.memory.making import MARCH
from memory.book import open_book
from memory.records import Origin, Person
from datetime import timedelta

home, number, count, people = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
book = open_book(home)
for turn in range(count):
    person = Person("T1", f"U{turn % people}")
    text = f"Process {number} says {turn:05d} word{turn * 7} of{number * 13}"
    book.remember(person, text, origin=Origin.DM, at=MARCH + timedelta(seconds=turn), actor=person.user_id)
book.close()
"""


@pytest.mark.parametrize("people", [1, 3])
def test_several_processes_write_at_once(home: Path, people: int) -> None:
    """The long form of this, eight processes with five hundred entries each, is part of `make faults`."""
    open_book(home)
    count, processes = 20, 4
    root = Path(__file__).parent.parent.parent
    running = [
        subprocess.Popen([sys.executable, "-c", WRITER, str(home), str(number), str(count), str(people)], cwd=root)
        for number in range(processes)
    ]
    assert [process.wait(timeout=120) for process in running] == [0] * processes

    with markdown_book(home, BookSettings()) as book:
        found = [memory for each in range(people) for memory in book.memories(Person("T1", f"U{each}"))]
        assert len(found) == count * processes
        assert book.problems() == []
        assert len(list(book.audit())) == count * processes
    for path in home.rglob("2026-*.md"):
        if "people" in path.parts and "ledger" not in path.parts:
            assert path.read_text().count("# Memories for") == 1
            for number in range(processes):
                said = [line for line in path.read_text().splitlines() if f"Process {number} " in line]
                assert said == sorted(said, key=lambda line: line.split("says ")[1][:5])


def test_files_that_vanish_midway_are_told(home: Path) -> None:
    with pytest.raises(StoreError, match="No such file"):
        files.read_file(home / "nothing.md")
    assert files.read_text(home / "nothing.md") == ""
    assert not files.remove_file(home / "nothing.md") if home.exists() else True


def test_a_file_that_goes_while_it_is_looked_at_is_not_the_end_of_all(
    on_disk: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    note(on_disk, 1, "Likes tea")
    folder = on_disk.home / FOLDER
    os.utime(folder, (0, 0))
    assert texts(on_disk) == ["Likes tea"]
    real, left = os.lstat, [1]

    def vanishing(path: str, **more: object) -> os.stat_result:
        if str(path).endswith("2026-03-01.md") and left[0]:
            left[0] -= 1
            raise FileNotFoundError(path)
        return real(path, **more)  # type: ignore[arg-type]  # the real call's arguments

    monkeypatch.setattr(os, "lstat", vanishing)

    assert texts(on_disk) == ["Likes tea"]
    assert left == [0]
    assert [line for line in on_disk.audit() if line.actor == "hand"] == []


def test_a_folder_that_cannot_be_looked_at_is_told(on_disk: Book, disk: Disk) -> None:
    note(on_disk, 1, "Likes tea")
    disk.refuse("stat", FOLDER, errno.EACCES, times=50)
    disk.refuse("scandir", FOLDER, errno.EACCES, times=50)

    with pytest.raises(StoreError, match="Give this user the right"):
        texts(on_disk)


def test_a_folder_that_cannot_be_listed_is_told(on_disk: Book, disk: Disk) -> None:
    note(on_disk, 1, "Likes tea")
    (on_disk.home / FOLDER / "2026-03-02.md").write_text("")
    disk.refuse("scandir", FOLDER, errno.EIO, times=50)

    with pytest.raises(StoreError, match="disk may be failing"):
        texts(on_disk)


def test_a_folder_where_a_log_should_be_is_told(on_disk: Book) -> None:
    (on_disk.home / FOLDER / "2026-03-01.md").mkdir(parents=True)

    with pytest.raises(StoreError, match="Move the folder"):
        note(on_disk, 1, "Likes tea")
    with pytest.raises(StoreError, match="Move the folder"):
        files.read_file(on_disk.home / FOLDER / "2026-03-01.md")


def test_part_of_a_write_is_no_write(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home.mkdir()
    real = os.write
    monkeypatch.setattr(os, "write", lambda descriptor, data: real(descriptor, bytes(data)[:3]))

    with pytest.raises(StoreError, match="Free some space"):
        files.append(home / "file", b"four", sync=False)

    assert (home / "file").read_bytes() == b""
