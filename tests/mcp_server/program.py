"""The real `memory-bot mcp`, started as clients start it."""

import asyncio
import json
import re
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from mcp import StdioServerParameters

from tests.e2e.harness import PATIENCE, environment

ROOT = Path(__file__).parents[2]
_START = ("-c", "from bot.cli import main; main()", "mcp")


def started(home: Path, *options: str, **variables: str) -> StdioServerParameters:
    """Return how a client starts the server over stdio."""
    env = environment(home, PYTHONPATH=str(ROOT), **variables)
    return StdioServerParameters(command=sys.executable, args=[*_START, *options], env=env, cwd=home.parent)


@asynccontextmanager
async def spoken_to(home: Path, *options: str) -> AsyncIterator[Callable[..., Awaitable[Any]]]:
    """Run the server over stdio; yield what sends it lines and returns the answer to the last one.

    A client that leaves is not answered any more, so it stays until it was. Whatever the server prints must be a line
    of the protocol, and none may follow when the client has left.
    """
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *_START,
        *options,
        env=environment(home, PYTHONPATH=str(ROOT)),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    sent_to, read_from = process.stdin, process.stdout
    assert sent_to is not None
    assert read_from is not None

    async def talk(*lines: Any) -> Any:
        for line in lines:
            sent_to.write(f"{line if isinstance(line, str) else json.dumps(line)}\n".encode())
        await sent_to.drain()
        async with asyncio.timeout(PATIENCE):
            while (answer := json.loads(await read_from.readline())).get("id") != lines[-1]["id"]:
                assert answer["jsonrpc"] == "2.0"
        return answer

    try:
        yield talk
        async with asyncio.timeout(PATIENCE):
            left, errors = await process.communicate(b"")
        assert (left, process.returncode) == (b"", 0), errors
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


@asynccontextmanager
async def listening(home: Path, *options: str, **variables: str) -> AsyncIterator[tuple[str, str]]:
    """Run the server over HTTP on a free port; yield its address and its token, and stop it after."""
    env = environment(home, PYTHONPATH=str(ROOT), **variables)
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *_START,
        *options,
        "--http",
        "--port",
        "0",
        env=env,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    assert process.stderr is not None
    try:
        async with asyncio.timeout(PATIENCE):
            address = (await process.stderr.readline()).decode()
            found = re.search(r"http://\S+", address)
            assert found is not None, address + (await process.stderr.read()).decode()
            token = variables.get("MEMORY_BOT_MCP_TOKEN")
            if token is None:
                token = (await process.stderr.readline()).decode().strip().removeprefix("Authorization: Bearer ")
        yield found[0], token
    finally:
        process.terminate()
        printed, _ = await process.communicate()
        assert printed == b""
        assert process.returncode in {0, -15}
