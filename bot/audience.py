"""Who can read what is said here, and so which memories may be used. Pure; docs/privacy.md holds its table of cases.

The rule: what was learned in a DM or a private place never shows where someone could read it who could not have read it
there. Unknown means closed.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import StrEnum

from bot.replies.wording import speaks_of_its_author, speaks_of_kin
from memory.records import Kind, Memory, Origin, Person

Visible = Callable[[Memory], bool]

_WORK_KINDS = frozenset({Kind.PROJECT, Kind.EVENT, Kind.REFERENCE})
_PERSONAL_KINDS = frozenset({Kind.PROFILE, Kind.PREFERENCE, Kind.FEEDBACK})
_PERSONAL_ATTRIBUTES = frozenset({"manager", "partner", "pet", "child", "allergy", "diet", "editor", "os", "language"})
_SAID = frozenset({Origin.PUBLIC, Origin.PRIVATE, Origin.SHORTCUT, Origin.MODEL})
"""Origins of what stood in the place that the source names; what was typed into a dialog or file never stood there."""


class PlaceKind(StrEnum):
    """What sort of conversation something is said in."""

    DM = "dm"
    PUBLIC = "public"
    PRIVATE = "private"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Place:
    """A conversation, as far as it decides who reads along.

    `PRIVATE` covers private channels and group DMs. `outsiders` is set when guests or people of another organisation
    may read here, or when that could not be found out: then `is_told` is not set, which decides nothing but what
    people are told of the reason.
    """

    kind: PlaceKind
    channel_id: str
    outsiders: bool = False
    is_told: bool = field(default=True, compare=False)

    @property
    def origin(self) -> Origin:
        """How a memory learned here is marked. A place of unknown kind counts as private."""
        return {PlaceKind.DM: Origin.DM, PlaceKind.PUBLIC: Origin.PUBLIC}.get(self.kind, Origin.PRIVATE)

    @property
    def reads_workspace_notes(self) -> bool:
        """Whether the notes about the workspace, MEMORY.md, may serve an answer here."""
        return self.kind is not PlaceKind.UNKNOWN and not self.outsiders

    @property
    def reads_personal_notes(self) -> bool:
        """Whether the notes about the person who asks, USER.md, may: nothing tells where they were learned."""
        return self.kind is PlaceKind.DM


class Held(StrEnum):
    """Why a memory is held back from a place."""

    ANOTHER_WORKSPACE = "another workspace"
    UNKNOWN_PLACE = "unknown place"
    OUTSIDERS = "outsiders"
    ORGANISATION = "elsewhere in the organisation"
    CHOSEN = "chosen"
    MORE_PRIVATE = "more private"
    NOT_THEIRS = "not theirs"


@dataclass(frozen=True, slots=True)
class Audience:
    """The reader who asked, the place the answer will stand in, and the people the question names by their user ids.

    `own_in_channels` is what the reader chose: whether their own memories may serve outside their DM. `turned_private`
    are the channels that were public and are no longer.
    """

    reader: Person
    place: Place
    asked_about: frozenset[str] = frozenset()
    own_in_channels: bool = True
    turned_private: frozenset[str] = frozenset()

    def sees(self, memory: Memory) -> bool:
        """Return whether `memory` may be used in an answer here. See `may_see`."""
        return may_see(memory, self)


def may_see(memory: Memory, audience: Audience) -> bool:
    """Return whether a memory may be shown to everyone who reads this place: whether nothing holds it back."""
    return held_back(memory, audience) is None


def held_back(memory: Memory, audience: Audience) -> Held | None:
    """Return why a memory may not be shown to everyone who reads this place, or None if it may.

    The cases, first match wins:

    1. Another workspace's memory: no.
    2. A place of unknown kind: no.
    3. The reader's own memory in their DM: yes, guest or not.
    4. Guests or outsiders read along, or the bot is installed org-wide, where it is not known which workspace of the
       organisation a public channel belongs to: only what was said in this very place, and then by the rules below.
    5. The reader's own memory: what was learned in public, and in a private place also what was said right there;
       nothing if they chose not to have it used outside their DM.
    6. What someone else kept by a shortcut or reaction: no. It may be a third person's words.
    7. Someone else's `profile`, `preference` or `feedback`: only if said in public and asked about by name.
    8. Someone else's work memory: if said in public; in a private place also what was said right there.
    9. Anything else of someone else's (a fact about their own life): in a private place, what was said right there.

    What was said in a channel while it was public counts as said in a private place once the channel was made private.
    What holds no more shows only where it may also be known that it ended, which was learned where that was said.
    """
    why = _held_back(memory, audience)
    if why is not None or memory.ending is None:
        return why
    return _held_back(replace(memory, origin=memory.ending.origin, source=memory.ending.source), audience)


def _held_back(memory: Memory, audience: Audience) -> Held | None:
    reader, place = audience.reader, audience.place
    if memory.subject.team_id != reader.team_id:
        return Held.ANOTHER_WORKSPACE
    if place.kind is PlaceKind.UNKNOWN:
        return Held.UNKNOWN_PLACE
    own = memory.subject == reader
    if own and place.kind is PlaceKind.DM:
        return None
    channel_id = memory.source.channel_id if memory.source is not None else None
    said_here = channel_id == place.channel_id and memory.origin in _SAID
    if not said_here and (place.outsiders or _is_organisation(reader.team_id)):
        return Held.OUTSIDERS if place.outsiders else Held.ORGANISATION
    in_public = memory.origin is Origin.PUBLIC and channel_id not in audience.turned_private
    in_this_private_place = said_here and place.kind is PlaceKind.PRIVATE
    if own:
        if not audience.own_in_channels:
            return Held.CHOSEN
        return None if in_public or in_this_private_place else Held.MORE_PRIVATE
    if memory.origin is Origin.SHORTCUT:
        return Held.NOT_THEIRS
    if memory.kind in _PERSONAL_KINDS:
        return None if in_public and memory.subject.user_id in audience.asked_about else Held.NOT_THEIRS
    if in_this_private_place or (in_public and is_about_the_work(memory)):
        return None
    return Held.NOT_THEIRS


def _is_organisation(team_id: str) -> bool:
    """Return whether an id names a whole organisation (an org-wide install) rather than one workspace."""
    return team_id.startswith("E")


def is_about_the_work(memory: Memory) -> bool:
    """Return whether a memory is about the work rather than about a person's life; in doubt, it is not."""
    if memory.kind in _WORK_KINDS:
        return True
    if memory.kind is not Kind.FACT or memory.attribute in _PERSONAL_ATTRIBUTES:
        return False
    return not speaks_of_its_author(memory.text) and not speaks_of_kin(memory.text)


def dm(person: Person) -> Audience:
    """Return who reads a person's own DM with the bot, which the command line and MCP serve too."""
    return Audience(person, Place(PlaceKind.DM, f"D{person.user_id}"))
