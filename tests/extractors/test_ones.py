"""What "one" stands for, and whose "his" and "her" are, where the clause before tells it."""

import pytest

from memory.records import CandidateOp
from tests.extractors.conftest import Read


def kept(read: Read, text: str) -> list[str]:
    return [found.text for found in read(text) if found.op is CandidateOp.ADD]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("my old laptop is dead, I use the Lenovo one", "Uses the Lenovo laptop"),
        ("Ibrahim takes the Verve disputes and I take the Visa ones", "Takes the Visa disputes"),
        ("I used to want the daily digest, I prefer the weekly one now", "Prefers the weekly digest"),
        ("my grey cat is called Ash and the black one is called Soot", "Black cat is called Soot"),
        ("our depot dog Truls has retired, the new one is called Diesel", "New depot dog is called Diesel"),
        ("my new bike is a Brompton, the old one is in my cellar", "Old bike is in cellar"),
        (
            "our recall file for Verve sits in the disputes folder, and the one for Visa stays on the scheme portal",
            "Recall file for Visa stays on the scheme portal",
        ),
        (
            "Plasters sit on the middle shelf of the left cabinet, and the right one is for vaccines only",
            "Right cabinet is for vaccines only",
        ),
    ],
)
def test_one_is_told_by_what_it_stands_for(read: Read, text: str, told: str) -> None:
    assert told in kept(read, text)


@pytest.mark.parametrize(
    "text",
    [
        "I need the drill, you are the only one who has it",
        "the red bike is mine, is the blue one yours?",
        "if the first draft is done, the next one is due",
        "my manager is Ines, the one with three monitors",
        "the best ones are gone",
        "I have three shifts, I take the night one",
    ],
)
def test_another_one_stands_as_it_is(read: Read, text: str) -> None:
    spelled_out = ("only drill", "blue bike", "next draft", "the draft", "best", "manager with", "night shift")
    assert not any(each in found for found in kept(read, text) for each in spelled_out)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("that bass voice behind me was my dad. He is a choirmaster in Gent", "Dad is a choirmaster in Gent"),
        (
            "My manager is Kak Zurina. She wants everything in Power BI",
            "Manager Kak Zurina wants everything in Power BI",
        ),
        ("my brother Leo's boat is called Tango and his dog is called Flint", "Brother Leo's dog is called Flint"),
        (
            "my wife Noreen's from Corner Brook and her sister Bride runs a chip truck",
            "Wife Noreen's sister Bride runs a chip truck",
        ),
        (
            "Our carrier for the Busan lane is Haedong Line, and their booking desk is bk@haedong.example",
            "Carrier for the Busan lane's booking desk is bk@haedong.example",
        ),
        ("Alasdair, my husband, is allergic to wool", "Husband Alasdair is allergic to wool"),
        ("my wife and I moved, her name is Ines", "Wife is Ines"),
    ],
)
def test_a_pronoun_is_told_by_who_it_stands_for(read: Read, text: str, told: str) -> None:
    assert told in kept(read, text)


@pytest.mark.parametrize(
    "text",
    [
        "my boss met my dad, he works at Shell",
        "my sister met Ana, her brother bakes bread",
        "my son is six and her dog is called Rex",
        "is that my brother? his car is red",
        "the green bins go out, their dog is Bo",
    ],
)
def test_of_two_people_it_is_not_told_which(read: Read, text: str) -> None:
    assert not any(word in found for found in kept(read, text) for word in ("Shell", "bread", "Rex", "car", "Bo"))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Masters swim is no longer Mondays at 6, it's Wednesdays at 7", "Masters swim is Wednesdays at 7"),
        ("Standup isn't on Mondays anymore, it's Thursdays at 9:30 now", "Standup is Thursdays at 9:30"),
    ],
)
def test_what_comes_at_another_time_now_is_told_by_its_name(read: Read, text: str, told: str) -> None:
    ended, kept = read(text)

    assert (ended.op, kept.op, kept.text) == (CandidateOp.RETRACT, CandidateOp.ADD, told)


def test_an_attribute_is_named_by_what_a_pronoun_stands_for(read: Read) -> None:
    text = "our recall file for Verve sits in the disputes folder, and the one for Visa stays on the scheme portal"
    assert [found.attribute for found in read(text)] == [
        "reference:recall file for verve",
        "reference:recall file for visa",
    ]


def test_a_thing_is_whose_the_one_before_is(read: Read) -> None:
    both = read("my grey cat is called Ash and the black one is called Soot")
    assert [found.attribute for found in both] == ["pet", "pet"]
    assert kept(read, "my desk is by the tap, the green one is Ida's") == ["Desk is by the tap"]
