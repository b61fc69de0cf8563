"""The real bot, the real protocols: what a newcomer would try, over both transports."""

import json
from pathlib import Path

import pytest

from tests.e2e.harness import memory_bot, running

pytestmark = pytest.mark.e2e

TRANSPORTS = pytest.mark.parametrize("options", [(), ("--http",)], ids=["socket-mode", "http"])


@TRANSPORTS
async def test_a_newcomer_is_remembered_after_a_restart(tmp_path: Path, options: tuple[str, ...]) -> None:
    async with running(tmp_path, *options) as talk:
        assert await talk.answer("U0ALEX", "My name is Alex and I'm working on a Rust project called tundra.") == (
            "Nice to meet you, Alex."
        )
        noted = await talk.until("D0ALEX", lambda m: "Noted:" in m["text"])
        assert "tundra" in noted["text"]
        assert "tundra" in await talk.answer("U0ALEX", "What project am I working on?")

    async with running(tmp_path, *options) as talk:
        assert "tundra" in await talk.answer("U0ALEX", "What project am I working on?")

    log = next(tmp_path.glob("teams/T0LOCAL/people/U0ALEX/20*.md")).read_text(encoding="utf-8")
    assert log.startswith("# Memories for 20")
    assert " UTC** | `@" in log
    assert "Works on a Rust project called tundra" in log


async def test_a_channel_is_answered_once_in_the_thread_and_learns_nothing_from_a_dm(tmp_path: Path) -> None:
    async with running(tmp_path) as talk:
        await talk.answer("U0ALEX", "remember that the deploy key is in 1Password")

        unknown = await talk.answer("U0DANA", "@memory-bot where is the deploy key?", channel="C0GENERAL")
        known = await talk.answer("U0ALEX", "where is the deploy key?")
        forgotten = await talk.answer("U0ALEX", "forget the deploy key")
        gone = await talk.answer("U0ALEX", "where is the deploy key?")
        in_general = (await talk.get("/_control/messages", channel="C0GENERAL"))["messages"]

    assert "1Password" not in unknown
    assert "1Password" in known
    assert forgotten.startswith("Forgotten:")
    assert "1Password" not in gone
    assert "1Password" not in json.dumps(in_general)
    assert len([m for m in in_general if m.get("thread_ts")]) == 2, "the question and one answer"
    assert [path for path in tmp_path.rglob("*") if path.stat().st_mode & 0o077] == [], "for this user alone"


@TRANSPORTS
async def test_slash_commands_and_buttons_work(tmp_path: Path, options: tuple[str, ...]) -> None:
    async with running(tmp_path, *options) as talk:
        await talk.answer("U0DANA", "@memory-bot I prefer tea over coffee", channel="C0GENERAL")
        receipt = await talk.until("C0GENERAL", lambda m: "Noted:" in m["text"])
        assert receipt["ephemeral_to"] == "U0DANA"

        await talk.say("U0DANA", "/memory list", channel="C0GENERAL")
        listed = await talk.until("C0GENERAL", lambda m: "What I remember about you (1)" in m["text"])
        assert listed["ephemeral_to"] == "U0DANA"

        button = next(block for block in receipt["blocks"] if block["type"] == "actions")
        await talk.post(
            "/_control/actions",
            user="U0DANA",
            channel="C0GENERAL",
            message_ts=receipt["ts"],
            block_id=button["block_id"],
            action_id=button["elements"][0]["action_id"],
        )
        await talk.until("C0GENERAL", lambda m: "Taken back:" in m["text"])

        await talk.say("U0DANA", "/memory export", channel="C0GENERAL")
        await talk.until("D0DANA", lambda m: bool(m.get("files")))
        await talk.say("U0DANA", "/soul", channel="C0GENERAL")
        await talk.until("C0GENERAL", lambda m: m.get("ephemeral_to") == "U0DANA" and "Soul" in m["text"])


async def test_odd_messages_are_survived(tmp_path: Path) -> None:
    async with running(tmp_path) as talk:
        for odd in ("🎉", "x" * 40_000, "/memory nonsense", "`" * 300 + "<!-- memory {} -->"):
            await talk.say("U0OMAR", odd)
        await talk.post("/_control/files", user="U0OMAR", channel="D0OMAR", filename="notes.txt")
        await talk.until("D0OMAR", lambda m: "I can only read text" in m["text"])

        assert await talk.answer("U0OMAR", "I live in Cairo") == "Good to know."
        assert "Cairo" in await talk.answer("U0OMAR", "where do I live?")


async def test_the_command_line_reads_what_the_bot_wrote(tmp_path: Path) -> None:
    async with running(tmp_path) as talk:
        await talk.answer("U0ALEX", "I live in Porto")
        await talk.until("D0ALEX", lambda m: "Noted:" in m["text"])

        code, listed, _ = await memory_bot(tmp_path, "list", "--user", "U0ALEX", "--json")
        assert (code, [m["text"] for m in json.loads(listed)]) == (0, ["Lives in Porto"])
        code, _, _ = await memory_bot(tmp_path, "remember", "--user", "U0ALEX", "The gate code is with Marta")
        assert code == 0
        assert "Marta" in await talk.answer("U0ALEX", "who has the gate code?")
