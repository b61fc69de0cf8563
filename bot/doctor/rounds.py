"""All checks, in the order in which problems should be solved."""

import asyncio
from collections.abc import Callable
from datetime import datetime

from bot.doctor.findings import Finding, failure, fine
from bot.doctor.home import check_home
from bot.doctor.manifest import check_own_manifest
from bot.doctor.models import check_models
from bot.doctor.slack import check_slack
from bot.settings import Settings, config_path, environment
from memory.errors import MemoryBotError


def check_everything(load: Callable[[], Settings], *, now: datetime) -> list[Finding]:
    """Return the findings in the order in which problems should be solved. Never raises for what it looks at.

    Args:
        load: Returns the settings, or raises what is wrong with them.
        now: The time by this machine's clock, in UTC.
    """
    try:
        settings = load()
        path = config_path(environment())
    except MemoryBotError as error:
        return [failure("configuration", str(error))]
    read = f"{path} and the environment" if path.exists() else f"the environment; there is no {path}"
    return [
        fine("configuration", f"read from {read}"),
        *check_home(settings, now),
        *check_models(settings, now),
        check_own_manifest(settings),
        *asyncio.run(check_slack(settings, now)),
    ]
