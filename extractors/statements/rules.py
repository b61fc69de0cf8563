"""The engine of the phrase rules: patterns over a clause's normalised words, kept as data in `extractors/patterns/`.

A table of a TOML file is one rule. Its `pattern` may be wrapped over lines (line breaks count for nothing, spaces
count) and may name the word lists of `words.toml` as `%list%`; it must match from the clause's first word. `text`,
`attribute` and `value` may name the pattern's groups in braces; without `text`, the clause itself is put into
canonical form.
"""

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from extractors.matching.late_patterns import LatePattern
from extractors.matching.sieve import Sieve
from extractors.parsing.words import ADDRESS
from extractors.syntax.chatter import PATTERNS
from extractors.syntax.clauses import Clause
from memory.records import CandidateOp, Kind, Polarity

_LIST = LatePattern(r"%([a-z_]+)%")

Accept = Callable[[re.Match[str], Clause], bool]


@dataclass(frozen=True, slots=True)
class Output:
    """What one match gives: templates whose `{groups}` are filled with the author's words.

    Where it is `proper`, what it `needs` is a name if an article leads: "the Royal Infirmary", not "the gate".
    """

    kind: Kind | None
    text: str
    attribute: str | None
    value: str | None
    needs: str | None = None
    proper: bool = False

    def is_met(self, groups: Mapping[str, str]) -> bool:
        """Return whether the author's words, by their groups, have what this needs."""
        needed = groups.get(self.needs, "") if self.needs else ""
        if self.needs and not needed:
            return False
        words = needed.split()
        return (
            not self.proper
            or words[0] != "the"
            or (len(words) > 1 and words[1][:1].isupper() and words[-1][:1].isupper())
        )


@dataclass(frozen=True)
class Rule:
    """One phrase rule: its pattern as it is `written`; `accept` decides what that alone cannot."""

    name: str
    written: str
    outputs: tuple[Output, ...]
    polarity: Polarity
    confidence: float
    op: CandidateOp
    accept: Accept | None
    lasting: bool

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """The pattern. To compile all of them takes half a second; of most messages few are tried."""
        return re.compile(self.written)


@dataclass(frozen=True, slots=True)
class Found:
    """What a rule or the judge reads in a clause, before its dates are resolved."""

    kind: Kind | None
    text: str
    rule: str
    attribute: str | None = None
    value: str | None = None
    polarity: Polarity = Polarity.POSITIVE
    confidence: float = 0.75
    op: CandidateOp = CandidateOp.ADD
    lasting: bool = False


@cache
def word_lists() -> Mapping[str, str]:
    """Return the word lists that patterns may name, each as one alternation."""
    data: dict[str, str] = tomllib.loads((PATTERNS / "words.toml").read_text(encoding="utf-8"))
    lists: dict[str, str] = {}
    for name, block in data.items():
        items = [item.strip() for line in block.splitlines() for item in _items(line)]
        lists[name] = "(?:" + "|".join(sorted(filter(None, items), key=len, reverse=True)) + ")"
    return lists


def _items(line: str) -> Iterator[str]:
    """Yield the items of a line: split at bars outside parentheses and brackets."""
    depth = 0
    item = ""
    for character in line:
        depth += (character in "([") - (character in ")]")
        if character == "|" and depth == 0:
            yield item
            item = ""
        else:
            item += character
    yield item


def compiled(pattern: str) -> LatePattern:
    """Return the pattern with line breaks removed and its `%lists%` written out, to be compiled when first tried."""
    return LatePattern(pattern, written_out=_written_out)


def _written_out(pattern: str) -> str:
    lists = word_lists()
    pattern = pattern.replace("\n", "")
    while _LIST.search(pattern):
        pattern = _LIST.sub(lambda match: lists[match[1]], pattern)
    return pattern


def load(name: str, accepts: Mapping[str, Accept] | None = None) -> Mapping[str, tuple[Rule, ...]]:
    """Return the rules of `patterns/<name>.toml` by group, in the order of the file, which is their priority."""
    data: dict[str, list[dict[str, Any]]] = tomllib.loads((PATTERNS / f"{name}.toml").read_text(encoding="utf-8"))
    return {group: tuple(_rule(table, accepts or {}) for table in tables) for group, tables in data.items()}


def _rule(table: Mapping[str, Any], accepts: Mapping[str, Accept]) -> Rule:
    outputs = [_output(table, table.get("kind"))]
    outputs.extend(_output(also, table.get("kind")) for also in table.get("also", ()))
    return Rule(
        name=table["name"],
        written=_written_out(table["pattern"]),
        outputs=tuple(outputs),
        polarity=Polarity(table.get("polarity", "positive")),
        confidence=table["confidence"],
        op=CandidateOp(table.get("op", "add")),
        accept=accepts[table["accept"]] if "accept" in table else None,
        lasting=table.get("lasting", False),
    )


def _output(table: Mapping[str, Any], kind: str | None) -> Output:
    named = table.get("kind", kind)
    return Output(
        kind=Kind(named) if named else None,
        text=table.get("text", ""),
        attribute=table.get("attribute"),
        value=table.get("value", "{v}"),
        needs=table.get("needs"),
        proper=table.get("proper", False),
    )


def sieved(rules: Iterable[Rule]) -> Sieve[Rule]:
    """Return the rules in their order, most of them to be passed over at a glance at the words of a clause."""
    return Sieve((rule.written, rule) for rule in rules)


def apply(rules: Sieve[Rule], clause: Clause) -> Iterator[Found]:
    """Yield what the first of the rules that matches the clause reads in it."""
    yield from next(_read(rules, clause, anywhere=False), ())


def apply_anywhere(rules: Sieve[Rule], clause: Clause) -> Iterator[Found]:
    """Yield what each of the rules reads that matches somewhere in the clause, in their order."""
    for found in _read(rules, clause, anywhere=True):
        yield from found


def _read(rules: Sieve[Rule], clause: Clause, *, anywhere: bool) -> Iterator[Sequence[Found]]:
    """Yield, for each rule that matches, what it reads in the clause."""
    string = clause.string
    for candidate in rules.possible(string):
        match = candidate.pattern.search(string) if anywhere else candidate.pattern.match(string)
        if match is None or (candidate.accept is not None and not candidate.accept(match, clause)):
            continue
        groups = {name: original(clause, match, name) for name in match.groupdict() if match[name]}
        bare = {name: _LINK.sub("", written) for name, written in groups.items()}
        yield tuple(
            Found(
                kind=output.kind,
                text=capitalised(filled(output.text, groups)),
                rule=candidate.name,
                attribute=filled(output.attribute, bare).lower()[:80] if output.attribute else None,
                value=filled(output.value, bare) if output.value else None,
                polarity=candidate.polarity,
                confidence=candidate.confidence,
                op=candidate.op,
                lasting=candidate.lasting,
            )
            for output in candidate.outputs
            if output.is_met(groups)
        )


_LINK = LatePattern(r"(?<=\S) \(https?://[^\s()]*\)?")
"""The address behind what a link is called: to be told, but no part of what one likes or where one works."""


def capitalised(text: str) -> str:
    """Return text with its first letter in upper case, but an address as it is."""
    return text[:1].upper() + text[1:] if not ADDRESS.match(text) else text


def original(clause: Clause, match: re.Match[str], group: str) -> str:
    """Return the author's own words that a group covers, spaces made single."""
    if not match[group]:
        return ""
    written = clause.line.original(*match.span(group))
    bare = " ".join(written.split()).strip(" ,;:!?\"'")
    return f'{bare}"' if bare.count('"') % 2 and written.rstrip(" ,;:!?").endswith('"') else bare


def filled(template: str, groups: Mapping[str, str]) -> str:
    """Return template with its `{groups}` filled; a group that did not take part is left out."""
    filled_in = re.sub(r"\{(\w+)\}", lambda match: groups.get(match[1], ""), template)
    return re.sub(r"\s+", " ", filled_in).strip()
