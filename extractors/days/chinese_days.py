"""The days that a Chinese or Japanese expression names, from the day it was said."""

import re
from datetime import date, timedelta

from extractors.matching.late_patterns import LatePattern

_WEEKDAYS = "一二三四五六日"
_JUST_PAST = timedelta(days=7)
"""A day of the month this shortly before today is still meant of this year."""
_N = r"(\d{1,2}|[一二三四五六七八九十]{1,3})"
_RANGE = LatePattern(rf"{_N}月{_N}[日号號]?(?:\s?(?:到|至|从|から|-|–|—|~|〜|～)\s?(?:(?:{_N}月)?{_N}[日号號]?))?")
_IN_DIGITS = LatePattern(
    r"(?<![\d/])(\d{1,2})/(\d{1,2})(?![\d/])(?:\s?(?:到|至|から|-|–|—|~|〜|～)\s?(\d{1,2})/(\d{1,2})(?![\d/]))?"
)
"""Months and days as Japanese has them: "3/16〜3/20"."""
_OF_WEEK = LatePattern(r"(?P<week>再来週|来週|今週|今度|次)の?(?P<day>[月火水木金土日])曜")
_OF_MONTH = LatePattern(
    rf"(?P<month>再来月|来月|今月|下个月|下個月|下月|这个月|這個月|本月)的?の?(?P<first>{_N})[日号號](?!間)"
    rf"(?:\s?(?:到|至|から|-|–|—|~|〜|～)\s?(?P<last>{_N})[日号號]?)?"
)
_MONTHS = {"再来月": 2, "来月": 1, "下个月": 1, "下個月": 1, "下月": 1}
_FROM_TODAY = {
    "明天": 1,
    "明日": 1,
    "后天": 2,
    "後天": 2,
    "明後日": 2,
    "あさって": 2,
    "昨天": -1,
    "昨日": -1,
    "前天": -2,
    "今天": 0,
    "本日": 0,
}
_JAPANESE_WEEKDAYS = "月火水木金土日"
_WEEKS = {"今週": 0, "来週": 1, "再来週": 2}
_DIGITS = "一二三四五六七八九"


def chinese_days(words: str, sent: date) -> tuple[str, date | None]:
    """Return the days that the words name, as they are shown, and the first; None where they name none."""
    day = chinese_day(words, sent)
    if day is None:
        return "", None
    if of_month := _OF_MONTH.match(words):
        last = of_month["last"] and _of_month(of_month["month"], of_month["last"], sent)
        return (f"{day} – {last} " if last else f"{day} "), day
    match = _RANGE.match(words) or _IN_DIGITS.match(words)
    if match is None or match[4] is None:
        return f"{day} ", day
    last = _near(_number(match[3] or match[1]), _number(match[4]), day)
    return (f"{day} – {last} " if last else f"{day} "), day


_NAMED = LatePattern(
    rf"(?:{_RANGE.written})|(?:{_IN_DIGITS.written})|(?:{_OF_WEEK.written})日?|(?:{_OF_MONTH.written})|(?:下下?[个個]?|本|[这這][个個]?)(?:周|週|星期|礼拜|禮拜)[一二三四五六日天]"
    rf"|{'|'.join(_FROM_TODAY)}"
)


_YEARLY = LatePattern(r"生日|誕生日|命日|纪念日|紀念日|記念日|忌日")
"""What comes every year on its day."""


def with_days(text: str, sent: date) -> tuple[str, date | None]:
    """Return a text with the days that it names made absolute, and the first; as it is and None where it names none."""
    first: date | None = None
    if _YEARLY.search(text):
        return text, None

    def shown(match: re.Match[str]) -> str:
        nonlocal first
        written, day = chinese_days(match[0], sent)
        first = first or day
        return f" {written.strip()} " if day else match[0]

    told = re.sub(r"^ | (?=[，。、 ])| $", "", _NAMED.sub(shown, text))
    return (told, first) if first else (text, None)


def chinese_day(words: str, sent: date) -> date | None:
    """Return the day that the words name, None where they name none; next week begins on its Monday."""
    if words in _FROM_TODAY:
        return sent + timedelta(days=_FROM_TODAY[words])
    if match := _OF_MONTH.match(words):
        return _of_month(match["month"], match["first"], sent)
    if match := _OF_WEEK.match(words):
        return _of_week(match["week"], _JAPANESE_WEEKDAYS.index(match["day"]), sent)
    if match := _RANGE.match(words) or _IN_DIGITS.match(words):
        return _near(_number(match[1]), _number(match[2]), sent)
    if words and (words[-1] in _WEEKDAYS or words[-1] == "天"):
        monday = sent - timedelta(days=sent.weekday())
        weeks = words.count("下")
        day = monday + timedelta(days=7 * weeks + (6 if words[-1] == "天" else _WEEKDAYS.index(words[-1])))
        return day if day > sent else day + timedelta(days=7)
    return None


def _of_month(month: str, day: str, sent: date) -> date | None:
    """Return a day of this month or of one to come; None where there is no such day."""
    months = sent.month - 1 + _MONTHS.get(month, 0)
    try:
        return date(sent.year + months // 12, months % 12 + 1, _number(day))
    except ValueError:
        return None


def _of_week(week: str, weekday: int, sent: date) -> date:
    """Return a day of the week that is named, or the next such day where none is."""
    if week in _WEEKS:
        return sent - timedelta(days=sent.weekday()) + timedelta(days=7 * _WEEKS[week] + weekday)
    return sent + timedelta(days=(weekday - sent.weekday() - 1) % 7 + 1)


def _number(written: str) -> int:
    """Return a number up to 99, in digits or in Chinese: "二十四" is 24; 0 for what is none."""
    if written.isdigit():
        return int(written)
    tens, ten, ones = written.rpartition("十")
    if not ten:
        return _DIGITS.find(ones) + 1
    return 10 * (_DIGITS.find(tens) + 1 if tens else 1) + (_DIGITS.find(ones) + 1 if ones else 0)


def _near(month: int, day: int, sent: date) -> date | None:
    """Return the day of a month that comes next, or has just been; None where there is no such day."""
    try:
        found = date(sent.year, month, day)
        return found if found >= sent - _JUST_PAST else found.replace(year=sent.year + 1)
    except ValueError:
        return None
