"""What a model asks to keep, read by the rules and guards that every message is read by."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from bot.slack.mrkdwn import escape
from bot.tools.base import RefusedError
from extractors.message import Message, clean
from extractors.pipeline import Extractor
from extractors.secrets import find_secrets
from memory.records import Candidate, CandidateOp, Kind
from memory.text import sanitise

CONFIDENCE = 0.75
"""How sure a statement is at least that the model vouches for; Fae's for what was said in passing."""

_PASSING = frozenset({"transient", "at_hand", "moment"})
_WHY = {
    "question": "it is a question",
    "conditional": "it holds only under a condition",
    "wish": "it says what would be, not what is",
    "uncertain": "it is not certain",
    "reported": "it is hearsay",
    "sarcasm": "it may not be meant",
    "figure": "it is a figure of speech",
    "voiced": "it is said in another's voice",
    "special": "health, religion, politics, sexual orientation, union membership and money are private",
}
"""Why what a guard stops is not saved. What is told of a colleague is: it was asked for."""
_KINDS = {
    "persona": Kind.PROFILE,
    "profile": Kind.PROFILE,
    "user": Kind.PROFILE,
    "preference": Kind.PREFERENCE,
    "preferences": Kind.PREFERENCE,
    "project": Kind.PROJECT,
    "event": Kind.EVENT,
    "events": Kind.EVENT,
    "decision": Kind.EVENT,
    "feedback": Kind.FEEDBACK,
    "reference": Kind.REFERENCE,
}
_VERBS = (
    r"is|isn't|has|hasn't|was|doesn't|prefers|likes|loves|enjoys|hates|dislikes|wants|needs|works|lives|uses|speaks|"
    r"owns|plays|drinks|eats|studies|leads|manages|knows|reports|joined|moved|started"
)
_IRREGULAR = {
    "is": "am",
    "isn't": "am not",
    "has": "have",
    "hasn't": "haven't",
    "was": "was",
    "doesn't": "don't",
    "does": "do",
    "goes": "go",
    "studies": "study",
}


@dataclass(frozen=True, slots=True)
class Statements:
    """What of a text can be kept, and for what reasons the rest cannot."""

    candidates: Sequence[Candidate]
    left_out: Sequence[str] = ()


def read_statements(
    text: str, extractor: Extractor, *, category: str, names: Iterable[str | None], now: datetime
) -> Statements:
    """Return what a text says that can be kept about a person who goes by the `names`.

    What the rules read is kept as they read it, and as sure as whoever asks to keep it is. What no guard stops and no
    rule reads is kept in its own words, as of the kind that the category names, or as a fact.

    Raises:
        RefusedError: If nothing of it may be kept; it says why.
    """
    plain = sanitise(text)
    secrets = find_secrets(plain)
    if secrets:
        raise RefusedError(f"Not saved: it holds a secret ({secrets[0].what}). Say where it is kept instead.")
    left_out: list[str] = []
    for wording in dict.fromkeys((in_first_person(plain, names), plain)):
        message = Message(text=escape(wording), sent_at=now)
        explained = extractor.explain(message)
        if any(each.op not in {CandidateOp.ADD, CandidateOp.RETRACT} for each in explained.candidates):
            raise RefusedError("Not saved: it is a command, not a fact. Write what is to be remembered as a statement.")
        guards = [name for clause in explained.clauses if not clause["kept"] for name in _names(clause["guards"])]
        stopped = [name for name in guards if name in _WHY]
        left_out = [_WHY[name] for name in dict.fromkeys(stopped)]
        if explained.candidates:
            return Statements([_vouched(candidate) for candidate in explained.candidates], left_out)
        if left_out:
            raise RefusedError(f"Not saved: {'; '.join(left_out)}. Keep only what will still hold next month.")
        readings, _ = extractor.untaken(message, clean(message.text))
        if readings and all(_PASSING.intersection(reading.guards) for reading in readings):
            raise RefusedError("Not saved: it holds only for the moment. Keep what will still hold next month.")
    kind = _KINDS.get(category.strip().lower(), Kind.FACT)
    return Statements([Candidate(CandidateOp.ADD, plain, kind=kind, confidence=CONFIDENCE, rule="model")])


def _vouched(candidate: Candidate) -> Candidate:
    return replace(candidate, confidence=max(candidate.confidence, CONFIDENCE))


def in_first_person(text: str, names: Iterable[str | None]) -> str:
    """Return a note about a person as they would say it: "The user prefers tea" and "Prefers tea" as "I prefer tea".

    A text that is no such note comes back as it is.
    """
    called = "|".join(re.escape(name) for name in names if name and name.strip())
    who = r"(?:the |this )?(?:user|person|speaker)" + (f"|{called}" if called else "")
    own = re.match(rf"(?:{who})['’]s (?=\S)", text, re.IGNORECASE)
    if own:
        return f"My {_others_too(text[own.end() :])}"
    does = re.match(rf"(?:(?:{who}) (?P<any>[a-z]+(?:s|n't)|{_VERBS})|(?P<bare>{_VERBS}))(?= \S)", text, re.IGNORECASE)
    if not does:
        return text
    verb = (does["any"] or does["bare"]).lower()
    return f"I {_plain_form(verb)}{_others_too(text[does.end() :])}"


def _others_too(rest: str) -> str:
    """The same for what follows: "and he works", "and works", "their team"."""
    rest = re.sub(
        rf"\b(and|but) (?:(?:he|she|they) )?({_VERBS}|are|have|work|live|use|prefer)\b",
        lambda m: f"{m[1]} I {_plain_form(m[2].lower())}",
        rest,
    )
    return re.sub(r"\b(?:his|their)\b", "my", rest)


def _plain_form(verb: str) -> str:
    if verb in _IRREGULAR or not verb.endswith("s"):
        return {"are": "am"}.get(verb, _IRREGULAR.get(verb, verb))
    return re.sub(r"(?<=sh|ch|ss)es$|(?<=[xz])es$|s$", "", verb)


def _names(guards: object) -> list[str]:
    return [str(name) for name in guards] if isinstance(guards, list) else []
