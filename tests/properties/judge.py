"""Who could have read what, and so who may be shown it: the design's words on it, without the bot's own rule."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from bot.audience import PlaceKind
from memory.records import Kind, Memory, Status
from tests.properties import worlds
from tests.properties.scripted import SOUL_WORD, WORKSPACE_WORD, personal_word
from tests.properties.slack import Shown
from tests.properties.worlds import Room, Shape, Stage, user_id

OTHERS_ONLY_BY_NAME = {Kind.PROFILE, Kind.PREFERENCE, Kind.FEEDBACK}
_OVER = {Status.SUPERSEDED, Status.INVALIDATED}
TO_ONE_AND_OF_OTHERS = {"why", "export"}
"""Shown to one person alone and yet not only of what is theirs: of what an answer was made of."""


PROMPTS = {"prompt", "model"}
"""What any model could be given, and what the one that plays is; it must not tell what its owner has reworded since."""


@dataclass(frozen=True, slots=True)
class Saying:
    """That somebody said a secret somewhere; `in_public`: when it was said, the whole workspace could read it.

    `channel_id` is "" for what was typed into a dialog.
    """

    author: str
    shape: Shape
    channel_id: str
    workspace: str
    in_public: bool


@dataclass(slots=True)
class Secret:
    """A word that one statement holds, where it was said, and everyone who could have read it so far."""

    sayings: list[Saying] = field(default_factory=list)
    witnesses: set[str] = field(default_factory=set)


_TELLS_AN_END = ("that changed", "no longer so since", '"status": "superseded"', '"status": "invalidated"')
"""By what answers, prompts and tools tell that something is no longer so."""

_PIECES = re.compile(r"\\n|[\n}]")
"""What stands between two memories that are told together."""


@dataclass(slots=True)
class Ended:
    """That a memory is no longer so: where that was said, and everyone who could have read it so far."""

    text: str
    channel_id: str
    witnesses: set[str]


class Judge:
    """Looks at everything that becomes visible. `leaks` tells what somebody saw who should not have.

    `step` is what happens just now, `spoken` the words of whoever does it, `asked_about` whom a question names.
    """

    def __init__(self, stage: Stage, memories: Callable[[], list[Memory]]) -> None:
        self.stage, self._memories = stage, memories
        self.secrets: dict[str, Secret] = {}
        self.keeps_out: set[tuple[str, str]] = set()
        self.leaks: list[str] = []
        self.shown: Counter[str] = Counter()
        self.kinds: Counter[str] = Counter()
        self.step: worlds.Step | None = None
        self.spoken = ""
        self.asked_about: str | None = None
        self._answers: dict[tuple[str, str], set[str]] = {}
        self._forgotten: set[str] = set()
        self._erased: set[str] = set()
        self._let_go: set[str] = set()
        self._stood: set[str] = set()
        self._repeated: set[str] = set()
        self._reworded: set[str] = set()
        self._ended: dict[str, Ended] = {}

    def begin(self, step: worlds.Step) -> None:
        """Note that something else happens now."""
        self.step, self.spoken, self.asked_about = step, "", None
        self._repeated = set()
        memories = self._memories()
        kept = " ".join(memory.text for memory in memories if memory.status is not Status.FORGOTTEN)
        gone = " ".join(memory.text for memory in memories if memory.status is Status.FORGOTTEN)
        self._forgotten = self._erased | {word for word in self.secrets if word in gone and word not in kept}
        self._let_go &= self._forgotten
        standing = self.kept_words()
        self._stood |= standing
        self._reworded = self._stood - standing

    def finish(self, name: str, room: Room | None) -> None:
        """Note what is no longer so since this step: somebody said so in a room, or did so for themselves alone."""
        over = {each.id: each for each in self._memories() if each.status in _OVER}
        self._ended = {memory_id: ended for memory_id, ended in self._ended.items() if memory_id in over}
        for memory_id in over.keys() - self._ended.keys():
            memory = over[memory_id]
            owner = {each for each in self.stage.workspaces if user_id(each) == memory.subject.user_id}
            readers = self.stage.readers(room) if room is not None else set()
            channel_id = room.channel_id if room is not None else ""
            self._ended[memory_id] = Ended(memory.text.casefold(), channel_id, {name} | owner | readers)

    def chose(self, name: str, room: Room, *, in_channels: bool) -> None:
        """Note whether somebody's own memories may serve outside their DM from now on, where the bot knows them so."""
        chosen = (name, self.stage.installed_in(room.workspace))
        (self.keeps_out.discard if in_channels else self.keeps_out.add)(chosen)

    def kept_words(self) -> set[str]:
        """Return the secrets that stand in any memory of anyone, of whatever status."""
        texts = " ".join(memory.text for memory in self._memories())
        return {word for word in self.secrets if word in texts}

    def erased(self, words: set[str]) -> None:
        """Note that these went for good, so that nothing may tell them unless they are said or kept anew."""
        self._erased |= words
        self._forgotten |= words

    def lets_go(self, user_id: str) -> None:
        """Note that somebody has everything forgotten, which nobody takes back."""
        texts = " ".join(memory.text for memory in self._memories() if memory.subject.user_id == user_id)
        self._let_go |= {word for word in self.secrets if word in texts}

    def takes_back(self) -> None:
        """Note that what was forgotten by itself may come back now, and be told as that."""
        self._forgotten = self._erased | self._let_go

    def revives(self, word: str) -> None:
        """Note that what was forgotten may be said again, since it is told anew."""
        self._forgotten.discard(word)
        for gone in (self._erased, self._stood, self._reworded):
            gone.discard(word)

    def revives_all(self) -> None:
        """Note that whatever was said before may be said again."""
        for gone in (self._forgotten, self._erased, self._stood, self._reworded):
            gone.clear()

    def said(self, word: str, shape: Shape, author: str, room: Room | None) -> None:
        """Note that somebody says a secret where it can be read."""
        secret = self.secrets.setdefault(word, Secret())
        if room is None:
            secret.sayings.append(Saying(author, shape, "", "", in_public=False))
            secret.witnesses.add(author)
            return
        public = room.kind is PlaceKind.PUBLIC
        secret.sayings.append(Saying(author, shape, room.channel_id, room.workspace, public))
        secret.witnesses |= self.stage.readers(room) | {author}

    def kept(self, word: str, shape: Shape, keeper: str, room: Room) -> None:
        """Note that somebody keeps for themselves what another said."""
        self.secrets[word].sayings.append(Saying(keeper, shape, room.channel_id, room.workspace, in_public=False))

    def look_again(self, room: Room) -> None:
        """Let those who can read a room now read what was said there before."""
        for secret in self.secrets.values():
            if any(saying.channel_id == room.channel_id for saying in secret.sayings):
                secret.witnesses |= self.stage.readers(room)
        for ended in self._ended.values():
            if ended.channel_id == room.channel_id:
                ended.witnesses |= self.stage.readers(room)

    def logged(self, line: str) -> None:
        """Judge a line of the log, which is read by whoever runs the bot."""
        held = line.casefold()
        self.leaks += [f"the log tells {word}" for word in self.secrets if word in held]

    def show(self, shown: Shown) -> None:
        """Judge what became visible."""
        self.kinds[shown.what] += 1
        held = shown.text.casefold()
        if "zy" not in held:
            return
        if shown.what == "model":
            self._repeated |= {word for word in self.secrets if word in held}
        spoken = self.spoken.casefold()
        for word, secret in self.secrets.items():
            if word in held and word not in spoken:
                self.shown[shown.what] += 1
                self._accuse(shown, self._wrong(word, secret, shown))
        self._accuse(shown, self._wrong_notes(held, shown))

    def _accuse(self, shown: Shown, wrong: Iterator[str]) -> None:
        room = shown.room.channel_id if shown.room else "no room"
        self.leaks += [f"{shown.what} to {shown.to} in {room} by {self.step}: {why}: {shown.text}" for why in wrong]

    def readers(self, shown: Shown) -> frozenset[str]:
        """Return who reads what is shown."""
        return frozenset({shown.to}) if shown.alone or shown.room is None else self.stage.readers(shown.room)

    def _wrong(self, word: str, secret: Secret, shown: Shown) -> Iterator[str]:
        """Yield why a secret should not stand where it was shown."""
        readers = self.readers(shown)
        if not readers <= secret.witnesses:
            yield f"{word} is new to {sorted(readers - secret.witnesses)}"
        ended = [each.witnesses for each in self._ended.values() if word in each.text]
        if ended and not any(readers <= each for each in ended) and _tells_that_it_ended(word, shown.text):
            yield f"that {word} ended is new to {sorted(readers.difference(*ended))}"
        if self.step is not None and self.step.verb is worlds.Verb.ADMINISTERS:
            yield f"{word} is nothing for admins"
        if word in self._forgotten and shown.what != "export":
            yield f"{word} was forgotten"
        if word in self._reworded and shown.what in PROMPTS:
            yield f"{word} was reworded"
        in_dm = shown.room is not None and shown.room.is_dm
        answered = self._answers.setdefault((shown.to, shown.room.channel_id if shown.room else ""), set())
        if not shown.alone:
            retold = shown.what in PROMPTS and word in answered  # the talk so far: they read it there already
            retold = retold or word in (self._repeated if shown.what != "model" else ())  # judged as it was given
            if not retold and not any(self._fits(saying, shown) for saying in secret.sayings):
                yield f"{word} has no place there"
            if shown.what not in PROMPTS:
                answered.add(word)
        elif shown.what in TO_ONE_AND_OF_OTHERS:
            here = shown.room.channel_id if shown.room else ""
            asked_with = any(each.author == shown.to and each.channel_id == here for each in secret.sayings)
            if shown.what == "why" and word not in answered and not asked_with:
                yield f"{word} was not in an answer there"
        elif not in_dm and not any(saying.author == shown.to for saying in secret.sayings):
            yield f"{word} is not {shown.to}'s own"

    def _fits(self, saying: Saying, shown: Shown) -> bool:
        """Return whether something said like this may stand in an answer: the design's words on who may see what."""
        room = shown.room
        assert room is not None
        said_here, own = saying.channel_id == room.channel_id, saying.author == shown.to
        if room.is_dm and own:
            return True
        if self.stage.outsiders(room) and not said_here:
            return False
        where = self.stage.room(saying.channel_id)
        in_public = saying.in_public and where is not None and where.kind is PlaceKind.PUBLIC
        in_this_private_room = said_here and room.kind is PlaceKind.PRIVATE
        within_reach = said_here or saying.workspace in self.stage.workspaces.get(shown.to, (room.workspace,))
        if own:
            keeps_out = (shown.to, self.stage.installed_in(room.workspace)) in self.keeps_out
            return not keeps_out and (in_public or in_this_private_room)
        if saying.shape.kind in OTHERS_ONLY_BY_NAME:
            return in_public and within_reach and self.asked_about == saying.author
        return in_this_private_room or (in_public and within_reach and not saying.shape.personal)

    def _wrong_notes(self, held: str, shown: Shown) -> Iterator[str]:
        """Yield why notes should not stand where they were shown. Who the bot is may be known to everyone."""
        held = held.replace(SOUL_WORD, "")
        readers, names = self.readers(shown), list(self.stage.workspaces)
        if WORKSPACE_WORD in held and (readers & (self.stage.guests | {worlds.STRANGER})):
            yield "the notes of the workspace are not for outsiders"
        if WORKSPACE_WORD in held and len({memory.subject.team_id for memory in self._memories()}) > 1:
            yield "the notes of one workspace are not for another"
        for name in names:
            if personal_word(self.stage.person(name)) in held and readers != {name}:
                yield f"the notes about {name} are theirs"


def _tells_that_it_ended(word: str, text: str) -> bool:
    pieces = (piece for piece in _PIECES.split(text) if word in piece.casefold())
    return any(mark in piece.replace('\\"', '"') for piece in pieces for mark in _TELLS_AN_END)
