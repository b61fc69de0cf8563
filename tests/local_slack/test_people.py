"""People who come, become guests, go and come back; and what the app is told of them."""

import pytest

from tests.local_slack.desk import Desk, Json, desk
from tests.local_slack.test_rooms import ask, channel, listening, refused


async def person(at: Desk, user_id: str) -> Json:
    return next(each for each in (await at.state())["users"] if each["id"] == user_id)


async def test_a_new_member_is_told_of_comes_into_general_and_can_write_to_the_app() -> None:
    async with listening() as (at, told):
        answer = await ask(at, "POST", "people", name="Mina  Park")
        joined, *rest = await told.events()
        said = await at.say(answer["user"], "hello")
        described = (await at.api("users.info", user=answer["user"]))["user"]

    assert answer == {"user": "U0MINAPARK"}
    assert (joined["type"], joined["user"]["id"], joined["user"]["real_name"]) == (
        "team_join",
        "U0MINAPARK",
        "Mina Park",
    )
    assert [each.get("subtype", each["type"]) for each in rest] == ["channel_join", "member_joined_channel"]
    assert described == joined["user"] | {"name": "mina-park"}
    assert said


@pytest.mark.parametrize(
    ("role", "flags", "rooms"),
    [
        ("admin", {"is_admin": True, "is_restricted": False, "is_ultra_restricted": False}, ["C0GENERAL"]),
        ("guest", {"is_admin": False, "is_restricted": True, "is_ultra_restricted": False}, []),
        ("single_channel_guest", {"is_admin": False, "is_restricted": True, "is_ultra_restricted": True}, []),
    ],
)
async def test_somebody_new_is_what_they_are_asked_in_as(role: str, flags: Json, rooms: list[str]) -> None:
    async with desk() as at:
        user = (await ask(at, "POST", "people", name="Mina", role=role))["user"]
        shown = (await at.api("users.info", user=user))["user"]
        state = await at.state()

    assert {name: shown[name] for name in flags} == flags
    assert [each["id"] for each in state["channels"] if user in each["members"] and not each["is_im"]] == rooms
    assert next(each for each in state["users"] if each["id"] == user)["role"] == role


async def test_who_is_of_another_organisation_has_no_dm_with_the_app_and_is_no_news_to_it() -> None:
    async with listening() as (at, told):
        user = (await ask(at, "POST", "people", name="Eve", role="outsider"))["user"]
        kinds = await told.kinds()
        state = await at.state()

    assert kinds == []
    assert not [each for each in state["channels"] if user in each["members"]]
    assert (state["partner"], role_in(state, user)) == ("Partner organisation", "outsider")


def role_in(state: Json, user: str) -> str:
    return str(next(each["role"] for each in state["users"] if each["id"] == user))


async def test_a_member_becomes_a_guest_and_an_admin() -> None:
    async with listening() as (at, told):
        await ask(at, "PATCH", "people", user="U0OMAR", role="guest")
        await ask(at, "PATCH", "people", user="U0OMAR", role="admin")
        guest, admin = await told.events()

    assert (guest["type"], guest["user"]["is_restricted"], guest["cache_ts"]) == ("user_change", True, 1_790_000_000)
    assert (admin["user"]["is_restricted"], admin["user"]["is_admin"]) == (False, True)


async def test_a_deactivated_person_does_nothing_until_they_are_back() -> None:
    async with listening() as (at, told):
        await ask(at, "PATCH", "people", user="U0OMAR", deactivated=True)
        gone = await told.events()
        silent = await refused(at, "POST", "messages", user="U0OMAR", channel="D0OMAR", text="hello")
        shown = await person(at, "U0OMAR")
        unreachable = await at.api("conversations.open", users="U0OMAR")
        await ask(at, "PATCH", "people", user="U0OMAR", deactivated=False)
        back = await told.events()

    assert (gone[0]["type"], gone[0]["user"]["deleted"], back[0]["user"]["deleted"]) == ("user_change", True, False)
    assert "deactivated" in silent
    assert shown["is_deactivated"]
    assert unreachable["error"] == "user_disabled"


async def test_an_outsider_s_account_is_their_own_organisation_s_business() -> None:
    async with listening() as (at, told):
        user = (await ask(at, "POST", "people", name="Eve", role="outsider"))["user"]
        await ask(at, "PATCH", "people", user=user, deactivated=True)
        assert await told.kinds() == []


async def test_two_people_with_ids_alike_are_told_apart() -> None:
    async with desk() as at:
        first = (await ask(at, "POST", "people", name="Al-ex"))["user"]
        second = (await ask(at, "POST", "people", name="日本"))["user"]

    assert (first, second) == ("U0ALEX2", "U0NEW")


@pytest.mark.parametrize(
    ("verb", "body", "said"),
    [
        ("POST", {"name": "  "}, "is no name"),
        ("POST", {"name": "x" * 81}, "at most 80"),
        ("POST", {"name": "Alex"}, "There is a 'alex' already"),
        ("POST", {"name": "Mina", "role": "king"}, "no role 'king'"),
        ("POST", {"name": "Mina", "channels": ["C9"]}, "no channel 'C9'"),
        ("POST", {"name": "Mina", "channels": ["D0ALEX"]}, "direct message"),
        ("POST", {"name": "Eve", "role": "outsider", "channels": ["C0GENERAL"]}, "Share #general with it first"),
        (
            "POST",
            {"name": "Gus", "role": "single_channel_guest", "channels": ["C0GENERAL", "C0LEADS"]},
            "guest of one channel",
        ),
        ("PATCH", {"user": "U0OMAR", "role": "outsider"}, "Add a person of the right kind"),
        ("PATCH", {"user": "U0OMAR", "role": "single_channel_guest"}, "is in #general, #projects"),
        ("PATCH", {"user": "U0OMAR"}, "Send role or deactivated"),
    ],
)
async def test_what_slack_would_not_do_is_refused_with_the_next_step(verb: str, body: Json, said: str) -> None:
    async with desk() as at:
        before = await at.state()
        sentence = await refused(at, verb, "people", **body)
        after = await at.state()

    assert said in sentence
    assert before == after


async def test_nobody_deactivated_comes_into_a_channel_and_the_last_one_stays() -> None:
    async with desk() as at:
        for user in ("U0OMAR", "U0DANA"):
            await ask(at, "PATCH", "people", user=user, deactivated=True)
        last = await refused(at, "PATCH", "people", user="U0ALEX", deactivated=True)
        closed = await refused(at, "POST", "members", channel="C0LEADS", member="U0OMAR")
        leads = await channel(at, "C0LEADS")

    assert "is the last one here" in last
    assert "account is deactivated" in closed
    assert leads["members"] == ["U0ALEX", "U0DANA", "U0MEMORYBOT"]
