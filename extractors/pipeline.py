"""From a message to candidates: commands first, then what each clause states, past every guard."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import TYPE_CHECKING

from extractors import events, facts, feedback, guards, preferences, profile, projects, references
from extractors.canonical import canonical
from extractors.clauses import Clause, clauses
from extractors.commands import Command, read_commands
from extractors.dates import find_dates, resolve
from extractors.judge import Judge, Reading, Verdict
from extractors.message import CleanText, Message, clean
from extractors.parser import Parser
from extractors.rules import Found, Rule, apply
from extractors.secrets import find_secrets
from extractors.words import Word
from memory.records import Candidate, CandidateOp, Kind

if TYPE_CHECKING:
    from spacy.language import Language

PROPOSED = 0.62
"""Probability from which the judge proposes a clause that no rule read."""
VETOED = 0.3
"""Probability below which the judge vetoes what a rule read."""

_ENDED: tuple[Rule, ...] = profile.ENDED + preferences.ENDED + facts.ENDED
_STATED: tuple[Rule, ...] = (
    profile.NAMES
    + references.REFERENCES
    + preferences.PREFERENCES
    + profile.PROFILE
    + facts.FACTS
    + events.EVENTS
    + projects.PROJECTS
)
_LEADS = re.compile(
    r"(?:for|at|in|on|from|until|before|after|since|every|with|during|most|usually|mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|sundays?|two|three|a|last|next|tomorrow|yesterday)\b"
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
    """

    def __init__(self, nlp: "Language | None" = None) -> None:
        self._parser = Parser(nlp)
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
        return self._explain(message, text, self._parser.words(text))

    def explain_many(self, messages: Iterable[Message]) -> Iterator[Explanation]:
        """Yield, for each message in turn, what `explain` returns for it; the texts are parsed in batches."""
        given = list(messages)
        texts = [clean(message.text, bot_user_id=message.bot_user_id) for message in given]
        for message, text, words in zip(given, texts, self._parser.words_of_many(texts), strict=True):
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
        for reading in self.readings(message, text, words, taken):
            explained.candidates.extend(self._judged(reading, message, text, explained))
        return explained

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
        words = self._parser.words(text)
        commands = read_commands(text, message)
        taken = [*commands.off_record, *((command.start, command.end) for command in commands.found)]
        return list(self.readings(message, text, words, taken))

    def _judged(
        self, reading: Reading, message: Message, text: CleanText, explained: Explanation
    ) -> Iterator[Candidate]:
        stopped = [name for name in reading.guards if name in guards.ALWAYS]
        verdict = self._judge.verdict(reading)
        kept = not stopped and _worth_keeping(reading, verdict)
        if reading.found or stopped or verdict.keep >= PROPOSED:
            explained.clauses.append(
                {
                    "text": reading.clause.string,
                    "rules": [item.rule for item in reading.found],
                    "guards": list(reading.guards),
                    "judge": {"keep": round(verdict.keep, 3), "kind": verdict.kind.value},
                    "kept": kept,
                }
            )
        if kept:
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
            yield Candidate(
                CandidateOp.REFUSE, secrets[0].what, confidence=0.95, span=text.raw_span(*body), rule="secret"
            )
        for clause in _kept_together(clauses(text, words, *body)):
            if any(secret.start < clause.end and clause.start < secret.end for secret in secrets):
                continue
            found = _read(clause, to_bot=True) or [Found(Kind.FACT, "", "remember", confidence=0.8)]
            for item in found:
                yield _candidate(item, clause, text, message.sent_at.date())
            if (
                secrets
                and clause.sentence_index == 0
                and any(secret.start > clause.end for secret in secrets)
                and len(clause.words) < 4
            ):
                return


def _kept_together(found: Sequence[Clause]) -> Iterator[Clause]:
    """Yield the clauses of something to remember: what depends on a clause stays with it, wording kept."""
    kept: Clause | None = None
    for clause in found:
        own = (
            clause.joined in {"", "and", "but", ",", ";", "main", "plus", "–", "—", "-", ":", "."}
            and not clause.conditional
        )
        if kept is None:
            kept = clause
        elif own and (clause.words[0].norm not in {"not", "never", "always"} and len(clause.words) > 2):
            yield kept
            kept = clause
        elif clause.joined in {"because", "since", "so", "as"}:
            continue
        elif clause.joined not in {"and", "but", ";", "", "–", "—", "-"}:
            between = [word for word in kept.words + clause.words if word.end > word.start]
            kept = replace(kept, words=tuple(between))
    if kept is not None:
        yield kept


def _read(clause: Clause, *, to_bot: bool) -> list[Found]:
    for group in (_ENDED, feedback.FEEDBACK if to_bot else (), _STATED):
        found = list(apply(group, clause))
        if found:
            return found
    return []


def _overlaps(ranges: Sequence[tuple[int, int]], clause: Clause) -> bool:
    return any(start < clause.end and clause.start < end for start, end in ranges)


def _candidate(found: Found, clause: Clause, text: CleanText, sent: date) -> Candidate:
    words = found.text or _in_full(clause)
    attribute = found.attribute
    if found.rule == "switched-tool" and found.value:
        attribute = preferences.tool_attribute(found.value) or f"preference:{found.value.lower()}"
    dated = None
    if attribute != "birthday" and not (attribute or "").endswith("birthday"):
        words, dated = resolve(words, sent=sent, past=_past(clause))
        if dated is None and found.rule in {"decided", "it-was-decided"}:
            dated = sent
    return Candidate(
        op=found.op,
        text=words,
        kind=found.kind,
        attribute=attribute,
        value=found.value,
        polarity=found.polarity,
        confidence=found.confidence,
        dated=dated,
        span=text.raw_span(clause.start, clause.end),
        rule=found.rule,
    )


def _worth_keeping(reading: Reading, verdict: Verdict) -> bool:
    """Return whether a reading past the guards is kept: an ending always, a rule's unless vetoed, else if proposed."""
    if not reading.found:
        return verdict.keep >= PROPOSED
    return reading.found[0].op is not CandidateOp.ADD or verdict.keep >= VETOED


def _as_judged(candidate: Candidate, reading: Reading, verdict: Verdict) -> Candidate:
    """Return the candidate with the judge's confidence, and its kind where no rule named one."""
    if candidate.op is not CandidateOp.ADD:
        return candidate
    if reading.found:
        return replace(candidate, confidence=max(0.5, verdict.keep))
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
    return any(word.tag == "VBD" or word.norm in {"was", "were", "did", "had"} for word in clause.words[:6]) or (
        any(word.norm == "have" for word in clause.words[1:3]) and any(word.tag == "VBN" for word in clause.words[:5])
    )
