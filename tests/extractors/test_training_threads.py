"""Labelled messages behind words they have nothing to do with."""

from datetime import UTC, datetime
from random import Random

from extractors.training.messages import Label, LabelledMessage
from extractors.training.threads import in_threads
from memory.records import CandidateOp, Kind

SENT = datetime(2026, 3, 2, 9, tzinfo=UTC)
CITY = Label(op=CandidateOp.ADD, text="Lives in Porto", kinds=(Kind.PROFILE,))


def said(text: str, *, parent: str | None = None, labels: tuple[Label, ...] = ()) -> LabelledMessage:
    return LabelledMessage(
        id=text,
        user_id="U01",
        user_name="Dana",
        surface="thread",
        sent_at=SENT,
        text=text,
        parent=parent,
        labels=labels,
    )


OTHERS = [said("the lift is back"), said("who has the key?"), said("I live in Porto", labels=(CITY,))]
"""Two of them are statements, one of which is noted."""


def test_about_as_many_as_asked_answer_a_statement_or_a_receipt() -> None:
    messages = [said(str(number)) for number in range(400)]

    shown = list(in_threads(messages, OTHERS, Random(1), share=0.5))

    behind = [message.parent for message in shown if message.parent is not None]
    assert 150 < len(behind) < 250
    assert set(behind) == {"the lift is back", "I live in Porto", "Noted: Lives in Porto"}
    assert [message.text for message in shown] == [message.text for message in messages]


def test_what_answers_something_stays_as_it_is() -> None:
    answer = said("remember that", parent="the fob is 4")

    assert list(in_threads([answer], OTHERS, Random(1), share=1.0)) == [answer]


def test_without_anybody_else_nothing_changes() -> None:
    messages = [said("the lift is back")]

    assert list(in_threads(messages, [], Random(1), share=1.0)) == messages


def test_long_words_are_cut() -> None:
    (shown,) = in_threads([said("hm")], [said("blah " * 100)], Random(1), share=1.0)

    assert shown.parent is not None and len(shown.parent) == 300
