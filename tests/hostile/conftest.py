"""A desk with tools for the attacks."""

from tests.tools.conftest import desk, extractor

__all__ = ["desk", "extractor"]
