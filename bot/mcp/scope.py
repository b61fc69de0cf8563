"""Whose memory an MCP server serves: one person's, as in their DM with the bot, or what the whole workspace shares."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime

from bot.audience import Audience, Place, PlaceKind, dm
from bot.replies.fences import as_data
from bot.settings import Settings
from bot.slack.standing import Standing
from bot.tools.bound import Bound
from extractors.pipeline import Extractor
from memory.book import Book
from memory.log import EntryError, file_name, parse_line
from memory.records import Memory, Origin, Person, Status
from memory.text import sanitise_name

ACTOR = "mcp"
"""Who the audit says did what a client asked for."""

SHARED = "U0WORKSPACE"
"""The id in whose log stands what agents keep for the whole workspace."""

UNKNOWN = "unknown"
"""How EARL calls someone who is not named."""


@dataclass(frozen=True, slots=True)
class Scope:
    """What the start options bound the server to. `name` is how the person is shown in the log."""

    book: Book
    extractor: Extractor
    settings: Settings
    audience: Audience
    now: Callable[[], datetime]
    standing: Standing
    name: str | None = None

    @property
    def person(self) -> Person:
        """Whose memory is written."""
        return self.audience.reader

    @property
    def is_shared(self) -> bool:
        """Whether it is the workspace's and no person's."""
        return self.audience.place.kind is PlaceKind.PUBLIC

    def bound(self) -> Bound:
        """Return what the tools may reach in one call."""
        return Bound(
            book=self.book,
            extractor=self.extractor,
            audience=self.standing.known_to(self.audience),
            now=self.now,
            actor=ACTOR,
            # What agents keep for the workspace is meant for everyone in it.
            origin=Origin.PUBLIC if self.is_shared else Origin.MODEL,
            name=self.name,
            closed=self._closed(),
            command=self.settings.memory_command,
        )

    def visible(self, *, status: Status | None = Status.ACTIVE) -> list[Memory]:
        """Return the memories that may be seen here, of everyone in the workspace, newest first."""
        sees = self.bound().sees
        people = {self.person, *self.book.people(self.person.team_id)}
        found = [each for person in people for each in self.book.memories(person, status=status) if sees(each)]
        return sorted(found, key=lambda memory: (memory.created_at, memory.id), reverse=True)

    def notes(self) -> str:
        """Return the notes about the person, USER.md; "" for the workspace."""
        return "" if self.is_shared else self.book.user_notes(self.person)

    def authors(self) -> "Authors":
        """Return who is shown as the author of each memory."""
        return Authors(self)

    def _closed(self) -> str | None:
        memory = self.settings.memory
        if not memory.enabled or not memory.auto_capture:
            return "remembering by oneself is switched off in the settings."
        if self.book.is_paused(self.person):
            return f"the person asked not to be remembered for now; {self.settings.memory_command} resume ends that."
        return None


class Authors:
    """The names in the log, which memories do not carry, read file by file as they are asked for."""

    def __init__(self, scope: Scope) -> None:
        self._scope = scope
        self._days: dict[tuple[Person, date], dict[str, str]] = {}

    def line(self, memory: Memory) -> str:
        """Return a memory as EARL's entry, on one line that opens and closes no tag."""
        at = memory.created_at.astimezone(UTC)
        return f"- **{at:%H:%M} UTC** | `@{self._name(memory)}` | {as_data(memory.text)}"

    def _name(self, memory: Memory) -> str:
        key = (memory.subject, memory.created_at.astimezone(UTC).date())
        if key not in self._days:
            self._days[key] = self._read(*key)
        default = self._scope.name if memory.subject == self._scope.person else None
        return as_data(sanitise_name(self._days[key].get(memory.id) or default or UNKNOWN)) or UNKNOWN

    def _read(self, person: Person, day: date) -> dict[str, str]:
        path = self._scope.book.home / "teams" / person.team_id / "people" / person.user_id / file_name(day)
        try:
            lines = path.read_text(encoding="utf-8", errors="replace").split("\n")
        except OSError:
            return {}
        names = {}
        for line in lines:
            try:
                entry = parse_line(line.removesuffix("\r"), subject=person, day=day)
            except EntryError:
                continue
            if isinstance(entry, Memory):
                names[entry.id] = line.split("`@", 1)[1].split("`", 1)[0]
        return names


def of_person(
    book: Book,
    extractor: Extractor,
    settings: Settings,
    person: Person,
    *,
    now: Callable[[], datetime],
    name: str | None = None,
) -> Scope:
    """Return the scope of one person: all of theirs and the shared work facts, as in their DM with the bot."""
    return Scope(book, extractor, settings, dm(person), now, Standing(book.home), name)


def of_workspace(
    book: Book, extractor: Extractor, settings: Settings, team_id: str, *, now: Callable[[], datetime]
) -> Scope:
    """Return the scope of a workspace: the shared work facts, and what agents kept for it; nothing of one person's."""
    place = Place(PlaceKind.PUBLIC, "C0WORKSPACE")
    audience = Audience(Person(team_id, SHARED), place)
    return Scope(book, extractor, settings, audience, now, Standing(book.home), "workspace")
