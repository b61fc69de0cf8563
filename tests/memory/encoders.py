"""A small deterministic encoder for tests: texts mean the same where they speak of the same things."""

from collections.abc import Sequence
from hashlib import blake2b
from threading import Event, Lock

import numpy as np
import numpy.typing as npt

from memory.terms import stems

DIMENSIONS = 96
_THINGS = ("steak meat pescatarian vegetarian", "tokyo japan kyoto", "guitar violin drum", "sprint agile scrum")


class FakeEncoder:
    """One direction for each thing and each other word; texts are the sums of theirs. Counts what it encodes."""

    def __init__(self, name: str = "fake", dimensions: int = DIMENSIONS) -> None:
        self.name = name
        self.dimensions = dimensions
        self.encoded: list[str] = []
        self.may_go_on = Event()
        self.may_go_on.set()
        self._inside = Lock()

    def encode(self, texts: Sequence[str]) -> npt.NDArray[np.float32]:
        """Return a vector of length 1 for each text; fails where two threads use it at once."""
        assert self._inside.acquire(blocking=False), "one thread at a time"
        try:
            assert self.may_go_on.wait(10)
            self.encoded += texts
            return np.stack([self._vector(text) for text in texts])
        finally:
            self._inside.release()

    def _vector(self, text: str) -> npt.NDArray[np.float32]:
        whole = np.zeros(self.dimensions)
        for word in stems(text) or [text]:
            place = next((n for n, things in enumerate(_THINGS) if word in stems(things)), None)
            seed = f"word {word}" if place is None else f"thing {place}"
            weight = 0.2 if place is None else 1.0
            random = np.random.default_rng(int.from_bytes(blake2b(seed.encode(), digest_size=8).digest()))
            direction = random.standard_normal(self.dimensions)
            whole += weight * direction / np.linalg.norm(direction)
        return (whole / np.linalg.norm(whole)).astype(np.float32)
