"""The vectors of words are spaCy's own, computed another way."""

from typing import Any

import numpy as np
import pytest
import spacy
from spacy.language import Language
from spacy.tokens import Doc

from extractors.parsing import word_vectors
from extractors.parsing.parser import MODEL
from extractors.parsing.word_vectors import quicken

SENTENCES = (
    "I",
    "I live in Porto",
    "my manager is Uma and I report on the billing export every Friday",
    "zyzzyva qux-17 I I I",
)


@pytest.fixture(scope="module")
def pipelines() -> tuple[Language, Language]:
    """The shipped pipeline as spaCy runs it, and as we do."""
    slow, quick = spacy.load(MODEL), spacy.load(MODEL)
    assert quicken(quick) is not None
    return slow, quick


def vectors(nlp: Language, texts: tuple[str, ...]) -> list[Any]:
    component: Any = nlp.get_pipe("tok2vec")
    found: list[Any] = component.predict([Doc(nlp.vocab, words=text.split()) for text in texts])
    return found


def test_they_are_the_same_but_for_rounding(pipelines: tuple[Language, Language]) -> None:
    slow, quick = pipelines

    for _ in range(2):  # once computed, once kept
        for text in SENTENCES:
            np.testing.assert_allclose(vectors(quick, (text,))[0], vectors(slow, (text,))[0], atol=1e-4)


def test_documents_of_a_batch_do_not_touch(pipelines: tuple[Language, Language]) -> None:
    _, quick = pipelines

    together = vectors(quick, SENTENCES)

    for text, found in zip(SENTENCES, together, strict=True):
        np.testing.assert_allclose(found, vectors(quick, (text,))[0], atol=1e-5)


def test_a_word_is_the_same_whatever_it_was_first_read_with(pipelines: tuple[Language, Language]) -> None:
    """A message that is on the edge would otherwise be read one way today and another way tomorrow."""
    _, quick = pipelines
    component: Any = quick.get_pipe("tok2vec")
    alone = vectors(quick, ("harbour pilot",))[0]

    component.predict._kept.clear()
    vectors(quick, ("the pilot of the harbour in Vigo likes eleven kinds of tea and no harbour at all",))

    np.testing.assert_array_equal(vectors(quick, ("harbour pilot",))[0], alone)


def test_an_empty_document_has_none(pipelines: tuple[Language, Language]) -> None:
    _, quick = pipelines

    (found,) = vectors(quick, ("",))

    assert found.shape == (0, 96)


def test_tags_and_heads_stay_the_same(pipelines: tuple[Language, Language]) -> None:
    def read(nlp: Language, text: str) -> list[tuple[str, str, int]]:
        return [(token.tag_, token.dep_, token.head.i) for token in nlp(Doc(nlp.vocab, words=text.split()))]

    slow, quick = pipelines

    for text in SENTENCES:
        assert read(quick, text) == read(slow, text)


def test_only_so_many_words_are_kept(pipelines: tuple[Language, Language], monkeypatch: pytest.MonkeyPatch) -> None:
    _, quick = pipelines
    component: Any = quick.get_pipe("tok2vec")
    monkeypatch.setattr(word_vectors, "MOST_WORDS", 3)
    before = vectors(quick, ("I live in Porto",))[0]

    for number in range(20):
        vectors(quick, (f"word{number}",))

    assert len(component.predict._kept) <= 5
    np.testing.assert_allclose(vectors(quick, ("I live in Porto",))[0], before, atol=1e-5)


def test_a_pipeline_of_another_build_is_left_as_it_is() -> None:
    blank, other = spacy.blank("en"), spacy.blank("en")
    other.add_pipe("tok2vec")

    assert quicken(blank) is None
    assert quicken(other) is None
