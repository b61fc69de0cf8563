"""The real bot on Slack's bad days: each fault of the local workspace, and nobody's answer is lost or comes twice."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from tests.e2e.harness import PATIENCE, Message, Talk, running
from tests.providers.server import provider, text

pytestmark = [pytest.mark.e2e, pytest.mark.asyncio(loop_scope="module")]

NUMBERS = count(100)
Fault = Mapping[str, Any]


@pytest_asyncio.fixture(loop_scope="module", scope="module", params=[(), ("--http",)], ids=["socket-mode", "http"])
async def bot(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Talk]:
    home = tmp_path_factory.mktemp("home")
    (home / "config.toml").write_text("socket_silence_seconds = 1\n", encoding="utf-8")
    async with running(home, *request.param) as talk:
        yield talk


@asynccontextmanager
async def going_wrong(talk: Talk, **fault: Any) -> AsyncIterator[None]:
    """Switch a fault on; at the end see that it struck, and switch it off."""
    before = (await talk.get("/_control/faults"))["happened"].get(fault["kind"], 0)
    assert "id" in await talk.post("/_control/faults", **fault)
    try:
        yield
        happened = (await talk.get("/_control/faults"))["happened"].get(fault["kind"], 0)
        assert happened > before, f"{fault} never struck"
    finally:
        await talk.delete("/_control/faults")


async def said_by_bot(talk: Talk, channel: str, thread_ts: str | None = None) -> list[Message]:
    messages = (await talk.get("/_control/messages", channel=channel))["messages"]
    return [m for m in messages if m["user"] == "U0MEMORYBOT" and thread_ts in {None, m.get("thread_ts")}]


CALLS = [
    pytest.param({"kind": "ratelimited", "retry_after": 1, "times": 3}, id="429"),
    pytest.param({"kind": "server_error", "times": 2}, id="5xx"),
    pytest.param({"kind": "server_error", "method": "chat.postMessage", "after": True, "times": 1}, id="5xx-after"),
    pytest.param({"kind": "error", "error": "internal_error", "method": "chat.postMessage", "times": 1}, id="error"),
    pytest.param({"kind": "error", "error": "fatal_error", "times": 2}, id="fatal-error"),
    pytest.param({"kind": "slow", "seconds": 1, "times": 2}, id="slow"),
    pytest.param({"kind": "cut", "times": 2}, id="cut-before"),
    pytest.param({"kind": "cut", "method": "chat.postMessage", "after": True, "times": 1}, id="cut-after"),
]
EVENTS = [
    pytest.param({"kind": "duplicate"}, id="duplicate"),
    pytest.param({"kind": "reorder", "seconds": 1, "times": 1}, id="reorder"),
    pytest.param({"kind": "late", "seconds": 1, "times": 1}, id="late"),
]
SOCKETS = [
    pytest.param({"kind": "disconnect", "reason": "warning", "times": 1}, id="warning"),
    pytest.param({"kind": "disconnect", "reason": "refresh_requested", "times": 2}, id="refresh-requested"),
    pytest.param({"kind": "socket_cut", "times": 2}, id="socket-cut"),
    pytest.param({"kind": "silence", "times": 1}, id="silence"),
]


@pytest.mark.parametrize("fault", [*CALLS, *EVENTS])
async def test_what_was_said_is_kept_and_answered_once(bot: Talk, fault: Fault) -> None:
    await stated_and_asked(bot, fault)


@pytest.mark.parametrize("bot", [()], ids=["socket-mode"], indirect=True)
@pytest.mark.parametrize("fault", SOCKETS)
async def test_what_was_said_while_a_connection_goes_is_kept_and_answered_once(bot: Talk, fault: Fault) -> None:
    await stated_and_asked(bot, fault)


async def stated_and_asked(talk: Talk, fault: Fault) -> None:
    """State something while it goes wrong, and ask for it afterwards: each is answered once, with what was said."""
    where = f"drawer {next(NUMBERS)}"
    fact = f"the spare key is in {where}"
    async with going_wrong(talk, **fault):
        await talk.connected()
        ts = await talk.say("U0ALEX", f"remember that {fact}")
        await talk.until("D0ALEX", lambda m: m["user"] == "U0MEMORYBOT" and where in m["text"])
    answer = await talk.answer("U0ALEX", "where is the spare key?")
    answers = await said_by_bot(talk, "D0ALEX", ts)

    assert where in answer
    assert len([each for each in answers if where in each["text"]]) == 1, [each["text"] for each in answers]


async def test_a_message_that_is_overtaken_is_answered_as_if_it_came_in_time(bot: Talk) -> None:
    first, second = (f"code {next(NUMBERS)}" for _ in range(2))
    async with going_wrong(bot, kind="reorder", seconds=20, times=1):
        older = await bot.say("U0OMAR", f"remember that the alarm has {first}")
        newer = await bot.say("U0OMAR", f"remember that the gate has {second}")
        for ts, words in ((older, first), (newer, second)):
            await bot.until("D0OMAR", lambda m, ts=ts, words=words: m.get("thread_ts") == ts and words in m["text"])  # type: ignore[misc]  # defaults bind

    assert len([m for m in await said_by_bot(bot, "D0OMAR", older) if first in m["text"]]) == 1


RESPONSES = [
    pytest.param({"kind": "server_error", "times": 1}, id="5xx"),
    pytest.param({"kind": "ratelimited", "times": 1}, id="429"),
    pytest.param({"kind": "cut", "times": 1}, id="cut"),
]


@pytest.mark.parametrize("fault", RESPONSES)
async def test_a_command_is_answered_when_its_response_url_fails(bot: Talk, fault: Fault) -> None:
    def shown(messages: list[Message]) -> int:
        return len([m for m in messages if m["text"].startswith("This is how you have it")])

    before = shown(await said_by_bot(bot, "C0GENERAL"))
    async with going_wrong(bot, method="response_url", **fault):
        await bot.say("U0DANA", "/memory settings", channel="C0GENERAL")
        await until_count(bot, "C0GENERAL", shown, before + 1)

    assert shown(await said_by_bot(bot, "C0GENERAL")) == before + 1


RECEIPTS = [
    pytest.param({"kind": "error", "error": "fatal_error", "times": 2}, id="fatal-error"),
    pytest.param({"kind": "server_error", "times": 1}, id="5xx"),
    pytest.param({"kind": "cut", "times": 1}, id="cut"),
    pytest.param({"kind": "ratelimited", "times": 1}, id="429"),
]


@pytest.mark.parametrize("fault", RECEIPTS)
async def test_a_receipt_for_one_person_alone_is_posted_again(bot: Talk, fault: Fault) -> None:
    city = f"Porto {next(NUMBERS)}"

    async with going_wrong(bot, method="chat.postEphemeral", **fault):
        await bot.say("U0DANA", f"@memory-bot I live in {city}", channel="C0PROJECTS")
        told = await bot.until("C0PROJECTS", lambda m: m["text"].startswith("Noted:") and city in m["text"])

    assert told["ephemeral_to"] == "U0DANA"
    assert [button["text"]["text"] for button in told["blocks"][-1]["elements"]] == ["Undo", "Edit"]


async def test_a_receipt_that_may_stand_is_posted_again_since_twice_is_better_than_never(bot: Talk) -> None:
    city = f"Faro {next(NUMBERS)}"

    def receipts(messages: list[Message]) -> int:
        return len([m for m in messages if m["text"].startswith("Noted:") and city in m["text"]])

    async with going_wrong(bot, kind="server_error", method="chat.postEphemeral", after=True, times=1):
        await bot.say("U0DANA", f"@memory-bot I live in {city}", channel="C0PROJECTS")
        await until_count(bot, "C0PROJECTS", receipts, 2)


async def test_a_receipt_that_cannot_be_shown_in_a_channel_comes_by_dm(bot: Talk) -> None:
    city = f"Braga {next(NUMBERS)}"

    async with going_wrong(bot, kind="error", error="channel_not_found", method="chat.postEphemeral", times=1):
        await bot.say("U0DANA", f"@memory-bot I live in {city}", channel="C0PROJECTS")
        told = await bot.until("D0DANA", lambda m: city in m["text"])

    assert told["text"].startswith("Noted:")


DIALOGS = [
    pytest.param({"kind": "cut", "after": True}, id="cut-after"),
    pytest.param({"kind": "server_error", "after": True}, id="5xx-after"),
    pytest.param({"kind": "cut"}, id="cut-before"),
    pytest.param({"kind": "error", "error": "fatal_error"}, id="fatal-error"),
]


@pytest.mark.parametrize("fault", DIALOGS)
async def test_a_dialog_that_stands_is_no_error(bot: Talk, fault: Fault) -> None:
    """Slack agrees to the dialog or, where it stood already, to draw it once more; errors are told after that."""
    omar = "U0OMAR"
    for view in (await bot.get("/_control/views", user=omar))["modals"]:
        await bot.post("/_control/views/close", user=omar, view_id=view["id"], everything=True)
    before = len(await said_by_bot(bot, "D0OMAR"))
    await bot.delete("/_control/traffic")

    async with going_wrong(bot, method="views.open", times=1, **fault):
        await bot.post("/_control/shortcuts", user=omar, callback_id="my_memories")
        await agreed(bot, "views.open", "views.update")
        await bot.answer(omar, "what can you do?")

    said = [each["text"] for each in (await said_by_bot(bot, "D0OMAR"))[before:]]
    modals = (await bot.get("/_control/views", user=omar))["modals"]
    assert [view["title"]["text"] for view in modals] == ["My memories"]
    assert [each[:28] for each in said] == ["I remember what people tell "]


async def until_count(talk: Talk, channel: str, counted: Any, wanted: int) -> None:
    async with talk.news() as news, asyncio.timeout(PATIENCE):
        while counted(await said_by_bot(talk, channel)) < wanted:
            await news.receive()


async def test_who_cannot_be_answered_is_told_so_kindly(bot: Talk) -> None:
    async with going_wrong(bot, kind="error", error="restricted_action", method="chat.postMessage", times=1):
        await bot.say("U0DANA", "@memory-bot where do I live?", channel="C0PROJECTS")
        told = await bot.until("C0PROJECTS", lambda m: "went wrong" in m["text"])

    assert told["ephemeral_to"] == "U0DANA"
    assert told["text"].endswith("Please try once more.")
    assert "restricted" not in told["text"]


@pytest.mark.parametrize("bot", [()], ids=["socket-mode"], indirect=True)
async def test_a_dropped_event_leaves_everything_else_as_it_was(bot: Talk) -> None:
    async with going_wrong(bot, kind="drop", event="message", times=1):
        lost = await bot.say("U0OMAR", "where do I live?")
        found = await bot.answer("U0OMAR", "where do I work?")

    assert found
    assert await said_by_bot(bot, "D0OMAR", lost) == []


@pytest.mark.parametrize("method", ["", "chat.appendStream", "chat.stopStream"], ids=["any", "append", "stop"])
async def test_an_answer_whose_stream_dies_stands_there_whole_and_once(tmp_path: Path, method: str) -> None:
    pieces = [f"Point {number} of what I know about tundra is worth a line. " for number in range(30)]
    async with provider(text(*pieces)) as scripted, running(tmp_path, **scripted.environment("anthropic")) as talk:
        async with going_wrong(talk, kind="dead_stream", times=1, **({"method": method} if method else {})):
            ts = await talk.say("U0ALEX", "What do you know about tundra?")
            await talk.until("D0ALEX", lambda m: "Point 29 of" in str(m.get("blocks")) and not m.get("is_streaming"))
        answers = await said_by_bot(talk, "D0ALEX", ts)

    whole = [each for each in answers if "Point 0 of" in str(each)]
    assert len(whole) == 1
    assert "Point 29 of" in str(whole[0]["blocks"])


async def test_a_workspace_that_removes_the_app_is_left_alone_and_its_memories_are_kept(tmp_path: Path) -> None:
    async with running(tmp_path) as talk:
        await talk.answer("U0ALEX", "remember that the spare key is in drawer 7")
        async with going_wrong(talk, kind="app_uninstalled"):
            await told(talk, "app_uninstalled", "tokens_revoked")
            unheard = await talk.say("U0ALEX", "where is the spare key?")
        nothing = await said_by_bot(talk, "D0ALEX", unheard)
    async with running(tmp_path) as talk:
        answer = await talk.answer("U0ALEX", "where is the spare key?")

    assert nothing == []
    assert "drawer 7" in answer


async def traffic(talk: Talk) -> list[dict[str, Any]]:
    return list((await talk.get("/_control/traffic"))["entries"])


async def told(talk: Talk, *events: str) -> None:
    """Wait until the app has acknowledged these events."""
    await until_traffic(talk, lambda names: set(events) <= names)


async def agreed(talk: Talk, *methods: str) -> None:
    """Wait until Slack agreed to a call of one of these methods."""
    await until_traffic(talk, lambda names: bool(set(methods) & names))


async def until_traffic(talk: Talk, is_enough: Callable[[set[str]], bool]) -> None:
    """Wait until what went well over the wire is enough, by its names."""
    async with talk.news("/_control/traffic/ws") as news, asyncio.timeout(PATIENCE):
        while not is_enough({each["name"] for each in await traffic(talk) if each["outcome"] == "ok"}):
            await news.receive()
