"""Brief notices of absence in other languages: "Urlaub 17.–28. August, Vertretung <@U18>", told in them.

Which words are such a state, and what leads to who stands in, is data in `patterns/notices_abroad.toml`; days are read
by the tables of the language.
"""

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cache, cached_property
from itertools import islice

from extractors.days.numbered_days import When, is_day
from extractors.days.table_days import find_days
from extractors.forms.notices import NOTICE, STANDS_IN, is_signed_by_another
from extractors.forms.stand_ins import WHO
from extractors.forms.told import Told
from extractors.guarding import guards, voices
from extractors.matching.late_patterns import LatePattern
from extractors.message import CleanText
from extractors.other_languages.language_tables import Language, languages
from extractors.other_languages.languages import language_of
from extractors.parsing.sentences import sentences
from extractors.statements.rules import capitalised
from extractors.syntax.chatter import PATTERNS
from memory.records import Candidate, CandidateOp, Kind

_CONFIDENCE = 0.9
_MOST = 12
"""Sentences of a message that are read."""
_MOST_STAND_INS = 3


@dataclass(frozen=True, eq=False)
class _Table:
    """One language of the data."""

    name: str
    words: dict[str, str]

    @cached_property
    def language(self) -> Language:
        return next(one for one in languages() if one.name == self.name)

    @cached_property
    def state_first(self) -> LatePattern:
        """A state and what leads to its days: "Urlaub vom"."""
        away, lead = self.words["away"], self.words["lead"]
        return LatePattern(
            rf"(?P<state>{away})(?:[ ]?[:,–—(-]){{0,2}}[ ](?P<lead>(?:(?:{lead})[ (]{{1,2}}){{0,2}}\(?)(?=\S)", re.I
        )

    @cached_property
    def days_first(self) -> LatePattern:
        """What leads to days that a state stands behind: "vom"."""
        return LatePattern(rf"(?P<lead>(?:(?:{self.words['lead']})[ ]){{0,2}})(?=\S)", re.I)

    @cached_property
    def state_behind(self) -> LatePattern:
        return LatePattern(rf"[ ]?[:,–—-]?[ ](?P<state>{self.words['away']})(?=[ ]?(?:[,.;!)\n–—]|$))", re.I)

    @cached_property
    def behind(self) -> LatePattern:
        """How the days of a notice end, if it is one."""
        return LatePattern(
            rf"\.?\)?(?:,?[ ]\(?(?:{self.words['inclusive']})\)?)?(?:,[ ](?:{self.words['away']}))?"
            r"(?=[ ]{0,3}(?:$|[,.;!)(\n–—→-]))",
            re.I,
        )

    @cached_property
    def stand_in(self) -> LatePattern:
        """Who stands in, or whom to ask for what."""
        what = rf"(?:[ ]\(?(?:{self.words['for']})[ ][^,.;!?\n()]{{2,40}}\)?)?"
        return LatePattern(
            rf"(?:(?:{self.words['cover']}|{self.words['ask']})[ ]?[:=–→-]?>?[ ]?"
            rf"|[^\W\d_][^:→.,;!?\n]{{2,40}}?[ ]?(?::|→|->|=>)[ ]?)(?:[^\W\d_]{{1,3}}[ ])?{WHO}{what}"
            r"(?=[ ]?(?:[,.;!()\n]|$))",
            re.I,
        )


@cache
def _tables() -> Sequence[_Table]:
    data = tomllib.loads((PATTERNS / "notices_abroad.toml").read_text(encoding="utf-8"))
    return [_Table(table["name"], table) for table in data["languages"]]


@cache
def _any_state() -> LatePattern:
    return LatePattern(rf"(?<!\w)(?:{'|'.join(table.words['away'] for table in _tables())})(?!\w)", re.IGNORECASE)


def notices_abroad(text: CleanText, sent: date, author: str = "") -> Told:
    """Return the notices of a message in other languages.

    Args:
        text: The message.
        sent: The day it was sent.
        author: Who writes it, by the name that the chat knows them by.
    """
    told = Told()
    names_day = _DIGIT.search(text.plain) is not None or language_of(text.plain) is not None  # by its name
    if not names_day or not _any_state().search(text.plain):
        return told
    closed = [*text.opaque, *voices.voiced(text.text), *text.items]
    for start, end in islice(sentences(text.plain), _MOST):
        opening = _OPENING.match(text.plain, start, end)
        begin = opening.end() if opening else start
        if told.taken or any(first < end and start < last for first, last in closed):
            continue
        for table in _tables():
            if _read(text, begin, table, sent, author, told):
                break
    return told


def _read(text: CleanText, begin: int, table: _Table, sent: date, author: str, told: Told) -> bool:
    """Add the notice in one language that begins there, with who stands in, and return whether there is one."""
    plain = text.plain
    line = plain.find("\n", begin) % (len(plain) + 1)
    notice = _notice(plain, begin, line, table, sent)
    if notice is None:
        return False
    said, days, end = notice
    sentence = plain[begin : min(line, end + _BEHIND)]
    language = table.language
    doubtful = (language.guards, language.doubts, language.private)
    if any(one is not None and one.search(sentence) for one in doubtful) or guards.is_private(sentence):
        return False
    if plain[end : end + 1] == "?":
        return False
    if is_signed_by_another(plain, end, author):
        told.taken.append((begin, line))
        return True
    _add(told, text, begin, end, said, Kind.EVENT, days.day, NOTICE)
    for _ in range(_MOST_STAND_INS):
        at = _BETWEEN.match(plain, end)
        match = table.stand_in.match(text.text, at.end()) if at else None
        if match is None:
            break
        end = match.end()
        words = " ".join(match[0].split())
        words = f"{capitalised(words)}, {_spelled(days)}"
        _add(told, text, match.start(), end, words, Kind.FACT, days.day, STANDS_IN)
    return True


def _add(told: Told, text: CleanText, start: int, end: int, said: str, kind: Kind, day: date, rule: str) -> None:
    span = text.raw_span(start, end)
    told.candidates.append(
        Candidate(CandidateOp.ADD, said, kind=kind, confidence=_CONFIDENCE, dated=day, span=span, rule=rule)
    )
    told.taken.append((start, end))


def _notice(plain: str, begin: int, line: int, table: _Table, sent: date) -> tuple[str, When, int] | None:
    """Return what a notice tells, its days and where it ends; None where none begins there."""
    head = table.state_first.match(plain, begin, line)
    lead = head or table.days_first.match(plain, begin, line)
    found = _days(plain, lead.start("lead"), lead.end(), line, table, sent) if lead else None
    if lead is None or found is None:
        return None
    behind = (table.behind if head else table.state_behind).match(plain, found.end, line)
    if behind is None:
        return None
    said = [*capitalised((head or behind)["state"]).split(), *lead["lead"].lower().strip(" (").split()]
    return f"{' '.join(said)} {_spelled(found)}", found, behind.end()


def _spelled(days: When) -> str:
    """Return days as they are told in any language."""
    return f"{days.day} – {days.until}" if days.until else str(days.day)


def _days(plain: str, lead: int, at: int, line: int, table: _Table, sent: date) -> When | None:
    """Return the days that begin there; None where none do, or they are told of today.

    Args:
        plain: The text.
        lead: Where what leads to them begins.
        at: Where they begin.
        line: Where their line ends.
        table: The language.
        sent: The day they were told.
    """
    found = _in_numbers(plain, at, sent)
    words = table.language.days
    said = plain[lead : min(line, at + _LONGEST_DAYS)]
    if found is None and words and not words.recurs.search(said):
        first = next(iter(find_days(said, words, sent=sent)), None)
        if first is not None and first.start <= at - lead < first.end:
            found = replace(first, start=lead + first.start, end=lead + first.end)
    return found if found and (found.day > sent or (found.until is not None and found.day == sent)) else None


def _in_numbers(plain: str, at: int, sent: date) -> When | None:
    """Return days that are told by numbers alone, day first: "25.–29.05.", "3/8 - 14/8"."""
    match = _NUMBERS.match(plain, at)
    if match is None:
        return None
    last_month = int(match["last_month"])
    first_month = int(match["month"] or last_month)
    year = sent.year + (last_month < sent.month - 1)
    if not (is_day(year, first_month, int(match["day"])) and is_day(year, last_month, int(match["last"]))):
        return None
    first, last = date(year, first_month, int(match["day"])), date(year, last_month, int(match["last"]))
    return When(at, match.end(), first, last) if first < last else None


_NUMBERS = LatePattern(
    r"(?P<day>\d{1,2})(?:[./](?P<month>\d{1,2}))?\.?[ ]?(?:[-–—]|bis(?: zum)?|au|al?|até|till|tot|t/m|til|do)[ ]?"
    r"(?P<last>\d{1,2})[./](?P<last_month>\d{1,2})\.?(?![\d/])"
)
_DIGIT = LatePattern(r"\d")
_OPENING = LatePattern(
    r"[^\w<\n]{0,6}(?:(?:fyi|info|zur info|hinweis|hi|hallo|moin|servus|hola|bonjour|salut|hej|hei|oi|olá|ciao|hoi"
    r"|team|zusammen|todos|équipe|à tous|alle|allemaal|cześć)\b[^\w<\n]{1,4}){0,3}",
    re.IGNORECASE,
)
_BETWEEN = LatePattern(r"[\s.,;:!()–—-]{0,6}(?:(?:und|et|y|e|och|en|og|i) )?")
_BEHIND = 40
"""Characters behind a notice in which it may be told that it is not sure."""
_LONGEST_DAYS = 60
