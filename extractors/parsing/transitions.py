"""The dependencies of words by the transitions of spaCy's parser, without the machinery around them.

spaCy takes some sixty thousand instructions for each transition, most of them to lock and unlock the interpreter: each
of the 96 hidden units asks for it. Here a transition is four products and sums of numpy, and what can only go on in one
way is not scored at all. The weights, the features and the transitions are spaCy's, and so are the trees. Source of the
system: Honnibal and Johnson, "An Improved Non-monotonic Transition System for Dependency Parsing" (2015), as in spaCy's
`arc_eager.pyx` and `_state.pxd`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from spacy.pipeline import DependencyParser

Floats = npt.NDArray[np.float32]

_FEATURES: Final = 8
"""Words that a transition depends on: two of the buffer, three of the stack, and last children of the first ones."""
_PIECES: Final = 2
"""Linear maps that each hidden unit is the larger of."""
_SHIFT, _REDUCE, _LEFT, _RIGHT, _BREAK = "SDLRB"
_CAN_SHIFT, _CAN_REDUCE, _CAN_ARC, _CAN_BREAK = 1, 2, 4, 8
_NEEDED: Final = {_SHIFT: _CAN_SHIFT, _REDUCE: _CAN_REDUCE, _LEFT: _CAN_ARC, _RIGHT: _CAN_ARC, _BREAK: _CAN_BREAK}
_NEVER: Final = np.float32(-1e30)
_LIFTED: Final = "||"
"""Stands in a label between that of the arc and that of the word it was lifted from; see Nivre and Nilsson (2005)."""


@dataclass(slots=True)
class Tree:
    """The head of each word, by its index (a root is its own), and what it is to it, by its label."""

    heads: list[int]
    labels: list[str]


@dataclass(frozen=True, slots=True)
class ParserWeights:
    """What a parser of spaCy's learned, by its names: its transitions, and the weights of its three layers.

    `reduced` are those of the layer before the two of the transitions, and its bias; `pad` stands for missing words.
    """

    moves: Sequence[str]
    reduced: tuple[Floats, Floats]
    lower: tuple[Floats, Floats]
    pad: Floats
    upper: tuple[Floats, Floats]

    @staticmethod
    def of(component: "DependencyParser") -> "ParserWeights":
        """Return those of a parser of which `can_be_taken_over` is true."""
        model: Any = component.model
        lower, upper = model.get_ref("lower"), model.get_ref("upper")
        reduced, lowest, uppermost = (
            (layer.get_param("W"), layer.get_param("b"))
            for layer in (model.get_ref("tok2vec").layers[-1], lower, upper)
        )
        return ParserWeights(component.move_names, reduced, lowest, lower.get_param("pad"), uppermost)


class Transitions:
    """Parses the words of a document from their vectors. Safe to share between threads."""

    def __init__(self, given: ParserWeights) -> None:
        self._moves = [name[0] for name in given.moves]
        self._labels = [name[2:] for name in given.moves]
        weights, lower_bias = given.lower
        reduced, reduced_bias = given.reduced
        upper, upper_bias = given.upper
        features, self._hidden, pieces, width = weights.shape
        # By pieces first, so that the best of them is found in blocks that lie together. Two linear maps are one.
        mapping = weights.transpose(0, 2, 1, 3).reshape(-1, width).astype(np.float64)
        self._columns = self._hidden * pieces
        self._weights = np.ascontiguousarray((mapping @ reduced).T, np.float32)
        shift = (mapping @ reduced_bias).astype(np.float32).reshape(features, self._columns)
        bias = lower_bias.T.reshape(-1)
        self._missing: Floats = given.pad[0].transpose(0, 2, 1).reshape(features, self._columns).copy()
        self._missing[0] += bias
        shift[0] += bias
        self._shift = shift
        self._upper: Floats = np.ascontiguousarray(upper.T)
        self._allowed = [self._biases(allowed, upper_bias) for allowed in range(16)]

    def _biases(self, allowed: int, bias: Floats) -> Floats:
        can = [bool(_NEEDED[move] & allowed) for move in self._moves]
        return np.where(can, bias, _NEVER).astype(np.float32)

    def __call__(self, vectors: Floats) -> Tree:
        """Return the tree, or trees, of some words; `vectors` has a row for each."""
        tree = self._parsed(vectors)
        _put_back(tree)
        return tree

    def _seen(self, vectors: Floats) -> Floats:
        """Return what each word adds to the hidden units in the place of each feature: a row for each of these two.

        The rows of the first word stand for one that is missing.
        """
        table = np.empty((len(vectors) + 1, _FEATURES, self._columns), np.float32)
        table[0] = self._missing
        np.dot(vectors, self._weights, out=table[1:].reshape(len(vectors), _FEATURES * self._columns))
        table[1:] += self._shift
        return table.reshape(-1, self._columns)

    def _parsed(self, vectors: Floats) -> Tree:
        # All in one piece: a message has fifty transitions, and to call a method takes as long as to multiply.
        count = len(vectors)
        seen = self._seen(vectors)
        heads, labels = list(range(count)), ["ROOT"] * count
        left: list[list[int]] = [[-1] for _ in range(count + 1)]  # the children of each word, and none of none
        right: list[list[int]] = [[-1] for _ in range(count + 1)]
        stack, returned = [-1, -1, -1], [-1]
        following = 0  # the first word that has not been on the stack
        unshiftable: set[int] = set()
        starts = {0}
        features = np.empty((_FEATURES, self._columns), np.float32)
        summed = np.empty(self._columns, np.float32)
        one, other = summed.reshape(_PIECES, self._hidden)
        hidden, scores = np.empty(self._hidden, np.float32), np.empty(len(self._moves), np.float32)
        ones = np.ones(_FEATURES, np.float32)
        take, dot, larger, add, best = seen.take, np.dot, np.maximum, np.add, scores.argmax
        while True:
            depth = len(stack) - 3
            waiting = len(returned) - 1
            buffered = count - following + waiting
            if not (depth or buffered):
                return Tree(heads, labels)
            first = returned[-1] if waiting else (following if buffered else -1)
            if buffered < 2:
                second = -1
            elif waiting > 1:
                second = returned[-2]
            else:
                second = following if waiting else following + 1
            top = stack[-1]
            allowed = _CAN_BREAK if second == first + 1 and second not in starts else 0
            if not depth:
                allowed |= _CAN_SHIFT
            else:
                allowed |= _CAN_REDUCE
                if buffered and first not in starts:
                    allowed |= _CAN_ARC
                    if buffered > 1 and first not in unshiftable:
                        allowed |= _CAN_SHIFT
            if allowed == _CAN_SHIFT:
                move = _SHIFT
            elif allowed == _CAN_REDUCE:
                move = _REDUCE
            else:
                rows = (
                    8 * first + 8,
                    8 * second + 9,
                    8 * top + 10,
                    8 * stack[-2] + 11,
                    8 * stack[-3] + 12,
                    8 * left[first][-1] + 13,
                    8 * left[top][-1] + 14,
                    8 * right[top][-1] + 15,
                )
                take(rows, 0, features, "clip")
                dot(ones, features, summed)
                larger(one, other, out=hidden)
                dot(hidden, self._upper, scores)
                add(scores, self._allowed[allowed], scores)
                chosen = int(best())
                move = self._moves[chosen]
            if move == _LEFT:
                if heads[top] != top:
                    _forget(left if heads[top] > top else right, heads[top], top)
                left[first].append(top)
                heads[top], labels[top] = first, self._labels[chosen]
                unshiftable.discard(first)
                stack.pop()
            elif move == _REDUCE:
                stack.pop()
                if depth > 1 and heads[top] == top:
                    unshiftable.add(top)
                    returned.append(top)
            elif move == _BREAK:
                starts.add(second)
            else:
                if move == _RIGHT:
                    right[top].append(first)
                    heads[first], labels[first] = top, self._labels[chosen]
                if waiting:
                    returned.pop()
                else:
                    following += 1
                stack.append(first)


def can_be_taken_over(component: "DependencyParser") -> bool:
    """Return whether a parser is built as `Transitions` takes it to be: as spaCy builds its own, without a beam."""
    model: Any = component.model
    if not {"tok2vec", "lower", "upper"} <= set(model.ref_names) or component.cfg.get("beam_width", 1) != 1:
        return False
    lower, upper, words = model.get_ref("lower"), model.get_ref("upper"), model.get_ref("tok2vec")
    chained = [layer.name for layer in words.layers] == ["tok2vec-listener", "list2array", "linear"]
    return (
        chained
        and upper is not None
        and upper.name == "linear"
        and lower.name == "precomputable_affine"
        and lower.get_dim("nF") == _FEATURES
        and lower.get_dim("nP") == _PIECES
        and not any("subtok" in name for name in component.move_names)
    )


def _forget(children: Sequence[list[int]], head: int, child: int) -> None:
    """Take a child from its head: the last that it was given, or else it stays, as in spaCy."""
    if children[head][-1] == child:
        children[head].pop()


def _put_back(tree: Tree) -> None:
    """Give the arcs that were lifted, so that no two cross, the heads that their labels name."""
    for child, label in enumerate(tree.labels):
        if _LIFTED in label:
            tree.labels[child], sought = label.split(_LIFTED)
            tree.heads[child] = _found_below(tree, tree.heads[child], sought, child)


def _found_below(tree: Tree, head: int, sought: str, child: int) -> int:
    """Return the first word below a head, by depth and then by place, that has a label; the head if there is none."""
    level = [head]
    while level:
        below = []
        for parent in level:
            for word, its_head in enumerate(tree.heads):
                if its_head != parent or word in (parent, child):
                    continue
                if tree.labels[word] == sought:
                    return word
                below.append(word)
        level = below
    return head
