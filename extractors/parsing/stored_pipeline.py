"""The shipped spaCy pipeline as its files hold it, read without spaCy: to import that takes most of a start's time.

What spaCy writes for a network is a list of its nodes, from the outermost inwards, with the parameters of each (thinc,
`Model.to_dict`). Only a pipeline that is built like the one that ships is read so; spaCy reads any other.
"""

import json
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import srsly

from extractors.parsing.one_thread import one_thread
from extractors.parsing.quick_reader import QuickReader
from extractors.parsing.transitions import ParserWeights, Transitions
from extractors.parsing.word_traits import identified
from extractors.parsing.word_vectors import Floats, Mixing, WordVectors

_ACTIONS = "SDLRB"
"""The transitions, in the order of their numbers: shift, reduce, left, right and break."""


@dataclass(frozen=True, slots=True)
class _Node:
    name: str
    attributes: dict[str, Any]
    parameters: dict[str, Floats]

    def pair(self, weights: str = "W", bias: str = "b") -> tuple[Floats, Floats]:
        return self.parameters[weights], self.parameters[bias]


def read(folder: Path) -> QuickReader | None:
    """Return what reads words as the pipeline in a folder does; None where numpy cannot be told to use one thread.

    Raises:
        OSError: If a file cannot be read.
        LookupError: If something is missing in one, as in a pipeline of another build.
        ValueError: If one is damaged.
    """
    if not one_thread():
        return None
    nodes = _nodes(folder / "tok2vec" / "model")
    traits = next(node.attributes["columns"] for node in nodes if "columns" in node.attributes)
    tables = [(node.parameters["E"], node.attributes["seed"]) for node in nodes if node.name == "hashembed"]
    maxouts = [node.pair() for node in nodes if node.name == "maxout"]
    norms = [node.pair("G") for node in nodes if node.name == "layernorm"]
    mixed, *layers = [Mixing(*maxout, *norm) for maxout, norm in zip(maxouts, norms, strict=True)]
    vectors = WordVectors(partial(identified, traits=traits), tables, mixed, layers)
    tags = json.loads((folder / "tagger" / "cfg").read_text(encoding="utf-8"))["labels"]
    (tagger,) = [node.pair() for node in _nodes(folder / "tagger" / "model") if node.parameters]
    return QuickReader(vectors, tags, tagger, Transitions(_parser(folder / "parser")))


def _nodes(path: Path) -> list[_Node]:
    stored = srsly.msgpack_loads(path.read_bytes())
    return [
        _Node(
            node["name"],
            {name: srsly.msgpack_loads(value) for name, value in attributes.items()},
            {name: value for name, value in parameters.items() if value is not None},
        )
        for node, attributes, parameters in zip(stored["nodes"], stored["attrs"], stored["params"], strict=True)
    ]


def _parser(folder: Path) -> ParserWeights:
    lower, upper, reduced = [node for node in _nodes(folder / "model") if node.parameters]
    moves = json.loads(srsly.msgpack_loads((folder / "moves").read_bytes())["moves"])
    # In spaCy's order: the commonest first, and of two that are as common the later by name.
    names = [
        f"{_ACTIONS[int(action)]}-{label}" if label else _ACTIONS[int(action)]
        for action in sorted(moves, key=int)
        for label, _ in sorted(moves[action].items(), key=lambda each: (each[1], each[0]), reverse=True)
    ]
    return ParserWeights(names, reduced.pair(), lower.pair(), lower.parameters["pad"], upper.pair())
