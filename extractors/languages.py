"""Other languages: commands and plain statements in them, as data tables in `extractors/languages/`.

A language is found by its script or by its most frequent words; no library is as good on five words of chat, and none
is as quick. A speaker adds wordings, or a language, by editing a TOML file.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from pathlib import Path
from typing import Any

from extractors.rules import Found, filled
from memory.records import CandidateOp, Kind, Polarity

FOLDER = Path(__file__).parent / "languages"
_ENGLISH = frozenset(
    """the and is are was to of in it you that for on my i i'm im it's be have has with this not at but we do what
    can don't dont so me just your all if from they an or as he she will there been when who how our am by would
    more about please did no up out get""".split()
)
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")
_HAN = re.compile(r"[\u4e00-\u9fff]")
_KANA = re.compile(r"[\u3040-\u30ff]")
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


@dataclass(frozen=True, slots=True)
class Language:
    """One language's tables."""

    name: str
    marks: frozenset[str]
    script: str
    guards: re.Pattern[str]
    commands: Mapping[str, re.Pattern[str]]
    statements: tuple[Statement, ...]


@cache
def languages() -> tuple[Language, ...]:
    """Return the languages whose tables are in the folder."""
    return tuple(_language(path) for path in sorted(FOLDER.glob("*.toml")))


def _language(path: Path) -> Language:
    data: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))

    def compiled(pattern: str) -> re.Pattern[str]:
        return re.compile(pattern.replace("%end%", data["end"]), re.IGNORECASE if not data.get("script") else 0)

    statements = [(table, CandidateOp.RETRACT) for table in data.get("ended", ())]
    statements += [(table, CandidateOp.ADD) for table in data["statements"]]
    return Language(
        name=path.stem,
        marks=frozenset(data.get("marks", "").split()),
        script=data.get("script", ""),
        guards=compiled(data["guards"]),
        commands={name: compiled(pattern) for name, pattern in data["commands"].items()},
        statements=tuple(
            Statement(
                pattern=_cased(table["pattern"].replace("%end%", data["end"]), bool(data.get("script"))),
                text=table["text"],
                kind=Kind(table["kind"]) if "kind" in table else None,
                attribute=table.get("attribute"),
                polarity=Polarity(table.get("polarity", "positive")),
                op=op,
                dated=table.get("dated", False),
            )
            for table, op in statements
        ),
    )


def _cased(pattern: str, script: bool) -> re.Pattern[str]:
    """Return the pattern, case ignored but for the capital letter that a name begins with."""
    if script:
        return re.compile(pattern)
    return re.compile("(?i:" + re.sub(r"(\[A-Z[^\]]*\])", r"(?-i:\1)", pattern) + ")")


def language_of(text: str) -> Language | None:
    """Return the language that a text is written in, of those with tables; None for English and anything else."""
    if _KANA.search(text):
        return _by_script("kana")
    if _HAN.search(text):
        return _by_script("han")
    words = [word.lower() for word in _WORD.findall(text)]
    english = sum(word in _ENGLISH for word in words)
    best, most = None, 0
    for language in languages():
        count = sum(word in language.marks for word in words)
        if count > most:
            best, most = language, count
    if best is None or most <= english or most * 5 < len(words):
        return None
    # One small word is too little to go by, unless a whole statement of the language stands there too.
    return best if most >= 2 or any(statement.pattern.search(text) for statement in best.statements) else None


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
            start, end = match.span()
            if any(start < last and first < end for first, last in taken):
                continue
            taken.append((start, end))
            groups = {name: (value or "").strip() for name, value in match.groupdict().items()}
            day = _chinese_day(groups.get("d", ""), sent) if statement.dated else None
            if statement.dated and day is None:
                continue
            if day is not None:
                groups["d"] = f"{day} "
            text = filled(statement.text, groups)
            yield (
                Found(
                    kind=statement.kind,
                    text=text[:1].upper() + text[1:],
                    rule=_rule_name(language, statement),
                    attribute=filled(statement.attribute, groups).lower() if statement.attribute else None,
                    value=groups.get("v") or None,
                    polarity=statement.polarity,
                    confidence=_CONFIDENCE,
                    op=statement.op,
                ),
                day,
                (start, end),
            )


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
