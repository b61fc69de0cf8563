"""Files that are kept open between two writes: whatever their paths come to name, nothing is written past it."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from memory.book import Book, BookSettings
from memory.errors import StoreError
from memory.stores.jsonl import AUDIT_FILE
from memory.stores.locks import FileLocked
from memory.stores.open_files import KEPT, Opened, OpenFiles, open_file
from tests.memory.making import ANA, ELSEWHERE, asking, day, note, texts
from tests.memory.stores import markdown_book

ROOT = Path(__file__).parents[2]
FOLDER = "teams/T1/people/UANA"
LOG = f"{FOLDER}/2026-03-01.md"
LEDGER = "index/ledger/T1/UANA/2026-03-01.md"


def open_below(folder: Path) -> list[str]:
    """Return what this process has open in a folder; the name of a removed file ends with ` (deleted)`."""
    links = list(Path("/proc/self/fd").iterdir())
    return [target for link in links if link.is_symlink() and str(folder) in (target := str(link.readlink()))]


def contents(path: Path) -> dict[str, bytes]:
    """Return what the files at or below a path hold."""
    return {str(each): each.read_bytes() for each in (path, *path.rglob("*")) if each.is_file()}


def a_file(path: Path) -> Opened:
    return open_file(path, os.O_RDWR | os.O_CREAT, 0o600)


def in_another_process(home: Path, statement: str) -> None:
    """Run a statement on the `book` of a home."""
    script = (
        "from pathlib import Path\n"
        "from memory.book import open_book\n"
        "from tests.memory.making import *\n"
        f"with open_book(Path({str(home)!r})) as book:\n    {statement}\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True, cwd=ROOT)


def test_what_is_written_again_and_again_is_opened_once(on_disk: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    note(on_disk, 1, "Likes tea")
    real, names = os.open, []

    def watched(path: str | Path, *rest: int, **more: int) -> int:
        names.append(Path(path).name)
        return real(path, *rest, **more)

    monkeypatch.setattr(os, "open", watched)
    note(on_disk, 1.01, "Has a dog")

    assert not {".lock", "2026-03-01.md", AUDIT_FILE} & set(names)


@pytest.mark.parametrize("is_copied", [False, True], ids=["moved away", "replaced by a copy"])
@pytest.mark.parametrize("name", [f"{FOLDER}/.lock", LOG, LEDGER, AUDIT_FILE, FOLDER, "index", "teams"])
def test_nothing_is_written_to_a_file_that_its_path_no_longer_names(
    on_disk: Book, name: str, is_copied: bool, tmp_path: Path
) -> None:
    note(on_disk, 1, "Likes tea")
    path, aside = on_disk.home / name, tmp_path / "aside"
    path.rename(aside)
    if is_copied:
        (shutil.copytree if aside.is_dir() else shutil.copy2)(aside, path)
    before = contents(aside)

    note(on_disk, 1.01, "Has a dog")

    assert contents(aside) == before
    assert "Has a dog" in texts(on_disk)
    assert "Has a dog" in texts(markdown_book(on_disk.home, BookSettings()))
    assert "insert" in (on_disk.home / AUDIT_FILE).read_text().splitlines()[-1]


def test_a_link_in_place_of_a_log_is_not_followed(on_disk: Book, tmp_path: Path) -> None:
    note(on_disk, 1, "Likes tea")
    (on_disk.home / LOG).rename(tmp_path / "aside")
    (on_disk.home / LOG).symlink_to(tmp_path / "aside")
    before = (tmp_path / "aside").read_bytes()

    with pytest.raises(StoreError, match="symbolic link"):
        note(on_disk, 1.01, "Has a dog")

    assert (tmp_path / "aside").read_bytes() == before


def test_no_open_file_holds_on_to_erased_words(on_disk: Book) -> None:
    tea = note(on_disk, 1, "Likes tea")
    note(on_disk, 1.01, "Has a dog")
    other = markdown_book(on_disk.home, BookSettings())
    note(other, 1.02, "Has a cat")

    on_disk.forget_ids(ANA, [tea.id], at=day(2), actor="UANA", hard=True)

    assert [path for path in open_below(on_disk.home) if path.endswith("(deleted)")] == []


def test_no_open_file_holds_on_to_an_erased_person(on_disk: Book) -> None:
    note(on_disk, 1, "Likes tea")

    on_disk.erase_person(ANA, at=day(2), actor="admin")

    assert [path for path in open_below(on_disk.home) if path.endswith("(deleted)")] == []


def test_only_a_few_files_are_kept_open(tmp_path: Path) -> None:
    kept = OpenFiles(most=2)
    for name in "abc":
        kept.give(name, a_file(tmp_path / name))

    assert [Path(path).name for path in sorted(open_below(tmp_path))] == ["b", "c"]
    assert kept.take("a") is None
    kept.close("b")
    kept.close("b")
    kept.close_all()
    assert open_below(tmp_path) == []


def test_of_two_files_given_for_one_path_one_is_kept(tmp_path: Path) -> None:
    kept = OpenFiles()
    first, second = a_file(tmp_path / "a"), a_file(tmp_path / "a")

    kept.give("a", first)
    kept.give("a", second)

    assert kept.take("a") == first
    assert kept.take("a") is None
    first.close()
    assert open_below(tmp_path) == []


def test_who_begins_anew_has_nothing_open(tmp_path: Path) -> None:
    kept = OpenFiles()
    kept.give("a", a_file(tmp_path / "a"))

    kept.begin_anew()

    assert kept.take("a") is None
    assert open_below(tmp_path) == []


def test_a_forked_process_does_not_share_the_locks_of_its_parent(tmp_path: Path) -> None:
    with FileLocked(tmp_path / ".lock"):
        pass
    told, tell = os.pipe()

    with FileLocked(tmp_path / ".other"):
        child = os.fork()
        if not child:
            os.write(tell, f"{KEPT.take(str(tmp_path / '.lock'))}".encode())
            os._exit(0)
        os.waitpid(child, 0)
    kept = KEPT.take(str(tmp_path / ".lock"))

    assert os.read(told, 100) == b"None"
    assert kept is not None
    kept.close()
    os.close(told)
    os.close(tell)


@pytest.mark.parametrize("erased", ["a person", "a workspace", "a memory"])
def test_what_another_process_erases_is_let_go_of_when_anybody_is_next_served(on_disk: Book, erased: str) -> None:
    memory = note(on_disk, 1, "Likes tea")
    note(on_disk, 1, "Likes coffee", person=ELSEWHERE)
    on_disk.recall(asking("coffee"), reader=ELSEWHERE, visible=lambda memory: True)
    by = "at=day(2), actor='cli'"
    erasing = {
        "a person": f"book.erase_person(ANA, {by})",
        "a workspace": f"book.erase_team('T1', {by})",
        "a memory": f"book.forget_ids(ANA, ['{memory.id}'], {by}, hard=True)",
    }
    in_another_process(on_disk.home, erasing[erased])
    assert any(name.endswith("2026-03-01.md (deleted)") for name in open_below(on_disk.home))

    on_disk.recall(asking("coffee"), reader=ELSEWHERE, visible=lambda memory: True)

    assert [name for name in open_below(on_disk.home) if name.endswith("(deleted)")] == []
