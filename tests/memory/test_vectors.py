"""Vectors by number: the nearest are found, exactly among few and nearly always among very many."""

import numpy as np
import pytest

from memory.index.vectors import Typical, VectorTable

DIMENSIONS = 100
TYPICAL = Typical(0.0, 0.1)


def directions(count: int, seed: int = 1) -> np.ndarray:
    vectors = np.random.default_rng(seed).standard_normal((count, DIMENSIONS))
    return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True), dtype=np.float32)


def table_of(vectors: np.ndarray, exact_up_to: int = 100_000) -> VectorTable:
    table = VectorTable(DIMENSIONS, TYPICAL, exact_up_to=exact_up_to)
    for number, vector in enumerate(vectors):
        table.put(number, vector)
    return table


def test_the_nearest_come_first() -> None:
    vectors = directions(600)
    table = table_of(vectors)
    wanted = directions(1, seed=2)[0]

    best = table.near(wanted).best(10)

    assert best == np.argsort(-(vectors @ wanted))[:10].tolist()


@pytest.mark.parametrize("exact_up_to", [100_000, 100], ids=["exact", "by signs"])
def test_equally_near_ones_come_newest_first(exact_up_to: int) -> None:
    table = table_of(np.repeat(directions(1), 300, axis=0), exact_up_to)

    assert table.near(directions(1)[0]).best(3) == [299, 298, 297]


def test_what_was_dropped_is_not_found_and_its_place_is_used_again() -> None:
    vectors = directions(5)
    table = table_of(vectors)

    table.drop(3)
    table.drop(3)
    assert 3 not in table.near(vectors[3]).best(5)
    table.put(9, vectors[3])

    assert table.near(vectors[3]).best(1) == [9]
    assert (len(table), 3 in table, 9 in table) == (5, False, True)


def test_a_vector_can_be_replaced() -> None:
    vectors = directions(3)
    table = table_of(vectors[:2])

    table.put(0, vectors[2])

    assert table.near(vectors[2]).best(1) == [0]
    assert np.array_equal(table.get(0), vectors[2])


def test_no_vectors_are_near_nothing() -> None:
    table = VectorTable(DIMENSIONS, TYPICAL)

    assert table.near(directions(1)[0]).best(5) == []
    assert table.near(directions(1)[0]).of(np.array([4, -1])).tolist() == [0.0, 0.0]


def test_nearness_runs_from_what_is_usual_to_the_nearest() -> None:
    vectors = directions(50)
    near = table_of(vectors).near(vectors[7])

    of = near.of(np.array([7, 3, 99]))

    assert of[0] == 1.0
    assert of[1] < 0.5
    assert of[2] == 0.0


def test_among_many_the_signs_lead_to_the_nearest() -> None:
    vectors = directions(3_000)
    wanted = vectors[:40] + 0.5 * directions(40, seed=3)
    wanted /= np.linalg.norm(wanted, axis=1, keepdims=True)
    exact, by_signs = table_of(vectors), table_of(vectors, exact_up_to=500)
    by_signs.drop(2_999)

    same = [len(set(exact.near(one).best(10)) & set(by_signs.near(one).best(10))) for one in wanted.astype(np.float32)]

    assert sum(same) >= 0.97 * 400
    assert all(by_signs.near(one).best(1) == [number] for number, one in enumerate(wanted.astype(np.float32)))


def test_beyond_the_exact_half_the_precision_is_kept() -> None:
    vectors = directions(1_100)

    table = table_of(vectors, exact_up_to=500)

    assert np.allclose(table.get(1_099), vectors[1_099], atol=1e-3)
    assert len(table.near(vectors[0]).best(2_000)) == 1_100
