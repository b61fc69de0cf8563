"""One turn at a time for each person, in message order."""

import asyncio
from functools import partial

import pytest

from bot.intake.queues import LONGEST_HOLD, PersonQueues
from memory.records import Person

ALEX, DANA = Person("T1", "UALEX"), Person("T1", "UDANA")


class Time:
    """Seconds that go on when somebody turns them."""

    def __init__(self) -> None:
        self.now = 100.0
        self._turned = asyncio.Event()

    def clock(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        until = self.now + seconds
        while self.now < until:
            await self._turned.wait()

    async def turn(self, seconds: float) -> None:
        self.now += seconds
        self._turned.set()
        self._turned.clear()
        for _ in range(10):  # those who wait go on
            await asyncio.sleep(0)


async def test_jobs_of_one_person_run_one_after_the_other_in_message_order() -> None:
    queues, seen, running = PersonQueues(), [], 0

    async def job(ts: str) -> None:
        nonlocal running
        running += 1
        assert running == 1
        await asyncio.sleep(0)
        seen.append(ts)
        running -= 1

    for ts in ("3.0", "1.0", "10.0", "2.0"):
        queues.put(ALEX, ts, partial(job, ts))
    await queues.drain()

    assert seen == ["1.0", "2.0", "3.0", "10.0"]


async def test_another_person_is_not_held_up() -> None:
    queues, released, seen = PersonQueues(), asyncio.Event(), []

    async def slow() -> None:
        await released.wait()
        seen.append("alex")

    async def quick() -> None:
        seen.append("dana")
        released.set()

    queues.put(ALEX, "1.0", slow)
    queues.put(DANA, "2.0", quick)
    await queues.drain()

    assert seen == ["dana", "alex"]


async def test_a_failing_job_does_not_stop_the_next_and_is_logged_without_its_words(
    caplog: pytest.LogCaptureFixture,
) -> None:
    queues, seen = PersonQueues(), []

    async def broken() -> None:
        raise ValueError("secret words")

    async def fine() -> None:
        seen.append("fine")

    queues.put(ALEX, "1.0", broken)
    queues.put(ALEX, "2.0", fine)
    await queues.drain()

    assert seen == ["fine"]
    assert "A turn of UALEX in T1 failed, the next one goes on: ValueError at" in caplog.text
    assert "secret words" not in caplog.text


async def test_closing_finishes_what_is_queued_and_takes_nothing_more() -> None:
    queues, seen = PersonQueues(), []

    async def job(name: str) -> None:
        seen.append(name)

    queues.put(ALEX, "1.0", lambda: job("before"))
    await queues.close()
    queues.put(ALEX, "2.0", lambda: job("after"))
    await queues.drain()

    assert seen == ["before"]


async def test_a_flood_of_one_person_costs_another_no_more_than_one_turn() -> None:
    queues, seen = PersonQueues(), []

    async def job(name: str) -> None:
        await asyncio.sleep(0)
        seen.append(name)

    for number in range(100):
        queues.put(ALEX, f"{number}.0", partial(job, "alex"))
    queues.put(DANA, "1000.0", partial(job, "dana"))
    await queues.drain()

    assert seen.index("dana") <= 1


class Held:
    """Queues on a clock that is turned by hand, and what they ran."""

    def __init__(self) -> None:
        self.time = Time()
        self.queues = PersonQueues(sleep=self.time.sleep, clock=self.time.clock)
        self.ran: list[str] = []

    def put(self, ts: str, *, hold: float = 0.0, person: Person = ALEX) -> None:
        async def job() -> None:
            self.ran.append(ts)

        self.queues.put(person, ts, job, hold=hold)


async def test_a_message_that_is_held_lets_an_earlier_one_go_first() -> None:
    held = Held()

    held.put("2.0", hold=0.25)
    await held.time.turn(0.2)
    held.put("1.0")
    await held.time.turn(0.04)
    before = list(held.ran)
    await held.time.turn(0.02)

    assert before == []
    assert held.ran == ["1.0", "2.0"]


async def test_a_message_that_is_not_held_runs_at_once() -> None:
    held = Held()

    held.put("2.0")
    await held.time.turn(0.0)
    held.put("1.0")
    await held.time.turn(0.0)

    assert held.ran == ["2.0", "1.0"]


async def test_nobody_is_held_for_another_person() -> None:
    held = Held()

    held.put("2.0", hold=0.25)
    held.put("1.0", person=DANA)
    await held.time.turn(0.0)

    assert held.ran == ["1.0"]
    await held.time.turn(0.25)
    assert held.ran == ["1.0", "2.0"]


async def test_each_that_is_late_prolongs_the_hold_up_to_a_limit() -> None:
    held = Held()

    for number in range(20, 0, -1):
        held.put(f"{number}.0", hold=0.25)
        await held.time.turn(LONGEST_HOLD / 8)
        if held.ran:
            break

    assert held.ran == [f"{number}.0" for number in range(13, 21)]


async def test_closing_waits_for_no_earlier_message() -> None:
    held = Held()

    held.put("1.0", hold=0.25)
    await held.queues.close()

    assert held.ran == ["1.0"]
