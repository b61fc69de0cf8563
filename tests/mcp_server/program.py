"""The real `memory-bot mcp`, started as clients start it."""

import asyncio
import re
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from mcp import StdioServerParameters

from tests.e2e.harness import PATIENCE, environment

ROOT = Path(__file__).parents[2]
_START = ("-c", "from bot.cli import main; main()", "mcp")


def started(home: Path, *options: str, **variables: str) -> StdioServerParameters:
    """Return how a client starts the server over stdio."""
    env = environment(home, PYTHONPATH=str(ROOT), **variables)
    return StdioServerParameters(command=sys.executable, args=[*_START, *options], env=env, cwd=home.parent)


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
