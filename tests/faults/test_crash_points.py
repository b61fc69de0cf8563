"""Whatever the program is doing when it dies: what was kept is there once, what was under way is done or not done.

Each case lets an operation die at every call that changes a file, one after the other, and with none, some and all of
its bytes written, then opens the home again.
"""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from memory.book import Book, BookSettings
from memory.records import Episode, Origin
from tests.faults.crash import Death, Died, dying
from tests.memory.making import ANA, BO, add, asking, day, ended, note, said_on, say, texts
from tests.memory.stores import markdown_book

PARTS = (0.0, 0.5)
MOST_CALLS = 400
Operation = Callable[[Book], object]


def opened(home: Path) -> Book:
    return markdown_book(home, BookSettings())


def prepare(home: Path) -> None:
    """Make a home with some history in it."""
    with opened(home) as book:
        say(book, 1, add("Lives in Lisbon", "location", "Lisbon"))
        say(book, 2, add("Keeps the zanzibar key under the mat"))
        book.patch(ANA, book.memories(ANA)[1].id, "Keeps the zanzibar key in the shed", at=day(3), actor="UANA")
        note(book, 1, "Likes coffee", person=BO)
        source = said_on(2)
        book.write_episode(
            ANA,
            Episode(
                at=day(2),
                channel_id=source.channel_id,
                ts=source.ts,
                text="zanzibar",
                reply="",
                origin=Origin.DM,
            ),
        )


def deaths(home: Path, tmp_path: Path, operation: Operation) -> Iterator[tuple[Path, Book]]:
    """Yield a home for each way the operation can die, opened anew; stops when the operation lives."""
    for part in PARTS:
        for at in range(1, MOST_CALLS):
            copy = tmp_path / f"copy-{at}-{part}"
            shutil.copytree(home, copy, symlinks=True)
            death = Death(at, part)
            book = opened(copy)
            book.memories(ANA)
            with dying(death):
                operation(book)
            if death.calls < at:
                assert at > 3, "the operation changes nothing"
                shutil.rmtree(copy)
                break
            yield copy, opened(copy)
            shutil.rmtree(copy)
        else:
            pytest.fail("the operation never ends")


@pytest.fixture(autouse=True)
def swift_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Do not wait for the disk: a program that dies leaves what it wrote to the system."""
    monkeypatch.setattr("os.fsync", lambda descriptor: None)


@pytest.fixture
def prepared(tmp_path: Path) -> Path:
    home = tmp_path / "home"
    prepare(home)
    return home


BEFORE = ["Lives in Lisbon", "Keeps the zanzibar key in the shed"]


@pytest.mark.parametrize(
    ("operation", "after"),
    [
        pytest.param(lambda book: note(book, 5, "Likes tea"), [*BEFORE, "Likes tea"], id="a new day"),
        pytest.param(lambda book: note(book, 1.5, "Likes tea"), [BEFORE[0], "Likes tea", BEFORE[1]], id="an old day"),
        pytest.param(
            lambda book: say(book, 5, add("Lives in Porto", "location", "Porto"), add("Likes tea"), add("Has a dog")),
            [BEFORE[1], "Lives in Porto", "Likes tea", "Has a dog"],
            id="several at once",
        ),
        pytest.param(
            lambda book: say(book, 5, ended("Lives in Lisbon", "location", "Lisbon")), BEFORE[1:], id="an ending"
        ),
        pytest.param(
            lambda book: book.forget(ANA, asking("Lisbon"), at=day(5), actor="UANA"), BEFORE[1:], id="a soft forget"
        ),
        pytest.param(
            lambda book: book.patch(ANA, book.memories(ANA)[0].id, "Lives in Rome", at=day(5), actor="UANA"),
            ["Lives in Rome", BEFORE[1]],
            id="a patch",
        ),
        pytest.param(lambda book: book.undo(ANA, at=day(5), actor="UANA"), BEFORE[:1], id="an undo"),
    ],
)
def test_an_operation_is_done_or_not_done(
    prepared: Path, tmp_path: Path, operation: Operation, after: list[str]
) -> None:
    seen = set()
    for home, book in deaths(prepared, tmp_path, operation):
        now = texts(book)

        assert now in (BEFORE, after)
        assert texts(book, person=BO) == ["Likes coffee"]
        assert book.problems() == []
        assert [line for line in book.audit() if line.actor == "hand"] == []
        seen.add(tuple(now))
        operation(book)
        assert texts(opened(home)) == after
    assert seen == {tuple(BEFORE), tuple(after)}


def test_a_hard_forget_is_finished_by_whoever_writes_next(prepared: Path, tmp_path: Path) -> None:
    def forget(book: Book) -> object:
        return book.forget(ANA, asking("zanzibar"), at=day(5), actor="UANA", hard=True)

    for home, book in deaths(prepared, tmp_path, forget):
        now = texts(book)
        assert now in (BEFORE, BEFORE[:1])

        note(book, 6, "Likes tea")

        assert texts(opened(home)) == [*now, "Likes tea"]
        left = [path for path in home.rglob("*") if path.is_file() and b"zanzibar" in path.read_bytes().lower()]
        assert left == [] or now == BEFORE


def test_a_person_who_was_erased_by_half_can_be_erased_again(prepared: Path, tmp_path: Path) -> None:
    def erase(book: Book) -> object:
        return book.erase_person(ANA, at=day(5), actor="UADMIN")

    for home, book in deaths(prepared, tmp_path, erase):
        assert texts(book, person=BO) == ["Likes coffee"]

        erase(book)

        assert texts(opened(home), None) == []
        assert not [path for path in home.rglob("*") if path.is_file() and b"zanzibar" in path.read_bytes().lower()]


def test_an_edit_by_hand_is_taken_over_or_not(prepared: Path, tmp_path: Path) -> None:
    path = prepared / "teams/T1/people/UANA/2026-03-01.md"
    path.write_text(path.read_text().replace("| Lives in Lisbon", "| Lives in Rome"))
    (prepared / "teams/T1/people/UANA/2026-03-03.md").unlink()

    for part in PARTS:
        for at in range(1, MOST_CALLS):
            copy = tmp_path / f"copy-{at}-{part}"
            shutil.copytree(prepared, copy)
            death = Death(at, part)
            with dying(death):
                opened(copy).memories(ANA)
            assert texts(opened(copy)) == ["Lives in Rome", "Keeps the zanzibar key under the mat"]
            shutil.rmtree(copy)
            if death.calls < at:
                break
        else:
            pytest.fail("the reading never ends")


def test_a_migration_is_done_or_not_done(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (home / "USER.md").write_text("Notes\n")
    (home / "2026-02-18.md").write_text(
        "# Memories for 2026-02-18\n\n- **09:00 UTC** | `@alice` | Likes tea\n- **10:00 UTC** | `@bob` | Has a dog\n"
    )
    for part in PARTS:
        for at in range(1, MOST_CALLS):
            copy = tmp_path / f"copy-{at}-{part}"
            shutil.copytree(home, copy)
            death = Death(at, part)
            with dying(death):
                opened(copy)
            book = opened(copy)
            people = [person for team in book.teams() for person in book.people(team)]
            assert [texts(book, person=person) for person in people] == [["Likes tea"], ["Has a dog"]]
            assert book.evergreen() == "Notes"
            if death.calls < at:
                break
        else:
            pytest.fail("the migration never ends")


def test_the_simulation_itself_dies_for_good(tmp_path: Path) -> None:
    path = tmp_path / "file"
    with dying(Death(2, 0.5)):
        with pytest.raises(Died), path.open("w", buffering=1) as file:
            file.write("never written by os.write\n")
            path.rename(tmp_path / "other")
            (tmp_path / "folder").mkdir()
        with pytest.raises(Died):
            (tmp_path / "later").mkdir()
    assert not (tmp_path / "folder").exists()
    assert not (tmp_path / "later").exists()
