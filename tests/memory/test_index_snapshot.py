from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.index import MemoryIndex, restore, save
from memory.records import Memory, Status
from tests.memory.recall_world import asking, everyone, index_of, line, memory

KNOWN = [
    line("Likes green tea", talk="C1", days=3, attribute="preference:tea"),
    line("Where was the picnic?", talk="C1", days=2),
    line("Omar: by the old lighthouse", talk="C1", days=2),
    memory("Lives in 東京 🎸", talk="C2"),
]
QUERIES = [asking("tea"), asking("picnic"), asking("東京"), asking("lighthuose"), asking(attributes=("preference",))]


def found(index: MemoryIndex) -> list[list[tuple[str, float]]]:
    return [
        [(hit.memory.id, round(hit.relevance, 6)) for hit in index.search(query, visible=everyone, limit=10)]
        for query in QUERIES
    ]


def test_an_index_read_back_finds_the_same(tmp_path: Path) -> None:
    index = index_of(KNOWN)
    index.put(memory("Gone", id="GONE"))
    index.drop("GONE")

    save(index, tmp_path / "T1")

    assert found(restore(tmp_path / "T1", KNOWN)) == found(index) == found(index_of(KNOWN))


def test_what_changed_meanwhile_is_noticed(tmp_path: Path) -> None:
    save(index_of(KNOWN), tmp_path / "T1")
    now = [
        replace(KNOWN[0], text="Likes black tea"),
        replace(KNOWN[1], created_at=KNOWN[3].created_at),
        replace(KNOWN[3], status=Status.FORGOTTEN),
        line("Drinks tea at the picnic", talk="C1", days=1.99),
    ]

    restored = restore(tmp_path / "T1", now)

    assert len(restored) == len(now)
    assert found(restored) == found(index_of(now))


def test_a_restored_index_can_be_changed(tmp_path: Path) -> None:
    save(index_of(KNOWN), tmp_path / "T1")
    more = line("The picnic was fun", talk="C1", days=2.01)

    restored = restore(tmp_path / "T1", KNOWN)
    restored.put(more)
    restored.drop(KNOWN[0].id)

    assert found(restored) == found(index_of([*KNOWN[1:], more]))


@given(st.lists(st.booleans(), min_size=4, max_size=4))
def test_what_is_gone_is_not_found(tmp_path_factory: pytest.TempPathFactory, stays: list[bool]) -> None:
    path = tmp_path_factory.mktemp("index") / "T1"
    save(index_of(KNOWN), path)
    left = [each for each, stay in zip(KNOWN, stays, strict=True) if stay]

    assert found(restore(path, left)) == found(index_of(left))


@pytest.mark.parametrize("content", [None, b"", b"PK\x03\x04 no zip", b"nothing of ours"])
def test_without_a_good_snapshot_it_is_built_anew(tmp_path: Path, content: bytes | None) -> None:
    if content is not None:
        (tmp_path / "T1").write_bytes(content)

    assert found(restore(tmp_path / "T1", KNOWN)) == found(index_of(KNOWN))


def test_a_snapshot_of_another_version_is_built_anew(tmp_path: Path) -> None:
    with (tmp_path / "T1").open("wb") as file:
        np.savez(file, version=np.array([0, 0]))

    assert found(restore(tmp_path / "T1", KNOWN)) == found(index_of(KNOWN))


def test_an_empty_index_can_be_saved(tmp_path: Path) -> None:
    save(MemoryIndex(), tmp_path / "T1")

    assert len(restore(tmp_path / "T1", [])) == 0
    assert len(restore(tmp_path / "T1", KNOWN)) == len(KNOWN)


def test_a_refused_write_leaves_the_old_one_and_no_litter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save(index_of(KNOWN), tmp_path / "T1")

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("memory.index.snapshot.np.savez", full)
    with pytest.raises(OSError, match="No space"):
        save(index_of(KNOWN[:1]), tmp_path / "T1")

    assert [path.name for path in tmp_path.iterdir()] == ["T1"]
    assert len(restore(tmp_path / "T1", KNOWN)) == len(KNOWN)


def test_a_snapshot_holds_no_text(tmp_path: Path) -> None:
    one: Memory = memory("The secret lighthouse keeper")
    save(index_of([one]), tmp_path / "T1")

    assert b"secret lighthouse" not in (tmp_path / "T1").read_bytes()
