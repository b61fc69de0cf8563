"""`memory-bot prompt`, and `chat` with a model that is set but cannot be used."""

import json
from collections.abc import AsyncGenerator

import pytest

from bot.commands.chatting import TerminalOutlet
from bot.replies.base import Reply
from tests.bot.commanding import Run

TOLD = "My name is Alex and I'm working on a Rust project called tundra.\n"


def test_prompt_shows_what_a_model_would_get(memory_bot: Run) -> None:
    memory_bot("chat", stdin=TOLD)

    shown = memory_bot("prompt", "--user", "U0ALEX", "What project am I working on?").out

    assert shown.startswith("# Soul\n")
    assert "You talk with Alex, in a direct message" in shown
    assert "<memory_context>" in shown
    assert "Works on a Rust project called tundra" in shown
    assert f"\n[user] {TOLD}\n[assistant] Nice to meet you, Alex.\n\n[user] What project am I working on?\n" in shown


def test_prompt_shows_less_where_others_read(memory_bot: Run) -> None:
    memory_bot("chat", stdin=TOLD)

    ran = memory_bot("prompt", "--user", "U0ALEX", "--place", "public", "--json", "--name", "Al", "which project?")

    shown = json.loads(ran.out)
    assert "tundra" not in ran.out
    assert "You talk with Al, in a public channel" in shown["system"]
    assert shown["messages"] == [{"role": "user", "content": "which project?"}]


def test_prompt_obeys_no_command(memory_bot: Run) -> None:
    memory_bot("chat", stdin=TOLD)

    memory_bot("prompt", "--user", "U0ALEX", "forget everything about tundra")

    assert "tundra" in memory_bot("list", "--user", "U0ALEX").out


def test_prompt_needs_no_model(memory_bot: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    monkeypatch.setenv("MEMORY_BOT_MODEL", "anthropic:claude")

    assert memory_bot("prompt", "--user", "U0ALEX", "hi").code == 0


def test_an_unknown_place_is_named(memory_bot: Run) -> None:
    ran = memory_bot("prompt", "--user", "U0ALEX", "--place", "moon", "hi")

    assert ran.code == 1
    assert "'moon'" in ran.err
    assert "dm, public, private" in ran.err


def test_a_model_without_a_key_is_one_sentence(memory_bot: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    monkeypatch.setenv("MEMORY_BOT_MODEL", "anthropic:claude")

    ran = memory_bot("chat", stdin=TOLD)

    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith("ANTHROPIC_API_KEY is not set")


@pytest.mark.parametrize(
    ("pieces", "printed"),
    [
        (["You &amp; ", "tundra", Reply("You &amp; tundra", by_model=True)], "You & tundra\n"),
        (["You wo", Reply("From memory.")], "You wo\nFrom memory.\n"),
        ([Reply("_Forgotten._")], "Forgotten.\n"),
    ],
)
async def test_the_terminal_prints_an_answer_as_it_is_written(
    pieces: list[str | Reply], printed: str, capsys: pytest.CaptureFixture[str]
) -> None:
    async def written() -> AsyncGenerator[str | Reply, None]:
        for piece in pieces:
            yield piece

    assert await TerminalOutlet().stream(written()) == pieces[-1]
    assert capsys.readouterr().out == printed


async def test_a_stream_without_its_reply_is_a_mistake() -> None:
    async def nothing() -> AsyncGenerator[str | Reply, None]:
        return
        yield ""

    with pytest.raises(AssertionError, match="ends with its reply"):
        await TerminalOutlet().stream(nothing())
