"""What is captured from labelled messages stays as good as it was measured. `make measure` prints the scores."""

from pathlib import Path

import pytest

from extractors.pipeline import Extractor
from extractors.training.messages import FOLDER, LabelledMessage, load
from memory.records import CandidateOp
from tests.extractors.scoring import Score, score


def messages(folder: Path, pattern: str) -> list[LabelledMessage]:
    return [message for path in sorted(folder.glob(pattern)) for message in load(path)]


@pytest.fixture(scope="module")
def extractor() -> Extractor:
    return Extractor()


@pytest.fixture(scope="module")
def varied(extractor: Extractor) -> Score:
    """Some 450 messages by thirty people at work."""
    return score(messages(FOLDER, "[ef]-0*.txt")[::2], extractor)


def test_plain_statements_are_nearly_all_read_right(extractor: Extractor) -> None:
    plain = score(messages(FOLDER, "c-plain.txt"), extractor)

    assert plain.precision >= 0.90, plain
    assert plain.recall >= 0.90, plain
    assert plain.noise <= 0.04, plain


def test_little_is_captured_that_should_not_be(varied: Score) -> None:
    assert varied.precision >= 0.85, varied
    assert varied.noise <= 0.05, varied


def test_most_of_what_matters_is_captured(varied: Score) -> None:
    assert varied.f1 >= 0.75, varied


def test_commands_are_recognised(varied: Score) -> None:
    commands = [op for op, _ in varied.by_op if op not in {CandidateOp.ADD, CandidateOp.RETRACT}]
    met = sum(varied.by_op[op, True] for op in set(commands))
    missed = sum(varied.by_op[op, False] for op in set(commands))

    assert met / (met + missed) >= 0.93, varied.by_op


def test_nothing_is_forgotten_undone_or_asked_about_without_a_command(varied: Score) -> None:
    assert varied.false_commands == []


def test_two_scores_are_counted_together(varied: Score) -> None:
    twice = Score()
    twice.add(varied)
    twice.add(varied)

    assert (twice.produced, twice.noise, twice.f1) == (2 * varied.produced, varied.noise, varied.f1)
    assert twice.by_op == varied.by_op + varied.by_op
    assert twice.by_kind["fact"].right == 2 * varied.by_kind["fact"].right


def test_who_tries_to_fool_it_seldom_does(extractor: Extractor) -> None:
    folder = Path(__file__).parent / "fresh"
    fooling = score(messages(folder, "fooling-*.jsonl")[::2], extractor)

    assert fooling.noise <= 0.06, fooling
    assert fooling.recall >= 0.6, fooling
    assert fooling.false_commands == []


def test_what_speakers_of_other_languages_say_is_mostly_found(extractor: Extractor) -> None:
    folder = Path(__file__).parent / "fresh" / "languages"
    unseen = score(messages(folder, "*-2.jsonl"), extractor)  # neither tables nor judge were made by these

    assert unseen.precision >= 0.77, unseen
    assert unseen.recall >= 0.48, unseen
    assert unseen.noise <= 0.05, unseen
    assert unseen.false_commands == []
