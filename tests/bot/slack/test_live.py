"""An answer shown while it is written, and what becomes of it when Slack refuses a call."""

import asyncio
from collections.abc import AsyncGenerator
from typing import Any

import pytest
from slack_sdk.errors import SlackApiError

from bot.audience import Place, PlaceKind
from bot.replies.base import Reply
from bot.slack.live import LiveMessage
from bot.slack.outlet import SlackOutlet
from bot.turn import Incoming
from bot.views.messages import MODEL_WROTE
from memory.records import Person

WORDS = "You work on tundra. " * 20
BY_MODEL = Reply(WORDS, by_model=True)
GROUNDED = Reply("You work on tundra (you told me today).")


class Slack:
    """Notes each call; refuses a method from its `refused[method]`-th call on."""

    token = "xoxb-1"

    def __init__(self, **refused: int) -> None:
        self.refused = refused
        self.error = "message_not_in_streaming_state"
        self.calls: list[tuple[str, dict[str, Any]]] = []

    @property
    def names(self) -> list[str]:
        return [name for name, _ in self.calls]

    def __getattr__(self, name: str) -> Any:
        async def call(**arguments: Any) -> dict[str, Any]:
            self.calls.append((name, arguments))
            if self.names.count(name) >= self.refused.get(name, 1000):
                raise SlackApiError("no", {"ok": False, "error": self.error})
            return {"ts": "2.0"}

        return call


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.slack.live._APART_SECONDS", 0.0)


async def pieces(*written: str | Reply) -> AsyncGenerator[str | Reply, None]:
    for each in written:
        yield each


async def streamed(slack: Slack, *written: str | Reply) -> Reply:
    incoming = Incoming(Person("T1", "UANA"), Place(PlaceKind.DM, "D1"), "hi", "1.0")
    return await SlackOutlet(slack, incoming).stream(pieces(*written))  # type: ignore[arg-type]


async def test_an_answer_grows_and_ends_with_who_wrote_it() -> None:
    slack = Slack()

    reply = await streamed(slack, WORDS[:200], WORDS[200:380], WORDS[380:], BY_MODEL)

    assert reply == BY_MODEL
    assert slack.names == ["chat_startStream", "chat_appendStream", "chat_appendStream", "chat_stopStream"]
    assert "".join(arguments.get("markdown_text", "") for _, arguments in slack.calls) == WORDS
    begun, ended = slack.calls[0][1], slack.calls[-1][1]
    assert (begun["channel"], begun["thread_ts"], begun["recipient_user_id"]) == ("D1", "1.0", "UANA")
    assert ended["blocks"][0]["elements"][0]["text"] == MODEL_WROTE


async def test_a_short_answer_is_posted_whole() -> None:
    slack = Slack()

    await streamed(slack, "Tundra.", Reply("Tundra.", by_model=True))

    assert slack.names == ["chat_postMessage"]


async def test_what_was_shown_is_replaced_where_another_answer_takes_its_place() -> None:
    slack = Slack()

    assert await streamed(slack, WORDS, GROUNDED) == GROUNDED

    assert slack.names == ["chat_startStream", "chat_stopStream", "chat_update"]
    assert slack.calls[-1][1]["text"] == GROUNDED.text
    assert not slack.calls[1][1]["blocks"]


@pytest.mark.parametrize(
    ("refused", "calls"),
    [
        ({"chat_startStream": 1}, ["chat_startStream", "chat_postMessage"]),
        (
            {"chat_appendStream": 1},
            ["chat_startStream", "chat_appendStream", "chat_stopStream", "chat_update"],
        ),
        (
            {"chat_stopStream": 1},
            ["chat_startStream", "chat_appendStream", "chat_appendStream", "chat_stopStream", "chat_update"],
        ),
        (
            {"chat_stopStream": 1, "chat_update": 1},
            [
                "chat_startStream",
                "chat_appendStream",
                "chat_appendStream",
                "chat_stopStream",
                "chat_update",
                "chat_postMessage",
                "chat_delete",
            ],
        ),
    ],
    ids=["cannot-begin", "dies-midway", "cannot-end", "cannot-be-changed"],
)
async def test_a_stream_that_dies_loses_nothing(refused: dict[str, int], calls: list[str]) -> None:
    slack = Slack(**refused)

    await streamed(slack, WORDS[:200], WORDS[200:390], WORDS[390:], BY_MODEL)

    assert slack.names == calls
    assert [arguments["text"] for _, arguments in slack.calls if "text" in arguments][-1] == WORDS


async def test_a_stream_without_its_reply_is_a_mistake() -> None:
    with pytest.raises(AssertionError, match="ends with its reply"):
        await streamed(Slack(), WORDS)


async def test_a_beginning_that_cannot_be_removed_is_left() -> None:
    slack = Slack(chat_appendStream=1, chat_stopStream=1, chat_update=1, chat_delete=1)

    await streamed(slack, WORDS[:200], WORDS[200:], BY_MODEL)

    assert slack.names[-2:] == ["chat_postMessage", "chat_delete"]


async def test_pieces_that_come_fast_are_sent_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.slack.live._APART_SECONDS", 0.7)
    now, slack = 10.0, Slack()
    incoming = Incoming(Person("T1", "UANA"), Place(PlaceKind.DM, "D1"), "hi", "1.0")
    live = LiveMessage(slack, incoming, clock=lambda: now)  # type: ignore[arg-type]
    for _ in range(8):
        await live.write(WORDS[:200])
        now += 0.25
    await live.finish(WORDS * 4, [], [], as_shown=True)

    assert slack.names == ["chat_startStream", *["chat_appendStream"] * 3, "chat_stopStream"]
    assert "".join(arguments.get("markdown_text", "") for _, arguments in slack.calls) == WORDS[:200] * 8


async def test_a_long_piece_is_sent_in_parts_that_slack_takes() -> None:
    slack = Slack()

    await streamed(slack, "x" * 30_000, Reply("x" * 30_000, by_model=True))

    sent = [len(arguments["markdown_text"]) for _, arguments in slack.calls if "markdown_text" in arguments]
    assert sent == [12_000, 12_000, 6_000]


async def test_slack_tells_that_the_person_stopped_it() -> None:
    slack, stop = Slack(chat_appendStream=1, chat_stopStream=1), asyncio.Event()
    slack.error = "stopped_by_user"
    incoming = Incoming(Person("T1", "UANA"), Place(PlaceKind.DM, "D1"), "hi", "1.0")

    async def written() -> AsyncGenerator[str | Reply, None]:
        yield WORDS[:200]
        yield WORDS[200:]
        assert stop.is_set()
        yield Reply(WORDS, by_model=True, stopped=True)

    await SlackOutlet(slack, incoming, stop=stop).stream(written())  # type: ignore[arg-type]

    assert slack.names[-1] == "chat_update"
    assert slack.calls[-1][1]["blocks"][-1]["elements"][0]["text"] == f"Stopped. {MODEL_WROTE}"
