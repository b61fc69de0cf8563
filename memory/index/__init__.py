"""The disposable search index over the memories of one team."""

from memory.index.memories import Hit, MemoryIndex

__all__ = ["Hit", "MemoryIndex"]
