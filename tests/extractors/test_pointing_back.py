"""What a pronoun or "that" points back at: somebody shown, a thing by its name, what was wrong, what is asked about."""

import pytest

from memory.records import CandidateOp
from tests.extractors.conftest import Read


def kept(read: Read, text: str, *, parent: str | None = None) -> list[str]:
    """Return the texts of what a message adds."""
    return [found.text for found in read(text, parent=parent) if found.op is CandidateOp.ADD]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("that'll be my nan Iris, she teaches bell ringing", ["Nan is Iris", "Nan Iris teaches bell ringing"]),
        (
            "that's me missus Bron, she runs the kitchen, and our eldest drives the van",
            ["Missus Bron runs the kitchen", "Eldest drives the van"],
        ),
        (
            "if you see another Fonua on the rota thats only my wife Losa, she cleans theatres",
            ["Wife is Losa", "Wife Losa cleans theatres"],
        ),
        ("that'd be our Seren at the door, she works Saturdays in the shop", ["Seren works Saturdays in the shop"]),
        ("that's our cat Miso by the window", ["Cat is Miso"]),
        ("ask my wife Jitka, she works in paint shop line 2", ["Wife Jitka works in paint shop line 2"]),
        ("ask my sister Ann, who runs the print desk", ["Sister Ann runs the print desk"]),
    ],
)
def test_somebody_shown_is_told_of_by_name(read: Read, text: str, expected: list[str]) -> None:
    assert kept(read, text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("our cleaner is Marisol, she comes on Fridays", "Cleaner Marisol comes on Fridays"),
        ("our coder for cardiology is Mr Dahl, he comes on Thursdays", "Mr Dahl comes on Thursdays"),
        ("I've a horse, Juniper, she's stabled at Thornhill", "Horse Juniper is stabled at Thornhill"),
        ("we have nine hens and one goose. her name is Brunhilde", "Goose's name is Brunhilde"),
        ("my wife had the baby on Friday! his name is Tobias", "Baby is Tobias"),
        ("my brother has a parrot, its name is Captain", "Parrot's name is Captain"),
        ("this is my 2003 Honda Jazz. she's called Mabel", "2003 Honda Jazz is called Mabel"),
        ("our supplier is Lindqvist, they deliver on Mondays", "Supplier delivers on Mondays"),
        ("could the Malayalam leaflets come to me? It's my mother tongue", "Malayalam is their mother tongue"),
    ],
)
def test_what_stands_right_before_is_named(read: Read, text: str, expected: str) -> None:
    assert expected in kept(read, text)


@pytest.mark.parametrize(
    ("text", "unclear"),
    [
        ("my partner has a whippet, her name is Dot", "Dot"),
        ("my sister and her daughter are visiting. her name is Ilse", "Ilse"),
        ("we have two dogs. her name is Nutmeg", "Nutmeg"),
        ("that was our Monday meeting, it runs late", "late"),
        ("that's not my mug, it's Ola's", "Ola"),
    ],
)
def test_of_two_or_of_nothing_plain_nothing_is_told(read: Read, text: str, unclear: str) -> None:
    assert not any(unclear in told for told in kept(read, text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "the thing to know is that we're redoing the whole roof in zinc, and it must be watertight by 30 April",
            "Whole roof must be watertight by 2026-04-30",
        ),
        ("We're building a boat for a man in Kvam. She has to float by 1 May 2027", "Boat has to float by 2027-05-01"),
        ("building the new quay wall, it has to be up by 4 June", "New quay wall has to be up by 2026-06-04"),
    ],
)
def test_work_under_way_is_what_has_to_be_done(read: Read, text: str, expected: str) -> None:
    assert expected in kept(read, text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "I told you the induction is on Tuesdays and that was wrong, it's on Wednesdays",
            "Induction is on Wednesdays",
        ),
        ("I told you Tuesdays for the tribunal. It is Wednesdays.", "Tribunal is Wednesdays"),
        ("what I told you about the reading group is wrong: it's Mondays now", "Reading group is Mondays"),
        ("I gave you the wrong day for the tip run, it's Saturdays", "Tip run is Saturdays"),
        ("Owen isn't my tutor any more, it's Freya", "Tutor is Freya"),
        ("Colin's gone to theatres so he isn't my manager now, Hyacinth is", "Manager is Hyacinth"),
        ("Wednesday's no longer my day off, I've swapped it for Friday", "Day off is Friday"),
        ("I no longer do the Thursday van run, it's just the Monday one now", "Does the Monday van run"),
        ("I don't start at 4am any more, it's half five now", "Starts at half five"),
        ("it's not the 7am muster any more, quarter to from now on", "Muster is at quarter to 7"),
        ("we don't run the kiln on gas any more, it's electric now", "Kiln is electric"),
    ],
)
def test_what_is_put_right_is_named(read: Read, text: str, expected: str) -> None:
    assert expected in kept(read, text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("forget that I use Thunderbird, it's mutt these days", ["Uses mutt"]),
        ("forget that I take the 7:40, it's the 8:10 now", ["Takes the 8:10"]),
        (
            "forget that our parish meeting is in the vestry. It is in the old school now",
            ["Parish meeting is in the old school"],
        ),
        ("forget that my rabbit Clover gets fed at eight. it's nine these days", ["Rabbit Clover gets fed at nine"]),
        ("forget that mina is in brownies, she's in guides now", ["Mina is in guides"]),
        ("please forget that Ulla lives in Turku, she's moved to Vaasa", ["Ulla has moved to Vaasa"]),
        ("forget what I said about the gym being on Mondays, it's Thursdays now", ["Gym is on Thursdays"]),
        (
            "Forget the Saturday hours I gave you for the shop. They're 9 to 1 from now on",
            ["Hours for the shop are 9 to 1"],
        ),
        ("forget that I use Trello, it's gone", []),
        ("forget about the Lidl thing, it's Aldi now", []),
        ("forget that Kit is vegan, he's not any more", []),
    ],
)
def test_what_takes_the_place_of_what_is_forgotten(read: Read, text: str, expected: list[str]) -> None:
    assert kept(read, text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "forget that the gate code is 1190, it's 2210 now",
        "forget that the wifi password is banjo22, it's kazoo91 now",
        "1190 isn't my locker combination any more, it's 2210",
        "I told you 1190 for the gate code, it's 2210",
        "forget that my sister is in Leeds, she's pregnant now",
        "forget that Uma plays chess, she's in hospital now",
    ],
)
def test_what_is_kept_out_does_not_come_back_in_two_parts(read: Read, text: str) -> None:
    assert kept(read, text) == []


@pytest.mark.parametrize(
    ("parent", "text", "expected"),
    [
        ("Is story hour still in the annexe?", "no no, it's in the main hall now", ["Story hour is in the main hall"]),
        ("Is choir on Tuesday?", "no, it's Thursdays now", ["Choir is Thursdays"]),
        ("Are the spare keys still with Hamid?", "no, they're with the bakery now", ["Spare keys are with the bakery"]),
        ("Who does the payroll run?", "that's Ingrid", ["Ingrid does the payroll run"]),
        ("is my coat in the office?", "it's on your chair", []),
        ("Where's my lunch?", "it's in the fridge", []),
        ("Is the demo ready?", "it's in review", []),
        ("Where is everyone?", "they're in the canteen", []),
    ],
)
def test_a_reply_tells_of_what_is_asked_about(read: Read, parent: str, text: str, expected: list[str]) -> None:
    assert kept(read, text, parent=parent) == expected


def test_who_does_the_rest_is_told_with_ones_own_share(read: Read) -> None:
    assert "Karen has the Swedish customers" in kept(
        read, "I look after the Danish customers, Karen has the Swedish ones"
    )

    assert kept(read, "great party, Karen has the Swedish customers") == []


@pytest.mark.parametrize(
    ("parent", "text"),
    [
        ("is the wifi password still on bluefish77?", "it's on kestrel88 now"),
        ("Is the router login still on amberloft?", "no, it's on heron-quay now"),
        ("is the safe code still at 4417?", "it's at 9912 now"),
    ],
)
def test_no_answer_tells_a_secret_that_its_question_names(read: Read, parent: str, text: str) -> None:
    assert kept(read, text, parent=parent) == []
