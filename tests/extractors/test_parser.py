"""What the parser comes to know of the words it reads, and what it lets go again."""

import pytest

from extractors import parser
from extractors.message import clean
from extractors.pipeline import Extractor


def test_a_word_once_read_is_known_for_good(extractor: Extractor) -> None:
    extractor.parser.words(clean("We met at Quuxbury station"))

    assert "quuxbury" in extractor.parser.nlp.vocab.strings


def test_there_is_an_end_to_the_words_it_knows(extractor: Extractor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parser, "MOST_STRINGS", 0)

    words = extractor.parser.words(clean("We met at Zanzford station"))

    assert [word.dep for word in words if word.norm == "zanzford"] != [""]
    assert "zanzford" not in extractor.parser.nlp.vocab.strings
