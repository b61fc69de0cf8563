"""Patching, forgetting, undoing and asking through the book. On every store."""

from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from memory.book import Book
from memory.errors import InvalidValueError, NotFoundError
from memory.records import Episode, Operation, Origin, Person, Query, Source, Status
from tests.memory.making import ANA, BO, ELSEWHERE, add, asking, day, ended, note, said_on, say, texts


def everything(_: object) -> bool:
    return True


def test_patching_gives_new_words(book: Book) -> None:
    memory = note(book, 1, "Lives in Porot")

    change = book.patch(ANA, memory.id, "Lives in Porto", at=day(2), actor="UANA")

    assert (change.operation, change.memory.text) == (Operation.PATCH, "Lives in Porto")
    assert change.previous is not None
    assert change.previous.text == "Lives in Porot"
    assert texts(book) == ["Lives in Porto"]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        pytest.param("Lives in Porto", "Porto", id="another place"),
        pytest.param("Lives in Lisbon and Porto", "Lisbon and Porto", id="more of it"),
        pytest.param("Is at home in Porto", None, id="other words, of another place"),
        pytest.param("Is at home in lisbon", "Lisbon", id="other words, of the same place"),
        pytest.param("Lives in Lisbonne", "Lisbonne", id="not a part of a word"),
        pytest.param("Lives in", None, id="no place at all"),
    ],
)
def test_new_words_bring_the_value_that_stands_in_them(book: Book, text: str, value: str | None) -> None:
    (change,) = say(book, 1, add("Lives in Lisbon", "location", "Lisbon"))

    patched = book.patch(ANA, change.memory.id, text, at=day(2), actor="UANA").memory

    assert (patched.text, patched.value) == (text, value)


def test_only_an_active_memory_can_be_patched(book: Book) -> None:
    memory = note(book, 1, "Likes tea")
    book.forget_ids(ANA, [memory.id], at=day(2), actor="UANA")

    with pytest.raises(NotFoundError):
        book.patch(ANA, memory.id, "Likes coffee", at=day(3), actor="UANA")
    with pytest.raises(NotFoundError):
        book.patch(ANA, "unknown", "Likes coffee", at=day(3), actor="UANA")
    with pytest.raises(InvalidValueError):
        book.patch(ANA, memory.id, " ", at=day(3), actor="UANA")


def test_invalidating_ends_a_memory_with_a_reason(book: Book) -> None:
    memory = note(book, 1, "Likes tea")

    change = book.invalidate(ANA, memory.id, at=day(2), actor="UANA", reason="message deleted")
    again = book.invalidate(ANA, memory.id, at=day(3), actor="UANA", reason="message deleted")

    assert change.memory.status is Status.INVALIDATED
    assert again.memory.ended_at == day(2)
    assert [line.note for line in book.audit(operation=Operation.INVALIDATE)] == ["message deleted"]
    with pytest.raises(NotFoundError):
        book.invalidate(ANA, "unknown", at=day(2), actor="UANA", reason="")


def test_forgetting_hides_and_tells_what_it_hid(book: Book) -> None:
    note(book, 1, "The deploy key is in 1Password")
    note(book, 2, "The deploy is on Friday")

    (change,) = book.forget(ANA, asking("deploy key"), at=day(3), actor="UANA")

    assert (change.operation, change.memory.text) == (Operation.FORGET_SOFT, "The deploy key is in 1Password")
    assert texts(book) == ["The deploy is on Friday"]
    assert book.recall(asking("deploy key 1Password"), reader=ANA, visible=everything, limit=9) == [] or all(
        item.memory.text == "The deploy is on Friday"
        for item in book.recall(asking("deploy key"), reader=ANA, visible=everything, limit=9)
    )


@pytest.mark.parametrize("query", [Query(""), asking("submarine"), asking("deploy submarine")])
def test_what_matches_nothing_forgets_nothing(book: Book, query: Query) -> None:
    note(book, 1, "The deploy key is in 1Password")

    assert book.forget(ANA, query, at=day(3), actor="UANA") == []
    assert len(texts(book)) == 1


def test_forgetting_by_attribute_takes_the_lineage(book: Book) -> None:
    say(book, 1, add("Lives in Lisbon", "location", "Lisbon"))
    say(book, 2, add("Lives in Porto", "location", "Porto"), add("Likes tea"))

    changes = book.forget(ANA, Query("where I live", attributes=("location",)), at=day(3), actor="UANA")

    assert [change.memory.text for change in changes] == ["Lives in Porto", "Lives in Lisbon"]
    assert texts(book) == ["Likes tea"]


def test_a_dry_run_forgets_nothing(book: Book) -> None:
    note(book, 1, "Likes tea")

    planned = book.forget(ANA, asking("tea"), at=day(3), actor="UANA", dry_run=True, hard=True)

    assert [(change.operation, change.memory.text) for change in planned] == [(Operation.FORGET_HARD, "Likes tea")]
    assert texts(book) == ["Likes tea"]


def test_what_may_not_be_seen_is_not_forgotten(book: Book) -> None:
    note(book, 1, "Likes tea")

    assert book.forget(ANA, asking("tea"), at=day(3), actor="UANA", visible=lambda _: False) == []


def test_one_person_forgets_only_what_is_theirs(book: Book) -> None:
    note(book, 1, "Likes tea")
    note(book, 1, "Likes tea", person=BO)

    book.forget(BO, asking("tea"), at=day(3), actor="UBO")

    assert (texts(book), texts(book, person=BO)) == (["Likes tea"], [])


def test_unknown_and_forgotten_ids_are_skipped(book: Book) -> None:
    memory = note(book, 1, "Likes tea")

    assert book.forget_ids(ANA, [], at=day(2), actor="UANA") == []
    assert len(book.forget_ids(ANA, ["unknown", memory.id, memory.id], at=day(2), actor="UANA")) == 1
    assert book.forget_ids(ANA, [memory.id], at=day(2), actor="UANA") == []


def test_forgetting_everything_takes_history_along(book: Book) -> None:
    say(book, 1, add("Lives in Lisbon", "location", "Lisbon"))
    say(book, 2, add("Lives in Porto", "location", "Porto"))

    changes = book.forget_all(ANA, at=day(3), actor="UANA")

    assert {change.memory.status for change in changes} == {Status.FORGOTTEN}
    assert texts(book, Status.SUPERSEDED) == texts(book) == []


def test_a_hard_forget_removes_the_memory_for_good(book: Book) -> None:
    note(book, 1, "Has a dog")
    memory = note(book, 2, "Likes tea")
    book.forget_ids(ANA, [memory.id], at=day(3), actor="UANA")

    (change,) = book.forget(ANA, asking("tea"), at=day(4), actor="UANA", hard=True)

    assert change.operation is Operation.FORGET_HARD
    assert change.removed
    assert texts(book, None) == ["Has a dog"]
    with pytest.raises(NotFoundError):
        book.get(ANA, memory.id)
    assert book.remember(ANA, "Likes tea", origin=Origin.IMPORT, at=day(2), actor="import").memory.status is (
        Status.FORGOTTEN
    )
    assert book.forget_ids(ANA, ["unknown"], at=day(4), actor="UANA", hard=True) == []


def test_erasing_the_newer_value_does_not_bring_back_the_older(book: Book) -> None:
    say(book, 1, add("Lives in Lisbon", "location", "Lisbon"))
    (now,) = say(book, 2, add("Lives in Porto", "location", "Porto"))

    book.forget_ids(ANA, [now.memory.id], at=day(3), actor="UANA", hard=True)

    assert texts(book) == []


def test_undo_takes_back_the_last_message_and_restores_what_it_replaced(book: Book) -> None:
    say(book, 1, add("Lives in Lisbon", "location", "Lisbon"))
    say(book, 2, add("Lives in Porto", "location", "Porto"), add("Likes tea"))

    changes = book.undo(ANA, at=day(3), actor="UANA")

    assert [(change.operation, change.memory.text, change.memory.status) for change in changes] == [
        (Operation.FORGET_SOFT, "Lives in Porto", Status.FORGOTTEN),
        (Operation.FORGET_SOFT, "Likes tea", Status.FORGOTTEN),
        (Operation.PATCH, "Lives in Lisbon", Status.ACTIVE),
    ]
    assert texts(book) == ["Lives in Lisbon"]
    assert book.undo(ANA, at=day(4), actor="UANA") == []


def test_undo_brings_back_what_was_ended(book: Book) -> None:
    say(book, 1, add("Works at Acme", "employer", "Acme"))
    say(book, 2, ended("Works at Acme", "employer", "Acme"))

    (change,) = book.undo(ANA, at=day(3), actor="UANA")

    assert (change.operation, change.memory.status) == (Operation.PATCH, Status.ACTIVE)
    assert texts(book) == ["Works at Acme"]


def test_undo_of_saying_it_again_leaves_the_memory(book: Book) -> None:
    say(book, 1, add("Likes tea"))
    say(book, 2, add("Loves tea"))

    (change,) = book.undo(ANA, at=day(3), actor="UANA")

    assert (change.refreshed, change.memory.confirmed_at) == (True, None)
    assert texts(book) == ["Likes tea"]


def test_undo_by_id_takes_back_just_that(book: Book) -> None:
    (lisbon,) = say(book, 1, add("Lives in Lisbon", "location", "Lisbon"))
    (porto,) = say(book, 2, add("Lives in Porto", "location", "Porto"))
    say(book, 3, add("Likes tea"))

    book.undo(ANA, at=day(4), actor="UANA", ids=[porto.memory.id, "unknown"])

    assert texts(book) == ["Lives in Lisbon", "Likes tea"]
    assert book.get(ANA, lisbon.memory.id).replaced_by is None
    assert book.undo(ANA, at=day(5), actor="UANA", ids=[porto.memory.id]) == []


def test_undo_by_id_of_an_ended_memory_takes_back_its_ending(book: Book) -> None:
    (acme,) = say(book, 1, add("Works at Acme", "employer", "Acme"))
    say(book, 2, ended("Works at Acme", "employer", "Acme"))

    book.undo(ANA, at=day(3), actor="UANA", ids=[acme.memory.id])

    assert texts(book) == ["Works at Acme"]


def test_undo_in_the_middle_of_a_lineage_joins_its_ends(book: Book) -> None:
    say(book, 1, add("Lives in Rome", "location", "Rome"))
    (oslo,) = say(book, 2, add("Lives in Oslo", "location", "Oslo"))
    say(book, 3, add("Lives in Porto", "location", "Porto"))

    book.undo(ANA, at=day(4), actor="UANA", ids=[oslo.memory.id])

    assert texts(book) == ["Lives in Porto"]


def test_what_was_taken_back_is_not_learned_again_from_a_retry(book: Book) -> None:
    say(book, 1, add("Likes tea"))
    book.undo(ANA, at=day(2), actor="UANA")

    assert say(book, 1, add("Likes tea")) == []
    assert texts(book) == []


def test_undo_right_after_forgetting_brings_back_just_that(book: Book) -> None:
    say(book, 1, add("Lives in Lisbon", "location", "Lisbon"))
    say(book, 2, add("Lives in Porto", "location", "Porto"), add("Likes tea"))
    book.forget(ANA, asking("", "location"), at=day(3), actor="UANA")

    changes = book.undo(ANA, at=day(4), actor="UANA")

    assert [(c.operation, c.previous and c.previous.status, c.memory.status, c.memory.text) for c in changes] == [
        (Operation.PATCH, Status.FORGOTTEN, Status.SUPERSEDED, "Lives in Lisbon"),
        (Operation.PATCH, Status.FORGOTTEN, Status.ACTIVE, "Lives in Porto"),
    ]
    assert texts(book) == ["Lives in Porto", "Likes tea"]
    assert [memory.text for memory in book.history(ANA)[0]] == ["Lives in Lisbon", "Lives in Porto"]
    assert [(line.operation, line.note) for line in book.audit(person=ANA, since=day(3))] == [
        (Operation.FORGET_SOFT, ""),
        (Operation.FORGET_SOFT, ""),
        (Operation.PATCH, "undo"),
        (Operation.PATCH, "undo"),
    ]
    assert book.undo(ANA, at=day(5), actor="UANA") == []


def test_what_one_message_kept_and_forgot_is_taken_back_together(book: Book) -> None:
    say(book, 1, add("Likes tea"))
    book.forget(ANA, asking("tea"), at=day(2), actor="UANA")
    say(book, 2, add("Has a dog"))

    book.undo(ANA, at=day(3), actor="UANA")

    assert texts(book) == ["Likes tea"]


def test_what_was_said_since_the_forgetting_is_taken_back_alone(book: Book) -> None:
    say(book, 1, add("Likes tea"))
    book.forget(ANA, asking("tea"), at=day(2), actor="UANA")
    say(book, 3, add("Has a dog"))

    book.undo(ANA, at=day(4), actor="UANA")

    assert texts(book) == []


def test_what_is_brought_back_takes_its_place_among_what_came_meanwhile(book: Book) -> None:
    """A message that was sent before the forgetting and arrives after it."""
    say(book, 1, add("Lives in Lisbon", "location", "Lisbon"))
    book.forget(ANA, asking("Lisbon"), at=day(3), actor="UANA")
    say(book, 2, add("Lives in Porto", "location", "Porto"))

    book.undo(ANA, at=day(4), actor="UANA")

    assert texts(book) == ["Lives in Porto"]
    assert texts(book, Status.SUPERSEDED) == ["Lives in Lisbon"]


def test_the_newer_one_brought_back_replaces_what_came_meanwhile(book: Book) -> None:
    say(book, 2, add("Lives in Porto", "location", "Porto"))
    book.forget(ANA, asking("Porto"), at=day(3), actor="UANA")
    say(book, 1, add("Lives in Lisbon", "location", "Lisbon"))

    book.undo(ANA, at=day(4), actor="UANA")

    assert texts(book) == ["Lives in Porto"]
    assert texts(book, Status.SUPERSEDED) == ["Lives in Lisbon"]


def test_what_was_brought_back_may_be_told_by_an_import_again(book: Book) -> None:
    (tea,) = say(book, 2, add("Likes tea"))
    book.forget_ids(ANA, [tea.memory.id], at=day(3), actor="UANA")
    book.undo(ANA, at=day(4), actor="UANA")
    book.invalidate(ANA, tea.memory.id, at=day(5), actor="UANA", reason="wrong")

    change = book.remember(ANA, "Likes tea", origin=Origin.IMPORT, at=day(1), actor="import")

    assert change.operation is Operation.IMPORT


@pytest.mark.parametrize("final", ["everything", "hard"])
def test_undo_does_not_bring_back_what_was_forgotten_for_good(book: Book, final: str) -> None:
    say(book, 1, add("Likes tea"))
    (dog,) = say(book, 2, add("Has a dog"))
    if final == "hard":
        book.forget_ids(ANA, [dog.memory.id], at=day(3), actor="UANA", hard=True)
        book.forget(ANA, asking("tea"), at=day(2.5), actor="UANA")
    else:
        book.forget_all(ANA, at=day(3), actor="UANA")

    book.undo(ANA, at=day(4), actor="UANA")

    assert texts(book) == (["Likes tea"] if final == "hard" else [])


def test_memories_are_told_as_of_a_time(book: Book) -> None:
    say(book, 1, add("Lives in Lisbon", "location", "Lisbon"))
    say(book, 5, add("Lives in Porto", "location", "Porto"))
    note(book, 3, "Likes tea")
    book.forget(ANA, asking("tea"), at=day(6), actor="UANA")

    assert [memory.text for memory in book.memories(ANA, as_of=day(4))] == ["Lives in Lisbon"]
    assert [memory.text for memory in book.memories(ANA, as_of=day(5))] == ["Lives in Porto"]
    assert book.memories(ANA, as_of=day(0)) == []


def test_history_shows_the_lineages_that_match(book: Book) -> None:
    say(book, 1, add("Lives in Lisbon", "location", "Lisbon"))
    say(book, 2, add("Lives in Porto", "location", "Porto"))
    note(book, 1, "Likes tea")

    found = book.history(ANA, asking("Lisbon"))

    assert [[memory.text for memory in chain] for chain in found] == [["Lives in Lisbon", "Lives in Porto"]]
    assert book.history(BO) == []


def test_nobody_has_nothing(book: Book) -> None:
    assert book.memories(BO) == []
    assert book.history(BO) == []
    assert book.undo(BO, at=day(1), actor="UBO") == []
    assert book.forget_all(BO, at=day(1), actor="UBO") == []
    assert book.recall(asking("tea"), reader=BO, visible=everything) == []
    assert book.episodes(BO, limit=5) == []
    with pytest.raises(NotFoundError):
        book.get(BO, "unknown")


def test_recall_finds_what_may_be_seen_in_the_workspace(book: Book) -> None:
    note(book, 1, "The staging database is called walrus")
    note(book, 2, "The staging database is called narwhal", person=BO)
    note(book, 3, "The staging database is called beluga", person=ELSEWHERE)

    found = book.recall(asking("staging database"), reader=ANA, visible=everything, now=day(4))
    own = book.recall(asking("staging database"), reader=ANA, visible=lambda memory: memory.subject == ANA, now=day(4))

    assert {item.memory.text.split()[-1] for item in found} == {"walrus", "narwhal"}
    assert [item.memory.text.split()[-1] for item in own] == ["walrus"]


def test_a_memory_of_anyone_in_the_workspace_is_found_by_its_id(book: Book) -> None:
    own, colleagues = note(book, 1, "Tea"), note(book, 2, "Coffee", person=BO)
    elsewhere = note(book, 3, "Cocoa", person=ELSEWHERE)
    book.forget_ids(BO, [colleagues.id], at=day(4), actor="UBO")

    found = [book.find(ANA, each) for each in (own.id, colleagues.id, elsewhere.id, "unknown")]

    assert [memory and memory.status for memory in found] == [Status.ACTIVE, Status.FORGOTTEN, None, None]
    book.forget_ids(BO, [colleagues.id], at=day(5), actor="UBO", hard=True)
    assert book.find(ANA, colleagues.id) is None


def test_recall_keeps_up_with_every_change(book: Book) -> None:
    memory = note(book, 1, "The staging database is called walrus")

    def found() -> list[str]:
        return [item.memory.text for item in book.recall(asking("staging database"), reader=ANA, visible=everything)]

    assert found() == ["The staging database is called walrus"]
    book.patch(ANA, memory.id, "The staging database is called narwhal", at=day(2), actor="UANA")
    assert found() == ["The staging database is called narwhal"]
    book.forget_ids(ANA, [memory.id], at=day(3), actor="UANA", hard=True)
    assert found() == []


def test_recall_is_bounded(book: Book) -> None:
    for number in range(10):
        note(book, number + 1, f"Server number {number} is in rack {number * 7} of building {number * 3}")

    bounded = book.recall(asking("server rack"), reader=ANA, visible=everything)
    more = book.recall(asking("server rack"), reader=ANA, visible=everything, limit=8)

    assert len(bounded) <= 6
    assert len(more) == 8


def test_what_is_less_certain_than_the_bar_is_not_recalled(book: Book) -> None:
    book.remember(ANA, "Likes tea", confidence=0.5, origin=Origin.DM, at=day(1), actor="UANA")

    assert book.recall(asking("tea"), reader=ANA, visible=everything) == []


def test_the_audit_keeps_which_message_asked_for_what_even_after_a_hard_forget(book: Book) -> None:
    say(book, 1, add("Likes tea"))
    book.forget(ANA, asking("tea"), at=day(2), actor="UANA", source=said_on(2))
    book.undo(ANA, at=day(3), actor="UANA", source=said_on(3))
    book.forget(ANA, asking("tea"), at=day(4), actor="cli", hard=True)

    assert [(line.operation, line.source) for line in book.audit(person=ANA)] == [
        (Operation.INSERT, f"C1/{said_on(1).ts}"),
        (Operation.FORGET_SOFT, f"C1/{said_on(2).ts}"),
        (Operation.PATCH, f"C1/{said_on(3).ts}"),
        (Operation.FORGET_HARD, ""),
    ]


def test_a_time_without_a_zone_is_refused(book: Book) -> None:
    naive = datetime(2026, 3, 1)  # noqa: DTZ001 - the point of the case

    with pytest.raises(InvalidValueError, match="time zone"):
        book.memories(ANA, as_of=naive)
    with pytest.raises(InvalidValueError, match="time zone"):
        book.audit(since=naive)
    with pytest.raises(InvalidValueError, match="time zone"):
        book.recall(asking("tea"), reader=ANA, visible=everything, now=naive)


def test_pausing_is_kept_and_audited(book: Book) -> None:
    assert not book.is_paused(ANA)

    book.pause(ANA, at=day(1), actor="UANA")
    assert (book.is_paused(ANA), book.is_paused(BO)) == (True, False)

    book.resume(ANA, at=day(2), actor="UANA")
    assert not book.is_paused(ANA)
    assert [line.note for line in book.audit(person=ANA)] == ["paused", "resumed"]


def episode(number: float, text: str, *captured: str) -> Episode:
    ts = f"{day(number).timestamp():.6f}"
    return Episode(
        at=day(number), channel_id="C1", ts=ts, text=text, reply="Noted.", origin=Origin.DM, captured=captured
    )


def test_turns_are_kept_newest_first(book: Book) -> None:
    for number in (1, 2, 2.1, 3):
        book.write_episode(ANA, episode(number, f"said on {number}"))
    book.write_episode(BO, episode(4, "said by another"))

    assert [each.text for each in book.episodes(ANA, limit=3)] == ["said on 3", "said on 2.1", "said on 2"]
    assert book.episodes(ANA, limit=1)[0].person == ANA


def test_the_turn_of_one_message_goes_alone(book: Book) -> None:
    said = [episode(number, f"said on {number}") for number in (1, 2)]
    for each in said:
        book.write_episode(ANA, each)
        book.write_episode(BO, each)
    elsewhere = Source("C2", said[0].ts)

    assert [book.drop_turn(ANA, source) for source in (elsewhere, Source("C1", said[0].ts))] == [0, 1]
    assert book.drop_turn(ANA, Source("C1", said[0].ts)) == 0
    assert [each.text for each in book.episodes(ANA, limit=9)] == ["said on 2"]
    assert [each.text for each in book.episodes(BO, limit=9)] == ["said on 2", "said on 1"]


def test_the_turns_of_a_conversation_are_everyones(book: Book) -> None:
    book.write_episode(ANA, episode(1, "by Ana"))
    book.write_episode(BO, episode(2, "by Bo"))
    book.write_episode(BO, replace(episode(3, "about C1 elsewhere"), channel_id="C2"))

    assert [each.text for each in book.episodes_in(ANA.team_id, "C1", limit=5)] == ["by Bo", "by Ana"]
    assert [each.text for each in book.episodes_in(ANA.team_id, "C1", limit=1)] == ["by Bo"]
    assert book.episodes_in("T9", "C1", limit=5) == []


def test_old_turns_go_when_their_time_is_over(book: Book) -> None:
    old = day(31) - timedelta(days=366)
    book.write_episode(ANA, Episode(at=old, channel_id="C1", ts="1.5", text="old", reply="", origin=Origin.DM))
    book.write_episode(ANA, episode(1, "new"))

    assert book.drop_old_episodes(dry_run=True) == 1
    assert len(book.episodes(ANA, limit=9)) == 2
    assert book.drop_old_episodes() == 1
    assert [each.text for each in book.episodes(ANA, limit=9)] == ["new"]


def test_a_hard_forget_takes_the_turns_along(book: Book) -> None:
    memory = note(book, 1, "Likes tea")
    book.write_episode(ANA, episode(1, "I love a hot cuppa", memory.id))
    book.write_episode(ANA, episode(2, "My spouse says she likes tea too"))
    book.write_episode(ANA, episode(3, "Hello"))
    book.write_episode(ANA, replace(episode(3.5, "Its model had a cuppa in mind"), given=(memory.id,)))

    book.forget_ids(ANA, [memory.id], at=day(4), actor="UANA", hard=True)

    assert [each.text for each in book.episodes(ANA, limit=9)] == ["Hello"]


def test_every_operation_leaves_a_line_without_words(book: Book) -> None:
    say(book, 1, add("Lives in Lisbon", "location", "Lisbon"))
    (porto,) = say(book, 2, add("Lives in Porto", "location", "Porto"))
    book.patch(ANA, porto.memory.id, "Lives in Porto, Portugal", at=day(3), actor="UADMIN")
    book.forget_ids(ANA, [porto.memory.id], at=day(4), actor="UANA")

    lines = list(book.audit(team_id="T1"))

    assert [line.operation.value for line in lines] == ["insert", "insert", "supersede", "patch", "forget_soft"]
    assert lines[3].actor == "UADMIN"
    assert "Porto" not in str(lines)
    assert len(list(book.audit(since=day(2), until=day(4)))) == 3
    assert list(book.audit(person=BO)) == list(book.audit(team_id="T2")) == []


def test_erasing_a_person_leaves_nothing_but_the_fact(book: Book) -> None:
    note(book, 1, "Likes tea")
    note(book, 1, "Likes coffee", person=BO)
    book.write_episode(ANA, episode(1, "I like tea"))
    assert book.recall(asking("tea"), reader=ANA, visible=everything)

    assert book.erase_person(ANA, at=day(2), actor="UADMIN")

    assert texts(book, None) == []
    assert book.episodes(ANA, limit=9) == []
    assert book.recall(asking("tea"), reader=ANA, visible=everything) == []
    assert texts(book, person=BO) == ["Likes coffee"]
    assert [line.operation for line in book.audit(person=ANA)][-1] is Operation.ERASE_PERSON


def test_everything_held_about_a_person_can_be_taken_along(book: Book) -> None:
    say(book, 1, add("Lives in Porto", "location", "Porto"))
    book.write_episode(ANA, episode(1, "I live in Porto"))

    everything_held = book.export(ANA)

    assert [memory["text"] for memory in everything_held["memories"]] == ["Lives in Porto"]  # type: ignore[attr-defined]  # plain values
    assert {"team", "user", "paused", "notes", "episodes", "audit"} <= everything_held.keys()


def found_turns(book: Book, words: str, person: Person = ANA) -> list[str]:
    return [turn.text for turn in book.find_turns(person, words, limit=9)]


def test_turns_are_found_by_what_was_said_newest_first(book: Book) -> None:
    for number, text in enumerate(("we may try kayaks", "hello", "Kayaking again, maybe?"), 1):
        book.write_episode(ANA, episode(number, text))
    book.write_episode(BO, episode(4, "kayaks for all"))

    assert found_turns(book, "kayak") == ["Kayaking again, maybe?", "we may try kayaks"]
    assert found_turns(book, "kayaks maybe") == ["Kayaking again, maybe?"]
    assert found_turns(book, "kayak tent") == found_turns(book, "?!") == []
    assert found_turns(book, "kayak", BO) == ["kayaks for all"]
    assert book.find_turns(ANA, "kayak", limit=0) == []


def test_a_turn_that_tells_what_was_forgotten_or_reworded_since_is_not_found(book: Book) -> None:
    tea, dog = note(book, 1, "Likes tea"), note(book, 1, "Has a dog")
    book.write_episode(ANA, episode(1, "I like tea a lot", tea.id))
    book.write_episode(ANA, episode(2, "tea and my dog", dog.id))
    book.write_episode(ANA, episode(3, "so I do like tea"))
    assert len(found_turns(book, "tea")) == 3

    book.patch(ANA, dog.id, "Has a cat", at=day(4), actor="UANA")
    assert found_turns(book, "tea") == ["so I do like tea", "I like tea a lot"]
    book.forget_ids(ANA, [tea.id], at=day(5), actor="UANA")
    assert found_turns(book, "tea") == []
    book.undo(ANA, at=day(6), actor="UANA")
    assert found_turns(book, "tea") == ["so I do like tea", "I like tea a lot"]


def test_a_turn_of_a_memory_that_is_gone_or_of_nobody_is_not_shown(book: Book) -> None:
    book.write_episode(ANA, episode(1, "I like tea", "M-gone"))

    assert found_turns(book, "tea") == []
    assert not book.may_be_shown(episode(1, "I like tea"))
