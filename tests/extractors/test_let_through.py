"""What looks like another's voice, a key, a figure of speech, a question or this moment, and is plainly told."""

import pytest

from memory.records import Kind
from tests.extractors.conftest import Read


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("KBW: I'm in Brighton 3–5 June and I'm bringing the banner", "Is in Brighton from 2026-06-03 to 2026-06-05"),
        ("Quick note for the planners: I never work Sundays", "Never works Sundays"),
        ("Two words for the rota: I'm away from 9 to 20 June", "Is away from 2026-06-09 to 2026-06-20"),
        ("As for how the days go: I teach history at Elmfield School", "Teaches history at Elmfield School"),
        ("Since people keep asking at the door: our honey comes from Widow Tarn", "Honey comes from Widow Tarn"),
        ("A mock interview never helps. I work at Stagecoach", "Works at Stagecoach"),
    ],
)
def test_what_leads_to_the_authors_own_words_is_no_other_voice(read: Read, text: str, kept: str) -> None:
    assert kept in [one.text for one in read(text)]


@pytest.mark.parametrize(
    "text",
    [
        "JULIET: I live in a tower and my father hates everyone",
        "MAX: I work at Stagecoach and I live in Leeds",
        "The sign on her door reads: I never work Sundays",
        "her door: I never work Sundays",
        "fix this before lunch: I works at Stagecoach",
        "programme note for the concert: I live in Leeds and I work at Stagecoach",
        "two lines for the poster: I work at Stagecoach",
        "We do a mock interview now. I work at Stagecoach",
    ],
)
def test_another_voice_tells_nothing(read: Read, text: str) -> None:
    assert read(text) == []


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("our staging database is pg 15 on `stg-db-02`", "Staging database is pg 15 on stg-db-02"),
        ("our metrics run on ci-runner-3", "Metrics run on ci-runner-3"),
        ("I was a goalkeeper for the Kenya under-20s", "Was a goalkeeper for the Kenya under-20s"),
        ("the slicer's off limits for under-18s, it's the law", "Slicer is off limits for under-18s"),
    ],
)
def test_names_of_machines_and_measures_are_no_keys(read: Read, text: str, kept: str) -> None:
    assert kept in [one.text for one in read(text)]


@pytest.mark.parametrize(
    "text",
    [
        "the laptop opens with tulip-42",
        "office wifi is dev-prod-99",
        "the alarm is prod-db-0117",
        "the bike shed opens with stg-Kelp-42",
    ],
)
def test_what_is_made_up_as_keys_are_is_not_kept(read: Read, text: str) -> None:
    assert read(text) == []


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("i live in byker with two bassoonists", "Lives in byker with two bassoonists"),
        ("i live in leith above two chippies", "Lives in leith above two chippies"),
        ("I live right above the bakery", "Lives right above the bakery"),
        ("we never stack below the second beam", "Never stacks below the second beam"),
    ],
)
def test_a_place_is_told_with_who_and_what_is_beside_it(read: Read, text: str, kept: str) -> None:
    assert [one.text for one in read(text)] == [kept]


@pytest.mark.parametrize(
    "text",
    [
        "we live in wellies and anoraks",
        "I live in joggers with holes",
        "the text above is wrong",
        "I like the one below",
    ],
)
def test_no_place_is_told_where_none_is_meant(read: Read, text: str) -> None:
    assert read(text) == []


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ('would you always spell it "catalogue", please?', 'Always spell it "catalogue"'),
        ("could you not use exclamation marks with me?", "Don't use exclamation marks with them"),
        ("please could you always give me prices in pounds?", "Always give them prices in pounds"),
        ("Whenever I paste a result, convert it to SI units.", "Whenever they paste a result, convert it to SI units"),
        (
            "when you do my menus don't translate the names of the dishes",
            "When you do their menus don't translate the names of the dishes",
        ),
    ],
)
def test_an_order_for_good_is_kept_however_politely_it_is_asked(read: Read, text: str, kept: str) -> None:
    assert [(one.kind, one.text) for one in read(text)] == [(Kind.FEEDBACK, kept)]


@pytest.mark.parametrize(
    "text",
    [
        "could you send me the minutes?",
        "can you list the trams every five minutes?",
        "would you shorten this for me?",
        "could you tell me whether Ana always answers late?",
        "can we always meet in room 3?",
        "whenever it rains the gate sticks",
        "when Ana calls tell her I'm out",
        "when you get to the depot ask for Bo",
    ],
)
def test_what_is_asked_once_or_of_others_is_not_kept(read: Read, text: str) -> None:
    assert read(text) == []


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("I would never wear leather", "Would never wear leather"),
        ("we owe the client three reports by 28 August", "Owes the client three reports by 2026-08-28"),
        ("my sister Hania teaches deaf kids in Opole", "Sister Hania teaches deaf kids in Opole"),
        ("chalk person, I'm afraid. Pens die in the middle of a proof.", "Chalk person"),
    ],
)
def test_principles_and_deadlines_are_neither_wishes_nor_debts(read: Read, text: str, kept: str) -> None:
    assert [one.text for one in read(text)] == [kept]


@pytest.mark.parametrize(
    "text",
    [
        "I would never have guessed",
        "I would never say that to her face",
        "I owe Dave fifty quid by Friday",
        "we owe the bank three reports and nine grand by 28 August",
        "I owe my brother a grand",
        "my deaf kids go to Elmfield",
        "my sister Hania is deaf",
        "I'm in therapy on Mondays",
        "I sing in the church",
        "my wages go in on Fridays",
    ],
)
def test_wishes_debts_and_what_is_private_are_not_kept(read: Read, text: str) -> None:
    assert read(text) == []
