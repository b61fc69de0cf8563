"""Upkeep on a schedule inside the running bot: what has had its time goes each night, duplicates each week.

A home that was put back from an old backup is brought up to date each night too, and each week the pages and what else
follows from the logs are made anew. Shortly after the start the tables of other languages are looked through.

The clock is UTC, and a run that was missed because the bot was off is made up for at the next one.
"""

import asyncio
import logging
from collections.abc import Callable
from datetime import timedelta

from apscheduler.schedulers.asyncio import AsyncIOScheduler

from bot.errors import outline
from bot.intake.journal import Journal
from bot.parts import Parts, utc_now
from bot.policy import retention_by_team
from extractors.message import Message
from extractors.other_languages.language_tables import LanguageTableError, languages
from memory.opening import bring_up_to_date
from memory.records import Candidate, Episode
from memory.upkeep.gc import collect
from memory.upkeep.reflect import reflect
from memory.upkeep.reindex import reindex
from memory.upkeep.summary import Summary

_LOG = logging.getLogger(__name__)

LATE_SECONDS = 6 * 3600
"""How late a run may start, as after a night in which the machine slept."""
_SETTLED = timedelta(seconds=30)
"""After the start, when whoever waited for the bot has been answered."""


def schedule(parts: Parts, journal: Journal) -> AsyncIOScheduler:
    """Return a scheduler, not started, that migrates and tidies from 03:00 on each day; on Sundays it does the rest."""
    scheduler = AsyncIOScheduler(timezone="UTC")
    nightly: dict[str, object] = {"hour": 3}
    weekly: dict[str, object] = {"day_of_week": "sun", "hour": 4}
    jobs: list[tuple[str, Callable[[], Summary], dict[str, object]]] = [
        ("memory_migrate", lambda: modernise(parts), nightly | {"minute": 0}),
        ("memory_gc", lambda: tidy(parts, journal), nightly | {"minute": 30}),
        ("memory_reflect", lambda: think_back(parts), weekly | {"minute": 0}),
        ("memory_reindex", lambda: reindex(parts.book, keep_index=True), weekly | {"minute": 30}),
    ]
    for name, task, when in jobs:
        scheduler.add_job(run, "cron", args=[task], id=name, coalesce=True, misfire_grace_time=LATE_SECONDS, **when)
    soon = utc_now() + _SETTLED
    scheduler.add_job(check_languages, "date", id="languages", run_date=soon, misfire_grace_time=LATE_SECONDS)
    return scheduler


async def check_languages() -> None:
    """Look through the tables of other languages beside whatever is going on, and log which cannot be used."""
    for language in await asyncio.to_thread(languages):
        try:
            await asyncio.to_thread(language.check)
        except LanguageTableError as error:
            _LOG.warning("Messages in %r cannot be read: %s", language.name, error)
        except asyncio.CancelledError:
            return  # the bot stops; the scheduler would log it as a failure


async def run(task: Callable[[], Summary]) -> None:
    """Do one task beside the conversations, and log what it did; a failing one is logged and does no other harm."""
    try:
        summary = await asyncio.to_thread(task)
    except Exception as error:  # noqa: BLE001 - upkeep must never stop the bot
        _LOG.error("Upkeep failed: %s", outline(error))
        return
    _LOG.info("Upkeep %s: %s.", summary.task, summary.done())


def modernise(parts: Parts) -> Summary:
    """Bring a home of an older schema up to date, unless that is left to people."""
    home, auto = parts.settings.home, parts.settings.memory.schema_auto_migrate
    return bring_up_to_date(home, now=utc_now, dry_run=not auto)


def tidy(parts: Parts, journal: Journal) -> Summary:
    """Drop what has had its time: old episodes and backups, leftovers, keys of long finished turns."""
    summary = collect(parts.book, now=utc_now(), retention_of=retention_by_team(parts.policies))
    summary.count("finished turns", journal.trim())
    return summary


def think_back(parts: Parts) -> Summary:
    """Collapse duplicates, promote what was said often, flag what may be over."""
    return reflect(parts.book, now=utc_now(), extract=reader(parts))


def reader(parts: Parts) -> Callable[[Episode], list[Candidate]]:
    """Return a function that reads an old turn as it would be read today."""

    def read(episode: Episode) -> list[Candidate]:
        us = parts.bot_in(episode.person.team_id) if episode.person else None
        return parts.extractor.extract(Message(text=episode.text, sent_at=episode.at, bot_user_id=us))

    return read
