"""What is forgotten hard, or erased with a person, is nowhere in the home any more, and where it was is told."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from memory.book import Book, BookSettings
from memory.entries import Forget
from memory.errors import StoreError
from memory.log import format_entry
from memory.records import Change, Episode, Origin
from memory.stores.purge import delete_rows
from tests.memory.making import ANA, BO, add, asking, day, note, said_on, say, texts
from tests.memory.stores import markdown_book

SECRET = "Keeps the zanzibar key under the mat"


def places(home: Path, words: str) -> list[str]:
    """Return the files under the home that hold the words."""
    needle = words.casefold().encode()
    return sorted(
        str(path.relative_to(home))
        for path in home.rglob("*")
        if path.is_file() and needle in path.read_bytes().lower()
    )


def turn(number: float, text: str, *, captured: tuple[str, ...] = (), recalled: tuple[str, ...] = ()) -> Episode:
    source = said_on(number)
    return Episode(
        at=day(number),
        channel_id=source.channel_id,
        ts=source.ts,
        text=text,
        reply="You keep the zanzibar key under the mat." if recalled else "Noted.",
        origin=Origin.DM,
        captured=captured,
        recalled=recalled,
    )


@pytest.fixture
def everywhere(on_disk: Book) -> Book:
    """A book in which a secret has spread as far as it can."""
    home = on_disk.home
    (change,) = say(on_disk, 1, add(SECRET))
    memory = change.memory
    on_disk.patch(ANA, memory.id, SECRET + " of the zanzibar shed", at=day(2), actor="UANA")
    say(on_disk, 3, add("Likes tea"))
    on_disk.write_episode(ANA, turn(1, "my zanzibar key is under the mat", captured=(memory.id,)))
    on_disk.write_episode(ANA, turn(3, "where is my key?", recalled=(memory.id,)))
    on_disk.write_episode(ANA, turn(3.1, "I like tea"))
    on_disk.invalidate(ANA, memory.id, at=day(4), actor="UANA", reason="moved")
    journal = home / "journal"
    journal.mkdir()
    (journal / "turns.jsonl").write_text(
        f'{{"channel":"C1","ts":"{said_on(1).ts}","text":"my zanzibar key is under the mat"}}\n{{"text":"hello"}}\n'
    )
    with closing(sqlite3.connect(journal / "turns.sqlite3", isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("CREATE TABLE turns (key TEXT PRIMARY KEY, body TEXT) WITHOUT ROWID")
        event = f'{{"event": {{"user": "UANA", "channel": "C1", "ts": "{said_on(1).ts}", "text": "zanzibar key"}}}}'
        db.execute("INSERT INTO turns VALUES (?, ?), ('T1:C1:9', '{\"text\": \"hello there\"}')", ("T1:C1:1", event))
    backup = home / "backups" / "schema-1"
    for path in sorted((home / "teams").rglob("*")):
        copy = backup / path.relative_to(home)
        if path.is_file() and path.suffix in {".md", ".jsonl"}:
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(path.read_bytes())
    (home / "index" / "words").mkdir()
    (home / "index" / "words" / "postings").write_text(SECRET)
    (home / "audit.000001.jsonl").write_text('{"note":"' + SECRET + '"}\n')
    return on_disk


def erased(book: Book) -> Change:
    memory = next(each for each in book.memories(ANA, status=None) if "zanzibar" in each.text)
    (change,) = book.forget_ids(ANA, [memory.id], at=day(5), actor="UANA", hard=True)
    return change


def test_the_fixture_spreads_the_secret(everywhere: Book) -> None:
    assert len(places(everywhere.home, "zanzibar")) >= 10


def test_no_copy_is_left_anywhere(everywhere: Book) -> None:
    erased(everywhere)

    assert places(everywhere.home, "zanzibar") == []


def test_a_log_beside_a_database_keeps_no_copy(tmp_path: Path) -> None:
    path = tmp_path / "turns.sqlite3"
    with closing(sqlite3.connect(path, isolation_level=None)) as bot:
        bot.execute("PRAGMA journal_mode=WAL")
        bot.execute("PRAGMA secure_delete=ON")
        bot.execute("CREATE TABLE turns (body TEXT)")
        bot.execute("INSERT INTO turns VALUES ('zanzibar')")
        bot.execute("UPDATE turns SET body = NULL")
        assert b"zanzibar" in tmp_path.joinpath("turns.sqlite3-wal").read_bytes()

        assert delete_rows(path, lambda row: False) == 0

        assert not any(b"zanzibar" in each.read_bytes() for each in tmp_path.iterdir())


def test_nothing_else_is_removed(everywhere: Book) -> None:
    erased(everywhere)

    assert texts(everywhere) == ["Likes tea"]
    assert [episode.text for episode in everywhere.episodes(ANA, limit=9)] == ["I like tea"]
    with closing(sqlite3.connect(everywhere.home / "journal" / "turns.sqlite3")) as db:
        assert db.execute("SELECT key FROM turns").fetchall() == [("T1:C1:9",)]
    assert (everywhere.home / "journal" / "turns.jsonl").read_text() == '{"text":"hello"}\n'
    assert "tea" in (everywhere.home / "backups" / "schema-1" / "teams/T1/people/UANA/2026-03-03.md").read_text()


def test_what_was_removed_is_told_place_by_place(everywhere: Book) -> None:
    removed = erased(everywhere).removed

    assert "teams/T1/people/UANA/2026-03-01.md: 1 line removed" in removed
    assert "teams/T1/people/UANA/2026-03-02.md: 1 line removed" in removed
    assert "teams/T1/episodes/2026-03-01.jsonl: 1 line removed" in removed
    assert "journal/turns.jsonl: 1 line removed" in removed
    assert "journal/turns.sqlite3: 1 row removed" in removed
    assert "backups/schema-1/teams/T1/people/UANA/2026-03-01.md: 1 line removed" in removed
    assert "index: everything removed" in removed
    assert "audit.000001.jsonl: 1 line removed" in removed
    assert "zanzibar" not in str(removed)


def test_what_is_erased_is_not_taken_for_an_edit_by_hand(everywhere: Book) -> None:
    erased(everywhere)

    opened = markdown_book(everywhere.home, BookSettings())

    assert texts(opened) == ["Likes tea"]
    assert [line for line in opened.audit() if line.actor == "hand"] == []


def test_another_process_sees_that_it_is_gone(everywhere: Book) -> None:
    other = markdown_book(everywhere.home, BookSettings())
    assert other.recall(asking("tea"), reader=ANA, visible=lambda _: True)

    erased(everywhere)

    assert texts(other, None) == ["Likes tea"]
    assert note(other, 6, "Has a dog").text == "Has a dog"
    assert texts(everywhere) == ["Likes tea", "Has a dog"]


def test_an_erasure_that_a_crash_interrupted_is_finished_later(on_disk: Book) -> None:
    memory = note(on_disk, 1, SECRET)
    note(on_disk, 1.1, "Likes tea")
    begun = Forget(id="E1", target=memory.id, at=day(2), origin=Origin.DM, hard=True)
    path = on_disk.home / "teams/T1/people/UANA/2026-03-02.md"
    path.write_text(f"# Memories for 2026-03-02\n\n{format_entry(begun, 'ana')}\n")
    assert texts(on_disk) == ["Likes tea"]

    note(on_disk, 3, "Has a dog")

    assert places(on_disk.home, "zanzibar") == []
    assert texts(on_disk, None) == ["Likes tea", "Has a dog"]


def test_a_line_written_by_hand_is_erased_too(on_disk: Book) -> None:
    note(on_disk, 1, "Likes tea")
    path = on_disk.home / "teams/T1/people/UANA/2026-03-01.md"
    path.write_text(path.read_text() + f"- **15:00 UTC** | `@ana` | {SECRET}\nA note: {SECRET}!\n")

    on_disk.forget(ANA, asking("zanzibar"), at=day(2), actor="UANA", hard=True)

    assert places(on_disk.home, "zanzibar") == []
    assert texts(on_disk, None) == ["Likes tea"]


def test_an_unreadable_line_that_tells_of_it_is_erased_too(on_disk: Book) -> None:
    memory = note(on_disk, 1, SECRET)
    path = on_disk.home / "teams/T1/people/UANA/2026-03-09.md"
    path.write_text(f'- **15:00 UTC** | `@ana` | the zanzibar one <!-- memory {{"id":"{memory.id}", -->\n')

    on_disk.forget_ids(ANA, [memory.id], at=day(2), actor="UANA", hard=True)

    assert places(on_disk.home, "zanzibar") == []


def test_two_people_who_said_the_same_are_two(on_disk: Book) -> None:
    memory = note(on_disk, 1, SECRET)
    note(on_disk, 1, SECRET, person=BO)

    on_disk.forget_ids(ANA, [memory.id], at=day(2), actor="UANA", hard=True)

    assert (texts(on_disk, None), texts(on_disk, person=BO)) == ([], [SECRET])


def test_a_person_is_erased_everywhere(everywhere: Book) -> None:
    note(everywhere, 1, "Likes coffee", person=BO)
    everywhere.write_episode(BO, replace(turn(3.2, "I like coffee")))

    removed = everywhere.erase_person(ANA, at=day(5), actor="UADMIN")

    assert places(everywhere.home, "zanzibar") == []
    assert places(everywhere.home, "likes tea") == []
    assert "teams/T1/people/UANA: everything removed" in removed
    assert "index/ledger/T1/UANA: everything removed" in removed
    everywhere.store.refresh_views([ANA])
    assert [path.name for path in (everywhere.home / "teams/T1/people/UANA").iterdir()] == [".lock"]
    assert texts(everywhere, person=BO) == ["Likes coffee"]
    assert len(everywhere.episodes(BO, limit=9)) == 1


def test_a_database_that_cannot_be_searched_is_told(on_disk: Book) -> None:
    memory = note(on_disk, 1, SECRET)
    journal = on_disk.home / "journal"
    journal.mkdir()
    (journal / "broken.sqlite3").write_bytes(b"SQLite format 3\0" + bytes(200))

    with pytest.raises(StoreError, match="cannot be searched"):
        on_disk.forget_ids(ANA, [memory.id], at=day(2), actor="UANA", hard=True)

    (journal / "broken.sqlite3").unlink()
    note(on_disk, 3, "Has a dog")
    assert places(on_disk.home, "zanzibar") == []


def test_what_lies_behind_a_link_is_left_alone(on_disk: Book, tmp_path: Path) -> None:
    memory = note(on_disk, 1, SECRET)
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "notes.md").write_text(SECRET)
    (on_disk.home / "backups").symlink_to(outside)
    (on_disk.home / "teams/T1/people/UANA/linked.md").symlink_to(outside / "notes.md")

    on_disk.forget_ids(ANA, [memory.id], at=day(2), actor="UANA", hard=True)

    assert (outside / "notes.md").read_text() == SECRET


def test_rows_that_name_a_person_go_with_them(everywhere: Book) -> None:
    told = everywhere.home / "journal" / "told.sqlite3"
    kept = [("T1", BO.user_id, "C1"), ("T2", ANA.user_id, "C1")]
    with closing(sqlite3.connect(told, isolation_level=None)) as db:
        db.execute("CREATE TABLE told (team TEXT, user TEXT, what TEXT)")
        db.executemany("INSERT INTO told VALUES (?, ?, ?)", [*kept, ("T1", ANA.user_id, "C1"), ("T1", "UANA", "C2")])

    removed = everywhere.erase_person(ANA, at=day(5), actor="UADMIN")

    assert "journal/told.sqlite3: 2 rows removed" in removed
    with closing(sqlite3.connect(told)) as db:
        assert db.execute("SELECT * FROM told").fetchall() == kept
