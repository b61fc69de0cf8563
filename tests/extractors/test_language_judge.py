"""The learned judge of other languages: what it is told of a piece, and how it weighs the encoder's opinion in."""

import math
from pathlib import Path

import numpy as np
import pytest

from extractors.judging.judge import KINDS
from extractors.message import clean
from extractors.other_languages.language_judge import (
    KEEP_COLUMNS,
    KIND_COLUMNS,
    WEIGHTS,
    LanguageJudge,
    columns,
    features,
    weighed,
)
from extractors.other_languages.pieces import Piece
from extractors.pipeline import Extractor
from memory.errors import StoreError
from memory.records import Kind
from tests.extractors.hand_made import HandMade


def piece(text: str, words: str | None = None, language: str = "de", **told: object) -> Piece:
    start = text.index(words) if words else 0
    end = start + len(words) if words else len(text)
    return Piece(language, text, start, end, (0, len(text)), **told)  # type: ignore[arg-type]


def test_words_are_told_with_their_ends_and_neighbours() -> None:
    names = set(features(piece("Die Bänder hängen am Haken 12")))

    assert {"dewdie", "dewbänder", "depbände", "desder", "debam haken", "de^die bänder", "dew00", "digitTrue"} <= names
    assert not any("12" in name for name in names)


def test_scripts_without_blanks_are_told_by_runs_of_characters() -> None:
    names = set(features(piece("门后", language="zh")))

    assert {"zhc^门", "zhc门后", "zhc门后$", "zhc^门后"} <= names
    assert "zhw门后" not in names


def test_the_rest_of_the_sentence_and_its_place_are_told() -> None:
    text = "Danke, die Bänder hängen am Haken, oder"
    names = set(features(piece(text, "die Bänder hängen am Haken", size=1, of=3, place=1, sentences=2, dated=True)))

    assert {"derdanke", "deroder", "mark,", "size1/3", "wholeFalse", "sentence1/2", "datedTrue", "de<,"} <= names


def test_an_empty_piece_has_features_all_the_same() -> None:
    assert "bias" in set(features(piece("")))
    assert "bias" in set(features(piece("", language="ja")))


def test_columns_are_within_their_number_each_once_and_in_order() -> None:
    found = columns([*features(piece("die Bänder hängen am Haken"))] * 2, KIND_COLUMNS)

    assert found == sorted(set(found))
    assert all(0 <= column < KIND_COLUMNS for column in found)


def test_a_piece_counts_as_one_however_many_columns_it_has() -> None:
    weights = np.ones((2, KIND_COLUMNS), dtype=np.float32)

    assert weighed(weights, [1, 2, 3, 4]).tolist() == [2.0, 2.0]
    assert float(weighed(weights[0], [5])) == 1.0


def written(path: Path, *, beside: list[float], alone: list[float], kind: Kind = Kind.EVENT) -> Path:
    """Write weights by which everything counts nothing, but for what the calibration adds, and is of one kind."""
    kinds = np.zeros((len(KINDS), KIND_COLUMNS), dtype=np.int8)
    kinds[KINDS.index(kind)] = 1
    np.savez(
        path,
        keep=np.zeros(KEEP_COLUMNS, dtype=np.int8),
        keep_scale=np.float32(1),
        kinds=kinds,
        kinds_scale=np.float32(1),
        beside=np.array(beside, dtype=np.float32),
        alone=np.array(alone, dtype=np.float32),
    )
    return path


def test_the_encoder_weighs_in_where_the_letters_are_latin(extractor: Extractor, tmp_path: Path) -> None:
    path = written(tmp_path / "languages.npz", beside=[1.0, 1.0, 0.0], alone=[1.0, 0.5])
    text = "die Bänder hängen am Haken"
    judge = LanguageJudge(HandMade({text.lower(): 0.8}), path)

    (verdict,) = judge.opinion([piece(text)], extractor.parser.words(clean(text)))

    assert verdict.keep == pytest.approx(0.8)
    assert verdict.kind is Kind.EVENT


def test_without_it_the_words_alone_count(extractor: Extractor, tmp_path: Path) -> None:
    path = written(tmp_path / "languages.npz", beside=[1.0, 1.0, 0.0], alone=[1.0, 0.5])
    asked = HandMade()
    text = "钥匙挂在空压机后面"

    (verdict,) = LanguageJudge(asked, path).opinion([piece(text, language="zh")], extractor.parser.words(clean(text)))

    assert verdict.keep == pytest.approx(1 / (1 + math.exp(-0.5)))
    assert asked.asked == []


def test_what_holds_no_word_is_not_read_by_the_encoder(extractor: Extractor) -> None:
    text = "die Bänder hängen am Haken"
    judge = LanguageJudge(HandMade({text.lower(): 0.8}))
    pieces = [piece(text), Piece("de", text, 3, 4, (0, len(text)))]

    heard = judge.encoded(pieces, extractor.parser.words(clean(text)))

    assert heard == [pytest.approx(math.log(4)), None]


def test_nothing_to_judge_gives_nothing() -> None:
    assert LanguageJudge(HandMade()).opinion([], []) == []


def test_weights_that_cannot_be_read_are_told(tmp_path: Path) -> None:
    path = tmp_path / "languages.npz"
    path.write_bytes(b"not a zip")

    with pytest.raises(StoreError, match=r"languages\.npz.*cannot be read"):
        LanguageJudge(HandMade(), path).opinion([piece("das Tor klemmt")], [])


def test_the_weights_that_ship_are_small() -> None:
    assert WEIGHTS.stat().st_size < 500_000
