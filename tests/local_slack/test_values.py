"""The workspace's values and their rules: clock, manifest, triggers, cursors, time stamps, reactions."""

import asyncio
import time
from dataclasses import replace
from typing import Any

import pytest

from bot.local_slack.cast import CAST
from bot.local_slack.clock import ManualClock, SystemClock, within
from bot.local_slack.errors import ApiError, ManifestError
from bot.local_slack.interactions import MOST_RESPONSES, RESPONSE_SECONDS, TRIGGER_SECONDS, Interactions, Origin
from bot.local_slack.manifest import SlashCommand, read_manifest
from bot.local_slack.messages import File, Message, has_reacted, with_reaction, without_reaction
from bot.local_slack.paging import page
from bot.local_slack.state import State

MESSAGE = Message(channel="C0GENERAL", ts="1.000001", user="U0ALEX", text="hi")


# --- the clock --------------------------------------------------------------------------------------------------------


async def test_the_manual_clock_wakes_whoever_is_due_in_order() -> None:
    clock, woken = ManualClock(100.0), []

    async def sleeper(seconds: float) -> None:
        await clock.sleep(seconds)
        woken.append(seconds)

    tasks = [asyncio.create_task(sleeper(seconds)) for seconds in (5, 1, 0, 3)]
    await asyncio.sleep(0)
    assert clock.waiting == [1, 3, 5]
    clock.advance(3)
    await asyncio.sleep(0)

    assert woken == [0, 1, 3]
    assert clock.now() == 103.0
    tasks[0].cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    clock.advance(10)
    assert clock.waiting == []


async def test_the_system_clock_is_the_machine_s() -> None:
    clock = SystemClock()

    await clock.sleep(0)

    assert abs(clock.now() - time.time()) < 60


async def test_work_that_takes_too_long_on_the_clock_is_cancelled() -> None:
    clock = ManualClock()
    forever = asyncio.get_running_loop().create_future()
    waiting = asyncio.create_task(within(clock, 3, forever))
    await asyncio.sleep(0)
    await asyncio.sleep(0)

    clock.advance(3)

    with pytest.raises(TimeoutError):
        await waiting
    assert forever.cancelled()
    assert await within(clock, 3, asyncio.sleep(0, "done")) == "done"


# --- the manifest -----------------------------------------------------------------------------------------------------


def test_what_a_manifest_leaves_out_is_off() -> None:
    manifest = read_manifest({"features": {"slash_commands": [{"command": "/x"}]}})

    assert manifest.scopes == frozenset()
    assert manifest.commands == (SlashCommand(command="/x", description=""),)
    assert not (manifest.home_tab or manifest.messages_tab or manifest.takes_messages or manifest.is_interactive)
    assert manifest.command("/y") is None


def test_optional_scopes_are_granted_too() -> None:
    scopes = {"bot": ["chat:write"], "bot_optional": ["files:write"]}

    assert read_manifest({"oauth_config": {"scopes": scopes}}).scopes == {"chat:write", "files:write"}


@pytest.mark.parametrize(
    ("raw", "where"),
    [
        ({"features": []}, "features"),
        ({"oauth_config": {"scopes": {"bot": "chat:write"}}}, "bot"),
        ({"oauth_config": {"scopes": {"bot": [1]}}}, "bot"),
        ({"features": {"slash_commands": [{"command": "memory"}]}}, "slash_commands"),
        ({"features": {"slash_commands": ["/memory"]}}, "slash_commands"),
    ],
)
def test_a_manifest_of_the_wrong_form_says_where(raw: dict[str, Any], where: str) -> None:
    with pytest.raises(ManifestError, match=f"App manifest, {where}: expected .* found .*Correct it"):
        read_manifest(raw)


# --- triggers and response URLs ---------------------------------------------------------------------------------------


def test_a_trigger_works_once_and_for_three_seconds() -> None:
    interactions = Interactions()
    first, second = interactions.trigger("U0ALEX", 100.0), interactions.trigger("U0ALEX", 100.0)

    assert interactions.use_trigger(first, 100.0 + TRIGGER_SECONDS) == "U0ALEX"
    with pytest.raises(ApiError, match="exchanged_trigger_id"):
        interactions.use_trigger(first, 101.0)
    with pytest.raises(ApiError, match="expired_trigger_id"):
        interactions.use_trigger(second, 100.0 + TRIGGER_SECONDS + 0.1)
    with pytest.raises(ApiError, match="invalid_trigger_id"):
        interactions.use_trigger("1.2.3", 101.0)


def test_a_response_url_takes_five_posts_in_half_an_hour() -> None:
    interactions, origin = Interactions(), Origin(user="U0ALEX", channel="D0ALEX")
    token, late = interactions.response_token(origin, 0.0), interactions.response_token(origin, 0.0)

    for _ in range(MOST_RESPONSES):
        assert interactions.use_response(token, RESPONSE_SECONDS) == origin
    with pytest.raises(ApiError, match="used_url"):
        interactions.use_response(token, 1.0)
    with pytest.raises(ApiError, match="expired_url"):
        interactions.use_response(late, RESPONSE_SECONDS + 1)
    with pytest.raises(ApiError, match="invalid_url"):
        interactions.use_response("nothing", 1.0)


def test_what_ended_long_ago_is_forgotten() -> None:
    interactions = Interactions()
    old = interactions.trigger("U0ALEX", 0.0)

    interactions.trigger("U0ALEX", 10_000.0)

    with pytest.raises(ApiError, match="invalid_trigger_id"):
        interactions.use_trigger(old, 10_000.0)


# --- cursors ----------------------------------------------------------------------------------------------------------


def test_cursors_lead_through_a_list() -> None:
    seen, cursor = [], ""
    for _ in range(3):
        part, cursor = page(range(5), cursor, 2)
        seen += part

    assert (seen, cursor) == ([0, 1, 2, 3, 4], "")


@pytest.mark.parametrize("cursor", ["nonsense!", "bmV4dDo5OQ==", "bmV4dDp4", "b3RoZXI6MQ==", "é"])
def test_a_cursor_we_never_gave_out_is_refused(cursor: str) -> None:
    with pytest.raises(ApiError, match="invalid_cursor"):
        page(range(5), cursor, 2)


# --- state ------------------------------------------------------------------------------------------------------------


def test_time_stamps_are_never_the_same_and_never_go_back() -> None:
    state = State.of(CAST)

    stamps = [state.next_ts(now) for now in (10.0, 10.0, 9.0, 11.5)]

    assert stamps == ["10.000000", "10.000001", "10.000002", "11.500000"]


def test_a_root_knows_its_replies() -> None:
    state = State.of(CAST)
    replies = [replace(MESSAGE, ts=f"2.00000{n}", thread_ts=MESSAGE.ts, user=user) for n, user in enumerate("ABA")]
    for message in (MESSAGE, *replies):
        state.put(message)

    thread = state.thread("C0GENERAL", MESSAGE.ts)
    assert thread is not None
    assert (thread.reply_count, thread.reply_users, thread.latest_reply) == (3, ("A", "B"), "2.000002")
    assert list(state.replies("C0GENERAL", MESSAGE.ts)) == replies

    for reply in replies:
        state.drop(reply)
    assert state.thread("C0GENERAL", MESSAGE.ts) is None


def test_reactions_count_each_person_once_and_go_with_the_last_one() -> None:
    both = with_reaction(with_reaction(with_reaction(MESSAGE, "eyes", "A"), "tada", "A"), "eyes", "B")

    assert [(each.name, each.users) for each in both.reactions] == [("eyes", ("A", "B")), ("tada", ("A",))]
    assert has_reacted(both, "eyes", "B")
    left = without_reaction(without_reaction(both, "eyes", "A"), "eyes", "B")
    assert [each.name for each in left.reactions] == ["tada"]


@pytest.mark.parametrize(
    ("name", "content", "filetype"),
    [("notes.md", b"x", "markdown"), ("x.unknown", b"words", "text"), ("photo", b"\xff\xfe", "binary")],
)
def test_a_file_knows_what_it_is(name: str, content: bytes, filetype: str) -> None:
    file = File(id="F1", name=name, title=name, user="U0ALEX", created=1, content=content)

    assert file.filetype == filetype
    assert (file.text is None) == (filetype == "binary")
