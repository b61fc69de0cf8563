"""How the linear part of the judge is trained and weighed against the encoder's, with a handful of messages."""

from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from extractors.judging.judge import BUCKETS, OPS, Judge, bucket
from extractors.training import judge as training
from extractors.training.judge import Commanded, Example, Floats
from memory.records import Candidate, CandidateOp, Kind
from tests.extractors.hand_made import Told, row

Record = dict[str, Any]
SEEN, UNSEEN = "j-01 Bea", "j-01 Ada"
"""An author who is learned from, and one who is only measured on."""


def record(number: int, text: str, *gold: Record, author: str = SEEN, parent: str | None = None) -> Record:
    file, _, name = author.partition(" ")
    return {
        "id": f"{file}-{number:03d}",
        "user_name": name,
        "text": text,
        "sent_at": "2026-03-02T09:00:00+00:00",
        "parent": parent,
        "gold": list(gold),
    }


def command(op: str) -> Record:
    return {"op": op, "text": "", "must": []}


TOWNS = ("Porto", "Vigo", "Graz", "Oslo", "Lyon", "Bern")
THINGS = ("build", "lift", "printer", "kettle", "heating", "radio")


def records() -> list[Record]:
    """Messages by two authors of whom one is not learned from: half say where they live, half that something broke."""
    found: list[Record] = []
    for author in (SEEN, UNSEEN):
        for town, thing in zip(TOWNS, THINGS, strict=True):
            label = {"op": "add", "kind": ["profile"], "text": f"Lives in {town}", "must": [[town.lower()]]}
            found.append(record(len(found), f"I live in {town}, the {thing} is out", label, author=author))
            found.append(record(len(found), f"the {thing} is broken again, it hums", author=author))
    return found


@pytest.fixture(scope="module")
def found() -> list[Example]:
    return list(training.examples(records()))


def by_words(rows: list[Record]) -> dict[str, Example]:
    return {example.reading.clause.string: example for example in training.examples(rows)}


# What is learned from


def test_a_clause_that_is_right_by_a_label_is_worth_keeping(found: list[Example]) -> None:
    kept = {example.reading.clause.string: example.kinds for example in found if example.kinds}

    assert kept == {f"i live in {town.lower()}": ("profile",) for town in TOWNS}


def test_nothing_is_learned_from_what_comes_near(found: list[Example]) -> None:
    near = [example for example in found if not example.counts]

    assert len(near) == 2 * len(TOWNS)
    assert all(example.whole and "i live in" in example.reading.clause.string for example in near)


def test_clauses_come_before_what_they_are_as_one(found: list[Example]) -> None:
    first = [example for example in found if example.group == SEEN][:3]

    assert [(example.reading.clause.string, example.whole) for example in first] == [
        ("i live in porto", False),
        ("the build is out", False),
        ("i live in porto , the build is out", True),
    ]


def test_a_whole_is_worth_keeping_where_only_it_says_it_all() -> None:
    gold = {"op": "add", "kind": ["fact"], "text": "Carves spoons, sells them", "must": [["spoons"], ["fairs"]]}
    made = by_words([record(1, "I carve spoons out of birch, I sell at fairs", gold)])

    assert [words for words, example in made.items() if example.kinds] == [
        "i carve spoons out of birch , i sell at fairs"
    ]
    assert not any(example.counts for example in made.values() if not example.kinds)


def test_the_shortest_of_what_is_right_is_kept_and_may_have_several_kinds() -> None:
    rows: list[Record] = [
        {"op": "add", "kind": [kind, "fact"], "text": "Whittles long whistles of elder", "must": [["elder"]]}
        for kind in ("profile", "preference")
    ]
    made = by_words([record(1, "I whittle whistles out of elder, the lift is out", *rows)])

    assert made["i whittle whistles out of elder"].kinds == ("fact", "preference", "profile")
    assert [words for words, example in made.items() if example.kinds] == ["i whittle whistles out of elder"]


def test_a_label_that_nothing_is_right_by_keeps_nothing() -> None:
    gold = {"op": "add", "kind": ["fact"], "text": "Whittles for a living", "must": [["whistles"], ["living"]]}
    made = by_words([record(1, "I whittle whistles out of elder, the lift is out", gold)])

    assert not any(example.kinds for example in made.values())
    assert [words for words, example in made.items() if example.counts] == ["the lift is out"]


def test_a_piece_that_says_too_much_is_wrong_beside_one_that_is_right() -> None:
    gold = {"op": "add", "kind": ["fact"], "text": "Whittles elder", "must": [["elder"]]}
    text = "I whittle whistles out of elder, the lift has been out of order since the storm of last winter"
    made = by_words([record(1, text, gold)])
    (whole,) = (example for example in made.values() if example.whole and "elder" in example.reading.clause.string)

    assert made["i whittle whistles out of elder"].kinds == ("fact",)
    assert whole.counts
    assert whole.kinds == ()


def test_what_only_commands_is_no_example() -> None:
    assert by_words([record(1, "I whittle whistles", command("forget"))]) == {}


def test_beside_a_command_there_may_be_something_to_keep() -> None:
    gold = {"op": "add", "kind": ["fact"], "text": "Whittles whistles out of elder", "must": [["elder"]]}
    made = by_words([record(1, "I whittle whistles out of elder", gold, command("refuse"))])

    assert [example.kinds for example in made.values()] == [("fact",)]


def test_what_ends_something_is_no_example() -> None:
    made = by_words([record(1, "I no longer live in Porto. I whittle whistles out of elder.")])

    assert list(made) == ["i whittle whistles out of elder"]


def test_without_messages_there_are_no_examples() -> None:
    assert list(training.examples([])) == []


def added(text: str, dated: str | None = None) -> Candidate:
    day = None if dated is None else date.fromisoformat(dated)
    return Candidate(CandidateOp.ADD, text, kind=Kind.FACT, dated=day)


@pytest.mark.parametrize(
    ("candidate", "right", "near"),
    [
        pytest.param(added("Keeps goats in Porto"), True, True, id="all key words"),
        pytest.param(added("Keeps GOATS in Vigo"), True, True, id="another of a group, in capitals"),
        pytest.param(added("Keeps goats"), False, True, id="not all"),
        pytest.param(added("Keeps bees"), False, False, id="none"),
        pytest.param(added("Keeps goats in Porto " + "and so on " * 5), False, True, id="too long"),
    ],
)
def test_a_candidate_is_right_or_near_by_its_key_words(candidate: Candidate, right: bool, near: bool) -> None:
    label = {"text": "Has goats in Porto", "must": [["goats"], ["porto", "Vigo"]]}

    assert (training.right(candidate, label), training.near(candidate, label)) == (right, near)


@pytest.mark.parametrize(
    ("candidate", "right"),
    [
        (added("Sails on 2026-04-01"), True),
        (added("Sails", "2026-04-01"), True),
        (added("Sails"), False),
        (added("Sails", "2026-04-02"), False),
    ],
)
def test_a_dated_label_wants_its_day(candidate: Candidate, right: bool) -> None:
    assert training.right(candidate, {"text": "Sails", "date": "2026-04-01"}) is right


def test_what_a_message_commands_is_told_in_the_order_of_the_operations() -> None:
    said = [
        record(1, "<@U00> forget Porto", command("forget"), command("confirm"), parent="Noted"),
        record(2, "I live in Porto", {"op": "add", "kind": ["profile"], "text": "Lives in Porto"}, author=UNSEEN),
    ]

    first, second = training.commanded(said)

    assert first == Commanded(
        SEEN, first.text, "dm Noted", tuple(op in {CandidateOp.FORGET, CandidateOp.CONFIRM} for op in OPS)
    )
    assert "U00" not in first.text
    assert second == Commanded(UNSEEN, "I live in Porto", "dm ", (False,) * len(OPS))


def test_two_fifths_of_some_authors_are_held_out() -> None:
    names = [f"Person {number}" for number in range(500)]

    assert training.held_out(UNSEEN)
    assert not training.held_out(SEEN)
    assert not any(training.held_out(f"{file} Ada") for file in ("a-01", "i-01", "k-01", ""))
    assert 150 < sum(training.held_out(f"j-05 {name}") for name in names) < 250


# How it is learned


def test_readings_become_numbers(found: list[Example]) -> None:
    data = training.matrix([example.reading for example in found[:4]])
    weights = np.zeros(BUCKETS, dtype=np.float32)
    weights[bucket("w:porto")] = 2.0

    assert (data.count, set(data.rows.tolist())) == (4, {0, 1, 2, 3})
    assert data.scores(weights).tolist() == [2.0, 0.0, 2.0, 0.0]


def test_training_tells_what_is_kept_from_what_is_not(found: list[Example]) -> None:
    learned = [example for example in found if example.counts and not example.whole]
    data = training.matrix([example.reading for example in learned])
    scores = data.scores(training.train(data, learned))
    keep = np.array([bool(example.kinds) for example in learned])

    assert scores[keep].min() > scores[~keep].max()
    assert training.train(data, learned).tolist() == training.train(data, learned).tolist()


def test_plain_messages_count_more(found: list[Example]) -> None:
    learned = [example for example in found if example.counts and not example.whole]
    data = training.matrix([example.reading for example in learned])
    oblique = [
        Example(example.group.replace("j-", "a-") if example.kinds else example.group, example.reading, example.kinds)
        for example in learned
    ]

    assert data.scores(training.train(data, oblique)).mean() < data.scores(training.train(data, learned)).mean()


def test_calibration_finds_the_odds_that_scores_mean() -> None:
    draw = np.random.default_rng(7)
    scores = draw.normal(size=(4000, 2)).astype(np.float32)
    odds = 1.5 * scores[:, 0] - 0.5 * scores[:, 1] + 0.25
    targets = (draw.random(4000) < 1 / (1 + np.exp(-odds))).astype(np.float32)

    assert training.calibrate(scores, targets) == pytest.approx([1.5, -0.5, 0.25], abs=0.2)


def test_what_is_saved_is_what_the_judge_reads(found: list[Example], tmp_path: Path) -> None:
    weights = np.zeros(BUCKETS, dtype=np.float32)
    weights[bucket("w:porto")] = -1.27
    path = tmp_path / "weights" / "judge.npz"
    training.save(path, weights, np.array([1.0, 0.0, 0.0]), np.array([0.0, 0.0]))
    reading = found[0].reading
    assert reading.clause.string == "i live in porto"

    (verdict,) = Judge(path, Told([row(0.0)])).opinion(reading.clause.text, [reading]).verdicts

    assert verdict.keep == pytest.approx(1 / (1 + np.exp(1.27)), abs=1e-3)


# How good it is


def scored(kinds: Sequence[Kind]) -> Floats:
    return np.array([row(0.0, kind)[1:] for kind in kinds], dtype=np.float32)


def test_the_report_tells_thresholds_kinds_and_reliability(found: list[Example]) -> None:
    kept = next(example for example in found if example.kinds)
    other = next(example for example in found if not example.kinds)
    examples = [kept, kept, kept, other]
    scores = scored([Kind.PROFILE, Kind.PROFILE, Kind.EVENT, Kind.PROFILE])

    lines = list(training.report(scores, np.array([0.95, 0.65, 0.15, 0.45], dtype=np.float32), examples))

    assert lines[:6] == [
        "at 0.3: precision 0.667 recall 0.667",
        "at 0.4: precision 0.667 recall 0.667",
        "at 0.5: precision 1.000 recall 0.667",
        "at 0.6: precision 1.000 recall 0.667",
        "at 0.7: precision 1.000 recall 0.333",
        "at 0.8: precision 1.000 recall 0.333",
    ]
    assert lines[6] == "kind right: 0.667 of 3"
    assert [line.split()[0] for line in lines[7:]] == ["0.1-0.2", "0.4-0.5", "0.6-0.7", "0.9-1.0"]
    assert lines[8].endswith(" 0.00 of 1")
    assert lines[10].endswith("#" * 40 + " 1.00 of 1")


def test_where_nothing_is_chosen_the_precision_is_nothing(found: list[Example]) -> None:
    kept = next(example for example in found if example.kinds)
    lines = list(training.report(scored([Kind.PROFILE]), np.array([0.1], dtype=np.float32), [kept]))

    assert lines[0] == "at 0.3: precision 0.000 recall 0.000"


# The program


def held_out_scores(path: Path, found: Sequence[Example]) -> Path:
    """Write the encoder's scores of the authors who are held out, as its training does: it is unsure of all."""
    unseen = [example for example in found if training.held_out(example.group)]
    keys = "\0".join(training.key(example) for example in unseen)
    scores = np.array([row(0.5 if example.kinds else 0.25, Kind.PROFILE) for example in unseen], dtype=np.float32)
    np.savez(path, keys=np.frombuffer(keys.encode(), dtype=np.uint8), scores=scores)
    return path


def test_scores_are_read_by_their_keys(found: list[Example], tmp_path: Path) -> None:
    read = training.read_scores(held_out_scores(tmp_path / "held-out.npz", found))
    unseen = [example for example in found if example.group == UNSEEN]

    assert list(read) == list(dict.fromkeys(training.key(example) for example in unseen))
    assert read[training.key(unseen[0])].tolist() == row(0.5, Kind.PROFILE)


def test_the_program_measures_and_writes(
    found: list[Example], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    scores = held_out_scores(tmp_path / "held-out.npz", found)
    path = tmp_path / "weights" / "judge.npz"
    monkeypatch.setattr("extractors.training.messages.load_all", records)
    monkeypatch.setattr("extractors.training.messages.to_record", lambda row: row)
    monkeypatch.setattr(training, "WEIGHTS", path)

    assert training.main([str(scores), "--check"]) == 0
    checked = capsys.readouterr().out
    assert not path.exists()
    assert training.main([str(scores)]) == 0

    assert capsys.readouterr().out == checked
    assert checked.startswith(f"{4 * len(TOWNS)} clauses of authors not seen, {len(TOWNS)} worth keeping\n")
    assert "kind right: 1.000 of 6" in checked
    with np.load(path) as stored:
        assert (stored["sparse"].shape, stored["clause"].shape, stored["whole"].shape) == ((BUCKETS,), (3,), (2,))
