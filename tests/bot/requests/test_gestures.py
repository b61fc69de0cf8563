"""Shortcuts and reactions: who keeps what, what is refused, and that doing it twice does no harm."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from bot.audience import Audience, Place, PlaceKind, may_see
from bot.listeners.shortcuts import FORGET_LEARNT, REMEMBER_THIS
from bot.requests.gestures import (
    KNOWN,
    MY_OWN,
    NOT_READABLE,
    NOTHING_IN_IT,
    OFF_THE_RECORD,
    SECRET,
    SWITCHED_OFF,
    TAUGHT_NOTHING,
)
from bot.requests.receipts import NOTHING_LEFT
from bot.slack.posts import Act, shortcut_event, team_of
from bot.turn import NOT_ANSWERED
from memory.errors import StoreError
from memory.records import Kind, Origin, Person
from tests.bot.making import remembered
from tests.bot.office import ALEX, DANA, Json, Office, office


@pytest.fixture
async def slack(tmp_path: Path) -> AsyncIterator[Office]:
    async with office(tmp_path) as opened:
        yield opened


async def shortcut(slack: Office, message: Json, callback_id: str = REMEMBER_THIS, **options: Any) -> str:
    """Use a shortcut on a message; return what the person alone is told."""
    await slack.shortcut(callback_id, message, **options)
    return slack.told()


async def test_ones_own_message_is_read_as_a_request_to_remember(slack: Office) -> None:
    message = await slack.say("U0ALEX", "I moved to Porto", channel="C0PROJECTS")

    told = await shortcut(slack, message)

    assert told == "Noted: lives in Porto"
    assert slack.texts() == ["Lives in Porto"]
    memory = slack.parts.book.memories(ALEX)[0]
    assert (memory.origin, memory.source and memory.source.ts) == ("shortcut", message["ts"])


async def test_somebody_elses_words_are_kept_as_theirs_for_the_person_who_asks(slack: Office) -> None:
    message = await slack.say("U0DANA", "I'm away & the demo is at 3, ask <@U0OMAR>", channel="C0GENERAL")

    await shortcut(slack, message)

    assert slack.texts(ALEX) == ["Dana said: I'm away & the demo is at 3, ask someone"]
    assert slack.texts(DANA) == []


async def test_asking_twice_keeps_it_once(slack: Office) -> None:
    message = await slack.say("U0DANA", "the demo is at 3", channel="C0GENERAL")

    assert await shortcut(slack, message) == "Noted: Dana said: the demo is at 3"
    assert await shortcut(slack, message) == KNOWN
    assert len(slack.texts()) == 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        pytest.param("off the record: we may close Lyon", OFF_THE_RECORD, id="off the record"),
        pytest.param("the password is hunter2pass!", SECRET, id="a secret"),
        pytest.param("", NOTHING_IN_IT, id="only a file"),
    ],
)
async def test_what_is_not_kept_and_why(slack: Office, text: str, said: str) -> None:
    message = {"type": "message", "user": "U0DANA", "text": text, "ts": "1790000000.000001", "channel": "C0GENERAL"}

    assert await shortcut(slack, message) == said
    assert slack.texts() == []


async def test_the_bots_own_words_are_not_kept(slack: Office) -> None:
    message = {"user": "U0MEMORYBOT", "bot_id": "B1", "text": "hi", "ts": "1790000000.000001", "channel": "C0GENERAL"}

    assert await shortcut(slack, message) == MY_OWN


async def test_an_apps_words_are_kept_under_its_name(slack: Office) -> None:
    message = {
        "username": "Jira",
        "bot_id": "B1",
        "text": "T-7 is open",
        "ts": "1790000000.000001",
        "channel": "C0LEADS",
    }

    assert await shortcut(slack, message) == "Noted: Jira said: T-7 is open"


async def test_forgetting_what_a_message_taught(slack: Office) -> None:
    message = await slack.say("U0ALEX", "I moved to Porto", channel="C0PROJECTS")
    await shortcut(slack, message)

    assert await shortcut(slack, message, FORGET_LEARNT) == "Forgotten: Lives in Porto."
    assert await shortcut(slack, message, FORGET_LEARNT) == TAUGHT_NOTHING
    assert slack.texts() == []


async def test_a_shortcut_where_the_bot_is_not_is_answered_all_the_same(slack: Office) -> None:
    message = {"user": "U0DANA", "text": "lunch at 12", "ts": "1790000000.000001", "channel": "D0ELSEWHERE"}

    await slack.shortcut(REMEMBER_THIS, message, answerable=False)

    assert slack.sent("chat.postMessage")[-1]["channel"] == "D0ALEX"
    assert slack.texts() == ["Dana said: lunch at 12"]


async def test_a_brain_keeps_a_message_and_tells_only_who_reacted(slack: Office) -> None:
    message = await slack.say("U0DANA", "the demo is at 3", channel="C0GENERAL")

    await slack.react(message, "brain")
    await slack.react(message, "tada")

    told = slack.sent("chat.postEphemeral")
    assert [(each["user"], each["text"]) for each in told] == [("U0ALEX", "Noted: Dana said: the demo is at 3")]


async def test_a_brain_on_a_message_that_cannot_be_read_says_what_to_do(slack: Office) -> None:
    slack.wire.refused["conversations.replies"] = "missing_scope"
    message = await slack.say("U0DANA", "the demo is at 3", channel="C0GENERAL")

    await slack.react(message, "brain")

    assert slack.told() == NOT_READABLE.format(shortcut="Remember this")


async def test_what_was_said_to_the_bot_is_read_from_our_own_record(slack: Office) -> None:
    message = await slack.say("U0ALEX", "I live in Porto")
    await slack.event(channel_type="im", **message)
    slack.wire.refused["conversations.replies"] = "missing_scope"

    await slack.react(message, "brain")

    assert slack.sent("chat.postMessage")[-1]["text"] == KNOWN


async def test_a_cross_on_a_receipt_takes_back_what_it_speaks_of(slack: Office) -> None:
    message = await slack.say("U0ALEX", "I live in Porto")
    await slack.event(channel_type="im", **message)
    receipt = await slack.last_post("D0ALEX")
    assert receipt["text"] == "Noted: lives in Porto"

    await slack.react(receipt, "x")
    await slack.react(receipt, "x")

    assert slack.texts() == []
    assert [each["text"] for each in slack.sent("chat.postMessage")[-2:]] == [
        "Taken back: Lives in Porto",
        NOTHING_LEFT,
    ]


async def test_a_cross_elsewhere_means_nothing_to_us(slack: Office) -> None:
    message = await slack.say("U0ALEX", "I live in Porto")
    await slack.event(channel_type="im", **message)
    before = len(slack.wire.calls)

    await slack.react(message, "x")

    assert slack.texts() == ["Lives in Porto"]
    assert not {name for name, _, _ in slack.wire.calls[before:]} & {"chat.postMessage", "chat.postEphemeral"}


async def test_who_gets_reactions_for_receipts_takes_back_by_a_cross_on_their_own_message(slack: Office) -> None:
    slack.choose("receipts", "reaction")
    message = await slack.say("U0ALEX", "I live in Porto")
    await slack.event(channel_type="im", **message)
    assert slack.sent("reactions.add") == [{"channel": "D0ALEX", "timestamp": message["ts"], "name": "brain"}]

    await slack.react(message, "x")

    assert slack.texts() == []


async def test_reactions_have_the_names_that_the_settings_give_them(tmp_path: Path) -> None:
    async with office(tmp_path, remember_emoji="pushpin", undo_emoji="no_entry") as slack:
        slack.choose("receipts", "reaction")
        message = await slack.say("U0ALEX", "I live in Porto")
        await slack.event(channel_type="im", **message)
        assert [each["name"] for each in slack.sent("reactions.add")] == ["pushpin"]
        said = await slack.say("U0ALEX", "I prefer tea over coffee", channel="C0GENERAL")

        await slack.react(message, "x")
        await slack.react(said, "brain")
        assert slack.texts() == ["Lives in Porto"]
        await slack.react(message, "no_entry")
        await slack.react(said, "pushpin::skin-tone-3")
        assert slack.texts() == ["Prefers tea over coffee"]


async def test_a_shortcut_that_has_another_name_is_called_by_it(tmp_path: Path) -> None:
    async with office(tmp_path, remember_shortcut="Keep it") as slack:
        slack.wire.refused["conversations.replies"] = "missing_scope"
        message = await slack.say("U0DANA", "the demo is at 3", channel="C0GENERAL")

        await slack.react(message, "brain")

        assert slack.told().endswith("use the shortcut “Keep it” instead.")


async def test_nothing_is_kept_where_remembering_is_off(tmp_path: Path) -> None:
    (tmp_path / "none.toml").write_text("[memory]\nenabled = false\n")
    async with office(tmp_path) as slack:
        message = await slack.say("U0DANA", "the demo is at 3", channel="C0GENERAL")

        assert await shortcut(slack, message) == SWITCHED_OFF


async def test_a_gesture_that_was_received_before_a_crash_is_done_after_it(slack: Office) -> None:
    message = await slack.say("U0DANA", "the demo is at 3", channel="C0GENERAL")
    asked = {
        "type": "reaction_added",
        "user": "U0ALEX",
        "reaction": "brain",
        "item": {"type": "message", "channel": "C0GENERAL", "ts": message["ts"]},
        "item_user": "U0DANA",
        "event_ts": "1790000001.000001",
    }
    body = {"team_id": "T0LOCAL", "event": asked}
    assert await slack.intake.keep(body)
    assert await slack.intake.keep(body) is None

    assert slack.intake.play(lambda _: slack.client) == 1
    await slack.intake.queues.drain()

    assert slack.texts() == ["Dana said: the demo is at 3"]
    assert slack.intake.play(lambda _: slack.client) == 0


async def test_a_shortcut_of_an_organisation_belongs_to_the_organisation() -> None:
    payload = {
        "team": {"id": "T1"},
        "enterprise": {"id": "E1"},
        "is_enterprise_install": True,
        "user": {"id": "U0ALEX"},
        "channel": {"id": "C1"},
        "message": {"ts": "1790000000.000001", "text": "hi", "blocks": [{}]},
    }

    body = shortcut_event(payload, Act.REMEMBER)

    assert team_of(body) == "E1"
    assert body["event"]["message"] == {"ts": "1790000000.000001", "text": "hi"}


async def test_a_failure_ends_in_a_kind_sentence(slack: Office) -> None:
    message = await slack.say("U0DANA", "the demo is at 3", channel="C0GENERAL")

    with patch.object(slack.parts.book, "remember", side_effect=StoreError(Path("x"), "it is full", "Free space.")):
        await slack.react(message, "brain")

    assert slack.told() == NOT_ANSWERED


@pytest.mark.parametrize(
    ("place", "reader", "seen"),
    [
        pytest.param(Place(PlaceKind.DM, "D0ALEX"), ALEX, True, id="one's own DM"),
        pytest.param(Place(PlaceKind.PRIVATE, "C0LEADS"), ALEX, True, id="where it was said"),
        pytest.param(Place(PlaceKind.PUBLIC, "C0GENERAL"), ALEX, False, id="in public"),
        pytest.param(Place(PlaceKind.PRIVATE, "C0OTHER"), ALEX, False, id="in another private channel"),
        pytest.param(Place(PlaceKind.PRIVATE, "C0LEADS"), DANA, False, id="somebody else where it was said"),
        pytest.param(Place(PlaceKind.DM, "D0DANA"), DANA, False, id="somebody else's DM"),
        pytest.param(Place(PlaceKind.PUBLIC, "C0GENERAL"), DANA, False, id="somebody else in public"),
    ],
)
def test_what_was_kept_by_a_shortcut_goes_no_further_than_it_went(place: Place, reader: Person, seen: bool) -> None:
    kept = remembered(
        "Dana said: Lyon closes in May", subject=ALEX, kind=Kind.FACT, origin=Origin.SHORTCUT, channel_id="C0LEADS"
    )

    assert may_see(kept, Audience(reader, place)) is seen


async def test_what_its_author_deletes_is_no_longer_kept_by_others(slack: Office) -> None:
    message = await slack.say("U0DANA", "the demo is at 3", channel="C0GENERAL")
    await slack.react(message, "brain")
    other = await slack.say("U0DANA", "lunch is at 12", channel="C0GENERAL")
    await slack.react(other, "brain")

    deleted = {"subtype": "message_deleted", "deleted_ts": message["ts"], "previous_message": message}
    await slack.event(type="message", channel="C0GENERAL", channel_type="channel", event_ts="1790000900.1", **deleted)

    assert slack.texts(ALEX) == ["Dana said: lunch is at 12"]
