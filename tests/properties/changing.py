"""What changes: who is a member, a guest or gone, which channels are private, shared or archived, and the day."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from bot.audience import PlaceKind
from bot.upkeep import think_back, tidy
from tests.properties import worlds
from tests.properties.slack import Json, describe
from tests.properties.table import BOT, Table
from tests.properties.worlds import SILENCE_FROM, Room, Step, Verb, user_id


async def moves(table: Table, step: Step, name: str, room: Room | None) -> None:
    """Let a person leave a private room, or join one."""
    if room is None or room.kind is not PlaceKind.PRIVATE:
        room = next(each for each in table.stage.rooms if each.channel_id == "CLEADS")
    if "west" not in table.stage.workspaces[name] and not table.stage.org_wide:
        return
    room.members ^= {name}
    kind = "member_joined_channel" if name in room.members else "member_left_channel"
    await _tell(table, step, {"type": kind, "user": user_id(name), "channel": room.channel_id}, room)


async def turns(table: Table, step: Step, name: str, room: Room | None) -> None:
    """Turn a public channel private, or a private one public; what stands there is read by whoever can read it."""
    turned = [each for each in table.stage.rooms if each.channel_id in {"CGENERAL", "CLEADS"}][step.form % 2]
    private = turned.kind is PlaceKind.PUBLIC
    turned.kind = PlaceKind.PRIVATE if private else PlaceKind.PUBLIC
    turned.members |= {name} if private and name in table.stage.colleagues(turned.workspace) else set()
    subtype = f"channel_convert_to_{'private' if private else 'public'}"
    await _tell(table, step, {"type": "message", "subtype": subtype, "channel": turned.channel_id}, turned)


async def enlists(table: Table, step: Step, name: str, room: Room | None) -> None:
    """Make a colleague a guest, or a guest a colleague. Guests read what they are members of."""
    who = ("omar", "dana")[step.form % 2]
    table.stage.guests ^= {who}
    table.met.discard(who)
    await _tell(table, step, {"type": "user_change", "user": describe(who, table.stage)}, table.stage.rooms[0])


async def shares(table: Table, step: Step, name: str, room: Room | None) -> None:
    """Share a channel with another organisation, or end that."""
    shared = [each for each in table.stage.rooms if not each.is_dm][step.form % 4]
    shared.strangers ^= {worlds.STRANGER}
    kind = "channel_shared" if shared.strangers else "channel_unshared"
    await _tell(table, step, {"type": kind, "channel": shared.channel_id}, shared)


async def archives(table: Table, step: Step, name: str, room: Room | None) -> None:
    closed = [each for each in table.stage.rooms if not each.is_dm][step.form % 4]
    closed.archived = not closed.archived
    kind = "channel_archive" if closed.archived else "channel_unarchive"
    await _tell(table, step, {"type": kind, "channel": closed.channel_id}, closed)


async def expels(table: Table, step: Step, name: str, room: Room | None) -> None:
    """Remove the bot from a private place, or ask it back."""
    place = [each for each in table.stage.rooms if each.kind is PlaceKind.PRIVATE][step.form % 2]
    place.has_bot = not place.has_bot
    kind = "member_joined_channel" if place.has_bot else "group_left"
    await _tell(table, step, {"type": kind, "user": BOT, "channel": place.channel_id}, place)


async def leaves(table: Table, step: Step, name: str, room: Room | None) -> None:
    """Deactivate somebody, or let them back in."""
    who = ("omar", "kim")[step.form % 2]
    table.stage.gone ^= {who}
    await _tell(table, step, {"type": "user_change", "user": describe(who, table.stage)}, table.stage.rooms[0])


async def sleeps(table: Table, step: Step, name: str, room: Room | None) -> None:
    """Let a night pass, in which the bot tidies up and thinks back."""
    table.clock += timedelta(days=1)
    before = table.judge.kept_words()
    for summary in (tidy(table.parts, table.intake.journal), think_back(table.parts)):
        table.judge.logged("\n".join([summary.done(), *summary.told]))
    table.judge.erased(before - table.judge.kept_words())


async def _tell(table: Table, step: Step, event: Json, room: Room) -> None:
    """Tell the bot of a change; if the event gets lost, it is found out when the bot looks again."""
    for each in table.stage.rooms:
        table.judge.look_again(each)
    if step.where < SILENCE_FROM:
        await table.event({**event, "event_ts": table.ts(), "ts": table.ts()}, room)
        return
    table.clock += timedelta(hours=2)
    table.slack.silent = False
    for workspace in ("west", "east"):
        channels = [each.channel_id for each in table.stage.rooms if each.workspace == workspace]
        team_id = table.stage.installed_in(workspace)
        await table.intake.directory.look_again(table.client(workspace), team_id, channels)


HAPPENINGS: dict[Verb, Callable[..., Any]] = {
    Verb.MOVES: moves,
    Verb.TURNS: turns,
    Verb.ENLISTS: enlists,
    Verb.SHARES: shares,
    Verb.ARCHIVES: archives,
    Verb.EXPELS: expels,
    Verb.LEAVES: leaves,
    Verb.SLEEPS: sleeps,
}
