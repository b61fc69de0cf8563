"""The model engine through the real client libraries, against scripted providers on loopback."""

import asyncio
import json
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from bot.audience import Audience, Place, PlaceKind
from bot.metrics import Metrics
from bot.replies.base import Outcome, Reply, Situation, StreamingReplyEngine
from bot.replies.grounded import GroundedReplies
from bot.replies.model import FAILED, TOO_LONG, USED_UP, BoundTool, ModelReplies
from bot.replies.providers import connect
from bot.settings import load_settings
from extractors.asking.questions import understand
from memory.book import Book, open_book
from memory.records import Episode, Origin, Recalled
from tests.bot.making import ALEX, MARCH_2, remembered
from tests.providers.server import PROTOCOLS, Call, Provider, Refuse, Step, Text, Wait, provider, text

DM = Place(PlaceKind.DM, "DALEX")
EVERY_PROTOCOL = pytest.mark.parametrize("protocol", PROTOCOLS)


@dataclass
class Searching:
    """A tool that notes what it is asked."""

    name: str = "memory_search"
    description: str = "Search through stored memories."
    schema: Mapping[str, Any] = field(
        default_factory=lambda: {"type": "object", "properties": {"query": {"type": "string"}}, "required": ["query"]}
    )
    asked: list[Mapping[str, Any]] = field(default_factory=list)

    def call(self, arguments: Mapping[str, Any]) -> object:
        self.asked.append(arguments)
        return {"results": [{"id": "01A", "text": "Works on a Rust project called tundra"}]}


@dataclass
class Bench:
    """An engine on a scripted provider, and what surrounds it."""

    engine: ModelReplies
    provider: Provider
    book: Book
    metrics: Metrics

    def counted(self, line: str) -> float:
        page = self.metrics.page().decode()
        return next((float(each.rpartition(" ")[2]) for each in page.splitlines() if each.startswith(line)), 0.0)


@asynccontextmanager
async def bench(
    home: Path, *steps: Step, protocol: str = "anthropic", tools: Sequence[BoundTool] = (), **knobs: object
) -> AsyncIterator[Bench]:
    async with provider(*steps) as scripted:
        settings = load_settings(
            {
                **scripted.environment(protocol),
                "MEMORY_BOT_HOME": str(home),
                "MEMORY_BOT_CONFIG": str(home / "none.toml"),
            }
        ).model_copy(update={"model_retries": 0, **knobs})
        metrics = Metrics()
        with open_book(home, now=lambda: MARCH_2) as book:
            engine = ModelReplies(
                connect(settings), book, settings, grounded=GroundedReplies(), tools=lambda _: tools, metrics=metrics
            )
            try:
                yield Bench(engine, scripted, book, metrics)
            finally:
                await engine.close()


def asked(words: str = "What project am I working on?", **details: Any) -> Situation:
    given: dict[str, Any] = {
        "person": ALEX,
        "place": DM,
        "text": words,
        "query": understand(words, now=MARCH_2),
        "now": MARCH_2,
        "audience": Audience(ALEX, DM),
        "sees": Audience(ALEX, DM).sees,
    }
    return Situation(**{**given, **details})


TUNDRA = remembered("Works on a Rust project called tundra")


@EVERY_PROTOCOL
async def test_the_answer_streams_piece_by_piece_and_ends_with_the_reply(tmp_path: Path, protocol: str) -> None:
    async with bench(tmp_path, text("You work on ", "**tundra**", " & <more>."), protocol=protocol) as at:
        pieces = [piece async for piece in at.engine.stream(asked(recalled=[Recalled(TUNDRA, 0.9)]))]

        assert pieces[:-1] == ["You work on ", "**tundra**", " &amp; &lt;more&gt;."]
        assert pieces[-1] == Reply("You work on *tundra* &amp; &lt;more&gt;.", used=(TUNDRA.id,), by_model=True)
        assert "Works on a Rust project called tundra" in json.dumps(at.provider.requests)
        assert at.counted('memory_bot_model_replies_total{end="answered"}') == 1
        assert at.counted('memory_bot_model_tokens_total{direction="read"}') == 100
        assert at.counted('memory_bot_model_tokens_total{direction="written"}') == 20
        assert at.counted("memory_bot_model_first_piece_seconds_count") == 1


@EVERY_PROTOCOL
async def test_the_model_uses_tools_until_it_knows(tmp_path: Path, protocol: str) -> None:
    search = Searching()
    steps = Call("memory_search", {"query": "project"}, before="Let me look."), text("You work on tundra.")
    async with bench(tmp_path, *steps, protocol=protocol, tools=[search]) as at:
        reply = await at.engine.reply(asked())

        assert reply == Reply("Let me look.\n\nYou work on tundra.", by_model=True)
        assert search.asked == [{"query": "project"}]
        assert "tundra" in json.dumps(at.provider.requests[1])
        assert "memory_search" in json.dumps(at.provider.requests[0]["tools"])
        assert at.counted('memory_bot_model_tokens_total{direction="read"}') == 200


@EVERY_PROTOCOL
@pytest.mark.parametrize("status", [400, 401, 404, 429, 500, 529])
async def test_a_provider_that_refuses_leaves_the_grounded_answer_with_a_note(
    tmp_path: Path, protocol: str, status: int, caplog: pytest.LogCaptureFixture
) -> None:
    async with bench(tmp_path, Refuse(status), protocol=protocol) as at:
        reply = await at.engine.reply(asked("where is my secret lair?"))

        assert reply == Reply(f"I don't know that. Tell me, and I'll remember it.\n{FAILED}")
        assert at.counted('memory_bot_model_replies_total{end="failed"}') == 1
        assert f"status {status}" in caplog.text
        assert "lair" not in caplog.text


@EVERY_PROTOCOL
async def test_a_busy_provider_is_asked_again_after_the_time_it_names(tmp_path: Path, protocol: str) -> None:
    busy = Refuse(429, {"retry-after-ms": "1"})
    async with bench(tmp_path, busy, busy, text("Hello."), protocol=protocol, model_retries=2) as at:
        assert (await at.engine.reply(asked("hi"))).text == "Hello."
        assert len(at.provider.requests) == 3


@EVERY_PROTOCOL
async def test_a_stream_that_breaks_off_is_replaced_by_the_grounded_answer(tmp_path: Path, protocol: str) -> None:
    async with bench(tmp_path, Text(("You work on tun",), breaks_off=True), protocol=protocol) as at:
        pieces = [piece async for piece in at.engine.stream(asked(recalled=[Recalled(TUNDRA, 0.9)]))]

        assert isinstance(pieces[-1], Reply)
        assert pieces[-1].text.startswith("You work on a Rust project called tundra (you told me")
        assert pieces[-1].text.endswith(FAILED)
        assert not pieces[-1].by_model


@EVERY_PROTOCOL
async def test_a_model_that_writes_nothing_to_be_seen_leaves_the_grounded_answer(tmp_path: Path, protocol: str) -> None:
    async with bench(tmp_path, text(" \n", "\u200b"), protocol=protocol) as at:
        reply = await at.engine.reply(asked(recalled=[Recalled(TUNDRA, 0.9)]))

        assert reply.text.startswith("You work on a Rust project called tundra (you told me")
        assert reply.text.endswith(FAILED)
        assert at.counted('memory_bot_model_replies_total{end="said nothing"}') == 1


@EVERY_PROTOCOL
async def test_a_slow_provider_is_given_up(tmp_path: Path, protocol: str) -> None:
    async with bench(tmp_path, Wait(), protocol=protocol, model_timeout_seconds=0.3) as at:
        assert (await at.engine.reply(asked())).text.endswith(FAILED)
        await asyncio.wait_for(at.provider.dropped.wait(), 10)


async def test_to_close_the_stream_is_to_hang_up_on_the_provider(tmp_path: Path) -> None:
    async with bench(
        tmp_path, Call("memory_search", {"query": "x"}, before="Let me look."), Wait(), tools=[Searching()]
    ) as at:
        async with aclosing(at.engine.stream(asked())) as pieces:
            assert await anext(pieces) == "Let me look."

        assert at.counted('memory_bot_model_replies_total{end="stopped"}') == 1


async def test_a_cancelled_reply_hangs_up_on_the_provider(tmp_path: Path) -> None:
    async with bench(tmp_path, Wait()) as at:
        writing = asyncio.create_task(at.engine.reply(asked()))
        await at.provider.arrived.wait()

        writing.cancel()

        with pytest.raises(asyncio.CancelledError):
            await writing
        await asyncio.wait_for(at.provider.dropped.wait(), 10)


async def test_a_reply_that_takes_too_many_tokens_is_given_up(tmp_path: Path) -> None:
    steps = [Call("memory_search", {"query": "again"}) for _ in range(10)]
    async with bench(tmp_path, *steps, tools=[Searching()], model_turn_tokens=1000) as at:
        at.provider.steps = [Call("memory_search", {"query": str(number)}) for number in range(20)]

        assert (await at.engine.reply(asked())).text.endswith(TOO_LONG)
        assert len(at.provider.requests) <= 9


async def test_a_prompt_that_cannot_fit_is_not_sent(tmp_path: Path) -> None:
    async with bench(tmp_path, model_turn_tokens=500) as at:
        assert (await at.engine.reply(asked("long " * 1000))).text.endswith(TOO_LONG)
        assert at.provider.requests == []


async def test_the_day_has_a_budget_that_outlives_a_restart(tmp_path: Path) -> None:
    async with bench(tmp_path, text("Hello."), model_day_tokens=100) as at:
        assert (await at.engine.reply(asked("hi"))).text == "Hello."
        assert (await at.engine.reply(asked("hi"))).text.endswith(USED_UP)

    async with bench(tmp_path, model_day_tokens=100) as at:
        assert (await at.engine.reply(asked("hi"))).text.endswith(USED_UP)
        assert at.provider.requests == []
        assert at.counted('memory_bot_model_replies_total{end="day budget spent"}') == 1


async def test_the_conversation_so_far_goes_along(tmp_path: Path) -> None:
    async with bench(tmp_path, text("Yes.")) as at:
        at.book.write_episode(
            ALEX,
            Episode(at=MARCH_2, channel_id="DALEX", ts="1.0", text="I like &lt;T&gt;", reply="Good.", origin=Origin.DM),
        )
        at.book.write_episode(
            ALEX, Episode(at=MARCH_2, channel_id="DALEX", ts="2.0", text="file only", reply="", origin=Origin.DM)
        )

        await at.engine.reply(asked(ts="3.0"))

    said = [(m["role"], m["content"]) for m in at.provider.requests[0]["messages"]]
    assert "I like <T>" in json.dumps(said[0])
    assert said[1][0] == "assistant"
    assert "Good." in json.dumps(said[1])
    assert "file only" in json.dumps(said[2])


@pytest.mark.parametrize(
    "details",
    [
        pytest.param({"outcome": Outcome(not_found=("tea",))}, id="a command was given"),
        pytest.param({"off_the_record": True}, id="off the record"),
        pytest.param({"overview": True}, id="all that is known"),
        pytest.param({"text": " "}, id="no words"),
    ],
)
async def test_what_is_a_matter_of_record_is_not_sent_to_the_model(tmp_path: Path, details: dict[str, Any]) -> None:
    async with bench(tmp_path) as at:
        situation = asked("forget the tea", **details) if "text" not in details else asked(" ")

        reply = await at.engine.reply(situation)

        assert reply == await GroundedReplies().reply(situation)
        assert at.provider.requests == []


async def test_with_an_index_nothing_recalled_is_sent(tmp_path: Path) -> None:
    async with bench(tmp_path, text("Hm."), recall_mode="index") as at:
        reply = await at.engine.reply(asked(recalled=[Recalled(TUNDRA, 0.9)]))

        assert reply.used == ()
        assert "tundra" not in json.dumps(at.provider.requests)
        assert "facts.md" in json.dumps(at.provider.requests)


async def test_earls_prompt_gets_earls_names_for_the_tools(tmp_path: Path) -> None:
    search = Searching()
    steps = Call("search_memory", {"query": "project"}), text("You work on tundra.")
    async with bench(tmp_path, *steps, tools=[search], prompt_style="earl") as at:
        await at.engine.reply(asked())

        assert search.asked == [{"query": "project"}]
        assert [tool["name"] for tool in at.provider.requests[0]["tools"]] == ["search_memory"]


async def test_a_disk_that_refuses_the_account_does_not_cost_the_answer(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with bench(tmp_path, text("Hello.")) as at:
        (tmp_path / "usage").write_text("in the way")

        assert (await at.engine.reply(asked("hi"))).text == "Hello."
        assert "not noted" in caplog.text


@EVERY_PROTOCOL
async def test_the_key_travels_where_the_provider_looks_for_it(tmp_path: Path, protocol: str) -> None:
    async with bench(tmp_path, text("Hello."), protocol=protocol) as at:
        await at.engine.reply(asked("hi"))

        assert at.provider.headers[0]["Authorization"] == "Bearer test-key"


async def test_the_engine_streams(tmp_path: Path) -> None:
    async with bench(tmp_path) as at:
        assert isinstance(at.engine, StreamingReplyEngine)
