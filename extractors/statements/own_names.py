"""What authors say of their own names: known from the name that they go by in the chat, as Slack tells it.

"Faisal, procurement, Doha" tells a name, a department and a town if its author is called Faisal; else it is a list.
"""

import re
from collections.abc import Iterator, Set
from difflib import SequenceMatcher
from functools import lru_cache

from extractors.matching.late_patterns import LatePattern
from extractors.statements.introductions import TEAM
from extractors.statements.profile import GREETING, is_name, named_place
from extractors.statements.rules import Found, capitalised, compiled
from extractors.syntax.clauses import Clause
from memory.records import Kind

SURE = 0.985
"""Confidence where the author's own name stands as it does in an introduction: more than the judge can veto."""
_LIKELY = 0.95

_PRONOUNS = compiled(r"(?:%pronoun_sets%|(?:he|she|they) (?:or|and|slash) (?:he|she|they|him|her|them))$")
_BEFORE_NAME = LatePattern(
    r"(?:(?:hi|hello|hey|hiya|and|so|right|yes|well|i am|am|this is|"
    r"it is|that is|myself|me|mine|that was me|name is|my name is|name|just|your) ){0,8}$"
)
_AFTER_NAME = LatePattern(
    r"(?: (?:here|speaking|again))?(?: (?P<r>(?:from|fae|at|in|over (?:in|at|from)|out of|of|down (?:in|at)|"
    r"with(?! (?:an?|one|two|three|no|the|double|\w{1,2}) |(?: an?)? \w{1,2}$)|the(?= (?:[\w-]+ ){0,2}[\w-]+$)) "
    r"(?!this\b|that\b|yesterday|last\b|mon|tues|wed|thurs|fri).+)"
    r"| (?:with|without|on|from|not|never) .+)?$"
)
_STOP = frozenset("i we he she it they you who which what is are was were has have had will can do does did".split())
_HERE = LatePattern(r"(?P<v>(?:the )?[\w&'-]+(?: [\w&'-]+){0,2}) here$")
_NEW = LatePattern(
    r"(?:the |your )?(?:new|newest|latest) (?:face|starter|voice|hire|one|kid|joiner|recruit|arrival|"
    r"colleague|member|girl|boy|guy|person|addition)(?: reporting)? (?P<p>in|on|at|from|for|to) "
    r"(?P<v>.+?)(?: is mine| is me)?$"
)
_NICK_ITEM = LatePattern(
    r"(?:or |aka |alias |also )?(?P<v>(?:mr |mrs |miss |ms |auntie |uncle )?[^\s,]+(?: [^\s,]+)?) "
    r"(?:to (?:my |the |your |all |any|every|most|friends|you|"
    r"colleagues)|if |for short|when |on (?:air|paper|stage|here)|at (?:home|work))"
)
_NICK_NEXT = LatePattern(
    r"\W{0,3}(?:but|though|or)\s(?:call me\s|just\s)?[A-Z][\w'-]+\s(?:is|will|works|does|to)\b"
    r"|\.\s(?P<r>\w[\w&' -]{2,30})[.,](?:\s|$)"
)
"""What follows a name that stands alone and is one's own: "Keziah, but Kezi is fine", "Radek. Sysadmin. …"."""
_FROM = compiled(
    r"(?:from|fae|of|with(?! \w{1,2}(?:$| (?:on|at|in|and)\b))|over (?:in|at|from)|down (?:in|at)|out of"
    r"|based (?:in|at|near)|at|in|on) "
    r"(?!(?:an?|one|two|three|no|double) (?:\w|\w 's|\w's)(?: |$)|"
    r"(?:%month%|%weekday%|now|then|today|tomorrow|next|this)\b|no account|here\b|letters\b)(?P<v>.{2,60})$"
)
_LIVES = LatePattern(
    r"(?:(?:now|currently|still|mostly) )?(?:(?:living|lives|settled|staying|residing|sitting)(?: now)? "
    r"(?:in|on|near|outside)|(?:just |recently |newly )?moved (?:here )?to) "
    r"(?P<v>.{2,40})$"
)
_BORN = LatePattern(r"(?P<v>[\w'-]+(?: [\w'-]+){0,2}?)[ -](?:born|bred|raised)(?: (?:and|&) (?:bred|raised))?$")
_JOINED = LatePattern(
    r"(?:brand )?new (?:in|on|at|to|with) (?!this\b|here\b|that\b|it\b|you\b)[\w&'-]+(?: [\w&'-]+){0,4}$"
    r"|joining (?:the|your|our) [\w&'-]+(?: [\w&'-]+){0,3}(?: (?:today|this week|as of today))?$"
    r"|(?:part|member|one) of (?:the|your|our) [\w&'-]+(?: [\w&'-]+){0,5}(?: since [\w ]+)?$"
    r"|been (?:in|on|at|with) [\w&'-]+(?: [\w&'-]+){0,4} (?:since|for) [\w ]+$"
)
"""Where somebody has begun, and since when: "new on the checkout squad", "been at the depot since 2011"."""
_POST = compiled(
    r"(?P<v>(?:an? |the |your )?[\w&/'+-]+(?: [\w&/'+-]+){0,4}?) (?:at|for|with) "
    r"(?P<e>(?!(?:the|an?|my|our|this|that|home|work|night|least|hire|now)\b)[^,]+)$"
)
_ROLE = compiled(
    r"(?P<v>(?:an? |the |your |our )?(?:[\w&/'+-]+ ){0,4}?(?:%role_noun%|guide))"
    r"(?: (?:(?:over|out|up|down|back|based) ){0,8}(?:for|of|on|in|at|to|with|from) [\w&' -]+)?$"
)
_AGENT = compiled(
    r"(?:an? )?(?:[\w-]+ ){0,2}[\w-]{2,}(?:ist|ian|eer|smith|wright|monger|keeper|maker|worker|"
    r"minder|man|woman|ary|hand|jack|mason)$"
    r"|(?:an? )?(?:(?!(?:no|this|that|my|our|your|the|two|more|one|some|same|next|last|late|early|just|best)\b)"
    r"[a-z][\w-]+ )?(?!%no_trade%\b)[\w-]{2,}[^aeiou\W](?:er|or)$"
)
_HOURS = compiled(
    r"(?:one|two|three|four|five|six|\d{1,2}) (?:weeks?|days?|nights?|months?) (?:on|out|in|away|at sea|offshore)"
    r"(?: and| then)? (?:one|two|three|four|five|six|\d{1,2})(?: (?:weeks?|days?|nights?|months?))? "
    r"(?:off|in|out|home|at home|ashore|onshore)$"
    r"|(?:.* )?(?:%weekday%|nights|days|part[- ]time|full[- ]time|%hour% (?:to|till|until|-|–) %hour%)\b.*$"
)
_DEPARTMENT = compiled(r"(?:the )?(?:%department%)(?: (?:team|side|desk))?$")
_KEEPS = compiled(
    r"(?:(?:mum|mom|mother|dad|father|parent|owner) (?:of|to) )?(?:an? |one |two |three |four |\d+ |many |too many )"
    r"(?:[\w-]+ ){0,3}?(?:kids?|children|sons?|daughters?|boys?|girls?|lads|toddlers?|"
    r"bab(?:y|ies)|twins|triplets|teenagers?|grandchildren|grandkids|%pet%)"
    r"(?: (?:called|named|by the name of) [^,]+)?$"
)
_ONLY_DAYS = compiled(r"(?:and )?%weekday%(?: (?:and|or) %weekday%)?$")
_PASSING = LatePattern(r"\b(?:today|tonight|tomorrow|this (?:week|morning|afternoon|evening)|now)\b")
_CALLED = LatePattern(
    r"(?:(?:please|kindly|but|and|so|here|in here|you|can|may|could|people|folks|everyone|most|"
    r"always|simply|everybody) ){0,8}"
    r"(?P<cue>(?:it is|its) (?:just |only |still |spelled |spelt |written )?|just |only |say |says |write |"
    r"use |call me |i am |make it )?"
    r"(?P<v>[^\s,]+)"
    r"(?P<back>(?: ,)? (?:will|would) do\b.*"
    r"|(?: ,)? (?:is|'s) (?:fine|plenty|enough|ok|okay|better|what i answer to)\b.*"
    r"|(?: ,)? (?:for short|please|works(?: fine)?|everyone does|"
    r"to (?:my |all |any|every|most |friends|you\b|colleagues).*)"
    r"|(?: ,)? (?:with|without) (?:(?:an?|one|two|three|no|the|double) [^,]*|\w{1,2})"
    r"|(?: from| at| in| on| here| not| never| ,)\b.*| ,.*)?$"
)
_RENAMED = LatePattern(
    r"it is (?:just |only |now ){0,8}(?P<n>[^\s,]+ [^\s,]+)"
    r"(?: (?:now|(?:from|since|as of)(?: \w+){1,4}|these days|on (?:the|my|your|all)(?: \w+){1,4})){0,3}$"
)
"""A first name with another family name: "it's Hanne Claes on the rota from now on"."""
_NO_TRADE = frozenset(
    """am have think hope know want need like love mean guess see feel wonder believe understand remember forget suppose
    apologise apologize promise agree wish look say hear get send attach write ask report call request keep come go
    swear notice find seem appear thank try expect prefer hate enjoy live work do""".split()
)
_PASSES = LatePattern(
    r"\b(?:again|now|today|tonight|tomorrow|yesterday|this|that|these|those|it|them|you|your|"
    r"here with|just|still|already|both|either|neither|all|any)\b"
)


def own_name(clause: Clause, author: str) -> Iterator[Found]:
    """Yield what a clause tells of its author, whose name stands in it or just before it.

    Args:
        clause: A clause that no rule read, or in which one read a name.
        author: The author's name in the chat, first names and family names; with "" nothing is told.
    """
    parts = _parts(author)
    if not parts or clause.question or clause.conditional:
        return
    items = list(_items(clause))
    at = next((place for place, (norm, written) in enumerate(items[:4]) if _name_in(norm, written, parts)), None)
    if at is None:
        before = _sentences_before(clause, parts)
        told = list(_told_of(_whole_days(items), before)) if before or _stands_before(clause, parts) else []
        if told:
            yield from told
        elif (trade := _trade(clause, parts)) is not None:
            yield trade
        elif (called := _called(clause, author)) is not None:
            yield called
        return
    name, rest = _name_in(*items[at], parts) or ("", "")
    if (
        len(items) == 1
        and not rest
        and name == clause.line.original(0, len(clause.string))
        and (following := _NICK_NEXT.match(clause.text, clause.end)) is not None
        and (not following["r"] or _is_role(following["r"]) or _DEPARTMENT.match(following["r"].casefold()))
    ):
        yield Found(Kind.PROFILE, f"Name is {name}", "own-name", "name", name, confidence=SURE)
        return
    if not rest and at == len(items) - 1 and _says_hello(clause, items[:at], name):
        yield Found(Kind.PROFILE, f"Name is {name}", "own-name", "name", name, confidence=SURE)
        return
    if (
        len(items) == 1
        and not rest
        and name == clause.line.original(0, len(clause.string))
        and _set_right(clause, name)
    ):
        yield Found(Kind.PROFILE, f"Name is {name}", "own-name", "name", name, confidence=SURE)
        return
    if len(items) == 1 and not rest and (called := _called(clause, author)) is not None:
        yield called
        return
    after = [] if _goes_on(clause, items[: at + 1]) else items[at + 1 :]
    told = [
        *_told_before(items[:at]),
        *_told_of([(rest.casefold(), rest)] if rest else []),
        *_told_of(_whole_days(after)),
    ]
    listed = len(items) - 1 - at > 0 and not _goes_on(clause, items[: at + 1])
    spelled = _SPELLED.search(items[at][0]) is not None
    aside = clause.joined == "(" and _TELLS_WHO.search(clause.text[: clause.start]) is not None
    if (
        told
        or listed
        or spelled
        or aside
        or clause.words[0].norm in {"myself"}
        or items[at][0].endswith((" here", " speaking"))
    ):
        yield Found(Kind.PROFILE, f"Name is {name}", "own-name", "name", name, confidence=SURE)
        yield from told
    elif (called := _called(clause, author)) is not None:
        yield called


def _set_right(clause: Clause, name: str) -> bool:
    """Return whether a name is set against another that is like it: "Tomos, not Thomos, thanks"."""
    other = _NOT_THAT_NAME.match(clause.text, clause.end)
    return other is not None and SequenceMatcher(None, name.lower(), other["o"].lower()).ratio() >= _ALIKE


_NOT_THAT_NAME = LatePattern(r"\W{1,3}(?:and )?(?:not|never) (?P<o>[A-Z][\w'’-]+)\b")
_ALIKE = 0.6
"""How much of two names has to agree for one to be a slip for the other, of 1.0."""
_TELLS_WHO = LatePattern(r"\bhere\W*$")
"""What stands before a name in brackets: "Embedded guy on the Brake team here (Lars)"."""
_SPELLED = LatePattern(r" with(?:out)? (?:an?|one|two|no|double|\w{1,2})(?: \w{1,2})?$")
"""How a name is spelled: "Xenia with an X"."""


def introduction(clause: Clause, author: str) -> list[Found]:
    """Return what a clause tells that is plainly a list with its author's name in it and no "I", else nothing."""
    if not author or clause.words[0].norm == "i" or not _parts(author).intersection(clause.string.split()):
        return []
    told = list(own_name(clause, author))
    return told if len(told) > 1 and told[0].attribute == "name" else []


def after_pronouns(clause: Clause) -> Iterator[Found]:
    """Yield what a list that begins with pronouns tells besides: "she/they, analytics engineer"."""
    for place, (norm, written) in enumerate(_items(clause)):
        if place and not norm.startswith("ta") and (_ROLE.match(norm) or _AGENT.match(norm) or _ZONE.match(norm)):
            yield from _told(norm, written, 1)


@lru_cache(maxsize=1 << 10)
def _parts(author: str) -> frozenset[str]:
    """Return the names that an author's name is made of, in lower case."""
    return frozenset(part for part in re.split(r"[\s\"'()]+", author.casefold()) if len(part) > 1)


def _says_hello(clause: Clause, before: list[tuple[str, str]], name: str) -> bool:
    """Return whether a message begins with a greeting and a name, then "I": "Hi all! Lachlan. I fix buses".

    Without a greeting, what one does has to stand there: "Peter. i do firmware".
    """
    greeted = f"{clause.text[: clause.words[0].start]} {' '.join(norm for norm, _ in before)}".casefold()
    alone = name == clause.line.original(0, len(clause.string)) or bool(before)
    about = _ABOUT_ONESELF if greeted.strip() else _AT_WORK
    return (
        alone
        and all(word in GREETING or word in _GREETED for word in re.findall(r"[\w']+", greeted))
        and about.match(clause.text, clause.end) is not None
    )


_GREETED = frozenset("all everyone everybody team folks there both people".split())
_ABOUT_ONESELF = LatePattern(
    r"[.!,;–—-]+ *(?:i|i['’]?m|i am|i['’]ve|my)\b(?! (?:have an?|had an?|need|was wondering))", re.I
)

_AT_WORK = LatePattern(
    r"[.!–—]+ *i(?:['’]?m (?:an?|the)| am (?:an?|the)| (?:also |mostly |mainly |usually )?(?:do|run|work|keep|teach"
    r"|look after|make|build|fix|mend|drive|handle|manage|write|paint|sell|clean|cook|train|lead|design|test|grow"
    r"|farm|translate|edit|nurse|supervise|coordinate|organi[sz]e|maintain|service|weld|sew|bake|cut|fly|sail|fish|breed|repair"
    r"|film|draw|print|carve|survey|audit|code|support|process))\b"
    r"(?! (?:one|idiot|fool|first|last|only|same|this|that|it|these|those|so|not|my best|agree)\b)",
    re.IGNORECASE,
)
"""How somebody begins to tell what their work is."""


def _goes_on(clause: Clause, items: list[tuple[str, str]]) -> bool:
    """Return whether a verb stands behind the first items, which makes a sentence of the rest and no list."""
    begin = sum(len(norm) + 3 for norm, _ in items)
    following = clause.string[begin:]
    if _NICK_ITEM.match(following) and "," not in following:
        return False  # "Bartholomew Quayle, Barty to anyone who has met me"
    rest = list(clause.line.words_between(begin, len(clause.string)))
    listed = following.count(" ,") >= _LISTED
    return any(
        word.tag in {"VBZ", "VBD", "MD"}
        and word.norm not in _DESCRIBING
        and not (listed and at and rest[at - 1].norm == ",")  # "Ada, paper mostly, hates laminators"
        for at, word in enumerate(rest)
    )


_LISTED = 2
"""Commas behind a name from which what stands between them is a list."""


_DESCRIBING = frozenset(
    "moved transferred started joined trained settled based born raised named called retired married".split()
)
"""What in a list is no verb of a sentence: "Ada, settled in Hull, two cats named Sal and Ink"."""


def _items(clause: Clause) -> Iterator[tuple[str, str]]:
    """Yield the items between commas: normalised, and as their author wrote them."""
    begin = 0
    for match in re.finditer(r" ,(?= )|$", clause.string):
        norm = clause.string[begin : match.start()].strip()
        if norm:
            yield norm, clause.line.original(begin, match.start()).strip(" ,")
        begin = match.end()


def _whole_days(items: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return the items, the days of one list put together: "in on Mondays", "Wednesdays and Thursdays"."""
    whole: list[tuple[str, str]] = []
    for norm, written in items:
        if whole and _ONLY_DAYS.match(norm) and _HOURS.match(whole[-1][0]):
            before = whole.pop()
            whole.append((f"{before[0]} , {norm}", f"{before[1]}, {written}"))
        else:
            whole.append((norm, written))
    return whole


def _name_in(norm: str, written: str, parts: Set[str]) -> tuple[str, str] | None:
    """Return the author's name as it stands in an item as in an introduction, and what follows it; or None."""
    words = norm.split()
    first = next((place for place, word in enumerate(words) if word in parts), None)
    if first is None:
        return None
    last = first + 1
    spelled = written.split()
    offset = len(words) - len(spelled)
    while last < len(words) and (words[last] in parts or _capital(spelled, last - offset)):
        last += 1
    before = "".join(f"{word} " for word in words[:first])
    after = _AFTER_NAME.match("".join(f" {word}" for word in words[last:]))
    if not _BEFORE_NAME.match(before) or after is None:
        return None
    name = " ".join(spelled[first - offset : last - offset]) if first >= offset else ""
    rest = written[written.find(after["r"].split()[0], written.find(name)) :] if after["r"] else ""
    if name.islower() and before.endswith(("i am ", "this is ", "name is ")):
        return name.title(), rest
    return (name, rest) if name and (name[:1].isupper() or norm == written) else None


def _capital(words: list[str], place: int) -> bool:
    return 0 <= place < len(words) and words[place][:1].isupper() and words[place].isalpha()


def _stands_before(clause: Clause, parts: Set[str]) -> bool:
    """Return whether the words before the clause, in its sentence, end with the author's name."""
    before = clause.text[clause.sentence[0] : clause.words[0].start].casefold().rstrip(" ,-–—(:")
    return bool(before) and re.split(r"\W+", before)[-1] in parts and len(before.split()) <= 8


_NAME_ONLY = LatePattern(
    r"\W*(?:(?:hi|hello|hey|morning)\W{1,2})?"
    r"[^\W\d]+(?: [^\W\d]+)?(?: here)?\. (?:[\w&' -]{3,30}\. )?$",
    re.IGNORECASE,
)
"""A sentence that is a name, and perhaps one more as short: "Radek. Sysadmin. …"."""


def _sentences_before(clause: Clause, parts: Set[str]) -> int:
    """Return how many sentences stand before the clause, the first the author's name and all of a few words; else 0."""
    before = clause.text[: clause.sentence[0]]
    if clause.index > _MOST_SENTENCES or clause.words[0].start != clause.sentence[0] or not _NAME_ONLY.match(before):
        return 0
    said = before.split(". ")[:-1]
    if parts.isdisjoint(re.split(r"\W+", said[0].casefold())[:3]) or not all(map(_is_role, said[1:])):
        return 0
    return len(said)


def _is_role(written: str) -> bool:
    norm = written.casefold()
    return _ROLE.match(norm) is not None or _AGENT.match(norm) is not None


_MOST_SENTENCES = 3
"""Clauses before the last that goes on with a name: "Hi. Radek here. Sysadmin. Brno."."""


def _told_before(items: list[tuple[str, str]]) -> Iterator[Found]:
    for norm, written in items:
        if match := _NEW.match(norm):
            where = written[-len(match["v"]) :] if written.casefold().endswith(match["v"]) else match["v"]
            yield Found(Kind.PROFILE, f"Is new {match['p']} {where}", "own-name", "team", where, confidence=SURE)
        elif match := _HERE.match(norm):
            where = written[: match.end("v")]
            yield Found(Kind.PROFILE, f"Is in {where}", "own-name", "team", where, confidence=SURE)


def _told_of(items: list[tuple[str, str]], before: int = 0) -> Iterator[Found]:
    """Yield what the items after a name tell of who has it, up to the first that is a statement of its own.

    `before` counts the sentences before them, the first of which is the name.
    """
    for place, (norm, written) in enumerate(items, start=max(0, before - 1)):
        if _STOP.intersection(norm.split()) and not (_NICK_ITEM.match(norm) or _PRONOUNS.match(norm)):
            return
        yield from _told(
            re.sub(r"^(?:and|also|well|plus) ", "", norm), re.sub(r"^(?:and|also|well|plus) ", "", written), place
        )


def _told(norm: str, written: str, place: int) -> Iterator[Found]:
    """Yield what one item tells; `place` counts the items from the name on."""
    if (_PASSING.search(norm) and not (" since " in norm and _JOINED.match(norm))) or _SPELLED.match(f" {norm}"):
        return
    if _WITH_A_SIGN.match(norm):
        return
    if _PRONOUNS.match(norm):
        yield _found("pronouns", written, f"Pronouns are {written}")
    elif _DIET.match(norm):
        yield Found(Kind.PREFERENCE, f"Is {written}", "own-name", "diet", written, confidence=SURE)
    elif _TONGUE.match(norm):
        yield _found("language", written, f"Speaks {written}")
    elif (match := _NICK_ITEM.match(norm)) and is_name(written[match.start("v") : match.end("v")]):
        value = written[match.start("v") : match.end("v")]
        yield _found("nickname", value, f"Is called {written[match.start('v') :]}")
    elif _HOURS.match(norm):
        yield _found("working_hours", written, f"{'Is' if norm.startswith(_BEING_IN) else 'Works'} {written}")
    elif _JOINED.match(norm):
        yield _found("team", written, f"{'Has' if norm.startswith('been ') else 'Is'} {_lowered(written)}")
    elif match := _LIVES.match(norm):
        home = written[-len(match["v"]) :]
        yield _found("location", home, f"Lives in {home}")
    elif (match := _BORN.match(norm)) and written[:1].isupper():
        home = written[: match.end("v")]
        yield _found("hometown", home, f"Was born in {home}")
    elif (match := _POST.match(norm)) and written[match.start("e") : match.start("e") + 1].isupper():
        post, employer = written[: match.end("v")], written[match.start("e") :]
        if not match["v"].startswith(("from ", "of ", "in ")):
            yield _found("role", post, f"Is {post}")
        yield _found("employer", employer, f"Works at {employer}")
    elif _ROLE.match(norm) or (_AGENT.match(norm) and place < 3):
        yield _found("role", written, f"Is {written}")
    elif match := TEAM.match(norm):
        yield _found("team", written[-len(match["v"]) :], f"Is on {_lowered(written)}")
    elif _DEPARTMENT.match(norm):
        yield _found("team", written, f"Is in {written}")
    elif _KEEPS.match(norm):
        whose = "Is" if norm.startswith(("mum ", "mom ", "mother ", "dad ", "father ", "parent ", "owner ")) else "Has"
        yield Found(Kind.FACT, f"{whose} {written}", "own-name", confidence=_LIKELY)
    elif _ZONE.match(norm):
        yield _found("timezone", written, f"Is on {written}")
    elif _ONES_PLACE.match(norm):
        yield _found(None, written, re.sub(r"(?i)^(?:my )?(\w+)(?: is)?(?= )", r"\1 is", capitalised(written)))
    elif (
        not place
        and norm.startswith(("the ", "a ", "an "))
        and not norm.endswith(" one")
        and 2 < len(norm.split()) <= 7
    ):
        yield Found(Kind.PROFILE, f"Is {_lowered(written)}", "own-name", confidence=_LIKELY)
    elif match := _FROM.match(norm):
        yield _found(None, written[match.start("v") :], f"Is {_lowered(written)}")
    elif (
        place
        and written[:1].isupper()
        and len(written.split()) <= 2
        and written.replace(" ", "").isalpha()
        and named_place(written)
    ):
        yield _found("location", written, f"Is in {written}")


_WITH_A_SIGN = LatePattern(
    r"with (?:an?|the|two|both) (?:hyphens?|dash(?:es)?|hats?|dots?|accents?|umlauts?|tilde|cedilla|fadas?|apostrophe"
    r"|acute|grave|circumflex|stroke|space|capital|double)\b"
)
"""How a name is written: "Darko-Mensah, with the hyphen"."""
_DIET = compiled(
    r"(?:strictly |mostly |fully )?(?:%diet%)(?: (?:on|from|at) [\w ]+| %weekday%(?: (?:to|till|-|–) %weekday%)?)?$"
)
_TONGUE = compiled(r"(?:%language%)(?: (?:and|&) (?:%language%))? (?:at home|with (?:my|the|our) [\w ]+|on the phone)$")
_ZONE = compiled(
    r"(?:on )?(?:utc|gmt|cet|cest|eet|eest|bst|ist|pst|pdt|est|edt|cst|cdt|mst|jst|aest|aedt|sast|wat|eat|[a-z]+ time)"
    r"(?: ?[+-] ?\d{1,2}(?::\d\d)?)?(?: all year(?: round)?)?$"
)
_ONES_PLACE = LatePattern(
    r"(?:my )?(?:desk|office|bench|workshop|lab|studio|seat)(?: is)? (?:in|on|at|by|near|next to|above|behind) .+"
)
_BEING_IN = ("in on ", "in ", "on ", "off ", "out ")


def _lowered(written: str) -> str:
    """Return what follows "Is" in lower case at its beginning: "From the yard" gives "from the yard"."""
    return written[:1].lower() + written[1:]


def _found(attribute: str | None, value: str, text: str) -> Found:
    return Found(Kind.PROFILE, text, "own-name", attribute, value, confidence=SURE)


def _trade(clause: Clause, parts: Set[str]) -> Found | None:
    """Return what the author does, told just after their name: "I'm Jodie, I do lashes upstairs"."""
    words = clause.words
    if words[0].norm != "i" or clause.supplied or len(words) < 3 or clause.index > 4 or clause.lead:
        return None
    if words[1].tag not in {"VBP", "VB"} or words[1].norm in _NO_TRADE - {"do"} or _PASSES.search(clause.string):
        return None
    if words[1].norm == "do" and words[2].tag == "VB":
        return None  # "which I do read"
    before = re.split(r"\W+", _ADDRESS.sub("", clause.text[: words[0].start]).casefold())
    if len(before) > 16 or not parts & set(before):
        return None
    return Found(Kind.PROFILE, "", "own-trade", confidence=_LIKELY)


_ADDRESS = LatePattern(r"\S+@\S+")


def _called(clause: Clause, author: str) -> Found | None:
    """Return the name that a clause puts right or asks for: "it's Dec", "Percy will do", "just Birdie"."""
    renamed = _RENAMED.match(clause.string)
    if renamed is not None and renamed["n"].split()[0] in _parts(author):
        name = clause.line.original(*renamed.span("n")).strip(" ,.!")
        if is_name(name):
            return Found(Kind.PROFILE, f"Name is {name}", "own-name", "name", name, confidence=SURE)
    letters = _LETTERS.match(clause.string)
    if letters is not None and (letters["n"] or letters["m"]) in _parts(author):
        name = capitalised(clause.line.original(*letters.span("n" if letters["n"] else "m")).strip(" ,.!"))
        return Found(Kind.PROFILE, f"Name is {name}", "own-name", "name", name, confidence=SURE)
    short = _SHORT_NAME.fullmatch(clause.string)
    lower = short is not None and clause.line.original(*short.span("v")).islower()
    if short is not None and lower and _is_first(short["v"], author, in_full=clause.index > 0):
        name = short["v"].capitalize()
        return Found(Kind.PROFILE, f"Name is {name}", "own-name", "name", name, confidence=SURE)
    match = _CALLED.match(clause.string)
    if match is None or not (match["cue"] or match["back"]) or clause.supplied:
        return None
    name = clause.line.original(*match.span("v")).strip(" ,.!")
    cue, back = (match["cue"] or "").strip(), (match["back"] or "").strip(" ,")
    strong = bool(re.match(r"(?:will|would|is|'s|for short|works|please|everyone|to)\b", back))
    if not strong and cue in {"", "i am", "only", "use"}:
        return None
    if not alike(name, author):
        return None
    if cue.startswith("it is") and name.casefold() in author.casefold().split():
        return Found(Kind.PROFILE, f"Name is {name}", "own-name", "name", name, confidence=SURE)
    return Found(Kind.PROFILE, f"Is called {name}", "own-name", "nickname", name, confidence=SURE)


_LETTERS = LatePattern(
    r"(?:it is not [^\W\d_]+ (?:, |but ){0,2})?"
    r"(?:no |it is |its |that is |my name is |spelled ){0,3}(?P<n>[^\W\d_]+)(?: ,)? (?:with|without) "
    r"(?:(?:an?|one|two|double|three|no|the) )[^\W\d_](?:'?s| 's)?\b"
    r"|(?:there (?:is|are) )?(?:an?|one|two|double|three|no) [^\W\d_](?:'?s| 's)? in (?P<m>[^\W\d_]+)"
)
"""How one's name is written: "it's Moss with two s", "two t's in Ottilie"."""
_SHORT_NAME = LatePattern(r"(?:i am|this is) (?P<v>[^\W\d_]{3,})(?: here)?")
"""Who one is, in lower case as a whole message may be."""


def _is_first(name: str, author: str, *, in_full: bool) -> bool:
    """Return whether a word is the first name of the author, or, if not to be in full, begins it: "nat", Nattapong."""
    first = re.split(r"[\s\"()]+", author.casefold())[0]
    return first == name or (not in_full and first.startswith(name))


def alike(name: str, author: str) -> bool:
    """Return whether a name may be short for the author's: "Percy" for "Percival Odhiambo", "AK" for "Abdul Karim"."""
    if not (name[:1].isupper() and name.replace("-", "").replace("'", "").isalpha()):
        return False
    parts = [part for part in re.split(r"[\s\"()]+", author.casefold()) if part]
    folded = name.casefold()
    if name.isupper() and "".join(part[0] for part in parts).startswith(folded) and len(name) > 1:
        return True
    return is_name(name.capitalize() if name.isupper() else name) and any(
        len(part) > 2 and part[:2] == folded[:2] and len(folded) <= len(part) + 2 for part in parts
    )
