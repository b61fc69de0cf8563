"""From what was read in a clause to a candidate: in canonical form, its dates resolved."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date, timedelta
from itertools import pairwise

from extractors.days.dates import find_dates, resolve
from extractors.days.scheduled import schedule_of
from extractors.days.tenses import is_past
from extractors.judging.judge import Reading
from extractors.judging.weighing import ASKED
from extractors.matching.late_patterns import LatePattern
from extractors.message import CleanText
from extractors.parsing.words import Word
from extractors.statements import facts, feedback, preferences
from extractors.statements.conditions import held_under, tells_secret
from extractors.statements.introductions import couple
from extractors.statements.rules import Found, capitalised
from extractors.statements.scopes import begins, scope_of
from extractors.syntax.boundaries import is_finite
from extractors.syntax.canonical import MODAL, canonical, in_third_person
from extractors.syntax.canonical import is_past as is_past_form
from extractors.syntax.clauses import TIMES, Clause
from extractors.syntax.untied import Untied
from memory.records import Candidate, CandidateOp, Kind

_FROM_TO = LatePattern(
    r"\b(?:moved|pushed|bumped|shifted|slipped|postponed|delayed|rescheduled|brought forward|put back) "
    r"(?:(?:the|our|my|this) (?:[\w'-]+ ){1,4}?)?"
    r"from \d{4}-\d\d-\d\d to (?P<day>\d{4}-\d\d-\d\d)",
    re.IGNORECASE,
)
"""What was moved from one day to another has the second."""
_THEN = LatePattern(
    r"\b(?:(?P<by>by|until|till|before|from|after) then|(?:on )?(?:that|the same)(?: same)? "
    r"(?:day|morning|afternoon|evening|night))\b(?! of\b)"
)
_AWAY = LatePattern(
    r"\b(?:on )?(?:(?P<n>the|an?|one|two|three|four|five|six|seven|ten|\d{1,2}) (?P<unit>day|week)s? "
    r"(?P<dir>before|earlier|after|later)(?: that)?|(?:the )?(?:next|following) (?P<next>day|morning))"
    r"(?= ?(?:$|[,.;!)]))"
)
_IN_WORDS = dict(
    zip("the a an one two three four five six seven ten".split(), (1, 1, 1, 1, 2, 3, 4, 5, 6, 7, 10), strict=True)
)
"""How far from a day that was named before: "the get-in is three days before"."""
_WEEKDAYS = LatePattern(r"\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days\b", re.IGNORECASE)
"""Weekdays of every week: "football on Tuesdays, so I leave early that day"."""
_THAT_DAY = LatePattern(r"\b(?:on )?(?:that day|those days)\b(?! of\b)")
_BEFORE = 300
"""Characters before a clause in which the day is looked for that it calls "then"."""
_LEADS = LatePattern(
    r"(?:for|at|in|on|by|from|until|before|after|since|under|without|between|to|outside|till|every|with|during|most|"
    r"(?:up|down|out|over|back) (?:in|on|at|by|from)|"
    r"the (?:\w+ )?\w+days?\b|usually|mondays?|tuesdays?|"
    r"wednesdays?|thursdays?|fridays?|saturdays?|sundays?|two|three|a|last|next|tomorrow|yesterday)\b"
)


_TAIL = LatePattern(
    r" ,(?: and| so)? (?:not even|(?:none|neither) of (?:which|whom|them)|"
    r"no matter|whatever|whether|god help|god bless|bless|long live|"
    r"as (?:you|we|they)|say hi|be (?:nice|kind|gentle)|ask nicely|so be it|do not ask|"
    r"no (?:exceptions?|excuses|questions|drama|regrets|ifs)|come what may|touch wood|knock on wood|"
    r"fingers crossed|(?:not|so) that any(?:one|body)|doctor 's orders|old habits|sue me|"
    r"(?:many )?thanks (?:a (?:million|lot|bunch)|so much|in advance|very much|for)|ta (?:very much|muchly)|"
    r"for my sins|trust me|believe me|i swear|thank god|"
    r"for (?:whoever|anyone|anybody|those|everyone)|before (?:any(?:one|body)|some(?:one|body)|you))\b"
    r"[\w' ]{0,60}$"
    r"|(?: ,(?: and)? (?:very |really |such |so )?(?:nice|lovely|great|good|terrible|awful|bad|weird|funny|strong"
    r"|excellent|decent|dreadful|brilliant|amazing|horrible|wonderful|mad|odd) (?:[\w-]+ )?(?:people|person|folks?"
    r"|bunch|coffee|food|views?|place|weather|opinions?|company|crowd|lot|team|lads?|biscuits|tea|cakes?|beer|wine"
    r"|chat|day|time)\b"
    r"[\w' -]{0,40}){1,4}$"
)
"""What a statement is told with, behind it, and does not say: that it holds without exception, that it is a pity."""
_ANY_DAY = date(2024, 1, 1)
"""A day from which every other can be told."""
_SHORTEST = 12
"""Characters that a statement has before its tail."""


_RECURRING = frozenset({"hours-day-off", "hours-off", "own-weekday"})
"""Rules whose days come every week."""
_BIRTHDAY = LatePattern(
    r"\b(?:birthday|bday)(?: (?:is|'s|falls|on|:|,)){0,8} (?:the )?"
    r"(?:\d|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\w* )"
)
"""A birthday with its day, which comes every year."""
_WEEKDAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_HABIT = LatePattern(
    r"^(?:i|we) (?:do not|never|always|usually|normally) (?!have\b|need\b|want\b|think\b|know\b)\w+ "
    rf"(?:[\w'-]+ ){{0,4}}?on {_WEEKDAY}s?(?: (?:morning|afternoon|evening|night|lunchtime)s?)?"
    r"(?! (?:this|next|the|\d))"
    r"(?= ?(?:$|[,;.!]|(?:and|or|because|for|with|after|before|when|while|from|in|so|without)\b))"
)
"""What is done or left on a weekday, every week: "I don't take calls on Sunday"."""
_SWAPPED_DAY = LatePattern(
    rf"\bsw[ao]pp?(?:ed|ing)? (?:(?:my|our) )?(?:{_WEEKDAY}s?(?: [\w'-]+)? (?:for|with)|it for) (?!(?:this|next)\b)"
)
"""A weekday of every week that another took the place of: "swapped Wednesday for Friday"."""
_DONE_ON = LatePattern(
    r"^(?:i|we) (?!(?:am|are|have|had|was|were|will|would|can|could|may|might|must|should|shall|do|fly|start|leave|move"
    r"|meet|travel|go|launch|ship|deploy|land|arrive|depart|sign|return|sail|drive|present|migrate|release|interview|get"
    r"|need|want|hope|plan|think|expect|set|put|cut|let|read|join|finish|begin|head|open|submit|exchange|complete|fight|kick|host"
    r"|switch|resume|say|see|visit|pick|collect|pitch|race)\b)"
    rf"[a-z]+(?<!ed) (?:[\w'-]+ ){{0,2}}?(?:on )?{_WEEKDAY}(?: (?:morning|afternoon|evening|night|noon|lunchtime))?"
    rf"(?! (?:this|next|the|\d|week))(?= ?(?:$|[,;.!]|(?:and|or|because|for|with|at|after|before|in|so)\b))"
)
"""What is done on a weekday, told in the present: "we print Wednesday night in Horsens"."""


def _is_done_weekly(clause: Clause) -> bool:
    """Return whether a clause tells in the present what is done on a weekday, which is done every week."""
    return (
        len(clause.words) > 2 and _DONE_ON.match(clause.string) is not None and not is_past_form(clause.words[1].norm)
    )


_OWN_WEEKDAY = LatePattern(rf"\b(?:my|your|his|her|their) {_WEEKDAY}s?\b")
"""A weekday that is somebody's comes every week: "I swapped my Friday for Manny's Monday"."""
_DAYS_IN_A_ROW = LatePattern(
    rf"^(?!.*\b(?:this|next|last|coming)\b).*\b{_WEEKDAY}(?:(?: ,)?(?: and)? {_WEEKDAY}){{2}}\b"
)
"""Weekdays in a row are those of every week: "I do the northern drops Monday Wednesday Friday"."""
_MONTHLY = LatePattern(
    r"^[\w' -]*?s (?:always )?(?:go|run|leave|come|are|get|fall|close|open) (?:\w+ ){0,2}?on the "
    r"\d{1,2}(?:st|nd|rd|th) and (?:on )?(?:the )?\d{1,2}(?:st|nd|rd|th)\b(?! of\b)"
    r"(?! (?:jan|feb|mar|apr|may|ju|aug|sep|oct|nov|dec))"
)
"""What happens on some days of every month: "payments go out on the 10th and the 25th"."""
_EVERY_MONTH = LatePattern(
    r"\bon the \d{1,2}(?:st|nd|rd|th)(?: of (?:the|every|each) month| every month| each month| of the month"
    r"| ?, (?:always|without fail|every month|each month)| always)(?![\w-])"
)
"""What happens on one day of every month: "invoices go out on the 25th, always"."""
_SOON = 18
"""Characters behind a clause that may tell that it comes again."""
_STOREY = LatePattern(
    r"\b(?:desk|office|flat|room|lab|studio|ward|locker|seat|team|kitchen) (?:is|are|sits?) (?:up |now ){0,8}on the "
    r"\d{1,2}(?:st|nd|rd|th)\b(?! of\b)"
)
"""A storey, and no day: "my desk is on the 6th"."""
_YEARLY = LatePattern(
    r"\b(?:fiscal|financial|tax|school|academic|budget|business|church) years? "
    r"(?:ends?|starts?|begins?|runs?|closes?)\b"
)
"""What comes every year on its day."""
_ONES_DAY = LatePattern(
    rf"^(?:{_WEEKDAY}s|{_WEEKDAY}) (?:is|are|'s)(?: now| always| still){{0,2}} my (?!last\b|first\b|wedding\b)"
    r"(?:(?<=s are my )|(?:[\w'-]+ ){0,2}?(?:day|night|morning|afternoon|evening|off|shift|turn|slot)\b)"
)
"""What a weekday always is: "Thursday's my clinic day"."""
_EVERY_TIME = (_BIRTHDAY, _HABIT, _OWN_WEEKDAY, _STOREY, _YEARLY, _ONES_DAY, _DAYS_IN_A_ROW, _MONTHLY, _SWAPPED_DAY)
_OPENED = LatePattern(r'(?:^|[\s(])"\w')
"""A quotation whose end was taken for the end of the sentence: never open with "great question!"."""
_DAY_FIRST = LatePattern(r"^on(?= \d{4}-\d\d-\d\d\b)")
_WEEKDAY_FIRST = LatePattern(rf"{_WEEKDAY} ", re.IGNORECASE)
_NOW = frozenset({"these days", "nowadays", "now", "currently", "lately", "at the moment"})
_DAY_NAME = LatePattern(rf"\b{_WEEKDAY}s?\b", re.IGNORECASE)
_WEEKDAYS_ONLY = LatePattern(rf"{_WEEKDAY}s(?: (?:and|or|,|to) {_WEEKDAY}s){{0,4}}")
"""On which days of every week: "Wednesdays I'm in Leiden"."""
_ONLY_WEEKDAY = LatePattern(rf"^(?!.*\b(?:this|next|coming)\b)\D*\b{_WEEKDAY}s?\b\D*$", re.IGNORECASE)
"""A weekday of something that ended came every week: "no more Tuesday spin"."""
_EVER_SINCE = LatePattern(
    rf"\b{_WEEKDAY}(?: (?:mornings?|afternoons?|evenings?|nights?))? now\b",
    re.IGNORECASE,
)
"""A weekday from now on, which comes every week: "choir is Monday now"."""
_DECISIONS = frozenset({"decided", "it-was-decided", "it-was-agreed", "settled-on"})
_DECIDED = LatePattern(
    r"we (?:have )?(?:(?:all|both|finally|just|now|also|officially) ){0,8}(?:decided|agreed|settled on|voted)\b"
)
"""What is told on the day on which it was decided, where no other is named."""

_AT_ITS_DAYS = LatePattern(
    rf"\bat (?:the (?=\w+day ))?(?P<day>{_WEEKDAY}|yesterday)(?:['’]s|(?<=day)) "
    r"(?P<what>(?:\w+ ){0,2}?(?:meeting|standup|stand-up|council|committee|board|retro|review"
    r"|planning|assembly|call|session|agm|dinner|lunch|breakfast|supper|drinks|briefing"
    r"|huddle|training|practice|rehearsal|catch-?up|coffee))\b",
    re.IGNORECASE,
)
"""When something was decided, by what it was decided at: "at Monday's trustee meeting"."""


def _on_its_day(match: re.Match[str]) -> str:
    last = "" if match["day"].lower() == "yesterday" else "last "
    return f"at the {match['what']} {last}{match['day']}"


_IS_MINE = LatePattern(
    r"(?:the|all the) (?P<x>(?!fault|mistake|pleasure|blame|idea)"
    r"[^,;.!?:]{2,40}?)(?: is| are|['’]s) (?:now )?(?:mine|ours)\b",
    re.IGNORECASE,
)
_IS_THEIRS = LatePattern(r"^[^,;.!?:]{2,40}? (?:is|are) (?:now )?theirs\b")
"""What somebody looks after: "the Americas queue is mine"."""
_IT_IS_ALL = LatePattern(r"^(?:It|Its|It['’]s)(?: is)? all\b(?! is)")
_SABBATH = LatePattern(r"\b(?:every|each|on the|on) (?:sabbath|shabbat|shabbos)\b")
"""What comes every week, though its evenings have the names of days."""


def candidate_of(found: Found, clause: Clause, text: CleanText, sent: date) -> Candidate:
    attribute = found.attribute
    if found.rule in {"switched-tool", "swapped-tool", "on-tool-now", "off-one-on-another"} and found.value:
        attribute = preferences.tool_attribute(found.value) or f"preference:{found.value.lower()}"
    elif attribute is not None:
        attribute = facts.attribute_of(attribute)
    recurs = attribute == "working_hours" or found.rule in _RECURRING or (attribute or "").endswith("birthday")
    recurs = recurs or (found.op is CandidateOp.RETRACT and _ONLY_WEEKDAY.search(found.text) is not None)
    recurs = recurs or _SABBATH.search(clause.string) is not None
    recurs = recurs or any(again.search(clause.string) for again in _EVERY_TIME)
    recurs = recurs or _is_done_weekly(clause)
    recurs = recurs or _DAY_OFF.search(found.text or clause.string) is not None
    recurs = recurs or _EVERY_MONTH.search(clause.text[clause.start : clause.end + _SOON].lower()) is not None
    if found.kind is Kind.EVENT and (_YEARLY.search(clause.string) or _SABBATH.search(clause.string)):
        found = replace(found, kind=Kind.FACT)
    words, dated = _worded(found, clause, sent, recurs=recurs)
    if found.rule == "location" and not found.text:
        words = _THESE_DAYS.sub("", _BESIDE_PLACE.sub("", words))
    if not found.text and (mine := _IS_MINE.match(clause.text, clause.words[0].start)) is not None:
        words = _IS_THEIRS.sub(f"Has the {mine['x']}", words)
    if found.rule == "all-in":
        words = _IT_IS_ALL.sub("Everything is", words)
    if not recurs:
        if dated is not None and (moved := _FROM_TO.search(words)):
            dated = date.fromisoformat(moved["day"])
        if dated is None and (found.rule in _DECISIONS or _DECIDED.match(clause.string)):
            dated = sent
        is_open = attribute is None or attribute.startswith("reference:")
        if is_open and (given := schedule_of(words, clause)) is not None:
            attribute, found = given[0], replace(found, value=given[1])
    if found.op is CandidateOp.ADD:
        words += held_under(found, words, clause, text)
    return as_candidate(found, words, attribute, dated, text.raw_span(clause.start, clause.end))


_DAY_OFF = LatePattern(
    r"\b(?:days?|nights?|mornings?|afternoons?|evenings?)[ -]off (?:is|are|['’]s) (?:(?:now|always|usually|only|on) )?"
    rf"{_WEEKDAY}s?$",
    re.IGNORECASE,
)
"""What is so each week: "my day off is Wednesday"."""


_THESE_DAYS = LatePattern(r" (?:these days|nowadays|at the moment|for now)(?:, .*)?$")
_BESIDE_PLACE = LatePattern(
    r", (?![A-ZÀ-Þ0-9]|(?:in|near|just|right|outside|off|on|above|below|behind|by|next|close|over|under|between|about|"
    r"up|down|at|an?|the|one|two|three|four|five|ten|half|with|not)\b|(?:since|for|from)\b).*$"
)
"""What is told beside where somebody lives, and is none of it: "in Brockley now, finally, no more buses"."""


def _worded(found: Found, clause: Clause, sent: date, *, recurs: bool) -> tuple[str, date | None]:
    """Return the words of what was read, and the first day it names; its days made absolute unless they recur."""
    told = found.text or (feedback.order(clause) if found.kind is Kind.FEEDBACK else "")
    words, lead = (_with_scope(found, told, clause), "") if told else (_in_full(clause), _lead(clause))
    lead = _lead(clause) if begins(found, clause) else lead
    words = f"{_label(clause, asked=found.rule == ASKED)}{words}" if found.rule in {"judge", ASKED} else words
    dated = None
    words = _that_weekday(words, clause)
    if _DECIDED.match(clause.string):
        words = _AT_ITS_DAYS.sub(_on_its_day, words)
    if not (recurs or _EVER_SINCE.search(clause.text, clause.start, clause.end + len(" now"))):
        past = is_past(clause, sent)
        before = _said_before(clause, _own_start(clause))
        article = "the " if _is_of_a_thing(words, clause) else ""
        words, dated = resolve(article + _then_named(words, clause, sent), sent=sent, past=past, before=before)
        words = words.removeprefix(article)
        before = _said_before(clause, clause.start)
        lead, first = resolve(_then_named(lead, clause, sent), sent=sent, past=past, before=before)
        dated = first or dated
    whole = f"{words}{lead}" if lead[:1] == "," else f"{words} {lead}".rstrip()
    closing = '"' if whole.count('"') == 1 and _OPENED.search(whole) else ""
    return in_third_person(_DAY_FIRST.sub("On", whole)) + closing, dated


def _with_scope(found: Found, told: str, clause: Clause) -> str:
    """Return a rule's text with for whom and since when it is so: "Has been with Rademakers since 1991"."""
    scope = scope_of(found, clause)
    lasts = scope.startswith((" since ", " for ")) and _LASTS.match(clause.string) is not None
    return f"{_IS.sub('Has been ', told) if lasts else told}{scope}"


_LASTS = LatePattern(r"(?:i|we) have been ")
_IS = LatePattern(r"^Is ")


def _label(clause: Clause, *, asked: bool) -> str:
    """Return "Library hours: " for "7:45 to 17:00" behind it: what a colon leads to without a verb.

    What is `asked` to be remembered may be called so with "this": "remember this number for the plumber: …".
    """
    if not (asked or clause.joined == ":") or any(is_finite(clause.words, at) for at in range(len(clause.words))):
        return ""
    if asked:
        label = _THIS_ONE.search(clause.text, max(0, clause.start - _CALLED), clause.start)
    else:
        label = _LABEL.fullmatch(clause.text[clause.sentence[0] : clause.start])
    if label is None or tells_secret(clause, *label.span()):
        return ""
    return f"{capitalised(label['v'])}: "


_LABEL = LatePattern(
    r"(?:(?:and|also|our|my|the) )?(?P<v>(?!(?:note|update|news|reminder|psa|fyi|intro|about me|me|also|and|so|ok|re|"
    r"todo|edit|real|short|main|whole|important|question|confession|correction|for|as|in|on|at|if|when|i|we|it|this|"
    r"that|here|there|please|remember)\b)"
    r"[\w'’-]+(?: (?!(?:me|us|you|point|thing|version|truth|is|are|was|were|am|has|have|had|do|does|did|will|can|says?|"
    r"said|asks?|asked|wants?|needs?)\b)"
    r"[\w'’-]+){1,6}) ?: ?",
    re.IGNORECASE,
)
"""What a thing is called before the colon behind which it is told."""
_CALLED = 80
"""Characters before something in which it is told what it is called."""
_THIS_ONE = LatePattern(
    r"\b(?:this|these) (?P<v>(?!(?:is|are|one|ones|thing|things|for|please|down|about|bit|fact|info)\b)"
    r"[\w'’-]+(?: [\w'’-]+){0,6}) ?: ?$",
    re.IGNORECASE,
)


def _is_of_a_thing(words: str, clause: Clause) -> bool:
    """Return whether words begin with a weekday that a thing is called by: "the Saturday market stall is …"."""
    return clause.words[0].norm in {"the", "our", "my"} and _WEEKDAY_FIRST.match(words) is not None


def _then_named(words: str, clause: Clause, sent: date) -> str:
    """Return the words with "that day" or "by then" as the day that was named just before, where one was."""
    if _THEN.search(words) is None and _AWAY.search(words) is None:
        return words
    known = find_dates(clause.text[max(0, clause.start - _BEFORE) : clause.start], sent=sent)
    if not known or known[-1].until:
        return words
    words = _AWAY.sub(lambda match: f"on {_away(match, known[-1].day)}", words)
    return _THEN.sub(lambda match: f"{match['by'] or 'on'} {known[-1].day}", words)


def _away(match: re.Match[str], day: date) -> date:
    """Return the day that is as far from another as a wording tells: "two weeks later"."""
    if match["next"]:
        return day + timedelta(days=1)
    number = _IN_WORDS.get(match["n"].lower()) or int(match["n"])
    days = number * (7 if match["unit"] == "week" else 1)
    return day + timedelta(days=-days if match["dir"] in {"before", "earlier"} else days)


def _that_weekday(words: str, clause: Clause) -> str:
    """Return the words of what recurs with "that day" as the weekday named before: "leaves at four on Tuesdays"."""
    if _THAT_DAY.search(words) is None:
        return words
    known = _WEEKDAYS.findall(_said_before(clause, clause.start))
    return _THAT_DAY.sub(f"on {known[-1]}", words) if known else words


def _said_before(clause: Clause, start: int) -> str:
    """Return what the sentence of a clause says before a place in it, and the one before a semicolon."""
    begins = clause.sentence[0]
    said = clause.text[max(0, start - _BEFORE) : begins].rstrip()
    if said.endswith(";"):
        begins = max(said.rfind(mark) for mark in ".!?\n") + 1 + max(0, start - _BEFORE)
    return clause.text[max(0, start - _BEFORE, begins) : start]


def _own_start(clause: Clause) -> int:
    """Return where a clause begins in its text, behind the subject it has from the clause before."""
    for before, word in pairwise(clause.words):
        if any(map(str.isalnum, clause.text[before.end : word.start])):
            return word.start
    return clause.words[0].start


def as_candidate(
    found: Found, words: str, attribute: str | None, dated: date | None, span: tuple[int, int]
) -> Candidate:
    return Candidate(
        op=found.op,
        text=_spelled(words) if found.op is CandidateOp.ADD and attribute != "name" else words,
        kind=found.kind,
        attribute=attribute,
        value=found.value,
        polarity=found.polarity,
        confidence=found.confidence,
        dated=dated,
        span=span,
        rule=found.rule,
    )


def _spelled(text: str) -> str:
    """Return a text with the apostrophes that its author left out: "dont copy their spelling"."""
    return _NO_APOSTROPHE.sub(r"\1n't", text) if "nt" in text else text


_NO_APOSTROPHE = LatePattern(
    r"\b(do|does|did|is|are|was|were|ca|wo|would|could|should|have|has|had|Do|Does|Did|Is|Are|Ca|Wo)nt\b"
)


def candidates_of(reading: Reading, text: CleanText, sent: date) -> list[Candidate]:
    """Return what a reading gives if it is kept: what its rule reads, or the clause in canonical form."""
    clause, found = reading.clause, reading.found or (Found(Kind.FACT, "", "judge"),)
    if not reading.found and (pair := couple(clause)) is not None:
        return [candidate_of(pair[0], clause, text, sent), candidate_of(found[0], pair[1], text, sent)]
    if not reading.found and reading.untied is not None:
        return [_stands_alone(reading.untied, clause, text, sent)]
    return [one for item in found for one in _one_by_one(candidate_of(item, clause, text, sent), clause)]


def _one_by_one(candidate: Candidate, clause: Clause) -> Iterator[Candidate]:
    """Yield a candidate, or the two that it is where something was decided "to do A and to do B"."""
    both = _DECIDED_BOTH.fullmatch(candidate.text) if _is_to_do_more(clause) else None
    if both is None:
        yield candidate
        return
    for part in ("one", "other"):
        yield replace(candidate, text=f"{both['lead']}{both[part]}", attribute=None, value=None)


def _is_to_do_more(clause: Clause) -> bool:
    """Return whether a verb stands behind an "and to": not in "write to Ana and to Bo"."""
    return any(
        (first.norm, second.norm, third.tag) == ("and", "to", "VB")
        for first, second, third in zip(clause.words, clause.words[1:], clause.words[2:], strict=False)
    )


_DECIDED_BOTH = LatePattern(
    r"(?P<lead>.*?\b(?:decided|agreed|voted|resolved)\b.*? )(?P<one>to .+?),? and (?P<other>to .+)", re.IGNORECASE
)


def _stands_alone(untied: Untied, clause: Clause, text: CleanText, sent: date) -> Candidate:
    """Return what a clause gives that stands by itself, or with the clause before it."""
    told = candidate_of(Found(Kind.FACT, untied.text, "judge"), clause, text, sent)
    if untied.behind is None:
        return told
    before = candidate_of(Found(Kind.FACT, "", "judge"), untied.behind, text, sent)
    return replace(told, text=f"{before.text}, {told.text[:1].lower()}{told.text[1:]}")


def _in_full(clause: Clause) -> str:
    """Return the clause in canonical form, without what stood before its subject."""
    words: Sequence[Word] = clause.words
    if (tail := _TAIL.search(clause.string)) and tail.start() > _SHORTEST:
        words = clause.line.words_between(0, tail.start())
    return canonical(clause.text, _in_order(words, clause.lead))


def _in_order(words: Sequence[Word], lead: Sequence[Word]) -> Sequence[Word]:
    """Return the words with an object that stands before the subject behind its verb: "rennet I buy in Bern"."""
    if not lead or words[0].norm not in {"i", "we"} or not _is_thing(lead):
        return words
    verb = 0
    for position, word in enumerate(words[1:_LONGEST_VERB], start=1):
        if word.tag.startswith("VB") or word.tag == "MD":
            verb = position
        elif word.tag != "RB":
            break
    after = words[verb + 1] if verb + 1 < len(words) else None
    owned = (
        words[verb].norm in {"have", "do"} and after is not None and after.tag == "IN"
    )  # "the lab I have on Fridays"
    if (
        not verb
        or (words[verb].norm in _NO_OBJECT | MODAL and not owned)
        or (after is not None and after.tag in _OBJECT_TAGS)
    ):
        return words
    again = after is not None and after.norm in {"it", "them"}
    return (*words[: verb + 1], *lead, *words[verb + 1 + again :])


_LONGEST_VERB = 7
"""Words in which the verb behind a subject ends."""
_NO_OBJECT = frozenset(
    """am is are was were be been do does did have has had go went live lived come came work worked sleep start
    finish""".split()
)
_OBJECT_TAGS = frozenset("DT PRP$ NN NNS NNP NNPS CD JJ VBG VBN EX WP".split())


def _is_thing(lead: Sequence[Word]) -> bool:
    """Return whether what stands before a subject is a thing, and neither a time nor whom it is said to."""
    first, last = lead[0], lead[-1]
    if last.tag not in _THING_TAGS or first.tag not in _THING_TAGS | {"DT", "PRP$", "JJ", "CD", "VBN", "VBG"}:
        return False
    if (len(lead) == 1 and last.tag == "NNP") or last.norm in TIMES or any(word.norm == "," for word in lead):
        return False
    string = " ".join(word.norm for word in lead)
    return not (_LEADS.match(string) or find_dates(string, sent=_ANY_DAY))


_THING_TAGS = frozenset({"NN", "NNS", "NNP", "NNPS"})


def _lead(clause: Clause) -> str:
    """Return what stands before the subject and belongs to what is said: when, where or how; "" for the rest."""
    if not clause.lead:
        return ""
    lead = " ".join(clause.text[clause.lead[0].start : clause.lead[-1].end].split())
    if clause.lead_string in _NOW:
        return ""
    if _WEEKDAYS_ONLY.fullmatch(clause.lead_string):
        return f"on {_DAY_NAME.sub(lambda day: day[0].capitalize(), lead)}"
    if _LEADS.match(clause.lead_string) or find_dates(lead, sent=_ANY_DAY):
        return f"{lead[:1].lower()}{lead[1:]}"
    if clause.lead[0].tag in {"IN", "DT", "RB"}:
        lead = f"{lead[:1].lower()}{lead[1:]}"
    return f", {lead}" if any(word.norm in TIMES for word in clause.lead) else ""
