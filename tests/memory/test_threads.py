"""One book, many threads: nothing is lost, doubled or mixed up, and nobody waits for ever."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

from memory.book import Book
from memory.records import Operation, Origin, Person
from tests.memory.making import MARCH, add, asking, said_on

PEOPLE = [Person("T1", f"U{number}") for number in range(4)]


def test_threads_write_and_recall_at_once(book: Book) -> None:
    def work(worker: int) -> int:
        found = 0
        for turn in range(12):
            person = PEOPLE[(worker + turn) % len(PEOPLE)]
            at = MARCH + timedelta(minutes=worker * 100 + turn)
            book.remember(
                person, f"Worker {worker} keeps item{turn} on shelf{turn * 7}", origin=Origin.DM, at=at, actor="U"
            )
            found += len(book.recall(asking(f"item{turn}"), reader=person, visible=lambda _: True, limit=50))
            book.memories(person)
        return found

    with ThreadPoolExecutor(8) as threads:
        found = list(threads.map(work, range(8)))

    assert all(count >= 12 for count in found)
    memories = [memory for person in PEOPLE for memory in book.memories(person)]
    assert len(memories) == len({memory.text for memory in memories}) == 8 * 12
    assert len(list(book.audit(operation=Operation.INSERT))) == 8 * 12
    assert book.problems() == []


def test_one_message_delivered_to_several_threads_is_captured_once(book: Book) -> None:
    def deliver(_: int) -> int:
        changes = book.apply(
            PEOPLE[0],
            [add("Lives in Porto", "location", "Porto")],
            source=said_on(1),
            origin=Origin.DM,
            at=MARCH,
            actor="U0",
        )
        return sum(not change.refreshed for change in changes)

    with ThreadPoolExecutor(6) as threads:
        captured = list(threads.map(deliver, range(12)))

    assert sum(captured) == 1
    assert len(book.memories(PEOPLE[0], status=None)) == 1
