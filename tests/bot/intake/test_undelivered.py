"""An answer that Slack does not take stays in the journal and is tried again; it is posted once in the end."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from slack_sdk.errors import SlackApiError

from bot.intake import intake as intake_module
from bot.intake.intake import Intake
from bot.intake.journal import Journal
from bot.metrics import Metrics
from bot.parts import build_parts, utc_now
from bot.settings import load_settings
from bot.slack import posting
from bot.slack.directory import Directory
from memory.records import Person

TS = "1772442900.1"
PATIENCE = 20


class Slack:
    """A DM whose posts fail as often as told, and may stand all the same."""

    token = "xoxb-1"

    def __init__(self, *, failing: int = 0, lost: bool = False, unread: int = 0, limited_to: str = "") -> None:
        self.failing, self.lost, self.unread, self.limited_to = failing, lost, unread, limited_to
        self.thread: list[dict[str, Any]] = []
        self.tries = 0

    @property
    def texts(self) -> list[str]:
        return [message["text"] for message in self.thread]

    async def users_info(self, **_: Any) -> Any:
        return {"user": {"team_id": "T0LOCAL", "name": "alex"}}

    async def agents_sessions_setStatus(self, **_: Any) -> Any:  # noqa: N802 - the SDK's name
        return {}

    async def assistant_threads_setStatus(self, **_: Any) -> Any:  # noqa: N802 - the SDK's name
        return {}

    async def conversations_replies(self, **_: Any) -> Any:
        if self.unread:
            self.unread -= 1
            raise TimeoutError
        return {"messages": self.thread}

    async def chat_postMessage(self, **message: Any) -> Any:  # noqa: N802 - the SDK's name
        self.tries += 1
        if self.failing and self.limited_to in message["text"]:
            self.failing -= 1
            if self.lost:
                self.thread.append({"user": "U0BOT", **message})
            raise SlackApiError("no", {"ok": False, "error": "internal_error"})
        self.thread.append({"user": "U0BOT", **message})
        return {}


@pytest.fixture
def intake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Intake]:
    monkeypatch.setattr(posting, "PAUSES", (0.0, 0.0))
    monkeypatch.setattr(intake_module, "LATER_SECONDS", 0.0)
    home = {"MEMORY_BOT_HOME": str(tmp_path), "MEMORY_BOT_CONFIG": str(tmp_path / "none.toml")}
    journal = Journal(tmp_path / "journal" / "turns.sqlite3", now=utc_now)
    parts = build_parts(load_settings(home))
    parts.bot_user_id = "U0BOT"
    yield Intake(parts, journal, Directory(), Metrics())
    journal.close()


async def say(intake: Intake, slack: Slack, text: str, ts: str = TS) -> None:
    said = {"type": "message", "channel_type": "im", "channel": "D0ALEX", "user": "U0ALEX", "text": text, "ts": ts}
    body = {"team_id": "T0LOCAL", "event": said}
    key = await intake.keep(body)
    assert key is not None
    intake.start(key, body, slack)  # type: ignore[arg-type]
    await intake.queues.drain()


async def finished(intake: Intake) -> None:
    async with asyncio.timeout(PATIENCE):
        while intake.journal.waiting():
            await asyncio.sleep(0)
            await intake.queues.drain()


async def test_an_answer_that_slack_does_not_take_is_posted_later(
    intake: Intake, caplog: pytest.LogCaptureFixture
) -> None:
    slack = Slack(failing=3)

    await say(intake, slack, "I live in Porto")
    assert [m.text for m in intake.parts.book.memories(Person("T0LOCAL", "U0ALEX"))] == ["Lives in Porto"]
    await finished(intake)

    assert slack.texts == ["Good to know."]
    assert "is tried again in 0 s" in caplog.text
    assert "Porto" not in caplog.text
    assert b"memory_bot_postponed_turns_total 1.0" in intake.metrics.page()
    assert b"memory_bot_failed_turns_total 0.0" in intake.metrics.page()


async def test_an_answer_that_stands_after_all_is_not_posted_again(intake: Intake) -> None:
    slack = Slack(failing=1, lost=True, unread=2)

    await say(intake, slack, "I live in Porto")
    await finished(intake)

    assert slack.texts.count("Good to know.") == 1


async def test_who_writes_meanwhile_does_not_wait(intake: Intake, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(intake_module, "LATER_SECONDS", 3600.0)
    slack = Slack(failing=2)

    await say(intake, slack, "I live in Porto")
    await say(intake, slack, "where do I live?", "1772442901.1")

    assert len(slack.texts) == 1
    assert "Porto" in slack.texts[0]
    assert [turn.key for turn in intake.journal.waiting()] == [f"T0LOCAL/D0ALEX/{TS}"]


async def test_a_receipt_that_slack_does_not_take_is_let_go(intake: Intake) -> None:
    slack = Slack(failing=2, limited_to="Noted")

    await say(intake, slack, "I live in Porto")

    assert slack.texts == ["Good to know."]
    assert intake.journal.waiting() == []


async def test_after_many_tries_it_is_left_for_the_next_start(
    intake: Intake, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(intake_module, "MOST_TRIES", 2)
    slack = Slack(failing=1000)

    await say(intake, slack, "I live in Porto")
    async with asyncio.timeout(PATIENCE):
        while "given up until the next start" not in caplog.text:
            await asyncio.sleep(0)
            await intake.queues.drain()

    assert len(intake.journal.waiting()) == 1
