"""What the listeners answer when something is wrong, and that a button acts on the clicker's own memories only."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from slack_sdk.errors import SlackApiError

from bot.listeners import actions, commands
from bot.listeners.visits import NOT_DONE
from bot.parts import Parts, build_parts, utc_now
from bot.requests.slash_answers import Call, SlashAnswer
from bot.settings import load_settings
from bot.slack import sending
from memory.records import Origin, Person

ALEX, DANA = Person("T0LOCAL", "U0ALEX"), Person("T0LOCAL", "U0DANA")


@pytest.fixture
def parts(tmp_path: Path) -> Parts:
    home = {"MEMORY_BOT_HOME": str(tmp_path), "MEMORY_BOT_CONFIG": str(tmp_path / "none.toml")}
    return build_parts(load_settings(home))


def remembered(parts: Parts, text: str, person: Person = ALEX) -> str:
    change = parts.book.remember(person, text, origin=Origin.DM, at=utc_now(), actor=person.user_id)
    return change.memory.id


def texts(parts: Parts, person: Person = ALEX) -> list[str]:
    return [memory.text for memory in parts.book.memories(person)]


def call(parts: Parts, person: Person = ALEX) -> Call:
    return Call(person, "", utc_now(), parts)


def test_the_mention_of_the_bot_is_no_part_of_what_is_said_however_many_blanks_stand_in_it(parts: Parts) -> None:
    parts.bot_user_id = "U00"
    blanks = " " * 200_000

    assert parts.plain("hi  <@U00>,  tea &amp; cake") == "hi tea & cake"
    assert parts.plain(f"a{blanks}b <@U02>") == f"a{blanks}b <@U02>"


def test_undo_takes_back_once_and_a_second_click_does_no_harm(parts: Parts) -> None:
    memory_id = remembered(parts, "Gate code is with Marta")

    first, second = actions.undo(call(parts), memory_id), actions.undo(call(parts), memory_id)

    assert first.answer.text == "Taken back: Gate code is with Marta"
    assert second.answer.text == "There is nothing left to take back."
    assert texts(parts) == []


def test_nobody_elses_memories_can_be_undone_or_forgotten(parts: Parts) -> None:
    memory_id = remembered(parts, "Gate code is with Marta")

    assert actions.undo(call(parts, DANA), memory_id).answer.text == "There is nothing left to take back."
    assert actions.forget_one(call(parts, DANA), memory_id).answer.text == "That was forgotten already."
    assert actions.undo(call(parts), "").answer.text == "There is nothing left to take back."
    assert texts(parts) == ["Gate code is with Marta"]


def test_forgetting_everything_counts_what_held(parts: Parts) -> None:
    remembered(parts, "Gate code is with Marta")
    remembered(parts, "Shelf 3 holds tea")

    assert "(2)" in actions.forget_everything(call(parts), "yes").answer.text
    assert actions.keep_everything(call(parts), "no").answer.text == "Good, I have kept everything."
    assert "nothing about you yet" in actions.turn_page(call(parts), "not a number").answer.text


async def test_a_person_of_an_odd_id_gets_a_kind_sentence(parts: Parts) -> None:
    command = {"team_id": "T0LOCAL", "user_id": "../../x", "channel_id": "C1", "text": "list"}

    intake = SimpleNamespace(parts=parts, directory=None)

    assert await commands._answer(command, None, intake) == SlashAnswer(NOT_DONE)  # type: ignore[arg-type]  # not asked


class NoFiles:
    """A Slack that opens DMs and takes no files."""

    async def conversations_open(self, *, users: str) -> dict[str, Any]:
        return {"channel": {"id": "D0ALEX"}}

    async def files_upload_v2(self, **options: Any) -> None:
        raise SlackApiError("no", {"ok": False, "error": "missing_scope"})


async def test_an_export_that_cannot_be_sent_says_whom_to_ask() -> None:
    answer = SlashAnswer("here it is", file=("memory.json", "{}"))

    sent = await sending.send_file(answer, "U0ALEX", NoFiles())  # type: ignore[arg-type]

    assert sent == SlashAnswer(sending.FILE_NOT_SENT)
