"""Who people are and when they work, in the wordings that are less plain than "I am" and "I work"."""

import pytest

from tests.extractors.conftest import Read


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("club treasurer is me now", "Is club treasurer"),
        ("secretary to the choir, me", "Is secretary to the choir"),
        ("I tune organs for a living", "Tunes organs for a living"),
        ("I was a shipping clerk for twelve years", "Was a shipping clerk for twelve years"),
        ("I worked for six years in Tromsø", "Worked for six years in Tromsø"),
        ("I'm the one who does the payroll", "Is the one who does the payroll"),
        ("I'm the boiler man for the whole estate", "Is the boiler man for the whole estate"),
        ("I've been put in charge of the seed store", "Has been put in charge of the seed store"),
        ("I got moved to the returns desk", "Got moved to the returns desk"),
        ("I'm with Harrow Freight now", "Is with Harrow Freight"),
        ("I'm with payroll now", "Is with payroll"),
        ("I started with Harrow Freight last month", "Started with Harrow Freight"),
        ("I'm a Bergen girl", "Is a Bergen girl"),
        ("I'm in Ghent every other week", "Is in Ghent every other week"),
        ("I've been in Ghent for nine years", "Has been in Ghent for nine years"),
        ("Good evening from Ushuaia", "Is in Ushuaia"),
        ("my Polish is rusty", "Polish is rusty"),
        ("Tigrinya at home, Italian with my neighbours", "Speaks Tigrinya at home, Italian with their neighbours"),
        ("put me down as a Wolof speaker", "Is a Wolof speaker"),
        ("we're a Basque-speaking household", "Is a Basque-speaking household"),
        ("I still count in Dutch", "Counts in Dutch"),
        ("I have enough Arabic to get by", "Has enough Arabic to get by"),
        ("I do a four-day week", "Does a four-day week"),
        ("I've gone down to two shifts a week", "Has gone down to two shifts a week"),
        ("I only work mornings", "Only works mornings"),
        ("I can't do split shifts", "Can't do split shifts"),
        ("I'm in bed by nine", "Is in bed by nine"),
        ("I switch off at half five", "Switches off at half five"),
        ("I'm only reachable by radio", "Is only reachable by radio"),
        ("my telephone is 01632 960 123", "Telephone is 01632 960 123"),
        ("home office is Aarhus", "Lives in Aarhus"),
        ("I'm a nurse on the burns unit", "Is a nurse on the burns unit"),
        ("I'm Ziggy on air", "Is Ziggy on air"),
        ("I'm Aunt Bo to my neighbours", "Is Aunt Bo to their neighbours"),
        ("they've always called me Ziggy", "Is called Ziggy"),
    ],
)
def test_what_is_told_of_oneself_is_read(read: Read, text: str, expected: str) -> None:
    assert expected in [found.text for found in read(text)]


def test_the_firm_behind_a_role_is_told_beside_it(read: Read) -> None:
    assert [found.text for found in read("I'm a sports editor, Harrow Courier")] == [
        "Is a sports editor",
        "Is at Harrow Courier",
    ]


@pytest.mark.parametrize(
    ("text", "never"),
    [
        ("the problem is me", "Is "),
        ("I was a nurse in the game", "Was "),
        ("in the game I'm a level 12 baker", "Is a"),
        ("I'm with you now", "Is with"),
        ("I'm with Dana on this now", "Is with"),
        ("I started with Python last month", "Started with"),
        ("call me nostalgic but I miss faxes", "Is called"),
        ("we're living off leftovers", "Lives"),
        ("Good morning from the train", "Is in"),
        ("Greetings from Naples, back on Monday", "Is in"),
        ("English or French for the leaflet?", "Speaks"),
        ("Polish is hard", "Speaks"),
        ("I'm in Ghent without a plan", "Is in"),
        ("I can't do Friday", "Can't do"),
        ("I got put on hold", "Got put"),
        ("I'm up at five tomorrow", "Is up"),
        ("the total, it's 1632 960 123", "Number"),
        ("my new puppy ate a shoe. name's Ziggy", "Name is"),
        ("I'm Sorry to say", "Is Sorry"),
        ("Keep in your head, please, the driver", "Is "),
        ("I'm the one who broke it", "Is the one"),
    ],
)
def test_what_only_sounds_like_it_is_not(read: Read, text: str, never: str) -> None:
    assert not [found.text for found in read(text, surface="channel") if found.text.startswith(never)]
