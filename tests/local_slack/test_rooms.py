"""Channels that are made, joined, left, renamed, archived, turned private and shared; what the app is told."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from tests.local_slack.desk import MANIFEST, Connection, Desk, Json, desk, manifest

MORE = ("channel_created", "channel_rename", "group_rename")
WANTED = [*MANIFEST["settings"]["event_subscriptions"]["bot_events"], *MORE]
CURIOUS = manifest(settings={**MANIFEST["settings"], "event_subscriptions": {"bot_events": WANTED}})


class Told:
    """What the app has heard so far; each question is followed by a message, so that nothing is waited for in vain."""

    def __init__(self, at: Desk, app: Connection) -> None:
        self.at, self.app = at, app

    async def events(self) -> list[Json]:
        """Return the events since the last question, without their time stamps."""
        end = await self.at.say("U0ALEX", "that is all")
        found: list[Json] = []
        while (event := (await self.app.event())["payload"]["event"]).get("ts") != end:
            found.append({name: value for name, value in event.items() if name not in {"ts", "event_ts", "team"}})
        return found

    async def kinds(self) -> list[str]:
        """Return only what sort they are, messages by their subtype."""
        return [str(event.get("subtype", event["type"])) for event in await self.events()]


@asynccontextmanager
async def listening(raw: Json = CURIOUS) -> AsyncIterator[tuple[Desk, Told]]:
    async with desk(raw) as at, at.connected() as app:
        yield at, Told(at, app)


async def ask(at: Desk, verb: str, path: str, **body: Any) -> Json:
    status, answer = await at.control(verb, path, **{"user": "U0ALEX", **body})
    assert status == 200, answer
    return answer


async def refused(at: Desk, verb: str, path: str, **body: Any) -> str:
    status, answer = await at.control(verb, path, **{"user": "U0ALEX", **body})
    assert 400 <= status < 500, answer
    return str(answer["error"])


async def channel(at: Desk, channel_id: str) -> Json:
    return next(each for each in (await at.state())["channels"] if each["id"] == channel_id)


async def test_a_public_channel_is_told_of_and_the_app_hears_it_once_it_is_in() -> None:
    async with listening() as (at, told):
        made = await ask(at, "POST", "channels", name="design", members=["U0DANA"])
        before = await told.events()
        await ask(at, "POST", "members", channel=made["channel"], member="U0MEMORYBOT")
        after = await told.events()
        shown = await channel(at, "C0DESIGN")

    assert before == [
        {
            "type": "channel_created",
            "channel": {"id": "C0DESIGN", "name": "design", "created": 1_767_225_600, "creator": "U0ALEX"},
        }
    ]
    assert [each.get("subtype", each["type"]) for each in after] == ["channel_join", "member_joined_channel"]
    assert after[0]["inviter"] == after[1]["inviter"] == "U0ALEX"
    assert (shown["members"], shown["is_private"]) == (["U0ALEX", "U0DANA", "U0MEMORYBOT"], False)


async def test_a_private_channel_without_the_app_stays_unknown_to_it() -> None:
    async with listening() as (at, told):
        await ask(at, "POST", "channels", name="board", kind="private", members=["U0DANA"])
        kinds = await told.kinds()
        seen = await at.api("conversations.info", channel="C0BOARD")

    assert kinds == []
    assert seen["error"] == "channel_not_found"


async def test_who_leaves_and_who_comes_is_told_with_the_sort_of_channel() -> None:
    async with listening() as (at, told):
        await ask(at, "DELETE", "members", user="U0DANA", channel="C0LEADS", member="U0DANA")
        await ask(at, "POST", "members", channel="C0LEADS", member="U0OMAR")
        events = await told.events()
        said = [each["text"] for each in await at.messages("C0LEADS")]

    gone, came = events[1], events[3]
    assert gone == {"type": "member_left_channel", "user": "U0DANA", "channel": "C0LEADS", "channel_type": "G"}
    assert came["type"] == "member_joined_channel"
    assert (came["user"], came["channel_type"], came["inviter"]) == ("U0OMAR", "G", "U0ALEX")
    assert said == ["<@U0DANA> has left the channel", "<@U0OMAR> has joined the channel"]


async def test_who_joins_a_public_channel_by_themselves_has_no_inviter() -> None:
    async with listening() as (at, told):
        await ask(at, "DELETE", "members", channel="C0PROJECTS", member="U0OMAR")
        await ask(at, "POST", "members", user="U0OMAR", channel="C0PROJECTS", member="U0OMAR")
        joined = (await told.events())[-1]

    assert (joined["type"], "inviter" in joined, joined["channel_type"]) == ("member_joined_channel", False, "C")


@pytest.mark.parametrize(("place", "kind"), [("C0PROJECTS", "channel_left"), ("C0LEADS", "group_left")])
async def test_the_app_hears_that_it_was_removed_and_nothing_after_that(place: str, kind: str) -> None:
    async with listening() as (at, told):
        await ask(at, "DELETE", "members", channel=place, member="U0MEMORYBOT")
        await at.say("U0ALEX", "we are alone", channel=place)
        events = await told.events()

    assert events == [{"type": kind, "channel": place}]


@pytest.mark.parametrize(("place", "sort"), [("C0PROJECTS", "channel"), ("C0LEADS", "group")])
async def test_a_channel_is_archived_and_taken_out_again(place: str, sort: str) -> None:
    async with listening() as (at, told):
        await ask(at, "PATCH", "channels", channel=place, is_archived=True)
        closed = await at.api("chat.postMessage", channel=place, text="hello?")
        unheard = await refused(at, "POST", "messages", channel=place, text="hello?")
        await ask(at, "PATCH", "channels", channel=place, is_archived=True)
        await ask(at, "PATCH", "channels", channel=place, is_archived=False)
        kinds = await told.kinds()

    assert kinds == ["channel_archive", f"{sort}_archive", "channel_unarchive", f"{sort}_unarchive"]
    assert closed["error"] == "is_archived"
    assert "is archived" in unheard


@pytest.mark.parametrize(("place", "sort"), [("C0PROJECTS", "channel"), ("C0LEADS", "group")])
async def test_a_channel_gets_another_name_and_keeps_the_old_one(place: str, sort: str) -> None:
    async with listening() as (at, told):
        old = (await channel(at, place))["name"]
        await ask(at, "PATCH", "channels", channel=place, name="new-name")
        message, event = await told.events()
        described = (await at.api("conversations.info", channel=place))["channel"]

    assert event == {
        "type": f"{sort}_rename",
        "channel": {"id": place, "name": "new-name", "created": 1_767_225_600},
    }
    assert (message["subtype"], message["old_name"], message["name"]) == ("channel_name", old, "new-name")
    assert (described["name"], described["previous_names"]) == ("new-name", [old])


async def test_a_public_channel_turns_private_and_back() -> None:
    async with listening() as (at, told):
        await ask(at, "PATCH", "channels", channel="C0PROJECTS", is_private=True)
        private = (await at.api("conversations.info", channel="C0PROJECTS"))["channel"]["is_private"]
        await ask(at, "PATCH", "channels", channel="C0PROJECTS", is_private=True)
        await ask(at, "PATCH", "channels", channel="C0PROJECTS", is_private=False)
        turned, back = await told.events()

    assert private
    assert (turned["subtype"], turned["channel_type"]) == ("channel_convert_to_private", "group")
    assert turned["text"].startswith("made this channel *private*.")
    assert (back["subtype"], back["channel_type"]) == ("channel_convert_to_public", "channel")
    assert "client_msg_id" not in turned


async def test_a_channel_is_shared_with_another_organisation_whose_people_go_with_it() -> None:
    async with listening() as (at, told):
        await ask(at, "PATCH", "channels", channel="C0PROJECTS", is_shared=True)
        eve = (await ask(at, "POST", "people", name="Eve", role="outsider", channels=["C0PROJECTS"]))["user"]
        shared = (await at.api("conversations.info", channel="C0PROJECTS"))["channel"]
        stranger = (await at.api("users.info", user=eve))["user"]
        events = await told.events()
        await ask(at, "PATCH", "channels", channel="C0PROJECTS", is_shared=False)
        later = await told.events()
        unknown = (await at.api("users.info", user=eve))["user"]

    assert events[0] == {"type": "channel_shared", "channel": "C0PROJECTS", "connected_team_id": "T0PARTNER"}
    assert [each["type"] for each in events] == ["channel_shared", "message", "member_joined_channel"]
    assert (shared["is_ext_shared"], shared["connected_team_ids"]) == (True, ["T0PARTNER"])
    assert (stranger["team_id"], stranger["is_stranger"], unknown["is_stranger"]) == ("T0PARTNER", False, True)
    assert [each["type"] for each in later] == ["message", "member_left_channel", "channel_unshared"]
    assert later[-1]["previously_connected_team_id"] == "T0PARTNER"
    assert later[-1]["is_ext_shared"] is False


async def test_an_invitation_is_pending_until_the_organisation_comes() -> None:
    async with listening() as (at, told):
        await ask(at, "PATCH", "channels", channel="C0PROJECTS", is_invited=True)
        pending = (await at.api("conversations.info", channel="C0PROJECTS"))["channel"]
        await ask(at, "PATCH", "channels", channel="C0PROJECTS", is_invited=False)
        taken_back = (await channel(at, "C0PROJECTS"))["is_invited"]
        await ask(at, "PATCH", "channels", channel="C0PROJECTS", is_invited=True)
        await ask(at, "PATCH", "channels", channel="C0PROJECTS", is_shared=True)
        shared = (await at.api("conversations.info", channel="C0PROJECTS"))["channel"]
        twice = await refused(at, "PATCH", "channels", channel="C0PROJECTS", is_invited=True)
        kinds = await told.kinds()

    assert (pending["is_pending_ext_shared"], pending["is_ext_shared"]) == (True, False)
    assert pending["pending_connected_team_ids"] == ["T0PARTNER"]
    assert (taken_back, shared["is_pending_ext_shared"], shared["is_ext_shared"]) == (False, False, True)
    assert "is shared already" in twice
    assert kinds == ["channel_shared"]


async def test_what_happens_in_a_shared_channel_says_so_and_whose_team_speaks() -> None:
    async with desk(CURIOUS) as at, at.connected() as app:
        await ask(at, "POST", "channels", name="joint", is_shared=True, members=["U0MEMORYBOT"])
        eve = (await ask(at, "POST", "people", name="Eve", role="outsider", channels=["C0JOINT"]))["user"]
        ts = await at.say(eve, "hello", channel="C0JOINT")
        while (body := (await app.event())["payload"])["event"].get("ts") != ts:
            pass

    assert (body["is_ext_shared_channel"], body["team_id"], body["event"]["team"]) == (True, "T0LOCAL", "T0PARTNER")


async def test_a_group_dm_is_one_for_the_same_people() -> None:
    async with listening() as (at, told):
        people = ["U0DANA", "U0OMAR", "U0MEMORYBOT"]
        first = await ask(at, "POST", "channels", kind="group_dm", members=people)
        again = await ask(at, "POST", "channels", kind="group_dm", user="U0DANA", members=["U0ALEX", *people])
        await at.say("U0DANA", "hi", channel=first["channel"])
        events = await told.events()
        shown = await channel(at, first["channel"])

    assert first == again
    assert (shown["is_group_dm"], shown["name"]) == (True, "mpdm-alex--dana--omar--memory-bot-1")
    assert [each["channel_type"] for each in events] == ["mpim"]


@pytest.mark.parametrize(
    ("verb", "path", "body", "said"),
    [
        ("POST", "channels", {"name": "Has Spaces"}, "lower-case letters"),
        ("POST", "channels", {"name": "general"}, "There is a #general already"),
        ("POST", "channels", {"name": "x", "kind": "secret"}, "no kind 'secret'"),
        ("POST", "channels", {"name": "x", "members": ["U9"]}, "nobody 'U9'"),
        ("POST", "channels", {"name": "x", "members": "U0DANA"}, "a list of strings"),
        ("POST", "channels", {"kind": "group_dm", "members": ["U0DANA"]}, "three or more"),
        ("POST", "members", {"channel": "C0GENERAL", "member": "U0DANA"}, "already"),
        ("POST", "members", {"channel": "D0ALEX", "member": "U0DANA"}, "direct message"),
        ("POST", "members", {"channel": "C0LEADS", "user": "U0OMAR", "member": "U0OMAR"}, "is private"),
        ("DELETE", "members", {"channel": "C0LEADS", "member": "U0OMAR"}, "is not in"),
        ("DELETE", "members", {"channel": "C0GENERAL", "member": "U0ALEX"}, "Nobody leaves #general"),
        ("DELETE", "members", {"channel": "D0ALEX", "member": "U0ALEX"}, "direct message"),
        ("PATCH", "channels", {"channel": "C0GENERAL", "is_archived": True}, "never archived"),
        ("PATCH", "channels", {"channel": "C0GENERAL", "is_private": True}, "stays public"),
        ("PATCH", "channels", {"channel": "C0GENERAL", "is_shared": True}, "never shared"),
        ("PATCH", "channels", {"channel": "C0GENERAL", "is_invited": True}, "never shared"),
        ("PATCH", "channels", {"channel": "D0ALEX", "name": "mine"}, "direct message"),
    ],
)
async def test_what_slack_would_not_do_is_refused_with_the_next_step(
    verb: str, path: str, body: Json, said: str
) -> None:
    async with desk() as at:
        before = await at.state()
        sentence = await refused(at, verb, path, **body)
        after = await at.state()

    assert said in sentence
    assert before == after


async def test_nothing_changes_in_an_archived_channel_and_nothing_twice() -> None:
    async with listening() as (at, told):
        await ask(at, "PATCH", "channels", channel="C0PROJECTS", name="projects")
        await ask(at, "PATCH", "channels", channel="C0PROJECTS", is_shared=False)
        same = await told.kinds()
        await ask(at, "PATCH", "channels", channel="C0PROJECTS", is_archived=True)
        sentence = await refused(at, "PATCH", "channels", channel="C0PROJECTS", name="other")

    assert same == []
    assert "Take it out of the archive" in sentence


async def test_only_what_the_manifest_wants_and_may_read_is_told() -> None:
    blind = manifest(without_scopes=("groups:read",), settings=CURIOUS["settings"])
    async with listening(blind) as (at, told):
        await ask(at, "DELETE", "members", channel="C0LEADS", member="U0DANA")
        await ask(at, "DELETE", "members", channel="C0PROJECTS", member="U0DANA")
        kinds = await told.kinds()

    assert kinds == ["channel_leave", "channel_leave", "member_left_channel"]
