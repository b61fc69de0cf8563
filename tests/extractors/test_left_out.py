"""torch and the command line of spaCy are not imported along with it, and can be imported afterwards."""

import importlib
import subprocess
import sys
from types import ModuleType

import pytest

from extractors.parsing.left_out import commands_left_out, torch_left_out


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


def test_the_command_line_is_stood_in_for_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("spacy", "spacy.cli", "spacy.cli.info"):
        monkeypatch.delitem(sys.modules, name, raising=False)

    with commands_left_out():
        assert importlib.import_module("spacy.cli.info").info is None

    assert {"spacy.cli", "spacy.cli.info"}.isdisjoint(sys.modules)


def test_spacy_that_is_imported_already_keeps_its_command_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "spacy", ModuleType("spacy"))
    cli = ModuleType("spacy.cli")
    monkeypatch.setitem(sys.modules, "spacy.cli", cli)

    with commands_left_out():
        assert sys.modules["spacy.cli"] is cli

    assert sys.modules["spacy.cli"] is cli


def test_who_reads_a_message_can_still_use_the_command_line_of_spacy() -> None:
    program = (
        "import sys; from extractors.parsing.parser import Parser; Parser().nlp; "
        "print('spacy.cli' in sys.modules); import spacy.cli; print(callable(spacy.cli.download))"
    )

    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)

    assert run.stdout.split() == ["False", "True"]
