"""The search index follows every log, survives a restart, and keeps nothing of what was erased."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from memory.book import Book, BookSettings
from memory.index import MemoryIndex
from memory.records import Memory
from tests.memory.making import ANA, BO, add, asking, day, note, say
from tests.memory.stores import markdown_book

SNAPSHOT = "index/recall/T1.npz"


def found(book: Book, words: str) -> list[str]:
    return [hit.memory.text for hit in book.recall(asking(words), reader=ANA, visible=lambda _: True, limit=9)]


def again(book: Book) -> Book:
    return markdown_book(book.home, BookSettings())


@pytest.fixture
def put(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Collects the texts that are put into an index."""
    texts: list[str] = []
    real = MemoryIndex.put

    def noted(index: MemoryIndex, memory: Memory) -> None:
        texts.append(memory.text)
        real(index, memory)

    monkeypatch.setattr(MemoryIndex, "put", noted)
    return texts


def test_an_index_that_was_put_down_is_not_built_again(on_disk: Book, put: list[str]) -> None:
    note(on_disk, 1, "The staging database is called walrus")
    note(on_disk, 2, "The deploy key is in 1Password", person=BO)
    assert found(on_disk, "staging database")
    on_disk.close()
    assert (on_disk.home / SNAPSHOT).exists()
    put.clear()

    opened = again(on_disk)

    assert found(opened, "staging database") == ["The staging database is called walrus"]
    assert put == []
    note(opened, 3, "The release train leaves on Friday")
    assert found(opened, "release train") == ["The release train leaves on Friday"]
    assert put == ["The release train leaves on Friday"]


def test_an_index_nobody_asked_for_is_not_put_down(on_disk: Book) -> None:
    note(on_disk, 1, "Likes tea")

    on_disk.close()

    assert not (on_disk.home / SNAPSHOT).exists()


def test_an_index_that_did_not_change_is_not_put_down_again(on_disk: Book) -> None:
    note(on_disk, 1, "Likes tea")
    found(on_disk, "tea")
    on_disk.close()
    before = (on_disk.home / SNAPSHOT).stat().st_mtime_ns

    opened = again(on_disk)
    found(opened, "tea")
    opened.close()

    assert (on_disk.home / SNAPSHOT).stat().st_mtime_ns == before


def test_what_was_erased_is_not_put_down(on_disk: Book) -> None:
    memory = note(on_disk, 1, "Keeps the zanzibar key under the mat")
    note(on_disk, 2, "Likes tea")
    other = again(on_disk)
    assert found(on_disk, "zanzibar key") == found(other, "zanzibar key") != []
    other.close()
    assert (on_disk.home / SNAPSHOT).exists()

    on_disk.forget_ids(ANA, [memory.id], at=day(3), actor="UANA", hard=True)
    on_disk.close()
    other.close()

    left = [path for path in on_disk.home.rglob("*") if path.is_file() and b"zanzibar" in path.read_bytes().lower()]
    assert left == []
    assert not (on_disk.home / SNAPSHOT).exists()
    assert found(on_disk, "zanzibar key") == []


def test_an_index_that_cannot_be_put_down_is_no_harm(on_disk: Book, caplog: pytest.LogCaptureFixture) -> None:
    note(on_disk, 1, "Likes tea")
    found(on_disk, "tea")
    (on_disk.home / "index" / "recall").write_text("in the way")

    on_disk.close()

    assert "the search index is not kept" in caplog.text


def test_people_who_come_later_are_found(on_disk: Book) -> None:
    note(on_disk, 1, "The staging database is called walrus")
    assert found(on_disk, "staging database")

    note(again(on_disk), 2, "The release train leaves on Friday", person=BO)

    assert found(on_disk, "release train") == ["The release train leaves on Friday"]


def test_a_person_whose_folder_goes_is_no_longer_found(on_disk: Book) -> None:
    note(on_disk, 1, "The staging database is called walrus")
    note(on_disk, 2, "The release train leaves on Friday", person=BO)
    assert found(on_disk, "release train")
    folder: Path = on_disk.home / "teams/T1/people/UBO"

    for path in folder.iterdir():
        path.unlink()
    folder.rmdir()

    assert found(on_disk, "release train") == []


def test_the_model_is_searched_without_files(book: Book) -> None:
    note(book, 1, "The staging database is called walrus")

    assert found(book, "staging database") == ["The staging database is called walrus"]
    book.close()
    assert found(book, "staging database") == ["The staging database is called walrus"]


def test_a_warm_book_has_its_index_on_the_disk_before_anybody_asks(on_disk: Book, put: list[str]) -> None:
    note(on_disk, 1, "The staging database is called walrus")

    on_disk.warm()

    assert (on_disk.home / SNAPSHOT).exists()
    put.clear()
    assert found(on_disk, "staging database") == ["The staging database is called walrus"]
    assert put == []


def test_an_empty_book_is_warm(on_disk: Book) -> None:
    on_disk.warm()

    assert not (on_disk.home / SNAPSHOT).exists()


def test_an_index_is_built_once_however_many_ask(on_disk: Book, put: list[str]) -> None:
    for number in range(50):
        note(on_disk, 1, f"Keeps box {number} in the cellar")

    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda _: found(on_disk, "box 7 cellar")[0], range(8)))

    assert answers == ["Keeps box 7 in the cellar"] * 8
    assert len(put) == 50


def test_active_memories_are_found_by_their_attribute(on_disk: Book) -> None:
    say(on_disk, 1, add("Goes by Ann", "nickname", "Ann"))
    say(on_disk, 1, add("Goes by Bob", "nickname", "Bob"), person=BO)
    say(on_disk, 2, add("Goes by Annie", "nickname", "Annie"))

    assert [memory.value for memory in on_disk.on_attribute(ANA, "nickname")] == ["Annie"]
    assert on_disk.on_attribute(ANA, "name") == []
    assert [memory.value for memory in on_disk.on_attribute(ANA, "name", "nickname")] == ["Annie"]
