"""Brief notices of where somebody is and when, as they are posted in a channel: "PTO Thu-Fri this week. Cover: @Priya".

They have no verb and often no sentence, so they are read as they are written: a state of the author's, its days, and
behind these who stands in. What says the same of somebody else is nobody's own statement and is left out, as is what
tells of an illness.
"""

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import cache
from itertools import islice

from extractors import guards, voices
from extractors.canonical import in_third_person
from extractors.chatter import PATTERNS
from extractors.dates import find_dates
from extractors.day_grammar import MONTHS, WEEKDAYS
from extractors.late_patterns import LatePattern
from extractors.message import CleanText
from extractors.numbered_days import is_day
from extractors.rules import filled
from extractors.sentences import sentences
from extractors.told import Told
from memory.records import Candidate, CandidateOp, Kind

NOTICE, STANDS_IN = "notice", "notice-cover"
"""The rules of what a notice tells, and of who stands in meanwhile."""
_CONFIDENCE = 0.95


@dataclass(frozen=True, slots=True)
class _Days:
    """Days that a notice is of: where they end in the text, how they are told, the first and the last of them.

    `first` is None for days that come every week.
    """

    end: int
    text: str
    first: date | None
    last: date | None = None

    @property
    def several(self) -> bool:
        return self.last != self.first


@dataclass(frozen=True, slots=True)
class _State:
    """One state of `patterns/notices.toml`."""

    pattern: LatePattern
    text: str
    lasts: str = ""
    range: bool = False
    place: bool = False
    named: bool = False


@dataclass(frozen=True, slots=True)
class _Notice:
    """A state with its days, and where they end."""

    state: _State
    text: str
    days: _Days
    end: int


@cache
def _states() -> Sequence[_State]:
    data = tomllib.loads((PATTERNS / "notices.toml").read_text(encoding="utf-8"))
    return [_State(**{**table, "pattern": LatePattern(table["pattern"], re.IGNORECASE)}) for table in data["states"]]


def notices_in(text: CleanText, sent: date, author: str = "") -> Told:
    """Return the notices of a message; nothing is read, either, in what says the same of somebody else.

    Args:
        text: The message.
        sent: The day it was sent.
        author: Who writes it, by the name that the chat knows them by.
    """
    reader = _Reader(text, sent, author.split()[0] if author.strip() else "")
    if not (_BEGINS.search(text.plain) or _WITHOUT_DAYS.search(text.plain)):
        return reader.told
    if _QUICK.search(text.plain) is None or _STAND_UP.search(text.plain) is not None:
        return reader.told
    closed = [*text.opaque, *voices.voiced(text.text)]
    closed += text.items  # which are somebody's by their heading
    for start, end in islice(sentences(text.plain), _MOST):
        if start >= reader.position and not any(first < end and start < last for first, last in closed):
            line = text.plain.find("\n", start) % (len(text.plain) + 1)
            reader.read(start, min(line, start + _LONGEST_LINE))
    return reader.told


_NAME_OF_DAY = "(?:" + "|".join(sorted(WEEKDAYS, key=len, reverse=True)) + ")"
_NAME_OF_MONTH = "(?:" + "|".join(sorted(MONTHS, key=len, reverse=True)) + ")"
_QUICK = LatePattern(
    r"(?i:\b(?:o\.?o\.?o|oof|office|p\.?t\.?o|leave|a/l|vacation|holidays?|hols|sabbatical|honeymoon|jury"
    r"|secondment|call|"
    r"duty|wfh|home|remote(?:ly)?|working|half|off|out|away|afk|offline|unavailable|unreachable|abroad|gone|not"
    r"|travell?ing|"
    r"flying|going|heading|at|attending|visiting|in|on|back|no|cover\w*|ask|while|sick|toil)\b)|\bAL\b"
)
_STAND_UP = LatePattern(
    r"^[^\w\n]{0,6}(?:yesterday|blockers?|blocked|impediments?)\b\W{0,3}:", re.IGNORECASE | re.MULTILINE
)
"""What makes of a message notes for a stand-up."""
_OPENING = LatePattern(
    r"[^\w<\n]{0,6}(?:(?:fyi|heads[ -]?up|reminder|psa|note|notice|quick|just|a(?= )|all|hi|hey|hello|everyone|team"
    r"|folks|morning|also|"
    r"btw|gentle|friendly|one|planned|upcoming|status|plans?|announcement|that|update|my|and"
    r"|so)\b(?![/'’.-]\w)[^\w<\n]{1,4}){0,7}",
    re.IGNORECASE,
)
_FIRST_PERSON = LatePattern(
    r"(?:i['’]?m|i am|i['’]?ll be|i will be|i shall be|we['’]?re|we are|we['’]?ll be|we will be)\b[ ]"
    r"(?:also |both |all |back |then |now )?",
    re.IGNORECASE,
)
_LEFT_OUT = LatePattern(
    r"(?:(?:am|will be|be|now|currently|officially|going(?= on)|taking|also|then)[ ]){0,3}", re.IGNORECASE
)
_HEAD = LatePattern(
    r"(?P<state>[^:;\n]{2,60}?)"
    r"(?:[ ,:=–—→>-]{1,4}(?:notice|booked|planned|dates?|approved|again|alert|confirmed|period|time|only))?"
    r"(?P<lead>[ ,:=–—→>(~-]{1,4}(?:(?:from|on|for|starting|as of|all of|all|of|during|between|effective|the|until"
    r"|till|"
    r"['’]?til|through|thru|up to|to|and|including|every|each|this|this coming)[ ]){0,4})",
    re.IGNORECASE,
)
_BEGINS = LatePattern(
    rf"(?<![\w/.-])(?:\d|{_NAME_OF_DAY}s?\b|{_NAME_OF_MONTH}\b|(?:the )?rest of|next (?=week|{_NAME_OF_DAY}\b)"
    rf"|this week|tomorrow|tmrw|tmr|today|"
    r"w/c|w/b|wc\b|week (?:commencing|beginning|starting|of))",
    re.IGNORECASE,
)
"""What the days of a notice may begin with."""
_WITHOUT_DAYS = LatePattern(
    r"\b(?:cover\w*|while|when|absence|meantime|meanwhile|contacts?|sick|medical)\b", re.IGNORECASE
)
"""What may be told of an absence without its days."""
_UNTIL = LatePattern(r"\b(?:until|till|til|through|thru|up to|to)\b", re.IGNORECASE)
_FROM = LatePattern(r"\b(?:from|starting|as of|effective)\b", re.IGNORECASE)
_EACH = LatePattern(r"\b(?:every|each)\b", re.IGNORECASE)
_WEEK = LatePattern(rf"(?P<which>next|this) week\b(?! (?:on )?{_NAME_OF_DAY}\b)", re.IGNORECASE)
_REST_OF_WEEK = LatePattern(r"(?:the )?rest of (?:the|this) week\b", re.IGNORECASE)
_WEEK_OF = LatePattern(
    r"(?:w/c|wc|w/b|week (?:commencing|beginning|starting|of))[: ]{1,2}(?:the )?(?:mon(?:day)? )?(?:the )?",
    re.IGNORECASE,
)
_WEEKDAY = LatePattern(rf"(?P<day>{_NAME_OF_DAY})(?P<s>s)?\b(?!,? (?:the )?\d)(?! {_NAME_OF_MONTH}\b)", re.IGNORECASE)
_TO = LatePattern(r"[ ]?(?:[-–—→]|\b(?:to|through|thru|till?|until|thro)\b)[ ]?", re.IGNORECASE)
_AND = LatePattern(r"[ ]?(?:, and\b|,|&|\+|/|\band\b|\bplus\b)[ ]?(?:on )?", re.IGNORECASE)
_OF_WEEK = LatePattern(r",? (?:of )?(?P<which>this|next) week\b", re.IGNORECASE)
_PART = LatePattern(
    r",?[ ](?P<part>\(?(?:mornings?|afternoons?|evenings?|am|pm|inclusive|incl\.?|all day)\)?)(?=[\s,.;!)–-]|$)",
    re.IGNORECASE,
)
_REASON = LatePattern(
    r"[ ](?:(?P<why>(?:for|to|at|in|with|visiting)[ ](?!(?:anyone|everyone|now|be|you"
    r"|the record)\b)(?:(?!  )[^,.;:!?\n()<–—]){2,50})"
    r"(?=[,.;!\n(]|  |$)|\((?P<aside>[^()?\n]{2,50})\))",
    re.IGNORECASE,
)
_FOR = LatePattern(r"(?:for|to|at)\b", re.IGNORECASE)
_OPEN_REASON = LatePattern(
    r"^(?:(?:for|to|at|in|with|visiting) )?(?:(?:an?|the|my|our|his|her|their|this) )?(?:[\w'’.-]+ ){0,3}"
    r"(?:wedding|conference|conf|summit|off-?site|training|course|workshop|graduation|house move|move|moving(?: house)?"
    r"|kick-?off|meet-?up|hackathon|trade fair|fair|expo|festival|family|parents|in-?laws|holidays?|vacation|honeymoon"
    r"|half[ -]term|school run|work|travel|(?:customer|client|site) visit|interviews?|exams?|deliver(?:y|ies)|plumber"
    r"|electrician|boiler|movers|passport(?: renewal)?|visa|driving test|move-?in)$",
    re.IGNORECASE,
)
"""What an absence may be for so that it is kept with it; any other reason is nobody's business."""
_SIGNED_BY = LatePattern(r"[ ]{0,2}(?:[-–—(]|:)[ ]?(?P<who>[A-ZÀ-Þ][a-zà-ÿ'’]{1,20})\)?[ ]*(?=$|\n)")
"""Whose a notice is, behind it: "OOO 3-7 Aug - Priya"."""
_ENDS = LatePattern(
    r"[ ]*(?:$|[,.;!)(\n–—→<]|-[ ]|[+&]|(?:and|but|so|then|back|with|please|pls|ask|ping|contact|btw|thanks|cheers"
    r"|fyi|all|"
    r"folks|team|everyone|sorry)\b)",
    re.IGNORECASE,
)
"""What stands behind the days of a notice, if it is one."""
_BREAK = LatePattern(r"[ ]{0,3}(?:[,.;!()–—→-]|(?:and|but|so|then|&|\+)(?= )){0,3}[ ]{0,3}", re.IGNORECASE)
_UNSURE = LatePattern(
    r"\b(?:maybe|probably|perhaps|tbc|tbd|tba|not sure|unsure|possibly|might|unless|if (?!you|urgent|any|there|it)|"
    r"provisional(?:ly)?|tentative(?:ly)?|pending|depends|depending|hopefully|subject to|thinking of|considering"
    r"|hoping|"
    r"or so|waiting for|not (?:yet )?approved|cancell?ed|no longer|after all|kidding|i wish)\b",
    re.IGNORECASE,
)
_ILL = LatePattern(
    r"\b(?:sick(?:ness)?|ill(?:ness)?|unwell|poorly|medical|hospital|surgery|operation|doctors?|gp|clinic|therap\w+|"
    r"chemo\w*|scan|mri|dentist|dental|physio|treatment|covid|flu|migraine|burn-?out|mental|procedure|recover\w*"
    r"|rehab|ivf|"
    r"miscarriage|pregnan\w+|injur\w+|health|stress|depress\w+|fever)\b",
    re.IGNORECASE,
)
"""What makes of an absence one that is nobody's business."""
_SICK = LatePattern(
    r"(?:(?:(?:on|off|out)[ ])?(?:long-term )?(?:sick|medical) (?:leave|days?|today|tomorrow|until|till|from|since"
    r"|with)|(?:on|off|out) sick)\b(?! (?:policy|form|pay|entitlement))[^.!?\n]*",
    re.IGNORECASE,
)
_SOMEBODY = LatePattern(
    r"(?P<name><@\w+>|[A-ZÀ-Þ][a-zà-ÿ'’-]{1,20}(?: [A-ZÀ-Þ][a-zà-ÿ'’.-]{0,20})?)(?: (?:and|&) (?:<@\w+>"
    r"|[A-ZÀ-Þ][a-zà-ÿ'’-]+))?"
    r"(?:['’]s|[ ](?:is|are|will be))?[ ]?[:–—-]?[ ](?:on (?=leave)|also |now |both )?"
)
_NOBODY = frozenset(
    """now also just still will am currently officially then so and but today tomorrow going heading probably maybe not
    be being is we are everyone home working half day out off back on in at no annual taking from until remote leave
    friendly quick gentle my our all team hi hey hello morning fyi note reminder please plus holiday vacation mum mom
    mam dad wife husband partner kids visiting travelling traveling attending flying speaking presenting office cover
    parental maternity paternity study jury next this i""".split()
)
"""What begins with a capital and is nobody by name, or one of the author's own people."""
_PERSON = r"(?:<@\w+>|(?-i:[A-ZÀ-Þ][a-zà-ÿ'’-]{1,20}(?: [A-ZÀ-Þ][a-zà-ÿ'’-]{1,20})?))"
_WHO = rf"(?P<who>#[\w-]+|{_PERSON}(?:(?: ?[,/&] ?| and | or ){_PERSON}){{0,3}})"
_ASK = (
    r"(?:ask|ping|contact|message|dm|e-?mail|call|talk to|speak to|speak with|see|go to|reach out to|reach|poke|slack"
    r"|bother)"
)
_AWAY = r"(?:away|out|off|gone|ooo|on (?:leave|holiday|pto|vacation|annual leave|parental leave))"
_MEANWHILE = (
    rf"(?:(?:while|when|whilst) (?:i['’]?m|i am|we['’]?re) {_AWAY}|(?:in|during) my absence|meanwhile|in the meantime)"
)
_WHAT = (
    r"(?P<what>(?!(?:it|that|this|them|me|cc|from|author|note)\b)[\w'’&/-]+"
    r"(?: (?!(?:till?|until|while|when|then|meanwhile|so|because)\b)[\w'’&/-]+){0,4}?)"
)
_THEN = (
    r"(?: (?:please|pls|instead|for me|then|thanks|ok|(?:till|until) i(?:['’]?m| am| get) back)){0,3}"
    rf"(?P<while>,? {_MEANWHILE}(?P<days> [^,.;:!?\n]{{2,40}})?)?[ ]?(?=$|[.;!\n,)(])"
)
_COVERS = (
    LatePattern(
        r"(?:my |the )?(?:cover(?:age|ing)?|back-?up|stand-?in|deputy|in charge|covered by)(?: person)?"
        rf"(?: (?:for me|is|will be|by|{_MEANWHILE})){{0,3}} ?[:=–-]? ?{_WHO}(?: (?:for|on) {_WHAT})?{_THEN}",
        re.IGNORECASE,
    ),
    LatePattern(
        rf"{_WHO} (?:(?:is|will be|are|will) )?(?:covering|covers?|on point|standing in|stands in|stepping in"
        rf"|filling in|in charge|"
        rf"my (?:cover|backup|deputy))\b(?: for me)?(?: (?:for )?{_WHAT})?{_THEN}",
        re.IGNORECASE,
    ),
)
_CONTACTS = (
    LatePattern(
        rf"(?:please |pls |kindly |just |you can ){{0,2}}{_ASK} {_WHO}(?: (?:for|about|on|re|with|regarding) {_WHAT}"
        rf"| if [\w' ]{{3,30}}?)?{_THEN}",
        re.IGNORECASE,
    ),
    LatePattern(
        rf"(?:my |the )?(?:(?:point of )?contact|poc|go-to)(?: person)?(?: (?:is|will be|{_MEANWHILE}))?"
        rf" ?[:=–-]? ?{_WHO}(?: (?:for|on) {_WHAT})?{_THEN}",
        re.IGNORECASE,
    ),
    LatePattern(
        rf"(?:for |re )?{_WHAT}(?: questions?| stuff| things| queries| requests| issues)?"
        rf"(?: ?(?::|->|→|=>|=|–|-)>? ?(?:please |pls )?(?:{_ASK} )?|,? (?:please |pls )?{_ASK} |,? (?:goes?"
        rf"|go) to ){_WHO}{_THEN}",
        re.IGNORECASE,
    ),
)
_WHILE_AWAY = LatePattern(
    rf"\W{{0,4}}(?:(?:cover(?:age)?|contacts?"
    rf"|who to ask) )?{_MEANWHILE}(?P<days>[^:,\n]{{0,40}}?)[ ]?[:,-]?[ ]?(?=\S|$)",
    re.IGNORECASE,
)
_BEHIND = LatePattern(rf"[ ,]{{0,2}}{_MEANWHILE}", re.IGNORECASE)


class _Reader:
    """Reads one message sentence by sentence; what stands in for the author is told of the days named before."""

    def __init__(self, text: CleanText, sent: date, author: str) -> None:
        self.text, self.plain, self.sent, self.author = text, text.plain, sent, author
        self.told = Told()
        self.position = 0
        self.meanwhile: _Days | None = None

    def read(self, start: int, end: int) -> None:
        """Read what begins at a sentence, up to the end of its line at most."""
        opening = _OPENING.match(self.plain, start, end)
        begin = opening.end() if opening else start
        own = _FIRST_PERSON.match(self.plain, begin, end)
        at = own.end() if own else begin
        if (sick := _SICK.match(self.plain, at, end)) is not None:
            self._take(start, sick.end())
            return
        if (notice := self._notice(at, end)) is None and own is None:
            noted = self.plain[start:begin].rstrip().endswith("that")  # it may be asked to be kept
            if noted or (somebody := self._somebody(begin, end)) is None:
                self._stand_ins(start, begin, end)
                return
            if somebody != self.author.lower():
                return
            named = _SOMEBODY.match(self.plain, begin, end)
            notice = self._notice(named.end(), end) if named else None
        if notice is None:
            return
        if own is None:
            said_to = self._sentence_end(notice.end, end)
            if _ILL.search(self.plain, start, said_to):
                self._take(start, said_to)
                return
        self.meanwhile = notice.days
        at = self._told(notice, start, end) if own is None else notice.end
        while at < end and (between := _BREAK.match(self.plain, at, end)) is not None:
            after = self._more(between.end(), end, told=own is None)
            if after is None:
                break
            at = after

    def _more(self, at: int, end: int, *, told: bool) -> int | None:
        """Return where a further notice or who stands in ends, None where neither stands there."""
        if (also := self._notice(at, end)) is not None and told:
            return self._told(also, at, end)
        return self._stand_in(at, end, near=True)

    def _told(self, notice: _Notice, start: int, end: int) -> int:
        """Add a notice and return where it ends, with the day of coming back as a part of it."""
        text, at = notice.text, notice.end
        between = _BREAK.match(self.plain, at, end)
        if between is not None and notice.days.first is not None and between.end() > at:
            back = self._notice(between.end(), end, after=notice.days.last or notice.days.first)
            if back is not None and back.text.startswith("Is back"):
                text, at = f"{text}, {back.text.removeprefix('Is ')}", back.end
        days = notice.days
        self.told.candidates.append(
            Candidate(
                CandidateOp.ADD,
                in_third_person(text),
                kind=Kind.EVENT if days.first else Kind.PROFILE,
                confidence=_CONFIDENCE,
                dated=days.first,
                span=self.text.raw_span(start, at),
                rule=NOTICE,
            )
        )
        self._take(start, at)
        return at

    def _take(self, start: int, end: int) -> None:
        self.told.taken.append((start, end))
        self.position = max(self.position, end)

    def _sentence_end(self, at: int, end: int) -> int:
        match = _MARK.search(self.plain, at, end)
        return match.end() if match else end

    def _notice(self, begin: int, end: int, *, after: date | None = None) -> _Notice | None:
        """Return the notice that begins there, None where none does; `after` is a day that its own come after."""
        if (left_out := _LEFT_OUT.match(self.plain, begin, end)) is not None:
            begin = left_out.end()
        notice = self._state_first(begin, end, after) or self._days_first(begin, end)
        if notice is None:
            return None
        signed = _SIGNED_BY.match(self.plain, notice.end)
        if signed is not None and signed["who"].lower() != self.author.lower():
            return None
        sentence = self.plain[begin : self._sentence_end(notice.end, end)]
        if _BLANKED in sentence:
            return None
        if sentence.endswith("?") or _UNSURE.search(sentence) or guards.is_private(self.plain[begin : notice.end]):
            return None
        return notice

    def _state_first(self, begin: int, end: int, after: date | None) -> _Notice | None:
        """Return "PTO Thu-Fri": the state first, and behind it its days."""
        for day in _BEGINS.finditer(self.plain, begin, min(end, begin + _LONGEST)):
            head = _HEAD.fullmatch(self.plain, begin, day.start())
            state = self._state(head["state"]) if head else None
            if head is None or state is None:
                continue
            days = self._days(day.start(), end, head["lead"], state=state[0], after=after)
            if days is None or (state[0].range and not days.several):
                return None
            return self._with_days(*state, days, end)
        return None

    def _days_first(self, begin: int, end: int) -> _Notice | None:
        """Return "Fri 13 March: half day": the days first, and the state behind them, with nothing more."""
        if _BEGINS.match(self.plain, begin, end) is None:
            return None
        for state in _states():
            if (days := self._days(begin, end, "", state=state)) is None:
                return None
            behind = _SEGMENT.match(self.plain, days.end, end)
            match = state.pattern.fullmatch(behind["state"]) if behind else None
            if match is None or behind is None or state.place or state.range:
                continue
            told = self._worded(state, match, days)
            return None if told is None else _Notice(state, told, replace(days, end=behind.end()), behind.end())
        return None

    def _state(self, written: str) -> tuple[_State, re.Match[str]] | None:
        for state in _states():
            match = state.pattern.fullmatch(written)
            if match is not None and not (state.named and _NAMED.search(written) is None):
                return state, match
        return None

    def _with_days(self, state: _State, match: re.Match[str], days: _Days, end: int) -> _Notice | None:
        """Return a state with its days and what stands right behind them: the part of the day, and what it is for."""
        told, at = self._worded(state, match, days), days.end
        if told is None:
            return None
        if (part := _PART.match(self.plain, at, end)) is not None:
            told, at = f"{told} {part['part']}", part.end()
        if (reason := _REASON.match(self.plain, at, end)) is not None:
            aside, why = reason["aside"] or "", reason["why"] or ""
            tells_more = any(one.match(aside) for one in (*_COVERS, *_CONTACTS)) or _BEGINS.search(aside)
            if why and _OPEN_REASON.search(why) is None and _FOR.match(why) is None:
                return None  # "out Friday in cinemas"
            if not tells_more:
                open_to_all = _OPEN_REASON.search(why or aside) is not None
                told, at = f"{told} {why or f'({aside})'}".rstrip() if open_to_all else told, reason.end()
        return _Notice(state, told, days, at) if _ENDS.match(self.plain, at, end) else None

    def _worded(self, state: _State, match: re.Match[str], days: _Days) -> str | None:
        """Return what is told, None for what is of today only or every week and told elsewhere."""
        if days.first is None:
            if state.text.startswith("No "):
                return None
            text = state.lasts or state.text
        elif days.last == self.sent:
            return None
        else:
            text = state.text
        value = (match["v"] or "") if "v" in match.re.groupindex else ""
        if value[1:2].islower():
            value = value[:1].lower() + value[1:]
        groups = {"v": value}
        return f"{filled(text, groups)} {days.text}"

    def _days(self, at: int, end: int, lead: str, *, state: _State, after: date | None = None) -> _Days | None:
        """Return the days that begin there, None where none do."""
        sent = after or self.sent
        if (week := _WEEK.match(self.plain, at, end)) is not None:
            return self._week(week.end(), week["which"])
        if (rest := _REST_OF_WEEK.match(self.plain, at, end)) is not None:
            friday = self.sent + timedelta(days=max(0, _FRIDAY - self.sent.weekday()))
            return _Days(rest.end(), f"until {friday}", friday, None)
        if (of := _WEEK_OF.match(self.plain, at, end)) is not None:
            found = self._dated(of.end(), end, "on", sent)
            if found is None or found.first is None or found.several:
                return None
            friday = found.first + timedelta(days=max(0, _FRIDAY - found.first.weekday()))
            return _Days(found.end, f"from {found.first} to {friday}", found.first, friday)
        until, since = _UNTIL.search(lead), _FROM.search(lead)
        weekdays = self._weekdays(at, end, sent, state=state, each=_EACH.search(lead) is not None)
        found = weekdays or self._in_figures(at, end) or self._dated(at, end, "until" if until else "on", sent)
        if found is not None and found.several and "between" in lead.lower():
            return replace(found, text=f"from {found.first} to {found.last}")
        if found is None or found.first is None or found.several:
            return found
        to = None if until else _TO.match(self.plain, found.end, end)
        last = to and (
            self._weekdays(to.end(), end, found.first, state=state, each=False)
            or self._dated(to.end(), end, "until", found.first)
        )
        if last and last.first and not last.several and last.first > found.first:
            return _Days(last.end, f"from {found.first} to {last.first}", found.first, last.first)
        if until:
            return replace(found, text=f"until {found.first}")
        return replace(found, text=f"from {found.first}", last=None) if since else found

    def _week(self, end: int, which: str) -> _Days:
        """Return the working days of this week or the next."""
        monday = self.sent - timedelta(days=self.sent.weekday()) + timedelta(days=7 * (which.lower() == "next"))
        first, last = max(monday, self.sent), monday + timedelta(days=_FRIDAY)
        return _Days(end, f"from {first} to {last}", first, last)

    def _in_figures(self, at: int, end: int) -> _Days | None:
        """Return the days of "3/8-14/8" or "8/3-8/14", which have the month in common; None of others."""
        match = _FIGURES.match(self.plain, at, end)
        if match is None:
            return None
        one, other = (int(match["a"]), int(match["b"])), (int(match["c"]), int(match["d"]))
        if one[0] == other[0] and one[1] < other[1]:
            one, other = one[::-1], other[::-1]
        if one[1] != other[1] or one[0] >= other[0] or not (is_day(_LEAP, *one[::-1]) and is_day(_LEAP, *other[::-1])):
            return None
        year = self.sent.year + (one[1] < self.sent.month - 1)
        if not (is_day(year, *one[::-1]) and is_day(year, *other[::-1])):
            return None
        first, last = date(year, *one[::-1]), date(year, *other[::-1])
        return _Days(match.end(), f"from {first} to {last}", first, last)

    def _dated(self, at: int, end: int, leads: str, sent: date) -> _Days | None:
        """Return the days of the calendar that begin there, one or more of them."""
        for prefix in ("away ", f"away {leads} "):
            said = prefix + self.plain[at : min(end, at + _LONGEST_DAYS)]
            found = find_dates(said, sent=sent, before=self.plain[max(0, at - _BEFORE) : at])
            begins = bool(found) and found[0].start in {len("away "), len(prefix)}
            if begins and (found[0].until or prefix != "away "):
                break
        if not begins:
            return None
        days = [found[0]]
        for when in found[1:]:
            if not _AND.fullmatch(said, days[-1].end, when.start) or days[-1].until or when.until:
                break
            days.append(when)
        stop = at + days[-1].end - len(prefix)
        stop -= self.plain[stop - 1] == "."  # the full stop of a month, and of the sentence
        first, last = days[0].day, days[-1].until or days[-1].day
        if len(days) > 1 or days[0].listed:
            several = _listed(days[0].listed) if days[0].listed else " and on ".join(str(when.day) for when in days)
            return _Days(stop, f"on {several}", first, last)
        return _Days(stop, f"from {first} to {last}" if days[0].until else f"on {first}", first, last)

    def _weekdays(self, at: int, end: int, sent: date, *, state: _State, each: bool) -> _Days | None:
        """Return the weekdays that begin there: a range or a list of them, of a week or of every week."""
        names: list[str] = []
        spans: list[int] = []
        ranged, plural, stop = False, each, at
        while (match := _WEEKDAY.match(self.plain, stop if not names else spans[-1], end)) is not None:
            names.append(match["day"].lower())
            plural, stop = plural or bool(match["s"]), match.end()
            if (parts := _PARTS.match(self.plain, stop, end)) is not None:
                plural, stop = True, parts.end()
            joined = _TO.match(self.plain, stop, end) if len(names) == 1 else None
            ranged = ranged or (joined is not None and _WEEKDAY.match(self.plain, joined.end(), end) is not None)
            between = joined if joined is not None and ranged else _AND.match(self.plain, stop, end)
            if between is None or (ranged and len(names) > 1) or len(names) == _DAYS_OF_WEEK:
                break
            spans.append(between.end())
        if not names:
            return None
        which = _OF_WEEK.match(self.plain, stop, end)
        stop = which.end() if which else stop
        if plural or (state.lasts and len(names) > 1 and which is None):
            written = " ".join(self.plain[at:stop].split())
            return _Days(stop, f"{'every' if each else 'on'} {written}" if not _ON.match(written) else written, None)
        days = [self._coming(name, sent, which["which"].lower() if which else "") for name in names]
        if ranged and len(days) > 1:
            last = days[0] + timedelta(days=(days[-1] - days[0]).days % 7)
            return _Days(stop, f"from {days[0]} to {last}", days[0], last)
        if days != sorted(days):
            return None
        return _Days(stop, f"on {_listed(days)}", days[0], days[-1])

    def _coming(self, name: str, sent: date, which: str) -> date:
        if which:
            monday = self.sent - timedelta(days=self.sent.weekday())
            return monday + timedelta(days=7 * (which == "next") + WEEKDAYS[name])
        return sent + timedelta(days=(WEEKDAYS[name] - sent.weekday() - 1) % 7 + 1)

    def _somebody(self, begin: int, end: int) -> str | None:
        """Return the name of somebody whose notice begins there, and let nobody read it; None where it is nobody's."""
        match = _SOMEBODY.match(self.plain, begin, end) or _SOMEBODY.match(self.text.text, begin, end)
        if match is None:
            return None
        name = match["name"].lower()
        first = name.split()[0]
        if first in _NOBODY or first in WEEKDAYS or first in MONTHS:
            return None
        notice = self._notice(match.end(), end)
        if notice is None or notice.state.place:
            return None
        if first != self.author.lower():
            self._take(begin, notice.end)
        return first

    def _stand_ins(self, start: int, begin: int, end: int) -> None:
        """Read who stands in, where no notice stands before it in the sentence."""
        if self._stand_in(begin, end, near=False) is not None:
            return
        led = _WHILE_AWAY.match(self.plain, start, end)
        if led is not None:
            self.meanwhile = self._days_told(led["days"]) or self.meanwhile
            at = led.end()
            while (after := self._stand_in(at, end, near=True, away=True)) is not None:
                between = _BREAK.match(self.plain, after, end)
                at = between.end() if between else after
            return
        near = self.meanwhile is not None and not self.plain[self.position : start].strip(" .!,;\n")
        if near:
            self._stand_in(begin, end, near=True)

    def _days_told(self, written: str) -> _Days | None:
        """Return the first days of a text, None of one without."""
        found = find_dates(written, sent=self.sent) if written.strip() else []
        if not found:
            return None
        first = found[0]
        return _Days(0, str(first) if first.until or first.listed else f"on {first}", first.day, first.until)

    def _stand_in(self, at: int, end: int, *, near: bool, away: bool = False) -> int | None:
        """Add who stands in for the author and return where that ends, None where nobody does."""
        for patterns, told in ((_COVERS, "Cover"), (_CONTACTS if near else _CONTACTS[:2], "Contact")):
            for pattern in patterns:
                match = pattern.match(self.text.text, at, end)
                if match is None or _is_nobody(match["who"]) or _ILL.search(match[0]):
                    continue
                if pattern is _CONTACTS[-1] and not (match["who"].startswith("<@") or _TO_GO.search(match[0])):
                    continue  # "Mood: Excited"
                behind = bool(match["while"]) or _MEANWHILE_IN.search(match[0]) is not None
                if not (away or behind or self.meanwhile is not None):
                    continue
                stop = match.end()
                if self.plain[stop : stop + 1] == "?":
                    return None
                what = f" for {match['what']}" if match["what"] else ""
                days = self._days_told(match["days"] or "") or self.meanwhile
                when = days.text if days is not None and days.first else "while away"
                self.told.candidates.append(
                    Candidate(
                        CandidateOp.ADD,
                        in_third_person(f"{told}{what} is {match['who']} {when}"),
                        kind=Kind.FACT,
                        confidence=_CONFIDENCE,
                        dated=days.first if days is not None else None,
                        span=self.text.raw_span(at, stop),
                        rule=STANDS_IN,
                    )
                )
                self._take(at, stop)
                return stop
        return None


_MOST = 60
"""Sentences of a message that are read: whoever writes more announces nothing in brief."""
_LONGEST_LINE = 400
"""Characters of a line that are read."""
_LONGEST = 70
"""Characters from the beginning of a notice to its days."""
_BLANKED = " " * 5
"""Where something was put right in the same breath, which the clauses know of."""
_BEFORE = 200
"""Characters before a notice in which the month of its days may be named."""
_LONGEST_DAYS = 120
"""Characters that days are told in."""
_FRIDAY = 4
_DAYS_OF_WEEK = 7
_MARK = LatePattern(r"[.!?](?=\s|$)|\n")
_LEAP = 2024
"""A year that has every day."""
_FIGURES = LatePattern(
    r"(?P<a>\d{1,2})[/.](?P<b>\d{1,2})\.?[ ]?(?:[-–—→]|to|until|till?"
    r"|through)[ ]?(?P<c>\d{1,2})[/.](?P<d>\d{1,2})(?![\d/.]\d|\d)",
    re.IGNORECASE,
)
_PARTS = LatePattern(r"[ ](?:mornings|afternoons|evenings)\b", re.IGNORECASE)
_ON = LatePattern(r"(?:on|every|each)\b", re.IGNORECASE)
_NAMED = LatePattern(r"\b(?:[Aa]t|[Aa]ttending|[Vv]isiting|[Ii]n|[Tt]o) (?:the )?[A-ZÀ-Þ]")
_SEGMENT = LatePattern(r"[ ]?(?:[:=–—→-]|->)?[ ](?P<state>[^,.;!?()\n–—:]{2,40}?)[ ]?(?=[,.;!()\n–—]|$)")
_TO_GO = LatePattern(rf"(?:{_ASK}|goes?(?: to)?) |->|→|=>", re.IGNORECASE)
_MEANWHILE_IN = LatePattern(_MEANWHILE, re.IGNORECASE)
_NO_PERSON = frozenset(
    """me you us them everyone anyone someone nobody the a an it this that these those none tbd tbc na monday tuesday
    wednesday thursday friday saturday sunday today tomorrow""".split()
)


def _is_nobody(who: str) -> bool:
    return who.split()[0].lower() in _NO_PERSON or who.split()[0].lower() in MONTHS


def _listed(days: Sequence[date]) -> str:
    """Return days as one tells them: "2026-03-05 and 2026-03-06"."""
    *most, last = map(str, dict.fromkeys(days))
    return f"{', '.join(most)} and {last}" if most else last
