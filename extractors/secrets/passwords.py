"""Passwords, phrases, answers and numbers of accounts, told near their names in any order of words."""

import re
from collections.abc import Iterator, Set

from extractors.matching.late_patterns import LatePattern
from extractors.secrets.near import LEADING, MISTYPED_PHRASE, NAMES_ABROAD, last_word, links, next_to
from extractors.secrets.secret import Secret, is_made_up, secret_named

_ROOT = LatePattern(
    r"\b(?:root|admin(?:istrator)?|sudo|superuser|jump (?:host|box)|bastion|netflix|spotify|cctv)\b",
    re.IGNORECASE,
)
"""What is entered with a password that nobody calls one: "root on the jump host is …"."""
_ENTERED = LatePattern(
    r"\b(?:(?:sign(?:s|ed|ing)?|log(?:s|ged|ging)?)(?:[ -]?(?:in|on))?|(?:get|gets|got|getting|let|lets) (?:\w+ )?"
    r"(?:in|into|through)|opens?|unlocks?|unset|unsets|disarms?|authenticates?)\b[^.!?\n,;]{0,30}? "
    r"(?:with|using)(?: (?:the (?:word|code|pass)|just|only|plain|my|our))?(?= )",
    re.IGNORECASE,
)
"""How something is entered, and with what: "always sign with …", "log on as depot with …"."""
_SERVICE = LatePattern(r"(?:office|microsoft|ms|outlook|base|sha|rsa|o)-?_?\d+|\w+\d\.\d+", re.IGNORECASE)
"""What people enter something with and anybody may know."""
_NAMES_A_THING = LatePattern(r"[a-z]{2}-[a-z]+-\d|v?\d[\d.-]*|[A-Z]+-\d+|\S*/\S*")
"""What mixes letters, digits and hyphens and opens nothing: a region, a version, a ticket, a path."""
_WORD = LatePattern(r"(?<!\S)[\"'`“‘«(]{0,2}(?P<value>[^\s\"'`“”‘»,;]{6,64})")
_LONG = LatePattern(
    r"(?<![\w.@/-])(?:[A-Z]{1,4}[ -]?)?\d[\dA-Z]{0,20}+(?:[ -](?:\d[\dA-Z]{0,20}+|[A-Z]{4}(?=[ -]\d)|fake(?=-))){0,8}+"
    r"(?: [A-D]\b)?(?![\w])"
)
"""Numbers of accounts and identities, which may hold capitals."""
_PASS_NAME = LatePattern(
    r"\b(?=[^\W\d])(?:pass ?words?|passw(?:[io]rds?|ro?d)|pasword|passowrd|passwd"
    rf"|pwd|pw|psk|{MISTYPED_PHRASE}|pre-?shared key|community string"
    r"|(?P<login>log[- ]?ins?|credentials?|creds)"
    r"|(?P<key>keys?|tokens?|secret)"
    rf"|clave|{NAMES_ABROAD})\b",
    re.IGNORECASE,
)
_BEHIND = LatePattern(
    r"[\"'`”’»]? (?:is|as|for|was)(?: (?:the|my|our|a))?(?: [\w'’-]{1,20}){0,2}"
    rf" (?P<name>pass ?word|pw|log-?in|{MISTYPED_PHRASE})\b",
    re.IGNORECASE,
)
_MANAGER = LatePattern(r" (?:manager|generator|policy)(?:,? (?:is|was)|:)? ?[\"'`“(]*$", re.IGNORECASE)
"""What a name of a password goes on with to be that of a program."""
_PLAIN_KEYS = frozenset(
    "primary foreign sort partition object s3 cache issue ticket map public row jira redis hot short spare".split()
)
_PHRASE = LatePattern(
    rf"\b(?P<name>{MISTYPED_PHRASE}|(?:master|seed|recovery|backup|mnemonic|secret) (?:phrase|words?)|safe ?word)\b"
    r"(?:[^\n.!?\"“]{0,40}[\"“](?P<quoted>[^\"”\n]{3,120})[\"”]"
    r"|(?: (?:is|are|goes|reads)|(?: (?:of|for|to) [^\n.!?]{2,40}?)?(?: please)?[.?!] (?:it['’]s|it is|its|it goes))?"
    r" (?P<bare>[a-z]{3,8}(?:,? [a-z]{3,8}){5,23}+)(?!\w)"
    r"|(?:(?:,| for| of| to| on| until| till?| while)[^\n.!?:\"“]{0,40})?: ?"
    r"(?P<words>[\w'-]{2,15}(?:,? [\w'-]{2,15}){2,23}+))",
    re.IGNORECASE,
)
_SENTENCE_WORDS = frozenset(
    "the and for with from that this are was not you your our has have kept stored written".split()
)
"""Words that stand in a sentence about words to remember, and seldom among them."""
_ANSWER = LatePattern(
    r"\b(?P<name>(?:security|vault|secret) question)\b[^\n]{0,60}?"
    r"\banswer(?: is|'s|:)? (?P<value>(?!is\b)[^\n,;.]{2,40})",
    re.IGNORECASE,
)
_ACCOUNT_NAME = LatePattern(
    r"\b(?=[^\W\d])(?:(?P<bank>accounts?(?: (?:number|no\.?))?|acct|iban|bankverbindung"
    r"|konto(?:nummer)?|cuenta|clabe|compte|rib|conta)"
    r"|ni number|national insurance(?: number)?|nino|ppsn?(?: number)?|tax (?:file|id|reference) (?:number|no)"
    r"|national id(?: number)?(?! office)|(?:nhs|medicare|pan|(?:driving|driver['’]?s) licen[cs]e) (?:number|no\.?)"
    r"|bvn|nin|tfn|cpf|dni|nif|bsn|pesel|curp|personnummer|steuer-?id"
    r"|id card|social security(?: (?:number|no\.?))?|passport (?:number|no\.?)|aadhaar|fob number)\b",
    re.IGNORECASE,
)
_TO_ACCOUNT = LatePattern(
    r"(?:'s)?(?: (?:number|nummer|no\.?))?(?: (?:of|for|at|with|de|del|für|bei)(?: [\w'’-]{1,20}){1,4}?)?"
    r",?(?: (?:is|it is|it's|its|ist|est|es|é)|\s?[:=])?[ ]?"
)
_USER = LatePattern(r"[^\s,:=]{1,30} ?/ ?$")


NAMES = {
    "phrase": (_PHRASE,),
    "answer": (_ANSWER,),
    "password": (_PASS_NAME, _BEHIND),
    "account": (_ACCOUNT_NAME,),
    "root": (_ROOT,),
    "entered": (_ENTERED,),
}
"""How a secret is named of which this module reads, in lower case."""


def found(text: str, named: Set[str]) -> Iterator[Secret]:
    """Yield the passwords, phrases, answers and account numbers; `named` holds which of `NAMES` there may be."""
    for match in _PHRASE.finditer(text) if "phrase" in named else ():
        if not match["bare"] or not _SENTENCE_WORDS.intersection(match["bare"].lower().split()):
            yield secret_named(text, *match.span("name"), match.span(match.lastgroup or 0))
    for match in _ANSWER.finditer(text) if "answer" in named else ():
        yield secret_named(text, *match.span("name"), match.span("value"))
    if "password" in named:
        yield from _with_words(text)
    if "account" in named:
        yield from _with_accounts(text)
    if "root" in named:
        yield from _with_roots(text)
    if "entered" in named:
        yield from _entered(text)


def _with_words(text: str) -> Iterator[Secret]:
    words = [match for match in _WORD.finditer(text) if is_made_up(match["value"])]
    for name, word in next_to(_PASS_NAME, words, text):
        gap = _USER.sub("", text[name.end() : word.start("value")])
        plain = (
            _MANAGER.match(gap)
            or last_word(text, name.start()) in _PLAIN_KEYS
            or (name["key"] and not _is_key(word["value"], gap))
        )
        told = LEADING.search(gap) or (name["key"] and gap == " " and _ISSUED.match(word["value"]))
        if not plain and told and links(gap, certain=True):
            yield secret_named(text, *name.span(), word.span("value"))
    for word in words:
        if behind := _BEHIND.match(text, word.end()):
            yield Secret(behind["name"].lower(), word.start("value"), behind.end(), word.start("value"))


_ISSUED = LatePattern(r"[a-z]{2,8}_[a-z]{2,8}_(?=\w*\d\w*\d)")
"""How keys begin that a service gives out: "live_…_77aa01"."""


def _with_accounts(text: str) -> Iterator[Secret]:
    numbers = list(_LONG.finditer(text))
    for name, number in next_to(_ACCOUNT_NAME, numbers, text):
        gap, digits = text[name.end() : number.start()], sum(character.isdigit() for character in number[0])
        if name["bank"]:
            told = digits >= 8 and _TO_ACCOUNT.fullmatch(gap) is not None
        else:
            told = digits >= 6 and links(gap, certain=True)
        if told:
            yield secret_named(text, *name.span(), number.span())


def _with_roots(text: str) -> Iterator[Secret]:
    words = [match for match in _WORD.finditer(text) if _is_password(match["value"])]
    for name, word in next_to(_ROOT, words, text):
        yield Secret("password", name.start(), word.end("value"), word.start("value"))


def _entered(text: str) -> Iterator[Secret]:
    """Yield the words right behind what something is entered with that are made up as passwords are."""
    for match in _ENTERED.finditer(text):
        word = _WORD.match(text, match.end() + 1)
        if word and _is_password(word["value"]) and _is_of_one(word["value"].strip(".?:)!*_")):
            yield Secret("password", match.start(), word.end("value"), word.start("value"))


def _is_of_one(word: str) -> bool:
    """Return whether a word has two figures, or one and a sign, and so is more than what a program is called."""
    return _SIGNS_OF_KEY.search(word) is not None and not _SERVICE.fullmatch(word)


_SIGNS_OF_KEY = LatePattern(r"\d\D*\d|[!#$%&*?]")


def _is_password(word: str) -> bool:
    """Return whether a word is made up and holds a digit, and is none of the things that are named so."""
    bare = word.strip(".?:)!*_")
    return any(character.isdigit() for character in bare) and is_made_up(bare) and not _NAMES_A_THING.fullmatch(bare)


def _is_key(word: str, gap: str) -> bool:
    return (
        sum(character.isdigit() for character in word) >= 2 and len(word) >= 9 and bool(re.search(r"[-_`]", word + gap))
    )
