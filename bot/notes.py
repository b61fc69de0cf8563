"""The notes that people write, MEMORY.md and USER.md, as far as a place may read them."""

from bot.audience import Place
from bot.replies.fences import untagged
from memory.book import Book
from memory.records import Person


def workspace_notes(book: Book, place: Place, team_id: str) -> str:
    """Return the notes about the workspace; "" where outsiders may read along.

    A home of several workspaces has one MEMORY.md, and nothing tells which of them it is about: it serves none.
    """
    if not place.reads_workspace_notes or set(book.teams()) - {team_id}:
        return ""
    return untagged(book.evergreen().strip())


def personal_notes(book: Book, place: Place, person: Person) -> str:
    """Return the notes about the person who asks; "" anywhere but in their DM."""
    return untagged(book.user_notes(person).strip()) if place.reads_personal_notes else ""
