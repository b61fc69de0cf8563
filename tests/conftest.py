"""What holds for all tests: how they share the cores, which are traced for coverage, and that no example is timed."""

import os

import pytest
from hypothesis import settings

settings.register_profile("untimed", parent=settings.default, deadline=None)  # other work may share the machine
settings.load_profile("untimed")

OF_THE_WHOLE = frozenset("benchmarks conversations e2e faults hostile load properties".split())
"""Folders with tests of the whole product. Tracing makes a test two to three times as long and is left to the tests of
each part: coverage tells what those cover."""
MOST_WORKERS = 4


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Return how many tests run at once: one more than there are cores, for some wait for a program or a browser."""
    return min(MOST_WORKERS, (os.cpu_count() or 1) + 1)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave the tests of the whole untraced."""
    for item in items:
        if item.path.relative_to(item.config.rootpath / "tests").parts[0] in OF_THE_WHOLE:
            item.add_marker(pytest.mark.no_cover)
