"""Make the static word vectors of the judge from the input embeddings of a small sentence encoder.

    python -m extractors.training.judge_vectors FOLDER

FOLDER holds `model.safetensors` and `tokenizer.json` of a BERT-like encoder with a word-piece vocabulary; which one the
vectors that ship were made from stands in `extractors/weights/ATTRIBUTION.md`. Nothing of this runs with the bot.
"""

import json
import struct
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from extractors.judge import WEIGHTS
from memory.errors import InvalidValueError

Floats = npt.NDArray[np.float32]
WIDTH = 64
TARGET = WEIGHTS.with_name("vectors.npz")
EMBEDDINGS = "embeddings.word_embeddings.weight"


def embeddings(path: Path) -> Floats:
    """Return the input embeddings in a safetensors file, one row a token.

    Raises:
        InvalidValueError: If the file holds no 32-bit embeddings of that name.

    Source: the safetensors format: 8 bytes of header length, a JSON header, then the tensors.
    """
    content = path.read_bytes()
    (length,) = struct.unpack("<Q", content[:8])
    header: Mapping[str, dict[str, Any]] = json.loads(content[8 : 8 + length])
    found = next((entry for name, entry in header.items() if name.endswith(EMBEDDINGS)), None)
    if found is None or found["dtype"] != "F32":
        raise InvalidValueError("file", path.name, f"It has to hold {EMBEDDINGS} as 32-bit floats.")
    start, end = found["data_offsets"]
    raw = content[8 + length + start : 8 + length + end]
    table: Floats = np.frombuffer(raw, dtype=np.float32).reshape(found["shape"])
    return table


def reduced(table: Floats, width: int = WIDTH) -> Floats:
    """Return the rows layer-normalised, along their `width` principal components, each of unit length."""
    normal = (table - table.mean(axis=1, keepdims=True)) / (table.std(axis=1, keepdims=True) + 1e-6)
    centred = normal - normal.mean(axis=0)
    directions = np.linalg.svd(centred.T @ centred)[0][:, :width]
    projected = centred @ directions
    unit: Floats = (projected / np.linalg.norm(projected, axis=1, keepdims=True)).astype(np.float32)
    return unit


def latin(vocabulary: Mapping[str, int]) -> list[str]:
    """Return the words and word pieces made of Latin letters and digits, in the order of their rows."""
    words = sorted(vocabulary, key=lambda word: vocabulary[word])
    return [word for word in words if (bare := word.removeprefix("##")).isascii() and bare[:1].isalnum()]


def main(arguments: Sequence[str] | None = None, target: Path = TARGET) -> int:
    """Write the vectors; return 0, or 2 where no folder is named."""
    given = sys.argv[1:] if arguments is None else arguments
    if len(given) != 1:
        sys.stderr.write("Name the folder that holds model.safetensors and tokenizer.json.\n")
        return 2
    folder = Path(given[0])
    vocabulary: dict[str, int] = json.loads((folder / "tokenizer.json").read_text(encoding="utf-8"))["model"]["vocab"]
    words = latin(vocabulary)
    table = reduced(embeddings(folder / "model.safetensors")[[vocabulary[word] for word in words]])
    scale = np.float32(np.abs(table).max() / 127)
    np.savez_compressed(
        target,
        table=np.round(table / scale).astype(np.int8),
        scale=scale,
        words=np.frombuffer("\n".join(words).encode(), dtype=np.uint8),
    )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
