"""Each language's tables, against what people say in it: `languages/<code>.txt`, in the format of labelled messages.

A speaker who adds `extractors/languages/<code>.toml` adds such a file beside the others, and it is tested with them.
"""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from extractors.message import Message
from extractors.pipeline import Extractor
from extractors.training.messages import LabelledMessage, load
from memory.records import Candidate, CandidateOp
from tests.extractors.hand_made import OfLanguages

SAID = {path.stem: load(path) for path in sorted((Path(__file__).parent / "languages").glob("*.txt"))}
AT_A_TIME = 40
PARTS = [(code, at) for code, said in SAID.items() for at in range(0, len(said), AT_A_TIME)]


@pytest.fixture(scope="module")
def extractor() -> Extractor:
    """One that proposes nothing of its own: what the tables read is what counts."""
    return Extractor(language_judge=OfLanguages())


def _shown(candidate: Candidate) -> tuple[str, ...]:
    if candidate.op in {CandidateOp.ADD, CandidateOp.RETRACT}:
        value = (candidate.value or "").casefold() if candidate.attribute else ""
        return (candidate.op, candidate.attribute or "", candidate.text, value)
    return (candidate.op, candidate.text) if candidate.op is CandidateOp.FORGET else (candidate.op,)


def _wanted(message: LabelledMessage) -> list[tuple[str, ...]]:
    wanted: list[tuple[str, ...]] = []
    for label in message.labels:
        if label.op in {CandidateOp.ADD, CandidateOp.RETRACT}:
            value = label.must[0][0] if label.attribute else ""
            wanted.append((label.op, (label.attribute or "").lower(), label.text, value))
        else:
            wanted.append((label.op, label.text) if label.op is CandidateOp.FORGET else (label.op,))
    return wanted


@pytest.mark.parametrize(("code", "at"), PARTS)
def test_what_is_said_in_a_language_is_read_by_its_tables(extractor: Extractor, code: str, at: int) -> None:
    """Messages are read forty at a time, since each language has hundreds; every one that fails is shown."""
    assert [wrong for message in SAID[code][at : at + AT_A_TIME] if (wrong := _otherwise(extractor, message))] == []


def _otherwise(extractor: Extractor, message: LabelledMessage) -> str:
    """Return what a message gives instead of its labels, "" where it gives them."""
    said = Message(text=message.text, sent_at=message.sent_at, surface=message.surface, parent=message.parent)
    found = extractor.extract(said)
    shown, wanted = sorted(map(_shown, found)), sorted(_wanted(message))
    kinds = {label.text: label.kinds for label in message.labels}
    if shown != wanted:
        return f"{message.text!r} gives {shown}, not {wanted}"
    strange = [one.kind for one in found if one.op is CandidateOp.ADD and one.kind not in kinds[one.text]]
    return f"{message.text!r} is {strange}" if strange else ""


@pytest.mark.parametrize("opening", ["vivo en ", "ich arbeite als ", "je suis ", "minha comida ", "我喜欢", "東京に"])
def test_what_goes_on_without_end_is_nobodys_statement(extractor: Extractor, opening: str) -> None:
    said = Message(text=opening + "la vida y " * 900, sent_at=datetime(2026, 3, 2, tzinfo=UTC))

    assert extractor.extract(said) == []
