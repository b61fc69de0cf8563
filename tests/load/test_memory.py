"""What the bot holds grows with what it is told to remember, and with nothing else."""

import gc
from itertools import pairwise
from pathlib import Path

from slack_sdk.web.async_client import AsyncWebClient

from bot.app import build_app
from bot.installing.workspaces import OneWorkspace
from bot.intake.intake import Intake
from bot.intake.journal import Journal
from bot.metrics import Metrics
from bot.parts import build_parts, utc_now
from bot.settings import load_settings
from bot.slack.directory import Directory
from tests.benchmarks.turn import AnsweringSlack, Message, through_bolt
from tests.load.people import QUESTIONS

TOLD = ("I live in Porto now", "my manager is Uma", "btw I really like dal")


def asked(count: int, *, first: int) -> list[Message]:
    """Return questions of one person, whose answers are known or not."""
    texts = [QUESTIONS[number % len(QUESTIONS)].format(work="the search page") for number in range(count)]
    return [("U0P01", text, f"{1_772_442_900 + first + number}.000100") for number, text in enumerate(texts)]


def held_objects() -> int:
    """Return how many objects the collector knows of, once what nobody holds is gone."""
    gc.collect()
    return len(gc.get_objects())


async def test_questions_leave_nothing_behind(tmp_path: Path) -> None:
    environ = {"MEMORY_BOT_HOME": str(tmp_path), "MEMORY_BOT_CONFIG": str(tmp_path / "none.toml")}
    settings = load_settings({**environ, "SLACK_BOT_TOKEN": "xoxb-1", "SLACK_SIGNING_SECRET": "s"})
    journal = Journal(tmp_path / "journal" / "turns.sqlite3", now=utc_now)
    parts, slack = build_parts(settings), AnsweringSlack()
    with slack.patched():
        client = AsyncWebClient(token="xoxb-1")
        intake = Intake(parts, journal, Directory(), Metrics())
        take = through_bolt(build_app(await OneWorkspace.known(settings, client, parts), intake))
        told = [("U0P01", text, f"{1_772_442_000 + number}.000100") for number, text in enumerate(TOLD)]
        for message in (*told, *asked(40, first=0)):
            await take(message)
        posts, held = slack.posts, [held_objects()]
        for first in (1000, 2000, 3000):
            for message in asked(80, first=first):
                await take(message)
            held.append(held_objects())
    journal.close()
    parts.book.close()

    assert slack.posts - posts == 240
    # What is still being written when it is counted comes and goes; what a question left behind grows every time.
    assert min(after - before for before, after in pairwise(held)) < 80
