"""chat.*: posting, changing, deleting, whispering, streaming; the rules for text and threads."""

from dataclasses import replace
from typing import Any

import pytest

from tests.local_slack.desk import Desk, desk, manifest

BUTTON = {
    "type": "actions",
    "block_id": "row",
    "elements": [{"type": "button", "action_id": "go", "text": {"type": "plain_text", "text": "Go"}, "value": "1"}],
}


@pytest.mark.parametrize(
    ("channel", "arrives_in"),
    [("C0GENERAL", "C0GENERAL"), ("#general", "C0GENERAL"), ("general", "C0GENERAL"), ("U0DANA", "D0DANA")],
)
async def test_a_channel_can_be_named_in_several_ways(channel: str, arrives_in: str) -> None:
    async with desk() as at:
        answer = await at.api("chat.postMessage", channel=channel, text="a & b")
        shown = await at.messages(arrives_in)

    assert answer["channel"] == arrives_in
    assert answer["message"]["bot_id"] == "B0MEMORYBOT"
    assert [(message["ts"], message["text"]) for message in shown] == [(answer["ts"], "a &amp; b")]


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        pytest.param({"channel": "C0NOWHERE", "text": "x"}, "channel_not_found", id="no-such-channel"),
        pytest.param({"channel": "C0CLOSED", "text": "x"}, "channel_not_found", id="a-private-channel-without-the-app"),
        pytest.param({"channel": "C0OPEN", "text": "x"}, "not_in_channel", id="a-public-channel-without-the-app"),
        pytest.param({"channel": "C0OLD", "text": "x"}, "is_archived", id="archived"),
        pytest.param({"channel": "C0GENERAL"}, "no_text", id="nothing-to-say"),
        pytest.param({"channel": "C0GENERAL", "text": " \n"}, "no_text", id="blank"),
        pytest.param({"channel": "C0GENERAL", "blocks": "nonsense"}, "invalid_blocks_format", id="blocks-no-json"),
        pytest.param({"channel": "C0GENERAL", "blocks": [{"type": "x"}]}, "invalid_blocks", id="blocks-not-known"),
        pytest.param({"channel": "C0GENERAL", "blocks": " ", "text": ""}, "no_text", id="blocks-blank"),
        pytest.param(
            {"channel": "C0GENERAL", "blocks": [{"type": "markdown", "text": "x" * 12_001}]},
            "msg_blocks_too_long",
            id="markdown-too-long",
        ),
        pytest.param({"channel": "C0GENERAL", "text": "x", "markdown_text": "y"}, "markdown_text_conflict", id="both"),
        pytest.param({"channel": "C0GENERAL", "attachments": "x"}, "invalid_arguments", id="attachments-no-json"),
        pytest.param({"channel": "C0GENERAL", "attachments": ["x"]}, "invalid_arguments", id="attachments-no-objects"),
        pytest.param({"channel": "C0GENERAL", "attachments": [{}] * 101}, "too_many_attachments", id="attachments"),
        pytest.param({"channel": "C0GENERAL", "text": "x", "thread_ts": "yesterday"}, "invalid_arguments", id="thread"),
        pytest.param({"channel": "C0GENERAL", "text": "x", "metadata": []}, "invalid_metadata_format", id="metadata"),
        pytest.param(
            {"channel": "C0GENERAL", "text": "x", "metadata": {"event_type": "t", "event_payload": 1}},
            "invalid_metadata_format",
            id="metadata-payload",
        ),
        pytest.param(
            {"channel": "C0GENERAL", "text": "x", "metadata": {"event_type": "t" * 16_000}},
            "metadata_too_large",
            id="metadata-too-large",
        ),
    ],
)
async def test_what_slack_refuses_to_post(arguments: dict[str, Any], error: str) -> None:
    async with desk() as at:
        add_channels(at)
        answer = await at.api("chat.postMessage", **arguments)

    assert (answer["ok"], answer["error"]) == (False, error)


def add_channels(at: Desk) -> None:
    """Add channels that the app is not in, or that are closed."""
    channels = at.workspace.workspace.state.channels
    general = channels["C0GENERAL"]
    people = ("U0ALEX", "U0DANA")
    channels["C0OPEN"] = replace(general, id="C0OPEN", name="open", members=people)
    channels["C0CLOSED"] = replace(general, id="C0CLOSED", name="closed", type="group", members=people)
    channels["C0OLD"] = replace(general, id="C0OLD", name="old", is_archived=True)


async def test_where_the_messages_tab_is_off_no_dm_is_posted() -> None:
    features = {"app_home": {"messages_tab_enabled": False}}
    async with desk(manifest(features=features)) as at:
        answer = await at.api("chat.postMessage", channel="D0ALEX", text="x")

    assert answer["error"] == "messages_tab_disabled"


async def test_long_text_is_cut_when_posted_and_refused_elsewhere() -> None:
    async with desk() as at:
        posted = await at.posted("x" * 40_001)
        whisper = await at.api("chat.postEphemeral", channel="C0GENERAL", user="U0ALEX", text="x" * 40_001)
        update = await at.api("chat.update", channel="C0GENERAL", ts=posted["ts"], text="x" * 4_001)

    assert len(posted["message"]["text"]) == 40_000
    assert (whisper["error"], update["error"]) == ("msg_too_long", "msg_too_long")


async def test_attachments_markdown_and_metadata_are_kept() -> None:
    metadata = {"event_type": "note", "event_payload": {"id": "1"}}
    async with desk() as at:
        answer = await at.posted("", attachments=[{"text": "a"}], metadata=metadata)
        marked = await at.api("chat.postMessage", channel="C0GENERAL", markdown_text="**b**")
        plain = await at.api("conversations.history", channel="C0GENERAL")
        full = await at.api("conversations.history", channel="C0GENERAL", include_all_metadata=True)
        shown = await at.messages("C0GENERAL")

    assert answer["message"]["attachments"] == [{"id": 1, "text": "a"}] == shown[0]["attachments"]
    assert marked["message"]["blocks"][0]["type"] == "markdown"
    assert "metadata" not in plain["messages"][1]
    assert full["messages"][1]["metadata"] == metadata


async def test_a_reply_stands_in_the_thread_of_its_root() -> None:
    async with desk() as at:
        root = await at.say("U0ALEX", "hello", channel="C0GENERAL")
        reply = (await at.posted("one", thread_ts=root))["ts"]
        to_reply = await at.posted("two", thread_ts=reply, reply_broadcast=True)
        to_nothing = await at.posted("three", thread_ts="1.000001")
        thread = await at.api("conversations.replies", channel="C0GENERAL", ts=reply)
        history = await at.api("conversations.history", channel="C0GENERAL")
        shown = await at.messages("C0GENERAL")

    assert to_reply["message"]["thread_ts"] == root
    assert to_reply["message"]["parent_user_id"] == "U0ALEX"
    assert "thread_ts" not in to_nothing["message"]
    assert [message["text"] for message in thread["messages"]] == ["hello", "one", "two"]
    assert thread["messages"][0]["reply_users"] == ["U0MEMORYBOT"]
    assert [message["text"] for message in history["messages"]] == ["three", "two", "hello"]
    assert (shown[0]["thread_ts"], shown[0]["reply_count"]) == (root, 2)


async def test_only_its_own_messages_can_an_app_change_or_delete() -> None:
    async with desk() as at:
        theirs = await at.say("U0ALEX", "mine", channel="C0GENERAL")
        own = (await at.posted("first", blocks=[BUTTON]))["ts"]

        no_update = await at.api("chat.update", channel="C0GENERAL", ts=theirs, text="x")
        no_delete = await at.api("chat.delete", channel="C0GENERAL", ts=theirs)
        no_message = await at.api("chat.update", channel="C0GENERAL", ts="1.0", text="x")
        updated = await at.api("chat.update", channel="C0GENERAL", ts=own, text="second")
        shown = await at.messages("C0GENERAL")
        deleted = await at.api("chat.delete", channel="C0GENERAL", ts=own)
        left = await at.messages("C0GENERAL")

    assert (no_update["error"], no_delete["error"]) == ("cant_update_message", "cant_delete_message")
    assert no_message["error"] == "message_not_found"
    assert (updated["text"], updated["message"]["edited"]["user"]) == ("second", "U0MEMORYBOT")
    assert (shown[1]["text"], "blocks" in shown[1]) == ("second", False)
    assert (deleted["ok"], [message["text"] for message in left]) == (True, ["mine"])


async def test_a_deleted_root_leaves_a_marker_for_its_replies() -> None:
    async with desk() as at:
        root = (await at.posted("root"))["ts"]
        await at.say("U0DANA", "reply", channel="C0GENERAL", thread_ts=root)
        await at.api("chat.delete", channel="C0GENERAL", ts=root)
        again = await at.api("chat.delete", channel="C0GENERAL", ts=root)
        history = await at.api("conversations.history", channel="C0GENERAL")
        shown = await at.messages("C0GENERAL")

    assert again["error"] == "message_not_found"
    assert (history["messages"][0]["subtype"], history["messages"][0]["user"]) == ("tombstone", "USLACKBOT")
    assert [(message["text"], message.get("subtype")) for message in shown] == [
        ("This message was deleted.", "tombstone"),
        ("reply", None),
    ]


async def test_a_whisper_reaches_one_person() -> None:
    async with desk() as at:
        root = await at.say("U0DANA", "hello", channel="C0LEADS")
        whisper = await at.api("chat.postEphemeral", channel="C0LEADS", user="U0DANA", text="psst", thread_ts=root)
        outside = await at.api("chat.postEphemeral", channel="C0LEADS", user="U0OMAR", text="psst")
        reply = await at.api("chat.postMessage", channel="C0LEADS", text="x", thread_ts=whisper["message_ts"])
        update = await at.api("chat.update", channel="C0LEADS", ts=whisper["message_ts"], text="x")
        to_dana, to_alex, to_all = (
            await at.messages("C0LEADS", user="U0DANA"),
            await at.messages("C0LEADS", user="U0ALEX"),
            await at.messages("C0LEADS"),
        )
        history = await at.api("conversations.history", channel="C0LEADS")

    assert outside["error"] == "user_not_in_channel"
    assert (reply["error"], update["error"]) == ("cannot_reply_to_message", "message_not_found")
    assert [(m["text"], m["thread_ts"], m["ephemeral_to"]) for m in to_dana[1:]] == [("psst", root, "U0DANA")]
    assert [message["text"] for message in to_alex] == ["hello"]
    assert to_all == to_dana
    assert len(history["messages"]) == 1


async def test_a_permalink_leads_into_the_page() -> None:
    async with desk() as at:
        root = (await at.posted("root"))["ts"]
        reply = (await at.posted("reply", thread_ts=root))["ts"]
        links = [
            (await at.api("chat.getPermalink", channel="C0GENERAL", message_ts=ts))["permalink"] for ts in (root, reply)
        ]
        ways = []
        for link in links:
            async with at.session.get(link, allow_redirects=False) as answer:
                ways.append((answer.status, answer.headers["Location"]))

    assert links[0] == f"{at.url}/archives/C0GENERAL/p{root.replace('.', '')}"
    assert ways == [(302, f"/#/-/C0GENERAL/{root}")] * 2


# --- streams ----------------------------------------------------------------------------------------------------------


async def start(at: Desk, **more: Any) -> dict[str, Any]:
    root = await at.say("U0ALEX", "tell me")
    return await at.api("chat.startStream", channel="D0ALEX", thread_ts=root, **more)


async def test_a_stream_grows_and_ends_with_buttons() -> None:
    async with desk() as at:
        stream = {"channel": "D0ALEX", "ts": (await start(at, markdown_text="One"))["ts"]}
        task = {"type": "task_update", "id": "t", "title": "Look", "status": "in_progress"}
        await at.api("chat.appendStream", **stream, markdown_text=" two")
        await at.api("chat.appendStream", **stream, chunks=[task, {"type": "plan_update", "title": "Plan"}])
        busy = await at.api("chat.update", **stream, text="x")
        await at.api("chat.appendStream", **stream, chunks=[{**task, "status": "complete"}])
        growing = (await at.messages("D0ALEX"))[1]
        nothing = {"type": "markdown_text", "text": ""}
        three = {"type": "markdown_text", "text": "Three"}
        chunks = [nothing, three, {"type": "blocks", "blocks": [{"type": "divider"}]}]
        stopped = await at.api("chat.stopStream", **stream, chunks=chunks, blocks=[BUTTON])
        late = await at.api("chat.appendStream", **stream, markdown_text="x")
        ended = (await at.messages("D0ALEX"))[1]

    assert busy["error"] == "streaming_state_conflict"
    assert (growing["streaming"], growing["text"]) == (True, "One two")
    assert (stopped, late["error"]) == ({"ok": True}, "message_not_in_streaming_state")
    assert ("streaming" in ended, ended["text"]) == (False, "One twoThree")
    assert [block["type"] for block in ended["blocks"]] == [
        "markdown",
        "task_card",
        "plan",
        "markdown",
        "divider",
        "actions",
    ]
    assert ended["blocks"][1]["status"] == "complete"


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        pytest.param({}, "no_text", id="nothing"),
        pytest.param({"chunks": "x"}, "invalid_chunks", id="no-json"),
        pytest.param({"chunks": {}, "markdown_text": ""}, "no_text", id="no-chunk"),
        pytest.param({"chunks": [1]}, "invalid_chunks", id="no-object"),
        pytest.param({"chunks": [{"type": "song"}]}, "invalid_chunks", id="unknown"),
        pytest.param({"chunks": [{"type": "markdown_text"}]}, "invalid_chunks", id="no-text"),
        pytest.param({"chunks": [{"type": "task_update", "id": "t", "status": "lazy"}]}, "invalid_chunks", id="status"),
        pytest.param({"chunks": [{"type": "plan_update"}]}, "invalid_chunks", id="no-title"),
        pytest.param({"chunks": [{"type": "blocks", "blocks": [1]}]}, "invalid_chunks", id="blocks-of-nothing"),
        pytest.param({"chunks": [{"type": "blocks", "blocks": [{"type": "x"}]}]}, "invalid_blocks", id="odd-blocks"),
        pytest.param({"markdown_text": "x" * 12_001}, "msg_blocks_too_long", id="too-long"),
        pytest.param(
            {"chunks": [{"type": "blocks", "blocks": [{"type": "divider"}] * 50}]}, "msg_blocks_too_many", id="too-many"
        ),
    ],
)
async def test_what_cannot_be_streamed(arguments: dict[str, Any], error: str) -> None:
    async with desk() as at:
        ts = (await start(at, markdown_text="One"))["ts"]
        answer = await at.api("chat.appendStream", channel="D0ALEX", ts=ts, **arguments)

    assert (answer["ok"], answer["error"]) == (False, error)


async def test_a_stream_in_a_channel_names_its_recipient() -> None:
    async with desk() as at:
        root = await at.say("U0ALEX", "tell us", channel="C0GENERAL")
        where = {"channel": "C0GENERAL", "thread_ts": root, "recipient_team_id": "T0LOCAL"}

        no_team = await at.api("chat.startStream", channel="C0GENERAL", thread_ts=root)
        no_user = await at.api("chat.startStream", **where)
        nobody = await at.api("chat.startStream", **where, recipient_user_id="U0NOBODY")
        started = await at.api("chat.startStream", **where, recipient_user_id="U0ALEX")
        theirs = await at.api("chat.appendStream", channel="C0GENERAL", ts=root, markdown_text="x")
        odd_end = await at.api("chat.stopStream", channel="C0GENERAL", ts=started["ts"], blocks="x")

    errors = [answer["error"] for answer in (no_team, no_user, nobody, theirs, odd_end)]
    assert errors == [
        "missing_recipient_team_id",
        "missing_recipient_user_id",
        "user_not_found",
        "message_not_owned_by_app",
        "invalid_blocks",
    ]
