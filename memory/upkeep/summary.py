"""What a task of upkeep tells when it is done, and while it works."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

Progress: TypeAlias = Callable[[int, int], None]
"""Called with how much is done and how much there is to do, in the task's own unit."""

_OF_ONE = {"memories": "memory", "people": "person", "entries": "entry"}


def quiet(_done: int, _total: int) -> None:
    """Tell nobody how far a task is."""


@dataclass(slots=True)
class Summary:
    """What a task did, or would do in a dry run: counts by what was counted, and sentences without anyone's words."""

    task: str
    dry_run: bool = False
    counts: dict[str, int] = field(default_factory=dict)
    told: list[str] = field(default_factory=list)

    def count(self, what: str, number: int = 1) -> None:
        """Add to a count."""
        self.counts[what] = self.counts.get(what, 0) + number

    def done(self) -> str:
        """Return what was counted in words, such as "1,200 memories, 1 person"; "nothing to do" where nothing was."""
        counted = ", ".join(_counted(number, what) for what, number in self.counts.items() if number)
        return counted or ("as told" if self.told else "nothing to do")


def _counted(number: int, what: str) -> str:
    return f"1 {_OF_ONE.get(what, what.removesuffix('s'))}" if number == 1 else f"{number:,} {what}"
