"""Which words of a slash command do what, and the hint on those that do nothing."""

from pathlib import Path

import pytest

from bot.audience import Place, PlaceKind
from bot.parts import Parts, build_parts, utc_now
from bot.replies.material import gather
from bot.replies.prompt import base_prompt
from bot.requests.slash import memory_command, soul_command
from bot.settings import load_settings
from bot.turn import Incoming, situation_of
from memory.records import Person

ALEX = Person("T1", "U0ALEX")


@pytest.fixture
def parts(tmp_path: Path) -> Parts:
    config = tmp_path / "config.toml"
    config.write_text('memory_command = "/recall"\nadmins = { T1 = ["U0ALEX"] }\n')
    return build_parts(load_settings({"MEMORY_BOT_HOME": str(tmp_path), "MEMORY_BOT_CONFIG": str(config)}))


def say(parts: Parts, text: str, person: Person = ALEX) -> str:
    return memory_command(text, person=person, now=utc_now(), parts=parts).text


def test_help_names_each_verb_and_what_only_admins_have(parts: Parts) -> None:
    ours, theirs = say(parts, "help"), say(parts, "HELP", Person("T2", "U0ALEX"))

    for verb in ("list", "search", "forget", "history", "why", "pause", "resume", "settings", "export"):
        assert f"`/recall {verb}" in theirs
    assert "write `!recall list`" in ours
    assert "`/recall admin help`" in ours
    assert "admin" not in theirs


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("serch tea", "I don't know `/recall serch`. Did you mean `/recall search`? Try list,"),
        ("<dance>", "I don't know `/recall &lt;dance&gt;`. Try list,"),
        ("search", "Say what: `/recall search WORDS`."),
        ("forget", "Say what: `/recall forget WORDS, or forget all`."),
        ("history", "There is no history."),
        ("history tea", "There is no history about “tea”."),
        ("admin", "*For admins*"),
        ("settings quiet hours soon", "quiet_hours 'soon' cannot be used. Give two times"),
    ],
)
def test_what_is_answered(parts: Parts, said: str, answer: str) -> None:
    assert say(parts, said).startswith(answer)


def test_a_soul_that_is_empty_is_said_so(parts: Parts) -> None:
    parts.book.write_page("SOUL.md", "", person=ALEX, at=utc_now(), actor="U0ALEX")

    assert soul_command(parts).text.startswith("SOUL.md is empty")


@pytest.mark.parametrize("text", ["help", "can you stop taking notes"])
async def test_answers_call_the_command_by_its_name_here(parts: Parts, text: str) -> None:
    situation = situation_of(Incoming(ALEX, Place(PlaceKind.DM, "D0ALEX"), text, "1772442900.000100"), parts)

    said = (await parts.replies.reply(situation)).text

    assert "`/recall " in said
    assert "/memory" not in said
    assert "`/recall help`" in base_prompt(gather(parts.book, situation))
