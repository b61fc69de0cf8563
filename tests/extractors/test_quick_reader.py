"""What the quick reader makes of words is what spaCy makes of them."""

from typing import Any

import numpy as np
import pytest
import spacy
from spacy.language import Language
from spacy.tokens import Doc

from extractors.message import clean
from extractors.parsing import products
from extractors.parsing.parser import FEW, MODEL, UNUSED, Parser
from extractors.parsing.quick_reader import QuickReader
from extractors.parsing.stored_pipeline import read
from extractors.parsing.transitions import ParserWeights, Transitions, Tree, can_be_taken_over
from extractors.training.messages import load_all

Read = list[tuple[str, str, int]]


@pytest.fixture(scope="module")
def slow() -> Language:
    """The shipped pipeline as spaCy runs it."""
    return spacy.load(MODEL, exclude=list(UNUSED))


@pytest.fixture(scope="module")
def quick() -> QuickReader:
    """The same by its files alone."""
    reader = read(MODEL)
    assert reader is not None
    return reader


def by_spacy(nlp: Language, words: list[str]) -> Read:
    return [(token.tag_, token.dep_, token.head.i) for token in nlp(Doc(nlp.vocab, words=words))]


def quickly(reader: QuickReader, words: list[str]) -> Read:
    tags, tree = reader.read(words)
    return list(zip(tags, tree.labels, tree.heads, strict=True))


def test_messages_are_read_as_spacy_reads_them(slow: Language, quick: QuickReader) -> None:
    texts = [message.text for message in load_all()[::80]]
    read = [(quickly(quick, words), by_spacy(slow, words)) for words in map(str.split, texts) if words]
    differ = [(found, expected) for found, expected in read if found != expected]

    assert len(read) > 300
    assert len(differ) <= 1, differ  # sums in another order may turn a tie


@pytest.mark.parametrize(
    "words", [[], ["."], ["I"], ["no", "no", "no"], ["(", "(", ")"], ["过", "。"] * 40, ["a"] * 300]
)
def test_odd_words_are_read_as_spacy_reads_them(slow: Language, quick: QuickReader, words: list[str]) -> None:
    assert quickly(quick, words) == by_spacy(slow, words)


def test_one_that_spacy_loaded_is_read_as_by_its_files(quick: QuickReader) -> None:
    loaded = QuickReader.of(spacy.load(MODEL, exclude=list(UNUSED)))
    assert loaded is not None

    for words in map(str.split, (message.text for message in load_all()[:200])):
        assert quickly(loaded, words) == quickly(quick, words)


def test_one_message_is_read_as_it_is_in_a_batch() -> None:
    parser = Parser()
    texts = [clean(message.text) for message in load_all()[: FEW + 60]]

    for text, together in zip(texts, parser.words_of_many(texts), strict=True):
        alone = [(word.tag, word.dep, word.head) for word in parser.words(text)]
        assert alone == [(word.tag, word.dep, word.head) for word in together]


def test_an_arc_that_was_lifted_is_put_back() -> None:
    component: Any = spacy.load(MODEL).get_pipe("parser")
    parse = Transitions(ParserWeights.of(component))
    tree = Tree([1, 1, 1, 2, 1], ["nsubj", "ROOT", "xcomp", "advmod", "obj||xcomp"])
    parse._parsed = lambda vectors: tree  # type: ignore[method-assign]

    found = parse(np.zeros((5, 96), np.float32))

    assert found.labels == ["nsubj", "ROOT", "xcomp", "advmod", "obj"]
    assert found.heads == [1, 1, 1, 2, 2]


def test_an_arc_lifted_from_deeper_down_is_put_back_and_one_from_nowhere_stays() -> None:
    component: Any = spacy.load(MODEL).get_pipe("parser")
    parse = Transitions(ParserWeights.of(component))
    tree = Tree([0, 0, 1, 0, 0], ["ROOT", "ccomp", "obl", "case||obl", "case||amod"])
    parse._parsed = lambda vectors: tree  # type: ignore[method-assign]

    found = parse(np.zeros((5, 96), np.float32))

    assert found.heads == [0, 0, 1, 2, 0]
    assert found.labels[3:] == ["case", "case"]


def test_a_pipeline_of_another_build_is_left_to_spacy() -> None:
    others = spacy.blank("en"), spacy.load(MODEL), spacy.load(MODEL, exclude=[*UNUSED, "tagger"])

    assert [QuickReader.of(nlp) for nlp in others] == [None, None, None]


def test_the_shipped_one_is_left_to_spacy_where_numpy_cannot_be_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(products, "one_thread", lambda: False)

    assert QuickReader.of(spacy.load(MODEL, exclude=list(UNUSED))) is None


def test_a_parser_with_a_beam_or_without_a_second_layer_is_not_taken_over() -> None:
    shipped: Any = spacy.load(MODEL).get_pipe("parser")
    assert can_be_taken_over(shipped)
    shipped.cfg["beam_width"] = 4
    assert not can_be_taken_over(shipped)
    plain: Any = spacy.blank("en").add_pipe("parser")
    assert not can_be_taken_over(plain)


def test_a_pipeline_that_was_given_is_left_to_spacy() -> None:
    text = clean("I live in Porto and work at Acme")

    given = Parser(spacy.load(MODEL, exclude=list(UNUSED))).words(text)

    assert [(word.tag, word.dep) for word in given] == [(word.tag, word.dep) for word in Parser().words(text)]
