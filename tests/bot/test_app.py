"""The composed bot against the local workspace, in this process: starting, stopping, failing, and going on."""

import asyncio
import io
import json
import os
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from slack_sdk.signature import SignatureVerifier

from bot.app import serve
from bot.errors import MissingTokenError, PortInUseError, SlackRefusedError, SlackUnreachableError
from bot.installing.manifest import app_manifest
from bot.intake.journal import Journal
from bot.local_slack.server import LocalWorkspace
from bot.parts import utc_now
from bot.replies.grounded import GroundedReplies
from bot.settings import Settings, load_settings
from bot.turn import NOT_ANSWERED, NOT_SAVED
from memory.book import Book
from memory.errors import StoreError
from tests.e2e.harness import Talk, free_port


def settings(home: Path, workspace: LocalWorkspace | None = None, **more: str) -> Settings:
    tokens = (
        {
            "SLACK_BOT_TOKEN": workspace.bot_token,
            "SLACK_APP_TOKEN": workspace.app_token,
            "SLACK_SIGNING_SECRET": workspace.signing_secret,
            "SLACK_API_URL": workspace.api_url,
        }
        if workspace
        else {}
    )
    return load_settings({"MEMORY_BOT_HOME": str(home), "MEMORY_BOT_CONFIG": str(home / "none.toml"), **tokens, **more})


@asynccontextmanager
async def slack(request_url: str | None = None) -> AsyncIterator[LocalWorkspace]:
    workspace = LocalWorkspace(app_manifest(settings(Path("nowhere"))), request_url=request_url)
    await workspace.start()
    try:
        yield workspace
    finally:
        await workspace.stop()


@asynccontextmanager
async def talking(home: Path, *, http: bool = False) -> AsyncIterator[Talk]:
    """Run the bot in this process, connected; at the end stop it."""
    port, stop = free_port(), asyncio.Event()
    async with slack(f"http://127.0.0.1:{port}/slack/events" if http else None) as workspace:
        bot = asyncio.create_task(serve(settings(home, workspace), http=http, port=port, stop=stop))
        async with aiohttp.ClientSession() as session:
            talk = Talk(workspace.url, session)
            ready = asyncio.create_task(talk.connected())
            await asyncio.wait({bot, ready}, return_when=asyncio.FIRST_COMPLETED)
            assert not bot.done(), bot.exception()
            yield talk
        stop.set()
        await bot


@pytest.mark.parametrize("http", [False, True], ids=["socket-mode", "http"])
async def test_it_talks_over_both_transports(tmp_path: Path, http: bool) -> None:
    async with talking(tmp_path, http=http) as talk:
        assert await talk.answer("U0ALEX", "I live in Porto") == "Good to know."
        assert "Porto" in await talk.answer("U0ALEX", "where do I live?")


async def test_commands_pages_and_buttons(tmp_path: Path) -> None:
    async with talking(tmp_path) as talk:
        for n in range(12):
            await talk.answer("U0DANA", f"remember that shelf {n} holds box number {n * 7}")
        await talk.say("U0DANA", "/memory list")
        page = await talk.until("D0DANA", lambda m: "page 1 of 2" in json.dumps(m.get("blocks")))
        await press(talk, page, "memory_page_next")
        older = await talk.until("D0DANA", lambda m: "page 2 of 2" in json.dumps(m.get("blocks")))
        await press(talk, older, "memory_forget")
        await talk.until("D0DANA", lambda m: m["text"].startswith("Forgotten: "))

        await talk.answer("U0DANA", "forget everything about me")
        question = await talk.until("D0DANA", lambda m: "memory_forget_all_no" in json.dumps(m.get("blocks")))
        await press(talk, question, "memory_forget_all_no")
        await talk.until("D0DANA", lambda m: m["text"] == "Good, I have kept everything.")
        await talk.say("U0DANA", "/memory forget all")
        again = await talk.until("D0DANA", lambda m: "memory_forget_all_yes" in json.dumps(m.get("blocks")))
        await press(talk, again, "memory_forget_all_yes")
        await talk.until("D0DANA", lambda m: "forgotten everything about you (11)" in m["text"])
        await talk.say("U0DANA", "/soul")
        await talk.until("D0DANA", lambda m: bool(m.get("ephemeral_to")) and "Soul" in m["text"])


async def press(talk: Talk, message: dict[str, Any], action_id: str) -> None:
    """Click the first button of a message that has this action id."""
    for block in message["blocks"]:
        for element in [*block.get("elements", []), block.get("accessory") or {}]:
            if element.get("action_id") == action_id:
                await talk.post(
                    "/_control/actions",
                    user=message.get("ephemeral_to") or "U0DANA",
                    channel="D0DANA",
                    message_ts=message["ts"],
                    block_id=block["block_id"],
                    action_id=action_id,
                )
                return
    raise AssertionError(f"no button {action_id} in {message}")


async def test_an_edit_is_followed(tmp_path: Path) -> None:
    async with talking(tmp_path) as talk:
        ts = await talk.say("U0ALEX", "I live in Lisbon")
        await talk.until("D0ALEX", lambda m: "Noted: lives in Lisbon" in m["text"])
        edit = {"user": "U0ALEX", "channel": "D0ALEX", "ts": ts, "text": "I live in Porto"}
        async with aiohttp.ClientSession() as session:
            await session.patch(f"{talk.url}/_control/messages", json=edit)
        await talk.until("D0ALEX", lambda m: "lives in Porto (before: lives in Lisbon)" in m["text"])


async def test_remember_this_points_at_the_threads_parent(tmp_path: Path) -> None:
    async with talking(tmp_path) as talk:
        ts = await talk.say("U0DANA", "Deliveries after 4pm go round the back to bay 3", channel="C0GENERAL")
        await talk.say("U0ALEX", "@memory-bot remember this", channel="C0GENERAL", thread_ts=ts)
        await talk.until("C0GENERAL", lambda m: "I'll remember that: Deliveries after 4pm" in m["text"])


async def test_turns_that_a_crash_left_are_finished_at_the_next_start(tmp_path: Path) -> None:
    event = {"type": "message", "channel_type": "im", "user": "U0ALEX", "channel": "D0ALEX", "text": "I live in Porto"}
    journal = Journal(tmp_path / "journal" / "turns.sqlite3", now=utc_now)
    ts = f"{utc_now().timestamp():.6f}"
    journal.receive(f"T0LOCAL/D0ALEX/{ts}", ts, {"team_id": "T0LOCAL", "event": {**event, "ts": ts}})
    journal.close()

    async with talking(tmp_path) as talk:
        await talk.until("D0ALEX", lambda m: "Noted: lives in Porto" in m["text"])


async def test_an_unexpected_failure_is_an_apology_and_the_next_turn_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    answers = GroundedReplies.reply

    async def fails_once(self: GroundedReplies, situation: Any) -> Any:
        monkeypatch.setattr(GroundedReplies, "reply", answers)
        raise RuntimeError(f"about {situation.text}")

    monkeypatch.setattr(GroundedReplies, "reply", fails_once)
    async with talking(tmp_path) as talk:
        assert await talk.answer("U0ALEX", "zebrafinch?") == NOT_ANSWERED
        assert await talk.answer("U0ALEX", "I live in Porto") == "Good to know."

    assert "RuntimeError" in caplog.text
    assert "zebrafinch" not in caplog.text


async def test_a_full_disk_costs_nobody_their_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: Book, *arguments: Any, **options: Any) -> Any:
        raise StoreError(tmp_path, "No space left on device", "Free some space.")

    async with talking(tmp_path) as talk:
        monkeypatch.setattr(Book, "apply", full)
        assert await talk.answer("U0ALEX", "I live in Porto") == "Good to know."
        await talk.until("D0ALEX", lambda m: m["text"] == NOT_SAVED)
        monkeypatch.setattr(Book, "forget", full)
        await talk.say("U0ALEX", "/memory forget the shelf")
        await talk.until("D0ALEX", lambda m: "nothing was changed" in m["text"])


async def test_an_episode_that_cannot_be_written_costs_no_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(self: Book, *arguments: Any, **options: Any) -> Any:
        raise StoreError(tmp_path, "No space left on device", "Free some space.")

    monkeypatch.setattr(Book, "write_episode", full)
    async with talking(tmp_path) as talk:
        await talk.answer("U0ALEX", "I live in Porto")
        await talk.until("D0ALEX", lambda m: "Noted: lives in Porto" in m["text"])


async def test_http_refuses_what_slack_did_not_sign(tmp_path: Path) -> None:
    port, stop = free_port(), asyncio.Event()
    url = f"http://127.0.0.1:{port}"
    async with slack(f"{url}/slack/events") as workspace, aiohttp.ClientSession() as session:
        bot = asyncio.create_task(serve(settings(tmp_path, workspace), http=True, port=port, stop=stop))
        await Talk(workspace.url, session).connected()
        now = utc_now().timestamp()

        async def post(body: str, *, secret: str = workspace.signing_secret, at: float = now) -> int:
            signature = SignatureVerifier(secret).generate_signature(timestamp=str(int(at)), body=body)
            headers = {
                "X-Slack-Signature": signature or "",
                "X-Slack-Request-Timestamp": str(int(at)),
                "Content-Type": "application/json",
            }
            async with session.post(f"{url}/slack/events", data=io.BytesIO(body.encode()), headers=headers) as answer:
                return answer.status

        assert await post('{"type":"event_callback"}', secret="wrong") == 401
        assert await post('{"type":"event_callback"}', at=now - 3600) == 401
        assert await post('{"type":') == 400
        assert await post("x" * (1024 * 1024 + 1)) == 413
        for page in ("/healthz", "/readyz", "/metrics"):
            async with session.get(url + page) as answer:
                assert answer.status == 200
        stop.set()
        await bot


async def test_a_port_in_use_is_named(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        async with slack() as workspace:
            with pytest.raises(PortInUseError, match=f"Port {port} is in use"):
                await serve(settings(tmp_path, workspace), http=True, port=port, stop=asyncio.Event())


async def test_wrong_tokens_are_named(tmp_path: Path) -> None:
    async with slack() as workspace:
        good = settings(tmp_path, workspace)
        with pytest.raises(SlackRefusedError, match="SLACK_BOT_TOKEN: invalid_auth"):
            await serve(settings(tmp_path, workspace, SLACK_BOT_TOKEN="xoxb-wrong"))
        with pytest.raises(SlackRefusedError, match="SLACK_APP_TOKEN: invalid_auth"):
            await serve(settings(tmp_path, workspace, SLACK_APP_TOKEN="xapp-wrong"))
        with pytest.raises(SlackUnreachableError, match="cannot be reached"):
            nowhere = f"http://127.0.0.1:{free_port()}/api/"
            await serve(good.model_copy(update={"slack_api_url": nowhere}))


@pytest.mark.parametrize(
    ("given", "http", "missing"),
    [
        ({}, False, "SLACK_BOT_TOKEN"),
        ({"SLACK_BOT_TOKEN": "xoxb-1"}, False, "SLACK_APP_TOKEN"),
        ({"SLACK_BOT_TOKEN": "xoxb-1"}, True, "SLACK_SIGNING_SECRET"),
    ],
)
async def test_missing_tokens_are_named(tmp_path: Path, given: dict[str, str], http: bool, missing: str) -> None:
    with pytest.raises(MissingTokenError, match=missing):
        await serve(settings(tmp_path, None, **given), http=http)


async def test_it_stops_on_a_signal(tmp_path: Path) -> None:
    async with slack() as workspace, aiohttp.ClientSession() as session:
        bot = asyncio.create_task(serve(settings(tmp_path, workspace)))
        await Talk(workspace.url, session).connected()
        os.kill(os.getpid(), 15)
        await bot
