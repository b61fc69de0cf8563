"""Golden conversations: each YAML file reads like a chat and is played through the real turn.

A step is one message or slash command. Keys: `at` (when), one of the people with what they say, `in` (`dm` by default,
or a channel), `bot` (the whole answer), `whisper` and `noted` (what only the person sees), `active` (all that they are
remembered for afterwards), `edits` or `deletes` (the words of an earlier message that this does to), `about` and `by`
(the words of an earlier message and whose it is, for the shortcut that is used on it), `restart` (the bot is stopped
and started first).
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
import yaml

from bot.audience import Place, PlaceKind
from bot.parts import Parts, build_parts
from bot.replies.base import Reply
from bot.requests.gestures import Said, keep, let_go
from bot.requests.revision import revise
from bot.requests.slash import memory_command
from bot.settings import load_settings
from bot.turn import Incoming, take_turn
from bot.views.messages import receipt_text
from memory.records import Change, Person

FOLDER = Path(__file__).parent
PEOPLE = {name: Person("T0GOLDEN", f"U0{name.upper()}") for name in ("alex", "dana", "omar")}
CHANNELS = {
    "#general": Place(PlaceKind.PUBLIC, "C0GENERAL"),
    "#projects": Place(PlaceKind.PUBLIC, "C0PROJECTS"),
    "#leads": Place(PlaceKind.PRIVATE, "C0LEADS"),
    "#guests": Place(PlaceKind.PUBLIC, "C0GUESTS", outsiders=True),
}
SHORTCUTS = {"Remember this": keep, "Forget what you learnt": let_go}
KEYS = {"at", "in", "bot", "whisper", "noted", "active", "restart", "edits", "deletes", "about", "by", *PEOPLE}


@dataclass
class Heard:
    """An outlet that writes down what was said."""

    replies: list[str] = field(default_factory=list)
    noted: list[str] = field(default_factory=list)
    whispers: list[str] = field(default_factory=list)

    async def reply(self, reply: Reply) -> None:
        self.replies.append(reply.text)

    async def receipt(self, changes: Sequence[Change]) -> None:
        self.noted.append(receipt_text(changes))

    async def whisper(self, text: str) -> None:
        self.whispers.append(text)


def place_of(step: dict[str, Any], person: Person) -> Place:
    return CHANNELS.get(step.get("in", "dm")) or Place(PlaceKind.DM, f"D{person.user_id}")


async def play(step: dict[str, Any], parts: Parts, said: dict[str, str]) -> tuple[Person, Heard]:
    """Say one line to the bot, and return who said it and what came back."""
    unknown = set(step) - KEYS
    assert not unknown, f"unknown keys {unknown}"
    name = next(person for person in PEOPLE if person in step)
    person, heard, at = PEOPLE[name], Heard(), step["at"].replace(tzinfo=UTC)
    parts.names[person] = name.capitalize()
    if step[name].startswith("/memory"):
        answer = memory_command(
            step[name].removeprefix("/memory"),
            person=person,
            now=at,
            parts=parts,
            channel_id=place_of(step, person).channel_id,
        )
        heard.replies.append(answer.text)
    elif "about" in step:
        message = Said(step["about"], PEOPLE[step["by"]].user_id, step["by"].capitalize())
        incoming = Incoming(person, place_of(step, person), step["about"], said[step["about"]], name=name.capitalize())
        heard.replies.append(SHORTCUTS[step[name]](message, incoming, f"{at.timestamp():.6f}", parts).text)
    else:
        done_ts = f"{at.timestamp():.6f}"
        before = step.get("edits") or step.get("deletes")
        ts = said[before] if before else done_ts
        said[step[name]] = ts
        incoming = Incoming(person, place_of(step, person), step[name], ts, name=name.capitalize())
        if before:
            await heard.receipt(revise(incoming, done_ts, parts, deleted="deletes" in step))
        else:
            await take_turn(incoming, parts, heard)
    return person, heard


def start(home: Path) -> Parts:
    return build_parts(load_settings({"MEMORY_BOT_HOME": str(home)}), now=lambda: datetime(2026, 12, 31, tzinfo=UTC))


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.yaml")), ids=lambda path: path.stem)
async def test_conversation(path: Path, tmp_path: Path) -> None:
    parts, said = start(tmp_path), dict[str, str]()
    for number, step in enumerate(yaml.safe_load(path.read_text(encoding="utf-8")), 1):
        if step.get("restart"):
            parts = start(tmp_path)
        person, heard = await play(step, parts, said)

        where = f"{path.name}, step {number}"
        if "bot" in step:
            assert "\n".join(heard.replies) == step["bot"], where
        if "whisper" in step:
            assert heard.whispers == [step["whisper"]], where
        elif "in" in step:
            assert heard.whispers == [], where
        if "noted" in step:
            assert heard.noted == ([step["noted"]] if step["noted"] else []), where
        if "active" in step:
            assert [memory.text for memory in parts.book.memories(person)] == step["active"], where


def test_there_are_conversations_to_play() -> None:
    assert len(list(FOLDER.glob("*.yaml"))) >= 10
