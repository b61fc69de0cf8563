"""The learned judge, and how it is trained."""

import json
import struct
from pathlib import Path

import numpy as np
import pytest

from extractors.judge import KINDS, WEIGHTS, Judge, Vectors, bucket, features
from extractors.message import Message, clean
from extractors.pipeline import Extractor
from extractors.training import judge as training
from extractors.training import judge_vectors
from memory.errors import InvalidValueError
from memory.records import Kind
from tests.extractors.conftest import SENT

MEGABYTE = 1_000_000


def keep(extractor: Extractor, text: str) -> float:
    readings = extractor.untaken(Message(text=text, sent_at=SENT), clean(text))
    return Judge().verdict(readings[0]).keep


def test_statements_are_worth_more_than_chatter(extractor: Extractor) -> None:
    for statement, chatter in [
        ("I live in Porto", "I see the error too"),
        ("my brother works at the harbour", "the build works again"),
        ("I never eat pork", "I never saw that before"),
    ]:
        assert keep(extractor, statement) > keep(extractor, chatter)


def test_the_weights_are_small() -> None:
    assert sum(file.stat().st_size for file in WEIGHTS.parent.iterdir()) < 3 * MEGABYTE


def test_a_kind_is_named(extractor: Extractor) -> None:
    text = "I'm allergic to walnuts"
    (reading,) = extractor.untaken(Message(text=text, sent_at=SENT), clean(text))

    assert Judge().verdict(reading).kind in {Kind.PREFERENCE, Kind.FACT}


def test_features_generalise_over_numbers_names_and_links(extractor: Extractor) -> None:
    text = "on Friday <@U02> moved 12 of 3b things to <https://x.example> and #ops"
    readings = extractor.untaken(Message(text=text, sent_at=SENT), clean(text))
    names = {name for reading in readings for name in features(reading)}

    assert {"w:0", "w:0b", "w:URL", "w:<@", "url"} <= names
    assert all(0 <= bucket(name) < 1 << 15 for name in names)


def test_what_stands_around_a_clause_is_told(extractor: Extractor) -> None:
    text = "My sister lives in Vigo. She sails. Is it late?"
    message = Message(text=text, sent_at=SENT, parent="who is that?")
    first, second, third = extractor.untaken(message, clean(text))

    assert "after:she" in first.around
    assert not any(name.startswith("before:") for name in first.around)
    assert {"before:my", "before-r:True False", "same:False", "at:1/3", "answer:True"} <= set(second.around)
    assert not any(name.startswith("after:") for name in third.around)
    assert set(second.around) <= set(features(second))


def test_an_unknown_word_is_made_of_its_pieces() -> None:
    vectors = Vectors(["under", "##dog", "##s"], np.array([[1.0, 0.0], [0.0, 1.0], [2.0, 2.0]], dtype=np.float32))

    assert vectors.of("under").tolist() == [1.0, 0.0]
    assert vectors.of("underdog").tolist() == [0.5, 0.5]
    assert vectors.of("éé").tolist() == [0.0, 0.0]


def rows() -> list[dict[str, object]]:
    def row(number: int, text: str, *labels: tuple[str, str, str]) -> dict[str, object]:
        gold = [
            {
                "op": op,
                "kind": [kind] if kind else [],
                "text": text_,
                "must": [[text_.split()[-1].lower()]],
                "date": None,
            }
            for op, kind, text_ in labels
        ]
        return {
            "id": f"p{number % 3}-{number:03d}",
            "user_name": "Ada",
            "text": text,
            "sent_at": "2026-03-02T09:00:00+00:00",
            "gold": gold,
        }

    towns = ["Porto", "Vigo", "Graz", "Oslo", "Lyon", "Bern"]
    found = [
        row(n, f"I live in {town} and the weather is bad", ("add", "profile", f"Lives in {town}"))
        for n, town in enumerate(towns)
    ]
    found += [
        row(
            n + 10,
            f"the {thing} is broken again",
        )
        for n, thing in enumerate(["build", "lift", "printer"])
    ]
    found += [
        row(n + 20, f"I like {food} a lot", ("add", "preference", f"Likes {food}"))
        for n, food in enumerate(["tea", "rye", "figs"])
    ]
    found.append(row(30, "undo", ("undo", "", "")) if False else row(30, "scratch that"))
    found.append({**row(31, "forget Porto"), "gold": [{"op": "forget", "text": "Porto", "must": [["porto"]]}]})
    found.append(row(32, "I no longer live in Porto"))
    return found


def test_examples_tell_what_is_worth_keeping() -> None:
    found = list(training.examples(rows()))

    kept = [example.reading.clause.string for example in found if example.kinds]
    assert "i live in porto" in kept
    assert "i like tea a lot" in kept
    assert all(example.kinds == () for example in found if "broken" in example.reading.clause.string)


def test_training_learns_and_reports(tmp_path: Path) -> None:
    found = list(training.examples(rows()))
    data = training.matrix([example.reading for example in found], Judge().vectors)
    scores = training.held_out(data, found, folds=3)
    targets = np.array([bool(example.kinds) for example in found], dtype=np.float32)
    calibration = training.calibrate(scores[:, 0], targets)
    chances = (1 / (1 + np.exp(-(calibration[0] * scores[:, 0] + calibration[1])))).astype(np.float32)
    lines = list(training.report(scores, chances, found))
    path = tmp_path / "weights" / "judge.npz"
    training.save(path, *training.train(data, found), calibration)

    assert scores[targets > 0, 0].mean() > scores[targets == 0, 0].mean()
    assert any(line.startswith("kind right") for line in lines)
    (path.parent / "vectors.npz").write_bytes(WEIGHTS.with_name("vectors.npz").read_bytes())
    assert Judge(path).verdict(found[0].reading).kind in KINDS


def test_the_training_program_measures_and_writes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("extractors.training.messages.load_all", rows)
    monkeypatch.setattr("extractors.training.messages.to_record", lambda row: row)
    monkeypatch.setattr(training, "WEIGHTS", tmp_path / "w" / "judge.npz")

    assert training.main(["--check"]) == 0
    assert not (tmp_path / "w").exists()
    assert training.main([]) == 0
    assert (tmp_path / "w" / "judge.npz").exists()
    assert "worth keeping" in capsys.readouterr().out


def encoder(folder: Path, dtype: str = "F32") -> Path:
    """A tiny encoder's files: five tokens with embeddings of 70 numbers."""
    words = {"[PAD]": 0, "cat": 1, "##s": 2, "你": 3, "dog": 4}
    (folder / "tokenizer.json").write_text(json.dumps({"model": {"vocab": words}}), encoding="utf-8")
    numbers = np.random.default_rng(1).normal(size=(5, 70)).astype(np.float32)
    header = json.dumps(
        {"x.embeddings.word_embeddings.weight": {"dtype": dtype, "shape": [5, 70], "data_offsets": [0, 5 * 70 * 4]}}
    ).encode()
    (folder / "model.safetensors").write_bytes(struct.pack("<Q", len(header)) + header + numbers.tobytes())
    return folder


def test_word_vectors_are_made_from_an_encoder(tmp_path: Path) -> None:
    target = tmp_path / "vectors.npz"

    assert judge_vectors.main([str(encoder(tmp_path))], target) == 0

    with np.load(target) as stored:
        assert bytes(stored["words"]).decode().split("\n") == ["cat", "##s", "dog"]
        lengths = np.linalg.norm(stored["table"] * stored["scale"], axis=1)
    assert lengths == pytest.approx(1.0, abs=0.1)


def test_an_encoder_without_plain_embeddings_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidValueError, match=r"model\.safetensors"):
        judge_vectors.main([str(encoder(tmp_path, "F16"))], tmp_path / "vectors.npz")


def test_the_folder_has_to_be_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert judge_vectors.main([]) == 2
    assert "folder" in capsys.readouterr().err
