"""Keeps out what is slow to import while spaCy is imported, and of no use to reading messages.

thinc imports torch wherever that is installed, for two seconds of every start; spaCy imports its command line, with the
libraries for downloading and projects that it takes: half of what importing spaCy costs.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType


@contextmanager
def torch_left_out() -> Iterator[None]:
    """Let `import torch` fail for the body, unless it is imported already."""
    if "torch" in sys.modules:
        yield
        return
    sys.modules["torch"] = None  # type: ignore[assignment]  # how Python marks what must not be imported
    try:
        yield
    finally:
        del sys.modules["torch"]


@contextmanager
def commands_left_out() -> Iterator[None]:
    """Let `import spacy` do without spaCy's command line for the body; `import spacy.cli` then gives the real one.

    What is left without a use is `spacy.info`, which is then None.
    """
    if "spacy" in sys.modules:
        yield
        return
    package, info = ModuleType("spacy.cli"), ModuleType("spacy.cli.info")
    package.__path__ = []
    info.info = None  # type: ignore[attr-defined]  # the one name that spaCy takes from there
    stood_in = {module.__name__: module for module in (package, info)}
    sys.modules.update(stood_in)
    try:
        yield
    finally:
        for name, module in stood_in.items():
            if sys.modules.get(name) is module:
                del sys.modules[name]
