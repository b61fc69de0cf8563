"""The home tab and modals, seen from an app on Socket Mode: opening, clicking, sending, closing."""

import asyncio
from typing import Any

import pytest

from tests.local_slack.desk import Connection, Desk, desk, manifest

Json = dict[str, Any]

ALEX = "U0ALEX"


def plain(text: str) -> Json:
    return {"type": "plain_text", "text": text}


def text_field(block_id: str = "name", **more: object) -> Json:
    element = {"type": "plain_text_input", "action_id": "text", **more}
    return {"type": "input", "block_id": block_id, "label": plain("Name"), "element": element}


def modal(title: str = "Edit", *blocks: Json, **more: object) -> Json:
    shown = list(blocks) or [text_field()]
    return {"type": "modal", "title": plain(title), "submit": plain("Save"), "blocks": shown, **more}


OPTIONS = [{"text": plain(value.upper()), "value": value} for value in ("a", "b")]
MENU = {"type": "static_select", "action_id": "kind", "options": OPTIONS, "initial_option": OPTIONS[0]}
GO = {"type": "button", "action_id": "go", "text": plain("Go"), "value": "7"}
HOME = {"type": "home", "blocks": [{"type": "actions", "block_id": "row", "elements": [GO, MENU]}]}


def trigger(at: Desk) -> str:
    return at.workspace.workspace.interactions.trigger(ALEX, at.clock.now())


async def opened(at: Desk, view: Json) -> Json:
    answer = await at.api("views.open", trigger_id=trigger(at), view=view)
    assert answer["ok"], answer
    return dict(answer["view"])


async def shown(at: Desk, user: str = ALEX) -> Json:
    async with at.session.get(f"{at.url}/_control/views", params={"user": user}) as answer:
        assert answer.status == 200
        return dict(await answer.json())


async def stack(at: Desk) -> list[str]:
    """Return the titles of Alex's modals, the topmost last."""
    return [view["title"]["text"] for view in (await shown(at))["modals"]]


async def told(app: Connection, doing: asyncio.Task[tuple[int, Json]], answer: object = None) -> tuple[Json, Json]:
    """Let the app acknowledge what somebody does; return what it got, and what the person got."""
    envelope = await app.event(ack=False)
    assert envelope["type"] == "interactive"
    await app.ack(envelope, answer)
    status, said = await doing
    assert status == 200, said
    return dict(envelope["payload"]), said


def start(at: Desk, path: str, view: Json, **more: object) -> asyncio.Task[tuple[int, Json]]:
    return asyncio.create_task(at.control("POST", f"views/{path}", user=ALEX, view_id=view["id"], **more))


# --- the home tab -----------------------------------------------------------------------------------------------------


async def test_opening_the_app_tells_which_tab_and_what_stands_on_it() -> None:
    async with desk() as at, at.connected() as app:
        await at.control("POST", "home", user=ALEX)
        first = (await app.event())["payload"]["event"]
        published = (await at.api("views.publish", user_id=ALEX, view=HOME))["view"]
        await at.control("POST", "home", user=ALEX, tab="home")
        second = (await app.event())["payload"]["event"]
        await at.control("POST", "home", user=ALEX, tab="messages")
        messages = (await app.event())["payload"]["event"]
        seen = await shown(at)

    assert {name: first[name] for name in ("type", "user", "channel", "tab")} == {
        "type": "app_home_opened",
        "user": ALEX,
        "channel": "D0ALEX",
        "tab": "home",
    }
    assert "view" not in first
    assert second["view"] == published == seen["home"]
    assert (messages["tab"], "view" in messages) == ("messages", False)


async def test_a_home_that_is_published_shows_at_its_owner_s_page_only() -> None:
    async with desk() as at:
        async with (
            at.session.ws_connect(f"{at.url}/_control/ws?user={ALEX}") as alex,
            at.session.ws_connect(f"{at.url}/_control/ws?user=U0DANA") as dana,
        ):
            await alex.receive_json()
            await dana.receive_json()
            view = (await at.api("views.publish", user_id=ALEX, view=HOME))["view"]
            await at.posted()
            news, others = await alex.receive_json(), await dana.receive_json()
        seen = await shown(at, "U0DANA")

    assert news == {"type": "home", "user": ALEX, "view": view}
    assert others["type"] == "message"
    assert seen == {"home": None, "modals": []}


async def test_without_a_home_tab_or_a_dm_there_is_nothing_to_open() -> None:
    features = {"app_home": {"messages_tab_enabled": True}}
    async with desk(manifest(features=features)) as at:
        off = await at.control("POST", "home", user=ALEX)
        odd = await at.control("POST", "home", user=ALEX, tab="about")
        del at.workspace.workspace.state.channels["D0ALEX"]
        nowhere = await at.control("POST", "home", user=ALEX, tab="messages")

    assert (off[0], "set home_tab_enabled to true" in off[1]["error"]) == (400, True)
    assert odd == (400, {"error": "There is no tab 'about'. Use home or messages."})
    assert nowhere == (404, {"error": "Alex has no direct messages with the app. Open them first."})


async def test_a_click_on_the_home_tab_brings_the_view_and_what_was_chosen() -> None:
    async with desk() as at, at.connected() as app:
        view = (await at.api("views.publish", user_id=ALEX, view=HOME))["view"]
        where = {"block_id": "row", "action_id": "kind", "value": "b", "values": {"row": {"kind": "b"}}}
        payload, said = await told(app, start(at, "actions", view, **where))
        pressed, _ = await told(app, start(at, "actions", view, block_id="row", action_id="go"))

    assert said == {"ok": True}
    assert (payload["type"], payload["container"]) == ("block_actions", {"type": "view", "view_id": view["id"]})
    assert payload["actions"][0]["selected_option"] == OPTIONS[1]
    kind = payload["view"]["state"]["values"]["row"]["kind"]
    assert kind == {"type": "static_select", "selected_option": OPTIONS[1]}
    assert (pressed["actions"][0]["value"], pressed["view"]["hash"]) == ("7", view["hash"])
    assert pressed["view"]["state"]["values"]["row"]["kind"]["selected_option"] == OPTIONS[0]
    assert "message" not in payload
    assert "response_url" not in payload


# --- modals: sending --------------------------------------------------------------------------------------------------


async def test_a_modal_is_sent_with_what_was_typed_and_closes() -> None:
    async with desk() as at, at.connected() as app:
        view = await opened(at, modal(callback_id="edit", private_metadata="m"))
        payload, said = await told(app, start(at, "submit", view, values={"name": {"text": "Alex & co"}}))
        left = await stack(at)

    assert said == {"ok": True, "errors": {}}
    assert (payload["type"], payload["view"]["callback_id"]) == ("view_submission", "edit")
    assert (payload["view"]["private_metadata"], payload["response_urls"]) == ("m", [])
    assert payload["view"]["state"]["values"] == {"name": {"text": {"type": "plain_text_input", "value": "Alex & co"}}}
    assert "user" not in payload["view"]
    assert left == []


async def test_what_slack_s_client_complains_of_never_reaches_the_app() -> None:
    async with desk() as at, at.connected() as app:
        view = await opened(at, modal("Edit", text_field(max_length=3)))
        empty = await at.control("POST", "views/submit", user=ALEX, view_id=view["id"])
        long = await at.control(
            "POST", "views/submit", user=ALEX, view_id=view["id"], values={"name": {"text": "four"}}
        )
        payload, _ = await told(app, start(at, "submit", view, values={"name": {"text": "abc"}}))

    assert empty == (200, {"ok": False, "errors": {"name": "Please complete this required field."}})
    assert long == (200, {"ok": False, "errors": {"name": "Please enter at most 3 characters."}})
    assert payload["type"] == "view_submission"


async def test_errors_of_the_app_are_shown_and_the_modal_stays() -> None:
    async with desk() as at, at.connected() as app:
        view = await opened(at, modal())
        answer = {"response_action": "errors", "errors": {"name": "Too short."}}
        _, said = await told(app, start(at, "submit", view, values={"name": {"text": "x"}}), answer)
        left = await stack(at)

    assert said == {"ok": False, "errors": {"name": "Too short."}}
    assert left == ["Edit"]


async def test_the_app_can_update_push_and_clear() -> None:
    filled = {"name": {"text": "x"}}
    async with desk() as at, at.connected() as app:
        view = await opened(at, modal("One"))
        await told(
            app, start(at, "submit", view, values=filled), {"response_action": "update", "view": modal("One again")}
        )
        updated = await stack(at)
        await told(app, start(at, "submit", view, values=filled), {"response_action": "push", "view": modal("Two")})
        pushed = await shown(at)
        top = pushed["modals"][-1]
        below = await at.control("POST", "views/submit", user=ALEX, view_id=view["id"], values=filled)
        await told(app, start(at, "submit", top, values=filled), {"response_action": "clear"})
        cleared = await stack(at)

    assert updated == ["One again"]
    assert [each["title"]["text"] for each in pushed["modals"]] == ["One again", "Two"]
    assert (top["root_view_id"], top["previous_view_id"]) == (view["id"], view["id"])
    assert below == (400, {"error": "Another modal is above this one. Submit or close that one first."})
    assert cleared == []


async def test_sending_the_topmost_uncovers_the_one_below_unless_it_clears() -> None:
    filled = {"name": {"text": "x"}}
    async with desk() as at, at.connected() as app:
        await opened(at, modal("One"))
        second = (await at.api("views.push", trigger_id=trigger(at), view=modal("Two")))["view"]
        await told(app, start(at, "submit", second, values=filled))
        uncovered = await stack(at)
        third = (await at.api("views.push", trigger_id=trigger(at), view=modal("Three", clear_on_close=True)))["view"]
        await told(app, start(at, "submit", third, values=filled))
        cleared = await stack(at)

    assert (uncovered, cleared) == (["One"], [])


async def test_a_modal_that_the_app_has_closed_meanwhile_stays_closed() -> None:
    async with desk() as at, at.connected() as app:
        view = await opened(at, modal("One"))
        sending = start(at, "submit", view, values={"name": {"text": "x"}})
        envelope = await app.event(ack=False)
        await opened(at, modal("Another"))
        await app.ack(envelope)
        status, _ = await sending
        left = await stack(at)

    assert (status, left) == (200, ["Another"])


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ({"response_action": "dance"}, "response_action 'dance'"),
        ("yes", "response_action 'nothing that is an object'"),
        ({"response_action": "errors", "errors": {}}, "errors that are no object of sentences by block id"),
        ({"response_action": "errors", "errors": {"gone": "x"}}, "an error for 'gone', which is no input block"),
        ({"response_action": "update", "view": {"type": "home"}}, "invalid_arguments; [ERROR] must be an object"),
        ({"response_action": "push", "view": {"type": "modal"}}, "invalid_arguments; [ERROR] must be an array"),
    ],
)
async def test_an_answer_that_slack_refuses_says_why(answer: object, reason: str) -> None:
    async with desk() as at, at.connected() as app:
        view = await opened(at, modal())
        sending = start(at, "submit", view, values={"name": {"text": "x"}})
        await app.ack(await app.event(ack=False), answer)
        status, said = await sending

    assert status == 400
    assert said["error"].startswith(f"The bot answered with something Slack refuses: {reason}")


# --- modals: closing --------------------------------------------------------------------------------------------------


async def test_closing_tells_the_app_where_it_asked_for_that() -> None:
    async with desk() as at, at.connected() as app:
        await opened(at, modal("One", notify_on_close=True))
        second = (await at.api("views.push", trigger_id=trigger(at), view=modal("Two", notify_on_close=True)))["view"]
        one_closed, _ = await told(app, start(at, "close", second))
        left = await stack(at)
        third = (await at.api("views.push", trigger_id=trigger(at), view=modal("Three")))["view"]
        all_closed, _ = await told(app, start(at, "close", third, everything=True))
        none = await stack(at)

    assert (one_closed["type"], one_closed["is_cleared"], "trigger_id" in one_closed) == ("view_closed", False, False)
    assert (one_closed["view"]["title"]["text"], left) == ("Two", ["One"])
    assert (all_closed["view"]["title"]["text"], all_closed["is_cleared"], none) == ("One", True, [])


async def test_closing_a_lower_modal_closes_what_is_above() -> None:
    async with desk() as at:
        first = await opened(at, modal("One"))
        await at.api("views.push", trigger_id=trigger(at), view=modal("Two"))
        closed = await at.control("POST", "views/close", user=ALEX, view_id=first["id"])
        left = await stack(at)

    assert (closed, left) == ((200, {"ok": True}), [])


async def test_every_change_of_the_stack_shows_at_the_page() -> None:
    async with desk() as at, at.session.ws_connect(f"{at.url}/_control/ws?user={ALEX}") as page:
        await page.receive_json()
        view = await opened(at, modal("One"))
        await at.api("views.update", view_id=view["id"], view=modal("One again"))
        await at.api("views.push", trigger_id=trigger(at), view=modal("Two"))
        await at.control("POST", "views/close", user=ALEX, view_id=view["id"])
        news = [await page.receive_json() for _ in range(4)]

    assert {each["type"] for each in news} == {"modals"}
    assert [[view["title"]["text"] for view in each["views"]] for each in news] == [
        ["One"],
        ["One again"],
        ["One again", "Two"],
        [],
    ]


# --- what cannot be done ----------------------------------------------------------------------------------------------


async def test_nobody_acts_in_somebody_else_s_view_or_in_one_that_is_gone() -> None:
    async with desk() as at:
        view = await opened(at, modal())
        where = {"view_id": view["id"], "block_id": "name", "action_id": "text"}
        theirs = await at.control("POST", "views/actions", user="U0DANA", **where)
        gone = await at.control("POST", "views/close", user=ALEX, view_id="V9")
        missing = await at.control("POST", "views/actions", user=ALEX, **{**where, "action_id": "gone"})
        nobody = await at.control("POST", "views/submit", user=ALEX, view_id=view["id"], values={"name": "x"})

    assert theirs == (404, {"error": f"Dana sees no view '{view['id']}'. It may be closed."})
    assert gone[0] == 404
    assert (missing[0], missing[1]["error"][:36]) == (404, "The view has no element 'gone' in a ")
    assert nobody[1]["error"] == "'values' is no object of objects. Send values by block id and action id."


async def test_the_home_tab_is_neither_sent_nor_closed() -> None:
    async with desk() as at:
        home = (await at.api("views.publish", user_id=ALEX, view=HOME))["view"]
        answers = [
            await at.control("POST", f"views/{path}", user=ALEX, view_id=home["id"]) for path in ("submit", "close")
        ]

    assert answers == [(400, {"error": "That is the home tab; only a modal can be submitted or closed."})] * 2


async def test_without_the_bot_or_interactivity_nothing_is_sent() -> None:
    async with desk() as at:
        view = await opened(at, modal())
        alone = await at.control("POST", "views/submit", user=ALEX, view_id=view["id"], values={"name": {"text": "x"}})
    async with desk(manifest(settings={})) as at:
        view = await opened(at, modal())
        deaf = await at.control("POST", "views/actions", user=ALEX, view_id=view["id"], block_id="b", action_id="a")

    assert alone == (503, {"error": "Sending it failed: the bot is not connected. Start it, then try again."})
    assert deaf[0] == 400


async def test_a_modal_with_inputs_needs_a_button_to_send_it() -> None:
    view = {name: value for name, value in modal().items() if name != "submit"}
    async with desk() as at:
        answer = await at.api("views.open", trigger_id=trigger(at), view=view)

    assert answer["error"] == "invalid_arguments"
    assert "missing required field: submit" in answer["response_metadata"]["messages"][0]


async def test_a_field_without_an_action_id_gets_one() -> None:
    bare = {"type": "plain_text_input"}
    async with desk() as at:
        view = await opened(at, modal("Edit", {**text_field(), "element": bare}))

    assert view["blocks"][0]["element"]["action_id"]
