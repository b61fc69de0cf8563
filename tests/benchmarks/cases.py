"""Reads the labelled questions of this folder and asks them: our own words, none of anybody's data set."""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from extractors.asking.questions import understand
from extractors.message import Message
from extractors.pipeline import Extractor
from memory.book import open_book
from memory.encoding import Encoder
from memory.encoding.base import typical_of
from memory.index import MemoryIndex
from memory.index.vectors import VectorTable
from memory.recall import RecallLimits, Vector, recall
from memory.records import Kind, Memory, Origin, Person, Recalled, Source, Status

NOW = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)
TEAM = "T1"
HERE = Path(__file__).parent


@dataclass(frozen=True)
class Question:
    """A question of a person, and the ids of the memories that answer it; none where it was never said."""

    reader: Person
    text: str
    answers: frozenset[str]


@dataclass
class World:
    """Everyone's memories in one index, and what is asked."""

    index: MemoryIndex = field(default_factory=MemoryIndex)
    questions: list[Question] = field(default_factory=list)
    vectors: Mapping[str, Vector] = field(default_factory=dict)

    def ask(self, question: Question, limits: RecallLimits = RecallLimits()) -> list[Recalled]:  # noqa: B008 - frozen
        """Return what is recalled when the reader, and nobody else, may see only what is theirs."""
        return recall(
            understand(question.text, now=NOW),
            self.index,
            reader=question.reader,
            visible=lambda memory: memory.subject == question.reader,
            now=NOW,
            limits=limits,
            vector=self.vectors.get(question.text),
        )

    def encode(self, encoder: Encoder) -> None:
        """Search by meaning too from now on."""
        self.vectors = encoded(self.index, [question.text for question in self.questions], encoder)


def encoded(index: MemoryIndex, questions: Sequence[str], encoder: Encoder) -> Mapping[str, Vector]:
    """Give an index the vectors of its memories, and return those of questions."""
    typical, dimensions = typical_of(encoder)
    index.use_vectors(VectorTable(dimensions, typical))
    memories = index.without_vectors(len(index))
    for memory, vector in zip(memories, encoder.encode([memory.text for memory in memories]), strict=True):
        index.put_vector(memory, vector)
    return dict(zip(questions, encoder.encode(questions), strict=True))


def precision_world() -> World:
    """Return the precision set: a few people with many memories each, and questions with and without an answer."""
    world = World()
    for entry in tomllib.loads((HERE / "precision.toml").read_text(encoding="utf-8"))["person"]:
        person = Person(TEAM, entry["user"])
        lines = [line.split("|") for line in entry["memories"].strip().splitlines()]
        made = {}
        for place, (memory_id, kind, attribute, text) in enumerate(lines):
            made[memory_id.strip()] = _memory(memory_id, person, kind, attribute, text, days=40.0 - place)
        for old, new in entry["replaced"].items():
            made[old] = replace(made[old], status=Status.SUPERSEDED, replaced_by=new, ended_at=made[new].created_at)
            made[new] = replace(made[new], supersedes=old)
        for memory in made.values():
            world.index.put(memory)
        for line in entry["questions"].strip().splitlines():
            text, ids = line.split("|")
            world.questions.append(Question(person, text.strip(), frozenset(ids.split())))
    return world


def paraphrase_world() -> World:
    """Return the paraphrases: for each person one statement on each attribute, and a question in other words."""
    world = World()
    people = tomllib.loads((HERE / "paraphrases.toml").read_text(encoding="utf-8"))["people"]
    for user, lines in people.items():
        person = Person(TEAM, user)
        for place, line in enumerate(lines.strip().splitlines()):
            kind, attribute, text, question = line.split("|")
            memory = _memory(f"{user}{place}", person, kind, attribute, text, days=40.0 - place)
            world.index.put(memory)
            world.questions.append(Question(person, question.strip(), frozenset({memory.id})))
    return world


def asked_world(extractor: Extractor, home: Path) -> World:
    """Return what people told in their own words, as it is captured into an empty home, and questions about it."""
    world = World()
    with open_book(home) as book:
        for entry in tomllib.loads((HERE / "asked.toml").read_text(encoding="utf-8"))["person"]:
            person = Person(TEAM, entry["user"])
            for place, text in enumerate(entry["said"].strip().splitlines()):
                at = NOW - timedelta(days=40 - place)
                candidates = extractor.extract(Message(text=text, sent_at=at))
                book.apply(person, candidates, source=Source("D1", f"{place}.0"), origin=Origin.DM, at=at, actor="test")
            known = book.memories(person)
            for memory in known:
                world.index.put(memory)
            for line in entry["questions"].strip().splitlines():
                text, words = (part.strip() for part in line.split("|"))
                answers = frozenset(memory.id for memory in known if words and words in memory.text)
                if answers or not words:
                    world.questions.append(Question(person, text, answers))
    return world


def _memory(memory_id: str, person: Person, kind: str, attribute: str, text: str, *, days: float) -> Memory:
    return Memory(
        id=memory_id.strip(),
        subject=person,
        kind=Kind(kind.strip()),
        attribute=attribute.strip() or None,
        text=text.strip(),
        confidence=0.9,
        created_at=NOW - timedelta(days=days),
        origin=Origin.DM,
        source=Source("D1", f"{days}.0"),
    )


@dataclass(frozen=True)
class Figures:
    """How well a world was answered, each 0.0 to 1.0, and what went wrong."""

    precision: float
    recall: float
    abstention: float
    first: float
    wrong: tuple[str, ...]


def figures(world: World) -> Figures:
    """Return the figures over all questions.

    `precision` is the share of recalled memories that answer, over the questions with an answer; `recall` the share of
    the answers that were recalled; `abstention` the share of questions without an answer that recall nothing; `first`
    the share of questions with an answer whose first memory answers.
    """
    recalled = right = wanted = first = answered = silent = unanswerable = 0
    wrong: list[str] = []
    for question in world.questions:
        found = world.ask(question)
        hits = [item.memory.id in question.answers for item in found]
        if question.answers:
            answered += 1
            recalled, right, wanted = recalled + len(hits), right + sum(hits), wanted + len(question.answers)
            first += bool(hits) and hits[0]
        else:
            unanswerable += 1
            silent += not found
        if not all(hits) or sum(hits) < len(question.answers):
            wrong.append(" / ".join([question.text, *_told(found)]))
    return Figures(
        right / max(recalled, 1),
        right / max(wanted, 1),
        silent / unanswerable if unanswerable else 1.0,
        first / answered,
        tuple(wrong),
    )


def _told(found: list[Recalled]) -> Iterator[str]:
    for item in found:
        yield f"{item.score:.2f} {item.memory.text}"
