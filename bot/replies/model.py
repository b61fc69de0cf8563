"""The reply engine on a language model: memory in front of it, tools in its hands, and the grounded one behind it."""

import asyncio
import logging
import time
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from bot.errors import outline
from bot.metrics import Metrics
from bot.replies.base import Reply, ReplyEngine, Situation
from bot.replies.building import Prompt, build_prompt
from bot.replies.markdown import to_mrkdwn
from bot.replies.providers import Connected
from bot.replies.spending import DayBudget
from bot.settings import Settings
from bot.slack.mrkdwn import escape
from memory.book import Book
from memory.errors import StoreError
from memory.text import sanitise

if TYPE_CHECKING:
    from pydantic_ai import Tool
    from pydantic_ai.messages import ModelMessage
    from pydantic_ai.usage import RunUsage

_LOG = logging.getLogger(__name__)

FAILED = "_I could not reach my language model, so this is from memory alone._"
TOO_LONG = "_My language model needed more than it may use, so this is from memory alone._"
USED_UP = "_My language model has used what it may use today, so this is from memory alone._"

MOST_REQUESTS = 8
"""How often the model may be asked in one turn: once, and again after each round of tools."""

_EARL_NAMES = {"memory_write": "save_memory", "memory_search": "search_memory"}
"""What EARL's prompt calls the tools."""

_CHARS_PER_TOKEN = 3
"""A cautious guess, to refuse a prompt that cannot fit before it is paid for."""


class BoundTool(Protocol):
    """Something the model may do, bound to the speaker and the audience beforehand."""

    @property
    def name(self) -> str:
        """What the model calls it by."""
        ...

    @property
    def description(self) -> str:
        """What it does and when to use it."""
        ...

    @property
    def schema(self) -> Mapping[str, Any]:
        """JSON schema of its arguments, an object."""
        ...

    def call(self, arguments: Mapping[str, Any]) -> object:
        """Do it; return the result as JSON data or text. Wrong arguments give an error in the result."""
        ...


Tools = Callable[[Situation], Sequence[BoundTool]]
"""Binds the tools for one turn."""


@dataclass(slots=True)
class _Writing:
    """An answer while it is being written."""

    text: str = ""
    outcome: str = "stopped"
    usage: "RunUsage | None" = None
    started: float = field(default_factory=time.perf_counter)


class ModelReplies:
    """Lets a model write what is talk or a question; what a command did, memory tells by itself.

    If the provider fails, or a budget is spent, the grounded engine answers, with a note.
    """

    def __init__(
        self,
        connected: Connected,
        book: Book,
        settings: Settings,
        *,
        grounded: ReplyEngine,
        tools: Tools = lambda situation: (),
        metrics: Metrics | None = None,
    ) -> None:
        from pydantic_ai import Agent

        self._agent: Agent[None, str] = Agent(connected.model, name="memory-bot")
        self._book, self._settings = book, settings
        self._grounded, self._tools = grounded, tools
        self._metrics = metrics or Metrics()
        self._http = connected.http
        self._day = DayBudget(settings.home, settings.model_day_tokens)

    async def close(self) -> None:
        """Close the connections to the provider."""
        await self._http.aclose()

    async def reply(self, situation: Situation) -> Reply:
        """Return the answer to one message."""
        async with aclosing(self.stream(situation)) as pieces:
            *_, reply = [piece async for piece in pieces if isinstance(piece, Reply)]
        return reply

    async def stream(self, situation: Situation) -> AsyncGenerator[str | Reply, None]:
        """Yield the answer as it is written, then whole. See `StreamingReplyEngine`."""
        if _memory_answers(situation):
            yield await self._grounded.reply(situation)
            return
        if await asyncio.to_thread(self._day.is_spent, situation.now):
            self._metrics.model_replies.labels("day budget spent").inc()
            yield await self._from_memory(situation, USED_UP)
            return
        writing = _Writing()
        note = None
        try:
            async with aclosing(self._write(situation, writing)) as pieces:
                async for piece in pieces:
                    yield escape(piece)
            writing.outcome = "answered"
            if not sanitise(writing.text):
                writing.outcome, note = "said nothing", FAILED
                _LOG.warning("The model said nothing.")
        except Exception as error:  # noqa: BLE001 - whatever a provider does, the person gets an answer
            note = self._explain(error, writing)
        finally:
            self._account(situation, writing)
        if note is None:
            used = tuple(item.memory.id for item in situation.recalled) if self._injects else ()
            yield Reply(to_mrkdwn(writing.text), used=used, by_model=True)
        else:
            yield await self._from_memory(situation, note)

    @property
    def _injects(self) -> bool:
        return self._settings.recall_mode == "inject"

    async def _write(self, situation: Situation, writing: _Writing) -> AsyncGenerator[str, None]:
        """Yield pieces of Markdown as the model writes them."""
        from pydantic_ai.exceptions import UsageLimitExceeded
        from pydantic_ai.messages import PartDeltaEvent, PartStartEvent, TextPart, TextPartDelta
        from pydantic_ai.settings import ModelSettings
        from pydantic_ai.toolsets import FunctionToolset
        from pydantic_ai.usage import RunUsage, UsageLimits

        settings = self._settings
        prompt = await asyncio.to_thread(build_prompt, self._book, situation, settings)
        if prompt.chars // _CHARS_PER_TOKEN > settings.model_turn_tokens:
            raise UsageLimitExceeded(f"the prompt alone has {prompt.chars} characters")
        writing.usage = RunUsage()
        async with self._agent.run_stream_events(
            prompt.message,
            message_history=_history(prompt),
            instructions=prompt.system,
            toolsets=[FunctionToolset([self._as_tool(tool) for tool in self._tools(situation)])],
            usage=writing.usage,
            usage_limits=UsageLimits(request_limit=MOST_REQUESTS, total_tokens_limit=settings.model_turn_tokens),
            timeout=settings.model_timeout_seconds,
            model_settings=ModelSettings(
                max_tokens=settings.model_answer_tokens,
                max_retries=settings.model_retries,
                timeout=settings.model_timeout_seconds,
            ),
        ) as events:
            async for event in events:
                match event:
                    case PartStartEvent(part=TextPart(content=piece)):
                        piece = f"\n\n{piece}" if writing.text else piece
                    case PartDeltaEvent(delta=TextPartDelta(content_delta=piece)):
                        pass
                    case _:
                        continue
                if piece:
                    if not writing.text:
                        self._metrics.model_first_piece_seconds.observe(time.perf_counter() - writing.started)
                    writing.text += piece
                    yield piece

    def _explain(self, error: Exception, writing: _Writing) -> str:
        """Log what went wrong without anybody's words; return what to tell the person."""
        from pydantic_ai.exceptions import UsageLimitExceeded

        if isinstance(error, UsageLimitExceeded):
            writing.outcome = "turn budget spent"
            _LOG.warning("A reply of the model was given up: it takes more than model_turn_tokens.")
            return TOO_LONG
        writing.outcome = "timed out" if isinstance(error, TimeoutError) else "failed"
        status = getattr(error, "status_code", None)
        _LOG.warning("The model %s: %s%s", writing.outcome, outline(error), f", status {status}" if status else "")
        return FAILED

    def _account(self, situation: Situation, writing: _Writing) -> None:
        """Count what the reply took, however it ended."""
        metrics, usage = self._metrics, writing.usage
        metrics.model_replies.labels(writing.outcome).inc()
        metrics.model_seconds.observe(time.perf_counter() - writing.started)
        if usage is None or not usage.total_tokens:
            return
        metrics.model_tokens.labels("read").inc(usage.input_tokens)
        metrics.model_tokens.labels("written").inc(usage.output_tokens)
        try:
            self._day.add(situation.now, read=usage.input_tokens, written=usage.output_tokens)
        except StoreError as error:
            _LOG.error("The tokens of a reply were not noted: %s", error)

    def _as_tool(self, tool: BoundTool) -> "Tool[None]":
        from pydantic_ai import Tool

        async def call(**arguments: Any) -> object:
            return await asyncio.to_thread(tool.call, arguments)

        names = _EARL_NAMES if self._settings.prompt_style == "earl" else {}
        return Tool.from_schema(call, names.get(tool.name, tool.name), tool.description, dict(tool.schema))

    async def _from_memory(self, situation: Situation, note: str) -> Reply:
        reply = await self._grounded.reply(situation)
        return Reply(f"{reply.text}\n{note}", used=reply.used, offer=reply.offer)


def _memory_answers(situation: Situation) -> bool:
    """Return whether the answer is a matter of record: what a command did, or all that is known; or nobody's words."""
    return (
        not situation.outcome.is_empty or situation.off_the_record or situation.overview or not situation.text.strip()
    )


def _history(prompt: Prompt) -> "list[ModelMessage]":
    from pydantic_ai.messages import ModelRequest, ModelResponse, TextPart, UserPromptPart

    messages: list[ModelMessage] = []
    for said in prompt.thread:
        messages.append(ModelRequest([UserPromptPart(said.text)]))
        if said.reply:
            messages.append(ModelResponse([TextPart(said.reply)]))
    return messages
