"""Random worlds for the privacy test: workspaces, people, places, and what is done there. Knows nothing of the rule.

A world is drawn as plain numbers, so that Hypothesis shrinks it well, and read against a fixed cast. Silent onlookers
(a colleague who never speaks, one in each private channel, a stranger behind a shared channel) stand for everyone who
might read along.
"""

from dataclasses import dataclass, field
from enum import StrEnum

from hypothesis import strategies as st

from bot.audience import Place, PlaceKind
from memory.records import Kind, Person

TOPICS = ("heron", "tundra")
"""Few, so that what different people say in different places meets in one question."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A sort of statement. `personal`: a fact about a life rather than the work."""

    kind: Kind
    text: str
    attribute: str | None = None
    value: str | None = None
    personal: bool = False


SHAPES = (
    Shape(Kind.PROFILE, "Lives in {topic}, {secret}", "location", "{topic}, {secret}"),
    Shape(Kind.PROFILE, "Goes by {secret}", "nickname", "{secret}"),
    Shape(Kind.PREFERENCE, "Prefers {topic} of {secret}", "preference:{topic}", "{topic}"),
    Shape(Kind.PREFERENCE, "Uses {topic} with {secret}", "editor", "{topic} {secret}"),
    Shape(Kind.FEEDBACK, "Answers about {topic} should name {secret}", "feedback"),
    Shape(Kind.FACT, "Manager is {topic} {secret}", "manager", "{topic} {secret}", personal=True),
    Shape(Kind.FACT, "Owns a {topic} van from {secret}", personal=True),
    Shape(Kind.FACT, "Daughter Mia plays {topic} at {secret}", "child", personal=True),
    Shape(Kind.FACT, "Staging {topic} is called {secret}"),
    Shape(Kind.PROJECT, "Works on {topic} for {secret}", "project:{topic}", "{topic} {secret}"),
    Shape(Kind.EVENT, "Launch of {topic} at {secret} is on 2020-05-19"),
    Shape(Kind.REFERENCE, "Runbook for {topic} is at {secret}", "reference:{topic}", "{secret}"),
)
RETRACTIONS = (
    ("Lives in {topic}", "location", "{topic}"),
    ("Uses {topic}", "editor", "{topic}"),
    ("Prefers {topic}", "preference:{topic}", "{topic}"),
    ("Works on {topic}", None, None),
)
QUESTIONS = (
    "what about {topic}?",
    "what do we know about {topic}?",
    "where do I live?",
    "who is my manager?",
    "which editor do I use?",
    "what is my daughter called?",
    "where did I live before?",
    "what does {named} prefer?",
    "where does {named} live?",
    "what did {named} say about {topic}?",
    "what do you know about {named}?",
    "what do you know about me?",
    "when is the launch of {topic}?",
    "where is the runbook for {topic}?",
)
CHATTER = ("hello", "thanks", "we had lunch with {named} over {topic}", "{topic} again", "{named} {topic}")
FORGETTING = (
    "forget about {topic}",
    "forget where I live",
    "forget my manager",
    "forget my daughter",
    "forget my editor",
)
UNDOING = ("scratch that", "undo that")
SLASHES = (
    "list",
    "search {topic}",
    "history",
    "history {topic}",
    "forget {topic}",
    "export",
    "pause",
    "resume",
    "help",
    "{topic}",
)


class Verb(StrEnum):
    """What happens in one step."""

    NOTED = "noted"
    TELLS = "tells"
    REMEMBERS = "remembers"
    REPEATS = "repeats"
    RETRACTS = "retracts"
    POINTS = "points"
    ASKS = "asks"
    CHATS = "chats"
    FORGETS = "forgets"
    FORGETS_ALL = "forgets all"
    UNDOES = "undoes"
    TYPES = "types"
    WONDERS = "wonders why"
    CLICKS = "clicks"
    KEEPS = "keeps"
    LOOKS = "looks"
    EDITS = "edits"
    DELETES = "deletes"
    MOVES = "moves"
    TURNS = "turns"


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that happens. The numbers choose from lists whose length they do not know, so they wrap around."""

    verb: Verb
    who: int
    where: int
    topic: int
    form: int
    named: int


@dataclass(frozen=True, slots=True)
class World:
    """How a world is laid out, and what happens in it. The masks choose members among the speaking people."""

    org_wide: bool
    guest: bool
    shared: bool
    leads: int
    board: int
    group: int
    steps: tuple[Step, ...]


_SMALL = st.integers(0, 13)
_MASK = st.integers(1, 15)
_STEPS = st.builds(
    Step,
    verb=st.sampled_from([*Verb, *([Verb.NOTED] * 5), *([Verb.ASKS] * 8), *([Verb.TYPES] * 3), Verb.REPEATS]),
    who=st.sampled_from([0, 0, 0, 1, 1, 1, 2, 3]),
    where=_SMALL,
    topic=st.integers(0, len(TOPICS) - 1),
    form=_SMALL,
    named=st.integers(0, 3),
)
WORLDS = st.builds(
    World,
    org_wide=st.booleans(),
    guest=st.booleans(),
    shared=st.booleans(),
    leads=_MASK,
    board=_MASK,
    group=_MASK,
    steps=st.lists(_STEPS, min_size=10, max_size=40).map(tuple),
)


@dataclass(slots=True)
class Room:
    """A conversation as it really is. `strangers` read along and are of no workspace of ours."""

    channel_id: str
    kind: PlaceKind
    workspace: str
    members: set[str]
    onlookers: frozenset[str]
    strangers: frozenset[str] = frozenset()


@dataclass(slots=True)
class Stage:
    """The cast of a world and where it may be. `readers` is the truth that the bot is measured by."""

    people: dict[str, Person]
    workspaces: dict[str, str]
    guests: frozenset[str]
    rooms: list[Room] = field(default_factory=list)

    def colleagues(self, workspace: str) -> set[str]:
        """Return everyone who may read the public channels of a workspace."""
        here = {name for name, home in self.workspaces.items() if home == workspace}
        onlookers = {each for room in self.rooms if room.workspace == workspace for each in room.onlookers}
        return (here - self.guests) | onlookers

    def readers(self, room: Room) -> frozenset[str]:
        """Return who can read what stands in a room."""
        if room.kind is PlaceKind.DM:
            return frozenset(room.members)
        colleagues = self.colleagues(room.workspace) if room.kind is PlaceKind.PUBLIC else set()
        return frozenset(colleagues | room.members | room.onlookers | room.strangers)

    def outsiders(self, room: Room) -> bool:
        """Return whether guests or strangers read along."""
        return bool(room.strangers or self.guests & self.readers(room))

    def place(self, room: Room, *, known: bool = True) -> Place:
        """Return what Slack tells the bot about a room, or what is left when Slack does not tell."""
        kind = room.kind if known else PlaceKind.UNKNOWN
        return Place(kind, room.channel_id, outsiders=self.outsiders(room))

    def rooms_of(self, name: str) -> list[Room]:
        """Return where a person can speak."""
        return [room for room in self.rooms if name in self.readers(room)]


def stage(world: World) -> Stage:
    """Return the cast and rooms of a world: one workspace and a foreign one, or two workspaces of one organisation."""
    home, away = ("E1", "E1") if world.org_wide else ("T1", "T2")
    people = {
        "alex": Person(home, "UALEX"),
        "dana": Person(home, "UDANA"),
        "omar": Person(home, "UOMAR"),
        "kim": Person(away, "UKIM"),
    }
    workspaces = {"alex": "west", "dana": "west", "omar": "west", "kim": "east"}
    guests = frozenset({"omar"} if world.guest else ())
    names = [name for name in people if world.org_wide or name != "kim"]
    set_up = Stage(people, workspaces, guests)
    for name in people:
        set_up.rooms.append(Room(f"D{name.upper()}", PlaceKind.DM, workspaces[name], {name}, frozenset()))
    stranger = frozenset({"stranger"} if world.shared else ())
    set_up.rooms += [
        Room("CGENERAL", PlaceKind.PUBLIC, "west", set(), frozenset({"onlooker of the west"})),
        Room("CHELP", PlaceKind.PUBLIC, "west", set(guests), frozenset(), stranger),
        Room("CEAST", PlaceKind.PUBLIC, "east", set(), frozenset({"onlooker of the east"})),
    ]
    for channel_id, mask in (("CLEADS", world.leads), ("CBOARD", world.board), ("GGROUP", world.group)):
        members = {name for number, name in enumerate(names) if mask >> number & 1}
        onlooker = frozenset({f"onlooker of {channel_id}"})
        set_up.rooms.append(Room(channel_id, PlaceKind.PRIVATE, "west", members, onlooker))
    return set_up
