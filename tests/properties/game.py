"""Plays a world step by step: what people do reaches the bot's own listeners and intake; what it shows is judged."""

import logging
from collections.abc import Sequence
from datetime import timedelta

from tests.properties import administering, changing, talking, using
from tests.properties.doubles import Listening
from tests.properties.table import Table
from tests.properties.worlds import SILENCE_FROM, Step

_DEEDS = {**talking.DEEDS, **using.DEEDS, **administering.DEEDS}
"""What somebody does somewhere."""

_HAPPENINGS = {**talking.HAPPENINGS, **using.HAPPENINGS, **changing.HAPPENINGS}
"""What happens wherever the person is."""


async def play(table: Table, steps: Sequence[Step]) -> list[str]:
    """Let everything happen on a table until something leaks; return the leaks."""
    log, listening = logging.getLogger("bot"), Listening(table.judge)
    log.addHandler(listening)
    try:
        for step in steps:
            await _take(table, step)
            if table.judge.leaks:
                break
    finally:
        log.removeHandler(listening)
    return table.judge.leaks


async def _take(table: Table, step: Step) -> None:
    name = list(table.stage.workspaces)[step.who]
    rooms = table.stage.rooms_of(name)
    table.clock += timedelta(minutes=5)
    table.judge.begin(step)
    table.slack.silent = step.where >= SILENCE_FROM
    room = rooms[step.where % len(rooms)] if rooms else None
    happening = _HAPPENINGS.get(step.verb)
    if happening is not None:
        await happening(table, step, name, room)
    elif room is not None:
        await _DEEDS[step.verb](table, step, name, room)
    await table.intake.queues.drain()
