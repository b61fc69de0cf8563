"""Keeps torch out while spaCy is imported: thinc imports torch wherever that is installed, and has no use for it."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def torch_left_out() -> Iterator[None]:
    """Let `import torch` fail for the body, unless it is imported already; that is two seconds of every start."""
    if "torch" in sys.modules:
        yield
        return
    sys.modules["torch"] = None  # type: ignore[assignment]  # how Python marks what must not be imported
    try:
        yield
    finally:
        del sys.modules["torch"]
