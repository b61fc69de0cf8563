"""Secrets as people hand them over to be kept: a word that names one, and a value somewhere behind it.

Where a message asks to remember what it says, or something is about to be kept of it, doubt is settled against keeping:
any code, pass or override counts as a secret unless it is plainly none, such as a postcode.
"""

import re
from collections.abc import Iterator

from extractors.matching.late_patterns import LatePattern
from extractors.secrets.near import DIGIT_WORD, MISTYPED_PHRASE, PLAIN_CODES, UNIT, last_word
from extractors.secrets.secret import Secret, is_made_up, name_begins

_NAME = LatePattern(
    rf"\b(?:(?P<sure>pass ?words?|pass ?codes?|{MISTYPED_PHRASE}|pins?|pin ?(?:codes?|numbers?)|puk|override(?: code)?"
    r"|combination|combo|alarm word|safe ?word|duress word|(?:2fa |otp )?seeds?(?= (?:phrase|words?|for)\b)(?: phrase)?"
    r"|recovery (?:phrase|words?)|2fa|mfa|otp|(?:crypto|hardware|bitcoin) wallet)"
    r"|(?P<code>codes?|claves?|senhas?"
    r"|c[óo]digos?(?! (?:postal|de con|civil|penal|fuente|aberto|abierto|de vest|de barras))"
    r"|(?:key ?box|lock|safe) numbers?)"
    r"|(?P<weak>pass|log-?ins?|credentials|creds|tokens?|keys?)"
    r"|(?P<lock>alarms?|safe|vault|padlock|keypad|key ?box|lock ?box|(?:\w+ )?gate)"
    r"(?= (?:is|resets?|opens?|disarms?|unlocks?)\b))"
    r"(?:['’]s)?(?![\w-])",
    re.IGNORECASE,
)
_VALUE = LatePattern(
    r"(?<![\w.:/@$€£+#])(?:"
    rf"(?P<digits>[A-Z]{{0,2}}\d{{1,12}}(?:[ -]\d{{1,12}}(?![\w:])){{0,7}}[A-Z#*]{{0,2}})(?![\w%°€$£@/]|[.:]\d|{UNIT})"
    rf"|(?P<spelled>{DIGIT_WORD}(?:[ ,-]{{1,2}}{DIGIT_WORD}){{3,12}})"
    r"|(?P<groups>[A-Z2-7]{4}(?: [A-Z2-7]{4}){2,12})(?!\w)"
    r"|(?P<word>[^\s\"'`“”,;()<>]{4,60})"
    r")"
)
_WORDS = LatePattern(
    r"(?: (?:for|of|to) [\w' -]{2,30}?)?\s?(?:[,:–—-]|['’]s|is|it['’]?s|its)(?:[ ,:–—-]|is|it['’]?s|its){0,6}"
    r"(?P<value>[\"“][^\"”\n]{3,60}[\"”]|[a-z]{3,12}(?: [a-z]{3,12}){3,23}(?=\s*(?:$|[.!,]))"
    r"|[a-z]{3,12}(?:-[a-z0-9]{1,12}){1,8})",
    re.IGNORECASE,
)
"""A phrase that is a secret by itself: quoted, of many words, or joined by dashes."""
_OF_WORDS = LatePattern(
    rf"alarm word|safe ?word|duress word|seed|phrase|recovery|wallet|pass ?words?|{MISTYPED_PHRASE}",
    re.IGNORECASE,
)
"""What is told in words, so that any behind it may be the secret."""
_REACH = 45
"""Characters between a name and its value."""
_BEFORE_TIME = frozenset(
    "at by until till from since before after around to about in on of for room ext extension level".split()
)
_WHERE = frozenset("in into inside under behind via with by".split())
"""Behind these stands where something is kept, and not what it is: "the deploy key is in 1Password"."""
_OTHERWISE = LatePattern(
    r" (?:of (?:conduct|practice|ethics|honou?r)|reviews?|freeze|base|owner|word|rate|holders?|people|date|day)\b",
    re.IGNORECASE,
)
_LEAST_DIGITS = 4
_PLAIN = PLAIN_CODES - {"store"}
"""What has a code that is no secret; a store may be one for bikes or bins."""
_IS = LatePattern(r"\W*(?:(?:is|are|its?|for|to|of|on|the|my|our)\b\W*|['’]s\W*|[\w'-]+ ?(?=[:=,])){0,4}")
"""What stands between a name that mostly means something harmless and its number."""


_ASKED_FOR = LatePattern(
    r"\b(?:pass ?(?:words?|codes?|phrases?|keys?)|pw|pins?|log[ -]?ins?|credentials?|combinations?|combo|secrets?"
    r"|tokens?|(?<!zip )(?<!post )(?<!dress )(?<!area )codes?(?! of )"
    r"|(?:api|licen[cs]e|private|access|recovery|deploy|ssh) keys?)\b",
    re.IGNORECASE,
)


def asks_for_secret(question: str) -> bool:
    """Return whether a question names what opens something, so that its answer may be a secret."""
    return _ASKED_FOR.search(question) is not None


def found(text: str) -> Iterator[Secret]:
    """Yield what may be a secret of a text that is to be kept; in doubt, it is one."""
    for name in _NAME.finditer(text):
        if _is_plain(text, name):
            continue
        value = _behind(text, name)
        if value is not None:
            start = name_begins(text, name.start())
            yield Secret(text[start : name.end()].strip().lower(), start, value[1], value[0])


def _is_plain(text: str, name: re.Match[str]) -> bool:
    """Return whether what is named is known to be no secret: a postcode, the key to a success, a code of conduct."""
    last = last_word(text, name.start())
    plain = not name["sure"] and last in _PLAIN
    return plain or _OTHERWISE.match(text, name.end()) is not None


def _behind(text: str, name: re.Match[str]) -> tuple[int, int] | None:
    """Return where the value of what is named stands behind it, or None."""
    stop = min(len(text), name.end() + _REACH)
    if _OF_WORDS.search(name[0]) and (match := _WORDS.match(text, name.end())):
        return match.span("value")
    for value in _VALUE.finditer(text, name.end(), stop):
        between = text[name.end() : value.start()]
        if re.search(r"[.!]\s|\n|https?:", between):
            return None
        if _is_value(text, value, name):
            return value.span()
    return None


def _is_value(text: str, value: re.Match[str], name: re.Match[str]) -> bool:
    if value["spelled"] or value["groups"]:
        return True
    if value["digits"]:
        count = sum(map(str.isdigit, value["digits"]))
        dated = re.fullmatch(r"(?:19|20)\d\d(?:-\d\d?){0,2}", value["digits"])
        timed = last_word(text, value.start()) in _BEFORE_TIME
        far = bool(name["weak"]) and not _IS.fullmatch(text[name.end() : value.start()])
        return count >= _LEAST_DIGITS and not (dated or timed or far)
    word = value["word"].strip(".?!:*_")
    if last_word(text, value.start()) in _WHERE:
        return False
    if "@" in word or "/" in word or "." in word[1:-1]:
        return False
    return is_made_up(word) and (any(map(str.isdigit, word)) or bool(name["sure"]))
