"""Corrections of the message answered, and of the clause before."""

import pytest

from extractors.commanding.corrections import may_correct
from memory.records import CandidateOp
from tests.extractors.conftest import Read


@pytest.mark.parametrize(
    ("text", "parent", "attribute", "corrected"),
    [
        ("no sorry, I meant Daegu", "Based in Daejeon these days", "location", "Is based in Daegu"),
        ("it's Ifeoma with an f", "Nice to meet you, Ipheoma! I've saved your name.", "name", "Name is Ifeoma"),
        ("that should be Bruges", "Noted: Lives in Antwerp", "location", "Lives in Bruges"),
        ("it's Marguerite, not Thabo", "Noted: Manager is Thabo", "manager", "Manager is Marguerite"),
        ("make that Helix Labs", "Got it, I'll remember: Works at Acme", "employer", "Works at Helix Labs"),
        ("no, I meant bay C", "Noted: Lives in bay B", "location", "Lives in bay C"),
        ("it's Vigo actually", "Noted: Is from Porto", "hometown", "Is from Vigo"),
        ("actually it's the 15th", "our kickoff is on 12 May", "date:kickoff", "Kickoff is on 2026-05-15"),
        ("no, it's 3 June", "Noted: Kickoff is on 2026-05-12", "date:kickoff", "Kickoff is on 2026-06-03"),
        ("make that Friday", "our kickoff is on 12 May", "date:kickoff", "Kickoff is on 2026-03-06"),
    ],
)
def test_a_correction_takes_the_attribute_of_what_it_answers(
    read: Read, text: str, parent: str, attribute: str, corrected: str
) -> None:
    (found,) = read(text, parent=parent)

    assert (found.op, found.attribute, found.text) == (CandidateOp.ADD, attribute, corrected)


@pytest.mark.parametrize(
    ("text", "parent"),
    [
        ("I meant Daegu", None),
        ("I meant Daegu", "who wants lunch?"),
        ("lol I meant to send that to Tom", "Noted: Lives in Hull"),
        ("it's Porto", "Noted: Lives in Porto"),
        ("it's fine", "Noted: Lives in Porto"),
        ("it's 5 days of work", "our kickoff is on 12 May"),
        ("it's the 12th", "our kickoff is on 12 May"),
        ("did I say I meant Daegu?", "Noted: Lives in Porto"),
    ],
)
def test_what_corrects_nothing_gives_nothing(read: Read, text: str, parent: str | None) -> None:
    assert read(text, parent=parent) == []


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("I don't work at Harmon any more, it's Castellan now", "Works at Castellan"),
        ("we don't do the 6am handover any more, it's half five now", "Handover is half five"),
        ("I no longer drink tea, it's coffee these days", "Drinks coffee"),
    ],
)
def test_what_took_its_place_is_the_new_value(read: Read, text: str, kept: str) -> None:
    ended, new = read(text)

    assert (ended.op, new.op, new.text) == (CandidateOp.RETRACT, CandidateOp.ADD, kept)


@pytest.mark.parametrize(
    ("text", "may"),
    [
        ("actually it's the 15th", True),
        ("No, sorry - I meant Braga", True),
        ("that should be Bruges", True),
        ("make that Helix", True),
        ("I live in Porto", False),
        ("is it the 15th?", False),
        ("it's " + "no " * 100, False),
        ("no " * 60 + "x", False),
        ("", False),
    ],
)
def test_few_messages_may_correct(text: str, *, may: bool) -> None:
    assert may_correct(text) is may


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        (
            "We gave up the paper charts, it's all on the tablet now",
            "Everything is on the tablet instead of the paper charts",
        ),
        ("unplugged Jira last week, it's all in Linear", "Everything is in Linear instead of Jira"),
        ("we ditched huddles, it's all on Zoom from now on", "Everything is on Zoom instead of huddles"),
    ],
)
def test_where_all_is_done_from_now_on_is_told(read: Read, text: str, kept: str) -> None:
    assert [found.text for found in read(text) if found.op is CandidateOp.ADD] == [kept]


@pytest.mark.parametrize("text", ["we gave up the stall, it's all in hand", "we gave up the stall, it's all on me"])
def test_what_is_in_hand_is_nowhere(read: Read, text: str) -> None:
    assert [found.text for found in read(text) if found.op is CandidateOp.ADD] == []


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("correction, the trailer is 2 minutes, I told you 90 seconds", "Trailer is 2 minutes"),
        ("oops, correction: the tasting is at four", "Tasting is at four"),
        ("small correction, our stall is by the fountain", "Stall is by the fountain"),
    ],
)
def test_a_plain_statement_that_is_called_a_correction_is_kept(read: Read, text: str, kept: str) -> None:
    assert [found.text for found in read(text) if found.op is CandidateOp.ADD] == [kept]


@pytest.mark.parametrize("text", ["correction, the train is late", "correction, the build is broken again"])
def test_a_correction_of_the_moment_is_not(read: Read, text: str) -> None:
    assert read(text) == []
