"""The real program, over stdio and HTTP, with the SDK's own client; and beside a running bot on the same home."""

import asyncio
import json
import re
import socket
from pathlib import Path

import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from pydantic import SecretStr

from bot.commands.serving_mcp import over_http
from bot.mcp.scope import Scope
from tests.bot.commanding import Run, remember, texts
from tests.e2e.harness import PATIENCE, running
from tests.mcp_server.calling import call
from tests.mcp_server.program import ROOT, listening, spoken_to, started

pytestmark = pytest.mark.e2e

_HELLO = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}},
}
_ACCEPT = {"Accept": "application/json, text/event-stream"}


async def test_a_client_over_stdio_saves_searches_and_is_remembered(tmp_path: Path) -> None:
    home = tmp_path / "home"
    async with Client(started(home, "--user", "U0ALEX", "--name", "alex")) as client:
        saved = await call(client, "save_memory", text="Prefers dark mode in all editors")
    async with Client(started(home, "--user", "U0ALEX")) as client:
        found = await call(client, "search_memory", query="DARK")

    assert saved.endswith(" UTC** | `@alex` | Prefers dark mode in all editors")
    assert found.startswith("Found 1 memory:\n**20")
    assert texts(home) == ["Prefers dark mode in all editors"]


@pytest.mark.parametrize(
    ("options", "why"),
    [
        pytest.param((), "Give either --user with a Slack id, or --workspace", id="nobody"),
        pytest.param(("--user", "U0ALEX", "--workspace"), "Give either --user", id="both"),
        pytest.param(("--user", "../root"), "is not valid: expected U or W", id="no Slack id"),
    ],
)
def test_a_wrong_start_is_told_on_standard_error(memory_bot: Run, options: tuple[str, ...], why: str) -> None:
    ran = memory_bot("mcp", *options)

    assert (ran.code, ran.out) == (1, "")
    assert why in ran.err


def test_a_home_that_cannot_be_used_is_told_at_start(memory_bot: Run, home: Path) -> None:
    home.write_text("not a folder")

    ran = memory_bot("mcp", "--workspace")

    assert (ran.code, ran.out) == (1, "")
    assert str(home) in ran.err


async def test_the_configuration_in_the_readme_starts_it(tmp_path: Path) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    [block] = re.findall(r"^```json\n(.*?)^```$", readme, re.MULTILINE | re.DOTALL)
    [entry] = json.loads(block)["mcpServers"].values()

    async with Client(started(tmp_path / "home", *entry["args"][1:])) as client:
        saved = await call(client, "save_memory", text="I live in Porto")
        offered = [tool.name for tool in (await client.list_tools()).tools]

    assert (entry["command"], entry["args"][0]) == ("memory-bot", "mcp")
    assert "`@alex` | Lives in Porto" in saved
    assert [name for name in offered if f"`{name}(" not in readme] == []


async def test_beside_a_running_bot_each_sees_what_the_other_writes(tmp_path: Path) -> None:
    async with running(tmp_path) as talk, Client(started(tmp_path, "--user", "U0ALEX")) as client:
        await call(client, "save_memory", text="The user works on a Rust project called tundra")
        answered = await talk.answer("U0ALEX", "What project am I working on?")
        await talk.answer("U0ALEX", "remember that the deploy key is in 1Password")
        found = await call(client, "search_memory", query="deploy key")
        await call(client, "forget_memory", query="deploy key")
        forgotten = await talk.answer("U0ALEX", "where is the deploy key?")

    assert "tundra" in answered
    assert found.startswith("Found 1 memory:")
    assert "1Password" not in forgotten
    log = next(tmp_path.glob("teams/T0LOCAL/people/U0ALEX/20*.md")).read_text(encoding="utf-8")
    assert log.count("# Memories for ") == 1


async def test_a_client_over_http_is_served_with_the_token(tmp_path: Path) -> None:
    home = tmp_path / "home"
    remember(home, "Lives in Porto")
    async with (
        listening(home, "--user", "U0ALEX") as (address, token),
        httpx2.AsyncClient(headers={"Authorization": f"Bearer {token}"}) as http,
        Client(streamable_http_client(address, http_client=http)) as client,
    ):
        assert address.startswith("http://127.0.0.1:")
        assert len(token) >= 32
        assert "Lives in Porto" in await call(client, "search_memory", query="porto")


async def test_who_does_not_know_the_token_or_comes_from_elsewhere_is_refused(tmp_path: Path) -> None:
    async with (
        listening(tmp_path / "home", "--workspace", MEMORY_BOT_MCP_TOKEN="the-token") as (address, token),
        httpx2.AsyncClient() as http,
    ):
        good = {**_ACCEPT, "Authorization": f"Bearer {token}"}
        tried = {
            "good": good,
            "no token": _ACCEPT,
            "wrong token": {**good, "Authorization": "Bearer the-tokem"},
            "token in another scheme": {**good, "Authorization": f"Basic {token}"},
            "rebound host": {**good, "Host": "evil.example:80"},
            "host that begins like ours": {**good, "Host": "127.0.0.1:1.evil.example"},
            "foreign page": {**good, "Origin": "https://evil.example"},
            "page on this machine": {**good, "Origin": "http://localhost:3000"},
        }
        codes = {
            name: (await http.post(address, json=_HELLO, headers=headers)).status_code
            for name, headers in tried.items()
        }
        huge = await http.post(address, content=b"x" * (1024 * 1024 + 1), headers=good)

    assert codes == {
        "good": 200,
        "no token": 401,
        "wrong token": 401,
        "token in another scheme": 401,
        "rebound host": 421,
        "host that begins like ours": 421,
        "foreign page": 403,
        "page on this machine": 403,
    }
    assert huge.status_code in {400, 413}


def test_a_port_in_use_is_told(memory_bot: Run) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])

        ran = memory_bot("mcp", "--workspace", "--http", "--port", port)

    assert (ran.code, ran.out) == (1, "")
    assert f"Port {port} is in use" in ran.err
    assert "MEMORY_BOT_MCP_PORT" in ran.err


async def test_standard_output_carries_the_protocol_alone(tmp_path: Path) -> None:
    ready = {"jsonrpc": "2.0", "method": "notifications/initialized"}
    tools = {"jsonrpc": "2.0", "id": 2, "method": "tools/list"}

    async with spoken_to(tmp_path / "home", "--user", "U0ALEX") as talk:
        welcomed = await talk(_HELLO)
        listed = await talk("nonsense", ready, tools)

    assert (welcomed["jsonrpc"], welcomed["id"]) == ("2.0", 1)
    assert (listed["jsonrpc"], listed["id"]) == ("2.0", 2)


@pytest.mark.parametrize("token", [None, "the-token"])
async def test_the_address_is_told_on_standard_error_and_a_token_made_if_none_is_set(
    alex: Scope, token: str | None, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = alex.settings.model_copy(update={"mcp_token": SecretStr(token) if token else None})

    async with asyncio.timeout(PATIENCE):
        serving = asyncio.create_task(over_http(alex, settings, 0))
        told = ""
        while "/mcp\n" not in told or (token is None and "Bearer" not in told):
            await asyncio.sleep(0)
            told += capsys.readouterr().err
        address = told.split()[3]
        async with httpx2.AsyncClient() as http:
            refused = await http.post(address, json=_HELLO, headers=_ACCEPT)
        serving.cancel()
        await asyncio.gather(serving, return_exceptions=True)

    assert refused.status_code == 401
    assert ("the-token" in told) is False
