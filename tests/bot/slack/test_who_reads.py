"""What Slack's answers mean for who reads along: each sort of person and conversation, told or not."""

from pathlib import Path
from typing import Any

import pytest

from bot.audience import Place, PlaceKind
from bot.slack.directory import MOST_MEMBERS, MOST_PEOPLE
from bot.slack.who_reads import NOBODY, Profile, place_of, profile_of

HERE, ORGANISATION = "T1", "E1"
MEMBER = Profile("Alex", outsider=False)
GUEST = Profile("Gus", outsider=True)
FORMER_GUEST = Profile("Gil", outsider=True, deactivated=True)


@pytest.mark.parametrize(
    ("user", "name"),
    [
        ({"profile": {"display_name": "Lex"}, "real_name": "Alex Rivera"}, "Lex"),
        ({"profile": {"display_name": "", "real_name": "Alex R"}, "real_name": "Alex Rivera"}, "Alex R"),
        ({"profile": {}, "real_name": "Alex Rivera", "name": "alex"}, "Alex Rivera"),
        ({"name": "alex"}, "alex"),
        ({}, None),
    ],
)
def test_the_name_is_the_one_that_slack_shows(user: dict[str, Any], name: str | None) -> None:
    assert profile_of(user, HERE).name == name


@pytest.mark.parametrize(
    ("user", "installed_in", "outsider"),
    [
        pytest.param({"team_id": "T1"}, HERE, False, id="of-this-workspace"),
        pytest.param({"team_id": "T1", "is_restricted": True}, HERE, True, id="guest-of-several-channels"),
        pytest.param({"team_id": "T1", "is_ultra_restricted": True}, HERE, True, id="guest-of-one-channel"),
        pytest.param({"team_id": "T1", "is_stranger": True}, HERE, True, id="stranger"),
        pytest.param({"team_id": "T9", "is_stranger": False}, HERE, True, id="met-through-slack-connect"),
        pytest.param({"team_id": "T1", "deleted": True}, HERE, False, id="deactivated"),
        pytest.param({}, HERE, True, id="of-a-workspace-slack-does-not-tell"),
        pytest.param(
            {"team_id": "T2", "enterprise_user": {"enterprise_id": "E1", "teams": ["T1", "T2"]}},
            HERE,
            False,
            id="of-two-workspaces-of-one-organisation-this-one-too",
        ),
        pytest.param(
            {"team_id": "T2", "enterprise_user": {"enterprise_id": "E1", "teams": ["T2"]}},
            HERE,
            True,
            id="of-another-workspace-of-the-organisation",
        ),
        pytest.param(
            {"team_id": "T2", "enterprise_user": {"enterprise_id": "E1", "teams": ["T2"]}},
            ORGANISATION,
            False,
            id="org-wide-any-of-its-workspaces",
        ),
        pytest.param(
            {"team_id": "T9", "enterprise_user": {"enterprise_id": "E9"}}, ORGANISATION, True, id="another-organisation"
        ),
    ],
)
def test_who_is_an_outsider(user: dict[str, Any], installed_in: str, outsider: bool) -> None:
    assert profile_of(user, installed_in).outsider is outsider


@pytest.mark.parametrize(
    ("channel_id", "told_type", "channel", "kind"),
    [
        pytest.param("D1", "im", None, PlaceKind.DM, id="dm"),
        pytest.param("D1", None, None, PlaceKind.DM, id="dm-by-its-id"),
        pytest.param("C1", None, {"is_im": True}, PlaceKind.DM, id="dm-of-another-id"),
        pytest.param("C1", "channel", {"is_private": False}, PlaceKind.PUBLIC, id="public"),
        pytest.param("C1", None, {"is_private": True}, PlaceKind.PRIVATE, id="private"),
        pytest.param("G1", None, {"is_mpim": True}, PlaceKind.PRIVATE, id="group-dm"),
        pytest.param("C1", "channel", {"is_private": True}, PlaceKind.PRIVATE, id="turned-private-since-it-was-said"),
        pytest.param("C1", "group", {"is_private": False}, PlaceKind.PUBLIC, id="turned-public-since-it-was-said"),
        pytest.param("C1", "channel", {"is_archived": True}, PlaceKind.UNKNOWN, id="archived"),
    ],
)
def test_what_sort_of_conversation_it_is(
    channel_id: str, told_type: str | None, channel: dict[str, Any] | None, kind: PlaceKind
) -> None:
    place = place_of(
        channel_id, HERE, told_type=told_type, shared=False, channel=channel, members=[MEMBER], speaker=MEMBER
    )

    assert place == Place(kind, channel_id)


@pytest.mark.parametrize(
    ("told_type", "kind"),
    [
        ("channel", PlaceKind.PUBLIC),
        ("group", PlaceKind.PRIVATE),
        ("mpim", PlaceKind.PRIVATE),
        (None, PlaceKind.UNKNOWN),
        ("new", PlaceKind.UNKNOWN),
    ],
)
def test_where_slack_does_not_tell_outsiders_are_taken_to_read_along(told_type: str | None, kind: PlaceKind) -> None:
    place = place_of("C1", HERE, told_type=told_type, shared=False, channel=None, members=None, speaker=MEMBER)

    assert place == Place(kind, "C1", outsiders=True)


@pytest.mark.parametrize(
    ("details", "outsiders"),
    [
        pytest.param({}, False, id="all-at-home"),
        pytest.param({"shared": True}, True, id="event-through-slack-connect"),
        pytest.param({"channel": {"is_ext_shared": True}}, True, id="slack-connect"),
        pytest.param({"channel": {"is_pending_ext_shared": True}}, True, id="slack-connect-pending"),
        pytest.param({"channel": {"pending_shared": ["T9"]}}, True, id="invited"),
        pytest.param({"channel": {"pending_connected_team_ids": ["T9"]}}, True, id="about-to-connect"),
        pytest.param({"channel": {"is_org_shared": True}}, True, id="shared-with-another-workspace"),
        pytest.param({"channel": {"is_org_shared": True}, "team": "E1"}, False, id="org-wide-within-the-organisation"),
        pytest.param({"channel": {"is_ext_shared": True}, "team": "E1"}, True, id="org-wide-slack-connect"),
        pytest.param({"members": [MEMBER, GUEST]}, True, id="a-guest-reads-along"),
        pytest.param({"members": [MEMBER, NOBODY]}, True, id="someone-unknown-reads-along"),
        pytest.param({"members": [MEMBER, FORMER_GUEST]}, False, id="a-deactivated-guest-reads-nothing"),
        pytest.param({"members": None}, True, id="members-unknown-or-too-many"),
        pytest.param({"speaker": GUEST}, True, id="a-guest-speaks"),
        pytest.param({"speaker": FORMER_GUEST}, True, id="someone-deactivated-spoke"),
    ],
)
def test_where_outsiders_read_along(details: dict[str, Any], outsiders: bool) -> None:
    known = {"shared": False, "channel": {}, "members": [MEMBER], "speaker": MEMBER, **details}

    place = place_of("C1", known.pop("team", HERE), told_type="channel", **known)

    assert place == Place(PlaceKind.PUBLIC, "C1", outsiders=outsiders)


@pytest.mark.parametrize(
    ("details", "is_told"),
    [
        pytest.param({}, True, id="all-is-told"),
        pytest.param({"members": [MEMBER, GUEST], "speaker": GUEST}, True, id="a-guest-reads-along"),
        pytest.param({"speaker": NOBODY}, False, id="the-speaker-is-not-known"),
        pytest.param({"members": [MEMBER, NOBODY]}, False, id="a-reader-is-not-known"),
        pytest.param({"members": None}, False, id="the-members-are-not-known"),
        pytest.param({"channel": None, "members": None}, False, id="the-channel-is-not-known"),
        pytest.param({"channel": {"is_im": True}, "members": None}, True, id="a-dm"),
        pytest.param({"channel": {"is_im": True}, "speaker": NOBODY}, False, id="a-dm-of-nobody-known"),
    ],
)
def test_what_was_not_told_is_known_for_that(details: dict[str, Any], is_told: bool) -> None:
    known = {"shared": False, "channel": {}, "members": [MEMBER], "speaker": MEMBER, **details}

    assert place_of("C1", HERE, told_type="channel", **known).is_told is is_told


def test_the_documentation_tells_how_many_are_looked_at() -> None:
    text = (Path(__file__).parents[3] / "docs" / "privacy.md").read_text(encoding="utf-8")

    assert f"more than {MOST_MEMBERS:,} members, or {MOST_PEOPLE:,} people in the workspace" in text


@pytest.mark.parametrize("speaker", [GUEST, NOBODY])
def test_a_dm_with_an_outsider_is_read_by_one(speaker: Profile) -> None:
    place = place_of("D1", HERE, told_type="im", shared=False, channel=None, members=None, speaker=speaker)

    assert place == Place(PlaceKind.DM, "D1", outsiders=True)
