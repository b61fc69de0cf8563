"""Upkeep: what is thrown away, made anew, merged, promoted and flagged; and that a dry run does nothing of it."""

import os
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pytest

from memory.book import Book, BookSettings
from memory.errors import NotFoundError
from memory.records import Candidate, Episode, Kind, Operation, Origin, Status
from memory.upkeep.gc import collect
from memory.upkeep.reflect import duplicates, reflect, stale
from memory.upkeep.reindex import reindex
from memory.upkeep.summary import Summary
from tests.memory.making import ANA, BO, a_memory, add, day, note, said_on, say, texts


def turn(number: float, text: str) -> Episode:
    source = said_on(number)
    return Episode(at=day(number), channel_id=source.channel_id, ts=source.ts, text=text, reply="", origin=Origin.DM)


def by_hand(book: Book, *lines: str) -> None:
    """Let someone type entries into a log, which no conflict rule has seen."""
    path = book.home / "teams/T1/people/UANA/2026-03-01.md"
    with path.open("a") as file:
        file.writelines(f"{line}\n" for line in lines)


class TestGarbage:
    """`gc` throws away what has had its time."""

    @pytest.fixture
    def littered(self, on_disk: Book) -> Book:
        long_ago = day(31) - timedelta(days=400)
        note(on_disk, 1, "Likes tea")
        on_disk.write_episode(ANA, Episode(at=long_ago, channel_id="C1", ts="1.5", text="", reply="", origin=Origin.DM))
        for name, age in (("schema-old", 500), ("schema-older", 600), ("schema-new", 1)):
            folder = on_disk.home / "backups" / name
            folder.mkdir(parents=True)
            (folder / "file.md").write_text("")
            stamp = (day(31) - timedelta(days=age)).timestamp()
            os.utime(folder, (stamp, stamp))
        left_behind = on_disk.home / "teams/T1/people/UANA/.INDEX.md.abc.tmp"
        left_behind.write_text("")
        os.utime(left_behind, (0, 0))
        (on_disk.home / ".fresh.tmp").write_text("")
        os.utime(on_disk.home / ".fresh.tmp", (day(31).timestamp(), day(31).timestamp()))
        return on_disk

    def test_old_turns_backups_and_temporary_files_go(self, littered: Book) -> None:
        summary = collect(littered, now=day(31))

        assert summary.counts == {"episodes": 1, "backups": 2, "temporary files": 1}
        assert [path.name for path in (littered.home / "backups").iterdir()] == ["schema-new"]
        assert [path.name for path in littered.home.rglob("*.tmp")] == [".fresh.tmp"]
        assert texts(littered) == ["Likes tea"]

    def test_a_dry_run_only_tells(self, littered: Book) -> None:
        seen: list[int] = []
        summary = collect(littered, now=day(31), dry_run=True, progress=lambda done, _: seen.append(done))

        assert summary.counts == {"episodes": 1, "backups": 2, "temporary files": 1}
        assert collect(littered, now=day(31)).counts == summary.counts
        assert seen == [0, 1, 2, 3, 4, 5]

    def test_without_a_retention_everything_stays(self, littered: Book) -> None:
        kept = Book(littered.store, littered.home, type(littered.settings)(retention_days=0), now=lambda: day(31))

        assert collect(kept, now=day(31)).counts == {"episodes": 0, "temporary files": 1}

    def test_memories_go_for_good_after_the_time_of_their_kind(self, on_disk: Book) -> None:
        note(on_disk, 1, "Met the zanzibar team", kind=Kind.EVENT)
        note(on_disk, 1, "Meets the zanzibar team again", kind=Kind.EVENT, dated=date(2026, 3, 25))
        note(on_disk, 1, "Likes zanzibar spices", kind=Kind.PREFERENCE)
        note(on_disk, 25, "Met the quito team", kind=Kind.EVENT)
        forgotten = note(on_disk, 2, "Met the oslo team", kind=Kind.EVENT)
        on_disk.forget_ids(ANA, [forgotten.id], at=day(3), actor="UANA")
        settings = BookSettings(retention_days_by_kind={Kind.EVENT: 10, Kind.PREFERENCE: 0})
        kept = Book(on_disk.store, on_disk.home, settings, now=lambda: day(31))

        dry = collect(kept, now=day(31), dry_run=True)
        first, second = collect(kept, now=day(31)), collect(kept, now=day(31))

        assert dry.counts["memories"] == first.counts["memories"] == 2
        assert second.counts["memories"] == 0
        assert texts(kept) == ["Meets the zanzibar team again", "Likes zanzibar spices", "Met the quito team"]
        log = (on_disk.home / "teams/T1/people/UANA/2026-03-01.md").read_text()
        assert "Met the zanzibar team" not in log
        assert [line.actor for line in kept.audit(operation=Operation.FORGET_HARD)] == ["retention", "retention"]


class TestReindex:
    """`reindex` makes anew what follows from the logs."""

    def test_pages_are_written_and_the_index_is_dropped(self, on_disk: Book) -> None:
        note(on_disk, 1, "Likes tea")
        note(on_disk, 1, "Has a dog", person=BO)
        page = on_disk.home / "teams/T1/people/UANA/facts.md"
        page.write_text("scribbles")
        (on_disk.home / "index" / "words").mkdir()
        (on_disk.home / "index" / "file").write_text("")

        planned = reindex(on_disk, dry_run=True)
        assert reindex(on_disk, keep_index=True, dry_run=True).told == []
        summary = reindex(on_disk)

        assert planned.counts == {"memories": 2, "people": 2}
        assert summary.counts == {"memories": 2, "people": 2, "pages": 1}
        assert "- Likes tea" in page.read_text()
        assert sorted(path.name for path in (on_disk.home / "index").iterdir()) == ["ledger"]
        assert summary.told == ["index/file dropped", "index/words dropped"]

    def test_unreadable_lines_are_told(self, on_disk: Book) -> None:
        note(on_disk, 1, "Likes tea")
        by_hand(on_disk, "- **99 UTC** | broken")

        assert "line 4" in reindex(on_disk).told[0]

    def test_an_empty_home_has_nothing_to_do(self, on_disk: Book) -> None:
        assert reindex(on_disk).counts == {"people": 0}


class TestReflect:
    """`reflect` looks over what is remembered."""

    def test_what_says_the_same_is_merged_into_the_newest(self, on_disk: Book) -> None:
        note(on_disk, 1, "Has a cat")
        by_hand(on_disk, "- **15:00 UTC** | `@ana` | Owns a bicycle", "- **16:00 UTC** | `@ana` | Owns the bicycle")

        planned = reflect(on_disk, now=day(5), dry_run=True)
        assert (planned.counts, len(texts(on_disk))) == ({"merged": 1}, 3)
        summary = reflect(on_disk, now=day(5))

        assert summary.counts == {"merged": 1}
        assert texts(on_disk) == ["Has a cat", "Owns the bicycle"]
        assert texts(on_disk, Status.SUPERSEDED) == ["Owns a bicycle"]
        assert [line.actor for line in on_disk.audit(operation=Operation.REFLECT)] == ["reflect"]
        assert "bicycle" not in str(summary.told)
        assert reflect(on_disk, now=day(5)).counts == {}

    def test_only_what_can_be_seen_in_one_place_is_merged(self) -> None:
        private = a_memory("Owns a bicycle", 1, memory_id="A")
        shown = replace(private, id="C", origin=Origin.PUBLIC)

        assert duplicates(ANA, [private, shown]) == []
        assert len(duplicates(ANA, [private, replace(private, id="B")])) == 1

    def test_two_values_of_one_claim_are_merged_too(self) -> None:
        old = a_memory("Lives in Lisbon", 1, memory_id="A", attribute="location", value="Lisbon")
        new = a_memory("Lives in Porto", 2, memory_id="B", attribute="location", value="Porto")
        pet = a_memory("Has a dog", 2, memory_id="C", attribute="pet", value="dog")
        cat = a_memory("Has a cat", 2, memory_id="D", attribute="pet", value="cat")
        role = a_memory("Lives in Porto", 2, memory_id="E", attribute="role", value="x")

        assert [(each.older.id, each.newer.id) for each in duplicates(ANA, [old, new, pet, cat, role])] == [("A", "B")]

    def test_three_of_a_kind_leave_one(self) -> None:
        memories = [a_memory("Owns a bicycle", number, memory_id=f"M{number}") for number in (1, 2, 3)]

        assert {each.older.id for each in duplicates(ANA, memories)} == {"M1", "M2"}

    def test_what_was_said_three_times_with_little_certainty_is_kept(self, on_disk: Book) -> None:
        note(on_disk, 1, "Has a cat")
        for number in (2, 3, 4):
            on_disk.write_episode(ANA, turn(number, "tea again"))
        on_disk.write_episode(ANA, turn(5, "maybe a boat"))

        def extract(episode: Episode) -> list[Candidate]:
            text = "Likes tea" if "tea" in episode.text else "Likes boats"
            return [add(text, confidence=0.5), add("Is certain", confidence=0.9)]

        planned = reflect(on_disk, now=day(6), dry_run=True, extract=extract)
        assert (planned.counts, texts(on_disk)) == ({"promoted": 1}, ["Has a cat"])
        assert reflect(on_disk, now=day(6), extract=extract).counts == {"promoted": 1}

        assert texts(on_disk) == ["Has a cat", "Likes tea"]
        assert on_disk.memories(ANA)[1].source == said_on(4)
        assert reflect(on_disk, now=day(200), extract=extract).counts == {}

    def test_what_may_be_over_is_flagged_not_touched(self, on_disk: Book) -> None:
        on_disk.remember(
            ANA,
            "tundra ships",
            kind=Kind.PROJECT,
            dated=date(2026, 3, 4),
            origin=Origin.DM,
            at=day(1),
            actor="UANA",
        )

        summary = reflect(on_disk, now=day(5))

        assert summary.counts == {"stale": 1}
        assert "may be over: project" in summary.told[0]
        assert texts(on_disk) == ["tundra ships"]
        assert stale(on_disk.memories(ANA), day(3)) == []
        assert len(stale([a_memory("Builds x", 1, kind=Kind.PROJECT)], day(300))) == 1

    def test_only_active_memories_can_be_merged(self, book: Book) -> None:
        (lisbon,) = say(book, 1, add("Lives in Lisbon", "location", "Lisbon"))
        (porto,) = say(book, 2, add("Lives in Porto", "location", "Porto"))

        with pytest.raises(NotFoundError):
            book.merge(ANA, lisbon.memory.id, into=porto.memory.id, at=day(3), actor="UANA")
        with pytest.raises(NotFoundError):
            book.merge(ANA, porto.memory.id, into="unknown", at=day(3), actor="UANA")


def test_every_file_of_upkeep_stays_inside_the_home(on_disk: Book, tmp_path: Path) -> None:
    note(on_disk, 1, "Likes tea")
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "words").mkdir()
    (on_disk.home / "index" / "linked").symlink_to(outside)

    reindex(on_disk)

    assert not (on_disk.home / "index" / "linked").is_symlink()
    assert (outside / "words").is_dir()


def test_what_was_done_is_told_in_words() -> None:
    summary = Summary("reindex", counts={"memories": 1200, "people": 1, "pages": 0, "temporary files": 1})

    assert summary.done() == "1,200 memories, 1 person, 1 temporary file"
    assert Summary("gc", counts={"episodes": 0}).done() == "nothing to do"
    assert Summary("migrate", told=["schema 0 to 1"]).done() == "as told"
