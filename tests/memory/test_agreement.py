"""Every store agrees with the plainest one after any sequence of operations, edits by hand, crashes and reopenings.

A store joins by one more subclass of `Agreement`, with what it can do beyond the protocol (lose the machine's power, be
edited by hand) as rules of its own.
"""

import os
import shutil
import tempfile
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from memory.book import Book, BookSettings, open_book
from memory.records import Candidate, Change, Memory, Origin, Person, Source
from memory.stores.in_memory import InMemoryStore
from memory.stores.markdown import MarkdownStore
from tests.memory.making import ANA, BO, MARCH, add, asking, ended

PEOPLE = st.sampled_from([ANA, BO])
CITIES = st.sampled_from(["Lisbon", "Porto", "Rome"])
THINGS = st.sampled_from(["tea", "ramen", "jazz"])
STATEMENTS = st.one_of(
    CITIES.map(lambda city: add(f"Lives in {city}", "location", city)),
    st.builds(
        lambda thing, against: add(
            f"{'Dislikes' if against else 'Likes'} {thing}", f"preference:{thing}", thing, against=against
        ),
        THINGS,
        st.booleans(),
    ),
    THINGS.map(lambda thing: add(f"Keeps {thing} in the cellar")),
    CITIES.map(lambda city: ended(f"Lives in {city}", "location", city)),
    THINGS.map(lambda thing: ended(f"Keeps {thing} in the cellar")),
)
MINUTES = st.integers(0, 60 * 24 * 4)


def essence(memories: list[Memory], names: dict[str, str]) -> list[tuple[object, ...]]:
    """Return what two stores must agree on: everything but the ids, and the order of what was said at one moment."""
    told = [
        (
            memory.text,
            memory.kind,
            memory.status,
            memory.created_at,
            memory.ended_at,
            memory.confirmed_at,
            memory.confidence,
            memory.attribute,
            memory.source,
            names.get(memory.supersedes or "", memory.supersedes is not None),
            names.get(memory.replaced_by or "", memory.replaced_by is not None),
        )
        for memory in memories
    ]
    return sorted(told, key=lambda each: (each[3], repr(each)))


class Clock:
    """The one clock of an example: what is done by hand is noticed after what was said before, and so on."""

    def __init__(self) -> None:
        self.time = MARCH

    def now(self) -> datetime:
        """Tell a new millisecond each time: what two processes notice at the very same instant has no order."""
        self.time += timedelta(milliseconds=1)
        return self.time

    def later(self) -> datetime:
        self.time += timedelta(minutes=7)
        return self.time


def on_disk(home: Path, now: Callable[[], datetime]) -> Book:
    return open_book(home, BookSettings(), now=now)


def in_memory(home: Path, now: Callable[[], datetime]) -> Book:
    return Book(InMemoryStore(), home, BookSettings(), now=now)


TICK_NS = 10_000_000
"""What separates two changes in the clock of a disk: one of as many bytes within the same tick shows nowhere."""


class Agreement(RuleBasedStateMachine):
    """Does the same to two books and compares them."""

    open: Callable[[Path, Callable[[], datetime]], Book]

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(prefix="agreement-"))
        self.clock = Clock()
        self.said = 0
        self.model = in_memory(self.folder / "model", self.clock.now)
        self.book = type(self).open(self.folder / "home", self.clock.now)

    def teardown(self) -> None:
        self.book.close()
        shutil.rmtree(self.folder)

    def both(self, do: Callable[[Book], list[Change]]) -> None:
        theirs, ours = do(self.model), do(self.book)
        assert [(c.operation, c.memory.text, c.memory.status, c.refreshed) for c in ours] == [
            (c.operation, c.memory.text, c.memory.status, c.refreshed) for c in theirs
        ]

    @rule(person=PEOPLE, candidates=st.lists(STATEMENTS, min_size=1, max_size=3), minutes=MINUTES)
    def says(self, person: Person, candidates: list[Candidate], minutes: int) -> None:
        self.said += 1  # what is said at the very same time before and after a restart has no order
        at = MARCH + timedelta(minutes=minutes, milliseconds=self.said)
        source = Source("C1", f"{at.timestamp():.6f}")
        self.both(
            lambda book: book.apply(person, candidates, source=source, origin=Origin.DM, at=at, actor=person.user_id)
        )

    @rule(person=PEOPLE, thing=THINGS)
    def remembers(self, person: Person, thing: str) -> None:
        at = self.clock.later()
        self.both(lambda book: [book.remember(person, f"Owns {thing}", origin=Origin.DM, at=at, actor=person.user_id)])

    @rule(person=PEOPLE, words=THINGS | CITIES, hard=st.booleans())
    def forgets(self, person: Person, words: str, hard: bool) -> None:
        at = self.clock.later()
        self.both(lambda book: book.forget(person, asking(words), at=at, actor=person.user_id, hard=hard))

    @rule(person=PEOPLE)
    def takes_back_the_last(self, person: Person) -> None:
        at = self.clock.later()
        self.both(lambda book: book.undo(person, at=at, actor=person.user_id))

    @rule(person=PEOPLE, place=st.integers(0, 5))
    def takes_back_one(self, person: Person, place: int) -> None:
        at = self.clock.later()
        self.both(lambda book: book.undo(person, at=at, actor=person.user_id, ids=self.nth(book, person, place)))

    @rule(person=PEOPLE, place=st.integers(0, 5), city=CITIES)
    def is_corrected(self, person: Person, place: int, city: str) -> None:
        at = self.clock.later()
        self.both(
            lambda book: [
                book.patch(person, each, f"Corrected to {city}", at=at, actor=person.user_id)
                for each in self.nth(book, person, place)
            ]
        )

    @rule(person=PEOPLE, place=st.integers(0, 5))
    def is_found_wrong(self, person: Person, place: int) -> None:
        at = self.clock.later()
        self.both(
            lambda book: [
                book.invalidate(person, each, at=at, actor=person.user_id, reason="wrong")
                for each in self.nth(book, person, place)
            ]
        )

    @rule(person=PEOPLE)
    def fails_midway(self, person: Person) -> None:
        at = self.clock.later()
        for book in (self.model, self.book):
            with suppress(ZeroDivisionError), book.batch(person):
                book.remember(person, "Never kept", origin=Origin.DM, at=at, actor=person.user_id)
                raise ZeroDivisionError

    @rule(person=PEOPLE)
    def is_erased(self, person: Person) -> None:
        at = self.clock.later()
        for book in (self.model, self.book):
            book.erase_person(person, at=at, actor="UADMIN")

    @invariant()
    def they_agree(self) -> None:
        for person in (ANA, BO):
            ours, theirs = (book.memories(person, status=None) for book in (self.book, self.model))
            names = [{memory.id: memory.text for memory in memories} for memories in (ours, theirs)]
            assert essence(ours, names[0]) == essence(theirs, names[1])
            lineages = [
                sorted([each.text for each in chain] for chain in book.history(person))
                for book in (self.book, self.model)
            ]
            assert lineages[0] == lineages[1]

    @invariant()
    def one_value_holds_at_a_time(self) -> None:
        for person in (ANA, BO):
            places = [each for each in self.book.memories(person) if each.attribute == "location"]
            assert len(places) <= 1

    @invariant()
    def everything_can_be_read(self) -> None:
        assert self.book.problems() == []

    @staticmethod
    def nth(book: Book, person: Person, place: int) -> list[str]:
        return [memory.id for memory in book.memories(person)[place : place + 1]]


class MarkdownAgreement(Agreement):
    """The Markdown store, also after a restart, a crash, a lost index, another process, and edits by hand."""

    open = staticmethod(on_disk)

    @initialize()
    def two_processes(self) -> None:
        self.other = on_disk(self.folder / "home", self.clock.now)

    @rule()
    def the_other_process_takes_over(self) -> None:
        self.book, self.other = self.other, self.book

    @rule()
    def is_reopened(self) -> None:
        self.book.close()
        self.book = on_disk(self.folder / "home", self.clock.now)

    @rule()
    def the_index_is_lost(self) -> None:
        shutil.rmtree(self.folder / "home" / "index", ignore_errors=True)
        self.is_reopened()  # an edit by hand before anybody looked again counts, but is not told from what stood there
        for person in (ANA, BO):
            self.book.memories(person)

    @precondition(lambda self: self.logs())
    @rule(data=st.data())
    def the_machine_crashes_while_writing(self, data: st.DataObject) -> None:
        path = data.draw(st.sampled_from(self.logs()))
        person = Person("T1", path.parent.name)
        store = self.book.store
        assert isinstance(store, MarkdownStore)
        whole = path.read_bytes()
        at = datetime.fromisoformat(f"{path.stem}T23:59:00+00:00")
        with suppress(RuntimeError):
            self.interrupted(person, path, at, data)
        assert path.read_bytes()[: len(whole)] == whole
        self.is_reopened()

    def interrupted(self, person: Person, path: Path, at: datetime, data: st.DataObject) -> None:
        """Write an entry as a process does that is killed before the write is done: part of the line is there."""
        size = path.stat().st_size
        ledger = self.folder / "home" / "index" / "ledger" / person.team_id / person.user_id / path.name
        self.book.memories(person)
        known = ledger.read_bytes() if ledger.exists() else b""
        self.book.remember(person, "Half of this is written", origin=Origin.DM, at=at, actor=person.user_id)
        written = path.read_bytes()
        begun = ledger.read_bytes()[len(known) :].partition(b"=")[0] if known else b""
        path.write_bytes(written[: size + data.draw(st.integers(0, len(written) - size - 1))])
        if known:
            ledger.write_bytes(known + begun)

    @precondition(lambda self: self.logs())
    @rule(data=st.data(), city=CITIES)
    def a_note_is_added_by_hand(self, data: st.DataObject, city: str) -> None:
        path = data.draw(st.sampled_from(self.logs()))
        with path.open("a") as file:
            file.write(f"\n> {city} -->\n")

    @precondition(lambda self: self.logs())
    @rule(data=st.data())
    def a_file_is_renamed_by_hand(self, data: st.DataObject) -> None:
        path = data.draw(st.sampled_from(self.logs()))
        free = next(
            f"2030-01-{number:02d}.md"
            for number in range(1, 32)
            if not path.with_name(f"2030-01-{number:02d}.md").exists()
        )
        path.rename(path.with_name(free))

    @precondition(lambda self: self.words())
    @rule(data=st.data(), city=CITIES)
    def a_line_is_changed_by_hand(self, data: st.DataObject, city: str) -> None:
        person, memory = data.draw(st.sampled_from(self.words()))
        text = f"Typed {city} {memory.created_at:%d%H%M}"
        for path in self.logs():
            lines = path.read_text().split("\n")
            marked = [f'"id":"{memory.id}","kind"' in line for line in lines]
            if any(marked):
                place = marked.index(True)
                head, _, tail = lines[place].partition(" | ")[2].partition(" | ")[2].rpartition(" <!-- memory ")
                lines[place] = lines[place].replace(f"| {head} <!-- memory {tail}", f"| {text} <!-- memory {tail}")
                before = path.stat()
                path.write_text("\n".join(lines))
                os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns + TICK_NS))  # no hand is as quick as we are
        match = [
            each
            for each in self.model.memories(person)
            if each.created_at == memory.created_at and each.text == memory.text
        ]
        assert len(match) == 1
        self.model.patch(person, match[0].id, text, at=self.clock.later(), actor="hand")

    def logs(self) -> list[Path]:
        return sorted((self.folder / "home").glob("teams/*/people/*/20??-??-??.md"))

    def words(self) -> list[tuple[Person, Memory]]:
        """Return the active memories that can be told apart by their time and text."""
        found = []
        for person in (ANA, BO):
            memories = self.book.memories(person)
            for memory in memories:
                alike = [each for each in memories if (each.created_at, each.text) == (memory.created_at, memory.text)]
                if len(alike) == 1:
                    found.append((person, memory))
        return found


class InMemoryAgreement(Agreement):
    """The in-memory store beside another of its kind: the suite itself must hold."""

    open = staticmethod(in_memory)


SHORT = settings(
    max_examples=int(os.environ.get("MEMORY_BOT_AGREEMENT_EXAMPLES", "25")),
    stateful_step_count=20,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
MarkdownAgreement.TestCase.settings = SHORT
InMemoryAgreement.TestCase.settings = SHORT
TestMarkdownAgreement = MarkdownAgreement.TestCase
TestInMemoryAgreement = InMemoryAgreement.TestCase
