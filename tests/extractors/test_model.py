"""The pipeline that ships in the package. Only what a person would call plain is claimed of its judgement."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
import spacy
from spacy.language import Language
from spacy.tokens import Doc, Token

import extractors

MODEL = Path(extractors.__file__).parent / "model"
MEGABYTE = 1_000_000


@pytest.fixture(scope="module")
def nlp() -> Language:
    return spacy.load(MODEL)


def one(doc: Doc, text: str) -> Token:
    (token,) = (token for token in doc if token.text == text)
    return token


def test_it_has_the_components_that_the_extractors_read(nlp: Language) -> None:
    assert nlp.pipe_names == ["tok2vec", "tagger", "morphologizer", "trainable_lemmatizer", "parser"]
    assert {"nsubj", "obj", "obl", "conj", "ccomp", "acl:relcl", "nmod:poss"} <= set(nlp.pipe_labels["parser"])


def test_it_is_small_and_carries_its_attribution() -> None:
    size = sum(file.stat().st_size for file in MODEL.rglob("*"))

    assert size <= 15 * MEGABYTE
    assert "CC BY-SA 4.0" in (MODEL / "ATTRIBUTION.md").read_text(encoding="utf-8")


def test_it_loads_without_a_warning_and_without_the_training_code() -> None:
    code = f"import sys, spacy; spacy.load({str(MODEL)!r}); assert 'extractors' not in sys.modules"
    environment = {**os.environ, "PYTHONWARNINGS": "error"}

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=False)

    assert (done.returncode, done.stderr) == (0, "")


def test_it_keeps_no_words_of_the_treebank() -> None:
    """E-mail addresses and people's names stand in the training texts; their strings have no place in the package."""
    strings = (MODEL / "vocab" / "strings.json").read_text(encoding="utf-8")

    assert ".com" not in strings
    assert "Zawahiri" not in strings


def test_coordinated_clauses_share_their_subject(nlp: Language) -> None:
    doc = nlp("i live in porto and work at acme")

    root = one(doc, "live")
    assert root.dep_ == "ROOT"
    assert (one(doc, "i").head, one(doc, "i").dep_) == (root, "nsubj")
    assert (one(doc, "work").head, one(doc, "work").dep_) == (root, "conj")
    assert one(doc, "porto").head == root
    assert one(doc, "acme").head == one(doc, "work")


@pytest.mark.parametrize("text", ["im allergic to peanuts", "I'm allergic to peanuts.", "I’m allergic to peanuts"])
def test_contractions_are_parsed_in_every_spelling(nlp: Language, text: str) -> None:
    subject, copula, root, *_, thing = (token for token in nlp(text) if token.is_alpha or "m" in token.text)

    assert (root.text, root.dep_, root.pos_) == ("allergic", "ROOT", "ADJ")
    assert (subject.head, subject.dep_, subject.lemma_) == (root, "nsubj", "I")
    assert (copula.head, copula.dep_, copula.lemma_) == (root, "cop", "be")
    assert (thing.lemma_, thing.pos_) == ("peanut", "NOUN")


@pytest.mark.parametrize("text", ["dont remember that", "don't remember that", "Don’t remember that!"])
def test_negation_is_found_in_every_spelling(nlp: Language, text: str) -> None:
    doc = nlp(text)

    assert one(doc, "remember").dep_ == "ROOT"
    assert one(doc, "that").head.text == "remember"
    assert "not" in [token.lemma_ for token in one(doc, "remember").children]


def test_two_messages_in_one_are_two_sentences(nlp: Language) -> None:
    doc = nlp("My name is Dana. I work at Acme.")

    assert [sentence.root.text for sentence in doc.sents] == ["Dana", "work"]


@pytest.mark.parametrize("text", ["", " ", "\n", "🎉", ":tada:", "?!", "x" * 3000, "a\u200db", "\ud83d", "我是达娜"])
def test_no_text_is_too_strange(nlp: Language, text: str) -> None:
    doc = nlp(text.encode("utf-8", "replace").decode())

    assert all(token.dep_ and token.pos_ for token in doc)


def test_everything_it_says_of_a_message_has_a_name(nlp: Language) -> None:
    """The string store was stripped: a missing label would only show when it is read."""
    doc = nlp("hey @dana, we were gonna meet at 7:30pm w/ Omar's sister (Mia) :tada: but didnt... thoughts?!\n\nGo!!")

    rows = [(t.text, t.norm_, t.lemma_, t.tag_, t.pos_, str(t.morph), t.dep_, t.shape_) for t in doc]

    assert len(rows) == len(doc)
