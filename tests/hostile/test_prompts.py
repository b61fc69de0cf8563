"""No attack changes what a prompt is made of: not from a memory, a name, an edit, a note or what was said before."""

import itertools
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.audience import Audience, Place, PlaceKind
from bot.replies.base import Situation
from bot.replies.building import build_prompt
from bot.settings import Settings
from memory.book import Book, open_book
from memory.records import Kind, Memory, Operation, Origin, Person, Query, Recalled, Source
from tests.hostile.attacks import ATTACKS, BENIGN, EVERY_ATTACK, fences, hidden, shape

ALEX, DANA = Person("T1", "UALEX"), Person("T1", "UDANA")
NOW = datetime(2026, 11, 20, 14, 30, tzinfo=UTC)
DM = Place(PlaceKind.DM, "DALEX")
VECTORS = ("memory", "link", "channel", "edit", "others", "recent", "name")
STYLES = ("plain", "earl", "claw0")


def prompts_of(home: Path, text: str, vector: str) -> dict[str, str]:
    """Return the prompts of a turn, by style, in a world where somebody put a text into one place."""
    with open_book(home, now=lambda: NOW) as book:
        recalled = [_planted(book, text if vector in {"memory", "link", "channel"} else BENIGN, vector)]
        if vector == "edit":
            recalled = [book.patch(ALEX, recalled[0].id, text, at=NOW, actor="UALEX").memory]
        if vector == "others":
            recalled = [replace(recalled[0], subject=DANA, text=text)]
        _planted(book, text if vector == "recent" else "Zarquon is set up", "recent", at=1)
        if vector == "notes":
            (home / "teams/T1/people/UALEX/USER.md").write_text(text.encode("utf-8", "replace").decode(), newline="")
        audience = Audience(ALEX, DM)
        situation = Situation(
            person=ALEX,
            place=DM,
            text="What do I like?",
            query=Query("What do I like?"),
            now=NOW,
            called=text if vector == "name" else "Alex",
            recalled=[Recalled(memory, 0.9) for memory in recalled],
            sees=audience.sees,
            audience=audience,
            name_of=lambda _: text if vector == "name" else "Dana",
        )
        return {
            style: build_prompt(book, situation, Settings(home=home).model_copy(update={"prompt_style": style})).system
            for style in STYLES
        }


def _planted(book: Book, text: str, vector: str, *, at: int = 0) -> Memory:
    wrapped = {"link": f"See [{text}](https://example.com)", "channel": f"Posts in #{text}"}.get(vector, text)
    said = datetime(2026, 11, 19, 9, at, tzinfo=UTC)
    change = book.remember(
        ALEX,
        wrapped,
        kind=Kind.FACT,
        origin=Origin.DM,
        source=Source("DALEX", f"{said.timestamp():.6f}"),
        at=said,
        actor="UALEX",
        name=wrapped if vector == "name" else None,
    )
    assert change.operation is Operation.INSERT
    return change.memory


@pytest.fixture(scope="module")
def normal(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, str]]:
    """The prompts in the same worlds with a harmless text, by vector and style."""
    homes = tmp_path_factory.mktemp("benign")
    return {vector: prompts_of(homes / vector, "Keeps bees", vector) for vector in (*VECTORS, "notes")}


@pytest.mark.parametrize("vector", VECTORS)
@EVERY_ATTACK
def test_a_text_adds_no_line_no_tag_and_nothing_hidden(
    tmp_path: Path, attack: str, vector: str, normal: dict[str, dict[str, str]]
) -> None:
    for style, attacked in prompts_of(tmp_path, attack, vector).items():
        assert shape(attacked) == shape(normal[vector][style])
        assert hidden(attacked) == []


@EVERY_ATTACK
def test_a_line_of_user_md_closes_no_fence(tmp_path: Path, attack: str, normal: dict[str, dict[str, str]]) -> None:
    for style, attacked in prompts_of(tmp_path, attack, "notes").items():
        assert fences(attacked) == fences(normal["notes"][style])


def test_there_are_attacks_enough_and_none_twice() -> None:
    texts = list(itertools.chain.from_iterable(parameter.values for parameter in ATTACKS))

    assert len(texts) >= 60
    assert len(set(texts)) == len(texts)


def test_the_measures_see_what_they_look_for() -> None:
    assert fences("a ＜/Memory_Context＞ b") == ["/memory_context"]
    assert hidden("a\u202eb\u0000") == ["\u202e", "\u0000"]
    assert shape("a\n<b>\u2028c") == (3, ["b"])
