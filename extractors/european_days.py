"""The days that German, French, Spanish and Portuguese name, from the day they were said.

By number and month ("9. Juni"), by weekday and number ("el jueves 11"), by a weekday to come ("ab Montag"), or from
today ("ayer"). "Los lunes" and "le lundi" are those of every week and name none.
"""

import re
from collections.abc import Mapping
from datetime import date, timedelta
from functools import cache

from extractors.numbered_days import When

_MONTHS: Mapping[str, str] = {
    "de": "januar|jänner februar märz|maerz april mai juni juli august september oktober november dezember",
    "es": "enero febrero marzo abril mayo junio julio agosto septiembre|setiembre octubre noviembre diciembre",
    "fr": "janvier février|fevrier mars avril mai juin juillet août|aout septembre octobre novembre décembre|decembre",
    "pt": "janeiro fevereiro março|marco abril maio junho julho agosto setembro outubro novembro dezembro",
}
"""The months of each language in their order; spellings of one between bars."""
_WEEKDAYS: Mapping[str, str] = {
    "de": "montag dienstag mittwoch donnerstag freitag samstag|sonnabend sonntag",
    "es": "lunes martes miércoles|miercoles jueves viernes sábado|sabado domingo",
    "fr": "lundi mardi mercredi jeudi vendredi samedi dimanche",
    "pt": "segunda terça|terca quarta quinta sexta sábado|sabado domingo",
}
_COMING: Mapping[str, str] = {
    "de": "am|ab|bis|bis zum|diesen|kommenden|nächsten",
    "es": "(?:el|este|desde el|hasta el|a partir del)(?: próximo)?",
    "fr": "ce|dès|d'ici",
    "pt": "n?esta|n?este|n?[ao] próxim[ao]|a partir de",
}
"""What one weekday to come stands behind in each language."""
_FROM_TODAY: Mapping[str, Mapping[str, int]] = {
    "de": {"vorgestern": -2, "gestern": -1, "heute": 0, "morgen": 1, "übermorgen": 2},
    "es": {"anteayer": -2, "ayer": -1, "anoche": -1, "hoy": 0, "mañana": 1, "pasado mañana": 2},
    "fr": {"avant-hier": -2, "hier": -1, "aujourd'hui": 0, "ce matin": 0, "ce soir": 0, "demain": 1, "après-demain": 2},
    "pt": {"anteontem": -2, "ontem": -1, "hoje": 0, "amanhã": 1, "depois de amanhã": 2},
}
_NO_TOMORROW = r"(?<!guten )(?<!am )(?<!heute )(?<!jeden )(?<!la )(?<!esta )(?<!cada )(?<!hasta )(?<!à )(?<!até )"
"""What stands before a word for tomorrow that is one for the morning, or a farewell."""
_SPELLED = {
    name: number
    for number, name in enumerate(
        "ersten zweiten dritten vierten fünften sechsten siebten achten neunten zehnten elften zwölften".split(),
        start=1,
    )
}
"""The German days that are mostly written in words."""
_JUST_PAST = timedelta(days=7)
"""A day this shortly before the message is still meant of this year."""


def resolved(text: str, language: str, *, sent: date) -> tuple[str, date | None]:
    """Return text with its days made absolute, and the first of them; as it is and None where it names none."""
    found = find_days(text, language, sent=sent)
    parts: list[str] = []
    position = 0
    for when in found:
        parts += (text[position : when.start], f"{when.day} – {when.until}" if when.until else str(when.day))
        position = when.end
    return "".join((*parts, text[position:])), found[0].day if found else None


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
    if word := match["from_today"]:
        day = sent + timedelta(days=_FROM_TODAY[language][word.lower()])
        return When(match.start("from_today"), match.end("from_today"), day, relative=True)
    if weekday := match["coming"] or match["next"]:
        away = (_weekday_numbers(language)[weekday.lower()] - sent.weekday() - 1) % 7 + 1
        start = match.start("coming" if match["coming"] else "next")
        return When(start, match.end(), sent + timedelta(days=away), relative=True)
    if match["weekday"] or match["only"]:
        number = int(match["number"] or match["only"])
        weekdays = {_weekday_numbers(language)[match["weekday"].lower()]} if match["weekday"] else range(7)
        coming = (sent + timedelta(days=away) for away in range(_LONGEST_AHEAD))
        named = next((day for day in coming if day.day == number and day.weekday() in weekdays), None)
        return When(match.start("weekday" if match["weekday"] else "only"), match.end(), named) if named else None
    month = _numbers(language)[match["month"].lower()]
    try:
        last = _near(date(int(match["year"] or sent.year), month, _number(match["day"])), sent, bool(match["year"]))
        if not match["first"]:
            return When(match.start("day"), match.end(), last)
        begins = _numbers(language)[match["early"].lower()] if match["early"] else month
        first = date(last.year - (begins > month), begins, _number(match["first"]))
    except ValueError:  # the 31st of a month that has 30 days
        return None
    return When(match.start("first"), match.end(), first, last) if first < last else None


_LONGEST_AHEAD = 62
"""Days in which a day of the month is looked for that falls on a weekday."""


def _number(day: str) -> int:
    return _SPELLED.get(day.lower()) or int(day)


def _near(day: date, sent: date, told: bool) -> date:
    """Return the day in the year that is told, else the next one to come."""
    return day if told or day >= sent - _JUST_PAST else day.replace(year=day.year + 1)


@cache
def _numbers(language: str) -> Mapping[str, int]:
    months = enumerate(_MONTHS[language].split(), start=1)
    return {name: number for number, names in months for name in names.split("|")}


@cache
def _weekday_numbers(language: str) -> Mapping[str, int]:
    return {name: number for number, names in enumerate(_WEEKDAYS[language].split()) for name in names.split("|")}


@cache
def _pattern(language: str) -> re.Pattern[str]:
    month = "|".join(sorted(_numbers(language), key=len, reverse=True))
    weekday = "|".join(_weekday_numbers(language))
    from_today = "|".join(sorted(_FROM_TODAY[language], key=len, reverse=True))
    spelled = f"|{'|'.join(_SPELLED)}" if language == "de" else ""
    day = rf"(?:3[01]|[12]\d|0?[1-9]{spelled})"
    after = r"(?:\.|er|º|ª)?(?: d[eo])?"
    until = "-|–|bis(?: zum)?|al?|ao?|au|até(?: ao?)?|hasta(?: el)?|jusqu'au|y el|und|et le|e"
    number = r"(?:3[01]|[12]\d|[1-9])\b(?![:.h]?\d| ?(?:h|uhr|horas)\b)"
    return re.compile(
        rf"(?<![\w.:])(?:(?P<first>{day}){after}(?: (?P<early>{month}))? ?(?:{until}) (?:el |le |den |o |dia )?)?"
        rf"(?P<day>{day}){after} (?P<month>{month})\b(?:(?: del?| do)? (?P<year>20\d\d))?"
        rf"|\b(?P<weekday>{weekday})(?:-feira)?,? (?:den |dia )?(?P<number>{number})(?!\.? (?:de )?(?:{month})\b)"
        rf"|\b(?:{_COMING[language]}) (?P<coming>{weekday})\b(?:-feira)?(?: que (?:viene|vem))?"
        rf"(?!,? (?:den |dia )?{number})"
        rf"|\b(?P<next>{weekday})(?:-feira)? (?:prochain|que viene|que vem)\b"
        rf"|(?<!todo )(?<!cada )\bd[ií]a (?P<only>{number})(?! d[eo]\b| ?(?:{until}) (?:el |o )?(?:d[ií]a )?\d)"
        rf"|{_NO_TOMORROW}\b(?P<from_today>{from_today})\b(?! e[nm] d[ií]a)",
        re.IGNORECASE,
    )
