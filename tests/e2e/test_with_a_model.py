"""The real bot with a model: real clients, a scripted provider on loopback, the tools in its hands."""

import json
from pathlib import Path

import pytest

from tests.e2e.harness import free_port, memory_bot, running
from tests.providers.server import Call, Refuse, provider, text

pytestmark = pytest.mark.e2e

MY_NAME_IS = "My name is Alex and I'm working on a Rust project called tundra."
WHAT_PROJECT = "What project am I working on?"


@pytest.mark.parametrize("protocol", ["anthropic", "openai", "openai-chat", "ollama"])
async def test_the_model_writes_and_searches_memory(tmp_path: Path, protocol: str) -> None:
    steps = (
        Call("memory_write", {"content": "Works on a Rust project called tundra", "category": "project"}),
        text("Nice to meet you, ", "**Alex**!"),
        Call("memory_search", {"query": "project"}),
        text("You are working on ", "tundra."),
    )
    async with provider(*steps) as scripted, running(tmp_path, **scripted.environment(protocol)) as talk:
        await talk.say("U0ALEX", MY_NAME_IS)
        await talk.until("D0ALEX", lambda m: m["text"].replace("**", "*").startswith("Nice to meet you, *Alex*!"))
        await talk.until("D0ALEX", lambda m: "Noted:" in m["text"])
        await talk.say("U0ALEX", WHAT_PROJECT)
        await talk.until("D0ALEX", lambda m: m["text"].startswith("You are working on tundra."))

    first, saved, second, found = (json.dumps(request) for request in scripted.requests)
    assert "You are memory-bot" in first
    assert all(name in first for name in ("memory_write", "memory_search", "memory_read", "memory_forget"))
    assert "saved" in saved
    assert "<memory_context>" in second
    assert "Works on a Rust project called tundra" in second
    assert "total_found" in found
    log = next(tmp_path.glob("teams/T0LOCAL/people/U0ALEX/20*.md")).read_text(encoding="utf-8")
    assert log.count("Works on a Rust project called tundra") == 1


async def test_when_the_provider_fails_memory_answers_and_still_learns(tmp_path: Path) -> None:
    refusals = [Refuse(500, {"retry-after-ms": "1"}) for _ in range(6)]
    async with provider(*refusals) as scripted, running(tmp_path, **scripted.environment("anthropic")) as talk:
        told = await talk.answer("U0ALEX", MY_NAME_IS)
        await talk.until("D0ALEX", lambda m: "Noted:" in m["text"])
        answer = await talk.answer("U0ALEX", WHAT_PROJECT)

    assert told.startswith("Nice to meet you, Alex.\n_I could not reach my language model")
    assert "You work on a Rust project called tundra" in answer
    assert len(scripted.requests) == 6


async def test_chat_uses_the_model_too(tmp_path: Path) -> None:
    async with provider(text("Nice to meet you, ", "Alex.")) as scripted:
        code, output, errors = await memory_bot(tmp_path, "chat", stdin=MY_NAME_IS, **scripted.environment("openai"))

    assert (code, errors) == (0, "")
    assert output.startswith("Nice to meet you, Alex.\n  [Noted: name is Alex")


async def test_a_model_that_cannot_be_used_is_one_sentence(tmp_path: Path) -> None:
    port = str(free_port())

    code, _, errors = await memory_bot(tmp_path, "run", MEMORY_BOT_MODEL="acme:large", MEMORY_BOT_PORT=port)

    assert code == 1
    assert errors.startswith("The provider of model 'acme' cannot be used. Use one of anthropic,")


async def test_what_the_model_notes_by_itself_can_be_taken_back(tmp_path: Path) -> None:
    steps = (
        Call("memory_write", {"content": "Prefers short meetings", "category": "preference"}),
        text("Then let's keep it short."),
    )
    async with provider(*steps) as scripted, running(tmp_path, **scripted.environment("anthropic")) as talk:
        await talk.say("U0ALEX", "ugh, an hour of standup again")
        receipt = await talk.until("D0ALEX", lambda m: "Noted:" in m["text"])

    assert "prefers short meetings" in receipt["text"].lower()
    assert "Undo" in json.dumps(receipt["blocks"])
