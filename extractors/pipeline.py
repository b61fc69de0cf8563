"""From a message to candidates: commands first, then what each clause states, past every guard."""

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import TYPE_CHECKING

from extractors import events, facts, feedback, guards, introductions, life, preferences, profile, projects, references
from extractors.canonical import canonical
from extractors.clauses import Clause, clauses
from extractors.commands import Command, Commands, read_commands, wants_kept
from extractors.corrections import continued, corrected, receipt_removed, stated_by
from extractors.dates import find_dates, resolve
from extractors.judge import Judge, Reading, Verdict
from extractors.languages import Language, language_of, statements
from extractors.message import CleanText, Message, clean
from extractors.parser import Parser
from extractors.rules import Found, Rule, apply
from extractors.secrets import find_secrets, holds_secret
from extractors.sentences import sentences
from extractors.words import Word
from memory.records import Candidate, CandidateOp, Kind

if TYPE_CHECKING:
    from spacy.language import Language as Pipeline

PROPOSED = 0.7
"""Probability from which the judge proposes a clause that no rule read."""
PROPOSED_OF_OTHERS = 0.85
"""The same, for a clause about somebody or something else."""
VETOED = 0.7
"""Chance, of rule and judge together, below which what a rule read is vetoed: what the Book would not keep either."""
RULE_WEIGHT = 0.6
"""How much a rule's own confidence counts beside the judge's, in log odds."""
_DEPENDENT = frozenset(
    "when while because as if unless whether although though whereas whenever once which who".split()
)
"""What joins a clause that only explains or bounds another; the judge proposes none of those."""
_PASSING = frozenset({"transient", "at_hand", "moment", "former"})
REMEMBERED = 0.80
"""Confidence of what was asked to be remembered and no rule read; Fae's."""

_ENDED: tuple[Rule, ...] = profile.ENDED + preferences.ENDED + facts.ENDED
_STATED: tuple[Rule, ...] = (
    profile.NAMES
    + references.REFERENCES
    + life.LIKES
    + preferences.PREFERENCES
    + profile.PROFILE
    + facts.FACTS
    + events.EVENTS
    + projects.PROJECTS
    + life.LIFE
)
_RESCHEDULED = re.compile(
    r"\b(?:moved|pushed|set|scheduled|rescheduled|booked|postponed|delayed|brought forward|confirmed|extended|"
    r"planned) (?:(?:the|our|my|this|that) (?:[\w-]+ ){1,4}?)?(?:back |forward )?(?:to|for|until|till|on)\b"
)
_PRONOUNS = frozenset("he she it they that this you there i".split())
_WHEREABOUTS = re.compile(r"\b(?:is|are|lives?|sits?) (?:in|at|on|under|behind|by|next to)\b")
_LEADS = re.compile(
    r"(?:for|at|in|on|from|until|before|after|since|every|with|during|most|usually|mondays?|tuesdays?|"
    r"wednesdays?|thursdays?|fridays?|saturdays?|sundays?|two|three|a|last|next|tomorrow|yesterday)\b"
)


@dataclass(slots=True)
class Explanation:
    """Why a message gave what it gave: each clause with the rule that read it and the guards that fired."""

    candidates: list[Candidate] = field(default_factory=list)
    clauses: list[dict[str, object]] = field(default_factory=list)
    commands: list[dict[str, object]] = field(default_factory=list)


class Extractor:
    """Reads messages. One instance serves a whole process; it is safe to share between threads.

    Args:
        nlp: A loaded spaCy pipeline with a tagger and a parser in the label scheme of the one that ships in the
            package, which is loaded when it is first needed where none is given.
        pipeline: The name of an installed spaCy pipeline, or its folder, to load in its place.
    """

    def __init__(self, nlp: "Pipeline | None" = None, *, pipeline: str | None = None) -> None:
        self.parser = Parser(nlp, pipeline=pipeline)
        self._judge = Judge()

    def extract(self, message: Message) -> list[Candidate]:
        """Return what the message proposes to remember, forget or correct, in the order it was said."""
        return self.explain(message).candidates

    def extract_many(self, messages: Iterable[Message]) -> Iterator[list[Candidate]]:
        """Yield, for each message in turn, what `extract` returns for it; the texts are parsed in batches."""
        for explanation in self.explain_many(messages):
            yield explanation.candidates

    def explain(self, message: Message) -> Explanation:
        """Return the candidates of a message together with the clauses, rules and guards that led to them."""
        text = clean(message.text, bot_user_id=message.bot_user_id)
        return self._explain(message, text, self.parser.words(text))

    def explain_many(self, messages: Iterable[Message]) -> Iterator[Explanation]:
        """Yield, for each message in turn, what `explain` returns for it; the texts are parsed in batches."""
        given = list(messages)
        texts = [clean(message.text, bot_user_id=message.bot_user_id) for message in given]
        for message, text, words in zip(given, texts, self.parser.words_of_many(texts), strict=True):
            yield self._explain(message, text, words)

    def _explain(self, message: Message, text: CleanText, words: list[Word]) -> Explanation:
        explained = Explanation()
        if not words:
            return explained
        commands = read_commands(text, message)
        taken = list(commands.off_record)
        for command in commands.found:
            explained.commands.append({"op": command.op.value, "rule": command.rule})
            explained.candidates.extend(self._obey(command, text, words, message))
            taken.append((command.start, command.end))
        if any(command.op in {CandidateOp.CONFIRM, CandidateOp.UNDO} for command in commands.found):
            return explained
        explained.candidates.extend(_refused(explained.candidates, text, commands))
        language = language_of(text.plain)
        if language is not None:
            explained.candidates.extend(_in_language(language, text, message, taken))
        if language is None or language.script:
            self._state(explained, message, text, words, taken)
        return explained

    def _state(
        self,
        explained: Explanation,
        message: Message,
        text: CleanText,
        words: list[Word],
        taken: Sequence[tuple[int, int]],
    ) -> None:
        """Add what the clauses of a message state, and what they correct."""
        ended: Found | None = None
        parent = _Parent(self, message)
        someone = next((name for start, end in taken if (name := _first_name(text.text[start:end]))), "")
        for reading in self.readings(message, text, words, taken):
            found = continued(ended, reading.clause) if ended else None
            found = found or (parent.corrected_by(reading.clause) if not reading.found else None)
            found = found or _of_whom(reading, someone)
            someone = _someone(reading) or someone
            ended = next((item for item in reading.found if item.op is CandidateOp.RETRACT), None)
            if found is not None:
                explained.candidates.append(_candidate(found, reading.clause, text, message.sent_at.date()))
                explained.clauses.append(
                    {"text": reading.clause.string, "rules": [found.rule], "guards": [], "kept": True}
                )
            else:
                explained.candidates.extend(self._judged(reading, message, text, explained))

    def readings(
        self, message: Message, text: CleanText, words: list[Word], taken: Sequence[tuple[int, int]]
    ) -> Iterator[Reading]:
        """Yield what the rules and the guards make of each clause outside the ranges taken; the judge's input."""
        closed = [*taken, *((secret.start, secret.end) for secret in find_secrets(text.text))]
        to_bot = message.surface == "dm" or text.to_bot
        all_clauses = clauses(text, words)
        questions = text.plain.count("?")
        for clause in all_clauses:
            if _overlaps(closed, clause) or text.is_opaque(clause.start, clause.end):
                continue
            yield Reading(
                clause=clause,
                guards=(*guards.fired(clause), *guards.fired(clause, guards.ELSEWHERE)),
                found=tuple(_read(clause, to_bot=to_bot)),
                dated=bool(find_dates(clause.text[clause.start : clause.end], sent=message.sent_at.date())),
                surface=message.surface,
                to_bot=to_bot,
                clauses=len(all_clauses),
                questions=questions,
                length=len(words),
            )

    def untaken(self, message: Message, text: CleanText) -> list[Reading]:
        """Return the readings of a message that no command takes up: what the judge is trained on."""
        words = self.parser.words(text)
        commands = read_commands(text, message)
        taken = [*commands.off_record, *((command.start, command.end) for command in commands.found)]
        return list(self.readings(message, text, words, taken))

    def _judged(
        self, reading: Reading, message: Message, text: CleanText, explained: Explanation
    ) -> Iterator[Candidate]:
        stopped = [name for name in reading.guards if name in guards.ALWAYS]
        if stopped == ["question"] and reading.found and _asks_a_favour(reading.found[0]):
            stopped = []
        told: dict[str, object] = {
            "text": reading.clause.string,
            "rules": [item.rule for item in reading.found],
            "guards": list(reading.guards),
            "kept": False,
        }
        explained.clauses.append(told)
        if stopped:
            return
        if not reading.found and (hindrance := _hindrance(reading)):
            told["because"] = hindrance
            return
        verdict = self._judge.verdict(reading)
        told["judge"] = {"keep": round(verdict.keep, 3), "kind": verdict.kind.value}
        if _worth_keeping(reading, verdict):
            told["kept"] = True
            for candidate in candidates_of(reading, text, message.sent_at.date()):
                yield _as_judged(candidate, reading, verdict)

    def _obey(self, command: Command, text: CleanText, words: Sequence[Word], message: Message) -> Iterator[Candidate]:
        span = text.raw_span(command.start, command.end)
        if command.op is CandidateOp.FORGET and command.body:
            yield Candidate(
                CandidateOp.FORGET, text.text[slice(*command.body)], confidence=0.95, span=span, rule="forget"
            )
        elif command.op is not CandidateOp.ADD or command.body is None:
            yield Candidate(command.op, confidence=0.95, span=span, rule=command.rule)
        else:
            yield from self._remember(command.body, text, words, message)

    def _remember(
        self, body: tuple[int, int], text: CleanText, words: Sequence[Word], message: Message
    ) -> Iterator[Candidate]:
        secrets = [secret for secret in find_secrets(text.text) if secret.end > body[0]]
        if secrets:
            span = text.raw_span(*body)
            yield Candidate(CandidateOp.REFUSE, secrets[0].what, confidence=0.95, span=span, rule="secret")
        language = language_of(text.plain)
        if language is not None:
            if not secrets:
                yield from _remember_in(language, body, text, message)
            return
        for clause in _kept_together(clauses(text, words, *body), words):
            if any(secret.start < clause.end and clause.start < secret.end for secret in secrets):
                continue
            found = _read(clause, to_bot=True)
            if clause.index and not found and clause.words[0].norm in _PRONOUNS:
                continue
            if secrets and not found and not _WHEREABOUTS.search(clause.string):
                continue
            found = found or [Found(Kind.FACT, "", "remember", confidence=REMEMBERED)]
            for item in found:
                yield _candidate(item, clause, text, message.sent_at.date())


def _refused(given: Sequence[Candidate], text: CleanText, commands: Commands) -> list[Candidate]:
    """Return the refusal of a secret that a message asks to keep in a roundabout way: "gate code 2219, keep it"."""
    if commands.off_record or any(candidate.op is CandidateOp.REFUSE for candidate in given):
        return []
    secrets = find_secrets(text.text)
    if not secrets or not wants_kept(text):
        return []
    span = text.raw_span(secrets[0].start, secrets[0].end)
    return [Candidate(CandidateOp.REFUSE, secrets[0].what, confidence=0.95, span=span, rule="secret")]


def _someone(reading: Reading) -> str:
    """Return the name of the person that a reading is about, "" where it names none."""
    for item in reading.found:
        if item.kind is Kind.FACT and item.value and profile.is_name(item.value):
            return item.value
    return ""


def _first_name(text: str) -> str:
    """Return the first name in what a command is about: "forget that Inés has swimming"."""
    match = re.search(r"\bthat ([A-ZÀ-Þ][\w'-]+)(?= (?:has|is|was|likes|goes|does|lives|works|plays|had)\b)", text)
    return match[1] if match else ""


def _of_whom(reading: Reading, someone: str) -> Found | None:
    """Return what a clause about "she" or "he" says of the person named just before, or None."""
    clause = reading.clause
    if not someone or reading.found or clause.words[0].norm not in {"he", "she"} or clause.conditional:
        return None
    if set(reading.guards) - {"third_person"} or not facts.about_another(clause):
        return None
    rest = canonical(clause.text, clause.words[1:])
    return Found(Kind.FACT, f"{someone} {rest[:1].lower()}{rest[1:]}", "of-whom", confidence=0.8)


class _Parent:
    """What the message answered says, read only if something corrects it."""

    def __init__(self, extractor: Extractor, message: Message) -> None:
        self._extractor = extractor
        self._message = message

    def corrected_by(self, clause: Clause) -> Found | None:
        """Return what the clause corrects in the parent, or None."""
        parent = self._message.parent
        if not parent or clause.question or clause.index > 2 or not clause.string.startswith(_CORRECTING):
            return None
        known = stated_by(parent)
        said: list[Candidate] = []
        if known is None:
            said = self._extractor.extract(Message(text=receipt_removed(parent), sent_at=self._message.sent_at))
        return corrected(clause, said, known)


_CORRECTING = (
    "i meant",
    "i mean",
    "it is",
    "that is",
    "make that",
    "not",
    "it was",
    "that should",
    "it should",
    "should",
    "that was",
    "read",
)


def _in_language(
    language: Language, text: CleanText, message: Message, taken: Sequence[tuple[int, int]]
) -> Iterator[Candidate]:
    """Yield what a message in another language states, by that language's tables."""
    for start, end in sentences(text.plain):
        if any(first < end and start < last for first, last in taken) or holds_secret(text.text[start:end]):
            continue
        sent = message.sent_at.date()
        for found, day, (first, last) in statements(language, text.plain[start:end], sent=sent):
            if not text.is_opaque(start + first, start + last):
                yield _as_candidate(found, found.text, found.attribute, day, text.raw_span(start + first, start + last))


def _remember_in(language: Language, body: tuple[int, int], text: CleanText, message: Message) -> Iterator[Candidate]:
    """Yield what another language's "remember" is followed by: what its tables read, or else its own words."""
    words = text.text[slice(*body)].strip(" .!。！")
    found = [(one, day) for one, day, _ in statements(language, words, sent=message.sent_at.date())]
    if not found:
        shown = words[:1].upper() + words[1:]
        found = [(Found(Kind.FACT, shown, f"{language.name}-remember", confidence=REMEMBERED), None)]
    for one, day in found:
        yield _as_candidate(one, one.text, one.attribute, day, text.raw_span(*body))


def _kept_together(found: Sequence[Clause], words: Sequence[Word]) -> Iterator[Clause]:
    """Yield the clauses of something to remember: what depends on a clause stays with it, wording kept."""
    kept: Clause | None = None
    for clause in found:
        own = (
            clause.joined in {"", "and", "but", ",", ";", "main", "plus", "–", "—", "-", ":", "."}
            and not clause.conditional
        )
        if kept is None:
            kept = clause
        elif (
            own
            and clause.words[0].tag not in {"VBZ", "VBD", "MD"}
            and (clause.words[0].norm not in {"not", "never", "always"} and len(clause.words) > 2)
        ):
            yield kept
            kept = clause
        elif clause.joined in {"because", "since", "so", "as"}:
            continue
        elif clause.joined not in {"but", ";", "", "–", "—", "-"}:
            first, last = kept.words[0].start, clause.words[-1].end
            kept = replace(kept, words=tuple(word for word in words if first <= word.start and word.end <= last))
    if kept is not None:
        yield kept


def _read(clause: Clause, *, to_bot: bool) -> list[Found]:
    if to_bot and clause.supplied and not clause.sentence_index:
        # "always answer in French": told to the bot, an order and not a habit without its "I".
        spoken = replace(clause, words=tuple(word for word in clause.words if word.end > word.start))
        ordered = list(apply(feedback.FEEDBACK, spoken)) if spoken.words else []
        if ordered:
            return ordered
    for group in (_ENDED, feedback.FEEDBACK if to_bot else (), _STATED):
        found = list(apply(group, clause))
        if found:
            return [*found, *_besides(clause, found)]
    return list(introductions.introduced(clause))


def _besides(clause: Clause, found: Sequence[Found]) -> Iterator[Found]:
    """Yield what a clause tells besides what its first rule read."""
    if found[0].attribute == "name" and len(found) == 1:
        yield from introductions.introduced(clause)
    pair = introductions.couple(clause)
    if pair is not None and found[0].kind is Kind.EVENT:
        yield pair


def _overlaps(ranges: Sequence[tuple[int, int]], clause: Clause) -> bool:
    return any(start < clause.end and clause.start < end for start, end in ranges)


def _candidate(found: Found, clause: Clause, text: CleanText, sent: date) -> Candidate:
    words = found.text or _in_full(clause)
    attribute = found.attribute
    if found.rule in {"switched-tool", "swapped-tool"} and found.value:
        attribute = preferences.tool_attribute(found.value) or f"preference:{found.value.lower()}"
    elif attribute is not None:
        attribute = facts.attribute_of(attribute)
    dated = None
    if attribute != "working_hours" and not (attribute or "").endswith("birthday"):
        words, dated = resolve(words, sent=sent, past=_past(clause))
        if dated is None and found.rule in {"decided", "it-was-decided"}:
            dated = sent
    return _as_candidate(found, words, attribute, dated, text.raw_span(clause.start, clause.end))


def _as_candidate(
    found: Found, words: str, attribute: str | None, dated: date | None, span: tuple[int, int]
) -> Candidate:
    return Candidate(
        op=found.op,
        text=words,
        kind=found.kind,
        attribute=attribute,
        value=found.value,
        polarity=found.polarity,
        confidence=found.confidence,
        dated=dated,
        span=span,
        rule=found.rule,
    )


def _worth_keeping(reading: Reading, verdict: Verdict) -> bool:
    """Return whether a reading past the guards is kept: an ending always, a rule's unless vetoed, else if proposed."""
    if not reading.found:
        first = reading.clause.words[0].norm
        aside = (
            "third_person" in reading.guards or reading.clause.joined == "so" or first not in {"i", "we", "my", "our"}
        )
        needed = PROPOSED_OF_OTHERS if aside else PROPOSED
        return verdict.keep >= needed and _fits(reading, verdict)
    return reading.found[0].op is not CandidateOp.ADD or _chance(reading, verdict) >= VETOED


def _hindrance(reading: Reading) -> str:
    """Return why the judge is not asked about a clause that no rule read, or ""."""
    first = reading.clause.words[0].norm
    if reading.clause.joined in _DEPENDENT:
        return f'it only explains another clause ("{reading.clause.joined}")'
    if first in _PRONOUNS - {"i"}:
        return f'it is about what was said before ("{first}")'
    passing = sorted(_PASSING.intersection(reading.guards))
    return f"it passes ({passing[0]})" if passing else ""


def _asks_a_favour(found: Found) -> bool:
    """ "Could you stop using emoji?", "can you call me Al?": no questions; their rules have seen to it."""
    return found.kind is Kind.FEEDBACK or found.rule == "nickname"


def _chance(reading: Reading, verdict: Verdict) -> float:
    """Return the chance that what a rule read is right: the rule's own and the judge's, weighed in log odds."""
    odds = RULE_WEIGHT * _log_odds(reading.found[0].confidence) + (1 - RULE_WEIGHT) * _log_odds(verdict.keep)
    return 1 / (1 + math.exp(-odds))


def _log_odds(chance: float) -> float:
    bounded = min(max(chance, 0.001), 0.999)
    return math.log(bounded / (1 - bounded))


def _fits(reading: Reading, verdict: Verdict) -> bool:
    """Return whether the kind that the judge proposes fits the clause: an order can only be feedback."""
    tells = reading.clause.words[0].tag in {"VB", "VBP"} and not reading.clause.supplied
    if verdict.kind is Kind.FEEDBACK:
        return reading.to_bot and feedback.holds_on(reading.clause)
    return not (tells or reading.clause.words[0].norm in {"please", "you", "your"}) and len(reading.clause.words) > 2


def _as_judged(candidate: Candidate, reading: Reading, verdict: Verdict) -> Candidate:
    """Return the candidate with the judge's confidence, and its kind where no rule named one."""
    if candidate.op is not CandidateOp.ADD:
        return candidate
    if reading.found:
        return replace(candidate, confidence=_chance(reading, verdict))
    return replace(candidate, kind=verdict.kind, confidence=verdict.keep)


def candidates_of(reading: Reading, text: CleanText, sent: date) -> list[Candidate]:
    """Return what a reading gives if it is kept: what its rule reads, or the clause in canonical form."""
    found = reading.found or (Found(Kind.FACT, "", "judge"),)
    return [_candidate(item, reading.clause, text, sent) for item in found]


def _in_full(clause: Clause) -> str:
    """Return the clause in canonical form, what stood before its subject put at its end."""
    whole = canonical(clause.text, clause.words)
    if clause.lead and _LEADS.match(clause.lead_string):
        lead = " ".join(clause.text[clause.lead[0].start : clause.lead[-1].end].split())
        whole = f"{whole} {lead[:1].lower()}{lead[1:]}"
    return whole


def _past(clause: Clause) -> bool:
    """Return whether the clause speaks of what has happened."""
    if _RESCHEDULED.search(clause.string):
        return False
    return any(word.tag == "VBD" or word.norm in {"was", "were", "did", "had"} for word in clause.words[:6]) or (
        any(word.norm == "have" for word in clause.words[1:3]) and any(word.tag == "VBN" for word in clause.words[:5])
    )
