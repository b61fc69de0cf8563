"""Statements that take two clauses, a parenthesis or a pronoun to say, and what only looks like one of them."""

from datetime import date

import pytest

from extractors.message import Message, clean
from extractors.pipeline import Extractor
from tests.extractors.conftest import SENT, Read


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        (
            "my sister Ana, who lives in Braga, teaches chemistry",
            ["Sister Ana teaches chemistry", "Sister Ana lives in Braga"],
        ),
        ("our oldest, Milo, plays the cello and goes to St Olave's", ["Oldest, Milo, goes to St Olave's"]),
        ("Tilde (deputy, bassoonist) is on leave from 3 to 9 August", ["Tilde (deputy, bassoonist) is on leave from"]),
        ("I'm coeliac so please leave flour out of it", ["Is coeliac"]),
        ("been a tea person all my life and i can't stand liquorice", ["Dislikes liquorice"]),
    ],
)
def test_each_clause_is_told_of_its_own_subject(read: Read, text: str, kept: list[str]) -> None:
    found = [candidate.text for candidate in read(text)]

    assert all(any(one.startswith(key) for one in found) for key in kept)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("stop calling me boss, it's Tamsin", "Is called Tamsin"),
        ("Hello all, it's Renske from the print shop", "Name is Renske"),
        ("Hello all, it's Renske from the print shop", "Is from the print shop"),
        ("you spelled my surname Petersen, it's Pedersen", "Surname is Pedersen"),
        ("I've given up coffee, it's rooibos now", "Has switched to rooibos"),
        ("sold the van! it's a cargo bike these days", "Has switched to a cargo bike"),
        ("Got a new flatmate. It's Priya, from the choir", "Flatmate is Priya"),
        ("my direct line changed, it's +44 1632 960 512", "Direct line is +44 1632 960 512"),
    ],
)
def test_it_stands_for_what_was_said_just_before(read: Read, text: str, key: str) -> None:
    assert key in [candidate.text for candidate in read(text)]


@pytest.mark.parametrize(
    "text",
    [
        "my neighbour, who has a drill, is loud today",
        "stop calling me, it is Tuesday",
        "Hello all, it's Friday from hell",
        "I've given up on this bug, it's lunch now",
        "gave up on the map at about ten, and on the stove at one",
        "sold the van, it's raining now",
        "we stopped the build, it's a mess now",
        "you spelled my name on the cake, it's lovely",
        "I got a new ticket. It's broken",
        "closing this one or I eat my hat",
        "my brother rang and was asleep again",
    ],
)
def test_what_passes_or_names_nobody_is_left(read: Read, text: str) -> None:
    assert [candidate for candidate in read(text) if candidate.op.value == "add"] == []


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("the committee was moved from 3 June to 10 June", date(2026, 6, 10)),
        ("We've booked the hall, doors on the 2nd of July", date(2026, 7, 2)),
        ("the relay slipped a week, 14 June now", date(2026, 6, 14)),
        ("the pool is closed every year from 1 October to 1 April", None),
    ],
)
def test_the_day_is_the_one_that_it_comes_to(read: Read, text: str, day: date | None) -> None:
    [found] = [candidate for candidate in read(text) if candidate.op.value == "add"]

    assert found.dated == day


def test_a_weekday_of_the_past_stands_before_what_was_done(read: Read) -> None:
    [found] = read("we agreed on Thursday to drop the annex")

    assert found.dated is not None
    assert "Thursday" not in found.text


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("the audit is on the 2nd of June and the old signs must not be up by then", "by 2026-06-02"),
        ("the stocktake is on 2 November and the doors must stay shut that day", "on 2026-11-02"),
    ],
)
def test_then_is_the_day_named_before(read: Read, text: str, key: str) -> None:
    assert key in read(text)[-1].text


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("Rehearsals for the gala: 12 June all day, the annex", "Rehearsals for the gala are on 2026-06-12"),
        ("summer fete: 5 July, the common", "Summer fete is on 2026-07-05"),
        (
            "service manuals for the boilers? blue binder, my desk",
            "Service manuals for the boilers are in the blue binder",
        ),
        ("before lunch I never take calls", "Never takes calls before lunch"),
        ("I'm allergic to hazelnuts, no exceptions", "Is allergic to hazelnuts"),
    ],
)
def test_fragments_and_turned_words_make_one_statement(read: Read, text: str, key: str) -> None:
    assert any(candidate.text.startswith(key) for candidate in read(text))


@pytest.mark.parametrize(
    ("text", "clauses"),
    [
        ("reminder: 12 June", ["12 june"]),
        ("The old report\n\n\nIn the shed", ["the old report", "in the shed"]),
        ("we know the report: in the shed", ["we know the report", "in the shed"]),
        ("my laptop: still slow", ["my laptop", "still slow"]),
        ("the build. In pieces again", ["the build is in pieces again"]),
        ("The report. I sent it", ["the report", "i sent it"]),
        ("The report\n\nBehind the stage it is dark", ["the report", "behind the stage it is dark"]),
        ("lunch? in the kitchen", ["lunch", "in the kitchen"]),
        ("the keys? is it on the hook", ["the keys", "is it on the hook"]),
    ],
)
def test_only_a_place_or_a_day_is_told_of_what_stands_before(
    extractor: Extractor, text: str, clauses: list[str]
) -> None:
    readings = extractor.untaken(Message(text=text, sent_at=SENT), clean(text))[0]

    assert [f"{reading.clause.lead_string} {reading.clause.string}".strip() for reading in readings] == clauses


@pytest.mark.parametrize(
    ("text", "clauses"),
    [
        (
            "Fire list is on the board, bins go out Tuesdays and Fridays",
            ["fire list is on the board", "bins go out tuesdays and fridays"],
        ),
        ("I have a cat called Ink, a dog named Bo", ["i have a cat called ink , a dog named bo"]),
        ("by 1 September we must have the matrix", ["by 1 september we must have the matrix"]),
        ("the camera I use is a Pentax", ["the camera i use is a pentax"]),
        ("my cousin Ana, who teaches chemistry", ["my cousin ana teaches chemistry"]),
        (
            "the pool is open and the sauna (old, damp) is shut",
            ["the pool is open", "the sauna , old , damp , is shut"],
        ),
        ("I have a loom, it needs oil", ["i have a loom", "the loom needs oil"]),
        ("we use the annex, it opens at nine", ["we use the annex", "the annex opens at nine"]),
        ("I feed the goats, they bite", ["i feed the goats", "the goats bite"]),
        ("I saw Ana, it was late", ["i saw ana", "it was late"]),
        ("I wash her car, it is red", ["i wash her car", "it is red"]),
        ("I sold the goats, they were loud", ["i sold the goats", "they were loud"]),
        ("got a new one today. It's Ana", ["i got a new one today", "it is ana"]),
        ("my nephew Bo is a diver, he can weld", ["my nephew bo is a diver", "my nephew bo can weld"]),
        ("we are here. The old report. In the shed", ["we are here", "the old report is in the shed"]),
        ("the scans are on the L: drive", ["the scans are on the l : drive"]),
        ("Bo's got my desk, Al's been told", ["bo has got my desk", "al has been told"]),
        ("the boss's desk is mine", ["the boss 's desk is mine"]),
        ("our dog barks, and honestly, he is old", ["our dog barks", "he is old"]),
        (
            "My cousin Hamad, with whom I share a boat, has bought a sail",
            ["my cousin hamad has bought a sail", "i share a boat"],
        ),
    ],
)
def test_clauses_end_where_the_next_verb_has_its_subject(extractor: Extractor, text: str, clauses: list[str]) -> None:
    readings = extractor.untaken(Message(text=text, sent_at=SENT), clean(text))[0]

    assert [f"{reading.clause.lead_string} {reading.clause.string}".strip() for reading in readings] == clauses
