"""Learn the weights of the ranking from labelled questions, some held out: `python -m tests.benchmarks.fit FOLDER`.

FOLDER holds `NAME.memories.jsonl` ({case, id, text}) and `NAME.queries.jsonl` ({case, id, query, gold}). The cases are
dealt to as many parts as `--folds` says, those of one name (a dialogue that two sets share) to the same part. For each
part the weights are learned on the others by changing one at a time as long as that helps, and scored on both. Last,
they are learned on everything and printed: copy them to `memory.ranking.Weights`. Data is read, never kept.
"""

import argparse
import json
import sys
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from extractors.asking.questions import understand
from memory.index import MemoryIndex
from memory.ranking import Weights
from memory.recall import RecallLimits, recall
from memory.records import Kind, Memory, Origin, Person, Query

NOW = datetime(2026, 11, 20, tzinfo=UTC)
READER = Person("T1", "U1")
FIRST_TEN = RecallLimits(max_items=10, max_chars=None, threshold=0.0)
START = Weights(
    before=0.3,
    answered=0.15,
    after=0.1,
    before_that=0.1,
    question=0.9,
    worth=0.3,
    answer=0.1,
    speaker=0.1,
    personal=0.1,
)
LEARNED = ("before", "answered", "after", "before_that", "question", "worth", "answer", "speaker", "personal")
FACTORS = (2.0, 0.5, 1.4, 0.7)
WORTH_IT = 0.0005
"""The least gain for which a weight is changed, so that noise is not learned."""


@dataclass
class Case:
    """The memories of one store and its questions, each with the ids that answer it."""

    set_name: str
    name: str
    index: MemoryIndex = field(default_factory=MemoryIndex)
    questions: list[tuple[Query, frozenset[str]]] = field(default_factory=list)
    scored: dict[Weights, tuple[float, float]] = field(default_factory=dict)

    def score(self, weights: Weights) -> tuple[float, float]:
        """Return recall@10 and the mean reciprocal rank, summed over the questions."""
        if weights not in self.scored:
            found = rank = 0.0
            for query, gold in self.questions:
                items = recall(
                    query, self.index, reader=READER, visible=lambda _: True, now=NOW, limits=FIRST_TEN, weights=weights
                )
                places = [place for place, item in enumerate(items, 1) if item.memory.id in gold]
                found += len(places) / len(gold)
                rank += 1 / places[0] if places else 0.0
            self.scored[weights] = found, rank
        return self.scored[weights]


def read(folder: Path) -> list[Case]:
    """Return the cases of every set in the folder, by set and name."""
    cases: dict[tuple[str, str], Case] = {}
    for path in sorted(folder.glob("*.memories.jsonl")):
        name = path.name.removesuffix(".memories.jsonl")
        for place, row in enumerate(_rows(path)):
            case = cases.setdefault((name, row["case"]), Case(name, row["case"]))
            case.index.put(
                Memory(
                    id=row["id"],
                    subject=READER,
                    kind=Kind.FACT,
                    text=row["text"],
                    confidence=0.8,
                    created_at=NOW - timedelta(hours=2) + timedelta(milliseconds=place),
                    origin=Origin.IMPORT,
                )
            )
        for row in _rows(folder / f"{name}.queries.jsonl"):
            cases[name, row["case"]].questions.append((understand(row["query"], now=NOW), frozenset(row["gold"])))
    return list(cases.values())


def _rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8") as file:
        return [json.loads(line) for line in file if line.strip()]


def figures(cases: Iterable[Case], weights: Weights) -> dict[str, tuple[float, float]]:
    """Return recall@10 and MRR of each set."""
    sums: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0, 0.0])
    for case in cases:
        for place, amount in enumerate((*case.score(weights), len(case.questions))):
            sums[case.set_name][place] += amount
    return {name: (found / count, rank / count) for name, (found, rank, count) in sorted(sums.items())}


def goal(cases: Sequence[Case], weights: Weights) -> float:
    """Return what is to be raised: recall@10 and MRR, every set counting the same."""
    reached = figures(cases, weights).values()
    return sum(found + rank for found, rank in reached) / len(reached)


def learn(cases: Sequence[Case], *, rounds: int) -> Weights:
    """Return the weights reached from `START` by changing one at a time."""
    weights, best = START, goal(cases, START)
    for _ in range(rounds):
        before = best
        for name in LEARNED:
            for factor in FACTORS:
                tried = replace(weights, **{name: round(min(getattr(weights, name) * factor, 1.0), 4)})
                reached = goal(cases, tried)
                if reached > best + WORTH_IT:
                    weights, best = tried, reached
                    break
        if best == before:
            break
    return weights


def main() -> int:
    """Learn, score on what was held out, and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--folds", type=int, default=5, help="parts of which one is held out in turn")
    parser.add_argument("--rounds", type=int, default=3, help="how often each weight is tried at most")
    options = parser.parse_args()
    cases = read(options.folder)
    parts = {name: place % options.folds for place, name in enumerate(sorted({case.name for case in cases}))}
    held_out: dict[str, list[tuple[float, float, int]]] = defaultdict(list)
    for part in range(options.folds):
        inside = [case for case in cases if parts[case.name] != part]
        outside = [case for case in cases if parts[case.name] == part]
        weights = learn(inside, rounds=options.rounds)
        _say(f"part {part}: learned {_told(figures(inside, weights))}; held out {_told(figures(outside, weights))}")
        _say("  " + _weights(weights))
        for name, (found, rank) in figures(outside, weights).items():
            count = sum(len(case.questions) for case in outside if case.set_name == name)
            held_out[name].append((found * count, rank * count, count))
    means = {
        name: tuple(sum(row[place] for row in rows) / sum(row[2] for row in rows) for place in (0, 1))
        for name, rows in held_out.items()
    }
    _say(f"all held out: {_told(means)}")
    weights = learn(cases, rounds=options.rounds)
    _say(f"learned on all: {_told(figures(cases, weights))}\n  {_weights(weights)}")
    _say(f"as committed: {_told(figures(cases, Weights()))}\n  {_weights(Weights())}")
    return 0


def _told(scores: dict[str, tuple[float, ...]] | dict[str, tuple[float, float]]) -> str:
    return ", ".join(f"{name} R@10 {found:.3f} MRR {rank:.3f}" for name, (found, rank) in sorted(scores.items()))


def _weights(weights: Weights) -> str:
    return ", ".join(f"{name}={getattr(weights, name)}" for name in LEARNED)


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
