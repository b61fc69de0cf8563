"""Parts of a clause that are read by themselves, and which of them stand beside it or in its place."""

import pytest

from extractors.judging.judge import Verdict
from extractors.judging.parts import MOST
from extractors.judging.wholes import chosen
from extractors.message import Message, clean
from extractors.pipeline import Extractor
from memory.records import Kind
from tests.extractors.conftest import SENT
from tests.extractors.hand_made import HandMade


def parts(extractor: Extractor, text: str) -> list[str]:
    read = extractor.untaken(Message(text=text, sent_at=SENT), clean(text))[1]
    return [whole.reading.clause.string for whole in read if whole.last - whole.first == 1]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        pytest.param(
            "the barn is for harpsichords, all strings by hand, slow as moss",
            ["the barn is for harpsichords", "all strings by hand", "slow as moss"],
            id="what stands between commas",
        ),
        pytest.param(
            "Ottoline the second, cartographer, attic office",
            ["ottoline the second", "cartographer", "attic office"],
            id="a list",
        ),
        pytest.param(
            "the harbour office hands me every key they ever lost because nobody else wants them",
            [],
            id="a reason is a clause of its own",
        ),
        pytest.param(
            "the barge is moored on the upper lock until somebody opens the sluice",
            ["the barge is moored on the upper lock"],
            id="what bounds it",
        ),
        pytest.param(
            "I mend the nets every week from Sunday evening until Wednesday", [], id="a time bounds nothing that is cut"
        ),
        pytest.param("I mend nets", [], id="a short one has none"),
    ],
)
def test_a_clause_is_read_in_parts(extractor: Extractor, text: str, told: list[str]) -> None:
    assert parts(extractor, text) == told


def test_what_a_rule_tells_is_no_part(extractor: Extractor) -> None:
    assert parts(extractor, "hi, Ottoline here, cartographer, attic office") == ["cartographer", "attic office"]


def test_what_a_rule_tells_in_full_has_no_parts(extractor: Extractor) -> None:
    assert parts(extractor, "I restore harpsichords in a barn, all strings by hand, slow as moss") == []


def test_parts_of_what_a_guard_stops_are_not_read(extractor: Extractor) -> None:
    assert parts(extractor, "I wish I lived by the sea, in a low house, with two goats") == []


def test_there_are_only_so_many_parts(extractor: Extractor) -> None:
    assert len(parts(extractor, "tools: " + ", ".join(["red saw"] * 40))) <= MOST


# What is kept of them

SAID = "The barn is for harpsichords, all strings by hand, slow as moss"


def kept(extractor: Extractor, keep: dict[str, float]) -> list[str]:
    shared = Extractor(extractor.parser.nlp, judge=HandMade(keep))
    return [candidate.text for candidate in shared.extract(Message(text=SAID, sent_at=SENT))]


def test_likely_parts_stand_for_an_unlikely_clause(extractor: Extractor) -> None:
    assert kept(extractor, {"the barn is for harpsichords": 0.9, "all strings by hand": 0.95}) == [
        "Barn is for harpsichords",
        "All strings by hand",
    ]


def test_a_clause_that_is_likelier_stands_for_its_parts(extractor: Extractor) -> None:
    whole = "the barn is for harpsichords , all strings by hand , slow as moss"

    assert kept(extractor, {whole: 0.95, "all strings by hand": 0.9}) == [
        "Barn is for harpsichords, all strings by hand, slow as moss"
    ]


def test_parts_stand_beside_what_a_rule_reads(extractor: Extractor) -> None:
    text = "hi, Ottoline here, cartographer, the attic office"
    readings, together = extractor.untaken(Message(text=text, sent_at=SENT), clean(text))
    judged = [
        Verdict(0.9 if whole.reading.clause.string == "the attic office" else 0.1, Kind.FACT) for whole in together
    ]

    placed = chosen(readings, {0: Verdict(0.95, Kind.PROFILE)}, together, judged)

    assert [reading.clause.string for reading, _ in placed[0]] == [readings[0].clause.string, "the attic office"]
