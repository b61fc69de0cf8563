"""Each guard by name: what it stops, and what it must let through."""

from collections.abc import Callable

import pytest

from extractors import guards
from extractors.clauses import Clause, clauses
from extractors.message import clean
from extractors.pipeline import Extractor
from extractors.rules import load
from tests.extractors.conftest import Read

Clauses = Callable[[str], list[Clause]]


@pytest.fixture(scope="module")
def clauses_of(extractor: Extractor) -> Clauses:
    def reading(text: str) -> list[Clause]:
        cleaned = clean(text)
        return clauses(cleaned, extractor.parser.words(cleaned))

    return reading


STOPPED = {
    "question": ["do I live in Porto?", "what's my favourite tea", "have I told you where I work", "I live in Porto?"],
    "conditional": ["if I lived in Berlin I would cycle", "unless I live in Porto", "I'd cycle if I lived in Berlin"],
    "wish": [
        "I wish I liked tea",
        "I'd love to live by the sea",
        "I hope to move to Porto",
        "in another life I am a baker",
    ],
    "uncertain": ["I might move to Porto", "maybe I live too far out", "we're thinking about getting a dog"],
    "reported": ["Bo said I live in Porto", "word is I am the new lead", "she wrote that I never work Fridays"],
    "sarcasm": [
        "oh yeah I love being paged at night",
        "my favourite hobby is waiting",
        "I identify as a potato",
        "I love weddings, said no planner ever",
    ],
    "special": [
        "I was diagnosed with adhd",
        "I'm a catholic",
        "I voted green again",
        "my salary is 41k",
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
    "special": ["I'm allergic to walnuts", "I'm vegan", "I keep halal", "I'm bi-weekly in Leeds"],
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
