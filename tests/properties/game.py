"""Plays a world step by step: what people do reaches the bot's own listeners and intake; what it shows is judged."""

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta

from tests.properties import administering, changing, talking, using
from tests.properties.doubles import Listening
from tests.properties.table import Table
from tests.properties.worlds import SILENCE_FROM, Step, Verb

_DEEDS = {**talking.DEEDS, **using.DEEDS, **administering.DEEDS}
"""What somebody does somewhere."""

_HAPPENINGS = {**talking.HAPPENINGS, **using.HAPPENINGS, **changing.HAPPENINGS}
"""What happens wherever the person is."""

_ANYWHERE = frozenset({Verb.TYPES, Verb.WONDERS, Verb.ADMINISTERS, Verb.KEEPS, Verb.OVERHEARD})
"""What people also do where the bot is no member: commands, shortcuts, talking to one another."""

_ALOUD = frozenset(
    {
        *(Verb.NOTED, Verb.HOARDS, Verb.TELLS, Verb.REMEMBERS, Verb.REPEATS, Verb.RETRACTS, Verb.POINTS),
        *(Verb.OVERHEARD, Verb.EDITS, Verb.DELETES),
    }
)
"""By what somebody says in a room that something is so, or no longer so."""

_LOGS = ("bot", "memory", "extractors")


async def play(table: Table, steps: Sequence[Step]) -> list[str]:
    """Let everything happen on a table until something leaks; return the leaks."""
    with _heard_by(Listening(table.judge)):
        for step in steps:
            await _take(table, step)
            if table.judge.leaks:
                break
    return table.judge.leaks


@contextmanager
def _heard_by(listening: Listening) -> Iterator[None]:
    """Let every line be heard that the bot may ever log, however little its operator wants to see."""
    logs = [logging.getLogger(name) for name in _LOGS]
    levels = [log.level for log in logs]
    for log in logs:
        log.addHandler(listening)
        log.setLevel(logging.DEBUG)
    try:
        yield
    finally:
        for log, level in zip(logs, levels, strict=True):
            log.removeHandler(listening)
            log.setLevel(level)


async def _take(table: Table, step: Step) -> None:
    name = list(table.stage.workspaces)[step.who]
    rooms = table.stage.rooms_of(name, without_bot=step.verb in _ANYWHERE)
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
    spoken_in = table.room if step.verb in {Verb.EDITS, Verb.DELETES} else room
    table.judge.finish(name, spoken_in if step.verb in _ALOUD else None)
