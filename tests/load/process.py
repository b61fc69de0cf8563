"""A bot in a process of its own, and what the system tells of it: memory and processor time."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from bot.local_slack.server import LocalWorkspace
from tests.e2e.harness import PATIENCE, environment

OURS = (sys.executable, "-c", "from bot.cli import main; main()", "run")
ECHO = (sys.executable, "-m", "tests.load.echo")
_TICKS = os.sysconf("SC_CLK_TCK")


class Running:
    """A running bot."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    def rss(self) -> float:
        """Return the memory that it holds, in MB."""
        for line in Path(f"/proc/{self._process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) / 1024
        return 0.0

    def seconds(self) -> float:
        """Return how long it has used a processor, all threads together."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / _TICKS

    async def stop(self) -> int:
        """Ask it to stop, as whoever runs services does; return its exit code."""
        self._process.terminate()
        async with asyncio.timeout(PATIENCE):
            return await self._process.wait()


@asynccontextmanager
async def started(
    program: Sequence[str], workspace: LocalWorkspace, home: Path, *, port: int | None
) -> AsyncIterator[Running]:
    """Start a bot for a workspace; what it logs goes to a file beside the home. It is killed at the end if need be.

    Args:
        port: Where it listens for HTTP; Socket Mode without.
    """
    tokens = {
        "SLACK_API_URL": workspace.api_url,
        "SLACK_BOT_TOKEN": workspace.bot_token,
        "SLACK_APP_TOKEN": workspace.app_token,
        "SLACK_SIGNING_SECRET": workspace.signing_secret,
        **({"MEMORY_BOT_PORT": str(port)} if port else {}),
    }
    options = [] if port is None else ["--http"] if program is OURS else [str(port)]
    with (home.parent / f"{home.name}.log").open("ab") as log:
        process = await asyncio.create_subprocess_exec(
            *program, *options, env=environment(home, **tokens), stdout=log, stderr=log
        )
        try:
            yield Running(process)
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
