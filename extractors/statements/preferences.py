"""Lasting likes, dislikes, habits, tools, diet and allergies."""

import re

from extractors.guarding import guards
from extractors.matching.late_patterns import LatePattern
from extractors.statements.profile import AS_DAILY, ended, no_transient
from extractors.statements.rules import Found, compiled, load, original
from extractors.statements.tools import PROGRAM
from extractors.syntax.canonical import canonical
from extractors.syntax.clauses import Clause
from memory.records import Kind, Polarity

_HABIT_NOT = LatePattern(
    r"(?:[a-z]+ed\b|do$|after\b|from\b|thought|knew|know|said|meant|saw|heard|got|been|had|realised|realized|understood|understand|"
    r"want|wanted|noticed|forget|forgot|remember|remembered|mind|was|were|am|did|asked|told|wondered|"
    r"call(?:s|ed)? me|seem|seems|managed|find|end|see|went|came|made|feel|felt|need|needed|just|recover|imagined|"
    r"expected|tire|get (?:tired|bored|over|used)|fail|fails|trust(?:ed)? a|learn|lose|a|an|the|one|"
    r"two|in|at|to|for|like|here|going back|gonna|happy|glad|up for|again|looking back|have time|a "
    r"fan|sure|nice|good|wrong|right|met|tried|seen|took|thanked|told|used|worked|because|when|if|see|"
    r"doing that|that|this|bothered|get|gets|having|got round|come|could|hope|sorry|worry)\b"
)
_HOURS = LatePattern(
    r"(?:work|start|finish|stop|begin|log (?:on|off)|clock (?:in|out))(?: work)? (?:from |at |till |until |"
    r"by |between ){0,8}(?:\d|(?:mornings|afternoons|evenings|nights|weekends|weekdays)\b)"
)
_GIVEN_UP_NOT = LatePattern(
    r"(?:on\b|at\b|trying|waiting|the (?:app|tab|session|game|browser|editor)\b|"
    r"caring|to\b|by\b|counting|reading (?:here|there|at)|it\b|this\b|that\b|"
    r"them\b|the (?:moon|hill|hump|worst|top|limit|line|edge|border|counter|odds|target|budget|rainbow)\b|after"
    r"|because|smiling|laughing|shaking|crying|sneezing|coughing|bleeding|shivering|swearing|"
    r"sweating|here|there|half ?way|listening|"
    r"\w+ing (?:me|my|us|our|you|your)\b|(?:fighting|arguing|hoping|pretending|asking|looking|guessing)\b|.* except\b|"
    r"(?:know|understand|see|think|care|get|want|trust|feel|believe|remember|hear|mind|wait|expect|say|worry|need|have)\b|"
    r"\w+ing (?:it|them|that|this|him|her|you)$|the (?:server|build|job|"
    r"process|service|call|meeting|deploy)|for (?:lunch|coffee|petrol)|my job|early|time|there|"
    r"(?:explaining|chasing|keeping|following|understanding|wondering|expecting|worrying|finding|getting|debugging|being|"
    r"reasoning|searching|typing|convincing|persuading|correcting|answering|believing)\b|"
    r"(?:have )?the (?:patience|energy|strength|will|heart|nerve|time|foggiest)\b|.* by hand\b|"
    r"(?:on )?an? |on (?:a|this|that|him|her|them|it)\b|"
    r".* (?:half ?way|ticket|export|tangent|build|branch|draft|thread)$)\b"
)
_EDITOR = compiled(r"(?:%editor%)$")
_OS = compiled(r"(?:%os%)$")


def lasting(match: re.Match[str], clause: Clause) -> bool:
    """A like or dislike that outlives the conversation."""
    value = match["v"]
    return (
        not guards.at_hand(clause)
        and not guards.moment(clause)
        and not re.match(
            r"(?:(?:[b-f]|a(?=$| ,| please| here| too| then| and| or| but))\b|go(?:ing)? with\b|"
            r"have (?:had|been)|going\b|this|that|these|those|it|them|"
            r"you (?!asked|told|gave|sent|"
            r"used|did not)|your|one|the (?:second|first|last|other|new|latest) |your|"
            r"to (?:be|see|hear|have|know)|not (?:to )?(?:be|have|go|do it|say)|him|her|if|when you|how|what|"
            r"option|which|you did|we (?:met|did|went|moved|had)|i (?:did|had|was))\b",
            value,
        )
        and bool(original(clause, match, "v"))
        and not _THE_ONE.match(value)
        and not _LIKED_NOT.match(clause.string)
        and not re.search(
            r"\b(?:today|tomorrow|tonight|on (?:monday|tuesday|wednesday|thursday|friday) (?:if|instead)|"
            r"instead if|by (?:five|noon|friday|tomorrow)|"
            r"(?:the|this|that) (?:call|meeting|demo|review|sync|workshop|interview|retro|standup))\b",
            clause.string,
        )
        and len(value.split()) <= 30
    )


_THE_ONE = LatePattern(
    r"the (?:\w+ (?=ones?\b))?(?!.*\b(?:of|when|where|than|over|more|most|first|at)\b)"
    r"(?!(?:sea(?:side)?|beach|coast|mountains?|hills?|woods?|forest|desert|country(?:side)?|outdoors|city|suburbs|"
    r"rain|snow|sun|cold|heat|dark|wind|winter|summer|spring|autumn|mornings?|evenings?|nights?|weekends?|"
    r"\w+ season|theatre|cinema|opera|gym|pool|library|pub|dentist|doctor|phone|telephone|radio|news|internet|"
    r"\w+ing|\w+ shift|quiet|silence|simple|old|classics?)\b)[\w-]+(?: ,.*)?$"
)
"""A thing that is at hand: "the arrow", "the pink one"; but not what there is only one of, as "the sea"."""
_LIKED_NOT = LatePattern(
    r"(?:i|we) (?:(?:would|do|will) )?(?:(?:much|far) )?(?:rather|sooner|prefer|like|love|enjoy)(?: to)? "
    r"(?:not$|not ,|(?:we|they|you|he|she|always|properly)\b)|(?:i|we) rather (?!\w+ than\b)"
)
"""No object at all, or what somebody else should do; and "rather" that only softens: "I rather felt"."""


def habit(match: re.Match[str], clause: Clause) -> bool:
    """Something done always, never or usually; not "never knew", "always thought", nor the hours of work."""
    return (
        not _HOURS.match(match["v"])
        and not _HABIT_NOT.match(match["v"])
        and not guards.moment(clause)
        and not guards.at_hand(clause)
        and clause.words[0].norm == "i"
        and not (clause.supplied and _no_habit(match, clause))
    )


def _no_habit(match: re.Match[str], clause: Clause) -> bool:
    """Return whether what stands without its "I" is no habit: an order ("never plan me a call"), or a bare noun."""
    return bool(_FOR_ME.search(clause.string)) or not clause.line.words_between(*match.span("v"))[0].tag.startswith(
        "VB"
    )


_FOR_ME = LatePattern(r"\bfor (?:me|us)\b")


def favourite(match: re.Match[str], clause: Clause) -> bool:
    """A favourite of a kind of thing, not of what is being looked at."""
    return (
        not re.match(
            r"(?:so far|thing|one|part|bit|thing about|of (?:these|the|them|all|those|yours)|ones|line|slide|moment "
            r"of|quote|comment|bug|error|message)\b",
            match["t"],
        )
        and not re.match(
            r"(?:this|that|these|it|the (?:one|first|second|third|last|bit|part)|when|how|you|your|yours|what|"
            r"still|not|the way)\b",
            match["v"],
        )
        and not re.search(r"\bso far\b", clause.string)
        and len(match["t"].split()) <= 6
    )


def allergen(match: re.Match[str], clause: Clause) -> bool:
    """Something people are allergic to in earnest."""
    value = match["v"]
    return not (_NO_ALLERGEN.match(value) or re.match(r"(?:no|any)\b|[\W\d]*$", value))


_NO_ALLERGEN = LatePattern(
    r"(?:mondays|meetings|work|homework|effort|this|that|bullshit|people|mornings|fun|early|deadlines|excel|jira"
    r"|small talk|spreadsheets|it|standups|exercise|powerpoint|commitment|being|your|his|their|these|those|everyone"
    r"|everybody|nonsense|drama|fuss|lies|bad|stupid|silly|idiots|admin|paperwork|queues|queuing|rules|ties|success"
    r"|money|reply[ -]all|emails?|slack|teams|zoom|phone calls|calls|cardio|running|housework|chores|ironing)\b"
)
"""What only a joke is allergic to."""


def switched(match: re.Match[str], clause: Clause) -> bool:
    """From one tool or habit to another, by name."""
    value = original(clause, match, "v")
    if re.match(
        r"(?:the|a|an|my|our|your|this|that|it|bed|sleep|another|plan|here|there|them|you|lunch|work|see|"
        r"get|home|v\d)\b",
        value.lower(),
    ) or find_place(clause):
        return False
    if "gave up " in clause.string and not value[:1].isupper():
        return False
    return not re.search(r"\b(?:team|room|call|meeting|branch|tab|desk|floor)\b", clause.string)


def left_for(match: re.Match[str], clause: Clause) -> bool:
    """ "I left Acme for Globex": from one name to another, where neither is known to be a tool."""
    names = [original(clause, match, group) for group in ("old", "v")]
    return all(name[:1].isupper() for name in names) and not any(map(tool_attribute, names))


_FROM_TOWN = LatePattern(
    r"(?:i|we) (?:have |are |am )?(?:just |now |finally |all ){0,8}"
    r"(?:moved|moving) from [\w' -]+ to "
)
_NO_TOWN = LatePattern(
    r"\b(?:item|level|phase|stage|version|plan|option|monday|tuesday|wednesday|thursday|friday|saturday|sunday"
    r"|\w*\d\w*)\b"
)
_SHORT_MOVE = 14
"""Words of a clause about a move, about."""


def _between_names(clause: Clause) -> bool:
    """Return whether a clause goes from one name to another: "from Slough to Didcot"."""
    at = {word.norm: place for place, word in enumerate(clause.words)}
    return all(
        at[before] + 1 < len(clause.words)
        and clause.words[at[before] + 1].tag in {"NNP", "NN", "NNS"}
        and clause.text[clause.words[at[before] + 1].start].isupper()
        and not _DEPARTMENT.fullmatch(clause.words[at[before] + 1].norm)
        for before in ("from", "to")
    ) and not any(tool_attribute(word.norm) for word in clause.words)


_DEPARTMENT = compiled(r"(?:%department%)|ops|qa|dev|days|nights")


def find_place(clause: Clause) -> bool:
    """Return whether a move is one from place to place, which is for the profile to read."""
    if re.search(r"\b(?:gone|moved|went) over to\b|\bto using\b", clause.string):
        return False
    if _FROM_TOWN.match(clause.string) and not (PROGRAM.search(clause.string) or _NO_TOWN.search(clause.string)):
        return clause.text[clause.start : clause.end].count(" ") < _SHORT_MOVE and _between_names(clause)
    if " from " in clause.string:
        moves = re.match(r"i (?:have |am )?(?:\w+ )?(?:moved|moving)\b", clause.string)
        of_tools = (
            AS_DAILY.search(clause.string)
            or PROGRAM.search(clause.string)
            or any(tool_attribute(word.norm) for word in clause.words)
        )
        return bool(moves) and not of_tools
    return bool(re.search(r"\b(?:moved|moving|went|gone)(?: \w+)? (?:house|home|flat)?\b", clause.string))


def given_up(match: re.Match[str], clause: Clause) -> bool:
    """Gave something up for good: not "gave up on the printer"."""
    despaired = DESPAIRED_OF.search(clause.string[: match.end("v")]) is not None
    takes_its_place = _INSTEAD.search(clause.text, clause.end, clause.end + _NEAR) is not None
    idle = (despaired and not takes_its_place) or _GIVEN_UP_NOT.match(match["v"]) or guards.moment(clause)
    for_a_while = _FOR_A_WHILE.search(clause.string, match.start("v")) is not None
    return not (idle or for_a_while) and clause.joined not in _SUPPOSING


_FOR_A_WHILE = LatePattern(
    r"\b(?:halfway|once(?! (?:and for all|a))|for (?:this|now|today|tonight|a (?:bit|while))|for the day)\b"
)
"""What tells that something stopped and goes on, or did so long ago: "stopped reading halfway"."""
_INSTEAD = LatePattern(r"\binstead\b")
_NEAR = 60
"""Characters behind what was given up in which what took its place is told."""
DESPAIRED_OF = LatePattern(
    r"\b(?:gave|given|giving) up on (?:the|this|that|these|those|lunch|dinner|breakfast)\b(?!.* thing$)"
)
"""What somebody despairs of, at hand for the most part, and has given up for no good."""


_SUPPOSING = frozenset("once when whenever if unless until till after before".split())


def given_up_doing(match: re.Match[str], clause: Clause) -> bool:
    """Does something no longer, as far as anyone can: not "I don't know any more"."""
    return not _GIVEN_UP_NOT.match(match["x"]) and not guards.moment(clause)


def tool_attribute(value: str) -> str | None:
    """Return the attribute a tool's name belongs to: `editor`, `os`, or None for any other tool."""
    lowered = value.lower()
    if _EDITOR.match(lowered):
        return "editor"
    return "os" if _OS.match(lowered) else None


def general(match: re.Match[str], clause: Clause) -> bool:
    """A thing in general, liked or not for good: nothing at hand, nobody else's, not of this time."""
    value = match["v"]
    return (
        lasting(match, clause)
        and not re.match(_DEFINITE, value)
        and not re.search(r"\b(?:now|already|again|yet|just|earlier|later)$", value)
    )


def liked_so(match: re.Match[str], clause: Clause) -> bool:
    """ "I like my rehearsals short": how one's things are liked, for good."""
    how = clause.line.words_between(*match.span("v"))[-1]
    what = clause.line.words_between(*match.span("t"))[-1]
    adjective = how.tag[:2] in {"JJ", "RB"} and how.norm not in _BACK
    return adjective and what.tag.startswith("NN") and no_transient(match, clause)


_BACK = frozenset("back now too again so much more already done here there today tomorrow well also though".split())


_DEFINITE = (
    r"(?:this|that|these|those|i|it|he|she|you|they|we|there|which|what|who|your|his|her|their|its|nothing|something|"
    r"anything|everything|everyone|someone|nobody|no one|all|the (?:same|other|last|first|whole|only|way|thing|problem|"
    r"point|pr|build|bug|ticket|deploy|meeting|call|room|bus|train|printer|weather|news)|"
    r"my (?:laptop|phone|build|screen|internet|connection|"
    r"train|bus|computer|mouse|keyboard|back|head|boss))\b"
)


def as_a_rule(match: re.Match[str], clause: Clause) -> bool:
    """What is not done at all, and not what is left out this time or about what is at hand."""
    return (
        not clause.supplied
        and no_transient(match, clause)
        and not guards.at_hand(clause)
        and not _AT_HAND.search(match["v"])
        and len(match["v"].split()) > 1
    )


_AT_HAND = LatePattern(
    r"\b(?:it|this|that|these|those|them|him|her|me|us|you|your|yet|now|here|there|so|too|either|anyway|again|"
    r"(?:well|right|properly|enough|much|correctly)$|the (?:point|call|risk|bait|hint|train|bus|blame|ticket|bug|"
    r"pr|doc|thread|message|link|room|mic|slides|notes|report))\b"
)


def than_other(match: re.Match[str], clause: Clause) -> bool:
    """One kind of thing rather than another: no choice of this moment, no date."""
    return lasting(match, clause) and not re.search(
        r"\b(?:the|this|that|these|those|it|today|tomorrow|tonight|now|next|monday|tuesday|wednesday|thursday|friday|saturday|"
        r"sunday|first|later|option|version|here|him|her|them|you)\b",
        match["v"],
    )


def when_it_is_so(match: re.Match[str], clause: Clause) -> bool:
    """ "I can't stand it when drawings come in inches": what is disliked each time, and no mishap of the day."""
    before = clause.text[clause.sentence[0] : clause.words[0].start].lower().replace("’", "'")
    felt = _FELT_WHEN.search(before)
    if felt is None or clause.joined not in {"when", "whenever", "if"} or clause.question or guards.moment(clause):
        return False
    people = clause.words[0].norm in _PEOPLE
    return (
        (people or felt["mild"] is not None)
        and clause.words[0].norm not in {"you", "i", "we", "it", "this", "that", "he", "she"}
        and not any(word.tag in {"VBD", "VBN", "MD"} for word in clause.words)
        and not _POINTING.search(match["v"])
    )


_POINTING = LatePattern(r"\b(?:it|this|that|these|those|him|her|you|your|now|here|there|again|so)\b")
_FELT_WHEN = LatePattern(
    r"\bi (?:really |just |also |personally ){0,2}(?:(?P<mild>can ?'?no?t (?:stand|bear)|can't (?:stand|bear)|dislike|"
    r"do(?:n'?t| not) (?:really )?(?:like|enjoy))|hate) it (?:when|whenever|if) $"
)
_PEOPLE = frozenset(
    "people folks others colleagues someone somebody everyone everybody clients customers meetings".split()
)


def at_our_table(match: re.Match[str], clause: Clause) -> bool:
    """A food that is not eaten, as a rule and not on this occasion."""
    return no_transient(match, clause) and not guards.at_hand(clause)


def from_now(match: re.Match[str], clause: Clause) -> bool:
    """ "It's green tea for me now": a thing, said of more than this time."""
    word = clause.line.words_between(*match.span("v"))[-1]
    said = clause.text[clause.start : clause.end + 16].lower()
    return (
        (word.tag.startswith("NN") or word.norm.endswith("ing"))
        and no_transient(match, clause)
        and bool(
            re.search(
                r"\b(?:now|these days|nowadays|from here|from now|always|every time|or no(?:thing|wt)|since)\b", said
            )
        )
        and not re.match(
            r"(?:an? (?:no|yes|lot|bit|first|problem|mystery)|no|yes|late|early|bed|lunch|home|time|too|not|so|\d)\b",
            match["v"],
        )
    )


def both_general(match: re.Match[str], clause: Clause) -> bool:
    """What is liked and what is not, told in one breath: things in general, both of them."""
    return not guards.moment(clause) and not any(_ONE_AT_HAND.match(match[name]) for name in ("v", "w"))


_ONE_AT_HAND = LatePattern(
    r"(?:this|that|these|those|it|them|him|her|you|your|the|his|their|how|when|what|that|everything|to|being|seeing)\b"
)


def felt_both(match: re.Match[str], clause: Clause) -> bool:
    """One half of what is liked and what is not, told in one breath: "love rye, hate soya"."""
    said = clause.text[slice(*clause.sentence)].lower()
    both = _LIKED.search(said) and _HATED.search(said)
    return bool(both) and general(match, clause) and not _ONE_AT_HAND.match(match["v"])


_LIKED = LatePattern(r"\b(?:love|adore|enjoy|favou?rite|prefer)\b")
_HATED = LatePattern(r"\b(?:hate|loathe|detest|despise|can['’]?t (?:stand|bear|abide)|cannot (?:stand|bear|abide))\b")


def long_felt(match: re.Match[str], clause: Clause) -> bool:
    """What has been liked or not for years, and is not taken back at once: "always loved it (I have not)"."""
    told = match["a"] or _SINCE.search(match[0]) or _SINCE.match(clause.text, clause.end)
    return bool(told) and general(match, clause) and not _TAKEN_BACK.match(clause.text, clause.end)


_SINCE = LatePattern(r"\W?\b(?:ever )?(?:since|all my|for|from)\b")

_TAKEN_BACK = LatePattern(r"\W{0,3}(?:no,? )?(?:I|we) (?:have|do|did)(?:n['’]?t| not)\b", re.IGNORECASE)


def of_taste(match: re.Match[str], clause: Clause) -> bool:
    """ "Rooibos is my drink": a taste, no jest and nobody's turn at the bar."""
    return general(match, clause) and not _IN_JEST.match(match["v"]) and clause.last


_IN_JEST = LatePattern(
    r"(?:chaos|panic|coffee and|sarcasm|despair|drama|regret|doom|stress|failure|what|which|here|yours)\b"
)


def beaten_by_none(match: re.Match[str], clause: Clause) -> bool:
    """ "Nothing beats a cold swim": told as a taste, of a thing of a sort."""
    return general(match, clause) and not _MATTERS.search(match["v"]) and len(match["v"].split()) > 1


_MATTERS = LatePattern(
    r"\b(?:builds?|deploy|tests?|pipeline|friday|monday|code review|being|feeling|view|experience|luck|ping|data)\b"
)


def a_tool_since(match: re.Match[str], clause: Clause) -> bool:
    """ "Been on Bitwig since March": a tool by its name, and not a train, a medicine or a line that one waits on."""
    name = original(clause, match, "v")
    return (
        name[:1].isupper() and not _NO_TOOL.search(match["v"]) and not clause.question and no_transient(match, clause)
    )


_NO_TOOL = LatePattern(
    r"\b(?:hold|call|leave|slack|shift|nights|days|team|squad|ward|zoom|calls?|duty|pager|site|committee|board|"
    r"\w+(?:ine|pram|pril|statin|olol|mab|nib|zole|azepam|mycin|cillin|xetine|ide))\b"
)


def one_for_another(match: re.Match[str], clause: Clause) -> bool:
    """ "Done with Jira, on Linear": two tools by their names."""
    names = [original(clause, match, group) for group in ("old", "v")]
    return not clause.question and all(name[:1].isupper() and not _NO_TOOL.search(name.lower()) for name in names)


def fronted(clause: Clause) -> Found | None:
    """Return what is said of a thing named before its subject: "Pork I don't eat", "mornings I never do"; or None."""
    words, lead = clause.words, [word for word in clause.lead if word.norm != ","]
    if not lead or words[0].norm not in {"i", "we"} or clause.question or len(lead) > _LONGEST_OBJECT or len(words) < 2:
        return None
    if any(not word.tag.startswith(_NAMING if at else _NAMING[:-2]) for at, word in enumerate(lead)):
        return None
    if any(word.norm == "to" for word in lead) or _NO_OBJECT.search(clause.lead_string):
        return None
    said = _FRONTED.match(clause.string)
    if said is None or guards.moment(clause):
        return None
    cut = len(clause.string[: said.end("v")].split())
    text = canonical(clause.text, [*words[:cut], *lead, *words[cut:]])
    polarity = Polarity.NEGATIVE if said["n"] else Polarity.POSITIVE
    return Found(
        Kind.PREFERENCE,
        text,
        "fronted",
        None,
        clause.lead_string,
        polarity,
        _FRONTED_CONFIDENCE if said["v"] not in _FELT else _FELT_CONFIDENCE,
    )


_LONGEST_OBJECT = 7
"""Words of what is named before who likes it: "long ones without a tea break I can't bear"."""
_NAMING = ("NN", "JJ", "CC", "VBG", "IN", "DT")
"""Tags of its words; with the last two of them it does not begin."""
_FRONTED = LatePattern(
    r"(?:i|we) (?P<n>(?:do not|can not|never|will not|no longer|hardly ever|rarely) )?"
    r"(?:only |always |really |just |usually |mostly ){0,8}"
    r"(?P<v>eat|touch|drink|do|use|take|enjoy|wear|buy|read|watch|answer|trust|open|need|love|like|hate|prefer|adore|handle|cook|bake|"
    r"carry|accept|stand|bear|abide|fix|serve|smoke|sell|stock|make|grow|play|write|repair|speak|tolerate|have|avoid|skip|"
    r"leave|outsource|miss|ignore|delete|do not do|listen to|go near)"
    r"(?= at all\b| (?:for|at|by|in|with|on|to|without|only|myself|ever|any more|from|before|after|most|every)\b| ,|$)"
)
_NO_OBJECT = LatePattern(
    r"\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|today|tonight|tomorrow|yesterday|week|weeks|month|months|year|years|day|"
    r"days|time|times|times|minute|hour|hours|moment|sorry|thanks|problem|thing|things|fact|truth|point|issue|question|idea|"
    r"way|part|reason|sure|promise|god|man|guys|folks|team|people|everything|nothing|anything|something)\b"
)
_FELT = frozenset("love like hate prefer adore enjoy bear stand abide tolerate".split())
_FRONTED_CONFIDENCE = 0.93
_FELT_CONFIDENCE = 0.96


_ACCEPTS = {
    check.__name__: check
    for check in (
        lasting,
        habit,
        favourite,
        allergen,
        left_for,
        switched,
        given_up,
        given_up_doing,
        ended,
        no_transient,
        general,
        than_other,
        liked_so,
        as_a_rule,
        at_our_table,
        when_it_is_so,
        from_now,
        both_general,
        of_taste,
        long_felt,
        beaten_by_none,
        a_tool_since,
        one_for_another,
    )
}
_RULES = load("preferences", _ACCEPTS)
PREFERENCES = _RULES["preferences"]
ENDED = _RULES["ended"]
