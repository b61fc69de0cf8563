"""Whether the file system that a folder is on keeps locks between machines. Pure: reads the text of a mount table.

A home that two machines share is safe where a lock on one of them holds on the other. Some network file systems, and
some ways to mount the others, keep locks to the machine that takes them: taking one works, and means nothing.
"""

import re
from pathlib import Path

MOUNTS = Path("/proc/self/mountinfo")
"""Where Linux tells what is mounted; elsewhere nothing is known."""

_WITHOUT_LOCKS = frozenset(
    "davfs fuse.davfs2 fuse.gcsfuse fuse.geesefs fuse.goofys fuse.rclone fuse.s3fs fuse.sshfs".split()
)
_KEPT_HERE = {
    "nfs": re.compile(r"\b(?:nolock|local_lock=(?:all|flock|posix))\b"),
    "nfs4": re.compile(r"\b(?:nolock|local_lock=(?:all|flock|posix))\b"),
    "cifs": re.compile(r"\bnobrl\b"),
    "smb3": re.compile(r"\bnobrl\b"),
}
"""Options with which a network file system keeps locks to this machine."""
_ESCAPED = re.compile(r"\\([0-7]{3})")


def without_locks(table: str, path: Path) -> str | None:
    """Return the file system of a path, with the option that is to blame, if it keeps no locks between machines.

    Args:
        table: The text of `/proc/self/mountinfo`; what cannot be read in it is passed over.
        path: Where the folder is, links resolved.
    """
    best, found = -1, None
    for line in table.splitlines():
        mount, _, more = line.partition(" - ")
        fields, system = mount.split(), more.split()
        if len(fields) < 6 or len(system) < 3:
            continue
        place = Path(_ESCAPED.sub(lambda code: chr(int(code[1], 8)), fields[4]))
        if path.is_relative_to(place) and len(place.parts) >= best:
            best, found = len(place.parts), _problem(system[0], f"{fields[5]},{system[2]}")
    return found


def _problem(system: str, options: str) -> str | None:
    if system in _WITHOUT_LOCKS:
        return system
    blamed = _KEPT_HERE[system].search(options) if system in _KEPT_HERE else None
    return f"{system} with {blamed[0]}" if blamed else None
