"""Neighbouring clauses read as one: which there are, and which stand in the place of their clauses."""

from dataclasses import replace
from itertools import accumulate

import pytest

from extractors.judging.judge import Reading, Verdict
from extractors.judging.wholes import LONGEST, Whole, chosen, wholes
from extractors.message import Message, clean
from extractors.parsing.words import Word, words_of
from extractors.pipeline import Extractor
from extractors.statements.rules import Found
from extractors.syntax.clauses import Clause
from memory.records import Kind
from tests.extractors.conftest import SENT, Read
from tests.extractors.hand_made import HandMade


def said(*parts: str, between: str = ", ") -> tuple[list[Reading], list[Word]]:
    """Return the readings of a sentence whose clauses are given, and its words."""
    text = between.join(parts)
    words = words_of(text)
    ends = [end - len(between) for end in accumulate(len(part) + len(between) for part in parts)]
    return [
        Reading(
            Clause(
                text,
                tuple(word for word in words if end - len(part) <= word.start < end),
                joined=between.strip() if index else "",
                sentence=(0, len(text)),
                index=index,
                sentence_index=index,
                last=end == len(text),
            )
        )
        for index, (part, end) in enumerate(zip(parts, ends, strict=True))
    ], words


def strings(readings: list[Reading], words: list[Word]) -> list[str]:
    return [whole.reading.clause.string for whole in wholes(readings, words)]


def test_up_to_three_neighbours_are_read_as_one() -> None:
    readings, words = said("I cook", "I bake", "I fry", "I stew")

    assert [(whole.first, whole.last) for whole in wholes(readings, words)] == [(0, 2), (1, 3), (2, 4), (0, 3), (1, 4)]
    assert strings(readings, words) == [
        "i cook , i bake",
        "i bake , i fry",
        "i fry , i stew",
        "i cook , i bake , i fry",
        "i bake , i fry , i stew",
    ]


@pytest.mark.parametrize("parts", [(), ("I cook",)])
def test_there_have_to_be_two(parts: tuple[str, ...]) -> None:
    assert strings(*said(*parts)) == []


def read(extractor: Extractor, text: str) -> list[str]:
    """Return what is read as one, and in parts, of a message."""
    return [
        whole.reading.clause.string for whole in extractor.untaken(Message(text=text, sent_at=SENT), clean(text))[1]
    ]


def test_sentences_that_stand_by_themselves_are_not_read_as_one(extractor: Extractor) -> None:
    assert read(extractor, "I cook on Fridays. I bake bread at home.") == []


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("We adopted a goat. Brown, with a bell.", "we adopted a goat , brown , with a bell"),
        ("I whittle. Spoons, in the shed behind the mill.", "i whittle , spoons , in the shed behind the mill"),
        ("My aunt raised me. She is Odile.", "my aunt raised me , she is odile"),
        ("Right, the plant room. It's room 12.", "the plant room , it is room 12"),
    ],
)
def test_a_sentence_without_a_verb_or_about_the_one_before_is_read_with_it(
    extractor: Extractor, text: str, whole: str
) -> None:
    assert whole in read(extractor, text)


def test_a_question_is_not_read_with_the_sentence_behind_it(extractor: Extractor) -> None:
    assert read(extractor, "Did the goat eat? She is Pickle.") == []


def test_sentences_that_are_long_together_are_not_read_as_one(extractor: Extractor) -> None:
    assert read(extractor, f"My aunt raised me in {'a ' * 40}village. She is {'very ' * 10}old.") == []


def test_what_was_taken_out_in_between_parts_them() -> None:
    readings, words = said("I cook", "my key is 1234", "I fry")

    assert strings([readings[0], readings[2]], words) == []


@pytest.mark.parametrize(("more", "found"), [(0, 1), (1, 0)])
def test_what_is_too_long_is_not_read_as_one(more: int, found: int) -> None:
    first = "I cook " + "x" * (LONGEST - len("I cook , I bake") + more)

    assert len(strings(*said(first, "I bake"))) == found


def test_a_whole_has_all_words_in_between() -> None:
    readings, words = said("I cook", "I bake", between=" and always, ")
    (whole,) = wholes(readings, words)

    assert whole.reading.clause.string == "i cook and always , i bake"
    assert (whole.reading.clause.start, whole.reading.clause.end) == (0, len(whole.reading.clause.text))


def test_a_subject_that_was_supplied_stays() -> None:
    readings, words = said("cook here", "I bake")
    supplied = replace(readings[0].clause, words=(Word("i", 0, 0), *readings[0].clause.words), supplied=True)

    assert strings([replace(readings[0], clause=supplied), readings[1]], words) == ["i cook here , i bake"]


def test_a_whole_ends_its_sentence_if_its_last_part_does() -> None:
    readings, words = said("I cook", "I bake", "I fry")

    assert [whole.reading.clause.last for whole in wholes(readings, words)] == [False, True, True]


def test_a_whole_is_dated_if_a_part_is() -> None:
    readings, words = said("I cook", "I bake", "I fry")
    readings[2] = replace(readings[2], dated=True)

    assert [whole.reading.dated for whole in wholes(readings, words)] == [False, True, True]


def test_a_whole_is_judged_by_the_guards_of_its_parts_and_by_no_rule() -> None:
    readings, words = said("I cook", "perhaps I bake")
    readings[0] = replace(readings[0], found=(Found(Kind.FACT, "Cooks", "does"),), guards=("former",), surface="thread")
    readings[1] = replace(readings[1], guards=("uncertain", "transient"))  # how it begins is no matter of the whole
    (whole,) = wholes(readings, words)

    assert whole.reading.found == ()
    assert whole.reading.guards == ("former", "uncertain")
    assert whole.reading.surface == "thread"


# What stands in the place of the clauses


def judged(keep: float) -> Verdict:
    return Verdict(keep, Kind.FACT)


LONG = ("I cook all day", "I bake all night", "I fry at noon")


def test_a_likely_whole_stands_for_its_unlikely_parts() -> None:
    readings, words = said(*LONG[:2])
    together = list(wholes(readings, words))

    placed = chosen(readings, {0: judged(0.1), 1: judged(0.1)}, together, [judged(0.9)])

    assert placed == {0: [(together[0].reading, judged(0.9))], 1: []}


def test_an_unlikely_whole_stands_for_nothing() -> None:
    readings, words = said(*LONG[:2])

    assert chosen(readings, {0: judged(0.1)}, list(wholes(readings, words)), [judged(0.2)]) == {}


def test_without_wholes_everything_stays() -> None:
    readings, _ = said(*LONG)

    assert chosen(readings, {0: judged(0.9)}, [], []) == {}


@pytest.mark.parametrize(("alone", "whole", "stays"), [(0.95, 0.9, True), (0.9, 0.9, True), (0.85, 0.9, False)])
def test_a_part_that_is_likelier_by_itself_stays(alone: float, whole: float, stays: bool) -> None:
    readings, words = said(*LONG[:2])
    placed = chosen(readings, {0: judged(0.1), 1: judged(alone)}, list(wholes(readings, words)), [judged(whole)])

    assert (placed == {}) is stays


@pytest.mark.parametrize(("alone", "stays"), [(0.9, True), (0.01, False)])
def test_a_part_that_a_rule_reads_stays_unless_it_is_vetoed(alone: float, stays: bool) -> None:
    readings, words = said(*LONG[:2])
    readings[0] = replace(readings[0], found=(Found(Kind.FACT, "Cooks", "does", confidence=0.8),))
    placed = chosen(readings, {0: judged(alone), 1: judged(0.1)}, list(wholes(readings, words)), [judged(0.99)])

    assert (placed == {}) is stays


def test_a_part_that_nobody_judged_may_belong_to_a_whole() -> None:
    readings, words = said(*LONG[:2])

    assert set(chosen(readings, {0: judged(0.1)}, list(wholes(readings, words)), [judged(0.9)])) == {0, 1}


def test_of_wholes_that_share_a_part_the_likeliest_stands() -> None:
    readings, words = said(*LONG)
    together = list(wholes(readings, words))
    assert [(whole.first, whole.last) for whole in together] == [(0, 2), (1, 3), (0, 3)]

    placed = chosen(readings, {}, together, [judged(0.8), judged(0.95), judged(0.9)])

    assert placed == {1: [(together[1].reading, judged(0.95))], 2: []}


def test_wholes_that_share_nothing_stand_side_by_side() -> None:
    readings, words = said(*LONG, "I stew in May")
    pairs: list[Whole] = [whole for whole in wholes(readings, words) if (whole.first, whole.last) in {(0, 2), (2, 4)}]

    assert set(chosen(readings, {}, pairs, [judged(0.8), judged(0.95)])) == {0, 1, 2, 3}


# Through the whole pipeline

SAID = "I whittle whistles out of elder, I carve spoons out of birch"
PARTS = ("i whittle whistles out of elder", "i carve spoons out of birch")
TOGETHER = " , ".join(PARTS)


def texts(extractor: Extractor, judge: HandMade) -> list[str]:
    shared = Extractor(extractor.parser.nlp, judge=judge)
    return [candidate.text for candidate in shared.extract(Message(text=SAID, sent_at=SENT))]


def test_the_judge_is_asked_about_clauses_and_wholes(extractor: Extractor) -> None:
    judge = HandMade()

    assert texts(extractor, judge) == []
    assert judge.asked == [(SAID, list(PARTS), [TOGETHER])]


def test_a_likely_whole_is_captured_once(extractor: Extractor) -> None:
    assert texts(extractor, HandMade({TOGETHER: 0.95})) == [
        "Whittles whistles out of elder, they carve spoons out of birch"
    ]


def test_likely_clauses_are_captured_by_themselves(extractor: Extractor) -> None:
    found = texts(extractor, HandMade({TOGETHER: 0.9, PARTS[0]: 0.95, PARTS[1]: 0.95}))

    assert found == ["Whittles whistles out of elder", "Carves spoons out of birch"]


def test_what_a_guard_stops_is_no_part_of_a_whole(extractor: Extractor) -> None:
    said = "I whittle whistles out of elder, I voted for the Greens"
    judge = HandMade()
    Extractor(extractor.parser.nlp, judge=judge).extract(Message(text=said, sent_at=SENT))

    assert [(alone, together) for _, alone, together in judge.asked] == [([PARTS[0]], [])]


def test_a_quotation_at_the_end_is_whole(read: Read) -> None:
    (found,) = read('please stop opening every reply with "Great question!"')

    assert found.text.endswith(' with "Great question"')


def test_who_takes_somebodys_place_is_no_memory_of_its_own(read: Read) -> None:
    found = read("Mrs Ashdown isn't my supervisor now, Tobias Ekwueme is")

    assert not {"Tobias Ekwueme is"} & {one.text for one in found}
