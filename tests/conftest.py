"""What holds for all tests: which of them are traced for coverage, and that no example of a property is timed."""

import pytest
from hypothesis import settings

settings.register_profile("untimed", parent=settings.default, deadline=None)  # other work may share the machine
settings.load_profile("untimed")

OF_THE_WHOLE = frozenset("benchmarks conversations e2e faults hostile load properties".split())
"""Folders with tests of the whole product. Tracing makes a test two to three times as long and is left to the tests of
each part: coverage tells what those cover."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave the tests of the whole untraced."""
    for item in items:
        if item.path.relative_to(item.config.rootpath / "tests").parts[0] in OF_THE_WHOLE:
            item.add_marker(pytest.mark.no_cover)
