"""The agent's view over the real protocols: the real bot, Socket Mode, and a scripted provider on loopback."""

import asyncio
from pathlib import Path

import pytest

from bot.views.messages import FEEDBACK, HELPFUL, MODEL_WROTE, STOPPED
from tests.e2e.harness import PATIENCE, running
from tests.providers.server import Text, Wait, provider, text

pytestmark = pytest.mark.e2e

LONG = tuple(f"Point {number} of what I know about tundra is worth a line. " for number in range(30))


async def test_a_long_answer_grows_and_can_be_judged(tmp_path: Path) -> None:
    async with provider(text(*LONG)) as scripted, running(tmp_path, **scripted.environment("anthropic")) as talk:
        await talk.say("U0ALEX", "What do you know about tundra?")
        answer = await talk.until("D0ALEX", lambda m: MODEL_WROTE in str(m.get("blocks")))
        row = next(block for block in answer["blocks"] if block["type"] == "context_actions")
        clicked = {"channel": "D0ALEX", "message_ts": answer["ts"], "block_id": row["block_id"]}
        for _ in range(2):
            await talk.post("/_control/actions", user="U0ALEX", action_id=FEEDBACK, value=HELPFUL, **clicked)
        await talk.until("D0ALEX", lambda m: m["text"].startswith("Thanks, good to know"))

        said = (await talk.get("/_control/messages", channel="D0ALEX"))["messages"]

    assert "Point 0 of" in str(answer["blocks"])
    assert "Point 29 of" in str(answer["blocks"])
    assert [m["text"].startswith("Thanks") for m in said].count(True) == 1
    audit = (tmp_path / "audit.jsonl").read_text(encoding="utf-8")
    assert audit.count(f"found the answer D0ALEX/{answer['ts']} helpful") == 1
    assert "tundra" not in audit


async def test_to_say_stop_drops_the_call_to_the_model(tmp_path: Path) -> None:
    async with provider(Wait()) as scripted, running(tmp_path, **scripted.environment("anthropic")) as talk:
        ts = await talk.say("U0ALEX", "I live in Porto")
        async with asyncio.timeout(PATIENCE):
            await scripted.arrived.wait()
            await talk.say("U0ALEX", "stop", thread_ts=ts)
            await scripted.dropped.wait()
        await talk.until("D0ALEX", lambda m: m["text"] == "Stopped.")
        await talk.until("D0ALEX", lambda m: m["text"] == "Noted: lives in Porto")

    log = next(tmp_path.glob("teams/T0LOCAL/people/U0ALEX/20*.md")).read_text(encoding="utf-8")
    assert log.count("Lives in Porto") == 1


async def test_the_stop_button_drops_the_call_to_the_model_and_what_was_said_is_kept(tmp_path: Path) -> None:
    async with provider(Wait()) as scripted, running(tmp_path, **scripted.environment("anthropic")) as talk:
        ts = await talk.say("U0ALEX", "I live in Porto")
        where = {"channel": "D0ALEX", "user": "U0ALEX"}
        async with talk.news() as news, asyncio.timeout(PATIENCE):
            while not any(each["can_stop"] for each in (await talk.get("/_control/messages", **where))["talks"]):
                await news.receive()
        stopped = await talk.post("/_control/stop", thread_ts=ts, **where)
        async with asyncio.timeout(PATIENCE):
            await scripted.dropped.wait()
        await talk.until("D0ALEX", lambda m: m["text"] == "Noted: lives in Porto")
        async with talk.news() as news, asyncio.timeout(PATIENCE):
            while any(each["is_processing"] for each in (await talk.get("/_control/messages", **where))["talks"]):
                await news.receive()

    assert stopped == {"ok": True}


async def test_the_stop_button_ends_an_answer_that_grows_and_what_was_written_stays(tmp_path: Path) -> None:
    half = Text(LONG, hangs=True)
    async with provider(half) as scripted, running(tmp_path, **scripted.environment("anthropic")) as talk:
        ts = await talk.say("U0ALEX", "What do you know about tundra?")
        growing = await talk.until("D0ALEX", lambda m: bool(m.get("streaming")))
        where = {"channel": "D0ALEX", "user": "U0ALEX"}
        async with talk.news() as news, asyncio.timeout(PATIENCE):
            while not any(each["can_stop"] for each in (await talk.get("/_control/messages", **where))["talks"]):
                await news.receive()
        await talk.post("/_control/stop", thread_ts=ts, **where)
        stopped = await talk.until("D0ALEX", lambda m: STOPPED in str(m.get("blocks")))
        async with asyncio.timeout(PATIENCE):
            await scripted.dropped.wait()

    assert (stopped["ts"], "streaming" in stopped) == (growing["ts"], False)
    assert "Point 0 of" in str(stopped["blocks"])


async def test_a_talk_in_a_thread_goes_on_without_mentions(tmp_path: Path) -> None:
    async with running(tmp_path) as talk:
        ts = await talk.say("U0ALEX", "@memory-bot I live in Porto", channel="C0GENERAL")
        await talk.until("C0GENERAL", lambda m: m["text"] == "Noted: lives in Porto")
        await talk.say("U0ALEX", "where do I live?", channel="C0GENERAL", thread_ts=ts)
        await talk.until("C0GENERAL", lambda m: m["text"] == "You live in Porto (you told me today).")
        await talk.say("U0DANA", "and where do I live?", channel="C0GENERAL", thread_ts=ts)
        await talk.say("U0DANA", "where do I live?")
        await talk.until("D0DANA", lambda m: m["text"].startswith("I don't know that"))

        said = (await talk.get("/_control/messages", channel="C0GENERAL"))["messages"]

    assert [m["text"] for m in said if m["user"] == "U0MEMORYBOT"] == [
        "Good to know.",
        "Noted: lives in Porto",
        "You live in Porto (you told me today).",
    ]
