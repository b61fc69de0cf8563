"""Patterns that are compiled when they are first tried: of some two thousand, a message tries a hundred or two."""

import re
import sys
from collections.abc import Callable, Iterator
from functools import cached_property

_END = sys.maxsize
_METHODS = ("search", "match", "fullmatch", "finditer", "findall", "split", "sub")


class LatePattern:
    """A pattern that the first search compiles. Its methods are those of `re.Pattern`.

    They raise re.error where the pattern does not compile. From the second call on they are the compiled pattern's own.

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
        compiled = re.compile(self.written, self._flags)
        for name in _METHODS:
            self.__dict__[name] = getattr(compiled, name)
        return compiled

    def search(self, string: str, start: int = 0, end: int = _END) -> re.Match[str] | None:
        return self.compiled.search(string, start, end)

    def match(self, string: str, start: int = 0, end: int = _END) -> re.Match[str] | None:
        return self.compiled.match(string, start, end)

    def fullmatch(self, string: str, start: int = 0, end: int = _END) -> re.Match[str] | None:
        return self.compiled.fullmatch(string, start, end)

    def finditer(self, string: str, start: int = 0, end: int = _END) -> Iterator[re.Match[str]]:
        return self.compiled.finditer(string, start, end)

    def findall(self, string: str, start: int = 0, end: int = _END) -> list[str]:
        return self.compiled.findall(string, start, end)

    def split(self, string: str, maxsplit: int = 0) -> list[str]:
        return self.compiled.split(string, maxsplit)

    def sub(self, repl: str | Callable[[re.Match[str]], str], string: str, count: int = 0) -> str:
        return self.compiled.sub(repl, string, count)
