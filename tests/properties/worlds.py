"""Random worlds for the privacy test: workspaces, people, places, and what is done there. Knows nothing of the rule.

A world is drawn as plain numbers, so that Hypothesis shrinks it well, and read against a fixed cast. Silent onlookers
(a colleague who never speaks, one in each private channel, a stranger behind a shared channel) stand for everyone who
might read along.
"""

from dataclasses import dataclass, field, replace
from enum import StrEnum

from hypothesis import strategies as st

from bot.audience import PlaceKind
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
    "where did I live yesterday?",
    "what did I say about {topic} yesterday?",
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
    "settings",
    "settings use in channels off",
    "settings use in channels on",
    "settings receipts reaction",
)


ADMINS = frozenset({"alex", "kim"})
"""Who runs a workspace: each their own."""
ADMIN_ACTS = (
    *("status", "people", "audit", "export", "help", "reindex", "gc", "people 2", "{topic}"),
    *("channels", "channels deny {channel}", "channels allow {channel}", "channels default {channel}"),
    *("channels listen {channel}", "channels listen {channel}", "outsiders on", "outsiders off"),
    *("retention", "retention fact 1", "retention project 9", "retention preference 0"),
    *("erase {named}", "erase {named} yes", "erase {named} yes", "soul edit", "evergreen edit"),
)
SILENCE_FROM = 12
"""Steps in a place of this number or above happen while Slack tells nothing, and events are lost."""


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
    REACTS = "reacts"
    SUBMITS = "submits"
    ENLISTS = "changes who is a guest"
    SHARES = "shares a channel"
    ARCHIVES = "archives"
    EXPELS = "removes the bot"
    LEAVES = "leaves the company"
    SERVES = "serves a client"
    ADMINISTERS = "does what admins do"
    OVERHEARD = "says to others"
    HOARDS = "has a dozen things noted"
    SLEEPS = "lets a night pass"


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
    """How a world is laid out, and what happens in it. The masks choose members among the speaking people.

    `model`: a language model writes the answers, and repeats whatever it is given.
    """

    org_wide: bool
    guest: bool
    shared: bool
    leads: int
    board: int
    group: int
    steps: tuple[Step, ...]
    model: bool = False


CHANGES = (
    *(Verb.TURNS, Verb.MOVES, Verb.ENLISTS, Verb.SHARES, Verb.ARCHIVES, Verb.EXPELS, Verb.LEAVES),
    *(Verb.SUBMITS, Verb.CLICKS, Verb.KEEPS, Verb.REACTS, Verb.EDITS, Verb.POINTS, Verb.UNDOES, Verb.TYPES),
    *(Verb.ADMINISTERS, Verb.SLEEPS),
)
"""What may change who can read something, or what is kept of it."""
_SMALL = st.integers(0, 13)
_FORM = st.integers(0, len(QUESTIONS) - 1)
_WHO = st.sampled_from([0, 0, 0, 1, 1, 1, 2, 3])
_NAMED = st.integers(0, 3)
_MASK = st.integers(1, 15)
_STEP = st.builds(
    Step,
    verb=st.sampled_from([*Verb, *((Verb.NOTED, Verb.ASKS, Verb.TYPES, Verb.LOOKS, Verb.CLICKS, Verb.SUBMITS) * 3)]),
    who=_WHO,
    where=_SMALL,
    topic=st.integers(0, len(TOPICS) - 1),
    form=_FORM,
    named=_NAMED,
)


def _plot(topic: int, said: Step, changes: list[Step], asked: Step, broadly: bool) -> tuple[Step, ...]:
    """Return how somebody says something, what may change then, and how somebody asks about that."""
    asked = replace(asked, form=asked.form % 2) if broadly else asked
    return tuple(replace(each, topic=topic) for each in (said, *changes, asked))


def _steps(*verbs: Verb) -> st.SearchStrategy[Step]:
    return st.builds(replace, _STEP, verb=st.sampled_from(verbs))


_PLOT = st.builds(
    _plot,
    topic=st.integers(0, len(TOPICS) - 1),
    said=_steps(Verb.NOTED, Verb.NOTED, Verb.TELLS),
    changes=st.lists(_steps(*CHANGES), max_size=3),
    asked=_steps(Verb.ASKS, Verb.ASKS, Verb.ASKS, Verb.SERVES, Verb.LOOKS),
    broadly=st.booleans(),
)


def _correction(said: Step, looks: Step, clicks: Step, submits: Step, asked: Step) -> tuple[Step, ...]:
    """Return how somebody says something, corrects it in a dialog, and somebody asks about it."""
    own = [replace(each, who=said.who, topic=said.topic) for each in (looks, clicks, submits)]
    return (said, *own, replace(asked, topic=said.topic, form=asked.form % 2))


_CORRECTION = st.builds(_correction, *map(_steps, (Verb.NOTED, Verb.LOOKS, Verb.CLICKS, Verb.SUBMITS, Verb.ASKS)))


def _listening(admin: Step, said: Step, changes: list[Step], asked: Step) -> tuple[Step, ...]:
    """Return how an admin opens a channel as a whole, what is said there to others, and how somebody asks about it."""
    listens = ADMIN_ACTS.index("channels listen {channel}")
    opened = replace(admin, who=0, where=said.where, topic=0, form=listens // 4, named=listens % 4)
    return opened, *(replace(each, topic=said.topic) for each in (said, *changes, asked))


_LISTENING = st.builds(
    _listening,
    admin=_steps(Verb.ADMINISTERS),
    said=_steps(Verb.OVERHEARD),
    changes=st.lists(_steps(*CHANGES), max_size=2),
    asked=_steps(Verb.ASKS, Verb.ASKS, Verb.SERVES, Verb.LOOKS, Verb.ADMINISTERS),
)


def _keeping(said: Step, keeps: Step, changes: list[Step], asked: Step) -> tuple[Step, ...]:
    """Return how somebody says something to others, somebody keeps it by a shortcut, and somebody asks about it."""
    return tuple(replace(each, topic=said.topic) for each in (said, replace(keeps, where=said.where), *changes, asked))


_KEEPING = st.builds(
    _keeping,
    said=_steps(Verb.OVERHEARD),
    keeps=_steps(Verb.KEEPS),
    changes=st.lists(_steps(*CHANGES), max_size=2),
    asked=_steps(Verb.ASKS, Verb.ASKS, Verb.SERVES, Verb.LOOKS, Verb.TYPES),
)


def _moving(said: Step, again: Step, asked: Step, ended: bool) -> tuple[Step, ...]:
    """Return how somebody says where they live, says that it is elsewhere or over, and asks where it was before."""
    over = Verb.RETRACTS if ended else again.verb
    own = [replace(each, who=said.who, topic=said.topic, form=0) for each in (said, replace(again, verb=over))]
    return *own, replace(asked, who=said.who, topic=said.topic, form=QUESTIONS.index("where did I live before?"))


_MOVING = st.builds(
    _moving, *map(_steps, (Verb.NOTED, Verb.NOTED, Verb.ASKS)), ended=st.sampled_from([False, False, True])
)
_STEPS = st.lists(
    st.one_of(_PLOT, _PLOT, _CORRECTION, _LISTENING, _KEEPING, _MOVING, _STEP.map(lambda step: (step,))),
    min_size=6,
    max_size=20,
).map(lambda plots: tuple(step for plot in plots for step in plot))
WORLDS = st.builds(
    World,
    org_wide=st.booleans(),
    guest=st.booleans(),
    shared=st.booleans(),
    leads=_MASK,
    board=_MASK,
    group=_MASK,
    steps=_STEPS,
    model=st.sampled_from([False, False, True]),
)


@dataclass(slots=True)
class Room:
    """A conversation as it really is. `strangers` read along and are of no workspace of ours."""

    channel_id: str
    kind: PlaceKind  # a DM is one with the bot; that of two people is private
    workspace: str
    members: set[str]
    onlookers: frozenset[str] = frozenset()
    strangers: frozenset[str] = frozenset()
    archived: bool = False
    has_bot: bool = True

    @property
    def is_dm(self) -> bool:
        return self.kind is PlaceKind.DM


STRANGER = "stranger"


@dataclass(slots=True)
class Stage:
    """The cast of a world and where it may be. `readers` is the truth that the bot is measured by.

    `workspaces` are those that each person belongs to, at home first; `installed_in` is what people of a workspace are
    kept under.
    """

    org_wide: bool
    workspaces: dict[str, tuple[str, ...]]
    guests: set[str]
    gone: set[str] = field(default_factory=set)
    rooms: list[Room] = field(default_factory=list)

    def installed_in(self, workspace: str) -> str:
        """Return the id that people are kept under who speak in a workspace."""
        return "E1" if self.org_wide else {"west": "T1", "east": "T2"}[workspace]

    def person(self, name: str, workspace: str | None = None) -> Person:
        """Return somebody as the bot of a workspace knows them; by default of their own."""
        return Person(self.installed_in(workspace or self.workspaces[name][0]), user_id(name))

    def colleagues(self, workspace: str) -> set[str]:
        """Return everyone who may read the public channels of a workspace."""
        here = {name for name, homes in self.workspaces.items() if workspace in homes}
        onlookers = {each for room in self.rooms if room.workspace == workspace for each in room.onlookers}
        return (here - self.guests) | onlookers

    def readers(self, room: Room) -> frozenset[str]:
        """Return who can read what stands in a room."""
        if room.is_dm:
            return frozenset(room.members - self.gone)
        colleagues = self.colleagues(room.workspace) if room.kind is PlaceKind.PUBLIC else set()
        return frozenset((colleagues | room.members | room.onlookers | room.strangers) - self.gone)

    def outsiders(self, room: Room) -> bool:
        """Return whether guests or strangers read along."""
        readers = self.readers(room)
        foreign = {name for name in readers & set(self.workspaces) if room.workspace not in self.workspaces[name]}
        return bool(room.strangers or self.guests & readers or (foreign and not self.org_wide))

    def rooms_of(self, name: str, *, without_bot: bool = False) -> list[Room]:
        """Return where a person can speak to the bot; `without_bot`, wherever they can speak at all."""
        open_to = [room for room in self.rooms if name in self.readers(room) and not room.archived]
        return [room for room in open_to if room.has_bot or without_bot]

    def room(self, channel_id: str) -> Room | None:
        """Return the room of an id, or None."""
        return next((room for room in self.rooms if room.channel_id == channel_id), None)


def user_id(name: str) -> str:
    """Return the Slack id of somebody, onlookers included."""
    return "U" + name.upper().replace(" ", "")


def stage(world: World) -> Stage:
    """Return the cast and rooms of a world: one workspace and a foreign one, or two workspaces of one organisation."""
    workspaces: dict[str, tuple[str, ...]] = {
        "alex": ("west",),
        "dana": ("west", "east") if world.org_wide else ("west",),
        "omar": ("west",),
        "kim": ("east",),
    }
    guests = {"omar"} if world.guest else set[str]()
    names = [name for name in workspaces if world.org_wide or name != "kim"]
    set_up = Stage(world.org_wide, workspaces, guests)
    for name, homes in workspaces.items():
        set_up.rooms.append(Room(f"D{name.upper()}", PlaceKind.DM, homes[0], {name}))
    stranger = frozenset({STRANGER} if world.shared else ())
    connected = {"kim"} if world.shared and not world.org_wide else set[str]()
    set_up.rooms += [
        Room("CGENERAL", PlaceKind.PUBLIC, "west", set(), frozenset({"onlooker of the west"})),
        Room("CHELP", PlaceKind.PUBLIC, "west", guests | connected, frozenset(), stranger),
        Room("CEAST", PlaceKind.PUBLIC, "east", set(), frozenset({"onlooker of the east"})),
    ]
    for channel_id, mask in (("CLEADS", world.leads), ("CBOARD", world.board), ("GGROUP", world.group)):
        members = {name for number, name in enumerate(names) if mask >> number & 1}
        onlooker = frozenset({f"onlooker of {channel_id}"})
        set_up.rooms.append(Room(channel_id, PlaceKind.PRIVATE, "west", members, onlooker))
    set_up.rooms.append(Room("DPAIR", PlaceKind.PRIVATE, "west", {"alex", "dana"}, has_bot=False))
    return set_up
