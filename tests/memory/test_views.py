"""The generated pages: one fact a line, in the right file, never too long, and only what holds."""

from dataclasses import replace
from datetime import date

import pytest

from memory.book import Book
from memory.records import Kind, Memory, Status
from memory.stores import pages
from memory.views import MAX_LINES, PAGE_OF, fact_line, render
from tests.memory.making import ANA, a_memory, day, note


def memory(text: str, kind: Kind, number: float = 1, memory_id: str = "M", dated: date | None = None) -> Memory:
    return replace(a_memory(text, number, memory_id=memory_id, kind=kind), dated=dated)


def lines(page: str) -> list[str]:
    return [line for line in page.split("\n") if line.startswith("- ")]


def test_every_durable_kind_has_its_page() -> None:
    assert PAGE_OF.keys() == set(Kind) - {Kind.EPISODE}


def test_each_fact_is_a_line_of_its_page() -> None:
    shown = render(
        [
            memory("Name is Dana", Kind.PROFILE, 1, "A"),
            memory("Likes tea", Kind.PREFERENCE, 2, "B"),
            memory("Keep answers short", Kind.FEEDBACK, 3, "C"),
            memory("Has two cats", Kind.FACT, 4, "D"),
            memory("Runbook is at https://x.y", Kind.REFERENCE, 5, "E"),
            memory("Builds tundra", Kind.PROJECT, 6, "F"),
        ]
    )

    assert lines(shown["persona.md"]) == ["- Name is Dana"]
    assert lines(shown["preferences.md"]) == ["- Likes tea", "- Keep answers short"]
    assert lines(shown["facts.md"]) == ["- Has two cats", "- Runbook is at https://x.y", "- Builds tundra"]
    assert lines(shown["events.md"]) == []


def test_events_are_a_timeline_by_the_day_they_speak_of() -> None:
    shown = render(
        [
            memory("Met David, chose React", Kind.EVENT, 5, "A", date(2026, 2, 18)),
            memory("2026-01-02: Joined", Kind.EVENT, 5, "B", date(2026, 1, 2)),
            memory("Decided on Rust", Kind.EVENT, 5, "C"),
        ]
    )

    assert lines(shown["events.md"]) == [
        "- 2026-01-02: Joined",
        "- 2026-02-18: Met David, chose React",
        "- 2026-03-05: Decided on Rust",
    ]


def test_only_what_holds_is_shown() -> None:
    shown = render([replace(memory("Likes tea", Kind.PREFERENCE), status=status) for status in Status])

    assert lines(shown["preferences.md"]) == ["- Likes tea"]


def test_the_index_begins_with_the_pages_and_has_a_line_for_each_memory() -> None:
    index = render([memory("Likes [green] tea", Kind.PREFERENCE)])["INDEX.md"]

    assert index.startswith("# Index\n\n- [persona.md](persona.md) — who this person is\n")
    assert lines(index)[4:] == [r"- [Likes \[green\] tea](preferences.md) — preference, 2026-03-01"]


def test_a_long_page_goes_on_in_a_folder() -> None:
    many = [memory(f"Fact {number}", Kind.FACT, 1 + number / 10_000, f"M{number:05d}") for number in range(1200)]

    shown = render(many)

    assert all(page.count("\n") < MAX_LINES for page in shown.values())
    assert {"facts.md", "facts/2.md", "facts/3.md", "INDEX.md", "INDEX/2.md"} <= shown.keys()
    told = [line for name, page in shown.items() if name.startswith("facts") for line in lines(page)]
    assert sorted(told) == sorted(fact_line(each) for each in many)
    indexed = [
        line for name, page in shown.items() if name.startswith("INDEX") for line in lines(page) if "Fact" in line
    ]
    assert len(indexed) == 1200
    assert "(facts/3.md)" in indexed[-1]


def test_pages_follow_every_change(on_disk: Book) -> None:
    folder = on_disk.home / "teams/T1/people/UANA"
    memory_ = note(on_disk, 1, "Likes tea")
    assert lines((folder / "facts.md").read_text()) == ["- Likes tea"]

    on_disk.patch(ANA, memory_.id, "Likes coffee", at=day(2), actor="UANA")
    assert lines((folder / "facts.md").read_text()) == ["- Likes coffee"]

    on_disk.forget_all(ANA, at=day(3), actor="UANA")
    assert lines((folder / "facts.md").read_text()) == []


def test_pages_of_a_long_log_are_put_off_until_they_are_asked_for(
    on_disk: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "EAGER", 2)
    monkeypatch.setattr(pages, "_SHARE", 10**9)
    page = on_disk.home / "teams/T1/people/UANA/facts.md"

    def more(first: int) -> int:
        for number in range(first, first + 6):
            note(on_disk, 1 + number / 24, f"Fact number {number}")
        return len(lines(page.read_text()))

    assert more(0) < 6
    on_disk.close()
    assert len(lines(page.read_text())) == 6

    assert more(6) < 12
    monkeypatch.setattr(pages, "_SHARE", 0)
    monkeypatch.setattr(pages, "_PAUSE", 0)
    on_disk.memories(ANA)
    assert len(lines(page.read_text())) == 12


def test_pages_that_are_no_longer_needed_go(on_disk: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("memory.views.MAX_LINES", 12)
    folder = on_disk.home / "teams/T1/people/UANA"
    for number in range(8):
        note(on_disk, 1 + number / 24, f"Fact number {number}")
    assert (folder / "facts/2.md").exists()

    on_disk.forget_all(ANA, at=day(3), actor="UANA")

    assert not (folder / "facts/2.md").exists()
