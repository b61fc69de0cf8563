"""How sure the judge has to be: more where a clause seems to pass."""

import math
from dataclasses import replace

import pytest

from bot.settings import MemorySettings
from extractors.judge import KINDS, Reading, Verdict
from extractors.message import Message, clean
from extractors.pipeline import Extractor
from extractors.weighing import (
    EVERYDAY,
    PROPOSED,
    PROPOSED_IN_DOUBT,
    SURE_OF_KIND,
    as_judged,
    chance,
    hindrance,
    worth_keeping,
)
from memory.records import Candidate, CandidateOp, Kind
from tests.extractors.conftest import SENT


@pytest.fixture(scope="module")
def unread(extractor: Extractor) -> Reading:
    """The reading of a clause that no rule reads."""
    (reading,) = _readings(extractor, "I whittle whistles out of elder")
    assert not reading.found
    return reading


def _readings(extractor: Extractor, text: str) -> list[Reading]:
    return extractor.untaken(Message(text=text, sent_at=SENT), clean(text))[0]


def _told(chance: float) -> float:
    """Return what the judge has to say of a clause that is worth keeping with this chance in an everyday message."""
    return 1 / (1 + math.exp(EVERYDAY - math.log(chance / (1 - chance))))


def test_what_seems_to_pass_needs_more(unread: Reading) -> None:
    likely = Verdict(_told((PROPOSED + PROPOSED_IN_DOUBT) / 2), Kind.FACT)
    passing = replace(unread, guards=("transient",))

    assert worth_keeping(unread, likely)
    assert not worth_keeping(passing, likely)
    assert worth_keeping(passing, replace(likely, keep=_told(PROPOSED_IN_DOUBT + 0.001)))
    assert not worth_keeping(unread, replace(likely, keep=_told(PROPOSED - 0.01)))


def test_what_the_judge_proposes_is_what_the_book_keeps() -> None:
    assert MemorySettings().min_profile_confidence <= PROPOSED


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("there's a spare oar under the bench", True),
        ("they gave me a van", True),
        ("they painted the bench", False),
        ("there's no oar", False),
        ("she paints benches", False),
        ("the second half is Hanbok.Winter.24", False),
        ("the customs desk takes Salt99-kelp", False),
        ("the alarm at the shop you do 6 6 0 3 then green", False),
        ("the lighthouse safe is my mum's birthday backwards", False),
        ("the spare key hangs behind door 12", True),
    ],
)
def test_the_judge_is_asked_about_what_hangs_on_nothing_said_before(
    extractor: Extractor, text: str, asked: bool
) -> None:
    (reading,) = _readings(extractor, text)

    assert (hindrance(reading) == "") is asked


@pytest.mark.parametrize(
    "text",
    ["I like karaoke", "I'm Dana", "I'm 52", "how about lunch? I live in Porto now", "<@U00> keep answers short"],
)
@pytest.mark.parametrize("surface", ["dm", "channel"])
def test_plain_statements_are_kept_wherever_they_are_said(extractor: Extractor, text: str, surface: str) -> None:
    message = Message(text=text, sent_at=SENT, surface=surface, user_name="Dana Reyes", bot_user_id="U00")

    assert len(extractor.extract(message)) == 1


def test_a_rule_counts_more_for_what_is_all_of_a_message(extractor: Extractor) -> None:
    (alone,) = _readings(extractor, "I like karaoke")
    among = _readings(extractor, "I like karaoke, the lift is out and somebody took the ladder again")[0]
    doubtful = Verdict(0.1, Kind.PREFERENCE)

    assert chance(alone, doubtful) > chance(among, doubtful)
    assert chance(replace(alone, guards=("transient",)), doubtful) == chance(among, doubtful)


def _verdict(kind: Kind, over: Kind, odds: float) -> Verdict:
    """Return a verdict whose kind has these log odds over another one, and all others none to speak of."""
    by_kind = [-100.0] * len(KINDS)
    by_kind[KINDS.index(kind)], by_kind[KINDS.index(over)] = odds, 0.0
    return Verdict(0.9, kind, tuple(by_kind))


@pytest.mark.parametrize(
    ("told", "judged", "attribute", "odds", "kept"),
    [
        (Kind.FACT, Kind.PROFILE, None, SURE_OF_KIND, Kind.PROFILE),
        (Kind.FACT, Kind.PROFILE, None, SURE_OF_KIND - 0.1, Kind.FACT),
        (Kind.REFERENCE, Kind.EVENT, "reference:barge", SURE_OF_KIND, Kind.EVENT),
        (Kind.PROFILE, Kind.FACT, "role", 2 * SURE_OF_KIND, Kind.PROFILE),
        (Kind.FEEDBACK, Kind.PREFERENCE, None, 2 * SURE_OF_KIND, Kind.FEEDBACK),
        (Kind.FACT, Kind.FEEDBACK, None, 2 * SURE_OF_KIND, Kind.FACT),
        (Kind.PROJECT, Kind.EVENT, None, 2 * SURE_OF_KIND, Kind.PROJECT),
    ],
)
def test_a_judge_that_is_sure_knows_the_kind_better_unless_an_attribute_tells_it(
    extractor: Extractor, told: Kind, judged: Kind, attribute: str | None, odds: float, kept: Kind
) -> None:
    (reading,) = _readings(extractor, "I like karaoke")
    candidate = Candidate(CandidateOp.ADD, "Likes karaoke", kind=told, attribute=attribute, rule="like")

    assert as_judged(candidate, reading, _verdict(judged, told, odds)).kind is kept


def test_a_verdict_without_odds_of_the_kinds_is_sure_of_none() -> None:
    assert Verdict(0.9, Kind.FACT).over(Kind.EVENT) == 0.0
