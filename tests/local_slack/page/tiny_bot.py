"""A tiny Bolt bot, and its manifest, for the page to talk with."""

import re
from typing import Any

from slack_bolt.async_app import AsyncApp
from slack_sdk.web.async_client import AsyncWebClient

MANIFEST: dict[str, object] = {
    "display_information": {"name": "memory-bot"},
    "features": {
        "app_home": {"messages_tab_enabled": True, "messages_tab_read_only_enabled": False},
        "bot_user": {"display_name": "memory-bot", "always_online": True},
        "slash_commands": [
            {"command": "/memory", "description": "What I remember about you", "usage_hint": "list | forget WORDS"},
            {"command": "/soul", "description": "Who I am"},
        ],
    },
    "oauth_config": {
        "scopes": {"bot": ["app_mentions:read", "assistant:write", "chat:write", "commands", "im:history"]}
    },
    "settings": {
        "event_subscriptions": {"bot_events": ["app_mention", "message.im"]},
        "interactivity": {"is_enabled": True},
        "socket_mode_enabled": True,
    },
}


def button(text: str, action_id: str, **more: object) -> dict[str, object]:
    return {
        "type": "button",
        "text": {"type": "plain_text", "text": text},
        "action_id": action_id,
        "value": "1",
        **more,
    }


def sure(text: str) -> dict[str, object]:
    words = {"title": text, "text": "There is no way back.", "confirm": "Yes", "deny": "No"}
    return {name: {"type": "plain_text", "text": value} for name, value in words.items()}


def mrkdwn(text: str) -> dict[str, object]:
    return {"type": "mrkdwn", "text": text}


def plain(text: str) -> dict[str, object]:
    return {"type": "plain_text", "text": text}


def listed() -> list[dict[str, object]]:
    """A list of memories as the bot shows it, and a block that the page does not know."""
    forget_all = button("Forget all", "forget_all", style="danger", confirm=sure("Forget all?"))
    return [
        {"type": "header", "text": plain("Yours :brain:")},
        {"type": "section", "text": mrkdwn("Works on *tundra*"), "accessory": button("Forget", "forget")},
        {"type": "context", "elements": [mrkdwn("project · today in <#C0GENERAL>")]},
        {"type": "divider"},
        {"type": "section", "fields": [mrkdwn("*Kind*\nproject"), plain("1 in all")]},
        {"type": "actions", "elements": [forget_all]},
        {"type": "video", "title": plain("x"), "video_url": "https://a.example", "alt_text": "x"},
    ]


def tiny_bot(client: AsyncWebClient) -> AsyncApp:
    """A bot that answers in the thread, with a receipt; "quiet" gets a status and no answer."""
    app = AsyncApp(client=client)

    async def answer(event: dict[str, Any], client: AsyncWebClient) -> None:
        root = event.get("thread_ts") or event["ts"]
        if "quiet" in event["text"]:
            await client.assistant_threads_setStatus(channel_id=event["channel"], thread_ts=root, status="is thinking…")
            return
        await client.chat_postMessage(
            channel=event["channel"],
            thread_ts=root,
            text="I heard you",
            blocks=[
                {"type": "section", "text": {"type": "mrkdwn", "text": f"I heard _{len(event['text'])}_ characters"}},
                {"type": "actions", "elements": [button("Undo", "undo", style="primary")]},
            ],
        )

    @app.event("message")
    async def message(event: dict[str, Any], client: AsyncWebClient) -> None:
        if (
            event.get("channel_type") == "im"
            and not event.get("bot_id")
            and event.get("subtype") in {None, "file_share"}
        ):
            await answer(event, client)

    @app.event("app_mention")
    async def mention(event: dict[str, Any], client: AsyncWebClient) -> None:
        await answer(event, client)

    @app.command("/memory")
    async def memory(ack: Any, respond: Any) -> None:
        await ack()
        await respond(text="Yours", blocks=listed())

    @app.action(re.compile("forget|forget_all"))
    async def forget(ack: Any, respond: Any, action: dict[str, Any]) -> None:
        await ack()
        await respond(text=f"Done: {action['action_id']}", replace_original=True)

    @app.action("undo")
    async def undo(ack: Any, body: dict[str, Any], client: AsyncWebClient) -> None:
        await ack()
        message = body["message"]
        await client.chat_update(
            channel=body["channel"]["id"], ts=message["ts"], text=f"Undone by <@{body['user']['id']}>", blocks=[]
        )

    return app
