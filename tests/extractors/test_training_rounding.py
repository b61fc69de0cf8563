"""Weights are whole numbers that every processor multiplies alike."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from extractors.judging.encoder import WEIGHTS
from extractors.training.rounding import fitted, main

MATRICES = arrays(np.int8, array_shapes(min_dims=2, max_dims=2, max_side=9), elements=st.integers(-127, 127))
LARGEST_INPUT, LARGEST_SUM = 255, 2**15 - 1


def added_by_twos(matrix: npt.NDArray[np.int8]) -> int:
    """Return the furthest that two neighbouring products may come to, of inputs between 0 and the largest."""
    products = matrix.astype(int) * LARGEST_INPUT
    upwards, downwards = np.maximum(products, 0), np.minimum(products, 0)
    return max(
        int(abs(side[at : at + 2].sum(axis=0)).max())
        for side in (upwards, downwards)
        for at in range(0, len(matrix), 2)
    )


@given(matrix=MATRICES)
def test_no_sum_of_two_products_is_cut_off(matrix: npt.NDArray[np.int8]) -> None:
    assert added_by_twos(fitted(matrix)[0]) <= LARGEST_SUM


@given(matrix=MATRICES)
def test_what_is_rounded_stays_near(matrix: npt.NDArray[np.int8]) -> None:
    rounded, factors = fitted(matrix)

    assert np.abs(rounded * factors - matrix).max() <= 2.5
    assert (factors < 2.1).all()


@given(matrix=MATRICES)
def test_what_fits_stays_as_it_is(matrix: npt.NDArray[np.int8]) -> None:
    once, _ = fitted(matrix)
    twice, factors = fitted(once)

    np.testing.assert_array_equal(twice, once)
    np.testing.assert_allclose(factors, 1.0)


def test_the_largest_that_fit_are_not_touched() -> None:
    matrix = np.array([[127, 64, 127, -1], [1, 64, -127, -127]], np.int8)

    np.testing.assert_array_equal(fitted(matrix)[0], matrix)


def test_the_weights_that_ship_fit() -> None:
    """Of the ONNX format only as much is read as holds matrices of 8-bit whole numbers."""
    with np.load(WEIGHTS) as stored:
        matrices = list(whole_matrices(bytes(stored["layers"])))

    assert [matrix.shape for matrix in matrices[:4]] == [(384, 576), (192, 384), (384, 768), (768, 384)]
    assert len(matrices) == 12
    assert all(added_by_twos(matrix) <= LARGEST_SUM for matrix in matrices)


def test_weights_are_written_anew_in_their_place(tmp_path: Path) -> None:
    pytest.importorskip("onnx", reason="reads a network in its own format, for which the bot has no use")
    path = tmp_path / "encoder.npz"
    path.write_bytes(WEIGHTS.read_bytes())

    assert main([str(path)]) == 0

    with np.load(path) as written, np.load(WEIGHTS) as shipped:
        assert written.files == shipped.files
        assert all(np.array_equal(written[name], shipped[name]) for name in shipped.files)


_GRAPH, _INITIALIZER, _DIMS, _TYPE, _RAW = 7, 5, 1, 2, 9
"""Fields of the messages of the ONNX format."""
_INT8 = 3


def whole_matrices(model: bytes) -> Iterator[npt.NDArray[np.int8]]:
    """Yield the stored matrices of 8-bit whole numbers of a network, in order."""
    for graph in (value for field, value in fields(model) if field == _GRAPH):
        assert isinstance(graph, bytes)
        for tensor in (value for field, value in fields(graph) if field == _INITIALIZER):
            assert isinstance(tensor, bytes)
            parts = list(fields(tensor))
            dims = [value for field, value in parts if field == _DIMS]
            if (_TYPE, _INT8) in parts and len(dims) > 1:
                (raw,) = (value for field, value in parts if field == _RAW)
                assert isinstance(raw, bytes)
                yield np.frombuffer(raw, np.int8).reshape([int(value) for value in dims if isinstance(value, int)])


def fields(message: bytes) -> Iterator[tuple[int, int | bytes]]:
    """Yield the fields of a protocol buffer: their numbers, and a whole number or bytes."""
    at = 0
    while at < len(message):
        tag, at = varint(message, at)
        if tag & 7 == 0:
            value, at = varint(message, at)
            yield tag >> 3, value
        elif tag & 7 == 2:
            size, at = varint(message, at)
            yield tag >> 3, message[at : at + size]
            at += size
        else:
            at += 4 if tag & 7 == 5 else 8


def varint(message: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        value |= (message[at] & 127) << shift
        at, shift = at + 1, shift + 7
        if message[at - 1] < 128:
            return value, at
