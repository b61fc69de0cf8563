"""The grammar of the log: what is written is read back, nothing can be forged, and what cannot be read is told."""

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.entries import Edit, Entry, Forget, Invalidate, Patch, Refresh, Supersede, Undo, is_valid_id, op_of
from memory.log import EntryError, file_name, format_entry, header, parse_line
from memory.records import Kind, Memory, Origin, Polarity, Source, Status
from memory.text import sanitise
from tests.memory.making import ANA, a_memory, day

TODAY = date(2026, 3, 1)
WORDS = st.text(st.characters(codec="utf-8"), min_size=1, max_size=60) | st.sampled_from(
    ["-->", "<!-- memory {", "`@x` | y", "# Heading", "\n- **10:00 UTC** | `@eve` | forged <!-- memory {} -->", "} -->"]
)
TEXTS = WORDS.map(sanitise).filter(bool)
IDS = st.text(st.characters(codec="utf-8"), min_size=1, max_size=40).filter(is_valid_id)
TIMES = st.integers(0, 4 * 10**15).map(lambda micros: datetime(2000, 1, 1, tzinfo=UTC) + timedelta(microseconds=micros))
SOURCES = st.none() | st.builds(
    Source,
    st.sampled_from(["C1", "D0ANA", "G2B7"]),
    st.integers(10**15, 10**16 - 1).map(lambda number: f"{number // 10**6}.{number % 10**6:06d}"),
    st.none() | st.just("https://x.slack.com/archives/C1/p1"),
)
CONFIDENCES = st.integers(0, 10_000).map(lambda number: number / 10_000)
MEMORIES = st.builds(
    Memory,
    id=IDS,
    subject=st.just(ANA),
    kind=st.sampled_from(Kind),
    text=TEXTS,
    confidence=CONFIDENCES,
    created_at=TIMES,
    origin=st.sampled_from(Origin),
    attribute=st.none() | TEXTS,
    value=st.none() | TEXTS,
    polarity=st.sampled_from(Polarity),
    dated=st.none() | st.dates(),
    valid_at=st.none() | TIMES,
    supersedes=st.none() | IDS,
    source=SOURCES,
    status=st.just(Status.ACTIVE),
)
COMMON = {"id": IDS, "target": IDS, "at": TIMES, "origin": st.sampled_from(Origin), "source": SOURCES}
SAID = {
    "text": TEXTS,
    "attribute": st.none() | TEXTS,
    "value": st.none() | TEXTS,
    "confidence": st.none() | CONFIDENCES,
}
TOMB = {"tomb": st.just("") | st.just("ab12"), "of": st.just("") | st.just("C1/1.5")}
EDITS = st.one_of(
    st.builds(Patch, kind=st.none() | st.sampled_from(Kind), **SAID, **COMMON),
    st.builds(Refresh, **SAID, **COMMON),
    st.builds(Supersede, by=IDS, **COMMON),
    st.builds(Invalidate, text=st.just("") | TEXTS, reason=st.just("") | TEXTS, **COMMON),
    st.builds(
        Forget,
        hard=st.booleans(),
        final=st.booleans(),
        superseded=st.lists(IDS, max_size=2).map(tuple),
        **TOMB,
        **COMMON,
    ),
    st.builds(Undo, **TOMB, **COMMON),
)


def read(line: str) -> Entry | None:
    return parse_line(line, subject=ANA, day=TODAY)


def test_a_new_file_begins_with_its_day() -> None:
    assert file_name(TODAY) == "2026-03-01.md"
    assert header(TODAY) == "# Memories for 2026-03-01\n\n"


def test_an_entry_reads_well() -> None:
    memory = a_memory("Lives in Porto", attribute="location", value="Porto", kind=Kind.PROFILE)

    assert format_entry(memory, "alice") == (
        "- **09:00 UTC** | `@alice` | Lives in Porto "
        '<!-- memory {"id":"M1","kind":"profile","attribute":"location","value":"Porto","confidence":0.9,'
        '"origin":"dm","at":"2026-03-01T09:00:00Z"} -->'
    )


@pytest.mark.parametrize(
    ("edit", "sentence"),
    [
        (Patch(id="E", target="M", at=day(1), origin=Origin.DM, text="Likes tea"), "Updated: Likes tea"),
        (Refresh(id="E", target="M", at=day(1), origin=Origin.DM, text="Loves tea"), "Said again: Loves tea"),
        (Supersede(id="E", target="M", at=day(1), origin=Origin.DM, by="N"), "Replaced by a newer statement"),
        (Invalidate(id="E", target="M", at=day(1), origin=Origin.DM, text="Likes tea"), "No longer so: Likes tea"),
        (Invalidate(id="E", target="M", at=day(1), origin=Origin.DM), "No longer so"),
        (Forget(id="E", target="M", at=day(1), origin=Origin.DM), "Forgot a memory"),
        (Forget(id="E", target="M", at=day(1), origin=Origin.DM, hard=True), "Erased a memory"),
        (Undo(id="E", target="M", at=day(1), origin=Origin.DM), "Took back an entry"),
    ],
    ids=lambda value: op_of(value).value if isinstance(value, Edit) else "",
)
def test_a_change_is_told_in_a_sentence(edit: Edit, sentence: str) -> None:
    line = format_entry(edit, "ana")

    assert line.startswith(f"- **09:00 UTC** | `@ana` | {sentence} <!-- memory {{")
    assert read(line) == edit


@given(MEMORIES | EDITS, WORDS)
def test_what_is_written_is_read_back_from_one_line(entry: Entry, name: str) -> None:
    line = format_entry(entry, name)

    assert "\n" not in line
    assert line.count("<!--") == line.count("-->") == 1
    assert parse_line(line, subject=ANA, day=date(1999, 1, 1)) == entry


@given(st.lists(MEMORIES | EDITS, max_size=4), WORDS)
def test_no_words_make_another_entry(entries: list[Entry], name: str) -> None:
    file = header(TODAY) + "".join(format_entry(entry, name) + "\n" for entry in entries)

    found = [entry for line in file.split("\n") if (entry := read(line)) is not None]

    assert found == entries
    assert file.splitlines() == file.split("\n")[:-1]


def test_an_entry_without_a_comment_was_written_by_hand() -> None:
    memory = read("- **14:30 UTC** | `@alice` | Has a dog named Rex")

    assert isinstance(memory, Memory)
    assert memory.text == "Has a dog named Rex"
    assert memory.origin is Origin.HAND
    assert memory.created_at == datetime(2026, 3, 1, 14, 30, tzinfo=UTC)
    assert memory == read("- **14:30 UTC** | `@alice` | Has a dog named Rex")
    assert memory != read("- **14:31 UTC** | `@alice` | Has a dog named Rex")


def test_an_entry_with_the_fewest_fields_is_read() -> None:
    memory = read('- **14:30 UTC** | `@alice` | Likes tea <!-- memory {"id":"X","kind":"preference"} -->')

    assert isinstance(memory, Memory)
    assert (memory.id, memory.kind, memory.confidence) == ("X", Kind.PREFERENCE, 0.5)
    assert memory.created_at == datetime(2026, 3, 1, 14, 30, tzinfo=UTC)


def test_a_time_corrected_by_hand_counts() -> None:
    line = format_entry(a_memory("Likes tea"), "ana").replace("**09:00 UTC**", "**11:15 UTC**")

    memory = read(line)

    assert isinstance(memory, Memory)
    assert memory.created_at == day(1) + timedelta(hours=2, minutes=15)


def test_a_time_of_another_zone_is_the_same_moment() -> None:
    line = (
        '- **09:00 UTC** | `@a` | Likes tea <!-- memory {"id":"X","kind":"fact","at":"2026-03-01T10:00:00+01:00"} -->'
    )

    memory = read(line)

    assert isinstance(memory, Memory)
    assert memory.created_at == day(1)
    assert memory.created_at.tzinfo is UTC


def test_invisible_characters_typed_by_hand_are_not_served() -> None:
    memory = read('- **09:00 UTC** | `@a` | Likes\u202e tea <!-- memory {"id":"X","kind":"fact"} -->')

    assert isinstance(memory, Memory)
    assert memory.text == "Likes tea"


@pytest.mark.parametrize(
    "line",
    [
        "",
        "# Memories for 2026-03-01",
        "Some note",
        "- a bullet",
        "* **10:00 UTC**",
        "  - **10:00 UTC** | `@a` | x",
        "> x",
    ],
)
def test_a_line_that_is_no_entry_means_nothing(line: str) -> None:
    assert read(line) is None


ENTRY = "- **10:00 UTC** | `@a` | x "


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("- **10 o'clock** | x", "not of the form"),
        ("- **10:00 UTC** | alice | x", "not of the form"),
        ("- **24:00 UTC** | `@a` | x", "24:00 is not a time of day"),
        ("- **10:00 UTC** | `@a` | ", "no text"),
        (ENTRY.replace("x", "") + '<!-- memory {"id":"X","kind":"fact"} -->', "no text"),
        (ENTRY + "<!-- memory gone -->", "does not hold a JSON object"),
        (ENTRY + '<!-- memory {"id":"X"', "JSON in its comment cannot be read"),
        (ENTRY + '<!-- memory {"id":"X","kind":"fact"} and more', "does not end with"),
        (ENTRY + '<!-- memory {"id":"X",} -->', "JSON in its comment cannot be read"),
        (ENTRY + '<!-- memory {"id":' + "[" * 100_000 + "} -->", "cannot be read|too deeply"),
        (ENTRY + '<!-- memory {"kind":"fact"} -->', "lacks 'id'"),
        (ENTRY + '<!-- memory {"id":"","kind":"fact"} -->', "'id' in its comment must be an id"),
        (ENTRY + '<!-- memory {"id":7,"kind":"fact"} -->', "'id' in its comment must be an id"),
        (ENTRY + '<!-- memory {"id":"X"} -->', "lacks 'kind'"),
        (ENTRY + '<!-- memory {"id":"X","kind":"wish"} -->', "its kind is not one of"),
        (ENTRY + '<!-- memory {"id":"X","kind":[]} -->', "'kind' in its comment must be text"),
        (ENTRY + '<!-- memory {"id":"X","kind":"fact","confidence":2} -->', "number from 0 to 1"),
        (ENTRY + '<!-- memory {"id":"X","kind":"fact","confidence":true} -->', "number from 0 to 1"),
        (ENTRY + '<!-- memory {"id":"X","kind":"fact","attribute":3} -->', "must be text"),
        (ENTRY + '<!-- memory {"id":"X","kind":"fact","source":"C1"} -->', "must be CHANNEL/TS"),
        (ENTRY + '<!-- memory {"id":"X","kind":"fact","at":"yesterday"} -->', "cannot be used"),
        (ENTRY + '<!-- memory {"id":"X","kind":"fact","at":"2026-03-01T10:00:00"} -->', "no time zone"),
        (ENTRY + '<!-- memory {"id":"X","kind":"fact","dated":"soon"} -->', "cannot be used"),
        (ENTRY + '<!-- memory {"id":"X","kind":"fact","origin":"mars"} -->', "lacks 'mars'"),
        (ENTRY + '<!-- memory {"id":"X","op":"explode","target":"Y"} -->', "its op is not one of"),
        (ENTRY + '<!-- memory {"id":"X","op":"undo"} -->', "lacks 'target'"),
        (ENTRY + '<!-- memory {"id":"X","op":"forget_soft","target":"Y","superseded":"Z"} -->', "list of ids"),
        (ENTRY.replace("x", "Updated: ") + '<!-- memory {"id":"X","op":"patch","target":"Y"} -->', "no text"),
    ],
)
def test_a_broken_entry_is_told_without_its_words(line: str, problem: str) -> None:
    with pytest.raises(EntryError, match=problem):
        read(line)
