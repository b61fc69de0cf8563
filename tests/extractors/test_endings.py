"""What is told to be over beside something new is ended; by itself it may mean anything."""

import pytest

from memory.records import CandidateOp
from tests.extractors.conftest import Read


@pytest.mark.parametrize(
    ("text", "ended"),
    [
        ("I changed from Vim to Helix", "vim"),
        ("my manager is Ilse now, not Piotr", "piotr"),
        ("I work in finance these days instead of sales", "sales"),
        ("I live in Porto now, the Leeds flat is sold", "leeds flat"),
        ("I used to have a Danish number, I live in Sweden now", "danish number"),
        ("I've packed in the rowing, I live in Porto now", "rowing"),
        ("I work Fridays now, no more night shifts for me", "night shifts"),
        ("I told you Ghent, I live in Bruges now", "ghent"),
        ("choir practice is on Mondays now, not Thursdays", "choir practice thursdays"),
        ("the stock count moved from Thursdays to Mondays", "stock count thursdays"),
    ],
)
def test_what_something_new_takes_the_place_of_is_over(read: Read, text: str, ended: str) -> None:
    found = read(text)

    assert any(each.op is CandidateOp.ADD for each in found), found
    assert any(each.op is CandidateOp.RETRACT and ended in each.text.lower() for each in found), found


@pytest.mark.parametrize(
    "text",
    [
        "no more cake please",
        "the server is dead",
        "I live in Porto, not for the weather",
        "I live in Porto now, not a day too soon",
        "I live in Porto and the workshop is closed on Fridays",
        "I live in Porto and my knee is gone",
        "my sister is in Porto and I have said yes to two choirs",
        "I live in Porto and swapped seats with Huw for the light",
        "I work at Acme. Did I use to have a Danish number?",
    ],
)
def test_what_only_sounds_like_an_ending_ends_nothing(read: Read, text: str) -> None:
    assert [each for each in read(text) if each.op is CandidateOp.RETRACT] == []


def test_a_long_tale_ends_nothing(read: Read) -> None:
    tale = (
        "I live in Porto now. "
        + "The bus was late and we all laughed about it a lot. " * 6
        + "The Transit is dead and buried."
    )

    assert [each for each in read(tale) if each.op is CandidateOp.RETRACT] == []


@pytest.mark.parametrize(
    ("text", "ended"),
    [
        ("im off fizzy drinks, day 40", "fizzy drinks"),
        ("off keto, beaten by a pie in Crewe", "keto"),
        ("I'm out of the bell-ringing band as of Sunday", "the bell-ringing band"),
        ("I'm out of Larkfield Press for good", "Larkfield Press"),
        ("haven't got the Bonneville any more, so no lift", "the Bonneville"),
        ("we haven't had ducks since the flood", "ducks"),
        ("Torsten is not my deputy any more", "Torsten"),
        ("Anita's no longer our landlady", "Anita"),
        ("no longer on the early shift thank the lord", "the early shift"),
        ("I no longer work on the Medway bridge, take me off the list", "the Medway bridge"),
        ("Just so you know, free lunch isn't a thing here any more", "free lunch"),
        ("the pitch is gone, the council took it back", "the pitch"),
        ("I've packed in the rowing", "the rowing"),
        ("stopped doing the Sunday market in Lugo", "doing the Sunday market in Lugo"),
        ("gave up cycling in May", "cycling"),
        ("I retired from the post office in June", "the post office"),
        ("I'm off the parish committee as of tonight", "the parish committee"),
        ("we don't fit oil boilers no more", "oil boilers"),
        ("I don't edit the long reads any longer", "the long reads"),
        ("I do not row any more", "row"),
        ("we've let the Salford unit go", "the Salford unit"),
        ("I had let my Wapping mooring go in spring", "my Wapping mooring"),
        ("I handed my fishing licence back in May", "my fishing licence"),
        ("we gave our allotment up", "our allotment"),
        ("I have given up my seat on the parish council", "my seat on the parish council"),
        ("we wound up the film society", "the film society"),
        ("I have shut down my print shop last month", "my print shop"),
        ("I closed my bakery in the spring", "my bakery"),
        ("I've ceased to be secretary of the bowls club", "secretary of the bowls club"),
        ("I stopped being fire warden in May", "fire warden"),
        ("I left the jazz quartet", "the jazz quartet"),
        ("I've dropped out of the nursing course", "the nursing course"),
        ("we cancelled our gym membership", "our gym membership"),
        ("I've dropped the opera chapter altogether", "the opera chapter"),
        ("I'm off the energy drinks completely", "the energy drinks"),
        ("I'm off the whole keto thing", "keto"),
        ("fell off the running kick, lasted until the first frost", "running"),
        ("I'm not coaching the under nines any more", "the under nines"),
        ("no longer covering the Leith branch", "the Leith branch"),
        ("aint with Dunmore no more", "Dunmore"),
        ("we don't sell oat milk since Easter", "oat milk"),
        ("I used to keep goats but I sold them", "goats"),
        ("Ingrid and I separated in May", "Ingrid"),
        ("no more Teams for us", "Teams"),
        ("chucked in the bell ringing, too many stairs", "the bell ringing"),
        ("Sundays no more", "Sundays"),
        ("the telex is no more", "the telex"),
        ("the badminton is ancient history", "the badminton"),
        ("the poetry nights have ended", "the poetry nights"),
        ("our caravan is gone, sold it to a nurse", "our caravan"),
        ("cold storage is no longer my area", "cold storage"),
        ("parking permits are off my list", "parking permits"),
        ("I'm finished with jury service, for good", "jury service"),
    ],
)
def test_some_wordings_end_something_by_themselves(read: Read, text: str, ended: str) -> None:
    assert [(each.op, each.value) for each in read(text)] == [(CandidateOp.RETRACT, ended)]


@pytest.mark.parametrize(
    "text",
    [
        "quit reminding me about lunch",
        "I gave up fighting",
        "I don't know any more",
        "I don't get it any more",
        "I don't understand the build any more",
        "I'm done with the dishes",
        "I'm off the phone",
        "I'm off the keto thing until March",
        "I've let it go",
        "we let the dog go first",
        "I gave my phone up to the guard",
        "I handed in my report on Friday",
        "I closed my laptop",
        "we shut down the server",
        "I stopped being late",
        "I left the meeting early",
        "I left the office at five",
        "I dropped out of the call",
        "we cancelled our lunch",
        "I dropped it altogether",
        "I'm not getting emails any more",
        "no longer seeing the error",
        "I don't use it since the update",
        "I used to keep goats",
        "Ingrid and I split up the tickets",
        "when Ingrid and I separated we sold the car",
        "no more cake for me, thanks",
        "packed in the car like sardines",
        "I've left notes",
        "say no more",
        "I can wait no longer",
        "the meeting is over",
        "the build is history",
        "the calls have ended",
        "the car is gone, back in an hour",
        "that is no longer my problem",
        "it is off my list",
        "I'm finished with the slides",
        "the sugar is gone and I need some",
        "I sold the idea to Ana",
        "I gave up waiting",
        "I've given up explaining the rota",
        "I've stopped an export halfway",
        "I've gone off on a tangent",
        "we no longer have biscuits, we have crumbs",
        "we no longer need a fourth for bridge",
        "I gave up my seat to a lad with a cello",
        "I gave up trying to explain it to the plumber and drew him a fish",
        "everything aches, the stocktake is done",
        "no longer carsick",
    ],
)
def test_others_end_nothing(read: Read, text: str) -> None:
    assert [each for each in read(text) if each.op is CandidateOp.RETRACT] == []


@pytest.mark.parametrize(
    "text",
    [
        "off sugar for Lent",
        "off tea duty, who's next",
        "10% off crisps at the kiosk",
        "I'm out of coffee",
        "I'm out of the office until Thursday",
        "haven't had a minute since the audit",
        "I haven't had the van since this morning",
        "I haven't got the link any more",
        "I don't have time any more",
        "no longer on the menu",
        "no longer in the repo",
        "is Torsten not my deputy any more?",
        "the lift's gone, the engineer took it apart",
    ],
)
def test_what_is_off_out_or_missing_for_now_ends_nothing(read: Read, text: str) -> None:
    assert [each for each in read(text, surface="channel") if each.op is CandidateOp.RETRACT] == []


def test_a_weekday_that_is_over_came_every_week(read: Read) -> None:
    (ended,) = read("no more Tuesday spin for me", surface="channel")

    assert (ended.op, ended.text, ended.dated) == (CandidateOp.RETRACT, "Tuesday spin", None)
