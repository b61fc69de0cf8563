"""The bars of recall on our own questions; `python -m tests.benchmarks.quality` prints what goes wrong."""

from pathlib import Path

from extractors.pipeline import Extractor
from memory.records import Status
from tests.benchmarks.cases import asked_world, figures, paraphrase_world, precision_world


def test_the_right_few_or_nothing() -> None:
    world = precision_world()
    unanswerable = sum(not question.answers for question in world.questions)

    measured = figures(world)

    assert len(world.questions) >= 150
    assert unanswerable >= 50
    assert measured.precision >= 0.9, measured.wrong
    assert measured.recall >= 0.9, measured.wrong
    assert measured.abstention >= 0.9, measured.wrong


def test_no_superseded_or_foreign_memory_is_ever_recalled() -> None:
    world = precision_world()

    for question in world.questions:
        for item in world.ask(question):
            assert item.memory.subject == question.reader
            assert item.memory.status is Status.ACTIVE or item.memory.id in question.answers, question.text


def test_a_question_in_other_words_finds_the_statement_first() -> None:
    world = paraphrase_world()

    measured = figures(world)

    assert len(world.questions) >= 100
    assert measured.first >= 0.9, measured.wrong


def test_a_newcomers_questions_about_what_was_captured_are_answered(tmp_path: Path) -> None:
    world = asked_world(Extractor(), tmp_path)

    measured = figures(world)

    assert len(world.questions) >= 120
    assert measured.precision >= 0.85, measured.wrong
    assert measured.first >= 0.8, measured.wrong
    assert measured.abstention >= 0.85, measured.wrong
