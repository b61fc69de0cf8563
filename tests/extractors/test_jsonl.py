"""JSON Lines in, JSON Lines out."""

import io
import json

import pytest

from extractors import __main__ as program
from extractors.jsonl import MessageFormatError, run

LINE = json.dumps(
    {"id": "m1", "text": "I live in Porto", "sent_at": "2026-03-02T09:15:00Z", "parent": None, "bot": "U00"}
)


def test_each_message_gives_one_line() -> None:
    (line,) = run([LINE, "", "  \n"])

    assert json.loads(line) == {
        "id": "m1",
        "candidates": [
            {
                "op": "add",
                "kind": "profile",
                "attribute": "location",
                "text": "Lives in Porto",
                "date": None,
                "confidence": json.loads(line)["candidates"][0]["confidence"],
                "rule": "location",
            }
        ],
    }


def test_an_explained_line_tells_its_clauses() -> None:
    (line,) = run([LINE], explain=True)

    assert json.loads(line)["clauses"][0]["rules"] == ["location"]
    assert json.loads(line)["commands"] == []


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("{", "not JSON"),
        ("[]", "not a JSON object"),
        ('{"sent_at": "2026-03-02T09:15:00Z"}', '"text" is None'),
        ('{"text": "hi"}', '"sent_at" is None'),
        ('{"text": "hi", "sent_at": "soon"}', "'soon'"),
        ('{"text": "hi", "sent_at": "9999-12-31T23:59:59Z"}', "9999"),
    ],
)
def test_a_line_that_is_no_message_is_named(line: str, problem: str) -> None:
    with pytest.raises(MessageFormatError, match="Line 2 is not a message") as caught:
        list(run([LINE, line]))

    assert problem in str(caught.value)


def test_the_program_reads_and_writes(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(LINE + "\n"))
    monkeypatch.setattr("sys.argv", ["extractors"])

    assert program.main() == 0
    assert json.loads(capsys.readouterr().out)["id"] == "m1"


def test_the_program_fails_in_one_sentence(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("{\n"))
    monkeypatch.setattr("sys.argv", ["extractors", "--explain"])

    assert program.main() == 1
    assert "Line 1" in capsys.readouterr().err
