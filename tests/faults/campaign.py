"""Real processes, really killed: the long form of the fault tests.

    python -m tests.faults.campaign [--kills 200] [--writers 8] [--entries 500]

After each `kill -9` at a random moment the home is opened again: no entry that was acknowledged is lost, none is there
twice, every line can be read. Then several processes write at once, to one person and to several.
"""

import argparse
import random
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from memory.book import Book, open_book
from memory.records import Person

ROOT = Path(__file__).parent.parent.parent
_ENTRY = re.compile(r"Writer (\d+) entry (\d+) of word\d+")
_PEOPLE = 3
_LONGEST_LIFE = 0.25
"""Seconds a writer lives at most after its first entry."""


@dataclass
class Outcome:
    """What a campaign found. `faults` are sentences; there must be none."""

    kills: int = 0
    acknowledged: int = 0
    faults: list[str] = field(default_factory=list)


def start(home: Path, writer: int, first: int, count: int, people: int) -> "subprocess.Popen[str]":
    """Start a writer; see `tests.faults.writer`."""
    arguments = map(str, (home, writer, first, count, people))
    command = [sys.executable, "-m", "tests.faults.writer", *arguments]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)


def kill_again_and_again(home: Path, kills: int, chance: random.Random) -> Outcome:
    """Kill a writer at random moments, `kills` times, on one home; check it after each."""
    outcome = Outcome()
    kept: set[int] = set()
    first = 0
    for _ in range(kills):
        process = start(home, 0, first, 10**6, _PEOPLE)
        assert process.stdout is not None
        acknowledged = [process.stdout.readline()]
        time.sleep(chance.random() * _LONGEST_LIFE)
        process.kill()
        acknowledged += process.stdout.readlines()
        process.wait()
        process.stdout.close()
        kept.update(int(line) for line in acknowledged if line.strip().isdigit() and line.endswith("\n"))
        outcome.kills += 1
        with open_book(home) as book:
            outcome.faults += check(book, kept)
        first = max(kept, default=first) + 10
    outcome.acknowledged = len(kept)
    return outcome


def check(book: Book, kept: Iterable[int], people: int = _PEOPLE) -> list[str]:
    """Return what is wrong: entries lost or doubled, lines that cannot be read, files with two beginnings."""
    faults = [str(problem) for problem in book.problems()]
    found: Counter[int] = Counter()
    for number in range(people):
        for memory in book.memories(Person("T1", f"U{number}")):
            match = _ENTRY.match(memory.text)
            if match is None:
                faults.append(f"a memory nobody wrote: {memory.text!r}")
            else:
                found[int(match[2])] += 1
    faults += [f"entry {number} is lost" for number in kept if number not in found]
    faults += [f"entry {number} is there {count} times" for number, count in found.items() if count > 1]
    faults += [str(problem) for problem in book.problems()]
    faults += [
        f"{path} has two beginnings" for path in logs(book.home) if path.read_text().count("# Memories for") != 1
    ]
    faults += [f"{line.target} was taken for an edit by hand" for line in book.audit() if line.actor == "hand"]
    return faults


def logs(home: Path) -> list[Path]:
    """Return the log files of a home."""
    return sorted(home.glob("teams/*/people/*/????-??-??.md"))


def write_at_once(home: Path, writers: int, entries: int, people: int) -> list[str]:
    """Let several processes write at once; return what is wrong afterwards."""
    running = [start(home, writer, 0, entries, people) for writer in range(writers)]
    for process in running:
        process.communicate()
    faults = [f"a writer ended with {process.returncode}" for process in running if process.returncode]
    with open_book(home) as book:
        memories = [memory for number in range(people) for memory in book.memories(Person("T1", f"U{number}"))]
        if len(memories) != writers * entries:
            faults.append(f"{len(memories)} entries instead of {writers * entries}")
        faults += [str(problem) for problem in book.problems()]
    for path in logs(home):
        order: dict[str, int] = {}
        text = path.read_text()
        if text.count("# Memories for") != 1:
            faults.append(f"{path} has two beginnings")
        for line in text.splitlines():
            match = _ENTRY.search(line)
            if match is not None and "Updated:" not in line:
                if order.get(match[1], -1) >= int(match[2]):
                    faults.append(f"{path}: writer {match[1]} is out of order at entry {match[2]}")
                order[match[1]] = int(match[2])
    return faults


def main() -> int:
    """Run the long form and print what happened; the exit code is 1 if anything is wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--writers", type=int, default=8)
    parser.add_argument("--entries", type=int, default=500)
    parser.add_argument("--seed", type=int, default=None)
    options = parser.parse_args()
    chance = random.Random(options.seed)
    with tempfile.TemporaryDirectory(prefix="faults-") as folder:
        outcome = kill_again_and_again(Path(folder) / "killed", options.kills, chance)
        told = [f"{outcome.kills} kills, {outcome.acknowledged} entries acknowledged, {len(outcome.faults)} faults"]
        faults = list(outcome.faults)
        for people in (1, options.writers):
            wrong = write_at_once(Path(folder) / f"at-once-{people}", options.writers, options.entries, people)
            what = f"{options.writers} processes, {options.entries} entries each, {people} people"
            told.append(f"{what}: {len(wrong)} faults")
            faults += wrong
    sys.stdout.write("\n".join([*told, *faults[:50]]) + "\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
