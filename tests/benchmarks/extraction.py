"""What reading a message costs, beside the bare language pipeline in the same run.

    python -m tests.benchmarks.extraction [--rounds 5]

Processor time, medians over the labelled training messages of 20 to 30 words. The bars: at most 1.5 times the bare
pipeline and 5 ms a message, 10,000 characters of anything in 300 ms, the pipeline loaded in 1.5 s. The bare pipeline is
the one that ships, run by spaCy as spaCy runs it; the same as we run it (`extractors.parsing.quick_reader`) is shown
as well, and what reading takes beside that. Each works in passes of its own, and then all three in turns, message by
message, where each finds the caches full of what the others work with.
"""

import argparse
import gc
import sys
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial
from statistics import median
from typing import Any

from extractors.message import Message, clean
from extractors.other_languages.language_tables import languages
from extractors.parsing.parser import MODEL, UNUSED
from extractors.pipeline import Extractor
from extractors.training.messages import load_all

SENT = datetime(2026, 3, 2, 9, 15, tzinfo=UTC)
MOST = 200
LONG = 10_000
PATHOLOGICAL = {
    "punctuation": "!?.,;:-",
    "I, I, I": "I, ",
    "please": "and please ",
    "brackets": "((([[[",
    "mentions": "<@U02> ",
    "plain prose": "I live in Porto and work at Acme. ",
    "one word a sentence": "no. ",
    "one character a sentence": "过。",
    "thanks": "thanks ",
    "one word": "a",
    "one number": "1",
    "words in dashes": "read-",
    "blanks": " ",
    "commands over lists": "remember:\n- a\n",
    "remember this": "remember this. ",
    "contacts": "VAT: Jutta\n",
    "cells": "| a | b |\n",
}


def seconds(work: Callable[[], object]) -> float:
    """Return the processor time that something took."""
    started = time.process_time()
    work()
    return time.process_time() - started


def told(text: str) -> Message:
    """Return a message with this text."""
    return Message(text=text, sent_at=SENT)


def compile_languages() -> None:
    """Compile the tables of all languages, as the bot does shortly after its start."""
    for language in languages():
        language.check()


def measure(extractor: Extractor, texts: Sequence[str], rounds: int) -> dict[str, float]:
    """Return milliseconds a message: read, bare, by the pipeline as we run it, in turns, in a batch; and ratios."""
    import spacy  # takes a second, which belongs to the first message

    nlp = spacy.load(MODEL, exclude=list(UNUSED))
    messages, cleaned = [told(text) for text in texts], [clean(text) for text in texts]
    works: tuple[tuple[Callable[[Any], object], Sequence[Any]], ...] = (
        (extractor.extract, messages),
        (extractor.parser.words, cleaned),
        (nlp, texts),
    )
    # Each in passes of its own, as a process that does nothing else would, and message by message in turns.
    read, ours, bare = ([cost for _ in range(rounds) for cost in costs(*work)] for work in works)
    turns = [
        [seconds(partial(call, given[at])) for call, given in works] for _ in range(rounds) for at in range(len(texts))
    ]
    batch = median(seconds(lambda: list(extractor.extract_many(messages))) for _ in range(rounds))
    return {
        "read": 1000 * median(read),
        "bare": 1000 * median(bare),
        "ours": 1000 * median(ours),
        "ratio": median(one / other for one, other in zip(read, bare, strict=True)),
        "ratio to ours": median(one / other for one, other in zip(read, ours, strict=True)),
        "read in turns": 1000 * median(one for one, _, _ in turns),
        "ratio in turns": median(one / other for one, _, other in turns),
        "batch": 1000 * batch / len(texts),
    }


def costs(call: Callable[[Any], object], given: Sequence[Any]) -> list[float]:
    """Return the processor time that each call took, one after the other."""
    return [seconds(partial(call, each)) for each in given]


def longest(extractor: Extractor, *, rounds: int, size: int = LONG) -> dict[str, float]:
    """Return the milliseconds that each kind of long message takes, the median of some rounds.

    They are read in turns, since of the last message is kept what was seen of it.
    """
    messages = {name: told((piece * size)[:size]) for name, piece in PATHOLOGICAL.items()}
    taken: dict[str, list[float]] = {name: [] for name in messages}
    for _ in range(rounds):
        for name, message in messages.items():
            taken[name].append(seconds(partial(extractor.extract, message)))
    return {name: 1000 * median(each) for name, each in taken.items()}


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    extractor = Extractor()
    start = seconds(lambda: extractor.extract(told("I live in Porto")))
    texts = [message.text for message in load_all() if 20 <= len(message.text.split()) <= 30][:MOST]
    compiling = seconds(compile_languages)
    gc.collect()
    gc.freeze()  # as the bot does once it is warm; and the labelled messages are no garbage either
    result = measure(extractor, texts, options.rounds)
    sys.stdout.write(
        f"first message, pipeline loaded: {start:.2f} s\n"
        f"the tables of {len(languages())} other languages, compiled: {compiling:.2f} s\n"
        f"{len(texts)} messages of 20 to 30 words: {result['read']:.2f} ms, bare pipeline {result['bare']:.2f} ms, "
        f"ratio {result['ratio']:.2f}; in a batch {result['batch']:.2f} ms\n"
        f"the pipeline as we run it: {result['ours']:.2f} ms, ratio to that {result['ratio to ours']:.2f}\n"
        f"the three in turns, message by message: {result['read in turns']:.2f} ms, "
        f"ratio {result['ratio in turns']:.2f}\n"
    )
    for name, milliseconds in longest(extractor, rounds=options.rounds).items():
        sys.stdout.write(f"{LONG:,} characters of {name}: {milliseconds:.0f} ms\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
