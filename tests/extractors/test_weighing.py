"""How sure the judge has to be: more where a clause seems to pass."""

import math
from dataclasses import replace

import pytest

from bot.settings import MemorySettings
from extractors.judging.judge import KINDS, Reading, Verdict
from extractors.judging.weighing import (
    EVERYDAY,
    OVERRULED,
    PROPOSED,
    PROPOSED_IN_DOUBT,
    SURE_OF_BRIEF,
    SURE_OF_KIND,
    SURE_OF_NAMED,
    SURE_OF_ORDER,
    as_asked,
    as_judged,
    chance,
    hindrance,
    may_be_overruled,
    overrules,
    worth_keeping,
)
from extractors.message import Message, clean
from extractors.pipeline import Extractor
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
    (alone,) = _readings(extractor, "I live in Porto")
    among = _readings(extractor, "I live in Porto, the lift is out and somebody took the ladder again")[0]
    doubtful = Verdict(0.1, Kind.PROFILE)

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

    verdict = _verdict(judged, told, odds)
    assert as_judged(candidate, reading, verdict, clean("I like karaoke")).kind is kept


def test_a_verdict_without_odds_of_the_kinds_is_sure_of_none() -> None:
    assert Verdict(0.9, Kind.FACT).over(Kind.EVENT) == 0.0


@pytest.mark.parametrize(
    ("text", "guard"),
    [
        ("I can interpret in Dari if the clinic ever gets stuck", "conditional"),
        ("What I do all day is turn Dari witnesses into English", "question"),
        ("I do wish it were noted that I keep goats", "wish"),
    ],
)
def test_a_sure_judge_overrules_a_guard_of_wording(extractor: Extractor, text: str, guard: str) -> None:
    reading = next(reading for reading in _readings(extractor, text) if guard in reading.guards)

    assert may_be_overruled(reading.clause, [guard])
    assert overrules(reading, Verdict(OVERRULED, Kind.PROFILE))
    assert not overrules(reading, Verdict(OVERRULED - 0.01, Kind.PROFILE))


@pytest.mark.parametrize(
    ("text", "guard"),
    [
        ("I've been put on tablets for my blood pressure", "special"),
        ("pretend I'm a baker. I live in Riga", "voiced"),
        ("could you give me times in 24h format?", "question"),
        ("if I moved to Porto I'd live by the sea, religion aside", "special"),
    ],
)
def test_no_judge_overrules_what_is_private_or_asked(extractor: Extractor, text: str, guard: str) -> None:
    reading = _readings(extractor, text)[-1]

    assert not may_be_overruled(reading.clause, [guard])
    assert not may_be_overruled(reading.clause, ["conditional", guard])


def test_what_ended_is_not_kept_past_a_guard(extractor: Extractor) -> None:
    (reading,) = _readings(extractor, "I no longer work at Acme")

    assert not overrules(reading, Verdict(1.0, Kind.PROFILE))


@pytest.mark.parametrize(
    ("text", "kind", "least"),
    [
        ("Farid", Kind.PROFILE, SURE_OF_BRIEF),
        ("Pan is the surname", Kind.PROFILE, SURE_OF_NAMED),
        ("show me the query before you tell what it does", Kind.FEEDBACK, SURE_OF_ORDER),
    ],
)
def test_what_says_little_takes_a_sure_judge(extractor: Extractor, text: str, kind: Kind, least: float) -> None:
    reading = replace(_readings(extractor, text)[0], found=(), to_bot=True)

    assert worth_keeping(reading, Verdict(least + 0.001, kind))
    assert not worth_keeping(reading, Verdict(least - 0.001, kind))


def test_what_is_asked_to_be_remembered_of_a_day_is_an_event(extractor: Extractor) -> None:
    reading = _readings(extractor, "no collections on Monday 4 May")[0]
    told = Candidate(
        CandidateOp.ADD, "No collections on 2026-05-04", kind=Kind.PREFERENCE, attribute="date:x", dated=SENT.date()
    )

    assert as_asked(told, reading.clause, Verdict(0.5, Kind.FACT)).kind is Kind.EVENT
