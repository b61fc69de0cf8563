"""The disposable search index over the memories of one team."""

from memory.index.memories import MemoryIndex

__all__ = ["MemoryIndex"]
