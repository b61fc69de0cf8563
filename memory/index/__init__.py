"""The disposable search index over the memories of one team."""

from memory.index.memories import Hit, MemoryIndex
from memory.index.snapshot import restore, save

__all__ = ["Hit", "MemoryIndex", "restore", "save"]
