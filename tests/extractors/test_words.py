"""Normalised words and sentences."""

import pytest

from extractors.parsing.sentences import MOST_SENTENCES, sentences
from extractors.parsing.words import Line, words_of


@pytest.mark.parametrize(
    ("text", "norms"),
    [
        ("I'm Dana", ["i", "am", "dana"]),
        ("im dana", ["i", "am", "dana"]),
        ("dont u forget", ["do", "not", "you", "forget"]),
        ("my name's Al", ["my", "name", "'s", "al"]),
        ("its 9:30 now", ["it", "is", "9:30", "now"]),
        ("the cat and its tail", ["the", "cat", "and", "its", "tail"]),
        ("id rather walk", ["i", "would", "rather", "walk"]),
        ("my id card", ["my", "id", "card"]),
        ("ill be late", ["i", "will", "be", "late"]),
        ("he is ill", ["he", "is", "ill"]),
        ("wifes a vet", ["wife", "is", "a", "vet"]),
        ("my sisters cat", ["my", "sisters", "cat"]),
        ("two n's in Lynn", ["two", "n", "'s", "in", "lynn"]),
        ("me mam and me brother", ["my", "mam", "and", "my", "brother"]),
        ("call me mum", ["call", "me", "mum"]),
        ("send me the file", ["send", "me", "the", "file"]),
        ("over 1,250,000 rials, 50 now", ["over", "1,250,000", "rials", ",", "50", "now"]),
        ("1,2 and 020,7946", ["1", ",", "2", "and", "020", ",", "7946"]),
        ("tea w/ milk, w/o sugar", ["tea", "with", "milk", ",", "without", "sugar"]),
        ("salt n pepper", ["salt", "and", "pepper"]),
        ("mail a.b@c.example", ["mail", "a.b@c.example"]),
        ("they/them at https://x.example/y.", ["they/them", "at", "https://x.example/y", "."]),
        ("in s3://barn/hay.csv, or smb://nas/b", ["in", "s3://barn/hay.csv", ",", "or", "smb://nas/b"]),
        ("either://or", ["either://or"]),
        ("and ://", ["and", ":", "/", "/"]),
        ("", []),
    ],
)
def test_words_are_lower_case_with_contractions_written_out(text: str, norms: list[str]) -> None:
    assert [word.norm for word in words_of(text)] == norms


def test_a_line_leads_back_to_the_authors_words() -> None:
    text = "I'm from  Sao-Paulo now"
    line = Line(text, words_of(text))
    start = line.string.index("sao-paulo")

    assert line.original(start, start + len("sao-paulo")) == "Sao-Paulo"
    assert line.original(0, 0) == ""
    assert repr(line.words[0]) == "Word('i', 0, 3)"


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("One. Two! Three?", ["One.", "Two!", "Three?"]),
        ("I saw Dr. Lind at 3.5 metres. Then left.", ["I saw Dr. Lind at 3.5 metres.", "Then left."]),
        ("left in feb. Castellan pays me", ["left in feb.", "Castellan pays me"]),
        ("born on Feb. 29 in a barn", ["born on Feb. 29 in a barn"]),
        ("first\n\nsecond", ["first", "second"]),
        ("我住在上海。我叫小明。", ["我住在上海。", "我叫小明。"]),
        ("  \n ", []),
    ],
)
def test_sentences_end_at_marks_and_lines(text: str, parts: list[str]) -> None:
    assert [text[start:end] for start, end in sentences(text)] == parts


@pytest.mark.parametrize("sentence", ["过. ", "过。", "Hi!\n"])
def test_no_message_has_so_many_sentences(sentence: str) -> None:
    assert len(list(sentences(sentence * 2000))) == MOST_SENTENCES
