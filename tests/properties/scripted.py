"""What the bot is given in a world: an extractor that knows its statements, notes, and replies as by any model."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from bot.replies.base import Reply, Situation
from bot.replies.grounded import GroundedReplies
from bot.replies.material import gather
from bot.replies.prompt import index_prompt, plain_prompt
from bot.settings import Settings
from bot.tools import bound_to, tools_of
from extractors.commanding.commands import read_commands
from extractors.commanding.wordings import Commands
from extractors.message import CleanText, Message, clean
from extractors.pipeline import Explanation
from memory.book import Book
from memory.records import Candidate, CandidateOp, Person
from memory.stores.in_memory import InMemoryStore
from tests.properties.worlds import SHAPES, TOPICS, Shape

SOUL_WORD, WORKSPACE_WORD = "zysoulx", "zyevergreenx"


def without_secret(shape: Shape, topic: str) -> Candidate:
    """Return what a statement of a sort says less its secret."""
    words = " ".join(shape.text.format(topic=topic, secret="").rstrip(" ,").split())
    value = shape.value.format(topic=topic, secret="").strip(" ,") if shape.value else ""
    attribute = shape.attribute and shape.attribute.format(topic=topic)
    return Candidate(CandidateOp.ADD, words, shape.kind, attribute, value or None, confidence=0.95)


class Scripted:
    """An extractor that knows the statements of a world by their words, and reads commands as the real one does."""

    def __init__(self) -> None:
        less = [without_secret(shape, topic) for shape in SHAPES for topic in TOPICS]
        self.known = {candidate.text: candidate for candidate in less}

    def untaken(self, *_: object) -> tuple[list[object], list[object]]:
        return [], []

    def extract(self, message: Message) -> list[Candidate]:
        return self.explain(message).candidates

    def explain(self, message: Message) -> Explanation:
        text = clean(message.text, bot_user_id=message.bot_user_id)
        read = read_commands(text, message)
        return Explanation(text, read, self._candidates(message, text, read))

    def _candidates(self, message: Message, text: CleanText, read: Commands) -> list[Candidate]:
        found = []
        for command in read.found:
            if command.op is CandidateOp.FORGET and command.body:
                found.append(Candidate(CandidateOp.FORGET, text.text[slice(*command.body)]))
            elif command.op is not CandidateOp.ADD:
                found.append(Candidate(command.op))
        if any(candidate.op in {CandidateOp.CONFIRM, CandidateOp.UNDO} for candidate in found):
            return found
        for words in sorted(self.known, key=len, reverse=True):
            start = message.text.find(words)
            if start >= 0:
                return [*found, replace(self.known[words], span=(start, start + len(words)))]
        return found


def personal_word(person: Person) -> str:
    """Return the word that the notes about somebody hold."""
    return f"zynotes{person.user_id.casefold()}x"


class NotedStore(InMemoryStore):
    """A home where people wrote notes: who the bot is, about the workspace, about each person."""

    def soul(self) -> str:
        return f"A bot called {SOUL_WORD}."

    def evergreen(self) -> str:
        return f"We meet at {WORKSPACE_WORD}."

    def user_notes(self, person: Person) -> str:
        return f"They once said {personal_word(person)}."


class AnyModel:
    """Answers without a model, and hands everything that a model could have said here to `seen`, prompt and tools.

    A model may repeat whatever it is given, so that counts as visible to everyone who reads the answer.
    """

    def __init__(self, book: Book, extractor: Any, settings: Settings, seen: Callable[[str], None]):
        self._book, self._extractor, self._settings, self._seen = book, extractor, settings, seen
        self._grounded = GroundedReplies()

    async def reply(self, situation: Situation) -> Reply:
        self._seen("\n".join(self._given(replace(situation, given=set()))))
        return await self._grounded.reply(situation)

    async def close(self) -> None:
        return

    def _given(self, situation: Situation) -> list[str]:
        prompts = []
        for recent in ("week", "excerpts"):
            material = gather(self._book, situation, recent=recent)
            prompts.append(plain_prompt(material, situation.name_of))
        material = gather(self._book, situation)
        prompts += [index_prompt(material), *(f"{turn.text}\n{turn.reply}" for turn in material.thread)]
        search, _, read, _ = tools_of(bound_to(situation, self._book, self._extractor, self._settings))
        asked = [{"query": topic, "top_k": 50} for topic in (*TOPICS, situation.text) if topic.strip()]
        files = ["index", "persona", "preferences", "facts", "events", "notes", f"{situation.now:%Y-%m-%d}"]
        found = [search.call(each) for each in asked] + [read.call({"file": each}) for each in files]
        return [*prompts, *map(str, found)]
