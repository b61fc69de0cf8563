"""Whether what a clause says of a day lies behind or ahead: "we met on 4 May", "we agreed that it ends on 4 May".

The verb tells that stands last before the day. Where it may be either ("we cut the hay on the 28th"), it is the nearer
of the two days.
"""

from collections.abc import Sequence
from datetime import date

from extractors.days.dates import find_dates
from extractors.days.numbered_days import When
from extractors.matching.late_patterns import LatePattern
from extractors.parsing.words import Word
from extractors.syntax.boundaries import is_finite
from extractors.syntax.clauses import Clause

_RESCHEDULED = LatePattern(
    r"\b(?:moved|pushed|bumped|slipped|shifted|put back|come forward|set|fixed|scheduled|rescheduled|booked|went|"
    r"postponed|delayed|adjourned|deferred|carried over|brought forward|confirmed|extended|planned) (?:(?:the|our|my|"
    r"this|that) (?:[\w-]+ ){1,4}?)?(?:back |forward |up )?(?:(?:by )?(?:an?|one|two|three|four) (?:days?|weeks?|"
    r"months?|fortnight) (?:, )?)?(?:(?:to|for|until|till|on|from|now)\b|(?<=, )(?:the )?\d)"
)
_ELSEWHERE = LatePattern(
    r"(?<!be )(?<!being )\b"
    r"(?:(?:moved|pushed|slipped|shifted|went|put back) (?:(?:the|our|my) (?:[\w-]+ ){1,3}?)?on (?:the )?\d"
    r"|(?:moved|shifted|went)(?: back)? to (?:(?!on\b|the \d|20\d\d-)[\w'-]+ ){1,4}on (?:the )?\d)"
)
"""What may tell of a thing that was moved on a day, or will be elsewhere on it: "went back to Dublin on 2 February"."""
_MOVED = LatePattern(r"\b(?:moved|pushed|bumped|shifted|put back|postponed|delayed) (?:[\w'-]+ ){1,5}?(?:to|until) \d")
_PERFECT_PAST = LatePattern(r"\b(?:since|ago|last|yesterday|already|started|joined|began|bought|passed)\b")
_HAVE = frozenset({"have", "has"})
_PAST = frozenset({"was", "were", "did", "had"})
_WHO = frozenset("that which who whom where whose".split())
_APPOINTING = frozenset(
    """agreed announced arranged booked chose confirmed decided fixed picked planned promised reserved scheduled settled
    voted""".split()
)
"""Verbs of the past whose days lie ahead, if they are not those on which it was done."""
_GIVEN_POST = frozenset("appointed promoted elected named hired engaged seconded transferred signed".split())
"""Verbs behind which "from" tells when somebody begins: "appointed head from 1 September"."""
_DONE_ON = frozenset({"on", "last", "this", "since", "from"})
"""What stands before the day on which something was done."""
_DUE = frozenset({"by", "until", "till", "for"})
_BEFORE_EITHER = _DUE | {","}
"""What may stand before a day on either side, whatever the verb: "got a date, 11 September"."""
_STATES = frozenset({"closed", "shut", "got"})
"""What tells how it is, where no subject stands before it: "closed 9 June"."""
_SAME_FORM = frozenset("bid burst cast cost cut hit hurt let put quit read set shut split spread".split())
"""Verbs whose past is written like their present."""
_FIRST_WORDS = 8


def is_past(clause: Clause, sent: date) -> bool:
    """Return whether the day that a clause names lies behind, where it could lie on either side of `sent`."""
    moved = _ELSEWHERE.search(clause.string) is not None
    if (
        _GRANTED.search(clause.string)
        or (_RESCHEDULED.search(clause.string) and not moved)
        or _MOVED.search(clause.string)
        or _TO_BE_DONE.search(clause.string)
    ):
        return False
    sides = _either_side(clause, sent)
    if sides is None:
        return False
    behind, ahead = sides
    before = [word for word in clause.words if word.start < clause.start + ahead.start]
    verdict = None if moved else _tells_past(before or clause.words[:_FIRST_WORDS], clause, leads=not before)
    return sent - behind.day < ahead.day - sent if verdict is None else verdict


_GRANTED = LatePattern(r"\b(?:gave|given|granted|allowed|got|have) (?:us|me|them)?(?: [\w'-]+){0,2} ?(?:until|till) ")
"""Until when there is time, which lies ahead: "they gave us until the 26th"."""


_TO_BE_DONE = LatePattern(r"\bgot to |\b(?:has|have|needs?) to (?:be )?\w+|\bmust be\b")
"""What is still to be done: "the last tenant has to be across by 31 March"."""


def _either_side(clause: Clause, sent: date) -> tuple[When, When] | None:
    """Return the first day of the clause that depends on the tense, as it would be of the past and of what comes."""
    text = clause.text[clause.start : clause.end]
    ahead = find_dates(text, sent=sent)
    behind = {when.start: when for when in find_dates(text, sent=sent, past=True)} if ahead else {}
    return next(
        ((behind[when.start], when) for when in ahead if when.start in behind and behind[when.start].day != when.day),
        None,
    )


def _tells_past(words: Sequence[Word], clause: Clause, *, leads: bool) -> bool | None:
    """Return whether the last verb of some words is one of the past; None where it may be either.

    `leads` tells that the day stands before them.
    """
    verbs = [position for position in range(len(words)) if _is_verb(words, position)]
    if not verbs:
        return None if any(word.tag in {"VBN", "VBD"} for word in words) else False
    last = verbs[-1]
    if words[last].norm in _HAVE and last and words[last - 1].norm == "to":
        return False  # "the goal is to have it bought by 31 August"
    if words[-1].norm == "from" and any(word.norm in _GIVEN_POST for word in words):
        return False
    if words[last].norm in _HAVE:
        return bool(_PERFECT_PAST.search(clause.string))  # a perfect has no day of its own: one it names lies ahead
    if words[last].norm == "got" and last and words[last - 1].norm in _HAVE | {"'s", "'ve"}:
        return False  # "my lad's got his exam on Friday"
    if not _is_of_past(words[last]):
        return None if any(_is_of_past(words[position]) for position in verbs) else False
    verb, behind = words[last].norm, {word.norm for word in words[-2:]}
    if leads:
        return None if verb in _SAME_FORM else True
    if verb in _APPOINTING:
        if words[-1].norm in _DUE:
            return False
        infinitive = any(word.tag == "TO" for word in words[last + 1 :])
        return None if infinitive or words[-1].norm not in _DONE_ON else True
    if verb in _SAME_FORM or words[-1].norm in _BEFORE_EITHER or "due" in behind:
        return None
    return None if (clause.supplied or not last) and (verb in _STATES or words[-1].norm not in _DONE_ON) else True


def _is_verb(words: Sequence[Word], position: int) -> bool:
    """Return whether a finite verb stands there that is not one of a relative clause."""
    return is_finite(words, position) and (not position or words[position - 1].norm not in _WHO)


def _is_of_past(word: Word) -> bool:
    return word.tag == "VBD" or word.norm in _PAST
