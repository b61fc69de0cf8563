"""What keeping costs: durable appends beside a bare write-and-sync loop, loading a long log, and its memory.

    python -m tests.faults.costs [--appends 2000] [--entries 100000]

The bars: one by one at least half as many appends a second as the bare loop, more in batches; 100,000 entries of one
person loaded in at most 1 second, in at most 150 MB.

Where the bare loop makes 6,000 to 7,000 appends a second, 0.51 as many are made one by one, 0.48 before the pages of
a long log took less of the time. The sync takes 16 microseconds longer than a bare one, since whatever runs before it
cools the caches; 85 are ours (115 with cold caches): to check the arguments 4, the lock 5, to see whether anything
changed on the disk 6, to weigh the statement against what is known 12, two ids 5, the line 5, the ledger 15, the write
4, the audit 11, the values and the calls between all these the rest. On a slower disk the share is higher.
"""

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from statistics import median

from memory.book import Book, open_book
from memory.log import file_name, format_entry, header
from memory.records import Kind, Memory, Origin, Person, Source
from tests.memory.making import MARCH

PERSON = Person("T1", "U1")
_ROUNDS = 40
"""In turn a little of each, so that what else the machine does slows them all down alike."""
_A_DAY = 280
"""Entries written for each day of a long log."""


def per_second(count: int, work: Callable[[int], object], *, start: int = 0) -> float:
    """Return how often a second something was done, over `count` times, numbered from `start`."""
    started = time.perf_counter()
    for number in range(start, start + count):
        work(number)
    return count / (time.perf_counter() - started)


def appends(folder: Path, count: int) -> dict[str, list[float]]:
    """Return appends a second, round by round: bare, one by one through the book, and in batches of a hundred.

    What is written grows from round to round, in each of the three ways; all begin with one append that does not count.
    """
    line = b"x" * 230 + b"\n"
    descriptor = os.open(folder / "bare", os.O_WRONLY | os.O_CREAT | os.O_APPEND)

    def bare(_: int) -> None:
        os.write(descriptor, line)
        os.fsync(descriptor)

    def remember(book: Book, number: int) -> None:
        at = MARCH + timedelta(minutes=number)
        text = f"Fact {number} about thing{number * 7}"
        book.remember(PERSON, text, origin=Origin.DM, at=at, actor=PERSON.user_id)

    def hundred(book: Book, number: int) -> None:
        with book.batch(PERSON):
            for each in range(100):
                remember(book, number * 100 + each)

    told: dict[str, list[float]] = {"bare write and fsync": [], "one by one": [], "in batches": []}
    each, hundreds = max(1, count // _ROUNDS), max(1, count // _ROUNDS // 100)
    with open_book(folder / "one") as one, open_book(folder / "batch") as batch:
        bare(0)
        remember(one, -1)
        remember(batch, -1)
        for number in range(_ROUNDS):
            told["bare write and fsync"].append(per_second(each, bare))
            told["one by one"].append(per_second(each, partial(remember, one), start=number * each))
            more = per_second(hundreds, partial(hundred, batch), start=number * hundreds)
            told["in batches"].append(100 * more)
    os.close(descriptor)
    return told


def long_log(home: Path, count: int) -> None:
    """Write a log of `count` entries as memory-bot does."""
    folder = home / "teams" / PERSON.team_id / "people" / PERSON.user_id
    folder.mkdir(parents=True)
    for start in range(0, count, _A_DAY):
        day = datetime(2020, 1, 1, tzinfo=UTC) + timedelta(days=start // _A_DAY)
        lines = [header(day.date())]
        for number in range(start, min(start + _A_DAY, count)):
            at = day + timedelta(minutes=number - start)
            memory = Memory(
                id=f"01JD{number:022d}",
                subject=PERSON,
                kind=Kind.PREFERENCE,
                text=f"Prefers thing {number} over the other thing number {number * 7}",
                confidence=0.9,
                created_at=at,
                origin=Origin.DM,
                attribute=f"preference:thing {number % 500}",
                value=f"thing {number}",
                source=Source("C1", f"{at.timestamp():.6f}"),
            )
            lines.append(format_entry(memory, "alice") + "\n")
        (folder / file_name(day.date())).write_text("".join(lines))


def load(home: Path) -> tuple[float, float, int]:
    """Return the seconds it took to load the log, the megabytes it takes, and how many memories it holds."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with open_book(home) as book:
        started = time.perf_counter()
        with book.store.reading(PERSON) as state:
            count = len(state.current)
        seconds = time.perf_counter() - started
    return seconds, (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024, count


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--appends", type=int, default=2000)
    parser.add_argument("--entries", type=int, default=100_000)
    parser.add_argument("--load", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.load is not None:
        seconds, megabytes, count = load(options.load)
        sys.stdout.write(f"loaded {count} entries in {seconds:.2f} s, {megabytes:.0f} MB\n")
        return 0
    with tempfile.TemporaryDirectory(prefix="costs-") as folder:
        told = appends(Path(folder), options.appends)
        base = told["bare write and fsync"]
        for what, rates in told.items():
            ratio = median(rate / bare for rate, bare in zip(rates, base, strict=True))
            sys.stdout.write(f"{what}: {median(rates):.0f} appends/s ({ratio:.2f} of bare)\n")
        long_log(Path(folder) / "long", options.entries)
        for _ in range(2):
            command = [sys.executable, "-m", "tests.faults.costs", "--load", str(Path(folder) / "long")]
            sys.stdout.write(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    return 0


if __name__ == "__main__":
    sys.exit(main())
