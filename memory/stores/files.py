"""Careful file handling for a home: private modes, no symbolic links, all or nothing, and errors that say what to do.

Every function raises `StoreError` where the system refuses; whatever was stored before is then still there.
"""

import errno
import fcntl
import os
import stat
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from memory.errors import StoreError
from memory.stores.open_files import KEPT, Opened, open_file

FOLDER_MODE: Final = 0o700
FILE_MODE: Final = 0o600
Signature = tuple[int, int, int]
"""What tells that a file changed: its modification time in nanoseconds, its size and its inode."""

_NEXT_STEPS: Final = {
    errno.ENOSPC: "Free some space on that disk; nothing that was stored is lost.",
    errno.EDQUOT: "Free some space or raise the quota; nothing that was stored is lost.",
    errno.EROFS: "Mount it writable, or point MEMORY_BOT_HOME at another folder.",
    errno.EACCES: "Give this user the right to write there, or point MEMORY_BOT_HOME at another folder.",
    errno.EPERM: "Give this user the right to write there, or point MEMORY_BOT_HOME at another folder.",
    errno.EIO: "The disk may be failing: check it and copy the folder to another one.",
    errno.ENOTDIR: "Move the file that stands where a folder should be.",
    errno.EISDIR: "Move the folder that stands where a file should be.",
    errno.ELOOP: "It is a symbolic link; memory-bot does not follow links inside its home. Put the file itself there.",
    errno.ENOSYS: "This file system has no locks between processes: put the home on a local disk.",
    errno.EMFILE: "Raise the limit of open files (ulimit -n).",
}


@contextmanager
def disk_errors(path: Path) -> Iterator[None]:
    """Turn an `OSError` of the body into a `StoreError` about `path` with the next step."""
    try:
        yield
    except OSError as error:
        raise refusal(path, error) from error


def refusal(path: Path, error: OSError) -> StoreError:
    """Return what to raise when the system refuses something about a file."""
    step = _NEXT_STEPS.get(error.errno or 0, "Check the folder and its permissions.")
    return StoreError(path, error.strerror or str(error), step)


def make_folder(path: Path, home: Path) -> None:
    """Create a folder below (or equal to) `home` with its parents, for this user only.

    Raises:
        StoreError: If a part of the way is a symbolic link or a file, or the disk refuses.
    """
    if path != home:
        make_folder(path.parent, home)
    with disk_errors(path):
        try:
            path.mkdir(mode=FOLDER_MODE, parents=path == home)
        except FileExistsError:
            check_folder(path, home)


def check_folder(path: Path, home: Path) -> None:
    """Check that `path` is a folder and, unless it is the home itself, no symbolic link.

    Raises:
        StoreError: If it is something else.
    """
    with disk_errors(path):
        mode = (os.stat if path == home else os.lstat)(path).st_mode
        if stat.S_ISLNK(mode):
            raise OSError(errno.ELOOP, "Symbolic link", str(path))
        if not stat.S_ISDIR(mode):
            raise OSError(errno.ENOTDIR, "Not a folder", str(path))


def check_way(path: Path, home: Path) -> None:
    """Check that no part of the way from the home to `path` is a symbolic link or a file, as far as it is there.

    Raises:
        StoreError: If one is.
    """
    if path != home:
        check_way(path.parent, home)
    if path.exists() or path.is_symlink():
        check_folder(path, home)


def signature(status: os.stat_result) -> Signature:
    """Return what to compare to know whether the file changed."""
    return (status.st_mtime_ns, status.st_size, status.st_ino)


def read_file(path: Path, start: int = 0, end: int | None = None) -> tuple[bytes, os.stat_result]:
    """Return the bytes of a file from an offset on (up to another, or its end), and its status when they were read.

    Raises:
        StoreError: If it is missing, a symbolic link, or cannot be read.
    """
    with disk_errors(path):
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC)
        try:
            status = os.fstat(descriptor)
            if not stat.S_ISREG(status.st_mode):
                raise OSError(errno.EISDIR if stat.S_ISDIR(status.st_mode) else errno.EINVAL, "Not a regular file")
            chunks = []
            offset, end = start, status.st_size if end is None else min(end, status.st_size)
            while offset < end and (chunk := os.pread(descriptor, end - offset, offset)):
                chunks.append(chunk)
                offset += len(chunk)
            return b"".join(chunks), status
        finally:
            os.close(descriptor)


def read_text(path: Path) -> str:
    """Return the text of a file, stripped; "" if it is missing. Bytes that are no UTF-8 are shown as `�`."""
    if not path.exists():
        return ""
    return read_file(path)[0].decode("utf-8", errors="replace").removeprefix("\ufeff").strip()


def append(path: Path, data: bytes, *, sync: bool, known: Signature | None = None) -> os.stat_result:
    """Write `data` at the end of a file in one go; return its status afterwards.

    With `sync` it is on the disk when this returns, a new file's name included. If the disk refuses midway, the file
    is cut back to where it ended. It is kept open for the next time; `known` is what it is now, if that is known, and
    tells whether what was kept is still it.
    """
    try:
        file, created = KEPT.take(name := str(path)), False
        if file is None or known is None or file.inode != known[2]:
            if file is not None:
                file.close()
            known = None
            file, created = _open_for_append(path)
        try:
            size = known[1] if known is not None else os.fstat(file.descriptor).st_size
            append_to(file.descriptor, data, size, sync=sync)
            if created and sync:
                sync_folder(path.parent)
            status = os.fstat(file.descriptor)
        except BaseException:
            file.close()
            raise
    except OSError as error:
        raise refusal(path, error) from error
    KEPT.give(name, file)
    return status


def open_for_append(path: Path, top: Callable[[], str]) -> tuple[Opened, int]:
    """Open a file to append to, with `top` at its head if that creates it; return it and its size.

    A file that was kept open is taken; `KEPT.give` keeps it again.

    Raises:
        OSError: If the system refuses.
    """
    file = KEPT.take(name := str(path))
    if file is not None:
        if (status := file.status_at(name)) is not None:
            return file, status.st_size
        file.close()
    file, created = _open_for_append(path)
    try:
        if created:
            append_to(file.descriptor, top().encode(), 0, sync=False)
        return file, os.fstat(file.descriptor).st_size
    except BaseException:
        file.close()
        raise


def append_to(descriptor: int, data: bytes, size: int, *, sync: bool) -> None:
    """Write `data` at the end of an open file of this size, or leave it as it was."""
    try:
        if os.write(descriptor, data) < len(data):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        if sync:
            os.fsync(descriptor)
    except OSError:
        os.ftruncate(descriptor, size)
        raise


def append_shared(path: Path, data: bytes, *, keep: bool = False) -> int:
    """Append to a file that many append to, without waiting for the disk; return its size afterwards.

    Whoever holds the file `exclusively` is waited for. With `keep` it is kept open for the next time.
    """
    name = str(path)
    file = KEPT.take(name) if keep else None
    try:
        while True:
            if file is None:
                file, _ = _open_for_append(path)
            try:
                fcntl.flock(file.descriptor, fcntl.LOCK_EX)
                status = file.status_at(name)
                if status is not None:
                    append_to(file.descriptor, data, status.st_size, sync=False)
                    fcntl.flock(file.descriptor, fcntl.LOCK_UN)
                    break
            except BaseException:
                file.close()
                raise
            file.close()
            file = None
    except OSError as error:
        raise refusal(path, error) from error
    if keep:
        KEPT.give(name, file)
    else:
        file.close()
    return status.st_size + len(data)


@contextmanager
def exclusively(path: Path) -> Iterator[None]:
    """Keep everyone from appending to a file while it is replaced or renamed; nothing to hold if it is not there."""
    with disk_errors(path):
        try:
            descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC)
        except FileNotFoundError:
            yield
            return
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX)
            yield
        finally:
            os.close(descriptor)


def cut(path: Path, size: int) -> os.stat_result:
    """Shorten a file to `size` bytes; return its status afterwards."""
    with disk_errors(path):
        descriptor = os.open(path, os.O_WRONLY | os.O_NOFOLLOW | os.O_CLOEXEC)
        try:
            os.ftruncate(descriptor, size)
            os.fsync(descriptor)
            return os.fstat(descriptor)
        finally:
            os.close(descriptor)


def replace_file(path: Path, data: bytes, *, sync: bool) -> os.stat_result:
    """Put `data` in place of a file's content through a uniquely named temporary file beside it; all or nothing."""
    with disk_errors(path):
        descriptor, temporary = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".tmp", dir=path.parent)
        try:
            try:
                _write_all(descriptor, data)
                if sync:
                    os.fsync(descriptor)
                status = os.fstat(descriptor)
            finally:
                os.close(descriptor)
            os.replace(temporary, path)  # noqa: PTH105 - no Path object is at hand, and this is a hot path
        except BaseException:
            Path(temporary).unlink(missing_ok=True)
            raise
        if sync:
            sync_folder(path.parent)
        return status


def remove_file(path: Path) -> bool:
    """Remove a file or a symbolic link; return whether there was one."""
    with disk_errors(path):
        try:
            path.unlink()
        except FileNotFoundError:
            return False
        return True


def sync_folder(path: Path) -> None:
    """Put the names in a folder on the disk."""
    descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _open_for_append(path: Path) -> tuple[Opened, bool]:
    flags = os.O_WRONLY | os.O_APPEND | os.O_NOFOLLOW | os.O_CLOEXEC
    try:
        return open_file(path, flags, FILE_MODE), False
    except FileNotFoundError:
        return open_file(path, flags | os.O_CREAT, FILE_MODE), True


def _write_all(descriptor: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(descriptor, rest) :]
