"""Locks between processes."""

import errno
import fcntl
import os
from pathlib import Path
from types import TracebackType
from typing import Final

from filelock import BaseFileLock, FileLock, Timeout

from memory.errors import StoreError
from memory.stores import files

LOCK_TIMEOUT: Final = 30.0
"""Seconds to wait for another process before giving up."""
_POLL_SECONDS: Final = 0.002
_TAKEN: Final = {errno.EWOULDBLOCK, errno.EAGAIN, errno.EACCES}


class FileLocked:
    """A lock between processes, as a context manager. The lock file stays; threads need a lock of their own.

    A free lock is taken with one system call, because it is taken for every entry; `filelock` waits for one that is
    not. Both lock the same file in the same way. Entering raises `StoreError` when the file cannot be made, the file
    system has no locks, or another process keeps it for longer than `LOCK_TIMEOUT`.
    """

    def __init__(self, path: Path, timeout: float = LOCK_TIMEOUT) -> None:
        self._path, self._timeout = path, timeout
        self._descriptor: int | None = None
        self._waiting: BaseFileLock | None = None

    def __enter__(self) -> None:
        try:
            self._descriptor = _take_if_free(self._path)
            if self._descriptor is None:
                self._wait()
        except Timeout as error:
            problem = f"another process has held this lock for {self._timeout:g} seconds"
            raise StoreError(self._path, problem, "Find it with `fuser` and end it, or try again.") from error
        except OSError as error:
            raise files.refusal(self._path, error) from error

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None
        elif self._waiting is not None:
            self._waiting.release()

    def _wait(self) -> None:
        if self._waiting is None:
            self._waiting = FileLock(
                self._path,
                timeout=self._timeout,
                mode=files.FILE_MODE,
                thread_local=False,
                poll_interval=_POLL_SECONDS,
                fallback_to_soft=False,
                preserve_lock_file=True,
            )
        self._waiting.acquire()


def _take_if_free(path: Path) -> int | None:
    """Return the descriptor that holds the lock, or None if someone else does or the file was removed meanwhile."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, files.FILE_MODE)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if os.fstat(descriptor).st_nlink:
            return descriptor
    except OSError as error:
        if error.errno not in _TAKEN:
            os.close(descriptor)
            raise
    os.close(descriptor)
    return None
