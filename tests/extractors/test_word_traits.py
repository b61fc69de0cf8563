"""The traits of words are those of spaCy, and so are the rows in which they are looked up."""

import numpy as np
import pytest
import spacy
from spacy.lang.norm_exceptions import BASE_NORMS
from spacy.symbols import IDS
from thinc.api import NumpyOps

from extractors.parsing.word_traits import TRAITS, _strings, identified, number_of, rows_of
from extractors.training.messages import load_all

ODD = [
    "nsubj",
    "DET",
    "’",
    "US$",
    "a" * 120,
    "é" * 30,
    "过",
    "😀" * 5 + "x",
    "İ",
    "ǅ",
    "²",
    "³x٣",
    "aaaaAAAA1111--",
    "\udcff",
]


@pytest.fixture(scope="module")
def words() -> list[str]:
    return [*ODD, *sorted({word for message in load_all()[::9] for word in message.text.split()})]


def test_the_traits_of_words_have_the_numbers_that_spacy_gives_them(words: list[str]) -> None:
    vocab = spacy.blank("en").vocab
    plain = [word for word in words if word.isprintable()]
    lexemes = [vocab[word] for word in plain]

    for trait, found in zip(TRAITS, identified(plain, list(TRAITS)), strict=True):
        assert found.tolist() == [getattr(lexeme, trait.lower()) for lexeme in lexemes], trait


def test_numbers_stand_for_the_rows_that_thinc_gives_them(words: list[str]) -> None:
    ops = NumpyOps()

    for seed, ids in enumerate(identified(words, list(TRAITS)), 8):
        np.testing.assert_array_equal(rows_of(ids, seed, 1500), ops.hash(ids, seed) % 1500)


def test_the_strings_that_spacy_treats_apart_are_those_of_the_installed_one() -> None:
    norms, numbers = _strings()

    assert norms == BASE_NORMS
    assert numbers == {name: number for name, number in IDS.items() if name}


def test_nothing_has_the_number_zero() -> None:
    assert number_of("") == 0


def test_a_trait_that_there_is_not_is_told() -> None:
    with pytest.raises(KeyError, match="CLUSTER"):
        identified(["I"], ["CLUSTER"])
