"""The prompt of one turn, built anew from the book: what it holds, and how it reads."""

from dataclasses import dataclass

from bot.replies.base import Situation
from bot.replies.material import Said, gather
from bot.replies.styles import system_prompt
from bot.settings import Settings
from extractors.secrets import masked
from memory.book import Book


@dataclass(frozen=True, slots=True)
class Prompt:
    """What a model is given: the system prompt, the conversation so far, oldest turn first, and the new message."""

    system: str
    thread: tuple[Said, ...]
    message: str

    @property
    def chars(self) -> int:
        """How long it is in all, in characters."""
        return len(self.system) + sum(len(said.text) + len(said.reply) for said in self.thread) + len(self.message)


def build_prompt(book: Book, situation: Situation, settings: Settings) -> Prompt:
    """Return the prompt for a message, with the files as they are now. The values of secrets stay here."""
    excerpts = settings.recent_memories == "excerpts" or settings.prompt_style == "claw0"
    material = gather(
        book,
        situation,
        recent="excerpts" if excerpts else "week",
        thread_max_chars=settings.thread_max_chars,
    )
    return Prompt(system_prompt(material, situation.name_of, settings), tuple(material.thread), masked(situation.text))
