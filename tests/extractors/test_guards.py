"""Each guard by name: what it stops, and what it must let through."""

from collections.abc import Callable

import pytest

from extractors.guarding import guards
from extractors.message import clean
from extractors.pipeline import Extractor
from extractors.statements.rules import load
from extractors.syntax.clauses import Clause, clauses
from tests.extractors.conftest import Read

Clauses = Callable[[str], list[Clause]]


@pytest.fixture(scope="module")
def clauses_of(extractor: Extractor) -> Clauses:
    def reading(text: str) -> list[Clause]:
        cleaned = clean(text)
        return clauses(cleaned, extractor.parser.words(cleaned))

    return reading


STOPPED = {
    "question": [
        "do I live in Porto?",
        "what's my favourite tea",
        "Pia works from Oslo, doesn't she",
        "have I told you where I work",
        "I live in Porto?",
    ],
    "conditional": ["if I lived in Berlin I would cycle", "unless I live in Porto", "I'd cycle if I lived in Berlin"],
    "wish": [
        "I wish I liked tea",
        "I'd love to live by the sea",
        "I hope to move to Porto",
        "in another life I am a baker",
        "I moved desks so I can see the door",
    ],
    "uncertain": [
        "I might move to Porto",
        "maybe I live too far out",
        "we're thinking about getting a dog",
    ],
    "reported": ["Bo said I live in Porto", "word is I am the new lead", "she wrote that I never work Fridays"],
    "sarcasm": [
        "oh yeah I love being paged at night",
        "my favourite hobby is waiting",
        "I identify as a potato",
        "I love weddings, said no planner ever",
    ],
    "figure": [
        "I live in tracked changes",
        "I'm in the doghouse again",
        "my other car is a tractor",
        "I'm on cloud nine",
        "my name is dirt with the caretaker",
    ],
    "colleague": ["Marek is on leave till the 14th", "Priti hates layers"],
    "special": [
        "I was diagnosed with adhd",
        "it's gallstones, which explains most of March",
        "my scan came back clear",
        "I'm a catholic",
        "I voted green again",
        "my salary is 41k",
        "thirty one grand after nine years",
        "my genotype is AS",
        "the shop is in the red",
        "they increased me to 1.1m naira a month",
        "the shop is in the red again",
        "I joined the union",
        "I take sertraline at night",
        "we went to confession on Sunday",
        "I took home 2,400 after tax",
        "I voted to remain",
        "my wife is at her dialysis",
        "I rest at noon since the surgery",
        "they put me on blood thinners",
        "I'm bi",
        "we keep shabbos",
        "I voted by post again, straight Greens",
        "I have carried the Labour banner since school",
        "my grandma is lutheran",
        "I joined GMB last spring",
        "I carry my card in the miners' federation",
        "my chest scan is on Monday",
        "they put me on 8,900 gross",
        "I'm into girls",
        "I quit the party over the dam vote",
        "I've been a paid-up member of the seafarers' union since March",
        "I'm Labour since I could walk",
        "I joined IG BAU in March",
        "I started on the thyroid tablets last week",
        "physio on Tuesdays at 8 for my back",
        "I'm having my wisdom teeth out on Friday",
        "I've been signed off until the 12th",
        "my doctor signed me off till the 3rd of December",
        "I'm on sick leave until 4 April",
    ],
    "voiced": ["imagine I'm a customer: I live next door", "caption: I live for this light"],
    "transient": ["I'm tired", "I'm in a meeting", "I'm running late", "we are stuck behind a tractor"],
    "at_hand": ["I like this PR", "I love it", "I prefer the second one", "I hate your fonts"],
    "moment": [
        "I prefer bullets for this table",
        "I work from the attic right now",
        "for today I sit upstairs",
        "I was vegetarian for about a minute",
    ],
    "former": ["I used to play the oboe"],
    "third_person": ["she likes tea", "they moved to Porto", "someone has the badge"],
}
PASSED = {
    "question": ["I live in Porto, where is the office?"],
    "conditional": ["I live in Porto"],
    "wish": ["I'd rather get a link than a file"],
    "uncertain": ["I guess I'm more of a paper person"],
    "reported": ["my brother Bo likes tea"],
    "sarcasm": ["I love black coffee"],
    "figure": ["I live in the old mill", "we live on a houseboat", "I live in Porto"],
    "colleague": ["my brother Marek is on leave till the 14th", "Marek is on leave so I cover for him"],
    "special": [
        "I'm allergic to walnuts",
        "the salary calendar is pinned in payroll",
        "the blades are in the red one",
        "returns go in the red crate",
        "we write on the tablets",
        "my nan has a budgie named Gay Byrne",
        "I'm vegan",
        "I keep halal",
        "I'm bi-weekly in Leeds",
        "I work at Methodist Hospital",
        "I scan tickets",
        "I'm a lapsed vegetarian",
        "my green card is in the safe",
        "I live near the student union building",
        "I'm the physio on Tuesdays",
        "we started on the new tablets, the ones for orders",
        "I signed off the invoice on the 12th",
        "I'm in charge of sick leave forms at Brandel",
    ],
    "voiced": ["NOTE: I live in Porto"],
    "transient": ["I'm a baker", "I'm from Porto"],
    "at_hand": ["I like rye bread"],
    "moment": ["I like rye bread"],
    "former": ["I am used to the noise"],
    "third_person": ["my manager is Thabo"],
}


def fired(found: list[Clause]) -> set[str]:
    every = {**guards.ALWAYS, **guards.ELSEWHERE}
    return {name for clause in found for name in guards.fired(clause, every)}


@pytest.mark.parametrize(("name", "text"), [(name, text) for name, texts in STOPPED.items() for text in texts])
def test_a_guard_stops_what_it_is_for(clauses_of: Clauses, name: str, text: str) -> None:
    assert name in fired(clauses_of(text))


@pytest.mark.parametrize(("name", "text"), [(name, text) for name, texts in PASSED.items() for text in texts])
def test_a_guard_lets_statements_through(clauses_of: Clauses, name: str, text: str) -> None:
    first = clauses_of(text)[0]
    every = {**guards.ALWAYS, **guards.ELSEWHERE}

    assert not every[name](first)


def test_what_follows_from_something_is_no_purpose(clauses_of: Clauses) -> None:
    assert "wish" not in fired(clauses_of("I am on earlies so I can not stay late"))


def test_every_guard_is_tested() -> None:
    assert set(STOPPED) == set(PASSED) == set(guards.ALWAYS) | set(guards.ELSEWHERE)


@pytest.mark.parametrize(
    ("text", "strings"),
    [
        ("I live in Porto and work at Acme as a baker", ["i live in porto", "i work at acme as a baker"]),
        ("ok so fun fact: I live in Porto lol", ["i live in porto"]),
        ("can't stand mushrooms", ["i can not stand mushrooms"]),
        ("based in Porto these days", ["i am based in porto"]),
        ("I'm off 6–17 April - back later", ["i am off 6 – 17 april", "i am back later"]),
        ("I really do like rye bread", ["i like rye bread"]),
        ("I live in Porto, my wife works nights", ["i live in porto", "my wife works nights"]),
        ("I live in Porto because my wife works there", ["i live in porto", "my wife works there"]),
        ("the roof has to be on before the swifts come back", ["the roof has to be on before the swifts come back"]),
        ("I kind of prefer tea", ["i prefer tea"]),
        ("don't @ me", ["do not @ me"]),
        ("lol", []),
        ("", []),
    ],
)
def test_sentences_are_split_into_clauses_with_subjects(clauses_of: Clauses, text: str, strings: list[str]) -> None:
    assert [clause.string for clause in clauses_of(text)] == strings


def test_what_stands_before_the_subject_is_kept_apart(clauses_of: Clauses) -> None:
    (clause,) = clauses_of("on Thursday I fly to Oslo")

    assert (clause.lead_string, clause.string) == ("on thursday", "i fly to oslo")
    assert clause.start == 0


def test_a_range_of_the_text_can_be_split_alone(extractor: Extractor) -> None:
    cleaned = clean("I live in Porto. I work at Acme.")
    words = extractor.parser.words(cleaned)

    assert [clause.string for clause in clauses(cleaned, words, 17)] == ["i work at acme"]


def test_an_emoji_ends_a_clause_where_another_begins(clauses_of: Clauses) -> None:
    found = clauses_of("I passed the exam :tada: I live in Porto :tada: my dog is called Bo")

    assert [clause.words[0].norm for clause in found] == ["i", "i", "my"]


def test_an_unknown_check_in_a_pattern_file_is_an_error() -> None:
    with pytest.raises(KeyError):
        load("profile", {})


@pytest.mark.parametrize(
    "text",
    [
        "remember when we carried the piano up the stairs",
        "the courier lives in Graz and never stops for tea",
        "the pump is at temp, going in",
        "I'm wedded to it, basically married to this spreadsheet",
        "bus 22 is late again",
        "in the game I'm a blacksmith with a goat",
        "call me sentimental but I kept the old kettle",
        "call me a softie but I feed the pigeons",
        "I'm a dentist's worst nightmare",
        "I'm on seventeen an hour at the depot",
        "I live off my commission",
        "my hearing is going on the right side",
    ],
)
def test_what_is_told_in_passing_is_no_memory(read: Read, text: str) -> None:
    assert read(text, surface="channel") == []


def test_what_only_looks_like_a_jest_or_an_ailment_passes(clauses_of: Clauses) -> None:
    for text in ("I work in the game industry", "call me Sentamu", "I'm a hearing coach", "2 an hour is enough"):
        assert [list(guards.fired(clause)) for clause in clauses_of(text)] == [[]]


@pytest.mark.parametrize(
    "text",
    [
        "I live in the spreadsheet now, send help",
        "I live in release notes",
        "we live on the top shelf of despair",
        "my other house is a tent",
        "I'm in the doghouse with the wardrobe ladies",
        "I can't stand in the hall any longer",
        "my job title is the guy who finds the leak",
        "we're legally married to this printer, we're down for a second one",
        "since the raise I'm on 3,100 a month",
        "Pia works from Oslo on Mondays, doesn't she",
        "my keys are somewhere in the van",
        "today I stop at 15:00, dentist",
        "I just LOVE a fire alarm at six",
        "me in march: I only take the stairs. me in april: lift",
        "diary, monday: I am an early bird",
    ],
)
def test_a_figure_of_speech_or_a_joke_tells_nothing(read: Read, text: str) -> None:
    assert read(text, surface="channel") == []


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("I live in the old mill by the weir", "old mill"),
        ("we live on the houseboat", "houseboat"),
        ("I live in Tartu", "Tartu"),
        ("I can't stand cold coffee", "cold coffee"),
        ("my job title is lock keeper", "lock keeper"),
        ("I stop at 15:00 on Fridays", "15:00"),
        ("I love a long walk before work", "long walk"),
    ],
)
def test_what_is_meant_as_said_is_told(read: Read, text: str, key: str) -> None:
    (found,) = read(text, surface="channel")

    assert key in found.text


@pytest.mark.parametrize(
    "text",
    [
        "Fwd: away\n\nI am on leave until 9 May. My deputy is Ines Prat.\n\n^ third one today",
        "Automatic reply: out\nI am on leave until 9 May. My deputy is Ines Prat.",
        "Thank you for your message. I am on leave until 9 May and my deputy is Ines Prat.",
    ],
)
def test_forwarded_mail_tells_nothing(read: Read, text: str) -> None:
    assert read(text, surface="channel") == []


@pytest.mark.parametrize(
    "text",
    [
        "the new technician lives in Ayr and drives in every day",
        "our new porter prefers the back stairs",
        "Wiktor from lates is moving to Gdynia",
        "Judging by the log Wanda leaves at ten",
    ],
)
def test_colleagues_told_of_are_nobody_of_the_authors(read: Read, text: str) -> None:
    assert not [
        found for found in read(text, surface="channel") if found.text.startswith(("New", "Wiktor", "Is judging"))
    ]


def test_whose_kin_the_sentence_before_tells(read: Read) -> None:
    his = "Chap at the gate says he never carries cash. Wife's a beekeeper, son's in Perth."
    mine = "My mother moved to Leith. Wife's a beekeeper, son's in Perth."

    assert [found.text for found in read(his, surface="channel")] == []
    assert {"Wife is a beekeeper", "Son is in Perth"} <= {found.text for found in read(mine, surface="channel")}
