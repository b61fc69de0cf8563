"""What a check finds."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class Level(StrEnum):
    """How it stands: right; not as it should be, though the bot works; or in the way of the bot."""

    OK = "ok"
    WARN = "warn"
    FAIL = "fail"


@dataclass(frozen=True, slots=True)
class Finding:
    """What one check found: the thing, how it stands, and a sentence that ends with what to do if it is not right."""

    what: str
    level: Level
    detail: str

    @property
    def ok(self) -> bool:
        """Whether the bot can work with it."""
        return self.level is not Level.FAIL

    def as_dict(self) -> dict[str, Any]:
        """Return the finding as JSON-ready data."""
        return {"what": self.what, "level": self.level.value, "ok": self.ok, "detail": self.detail}


def fine(what: str, detail: str) -> Finding:
    """Return that something is right."""
    return Finding(what, Level.OK, detail)


def warning(what: str, detail: str) -> Finding:
    """Return that something is not as it should be."""
    return Finding(what, Level.WARN, detail)


def failure(what: str, detail: str) -> Finding:
    """Return that something is in the way."""
    return Finding(what, Level.FAIL, detail)
