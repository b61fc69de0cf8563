"""What admins do with `/memory admin …`, and what others try; and a channel that is listened to as a whole."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from tests.properties import worlds
from tests.properties.statements import statement
from tests.properties.table import Table
from tests.properties.using import command
from tests.properties.worlds import Room, Step, Verb, user_id

_LONGER_THAN_KEPT = timedelta(days=10)
"""What passes before admins clear up: more than any retention that they choose here."""


async def administers(table: Table, step: Step, name: str, room: Room) -> None:
    """Type an act of admins, as a slash command or in words; what it erases is never shown again."""
    act = worlds.ADMIN_ACTS[(step.form * 4 + step.named) % len(worlds.ADMIN_ACTS)]
    channel = room if not room.is_dm else next(each for each in table.stage.rooms if not each.is_dm)
    about = list(table.stage.workspaces)[step.named]
    words = act.format(
        channel=f"<#{channel.channel_id}>", named=f"<@{user_id(about)}>", topic=worlds.TOPICS[step.topic]
    )
    if step.named % 2:
        words += f" because {worlds.TOPICS[step.topic]} asked"
    if act == "gc":
        table.clock += _LONGER_THAN_KEPT
    before = table.judge.kept_words()
    person = table.person(about, room)
    had_choices = bool(table.parts.book.choices(person))
    if step.topic and room.has_bot:
        await table.say(f"!memory admin {words}", name, room)
    else:
        table.judge.spoken = words
        await command(table, f"admin {words}", name, room, what="admin")
    await table.intake.queues.drain()
    table.judge.erased(before - table.judge.kept_words())
    if had_choices and not table.parts.book.choices(person):
        table.judge.chose(about, room, in_channels=True)  # who is erased has chosen nothing any more


async def says_to_others(table: Table, step: Step, name: str, room: Room) -> None:
    """State something in a channel without naming the bot, which hears it where it listens to the whole channel."""
    if room.is_dm:
        return
    said = statement(table, step, name, room)
    if room.has_bot:
        await table.say(said.text, name, room, named=False)


DEEDS: dict[Verb, Callable[..., Any]] = {Verb.ADMINISTERS: administers, Verb.OVERHEARD: says_to_others}
