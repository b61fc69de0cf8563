"""chat: the same turn as in Slack, line by line, from a pipe or a keyboard."""

import builtins
import io
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bot.commands import chatting
from bot.commands.chatting import plain
from memory.errors import StoreError
from memory.records import Person
from tests.bot.commanding import Run, remember, texts


def test_who_one_is_and_works_on_is_remembered(memory_bot: Run, home: Path) -> None:
    said = "My name is Alex and I'm working on a Rust project called tundra.\nWhat project am I working on?\n"

    answered = memory_bot("chat", stdin=said).out.splitlines()
    asked_again = memory_bot("chat", stdin="What project am I working on?\n").out

    assert answered[0] == "Nice to meet you, Alex."
    assert answered[1].startswith("  [Noted: name is Alex")
    assert "tundra" in answered[2]
    assert "tundra" in asked_again
    assert "Name is Alex" in texts(home)


def test_memory_and_soul_are_there(memory_bot: Run, home: Path) -> None:
    remember(home, "Lives in Porto", attribute="location")

    said = memory_bot("chat", stdin="/soul\n/memory list\n/memory export\n/dance\n").out

    assert "# Soul" in said
    assert "• Lives in Porto" in said
    assert '"text": "Lives in Porto"' in said
    assert said.endswith("  [There is no /dance here; there are /memory help, /soul and quit.]\n")


def test_why_tells_what_the_last_answer_was_made_of(memory_bot: Run, home: Path) -> None:
    remember(home, "Lives in Porto", attribute="location")

    said = memory_bot("chat", stdin="where do I live?\n/memory why\n").out

    assert "My last answer here came from:\n• Lives in Porto – " in said


def test_the_audit_tells_which_message_brought_or_asked_for_what(memory_bot: Run, home: Path) -> None:
    memory_bot("chat", stdin="I live in Porto\nforget where I live\nundo\nforget everything about me\nyes\n")

    told = [(line["operation"], line["note"], line["source"]) for line in memory_bot("audit", "--json").json]

    assert [each[:2] for each in told] == [
        ("insert", ""),
        ("forget_soft", ""),
        ("patch", "undo"),
        ("forget_soft", ""),
    ]
    assert len({source for _, _, source in told}) == 4
    assert all(source.startswith("D") and "/" in source for _, _, source in told)
    assert memory_bot("audit").out.splitlines()[0].endswith(f"  in {told[0][2]}")


@pytest.mark.parametrize("word", ["quit", "exit", "QUIT", "/quit"])
def test_it_ends_with_a_word(memory_bot: Run, home: Path, word: str) -> None:
    ended = memory_bot("chat", stdin=f"\n{word}\nI live in Porto\n")

    assert (ended.code, ended.out) == (0, "")
    assert texts(home) == []


def test_forget_all_waits_for_its_yes(memory_bot: Run, home: Path) -> None:
    remember(home, "Lives in Porto", attribute="location")

    kept = memory_bot("chat", stdin="/memory forget all\nno\n").out
    gone = memory_bot("chat", stdin="/memory forget all\nyes\n").out

    assert kept == "Shall I forget everything I know about you?\n  [Type yes or no.]\nGood, I have kept everything.\n"
    assert "I have forgotten everything" in gone
    assert texts(home) == []


def test_what_fails_is_one_sentence_and_the_talk_goes_on(memory_bot: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise StoreError(Path("/disk"), "it is full", "Free some space.")

    monkeypatch.setattr(chatting, "take_turn", full)

    said = memory_bot("chat", stdin="hello\n/soul\n").out

    assert said.startswith("  [/disk: it is full. Free some space.]\n# Soul\n")


def test_a_whisper_is_an_aside(memory_bot: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    async def whispered(incoming: object, parts: object, outlet: chatting.TerminalOutlet) -> None:
        await outlet.whisper("*Only* you &amp; me")

    monkeypatch.setattr(chatting, "take_turn", whispered)

    assert memory_bot("chat", stdin="hello\n").out == "  [Only you & me]\n"


def test_one_may_be_somebody_else(memory_bot: Run, home: Path) -> None:
    memory_bot("chat", "--user", "U0DANA", "--team", "T0ACME", "--name", "Dana", stdin="I live in Porto\n")

    assert texts(home, Person("T0ACME", "U0DANA")) == ["Lives in Porto"]
    assert "| `@Dana` |" in next(home.rglob("U0DANA/20*.md")).read_text(encoding="utf-8")


def test_in_a_real_workspace_one_must_say_who_one_is(memory_bot: Run, home: Path) -> None:
    remember(home, "Lives in Porto", person=Person("T0ACME", "U0DANA"))

    ended = memory_bot("chat", stdin="hello\n")

    assert ended.code == 1
    assert ended.err.startswith("--user '(none)' cannot be used. Name yourself by your Slack id in T0ACME")


class Keyboard(io.StringIO):
    """A standard input that somebody sits at."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def typed(home: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Talk at a keyboard: `typed("hello", EOFError())`."""

    def talk(*lines: str | BaseException) -> None:
        left: Iterator[str | BaseException] = iter(lines)

        def read(prompt: str) -> str:
            line = next(left)
            if isinstance(line, BaseException):
                raise line
            return line

        monkeypatch.setattr(sys, "stdin", Keyboard())
        monkeypatch.setattr(builtins, "input", read)
        chatting.chat_in_terminal(None, None, None)

    return talk


@pytest.mark.parametrize("end", [EOFError(), KeyboardInterrupt()], ids=["end of input", "Ctrl-C"])
def test_at_a_keyboard_it_greets_and_ends_quietly(
    typed: Callable[..., None], home: Path, capsys: pytest.CaptureFixture[str], end: BaseException
) -> None:
    typed("/soul", end)

    said = capsys.readouterr().out
    assert said.startswith(f"  [Memories are kept in {home}. Say something, or: /memory help, /soul, quit.]\n# Soul")
    assert said.endswith("\n\n")


def test_ctrl_c_during_a_turn_ends_quietly(
    typed: Callable[..., None], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(chatting, "take_turn", interrupted)

    typed("hello", "never read")

    assert "Traceback" not in capsys.readouterr().err


@pytest.mark.parametrize(
    ("mrkdwn", "shown"),
    [
        pytest.param("*bold* and _slanted_, ~gone~, `code`", "bold and slanted, gone, code", id="emphasis"),
        pytest.param("snake_case_name and 2 * 3 * 4", "snake_case_name and 2 * 3 * 4", id="no emphasis"),
        pytest.param("&lt;b&gt; &amp; more", "<b> & more", id="escapes"),
        pytest.param("in <#C0GENERAL> and <#C1|news>", "in #C0GENERAL and #news", id="channels"),
        pytest.param("ask <@U0DANA> or <@U1|Omar>", "ask @U0DANA or @Omar", id="people"),
        pytest.param(
            "<https://a.example> <https://b.example|b>", "https://a.example b (https://b.example)", id="links"
        ),
    ],
)
def test_mrkdwn_is_shown_as_plain_text(mrkdwn: str, shown: str) -> None:
    assert plain(mrkdwn) == shown
