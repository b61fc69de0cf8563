"""Imports point one way: bot → extractors → memory.records, bot → memory; the local workspace stands alone."""

import ast
import gc
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
OURS = {"bot", "memory", "extractors"}


def parsed(path: Path) -> ast.Module:
    """The file, parsed with no garbage collected meanwhile: CPython 3.11 may raise SystemError of that (gh-106905)."""
    gc.disable()
    try:
        return ast.parse(path.read_text(encoding="utf-8"))
    finally:
        gc.enable()


def imported_modules(path: Path) -> Iterator[str]:
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import; write the full name"
            module = node.module or ""
            yield module
            yield from (f"{module}.{alias.name}" for alias in node.names if module in {"bot", "memory"})


def may_import(importer: str, imported: str) -> bool:
    if imported.split(".")[0] not in OURS:
        return True
    if importer.startswith("memory."):
        return imported.startswith("memory")
    if importer.startswith("extractors."):
        return imported.startswith("extractors") or imported in {"memory.records", "memory.errors"}
    if importer.startswith("bot.local_slack"):
        return imported.startswith("bot.local_slack")
    return not imported.startswith("bot.local_slack") or importer.startswith("bot.commands.")


@pytest.mark.parametrize("package", sorted(OURS))
def test_no_module_imports_against_the_direction(package: str) -> None:
    offences = [
        f"{path.relative_to(ROOT)} imports {module}"
        for path in sorted((ROOT / package).rglob("*.py"))
        for module in imported_modules(path)
        if not may_import(".".join(path.relative_to(ROOT).with_suffix("").parts), module)
    ]

    assert offences == []


@pytest.mark.parametrize(
    ("importer", "imported"),
    [
        ("memory.book", "bot.turn"),
        ("memory.book", "extractors.days.dates"),
        ("extractors.names", "memory.book"),
        ("extractors.names", "bot.settings"),
        ("bot.local_slack.server", "bot.settings"),
        ("bot.turn", "bot.local_slack.server"),
    ],
)
def test_the_rule_refuses_an_import_against_the_direction(importer: str, imported: str) -> None:
    assert not may_import(importer, imported)
