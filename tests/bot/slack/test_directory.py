"""What Slack tells about people and places is kept for a while, until an event tells more; silence counts as closed."""

import asyncio
from collections.abc import Callable
from typing import Any

import aiohttp
import pytest
from slack_sdk.errors import SlackApiError, SlackRequestError

from bot.audience import Place, PlaceKind
from bot.slack.directory import AGAIN_SECONDS, FEW_MEMBERS, KEEP_SECONDS, MOST_MEMBERS, MOST_PEOPLE, Directory
from bot.slack.standing import Standing
from bot.slack.who_reads import NOBODY, Profile
from memory.records import Person

ALEX = Person("T1", "U1")
PUBLIC, OPEN = {"is_private": False}, Place(PlaceKind.PUBLIC, "C1")
CLOSED = Place(PlaceKind.PUBLIC, "C1", outsiders=True)


def user(user_id: str = "U1", **flags: Any) -> dict[str, Any]:
    return {"id": user_id, "team_id": "T1", "name": user_id.lower(), **flags}


class FakeSlack:
    """Answers from tables, page by page, and counts the calls; `broken` fails each call with what it makes."""

    def __init__(
        self,
        users: list[dict[str, Any]] | None = None,
        channels: dict[str, Any] | None = None,
        members: dict[str, list[str]] | None = None,
    ) -> None:
        self.users = {each["id"]: each for each in ([user()] if users is None else users)}
        self.channels = {"C1": PUBLIC} if channels is None else channels
        self.members = {"C1": ["U1"]} if members is None else members
        self.calls: list[str] = []
        self.broken: Callable[[], BaseException] | None = None
        self.before_answer: Callable[[], None] = lambda: None

    async def users_info(self, *, user: str) -> dict[str, Any]:
        return {"user": self._find("users.info", self.users, user)}

    async def users_list(self, **page: Any) -> dict[str, Any]:
        return self._page("users.list", list(self.users.values()), **page)

    async def conversations_info(self, *, channel: str) -> dict[str, Any]:
        return {"channel": self._find("conversations.info", self.channels, channel)}

    async def conversations_members(self, *, channel: str, **page: Any) -> dict[str, Any]:
        return self._page("conversations.members", self._find("conversations.members", self.members, channel), **page)

    async def auth_test(self) -> dict[str, Any]:
        return {"url": self._find("auth.test", {"url": "https://x.slack.com/"}, "url")}

    def _page(self, method: str, everything: list[Any], *, limit: int, cursor: str = "") -> dict[str, Any]:
        if method == "users.list":
            self._find(method, {"": None}, "")
        start = int(cursor or 0)
        more = str(start + limit) if start + limit < len(everything) else ""
        return {"members": everything[start : start + limit], "response_metadata": {"next_cursor": more}}

    def _find(self, method: str, table: Any, key: str) -> Any:
        self.calls.append(method)
        if self.broken is not None:
            raise self.broken()
        if key not in table:
            raise SlackApiError("no", {"ok": False, "error": "channel_not_found"})
        found = table[key]
        self.before_answer()
        return found


class Clock:
    time = 0.0

    def __call__(self) -> float:
        return self.time


async def place(directory: Directory, slack: FakeSlack, channel_id: str = "C1", told_type: str = "channel") -> Place:
    return await directory.place(slack, ALEX, channel_id, told_type=told_type, shared=False)  # type: ignore[arg-type]


FAILURES = [
    lambda: SlackApiError("no", {"ok": False, "error": "fatal_error"}),
    lambda: SlackRequestError("no"),
    lambda: aiohttp.ServerDisconnectedError(),
    lambda: TimeoutError(),
    lambda: ConnectionResetError(),
    lambda: ValueError("no JSON"),
]


@pytest.mark.parametrize("failure", FAILURES, ids=lambda failure: type(failure()).__name__)
async def test_however_slack_fails_to_tell_it_is_closed_until_it_does(failure: Callable[[], BaseException]) -> None:
    clock, slack = Clock(), FakeSlack()
    directory = Directory(clock=clock)
    slack.broken = failure

    assert await directory.profile(slack, "T1", "U1") == NOBODY  # type: ignore[arg-type]
    assert await place(directory, slack) == CLOSED
    assert await directory.address(slack, "T1") == ""  # type: ignore[arg-type]

    slack.broken = None
    clock.time += AGAIN_SECONDS
    assert await place(directory, slack) == OPEN
    assert await directory.address(slack, "T1") == "https://x.slack.com/"  # type: ignore[arg-type]


async def test_what_was_asked_in_vain_is_not_asked_again_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, slack = Clock(), FakeSlack()
    directory = Directory(clock=clock)
    slack.broken = lambda: TimeoutError()

    first = await place(directory, slack)
    asked = len(slack.calls)
    slack.broken = None
    again = await place(directory, slack)
    clock.time += AGAIN_SECONDS
    later = await place(directory, slack)

    assert (first, again, later) == (CLOSED, CLOSED, OPEN)
    assert (first.is_told, again.is_told, later.is_told) == (False, False, True)
    assert slack.calls[:asked] == ["users.info", "conversations.info"]
    assert slack.calls[asked:] == ["users.info", "conversations.info", "conversations.members"]


async def test_an_event_that_tells_it_ends_the_wait() -> None:
    directory, slack = Directory(clock=Clock()), FakeSlack()
    slack.broken = lambda: TimeoutError()
    await place(directory, slack)

    slack.broken = None
    directory.hear("T1", {"type": "user_change", "user": user()})
    directory.hear("T1", {"type": "channel_unarchive", "channel": "C1"})

    assert await place(directory, slack) == OPEN


async def test_an_answer_without_what_was_asked_for_is_none() -> None:
    directory, slack = Directory(), FakeSlack()
    slack.broken = lambda: KeyError("channel")

    assert await place(directory, slack, told_type="group") == Place(PlaceKind.PRIVATE, "C1", outsiders=True)


async def test_answers_are_kept_for_a_while() -> None:
    clock, slack = Clock(), FakeSlack()
    directory = Directory(clock=clock)

    async def ask() -> None:
        await place(directory, slack)
        await directory.address(slack, "T1")  # type: ignore[arg-type]

    await ask()
    await ask()
    assert sorted(slack.calls) == ["auth.test", "conversations.info", "conversations.members", "users.info"]
    clock.time += KEEP_SECONDS
    await ask()
    assert len(slack.calls) == 7


async def test_of_a_dm_nothing_is_asked_but_who_speaks() -> None:
    slack = FakeSlack()

    assert await place(Directory(), slack, "D1", "im") == Place(PlaceKind.DM, "D1")
    assert slack.calls == ["users.info"]


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
        pytest.param({"C1": ["U1", "U2"] * FEW_MEMBERS}, False, id="many, all at home"),
        pytest.param({"C1": ["U1"] * FEW_MEMBERS + ["U3"]}, True, id="a guest among many"),
        pytest.param({"C1": ["U1"] * FEW_MEMBERS + ["U9"]}, True, id="among many, someone Slack does not tell about"),
    ],
)
async def test_every_member_of_a_channel_is_looked_at(members: dict[str, list[str]], outsiders: bool) -> None:
    people = [user("U1"), user("U2"), user("U3", is_ultra_restricted=True), user("U4", is_stranger=True)]

    found = await place(Directory(), FakeSlack(people, members=members))

    assert found == Place(PlaceKind.PUBLIC, "C1", outsiders=outsiders)


async def test_for_a_channel_of_many_the_people_of_the_workspace_are_listed_once() -> None:
    everyone = [user(f"U{number}") for number in range(2_500)]
    slack = FakeSlack(everyone, {"C1": PUBLIC, "C2": PUBLIC}, {each: list(map(_id, everyone)) for each in ("C1", "C2")})
    directory = Directory()

    assert [(await place(directory, slack, each)).outsiders for each in ("C1", "C2")] == [False, False]
    assert (slack.calls.count("users.list"), slack.calls.count("users.info")) == (3, 1)


async def test_a_workspace_of_more_people_than_are_looked_at_is_closed() -> None:
    everyone = [user(f"U{number}") for number in range(MOST_PEOPLE + 1_001)]

    assert await place(Directory(), FakeSlack(everyone, members={"C1": ["U1"] * (FEW_MEMBERS + 1)})) == CLOSED


# --- events -----------------------------------------------------------------------------------------------------------


def event(kind: str, **fields: Any) -> dict[str, Any]:
    return {"type": kind, **fields}


GUEST = user("U2", is_restricted=True)


@pytest.mark.parametrize(
    "told",
    [
        event("member_joined_channel", user="U2", channel="C1"),
        event("member_left_channel", user="U2", channel="C1"),
        event("message", subtype="channel_join", user="U2", channel="C1"),
        event("message", subtype="group_leave", user="U2", channel="C1"),
        event("channel_shared", channel="C1", connected_team_id="T9"),
        event("channel_unshared", channel="C1"),
        event("channel_archive", channel="C1", user="U2"),
        event("channel_unarchive", channel="C1", user="U2"),
        event("channel_left", channel="C1"),
        event("group_left", channel="C1"),
        event("channel_deleted", channel={"id": "C1"}),
        event("channel_id_changed", old_channel_id="C1", new_channel_id="C2"),
        event("message", subtype="channel_convert_to_private", channel="C1"),
    ],
    ids=lambda told: told.get("subtype") or told["type"],
)
async def test_a_channel_that_changed_is_looked_at_again(told: dict[str, Any]) -> None:
    directory, slack = Directory(), FakeSlack([user("U1"), GUEST])
    assert await place(directory, slack) == OPEN
    slack.members["C1"] = ["U1", "U2"]

    directory.hear("T1", told)

    assert await place(directory, slack) == CLOSED


@pytest.mark.parametrize(
    "told",
    [
        event("message", channel="C1", user="U1", text="hello"),
        event("reaction_added", user="U1"),
        event("user_change", user="U1"),
        event("member_joined_channel", user="U2", channel="C7"),
        event("channel_left", channel=None),
    ],
    ids=["talk", "reaction", "nobody", "elsewhere", "nowhere"],
)
async def test_what_changes_nothing_asks_nothing(told: dict[str, Any]) -> None:
    directory, slack = Directory(), FakeSlack()
    await place(directory, slack)
    calls = len(slack.calls)

    directory.hear("T1", told)
    await place(directory, slack)

    assert len(slack.calls) == calls


@pytest.mark.parametrize("kind", ["user_change", "team_join"])
@pytest.mark.parametrize("members", [2, FEW_MEMBERS + 1], ids=["few", "many"])
async def test_who_becomes_a_guest_closes_the_channels_they_are_in(kind: str, members: int) -> None:
    directory = Directory()
    slack = FakeSlack([user("U1"), user("U2")], members={"C1": ["U1", "U2"] * members})
    assert await place(directory, slack) == OPEN

    directory.hear("T1", event(kind, user=GUEST))

    assert await place(directory, slack) == CLOSED


async def test_an_answer_from_before_a_change_is_not_kept() -> None:
    """Somebody joins while Slack is answering who was there."""
    directory, slack = Directory(), FakeSlack([user("U1"), GUEST])
    slack.before_answer = lambda: directory.hear("T1", event("member_joined_channel", user="U2", channel="C1"))
    await place(directory, slack)
    slack.members["C1"], slack.before_answer = ["U1", "U2"], lambda: None

    assert await place(directory, slack) == CLOSED


async def test_who_is_an_outsider_outlives_the_cache() -> None:
    kept, slack = Standing(), FakeSlack([user("U1", is_restricted=True)])
    directory = Directory(kept)

    await place(directory, slack, "D1", "im")
    assert kept.is_outsider(ALEX)
    directory.hear("T1", event("user_change", user=user("U1")))
    assert not kept.is_outsider(ALEX)
    slack.broken = lambda: TimeoutError()
    directory.hear("T1", event("user_change", user={"id": ""}))
    await place(Directory(kept), slack, "D1", "im")
    assert not kept.is_outsider(ALEX), "what Slack does not tell is not kept"


# --- channels that were public ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("subtype", "private"), [("channel_convert_to_private", {"C1"}), ("channel_convert_to_public", set())]
)
async def test_a_channel_that_is_converted_is_noted(subtype: str, private: set[str]) -> None:
    kept = Standing()
    kept.note_channel("T1", "C1", private=not private)

    Directory(kept).hear("T1", event("message", subtype=subtype, channel="C1"))

    assert kept.private_channels("T1") == private


async def test_a_channel_is_noted_as_slack_describes_it() -> None:
    kept, slack = Standing(), FakeSlack(channels={"C1": PUBLIC, "C2": {"is_private": True}})
    directory = Directory(kept)

    await asyncio.gather(*(place(directory, slack, each) for each in ("C1", "C2")))

    assert kept.private_channels("T1") == {"C2"}


async def test_channels_that_were_public_are_looked_at_again() -> None:
    kept = Standing()
    slack = FakeSlack(channels={"C1": PUBLIC, "C2": {"is_private": True}})

    await Directory(kept).look_again(slack, "T1", ["C1", "C2", "C3"])  # type: ignore[arg-type]

    assert kept.private_channels("T1") == {"C2", "C3"}, "C3 is hidden from us or gone"


async def test_a_slack_that_does_not_answer_makes_no_channel_private() -> None:
    for failure in FAILURES:
        kept, slack = Standing(), FakeSlack()
        slack.broken = failure

        await Directory(kept).look_again(slack, "T1", ["C1"])  # type: ignore[arg-type]

        assert kept.private_channels("T1") == set()


def _id(person: dict[str, Any]) -> str:
    return str(person["id"])


async def test_a_person_keeps_their_name() -> None:
    assert await Directory().profile(FakeSlack(), "T1", "U1") == Profile("u1", outsider=False)  # type: ignore[arg-type]
