"""Matrices are multiplied by numpy on one thread, where it brings a library that can be told to."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
import spacy
from spacy.language import Language

from extractors.parsing import products
from extractors.parsing.parser import MODEL
from extractors.parsing.products import multiply_quickly


def multiplied_by_blis(nlp: Language) -> Iterator[bool]:
    component: Any = nlp.get_pipe("parser")
    for node in component.model.walk():
        yield node.ops.use_blis


def test_a_pipeline_finds_the_same_either_way(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "my manager is Uma and I report on the billing export every Friday"
    slow, quick = spacy.load(MODEL), spacy.load(MODEL)
    monkeypatch.setattr(products, "one_thread", lambda: True)

    assert multiply_quickly(quick)

    expected, found = slow(text), quick(text)
    assert [(word.tag_, word.dep_, word.head.i) for word in found] == [
        (word.tag_, word.dep_, word.head.i) for word in expected
    ]
    np.testing.assert_allclose(found.tensor, expected.tensor, atol=1e-4)
    assert not any(multiplied_by_blis(quick))


def test_weights_are_turned_round_once_however_they_are_viewed() -> None:
    ops = products._Ops(use_blis=False)
    weights = np.arange(12, dtype=np.float32).reshape(2, 2, 3)
    given = np.arange(6, dtype=np.float32).reshape(2, 3)

    first = ops.gemm(given, weights.reshape(4, 3), trans2=True)
    out = np.empty((2, 4), dtype=np.float32)
    again = ops.gemm(given, weights.reshape(4, 3), trans2=True, out=out)

    np.testing.assert_array_equal(first, given @ weights.reshape(4, 3).T)
    np.testing.assert_array_equal(again, first)
    assert len(ops._turned) == 1
    np.testing.assert_array_equal(ops.gemm(given, given, trans1=True), given.T @ given)


def test_only_so_many_matrices_are_kept_turned_round() -> None:
    ops = products._Ops(use_blis=False)
    kept = [np.full((1, 2), number, dtype=np.float32) for number in range(products.MOST_TURNED + 3)]

    found = [float(ops.gemm(np.ones((1, 2), np.float32), weights, trans2=True)[0, 0]) for weights in kept]

    assert found == [2.0 * number for number in range(len(kept))]
    assert len(ops._turned) == products.MOST_TURNED


def test_a_pipeline_is_left_as_it_is_where_numpy_cannot_be_told(monkeypatch: pytest.MonkeyPatch) -> None:
    nlp = spacy.load(MODEL)
    monkeypatch.setattr(products, "one_thread", lambda: False)

    assert not multiply_quickly(nlp)

    assert all(multiplied_by_blis(nlp))


def test_a_component_without_a_model_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    nlp = spacy.blank("en")
    nlp.add_pipe("sentencizer")
    monkeypatch.setattr(products, "one_thread", lambda: True)

    assert multiply_quickly(nlp)
