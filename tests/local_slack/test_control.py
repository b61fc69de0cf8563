"""The control API: what people can do, what is refused, and in which words."""

import io
from typing import Any

import pytest

from tests.local_slack.desk import desk, manifest


async def test_the_state_names_everybody_and_everything() -> None:
    async with desk() as at:
        state = await at.state()

    assert state["team"]["id"] == "T0LOCAL"
    people = [(user["id"], user["name"], user["is_bot"], user["is_admin"]) for user in state["users"]]
    assert people == [
        ("U0ALEX", "Alex", False, True),
        ("U0DANA", "Dana", False, False),
        ("U0OMAR", "Omar", False, False),
        ("U0MEMORYBOT", "memory-bot", True, False),
    ]
    channels = {channel["id"]: channel for channel in state["channels"]}
    assert channels["C0LEADS"]["members"] == ["U0ALEX", "U0DANA", "U0MEMORYBOT"]
    assert (channels["C0LEADS"]["is_private"], channels["C0GENERAL"]["is_private"]) == (True, False)
    assert (channels["D0DANA"]["is_im"], channels["D0DANA"]["members"]) == (True, ["U0DANA", "U0MEMORYBOT"])
    assert [command["command"] for command in state["commands"]] == ["/memory", "/soul"]
    assert state["bot_connected"] is False


SAID: dict[str, Any] = {"user": "U0ALEX", "channel": "D0ALEX", "text": "hi"}
CLICK = {**SAID, "message_ts": "1.0", "block_id": "b", "action_id": "a"}


@pytest.mark.parametrize(
    ("verb", "path", "body", "status", "words"),
    [
        ("POST", "messages", {**SAID, "user": "../../x"}, 404, "There is no person '../../x'. Use one of U0ALEX"),
        ("POST", "messages", {**SAID, "user": "U0MEMORYBOT"}, 404, "There is no person 'U0MEMORYBOT'"),
        ("POST", "messages", {**SAID, "channel": "C9"}, 404, "There is no channel 'C9'. Use one of C0GENERAL"),
        ("POST", "messages", {**SAID, "user": "U0OMAR", "channel": "C0LEADS"}, 403, "Omar is not in C0LEADS"),
        ("POST", "messages", {**SAID, "text": " \n"}, 400, "The text is empty. Type something first."),
        ("POST", "messages", {**SAID, "text": "x" * 40_001}, 400, "The text has 40001 characters; Slack takes 40000"),
        ("POST", "messages", {**SAID, "text": 7}, 400, "'text' is '7'. Send it as a string."),
        ("POST", "messages", {"user": "U0ALEX", "channel": "D0ALEX"}, 400, "'text' is missing. Send it as a string."),
        ("POST", "messages", {**SAID, "thread_ts": "1.0"}, 404, "There is no message '1.0' in D0ALEX"),
        ("POST", "messages", {**SAID, "text": "/dance"}, 400, "/dance is not a command here; there is /memory, /soul."),
        ("POST", "messages", {**SAID, "text": "/soul"}, 503, "/soul failed: the bot is not connected. Start it"),
        ("POST", "commands", {**SAID, "command": "/soul", "thread_ts": "1.0"}, 400, "/soul does not work in a thread"),
        ("POST", "commands", {**SAID}, 400, "'command' is missing"),
        ("PATCH", "messages", {**SAID, "ts": "1.0"}, 404, "There is no message '1.0' in D0ALEX"),
        ("DELETE", "messages", {**SAID}, 400, "'ts' is missing"),
        ("POST", "actions", CLICK, 404, "There is no message '1.0' in D0ALEX. Read the channel again."),
        ("POST", "files", SAID, 400, "'filename' is missing"),
    ],
)
async def test_what_cannot_be_done_is_refused_in_a_sentence(
    verb: str, path: str, body: dict[str, Any], status: int, words: str
) -> None:
    async with desk() as at:
        answered, answer = await at.control(verb, path, **body)

    assert (answered, answer["error"].startswith(words)) == (status, True), answer


@pytest.mark.parametrize("body", [b"{", b"[]", b"\xff", b""])
async def test_a_body_that_is_no_json_object_is_refused(body: bytes) -> None:
    async with desk() as at, at.session.post(f"{at.url}/_control/messages", data=body) as answer:
        assert answer.status == 400
        assert (await answer.json())["error"].endswith("Send a JSON object.")


async def test_a_body_without_end_is_refused() -> None:
    async with desk() as at:
        huge = io.BytesIO(bytes(16 * 1024 * 1024 + 1))
        async with at.session.post(f"{at.url}/_control/messages", data=huge) as answer:
            assert answer.status == 413
            assert "Send less than 16 MB" in (await answer.json())["error"]


@pytest.mark.parametrize("path", ["messages?channel=C9", "messages?channel=C0LEADS&user=U0OMAR", "ws?user=U9"])
async def test_reading_is_refused_as_well(path: str) -> None:
    async with desk() as at, at.session.get(f"{at.url}/_control/{path}") as answer:
        assert answer.status in {403, 404}
        assert (await answer.json())["error"]


async def test_people_change_only_their_own_messages() -> None:
    async with desk() as at:
        ts = (await at.posted())["ts"]
        status, answer = await at.control("PATCH", "messages", user="U0ALEX", channel="C0GENERAL", ts=ts, text="x")

    assert (status, answer["error"]) == (403, f"Message {ts} is not Alex's. People change only their own.")


async def test_a_path_is_a_message_and_not_a_command() -> None:
    async with desk() as at:
        await at.say("U0ALEX", "/usr/bin/python is old")
        shown = await at.messages("D0ALEX")

    assert shown[0]["text"] == "/usr/bin/python is old"


async def test_a_private_channel_is_no_name_for_those_outside() -> None:
    async with desk() as at:
        await at.say("U0OMAR", "see #leads and #general")
        await at.say("U0DANA", "see #leads")
        omar, dana = (await at.messages("D0OMAR"))[0], (await at.messages("D0DANA"))[0]

    assert omar["text"] == "see #leads and <#C0GENERAL|general>"
    assert dana["text"] == "see <#C0LEADS|leads>"


async def test_an_app_that_takes_no_messages_says_what_to_change() -> None:
    features = {"app_home": {"messages_tab_enabled": True, "messages_tab_read_only_enabled": True}}
    async with desk(manifest(features=features)) as at:
        status, answer = await at.control("POST", "messages", **SAID)
        no_command, refusal = await at.control("POST", "messages", **{**SAID, "channel": "C0GENERAL", "text": "/soul"})
        from_app = await at.api("chat.postMessage", channel="D0ALEX", text="still allowed")

    assert status == 403
    assert "messages_tab_read_only_enabled to false" in answer["error"]
    assert (no_command, refusal["error"].startswith("/soul is not a command here; there is no command")) == (400, True)
    assert from_app["ok"]


async def test_each_page_hears_only_what_its_person_may() -> None:
    async with (
        desk() as at,
        at.session.ws_connect(f"{at.url}/_control/ws?user=U0OMAR") as omar,
        at.session.ws_connect(f"{at.url}/_control/ws?user=U0DANA") as dana,
        at.session.ws_connect(f"{at.url}/_control/ws") as everybody,
    ):
        for page in (omar, dana, everybody):
            assert (await page.receive_json())["type"] == "hello"
        await at.say("U0ALEX", "between us", channel="C0LEADS")
        await at.api("chat.postEphemeral", channel="C0GENERAL", user="U0DANA", text="psst")
        await at.posted("all")
        to_omar = [(await omar.receive_json())["message"]["text"]]
        to_dana = [(await dana.receive_json())["message"]["text"] for _ in range(3)]
        to_all = [(await everybody.receive_json())["message"]["text"] for _ in range(3)]
        await omar.send_str("pages have nothing to say")

    assert to_omar == ["all"]
    assert to_dana == to_all == ["between us", "psst", "all"]


async def test_the_page_hears_of_edits_deletions_and_replies() -> None:
    async with desk() as at, at.session.ws_connect(f"{at.url}/_control/ws?user=U0ALEX") as page:
        ts = await at.say("U0ALEX", "one")
        await at.control("PATCH", "messages", user="U0ALEX", channel="D0ALEX", ts=ts, text="two")
        reply = await at.say("U0ALEX", "three", thread_ts=ts)
        await at.control("DELETE", "messages", user="U0ALEX", channel="D0ALEX", ts=reply)
        heard = [await page.receive_json() for _ in range(7)]

    assert [news["type"] for news in heard] == [
        "hello",
        "message",
        "message_changed",
        "message",
        "message_changed",
        "message_deleted",
        "message_changed",
    ]
    assert heard[2]["message"]["edited"]["user"] == "U0ALEX"
    assert (heard[4]["message"]["ts"], heard[4]["message"]["reply_count"]) == (ts, 1)
    assert heard[5] == {"type": "message_deleted", "channel": "D0ALEX", "ts": reply}
    assert "reply_count" not in heard[6]["message"]
