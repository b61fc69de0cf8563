"""What is written before the app was ever connected waits for it a while; afterwards nothing is kept."""

import asyncio

from bot.local_slack.clock import ManualClock
from bot.local_slack.delivery import NOT_CONNECTED, Answer, Envelope, Outbox, Tasks


class LateApp:
    """A transport to an app that is not there yet."""

    def __init__(self) -> None:
        self.is_connected = False
        self.got: list[str] = []

    async def send(self, envelope: Envelope) -> Answer:
        if not self.is_connected:
            return NOT_CONNECTED
        self.got.append(envelope.payload["text"])
        return Answer(ok=True)


async def until_quiet() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


async def test_events_and_commands_wait_for_the_first_connection_in_order() -> None:
    app, tasks = LateApp(), Tasks()
    outbox = Outbox(app, ManualClock(), tasks, patience=60)
    outbox.event({"text": "first"})
    outbox.event({"text": "second"})
    command = asyncio.create_task(outbox.request("slash_commands", {"text": "third"}))
    await until_quiet()
    assert app.got == []

    outbox.connection_changed()
    await until_quiet()
    assert app.got == [], "still nobody there"
    app.is_connected = True
    outbox.connection_changed()

    assert (await command).ok
    assert app.got == ["first", "second", "third"]
    await tasks.stop()


async def test_patience_ends() -> None:
    app, tasks, clock = LateApp(), Tasks(), ManualClock()
    outbox = Outbox(app, clock, tasks, patience=60)
    command = asyncio.create_task(outbox.request("slash_commands", {"text": "lost"}))
    await until_quiet()

    clock.advance(61)

    assert await command == NOT_CONNECTED
    await tasks.stop()


async def test_without_patience_nothing_waits() -> None:
    outbox = Outbox(LateApp(), ManualClock(), Tasks())

    assert await outbox.request("slash_commands", {"text": "lost"}) == NOT_CONNECTED
