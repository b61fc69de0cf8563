"""How much later the first piece of an answer comes than from the bare client, among 10,000 memories.

    python -m tests.benchmarks.first_piece [ROUNDS]

Both talk to the same scripted provider on loopback, in turns; the difference is recall, prompt, tools and agent.
"""

import asyncio
import statistics
import sys
import tempfile
import time
from datetime import UTC, datetime, timedelta

from anthropic import AsyncAnthropic

from bot.audience import Place, PlaceKind
from bot.parts import Parts, build_parts
from bot.settings import load_settings
from bot.turn import Incoming, situation_of
from memory.records import Origin, Person, Source
from tests.providers.server import provider, text

PERSON, CHANNEL = Person("T1", "UALEX"), "DALEX"
NOW = datetime(2026, 3, 2, 9, 15, tzinfo=UTC)
MEMORIES = 10_000


async def measure(rounds: int) -> tuple[list[float], list[float], list[float]]:
    """Return seconds to the first piece: bare client, engine, and recall with engine; one of each a round."""
    bare: list[float] = []
    engine: list[float] = []
    turn: list[float] = []
    steps = [text("Hello", " there.") for _ in range(3 * rounds + 9)]
    with tempfile.TemporaryDirectory() as home:
        async with provider(*steps) as scripted:
            environ = {"MEMORY_BOT_HOME": home, "MEMORY_BOT_CONFIG": f"{home}/none.toml"}
            parts = build_parts(load_settings({**scripted.environment("anthropic"), **environ}))
            with parts.book:
                _fill(parts)
                address = f"http://127.0.0.1:{scripted.port}"
                async with AsyncAnthropic(api_key="k", base_url=address) as client:
                    for number in range(rounds + 3):
                        taken = await _bare(client), await _engine(parts, number), await _turn(parts, number)
                        if number >= 3:  # the first rounds open connections and fill caches
                            for kept, seconds in zip((bare, engine, turn), taken, strict=True):
                                kept.append(seconds)
            await parts.replies.close()
    return bare, engine, turn


def _fill(parts: Parts) -> None:
    with parts.book.batch(PERSON):
        for number in range(MEMORIES):
            at = NOW - timedelta(minutes=number)
            parts.book.remember(
                PERSON,
                f"Fact {number} of project {number % 97}",
                origin=Origin.DM,
                at=at,
                actor="UALEX",
                source=Source(CHANNEL, f"{at.timestamp():.6f}"),
            )


async def _bare(client: AsyncAnthropic) -> float:
    started = time.perf_counter()
    messages = [{"role": "user", "content": "hello"}]
    async with client.messages.stream(model="m", max_tokens=64, messages=messages) as answer:  # type: ignore[arg-type]
        first = 0.0
        async for _ in answer.text_stream:
            first = first or time.perf_counter() - started
    return first


def _incoming(number: int) -> Incoming:
    place = Place(PlaceKind.DM, CHANNEL)
    return Incoming(PERSON, place, f"what is fact {number} of project 12?", f"{NOW.timestamp() + number:.6f}")


async def _engine(parts: Parts, number: int) -> float:
    situation = await asyncio.to_thread(situation_of, _incoming(number), parts)
    return await _first_piece(parts, situation, time.perf_counter())


async def _turn(parts: Parts, number: int) -> float:
    started = time.perf_counter()
    return await _first_piece(parts, await asyncio.to_thread(situation_of, _incoming(number), parts), started)


async def _first_piece(parts: Parts, situation: object, started: float) -> float:
    first = 0.0
    async for _ in parts.replies.stream(situation):  # type: ignore[attr-defined] # the model's engine streams
        first = first or time.perf_counter() - started
    return first


def main(rounds: int) -> None:
    bare, engine, turn = asyncio.run(measure(rounds))
    base = statistics.median(bare)
    for name, taken in (("bare client", bare), ("engine", engine), ("recall and engine", turn)):
        p90 = statistics.quantiles(taken, n=10)[-1]
        added = statistics.median(taken) - base
        print(f"{name:18} p50 {1e3 * statistics.median(taken):6.1f} ms  p90 {1e3 * p90:6.1f} ms  +{1e3 * added:.1f} ms")  # noqa: T201


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 50)
