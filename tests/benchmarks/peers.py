"""Compare recall with the peers that are installed, on public sets: `python -m tests.benchmarks.peers FOLDER`.

FOLDER holds the sets as `tests.benchmarks.fit` reads them. Each peer gets the same memories and the same questions and
ranks ten; peers that are not installed are named as such. `--encoder MODEL` adds ours with its vectors. Prints a
Markdown table; `--write FILE` puts it between the marks in that file.
"""

import argparse
import sqlite3
import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from extractors.asking.questions import understand
from memory.encoding.base import Encoder
from memory.encoding.transformers import SentenceTransformer
from memory.recall import recall
from tests.benchmarks.cases import encoded
from tests.benchmarks.fit import FIRST_TEN, NOW, READER, Case, read

TEN = 10
MARKS = ("<!-- comparison -->", "<!-- end of comparison -->")

Search: TypeAlias = Callable[[str], list[int]]
"""From a question to the numbers of the memories, best first."""
Peer: TypeAlias = Callable[[Sequence[str]], Search]


def fts5(texts: Sequence[str]) -> Search:
    """SQLite FTS5 with its Porter stemmer; question words are dropped, as ours drops them."""
    database = sqlite3.connect(":memory:")
    database.execute("CREATE VIRTUAL TABLE m USING fts5(text, tokenize='porter unicode61')")
    database.executemany("INSERT INTO m(rowid, text) VALUES (?, ?)", enumerate(texts))

    def search(question: str) -> list[int]:
        words = [term.replace('"', "") for term in understand(question, now=NOW).terms]
        match = " OR ".join(f'"{word}"' for word in words if word)
        if not match:
            return []
        rows = database.execute("SELECT rowid FROM m WHERE m MATCH ? ORDER BY bm25(m) LIMIT ?", (match, TEN))
        return [number for (number,) in rows]

    return search


def tantivy(texts: Sequence[str]) -> Search:
    """Tantivy with its English stemmer."""
    import tantivy as engine  # type: ignore[import-not-found,unused-ignore]  # measured only where it is installed

    builder = engine.SchemaBuilder()
    builder.add_text_field("text", tokenizer_name="en_stem")
    builder.add_integer_field("number", stored=True)
    index = engine.Index(builder.build(), path=tempfile.mkdtemp())
    writer = index.writer(50_000_000, 1)
    for number, text in enumerate(texts):
        writer.add_document(engine.Document(text=text, number=number))
    writer.commit()
    index.reload()
    searcher = index.searcher()

    def search(question: str) -> list[int]:
        plain = "".join(letter if letter.isalnum() else " " for letter in question)
        hits = searcher.search(index.parse_query(plain, ["text"]), TEN).hits
        return [searcher.doc(address)["number"][0] for _, address in hits]

    return search


def bm25s(texts: Sequence[str]) -> Search:
    """Bm25s with its English stop words and Snowball's stemmer."""
    import bm25s as engine  # type: ignore[import-not-found,unused-ignore]  # measured only where it is installed
    import Stemmer  # type: ignore[import-not-found]  # PyStemmer ships no types

    stemmer = Stemmer.Stemmer("english")
    index = engine.BM25()
    index.index(engine.tokenize(list(texts), stopwords="en", stemmer=stemmer, show_progress=False), show_progress=False)

    def search(question: str) -> list[int]:
        words = engine.tokenize([question], stopwords="en", stemmer=stemmer, show_progress=False)
        return [int(number) for number in index.retrieve(words, k=min(TEN, len(texts)), show_progress=False)[0][0]]

    return search


def rank_bm25(texts: Sequence[str]) -> Search:
    """Rank-bm25 on lower-case words."""
    import rank_bm25 as engine  # type: ignore[import-not-found,unused-ignore]  # measured only where it is installed

    index = engine.BM25Okapi([text.lower().split() for text in texts])
    return lambda question: _best(index.get_scores(question.lower().strip("?").split()))


def tfidf(texts: Sequence[str]) -> Search:
    """TF-IDF and cosine of scikit-learn."""
    from sklearn.feature_extraction.text import (  # type: ignore[import-not-found,import-untyped,unused-ignore]
        TfidfVectorizer,
    )

    vectorizer = TfidfVectorizer()
    matrix = vectorizer.fit_transform(texts)
    return lambda question: _best((matrix @ vectorizer.transform([question]).T).toarray().ravel())


def _best(scores: Any) -> list[int]:
    return [int(number) for number in np.argsort(-scores, kind="stable")[:TEN]]


PEERS: dict[str, tuple[str, Peer]] = {
    "scikit-learn TF-IDF": ("sklearn", tfidf),
    "rank-bm25": ("rank_bm25", rank_bm25),
    "bm25s": ("bm25s", bm25s),
    "tantivy": ("tantivy", tantivy),
    "SQLite FTS5": ("sqlite3", fts5),
}
"""By name, the module each needs."""


def scored(cases: Sequence[Case], searches: Callable[[Case], Search]) -> dict[str, tuple[float, float]]:
    """Return recall@10 and MRR of each set."""
    rows: dict[str, list[tuple[float, float]]] = defaultdict(list)
    for case in cases:
        ids = [memory.id for memory in case.index.by_number if memory is not None]
        search = searches(case)
        for query, gold in case.questions:
            places = [place for place, number in enumerate(search(query.text), 1) if ids[number] in gold]
            rows[case.set_name].append((len(places) / len(gold), 1 / places[0] if places else 0.0))
    return {name: (_mean(row[0] for row in of), _mean(row[1] for row in of)) for name, of in sorted(rows.items())}


def _mean(values: Any) -> float:
    found = list(values)
    return float(sum(found) / len(found))


def ours(case: Case, encoder: Encoder | None = None) -> Search:
    """Take the recall of this package, with vectors where there is an encoder."""
    asked = [query.text for query, _ in case.questions]
    vectors = {} if encoder is None else encoded(case.index, asked, encoder)

    def search(question: str) -> list[int]:
        query = understand(question, now=NOW)
        found = recall(
            query,
            case.index,
            reader=READER,
            visible=lambda _: True,
            now=NOW,
            limits=FIRST_TEN,
            vector=vectors.get(question),
        )
        return [case.index.numbers[item.memory.id] for item in found]

    return search


def table(cases: Sequence[Case], encoder: Encoder | None = None) -> list[str]:
    """Return the comparison as the lines of a Markdown table: R@10 (MRR) of each set."""
    names = sorted({case.set_name for case in cases})
    lines = [f"| R@10 (MRR) | {' | '.join(names)} |", "|---|" + "---|" * len(names)]

    def row(name: str, searches: Callable[[Case], Search]) -> str:
        figures = scored(cases, searches)
        return f"| {name} | " + " | ".join(f"{figures[each][0]:.3f} ({figures[each][1]:.3f})" for each in names) + " |"

    for name, (module, peer) in PEERS.items():
        if find_spec(module) is None:
            lines.append(f"| {name} | " + " | ".join("not installed" for _ in names) + " |")
        else:
            lines.append(row(name, lambda case, peer=peer: peer([m.text for m in case.index.by_number if m])))  # type: ignore[misc]  # bound at once
    lines.append(row("memory-bot, words only", ours))
    if encoder is not None:
        lines.append(row("memory-bot with the encoder", lambda case: ours(case, encoder)))
    return lines


def written(text: str, lines: Sequence[str], marks: tuple[str, str] = MARKS) -> str:
    """Return a document with the table between its marks.

    Raises:
        ValueError: If the marks are not there.
    """
    before, begin, rest = text.partition(marks[0])
    _, end, after = rest.partition(marks[1])
    if not begin or not end:
        raise ValueError(f"put {marks[0]} and {marks[1]} where the table belongs")
    return f"{before}{begin}\n" + "\n".join(lines) + f"\n{end}{after}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--encoder", help="folder or name of a sentence-transformers model")
    parser.add_argument("--write", type=Path, help="the document that holds the table")
    options = parser.parse_args(arguments)
    cases = read(options.folder)
    if not cases:
        sys.stdout.write(f"{options.folder} holds no NAME.memories.jsonl: nothing to compare.\n")
        return 1
    lines = table(cases, SentenceTransformer(options.encoder) if options.encoder else None)
    sys.stdout.write("\n".join(lines) + "\n")
    if options.write:
        options.write.write_text(written(options.write.read_text("utf-8"), lines), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
