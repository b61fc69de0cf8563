"""Fields by which people tell who they are: cards of them, single ones, and what only looks like one."""

import pytest

from extractors.message import Message
from extractors.pipeline import Extractor
from memory.records import CandidateOp, Polarity
from tests.extractors.conftest import SENT

Told = list[tuple[str, str, str | None]]


def told(extractor: Extractor, text: str, surface: str = "channel", parent: str | None = None) -> Told:
    """Return kind, text and attribute of what a message of Dana Reyes adds."""
    message = Message(text=text, sent_at=SENT, surface=surface, user_name="Dana Reyes", parent=parent)
    candidates = extractor.extract(message)
    assert all(one.op is CandidateOp.ADD for one in candidates)
    return [(one.kind.value if one.kind else "", one.text, one.attribute) for one in candidates]


CARDS = [
    (
        "Name: Dana Reyes\nRole: data engineer\nTeam: Platform\nBased in: Porto\nTime zone: WET\nBirthday: 4 March",
        [
            ("profile", "Name is Dana Reyes", "name"),
            ("profile", "Role is data engineer", "role"),
            ("profile", "Team is Platform", "team"),
            ("profile", "Lives in Porto", "location"),
            ("profile", "Time zone is WET", "timezone"),
            ("profile", "Birthday is 4 March", "birthday"),
        ],
    ),
    (
        "- *preferred name:* Al\n- *pronouns:* they/them\n- *likes:* written briefs\n- *pet peeve:* late calls",
        [
            ("profile", "Is called Al", "nickname"),
            ("profile", "Pronouns are they/them", "pronouns"),
            ("preference", "Likes written briefs", None),
            ("preference", "Dislikes late calls", None),
        ],
    ),
    (
        "📍 Porto\n🎂 4 March\n💼 data engineer at Fennmark",
        [
            ("profile", "Lives in Porto", "location"),
            ("profile", "Birthday is 4 March", "birthday"),
            ("profile", "Role is data engineer at Fennmark", "role"),
        ],
    ),
    (
        ":round_pushpin: Porto\n:dog: Soup, a very old labrador",
        [("profile", "Lives in Porto", "location"), ("fact", "Has a pet, Soup, a very old labrador", "pet")],
    ),
    (
        "hi all! role: SRE / tz: CET / pets: two cats",
        [
            ("profile", "Role is SRE", "role"),
            ("profile", "Time zone is CET", "timezone"),
            ("fact", "Has two cats", "pet"),
        ],
    ),
    (
        "My role: QA lead. My team: Payments. My manager: Priya Nair.",
        [
            ("profile", "Role is QA lead", "role"),
            ("profile", "Team is Payments", "team"),
            ("fact", "Manager is Priya Nair", "manager"),
        ],
    ),
    (
        "born: Recife, based: Porto, working on: ingest",
        [
            ("profile", "Is from Recife", "hometown"),
            ("profile", "Lives in Porto", "location"),
            ("project", "Works on ingest", None),
        ],
    ),
    (
        "Dana Reyes\ndata engineer, Platform\nPorto",
        [
            ("profile", "Name is Dana Reyes", "name"),
            ("profile", "Is data engineer", "role"),
        ],
    ),
    (
        "*New starter card*\nName: Dana Reyes\nWhat I do: QA lead\nkids: Zora (6), Miles (3)",
        [
            ("profile", "Name is Dana Reyes", "name"),
            ("profile", "What I do is QA lead", "role"),
            ("fact", "Kids are Zora (6), Miles (3)", None),
        ],
    ),
    (
        "Nombre: Dana Reyes\nCumpleaños: 2 de agosto\nComida favorita: arroz congrí",
        [
            ("profile", "Se llama Dana Reyes", "name"),
            ("profile", "Cumpleaños: 2 de agosto", "birthday"),
            ("preference", "Comida favorita: arroz congrí", "favourite:comida"),
        ],
    ),
    (
        "姓名：陈丹\n生日：3月4日\n职位：数据工程师",
        [
            ("profile", "姓名：陈丹", "name"),
            ("profile", "生日: 3月4日", "birthday"),
            ("profile", "职位: 数据工程师", "role"),
        ],
    ),
    ("Working hours update: 11:00–20:00 IST", [("profile", "Working hours are 11:00–20:00 IST", "working_hours")]),
    (
        "favourite season: autumn; favourite tea: lapsang",
        [
            ("preference", "Favourite season is autumn", "favourite:season"),
            ("preference", "Favourite tea is lapsang", "favourite:tea"),
        ],
    ),
]


@pytest.mark.parametrize(
    ("text", "told_too"),
    [
        ("Name: Dana Reyes\nRole: welder\nSite: Leith yard\nStarted: 2019\nLocker room: B", "Site: Leith yard"),
        ("Name: Dana Reyes\nRole: welder\nSite: Leith yard\nStarted: 2019\nLocker room: B", "Started: 2019"),
        ("*Working hours:* 9–5\n*Time zone:* CET\n*Buddy:* Ines", "Buddy: Ines"),
        ("My role: porter. My team: Nights. Van: the dented one.", "Van: the dented one"),
        ("Manager: Huda Saleh\nTeam: Freight\nDesk: 2nd floor, by the lifts", "Manager is Huda Saleh"),
        ("born: Recife, based: Porto\nMakes: ship models", "Makes: ship models"),
    ],
)
def test_a_card_of_its_author_tells_what_no_table_knows(extractor: Extractor, text: str, told_too: str) -> None:
    assert told_too in [said for _, said, _ in told(extractor, text)]


@pytest.mark.parametrize(
    ("text", "not_told"),
    [
        ("Name: Dana Reyes\nRole: QA\nTicket: QA-121\nComponent: parser", "parser"),
        ("Name: Dana Reyes\nRole: cook\nReason: annual review\nDeadline: 4 May", "review"),
        ("Name: Dana Reyes\nRole: planner\nCondition: diabetic", "diabetic"),
        ("Name: Dana Reyes\nRole: planner\nFaith: Quaker", "Quaker"),
        ("Name: Dana Reyes\nRole: planner\nLocker code: 4471", "4471"),
        ("Name: Dana Reyes\nRole: planner\nStatus: offline", "offline"),
        ("Name: Dana Reyes\nRole: planner\nPS: the kettle leaks", "kettle"),
        ("Name: Oskar Lind\nRole: plumber\nSite: Leeds", "Leeds"),
        ("Manager: Lee\nTeam: Infra\nTicket: INC-3", "Lee"),
        ("My team: Core. My role: QA. Mood: sleepy. Song of the day: Hurt", "leepy"),
        ("My team: Core. My role: QA. Mood: sleepy. Song of the day: Hurt", "Hurt"),
    ],
)
def test_a_field_that_no_table_knows_has_to_be_of_the_author_and_of_no_work(
    extractor: Extractor, text: str, not_told: str
) -> None:
    assert not [said for _, said, _ in told(extractor, text) if not_told in said]


@pytest.mark.parametrize(
    ("parent", "text", "expected"),
    [
        (
            "Icebreaker: first job and hidden talent?",
            "first job: paper round",
            ("fact", "First job: paper round", None),
        ),
        (
            "Q of the week: favourite soup?",
            "soup: leek and potato. no questions",
            ("preference", "Favourite soup is leek and potato", "favourite:soup"),
        ),
        ("window or aisle, everyone?", "window or aisle: aisle", ("preference", "Window or aisle: aisle", None)),
        ("two lines about you please: good at / bad at", "Bad at: mornings", ("fact", "Bad at: mornings", None)),
        ("what's everyone's setup?", "Shell: nushell", ("preference", "Uses nushell", "shell")),
    ],
)
def test_a_field_tells_what_people_were_asked_about(
    extractor: Extractor, parent: str, text: str, expected: tuple[str, str, str | None]
) -> None:
    assert told(extractor, text, surface="thread", parent=parent) == [expected]


@pytest.mark.parametrize(
    ("parent", "text"),
    [
        ("What's your ETA and blocker?", "ETA: Friday. blocker: none"),
        ("Which version and build are you on?", "version: 3.2\nbuild: 114"),
        ("can you check the error in your logs?", "error: timeout"),
        ("who has the ladder?", "ladder: Priya"),
        ("The printer in room 4 is down", "printer: fixed"),
        ("How was your weekend everyone?", "weekend: too short"),
        ("What's your plan for the release?", "plan: ship on Friday"),
        ("your thoughts on option A and option B?", "option A: too slow\noption B: fine"),
        ("can you send me the price and the delivery date?", "price: 40\ndelivery date: Monday"),
        ("what's your favourite lunch spot, everyone?", "lunch spot: closed today"),
    ],
)
def test_what_was_asked_of_work_is_no_field(extractor: Extractor, parent: str, text: str) -> None:
    assert told(extractor, text, surface="thread", parent=parent) == []


def test_a_signature_tells_the_place_and_the_zone(extractor: Extractor) -> None:
    found = told(extractor, "Dana Reyes\nNetwork engineer @ Norrfors Kraft\nUmeå, Sweden\nCET")

    assert ("profile", "Lives in Umeå, Sweden", "location") in found
    assert ("profile", "Time zone is CET", "timezone") in found
    assert told(extractor, "Oskar Lind\nUmeå, Sweden") == []


@pytest.mark.parametrize(
    ("text", "surface", "expected"),
    [
        ("My favourites:\nsoup: leek\nbread: rye", "channel", ["Favourite soup is leek", "Favourite bread is rye"]),
        ("Favourites\ntea: mint", "dm", ["Favourite tea is mint"]),
        ("Favourites\nsoup: leek\nbread: rye", "channel", []),
        ("Team: ~Borealis~ Atlas", "thread", ["Team is Atlas"]),
        ("Status: ~open~ closed", "thread", []),
    ],
)
def test_a_heading_or_what_is_struck_out_tells_whose_it_is(
    extractor: Extractor, text: str, surface: str, expected: list[str]
) -> None:
    assert [said for _, said, _ in told(extractor, text, surface=surface)] == expected


@pytest.mark.parametrize(
    ("text", "name", "expected"),
    [
        (":wave: Dana\n:briefcase: joiner\n:birthday: 11 Nov", "Dana Reyes", "Name is Dana"),
        ("新人卡片\n姓名：賴靜萱\n部門：採購", "Lai Ching-Hsuan", "部門: 採購"),
        ("自己紹介\n名前：森下愛子\n在住：京都", "Aiko Morishita", "在住: 京都"),
        ("Ficha rápida\nNombre: Lupe Arriaga\nTurno: noches, de 22 a 6", "Lupe Arriaga", "Turno: noches, de 22 a 6"),
    ],
)
def test_cards_of_pictures_and_in_other_languages_are_read(
    extractor: Extractor, text: str, name: str, expected: str
) -> None:
    found = extractor.extract(Message(text=text, sent_at=SENT, surface="channel", user_name=name))

    assert expected in [one.text for one in found]


@pytest.mark.parametrize(("text", "expected"), CARDS)
def test_a_card_tells_who_its_author_is(extractor: Extractor, text: str, expected: Told) -> None:
    assert told(extractor, text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("birthday? 4 March", ("profile", "Birthday is 4 March", "birthday")),
        ("diet: vegan", ("preference", "Is vegan", "diet")),
        ("dietary requirements - no pork please", ("preference", "Diet is no pork", "diet")),
        ("allergies? just penicillin and cats", ("preference", "Is allergic to penicillin and cats", "allergy")),
        (
            "favourite biscuit: fig roll. no debate will be entered into",
            ("preference", "Favourite biscuit is fig roll", "favourite:biscuit"),
        ),
        (
            "favorite game of all time? grim fandango, and it's not close",
            ("preference", "Favourite game is grim fandango", "favourite:game"),
        ),
        (
            "Fav pizza topping? pineapple. fight me",
            ("preference", "Favourite pizza topping is pineapple", "favourite:pizza topping"),
        ),
        (
            "favourite hop? i suppose it's Nelson Sauvin",
            ("preference", "Favourite hop is Nelson Sauvin", "favourite:hop"),
        ),
        ("T-shirt size: XL", ("fact", "T-shirt size is XL", None)),
        ("mother tongue: Tamil", ("profile", "Mother tongue is Tamil", "language")),
        ("my manager: <@U02>", ("fact", "Manager is <@U02>", "manager")),
    ],
)
def test_one_field_tells_it_by_itself(extractor: Extractor, text: str, expected: tuple[str, str, str | None]) -> None:
    assert told(extractor, text) == [expected]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("editor: helix", ("preference", "Uses helix", "editor")),
        ("tz: America/Bogota", ("profile", "Time zone is America/Bogota", "timezone")),
        ("hometown: Aveiro", ("profile", "Is from Aveiro", "hometown")),
        ("partner: Jo", ("fact", "Partner is Jo", "partner")),
        ("email: dana@fennmark.example", ("profile", "Email is dana@fennmark.example", "email")),
    ],
)
def test_told_to_the_bot_or_asked_for_it_is_the_authors(
    extractor: Extractor, text: str, expected: tuple[str, str, str | None]
) -> None:
    assert told(extractor, text, surface="dm") == [expected]
    assert told(extractor, text, surface="thread", parent=f"quick poll: {text.partition(':')[0]}?") == [expected]


def test_what_is_disliked_is_told_as_such(extractor: Extractor) -> None:
    (one,) = extractor.extract(Message(text="pet hates: reply-all, lukewarm tea", sent_at=SENT, surface="channel"))

    assert (one.text, one.polarity, one.value) == (
        "Dislikes reply-all, lukewarm tea",
        Polarity.NEGATIVE,
        "reply-all, lukewarm tea",
    )


def test_a_field_is_shown_with_its_rule(extractor: Extractor) -> None:
    explained = extractor.explain(Message(text="birthday: 4 March", sent_at=SENT, surface="dm"))
    assert explained.clauses == [{"text": "birthday: 4 March", "rules": ["field"], "guards": [], "kept": True}]


@pytest.mark.parametrize(
    "text",
    [
        "Bug report\nSteps: open the page\nExpected: it loads\nEnvironment: staging\nBrowser: Firefox 140",
        "Title: Q3 review\nOwner: Priya\nStatus: draft\nLocation: Room 4",
        "Please fill in:\nName:\nRole:\nBirthday:",
        "name? role? team?",
        "birthday? when is it",
        "pronouns? asking for the badge",
        "allergies? anyone",
        "Favourite lunch spot?",
        "favourite so far: option B",
        "favourite customer of the day: small boy, large atlas",
        "my allergies: mornings, invoices, people who reply all",
        "What's your favourite colour? mine changes daily",
        "Welcome Tomasz Nowak!\nRole: data engineer\nTeam: Platform\nBased in: Gdańsk",
        "• Name: Tomasz Nowak\n• Location: Gdańsk\n• Allergies: peanuts",
        "New starter on Monday - Name: Ines Duarte, Role: QA, Team: Payments",
        "Candidate: Ines Duarte\nRole: QA lead\nLocation: Lisbon\nEmail: ines@fennmark.example",
        "team: please push your branches",
        "role: admin\nhost: db-02",
        "size: 4GB\nlanguage: Python\nos: linux",
        "```Name: Dana\nRole: engineer\nTeam: Platform```",
        "&gt; Name: Dana\n&gt; Role: engineer\n&gt; Birthday: 4 March",
        "editor: need someone to proof the release notes",
        "birthday - cake in the kitchen at 3",
        "likes: 42, retweets: 7",
        "from: Porto to: Lisbon 14:05",
        "off the record - birthday: 4 March",
        "my religion: Catholic",
        "my diagnosis: ADHD",
        "Dietary requirements: coeliac, diagnosed last year",
        "my password: hunter22xQ",
        "Name: ________\nCompany: ________\nDietary needs: ________\nT-shirt size: S / M / L / XL",
        "Volunteer spotlight!\n:round_pushpin: Whakatāne\n:birthday: 30 June",
        "species: cat\nsex: F\nfavourite food: the vet, apparently",
        "if my name were Odette: Odette. Role: swan. Hours: moonlight.",
        "Colleague spotlight: Hemi!\nFavourite biscuit - gingernut",
        "Say hi to Marta!\nBirthday: 4 March",
        "My mum\nBirthday: 4 March\nAllergies: nuts",
        "Priya\nRole: designer\nBirthday: 4 March",
        "Patient in bed 4\nDOB: 4/3/1950\nAllergies: penicillin",
        "Dog: Rex\nAllergies: chicken\nBirthday: 4 March",
        "Bob Smith | CTO | Acme | Berlin",
        "Name: Daniel Ortiz\nRole: driver\nPhone: 07700 900123",
        "Hello! We're hiring. Role: SRE. Location: Lisbon. Team: Platform",
        "I deployed it.\nBranch: main\nBase: develop",
        "favourite politician: Angela Merkel",
        "Can't stand: Muslims",
        "diet: no sugar, doctor's orders",
        "Likes: 12\nDislikes: 4",
    ],
)
def test_what_only_looks_like_a_field_of_the_author_tells_nothing(extractor: Extractor, text: str) -> None:
    assert told(extractor, text) == []


def test_a_secret_among_fields_is_not_told(extractor: Extractor) -> None:
    found = told(extractor, "Name: Dana\nPassword: Tr0ub4dor&3\nBirthday: 4 March")

    assert found
    assert not any("Tr0ub4dor" in text for _, text, _ in found)


@pytest.mark.parametrize("mark", ["|", "·", "•", "/"])
def test_a_line_parted_by_bars_introduces_its_author(extractor: Extractor, mark: str) -> None:
    assert told(extractor, f"Dana Reyes {mark} data engineer {mark} Porto {mark} she/her") == [
        ("profile", "Name is Dana Reyes", "name"),
        ("profile", "Is data engineer", "role"),
        ("profile", "Is in Porto", "location"),
        ("profile", "Pronouns are she/her", "pronouns"),
    ]


@pytest.mark.parametrize("text", ["Build | Test | Deploy", "red | green | blue: which one?", "yes / no / not sure"])
def test_another_line_of_bars_tells_nothing(extractor: Extractor, text: str) -> None:
    assert told(extractor, text) == []


def test_what_is_a_lie_in_part_is_told_by_nobody(extractor: Extractor) -> None:
    assert told(extractor, "Two truths and a lie: I have a twin, I speak Finnish, I once met Bowie") == []


def test_a_twin_is_no_child(extractor: Extractor) -> None:
    assert told(extractor, "I have a twin") == [("fact", "Has a twin", "twin")]


def test_only_the_list_right_behind_is_forgotten(extractor: Extractor) -> None:
    text = "forget:\n- my old desk number\nstill true:\n- two cats\n- vegan"
    found = extractor.extract(Message(text=text, sent_at=SENT, surface="dm"))

    assert [one.text for one in found if one.op is CandidateOp.FORGET] == ["my old desk number"]


def test_another_name_that_begins_alike_is_somebody_else(extractor: Extractor) -> None:
    assert told(extractor, "Name: Daniel\nBirthday: 4 March") == []
    assert told(extractor, "Name: Dan\nBirthday: 4 March")[0] == ("profile", "Name is Dan", "name")


def test_each_item_of_a_list_to_forget_is_forgotten(extractor: Extractor) -> None:
    message = Message(text="forget:\n- my old desk number\n- the Lekki address", sent_at=SENT, surface="dm")

    assert [(one.op, one.text) for one in extractor.extract(message)] == [
        (CandidateOp.FORGET, "my old desk number"),
        (CandidateOp.FORGET, "the Lekki address"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Phone: 4929 1234 5678 9012",
        "Team: lunch is at 12",
        "editor: fix the heading please",
        "Name: Priya Shah\nRole: nurse\nBirthday: 4 March",
    ],
)
def test_in_a_direct_message_too_it_has_to_be_a_field_of_the_author(extractor: Extractor, text: str) -> None:
    assert told(extractor, text, surface="dm") == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Pronouns: they/them (I'm trans)", ("profile", "Pronouns are they/them", "pronouns")),
        ("diet: gluten-free (coeliac)", ("preference", "Is gluten-free", "diet")),
        ("birthday: 4 March (that's also my PIN)", ("profile", "Birthday is 4 March", "birthday")),
    ],
)
def test_what_stands_beside_a_value_is_not_told(
    extractor: Extractor, text: str, expected: tuple[str, str, str | None]
) -> None:
    assert told(extractor, text) == [expected]


@pytest.mark.parametrize(
    "text", ["name: dana (day-na)\nbday: 4 march", "Name: Dana (rhymes with banana)\nbday: 4 march"]
)
def test_a_name_is_told_without_how_it_is_said(extractor: Extractor, text: str) -> None:
    assert told(extractor, text)[0] == ("profile", "Name is Dana", "name")


def test_a_name_in_small_letters_is_its_authors_or_none(extractor: Extractor) -> None:
    assert told(extractor, "name: frontend\nrole: worker\nreplicas: 3", surface="dm") == []


def test_how_well_somebody_speaks_is_told_where_it_was_asked(extractor: Extractor) -> None:
    text = "Punjabi: fluent\nHindi: so-so"

    assert told(extractor, text, "thread", "What languages do people here speak?") == [
        ("profile", "Speaks Punjabi: fluent", "language"),
        ("profile", "Speaks Hindi: so-so", "language"),
    ]
    assert told(extractor, text, "thread", "Which languages do the docs support?") == []
    assert told(extractor, text) == []


def test_a_signature_tells_who_its_author_is(extractor: Extractor) -> None:
    text = "Invoices are in the tray.\n\n--\nDana Reyes\nHead of Finance, Fennmark Ltd\nOffice: (614) 555-0138"

    assert told(extractor, text) == [
        ("profile", "Name is Dana Reyes", "name"),
        ("profile", "Role is Head of Finance", "role"),
        ("profile", "Works at Fennmark Ltd", "employer"),
        ("profile", "Phone is (614) 555-0138", "phone"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Thanks all\n\n--\nBob Stubbs\nForeman, Tilt Joinery Ltd",
        "Office: closed Friday",
        ":heart: everyone here\n:tada: done",
    ],
)
def test_another_ones_signature_tells_nothing(extractor: Extractor, text: str) -> None:
    assert told(extractor, text) == []


def test_a_heart_tells_in_a_card_what_is_liked(extractor: Extractor) -> None:
    text = ":wave: Dana Reyes\n:round_pushpin: Porto\n:heart: sea swimming"

    assert ("preference", "Likes sea swimming", None) in told(extractor, text)
