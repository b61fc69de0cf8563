"""Several statements in one breath, and what chat hangs on them: each gives its own memory, and no more."""

import pytest

from tests.extractors.conftest import Read


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("I live in Malmö so nothing closes early enough for me", ["Lives in Malmö"]),
        ("I work at Brandt & Sohn so yes, I know about hinges", ["Works at Brandt & Sohn"]),
        (
            "my sister Ines bakes bread for a hotel and our dad drives a tram",
            ["Sister Ines bakes bread for a hotel", "Dad drives a tram"],
        ),
        (
            "the rota lives at https://rota.example/w and our on-call channel is <#C0AB|night-shift>",
            ["Rota lives at https://rota.example/w", "On-call channel is #night-shift"],
        ),
        ("my birthday's 3 June since you ask", ["Birthday is 3 June"]),
        ("I have a son, Bo (6), and a cat called Ink", ["Has a son, Bo, and a cat called Ink"]),
        ("Use metric units when you write to me", ["Wants metric units when you write to them"]),
        (
            "remember that Tam opens the shop while I'm away and that the float is in the tin",
            ["Tam opens the shop while they are away", "Float is in the tin"],
        ),
        (
            "please remember for the website: I teach ceramics and I live in Split",
            ["Teaches ceramics", "Lives in Split"],
        ),
    ],
)
def test_each_statement_ends_where_it_ends(read: Read, text: str, kept: list[str]) -> None:
    assert [candidate.text for candidate in read(text)] == kept


@pytest.mark.parametrize(
    "text",
    [
        "The van's here, everyone to the loading bay",
        "my phone's restarting, give me five",
        "Henrik's a night owl, it's uncanny",
        "the lift's out again",
        "we met at St Olaf's in the end",
    ],
)
def test_a_short_is_makes_no_name_and_no_role(read: Read, text: str) -> None:
    assert read(text, surface="channel") == []


def test_what_one_is_and_is_allergic_to_are_two_memories(read: Read) -> None:
    found = [(candidate.attribute, candidate.text) for candidate in read("I'm vegan and allergic to celery")]

    assert found == [("diet", "Is vegan"), ("allergy", "Is allergic to celery")]
