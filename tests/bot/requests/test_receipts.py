"""Receipts come as each person wants them, and what they say can be taken back once."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.requests.receipts import take_back
from bot.views.messages import RECEIPT_EDIT, UNDO
from memory.records import Origin
from tests.bot.making import MARCH_2
from tests.bot.office import ALEX, Json, Office, find, office


@pytest.fixture
async def slack(tmp_path: Path) -> AsyncIterator[Office]:
    async with office(tmp_path) as opened:
        yield opened


async def tell(slack: Office, text: str = "I live in Porto", channel: str | None = None) -> Json:
    message = await slack.say("U0ALEX", text, channel=channel)
    await slack.event(channel_type="channel" if channel else "im", **message)
    return message


async def test_a_line_with_undo_and_edit_comes_unless_something_else_was_chosen(slack: Office) -> None:
    await tell(slack)

    receipt = await slack.last_post("D0ALEX")
    assert receipt["text"] == "Noted: lives in Porto"
    assert find(receipt, UNDO)["value"] == find(receipt, RECEIPT_EDIT)["value"]


async def test_in_a_channel_the_line_is_for_its_owner_alone(slack: Office) -> None:
    await tell(slack, "<@U0MEMORYBOT> I live in Porto", channel="C0GENERAL")

    assert slack.told() == "Noted: lives in Porto"
    assert "Noted" not in str(slack.sent("chat.postMessage"))


async def test_a_reaction_says_it_instead(slack: Office) -> None:
    slack.choose("receipts", "reaction")

    message = await tell(slack)

    assert slack.sent("reactions.add") == [{"channel": "D0ALEX", "timestamp": message["ts"], "name": "brain"}]
    assert "Noted" not in str(slack.sent("chat.postMessage"))


async def test_where_the_bot_may_not_react_the_line_comes_after_all(slack: Office) -> None:
    slack.choose("receipts", "reaction")
    slack.wire.refused["reactions.add"] = "missing_scope"

    await tell(slack)

    assert slack.sent("chat.postMessage")[-1]["text"] == "Noted: lives in Porto"


async def test_a_message_marked_before_needs_no_line(slack: Office) -> None:
    slack.choose("receipts", "reaction")
    slack.wire.refused["reactions.add"] = "already_reacted"

    await tell(slack)

    assert "Noted" not in str(slack.sent("chat.postMessage"))


@pytest.mark.parametrize(("name", "value"), [("receipts", "off"), ("quiet_hours", "00:00-23:59")])
async def test_nothing_says_it_when_nothing_is_wanted(slack: Office, name: str, value: str) -> None:
    slack.choose(name, value)

    await tell(slack)

    assert slack.texts() == ["Lives in Porto"]
    assert slack.sent("reactions.add") == []
    assert "Noted" not in str(slack.sent("chat.postMessage"))


async def test_two_clicks_at_once_take_back_once(slack: Office) -> None:
    await tell(slack)
    receipt = await slack.last_post("D0ALEX")

    await slack.click_message(receipt, UNDO)
    await slack.click_message(receipt, UNDO)

    assert slack.texts() == []
    assert (await slack.last_post("D0ALEX"))["text"] == "Taken back: Lives in Porto"
    assert slack.told() == "There is nothing left to take back."


async def test_somebody_elses_click_leaves_the_receipt_standing(slack: Office) -> None:
    await tell(slack)
    receipt = await slack.last_post("D0ALEX")

    await slack.click_message(receipt, UNDO, user="U0DANA")

    assert slack.texts() == ["Lives in Porto"]
    assert (await slack.last_post("D0ALEX"))["text"] == "Noted: lives in Porto"


async def test_what_was_replaced_holds_again(slack: Office) -> None:
    for text in ("I live in Porto", "I moved to Lisbon"):
        await tell(slack, text)
    receipt = await slack.last_post("D0ALEX")

    await slack.click_message(receipt, UNDO)

    assert slack.texts() == ["Lives in Porto"]
    assert (await slack.last_post("D0ALEX"))["text"] == "Taken back: Lives in Lisbon · Again: Lives in Porto"


async def test_without_ids_nothing_is_taken_back(slack: Office) -> None:
    slack.parts.book.remember(ALEX, "Likes tea", origin=Origin.DM, at=MARCH_2, actor="U0ALEX")

    assert take_back(ALEX, [], at=MARCH_2, parts=slack.parts) is None
    assert slack.texts() == ["Likes tea"]


async def edited(slack: Office, message: Json, text: str, *, at: str = "1790000900.1", **more: str) -> None:
    after = {**message, "text": text}
    await slack.event(
        type="message",
        subtype="message_changed",
        channel=message["channel"],
        channel_type="im",
        ts=at,
        event_ts=at,
        message=after,
        previous_message=message,
        **more,
    )


async def test_an_edit_brings_the_receipt_up_to_date(slack: Office) -> None:
    message = await tell(slack)
    receipt = await slack.last_post("D0ALEX")

    await edited(slack, message, "I live in Lisbon")

    assert slack.texts() == ["Lives in Lisbon"]
    now = await slack.last_post("D0ALEX")
    assert now["ts"] == receipt["ts"]
    assert now["text"] == "Noted: lives in Lisbon (before: lives in Porto)"
    await slack.click_message(now, UNDO)
    assert slack.texts() == ["Lives in Porto"]


async def test_each_message_of_a_thread_has_its_own_receipt(slack: Office) -> None:
    first = await tell(slack)
    second = await slack.say("U0ALEX", "my manager is Kim", thread_ts=first["ts"])
    await slack.event(channel_type="im", **second)

    await edited(slack, second, "my manager is Robin")

    receipts = [each["text"] for each in slack.sent("chat.update")]
    assert receipts == ["Noted: manager is Robin (before: manager is Kim)"]


async def test_a_receipt_is_found_though_slack_lets_nobody_read(slack: Office) -> None:
    message = await tell(slack)
    slack.wire.refused["conversations.replies"] = "missing_scope"

    await edited(slack, message, "I live in Lisbon")
    await edited(slack, {**message, "text": "I live in Lisbon"}, "I live in Braga", at="1790000901.1")

    assert [each["text"] for each in slack.sent("chat.update")] == [
        "Noted: lives in Lisbon (before: lives in Porto)",
        "Noted: lives in Braga (before: lives in Lisbon)",
    ]


async def test_a_receipt_from_long_ago_is_looked_for_in_the_thread(slack: Office) -> None:
    message = await tell(slack)
    slack.intake.journal._run("DELETE FROM turns", ())

    await edited(slack, message, "I live in Lisbon")

    assert [each["text"] for each in slack.sent("chat.update")] == ["Noted: lives in Lisbon (before: lives in Porto)"]


@pytest.mark.parametrize("refused", ["conversations.replies", "chat.update"])
async def test_without_a_receipt_that_can_be_found_a_new_one_comes(slack: Office, refused: str) -> None:
    message = await tell(slack)
    slack.wire.refused[refused] = "message_not_found"
    if refused == "conversations.replies":
        slack.intake.journal._run("DELETE FROM turns", ())

    await edited(slack, message, "I live in Lisbon")

    assert slack.sent("chat.update") == []
    assert slack.sent("chat.postMessage")[-1]["text"] == "Noted: lives in Lisbon (before: lives in Porto)"


async def test_an_edit_without_a_receipt_stays_without(slack: Office) -> None:
    slack.choose("receipts", "off")
    message = await tell(slack)

    await edited(slack, message, "I live in Lisbon")

    assert slack.texts() == ["Lives in Lisbon"]
    assert "Noted" not in str(slack.wire.calls)
