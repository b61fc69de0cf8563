"""What the bot suggests to say to it, from what it knows of the person who opened its tab.

A suggestion tells that something is known, never what: it is on the screen before anybody asked.
"""

from bot.parts import Parts
from bot.views.limits import SUGGESTED_PROMPTS
from memory.records import Kind, Memory, Person

Prompt = dict[str, str]
"""A `title` to click on, and the `message` that is then sent in the person's name."""

TITLE = "What would you like to do?"

_EVERYTHING = ("What do you know about me?", "What do you know about me?")
_HELP = ("What can you do?", "What can you do?")
_A_NOTE = ("Keep how I like answers", "Remember that I prefer short answers.")
_QUESTIONS = (
    ("project", "What am I working on?"),
    ("location", "Where do I live?"),
    ("employer", "Where do I work?"),
    ("role", "What is my role?"),
    ("birthday", "When is my birthday?"),
    ("manager", "Who is my manager?"),
    ("team", "Which team am I on?"),
    ("diet", "What do I eat?"),
)
"""What to ask where something is known on an attribute."""


def prompts_for(person: Person, parts: Parts, *, name: str | None = None) -> list[Prompt]:
    """Return up to four suggestions for a person, the most useful first; never none.

    Args:
        name: What Slack calls them, to introduce themselves with one click.

    Raises:
        StoreError: If their memory cannot be read.
    """
    known = parts.book.memories(person)
    chosen = []
    if parts.book.is_paused(person):
        chosen.append(("Take notes again", f"!{parts.settings.memory_command.removeprefix('/')} resume"))
    if known:
        chosen += [_EVERYTHING, *((question, question) for question in _answerable(known))]
    else:
        chosen += [("Introduce myself", f"My name is {name}.")] if name else []
        chosen += [_A_NOTE]
    chosen = [*chosen[: SUGGESTED_PROMPTS - 1], _HELP]
    return [{"title": title, "message": message} for title, message in chosen]


def _answerable(known: list[Memory]) -> list[str]:
    """Return the questions that something known answers, on what was learned last first."""
    attributes: dict[str, None] = {}
    for memory in reversed(known):
        attributes.setdefault("project" if memory.kind is Kind.PROJECT else memory.attribute or "")
    questions = dict(_QUESTIONS)
    return [questions[attribute] for attribute in attributes if attribute in questions]
