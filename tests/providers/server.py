"""A scripted provider on loopback: speaks Anthropic Messages, OpenAI Chat Completions and OpenAI Responses, streaming.

Each request takes the next step of the script, whatever the protocol; what was asked is kept in `requests`.
"""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

Event = tuple[str, dict[str, Any]]


@dataclass(frozen=True)
class Text:
    """Write these pieces; with `breaks_off`, then drop the connection instead of ending; with `hangs`, say no more.

    Only Anthropic Messages can hang.
    """

    pieces: tuple[str, ...]
    breaks_off: bool = False
    hangs: bool = False
    read: int = 100
    written: int = 20


@dataclass(frozen=True)
class Call:
    """Ask for one call of a tool, perhaps after some words."""

    tool: str
    arguments: Mapping[str, Any]
    before: str = ""


@dataclass(frozen=True)
class Refuse:
    """Answer with an HTTP error."""

    status: int
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Wait:
    """Say nothing until the test ends."""


Step = Text | Call | Refuse | Wait


def text(*pieces: str) -> Text:
    return Text(pieces)


@dataclass
class Provider:
    """What a test holds of the running server."""

    steps: list[Step]
    port: int = 0
    requests: list[dict[str, Any]] = field(default_factory=list)
    headers: list[Mapping[str, str]] = field(default_factory=list)
    arrived: asyncio.Event = field(default_factory=asyncio.Event)
    ended: asyncio.Event = field(default_factory=asyncio.Event)
    dropped: asyncio.Event = field(default_factory=asyncio.Event)

    def environment(self, protocol: str, model: str = "scripted") -> dict[str, str]:
        """Return the variables that let the bot use this provider by `anthropic`, `openai`, `ollama` and so on."""
        path = "" if protocol == "anthropic" else "/v1"
        return {
            "MEMORY_BOT_MODEL": f"{protocol}:{model}",
            "MEMORY_BOT_MODEL_BASE_URL": f"http://127.0.0.1:{self.port}{path}",
            "MEMORY_BOT_MODEL_API_KEY": "test-key",
        }

    async def handle(self, request: web.Request) -> web.StreamResponse:
        body = await request.json()
        self.requests.append(body)
        self.headers.append(request.headers)
        self.arrived.set()
        step = self.steps.pop(0)
        if isinstance(step, Refuse):
            return web.json_response(
                {"error": {"message": "no", "type": "error"}}, status=step.status, headers=step.headers
            )
        if isinstance(step, Wait):
            await self._wait()
            return web.Response(status=500)
        events, breaks_off = _PROTOCOLS[request.path](step), isinstance(step, Text) and step.breaks_off
        hang = self._wait if isinstance(step, Text) and step.hangs else None
        return await _stream(request, events, breaks_off=breaks_off, hang=hang)

    async def _wait(self) -> None:
        """Return when the test ends; note if whoever asked goes away before."""
        try:
            await self.ended.wait()
        except asyncio.CancelledError:
            self.dropped.set()
            raise


async def _stream(
    request: web.Request, events: Iterator[Event], *, breaks_off: bool, hang: Callable[[], Awaitable[None]] | None
) -> web.StreamResponse:
    response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
    await response.prepare(request)
    for name, data in events:
        if hang and name == "content_block_stop":
            await hang()
        line = f"event: {name}\n" if name else ""
        await response.write(f"{line}data: {json.dumps(data)}\n\n".encode())
    if breaks_off:
        assert request.transport is not None
        request.transport.abort()
        return response
    if request.path.endswith("/chat/completions"):
        await response.write(b"data: [DONE]\n\n")
    await response.write_eof()
    return response


def _said(step: Text | Call) -> Sequence[str]:
    return step.pieces if isinstance(step, Text) else ([step.before] if step.before else [])


def _usage(step: Text | Call) -> tuple[int, int]:
    return (step.read, step.written) if isinstance(step, Text) else (100, 20)


def _anthropic(step: Text | Call) -> Iterator[Event]:
    read, written = _usage(step)
    message: dict[str, Any] = {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "scripted",
        "content": [],
        "stop_reason": None,
        "stop_sequence": None,
        "usage": {"input_tokens": read, "output_tokens": 1},
    }
    yield "message_start", {"type": "message_start", "message": message}
    index = 0
    if _said(step):
        block: dict[str, Any] = {"type": "text", "text": ""}
        yield "content_block_start", {"type": "content_block_start", "index": index, "content_block": block}
        for piece in _said(step):
            delta: dict[str, Any] = {"type": "text_delta", "text": piece}
            yield "content_block_delta", {"type": "content_block_delta", "index": index, "delta": delta}
        if isinstance(step, Text) and step.breaks_off:
            return
        yield "content_block_stop", {"type": "content_block_stop", "index": index}
        index += 1
    if isinstance(step, Call):
        block = {"type": "tool_use", "id": "toolu_1", "name": step.tool, "input": {}}
        yield "content_block_start", {"type": "content_block_start", "index": index, "content_block": block}
        delta = {"type": "input_json_delta", "partial_json": json.dumps(step.arguments)}
        yield "content_block_delta", {"type": "content_block_delta", "index": index, "delta": delta}
        yield "content_block_stop", {"type": "content_block_stop", "index": index}
    end = {"stop_reason": "tool_use" if isinstance(step, Call) else "end_turn", "stop_sequence": None}
    yield "message_delta", {"type": "message_delta", "delta": end, "usage": {"output_tokens": written}}
    yield "message_stop", {"type": "message_stop"}


def _chat(step: Text | Call) -> Iterator[Event]:
    read, written = _usage(step)

    def chunk(delta: dict[str, Any], finish: str | None = None) -> Event:
        choice = {"index": 0, "delta": delta, "finish_reason": finish}
        head = {"id": "chat_1", "object": "chat.completion.chunk", "created": 1, "model": "scripted"}
        return "", {**head, "choices": [choice]}

    yield chunk({"role": "assistant", "content": ""})
    for piece in _said(step):
        yield chunk({"content": piece})
    if isinstance(step, Text) and step.breaks_off:
        return
    if isinstance(step, Call):
        function = {"name": step.tool, "arguments": json.dumps(step.arguments)}
        yield chunk({"tool_calls": [{"index": 0, "id": "call_1", "type": "function", "function": function}]})
    yield chunk({}, "tool_calls" if isinstance(step, Call) else "stop")
    usage = {"prompt_tokens": read, "completion_tokens": written, "total_tokens": read + written}
    head = {"id": "chat_1", "object": "chat.completion.chunk", "created": 1, "model": "scripted"}
    yield "", {**head, "choices": [], "usage": usage}


def _responses(step: Text | Call) -> Iterator[Event]:
    read, written = _usage(step)
    usage = {
        "input_tokens": read,
        "input_tokens_details": {"cached_tokens": 0},
        "output_tokens": written,
        "output_tokens_details": {"reasoning_tokens": 0},
        "total_tokens": read + written,
    }
    head: dict[str, Any] = {
        "id": "resp_1",
        "object": "response",
        "created_at": 1,
        "model": "scripted",
        "parallel_tool_calls": True,
        "tool_choice": "auto",
        "tools": [],
    }
    number = 0

    def event(kind: str, **fields: Any) -> Event:
        nonlocal number
        number += 1
        return kind, {"type": kind, "sequence_number": number, **fields}

    yield event("response.created", response={**head, "status": "in_progress", "output": []})
    output: list[dict[str, Any]] = []
    if _said(step):
        item: dict[str, Any] = {
            "id": "m_1",
            "type": "message",
            "role": "assistant",
            "status": "in_progress",
            "content": [],
        }
        yield event("response.output_item.added", output_index=0, item=item)
        part = {"type": "output_text", "text": "", "annotations": []}
        where = {"output_index": 0, "content_index": 0, "item_id": "m_1"}
        yield event("response.content_part.added", part=part, **where)
        for piece in _said(step):
            yield event("response.output_text.delta", delta=piece, logprobs=[], **where)
        if isinstance(step, Text) and step.breaks_off:
            return
        whole = {**part, "text": "".join(_said(step))}
        yield event("response.output_text.done", text=whole["text"], logprobs=[], **where)
        yield event("response.content_part.done", part=whole, **where)
        output.append({**item, "status": "completed", "content": [whole]})
        yield event("response.output_item.done", output_index=0, item=output[-1])
    if isinstance(step, Call):
        at = len(output)
        item = {"id": "f_1", "type": "function_call", "call_id": "call_1", "name": step.tool, "arguments": ""}
        yield event("response.output_item.added", output_index=at, item={**item, "status": "in_progress"})
        arguments = json.dumps(step.arguments)
        yield event("response.function_call_arguments.delta", delta=arguments, output_index=at, item_id="f_1")
        yield event(
            "response.function_call_arguments.done", arguments=arguments, output_index=at, item_id="f_1", name=step.tool
        )
        output.append({**item, "arguments": arguments, "status": "completed"})
        yield event("response.output_item.done", output_index=at, item=output[-1])
    yield event("response.completed", response={**head, "status": "completed", "output": output, "usage": usage})


_PROTOCOLS: dict[str, Callable[[Text | Call], Iterator[Event]]] = {
    "/v1/messages": _anthropic,
    "/v1/chat/completions": _chat,
    "/v1/responses": _responses,
}

PROTOCOLS = ("anthropic", "openai", "openai-chat", "openai-compatible", "ollama")
"""The names under which the bot can use a scripted provider."""


@contextlib.asynccontextmanager
async def provider(*steps: Step) -> AsyncIterator[Provider]:
    """Run a provider that answers with these steps, one a request."""
    scripted = Provider(list(steps))
    app = web.Application()
    handle: Callable[[web.Request], Awaitable[web.StreamResponse]] = scripted.handle
    for path in _PROTOCOLS:
        app.router.add_post(path, handle)
    runner = web.AppRunner(app, handler_cancellation=True, shutdown_timeout=1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    scripted.port = runner.addresses[0][1]
    try:
        yield scripted
    finally:
        scripted.ended.set()
        await runner.cleanup()
