"""The model: what is proposed, what is kept, and what is asked, as frozen values.

Words used everywhere: an extractor proposes a **candidate**; what is kept is a **memory**. A memory is `active`,
`superseded` (replaced by a newer one), `invalidated` (no longer true, or found wrong) or `forgotten` (asked to go); the
newer names the older in `supersedes`. `created_at` is when we learned it, the message's own time; `valid_at` when it
became true, where that is known.
"""

import re
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum

from memory.errors import InvalidIdError

_TEAM_ID = re.compile(r"[TE][A-Z0-9]{1,31}\Z")
_USER_ID = re.compile(r"[UW][A-Z0-9]{1,31}\Z")


def is_team_id(text: str) -> bool:
    """Return whether this can be the id of a workspace or an organisation, and so become a path."""
    return bool(_TEAM_ID.match(text))


class Kind(StrEnum):
    """What a memory is about. All but `episode`, the snapshot of a turn, are durable."""

    PROFILE = "profile"
    PREFERENCE = "preference"
    FACT = "fact"
    PROJECT = "project"
    EVENT = "event"
    FEEDBACK = "feedback"
    REFERENCE = "reference"
    EPISODE = "episode"


class Status(StrEnum):
    """Whether a memory holds now. Nothing but a hard forget removes its text."""

    ACTIVE = "active"
    SUPERSEDED = "superseded"
    INVALIDATED = "invalidated"
    FORGOTTEN = "forgotten"


class Origin(StrEnum):
    """Where a memory was learned; with the channel it decides who may see it."""

    DM = "dm"
    PRIVATE = "private"
    PUBLIC = "public"
    SHORTCUT = "shortcut"
    ADMIN = "admin"
    IMPORT = "import"
    HAND = "hand"
    MODEL = "model"


class CandidateOp(StrEnum):
    """What an extractor proposes to do."""

    ADD = "add"
    FORGET = "forget"
    RETRACT = "retract"
    REFUSE = "refuse"
    CONFIRM = "confirm"
    UNDO = "undo"
    REFERENCE_PREVIOUS = "reference_previous"


class Operation(StrEnum):
    """What was done to the log; each leaves an audit line."""

    INSERT = "insert"
    PATCH = "patch"
    SUPERSEDE = "supersede"
    INVALIDATE = "invalidate"
    FORGET_SOFT = "forget_soft"
    FORGET_HARD = "forget_hard"
    MIGRATE = "migrate"
    REFLECT = "reflect"
    IMPORT = "import"
    ERASE_PERSON = "erase_person"
    ERASE_TEAM = "erase_team"


class Polarity(StrEnum):
    """Whether a preference is for or against its object."""

    POSITIVE = "positive"
    NEGATIVE = "negative"


class AnswerType(StrEnum):
    """What kind of answer a question wants."""

    WHO = "who"
    WHERE = "where"
    WHEN = "when"
    WHAT = "what"
    YES_NO = "yes_no"


@dataclass(frozen=True, slots=True, order=True)
class Person:
    """A person in a workspace: the owner of a log. `team_id` is the team's or, org-wide, the enterprise's id.

    Raises:
        InvalidIdError: If an id does not fit Slack's grammar: an upper-case letter (T or E, U or W), then up to 31
            upper-case letters and digits. Ids become folder names, so nothing else is let through.
    """

    team_id: str
    user_id: str

    def __post_init__(self) -> None:
        if not (isinstance(self.team_id, str) and is_team_id(self.team_id)):
            raise InvalidIdError("team id", self.team_id, "T or E followed by upper-case letters and digits")
        if not (isinstance(self.user_id, str) and _USER_ID.match(self.user_id)):
            raise InvalidIdError("user id", self.user_id, "U or W followed by upper-case letters and digits")


@dataclass(frozen=True, slots=True)
class Source:
    """The Slack message a memory came from. `ts` is Slack's "seconds.microseconds", unique in its channel."""

    channel_id: str
    ts: str
    permalink: str | None = None


@dataclass(frozen=True, slots=True)
class Candidate:
    """What an extractor proposes. `text` is canonical: third person, present tense, no subject, no full stop.

    `attribute` names the claim where there is one (`location`, `favourite:dinosaur`, `preference:tea`), `value` its
    object ("Porto"), both in the author's words. `confidence` runs from 0.0 to 1.0. `span` is the half-open range of
    characters of the raw message it was read from. `dated` is the absolute day the statement speaks of. For `forget`
    and `retract`, `text` holds the words to match; for the other commands it may be empty.
    """

    op: CandidateOp
    text: str = ""
    kind: Kind | None = None
    attribute: str | None = None
    value: str | None = None
    polarity: Polarity = Polarity.POSITIVE
    confidence: float = 0.5
    dated: date | None = None
    span: tuple[int, int] | None = None
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Ending:
    """How it was learned that a statement holds no more; `source` is the message that said so, if it was one."""

    origin: Origin
    source: Source | None = None


@dataclass(frozen=True, slots=True)
class Memory:
    """One statement that is kept. `id` is a ULID, or the id given by an import; unique in a workspace.

    `subject` is the person whose log it is in. `replaced_by` is the id of the memory that superseded it; `ended_at`
    when it stopped being active, by the time of the message that ended it; `confirmed_at` when it was last said again,
    if it was. `lapsed` tells of an invalidated one that it was true until then ("I no longer …"), not found wrong.
    `ending` tells of one that was superseded or invalidated where that was learned.
    """

    id: str
    subject: Person
    kind: Kind
    text: str
    confidence: float
    created_at: datetime
    origin: Origin
    attribute: str | None = None
    value: str | None = None
    polarity: Polarity = Polarity.POSITIVE
    status: Status = Status.ACTIVE
    dated: date | None = None
    valid_at: datetime | None = None
    supersedes: str | None = None
    replaced_by: str | None = None
    ended_at: datetime | None = None
    source: Source | None = None
    confirmed_at: datetime | None = None
    lapsed: bool = False
    ending: Ending | None = None


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that was done to a person's log, for replies and receipts.

    `memory` is its state after the change; `previous` what it replaced or looked like before, where there is one.
    A statement that was known already is an `Operation.PATCH` whose text may be unchanged (`refreshed` is true).
    `removed` is the proof of a hard forget: one sentence for each place that held a copy, with its path in the home.
    """

    operation: Operation
    memory: Memory
    previous: Memory | None = None
    refreshed: bool = False
    removed: tuple[str, ...] = ()


class Relation(StrEnum):
    """How a time asked for lies to what happened then."""

    BEFORE = "before"
    DURING = "during"
    AFTER = "after"


@dataclass(frozen=True, slots=True)
class Moment:
    """A time that is asked for by what was so then: "before I moved to Porto", "when I worked at Acme".

    `terms` are the words that what was so must hold ("porto"), `attributes` the claims it may be on; none stand for
    those that the question asks for. `at_end` is set where its end is meant ("before I left Acme"). `words` are the
    content words that said so, which are no words of the question itself.
    """

    relation: Relation
    terms: tuple[str, ...] = ()
    attributes: tuple[str, ...] = ()
    at_end: bool = False
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Query:
    """A question or message as recall understands it.

    `terms` are its content words, lower-case and in order, without question and stop words; `phrases` what it quotes;
    `attributes` the claims it asks for, most likely first. `since` and `until` (exclusive) bound a time it asks for;
    `moment` is one that only the memories can tell. `wants_history` is set when it asks for what is no longer so.
    `people` and `channels` are the ids of those that are mentioned. `small_talk` means: recall nothing.
    """

    text: str
    terms: tuple[str, ...] = ()
    phrases: tuple[str, ...] = ()
    attributes: tuple[str, ...] = ()
    answer_type: AnswerType | None = None
    is_question: bool = False
    about_self: bool = False
    small_talk: bool = False
    wants_history: bool = False
    since: datetime | None = None
    until: datetime | None = None
    people: tuple[str, ...] = ()
    channels: tuple[str, ...] = ()
    moment: Moment | None = None


@dataclass(frozen=True, slots=True)
class Recalled:
    """A memory that answers a query, with its score and the parts the score is made of, each 0.0 to 1.0."""

    memory: Memory
    score: float
    parts: dict[str, float] = field(default_factory=dict)
    reasons: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Episode:
    """The snapshot of a turn: what was said and answered, and which memories (by id) it used and made.

    `person` is who spoke; whoever keeps the episode fills it in. `ts` and `thread_ts` are Slack's. `given` are memories
    that whoever wrote the answer had before them besides, so that it may tell of them.
    """

    at: datetime
    channel_id: str
    ts: str
    text: str
    reply: str
    origin: Origin
    person: Person | None = None
    thread_ts: str | None = None
    recalled: tuple[str, ...] = ()
    captured: tuple[str, ...] = ()
    given: tuple[str, ...] = ()

    @property
    def tells_of(self) -> frozenset[str]:
        """The ids of all memories that its words may tell of."""
        return frozenset((*self.recalled, *self.captured, *self.given))
