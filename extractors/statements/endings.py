"""What a message tells to be over, by itself or beside something new: "the Bedford is sold, we tour in a Sprinter now".

Some wordings (`alone` in `patterns/endings.toml`) end something by themselves. The others (`beside`) say too little for
that: where the same message gives a new statement they name what it takes the place of, and only a memory that holds
the same words can end by that.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from extractors.guarding import guards
from extractors.judging.judge import Reading
from extractors.matching.late_patterns import LatePattern
from extractors.statements.profile import is_name
from extractors.statements.rules import Found, apply_anywhere, capitalised, compiled, load, original, sieved
from extractors.syntax.clauses import Clause, asks_somebody
from memory.records import CandidateOp, Kind

_AT_HAND = compiled(
    r"(?:(?:the|my|our|a|an|this|that|these|those) (?:[\w'-]+ )?)?(?:it|them|him|her|one|ones|this|that|you|me|us|call|"
    r"calls|meeting|meetings|day|week|sprint|build|server|deploy|deployment|ticket|tickets|pr|prs|bug|demo|lunch|"
    r"breakfast|dinner|shift|room|office|queue|email|emails|email thread|thread|tab|tabs|dog|cat|kids|baby|point|thing|"
    r"things|matter|idea|ideas|time|hand|hands|keys?|phone|laptop|report|draft|slides|form|forms|paperwork|homework|"
    r"coffee|milk|snacks|links?|slides|file|files|copy|charger|badge|ticket|time|energy|patience|capacity|strength|words|biscuits|cake|food|beer|wine|bread|water|snow|rain|sun|storm|wifi|internet|break|weekend|party|"
    r"show|film|match|game|holiday|holidays|exam|exams|deadline|sale|offer|session|talk|workshop|chat|group chat|stuff|"
    r"mission|notice(?: \w+)?|badge|voice|page|coat|audit|project meeting|pages? \d.*|\d+|one|two|three|four|five|six)$"
)
"""What is over, gone or done with at any time and tells nothing that lasts."""
_EVIDENT = LatePattern(
    r"\bsold (?:it|him|her|them|the (?:last|lot)|all)\b|\ball sold\b|\bfor (?:good|real|ever)\b|\bno more\b"
    r"|\b(?:gave|given) (?:it|them|him|her) (?:up|away)\b|\bany ?more\b|\bany longer\b|\bno longer\b"
    r"|\bnever again\b|\b(?:stop|quit) (?:asking|reminding|quoting|nagging|telling)\b|\btaken (?:it|them|that) over\b"
    r"|\b(?:well )?out of (?:it|that) now\b|\bretired\b|\b(?:gave|packed|jacked|chucked) (?:it|them|that) (?:up|in)\b"
    r"|\b(?:took|taken|bought|claimed) (?:it|them|him|her) back\b"
    r"|\bstopped\b(?! working)|\bdo(?: not|n[’']?t) (?:do|have|own|use|need) (?:it|that|them|him|her|one) (?:now|any)\b"
)
"""What beside it tells that something said to be gone is so for good."""


_NEAR = 300
"""Characters before and behind a clause in which that is looked for."""


def ends(match: re.Match[str], clause: Clause) -> bool:
    """Something that lasted is over, not what is at hand; a pronoun names nothing."""
    value = next(filter(None, map(match.groupdict().get, ("v", "w"))))
    return (
        not _AT_HAND.match(value)
        and not _NOTHING.match(value)
        and clause.joined not in _SUPPOSING
        and not guards.moment(clause)
    )


def lasts(value: str, clause: Clause) -> bool:
    """Return whether something lasted, by what it is called: not the office at five, nor the build."""
    return not (_AT_HAND.match(value) or _NOTHING.match(value) or guards.moment(clause) or guards.at_hand(clause))


def no_more(match: re.Match[str], clause: Clause) -> bool:
    """It was so, and is so no more from some time on: "not on the rota since I moved", not "not on the rota"."""
    told = f"{match['t']} {clause.text[clause.end : clause.end + _TIME]}".lower()
    return _NO_MORE.match(told) is not None and lastingly_off(match, clause)


_NO_MORE = LatePattern(
    r"\W*(?:here )?(?:any ?(?:more|longer)\b|now\b(?! (?:because|but|so|until))|these days\b|as of\b"
    r"|after (?:the|this|last)\b"
    r"|since (?!yesterday|this morning|lunch|breakfast|the (?:call|meeting|update|outage))|from (?:now|this"
    r"|next|the)\b)"
)


def post_no_more(match: re.Match[str], clause: Clause) -> bool:
    """The same of an office or a trade."""
    return a_post(match, clause) and no_more(match, clause)


def by_name(match: re.Match[str], clause: Clause) -> bool:
    """The same with a firm, or at a place, called by its name."""
    return original(clause, match, "v")[:1].isupper() and no_more(match, clause)


def evident(match: re.Match[str], clause: Clause) -> bool:
    """The wording alone leaves room for what passes; something else in the message tells that it is over for good."""
    first, last = clause.words[0].start, clause.end
    before, after = clause.text[max(0, first - _NEAR) : first], clause.text[last : last + _NEAR]
    told = f"{before} {clause.string[match.end('v') :]} {after}"
    named = _NAMED_THING.match(match["v"]) is not None and not guards.moment(clause)
    return (named or ends(match, clause)) and _EVIDENT.search(told.lower()) is not None


_NAMED_THING = LatePattern(
    r"(?:the|my|our|this|that) (?!(?:whole|same|other|first|last|silly|stupid|new)\b)[\w'-]+(?: [\w'-]+)? "
    r"(?:thing|stuff|lark|malarkey|business|phase|experiment|kick|habit)$"
)
"""What people call a way of living that they tell to be over: "the keto thing"."""


def a_post(match: re.Match[str], clause: Clause) -> bool:
    """What somebody was by office or trade, not a manner: "ceased to be warden", not "stopped being late"."""
    return ends(match, clause) and any(
        word.tag.startswith("NN") for word in clause.line.words_between(*match.span("v"))
    )


def nouns(match: re.Match[str], clause: Clause) -> bool:
    """Nothing but a thing is named: "Saturdays no more", not "say no more"."""
    words = clause.line.words_between(*match.span("v"))
    return all(word.tag.startswith(("NN", "JJ", "DT", "PRP$")) for word in words) and ends(match, clause)


def parted(match: re.Match[str], clause: Clause) -> bool:
    """From somebody by name."""
    return is_name(original(clause, match, "v") or original(clause, match, "w"))


def at_a_time(match: re.Match[str], clause: Clause) -> bool:
    """Something that comes again and again is at that time no more; a call may only be put off."""
    after = clause.text[clause.end : clause.end + _TIME].lower()
    return not (_AT_HAND.match(match["x"]) or _FOR_A_TIME.search(after)) and ends(match, clause)


def lastingly_off(match: re.Match[str], clause: Clause) -> bool:
    """Off something that people give up, for no set time: neither "off sugar for Lent" nor "off the tea today"."""
    return not _FOR_A_TIME.search(f"{clause.string} {clause.text[clause.end : clause.end + _TIME]}".lower()) and ends(
        match, clause
    )


def ever_since(match: re.Match[str], clause: Clause) -> bool:
    """For long: "we haven't had hens since the fox", not "I haven't had the van today"."""
    told = f"{clause.string[match.end('v') :]} {clause.text[clause.end : clause.end + _TIME]}".lower()
    return _EVER_SINCE.match(told) is not None and ends(match, clause)


_EVER_SINCE = LatePattern(r"\W*(?:since(?! (?:yesterday|this morning|lunch|breakfast))|(?:for|in) (?:years|ages))\b")
_TIME = 30
"""Characters behind a clause in which a time is looked for."""
_FOR_A_TIME = LatePattern(
    r"\b(?:for (?:lent|ramadan|january|february|dry|sober|a|an|the|this|now|two|three|four|\d+)\b"
    r"|(?<!lasted )(?:until|till?)\b"
    r"|today|tonight|tomorrow|this (?:morning|afternoon|week|weekend|month|evening)|while|again tomorrow|when)\b"
)


def taken_over(match: re.Match[str], clause: Clause) -> bool:
    """What a thing no longer is, and right behind what it is: "it isn't in bay 2 any more, it's in the loft"."""
    after = clause.text[clause.end : clause.end + _SOON].lower()
    if _NOT_LASTING.match(match["v"]):
        return False
    for_good = _FOR_GOOD.search(match[0]) or (_IN_PLACE.match(match["v"]) and after.startswith(" now"))
    return bool(for_good) and ends(match, clause) and _INSTEAD.match(after) is not None


_FOR_GOOD = LatePattern(r"\b(?:any (?:more|longer)$|no longer|since\b)")
_NOT_LASTING = LatePattern(r"my |the (?:only|problem|issue|one|worst|culprit|bottleneck|blocker|point|case)\b")
"""Whose somebody is, which is told otherwise, and what is at hand."""
_IN_PLACE = LatePattern(r"(?:in|on|at|under|behind)\b")
_INSTEAD = LatePattern(
    r"(?: any ?(?:more|longer)| now)?\s*[,;.–—-]\s*(?:and |but |so )?(?:it|its|it['’]s|they|they['’]re|theyre)\b"
)
_SOON = 30
"""Characters behind a clause in which what took over begins."""
_SUPPOSING = frozenset("when while because if unless whether although though whenever once until till before".split())
_ACCEPTS = {
    check.__name__: check
    for check in (
        ends,
        evident,
        no_more,
        post_no_more,
        by_name,
        a_post,
        nouns,
        parted,
        lastingly_off,
        ever_since,
        at_a_time,
        taken_over,
    )
}
_RULES = load("endings", _ACCEPTS)
BESIDE = sieved(_RULES["beside"])
ALONE = _RULES["alone"]
_NOTHING = LatePattern(
    r"\w+ing (?:me|my|us|our|you|your)\b.*"
    r"|(?:(?:it|this|that|them|these|those|him|her|you|me|us|they|here|there|work|bed|home|sleep|lunch|now"
    r"|today|yesterday|notes|(?:my|our) (?:report|notes?|lunch|keys?|phone|laptop|forms?|homework)|"
    r"(?:my|our|the) (?:talk|speech|presentation|poster|two weeks|notice|word)|"
    r"a (?:lot|bit|while|minute|second|day|joke|problem|big deal)|anything|everything|nothing|something|so"
    r"|too|very|all|the "
    r"(?:day|week|meeting|call|office|building|house|room|kids|door|point|idea|rest|time|end|wait"
    r"|line))\b(?: .*)?|\w{1,2}|(?:so |that |too |quite |very )?(?:cold|hot|warm|hungry|thirsty|tired|ill|sick|\w+sick"
    r"|sure|certain|angry|cross|mad|upset|scared|afraid|worried|nervous|surprised|shocked|amused|convinced|bored|lost"
    r"|late|alone|asleep|awake|drunk|wet|dry|busy|stuck|blocked|speechless|able|available|free|needed))$"
)
_NO_VALUE = LatePattern(
    r"(?:an?|even|ever|one|only|so|because|just|that|it|yet|for (?:the|anyone)|in (?:my|this)|my|for now)\b"
)
"""What follows a "not" that only adds weight: "not a day later", "not for anyone"."""
_STILL = LatePattern(r"(?:,? any ?(?:more|longer)| now)$", re.IGNORECASE)
_TALE = 60
"""Words of a message that tells much besides; what is over in it is mostly part of the tale."""
_CHANGE = LatePattern(
    r"\b(?:now|these days|nowadays|from (?:now|this|next|tomorrow|today|here|the first)|as of|since"
    r"|any ?more|any longer|"
    r"no longer|changed|changing|moved|moving|switched|swapped|finally|at last|for good|actually"
    r"|correction|mistake|sorry|"
    r"said|went|gone|new)\b"
)
"""What tells that something has changed; "receipts go to me, not to Ana" may be as it always was."""
_LONGEST = 8
"""Words of what a new value is not: "the Vivaro, not the Transit"."""


def only_over(reading: Reading) -> Found | None:
    """Return what a clause tells to be over and nothing else, or None: "we're not closed on Mondays any more"."""
    if reading.found or not _OVER.search(reading.clause.string):
        return None
    return next(beside(reading), None)


_OVER = LatePattern(r"\bno longer\b|\bnot\b.* any (?:more|longer)$")


def beside(reading: Reading, before: Clause | None = None) -> Iterator[Found]:
    """Yield what a clause tells to be over, provided that its message states something new.

    Args:
        reading: A clause with what was read in it. One that asks, supposes or reports ends nothing.
        before: The clause before it. What that is about stands in the text of what ended, where the clause itself is
            about nothing of its own: "choir is on Mondays now, not Thursdays" ends choir on Thursdays.
    """
    for found in _beside(reading):
        topic = _topic(reading.clause, found.value or "")
        if not topic and before is not None and before.sentence == reading.clause.sentence:
            topic = _topic(before, found.value or "")
        yield replace(found, text=capitalised(f"{topic} {found.text}")) if topic else found


def _topic(clause: Clause, value: str) -> str:
    """Return the thing that a clause is about, without its article; "" for a pronoun, or where that is what ended."""
    verb = next((at for at, word in enumerate(clause.words) if word.tag in _FINITE), 0)
    words = clause.words[1:verb] if clause.words[0].tag in {"DT", "PRP$"} else clause.words[:verb]
    if not 0 < len(words) <= _LONGEST_TOPIC or not any(word.tag.startswith("NN") for word in words):
        return ""
    topic = clause.text[words[0].start : words[-1].end]
    return "" if topic.lower() in value.lower() or value.lower() in topic.lower() else topic


_FINITE = frozenset({"VBZ", "VBP", "VBD", "VBN", "MD"})
_LONGEST_TOPIC = 6
"""Words."""


def _beside(reading: Reading) -> Iterator[Found]:
    clause = reading.clause
    if (
        reading.length > _TALE
        or any(item.op is CandidateOp.RETRACT or item.kind is Kind.FEEDBACK for item in reading.found)
        or asks_somebody(clause.words)
        or set(reading.guards) & set(guards.ALWAYS)
    ):
        return
    if clause.joined == "not":
        if not _has_changed(clause) or len(clause.words) > _LONGEST or _NO_VALUE.match(clause.string):
            return
        text = _STILL.sub("", " ".join(clause.text[clause.start : clause.end].split()))
        yield Found(None, text, "not-that", value=text, confidence=0.8, op=CandidateOp.RETRACT)
        return
    for found in apply_anywhere(BESIDE, clause):
        if found.rule == "instead-of" and not _has_changed(clause):
            continue
        if found.value and not _NOTHING.match(found.value.lower()):
            yield found
            return


def _has_changed(clause: Clause) -> bool:
    return _CHANGE.search(clause.text[slice(*clause.sentence)].lower()) is not None
