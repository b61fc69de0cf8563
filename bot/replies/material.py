"""What a prompt may be made of: notes, memories and the conversation so far, as far as the place may read them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, time, timedelta
from itertools import islice, takewhile
from typing import Literal

from bot.audience import Place, PlaceKind
from bot.notes import personal_notes, workspace_notes
from bot.replies.base import Situation
from bot.replies.fences import as_data
from bot.slack.mrkdwn import readable
from memory.book import Book
from memory.records import Episode, Memory, Person, Recalled, Source, Status
from memory.text import sanitise_name, truncate

WEEK_DAYS, WEEK_LINES = 7, 50
"""How far back the recent memories go, today included, and how many there are at most."""

ENTRY_CHARS = 500
"""How much of one recent memory is shown, so that a few long notes do not use up what a turn may cost."""

EXCERPT_DAYS = 3
"""How far back they go where each day is an excerpt."""

_TALK_GOES_ON = timedelta(hours=12)
"""A DM without threads is one conversation until nobody has spoken for this long."""

NOTE_CHARS = 20_000
"""How much of a page that people write (SOUL.md, MEMORY.md, USER.md) a prompt holds."""

_MOST_TURNS = 20
_EPISODES_LOOKED_AT = 200


@dataclass(frozen=True, slots=True)
class Said:
    """One turn of the conversation so far, in plain text, and the memories (by id) that it may tell of."""

    text: str
    reply: str
    tells_of: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Material:
    """The parts of a prompt. An empty part is left out of it.

    `recent` is oldest first; `thread` is the conversation so far, oldest turn first.
    """

    now: datetime
    person: Person
    place: Place
    called: str | None = None
    command: str = "/memory"
    soul: str = ""
    evergreen: str = ""
    user_notes: str = ""
    recalled: Sequence[Recalled] = ()
    recent: Sequence[Memory] = ()
    thread: Sequence[Said] = ()


def gather(
    book: Book, situation: Situation, *, recent: Literal["week", "excerpts"] = "week", thread_max_chars: int = 4000
) -> Material:
    """Return what the prompt of this turn may hold, read anew from the book.

    Notes about the person stand only in their DM: nothing tells where they were learned. The workspace's notes stay
    out where outsiders read along. Memories are those that the audience sees; the situation notes that they were given.
    """
    place = situation.place
    material = Material(
        now=situation.now,
        person=situation.person,
        place=place,
        command=situation.command,
        called=situation.called,
        soul=truncate(book.soul().strip(), NOTE_CHARS),
        evergreen=truncate(workspace_notes(book, place, situation.person.team_id), NOTE_CHARS),
        user_notes=truncate(personal_notes(book, place, situation.person), NOTE_CHARS),
        recalled=tuple(situation.recalled),
        recent=_recent(book, situation, WEEK_DAYS, most=WEEK_LINES)
        if recent == "week"
        else _recent(book, situation, EXCERPT_DAYS),
        thread=_thread(book, situation, thread_max_chars),
    )
    situation.given.update(_tells_of(material, situation))
    return material


def _tells_of(material: Material, situation: Situation) -> Iterator[str]:
    """Yield the ids of all memories that words made of this may tell of."""
    yield from (item.memory.id for item in material.recalled)
    yield from (memory.id for memory in material.recent)
    for said in material.thread:
        yield from said.tells_of
    if situation.name_from is not None:
        yield situation.name_from


def _recent(book: Book, situation: Situation, days: int, *, most: int | None = None) -> list[Memory]:
    """Return the newest memories of the latest days that may be seen here, oldest first, but for those recalled."""
    first_day = situation.now.astimezone(UTC).date() - timedelta(days=days - 1)
    since = datetime.combine(first_day, time(), UTC)
    recalled = {item.memory.id for item in situation.recalled}
    newest_first = takewhile(lambda memory: memory.created_at >= since, reversed(book.memories(situation.person)))
    seen = (
        memory
        for memory in newest_first
        if memory.created_at <= situation.now
        and memory.confidence >= book.settings.min_profile_confidence
        and memory.id not in recalled
        and situation.sees(memory)
    )
    newest = [replace(memory, text=truncate(memory.text, ENTRY_CHARS)) for memory in islice(seen, most)]
    return newest[::-1]


def _thread(book: Book, situation: Situation, max_chars: int) -> list[Said]:
    """Return the turns with the bot in this thread, as many of the latest as fit; what others said begins with who."""
    turns: list[Said] = []
    left, follows = max_chars, situation.now
    for episode in _episodes(book, situation):
        if not _in_same_thread(episode, situation):
            continue
        if situation.thread_ts is None and follows - episode.at > _TALK_GOES_ON:
            break
        follows = episode.at
        if not _may_be_told_again(book, episode, situation):
            continue
        left -= len(episode.text) + len(episode.reply)
        if left < 0 or len(turns) == _MOST_TURNS:
            break
        turns.append(Said(_spoken(episode, situation), readable(episode.reply, {}), episode.tells_of))
    return turns[::-1]


def _episodes(book: Book, situation: Situation) -> list[Episode]:
    """Return the turns among which those of this thread are, newest first: everyone's where others read it too."""
    person, place = situation.person, situation.place
    if situation.thread_ts is None or place.kind is PlaceKind.DM:
        return book.episodes(person, limit=_EPISODES_LOOKED_AT)
    return book.episodes_in(person.team_id, place.channel_id, limit=_EPISODES_LOOKED_AT)


def _spoken(episode: Episode, situation: Situation) -> str:
    said = readable(episode.text, {})
    if episode.person is None or episode.person == situation.person:
        return said
    return f"{as_data(sanitise_name(situation.name_of(episode.person)))}: {said}"


def _in_same_thread(episode: Episode, situation: Situation) -> bool:
    if episode.channel_id != situation.place.channel_id or episode.ts == situation.ts or episode.at > situation.now:
        return False
    if situation.thread_ts is not None:
        return situation.thread_ts in {episode.thread_ts, episode.ts}
    return situation.place.kind is PlaceKind.DM and episode.thread_ts in {None, episode.ts}


def _may_be_told_again(book: Book, episode: Episode, situation: Situation) -> bool:
    """Return whether nothing that a turn taught or told, of anyone, is forgotten, reworded or closed here by now.

    What it taught includes what a gesture made of it later.
    """
    author = episode.person or situation.person
    if book.holds_forgotten(author, episode.text, since=episode.at):
        return False  # it was kept by a later message, "remember this", and taken back
    later = book.made_of(author, Source(episode.channel_id, episode.ts))
    for memory_id in episode.tells_of | later:
        memory = book.find(situation.person, memory_id)
        if memory is None or memory.status is Status.FORGOTTEN or book.is_rewritten_since(memory, episode.at):
            return False
        if situation.audience is not None:
            about = situation.audience.asked_about | {memory.subject.user_id}
            if not replace(situation.audience, asked_about=about).sees(memory):
                return False
    return True
