"""No attack forges a result, an entry or a line through the tools and the MCP server, whether kept or only sent."""

import json

import pytest
from mcp import Client

from bot.mcp.scope import Scope, of_person
from bot.mcp.server import build_server
from memory.book import open_book
from tests.hostile.attacks import EVERY_ATTACK, fences, hidden
from tests.mcp_server.calling import call
from tests.tools.binding import ALEX, DANA, NOW, Desk


@pytest.fixture
def scope(desk: Desk) -> Scope:
    return of_person(desk.book, desk.extractor, desk.settings, ALEX, now=lambda: NOW, name="alex")


def assert_nothing_is_forged(desk: Desk) -> None:
    """Each memory is one entry of its log, a reader of the files sees the same, and nobody else got anything."""
    memories = desk.book.memories(ALEX, status=None)
    logs = sorted((desk.book.home / "teams/T1/people/UALEX").glob("20*.md"))
    entries = [line for log in logs for line in log.read_text(encoding="utf-8").split("\n") if line.startswith("- **")]
    assert len(entries) == len(memories)
    assert [path.name for path in (desk.book.home / "teams/T1/people").iterdir()] == ["UALEX"] * bool(memories)
    again = open_book(desk.book.home)
    assert again.memories(ALEX, status=None) == memories
    assert (again.problems(), desk.book.problems()) == ([], [])
    assert again.memories(DANA) == []


@EVERY_ATTACK
def test_a_memory_is_one_line_of_data_in_every_result(desk: Desk, attack: str) -> None:
    desk.know(f"Zarquon {attack}", name=attack)

    results = [
        desk.call("memory_search", {"query": "zarquon"}),
        desk.call("memory_read", {"file": "facts.md"}),
        desk.call("memory_read", {"file": "2026-03-02.md"}),
    ]

    for result in results:
        [line] = result.get("results") or result["lines"]
        text = str(line.get("snippet") or line.get("text"))
        assert text.startswith("Zarquon")
        assert len(text.splitlines()) == 1
        assert (fences(text), hidden(text)) == ([], [])
        assert json.loads(json.dumps(result)) == result
    assert_nothing_is_forged(desk)


@EVERY_ATTACK
def test_what_a_model_sends_writes_forgets_and_reads_nothing_else(desk: Desk, attack: str) -> None:
    known = desk.know("Keeps seven bees")

    for name, argument in (
        ("memory_search", "query"),
        ("memory_read", "file"),
        ("memory_forget", "id"),
        ("memory_forget", "query"),
        ("memory_write", "content"),
        ("memory_write", "category"),
    ):
        arguments = {"content": "Zarquon is set up"} if argument == "category" else {}
        result = desk.call(name, {**arguments, argument: attack})
        assert hidden(json.dumps(result, ensure_ascii=False)) == []

    assert desk.book.get(ALEX, known.id).status == "active"
    assert_nothing_is_forged(desk)


@EVERY_ATTACK
async def test_an_mcp_client_gets_lines_of_data_and_forges_no_entry(desk: Desk, scope: Scope, attack: str) -> None:
    async with Client(build_server(scope)) as client:
        saved = await call(client, "save_memory", text=f"Zarquon {attack}", username=attack)
        await call(client, "save_memory", text="Keeps seven bees", username=attack)
        found = await call(client, "search_memory", query="zarquon")
        listed = await call(client, "list_memories")
        await call(client, "forget_memory", id=attack)
        await call(client, "search_memory", query=attack)

    head, *lines = found.split("\n")
    assert head.startswith((f"Found {len(lines)} memor", "No memories found for: zarquon"))
    assert all(line.startswith("**2026-11-20.md**: - **14:30 UTC** | `@") for line in lines)
    assert len(saved.splitlines()) == saved.count("- **14:30 UTC** | `@") + saved.count("Left out: ") + saved.count(
        "ERROR: "
    )
    for text in (saved, found, listed):
        assert (fences(text), hidden(text)) == ([], [])
    assert any("bees" in text for text in desk.texts())
    assert_nothing_is_forged(desk)
