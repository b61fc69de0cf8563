"""numpy multiplies on one thread, where it brings a library that can be told to."""

from pathlib import Path

import pytest

from extractors.parsing.one_thread import one_thread


def test_another_library_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "numpy").mkdir()

    assert not one_thread(tmp_path / "numpy")


def test_a_library_that_cannot_be_told_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "numpy.libs").mkdir()
    (tmp_path / "numpy.libs" / "libscipy_openblas64_-1.so").touch()
    told: list[int] = []
    monkeypatch.setattr("ctypes.CDLL", lambda path: object())

    assert not one_thread(tmp_path / "numpy")

    class Library:
        def scipy_openblas_set_num_threads(self, count: int) -> None:
            told.append(count)

    monkeypatch.setattr("ctypes.CDLL", lambda path: Library())
    one_thread.cache_clear()

    assert one_thread(tmp_path / "numpy")
    assert told == [1]
    one_thread.cache_clear()
