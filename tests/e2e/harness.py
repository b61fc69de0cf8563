"""Starts the real program and talks to it through the local workspace, as a person at the page would."""

import asyncio
import contextlib
import os
import re
import signal
import socket
import sys
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

import aiohttp

PATIENCE = 60
"""Seconds after which something that should have happened counts as never happening."""

_ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+")
_PROGRAM = (sys.executable, "-c", "from bot.cli import main; main()")

Message = dict[str, Any]


def program(*arguments: str) -> tuple[str, ...]:
    """Return the command line of the program with these arguments."""
    return (*_PROGRAM, *arguments)


def free_port() -> int:
    """Return a port that nothing listens on, and whose neighbour is free as well."""
    for _ in range(100):
        with socket.socket() as first, socket.socket() as second:
            first.bind(("127.0.0.1", 0))
            port = int(first.getsockname()[1])
            with contextlib.suppress(OSError, OverflowError):
                second.bind(("127.0.0.1", port + 1))
                return port
    raise RuntimeError("no two free ports side by side")


def environment(home: Path, **more: str) -> dict[str, str]:
    """Return an environment without anybody's tokens, for a bot that lives in `home`."""
    ours = ("SLACK_", "MEMORY_BOT_")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    return {**kept, "MEMORY_BOT_HOME": str(home), "MEMORY_BOT_CONFIG": str(home / "config.toml"), **more}


class Talk:
    """One conversation partner's view of a running local workspace."""

    def __init__(self, url: str, session: aiohttp.ClientSession) -> None:
        self.url, self._session = url, session

    async def get(self, path: str, **query: str) -> Any:
        async with self._session.get(f"{self.url}{path}", params=query) as answer:
            return await answer.json()

    async def post(self, path: str, **body: object) -> Any:
        async with self._session.post(f"{self.url}{path}", json=body) as answer:
            return await answer.json()

    async def patch(self, path: str, **body: object) -> Any:
        async with self._session.patch(f"{self.url}{path}", json=body) as answer:
            return await answer.json()

    async def delete(self, path: str, **body: object) -> Any:
        async with self._session.delete(f"{self.url}{path}", json=body) as answer:
            return await answer.json()

    async def say(self, user: str, text: str, *, channel: str | None = None, thread_ts: str | None = None) -> str:
        """Type a message and return its time stamp; without a channel, into the person's DM with the bot."""
        body = {"user": user, "channel": channel or user.replace("U0", "D0"), "text": text}
        answer = await self.post("/_control/messages", **body, **({"thread_ts": thread_ts} if thread_ts else {}))
        return str(answer["ts"])

    async def until(self, channel: str, wanted: Callable[[Message], bool]) -> Message:
        """Return the first message of a channel that fits, now or as soon as it appears."""
        async with self.news() as news, asyncio.timeout(PATIENCE):
            while True:
                for message in (await self.get("/_control/messages", channel=channel))["messages"]:
                    if wanted(message):
                        return dict(message)
                await news.receive()

    async def answer(self, user: str, text: str, *, channel: str | None = None) -> str:
        """Say something and return the text of the bot's first answer in its thread."""
        ts = await self.say(user, text, channel=channel)
        where = channel or user.replace("U0", "D0")
        reply = await self.until(where, lambda m: m.get("thread_ts") == ts and m["user"] != user)
        return str(reply["text"])

    def news(self, path: str = "/_control/ws") -> AbstractAsyncContextManager[aiohttp.ClientWebSocketResponse]:
        """Return the workspace's news: a message each time something changes in it, or goes over the wire."""
        return self._session.ws_connect(f"{self.url}{path}")

    async def connected(self) -> None:
        """Wait until the bot is connected to the workspace."""
        async with self.news() as news, asyncio.timeout(PATIENCE):
            while not (await self.get("/_control/state"))["bot_connected"]:
                await news.receive()


async def _address(output: asyncio.StreamReader) -> str:
    seen = ""
    async with asyncio.timeout(PATIENCE):
        while line := (await output.readline()).decode():
            seen += line
            if found := _ADDRESS.search(line):
                return found.group()
    raise AssertionError(f"the program ended without printing an address:\n{seen}")


@contextlib.asynccontextmanager
async def running(home: Path, *options: str, **more: str) -> AsyncIterator[Talk]:
    """Run `memory-bot run` with a local workspace; at the end stop it with Ctrl-C and check that it went quietly."""
    env: Mapping[str, str] = environment(home, MEMORY_BOT_PORT=str(free_port()), **more)
    process = await asyncio.create_subprocess_exec(
        *_PROGRAM, "run", *options, env=env, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    assert process.stderr is not None
    errors = asyncio.create_task(process.stderr.read())
    try:
        address = await _address(process.stdout)
        async with aiohttp.ClientSession() as session:
            talk = Talk(address, session)
            await talk.connected()
            yield talk
        process.send_signal(signal.SIGINT)
        async with asyncio.timeout(PATIENCE):
            _, complaints = await asyncio.gather(process.wait(), errors)
        assert process.returncode == 0, complaints.decode()
        assert b"Traceback" not in complaints, complaints.decode()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
        await errors


async def memory_bot(home: Path, *arguments: str, stdin: str = "", **more: str) -> tuple[int, str, str]:
    """Run one command to its end; return exit code, standard output and standard error."""
    process = await asyncio.create_subprocess_exec(
        *_PROGRAM,
        *arguments,
        env=environment(home, **more),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    async with asyncio.timeout(PATIENCE):
        output, errors = await process.communicate(stdin.encode())
    assert process.returncode is not None
    return process.returncode, output.decode(), errors.decode()
