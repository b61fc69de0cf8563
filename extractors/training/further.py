"""Train the encoder that ships further, on messages that it has not learned from.

    python -m extractors.training.further FILE … --output FOLDER [--teacher LARGER]
    python -m extractors.training.further FILE … --output FOLDER --runs 2 --epochs 6 --rate 1.5e-4 --own 0.2 --new 0.85
    python -m extractors.training.further FILE … --output FOLDER --noise 0.4 --dropout 0.15 --epochs 3 --rate 1.5e-4

FILE is labelled messages, as JSON Lines or text. The weights are read back from those that ship; they learn from the
labels of the files and of some of `messages/`, and from scores of both: LARGER's, as `extractors.training.encoder`
takes it, which learns the same labels first, or else their own, by which they hold on to what they knew; with a teacher
both are averaged where `--own` tells how much the own count. With noise, rare words are changed at random while they
learn: what is learned by heart is of no use for other messages. Several runs
in different orders may be averaged, and what was known before keep a share: weights that lie so near each other are as
good in between, and better (Wortsman et al. 2022, "Model soups"). Writes what
`extractors.training.encoder` writes, and needs what that needs; ten minutes, and with a teacher some two hours.
"""

import argparse
import copy
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from torch import nn
from transformers import BertConfig, BertModel

from extractors.judging.encoder import BEFORE, SCALE, WEIGHTS, WINDOW, Pieces
from extractors.judging.judge import KINDS, OPS
from extractors.training.encoder import HEADS, NEURONS, known_to, more, save, scores_of, write_scores
from extractors.training.judge import commanded, examples, held_out
from extractors.training.messages import LabelledMessage, load, load_all, to_record
from extractors.training.network import (
    HIDDEN,
    LAYERS,
    RANK,
    Floats,
    Network,
    Noise,
    Scores,
    fit,
    scored,
    set_dropout,
    taught,
)
from extractors.training.threads import in_threads
from extractors.training.told import Neighbours, Told, told

EPOCHS, RATE = 2, 5e-5
OWN = 0.5
"""How much the own scores count beside the labels."""
TAUGHT_EPOCHS, TAUGHT_RATE = 6, 1.5e-4
"""The same with a teacher: there is more to learn, and nothing to hold on to."""
OLD = 8000
"""Messages of those it knows already that it learns again, so as not to forget them."""
_HEADS = 12
"""Heads of attention of the network that was slimmed: they keep its size."""


def shipped(path: Path = WEIGHTS) -> tuple[Network, list[str]]:
    """Return the small network as it was saved, and its vocabulary."""
    with np.load(path) as stored:
        tables = {name: stored[name] for name in stored.files}
    numbers: dict[str, Floats] = {
        name: table.astype(np.float32) * tables.get(f"{name}{SCALE}", 1)
        for name, table in tables.items()
        if name not in {"pieces", "layers"} and not name.endswith(SCALE)
    }
    network = _empty(numbers)
    embeddings = network.encoder.embeddings
    with torch.no_grad():
        network.words.weight.copy_(_as(numbers["words"]))
        wide: Any = network.wide
        wide.copy_(_as(numbers["wide"]))
        embeddings.token_type_embeddings.weight.copy_(_as(numbers["types"]))
        embeddings.position_embeddings.weight[: WINDOW + BEFORE + 4].copy_(_as(numbers["positions"]))
        for name in ("hidden", "out", "told", "ops"):
            layer = getattr(network, name)
            layer.weight.copy_(_as(numbers[name]).T)
            layer.bias.copy_(_as(numbers[f"{name}_bias"]))
        _fill(network, onnx.load_from_string(bytes(tables["layers"])))
    return network, bytes(tables["pieces"]).decode().split("\n")


def _as(numbers: Any) -> torch.Tensor:
    return torch.tensor(np.asarray(numbers, dtype=np.float32))


def _empty(numbers: dict[str, Floats]) -> Network:
    """Return a small network of the shapes that ship, its weights still random."""
    rows, width = len(numbers["words"]), numbers["wide"].shape[1]
    config = BertConfig(
        vocab_size=1,
        hidden_size=width,
        num_hidden_layers=len(LAYERS),
        num_attention_heads=_HEADS,
        intermediate_size=NEURONS,
    )
    network = Network.__new__(Network)
    nn.Module.__init__(network)
    network.words, network.wide = nn.Embedding(rows, RANK), nn.Parameter(torch.zeros(RANK, width))
    network.encoder = BertModel(config, add_pooling_layer=False)
    for layer in network.encoder.encoder.layer:
        attention = layer.attention.self
        size = HEADS * attention.attention_head_size
        attention.query, attention.key, attention.value = (nn.Linear(width, size) for _ in range(3))
        attention.num_attention_heads, attention.all_head_size = HEADS, size
        layer.attention.output.dense = nn.Linear(size, width)
    network.hidden, network.out = nn.Linear(4 * width, HIDDEN), nn.Linear(HIDDEN, 1 + len(KINDS))
    network.told, network.ops = nn.Linear(width, HIDDEN), nn.Linear(HIDDEN, len(OPS))
    network.drop = nn.Dropout(0.1)
    return network


def _fill(network: Network, graph: Any) -> None:
    """Copy the layers' weights from their ONNX graph, in which each matrix is rounded and turned round."""
    stored = {one.name: onnx.numpy_helper.to_array(one) for one in graph.graph.initializer}
    matrices = [
        _as((stored[f"{name}_quantized"].astype(np.float32) - stored[f"{name}_zero_point"]) * stored[f"{name}_scale"]).T
        for name in _multiplied(graph)
    ]
    norm = network.encoder.embeddings.LayerNorm
    norm.weight.copy_(_as(stored["norm.weight"]))
    norm.bias.copy_(_as(stored["norm.bias"]))
    for at, layer in enumerate(network.encoder.encoder.layer):
        inner, attended, active, output = matrices[4 * at : 4 * at + 4]
        attention = layer.attention.self
        three = (attention.query, attention.key, attention.value)
        biases = _as(stored[f"layers.{at}.inner.bias"]).chunk(3)
        for linear, weight, bias in zip(three, inner.chunk(3), biases, strict=True):
            linear.weight.copy_(weight)
            linear.bias.copy_(bias)
        layer.attention.output.dense.weight.copy_(attended)
        layer.intermediate.dense.weight.copy_(active)
        layer.output.dense.weight.copy_(output)
        layer.intermediate.dense.bias.copy_(_as(stored[f"layers.{at}.active.bias"]))
        for name, part in (("attended", layer.attention.output), ("output", layer.output)):
            part.dense.bias.copy_(_as(stored[f"layers.{at}.{name}.dense.bias"]))
            part.LayerNorm.weight.copy_(_as(stored[f"layers.{at}.{name}.LayerNorm.weight"]))
            part.LayerNorm.bias.copy_(_as(stored[f"layers.{at}.{name}.LayerNorm.bias"]))


def _multiplied(graph: Any) -> list[str]:
    """Return the names of the rounded matrices, in the order in which they are multiplied by."""
    rounded = {
        one.name.removesuffix("_quantized") for one in graph.graph.initializer if one.name.endswith("_quantized")
    }
    used = [name.removesuffix("_quantized") for node in graph.graph.node for name in node.input]
    return list(dict.fromkeys(name for name in used if name in rounded))


def _between(teacher: Scores, own: Scores, share: float) -> Scores:
    """Return the mean of a teacher's scores and those own ones that have that share, of what both scored."""
    return {name: share * own[name] + (1 - share) * row for name, row in teacher.items() if name in own}


def _unseen(message: LabelledMessage) -> bool:
    return held_out(f"{message.id.rpartition('-')[0]} {message.user_name}")


def _told(messages: Sequence[LabelledMessage]) -> list[Told]:
    records = [to_record(message) for message in messages]
    return told(examples(records), commanded(records))


def _averaged(made: Sequence[dict[str, Any]], before: dict[str, Any], share: float) -> dict[str, Any]:
    """Return the mean of some weights with that share, and those before with the rest."""
    return {
        name: share * sum(one[name] for one in made) / len(made) + (1 - share) * old if old.is_floating_point() else old
        for name, old in before.items()
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Train, and write the weights and the held-out scores; return 0."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("files", type=Path, nargs="*", metavar="FILE")
    parser.add_argument("--start", type=Path, default=WEIGHTS, metavar="FILE", help="the weights, if not those here")
    parser.add_argument("--teacher", type=Path, metavar="LARGER")
    parser.add_argument("--runs", type=int, default=1, help="how often to learn, each time in another order")
    parser.add_argument("--epochs", type=int, default=EPOCHS, help="passes of a run without a teacher")
    parser.add_argument("--rate", type=float, default=RATE, help="the largest learning rate of such a run")
    parser.add_argument("--own", type=float, help="how much the own scores count, from 0 to 1")
    parser.add_argument("--noise", type=float, default=0.0, help="largest share of rare words that are changed")
    parser.add_argument("--dropout", type=float, help="share of the numbers inside that are left out at random")
    parser.add_argument("--new", type=float, default=1.0, help="share of the new weights; the old ones have the rest")
    parser.add_argument("--output", type=Path, required=True, metavar="FOLDER")
    options = parser.parse_args(arguments)
    torch.manual_seed(0)
    random.seed(0)
    known = load_all()
    before = [message for message in known if not _unseen(message)]
    labelled = [message for path in options.files for message in load(path)]
    network, vocabulary = shipped(options.start)
    pieces = Pieces(vocabulary)
    learned_from = [*random.sample(before, min(OLD, len(before))), *labelled]
    messages = _told(list(in_threads(learned_from, learned_from, random.Random(0))))  # noqa: S311 - variety, not secrecy
    options.output.mkdir(parents=True, exist_ok=True)
    if options.teacher:
        messages += more(messages, Neighbours(vocabulary, network.table(), [one.text for one in messages]), None)
        teacher = scores_of(options.teacher, messages, options.output / "teacher.npz", noise=options.noise)
        if options.own:
            teacher = _between(teacher, scored(network, taught(messages, pieces)), options.own)
        set_dropout(network, options.dropout or 0.0)  # it has less room than a teacher, and hardly learns by heart
        learned = taught([known_to(message, teacher) for message in messages], pieces)
        noise = Noise.among(learned, pieces, options.noise)
        fit(network, learned, epochs=TAUGHT_EPOCHS, rate=TAUGHT_RATE, teacher=teacher, noise=noise)
    else:
        learned = taught(messages, pieces)
        known_before, scores = copy.deepcopy(network.state_dict()), scored(network, learned)
        own = OWN if options.own is None else options.own
        noise = Noise.among(learned, pieces, options.noise)
        if options.dropout is not None:
            set_dropout(network, options.dropout)
        made = []
        for seed in range(options.runs):
            torch.manual_seed(seed)
            random.seed(seed)
            network.load_state_dict(known_before)
            fit(network, learned, epochs=options.epochs, rate=options.rate, teacher=scores, share=own, noise=noise)
            made.append(copy.deepcopy(network.state_dict()))
        network.load_state_dict(_averaged(made, known_before, options.new))
    save(options.output / "encoder.npz", network, vocabulary)
    unseen = taught(_told([message for message in known if _unseen(message)]), pieces)
    write_scores(options.output / "held-out.npz", scored(network, unseen))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
