"""The Web API's common rules: encodings, tokens, scopes, unknown methods, and odd bodies."""

import json
from typing import Any

import aiohttp
import pytest

from tests.local_slack.desk import Desk, desk, manifest

BLOCKS = [{"type": "section", "text": {"type": "mrkdwn", "text": "hi"}, "block_id": "b"}]


async def call(at: Desk, method: str, *, verb: str = "POST", token: str | None = "", **options: Any) -> dict[str, Any]:
    shown = at.workspace.bot_token if token == "" else token
    headers = options.pop("headers", {}) | ({"Authorization": f"Bearer {shown}"} if shown else {})
    async with at.session.request(verb, at.workspace.api_url + method, headers=headers, **options) as answer:
        assert answer.status == 200
        return dict(await answer.json())


def multipart(**fields: str) -> aiohttp.MultipartWriter:
    writer = aiohttp.MultipartWriter("form-data")
    for name, value in fields.items():
        writer.append(value).set_content_disposition("form-data", name=name)
    return writer


SENT = {"channel": "C0GENERAL", "text": "hi", "blocks": json.dumps(BLOCKS), "unfurl_links": "0"}


@pytest.mark.parametrize(
    "options",
    [
        pytest.param({"params": SENT}, id="query-with-an-empty-body"),
        pytest.param({"params": SENT, "verb": "GET"}, id="query-of-a-get"),
        pytest.param({"data": SENT}, id="form"),
        pytest.param({"json": SENT}, id="json-with-json-inside"),
        pytest.param({"json": {**SENT, "blocks": BLOCKS, "thread_ts": None}}, id="json"),
        pytest.param({"data": lambda: multipart(**SENT)}, id="multipart"),
        pytest.param({"params": {"channel": "C0LEADS"}, "json": SENT}, id="the-body-wins"),
    ],
)
async def test_arguments_come_in_four_encodings(options: dict[str, Any]) -> None:
    async with desk() as at:
        given = {name: value() if callable(value) else value for name, value in options.items()}
        answer = await call(at, "chat.postMessage", **given)

    assert (answer["ok"], answer["channel"], answer["message"]["blocks"]) == (True, "C0GENERAL", BLOCKS)


@pytest.mark.parametrize(
    ("options", "error"),
    [
        pytest.param({"data": b"{", "headers": {"Content-Type": "application/json"}}, "invalid_json", id="broken-json"),
        pytest.param({"data": b"[]", "headers": {"Content-Type": "application/json"}}, "json_not_object", id="list"),
        pytest.param(
            {"data": b"{}", "headers": {"Content-Type": "application/json; charset=klingon"}},
            "invalid_charset",
            id="charset",
        ),
        pytest.param({"data": b"<x/>", "headers": {"Content-Type": "text/xml"}}, "invalid_post_type", id="xml"),
        pytest.param(
            {"data": b"x", "headers": {"Content-Type": "multipart/form-data; boundary=b"}},
            "invalid_form_data",
            id="broken-multipart",
        ),
        pytest.param(
            {"data": b"x", "headers": {"Content-Type": "application/x-www-form-urlencoded; charset=klingon"}},
            "invalid_form_data",
            id="form-charset",
        ),
        pytest.param({"data": b"x", "skip_auto_headers": ["Content-Type"]}, "missing_post_type", id="no-type"),
        pytest.param({"json": {}}, "invalid_arguments", id="no-arguments"),
        pytest.param({"json": {"channel": ["C0GENERAL"]}}, "invalid_arguments", id="an-array-for-a-string"),
        pytest.param({"data": b"hi", "headers": {"Content-Type": "text/plain"}}, "invalid_arguments", id="text"),
        pytest.param({"data": b" ", "headers": {"Content-Type": "text/xml"}}, "invalid_arguments", id="blank"),
    ],
)
async def test_a_body_that_cannot_be_read_gets_its_own_error(options: dict[str, Any], error: str) -> None:
    async with desk() as at:
        answer = await call(at, "chat.postMessage", **options)

    assert (answer["ok"], answer["error"]) == (False, error)


async def test_tokens_are_checked() -> None:
    async with desk() as at:
        app_token = at.workspace.app_token

        assert (await call(at, "auth.test", token=None))["error"] == "not_authed"
        assert (await call(at, "auth.test", token="xoxb-other"))["error"] == "invalid_auth"
        assert (await call(at, "auth.test", token=app_token))["error"] == "not_allowed_token_type"
        assert (await call(at, "apps.connections.open"))["error"] == "not_allowed_token_type"
        assert (await call(at, "auth.test", token=None, data={"token": at.workspace.bot_token}))["ok"]


async def test_the_app_learns_who_it_is_and_what_it_may_do() -> None:
    async with desk() as at:
        headers = {"Authorization": f"Bearer {at.workspace.bot_token}"}
        async with at.session.get(at.workspace.api_url + "auth.test", headers=headers) as answer:
            scopes = answer.headers["x-oauth-scopes"].split(",")
            who = await answer.json()

    assert {"chat:write", "im:history", "files:write"} <= set(scopes)
    assert who == {
        "ok": True,
        "url": f"{at.url}/",
        "team": "Local workspace",
        "user": "memory-bot",
        "team_id": "T0LOCAL",
        "user_id": "U0MEMORYBOT",
        "bot_id": "B0MEMORYBOT",
        "is_enterprise_install": False,
    }


async def test_a_missing_scope_is_named_beside_what_there_is() -> None:
    async with desk(manifest(without_scopes=("users:read",))) as at:
        answer = await at.api("users.info", user="U0ALEX")

    assert (answer["ok"], answer["error"], answer["needed"]) == (False, "missing_scope", "users:read")
    assert "chat:write" in answer["provided"].split(",")


async def test_an_unknown_method_is_named() -> None:
    async with desk() as at:
        answer = await at.api("chat.scheduleMessage")

    assert answer == {"ok": False, "error": "unknown_method", "req_method": "chat.scheduleMessage"}


async def test_the_api_can_be_tested_without_a_token() -> None:
    async with desk() as at:
        fine = await call(at, "api.test", token=None, data={"a": "1"})
        failed = await call(at, "api.test", token=None, data={"error": "my_error"})

    assert fine == {"ok": True, "args": {"a": "1"}}
    assert failed == {"ok": False, "error": "my_error", "args": {"error": "my_error"}}


async def test_files_and_json_parts_of_a_form_are_read_as_text() -> None:
    form = aiohttp.FormData()
    form.add_field("note", b"words", filename="note.txt")
    form.add_field("metadata", "{}", content_type="application/json")
    async with desk() as at:
        answer = await call(at, "api.test", token=None, data=form)

    assert answer["args"] == {"note": "words", "metadata": "{}"}


async def test_the_app_asks_about_bot_team_and_people() -> None:
    async with desk(manifest(with_scopes=("team:read", "users:read.email"))) as at:
        bot = await at.api("bots.info", bot="B0MEMORYBOT")
        stranger = await at.api("bots.info", bot="B0OTHER")
        team = await at.api("team.info")
        alex = (await at.api("users.info", user="U0ALEX", include_locale=True))["user"]
        nobody = await at.api("users.info", user="../../x")
        first = await at.api("users.list", limit=3)
        rest = await at.api("users.list", limit=3, cursor=first["response_metadata"]["next_cursor"])
        zero = await at.api("users.list", limit=0)

    assert (bot["bot"]["name"], stranger["error"]) == ("memory-bot", "bot_not_found")
    assert team["team"]["domain"] == "local"
    assert (alex["name"], alex["profile"]["display_name"], alex["is_admin"]) == ("alex", "Alex", True)
    assert (alex["locale"], alex["tz_offset"], alex["profile"]["email"]) == ("en-GB", 0, "alex@local.example")
    assert nobody["error"] == "user_not_found"
    names = [user["profile"]["display_name"] for user in (*first["members"], *rest["members"])]
    assert names == ["Alex", "Dana", "Omar", "memory-bot"]
    assert rest["members"][0]["profile"]["bot_id"] == "B0MEMORYBOT"
    assert zero["error"] == "invalid_arguments"


async def test_without_the_scope_for_it_nobody_s_address_is_told() -> None:
    async with desk() as at:
        dana = (await at.api("users.info", user="U0DANA"))["user"]

    assert "email" not in dana["profile"]
    assert "locale" not in dana
