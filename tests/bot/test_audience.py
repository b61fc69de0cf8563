"""The audience rule: every row of the table in docs/privacy.md, and what must never happen in any world."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.audience import Audience, Held, Place, PlaceKind, dm, held_back, is_about_the_work, may_see
from memory.book import Book
from memory.records import Ending, Kind, Memory, Origin, Person, Source, Status
from memory.stores.in_memory import InMemoryStore

NOW = datetime(2026, 3, 3, tzinfo=UTC)
ALEX, DANA = Person("T1", "UALEX"), Person("T1", "UDANA")
ALEX_DM = Place(PlaceKind.DM, "DALEX")
GENERAL, LEADS = Place(PlaceKind.PUBLIC, "CGENERAL"), Place(PlaceKind.PRIVATE, "CLEADS")
PLACES = {
    "Alex's DM": ALEX_DM,
    "Dana's DM": Place(PlaceKind.DM, "DDANA"),
    "#general": GENERAL,
    "#help": Place(PlaceKind.PUBLIC, "CHELP"),
    "#leads": LEADS,
    "#board": Place(PlaceKind.PRIVATE, "CBOARD"),
    "a group DM": Place(PlaceKind.PRIVATE, "GGROUP"),
    "the same group DM": Place(PlaceKind.PRIVATE, "GGROUP"),
    "another group DM": Place(PlaceKind.PRIVATE, "GOTHER"),
    "a place Slack does not tell about": Place(PlaceKind.UNKNOWN, "CODD"),
}


def memory(
    subject: Person = ALEX,
    origin: Origin = Origin.PUBLIC,
    channel_id: str | None = "CGENERAL",
    kind: Kind = Kind.PREFERENCE,
    text: str = "Prefers tabs",
    attribute: str | None = None,
) -> Memory:
    source = None if channel_id is None else Source(channel_id, "1.000100")
    return Memory("01", subject, kind, text, 0.9, NOW, origin, attribute=attribute, source=source)


WHAT = {
    "what Alex likes": memory(),
    "what Dana likes": memory(DANA),
    "Dana's work": memory(DANA, kind=Kind.FACT, text="Staging database is called heron"),
    "Dana's family": memory(DANA, kind=Kind.FACT, text="Daughter Mia plays chess", attribute="child"),
}
NOWHERE = {"an import": Origin.IMPORT, "a file edited by hand": Origin.HAND}
BY_OTHER_MEANS = {
    r"(.+), then corrected in a dialog": Origin.DM,
    r"a message in (.+) that they kept": Origin.SHORTCUT,
    r"what a model noted in (.+)": Origin.MODEL,
}
OF_THE_PLACE = r", which \w+ left|, now private|, installed org-wide| of another workspace"


def learned(what: str, where: str) -> Memory:
    """Return a memory as a row of the table tells of it."""
    if found := re.fullmatch(r"(.+), and that it ended (?:in|from) (.+)", where):
        known, ended = learned(what, found[1]), learned(what, found[2])
        return replace(known, status=Status.SUPERSEDED, ending=Ending(ended.origin, ended.source))
    known = WHAT[what]
    if where in NOWHERE:
        return replace(known, origin=NOWHERE[where], source=None)
    origin = None
    for pattern, means in BY_OTHER_MEANS.items():
        if found := re.fullmatch(pattern, where):
            where, origin = found[1], means
    place = PLACES[re.sub(OF_THE_PLACE, "", where)]
    known = replace(known, origin=origin or place.origin, source=Source(place.channel_id, "1.000100"))
    if where.endswith(" of another workspace"):
        return replace(known, subject=Person("T2", known.subject.user_id))
    return in_organisation(known) if where.endswith("installed org-wide") else known


def in_organisation(known: Memory) -> Memory:
    return replace(known, subject=Person("E1", known.subject.user_id))


def asking(where: str, learned_where: str) -> Audience:
    """Return who reads the answer, as a row of the table tells of it."""
    name, *circumstances = where.split(", ")
    place, reader = PLACES[name], ALEX
    asked_about, own = frozenset[str](), True
    for each in circumstances:
        match each:
            case "now public":
                place = replace(place, kind=PlaceKind.PUBLIC)
            case "now private":
                place = replace(place, kind=PlaceKind.PRIVATE)
            case "guests read along" | "Alex is a guest":
                place = replace(place, outsiders=True)
            case "installed org-wide":
                reader = Person("E1", "UALEX")
            case "about Dana by name":
                asked_about = frozenset({"UDANA"})
            case "Alex keeps theirs out of channels":
                own = False
            case _:
                pytest.fail(f"{each!r} is not known to this test")
    private = frozenset({GENERAL.channel_id} if "now private" in learned_where else ())
    return Audience(reader, place, asked_about, own_in_channels=own, turned_private=private)


def cases() -> Iterator[tuple[str, ...]]:
    """Yield the rows of the table in the documentation."""
    text = (Path(__file__).parents[2] / "docs" / "privacy.md").read_text(encoding="utf-8")
    for line in text.partition("## The cases")[2].partition("## Who reads along")[0].splitlines():
        cells = tuple(cell.strip() for cell in line.strip("|").split("|"))
        if line.startswith("| ") and cells[0] in WHAT:
            yield cells


@pytest.mark.parametrize(("what", "learned_where", "asked_where", "shown", "why"), list(cases()))
def test_a_case_of_the_table(what: str, learned_where: str, asked_where: str, shown: str, why: str) -> None:
    known, audience = learned(what, learned_where), asking(asked_where, learned_where)

    assert ("yes" if may_see(known, audience) else "no") == shown
    if shown == "no":
        assert held_back(known, audience) == why


def test_the_table_holds_every_reason() -> None:
    rows = list(cases())

    assert len(rows) >= 50
    assert set(Held) <= {why for *_, why in rows}
    assert set(PLACES) <= {
        re.sub(r",.*", "", where) for _, learned_where, asked, *_ in rows for where in (learned_where, asked)
    }


@pytest.mark.parametrize(
    ("place", "workspace", "personal"),
    [
        (ALEX_DM, True, True),
        (GENERAL, True, False),
        (LEADS, True, False),
        (replace(GENERAL, outsiders=True), False, False),
        (replace(ALEX_DM, outsiders=True), False, True),
        (Place(PlaceKind.UNKNOWN, "CODD"), False, False),
    ],
)
def test_where_notes_serve(place: Place, workspace: bool, personal: bool) -> None:
    assert (place.reads_workspace_notes, place.reads_personal_notes) == (workspace, personal)


def test_the_owners_dm_is_the_one_that_the_command_line_serves() -> None:
    assert dm(ALEX) == Audience(ALEX, Place(PlaceKind.DM, "DUALEX"))


def test_new_words_typed_into_a_dialog_were_never_public() -> None:
    book = Book(InMemoryStore(), Path("nowhere"))
    source = Source("CGENERAL", "1.000100")
    said = book.remember(
        ALEX, "Works on tundra", kind=Kind.PROJECT, origin=Origin.PUBLIC, source=source, at=NOW, actor="U"
    ).memory

    patched = book.patch(ALEX, said.id, "Works on tundra, in secret", at=NOW, actor="U").memory

    for place in (GENERAL, LEADS, Place(PlaceKind.PRIVATE, "CGENERAL")):
        assert not may_see(patched, Audience(DANA, place))
        assert not may_see(patched, Audience(ALEX, place))
    assert may_see(patched, Audience(ALEX, ALEX_DM))


@pytest.mark.parametrize(
    ("kind", "text", "attribute", "expected"),
    [
        (Kind.EVENT, "Launch is on 2026-05-19", None, True),
        (Kind.FACT, "Owns a van", None, False),
        (Kind.FACT, "Manager is Kim", "manager", False),
        (Kind.FACT, "Our sister Nomsa nurses at St Aidan's", None, False),
        (Kind.FACT, "Staging database is called heron", None, True),
        (Kind.PROFILE, "Lives in Porto", "location", False),
    ],
)
def test_what_is_about_the_work(kind: Kind, text: str, attribute: str | None, expected: bool) -> None:
    assert is_about_the_work(memory(kind=kind, text=text, attribute=attribute)) is expected


@pytest.mark.parametrize(
    ("kind", "origin"),
    [
        (PlaceKind.DM, Origin.DM),
        (PlaceKind.PUBLIC, Origin.PUBLIC),
        (PlaceKind.PRIVATE, Origin.PRIVATE),
        (PlaceKind.UNKNOWN, Origin.PRIVATE),
    ],
)
def test_a_place_marks_what_is_learned_there(kind: PlaceKind, origin: Origin) -> None:
    assert Place(kind, "C1").origin is origin


people = st.builds(Person, st.sampled_from(["T1", "T2", "E1"]), st.sampled_from(["U1", "U2", "U3"]))
channels = {
    "C1": PlaceKind.PUBLIC,
    "C2": PlaceKind.PRIVATE,
    "C3": PlaceKind.PRIVATE,
    "D1": PlaceKind.DM,
    "D2": PlaceKind.DM,
}
places = st.sampled_from(sorted(channels)).flatmap(
    lambda c: st.builds(Place, st.sampled_from([channels[c], PlaceKind.UNKNOWN]), st.just(c), st.booleans())
)
said = st.tuples(
    people,
    st.sampled_from(sorted(channels)),
    st.sampled_from([k for k in Kind if k is not Kind.EPISODE]),
    st.sampled_from([None, Origin.DM, Origin.HAND, Origin.SHORTCUT, Origin.MODEL]),
)
ids = st.frozensets(st.sampled_from(["U1", "U2", "U3"]))


@given(said, people, places, ids, st.booleans())
def test_nothing_private_leaves_the_place_it_was_said_in(
    statement: tuple[Person, str, Kind, Origin | None],
    reader: Person,
    place: Place,
    asked_about: frozenset[str],
    turned: bool,
) -> None:
    author, channel_id, kind, origin = statement
    what = memory(author, origin or Place(channels[channel_id], channel_id).origin, channel_id, kind)
    private = frozenset({channel_id} if turned else ())

    seen = may_see(what, Audience(reader, place, asked_about, turned_private=private))

    if seen:
        assert author.team_id == reader.team_id
        assert place.kind is not PlaceKind.UNKNOWN
        said_here = channel_id == place.channel_id
        in_public = channels[channel_id] is PlaceKind.PUBLIC and origin is None and not turned
        own_dm = place.kind is PlaceKind.DM and author == reader
        assert in_public or own_dm or (said_here and place.kind is PlaceKind.PRIVATE)
        assert own_dm or origin in {None, Origin.SHORTCUT, Origin.MODEL}
        assert said_here or own_dm or not (place.outsiders or author.team_id == "E1")
