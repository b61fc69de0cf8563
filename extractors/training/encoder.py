"""Train the encoder of `extractors.judging.encoder` on labelled messages, from one that was pretrained on much text.

    python -m extractors.training.encoder BASE --output FOLDER [--teacher LARGER] [--ewt FILE]

BASE is a folder with a small BERT-like encoder, LARGER one with a larger one, which learns the labels first; the small
one then learns from its scores as well (distillation: Hinton, Vinyals and Dean 2015), of these messages, of variants of
them, and of those that are made of the sentences of FILE, a treebank in CoNLL-U. The scores are kept as `teacher.npz`,
which can be given as LARGER to train another small one. The small one is slimmed after a first pass. The scores of
authors whom nothing learns from are written as `held-out.npz`, for `extractors.training.judge`. Needs torch,
transformers, onnx and onnxruntime, of which the bot needs the last alone. On two cores it takes half an hour, and one
more with a teacher.
"""

import argparse
import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from torch import nn
from torch.nn import functional
from transformers import AutoTokenizer

from extractors.judging.encoder import BEFORE, SCALE, WINDOW, Pieces
from extractors.pipeline import Extractor
from extractors.training.judge import commanded, examples, held_out, read_scores
from extractors.training.messages import load_all, to_record
from extractors.training.network import (
    Floats,
    Network,
    Noise,
    Scores,
    fit,
    hold_fast,
    scored,
    set_dropout,
    slim,
    taught,
)
from extractors.training.rounding import without_saturation
from extractors.training.told import Neighbours, Told, from_treebank, told, variant

FIRST_EPOCHS, EPOCHS, TEACHER_EPOCHS = 1, 3, 2
"""Passes over the messages: of the small network before it is slimmed and after, and of the large one."""
RATE, TEACHER_RATE = 1e-4, 3e-5
"""Largest learning rates of what was pretrained."""
FAST_LAYERS = 4
"""Layers of the large network, the lowest, that stay as they were pretrained, which spares a third of the time."""
HEADS, NEURONS = 6, 768
"""Heads of attention and neurons that each layer of the small network keeps."""
SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]")


def latin_pieces(vocabulary: Sequence[str]) -> list[int]:
    """Return the rows of the pieces that are kept: the special ones, and those of plain letters, figures and marks."""
    return [row for row, piece in enumerate(vocabulary) if piece in SPECIAL or _is_plain(piece)]


def _is_plain(piece: str) -> bool:
    return piece.isascii() and not (piece.startswith("[") and piece.endswith("]") and len(piece) > 1)


def save(path: Path, network: Network, vocabulary: Sequence[str]) -> None:
    """Write a small network as `Encoder` reads it: the tables, and the layers in 8-bit whole numbers."""
    path.parent.mkdir(parents=True, exist_ok=True)
    network.eval()
    embeddings = network.encoder.embeddings
    large = {
        "words": network.words.weight,
        "positions": embeddings.position_embeddings.weight[: WINDOW + BEFORE + 4],
        "hidden": network.hidden.weight.T,
        "told": network.told.weight.T,
    }
    halves = {"wide": network.wide, "types": embeddings.token_type_embeddings.weight}
    for name in ("hidden", "out", "told", "ops"):
        layer = getattr(network, name)
        halves |= {f"{name}_bias": layer.bias} | ({} if name in large else {name: layer.weight.T})
    stored: dict[str, Any] = {
        "pieces": np.frombuffer("\n".join(vocabulary).encode(), dtype=np.uint8),
        "layers": np.frombuffer(_layers(network), dtype=np.uint8),
    }
    stored |= {name: one.detach().numpy().astype(np.float16) for name, one in halves.items() if one is not None}
    for name, one in large.items():
        stored |= rounded(name, one.detach().numpy())
    np.savez_compressed(path, **stored)


def rounded(name: str, table: Floats) -> dict[str, npt.NDArray[Any]]:
    """Return a table as 8-bit whole numbers, and the factors of its rows."""
    scale = (np.abs(table).max(axis=1, keepdims=True) / 127 + 1e-9).astype(np.float32)
    return {name: np.round(table / scale).astype(np.int8), f"{name}{SCALE}": scale}


class _Layer(nn.Module):  # type: ignore[misc]
    """One layer of a network, its three inner maps of attention as one."""

    def __init__(self, layer: Any) -> None:
        super().__init__()
        attention = layer.attention.self
        maps = (attention.query, attention.key, attention.value)
        self.heads, self.size = attention.num_attention_heads, attention.attention_head_size
        self.inner = nn.Linear(maps[0].in_features, sum(one.out_features for one in maps))
        self.inner.weight.data = torch.cat([one.weight.data for one in maps])
        self.inner.bias.data = torch.cat([one.bias.data for one in maps])
        self.attended, self.active = layer.attention.output, layer.intermediate.dense
        self.output = layer.output

    def forward(self, read: torch.Tensor) -> torch.Tensor:
        heads = self.inner(read).view(-1, 3 * self.heads, self.size).transpose(0, 1)
        query, key, value = heads.split(self.heads)
        weights = torch.softmax(query @ key.transpose(1, 2) * self.size**-0.5, -1)
        seen = (weights @ value).transpose(0, 1).reshape(-1, self.heads * self.size)
        read = self.attended.LayerNorm(self.attended.dense(seen) + read)
        active = functional.gelu(self.active(read))
        result: torch.Tensor = self.output.LayerNorm(self.output.dense(active) + read)
        return result


class _Layers(nn.Module):  # type: ignore[misc]
    """What is left for onnxruntime: the sums of the tokens' vectors in, their vectors in context out.

    For one message at a time, and so without the shapes and masks of a batch, whose upkeep takes longer than a third
    of the arithmetic.
    """

    def __init__(self, network: Network) -> None:
        super().__init__()
        self.norm = network.encoder.embeddings.LayerNorm
        self.layers = nn.ModuleList([_Layer(layer) for layer in network.encoder.encoder.layer])

    def forward(self, inputs: torch.Tensor) -> torch.Tensor:
        read: torch.Tensor = self.norm(inputs)
        for layer in self.layers:
            read = layer(read)
        return read


def _layers(network: Network) -> bytes:
    """Return the layers of a network in the ONNX format, their weights as 8-bit whole numbers."""
    width = network.encoder.config.hidden_size
    with TemporaryDirectory() as folder:
        exact, rounded = Path(folder) / "exact.onnx", Path(folder) / "rounded.onnx"
        torch.onnx.export(
            _Layers(network),
            (torch.zeros(8, width),),
            exact,
            input_names=["inputs"],
            output_names=["vectors"],
            dynamic_axes={"inputs": {0: "tokens"}, "vectors": {0: "tokens"}},
            opset_version=20,  # the first that knows the activation as one operation
            dynamo=False,
        )
        quantize_dynamic(exact, rounded, weight_type=QuantType.QInt8, per_channel=True)
        return without_saturation(rounded.read_bytes())


def write_scores(path: Path, scores: Scores) -> None:
    """Write scores with their keys."""
    keys = np.frombuffer("\0".join(scores).encode(), dtype=np.uint8)
    np.savez_compressed(path, keys=keys, scores=np.stack(list(scores.values())))


def vocabulary_of(base: Path) -> list[str]:
    """Return the pieces that an encoder knows, in the order of their rows."""
    known = AutoTokenizer.from_pretrained(base).get_vocab()
    return sorted(known, key=lambda piece: known[piece])


def main(arguments: Sequence[str] | None = None) -> int:
    """Train, and write the weights and the held-out scores; return 0."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("base", type=Path, metavar="BASE")
    parser.add_argument("--output", type=Path, required=True, metavar="FOLDER")
    parser.add_argument("--teacher", type=Path, metavar="LARGER")
    parser.add_argument("--ewt", type=Path, metavar="FILE")
    options = parser.parse_args(arguments)
    torch.manual_seed(0)
    random.seed(0)
    records = [to_record(message) for message in load_all()]
    every = told(examples(records), commanded(records))
    learned = [message for message in every if not held_out(message.group)]
    known = vocabulary_of(options.base)
    rows = latin_pieces(known)
    vocabulary = [known[row] for row in rows]
    small, pieces = Network(options.base, rows), Pieces(vocabulary)
    teacher: Scores = {}
    if options.teacher:
        table = small.table()
        learned += more(learned, Neighbours(vocabulary, table, [message.text for message in learned]), options.ewt)
        options.output.mkdir(parents=True, exist_ok=True)
        teacher = scores_of(options.teacher, learned, options.output / "teacher.npz")
    messages = taught([known_to(message, teacher) for message in learned] if teacher else learned, pieces)
    fit(small, messages, epochs=FIRST_EPOCHS, rate=RATE, teacher=teacher)
    slim(small, messages, teacher, heads=HEADS, neurons=NEURONS)
    fit(small, messages, epochs=EPOCHS, rate=RATE, teacher=teacher)
    save(options.output / "encoder.npz", small, vocabulary)
    unseen = [message for message in every if held_out(message.group)]
    write_scores(options.output / "held-out.npz", scored(small, taught(unseen, pieces)))
    return 0


def more(messages: Sequence[Told], neighbours: Neighbours, treebank: Path | None) -> list[Told]:
    """Return messages that only a teacher knows what to make of: a variant of each, and those of a treebank."""
    chance = random.Random(0)  # noqa: S311 - variety, not secrecy
    varied = [made for message in messages if (made := variant(message, neighbours, chance)) is not None]
    return [*varied, *(from_treebank(treebank, Extractor(), chance) if treebank else ())]


def scores_of(teacher: Path, messages: Sequence[Told], kept: Path, noise: float = 0.0) -> Scores:
    """Return a teacher's scores of messages: those of a file, or of the network in a folder, which learns first.

    Args:
        teacher: The file or the folder.
        messages: What is scored; it learns from those with labels.
        kept: Where the scores of a network are written.
        noise: With any, half as much of it stands in the place of the network's dropout.
    """
    if not teacher.is_dir():
        return read_scores(teacher)
    larger, pieces = Network(teacher), Pieces(vocabulary_of(teacher))
    hold_fast(larger, FAST_LAYERS)
    labelled = [message for message in messages if message.ops is not None]
    learned = taught(labelled, pieces)
    if noise:
        set_dropout(larger, 0.0)
    changes = Noise.among(learned, pieces, noise / 2)
    fit(larger, learned, epochs=TEACHER_EPOCHS, rate=TEACHER_RATE, teacher={}, noise=changes)
    found = scored(larger, taught(messages, pieces))
    write_scores(kept, found)
    return found


def known_to(message: Told, teacher: Scores) -> Told:
    """Return a message with those of its ranges that a teacher scored."""
    kept = [place for place, key in enumerate(message.names()) if key in teacher]
    return replace(
        message,
        ranges=[message.ranges[place] for place in kept],
        kinds=[message.kinds[place] for place in kept],
        counts=[message.counts[place] for place in kept],
    )


if __name__ == "__main__":
    raise SystemExit(main())
