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
from memory.stores.open_files import KEPT, Opened, open_file

LOCK_TIMEOUT: Final = 30.0
"""Seconds to wait for another process before giving up."""
_POLL_SECONDS: Final = 0.002
_TAKEN: Final = {errno.EWOULDBLOCK, errno.EAGAIN, errno.EACCES}


class FileLocked:
    """A lock between processes, as a context manager. The lock file stays; threads need a lock of their own.

    A free lock is taken with one system call on a file that is kept open, because it is taken for every entry;
    `filelock` waits for one that is not. Both lock the same file in the same way. With a `home`, the folder of the file
    is made if it is not there. Entering raises `StoreError` when the file cannot be made or lies behind a symbolic link
    inside the home, the file system has no locks, or another process keeps it for longer than `LOCK_TIMEOUT`.
    """

    def __init__(self, path: Path, timeout: float = LOCK_TIMEOUT, *, home: Path | None = None) -> None:
        self._path, self._timeout, self._home = path, timeout, home
        self._name = str(path)
        self._file: Opened | None = None
        self._waiting: BaseFileLock | None = None

    def __enter__(self) -> None:
        self.acquire()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()

    def acquire(self) -> None:
        """Take the lock; raises as entering does."""
        try:
            self._file = self._take_if_free()
            if self._file is None:
                self._wait()
        except Timeout as error:
            problem = f"another process has held this lock for {self._timeout:g} seconds"
            raise StoreError(self._path, problem, "Find it with `fuser` and end it, or try again.") from error
        except OSError as error:
            raise files.refusal(self._path, error) from error

    def release(self) -> None:
        """Let go of the lock."""
        if self._file is not None:
            fcntl.flock(self._file.descriptor, fcntl.LOCK_UN)
            KEPT.give(self._name, self._file)
            self._file = None
        elif self._waiting is not None:
            self._waiting.release()

    def _take_if_free(self) -> Opened | None:
        """Return the file that holds the lock, or None if someone else does."""
        while True:
            file = KEPT.take(self._name) or self._open()
            try:
                fcntl.flock(file.descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                file.close()
                if error.errno in _TAKEN:
                    return None
                raise
            if file.status_at(self._name) is not None:
                return file
            file.close()  # it was removed, or another put in its place

    def _open(self) -> Opened:
        flags = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC
        if self._home is not None:
            files.check_way(self._path.parent, self._home)
        try:
            return open_file(self._path, flags, files.FILE_MODE)
        except FileNotFoundError:
            if self._home is None:
                raise
            files.make_folder(self._path.parent, self._home)
            return open_file(self._path, flags, files.FILE_MODE)

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
