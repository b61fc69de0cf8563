"""Dialogs: what is wrong is shown below its field, what is sent twice or too late does no harm."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from bot.listeners.dialogs import NO_HISTORY, NOT_THERE, NOTHING_FOUND, NOTHING_TYPED
from bot.listeners.shortcuts import MY_MEMORIES
from bot.listeners.visits import NOT_DONE, TOO_LATE
from bot.preferences import preferences_of
from bot.requests.editing import EMPTY, GONE, SECRET
from bot.views import blocks, modals
from bot.views import console as views
from bot.views.messages import RECEIPT_EDIT
from memory.errors import StoreError
from memory.records import Status
from tests.bot.making import MARCH_2, remembered
from tests.bot.office import ALEX, DANA, Json, Office, office, words


@pytest.fixture
async def slack(tmp_path: Path) -> AsyncIterator[Office]:
    async with office(tmp_path) as opened:
        yield opened


def typed(text: str | None) -> Json:
    return {"text": {"type": "plain_text_input", "value": text}}


async def edit_from_home(slack: Office, memory_id: str) -> Json:
    await slack.click(await slack.open_home(), views.EDIT, memory_id)
    return slack.dialog()


async def test_a_memory_gets_new_words_and_the_console_shows_them(slack: Office) -> None:
    dialog = await edit_from_home(slack, slack.remember("Lives in Porto"))
    assert dialog["blocks"][0]["element"]["initial_value"] == "Lives in Porto"

    assert await slack.submit(dialog, edit_0=typed("Lives in Lisbon &amp; Porto")) is None
    assert await slack.submit(dialog, edit_0=typed("Lives in Lisbon &amp; Porto")) is None

    assert slack.texts() == ["Lives in Lisbon & Porto"]
    assert "Lives in Lisbon &amp; Porto" in words(slack.home() or {})


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        pytest.param("", EMPTY, id="empty"),
        pytest.param(" \u200b\n", EMPTY, id="invisible"),
        pytest.param("The password is hunter2pass!", SECRET, id="a secret"),
    ],
)
async def test_what_cannot_be_kept_is_said_below_the_field(slack: Office, text: str, problem: str) -> None:
    dialog = await edit_from_home(slack, slack.remember("Lives in Porto"))

    assert await slack.submit(dialog, edit_0=typed(text)) == {"edit_0": problem}
    assert slack.texts() == ["Lives in Porto"]


async def test_a_memory_that_changed_or_went_meanwhile_is_not_overwritten(slack: Office) -> None:
    memory_id = slack.remember("Lives in Porto")
    dialog = await edit_from_home(slack, memory_id)
    slack.parts.book.patch(ALEX, memory_id, "Lives in Braga", at=MARCH_2, actor="hand")

    changed = await slack.submit(dialog, edit_0=typed("Lives in Lisbon"))
    slack.parts.book.forget_ids(ALEX, [memory_id], at=MARCH_2, actor="hand")
    gone = await slack.submit(dialog, edit_0=typed("Lives in Lisbon"))
    theirs = await slack.submit(dialog, user="U0DANA", edit_0=typed("Lives in Lisbon"))

    assert changed == {
        "edit_0": "This was changed since you opened it. It now says: “Lives in Braga”. Close this and open it again."
    }
    assert gone == {"edit_0": GONE}
    assert theirs == {"edit_0": GONE}


async def test_edit_on_a_receipt_corrects_what_was_noted_and_the_receipt(slack: Office) -> None:
    message = await slack.say("U0ALEX", "I live in Porto and my manager is Kim")
    await slack.event(channel_type="im", **message)
    receipt = await slack.last_post("D0ALEX")
    await slack.click_message(receipt, RECEIPT_EDIT)
    dialog = slack.dialog()

    errors = await slack.submit(dialog, edit_0=typed("Lives in Lisbon"), edit_1=typed(" "))
    assert errors == {"edit_1": EMPTY}
    assert slack.texts()[0] == "Lives in Porto", "all or nothing"
    assert await slack.submit(dialog, edit_0=typed("Lives in Lisbon"), edit_1=typed("Manager is Kim")) is None

    assert slack.texts() == ["Lives in Lisbon", "Manager is Kim"]
    assert (await slack.last_post("D0ALEX"))["text"] == "Noted: lives in Lisbon · manager is Kim"


async def test_a_receipt_of_which_nothing_holds_cannot_be_edited(slack: Office) -> None:
    message = await slack.say("U0ALEX", "I live in Porto")
    await slack.event(channel_type="im", **message)
    receipt = await slack.last_post("D0ALEX")
    slack.parts.book.forget_all(ALEX, at=MARCH_2, actor="hand")

    await slack.click_message(receipt, RECEIPT_EDIT)

    assert slack.told() == NOT_THERE
    assert slack.sent("views.open") == []


async def test_nobody_edits_anybody_elses_memories(slack: Office) -> None:
    message = await slack.say("U0ALEX", "I live in Porto")
    await slack.event(channel_type="im", **message)
    receipt = await slack.last_post("D0ALEX")

    await slack.click_message({**receipt, "channel": "C0GENERAL"}, RECEIPT_EDIT, user="U0DANA")

    assert slack.told("U0DANA") == NOT_THERE
    assert slack.texts() == ["Lives in Porto"]


async def test_a_click_that_slack_waited_too_long_for_says_so(slack: Office) -> None:
    memory_id = slack.remember("Lives in Porto")

    await slack.click(await slack.open_home(), views.EDIT, memory_id, late=True)

    assert TOO_LATE in words(slack.home() or {})


async def test_a_memory_too_long_for_a_field_is_left_alone(slack: Office) -> None:
    dialog = await edit_from_home(slack, slack.remember("long " * 700))

    assert "too long to edit" in words(dialog)
    assert dialog["submit"] is None


async def test_history_tells_how_a_memory_came_to_be(slack: Office) -> None:
    old = slack.remember("Lives in Porto")
    slack.parts.book.patch(ALEX, old, "Lives in Lisbon", at=MARCH_2, actor="hand")
    home = await slack.open_home()

    await slack.click(home, views.HISTORY, old)
    assert "today: Lives in Lisbon" in words(slack.dialog())

    slack.parts.book.forget_ids(ALEX, [old], at=MARCH_2, actor="hand", hard=True)
    await slack.click(home, views.HISTORY, old)
    assert NO_HISTORY in words(slack.home() or {})


async def test_searching_shows_what_was_found_on_the_console(slack: Office) -> None:
    slack.remember("Shelf 3 holds the tea")
    slack.remember("Lives in Porto")
    await slack.click(await slack.open_home(), views.SEARCH)
    dialog = slack.dialog()

    assert await slack.submit(dialog, words=typed("  ")) == {"words": NOTHING_TYPED}
    assert await slack.submit(dialog, words=typed("unicorns")) == {"words": NOTHING_FOUND}
    assert await slack.submit(dialog, words=typed("shel")) is None

    home = slack.home() or {}
    assert "Found for “shel”: 1" in words(home)
    assert "Lives in Porto" not in words(home)
    await slack.click(home, views.CLEAR)
    assert "Lives in Porto" in words(slack.home() or {})


async def test_settings_are_shown_checked_and_kept(slack: Office) -> None:
    await slack.click(await slack.open_home(), views.SETTINGS)
    dialog = slack.dialog()
    wanted: dict[str, Any] = {
        "receipts": {"choice": {"type": "radio_buttons", "selected_option": {"value": "reaction"}}},
        "use_in_channels": {"choice": {"type": "checkboxes", "selected_options": []}},
    }

    problem = await slack.submit(dialog, quiet_hours=typed("tonight"), **wanted)
    assert problem == {"quiet_hours": "Give two times such as 22:00-07:00, or off."}
    assert await slack.submit(dialog, quiet_hours=typed("22:00-07:00"), **wanted) is None

    chosen = preferences_of(slack.parts.book, ALEX)
    assert (chosen.receipts, str(chosen.quiet_hours), chosen.use_in_channels) == (
        "reaction",
        "22:00-07:00 Atlantic/Reykjavik",
        False,
    )
    assert ":brain:" in words(slack.home() or {})
    await slack.click(slack.home() or {}, views.SETTINGS)
    assert slack.dialog()["blocks"][1]["element"]["initial_value"] == "22:00-07:00 Atlantic/Reykjavik"
    assert await slack.submit(slack.dialog(), quiet_hours=typed(None), **wanted) is None
    assert preferences_of(slack.parts.book, ALEX).quiet_hours is None


async def test_the_time_zone_is_utc_where_slack_does_not_tell(slack: Office) -> None:
    await slack.click(await slack.open_home(), views.SETTINGS)
    slack.wire.refused["users.info"] = "user_not_found"
    receipts = {"choice": {"type": "radio_buttons", "selected_option": {"value": "off"}}}

    assert await slack.submit(slack.dialog(), quiet_hours=typed("22-7"), receipts=receipts) is None

    assert str(preferences_of(slack.parts.book, ALEX).quiet_hours) == "22:00-07:00 UTC"


async def test_my_memories_opens_anywhere_and_edits_above_itself(slack: Office) -> None:
    memory_id = slack.remember("Lives in Porto")
    await slack.global_shortcut(MY_MEMORIES)
    console = slack.dialog()
    assert "Lives in Porto" in words(console)

    await slack.click(console, views.EDIT, memory_id)
    assert slack.sent("views.push")
    assert await slack.submit(slack.dialog(), edit_0=typed("Lives in Lisbon")) is None
    assert "Lives in Lisbon" in words(slack.dialog())
    assert slack.dialog()["id"] == console["id"]

    await slack.click(console, views.FORGET, memory_id)
    assert "I remember nothing about you yet" in words(slack.dialog())


async def test_a_disk_that_fails_ends_in_a_kind_sentence(slack: Office, tmp_path: Path) -> None:
    memory_id = slack.remember("Lives in Porto")
    home = await slack.open_home()
    dialog = await edit_from_home(slack, memory_id)
    settings = tmp_path / "teams" / "T0LOCAL" / "people" / "U0ALEX" / "settings.json"
    slack.choose("receipts", "off")
    settings.write_text("[]")

    await slack.click(home, views.SETTINGS)
    assert slack.sent("chat.postMessage") == [], "the console cannot be drawn, so nothing can be said there"

    settings.unlink()
    slack.wire.refused["views.open"] = "fatal_error"
    await slack.click(home, views.SETTINGS)
    assert NOT_DONE in words(slack.home() or {})
    assert await slack.submit(dialog, edit_0=typed("Lives in Lisbon")) is None
    assert slack.parts.book.get(ALEX, memory_id).status is Status.ACTIVE
    assert slack.texts(DANA) == []


async def test_an_edit_opened_from_a_list_leaves_the_list_standing(slack: Office) -> None:
    memory_id = slack.remember("Lives in Porto")
    posted = await slack.client.chat_postMessage(
        channel="D0ALEX", text="list", blocks=[blocks.actions(blocks.button("Edit", views.EDIT, memory_id))]
    )
    message = {**posted["message"], "channel": "D0ALEX"}

    await slack.click_message(message, views.EDIT)
    assert await slack.submit(slack.dialog(), edit_0=typed("Lives in Lisbon")) is None

    assert slack.texts() == ["Lives in Lisbon"]
    assert (await slack.last_post("D0ALEX"))["text"] == "list"


async def test_where_nothing_can_be_said_in_the_channel_it_is_said_in_the_dm(slack: Office) -> None:
    message = await slack.say("U0ALEX", "I live in Porto")
    await slack.event(channel_type="im", **message)
    receipt = await slack.last_post("D0ALEX")
    slack.parts.book.forget_all(ALEX, at=MARCH_2, actor="hand")
    slack.wire.refused["chat.postEphemeral"] = "channel_not_found"

    await slack.click_message(receipt, RECEIPT_EDIT)

    last = slack.sent("chat.postMessage")[-1]
    assert (last["channel"], last["text"]) == ("D0ALEX", NOT_THERE)


async def test_a_dialog_that_cannot_be_saved_stays_open_and_says_so(slack: Office, tmp_path: Path) -> None:
    dialog = await edit_from_home(slack, slack.remember("Lives in Porto"))

    with patch.object(slack.parts.book, "patch", side_effect=StoreError(tmp_path, "it is full", "Free some space.")):
        errors = await slack.submit(dialog, edit_0=typed("Lives in Lisbon"))

    assert errors == {"edit_0": NOT_DONE}
    assert slack.texts() == ["Lives in Porto"]


@pytest.mark.parametrize("metadata", ["", "{", "[]", '{"spot": 7}', '{"spot": ["V1", 3]}'])
async def test_a_dialog_whose_metadata_says_nothing_changes_nothing(slack: Office, metadata: str) -> None:
    dialog = await edit_from_home(slack, slack.remember("Lives in Porto"))

    assert await slack.submit({**dialog, "private_metadata": metadata}, edit_0=typed("Lives in Lisbon")) is None

    assert slack.texts() == ["Lives in Porto"]


def test_a_very_long_history_tells_what_is_left_out() -> None:
    view = modals.history([remembered(f"Step {n}") for n in range(60)], now=MARCH_2)

    assert words(view).startswith("10 earlier steps are left out.\n")
    assert "Step 59" in words(view)
