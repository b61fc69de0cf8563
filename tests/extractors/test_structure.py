"""Plain statements are told by how they are built, whatever their words; what passes or is said of others is not."""

from datetime import UTC, date, datetime

import pytest

from extractors.message import Message, clean
from extractors.pipeline import Extractor
from extractors.statements.rulebook import read_clause
from memory.records import Candidate, Kind
from tests.extractors.conftest import Read

SENT = datetime(2026, 3, 2, 9, 15, tzinfo=UTC)


def rules(extractor: Extractor, text: str) -> list[tuple[str, Kind | None]]:
    """Return what the rules read in each clause of a message to the bot, before the judge."""
    message = Message(text=text, sent_at=SENT, surface="dm")
    return [
        (found.rule, found.kind)
        for told in extractor.untaken(message, clean(text))[0]
        for found in read_clause(told.clause, to_bot=True)
    ]


def captured(extractor: Extractor, text: str) -> list[Candidate]:
    return extractor.extract(Message(text=text, sent_at=SENT, surface="dm"))


@pytest.mark.parametrize(
    ("text", "rule", "kind"),
    [
        ("my son Anders plays for the Hornets", "relation", Kind.FACT),
        ("my studio mate Bruna does the drawings", "kin-does", Kind.FACT),
        ("my daughter Linde started school this week", "kin-does", Kind.FACT),
        ("my patch is Yorkshire and the Humber", "own-is", Kind.FACT),
        ("spare keys for the linen room hang behind the fire blanket", "kept-place", Kind.REFERENCE),
        ("the induction pack lives on the P drive under Welcome", "kept-place", Kind.REFERENCE),
        ("committee meeting is set for 2 July", "day-of", Kind.EVENT),
        ("polars over pandas, every day of the week", "over", Kind.PREFERENCE),
        ("fridays are for clay", "times-for", Kind.PREFERENCE),
        ("celery makes my throat itch", "disagrees", Kind.PREFERENCE),
        ("they put me in Overhead Lines", "put-me-on", Kind.PROFILE),
        ("I work on cold shock proteins in a moss", "works-on", Kind.PROJECT),
        ("we must not spend the heritage money on signage", "house-must", Kind.FACT),
        ("drivers can not run more than 11 hours", "things-must", Kind.FACT),
        ("I am not eating pork", "not-eating", Kind.PREFERENCE),
        ("im at extension 2107 these days", "extension", Kind.PROFILE),
        ("freelance designer, type mostly, some packaging", "role-fragment", Kind.PROFILE),
        ("when you show me code, skip the imports", "when-you", Kind.FEEDBACK),
        ("skip the imports when you show me code", "no-more", Kind.FEEDBACK),
        ("Give me the English title first, then the original.", "put-first", Kind.FEEDBACK),
        ("keep it to one line", "keep-it", Kind.FEEDBACK),
        ("fix my commas without asking", "unasked", Kind.FEEDBACK),
        ("I would rather you cited the statute first", "rather-you", Kind.FEEDBACK),
    ],
)
def test_a_statement_is_read_by_its_build(extractor: Extractor, text: str, rule: str, kind: Kind) -> None:
    assert (rule, kind) in rules(extractor, text)


@pytest.mark.parametrize(
    "text",
    [
        "my guess is a bad cable",
        "my train is late again",
        "my laptop is on fire",
        "my dog sits in on all the calls",
        "Kezia is in the kitchen",
        "the review is in 20 minutes",
        "game over",
        "they put me on hold",
        "the ticket is in the wrong column today",
        "I work on it tomorrow",
        "it is called off",
        "the lead person, again",
    ],
)
def test_what_passes_or_is_at_hand_is_not(extractor: Extractor, text: str) -> None:
    built = {"kin-does", "own-is", "kept-place", "is-in-place", "day-of", "over", "put-me-on", "works-on", "called"}

    assert not built & {rule for rule, _ in rules(extractor, text)}


def test_a_day_that_is_named_right_after_is_resolved(extractor: Extractor) -> None:
    [found] = captured(extractor, "deadline for the Sargsyan novel is September 30")

    assert found.dated == date(2026, 9, 30)


def test_a_friday_is_any_friday(extractor: Extractor) -> None:
    [found] = captured(extractor, "we never deploy on a Friday")

    assert found.dated is None
    assert "Friday" in found.text


def test_what_it_is_called_goes_on_from_the_clause_before(extractor: Extractor) -> None:
    found = captured(extractor, "I'm building a marketplace for lab equipment, it's called Beakr")

    assert "Marketplace is called Beakr" in [one.text for one in found]


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Zim for everything, always", "Uses Zim for everything"),
        ("OpenBSD on all my machines", "Uses OpenBSD on all their machines"),
        ("Moved to the tooling team in spring", "Moved to the tooling team in spring"),
        ("I'm no longer the fire warden here", "Is the fire warden here"),
        ("kind of an early bird", "Is an early bird"),
        ("Felt-tips only over here", "Uses Felt-tips only"),
        ("properly vegan since Christmas", "Is vegan since Christmas"),
        ("hi! I'm Ottokar, one of the plumbers at the depot", "Is one of the plumbers at the depot"),
        ("Maren here, I run the loans desk as of today", "Runs the loans desk"),
        ("I'm the PM for Project Heron", "Is the PM for Project Heron"),
        ("I'd like shorter answers", "Wants shorter answers"),
        ("Haiku on every machine I own", "Uses Haiku on every machine they own"),
        ("seeing as I don't eat pork, what else is there?", "Doesn't eat pork"),
        ("I'm fully vegan since June, sorry to the cooks", "Is fully vegan since June"),
        ("I work 3 days a week, never on Mondays", "Works 3 days a week, never on Mondays"),
    ],
)
def test_more_ways_to_say_what_one_is_and_uses(read: Read, text: str, kept: str) -> None:
    assert kept in [candidate.text for candidate in read(text)]


@pytest.mark.parametrize(
    "text",
    [
        "in a better world I have a boat and a vineyard",
        "my half of it is a blank page",
        "I've stopped chasing them",
        "two-page summary of the call please, by noon",
        "ask Halima about the invoice",
        "Petra owns the ledger service",
        "I have voted Liberal since 1990",
        "signed up with the union yesterday",
        "no adverbs in this flyer please",
        "I'd like a shorter summary of this",
        "the department is in the red again",
    ],
)
def test_more_of_what_passes_is_left(read: Read, text: str) -> None:
    assert read(text) == []
