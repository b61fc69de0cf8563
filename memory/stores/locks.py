"""Locks between processes."""

from pathlib import Path
from types import TracebackType
from typing import Final

from filelock import BaseFileLock, FileLock, Timeout

from memory.errors import StoreError
from memory.stores import files

LOCK_TIMEOUT: Final = 30.0
"""Seconds to wait for another process before giving up."""
_POLL_SECONDS: Final = 0.002


class FileLocked:
    """A lock between processes, as a context manager. The lock file stays; threads need a lock of their own.

    Entering raises `StoreError` when the file cannot be made, the file system has no locks, or another process keeps it
    for longer than `LOCK_TIMEOUT`.
    """

    def __init__(self, path: Path, timeout: float = LOCK_TIMEOUT) -> None:
        self._path, self._timeout = path, timeout
        self._lock: BaseFileLock = FileLock(
            path,
            timeout=timeout,
            mode=files.FILE_MODE,
            thread_local=False,
            poll_interval=_POLL_SECONDS,
            fallback_to_soft=False,
            preserve_lock_file=True,
        )

    def __enter__(self) -> None:
        with files.disk_errors(self._path):
            try:
                self._lock.acquire()
            except Timeout as error:
                problem = f"another process has held this lock for {self._timeout:g} seconds"
                raise StoreError(self._path, problem, "Find it with `fuser` and end it, or try again.") from error

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._lock.release()
