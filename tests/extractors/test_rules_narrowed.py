"""What looks like a statement of a rule's kind and says nothing that lasts, beside what does."""

from collections.abc import Callable

import pytest

from extractors.guarding import guards
from extractors.message import clean
from extractors.pipeline import Extractor
from extractors.statements.rulebook import read_clause
from extractors.syntax.clauses import Clause, clauses

Rules = Callable[[str], list[str]]


def _clauses(extractor: Extractor, text: str) -> list[Clause]:
    cleaned = clean(text)
    return clauses(cleaned, extractor.parser.words(cleaned))


@pytest.fixture(scope="module")
def rules_of(extractor: Extractor) -> Rules:
    def reading(text: str) -> list[str]:
        return [found.rule for clause in _clauses(extractor, text) for found in read_clause(clause, to_bot=True)]

    return reading


@pytest.mark.parametrize(
    "text",
    ["I always have", "I only carry it", "I never use that", "I use this one", "we always do", "I just read them"],
)
def test_what_points_at_something_said_before_says_nothing_alone(extractor: Extractor, text: str) -> None:
    assert guards.pointing(_clauses(extractor, text)[0])


@pytest.mark.parametrize(
    "text",
    [
        "I always carry a torch",
        "I read letters twice before answering them",
        "I only use that printer",
        "I never ask her brother",
        "my sister runs a bakery",
    ],
)
def test_what_names_its_object_does_not_point(extractor: Extractor, text: str) -> None:
    assert not guards.pointing(_clauses(extractor, text)[0])


@pytest.mark.parametrize(
    ("rule", "says_nothing", "tells"),
    [
        ("habit", "I only carry it", "I always carry a torch"),
        ("habit-plain", "I walk slowly", "I walk to the mill"),
        ("use-plain", "I use that one", "I use Krita"),
        ("decided", "we decided with Odile on the phone", "we decided to rent a marquee"),
        ("decided", "we agreed to nothing", "we agreed with Odile to rent a marquee"),
        ("prefer", "I prefer the square one", "I prefer my tickets on paper"),
        ("prefer", "I would rather not", "I would rather take the stairs than the lift"),
        ("nobody-may", "nobody can sing this", "nobody may enter the foundry alone"),
        ("all-in", "it is in the van", "it is all Prolog"),
        ("is-in-place", "the invoice is in review", "the canoe is in the cellar"),
        ("is-in-place", "somebody is in the cellar", "the ladder is behind the boiler"),
        ("plan-plain", "I am going to paint by the river", "we are moving to Lyon next year"),
        ("relation", "my mother has spoken to the press", "my mother has a bakery"),
    ],
)
def test_a_rule_tells_what_lasts_from_what_only_looks_so(
    rules_of: Rules, rule: str, says_nothing: str, tells: str
) -> None:
    assert rule not in rules_of(says_nothing)
    assert rule in rules_of(tells)


@pytest.mark.parametrize("text", ["I'm here", "I'm GOING"])
def test_who_is_here_does_not_introduce_themselves(rules_of: Rules, text: str) -> None:
    assert "name-here" not in rules_of(text)


def test_a_thing_there_is_only_one_of_is_liked_for_good(rules_of: Rules) -> None:
    assert rules_of("I love the sea")
    assert not rules_of("I love the brown one")
