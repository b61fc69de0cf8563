"""The sieve passes over patterns that cannot match, and never over one that can."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractors import events, facts, feedback, life, preferences, profile, projects, references, structure
from extractors.clauses import clauses
from extractors.message import clean
from extractors.pipeline import Extractor
from extractors.rules import sieved
from extractors.sieve import Sieve, pieces_of
from extractors.training.messages import load_all

RULES = (
    *(*profile.NAMES, *profile.PROFILE, *profile.ENDED, *preferences.PREFERENCES, *preferences.ENDED, *facts.FACTS),
    *(*facts.ENDED, *feedback.FEEDBACK, *references.REFERENCES, *events.EVENTS, *projects.PROJECTS),
    *(*life.LIFE, *life.LIKES, *structure.STRUCTURE),
)


@pytest.mark.parametrize(
    ("pattern", "pieces"),
    [
        ("(?:i|we) (?:live|moved) in", {"live", "moved"}),
        ("my (?:line )?manager", {"manage"}),
        ("(?:really )*tea", {"tea"}),
        ("(?:really )+in", {"really"}),
        ("(?=.*birthday)my", {"birthd"}),
        ("(?!birthday)tea", {"tea"}),
        ("(?:tea|.*)", set()),
        ("[a-z]+", set()),
        ("(?i:tea)", set()),
    ],
)
def test_a_pattern_needs_the_most_telling_of_what_it_cannot_match_without(pattern: str, pieces: set[str]) -> None:
    assert pieces_of(pattern) == pieces


def test_what_needs_nothing_is_always_possible() -> None:
    assert Sieve([("[a-z]+", "any"), ("tea", "tea")]).possible("coffee") == ["any"]


def test_the_possible_come_in_the_order_they_were_given() -> None:
    assert Sieve([("tea", 1), ("juice", 2), ("with tea", 3)]).possible("coffee or tea") == [1, 3]


def test_a_word_too_long_to_look_up_may_hold_anything() -> None:
    assert Sieve([("tea", 1)]).possible("x" * 25) == [1]


@given(st.text("tea coe", max_size=30))
def test_what_matches_is_possible(text: str) -> None:
    items = [("t(?:e|o)a", 1), ("co|te e", 2), ("(?:tea )*a", 3)]

    matching = [number for pattern, number in items if re.search(pattern, text)]

    assert set(matching) <= set(Sieve(items).possible(text))


def test_no_rule_that_matches_a_message_of_the_training_is_passed_over(extractor: Extractor) -> None:
    sieve = sieved(RULES)
    matching = 0

    for message in load_all()[::20]:
        text = clean(message.text)
        for clause in clauses(text, extractor.parser.words(text)):
            found = {rule.name for rule in RULES if rule.pattern.match(clause.string)}
            matching += len(found)
            assert found <= {rule.name for rule in sieve.possible(clause.string)}, clause.string

    assert matching > 100
