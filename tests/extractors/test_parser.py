"""What the parser comes to know of the words it reads, what it lets go again, and what it does without."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import spacy

from extractors.message import clean
from extractors.parsing import parser
from extractors.parsing.parser import MODEL, UNUSED, Parser
from memory.errors import StoreError

READS = """
import sys
from extractors.message import clean
from extractors.parsing.parser import Parser

parser = Parser()
print([word.dep for word in parser.words(clean("I live in Porto"))], "spacy" in sys.modules, "thinc" in sys.modules)
print(len(list(parser.words_of_many([clean("I live in Porto")] * 3))), "spacy" in sys.modules)
print(len(list(parser.words_of_many([clean("I live in Porto")] * 99))), "spacy" in sys.modules)
"""


@pytest.fixture
def given() -> Iterator[Parser]:
    """A parser with a pipeline that spaCy loaded."""
    yield Parser(spacy.load(MODEL, exclude=list(UNUSED)))


def test_messages_are_read_without_spacy_unless_there_are_many() -> None:
    root = Path(__file__).parents[2]
    found = subprocess.run([sys.executable, "-c", READS], cwd=root, capture_output=True, text=True, check=True)

    assert found.stdout.splitlines() == ["['nsubj', 'ROOT', 'case', 'obl'] False False", "3 False", "99 True"]


def test_where_numpy_cannot_be_told_spacy_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = [(word.tag, word.dep) for word in Parser().words(clean("I live in Porto"))]
    monkeypatch.setattr("extractors.parsing.stored_pipeline.one_thread", lambda: False)

    assert [(word.tag, word.dep) for word in Parser().words(clean("I live in Porto"))] == usual


@pytest.mark.parametrize("damaged", ["tok2vec/model", "tagger/cfg", "parser/moves"])
def test_files_that_cannot_be_read_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damaged: str) -> None:
    shutil.copytree(MODEL, tmp_path / "model")
    (tmp_path / "model" / damaged).write_bytes(b"{}")
    monkeypatch.setattr(parser, "MODEL", tmp_path / "model")

    with pytest.raises(StoreError, match="cannot be read"):
        Parser().words(clean("I live in Porto"))


def test_a_word_once_read_is_known_for_good(given: Parser) -> None:
    given.words(clean("We met at Quuxbury station"))

    assert "quuxbury" in given.nlp.vocab.strings


def test_there_is_an_end_to_the_words_it_knows(given: Parser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parser, "MOST_STRINGS", 0)

    words = given.words(clean("We met at Zanzford station"))

    assert [word.dep for word in words if word.norm == "zanzford"] != [""]
    assert "zanzford" not in given.nlp.vocab.strings
