"""What looks like something to keep, to end or to forget, and is none of it, beside what is."""

import pytest

from extractors.secrets import find_secrets
from memory.records import CandidateOp, Kind
from tests.extractors.conftest import Read


@pytest.mark.parametrize(
    "text",
    [
        "quit Outlook and open it again, that fixes it",
        "I've left the kettle on",
        "left over from the party: six quiches",
        "stopped counting after nine",
        "gave up on that crossword at clue twelve",
    ],
)
def test_nothing_ends_where_the_judge_hears_no_ending(read: Read, text: str) -> None:
    assert read(text) == []


@pytest.mark.parametrize(
    ("text", "over"),
    [
        ("i gave up sugar in march", "Sugar"),
        ("we stopped doing Saturdays", "Doing Saturdays"),
        ("I have quit the five-a-side, knees", "The five-a-side"),
        ("stopped eating pork", "Eating pork"),
    ],
)
def test_what_is_given_up_ends(read: Read, text: str, over: str) -> None:
    assert [(found.op, found.text) for found in read(text)] == [(CandidateOp.RETRACT, over)]


@pytest.mark.parametrize(
    "text",
    [
        "ha, I am the duchess of lost lids",
        "i've 90 geese at present, all of them in the long barn",
        "I'm in Tromsø this weekend",
        "we're at the Hendersons' for the week, signal is rubbish",
        "if i pass the board it's the Ostend ferry, if not it's another winter of nights",
    ],
)
def test_what_passes_or_is_said_in_jest_is_not_kept(read: Read, text: str) -> None:
    assert read(text) == []


@pytest.mark.parametrize(
    ("text", "kind", "told"),
    [
        ("plain biscuits only. icing is for children", Kind.PREFERENCE, "Plain biscuits only"),
        ("short answers only please", Kind.FEEDBACK, "Wants short answers only"),
        ("we run 140 goats", Kind.FACT, "Runs 140 goats"),
        ("I run fish everywhere, on every machine", Kind.PREFERENCE, "Runs fish everywhere, on every machine"),
        ("I run the night crew at the dairy", Kind.PROFILE, "Runs the night crew at the dairy"),
    ],
)
def test_the_judge_knows_the_kind_of_what_may_be_many_things(read: Read, text: str, kind: Kind, told: str) -> None:
    found = read(text)[0]
    assert (found.kind, found.text) == (kind, told)
    assert found.attribute is None or found.kind is not Kind.FACT


@pytest.mark.parametrize(
    "text",
    [
        "forget the eggs and your aunt will have your hide",
        "wipe my bench when you're done",
        "scratch my name off the rota for sunday",
    ],
)
def test_what_is_said_of_forgetting_is_no_wish_to_forget(read: Read, text: str) -> None:
    assert read(text) == []


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("forget my old address, i moved", "my old address"),
        ("take my shoe size off your list", "my shoe size"),
        ("can you delete my birthday when you get a chance", "my birthday when you get a chance"),
    ],
)
def test_a_wish_to_forget_is_one(read: Read, text: str, topic: str) -> None:
    assert [(found.op, found.text) for found in read(text)] == [(CandidateOp.FORGET, topic)]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("always sign with harbour31yT", "harbour31yT"),
        ("log on as depot with Winter2024", "Winter2024"),
        ("it opens with Bluebell!9", "Bluebell!9"),
        ("sign in using mango77Tree, works for everyone", "mango77Tree"),
    ],
)
def test_what_something_is_entered_with_is_a_secret_and_not_kept(read: Read, text: str, value: str) -> None:
    assert [text[secret.value_start : secret.end] for secret in find_secrets(text)] == [value]
    assert not any(value in found.text for found in read(text))


@pytest.mark.parametrize(
    "text",
    [
        "i sign in with 1Password",
        "we sign the builds with ed25519",
        "always sign off with Dana R.",
        "log it with KEL-12",
    ],
)
def test_a_program_or_a_key_type_is_no_secret(text: str) -> None:
    assert find_secrets(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "Work out Hull to Leeds with one stop in it, would you",
        "I went to chapel every Sunday of my childhood",
        "my mam goes to chapel and I still believe.",
        "don't remember that bit I'm about to say. I loathe the bake sale, every year",
        "never note the next part I will say, my sister lives in Rhyl",
    ],
)
def test_nothing_is_kept_of_requests_of_faith_and_of_what_is_not_to_be(read: Read, text: str) -> None:
    assert read(text) == []


def test_the_bit_before_is_taken_back_and_the_bit_to_come_is_not(read: Read) -> None:
    assert [found.op for found in read("don't remember that last bit")] == [CandidateOp.UNDO]
    assert read("don't remember that bit I'm going to say") == []
