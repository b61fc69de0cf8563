"""What the workspace sends, beside Slack's own recorded shapes and scopes, where those are at hand.

Error codes are compared wherever a test calls a method, in `Desk.api`.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from bot.local_slack.installing import Wish
from bot.local_slack.methods.table import METHODS
from tests.local_slack.desk import MANIFEST, SHARED, Connection, Desk, desk, manifest

Json = dict[str, Any]

needs_shapes = pytest.mark.skipif(
    not SHARED.is_dir(), reason=f"Slack's recorded shapes are not at {SHARED}; the rest of the suite needs none"
)

EVERY_SCOPE = ("team:read", "users:read.email", "mpim:write")

NOT_RECORDED = {
    "app_id",  # documented for messages by apps; the recordings name it in bot_profile only
    "files",  # documented for any message with files; recorded for file_share only
    "upload",  # comes with files
    "reactions",  # documented for conversations.history
    "team",  # recorded for messages in general, missing in the recording of file_share
    "client_msg_id",  # recorded for messages in general, missing in the recording of file_share
    "bot_id",  # recorded for messages in general, missing in the recording of file_share
    "bot_profile",  # recorded for messages in general, missing in the recording of file_share
    "context_team_id",  # recorded for reaction_added and documented for all events
    "context_enterprise_id",  # the same
    "metadata",  # documented for any message
    "blocks",  # of views: documented, and what they are made of
    "response_urls",  # documented for view_submission
}
FREE = {"blocks", "attachments", "metadata", "state"}
"""Below these keys stands what an app or a person wrote."""

WRITTEN_DIFFERENTLY = {
    "is_enterprise_install": "commands are forms, in which everything is a string",
}


def recorded(kind: str, name: str) -> Any:
    return json.loads((SHARED / kind / f"{name}.json").read_text(encoding="utf-8"))


def strange(sent: Any, shape: Any, where: str = "") -> Iterator[str]:
    """Yield each key of what is sent that the shape does not have, or has with another JSON type."""
    if isinstance(sent, dict) and isinstance(shape, dict):
        for key, value in sent.items():
            if key not in shape:
                if key not in NOT_RECORDED:
                    yield f"{where}/{key} is not recorded"
            elif key not in FREE:
                yield from strange(value, shape[key], f"{where}/{key}")
    elif isinstance(sent, list) and isinstance(shape, list):
        for value in sent:
            if shape:
                yield from strange(value, shape[0], f"{where}/0")
    elif (
        sent is not None and json_type(sent) != json_type(shape) and where.rpartition("/")[2] not in WRITTEN_DIFFERENTLY
    ):
        yield f"{where} is {json_type(sent)}, recorded as {json_type(shape)}"


def json_type(value: object) -> str:
    if isinstance(value, bool):
        return "boolean"
    return {dict: "object", list: "array", str: "string", int: "number", float: "number"}[type(value)]


# --- answers ----------------------------------------------------------------------------------------------------------


async def every_answer(at: Desk) -> Json:
    """Call every method whose answer is recorded, and return the answers by method."""
    root = await at.say("U0ALEX", "hello")
    place = {"channel_id": "D0ALEX", "thread_ts": root}
    item = {"channel": "D0ALEX", "timestamp": root}
    upload = await at.api("files.getUploadURLExternal", filename="x.txt", length=1)
    async with at.session.post(upload["upload_url"], data=b"x"):
        pass
    stream = await at.api("chat.startStream", channel="D0ALEX", thread_ts=root, markdown_text="x")
    posted = await at.posted()
    arguments: list[tuple[str, Json]] = [
        ("assistant.threads.setStatus", {**place, "status": "x"}),
        ("assistant.threads.setTitle", {**place, "title": "x"}),
        ("assistant.threads.setSuggestedPrompts", {**place, "prompts": [{"title": "x", "message": "y"}]}),
        ("auth.test", {}),
        ("bots.info", {}),
        ("chat.appendStream", {"channel": "D0ALEX", "ts": stream["ts"], "markdown_text": "y"}),
        ("chat.stopStream", {"channel": "D0ALEX", "ts": stream["ts"]}),
        ("chat.delete", {"channel": "C0GENERAL", "ts": posted["ts"]}),
        ("chat.getPermalink", {"channel": "D0ALEX", "message_ts": root}),
        ("chat.postEphemeral", {"channel": "D0ALEX", "user": "U0ALEX", "text": "x"}),
        ("conversations.info", {"channel": "C0GENERAL", "include_num_members": True, "include_locale": True}),
        ("conversations.list", {"types": "public_channel,private_channel,im"}),
        ("conversations.members", {"channel": "C0GENERAL"}),
        ("files.completeUploadExternal", {"files": [{"id": upload["file_id"]}], "channel_id": "D0ALEX"}),
        ("reactions.add", {**item, "name": "eyes"}),
        ("reactions.remove", {**item, "name": "eyes"}),
        ("users.info", {"user": "U0ALEX", "include_locale": True}),
        ("users.list", {}),
    ]
    answers = {method: await at.api(method, **given) for method, given in arguments}
    opened = await at.api("apps.connections.open", token=at.workspace.app_token)
    installing = at.workspace.installing
    code = installing.agree(Wish(redirect_uri="", state="", scopes=("commands",)), at.clock.now())
    client = {"client_id": installing.client_id, "client_secret": installing.client_secret}
    more = {
        "oauth.v2.access": await at.api("oauth.v2.access", code=code, **client),
        "apps.connections.open": opened,
        "chat.startStream": stream,
        "files.getUploadURLExternal": upload,
    }
    return answers | more


@needs_shapes
async def test_every_key_of_an_answer_is_recorded_with_its_type() -> None:
    async with desk(manifest(with_scopes=EVERY_SCOPE)) as at:
        people = at.workspace.workspace.state.users
        people["U0GUEST"] = replace(people["U0OMAR"], id="U0GUEST", is_restricted=True, home="T0PARTNER")
        answers = await every_answer(at)

    assert all(answer["ok"] for answer in answers.values())
    assert set(answers) == {path.stem for path in (SHARED / "responses").glob("*.json")}
    found = [
        f"{method}: {problem}"
        for method, answer in answers.items()
        for problem in strange(answer, recorded("responses", method))
    ]
    assert found == []


# --- events, commands, clicks -----------------------------------------------------------------------------------------


async def bodies(app: Connection, count: int) -> list[Json]:
    return [(await app.event())["payload"] for _ in range(count)]


@asynccontextmanager
async def listening() -> AsyncIterator[tuple[Desk, Connection]]:
    wanted = [*MANIFEST["settings"]["event_subscriptions"]["bot_events"], "reaction_added"]
    settings = {**MANIFEST["settings"], "event_subscriptions": {"bot_events": wanted}}
    async with desk(manifest(settings=settings)) as at, at.connected() as app:
        yield at, app


async def post_and_mention(at: Desk, app: Connection) -> list[tuple[str, Json]]:
    await at.say("U0ALEX", "hi @memory-bot, see https://a.example", channel="C0GENERAL")
    return [
        ("AppMentionPayload" if body["event"]["type"] == "app_mention" else "MessagePayload", body)
        for body in await bodies(app, 2)
    ]


async def own_post(at: Desk, app: Connection) -> list[tuple[str, Json]]:
    root = (await at.posted(metadata={"event_type": "x", "event_payload": {}}))["ts"]
    await at.posted("reply", thread_ts=root, reply_broadcast=True)
    post, broadcast = await bodies(app, 2)
    return [("MessagePayload", post), ("MessageThreadBroadcastPayload", broadcast)]


async def edits(at: Desk, app: Connection) -> list[tuple[str, Json]]:
    root = await at.say("U0ALEX", "one")
    reply = await at.say("U0ALEX", "two", thread_ts=root)
    where = {"user": "U0ALEX", "channel": "D0ALEX"}
    await at.control("PATCH", "messages", **where, ts=root, text="three")
    await at.control("DELETE", "messages", **where, ts=root)
    await at.control("DELETE", "messages", **where, ts=reply)
    _, threaded, changed, tombstone, deleted = await bodies(app, 5)
    changes = [("MessageChangedPayload", changed), ("MessageChangedPayload", tombstone)]
    return [("MessagePayload", threaded), *changes, ("MessageDeletedPayload", deleted)]


async def files_and_reactions(at: Desk, app: Connection) -> list[tuple[str, Json]]:
    _, answer = await at.control("POST", "files", user="U0ALEX", channel="D0ALEX", filename="x.md", content="# x")
    await at.api("reactions.add", channel="D0ALEX", timestamp=answer["ts"], name="eyes")
    shared, reaction = await bodies(app, 2)
    return [("MessageFileSharePayload", shared), ("ReactionAddedPayload", reaction)]


async def command_and_click(at: Desk, app: Connection) -> list[tuple[str, Json]]:
    running = asyncio.create_task(at.say("U0ALEX", "/memory list"))
    (command,) = await bodies(app, 1)
    await running
    button = {"type": "button", "action_id": "a", "text": {"type": "plain_text", "text": "A"}, "value": "1"}
    row = {"type": "actions", "block_id": "b", "elements": [button]}
    ts = (await at.posted(blocks=[row]))["ts"]
    await bodies(app, 1)
    click = {"user": "U0ALEX", "channel": "C0GENERAL", "message_ts": ts, "block_id": "b", "action_id": "a"}
    clicking = asyncio.create_task(at.control("POST", "actions", **click))
    (payload,) = await bodies(app, 1)
    await clicking
    return [("SlashCommandPayload", command), ("BlockActionPayload", payload)]


async def views_and_shortcuts(at: Desk, app: Connection) -> list[tuple[str, Json]]:
    await at.control("POST", "home", user="U0ALEX")
    (home,) = await bodies(app, 1)
    text = await at.say("U0ALEX", "hello")
    await bodies(app, 1)
    shortcut = {"user": "U0ALEX", "channel": "D0ALEX", "callback_id": "remember_this", "message_ts": text}
    used = asyncio.create_task(at.control("POST", "shortcuts", **shortcut))
    (on_message,) = await bodies(app, 1)
    await used
    menu = {"type": "users_select", "action_id": "who"}
    field = {"type": "plain_text_input", "action_id": "text"}
    words = {"type": "plain_text", "text": "A"}
    view = {
        "type": "modal",
        "title": words,
        "submit": words,
        "notify_on_close": True,
        "blocks": [
            {"type": "actions", "block_id": "row", "elements": [menu]},
            {"type": "input", "block_id": "field", "label": words, "element": field, "optional": True},
        ],
    }
    opened = (await at.api("views.open", trigger_id=on_message["trigger_id"], view=view))["view"]
    where = {"user": "U0ALEX", "view_id": opened["id"]}
    clicking = asyncio.create_task(
        at.control("POST", "views/actions", **where, block_id="row", action_id="who", value="U0DANA")
    )
    (click,) = await bodies(app, 1)
    await clicking
    submitting = asyncio.create_task(at.control("POST", "views/submit", **where))
    envelope = await app.event(ack=False)
    await app.ack(envelope, {"response_action": "errors", "errors": {"field": "No."}})
    await submitting
    closing = asyncio.create_task(at.control("POST", "views/close", **where))
    (closed,) = await bodies(app, 1)
    await closing
    return [
        ("AppHomeOpenedPayload", home),
        ("MessageShortcutPayload", on_message),
        ("BlockActionPayload", click),
        ("ViewSubmissionPayload", envelope["payload"]),
        ("ViewClosedPayload", closed),
    ]


async def coming(at: Desk, app: Connection) -> list[tuple[str, Json]]:
    await at.control("POST", "members", user="U0ALEX", channel="C0LEADS", member="U0OMAR")
    _, joined = await bodies(app, 2)
    return [("MemberJoinedChannelPayload", joined)]


@needs_shapes
async def test_people_from_outside_and_shared_channels_are_described_with_recorded_keys() -> None:
    async with desk(manifest(with_scopes=EVERY_SCOPE)) as at:
        where = {"user": "U0ALEX", "channel": "C0PROJECTS"}
        await at.control("PATCH", "channels", **where, name="joint", is_shared=True)
        for name, role in (("Eve", "outsider"), ("Gus", "single_channel_guest")):
            await at.control("POST", "people", name=name, role=role, channels=["C0PROJECTS"])
        channel = await at.api("conversations.info", channel="C0PROJECTS")
        people = [await at.api("users.info", user=user) for user in ("U0EVE", "U0GUS")]

    assert channel["channel"]["is_ext_shared"]
    assert list(strange(channel, recorded("responses", "conversations.info"))) == []
    assert [list(strange(each, recorded("responses", "users.info"))) for each in people] == [[], []]


@needs_shapes
@pytest.mark.parametrize(
    "happens", [post_and_mention, own_post, edits, files_and_reactions, command_and_click, views_and_shortcuts, coming]
)
async def test_every_key_of_a_payload_is_recorded_with_its_type(happens: Any) -> None:
    async with listening() as (at, app):
        sent = await happens(at, app)

    found = [f"{name}: {problem}" for name, payload in sent for problem in strange(payload, recorded("payloads", name))]
    assert found == []


# --- scopes, manifest -------------------------------------------------------------------------------------------------

OTHER_SCOPES = {
    "assistant.threads.setStatus": "assistant:write is what it needed until March 2026, and still takes",
    "conversations.open": "opens DMs and group DMs only, so the scopes for managing channels do not help here",
}


@needs_shapes
@pytest.mark.parametrize("method", sorted(METHODS))
def test_a_method_needs_the_scopes_that_slack_lists_for_it(method: str) -> None:
    path = Path(SHARED / "methods" / f"{method}.json")
    if not path.exists():
        unrecorded = {"api.test", "team.info", "reactions.get", "agents.sessions.setStatus", "agents.sessions.rename"}
        assert method in unrecorded, "nothing is recorded about these"
        return
    listed = {scope["name"] for scope in recorded("methods", method)["scopes"].get("bot", [])}

    assert set(METHODS[method].scopes) == listed or method in OTHER_SCOPES


@needs_shapes
def test_the_bot_s_manifest_is_valid() -> None:
    jsonschema.validate(MANIFEST, json.loads((SHARED / "manifest.schema.2.0.0.json").read_text(encoding="utf-8")))


def test_the_bot_s_manifest_lets_people_write_to_it() -> None:
    features, settings = MANIFEST["features"], MANIFEST["settings"]
    scopes = MANIFEST["oauth_config"]["scopes"]

    assert features["app_home"]["messages_tab_enabled"]
    assert not features["app_home"]["messages_tab_read_only_enabled"]
    assert "assistant_view" not in features
    assert all(command["should_escape"] and command["usage_hint"] for command in features["slash_commands"])
    assert settings["socket_mode_enabled"]
    assert settings["interactivity"]["is_enabled"]
    assert set(scopes["bot_optional"]) < set(scopes["bot"]), "optional scopes are asked for as well"
    assert {"message.im", "message.channels", "message.groups", "message.mpim", "app_mention"} <= set(
        settings["event_subscriptions"]["bot_events"]
    )
