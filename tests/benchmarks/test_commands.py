"""The measuring commands run, on a few made-up lines."""

import json
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.benchmarks import fit, latency, quality


def rows(path: Path, *lines: Mapping[str, object]) -> None:
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")


def test_weights_are_learned_and_scored_on_what_was_held_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    talks = ("a", "b")
    rows(
        tmp_path / "toy.memories.jsonl",
        *({"case": talk, "id": "1", "text": "Omar: Where was the picnic?"} for talk in talks),
        *({"case": talk, "id": "2", "text": "Dana: By the lighthouse"} for talk in talks),
    )
    rows(
        tmp_path / "toy.queries.jsonl",
        *({"case": talk, "id": talk, "query": "Where was the picnic?", "gold": ["2"]} for talk in talks),
    )
    monkeypatch.setattr(sys, "argv", ["fit", str(tmp_path), "--folds", "2", "--rounds", "1"])

    assert fit.main() == 0

    said = capsys.readouterr().out
    assert "all held out: toy R@10 1.000" in said
    assert "learned on all" in said


def test_latency_is_measured_beside_another_engine(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["latency", "--sizes", "50", "--queries", "5", "--engines", "ours,fts5"])

    assert latency.main() == 0

    assert capsys.readouterr().out.count("| 50 |") == 2


def test_quality_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert quality.main() == 0

    assert "paraphrases: 100 questions" in capsys.readouterr().out
