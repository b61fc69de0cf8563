"""Starting and stopping, the page's files, and keeping foreign pages out."""

import asyncio
import socket
from pathlib import Path

import pytest

from bot.local_slack.errors import LocalSlackError, PortInUseError
from bot.local_slack.server import LocalWorkspace, serve_forever
from tests.local_slack.desk import MANIFEST, desk


async def test_a_port_in_use_is_named_with_the_next_step() -> None:
    async with LocalWorkspace(MANIFEST) as first:
        port = int(first.url.rpartition(":")[2])
        with pytest.raises(
            PortInUseError, match=rf"cannot listen on port {port}: it is in use\. Stop .*MEMORY_BOT_PORT"
        ):
            await LocalWorkspace(MANIFEST, port=port).start()


async def test_a_port_that_cannot_be_says_so() -> None:
    with pytest.raises(LocalSlackError, match=r"on port 99999: .*0-65535"):
        await LocalWorkspace(MANIFEST, port=99_999).start()


async def test_it_has_its_own_address_and_secrets_and_stops_twice() -> None:
    workspace = LocalWorkspace(MANIFEST)
    await workspace.start()
    try:
        assert workspace.api_url == f"{workspace.url}/api/"
        assert workspace.bot_token.startswith("xoxb-")
        assert workspace.app_token.startswith("xapp-")
    finally:
        await workspace.stop()
        await workspace.stop()
    assert LocalWorkspace(MANIFEST).signing_secret != workspace.signing_secret


async def test_given_tokens_are_used() -> None:
    workspace = LocalWorkspace(MANIFEST, bot_token="xoxb-1", app_token="xapp-1", signing_secret="s")

    assert (workspace.bot_token, workspace.app_token, workspace.signing_secret) == ("xoxb-1", "xapp-1", "s")


@pytest.mark.skipif(not socket.has_ipv6, reason="this machine has no IPv6")
async def test_it_can_listen_on_ipv6() -> None:
    async with desk(host="::1") as at:
        assert at.url.startswith("http://[::1]:")
        assert (await at.state())["team"]["id"] == "T0LOCAL"


async def test_it_serves_until_it_is_cancelled() -> None:
    ready: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    serving = asyncio.create_task(serve_forever(MANIFEST, 0, ready=lambda workspace: ready.set_result(workspace.url)))
    url = await ready

    serving.cancel()
    await asyncio.gather(serving, return_exceptions=True)

    quiet = asyncio.create_task(serve_forever(MANIFEST, int(url.rpartition(":")[2])))
    await asyncio.sleep(0.01)
    quiet.cancel()
    with pytest.raises(asyncio.CancelledError):
        await quiet


# --- the page ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def page(tmp_path: Path) -> Path:
    for name in ("index.html", "main.js", "base.css", "icons.svg", "photo.png", "data.unknown"):
        (tmp_path / name).write_text(f"this is {name}")
    (tmp_path / "folder.d").mkdir()
    return tmp_path


@pytest.mark.parametrize(
    ("path", "kind", "text"),
    [
        ("", "text/html", "this is index.html"),
        ("main.js", "text/javascript", "this is main.js"),
        ("base.css", "text/css", "this is base.css"),
        ("icons.svg", "image/svg+xml", "this is icons.svg"),
        ("photo.png", "image/png", "this is photo.png"),
        ("data.unknown", "application/octet-stream", "this is data.unknown"),
    ],
)
async def test_the_page_s_files_are_served(page: Path, path: str, kind: str, text: str) -> None:
    async with desk(page=page) as at, at.session.get(f"{at.url}/{path}") as answer:
        assert (answer.status, answer.content_type, await answer.text()) == (200, kind, text)
        policy = answer.headers["Content-Security-Policy"]

    assert policy.startswith("default-src 'self'; ")
    assert "unsafe" not in policy


@pytest.mark.parametrize("path", ["nothing.js", "nothing", "..%2Fx.py", "folder.d", ".env", "archives/C1/x"])
async def test_nothing_else_is(page: Path, path: str) -> None:
    async with desk(page=page) as at, at.session.get(f"{at.url}/{path}") as answer:
        assert answer.status == 404


async def test_a_page_that_is_not_installed_says_so(tmp_path: Path) -> None:
    async with desk(page=tmp_path) as at, at.session.get(f"{at.url}/") as answer:
        assert answer.status == 404
        assert (await answer.text()).startswith("The page is not installed with this program.")


@pytest.mark.parametrize(
    "headers",
    [
        pytest.param({"Host": "rebound.example"}, id="a-name-that-leads-here"),
        pytest.param({"Host": "["}, id="no-name-at-all"),
        pytest.param({"Origin": "https://foreign.example"}, id="a-foreign-page"),
        pytest.param({"Origin": "http://127.0.0.1:1"}, id="another-port-of-this-machine"),
        pytest.param({"Origin": "null"}, id="a-page-without-an-origin"),
    ],
)
@pytest.mark.parametrize("path", ["/_control/state", "/_control/ws", "/api/api.test", "/"])
async def test_foreign_pages_cannot_drive_the_workspace(headers: dict[str, str], path: str) -> None:
    async with desk() as at, at.session.get(at.url + path, headers=headers) as answer:
        assert answer.status == 403


async def test_its_own_page_can() -> None:
    async with desk() as at:
        port = at.url.rpartition(":")[2]
        own = {"Host": f"localhost:{port}", "Origin": f"http://localhost:{port}"}
        async with at.session.get(f"{at.url}/_control/state", headers=own) as answer:
            assert answer.status == 200
