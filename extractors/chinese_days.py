"""The day that a Chinese expression names, from the day it was said."""

import re
from datetime import date, timedelta

_WEEKDAYS = "一二三四五六日"
_JUST_PAST = timedelta(days=7)
"""A day of the month this shortly before today is still meant of this year."""


def chinese_day(words: str, sent: date) -> date | None:
    """Return the day that the words name, None where they name none; next week begins on its Monday."""
    if words == "明天":
        return sent + timedelta(days=1)
    if words in {"后天", "後天"}:
        return sent + timedelta(days=2)
    if match := re.match(r"(\d{1,2})月(\d{1,2})", words):
        try:
            day = date(sent.year, int(match[1]), int(match[2]))
            return day if day >= sent - _JUST_PAST else day.replace(year=sent.year + 1)
        except ValueError:
            return None
    if words and (words[-1] in _WEEKDAYS or words[-1] == "天"):
        monday = sent - timedelta(days=sent.weekday())
        weeks = words.count("下")
        day = monday + timedelta(days=7 * weeks + (6 if words[-1] == "天" else _WEEKDAYS.index(words[-1])))
        return day if day > sent else day + timedelta(days=7)
    return None
