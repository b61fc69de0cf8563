"""The networks that learn what ranges of a message are worth: a large one, and the small one that ships."""

import math
import random
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import nn
from torch.nn import functional
from transformers import AutoModel

from extractors.judging.encoder import BEFORE, WINDOW, Pieces, spans_of
from extractors.judging.judge import KINDS, OPS
from extractors.training.judge import PLAIN_GROUPS
from extractors.training.told import NO_OPS, Told

Floats = npt.NDArray[np.float32]
Scores = Mapping[str, Floats]
LAYERS = (0, 2, 5)
"""Layers of the small encoder that are kept."""
RANK = 96
"""Numbers a word piece, which a matrix then widens."""
HIDDEN = 64
BATCH = 32
HEAD_RATE = 5e-4
"""Largest learning rate of what is new."""
WARM_UP = 0.06
"""Share of the steps in which the learning rates rise; afterwards they fall to nothing."""
OBLIQUE_WEIGHT = 0.6
"""How much the messages count that seek out the oblique and the rare."""
KIND_WEIGHT, OPS_WEIGHT = 0.5, 2.0
TAUGHT = 0.5
"""How much the teacher counts beside the labels."""
TEMPERATURE = 1.5
COMMON = 400
"""Word pieces that noise never changes, the commonest: they make up the grammar."""
UNKNOWN = 0.4
"""Share of the changed word pieces that become unknown; the others become some other rare piece."""


@dataclass(slots=True)
class Taught:
    """A message as a network learns it: its tokens, where its own begin, and its ranges with what is known of each.

    `keep` is 1.0 for what is worth keeping, `counts` how much each counts, `kinds` marks the fitting ones; `heard`
    tells whether its commands are known.
    """

    rows: list[int]
    second: int
    spans: list[tuple[int, int]] = field(default_factory=list)
    keep: list[float] = field(default_factory=list)
    counts: list[float] = field(default_factory=list)
    kinds: list[list[bool]] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)
    ops: tuple[bool, ...] = NO_OPS
    heard: bool = True


def taught(messages: Sequence[Told], pieces: Pieces) -> list[Taught]:
    """Return messages as tokens, with their ranges; what lies behind the first window is left out.

    Args:
        messages: The messages.
        pieces: What the network knows.
    """
    made = []
    for message in messages:
        rows, words = pieces.of(message.text)
        lead = [pieces.start, *pieces.of(message.before)[0][-BEFORE:], pieces.end]
        one = Taught([*lead, *rows[:WINDOW], pieces.end], len(lead), ops=message.ops or NO_OPS)
        one.heard = message.ops is not None
        weight = 1.0 if message.group.startswith(PLAIN_GROUPS) else OBLIQUE_WEIGHT
        spans = spans_of(words, message.ranges)
        for (first, end), kinds, counts, key in zip(spans, message.kinds, message.counts, message.names(), strict=True):
            last = min(end, WINDOW)
            if first < last:
                one.spans.append((len(lead) + first, len(lead) + last))
                one.keep.append(float(bool(kinds)))
                one.counts.append(weight if counts else 0.0)
                one.kinds.append([kind.value in kinds for kind in KINDS])
                one.keys.append(key)
        made.append(one)
    return made


@dataclass(frozen=True, slots=True)
class Noise:
    """Changes rare word pieces at random while a network learns, so that it learns by heart less of what was said.

    `common` are the pieces that stay, `rare` those that may stand for others, `unknown` the piece of an unknown word;
    of each message another share of its rare pieces is changed, up to `most`.
    """

    common: frozenset[int]
    rare: list[int]
    unknown: int
    most: float
    chance: random.Random

    @classmethod
    def among(cls, messages: Sequence[Taught], pieces: Pieces, most: float) -> "Noise":
        """Return the noise for messages, whose commonest pieces stay; nothing is changed if `most` is 0."""
        counted = Counter(row for one in messages for row in one.rows)
        common = frozenset(row for row, _ in counted.most_common(COMMON)) | {pieces.start, pieces.end}
        rare = [row for row in counted if row not in common]
        return cls(common, rare, pieces.unknown, most, random.Random(0))  # noqa: S311 - variety, not secrecy

    def rows_of(self, one: Taught) -> list[int]:
        """Return the tokens of a message, some of them changed."""
        share = self.chance.uniform(0, self.most)
        return [row if row in self.common or self.chance.random() >= share else self._other() for row in one.rows]

    def _other(self) -> int:
        return self.unknown if self.chance.random() < UNKNOWN else self.chance.choice(self.rare)


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

    def table(self) -> Floats:
        """Return the vectors of the word pieces, a row each."""
        vectors = self.words.weight if self.wide is None else self.words.weight @ self.wide
        numbers: Floats = vectors.detach().numpy()
        return numbers

    def forward(self, batch: "Batch") -> tuple[torch.Tensor, torch.Tensor]:
        """Return a row of scores for each range of the batch, and one for each message: of what it commands."""
        vectors = self.words(batch.rows)
        extra = {} if self.wide is None else {"token_type_ids": batch.types}
        vectors = vectors if self.wide is None else vectors @ self.wide
        read = self.encoder(inputs_embeds=vectors, attention_mask=batch.mask, **extra).last_hidden_state.float()
        together = _summaries(read, batch.spans) if batch.spans else read.new_zeros(0, 4 * read.shape[2])
        scores = self.out(self.drop(functional.relu(self.hidden(self.drop(together)))))
        return scores, self.ops(self.drop(functional.relu(self.told(self.drop(read[:, 0])))))


def _summaries(read: torch.Tensor, spans: Sequence[tuple[int, int, int]]) -> torch.Tensor:
    """Return four views of each range of tokens: their mean, their maximum, the first, and the message's own first.

    They are gathered at once: a slice of its own for each range would have a gradient as large as the batch each.
    """
    _, length, width = read.shape
    flat = read.reshape(-1, width)
    longest = max(end - first for _, first, end in spans)
    places = [[at * length + min(first + step, end - 1) for step in range(longest)] for at, first, end in spans]
    sizes = torch.tensor([[float(end - first)] for _, first, end in spans])
    inside = (torch.arange(longest)[None] < sizes).float()
    tokens = flat[torch.tensor(places).flatten()].view(len(spans), longest, width)
    mean = (tokens * inside[:, :, None]).sum(1) / sizes
    opening = flat[torch.tensor([at * length for at, _, _ in spans])]
    return torch.cat([mean, tokens.max(1).values, tokens[:, 0], opening], 1)


@dataclass(frozen=True, slots=True)
class Batch:
    """Some messages as tensors; `spans` name the message and the tokens of each range."""

    rows: torch.Tensor
    mask: torch.Tensor
    types: torch.Tensor
    spans: list[tuple[int, int, int]]
    members: list[Taught]

    @classmethod
    def of(cls, members: list[Taught], noise: Noise | None = None) -> "Batch":
        """Return messages as one batch, the shorter filled up, and some of their pieces changed if there is noise."""
        shape = (len(members), max(len(one.rows) for one in members))
        rows, mask = torch.zeros(shape, dtype=torch.long), torch.zeros(shape, dtype=torch.long)
        types = torch.ones(shape, dtype=torch.long)
        spans = []
        for at, one in enumerate(members):
            rows[at, : len(one.rows)] = torch.tensor(noise.rows_of(one) if noise else one.rows)
            mask[at, : len(one.rows)] = 1
            types[at, : one.second] = 0
            spans += [(at, first, last) for first, last in one.spans]
        return cls(rows, mask, types, spans, members)


def batches(messages: Sequence[Taught], *, shuffled: bool, noise: Noise | None = None) -> Iterator[Batch]:
    """Yield messages in batches of such as are about as long as each other."""
    order = list(messages)
    if shuffled:
        random.shuffle(order)
    for begin in range(0, len(order), 20 * BATCH):
        chunk = sorted(order[begin : begin + 20 * BATCH], key=lambda one: len(one.rows))
        parts = [chunk[at : at + BATCH] for at in range(0, len(chunk), BATCH)]
        if shuffled:
            random.shuffle(parts)
        yield from (Batch.of(part, noise) for part in parts)


def loss_of(
    scores: torch.Tensor, ops: torch.Tensor, batch: Batch, teacher: Scores, share: float = TAUGHT
) -> torch.Tensor:
    """Return how wrong scores are: by the labels, and by a teacher's scores, of that share, where there are any."""
    commanded = torch.tensor([one.ops for one in batch.members], dtype=torch.float32)
    heard = torch.tensor([[one.heard] for one in batch.members], dtype=torch.float32)
    by_op = functional.binary_cross_entropy_with_logits(ops, commanded, reduction="none")
    loss_of_ops = OPS_WEIGHT * (by_op * heard).mean()
    if not len(scores):
        return loss_of_ops
    keep = torch.tensor([number for one in batch.members for number in one.keep])
    counts = torch.tensor([number for one in batch.members for number in one.counts])
    kinds = torch.tensor([marks for one in batch.members for marks in one.kinds])
    each = functional.binary_cross_entropy_with_logits(scores[:, 0], keep, reduction="none")
    loss = (each * counts).sum() / counts.sum().clamp(min=1.0)
    chances = torch.log_softmax(scores[:, 1:], 1)
    named = (keep > 0) & (counts > 0)
    if named.any():
        fitting = chances[named].masked_fill(~kinds[named], -1e9)
        loss = loss - KIND_WEIGHT * torch.logsumexp(fitting, 1).mean()
    if teacher:
        wanted = torch.tensor(np.stack([teacher[name] for one in batch.members for name in one.keys])) / TEMPERATURE
        as_told = functional.binary_cross_entropy_with_logits(scores[:, 0], torch.sigmoid(wanted[:, 0]))
        kinds_told = functional.kl_div(chances, torch.softmax(wanted[:, 1:], 1), reduction="batchmean")
        loss = (1 - share) * loss + share * (as_told + KIND_WEIGHT * kinds_told)
    return loss + loss_of_ops


def fit(
    network: Network,
    messages: Sequence[Taught],
    *,
    epochs: int,
    rate: float,
    teacher: Scores,
    share: float = TAUGHT,
    noise: Noise | None = None,
) -> None:
    """Train a network, by AdamW with a rising and then falling rate, in 16-bit floats where the processor has them.

    `share` is how much the teacher's scores count beside the labels, from 0 to 1; `noise` changes what is read.
    """
    new = (network.hidden, network.out, network.told, network.ops)
    head = [parameter for layer in new for parameter in layer.parameters()]
    known = {id(one) for one in head}
    body = [one for one in network.parameters() if id(one) not in known]
    optimiser = torch.optim.AdamW(
        [{"params": body, "lr": rate}, {"params": head, "lr": HEAD_RATE}], weight_decay=0.01, fused=True
    )
    steps = epochs * math.ceil(len(messages) / BATCH)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimiser, lambda step: min(1.0, (step + 1) / (steps * WARM_UP)) * max(0.0, 1 - step / steps)
    )
    for epoch in range(epochs):
        network.train()
        total = 0.0
        for batch in batches(messages, shuffled=True, noise=noise):
            loss = step_loss(network, batch, teacher, share)
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimiser.step()
            schedule.step()
            total += loss.item()
        sys.stderr.write(f"epoch {epoch + 1} of {epochs}: loss {total / math.ceil(len(messages) / BATCH):.3f}\n")


def set_dropout(network: Network, share: float) -> None:
    """Set the share of its numbers that a network leaves out at random while it learns."""
    for part in network.modules():
        if isinstance(part, nn.Dropout):
            part.p = share


def hold_fast(network: Network, layers: int) -> None:
    """Keep the vectors of the word pieces, and the lowest layers of an encoder, from learning."""
    held = (network.words, network.encoder.embeddings, *network.encoder.encoder.layer[:layers])
    for part in held:
        part.requires_grad_(requires_grad=False)


def step_loss(network: Network, batch: Batch, teacher: Scores, share: float = TAUGHT) -> torch.Tensor:
    """Return how wrong a network is about a batch."""
    with _short():
        scores, ops = network(batch)
    return loss_of(scores.float(), ops.float(), batch, teacher, share)


def _short() -> Any:
    """Return what makes the arithmetic one of 16-bit floats, if the processor has them: elsewhere they take longer."""
    able = torch.cpu.get_capabilities()
    fit_for_it = any(able.get(name) for name in ("avx512_bf16", "amx_bf16"))
    return torch.autocast("cpu", dtype=torch.bfloat16, enabled=fit_for_it)


def slim(network: Network, messages: Sequence[Taught], teacher: Scores, *, heads: int, neurons: int) -> None:
    """Leave each layer of a trained network its most important heads of attention and neurons, as many as are given.

    Important is what the loss would change most without, to the first order (Michel et al. 2019; Molchanov et al.
    2017).
    """
    network.eval()
    layers = network.encoder.encoder.layer
    gates = []
    hooks = []
    for layer in layers:
        size = layer.attention.self.attention_head_size
        attention = torch.ones(layer.attention.self.num_attention_heads, requires_grad=True)
        inner = torch.ones(layer.intermediate.dense.out_features, requires_grad=True)
        gates.append((attention, inner))
        hooks += [
            layer.attention.output.dense.register_forward_pre_hook(
                lambda _, given, gate=attention, size=size: (given[0] * gate.repeat_interleave(size),)
            ),
            layer.output.dense.register_forward_pre_hook(lambda _, given, gate=inner: (given[0] * gate,)),
        ]
    importance = [[torch.zeros_like(gate) for gate in pair] for pair in gates]
    for batch in batches(messages, shuffled=True):
        step_loss(network, batch, teacher).backward()
        for pair, totals in zip(gates, importance, strict=True):
            for gate, total in zip(pair, totals, strict=True):
                total += gate.grad.abs()
                gate.grad = None
        network.zero_grad()
    for hook in hooks:
        hook.remove()
    for layer, (of_heads, of_neurons) in zip(layers, importance, strict=True):
        attention = layer.attention.self
        size = attention.attention_head_size
        kept = of_heads.topk(heads).indices.sort().values
        inside = (kept[:, None] * size + torch.arange(size)).flatten()
        for name in ("query", "key", "value"):
            setattr(attention, name, _rows_of(getattr(attention, name), inside))
        layer.attention.output.dense = _columns_of(layer.attention.output.dense, inside)
        attention.num_attention_heads, attention.all_head_size = heads, heads * size
        active = of_neurons.topk(neurons).indices.sort().values
        layer.intermediate.dense = _rows_of(layer.intermediate.dense, active)
        layer.output.dense = _columns_of(layer.output.dense, active)


def _rows_of(linear: Any, rows: torch.Tensor) -> Any:
    """Return a linear map with some of its results only."""
    small = nn.Linear(linear.in_features, len(rows))
    small.weight.data, small.bias.data = linear.weight.data[rows].clone(), linear.bias.data[rows].clone()
    return small


def _columns_of(linear: Any, columns: torch.Tensor) -> Any:
    """Return a linear map of some of its inputs only."""
    small = nn.Linear(len(columns), linear.out_features)
    small.weight.data, small.bias.data = linear.weight.data[:, columns].clone(), linear.bias.data.clone()
    return small


def scored(network: Network, messages: Sequence[Taught]) -> dict[str, Floats]:
    """Return a network's scores of all ranges of messages, by their keys."""
    network.eval()
    found: dict[str, Floats] = {}
    with torch.no_grad(), _short():
        for batch in batches(messages, shuffled=False):
            names = [name for one in batch.members for name in one.keys]
            found |= dict(zip(names, network(batch)[0].float().numpy(), strict=True))
    return found
