"""Train the encoder of `extractors.encoder` on labelled messages, from one that was pretrained on much text.

    python -m extractors.training.encoder BASE --output FOLDER [--teacher LARGER] [--ewt FILE]

BASE is a folder with a small BERT-like encoder, LARGER one with a larger one, which learns the labels first; the small
one then learns from its scores as well (distillation: Hinton, Vinyals and Dean 2015). They are kept as `teacher.npz`,
which can be given as LARGER to train another small one. FILE is a treebank in CoNLL-U
whose words count when the commonest word pieces are chosen. The scores of authors whom nothing learns from are written
as `held-out.npz`, for `extractors.training.judge`. Needs torch, transformers, onnx and onnxruntime, of which the bot
needs the last alone; ten minutes of two cores, and an hour with a teacher.
"""

import argparse
import math
import random
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from torch import nn
from torch.nn import functional
from transformers import AutoModel, AutoTokenizer

from extractors.encoder import BEFORE, SCALE, WINDOW, Pieces, spans_of
from extractors.judge import KINDS, OPS
from extractors.training.judge import PLAIN_GROUPS, Commanded, Example, commanded, examples, held_out, key, read_scores
from extractors.training.messages import load_all, to_record

Floats = npt.NDArray[np.float32]
Scores = Mapping[str, Floats]
LAYERS = (0, 2, 5)
"""Layers of the small encoder that are kept."""
PIECES = 7000
RANK = 96
"""Numbers a word piece, which a matrix then widens."""
HIDDEN = 64
EPOCHS, TEACHER_EPOCHS = 5, 2
BATCH = 32
RATE, TEACHER_RATE, HEAD_RATE = 1e-4, 3e-5, 5e-4
"""Largest learning rates: of what was pretrained, small and large, and of what is new."""
WARM_UP = 0.06
"""Share of the steps in which the learning rates rise; afterwards they fall to nothing."""
OBLIQUE_WEIGHT = 0.6
"""How much the messages count that seek out the oblique and the rare."""
KIND_WEIGHT, OPS_WEIGHT = 0.5, 2.0
TAUGHT = 0.5
"""How much the teacher counts beside the labels."""
TEMPERATURE = 1.5
SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]")


@dataclass(slots=True)
class Taught:
    """A message as a network learns it: its tokens, where its own begin, and its pieces with what is known of each.

    `keep` is 1.0 for what is worth keeping, `counts` how much each counts, `kinds` marks the fitting ones.
    """

    rows: list[int]
    second: int
    spans: list[tuple[int, int]] = field(default_factory=list)
    keep: list[float] = field(default_factory=list)
    counts: list[float] = field(default_factory=list)
    kinds: list[list[bool]] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)
    ops: tuple[bool, ...] = ()


def taught(found: Sequence[Example], said: Sequence[Commanded], pieces: Pieces) -> list[Taught]:
    """Return messages as tokens, with the examples that come from them; what lies behind the first window is left out.

    Args:
        found: The examples.
        said: The messages.
        pieces: What the network knows.
    """
    by_message: dict[tuple[str, str, str], list[Example]] = {}
    for example in found:
        reading = example.reading
        by_message.setdefault((example.group, reading.clause.text, reading.before), []).append(example)
    made = []
    for message in said:
        group, text, before = message.group, message.text, message.before
        members = by_message.pop((group, text, before), [])
        rows, words = pieces.of(text)
        lead = [pieces.start, *pieces.of(before)[0][-BEFORE:], pieces.end]
        one = Taught([*lead, *rows[:WINDOW], pieces.end], len(lead), ops=message.ops)
        weight = 1.0 if group.startswith(PLAIN_GROUPS) else OBLIQUE_WEIGHT
        clauses = [example.reading.clause for example in members]
        spans = spans_of(words, [(clause.start, clause.end) for clause in clauses])
        for example, (first, end) in zip(members, spans, strict=True):
            last = min(end, WINDOW)
            if first < last:
                one.spans.append((len(lead) + first, len(lead) + last))
                one.keep.append(float(bool(example.kinds)))
                one.counts.append(weight if example.counts else 0.0)
                one.kinds.append([kind.value in example.kinds for kind in KINDS])
                one.keys.append(key(example))
        made.append(one)
    return made


def common_pieces(vocabulary: Sequence[str], texts: Sequence[str], most: int = PIECES) -> list[int]:
    """Return the rows of the pieces that are kept: the special ones, single letters and marks, and the commonest."""
    pieces = Pieces(vocabulary)
    counted: Counter[int] = Counter()
    for text in texts:
        counted.update(pieces.of(text)[0])
    kept = {
        row
        for row, piece in enumerate(vocabulary)
        if piece in SPECIAL or (len(bare := piece.removeprefix("##")) == 1 and bare.isascii())
    }
    for row, _ in counted.most_common():
        if len(kept) >= most:
            break
        kept.add(row)
    return sorted(kept)


class Network(nn.Module):  # type: ignore[misc]  # torch is not installed where types are checked
    """An encoder with a head that scores ranges of tokens. With `rows`, a small one that knows only these pieces."""

    def __init__(self, base: Path, rows: Sequence[int] = ()) -> None:
        super().__init__()
        encoder: Any = AutoModel.from_pretrained(base)
        self.wide = None
        self.words = encoder.embeddings.word_embeddings
        if rows:
            table = self.words.weight.data[list(rows)]
            left, sizes, right = torch.linalg.svd(table, full_matrices=False)
            roots = sizes[:RANK].sqrt()
            self.words = nn.Embedding.from_pretrained((left[:, :RANK] * roots).contiguous(), freeze=False)
            self.wide = nn.Parameter((roots[:, None] * right[:RANK]).contiguous())
            encoder.encoder.layer = nn.ModuleList([encoder.encoder.layer[layer] for layer in LAYERS])
            encoder.embeddings.word_embeddings = nn.Embedding(1, table.shape[1])
        self.encoder = encoder
        width = encoder.config.hidden_size
        self.hidden, self.out = nn.Linear(4 * width, HIDDEN), nn.Linear(HIDDEN, 1 + len(KINDS))
        self.told, self.ops = nn.Linear(width, HIDDEN), nn.Linear(HIDDEN, len(OPS))
        self.drop = nn.Dropout(0.1)

    def forward(self, batch: "Batch") -> tuple[torch.Tensor, torch.Tensor]:
        """Return a row of scores for each range of the batch, and one for each message: of what it commands."""
        vectors = self.words(batch.rows)
        extra = {} if self.wide is None else {"token_type_ids": batch.types}
        vectors = vectors if self.wide is None else vectors @ self.wide
        read = self.encoder(inputs_embeds=vectors, attention_mask=batch.mask, **extra).last_hidden_state.float()
        summaries = [
            torch.cat([read[at, i:j].mean(0), read[at, i:j].max(0).values, read[at, i], read[at, 0]])
            for at, i, j in batch.spans
        ]
        together = torch.stack(summaries) if summaries else read.new_zeros(0, 4 * read.shape[2])
        scores = self.out(self.drop(functional.relu(self.hidden(self.drop(together)))))
        return scores, self.ops(self.drop(functional.relu(self.told(self.drop(read[:, 0])))))


@dataclass(frozen=True, slots=True)
class Batch:
    """Some messages as tensors; `spans` name the message and the tokens of each range."""

    rows: torch.Tensor
    mask: torch.Tensor
    types: torch.Tensor
    spans: list[tuple[int, int, int]]
    members: list[Taught]

    @classmethod
    def of(cls, members: list[Taught]) -> "Batch":
        """Return messages as one batch, the shorter filled up."""
        shape = (len(members), max(len(one.rows) for one in members))
        rows, mask = torch.zeros(shape, dtype=torch.long), torch.zeros(shape, dtype=torch.long)
        types = torch.ones(shape, dtype=torch.long)
        spans = []
        for at, one in enumerate(members):
            rows[at, : len(one.rows)] = torch.tensor(one.rows)
            mask[at, : len(one.rows)] = 1
            types[at, : one.second] = 0
            spans += [(at, first, last) for first, last in one.spans]
        return cls(rows, mask, types, spans, members)


def batches(messages: Sequence[Taught], *, shuffled: bool) -> Iterator[Batch]:
    """Yield messages in batches of such as are about as long as each other."""
    order = list(messages)
    if shuffled:
        random.shuffle(order)
    for begin in range(0, len(order), 20 * BATCH):
        chunk = sorted(order[begin : begin + 20 * BATCH], key=lambda one: len(one.rows))
        parts = [chunk[at : at + BATCH] for at in range(0, len(chunk), BATCH)]
        if shuffled:
            random.shuffle(parts)
        yield from map(Batch.of, parts)


def loss_of(scores: torch.Tensor, ops: torch.Tensor, batch: Batch, teacher: Scores) -> torch.Tensor:
    """Return how wrong scores are: by the labels, and by a teacher's scores where there are any."""
    commanded = torch.tensor([one.ops for one in batch.members], dtype=torch.float32)
    loss_of_ops = OPS_WEIGHT * functional.binary_cross_entropy_with_logits(ops, commanded)
    if not len(scores):
        return loss_of_ops
    keep = torch.tensor([number for one in batch.members for number in one.keep])
    counts = torch.tensor([number for one in batch.members for number in one.counts])
    kinds = torch.tensor([marks for one in batch.members for marks in one.kinds])
    each = functional.binary_cross_entropy_with_logits(scores[:, 0], keep, reduction="none")
    loss = (each * counts).sum() / counts.sum().clamp(min=1.0)
    chances = torch.log_softmax(scores[:, 1:], 1)
    if (keep > 0).any():
        fitting = chances[keep > 0].masked_fill(~kinds[keep > 0], -1e9)
        loss = loss - KIND_WEIGHT * torch.logsumexp(fitting, 1).mean()
    if teacher:
        wanted = torch.tensor(np.stack([teacher[name] for one in batch.members for name in one.keys])) / TEMPERATURE
        as_told = functional.binary_cross_entropy_with_logits(scores[:, 0], torch.sigmoid(wanted[:, 0]))
        kinds_told = functional.kl_div(chances, torch.softmax(wanted[:, 1:], 1), reduction="batchmean")
        loss = (1 - TAUGHT) * loss + TAUGHT * (as_told + KIND_WEIGHT * kinds_told)
    return loss + loss_of_ops


def fit(network: Network, messages: Sequence[Taught], *, epochs: int, rate: float, teacher: Scores) -> None:
    """Train a network, by AdamW with a rising and then falling rate, in 16-bit floats where the processor has them."""
    new = (network.hidden, network.out, network.told, network.ops)
    head = [parameter for layer in new for parameter in layer.parameters()]
    known = {id(one) for one in head}
    body = [one for one in network.parameters() if id(one) not in known]
    optimiser = torch.optim.AdamW([{"params": body, "lr": rate}, {"params": head, "lr": HEAD_RATE}], weight_decay=0.01)
    steps = epochs * math.ceil(len(messages) / BATCH)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimiser, lambda step: min(1.0, (step + 1) / (steps * WARM_UP)) * max(0.0, 1 - step / steps)
    )
    for epoch in range(epochs):
        network.train()
        total = 0.0
        for batch in batches(messages, shuffled=True):
            with torch.autocast("cpu", dtype=torch.bfloat16):
                scores, ops = network(batch)
            loss = loss_of(scores.float(), ops.float(), batch, teacher)
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimiser.step()
            schedule.step()
            total += loss.item()
        sys.stderr.write(f"epoch {epoch + 1} of {epochs}: loss {total / math.ceil(len(messages) / BATCH):.3f}\n")


def scored(network: Network, messages: Sequence[Taught]) -> dict[str, Floats]:
    """Return a network's scores of all ranges of messages, by their keys."""
    network.eval()
    found: dict[str, Floats] = {}
    with torch.no_grad():
        for batch in batches(messages, shuffled=False):
            names = [name for one in batch.members for name in one.keys]
            found |= dict(zip(names, network(batch)[0].float().numpy(), strict=True))
    return found


def save(path: Path, network: Network, vocabulary: Sequence[str]) -> None:
    """Write a small network as `extractors.encoder` reads it: the tables, and the layers in 8-bit whole numbers."""
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


class _Layers(nn.Module):  # type: ignore[misc]
    """What is left for onnxruntime: the sums of the tokens' vectors in, their vectors in context out."""

    def __init__(self, network: Network) -> None:
        super().__init__()
        self.norm, self.layers = network.encoder.embeddings.LayerNorm, network.encoder.encoder

    def forward(self, inputs: torch.Tensor) -> torch.Tensor:
        read: torch.Tensor = self.layers(self.norm(inputs)).last_hidden_state
        return read


def _layers(network: Network) -> bytes:
    """Return the layers of a network in the ONNX format, their weights as 8-bit whole numbers."""
    width = network.encoder.config.hidden_size
    with TemporaryDirectory() as folder:
        exact, rounded = Path(folder) / "exact.onnx", Path(folder) / "rounded.onnx"
        torch.onnx.export(
            _Layers(network),
            (torch.zeros(1, 8, width),),
            exact,
            input_names=["inputs"],
            output_names=["vectors"],
            dynamic_axes={"inputs": {1: "tokens"}, "vectors": {1: "tokens"}},
            dynamo=False,
        )
        quantize_dynamic(exact, rounded, weight_type=QuantType.QInt8, per_channel=True)
        return rounded.read_bytes()


def write_scores(path: Path, scores: Scores) -> None:
    """Write scores with their keys."""
    keys = np.frombuffer("\0".join(scores).encode(), dtype=np.uint8)
    np.savez_compressed(path, keys=keys, scores=np.stack(list(scores.values())))


def words_of(treebank: Path) -> list[str]:
    """Return the sentences of a CoNLL-U file."""
    lines = treebank.read_text(encoding="utf-8").splitlines()
    return [line.removeprefix("# text = ") for line in lines if line.startswith("# text = ")]


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
    found, said = list(examples(records)), list(commanded(records))
    texts = [*{example.reading.clause.text for example in found}, *(words_of(options.ewt) if options.ewt else ())]
    known = vocabulary_of(options.base)
    rows = common_pieces(known, texts)
    vocabulary = [known[row] for row in rows]
    learned = [example for example in found if not held_out(example.group)]
    heard = [message for message in said if not held_out(message.group)]
    teacher: Scores = {}
    options.output.mkdir(parents=True, exist_ok=True)
    if options.teacher and options.teacher.is_dir():
        larger, messages = Network(options.teacher), taught(learned, heard, Pieces(vocabulary_of(options.teacher)))
        fit(larger, messages, epochs=TEACHER_EPOCHS, rate=TEACHER_RATE, teacher={})
        teacher = scored(larger, messages)
        write_scores(options.output / "teacher.npz", teacher)
    elif options.teacher:
        teacher = read_scores(options.teacher)
        learned = [example for example in learned if key(example) in teacher]
    small, pieces = Network(options.base, rows), Pieces(vocabulary)
    fit(small, taught(learned, heard, pieces), epochs=EPOCHS, rate=RATE, teacher=teacher)
    save(options.output / "encoder.npz", small, vocabulary)
    unseen = [message for message in said if held_out(message.group)]
    write_scores(options.output / "held-out.npz", scored(small, taught(found, unseen, pieces)))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
