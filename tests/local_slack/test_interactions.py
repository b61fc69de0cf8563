"""Slash commands, clicks and response URLs, seen from an app on Socket Mode."""

import asyncio
from typing import Any

import pytest

from tests.local_slack.desk import Connection, Desk, desk, manifest

Json = dict[str, Any]


def button(action_id: str = "go", **more: object) -> Json:
    return {"type": "button", "action_id": action_id, "text": {"type": "plain_text", "text": "Go"}, **more}


def row(*elements: Json, block_id: str = "row") -> Json:
    return {"type": "actions", "block_id": block_id, "elements": list(elements)}


FEEDBACK = {
    "type": "context_actions",
    "block_id": "row",
    "elements": [
        {
            "type": "feedback_buttons",
            "action_id": "feedback",
            "positive_button": {"text": {"type": "plain_text", "text": "Good"}, "value": "good"},
            "negative_button": {"text": {"type": "plain_text", "text": "Bad"}, "value": "bad"},
        }
    ],
}


async def run(at: Desk, app: Connection, text: str, *, answer: object = None, channel: str = "C0GENERAL") -> Json:
    """Let Alex run a command, let the app acknowledge it, and return what the app got."""
    running = asyncio.create_task(at.say("U0ALEX", text, channel=channel))
    envelope = await app.event(ack=False)
    await app.ack(envelope, answer)
    await running
    return envelope


async def click(at: Desk, app: Connection, message_ts: str, action_id: str = "go", **more: object) -> Json:
    """Let Alex use a button in #general, let the app acknowledge it, and return what the app got."""
    where = {"user": "U0ALEX", "channel": "C0GENERAL", "message_ts": message_ts}
    clicking = asyncio.create_task(at.control("POST", "actions", **where, block_id="row", action_id=action_id, **more))
    envelope = await app.event()
    while envelope["type"] != "interactive":
        envelope = await app.event()
    assert await clicking == (200, {"ok": True})
    return dict(envelope["payload"])


async def respond(at: Desk, url: str, **body: object) -> tuple[int, str]:
    async with at.session.post(url, json=body) as answer:
        return answer.status, await answer.text()


async def texts(at: Desk, **query: str) -> list[str]:
    return [message["text"] for message in await at.messages("C0GENERAL", **query)]


# --- slash commands ---------------------------------------------------------------------------------------------------


async def test_a_command_tells_who_where_and_what() -> None:
    async with desk() as at, at.connected() as app:
        envelope = await run(at, app, "/memory forget @Dana & #general  ")
        in_dm = await run(at, app, "/soul", channel="D0ALEX")

    assert (envelope["type"], envelope["accepts_response_payload"]) == ("slash_commands", True)
    assert "retry_attempt" not in envelope
    payload = envelope["payload"]
    assert payload["text"] == "forget <@U0DANA|dana> &amp; <#C0GENERAL|general>"
    assert (payload["command"], payload["channel_name"], payload["user_name"]) == ("/memory", "general", "alex")
    assert payload["response_url"].startswith(at.url)
    assert len(payload["trigger_id"].split(".")) == 3
    assert (in_dm["payload"]["text"], in_dm["payload"]["channel_name"]) == ("", "directmessage")


async def test_without_escaping_a_command_gets_names_as_words() -> None:
    features = {"slash_commands": [{"command": "/memory", "description": "x"}]}
    async with desk(manifest(features=features)) as at, at.connected() as app:
        envelope = await run(at, app, "/memory forget @Dana <3")

    assert envelope["payload"]["text"] == "forget @Dana &lt;3"


@pytest.mark.parametrize(
    ("answer", "seen_by_dana"),
    [
        pytest.param({"text": "only you"}, [], id="to-the-person"),
        pytest.param({"text": "all of you", "response_type": "in_channel"}, ["all of you"], id="to-the-channel"),
        pytest.param("only you", [], id="just-text"),
    ],
)
async def test_a_command_can_be_answered_at_once(answer: object, seen_by_dana: list[str]) -> None:
    async with desk() as at, at.connected() as app:
        await run(at, app, "/soul", answer=answer)
        alex, dana = await texts(at, user="U0ALEX"), await texts(at, user="U0DANA")

    assert (len(alex), dana) == (1, seen_by_dana)


async def test_a_command_that_is_answered_badly_or_not_at_all_fails_in_words() -> None:
    command = {"user": "U0ALEX", "channel": "C0GENERAL", "command": "/soul"}
    async with desk() as at, at.connected() as app:
        badly = asyncio.create_task(at.control("POST", "commands", **command))
        await app.ack(await app.event(ack=False), {"blocks": [{"type": "x"}]})
        assert await badly == (
            400,
            {"error": "/soul was answered with something Slack refuses: invalid_blocks."},
        )

        never = asyncio.create_task(at.control("POST", "commands", **command))
        await app.event(ack=False)
        await at.sleeping(3)
        at.clock.advance(3)
        assert (await never)[0] == 504

        lost = asyncio.create_task(at.control("POST", "commands", **command))
        await app.event(ack=False)
        await app.socket.close()
        assert (await lost)[0] == 502


# --- clicks -----------------------------------------------------------------------------------------------------------


async def test_a_click_on_a_message_brings_the_message() -> None:
    async with desk() as at, at.connected() as app:
        root = (await at.posted())["ts"]
        ts = (await at.posted(thread_ts=root, blocks=[row(button(value="7"), button("other"))]))["ts"]
        payload = await click(at, app, ts, value="ignored")

    assert payload["actions"][0] | {"action_ts": ""} == {
        "type": "button",
        "action_id": "go",
        "block_id": "row",
        "text": {"type": "plain_text", "text": "Go"},
        "value": "7",
        "action_ts": "",
    }
    assert payload["container"] == {
        "type": "message",
        "message_ts": ts,
        "channel_id": "C0GENERAL",
        "is_ephemeral": False,
        "thread_ts": root,
    }
    assert (payload["message"]["ts"], payload["user"]["id"], payload["channel"]["name"]) == (ts, "U0ALEX", "general")


async def test_a_click_on_a_whisper_brings_no_message() -> None:
    async with desk() as at, at.connected() as app:
        whisper = await at.api("chat.postEphemeral", channel="C0GENERAL", user="U0ALEX", blocks=[row(button())])
        payload = await click(at, app, whisper["message_ts"])
        where = {"user": "U0DANA", "channel": "C0GENERAL", "message_ts": whisper["message_ts"]}
        dana, _ = await at.control("POST", "actions", **where, block_id="row", action_id="go")

    assert (payload["container"]["is_ephemeral"], "message" in payload, dana) == (True, False, 404)


async def test_menus_accessories_and_feedback_say_what_was_chosen() -> None:
    option = {"text": {"type": "plain_text", "text": "A"}, "value": "a"}
    menu = {"type": "overflow", "action_id": "menu", "options": [option, option]}
    text = {"type": "mrkdwn", "text": "x"}
    async with desk() as at, at.connected() as app:
        section = {"type": "section", "block_id": "row", "text": text, "accessory": menu}
        ts = (await at.posted(blocks=[{"type": "divider"}, section]))["ts"]
        chosen = await click(at, app, ts, "menu", value="a")
        ts = (await at.posted(blocks=[FEEDBACK]))["ts"]
        bad = await click(at, app, ts, "feedback", value="bad")
        where = {"user": "U0ALEX", "channel": "C0GENERAL", "message_ts": ts, "block_id": "row", "action_id": "feedback"}
        status, answer = await at.control("POST", "actions", **where, value="so-so")

    assert chosen["actions"][0]["selected_option"] == option
    assert (bad["actions"][0]["value"], bad["actions"][0]["text"]["text"]) == ("bad", "Bad")
    assert (status, answer["error"][:30]) == (400, "There is no feedback 'so-so'. ")


async def test_a_field_in_a_message_says_what_it_holds_now() -> None:
    options = [{"text": {"type": "plain_text", "text": value}, "value": value} for value in "ab"]
    boxes = {"type": "checkboxes", "action_id": "boxes", "options": options, "initial_options": options[:1]}
    async with desk() as at, at.connected() as app:
        ts = (await at.posted(blocks=[row(boxes, button())]))["ts"]
        ticked = await click(at, app, ts, "boxes", value=["b"])
        pressed = await click(at, app, ts, "go")

    assert ticked["actions"][0]["selected_options"] == options[1:]
    assert ticked["state"]["values"] == {"row": {"boxes": {"type": "checkboxes", "selected_options": options[1:]}}}
    assert pressed["state"]["values"]["row"]["boxes"]["selected_options"] == options[:1]


async def test_a_button_that_is_not_there_cannot_be_clicked() -> None:
    async with desk() as at:
        ts = (await at.posted(blocks=[row(button()), {"type": "divider"}]))["ts"]
        where = {"user": "U0ALEX", "channel": "C0GENERAL", "message_ts": ts}
        in_block, answer = await at.control("POST", "actions", **where, block_id="row", action_id="gone")
        no_block, _ = await at.control("POST", "actions", **where, block_id="gone", action_id="go")

    assert (in_block, no_block) == (404, 404)
    assert answer["error"].startswith("The message has no element 'gone' in a block 'row'.")


async def test_an_app_without_interactivity_gets_no_clicks() -> None:
    async with desk(manifest(settings={})) as at:
        ts = (await at.posted(blocks=[row(button())]))["ts"]
        where = {"user": "U0ALEX", "channel": "C0GENERAL", "message_ts": ts}
        status, answer = await at.control("POST", "actions", **where, block_id="row", action_id="go")

    assert (status, answer["error"]) == (400, "The app takes no clicks: turn on interactivity in its manifest.")


# --- response URLs ----------------------------------------------------------------------------------------------------


async def test_a_response_is_for_the_person_unless_it_says_otherwise() -> None:
    async with desk() as at, at.connected() as app:
        url = (await run(at, app, "/soul"))["payload"]["response_url"]
        root = await at.say("U0DANA", "root", channel="C0GENERAL")
        assert await respond(at, url, text="you") == (200, "ok")
        await respond(at, url, text="nothing to replace", replace_original=True)
        await respond(at, url, text="all", response_type="in_channel", thread_ts=root)
        alex, dana = await texts(at, user="U0ALEX"), await texts(at, user="U0DANA")
        last = (await at.messages("C0GENERAL"))[-1]

    assert alex == ["root", "you", "nothing to replace", "all"]
    assert dana == ["root", "all"]
    assert last["thread_ts"] == root


async def test_a_response_url_is_used_up_after_five_posts_and_half_an_hour() -> None:
    async with desk() as at, at.connected() as app:
        url = (await run(at, app, "/soul"))["payload"]["response_url"]
        statuses = [(await respond(at, url, text=str(number)))[0] for number in range(6)]
        used = await respond(at, url, text="x")
        other = (await run(at, app, "/soul"))["payload"]["response_url"]
        at.clock.advance(1801)
        expired = await respond(at, other, text="x")
        unknown = await respond(at, f"{at.url}/response/x", text="x")

    assert statuses == [200] * 5 + [404]
    assert used == (404, '{"ok": false, "error": "used_url"}')
    assert expired == (404, '{"ok": false, "error": "expired_url"}')
    assert unknown == (404, '{"ok": false, "error": "invalid_url"}')


async def test_a_response_can_replace_or_delete_a_message() -> None:
    async with desk() as at, at.connected() as app:
        ts = (await at.posted("question", blocks=[row(button())]))["ts"]
        url = (await click(at, app, ts))["response_url"]
        await respond(at, url, text="answered", replace_original=True)
        replaced = await at.messages("C0GENERAL")
        await respond(at, url, delete_original=True)
        gone = await texts(at)
        again = await respond(at, url, delete_original=True)
        nothing = await respond(at, url, replace_original=True, text="x")

    assert [(message["text"], message.get("blocks")) for message in replaced] == [("answered", None)]
    assert replaced[0]["edited"]["user"] == "U0MEMORYBOT"
    assert gone == []
    assert again[0] == nothing[0] == 404


async def test_a_response_can_replace_or_delete_a_whisper() -> None:
    async with desk() as at, at.connected() as app:
        root = await at.say("U0ALEX", "root", channel="C0GENERAL")
        whisper: Json = {"channel": "C0GENERAL", "user": "U0ALEX", "thread_ts": root, "blocks": [row(button())]}
        ts = (await at.api("chat.postEphemeral", **whisper))["message_ts"]
        url = (await click(at, app, ts))["response_url"]
        await respond(at, url, text="also here")
        await respond(at, url, text="answered", replace_original=True)
        answered = await at.messages("C0GENERAL")
        async with at.session.ws_connect(f"{at.url}/_control/ws?user=U0ALEX") as page:
            await respond(at, url, delete_original=True)
            news = [await page.receive_json() for _ in range(2)][1]
        left = await texts(at)

    assert [(m["text"], m.get("thread_ts"), m.get("ephemeral_to")) for m in answered[1:]] == [
        ("answered", root, "U0ALEX"),
        ("also here", root, "U0ALEX"),
    ]
    assert news == {"type": "ephemeral_deleted", "channel": "C0GENERAL", "ts": ts, "user": "U0ALEX"}
    assert left == ["root", "also here"]


async def test_a_response_that_slack_refuses_says_why() -> None:
    async with desk() as at, at.connected() as app:
        url = (await run(at, app, "/soul"))["payload"]["response_url"]
        empty = await respond(at, url, response_type="ephemeral")
        async with at.session.post(url, data=b"{") as broken, at.session.post(url, json=[]) as listed:
            statuses = (broken.status, listed.status)

    assert empty == (400, '{"ok": false, "error": "no_text"}')
    assert statuses == (400, 400)
