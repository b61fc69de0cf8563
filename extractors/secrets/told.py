"""Secrets that are named and told right there: "the wifi password is …", "login: … / …"."""

import re
from collections.abc import Iterator, Set

from extractors.matching.late_patterns import LatePattern
from extractors.secrets.near import DIGIT, DIGIT_WORD, GOES, MISTYPED_PHRASE, NAMES_ABROAD, PLAIN_CODES, UNIT, last_word
from extractors.secrets.secret import Secret, is_made_up, name_begins

_NAME = (
    r"(?:pass ?words?|passw(?:rod|rd|rods)|pas(?:wor|so?wr|s?wro)d|passowrd|passwd"
    rf"|pwd|pw|pass ?codes?|{MISTYPED_PHRASE}|passkey|m?pin|pin (?:code|number)|pincode|cvv|cvc|cvv2"
    r"|(?:alarm|door|gate|access|entry|entrance|safe|security|unlock|lock|locker|recovery|backup|bank|"
    r"verification|wifi"
    r"|wi-fi|2fa|mfa|otp|garage|lockbox|keypad|vault|building|office|cabin|shed|key ?safe|keybox|till|office)"
    r" (?:code|pin|combination|combo|combi)|combination|combo"
    r"|(?:api|secret|access|private|encryption|signing|licen[cs]e|deploy|ssh|wifi|wi-fi|wpa|account|recovery"
    r"|stream|streaming|master|activation|product|webhook|root|storage|admin|server|gpg|pgp|host|bitlocker|filevault"
    r"|luks) keys?"
    r"|(?:access|auth|api|bearer|bot|session|refresh|service|deploy|personal access) tokens?|token|(?:shared )?secret"
    r"|(?:safe|vault|lock|padlock|alarm) number|padlock|puk|key ?code|(?:laptop|phone|computer|tablet|ipad|pc|mac"
    r"|macbook|"
    r"screen|machine) unlock|memorable (?:word|name|place|date)|security answer"
    r"|code(?= (?:for|to|on|of) (?:(?:the|my|our|your) )?(?:[\w'-]+ ){0,2}?(?:gate|door|alarm|key ?safe"
    r"|safe|lock|padlock"
    r"|locker|garage|"
    r"vault|keypad|lockbox|entrance|building|house|flat|office|shed|barn|cabin|lift|storeroom|bike ?shed|cellar"
    r"|studio)\b)"
    r"|(?:seed|recovery) (?:phrase|words)|credentials|creds|login(?: details)?|log[ -]in"
    r"|(?:bank )?account (?:number|no\.?)"
    r"|bank account|account (?:for|at|with) (?:the|my) bank"
    r"|routing number|sort code|iban|(?:bank |credit |debit )?card(?: number)?|social "
    r"security(?: number)?"
    r"|ssn|national insurance number|passport number|alarm"
    rf"|{NAMES_ABROAD}|clave"
    r"|código (?:de (?:la )?(?:alarma|puerta|entrada|acceso|acesso)|d[oa] (?:alarme|porta|portão|cofre))"
    r"|code (?:d'accès|d'entrée|de l'alarme|de la porte)|türcode|alarmcode|geheimzahl)"
)
_NAME_UNSPACED = r"密码|密碼|口令|パスワード|暗証番号|合言葉"
"""Names in languages that put no spaces between words."""
_NAMED = LatePattern(
    rf"{_NAME}|\bpass\b|wifi|wi-fi|{_NAME_UNSPACED}|\b(?:unlock|open|disarm|unset|turn)|memorable|bank|account|acct"
)
"""Whether a text in lower case names a secret at all; most do not, and need not be read more closely."""
_BEGINS = r"(?:\b(?=[^\W\d])|(?<=\w)(?=pass(?:wor[dt]|wd|code|phrase)|pwd))"
"""Where a name begins: with a word, or inside one that can mean nothing else, as in "dbpassword" and "root_pwd"."""
_TOLD = LatePattern(
    rf"{_BEGINS}(?P<name>{_NAME})\b(?: (?:there|here|wi-?fi|login))?"
    r"(?P<of>(?: (?:for|of|to|on|at|in|from|del|de|du|do|da|für)(?: [\w'’.#&/-]{1,24}){1,5}?)?)"
    r"(?: (?:μου|μας|(?:του|της) [\w-]{1,20}|saya|yangu|ya [\w-]{1,20}))?"
    r"(?:,?(?: for me| please| would you| will you| ok| okay| thanks| can you)\b,?){0,3}"
    r"(?:,?\s*(?P<copula>(?:=|:|'s|’s|(?<!\w)(?:it is|that is|that's|that’s|it’s|is|its|it's|are|was|were|es|ist|est|é"
    r"|è|jest|är|er|là|la|adalah|ialah|yaitu|hai|है|είναι|ειναι|هو|هي|ni|to(?= (?=[^\s,;]*\d)[^\s,;]*[a-z])"
    r"|has been|used to be|will be|na(?= \S*\d)"
    rf"|{GOES}"
    r"|(?:(?:has|have|had|was|is|got|don|go|will|been|just|now) ){0,3}(?:chang(?:e|ed|es|ing)|moved|reset|set)"
    r"(?:,? na| to|(?: over)? from \S+ to)))(?: "
    r"(?:now|still|literally|just|currently|actually|always|changed to|set to|set as|called|reset to|"
    r"jetzt|ahora|maintenant|agora|the (?:factory|default|usual|same|old|standard)(?= \S*\d))){0,2})\s*[:=]?"
    r"|\s*[=:]\s*)"
    r"\s*(?P<value>[^\s,;]+)",
    re.IGNORECASE,
)
_ELIDED = LatePattern(
    rf"{_BEGINS}(?P<name>{_NAME})(?:\s*[,:]\s*(?:it(?:'s| is) )?|\s+|\s*(?:'s|"
    rf"is)\s+)(?P<value>(?=[^\s,;]*\d)(?!\d\d?(?:st|nd|rd|th|am|pm)\b)"
    r"[^\s,;]{4,})(?:[ -]\d+)*",
    re.IGNORECASE,
)
_TOLD_UNSPACED = LatePattern(
    rf"(?P<name>{_NAME_UNSPACED})\s*(?:是|为|為|は|改成了?|[:：=]|[^ -~。\n]{{0,14}}[？?、，]\s*(?=[!-~]{{0,12}}\d))\s*"
    r"(?P<value>[!-~]{4,}+)(?!年)"
)
_PASS = LatePattern(
    r"\b(?P<name>(?P<its>(?:vpn|wi-?fi|admin|root|laptop|server|router|portal|e-?mail|zoom|netflix|database|db|guest|ssh|nas"
    r"|till|account|computer|pc|banking|login|network|intranet|crm|erp|hr) )?(?:pass|pw|pwd))"
    r"(?(its)(?: for \w+| on \w+)?(?:\s*[,:;=–—-]+\s*| )"
    r"|(?: (?:for|to|on|at)(?: [\w'’-]+){1,4}?(?= (?:is|it['’]?s)\b))?[ :=]+)(?:is |it['’]?s )?"
    r"(?P<value>(?=[^\s,;]*[\d_!#])(?=[^\s,;]*[a-z])[^\s,;]{5,})",
    re.IGNORECASE,
)
LOGIN = LatePattern(
    r"\b(?P<name>(?:[\w-]{1,20} ){0,2}(?:login|log-?\s?in|credentials|creds)"
    r"(?: (?:for|to|at|on) (?:[\w-]+ ){1,3}?(?=is|are|:))?)"
    r"(?: ?(?:is|are)(?: (?:still|now|just|always)){0,8})?\s*[:?,–-]?\s*"
    r"(?P<value>\S+\s*/\s*\S+|\S+ and (?=\S*\d)(?=\S*[A-Za-z])\S{6,})",
    re.IGNORECASE,
)
"""What an account is entered with, right behind what names it."""
_WIFI = LatePattern(
    r"\b(?P<name>(?:guest |office |home |our |the ){0,8}wi-?fi)(?: (?:network|login|details))?(?: (?:for|in|at"
    r"|of) (?:[\w'-]+ ){1,3}[\w'-]+)?\s*(?:is|"
    r"are|:|=|'s)\s*(?P<value>[^\s,;]+(?:\s*(?:/|and|pw|password|pass|:)\s*)(?=\S*[\d\-_!])\S+"
    r"|(?=[^\s,;]*\d)(?=[^\s,;]*[A-Za-z])[^\s,;]{8,})",
    re.IGNORECASE,
)
_WIFI_KEY = LatePattern(
    r"\bwi-?fi\b[^.!?\n]{1,40}\b(?P<name>key|psk|pass)(?: is|'s|:"
    r"| =)? (?P<value>(?=[^\s,;]*\d)(?=[^\s,;]*[a-z])[^\s,;]{6,})",
    re.IGNORECASE,
)
_CVV = LatePattern(r"\b(?P<name>cvv2?|cvc2?)\b(?: (?:is|it's))?[ :=#]{0,3}(?P<value>\d{3,4})\b", re.IGNORECASE)
_OPENED = LatePattern(
    r"\b(?P<name>safe|padlock|lock|locker|gate|door|garage|vault|keypad|lockbox|shed|alarm|phone|laptop|ipad"
    r"|tablet|computer)"
    r"\b(?:(?!\b(?:safe|padlock|lock|gate|door|garage|vault|keypad|shed|alarm)\b)[^.!?\n]){0,40}?"
    r"\b(?:opens?|unlocks?|disarms?|unsets?|turns? off)"
    r"(?: (?:with|by|using|on|to|the|code|number|pin)){1,8} "
    r"(?P<value>(?=[^\s,;]*\d[^\s,;]*\d[^\s,;]*\d)(?!\d\d?[:.]\d\d\b)[^\s,;]+"
    r"|\d{1,2}(?:,? (?:then |and ){0,8}\d{1,2}){2,5})",
    re.IGNORECASE,
)
_COMBINATION = LatePattern(
    r"\b(?P<name>safe|vault|padlock|strong ?box|cash ?box|(?:key|lock) ?(?:safe|box)|locker|keypad|combo|combination)\b"
    r"(?:(?! and )[^.!?\n,;:\d]){0,30}(?: is|'s|’s|,? it'?s|:| =| to) ?"
    r"(?P<value>\d{1,2}(?: ?[ /–-] ?\d{1,2}){2,4})(?![\w:/-])",
    re.IGNORECASE,
)
"""Numbers that a thing with a dial is turned to: "the safe behind reception is 7-19-42"."""
_LOGIN_OF = LatePattern(r"\b(?P<name>log[- ]?ins?|credentials?|creds)\b(?P<rest>[\s,:;][^?\n]{1,80})", re.IGNORECASE)
"""What an account is entered with, told behind it in any order: "the edit suite login, studio2 and Fiddle-88-Rain"."""
_MEMORABLE = LatePattern(
    r"\b(?P<name>memorable (?:word|name|place|date)|security answer)(?: (?:is|was)|:)? (?P<value>[A-Z0-9][^\s,;]+)"
)
_BANK = LatePattern(
    r"\b(?P<name>bank account|account number|account no"
    r"|acct)\b[^.!\n]{0,40}?(?P<value>(?<!\d)\d(?:[ -]?\d){7,19})(?!\d)",
    re.IGNORECASE,
)
_BEFORE = LatePattern(
    r"(?<![\w.:-])(?P<value>[A-Z]?\d[\d-]{2,10}\d[A-Z#*]?)(?:(?:'s| is| for| opens| unlocks| gets you (?:into"
    r"|through|in at)"
    r"| works (?:on|for|at))) (?:(?:the|my|our) )?(?:[\w'-]+ ){0,3}?"
    r"(?P<name>(?:alarm|gate|door|safe|padlock|keypad|lockbox|vault|entrance|garage)(?: (?:code|pin))?|pin"
    r"|pass ?code|code|combination)\b",
    re.IGNORECASE,
)
_SPOKEN = LatePattern(
    rf"{_BEGINS}(?P<name>{_NAME})\b[^.!?\n]{{0,30}}?"
    rf"\b(?P<value>(?:{DIGIT_WORD}[ ,-]{{1,2}}){{3,12}}{DIGIT_WORD}"
    r"|(?:three|four|five|six) (?:zeros|zeroes|noughts|ones|twos|threes|fours|fives|sixes|sevens|eights|nines))\b",
    re.IGNORECASE,
)
_TOLD_BY = LatePattern(
    r"\b(?P<name>pass ?(?:words?|codes?|phrases?)|pwd|pin(?: code| number)?"
    r"|(?:alarm|safe|gate|door|lock|padlock|locker|wi-?fi) (?:code|pin|combination|combo|key)|combination|combo)"
    r"(?: (?:for|to|on|of)(?: [\w'’-]{1,20}){1,3}?)?(?:['’]s| is|:| =) "
    r"(?P<value>(?:just |still |always )?(?:(?:my|our|the|his|her|their|your|(?:(?:my|our|the) )?[\w-]{1,20}['’]s) )"
    r"(?:[\w'’-]{1,20} ){0,4}?"
    r"(?:names?|surname|birthdays?|birth ?(?:year|date)|date of birth|dob|anniversary|wedding (?:date|day)"
    r"|year (?:i|we|he|she|[\w-]{1,20}) (?:was|were|got) \w{1,20}|maiden name|postcode|house number|initials)"
    r"(?: of (?:[\w'’-]{1,20} ?){1,5})?)"
    r"(?=\W*$|[,.;!?\n)]| (?:lol|haha|and|with|backwards|followed|plus|then|spel\w+|in|but)\b)",
    re.IGNORECASE,
)
"""What somebody can be told by who knows its owner: "my password is the name of my first dog"."""
_SURE = (_TOLD_BY, _BEFORE, _SPOKEN, _PASS, LOGIN, _WIFI, _WIFI_KEY, _CVV, _OPENED, _COMBINATION, _MEMORABLE, _BANK)
"""Forms whose value need not be looked at again."""
_AMOUNT = LatePattern(UNIT, re.IGNORECASE)
_NO_VALUE = frozenset(
    """
    a an the in on at inside within under behind with by from via through kept stored saved written held hidden
    listed somewhere there here where wherever not no never always only too very so still also already being been
    getting going required needed missing wrong invalid expired expiring correct different same changed changing
    rotated rotating reset resetting broken blank empty hard easy weak strong long short secure safe public private
    shared unknown lost gone forgotten mine yours ours theirs his hers up out off down over and or but if when
    because that this what how why who my your our their its everyone everybody nobody someone something anything
    nothing managed handled rotates set available valid working failing bad good fine ok okay stupid awful terrible
    silly annoying case-sensitive per asking coming due about for to of into across all both either neither one two
    three four five six seven eight nine ten red en dans im bei sur sous remember lol see ask
    """.split()
)
_ELSEWHERE = LatePattern(r"<?https?:|<[@#!]|\S{1,80}\.(?:pdf|docx?|xlsx?|txt|md|csv|ya?ml|json|kdbx|zip)>?$")
"""Where a secret is kept, rather than what it is."""
_WEAK = frozenset(
    "token secret key keys tokens login combination combo credentials creds clave iban in pw pass pin".split()
)
"""Names that also mean something harmless; their value has to look like one."""
_NUMBERS_ONLY = LatePattern(
    r"(?:card|account|alarm|padlock|(?:safe|vault|lock|padlock|alarm) number|puk|(?:^|the |my |our |a |remember )code)$"
)
"""Names of which much else is said, as that the alarm is loud: their value has four digits."""


NAMES = {"told": (_NAMED,)}
"""How a secret is named of which this module reads, in lower case."""


def found(text: str, named: Set[str]) -> Iterator[Secret]:
    """Yield what is told right behind its name, or right before; `named` holds which of `NAMES` there may be."""
    if "told" in named and _NAMED.search(text.lower()):
        yield from _told(text)
        yield from _of_logins(text)


def _told(text: str) -> Iterator[Secret]:
    """Yield what is named as a secret and told right there."""
    for pattern in (_TOLD, _TOLD_UNSPACED, _ELIDED, *_SURE):
        for match in pattern.finditer(text):
            if pattern in _SURE or (_is_value(match["value"], match["name"]) and not _counts(text, match)):
                of = match.groupdict().get("of") or ""
                start = name_begins(text, match.start("name"))
                yield Secret(
                    (text[start : match.end("name")] + of).strip().lower(),
                    min(start, match.start("value")),
                    match.end(),
                    match.start("value"),
                )


def _of_logins(text: str) -> Iterator[Secret]:
    """Yield what stands behind a login and is made up as passwords are, in whatever order it is told."""
    for match in _LOGIN_OF.finditer(text):
        for word in re.finditer(r"[^\s,;]+", match["rest"]):
            bare = word[0].strip(".?:)*_'\"`")
            if _WORD_AND_NUMBER.fullmatch(bare) or (is_made_up(bare) and DIGIT.search(bare) and not bare.isupper()):
                begin = match.start("rest") + word.start()
                yield Secret(match["name"].lower(), match.start(), begin + len(word[0]), begin)
                break


_WORD_AND_NUMBER = LatePattern(r"[A-Za-z]{4,}\d{2,}[!?#]?")
"""How people make up a password: "hedgehog4000"."""


def _counts(text: str, match: re.Match[str]) -> bool:
    """Return whether a value is an amount of something, or that of a code that is no secret."""
    name = match["name"].lower()
    plain = name in {"code", "combo", "combination"} and last_word(text, match.start("name")) in PLAIN_CODES
    return plain or (_NUMBERS_ONLY.search(name) is not None and _AMOUNT.match(text, match.end()) is not None)


def _is_value(value: str, name: str) -> bool:
    bare = value.strip("\"'`.,!?()*_").lower()
    if not bare or bare in _NO_VALUE or _ELSEWHERE.match(bare):
        return False
    weak = name.lower().rpartition(" ")[2] in _WEAK
    if _NUMBERS_ONLY.search(name.lower()):
        return not re.match(r"\d\d?[:.]\d\d\b", bare) and sum(character.isdigit() for character in bare) >= 4
    return not weak or any(character.isdigit() for character in bare) or bool(re.search(r"\w[-_!$#]\w", bare))
