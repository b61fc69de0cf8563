"""Which events are for us, and under which id their author is known."""

from typing import Any

import pytest

from bot.slack.posts import Act, Post, read_post, team_of

BOT = "UBOT"


def event(**fields: Any) -> dict[str, Any]:
    return {
        "type": "message",
        "user": "UALEX",
        "channel": "C1",
        "channel_type": "channel",
        "ts": "1.0",
        "text": "hi",
        **fields,
    }


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        pytest.param(event(channel_type="im"), True, id="dm"),
        pytest.param(event(type="app_mention", channel_type=None), True, id="mention"),
        pytest.param(event(text=f"<@{BOT}> hello"), True, id="mention-as-message"),
        pytest.param(event(), False, id="channel-talk-among-people"),
        pytest.param(event(channel_type="im", subtype="file_share", text=None), True, id="file-without-text"),
        pytest.param(event(channel_type="im", subtype="channel_join"), False, id="join"),
        pytest.param(event(channel_type="im", bot_id="B1"), False, id="another-bot"),
        pytest.param(event(channel_type="im", user=BOT), False, id="the-bot-itself"),
        pytest.param(event(channel_type="im", user=None), False, id="no-author"),
    ],
)
def test_what_counts_as_a_post_to_us(given: dict[str, Any], expected: bool) -> None:
    assert (read_post(given, BOT) is not None) is expected


def changed(before: str, after: str, **message: Any) -> dict[str, Any]:
    return {
        "type": "message",
        "subtype": "message_changed",
        "channel": "C1",
        "channel_type": "channel",
        "ts": "9.0",
        "event_ts": "9.0",
        "message": {"user": "UALEX", "ts": "1.0", "text": after, **message},
        "previous_message": {"user": "UALEX", "ts": "1.0", "text": before},
    }


def test_an_edit_is_followed_when_its_words_changed() -> None:
    assert read_post(changed("I live in Faro", "I live in Porto"), BOT) == Post(
        Act.EDITED, "UALEX", "C1", "1.0", "9.0", text="I live in Porto", channel_type="channel"
    )
    assert read_post(changed("same", "same"), BOT) is None, "an unfolded link"
    assert read_post(changed("a", "b", bot_id="B1"), BOT) is None


def test_deletions_are_followed_also_of_a_threads_first_message() -> None:
    gone = {
        "subtype": "message_deleted",
        "channel": "C1",
        "deleted_ts": "1.0",
        "event_ts": "9.0",
        "previous_message": {"user": "UALEX", "ts": "1.0", "text": "hi"},
    }

    assert read_post(gone, BOT) == Post(Act.DELETED, "UALEX", "C1", "1.0", "9.0", text="hi")
    tombstone = read_post(changed("hi", "This message was deleted.", subtype="tombstone"), BOT)
    assert tombstone is not None
    assert (tombstone.act, tombstone.ts) == (Act.DELETED, "1.0")


def test_a_post_has_one_key_and_each_edit_its_own() -> None:
    post = read_post(event(channel_type="im"), BOT)
    mention = read_post(event(type="app_mention", channel_type=None), BOT)
    edit = read_post(changed("a", "b"), BOT)

    assert post is not None
    assert mention is not None
    assert edit is not None
    assert post.key == mention.key == "C1/1.0"
    assert edit.key == "C1/1.0/9.0"


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({"team_id": "T1"}, "T1"),
        ({"team": {"id": "T1"}}, "T1"),
        ({"team_id": "T1", "authorizations": [{"is_enterprise_install": True, "enterprise_id": "E1"}]}, "E1"),
        ({"team_id": "T1", "enterprise_id": "E1", "is_enterprise_install": "true"}, "E1"),
        ({"team": None, "enterprise": {"id": "E1"}, "is_enterprise_install": True}, "E1"),
        ({"team_id": "T1", "is_enterprise_install": True}, "T1"),
        ({"team_id": "T1", "enterprise_id": "E1", "is_enterprise_install": "false"}, "T1"),
        ({}, ""),
    ],
)
def test_team_of(body: dict[str, Any], expected: str) -> None:
    assert team_of(body) == expected
