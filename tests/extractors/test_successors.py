"""What is told instead of what is to be forgotten, of what was given up, and of what was said before."""

from datetime import UTC, datetime

import pytest

from extractors.commanding.successors import succeeding
from extractors.message import Message
from extractors.parsing.words import Line, words_of
from extractors.pipeline import Extractor
from extractors.syntax.clauses import Clause
from memory.records import Candidate, CandidateOp
from tests.extractors.conftest import SENT, Read


def added(found: list[Candidate]) -> list[str]:
    return [each.text for each in found if each.op is CandidateOp.ADD]


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("forget locker 212. It's 305 now", "Locker is 305"),
        ("Forget my Tromsø number please. The right one is +47 77 55 01 39", "Number is +47 77 55 01 39"),
        ("forget the physio on the 4th. It's on the 18th at 9:40 instead", "Physio is on 2026-03-18 at 9:40"),
        ("please forget the Friday deliveries, we do those on Mondays", "Does deliveries on Mondays"),
        ("forget the thing about the Sunday ferry, it runs on Saturdays now", "Ferry runs on Saturdays"),
        ("can you forget that I'm on earlies. It's nights for me from now on", "Is on nights"),
        ("forget that I live in Cork, it's Galway now", "Lives in Galway"),
        ("forget that I drive the Polo. It's a Leaf now", "Drives a Leaf"),
        ("forget that book club is Mondays, its Thursdays from now on", "Book club is Thursdays"),
        ("forget about Tuesdays with my mum, she's in the home in Ayr now", "Mum is in the home in Ayr"),
        ("delete the Canal Street address please, my letters go to 4 Mill Lane", "Letters go to 4 Mill Lane"),
        ("forget that my manager is Bea. It's Otto now", "Manager is Otto"),
    ],
)
def test_what_is_so_instead_of_what_is_forgotten_is_kept(read: Read, text: str, kept: str) -> None:
    found = read(text)

    assert found[0].op is CandidateOp.FORGET
    assert added(found) == [kept]


@pytest.mark.parametrize(
    "text",
    [
        "forget the Tuesday choir. It's gone now",
        "forget the shed code thing. It's wrong",
        "forget the canoe, it's under water",
        "forget the cottage, it's in other hands now",
        "forget pizza, it's sushi now",
        "forget about my tortoise. She died",
        "forget my shoe size, it's none of your business",
        "forget that I like liquorice. It was a joke",
        "forget the bit about me learning the lute, it's in the attic now",
        "please forget my old extension. It rings in the laundry now",
        "forget that I do Sundays, they took me off those in May",
    ],
)
def test_a_reason_to_forget_is_not_kept(read: Read, text: str) -> None:
    assert [each.op for each in read(text)] == [CandidateOp.FORGET]


@pytest.mark.parametrize(
    "text", ["forget i ordered the nougat. its the marzipan now", "I don't do Fridays any more, it has been agreed"]
)
def test_what_was_done_is_no_habit_that_goes_on(read: Read, text: str) -> None:
    assert added(read(text)) == []


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("remember that the courier is Ana and no longer Bela", "Courier is Ana"),
        ("note that our landlord is now Ms Adair and no longer the council", "Landlord is now Ms Adair"),
    ],
)
def test_what_somebody_was_before_is_not_remembered_beside(read: Read, text: str, kept: str) -> None:
    assert added(read(text)) == [kept]


def test_an_own_number_that_follows_is_one_to_call(read: Read) -> None:
    _, kept = read("forget my old mobile. It's 07700 900812 now")

    assert (kept.attribute, kept.value) == ("phone", "07700 900812")


def test_the_value_of_an_attribute_that_follows_takes_it(read: Read) -> None:
    _, kept = read("forget that I live in Cork, it's Galway now")

    assert (kept.attribute, kept.value) == ("location", "Galway")


def test_what_is_only_supposed_follows_nothing() -> None:
    words = words_of("it's 4390 now")
    clause = Clause("it's 4390 now", tuple(words), conditional=True)

    assert Line("it's 4390 now", words).string == "it is 4390 now"
    assert succeeding("extension 4417", clause, SENT.date()) is None


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("gave up on Atom, it's Geany all day now", "Has switched to Geany"),
        ("binned Spotify for good, it's Tidal all the way now", "Has switched to Tidal"),
        ("handed the ThinkPad back to the college, so it's Fedora for me all day now", "Uses Fedora"),
        ("we've moved, it's Leith now, no longer Morningside", "Lives in Leith"),
        ("sold the canoe at last, so what I've got now is a kayak called Toffee", "Has a kayak called Toffee"),
        ("what I drive now is a Berlingo", "Drives a Berlingo"),
        ("started out on Debian, ended up on Void like everybody here", "Uses Void"),
        ("our ladders aren't in the barn any more, they went over to bay 4", "Ladders went over to bay 4"),
        ("our stand-up isn't at 9 any more, it's at half ten", "Stand-up is at half ten"),
        ("our bins aren't on Tuesdays any more, they're on Fridays", "Bins are on Fridays"),
        ("I don't drink lager any more, only stout", "Drinks only stout"),
        ("I don't work in Málaga any more. Now is Cádiz, by the port", "Works in Cádiz"),
        ("I've left Brightwater. Northgate Tiles is who I work for now", "Works at Northgate Tiles"),
        ("my tutor is Dr. Sato from this term, no longer Dr. Ivers", "Tutor is Dr. Sato from this term"),
        ("I live in Narvik now and no longer in Bodø", "Lives in Narvik"),
        ("you will want Marta for this, she's my supervisor now", "Supervisor is Marta"),
        ("not Ivy Marsh since Friday, it's Ivy Osei-Marsh now", "Name is Ivy Osei-Marsh"),
        ("it's Mx Teller, not Mrs", "Is called Mx Teller"),
        ("swapped the night crew for the paint shop, take me off the list", "Is in the paint shop"),
        ("its walnuts I can't have", "Can't have walnuts"),
    ],
)
def test_what_took_the_place_of_something_is_kept(read: Read, text: str, kept: str) -> None:
    assert kept in added(read(text, surface="channel"))


@pytest.mark.parametrize(
    "text",
    [
        "gave up on the printer, it's quiet now",
        "we've moved, it's Monday now",
        "gave the keys back, it's Bea's turn now",
        "took the van back to the garage, it's fine now",
        "started on the report, ended up on YouTube",
        "what I need now is a coffee",
        "what we have now is a mess",
        "ended up in Slough because of the diversion",
        "started in the morning, ended up at the pub",
        "the milk isn't in the fridge any more, it's on the table",
        "it's coffee I need",
        "it's you I'm waiting for",
        "it's Ben Okoro, not Ben Lee",
        "it's Mrs Teller at the door",
        "that was Ben in the van, he's late",
        "binned the leaflets this morning",
        "we moved, it's Teams now",
        "gave the baby back, it's Mia's mum now",
        "stopped at the lights, it's a Ferrari now in front of me",
        "not Kim again, it's Kim Lund now",
        "what I've got now is a queue of 40 calls",
        "the meeting isn't at 9 any more, it's at 10 today",
    ],
)
def test_what_passes_took_the_place_of_nothing(read: Read, text: str) -> None:
    assert added(read(text, surface="channel")) == []


def test_a_deed_told_to_the_bot_is_no_order(read: Read) -> None:
    found = read("binned Eclipse for good, it's Zed all the way now")

    assert [each.op for each in found] == [CandidateOp.RETRACT, CandidateOp.ADD]


@pytest.mark.parametrize(
    ("text", "parent", "corrected"),
    [
        ("sorry, no, I meant the Aorangi", "I'm cook on the ferry Tamahine", "Is cook on the ferry Aorangi"),
        ("Malmö, not Lund. typed the station", "im based in Lund so the train is my life", "Is based in Malmö"),
        ("Dana, not Diana", "my sister Diana is a vet in Hull", "Sister Dana is a vet in Hull"),
        ("not the Yare, the Wensum", "we moor our boat on the Yare", "Moors the boat on the Wensum"),
        ("argh I meant the Wensum", "we moor our boat on the Yare", "Moors the boat on the Wensum"),
        ("you wrote Aylin. with an e please, Eylin", "Nice to meet you, Aylin! I've saved your name.", "Name is Eylin"),
        ("you put Dilara. with two l please, Dillara", "Nice to meet you, Dilara!", "Name is Dillara"),
        ("Sanne, with two n", "thanks Sane, noted", "Name is Sanne"),
    ],
)
def test_what_was_said_before_is_put_right(read: Read, text: str, parent: str, corrected: str) -> None:
    assert added(read(text, parent=parent, surface="thread")) == [corrected]


@pytest.mark.parametrize(
    ("text", "parent"),
    [
        ("not me, Bob", "I'm based in Lund so the train is my life"),
        ("Dana sent me", "Nice to meet you, Dan! I've saved your name."),
        ("I meant the second one", "I drive a Volvo"),
        ("lol I meant to send that to Tom", "I live in Hull"),
        ("not bad, Lund is lovely", "im based in Lund"),
        ("not today, maybe tomorrow", "I run on Mondays"),
    ],
)
def test_other_replies_put_nothing_right(read: Read, text: str, parent: str) -> None:
    assert added(read(text, parent=parent, surface="thread")) == []


def test_the_day_that_is_wrong_is_no_new_one(read: Read) -> None:
    found = read("no not the 2nd, the grant form is due on 12 June", parent="Noted: Grant form is due on 2026-06-02")

    assert added(found) == ["Grant form is due on 2026-06-12"]


@pytest.mark.parametrize("text", ["Xenia with an X, whatever the list says", "it's Xenia with ia, not Senya"])
def test_a_name_that_is_spelled_out_tells_no_team(extractor: Extractor, text: str) -> None:
    sent = datetime(2026, 3, 2, 9, 15, tzinfo=UTC)
    found = extractor.extract(Message(text=text, sent_at=sent, surface="thread", user_name="Xenia Roth"))

    assert added(found) == ["Name is Xenia"]


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        (
            "Please remember: safe combination is 11-24-08. Also that the spare oven key hangs behind the door of 7.",
            "Spare oven key hangs behind the door of 7",
        ),
        ("remember the door code is 4471, and that the ladder is kept behind the boiler", "Ladder is kept behind the"),
        (
            "remember that the canoe key gets signed out at reception and the alarm code is 0662",
            "Canoe key gets signed",
        ),
    ],
)
def test_what_is_told_beside_a_secret_is_kept(read: Read, text: str, kept: str) -> None:
    found = read(text)

    assert sum(each.op is CandidateOp.REFUSE for each in found) == 1
    assert [each.startswith(kept) for each in added(found)] == [True]


@pytest.mark.parametrize(
    "text", ["can you remember the vpn pass, mango-Tag-88", "please keep the wifi pass, Otter22bay"]
)
def test_a_pass_with_its_value_is_refused(read: Read, text: str) -> None:
    assert [each.op for each in read(text)] == [CandidateOp.REFUSE]


def test_also_that_goes_on_with_what_is_to_be_remembered(read: Read) -> None:
    found = read("porfa remember that the bakery shuts at 3, also that Ines has the float")

    assert added(found) == ["Bakery shuts at 3", "Ines has the float"]


@pytest.mark.parametrize(
    ("text", "gone", "new"),
    [
        ("forget about my old extension, it's 227 now", "my old extension", "Extension is 227"),
        ("you can forget the 12 and 14 stuff, theyve put me on the 40", "the 12 and 14 stuff", "Is on the 40"),
        ("forget my Tuesday slot, it's Fridays now", "my Tuesday slot", "Slot is Fridays"),
        ("forget about my kiwi allergy, it's pineapple now", "my kiwi allergy", "Is allergic to pineapple"),
    ],
)
def test_what_a_sentence_goes_on_with_behind_what_is_to_be_forgotten(
    read: Read, text: str, gone: str, new: str
) -> None:
    forgotten, kept = read(text)

    assert (forgotten.op, forgotten.text) == (CandidateOp.FORGET, gone)
    assert (kept.op, kept.text) == (CandidateOp.ADD, new)
