"""What the encoder learns from: labelled messages, variants of them, and messages made of a treebank."""

from pathlib import Path
from random import Random

import numpy as np
import pytest

from extractors.pipeline import Extractor
from extractors.training.judge import commanded, examples, key
from extractors.training.told import Neighbours, Told, from_treebank, told, variant
from tests.extractors.test_training_judge import TOWNS, command, record, records

VOCABULARY = ["[CLS]", "##ing", "porto", "vigo", "zebra", "café", "horse", "live", "in"]
TABLE = np.array(
    [[1, 0], [1, 0], [1.0, 0.1], [1.0, 0.2], [0.1, 1.0], [1, 0], [0.0, 1.0], [-1.0, 0.0], [0.5, 0.5]], dtype=np.float32
)


def conllu(*sentences: str) -> str:
    """Return sentences as a treebank whose first words are the roots."""
    blocks = []
    for sentence in sentences:
        words = sentence.split()
        rows = [
            f"{at}\t{word}\t{word}\tX\tXX\t_\t{int(at > 1)}\t{'dep' if at > 1 else 'root'}\t_\t_"
            for at, word in enumerate(words, start=1)
        ]
        blocks.append("\n".join(rows) + "\n\n")
    return "".join(blocks)


def test_messages_have_the_examples_that_come_from_them() -> None:
    rows = [*records(), record(90, "forget Porto", command("forget"))]
    found = list(examples(rows))
    made = told(found, commanded(rows))

    assert len(made) == len(rows)
    assert [name for one in made for name in one.names()] == [key(example) for example in found]
    assert sum(bool(kinds) for one in made for kinds in one.kinds) == 2 * len(TOWNS)
    assert made[0].kinds[0] == ("profile",)
    assert made[0].text[slice(*made[0].ranges[0])] == "I live in Porto"
    assert made[-1].ranges == []
    assert made[-1].ops is not None
    assert sum(made[-1].ops) == 1


def test_the_same_words_said_again_have_their_examples_once() -> None:
    rows = [record(1, "the build is out"), record(2, "the build is out")]
    first, second = told(examples(rows), commanded(rows))

    assert (len(first.ranges), len(second.ranges)) == (2, 0)


@pytest.fixture
def neighbours() -> Neighbours:
    return Neighbours(VOCABULARY, TABLE, [])


def test_words_are_near_by_their_vectors(neighbours: Neighbours, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("extractors.training.told.NEAR", 2)

    assert neighbours.of("porto") == ("vigo", "zebra") or neighbours.of("porto") == ("vigo",)
    assert neighbours.of("zebra")[0] == "horse"


@pytest.mark.parametrize("word", ["café", "unknown", "in", "##ing", "[CLS]"])
def test_words_that_are_unknown_short_or_not_plain_have_no_neighbours(neighbours: Neighbours, word: str) -> None:
    assert neighbours.of(word) == ()


def test_the_commonest_words_have_no_neighbours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("extractors.training.told.COMMON", 1)
    counted = Neighbours(VOCABULARY, TABLE, ["Porto porto vigo"])

    assert counted.of("porto") == ()
    assert counted.of("vigo")


def message(text: str, *ranges: tuple[int, int]) -> Told:
    return Told("j-01 Bea", text, "dm ", (True,), list(ranges), [("fact",)] * len(ranges), [True] * len(ranges))


def test_a_variant_says_it_in_other_words_and_moves_the_ranges(
    neighbours: Neighbours, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("extractors.training.told.CHANGED", 1.0)
    monkeypatch.setattr("extractors.training.told.NEAR", 1)
    made = variant(message("I am in Porto, my zebra too.", (0, 13), (15, 27)), neighbours, Random(1))

    assert made is not None
    assert made.text == "I am in Vigo, my horse too."
    assert [made.text[slice(*span)] for span in made.ranges] == ["I am in Vigo", "my horse too"]
    assert made.counts == [False, False]
    assert made.ops is None


@pytest.mark.parametrize("text", ["", "nothing known here", "<@porto> :zebra: https://porto.pt/zebra #vigo"])
def test_a_message_without_words_to_change_has_no_variant(
    neighbours: Neighbours, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    monkeypatch.setattr("extractors.training.told.CHANGED", 1.0)

    assert variant(message(text), neighbours, Random(1)) is None


def test_a_treebank_gives_messages_of_those_who_speak_of_themselves(tmp_path: Path) -> None:
    path = tmp_path / "small.conllu"
    long = " ".join(["my zebra hums"] * 30)
    path.write_text(conllu(*["I live in Porto .", "the lift is out .", "my zebra hums .", long] * 6), encoding="utf-8")
    made = list(from_treebank(path, Extractor(), Random(2)))

    assert made
    assert {one.group for one in made} == {"treebank"}
    for one in made:
        assert one.ops is None
        assert len(one.ranges) == len(one.kinds) == len(one.counts) > 0
        assert not any(one.counts) and not any(one.kinds)
        assert {"i", "my"} & set(one.text.lower().split())
        assert one.text.count("zebra") < 20
        assert one.before.split() in (["dm"], ["channel"], ["thread"])
        assert all(one.text[start:end].strip() for start, end in one.ranges)
    assert {one.text[0].isupper() or one.text[0].islower() for one in made} == {True}
