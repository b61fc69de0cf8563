"""A workspace that removes the app waits some days to come back; then nothing of it is left, and others are whole."""

import json
import shutil
import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path

import pytest

from memory.book import Book, BookSettings
from memory.errors import InvalidIdError, InvalidValueError, StoreError
from memory.records import Episode, Operation, Origin, Person
from memory.stores import purge_team
from memory.upkeep.departed import Departure, departures, note_departure, note_return
from memory.upkeep.gc import collect
from tests.memory.making import ANA, BO, ELSEWHERE, asking, day, note, said_on, texts
from tests.memory.stores import markdown_book
from tests.memory.test_purge import places

SECRET = "Keeps the zanzibar key under the mat"
OTHERS = "Lives in Porto"


@pytest.fixture
def spread(on_disk: Book) -> Book:
    """Two workspaces; the memories of one are everywhere in the home."""
    home = on_disk.home
    for person in (ANA, BO):
        note(on_disk, 1, SECRET, person=person)
        on_disk.choose(person, "name", "zanzibar", at=day(1), actor=person.user_id)
    note(on_disk, 1, OTHERS, person=ELSEWHERE)
    for person, text in ((ANA, SECRET), (ELSEWHERE, OTHERS)):
        said = said_on(1)
        on_disk.write_episode(
            person,
            Episode(at=day(1), channel_id=said.channel_id, ts=said.ts, text=text, reply="Noted.", origin=Origin.DM),
        )
        assert on_disk.recall(asking(text), reader=person, visible=lambda _: True)
    journal = home / "journal"
    journal.mkdir()
    with closing(sqlite3.connect(journal / "turns.sqlite3", isolation_level=None)) as db:
        db.execute("CREATE TABLE turns (key TEXT PRIMARY KEY, body TEXT) WITHOUT ROWID")
        rows = [("T1/C1/1", json.dumps({"text": SECRET})), ("T1/C1/0", None), ("T2/C1/1", json.dumps({"text": OTHERS}))]
        db.executemany("INSERT INTO turns VALUES (?, ?)", rows)
        db.execute("CREATE TABLE ears (team TEXT, user TEXT)")
        db.executemany("INSERT INTO ears VALUES (?, ?)", [("T1", "UANA"), ("T2", "UANA")])
    (home / "standing.json").write_text('{"T1": {"private": ["C1"]}, "T2": {"private": ["C1"]}}')
    (home / "list.json").write_text('["T1"]')
    (home / "broken.json").write_text("{")
    on_disk.close()
    backup = home / "backups" / "schema-1"
    for name in ("teams", "journal"):
        shutil.copytree(home / name, backup / name)
    shutil.copy(home / "audit.jsonl", backup / "audit.jsonl")
    return on_disk


def turns(home: Path) -> list[str]:
    with closing(sqlite3.connect(home / "journal" / "turns.sqlite3")) as db:
        return [key for (key,) in db.execute("SELECT key FROM turns ORDER BY key")]


def test_the_fixture_spreads_the_secret(spread: Book) -> None:
    assert len(places(spread.home, "zanzibar")) >= 10


def test_a_workspace_is_erased_from_everywhere(spread: Book) -> None:
    spread.erase_team("T1", at=day(5), actor="retention")

    assert places(spread.home, "zanzibar") == []
    assert [str(path) for path in spread.home.rglob("T1")] == []
    assert [line.operation for line in spread.audit(team_id="T1")] == [Operation.ERASE_TEAM]
    assert spread.teams() == ["T2"]
    assert spread.memories(ANA) == []
    assert spread.recall(asking("key"), reader=ANA, visible=lambda _: True) == []


def test_other_workspaces_stay_whole(spread: Book) -> None:
    spread.erase_team("T1", at=day(5), actor="retention")

    assert texts(spread, person=ELSEWHERE) == [OTHERS]
    assert [episode.text for episode in spread.episodes(ELSEWHERE, limit=9)] == [OTHERS]
    assert turns(spread.home) == ["T2/C1/1"]
    assert turns(spread.home / "backups" / "schema-1") == ["T2/C1/1"]
    assert json.loads((spread.home / "standing.json").read_text()) == {"T2": {"private": ["C1"]}}
    assert places(spread.home / "backups", "porto")
    assert [line.target for line in spread.audit(team_id="T2")]
    assert spread.recall(asking(OTHERS), reader=ELSEWHERE, visible=lambda _: True)


def test_where_it_was_is_told(spread: Book) -> None:
    removed = spread.erase_team("T1", at=day(5), actor="retention")

    assert "teams/T1/people/UANA: everything removed" in removed
    assert "teams/T1: everything removed" in removed
    assert "backups/schema-1/teams/T1: everything removed" in removed
    assert "journal/turns.sqlite3: 3 rows removed" in removed
    assert "standing.json: 1 entry removed" in removed
    assert "zanzibar" not in str(removed)


def test_another_process_sees_that_it_is_gone_and_may_begin_anew(spread: Book) -> None:
    other = markdown_book(spread.home, BookSettings())
    assert texts(other) == [SECRET]

    spread.erase_team("T1", at=day(5), actor="retention")
    assert texts(other) == []
    note(other, 6, "Likes tea")

    assert texts(spread) == ["Likes tea"]
    assert [line for line in spread.audit(team_id="T1") if line.actor == "hand"] == []


def test_every_store_can_erase_a_workspace(book: Book) -> None:
    note(book, 1, SECRET)
    note(book, 1, OTHERS, person=ELSEWHERE)

    book.erase_team("T1", at=day(5), actor="retention")

    assert (texts(book), texts(book, person=ELSEWHERE)) == ([], [OTHERS])
    assert [line.note[:8] for line in book.audit(team_id="T1")] == ["1 person"]


def test_what_is_no_workspace_is_refused_before_anything_is_removed(spread: Book) -> None:
    with pytest.raises(InvalidIdError):
        spread.erase_team("../T1", at=day(5), actor="retention")

    assert texts(spread) == [SECRET]


def test_links_out_of_the_home_are_not_followed(on_disk: Book, tmp_path: Path) -> None:
    outside = tmp_path / "elsewhere"
    outside.mkdir()
    (outside / "file").write_text("kept")
    (on_disk.home / "teams").mkdir(exist_ok=True)
    (on_disk.home / "teams" / "T9").symlink_to(outside)

    on_disk.erase_team("T9", at=day(5), actor="retention")

    assert (outside / "file").read_text() == "kept"


def test_a_journal_that_cannot_be_searched_is_told(on_disk: Book) -> None:
    (on_disk.home / "journal").mkdir()
    (on_disk.home / "journal" / "turns.sqlite3").write_text("no database")

    with pytest.raises(StoreError, match="the database cannot be searched"):
        on_disk.erase_team("T1", at=day(5), actor="retention")


# --- who left ---------------------------------------------------------------------------------------------------------


def test_who_left_is_known_until_they_are_back(tmp_path: Path) -> None:
    assert note_departure(tmp_path, "T2", day(2))
    assert note_departure(tmp_path, "E1", day(3))
    assert not note_departure(tmp_path, "T2", day(9))

    assert departures(tmp_path) == [Departure("E1", day(3)), Departure("T2", day(2))]
    assert (tmp_path / "departed.json").stat().st_mode & 0o077 == 0
    assert note_return(tmp_path, "T2")
    assert not note_return(tmp_path, "T2")
    assert departures(tmp_path) == [Departure("E1", day(3))]


def test_nobody_left_a_home_that_is_not_there(tmp_path: Path) -> None:
    assert departures(tmp_path / "nowhere") == []
    assert not note_return(tmp_path / "nowhere", "T1")


def test_only_workspaces_leave(tmp_path: Path) -> None:
    with pytest.raises(InvalidIdError):
        note_departure(tmp_path, "../T1", day(2))


@pytest.mark.parametrize(
    "content",
    ["", "[]", '{"T1": 3}', '{"T1": "soon"}', '{"T1": "2026-03-02T09:00:00"}', '{"../T1": "2026-03-02T09:00:00Z"}'],
)
def test_a_file_that_nobody_can_read_is_told(tmp_path: Path, content: str) -> None:
    (tmp_path / "departed.json").write_text(content)

    with pytest.raises(StoreError, match="it does not tell who left"):
        departures(tmp_path)


@pytest.mark.parametrize(
    ("now", "days", "due"), [(day(31), 30, False), (day(32), 30, True), (day(300), 0, False), (day(3), 1, True)]
)
def test_memories_wait_for_some_days(now: datetime, days: int, due: bool) -> None:
    assert Departure("T1", day(2)).is_due(now, days=days) is due


def test_what_becomes_of_them_is_one_sentence() -> None:
    left = Departure("T1", day(2))

    assert left.outlook(days=0) == "workspace T1 removed the app on 2026-03-02; its memories are kept"
    assert left.outlook(days=30).endswith("its memories are erased from 2026-04-01 on, unless it comes back")


# --- upkeep -----------------------------------------------------------------------------------------------------------


def test_upkeep_erases_who_left_long_enough_ago(spread: Book) -> None:
    note_departure(spread.home, "T1", day(1))

    summary = collect(spread, now=day(31))

    assert summary.counts["workspaces"] == 1
    assert "workspace T1, which removed the app on 2026-03-01" in summary.told
    assert places(spread.home, "zanzibar") == []
    assert departures(spread.home) == []
    assert [(line.operation, line.actor) for line in spread.audit(team_id="T1")] == [
        (Operation.ERASE_TEAM, "retention")
    ]


def test_what_a_crash_interrupts_is_done_the_next_time(spread: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    note_departure(spread.home, "T1", day(1))
    with monkeypatch.context() as patched, pytest.raises(OSError, match="crash"):
        patched.setattr(purge_team, "_drop_whole", crash)
        collect(spread, now=day(31))

    assert collect(spread, now=day(31)).counts["workspaces"] == 1
    assert places(spread.home, "zanzibar") == []
    assert departures(spread.home) == []


def crash(home: Path, folder: Path) -> list[str]:
    raise OSError("crash")


def test_a_dry_run_tells_what_is_due_and_what_waits(spread: Book) -> None:
    note_departure(spread.home, "T1", day(1))
    note_departure(spread.home, "T2", day(20))

    summary = collect(spread, now=day(31), dry_run=True)

    assert summary.counts["workspaces"] == 1
    assert summary.told[:2] == [
        "workspace T1, which removed the app on 2026-03-01",
        "workspace T2 removed the app on 2026-03-20; its memories are erased from 2026-04-19 on, unless it comes back",
    ]
    assert texts(spread) == [SECRET]
    assert len(departures(spread.home)) == 2


def test_who_comes_back_in_time_keeps_everything(spread: Book) -> None:
    note_departure(spread.home, "T1", day(1))
    note_return(spread.home, "T1")

    collect(spread, now=day(31))

    assert texts(spread) == [SECRET]


def test_with_no_days_nothing_is_ever_erased(spread: Book) -> None:
    note_departure(spread.home, "T1", day(1))

    collect(markdown_book(spread.home, BookSettings(uninstalled_days=0)), now=day(400))

    assert texts(spread) == [SECRET]


def test_days_below_none_are_refused() -> None:
    with pytest.raises(InvalidValueError, match="uninstalled_days"):
        BookSettings(uninstalled_days=-1)


def test_a_person_elsewhere_with_the_same_id_is_somebody_else(spread: Book) -> None:
    spread.erase_team("T2", at=day(5), actor="retention")

    assert texts(spread) == [SECRET]
    assert texts(spread, person=Person("T2", "UANA")) == []
