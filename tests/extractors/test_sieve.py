"""The sieve passes over patterns that cannot match, and never over one that can."""

import json
import re
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractors.commanding.wordings import BEGINNINGS, wordings
from extractors.matching.late_patterns import LatePattern
from extractors.matching.needs import KEPT, digest, needs_of, ways_of, ways_to_match
from extractors.matching.sieve import Sieve
from extractors.message import clean
from extractors.other_languages.language_tables import LONGEST_CHARS, languages
from extractors.parsing.words import Line, words_of
from extractors.pipeline import Extractor
from extractors.statements import events, facts, feedback, life, preferences, profile, projects, references, structure
from extractors.statements.rules import sieved
from extractors.syntax.chatter import PATTERNS
from extractors.syntax.clauses import clauses
from extractors.training.messages import load, load_all
from extractors.training.needs import kept_of, sieves, written

RULES = (
    *(*profile.NAMES, *profile.PROFILE, *profile.ENDED, *preferences.PREFERENCES, *preferences.ENDED, *facts.FACTS),
    *(*facts.ENDED, *feedback.FEEDBACK, *references.REFERENCES, *events.EVENTS, *projects.PROJECTS),
    *(*life.LIFE, *life.LIKES, *structure.STRUCTURE),
)


@pytest.mark.parametrize(
    ("pattern", "needs"),
    [
        ("(?:i|we) (?:live|moved) in", [{"live", "moved"}, {"in"}]),
        ("my (?:line )?manager", [{"manage"}, {"my"}]),
        ("(?:really )*tea", [{"tea"}]),
        ("(?:really )+in", [{"really"}, {"in"}]),
        ("(?=.*birthday)my", [{"birthd"}, {"my"}]),
        ("(?!birthday)tea", [{"tea"}]),
        ("(?:green tea|black coffee)", [{"green", "black"}, {"tea", "coffee"}]),
        ("(?:green tea|coffee)", [{"green", "coffee"}]),
        ("in the old port of leith", [{"port"}, {"leith"}]),
        ("(?:tea|.*)", []),
        ("[a-z]+", []),
        ("(?i:Grüße|Tea)", [{"grüsse", "tea"}]),
        ("(?i:[a-z])", []),
    ],
)
def test_a_pattern_needs_what_it_cannot_match_without_the_most_telling_first(
    pattern: str, needs: list[set[str]]
) -> None:
    assert list(needs_of(pattern)) == needs


@pytest.mark.parametrize(
    ("pattern", "ways"),
    [
        ("no (?:tea today|green tea)", [[{"today"}, {"tea"}], [{"green"}, {"tea"}]]),
        ("(?:tea|coffee|green tea)", [[{"tea", "coffee"}], [{"green"}, {"tea"}]]),
        (
            "(?:tea|(?:green|black) (?:milk|cream))",
            [[{"tea"}], [{"green"}, {"milk", "cream"}], [{"black"}, {"milk", "cream"}]],
        ),
        ("(?:green tea|.*)", []),
        ("(?i:green tea|coffee)", [[{"coffee"}], [{"green"}, {"tea"}]]),
        ("(?=green tea|coffee)x", [[{"green", "coffee"}, {"x"}]]),
        ("green tea", [[{"green"}, {"tea"}]]),
    ],
)
def test_each_way_to_match_has_needs_of_its_own_unless_of_one_nothing_can_be_told(
    pattern: str, ways: list[list[set[str]]]
) -> None:
    assert [list(way) for way in ways_of(pattern)] == (ways or [[]])


def test_the_patterns_of_today_are_kept_and_no_others() -> None:
    today = {digest(pattern, one_by_one=sieve.one_by_one) for sieve in sieves() for pattern in sieve.patterns}

    assert set(json.loads(KEPT.read_text(encoding="utf-8"))) == today, "run python -m extractors.training.needs"


def test_a_pattern_that_is_kept_is_read_as_one_that_is_not() -> None:
    """One in twenty is tried, since to parse all takes a quarter of a minute."""
    for sieve in sieves():
        for pattern in sieve.patterns[::20]:
            ways = ways_of(pattern) if sieve.one_by_one else [needs_of(pattern)]
            assert list(ways_to_match(pattern, one_by_one=sieve.one_by_one)) == ways


def test_the_file_is_written_as_it_is_read() -> None:
    sieve = Sieve([("(?:green tea|coffee)", "hot"), ("cold water", "cold")], one_by_one=True)
    kept = kept_of([sieve])

    assert (
        json.loads(written(kept))
        == kept
        == {
            digest("(?:green tea|coffee)", one_by_one=True): [["coffee"], ["green", "tea"]],
            digest("cold water", one_by_one=True): [["cold", "water"]],
        }
    )


def test_wordings_that_are_looked_up_one_by_one_are_passed_over_one_by_one() -> None:
    items = [("(?:green tea|black coffee)", "hot")]

    assert Sieve(items).possible("black tea") == ["hot"]
    assert Sieve(items, one_by_one=True).possible("black tea") == []
    assert Sieve(items, one_by_one=True).possible("a green tea or black coffee") == ["hot"]


def test_a_pattern_is_passed_over_where_one_of_its_needs_is_missing() -> None:
    sieve = Sieve([("(?:i|we) live in", "home")])

    assert sieve.possible("i live in ghent") == ["home"]
    assert sieve.possible("i live with my sister") == []


def test_what_needs_nothing_is_always_possible() -> None:
    assert Sieve([("[a-z]+", "any"), ("tea", "tea")]).possible("coffee") == ["any"]


def test_the_possible_come_in_the_order_they_were_given() -> None:
    assert Sieve([("tea", 1), ("juice", 2), ("or tea", 3)]).possible("coffee or tea") == [1, 3]


def test_a_text_without_blanks_is_looked_up_as_a_word_is() -> None:
    assert Sieve([("tea", 1), ("juice", 2)]).possible("过" * 20_000 + "tea") == [1]


def test_an_address_is_looked_up_as_any_word_is() -> None:
    assert Sieve([("tea", 1), ("juice", 2)]).possible("see https://example.com/of/the/house/of/juice?x=1") == [2]


@given(text=st.text("tea coe", max_size=30), one_by_one=st.booleans())
def test_what_matches_is_possible(text: str, one_by_one: bool) -> None:
    items = [
        ("t(?:e|o)a", 1),
        ("co|te e", 2),
        ("(?:tea )*a", 3),
        ("(?:co|te) (?:ea|a) (?=.*o)", 4),
        ("(?:co (?:e|a)|te+ o)(?: t)?(?<!a) ?c", 5),
        ("a(?:t?|e (?:c|o o))e", 6),
    ]

    matching = [number for pattern, number in items if re.search(pattern, text)]

    assert set(matching) <= set(Sieve(items, one_by_one=one_by_one).possible(text))


def test_no_rule_that_matches_a_message_of_the_training_is_passed_over(extractor: Extractor) -> None:
    sieve = sieved(RULES)
    matching = 0

    for message in load_all()[::60]:
        text = clean(message.text)
        for clause in clauses(text, extractor.parser.words(text)):
            found = {rule.name for rule in RULES if rule.pattern.match(clause.string)}
            matching += len(found)
            assert found <= {rule.name for rule in sieve.possible(clause.string)}, clause.string

    assert matching > 40


def test_no_guard_or_command_that_matches_a_message_of_the_training_is_passed_over() -> None:
    commands = {name: wordings()[name] for name in BEGINNINGS}
    tables = tomllib.loads((PATTERNS / "guards.toml").read_text(encoding="utf-8"))
    tables |= tables.pop("special")
    guards = {name: LatePattern(table["pattern"].replace("\n", "")) for name, table in tables.items()}
    sieves = [
        (named, Sieve(((pattern.written, name) for name, pattern in named.items()), one_by_one=True))
        for named in (commands, guards)
    ]
    matching = 0

    for message in load_all()[::80]:
        text = clean(message.text).plain
        string = Line(text, words_of(text)).string
        for named, sieve in sieves:
            found = {name for name, pattern in named.items() if pattern.search(string)}
            matching += len(found)
            assert found <= set(sieve.possible(string)), string

    assert matching > 40


@pytest.mark.parametrize("code", ["de", "el", "zh"])
def test_no_pattern_of_a_language_that_matches_what_is_said_in_it_is_passed_over(code: str) -> None:
    (language,) = (one for one in languages() if one.name == code)
    matching = 0

    for message in load(Path(__file__).parent / "languages" / f"{code}.txt")[::4]:
        for text in (message.text[:LONGEST_CHARS], message.text[:LONGEST_CHARS].upper()):
            found = {wording for wording in language.sieved() if wording.search(text)}
            matching += len(found)
            assert found <= language.possible(text), text

    assert matching > 40
