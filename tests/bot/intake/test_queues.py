"""One turn at a time for each person, in message order."""

import asyncio
from functools import partial

from bot.intake.queues import PersonQueues
from memory.records import Person

ALEX, DANA = Person("T1", "UALEX"), Person("T1", "UDANA")


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


async def test_a_failing_job_does_not_stop_the_next() -> None:
    queues, seen = PersonQueues(), []

    async def broken() -> None:
        raise ValueError("secret words")

    async def fine() -> None:
        seen.append("fine")

    queues.put(ALEX, "1.0", broken)
    queues.put(ALEX, "2.0", fine)
    await queues.drain()

    assert seen == ["fine"]


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
