"""What people say to the bot, and how they edit or delete it afterwards."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

from bot.audience import Place
from memory.records import Source
from tests.properties import worlds
from tests.properties.statements import filled, statement, without_secret
from tests.properties.table import Table
from tests.properties.worlds import Room, Step, Verb, user_id


async def tells(table: Table, step: Step, name: str, room: Room) -> None:
    said = statement(table, step, name, room)
    await table.say(said.text, name, room)


async def notes(table: Table, step: Step, name: str, room: Room) -> None:
    """Put a statement straight into the book, as capture does."""
    said = statement(table, step, name, room)
    table.judge.spoken = said.text
    person = table.person(name, room)
    origin = Place(room.kind, room.channel_id).origin
    source = Source(room.channel_id, said.ts)
    candidate = table.extractor.known[said.text]
    table.parts.book.apply(person, [candidate], source=source, origin=origin, at=table.clock, actor="U")


async def hoards(table: Table, step: Step, name: str, room: Room) -> None:
    """Have more noted than a page shows, one statement of each sort."""
    for form in range(len(worlds.SHAPES)):
        table.clock += timedelta(seconds=1)
        await notes(table, replace(step, form=form), name, room)


async def repeats(table: Table, step: Step, name: str, room: Room) -> None:
    await table.say(without_secret(table, step), name, room)


async def points(table: Table, step: Step, name: str, room: Room) -> None:
    """Say "remember this", in the thread of somebody's message or about one's own last words."""
    here = [said for said in table.said if said.room is room]
    parent = here[step.form % len(here)] if here and step.named % 2 else None
    if parent is not None:
        table.judge.kept(parent.secret, parent.shape, name, room)
        table.judge.said(parent.secret, parent.shape, name, room)
        table.judge.spoken = parent.text
    table.judge.revives_all()
    await table.say("remember this", name, room, thread_ts=parent.ts if parent else None)


async def asks(table: Table, step: Step, name: str, room: Room) -> None:
    form = worlds.QUESTIONS[step.form % len(worlds.QUESTIONS)]
    table.answered.append((name, room))
    if "{named}" in form:
        table.judge.asked_about = list(table.stage.workspaces)[step.named]
    words = filled(table, worlds.QUESTIONS, step, room)
    threads = [ts for said_by, said_in, ts in table.threads if (said_by, said_in) == (name, room)]
    if step.named == 3 and threads and not room.is_dm:
        await table.say(words, name, room, thread_ts=threads[-1], named=False)
        return
    table.threads.append((name, room, table.ts()))
    await table.say(words, name, room)


async def chats(table: Table, step: Step, name: str, room: Room) -> None:
    await table.say(filled(table, worlds.CHATTER, step, room), name, room)


async def forgets(table: Table, step: Step, name: str, room: Room) -> None:
    await table.say(filled(table, worlds.FORGETTING, step, room), name, room)


async def forgets_all(table: Table, step: Step, name: str, room: Room) -> None:
    await table.say("forget everything about me", name, room)
    await table.intake.queues.drain()
    table.clock += timedelta(minutes=1)
    if step.form % 2:
        table.judge.lets_go(user_id(name))
    await table.say("yes, forget everything" if step.form % 2 else "no", name, room)


async def undoes(table: Table, step: Step, name: str, room: Room) -> None:
    table.judge.takes_back()
    await table.say(filled(table, worlds.UNDOING, step, room), name, room)


async def revises(table: Table, step: Step, name: str, room: Room | None) -> None:
    """Edit or delete an earlier message."""
    if not table.said:
        return
    before = table.said[step.form % len(table.said)]
    if before.author not in table.stage.readers(before.room) or not before.room.has_bot:
        return
    old = {"user": user_id(before.author), "ts": before.ts, "text": before.text}
    table.said.remove(before)
    standing = table.slack.messages.pop((before.room.channel_id, before.ts), old)
    about = {"channel": before.room.channel_id, "event_ts": table.ts(), "ts": table.ts(), "previous_message": old}
    if step.verb is Verb.DELETES:
        event = {"type": "message", "subtype": "message_deleted", "deleted_ts": before.ts, **about}
    else:
        new = statement(table, step, before.author, before.room)
        new.ts = before.ts
        event = {"type": "message", "subtype": "message_changed", "message": {**old, "text": new.text}, **about}
        table.slack.messages[before.room.channel_id, before.ts] = {**standing, "text": new.text}
        table.judge.spoken = new.text
    table.slack.speaker, table.room = before.author, before.room
    await table.event(event, before.room)


DEEDS: dict[Verb, Callable[..., Any]] = {
    Verb.NOTED: notes,
    Verb.HOARDS: hoards,
    Verb.TELLS: tells,
    Verb.REMEMBERS: tells,
    Verb.REPEATS: repeats,
    Verb.RETRACTS: repeats,
    Verb.POINTS: points,
    Verb.ASKS: asks,
    Verb.CHATS: chats,
    Verb.FORGETS: forgets,
    Verb.FORGETS_ALL: forgets_all,
    Verb.UNDOES: undoes,
}
"""What somebody says somewhere."""

HAPPENINGS: dict[Verb, Callable[..., Any]] = {Verb.EDITS: revises, Verb.DELETES: revises}
