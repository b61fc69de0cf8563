"""What people state, by kind: each line is one message and the one memory it gives."""

import pytest

from memory.records import Candidate, CandidateOp, Kind
from tests.extractors.conftest import Read

STATEMENTS = [
    ("My name is Alex", "profile", "name", "Name is Alex", "Alex"),
    ("my name is alex", "profile", "name", "Name is alex", "alex"),
    ("hi all, I'm Dana", "profile", "name", "Name is Dana", "Dana"),
    ("please call me Ty", "profile", "nickname", "Is called Ty", "Ty"),
    ("my pronouns are they/them", "profile", "pronouns", "Pronouns are they/them", "they/them"),
    ("I live in Lisbon", "profile", "location", "Lives in Lisbon", "Lisbon"),
    ("I moved to Porto", "profile", "location", "Lives in Porto", "Porto"),
    ("Lisbon's been home since 2019", "profile", "location", "Lives in Lisbon", "Lisbon"),
    ("I grew up in Vigo", "profile", "hometown", "Grew up in Vigo", "Vigo"),
    ("I work at Acme", "profile", "employer", "Works at Acme", "Acme"),
    ("Castellan Row is my employer now", "profile", "employer", "Works at Castellan Row", "Castellan Row"),
    ("I'm a structural engineer", "profile", "role", "Is a structural engineer", "a structural engineer"),
    ("I'm on the payments team", "profile", "team", "Is on the payments team", "the payments team"),
    ("my birthday is 9 October", "profile", "birthday", "Birthday is 9 October", "9 October"),
    ("my email is kai@reef.example", "profile", "email", "Email is kai@reef.example", "kai@reef.example"),
    ("my extension is 214", "profile", "phone", "Extension is 214", "214"),
    ("I'm on JST", "profile", "timezone", "Is on JST", "JST"),
    ("my hours are 7:30 to 15:30", "profile", "working_hours", "Hours are 7:30 to 15:30", "7:30 to 15:30"),
    ("I speak Urdu and Punjabi", "profile", "language", "Speaks Urdu and Punjabi", "Urdu"),
    ("I'm allergic to walnuts", "preference", "allergy", "Is allergic to walnuts", "walnuts"),
    ("I'm vegan", "preference", "diet", "Is vegan", "vegan"),
    (
        "my favourite cake is lemon drizzle",
        "preference",
        "favourite:cake",
        "Favourite cake is lemon drizzle",
        "lemon drizzle",
    ),
    ("I use Neovim for everything", "preference", "editor", "Uses Neovim for everything", "Neovim"),
    ("I switched from PyCharm to Helix", "preference", "editor", "Uses Helix", "Helix"),
    ("I switched from Trello to Linear", "preference", "preference:linear", "Uses Linear", "Linear"),
    (
        "I prefer tea over coffee",
        "preference",
        "preference:tea over coffee",
        "Prefers tea over coffee",
        "tea over coffee",
    ),
    (
        "I can't stand meetings before 10am",
        "preference",
        "preference:meetings before 10am",
        "Dislikes meetings before 10am",
        "meetings before 10am",
    ),
    ("my manager is Thabo", "fact", "manager", "Manager is Thabo", "Thabo"),
    ("our hamster is called Churro", "fact", "pet", "Hamster is called Churro", "Churro"),
    ("my sister is called Nomsa", "fact", "sister", "Sister is Nomsa", "Nomsa"),
    ("we have two cats", "fact", "pet", "Has two cats", "two cats"),
    ("my brother Bo likes tea", "fact", "brother", "Brother Bo likes tea", "Bo"),
    ("I have two kids", "fact", "child", "Has two kids", "two kids"),
    ("my skip level is Oda", "fact", "skip level", "Skip level is Oda", "Oda"),
    ("Bu Ratna is my thesis supervisor", "fact", "manager", "Thesis supervisor is Bu Ratna", "Bu Ratna"),
    ("I report to Kelechi", "fact", "manager", "Reports to Kelechi", "Kelechi"),
    ("my office is on the third floor", "fact", None, "Office is on the third floor", "office"),
    ("<@U07> covers my accounts", "fact", None, "<@U07> covers accounts", "<@U07>"),
    ("we don't use the Oxford comma", "fact", None, "Doesn't use the Oxford comma", "use the Oxford comma"),
    (
        "I'm more of a paper person",
        "preference",
        "preference:paper person",
        "Is more of a paper person",
        "paper person",
    ),
    ("I always use dark mode", "preference", "preference:use dark mode", "Always uses dark mode", "use dark mode"),
    ("I run Fedora on the laptop", "preference", "os", "Runs Fedora on the laptop", "Fedora"),
    ("the goal is a working prototype", "project", None, "Goal is a working prototype", "a working prototype"),
    (
        "the build must not go out without the consent screen",
        "project",
        None,
        "Build must not go out without the consent screen",
        "go out without the consent screen",
    ),
    ("we're rebuilding the boat shed", "project", "project", "Is rebuilding the boat shed", "the boat shed"),
    ("I'm in Lviv", "profile", "location", "Is in Lviv", "Lviv"),
    ("I'm 7h ahead of New York", "profile", "timezone", "Is 7h ahead of New York", "7h ahead of New York"),
    ("my day off is Tuesday", "profile", "working_hours", "Day off is Tuesday", "Tuesday"),
    ("I work as a court interpreter", "profile", "role", "Works as a court interpreter", "a court interpreter"),
    ("my job is fixing pianos", "profile", "role", "Job is fixing pianos", "fixing pianos"),
    ("I'm on Platform now", "profile", "team", "Is on Platform", "Platform"),
    (
        "I'm working on a field guide for mosses",
        "project",
        "project",
        "Works on a field guide for mosses",
        "a field guide for mosses",
    ),
]


@pytest.mark.parametrize(("text", "kind", "attribute", "canonical", "value"), STATEMENTS)
def test_a_statement_gives_one_memory(
    read: Read, text: str, kind: str, attribute: str, canonical: str, value: str
) -> None:
    (found,) = (each for each in read(text) if each.op is CandidateOp.ADD)

    assert (found.op, found.kind, found.attribute) == (CandidateOp.ADD, Kind(kind), attribute)
    assert (found.text, found.value) == (canonical, value)


DATED = [
    ("I'll be away 6–17 April", "event", "2026-04-06"),
    ("on Thursday I'm flying to Oslo for the regatta", "event", "2026-03-05"),
    ("we decided to drop the old firmware", "event", "2026-03-02"),
    ("our launch is on 19 May", "event", "2026-05-19"),
    ("the permit report is due 9 July", "project", "2026-07-09"),
    ("the hall has to be booked by 30 June", "project", "2026-06-30"),
]


@pytest.mark.parametrize(("text", "kind", "day"), DATED)
def test_what_has_a_day_carries_it(read: Read, text: str, kind: str, day: str) -> None:
    (found,) = read(text)

    assert (found.kind, str(found.dated)) == (Kind(kind), day)


ENDED = [
    ("I don't work at Harmon any more", "employer", "Works at Harmon"),
    ("I no longer live in Dresden", "location", "Lives in Dresden"),
    ("I'm not vegan anymore", "diet", "Is vegan"),
    ("I'm no longer allergic to cats", "allergy", "Is allergic to cats"),
    ("we no longer use Asana", "preference:asana", "Use Asana"),
    ("I gave up coffee", "preference:coffee", "Coffee"),
    ("Rosalind is no longer my manager", "manager", "Manager is Rosalind"),
    ("I'm no longer on the infra team", "team", "Is on the infra team"),
    ("we're not on the Kestrel block any more", "team", "Is on the Kestrel block"),
]


@pytest.mark.parametrize(("text", "attribute", "ended"), ENDED)
def test_an_ending_retracts(read: Read, text: str, attribute: str, ended: str) -> None:
    (found,) = read(text)

    assert (found.op, found.attribute, found.text) == (CandidateOp.RETRACT, attribute, ended)


GUIDANCE = [
    ("always answer me in French please", "French"),
    ("stop using emoji in your replies", "no"),
    ("keep your answers short", "short"),
    ("be more direct", "direct"),
    ("from now on give me the metric units first", "metric"),
]


@pytest.mark.parametrize(("text", "word"), GUIDANCE)
def test_guidance_for_answers_is_feedback_in_a_dm(read: Read, text: str, word: str) -> None:
    (found,) = read(text)

    assert found.kind is Kind.FEEDBACK
    assert word in found.text


REFERENCES = [
    ("our runbook lives at <https://wiki.example/run|the wiki>", "reference:runbook", "https://wiki.example/run"),
    ("expenses go to <#C04X|expenses>", "reference:expenses", "#expenses"),
    ("the spare key is in the second drawer", "reference:spare key", "the second drawer"),
]


@pytest.mark.parametrize(("text", "attribute", "value"), REFERENCES)
def test_where_things_are_is_a_reference(read: Read, text: str, attribute: str, value: str) -> None:
    (found,) = read(text)

    assert (found.kind, found.attribute, found.value) == (Kind.REFERENCE, attribute, value)


@pytest.mark.parametrize(
    "text",
    [
        "do I prefer tabs?",
        "summarise this in three bullets",
        "I'd like the report by five",
        "if I lived in Berlin I'd cycle",
        "I wish I liked tea",
        "&gt; I live in Recife",
        "`I live in Recife` is in the test",
        "I'm tired",
        "running late, sorry",
        "I like this PR",
        "Bob likes tea",
        "thanks so much!!",
        "CI is red again",
        "merging now",
        "I was diagnosed with adhd",
        "off the record, I live in Recife",
        "my password is Tizas!2026",
        "call me when you're outside",
        "my job title is basically professional tab closer",
        "my favourite so far is the heron",
        "make it shorter",
        "answer this one in Spanish",
        "use formal language in this letter please",
        "my brother just called me",
        "I have a question about the build",
        "I'm writing it up now",
        "I'm making tea",
        "you must be joking",
        "the parcel is due today",
        "I never knew that",
        "I'm allergic to mondays",
        "my cat walked over the keyboard",
        "we don't know yet",
        "we lost the thread",
        "it is due on 9 July",
        "I'm part of the problem",
        "",
        ":wave:",
    ],
)
@pytest.mark.parametrize("surface", ["dm", "channel"])
def test_what_is_not_lasting_gives_nothing(read: Read, text: str, surface: str) -> None:
    assert read(text, surface=surface) == []


def test_it_needs_something_before_it(read: Read) -> None:
    found = read("I'm building a weather station and it's due on 9 July")

    assert [str(one.dated) for one in found] == ["None", "2026-07-09"]


@pytest.mark.parametrize(
    "text",
    ["we lost our dog Fionn last week", "our Rohan isn't allergic to cashews after all", "I left Harmon in February"],
)
def test_what_is_gone_is_retracted(read: Read, text: str) -> None:
    assert CandidateOp.RETRACT in {one.op for one in read(text)}


def texts(found: list[Candidate]) -> list[str]:
    return [candidate.text for candidate in found]


def test_several_statements_give_several_memories(read: Read) -> None:
    assert texts(read("I'm Dana, I live in Porto and I work at Acme")) == [
        "Name is Dana",
        "Lives in Porto",
        "Works at Acme",
    ]


def test_a_name_and_a_project_in_one_sentence(read: Read) -> None:
    name, project = read("My name is Alex and I'm working on a Rust project called tundra.")

    assert (name.text, name.value) == ("Name is Alex", "Alex")
    assert (project.text, project.attribute, project.value) == (
        "Works on a Rust project called tundra",
        "project",
        "tundra",
    )


def test_names_need_more_than_a_capital_letter(read: Read) -> None:
    assert [one for one in read("I'm German") if one.attribute] == []
    assert read("I'm OK") == []
    assert read("my name is mud") == []


def test_what_follows_about_her_is_about_the_one_named(read: Read) -> None:
    found = read("my sister is called Nomsa, she nurses at St Aidan's")

    assert texts(found) == ["Sister is Nomsa", "Nomsa nurses at St Aidan's"]


def test_a_style_for_one_request_is_no_lasting_guidance(read: Read) -> None:
    assert read("give me five names for a bakery. no puns") == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            "for the list: Xiaoyu, they/she, process chemist",
            ["Name is Xiaoyu", "Pronouns are they/she", "Is process chemist"],
        ),
        ("I'm Lerato, based in Jozi", ["Name is Lerato", "Is based in Jozi"]),
        ("I'm Sefa, the new night shift lead", ["Name is Sefa", "Is the new night shift lead"]),
        ("Zeynep from growth here", ["Name is Zeynep", "Is from growth"]),
        (
            "hiya! I'm Hedda (she/her), product owner at Tidewater, Bergen",
            ["Name is Hedda", "Pronouns are she/her", "Is product owner", "Works at Tidewater", "Lives in Bergen"],
        ),
        ("staff surgeon at Nordlicht, based in Kiel", ["Is staff surgeon", "Works at Nordlicht", "Lives in Kiel"]),
        ("bread, milk, eggs", []),
        ("Bo, see you at noon", []),
    ],
)
def test_an_introduction_is_read_item_by_item(read: Read, text: str, found: list[str]) -> None:
    assert texts(read(text, surface="channel")) == found


@pytest.mark.parametrize(("text", "attribute"), [("my wife is Ana", "partner"), ("my son is called Teo", "child")])
def test_relations_have_the_attributes_of_the_guide(read: Read, text: str, attribute: str) -> None:
    assert [one.attribute for one in read(text)] == [attribute]


def test_what_is_given_is_sure_enough_to_be_kept(read: Read) -> None:
    """The Book keeps nothing below 0.70."""
    assert all(one.confidence >= 0.70 for text, *_ in STATEMENTS for one in read(text))


def test_a_couple_is_named(read: Read) -> None:
    found = read("My fiancée Salma and I are getting married on 12 September in Fez")

    assert "Fiancée is Salma" in texts(found)
    assert "2026-09-12" in {str(one.dated) for one in found}


@pytest.mark.parametrize(
    "text",
    ["my brother and I are flying to Oslo on 12 September", "two boys at home", "I've got 8B as my form this year"],
)
def test_more_of_ones_own_life_is_read(read: Read, text: str) -> None:
    assert read(text) != []


def test_its_without_an_apostrophe_is_a_verb_where_there_is_none(read: Read) -> None:
    ended, new = read("we dont do the 6am handover any more, its half five now")

    assert (ended.op, new.text) == (CandidateOp.RETRACT, "Handover is half five")


@pytest.mark.parametrize(
    "text", ["cut this to 150 words, keep the table in", "no longer in the mood for this", "skip it please"]
)
def test_what_is_asked_of_one_text_is_no_lasting_wish(read: Read, text: str) -> None:
    assert [found for found in read(text) if found.kind is Kind.FEEDBACK] == []


def test_a_code_to_remember_is_no_wish_for_how_to_answer(read: Read) -> None:
    assert [found.text for found in read("remember that the code of door 3 is 773")] == ["Code of door 3 is 773"]


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("bday's 17 aug", "Birthday is 17 aug"),
        ("I'm on West Africa Time", "Is on West Africa Time"),
        ("I'm on Gulf Standard Time, mostly", "Is on Gulf Standard Time"),
        ("our scans are kept on the N: drive", "Scans are kept on the n: drive"),
    ],
)
def test_short_and_long_names_are_read_whole(read: Read, said: str, text: str) -> None:
    assert [candidate.text for candidate in read(said)] == [text]


def test_who_logs_in_is_not_kept_beside_a_refused_password(read: Read) -> None:
    found = read("remember that my till login is kbauer and the password is Holz!2031")

    assert [candidate.op for candidate in found] == [CandidateOp.REFUSE]


@pytest.mark.parametrize("text", ["I'm in Lviv on Monday and Tuesday", "I'm in Lviv from Monday to Tuesday"])
def test_where_somebody_is_for_some_days_is_no_home(read: Read, text: str) -> None:
    assert [found.attribute for found in read(text)] == [None]
