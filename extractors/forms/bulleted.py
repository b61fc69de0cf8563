"""Bulleted lists by their headings: what each item tells under "House rules for PRs:", "About me:" or "Links:".

An item says little without its heading. Under one that makes it a task, a choice or somebody else's, nothing is read.
"""

import re
from collections.abc import Callable
from datetime import date
from typing import NamedTuple

from extractors.forms import dated_lists
from extractors.forms.headed_lists import HeadedList, lists_in
from extractors.forms.told import Range, Told
from extractors.guarding import guards, voices
from extractors.matching.late_patterns import LatePattern
from extractors.message import CleanText
from extractors.statements.profile import is_name
from extractors.statements.rules import capitalised, compiled
from extractors.syntax.canonical import in_third_person, third_person
from memory.records import Candidate, CandidateOp, Kind, Polarity

LISTED = "listed"
"""The rule of what an item tells under its heading."""
_CONFIDENCE = 0.95


def items_in(text: CleanText, sent: date) -> Told:
    """Return what the bulleted lists of a message tell, and the ranges of the items that nobody else is to read.

    Args:
        text: The message.
        sent: The day it was sent.
    """
    told = Told()
    voiced = voices.voiced(text.text)
    for one in lists_in(text):
        read = _reading(one, sent)
        if read is None:
            continue
        if read is not _nothing:
            told.taken.append((one.begin, one.items[0].start))
        for start, end, item in one.items:
            if text.is_opaque(start, end) or any(first < end and start < last for first, last in voiced):
                continue
            found = read(item)
            if found is not None:
                told.taken.append((start, end))
            if found:
                told.candidates.append(_candidate(found, text.raw_span(start, end)))
    return told


def _candidate(found: "_Found", span: Range) -> Candidate:
    return Candidate(
        CandidateOp.RETRACT if found.over else CandidateOp.ADD,
        in_third_person(found.text),
        kind=None if found.over else found.kind,
        attribute=found.attribute,
        value=found.value,
        polarity=Polarity.NEGATIVE if found.text.startswith("Dislikes") else Polarity.POSITIVE,
        confidence=_CONFIDENCE,
        dated=found.day,
        span=span,
        rule=LISTED,
    )


class _Found(NamedTuple):
    """What an item tells, and of which day; `over` where it tells that something is so no longer."""

    kind: Kind
    text: str
    attribute: str | None = None
    value: str | None = None
    over: bool = False
    day: date | None = None


_Read = Callable[[str], _Found | tuple[()] | None]


def _reading(one: HeadedList, sent: date) -> _Read | None:
    """Return how the items under a heading are read, None where they are read as any other line.

    What reads an item returns what it tells, () where nobody is to read it, and None where others may.
    """
    heading = _ASIDE.sub("", _OPENING.sub("", one.heading).strip(_AROUND)).strip(_AROUND)
    if one.bare:
        return _reading_of_lines(one, heading)
    if _OVER.fullmatch(heading):
        return _ended
    if _TASKS.search(heading) or _of_another(heading):
        return _nothing
    if one.heading.rstrip().endswith("?") or _UNSETTLED.search(heading) or _ASKED.search(one.behind):
        return None
    if (dated := dated_lists.reading(heading, sent)) is not None:
        return lambda item: _dated(dated(item))
    if _ABOUT_ME.search(_SENTENCES.split(heading)[-1]):
        return _of_oneself
    if _WITH_ME.fullmatch(heading):
        return _of_working_together
    if (likes := _LIKES.fullmatch(heading)) is not None:
        verb = "Dislikes" if _AGAINST.search(likes[0]) else "Likes"
        return lambda item: _liked(item, verb)
    if (about := _rules_about(heading)) is not None:
        return lambda item: _rule(item, about)
    if _LINKS.fullmatch(heading):
        return _whereabouts
    if _WHO.fullmatch(heading):
        return _contact
    if _WHILE_AWAY.fullmatch(heading):
        return lambda item: _contact(item, " while away")
    return None


_AROUND = " :–—-*_!."
_ASIDE = LatePattern(r" ?\([^()]{1,40}\)$")
"""What is said beside a heading: "Team rules (repeat after me)"."""


def _reading_of_lines(one: HeadedList, heading: str) -> _Read | None:
    """Return how lines without bullets are read, which are a list only where each has the form of an item."""
    if _WHO.fullmatch(heading) and all(_PAIR.fullmatch(item.said) for item in one.items):
        return _contact
    if one.pictured and not _UNSETTLED.search(heading) and (about := _rules_about(heading)) is not None:
        return lambda item: _rule(item, about)
    return None


_OVER = LatePattern(r"(?:(?:i['’]?m|i am) )?(?:no longer|not any ?more|no more)(?: true)?", re.IGNORECASE)
"""A heading of what was so and is no longer."""


def _ended(item: str) -> _Found | tuple[()]:
    """Return what is so no longer, told as it was."""
    if guards.is_private(item):
        return ()
    state = f"Is {item}" if _STATE_OF.match(item) else capitalised(item)
    return _Found(Kind.FACT, state, over=True)


_STATE_OF = LatePattern(
    r"(?:in|on|at|with|from|part of|a|an|the|vegan|vegetarian|away|based|working|living)\b", re.IGNORECASE
)


_OPENING = LatePattern(
    r"^\W*(?:(?:hi|hello|hey|morning)(?: (?:all|everyone|team|folks|there))?[,!.–—-]{1,2} ?)?"
    r"(?:(?:fyi|psa|reminder|quick reminder|here are|here is|here's|these are|heads up|so|and|also|ok|some of|just)\b"
    r"(?: of)?[ ,:–—-]{0,3}){0,3}",
    re.IGNORECASE,
)
_TASKS = LatePattern(
    r"^(?:my |our |the |today's |open |quick |meeting |weekly |daily |team |sprint |new |current |remaining ){0,3}"
    r"(?:to-?dos?|to do(?: list)?|agenda|minutes|actions?(?: items?| points?)?|action items|next steps|follow-?ups?"
    r"|tasks?"
    r"|(?:shopping|grocery|packing) list|groceries|release notes?|change ?log|what's new|options?|choices|candidates|"
    r"vote|poll|ideas|questions|pros|cons|attendees|present|apologies|steps to reproduce|repro(?: steps)?"
    r"|acceptance criteria|"
    r"requirements|job requirements|blockers?|yesterday|today|done|doing|in progress|in review|wip|stand-?up|fixed"
    r"|added|removed|"
    r"known issues|bug ?fixes|breaking changes|please bring|things? to (?:pack|bring|buy|do)|ingredients)\b"
    r"|\b(?:changes|changed|new|fixes) in (?:this|the|v?\d)|\bneed from you\b|\bpick (?:one|a)\b|\bvote\b|\bto buy\b",
    re.IGNORECASE,
)
"""Headings of what is to be done, chosen or asked, or was done."""
_UNSETTLED = LatePattern(
    r"\b(?:draft|proposed|proposals?|proposing|suggest\w*|thoughts|maybe|tbd|tbc|wip|not (?:yet )?agreed"
    r"|under discussion|"
    r"for discussion|ideas?|if|should|could|would|might|old|previous|former|used to|outdated|example|fake|joke"
    r"|unwritten|was|were|hotels?|hostel|airbnb|airlines?|scrapped)\b",
    re.IGNORECASE,
)
_ASKED = LatePattern(
    r"\?\s*$|^\W*(?:thoughts|wdyt|agree|vote|objections|feedback welcome|what do you think)\b", re.IGNORECASE
)
"""What makes of a list, right behind it, something that is only put forward."""
_ABOUT_ME = LatePattern(
    r"^(?:(?:a|few|some|more|quick|little|bit|couple|of|things?|facts?|random|fun|basics|bullets|words|lines|notes?"
    r"|\d{1,2}|two|"
    r"three|four|five|bits|all|short|the|to know|summary|info|intro|introduction|details) ){0,7}(?:about|on"
    r"|to) (?:me|myself)$"
    r"|^me(?: in (?:a few |\w{1,6} )(?:bullets?|points|lines|words|bullet points)|, (?:briefly|in brief|in short))?$"
    r"|^(?:(?:a|my|quick|short|brief|little|self) ?-?){1,3}(?:intro|introduction|bio|profile)(?: of me| time)?$"
    r"|^(?:who i am|introducing myself|i['’]?m new here|myself)$",
    re.IGNORECASE,
)
_SENTENCES = LatePattern(r"[.!?] {1,3}")
_ABOUT = LatePattern(
    r"^(?:(?:a few|some|more|quick|a bit|things?|facts?|info) ){0,3}(?:about|on|re) (?P<who>.+)$", re.IGNORECASE
)
_OTHERS = LatePattern(
    r"(?:the|this|our new|his|her|their) (?:[\w-]+ )?(?:candidate|applicant|client|customer|speaker|guest|hire"
    r"|vendor|supplier|author)\b",
    re.IGNORECASE,
)


def _of_another(heading: str) -> bool:
    """Return whether a heading says that its items are of somebody else: "About Priya", "About the candidate"."""
    match = _ABOUT.match(heading)
    return match is not None and bool(
        _OTHERS.match(match["who"]) or is_name(match["who"]) or match["who"].startswith("<@")
    )


_WITH_ME = LatePattern(
    r"(?:(?:tips|notes|rules|guide|how|best way|ways?|things to know) ?(?:on|for|to|about)? ?)?"
    r"(?:work|working|collaborating) with me|(?:my |a )?(?:user|personal|operating) (?:manual|guide)(?: (?:of|for) me)?"
    r"|(?:a )?manual of me|(?:the )?(?:readme|user manual) (?:of|for) me|how i (?:like to )?work",
    re.IGNORECASE,
)
_LIKES = LatePattern(
    r"(?:(?:some |a few )?(?:things|stuff|foods?) )?(?:i|we) (?:really |absolutely ){0,2}(?:love|like|enjoy|hate"
    r"|dislike|loathe|"
    r"can['’]?t stand|avoid)|(?:my )?(?:likes|loves|dislikes|hates|pet peeves|pet hates)",
    re.IGNORECASE,
)
_AGAINST = LatePattern(r"\b(?:hates?|dislikes?|loathe|stand|avoid|peeves)\b", re.IGNORECASE)
_FOR_WHAT = r"(?:for|on|about|around|in|when|regarding|of the|at)"
_NAMED_RULES = (
    r"(?:rules?|conventions?|guidelines?|etiquette|norms|(?:working )?agreements?|principles"
    r"|standards?|"
    r"style(?: ?guide)?|do['’]?s and don['’]?ts|ways of working|ground rules)"
)
_OUR_RULES = LatePattern(
    rf"(?P<ours>(?:our|my|house|team|ground|golden|the team's|the"
    rf"|new) ){{0,3}}(?P<of>(?:[\w/&-]+ ){{0,3}}?){_NAMED_RULES}"
    rf"(?: {_FOR_WHAT} (?P<x>[\w'’/&# -]{{2,40}}))?"
    r"(?P<spot>,? (?:gate|bay|room|unit|floor|level|hall|shed|building|block|line|zone|area|dock|pit|lab) \w{1,3})?",
    re.IGNORECASE,
)
_OWN_DOMAIN = LatePattern(
    r"(?:code|review|reviews|pr|prs|pull|request|requests|commit|commits|branch|branches|branching|merge|merging"
    r"|deploy|"
    r"deployment|release|releases|naming|git|testing|tests?|docs|documentation|writing|coding|design|channel|slack|"
    r"meeting|meetings|stand-?up|on-?call|incident|lab|kitchen|office|studio|workshop|house|team|working|support"
    r"|ticket|email|"
    r"editorial|brand|style|sprint|retro|depot|yard|warehouse|ward|shop|store|bench|gallery|library|bar|stage|dock|site|desk|fridge|printer|rota|data|sql|api|css|python|typescript|go|logging|room|site|gate|rehearsal|paint|loading|staff|van|truck|forklift|freezer|greenhouse|pool|gym|garage|darkroom|kiln)",
    re.IGNORECASE,
)
_HOW_WE = LatePattern(
    r"how we (?P<verb>work|review|deploy|ship|name|test|write|merge|release|plan|meet|communicate|code|label|triage"
    r"|log|run|do|"
    r"handle|store|version|branch|commit|document)(?P<x>(?: [\w'’/&-]+){0,4})",
    re.IGNORECASE,
)


def _rules_about(heading: str) -> str | None:
    """Return what is said to have rules or conventions of the author's own; None where a heading says no such thing."""
    if (how := _HOW_WE.fullmatch(heading)) is not None:
        return f"How the team {third_person(how['verb'].lower())}{how['x']}"
    heading = _SINCE.sub("", heading)
    parted = _PARTED.split(heading)
    if len(parted) == len(("of what", "rules")):
        for rules, about in (parted, reversed(parted)):
            if _rules_about(rules) is not None and (_OF_ITSELF.fullmatch(rules.strip()) or not is_name(about)):
                return capitalised(about.strip())
    match = _OUR_RULES.fullmatch(heading)
    if match is None or "'s" in heading.replace("’", "'").replace("do's", ""):
        return None
    domain = match["of"].split()
    own = (match["ours"] or "").lower() not in {"", "the ", "new "} or _OF_ITSELF.fullmatch(heading) is not None
    if not own and not (match["x"] or domain):
        return None
    known = [*domain, *(match["x"] or "").split()]
    if not own and not any(_OWN_DOMAIN.fullmatch(word) for word in known):
        return None
    if match["x"] and not domain:
        return capitalised(re.sub(r"^(?:our|my|the) ", "", match["x"], flags=re.IGNORECASE))
    named = heading[: match.start("spot")] if match["spot"] else heading
    named = re.sub(r"^(?:(?:our|my|the|new) ){1,2}", "", named, flags=re.IGNORECASE)
    return named.capitalize() if named.isupper() else capitalised(named)


_SINCE = LatePattern(
    r",? (?:as of|since|effective|valid from|(?:laminated|updated|revised|posted|printed|reviewed|agreed"
    r"|pinned) )[\w ]{2,30}$"
    r"|, (?:again|updated|revised|laminated|as agreed)$",
    re.IGNORECASE,
)
"""What a heading says of when its rules were written: "Bar rules, updated today"."""
_PARTED = LatePattern(r", | ?[–—] ?| - ")
"""What parts rules from what they are of, in either order: "House rules, ferry desk", "Bench - ground rules"."""
_OF_ITSELF = LatePattern(
    r"(?:working agreements?|team agreements?|ways of working|(?:ground|house) rules)(?: for .{2,40})?", re.IGNORECASE
)
"""Headings of nothing but rules of one's own."""
_LINKS = LatePattern(
    r"(?:(?:useful|handy|important|key|quick|our|my|team|some|the|project|good|all) ){0,3}(?:links|resources|bookmarks)"
    r"(?: for (?:the )?[\w -]{2,30})?|where (?:things|stuff|everything|it all|to find (?:things|stuff|what)"
    r"|we keep (?:things|stuff|what))"
    r"(?: (?:live|lives|is|are|sits))?(?:,? \(?[\w' -]{2,30}\)?)?",
    re.IGNORECASE,
)
_WHO = LatePattern(
    r"(?:[\w'’&/ ]{2,30} ?[–—:.-] ?)?"
    r"(?:who to (?:ask|ping|contact|talk to|bother|call|see|go to|poke)(?: (?:about|for|with|re) (?:what|things))?"
    r"|who (?:does|owns|runs|handles|looks after|knows|deals with) what"
    r"|(?:[\w'’&/-]+ ){0,4}?(?:contacts|points of contact|owners|ownership|go-to people))"
    r"(?: (?:for|in|at|on) (?:the )?[\w'’& -]{2,30}|,? [\w'’& -]{2,30}edition|, [\w'’& -]{2,30})?",
    re.IGNORECASE,
)
_WHILE_AWAY = LatePattern(
    r"(?:(?:my )?(?:cover|coverage|contacts?|backups?|who to ask|handover)(?: for)? )?(?:while|when|whilst) "
    r"(?:i['’]?m|i am) (?:away|out|off|gone|ooo|on (?:leave|holiday|pto|vacation))|in my absence|my cover(?:age)?",
    re.IGNORECASE,
)
_PAIR = LatePattern(r"(?P<s>[^\W_][^:\n→=]{1,40}?) ?(?::|->|→|=>|=| – | — | - ) ?(?P<v>\S[^\n]{1,80})")
_COUNTED = compiled(
    r"(?P<n>\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|several|twin|an?)(?: [\w'-]+){0,2}? "
    r"(?:(?P<pet>(?:%pet%)(?:e?s)?|(?:pupp|pon|bunn|budg|canar)ies|mice|geese|cats?|dogs?)|(?P<child>kids?|children"
    r"|child|"
    r"sons?|daughters?|boys|girls|toddlers?|teenagers?|twins|stepkids|stepchildren)|(?P<else>grandchildren|grandkids|"
    r"brothers?|sisters?|siblings|nephews?|nieces?|bikes?|guitars?|motorbikes?|cars?|boats?|allotments?|houseplants"
    r"|plants|"
    r"passports|jobs|tattoos|cameras?|sewing machines?|pianos?|violins?|cellos?|drums?|vans?))"
    r"(?:,? (?:called|named) [\w' ,&-]{2,40}|,? \([\w' ,&-]{2,40}\)|: [\w' ,&-]{2,40}|, [A-Z][\w' ,&-]{1,40})?"
)
_DIET = compiled(
    r"(?:also |strict |strictly |lifelong |mostly ){0,2}(?P<v>%diet%)(?: since [\w ]{2,20}| for [\w ]{2,20})?"
)
_PARENT = LatePattern(
    r"(?:proud |single |new ){0,2}(?P<v>(?:mum|mom|dad|mother|father|parent|stepmum|stepdad|aunt|auntie|uncle|gran"
    r"|grandad|"
    r"grandmother|grandfather|carer)(?: (?:of|to) [\w' ,&()-]{2,50}))",
    re.IGNORECASE,
)
_UNDER_WAY = LatePattern(
    r"(?P<v>(?:currently |slowly ){0,1}(?:learning|studying|training for|teaching myself|restoring|building|writing)"
    r" (?!it\b|that\b|this\b)[\w'&+# -]{2,60})",
    re.IGNORECASE,
)
_LONGEST_RULE = 140
"""Characters of an item that is a rule."""
_LONGEST_LIKE = 50


def _dated(found: dated_lists.Dated | tuple[()] | None) -> _Found | tuple[()] | None:
    return _Found(Kind.EVENT, found.text, day=found.day) if isinstance(found, dated_lists.Dated) else found


def _nothing(item: str) -> tuple[()]:
    return ()


def _of_oneself(item: str) -> _Found | tuple[()] | None:
    """Return what an item about the author tells that has no verb, and that no rule would read."""
    if guards.is_private(item):
        return ()
    lower = item[:1].lower() + item[1:] if item[1:2].islower() else item
    if (counted := _COUNTED.fullmatch(lower)) is not None:
        attribute = next((name for name in ("pet", "child") if counted[name]), None)
        return _Found(Kind.FACT, f"Has {lower}", attribute, lower)
    if (diet := _DIET.fullmatch(lower)) is not None:
        return _Found(Kind.PREFERENCE, f"Is {lower}", "diet", diet["v"])
    if _PARENT.fullmatch(lower):
        return _Found(Kind.FACT, f"Is a {lower}", None, lower)
    if _UNDER_WAY.fullmatch(lower):
        return _Found(Kind.FACT, f"Is {lower}", None, lower)
    return None


def _of_working_together(item: str) -> _Found | tuple[()] | None:
    """Return how the author likes to work with others; what is told in the first person is read by its rules."""
    if guards.is_private(item) or item.endswith("?"):
        return ()
    if len(item) > _LONGEST_RULE or "://" in item or _SPEAKS.match(item):
        return None
    said = item[:1].lower() + item[1:] if item[1:2].islower() else item
    return _Found(Kind.PREFERENCE, f"Working together: {said}")


_SPEAKS = LatePattern(r"(?:i|i['’]m|i['’]ve|my)\b", re.IGNORECASE)


def _liked(item: str, verb: str) -> _Found | None:
    if len(item) > _LONGEST_LIKE or not _WORDS.fullmatch(item) or guards.is_private(item) or is_name(item):
        return None
    if _AT_HAND.match(item):
        return None
    liked = item[:1].lower() + item[1:] if item[1:2].islower() and not is_name(item) else item
    return _Found(Kind.PREFERENCE, f"{verb} {liked}", f"preference:{liked.lower()}", liked)


_AT_HAND = LatePattern(
    r"(?:this|that|these|those|it|you|your|our|option|none|tbd|see|bug|ticket"
    r"|the (?:new|first|second|last|other|outage))\b",
    re.IGNORECASE,
)
"""What is liked or not of what is being talked about."""
_WORDS = LatePattern(r"[^\W\d_][\w'’&/+# ,()-]{1,60}")


def _rule(item: str, about: str) -> _Found | tuple[()] | None:
    if "://" in item or len(item) > _LONGEST_RULE:
        return None
    if item.endswith("?") or item.lower().startswith("none ") or guards.is_private(item) or _UNSURE.search(item):
        return ()
    return _Found(Kind.FACT, f"{about}: {_OURS.sub('the', item)}")


_UNSURE = LatePattern(r"\b(?:maybe|tbd|tbc|perhaps|not sure|to be (?:decided|confirmed))\b", re.IGNORECASE)
_OURS = LatePattern(r"\bour\b")


def _whereabouts(item: str) -> _Found | None:
    """Return where a thing is, told by its name and a place; addresses are read elsewhere."""
    match = _PAIR.fullmatch(item)
    if match is None or "://" in item or guards.is_private(item) or item.endswith("?"):
        return None
    if _IN_PLACE.search(match["v"]) is None or _STATE.search(match["v"]) is not None:
        return None
    what = capitalised(match["s"].strip())
    return _Found(Kind.REFERENCE, f"{what}: {match['v'].strip()}", f"reference:{what.lower()}", match["v"].strip())


_STATED = LatePattern(
    r"(?:approved|done|merged|green|red|amber|pending|open|closed|yes|no|tbd|none|parser)", re.IGNORECASE
)
_IN_PLACE = LatePattern(r"[A-ZÀ-Þ#/]|\b(?:in|on|at|under|behind|inside|next to|(?:back|front|top|bottom|side) of)\b")
_STATE = LatePattern(r"\b(?:merged|done|blocked|down|up|tbd|tbc|talk|likes)\b|\d ?%|\d:\d\d", re.IGNORECASE)
"""What tells how something is doing, and no place of it."""


def _contact(item: str, when: str = "") -> _Found | tuple[()] | None:
    """Return whom to ask for what."""
    match = _PAIR.fullmatch(item)
    if match is None or guards.is_private(item) or _SELF.fullmatch(match["s"].strip()):
        return None
    who = match["v"].strip()
    what = match["s"].strip()
    what = what[:1].lower() + what[1:] if what[1:2].islower() else what
    if "@" in who and who.lower().startswith(what.split()[0].lower()):
        return ()  # it is somebody's own address
    if _SELF.fullmatch(who):
        return _Found(Kind.FACT, f"Is the contact for {what}{when}")
    named = who.startswith(("<@", "#")) or _REACHED.match(who) or is_name(re.split(r" and | ?[,/&(] ?", who)[0])
    return _Found(Kind.FACT, f"Contact for {what} is {who}{when}") if named and not _STATED.fullmatch(who) else None


_SELF = LatePattern(r"(?:me|myself|yours truly|i do)(?: (?:again|too|for now|only))?", re.IGNORECASE)
_REACHED = LatePattern(
    r"(?:(?:mrs?|ms|miss|dr|prof|chef|sister|nurse|auntie|uncle)\.? [A-ZÀ-Þ]|ext(?:ension)?\.? \d|vhf \d"
    r"|the [\w ]{3,20}(?:$|,)|[\w.+-]+@[\w-]+\.[a-z])",
    re.IGNORECASE,
)
"""Who or what can be asked besides people by their names: "Mrs Parry, room 12", "ext 204", "the hatch, before 10"."""
