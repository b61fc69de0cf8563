"""Bulleted lists: each item is read by itself, and with what its heading says that it is about."""

from datetime import UTC, datetime

import pytest

from extractors.message import Message, clean
from extractors.pipeline import Extractor

SENT = datetime(2026, 3, 2, 9, 15, tzinfo=UTC)


def told(extractor: Extractor, text: str) -> list[tuple[str, str]]:
    message = Message(text=text, sent_at=SENT, surface="channel", user_id="U01", user_name="Dana Reyes", id="1")
    return [
        (candidate.kind.value if candidate.kind else "", candidate.text) for candidate in extractor.extract(message)
    ]


def test_bullets_are_no_part_of_what_is_told() -> None:
    text = clean("Links:\n- one\n• two\n3. three")

    assert [text.text[start:end] for start, end in text.items] == ["one", "two", "three"]
    assert "-" not in text.text


def test_one_dash_without_a_heading_is_no_list() -> None:
    assert clean("late again\n- Ann").items == ()


@pytest.mark.parametrize("bullet", ["-", "•", "*", "–", "1.", "1)"])
def test_items_about_oneself_are_told_one_by_one(extractor: Extractor, bullet: str) -> None:
    text = f"About me:\n{bullet} from Aveiro\n{bullet} vegan\n{bullet} two cats"

    assert {("preference", "Is vegan"), ("fact", "Has two cats")} <= set(told(extractor, text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Random facts about me:\n- learning Basque\n- left-handed", ("fact", "Is learning Basque")),
        ("Quick intro\n1. Mum to three boys\n2. based in Ghent", ("fact", "Is a mum to three boys")),
        ("A bit about myself:\n- 1 dog (Bruno)\n- left-handed", ("fact", "Has 1 dog (Bruno)")),
        ("House rules for PRs:\n- under 400 lines\n- tests first", ("fact", "PRs: under 400 lines")),
        ("Lab rules:\n- gloves in room 3\n- no food", ("fact", "Lab rules: gloves in room 3")),
        ("Our naming conventions:\n- tables in snake_case\n- no plurals", ("fact", "Naming conventions: no plurals")),
        ("How we review PRs:\n- one reviewer\n- be kind", ("fact", "How the team reviews PRs: one reviewer")),
        ("Working agreements:\n- reviews within a day\n- no DMs", ("fact", "Working agreements: no DMs")),
        ("Links:\n- Logs: Grafana → Loki\n- Plan: Notion", ("reference", "Logs: Grafana → Loki")),
        ("Who to ask:\n- billing: Ann\n- infra: <@U02>", ("fact", "Contact for infra is <@U02>")),
        ("While I'm away:\n- payroll: Ines\n- press: <@U05>", ("fact", "Contact for payroll is Ines while away")),
        ("Things I love:\n- bouldering\n- sour beer", ("preference", "Likes sour beer")),
        ("Dislikes:\n- open-plan offices\n- small talk", ("preference", "Dislikes small talk")),
    ],
)
def test_an_item_is_told_with_its_heading(extractor: Extractor, text: str, expected: tuple[str, str]) -> None:
    assert expected in told(extractor, text)


@pytest.mark.parametrize(
    "text",
    [
        "To do:\n- email Ann\n- two cats to feed\n- vegan menu",
        "Agenda:\n1. budget\n2. hiring",
        "Minutes:\n- Ann to send figures\n- Bob presented the roadmap",
        "Action items:\n- <@U02> send deck\n- me: book room",
        "Shopping list:\n- milk\n- two onions",
        "Release notes 2.4:\n- faster search\n- no more crashes on login",
        "What's new in v3:\n- no Friday deploys\n- two approvals",
        "Options:\n1. pizza\n2. sushi\nvote with an emoji",
        "Where should we go?\n- Lisbon\n- Porto",
        "About the candidate:\n- from Aveiro\n- data engineer\n- two cats",
        "About Priya:\n- vegan\n- two cats",
        "Should these be our PR rules?\n- under 400 lines\n- tests first",
        "Proposed team norms:\n- Slack before email\n- nothing after 4pm",
        "PR rules:\n- under 400 lines\n- tests first\nwdyt?",
        "GitHub's rules for PRs:\n- under 400 lines\n- tests first",
        "Rules of the game:\n- three lives\n- no backsies",
        "About me:\n- bipolar\n- catholic\n- Labour member",
        "Our password rules:\n- the wifi password is Tr0ub4dor&3x\n- two letters",
        "yesterday: fixed the parser\ntoday: reviewing PRs\nblockers: none",
    ],
)
def test_other_lists_give_nothing(extractor: Extractor, text: str) -> None:
    assert told(extractor, text) == []


@pytest.mark.parametrize(
    "text",
    [
        "House rules:\n- gate: 4417",
        "House rules:\n- alarm off with 4417 then hash\n- wifi Hunter22net",
        "Links:\n- Passport: 533380006\n- PR: merged",
        "About me:\n- coeliac\n- learning to live with MS",
        "I hate:\n- Jews\n- Trump",
        "House rules - Bob\n- 4417 for gate",
        "Bob's week:\n- WFH Tue and Wed\n- PTO Fri",
    ],
)
def test_no_item_tells_a_secret_or_what_is_private(extractor: Extractor, text: str) -> None:
    message = Message(text=text, sent_at=SENT, surface="channel", user_name="Dana Reyes")

    assert extractor.extract(message) == []


CONTACTS = [
    ("Who to ask (payroll)\nVAT: Jutta Brandt\nExpenses: Kofi", "Contact for VAT is Jutta Brandt"),
    ("*Who to bother about what*\nlifts + doors – Petra\nswaps – me", "Is the contact for swaps"),
    (
        "who to ask, foundry edition:\n- lathe: me\n- first aid: Mrs Perry, room 12",
        "Contact for first aid is Mrs Perry, room 12",
    ),
    ("Reading room – who does what\nLabels: Hemi\nLoans: <@U16>", "Contact for labels is Hemi"),
    ("Night boat crew contacts:\nbridge - VHF 12\ngalley - ext 204", "Contact for galley is ext 204"),
]


@pytest.mark.parametrize(("text", "expected"), CONTACTS)
def test_whom_to_ask_is_told_without_bullets_too(extractor: Extractor, text: str, expected: str) -> None:
    assert ("fact", expected) in told(extractor, text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Yard rules:\n:truck: 15 km/h, no exceptions\n:key: keys back by six", "Yard rules: keys back by six"),
        ("House rules\n:mute: phones on silent\n:coffee: wash your own cup", "House rules: phones on silent"),
        ("Team rules (repeat after me):\n1. no late merges\n2. tickets have owners", "Team rules: tickets have owners"),
        ("Team agreements — Map Room\n- no food\n- end at ten to", "Map Room: no food"),
    ],
)
def test_rules_may_have_pictures_for_bullets_and_an_aside(extractor: Extractor, text: str, expected: str) -> None:
    assert ("fact", expected) in told(extractor, text)


@pytest.mark.parametrize(
    "text",
    [
        "Attendees\nChair: Petra\nNotes: Kofi",
        "Who to ask?\nno idea\nsorry",
        "Lunch orders\n:pizza: for Marta\n:salad: for Lee",
        "Release notes 2.1\n:sparkles: new login page\n:bug: fixed a crash",
        "Mood today\nMorning: grim\nAfternoon: better",
        "Who does what on Friday?\nLights: Kofi\nDoors: Petra",
        "Proposed house rules\n:mute: phones on silent\n:coffee: wash your cup",
        "Contacts\nJane Doe: 07700 900123\nBob: bob@fennmark.example",
        "Client contacts call\nmoved to Tuesday\nsame link",
    ],
)
def test_lines_that_are_no_such_list_tell_nothing(extractor: Extractor, text: str) -> None:
    assert told(extractor, text) == []


def test_what_is_so_no_longer_is_taken_back(extractor: Extractor) -> None:
    text = "no longer:\n• on call for billing\n• in the Samarkand office"
    found = extractor.extract(Message(text=text, sent_at=SENT, surface="channel"))

    assert [(one.op.value, one.text) for one in found] == [
        ("retract", "Is on call for billing"),
        ("retract", "Is in the Samarkand office"),
    ]


def test_how_to_work_with_somebody_is_told_item_by_item(extractor: Extractor) -> None:
    text = "*Working with me*\n1. phone beats email\n2. bad news first\n3. I don't do video calls"

    assert told(extractor, text) == [
        ("preference", "Working together: phone beats email"),
        ("preference", "Working together: bad news first"),
        ("preference", "Doesn't do video calls"),
    ]
    assert told(extractor, "Working with me on this:\n- Lee\n- Kofi") == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("SITE RULES BAY 3\n- hard hats on\n- no radios", "Site rules: hard hats on"),
        ("Rehearsal room rules, updated Monday:\n- shoes off\n- last out locks up", "Rehearsal room rules: shoes off"),
        ("DEPOT B. WHO TO ASK\nPallets: Mr. Tetteh\nBins: me", "Contact for pallets is Mr. Tetteh"),
        ("ok, everybody has done theirs. About me\n- learning Basque\n- left-handed", "Is learning Basque"),
        ("About me\n- mother of Davi (7)\n- left-handed", "Is a mother of Davi (7)"),
    ],
)
def test_headings_of_a_place_are_understood(extractor: Extractor, text: str, expected: str) -> None:
    assert ("fact", expected) in told(extractor, text)


@pytest.mark.parametrize(
    "text",
    [
        "The pool rules at the hotel were mad:\n- towels folded\n- laughing banned",
        "hotel room rules\n- pets outside\n- shoes off",
        "Proposed site rules\n- radios off\n- hi-vis on",
        "Monopoly rules\n- loans banned\n- parking pays",
    ],
)
def test_rules_of_other_houses_are_not_kept(extractor: Extractor, text: str) -> None:
    assert told(extractor, text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("My days off\n- Fri 13 March\n- Thu 21 May", "Is off on 2026-05-21"),
        ("my leave:\n• 3-7 Aug\n• 24 Dec - 2 Jan", "Is off from 2026-12-24 to 2027-01-02"),
        ("Days I'm out:\n- Fri 13 March\n- Mon 16 March (pm)", "Is off on 2026-03-16 (pm)"),
        ("my WFH days\n- Tue 10 March\n- Thu 12 March", "Works from home on 2026-03-12"),
        ("agreed at stand-up today:\n- retro every second week\n- demo at 11", "Decided on 2026-03-02: demo at 11"),
        ("Decisions from yesterday's sync\n- launch moves to June\n- cake", "Decided on 2026-03-01: cake"),
    ],
)
def test_items_of_a_day_are_told_with_it(extractor: Extractor, text: str, expected: str) -> None:
    assert ("event", expected) in told(extractor, text)


@pytest.mark.parametrize(
    "text",
    [
        "Bank holidays\n- Mon 4 May\n- Mon 25 May",
        "my leave requests still pending\n- Mon 4 May\n- Mon 25 May",
        "I'm off:\n- Mon 4 May for surgery\n- Tue 5 May for surgery",
        "What was decided at the council:\n- bins weekly\n- taxes up",
        "Not decided yet:\n- venue\n- date",
        "decisions needed:\n- venue\n- date",
        "Agreed actions\n- Ann to call Bob\n- send minutes",
        "decided today:\n- Ann to book the room\n- cake or tea?",
    ],
)
def test_what_is_open_or_of_others_is_not_dated(extractor: Extractor, text: str) -> None:
    assert told(extractor, text) == []
