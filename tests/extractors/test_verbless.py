"""What people say of themselves without a verb, and homes, hours and names in the wordings of chat."""

import pytest

from tests.extractors.conftest import Read


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Everyone says Gus. Augustus is for my mother and the taxman", ["Gus"]),
        ("people here say Bex, that's all you need", ["Bex"]),
        ("everyone in payroll calls me Bex", ["Bex"]),
        ("everybody at the mill calls me Bex", ["Bex"]),
        ("most say Ghent is nicer", []),
        ("everyone says no", []),
    ],
)
def test_what_everyone_says_is_what_one_is_called(read: Read, text: str, names: list[str]) -> None:
    assert [one.value for one in read(text) if one.attribute == "nickname"] == names


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("southpaw here, so the ladle goes on the other side", ["Is southpaw"]),
        ("left-handed, so mind the bread knife", ["Is left-handed"]),
        ("early bird over here, ring before eight", ["Is early bird"]),
        ("strict vegan here, so I bring my own lunch", ["Is strict vegan"]),
        ("Nickel allergy here, could the badges be plastic", ["Has Nickel allergy"]),
        ("August baby, the 9th", ["Birthday is August 9th"]),
        ("I'm a Boxing Day baby", ["Birthday is Boxing Day"]),
        ("my birthday is Halloween, no really", ["Birthday is Halloween"]),
        ("birthday list, right: mine's 4 October", ["Birthday is 4 October"]),
        ("same birthday as the dog, 12 June", ["Birthday is 12 June, shared with the dog"]),
        ("Pacific time here, so mornings are out", ["Is on Pacific time"]),
        ("browser's vivaldi, shell's zsh", ["Browser is vivaldi", "Shell is zsh"]),
        ("my terminal is kitty and my editor's zed", ["Terminal is kitty", "Editor is zed"]),
        ("Emacs for life", ["Uses Emacs"]),
        ("Gentoo, has been since college", ["Uses Gentoo"]),
        ("sold the Dell, it's Fedora for me now", ["Uses Fedora"]),
        ("tried six of them, ended up on Helix", ["Uses Helix"]),
        ("rye over wheat for me, any day", ["Prefers rye over wheat"]),
        ("Wednesday to Saturday for me", ["Works Wednesday to Saturday"]),
        ("it's earlies for me from now on", ["Is on earlies"]),
        ("drawings in ink for me please, always", ["Wants drawings in ink, always"]),
        ("it's cocoa for me, never coffee", ["Prefers cocoa, never coffee"]),
        ("it's sesame I can't have", ["Can't have sesame"]),
        ("Cork originally, Malmö since 2011", ["Is from Cork originally", "Lives in Malmö since 2011"]),
        ("it's Dr Asante, not Mr", ["Is called Dr Asante"]),
        ("put me down as Ottoline with two t's", ["Name is Ottoline"]),
    ],
)
def test_what_is_told_without_a_verb_is_read(read: Read, text: str, expected: list[str]) -> None:
    assert [found.text for found in read(text) if found.op == "add"] == expected


@pytest.mark.parametrize(
    "text",
    [
        "left handed scissors are in the drawer",
        "is anybody here left handed?",
        "peanut allergy at table four",
        "browser's dead again",
        "Arch user here keeps breaking the build",
        "the build box got rebuilt, it's Debian now",
        "Alice over Bob for me in the final",
        "it's nights for me this week",
        "works for me every time",
        "same for me please, always",
        "put me down for Friday",
    ],
)
def test_what_only_looks_like_it_is_not(read: Read, text: str) -> None:
    assert read(text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("we've moved, it's Hexham now, not Corbridge", ["Lives in Hexham"]),
        ("it is past nine in Osaka where I live", ["Lives in Osaka"]),
        ("born in Tartu, raised in Turku", ["Was born in Tartu", "Was raised in Turku"]),
        ("Born in Hull and settled in Bergen since 1999", ["Was born in Hull", "Lives in Bergen since 1999"]),
        ("my entire childhood was in Gdańsk", ["Entire childhood was in Gdańsk"]),
        ("I'm in Tallinn these days, two hours ahead of London", ["Is in Tallinn", "Is two hours ahead of London"]),
        ("I'm in Perth so that's AWST", ["Is in Perth", "Is on AWST"]),
        ("I keep Nairobi time wherever I am", ["Is on Nairobi time"]),
        ("my hours are silly, quarter past four till noon", ["Hours are quarter past four till noon"]),
        ("you'll find me in the boiler house from now on", ["Is to be found in the boiler house from now on"]),
        ("Salt & Sons is who I work for now", ["Works at Salt & Sons"]),
        ("my Danish is good enough for the harbour office", ["Danish is good enough for the harbour office"]),
        ("I speak Dutch and can more or less read Frisian", ["Speaks Dutch", "Can more or less read Frisian"]),
        ("don't call me Mrs Odell just Fay", ["Is called Fay, not Mrs Odell"]),
        ("they all started saying Bertie and I prefer it. let's go with Bertie", ["Is called Bertie"]),
        ("Ines for you please, never Agnes", ["Is called Ines"]),
        ("my squad is Paper Boats", ["Squad is Paper Boats"]),
        ("I'm doing an apprenticeship in bell founding", ["Is doing an apprenticeship in bell founding"]),
        ("I like my meetings short", ["Likes meetings short"]),
        ("I'm more for maps than phones", ["Is more for maps than phones"]),
        ("I label the jars every single time", ["Labels the jars every single time"]),
        ("meetings without an agenda I skip", ["Skips meetings without an agenda"]),
        ("can't be doing with podcasts", ["Can't be doing with podcasts"]),
    ],
)
def test_homes_hours_names_and_likes_are_read_in_many_wordings(read: Read, text: str, expected: list[str]) -> None:
    assert [found.text for found in read(text) if found.op == "add"] == expected


@pytest.mark.parametrize(
    "text",
    [
        "we compared both vendors, let's go with Acme",
        "I live in the terminal now",
        "I work at the intersection of art and screaming",
        "I live in tracked changes",
        "after the raise I'm on 2,900 a month",
        "I want my money back",
        "I'm in meetings these days",
        "new on the list: three bugs",
    ],
)
def test_figures_of_speech_and_other_things_are_not(read: Read, text: str) -> None:
    assert read(text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("any oat milk going, since I'm vegan?", ["Is vegan"]),
        ("which of these are which, given that I only eat halal?", ["Only eats halal"]),
        ("is the bus early?", []),
    ],
)
def test_the_reason_for_a_question_is_told(read: Read, text: str, expected: list[str]) -> None:
    assert [found.text for found in read(text)] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I keep the blinds down at my desk always, migraine thing", ["Keeps the blinds down at desk always"]),
        ("I never drink coffee after noon, blood pressure", ["Never drinks coffee after noon"]),
        ("because of my ADHD I always take notes by hand", ["Always takes notes by hand"]),
        ("in Ramadan I start at six", ["Starts at six in Ramadan"]),
        ("I'm on sertraline, two a day", []),
    ],
)
def test_a_reason_that_is_nobodys_business_is_left_out(read: Read, text: str, expected: list[str]) -> None:
    assert [found.text for found in read(text)] == expected
