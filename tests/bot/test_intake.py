"""Which events are for us, and under which id their author is known."""

from typing import Any

import pytest

from bot.intake import is_for_us, team_of

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
        pytest.param(event(channel_type="im", subtype="file_share", text=""), True, id="file-without-text"),
        pytest.param(event(channel_type="im", subtype="message_changed"), False, id="edit"),
        pytest.param(event(channel_type="im", subtype="channel_join"), False, id="join"),
        pytest.param(event(channel_type="im", bot_id="B1"), False, id="another-bot"),
        pytest.param(event(channel_type="im", user=BOT), False, id="the-bot-itself"),
        pytest.param(event(channel_type="im", user=None), False, id="no-author"),
    ],
)
def test_is_for_us(given: dict[str, Any], expected: bool) -> None:
    assert is_for_us(given, BOT) is expected


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
