"""A message says the same whatever stands before it: nothing in it that points there, no command is found there."""

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from random import Random

import pytest

from extractors.message import Message
from extractors.pipeline import Extractor
from extractors.training.messages import from_record
from extractors.training.threads import in_threads
from memory.records import CandidateOp

FRESH = Path(__file__).parent / "fresh"
SETS = ("fresh-83", "fresh-88", "fresh-95", "fresh-100")
POINTING = {CandidateOp.UNDO, CandidateOp.REFERENCE_PREVIOUS, CandidateOp.CONFIRM, CandidateOp.FORGET}


def behind_others() -> Iterator[tuple[Message, set[CandidateOp]]]:
    """Every third labelled message that answers nothing behind words of another, and its operations."""
    rows = [json.loads(line) for name in SETS for line in (FRESH / f"{name}.jsonl").read_text("utf-8").splitlines()]
    labelled = [from_record(row) for row in rows if not row.get("parent")]
    others = [replace(one, labels=()) for one in labelled]  # behind a receipt, "forget it" does take it back
    for one in in_threads(labelled[::3], others, Random(5), share=1.0):
        told = Message(
            text=one.text,
            sent_at=one.sent_at,
            surface=one.surface,
            parent=one.parent,
            user_name=one.user_name,
            bot_user_id="U00",
        )
        yield told, {label.op for label in one.labels}


def test_nothing_before_a_message_makes_a_command_of_it(extractor: Extractor) -> None:
    asked = [(message, ops) for message, ops in behind_others() if POINTING.isdisjoint(ops)]
    commanded = [
        (message.parent, message.text, candidate.op)
        for message, _ in asked
        for candidate in extractor.extract(message)
        if candidate.op in POINTING
    ]

    assert len(asked) > 200
    assert commanded == []


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("remember that Aoife on reception covers my post", "Aoife on reception covers post"),
        ("remember I'm coeliac", "Is coeliac"),
        ("we're moving the price list into the new system and it has to be live by 1 July", "live by 2026-07-01"),
    ],
)
@pytest.mark.parametrize(
    "parent", ["The build is green.", "Noted: works at Acme.", "the lift is back", "I live in Ghent"]
)
def test_what_is_told_is_told_behind_anything(extractor: Extractor, said: str, expected: str, parent: str) -> None:
    sent = datetime.fromisoformat("2026-03-02T09:15:00+00:00")

    found = extractor.extract(Message(text=said, sent_at=sent, surface="dm", parent=parent))

    assert expected in " | ".join(candidate.text for candidate in found if candidate.op is CandidateOp.ADD)


@pytest.mark.parametrize("said", ["keep it up!", "Keep that up, you will make a splash", "hold it down", "keep going!"])
def test_cheers_keep_nothing(extractor: Extractor, said: str) -> None:
    sent = datetime.fromisoformat("2026-03-02T09:15:00+00:00")
    parent = "the fume hood in 204 trips the breaker if the kettle is on"

    assert extractor.extract(Message(text=said, sent_at=sent, surface="dm", parent=parent)) == []
