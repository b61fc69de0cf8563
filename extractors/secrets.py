"""What must never be stored: passwords, tokens, keys, card and account numbers.

Own patterns rather than detect-secrets: that library reads source files line by line, misses passwords told in prose
("the wifi password is …") and card numbers, and takes longer to load than a whole message takes to read. Its
well-known token shapes are listed here.
"""

import math
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

_SHAPES = re.compile(
    r"""
    -----BEGIN[ ][A-Z ]*PRIVATE[ ]KEY-----
  | \b(?:xox[abeoprs]-[\w-]{8,}                                   # Slack
  | xapp-[\w-]{8,}
  | hooks\.slack\.com/services/[\w/]{10,}
  | gh[oprsu]_\w{16,} | github_pat_\w{16,}                  # GitHub
  | glpat-[\w-]{12,}                                         # GitLab
  | (?:AKIA|ASIA|AGPA|AROA)[A-Z0-9]{12,}                       # AWS
  | AIza[\w-]{30,}                                           # Google
  | ya29\.[\w-]{16,}
  | sk-[\w-]{16,}                                            # OpenAI
  | (?:[rps]k|tok|pat|key|api|auth|secret)_(?:[a-z]{2,12}_)?(?=[a-z_]*[0-9])\w{6,}  # Stripe and its kind
  | SG\.[\w-]{16,}\.[\w-]{16,}                               # SendGrid
  | npm_\w{20,} | pypi-\w{20,} | hf_\w{20,} | dop_v1_\w{20,}
  | eyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?                      # JSON web token
  | [a-z]{2,12}_(?:\w{2,12}_)?(?=[a-z]*[0-9])[0-9a-f]{10,}\b  # prefix_0123456789ab
  | [a-z][a-z0-9+.-]{1,20}://[^\s:/@]{1,64}:[^\s@/]{1,128}@   # user:password@host
  | ssh-(?:rsa|ed25519)[ ][\w+/=]{20,})
    """,
    re.VERBOSE,
)
_DIGITS = re.compile(r"(?<![\w.+-])\d(?:[ -]?\d){11,18}(?![\w-]|\.\d)")
_ACCOUNT = re.compile(
    r"\b(?P<name>(?:bank )?(?:account|acct|a/c)(?: (?:number|no\.?))?)[ :=#]+(?P<value>\d(?:[ -]?\d){5,11})(?!\d)"
    r"|(?P<sort>(?<![\d-])\d\d-\d\d-\d\d(?![\d-]))(?=.{0,40}\b\d{8}\b)",
    re.IGNORECASE,
)
_IBAN = re.compile(r"\b[A-Z]{2}\d{2}(?:[ ]?[A-Z0-9]{4}){2,7}(?:[ ]?[A-Z0-9]{1,4})?\b")
_ENTROPIC = re.compile(r"(?<![\w/.:@-])(?=[\w+/=-]*\d)(?=[\w+/=-]*[A-Za-z])[\w+/=-]{20,200}(?![\w/.@-])")
_ENTROPY_BITS = 3.6
"""Shannon entropy per character above which a long mixed string is a key and not a word or an identifier."""

_NAME = (
    r"(?:pass ?words?|passwd|pwd|pw|pass ?codes?|pass ?phrases?|passkey|pin|pin (?:code|number)|pincode|cvv|cvc|cvv2"
    r"|(?:alarm|door|gate|access|entry|entrance|safe|security|unlock|lock|locker|recovery|backup|bank|"
    r"verification|wifi"
    r"|wi-fi|2fa|mfa|otp|garage|lockbox|keypad|vault|building|office|cabin|shed|key ?safe|keybox|till|office)"
    r" (?:code|pin|combination|combo|combi)|combination|combo"
    r"|(?:api|secret|access|private|encryption|signing|licen[cs]e|deploy|ssh|wifi|wi-fi|wpa|account|recovery|stream|"
    r"streaming|master|activation|product|webhook|root|storage|admin|server|gpg|pgp) keys?"
    r"|(?:access|auth|api|bearer|bot|session|refresh|service|deploy|personal access) tokens?|token|(?:shared )?secret"
    r"|(?:safe|vault|lock|padlock|alarm) number|padlock|puk|key ?code|(?:laptop|phone|computer|tablet|ipad|pc|mac"
    r"|macbook|"
    r"screen|machine) unlock|memorable (?:word|name|place|date)|security answer"
    r"|code(?= (?:for|to|on|of) (?:(?:the|my|our|your) )?(?:[\w'-]+ ){0,2}?(?:gate|door|alarm|key ?safe"
    r"|safe|lock|padlock"
    r"|locker|garage|"
    r"vault|keypad|lockbox|entrance|building|house|flat|office|shed|barn|cabin|lift|storeroom|bike ?shed|cellar"
    r"|studio)\b)"
    r"|seed phrase|recovery phrase|credentials|creds|login(?: details)?|log[ -]in|(?:bank )?account (?:number|no\.?)"
    r"|bank account|account (?:for|at|with) (?:the|my) bank"
    r"|routing number|sort code|iban|(?:bank |credit |debit )?card(?: number)?|social "
    r"security(?: number)?"
    r"|ssn|national insurance number|passport number|alarm"
    r"|contraseña|clave|passwort|kennwort|mot de passe|senha|palavra-passe|parola|wachtwoord"
    r"|código (?:de (?:la )?(?:alarma|puerta|entrada|acceso|acesso)|d[oa] (?:alarme|porta|portão|cofre))"
    r"|code (?:d'accès|d'entrée|de l'alarme|de la porte)|türcode|alarmcode|geheimzahl)"
)
_NAME_UNSPACED = r"密码|密碼|口令|パスワード|暗証番号|合言葉"
"""Names in languages that put no spaces between words."""
_NAMED = re.compile(
    rf"{_NAME}|\bpass\b|wi-?fi|{_NAME_UNSPACED}|\b(?:unlock|open|disarm|unset|turn)|memorable|bank|account|acct"
)
"""Whether a text in lower case names a secret at all; most do not, and need not be read more closely."""
_TOLD = re.compile(
    rf"\b(?P<name>(?:[\w'-]+ ){{0,2}}?{_NAME})\b(?: (?:there|here))?"
    r"(?P<of>(?: (?:for|of|to|on|at|in|from|del|de|du|do|da|für) (?:[\w'’.#&/-]+ ?){1,5}?)?)"
    r"(?:,?(?: for me| please| would you| will you| ok| okay| thanks| can you)\b,?){0,3}"
    r"(?:,?\s*(?P<copula>(?:it is|that is|that's|that’s|it’s|is|its|it's|are|was|were|=|:|'s|’s|es|ist|est|é"
    r"|has been|used to be|will be)(?: "
    r"(?:now|still|literally|just|currently|actually|always|changed to|set to|set as|called|reset to|"
    r"jetzt|ahora|maintenant|agora|the (?:factory|default|usual|same|old|standard)(?= \S*\d))){0,2})\s*[:=]?"
    r"|\s*[=:]\s*)"
    r"\s*(?P<value>[^\s,;]+)",
    re.IGNORECASE,
)
_ELIDED = re.compile(
    rf"\b(?P<name>(?:[\w'-]+ )?{_NAME})(?:\s*[,:]\s*(?:it(?:'s| is) )?|\s+|\s*(?:'s|"
    rf"is)\s+)(?P<value>(?=[^\s,;]*\d)(?!\d\d?(?:st|nd|rd|th|am|pm)\b)"
    r"[^\s,;]{4,})(?:[ -]\d+)*",
    re.IGNORECASE,
)
_TOLD_UNSPACED = re.compile(rf"(?P<name>{_NAME_UNSPACED})\s*(?:是|为|為|は|改成了?|[:：=])\s*(?P<value>[!-~]{{4,}})")
_PASS = re.compile(
    r"\b(?P<name>pass|pw|pwd)[ :=]+(?:is )?(?P<value>(?=[^\s,;]*[\d_!#])(?=[^\s,;]*[a-z])[^\s,;]{5,})", re.IGNORECASE
)
_LOGIN = re.compile(
    r"\b(?P<name>(?:[\w-]+ ){0,2}(?:login|log-?\s?in|credentials|creds)"
    r"(?: (?:for|to|at|on) (?:[\w-]+ ){1,3}?(?=is|are|:))?)"
    r"(?: ?(?:is|are))?\s*[:?,–-]?\s*"
    r"(?P<value>\S+\s*/\s*\S+|\S+ and (?=\S*\d)(?=\S*[A-Za-z])\S{6,})",
    re.IGNORECASE,
)
_WIFI = re.compile(
    r"\b(?P<name>(?:guest |office |home |our |the )*wi-?fi)(?: (?:network|login|details))?(?: (?:for|in|at"
    r"|of) (?:[\w'-]+ ){1,3}[\w'-]+)?\s*(?:is|"
    r"are|:|=|'s)\s*(?P<value>[^\s,;]+(?:\s*(?:/|and|pw|password|pass|:)\s*)(?=\S*[\d\-_!])\S+"
    r"|(?=[^\s,;]*\d)(?=[^\s,;]*[A-Za-z])[^\s,;]{8,})",
    re.IGNORECASE,
)
_NUMBERED = re.compile(
    r"\b(?P<name>ssn|social security(?: number)?|(?:bank |credit |debit )?card)\b[^.!?\n]{0,40}?"
    r"(?P<value>\d{3}-\d{2}-\d{4}|\d{4}[ -]\d{4}[ -]\d{4}[ -]\d{4})\b",
    re.IGNORECASE,
)
"""Numbers by their form and what they are called, right check digit or not."""
_OPENED = re.compile(
    r"\b(?P<name>safe|padlock|lock|locker|gate|door|garage|vault|keypad|lockbox|shed|alarm|phone|laptop|ipad"
    r"|tablet|computer)"
    r"\b[^.!?\n]{0,40}?\b(?:opens?|unlocks?|disarms?|unsets?|turns? off)(?: (?:with|by|using|on|the|code|number|pin))+ "
    r"(?P<value>(?=[^\s,;]*\d[^\s,;]*\d[^\s,;]*\d)(?!\d\d?[:.]\d\d\b)[^\s,;]+)",
    re.IGNORECASE,
)
_PAIR = re.compile(
    r"(?<![\w.+-])[\w.+-]{1,64}@[\w.-]{3,64}\s*[/|]\s*(?P<value>(?=[^\s,;]*\d)(?=[^\s,;]*[A-Za-z])[^\s,;/@]{6,64})(?![\w/@])"
)
"""An address with what opens the account behind it."""
_MEMORABLE = re.compile(
    r"\b(?P<name>memorable (?:word|name|place|date)|security answer)(?: (?:is|was)|:)? (?P<value>[A-Z0-9][^\s,;]+)"
)
_BANK = re.compile(
    r"\b(?P<name>bank account|account number|account no"
    r"|acct)\b[^.!\n]{0,40}?(?P<value>(?<!\d)\d(?:[ -]?\d){7,19})(?!\d)",
    re.IGNORECASE,
)
_BEFORE = re.compile(
    r"(?<![\w.:-])(?P<value>[A-Z]?\d[\d-]{2,10}\d[A-Z#*]?)(?:(?:'s| is| for| opens| unlocks| gets you (?:into"
    r"|through|in at)"
    r"| works (?:on|for|at))) (?:(?:the|my|our) )?(?:[\w'-]+ ){0,3}?"
    r"(?P<name>(?:alarm|gate|door|safe|padlock|keypad|lockbox|vault|entrance|garage)(?: (?:code|pin))?|pin"
    r"|pass ?code|code|combination)\b",
    re.IGNORECASE,
)
_DIGIT_WORD = r"(?:zero|oh|one|two|three|four|five|six|seven|eight|nine|double)"
_SPOKEN = re.compile(
    rf"\b(?P<name>{_NAME})\b[^.!?\n]{{0,30}}?\b(?P<value>(?:{_DIGIT_WORD}[ ,-]{{1,2}}){{3,12}}{_DIGIT_WORD})\b",
    re.IGNORECASE,
)
_SURE = (_BEFORE, _SPOKEN, _PASS, _LOGIN, _WIFI, _NUMBERED, _OPENED, _MEMORABLE, _BANK)
"""Forms whose value need not be looked at again."""
_NO_VALUE = frozenset(
    [
        "a",
        "an",
        "the",
        "in",
        "on",
        "at",
        "inside",
        "within",
        "under",
        "behind",
        "with",
        "by",
        "from",
        "via",
        "through",
        "kept",
        "stored",
        "saved",
        "written",
        "held",
        "hidden",
        "listed",
        "somewhere",
        "there",
        "here",
        "where",
        "wherever",
        "not",
        "no",
        "never",
        "always",
        "only",
        "too",
        "very",
        "so",
        "still",
        "also",
        "already",
        "being",
        "been",
        "getting",
        "going",
        "required",
        "needed",
        "missing",
        "wrong",
        "invalid",
        "expired",
        "expiring",
        "correct",
        "different",
        "same",
        "changed",
        "changing",
        "rotated",
        "rotating",
        "reset",
        "resetting",
        "broken",
        "blank",
        "empty",
        "hard",
        "easy",
        "weak",
        "strong",
        "long",
        "short",
        "secure",
        "safe",
        "public",
        "private",
        "shared",
        "unknown",
        "lost",
        "gone",
        "forgotten",
        "mine",
        "yours",
        "ours",
        "theirs",
        "his",
        "hers",
        "up",
        "out",
        "off",
        "down",
        "over",
        "and",
        "or",
        "but",
        "if",
        "when",
        "because",
        "that",
        "this",
        "what",
        "how",
        "why",
        "who",
        "my",
        "your",
        "our",
        "their",
        "its",
        "everyone",
        "everybody",
        "nobody",
        "someone",
        "something",
        "anything",
        "nothing",
        "managed",
        "handled",
        "rotates",
        "set",
        "available",
        "valid",
        "working",
        "failing",
        "bad",
        "good",
        "fine",
        "ok",
        "okay",
        "stupid",
        "awful",
        "terrible",
        "silly",
        "annoying",
        "case-sensitive",
        "per",
        "asking",
        "coming",
        "due",
        "about",
        "for",
        "to",
        "of",
        "into",
        "across",
        "all",
        "both",
        "either",
        "neither",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "red",
        "en",
        "dans",
        "im",
        "bei",
        "dans",
        "sur",
        "sous",
    ]
)


_WEAK = frozenset(
    "token secret key keys tokens login combination combo credentials creds clave iban in pw pass pin".split()
)
"""Names that also mean something harmless; their value has to look like one."""


_NUMBERS_ONLY = re.compile(
    r"(?:card|account|alarm|padlock|(?:safe|vault|lock|padlock|alarm) number|puk|(?:^|the |my |our |a |remember )code)$"
)
"""Names of which much else is said, as that the alarm is loud: their value has four digits."""


@dataclass(frozen=True, slots=True)
class Secret:
    """A secret found in a text: what it is called, never what it is. `start` and `end` cover name and value."""

    what: str
    start: int
    end: int
    value_start: int


def find_secrets(text: str) -> list[Secret]:
    """Return the secrets in text in order, overlaps merged. A text without any gives an empty list."""
    return list(_found(text))


@lru_cache(maxsize=8)
def _found(text: str) -> tuple[Secret, ...]:
    """Return the secrets of one text; a message is asked about several times while it is read."""
    found = sorted(_all(text), key=lambda secret: (secret.start, -secret.end))
    merged: list[Secret] = []
    for secret in found:
        if merged and secret.start < merged[-1].end:
            last = merged[-1]
            merged[-1] = Secret(last.what, last.start, max(last.end, secret.end), last.value_start)
        else:
            merged.append(secret)
    return tuple(merged)


def masked(text: str) -> str:
    """Return text with the value of each secret in it replaced by what it was: "the password is [password]"."""
    pieces, position = [], 0
    for secret in find_secrets(text):
        pieces += [text[position : secret.value_start], f"[{secret.what}]"]
        position = secret.end
    return "".join([*pieces, text[position:]])


def holds_secret(text: str) -> bool:
    """Return whether text holds anything that must not be stored."""
    return next(_all(text), None) is not None


def _all(text: str) -> Iterator[Secret]:
    for match in _SHAPES.finditer(text):
        yield Secret("token or key", match.start(), match.end(), match.start())
    for match in _DIGITS.finditer(text):
        digits = [int(character) for character in match[0] if character.isdigit()]
        if len(digits) >= 13 and _luhn(digits):
            yield Secret("card number", match.start(), match.end(), match.start())
    for match in _IBAN.finditer(text):
        if _iban(match[0].replace(" ", "")):
            yield Secret("account number", match.start(), match.end(), match.start())
    for match in _ACCOUNT.finditer(text):
        yield Secret("account number", match.start(), match.end(), match.start("sort" if match["sort"] else "value"))
    for match in _ENTROPIC.finditer(text):
        if _entropy(match[0]) >= _ENTROPY_BITS and _looks_random(match[0]):
            yield Secret("token or key", match.start(), match.end(), match.start())
    for match in _PAIR.finditer(text):
        yield Secret("login", match.start(), match.end(), match.start("value"))
    if not _NAMED.search(text.lower()):
        return
    for pattern in (_TOLD, _TOLD_UNSPACED, _ELIDED, *_SURE):
        for match in pattern.finditer(text):
            if pattern in _SURE or _is_value(match["value"], match["name"]):
                of = match.groupdict().get("of") or ""
                what = re.sub(
                    r"^(?:(?:my|our|the|your|is|that|and|its|it's|with|this|a|so) )+",
                    "",
                    match["name"].strip(),
                    flags=re.IGNORECASE,
                )
                yield Secret(
                    (what + of.rstrip()).strip().lower(),
                    min(match.start("name"), match.start("value")),
                    match.end(),
                    match.start("value"),
                )


def _is_value(value: str, name: str) -> bool:
    bare = value.strip("\"'`.,!?()*_").lower()
    if not bare or bare in _NO_VALUE:
        return False
    weak = name.lower().rpartition(" ")[2] in _WEAK
    if _NUMBERS_ONLY.search(name.lower()):
        return sum(character.isdigit() for character in bare) >= 4
    return not weak or any(character.isdigit() for character in bare) or bool(re.search(r"\w[-_!$#]\w", bare))


def _luhn(digits: list[int]) -> bool:
    """Return whether the check digit fits. Source: ISO/IEC 7812-1, annex B."""
    total = 0
    for place, digit in enumerate(reversed(digits)):
        doubled = digit * 2 if place % 2 else digit
        total += doubled - 9 if doubled > 9 else doubled
    return total % 10 == 0 and any(digits)


def _iban(number: str) -> bool:
    """Return whether the remainder is 1. Source: ISO 13616, MOD 97-10 of ISO/IEC 7064."""
    if not 15 <= len(number) <= 34:
        return False
    return int("".join(str(int(character, 36)) for character in number[4:] + number[:4])) % 97 == 1


def _entropy(text: str) -> float:
    counts = Counter(text)
    return -sum(count / len(text) * math.log2(count / len(text)) for count in counts.values())


def _looks_random(text: str) -> bool:
    """Return whether letters and digits alternate as they do in keys, unlike in dated file names and identifiers."""
    changes = sum(
        1 for left, right in pairwise(text) if left.isdigit() != right.isdigit() and left.isalnum() and right.isalnum()
    )
    words = [part for part in re.split(r"[-_/+=]", text) if part]
    return changes >= 3 and max(len(part) for part in words) >= 12
