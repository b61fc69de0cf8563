"""Products of matrices by numpy's OpenBLAS on one thread, in place of thinc's BLIS, which takes three times as long.

The weights are kept turned round, as the product needs them: to do that anew each time takes as long as to multiply.
"""

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
from thinc.api import NumpyOps

from extractors.parsing.one_thread import one_thread

if TYPE_CHECKING:
    from spacy.language import Language

Floats = npt.NDArray[np.float32]

MOST_TURNED = 64
"""Matrices that are kept turned round; a pipeline has some ten."""


class _Ops(NumpyOps):  # type: ignore[misc]  # thinc types none of it
    """Multiplies by weights that do not change any more: what is trained afterwards must not be given these."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self._turned: dict[tuple[object, ...], tuple[Floats, Floats]] = {}

    def gemm(self, x: Any, y: Any, out: Any = None, trans1: bool = False, trans2: bool = False) -> Any:
        """Return `x` times `y`, of which each may be transposed; see `thinc.api.Ops.gemm`."""
        if trans2:
            y, trans2 = self._transposed(y), False
        return super().gemm(x, y, out=out, trans1=trans1, trans2=trans2)

    def _transposed(self, weights: Floats) -> Floats:
        place = (weights.__array_interface__["data"][0], weights.shape, weights.strides)
        kept = self._turned.get(place)
        if kept is None:
            kept = (weights, np.ascontiguousarray(weights.T))
            if len(self._turned) < MOST_TURNED:
                self._turned[place] = kept  # the weights as well, so that nothing else can come to stand at their place
        return kept[1]


def multiply_quickly(nlp: "Language") -> bool:
    """Have a pipeline multiply this way; return whether it can, else it is left as it is."""
    if not one_thread():
        return False
    ops = _Ops(use_blis=False)
    for _, component in nlp.pipeline:
        model: Any = getattr(component, "model", None)
        for node in model.walk() if model is not None else ():
            node.ops = ops
    return True
