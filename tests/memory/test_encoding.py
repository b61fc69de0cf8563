"""With an encoder, memories are found by their meaning; vectors follow the log, in the background and on the disk."""

import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar

import numpy as np
import pytest

from memory.book import Book, open_book
from memory.encoding import EncoderModelError, Encoding, MissingEncoderError
from memory.encoding.kept import key_of
from memory.encoding.transformers import SentenceTransformer
from memory.errors import StoreError
from memory.records import Memory, Origin
from memory.stores.in_memory import InMemoryStore
from tests.memory.encoders import FakeEncoder
from tests.memory.making import ANA, BO, asking, day, note

TEAM = ANA.team_id


@pytest.fixture
def encoder() -> FakeEncoder:
    return FakeEncoder()


@pytest.fixture
def book(home: Path, encoder: FakeEncoder) -> Iterator[Book]:
    """A book on a folder that encodes."""
    with open_book(home, now=lambda: day(31), encoder=encoder) as opened:
        yield opened


def ask(book: Book, words: str, **more: Any) -> list[str]:
    found = book.recall(asking(words), reader=ANA, visible=lambda memory: memory.subject == ANA, **more)
    return [item.memory.text for item in found]


def until(condition: Callable[[], object]) -> None:
    """Wait for something another thread does."""
    end = time.monotonic() + 10
    while not condition():
        assert time.monotonic() < end
        threading.Event().wait(0.005)


def kept(book: Book) -> list[Path]:
    return sorted((book.home / "index" / "recall").glob("*.vectors"))


def is_kept(book: Book, text: str) -> bool:
    return any(key_of(text) in path.read_bytes() for path in kept(book))


def test_what_shares_no_word_with_the_question_is_found_by_its_meaning(book: Book) -> None:
    note(book, 1, "Pescatarian")
    note(book, 2, "Plays chess on Sundays")
    book.finish_encoding(TEAM)

    [item] = book.recall(asking("steak"), reader=ANA, visible=lambda _: True)

    assert item.memory.text == "Pescatarian"
    assert item.parts["meaning"] > 0.5 and item.parts["relevance"] == 0.0
    assert "means something near" in item.reasons


def test_what_means_nothing_near_stays_unsaid(book: Book) -> None:
    note(book, 1, "Pescatarian")
    note(book, 2, "Plays chess on Sundays")
    book.finish_encoding(TEAM)

    assert ask(book, "volcano") == []


def test_a_word_in_common_does_not_keep_meaning_from_answering(book: Book) -> None:
    note(book, 1, "Dinner is pescatarian")
    book.finish_encoding(TEAM)

    assert ask(book, "steak dinner") == ["Dinner is pescatarian"]


def test_meaning_knows_no_numbers(book: Book) -> None:
    note(book, 1, "Dinner is pescatarian")
    book.finish_encoding(TEAM)

    assert ask(book, "steak 17") == []


def test_the_more_the_words_cover_the_less_the_meaning_counts(book: Book) -> None:
    note(book, 1, "Pescatarian")
    for drawer in range(3):
        note(book, 2, f"The steak knives are in drawer {drawer}", memory_id=f"M{drawer}")
    book.finish_encoding(TEAM)

    def meaning_of(words: str) -> float:
        found = book.recall(asking(words), reader=ANA, visible=lambda _: True, limit=9, threshold=0.0)
        return next(item.parts["meaning"] for item in found if item.memory.text == "Pescatarian")

    assert meaning_of("steak knives drawer") < meaning_of("meat knives") < meaning_of("meat")


def test_a_memory_that_may_not_be_seen_takes_no_place(book: Book) -> None:
    for number in range(40):
        note(book, 1, f"Vegetarian since {1960 + number}", person=BO)
    note(book, 2, "Pescatarian")
    book.finish_encoding(TEAM)

    assert ask(book, "steak", limit=1, threshold=0.0) == ["Pescatarian"]


def test_memories_are_encoded_in_the_background_as_they_are_captured(book: Book, encoder: FakeEncoder) -> None:
    note(book, 1, "Plays chess on Sundays")
    assert ask(book, "steak") == []

    note(book, 2, "Pescatarian")

    until(lambda: "Pescatarian" in encoder.encoded)
    until(lambda: ask(book, "steak") == ["Pescatarian"])


def test_words_are_searched_while_the_model_is_being_loaded(book: Book, encoder: FakeEncoder) -> None:
    encoder.may_go_on.clear()
    note(book, 1, "Plays chess on Sundays")

    assert ask(book, "chess") == ["Plays chess on Sundays"]

    encoder.may_go_on.set()


def test_a_question_is_encoded_once(book: Book, encoder: FakeEncoder) -> None:
    note(book, 1, "Pescatarian")
    book.finish_encoding(TEAM)

    for _ in range(5):
        ask(book, "steak")
    for number in range(100):
        ask(book, f"steak {number}")

    assert encoder.encoded.count("steak") == 1
    assert len(book._searching._encoding._questions) <= 64  # type: ignore[union-attr]


def test_small_talk_is_not_encoded(book: Book, encoder: FakeEncoder) -> None:
    from memory.records import Query

    note(book, 1, "Pescatarian")
    book.finish_encoding(TEAM)

    book.recall(Query("hello there", small_talk=True), reader=ANA, visible=lambda _: True)

    assert "hello there" not in encoder.encoded


def test_nothing_is_encoded_again_after_a_restart(book: Book, encoder: FakeEncoder) -> None:
    note(book, 1, "Pescatarian")
    book.finish_encoding(TEAM)
    book.close()
    again = FakeEncoder()

    with open_book(book.home, now=lambda: day(31), encoder=again) as opened:
        opened.finish_encoding(TEAM)

        assert ask(opened, "steak") == ["Pescatarian"]
        assert "Pescatarian" not in again.encoded


def test_what_another_process_encoded_is_taken_over(book: Book, encoder: FakeEncoder) -> None:
    note(book, 1, "Pescatarian")
    book.finish_encoding(TEAM)
    ours = FakeEncoder()
    with open_book(book.home, now=lambda: day(31), encoder=ours) as other:
        other.finish_encoding(TEAM)
        note(book, 2, "Moves to Kyoto")
        book.finish_encoding(TEAM)

        other.finish_encoding(TEAM)

        assert ask(other, "tokyo") == ["Moves to Kyoto"]
        assert "Moves to Kyoto" not in ours.encoded


def test_a_vector_follows_its_text(book: Book) -> None:
    memory = note(book, 1, "Pescatarian")
    book.finish_encoding(TEAM)

    book.patch(ANA, memory.id, "Learns the violin", at=day(2), actor="ana")
    book.finish_encoding(TEAM)

    assert ask(book, "steak") == []
    assert ask(book, "guitar") == ["Learns the violin"]


def test_what_is_forgotten_is_not_found_and_not_encoded(book: Book, encoder: FakeEncoder) -> None:
    first = note(book, 1, "Pescatarian")
    book.finish_encoding(TEAM)
    book.forget_ids(ANA, [first.id], at=day(2), actor="ana")
    second = note(book, 3, "Learns the violin")
    book.forget_ids(ANA, [second.id], at=day(4), actor="ana")

    book.undo(ANA, ids=[second.id], at=day(5), actor="ana")
    book.finish_encoding(TEAM)

    assert ask(book, "steak") == []
    assert ask(book, "guitar") == []


def test_a_memory_that_holds_again_is_encoded(home: Path) -> None:
    encoder = FakeEncoder()
    with open_book(home, now=lambda: day(31)) as book:
        old = note(book, 1, "Learns the violin")
        book.invalidate(ANA, old.id, at=day(2), actor="ana", reason="over")
    with open_book(home, now=lambda: day(31), encoder=encoder) as book:
        book.finish_encoding(TEAM)
        assert "Learns the violin" not in encoder.encoded

        book.undo(ANA, ids=[old.id], at=day(3), actor="ana")
        book.finish_encoding(TEAM)

        assert ask(book, "guitar") == ["Learns the violin"]


def test_an_erasure_leaves_no_vector_on_the_disk_and_keeps_the_others(book: Book, encoder: FakeEncoder) -> None:
    gone = note(book, 1, "Pescatarian")
    note(book, 2, "Moves to Kyoto", person=BO)
    book.finish_encoding(TEAM)
    assert is_kept(book, "Pescatarian")

    book.forget_ids(ANA, [gone.id], at=day(3), actor="ana", hard=True)
    book.finish_encoding(TEAM)

    assert not is_kept(book, "Pescatarian")
    assert is_kept(book, "Moves to Kyoto")
    assert encoder.encoded.count("Moves to Kyoto") == 1


def test_an_erasure_by_another_process_is_not_undone(book: Book, encoder: FakeEncoder) -> None:
    gone = note(book, 1, "Pescatarian")
    stays = note(book, 2, "Plays chess on Sundays")
    book.finish_encoding(TEAM)
    book.close()
    with open_book(book.home, now=lambda: day(31)) as other:
        other.forget_ids(ANA, [gone.id], at=day(3), actor="ana", hard=True)

    book._searching._encoding._write_anew(book._searching._encoding._teams[TEAM])  # type: ignore[union-attr]  # as its thread may do before the news are read

    assert is_kept(book, stays.text)
    assert not is_kept(book, "Pescatarian")


def test_a_person_who_was_erased_meanwhile_gets_no_folder_again(book: Book) -> None:
    note(book, 1, "Pescatarian")
    note(book, 1, "Moves to Kyoto", person=BO)
    book.finish_encoding(TEAM)
    book.close()
    with open_book(book.home, now=lambda: day(31)) as other:
        other.erase_person(ANA, at=day(3), actor="admin")

    encoding = book._searching._encoding
    assert encoding is not None
    encoding._write_anew(encoding._teams[TEAM])

    assert not any(path.is_dir() for path in book.home.glob(f"teams/{TEAM}/people/{ANA.user_id}/*"))
    assert not is_kept(book, "Pescatarian")
    assert is_kept(book, "Moves to Kyoto")


def test_the_vectors_of_another_encoder_are_dropped(book: Book) -> None:
    note(book, 1, "Pescatarian")
    book.finish_encoding(TEAM)
    book.close()
    [before] = kept(book)

    with open_book(book.home, now=lambda: day(31), encoder=FakeEncoder("other", 64)) as opened:
        opened.finish_encoding(TEAM)

        assert ask(opened, "steak") == ["Pescatarian"]
        assert len(kept(opened)) == 1
        assert not before.exists()


def test_a_torn_file_is_made_anew(book: Book) -> None:
    note(book, 1, "Pescatarian")
    book.finish_encoding(TEAM)
    book.close()
    [path] = kept(book)
    path.write_bytes(path.read_bytes()[:-5])
    again = FakeEncoder()

    with open_book(book.home, now=lambda: day(31), encoder=again) as opened:
        opened.finish_encoding(TEAM)

        assert "Pescatarian" in again.encoded
        assert ask(opened, "steak") == ["Pescatarian"]


def test_progress_is_told(book: Book) -> None:
    for number in range(3):
        note(book, 1, f"Plays chess with {number}")
    told: list[tuple[int, int]] = []

    book.close()
    book.finish_encoding(TEAM, lambda done, of: told.append((done, of)))

    assert told in ([(3, 3)], [])  # the thread may have been faster


def test_a_book_without_an_encoder_has_nothing_to_finish(on_disk: Book) -> None:
    note(on_disk, 1, "Pescatarian")

    on_disk.finish_encoding(TEAM)

    assert kept(on_disk) == []


def test_a_book_that_keeps_nothing_on_the_disk_encodes_too(home: Path, encoder: FakeEncoder) -> None:
    with Book(InMemoryStore(), home, now=lambda: day(31), encoder=encoder) as book:
        note(book, 1, "Pescatarian")
        book.finish_encoding(TEAM)

        assert ask(book, "steak") == ["Pescatarian"]


class _Broken(FakeEncoder):
    def encode(self, texts: Any) -> Any:
        raise EncoderModelError("model", "no weights")


def test_a_model_that_cannot_be_loaded_leaves_the_words(home: Path, caplog: pytest.LogCaptureFixture) -> None:
    with open_book(home, now=lambda: day(31), encoder=_Broken()) as book:
        note(book, 1, "Plays chess on Sundays")

        assert ask(book, "chess") == ["Plays chess on Sundays"]
        until(lambda: "searched by their words alone" in caplog.text)
        with pytest.raises(EncoderModelError, match=r"'model' cannot be loaded: no weights"):
            book.finish_encoding(TEAM)


def test_a_disk_that_refuses_is_told(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise StoreError(book.home, "the disk is full", "Make room.")

    monkeypatch.setattr("memory.encoding.kept.KeptVectors.append", refuse)
    note(book, 1, "Pescatarian")

    with pytest.raises(StoreError, match="disk is full"):
        book.finish_encoding(TEAM)


def test_somebody_who_waits_does_not_wait_for_small_batches(
    book: Book, encoder: FakeEncoder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("memory.encoding.worker.BATCH", 1)
    with book.batch(ANA):
        for number in range(40):
            note(book, 1, f"Plays chess with {number}")
    ask(book, "chess")

    book.finish_encoding(TEAM)

    assert sum(text.startswith("Plays chess with") for text in encoder.encoded) == 40


# -- the adapter -----------------------------------------------------------------------------------------------------


class _Model:
    made: ClassVar[list["_Model"]] = []

    def __init__(self, name: str, device: str) -> None:
        if name == "broken":
            raise OSError("no such model\nmore")
        self.asked: list[list[str]] = []
        self.made.append(self)

    def encode(self, texts: list[str], **options: object) -> Any:
        assert options["normalize_embeddings"]
        self.asked.append(texts)
        return np.ones((len(texts), 4), dtype=np.float64) / 2


@pytest.fixture
def library(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Stands in for sentence-transformers."""
    from importlib.machinery import ModuleSpec

    module = ModuleType("sentence_transformers")
    module.__spec__ = ModuleSpec("sentence_transformers", None)
    module.SentenceTransformer = _Model  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "sentence_transformers", module)
    return module


def test_the_adapter_loads_its_model_when_it_is_first_used(library: ModuleType) -> None:
    encoder = SentenceTransformer("some/model")
    made_before = len(_Model.made)

    vectors = encoder.encode(["one", "x" * 5_000])

    assert len(_Model.made) == made_before + 1
    assert vectors.shape == (2, 4) and vectors.dtype == np.float32
    assert [len(text) for text in _Model.made[-1].asked[0]] == [3, 2_000]
    assert encoder.name == "some/model"


def test_a_folder_with_other_files_is_another_encoder(library: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "weights").write_bytes(b"1")
    before = SentenceTransformer(str(tmp_path)).name

    (tmp_path / "weights").write_bytes(b"22")

    assert SentenceTransformer(str(tmp_path)).name != before


def test_a_folder_that_is_not_there_is_refused_at_once(library: ModuleType) -> None:
    with pytest.raises(EncoderModelError, match=r"'./missing' cannot be loaded: there is no such folder"):
        SentenceTransformer("./missing")


def test_a_model_that_the_library_refuses_is_told_in_one_line(library: ModuleType) -> None:
    with pytest.raises(EncoderModelError, match=r"cannot be loaded: OSError: no such model. Give"):
        SentenceTransformer("broken").encode(["one"])


def test_without_the_extra_the_message_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("memory.encoding.transformers.find_spec", lambda name: None)

    with pytest.raises(MissingEncoderError, match=r"pip install 'memory-bot\[encoder\]'"):
        SentenceTransformer("some/model")


def test_a_memory_whose_log_says_otherwise_is_left_out(home: Path, encoder: FakeEncoder) -> None:
    with open_book(home, now=lambda: day(31)) as book:
        memory = note(book, 1, "Pescatarian")
        encoding = Encoding(book.store, encoder, folder="recall")
        index = book._searching.index(ANA)
        other = Memory(memory.id, ANA, memory.kind, "Vegetarian", 0.9, day(1), Origin.DM)
        index.put(other)
        encoding.follow(TEAM, index)

        encoding.finish()
        encoding.stop()

        assert index.unencoded == set()
        assert index.with_vectors() == []
        assert not is_kept(book, "Vegetarian")
