"""The author's own world: plans on a day, people told without "my", where things are, and what only sounds like it."""

import pytest

from memory.records import Kind
from tests.extractors.conftest import Read


@pytest.mark.parametrize(
    ("text", "kept", "kind"),
    [
        ("shearers come on the 11th, three of them", "Shearers come on 2026-03-11, three of them", Kind.EVENT),
        ("the auditors arrive on 9 April", "Auditors arrive on 2026-04-09", Kind.EVENT),
        ("we're shut for the stocktake on the 31st", "Is shut for the stocktake on 2026-03-31", Kind.EVENT),
        ("the pool is closed from 4 May to 8 May", "Pool is closed from 2026-05-04 to 2026-05-08", Kind.EVENT),
        ("we sing in the square on 22 June", "Sings in the square on 2026-06-22", Kind.EVENT),
        ("my mother is arriving on 2 July", "Mother is arriving on 2026-07-02", Kind.EVENT),
        (
            "by 1 September we must have the new labels on the wall",
            "Must have the new labels on the wall by 2026-09-01",
            Kind.PROJECT,
        ),
        ("we decided to sell the old pews", "Decided to sell the old pews", Kind.EVENT),
        ("we agreed with the landlord to repaint in May", "Agreed with the landlord to repaint in May", Kind.EVENT),
    ],
)
def test_what_is_planned_for_a_day(read: Read, text: str, kept: str, kind: Kind) -> None:
    assert (kept, kind) in [(found.text, found.kind) for found in read(text, surface="channel")]


@pytest.mark.parametrize(
    "text",
    [
        "Anna arrives tomorrow at five",
        "the train leaves on Friday, platform 4",
        "we've decided not to look at it",
        "we settled on it at last",
        "I agreed with them about the figure",
    ],
)
def test_what_is_of_this_week_or_at_hand_is_no_plan(read: Read, text: str) -> None:
    assert read(text, surface="channel") == []


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("dog's called Nipper", "Dog is called Nipper"),
        ("little un is in year two", "Little un is in year two"),
        ("daughter Solveig works at the library", "Daughter Solveig works at the library"),
        ("top shelf of the fridge is mine", "Top shelf of the fridge is theirs"),
        ("comms room keys are with me or with security", "Comms room keys are with them or with security"),
        ("the spare fob is with Pauline at the bakery", "Spare fob is with Pauline at the bakery"),
        ("the clean addresses table is geo.addr_v5 now", "Clean addresses table is geo.addr_v5"),
        ("CVs to jobs@acme.example from now on", "CVs to jobs@acme.example from now on"),
        ("price list https://wiki.acme.example/list", "Price list https://wiki.acme.example/list"),
        ("you'll find every form in Notion under Benefits", "Every form is in Notion under Benefits"),
        ("bins go out Tuesdays and Fridays", "Bins go out Tuesdays and Fridays"),
        ("the newsletter goes out on the fifth of each month", "Newsletter goes out on the fifth of each month"),
        (
            "the contracts folder's been moved onto the team drive",
            "Contracts folder has been moved onto the team drive",
        ),
        ("the plans are in the blue cabinet in the hall", "Plans are in the blue cabinet in the hall"),
    ],
)
def test_who_and_where_things_are(read: Read, text: str, kept: str) -> None:
    assert kept in [found.text for found in read(text, surface="channel")]


@pytest.mark.parametrize(
    "text",
    [
        "Sister Ekström has resigned",
        "Brother Amos is well",
        "the mistake is mine",
        "the yard is ours till eleven today",
        "none of them is mine",
        "I sent it to sam@acme.example",
        "reply to sam@acme.example please",
        "great talk https://video.acme.example/1",
        "the build breaks every two days",
        "the fan goes mad every 5 minutes",
        "I keep typing the old one",
        "I have returned the frog to the neighbours",
    ],
)
def test_titles_and_what_is_at_hand_are_none(read: Read, text: str) -> None:
    assert read(text, surface="channel") == []


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("my granddaughter Fenja is an electrician, she speaks Danish", "Granddaughter Fenja speaks Danish"),
        ("my granddaughter Fenja is an electrician, she is a keen sailor", "Granddaughter Fenja is a keen sailor"),
    ],
)
def test_more_of_somebody_just_named(read: Read, text: str, kept: str) -> None:
    assert kept in [found.text for found in read(text)]


@pytest.mark.parametrize(
    "text",
    [
        "my granddaughter Fenja is an electrician, she has offered to look at the light",
        "my granddaughter Fenja is an electrician, she is ready",
        "my granddaughter Fenja is an electrician, I call when she is around",
    ],
)
def test_what_somebody_is_just_now_is_left(read: Read, text: str) -> None:
    assert [found.text for found in read(text)] == ["Granddaughter Fenja is an electrician"]


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("stop suggesting playlists", "Asks to stop suggesting playlists"),
        ("could you quit calling me coach", "Asks to stop calling them coach"),
        ("when you scale a recipe give it in grams", "When you scale a recipe give it in grams"),
        (
            "whenever I paste a table I want totals at the bottom",
            "Wants totals at the bottom whenever they paste a table",
        ),
        ("no fish on a Monday in anything you draft", "No fish on a Monday in anything you draft"),
        (
            "measurements only in metres when you calculate for me",
            "Measurements only in metres when you calculate for them",
        ),
        ("figures to me in thousands", "Wants figures to them in thousands"),
        ("henceforth cite the page", "Henceforth cite the page"),
        ("commands, then why", "Wants commands, then why"),
        ("what I want from you is the answer first", "Wants the answer first"),
        ("write to officials always in the formal register", "Write to officials always in the formal register"),
        ("for routes you give me kilometres first", "For routes you give them kilometres first"),
        ("for proposals I want the price on page one", "Wants the price on page one for proposals"),
        ("could you sound less like a bank", "Wants answers to sound less like a bank"),
        ("lower case headings, for good", "Wants lower case headings"),
    ],
)
def test_guidance_in_an_aside(read: Read, text: str, kept: str) -> None:
    assert (kept, Kind.FEEDBACK) in [(found.text, found.kind) for found in read(text)]


@pytest.mark.parametrize(
    "text",
    [
        "stop suggesting that",
        "stop calling me, it is Tuesday",
        "when you write the summary put the price in it",
        "everything you give me is great",
        "every letter you draft says Sheena",
        "coffee first, then you and I talk",
        "thanks for all you write for me",
        "prices in Lisbon?",
    ],
)
def test_what_is_asked_once_or_remarked_is_no_guidance(read: Read, text: str) -> None:
    assert [found for found in read(text) if found.kind is Kind.FEEDBACK] == []


def test_what_is_said_to_people_is_no_guidance_to_the_bot(read: Read) -> None:
    assert read("stop suggesting playlists", surface="channel") == []
