"""The audience rule, case by case, and what must never happen in any world."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.audience import Audience, Place, PlaceKind, dm, is_about_the_work, may_see
from memory.book import Book
from memory.records import Kind, Memory, Origin, Person, Source
from memory.stores.in_memory import InMemoryStore

NOW = datetime(2026, 3, 3, tzinfo=UTC)
ALEX = Person("T1", "UALEX")
DANA = Person("T1", "UDANA")
ELSEWHERE = Person("T2", "UALEX")

ALEX_DM = Place(PlaceKind.DM, "DALEX")
GENERAL = Place(PlaceKind.PUBLIC, "CGENERAL")
LEADS = Place(PlaceKind.PRIVATE, "CLEADS")
UNKNOWN = Place(PlaceKind.UNKNOWN, "CODD")
GUESTS_DM = Place(PlaceKind.DM, "DALEX", outsiders=True)
SHARED = Place(PlaceKind.PUBLIC, "CSHARED", outsiders=True)


def memory(
    subject: Person = ALEX,
    origin: Origin = Origin.PUBLIC,
    channel_id: str = "CGENERAL",
    kind: Kind = Kind.PREFERENCE,
    text: str = "Prefers tabs",
    attribute: str | None = None,
) -> Memory:
    return Memory(
        "01",
        subject,
        kind,
        text,
        0.9,
        datetime(2026, 3, 2, tzinfo=UTC),
        origin,
        attribute=attribute,
        source=Source(channel_id, "1.000100"),
    )


OWN_DM = memory(origin=Origin.DM, channel_id="DALEX")
OWN_PUBLIC = memory()
OWN_LEADS = memory(origin=Origin.PRIVATE, channel_id="CLEADS")
DANAS_DM_PROJECT = memory(DANA, Origin.DM, "DDANA", Kind.PROJECT, "Works on tundra")
DANAS_PUBLIC_PROJECT = memory(DANA, kind=Kind.PROJECT, text="Works on tundra")
DANAS_LEADS_PROJECT = memory(DANA, Origin.PRIVATE, "CLEADS", Kind.PROJECT, "Works on tundra")
DANAS_PUBLIC_PREFERENCE = memory(DANA)
DANAS_LEADS_PREFERENCE = memory(DANA, Origin.PRIVATE, "CLEADS")
DANAS_PUBLIC_KIN = memory(DANA, kind=Kind.FACT, text="Daughter Mia plays chess", attribute="child")
DANAS_PUBLIC_FACT = memory(DANA, kind=Kind.FACT, text="Staging database is called heron")


@pytest.mark.parametrize(
    ("what", "place", "seen"),
    [
        pytest.param(OWN_DM, ALEX_DM, True, id="own-dm-in-dm"),
        pytest.param(OWN_DM, GENERAL, False, id="own-dm-in-public"),
        pytest.param(OWN_DM, LEADS, False, id="own-dm-in-private"),
        pytest.param(OWN_PUBLIC, GENERAL, True, id="own-public-in-public"),
        pytest.param(OWN_PUBLIC, LEADS, True, id="own-public-in-private"),
        pytest.param(OWN_PUBLIC, UNKNOWN, False, id="unknown-place-is-closed"),
        pytest.param(OWN_LEADS, LEADS, True, id="own-private-right-there"),
        pytest.param(OWN_LEADS, Place(PlaceKind.PRIVATE, "COTHER"), False, id="own-private-in-another-private"),
        pytest.param(OWN_LEADS, GENERAL, False, id="own-private-in-public"),
        pytest.param(OWN_LEADS, ALEX_DM, True, id="own-private-in-dm"),
        pytest.param(OWN_PUBLIC, SHARED, False, id="outsiders-see-nothing-from-outside"),
        pytest.param(memory(channel_id="CSHARED"), SHARED, True, id="outsiders-see-what-was-said-right-there"),
        pytest.param(DANAS_DM_PROJECT, ALEX_DM, False, id="others-dm-in-own-dm"),
        pytest.param(DANAS_DM_PROJECT, GENERAL, False, id="others-dm-in-public"),
        pytest.param(DANAS_PUBLIC_PROJECT, ALEX_DM, True, id="shared-work-in-dm"),
        pytest.param(DANAS_PUBLIC_PROJECT, GENERAL, True, id="shared-work-in-public"),
        pytest.param(DANAS_LEADS_PROJECT, LEADS, True, id="others-private-work-right-there"),
        pytest.param(DANAS_LEADS_PROJECT, ALEX_DM, False, id="others-private-work-in-dm"),
        pytest.param(DANAS_LEADS_PREFERENCE, LEADS, False, id="others-preference-never-by-itself"),
        pytest.param(DANAS_PUBLIC_PREFERENCE, GENERAL, False, id="others-public-preference-unasked"),
        pytest.param(DANAS_PUBLIC_KIN, GENERAL, False, id="others-family-in-public"),
        pytest.param(DANAS_PUBLIC_FACT, GENERAL, True, id="others-work-fact-in-public"),
        pytest.param(memory(ELSEWHERE), ALEX_DM, False, id="another-workspace"),
        pytest.param(OWN_LEADS, GUESTS_DM, True, id="own-in-a-guests-dm"),
        pytest.param(DANAS_PUBLIC_PROJECT, GUESTS_DM, False, id="shared-work-in-a-guests-dm"),
    ],
)
def test_may_see(what: Memory, place: Place, seen: bool) -> None:
    assert may_see(what, Audience(ALEX, place)) is seen


def test_anothers_public_preference_is_seen_when_asked_about_by_name() -> None:
    asked = Audience(ALEX, GENERAL, frozenset({"UDANA"}))

    assert asked.sees(DANAS_PUBLIC_PREFERENCE)
    assert not asked.sees(DANAS_LEADS_PREFERENCE)


@pytest.mark.parametrize(
    ("what", "place", "seen"),
    [
        pytest.param(OWN_PUBLIC, GENERAL, False, id="public"),
        pytest.param(OWN_LEADS, LEADS, False, id="right-there"),
        pytest.param(OWN_DM, ALEX_DM, True, id="dm"),
    ],
)
def test_who_keeps_theirs_out_of_channels_is_obeyed(what: Memory, place: Place, seen: bool) -> None:
    assert may_see(what, Audience(what.subject, place, own_in_channels=False)) is seen


@pytest.mark.parametrize(
    ("channel_id", "place", "seen"),
    [
        pytest.param("CGENERAL", GENERAL, True, id="said-right-there"),
        pytest.param("CEAST", GENERAL, False, id="said-in-another-channel-perhaps-of-another-workspace"),
        pytest.param("CEAST", ALEX_DM, False, id="not-in-a-dm-either"),
    ],
)
def test_org_wide_shared_work_stays_in_its_channel(channel_id: str, place: Place, seen: bool) -> None:
    """Everyone of the organisation is kept under one id, whichever of its workspaces they can read."""
    what = memory(Person("E1", "UDANA"), kind=Kind.PROJECT, channel_id=channel_id, text="Works on tundra")

    assert may_see(what, Audience(Person("E1", "UALEX"), place)) is seen


def test_the_owners_dm_rule_shows_their_own_and_shared_work() -> None:
    visible = dm(ALEX).sees

    assert [visible(m) for m in (OWN_DM, OWN_LEADS, DANAS_PUBLIC_PROJECT, DANAS_DM_PROJECT)] == [
        True,
        True,
        True,
        False,
    ]


def test_new_words_typed_into_a_dialog_were_never_public() -> None:
    book = Book(InMemoryStore(), Path("nowhere"))
    said = book.remember(
        ALEX, "Works on tundra", kind=Kind.PROJECT, origin=Origin.PUBLIC, source=OWN_PUBLIC.source, at=NOW, actor="U"
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


people = st.builds(Person, st.sampled_from(["T1", "T2"]), st.sampled_from(["U1", "U2", "U3"]))
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
said = st.tuples(people, st.sampled_from(sorted(channels)), st.sampled_from([k for k in Kind if k is not Kind.EPISODE]))


@given(said, people, places, st.frozensets(st.sampled_from(["U1", "U2", "U3"])))
def test_nothing_private_leaves_the_place_it_was_said_in(
    statement: tuple[Person, str, Kind], reader: Person, place: Place, asked_about: frozenset[str]
) -> None:
    author, channel_id, kind = statement
    what = memory(author, Place(channels[channel_id], channel_id).origin, channel_id, kind)

    seen = may_see(what, Audience(reader, place, asked_about))

    if seen:
        assert author.team_id == reader.team_id
        assert place.kind is not PlaceKind.UNKNOWN
        said_here = channel_id == place.channel_id
        in_public = channels[channel_id] is PlaceKind.PUBLIC
        own_dm = place.kind is PlaceKind.DM and author == reader
        assert in_public or own_dm or (said_here and place.kind is PlaceKind.PRIVATE)
        assert said_here or own_dm or not place.outsiders
