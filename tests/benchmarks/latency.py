"""Measure how fast one person's memories are searched, beside other engines: `python -m tests.benchmarks.latency`.

The memories are made up: short statements of words whose frequencies fall as in any text. Each engine answers the
same questions in the same run; tantivy and SQLite FTS5 bare, ours as the bot calls it, from the text of the question
to the ranked and explained memories. Prints a Markdown table; what is not installed is named as such. `--cpu` measures
the time on the processor instead of by the clock, which says more on a busy machine. `--write FILE` puts the table
between the marks in that file.
"""

import argparse
import random
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from importlib.util import find_spec
from pathlib import Path

from extractors.asking.questions import understand
from memory.index import MemoryIndex
from memory.recall import recall
from memory.records import Kind, Memory, Origin, Person, Source
from tests.benchmarks.peers import written

NOW = datetime(2026, 11, 20, tzinfo=UTC)
ME = Person("T1", "U1")
SYLLABLES = [a + b for a in "bcdfghjklmnprstvwz" for b in ("a", "e", "i", "o", "u", "an", "el", "or")]
STARTS = ["Likes", "Works with", "Dislikes", "Lives near", "Has a", "Keeps the", "Prefers", "Met", "Is building the"]
ASKS = ["where is the {}?", "what did I say about {}?", "do I like {}?", "when did I meet {}?", "who has the {}?"]


@dataclass(frozen=True)
class Timing:
    """Milliseconds a query at the median and the 99th percentile, and seconds to take everything in."""

    median: float
    p99: float
    build: float


def words(count: int, rng: random.Random) -> list[str]:
    """Return different made-up words, in the order of their frequency."""
    found: dict[str, None] = {}
    while len(found) < count:
        found["".join(rng.choices(SYLLABLES, k=rng.choice((2, 3, 3, 4))))] = None
    return list(found)


def statements(count: int, rng: random.Random) -> Iterator[str]:
    """Yield short statements whose words follow Zipf's law."""
    vocabulary = words(min(60_000, 2_000 + count // 2), rng)
    weights = [1.0 / (rank + 10) for rank in range(len(vocabulary))]
    running = [0.0]
    for weight in weights:
        running.append(running[-1] + weight)
    for _ in range(count):
        chosen = rng.choices(vocabulary, cum_weights=running[1:], k=rng.randint(4, 9))
        yield f"{rng.choice(STARTS)} {' '.join(chosen)}"


def questions(texts: Sequence[str], count: int, rng: random.Random) -> list[str]:
    """Return questions for two or three words of memories drawn at random."""
    asked = []
    for _ in range(count):
        held = rng.choice(texts).split()[2:]
        asked.append(rng.choice(ASKS).format(" ".join(rng.sample(held, min(len(held), rng.choice((2, 3)))))))
    return asked


def timed(
    build: Callable[[], Callable[[str], object]], asked: Sequence[str], clock: Callable[[], float] = time.perf_counter
) -> Timing:
    """Return the timing of an engine: `build` takes everything in and gives the search."""
    begun = clock()
    search = build()
    built = clock() - begun
    for question in asked[:20]:
        search(question)
    took = []
    for question in asked:
        begun = clock()
        search(question)
        took.append((clock() - begun) * 1000)
    took.sort()
    return Timing(took[len(took) // 2], took[int(len(took) * 0.99)], built)


def memories(texts: Sequence[str]) -> Iterator[Memory]:
    """Yield the statements as memories of one person, learned a minute apart in many channels."""
    for number, text in enumerate(texts):
        yield Memory(
            id=f"M{number:08}",
            subject=ME,
            kind=Kind.FACT,
            text=text,
            confidence=0.9,
            created_at=NOW - timedelta(minutes=len(texts) - number),
            origin=Origin.DM,
            source=Source(f"C{number % 50}", f"{number}.0"),
        )


def ours(texts: Sequence[str]) -> Callable[[str], object]:
    """Take the statements into our index."""
    index = MemoryIndex()
    for memory in memories(texts):
        index.put(memory)
    return lambda question: recall(
        understand(question, now=NOW), index, reader=ME, visible=lambda memory: memory.subject == ME, now=NOW
    )


def fts5(texts: Sequence[str]) -> Callable[[str], object]:
    """Take the statements into SQLite FTS5; question words are dropped, as ours drops them."""
    database = sqlite3.connect(Path(tempfile.mkdtemp()) / "fts.db")
    database.execute("CREATE VIRTUAL TABLE m USING fts5(text, tokenize='porter unicode61')")
    database.executemany("INSERT INTO m(text) VALUES (?)", ((text,) for text in texts))
    database.commit()

    def search(question: str) -> object:
        match = " OR ".join(f'"{term}"' for term in understand(question, now=NOW).terms)
        return database.execute("SELECT rowid FROM m WHERE m MATCH ? ORDER BY bm25(m) LIMIT 10", (match,)).fetchall()

    return search


def tantivy(texts: Sequence[str]) -> Callable[[str], object]:
    """Take the statements into tantivy, with its English stemmer; the whole question is searched."""
    import tantivy as engine  # type: ignore[import-not-found,unused-ignore]  # measured only where it is installed

    builder = engine.SchemaBuilder()
    builder.add_text_field("text", stored=True, tokenizer_name="en_stem")
    index = engine.Index(builder.build(), path=tempfile.mkdtemp())
    writer = index.writer(128_000_000, 1)
    for text in texts:
        writer.add_document(engine.Document(text=text))
    writer.commit()
    writer.wait_merging_threads()
    index.reload()
    searcher = index.searcher()

    def search(question: str) -> object:
        found = searcher.search(index.parse_query(question.rstrip("?"), ["text"]), 10)
        return [searcher.doc(address) for _, address in found.hits]

    return search


MARKS = ("<!-- latency -->", "<!-- end of latency -->")
ENGINES = {"ours": ours, "tantivy": tantivy, "fts5": fts5}


def installed(name: str) -> bool:
    """Return whether an engine can be measured here."""
    return name != "tantivy" or find_spec("tantivy") is not None


def row(size: int, name: str, timing: Timing | None, tantivys: Timing | None) -> str:
    """Return one line of the table; of an engine that is not installed too."""
    if timing is None:
        return f"| {size:,} | {name} | not installed | | | |"
    bar = ""
    if name == "ours" and tantivys is not None:
        allowed = 2 * tantivys.median + 1
        bar = f"{'yes' if timing.median <= allowed else 'no'}, {allowed:.2f}"
    return f"| {size:,} | {name} | {timing.median:.2f} | {timing.p99:.2f} | {bar} | {size / timing.build:,.0f} |"


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", default="1000,10000,100000,1000000", help="how many memories, comma-separated")
    parser.add_argument("--queries", type=int, default=300, help="how many questions at each size")
    parser.add_argument("--engines", default="ours,tantivy,fts5", help="which engines, comma-separated")
    parser.add_argument("--cpu", action="store_true", help="measure time on the processor, not by the clock")
    parser.add_argument("--write", type=Path, help="the document that holds the table")
    options = parser.parse_args()
    clock = time.process_time if options.cpu else time.perf_counter
    say = sys.stdout.write
    lines = ["| memories | engine | p50 ms | p99 ms | p50 within twice tantivy + 1 ms | taken in, per second |"]
    lines.append("|---|---|---|---|---|---|")
    for size in map(int, options.sizes.split(",")):
        rng = random.Random(7)
        texts = list(statements(size, rng))
        asked = questions(texts, options.queries, rng)
        timings = {
            name: timed(partial(ENGINES[name], texts), asked, clock) if installed(name) else None
            for name in options.engines.split(",")
        }
        lines += [row(size, name, timing, timings.get("tantivy")) for name, timing in timings.items()]
        say(f"{size:,} measured\n")
        sys.stdout.flush()
    say("\n".join(lines) + "\n")
    if options.write:
        options.write.write_text(written(options.write.read_text("utf-8"), lines, MARKS), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
