"""Turns that cannot be run: an id that is none, a Slack that answers nothing, an apology that cannot be posted."""

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock, patch

import pytest
from slack_bolt.async_app import AsyncApp
from slack_bolt.authorization import AuthorizeResult
from slack_bolt.request.async_request import AsyncBoltRequest
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.audience import PlaceKind
from bot.intake.disorder import Disorder
from bot.intake.intake import Intake
from bot.intake.journal import Journal
from bot.intake.queues import PersonQueues
from bot.listeners.events import register
from bot.metrics import Metrics
from bot.parts import build_parts, utc_now
from bot.settings import load_settings
from bot.slack.directory import Directory
from bot.turn import Incoming
from memory.records import Person


class Slack:
    """Answers from tables, notes what is posted, and refuses whatever `refused` names."""

    token = "xoxb-1"

    def __init__(self, *refused: str, guest: bool = False, parent: dict[str, Any] | None = None) -> None:
        self.refused, self.guest, self.parent = refused, guest, parent
        self.posted: list[dict[str, Any]] = []

    async def users_info(self, **_: Any) -> Any:
        return self._answer("users_info", {"user": {"team_id": "T0LOCAL", "name": "alex", "is_restricted": self.guest}})

    async def conversations_info(self, **_: Any) -> Any:
        return self._answer("conversations_info", {"channel": {"is_private": False}})

    async def conversations_members(self, **_: Any) -> Any:
        return self._answer("conversations_members", {"members": ["U0ALEX"]})

    async def conversations_replies(self, **_: Any) -> Any:
        return self._answer("conversations_replies", {"messages": [self.parent] if self.parent else []})

    async def chat_postMessage(self, **message: Any) -> Any:  # noqa: N802 - the SDK's name
        self.posted.append(message)
        return self._answer("chat_postMessage", {})

    async def chat_postEphemeral(self, **message: Any) -> Any:  # noqa: N802 - the SDK's name
        self.posted.append(message)
        return self._answer("chat_postEphemeral", {})

    def _answer(self, method: str, answer: dict[str, Any]) -> dict[str, Any]:
        if method in self.refused:
            raise SlackApiError("no", {"ok": False, "error": "missing_scope"})
        return answer


@pytest.fixture
def intake(tmp_path: Path) -> Iterator[Intake]:
    home = {"MEMORY_BOT_HOME": str(tmp_path), "MEMORY_BOT_CONFIG": str(tmp_path / "none.toml")}
    journal = Journal(tmp_path / "journal" / "turns.sqlite3", now=utc_now)
    yield Intake(build_parts(load_settings(home)), journal, Directory(), Metrics(), disorder=Disorder())
    journal.close()


async def wait_for(event: asyncio.Event) -> None:
    await event.wait()


def body(text: str, user: str = "U0ALEX", **event: Any) -> dict[str, Any]:
    said = {
        "type": "message",
        "channel_type": "im",
        "channel": "D0ALEX",
        "user": user,
        "text": text,
        "ts": "1772442900.1",
    }
    return {"team_id": "T0LOCAL", "event": {**said, **event}}


async def received(intake: Intake, slack: Slack, event: dict[str, Any]) -> str | None:
    """Let an event through to the end of its turn; return its key."""
    key = await intake.keep(event)
    if key:
        intake.start(key, event, slack)  # type: ignore[arg-type]
        await intake.queues.drain()
    return key


async def test_a_post_is_taken_once(intake: Intake) -> None:
    slack = Slack()

    assert await received(intake, slack, body("I live in Porto")) == "T0LOCAL/D0ALEX/1772442900.1"
    assert await received(intake, slack, body("I live in Porto")) is None
    assert [message["text"] for message in slack.posted] == ["Good to know.", "Noted: lives in Porto"]


async def test_an_author_of_an_impossible_id_is_dropped_for_good(intake: Intake) -> None:
    slack = Slack()

    assert await received(intake, slack, body("hello", user="../../x"))
    assert slack.posted == []
    assert intake.journal.waiting() == []


async def test_when_slack_takes_no_post_the_turn_ends_and_no_apology_is_tried_twice(
    intake: Intake, caplog: pytest.LogCaptureFixture
) -> None:
    slack = Slack("chat_postMessage")

    assert await received(intake, slack, body("zebrafinch?"))

    assert len(slack.posted) == 2
    assert "could not be posted either" in caplog.text
    assert "zebrafinch" not in caplog.text
    assert intake.journal.waiting() == []


async def test_an_edit_that_fails_is_not_apologised_for(intake: Intake, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*arguments: Any, **options: Any) -> None:
        raise RuntimeError

    monkeypatch.setattr("bot.intake.intake.revise", fails)
    slack = Slack()
    edit = {"user": "U0ALEX", "ts": "1.0", "text": "new"}
    event: dict[str, Any] = {
        "subtype": "message_changed",
        "event_ts": "2.0",
        "message": edit,
        "previous_message": {**edit, "text": "old"},
    }

    assert await received(intake, slack, body("", **event))
    assert slack.posted == []


@pytest.mark.parametrize("change", ["message_changed", "message_deleted"])
async def test_the_old_words_of_a_message_stand_in_no_transcript(intake: Intake, change: str) -> None:
    said = body("off to the zebrafinch show")
    await received(intake, Slack(), said)
    before = [episode.text for episode in intake.parts.book.episodes(Person("T0LOCAL", "U0ALEX"), limit=9)]

    previous = {key: said["event"][key] for key in ("user", "ts", "text")}
    event: dict[str, Any] = {"subtype": change, "event_ts": "1772442999.2", "previous_message": previous}
    event["message"] = {**previous, "text": "off to the fair"}
    await received(intake, Slack(), body("", **event, deleted_ts=previous["ts"]))

    assert before == ["off to the zebrafinch show"]
    assert intake.parts.book.episodes(Person("T0LOCAL", "U0ALEX"), limit=9) == []


@pytest.mark.parametrize(
    ("slack", "outsiders"),
    [(Slack(), False), (Slack(guest=True), True), (Slack("users_info"), True)],
    ids=["member", "guest", "unknown"],
)
async def test_guests_close_a_channel(
    intake: Intake, slack: Slack, outsiders: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[Incoming] = []

    async def watched(incoming: Incoming, *_: Any, **__: Any) -> None:
        seen.append(incoming)

    monkeypatch.setattr("bot.intake.answering.take_turn", watched)
    await received(intake, slack, body("hi", type="app_mention", channel="C1", channel_type=None))

    assert seen[0].place.kind is PlaceKind.PUBLIC
    assert seen[0].place.outsiders is outsiders


@pytest.mark.parametrize(
    ("slack", "expected"),
    [
        (Slack(parent={"user": "U0DANA", "text": "bay 3"}), "bay 3"),
        (Slack(parent={"bot_id": "B1", "text": "I am a bot"}), None),
        (Slack(), None),
        (Slack("conversations_replies"), None),
    ],
    ids=["person", "bot", "gone", "not-ours-to-read"],
)
async def test_the_parent_is_read_for_remember_this(
    intake: Intake, slack: Slack, expected: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[Incoming] = []

    async def watched(incoming: Incoming, *_: Any, **__: Any) -> None:
        seen.append(incoming)

    monkeypatch.setattr("bot.intake.answering.take_turn", watched)
    await received(intake, slack, body("remember this", thread_ts="1.0"))

    assert seen[0].parent == expected


@pytest.mark.parametrize(
    ("slack", "thread_ts", "noted", "already_replied"),
    [
        (Slack(parent={"user": "U0BOT", "text": "Hello!"}), None, False, True),
        (Slack(parent={"user": "U0ALEX", "text": "hi"}), None, False, False),
        (Slack(parent={"user": "U0BOT", "text": "Hello!"}), "1.0", False, False),
        (Slack("conversations_replies"), None, False, False),
        (Slack(), None, True, True),
    ],
    ids=["answered-and-not-noted", "not-answered", "in-somebody's-thread", "not-ours-to-read", "noted"],
)
async def test_an_interrupted_turn_is_not_answered_again(
    intake: Intake,
    slack: Slack,
    thread_ts: str | None,
    noted: bool,
    already_replied: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    intake.parts.bot_user_id = "U0BOT"
    told: list[bool] = []

    async def watched(*_: Any, already_replied: bool, stop: asyncio.Event) -> None:
        told.append(already_replied)

    monkeypatch.setattr("bot.intake.answering.take_turn", watched)
    key = await intake.keep(body("hi", thread_ts=thread_ts))
    assert key is not None
    if noted:
        intake.journal.replied(key)

    assert intake.play(lambda _: slack) == 1  # type: ignore[arg-type, return-value]
    await intake.queues.drain()

    assert told == [already_replied]


async def test_a_direct_message_does_not_overtake_one_of_a_channel_that_is_slow_to_be_written(
    intake: Intake, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = threading.Event()
    intake.parts.bot_user_id = "U0BOT"
    monkeypatch.setattr(intake.threads, "named", lambda *_: disk.wait(60))
    first = body("<@U0BOT> hi", ts="1772442901.1", channel="C0GENERAL", channel_type="channel")
    order: list[str | None] = []

    async def keep(event: dict[str, Any]) -> None:
        order.append(await intake.keep(event))

    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(keep(first))
        tasks.create_task(keep(body("hello", ts="1772442902.1")))
        await asyncio.wait_for(tasks.create_task(intake.keep(body("hello", user="U0DANA", channel="D0DANA"))), 60)
        disk.set()  # only now: nobody else waited for it

    assert order == ["T0LOCAL/C0GENERAL/1772442901.1", "T0LOCAL/D0ALEX/1772442902.1"]


async def test_what_is_delivered_again_in_the_wrong_order_is_answered_and_kept_in_the_right_one(
    intake: Intake,
) -> None:
    slack, said = Slack(), [body("I live in Ghent", ts="1772442902.1"), body("I live in Porto", ts="1772442901.1")]
    all_came = asyncio.Event()
    intake.queues = PersonQueues(sleep=lambda _: wait_for(all_came))

    for event in said:
        key = await intake.keep(event)
        assert key is not None
        intake.start(key, event, slack, again=True)  # type: ignore[arg-type]
    all_came.set()
    await intake.queues.drain()

    answered = [message["thread_ts"] for message in slack.posted if not message["text"].startswith("Noted")]
    assert answered == ["1772442901.1", "1772442902.1"]
    assert [m.text for m in intake.parts.book.memories(Person("T0LOCAL", "U0ALEX"))] == ["Lives in Ghent"]


@pytest.mark.parametrize(("count", "is_held"), [("0", False), ("1", True)])
async def test_slack_tells_what_it_delivers_again(intake: Intake, count: str, is_held: bool) -> None:
    held: list[float] = []

    async def note(seconds: float) -> None:
        held.append(seconds)

    intake.queues = PersonQueues(sleep=note)

    async def authorize() -> AuthorizeResult:
        return AuthorizeResult(enterprise_id=None, team_id="T0LOCAL", bot_user_id="U0BOT", bot_token="xoxb-1")

    app = AsyncApp(authorize=authorize, request_verification_enabled=False)
    register(app, intake)
    told = {"type": "event_callback", **body("thanks!")}
    request = AsyncBoltRequest(body=told, mode="socket_mode", headers={"x-slack-retry-num": [count]})

    with patch.object(AsyncWebClient, "api_call", AsyncMock(return_value={"user": {"team_id": "T0LOCAL"}})):
        before = asyncio.all_tasks()
        await app.async_dispatch(request)
        while tasks := asyncio.all_tasks() - before:
            await asyncio.wait(tasks)

    assert bool(held) is is_held
