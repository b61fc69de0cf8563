"""Answers of several pages in one ephemeral message: its owner turns and shortens it by buttons, and nobody else."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.parts import utc_now
from bot.views.choices import CHOOSE, SET_HOURS
from bot.views.leafing import PAGE
from bot.views.memories import FORGET, OPEN_CONSOLE
from bot.views.messages import FORGET_ALL_NO, FORGET_ALL_YES
from memory.errors import StoreError
from tests.bot.office import ALEX, DANA, TEAM, Json, Office, office, words


@pytest.fixture
async def slack(tmp_path: Path) -> AsyncIterator[Office]:
    async with office(tmp_path) as opened:
        yield opened


async def ask(slack: Office, text: str, *, user: str = "U0ALEX", channel: str = "C0GENERAL") -> None:
    """Type `/memory TEXT` somewhere."""
    await slack.command(text, user=user, channel=channel)


def answers(slack: Office, user: str = "U0ALEX") -> list[Json]:
    """Return what one person alone sees, oldest first."""
    return slack.whispers(user)


def element(message: Json, action_id: str, number: int = 0) -> Json:
    """Return a button of a message, beside a paragraph or in a row."""
    found = [
        each
        for block in message["blocks"]
        for each in [*block.get("elements", ()), block.get("accessory") or {}]
        if str(each.get("action_id", "")).startswith(action_id)
    ]
    return dict(found[number])


def labels(message: Json) -> list[str]:
    rows = [block["elements"] for block in message["blocks"] if block["type"] == "actions"]
    return [each["text"]["text"] for row in rows for each in row]


async def press(slack: Office, message: Json, action_id: str, number: int = 0, *, user: str = "U0ALEX") -> None:
    await slack.use(message, element(message, action_id, number), user=user)


async def test_a_list_is_turned_to_and_fro_in_its_one_message(slack: Office) -> None:
    for number in range(12):
        slack.remember(f"Shelf {number} holds tea")

    await ask(slack, "list")
    (first,) = answers(slack)
    await press(slack, first, f"{PAGE}_next")
    await press(slack, first, f"{PAGE}_next")
    (second,) = answers(slack)
    await press(slack, second, f"{PAGE}_previous")
    (again,) = answers(slack)

    assert "*What I remember about you* (12), page 1 of 2" in words(first)
    assert labels(first) == ["Next", "Open my memories"]
    assert "page 2 of 2" in words(second)
    assert "Shelf 0 holds tea" in words(second)
    assert labels(second) == ["Previous", "Open my memories"]
    assert words(again) == words(first)


async def test_a_number_leads_to_its_page(slack: Office) -> None:
    for number in range(12):
        slack.remember(f"Shelf {number} holds tea")

    for said, page in (("list 2", 2), ("list 0", 1), ("list 99999999999999999999", 2), ("list two", 1)):
        await ask(slack, said)
        assert f"page {page} of 2" in words(answers(slack)[-1])


async def test_forgetting_leaves_the_rest_of_the_page(slack: Office) -> None:
    for number in range(11):
        slack.remember(f"Shelf {number} holds tea")
    await ask(slack, "list 2")
    (page,) = answers(slack)

    await press(slack, page, FORGET)
    (left,) = answers(slack)
    await press(slack, page, FORGET)
    (still,) = answers(slack)

    assert len(slack.texts()) == 10
    assert words(left).startswith("Forgotten: Shelf 0 holds tea.\n*What I remember about you* (10)\n")
    assert words(still).startswith("That was forgotten already.\n*What I remember about you* (10)\n")


async def test_after_the_last_one_is_forgotten_nothing_is_left_to_press(slack: Office) -> None:
    slack.remember("Likes tea")
    await ask(slack, "list")

    await press(slack, answers(slack)[0], FORGET)

    (empty,) = answers(slack)
    assert words(empty) == "Forgotten: Likes tea.\nI remember nothing about you yet. Tell me something in a DM."


async def test_searches_and_histories_have_pages_too(slack: Office) -> None:
    for number in range(12):
        slack.remember(f"Shelf {number} holds tea")
    for text in ("search tea", "history tea"):
        await ask(slack, text)
        page = answers(slack)[-1]
        assert "page 1 of 2" in words(page)

        await press(slack, page, f"{PAGE}_next")

        assert "page 2 of 2" in words(answers(slack)[-1])


async def test_why_tells_the_reasons_and_forgets_what_is_ones_own(slack: Office) -> None:
    for text in ("I live in Porto", "where do I live?"):
        await slack.event(**await slack.say("U0ALEX", text), channel_type="im")

    await ask(slack, "why", channel="D0ALEX")
    told = answers(slack)[-1]
    assert "*My last answer here came from* (1)\nLives in Porto\n" in words(told)
    assert "asked for: location" in words(told)
    assert " · profile · " in words(told)

    await press(slack, told, FORGET)

    assert words(answers(slack)[-1]) == (
        "Forgotten: Lives in Porto.\nWhat my last answer here came from is forgotten now, or was said by others."
    )


async def test_why_knows_nothing_of_what_is_gone_with_every_trace(slack: Office) -> None:
    for text in ("I live in Porto", "where do I live?"):
        await slack.event(**await slack.say("U0ALEX", text), channel_type="im")
    slack.parts.book.erase_person(ALEX, at=utc_now(), actor="U0DANA")

    await ask(slack, "why", channel="D0ALEX")

    assert answers(slack)[-1]["text"] == "What my last answer here came from is forgotten now, or was said by others."


async def test_why_names_whose_words_they_are_and_lets_nobody_else_forget_them(slack: Office) -> None:
    await slack.event(
        **await slack.say("U0DANA", "<@U0MEMORYBOT> remember that the demo is on the 5th floor", channel="C0GENERAL"),
        channel_type="channel",
    )
    await slack.event(**await slack.say("U0ALEX", "where is the demo?"), channel_type="im")

    await ask(slack, "why", channel="D0ALEX")

    told = answers(slack)[-1]
    assert "5th floor" in words(told)
    assert "of Dana · " in words(told)
    assert labels(told) == ["Open my memories"]


async def test_why_tells_nothing_of_a_channel_that_was_made_private_since(slack: Office) -> None:
    said = "<@U0MEMORYBOT> remember that the demo is on the 5th floor"
    await slack.event(**await slack.say("U0DANA", said, channel="C0PROJECTS"), channel_type="channel")
    for channel in ("D0ALEX", "C0PROJECTS"):
        asked = await slack.say("U0ALEX", "<@U0MEMORYBOT> where is the demo?", channel=channel)
        await slack.event(**asked, channel_type="im" if channel.startswith("D") else "channel")

    slack.parts.standing.note_channel(TEAM, "C0PROJECTS", private=True)
    await ask(slack, "why", channel="D0ALEX")
    await ask(slack, "why", channel="C0PROJECTS")

    elsewhere, there = answers(slack)
    assert "5th floor" not in str(elsewhere)
    assert elsewhere["text"] == "What my last answer here came from is forgotten now, or was said by others."
    assert "Demo is on the 5th floor" in words(there)


async def test_buttons_of_somebody_else_do_nothing(slack: Office) -> None:
    for number in range(12):
        slack.remember(f"Shelf {number} holds tea")
    await ask(slack, "list")
    await ask(slack, "settings")
    page, settings = answers(slack)

    for message, action_id in ((page, f"{PAGE}_next"), (page, FORGET), (settings, f"{CHOOSE}_notes")):
        await press(slack, message, action_id, user="U0DANA")

    assert [words(each) for each in answers(slack)] == [words(page), words(settings)]
    assert {each["text"] for each in answers(slack, "U0DANA")} == {
        "That is somebody else's. `/memory` shows you your own."
    }
    assert len(slack.texts()) == 12
    assert not slack.parts.book.is_paused(DANA)


async def test_a_list_opens_the_console(slack: Office) -> None:
    slack.remember("Likes tea")
    await ask(slack, "list")

    await press(slack, answers(slack)[0], OPEN_CONSOLE)

    assert slack.dialog()["title"]["text"] == "My memories"
    assert "Likes tea" in words(slack.dialog())


async def test_in_a_thread_the_same_pages_stand_in_a_message(slack: Office) -> None:
    for number in range(12):
        slack.remember(f"Shelf {number} holds tea")
    await slack.event(**await slack.say("U0ALEX", "!memory list"), channel_type="im")
    page = await slack.last_post("D0ALEX")

    await press(slack, page, f"{PAGE}_next")

    assert "page 2 of 2" in words(await slack.last_post("D0ALEX"))


async def test_in_the_thread_of_a_channel_all_of_it_stays_there(slack: Office) -> None:
    slack.remember("Likes tea")
    said = await slack.say("U0DANA", "who brings what?", channel="C0GENERAL")
    asked = await slack.say("U0ALEX", "<@U0MEMORYBOT> !memory list", channel="C0GENERAL", thread_ts=said["ts"])
    await slack.event(channel_type="channel", **asked)
    (page,) = answers(slack)

    await press(slack, page, FORGET, user="U0DANA")
    await press(slack, page, FORGET)

    assert page["thread_ts"] == said["ts"]
    assert [each["thread_ts"] for each in answers(slack, "U0DANA")] == [said["ts"]]
    (left,) = answers(slack)
    assert left["thread_ts"] == said["ts"]
    assert left["text"].startswith("Forgotten: Likes tea.")


async def test_a_disk_that_fails_leaves_the_page_standing(slack: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    slack.remember("Likes tea")
    await ask(slack, "list")
    (page,) = answers(slack)

    def broken(*_: object, **__: object) -> None:
        raise StoreError(Path("log"), "it is full", "Free some space.")

    monkeypatch.setattr(slack.parts.book, "forget_ids", broken)
    await press(slack, page, FORGET)

    kept, told = answers(slack)
    assert words(kept) == words(page)
    assert told["text"].startswith("Something went wrong on my side")


async def test_a_question_from_long_ago_is_no_longer_answered_by_its_button(slack: Office) -> None:
    slack.remember("Likes tea")
    await ask(slack, "forget all")
    await ask(slack, "forget all")
    old, other = answers(slack)
    slack.clock.advance(3_601)

    await press(slack, old, FORGET_ALL_YES)
    assert slack.texts() == ["Likes tea"]
    assert "I asked that a while ago, so I have kept everything." in words(answers(slack)[0])

    await press(slack, other, FORGET_ALL_NO)
    assert words(answers(slack)[1]) == "Good, I have kept everything."


async def test_everything_is_forgotten_by_the_button_of_the_question(slack: Office) -> None:
    slack.remember("Likes tea")
    await ask(slack, "forget all")
    (question,) = answers(slack)

    await press(slack, question, FORGET_ALL_YES)
    await press(slack, question, FORGET_ALL_YES)

    assert slack.texts() == []
    assert words(answers(slack)[0]) == "Done. I have forgotten everything about you (0)."


# --- settings ---------------------------------------------------------------------------------------------------------


async def test_each_setting_is_turned_by_a_button(slack: Office) -> None:
    await ask(slack, "settings")
    for action_id, line in (
        (f"{CHOOSE}_receipts_reaction", "When I note something, I put :brain: on your message."),
        (f"{CHOOSE}_receipts_off", "When I note something, I say nothing."),
        (f"{CHOOSE}_use_in_channels_off", "What I know of you does not serve answers outside our DM."),
        (f"{CHOOSE}_whole_channels_off", "I note what you say to me, and no more."),
        (f"{CHOOSE}_notes_off", "*Paused:* I keep nothing but what you ask me to remember."),
        (f"{CHOOSE}_notes_on", "I take notes of what you say."),
        (f"{CHOOSE}_use_in_channels_on", "What I know of you may serve answers outside our DM."),
        (f"{CHOOSE}_whole_channels_on", "I note what you say, also when you do not say it to me."),
        (f"{CHOOSE}_receipts_inline", "When I note something, you get a line with Undo and Edit."),
    ):
        (before,) = answers(slack)
        assert line not in words(before)
        await press(slack, before, action_id)
        (after,) = answers(slack)
        assert line in words(after)
        await press(slack, before, action_id)
        assert words(answers(slack)[0]) == words(after), "a second click on what was shown before changes nothing"


async def test_quiet_hours_are_set_in_a_dialog_and_end_by_a_button(slack: Office) -> None:
    await ask(slack, "settings")
    await press(slack, answers(slack)[0], SET_HOURS)
    receipts = {"choice": {"type": "radio_buttons", "selected_option": {"value": "inline"}}}
    hours = {"text": {"type": "plain_text_input", "value": "22:00-07:00 Europe/Lisbon"}}

    assert await slack.submit(slack.dialog(), quiet_hours=hours, receipts=receipts) is None
    (quiet,) = answers(slack)
    assert "Quiet hours, without receipts: 22:00-07:00 Europe/Lisbon" in words(quiet)
    assert quiet["text"].startswith("Changed. This is how you have it now:\n")

    await press(slack, quiet, f"{CHOOSE}_quiet_hours_off")
    assert "Quiet hours, without receipts: none" in words(answers(slack)[0])


async def test_words_choose_a_time_zone_with_its_capitals(slack: Office) -> None:
    await ask(slack, "settings Quiet Hours 22:00-07:00 Europe/Lisbon")

    assert "Quiet hours, without receipts: 22:00-07:00 Europe/Lisbon" in words(answers(slack)[0])
