"""Where and of whom the bot takes notes: the table of cases, and the file."""

from pathlib import Path

import pytest

from bot.audience import Place, PlaceKind
from bot.policy import FILE, Notes, Policies, Policy
from memory.errors import StoreError
from memory.records import Kind

DM, PUBLIC, PRIVATE = (Place(kind, "C1") for kind in (PlaceKind.DM, PlaceKind.PUBLIC, PlaceKind.PRIVATE))
NONE, DENIED, LISTENS = Policy(), Policy(denied=frozenset({"C1"})), Policy(listening=frozenset({"C1"}))
ONLY_THIS, ONLY_ANOTHER = Policy(allowed=frozenset({"C1"})), Policy(allowed=frozenset({"C2"}))
WITH_OUTSIDERS = Policy(outsiders=True)


@pytest.mark.parametrize(
    ("policy", "place", "outsider", "overheard", "notes"),
    [
        (NONE, DM, False, False, Notes.ALL),
        (NONE, PUBLIC, False, False, Notes.ALL),
        (NONE, PRIVATE, False, False, Notes.ALL),
        (NONE, PUBLIC, False, True, Notes.NOTHING),
        (NONE, DM, True, False, Notes.ASKED),
        (NONE, PUBLIC, True, False, Notes.ASKED),
        (WITH_OUTSIDERS, PUBLIC, True, False, Notes.ALL),
        (DENIED, PUBLIC, False, False, Notes.NOTHING),
        (DENIED, PRIVATE, False, False, Notes.NOTHING),
        (DENIED, DM, False, False, Notes.ALL),
        (ONLY_THIS, PUBLIC, False, False, Notes.ALL),
        (ONLY_ANOTHER, PUBLIC, False, False, Notes.NOTHING),
        (ONLY_ANOTHER, DM, False, False, Notes.ALL),
        (LISTENS, PUBLIC, False, True, Notes.ALL),
        (LISTENS, PRIVATE, False, True, Notes.ALL),
        (LISTENS, PUBLIC, True, True, Notes.NOTHING),
        (Policy(listening=frozenset({"C1"}), outsiders=True), PUBLIC, True, True, Notes.ALL),
        (Policy(listening=frozenset({"C1"}), denied=frozenset({"C1"})), PUBLIC, False, True, Notes.NOTHING),
        (Policy(listening=frozenset({"C1"}), allowed=frozenset({"C2"})), PUBLIC, False, False, Notes.ALL),
    ],
)
def test_what_may_be_noted(policy: Policy, place: Place, outsider: bool, overheard: bool, notes: Notes) -> None:
    assert policy.notes(place, outsider=outsider, overheard=overheard) is notes


def test_a_channel_is_one_thing_at_a_time() -> None:
    policy = NONE.with_channel("C1", "deny").with_channel("C1", "listen").with_channel("C2", "allow")

    assert policy == Policy(listening=frozenset({"C1"}), allowed=frozenset({"C2"}))
    assert policy.with_channel("C1", "default").with_channel("C2", "default") == NONE


def test_a_choice_counts_for_every_process_and_after_a_restart(tmp_path: Path) -> None:
    ours, theirs = Policies(tmp_path), Policies(tmp_path)
    assert theirs.of("T1") == NONE

    ours.change("T1", lambda policy: policy.with_channel("C1", "deny"))
    theirs.change("T2", lambda policy: Policy(outsiders=True, retention={Kind.EVENT: 30}))

    for each in (ours, theirs, Policies(tmp_path)):
        assert each.of("T1") == DENIED
        assert each.of("T2") == Policy(outsiders=True, retention={Kind.EVENT: 30})


def test_a_file_that_cannot_be_read_opens_nothing(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text('{"T1": {"denied": 7}}')

    with pytest.raises(StoreError, match="not the policy of workspaces in JSON"):
        Policies(tmp_path).of("T1")


def test_without_a_home_choices_live_in_memory() -> None:
    policies = Policies()

    policies.change("T1", lambda policy: policy.with_channel("C1", "deny"))

    assert policies.of("T1") == DENIED
