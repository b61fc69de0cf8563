"""How days are named in English: the patterns that `dates` resolves, and the tables that say what their words mean."""

import re

from extractors.matching.late_patterns import LatePattern

MONTHS = {
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
WEEKDAYS = {
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
NUMBERS = {
    "a": 1, "an": 1, "one": 1, "two": 2, "a couple of": 2, "couple of": 2, "three": 3, "four": 4, "five": 5, "six": 6,
    "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12,
}  # fmt: skip
SPELLED = {
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
MONTH_NAME = "(?:" + "|".join(sorted(MONTHS, key=len, reverse=True)) + ")"
WEEKDAY_NAME = "(?:" + "|".join(sorted(WEEKDAYS, key=len, reverse=True)) + ")"
"""Patterns of the names of a month and of a weekday, in lower case; what follows a name is left open."""
_MONTH = rf"{MONTH_NAME}\b\.?"
_WEEKDAY = rf"{WEEKDAY_NAME}\b"
_DAY = r"(?:3[01]|[12]\d|0?[1-9])(?:st|nd|rd|th)?(?!\d)"
_BY_LENGTH = sorted(SPELLED, key=len, reverse=True)
_IN_WORDS = "(?:" + "|".join(name.replace("-", "[- ]") for name in _BY_LENGTH) + ")"
_LATE_IN_WORDS = "(?:" + "|".join(name.replace("-", "[- ]") for name in _BY_LENGTH[:19]) + ")"
"""Those that count little else than days: "the twenty-second", but not "the second"."""
_EITHER = f"(?:{_DAY}|{_IN_WORDS})"
_ORDINAL = r"(?:[1-9]|[12]\d|3[01])(?:st|nd|rd|th)"
_YEAR = r"(?:,?[ ](?:of[ ])?(?:20\d\d|19[4-9]\d(?!\d))|[ ](?:last|this|next)[ ]year\b)"
_MAY_DO = r"may[ ](?:not|be|have|need|only|also|never|well|even|still|come|go|get|take|run)\b"
"""What is allowed or possible, and no month: "room 2 may not be opened"."""
_COUNT = r"(?:\d{1,3}|a[ ]couple[ ]of|couple[ ]of|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
_UNTIL = (
    r"[ ](?:to|tae|up[ ]to|until|till|til|through|thru|through[ ]to|runs[ ]to|and[ ]runs[ ]to"
    r"|and[ ]ends[ ]on|ending|and[ ]ending|and[ ]runs[ ](?:until|till|through)|and[ ]finishes[ ]on)[ ]"
)
_DASH = rf"(?:[ ]?[-–—/→][ ]?|[ ]and[ ]|{_UNTIL})"
_BETWEEN = rf"(?:[ ]?[-–—→][ ]?|{_UNTIL})"
"""What stands between the ends of a range, and nowhere else."""
_THE = r"(?:(?:the|on|on[ ]the)[ ])?"
_PREPOSITION = "(?:on|by|from|until|till|before|after|since)"
_COUNTED = (
    "of|floor|grade|year|form|time|one|person|place|birthday|century|edition|street|avenue|anniversary|st|round|draft"
    "|version|attempt|try|day|week|month|class|school|party|page|chapter|slide|item|line|row|point|most|best|biggest"
)
"""What an ordinal counts when it is not a day: "the 3rd floor"."""
_COUNTS = rf"(?!\ (?:(?:(?:to|and|or)\ {_ORDINAL}\ )?(?:{_COUNTED})|(?:of\ )?{_MONTH}))(?=[\s,.;:!?)]|$)"
_CLOSES = r"(?=\ ?[,.;:!?)(]|$|\ (?:at|in|for|with|and|so|as|because|if|this|next)\b)"
"""What follows a day that is named by nothing but a number."""
_OF = r"(?:\ (?:of|o['’]?))"
_OF_MONTH = r"\ of\ (?:this|the|next)\ month\b"
ABSOLUTE = LatePattern(
    rf"""\b(?:
      (?P<iso>20\d\d-\d\d-\d\d)(?P<iso_to>{_DASH}(?P<iso_end>20\d\d-\d\d-\d\d))?(?!\d)
    | (?:from[ ])?{_THE}(?:{_WEEKDAY},?\ (?:the\ )?)?(?P<d1>{_EITHER})(?P<more1>(?:,\ (?:the\ )?{_EITHER}){{0,4}})
      {_OF}?(?:\ (?P<m1>{_MONTH}))?(?P<y1>{_YEAR})?
      (?P<dash1>{_DASH}){_THE}(?:{_WEEKDAY},?\ )?{_THE}(?P<d2>{_EITHER}){_OF}?\ (?P<m2>{_MONTH})(?P<y2>{_YEAR})?
    | (?P<m3>{_MONTH})\ (?:the\ )?(?P<d3>{_DAY})(?P<dash3>{_DASH}){_THE}(?:(?P<m4>{_MONTH})\ )?(?P<d4>{_DAY})
      (?P<y4>{_YEAR})?(?![\d:])
    | (?:(?P<w5>{_WEEKDAY}),?\ )?{_THE}(?P<d5>{_DAY}){_OF}?\ (?!{_MAY_DO})(?P<m5>{_MONTH})(?P<y5>{_YEAR})?
    | (?:(?P<w6>{_WEEKDAY}),?\ )?(?P<m6>{_MONTH})\ (?:the\ )?(?P<d6>{_DAY})(?!\ ?(?:am|pm)\b)(?![:.]\d)(?P<y6>{_YEAR})?
    | (?:from\ )?(?:the\ )?(?:{_WEEKDAY},?\ (?:the\ )?)?(?P<d7>{_ORDINAL}){_BETWEEN}(?:on\ )?(?:the\ )?
      (?:{_WEEKDAY},?\ (?:the\ )?)?(?P<d8>{_ORDINAL})(?!\ (?:{_COUNTED}|\w+\ (?:of|floor)))
    | (?:from\ )?the\ (?P<d20>{_ORDINAL})\ and\ (?:on\ )?(?:the\ )?(?P<d21>{_ORDINAL})
      (?!\ (?:{_COUNTED}|\w+\ (?:of|floor)))
    | (?:from\ )?(?P<d18>day\ (?:3[01]|[12]\d|[1-9])){_UNTIL}(?P<d19>day\ (?:3[01]|[12]\d|[1-9]))\b
    | (?:(?:on|by|from|until|till|this)\ )?(?P<w16>{_WEEKDAY}),?\ (?:the\ )?(?P<d16>{_ORDINAL}){_COUNTS}
    | (?:(?:on|by|from|until|till|this)\ )?(?P<w17>{_WEEKDAY})\ (?:the\ )?(?P<d17>3[01]|[12]\d|[1-9]){_CLOSES}
    | (?:{_PREPOSITION}\ (?:the\ )?|the\ )(?P<d9>{_ORDINAL})(?P<of9>{_OF_MONTH})?{_COUNTS}
    | (?:{_WEEKDAY},?\ )?{_THE}(?P<d10>{_IN_WORDS})\ of\ (?P<m10>{_MONTH})(?P<y10>{_YEAR})?
    | (?P<m11>{_MONTH})\ the\ (?P<d11>{_IN_WORDS})(?P<y11>{_YEAR})?
    | (?P<m22>(?!may|march){_MONTH})\ (?P<d22>{_IN_WORDS}){_COUNTS}(?P<y22>{_YEAR})?
    | (?:{_PREPOSITION}|is|'s)\ the\ (?P<d12>{_LATE_IN_WORDS})(?P<of12>{_OF_MONTH})?{_COUNTS}
    | (?:from\ )?(?P<d23>3[01]|[12]?\d|0\d)[/.](?P<m23>1[0-2]|0?[1-9])(?P<dash23>{_BETWEEN}|\ and\ )
      (?P<d24>3[01]|[12]?\d|0\d)[/.](?P<m24>1[0-2]|0?[1-9])(?![\d/:%]|\.\d)
    | (?P<d13>1[3-9]|2\d|3[01])[/.](?P<m13>0[1-9])(?![\d/:%]|\.\d)
    | {_PREPOSITION}\ (?P<d14>1[3-9]|2\d|3[01])(?:/(?=\d\d?\b)|\.(?=\d\d?\.))
      (?P<m14>[1-9]|1[0-2])\.?(?![\d/:%]|\.\d)
    | {_PREPOSITION}\ (?P<m15>0?[1-9]|1[0-2])/(?P<d15>1[3-9]|2\d|3[01])(?![\d/:%]|\.\d)
    )""",
    re.VERBOSE | re.IGNORECASE,
)
_PART_OF_DAY = r"(?:morning|afternoon|evening|night|lunchtime)"
_PARTS_OF_DAYS = "afternoons|mornings|lunchtimes|lunches|evenings|nights"
_HELD_WEEKLY = "schools?|clubs?|markets?|leagues?|jobs?|roasts?|class(?:es)?|crew|choir|papers?|kids|edition"
"""What a weekday is the name of, and no day is meant: "Saturday school"."""
RELATIVE = LatePattern(
    rf"""\b(?:
      (?P<day_after>(?:the\ )?day\ after\ tomorrow) | (?P<day_before>(?:the\ )?day\ before\ yesterday)
    | (?P<from>{_COUNT})\ (?P<from_unit>days?|weeks?|fortnights?|months?)\ from
      \ (?P<anchor>today|now|tomorrow|{_WEEKDAY})
    | (?:in\ )?(?:exactly\ )?(?P<on>an?|one|two|three|four)\ (?P<on_unit>weeks?|fortnights?)
      \ (?:on\ )?(?P<on_day>today|tomorrow|{_WEEKDAY})
    | (?P<before_unit>today|tomorrow)\ (?P<unit_after>week|fortnight)
    | (?P<tomorrow>tom+or+ow|tmrw|tomoz|tmr)(?:\ {_PART_OF_DAY})?
    | (?P<yesterday>yesterday|last\ night(?!\ (?:shifts?|bus|train|class|watch|ferry|call|tram)\b))
      (?:\ (?:morning|afternoon|evening))?
    | (?P<today>today|tonight|this\ (?:morning|afternoon|evening))
    | (?P<ago>{_COUNT})\ (?P<ago_unit>days?|weeks?|fortnights?|months?|years?)\ ago(?:\ (?:today|on\ {_WEEKDAY}))?
    | in\ (?:exactly\ )?(?P<in>{_COUNT})\ (?P<in_unit>days|weeks?|fortnights?|months?)
      (?:'s?\ time|\ time)?(?!\ (?:of|or|a|per))
    | (?P<which_week>last|next|this)\ week(?:\ on|,)?\ (?P<week_day>{_WEEKDAY})
    | (?P<next>next)\ (?P<next_day>{_WEEKDAY})
    | (?<!\bthe\ )(?P<last>last)\ (?P<last_day>{_WEEKDAY})(?!\ of\b)
    | (?<!\bthe\ )(?<!\bour\ )(?<!\bmy\ )(?<!\bat\ )(?<!'s\ )
      (?:(?P<prep>on|by|this|this\ coming|coming|until|till|from|before|after|since)\ )?
      (?P<weekday>{_WEEKDAY})
      (?!'s|\ (?:of\ (?:every|each|the|a)|or|through|{_PARTS_OF_DAYS}|{_HELD_WEEKLY})\b|\ ?[-–/]
        |\ (?:and|to|till)\ (?:[a-z]+\ )?(?:{_WEEKDAY}|\d|half\b|noon|midday|late\b|early\b))
      (?P<week>\ (?:week|fortnight)\b)?(?P<part>\ {_PART_OF_DAY})?(?P<of_week>\ (?:of\ )?(?:next|this)\ week\b)?
    )\b""",
    re.VERBOSE | re.IGNORECASE,
)
WEEKDAYS_ON = LatePattern(
    rf"""\b(?P<state>(?:away|off|out|gone|travelling|visiting|com(?:es?|ing)|stay(?:s|ing)?|ooo
        |on\ (?:pto|leave|holiday|vacation))\ (?:from\ |on\ )?)?
      (?P<first>{_WEEKDAY})(?P<dash>{_BETWEEN}|\ and\ )(?P<last>{_WEEKDAY})
      (?P<which>,?\ (?:of\ )?(?:this|next)\ week\b)?""",
    re.VERBOSE | re.IGNORECASE,
)
"""Weekdays from one to another: a range where the week is told or it is an absence, else the days of every week."""
_QUICK_NUMBERED = (
    r"\d(?:st|nd|rd|th)\b|20\d\d-|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|\d[/.]\d|day \d"
    r"|the (?:eleven|twel|thir|four|fif|six|seven|eigh|nine|twent)"
)
_QUICK_WEEKDAY = r"\b(?:mon|tue|wed|thu|fri|sat|sun)"
_QUICK_RELATIVE = (
    r"today|tonight|tom+or+ow|tmr|tomoz|yesterday|\b(?:ago\b|from (?:now|today|tomorrow)"
    r"|in (?:exactly|couple|an?|\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b)"
    r"|this (?:morning|afternoon|evening)|last night"
)
QUICK = LatePattern(rf"{_QUICK_NUMBERED}|{_QUICK_WEEKDAY}|{_QUICK_RELATIVE}")
"""What a text in lower case holds if it names a day; most do not."""
QUICK_NUMBERED = LatePattern(rf"{_QUICK_NUMBERED}|{_QUICK_WEEKDAY}[a-z]* (?:the )?\d")
"""What it holds if it names one by its number."""
QUICK_WEEKDAY = LatePattern(_QUICK_WEEKDAY)
QUICK_RELATIVE = LatePattern(_QUICK_RELATIVE)
DAYS_OF_THE_WEEK = LatePattern(
    r"\b(?:bin|bins?|market|laundry|bath|delivery|recycling|wash|cleaning|shopping|early closing|rubbish|collection|"
    r"trash|"
    r"garbage|compost|soup|pizza|curry|quiz|film|club|games?|band|choir|practice) (?:day|night)"
    r"(?: here| for us)?(?:['’]?s| is| falls)?(?: (?:on|now|always|a)){0,8} $"
    r"|\b(?:cut[ -]?offs?|wages run|pay ?run)(?: (?:for|of|on) [\w' -]{2,30})? (?:is|are|falls)"
    r"(?: (?:on|now|always)){0,8} $",
    re.IGNORECASE,
)
"""What a weekday stands behind that it is every week: "bin day is Thursday"."""
EACH = LatePattern(r",? (?:of )?(?:every|each|the|a) (?:month|week|year|term|quarter)\b| of month\b", re.IGNORECASE)
"""What follows a day that comes again and again: "the 18th of every month"."""
YEARLY = LatePattern(
    r"\b(?:(?:every|each) (?:single )?(?:year|(?:\d{1,2}(?:st|nd|rd|th)? (?:of )?)?(?:january|february|march|april|may|"
    r"june|july|august|september|october|november|december))|yearly|annually|year after year"
    r"|(?:year|half)[ -]end (?:is|falls|comes)"
    r"|is (?:my|our|his|her|their) (?:birthday|bday|anniversary))\b"
)
"""What makes every day of a text one that comes again: "closed each year from 1 November", "every 15 August"."""
_COMES = (
    r"(?:comes|visits|delivers|collects|calls|opens|closes|works|runs|meets|trains|plays|drives|cooks|teaches|trades)"
)
"""What somebody does again and again, where two days are named: "the milkman comes Tuesday and Friday"."""
WEEKLY = LatePattern(
    r"\b(?:every|each) (?:single )?(?:week|fortnight|other week)\b"
    r"|\b(?:is|are) (?:now )?(?:on )?(?:a )?(?:mon|tues|wednes|thurs|fri|satur|sun)day "
    r"(?:for good|from now on|permanently)\b"
    r"|(?<!this )(?<!next )\b(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6} ?, ?(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6} ?"
    r"(?:,|,? and|,? &) ?(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}\b"
    rf"|\b(?:(?:only|always|usually|normally|mostly) {_COMES}(?: [\w'-]+)?(?: on)? {_WEEKDAY}"
    r"|(?:any|every)(?:thing|one|body)?\b(?: [\w'-]+){0,6}? (?:has|have|must|needs?|should)"
    rf"(?: [\w'-]+){{0,6}}? {_WEEKDAY}"
    rf"|{_COMES}(?: [\w'-]+){{0,2}}? (?:on )?{_WEEKDAY} (?:and|n|&|or) {_WEEKDAY})(?!.*\b(?:this|next) week\b)"
)
"""What makes every weekday of a text one that comes again: "the market run, every week from Sunday"."""
FEASTS = LatePattern(
    r"\b(?:good|palm|whit|easter|ash|shrove|pancake|holy|maundy|black|cyber|orthodox|stir-up|mothering) $",
    re.IGNORECASE,
)
"""What makes the name of a feast of a weekday: "Good Friday"."""
TIMES = LatePattern(r"\b(?:once|twice|times?|days?|hours?|nights?|for|takes?|lasts?|lasted) $", re.IGNORECASE)
"""What makes a week one of many, or how long something takes: "twice a week on Monday"."""
RECURRING = LatePattern(
    r"\b(?:(?:every|any) \w+ (?:but|except|bar)|"
    r"every|each|an?|any|most|other|first|second|third|fourth|the last|last (?!week)|alternate|bi-?weekly|"
    r"weekly)(?: (?:other|second|single|first|third))?$",
    re.IGNORECASE,
)
MONTH_ALONE = LatePattern(
    rf"\b(?:(?:in|all of|of|for|during|throughout|this|next) (?P<in>{_MONTH})|(?P<alone>(?!may|mar(?:ch)?\b){_MONTH}"
    r"(?=,? (?:this|next) year|,? 20\d\d| ?[,;:.!)]|$)))(?! ?\d\d?\b)(?P<year>,? 20\d\d)?",
    re.IGNORECASE,
)
"""A month that the days after it are of: "in September this year, the 16th"."""
GOING_ON = LatePattern(
    r"\b(?:back|home|return(?:s|ing)?|until|till?|to|through|end(?:s|ing)?|finish(?:es|ing)?)"
    r"(?: (?:on|by|from))?(?: the)? $",
    re.IGNORECASE,
)
"""What leads to the later one of two days: "from 4 July, back on the 2nd"."""
