"""What Slack tells about people and places is kept for a while; what it does not tell counts as closed."""

from typing import Any

import pytest
from slack_sdk.errors import SlackApiError

from bot.audience import Place, PlaceKind
from bot.directory import KEEP_SECONDS, MOST_MEMBERS, Directory, Profile


class FakeSlack:
    """Answers users.info, conversations.info and conversations.members from tables, and counts the calls."""

    def __init__(
        self,
        users: dict[str, Any] | None = None,
        channels: dict[str, Any] | None = None,
        members: dict[str, list[str]] | None = None,
    ) -> None:
        self.users, self.channels, self.calls = users or {}, channels or {}, 0
        self.members: dict[str, list[str]] = {each: [] for each in self.channels} if members is None else members

    async def users_info(self, *, user: str) -> dict[str, Any]:
        return {"user": self._find(self.users, user)}

    async def conversations_info(self, *, channel: str) -> dict[str, Any]:
        return {"channel": self._find(self.channels, channel)}

    async def conversations_members(self, *, channel: str, limit: int) -> dict[str, Any]:
        members = self._find(self.members, channel)
        more = {"next_cursor": "more" if len(members) > limit else ""}
        return {"members": members[:limit], "response_metadata": more}

    def _find(self, table: dict[str, Any], key: str) -> Any:
        self.calls += 1
        if key not in table:
            raise SlackApiError("no", {"ok": False, "error": "not_found"})
        return table[key]


class Clock:
    time = 0.0

    def __call__(self) -> float:
        return self.time


@pytest.mark.parametrize(
    ("user", "profile"),
    [
        ({"profile": {"display_name": "Lex"}, "real_name": "Alex Rivera"}, Profile("Lex", outsider=False)),
        ({"profile": {"display_name": ""}, "real_name": "Alex Rivera"}, Profile("Alex Rivera", outsider=False)),
        ({"name": "alex", "is_restricted": True}, Profile("alex", outsider=True)),
        ({"name": "alex", "is_stranger": True}, Profile("alex", outsider=True)),
    ],
)
async def test_a_profile_is_read(user: dict[str, Any], profile: Profile) -> None:
    assert await Directory().profile(FakeSlack({"U1": user}), "T1", "U1") == profile  # type: ignore[arg-type]


async def test_someone_slack_does_not_tell_about_is_an_outsider() -> None:
    assert await Directory().profile(FakeSlack(), "T1", "U1") == Profile(None, outsider=True)  # type: ignore[arg-type]


async def test_answers_are_kept_for_a_while() -> None:
    clock, slack = Clock(), FakeSlack({"U1": {"name": "alex"}}, {"C1": {"is_private": True}})
    directory = Directory(clock=clock)

    async def ask() -> None:
        await directory.profile(slack, "T1", "U1")  # type: ignore[arg-type]
        await directory.place(slack, "T1", "C1", told_type=None, shared=False)  # type: ignore[arg-type]

    await ask()
    await ask()
    assert slack.calls == 3
    clock.time += KEEP_SECONDS
    await ask()
    assert slack.calls == 6


@pytest.mark.parametrize(
    ("channel", "told_type", "shared", "expected"),
    [
        ("D1", None, False, Place(PlaceKind.DM, "D1")),
        ("C9", "im", False, Place(PlaceKind.DM, "C9")),
        ("C1", None, False, Place(PlaceKind.PUBLIC, "C1")),
        ("C2", "channel", False, Place(PlaceKind.PRIVATE, "C2")),
        ("C3", None, False, Place(PlaceKind.PUBLIC, "C3", outsiders=True)),
        ("C1", None, True, Place(PlaceKind.PUBLIC, "C1", outsiders=True)),
        ("C4", None, False, Place(PlaceKind.PRIVATE, "C4")),
        ("C5", None, False, Place(PlaceKind.DM, "C5")),
        ("C0", "group", False, Place(PlaceKind.PRIVATE, "C0")),
        ("C0", None, False, Place(PlaceKind.UNKNOWN, "C0")),
    ],
)
async def test_places(channel: str, told_type: str | None, shared: bool, expected: Place) -> None:
    slack = FakeSlack(
        channels={
            "C1": {"is_private": False},
            "C2": {"is_private": True},
            "C3": {"is_ext_shared": True},
            "C4": {"is_mpim": True},
            "C5": {"is_im": True},
        }
    )

    assert await Directory().place(slack, "T1", channel, told_type=told_type, shared=shared) == expected  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("members", "outsiders"),
    [
        pytest.param({"C1": ["U1", "U2"]}, False, id="all at home"),
        pytest.param({"C1": ["U1", "U3"]}, True, id="a guest who says nothing"),
        pytest.param({"C1": ["U1", "U4"]}, True, id="a stranger who says nothing"),
        pytest.param({"C1": ["U1", "U9"]}, True, id="someone Slack does not tell about"),
        pytest.param({}, True, id="Slack does not tell who is here"),
        pytest.param({"C1": ["U1"] * MOST_MEMBERS}, False, id="as many as are looked at"),
        pytest.param({"C1": ["U1"] * (MOST_MEMBERS + 1)}, True, id="more than are looked at"),
    ],
)
async def test_every_member_of_a_channel_is_looked_at(members: dict[str, list[str]], outsiders: bool) -> None:
    people = {
        "U1": {"name": "alex"},
        "U2": {"name": "dana"},
        "U3": {"name": "gus", "is_ultra_restricted": True},
        "U4": {"name": "sam", "is_stranger": True},
    }
    slack = FakeSlack(people, {"C1": {"is_private": False}}, members)

    place = await Directory().place(slack, "T1", "C1", told_type="channel", shared=False)  # type: ignore[arg-type]

    assert place == Place(PlaceKind.PUBLIC, "C1", outsiders=outsiders)


class Somewhere:
    """A Slack that tells its address once it is up."""

    def __init__(self) -> None:
        self.up, self.calls = False, 0

    async def auth_test(self) -> dict[str, Any]:
        self.calls += 1
        if not self.up:
            raise SlackApiError("no", {"ok": False, "error": "fatal_error"})
        return {"url": "https://x.slack.com/"}


async def test_the_address_of_a_workspace_is_asked_for_until_it_is_told() -> None:
    directory, slack = Directory(), Somewhere()

    before = await directory.address(slack, "T1")  # type: ignore[arg-type]
    slack.up = True
    after = [await directory.address(slack, "T1") for _ in range(2)]  # type: ignore[arg-type]

    assert (before, after, slack.calls) == ("", ["https://x.slack.com/"] * 2, 2)
