"""Whose the fields of a message are: its author's, somebody else's, or nobody's."""

import re
from collections.abc import Sequence

from extractors.forms.field_kinds import EDGES, Field
from extractors.matching.late_patterns import LatePattern
from extractors.message import CleanText, Message


def is_own(known: Sequence[Field], text: CleanText) -> bool:
    """Return whether a card is its author's: one of its fields is, or it greets, or is told in the first person."""
    own = any(one.owned or (one.known and (one.known.alone or one.known.attribute in _OWN)) for one in known)
    told = {one.known.attribute for one in known if one.known} | {one.label.lower() for one in known}
    own = own or ("manager" in told and not told.isdisjoint(_SEATS))
    return own or _GREETS.match(text.plain) is not None or _OF_SELF.search(text.plain) is not None


_OWN = frozenset({"name", "pet", "partner"})
"""Attributes that only a person has."""
_SEATS = frozenset({"desk", "extension", "ext", "shift base", "timezone"})
"""What has a manager, and one of these, is a person as well."""
_GREETS = LatePattern(
    r"\W*(?:hi|hiya|hello|hey|hei|hola|good (?:morning|afternoon|evening)|morning|intro\w*)\b", re.IGNORECASE
)


def is_of_another(fields: Sequence[Field], message: Message, text: CleanText, *, asked: bool) -> bool:
    """Return whether fields are somebody else's.

    It is said, they name somebody who is not the author, or what stands above them neither greets nor is about oneself,
    where people were not `asked` for it.
    """
    if names_author(fields, message):
        return False
    named = _named(fields)
    if _OF_OTHERS.search(text.plain) or (named is None and fields[0].label.lower() in {"dog", "cat"}):
        return True
    whole = named is not None and len(named.split()) > 1
    told = named is not None and " " in message.user_name and not named > _OTHER_SCRIPTS
    if told and (whole or (message.surface != "dm" and not _OF_SELF.search(text.plain))):
        return True  # a handle may be anybody's, and so may a name in another script
    above = text.plain[: min(one.start for one in fields)].strip(EDGES + "\n:.!")
    return bool(above) and not (
        asked
        or fields[0].owned
        or _is_same(above, message.user_name)
        or _GREETS.search(above)
        or _OF_SELF.search(above)
    )


def names_author(fields: Sequence[Field], message: Message) -> bool:
    """Return whether fields give the name of their author."""
    named = _named(fields)
    return named is not None and _is_same(named, message.user_name)


def _named(fields: Sequence[Field]) -> str | None:
    return next((one.value for one in fields if one.known and one.known.attribute == "name"), None)


def _is_same(name: str, author: str) -> bool:
    """Return whether a name is that of the author, or a part or a short form of it."""
    words, known = re.split(r" ?[(,/]", name)[0].casefold().split(), author.casefold().split()
    if not words or not known:
        return False
    if len(words) == 1 or len(known) == 1:
        return any(_is_short_of(words[0], one) for one in known)
    return _is_short_of(words[0], known[0]) and _is_short_of(words[-1], known[-1])


def _is_short_of(one: str, other: str) -> bool:
    """Return whether one of two names is the other, or its beginning: "Dan" for Dana, and not "Daniel"."""
    short, long = sorted((one, other), key=len)
    return len(short) >= _SHORTEST_NAME and long.startswith(short)


_SHORTEST_NAME = 2
"""Letters."""
_OTHER_SCRIPTS = "\u0370"
"""The first letter of those that are not Latin: what sorts behind it begins with one."""
_OF_OTHERS = LatePattern(
    r"\b(?:[Ww]elcome (?:to )?(?!everyone|everybody|all)[A-Z<]"
    r"|(?:[Mm]eet|[Ii]ntroduc(?:e|ing)|[Jj]oining us|[Aa]bout|[Ss]ay hi to) (?!Me\b|I\b)[A-Z<])"
    r"|\b(?:(?:[Mm]eet|[Tt]hank|[Cc]ongratulate) (?:our|the|my)|[Ss]potlight|of the (?:month|week|quarter|year)|haha"
    r"|[Nn]ew (?:starter|joiner|hire|colleague|member|client|tenant)"
    r"|(?:[Hh]e|[Ss]he) (?:is|has|works|lives|will|loves|likes)"
    r"|(?:[Mm]y|[Oo]ur) (?:mum|mom|dad|mother|father|son|daughter|wife|husband|partner|cat|dog|boss|manager|friend|nan"
    r"|gran\w*|brother|sister|kid|baby|intern|bike|car|flat|recipe)(?!:)"
    r"|(?i:hiring|for sale|selling|missing|venue|job ad|character|pretend|recipe|if (?:my|i)))\b"
    r"|['’]s (?:details|card|party|birthday|info|profile|week|plans)\b"
    r"|\b(?i:candidate|customer|client|patient|applicant|persona|character|assignee|reporter|owner|attendees?|suspect|pupil"
    r"|student|child|artist|speaker|lead|guest|table|bed|order|species|breed)\b[^\n:=.,]{0,12}(?:[:=]|\n)"
)
"""How a text tells of somebody else, or of nobody."""
_OF_SELF = LatePattern(
    r"\b(?:[Ii]['’]?m|I|[Mm]y|[Mm]e|[Qq]uick card|[Ii]ntro|[Ss]oy|[Jj]e suis|[Ii]ch bin)\b"
    r"|^\W*(?i:sobre m(?:í|im)|presentación|ficha(?: rápida| mía)?|mi ficha|présentation|ma fiche|à propos de moi"
    r"|steckbrief|über mich|vorstellung|om mi[gn]|自己紹介|自我介[紹绍]|新人卡片|新人介[紹绍]|자기소개)\W*$",
    re.MULTILINE,
)


def asks_about_people(parent: str | None) -> bool:
    """Return whether a message asks people for something about themselves: "icebreaker: first job?"."""
    return parent is not None and _ASKS.search(parent) is not None and _AT_WORK.search(parent) is None


_ASKS = LatePattern(
    r"\b(?:(?:about|describe|tell us|who are|are) you|your|yours|yourself|yourselves|every(?:one|body)(?:['’]s)?"
    r"|y['’]?all|folks|ice-?breaker|fav(?:e|ou?rites?)?|this or that|sizes|intro(?:s|ductions?)?"
    r"|(?:what|which) languages? (?:do|does|can) (?:you|we|people|staff|folks|any\w+|the (?:team|staff))"
    r"|who (?:here )?speaks|who can speak)\b",
    re.IGNORECASE,
)
_AT_WORK = LatePattern(
    r"\b(?:versions?|builds?|errors?|crash\w*|bugs?|logs?|repro\w*|tickets?|prs?|branch(?:es)?|status|eta|blockers?"
    r"|deploy\w*|env\w*|configs?|servers?|tests?|invoices?|tracking|stand-?up|updates?|sprint|yesterday|estimates?"
    r"|thoughts|opinions?|quotes?|plans?|options?|prices?|offers?|orders?|availability|deadlines?|budgets?|feedback|delivery"
    r"|how (?:was|were|is|are|did)|how['’]s)\b",
    re.IGNORECASE,
)
"""What is asked of work at hand, whoever does it, or of how something went."""
