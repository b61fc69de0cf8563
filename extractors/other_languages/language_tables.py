"""Load the tables of other languages, one TOML file a language; `docs/languages.md` tells speakers what they mean.

Tables are written by people who speak the language and need not know the code: what is wrong in one is said with the
file, the table and the next step.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, fields
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Any

from extractors.days.table_days import DayWords
from extractors.matching.late_patterns import LatePattern
from extractors.matching.needs import are_kept
from extractors.matching.sieve import Sieve
from memory.errors import MemoryBotError
from memory.records import CandidateOp, Kind, Polarity

FOLDER = Path(__file__).parents[1] / "languages"
COMMANDS = ("remember", "forget", "forget_all", "undo", "previous", "off_record")
"""The commands that every language has wordings of."""
AFTER_RECEIPTS = "take_back"
"""A command that a language may have wordings of besides: what takes the last capture back right after it was told."""
LONGEST_CHARS = 600
"""Characters of a sentence that patterns are tried on; what goes on for longer is a list or a paste."""
_FRAGMENT = LatePattern(r"%(\w+)%")
_CAPITAL = LatePattern(r"(\[A-Z[^\]]*\])")
_GROUP = LatePattern(r"\(\?P<(\w+)>")
_PLACE = LatePattern(r"\{(\w+)\}")
_ENDLESS = LatePattern(r"(?<!\\)\)[*+](?!\+)")
"""A group repeated without end, as in "(?: (?:bitte|bitte sehr))*", whose ways to match may double with each word."""
_NEAR = 20
"""Characters that tell where in a pattern something stands."""
_NESTED = 3
"""How deep fragments may name fragments."""


class LanguageTableError(MemoryBotError):
    """A language's file that cannot be used as it stands."""

    def __init__(self, path: Path, where: str, problem: str) -> None:
        self.path, self.where, self.problem = path, where, problem
        super().__init__(f"{path.name}, {where}: {problem}. docs/languages.md shows what belongs there.")


@dataclass(frozen=True, eq=False)
class Wording:
    """One pattern as it is `written` at a `place` of a file; compiled when first looked for.

    To compile a whole table takes half a second, and of most patterns no message ever has the words.
    """

    written: str
    path: Path
    place: str

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """The pattern.

        Raises:
            LanguageTableError: If it does not compile.
        """
        try:
            return re.compile(self.written)
        except re.error as error:
            raise LanguageTableError(self.path, self.place, f"the pattern does not compile: {error}") from error

    def check(self) -> None:
        """Compile the pattern, unless it stands in the package as it was found sound.

        Raises:
            LanguageTableError: If it does not compile.
        """
        if not are_kept(self.written, one_by_one=False):
            _ = self.pattern

    @property
    def groups(self) -> set[str]:
        """The names of what it takes up."""
        return set(_GROUP.findall(self.written))

    def search(self, text: str) -> re.Match[str] | None:
        return self.pattern.search(text)

    def finditer(self, text: str) -> Iterator[re.Match[str]]:
        return self.pattern.finditer(text)


@dataclass(frozen=True, slots=True)
class Statement:
    """One wording of a statement: a pattern to search, and templates for what it gives and what that ends."""

    pattern: Wording
    text: str
    kind: Kind | None
    attribute: str | None
    polarity: Polarity
    op: CandidateOp
    dated: bool
    ends: str


class Language:
    """One language's tables, from the file at `path`. `name` is its ISO 639-1 code.

    Only what tells the language is read at once, since hardly any message is in it: its `marks`, and the `script` that
    finds it, where it has one of its own. The rest is read when first asked for.

    Raises:
        LanguageTableError: If nothing in the file tells the language. So does whatever reads the rest of it, if that
            lacks what it needs, or names what there is not.
    """

    def __init__(self, path: Path) -> None:
        self.path, self.name = path, path.stem
        file = _File(path, head=True)
        self.marks, self.script = file.marks(), file.script()

    @cached_property
    def _file(self) -> "_File":
        return _File(self.path)

    @cached_property
    def guards(self) -> Wording:
        """What spoils a whole sentence where it is found."""
        return self._file.wording_of("guards")

    @cached_property
    def doubts(self) -> Wording | None:
        """What spoils only what stands between the same commas."""
        return self._file.wording_of("doubts") if "doubts" in self._file.data else None

    @cached_property
    def private(self) -> Wording | None:
        """What is nobody's business but the author's; where it is told, the judge may propose beside the statements."""
        return self._file.wording_of("private") if "private" in self._file.data else None

    @cached_property
    def subjects(self) -> frozenset[str]:
        """The words for "I" and "we", which what the judge proposes is told without."""
        return self._file.words("subjects")

    @cached_property
    def asking(self) -> Wording | None:
        """What a question begins with that stands behind a comma: what is said before it is not asked."""
        return self._file.wording_of("asking") if "asking" in self._file.data else None

    @cached_property
    def further(self) -> Wording | None:
        """The hours and days that go on behind a comma about what was stated: "trabajo de tarde, de 3 a 9"."""
        return self._file.wording_of("further") if "further" in self._file.data else None

    @cached_property
    def joined(self) -> Wording | None:
        """Where a second statement begins behind "and": the verb or the subject with which it does."""
        return self._file.wording_of("joined") if "joined" in self._file.data else None

    @cached_property
    def own(self) -> Mapping[str, str]:
        """What is the author's, in the third person: "mi" is told as "su"."""
        given: Mapping[str, str] = self._file.data.get("own", {})
        return given

    @cached_property
    def _owned(self) -> re.Pattern[str]:
        words = sorted(self.own, key=len, reverse=True)
        return re.compile(rf"(?<![\w'’-])(?:{'|'.join(map(re.escape, words))})(?![\w'’-])", re.IGNORECASE)

    @cached_property
    def commands(self) -> Mapping[str, tuple[Wording, ...]]:
        """The wordings of each command."""
        return self._file.commands()

    @cached_property
    def statements(self) -> tuple[Statement, ...]:
        """What is kept, and what stopped being true, in the order in which it is tried."""
        return self._file.statements()

    @cached_property
    def asks(self) -> Mapping[str, Wording]:
        """How people ask for an attribute, or for "everything"."""
        return self._file.asks()

    @cached_property
    def third(self) -> Mapping[str, str]:
        """The third person of the verbs that patterns take up as `x`: "odio" is told as "odia"; "-e" is an ending."""
        return self._file.third

    @cached_property
    def days(self) -> DayWords | None:
        """How days are named; None where no statement is dated by them."""
        return self._file.days()

    @property
    def tells_days(self) -> bool:
        """Whether days of every year, month or week are told apart from others."""
        return self.script is not None if self.days is None else self.days.tells_every

    def check(self) -> None:
        """Read the whole file, and look whether every pattern that is not as it came with the package compiles.

        Raises:
            LanguageTableError: If one does not, or something is missing.
        """
        always = filter(None, (self.script, self.guards, self.doubts, self.private))
        days = [Wording(self.days.written, self.path, "[days]")] if self.days else ()
        for wording in (*always, *days, *self.sieved()):
            wording.check()

    def sieved(self) -> Iterator[Wording]:
        """Yield the patterns that are tried only where the words of a text allow for them."""
        yield from (wording for each in self.commands.values() for wording in each)
        yield from (statement.pattern for statement in self.statements)
        yield from self.asks.values()

    def sieve(self) -> Sieve[Wording]:
        """Return what passes over patterns by the words of a text, as `str.casefold` makes it.

        Raises:
            LanguageTableError: If a pattern that is not kept does not compile.
        """
        return _sieve(self)

    def possible(self, text: str) -> Set[Wording]:
        """Return the statements, commands and questions that may stand in a text."""
        return _possible(self, text)

    def reads(self, text: str) -> bool:
        """Return whether a whole statement, command or question of the language stands in a text."""
        text = text[:LONGEST_CHARS]
        possible = self.possible(text)
        return (
            any(s.pattern.search(text) for s in self.statements if s.pattern in possible)
            or any(self.commanded(name, text) for name in self.commands)
            or self.asked(text) is not None
        )

    def asked(self, text: str) -> str | None:
        """Return the attribute that a text asks for, "everything" if it asks for all, None if for none of them.

        The topic of one that carries its thing is what its pattern takes up as `t`: "favourite:comida".
        """
        text = text[:LONGEST_CHARS]
        possible = self.possible(text)
        for name, pattern in self.asks.items():
            if pattern in possible and (match := pattern.search(text)):
                topic = match.groupdict().get("t")
                return f"{name}:{topic.lower()}" if topic else name
        return None

    def turned(self, verb: str) -> str:
        """Return a verb of the first person in the third; as it is, where the table tells nothing of it."""
        verb = verb.lower()
        if verb in self.third:
            return self.third[verb]
        first, space, rest = verb.partition(" ")
        if space:
            turned = self.turned(first)
            return f"{turned} {rest if turned != first else self.third.get(rest, rest)}"
        endings = (f"-{verb[at:]}" for at in range(len(verb)))
        ending = next((ending for ending in endings if ending in self.third), None)
        return f"{verb[: len(verb) - len(ending) + 1]}{self.third[ending]}" if ending else verb

    def of_author(self, text: str) -> str:
        """Return a text in which "my" is told in the third person, where the table tells how."""

        def told(match: re.Match[str]) -> str:
            word = self.own[match[0].lower()]
            return word.capitalize() if match[0][0].isupper() else word

        return self._owned.sub(told, text) if self.own else text

    def names_author(self, text: str) -> bool:
        """Return whether a text says "I" or "my"."""
        if self.script:
            return any(word in text for word in self.subjects)
        return bool(self.own and self._owned.search(text))

    def commanded(self, name: str, sentence: str) -> re.Match[str] | None:
        """Return where a sentence gives the command of that name ("remember", "forget", …), None if it does not."""
        if len(sentence) > LONGEST_CHARS:
            return None
        tried = [pattern for pattern in self.commands.get(name, ()) if pattern in self.possible(sentence)]
        return next((match for pattern in tried if (match := pattern.search(sentence))), None)


@cache
def _sieve(language: Language) -> Sieve[Wording]:
    for wording in language.sieved():
        wording.check()
    return Sieve((wording.written, wording) for wording in language.sieved())


@lru_cache(maxsize=64)
def _possible(language: Language, text: str) -> Set[Wording]:
    """Return what may stand in a text; one is asked about by several commands."""
    return frozenset(language.sieve().possible(text.casefold()))


@cache
def languages() -> tuple[Language, ...]:
    """Return the languages whose tables are in the folder, by code; `Language.check` tells whether they can be used.

    Raises:
        LanguageTableError: If nothing in a file tells its language.
    """
    return tuple(Language(path) for path in sorted(FOLDER.glob("*.toml")))


class _File:
    """One file being read; of its `head` only what stands before the first table."""

    def __init__(self, path: Path, *, head: bool = False) -> None:
        self.path = path
        written = path.read_text(encoding="utf-8")
        if head:
            try:
                self.data: dict[str, Any] = tomllib.loads(written.partition("\n[")[0])
            except tomllib.TOMLDecodeError:
                head = False  # a bracket begins a line of a pattern, or what is wrong is told below
        if not head:
            try:
                self.data = tomllib.loads(written)
            except tomllib.TOMLDecodeError as error:
                raise LanguageTableError(path, "as TOML", str(error)) from error
        self.third: Mapping[str, str] = self.data.get("third", {})
        self.fragments: Mapping[str, str] = {"verb": self._verbs(), **self.data.get("words", {})}
        self.spaced = "script" not in self.data

    def marks(self) -> frozenset[str]:
        if self.spaced and not self.data.get("marks"):
            raise self._wrong("marks", "has neither marks nor a script, so that nothing tells the language")
        return self.words("marks")

    def script(self) -> Wording | None:
        return None if self.spaced else self._wording(self.data["script"], "script")

    def words(self, name: str) -> frozenset[str]:
        return frozenset(self.data.get(name, "").split())

    def wording_of(self, name: str) -> Wording:
        return self._wording(self._required(self.data, name, "the file"), name)

    def commands(self) -> Mapping[str, tuple[Wording, ...]]:
        given: Mapping[str, str | list[str]] = self._required(self.data, "commands", "the file")
        names = [*COMMANDS, AFTER_RECEIPTS] if AFTER_RECEIPTS in given else COMMANDS
        return {name: self._command(self._required(given, name, "[commands]"), name) for name in names}

    def statements(self) -> tuple[Statement, ...]:
        return (
            *(self._statement(table, CandidateOp.RETRACT) for table in self.data.get("ended", ())),
            *(self._statement(table, CandidateOp.ADD) for table in self._required(self.data, "statements", "it")),
        )

    def asks(self) -> Mapping[str, Wording]:
        return {name: self._wording(given, f"[asks] {name}") for name, given in self.data.get("asks", {}).items()}

    def days(self) -> DayWords | None:
        table: Mapping[str, Any] | None = self.data.get("days")
        if table is None:
            return None
        for name, many in (("months", 12), ("weekdays", 7), ("from_today", None)):
            if many not in {None, len(self._required(table, name, "[days]"))}:
                raise self._wrong("[days]", f"{name!r} has {len(table[name])} entries, not {many}")
        if unknown := set(table) - {field.name for field in fields(DayWords)}:
            raise self._wrong("[days]", f"{sorted(unknown)} are not known there")
        return DayWords(**table)

    def _verbs(self) -> str:
        """Return the fragment of all the verbs whose third person is told."""
        verbs = sorted((verb for verb in self.third if not verb.startswith("-")), key=len, reverse=True)
        return f"(?:{'|'.join(map(re.escape, verbs))})"

    def _command(self, given: str | list[str], name: str) -> tuple[Wording, ...]:
        patterns = tuple(self._wording(each, name) for each in ([given] if isinstance(given, str) else given))
        if name in {"remember", "forget"} and any("body" not in pattern.groups for pattern in patterns):
            raise self._wrong(name, "has no (?P<body>…), what is to be remembered or forgotten")
        return patterns

    def _statement(self, table: Mapping[str, Any], op: CandidateOp) -> Statement:
        where = f"[[{'ended' if op is CandidateOp.RETRACT else 'statements'}]] {table.get('attribute', '')}".strip()
        pattern = self._wording(self._required(table, "pattern", where), where, names=True)
        for template in (
            text := self._required(table, "text", where),
            table.get("attribute", ""),
            table.get("ends", ""),
        ):
            if unknown := set(_PLACE.findall(template)) - pattern.groups:
                raise self._wrong(where, f"{template!r} names {sorted(unknown)}, which the pattern does not take up")
        kind = table.get("kind", "")
        if op is CandidateOp.ADD and kind not in set(Kind):
            raise self._wrong(where, f"kind is {kind!r}, not one of {', '.join(Kind)}")
        return Statement(
            pattern=pattern,
            text=text,
            kind=Kind(kind) if op is CandidateOp.ADD else None,
            attribute=table.get("attribute"),
            polarity=Polarity(table.get("polarity", Polarity.POSITIVE)),
            op=op,
            dated=table.get("dated", False),
            ends=table.get("ends", ""),
        )

    def _wording(self, pattern: str, where: str, *, names: bool = False) -> Wording:
        for _ in range(_NESTED):
            pattern = _FRAGMENT.sub(lambda match: self._required(self.fragments, match[1], "[words]"), pattern)
        if endless := _ENDLESS.search(pattern):
            near = pattern[max(0, endless.start() - _NEAR) : endless.end()]
            raise self._wrong(where, f"…{near} repeats a group without end; {{0,8}} does for *, and {{1,8}} for +")
        if self.spaced:
            # What a name begins with is a capital letter, in a pattern that takes all other letters either way.
            pattern = "(?i:" + (_CAPITAL.sub(r"(?-i:\1)", pattern) if names else pattern) + ")"
        return Wording(pattern, self.path, where)

    def _required(self, table: Mapping[str, Any], name: str, where: str) -> Any:
        if name not in table:
            raise self._wrong(where, f"{name!r} is missing")
        return table[name]

    def _wrong(self, where: str, problem: str) -> LanguageTableError:
        return LanguageTableError(self.path, where, problem)
