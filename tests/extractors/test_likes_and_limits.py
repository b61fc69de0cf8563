"""Likes, dislikes, limits and diets in idioms and in a turned word order."""

import pytest

from memory.records import Polarity
from tests.extractors.conftest import Read


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("lamb I don't eat", "Doesn't eat lamb"),
        ("Motorbikes I never touch", "Never touches Motorbikes"),
        ("weddings I do for friends", "Does weddings for friends"),
        ("I'd rather a long walk than a short bus", "Would rather a long walk than a short bus"),
        ("I'd sooner be told early than late", "Would sooner be told early than late"),
        ("give me soup over salad any day", "Prefers soup over salad"),
        ("I love a crossword", "Loves a crossword"),
        ("I only ever pay cash", "Only ever pays cash"),
        ("I only ever buy second hand", "Only ever buys second hand"),
        ("mustard and I don't mix", "Mustard and they don't mix"),
        ("no sesame in this house, ever", "No sesame in this house"),
        ("I can't go near latex", "Can't go near latex"),
        ("I took myself off caffeine", "Took themselves off caffeine"),
        ("prawns close my throat", "Prawns close throat"),
        ("kosher kitchen at ours", "Kosher kitchen at theirs"),
        ("open offices are my idea of hell", "Open offices are their idea of hell"),
        ("karaoke is not for me", "Karaoke is not for them"),
        ("my pet hate is reply-all", "Pet hate is reply-all"),
        ("spreadsheets do my head in", "Spreadsheets do head in"),
        ("lukewarm tea gives me the creeps", "Lukewarm tea gives them the creeps"),
        ("I can't think with the radio on", None),
        ("I can't think without coffee", "Can't think without coffee"),
        ("I don't do small talk", "Doesn't do small talk"),
        ("I don't lend my chisels to anybody", "Doesn't lend chisels to anybody"),
        ("I never file receipts by date", "Never files receipts by date"),
        ("fish yes, eggs no", "Fish yes, eggs no"),
        ("it's rowing for me these days", "Rowing for them"),
        ("everything gets proofread twice with me", "Everything gets proofread twice with them"),
        ("Thursdays are for my choir", "Thursdays are for choir"),
    ],
)
def test_likes_and_limits_are_read(read: Read, text: str, expected: str | None) -> None:
    texts = [found.text for found in read(text)]

    assert texts == [expected] if expected else len(texts) <= 1


def test_what_is_refused_before_its_verb_is_a_dislike(read: Read) -> None:
    (found,) = read("lamb I don't eat")

    assert found.polarity is Polarity.NEGATIVE
    assert found.value == "lamb"


@pytest.mark.parametrize(
    "text",
    [
        "Sorry I don't know",
        "the one thing I never do",
        "The bug I fix tomorrow",
        "I'd rather go with B here",
        "I like a",
        "I'm told that person is out",
        "I'm a coeliac's worst nightmare",
        "no eggs today",
        "I can't eat lunch right now",
        "this build does my head in",
        "the train is not for me",
        "it's a no for me now",
        "it's too early for me now",
        "Tuesday is for the demo",
        "I don't do that",
        "yes, no, maybe",
        "I've started seeing it when I close my eyes",
        "I don't read it that way",
        "I don't use the report",
        "don't ring me before the show",
        "give me a minute over there",
        "your room and I don't mix",
    ],
)
def test_what_is_said_of_the_moment_is_not(read: Read, text: str) -> None:
    assert read(text, surface="channel") == []
