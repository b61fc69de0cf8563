"""What lasts about the author's kin, place and things: told without "my", by number, or of times gone by."""

import pytest

from memory.records import Kind
from tests.extractors.conftest import Read


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("three of my aunts live in Durban", "Three of aunts live in Durban"),
        ("both of our sons teach maths", "Both of the sons teach maths"),
        ("one of my nephews runs a ferry", "One of nephews runs a ferry"),
        ("grandpa built the boathouse", "Grandpa built the boathouse"),
        ("my great-uncle carved our front door", "Great-uncle carved the front door"),
        ("nonna left me her sewing machine", "Nonna left them her sewing machine"),
        ("grandad taught me to splice rope", "Grandad taught them to splice rope"),
        ("mum used to be a midwife", "Mum used to be a midwife"),
        ("dad grew up in Tromsø", "Dad grew up in Tromsø"),
        ("granny turns 85 in June", "Granny turns 85 in June"),
        ("it's my cousin Rahel who runs the stall", "Cousin Rahel runs the stall"),
        ("the singing you heard was my daughter Livia", "Daughter is Livia"),
        ("the one snoring is our dog Bruno", "Dog is Bruno"),
        ("Marta and I have been married twelve years", "Has been married to Marta twelve years"),
        ("my husband and I have been together for nine years", "Has been together with husband for nine years"),
        ("hubby turns 50 in june", "Hubby turns 50 in june"),
        ("the kitten's name is Pico", "Kitten's name is Pico"),
        ("no dog, just one moody parrot called Kiki", "Has one moody parrot called Kiki"),
        ("there's a kiln in our back garden", "There is a kiln in the back garden"),
        ("our flat has no balcony", "Flat has no balcony"),
        ("my crew is eleven people", "Crew is eleven people"),
        ("the yacht's name is Halcyon", "Yacht's name is Halcyon"),
        ("the lorry's registration is BX19 KLM", "Lorry's registration is BX19 KLM"),
        ("nothing may leave the premises unlabelled", "Nothing may leave the premises unlabelled"),
        ("kitchen rule: knives go back on the magnet", "Knives go back on the magnet"),
        ("our policy: two people on every ladder", "Two people on every ladder"),
        ("our invoices end up in Pennylane", "Invoices end up in Pennylane"),
        ("bin day is Monday", "Bin day is Monday"),
        ("the valley mill will supply our flour", "Valley mill will supply the flour"),
        ("I have the keys to the pavilion", "Has the keys to the pavilion"),
    ],
)
def test_what_lasts_is_kept(read: Read, text: str, kept: str) -> None:
    assert kept in [found.text for found in read(text, surface="channel")]


@pytest.mark.parametrize(
    "text",
    [
        "one of our kids is asleep",
        "two of my colleagues are off sick",
        "there's a spider in our kitchen",
        "there is a smell in my basement",
        "mum left us a note",
        "dad made our lunch",
        "our office has no wifi today",
        "the customer's name is Bob",
        "flat out on the sofa",
        "heads down on the ticket",
        "our orders end up in chaos",
        "a cat called Luna was found by the station",
        "the voice in my head is my mother",
        "the one to ask is my manager",
        "golden rule: is it ever okay?",
        "bin day is tomorrow",
    ],
)
def test_what_passes_or_is_of_others_is_not(read: Read, text: str) -> None:
    assert read(text, surface="channel") == []


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("I'm off 3 to 14 August, Ondine has the pager", "Ondine has the pager from 2026-08-03 to 2026-08-14"),
        ("leave is booked, 6 to 17 july. Pavel minds the kiln", "Pavel minds the kiln"),
        ("away from 4 to 8 May, Greta's got my queue", "Greta has got queue"),
        ("back on 3 August, Ines takes my classes", "Ines takes classes"),
    ],
)
def test_who_stands_in_is_kept(read: Read, text: str, kept: str) -> None:
    assert kept in [found.text for found in read(text, surface="channel")]


@pytest.mark.parametrize("text", ["Noor's away until the 14th. Bea runs the shop", "off to lunch, Piet has the slides"])
def test_who_has_it_while_another_is_away_is_not(read: Read, text: str) -> None:
    assert read(text, surface="channel") == []


@pytest.mark.parametrize(
    ("text", "kept", "kind"),
    [
        ("out tomorrow and thursday", "Is out on 2026-03-03 and on 2026-03-05", Kind.EVENT),
        (
            "I'll be at the fair in Derby from Monday to Wednesday",
            "Will be at the fair in Derby from 2026-03-09 to 2026-03-11",
            Kind.EVENT,
        ),
        ("the surveyors are coming two weeks from today", "Surveyors are coming on 2026-03-16", Kind.EVENT),
        ("I got my licence yesterday", "Got licence on 2026-03-01", Kind.EVENT),
        ("turned sixty on Sunday", "Turned sixty on 2026-03-01", Kind.EVENT),
        ("my niece had her baby last night", "Niece had her baby on 2026-03-01", Kind.EVENT),
        ("flat out on the harbour survey", "Is working on the harbour survey", Kind.PROJECT),
        ("heads down on our tax return until April", "Is working on our tax return until April", Kind.PROJECT),
        ("the tenants' newsletter, for anyone new: I edit it", "Edits the tenants' newsletter", Kind.FACT),
    ],
)
def test_plans_milestones_and_work(read: Read, text: str, kept: str, kind: Kind) -> None:
    assert (kept, kind) in [(found.text, found.kind) for found in read(text, surface="channel")]


@pytest.mark.parametrize(
    "text", ["Oona is on leave till the 14th", "inspectors are coming today", "I passed the ball again"]
)
def test_others_absences_and_the_day_are_not(read: Read, text: str) -> None:
    assert read(text, surface="channel") == []


def test_a_thing_in_its_place_behind_an_address_is_told_apart(read: Read) -> None:
    found = [
        candidate.text
        for candidate in read("scores are in <https://x.example/a>, and the organ loft key hangs behind the door")
    ]
    assert "Scores are in https://x.example/a" in found
    assert "Organ loft key hangs behind the door" in found


def test_a_channel_behind_an_address_is_kept(read: Read) -> None:
    found = [
        candidate.text for candidate in read("the board is <https://b.example/1>; alerts, as ever, in <#C09|pager>")
    ]
    assert "Alerts in #pager" in found


def test_a_rule_of_the_house_may_have_its_reason_first(read: Read) -> None:
    (found,) = read("house rule, since it came up twice: we don't sign anything we didn't make")

    assert found.text == "Doesn't sign anything they didn't make"
