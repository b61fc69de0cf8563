"""The slash command works as a message too, in threads and channels, and is answered to the person alone."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.intake.spoken import spoken_command
from tests.bot.office import Office, office


@pytest.fixture
async def slack(tmp_path: Path) -> AsyncIterator[Office]:
    async with office(tmp_path) as opened:
        yield opened


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("!memory", ""),
        (" !Memory  search tea ", "search tea"),
        ("/memory forget all", "forget all"),
        ("!memory search tea\nand cake", "search tea\nand cake"),
        ("memory pause", "pause"),
        ("Memory List.", "list"),
        ("memory search tea", None),
        ("memory list of the shop", None),
        ("memory leaks again", None),
        ("!memorylist", None),
        ("my memory is bad", None),
        ("", None),
    ],
)
def test_what_is_a_command(text: str, words: str | None) -> None:
    assert spoken_command(text, "/memory") == words


def test_the_name_is_the_configured_one() -> None:
    assert spoken_command("!note.it list", "/note.it") == "list"
    assert spoken_command("!memory list", "/note.it") is None


async def test_in_a_thread_of_a_channel_only_the_person_reads_the_answer(slack: Office) -> None:
    slack.remember("Shelf 3 holds the tea")
    root = await slack.say("U0DANA", "who knows?", channel="C0GENERAL")
    message = await slack.say("U0ALEX", "<@U0MEMORYBOT> !memory list", channel="C0GENERAL", thread_ts=root["ts"])

    await slack.event(channel_type="channel", **message)

    (answer,) = slack.sent("chat.postEphemeral")
    assert (answer["user"], answer["thread_ts"]) == ("U0ALEX", root["ts"])
    assert answer["text"] == "What I remember about you (1):\n• Shelf 3 holds the tea"
    assert slack.sent("chat.postMessage") == []
    assert slack.parts.book.episodes(slack.parts.book.people("T0LOCAL")[0], limit=9) == []


async def test_in_the_dm_it_is_answered_in_the_thread(slack: Office) -> None:
    message = await slack.say("U0ALEX", "memory pause")

    await slack.event(channel_type="im", **message)

    (answer,) = slack.sent("chat.postMessage")
    assert (answer["channel"], answer["thread_ts"]) == ("D0ALEX", message["ts"])
    assert answer["text"].startswith("Paused:")


async def test_an_export_comes_as_a_file(slack: Office) -> None:
    message = await slack.say("U0ALEX", "!memory export")

    await slack.event(channel_type="im", **message)

    assert slack.sent("chat.postMessage")[-1]["text"].startswith("Everything I hold about you (0 active)")
    assert len(slack.workspace.workspace.state.files) == 1


async def test_after_a_crash_an_answered_command_is_not_answered_again(slack: Office) -> None:
    message = await slack.say("U0ALEX", "!memory pause")
    body = {"team_id": "T0LOCAL", "event": {**message, "channel_type": "im"}}
    key = await slack.intake.keep(body)
    assert key is not None
    slack.intake.journal.replied(key)

    slack.intake.play(lambda _: slack.client)
    await slack.intake.queues.drain()

    assert slack.sent("chat.postMessage") == []
