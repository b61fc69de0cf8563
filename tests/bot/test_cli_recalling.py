"""recall: as in a turn without a limit, a ranking with one; one question or a batch."""

import json
from datetime import timedelta
from pathlib import Path

import pytest

from memory.records import Kind, Origin, Person
from tests.bot.commanding import MARCH_2, Run, remember, reopened


@pytest.fixture
def filled(home: Path) -> Path:
    remember(home, "Lives in Porto", attribute="location", kind=Kind.PROFILE, memory_id="live")
    remember(home, "Prefers tea over coffee", kind=Kind.PREFERENCE, memory_id="tea")
    remember(home, "Gate code is with Marta", memory_id="gate")
    return home


def test_what_answers_comes_first_with_its_score(memory_bot: Run, filled: Path) -> None:
    shown = memory_bot("recall", "--user", "U0ALEX", "where", "do", "I", "live?").out.splitlines()

    assert shown[0].split() == ["score", "memory"]
    assert shown[1].endswith("  Lives in Porto")
    assert 0.0 < float(shown[1].split()[0]) <= 1.0


def test_explain_shows_why(memory_bot: Run, filled: Path) -> None:
    shown = memory_bot("recall", "--user", "U0ALEX", "where do I live?", "--explain").out

    assert "asked for: location" in shown
    assert "relevance 0." in shown


def test_json_holds_the_memory_the_score_and_its_parts(memory_bot: Run, filled: Path) -> None:
    first = memory_bot("recall", "--user", "U0ALEX", "where do I live?", "--json").json[0]

    assert (first["id"], first["text"], first["user"]) == ("live", "Lives in Porto", "U0ALEX")
    assert set(first["parts"]) >= {"relevance", "confidence", "freshness"}
    assert isinstance(first["reasons"], list)


def test_without_a_limit_nothing_comes_back_below_the_threshold(memory_bot: Run, filled: Path) -> None:
    unlimited = memory_bot("recall", "--user", "U0ALEX", "is the coffee machine at the harbour office broken today?")

    assert unlimited.out == (
        "Nothing that is remembered answers “is the coffee machine at the harbour office broken today?”.\n"
    )


def test_with_a_limit_the_best_come_back_however_weak(memory_bot: Run, filled: Path) -> None:
    words = "is the coffee machine at the harbour office broken today?"

    ranked = memory_bot("recall", "--user", "U0ALEX", words, "--limit", "2", "--json").json

    assert [memory["id"] for memory in ranked][:1] == ["tea"]
    assert len(ranked) <= 2


def test_others_see_shared_work_facts_and_nothing_told_in_a_dm(memory_bot: Run, filled: Path) -> None:
    dana = Person("T0LOCAL", "U0DANA")
    reopened(filled).remember(
        dana, "Staging database is called heron", origin=Origin.PUBLIC, at=MARCH_2, actor="U0DANA", memory_id="heron"
    )

    own = memory_bot("recall", "--user", "U0DANA", "who has the gate code?", "--json").json
    shared = memory_bot("recall", "--user", "U0ALEX", "what is the staging database called?", "--json").json

    assert [memory["id"] for memory in own if memory["user"] == "U0ALEX"] == []
    assert [(memory["id"], memory["user"]) for memory in shared] == [("heron", "U0DANA")]


def test_a_batch_answers_each_line_in_order(memory_bot: Run, filled: Path) -> None:
    asked = [
        {"id": "q1", "user": "U0ALEX", "query": "where do I live?", "limit": 1},
        {"id": 2, "user": "U0ALEX", "query": "where do I live?"},
        {"id": None, "user": "U0NOBODY", "query": "where do I live?", "limit": 5},
    ]

    answered = memory_bot("recall", "--batch", stdin="\n".join(json.dumps(line) for line in asked) + "\n\n")

    lines = [json.loads(line) for line in answered.out.splitlines()]
    assert [line["id"] for line in lines] == ["q1", 2, None]
    assert [[hit["id"] for hit in line["hits"]] for line in lines] == [["live"], ["live"], []]
    assert set(lines[0]["hits"][0]) == {"id", "text", "score"}


def test_an_empty_batch_gives_nothing(memory_bot: Run) -> None:
    assert memory_bot("recall", "--batch").out == ""


@pytest.mark.parametrize(
    "line",
    [
        pytest.param("where do I live?", id="no JSON"),
        pytest.param("[1]", id="no object"),
        pytest.param("7", id="a number"),
        pytest.param('{"user": "U0ALEX"}', id="no query"),
        pytest.param('{"user": 7, "query": "tea"}', id="user a number"),
        pytest.param('{"user": "U0ALEX", "query": ["tea"]}', id="query a list"),
        pytest.param('{"user": "U0ALEX", "query": "tea", "limit": 0}', id="limit 0"),
        pytest.param('{"user": "U0ALEX", "query": "tea", "limit": 1001}', id="limit too high"),
        pytest.param('{"user": "U0ALEX", "query": "tea", "limit": true}', id="limit a boolean"),
        pytest.param("[" * 100_000, id="nested without end"),
    ],
)
def test_a_bad_line_of_a_batch_is_told_with_its_number(memory_bot: Run, line: str) -> None:
    good = '{"id": 1, "user": "U0ALEX", "query": "tea"}'

    ended = memory_bot("recall", "--batch", stdin=f"{good}\n{line}\n")

    assert ended.code == 1
    assert ended.err.startswith("Line 2 of the batch ")
    assert ended.out == '{"id": 1, "hits": []}\n', "what came before it is answered"


def test_a_batch_that_is_no_text_is_told(memory_bot: Run) -> None:
    ended = memory_bot("recall", "--batch", stdin=b"\xff\xfe\n")

    assert ended.code == 1
    assert ended.err == "Standard input 'invalid start byte' cannot be used. Convert it to UTF-8.\n"


def test_as_of_a_time_what_held_then_answers(memory_bot: Run, home: Path) -> None:
    remember(home, "Lives in Lisbon", attribute="location", kind=Kind.PROFILE)
    remember(home, "Lives in Porto", attribute="location", kind=Kind.PROFILE, at=MARCH_2 + timedelta(days=38))
    ask = ("recall", "--user", "U0ALEX", "where do I live?", "--json")

    then = memory_bot(*ask, "--as-of", "2026-03-10").json
    earlier = memory_bot(*ask, "--as-of", "2026-01-10").json
    now = memory_bot(*ask).json

    assert [(memory["text"], memory["status"]) for memory in then] == [("Lives in Lisbon", "active")]
    assert earlier == []
    assert [memory["text"] for memory in now] == ["Lives in Porto"]


@pytest.mark.parametrize("time", ["once", "0001-01-01T00:00:00+12:00", "9999-12-31"])
def test_a_time_that_is_none_is_refused(time: str, memory_bot: Run, home: Path) -> None:
    told = memory_bot("recall", "--user", "U0ALEX", "what did I like last year?", "--as-of", time)

    assert told.code == 1
    assert "--as-of" in told.err and time[:10] in told.err


def test_history_as_of_a_time_stops_there(memory_bot: Run, home: Path) -> None:
    remember(home, "Lives in Lisbon", attribute="location", kind=Kind.PROFILE)
    remember(home, "Lives in Porto", attribute="location", kind=Kind.PROFILE, at=MARCH_2 + timedelta(days=38))

    then = memory_bot("history", "--user", "U0ALEX", "live", "--as-of", "2026-03-10").out
    before = memory_bot("history", "--user", "U0ALEX", "--as-of", "2026-01-10").out

    assert then == "2026-03-02 09:15  Lives in Lisbon\n"
    assert before == "There is no history.\n"


def test_an_encoder_that_is_not_there_is_told_with_what_to_do(
    memory_bot: Run, home: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("memory.encoding.transformers.find_spec", lambda name: None)
    config = tmp_path / "encoder.toml"
    config.write_text('[memory]\nencoder = "some/model"\n')
    monkeypatch.setenv("MEMORY_BOT_CONFIG", str(config))

    told = memory_bot("recall", "--user", "U0ALEX", "tea")

    assert told.code == 1
    assert "pip install 'memory-bot[encoder]'" in told.err
