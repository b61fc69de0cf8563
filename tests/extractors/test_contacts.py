"""How somebody is reached and where a thing is looked up, told in passing and in odd places."""

import pytest

from memory.records import CandidateOp, Kind
from tests.extractors.conftest import Read


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("post the slides to <mailto:ada@weir.example|ada@weir.example>, that's my new address", "ada@weir.example"),
        ("could you change my mail, <mailto:ada@weir.example|ada@weir.example> is right", "ada@weir.example"),
        ("for ferry questions I'm at <mailto:ada@weir.example|ada@weir.example>", "ada@weir.example"),
        ("about permits I can be reached at <mailto:ada@weir.example|ada@weir.example>", "ada@weir.example"),
        ("the gmail box is gone, use <mailto:ada@weir.example|ada@weir.example> for me", "ada@weir.example"),
        ("try <tel:+4520555017|+45 20 555 017> after hours, that's my mobile", "20 555 017"),
        ("can you keep my office number? it's <tel:+4520555017|+45 20 555 017>", "20 555 017"),
        ("If the gate sticks ring me on <tel:+4520555017|+45 20 555 017>", "20 555 017"),
        ("work phone's <tel:+4520555017|+45 20 555 017>", "20 555 017"),
        ("put me down as <tel:+4520555017|+45 20 555 017>", "20 555 017"),
        ("<tel:+4520555017|+45 20 555 017> gets you my desk now", "20 555 017"),
        ("new number for the shop is <tel:+4520555017|+45 20 555 017>, the old one is dead", "20 555 017"),
    ],
)
def test_how_the_author_is_reached_is_part_of_the_profile(read: Read, text: str, address: str) -> None:
    (found,) = (one for one in read(text) if one.op is CandidateOp.ADD)

    assert found.kind is Kind.PROFILE
    assert address in found.text


@pytest.mark.parametrize(
    "text",
    [
        "send the scans to <mailto:bo@weir.example|bo@weir.example>, he is waiting",
        "please write to <mailto:bo@weir.example|bo@weir.example> about the invoice",
        "try <tel:+4520555017|+45 20 555 017>, that's the plumber",
        "use <mailto:bo@weir.example|bo@weir.example> instead",
    ],
)
def test_how_somebody_else_is_reached_is_none(read: Read, text: str) -> None:
    assert not [found for found in read(text) if found.kind is Kind.PROFILE]


@pytest.mark.parametrize(
    ("text", "key"),
    [
        (
            "our press photos aren't on the old drive any more, they live on <https://p.example/kit|this page>",
            "p.example",
        ),
        ("the duty sheet is <https://s.example/duty|over here>", "s.example/duty"),
        ("my notebooks are all in `scratch/ada`", "scratch/ada"),
        ("test exports from the scales end up in <https://d.example/out>", "d.example/out"),
        ("For the tide tables please look in <https://t.example/tides|the almanac>", "t.example/tides"),
        ("for anything about keys write to <mailto:keys@weir.example|keys@weir.example>", "keys@weir.example"),
        ("our hay ledger sits in `s3://barn/hay/`", "Hay ledger sits in s3://barn/hay/"),
        ("hay rota: gs://barn/rota.csv", "Hay rota: gs://barn/rota.csv"),
    ],
)
def test_where_a_thing_is_looked_up_is_a_reference(read: Read, text: str, key: str) -> None:
    (found,) = (one for one in read(text, surface="channel") if one.op is CandidateOp.ADD)

    assert found.kind is Kind.REFERENCE
    assert key in found.text


@pytest.mark.parametrize(
    "text",
    [
        "our tide guide is at <https://t.example/tides>, yes it's long",
        "Our tide forms are at <https://t.example/forms>. No, they do not open on the phone.",
        "my direct line is <tel:+4520555017|+45 20 555 017>, it is the one on my desk",
    ],
)
def test_what_is_said_of_an_address_behind_it_is_chatter(read: Read, text: str) -> None:
    (found,) = read(text, surface="channel")

    assert "example" in found.text or "555" in found.text
