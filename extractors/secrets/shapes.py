"""Secrets that are known by their own look: tokens, keys, card and account numbers, addresses with a password."""

import math
import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from extractors.matching.late_patterns import LatePattern
from extractors.secrets.near import DIGIT
from extractors.secrets.secret import Secret
from extractors.secrets.told import LOGIN

_SHAPES = LatePattern(
    r"""
    -----BEGIN[ ](?![A-Z ]{0,20}PUBLIC)[A-Z ]{1,40}KEY(?:[ ]BLOCK)?-----(?:[^-]{1,8000}-----END[A-Z ]{1,40}-----)?
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
  | [MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,45}                # Discord
  | \d{8,10}:[\w-]{35}\b                                     # Telegram
  | npm_\w{20,} | pypi-\w{20,} | hf_\w{20,} | dop_v1_\w{20,}
  | eyJ[\w-]{3,}\.[\w-]{3,}\.[\w-]{3,} | eyJ[\w-]{8,}\.[\w-]{8,}  # JSON web token
  | [a-z]{2,12}_(?:\w{2,12}_)?(?=[a-z]*[0-9])[0-9a-f]{10,}\b  # prefix_0123456789ab
  | [a-z][a-z0-9+.-]{1,20}://[^\s:/@]{1,64}:[^\s@/]{1,128}@   # user:password@host
  | ssh-(?:rsa|ed25519)[ ][\w+/=]{20,})
    """,
    re.VERBOSE,
)
_DIGITS = LatePattern(r"(?<![\w.+-])\d(?:[ -]?\d){11,18}(?![\w-]|\.\d)")
_ACCOUNT = LatePattern(
    r"\b(?P<name>(?:bank )?(?:account|acct|acc|a/c)(?:(?: (?:at|with|in|for|of)(?: [\w'’&.-]{1,24}+){1,4}?)?"
    r",? (?:number|no\.?|num|nr\.?|#))?)(?: (?:is|was))?[ :=#]+(?P<value>\d(?:[ -]?\d){5,11})(?!\d)"
    r"|(?P<sort>(?<![\d-])\d\d-\d\d-\d\d(?![\d-]))(?=.{0,40}\b\d{8}\b)",
    re.IGNORECASE,
)
_IS_ACCOUNT = LatePattern(
    r"(?<![\w.+-])(?P<value>\d(?:[ -]?\d){6,17}) (?:is|was) (?:now )?(?:the|my|our) (?:new |old |joint |shared )?"
    r"(?:bank |savings |current |business )?(?:account|acct|a/c)\b",
    re.IGNORECASE,
)
"""The number first: "34-7720-1188 is the account for the clay"."""
_IBAN = LatePattern(r"\b[A-Z]{2}\d{2}(?:[ ]?[A-Z0-9]{4}){2,7}(?:[ ]?[A-Z0-9]{1,4})?\b")
_GROUPED = LatePattern(r" (?=[A-Z0-9]*\d)[A-Z0-9]{4} (?=[A-Z0-9]*\d)[A-Z0-9]{4} ")
"""Groups of four as account numbers are written, which are one even where a digit is wrong."""
_ENTROPIC = LatePattern(r"(?<![\w/.:@+-])[\w+/][\w+/=-]{19,199}+(?![\w/.@-])", re.ASCII)
_ENTROPY_BITS = 3.6
"""Shannon entropy per character above which a long mixed string is a key and not a word or an identifier."""
_PAIR = LatePattern(
    r"(?<![\w.+/-])[\w.+-]{1,64}@[\w.-]{3,64}+\s*[/|]\s*"
    r"(?P<value>(?=[^\s,;]*\d)(?=[^\s,;]*[A-Za-z])[^\s,;/@]{6,64})(?![\w/@])"
)
"""An address with what opens the account behind it."""
_ACCESS_PAIR = LatePattern(
    r"\b(?:portal|account|membership|log-?in|log-?ins|(?:logs?|signs?|lets? (?:you|me|us)|gets? (?:you|me|us)"
    r"|get) in|logon"
    r"|takes|accepts|works with|nas|router|netflix)\b[^!?\n/]{0,30} [^\s/]{3,40} / "
    r"(?P<value>(?=[^\s,;]*\d)(?=[^\s,;]*[A-Za-z])[^\s,;/]{6,64})(?![^\s,;.!?])"
    r"|(?<![\w/.:@-])(?:admin|root|administrator|test|demo|guest|pi|postgres|sysadmin)(?: [/|:] |: ?)"
    r"(?P<usual>(?=[^\s,;]*\d)(?=[^\s,;]*[A-Za-z])[^\s,;:/.]{5,64})(?![^\s,;.!?)])",
    re.IGNORECASE,
)
"""What an account is entered with: who one is there, and behind a stroke what proves it."""
_ASSIGNED = LatePattern(
    r"(?<![\w$])(?P<name>[A-Z0-9_]{0,40}(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASS|PWD))=[\"']?"
    r"(?P<value>(?=[^\s\"']{0,60}\d)[^\s\"'`$<{]{6,128})"
)
_CARD = LatePattern(r"(?<![\w-])(?:\d{4}(?:[ -]?\d{4}){3}|3\d{3}[ -]?\d{6}[ -]?\d{5})(?![\w-])")
_CARD_NAME = LatePattern(
    r"信用卡|银行卡|銀行卡|卡号|卡號|カード|card|karte|tarjeta|cartão|carte\b|visa\b|master ?card|amex|maestro"
)
_LOCKED = (
    r"(?:door|gate|alarm|safe|lock|padlock|vault|cabinet|keypad|key ?box|lock ?box|panel|pad|garage|barrier|shutter)"
)
_KEYED = LatePattern(
    r"\b(?:punch|dial|key in|tap in|type in|press) (?P<punched>\d(?:[ -]?\d){3,9}[#*]?)(?![\w:.,]?\d)"
    rf"(?=[^\n.!?]{{0,30}}\b{_LOCKED}\b)"
    r"|(?<![\w.:/$€£-])(?P<told>\d(?:[ -]?\d){3,9}[#*]?)"
    rf"(?= (?:on|into) the (?:\w+ )?{_LOCKED}\b"
    rf"| is the (?:[\w'-]+ ){{0,3}}{_LOCKED}(?:['’]s)? (?:punch|code|combo|number)\b)"
    rf"|\b{_LOCKED}(?: is|['’]s|:) (?P<lettered>[A-Z]\d{{3,6}}[A-Z#*]?|\d{{3,6}}[A-Z])(?![\w-])"
    r"|\b(?:it is|it['’]?s|its|is) (?P<enters>\d{4,8}[#*]?|\d{3}[#*])"
    r" (?:to|gets you|lets you) (?:get |come )?(?:in|into|through) (?:the|from|through|via|at|by)\b",
    re.IGNORECASE,
)
"""What is keyed in somewhere, though nothing calls it a code: "punch 7731 on the dock door"."""
_SOCIAL = LatePattern(r"(?<![\w-])\d{3}-\d\d-\d{4}(?![\w-])")


def found(text: str) -> Iterator[Secret]:
    """Yield what is a secret by its look, whatever it is called."""
    for match in _SHAPES.finditer(text):
        yield Secret("token or key", match.start(), match.end(), match.start())
    for match in _ENTROPIC.finditer(text):
        if _looks_random(match[0]) and _entropy(match[0]) >= _ENTROPY_BITS:
            yield Secret("token or key", match.start(), match.end(), match.start())
    if DIGIT.search(text):
        yield from _numbered(text, text.lower())


def _numbered(text: str, lowered: str) -> Iterator[Secret]:
    """Yield what is told by its digits, or not without any."""
    for match in _DIGITS.finditer(text):
        digits = [int(character) for character in match[0] if character.isdigit()]
        if len(digits) >= 13 and _luhn(digits):
            yield Secret("card number", match.start(), match.end(), match.start())
    for match in _IBAN.finditer(text):
        if _GROUPED.search(match[0]) or _iban(match[0].replace(" ", "")):
            yield Secret("account number", match.start(), match.end(), match.start())
    for match in _IS_ACCOUNT.finditer(text):
        yield Secret("account number", match.start(), match.end(), match.start("value"))
    for match in _ACCOUNT.finditer(text):
        yield Secret("account number", match.start(), match.end(), match.start("sort" if match["sort"] else "value"))
    for match in (*_PAIR.finditer(text), *(() if LOGIN.search(text) else _ACCESS_PAIR.finditer(text))):
        yield Secret("login", match.start(), match.end(), match.start(match.lastgroup or 0))
    for match in _ASSIGNED.finditer(text):
        yield Secret(match["name"].lower().replace("_", " "), match.start(), match.end(), match.start("value"))
    for match in _CARD.finditer(text) if _CARD_NAME.search(lowered) else ():
        yield Secret("card number", match.start(), match.end(), match.start())
    for match in _KEYED.finditer(text):
        start, end = match.span(match.lastgroup or 0)
        yield Secret("code", match.start(), end, start)
    social = re.search(r"\b(?:ssn|social)\b(?! media)", lowered)
    for match in _SOCIAL.finditer(text) if social else ():
        what = "ssn" if social and social[0] == "ssn" else "social security number"
        yield Secret(what, match.start(), match.end(), match.start())


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
