"""A Bolt bot with a home tab, modals of every kind of field, and shortcuts, for the page to use."""

import json
import re
from typing import Any

from slack_bolt.async_app import AsyncApp
from slack_sdk.web.async_client import AsyncWebClient

Json = dict[str, Any]

MANIFEST: Json = {
    "display_information": {"name": "memory-bot"},
    "features": {
        "app_home": {"home_tab_enabled": True, "messages_tab_enabled": True, "messages_tab_read_only_enabled": False},
        "bot_user": {"display_name": "memory-bot", "always_online": True},
        "shortcuts": [
            {"name": "Keep it", "type": "message", "callback_id": "keep", "description": "Keeps a message"},
            {"name": "Forms", "type": "global", "callback_id": "forms", "description": "Opens a form"},
        ],
    },
    "oauth_config": {"scopes": {"bot": ["chat:write", "im:history", "reactions:read"]}},
    "settings": {
        "event_subscriptions": {"bot_events": ["app_home_opened", "message.im", "reaction_added"]},
        "interactivity": {"is_enabled": True},
        "socket_mode_enabled": True,
    },
}


def plain(text: str) -> Json:
    return {"type": "plain_text", "text": text}


def option(value: str, **more: object) -> Json:
    return {"text": plain(value.title()), "value": value, **more}


OPTIONS = [option("red"), option("green"), option("blue")]


def field(kind: str, label: str, *, optional: bool = True, hint: str = "", **more: object) -> Json:
    element = {"type": kind, "action_id": "it", **more}
    block = {"type": "input", "block_id": label, "label": plain(label), "element": element, "optional": optional}
    return block | ({"hint": plain(hint)} if hint else {})


def button(text: str, action_id: str, **more: object) -> Json:
    return {"type": "button", "text": plain(text), "action_id": action_id, "value": action_id, **more}


def modal(title: str, *blocks: Json, submit: str | None = "Send", **more: object) -> Json:
    view = {"type": "modal", "title": plain(title), "callback_id": "form", "blocks": list(blocks), **more}
    return view | ({"submit": plain(submit)} if submit else {})


EVERY_FIELD = modal(
    "Every field",
    field("plain_text_input", "Name", optional=False, hint="As on your badge", max_length=20),
    field("plain_text_input", "Story", multiline=True, initial_value="Once"),
    field("number_input", "Age", is_decimal_allowed=False),
    field("email_text_input", "Mail"),
    field("url_text_input", "Site"),
    field("static_select", "Colour", options=OPTIONS, placeholder=plain("Pick one")) | {"dispatch_action": True},
    field("multi_static_select", "Colours", options=OPTIONS),
    field("radio_buttons", "Size", options=[option("small"), option("large", description=plain("More of it"))]),
    field("checkboxes", "Extras", options=OPTIONS, initial_options=[OPTIONS[0]]),
    field("users_select", "Person"),
    field("multi_users_select", "People"),
    field("channels_select", "Channel"),
    field("conversations_select", "Place"),
    field("datepicker", "Day"),
    field("timepicker", "Hour"),
    field("rich_text_input", "Rich"),
)
STEP = modal(
    "Step one",
    field("plain_text_input", "Name", optional=False),
    {"type": "actions", "elements": [button("Deeper", "deeper"), button("Again", "again")]},
    notify_on_close=True,
)


def home(news: str) -> Json:
    """The home tab, with a line of news."""
    asked = {name: plain(text) for name, text in {"title": "Sure?", "text": "Really.", "confirm": "Yes"}.items()}
    overflow = {"type": "overflow", "action_id": "more", "options": OPTIONS[:2]}
    menu = {"type": "static_select", "action_id": "colour", "options": OPTIONS, "initial_option": OPTIONS[0]}
    groups = {
        "type": "static_select",
        "action_id": "grouped",
        "option_groups": [{"label": plain("Warm"), "options": OPTIONS[:1]}],
    }
    radio = {"type": "radio_buttons", "action_id": "size", "options": OPTIONS, "initial_option": OPTIONS[0]}
    return {
        "type": "home",
        "blocks": [
            {"type": "header", "text": plain("Your home")},
            {"type": "section", "text": {"type": "mrkdwn", "text": f"*News:* {news}"}, "accessory": overflow},
            {
                "type": "actions",
                "elements": [
                    button("Every field", "every"),
                    button("Steps", "steps"),
                    button("Wipe", "wipe", confirm={**asked, "deny": plain("No")}, style="danger"),
                    menu,
                    groups,
                ],
            },
            {"type": "actions", "elements": [radio]},
            field("plain_text_input", "Nickname") | {"dispatch_action": True},
            {"type": "image", "alt_text": "an elephant", "image_url": "https://a.example/e.png", "title": plain("Us")},
            {"type": "rich_text", "elements": []},
        ],
    }


def view_bot(client: AsyncWebClient) -> AsyncApp:
    """A bot that says on the home tab what it was told last."""
    app = AsyncApp(client=client)

    async def tell(client: AsyncWebClient, user: str, news: str) -> None:
        await client.views_publish(user_id=user, view=home(news))

    @app.event("app_home_opened")
    async def opened(event: Json, client: AsyncWebClient) -> None:
        if event["tab"] == "home":
            await tell(client, event["user"], "welcome")

    @app.event("reaction_added")
    async def reacted(event: Json, client: AsyncWebClient) -> None:
        await tell(client, event["user"], f"reacted with {event['reaction']}")

    @app.event("message")
    async def said() -> None:
        pass

    @app.action("every")
    async def every(ack: Any, body: Json, client: AsyncWebClient) -> None:
        await ack()
        await client.views_open(trigger_id=body["trigger_id"], view=EVERY_FIELD)

    @app.action("steps")
    async def steps(ack: Any, body: Json, client: AsyncWebClient) -> None:
        await ack()
        await client.views_open(trigger_id=body["trigger_id"], view=STEP)

    @app.action("deeper")
    async def deeper(ack: Any, body: Json, client: AsyncWebClient) -> None:
        await ack()
        title = "Step two" if body["view"]["title"]["text"] == "Step one" else "Step three"
        await client.views_push(trigger_id=body["trigger_id"], view={**STEP, "title": plain(title)})

    @app.action("again")
    async def again(ack: Any, body: Json, client: AsyncWebClient) -> None:
        await ack()
        words = body["view"]["state"]["values"]["Name"]["it"]["value"]
        said = {"type": "section", "text": plain(f"You have typed: {words}")}
        view = {**STEP, "title": plain("Step one again"), "blocks": [said, *STEP["blocks"]]}
        await client.views_update(view_id=body["view"]["id"], view=view)

    @app.action(re.compile("wipe|colour|grouped|size|more|it"))
    async def used(ack: Any, body: Json, action: Json, client: AsyncWebClient) -> None:
        await ack()
        chosen = action.get("selected_option", {}).get("value", action.get("value"))
        await tell(client, body["user"]["id"], f"{action['action_id']} {chosen}")

    @app.view("form")
    async def sent(ack: Any, body: Json, view: Json, client: AsyncWebClient) -> None:
        values = view["state"]["values"]
        match values["Name"]["it"]["value"]:
            case "bad":
                await ack(response_action="errors", errors={"Name": "That name is taken."})
            case "update":
                await ack(response_action="update", view=modal("Thanks", *EVERY_FIELD["blocks"][:1]))
            case "push":
                await ack(response_action="push", view=modal("On top", *EVERY_FIELD["blocks"][:1]))
            case "clear":
                await ack(response_action="clear")
            case _:
                await ack()
        plainly = {block_id: _held(fields["it"]) for block_id, fields in values.items()}
        await tell(client, body["user"]["id"], "`" + json.dumps(plainly, ensure_ascii=False) + "`")

    @app.view_closed("form")
    async def closed(ack: Any, body: Json, client: AsyncWebClient) -> None:
        await ack()
        cleared = "everything" if body["is_cleared"] else "one"
        await tell(client, body["user"]["id"], f"closed {cleared}: {body['view']['title']['text']}")

    @app.shortcut("keep")
    async def keep(ack: Any, body: Json, respond: Any) -> None:
        await ack()
        await respond(text=f"Kept: {body['message']['text']}")

    @app.shortcut("forms")
    async def forms(ack: Any, body: Json, client: AsyncWebClient) -> None:
        await ack()
        await client.views_open(trigger_id=body["trigger_id"], view=EVERY_FIELD)

    return app


def _held(state: Json) -> object:
    """Return what a field holds, with options as their values."""
    held = next(value for name, value in state.items() if name != "type")
    if isinstance(held, list):
        return [each["value"] if isinstance(each, dict) else each for each in held]
    return held["value"] if isinstance(held, dict) else held
