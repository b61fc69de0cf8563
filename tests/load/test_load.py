"""The short form of many people talking at once: no time is asserted, only that nothing is lost, doubled or swapped."""

import random
from dataclasses import replace
from pathlib import Path
from unittest.mock import AsyncMock

import pytest

from bot.local_slack.delivery import Answer, Envelope
from tests.load.__main__ import MARKS, percentile, table
from tests.load.run import ECHO, OURS, Listening, Load, Seen, run
from tests.load.storm import Storm

SHORT = Load(people=12, rate=20.0, seconds=2.0)


@pytest.mark.e2e
@pytest.mark.parametrize("http", [False, True], ids=["socket-mode", "http"])
async def test_everybody_is_answered_once_and_in_order(tmp_path: Path, http: bool) -> None:
    seen = await run(OURS, SHORT, tmp_path, http=http)

    assert seen.faults() == []
    assert len(seen.answers) == len(seen.sent) == SHORT.messages
    assert len(seen.acknowledging) >= SHORT.messages


@pytest.mark.e2e
async def test_the_bot_that_it_is_measured_beside_answers_as_much(tmp_path: Path) -> None:
    seen = await run(ECHO, Load(people=3, rate=20.0, seconds=0.5), tmp_path)

    assert len(seen.answers) == len(seen.sent) == 10


@pytest.mark.e2e
@pytest.mark.parametrize("http", [False, True], ids=["socket-mode", "http"])
async def test_in_a_storm_everybody_is_answered_once(tmp_path: Path, http: bool) -> None:
    storm = Storm(random.Random(7))

    seen = await run(OURS, SHORT, tmp_path, http=http, storm=storm)

    assert seen.faults(in_order=False) == []
    struck = {"duplicate", "late", "ratelimited", "server_error", "cut"} & storm.happened.keys()
    assert len(struck) >= 4, storm.happened  # which of them it is depends on the order of the calls
    assert http or {"silence", "socket_cut"} & storm.happened.keys()


def test_what_is_lost_doubled_or_swapped_is_a_fault() -> None:
    sent = {"1.0": ("U0ADA", 0.0), "2.0": ("U0ADA", 0.1), "3.0": ("U0BRAM", 0.2), "4.0": ("U0BRAM", 0.3)}
    answers = {"1.0": [2.0], "2.0": [1.0], "3.0": [1.0, 2.0]}
    seen = Seen(sent=sent, answers=answers, order=["2.0", "1.0", "3.0", "3.0"], exit_code=1)

    assert seen.faults() == [
        "3.0 was answered 2 times",
        "4.0 was answered 0 times",
        "U0ADA was answered out of order",
        "the bot ended with 1",
    ]


async def test_an_answer_that_the_bot_hears_of_twice_is_one_answer() -> None:
    seen = Seen(sent={"1.0": ("U0ADA", 0.0)})
    transport = AsyncMock(send=AsyncMock(return_value=Answer(ok=False)))
    event = {"type": "message", "bot_id": "B0BOT", "ts": "2.0", "thread_ts": "1.0", "text": "In Porto."}
    echo = Envelope(kind="events_api", payload={"event": event})

    listening = Listening(transport, seen)
    await listening.send(echo)
    await listening.send(replace(echo, retry_attempt=1))

    assert seen.faults() == []


def test_the_table_shows_both_bots_and_their_ratio() -> None:
    def seen(answered: float) -> Seen:
        return Seen(
            sent={"1.0": ("U0ADA", 0.0)},
            answers={"1.0": [answered]},
            order=["1.0"],
            acknowledging=[answered / 2],
            memory=[100.0, 110.0],
            processor=answered,
            lasted=1.0,
        )

    lines = table(Load(people=1, rate=1.0, seconds=1.0), seen(0.040), seen(0.010), http=False)

    assert lines[0] == "1 people, 1 messages, 1 a second, over Socket Mode:"
    assert "| messages answered once, in order | 1 | 1 |  |" in lines
    assert "| acknowledged within, p99 | 20 ms | 5 ms | 4.0 |" in lines
    assert "| answered within, p50 | 40 ms | 10 ms | 4.0 |" in lines
    assert "| memory held, end | 110 MB | 110 MB |  |" in lines


def test_a_percentile_of_nothing_is_zero() -> None:
    assert percentile([], 0.99) == 0.0
    assert percentile([3.0, 1.0, 2.0], 0.5) == 2.0


def test_the_page_has_a_place_for_the_tables() -> None:
    page = (Path(__file__).parents[2] / "docs" / "load.md").read_text("utf-8")

    assert all(mark in page for pair in MARKS.values() for mark in pair)
