"""torch is not imported along with spaCy, and can be imported afterwards."""

import importlib
import sys
from types import ModuleType

import pytest

from extractors.without_torch import torch_left_out


def test_torch_cannot_be_imported_meanwhile_and_can_afterwards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "torch", raising=False)

    with torch_left_out(), pytest.raises(ImportError):
        importlib.import_module("torch")

    assert "torch" not in sys.modules


def test_what_is_imported_already_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    torch = ModuleType("torch")
    monkeypatch.setitem(sys.modules, "torch", torch)

    with torch_left_out():
        assert importlib.import_module("torch") is torch

    assert sys.modules["torch"] is torch
