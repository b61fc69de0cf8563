"""Canonical texts turned round for their reader."""

from datetime import UTC, datetime

import pytest

from bot.replies.wording import (
    in_a_sentence,
    no_longer,
    past_tense,
    second_person,
    speaks_of_its_author,
    speaks_of_kin,
    third_person,
    told_on,
)
from memory.records import Kind

NOW = datetime(2026, 4, 9, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "past", "to_the_author"),
    [
        ("Lives in Porto", "Used to live in Porto", "You used to live in Porto"),
        ("Is a baker", "Was a baker", "You were a baker"),
        ("Has two cats", "Had two cats", "You had two cats"),
        ("Doesn't like tea", "Didn't like tea", "You didn't like tea"),
        ("Can't stand tea", "Couldn't stand tea", "You couldn't stand tea"),
        ("Always drinks tea", "Used to always drink tea", "You used to always drink tea"),
        ("Allergic to nuts", "Was allergic to nuts", "You were allergic to nuts"),
        ("Manager is Kim", "Manager was Kim", "Your manager was Kim"),
        ("Standup is at 9:30 and is short", "Standup was at 9:30 and is short", "Standup was at 9:30 and is short"),
        ("Moved to Porto", "Moved to Porto", "You moved to Porto"),
        ("Will be away", "Will be away", "You will be away"),
        ("Tabs over spaces", "Tabs over spaces", "Tabs over spaces"),
    ],
)
def test_what_is_over_is_told_in_the_past(text: str, past: str, to_the_author: str) -> None:
    assert past_tense(text) == past
    assert second_person(past) == to_the_author


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Lives in Porto", "no longer lives in Porto"),
        ("Is pescatarian", "is no longer pescatarian"),
        ("Can work on Fridays", "can no longer work on Fridays"),
        ("Allergic to nuts", "no longer allergic to nuts"),
        ("Name is Dana", "name is no longer Dana"),
        ("Always drinks tea", "no longer so: always drinks tea"),
        ("Doesn't eat meat", "no longer so: doesn't eat meat"),
        ("Moved to Porto", "no longer so: moved to Porto"),
        ("Was born in Porto", "no longer so: was born in Porto"),
        ("Must be in by nine", "no longer so: must be in by nine"),
        ("Standup is at 9:30", "no longer so: Standup is at 9:30"),
        ("Helen said: the key is under the mat", "no longer so: Helen said: the key is under the mat"),
        ("", "no longer so: "),
    ],
)
def test_what_ended_is_said_to_be_no_longer_so(text: str, told: str) -> None:
    assert no_longer(text) == told


@pytest.mark.parametrize(
    ("text", "to_the_author", "to_others"),
    [
        ("Lives in Porto", "You live in Porto", "Dana lives in Porto"),
        ("Name is Alex", "Your name is Alex", "Dana's name is Alex"),
        ("Works on a Rust project called tundra", "You work on a Rust project called tundra", None),
        ("Is a nurse and works nights", "You are a nurse and work nights", "Dana is a nurse and works nights"),
        ("Has two cats, Biscuit and Feta", "You have two cats, Biscuit and Feta", None),
        ("Studies Wolof", "You study Wolof", None),
        ("Teaches chess", "You teach chess", None),
        ("Doesn't eat meat", "You don't eat meat", "Dana doesn't eat meat"),
        ("Never drinks coffee", "You never drink coffee", "Dana never drinks coffee"),
        ("Getting married in Fez", "You are getting married in Fez", "Dana is getting married in Fez"),
        ("Allergic to peanuts", "You are allergic to peanuts", "Dana is allergic to peanuts"),
        ("Moved to Porto and likes it", "You moved to Porto and like it", None),
        ("Likes to visit their parents", "You like to visit your parents", None),
        ("When they ask for a dose give it to them in mg", "When you ask for a dose give it to you in mg", None),
        ("Wants no emoji in answers to them", "You want no emoji in answers to you", None),
        ("Sister lives with them in Hull", "Your sister lives with you in Hull", None),
        ("Never send them PDFs", "Never send you PDFs", None),
        ("Use 24h times with them", "Use 24h times with you", None),
        ("Payroll is their thing", "Payroll is your thing", "Payroll is Dana's thing"),
        ("No calls before 10 for them", "No calls before 10 for you", "No calls before 10 for Dana"),
        ("Has been vegan since they were 12", "You have been vegan since you were 12", None),
        ("Cooks for them on Fridays", "You cook for them on Fridays", "Dana cooks for them on Fridays"),
        ("Has two dogs and walks with them", "You have two dogs and walk with them", None),
        ("Working hours are 9 to 5", "Your working hours are 9 to 5", "Dana's working hours are 9 to 5"),
        ("Brother-in-law Chuy does the catering", "Your brother-in-law Chuy does the catering", None),
        ("Deploy key is in 1Password", "Deploy key is in 1Password", "Deploy key is in 1Password"),
        ("Deploys happen on Fridays", "Deploys happen on Fridays", "Deploys happen on Fridays"),
        ("JST time zone", "JST time zone", "JST time zone"),
        ("", "", ""),
        ("42", "42", "42"),
    ],
)
def test_a_text_is_turned_round(text: str, to_the_author: str, to_others: str | None) -> None:
    assert second_person(text) == to_the_author
    if to_others is not None:
        assert third_person(text, "Dana") == to_others


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Include the clause number when you cite a rule", "Include the clause number when I cite a rule"),
        ("When they write to you in German use Sie", "When you write to me in German use Sie"),
        ("Wants you to answer in metric", "You want me to answer in metric"),
        ("Would rather you didn't use emoji with them", "You would rather I didn't use emoji with you"),
        ("Likes it when you explain your reasoning", "You like it when I explain my reasoning"),
        ("Asks to ask them before you change anything", "You ask me to ask you before I change anything"),
        ("Always tell them what you left out", "Always tell you what I left out"),
        ("If you're unsure, say so yourself", "If I'm unsure, say so myself"),
        ("Says sorry only where you are wrong", "You say sorry only where I am wrong"),
        ("The bot can be blunt with them", "I can be blunt with you"),
        ("Your answers may be short", "My answers may be short"),
        ('Never open with "as you know" to them', 'Never open with "as you know" to you'),
        ("Explain acronyms the first time you use them", "Explain acronyms the first time I use them"),
        ("Give them sources or say you don't have any", "Give you sources or say I don't have any"),
        ("Stop tagging them at 3am", "Stop tagging you at 3am"),
        ("", ""),
    ],
)
def test_in_what_is_told_of_its_answers_the_bot_is_i(text: str, told: str) -> None:
    assert second_person(text, Kind.FEEDBACK) == told


@pytest.mark.parametrize("kind", [Kind.FACT, Kind.PREFERENCE, Kind.PROJECT])
def test_elsewhere_you_is_whoever_does_it(kind: Kind) -> None:
    assert second_person("Shut the gate when you leave", kind) == "Shut the gate when you leave"


@pytest.mark.parametrize(
    ("text", "expected"), [("Owns a van", True), ("Manager is Kim", True), ("Standup is at 9:30", False), ("", False)]
)
def test_whether_a_text_leaves_out_its_author(text: str, expected: bool) -> None:
    assert speaks_of_its_author(text) is expected


def test_kin_is_found_anywhere_in_a_text() -> None:
    assert speaks_of_kin("Chuy is my brother-in-law")
    assert not speaks_of_kin("Chuy runs the printer")


@pytest.mark.parametrize(
    ("learned", "expected"),
    [
        (datetime(2026, 4, 9, 8, tzinfo=UTC), "today"),
        (datetime(2026, 4, 8, 23, tzinfo=UTC), "yesterday"),
        (datetime(2026, 3, 2, 9, tzinfo=UTC), "on 2 March"),
        (datetime(2025, 12, 31, 9, tzinfo=UTC), "on 31 December 2025"),
        (datetime(2026, 4, 10, 9, tzinfo=UTC), "on 10 April"),
    ],
)
def test_when_it_was_told(learned: datetime, expected: str) -> None:
    assert told_on(learned, NOW) == expected


@pytest.mark.parametrize(
    ("text", "within"),
    [
        ("Prefers tabs", "prefers tabs"),
        ("Name is Alex", "name is Alex"),
        ("Deploy key is in 1Password", "deploy key is in 1Password"),
        ("The retro moved to Tuesday", "the retro moved to Tuesday"),
        ("Helen is based in Oslo", "Helen is based in Oslo"),
        ("Helen Park joins on Monday", "Helen Park joins on Monday"),
        ("SAP is down on Sundays", "SAP is down on Sundays"),
        ("", ""),
    ],
)
def test_within_a_sentence_only_names_keep_their_capital(text: str, within: str) -> None:
    assert in_a_sentence(text) == within
