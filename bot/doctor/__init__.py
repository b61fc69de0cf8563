"""Checks of an installation: each looks at one thing and says what to do when it is not right."""

from bot.doctor.findings import Finding, Level
from bot.doctor.rounds import check_everything

__all__ = ["Finding", "Level", "check_everything"]
