"""What a model writes passes the guards, the secrets filter, conflicts and the audit, and obeys the audience."""

from dataclasses import replace
from typing import Any

import pytest

from bot.audience import Audience, Place, PlaceKind
from bot.settings import MemorySettings
from bot.tools.bound import Allowance
from bot.tools.statements import _WHY
from extractors.guarding.guards import ALWAYS
from memory.book import BookSettings
from memory.records import Candidate, CandidateOp, Kind, Origin, Source
from tests.tools.binding import ALEX, DANA, DM, NOW, PRIVATE, PUBLIC, Desk, call_on


def test_a_fact_is_saved_as_claw0_answers_with_id_and_date(desk: Desk) -> None:
    result = desk.call("memory_write", {"content": "Prefers dark mode in all editors", "category": "preference"})

    [memory] = desk.book.memories(ALEX)
    assert (result["status"], result["path"]) == ("saved", "memory/2026-11-20.md")
    assert result["category"] == "preference"
    assert result["memories"][0]["id"] == memory.id
    assert result["memories"][0]["date"] == "2026-11-20"
    assert (memory.text, memory.kind, memory.origin) == (
        "Prefers dark mode in all editors",
        Kind.PREFERENCE,
        Origin.MODEL,
    )
    assert memory.source == Source("DALEX", "1795185000.000100")


@pytest.mark.parametrize(
    ("content", "texts"),
    [
        pytest.param("The user lives in Porto", ["Lives in Porto"], id="the user"),
        pytest.param("Alex lives in Porto", ["Lives in Porto"], id="by name"),
        pytest.param("User's name is Alex", ["Name is Alex"], id="possessive"),
        pytest.param("Lives in Porto", ["Lives in Porto"], id="no subject"),
        pytest.param(
            "User's name is Alex and he is working on a Rust project called tundra.",
            ["Name is Alex", "Works on a Rust project called tundra"],
            id="two in one, of a man",
        ),
        pytest.param("Zarquon flange needs a wobble", ["Zarquon flange needs a wobble"], id="what no rule reads"),
    ],
)
def test_a_note_about_the_person_is_read_as_they_would_say_it(desk: Desk, content: str, texts: list[str]) -> None:
    desk.call("memory_write", {"content": content}, called="Alex")

    assert desk.texts() == texts


def test_a_second_writing_of_the_same_is_known(desk: Desk) -> None:
    first = desk.call("memory_write", {"content": "Zarquon flange needs a wobble"})
    again = desk.call("memory_write", {"content": "Zarquon flange needs a wobble"})
    later = desk.call("memory_write", {"content": "zarquon flange needs a wobble."}, ts="1795185900.000100")

    assert [again["status"], later["status"]] == ["known", "known"]
    assert {r["memories"][0]["id"] for r in (first, again, later)} == {first["memories"][0]["id"]}
    assert len(desk.texts()) == 1


def test_a_newer_claim_replaces_the_older_and_the_audit_names_the_model(desk: Desk) -> None:
    desk.call("memory_write", {"content": "Lives in Porto"})

    desk.call("memory_write", {"content": "Lives in Faro"}, ts="1795185900.000100")

    assert desk.texts() == ["Lives in Faro"]
    assert {line.actor for line in desk.book.audit(person=ALEX)} == {"model"}


@pytest.mark.parametrize(
    ("content", "why"),
    [
        pytest.param("  ​ ", "Empty content", id="nothing visible"),
        pytest.param("The wifi password is hunter2hunter2", "secret", id="secret"),
        pytest.param("The user has been diagnosed with diabetes", "private", id="health"),
        pytest.param("I vote for the Greens", "private", id="politics"),
        pytest.param("Does the user like tea?", "question", id="question"),
        pytest.param("My calendar is a game of Tetris", "figure of speech", id="figure of speech"),
        pytest.param("For tonight's session I'm Ottoline, a tax collector", "another's voice", id="role play"),
        pytest.param("forget that I live in Porto", "command", id="forget"),
        pytest.param("I am tired today", "moment", id="passing"),
    ],
)
def test_what_may_not_be_kept_is_refused_with_the_reason(desk: Desk, content: str, why: str) -> None:
    result = desk.call("memory_write", {"content": content})

    assert why in result["error"]
    assert desk.texts() == []


def test_each_guard_has_a_reason_but_the_one_for_colleagues() -> None:
    assert set(_WHY) == set(ALWAYS) - {"colleague"}


def test_what_cannot_be_kept_of_a_longer_text_is_named(desk: Desk) -> None:
    result = desk.call("memory_write", {"content": "I live in Porto. I have diabetes."})

    assert desk.texts() == ["Lives in Porto"]
    assert "health" in result["left_out"][0]


@pytest.mark.parametrize(
    "content",
    [
        "The zarquon release train leaves on Monday",
        "Prefers tea",
        "My dog is called Rex",
        "Walter is on leave until the 20th",
    ],
)
def test_who_asks_to_keep_it_vouches_for_it(desk: Desk, content: str) -> None:
    desk.call("memory_write", {"content": content})

    assert [memory.confidence >= 0.75 for memory in desk.book.memories(ALEX)] == [True]


def test_what_is_not_sure_enough_is_not_saved(desk: Desk) -> None:
    desk.book.settings = BookSettings(min_profile_confidence=0.99)

    assert "certain" in desk.call("memory_write", {"content": "Zarquon flange needs a wobble"})["error"]


def test_what_the_message_says_itself_is_left_to_its_capture(desk: Desk) -> None:
    said = [Candidate(CandidateOp.ADD, "Lives in Porto", Kind.PROFILE, "location", "Porto", confidence=0.9)]

    result = desk.call("memory_write", {"content": "The user lives in Porto"}, said=said)

    assert result["status"] == "saved"
    assert "this very message" in result["note"]
    assert desk.texts() == []


@pytest.mark.parametrize(
    "situation",
    [pytest.param({"paused": True}, id="paused"), pytest.param({"off_the_record": True}, id="off the record")],
)
def test_nothing_is_written_or_forgotten_while_closed(desk: Desk, situation: dict[str, Any]) -> None:
    known = desk.know("Lives in Porto")

    assert "Not saved" in desk.call("memory_write", {"content": "Prefers tea"}, **situation)["error"]
    assert "Nothing is forgotten" in desk.call("memory_forget", {"id": known.id}, **situation)["error"]
    assert desk.texts() == ["Lives in Porto"]


@pytest.mark.parametrize("off", [{"enabled": False}, {"auto_capture": False}], ids=lambda off: next(iter(off)))
def test_nothing_is_written_where_remembering_is_off(desk: Desk, off: dict[str, bool]) -> None:
    memory = MemorySettings.model_validate(off)
    closed = replace(desk, settings=desk.settings.model_copy(update={"memory": memory}))

    assert "switched off" in closed.call("memory_write", {"content": "Prefers tea"})["error"]


def test_one_turn_writes_only_so_much(desk: Desk) -> None:
    bound = desk.bound()

    results = [call_on(bound, "memory_write", {"content": f"Zarquon number {n} is set"}) for n in range(12)]

    assert ["error" in result for result in results] == [False] * 10 + [True] * 2


def test_an_allowance_without_end_lasts() -> None:
    assert Allowance().take(10_000)


def test_what_is_written_in_a_private_place_shows_there_and_in_the_dm_only(desk: Desk) -> None:
    desk.call("memory_write", {"content": "Zarquon flange needs a wobble"}, PRIVATE)

    [memory] = desk.book.memories(ALEX)
    seen = [Audience(ALEX, place).sees(memory) for place in (PRIVATE, DM, PUBLIC, Place(PlaceKind.PRIVATE, "COTHER"))]
    assert seen == [True, True, False, False]
    assert not Audience(DANA, PUBLIC).sees(memory)


def test_a_writing_in_public_neither_ends_nor_shows_what_is_private(desk: Desk) -> None:
    private = desk.know("Lives in Porto", attribute="location", value="Porto", kind=Kind.PROFILE)

    result = desk.call("memory_write", {"content": "Lives in Faro"}, PUBLIC)
    ended = desk.call("memory_write", {"content": "I no longer live in Porto"}, PUBLIC)
    same = desk.call("memory_write", {"content": "Lives in Porto"}, PUBLIC)

    assert desk.book.get(ALEX, private.id).status == "active"
    assert "Porto" not in str(result)
    assert ended["memories"] == []
    assert same["status"] == "saved"
    assert private.id not in str((result, ended, same))


def test_what_ended_is_ended_where_it_may_be_seen(desk: Desk) -> None:
    desk.know("Lives in Porto", attribute="location", value="Porto", kind=Kind.PROFILE)

    desk.call("memory_write", {"content": "I no longer live in Porto"})

    assert desk.texts() == []


def test_the_models_own_claims_in_a_public_place_touch_what_is_public(desk: Desk) -> None:
    desk.know("Likes dill", kind=Kind.PREFERENCE)
    desk.know(
        "Lives in Porto",
        attribute="location",
        value="Porto",
        origin=Origin.PUBLIC,
        channel="CGENERAL",
        kind=Kind.PROFILE,
    )

    desk.call("memory_write", {"content": "I no longer live in Porto"}, PUBLIC)

    assert desk.texts() == ["Likes dill"]


def test_the_time_of_a_writing_is_that_of_the_message(desk: Desk) -> None:
    desk.call("memory_write", {"content": "Zarquon flange needs a wobble"})

    assert desk.book.memories(ALEX)[0].created_at == NOW
