"""The measurement of reading works; its bars are for a quiet machine, see `tests.benchmarks.extraction`."""

from extractors.pipeline import Extractor
from tests.benchmarks.extraction import PATHOLOGICAL, longest, measure


def test_reading_can_be_measured() -> None:
    extractor = Extractor()

    result = measure(extractor, ["I live in Porto and work at Acme", "deployed"], 1)

    assert result.keys() == {
        *("read", "bare", "ours", "ratio", "ratio to ours", "read in turns", "ratio in turns", "batch")
    }
    assert all(value > 0 for value in result.values())
    assert longest(extractor, rounds=1, size=200).keys() == PATHOLOGICAL.keys()
