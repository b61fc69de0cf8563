"""Whether a clause is worth keeping: what its rule and the judge think, together."""

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from extractors.guarding import guards
from extractors.judging.judge import Reading, Verdict, log_odds
from extractors.matching.late_patterns import LatePattern
from extractors.message import CleanText
from extractors.secrets import is_made_up
from extractors.statements import feedback, standing_orders
from extractors.statements.conditions import each_time
from extractors.statements.own_fields import ASKED_OTHERWISE
from extractors.statements.rules import Found, capitalised, compiled
from extractors.syntax.boundaries import is_finite
from extractors.syntax.canonical import in_third_person
from extractors.syntax.clauses import Clause
from memory.records import Candidate, CandidateOp, Kind

EVERYDAY = 0.3
"""Log odds by which a clause that no rule read is likelier worth keeping in everyday messages than the judge says.

It is calibrated on people who seek out what is hard. Of 0.0, 0.2, 0.5 and 0.8, 0.2 gave the best F1 on 3,300 everyday
messages by authors of whom it had learned nothing; 0.5 gave hardly less.
"""
PROPOSED = 0.71
"""Probability from which the judge proposes a clause that no rule read: a little more than the Book asks for."""
PROPOSED_IN_DOUBT = 0.86
"""The same, for what seems to pass, and for a clause about somebody who is named: mostly a colleague."""
PROPOSED_UNTIED = 0.85
"""The same, for what begins with a pronoun that nothing was found for."""
BRIEF = 2
"""Words that mostly say too little by themselves."""
SURE_OF_BRIEF = 0.72
"""Probability from which the judge proposes them all the same.

Of 31 such clauses in 44,000 labelled messages of which the judge was surer than 0.7, but less sure than 0.82, 29 were
right.
"""
SURE_OF_ANSWER = 0.9
"""The same, where something was said before that they may answer: "helix" may be an editor, and what is at hand."""
SURE_OF_ORDER = 0.87
"""The same, for an order to the bot in which no word tells that it holds on: "show me the SQL before its meaning"."""
SURE_OF_WORDING = 0.87
"""The same, for what is worded as an order or as a request, and is none: "put me down as a bass player"."""
SURE_OF_NAMED = 0.85
"""The same, for what begins with a name and is told of the author: "Pan is the surname"."""
VETOED = 0.75
"""Chance, of rule and judge together, below which what a rule read is vetoed."""
CERTAIN = 0.95
"""Confidence of a rule below which the judge alone may deny what it read."""
DENIED = 0.4
"""Probability, by the judge, below which it does.

Of 23 such clauses in some 34,000 labelled messages that rule and judge together let through, 3 were right.
"""
DENIED_PLAIN = 0.03
"""The same where the message is one plain statement: "how about lunch? I live in Porto now"."""
DOUBTFUL = 0.7
"""Confidence of a rule below which it does not stand in the way of what the judge alone would propose."""
RULE_WEIGHT = 0.6
"""How much a rule's own confidence counts beside the judge's, in log odds."""
PLAIN_WEIGHT = 0.85
"""The same, where the message is one plain statement."""
PLAIN_WORDS = 10
"""Words of the longest plain statement: one as short as "I'm Dana" gives the judge little to go by."""
PLAINLY_TOLD = 0.9
"""Confidence of a rule from which it surely tells who somebody is."""
REFERRING = frozenset("he she it they that this you there i".split())
"""What a clause begins with that hangs on what was said before, or says it of somebody else than "I"."""
_PASSING = frozenset({"transient", "at_hand", "moment", "former"})
"""Guards that tell of what seems to pass."""
_DOUBTED = _PASSING | {"third_person"}


def as_understood(reading: Reading, verdict: Verdict) -> Reading:
    """Return the reading without an order that the judge takes for something else: "plain crisps only"."""
    if reading.found and reading.found[0].rule in _LOOSELY and verdict.kind is not Kind.FEEDBACK:
        return replace(reading, found=())
    return reading


_LOOSELY = frozenset({"short-answers", "order-always", "whenever", "just-that", "for-such"})
"""Rules that read an order in what a text or anything else may be like."""


def worth_keeping(reading: Reading, verdict: Verdict) -> bool:
    """Return whether a reading past the guards is kept: an ending always, a rule's unless vetoed, else if proposed."""
    if not reading.found:
        return not in_another_script(reading) and _proposed(reading, verdict)
    rule = reading.found[0]
    if rule.op is not CandidateOp.ADD:
        return True
    least = DENIED_PLAIN if _is_plain(reading) else DENIED
    denied = rule.confidence < CERTAIN and verdict.keep < least and not _unreadable(reading)
    return (chance(reading, verdict) >= VETOED and not denied) or (
        rule.confidence < DOUBTFUL and _proposed(reading, verdict)
    )


def ends_nothing(reading: Reading, verdict: Verdict | None, chances: Mapping[CandidateOp, float]) -> bool:
    """Return whether the judge hears no ending where a rule read one: "quit Outlook and open it again".

    Args:
        reading: What the rules make of a clause.
        verdict: What the judge thinks of that.
        chances: How likely each command is in the message, by the judge; empty where it was not asked.
    """
    if not reading.found or reading.found[0].rule not in _OFTEN_NO_ENDING or verdict is None:
        return False
    least = DENIED_PLAIN if _is_plain(reading) else STATES_NOTHING
    return chances.get(CandidateOp.RETRACT, 1.0) < ENDS_NOTHING and verdict.keep < least


_OFTEN_NO_ENDING = frozenset({"gave-up", "ended-left"})
"""Rules of what people stop, quit and leave, which is often nothing that lasted."""
ENDS_NOTHING = 0.05
"""Chance, by the judge, below which a message ends nothing where they read an ending; of 76 that did none had less."""
STATES_NOTHING = 0.5
"""Probability of a clause below which that is believed: one that states something may end it as well."""


def may_be_overruled(clause: Clause, fired: Sequence[str]) -> bool:
    """Return whether the judge may keep a clause past the guards that fired: those of wording, never of privacy."""
    sentence = clause.text[slice(*clause.sentence)]
    either = "conditional" in fired and _EITHER.search(sentence) is not None
    return (
        _OF_WORDING.issuperset(fired)
        and not either
        and (not sentence.rstrip().endswith("?") or feedback.is_asked_for_good(clause))
    )


_EITHER = LatePattern(r"[,;.] ?(?:if not|otherwise|or else|if so)\b", re.IGNORECASE)
"""What tells that the one thing or the other will be: "if I get the grades it's Glasgow, if not it's the shop"."""


def overrules(reading: Reading, verdict: Verdict) -> bool:
    """Return whether the judge is so sure of a clause that it is kept past guards which it may overrule."""
    states = not reading.found or reading.found[0].op is CandidateOp.ADD
    if "question" in reading.guards and not reading.found and reading.clause.question:
        states = verdict.kind is Kind.FEEDBACK
    least = JEST_OVERRULED if "sarcasm" in reading.guards else OVERRULED
    return states and verdict.keep >= least and (bool(reading.found) or _fits(reading, verdict))


OVERRULED = 0.72
"""Probability from which the judge overrules a guard.

Of 37 clauses in some 50,000 labelled messages that a guard of wording stopped and of which the judge was as sure as
that, but less sure than 0.87, 30 were right, and two told something where there was nothing to tell.
"""
JEST_OVERRULED = 0.93
"""The same, for the guard against jest."""
_OF_WORDING = frozenset({"question", "conditional", "wish", "uncertain", "sarcasm"})
"""Guards that go by a few words, which the judge reads in the whole message."""


def in_another_script(reading: Reading) -> bool:
    """Return whether words of a clause are in letters that are not Latin ones."""
    clause = reading.clause
    return _ANOTHER_SCRIPT.search(clause.text, clause.start, clause.end) is not None


def _unreadable(reading: Reading) -> bool:
    """Return whether so much of a clause is in such letters that the judge can make nothing of it."""
    if not in_another_script(reading):
        return False
    told = reading.clause.text[reading.clause.start : reading.clause.end]
    return len(_ANOTHER_SCRIPT.findall(told)) * _FOURTH >= sum(map(str.isalpha, told))


_FOURTH = 4
_ANOTHER_SCRIPT = LatePattern(r"[^\W\d_\u0000-\u024f\u1e00-\u1eff]")


def _proposed(reading: Reading, verdict: Verdict) -> bool:
    """Return whether the judge alone would keep the clause."""
    if feedback.ordered_each_time(reading.clause):
        return unruled(reading, verdict) >= PROPOSED and _fits(reading, verdict)
    if reading.untied is not None:
        named = _ONLY_NAMED.fullmatch(reading.untied.text) is not None  # "it's Ben Okoro": who is, nobody knows
        return verdict.keep >= PROPOSED_UNTIED and not named
    plain = _DOUBTED.isdisjoint(reading.guards) or _shared_out(reading)
    least = PROPOSED if plain else PROPOSED_IN_DOUBT
    return unruled(reading, verdict) >= least and _fits(reading, verdict)


def _shared_out(reading: Reading) -> bool:
    """Return whether somebody does what the author does not, as told right before: "I do Hillside, Marta the rest"."""
    clause = reading.clause
    if not _PASSING.isdisjoint(reading.guards) or _DOES_THE_REST.match(clause.string) is None:
        return False
    return _OWN_SHARE.search(clause.text[max(0, clause.start - _SHARE) : clause.start]) is not None


_SHARE = 120
"""Characters before a clause in which the author's own share is told."""
_DOES_THE_REST = LatePattern(
    r"(?!(?:he|she|it|they|that|this|there|you|nobody|somebody|someone|everyone)\b)[\w'-]+(?: [\w'-]+)? (?:"
    r"has|have|covers?|does|takes|runs|looks? after|keeps|handles|decides|signs|leads|minds|manages|opens|closes"
    r"|is (?:covering|looking after|minding|doing|running|handling|in charge))\b"
)
_OWN_SHARE = LatePattern(
    r"\b(?:I|i|[Ww]e)(?:['’]?(?:m|ll|ve|re)| am| will| have)?(?: (?:be|only|just|now|usually|always|mostly|got)){0,2} "
    r"(?:off|away|out|on leave|cover|look after|run|do|have|take|handle|keep|mind|own|teach|manage|open)\b"
    r"[^!?]{0,90}[,;.:–—-]\s*(?:and |but |so |while )?$"
)
_ONLY_NAMED = LatePattern(r"[A-ZÀ-Þ][\w'’-]+(?: [A-ZÀ-Þ][\w'’-]+){0,2}")


def unruled(reading: Reading, verdict: Verdict) -> float:
    """Return the probability, 0.0 to 1.0, that a clause which no rule read is worth keeping in an everyday message."""
    listed = INTRODUCED if reading.introduced else 0.0
    return 1 / (1 + math.exp(-log_odds(verdict.keep) - EVERYDAY - listed - _supplanting(reading)))


INTRODUCED = 0.9
"""Log odds by which an item of a list in which people introduce themselves is likelier worth keeping.

Of 18 such items in 16,000 labelled messages of which the judge was surer than 0.3, 16 were right.
"""
SUPPLANTING = 0.7
"""Log odds by which a statement is likelier worth keeping that tells what took the place of something else."""


def _supplanting(reading: Reading) -> float:
    """Return what is added for "…, we're renting in Hull now" beside something that is told to be over."""
    clause = reading.clause
    if reading.length > _TALE or not _NOW.search(
        f"{clause.string}{clause.text[clause.end : clause.end + _SOON]}".lower()
    ):
        return 0.0
    others = (
        f"{clause.text[max(0, clause.start - _NEAR) : clause.start]} {clause.text[clause.end : clause.end + _NEAR]}"
    )
    return SUPPLANTING if _IS_OVER.search(others.lower()) else 0.0


_TALE = 40
"""Words of a message that tells much besides."""
_NEAR, _SOON = 120, 14
"""Characters around a clause, and right behind it."""
_NOW = LatePattern(
    r"\b(?:now|these days|nowadays|instead|from (?:now|here|this)|full[- ]time|only)\b|^(?:i|we) (?:am|are)\b"
)
_IS_OVER = LatePattern(
    r"\b(?:sold|traded|swapped|dropped|ditched|binned|scrapped|chucked|quit|cancelled|canceled|gave up|given up|jacked|"
    r"packed in|(?:done|finished|through) with|retired|dethroned|no longer|not my|used to|at last|cut off|"
    r"(?:is|are|'s|was|has been|have been) (?:out|gone|over|dead|history|sold|finished|scrapped)"
    r"|(?:not|n['’]?t|no) [^.!?]{2,40}\bany ?(?:more|longer)|not [^.!?]{2,40} now"
    r"|moved [^.!?]{2,30} (?:off|out of|from)"
    r"|(?:i|we|i['’]ve|we['’]ve) left)\b"
)


_APOLOGY = LatePattern(
    r"(?:please )?(?:do not|no need to|never|you do not (?:have|need) to) (?:apologi[sz]e|worry|thank|be sorry)\b"
)
_NOTHING_TOLD = LatePattern(
    r"(?:i|we|it|they) (?:do|did|am|are|is|was|were|have|had|can|could|will|would|should|must)(?: not)?"
    r"|(?:i|we) (?:am|are) (?:very |really |badly )?allergic"
)
_IS_ONLY_NOW = LatePattern(
    r"(?:^|, )it is (?:.* in front of me$"
    r"|(?:(?:already|only|still|just) )?(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day"
    r"|[\w-]+ 's (?:mum|mam|mom|dad|nan|problem|headache))(?: now| already| again)?$)"
)
"""What only tells what day it is, or whose something is for now: "it's Monday now", "it's Mia's mum now"."""


def hindrance(reading: Reading) -> str:
    """Return why the judge is not asked about a clause that no rule read, or ""."""
    if reading.found:
        return ""
    if reading.clause.joined == "not":
        return "it is what is said not to be so"
    if reading.clause.joined == "," and _SINCE_WHEN.fullmatch(reading.clause.string):
        return "it only tells since when"
    if reading.clause.joined == "which" and _WHICH_IS_DONE.fullmatch(reading.clause.string):
        return "it does not name what is done"
    if _NOTHING_TOLD.fullmatch(reading.clause.string):
        return "it breaks off before it says anything"
    if _APOLOGY.match(reading.clause.string) and feedback.lets_off(reading.clause):
        return "it only lets the bot off this once"
    each_time = feedback.ordered_each_time(reading.clause)
    if reading.clause.joined == "whenever" and not each_time:
        return "it only tells when"
    if _asks_for_now(reading.clause):
        return "it asks for something to be made"
    if _REMARK.match(reading.clause.string) or _IS_ONLY_NOW.search(reading.clause.string):
        return "it only remarks on what was said or shown"
    if _WAS.fullmatch(reading.clause.string) and _IS_NOW.match(reading.clause.text, reading.clause.end):
        return "what is so now is told behind it"
    if _ONLY_PRONOUNS.fullmatch(reading.clause.string):
        return "it does not tell whose pronouns they are"
    if _BREAKS_OFF.fullmatch(reading.clause.string):
        return "it breaks off before it says anything"
    if _IS_MINE.search(reading.clause.string) and _CALLED_NEXT.match(reading.clause.text, reading.clause.end):
        return "what it is called tells it"
    written = reading.clause.text[reading.clause.start : reading.clause.end]
    if _SIGN_OF_KEY.search(written) and (_OPENS.search(written) or _holds_key(written)):
        return "it may tell a key or a code"
    if _COLLEAGUE.match(reading.clause.string):
        return "it is about a colleague"
    tied = hangs_on_more(reading.clause) and reading.untied is None and not each_time
    return f'it is about what was said before ("{reading.clause.words[0].norm}")' if tied else ""


_SINCE_WHEN = LatePattern(r".{1,60} (?:has|have) (?:always |now )?been (?:(?:for|since) [\w' ]+|always)")
"""How long it has been so, of what the clause before tells: "…, has been for years"."""
_WHICH_IS_DONE = LatePattern(
    r"(?:i|we) (?:\w+ ){0,2}?(?:do|run|play|sing|teach|make|share|use|keep|love|like|hate|enjoy|need|want|have|take)"
    r"(?: (?:with|for|on|at|in|to|every|twice|once|most|too|as)\b.*)?"
)
"""What tells nothing without what "which" stands for: "pony club, which I do with Jess"."""


def _asks_for_now(clause: Clause) -> bool:
    """Return whether a clause without a verb is what is to be made: "bookings per clinic, as a table please"."""
    said = f"{clause.string}{clause.text[clause.end : clause.sentence[1]].lower()}"
    if not _AS_A_TABLE.search(said) or _HOLDS_ON.search(said):
        return False
    return not any(is_finite(clause.words, at) for at in range(len(clause.words)))


_AS_A_TABLE = LatePattern(
    r"\b(?:as an? (?:table|list|chart|csv|graph|pdf|spreadsheet|bullet list)|as bullet points"
    r"|in (?:one|two|three|a|a single) (?:lines?|sentences?|paragraphs?|words?|table))\b"
)
_HOLDS_ON = LatePattern(
    r"\b(?:always|never|ever|from now|going forward|in future|every|each|whenever|by default|usually|for me"
    r"|prefer\w*)\b"
)


def hangs_on_more(clause: Clause) -> bool:
    """Return whether a clause begins with what stands for something else than the author: "it", "she", "there"."""
    return clause.words[0].norm in REFERRING_AT_ALL and not _REFERS_TO_NOBODY.match(clause.string)


_WAS = LatePattern(r"(?:my|our) [\w' -]{2,30} (?:was|were|used to be) [^,;]{2,40}")
_IS_NOW = LatePattern(r"[\s,;–—-]{1,4}(?:and |but )?(?:now |these days )it(?:['’]?s| is) ", re.IGNORECASE)
"""What leads to what is so in the place of what was: "my manager was Olga, now it's Tapio"."""
_ONLY_PRONOUNS = compiled(r"%pronoun_set%")
_BREAKS_OFF = LatePattern(r"(?:[\w'’-]+ ){1,3}(?:is|are|was|were|am)(?: not)?")
_IS_MINE = LatePattern(r"^(?:the|that) .* (?:is|are) (?:mine|ours)$")
_CALLED_NEXT = LatePattern(
    r"[\s,;.]{1,3}(?:and )?(?:s?he|it|they)(?:['’]?s|['’]re| is| are) (?:called|named)\b", re.IGNORECASE
)


def _holds_key(written: str) -> bool:
    """Return whether a word of a statement is made up as keys are, and is no name of a machine, folder or measure."""
    made_up = [word for word in _WITH_DIGITS.findall(written) if is_made_up(word)]
    machines = {match["name"] for match in _MACHINE.finditer(written)} if made_up else ()
    return any(word not in machines and not _PLAINLY_NAMED.fullmatch(word) for word in made_up)


_MACHINE = LatePattern(
    r"\b(?:db|database|servers?|hosts?|cluster|staging|prod|production|queue|bucket|nodes?|env|environment|repo"
    r"|branch|vm|"
    r"replica|runner|instance|primary|standby)(?: is|'s|’s| is called| called| named|:) "
    r"(?P<name>[a-z]{2,12}(?:-[a-z]{2,12}){1,3}-?\d)(?![^\s,;.!?])",
    re.IGNORECASE,
)
"""What a machine is called: "our staging db is fern-stg-2"."""
_OF_MACHINES = (
    r"(?:db|pg|sql|my ?sql|redis|kafka|k8s|srv|svr|host|node|web|api|app|vm|gpu|nas|wh|dwh|gw|lb|dns|vpn|ci|mail|cache"
    r"|queue|worker|runner|build|proxy|bastion|replica|primary|stg|stage|staging|prod|prd|dev|qa|uat"
    r"|eu|us|ap|east|west|north|south|central)"
)
_PLAINLY_NAMED = LatePattern(
    rf"[`'‘’]?{_OF_MACHINES}(?:[-_]{_OF_MACHINES}){{1,3}}[-_]?\d{{1,2}}[`'‘’.:]?"
    r"|(?:under|over)-\d\ds?[.:!?]?"
    r"|\d{1,3}-(?:a-side|axle|hour|day|week|month|year|minute|page|part|person|bed|seat|seater|speed|string|litre|liter"
    r"|tonne?|ton|inch|foot|metre|meter|mile|phase|pin|core|point|piece|wheel|storey|door|man|week-old"
    r"|year-old)s?[.:!?]?"
    r"|`?[A-Za-z]:(?:[\\/][\w.-]+){2,}[\\/]?`?"
)
"""What looks made up and is plain: "stg-db-02", "under-18s", "24-hour", "P:/0417/landscape"."""
_REMARK = LatePattern(
    r"(?:it|that|this|the [\w-]+) (?:really |just )?(?:helps|works for|suits) (?:me|us)(?: a lot)?$"
    r"|(?:i )?feels? (?:so |really |very |a bit )?(?:weird|odd|strange|good|great|wrong|surreal|nice)(?: to [\w ]+)?$"
    r"|(?:i|we) (?:can |just |have )?(?:see|saw|seen|notice|noticed|observe|observed)(?: that)? (?:you|your)\b"
    r"|i meant? |(?:i|we) moved out(?: (?:in|on|last) \w+)?$"
    r"|i (?:told (?:you|everyone|them)|said|wrote) (?:that )?(?:the|my|our) [^,;]{2,40} (?:was|were) "
    r"|i (?:have )?(?:read|misread|got|had|put|typed|wrote|heard|copied) [^,;]{2,40} wrong$"
    r"|(?:the|our|my) (?:\w+ )?(?:builds?|pipelines?|tests?|ci|main|prod|staging) (?:is|are) "
    r"(?:red|green|amber|yellow|black|broken|fixed)$"
    r"|(?:the|our|my) (?!(?:\w+day|weekly|daily|monthly|morning|evening|team|staff) )(?:\w+ )?"
    r"(?:demo|review|meeting|lunch|call) (?:is|starts) at \d{1,2}(?::\d\d)?$"
    r"|(?:the|that) .* (?:in|on|from) (?:the|that|this|my) [\w ]{0,20}(?:picture|photo|pic|video|clip|screenshot) "
    r"(?:is|are) (?:mine|ours)$"
    r"|i (?:never|always|only|rarely|usually) \w+ (?:it|them|that|those|these|this)$"
    r"|.* (?:minutes?|hours?|seats?|tickets?|slots?|chairs?|copies) left$|(?:i|we) met .* in the end$"
    r"|(?:the|that) (?:[\w'-]+ )?(?:desk|seat|chair|mug|cup|coat|bike|umbrella|lunch|bag|jacket|locker) is [\w-]+ 's$"
    r"|[\w' -]+ is [\w-]+ 's (?:lot|department|problem|job|thing|baby|business|turn|area|patch)\b"
    r"|today is |no more \w+ing\b|i use \S+@\S+ instead"
    r"|(?:every|each|any) ?time you \w+(?: (?:to |for )?(?:me|us))?$"
    r"|(?:in|for|on|with) (?:all|any\w*|every\w*|whatever|each)(?: [\w'-]+){0,3}? you \w+(?: (?:for|to))?(?: me| us)?$"
    r"|everything you \w+(?: me)? is (?:\w+ly )?(?:great|good|fine|perfect|spot|lovely|useful|brilliant)\b"
    r"|(?:great|good|nice|lovely|cool|interesting|brilliant|fun|amazing|awesome) \w+ (?::|-|–|,)? ?https?:"
)
"""What says nothing lasting by itself: "I meant Daegu", "everything you give me is great", "in all you write"."""
REFERRING_AT_ALL = (REFERRING - {"i"}) | frozenset("his her their its".split())
_OPENS = LatePattern(
    r"\b(?:safe|vault|alarm|lock|padlock|keypad|key ?box|lock ?box|gate|door)\b.*(?<![\d:.])\d(?:[ -]?\d){3,}+(?![\d:])"
    r"|\b(?:safe|vault|alarm|lock|padlock|keypad)\b.*\b(?:backwards|birth (?:year|day))\b",
    re.IGNORECASE | re.DOTALL,
)
"""What may be told of a lock without the word "code": "the alarm at the shop you do 6 6 0 3"."""
_SIGN_OF_KEY = LatePattern(r"\d|[Bb](?:ackwards|irth)|B(?:ACKWARDS|IRTH)")
"""What either of these two holds; most clauses do not."""
_WITH_DIGITS = LatePattern(r"[^\s,;\"()]*\d[^\s,;\"()]*")
_REFERS_TO_NOBODY = LatePattern(
    r"there (?:(?:is|are) (?!no\b)|(?:must|should|may|will|can|has to) (?:not )?be )(?!nothing|something|not\b|only\b)"
    r"|(?:that|this) (?!one\b|is\b|was\b)(?:[\w'-]+ ){1,5}is (?:mine|ours)\b"
    r"|they (?:all |have |had |finally |just ){0,8}\w+ (?:me|us|my|our)\b"
)
"""What begins so and hangs on nothing said before: "there is a key under the mat", "they gave me a van"."""


_COLLEAGUE = LatePattern(
    r"(?:(?:the|our) new (?:[a-z]+ )?(?:rep|locum|intern|guy|lad|lass|girl|boy|woman|man|lady|temp|hire|starter|joiner|"
    r"driver|courier|teacher|doctor|nurse|vet|chef|cook|barista|junior|apprentice|trainee|student|consultant"
    r"|contractor|"
    r"inspector|secretary|receptionist|designer|developer|dev|engineer|analyst|technician|forecaster|porter|director|"
    r"volunteer|colleague|clerk)|[\w'-]+ (?:from|on|in) (?:days|nights|lates|earlies|accounts|accounting|payroll|"
    r"billing|finance|legal|hr|sales|marketing|it support|support|logistics|dispatch|procurement))\b"
    r"(?!.* (?:me|my|us|our)\b)"
)
"""Who is told of by what they do or where they work, and is none of the author's own people."""


def courtesies(found: Found) -> frozenset[str]:
    """Return the guards that only courtesy sets off: "could you stop using emoji?", "I'd like you to call me Al"."""
    if found.rule.startswith(standing_orders.RULE):
        return _OF_STATEMENTS
    if found.kind is Kind.FEEDBACK:
        if found.rule in _IF_UNSURE:
            return _POLITE | {"conditional", "uncertain"}
        return _POLITE | {"conditional"} if found.rule in _IF_YOU else _POLITE
    if found.rule == "people-say":
        return frozenset({"reported"})
    if found.rule == "nothing-may":
        return frozenset({"uncertain"})
    if found.rule in _REACHED:
        return frozenset({"conditional"})  # "if it jams, ring me on …": the number is the same
    if found.rule == ASKED_OTHERWISE:
        return _POLITE
    return frozenset({"question"}) if found.rule == "nickname" else frozenset()


_REACHED = frozenset({"phone-reach"})
_IF_YOU = frozenset(
    "appreciated always-appreciated you-always-appreciated you-not-appreciated likes-it-when-you dislikes-it-when-you "
    "easier-when-you if-i-write-in".split()
)
_IF_UNSURE = frozenset({"when-unknown", "then-say-so"})
_POLITE = frozenset({"question", "wish"})
_OF_STATEMENTS = _POLITE | {"conditional", "uncertain", "voiced", "figure", "sarcasm"}
"""Guards of what is stated, which an order read for itself is not: "assume I'm on a phone" tells of no phone."""


def chance(reading: Reading, verdict: Verdict) -> float:
    """Return the chance that what a rule read is right: the rule's own and the judge's, weighed in log odds.

    Of words in another script the judge can read nothing, so there the rule's own counts.
    """
    if _unreadable(reading):
        return reading.found[0].confidence
    weight = PLAIN_WEIGHT if _is_plain(reading) else RULE_WEIGHT
    odds = weight * log_odds(reading.found[0].confidence) + (1 - weight) * log_odds(verdict.keep)
    odds += _supplanting(reading)
    return 1 / (1 + math.exp(-odds))


def _is_plain(reading: Reading) -> bool:
    """Return whether a clause is a short statement and nothing tells against it.

    It is all that its message says, or all that a sentence says, if it surely tells who somebody is: "how about lunch?
    I live in Porto now"; or it is why something is asked: "is there oat milk, since I'm vegan?".
    """
    clause, rule = reading.clause, reading.found[0]
    if len(clause.words) > PLAIN_WORDS or not _PASSING.isdisjoint(reading.guards):
        return False
    if not clause.question and clause.text[slice(*clause.sentence)].rstrip().endswith("?"):
        return rule.kind in _OF_ONESELF and rule.confidence >= PLAINLY_TOLD
    alone = not clause.sentence_index and clause.last
    return reading.clauses == 1 or (alone and rule.kind is Kind.PROFILE and rule.confidence >= PLAINLY_TOLD)


_OF_ONESELF = frozenset({Kind.PROFILE, Kind.PREFERENCE})


def _fits(reading: Reading, verdict: Verdict) -> bool:
    """Return whether the kind that the judge proposes fits the clause: an order can only be feedback."""
    tells = reading.clause.words[0].tag in {"VB", "VBP"} and not reading.clause.supplied
    each_time = feedback.ordered_each_time(reading.clause)
    if each_time and verdict.kind is not Kind.FEEDBACK:
        return False
    if verdict.kind is Kind.FEEDBACK:
        if _OF_THIS_TIME.match(reading.clause.string):
            return False
        sure = verdict.keep >= SURE_OF_ORDER or each_time or feedback.holds_on(reading.clause)
        return reading.to_bot and sure
    if _REQUESTED.match(reading.clause.text, reading.clause.end):
        return False
    norms = {word.norm for word in reading.clause.words}
    named = reading.clause.text[reading.clause.start].isupper() and "third_person" in reading.guards
    if named and verdict.kind is Kind.PROFILE and norms.isdisjoint(_OF_AUTHOR) and verdict.keep < SURE_OF_NAMED:
        return False
    asks = ("please" in norms and "always" not in norms) or reading.clause.words[0].norm in {
        "you",
        "your",
    }
    if (
        len(reading.clause.words) == 1
        and _GREETED.search(reading.clause.opening)
        and reading.clause.words[0].tag == "NNS"
    ):
        return False  # "hi translators!"
    if len(reading.clause.words) <= BRIEF and not (reading.introduced or _says_all(reading, verdict)):
        return False
    reached = verdict.keep >= PROPOSED and "@" in reading.clause.string  # "put me down at kofi@fennmark.example"
    sure = (verdict.keep >= SURE_OF_WORDING or reached) and reading.clause.words[0].norm not in _SENDS_ELSEWHERE
    return sure or not (tells or asks)


_REQUESTED = LatePattern(
    r",? (?:would|will|could|can) (?:you|ye|ya|u)\b(?=[\s?.!]*$| (?:please|kindly)\b)", re.IGNORECASE
)
"""What makes a request of the words before it: "work out the route, would you"."""
_OF_THIS_TIME = LatePattern(
    r"no more (?!.*\b(?:you|your|answers?|repl(?:y|ies)|emojis?|lists?|bullets?|jokes?|summar\w+)\b)"
    r"|(?:the )?same (?:for|again|here)\b|tell (?:me|us) if you\b"
)
"""What asks for something once, or for an answer: "no more cake please", "same for me", "tell me if you kept it"."""
_GREETED = LatePattern(r"\b(?:hi|hiya|hello|hey|morning|afternoon|evening|welcome)$")
_SENDS_ELSEWHERE = frozenset({"try", "ask"})
"""What sends people to somebody else: "try 020 555 017"."""


def _says_all(reading: Reading, verdict: Verdict) -> bool:
    """Return whether a word or two say enough by themselves, and are no answer: "no mushrooms", "Noor, Dunbar, …"."""
    clause = reading.clause
    answers = reading.before.partition(" ")[2]
    told_of = _RELATIVE.match(clause.text, clause.end)
    about = clause.words[0].norm in _ABOUT
    least = SURE_OF_ANSWER if answers else SURE_OF_BRIEF
    called = verdict.kind is Kind.FACT and _is_spoken_to(clause)
    return verdict.keep >= least and not (told_of or about or called or reading.dated)


def _is_spoken_to(clause: Clause) -> bool:
    """Return whether a name alone ends what was said to somebody: "I name no names, Priscilla"."""
    alone = len(clause.words) == 1 and clause.words[0].tag == "NNP"
    return alone and clause.text[: clause.start].endswith(", ") and clause.text[clause.end :][:1] in {"", ".", "!", "?"}


_ABOUT = frozenset("on for about re regarding as to".split())
"""What a topic begins with, and no statement: "on Halden, …"."""
_RELATIVE = LatePattern(r"\s*[,(]\s*(?:who|whose|which|where|that)\b", re.IGNORECASE)
"""How it goes on behind what is only named, to be told of: "Sofia, where I studied, …"."""


def as_judged(candidate: Candidate, reading: Reading, verdict: Verdict, text: CleanText) -> Candidate:
    """Return the candidate with the judge's confidence, and its kind where no rule named one."""
    if candidate.op is not CandidateOp.ADD:
        return candidate
    ordered = feedback.order(reading.clause) if verdict.kind is Kind.FEEDBACK else ""
    if ordered:
        ordered = in_third_person(ordered)
        when = each_time(ordered, reading.clause, text)
        # "always include it when you mention a bug"
        if not reading.found or (when and candidate.kind is Kind.PREFERENCE):
            confidence = chance(reading, verdict) if reading.found else unruled(reading, verdict)
            told = f"{ordered}{when}"
            return replace(candidate, text=told, kind=Kind.FEEDBACK, attribute=None, value=None, confidence=confidence)
    if reading.found:
        kind = verdict.kind if _knows_better(verdict, candidate) else candidate.kind
        if kind is Kind.PROFILE and candidate.rule == "habit-plain" and _PASTIME.match(reading.clause.string):
            kind = candidate.kind
        if candidate.rule in _SWITCHED and candidate.text.startswith("Uses ") and _is_post(kind, reading.clause):
            kind = Kind.PROFILE
            moved = f"Moved to {candidate.text.removeprefix('Uses ')}"
            return replace(candidate, kind=kind, text=moved, attribute=None, confidence=chance(reading, verdict))
        if kind is not candidate.kind and candidate.attribute == "role":
            candidate = replace(candidate, attribute=None, value=None)  # "we run 212 hives" is nobody's post
        return replace(candidate, kind=kind, confidence=chance(reading, verdict))
    if verdict.kind is Kind.FEEDBACK and feedback.ordered_each_time(reading.clause):
        said = in_third_person(reading.clause.text[reading.clause.start : reading.clause.end])
        candidate = replace(candidate, text=f"{capitalised(reading.clause.joined)} {said[:1].lower()}{said[1:]}")
    if candidate.rule == "couple":
        return replace(candidate, confidence=unruled(reading, verdict))
    kind = verdict.kind
    if kind is Kind.EVENT and candidate.dated is None and _on_no_day(candidate, reading.clause):
        kind = verdict.other_than(Kind.EVENT)
    return replace(candidate, kind=_fitting(kind, reading.clause), confidence=unruled(reading, verdict))


def _on_no_day(candidate: Candidate, clause: Clause) -> bool:
    """Return whether what is told happens on no one day: it has to be so, or is so on a weekday of every week."""
    return _MUST.search(clause.string) is not None or _WEEKDAY.search(candidate.text) is not None


_WEEKDAY = LatePattern(r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b", re.IGNORECASE)


def _is_post(kind: Kind | None, clause: Clause) -> bool:
    """Return whether somebody came to another place or work, and to no tool: "switched from QA to release planning"."""
    return kind is Kind.PROFILE or _FROM_POST.search(clause.string) is not None


_FROM_POST = compiled(
    r" from (?:the )?(?:%department%|qa|testing|nights|days|lates|earlies|teaching|nursing|dev|ops|frontend|backend|"
    r"front end|back end|product|research|the floor)(?: (?:team|side|desk|shifts?))? to "
)


def _fitting(kind: Kind, clause: Clause) -> Kind:
    """Return a kind that the judge proposed as it fits what the clause is about: people of one's own, one's work."""
    string = _WITH_OTHERS.sub("", clause.string)
    if kind is Kind.PROFILE and _LEAVE.match(string):
        return Kind.EVENT
    if (kind is Kind.PROFILE and _OWN_PEOPLE.match(string)) or (kind is Kind.PROJECT and _GETS.match(string)):
        return Kind.FACT
    if kind in {Kind.FACT, Kind.PROJECT} and _LIVES.match(string):
        return Kind.PROFILE
    if kind is Kind.PROFILE and _EATS.match(string):
        return Kind.PREFERENCE
    return Kind.PROFILE if kind is Kind.PREFERENCE and _WORKS.match(string) else kind


_EATS = LatePattern(r"(?:i|we) (?:also |only |mostly )?(?:eat|drink) ")


_LEAVE = LatePattern(
    r"(?:i|we) (?:start|begin|go on|am starting|am going on) (?:my |our |an? )?(?:\w+ )?"
    r"(?:sabbatical|leave|retirement|placement|secondment|apprenticeship|course|degree|phd|masters)\b"
    r".* (?:in|on|from|at) "
)
"""What somebody begins at a time that is named."""
_PASTIME = compiled(
    r"i (?:also |still |mostly )?(?:play|sing|run|swim|climb|dance|paint|knit|sew|row|cycle|surf|fish|garden|"
    r"box|bowl|bake)\b"
    r"(?! (?:the|our|a) (?:shop|team|business|kitchen|desk|project|company|school|office|payroll))"
)
"""What somebody likes to do, and not what they are."""
_OWN_PEOPLE = compiled(r"(?:my|our) (?:[\w'-]+ ){0,2}?(?:%relation%)\b")
_GETS = compiled(
    r"(?:i|we) (?:am|are) (?:getting|adopting|fostering) (?:an? |two |three |the |our |my )?(?:[\w-]+ )?(?:%pet%)\b"
)
_LIVES = LatePattern(r"(?:i|we) (?:(?:live|have lived) (?:at|in|on|near)|(?:am|are) working (?:out of|from)) ")
_WITH_OTHERS = LatePattern(r"^(?:my|our) (?:[\w'-]+ ){1,3}and (?=i\b)")
_WORKS = LatePattern(r"i work (?:at|in|for|with|on) ")


_MUST = LatePattern(r"\b(?:must|has to|have to|can not|can[’']t|may not|needs to|never)\b")


_LEARNING = LatePattern(r"Is (?:re)?learning |Is studying ")
"""What is under way, and no language or trade that somebody has yet."""


def _knows_better(verdict: Verdict, candidate: Candidate) -> bool:
    """Return whether the judge knows the kind of what a rule read better: where that is open, or the judge is sure.

    An attribute that is no mere topic tells the kind, and so does that the bot is told how to answer. A deadline may be
    called an event, and is the project's.
    """
    if candidate.dated is None and verdict.kind is Kind.EVENT and _WEEKDAY.search(candidate.text):
        return False
    settled = candidate.attribute in {"manager", "diet"} or verdict.kind is Kind.FEEDBACK or candidate.rule in _PLAIN
    if candidate.kind and not settled and verdict.over(candidate.kind) >= CERTAIN_OF_KIND:
        return True
    if candidate.dated and candidate.kind is Kind.FACT and verdict.kind is Kind.EVENT:
        return True
    if verdict.kind in _OPEN.get(candidate.rule, frozenset()):
        return True
    if candidate.rule == "project" and verdict.kind is Kind.PROFILE and _LEARNING.match(candidate.text):
        return False
    if candidate.rule in _SWITCHED and verdict.kind is Kind.PROFILE and _MADE_UP.search(candidate.value or ""):
        return False
    if candidate.rule in _SWITCHED and verdict.kind is Kind.FACT:
        return False  # what somebody uses is theirs to choose
    if candidate.rule in _DECIDED and verdict.kind is Kind.PROJECT:
        return False
    if candidate.dated is None and verdict.kind is Kind.EVENT and _MUST.search(candidate.text.lower()):
        return False
    told = candidate.attribute is not None and not candidate.attribute.startswith(_TOPICS)
    plain = told or candidate.rule in _PLAIN or (candidate.kind, verdict.kind) == (Kind.PROJECT, Kind.EVENT)
    if plain or candidate.kind is None or Kind.FEEDBACK in {candidate.kind, verdict.kind}:
        return False
    return verdict.over(candidate.kind) >= SURE_OF_KIND


_DECIDED = frozenset({"decided", "it-was-decided", "it-was-agreed"})
_SWITCHED = frozenset({"switched-tool", "swapped-tool"})
_MADE_UP = LatePattern(r"[a-z][A-Z]|[A-Z]{2}[a-z]|[A-Za-z]\d")
"""How programs are written, and teams and towns are not: "DBeaver", "k9s"."""
SURE_OF_KIND = 3.0
"""Log odds of the judge's kind over a rule's from which the judge is believed."""
CERTAIN_OF_KIND = 7.0
"""The same, from which it is believed whatever the rule reads: of 24 such kinds 23 were right, and 13 of the rules'."""
_PLAIN = frozenset(
    {
        "rota-of-weeks",
        "employer-contract",
        "reference-url",
        "good-at",
        "joined-in",
        "not-able",
        "own-weekday",
        "runs-until",
        "goes-by",
        "way-to-reach",
    }
)
"""Rules that tell the kind by what they read: an address, a rota, a way to work, or what somebody is good at."""
_TOPICS = ("reference:", "preference:", "favourite:", "project", "date:")
"""Attributes that name a thing, and tell little of the kind: a barge goes into a dock, and a file into a drawer."""


def as_asked(candidate: Candidate, clause: Clause, verdict: Verdict) -> Candidate:
    """Return what was asked to be remembered, with the kind that the judge sees where no rule plainly named one."""
    if candidate.dated is not None and candidate.rule in _WHERE and candidate.kind is Kind.REFERENCE:
        return replace(candidate, kind=Kind.EVENT)  # "the barge goes into dry dock on 9 November"
    dates = candidate.dated is not None and (candidate.attribute or "").startswith("date:")
    if dates and candidate.kind is Kind.PREFERENCE:
        return replace(candidate, kind=Kind.EVENT)  # "no collections on Monday 4 May"
    own = candidate.rule == ASKED and clause.words[0].norm in _OWN
    dated = candidate.rule == ASKED and candidate.dated is not None and verdict.kind is Kind.EVENT
    if candidate.rule == ASKED and guards.special(clause):
        return replace(candidate, kind=Kind.FACT)
    place = candidate.rule in _WHERE and verdict.kind in _OF_PLACES and not _IS_THERE.search(clause.string)
    return replace(candidate, kind=verdict.kind) if own or dated or place else candidate


ASKED = "remember"
"""The rule of what was asked to be remembered and no other rule read."""
_OWN = frozenset({"i", "we"})
_IS_THERE = LatePattern(
    r"\b(?:is|are|'s|lives?|sits?|hangs?|(?:kept|stored|filed|taped|pinned|logged|saved|archived|listed|hidden|locked))"
    r"(?: now| all){0,8} (?:in|on|under|behind|inside|at|beside|above|below|by)\b"
)
"""What tells where a thing is to be found, and is a reference to it; "goes under", "stays on" may tell anything."""
_OF_AUTHOR = frozenset("i me my mine we us our ours".split())
_WHERE = frozenset({"kept-place", "is-in-place", "went-elsewhere"})
"""Rules that read where something is."""
_OF_PLACES = frozenset({Kind.REFERENCE, Kind.FACT, Kind.PROJECT})
_OF_DOINGS = frozenset({Kind.PROFILE, Kind.FACT})
_OPEN = {
    "kept-place": _OF_PLACES,
    "is-in-place": _OF_PLACES,
    "went-elsewhere": _OF_PLACES,
    "went-to-place": _OF_PLACES,
    "own-is": frozenset({Kind.REFERENCE}),
    "left-for": frozenset({Kind.PROFILE, Kind.PREFERENCE}),
    "works-with": _OF_DOINGS,
    "habit-plain": _OF_DOINGS,
    "habit": _OF_DOINGS,
    "role-lead": frozenset({Kind.FACT, Kind.PREFERENCE}),
    "on-such-days": frozenset({Kind.FACT}),
    "it-is-for-me": frozenset({Kind.PROFILE, Kind.FACT, Kind.PROJECT}),
}
"""Rules that leave a kind open which the judge knows better: whether people look something up where it is, or it just
is there; whether what somebody does is who they are.
"""
