"""How the judge of other languages is trained, with a handful of messages."""

from pathlib import Path

import numpy as np
import pytest

from extractors.judging.judge import KINDS
from extractors.other_languages.language_judge import KEEP_COLUMNS, KIND_COLUMNS, LanguageJudge
from extractors.other_languages.pieces import Piece
from extractors.pipeline import Extractor
from extractors.training import languages as training
from extractors.training.languages import Calibration, Example, Model
from extractors.training.messages import load, to_record
from memory.records import Kind
from tests.extractors.hand_made import HandMade

PLACES = ("Haken", "Schrank", "Regal", "Keller", "Flur", "Spind", "Wagen", "Lager")


def labelled(path: Path, thing: str) -> Path:
    """Write messages of which half tell where something hangs, and half that it is wanted now."""
    lines = ["== Mon 2026-03-02 09:15 Beate Kranz", ""]
    for place in PLACES:
        lines += [
            f"channel: übrigens, der {thing} hängt jetzt immer am {place}",
            f"+ reference/fact | {thing} hängt am [{place}]",
            "",
            f"channel: danke, bring mir den {thing} bitte zum {place}",
            "",
            f"channel: 谢谢，{thing}挂在{place}后面",
            f"+ reference | {thing}挂在[{place}]后面",
            "",
            f"channel: 谢谢，把{thing}拿到{place}来",
            "",
        ]
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> list[Example]:
    path = labelled(tmp_path_factory.mktemp("labelled") / "kran.txt", "Gurt")
    records = (to_record(message) for message in load(path))
    return list(training.examples(records, Extractor(judge=HandMade())))


def test_a_piece_is_worth_keeping_if_what_is_told_of_it_is_right(found: list[Example]) -> None:
    by_words = {each.piece.words: each for each in found}

    assert by_words["der Gurt hängt jetzt immer am Haken"].kinds == (Kind.REFERENCE, Kind.FACT)
    assert by_words["übrigens"].kinds == ()
    assert by_words["bring mir den Gurt bitte zum Haken"].kinds == ()
    assert by_words["Gurt挂在Haken后面"].kinds == (Kind.REFERENCE,)


def test_the_encoder_is_asked_of_latin_letters_alone(found: list[Example]) -> None:
    assert {each.piece.language: each.encoded is None for each in found} == {"de": False, "zh": True}


@pytest.mark.parametrize(
    "gold", [[{"op": "forget", "text": "alles über den Gurt"}], [{"op": "undo", "text": "", "must": []}]]
)
def test_what_only_commands_teaches_nothing(gold: list[dict[str, object]]) -> None:
    row = {"text": "vergiss bitte den Gurt", "sent_at": "2026-03-02T09:15:00+00:00", "gold": gold}

    assert list(training.examples([row], Extractor(judge=HandMade()))) == []


def test_english_and_languages_without_private_teach_nothing() -> None:
    rows: list[dict[str, object]] = [
        {"text": text, "sent_at": "2026-03-02T09:15:00+00:00", "gold": []}
        for text in ("the strap hangs behind the door", "chìa khóa treo sau máy nén khí trong kho")
    ]

    assert list(training.examples(rows, Extractor(judge=HandMade()))) == []


def test_what_a_statement_reads_is_told_apart() -> None:
    row = {"text": "ich wohne in Graz, der Gurt hängt hinten", "sent_at": "2026-03-02T09:15:00+00:00", "gold": []}
    found = training.examples([row], Extractor(judge=HandMade()))

    assert {each.piece.words: each.stated for each in found} == {
        "ich wohne in Graz": True,
        "der Gurt hängt hinten": False,
        "ich wohne in Graz, der Gurt hängt hinten": True,
    }


def test_it_learns_to_tell_them_apart(found: list[Example]) -> None:
    model = training.train(found)
    counted = model.counted(found)
    keep = np.array([bool(each.kinds) for each in found])

    assert counted[keep].min() > counted[~keep].max()
    assert {kind for kind, each in zip(model.named(found), found, strict=True) if each.kinds} <= {
        Kind.REFERENCE,
        Kind.FACT,
    }


def test_the_few_count_as_much_as_the_many() -> None:
    targets = np.array([1, 0, 0, 0], dtype=np.float32)

    weights = training.balanced(targets)

    assert weights[targets > 0].sum() == pytest.approx(weights[targets == 0].sum())
    assert np.isfinite(training.balanced(np.zeros(3, dtype=np.float32))).all()


def test_chances_come_from_both_or_from_the_words_alone() -> None:
    calibration = Calibration(np.array([0.0, 1.0, 0.0], np.float32), np.array([0.0, 2.0], np.float32))
    piece = Piece("de", "das Tor klemmt", 0, 14, (0, 14))
    found = [Example(piece, (), 0.0), Example(piece, (), None)]

    chances = calibration.chances(np.array([5.0, 5.0], np.float32), found)

    assert chances.tolist() == pytest.approx([0.5, 0.8808], abs=1e-4)


def test_weights_are_written_as_the_judge_reads_them(tmp_path: Path, found: list[Example]) -> None:
    path = tmp_path / "languages.npz"
    keep = np.zeros(KEEP_COLUMNS, dtype=np.float32)
    keep[:] = 0.5
    kinds = np.zeros((len(KINDS), KIND_COLUMNS), dtype=np.float32)
    kinds[KINDS.index(Kind.REFERENCE)] = 2.0
    calibration = Calibration(np.array([0, 1, 0], np.float32), np.array([0, 1], np.float32))
    training.save(path, Model(keep, kinds), calibration)

    chinese = next(each.piece for each in found if each.piece.language == "zh")
    (verdict,) = LanguageJudge(HandMade(), path).opinion([chinese], [])

    assert verdict.keep == pytest.approx(0.7311, abs=1e-4)
    assert verdict.kind is Kind.REFERENCE


def test_the_program_measures_and_writes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    learned, held_out = labelled(tmp_path / "a.txt", "Gurt"), labelled(tmp_path / "b.txt", "Besen")
    path = tmp_path / "languages.npz"
    arguments = [str(learned), "--held-out", str(held_out), "--output", str(path)]

    assert training.main([*arguments, "--check"]) == 0
    checked = capsys.readouterr().out
    assert not path.exists()
    assert training.main(arguments) == 0

    assert capsys.readouterr().out == checked
    assert "de at 0.75: precision" in checked
    assert "zh at 0.75: precision" in checked
    with np.load(path) as stored:
        assert (stored["keep"].shape, stored["beside"].shape, stored["alone"].shape) == ((KEEP_COLUMNS,), (3,), (2,))
