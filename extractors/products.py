"""Products of matrices by numpy's OpenBLAS on one thread, in place of thinc's BLIS, which takes three times as long.

On several threads it would take longer still: they wait for each other at every small product of a short message.
"""

import ctypes
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from spacy.language import Language

_LIBRARY = "libscipy_openblas*"
_SET_THREADS = ("scipy_openblas_set_num_threads64_", "scipy_openblas_set_num_threads")
"""Its name with integers of 64 and of 32 bits. Source: scipy-openblas-libs, which builds it for numpy's wheels."""


def multiply_quickly(nlp: "Language") -> bool:
    """Have a pipeline multiply this way; return whether it can, else it is left as it is."""
    if not _one_thread():
        return False
    from thinc.api import NumpyOps

    ops = NumpyOps(use_blis=False)
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
