"""An unmodified slack-bolt app against the workspace, over both transports, with nothing but an address and tokens."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import pytest
from slack_bolt.adapter.socket_mode.async_handler import AsyncSocketModeHandler
from slack_bolt.async_app import AsyncAck, AsyncApp, AsyncRespond, AsyncSay
from slack_sdk.web.async_client import AsyncWebClient

from bot.local_slack.server import LocalWorkspace
from tests.e2e.harness import free_port
from tests.local_slack.desk import MANIFEST, PATIENCE

Json = dict[str, Any]
ROW: Json = {
    "type": "actions",
    "block_id": "row",
    "elements": [{"type": "button", "action_id": "go", "text": {"type": "plain_text", "text": "Go"}, "value": "7"}],
}


def bolt_app(workspace: LocalWorkspace, seen: list[str]) -> AsyncApp:
    client = AsyncWebClient(token=workspace.bot_token, base_url=workspace.api_url)
    app = AsyncApp(client=client, signing_secret=workspace.signing_secret)

    @app.event("message")
    async def on_message(event: Json, say: AsyncSay, client: AsyncWebClient) -> None:
        seen.append(event.get("subtype") or "message")
        if event.get("subtype") or event.get("bot_id"):
            return
        await say(text=f"You said {event['text']}", thread_ts=event["ts"], blocks=[ROW])
        await client.files_upload_v2(channel=event["channel"], filename="said.txt", content=event["text"])

    @app.event("app_mention")
    async def on_mention(event: Json) -> None:
        seen.append("mention")

    @app.command("/memory")
    async def on_command(ack: AsyncAck, respond: AsyncRespond, command: Json) -> None:
        await ack("At once")
        await respond(f"Later: {command['text']}")

    @app.action("go")
    async def on_click(ack: AsyncAck, respond: AsyncRespond, action: Json) -> None:
        await ack()
        await respond(f"Clicked {action['value']}", replace_original=True)

    return app


@asynccontextmanager
async def over_socket_mode(seen: list[str]) -> AsyncIterator[LocalWorkspace]:
    async with LocalWorkspace(MANIFEST) as workspace:
        handler = AsyncSocketModeHandler(bolt_app(workspace, seen), workspace.app_token)
        await handler.connect_async()
        yield workspace
        await handler.close_async()


@asynccontextmanager
async def over_http(seen: list[str]) -> AsyncIterator[LocalWorkspace]:
    port = free_port()
    async with LocalWorkspace(MANIFEST, request_url=f"http://127.0.0.1:{port}/slack/events") as workspace:
        runner = aiohttp.web.AppRunner(bolt_app(workspace, seen).web_app("/slack/events"))
        await runner.setup()
        await aiohttp.web.TCPSite(runner, "127.0.0.1", port).start()
        yield workspace
        await runner.cleanup()


class Person:
    """Alex at the page."""

    def __init__(self, url: str, session: aiohttp.ClientSession) -> None:
        self._url, self._session = url, session

    async def do(self, verb: str, path: str, **body: object) -> Json:
        place = {"user": "U0ALEX", "channel": "C0GENERAL"}
        async with self._session.request(verb, f"{self._url}/_control/{path}", json={**place, **body}) as answer:
            assert answer.status == 200, await answer.text()
            return dict(await answer.json())

    async def sees(self, text: str) -> Json:
        """Return the message with this text, now or as soon as it appears."""
        async with self._session.ws_connect(f"{self._url}/_control/ws") as news, asyncio.timeout(PATIENCE):
            while True:
                async with self._session.get(f"{self._url}/_control/messages?channel=C0GENERAL") as answer:
                    for message in (await answer.json())["messages"]:
                        if message["text"] == text:
                            return dict(message)
                await news.receive()

    async def sees_the_bot(self) -> None:
        async with self._session.ws_connect(f"{self._url}/_control/ws") as news, asyncio.timeout(PATIENCE):
            while True:
                async with self._session.get(f"{self._url}/_control/state") as answer:
                    if (await answer.json())["bot_connected"]:
                        return
                await news.receive()


@pytest.mark.parametrize("transport", [over_socket_mode, over_http], ids=["socket-mode", "http"])
async def test_a_bolt_app_cannot_tell_it_from_slack(transport: Any) -> None:
    seen: list[str] = []
    async with transport(seen) as workspace, aiohttp.ClientSession() as session:
        alex = Person(workspace.url, session)
        await alex.sees_the_bot()

        ts = (await alex.do("POST", "messages", text="hi @memory-bot"))["ts"]
        answer = await alex.sees("You said hi <@U0MEMORYBOT>")
        await alex.do("POST", "actions", message_ts=answer["ts"], block_id="row", action_id="go")
        clicked = await alex.sees("Clicked 7")
        await alex.do("POST", "messages", text="/memory list <3")
        at_once, later = await alex.sees("At once"), await alex.sees("Later: list &lt;3")
        await alex.do("PATCH", "messages", ts=ts, text="changed")
        await alex.do("DELETE", "messages", ts=ts)
        async with asyncio.timeout(PATIENCE):
            while seen.count("message_changed") < 2 or "mention" not in seen:  # noqa: ASYNC110  # bolt's tasks tell nobody
                await asyncio.sleep(0)

    assert (answer["thread_ts"], answer["user"]) == (ts, "U0MEMORYBOT")
    assert clicked["ts"] == answer["ts"]
    assert at_once["ephemeral_to"] == later["ephemeral_to"] == "U0ALEX"
    assert seen.count("message") == 1, "bolt drops the app's own posts, and one post is told once"
