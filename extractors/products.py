"""Products of matrices by numpy's OpenBLAS on one thread, in place of thinc's BLIS, which takes three times as long.

On several threads it would take longer still: they wait for each other at every small product of a short message. The
weights are kept turned round, as the product needs them: to do that anew each time takes as long as to multiply.
"""

import ctypes
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
from thinc.api import NumpyOps

if TYPE_CHECKING:
    from spacy.language import Language

_LIBRARY = "libscipy_openblas*"
_SET_THREADS = ("scipy_openblas_set_num_threads64_", "scipy_openblas_set_num_threads")
"""Its name with integers of 64 and of 32 bits. Source: scipy-openblas-libs, which builds it for numpy's wheels."""


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
    if not _one_thread():
        return False
    ops = _Ops(use_blis=False)
    for _, component in nlp.pipeline:
        model: Any = getattr(component, "model", None)
        for node in model.walk() if model is not None else ():
            node.ops = ops
    return True


@cache
def _one_thread(folder: Path = Path(np.__file__).parent) -> bool:
    """Have numpy multiply on one thread in this process; return whether it brought a library that can be told to."""
    for library in (*folder.with_name("numpy.libs").glob(_LIBRARY), *folder.joinpath(".dylibs").glob(_LIBRARY)):
        loaded = ctypes.CDLL(str(library))
        for name in _SET_THREADS:
            if hasattr(loaded, name):
                getattr(loaded, name)(1)
                return True
    return False
