"""The prompts of EARL and claw0, byte for byte in their layout, and the choice among the styles. Pure."""

from datetime import UTC

from bot.replies.fences import as_data
from bot.replies.material import Material
from bot.replies.prompt import (
    EXCERPT_CHARS,
    RULE,
    Names,
    base_prompt,
    by_day,
    entries,
    index_prompt,
    memory_context,
    plain_prompt,
)
from bot.settings import Settings
from memory.records import Kind, Memory

_EARL_TOOLS = (
    "You have persistent memory via save_memory and search_memory tools.\n"
    "Save important facts you learn. Search when you need to recall something."
)


def system_prompt(material: Material, name_of: Names, settings: Settings) -> str:
    """Return the system prompt of a turn in the style and recall mode of the settings."""
    if settings.recall_mode == "index":
        return index_prompt(material)
    if settings.prompt_style == "earl":
        parts = (base_prompt(material), earl_wrapper(material), memory_context(material, name_of))
        return "\n\n".join(part for part in parts if part)
    if settings.prompt_style == "claw0":
        context = memory_context(material, name_of)
        return claw0_prompt(material, base_prompt(material)) + (RULE + context if context else "")
    return plain_prompt(material, name_of, excerpts=settings.recent_memories == "excerpts")


def earl_wrapper(material: Material) -> str:
    """Return what EARL appends to the system prompt; "" if it has nothing to say.

    Source: seed 000, "Memory Injection"; a missing or blank file leaves out its section.
    """
    recent = "\n".join(entries(material, material.recent))
    sections = (
        ("Core Identity", material.soul),
        ("User Notes", material.user_notes),
        ("Recent Memories", recent),
    )
    shown = "\n\n".join(f"## {heading}\n{body.strip()}" for heading, body in sections if body.strip())
    return f"<earl-memory>\n{shown}\n</earl-memory>\n\n{_EARL_TOOLS}" if shown else ""


def claw0_prompt(material: Material, base: str) -> str:
    """Return claw0's layers: soul, base, evergreen memory, and the first 500 characters of each of the last 3 days.

    Source: seed 002, "Layered System Prompt Construction".
    """
    prompt = f"{material.soul}{RULE}{base}" if material.soul else base
    if material.evergreen:
        prompt += f"{RULE}## Evergreen Memory\n\n{material.evergreen}"
    days = [(day, _claw0_log(f"{day}", memories)) for day, memories in reversed(by_day(material))]
    if days:
        prompt += f"{RULE}## Recent Memory Context\n"
        prompt += "".join(f"\n### {day}\n{content[:EXCERPT_CHARS]}\n" for day, content in days)
    return prompt


def _claw0_log(day: str, memories: list[Memory]) -> str:
    """Return a day's memories as claw0 writes them into its log of the day."""
    said = "\n".join(
        f"\n## [{memory.created_at.astimezone(UTC):%H:%M:%S}] {_category(memory)}\n\n{as_data(memory.text)}"
        for memory in memories
    )
    return f"# Memory Log: {day}\n{said}"


def _category(memory: Memory) -> str:
    return "general" if memory.kind is Kind.PROFILE else memory.kind.value
