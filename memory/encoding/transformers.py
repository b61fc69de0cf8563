"""An encoder of sentence-transformers: a model in a folder, or one by its name. Loaded when it is first used."""

import logging
from collections.abc import Sequence
from hashlib import blake2b
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from memory.encoding.base import EncoderModelError, MissingEncoderError, Vectors

_LIBRARY = "sentence_transformers"

MOST_CHARS = 2_000
"""Characters of a text that are encoded; models read only a few hundred words anyway."""


class SentenceTransformer:
    """A model on the processor. Raises what `checked_model` raises, at once."""

    def __init__(self, model: str) -> None:
        self._model = checked_model(model)
        self._loaded: Any = None

    @property
    def name(self) -> str:
        """The model and, where it is a folder, what its files are, so that another one put there is another one."""
        folder = Path(self._model)
        if not folder.is_dir():
            return self._model
        listed = sorted((str(p.relative_to(folder)), p.stat().st_size) for p in folder.rglob("*") if p.is_file())
        return f"{folder.name} {blake2b(repr(listed).encode(), digest_size=8).hexdigest()}"

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Return a vector of length 1 for each text.

        Raises:
            EncoderModelError: If the model cannot be loaded.
        """
        if self._loaded is None:
            self._loaded = _load(self._model)
        cut = [text[:MOST_CHARS] for text in texts]
        found = self._loaded.encode(cut, batch_size=64, normalize_embeddings=True, show_progress_bar=False)
        return np.asarray(found, dtype=np.float32).reshape(len(cut), -1)


def checked_model(model: str) -> str:
    """Return a model's folder, made absolute, or its name, without loading anything.

    Raises:
        MissingEncoderError: If sentence-transformers is not installed.
        EncoderModelError: If it is written as a path and no such folder is there.
    """
    if find_spec(_LIBRARY) is None:
        raise MissingEncoderError(model)
    path = Path(model).expanduser()
    if path.is_dir():
        return str(path.absolute())
    if model.startswith((".", "/", "~")):
        raise EncoderModelError(model, "there is no such folder")
    return model


def _load(model: str) -> Any:
    sentence_transformers = import_module(_LIBRARY)  # brings torch, which takes seconds
    logging.getLogger(_LIBRARY).setLevel(logging.WARNING)
    try:
        return sentence_transformers.SentenceTransformer(model, device="cpu")
    except (OSError, ValueError, KeyError, RuntimeError, ImportError) as error:
        raise EncoderModelError(model, f"{type(error).__name__}: {str(error).splitlines()[0][:200]}") from error
