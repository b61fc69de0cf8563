"""Turning treebank sentences into chat."""

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractors.training import chat
from extractors.training.conllu import Sentence, Word
from tests.extractors.training_sentences import DOES_NOT, GOING, HOME, WORKS, gold

Change = Callable[[Sentence, Random], Sentence]


class Always(Random):
    """Chance that always takes the change, and the first of every choice."""

    def random(self) -> float:
        return 0.0

    def choice(self, seq):  # type: ignore[no-untyped-def]  # as in the base class
        return seq[0]


class Never(Random):
    """Chance that always leaves things as they are."""

    def random(self) -> float:
        return 0.999


def tree(sentence: Sentence) -> list[tuple[str, str, str]]:
    return [(word.form, word.dep, sentence.words[word.head].form) for word in sentence.words]


def test_lower_case_changes_the_lemma_of_names_and_not_of_i() -> None:
    lowered = chat.lower_case(WORKS)

    assert lowered.text == "i work at acme , sadly ."
    assert [word.lemma for word in lowered.words[:4]] == ["I", "work", "at", "acme"]


def test_only_i_can_be_small() -> None:
    assert chat.lower_i(WORKS).text == "i work at Acme , sadly ."


@pytest.mark.parametrize(
    ("sentence", "text"),
    [
        pytest.param(DOES_NOT, "I dont like mushrooms.", id="do n't"),
        pytest.param(GOING, "Im going to stay!", id="I 'm"),
        pytest.param(HOME, "Its my home.", id="it 's"),
    ],
)
def test_apostrophes_are_left_out_and_the_words_stay_apart(sentence: Sentence, text: str) -> None:
    bare = chat.strip_apostrophes(sentence, Always())

    assert bare.text == text
    assert len(bare.words) == len(sentence.words)


def test_an_apostrophe_that_makes_another_word_is_left_out_less_often() -> None:
    we_are = gold("We_/PRP/3/nsubj 're/VBP/3/cop late/JJ/0/root")

    texts = [chat.strip_apostrophes(we_are, Random(seed)).text for seed in range(200)]

    assert 0 < texts.count("Were late") < 80


def test_a_quotation_mark_is_no_apostrophe() -> None:
    quoted = gold("'_/``/2/punct Hello_/UH/0/root '/''/2/punct")

    assert chat.strip_apostrophes(quoted, Always()).text == "'Hello'"


def test_telephones_type_curly_apostrophes() -> None:
    assert chat.curl_apostrophes(DOES_NOT, Always()).text == "I don’t like mushrooms."
    assert chat.curl_apostrophes(DOES_NOT, Never()) == DOES_NOT


@pytest.mark.parametrize(
    ("text", "contracted"),
    [
        pytest.param("I/PRP/3/nsubj am/VBP/3/cop late/JJ/0/root", "I'm late", id="am"),
        pytest.param("They/PRP/4/nsubj are/VBP/4/cop not/RB/4/advmod late/JJ/0/root", "They're not late", id="are not"),
        pytest.param("They/PRP/4/nsubj do/VBP/4/aux not/RB/4/aux know/VB/0/root", "They don't know", id="do not"),
        pytest.param("I/PRP/3/nsubj have/VBP/3/aux gone/VBN/0/root", "I've gone", id="have gone"),
        pytest.param("I/PRP/0/root have/VBP/1/aux a/DT/4/det dog/NN/1/obj", "I have a dog", id="have a dog"),
        pytest.param("I/PRP/0/root am/VBP/1/aux", "I am", id="am last"),
        pytest.param("I/PRP/0/root am_/VBP/1/aux ./,/1/punct", "I am.", id="am before a mark"),
        pytest.param("I/PRP/4/nsubj may/MD/4/aux not/RB/4/aux go/VB/0/root", "I may not go", id="may not"),
    ],
)
def test_auxiliaries_are_contracted_where_english_does(text: str, contracted: str) -> None:
    assert chat.contract(gold(text), Always()).text == contracted


def test_going_to_becomes_gonna_in_two_words_as_in_the_treebank() -> None:
    informal = chat.go_informal(GOING, Always())

    assert informal.text == "I'm gonna stay!"
    assert tree(informal)[2:4] == [("gon", "ROOT", "gon"), ("na", "mark", "stay")]
    assert [word.lemma for word in informal.words[2:4]] == ["go", "to"]


def test_short_forms_keep_the_lemma() -> None:
    thanks = chat.shorten(gold("You/PRP/2/nsubj know/VBP/0/root people/NNS/2/obj", You="you"), Always())

    assert thanks.text == "u kno ppl"
    assert [word.lemma for word in thanks.words] == ["you", "know", "people"]
    assert chat.shorten(DOES_NOT, Never()) == DOES_NOT


def test_a_typing_error_is_the_same_in_form_and_lemma() -> None:
    working = gold("working/VBG/0/root", working="work")

    for seed in range(50):
        word = chat.mistype(working, Random(seed)).words[0]

        assert word.form.endswith("ing")
        assert word.lemma == word.form.removesuffix("ing")


@given(st.text("abcdefgh", min_size=2, max_size=12), st.integers())
def test_a_typing_error_keeps_the_first_letter_and_changes_at_most_one_in_length(text: str, seed: int) -> None:
    wrong = chat.mistyped(text, Random(seed))

    assert wrong[0] == text[0]
    assert abs(len(wrong) - len(text)) <= 1


def test_a_word_said_with_feeling_is_stretched() -> None:
    assert chat.stretch(gold("So/RB/2/advmod late/JJ/0/root"), Always(1)).words[0].form.startswith("Sooo")
    assert chat.stretch(gold("at/IN/2/case home/NN/0/root"), Always()).text == "at home"


def test_names_of_today_stand_in_for_proper_nouns() -> None:
    swapped = chat.swap_names(WORKS, Always())

    assert swapped.words[3].form == swapped.words[3].lemma == chat.NAMES[0]
    assert chat.swap_names(WORKS, Never()) == WORKS


def test_commas_go() -> None:
    assert chat.drop_commas(WORKS, Always()).text == "I work at Acme sadly ."


def test_the_final_mark_goes_but_not_the_only_word() -> None:
    alone = gold("!/./0/punct")

    assert chat.drop_final_mark(DOES_NOT, Always()).text == "I don't like mushrooms"
    assert chat.drop_final_mark(gold("late/JJ/0/root"), Always()).text == "late"
    assert chat.drop_final_mark(alone, Always()) == alone


@pytest.mark.parametrize(
    ("sentence", "text"),
    [
        pytest.param(WORKS, "work at Acme , sadly .", id="I"),
        pytest.param(GOING, "going to stay!", id="I'm"),
        pytest.param(HOME, "It's my home.", id="another subject stays"),
        pytest.param(gold("I/PRP/2/nsubj know/VBP/0/root ./,/2/punct"), "I know .", id="too short"),
    ],
)
def test_the_subject_i_is_dropped_with_its_auxiliary(sentence: Sentence, text: str) -> None:
    assert chat.drop_subject(sentence, Always()).text == text


def test_an_opener_hangs_on_the_root_and_the_rest_moves_along() -> None:
    opened = chat.add_opener(DOES_NOT, Always())

    assert opened.text.endswith(", I don't like mushrooms.")
    assert {(dep, head) for _, dep, head in tree(opened)[:3]} == {
        ("discourse", "like"),
        ("vocative", "like"),
        ("punct", "like"),
    }
    assert tree(opened)[3:] == tree(DOES_NOT)


def test_an_opener_can_stand_alone() -> None:
    assert len(chat.add_opener(DOES_NOT, Never()).words) == len(DOES_NOT.words) + 1


def test_a_closer_ends_the_message() -> None:
    closed = chat.add_closer(DOES_NOT, Never(3))

    assert closed.words[-1].dep == "discourse"
    assert closed.words[-1].head == closed.root
    assert tree(closed)[:-1] == tree(DOES_NOT)


def test_what_hangs_on_a_lost_word_goes_to_its_head() -> None:
    sentence = gold("I/PRP/2/nsubj like/VBP/0/root very/RB/4/advmod big/JJ/5/amod dogs/NNS/2/obj")

    assert tree(chat.without(sentence, {3})) == [
        ("I", "nsubj", "like"),
        ("like", "ROOT", "like"),
        ("very", "advmod", "dogs"),
        ("dogs", "obj", "like"),
    ]


def test_a_root_is_never_lost() -> None:
    assert chat.without(WORKS, {1, 2}) == WORKS


def test_a_shout_is_all_capitals() -> None:
    assert chat.chat_sentence(gold("late/JJ/0/root"), Always()).text.isupper()


@st.composite
def sentences(draw: st.DrawFn) -> Sentence:
    """Any tree over any words, projective or not."""
    size = draw(st.integers(1, 12))
    order = draw(st.permutations(range(size)))
    heads = {order[0]: order[0]}
    for place, index in enumerate(order[1:], start=1):
        heads[index] = order[draw(st.integers(0, place - 1))]
    forms = st.sampled_from(
        ["I", "'m", "do", "n't", "going", "to", "Acme", ",", ".", "you", "not", "are", "so", "Bob", "'s"]
    )
    tags = st.sampled_from(["PRP", "VBP", "NNP", "RB", "POS", ","])
    poses = st.sampled_from(["PRON", "AUX", "PART", "PROPN", "PUNCT", "ADV", "VERB"])
    return Sentence(
        tuple(
            Word(
                form=(form := draw(forms)),
                lemma=form.lower(),
                pos=draw(poses),
                tag=draw(tags),
                morph="",
                head=heads[index],
                dep="ROOT" if heads[index] == index else "nsubj",
                space_after=draw(st.booleans()),
            )
            for index in range(size)
        )
    )


@given(sentences(), st.integers())
def test_chat_form_is_always_one_tree_of_words_with_text(sentence: Sentence, seed: int) -> None:
    words = chat.chat_sentence(sentence, Random(seed)).words

    assert all(word.form and 0 <= word.head < len(words) for word in words)
    assert [word.dep == "ROOT" for word in words] == [word.head == index for index, word in enumerate(words)]
    for index in range(len(words)):
        steps = 0
        while words[index].head != index:
            index, steps = words[index].head, steps + 1
            assert steps < len(words)
