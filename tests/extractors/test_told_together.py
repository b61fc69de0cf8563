"""What is told in two breaths: a question and its answer, a person and their name, a thing and what follows."""

import pytest

from memory.records import CandidateOp
from tests.extractors.conftest import Read


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("can u remember my shoe size? its 39", ["Shoe size is 39"]),
        ("could you remember which shell I use? It's zsh.", ["Which shell they use is zsh"]),
        (
            "Keep this: the broker is Mr Shah, and he takes calls only before ten",
            ["Broker is Mr Shah, and he takes calls only before ten"],
        ),
        ("remember my bike? it's gone", []),
        ("I want you to remember: my boots are size 8", ["Boots are size 8"]),
        ("remember two things, I'm vegan and my locker is 14", ["Is vegan", "Locker is 14"]),
        ("remember the following, my locker is 14", ["Locker is 14"]),
        (
            "we took in a three-legged whippet, his name is Captain",
            ["Took in a three-legged whippet called Captain"],
        ),
        ("my dad has a whippet. his name is Captain", ["Dad has a whippet"]),
        (
            "my wife Katrin is a midwife and she's on call every other weekend",
            ["Wife Katrin is a midwife", "Wife Katrin is on call every other weekend"],
        ),
        (
            "my brother Lucien does all our sound, he's down in Marseille",
            ["Brother Lucien does all the sound", "Brother Lucien is down in Marseille"],
        ),
        (
            "remember for me: Iratxe's birthday is 14 June and she can't stand surprises",
            ["Iratxe's birthday is 14 June", "Iratxe can't stand surprises"],
        ),
        ("our cellar cat is called Pinot, she outranks most of you and she knows it", ["Cellar cat is called Pinot"]),
        (
            "i live in Leith with my two greyhounds Biro and Tippex, that's all there is to know",
            ["Lives in Leith", "Has two greyhounds Biro and Tippex"],
        ),
        ("there's a parrot at ours now called Mirza", ["Has a parrot called Mirza"]),
        ("hi all, I'm joining the payments team today", ["Is joining the payments team on 2026-03-02"]),
        ("we have a dog and a cat. its name is Captain", ["Has a dog and a cat"]),
        ("Let it be remembered that the doctorate is in bellows", ["Doctorate is in bellows"]),
        ("Kindly observe that the loft key hangs at the sexton's", ["Loft key hangs at the sexton's"]),
    ],
)
def test_what_is_asked_to_be_remembered_is_told_together(read: Read, text: str, kept: list[str]) -> None:
    assert [found.text for found in read(text) if found.op is not CandidateOp.RETRACT] == kept


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        (
            "I have a daughter in Concepción. Her name is Antonia, she studies law",
            ["Has a daughter in Concepción", "Daughter is Antonia", "Antonia studies law"],
        ),
        ("we got a parrot. its name is Bwana", ["Parrot's name is Bwana"]),
        ("Got a goat. Called Pickle.", ["Got a goat called Pickle"]),
        ("we have two cats. Named Salt and Pepper", ["Has two cats named Salt and Pepper"]),
        ("I rang the vet. Called twice.", []),
        ("we sold the parrot. its name is Bwana", []),
        ("I live in Ghent. her name is Antonia", ["Lives in Ghent"]),
        ("my sister Ana lives in Graz. its name is Bwana", ["Sister Ana lives in Graz"]),
        ("my dad lives in Graz. their name is Bo", ["Dad lives in Graz"]),
        ("I like rye bread. their dog is Bo", ["Likes rye bread"]),
    ],
)
def test_a_name_is_that_of_who_was_told_of_before(read: Read, text: str, kept: list[str]) -> None:
    assert [found.text for found in read(text) if found.op is not CandidateOp.RETRACT] == kept


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("I start at Lumen & Pike on the 1st of June", ("Starts at Lumen & Pike on 2026-06-01", "2026-06-01")),
        ("I just started at Lumen & Pike", ("Works at Lumen & Pike", None)),
        ("my mother birthday is May 30", ("Mother birthday is May 30", None)),
        ("I do not take calls on Sunday", ("Doesn't take calls on Sunday", None)),
        (
            "I've swapped my Fridays for Manny's Mondays for good",
            ("Has swapped Fridays for Manny's Mondays for good", None),
        ),
        (
            "Lost property gets binned on the last Friday of every half term",
            ("Lost property gets binned on the last Friday of every half term", None),
        ),
        ("My boys are Malik and Jaylen, 9 and 12", ("Boys are Malik and Jaylen, 9 and 12", None)),
        ("my birthday party is on 7 May", ("Birthday party is on 2026-05-07", "2026-05-07")),
        ("do not greet me", ("Wants no greeting", None)),
        ("Might I ask that you never use exclamation marks?", ("Wants no exclamation marks", None)),
    ],
)
def test_days_and_wishes_keep_their_words(read: Read, text: str, kept: tuple[str, str | None]) -> None:
    found = read(text)[0]

    assert (found.text, str(found.dated) if found.dated else None) == kept


def test_who_says_that_a_name_is_theirs_has_it(read: Read) -> None:
    (found,) = read("Aigerim is me")

    assert (found.text, found.attribute) == ("Name is Aigerim", "name")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "the parish council decided today to let the paddock and to keep the swings",
            {
                "Parish council decided on 2026-03-02 to let the paddock",
                "Parish council decided on 2026-03-02 to keep the swings",
            },
        ),
        (
            "we decided this morning to retire the old kiln, and to fire everything in Leek",
            {"Decided on 2026-03-02 to retire the old kiln", "Decided on 2026-03-02 to fire everything in Leek"},
        ),
        (
            "bullets not paragraphs pls, and no emoji, my screen is tiny",
            {"Wants bullets not paragraphs", "Wants no emoji"},
        ),
        ("24h times please and no exclamation marks", {"Wants 24h times", "Wants no exclamation marks"}),
    ],
)
def test_two_decisions_or_orders_are_two_memories(read: Read, text: str, expected: set[str]) -> None:
    assert {found.text for found in read(text)} == expected


def test_a_decision_about_two_people_is_one(read: Read) -> None:
    assert len(read("we decided this morning to write to Ana and to Bo")) <= 1
