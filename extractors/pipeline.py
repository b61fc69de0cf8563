"""From a message to candidates: commands first, then what each clause states, past every guard."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date

from extractors import preferences, profile, projects
from extractors.canonical import canonical
from extractors.clauses import Clause, clauses
from extractors.commands import Command, read_commands
from extractors.dates import find_dates, resolve
from extractors.message import CleanText, Message, clean
from extractors.rules import Found, Rule, apply
from extractors.secrets import find_secrets, holds_secret
from memory.records import Candidate, CandidateOp, Kind

_GROUPS: tuple[tuple[Rule, ...], ...] = (
    profile.RETRACTED + preferences.RETRACTED,
    profile.NAMES + projects.PROJECTS + preferences.PREFERENCES + profile.PROFILE,
)


@dataclass(slots=True)
class Explanation:
    """Why a message gave what it gave: each clause with the rule that read it and the guards that fired."""

    candidates: list[Candidate] = field(default_factory=list)
    clauses: list[dict[str, object]] = field(default_factory=list)
    commands: list[dict[str, object]] = field(default_factory=list)


class Extractor:
    """Reads messages. One instance serves a whole process; it is safe to share between threads."""

    def __init__(self, nlp: object = None) -> None:
        self._nlp = nlp

    def extract(self, message: Message) -> list[Candidate]:
        """Return what the message proposes to remember, forget or correct, in the order it was said."""
        return self.explain(message).candidates

    def extract_many(self, messages: Iterable[Message]) -> Iterator[list[Candidate]]:
        """Yield, for each message in turn, what `extract` returns for it."""
        for message in messages:
            yield self.extract(message)

    def explain(self, message: Message) -> Explanation:
        """Return the candidates of a message together with the clauses, rules and guards that led to them."""
        explained = Explanation()
        text = clean(message.text, bot_user_id=message.bot_user_id)
        if not text.plain.strip():
            return explained
        commands = read_commands(text, message)
        taken = list(commands.off_record)
        for command in commands.found:
            explained.commands.append({"op": command.op.value, "rule": command.rule})
            explained.candidates.extend(self._obey(command, text, message))
            taken.append((command.start, command.end))
        if any(command.op in {CandidateOp.CONFIRM, CandidateOp.UNDO} for command in commands.found):
            return explained
        secrets = [(secret.start, secret.end) for secret in find_secrets(text.text)]
        for clause in clauses(text):
            if _overlaps(taken, clause) or _overlaps(secrets, clause) or text.is_opaque(clause.start, clause.end):
                continue
            found = self._read(clause)
            explained.clauses.append(
                {"text": clause.line.original(0, len(clause.string)), "rules": [item.rule for item in found]}
            )
            if clause.question or clause.conditional:
                continue
            explained.candidates.extend(_candidate(item, clause, text, message.sent_at.date()) for item in found)
        return explained

    def _read(self, clause: Clause) -> list[Found]:
        for group in _GROUPS:
            found = list(apply(group, clause))
            if found:
                return found
        return []

    def _obey(self, command: Command, text: CleanText, message: Message) -> Iterator[Candidate]:
        span = text.raw_span(command.start, command.end)
        if command.op is CandidateOp.FORGET and command.body:
            yield Candidate(
                CandidateOp.FORGET, text.text[slice(*command.body)], confidence=0.95, span=span, rule="forget"
            )
        elif command.op is not CandidateOp.ADD or command.body is None:
            yield Candidate(command.op, confidence=0.95, span=span, rule=command.rule)
        else:
            yield from self._remember(command.body, text, message)

    def _remember(self, body: tuple[int, int], text: CleanText, message: Message) -> Iterator[Candidate]:
        secrets = [secret for secret in find_secrets(text.text) if secret.end > body[0]]
        if secrets:
            yield Candidate(
                CandidateOp.REFUSE, secrets[0].what, confidence=0.95, span=text.raw_span(*body), rule="secret"
            )
        for clause in clauses(text, *body):
            if any(secret.start < clause.end and clause.start < secret.end for secret in secrets):
                continue
            found = self._read(clause) or [Found(Kind.FACT, "", "remember", confidence=0.8)]
            for item in found:
                yield _candidate(item, clause, text, message.sent_at.date())


def _overlaps(ranges: list[tuple[int, int]], clause: Clause) -> bool:
    return any(start < clause.end and clause.start < end for start, end in ranges)


def _candidate(found: Found, clause: Clause, text: CleanText, sent: date) -> Candidate:
    words = found.text or canonical(clause.line.text, clause.line.words)
    dated = None
    if found.attribute != "birthday" and find_dates(words, sent=sent):
        words, dated = resolve(words, sent=sent)
    return Candidate(
        op=found.op,
        text=words,
        kind=found.kind,
        attribute=found.attribute,
        value=found.value,
        polarity=found.polarity,
        confidence=found.confidence,
        dated=dated,
        span=text.raw_span(clause.start, clause.end),
        rule=found.rule,
    )


__all__ = ["Explanation", "Extractor", "Message", "holds_secret"]
