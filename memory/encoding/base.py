"""What turns texts into vectors: the protocol that encoders follow, what is typical of one, and what goes wrong."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np
import numpy.typing as npt

from memory.errors import MemoryBotError
from memory.index.vectors import Typical

Vectors = npt.NDArray[np.float32]
"""One row a text, each of length 1, so that the product of two is their cosine."""

INSTALL = "pip install 'memory-bot[encoder]'"
"""What to type where the extra is wanted and not there."""

_UNRELATED = (
    "The train to the coast leaves at seven.",
    "Prefers tabs over spaces",
    "My sister plays the violin.",
    "What should I cook tonight?",
    "The invoice was paid in March.",
    "Allergic to penicillin",
    "The roof of the old barn leaks.",
    "Where is the deployment runbook?",
    "Collects stamps from Portugal",
    "The cat sleeps on the radiator.",
    "Works from home on Fridays",
    "Who won the football match?",
)
"""Texts that have nothing to do with each other."""

_LEAST_SPREAD = 0.05


class Encoder(Protocol):
    """Turns texts into vectors. Used by one thread at a time; heavy parts are loaded when it is first used."""

    @property
    def name(self) -> str:
        """What the vectors are made by; those of another name are of no use to it."""
        ...

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Return a vector for each text, in order; no texts give no rows, an empty text any vector.

        Raises:
            EncoderModelError: If the model cannot be loaded.
        """
        ...


class MissingEncoderError(MemoryBotError):
    """An encoder is configured, and what runs it is not installed."""

    def __init__(self, model: str) -> None:
        self.model = model
        super().__init__(
            f"The encoder {model!r} needs sentence-transformers, which is not installed. "
            f"Run {INSTALL}, or unset memory.encoder to search by words alone."
        )


class EncoderModelError(MemoryBotError):
    """The model of an encoder is not there or cannot be loaded."""

    def __init__(self, model: str, problem: str) -> None:
        self.model, self.problem = model, problem
        super().__init__(
            f"The encoder {model!r} cannot be loaded: {problem}. "
            "Give memory.encoder the folder or the name of a sentence-transformers model, or unset it."
        )


def typical_of(encoder: Encoder) -> tuple[Typical, int]:
    """Return how alike texts look to this encoder that have nothing to do with each other, and its dimensions."""
    vectors = encoder.encode(_UNRELATED)
    cosines = (vectors @ vectors.T)[np.triu_indices(len(_UNRELATED), k=1)]
    return Typical(float(cosines.mean()), max(float(cosines.std()), _LEAST_SPREAD)), vectors.shape[1]
