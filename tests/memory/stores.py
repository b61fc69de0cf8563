"""The stores that every test of the book is run on. A new store joins by one more entry in `STORES`."""

from collections.abc import Callable
from pathlib import Path

from memory.book import Book, BookSettings, open_book
from memory.stores.in_memory import InMemoryStore
from tests.memory.making import day


def markdown_book(home: Path, settings: BookSettings) -> Book:
    """Open a book on a folder; its clock stands at the last day of March 2026."""
    return open_book(home, settings, now=lambda: day(31))


def in_memory_book(home: Path, settings: BookSettings) -> Book:
    """Open a book that keeps nothing on the disk."""
    return Book(InMemoryStore(), home, settings, now=lambda: day(31))


STORES: dict[str, Callable[[Path, BookSettings], Book]] = {"markdown": markdown_book, "in memory": in_memory_book}
