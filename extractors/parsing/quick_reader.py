"""Tags and trees of the words of one message by the weights of a spaCy pipeline, without a document of spaCy's."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from extractors.parsing.transitions import ParserWeights, Transitions, Tree, can_be_taken_over
from extractors.parsing.word_vectors import Floats, WordVectors, quicken

if TYPE_CHECKING:
    from spacy.language import Language

_COMPONENTS = ["tok2vec", "tagger", "parser"]
_TAGGER = ["tok2vec-listener", "with_array(softmax)"]


class QuickReader:
    """Reads words as a pipeline does that is built like the one that ships, in a quarter of its time.

    Args:
        vectors: What gives the vectors of words.
        tags: The tags.
        tagger: The weights by which vectors tell them, a row a tag, and their bias.
        parser: What parses vectors.
    """

    def __init__(
        self, vectors: WordVectors, tags: Sequence[str], tagger: tuple[Floats, Floats], parser: Transitions
    ) -> None:
        weights, self._bias = tagger
        self._vectors = vectors
        self._tags = tuple(tags)
        self._weights = np.ascontiguousarray(weights.T)
        self._parse = parser

    @staticmethod
    def of(nlp: "Language") -> "QuickReader | None":
        """Make what a pipeline multiplies quicker where that is possible; return a reader if it can be one, or None.

        The pipeline must not be trained afterwards.
        """
        from extractors.parsing.products import multiply_quickly

        vectors = quicken(nlp) if multiply_quickly(nlp) else None
        if vectors is None or nlp.pipe_names != _COMPONENTS:
            return None
        tagger: Any = nlp.get_pipe("tagger")
        parser: Any = nlp.get_pipe("parser")
        if [layer.name for layer in tagger.model.layers] != _TAGGER or not can_be_taken_over(parser):
            return None
        softmax = tagger.model.layers[1].layers[0]
        weights = (softmax.get_param("W"), softmax.get_param("b"))
        return QuickReader(vectors, tagger.labels, weights, Transitions(ParserWeights.of(parser)))

    def read(self, words: Sequence[str]) -> tuple[list[str], Tree]:
        """Return the tag of each word, and their tree; nothing of either for no words."""
        vectors = self._vectors.of(words)
        scores = np.dot(vectors, self._weights) + self._bias
        return [self._tags[tag] for tag in scores.argmax(axis=1)], self._parse(vectors)
