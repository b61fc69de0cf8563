"""The measuring commands run, on a few made-up lines."""

import json
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.benchmarks import fit, latency, peers, quality, upkeep
from tests.memory.encoders import FakeEncoder


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
    assert quality.main([]) == 0

    assert "paraphrases: 100 questions" in capsys.readouterr().out


def test_quality_with_an_encoder_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert quality.main([], FakeEncoder()) == 0

    told = capsys.readouterr().out
    assert "paraphrases: 100 questions" in told
    assert "Can I have a steak? / " in told or "Can I have a steak?" not in told


def test_the_latency_table_is_written_and_names_what_is_not_installed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    page = tmp_path / "page.md"
    page.write_text("before\n<!-- latency -->\nold\n<!-- end of latency -->\nafter\n")
    monkeypatch.setattr(latency, "find_spec", lambda name: None)
    monkeypatch.setattr(sys, "argv", ["latency", "--sizes", "50", "--queries", "5", "--cpu", "--write", str(page)])

    assert latency.main() == 0

    text = page.read_text()
    assert "| 50 | tantivy | not installed |" in text
    assert text.startswith("before\n<!-- latency -->\n| memories") and text.endswith("after\n")
    assert "old" not in text


def test_the_bar_is_twice_the_peer_and_a_millisecond() -> None:
    ours, tantivys = latency.Timing(1.1, 2.0, 1.0), latency.Timing(0.1, 0.2, 1.0)

    assert "| yes, 1.20 |" in latency.row(50, "ours", ours, tantivys)
    assert "| no, 1.00 |" in latency.row(50, "ours", ours, latency.Timing(0.0, 0.0, 1.0))


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    rows(
        tmp_path / "toy.memories.jsonl",
        {"case": "a", "id": "1", "text": "Dana: The picnic was by the lighthouse"},
        {"case": "a", "id": "2", "text": "Dana: I am a pescatarian"},
    )
    rows(
        tmp_path / "toy.queries.jsonl",
        {"case": "a", "id": "q1", "query": "Where was the picnic?", "gold": ["1"]},
        {"case": "a", "id": "q2", "query": "steak?", "gold": ["2"]},
        {"case": "a", "id": "q3", "query": "?", "gold": ["2"]},
    )
    return tmp_path


def test_peers_that_are_not_installed_are_named(
    toy: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(peers, "find_spec", lambda module: True if module == "sqlite3" else None)
    page = toy / "page.md"
    page.write_text("<!-- comparison --><!-- end of comparison -->")

    assert peers.main([str(toy), "--write", str(page)]) == 0

    said = capsys.readouterr().out
    assert "| tantivy | not installed |" in said
    assert "| SQLite FTS5 | 0.333 (0.333) |" in said
    assert "| memory-bot, words only | 0.333 (0.333) |" in said
    assert said.strip() in page.read_text()


def test_an_encoder_is_compared_too(toy: Path) -> None:
    lines = peers.table(fit.read(toy), FakeEncoder())

    assert lines[-1].startswith("| memory-bot with the encoder | 0.")
    assert float(lines[-1].split("|")[2].split()[0]) > 0.5


def test_a_folder_without_sets_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert peers.main([str(tmp_path)]) == 1
    assert "nothing to compare" in capsys.readouterr().out


def test_a_page_without_marks_is_refused() -> None:
    with pytest.raises(ValueError, match="where the table belongs"):
        peers.written("nothing here", [])


@pytest.mark.parametrize("name", sorted(peers.PEERS))
def test_each_peer_finds_what_shares_words(name: str) -> None:
    module, peer = peers.PEERS[name]
    pytest.importorskip(module)

    search = peer([f"Keeps item {number} in the cellar" for number in range(12)] + ["The walrus database is down"])

    assert search("where is the walrus database?")[0] == 12


def test_the_upkeep_of_the_index_is_measured_and_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(upkeep, "ADDED", 50)
    monkeypatch.setattr(upkeep, "OPENINGS", 1)  # each opens the memory in a process of its own
    document = tmp_path / "recall.md"
    document.write_text("\n".join(("Above.", *upkeep.MARKS, "Below.")), "utf-8")

    assert upkeep.main(["--memories", "300", "--write", str(document)]) == 0

    text = document.read_text("utf-8")
    assert text.startswith("Above.")
    assert text.endswith("Below.")
    assert "300 memories of one person" in text
    rows = [line.split("|")[1].strip() for line in text.splitlines() if line.startswith("| ")]
    assert rows[-3:] == ["the same without a snapshot", "one memory added and searchable", "the index on disk"]
