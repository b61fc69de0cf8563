"""The slash commands can have other names: then every text says those, and none the names they have by default."""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import bot
from bot.commands.chatting import chat_in_terminal
from bot.installing.manifest import app_manifest
from bot.mcp.scope import of_person
from bot.parts import utc_now
from bot.settings import load_settings
from bot.tools.base import RefusedError
from bot.tools.forgetting import forget
from memory.records import Kind
from tests.bot.office import ALEX, DANA, Office, office, words

NAMES = {"memory_command": "/recollect", "soul_command": "/whoami"}
DEFAULT_NAME = re.compile(r"(?<![\w/<:])/(?:memory|soul)\b(?!/)")
PACKAGE = Path(bot.__file__).parent

WORDS = [
    *("", "list", "list 2", "search tea", "search", "forget", "forget unicorns", "forget all", "history", "why", "lst"),
    *("pause", "resume", "settings", "settings receipts loud", "settings whole channels off", "export", "help"),
    *("admin", "admin help", "admin status", "admin people", "admin nonsense", "admin channels", "admin channels deny"),
    *("admin channels listen <#C0GENERAL>", "admin channels default <#C0GENERAL>", "admin outsiders on"),
    *("admin retention", "admin retention moods 3", "admin retention fact 30", "admin reindex", "admin gc"),
    *("admin erase", "admin erase <@U0DANA>", "admin soul", "admin soul show", "admin evergreen", "admin export"),
    *("admin outsiders", "admin audit"),
]
"""Every verb of the command, with and without what it needs."""


def texts_of(path: Path) -> Iterator[tuple[int, str]]:
    """Return the strings of a module that are no docstrings, with their lines."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    docstrings = {id(each.value) for each in ast.walk(tree) if isinstance(each, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield node.lineno, node.value


def test_no_text_is_written_with_a_name_in_it() -> None:
    """A name alone, which settings begin with and others replace, is no text."""
    of_the_bot = [path for path in PACKAGE.rglob("*.py") if "local_slack" not in path.parts]
    named = [
        f"{path.relative_to(PACKAGE)}:{line}: {text}"
        for path in of_the_bot
        for line, text in texts_of(path)
        if DEFAULT_NAME.search(text) and text.strip("` ") not in {"/memory", "/soul"}
    ]
    assert len(of_the_bot) > 100
    assert named == []


async def everything_said(slack: Office) -> str:
    """Return all that Slack was told, and every text of the commands in a thread too."""
    for person in (ALEX, DANA):
        for number in range(12):
            slack.remember(f"Shelf {number} holds tea", person=person, kind=Kind.FACT)
    for text in WORDS:
        await slack.command(text, name=NAMES["memory_command"])
    await slack.command("admin status", user="U0DANA", name=NAMES["memory_command"])
    await slack.command("", name=NAMES["soul_command"])
    for text in ("help", "who are you?", "stop tracking me", "what do you know about me?", "where is it?", "hi"):
        await slack.event(**await slack.say("U0ALEX", text), channel_type="im")
    for text in ("!recollect list", "!recollect admin soul edit", "!recollect pause", "!recollect help"):
        await slack.event(**await slack.say("U0ALEX", text), channel_type="im")
    home = await slack.open_home()
    state = slack.workspace.workspace.state
    seen = [each.text for channel in state.channels for each in state.messages(channel) if each.by_bot]
    seen += [json.dumps(each) for user in ("U0ALEX", "U0DANA") for each in slack.whispers(user)]
    return "\n".join([*seen, words(home), json.dumps(slack.wire.calls, default=str)])


async def test_everything_that_slack_is_told_says_the_names_that_are_configured(tmp_path: Path) -> None:
    async with office(tmp_path, **NAMES) as slack:
        said = await everything_said(slack)

    assert DEFAULT_NAME.findall(said) == []
    assert said.count("/recollect") > 50
    assert said.count("/whoami") >= 2, "the help and who are you"


async def test_what_tools_and_other_programs_are_told_says_them_too(tmp_path: Path) -> None:
    async with office(tmp_path, **NAMES) as slack:
        for number in range(12):
            slack.remember(f"Shelf {number} holds tea")
        parts = slack.parts
        bound = of_person(parts.book, parts.extractor, parts.settings, ALEX, now=utc_now).bound()
        with pytest.raises(RefusedError, match="let the person type /recollect forget themselves"):
            bound.forgets.left = 1
            forget(bound, query="tea")
        parts.book.pause(ALEX, at=utc_now(), actor=ALEX.user_id)
        closed = of_person(parts.book, parts.extractor, parts.settings, ALEX, now=utc_now).bound().closed

    assert closed == "the person asked not to be remembered for now; /recollect resume ends that."


def test_the_manifest_says_them(tmp_path: Path) -> None:
    manifest = app_manifest(load_settings({"MEMORY_BOT_HOME": str(tmp_path)}).model_copy(update=NAMES))

    assert DEFAULT_NAME.findall(json.dumps(manifest)) == []
    assert "/recollect list" in manifest["display_information"]["long_description"]


def test_the_terminal_says_them(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    home.parent.joinpath("config.toml").write_text(
        "\n".join(f'{name} = "{value}"' for name, value in NAMES.items()), encoding="utf-8"
    )
    lines = iter(["/memory help", "/recollect help", "quit"])
    monkeypatch.setattr("bot.commands.chatting._lines_typed", lambda: lines)
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)

    chat_in_terminal(None, "U0ALEX", None)

    said = "".join(capsys.readouterr())
    assert "Say something, or: /recollect help, /whoami, quit." in said
    assert DEFAULT_NAME.findall(said.replace("There is no /memory here", "")) == []
