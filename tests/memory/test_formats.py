"""Other layouts are read and written as their own programs do; what is read and written again is the same."""

from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memory.book import Book
from memory.errors import StoreError
from memory.formats import agent_memory, avi, claw0, earl, fae
from memory.formats.portable import Bundle, Portable, keep, taken_from
from memory.records import Kind, Status
from memory.text import sanitise
from tests.memory.making import ANA, BO, add, day, note, say, texts

ALL = [earl, avi, claw0, fae, agent_memory]
NOON = datetime(2026, 2, 18, 12, 30, tzinfo=UTC)

TERNARY = """\
---
name: no-nested-ternary
description: User insists no nested ternaries; use if/else or lookup tables
metadata:
  type: feedback
---

Never nest `?:` inside another `?:`. Use if/else, early return, or a lookup map.

**Why:** Nested ternaries are unreviewable; agents misread the precedence.

**How to apply:** When tempted to nest, extract to a function or a lookup map.

See also [[file-size-budget]] — long ternaries also bust the line budget.
"""
TERNARY_LINE = "- [No nested ternaries](feedback_no_nested_ternary.md) — never nest `?:`; use if/else or lookup\n"


def pages(folder: Path) -> dict[str, str]:
    return {str(path.relative_to(folder)): path.read_text() for path in folder.rglob("*") if path.is_file()}


def layout(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    folder.mkdir(exist_ok=True)
    return folder


EARL = {
    "SOUL.md": "You are EARL.\n",
    "USER.md": "Alice prefers short answers.\n",
    "2026-02-18.md": "# Memories for 2026-02-18\n\n- **12:30 UTC** | `@alice` | Likes tea\n"
    "- **13:00 UTC** | `@bob` | Has a dog\n",
    "2026-02-19.md": "# Memories for 2026-02-19\n\n- **08:00 UTC** | `@unknown` | Works at Acme\n",
}
AVI = {
    "persona.md": "# Persona\n\n<!-- One fact per line. Avi updates this automatically. -->\n\nName is Dana\n",
    "preferences.md": "# Preferences\n\n<!-- One fact per line. Avi updates this automatically. -->\n\nLikes tea\n",
    "facts.md": "# Facts\n\n<!-- One fact per line. Avi updates this automatically. -->\n",
    "events.md": "# Events\n\n<!-- One fact per line. Avi updates this automatically. -->\n\n"
    "2026-02-18: Met David, chose React\n",
}
CLAW0 = {
    "SOUL.md": "# Soul\nYou are Koda.\n",
    "MEMORY.md": "User prefers TypeScript\n",
    "memory/2026-02-24.md": "# Memory Log: 2026-02-24\n\n## [14:30:15] preference\n\nPrefers dark mode.\n\n"
    "## [15:20:03] fact\n\nThe project uses Python 3.12.\n",
}


@pytest.mark.parametrize(("module", "files"), [(earl, EARL), (avi, AVI), (claw0, CLAW0)], ids=["EARL", "Avi", "claw0"])
def test_what_another_program_wrote_comes_back_byte_for_byte(
    tmp_path: Path, module: ModuleType, files: dict[str, str]
) -> None:
    bundle = module.read(layout(tmp_path / "old", files))

    module.write(tmp_path / "new", bundle)

    assert pages(tmp_path / "new") == files


def test_the_example_of_the_pattern_comes_back_byte_for_byte(tmp_path: Path) -> None:
    files = {"feedback_no_nested_ternary.md": TERNARY, "MEMORY.md": TERNARY_LINE}

    bundle = agent_memory.read(layout(tmp_path / "old", files))
    agent_memory.write(tmp_path / "new", bundle)

    assert pages(tmp_path / "new") == files
    assert bundle.memories[0].kind is Kind.FEEDBACK


@pytest.mark.parametrize("module", ALL, ids=lambda module: module.__name__.rpartition(".")[2])
def test_an_empty_folder_holds_nothing_and_a_missing_one_is_told(tmp_path: Path, module: ModuleType) -> None:
    (tmp_path / "empty").mkdir()

    assert module.read(tmp_path / "empty") == Bundle()
    with pytest.raises(StoreError, match="there is no such folder"):
        module.read(tmp_path / "missing")


WORDS = st.text(min_size=1, max_size=30).map(sanitise).filter(bool)
MEMORIES = st.lists(
    st.builds(
        Portable,
        text=WORDS,
        kind=st.sampled_from([kind for kind in Kind if kind is not Kind.EPISODE]),
        at=st.integers(0, 10**6).map(lambda minutes: datetime.fromtimestamp(1.7e9 // 60 * 60 + minutes * 60, UTC)),
        author=st.just("ana"),
    ),
    max_size=5,
)


@pytest.mark.parametrize("module", ALL, ids=lambda module: module.__name__.rpartition(".")[2])
@settings(deadline=None, max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(memories=MEMORIES)
def test_no_words_are_lost_or_made_up(
    tmp_path_factory: pytest.TempPathFactory, module: ModuleType, memories: list[Portable]
) -> None:
    folder = tmp_path_factory.mktemp("format")

    module.write(folder / "out", Bundle(memories=tuple(memories)))
    found = module.read(folder / "out").memories if (folder / "out").exists() else ()

    told = [each.text for each in found]
    if module is avi:
        told = [each.partition(": ")[2] if each[:4].isdigit() and ": " in each else each for each in told]
        assert len(told) <= len(memories)
    else:
        assert sorted(told) == sorted(each.text for each in memories)


def test_lines_that_are_no_entries_are_passed_over(tmp_path: Path) -> None:
    folder = layout(
        tmp_path / "earl",
        {"2026-02-18.md": "a note\n- **99:00 UTC** | broken\n- **12:30 UTC** | `@a` | Likes tea\n"},
    )

    assert [memory.text for memory in earl.read(folder).memories] == ["Likes tea"]


def test_a_long_avi_file_is_split_and_read_as_one(tmp_path: Path) -> None:
    many = tuple(Portable(text=f"Fact number {number}") for number in range(1100))

    avi.write(tmp_path / "avi", Bundle(memories=many))

    assert all(page.count("\n") < 500 for page in pages(tmp_path / "avi").values())
    assert [memory.text for memory in avi.read(tmp_path / "avi").memories] == [memory.text for memory in many]


@pytest.mark.parametrize(
    ("line", "memory"),
    [
        ("2026-02-18: Met David", Portable(text="Met David", kind=Kind.EVENT, dated=date(2026, 2, 18))),
        ("- 2026-02-18: Met David", Portable(text="Met David", kind=Kind.EVENT, dated=date(2026, 2, 18))),
        ("2026-02-31: Never", Portable(text="2026-02-31: Never", kind=Kind.EVENT)),
        ("Some day", Portable(text="Some day", kind=Kind.EVENT)),
        ("2026-02-18: ", Portable(text="2026-02-18:", kind=Kind.EVENT)),
    ],
)
def test_events_carry_their_day(tmp_path: Path, line: str, memory: Portable) -> None:
    found = avi.read(layout(tmp_path / "avi", {"events.md": f"# Events\n\n{line}\n"})).memories

    assert found == ((memory,) if memory.text != "2026-02-18:" else found)


def test_a_claw0_entry_keeps_all_its_lines(tmp_path: Path) -> None:
    log = "# Memory Log: 2026-02-24\n\n## [14:30:15] odd\n\nOne line\nand another\n\n"
    log += "## [99:00:00] fact\n\nx\n\n## [01:00:00] fact\n"
    found = claw0.read(layout(tmp_path / "claw0", {"memory/daily/2026-02-24.md": log})).memories

    assert [(memory.text, memory.kind) for memory in found] == [("One line and another", Kind.FACT), ("x", Kind.FACT)]
    assert [memory.at and memory.at.hour for memory in found] == [14, 0]


@pytest.mark.parametrize(
    ("created", "moment"),
    [
        ("1771417800", NOON),
        ("1771417800000", NOON),
        ("1771417800000000", NOON),
        ("1771417800000000000", NOON),
        ('"2026-02-18T12:30:00Z"', NOON),
        ('"2026-02-18T12:30:00"', NOON),
        ("null", None),
        ("true", None),
    ],
)
def test_fae_times_are_read_in_any_unit(tmp_path: Path, created: str, moment: datetime | None) -> None:
    record = f'{{"id":"mem-1-1","kind":"fact","text":"Likes tea","created_at":{created}}}\n'

    (memory,) = fae.read(layout(tmp_path / "fae", {"memory/records.jsonl": record})).memories

    assert memory.at == moment


def test_fae_episodes_and_broken_lines_are_passed_over(tmp_path: Path) -> None:
    records = "\n".join(
        (
            '{"id":"1","kind":"episode","text":"turn"}',
            '{"id":"2","kind":"fact"}',
            "{broken",
            '{"id":"3","kind":"fact","text":"\\u200b"}',
            '{"id":"4","kind":"fact","text":"x","status":"odd"}',
            '{"id":"","kind":"profile","text":"Name is Dana","confidence":7,"tags":["name"]}',
            '{"id":"6","kind":"fact","text":"Likes tea","tags":["preference"]}',
            "[]",
        )
    )

    found = fae.read(layout(tmp_path / "fae", {"memory/records.jsonl": records})).memories

    assert [(memory.id, memory.text, memory.kind) for memory in found] == [
        (None, "Name is Dana", Kind.PROFILE),
        ("6", "Likes tea", Kind.PREFERENCE),
    ]
    assert found[0].confidence == 1.0


def test_files_of_one_name_are_told_apart_and_stay_inside(tmp_path: Path) -> None:
    memories = (
        Portable(text="Likes tea", kind=Kind.PREFERENCE),
        Portable(text="likes tea!", kind=Kind.PROFILE),
        Portable(text="日本", slug="../../outside", title="A [bracket]"),
    )

    written = agent_memory.write(tmp_path / "out", Bundle(memories=memories))

    assert [path.name for path in written] == [
        "user_likes_tea.md",
        "user_likes_tea_2.md",
        "user_outside.md",
        "MEMORY.md",
    ]
    assert agent_memory.read(tmp_path / "out").memories[2].title == "A [bracket]"


def test_a_file_the_index_does_not_name_is_read_too(tmp_path: Path) -> None:
    other = TERNARY.replace("feedback", "user").replace("no-nested-ternary", "other")
    folder = layout(
        tmp_path / "old",
        {"a.md": other, "feedback_no_nested_ternary.md": TERNARY, "MEMORY.md": TERNARY_LINE, "b.md": "no front matter"},
    )

    assert [memory.slug for memory in agent_memory.read(folder).memories] == ["no-nested-ternary", "other"]


def test_a_book_takes_memories_in_with_their_history(book: Book) -> None:
    memories = [
        Portable(text="Lives in Porto", id="B", at=day(5), supersedes="A", kind=Kind.PROFILE),
        Portable(text="Lives in Lisbon", id="A", at=day(1), kind=Kind.PROFILE, status=Status.SUPERSEDED),
        Portable(text="Likes tea", id="C", at=day(2), author="ana"),
        Portable(text="Was wrong", id="D", at=day(2), status=Status.INVALIDATED),
        Portable(text="Was secret", id="E", at=day(2), status=Status.FORGOTTEN),
        Portable(text="Has no time"),
    ]

    keep(book, ANA, memories, at=day(9))

    assert texts(book) == ["Likes tea", "Lives in Porto", "Has no time"]
    assert book.get(ANA, "A").replaced_by == "B"
    assert book.get(ANA, "D").status is Status.INVALIDATED
    assert book.get(ANA, "E").status is Status.FORGOTTEN
    assert keep(book, ANA, memories, at=day(9)) == []


def test_a_book_gives_its_memories_away(book: Book, tmp_path: Path) -> None:
    say(book, 1, add("Lives in Lisbon", "location", "Lisbon", kind=Kind.PROFILE))
    say(book, 2, add("Lives in Porto", "location", "Porto", kind=Kind.PROFILE))
    note(book, 3, "Likes tea")
    secret = note(book, 4, "The deploy key is in 1Password")
    book.forget_ids(ANA, [secret.id], at=day(5), actor="UANA")

    everything = taken_from(book, ANA, every_status=True)
    fae.write(tmp_path / "fae", everything)
    keep(book, BO, [replace(each, id=None) for each in fae.read(tmp_path / "fae").memories], at=day(9))

    assert [memory.text for memory in everything.memories] == ["Lives in Lisbon", "Lives in Porto", "Likes tea"]
    assert [memory.text for memory in taken_from(book, ANA).memories] == ["Lives in Porto", "Likes tea"]
    assert "Likes tea" in texts(book, person=BO)
