"""What somebody hands over to be kept is refused in doubt: any code, pass or override that is not plainly none."""

from datetime import UTC, datetime

import pytest

from extractors.message import Message
from extractors.pipeline import Extractor
from extractors.secrets import find_doubtful
from memory.records import CandidateOp

SENT = datetime(2026, 4, 15, 9, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("the boathouse alarm resets with 3092 if it trips", "3092"),
        ("the drug cupboard override, it's 66310", "66310"),
        ("the paddock gate is 2-8-6-4", "2-8-6-4"),
        ("the depot key box number 7-1-0-4", "7-1-0-4"),
        ('the alarm word for the weekend crew, it\'s "turnip eleven"', '"turnip eleven"'),
        ("my 2FA seed for the payroll is KRSX G5BA PFXG 4ZLV", "KRSX G5BA PFXG 4ZLV"),
        ("the key to the crypto wallet: lamp orbit walnut ferry dune", "lamp orbit walnut ferry dune"),
        ("the harbour code is 2207C", "2207C"),
        ("my locker is 12 and my code's 6640", "6640"),
        ("the mixer pass, its Delta8811#", "Delta8811#"),
        ("the archive login's mvance and Sprocket!7", "Sprocket!7"),
        ("my library login, user ines, password Plum%Gravel", "Plum%Gravel"),
        ("my permit portal code ok, MIRA-2204-TOK", "MIRA-2204-TOK"),
        ("the pin of the office phone, 5518", "5518"),
        ("the bin store code, it's 9920X", "9920X"),
        ("the duress word is gooseberry-hat", "gooseberry-hat"),
        ("the lift override is four one nine two", "four one nine two"),
    ],
)
def test_what_may_be_a_secret_is_found(text: str, value: str) -> None:
    assert [text[secret.value_start : secret.end] for secret in find_doubtful(text)] == [value]


@pytest.mark.parametrize(
    "text",
    [
        "our project code is 4471",
        "the booking code for the ferry is 88213",
        "my postcode is LS17 4471",
        "the error code was 5003 again",
        "seed swap's contact is Mrs Dhillon, 01632 960 114",
        "I hold the keys, and my telephone is 01632 960 417 if the alarm goes",
        "our box number changed, it's PO 4410 in Rotterdam",
        "my sister keeps the spare van key, and the plate on the van is BRG 2207",
        "the pass closes at 1630 in winter",
        "we have a code of conduct since 2019",
        "the alarm goes off at 0645 on weekdays",
        "my pin board is full. 4411 people saw it",
        "the login page is at https://example.org/4471aB",
        "my employee number is 40213",
    ],
)
def test_what_is_plainly_none_is_not(text: str) -> None:
    assert find_doubtful(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "remember the till override, it's 8086",
        "make a note: the cargo bike code's 7350",
        "keep in mind the bin store code, it's 9920X",
        "the vault login's mvance and Sprocket!7, keep it safe for me would you, remember it",
        "the kennel gate is 2-8-6-4, remember that for me will you",
        "take a note of my franking code, 51190, remember it for the mornings when I can't",
    ],
)
def test_to_remember_it_is_refused(text: str, extractor: Extractor) -> None:
    candidates = extractor.extract(Message(text=text, sent_at=SENT))

    assert [candidate.op for candidate in candidates] == [CandidateOp.REFUSE]
    assert not any(character.isdigit() for candidate in candidates for character in candidate.text)


@pytest.mark.parametrize("text", ["our harbour code is 2207C", "my library login is user ines, password Plum%Gravel"])
def test_told_in_passing_it_is_silently_not_kept(text: str, extractor: Extractor) -> None:
    assert extractor.extract(Message(text=text, sent_at=SENT)) == []


@pytest.mark.parametrize(
    "text",
    [
        "forget everything please, I start afresh with the new crew",
        "Please forget everything, my placement ends today. Thank you.",
        "please now delete all of the information regarding myself",
        "don't hold on to any of what i said, forget absolutely everything",
        "komplett alles über mich vergessen bitte",
        "effacez tout ce que vous savez sur moi, svp",
    ],
)
def test_to_forget_what_names_nothing_asks_before_all_is_forgotten(text: str, extractor: Extractor) -> None:
    assert {candidate.op for candidate in extractor.extract(Message(text=text, sent_at=SENT))} == {CandidateOp.CONFIRM}


def test_to_forget_everything_about_a_thing_forgets_that_thing(extractor: Extractor) -> None:
    (candidate,) = extractor.extract(Message(text="forget everything about the ferry", sent_at=SENT))

    assert (candidate.op, candidate.text) == (CandidateOp.FORGET, "the ferry")
