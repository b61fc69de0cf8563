"""A home is made, recognised, brought up to date, and put back as it was when that fails."""

import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from memory.book import Book, BookSettings, open_book
from memory.errors import SchemaError, StoreError
from memory.manifest import SCHEMA_VERSION, found_version, write_version
from memory.opening import bring_up_to_date
from memory.records import Operation, Person
from memory.stores.locks import FileLocked
from memory.upkeep import snapshot
from memory.upkeep.earl_home import TEAM, person_of
from memory.upkeep.migrate import STEPS, Step, migrate
from tests.memory.making import ANA, day, note, texts
from tests.memory.stores import markdown_book


def opened(home: Path, *, auto_migrate: bool = True) -> Book:
    return markdown_book(home, BookSettings(schema_auto_migrate=auto_migrate))


def contents(home: Path) -> dict[str, bytes]:
    """Return what a home holds, but for locks and backups."""
    return {
        str(path.relative_to(home)): path.read_bytes()
        for path in home.rglob("*")
        if path.is_file() and "backups" not in path.relative_to(home).parts and not path.name.endswith(".lock")
    }


@pytest.fixture
def earl(home: Path) -> Path:
    """A bare EARL folder."""
    home.mkdir()
    (home / "SOUL.md").write_text("You are EARL.\n")
    (home / "USER.md").write_text("Alice prefers short answers.\n")
    (home / "2026-02-18.md").write_text(
        "# Memories for 2026-02-18\n\nA note of mine\n"
        "- **09:00 UTC** | `@alice` | Likes tea\n"
        "  and a line below it\n"
        "- **10:00 UTC** | `@bob` | Has a dog\n"
        "- **10:30 UTC** | `@alice` | \n"
    )
    (home / "2026-02-19.md").write_text("# Memories for 2026-02-19\n\n- **11:00 UTC** | `@alice` | Works at Acme\n")
    (home / "2026-02-20.md").write_text("Nothing happened\n")
    return home


ALICE, BOB = Person(TEAM, "UALICE"), Person(TEAM, "UBOB")


def test_a_new_home_gets_a_manifest_and_a_soul(home: Path) -> None:
    open_book(home)

    manifest = tomllib.loads((home / "manifest.toml").read_text())
    assert manifest["schema_version"] == SCHEMA_VERSION
    assert "memory-bot" in (home / "SOUL.md").read_text()


def test_a_soul_that_was_removed_stays_away(home: Path) -> None:
    opened(home)
    (home / "SOUL.md").unlink()

    assert opened(home).soul() == ""


def test_a_soul_that_is_there_is_kept(home: Path) -> None:
    home.mkdir()
    (home / "SOUL.md").write_text("Mine\n")

    assert opened(home).soul() == "Mine"


def test_a_lost_manifest_is_written_again(home: Path) -> None:
    note(opened(home), 1, "Likes tea")
    (home / "manifest.toml").unlink()

    assert texts(opened(home)) == ["Likes tea"]
    assert found_version(home) == SCHEMA_VERSION


def test_a_newer_home_is_left_untouched(home: Path) -> None:
    note(opened(home), 1, "Likes tea")
    write_version(home, SCHEMA_VERSION + 1, day(1))
    before = contents(home)

    with pytest.raises(SchemaError, match="Install a newer memory-bot"):
        opened(home)

    assert contents(home) == before


@pytest.mark.parametrize(
    ("manifest", "problem"),
    [
        ("schema_version = ", "not valid TOML"),
        ("", "states no schema_version"),
        ('schema_version = "1"', "states no schema_version"),
        ("schema_version = true", "states no schema_version"),
        ("schema_version = -1", "states no schema_version"),
    ],
)
def test_a_broken_manifest_is_told(home: Path, manifest: str, problem: str) -> None:
    opened(home)
    (home / "manifest.toml").write_text(manifest)

    with pytest.raises(StoreError, match=problem):
        opened(home)


def test_an_earl_folder_becomes_one_log_for_each_person(earl: Path) -> None:
    before = contents(earl)

    book = opened(earl)

    assert texts(book, person=ALICE) == ["Likes tea", "Works at Acme"]
    assert texts(book, person=BOB) == ["Has a dog"]
    assert (book.soul(), book.evergreen()) == ("You are EARL.", "Alice prefers short answers.")
    assert (earl / "teams" / TEAM / "people/UALICE/2026-02-18.md").read_text() == (
        "# Memories for 2026-02-18\n\nA note of mine\n- **09:00 UTC** | `@alice` | Likes tea\n  and a line below it\n"
        "- **10:30 UTC** | `@alice` | \n"
    )
    assert (earl / "teams" / TEAM / "people/UUNKNOWN/2026-02-20.md").read_text().endswith("Nothing happened\n")
    assert not list(earl.glob("20*.md"))
    (backup,) = (earl / "backups").iterdir()
    assert contents(backup) == before
    assert [line.note for line in book.audit(operation=Operation.MIGRATE)] == ["schema 0 to 1"]
    assert found_version(earl) == SCHEMA_VERSION


def test_an_old_home_is_left_alone_when_told_so(earl: Path) -> None:
    before = contents(earl)

    with pytest.raises(StoreError, match="memory-bot maintain migrate"):
        opened(earl, auto_migrate=False)

    assert contents(earl) == before


def test_what_a_migration_would_do_can_be_seen(earl: Path) -> None:
    before = contents(earl)

    summary = migrate(earl, now=lambda: day(1), dry_run=True)

    assert summary.told == ["schema 0 to 1: a bare EARL folder becomes one log for each person"]
    assert contents(earl) == before


def test_a_home_that_is_up_to_date_is_not_migrated(home: Path) -> None:
    opened(home)

    assert migrate(home, now=lambda: day(1)).told == []
    assert not (home / "backups").exists()


def breaking(when: str, real: Callable[[Path], None]) -> Callable[[Path], None]:
    """Return a step that fails before or after it did its work, or loses an entry."""

    def apply(home: Path) -> None:
        if when == "before":
            raise OSError(28, "No space left on device")
        real(home)
        if when == "after":
            raise ValueError("broken")
        if when == "loses":
            next(home.glob("teams/*/people/UBOB/*.md")).unlink()

    return apply


@pytest.mark.parametrize("when", ["before", "after", "loses"])
def test_a_step_that_fails_leaves_everything_as_it_was(earl: Path, when: str) -> None:
    before = contents(earl)
    steps = [Step(0, "breaks", STEPS[0].paths, breaking(when, STEPS[0].apply))]

    with pytest.raises(StoreError, match="Everything is as it was before"):
        migrate(earl, now=lambda: day(1), steps=steps)

    after = contents(earl)
    assert "the old state was put back" in after.pop("audit.jsonl").decode()
    assert after == before
    assert texts(opened(earl), person=BOB) == ["Has a dog"]


def test_a_second_step_that_fails_takes_the_first_back(earl: Path) -> None:
    before = contents(earl)
    steps = [STEPS[0], Step(1, "breaks", lambda _: [], breaking("before", lambda _: None))]
    seen: list[tuple[int, int]] = []

    with pytest.raises(StoreError, match="from version 0 to 2"):
        migrate(earl, now=lambda: day(1), steps=steps, progress=lambda done, total: seen.append((done, total)))

    assert {name: data for name, data in contents(earl).items() if name != "audit.jsonl"} == before
    assert seen == [(0, 2), (1, 2)]


def test_a_manifest_that_cannot_be_written_takes_everything_back(earl: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = contents(earl)

    def refuse(home: Path, version: int, at: object) -> None:
        raise StoreError(home, "No space left on device", "Free some space.")

    monkeypatch.setattr("memory.upkeep.migrate.write_version", refuse)

    with pytest.raises(StoreError, match="could not be brought"):
        migrate(earl, now=lambda: day(1))

    assert {name: data for name, data in contents(earl).items() if name != "audit.jsonl"} == before


def test_a_crash_in_the_middle_is_made_up_for(earl: Path) -> None:
    before = contents(earl)

    class Crash(BaseException):
        pass

    def crash(home: Path) -> None:
        (home / "2026-02-18.md").unlink()
        (home / "half").mkdir()
        raise Crash

    with pytest.raises(Crash):
        migrate(earl, now=lambda: day(1), steps=[Step(0, "crashes", STEPS[0].paths, crash)])
    assert snapshot.put_back(earl)
    assert contents(earl) == before
    with pytest.raises(Crash):
        migrate(earl, now=lambda: day(1), steps=[Step(0, "crashes", STEPS[0].paths, crash)])

    assert texts(opened(earl), person=ALICE) == ["Likes tea", "Works at Acme"]


def test_a_migration_by_hand_makes_up_for_one_that_was_interrupted(earl: Path) -> None:
    snapshot.take(earl, "schema-0-to-1", day(1))
    (earl / "2026-02-18.md").unlink()
    (earl / "half").mkdir()

    summary = bring_up_to_date(earl, now=lambda: day(1))

    assert summary.counts == {"entries": 4}
    assert texts(opened(earl), person=ALICE) == ["Likes tea", "Works at Acme"]
    assert not (earl / "half").exists()


def test_a_migration_by_hand_waits_for_the_one_under_way(earl: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("memory.opening.FileLocked", lambda path: FileLocked(path, timeout=0.01))

    with FileLocked(earl / ".opening.lock"), pytest.raises(StoreError, match="another process has held this lock"):
        bring_up_to_date(earl, now=lambda: day(1))


def test_there_is_nothing_to_bring_up_to_date_where_nothing_is(home: Path) -> None:
    assert bring_up_to_date(home, now=lambda: day(1)).done() == "nothing to do"
    assert not home.exists()


def test_a_backup_that_is_gone_is_told(home: Path) -> None:
    opened(home)
    (home / snapshot.MARKER).write_text("schema-0-to-1-gone\n")

    with pytest.raises(StoreError, match="schema-0-to-1-gone is gone"):
        opened(home)


def test_people_with_like_names_are_kept_apart() -> None:
    known: dict[str, Person] = {}

    people = [person_of(name, known) for name in ("al-ice", "alice", "élan", "日本", "alice")]

    assert people[0] == Person(TEAM, "UALICE")
    assert people[1].user_id.startswith("UALICE")
    assert people[1] != people[0]
    assert people[3] == Person(TEAM, "UUNKNOWN")
    assert people[4] == people[1]


def test_a_home_written_before_is_served_at_once(home: Path) -> None:
    note(opened(home), 1, "Likes tea")

    assert texts(open_book(home), person=ANA) == ["Likes tea"]
