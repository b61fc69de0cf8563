"""What the tagger and the parser see of each word, computed in one piece instead of layer by layer.

spaCy's own way of running its small network costs more than its arithmetic: some sixty calls of Python a message, and
the embedding of words that were embedded before. Here the vectors of words are kept, and each layer is one product of
matrices; the numbers are the same but for rounding.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from extractors.parsing.word_traits import Ids, rows_of

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc
    from thinc.api import Model

Floats = npt.NDArray[np.float32]
Identify = Callable[[Sequence[str]], Sequence[Ids]]
"""Gives for each table the numbers by which some words are looked up in it."""

MOST_WORDS = 4096
"""Words whose vectors are kept, in 2 MB."""

_READ_OFF = {"NORM": "norm", "PREFIX": "prefix", "SUFFIX": "suffix", "SHAPE": "shape", "LOWER": "lower", "ORTH": "orth"}
"""What spaCy calls a trait of a word, and its lexemes."""
_EMBED, _ENCODE = "spacy.MultiHashEmbed.v2", "spacy.MaxoutWindowEncoder.v2"
_NAME = "tok2vec"
_EPSILON = np.float32(1e-8)
"""What keeps a row without variance from being divided by zero. Source: thinc, `layers/layernorm.py`."""


@dataclass(frozen=True, slots=True)
class Mixing:
    """The weights of one layer: linear maps by width, piece and input, their bias, and how the best is normalised."""

    weights: Floats
    bias: Floats
    scale: Floats
    shift: Floats


def quicken(nlp: "Language") -> "WordVectors | None":
    """Have a pipeline compute its vectors of words this way and return what does; None if it must be left as it is.

    It can if it is built of hashed embeddings of single words and windows of three of them, as spaCy builds its small
    pipelines. It must not be trained afterwards.
    """
    if _NAME not in nlp.pipe_names:
        return None
    told = nlp.config["components"][_NAME].get("model", {})
    embed, encode = told.get("embed", {}), told.get("encode", {})
    plain = embed.get("@architectures") == _EMBED and not embed.get("include_static_vectors")
    plain = plain and _READ_OFF.keys() >= set(embed.get("attrs", ()))
    if not plain or encode.get("@architectures") != _ENCODE or encode.get("window_size") != 1:
        return None
    component: Any = nlp.get_pipe(_NAME)
    embedding, encoding = component.model.layers
    nodes: list[Any] = list(embedding.walk())
    traits = next(node.attrs["columns"] for node in nodes if node.name == "extract_features")
    read_off = [attrgetter(_READ_OFF[trait]) for trait in traits]

    def identify(words: Sequence[str]) -> list[Ids]:
        lexemes = [nlp.vocab[word] for word in words]
        return [np.array([trait(lexeme) for lexeme in lexemes], np.uint64) for trait in read_off]

    tables = [(node.get_param("E"), node.attrs["seed"]) for node in nodes if node.name == "hashembed"]
    layers = [_mixing(layer) for layer in encoding.layers[0].layers]
    component.predict = vectors = WordVectors(identify, tables, _mixing(embedding), layers)
    return vectors


def _mixing(model: "Model[Any, Any]") -> Mixing:
    nodes = {node.name: node for node in model.walk()}
    maxout, norm = nodes["maxout"], nodes["layernorm"]
    weights, bias = (np.asarray(maxout.get_param(name)) for name in ("W", "b"))
    return Mixing(weights, bias, np.asarray(norm.get_param("G")), np.asarray(norm.get_param("b")))


class WordVectors:
    """Gives the vectors of words, and of the words of documents as `Tok2Vec.predict` does.

    Args:
        identify: What tells by which numbers words are looked up.
        tables: What each number stands for, and the seed of its hash.
        mixed: What makes the vector of a word of what the tables tell.
        layers: What is made of a word and its neighbours, from the first to the last.
    """

    def __init__(
        self, identify: Identify, tables: Sequence[tuple[Floats, int]], mixed: Mixing, layers: Sequence[Mixing]
    ) -> None:
        self._identify = identify
        self._tables = tables
        self._mixed = _Maxout(mixed)
        self._layers = [_Layer(layer) for layer in layers]
        self._width = len(mixed.weights)
        self._kept: dict[str, Floats] = {}

    def __call__(self, docs: Sequence["Doc"]) -> list[Floats]:
        return [self.of([token.text for token in doc]) for doc in docs]

    def of(self, words: Sequence[str]) -> Floats:
        """Return one row a word. As in spaCy, as many empty rows stand at either end as there are layers."""
        depth = len(self._layers)
        rows = np.zeros((len(words) + 2 * depth, self._width), np.float32)
        if words:
            rows[depth : depth + len(words)] = self._embedded(words)
        for layer in self._layers:
            rows = layer(rows)
        return rows

    def _embedded(self, words: Sequence[str]) -> list[Floats]:
        new = [word for word in dict.fromkeys(words) if word not in self._kept]
        if new:
            if len(self._kept) > MOST_WORDS:
                self._kept.clear()
                new = list(dict.fromkeys(words))
            # Copied one by one: a row of the whole would keep the whole.
            self._kept.update((word, row.copy()) for word, row in zip(new, self._alone(new), strict=True))
        return [self._kept[word] for word in words]

    def _alone(self, words: Sequence[str]) -> Floats:
        """Return one row for each of some words by themselves; there must be one."""
        found = []
        for (table, seed), ids in zip(self._tables, self._identify(words), strict=True):
            rows = rows_of(ids, seed, len(table))
            found.append(sum(table.take(rows[:, at], 0) for at in range(rows.shape[1])))
        told = np.concatenate(found, axis=1)
        blocks = np.zeros((-(-len(words) // _BLOCK), _BLOCK, told.shape[1]), np.float32)
        blocks.reshape(-1, told.shape[1])[: len(words)] = told
        return np.concatenate([self._mixed(block) for block in blocks])[: len(words)]


_BLOCK = 8
"""Words whose vectors are made at a time. In a product of matrices the last digits of a row may hang on how many rows
there are; with always as many, what a word is like does not hang on the words it was first seen with."""


class _Maxout:
    """The best of some linear maps, normalised."""

    def __init__(self, layer: Mixing) -> None:
        self._width, self._pieces, _ = layer.weights.shape
        # By pieces first, so that the best of them is found in blocks that lie together; turned round for the product.
        by_pieces = layer.weights.transpose(1, 0, 2).reshape(self._width * self._pieces, -1)
        self._weights = np.ascontiguousarray(by_pieces.T)
        self._bias = layer.bias.T.reshape(-1).copy()
        self._scale, self._shift = layer.scale, layer.shift

    def __call__(self, seen: Floats) -> Floats:
        """Return a row for each row."""
        mapped: Floats = np.dot(seen, self._weights)
        mapped += self._bias
        best = mapped[:, : self._width]
        for piece in range(1, self._pieces):
            best = np.maximum(best, mapped[:, piece * self._width : (piece + 1) * self._width])
        best -= np.add.reduce(best, axis=1, keepdims=True) / np.float32(self._width)
        best /= np.sqrt(np.einsum("ij,ij->i", best, best) / np.float32(self._width) + _EPSILON)[:, None]
        best *= self._scale
        best += self._shift
        return best


class _Layer:
    """One layer: what is made of a word and its neighbours, added to the word."""

    def __init__(self, layer: Mixing) -> None:
        self._mixed = _Maxout(layer)

    def __call__(self, rows: Floats) -> Floats:
        """Return a row for each but the first and the last."""
        mixed = self._mixed(np.concatenate((rows[:-2], rows[1:-1], rows[2:]), axis=1))
        mixed += rows[1:-1]
        return mixed
