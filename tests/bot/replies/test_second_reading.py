"""A model's second reading: what the message bears out is kept; a model that fails, is slow or lies costs nothing."""

import asyncio
from collections.abc import Callable
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest
from pydantic_ai.messages import ModelMessage, ModelResponse, ToolCallPart
from pydantic_ai.models.function import AgentInfo, FunctionModel

from bot.audience import Place, PlaceKind
from bot.parts import Parts, build_parts
from bot.replies.base import Reply
from bot.replies.grounded import GroundedReplies
from bot.replies.second_reading import MOST_CHARS, ModelReader
from bot.replies.spending import DayBudget
from bot.settings import MemorySettings, Settings
from bot.turn import Incoming, take_turn
from extractors.message import Message
from extractors.pipeline import Extractor
from memory.book import open_book
from memory.errors import StoreError
from memory.records import Candidate, Kind, Person, Polarity

ALEX = Person("T1", "UALEX")
SENT = datetime(2026, 11, 20, 14, 30, tzinfo=UTC)
SAID = "So the flamingo rollout: staging sits in Frankfurt, Dana owns it, and we ship it on 3 December 2026."

Answer = Callable[[list[ModelMessage], AgentInfo], Any]


@pytest.fixture(scope="module")
def extractor() -> Extractor:
    return Extractor()


def proposing(*proposals: dict[str, Any]) -> FunctionModel:
    def answer(_: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        [tool] = info.output_tools
        return ModelResponse([ToolCallPart(tool.name, {"response": list(proposals)})])

    return FunctionModel(answer)


def proposal(**changed: Any) -> dict[str, Any]:
    return {
        "quote": "staging sits in Frankfurt",
        "text": "Staging sits in Frankfurt",
        "kind": "fact",
        "confidence": 0.8,
        **changed,
    }


def reader(
    model: FunctionModel, extractor: Extractor, home: Path, *, limit: int = 0, seconds: float = 20
) -> ModelReader:
    return ModelReader(model, extractor, DayBudget(home, limit), seconds=seconds)


async def read(
    extractor: Extractor, home: Path, *proposals: dict[str, Any], text: str = SAID, found: tuple[Candidate, ...] = ()
) -> list[Candidate]:
    message = Message(text=text, sent_at=SENT)
    return await reader(proposing(*proposals), extractor, home).more(message, found)


async def test_what_the_message_says_is_kept_with_its_place_in_it(extractor: Extractor, tmp_path: Path) -> None:
    [candidate] = await read(extractor, tmp_path, proposal(attribute="staging", value="Frankfurt", confidence=0.99))

    start, end = candidate.span or (0, 0)
    assert SAID[start:end] == "staging sits in Frankfurt"
    assert (candidate.text, candidate.kind, candidate.rule) == ("Staging sits in Frankfurt", Kind.FACT, "model")
    assert (candidate.attribute, candidate.value) == ("staging", "Frankfurt")
    assert candidate.confidence == 0.85


async def test_a_day_is_believed_if_the_quote_names_it(extractor: Extractor, tmp_path: Path) -> None:
    ships = proposal(quote="we ship it on 3 December 2026", text="Ships it on 3 December 2026", kind="event")

    named = await read(extractor, tmp_path, {**ships, "dated": "2026-12-03"})
    invented = await read(extractor, tmp_path, {**ships, "dated": "2027-01-01"})

    assert [each.dated for each in (*named, *invented)] == [date(2026, 12, 3), None]


@pytest.mark.parametrize(
    "lie",
    [
        pytest.param(
            {"quote": "production sits in Paris", "text": "Production sits in Paris"}, id="not in the message"
        ),
        pytest.param({"quote": ""}, id="no quote"),
        pytest.param({"text": "Hates Dana and the whole team in Frankfurt"}, id="more than its quote"),
        pytest.param({"text": "Staging sits in Frankfurt 42"}, id="a number of its own"),
        pytest.param({"text": " "}, id="no text"),
        pytest.param({"text": "the of"}, id="no words"),
        pytest.param({"quote": "Dana owns it", "text": "Dana owns it", "kind": "profile"}, id="another's as one's own"),
    ],
)
async def test_a_lie_is_not_believed(extractor: Extractor, tmp_path: Path, lie: dict[str, Any]) -> None:
    assert await read(extractor, tmp_path, proposal(**lie)) == []


@pytest.mark.parametrize(
    ("changed", "attribute"),
    [
        pytest.param({"attribute": "location", "value": "Paris"}, None, id="value of its own"),
        pytest.param({"attribute": "../../etc", "value": "Frankfurt"}, None, id="no attribute"),
        pytest.param({"attribute": "location"}, None, id="no value"),
        pytest.param({"attribute": " Staging ", "value": "Frankfurt"}, "staging", id="tidied"),
    ],
)
async def test_a_claim_must_stand_in_the_quote(
    extractor: Extractor, tmp_path: Path, changed: dict[str, Any], attribute: str | None
) -> None:
    [candidate] = await read(extractor, tmp_path, proposal(**changed))

    assert candidate.attribute == attribute


@pytest.mark.parametrize(
    "invented",
    [
        pytest.param({"kind": "command"}, id="kind"),
        pytest.param({"kind": "episode"}, id="episode"),
        pytest.param({"confidence": 7}, id="confidence"),
        pytest.param({"quote": None}, id="null"),
    ],
)
async def test_what_fits_no_candidate_is_thrown_away(
    extractor: Extractor, tmp_path: Path, invented: dict[str, Any]
) -> None:
    assert await read(extractor, tmp_path, proposal(**invented)) == []


@pytest.mark.parametrize("op", ["forget", "confirm", "undo", "retract"])
async def test_a_model_can_only_add(extractor: Extractor, tmp_path: Path, op: str) -> None:
    found = await read(extractor, tmp_path, proposal(op=op))

    assert [candidate.op for candidate in found] == ["add"]


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        pytest.param("I have diabetes and a cat", "I have diabetes", id="special category"),
        pytest.param("Do you live in Porto?", "you live in Porto", id="question"),
        pytest.param("If we move we live in Porto", "we live in Porto", id="condition"),
        pytest.param("I am tired today", "I am tired today", id="passing"),
        pytest.param("`I live in Porto` is what it printed", "I live in Porto", id="code"),
        pytest.param("remember that I live in Porto", "I live in Porto", id="what a command takes up"),
        pytest.param("my password is hunter2hunter2 ok", "my password is hunter2hunter2", id="secret"),
    ],
)
async def test_the_guards_stop_a_model_too(extractor: Extractor, tmp_path: Path, text: str, quote: str) -> None:
    assert await read(extractor, tmp_path, proposal(quote=quote, text=quote.replace("I ", "")), text=text) == []


async def test_what_the_rules_found_is_not_found_again(extractor: Extractor, tmp_path: Path) -> None:
    text = "I live in Porto"
    found = extractor.extract(Message(text=text, sent_at=SENT))
    again = proposal(quote=text, text="Resides in Porto", kind="profile")
    elsewhere = proposal()

    assert await read(extractor, tmp_path, again, text=text, found=tuple(found)) == []
    assert len(await read(extractor, tmp_path, elsewhere, elsewhere)) == 1


async def test_a_dislike_is_one(extractor: Extractor, tmp_path: Path) -> None:
    [candidate] = await read(extractor, tmp_path, proposal(kind="preference", negative=True))

    assert candidate.polarity is Polarity.NEGATIVE


async def test_a_model_that_fails_costs_nothing(
    extractor: Extractor, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(_: list[ModelMessage], __: AgentInfo) -> ModelResponse:
        raise RuntimeError(f"broken over {SAID}")

    assert await reader(FunctionModel(fail), extractor, tmp_path).more(Message(text=SAID, sent_at=SENT), []) == []
    assert "RuntimeError" in caplog.text
    assert "flamingo" not in caplog.text


async def test_a_model_that_is_slow_costs_its_time_and_no_more(extractor: Extractor, tmp_path: Path) -> None:
    async def wait(_: list[ModelMessage], __: AgentInfo) -> ModelResponse:
        await asyncio.Event().wait()
        raise AssertionError

    slow = reader(FunctionModel(wait), extractor, tmp_path, seconds=0.01)

    assert await slow.more(Message(text=SAID, sent_at=SENT), []) == []


async def test_the_days_budget_counts_and_bounds_it(extractor: Extractor, tmp_path: Path) -> None:
    bounded = reader(proposing(proposal()), extractor, tmp_path, limit=1)
    message = Message(text=SAID, sent_at=SENT)

    assert len(await bounded.more(message, [])) == 1
    assert DayBudget(tmp_path, 1).spent(SENT) > 0
    assert await bounded.more(message, []) == []


async def test_a_document_is_not_read_again(extractor: Extractor, tmp_path: Path) -> None:
    text = SAID + " x" * MOST_CHARS

    assert await read(extractor, tmp_path, proposal(), text=text) == []


async def test_tokens_that_cannot_be_noted_keep_nothing_from_being_found(
    extractor: Extractor, tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise StoreError(tmp_path, "it is full", "Make room.")

    monkeypatch.setattr(DayBudget, "add", refuse)

    assert len(await read(extractor, tmp_path, proposal())) == 1
    assert "not noted" in caplog.text


class Silent:
    """An outlet that shows nothing."""

    async def reply(self, reply: Reply) -> None: ...

    async def receipt(self, changes: object) -> None: ...

    async def whisper(self, text: str) -> None: ...


class Asked:
    """A second reader that notes what it is shown."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    async def more(self, message: Message, found: object) -> list[Candidate]:
        self.texts.append(message.text)
        return []


async def turn(parts: Parts, text: str) -> None:
    await take_turn(Incoming(ALEX, Place(PlaceKind.DM, "DALEX"), text, "1795185000.000100"), parts, Silent())


async def test_a_turn_keeps_what_the_second_reading_adds(extractor: Extractor, tmp_path: Path) -> None:
    book = open_book(tmp_path)
    second = reader(proposing(proposal()), extractor, tmp_path)
    parts = Parts(Settings(home=tmp_path), book, extractor, GroundedReplies(), second)

    await turn(parts, SAID)

    assert "Staging sits in Frankfurt" in [memory.text for memory in book.memories(ALEX)]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        pytest.param(SAID, True, id="statement"),
        pytest.param("forget the deploy key", False, id="command"),
        pytest.param("my password is hunter2hunter2", False, id="secret"),
        pytest.param("off the record, I am leaving in May", False, id="off the record"),
        pytest.param("hello!", False, id="small talk"),
    ],
)
async def test_a_model_is_shown_statements_alone(
    extractor: Extractor, tmp_path: Path, text: str, *, shown: bool
) -> None:
    asked = Asked()

    await turn(Parts(Settings(home=tmp_path), open_book(tmp_path), extractor, GroundedReplies(), asked), text)

    assert asked.texts == ([text] if shown else [])


@pytest.mark.parametrize("off", [{"enabled": False}, {"auto_capture": False}], ids=lambda off: next(iter(off)))
async def test_nothing_is_read_again_where_nothing_is_kept(
    extractor: Extractor, tmp_path: Path, off: dict[str, bool]
) -> None:
    settings, asked = Settings(home=tmp_path, memory=MemorySettings.model_validate(off)), Asked()

    await turn(Parts(settings, open_book(tmp_path), extractor, GroundedReplies(), asked), SAID)

    assert asked.texts == []


@pytest.mark.parametrize("on", [False, True])
def test_it_is_off_by_default_and_switched_on_by_a_setting(tmp_path: Path, *, on: bool) -> None:
    settings = Settings.model_validate(
        {"home": tmp_path, "model": "ollama:llama3.2", **({"model_extraction": True} if on else {})}
    )

    parts = build_parts(settings)

    assert (parts.second_reader is not None) is on
