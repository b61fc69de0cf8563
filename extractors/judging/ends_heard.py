"""What a message tells to be over, where the judge hears that something is and no wording foresaw it.

"The ute's sold so don't ask me" and "we don't keep hens these days" end something in words of their own. The judge
tells how likely it is that a message ends something at all; which clause that is, and what was so until then, is read
from the clause: without its "not", or what stands before or behind a word for being over. It ends only a memory that
holds the same words.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from extractors.guarding.guards import ALWAYS
from extractors.judging.judge import Reading
from extractors.matching.late_patterns import LatePattern
from extractors.parsing.words import Word
from extractors.statements.endings import beside, lasts
from extractors.statements.preferences import DESPAIRED_OF
from extractors.statements.rules import Found, capitalised
from extractors.syntax.canonical import canonical
from extractors.syntax.clauses import Clause
from memory.records import CandidateOp

HEARD = 0.9
"""Chance from which a message is taken to end something."""
LIKELY = 0.5
"""The same where somebody tells in so many words what they sold, left, closed or gave up."""
TOLD_PLAINLY = 0.7
"""The same where a clause ends in so many words: "me and Priya aren't together any more"."""
_NO_MORE = LatePattern(r"\b(?:any ?more|any longer|no longer)\b")
_FEWEST = 3
"""Words of a message that ends something in words of its own: of two it cannot be told, in a language least of all."""
_SURELY = 0.95
"""The same where no word tells of it."""
RULE = "heard-ending"
_CONFIDENCE = 0.8
_SIGN = LatePattern(
    r"\b(?:no longer|no more|any ?more|any longer|these days|nowadays|(?:n['’]?t|not)\b.*\b(?:now|again)|sold|gone|"
    r"over|done with|finished|ended|stopped|quit|left|gave up|given up|packed in|chucked|jacked|cancell?ed|dropped|"
    r"ditched|binned|scrapped|closed|shut|retired|handed|traded|swapped|off the|out of|run out|ran out|lapsed|"
    r"expired|cut off|split|broke up|moved out|stepped (?:down|back)|wound up|lease|let go|goodbye|passed away|died|"
    r"history|axed?|taken (?:me|us) off|got rid|gave|given|surrendered|ditching|away|"
    r"through with|dead|lost|parted|finally off|rid of)\b"
)
"""What tells in a message that something may be over: most hold nothing of it."""


def may_end(text: str) -> bool:
    """Return whether a message holds a word for being over, so that it is worth asking the judge about it."""
    return len(text) <= _LONGEST and (_SIGN.search(text.lower()) or _HINT.search(text.lower())) is not None


_HINT = LatePattern(
    r"\b(?:hung|lapses?|re-?homed|resigned|flogged|knocked on|wound|emptied|rolled off|signed|pulled|unplugged|"
    r"uninstalled|deleted|that['’]?s (?:me|us)|went (?:back|to)|last (?:shift|service|run|day|season|lesson|class))\b"
)
"""What tells of an ending to those who know, and of much else."""
_LONGEST = 160
"""Characters of such a message; who says more mostly says something else as well."""


def heard(readings: Sequence[Reading], chance: float) -> Iterator[tuple[int, Found]]:
    """Yield the place of each reading that tells of something over, and what was so until then.

    Args:
        readings: The clauses of a message that ends something. One that asks or supposes ends nothing.
        chance: How likely it is that the message does.
    """
    if any(found.op is CandidateOp.RETRACT for reading in readings for found in reading.found):
        return  # what a rule read is what is over
    idle = any(_is_idle(reading.clause.string) for reading in readings)
    told = [
        place
        for place, reading in enumerate(readings)
        if _may_tell(reading) and not (idle and _SIGN.search(reading.clause.string) is None)
    ]
    words = sum(len(reading.clause.words) for reading in readings)
    if words < _FEWEST:
        return
    if chance < (TOLD_PLAINLY if any(_NO_MORE.search(readings[place].clause.string) for place in told) else HEARD):
        found = [(place, gone) for place in told if (gone := _plainly_gone(readings[place].clause))]
    else:
        found = [(place, over) for place in told for over in ended_by(readings[place])]
    if not found and chance >= HEARD:
        clauses = [(place, readings[place].clause) for place in told]
        of_another = any(_denies_of_another(clause) for _, clause in clauses)
        whole = [each for each in clauses if _is_told_whole(each[1], chance) and not of_another]
        whole = [each for each in whole if not readings[each[0]].found or _SIGN.search(each[1].string)]
        found = [(place, _found(canonical(one.text, one.words), _core(one))) for place, one in whole[:1]]
    for place, over in found:
        if _lasted(over.value or "", readings[place].clause) and _WHEREABOUTS.match(over.text) is None:
            yield place, over


_WHEREABOUTS = LatePattern(r"(?:at|by|near|outside|beside) the ", re.IGNORECASE)
"""Where somebody only stopped: "stopped at the lights"."""


_WHO_TO_ASK = LatePattern(r"\bthe (?:right )?(?:person|one|man|woman|guy|expert) (?:to|for)\b")
_PUT_SOMEWHERE = LatePattern(
    r"(?:i|we) (?:have )?(?:moved|took|put|pushed|left) (?:(?:them|it|him|her|that|this|those|these)\b"
    r"|(?:my|the|our) [\w-]+ (?:on|in|at|under|behind|by|off) )"
)
"""What was put somewhere, or forgotten there: "I left my lanyard on the 46A"."""


def _lasted(value: str, clause: Clause) -> bool:
    """Return whether what is over may have lasted, and is nothing that people have at hand at work for a while."""
    if _WHO_TO_ASK.search(clause.string):
        return False  # "I'm not the person to ask about that"
    if value.lower() == "wrong" or _PUT_SOMEWHERE.match(clause.string):
        return False  # "told you wrong", "moved them off the gate side"
    last = value.lower().rpartition(" ")[2]
    if not _PEOPLE.isdisjoint(value.lower().split()) and not _without_not(clause):
        return False  # "lost my kids in the shop"
    gone = last in _AT_WORK or last.removesuffix("s") in _AT_WORK or _AGAIN.search(clause.string) is not None
    return bool(value) and lasts(value.lower(), clause) and not gone


_PEOPLE = frozenset(
    """kid kids child children son sons daughter daughters baby wife husband partner mum mom mother dad father sister
    brother parents family friend friends boss manager team everyone people""".split()
)
_AT_WORK = frozenset(
    """timesheet homework essay assignment thesis application resignation
    repo menu link server error email note cake export import guard idea call browser build branch page tab app vm
    cluster file log alert ping test queue list mail lunch office table row job task shift hand stocktake inventory
    delivery audit count exam marking""".split()
)


def _is_told_whole(clause: Clause, chance: float) -> bool:
    """Return whether a clause is short, names a thing, and surely ends it or holds a word for that."""
    ends = (chance >= _SURELY or _SIGN.search(clause.string) is not None) and not _GOES_ON.search(clause.string)
    people = not _PEOPLE.isdisjoint(word.norm for word in clause.words)
    if _HAS_MOVED.search(clause.string) and _IS_NOW.match(clause.text, clause.end):
        return False
    is_new = clause.text[clause.end :].lower().startswith(" now") and not _NONE.search(clause.string)
    return ends and not (people or is_new) and len(clause.words) <= _SHORT and bool(_core(clause))


_HAS_MOVED = LatePattern(r"\bmoved(?: (?:house|home|premises|over|across|again))?$")
_NONE = LatePattern(r"\b(?:no|not|none|zero|without|out|off)\b")
_SHORT = 10
"""Words."""
_GOES_ON = LatePattern(
    r"\b(?:moved|moves|moving|shifted|shifting|relocated|relocating|changed|switched|pushed|brought forward)"
    r"(?: (?:back|over|across|up|down|on))? (?:to|into|onto)\b"
    r"|\b(?:ha(?:s|ve) )?changed$"
)
"""How it is told that something is elsewhere or at another time from now on, and not over."""


def _may_tell(reading: Reading) -> bool:
    """Return whether a reading states something new or over, and asks nobody for anything."""
    first, string = reading.clause.words[0], reading.clause.string
    ordered = first.tag == "VB" and not reading.clause.supplied and first.norm not in _LIKE_THE_PAST
    asks = (first.norm in _NOT_TOLD_OF and _IS_OUT_OF_IT.match(string) is None) or ordered
    denies = reading.clause.joined == "not" or (_SET_AGAINST.search(string) or _STILL_THERE.search(string)) is not None
    guards = (ALWAYS.keys() | _PASSING) - (_OF_FORM if _IS_OUT_OF_IT.match(string) or _PLAINLY.match(string) else set())
    return guards.isdisjoint(reading.guards) and not (asks or denies or _is_idle(string))


_LIKE_THE_PAST = frozenset("let shut quit".split())
"""Verbs whose past is written as an order is: "shut my stall down"."""
_IS_OUT_OF_IT = LatePattern(
    r"that is (?:me|us) "
    r"(?:off|out of|(?:done|finished|through) (?:with|at)|retired|resigned|stepped (?:down|back) from)\b"
)
_PLAINLY = LatePattern(r"(?:i|we) (?:have )?(?:pulled the plug on|sold|gave up|quit|resigned|got rid of) (?:my|our)\b")
_OF_FORM = frozenset({"figure", "third_person"})
"""Guards that say nothing against an ending told in so many words."""


def _is_idle(string: str) -> bool:
    return (_IDLE.search(string) or DESPAIRED_OF.search(string)) is not None


_IDLE = LatePattern(
    r"\bnot (?:going|looking|turning|coming) back\b|\bscrap (?:what|that)\b|"
    r"\b(?:given?|gave|giving) up (?:explaining|asking|trying|hoping|arguing|counting|waiting|telling|pretending|"
    r"guessing|looking|saying|talking|fighting|caring)\b|\bpacked in\b.* like \w+$"
    r"|\bno longer need (?:an?|any|to|you|your|help|another)\b"
    r"|\b(?:gave|given|giving) up (?:my|our|the) (?:seat|place|turn|spot|chair|bed|desk|table|slot) (?:to|for)\b"
    r"|\bsold (?:out\b|(?:(?:the|my|our) )?last\b|(?:about |over |almost |nearly )?"
    r"(?:\d|(?:one|two|three|four|five|six|seven|eight|nine|ten|dozens?|twelve|twenty|thirty|forty|fifty|hundreds?)\b))"
    r"|\bno (?:more )?[\w ]{2,30} left\b"
    r"|\b(?:hire|hired|rental) (?:car|van|bike|skis|boat)\b"
    r"|\b(?:rebuilt|repaired|mended|repainted|renewed|replaced by itself|fixed)$"
)
"""What ends nothing that anybody noted: "I've given up explaining the rota", "packed in the car like sardines"."""


_PASSING = frozenset({"at_hand", "moment", "former"})
"""Guards that tell of what was so for a while or long ago, and ended nothing that is known."""


_NOT_TOLD_OF = frozenset(
    "please pls you your it this that they he she its these those whatever however whoever".split()
)
"""What a clause begins with that asks for something, or that names nothing."""


def takes_place(reading: Reading) -> bool:
    """Return whether what a clause ends is told in the place of what it states: no rule read it, or it only denies."""
    clause = reading.clause
    if _without_not(clause):
        return True
    has_it = all(found.rule in _HAVING for found in reading.found)
    return has_it and not _FOR_ANOTHER.search(clause.string) and bool(_given_up(clause) or _is_over(clause))


_HAVING = frozenset({"pet-has", "possession"})
"""Rules of what somebody has, which read "I have given up energy drinks" as well."""


def states_more(instead: Reading, reading: Reading, over: Found) -> bool:
    """Return whether what is kept in the place of a reading goes beyond it, or is about something else than is over."""
    within = reading.clause.start <= instead.clause.start and instead.clause.end <= reading.clause.end
    return not within or (over.value or "").lower() not in instead.clause.string


_SET_AGAINST = LatePattern(r"(?:and|but|,) not (?:(?:at|on|in|from|the|by) )?\S+$")
"""What only tells the new beside the old: "the refresh runs at five and not at six"."""
_STILL_THERE = LatePattern(
    r"\b(?:have|has|had) not (?:sold|left|quit|stopped|ended|closed|shut|moved|dropped|cancelled|lost|retired|resigned|"
    r"ditched|binned|given up|packed in)\b"
)
"""What is denied to be over: "I haven't sold the tractor"."""
_FOR_ANOTHER = LatePattern(
    r"\b(?:ditched|dropped|swapped|traded|left|gave up|binned|scrapped)\b.* (?:for|with|to) |\bsold\b.* (?:for|with) "
)


def ended_by(reading: Reading) -> Iterator[Found]:
    """Yield what a clause tells to be over; nothing where no word of it does."""
    clause = reading.clause
    of_another = _denies_of_another(clause)
    if not of_another and (text := _without_not(clause)):
        yield _found(text, _core(clause, deed=True) or _trait(clause))
    elif (gone := _given_up(clause)) or (gone := _is_over(clause)):
        yield gone
    elif not of_another and (over := next(beside(reading), None)) is not None:
        yield replace(over, rule=RULE)


def _trait(clause: Clause) -> str:
    """Return the last word for how somebody is: "vegan" of "I'm not vegan these days"."""
    return next((word.norm for word in reversed(clause.words) if word.tag == "JJ"), "")


def _denies_of_another(clause: Clause) -> bool:
    """Return whether a clause denies something of somebody by name: "Karim doesn't work here now"."""
    subject = clause.words[0]
    norms = {word.norm for word in clause.words}
    named = subject.tag in {"NNP", "NNPS"} and clause.text[subject.start].isupper()
    return named and _AUTHORS.isdisjoint(norms) and not _DENYING.isdisjoint(norms)


_DENYING = frozenset({"not", "longer"})
_AUTHORS = frozenset("i we me us my our mine ours myself ourselves".split())


def _found(text: str, value: str) -> Found:
    return Found(None, text, RULE, value=value, confidence=_CONFIDENCE, op=CandidateOp.RETRACT)


def _core(clause: Clause, *, deed: bool = False) -> str:
    """Return the thing that a clause is most about: a name in it, or else the last of its nouns, or a `deed`."""
    runs: list[list[Word]] = [[]]
    for word in clause.words:
        if word.tag in _OF_THING and word.norm not in _LIGHT:
            runs[-1].append(word)
        elif runs[-1]:
            runs.append([])
    things = [run for run in runs if run and run[-1].tag.startswith("NN")]
    if deed and not things:  # "I don't teach swimming now"
        things = [run for run in runs if run and run[-1].tag == "VBG"]
    named = [run for run in things if any(word.tag.startswith("NNP") for word in run)]
    run = next(iter(named or things[-1:]), [])
    return clause.text[run[0].start : run[-1].end] if run else ""


_OF_THING = frozenset("NN NNS NNP NNPS JJ CD VBG".split())
_LIGHT = frozenset(
    """thing things lot bit way time times today tomorrow yesterday year years month months week weeks day days good end
    last next lease contract tenancy goodbye one ones no more other same
    monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september
    october november december""".split()
)
"""Words that tell nothing of what is over."""


def _without_not(clause: Clause) -> str:
    """Return what a clause denies as it was before: "plays fives" of "I don't play fives now"; or ""."""
    words = clause.words
    at = next((at for at, word in enumerate(words[:_FAR]) if word.norm in {"not", "never"}), 0)
    if not at and [word.norm for word in words[1:3]] == ["no", "longer"]:
        return _stripped(canonical(clause.text, (words[0], *words[3:])))
    if not at or at + 1 >= len(words) or words[at - 1].norm not in _DENIED:
        return ""
    if clause.supplied and clause.joined in {"so", "and", "but"} and words[at - 1].norm == "do":
        return ""  # "sold the ute so don't ask"
    before = words[: at - 1] if words[at - 1].norm in _DOING else words[:at]
    rest = words[at + 1 :]
    if not before:  # "not coaching the under 12s now"
        before = (_author(rest[0]),)
    return _stripped(canonical(clause.text, (*before, *rest)))


_FAR = 6
"""Words of a clause within which it is denied."""
_DENIED = frozenset("do does did am is are was were have has had can could will would".split())
"""What a "not" stands behind that denies a whole clause, unlike that of "it's Hull now, not Leeds"."""
_DOING = frozenset({"do", "does", "did"})
_LASTING = LatePattern(
    r"(?:,? (?:any ?more|any longer|no more|now|these days|nowadays|again|at all|either|at the moment|since)){1,8}$",
    re.IGNORECASE,
)


def _stripped(text: str) -> str:
    return _LASTING.sub("", text.partition(",")[0])


def _author(before: Word) -> Word:
    word = Word("i", before.start, before.start)
    word.tag = "PRP"
    return word


_GIVING_UP = LatePattern(
    r"(?:.{0,40}? )?(?:sold|cancell?ed|dropped(?!.* off\b)|ditched|binned|scrapped|chucked|packed in|jacked in|"
    r"given up|gave up|give up|quit|left|stopped|finished with|done with|through with|handed (?:over|in|back)|"
    r"gave (?:up|away|back)|"
    r"given back|traded in|traded|surrendered|retired from|stepped (?:down|back) from|got rid of|let go of|parted with|"
    r"resigned from|closed|wound up|lost|hung up|moved on from|bowed out of|"
    r"turned (?:my|our) back on|stood down from|rolled off|rehomed|re-homed|flogged|emptied|resigned|"
    r"pulled the plug on|pulled out of|signed away|unplugged|uninstalled|"
    r"let(?= [^,;.!?]{2,40} (?:lapse|slide|expire|go)\b)|"
    r"sworn off|broke(?:n)? off|called off|deleted|(?:took|taken) (?:my|me)self off|"
    r"dropped out of|withdrawn from|withdrew from|shut(?! up\b)|packed up|"
    r"(?:(?<=am )|(?<=are )|(?<=me )|(?<=finally ))off|out of|goodbye to|moved out of|rid of|the end of) "
    r"(?:doing |going to |having |being |me |using |a |an |(?P<whose>my |our |the )){0,8}(?P<v>[^,;.!?()]{2,60}?)"
    r"(?= (?:at the (?:weekend|end)|lapse|slide|expire|go|to (?:a|the|my|our|some|\w+$)\b|for|so|because|last|this|"
    r"back|in (?:january|february|march|april|may|june|july|"
    r"august|september|october|november|december|the (?:spring|summer|autumn|winter|end))|at last|altogether|entirely|"
    r"for good|btw|by the way|and|but|since|after|over the|a (?:while|month|year) ago|years ago|in$)\b|$| [,;.!?(])"
)


def _given_up(clause: Clause, *, of_ones_own: bool = False) -> Found | None:
    """Return what somebody gave up: "the ute" of "sold the ute". One's own is the, my or our thing, or has a name."""
    first = clause.words[0]
    told = first.norm in {"i", "we", "that", "goodbye"} | _LIKE_THE_PAST or first.tag in {"VBN", "VBD", "RB", "IN"}
    match = (_GIVING_AWAY.match(clause.string) or _GIVING_UP.match(clause.string)) if told else None
    if match is None or (of_ones_own and not (match["whose"] or _begins_with_name(clause, match))):
        return None
    return None if match["v"].split()[0] in _PRONOUNS else _named(clause, match)


_PRONOUNS = frozenset("it them him her this that these those".split())


def _plainly_gone(clause: Clause) -> Found | None:
    """Return what a clause tells to be over in so many words: one's own thing given up, or one that was sold."""
    gone = _given_up(clause, of_ones_own=True)
    return gone or (_is_over(clause) if _FOR_GOOD.search(clause.string) else None)


_FOR_GOOD = LatePattern(
    r"\b(?:(?:been|got|gets|is|was|were|are|have|has) sold(?! out\b)|sold on|wound up|disbanded|knocked on the head|"
    r"retired|lapsed|rehomed|scrapped|finished for (?:me|us))\b"
)
"""What tells that a thing is over, and not at hand or for a while, whatever the judge thinks of the rest."""


_GIVING_AWAY = LatePattern(
    r"(?:(?:i|we) )?(?:have |just |finally |now |also ){0,3}(?:gave|given|hung|shut|wound|signed|packed|handed|turned) "
    r"(?P<whose>my |our |the )(?P<v>[^,;.!?()]{2,40}?) (?:away|up|down|in|over|back)"
    r"(?=$| [,;.!]| (?:to|after|last|this|in|for good|when|since|so|because|and)\b)"
)
"""How something is given up with its name before the particle: "gave the greenhouse away"."""


def _begins_with_name(clause: Clause, match: re.Match[str]) -> bool:
    words = clause.line.words_between(*match.span("v"))
    return bool(words) and words[0].tag.startswith("NNP")


def _named(clause: Clause, match: re.Match[str]) -> Found:
    """Return what a match tells to be over, where it names a thing; the whole clause where only the rest of it does."""
    words = clause.line.words_between(*match.span("v"))
    led = clause.string[: match.start("v")].endswith(_ARTICLES) and words[-1].norm not in _LIGHT
    if led or any(word.tag.startswith("NN") and word.norm not in _LIGHT for word in words):
        text = capitalised(clause.line.original(*match.span("v")).strip(" ,."))
        return _found(text, text)
    return _found(canonical(clause.text, clause.words), _core(clause))


_BEING_OVER = LatePattern(
    r"(?:(?:the|my|our|that|this) )?(?P<v>(?!(?:i|we|it|that|this|he|she|they|you|there)\b)[^,;.!?()]{2,50}?) "
    r"(?:is|are|'s|has|have|had|was|were|got|gets|does)(?: (?:been|now|all|finally|since|officially|just|come)){0,8} "
    r"(?:over|gone|sold|done|finished|ended|stopped|closed|cancell?ed|scrapped|history|dead|away|shut|retired|expired|"
    r"lapsed|run out|to an end|knocked on the head|wound up|rehomed|flogged|finished for (?:me|us)|sold on|up|"
    r"cut off|disbanded|folded|toast|axed|no more|out|off|pulled|dropped"
    r"|moved(?! (?:(?:back|over|across|up|down|on) )?(?:to|into|onto)\b))\b"
)


_AGAIN = LatePattern(
    r"\bagain$|\b(?:today|tonight|tomorrow|yesterday|halfway)\b"
    r"|\bat (?:\d|one|two|three|four|five|six|seven|eight|nine|ten|eleven|noon)\b"
)
"""What tells that it was so just then."""
_ARTICLES = (" the ", " my ", " our ", " a ", " an ")


def _is_over(clause: Clause) -> Found | None:
    """Return the thing that a clause tells to be over: "the Thursday whist" of "the Thursday whist has ended"."""
    match = _BEING_OVER.match(clause.string)
    if match is not None and match[0].endswith("moved") and _IS_NOW.match(clause.text, clause.end):
        return None  # "our shop's moved, it's on Dock Street now"
    if match is None or len(clause.string[match.end() :].split()) > _BEHIND:
        return None
    return _named(clause, match)


_IS_NOW = LatePattern(r"[\w ]{0,12}[,;.:–—-]+ ?(?:and |so |but )?(?:it|we|they|you|now|new)\b", re.IGNORECASE)
_BEHIND = 6
"""Words that a clause may go on with, once it told what is over."""
