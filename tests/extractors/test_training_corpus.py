"""Gold sentences laid over the pipeline's own tokens."""

from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from spacy.language import Language
from spacy.tokens import Doc

from extractors.training.chat import lower_case, strip_apostrophes
from extractors.training.conllu import Sentence
from extractors.training.corpus import (
    OWN_WEIGHT,
    evaluation_examples,
    evaluation_texts,
    example,
    join,
    training_examples,
)
from extractors.training.tokenizer import blank_pipeline
from tests.extractors.test_training_conllu import TREEBANK
from tests.extractors.training_sentences import DOES_NOT, GOING, HOME, WORKS, gold

NLP = blank_pipeline()


@pytest.fixture
def treebank(tmp_path: Path) -> Path:
    file = tmp_path / "tiny.conllu"
    file.write_text(TREEBANK * 4, encoding="utf-8")
    return file


def reference(*sentences: Sentence, nlp: Language = NLP) -> Doc:
    return example(nlp, *join(sentences, Random(0))).reference


def rows(doc: Doc) -> list[str]:
    return [f"{token.text} {token.tag_} {token.dep_} {token.head.text}" for token in doc]


def test_the_annotation_stays_with_its_word() -> None:
    doc = reference(DOES_NOT)

    assert rows(doc) == [
        "I PRP nsubj like",
        "do VBP aux like",
        "n't RB advmod like",
        "like VB ROOT like",
        "mushrooms NNS obj like",
        ". . punct like",
    ]
    assert doc[2].pos_ == "PART"


def test_it_stays_there_without_apostrophes_and_capitals() -> None:
    typed = lower_case(strip_apostrophes(GOING, Random(1)))

    doc = reference(typed)

    assert doc.text == "im going to stay!"
    assert rows(doc)[:3] == ["i PRP nsubj going", "m VBP aux going", "going VBG ROOT going"]


def test_a_token_that_covers_two_words_is_the_one_nearest_the_root() -> None:
    typed = gold("It_/PRP/4/nsubj s/VBP/4/cop my/PRP$/4/nmod:poss home/NN/0/root")
    let_us = gold("Let_/VB/0/root s/PRP/1/obj go/VB/1/xcomp")

    assert rows(reference(typed)) == ["Its PRP nsubj home", "my PRP$ nmod:poss home", "home NN ROOT home"]
    assert rows(reference(let_us)) == ["Lets VB ROOT Lets", "go VB xcomp Lets"]


def test_of_several_tokens_for_one_word_the_last_stands_for_it() -> None:
    doc = reference(gold("my/PRP$/2/nmod:poss T-shirt/NN/0/root"))

    assert rows(doc) == [
        "my PRP$ nmod:poss shirt",
        "T NN compound shirt",
        "- HYPH punct shirt",
        "shirt NN ROOT shirt",
    ]
    assert [token.lemma_ for token in doc] == ["my", "T", "-", "shirt"]


def test_sentences_stay_sentences() -> None:
    doc = reference(WORKS, HOME)

    assert [sentence.root.text for sentence in doc.sents] == ["work", "home"]


def test_a_new_line_hangs_on_the_token_before_it() -> None:
    text, words, starts = join([gold("Hello/UH/0/root"), HOME], Random(0))

    doc = example(NLP, text.replace(" ", "\n", 1), words, starts).reference

    assert rows(doc)[1] == "\n _SP dep Hello"
    assert [sentence.text for sentence in doc.sents] == ["Hello\n", "It's my home."]


def test_white_space_at_the_start_hangs_on_what_follows() -> None:
    text, words, starts = join([HOME], Random(0))

    doc = example(NLP, "  " + text, words, [start + 2 for start in starts]).reference

    assert rows(doc)[0] == "   _SP dep It"


def test_chat_messages_break_the_line_where_no_mark_ends_a_sentence() -> None:
    unmarked = gold("Hello/UH/0/root")

    texts = [join([unmarked, unmarked], Random(seed), chat=True)[0] for seed in range(50)]

    assert set(texts) == {"Hello Hello", "Hello\nHello"}
    assert texts.count("Hello\nHello") > 25


def test_training_texts_differ_from_pass_to_pass_and_not_from_run_to_run(treebank: Path) -> None:
    first, second = (training_examples(treebank, treebank, seed=1) for _ in range(2))

    one_pass = [one.text for one in first(NLP)]

    assert one_pass == [one.text for one in second(NLP)]
    assert one_pass != [one.text for one in first(NLP)]


def test_our_own_messages_count_several_times(treebank: Path, tmp_path: Path) -> None:
    own = tmp_path / "own.conllu"
    own.write_text("1\tBrb\tbrb\tINTJ\tUH\t_\t0\troot\t_\t_\n", encoding="utf-8")

    texts = "\n".join(one.text for one in training_examples(treebank, own, seed=1)(NLP)).lower()

    assert texts.count("brb") == OWN_WEIGHT


def test_evaluation_texts_are_as_written_or_in_a_fixed_chat_form(treebank: Path) -> None:
    plain = [text for text, _, _ in evaluation_texts(treebank, size=1)]
    chat = [one.text for one in evaluation_examples(NLP, treebank, chat_seed=5)]

    assert plain[:2] == ["I don't know.", "Bob's!"]
    assert "I don't know." not in chat
    assert chat == [text for text, _, _ in evaluation_texts(treebank, chat_seed=5)]


@given(st.lists(st.sampled_from([WORKS, HOME, GOING, DOES_NOT]), min_size=1, max_size=3), st.integers())
def test_every_token_gets_a_complete_annotation(sentences: list[Sentence], seed: int) -> None:
    doc = example(NLP, *join([strip_apostrophes(one, Random(seed)) for one in sentences], Random(seed))).reference

    assert doc.has_annotation("DEP", require_complete=True)
    assert doc.has_annotation("TAG", require_complete=True)
    assert len(list(doc.sents)) == len(sentences)
