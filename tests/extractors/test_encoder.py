"""The encoder, by a tiny one: its layers change nothing, so that each score can be told by hand."""

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from extractors.judging.encoder import BEFORE, WINDOW, Encoder, Pieces, spans_of
from extractors.judging.judge import KINDS, OPS
from memory.errors import StoreError

VOCABULARY = ["[UNK]", "[CLS]", "[SEP]", "cat", "##s", "dog", "e", "##tude", "c", ".", "dm"]
ROWS = {piece: row for row, piece in enumerate(VOCABULARY)}
PIECE, POSITION, OWN = range(3)
"""What the numbers of a token tell in the tiny encoder: its piece, where it stands, whether it is the message's own."""
MEAN, MOST, FIRST, WHOLE = (slice(start, start + 3) for start in range(0, 12, 3))
"""What the scores of a range are in the tiny encoder: four views of its tokens, three numbers each."""


def part(number: int, content: bytes | int) -> bytes:
    """Return a field of a protocol buffer; what it holds is shorter than 128 bytes."""
    if isinstance(content, int):
        return bytes([number << 3, content])
    return bytes([number << 3 | 2, len(content)]) + content


def unchanging() -> bytes:
    """Return an ONNX model that gives what it is given, as its protocol buffer."""
    inputs, outputs = b"inputs", b"vectors"
    node = part(1, inputs) + part(2, outputs) + part(4, b"Identity")
    floats = part(2, part(1, part(1, 1)))
    graph = part(1, node) + part(2, b"tiny") + part(11, part(1, inputs) + floats) + part(12, part(1, outputs) + floats)
    return part(1, 8) + part(7, graph) + part(8, part(2, 13))


@pytest.fixture(scope="module")
def weights(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of the tiny encoder."""
    path = tmp_path_factory.mktemp("tiny") / "encoder.npz"
    most = WINDOW + BEFORE + 4
    positions = np.zeros((most, 3))
    positions[:, POSITION] = np.arange(most)
    tables: dict[str, Any] = {
        "layers": np.frombuffer(unchanging(), dtype=np.uint8),
        "pieces": np.frombuffer("\n".join(VOCABULARY).encode(), dtype=np.uint8),
        "words": np.arange(len(VOCABULARY), dtype=np.int8)[:, None],
        "words_scale": np.full((len(VOCABULARY), 1), 2.0),
        "wide": np.array([[0.5, 0.0, 0.0]]),
        "positions": positions,
        "types": np.array([[0.0, 0.0, 0.0], [0.0, 0.0, 1.0]]),
    }
    for name, size in {"hidden": 12, "out": 12, "told": 3, "ops": 3}.items():
        tables |= {name: np.eye(size), f"{name}_bias": np.zeros(size)}
    np.savez(path, **tables)
    return path


@pytest.fixture(scope="module")
def tiny(weights: Path) -> Encoder:
    return Encoder(weights)


def pieces_of(text: str) -> list[str]:
    rows, _ = Pieces(VOCABULARY).of(text)
    return [VOCABULARY[row] for row in rows]


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        pytest.param("", [], id="empty"),
        pytest.param("  \n", [], id="blank"),
        pytest.param("cats", ["cat", "##s"], id="the longest first"),
        pytest.param("Cat DOG", ["cat", "dog"], id="lower-cased"),
        pytest.param("Étude étude", ["e", "##tude", "e", "##tude"], id="accents"),
        pytest.param("cats.dog", ["cat", "##s", ".", "dog"], id="marks"),
        pytest.param("catty", ["[UNK]"], id="unknown from its middle on"),
        pytest.param("zebra cat", ["[UNK]", "cat"], id="unknown"),
        pytest.param("\u0301", ["[UNK]"], id="an accent alone"),
        pytest.param("_", ["[UNK]"], id="an underscore"),
        pytest.param("c" + "s" * 39, ["c", *["##s"] * 39], id="a long word"),
        pytest.param("c" + "s" * 40, ["[UNK]"], id="too long a word"),
    ],
)
def test_a_word_is_made_of_the_longest_pieces(text: str, pieces: list[str]) -> None:
    assert pieces_of(text) == pieces


def test_each_piece_knows_where_its_word_stands() -> None:
    assert Pieces(VOCABULARY).of(" cats, dog") == ([3, 4, 0, 5], [(1, 5), (1, 5), (5, 6), (7, 10)])


def test_a_vocabulary_may_mark_its_ends_in_either_way() -> None:
    usual, other = Pieces(VOCABULARY), Pieces(["<s>", "a", "</s>", "[UNK]"])

    assert (usual.start, usual.end, usual.unknown) == (1, 2, 0)
    assert (other.start, other.end, other.unknown) == (0, 2, 3)


@pytest.mark.parametrize(
    ("given", "tokens"),
    [
        pytest.param((0, 4), (0, 2), id="a word of two pieces"),
        pytest.param((2, 3), (0, 2), id="a part of a word"),
        pytest.param((3, 7), (0, 3), id="parts of two"),
        pytest.param((0, 8), (0, 3), id="all"),
        pytest.param((0, 99), (0, 3), id="more than all"),
    ],
)
def test_a_range_has_the_tokens_of_the_words_it_touches(given: tuple[int, int], tokens: tuple[int, int]) -> None:
    assert spans_of([(0, 4), (0, 4), (5, 8)], [given]) == [tokens]


@pytest.mark.parametrize("given", [(4, 5), (8, 9), (50, 60), (0, 0)])
def test_a_range_that_touches_no_word_has_no_token(given: tuple[int, int]) -> None:
    ((first, last),) = spans_of([(0, 4), (0, 4), (5, 8)], [given])

    assert first >= last


def test_without_words_or_ranges_there_are_no_tokens() -> None:
    assert spans_of([], [(0, 5)]) == [(0, 0)]
    assert spans_of([(0, 4)], []) == []


def test_a_range_is_told_by_its_tokens_and_by_the_whole(tiny: Encoder) -> None:
    text = "dog cats ."
    (row,), whole = tiny.read(text, [(4, 8)])

    assert row[MEAN].tolist() == [3.5, 3.5, 1.0]  # behind [CLS], [SEP] and "dog"
    assert row[MOST].tolist() == [4.0, 4.0, 1.0]
    assert row[FIRST].tolist() == [3.0, 3.0, 1.0]
    assert row[WHOLE].tolist() == whole.tolist() == [1.0, 0.0, 0.0]


def test_what_came_before_is_read_in_front_and_is_not_the_message(tiny: Encoder) -> None:
    (row,), _ = tiny.read("cat", [(0, 3)], before="dm dog")

    assert row[FIRST].tolist() == [3.0, 4.0, 1.0]  # behind [CLS], "dm", "dog" and [SEP]


def test_only_the_end_of_what_came_before_is_read(tiny: Encoder) -> None:
    (row,), _ = tiny.read("cat", [(0, 3)], before="dog " * 500)

    assert row[FIRST][POSITION] == 1 + BEFORE + 1


def test_ranges_are_scored_in_the_order_given(tiny: Encoder) -> None:
    text = "dog cat c"
    ranges = [(8, 9), (0, 3), (4, 7), (0, 3)]
    rows, _ = tiny.read(text, ranges)

    assert [row[FIRST][PIECE] for row in rows] == [ROWS["c"], ROWS["dog"], ROWS["cat"], ROWS["dog"]]


@pytest.mark.parametrize("given", [(3, 4), (7, 8), (40, 50), (0, 0)])
def test_a_range_without_a_word_scores_nothing(tiny: Encoder, given: tuple[int, int]) -> None:
    rows, _ = tiny.read("cat dog", [given, (0, 3)])

    assert not rows[0].any()
    assert rows[1].any()


@pytest.mark.parametrize("text", ["", "  ", "cat"])
def test_a_message_is_told_as_a_whole_without_ranges_too(tiny: Encoder, text: str) -> None:
    rows, whole = tiny.read(text, [])

    assert rows.shape == (0, 12)
    assert whole.tolist() == [1.0, 0.0, 0.0]


def test_an_empty_text_has_no_words_to_score(tiny: Encoder) -> None:
    rows, _ = tiny.read("", [(0, 0), (0, 4)])

    assert not rows.any()


def test_a_long_message_is_read_window_by_window(tiny: Encoder) -> None:
    words = ["dog"] * (2 * WINDOW + 5)
    words[WINDOW], words[2 * WINDOW + 4] = "cat", "c"
    text = " ".join(words)
    places = [4 * (2 * WINDOW + 4), 4 * WINDOW, 0]
    rows, whole = tiny.read(text, [(place, place + 1) for place in places])

    assert [row[FIRST].tolist() for row in rows] == [[8.0, 6.0, 1.0], [3.0, 2.0, 1.0], [5.0, 2.0, 1.0]]
    assert whole.tolist() == [1.0, 0.0, 0.0]


def test_a_range_is_scored_by_the_window_it_begins_in(tiny: Encoder) -> None:
    words = ["dog"] * (WINDOW - 1) + ["cat", "."] + ["dog"] * 20
    text = " ".join(words)
    begin = 4 * (WINDOW - 1)
    (across, last), _ = tiny.read(text, [(begin, len(text)), (begin, begin + 3)])

    assert across[FIRST][PIECE] == across[MOST][PIECE] == ROWS["cat"]  # neither the window's end nor what is behind it
    assert across.tolist() == last.tolist()


def test_the_longest_window_has_a_position_for_every_token(tiny: Encoder) -> None:
    text = "cat " * WINDOW
    (row,), _ = tiny.read(text, [(len(text) - 4, len(text))], before="dog " * BEFORE)

    assert row[FIRST][POSITION] == 1 + BEFORE + 1 + WINDOW - 1


def removed(path: Path) -> None:
    path.unlink()


def emptied(path: Path) -> None:
    path.write_bytes(b"")


def damaged(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(unchanging(), bytes(len(unchanging()))))


def overwritten(path: Path) -> None:
    path.write_bytes(b"cats and dogs")


@pytest.mark.parametrize("harm", [removed, emptied, damaged, overwritten])
def test_weights_that_cannot_be_read_are_told_by_their_path(
    weights: Path, tmp_path: Path, harm: Callable[[Path], None]
) -> None:
    path = tmp_path / "encoder.npz"
    path.write_bytes(weights.read_bytes())
    harm(path)

    with pytest.raises(StoreError, match=f"^{re.escape(str(path))}: .*cannot be read.*Install") as raised:
        Encoder(path).read("cat", [(0, 3)])

    assert raised.value.__cause__ is not None


def test_weights_that_lack_a_part_are_refused_too(weights: Path, tmp_path: Path) -> None:
    path = tmp_path / "encoder.npz"
    with np.load(weights) as stored:
        np.savez(path, **{name: stored[name] for name in stored.files if name != "layers"})

    with pytest.raises(StoreError, match=re.escape(str(path))):
        Encoder(path).read("cat", [(0, 3)])


def test_layers_that_are_none_are_refused_too(weights: Path, tmp_path: Path) -> None:
    path = tmp_path / "encoder.npz"
    with np.load(weights) as stored:
        np.savez(path, **{**stored, "layers": np.frombuffer(b"cats and dogs", dtype=np.uint8)})

    with pytest.raises(StoreError, match=re.escape(str(path))):
        Encoder(path).read("cat", [(0, 3)])


@pytest.fixture(scope="module")
def shipped() -> Encoder:
    return Encoder()


def test_what_ships_scores_every_kind_and_command(shipped: Encoder) -> None:
    rows, whole = shipped.read("I live in Porto. The build is red.", [(0, 15), (17, 33)], before="dm ")

    assert rows.shape == (2, 1 + len(KINDS))
    assert whole.shape == (len(OPS),)
    assert np.isfinite(rows).all()
    assert np.isfinite(whole).all()


def test_the_context_of_a_word_counts(shipped: Encoder) -> None:
    (hair,), _ = shipped.read("my hair is red", [(8, 14)])
    (build,), _ = shipped.read("my build is red", [(9, 15)])

    assert not np.allclose(hair, build, atol=0.01)


def test_a_range_is_scored_alike_whatever_else_is_asked(shipped: Encoder) -> None:
    text = "I live in Porto and I keep two goats"
    both, _ = shipped.read(text, [(0, 15), (20, 36)])
    (alone,), _ = shipped.read(text, [(20, 36)])

    assert both[1] == pytest.approx(alone, abs=1e-4)


def test_threads_may_share_an_encoder() -> None:
    texts = [f"I live in town {number}" for number in range(8)]
    shared, alone = Encoder(), Encoder()

    with ThreadPoolExecutor(4) as threads:
        found = list(threads.map(lambda text: shared.read(text, [(0, 9)])[0], texts))

    for text, rows in zip(texts, found, strict=True):
        assert rows == pytest.approx(alone.read(text, [(0, 9)])[0], abs=1e-4)


def test_what_was_seen_of_a_text_serves_the_next_that_asks_about_it(
    tiny: Encoder, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "cat " * (WINDOW + 3)
    ranges = [(0, 3), (len(text) - 4, len(text) - 1)]
    together, whole = tiny.read(text, ranges)
    monkeypatch.setattr(tiny, "_in_context", None)  # nothing is seen anew

    for row, one in zip(together, ranges, strict=True):
        alone, again = tiny.read(text, [one])
        np.testing.assert_array_equal(alone[0], row)
        np.testing.assert_array_equal(again, whole)


def test_a_text_behind_other_words_is_seen_anew(tiny: Encoder) -> None:
    alone, _ = tiny.read("cat", [(0, 3)])
    behind, _ = tiny.read("cat", [(0, 3)], before="dog dog")
    again, _ = tiny.read("cat", [(0, 3)])

    assert alone.tolist() != behind.tolist()
    assert alone.tolist() == again.tolist()
