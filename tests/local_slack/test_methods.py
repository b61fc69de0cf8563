"""conversations.*, reactions.*, assistant.threads.*, views.* and files.*."""

import io
from dataclasses import replace
from typing import Any

import pytest
from aiohttp import FormData

from bot.local_slack.messages import Json
from tests.local_slack.desk import Desk, desk, manifest

HOME = {"type": "home", "blocks": [{"type": "divider"}]}
MODAL = {
    "type": "modal",
    "title": {"type": "plain_text", "text": "Edit"},
    "blocks": [{"type": "divider"}],
    "callback_id": "edit",
}


# --- conversations ----------------------------------------------------------------------------------------------------


async def test_guests_and_strangers_are_told_apart() -> None:
    async with desk() as at:
        people = at.workspace.workspace.state.users
        people["U0GUEST"] = replace(people["U0OMAR"], id="U0GUEST", is_restricted=True, home="T0PARTNER")
        guest = (await at.api("users.info", user="U0GUEST"))["user"]
        omar = (await at.api("users.info", user="U0OMAR"))["user"]

    assert (guest["is_restricted"], guest["is_stranger"]) == (True, True)
    assert (omar["is_restricted"], "is_stranger" in omar) == (False, False)


async def test_channels_are_described_as_they_are() -> None:
    async with desk() as at:
        general, leads, dm = [
            (await at.api("conversations.info", channel=channel, include_num_members=True, include_locale="1"))[
                "channel"
            ]
            for channel in ("C0GENERAL", "C0LEADS", "D0ALEX")
        ]

    assert (general["name"], general["is_private"], general["num_members"], general["locale"]) == (
        "general",
        False,
        4,
        "en-GB",
    )
    assert (leads["is_private"], leads["is_member"], leads["is_ext_shared"]) == (True, True, False)
    assert (dm["is_im"], dm["user"], "name" in dm) == (True, "U0ALEX", False)


async def test_each_sort_of_channel_needs_its_own_scope() -> None:
    async with desk(manifest(without_scopes=("groups:read", "groups:history"))) as at:
        answers = [
            await at.api("conversations.info", channel="C0LEADS"),
            await at.api("conversations.members", channel="C0LEADS"),
            await at.api("conversations.history", channel="C0LEADS"),
            await at.api("conversations.replies", channel="C0LEADS", ts="1.0"),
            await at.api("conversations.list", types="public_channel,private_channel"),
        ]
        public = await at.api("conversations.info", channel="C0GENERAL")

    assert [answer["error"] for answer in answers] == ["missing_scope"] * 5
    assert {answer["needed"] for answer in answers} == {"groups:read", "groups:history"}
    assert public["ok"]


async def test_channels_are_listed_by_sort_and_page() -> None:
    async with desk() as at:
        channels = at.workspace.workspace.state.channels
        channels["C0OLD"] = replace(channels["C0GENERAL"], id="C0OLD", name="old", is_archived=True)
        channels["C0SECRET"] = replace(channels["C0LEADS"], id="C0SECRET", members=("U0ALEX",))

        public = await at.api("conversations.list", exclude_archived=True)
        every = await at.api("conversations.list", types="public_channel, private_channel, im", limit=4)
        cursor = every["response_metadata"]["next_cursor"]
        rest = await at.api("conversations.list", types="public_channel,private_channel,im", cursor=cursor)
        odd = await at.api("conversations.list", types="town_square")
        members = await at.api("conversations.members", channel="C0LEADS", limit=2)
        hidden = await at.api("conversations.info", channel="C0SECRET")

    assert [channel["id"] for channel in public["channels"]] == ["C0GENERAL", "C0PROJECTS"]
    ids = [channel["id"] for channel in every["channels"] + rest["channels"]]
    assert ids == ["C0GENERAL", "C0PROJECTS", "C0LEADS", "D0ALEX", "D0DANA", "D0OMAR", "C0OLD"]
    assert odd["error"] == "invalid_types"
    assert members["members"] == ["U0ALEX", "U0DANA"]
    assert hidden["error"] == "channel_not_found"


async def test_a_dm_is_opened_by_person_and_a_group_is_made() -> None:
    async with desk(manifest(with_scopes=("mpim:write",))) as at:
        dm = await at.api("conversations.open", users="U0DANA")
        full = await at.api("conversations.open", channel="D0DANA", return_im=True)
        none_made = await at.api("conversations.open", users="U0DANA,U0OMAR", prevent_creation=True)
        group = await at.api("conversations.open", users="U0DANA, U0OMAR")
        same = await at.api("conversations.open", users="U0OMAR,U0DANA")
        about = (await at.api("conversations.info", channel=group["channel"]["id"]))["channel"]

    assert dm["channel"] == {"id": "D0DANA"}
    assert (full["already_open"], full["channel"]["user"]) == (True, "U0DANA")
    assert none_made["error"] == "channel_not_found"
    assert group["channel"] == same["channel"]
    assert (about["is_mpim"], about["name"]) == (True, "mpdm-dana--omar--memory-bot-1")


@pytest.mark.parametrize(
    ("users", "error"),
    [
        ("", "users_list_not_supplied"),
        ("U0NOBODY", "user_not_found"),
        ("U0GONE", "user_disabled"),
        ("U0MEMORYBOT", "invalid_user_combination"),
        (",".join(f"U{n}" for n in range(9)), "too_many_users"),
        ("U0ALEX,U0DANA", "missing_scope"),
    ],
)
async def test_whom_an_app_cannot_talk_to(users: str, error: str) -> None:
    async with desk() as at:
        people = at.workspace.workspace.state.users
        people["U0GONE"] = replace(people["U0OMAR"], id="U0GONE", deleted=True)
        answer = await at.api("conversations.open", users=users)

    assert answer["error"] == error


async def test_a_new_person_s_dm_is_made_when_it_is_opened() -> None:
    async with desk() as at:
        people = at.workspace.workspace.state.users
        people["U0NEW"] = replace(people["U0OMAR"], id="U0NEW", name="new")
        opened = await at.api("conversations.open", users="U0NEW")
        about = await at.api("conversations.info", channel=opened["channel"]["id"])

    assert about["channel"]["user"] == "U0NEW"


async def test_history_is_bounded_and_paged() -> None:
    async with desk() as at:
        stamps = []
        for number in range(5):
            at.clock.advance(1)
            stamps.append((await at.posted(str(number)))["ts"])

        async def texts(**arguments: Any) -> list[str]:
            answer = await at.api("conversations.history", channel="C0GENERAL", **arguments)
            return [message["text"] for message in answer["messages"]]

        assert await texts(oldest=stamps[1], latest=stamps[3]) == ["2"]
        assert await texts(oldest=stamps[1], latest=stamps[3], inclusive=True) == ["3", "2", "1"]
        assert await texts(latest="now", limit=1) == ["4"]
        first = await at.api("conversations.history", channel="C0GENERAL", limit=3)
        assert first["has_more"]
        assert await texts(cursor=first["response_metadata"]["next_cursor"]) == ["1", "0"]
        odd = await at.api("conversations.history", channel="C0GENERAL", oldest="spring")
        assert odd["error"] == "invalid_ts_oldest"
        thread = await at.api("conversations.replies", channel="C0GENERAL", ts="1.0")
        assert thread["error"] == "thread_not_found"


async def test_a_thread_is_paged() -> None:
    async with desk() as at:
        root = (await at.posted("root"))["ts"]
        for number in range(3):
            await at.posted(str(number), thread_ts=root)
        first = await at.api("conversations.replies", channel="C0GENERAL", ts=root, limit=3)
        cursor = first["response_metadata"]["next_cursor"]
        rest = await at.api("conversations.replies", channel="C0GENERAL", ts=root, cursor=cursor)

    texts = [message["text"] for message in first["messages"] + rest["messages"]]
    assert texts == ["root", "0", "1", "2"]


async def test_a_public_channel_is_read_only_by_members() -> None:
    async with desk() as at:
        channels = at.workspace.workspace.state.channels
        channels["C0OPEN"] = replace(channels["C0GENERAL"], id="C0OPEN", members=("U0ALEX",))
        answer = await at.api("conversations.history", channel="C0OPEN")

    assert answer["error"] == "not_in_channel"


# --- reactions --------------------------------------------------------------------------------------------------------


async def test_reactions_come_and_go() -> None:
    async with desk() as at:
        ts = await at.say("U0ALEX", "hello", channel="C0GENERAL")
        item = {"channel": "C0GENERAL", "timestamp": ts}

        added = await at.api("reactions.add", **item, name=":eyes:")
        twice = await at.api("reactions.add", **item, name="eyes")
        got = await at.api("reactions.get", **item)
        shown = await at.messages("C0GENERAL")
        removed = await at.api("reactions.remove", **item, name="eyes")
        gone = await at.api("reactions.remove", **item, name="eyes")

    assert (added["ok"], removed["ok"]) == (True, True)
    assert got["message"]["reactions"] == [{"name": "eyes", "users": ["U0MEMORYBOT"], "count": 1}]
    assert shown[0]["reactions"] == [{"name": "eyes", "users": ["U0MEMORYBOT"]}]
    assert (twice["error"], gone["error"]) == ("already_reacted", "no_reaction")


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"name": "eyes"}, "no_item_specified"),
        ({"name": "eyes", "timestamp": "1.0"}, "message_not_found"),
        ({"name": "two eyes", "timestamp": ""}, "no_item_specified"),
    ],
)
async def test_a_reaction_needs_a_message(arguments: dict[str, Any], error: str) -> None:
    async with desk() as at:
        answer = await at.api("reactions.add", channel="C0GENERAL", **arguments)

    assert answer["error"] == error


async def test_a_reaction_needs_a_name() -> None:
    async with desk() as at:
        ts = (await at.posted())["ts"]
        answer = await at.api("reactions.add", channel="C0GENERAL", timestamp=ts, name="two eyes")

    assert answer["error"] == "invalid_name"


# --- assistant --------------------------------------------------------------------------------------------------------


async def test_a_status_shows_until_the_answer_or_two_minutes() -> None:
    async with desk() as at, at.session.ws_connect(f"{at.url}/_control/ws?user=U0ALEX") as page:
        assert (await page.receive_json())["type"] == "hello"
        root = await at.say("U0ALEX", "tell me")
        where = {"channel_id": "D0ALEX", "thread_ts": root}

        await at.api("assistant.threads.setStatus", **where, status="is thinking…", loading_messages=["Hm"])
        await at.api("chat.postMessage", channel="D0ALEX", thread_ts=root, text="this")
        await at.api("assistant.threads.setStatus", **where, status="is waiting…")
        await at.sleeping(120)
        at.clock.advance(120)
        seen = [await page.receive_json() for _ in range(7)]

    statuses = [news["status"] for news in seen if news["type"] == "status"]
    assert statuses == ["is thinking…", "", "is waiting…", ""]


async def test_titles_and_prompts_reach_the_page() -> None:
    prompts = [{"title": "A", "message": "a"}]
    async with desk() as at, at.session.ws_connect(f"{at.url}/_control/ws?user=U0ALEX") as page:
        root = await at.say("U0ALEX", "tell me")
        where = {"channel_id": "D0ALEX"}
        await at.api("assistant.threads.setTitle", **where, thread_ts=root, title="Stories")
        await at.api("assistant.threads.setSuggestedPrompts", **where, prompts=prompts, title="Try")
        await at.api("assistant.threads.setStatus", **where, thread_ts=root, status="")
        seen = {news["type"]: news for news in [await page.receive_json() for _ in range(4)]}

    assert seen["title"]["title"] == "Stories"
    assert (seen["prompts"]["title"], seen["prompts"]["prompts"]) == ("Try", prompts)


async def test_prompts_stay_for_a_page_opened_later_until_somebody_speaks() -> None:
    offer: dict[str, Any] = {"title": "Try", "prompts": [{"title": "A", "message": "a"}]}
    async with desk() as at:
        await at.api("assistant.threads.setSuggestedPrompts", channel_id="D0ALEX", **offer)
        before = await offered(at)
        await at.say("U0ALEX", "a")
        after = await offered(at)

    assert (before, after) == (offer, None)


async def offered(at: Desk) -> Json | None:
    """Return what a page opened now shows as suggested in Alex's DM."""
    where = {"channel": "D0ALEX", "user": "U0ALEX"}
    async with at.session.get(f"{at.url}/_control/messages", params=where) as answer:
        found: Json | None = (await answer.json())["offer"]
        return found


@pytest.mark.parametrize(
    ("method", "arguments", "error"),
    [
        ("setStatus", {"channel_id": "D0ALEX", "thread_ts": "1.0", "status": "x"}, "invalid_thread_ts"),
        ("setStatus", {"channel_id": "C0OPEN", "thread_ts": "1.0", "status": "x"}, "channel_not_found"),
        ("setTitle", {"channel_id": "D9", "thread_ts": "1.0", "title": "x"}, "channel_not_found"),
        ("setSuggestedPrompts", {"channel_id": "D0ALEX", "prompts": []}, "invalid_arguments"),
        ("setSuggestedPrompts", {"channel_id": "D0ALEX", "prompts": [{"title": "x"}]}, "invalid_arguments"),
    ],
)
async def test_what_cannot_be_shown_to_a_person(method: str, arguments: dict[str, Any], error: str) -> None:
    async with desk() as at:
        channels = at.workspace.workspace.state.channels
        channels["C0OPEN"] = replace(channels["C0GENERAL"], id="C0OPEN", members=("U0ALEX",))
        answer = await at.api(f"assistant.threads.{method}", **arguments)

    assert answer["error"] == error


async def test_loading_messages_are_few() -> None:
    async with desk() as at:
        root = await at.say("U0ALEX", "tell me")
        answer = await at.api(
            "assistant.threads.setStatus",
            channel_id="D0ALEX",
            thread_ts=root,
            status="x",
            loading_messages=["x"] * 11,
        )

    assert answer["error"] == "invalid_arguments"


# --- views ------------------------------------------------------------------------------------------------------------


def trigger(at: Desk) -> str:
    return at.workspace.workspace.interactions.trigger("U0ALEX", at.clock.now())


async def test_modals_open_stack_and_change() -> None:
    async with desk() as at:
        opened = (await at.api("views.open", trigger_id=trigger(at), view=MODAL))["view"]
        pushed = (await at.api("views.push", trigger_id=trigger(at), view={**MODAL, "external_id": "e"}))["view"]
        third = await at.api("views.push", trigger_id=trigger(at), view=MODAL)
        fourth = await at.api("views.push", trigger_id=trigger(at), view=MODAL)
        changed = await at.api("views.update", external_id="e", hash=pushed["hash"], view={**MODAL, "callback_id": "x"})
        stale = await at.api("views.update", view_id=pushed["id"], hash=pushed["hash"] + "0", view=MODAL)
        unknown = await at.api("views.update", view_id="V1", view=MODAL)

    assert (opened["root_view_id"], opened["callback_id"], "user" in opened) == (opened["id"], "edit", False)
    assert (pushed["root_view_id"], pushed["previous_view_id"]) == (opened["id"], opened["id"])
    assert (third["ok"], fourth["error"]) == (True, "push_limit_reached")
    assert (changed["view"]["id"], changed["view"]["callback_id"]) == (pushed["id"], "x")
    assert (stale["error"], unknown["error"]) == ("hash_conflict", "not_found")


async def test_a_modal_needs_a_fresh_trigger() -> None:
    async with desk() as at:
        old = trigger(at)
        alone = await at.api("views.push", trigger_id=trigger(at), view=MODAL)
        at.clock.advance(4)
        expired = await at.api("views.open", trigger_id=old, view=MODAL)
        invalid = await at.api("views.open", view=MODAL)

    assert [answer["error"] for answer in (alone, expired, invalid)] == [
        "not_found",
        "expired_trigger_id",
        "invalid_trigger_id",
    ]


@pytest.mark.parametrize(
    ("view", "error"),
    [
        pytest.param(None, "invalid_arguments", id="none"),
        pytest.param(HOME, "invalid_arguments", id="another-type"),
        pytest.param({**MODAL, "blocks": "x"}, "invalid_arguments", id="no-blocks"),
        pytest.param({**MODAL, "blocks": [{"type": "x"}]}, "invalid_arguments", id="odd-blocks"),
        pytest.param({**MODAL, "title": None}, "invalid_arguments", id="no-title"),
        pytest.param({**MODAL, "submit": {"type": "plain_text", "text": "x" * 25}}, "invalid_arguments", id="submit"),
        pytest.param({**MODAL, "private_metadata": "x" * 3001}, "invalid_arguments", id="metadata"),
        pytest.param({**MODAL, "callback_id": "x" * 256}, "invalid_arguments", id="callback-id"),
        pytest.param({**MODAL, "private_metadata": "x" * 250_000}, "view_too_large", id="too-large"),
    ],
)
async def test_views_that_slack_refuses(view: object, error: str) -> None:
    async with desk() as at:
        answer = await at.api("views.open", trigger_id=trigger(at), view=view)

    assert answer["error"] == error


async def test_the_home_tab_is_published_where_there_is_one() -> None:
    no_home = {"app_home": {"home_tab_enabled": False, "messages_tab_enabled": True}}
    async with desk(manifest(features=no_home)) as at:
        refused = await at.api("views.publish", user_id="U0ALEX", view=HOME)
    async with desk() as at:
        first = await at.api("views.publish", user_id="U0ALEX", view={**HOME, "external_id": "mine"})
        again = await at.api("views.publish", user_id="U0ALEX", view=HOME, hash=first["view"]["hash"])
        stale = await at.api("views.publish", user_id="U0ALEX", view=HOME, hash="0")
        await at.api("views.publish", user_id="U0DANA", view={**HOME, "external_id": "hers"})
        taken = await at.api("views.publish", user_id="U0ALEX", view={**HOME, "external_id": "hers"})
        nobody = await at.api("views.publish", user_id="U0NOBODY", view=HOME)

    assert refused["error"] == "not_enabled"
    assert first["view"]["id"] == again["view"]["id"]
    assert (stale["error"], taken["error"]) == ("hash_conflict", "duplicate_external_id")
    assert nobody["error"] == "invalid_arguments"


# --- files ------------------------------------------------------------------------------------------------------------


async def test_a_file_is_shared_in_three_steps() -> None:
    async with desk() as at:
        place = await at.api("files.getUploadURLExternal", filename="mémoire.md", length=3)
        async with at.session.post(place["upload_url"], data=b"# x") as answer:
            assert await answer.text() == "OK - 3"
        shared = await at.api(
            "files.completeUploadExternal",
            files=[{"id": place["file_id"], "title": "Memories"}],
            channel_id="D0ALEX",
            initial_comment="Here & now",
        )
        message = (await at.messages("D0ALEX"))[0]
        async with at.session.get(message["files"][0]["url_private_download"]) as answer:
            content, disposition = await answer.read(), answer.headers["Content-Disposition"]

    assert shared["files"][0]["title"] == "Memories"
    assert (message["subtype"], message["text"]) == ("file_share", "Here &amp; now")
    assert (message["files"][0]["name"], message["files"][0]["preview"]) == ("mémoire.md", "# x")
    assert (content, disposition) == (b"# x", 'attachment; filename="mémoire.md"')


async def test_a_form_s_file_and_a_binary_one() -> None:
    async with desk() as at:
        place = await at.api("files.getUploadURLExternal", filename="x.bin", length=2)
        form = FormData()
        form.add_field("note", "the first field is no file")
        form.add_field("file", b"\xff\xfe", filename="x.bin")
        async with at.session.post(place["upload_url"], data=form) as answer:
            assert await answer.text() == "OK - 2"
        kept = await at.api("files.completeUploadExternal", files=[{"id": place["file_id"]}])
        async with at.session.get(kept["files"][0]["url_private"]) as answer:
            kind, content = answer.content_type, await answer.read()
        empty = FormData({"only": "fields"})
        empty.add_field("more", "x", content_type="text/plain")
        async with at.session.post(place["upload_url"], data=empty) as answer:
            nothing = await answer.text()

    assert (kind, content, nothing) == ("application/octet-stream", b"\xff\xfe", "OK - 0")
    assert (kept["files"][0]["title"], kept["files"][0]["mode"]) == ("x.bin", "hosted")


@pytest.mark.parametrize(
    ("method", "arguments", "error"),
    [
        ("getUploadURLExternal", {"filename": "x", "length": "many"}, "invalid_arguments"),
        ("getUploadURLExternal", {"filename": "x", "length": 10**9}, "file_upload_size_restricted"),
        ("completeUploadExternal", {"files": []}, "invalid_arguments"),
        ("completeUploadExternal", {"files": [{"id": "F1"}]}, "file_not_found"),
    ],
)
async def test_files_that_slack_refuses(method: str, arguments: dict[str, Any], error: str) -> None:
    async with desk() as at:
        answer = await at.api(f"files.{method}", **arguments)

    assert answer["error"] == error


async def test_a_file_cannot_go_where_the_app_cannot_post() -> None:
    async with desk() as at:
        channels = at.workspace.workspace.state.channels
        channels["C0OLD"] = replace(channels["C0GENERAL"], id="C0OLD", name="old", is_archived=True)
        place = await at.api("files.getUploadURLExternal", filename="x", length=1)
        async with at.session.post(place["upload_url"], data=b"x"):
            pass
        files = [{"id": place["file_id"]}]
        archived = await at.api("files.completeUploadExternal", files=files, channel_id="C0OLD")
        unknown = await at.api("files.completeUploadExternal", files=files, channel_id="C9")

    assert (archived["error"], unknown["error"]) == ("posting_to_channel_denied", "channel_not_found")


async def test_a_file_that_was_never_announced_has_no_place() -> None:
    async with desk() as at:
        async with at.session.post(f"{at.url}/upload/F1", data=b"x") as answer:
            assert answer.status == 404
        async with at.session.get(f"{at.url}/files/F1") as answer:
            assert answer.status == 404
        place = await at.api("files.getUploadURLExternal", filename="x", length=1)
        async with at.session.post(place["upload_url"], data=io.BytesIO(bytes(8 * 1024 * 1024 + 1))) as answer:
            assert answer.status == 413
        unsent = await at.api("files.completeUploadExternal", files=[{"id": place["file_id"]}])

    assert unsent["error"] == "file_not_found"
