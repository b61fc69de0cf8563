"""A simulated death of the program: at a chosen system call that changes a file it stops, and does nothing more.

A write may get part of its bytes out before it dies. Locks are let go, as the kernel does.
"""

import os
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

CHANGING = ("write", "fsync", "ftruncate", "replace", "rename", "unlink", "mkdir", "rmdir", "open", "symlink")


class Died(BaseException):
    """The program is dead. Not an `Exception`: nothing may handle it."""


class Death:
    """Counts the calls that change something, and dies at number `at` (from 1), having written `part` of its bytes."""

    def __init__(self, at: int, part: float = 0.0) -> None:
        self.at, self.part = at, part
        self.calls = 0

    def meets(self, name: str, real: Callable[..., Any], args: tuple[Any, ...], more: dict[str, Any]) -> Any:
        """Make the call, or die."""
        if not _changes(name, args, more):
            return real(*args, **more)
        self.calls += 1
        if self.calls < self.at:
            return real(*args, **more)
        if self.calls == self.at and name == "write":
            data = bytes(args[1])
            real(args[0], data[: int(len(data) * self.part)])
        raise Died(name)


@contextmanager
def dying(death: Death) -> Iterator[None]:
    """Let the body meet its death; `Died` stays inside."""
    real = {name: getattr(os, name) for name in CHANGING}

    def made(name: str) -> Callable[..., Any]:
        return lambda *args, **more: death.meets(name, real[name], args, more)

    for name in CHANGING:
        setattr(os, name, made(name))
    try:
        yield
    except Died:
        pass
    finally:
        for name in CHANGING:
            setattr(os, name, real[name])


def _changes(name: str, args: tuple[Any, ...], more: dict[str, Any]) -> bool:
    if name == "open":
        flags = args[1] if len(args) > 1 else more.get("flags", 0)
        return bool(flags & (os.O_CREAT | os.O_TRUNC)) and not str(args[0]).endswith(".lock")
    if name in {"write", "fsync", "ftruncate"}:
        return stat.S_ISREG(os.fstat(args[0]).st_mode)
    return True
