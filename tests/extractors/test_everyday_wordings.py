"""Everyday wordings of who somebody is, what they like, how they want answers, and what was noted wrongly."""

from datetime import UTC, datetime

import pytest

from extractors.message import Message
from extractors.pipeline import Extractor
from memory.records import CandidateOp, Kind
from tests.extractors.conftest import Read


def added(read: Read, text: str, *, surface: str = "dm") -> list[str]:
    return [found.text for found in read(text, surface=surface) if found.op is CandidateOp.ADD]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I've put down roots in Ghent", "Lives in Ghent"),
        ("first day here, I'm dialling in from Sendai so be gentle", "Is in Sendai"),
        ("day job: anaesthetic technician", "Day job is anaesthetic technician"),
        ("I'm half of the two-person legal team", "Is half of the two-person legal team"),
        ("I freelance for a couple of galleries", "Freelances for a couple of galleries"),
        ("I go by my middle name, Ines", "Is called Ines"),
        ("out on the road everybody knows me as Sarge", "Is called Sarge"),
        ("I can sign BSL", "Can sign BSL"),
        ("I'm first aid trained", "Is first aid trained"),
        ("I suppose I'm what you would call the stores manager", "Is the stores manager"),
        ("put me down as GMT all year round", "Is on GMT all year round"),
        ("I was made permanent in April", "Was made permanent in April"),
        ("new phone, new number: 07700 900456", "Number is 07700 900456"),
        ("couple of things before we start, they/them for me", "Pronouns are they/them"),
        ("I've been on the tools since I was 16", "Has been on the tools since they were 16"),
        ("I've been vegan since I was 12", "Has been vegan since they were 12"),
        ("used to drive a bus, been a fitter here since 2014", "Has been a fitter here since 2014"),
        ("I live with my gran", "Lives with gran"),
        ("I've taken up pottery", "Has taken up pottery"),
        ("three whippets in our house and I'm up past Bethesda", "Is up past Bethesda"),
        ("I've switched from QA to release management", "Moved to release management"),
        ("I'm best man on the 18th, so no overtime that weekend", "Is best man on 2026-03-18"),
        ("the publisher gave us until the 26th", "Publisher gave them until 2026-03-26"),
        ("running notes are in Notion", "Running notes are in Notion"),
        ('templates sit in the Figma file "Base"', 'Templates sit in the Figma file "Base"'),
        ("here's my calendar link: https://cal.example/kim", "Calendar link: https://cal.example/kim"),
        ("Wednesdays I'm at the Leiden office", "Is at the Leiden office on Wednesdays"),
        ("payroll is my thing", "Payroll is their thing"),
        ("they made me fire warden for floor 2", "Is fire warden for floor 2"),
        ("I live about ten minutes from the depot, so I can hold the keys", "Lives about ten minutes from the depot"),
        ("we're a household of six in Hull so calls from me are never quiet", "Is a household of six in Hull"),
        ("as of 1 July I'm with the Lisbon office", "Is with the Lisbon office as of 2026-07-01"),
        ("As of next month we rent in Hull", "Rents in Hull, as of next month"),
        ("got my own flat in Gdynia now", "Got their own flat in Gdynia"),
    ],
)
def test_who_somebody_is(read: Read, text: str, expected: str) -> None:
    assert expected in added(read, text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("give me a window seat any day", "Prefers a window seat"),
        ("Best way to get hold of me is Signal", "Is best reached on Signal"),
        ("the easiest way to reach me is by text", "Is best reached by text"),
        ("Firefox is my browser", "Uses Firefox as browser"),
        ("Rider's what I write everything in these days", "Writes everything in Rider"),
        ("Neovim is what I use for everything", "Uses Neovim for everything"),
        ("I hate it when people ping me at lunch", "Dislikes it when people ping them at lunch"),
        ("I find tables easier than prose", "Finds tables easier than prose"),
        ("haven't touched Windows in ten years", "Hasn't touched Windows in ten years"),
        ("I think better with music on", "Thinks better with music on"),
        ("I used to hate spreadsheets but these days I quite like pivot tables", "Likes pivot tables"),
        ("I'd rather have calls than long threads", "Would rather have calls than long threads"),
        ("ash used to be my favourite to work, these days it's cherry", "Favourite to work is cherry"),
        ("my favourite used to be ash, now it's cherry", "Favourite is cherry"),
    ],
)
def test_what_somebody_likes(read: Read, text: str, expected: str) -> None:
    assert expected in added(read, text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("less preamble next time and always please", "Wants less preamble"),
        ("stop apologising so much", "Wants less apologising"),
        ("use 24h times with me", "Use 24h times with them"),
        ("never send me PDFs", "Never send them PDFs"),
        ("please dont ever send me a diagram as ascii art", "Don't ever send them a diagram as ascii art"),
        ("speak to me in French when it's for Lyon", "Wants answers in French when it's for Lyon"),
    ],
)
def test_how_somebody_wants_to_be_answered(read: Read, text: str, expected: str) -> None:
    (found,) = read(text)
    assert (found.text, found.kind) == (expected, Kind.FEEDBACK)


@pytest.mark.parametrize(
    ("text", "attribute", "expected"),
    [
        ("you have my birthday as 3 May, it's 5 March", "birthday", "Birthday is 5 March"),
        ("you have my name as Jon, it's John", "name", "Name is John"),
        ("you've got my job title as fitter, it should be senior fitter", "role", "Job title is senior fitter"),
    ],
)
def test_what_was_noted_wrongly_is_put_right_and_ends_nothing_else(
    read: Read, text: str, attribute: str, expected: str
) -> None:
    (found,) = read(text)
    assert (found.op, found.attribute, found.text) == (CandidateOp.ADD, attribute, expected)


@pytest.mark.parametrize(
    "text",
    [
        "hate it when the VPN drops mid call",
        "I can't stand it when you're right lol",
        "give me a shout any time",
        "the best way to get there is the tram",
        "can you answer me in French this time",
        "I haven't had a day off in two months",
        "you have my draft as a PDF, it's great",
    ],
)
def test_what_passes_is_left(read: Read, text: str) -> None:
    assert added(read, text, surface="channel") == []


def test_a_topic_is_no_place_of_the_author(read: Read) -> None:
    assert added(read, "On Halden, the goal is to have the second site open by 1 September") == [
        "Goal is to have the second site open by 2026-09-01"
    ]


def test_the_weekday_of_every_week_is_no_date(read: Read) -> None:
    assert "Thursday is their clinic day" in added(
        read, "thursday's my clinic day and wednesdays i'm at the Ennis site"
    )


def test_what_ended_is_told_by_the_clause_that_ends_it(read: Read) -> None:
    over = [found.text for found in read("reporting line changed, it's Marek for me now") if not found.kind]
    assert over == []


@pytest.mark.parametrize("text", ["It's spelled Tomos", "Tomos, not Thomos, thanks", "tiny correction, it's Tomos"])
def test_ones_own_name_is_put_right(extractor: Extractor, text: str) -> None:
    sent = datetime(2026, 3, 2, 9, 15, tzinfo=UTC)
    (found,) = extractor.extract(Message(text=text, sent_at=sent, surface="thread", user_name="Tomos Bevan"))
    assert (found.attribute, found.text) == ("name", "Name is Tomos")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "could you always give me two options for a caption instead of one?",
            "Asks to always give them two options for a caption instead of one",
        ),
        (
            "can you always give me kotlin when i ask for a snippet, not java",
            "Asks to always give them kotlin when they ask for a snippet",
        ),
    ],
)
def test_what_is_always_wanted_of_a_thing(read: Read, text: str, expected: str) -> None:
    assert added(read, text) == [expected]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("my clinic has moved house, we're on Harbour Road now", ["Clinic is on Harbour Road"]),
        ("our shop's moved, it's on Dock Street now", ["Shop is on Dock Street"]),
        ("moved from Sketch to Penpot in spring and im not going back", ["Uses Penpot"]),
        ("moved from Tromsø to Bodø in spring", ["Lives in Bodø"]),
        ("used to be a Sublime guy, its Kate these days", ["Uses Kate"]),
        ("the dog in the waiting room picture is mine, she's called Akua", ["Dog is called Akua"]),
        ("the greyhound in the yard is ours, she's called Duchess", ["Greyhound is called Duchess"]),
        ("im allergic to latex so can you swap the gloves on that list", ["Is allergic to latex"]),
        ("met the Alto mechanics on friday, nice people, terrible coffee", ["Met the Alto mechanics on 2026-02-27"]),
        ("pls use ada@kv.example as my mail now", ["Email is ada@kv.example"]),
        ("it's said SEER-sha, four years in", ["Name is said SEER-sha"]),
        (
            "before it goes in the calendar: I work four days, Fridays I'm at home with my son Fiachra",
            ["Works four days", "Is at home with son Fiachra on Fridays"],
        ),
        (
            "my wife Ula trains the team on Wednesdays so it's me doing the pickups that day from 3",
            ["Wife Ula trains the team on Wednesdays", "Is doing the pickups on Wednesdays from 3"],
        ),
        ("我四月二十号到二十四号去东莞工厂", ["2026-04-20 – 2026-04-24 去东莞工厂"]),
        ("我十一月五号去上海", ["2026-11-05 去上海"]),
        ("我换手机号了，现在是 138 0000 4417", ["手机号是138 0000 4417"]),
        (
            "ahora conduzco la línea 14 y estoy siempre de mañana, por si alguien lo pregunta",
            ["Conduce la línea 14", "Está siempre de mañana"],
        ),
    ],
)
def test_what_is_told_with_something_beside_it(read: Read, text: str, expected: list[str]) -> None:
    assert sorted(added(read, text)) == sorted(expected)


@pytest.mark.parametrize(
    "text", ["I'm on it", "I'm on lunch", "I'm on leave", "our build is red", "our demo is at 3", "switched to wifi"]
)
def test_what_is_so_just_now_is_left(read: Read, text: str) -> None:
    assert added(read, text) == []


def test_a_pass_with_what_opens_it_is_a_secret(read: Read) -> None:
    assert added(read, "my pass for the school thing is nico2011nico, dont tell mum") == []


@pytest.mark.parametrize("text", ["forget about lunch, let's go", "forget everything you know about CSS, this is grid"])
def test_what_is_to_be_left_is_no_memory(read: Read, text: str) -> None:
    assert [found.op for found in read(text)] == []


def test_a_day_at_home_leaves_the_hours_as_they_are(read: Read) -> None:
    hours = [
        found.attribute
        for found in read("I work four days, Fridays I'm at home with my son Fiachra")
        if found.attribute == "working_hours"
    ]
    assert len(hours) == 1


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("me hours are 7 til 3", ["Hours are 7 til 3"]),
        ("Tony's me manager since Friday", ["Manager is Tony"]),
        ("me dog's called Biscuit", ["Dog is called Biscuit"]),
        ("I do the early round an me hours are 5 til 1", ["Does the early round", "Hours are 5 til 1"]),
        ("it's Lior with an i, not Leor", ["Name is Lior"]),
        ("for me hours matter more than pay", []),
        ("it works for me days, not nights", []),
    ],
)
def test_me_is_how_somebody_says_my(read: Read, text: str, expected: list[str]) -> None:
    assert added(read, text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I'm 36", ["Is 36"]),
        ("stuck in this lease til im 35", []),
        ("studying until I'm 30", []),
        ("my cousin Raf's a roofer, dm me", ["Cousin Raf is a roofer"]),
        ("somebody took the last biscuit. I name no names, Frank.", []),
        ("I'm on Revit full time", []),
    ],
)
def test_what_only_looks_like_a_statement_is_left(read: Read, text: str, expected: list[str]) -> None:
    assert added(read, text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("if we're doing birthdays mine's the 3rd of May", "Birthday is the 3rd of May"),
        ("if you're wondering, I'm from Split", "Is from Split"),
        ("idk I guess I never buy lenses secondhand", "Never buys lenses secondhand"),
        ("done with Jira, on Linear now", "Uses Linear"),
        ("moved off Lightroom, on Darktable now", "Uses Darktable"),
        ("I come to work by ferry", "Comes to work by ferry"),
        ("we usually get to school on foot", "Usually gets to school on foot"),
        ("voice notes are the quickest way to reach me", "Voice notes are the quickest way to reach them"),
        ("the landline's the surest way to get hold of me", "Landline is the surest way to get hold of them"),
        ("off to my cousin's wedding in Leeds from wed till sunday", "2026-03-04 to 2026-03-08"),
        ("forget my number ending in 77. the new one is 020 7946 0123", "Number is 020 7946 0123"),
        ("forget my old extension, now it's 327", "Extension is 327"),
        ("forget my old desk. The new one is 4B", "Desk is 4B"),
        ("je commence au fournil à 3h du matin", "Commence au fournil à 3h du matin"),
    ],
)
def test_what_is_told_in_passing_is_kept(read: Read, text: str, expected: str) -> None:
    assert expected in " ".join(added(read, text))


@pytest.mark.parametrize(
    "text",
    [
        "if we're doing names, what's yours",
        "if we're going tomorrow, I take the van",
        "done with Prozac, on Zoloft now",
        "done with the dishes, on the sofa now",
        "I go to work by bus today",
        "coffee is the fastest way to wake me",
        "is email the best way to reach you?",
        "je commence au labo à 10h demain",
        "forget my old van. now it's scrap",
    ],
)
def test_what_is_no_habit_is_left(read: Read, text: str) -> None:
    assert added(read, text) == []


def test_a_text_is_shortened_and_nothing_forgotten(read: Read) -> None:
    assert read("Keep my numbers, lose the adjectives, move the bit about the rats to the top") == []
