"""A model that repeats every secret it is given, streamed through the bot's own engine; some answers are stopped."""

import json
import re
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Iterator, Mapping
from typing import Any

from pydantic_ai.messages import ModelMessage, ModelRequest, ToolReturnPart
from pydantic_ai.models.function import AgentInfo, DeltaToolCall, FunctionModel

from bot.replies.base import Reply, Situation
from bot.replies.grounded import GroundedReplies
from bot.replies.model import ModelReplies
from bot.replies.providers import Connected
from bot.settings import Settings
from bot.tools import bound_to, tools_of
from memory.book import Book
from tests.properties.scripted import without_secret
from tests.properties.worlds import SHAPES, TOPICS

_SECRET = re.compile(r"zy[a-j]{2,}u")
_OPENING = "This is all that I was told, by whomever it was, and I leave out nothing of it. " * 3
"""Long enough to be shown at once rather than with what follows."""
_STOPPED_AT = 1
"""Pieces of an answer after which it is stopped."""
_FORGETS_EACH, _WRITES_EACH = 5, 2
"""Answers."""


class RepeatingModel:
    """Looks up each topic, then says every secret that stood in the prompt or in what a tool told it.

    `seen` is told what the model was given; `stops` may stop the answer while it is written.
    """

    def __init__(
        self,
        book: Book,
        extractor: Any,
        settings: Settings,
        seen: Callable[[str], None],
        stops: Callable[[], Awaitable[None]],
    ) -> None:
        self._seen, self._stops, self._answers = seen, stops, 0
        self._engine = ModelReplies(
            Connected(FunctionModel(stream_function=self._write), http=None),  # type: ignore[arg-type]  # on no network
            book,
            settings,
            grounded=GroundedReplies(),
            tools=lambda situation: tools_of(bound_to(situation, book, extractor, settings)),
        )

    async def reply(self, situation: Situation) -> Reply:
        return await self._engine.reply(situation)

    def stream(self, situation: Situation) -> AsyncGenerator[str | Reply, None]:
        return self._engine.stream(situation)

    async def close(self) -> None:
        return

    async def _write(
        self, messages: list[ModelMessage], info: AgentInfo
    ) -> AsyncIterator[str | Mapping[int, DeltaToolCall]]:
        if not any(_looked_up(message) for message in messages):
            self._answers += 1
            yield {
                number: DeltaToolCall(tool, json.dumps(given), tool_call_id=f"call {number}")
                for number, (tool, given) in enumerate(self._uses())
            }
            return
        given = f"{info.instructions}\n{messages}"
        self._seen(given)
        yield _OPENING
        for number, secret in enumerate(dict.fromkeys(_SECRET.findall(given)), start=1):
            yield f" {secret}"
            if number == _STOPPED_AT:
                await self._stops()

    def _uses(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """Yield the tools it uses and what it gives them. Now and then it forgets or writes something, unasked."""
        topic = TOPICS[self._answers % len(TOPICS)]
        if self._answers % _FORGETS_EACH == 0:
            yield "memory_forget", {"query": topic}
        if self._answers % _WRITES_EACH == 0:
            shape = SHAPES[self._answers // _WRITES_EACH % len(SHAPES)]
            yield "memory_write", {"content": without_secret(shape, topic).text}
        for each in TOPICS:
            yield "memory_search", {"query": each, "top_k": 50}


def _looked_up(message: ModelMessage) -> bool:
    return isinstance(message, ModelRequest) and any(isinstance(part, ToolReturnPart) for part in message.parts)
