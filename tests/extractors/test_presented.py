"""People and pets are known by the names that are told in passing."""

import pytest

from extractors.message import Message, clean
from extractors.pipeline import Extractor
from extractors.statements.presented import presented
from memory.records import Candidate, CandidateOp, Kind
from tests.extractors.conftest import SENT, Read


@pytest.mark.parametrize(
    ("text", "told", "attribute"),
    [
        ("sorry for the barking, my dog Waffle has met the postman", "Has a dog, Waffle", "pet"),
        ("our axolotl Bruno says this headline is weak", "Has an axolotl, Bruno", "pet"),
        ("blame Tansy, our greyhound, for the chewed cable", "Has a greyhound, Tansy", "pet"),
        ("my partner Corneliu and I found a place", "Partner is Corneliu", "partner"),
        ("can't make it, I promised to fetch my little nephew Bartek", "Nephew is Bartek", "nephew"),
        ("our twins Ida and Moa are under my desk for this one", "Twins are Ida and Moa", "child"),
        ("my sons Bo, Jo and Al broke it", "Sons are Bo, Jo and Al", "child"),
        ("left to right: nobody you know, Anneke (my sister) and me", "Sister is Anneke", "sister"),
    ],
)
def test_who_is_named_in_passing_is_known(text: str, told: str, attribute: str) -> None:
    (found,) = presented(clean(text), ())

    assert (found.text, found.attribute, found.op, found.kind) == (told, attribute, CandidateOp.ADD, Kind.FACT)


def test_a_message_tells_whom_it_presents(read: Read) -> None:
    assert "Has an axolotl, Bruno" in [one.text for one in read("our axolotl Bruno says this headline is weak")]


@pytest.mark.parametrize(
    "text",
    [
        "has anyone fed my cat Waffle?",
        "my dog Waffle died last night",
        "my partner Corneliu and I split up",
        "my sister Anneke starts her chemo today",
        'the card says "my cousin Bartek paid"',
        "`owner = my cousin Bartek`",
        "Bartek, my cat ate the invoice",
        "our partner Acme is late again",
        "my lab Manager is out",
        "my mother Superior impression went down well",
        "the vault pin is 4412, my cat Waffle chose it",
        "my sister NASA fan that she is",
    ],
)
def test_nobody_is_presented_who_may_be_none(text: str) -> None:
    assert list(presented(clean(text), ())) == []


def test_whoever_drops_a_name_off_the_record_presents_nobody(read: Read) -> None:
    assert read("off the record, the buyer is my cousin Bartek") == []


def test_nobody_is_presented_where_nothing_is_told() -> None:
    assert list(presented(clean("my cat Waffle sleeps"), (), [(0, 13)])) == []


def test_who_is_told_of_is_not_presented_once_more() -> None:
    told = Candidate(CandidateOp.ADD, "Sister Anneke lives in Delft", Kind.FACT)

    assert [one.value for one in presented(clean("my sister Anneke met my brother Bartek"), [told])] == ["Bartek"]


def test_its_span_is_where_it_stands(extractor: Extractor) -> None:
    text = "&lt;3 thanks, my dog Waffle loved it"
    found = [one for one in extractor.extract(Message(text=text, sent_at=SENT)) if one.rule == "presented"]

    assert [text[slice(*one.span)] for one in found if one.span] == ["my dog Waffle"]
