"""What the tagger and the parser see of each word, computed in one piece instead of layer by layer.

spaCy's own way of running its small network costs more than its arithmetic: some sixty calls of Python a message, and
the embedding of words that were embedded before. Here the vectors of words are kept, and each layer is one product of
matrices; the numbers are the same but for rounding.
"""

from collections.abc import Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc
    from spacy.vocab import Vocab
    from thinc.api import Model

Floats = npt.NDArray[np.float32]

MOST_WORDS = 4096
"""Words whose vectors are kept, in 2 MB."""

_READ_OFF = {"NORM": "norm", "PREFIX": "prefix", "SUFFIX": "suffix", "SHAPE": "shape", "LOWER": "lower", "ORTH": "orth"}
"""What spaCy calls a trait of a word, and its lexemes."""
_EMBED, _ENCODE = "spacy.MultiHashEmbed.v2", "spacy.MaxoutWindowEncoder.v2"
_NAME = "tok2vec"
_EPSILON = np.float32(1e-8)
"""What keeps a row without variance from being divided by zero. Source: thinc, `layers/layernorm.py`."""


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
    component.predict = WordVectors(nlp.vocab, *component.model.layers)
    return component.predict  # type: ignore[no-any-return]


class WordVectors:
    """Gives the vectors of the words of documents, as `Tok2Vec.predict` does."""

    def __init__(self, vocab: "Vocab", embed: "Model[Any, Any]", encode: "Model[Any, Any]") -> None:
        self._embed = _Embedding(vocab, embed)
        self._layers = [_Layer(layer) for layer in encode.layers[0].layers]
        self._width: int = embed.get_dim("nO")
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
            self._kept.update((word, row.copy()) for word, row in zip(new, self._embed(new), strict=True))
        return [self._kept[word] for word in words]


class _Embedding:
    """The vectors of words by themselves: what tables tell of some of their traits, each looked up by its hashes."""

    def __init__(self, vocab: "Vocab", model: "Model[Any, Any]") -> None:
        nodes: list[Any] = list(model.walk())
        traits = next(node.attrs["columns"] for node in nodes if node.name == "extract_features")
        tables = [node for node in nodes if node.name == "hashembed"]
        self._vocab = vocab
        self._traits = [attrgetter(_READ_OFF[trait]) for trait in traits]
        self._tables: list[tuple[Floats, int]] = [(table.get_param("E"), table.attrs["seed"]) for table in tables]
        self._mixed = _Maxout(model)
        self._ops: Any = model.ops

    def __call__(self, words: Sequence[str]) -> Floats:
        """Return one row for each of some words; there must be one."""
        lexemes = [self._vocab[word] for word in words]
        found = []
        for trait, (table, seed) in zip(self._traits, self._tables, strict=True):
            ids = np.array([trait(lexeme) for lexeme in lexemes], np.uint64)
            found.append(self._ops.gather_add(table, self._ops.hash(ids, seed) % len(table)))
        return self._mixed(np.concatenate(found, axis=1))


class _Maxout:
    """The best of some linear maps, normalised."""

    def __init__(self, model: "Model[Any, Any]") -> None:
        nodes = {node.name: node for node in model.walk()}
        maxout, norm = nodes["maxout"], nodes["layernorm"]
        weights: Floats = np.asarray(maxout.get_param("W"))
        self._width, self._pieces, _ = weights.shape
        # By pieces first, so that the best of them is found in blocks that lie together.
        self._weights = np.ascontiguousarray(weights.transpose(1, 0, 2).reshape(self._width * self._pieces, -1))
        self._bias: Floats = np.asarray(maxout.get_param("b")).T.reshape(-1).copy()
        self._scale: Floats = np.asarray(norm.get_param("G"))
        self._shift: Floats = np.asarray(norm.get_param("b"))
        self._ops: Any = maxout.ops

    def __call__(self, seen: Floats) -> Floats:
        """Return a row for each row."""
        # thinc's product, not numpy's: that hands even small ones to several threads, which wait for each other.
        mapped: Floats = self._ops.gemm(seen, self._weights, trans2=True)
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

    def __init__(self, layer: "Model[Any, Any]") -> None:
        self._mixed = _Maxout(layer)

    def __call__(self, rows: Floats) -> Floats:
        """Return a row for each but the first and the last."""
        mixed = self._mixed(np.concatenate((rows[:-2], rows[1:-1], rows[2:]), axis=1))
        mixed += rows[1:-1]
        return mixed
