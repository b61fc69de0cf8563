"""Has numpy multiply on one thread: several wait for each other at every small product of a short message."""

import ctypes
from functools import cache
from pathlib import Path

import numpy as np

_LIBRARY = "libscipy_openblas*"
_SET_THREADS = ("scipy_openblas_set_num_threads64_", "scipy_openblas_set_num_threads")
"""Its name with integers of 64 and of 32 bits. Source: scipy-openblas-libs, which builds it for numpy's wheels."""


@cache
def one_thread(folder: Path = Path(np.__file__).parent) -> bool:
    """Have numpy multiply on one thread in this process; return whether it brought a library that can be told to."""
    for library in (*folder.with_name("numpy.libs").glob(_LIBRARY), *folder.joinpath(".dylibs").glob(_LIBRARY)):
        loaded = ctypes.CDLL(str(library))
        for name in _SET_THREADS:
            if hasattr(loaded, name):
                getattr(loaded, name)(1)
                return True
    return False
