"""No pattern can be made to try for ever: none repeats, without end, what may be read in more than one way."""

import importlib
import pkgutil
import re
from collections.abc import Iterator
from re import _constants as ops  # type: ignore[attr-defined]  # the only way to a pattern's structure
from re import _parser  # type: ignore[attr-defined]
from typing import Any

import pytest

import bot
import extractors
import memory
from extractors.matching.late_patterns import LatePattern
from extractors.other_languages.language_tables import FOLDER
from extractors.syntax.chatter import PATTERNS

TABLES = sorted([*PATTERNS.glob("*.toml"), *FOLDER.glob("*.toml")])
GROUP_WITHOUT_END = re.compile(r"(?<!\\)\)[*+](?!\+)")
MANY = (ops.MAX_REPEAT, ops.MIN_REPEAT)
NESTED = (*MANY, ops.POSSESSIVE_REPEAT)


@pytest.mark.parametrize("table", TABLES, ids=lambda path: path.stem)
def test_no_table_repeats_a_group_without_end(table: Any) -> None:
    written = table.read_text(encoding="utf-8")

    assert [line for line in written.splitlines() if GROUP_WITHOUT_END.search(line)] == []


def modules() -> Iterator[Any]:
    for package in (extractors, memory, bot):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if ".training" not in module.name and not module.name.endswith("__main__"):
                yield importlib.import_module(module.name)


def patterns() -> dict[str, re.Pattern[str]]:
    """The patterns of all modules by where they stand."""
    return {
        f"{module.__name__}.{name}": pattern
        for module in modules()
        for name, given in vars(module).items()
        for value in (given if isinstance(given, tuple) else (given,))
        for pattern in (value.compiled if isinstance(value, LatePattern) else value,)
        if isinstance(pattern, re.Pattern) and isinstance(pattern.pattern, str)
    }


def repeated_without_end(parsed: Any) -> Iterator[Any]:
    """Yield what of a parsed pattern is repeated without end and may be taken back."""
    for op, argument in parsed:
        if op is ops.BRANCH:
            inside = argument[1]
        elif op is ops.SUBPATTERN:
            inside = [argument[3]]
        elif op in {ops.ASSERT, ops.ASSERT_NOT}:
            inside = [argument[1]]
        elif op in NESTED:
            inside = [argument[2]]
            if op in MANY and argument[1] is ops.MAXREPEAT:
                yield _bare(argument[2])
        else:
            inside = [argument] if op is ops.ATOMIC_GROUP else []
        for each in inside:
            yield from repeated_without_end(each)


def _bare(parsed: Any) -> Any:
    while len(parsed) == 1 and parsed[0][0] is ops.SUBPATTERN:
        parsed = parsed[0][1][3]
    return parsed


def is_ambiguous(parsed: Any) -> bool:
    """Whether what is repeated chooses from wordings, or begins with what may be longer or shorter."""
    if len(parsed) == 1:
        return parsed[0][0] is ops.BRANCH
    return parsed[0][0] in MANY or any(op is ops.BRANCH for op, _ in _flat(parsed))


def _flat(parsed: Any) -> Iterator[Any]:
    for op, argument in parsed:
        yield op, argument
        if op is ops.SUBPATTERN:
            yield from _flat(argument[3])


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        (r"(?: (?:thanks|thanks a lot))*", True),
        (r"(?:thanks |thanks a lot )*", True),
        (r"(?: (?:thanks|thanks a lot))*+", False),
        (r"(?: (?:thanks|thanks a lot)){0,8}", False),
        (r"(?:\w+ ?)+", True),
        (r"(?: \w+)*", False),
        (r"(?:\w+ ?){1,4}", False),
    ],
)
def test_what_may_be_read_in_more_than_one_way_is_found(pattern: str, expected: bool) -> None:
    assert any(map(is_ambiguous, repeated_without_end(_parser.parse(pattern)))) is expected


def test_no_module_repeats_without_end_what_may_be_read_in_more_than_one_way() -> None:
    known = patterns()
    assert len(known) > 600

    found = [
        where
        for where, pattern in known.items()
        if any(map(is_ambiguous, repeated_without_end(_parser.parse(pattern.pattern, pattern.flags))))
    ]

    assert found == []
