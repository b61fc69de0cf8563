"""Patterns that are compiled when they are first tried: most of them never are."""

import re
from collections.abc import Callable, Iterator
from functools import cached_property


class LatePattern:
    """A pattern that the first search compiles. Its methods are those of `re.Pattern`.

    They raise re.error where the pattern does not compile.

    Args:
        given: The pattern.
        flags: Those of `re.compile`.
        written_out: Makes of what was given the pattern that is compiled; it is that by default.
    """

    def __init__(self, given: str, flags: int = 0, *, written_out: Callable[[str], str] | None = None) -> None:
        self._given, self._flags, self._written_out = given, flags, written_out

    @cached_property
    def written(self) -> str:
        """The pattern as it is compiled."""
        return self._written_out(self._given) if self._written_out else self._given

    @cached_property
    def compiled(self) -> re.Pattern[str]:
        """The pattern, compiled."""
        return re.compile(self.written, self._flags)

    def search(self, string: str, start: int = 0, end: int | None = None) -> re.Match[str] | None:
        return self.compiled.search(string, start, len(string) if end is None else end)

    def match(self, string: str, start: int = 0) -> re.Match[str] | None:
        return self.compiled.match(string, start)

    def fullmatch(self, string: str) -> re.Match[str] | None:
        return self.compiled.fullmatch(string)

    def finditer(self, string: str) -> Iterator[re.Match[str]]:
        return self.compiled.finditer(string)

    def sub(self, instead: str | Callable[[re.Match[str]], str], string: str, count: int = 0) -> str:
        return self.compiled.sub(instead, string, count)
