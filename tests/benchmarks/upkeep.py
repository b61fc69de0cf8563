"""Measure what the index of recall costs besides searching: `python -m tests.benchmarks.upkeep [--memories 100000]`.

One person's log of made-up statements is written, indexed and put down; then fresh processes open it, with the snapshot
of the index and without, up to the first answer; then memories are added, one by one, each searchable at once. Prints
a Markdown table; `--write FILE` puts it between the marks in that file. The bars for 100,000 memories: the index open
within 1 second, at most 1 ms a memory added, at most three times the text on disk.
"""

import argparse
import json
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import median

from extractors.asking.questions import understand
from memory.book import Book, open_book
from memory.index import MemoryIndex
from memory.log import file_name, format_entry, header
from memory.records import Kind, Memory, Origin, Person, Query, Source
from tests.benchmarks.latency import ME, NOW, questions, statements
from tests.benchmarks.peers import written

MARKS = ("<!-- index upkeep -->", "<!-- end of index upkeep -->")
_A_DAY = 250
OPENINGS = 3
ADDED = 2_000


def written_log(home: Path, texts: Sequence[str], person: Person = ME) -> int:
    """Write a log that holds these statements, as memory-bot does; return how many bytes of text they are."""
    folder = home / "teams" / person.team_id / "people" / person.user_id
    folder.mkdir(parents=True)
    for start in range(0, len(texts), _A_DAY):
        day = datetime(2024, 1, 1, tzinfo=UTC) + timedelta(days=start // _A_DAY)
        lines = [header(day.date())]
        for number, text in enumerate(texts[start : start + _A_DAY], start):
            lines.append(format_entry(statement(number, text, day + timedelta(minutes=number - start)), "alice") + "\n")
        (folder / file_name(day.date())).write_text("".join(lines), encoding="utf-8")
    return sum(len(text.encode()) for text in texts)


def statement(number: int, text: str, at: datetime) -> Memory:
    """Return a made-up memory."""
    return Memory(
        id=f"01JD{number:022d}",
        subject=ME,
        kind=Kind.FACT,
        text=text,
        confidence=0.9,
        created_at=at,
        origin=Origin.DM,
        source=Source("D1", f"{at.timestamp():.6f}"),
    )


def opened(home: Path, question: str) -> dict[str, float]:
    """Open a book and ask it one question; return the seconds to read the log, and from then to the answer."""
    query = understand(question, now=NOW)
    begun = time.perf_counter()
    with open_book(home) as book:
        with book.store.reading(ME):
            read = time.perf_counter()
        _ask(book, query)
        answered = time.perf_counter()
    return {"log": read - begun, "index": answered - read}


def _ask(book: Book, query: Query) -> None:
    book.recall(query, reader=ME, visible=lambda _: True, now=NOW)


def fresh(home: Path, question: str) -> dict[str, float]:
    """Do the same in a process of its own."""
    command = [sys.executable, "-m", "tests.benchmarks.upkeep", "--open", str(home), "--ask", question]
    found: dict[str, float] = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    return found


def adding(texts: Sequence[str], more: Sequence[str]) -> list[float]:
    """Return the milliseconds that each memory took to be added to an index that holds the first texts already."""
    index = MemoryIndex()
    for number, text in enumerate(texts):
        index.put(statement(number, text, NOW - timedelta(minutes=len(texts) - number)))
    took = []
    for number, text in enumerate(more, len(texts)):
        memory = statement(number, text, NOW + timedelta(minutes=number))
        begun = time.perf_counter()
        index.put(memory)
        took.append(1000 * (time.perf_counter() - begun))
    return sorted(took)


def size(folder: Path) -> int:
    """Return the bytes of all files below a folder."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def measure(count: int, folder: Path) -> list[str]:
    """Measure all and return the table."""
    rng = random.Random(1)
    texts = list(statements(count, rng))
    home = folder / "home"
    text_size = written_log(home, texts)
    ask = questions(texts, 1, rng)[0]
    fresh(home, ask)  # the first one takes the log into its ledger, and puts the index down
    disposable = home / "index"
    with_snapshot = [fresh(home, ask) for _ in range(OPENINGS)]
    on_disk = size(disposable / "recall")
    without = []
    for _ in range(OPENINGS):
        shutil.rmtree(disposable / "recall")
        without.append(fresh(home, ask))
    took = adding(texts, list(statements(ADDED, rng)))
    return [
        f"{count:,} memories of one person, {text_size / 1e6:.1f} MB of text:",
        "",
        "| | median |",
        "|---|---:|",
        f"| the log read | {median(each['log'] for each in with_snapshot):.2f} s |",
        f"| the index open, up to the first answer | {median(each['index'] for each in with_snapshot):.2f} s |",
        f"| the same without a snapshot | {median(each['index'] for each in without):.2f} s |",
        f"| one memory added and searchable | {median(took):.3f} ms, p99 {took[int(len(took) * 0.99)]:.3f} ms |",
        f"| the index on disk | {on_disk / 1e6:.1f} MB, {on_disk / text_size:.1f} times the text |",
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--memories", type=int, default=100_000)
    parser.add_argument("--write", type=Path, help="the document that holds the table")
    parser.add_argument("--open", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--ask", help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.open:
        sys.stdout.write(json.dumps(opened(options.open, options.ask)))
        return 0
    with tempfile.TemporaryDirectory(prefix="upkeep-") as folder:
        lines = measure(options.memories, Path(folder))
    sys.stdout.write("\n".join(lines) + "\n")
    if options.write:
        options.write.write_text(written(options.write.read_text("utf-8"), ["", *lines, ""], MARKS), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
