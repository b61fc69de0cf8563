"""Capturing through the book: conflicts, order, idempotence, what may not be learned again. On every store."""

from datetime import datetime
from pathlib import Path

import pytest

from memory.book import Book, BookSettings
from memory.errors import InvalidValueError
from memory.records import Kind, Operation, Origin, Source, Status
from tests.memory.making import ANA, BO, add, asking, day, ended, note, said_on, say, texts
from tests.memory.stores import STORES


def test_a_statement_is_kept(book: Book) -> None:
    (change,) = say(book, 1, add("Lives in Lisbon", "location", "Lisbon", kind=Kind.PROFILE))

    assert change.operation is Operation.INSERT
    assert change.memory == book.get(ANA, change.memory.id)
    assert (change.memory.created_at, change.memory.source) == (day(1), said_on(1))
    assert texts(book) == ["Lives in Lisbon"]


def test_a_newer_value_supersedes_and_names_the_older(book: Book) -> None:
    (first,) = say(book, 1, add("Lives in Lisbon", "location", "Lisbon"))

    (second,) = say(book, 2, add("Lives in Porto", "location", "Porto"))

    assert second.operation is Operation.SUPERSEDE
    assert second.memory.supersedes == first.memory.id
    assert second.previous is not None
    assert second.previous.text == "Lives in Lisbon"
    assert texts(book) == ["Lives in Porto"]
    assert texts(book, Status.SUPERSEDED) == ["Lives in Lisbon"]
    assert [[each.text for each in chain] for chain in book.history(ANA)] == [["Lives in Lisbon", "Lives in Porto"]]


def test_the_later_message_wins_whichever_arrives_first(book: Book) -> None:
    say(book, 3, add("Lives in Porto", "location", "Porto"))

    (late,) = say(book, 1, add("Lives in Lisbon", "location", "Lisbon"))

    assert (late.operation, late.memory.status) == (Operation.INSERT, Status.SUPERSEDED)
    assert texts(book) == ["Lives in Porto"]
    assert [[each.text for each in chain] for chain in book.history(ANA)] == [["Lives in Lisbon", "Lives in Porto"]]


def test_a_message_from_the_middle_joins_the_lineage(book: Book) -> None:
    say(book, 1, add("Lives in Rome", "location", "Rome"))
    say(book, 5, add("Lives in Porto", "location", "Porto"))

    say(book, 3, add("Lives in Oslo", "location", "Oslo"))

    assert [[each.text for each in chain] for chain in book.history(ANA)] == [
        ["Lives in Rome", "Lives in Oslo", "Lives in Porto"]
    ]
    assert [each.text for each in book.memories(ANA, as_of=day(4))] == ["Lives in Oslo"]


def test_what_replaced_another_at_the_same_time_comes_behind_it(book: Book) -> None:
    cities = ["Rome", "Oslo", "Porto", "Lisbon", "Turin", "Bergen"]
    for number, city in enumerate(cities):
        source = Source("C1", f"{number}.000001")
        statement = add(f"Lives in {city}", "location", city)
        book.apply(ANA, [statement], source=source, origin=Origin.DM, at=day(3), actor=ANA.user_id)
        say(book, number + 4, add(f"Likes {city}"))  # ids of one time need not follow each other

    (chain,) = (chain for chain in book.history(ANA) if len(chain) > 1)

    assert [each.text for each in chain] == [f"Lives in {city}" for city in cities]


def test_saying_it_again_refreshes_and_adds_nothing(book: Book) -> None:
    say(book, 1, add("Likes tea", "preference:tea", "tea"))

    (again,) = say(book, 4, add("Loves tea", "preference:tea", "tea", confidence=0.97))

    assert (again.operation, again.refreshed) == (Operation.PATCH, True)
    assert (again.memory.text, again.memory.confidence, again.memory.confirmed_at) == ("Likes tea", 0.97, day(4))
    assert texts(book) == ["Likes tea"]


def test_one_message_is_captured_once(book: Book) -> None:
    statement = add("Lives in Lisbon", "location", "Lisbon")
    say(book, 1, statement)

    for again in (statement, add("Is based in Lisbon", "location", "Lisbon")):
        (change,) = say(book, 1, again)
        assert (change.memory.text, change.refreshed) == ("Lives in Lisbon", True)

    assert texts(book, None) == ["Lives in Lisbon"]
    assert len(list(book.audit())) == 1


def test_a_replay_after_a_change_changes_nothing(book: Book) -> None:
    say(book, 1, add("Lives in Lisbon", "location", "Lisbon"))
    say(book, 2, add("Loves Lisbon"), add("Lives in Porto", "location", "Porto"))
    before = book.memories(ANA, status=None)

    assert say(book, 1, add("Lives in Lisbon", "location", "Lisbon")) == []
    again = say(book, 2, add("Loves Lisbon"), add("Lives in Porto", "location", "Porto"))

    assert all(change.refreshed for change in again)
    assert book.memories(ANA, status=None) == before


def test_two_people_have_two_memories(book: Book) -> None:
    say(book, 1, add("Likes tea"))
    say(book, 2, add("Likes tea"), person=BO)

    assert texts(book) == texts(book, person=BO) == ["Likes tea"]
    assert book.memories(ANA)[0].id != book.memories(BO)[0].id
    assert book.people("T1") == [ANA, BO]
    assert book.teams() == ["T1"]


def test_statements_of_one_message_keep_their_order(book: Book) -> None:
    names = ["Name is Dana", "Lives in Porto", "Works at Acme", "Likes tea"]

    say(book, 1, *[add(name) for name in names])

    assert texts(book) == names


def test_within_one_message_the_last_word_counts(book: Book) -> None:
    say(book, 1, add("Lives in Lisbon", "location", "Lisbon"), add("Lives in Porto", "location", "Porto"))

    assert texts(book) == ["Lives in Porto"]


def test_an_uncertain_statement_is_not_kept(book: Book) -> None:
    assert say(book, 1, add("Might like tea", confidence=0.69)) == []
    assert texts(book, None) == []


def test_invisible_text_is_not_kept(book: Book) -> None:
    assert say(book, 1, add("\u200b\n")) == []


def test_long_text_is_truncated_not_refused(tmp_path: Path) -> None:
    with STORES["markdown"](tmp_path / "home", BookSettings(max_record_chars=40)) as book:
        (change,) = say(book, 1, add("A" * 100))

        assert change.memory.text == "A" * 28 + " [truncated]"
        assert texts(book) == [change.memory.text]


def test_an_ending_invalidates(book: Book) -> None:
    say(book, 1, add("Works at Acme", "employer", "Acme"))

    (change,) = say(book, 2, ended("Works at Acme", "employer", "Acme"))

    assert (change.operation, change.memory.status) == (Operation.INVALIDATE, Status.INVALIDATED)
    assert change.memory.ended_at == day(2)
    assert texts(book) == []


def test_an_ending_of_nothing_changes_nothing(book: Book) -> None:
    say(book, 1, add("Works at Acme", "employer", "Acme"))

    assert say(book, 2, ended("Works at Globex", "employer", "Globex")) == []
    assert say(book, 0.5, ended("Works at Acme", "employer", "Acme")) == []
    assert texts(book) == ["Works at Acme"]


def test_a_change_of_a_single_value_is_one_change(book: Book) -> None:
    say(book, 1, add("Uses vim", "editor", "vim"))

    changes = say(book, 2, add("Uses Helix", "editor", "Helix"), ended("Uses vim", "editor", "vim"))

    assert [(change.operation, change.memory.text) for change in changes] == [(Operation.SUPERSEDE, "Uses Helix")]


@pytest.mark.parametrize("attribute", ["preference:drinks", None], ids=["a topic", "no attribute"])
def test_one_thing_instead_of_another_replaces_just_that(book: Book, attribute: str | None) -> None:
    say(book, 1, add("Drinks tea at work", attribute, "tea"), add("Drinks water at night", attribute, "water"))

    changes = say(book, 2, add("Drinks coffee at work", attribute, "coffee"), ended("Drinks tea", attribute, "tea"))

    assert [(change.operation, change.memory.text) for change in changes] == [
        (Operation.SUPERSEDE, "Drinks coffee at work")
    ]
    assert texts(book) == ["Drinks water at night", "Drinks coffee at work"]


def test_a_replayed_repetition_is_told_but_not_repeated(book: Book) -> None:
    say(book, 1, add("Likes tea"))
    say(book, 2, add("Loves tea"))

    (change,) = say(book, 2, add("Loves tea"))

    assert (change.memory.text, change.refreshed) == ("Likes tea", True)
    assert len(list(book.audit())) == 2


@pytest.mark.parametrize(
    ("listed", "gone", "left"),
    [
        ("French and Wolof", "French", "Speaks Wolof"),
        ("French, Wolof and German", "wolof", "Speaks French and German"),
        ("French, Wolof, Dutch and German", "Dutch", "Speaks French, Wolof and German"),
        ("French and Wolof", "French and Wolof", None),
        ("French", "French", None),
    ],
)
def test_what_ends_of_a_list_leaves_the_rest(book: Book, listed: str, gone: str, left: str | None) -> None:
    (old,) = say(book, 1, add(f"Speaks {listed}", "language", listed))

    say(book, 2, ended(f"Speaks {gone}", "language", gone))

    assert texts(book) == ([left] if left else [])
    if left:
        assert book.memories(ANA)[0].supersedes == old.memory.id
        assert book.undo(ANA, at=day(3), actor="UANA")
        assert texts(book) == [f"Speaks {listed}"]


def test_what_is_left_of_a_list_stays_where_it_was_learned(book: Book) -> None:
    (old,) = say(book, 1, add("Speaks French and Wolof", "language", "French and Wolof"))

    say(book, 2, ended("Speaks French", "language", "French"), channel_id="C2")

    (memory,) = book.memories(ANA)
    assert (memory.text, memory.source) == ("Speaks Wolof", old.memory.source)


def test_opposite_polarity_replaces_just_that_object(book: Book) -> None:
    say(book, 1, add("Likes tea", "preference:tea", "tea"), add("Likes ramen", "preference:ramen", "ramen"))

    say(book, 2, add("Dislikes tea", "preference:tea", "tea", against=True))

    assert texts(book) == ["Likes ramen", "Dislikes tea"]


def test_a_forgotten_memory_is_not_learned_again_from_old_messages(book: Book) -> None:
    say(book, 1, add("The deploy key is in 1Password"))
    book.forget_all(ANA, at=day(5), actor="UANA")

    retry = say(book, 1, add("The deploy key is in 1Password"))
    older = say(book, 4, add("the deploy key is in 1password!"))
    imported = book.remember(ANA, "The deploy key is in 1Password", origin=Origin.IMPORT, at=day(3), actor="import")

    assert retry == older == []
    assert imported.operation is Operation.FORGET_SOFT
    assert texts(book) == []


def test_a_forgotten_memory_said_anew_is_learned(book: Book) -> None:
    say(book, 1, add("The deploy key is in 1Password"))
    book.forget_all(ANA, at=day(5), actor="UANA")

    say(book, 6, add("The deploy key is in 1Password"))

    assert texts(book) == ["The deploy key is in 1Password"]


def test_a_forgotten_memory_is_not_learned_from_a_retry_with_a_later_clock(book: Book) -> None:
    say(book, 1, add("Likes tea"))
    book.forget_all(ANA, at=day(1), actor="UANA")

    changes = book.apply(ANA, [add("Likes tea")], source=said_on(1), origin=Origin.DM, at=day(2), actor="UANA")

    assert changes == []


def test_an_edit_back_to_the_old_words_is_learned(book: Book) -> None:
    (change,) = say(book, 1, add("Likes tea"))
    book.invalidate(ANA, change.memory.id, at=day(2), actor="UANA", reason="message edited")

    book.apply(ANA, [add("Likes tea")], source=said_on(1), origin=Origin.DM, at=day(3), actor="UANA")

    assert texts(book) == ["Likes tea"]


def test_remembering_is_certain_enough_whatever_the_confidence(book: Book) -> None:
    change = book.remember(ANA, "Likes tea", confidence=0.3, origin=Origin.DM, at=day(1), actor="UANA")

    assert change.memory.confidence == 0.3
    assert texts(book) == ["Likes tea"]


def test_remembering_what_is_known_refreshes_it(book: Book) -> None:
    first = note(book, 1, "Likes tea")

    change = book.remember(ANA, "Loves tea", origin=Origin.DM, at=day(2), actor="UANA")

    assert (change.memory.id, change.refreshed) == (first.id, True)


def test_remembering_from_one_message_twice_is_once(book: Book) -> None:
    for _ in range(2):
        change = book.remember(ANA, "Likes tea", source=said_on(1), origin=Origin.DM, at=day(1), actor="UANA")

    assert (change.operation, change.refreshed) == (Operation.PATCH, True)
    assert texts(book) == ["Likes tea"]


def test_an_import_keeps_its_ids_even_of_likes(book: Book) -> None:
    note(book, 1, "Thanks a lot", memory_id="first")
    note(book, 2, "Thanks a lot", memory_id="second")

    again = book.remember(ANA, "Thanks a lot", origin=Origin.IMPORT, at=day(2), actor="import", memory_id="second")

    assert again.refreshed
    assert [memory.id for memory in book.memories(ANA)] == ["first", "second"]


def test_an_import_resolves_conflicts_by_attribute(book: Book) -> None:
    for number, city in ((3, "Porto"), (1, "Lisbon"), (2, "Lisbon")):
        book.remember(
            ANA,
            f"Lives in {city}",
            attribute="location",
            value=city,
            origin=Origin.IMPORT,
            at=day(number),
            actor="import",
            memory_id=f"import-{number}",
        )

    assert texts(book) == ["Lives in Porto"]
    assert len(book.memories(ANA, status=None)) == 3


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ({"text": "\u200b"}, "Give some words"),
        ({"confidence": 1.5}, "from 0.0 to 1.0"),
        ({"memory_id": "a\nb"}, "printable"),
        ({"memory_id": "taken"}, "Another memory has this id"),
        ({"at": datetime(2026, 3, 1)}, "time zone"),  # noqa: DTZ001 - the point of the case
        ({"source": Source("C/1", "1.5")}, "channel"),
        ({"source": Source("C1", "1.5\n")}, "channel"),
    ],
)
def test_what_cannot_be_kept_is_refused_in_words(book: Book, arguments: dict[str, object], problem: str) -> None:
    note(book, 1, "Other words", memory_id="taken")
    given: dict[str, object] = {"text": "Likes tea", "origin": Origin.DM, "at": day(1), "actor": "UANA"}

    with pytest.raises(InvalidValueError, match=problem):
        book.remember(ANA, **(given | arguments))  # type: ignore[arg-type]  # wrong values are the point

    assert texts(book, None) == ["Other words"]


def test_a_batch_is_kept_as_a_whole(book: Book) -> None:
    with book.batch(ANA):
        note(book, 1, "Likes tea")
        note(book, 2, "Has a dog")

    assert texts(book) == ["Likes tea", "Has a dog"]
    assert [line.target for line in book.audit()] == [memory.id for memory in book.memories(ANA)]


def test_a_batch_that_fails_is_not_kept(book: Book) -> None:
    note(book, 1, "Likes tea")

    with pytest.raises(RuntimeError), book.batch(ANA):
        note(book, 2, "Has a dog")
        raise RuntimeError

    assert texts(book) == ["Likes tea"]
    assert len(list(book.audit())) == 1
    assert book.recall(asking("dog"), reader=ANA, visible=lambda _: True) == []
