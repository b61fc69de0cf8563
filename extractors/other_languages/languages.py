"""Other languages: commands and plain statements in them, as data tables in `extractors/languages/`.

A language is found by its script or by its most frequent words, which costs next to nothing; where those leave it
open, a trained model decides. A speaker adds wordings, or a language, by a TOML file and nothing else;
`docs/languages.md` shows how.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date, timedelta
from functools import cache, lru_cache

from extractors.days.chinese_days import chinese_days, with_days
from extractors.days.table_days import resolved
from extractors.matching.late_patterns import LatePattern
from extractors.other_languages.detection import likeliest, surely
from extractors.other_languages.language_tables import LONGEST_CHARS, Language, Statement, languages
from extractors.statements.rules import Found, filled
from memory.records import CandidateOp, Kind

_ENGLISH = frozenset(
    """the and is are was to of in it you that for on my i i'm im it's be have has with this not at but we do what
    can don't dont so me just your all if from they an or as he she will there been when who how our am by would
    more about please did no up out get a call called name live work like love prefer keep use always never
    has had our their his her then than only were been make every runs day days holiday""".split()
)
_ENGLISH_ALONE = _ENGLISH - set("in so was me no an a am or all will us as he use what".split())
"""Those that are no words of its neighbours."""
_WORD = LatePattern(r"[^\W\d_]+(?:'[^\W\d_]+)?")
_CONFIDENCE = 0.85
_COMMAS = ",;，；、،؛"


def language_of(text: str) -> Language | None:
    """Return the language that a text is written in, of those with tables; None for English and anything else."""
    return _told_apart(text, languages())


@lru_cache(maxsize=8)
def _told_apart(text: str, known: tuple[Language, ...]) -> Language | None:
    """Return the one of the languages that a text is written in; a message is asked about several times."""
    scripts = () if text.isascii() else known
    by_script = [language for language in scripts if language.script and language.script.search(text)]
    if by_script:
        return next((language for language in by_script if language.reads(text)), by_script[0])
    words = _WORD.findall(text.lower())
    marked = _marked(known)
    telling = [word for word in words if word in marked]
    english = sum(word in _ENGLISH for word in words)
    if not telling or len(telling) < english or len(telling) * 5 < len(words):
        return None
    counts = Counter(language for word in telling for language in marked[word])
    most = max(counts.values())
    if most < english or most * 5 < len(words):
        return None
    leading = [language for language, count in counts.items() if count == most]
    near = max(english, 1, most // 2)
    reading = [language for language, count in counts.items() if count >= near and language.reads(text)]
    if reading:
        # Who reads a whole statement or command is heard, and against more small words in another language too.
        leading = [language for language in leading if language in reading] or [*leading, *reading]
    elif most == 1 or most == english:
        return None
    if len(leading) == 1 and most > english:
        return leading[0]
    named = {language.name: language for language in leading}
    return named.get(likeliest(text, {"en", *named}) or "")


def is_foreign(text: str) -> bool:
    """Return whether a clause is surely not English, of whatever language, tables or not."""
    words = _WORD.findall(text)
    told = [word.lower() for word in words if word.islower()] or [word.lower() for word in words]  # names tell nothing
    english = sum(word in _ENGLISH_ALONE for word in told)
    if 3 * english > len(told):
        return False
    found = surely(text)
    if 3 * english == len(told):  # "skasuj to pole": "to" is a word of more languages than one
        begins = {language.name for language in _marked(languages()).get(told[0], ())} if told else set()
        return bool(begins) and found != "en" and likeliest(text, {"en", *begins}) not in {None, "en"}
    if found is None and not english:
        marks = Counter(language.name for word in told for language in _marked(languages()).get(word, ()))
        return max(marks.values(), default=0) >= _TELLING
    return found not in {None, "en"}


_TELLING = 2
"""Small words of one other language that tell it in a clause without any English one."""


def asked_for(text: str) -> str | None:
    """Return what a question in another language asks for: an attribute, "everything", or None for anything else."""
    language = language_of(text)
    return language.asked(text) if language else None


@cache
def _marked(known: tuple[Language, ...]) -> Mapping[str, tuple[Language, ...]]:
    """Return, for each small word, the languages it tells."""
    words = {word for language in known for word in language.marks}
    return {word: tuple(language for language in known if word in language.marks) for word in words}


def statements(
    language: Language, sentence: str, *, sent: date
) -> Iterator[tuple[Found, date | None, tuple[int, int]]]:
    """Yield what a sentence states in a language, its day, and the range of the sentence it was read from."""
    if len(sentence) > LONGEST_CHARS or language.guards.search(sentence):
        return
    taken: list[tuple[int, int]] = []
    said: set[str] = set()
    possible = language.possible(sentence)
    for statement in language.statements:
        if statement.pattern not in possible:
            continue
        for match in statement.pattern.finditer(sentence):
            about = match.span("v") if match.groupdict().get("v") else match.span()
            if any(about[0] < last and first < about[1] for first, last in taken):
                continue
            if language.doubts and language.doubts.search(_between_commas(sentence, match)):
                continue
            taken.append(about)
            groups = {name: value or "" for name, value in match.groupdict().items()}
            if "x" in groups:
                groups["x"] = language.turned(groups["x"])
            if statement.attribute not in _CALLED:
                groups = {name: language.of_author(value) for name, value in groups.items()}
            day: date | None = None
            if statement.dated:
                words = groups.get("d", "")
                groups["d"], day = chinese_days(words, sent)
                if day is None:
                    groups["d"], day = resolved(words, language.days, sent=sent)
                if day is None:
                    continue
                groups["d"] = groups["d"][:1].lower() + groups["d"][1:]
            further = _further(language, sentence, match.end()) if statement.op is CandidateOp.ADD else ""
            for found in _found(language, statement, groups):
                told = replace(found, text=f"{found.text}{further}") if found.op is CandidateOp.ADD else found
                when = day
                if told.kind in _DATED and not (statement.attribute or statement.dated):
                    told, when = _with_day(language, told, _between_commas(sentence, match), sent)
                if told.text not in said:
                    said.add(told.text)
                    yield told, when, (match.start(), match.end() + len(further))


_CALLED = frozenset({"name", "nickname"})
_DATED = frozenset({Kind.EVENT, Kind.FACT, Kind.PROJECT})
"""Kinds of statements that may name their day in any place."""


def _with_day(language: Language, told: Found, said: str, sent: date) -> tuple[Found, date | None]:
    """Return a statement with its day, if that of an event stands only in what is `said` around it.

    What happens on a day soon to come is an event, whatever else is stated: "my sister arrives on 14 May".
    """
    if not language.tells_days or _YEARLY.search(told.text) or _ALWAYS.search(said):
        return told, None
    shown, day = days_in(language, told.text, sent)
    if told.kind is Kind.EVENT and day is None:
        _, day = days_in(language, said, sent)
        day = day if day and day <= sent else None  # "ayer decidimos …", but not what somebody covers till then
        shown = f"{shown}, {day}" if day else shown
    elif told.kind is Kind.FACT and day is not None:
        if not sent <= day <= sent + _SOON:
            return told, None
        told = replace(told, kind=Kind.EVENT)
    return replace(told, text=shown), day


_SOON = timedelta(days=270)
"""A day further away may as well lie behind: those without a year are read as the next of their kind."""
_YEARLY = LatePattern(
    r"geburtstag|anivers[aá]r|cumple|compie|fyller|fylder|jarig|täyttää|fête|feiert|wird \d|fait \d|faz \d|"
    r"anniversaire|compleanno|verjaardag|fødsels|födelse|urodzin|narozenin|syntymä|születés|doğum",
    re.IGNORECASE,
)
"""What comes again every year, and is on no one day."""
_ALWAYS = LatePattern(
    r"\b(?:aqui não|aquí no|siempre|cada|todos|todas|sempre|immer|jede[nrs]?|toujours|chaque|ogni|altijd|elke|alltid"
    r"|altid|varje|hver|zawsze|vždy|aina|mindig|minden)\b",
    re.IGNORECASE,
)
"""What comes again and again."""


def days_in(language: Language, text: str, sent: date) -> tuple[str, date | None]:
    """Return a text with its days made absolute, and the first of these; as it is and None where they come again."""
    if _ALWAYS.search(text):
        return text, None
    shown, day = resolved(text, language.days, sent=sent)
    return with_days(shown, sent) if day is None and language.script else (shown, day)


def _further(language: Language, sentence: str, end: int) -> str:
    """Return the hours or days that go on behind a statement, with their comma; "" where there are none."""
    found = language.further.pattern.match(sentence, end) if language.further else None
    return found[0] if found else ""


def _between_commas(sentence: str, match: re.Match[str]) -> str:
    """Return the part of a sentence that a match stands in, from comma to comma."""
    before = max(sentence.rfind(comma, 0, match.start() + 1) for comma in _COMMAS)
    after = min((at for comma in _COMMAS if (at := sentence.find(comma, match.end())) >= 0), default=len(sentence))
    return sentence[before + 1 : after]


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
