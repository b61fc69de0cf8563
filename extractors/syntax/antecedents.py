"""What "it", "she" or "they" stands for: the subject of the clause just before, where it is plainly one.

"The phase is called Maji, it ends in June" tells when the phase ends. Only the nearest subject counts, and only one
that the author calls "my", "our" or "the"; whatever is less plain stays unread.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from extractors.days.day_grammar import WEEKDAYS
from extractors.matching.late_patterns import LatePattern
from extractors.parsing.words import Word
from extractors.secrets import asks_for_secret
from extractors.statements.facts import about_another
from extractors.statements.own_fields import FIELD
from extractors.statements.profile import is_name
from extractors.statements.rules import compiled
from extractors.syntax.boundaries import is_finite
from extractors.syntax.canonical import third_person
from extractors.syntax.clauses import Clause
from extractors.syntax.ones import one_spelled_out

_DAY_OR_TIME = (
    r"(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\d{1,2}(?: ?[ap]m\b|[:.]\d\d)|(?:at )?(?:noon|midday)\b)"
)
_LONGEST = 6
"""Words of a subject that a pronoun is replaced by."""
_LONGEST_BARE = 3
"""Words of a subject without an article: "visitor parking"."""
_OWNERS = frozenset({"my", "our"})
_THINGS = frozenset({"it", "they"})
_NOTHING = LatePattern(
    r"(?:it|they) (?:is|was|'s|has been)?(?: \w+ly)? ?(?:"
    r"the one\b|(?:he|she|they)/\w+|raining|snowing|late|early|time|fine|ok|okay|just|so|too|not|"
    r"me|a |an |because|that|up to|cold|hot|warm|weird|nice|great|good|bad|hard|easy|funny|true|my|your|possible|worth|"
    r"like|all(?! (?:in|on|at|under|with|kept|stored)\b)|"
    r"only|no|nothing|broken|down|back|here|there|over|done|gone|ready|said|says|took|takes (?:me|us|ages)|"
    r"seems?|looks?|feels?|turns? out|means?|would|could|might|depends|happens|happened|works? (?:now|again|fine)|"
    r"makes? sense|did|does not|"
    r"(?!(?:showing|opening|closing|starting|launching|ending|going out|coming out)\b)\w+ing)\b"
)
"""What "it" says of nothing, or of what is at hand."""
_ANSWERS = LatePattern(r"(?:yes|no|yeah|yep|nope)\b")


_WHO_DOES_IT = LatePattern(r"it is [^,;]{2,40}? (?:who|that) (?!is\b|was\b)\w+s\b")
"""What tells who does something, and not who somebody is: "it's Lorena who signs my leave"."""


def spelled_out(clause: Clause, before: Clause | None) -> Clause:
    """Return the clause with the pronoun it begins with replaced by the subject of the clause before, or as it is."""
    pronoun = clause.words[0].norm
    if _WHO_DOES_IT.match(clause.string):
        return clause
    if before is not None and pronoun in _OF_SOMEBODY and clause.index == before.index + 1:
        return (
            _named_after(clause, before)
            if len(clause.words) > 1 and clause.words[1].norm == "name"
            else _theirs(clause, before)
        )
    if before is not None and (spelled := one_spelled_out(clause, before)) is not clause:
        return spelled
    if pronoun in _OWNERS and (apposed := _apposed(clause)):
        return apposed
    if before is not None and (named := _named_before_bracket(clause, before)):
        return named
    if before is not None and pronoun in _AUTHOR and _RUN_BY.fullmatch(clause.string):
        return _topic_named(clause, before)
    if before is not None and clause.joined == "where" and (there := _there(clause, before)):
        return there
    if before is not None and pronoun in {"that", "i", "we"} and not clause.question:
        return _at_place_before(clause, before)
    says_nothing = len(clause.words) == 1 or clause.supplied or clause.question
    if before is None or pronoun not in {"it", "she", "he", "they"} or says_nothing:
        return clause
    if pronoun == "it" and _IS_MY_TONGUE.match(clause.string) and (tongue := _tongue(before)):
        return replace(clause, words=(tongue, *clause.words[1:]))
    if (pronoun in _THINGS and _IS_NOT_MINE.match(before.string)) or _NOR_THAT.match(before.string):
        return clause  # "Olga isn't my supervisor any more, it's Ruth": nobody is somebody else
    if pronoun in _THINGS and clause.index == before.index + 1 and (sought := _sought(clause, before)):
        return replace(clause, words=(*sought, *clause.words[1:]))
    if pronoun in _OF_THE_OTHER and (whom := _told_wrongly(before)):
        return replace(clause, words=(*whom, *clause.words[1:]))
    if pronoun in _THINGS and (meant := _put_right(before) or _moved_to_another_time(clause, before)):
        return replace(clause, words=(*meant, *_agreeing(meant, clause.words[1:])))
    if before.string.startswith(_OF_PRONOUNS) and _IS_JUST.fullmatch(clause.text, clause.start, clause.end):
        at = clause.start  # "pronouns are they/them and it's just Kit"
        a_name = is_name(clause.text[clause.words[-1].start : clause.end])
        return (
            replace(clause, words=(Word("my", at, at), Word("name", at, at), *clause.words[1:])) if a_name else clause
        )
    if _ANSWERS.match(clause.opening):
        return clause  # "the guide is at …, yes it's long": told to whoever complains
    if pronoun in {"she", "he"} and _IS_MINE.match(clause.string) and (name := _only_name(before)):
        return replace(clause, words=(*name, *clause.words[1:]))
    if clause.index != before.index + 1 or before.conditional or before.question or _NOTHING.match(clause.string):
        return clause
    if pronoun in _OF_ANYBODY and (presented := _introduced(before)):
        return replace(clause, words=(*presented, *clause.words[1:]))
    if pronoun in _OF_THE_OTHER and not _OF_YOU.search(clause.string) and (called := _called(before)):
        return replace(clause, words=(*called, *clause.words[1:]))
    if pronoun in _OF_ANYBODY and (seen := _whom_met(before, several=pronoun == "they")):
        return replace(clause, words=(*seen, *clause.words[1:]))
    if pronoun in _OF_THE_OTHER and about_another(clause) and (person := _somebody(before, pronoun)):
        return replace(clause, words=(*person, *clause.words[1:]))
    if _IS_CALLED.match(clause.string) and (creature := _creature(before) or _thing_told_of(before)):
        return replace(clause, words=(*creature, *clause.words[1:]))
    if pronoun == "it" and _names_somebody(clause) and (subject := _newcomer(before)):
        return replace(clause, words=(*subject, *clause.words[1:]))
    if _IS_TO_BE.match(clause.string) and (thing := _under_way(before, several=pronoun == "they")):
        return replace(clause, words=(*thing, *clause.words[1:]))
    if pronoun in _THINGS and before.words[0].norm in _AUTHOR:
        subject = () if _GIVEN_UP.search(before.string) else _object(before.words, several=pronoun == "they")
        if not subject and _TO_BE_DONE.match(clause.string):
            subject = _work(before)
        told = clause.words[2] if len(clause.words) > 2 else None
        other = told is not None and (told.norm in {"called", "named"} or told.tag in {"NNS", "NNPS"})
        return replace(clause, words=(*subject, *clause.words[1:])) if subject and not other else clause
    subject = _subject(before.words)
    if not subject or subject[-1].norm == "name":
        return clause
    if pronoun in _THINGS:
        somebody = any(word.norm in _KIN for word in subject)
        fitting = not _is_named(subject, clause.text) and (not somebody or pronoun == "they" or _names_somebody(clause))
    else:  # who is named is told of by that name, and of two people it is not told which
        fitting = (
            subject[0].norm in _OWNERS
            and sum(word.norm in _KIN for word in before.words) < _TWO
            and (not any(_is_name(word, clause.text) for word in before.words) or clause.words[1].norm == "can")
        )
    return replace(clause, words=(*subject, *_agreeing(subject, clause.words[1:]))) if fitting else clause


_NOR_THAT = LatePattern(r"(?:he|she|it|that|they) (?:is|are|was) not (?:my|our) ")
"""What somebody pointed at is not: "he's not my dad, he's my stepdad"."""
_IS_NOT_MINE = LatePattern(
    rf"my (?:{FIELD}|editor) (?:is|was) (?:not|no longer) |(?!my )\S+(?: \S+)? (?:is|was) (?:not|no longer) my "
)
"""What somebody or something is of the author's no more."""


def _introduced(before: Clause) -> Sequence[Word]:
    """Return the name of whom a clause presents: "Perpetua Nwosu" of "our new coach is Perpetua Nwosu"."""
    match = _PRESENTS.match(before.string)
    named = before.line.words_between(*match.span("n")) if match else ()
    return named if named and all(_is_name(word, before.text) for word in named) else ()


_PRESENTS = compiled(
    r"(?:my|our) (?:[\w'’-]+ ){0,4}?(?:coach|accountant|assistant|teacher|tutor|landlord"
    r"|landlady|doctor|trainer|buddy|mentor|replacement|cover|deputy|captain|agent|editor|solicitor|lawyer|director"
    r"|head) (?:is|will be) (?P<n>[^\s,;.!?]+(?: [^\s,;.!?]+)?)(?= ?(?:$|[,;]|at\b|from\b|and\b|now\b))"
)


def _called(before: Clause) -> Sequence[Word]:
    """Return "our tractor Ivan" of "our tractor is called Ivan", and the name where it is told of at length; or none.

    People of the author's are told of by their relation, and animals by the name alone.
    """
    match = _IS_NAMED.fullmatch(before.string) or _HAS_NAMED.fullmatch(before.string)
    named = before.line.words_between(*match.span("n")) if match else ()
    if match is None or not all(_is_name(word, before.text) for word in named):
        return ()
    thing = before.line.words_between(*match.span("v"))
    if thing[0].norm in {"a", "an"}:
        thing = (_owned(thing[0]), *thing[1:])
    elif any(word.norm in _KIN for word in thing):
        return ()
    plain = len(thing) <= _LONGEST_NAMED and not any(word.tag == "IN" for word in thing)
    return (*thing, *named) if plain else named


def _owned(article: Word) -> Word:
    """Return "my" in the place of an article."""
    owner = Word("my", article.start, article.start)
    owner.tag = "PRP$"
    return owner


_OF_YOU = LatePattern(r"\b(?:all|most|some|none|any|half|the (?:lot|rest)) of you\b")
"""What compares somebody with those who read it: "she outranks most of you"."""
_LONGEST_NAMED = 4
"""Words of a thing that is told of with its name."""
_NAMED_SO = r"(?P<n>[^\s,;.!?]+(?: [^\s,;.!?]+)?)"
_IS_NAMED = LatePattern(
    rf"(?P<v>(?:my|our) (?:[\w'’-]+ ){{0,5}}?[\w’-]+) (?:is|'s)(?: now)?(?: called| named)? {_NAMED_SO}"
)
_HAS_NAMED = LatePattern(
    rf"(?:i|we) have (?:got )?(?P<v>an? (?:[\w-]+ ){{0,2}}?[\w-]+) (?:,|called|named|, called|, named) {_NAMED_SO}"
)


def told_of_named(clause: Clause, before: Clause) -> Clause:
    """Return "she can't stand surprises" with whose thing was told of before: "Ana's birthday is 1 May and she …"."""
    words = before.words
    owner = len(words) > 1 and words[0].tag == "NNP" and words[1].norm == "'s" and words[0].norm not in _KIN
    if not owner or clause.words[0].norm not in _OF_THE_OTHER or clause.index != before.index + 1:
        return clause
    return replace(clause, words=(words[0], *clause.words[1:]))


def asked_about(clause: Clause, parent: str) -> Clause:
    """Return "it's in the main hall now" as "story hour is …" where the question answered asks about that, or as it is.

    Args:
        clause: The first that a reply tells.
        parent: What it answers, of which the last question counts.
    """
    if clause.start > _FIRST or clause.question or not _IS_THERE_NOW.match(clause.string):
        return clause
    asked = _ASKED_OF.search(parent.replace("’", "'"))
    thing = asked[asked.lastgroup or "x"] if asked is not None else ""
    if not thing or _NO_TOPIC.match(thing) or asks_for_secret(thing):
        return clause
    first = clause.words[0].start
    words = [Word("the", first, first), *(Word(part, first, first) for part in thing.split())]
    words[0].tag = "DT"
    for word in words[1:]:
        word.tag = "NNP" if word.norm[0].isupper() else "NNS" if word.norm.endswith("s") else "NN"
    return replace(clause, words=(*words, *_agreeing(words, clause.words[1:])))


_FIRST = 25
"""Characters of a reply in which what it tells first begins."""
_PLACED_AT = r"(?:in|on|at|under|behind|inside|by|with|next to|above|below|upstairs|downstairs)\b"
_YOURS = r"(?:the |our |your |my )?"
_ASKED_OF = LatePattern(
    rf"\b(?:is|are) {_YOURS}(?P<x>[\w' -]{{2,40}}?) (?:(?:still|now|always) ){{0,2}}{_PLACED_AT}[^?.!]*\?\W*$"
    r"|\bwhere(?:'s| is| are| does| do| (?:do|can|should|would) (?:i|we|you|people|one) "
    r"(?:find|keep|get|put|follow|log|track|see|file|report|store|park|leave)) "
    rf"{_YOURS}(?P<y>[\w' -]{{2,50}}?)"
    r"(?: (?:kept|stored|live|living|now|these days|filed|go|again|meet|sit)){0,3}\?\W*$"
    rf"|\b(?:when(?:'s| is| are)|(?:what|which) (?:day|time|room|floor|channel) (?:is|are|does)) {_YOURS}"
    r"(?P<z>[\w' -]{2,40}?)(?: (?:on|in|at|now|due|again|these days|start|meet|run)){0,2}\?\W*$",
    re.IGNORECASE,
)
_IS_THERE_NOW = LatePattern(
    r"(?:it|that|they|those) (?:(?:is|are|lives?|sits?|meets?|runs?|starts?)(?: (?:all|now|still|only|kept)){0,3} "
    rf"{_PLACED_AT}|(?:is|are) (?:now |only )?{_DAY_OR_TIME})"
)
_NO_TOPIC = LatePattern(
    r"(?:it|this|that|he|she|they|you|we|i|there|every(?:one|body)|any(?:one|body)?|some|these|those|to|in|on)\b",
    re.IGNORECASE,
)


_OF_PRONOUNS = ("pronouns ", "my pronouns ")
_IS_JUST = LatePattern(r"it(?:['’]?s| is) (?:just|only) [\w'-]+", re.IGNORECASE)


def _tongue(before: Clause) -> Word | None:
    """Return "Dari" of "if they only have Dari, give them to me", None where a clause names no or two languages."""
    named = [word for word in before.words if word.tag.startswith(("NN", "JJ")) and _LANGUAGE.fullmatch(word.norm)]
    return named[0] if len(named) == 1 else None


_LANGUAGE = compiled(r"(?:%language%)")
_IS_MY_TONGUE = LatePattern(
    r"it is (?:actually |also )?my (?:first|native|home|second|third|main|best|mother) (?:language|tongue)"
)


def wanted_when_asked(clause: Clause, before: Clause | None) -> str:
    """Return "Wants a tide time in UTC" for "I want it in UTC" behind "when I ask for a tide time", "" elsewhere."""
    asked = _ASKS_FOR.fullmatch(before.string) if before is not None else None
    wanted = _WANTED_SO.fullmatch(clause.string)
    if before is None or asked is None or wanted is None or clause.index != before.index + 1:
        return ""
    return f"Wants {before.line.original(*asked.span('v'))} {clause.line.original(*wanted.span('how'))}"


def kept_out(clause: Clause, before: Clause | None) -> str:
    """Return "Wants fondant kept out of the recipes" for "keep it out of the recipes", said of what is disliked."""
    disliked = _DISLIKES.fullmatch(before.string) if before is not None else None
    kept = _KEPT_OUT.fullmatch(clause.string)
    if before is None or disliked is None or kept is None or clause.index != before.index + 1:
        return ""
    return f"Wants {before.line.original(*disliked.span('v'))} kept out of {clause.line.original(*kept.span('w'))}"


_DISLIKES = LatePattern(
    r"i (?:really |just |absolutely ){0,2}(?:can not (?:stand|bear|abide)|hate|dislike|loathe|detest"
    r"|do not (?:like|eat|want|need|use)) (?P<v>[^,;.!?]{2,40}?)(?: at all| anywhere)?"
)
_KEPT_OUT = LatePattern(
    r"(?:i )?(?:please |always |just ){0,3}(?:keep|leave) (?:it|them|those|that|these) (?:out of|off|away from) "
    r"(?P<w>(?:the|your|any|all|every|my) [\w' -]{2,40}?)(?: (?:that )?you \w+(?: for)?(?: me| us)?)?(?: please)?"
)
_ASKS_FOR = LatePattern(r"i (?:ever )?ask (?:you )?for (?P<v>(?:an?|any|some) [^,;.!?]+)")
_WANTED_SO = LatePattern(
    r"i (?:always |only )?(?:want|need|like|prefer) (?:it|them) (?P<how>(?:in|as|with|without|rounded) [^;.!?]+)"
)


def _agreeing(thing: Sequence[Word], rest: Sequence[Word]) -> Sequence[Word]:
    """Return what is said of a pronoun as it is said of a thing: "bins are Thursdays now", "our supplier delivers"."""
    several = thing[-1].tag in {"NNS", "NNPS"}
    if several and rest[0].norm == "is":
        said, tag = "are", "VBP"
    elif not several and rest[0].tag == "VBP":
        said, tag = third_person(rest[0].norm), "VBZ"
    else:
        return rest
    verb = Word(said, rest[0].start, rest[0].start)
    verb.tag, verb.dep, verb.head, verb.index = tag, rest[0].dep, rest[0].head, rest[0].index
    return (verb, *rest[1:])


def _put_right(before: Clause) -> Sequence[Word]:
    """Return what a clause says that something wrong was said of: "I told you the induction is on Tuesdays"."""
    match = _SAID_WRONG.match(before.string)
    thing = before.line.words_between(*match.span(match.lastgroup or "v")) if match else ()
    return thing if thing and thing[-1].tag.startswith("NN") and len(thing) <= _LONGEST else ()


_SAID_WRONG = LatePattern(
    r"i (?:told you|said|wrote|typed|put)(?: that| down)? (?P<v>(?:the|my|our) [^,;.!?]+?) "
    r"(?:is|are|was|were|lives?|works?|starts?|meets?|opens?|closes?|goes|go) "
    r"|i (?:was|got it|had it) wrong about (?P<x>(?:the|my|our) [^,;.!?]+)$"
    r"|i (?:wrote|typed|said|put|told you|gave you)(?: down)? (?=[^,;.!?]*(?:\d|days?\b|\bnoon\b))"
    r"[^,;.!?]+? for (?P<w>(?:the|my|our) [^,;.!?]+)$"
    r"|i (?:have )?(?:got|had|put|wrote|told you) (?P<y>(?:the|my|our) [^,;.!?]+?) wrong$"
    r"|i (?:gave|told|sent)(?: you| everyone| them)?(?: all)? the wrong (?:day|time|date|number|place|room|price)"
    r" for (?P<z>(?:the|my|our) [^,;.!?]+)$"
    r"|what i (?:have )?(?:told|said|wrote|gave|sent)(?: to)?(?: you| everyone| them)?(?: all)? (?:about|for|of) "
    r"(?P<a>(?:the|my|our) [^,;.!?]+?) (?:is|was) (?:wrong|off|old|out of date|not right|no longer right)$"
)


_WAS_WRONG = LatePattern(r"(?:that|it|this|which) (?:is|was)(?: now| all| quite| just)? (?:wrong|a mistake|nonsense)")
"""What only says that the clause before it is wrong: "and that was wrong"."""


def _told_wrongly(before: Clause) -> Sequence[Word]:
    """Return the name of whom something wrong was told: "Felix" of "I told you Felix was in Badgers"; or none."""
    match = _WHO_SAID_WRONG.match(before.string)
    named = before.line.words_between(*match.span("n")) if match else ()
    return named if all(_is_name(word, before.text) for word in named) else ()


_WHO_SAID_WRONG = LatePattern(
    r"i (?:told you|said|wrote|put)(?: that| down)? (?P<n>[\w'-]+(?: [\w'-]+)?) "
    r"(?:is|was|has|had|does|did|lives?|works?) "
)


def _moved_to_another_time(clause: Clause, before: Clause) -> Sequence[Word]:
    """Return what comes at another time now: of "Masters swim is no longer Mondays at 6, it's Wednesdays at 7"."""
    match = _NOT_THEN.match(before.string) or _PUT_DOWN.match(before.string)
    if match is None or clause.index != before.index + 1 or not _IS_THEN.match(clause.string):
        return ()
    thing = before.line.words_between(*match.span("v"))
    return thing if len(thing) <= _LONGEST and thing[-1].tag.startswith("NN") else ()


_NOT_THEN = LatePattern(
    rf"(?P<v>(?!(?:i|we|it|that|this|he|she|they|you|there)\b)[^,;.!?]+?) (?:is|are) (?:no longer|not) (?:on |at )?"
    rf"{_DAY_OR_TIME}"
)
_PUT_DOWN = LatePattern(
    r"you (?:have )?(?:(?:got|put|noted|listed|had|have) )?me (?:down )?(?:as |for )(?P<v>[^,;.!?]+?) (?:on |at )?"
    rf"{_DAY_OR_TIME}$"
)
_IS_THEN = LatePattern(rf"(?:it|they) (?:is|are) (?:now |all )?(?:on |at )?{_DAY_OR_TIME}")


def tells_where(clause: Clause, before: Clause | None) -> bool:
    """Return whether a clause tells the place of "it" to whoever looks for it, as the clause before says."""
    pronoun = clause.words[0].norm
    near = before is not None and pronoun in _THINGS and clause.index == before.index + 1
    return near and before is not None and bool(_sought(clause, before))


def _sought(clause: Clause, before: Clause) -> Sequence[Word]:
    """Return what a clause tells the place of to whoever looks for it: "if you're after the deeds, they're in …"."""
    match = _SEEKING.match(before.string)
    if match is None or not _IS_PLACED.match(clause.string):
        return ()
    thing = before.line.words_between(*match.span("v"))
    named = thing[-1].tag.startswith("NN") and thing[-1].norm not in _PEOPLE
    if not named or len(thing) > _LONGEST or thing[0].tag == "PRP":
        return ()
    return (_as_known(thing[0]), *thing[1:]) if thing[0].norm in {"a", "an"} else thing


_SEEKING = LatePattern(
    r"(?:for |if |in case )?(?:(?:you|u|any(?:one|body)|some(?:one|body)|those|whoever|who|people)(?: else)?"
    r"(?: who| that)?"
    r"(?: is| are| was)?(?: ever| still)? )?(?:after|looking for|hunting for|searching for|seeking|"
    r"(?:asking|wondering)(?: about| for| after)?(?: where(?: to (?:find|get|look for))?)?|missing|"
    r"in need of|needs?|wants?|(?:can not|could not) find) (?P<v>.+?)(?: (?:is|are|lives?|went))?$"
)
"""Who looks for something, and what."""
_IS_PLACED = LatePattern(
    r"(?:it|they) (?:is|are|'s|lives?|hangs?|sits?|stays?)(?: (?:all|now|kept|stored|filed|always|still)){0,8} "
    r"(?:in|at|on|under|behind|by|inside|with|next|above|below|beside)\b"
)


_RUN_BY = LatePattern(
    r"(?:i|we) (?:run|lead|organi[sz]e|chair|edit|manage|look after|own|maintain|coordinate|host|do|started|founded) "
    r"(?:it|that|this|them)"
)


def _topic_named(clause: Clause, before: Clause) -> Clause:
    """Return "I run it" with what was named alone right before it: "the roof appeal, for anyone new: I run it"."""
    stop = next((at for at, word in enumerate(before.words) if word.norm == ","), len(before.words))
    topic = before.words[:stop]
    plain = (
        1 < len(topic) <= _LONGEST
        and topic[0].norm in _OWNERS | {"the"}
        and topic[-1].tag.startswith("NN")
        and not any(is_finite(before.words, at) for at in range(len(before.words)))
        and clause.index == before.index + 1
        and not (before.question or clause.question or before.conditional)
    )
    return replace(clause, words=(*clause.words[:-1], *topic)) if plain else clause


def _at_place_before(clause: Clause, before: Clause) -> Clause:
    """Return "that's where I live" as "I live in Ghent", where what was said right before ends with the town."""
    match = _THERE.match(clause.string)
    if match is None or clause.index != before.index + 1:
        return clause
    place = _last_place(before)
    if not place:
        return clause
    told = clause.line.words_between(*match.span("told" if match["told"] else "was"))
    within = Word("in", told[-1].end, told[-1].end)
    within.tag = "IN"
    return replace(clause, words=(*told, within, *place))


def _there(clause: Clause, before: Clause) -> Clause | None:
    """Return "where I grew up" behind a town as "I grew up in Ghent", None where no town is named right before."""
    match = _AT_HOME.match(clause.string)
    place = _last_place(before, led=False) if match and clause.index == before.index + 1 else ()
    if match is None or not place:
        return None
    told = clause.line.words_between(*match.span("told"))
    within = Word("in", told[-1].end, told[-1].end)
    within.tag = "IN"
    return replace(clause, words=(*told, within, *place, *clause.words[len(told) :]))


_AT_HOME = compiled(
    r"(?P<told>(?:i|we|(?:my|our) (?:[\w-]+ ){0,2}?%relation%(?: and (?:i|my [\w-]+))?) "
    r"(?:(?:still|now|also|both|used to) )?(?:grew up|(?:was|were) (?:born|raised)(?: and (?:raised|bred))?|lives?"
    r"|lived|(?:am|are|is) (?:based|from)|studied|settled))"
    r"(?=$| ,| (?:now|as|until|till|for|since|from|before|with|and|these)\b)"
)


def _apposed(clause: Clause) -> Clause | None:
    """Return "Idris, my cousin, bakes" as "my cousin Idris bakes", None where no name stands so before a clause."""
    words, text = clause.words, clause.text
    comma = next((at for at, word in enumerate(words[:_LONGEST_PERSON]) if word.norm == ","), 0)
    kin = comma > 1 and words[comma - 1].norm in _KIN and comma + 1 < len(words)
    name = _NAME_BEFORE.search(text[: clause.words[0].start]) if kin else None
    if name is None or not is_finite(words, comma + 1):
        return None
    called = Word(name["name"].lower(), *name.span("name"))
    called.tag = "NNP"
    return replace(clause, words=(*words[:comma], called, *words[comma + 1 :]))


_NAME_BEFORE = LatePattern(r"(?:^|[.!?\n:;] *|\b(?:and|but|so) )(?P<name>[A-ZÀ-Þ][\w'’-]+(?: [A-ZÀ-Þ][\w'’-]+)?) ?, ?$")


def _named_before_bracket(clause: Clause, before: Clause) -> Clause | None:
    """Return "Bence (my boyfriend)" as "my boyfriend is Bence", None where a clause is no such bracket."""
    if clause.text[: clause.start].rstrip()[-1:] != "(" or not _IS_SOMEBODY.fullmatch(clause.string):
        return None
    name = before.words[-1]
    if not name.tag.startswith(("NN", "UH", "JJ")) or not _is_written_large(name, clause.text):
        return None
    verb = Word("is", clause.words[-1].end, clause.words[-1].end)
    verb.tag = "VBZ"
    return replace(clause, words=(*clause.words, verb, name))


_IS_SOMEBODY = compiled(r"(?:my|our) (?:[\w-]+ )?(?:%relation%)")
_THERE = LatePattern(
    r"that is where (?P<told>(?:i|we) (?:live|grew up|(?:am|are) (?:based|living)|was born|work))\b"
    r"|(?P<was>(?:i|we) (?:(?:have |now |just |only ){0,8}(?:live|grew up)|(?:am|are) (?:based|living))) there\b"
)
_LEADS_TO_PLACE = frozenset("in near around for about from to of at know like".split())


def _last_place(before: Clause, *, led: bool = True) -> Sequence[Word]:
    """Return the name that a clause ends with, where `led` behind a word that leads to a place: "near Molenbeek"."""
    words, text = before.words, before.text
    if len(words) > _LONGEST_PLACE and words[-1].norm in WEEKDAYS:  # "off to Leeds on Friday, where …"
        words = words[: -2 if words[-2].norm in {"on", "this", "next"} else -1]
    first = len(words)
    while first and words[first - 1].tag in _NAME_TAGS and text[words[first - 1].start].isupper():
        first -= 1
    there = 0 < first < len(words) and (not led or words[first - 1].norm in _LEADS_TO_PLACE)
    return words[first:] if there and len(words) - first <= _LONGEST_PLACE else ()


_LONGEST_PLACE = 3
"""Words."""


def _only_name(before: Clause) -> Sequence[Word]:
    """Return the one name in a clause, "Dolores" of "you'll want Dolores for that"; none if there are more."""
    text = before.text
    at = [at for at, word in enumerate(before.words) if word.tag in _NAME_TAGS and text[word.start].isupper()]
    apart = not at or at[-1] - at[0] + 1 != len(at) or before.words[at[0] - 1].tag in {"DT", "PRP$"}
    return () if apart else before.words[at[0] : at[-1] + 1]


_NAME_TAGS = frozenset({"NNP", "NNPS"})
_IS_MINE = compiled(
    r"s?he is (?:now )?(?:my|our) (?:new )?(?!(?:youngest|eldest|oldest|middle|baby)\b)(?:%relation%|%post%)"
    r"(?=$| [,.!]| (?:now|these days|since|as of|from|until|till?|for)\b)"
)


_IS_CALLED = LatePattern(r"(?:he|she|it) (?:is|was) (?:called|named) ")


def goes_further_back(clause: Clause, before: Clause) -> bool:
    """Return whether a clause is about what was told before the words in front of it: "2009 van, she's Brenda"."""
    if _WAS_WRONG.fullmatch(before.string):
        return True
    verbless = not any(is_finite(before.words, at) for at in range(len(before.words)))
    return verbless and (_IS_CALLED.match(clause.string) or _NAME_IS.match(clause.string)) is not None


_NAME_IS = LatePattern(r"(?:his|her|its) name is ")


def _creature(before: Clause) -> Sequence[Word]:
    """Return "the rescue greyhound" of "my partner and I brought a rescue greyhound home"; none where two are named."""
    if before.words[0].norm in {"the", "that"} and _IS_OURS.search(before.string):
        last = _last_of_phrase(before.words, 0)
        return (_as_known(before.words[0]), *before.words[1 : last + 1]) if last else ()
    if (new := _NEW_PET.match(before.string)) is not None:
        return before.line.words_between(*new.span("v"))
    found = [
        (at, last)
        for at, word in enumerate(before.words)
        if word.norm in {"a", "an"}
        for last in [_last_of_phrase(before.words, at)]
        if last > at and before.words[last].norm not in _PEOPLE | _KIN
    ]
    if len(found) != 1:
        return ()
    first, last = found[0]
    return (_as_known(before.words[first]), *before.words[first + 1 : last + 1])


_NEW_PET = compiled(
    r"(?:the |our |my )?(?P<v>(?:new|foster|rescue|adopted|little) (?:[\w-]+ )?(?:%pet%)) "
    r"(?:is|has|have|'s|came|comes)\b"
)
"""An animal that has come to stay: "new kitten is staying"."""
_ANIMAL = compiled(
    r"\b(?:an?|one) (?:(?!and\b)[\w-]+ ){0,4}?(?P<v>%pet%)\b(?!-)(?! (?:food|sitter|hair|person|walker))"
)
_IS_OURS = compiled(r"^(?:the|that) (?:[\w-]+ ){0,2}?(?:%pet%)\b.* (?:is|are) (?:mine|ours|my own|our own)\b")
"""Whose an animal is: "the dog in the picture is mine"."""


def _thing_told_of(before: Clause) -> Sequence[Word]:
    """Return "the tortoise in lab 3" of a clause that tells of it or points it out, and of nobody."""
    shown = _POINTED_OUT.match(before.string)
    if shown is not None:
        return _of_author(before.line.words_between(shown.end(), len(before.string)))
    subject = _subject(before.words)
    people = bool(subject) and (_is_named(subject, before.text) or any(word.norm in _KIN for word in subject))
    return () if people or not subject or subject[0].norm not in _OWNERS | {"the"} else subject


_POINTED_OUT = LatePattern(r"(?:that|this|it) (?:is|was|(?:would|will|must) be)(?: only| just)? (?=(?:my|our) )")


def _of_author(words: Sequence[Word]) -> Sequence[Word]:
    """Return "my 1974 Morris Minor" of "my 1974 Morris Minor across two bays"."""
    stop = next((at for at, word in enumerate(words) if at and word.tag not in _OF_BARE | {"NNPS"}), len(words))
    return words[:stop] if 1 < stop <= _LONGEST and words[stop - 1].tag.startswith("NN") else ()


def _last_of_phrase(words: Sequence[Word], article: int) -> int:
    """Return the place of the noun that a noun phrase ends with, or that of its article."""
    at = article
    while at + 1 < len(words) and _of_newcomer(words[at + 1]) and words[at + 1].norm != "home":
        at += 1
    return at if words[at].tag.startswith("NN") else article


_OF_ANYBODY = frozenset({"he", "she", "they"})
_MET = LatePattern(
    r"(?:i|we) (?:have |just |finally |both |only ){0,4}(?:met|saw|visited|rang|spoke to|heard from) (?:the|my|our)\b"
)


def _whom_met(before: Clause, *, several: bool) -> Sequence[Word]:
    """Return "the trustees" of "I met the trustees on Tuesday": what they then said or did is told of them."""
    match = _MET.match(before.string)
    if match is None:
        return ()
    words = before.line.words_between(match.end() - 3, len(before.string))
    last = next((at for at, word in enumerate(words) if at and not _of_newcomer(word)), len(words))
    named = 1 < last <= _LONGEST and words[last - 1].tag.startswith("NN") and words[last - 1].norm not in _PEOPLE
    return words[:last] if named and words[last - 1].tag.endswith("S") == several else ()


def _person_told_of(before: Clause, pronoun: str) -> Sequence[Word]:
    """Return "my cousin Idris" of a clause about him, or one that ends with him: "that is my cousin Idris"."""
    words = before.words
    verb = next(
        (at for at in range(2, min(len(words), _LONGEST_PERSON)) if is_finite(words, at) or words[at].tag == "VBG"), 0
    )
    if verb and words[0].norm in _OWNERS:
        words = words[:verb]
    for first in range(max(0, len(words) - _LONGEST_PERSON), len(words) - 1):
        if words[first].norm not in _OWNERS:
            continue
        person = words[first:]
        kin = next((at for at, word in enumerate(person[1:4], start=1) if word.norm in _KIN), 0)
        named = person[kin + 1 :]
        if not kin or person[kin].norm in _OF_THE_OTHER[pronoun]:
            return ()
        if not all(_is_written_large(word, before.text) for word in named):
            return ()
        alone = first == 0 or words[first - 1].norm in _POINTING
        return person if named and alone else ()
    return ()


def _somebody(before: Clause, pronoun: str) -> Sequence[Word]:
    """Return the one person of the author's that a clause tells of, if "he" or "she" can be said of them.

    "My dad" of "that bass voice was my dad", "my brother Leo" of "my brother Leo's boat is called Rex", and
    "my manager Zurina" of "my manager is Zurina".
    """
    if person := _person_told_of(before, pronoun):
        return person
    words, text = before.words, before.text
    kin = [at for at, word in enumerate(words) if word.norm in _KIN]
    named = [at for at, word in enumerate(words) if _is_name(word, text)]
    if len(kin) != 1 or words[kin[0]].norm in _OF_THE_OTHER[pronoun]:
        return ()
    owner = next((at for at in range(kin[0] - 1, max(-1, kin[0] - 4), -1) if words[at].norm in _OWNERS), None)
    if owner is None or any(word.tag not in {"JJ", "NN", "JJS", "JJR"} for word in words[owner + 1 : kin[0]]):
        return ()
    person, after = words[owner : kin[0] + 1], kin[0] + 1
    if after < len(words) and words[after].norm == "is" and after + 1 in named:
        after += 1  # "my manager is Zurina"
    name = after
    while name < len(words) and name in named:
        name += 1
    owned = name < len(words) and words[name].norm == "'s"  # "my brother Leo's boat is called Tango"
    for at in named:
        led = words[at - 1].tag in _LEADING or (owned and words[at - 1].norm in {"called", "named"})
        if not (after <= at < name or at - 1 in named or led):
            return ()  # who is named is told of by that name
    if owner and before.words[owner - 1].norm in {"and", "or"}:
        return ()
    if name + 1 < len(words) and words[name].norm in {"and", "or", "&"} and words[name + 1].norm not in _AUTHOR:
        return ()
    return (*person, *words[after:name])


_LEADING = frozenset({"IN", "TO"})
"""Tags of what leads to a name that is no person's: "from Corner Brook"."""
_TWO = 2
_OF_SOMEBODY = {"his": "he", "her": "she", "its": "it", "their": "they"}
_OF_ITS = frozenset({"its", "their"})
"""Those of things; of nobody it is told whose "their" is."""
_LONGEST_PERSON = 6
"""Words of somebody of the author's, with their name."""
_POINTING = frozenset("is was be from by with".split())
"""What leads to somebody who is then told of."""
_WOMEN = frozenset(
    """wife mum mom mother mama sister daughter lass aunt auntie niece gran granny grandma grandmother nan nana oma
    abuela nonna granddaughter goddaughter girlfriend fiancée missus landlady mother-in-law sister-in-law
    daughter-in-law stepmother stepdaughter""".split()
)
_MEN = frozenset(
    """husband hubby dad father papa brother son lad uncle nephew grandad granddad grandpa grandfather opa abuelo nonno
    grandson godson boyfriend landlord father-in-law brother-in-law son-in-law stepfather stepson""".split()
)
_OF_THE_OTHER = {"he": _WOMEN, "she": _MEN}
_KIN = (
    _WOMEN
    | _MEN
    | frozenset(
        """partner cousin boy girl daddy mam fiancé kid eldest youngest oldest twin mate lodger boss gaffer manager
        flatmate housemate roommate neighbour neighbor friend apprentice deputy""".split()
    )
)


def _named_after(clause: Clause, before: Clause) -> Clause:
    """Return "her name is Ida" as "my daughter's name is Ida", where the clause before tells of a daughter."""
    words = clause.words
    if len(words) < 4 or words[1].norm != "name" or clause.question:
        return clause
    if (born := _BORN.search(before.string)) is not None:
        return _by_name_of(before.line.words_between(*born.span("v")), clause)
    animals = list(_ANIMAL.finditer(before.string))
    others = _OF_THE_OTHER.get(_OF_SOMEBODY[words[0].norm], _KIN)
    if len(animals) > 1 or (animals and any(word.norm in _KIN - others for word in before.words)):
        return clause  # of two it is not told whose name it is
    known: Sequence[Word] = ()
    if animals:
        known = before.line.words_between(*animals[0].span("v"))
    elif before.words[0].norm in _AUTHOR:
        known = _object(before.words, several=False)
    if not known and words[0].norm not in _OF_ITS:
        known = _somebody(before, _OF_SOMEBODY[words[0].norm])
    if not known or _GIVEN_UP.search(before.string) or _is_name(known[-1], clause.text):
        return clause
    return _by_name_of(known, clause)


def _by_name_of(known: Sequence[Word], clause: Clause) -> Clause:
    """Return "her name is Ida" as "my daughter's name is Ida"."""
    of = Word("'s", known[-1].end, known[-1].end)
    of.tag = "POS"
    return replace(clause, words=(_owned(clause.words[0]), known[-1], of, *clause.words[1:]))


_BORN = LatePattern(
    r"\b(?:had|have|has|got|welcomed|delivered|blessed (?:us )?with|gave birth to|adopted) "
    r"(?:the|an?|our|my) (?:(?:little|baby|new|beautiful|healthy|tiny|lovely|first|second|third|wee) ){0,3}"
    r"(?P<v>baby|girl|boy|daughter|son)\b(?! (?:shower|monitor|name|sitter))"
)
"""Who has come to a family: "my wife had the baby", "blessed with a little girl"."""


def _theirs(clause: Clause, before: Clause) -> Clause:
    """Return "its database is wiped" or "his dog is called Rex" with whose that is: "my brother Leo's dog …"."""
    if before.question or before.conditional or clause.question or clause.conditional:
        return clause
    pronoun = clause.words[0].norm
    if pronoun in _OF_ITS:
        subject = _subject(before.words)
        people = bool(subject) and (_is_named(subject, clause.text) or any(word.norm in _KIN for word in subject))
        known = () if people else subject
    else:
        known = _somebody(before, _OF_SOMEBODY[pronoun])
    if not known:
        return clause
    of = Word("'s", known[-1].end, known[-1].end)
    of.tag = "POS"
    return replace(clause, words=(*known, of, *clause.words[1:]))


_IS_TO_BE = LatePattern(
    r"(?:it|they|she) (?:(?:must|should|can not|may not|(?:has|have) (?:got )?to|needs? to|(?:is|are) (?:due|to)) "
    r"|(?:is|are) going (?:out|live)\b|goes (?:out|live)\b|go (?:out|live)\b|(?:ship|launche?)s?\b)"
)
"""What is told of a thing that somebody works on: "it must not ship without …", of a boat "she has to float by …"."""


def _under_way(before: Clause, *, several: bool) -> Sequence[Word]:
    """Return "the whole roof" of "you should all know that we're redoing the whole roof in zinc"; none if unclear."""
    words = before.words
    doing = next((at for at, word in enumerate(words[:2]) if word.tag == "VBG"), -1)
    at = next((at for at, word in enumerate(words) if word.norm in _AUTHOR), doing)
    if at < 0 or _GIVEN_UP.search(before.string):
        return ()
    return _object(words[at:] if at != doing else (words[at], *words[at:]), several=several)


_TO_BE_DONE = LatePattern(
    r"it (?:has (?:got )?to|needs to|must|should|is (?:due to|to)) (?:all )?be (?:all )?"
    r"(?:done|finished|completed?|wrapped|ready|over|sorted|in place|live|through)\b"
    r"|it (?:can not|must not|may not|should not) (?:run|go|slip|drag|take|last) (?:on )?"
    r"(?:past|beyond|over|after|longer)\b"
    r"|it (?:has|needs) to (?:finish|end|ship|land|go (?:out|live)|launch|close|open) (?:by|before|on)\b"
)


def _work(before: Clause) -> Sequence[Word]:
    """Return "migrating the macros" of "I'm migrating the macros", which is then to be done by a day; else none."""
    words = before.words
    if words[0].norm not in _AUTHOR or len(words) < _LEAST_WORK or words[1].norm not in {"am", "are"}:
        return ()
    stop = next((at for at, word in enumerate(words[3:], start=3) if word.norm in _AFTER_WORK), len(words))
    return words[2:stop] if words[2].tag == "VBG" and stop <= _LONGEST_WORK else ()


_AFTER_WORK = frozenset("from to for by in on at with and , until before after again".split())
_LEAST_WORK, _LONGEST_WORK = 4, 12
"""Words."""
_GIVEN_UP = LatePattern(
    r"\b(?:sold|dropped|ditched|stopped|swapped|scrapped|quit|lost|binned|returned|cancelled|gave|given|jacked|packed|"
    r"switched|traded|replaced|changed|retired|handed|back|no longer|any more)\b"
)
"""What "it" does not go on about: "sold the quad, it's a side-by-side now"."""
_NEWCOMER = LatePattern(
    r"(?:(?:i|we) (?:have |am getting |are getting |finally |just ){0,8}(?:got |get |have )?|there is )?"
    r"(?:an? |my |our )?(?=new (?:[\w-]+ ){0,2}[\w-]+(?: from\b| as of\b| since\b| today\b| this\b| at\b| on\b| ,|$))"
)


def _names_somebody(clause: Clause) -> bool:
    """Return whether a clause says who "it" is: "it's Ines, from Ghent"."""
    words = clause.words
    if len(words) < 3 or words[1].norm not in {"is", "was"} or not _is_name(words[2], clause.text):
        return False
    return clause.text[words[2].start + 1 : words[2].end].islower()


def _newcomer(before: Clause) -> Sequence[Word]:
    """Return "my new manager" of "got a new manager", where a clause says that there is one; else none."""
    match = _NEWCOMER.match(before.string)
    if match is None:
        return ()
    rest = before.line.words_between(match.end(), len(before.string))
    stop = next((at for at, word in enumerate(rest) if at and not _of_newcomer(word)), len(rest))
    if stop < 2 or not rest[stop - 1].tag.startswith("NN") or rest[stop - 1].norm == "one":
        return ()
    return (_owned(rest[0]), *rest[:stop])


def _of_newcomer(word: Word) -> bool:
    """Return whether a word may belong to what is new: "new line manager", not "new manager today"."""
    return word.tag.startswith(("NN", "JJ", "VBG")) and word.norm not in {"today", "tomorrow", "yesterday"}


def _object(words: Sequence[Word], *, several: bool) -> Sequence[Word]:
    """Return what the author has, does or did something to: "the place" of "we finally got a place"; none if unclear.

    Args:
        words: A clause about "I" or "we".
        several: Whether it has to be more than one thing, what "they" stands for.
    """
    for position, word in enumerate(words[1:12], start=1):
        named = (
            word.tag == "NNP" and not several and words[position - 1].tag in _DETERMINERS | {"NNP"}
        )  # "the Lent Supper"
        counted = several and words[position - 1].tag == "CD" and word.tag.startswith("NN")  # "14 kaba"
        if word.dep != "obj" or not (named or counted or word.tag in ({"NNS", "NNPS"} if several else {"NN"})):
            continue
        if word.norm in _PEOPLE and not (
            word.norm in {"thing", "people"}
            and several == (word.norm == "people")
            and words[position - 1].tag.startswith("NN")
        ):
            continue  # of "the mill people" one does say "they", and "it" of "the booking thing"
        first = position
        while first > 1 and _of_noun(words[first - 1]) and words[first].tag not in _DETERMINERS:
            first -= 1
        last = position + 1
        while word.tag == "NNP" and last < len(words) and words[last].dep == "flat":
            last += 1  # "the Anna Maria"
        phrase = words[first:last]
        if phrase[0].norm in {"a", "an"}:
            return (_as_known(phrase[0]), *phrase[1:])
        return phrase if several or phrase[0].norm in {"the", "my", "our"} else ()
    return ()


def _of_noun(word: Word) -> bool:
    """Return whether a word belongs to the noun behind it: "the webhooks service"."""
    return word.tag in _BEFORE_NOUN or word.dep == "compound"


def _as_known(article: Word) -> Word:
    """Return "a" as "the", as it is told of something that was named before."""
    known = Word("the", article.start, article.start)
    known.tag, known.dep, known.head, known.index = article.tag, article.dep, article.head, article.index
    return known


_AUTHOR = frozenset({"i", "we"})
_DETERMINERS = frozenset({"DT", "PRP$"})
_BEFORE_NOUN = frozenset("DT PRP$ JJ JJR NN NNP NNPS VBN CD".split())
_PEOPLE = frozenset(
    """people person everyone everybody nobody someone somebody anyone anybody one anything something nothing everything
    time way day days year years hour hours week weeks lot bit thing things idea reason chance point""".split()
)
"""What no pronoun right behind it goes on about, or what is somebody, of whom nobody says "it"."""


def _subject(words: Sequence[Word]) -> Sequence[Word]:
    """Return the noun phrase before the first finite verb; none where there is no plain one."""
    for position in range(1, min(len(words), _LONGEST + 1)):
        if is_finite(words, position):
            subject = words[:position]
            if subject[0].norm in _OWNERS | {"the"}:
                return subject if subject[-1].tag.startswith("NN") and len(subject) > 1 else ()
            bare = len(subject) <= _LONGEST_BARE and all(word.tag in _OF_BARE for word in subject)
            last = subject[-2] if subject[-1].tag == "CD" and position > 1 else subject[-1]  # "tender 114"
            named = last.tag in {"NN", "NNS"} and last.norm not in _PEOPLE
            return subject if bare and named else ()
        if words[position].norm in {",", "and", "or", "who", "which", "that"}:
            return ()
    return ()


_OF_BARE = frozenset("NN NNS JJ VBN NNP CD".split())


def _is_named(subject: Sequence[Word], text: str) -> bool:
    """Return whether the last word is written like somebody's name: "my sister Ann", of whom nobody says "it"."""
    return subject[0].norm in _OWNERS and text[subject[-1].start : subject[-1].start + 1].isupper()


def _is_written_large(word: Word, text: str) -> bool:
    return text[word.start : word.start + 1].isupper()


def _is_name(word: Word, text: str) -> bool:
    return word.tag == "NNP" and text[word.start : word.start + 1].isupper()
