"""What the phrase rules of every kind read in a clause, in the order of their priority."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from extractors.guarding import guards
from extractors.matching.late_patterns import LatePattern
from extractors.statements import (
    endings,
    events,
    facts,
    feedback,
    household,
    introductions,
    life,
    own_fields,
    own_names,
    preferences,
    profile,
    projects,
    put_right,
    references,
    standing_orders,
    structure,
    verbless,
)
from extractors.statements.rules import Found, apply, capitalised, sieved
from extractors.syntax.clauses import Clause
from memory.records import Kind

_ENDED = profile.ENDED + preferences.ENDED + facts.ENDED + endings.ALONE
_IN_FULL = frozenset({Kind.FACT, Kind.PREFERENCE})
"""Kinds of what a clause must say in full: a name or a day may stand beside "it"."""
_STATED = (
    profile.NAMES
    + references.REFERENCES
    + verbless.VERBLESS
    + life.LIKES
    + preferences.PREFERENCES
    + household.HOUSEHOLD
    + profile.PROFILE
    + facts.FACTS
    + events.EVENTS
    + projects.PROJECTS
    + life.LIFE
    + structure.STRUCTURE
    + household.TOLD_LAST
)
TO_BOT = sieved(feedback.FEEDBACK)
TOLD_TO_BOT = sieved(_ENDED + feedback.FEEDBACK + _STATED)
TOLD_TO_OTHERS = sieved(_ENDED + _STATED)


def read_clause(clause: Clause, *, to_bot: bool, author: str = "") -> list[Found]:
    """Return what the rules read in a clause; `author` is who says it, by the name that the chat knows them by."""
    if to_bot and (always_so := standing_orders.standing_order(clause)) is not None:
        return [always_so]
    if to_bot and clause.supplied and (not clause.sentence_index or _orders_the_bot(clause)):
        # "always answer in French": told to the bot, an order and not a habit without its "I".
        spoken = replace(clause, words=tuple(word for word in clause.words if word.end > word.start))
        told = not spoken.words or spoken.words[0].norm.endswith("ed")  # "binned Vim for good" orders nothing
        ordered = [] if told else [feedback.as_ordered(one, spoken) for one in apply(TO_BOT, spoken)]
        if ordered:
            return ordered
        if spoken.words and spoken.words[0].norm in _ORDERING and _IN_ALL.match(clause.text, clause.sentence[0]):
            order = capitalised(clause.text[spoken.words[0].start : spoken.words[-1].end])
            return [Found(Kind.FEEDBACK, order, "in-all-you-make", confidence=0.96)]
    if introduced := own_names.introduction(clause, author):
        return introduced
    if clause.lead and (fronted := preferences.fronted(clause)) is not None:
        return [fronted]
    otherwise = put_right.has_moved(clause) or put_right.in_its_place(clause) or own_fields.asked_otherwise(clause)
    if otherwise is not None:
        return [otherwise]
    found = list(apply(TOLD_TO_BOT if to_bot else TOLD_TO_OTHERS, clause))
    found = [feedback.as_ordered(one, clause) if one.kind is Kind.FEEDBACK else one for one in found]
    if found and (_in_full(found[0]) or not guards.pointing(clause)):
        return [*found, *_besides(clause, found, author)]
    if clause.lead and not found and (habit := life.on_such_days(clause)) is not None:
        return [habit]
    introduced = list(own_names.own_name(clause, author)) or list(introductions.introduced(clause))
    if not introduced and (rather := put_right.put_right(clause)) is not None:
        return [rather]
    return introduced


def _orders_the_bot(clause: Clause) -> bool:
    """Return whether what seems to share its "I" may be an order: "… so keep it short", "some advice: never …"."""
    return clause.joined in {"so", ":"} or _IN_ALL.match(clause.text, clause.sentence[0]) is not None


_IN_ALL = LatePattern(
    r"(?:and |also )?in (?:(?:all|any\w*|every\w*|whatever|each)(?: [\w'-]+){0,3}? you \w+(?: (?:for|to))?(?: me| us)?"
    r"|(?:all |any of )?your (?:answers|replies|messages)(?: to me)?),"
    r"|(?:(?:my|some|the|just|a few|a couple of|one|two|three|four|\d) ){0,2}(?:\w+ )?(?:rules?|requests?|wishes) "
    r"(?:for|about|when|whenever|on) (?:[\w']+ ){0,4}?(?:you|your)\b(?: [\w']+){0,4} ?:",
    re.IGNORECASE,
)


_ORDERING = frozenset("never always do please put use keep give write leave add translate include spell round".split())


def _in_full(found: Found) -> bool:
    """Return whether a rule's own text tells it in full, whatever the rest of its clause points at."""
    if found.kind not in _IN_FULL and found.rule != "team":
        return True
    return bool(found.text) and _POINTING.isdisjoint(found.text.lower().split())


_POINTING = frozenset("it that this those these them him her one ones".split())


def _besides(clause: Clause, found: Sequence[Found], author: str) -> Iterator[Found]:
    """Yield what a clause tells besides what its first rule read."""
    if found[0].attribute == "name":
        besides = list(own_names.own_name(clause, author)) or list(introductions.introduced(clause))
        told = {item.attribute for item in found} | ({"employer"} if len(found) > 1 else set())
        yield from (item for item in besides if item.attribute not in told)
    if found[0].rule in {"role", "role-is-me"} and len(found) == 1:
        yield from introductions.of_firm(clause, author)
    if found[0].attribute == "pronouns" and len(found) == 1:
        yield from own_names.after_pronouns(clause)
    pair = introductions.couple(clause)
    if pair is not None and found[0].kind is Kind.EVENT:
        yield pair[0]
