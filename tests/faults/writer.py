"""Writes to a home as fast as it can and tells what was kept, line by line, until it is killed.

    python -m tests.faults.writer HOME WRITER FIRST COUNT PEOPLE

Each line it prints names an entry that `remember` has returned from: from then on it must not be lost.
"""

import sys
from datetime import timedelta
from pathlib import Path

from memory.book import open_book
from memory.records import Origin, Person
from tests.memory.making import MARCH


def main(home: Path, writer: int, first: int, count: int, people: int) -> None:
    """Write `count` entries, numbered from `first`, in turn for several people; every fifth is corrected at once."""
    book = open_book(home)
    for number in range(first, first + count):
        person = Person("T1", f"U{number % people}")
        at = MARCH + timedelta(seconds=number)
        text = f"Writer {writer} entry {number:07d} of word{number * 7919}"
        memory = book.remember(person, text, origin=Origin.DM, at=at, actor=person.user_id).memory
        sys.stdout.write(f"{number}\n")
        sys.stdout.flush()
        if number % 5 == 0:
            book.patch(person, memory.id, f"{text} corrected", at=at, actor=person.user_id)
    book.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), *map(int, sys.argv[2:]))
