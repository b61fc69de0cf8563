"""The learned judge: what it is told of a clause, and how its two models weigh in together."""

import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from extractors.judging.judge import BUCKETS, OPS, WEIGHTS, Judge, Reading, before_of, bucket, features
from extractors.message import Message, clean
from extractors.pipeline import Extractor
from memory.records import CandidateOp, Kind
from tests.extractors.conftest import SENT
from tests.extractors.hand_made import Told, row

MEGABYTE = 1_000_000

Tell = Callable[..., list[Reading]]


@pytest.fixture(scope="module")
def tell(extractor: Extractor) -> Tell:
    """What is read in the clauses of a message, before the judge."""

    def reading(text: str, *, surface: str = "dm", parent: str | None = None) -> list[Reading]:
        message = Message(text=text, sent_at=SENT, surface=surface, parent=parent)
        return extractor.untaken(message, clean(text))[0]

    return reading


# What it is told of a clause


def test_features_generalise_over_numbers_names_and_links(tell: Tell) -> None:
    readings = tell("on Friday <@U02> moved 12 of 3b things to <https://x.example> and #ops, mail al@x.example")
    names = {name for reading in readings for name in features(reading)}

    assert {"w:0", "w:0b", "w:URL", "w:<@", "w:al", "url"} <= names
    assert all(0 <= bucket(name) < BUCKETS for name in names)


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        ("I live in Porto", "i"),
        ("my brother sings", "my"),
        ("her brother sings", "other's"),
        ("Ana sings in Vigo", "name"),
        ("the brother sings", "the"),
        ("send it to the printers", "verb"),
        ("seven of us sing", "else"),
    ],
)
def test_who_or_what_a_clause_is_about_is_told(tell: Tell, text: str, subject: str) -> None:
    (reading,) = tell(text)

    assert f"s:{subject}" in set(features(reading))


@pytest.mark.parametrize(("text", "verb"), [("my van is blue", "is blue"), ("I sing in Vigo", "sing"), ("Porto", "")])
def test_the_verb_is_told_with_what_follows_a_plain_one(tell: Tell, text: str, verb: str) -> None:
    assert f"v:{verb}" in set(features(tell(text)[0]))


def test_what_stands_before_its_subject_is_told(tell: Tell) -> None:
    (led,), (opened,) = tell("on Fridays I sing in Vigo"), tell("ok so I sing in Vigo")

    assert {"l:on", "l:fridays"} <= set(features(led))
    assert {"o:ok", "o:so"} <= set(features(opened))


def test_what_the_rules_say_is_told(tell: Tell) -> None:
    (ruled,), (free,) = tell("I live in Porto"), tell("I whittle whistles out of elder")

    assert {"r", "k:profile", "about:location"} <= set(features(ruled))
    assert "no-rule-s:i" in set(features(free))
    assert "r" not in set(features(free))


def test_the_guards_that_fired_are_told(tell: Tell) -> None:
    (reading,) = tell("do you live in Porto?")

    assert {"g:question", "mark:?"} <= set(features(reading))


def test_what_stands_around_a_clause_is_told(tell: Tell) -> None:
    first, second, third = tell("My sister lives in Vigo. She sails. Is it late?", parent="who is that?")

    assert "after:she" in first.around
    assert not any(name.startswith("before:") for name in first.around)
    assert {"before:my", "before-r:True False", "same:False", "at:1/3", "answer:True"} <= set(second.around)
    assert not any(name.startswith("after:") for name in third.around)
    assert set(second.around) <= set(features(second))


@pytest.mark.parametrize(
    ("surface", "parent", "before"),
    [
        ("dm", None, "dm "),
        ("channel", "who is that?", "channel who is that?"),
        ("thread", "a" * 300 + "b" * 100, "thread " + "a" * 100 + "b" * 100),
    ],
)
def test_where_it_was_said_and_the_end_of_what_it_answers_are_told(
    tell: Tell, surface: str, parent: str | None, before: str
) -> None:
    (reading,) = tell("Ana sings in Vigo", surface=surface, parent=parent)

    assert before_of(Message(text="", sent_at=SENT, surface=surface, parent=parent)) == before
    assert reading.before == before


# How its models weigh in together


@pytest.fixture
def weights(tmp_path: Path) -> Callable[[Mapping[str, int]], Path]:
    """Writes weights: those of features, in quarters; the rest weigh nothing."""

    def written(counted: Mapping[str, int]) -> Path:
        sparse = np.zeros(BUCKETS, dtype=np.int8)
        for name, number in counted.items():
            sparse[bucket(name)] = number
        path = tmp_path / "judge.npz"
        clause, whole = np.array([1.0, 0.5, -1.0]), np.array([2.0, 3.0])
        np.savez(path, sparse=sparse, scale=np.float32(0.25), clause=clause, whole=whole)
        return path

    return written


def chance(odds: float) -> float:
    return 1 / (1 + math.exp(-odds))


def test_a_clause_is_weighed_by_both_models(tell: Tell, weights: Callable[[Mapping[str, int]], Path]) -> None:
    text = "I live in Porto and I keep goats"
    readings = tell(text)
    judge = Judge(weights({"w:porto": 8, "w:goats": -8, "w:moon": 99}), Told([row(3.0), row(-1.0, Kind.EVENT)]))

    first, second = judge.opinion(text, readings).verdicts

    assert first.keep == pytest.approx(chance(8 * 0.25 + 0.5 * 3.0 - 1.0))
    assert second.keep == pytest.approx(chance(-8 * 0.25 + 0.5 * -1.0 - 1.0))
    assert (first.kind, second.kind) == (Kind.FACT, Kind.EVENT)


def test_clauses_as_one_are_weighed_by_the_encoder_alone(
    tell: Tell, weights: Callable[[Mapping[str, int]], Path]
) -> None:
    text = "I live in Porto"
    (reading,) = tell(text)
    judge = Judge(weights({"w:porto": 99}), Told([row(0.0), row(-1.0, Kind.PROJECT)]))

    opinion = judge.opinion(text, [reading], [reading])
    (together,) = opinion.together

    assert len(opinion.verdicts) == 1
    assert together.keep == pytest.approx(chance(2.0 * -1.0 + 3.0))
    assert together.kind is Kind.PROJECT


def test_the_encoder_reads_the_message_once_with_what_came_before(
    tell: Tell, weights: Callable[[Mapping[str, int]], Path]
) -> None:
    text = "I live in Porto and I keep goats"
    readings = tell(text)
    encoder = Told([row(0.0)] * 3)

    Judge(weights({}), encoder).opinion(text, readings, readings[:1], before="dm hello")

    assert encoder.asked == [(text, [(0, 15), (20, 32), (0, 15)], "dm hello")]


def test_commands_are_told_by_name(weights: Callable[[Mapping[str, int]], Path]) -> None:
    odds = [1.0, -2.0, 0.0, 3.0, -4.0, 2.0]
    opinion = Judge(weights({}), Told(whole=odds)).opinion("undo")

    assert (opinion.verdicts, opinion.together) == ([], [])
    assert opinion.commands == pytest.approx(dict(zip(OPS, map(chance, odds), strict=True)))


@pytest.mark.parametrize(
    ("counted", "commands", "asked"),
    [
        pytest.param({"w:kettle": -40}, False, False, id="nothing to the linear model"),
        pytest.param({"w:kettle": -4}, False, True, id="perhaps something to it"),
        pytest.param({"w:kettle": -40}, True, True, id="where a command may be overheard"),
    ],
)
def test_the_encoder_is_spared_what_is_nothing_to_the_linear_model(
    tell: Tell, weights: Callable[[Mapping[str, int]], Path], counted: Mapping[str, int], commands: bool, asked: bool
) -> None:
    text = "That kettle boils. The lid rattles."
    first, second = tell(text)
    encoder = Told([row(9.0)] * 3)

    opinion = Judge(weights({**counted, "w:lid": -40}), encoder).opinion(
        text, [first, second], [first], commands=commands
    )

    assert bool(encoder.asked) is asked
    assert len(opinion.verdicts) == 2
    assert [verdict.keep > 0.5 for verdict in opinion.together] == [asked]
    assert bool(opinion.commands) is asked


def test_the_encoder_reads_what_a_rule_read_and_what_the_linear_model_cannot(
    tell: Tell, weights: Callable[[Mapping[str, int]], Path]
) -> None:
    text = "I live in Porto"
    encoder = Told([row(9.0)])
    judge = Judge(weights({"w:porto": -99}), encoder)

    judge.opinion(text, tell(text), commands=False)
    judge.opinion(text, (), tell(text), commands=False)
    nothing = judge.opinion(text, commands=False)

    assert len(encoder.asked) == 2
    assert (nothing.verdicts, nothing.together) == ([], [])


def test_no_odds_are_too_long(tell: Tell, weights: Callable[[Mapping[str, int]], Path]) -> None:
    text = "I live in Porto"
    judge = Judge(weights({}), Told([row(1e9), row(-1e9)], [1e9, -1e9, 0.0, 0.0, 0.0, 0.0]))
    opinion = judge.opinion(text, tell(text), tell(text))

    numbers = [opinion.verdicts[0].keep, opinion.together[0].keep, *opinion.commands.values()]
    assert all(0.0 <= number <= 1.0 for number in numbers)
    assert numbers[0] > 0.99
    assert numbers[1] < 0.01


# What ships


@pytest.fixture(scope="module")
def shipped() -> Judge:
    return Judge()


def test_statements_are_worth_more_than_chatter(tell: Tell, shipped: Judge) -> None:
    def keep(text: str) -> float:
        return shipped.opinion(text, tell(text), before="dm ").verdicts[0].keep

    for statement, chatter in [
        ("I live in Porto", "I see the error too"),
        ("my brother works at the harbour", "the build works again"),
        ("I never eat pork", "I never saw that before"),
    ]:
        assert keep(statement) > keep(chatter) + 0.2


def test_a_kind_is_named(tell: Tell, shipped: Judge) -> None:
    text = "I'm allergic to walnuts"
    (verdict,) = shipped.opinion(text, tell(text), before="dm ").verdicts

    assert verdict.kind in {Kind.PREFERENCE, Kind.FACT, Kind.PROFILE}


def test_commands_are_heard(shipped: Judge) -> None:
    forgetting = shipped.opinion("please forget what I said about my sister", before="dm ").commands
    stating = shipped.opinion("I live in Porto", before="dm ").commands

    assert max(forgetting, key=lambda op: forgetting[op]) is CandidateOp.FORGET
    assert forgetting[CandidateOp.FORGET] > stating[CandidateOp.FORGET] + 0.3


def test_several_clauses_are_judged_as_one(tell: Tell, shipped: Judge) -> None:
    text = "I live in Porto, I keep goats"
    first, second = tell(text)
    whole = replace(first, clause=replace(first.clause, words=(*first.clause.words, *second.clause.words)))
    opinion = shipped.opinion(text, [first, second], [whole])

    assert [len(opinion.verdicts), len(opinion.together)] == [2, 1]
    assert 0.0 <= opinion.together[0].keep <= 1.0


def test_the_weights_are_small() -> None:
    assert sum(file.stat().st_size for file in WEIGHTS.parent.iterdir()) < 8 * MEGABYTE
