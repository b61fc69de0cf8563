"""The index of a team on disk, so that it need not be built anew at each start. Disposable: without it, it is.

A snapshot holds stems, ids and numbers, never a text; whoever erases a memory for good removes the snapshot too.
"""

import logging
import os
import tempfile
import zipfile
import zlib
from array import array
from collections.abc import Iterable, Sequence
from functools import lru_cache
from importlib.resources import files
from pathlib import Path

import numpy as np
import numpy.typing as npt

from memory.attributes import attribute_of
from memory.index.memories import MemoryIndex
from memory.index.postings import pack, unpack
from memory.records import Memory

_LOG = logging.getLogger(__name__)
_FORMAT = 3
"""Counted up when what a snapshot holds, or how words are cut or counted, changes."""

_Arrays = dict[str, npt.NDArray[np.generic]]


def save(index: MemoryIndex, path: Path) -> None:
    """Write the index to a file, in place of the one that is there. The folder must exist.

    Raises:
        OSError: If the disk refuses; the old file is untouched.
    """
    with index.lock:
        arrays = _pack(index)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name)
    try:
        with os.fdopen(handle, "wb") as file:
            np.savez(file, allow_pickle=False, **arrays)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def restore(path: Path, memories: Iterable[Memory]) -> MemoryIndex:
    """Return an index of these memories, from the snapshot where it fits, and built anew for the rest or altogether.

    A snapshot that is missing, damaged, or written by another version is as good as none.
    """
    known = list(memories)
    index = MemoryIndex()
    arrays = _read(path)
    if arrays is not None:
        known = _unpack(index, arrays, known)
    for memory in known:
        index.put(memory)
    return index


def _read(path: Path) -> _Arrays | None:
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as held:
            arrays = {name: held[name] for name in held.files}
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile, zlib.error) as error:
        _LOG.warning("The index %s cannot be read (%s) and is built anew.", path, error)
        return None
    return arrays if arrays.get("version", np.zeros(1)).tolist() == _version() else None


@lru_cache(maxsize=1)
def _version() -> list[int]:
    """Return what must be equal for stems of then to be stems of now."""
    return [_FORMAT, zlib.crc32((files("memory") / "data" / "irregular.toml").read_bytes())]


def _fingerprint(memory: Memory) -> int:
    """Return a number that changes with anything a memory is found by."""
    channel = memory.source.channel_id if memory.source else ""
    said = f"{memory.text}\0{memory.attribute or ''}\0{channel}\0{memory.origin}\0{memory.subject.user_id}"
    return zlib.crc32(said.encode("utf-8", "surrogatepass"))


def _pack(index: MemoryIndex) -> _Arrays:
    memories = index.by_number
    return {
        "version": np.array(_version(), dtype=np.uint32),
        "ids": _text([memory.id if memory else "" for memory in memories]),
        "fingerprints": np.array([_fingerprint(m) if m else 0 for m in memories], dtype=np.uint32),
        "created": np.array(index.created, dtype=np.float64),
        "asks": np.frombuffer(bytes(index.asks), dtype=np.uint8),
        "speakers": np.array(index.speakers, dtype=np.uint32),
        "names": _text(list(index.speaker_numbers)),
        "spelt": _text([f"{stem}\t{spelt}" for stem, spelt in index.vocabulary.pairs()]),
        "before": np.array(index.talks.links[0], dtype=np.int32),
        "after": np.array(index.talks.links[1], dtype=np.int32),
        **{f"postings_{name}": packed for name, packed in pack(index.engine).items()},
    }


def _unpack(index: MemoryIndex, arrays: _Arrays, known: Sequence[Memory]) -> list[Memory]:
    """Fill an empty index with those memories that the snapshot holds as they are; return the others."""
    ids = _lines(arrays["ids"])
    fingerprints, created = arrays["fingerprints"].tolist(), arrays["created"].tolist()
    numbers = {memory_id: number for number, memory_id in enumerate(ids) if memory_id}
    by_number: list[Memory | None] = [None] * len(ids)
    others = []
    for memory in known:
        number = numbers.get(memory.id)
        if number is None or (fingerprints[number], created[number]) != (
            _fingerprint(memory),
            memory.created_at.timestamp(),
        ):
            others.append(memory)
        else:
            by_number[number] = memory
            index.numbers[memory.id] = number
            if memory.dated:
                index.dated.add(number)
            if attribute := attribute_of(memory):
                index.by_attribute.put(attribute, number)
    gone = np.array([number for number, memory in enumerate(by_number) if memory is None], dtype=np.uint32)
    index.by_number = by_number
    index.subjects = array("I", [index.subject_number(memory.subject) if memory else 0 for memory in by_number])
    index.engine = unpack(
        {name.removeprefix("postings_"): packed for name, packed in arrays.items() if name.startswith("postings_")},
        gone,
    )
    index.created = array("d", arrays["created"].tobytes())
    index.asks = bytearray(arrays["asks"].tobytes())
    index.speakers = array("I", arrays["speakers"].tobytes())
    index.speaker_numbers = {name: number for number, name in enumerate(_lines(arrays["names"]))}
    for pair in _lines(arrays["spelt"]):
        index.vocabulary.add(*pair.split("\t"))
    index.talks.restore(by_number, array("i", arrays["before"].tobytes()), array("i", arrays["after"].tobytes()))
    return others


def _text(lines: Sequence[str]) -> npt.NDArray[np.uint8]:
    """Return lines without line breaks as bytes; each ends with one, so that a single empty line is not none."""
    return np.frombuffer("".join(f"{line}\n" for line in lines).encode("utf-8", "surrogatepass"), dtype=np.uint8)


def _lines(packed: npt.NDArray[np.generic]) -> list[str]:
    return packed.tobytes().decode("utf-8", "surrogatepass").split("\n")[:-1]
