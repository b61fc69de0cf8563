"""What a message tells to be over, beside something new: "the Bedford went to a good home, we tour in a Sprinter now".

The wordings (`patterns/endings.toml`) say too little to end anything by themselves. Where the same message gives a new
statement they name what it takes the place of, and only a memory that holds the same words can end by that.
"""

import re
from collections.abc import Iterator

from extractors import guards
from extractors.judge import Reading
from extractors.rules import Found, apply_anywhere, load, sieved
from memory.records import CandidateOp

_BESIDE = sieved(load("endings")["beside"])
_NOTHING = re.compile(
    r"\w+ing (?:me|my|us|our|you|your)\b.*"
    r"|(?:(?:it|this|that|them|these|those|him|her|you|me|us|they|here|there|work|bed|home|sleep|lunch|now"
    r"|today|yesterday|"
    r"a (?:lot|bit|while|minute|second|day|joke|problem|big deal)|anything|everything|nothing|something|so"
    r"|too|very|all|the "
    r"(?:day|week|meeting|call|office|building|house|room|kids|door|point|idea|rest|time|end|wait"
    r"|line))\b(?: .*)?|\w{1,2})$"
)
_NO_VALUE = re.compile(
    r"(?:an?|even|ever|one|only|so|because|just|that|it|yet|for (?:the|anyone)|in (?:my|this)|my|for now)\b"
)
"""What follows a "not" that only adds weight: "not a day later", "not for anyone"."""
_TALE = 60
"""Words of a message that tells much besides; what is over in it is mostly part of the tale."""
_CHANGE = re.compile(
    r"\b(?:now|these days|nowadays|from (?:now|this|next|tomorrow|today|here|the first)|as of|since"
    r"|any ?more|any longer|"
    r"no longer|changed|changing|moved|moving|switched|swapped|finally|at last|for good|actually"
    r"|correction|mistake|sorry|"
    r"said|went|gone|new)\b"
)
"""What tells that something has changed; "receipts go to me, not to Ana" may be as it always was."""
_LONGEST = 8
"""Words of what a new value is not: "the Vivaro, not the Transit"."""


def beside(reading: Reading) -> Iterator[Found]:
    """Yield what a clause tells to be over, provided that its message states something new.

    Args:
        reading: A clause with what was read in it. One that asks, supposes or reports ends nothing.
    """
    clause = reading.clause
    if (
        reading.length > _TALE
        or any(item.op is CandidateOp.RETRACT for item in reading.found)
        or set(reading.guards) & set(guards.ALWAYS)
    ):
        return
    changed = _CHANGE.search(clause.text[slice(*clause.sentence)].lower()) is not None
    if clause.joined == "not":
        if not changed or len(clause.words) > _LONGEST or _NO_VALUE.match(clause.string):
            return
        text = " ".join(clause.text[clause.start : clause.end].split())
        yield Found(None, text, "not-that", value=text, confidence=0.8, op=CandidateOp.RETRACT)
        return
    for found in apply_anywhere(_BESIDE, clause):
        if found.rule == "instead-of" and not changed:
            continue
        if found.value and not _NOTHING.match(found.value.lower()):
            yield found
            return
