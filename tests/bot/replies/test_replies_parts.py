"""The small parts of the model engine: its Markdown, its day's budget, and its way to a provider."""

import sys
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.errors import MissingTokenError
from bot.replies.markdown import to_mrkdwn
from bot.replies.providers import MissingExtraError, MissingKeyError, connect
from bot.replies.spending import KEEP_DAYS, DayBudget
from bot.settings import Settings
from memory.errors import InvalidValueError, MemoryBotError
from tests.bot.making import MARCH_2

# -- Markdown ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("markdown", "mrkdwn"),
    [
        ("**bold** and __bold__", "*bold* and *bold*"),
        ("*leaning* and _leaning_", "_leaning_ and _leaning_"),
        ("**a** *b* ~~c~~", "*a* _b_ ~c~"),
        ("2 * 3 * 4 and snake_case_name", "2 * 3 * 4 and snake_case_name"),
        ("# Title #\n\ntext", "*Title*\n\ntext"),
        ("- one\n  * two\n+ three", "• one\n  • two\n• three"),
        ("[the docs](https://example.org/a?b=1&c=2)", "<https://example.org/a?b=1&amp;c=2|the docs>"),
        ("![shot](https://example.org/a.png)", "<https://example.org/a.png|shot>"),
        ("[click](javascript:alert)", "click"),
        (
            "<!channel> & <@U1> <https://evil.example|x>",
            "&lt;!channel&gt; &amp; &lt;@U1&gt; &lt;https://evil.example|x&gt;",
        ),
        ("[<!here>](https://example.org)", "<https://example.org|&lt;!here&gt;>"),
        ("`**raw** <b>`", "`**raw** &lt;b&gt;`"),
        ("```python\nx = **y**\n```\n**z**", "```\nx = **y**\n```\n*z*"),
        ("```\nnever closed **", "```\nnever closed **"),
        ("a\0b", "ab"),
        ("  ", ""),
    ],
)
def test_markdown_becomes_mrkdwn(markdown: str, mrkdwn: str) -> None:
    assert to_mrkdwn(markdown) == mrkdwn


# -- the day's budget --------------------------------------------------------------------------------------------


def test_a_day_ends_at_midnight_utc(tmp_path: Path) -> None:
    budget = DayBudget(tmp_path, 100)
    budget.add(MARCH_2, read=60, written=40)

    assert budget.is_spent(MARCH_2)
    assert not budget.is_spent(MARCH_2 + timedelta(days=1))
    assert budget.spent(MARCH_2) == 100


def test_zero_is_without_end(tmp_path: Path) -> None:
    budget = DayBudget(tmp_path, 0)
    budget.add(MARCH_2, read=10**9, written=0)

    assert not budget.is_spent(MARCH_2)


def test_two_processes_share_a_day(tmp_path: Path) -> None:
    one, other = DayBudget(tmp_path, 100), DayBudget(tmp_path, 100)
    one.add(MARCH_2, read=60, written=0)
    assert other.spent(MARCH_2) == 60
    other.add(MARCH_2, read=30, written=10)

    assert one.is_spent(MARCH_2)


def test_a_line_that_cannot_be_read_or_is_not_whole_counts_nothing(tmp_path: Path) -> None:
    budget = DayBudget(tmp_path, 100)
    budget.add(MARCH_2, read=1, written=1)
    path = next((tmp_path / "usage").iterdir())
    path.write_bytes(path.read_bytes() + b'torn\n{"read": 5}\n{"read": 50, "written": 1')

    assert budget.spent(MARCH_2) == 2

    path.write_bytes(path.read_bytes() + b"}\n")
    assert budget.spent(MARCH_2) == 53


def test_old_days_are_removed(tmp_path: Path) -> None:
    budget = DayBudget(tmp_path, 100)
    for day in (MARCH_2, MARCH_2 + timedelta(days=KEEP_DAYS), MARCH_2 + timedelta(days=KEEP_DAYS + 1)):
        budget.add(day, read=1, written=1)

    assert sorted(path.stem for path in (tmp_path / "usage").iterdir()) == ["2026-04-02", "2026-04-03"]


# -- providers ---------------------------------------------------------------------------------------------------


@pytest.fixture(autouse=True)
def no_keys(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    for provider in ("ANTHROPIC", "OPENAI", "OLLAMA"):
        monkeypatch.delenv(f"{provider}_API_KEY", raising=False)
        monkeypatch.delenv(f"{provider}_BASE_URL", raising=False)


def refusal_of(**knobs: Any) -> MemoryBotError:
    with pytest.raises(MemoryBotError) as refused:
        connect(Settings(**knobs))
    return refused.value


def test_an_unknown_provider_is_named_with_those_there_are() -> None:
    error = refusal_of(model="acme:x")

    assert isinstance(error, InvalidValueError)
    assert "'acme'" in str(error)
    assert "anthropic, openai, openai-chat, openai-compatible, ollama" in str(error)


def test_a_compatible_server_needs_its_address() -> None:
    assert "Set model_base_url" in str(refusal_of(model="openai-compatible:x"))


@pytest.mark.parametrize(("provider", "variable"), [("anthropic", "ANTHROPIC_API_KEY"), ("openai", "OPENAI_API_KEY")])
def test_a_missing_key_is_named(provider: str, variable: str) -> None:
    error = refusal_of(model=f"{provider}:x")

    assert isinstance(error, MissingKeyError)
    assert not isinstance(error, MissingTokenError)
    assert str(error).startswith(f"{variable} is not set")


@pytest.mark.parametrize("model", ["ollama:x", pytest.param("anthropic:x", id="before a missing key")])
def test_without_the_extra_the_command_that_installs_it_is_named(monkeypatch: pytest.MonkeyPatch, model: str) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == "pydantic_ai"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "pydantic_ai", None)

    error = refusal_of(model=model)

    assert isinstance(error, MissingExtraError)
    assert "pip install 'memory-bot[model]'" in str(error)


@pytest.mark.parametrize(
    ("knobs", "variables", "address"),
    [
        ({"model": "anthropic:x"}, {"ANTHROPIC_API_KEY": "k"}, "https://api.anthropic.com"),
        (
            {"model": "anthropic:x"},
            {"ANTHROPIC_API_KEY": "k", "ANTHROPIC_BASE_URL": "http://a.example"},
            "http://a.example",
        ),
        ({"model": "openai:x"}, {"OPENAI_API_KEY": "k"}, "https://api.openai.com/v1/"),
        (
            {"model": "openai-chat:x"},
            {"OPENAI_API_KEY": "k", "OPENAI_BASE_URL": "http://o.example"},
            "http://o.example/",
        ),
        ({"model": "ollama:x"}, {}, "http://localhost:11434/v1/"),
        ({"model": "ollama:x"}, {"OLLAMA_BASE_URL": "http://l.example/v1"}, "http://l.example/v1/"),
        ({"model": "openai-compatible:x", "model_base_url": "http://v.example/v1"}, {}, "http://v.example/v1/"),
    ],
)
async def test_each_provider_is_where_its_settings_say(
    knobs: dict[str, Any], variables: dict[str, str], address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)

    connected = connect(Settings(**knobs))

    assert (connected.model.base_url or "").rstrip("/") == address.rstrip("/")
    assert connected.model.model_name == "x"
    await connected.http.aclose()


def test_the_time_of_a_day_is_utc(tmp_path: Path) -> None:
    DayBudget(tmp_path, 1).add(datetime.fromisoformat("2026-03-02T23:30:00-05:00"), read=1, written=1)

    assert [path.stem for path in (tmp_path / "usage").iterdir()] == ["2026-03-03"]
