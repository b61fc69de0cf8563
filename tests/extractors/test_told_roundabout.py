"""What is told in a roundabout way: by clefts, before a question, in brackets, beside secrets and wrong names."""

from datetime import date

import pytest

from memory.records import CandidateOp, Kind
from tests.extractors.conftest import Read


def added(read: Read, text: str, *, surface: str = "dm", parent: str | None = None) -> list[str]:
    return [found.text for found in read(text, surface=surface, parent=parent) if found.op is CandidateOp.ADD]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Tromsø is where I grew up", "Grew up in Tromsø"),
        ("Obsidian is where I write everything, even the shopping", "Writes everything in Obsidian"),
        ("it's the early shift I work these days", "Works the early shift"),
        ("its goats we keep now", "Keeps goats"),
        ("it's tuesdays and thursdays I work from home now", "Works from home on tuesdays and thursdays"),
        ("it's Fridays we close early", "Closes early on fridays"),
        ("switched to fish from zsh, does anyone have a decent prompt?", "Uses fish"),
        ("what matters is that our hall is booked until 30 April", "Hall is booked until 2026-04-30"),
        ("Please be informed that my extension is 2214 now", "Extension is 2214"),
        ("I must correct myself: my nephew is called Idris", "Nephew is Idris"),
        ("ada@kv.example is the one I actually read", "Email is ada@kv.example"),
        ("i gave up Trello for Kanboard in May", "Uses Kanboard"),
        ("im all on Penpot now instead of Figma", "Uses Penpot"),
        ("that's my twin Marit in the picture", "Twin is Marit"),
        ("We share the flat over the bakery, Mads (my husband) and me", "Husband is Mads"),
        ("the dark room door has to stay shut at all times", "Dark room door has to stay shut at all times"),
        ("Im a cooper not a carpenter, so please stop asking me for shelves", "Is a cooper"),
        ("I have been warden of this hostel since 2004", "Is warden of this hostel since 2004"),
        ("i live in Denpasar so its WITA for me", "Is on WITA"),
        ("on Central time here and I never answer before nine", "Never answers before nine"),
        ("my desk is on the 6th, by the lift", "Desk is on the 6th, by the lift"),
        ("Juni is fine for short", "Is called Juni"),
        ("the kiosk must open before Saint-Jean-Baptiste", "Kiosk must open before Saint-Jean-Baptiste"),
        ("bdays 2 jan if anyone keeps a list", "Birthday is 2 jan"),
        ("Kate is my editor in case you wondered about the theme", "Kate is their editor"),
        ("since i don't eat fish can someone check what is in the soup", "Doesn't eat fish"),
        ("Quiz night isn't on Mondays any more, we run it on Thursdays at 8", "Quiz night is on Thursdays at 8"),
        ("our fiscal year ends on 30 June", "Fiscal year ends on 30 June"),
        ("i never read texts when im driving", "Never reads texts when they are driving"),
        ("im sewing 14 kaba for the wedding and they must all be ready by 3 October", "14 kaba must all be ready by"),
        ("we run the still on gas now, not wood", "Runs the still on gas"),
        ("I was born at Ísafjörður", "Was born at Ísafjörður"),
        ("last night shift for me is 12 April", "Last night shift for them is 2026-04-12"),
        ("nothing on set may be newer than 1908, that is the rule", "Nothing on set may be newer than 1908"),
        ("two standing orders for you: quote your sources, and no exclamation marks", "Quote your sources"),
        ("New mail since the wedding: ada@kv.example, the old one is dying", "Email is ada@kv.example"),
        ("We decided at handover to lock the medication trolley", "Decided"),
    ],
)
def test_what_is_told_in_a_roundabout_way(read: Read, text: str, expected: str) -> None:
    assert any(told.startswith(expected) for told in added(read, text))


@pytest.mark.parametrize(
    "text",
    [
        "I am over the phone limit",
        "I no longer have any idea which draft this is",
        "We may close the annexe from June, nothing is decided",
        "Kindly remember, all of you, to sign out",
        "an exam by phone? over my dead body",
        "moved to Leeds, did you?",
    ],
)
def test_what_tells_nothing(read: Read, text: str) -> None:
    assert read(text, surface="channel") == []


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("Our raffle opens on 4 May; entries close on the 29th.", date(2026, 5, 29)),
        ("We open the show on 17 April and the get-in is three days before", date(2026, 4, 14)),
        ("The fair opens on 6 June and our stall closes a week later", date(2026, 6, 13)),
        ("Our new kiln goes in on 12 May and it has to be signed off by the 29th", date(2026, 5, 29)),
    ],
)
def test_a_day_has_the_month_that_was_named_before(read: Read, text: str, day: date) -> None:
    assert day in [found.dated for found in read(text, surface="channel")]


@pytest.mark.parametrize(
    ("text", "parent", "expected"),
    [
        ("Zoé please, not Zoe, it has an accent", "Good morning, Zoe! I've saved your name.", "Name is Zoé"),
        ("one letter off: Kasja, not Kasia", "Noted: Name is Kasia", "Name is Kasja"),
        (
            "Mugisha, not Mugesha. That is a village.",
            "Pleased to meet you, Jean Mugesha! I've saved it.",
            "Name is Jean Mugisha",
        ),
    ],
)
def test_a_name_is_put_right(read: Read, text: str, parent: str, expected: str) -> None:
    assert added(read, text, parent=parent) == [expected]


def test_a_list_to_be_remembered_keeps_what_stands_behind_its_heading(read: Read) -> None:
    found = read("remember two things: our table names are in snake_case, and the kiln is behind the shed")

    assert [(one.kind, one.text) for one in found] == [
        (Kind.FACT, "Table names are in snake_case"),
        (Kind.REFERENCE, "Kiln is behind the shed"),
    ]


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("remember that I park the float in bay 12, gate code 90417", ["Parks the float in bay 12"]),
        (
            "remember the pump is behind the lock hut and the padlock on it opens with 3391",
            ["Pump is behind the lock hut"],
        ),
        ("remember: refunds go to routing 122000000, account 0044991100", []),
        (
            "remember that the crew lockers are behind the stage and the code for mine is 6614",
            ["Crew lockers are behind the stage"],
        ),
        ("Make a note, dear robot: the wardrobe safe opens with 61, then 14, then 09", []),
        ("note down that the recovery codes for my uni account are 8841-2290 and 7716-0043", []),
    ],
)
def test_what_stands_beside_a_secret_is_kept_without_it(read: Read, text: str, kept: list[str]) -> None:
    found = read(text)

    assert CandidateOp.REFUSE in {one.op for one in found}
    assert [one.text for one in found if one.op is CandidateOp.ADD] == kept


def test_what_took_the_place_of_a_time_ends_nothing_by_itself(read: Read) -> None:
    found = read("told you wrong, the refresh is done at 04:30 and not 03:30", surface="thread")

    assert "Refresh" not in [one.text for one in found if one.op is CandidateOp.RETRACT]
