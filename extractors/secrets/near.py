"""What stands around a secret: its name here and there, what joins name and value, and what is no value at all."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from extractors.matching.late_patterns import LatePattern

DIGIT = LatePattern(r"\d")
"""What most secrets hold, and most messages do not."""
MISTYPED_PHRASE = r"pas{1,3} ?(?:phrases?|pharse|prhase|phrse|frase)"
"""The word, as it is mistyped too."""
NAMES_ABROAD = (
    r"contraseña|passwort|kennwort|mot de passe|mdp|senha|palavra-passe|parola(?:m|sı| d['’]ordine)?|wachtwoord"
    r"|has[łl]o|lösenord(?:et)?|losenord(?:et)?|adgangskoden?|kodeord(?:et)?|passord(?:et)?|m[ậa]t kh[ẩa]u|mk wifi"
    r"|kata sandi|kata laluan|sandi (?:saya|wifi|wi-fi)|pin atm|m[ãa] (?:pin|otp)|kod(?:en)? (?:pin|do|til|till)"
    r"|pin-?[ck]od(?:e[nr]?)?|(?:mi|el|su|tu) nip|nip (?:de|del)"
    r"|पासवर्ड|पिन|κωδικ[όο]ς?|συνθηματικ[όο]|πιν|salasana|[şs]ifre(?:m|si|miz)?"
    r"|كلم[ةه] (?:السر|المرور|مرور|سر)|(?:ال)?باسو?ورد|(?:ال)?رقم (?:ال)?سري"
    r"|(?:رمز|كود) (?:الدخول|الباب|البوابة|التحقق)"
    r"|heslo|nywila|nenosiri|neno (?:la )?siri|paswedi|namba(?:ri)? ya siri"
)
"""Names of passwords in other languages than English."""
GOES = (
    r"(?:goes|reads)(?: like| as follows)?"
    r"(?! (?:in|on|to|into|with|out|off|at|by|for|from|here|there|back|through|via)\b)"
)
"""How what is said letter by letter is told, but for where it is put."""
DIGIT_WORD = r"(?:zero|oh|one|two|three|four|five|six|seven|eight|nine|double)"
"""A digit as it is read out."""
UNIT = (
    r" ?(?:%|(?:euros?|eur|dollars?|quid|pounds?|kilos?|kg|grams?|km|[cm]?m"
    r"|met(?:er|re)s?|miles?|feet|ft|litres?|liters?|tonnes?|people|persons?|users|members|times|tries|attempts|digits"
    r"|characters|chars|letters|lines|pages|items|steps|tokens|hours?|hrs?|minutes|mins?|seconds|secs?"
    r"|days?|weeks?|months?|years?|am|pm|o'clock"
    r"|percent|degrees|volts?|watts?|bytes?|[kmg]b|jan\w*|feb\w*|mar|march|apr\w*|may(?! (?:be|need|have|not|change))"
    r"|june?|july?|aug\w*|sep\w*|oct\w*|nov\w*|dec\w*)\b)"
)
"""What follows an amount, a time or a date."""
PLAIN_CODES = frozenset(
    """
    zip post postal error status exit return dress discount promo promotion promotional voucher coupon offer gift
    referral invite country area dialling dialing colour color paint product item part stock source bar qr morse tax
    grant project cost budget billing course module class sample batch lot booking reservation confirmation tracking
    airport iata icao station tariff customs fault trouble event response http reason department dept org language
    currency swift bic vendor supplier customer order invoice store branch bug test legacy penal civil diagnosis icd hs
    penalty bus train energy fire phone mobile telephone flight seat ticket case reference serial model version
    """.split()
)
"""What else has a code, and no secret one."""
_GAP = LatePattern(
    r"(?:\?? ?|[^\n.!?]*+(?:(?:\.{2,}|…|[.?!]) ?"
    rf"(?:(?:it|that|this)(?:['’]s| is| {GOES})|its|is|c['’]est|es|ist)?)?)"
    r"[ ]?[\"'`“(]*",
    re.IGNORECASE,
)
"""What may stand between a name and its value: no further sentence, but for one that only says what it is."""
_UNLIKE = frozenset(
    """
    at on in by since until till from after before around about over under than of for per order ticket room flat
    invoice flight bus line version page step port call ring phone text dial tel ends ending error see up least most
    every january february march april may june july august september october november december
    """.split()
)
"""Words after which a number is not what a name before them stands for."""
LEADING = LatePattern(
    r"(?:[,:=?`–—-]|(?:\b(?:is|its|was|goes|reads|na|are|as|lautet|ist|est|es|é|with|è|jest"
    r"|(?:kod|has[łl]o|do \w+) to|är|er|là|la"
    r"|adalah|ialah|yaitu|hai|है|c['’]est)|['’]s)) ?[\"'`“(]*$",
    re.I,
)
"""What right before a value says that this is it."""
REACH = 60
"""Characters that may stand between a name and its value."""


def next_to(
    names: LatePattern, values: Sequence[re.Match[str]], text: str
) -> Iterator[tuple[re.Match[str], re.Match[str]]]:
    """Yield each name with the first of the values behind it, where that is near."""
    starts = [value.start() for value in values]
    for name in names.finditer(text) if starts else ():
        place = bisect_left(starts, name.end())
        if place < len(starts) and starts[place] - name.end() <= REACH:
            yield name, values[place]


def links(gap: str, *, certain: bool) -> bool:
    """Return whether what stands between a name and a value can say that the one is the other."""
    if not _GAP.fullmatch(gap):
        return False
    if LEADING.search(gap):
        return not re.search(r"\b(?:call|ring|phone|text|dial)\W*$", gap, re.IGNORECASE)
    words = gap.lower().replace('"', " ").replace("`", " ").split()
    if words[-1:] == ["to"]:
        return words[-2:-1] in (
            ["changed"],
            ["changes"],
            ["changing"],
            ["set"],
            ["reset"],
            ["updated"],
            ["again"],
            ["back"],
        )
    return certain and len(gap) <= REACH // 2 and not (words and words[-1] in _UNLIKE)


def last_word(text: str, end: int) -> str:
    """Return the last word before a place of the text, in lower case; "" where there is none."""
    return (text[max(0, end - 24) : end].lower().split() or [""])[-1]
