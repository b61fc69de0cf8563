"""Tags and trees of the words of one message by the weights of a spaCy pipeline, without a document of spaCy's."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from extractors.products import multiply_quickly
from extractors.transitions import Transitions, Tree, can_be_taken_over
from extractors.word_vectors import WordVectors, quicken

if TYPE_CHECKING:
    from spacy.language import Language

_COMPONENTS = ["tok2vec", "tagger", "parser"]
_TAGGER = ["tok2vec-listener", "with_array(softmax)"]


class QuickReader:
    """Reads words as a pipeline does that is built like the one that ships, in a quarter of its time."""

    def __init__(self, nlp: "Language", vectors: WordVectors) -> None:
        tagger: Any = nlp.get_pipe("tagger")
        softmax: Any = tagger.model.layers[1].layers[0]
        self._vectors = vectors
        self._tags: tuple[str, ...] = tagger.labels
        self._weights = np.ascontiguousarray(softmax.get_param("W").T)
        self._bias = softmax.get_param("b")
        self._parse = Transitions(nlp.get_pipe("parser"))

    @staticmethod
    def of(nlp: "Language") -> "QuickReader | None":
        """Make what a pipeline multiplies quicker where that is possible; return a reader if it can be one, or None.

        The pipeline must not be trained afterwards.
        """
        one_thread = multiply_quickly(nlp)
        vectors = quicken(nlp)
        if not one_thread or vectors is None or nlp.pipe_names != _COMPONENTS:
            return None
        tagger: Any = nlp.get_pipe("tagger")
        plain = [layer.name for layer in tagger.model.layers] == _TAGGER
        return QuickReader(nlp, vectors) if plain and can_be_taken_over(nlp.get_pipe("parser")) else None

    def read(self, words: Sequence[str]) -> tuple[list[str], Tree]:
        """Return the tag of each word, and their tree; nothing of either for no words."""
        vectors = self._vectors.of(words)
        scores = np.dot(vectors, self._weights) + self._bias
        return [self._tags[tag] for tag in scores.argmax(axis=1)], self._parse(vectors)
