"""The tokens of our pipeline: the treebank's, in chat."""

import pytest
from spacy.language import Language

from extractors.training.tokenizer import blank_pipeline


@pytest.fixture(scope="module")
def nlp() -> Language:
    return blank_pipeline()


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        pytest.param("im gonna go", "i m gon na go", id="im gonna"),
        pytest.param("I'm going", "I 'm going", id="I'm"),
        pytest.param("I’m not, don’t", "I ’m not , do n’t", id="curly"),
        pytest.param("dont cant wouldnt wasnt aint", "do nt ca nt would nt was nt ai nt", id="not"),
        pytest.param("DONT worry, IM here", "DO NT worry , I M here", id="shouted"),
        pytest.param("ive youre hes theyll", "i ve you re he s they ll", id="pronouns"),
        pytest.param("thats whats heres", "that s what s here s", id="that's"),
        pytest.param("wanna gotta gimme lemme", "wan na got ta gim me lem me", id="wanna"),
        pytest.param("its my id, see you wed", "its my id , see you wed", id="ambiguous stay whole"),
        pytest.param("really?! yes!!! no...", "really ?! yes !!! no ...", id="runs of marks"),
        pytest.param("e-mail my co-worker", "e-mail my co-worker", id="bound prefixes"),
        pytest.param("call 555-1234 or 713-853-3989", "call 555-1234 or 713-853-3989", id="telephone"),
        pytest.param("on 2026-05-03 at 7:30pm", "on 2026-05-03 at 7:30 pm", id="date and time"),
        pytest.param("hi @dana.reyes, see #general", "hi @dana.reyes , see #general", id="mention and channel"),
        pytest.param("done:tada: :+1: yes:tada:!", "done :tada: :+1: yes :tada: !", id="shortcodes"),
        pytest.param("love it❤️ 👍🏽🎉", "love it ❤️ 👍🏽 🎉", id="emoji"),
        pytest.param("it costs $10 (ok)", "it costs $ 10 ( ok )", id="money and brackets"),
    ],
)
def test_text_is_split_like_the_treebank(nlp: Language, text: str, tokens: str) -> None:
    assert [token.text for token in nlp(text)] == tokens.split(" ")


def test_pieces_without_apostrophe_share_the_norm_of_those_with_it(nlp: Language) -> None:
    assert [token.norm_ for token in nlp("ill dont wanna")] == ["ill", "do", "not", "want", "to"]
    assert [token.norm_ for token in nlp("DONT")] == [token.norm_ for token in nlp("don't")]


def test_the_tokens_put_together_are_the_text(nlp: Language) -> None:
    text = "  hey\n\nim :tada:  ok?!\t<@U1>  ```x```  "

    assert nlp(text).text == text
