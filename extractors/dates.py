"""Relative dates to absolute ones, from the time the message was sent. Pure.

Own grammar rather than dateparser: that takes milliseconds for each text, guesses where the language is not plain, and
knows no ranges. Vague and recurring times ("end of September", "every Monday", "around Easter") carry no date.
"""

import re
from dataclasses import dataclass, replace
from datetime import date, timedelta

_MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "january jan", "february feb", "march mar", "april apr", "may", "june jun", "july jul",
            "august aug", "september sept sep", "october oct", "november nov", "december dec",
        ),
        start=1,
    )
    for name in names.split()
}  # fmt: skip
_WEEKDAYS = {
    name: number
    for number, names in enumerate(
        (
            "monday mon",
            "tuesday tues tue",
            "wednesday weds wed",
            "thursday thurs thur thu",
            "friday fri",
            "saturday sat",
            "sunday sun",
        )
    )
    for name in names.split()
}
_NUMBERS = {
    "a": 1, "an": 1, "one": 1, "two": 2, "a couple of": 2, "couple of": 2, "three": 3, "four": 4, "five": 5, "six": 6,
    "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12,
}  # fmt: skip
_MONTH = "(?:" + "|".join(sorted(_MONTHS, key=len, reverse=True)) + r")\b\.?"
_WEEKDAY = "(?:" + "|".join(sorted(_WEEKDAYS, key=len, reverse=True)) + ")"
_DAY = r"(?:3[01]|[12]\d|0?[1-9])(?:st|nd|rd|th)?(?!\d)"
_SPELLED = {
    name: number
    for number, name in enumerate(
        (
            "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth "
            "fifteenth sixteenth seventeenth eighteenth nineteenth twentieth twenty-first twenty-second twenty-third "
            "twenty-fourth twenty-fifth twenty-sixth twenty-seventh twenty-eighth twenty-ninth thirtieth thirty-first"
        ).split(),
        start=1,
    )
}
_IN_WORDS = "(?:" + "|".join(name.replace("-", "[- ]") for name in sorted(_SPELLED, key=len, reverse=True)) + ")"
_LATE_IN_WORDS = (
    "(?:" + "|".join(name.replace("-", "[- ]") for name in sorted(_SPELLED, key=len, reverse=True)[:19]) + ")"
)
"""Those that count little else than days: "the twenty-second", but not "the second"."""
_ORDINAL = r"(?:[1-9]|[12]\d|3[01])(?:st|nd|rd|th)"
_YEAR = r"(?:,?[ ](?:of[ ])?20\d\d)"
_COUNT = r"(?:\d{1,3}|a[ ]couple[ ]of|couple[ ]of|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
_DASH = (
    r"(?:[ ]?[-–—/][ ]?|[ ](?:to|up[ ]to|until|till|til|through|thru|and|runs[ ]to|and[ ]runs[ ]to"
    r"|and[ ]ends[ ]on|ending|and[ ]ending|and[ ]runs[ ](?:until|till|through)|and[ ]finishes[ ]on)[ ])"
)
_THE = r"(?:(?:the|on|on[ ]the)[ ])?"
_COUNTED = (
    "of|floor|grade|year|form|time|one|person|place|birthday|century|edition|street|avenue|anniversary|st|round|draft"
    "|version|attempt|try|day|week|month|class|school|party|page|chapter|slide|item|line|row|point|most|best|biggest"
)
"""What an ordinal counts when it is not a day: "the 3rd floor"."""
_ABSOLUTE = re.compile(
    rf"""\b(?:
      (?P<iso>20\d\d-\d\d-\d\d)(?P<iso_to>{_DASH}(?P<iso_end>20\d\d-\d\d-\d\d))?(?!\d)
    | (?:from[ ])?{_THE}(?P<d1>{_DAY})(?:\ of)?(?:\ (?P<m1>{_MONTH}))?(?P<y1>{_YEAR})?
      {_DASH}{_THE}(?:{_WEEKDAY}\ )?{_THE}(?P<d2>{_DAY})(?:\ of)?\ (?P<m2>{_MONTH})(?P<y2>{_YEAR})?
    | (?P<m3>{_MONTH})\ (?:the\ )?(?P<d3>{_DAY}){_DASH}{_THE}(?:(?P<m4>{_MONTH})\ )?(?P<d4>{_DAY})
      (?P<y4>{_YEAR})?(?![\d:])
    | (?:{_WEEKDAY},?\ )?{_THE}(?P<d5>{_DAY})(?:\ of)?\ (?P<m5>{_MONTH})(?P<y5>{_YEAR})?
    | (?:{_WEEKDAY},?\ )?(?P<m6>{_MONTH})\ (?:the\ )?(?P<d6>{_DAY})(?!\ ?(?:am|pm)\b)(?![:.]\d)(?P<y6>{_YEAR})?
    | (?:from\ )?the\ (?P<d7>{_ORDINAL}){_DASH}(?:on\ )?the\ (?P<d8>{_ORDINAL})(?!\ (?:of|\w+\ (?:of|floor)))
    | (?:(?:on|by|from|until|till|before|after|since)\ (?:the\ )?|the\ )(?P<d9>{_ORDINAL})(?!\ (?:{_COUNTED}))
      (?=[\s,.;:!?)]|$)
    | (?:{_WEEKDAY},?\ )?{_THE}(?P<d10>{_IN_WORDS})\ of\ (?P<m10>{_MONTH})(?P<y10>{_YEAR})?
    | (?P<m11>{_MONTH})\ the\ (?P<d11>{_IN_WORDS})(?P<y11>{_YEAR})?
    | (?:on|by|from|until|till|before|after|since)\ the\ (?P<d12>{_LATE_IN_WORDS})(?!\ (?:{_COUNTED}))(?=[\s,.;:!?)]|$)
    | (?P<d13>1[3-9]|2\d|3[01])[/.](?P<m13>0[1-9])(?![\d/:%]|\.\d)
    | (?:on|by|from|until|till|before|after|since)\ (?P<d14>1[3-9]|2\d|3[01])(?:/(?=\d\d?\b)|\.(?=\d\d?\.))
      (?P<m14>[1-9]|1[0-2])\.?(?![\d/:%]|\.\d)
    | (?:on|by|from|until|till|before|after|since)\ (?P<m15>0?[1-9]|1[0-2])/(?P<d15>1[3-9]|2\d|3[01])(?![\d/:%]|\.\d)
    )""",
    re.VERBOSE | re.IGNORECASE,
)
_RELATIVE = re.compile(
    rf"""\b(?:
      (?P<day_after>(?:the\ )?day\ after\ tomorrow) | (?P<day_before>(?:the\ )?day\ before\ yesterday)
    | (?P<tomorrow>tomorrow|tmrw|tomoz|tmr)(?:\ (?:morning|afternoon|evening|night))?
    | (?P<yesterday>yesterday|last\ night)(?:\ (?:morning|afternoon|evening))?
    | (?P<today>today|tonight|this\ (?:morning|afternoon|evening))
    | (?P<ago>{_COUNT})\ (?P<ago_unit>days?|weeks?|fortnights?|months?|years?)\ ago(?:\ (?:today|on\ {_WEEKDAY}))?
    | (?:in\ )?(?:exactly\ )?(?P<from>{_COUNT})\ (?P<from_unit>days?|weeks?|fortnights?|months?)\ from
      \ (?P<anchor>today|now|tomorrow|{_WEEKDAY})
    | in\ (?:exactly\ )?(?P<in>{_COUNT})\ (?P<in_unit>days|weeks?|fortnights?|months?)
      (?:'s?\ time|\ time)?(?!\ (?:of|or|a|per))
    | (?P<next>next)\ (?P<next_day>{_WEEKDAY})\b(?!s)
    | (?P<last>last)\ (?P<last_day>{_WEEKDAY})\b(?!s)
    | (?<!\bthe\ )(?<!\bour\ )(?<!\bmy\ )(?<!\bat\ )
      (?:(?P<prep>on|by|this|this\ coming|coming|until|till|from|before|after|since)\ )?(?P<weekday>{_WEEKDAY})\b
      (?!s|'s|\ (?:or|through|afternoons|mornings|evenings|nights)\b|s?\ ?[-–/]
        |\ (?:and|to)\ (?:[a-z]+\ )?(?:{_WEEKDAY}|\d|half\b|noon|midday|late\b|early\b))
      (?P<week>\ week\b)?(?:\ (?P<part>morning|afternoon|evening|night|lunchtime))?
    )\b""",
    re.VERBOSE | re.IGNORECASE,
)
_QUICK = re.compile(
    r"\d(?:st|nd|rd|th)\b|20\d\d-|today|tonight|tomorrow|tmr|tomoz|yesterday|\b(?:jan|feb|mar|apr|may|jun|jul|aug|"
    r"sep|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun|ago\b|from (?:now|today|tomorrow)|in (?:a|\d|two|three|four|five|six|"
    r"seven|eight|nine|ten))|this (?:morning|afternoon|evening)|last night|\d[/.]\d|"
    r"the (?:eleven|twel|thir|four|fif|six|seven|eigh|nine|twent)",
)
"""What a text in lower case holds if it names a day; most do not."""
_EACH = re.compile(r" (?:of )?(?:every|each|the|a) (?:month|week|year|term|quarter)\b| of month\b", re.IGNORECASE)
"""What follows a day that comes again and again: "the 18th of every month"."""
_YEARLY = re.compile(r"\b(?:(?:every|each) (?:single )?year|yearly|annually|year after year)\b")
"""What makes every day of a text one that comes again: "closed each year from 1 November"."""
_RECURRING = re.compile(
    r"\b(?:(?:every|any) \w+ (?:but|except|bar)|"
    r"every|each|an?|any|most|other|first|second|third|fourth|last (?!week)|alternate|bi-?weekly|"
    r"weekly)(?: (?:other|second|single|first|third))?$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class When:
    """A day or a range of days found in a text. `start` and `end` are its half-open range of characters."""

    start: int
    end: int
    day: date
    until: date | None = None
    relative: bool = False
    since: bool = False

    def __str__(self) -> str:
        return f"from {self.day} to {self.until}" if self.until else str(self.day)


def find_dates(text: str, *, sent: date, past: bool = False) -> list[When]:
    """Return the days that text names plainly, in order, without overlaps; none in an empty text.

    Args:
        text: Clean text.
        sent: The day the message was sent.
        past: Whether the statement is about the past, so that "on Tuesday" and "4 March" lie before `sent`.
    """
    lower = text.lower()
    if not _QUICK.search(lower) or _YEARLY.search(lower):
        return []
    found: list[When] = []
    for match in _ABSOLUTE.finditer(text):
        since = _is_since(text, match)
        when = _absolute(match, sent, past or since)
        if when is not None:
            found.append(replace(when, since=since))
    for match in _RELATIVE.finditer(text):
        if any(when.start < match.end() and match.start() < when.end for when in found):
            continue
        since = _is_since(text, match)
        day = _relative(match, text, sent, past or since)
        if day is not None:
            start = match.start("weekday") if match["weekday"] else match.start()
            found.append(When(start, match.end(), day, relative=True, since=since))
    return sorted((when for when in found if not _EACH.match(text, when.end)), key=lambda when: when.start)


def _is_since(text: str, match: re.Match[str]) -> bool:
    """Return whether the day is one that something has lasted since."""
    return text[max(0, match.start() - 6) : match.end()].lower().lstrip().startswith("since ")


def _absolute(match: re.Match[str], sent: date, past: bool) -> When | None:
    group = match.groupdict()
    start, end = match.span()
    try:
        if group["iso"]:
            until = date.fromisoformat(group["iso_end"]) if group["iso_end"] else None
            return When(start, end, date.fromisoformat(group["iso"]), until)
        if group["d2"]:
            last = _dated(group["d2"], group["m2"], group["y2"] or group["y1"], sent, past)
            return _range(start, end, group["d1"], group["m1"] or group["m2"], last)
        if group["d4"]:
            last = _dated(group["d4"], group["m4"] or group["m3"], group["y4"], sent, past)
            return _range(start, end, group["d3"], group["m3"], last)
        if group["d8"]:
            first = _this_day(group["d7"], sent, past)
            last = _this_day(group["d8"], first, past=False)
            return When(start, end, first, last)
        if group["d12"]:
            return When(match.start("d12") - 4, end, _this_day(group["d12"], sent, past))
        if group["d9"]:
            return When(
                match.start("d9") - 4
                if match.string[: match.start("d9")].lower().endswith("the ")
                else match.start("d9"),
                end,
                _this_day(group["d9"], sent, past),
            )
        for number in ("5", "6", "10", "11", "13", "14", "15"):
            if group[f"d{number}"]:
                day = _dated(group[f"d{number}"], group[f"m{number}"], group.get(f"y{number}"), sent, past)
                lead = _ON.match(match[0]) if number in {"5", "6", "10"} else None
                begin = start + lead.end() if lead else start
                return When(match.start(f"{_FIRST[number]}{number}") if number in _FIRST else begin, end, day)
    except ValueError:  # the 31st of a month that has 30 days
        return None
    return None


_ON = re.compile(r"on ", re.IGNORECASE)
_FIRST = {"13": "d", "14": "d", "15": "m"}
"""Which part of a date in figures comes first, after what leads to it: "by 30/4", "by 4/30"."""


def _number(text: str) -> int:
    """Return the number that digits or an ordinal in words name."""
    spelled = _SPELLED.get(text.lower().replace(" ", "-"))
    return spelled if spelled is not None else int(re.sub(r"\D", "", text))


def _dated(day: str, month: str, year: str | None, sent: date, past: bool) -> date:
    month_number = int(month) if month.isdigit() else _MONTHS[month.lower().rstrip(".")]
    if year:
        return date(_number(year) % 10000, month_number, _number(day))
    years = [sent.year - 1, sent.year, sent.year + 1]
    days = [
        date(candidate, month_number, _number(day))
        for candidate in years
        if _valid(candidate, month_number, _number(day))
    ]
    if not days:
        raise ValueError(day)
    if past:
        return max((found for found in days if found <= sent), default=days[0])
    return min((found for found in days if found >= sent - timedelta(days=7)), default=days[-1])


def _valid(year: int, month: int, day: int) -> bool:
    try:
        date(year, month, day)
    except ValueError:
        return False
    return True


def _range(start: int, end: int, day: str, month: str, last: date) -> When | None:
    month_number = _MONTHS[month.lower().rstrip(".")]
    first = date(last.year - (month_number > last.month), month_number, _number(day))
    return When(start, end, first, last) if first < last else None


def _this_day(day: str, sent: date, past: bool) -> date:
    """Return the nearest such day of a month: at or after `sent`, or before it for the past."""
    wanted = _number(day)
    step = -1 if past else 1
    current = sent
    for _ in range(63):
        if current.day == wanted:
            return current
        current += timedelta(days=step)
    raise ValueError(day)


def _relative(match: re.Match[str], text: str, sent: date, past: bool) -> date | None:
    group = match.groupdict()
    if group["day_after"]:
        return sent + timedelta(days=2)
    if group["day_before"]:
        return sent - timedelta(days=2)
    if group["tomorrow"]:
        return sent + timedelta(days=1)
    if group["yesterday"]:
        return sent - timedelta(days=1)
    if group["today"]:
        return sent
    if group["ago"]:
        return _shift(sent, group["ago"], group["ago_unit"], -1)
    if group["from"]:
        anchor = group["anchor"].lower()
        base = (
            sent
            if anchor in {"today", "now"}
            else sent + timedelta(days=1)
            if anchor == "tomorrow"
            else _weekday(anchor, sent)
        )
        return _shift(base, group["from"], group["from_unit"], 1)
    if group["in"]:
        return _shift(sent, group["in"], group["in_unit"], 1)
    if group["next"]:
        return sent - timedelta(days=sent.weekday()) + timedelta(days=7 + _WEEKDAYS[group["next_day"].lower()])
    if group["last"]:
        return _weekday(group["last_day"], sent, past=True)
    name = group["weekday"]
    short = name.lower() not in {"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"}
    if _RECURRING.search(text[: match.start()].rstrip()) or (
        short
        and (not group["prep"] or (name.lower() in {"sat", "sun", "mon"} and name.islower() and not group["prep"]))
    ):
        return None
    day = _weekday(name, sent, past=past)
    return day + timedelta(days=7) if group["week"] else day


def _weekday(name: str, sent: date, *, past: bool = False) -> date:
    """Return the next such weekday after `sent`, or the last one before it."""
    number = _WEEKDAYS[name.lower()]
    if past:
        return sent - timedelta(days=(sent.weekday() - number - 1) % 7 + 1)
    return sent + timedelta(days=(number - sent.weekday() - 1) % 7 + 1)


def _shift(base: date, count: str, unit: str, sign: int) -> date | None:
    number = int(count) if count.isdigit() else _NUMBERS[count.lower()]
    if unit.startswith("day"):
        return base + timedelta(days=sign * number)
    if unit.startswith("week"):
        return base + timedelta(days=sign * 7 * number)
    if unit.startswith("fortnight"):
        return base + timedelta(days=sign * 14 * number)
    months = number * (12 if unit.startswith("year") else 1) * sign
    total = base.year * 12 + base.month - 1 + months
    day = min(base.day, 28)
    return date(total // 12, total % 12 + 1, base.day if _valid(total // 12, total % 12 + 1, base.day) else day)


def resolve(text: str, *, sent: date, past: bool = False) -> tuple[str, date | None]:
    """Return text with its plain dates made absolute, and the first of them that something is on; else None.

    A day that something has lasted since stands in the text only.
    """
    found = find_dates(text, sent=sent, past=past)
    if not found:
        return text, None
    parts: list[str] = []
    position = 0
    for when in found:
        before = text[position : when.start]
        shown = str(when)
        if when.until:
            before = re.sub(r"\b(?:from|between)\s*$", "", before, flags=re.IGNORECASE)
        elif when.relative and not re.search(
            r"\b(?:on|by|until|till|from|before|after|since|for|due|this|at|to|is|was|of)\s*$",
            before,
            flags=re.IGNORECASE,
        ):
            shown = f"on {shown}"
        before = (
            re.sub(r"\b(?:this coming|this|coming)\s*$", "on ", before, flags=re.IGNORECASE)
            if when.relative
            else before
        )
        parts.extend((before, shown))
        position = when.end
    parts.append(text[position:])
    whole = re.sub(r"\bon on\b", "on", "".join(parts))
    return whole, next((when.day for when in found if not when.since), None)
