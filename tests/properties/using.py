"""What people use of the bot besides words: commands, buttons, dialogs, its home tab, shortcuts, reactions, MCP."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

from bot.audience import Audience, Place, PlaceKind, dm
from bot.mcp.earl import save_memory, search_memory
from bot.mcp.pages import pages, prompt, read_page
from bot.mcp.scope import SHARED, Scope
from bot.mcp.tools import forget_memory, history, list_memories
from bot.tools import RefusedError
from bot.views.choices import CHOOSE
from bot.views.modals import CHANNELS_FIELD
from memory.records import Person
from tests.properties import worlds
from tests.properties.scripted import without_secret
from tests.properties.slack import Button, Json, Shown
from tests.properties.statements import filled, statement
from tests.properties.table import Table, unheard
from tests.properties.worlds import Room, Step, Verb, user_id

_USE_IN_CHANNELS = f"{CHOOSE}_use_in_channels"
_FORGETS, _SAVES = 2, 3
"""Who is named where a client of MCP does so, by number; nobody is asked about there."""


async def types(table: Table, step: Step, name: str, room: Room) -> None:
    """Type a slash command, or the same in words."""
    if step.verb is Verb.WONDERS and table.answered:
        name, room = table.answered[step.named % len(table.answered)]
    words = "why" if step.verb is Verb.WONDERS else filled(table, worlds.SLASHES, step, room)
    table.judge.spoken = words
    if words.startswith("settings use"):
        table.judge.chose(name, room, in_channels=words.endswith("on"))
    if step.named == 2 and step.verb is Verb.TYPES and room in table.stage.rooms_of(name):
        await table.say(f"!memory {words}", name, room)
        return
    await command(table, words, name, room, what="why" if words == "why" else "slash")


async def command(table: Table, words: str, name: str, room: Room, *, what: str) -> None:
    """Type `/memory` with some words."""
    given = {
        **table.who(name, room),
        "channel_id": room.channel_id,
        "text": words,
        "user_id": user_id(name),
        "trigger_id": f"trigger:{name}",
    }
    respond = table.respond(name, room, what=what)
    client = table.client(room.workspace)
    await table.board.hand("command", "/memory", ack=unheard, command=given, body=given, respond=respond, client=client)


async def clicks(table: Table, step: Step, name: str, room: Room | None) -> None:
    """Click a button that was shown at any time, with its own value or a forged one."""
    if not table.slack.buttons:
        return
    button = table.slack.buttons[-1 - step.form % len(table.slack.buttons)]
    readers = {button.to} if button.alone or button.room is None else table.stage.readers(button.room)
    name = button.to if button.alone or name not in readers else name
    memories = table.memories()
    forged = memories[step.topic % len(memories)].id if memories and step.where % 3 == 0 else button.value
    if button.action_id.startswith(_USE_IN_CHANNELS) and forged == button.value and user_id(name) in button.value:
        table.judge.chose(name, button.room or table.dm_of(name), in_channels=button.action_id.endswith("on"))
    await _click(table, button, forged, name)


async def _click(table: Table, button: Button, value: str, name: str) -> None:
    room = button.room or table.dm_of(name)
    action = {"action_id": button.action_id, "value": value, "selected_option": {"value": value}}
    body = {**table.who(name, room), "trigger_id": f"trigger:{name}", "actions": [action]}
    if button.view is not None:
        body["view"] = button.view
    else:
        url = f"https://answer/{name}/{room.channel_id}"
        message = {"ts": "1.0", "text": "", "blocks": []}
        body |= {
            "channel": {"id": room.channel_id},
            "container": {"message_ts": "1.0"},
            "response_url": url,
            "message": message,
        }
    respond = table.respond(name, room, what="button", replaced=None if button.alone else button.room)
    client = table.client(room.workspace)
    await table.board.hand(
        "action", button.action_id, ack=unheard, body=body, action=action, respond=respond, client=client
    )


async def submits(table: Table, step: Step, name: str, room: Room | None) -> None:
    """Send a dialog that was opened at any time: with other words, the same, or a secret typed into it."""
    if not table.slack.dialogs:
        return
    name, view = table.slack.dialogs[-1 - step.form % len(table.slack.dialogs)]
    room = table.dm_of(name)
    typed = worlds.TOPICS[step.topic]
    if step.named % 2:
        typed = statement(table, step, name, None).text
    table.judge.spoken = typed
    values = {}
    for block in view["blocks"]:
        if block["type"] == "input":
            values[block["block_id"]] = {block["element"]["action_id"]: _filled_in(block["element"], typed)}
    body = {**table.who(name, room), "view": {**view, "state": {"values": values}}, "trigger_id": f"trigger:{name}"}

    accepted = True

    async def ack(**given: Any) -> None:
        nonlocal accepted
        if given:
            accepted = False
            table.slack.show(given, room=None, to=name, alone=True, what="refused dialog")

    client = table.client(room.workspace)
    await table.board.hand("view", view["callback_id"], ack=ack, body=body, view=body["view"], client=client)
    if accepted and CHANNELS_FIELD in values:
        table.judge.chose(name, room, in_channels=True)


async def looks(table: Table, step: Step, name: str, room: Room) -> None:
    """Open the home tab, the messages tab, or one's memories as a dialog."""
    if step.form % 3 == 2:
        body = {**table.who(name, room), "trigger_id": f"trigger:{name}"}
        await table.board.hand("shortcut", "my_memories", ack=unheard, body=body, client=table.client(room.workspace))
        return
    home = table.dm_of(name)
    tab = ("home", "messages")[step.form % 3]
    opened = {"type": "app_home_opened", "user": user_id(name), "channel": home.channel_id, "tab": tab}
    shown = {"view": table.slack.homes[name]} if name in table.slack.homes else {}
    await table.event({**opened, **shown, "event_ts": table.ts()}, home)


async def keeps(table: Table, step: Step, name: str, room: Room) -> None:
    """Use a shortcut on a message that one can read: "Remember this", or "Forget what you learnt"."""
    here = [said for said in table.said if said.room is room]
    if not here:
        return
    said = here[step.form % len(here)]
    table.judge.spoken = said.text
    if step.named % 4:
        table.judge.kept(said.secret, said.shape, name, room)
        table.judge.revives(said.secret)
    message = {"user": user_id(said.author), "text": said.text, "ts": said.ts}
    body = {
        **table.who(name, room),
        "channel": {"id": room.channel_id},
        "message": message,
        "action_ts": table.ts(),
        "response_url": f"https://answer/{name}/{room.channel_id}",
    }
    callback = "remember_this" if step.named % 4 else "forget_learnt"
    await table.board.hand("shortcut", callback, ack=unheard, body=body, client=table.client(room.workspace))


async def reacts(table: Table, step: Step, name: str, room: Room) -> None:
    """React with a brain to somebody's message, or with a cross to one of the bot's."""
    brain = step.named % 2 == 0
    here = [said for said in table.said if said.room is room]
    posted = [ts for channel_id, ts in table.slack.messages if channel_id == room.channel_id]
    if not (here if brain else posted):
        return
    table.room, table.slack.speaker = room, name
    if brain:
        said = here[step.form % len(here)]
        ts = said.ts
        table.judge.spoken = said.text
        table.judge.kept(said.secret, said.shape, name, room)
        table.judge.revives(said.secret)
        message = {"type": "message", "user": user_id(said.author), "ts": ts, "text": said.text}
        table.slack.messages.setdefault((room.channel_id, ts), message)
    else:
        ts = posted[-1 - step.form % len(posted)]
    event = {
        "type": "reaction_added",
        "user": user_id(name),
        "reaction": "brain" if brain else "x",
        "item": {"type": "message", "channel": room.channel_id, "ts": ts},
        "item_user": table.slack.messages[room.channel_id, ts]["user"],
        "event_ts": table.ts(),
    }
    await table.event(event, room)


async def serves(table: Table, step: Step, name: str, room: Room) -> None:
    """Serve a client over MCP: one person's memory, as in their DM, or what their workspace shares."""
    if name in table.stage.guests and name not in table.met:
        return  # whoever serves them never saw them
    person, home = table.stage.person(name), table.stage.workspaces[name][0]
    if step.form % 2:
        audience, place = dm(person), table.dm_of(name)
    else:
        audience = Audience(Person(person.team_id, SHARED), Place(PlaceKind.PUBLIC, "C0WORKSPACE"))
        place = Room("C0WORKSPACE", PlaceKind.PUBLIC, home, set())
    parts = table.parts
    now = table.clock
    scope = Scope(parts.book, table.extractor, parts.settings, audience, lambda: now, parts.standing)  # type: ignore[arg-type]
    limited = {"limit": 50}
    told = [
        list_memories(scope, {**limited, "kind": ""}),
        search_memory(scope, {**limited, "query": worlds.TOPICS[step.topic]}),
        history(scope, {**limited, "query": ""}),
        prompt(scope),
        *(str(read_page(scope, page.uri)) for page in pages(scope)),
    ]
    for tool, given in _written(step):
        with suppress(RefusedError):
            told.append(tool(scope, given))
    to = name if step.form % 2 else "agents"
    table.judge.show(Shown("\n".join(told), place, to, alone=False, what="mcp"))


def _written(step: Step) -> Iterator[tuple[Callable[[Scope, Json], str], Json]]:
    """Yield what a client writes or forgets now and then, with what it gives."""
    topic = worlds.TOPICS[step.topic]
    if step.named == _FORGETS:
        yield forget_memory, {"query": topic}
    if step.named == _SAVES:
        yield save_memory, {"text": without_secret(worlds.SHAPES[step.form % len(worlds.SHAPES)], topic).text}


def _filled_in(element: Json, typed: str) -> Json:
    """Return what is chosen or typed in an input."""
    options = element.get("options") or []
    if not options:
        return {"type": element["type"], "value": typed}
    return {"type": element["type"], "selected_option": options[-1], "selected_options": options[:1]}


DEEDS: dict[Verb, Callable[..., Any]] = {
    Verb.TYPES: types,
    Verb.WONDERS: types,
    Verb.KEEPS: keeps,
    Verb.REACTS: reacts,
    Verb.LOOKS: looks,
    Verb.SERVES: serves,
}
"""What somebody uses somewhere."""

HAPPENINGS: dict[Verb, Callable[..., Any]] = {Verb.CLICKS: clicks, Verb.SUBMITS: submits}
