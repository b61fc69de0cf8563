"""Brief notices of where somebody is and when, as they are posted in a channel: "PTO Thu-Fri this week. Cover: @Priya".

They have no verb and often no sentence, so they are read as they are written: a state of the author's, its days, and
behind these who stands in. What says the same of somebody else is nobody's own statement and is left out, as is what
tells of an illness.
"""

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cache
from itertools import islice
from typing import Any

from extractors.days.day_grammar import MONTHS, WEEKDAYS
from extractors.forms.notice_days import BEGINS, DayReader, Days
from extractors.forms.stand_ins import WHILE_AWAY, stand_ins_at, tells_stand_in
from extractors.forms.told import Told
from extractors.guarding import guards, voices
from extractors.matching.late_patterns import LatePattern
from extractors.message import CleanText
from extractors.parsing.sentences import sentences
from extractors.statements.rules import filled
from extractors.syntax.canonical import in_third_person
from extractors.syntax.chatter import PATTERNS
from memory.records import Candidate, CandidateOp, Kind

NOTICE, STANDS_IN = "notice", "notice-cover"
"""The rules of what a notice tells, and of who stands in meanwhile."""
_CONFIDENCE = 0.95


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
    days: Days
    end: int


@cache
def _data() -> dict[str, Any]:
    return tomllib.loads((PATTERNS / "notices.toml").read_text(encoding="utf-8"))


@cache
def _states() -> Sequence[_State]:
    tables = _data()["states"]
    return [_State(**{**table, "pattern": LatePattern(table["pattern"], re.IGNORECASE)}) for table in tables]


def _either(name: str, before: str = r"\b(?:", behind: str = r")\b") -> LatePattern:
    """Return a pattern of the words that the table gives for something."""
    words = _data()["words"][name].replace("\n", "")
    return LatePattern(before + words + behind, re.IGNORECASE)


def notices_in(text: CleanText, sent: date, author: str = "") -> Told:
    """Return the notices of a message; nothing is read, either, in what says the same of somebody else.

    Args:
        text: The message.
        sent: The day it was sent.
        author: Who writes it, by the name that the chat knows them by.
    """
    reader = _Reader(text, sent, author.split()[0] if author.strip() else "")
    if not (BEGINS.search(text.plain) or _WITHOUT_DAYS.search(text.plain)):
        return reader.told
    if _QUICK.search(text.plain) is None or _STAND_UP.search(text.plain) is not None:
        return reader.told
    closed = [*text.opaque, *voices.voiced(text.text)]
    closed += text.items  # which are somebody's by their heading
    reader.read_card()
    for start, end in islice(sentences(text.plain), _MOST):
        if start >= reader.position and not any(first < end and start < last for first, last in closed):
            line = text.plain.find("\n", start) % (len(text.plain) + 1)
            reader.read(start, min(line, start + _LONGEST_LINE))
    return reader.told


_QUICK = LatePattern(
    r"(?i:\b(?:o\.?o\.?o|oof|office|p\.?t\.?o|leave|a/l|vacation|holidays?|hols|sabbatical|honeymoon|jury"
    r"|secondment|call|"
    r"duty|wfh|w\.f\.h|t\.o\.i\.l|day|home|remote(?:ly)?|working|half|off|out|away|afk|offline|unavailable|unreachable|abroad|gone|not"
    r"|travell?ing|"
    r"flying|going|heading|at|attending|visiting|in|on|back|no|cover\w*|ask|while|sick|toil)\b)|\bAL\b"
)
_STAND_UP = LatePattern(
    r"^[^\w\n]{0,6}(?:yesterday|blockers?|blocked|impediments?)\b\W{0,3}:", re.IGNORECASE | re.MULTILINE
)
"""What makes of a message notes for a stand-up."""
_OPENING = _either("opening", r"[^\w<\n]{0,6}(?:(?:", r")\b(?![/'’.-]\w)[^\w<\n]{1,4}){0,7}")
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
_WITHOUT_DAYS = LatePattern(
    r"\b(?:cover\w*|while|when|absence|meantime|meanwhile|contacts?|sick|medical)\b", re.IGNORECASE
)
"""What may be told of an absence without its days."""
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
_OPEN_REASON = _either(
    "open_reasons",
    r"^(?:(?:for|to|at|in|with|visiting) )?(?:(?:an?|the|my|our|his|her|their|this) )?(?:[\w'’.-]+ ){0,3}(?:",
    r")$",
)
"""What an absence may be for so that it is kept with it; any other reason is nobody's business."""
_SIGNED_BY = LatePattern(r"[ ]{0,2}(?:[-–—(]|:)[ ]?(?P<who>[A-ZÀ-Þ][a-zà-ÿ'’]{1,20})\)?[ ]*(?=$|\n)")
"""Whose a notice is, behind it: "OOO 3-7 Aug - Priya"."""


def is_signed_by_another(plain: str, end: int, author: str) -> bool:
    """Return whether a notice that ends there has the name of somebody but its author behind it."""
    signed = _SIGNED_BY.match(plain, end)
    return signed is not None and signed["who"].lower() != (author.split() or [""])[0].lower()


_ENDS = LatePattern(
    r"[ ]*(?:$|[,.;!)(\n–—→<]|-[ ]|[+&]|(?:and|but|so|then|back|with|please|pls|ask|ping|contact|btw|thanks|cheers"
    r"|fyi|all|"
    r"folks|team|everyone|sorry|if (?:you|any(?:one|body)?))\b)",
    re.IGNORECASE,
)
"""What stands behind the days of a notice, if it is one."""
_BREAK = LatePattern(r"[ ]{0,3}(?:[,.;!()–—→-]|(?:and|but|so|then|&|\+)(?= )){0,3}[ ]{0,3}", re.IGNORECASE)
_UNSURE = _either("unsure")
_ILL = _either("ill")
"""What makes of an absence one that is nobody's business."""
_SICK = LatePattern(
    r"(?:(?:(?:on|off|out|back from)[ ])?(?:long-term )?(?:sick|medical) (?:leave|days?|today|tomorrow|until"
    r"|till|from|since|with)|(?:on|off|out) sick)\b(?! (?:policy|form|pay|entitlement))[^.!?\n]*",
    re.IGNORECASE,
)
_SOMEBODY = LatePattern(
    r"(?P<name><@\w+>|[A-ZÀ-Þ][a-zà-ÿ'’-]{1,20}(?: [A-ZÀ-Þ][a-zà-ÿ'’.-]{0,20})?)(?: (?:and|&) (?:<@\w+>"
    r"|[A-ZÀ-Þ][a-zà-ÿ'’-]+))?"
    r"(?:['’]s|[ ](?:is|are|will be))?[ ]?[:–—-]?[ ](?:on (?=leave)|also |now |both )?"
)
_NOBODY = frozenset(_data()["words"]["nobody"].split())
"""What begins with a capital and is nobody by name, or one of the author's own people."""


class _Reader:
    """Reads one message sentence by sentence; what stands in for the author is told of the days named before."""

    def __init__(self, text: CleanText, sent: date, author: str) -> None:
        self.text, self.plain, self.sent, self.author = text, text.plain, sent, author
        self.days = DayReader(self.plain, sent)
        self.told = Told()
        self.position = 0
        self.meanwhile: Days | None = None

    def read_card(self) -> None:
        """Read a notice over three lines: "*OUT*", "from: 22 June", "to: 3 July"."""
        card = _CARD.search(self.plain)
        state = self._state(card["head"].strip(_AROUND)) if card else None
        if card is None or state is None or self.text.is_opaque(*card.span()):
            return
        said = f"{card['from'].strip(_AROUND)} to {card['to'].strip(_AROUND)}"
        days = DayReader(said, self.sent).read(0, len(said), "", weekly=False)
        told = self._worded(*state, days) if days is not None and days.several and days.end == len(said) else None
        if days is None or told is None or _UNSURE.search(card[0]) or "?" in card[0]:
            return
        self.meanwhile = days
        self._told(_Notice(state[0], told, days, card.end()), card.start(), card.end())

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
        if is_signed_by_another(self.plain, notice.end, self.author):
            return None
        sentence = self.plain[begin : self._sentence_end(notice.end, end)]
        if _BLANKED in sentence:
            return None
        if sentence.endswith("?") or _UNSURE.search(sentence) or guards.is_private(self.plain[begin : notice.end]):
            return None
        return notice

    def _state_first(self, begin: int, end: int, after: date | None) -> _Notice | None:
        """Return "PTO Thu-Fri": the state first, and behind it its days."""
        for day in BEGINS.finditer(self.plain, begin, min(end, begin + _LONGEST)):
            head = _HEAD.fullmatch(self.plain, begin, day.start())
            state = self._state(head["state"]) if head else None
            if head is None or state is None:
                continue
            days = self.days.read(day.start(), end, head["lead"], weekly=bool(state[0].lasts), after=after)
            if days is None or (state[0].range and not days.several):
                return None
            return self._with_days(*state, days, end)
        return None

    def _days_first(self, begin: int, end: int) -> _Notice | None:
        """Return "Fri 13 March: half day": the days first, and the state behind them, with nothing more."""
        if BEGINS.match(self.plain, begin, end) is None:
            return None
        for state in _states():
            if (days := self.days.read(begin, end, "", weekly=bool(state.lasts))) is None:
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

    def _with_days(self, state: _State, match: re.Match[str], days: Days, end: int) -> _Notice | None:
        """Return a state with its days and what stands right behind them: the part of the day, and what it is for."""
        told, at = self._worded(state, match, days), days.end
        if told is None:
            return None
        if (part := _PART.match(self.plain, at, end)) is not None:
            told, at = f"{told} {part['part']}", part.end()
        if (reason := _REASON.match(self.plain, at, end)) is not None:
            aside, why = reason["aside"] or "", reason["why"] or ""
            tells_more = tells_stand_in(aside) or BEGINS.search(aside)
            if why and _OPEN_REASON.search(why) is None and _FOR.match(why) is None:
                return None  # "out Friday in cinemas"
            if not tells_more:
                open_to_all = _OPEN_REASON.search(why or aside) is not None
                told, at = f"{told} {why or f'({aside})'}".rstrip() if open_to_all else told, reason.end()
        return _Notice(state, told, days, at) if _ENDS.match(self.plain, at, end) else None

    def _worded(self, state: _State, match: re.Match[str], days: Days) -> str | None:
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
        if value in _SHOUTED:
            value = value.lower()
        elif value[1:2].islower():
            value = value[:1].lower() + value[1:]
        groups = {"v": value}
        return f"{filled(text, groups)} {days.text}"

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
        led = WHILE_AWAY.match(self.plain, start, end)
        if led is not None:
            self.meanwhile = self.days.first_in(led["days"]) or self.meanwhile
            at = led.end()
            while (after := self._stand_in(at, end, near=True, away=True)) is not None:
                between = _BREAK.match(self.plain, after, end)
                at = between.end() if between else after
            return
        if self.meanwhile is not None and _ASIDE.fullmatch(self.plain, self.position, start):
            self._stand_in(begin, end, near=True)

    def _stand_in(self, at: int, end: int, *, near: bool, away: bool = False) -> int | None:
        """Add who stands in for the author and return where that ends, None where nobody does."""
        known = away or self.meanwhile is not None
        found = next(
            (
                one
                for one in stand_ins_at(self.text.text, at, end, near=near)
                if (known or one.says_when) and not _ILL.search(self.text.text, at, one.end)
            ),
            None,
        )
        if found is None or self.plain[found.end : found.end + 1] == "?":
            return None
        days = self.days.first_in(found.days) or self.meanwhile
        when = days.text if days is not None and days.first else "while away"
        self.told.candidates.append(
            Candidate(
                CandidateOp.ADD,
                in_third_person(f"{found.text} {when}"),
                kind=Kind.FACT,
                confidence=_CONFIDENCE,
                dated=days.first if days is not None else None,
                span=self.text.raw_span(at, found.end),
                rule=STANDS_IN,
            )
        )
        self._take(at, found.end)
        return found.end


_SHOUTED = frozenset({"OUT", "OFF", "AWAY", "GONE"})
_AROUND = " *_!:.–—-"
_CARD = LatePattern(
    r"^(?P<head>[^\n:]{2,30}):?[ ]*\n"
    r"[ ]*(?:from|starts?|starting|first day|leaving)[ ]?[:–—-][ ]?(?P<from>[^\n]{2,30})\n"
    r"[ ]*(?:to|until|till|ends?|ending|last day|through)[ ]?[:–—-][ ]?(?P<to>[^\n]{2,30})(?=\n|$)",
    re.IGNORECASE | re.MULTILINE,
)
_ASIDE = LatePattern(r"[\s.!,;]*(?:(?:\([^()\n]{1,50}\)|[–—,-]? ?[\w' ]{1,30})[.!,;)]+\s*)?")
"""What may stand between a notice and who stands in: "(exam).", "– whole day."."""
_MOST = 60
"""Sentences of a message that are read: whoever writes more announces nothing in brief."""
_LONGEST_LINE = 400
"""Characters of a line that are read."""
_LONGEST = 70
"""Characters from the beginning of a notice to its days."""
_BLANKED = " " * 5
"""Where something was put right in the same breath, which the clauses know of."""
_MARK = LatePattern(r"[.!?](?=\s|$)|\n")
_NAMED = LatePattern(r"\b(?:[Aa]t|[Aa]ttending|[Vv]isiting|[Ii]n|[Tt]o) (?:the )?[A-ZÀ-Þ]")
_SEGMENT = LatePattern(r"[ ]?(?:[:=–—→-]|->)?[ ](?P<state>[^,.;!?()\n–—:]{2,40}?)[ ]?(?=[,.;!()\n–—]|$)")
