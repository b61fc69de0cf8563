"""Patterns that are compiled when they are first tried: most of them never are."""

import re
from functools import cached_property


class LatePattern:
    """A pattern as it is `written`, which the first search compiles.

    Its methods are those of `re.Pattern`. They raise re.error where the pattern does not compile.
    """

    def __init__(self, written: str, flags: int = 0) -> None:
        self.written = written
        self._flags = flags

    @cached_property
    def compiled(self) -> re.Pattern[str]:
        """The pattern, compiled."""
        return re.compile(self.written, self._flags)

    def search(self, string: str, start: int = 0, end: int | None = None) -> re.Match[str] | None:
        return self.compiled.search(string, start, len(string) if end is None else end)

    def match(self, string: str) -> re.Match[str] | None:
        return self.compiled.match(string)

    def fullmatch(self, string: str) -> re.Match[str] | None:
        return self.compiled.fullmatch(string)
