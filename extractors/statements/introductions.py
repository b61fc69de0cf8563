"""Introductions: what a comma-separated list after a name tells ("Xiaoyu, they/she, process chemist"), and couples."""

import re
from collections.abc import Iterator
from dataclasses import replace

from extractors.matching.late_patterns import LatePattern
from extractors.statements.profile import is_name, named_place, role
from extractors.statements.rules import Found, capitalised, compiled
from extractors.syntax.clauses import Clause
from memory.records import Kind

_PRONOUNS = compiled(r"%pronoun_sets%$")
_ROLE = compiled(
    r"(?P<v>(?:a |an |the |your |our )?(?:[\w&/'+-]+ ){0,4}?(?:%role_noun%|guide))"
    r"(?: (?:(?:over|out|up|down|back|based) ){0,8}(?:for|of|on|in|at|from|with) [\w' -]+)?$"
)
_FRAGMENT = compiled(
    r"(?P<v>(?!the |this |that |our |my |your |no |any |another )(?:an? )?(?:[\w&/'+-]+ ){0,4}?(?:%role_noun%)"
    r"(?: (?:of|at|in|for|from|on|out of|with) [\w&' -]+?)?)"
    r"(?: (?:here|now|since [\w ]+|by trade|by training)){0,8}(?= ,|$)"
)
_AT_WORK = LatePattern(
    r" (?:at|for) (?P<e>(?!(?:the|an?|my|our|this|that|home|work|night|least|hire|now)\b)[^,]+?)(?= ,| in [a-z]|$)"
    r"(?: ,)?(?: (?:based |living |located )?in)?(?: (?P<l>[^,\d]{3,30}))?$"
)
_INTRODUCED = LatePattern(
    r"\b(?:i['’]?m|i am|my name['’]?s?(?: is)?|this is)\b|^\W*(?:hi|hiya|hey|hello|morning|welcome)\b", re.IGNORECASE
)
_EARNED = LatePattern(r" (?!(?:person|guy|lead with|head|host|chair|partner|agent|resident|clerk)\b(?! of| in))")
"""A role of more than one word, and none of those that are said of anything."""
_ONE_OF = compiled(r"(?P<v>one of the (?:[\w&/'+-]+ ){0,3}?(?:%role_noun%)s(?: (?:for|of|on|in|at) [\w' -]+)?)$")
_HOME = LatePattern(
    r"(?:(?:based|living|located) (?:in|near|out of)|(?:joining|dialling in|dialing in|calling in|writing|working)"
    r"(?: (?:you|us|in))?(?: all)? from) (?P<v>.+)$"
)
TEAM = compiled(
    r"(?:on |in |with )?(?P<v>(?!this |that |my |our |no |any |another |same |whole |home |away |dream |go )"
    r"(?:the )?(?:[\w&'-]+ ){1,3}(?:team|squad|crew|department|dept|unit|division))$"
)
_JOINED = LatePattern(r"(?:brand )?new (?:in|on|at|to|with) (?!this\b|that\b|it\b|you\b)[\w&'-]+(?: [\w&'-]+){0,4}$")
_COUPLE = compiled(r"(?:%my%) (?P<r>(?P<k>%relation%)) (?P<n>[^\s,]+) and i\b")
_BY_ENDING = LatePattern(
    r"(?!(?:also|now|still|just|not)\b)(?:[a-z][\w-]+ ){0,2}[a-z-]{3,}(?:er|or|ist|ian|eer|smith|wright)"
)
"""What somebody does who tells more about themselves behind it, by the ending: "in-house reviser"."""
_CONFIDENCE = 0.9


def introduced(clause: Clause) -> Iterator[Found]:
    """Yield what the items of a list tell about the author: pronouns, a role, a home, or a name before.

    A list without a verb is an introduction only if it begins with a name and tells pronouns or a role.
    """
    items = list(_items(clause))
    if (fragment := _fragment(clause)) is not None:
        yield fragment
        yield from _workplace(clause)
        return
    if len(items) < 2:
        return
    found = [one for norm, written in items[1:] if (one := _told(norm, written, clause)) is not None]
    untold = [
        written for norm, written in items[1:3] if _BY_ENDING.fullmatch(norm) and not _told(norm, written, clause)
    ]
    if len(found) > 1 and untold and not any(one.attribute == "role" for one in found):
        found.append(Found(Kind.PROFILE, f"Is {untold[0]}", "introduction", "role", untold[0], confidence=_CONFIDENCE))
    verbless = not any(word.tag in {"VBZ", "VBP", "VBD", "MD"} for word in clause.words)
    if verbless and found and items[0][0].endswith((" here", " speaking")):
        yield from found
    elif verbless and found and is_name(items[0][1]):
        yield Found(Kind.PROFILE, f"Name is {items[0][1]}", "introduction", "name", items[0][1], confidence=0.93)
        yield from found
    elif clause.words[0].norm == "i" and len(clause.words) > 2 and is_name(" ".join(items[0][1].split()[-1:])):
        yield from found


def couple(clause: Clause) -> tuple[Found, Clause] | None:
    """Return who is named beside the author, and the clause with the mere name: "my fiancée Salma and I …"."""
    match = _COUPLE.match(clause.string)
    if match is None:
        return None
    name = clause.line.original(*match.span("n"))
    relation = clause.line.original(*match.span("r"))
    if not is_name(name) or _PARTED.search(clause.string):
        return None
    found = Found(Kind.FACT, f"{capitalised(relation)} is {name}", "couple", match["k"], name, confidence=_CONFIDENCE)
    first = clause.line.words_between(*match.span("n"))[0]
    return found, replace(clause, words=clause.words[clause.words.index(first) :])


_PARTED = LatePattern(r"\b(?:split|splitting|broke|breaking|break) up\b|\b(?:divorc|separat)\w+|\bparted ways\b")
"""What a couple is no longer after: "my partner Kim and I split up"."""


def _fragment(clause: Clause) -> Found | None:
    """Return the role that a clause without subject and verb gives: "freelance designer, type mostly"."""
    match = _FRAGMENT.match(clause.string)
    if (
        match is None
        or clause.question
        or clause.supplied
        or clause.lead
        or (clause.sentence_index and not _goes_on(clause))
    ):
        return None
    if (
        clause.words[0].tag in {"VB", "IN"}
        or any(word.tag in {"VBZ", "VBP", "MD", "PRP"} for word in clause.words)
        or not _EARNED.search(match["v"])
        or _ORDERED.match(clause.string)
    ):
        return None
    employed = None if _STUDIES.search(match["v"]) else _AT_WORK.search(clause.string)
    written = clause.line.original(match.start("v"), employed.start() if employed else match.end("v")).strip(" ,")
    return Found(Kind.PROFILE, f"Is {written}", "role-fragment", "role", written, confidence=0.82)


_ORDERED = LatePattern(r"(?:lead|head|chair|host|coach|guide|partner|model) (?:with|off|the|me|us|by|each|every)\b")
"""What is an order though it begins like a role: "lead with the number"."""
_STUDIES = LatePattern(r"\b(?:students?|pupil|phd|undergrad\w*|fresher|freshman|sophomore|trainee)\b")
"""Who is at a school and does not work there: "first year student at Leiden"."""


def _goes_on(clause: Clause) -> bool:
    """Return whether the author has just introduced themselves: "I'm Chloe (she/her), …", "Ravi - …"."""
    return clause.joined in {")", "-", "–", "—"} and _INTRODUCED.search(clause.text[: clause.start]) is not None


def _workplace(clause: Clause) -> Iterator[Found]:
    """Yield the employer and the home that a role is told with: "designer at Brightside, Toronto"."""
    match = None if _STUDIES.search(clause.string) else _AT_WORK.search(clause.string)
    if match is None:
        yield from of_firm(clause)
        items = list(_items(clause))
        if len(items) > 1 and (team := TEAM.match(items[1][0])) is not None:
            named = items[1][1][-len(team["v"]) :]
            yield Found(Kind.PROFILE, f"Is on {named}", "role-fragment", "team", named, confidence=_CONFIDENCE)
        return
    employer = clause.line.original(*match.span("e")).strip(" ,")
    if _HOW_LONG.match(employer):
        return
    yield Found(Kind.PROFILE, f"Works at {employer}", "role-fragment", "employer", employer, confidence=_CONFIDENCE)
    if match["l"]:
        place = clause.line.original(*match.span("l")).strip(" ,")
        if place[:1].isupper():
            yield Found(Kind.PROFILE, f"Lives in {place}", "role-fragment", "location", place, confidence=_CONFIDENCE)


_HOW_LONG = LatePattern(
    r"(?:about |over |nearly |almost )?(?:\d+|an?|many|some|[a-z]+) (?:\w+ )?(?:years?|months?|weeks?)\b"
)
"""For how long somebody has been what they are, and no firm: "school secretary for 19 years"."""


def of_firm(clause: Clause, author: str = "") -> Iterator[Found]:
    """Yield the firm, or the author, that stands by name behind a role: "Sports editor, Harrow Courier"."""
    items = list(_items(clause))[1:3]
    parts = author.casefold().split()
    for place, (_, written) in enumerate(items):
        words = written.split()
        if parts and words[0].casefold() in parts and is_name(written):
            yield Found(Kind.PROFILE, f"Name is {written}", "role-named", "name", written, confidence=_CONFIDENCE)
            return
        if (
            len(words) <= 5
            and words[0][:1].isupper()
            and all(word[:1].isupper() or word in _WITHIN for word in words)
            and (len(words) > 1 or not place)
            and not _A_DAY.match(written)
            and named_place(written)
        ):
            yield Found(Kind.PROFILE, f"Is at {written}", "role-firm", "employer", written, confidence=_CONFIDENCE)
            return


_TONGUE = LatePattern(
    r"(?:mother|native|first) (?:tongue|language)(?: is| :)? (?P<v>[a-z]{4,}(?: (?:and|&) [a-z]{4,})?)$"
)
_A_DAY = LatePattern(r"(?:mon|tues?|weds?|wednes|thur?s?|fri|sat|satur|sun)(?:days?)?\b", re.IGNORECASE)
_WITHIN = frozenset("of the and & for de du des la le".split())


def _items(clause: Clause) -> Iterator[tuple[str, str]]:
    """Yield the items between commas: normalised, and as their author wrote them."""
    begin = 0
    string = clause.string
    for match in re.finditer(r" ,(?= )|$", string):
        norm = string[begin : match.start()].strip()
        if norm:
            yield norm, clause.line.original(begin, match.start()).strip(" ,")
        begin = match.end()


def _told(norm: str, written: str, clause: Clause) -> Found | None:
    if norm.startswith(("no longer ", "not ")):
        return None
    if _PRONOUNS.match(norm):
        return Found(
            Kind.PROFILE, f"Pronouns are {written}", "introduction", "pronouns", written, confidence=_CONFIDENCE
        )
    if match := _HOME.match(norm):
        place = written[match.start("v") :]
        return Found(Kind.PROFILE, f"Lives in {place}", "introduction", "location", place, confidence=_CONFIDENCE)
    if _ONE_OF.match(norm):
        return Found(Kind.PROFILE, f"Is {written}", "introduction", "role", written, confidence=_CONFIDENCE)
    if match := _TONGUE.match(norm):
        tongue = written[match.start("v") :]
        found = f"Mother tongue is {tongue}"
        return Found(Kind.PROFILE, found, "introduction", "language", tongue, confidence=_CONFIDENCE)
    if match := TEAM.match(norm):
        named = written[-len(match["v"]) :]
        return Found(Kind.PROFILE, f"Is on {named}", "introduction", "team", named, confidence=_CONFIDENCE)
    if _JOINED.match(norm):
        return Found(Kind.PROFILE, f"Is {written}", "introduction", "team", written, confidence=_CONFIDENCE)
    match = _ROLE.match(norm)
    if match and role(match, clause):
        return Found(Kind.PROFILE, f"Is {written}", "introduction", "role", written, confidence=_CONFIDENCE)
    return None
