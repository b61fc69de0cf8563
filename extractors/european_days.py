"""The days that German, French, Spanish and Portuguese name by number and month, from the day they were said."""

import re
from collections.abc import Mapping
from datetime import date, timedelta
from functools import cache

from extractors.dates import When

_MONTHS: Mapping[str, str] = {
    "de": "januar|jänner februar märz|maerz april mai juni juli august september oktober november dezember",
    "es": "enero febrero marzo abril mayo junio julio agosto septiembre|setiembre octubre noviembre diciembre",
    "fr": "janvier février|fevrier mars avril mai juin juillet août|aout septembre octobre novembre décembre|decembre",
    "pt": "janeiro fevereiro março|marco abril maio junho julho agosto setembro outubro novembro dezembro",
}
"""The months of each language in their order; spellings of one between bars."""
_JUST_PAST = timedelta(days=7)
"""A day this shortly before the message is still meant of this year."""


def resolved(text: str, language: str, *, sent: date) -> tuple[str, date | None]:
    """Return text with its days made absolute, and the first of them; as it is and None where it names none."""
    found = find_days(text, language, sent=sent)
    for when in reversed(found):
        shown = f"{when.day} – {when.until}" if when.until else str(when.day)
        text = text[: when.start] + shown + text[when.end :]
    return text, found[0].day if found else None


def find_days(text: str, language: str, *, sent: date) -> list[When]:
    """Return the days and ranges of days that text names, in order; none in a language that is not listed.

    Args:
        text: Words of one sentence.
        language: Its ISO 639-1 code.
        sent: The day the message was sent.
    """
    if language not in _MONTHS:
        return []
    found = (_when(match, language, sent) for match in _pattern(language).finditer(text))
    return [when for when in found if when is not None]


def _when(match: re.Match[str], language: str, sent: date) -> When | None:
    month = _numbers(language)[match["month"].lower()]
    try:
        last = _near(date(int(match["year"] or sent.year), month, int(match["day"])), sent, bool(match["year"]))
        if not match["first"]:
            return When(match.start("day"), match.end(), last)
        begins = _numbers(language)[match["early"].lower()] if match["early"] else month
        first = date(last.year - (begins > month), begins, int(match["first"]))
    except ValueError:  # the 31st of a month that has 30 days
        return None
    return When(match.start("first"), match.end(), first, last) if first < last else None


def _near(day: date, sent: date, told: bool) -> date:
    """Return the day in the year that is told, else the next one to come."""
    return day if told or day >= sent - _JUST_PAST else day.replace(year=day.year + 1)


@cache
def _numbers(language: str) -> Mapping[str, int]:
    months = enumerate(_MONTHS[language].split(), start=1)
    return {name: number for number, names in months for name in names.split("|")}


@cache
def _pattern(language: str) -> re.Pattern[str]:
    month = "|".join(sorted(_numbers(language), key=len, reverse=True))
    day = r"(?:3[01]|[12]\d|0?[1-9])"
    after = r"(?:\.|er|º|ª)?(?: d[eo])?"
    return re.compile(
        rf"(?<![\d.:])(?:(?P<first>{day}){after}(?: (?P<early>{month}))?"
        rf" ?(?:-|–|bis(?: zum)?|al?|au|até(?: ao?)?|hasta(?: el)?|jusqu'au|y el|und|et le|e) (?:el |le |den |o )?)?"
        rf"(?P<day>{day}){after} (?P<month>{month})\b(?:(?: del?| do)? (?P<year>20\d\d))?",
        re.IGNORECASE,
    )
