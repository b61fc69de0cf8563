"""Measure a pipeline on the treebank, plain and in chat form: `python -m extractors.training.evaluate --data DIR`.

Text goes in raw: tokens, sentences and everything else are the pipeline's own, as in the CoNLL 2018 shared task
(https://universaldependencies.org/conll18/evaluation.html), so an error of the tokenizer counts in every line below it.
"""

import argparse
import json
import statistics
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import spacy
from spacy.language import Language
from spacy.tokens import Doc

from extractors.training.conllu import Word
from extractors.training.corpus import GoldText, evaluation_texts

MODEL = Path(__file__).parent.parent / "model"
OWN = Path(__file__).with_name("chat-test.conllu")
#: The chat form of the test set is always this one.
TEST_SEED = 11
MEASURES = ("tokens", "sentences", "pos", "tag", "morph", "lemma", "uas", "las")
MESSAGE_WORDS = range(23, 28)  # what counts as a message of 25 words
LOAD = """
import sys, time
begin = time.perf_counter()
import spacy
imported = time.perf_counter()
spacy.load(sys.argv[1])
print(imported - begin, time.perf_counter() - imported)
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Speed:
    """How fast a pipeline is here, on one core."""

    words_per_second: float  # nlp.pipe over the whole set
    message_median_ms: float  # nlp(text), texts of 23 to 27 words, each once
    message_p95_ms: float
    import_seconds: float  # import spacy, in a new process
    load_seconds: float  # spacy.load, in the same new process


def accuracy(docs: Iterable[Doc], texts: Sequence[GoldText]) -> dict[str, float]:
    """Return F1, 0.0 to 1.0, for each of `MEASURES`; 0.0 where there is nothing to find.

    ``tokens`` and ``sentences`` need the same first and last character; every other measure also the same annotation
    of a token that was found. ``lemma`` ignores case; ``uas`` and ``las`` leave punctuation out.

    Args:
        docs: What a pipeline made of each text, in the same order.
        texts: The gold texts.
    """
    right, ours, gold = Counter[str](), Counter[str](), Counter[str]()
    for doc, (_, words, starts) in zip(docs, texts, strict=True):
        theirs, mine = gold_items(words, starts), found_items(doc)
        for measure in MEASURES:
            gold[measure] += len(theirs[measure])
            ours[measure] += len(mine[measure])
            right[measure] += len(theirs[measure] & mine[measure])
    return {name: 2 * right[name] / (ours[name] + gold[name]) if right[name] else 0.0 for name in MEASURES}


def gold_items(words: Sequence[Word], starts: Sequence[int]) -> dict[str, set[object]]:
    """Return for each measure what is to be found: places in the text with their annotation."""
    spans = [(start, start + len(word.form)) for start, word in zip(starts, words, strict=True)]
    items = {name: set[object]() for name in MEASURES}
    roots = [_root(words, index) for index in range(len(words))]
    for index, (span, word) in enumerate(zip(spans, words, strict=True)):
        items["tokens"].add(span)
        if index == 0 or roots[index] != roots[index - 1]:
            same = [other for other in range(len(words)) if roots[other] == roots[index]]
            items["sentences"].add((span[0], spans[same[-1]][1]))
        _annotations(items, span, word.pos, word.tag, word.morph, word.lemma, spans[word.head], word.dep)
    return items


def found_items(doc: Doc) -> dict[str, set[object]]:
    """Return for each measure what the pipeline found, in the same form as `gold_items`."""
    items = {name: set[object]() for name in MEASURES}
    for sentence in doc.sents:
        solid = [token for token in sentence if not token.is_space]
        if solid:
            items["sentences"].add((solid[0].idx, solid[-1].idx + len(solid[-1])))
        for token in solid:
            span, head = ((one.idx, one.idx + len(one)) for one in (token, token.head))
            items["tokens"].add(span)
            _annotations(items, span, token.pos_, token.tag_, str(token.morph), token.lemma_, head, token.dep_)
    return items


def _annotations(
    items: dict[str, set[object]], span: object, pos: str, tag: str, morph: str, lemma: str, head: object, dep: str
) -> None:
    for name, value in (("pos", pos), ("tag", tag), ("morph", morph), ("lemma", lemma.casefold())):
        items[name].add((span, value))
    if pos != "PUNCT" and dep != "punct":
        items["uas"].add((span, head))
        items["las"].add((span, head, dep))


def _root(words: Sequence[Word], index: int) -> int:
    while words[index].head != index:
        index = words[index].head
    return index


LOADS = 3
"""Processes that load the pipeline; the quickest counts."""


def speed(nlp: Language, model: str, texts: Sequence[str]) -> Speed:
    """Return how fast the pipeline goes through texts, once warm. Set OMP_NUM_THREADS=1 to be sure of one core."""
    list(nlp.pipe(texts[:50]))
    begin = time.perf_counter()
    words = sum(len(doc) for doc in nlp.pipe(texts))
    rate = words / (time.perf_counter() - begin)
    times = sorted(_milliseconds(nlp, texts)) or [0.0]
    command = [sys.executable, "-c", LOAD, model]
    loads = [subprocess.run(command, capture_output=True, check=True, text=True).stdout.split() for _ in range(LOADS)]  # noqa: S603 - our own interpreter
    imported, loaded = min((float(one), float(two)) for one, two in loads)
    return Speed(
        words_per_second=rate,
        message_median_ms=statistics.median(times),
        message_p95_ms=times[int(len(times) * 0.95)],
        import_seconds=imported,
        load_seconds=loaded,
    )


def _milliseconds(nlp: Language, texts: Sequence[str]) -> Iterator[float]:
    for text in texts:
        if len(text.split()) in MESSAGE_WORDS:
            begin = time.perf_counter()
            nlp(text)
            yield (time.perf_counter() - begin) * 1000


def report(nlp: Language, model: str, test: Path) -> dict[str, dict[str, float]]:
    """Return all figures: accuracy on a CoNLL-U file, plain and in chat form, and on our own messages; speed; size."""
    sets = {
        "plain": list(evaluation_texts(test)),
        "chat": list(evaluation_texts(test, chat_seed=TEST_SEED)),
        "own messages": list(evaluation_texts(OWN, size=1)),
    }
    figures = {name: accuracy(nlp.pipe(text for text, _, _ in texts), texts) for name, texts in sets.items()}
    figures["speed"] = asdict(speed(nlp, model, [text for text, _, _ in sets["plain"]]))
    size = sum(file.stat().st_size for file in Path(str(nlp.path)).rglob("*"))
    figures["size"] = {"megabytes": size / 1_000_000}
    return {name: {key: round(value, 4) for key, value in part.items()} for name, part in figures.items()}


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the figures as JSON."""
    parser = argparse.ArgumentParser(prog="python -m extractors.training.evaluate", description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder with test.conllu of UD English EWT")
    parser.add_argument("--model", default=str(MODEL), help="folder or name of an installed pipeline (default: ours)")
    parser.add_argument(
        "--set", dest="part", default="test", choices=["dev", "test"], help="which part (default: test)"
    )
    options = parser.parse_args(arguments)
    figures = report(spacy.load(options.model), options.model, options.data / f"{options.part}.conllu")
    sys.stdout.write(json.dumps(figures, indent=2) + "\n")


if __name__ == "__main__":
    main()
