"""What somebody asks to have changed of what is noted of them is told of them: "change my mobile to 07700 900261"."""

import pytest

from memory.records import CandidateOp
from tests.extractors.conftest import Read


@pytest.mark.parametrize(
    ("text", "attribute", "kept"),
    [
        ("can you change my mobile to 07700 900261?", "phone", "Mobile is 07700 900261"),
        ("could you swap my mobile to <tel:+447700900261|07700 900261>, it drowned", "phone", "Mobile is 07700 900261"),
        ("update my job title to data lead", "role", "Job title is data lead"),
        ("please change my email to <mailto:kim@acme.example|kim@acme.example>", "email", "Email is kim@acme.example"),
        ("change my name to Kimberly", "name", "Name is Kimberly"),
        ("could you update my surname to Okafor, got married", "surname", "Surname is Okafor"),
        ("change my pronouns to they/them please", "pronouns", "Pronouns are they/them"),
        ("update my time zone to CET", "timezone", "Time zone is CET"),
        ("pls correct my address, it's 12 Elm Row", "address", "Address is 12 Elm Row"),
        ("can you fix my name, it's Siobhán not Siobhan", "name", "Name is Siobhán"),
        ("Update my email: kim@acme.example", "email", "Email is kim@acme.example"),
        ("can you change my manager to Ines from 1 May", "manager", "Manager is Ines from 2026-05-01"),
    ],
)
def test_what_is_asked_to_be_changed_is_noted(read: Read, text: str, attribute: str, kept: str) -> None:
    (found,) = read(text)

    assert (found.op, found.attribute, found.text) == (CandidateOp.ADD, attribute, kept)


@pytest.mark.parametrize(
    "text",
    [
        "change my flight to Tuesday",
        "can you change the location to Room 4",
        "can you change my name to Kim in the deck?",
        "I want to change my name to something shorter",
        "I need to change my number to a landline",
        "time to change my password to something better",
        "change my email to the other one",
        "can someone update my address?",
    ],
)
def test_other_changes_tell_nothing_of_somebody(read: Read, text: str) -> None:
    assert [found for found in read(text) if found.op is CandidateOp.ADD] == []
