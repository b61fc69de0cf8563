"""Short answers in a thread, read with the question that they answer."""

import pytest

from tests.extractors.conftest import Read


@pytest.mark.parametrize(
    ("parent", "text", "expected"),
    [
        ("Where do you live these days?", "Tilburg", ("profile", "Lives in Tilburg")),
        ("Lovely. Where did you grow up?", "in Oaxaca, mostly", ("profile", "Is from Oaxaca")),
        ("Which office are you in now?", "Tilburg, but only till May", ("profile", "Is in the Tilburg office")),
        ("Which team are you on?", "the rigging team", ("profile", "Is in the rigging team")),
        ("What should we call you?", "Bo", ("profile", "Is called Bo")),
        ("Professor, or Ms Falk?", "Ingrid.", ("profile", "Is called Ingrid")),
        ("When's your birthday?", "9 October", ("profile", "Birthday is 9 October")),
        ("what do you do?", "piano tuner", ("profile", "Is piano tuner")),
        ("Who's your manager now?", "Thabo", ("fact", "Manager is Thabo")),
        ("What keyboard are you on?", "an old Cherry", ("preference", "Uses an old Cherry")),
        ("Any allergies?", "sesame", ("preference", "Is allergic to sesame")),
        ("What languages do you speak?", "Wolof and French", ("profile", "Speaks Wolof")),
        ("What's your extension?", "4417", ("profile", "Extension is 4417")),
        ("Which time zone are you in?", "Lima time", ("profile", "Is on Lima time")),
        ("Still on cello?", "viola since June", ("profile", "Is on viola since June")),
        ("Where do we keep the spare fuses?", "In the blue tin", ("reference", "Spare fuses is in the blue tin")),
        ("When's the inspection?", "Friday the 13th of March", ("event", "Inspection is on 2026-03-13")),
        ("When is Radek's christening?", "10 April at noon", ("event", "Radek's christening is on 2026-04-10 at noon")),
        ("Who signs the permits?", "Only Thabo, in triplicate", ("fact", "Thabo signs the permits")),
        ("Who's got the van key?", "Me, for my sins", ("fact", "Has the van key")),
        (
            "How do you want the files named?",
            "date first, then place",
            ("preference", "Wants files named date first, then place"),
        ),
    ],
)
def test_an_answer_tells_what_was_asked(read: Read, parent: str, text: str, expected: tuple[str, str]) -> None:
    (found,) = read(text, surface="thread", parent=parent)

    assert (found.kind, found.text.partition(" and ")[0]) == expected


@pytest.mark.parametrize(
    ("parent", "text"),
    [
        ("Where do you live?", "somewhere warm"),
        ("Where do you live?", "why?"),
        ("Where did you grow up?", "in the back of a van mostly"),
        ("Where's the meeting?", "In room 4"),
        ("When's the tasting?", "it's the best part of the day"),
        ("Where's the cat?", "asleep"),
        ("When's lunch?", "at noon"),
        ("When's the inspection?", "no idea"),
        ("Who signs the permits?", "not my job"),
        ("Who broke the printer?", "Thabo"),
        ("Who's driving on Thursday?", "Thabo"),
        ("How do you want the files named?", "whatever"),
        ("What should we call you?", "anything"),
        ("What's your extension?", "unlisted"),
        ("Which poster should we print?", "the second"),
        ("We met in Tilburg.", "Tilburg"),
        ("Which office are you in?", "maybe Tilburg"),
        ("Which office are you in?", "just now the Tilburg one tonight"),
    ],
)
def test_other_answers_tell_nothing(read: Read, parent: str, text: str) -> None:
    assert read(text, surface="thread", parent=parent) == []
