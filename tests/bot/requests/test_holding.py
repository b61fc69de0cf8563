"""What holds for a person by what others chose, as their settings and their Home tab say it."""

from dataclasses import replace
from pathlib import Path

import pytest

from bot.parts import Parts, open_memory
from bot.policy import Policy
from bot.replies.grounded import GroundedReplies
from bot.requests.console import Sight, look
from bot.requests.holding import holds_anywhere, holds_here
from bot.settings import load_settings
from bot.views import console as views
from memory.records import Kind, Person
from tests.bot.making import APRIL_9
from tests.bot.office import words

DANA = Person("T1", "U0DANA")


@pytest.fixture
def parts(tmp_path: Path) -> Parts:
    home = {"MEMORY_BOT_HOME": str(tmp_path), "MEMORY_BOT_CONFIG": str(tmp_path / "none.toml")}
    settings = load_settings(home)
    return Parts(settings, open_memory(settings), extractor=None, replies=GroundedReplies())  # type: ignore[arg-type]  # nothing is read


def choose(parts: Parts, **choices: object) -> None:
    parts.policies.change("T1", lambda policy: replace(policy, **choices))  # type: ignore[arg-type]  # fields of it


def test_where_all_is_as_usual_nothing_is_said(parts: Parts) -> None:
    choose(parts, outsiders=True)

    assert holds_here(DANA, "C1", parts) == holds_anywhere(DANA, parts) == []
    assert parts.policies.of("T2") == Policy()


def test_channels_are_named_and_private_ones_counted(parts: Parts) -> None:
    parts.standing.note_channel("T1", "C2", private=True)
    parts.standing.note_channel("T1", "C3", private=True)
    choose(parts, denied=frozenset({"C1", "C2", "C3"}), allowed=frozenset({"C2"}), listening=frozenset({"C4"}))

    assert holds_anywhere(DANA, parts) == [
        "channels closed to notes by your admins: <#C1>, 2 private ones",
        "channels where I may take notes, and no others: 1 private one",
        "channels opened to notes as a whole by your admins, where I note what you say: <#C4>",
    ]


def test_of_many_channels_only_some_are_named(parts: Parts) -> None:
    choose(parts, denied=frozenset(f"C{number:03}" for number in range(25)))

    (line,) = holds_anywhere(DANA, parts)

    assert line.endswith("<#C019>, 5 more")


@pytest.mark.parametrize(
    ("channel_id", "lines"),
    [
        ("C1", ["this channel: closed to notes by your admins"]),
        ("C9", ["this channel: opened to notes as a whole by your admins; I note what you say"]),
        ("C5", []),
        ("D1", []),
    ],
)
def test_in_a_conversation_only_its_own_channel_is_told(parts: Parts, channel_id: str, lines: list[str]) -> None:
    choose(parts, denied=frozenset({"C1"}), listening=frozenset({"C9"}))

    assert holds_here(DANA, channel_id, parts) == lines


def test_who_is_left_out_of_whole_channels_is_told_so(parts: Parts) -> None:
    choose(parts, listening=frozenset({"C9"}))

    parts.book.choose(DANA, "whole_channels", "off", at=APRIL_9, actor="U0DANA")
    left_out = holds_anywhere(DANA, parts)
    parts.book.choose(DANA, "whole_channels", "on", at=APRIL_9, actor="U0DANA")
    parts.book.pause(DANA, at=APRIL_9, actor="U0DANA")

    assert left_out == ["channels opened to notes as a whole by your admins, where you are left out: <#C9>"]
    assert holds_here(DANA, "C9", parts) == [
        "this channel: opened to notes as a whole by your admins; you are left out"
    ]


def test_guests_retention_and_switches_are_told(parts: Parts) -> None:
    parts.standing.note_person(DANA, outsider=True)
    choose(parts, retention={Kind.EVENT: 1_000, Kind.FACT: 0})
    memory = parts.settings.memory
    parts.settings = parts.settings.model_copy(update={"memory": memory.model_copy(update={"auto_capture": False})})

    assert holds_here(DANA, "C1", parts) == [
        "I keep only what you ask me to remember; whoever runs me chose so",
        "you are a guest here, so I keep only what you ask me to remember",
        "kept, as your admins chose: event 1,000 days",
    ]
    parts.settings = parts.settings.model_copy(update={"memory": memory.model_copy(update={"enabled": False})})
    assert holds_here(DANA, "C1", parts)[0] == "whoever runs me has switched remembering off"


def test_the_home_tab_shows_what_holds(parts: Parts) -> None:
    assert "What holds for you here" not in words(
        views.home(look(DANA, Sight(), now=APRIL_9, parts=parts), now=APRIL_9)
    )
    choose(parts, denied=frozenset({"C1"}))
    parts.book.choose(DANA, "quiet_hours", "22:00-07:00 UTC", at=APRIL_9, actor="U0DANA")

    shown = words(views.home(look(DANA, Sight(), now=APRIL_9, parts=parts), now=APRIL_9))

    assert "*What holds for you here*\n• channels closed to notes by your admins: <#C1>" in shown
    assert "Not in your quiet hours, 22:00-07:00 UTC." in shown
