"""Other languages: commands and plain statements in them, as data tables in `extractors/languages/`.

A language is found by its script or by its most frequent words, which costs next to nothing; where those leave it
open, a trained model decides. A speaker adds wordings, or a language, by a TOML file and nothing else;
`docs/languages.md` shows how.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import cache
from pathlib import Path
from typing import Any

from extractors.detection import likeliest
from extractors.rules import Found, filled
from memory.records import CandidateOp, Kind, Polarity

FOLDER = Path(__file__).parent / "languages"
_ENGLISH = frozenset(
    """the and is are was to of in it you that for on my i i'm im it's be have has with this not at but we do what
    can don't dont so me just your all if from they an or as he she will there been when who how our am by would
    more about please did no up out get a""".split()
)
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")
_HAN = re.compile(r"[\u4e00-\u9fff]")
_KANA = re.compile(r"[\u3040-\u30ff]")
_NAMED = re.compile(r"%(\w+)%")
_CAPITAL = re.compile(r"(\[A-Z[^\]]*\])")
_CONFIDENCE = 0.85
_WEEKDAYS = "一二三四五六日"


@dataclass(frozen=True, slots=True)
class Statement:
    """One wording of a statement: a pattern to search, and templates for what it gives."""

    pattern: re.Pattern[str]
    text: str
    kind: Kind | None
    attribute: str | None
    polarity: Polarity
    op: CandidateOp
    dated: bool
    ends: str


@dataclass(frozen=True, slots=True)
class Language:
    """One language's tables."""

    name: str
    marks: frozenset[str]
    script: str
    guards: re.Pattern[str]
    commands: Mapping[str, tuple[re.Pattern[str], ...]]
    statements: tuple[Statement, ...]
    third: Mapping[str, str]
    """The third person of the verbs that patterns take up as `x`: "odio" is told as "odia"."""

    def reads(self, text: str) -> bool:
        """Return whether a whole statement or command of the language stands in a text."""
        return any(statement.pattern.search(text) for statement in self.statements) or any(
            self.commanded(name, text) for name in self.commands
        )

    def commanded(self, name: str, sentence: str) -> re.Match[str] | None:
        """Return where a sentence gives the command of that name ("remember", "forget", …), None if it does not."""
        return next((match for pattern in self.commands[name] if (match := pattern.search(sentence))), None)


@cache
def languages() -> tuple[Language, ...]:
    """Return the languages whose tables are in the folder."""
    return tuple(_language(path) for path in sorted(FOLDER.glob("*.toml")))


def _language(path: Path) -> Language:
    data: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    words: dict[str, str] = {"end": data.get("end", ""), **data.get("words", {})}
    script = data.get("script", "")

    def compiled(pattern: str, *, names: bool = False) -> re.Pattern[str]:
        for _ in range(2):  # a fragment may name another one
            pattern = _NAMED.sub(lambda match: words[match[1]], pattern)
        if script:
            return re.compile(pattern)
        # What a name begins with is a capital letter, in a pattern that takes all other letters either way.
        return re.compile("(?i:" + (_CAPITAL.sub(r"(?-i:\1)", pattern) if names else pattern) + ")")

    def statement(table: Mapping[str, Any], op: CandidateOp) -> Statement:
        return Statement(
            pattern=compiled(table["pattern"], names=True),
            text=table["text"],
            kind=Kind(table["kind"]) if "kind" in table else None,
            attribute=table.get("attribute"),
            polarity=Polarity(table.get("polarity", "positive")),
            op=op,
            dated=table.get("dated", False),
            ends=table.get("ends", ""),
        )

    return Language(
        name=path.stem,
        marks=frozenset(data.get("marks", "").split()),
        script=script,
        guards=compiled(data["guards"]),
        commands={
            name: tuple(compiled(pattern) for pattern in ([given] if isinstance(given, str) else given))
            for name, given in data["commands"].items()
        },
        statements=(
            *(statement(table, CandidateOp.RETRACT) for table in data.get("ended", ())),
            *(statement(table, CandidateOp.ADD) for table in data["statements"]),
        ),
        third=data.get("third", {}),
    )


def language_of(text: str) -> Language | None:
    """Return the language that a text is written in, of those with tables; None for English and anything else."""
    if _KANA.search(text):
        return _by_script("kana")
    if _HAN.search(text):
        chinese, japanese = _by_script("han"), _by_script("kana")
        written_in_kanji_alone = japanese and japanese.reads(text) and not (chinese and chinese.reads(text))
        return japanese if written_in_kanji_alone else chinese
    words = [word.lower() for word in _WORD.findall(text)]
    counts = [sum(word in language.marks for word in words) for language in languages()]
    most = max(counts, default=0)
    english = sum(word in _ENGLISH for word in words)
    if not most or most < english or most * 5 < len(words):
        return None
    leading = [language for language, count in zip(languages(), counts, strict=True) if count == most]
    if most == 1 or most == english:
        # One small word is too little to go by, unless a whole statement of the language stands there too.
        leading = [language for language in leading if language.reads(text)]
    if most > english and len(leading) == 1:
        return leading[0]
    known = {language.name: language for language in leading}
    return known.get(likeliest(text, {"en", *known}) or "") if known else None


def _by_script(script: str) -> Language | None:
    return next((language for language in languages() if language.script == script), None)


def statements(
    language: Language, sentence: str, *, sent: date
) -> Iterator[tuple[Found, date | None, tuple[int, int]]]:
    """Yield what a sentence states in a language, its day, and the range of the sentence it was read from."""
    if language.guards.search(sentence):
        return
    taken: list[tuple[int, int]] = []
    for statement in language.statements:
        for match in statement.pattern.finditer(sentence):
            about = match.span("v") if match.groupdict().get("v") else match.span()
            if any(about[0] < last and first < about[1] for first, last in taken):
                continue
            taken.append(about)
            groups = {name: value or "" for name, value in match.groupdict().items()}
            if "x" in groups:
                groups["x"] = language.third.get(groups["x"].lower(), groups["x"])
            day = _chinese_day(groups.get("d", ""), sent) if statement.dated else None
            if statement.dated and day is None:
                continue
            if day is not None:
                groups["d"] = f"{day} "
            for found in _found(language, statement, groups):
                yield found, day, match.span()


def _found(language: Language, statement: Statement, groups: Mapping[str, str]) -> Iterator[Found]:
    """Yield what a statement says, and what that ends: "uso Zed en vez de Vim"."""

    def text(template: str) -> str:
        words = filled(template, groups)
        return words if language.script else words[:1].upper() + words[1:]

    says = Found(
        kind=statement.kind,
        text=text(statement.text),
        rule=_rule_name(language, statement),
        attribute=filled(statement.attribute, groups).lower() if statement.attribute else None,
        value=groups.get("v", "").strip() or None,
        polarity=statement.polarity,
        confidence=_CONFIDENCE,
        op=statement.op,
    )
    yield says
    if statement.ends and groups.get("o"):
        yield replace(says, kind=None, text=text(statement.ends), value=groups["o"].strip(), op=CandidateOp.RETRACT)


def _rule_name(language: Language, statement: Statement) -> str:
    about = statement.attribute or (statement.kind.value if statement.kind else "")
    return f"{language.name}-{about}".partition(":")[0].replace("-{r}", "-relation")


def _chinese_day(words: str, sent: date) -> date | None:
    """Return the day that a Chinese expression names; next week begins on its Monday."""
    if words == "明天":
        return sent + timedelta(days=1)
    if words in {"后天", "後天"}:
        return sent + timedelta(days=2)
    if match := re.match(r"(\d{1,2})月(\d{1,2})", words):
        try:
            day = date(sent.year, int(match[1]), int(match[2]))
        except ValueError:
            return None
        return (
            day
            if day >= sent - timedelta(days=7)
            else date(sent.year + 1, day.month, min(day.day, 28) if day.month == 2 else day.day)
        )
    if words and (words[-1] in _WEEKDAYS or words[-1] == "天"):
        monday = sent - timedelta(days=sent.weekday())
        weeks = words.count("下")
        day = monday + timedelta(days=7 * weeks + (6 if words[-1] == "天" else _WEEKDAYS.index(words[-1])))
        return day if day > sent else day + timedelta(days=7)
    return None
