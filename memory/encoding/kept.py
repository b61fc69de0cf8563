"""The vectors of a workspace on disk, so that they need not be made anew at each start. Disposable.

One file, rows of one size: a digest of the text, then its vector in half precision. What is appended is never changed;
whoever erases a memory for good removes the file.
"""

from collections.abc import Iterable, Mapping
from hashlib import blake2b
from pathlib import Path

import numpy as np
import numpy.typing as npt

from memory.stores import files

_KEY_BYTES = 16
_SUFFIX = ".vectors"


def key_of(text: str) -> bytes:
    """Return what a text is found by."""
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=_KEY_BYTES).digest()


class KeptVectors:
    """The vectors that one encoder made of the texts of one workspace. Several processes may append."""

    def __init__(self, folder: Path, team_id: str, encoder: str, dimensions: int) -> None:
        made_by = blake2b(f"{encoder}\0{dimensions}".encode(), digest_size=6).hexdigest()
        self._path = folder / f"{team_id}-{made_by}{_SUFFIX}"
        self._others = f"{team_id}-*{_SUFFIX}"
        self._row = np.dtype([("key", f"V{_KEY_BYTES}"), ("vector", np.float16, (dimensions,))])
        self._read = 0
        self._found: dict[bytes, npt.NDArray[np.float16]] = {}

    @property
    def is_there(self) -> bool:
        """Whether there is a file: not before the first vector, nor once somebody erased what it was made of."""
        return self._path.exists()

    def look_up(self, texts: Iterable[str]) -> Mapping[str, npt.NDArray[np.float32]]:
        """Return the vectors of those texts that have one, also those other processes have kept since.

        Raises:
            StoreError: If the disk refuses.
        """
        self._follow()
        keys = {text: key_of(text) for text in texts}
        return {text: self._found[key].astype(np.float32) for text, key in keys.items() if key in self._found}

    def append(self, vectors: Mapping[str, npt.NDArray[np.float32]], home: Path) -> None:
        """Keep the vectors of some texts; the caller makes sure that the texts are not being erased.

        Raises:
            StoreError: If the disk refuses.
        """
        if not vectors:
            return
        rows = np.zeros(len(vectors), dtype=self._row)
        rows["key"] = np.frombuffer(b"".join(map(key_of, vectors)), dtype=f"V{_KEY_BYTES}")
        rows["vector"] = np.stack(list(vectors.values()))
        files.make_folder(self._path.parent, home)
        files.append_shared(self._path, rows.tobytes())

    def tidy(self) -> None:
        """Remove the files of other encoders, and this one where a crash left part of a row.

        Raises:
            StoreError: If the disk refuses.
        """
        for path in self._path.parent.glob(self._others):
            if path != self._path or path.stat().st_size % self._row.itemsize:
                files.remove_file(path)

    def forget(self) -> None:
        """Drop what was read, which is in use now; rows appended later are still followed."""
        self._found.clear()

    def _follow(self) -> None:
        try:
            size = self._path.stat().st_size
        except FileNotFoundError:
            self._read = 0
            self._found.clear()
            return
        if size < self._read:
            self._read = 0
        if size == self._read:
            return
        data = files.read_file(self._path, self._read, size)[0]
        rows = np.frombuffer(data[: len(data) - len(data) % self._row.itemsize], dtype=self._row)
        self._read += rows.nbytes
        self._found.update(zip((key.tobytes() for key in rows["key"]), rows["vector"], strict=True))
