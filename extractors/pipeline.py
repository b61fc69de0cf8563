"""From a message to candidates: commands first, then what each clause states, past every guard."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from extractors.commanding.answers import answered, chosen_between
from extractors.commanding.commands import read_commands
from extractors.commanding.corrections import continued, corrected, receipt_removed, stated_by
from extractors.commanding.noted import notes_in, restated
from extractors.commanding.overheard import as_meant, may_be_overheard, overheard
from extractors.commanding.remembering import (
    ACCESS,
    REMEMBERED,
    REMEMBERED_AFTER,
    REMEMBERED_OF_AUTHOR,
    WHEREABOUTS,
    before_secret,
    kept_together,
    refused,
    stands_alone,
)
from extractors.commanding.successors import succeeding
from extractors.commanding.wordings import Command, Commands, is_receipt
from extractors.days.dates import find_dates
from extractors.forms.lines import may_be_kept, read_lines, with_commas
from extractors.forms.listed_commands import REMEMBER_ITEM
from extractors.guarding import guards
from extractors.judging import ends_heard
from extractors.judging.candidates import candidate_of, candidates_of
from extractors.judging.judge import Judge, Reading, Verdict, before_of, in_context
from extractors.judging.parts import parts, tells_habit, without_reason
from extractors.judging.weighing import (
    ASKED,
    REFERRING,
    as_asked,
    as_judged,
    as_understood,
    courtesies,
    ends_nothing,
    hangs_on_more,
    hindrance,
    may_be_overruled,
    overrules,
    worth_keeping,
)
from extractors.judging.wholes import Whole, chosen, wholes
from extractors.matching.late_patterns import LatePattern
from extractors.message import CleanText, Message, clean
from extractors.other_languages.in_languages import judged_in, remembered_in, stated_in
from extractors.other_languages.language_judge import LanguageJudge
from extractors.other_languages.language_tables import Language
from extractors.other_languages.languages import is_foreign, language_of
from extractors.parsing.parser import Parser
from extractors.parsing.words import Word
from extractors.secrets import Secret, find_doubtful
from extractors.statements import facts, profile
from extractors.statements.allergies import with_allergies
from extractors.statements.endings import beside, only_over
from extractors.statements.named_pets import with_names
from extractors.statements.presented import presented
from extractors.statements.put_right import PUT_RIGHT
from extractors.statements.rulebook import read_clause
from extractors.statements.rules import Found
from extractors.statements.standing_orders import RULE as STANDING
from extractors.statements.standing_orders import forbids_wording
from extractors.syntax.antecedents import (
    asked_about,
    goes_further_back,
    kept_out,
    spelled_out,
    tells_where,
    wanted_when_asked,
)
from extractors.syntax.canonical import canonical
from extractors.syntax.clauses import Clause, clauses
from extractors.syntax.untied import untied
from memory.records import Candidate, CandidateOp, Kind

if TYPE_CHECKING:
    from spacy.language import Language as Pipeline


@dataclass(slots=True)
class Explanation:
    """Why a message gave what it gave: each clause with the rule that read it and the guards that fired.

    `text` is the message as it was read, and `read` are the commands in it, by their ranges of that.
    """

    text: CleanText
    read: Commands = field(default_factory=Commands)
    candidates: list[Candidate] = field(default_factory=list)
    clauses: list[dict[str, object]] = field(default_factory=list)
    commands: list[dict[str, object]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Judged:
    """What the judge thinks of a message: its verdicts by the place of the reading, and how likely each command is.

    `together` is what stands in the place of readings that are kept as one or in parts.
    """

    verdicts: Mapping[int, Verdict]
    together: Mapping[int, Sequence[tuple[Reading, Verdict]]]
    commands: Mapping[CandidateOp, float]


_UNJUDGED = _Judged({}, {}, {})
_ALONE = frozenset({CandidateOp.CONFIRM, CandidateOp.UNDO})
"""Commands beside which nothing else is read."""
_HAN_OR_KANA = LatePattern("\\W*[぀-ヿ㐀-鿿豈-﫿][぀-ヿ㐀-鿿豈-﫿\\W]*")
"""A clause without a Latin letter or a figure, which only the tables of its language read."""


class Extractor:
    """Reads messages. One instance serves a whole process; it is safe to share between threads.

    Args:
        nlp: A loaded spaCy pipeline with a tagger and a parser in the label scheme of the one that ships in the
            package, which is loaded when it is first needed where none is given.
        pipeline: The name of an installed spaCy pipeline, or its folder, to load in its place.
        judge: What decides beside the rules, in place of the one whose weights ship in the package.
        language_judge: The same, for what is said in other languages.
    """

    def __init__(
        self,
        nlp: "Pipeline | None" = None,
        *,
        pipeline: str | None = None,
        judge: Judge | None = None,
        language_judge: LanguageJudge | None = None,
    ) -> None:
        self.parser = Parser(nlp, pipeline=pipeline)
        self._judge = judge or Judge()
        self.language_judge = language_judge or LanguageJudge(self._judge)

    def extract(self, message: Message) -> list[Candidate]:
        """Return what the message proposes to remember, forget or correct, in the order it was said."""
        return self.explain(message).candidates

    def extract_many(self, messages: Iterable[Message]) -> Iterator[list[Candidate]]:
        """Yield, for each message in turn, what `extract` returns for it; the texts are parsed in batches."""
        for explanation in self.explain_many(messages):
            yield explanation.candidates

    def explain(self, message: Message) -> Explanation:
        """Return the candidates of a message together with the clauses, rules and guards that led to them."""
        text = _cleaned(message)
        return self._explain(message, text, self.parser.words(text))

    def explain_many(self, messages: Iterable[Message]) -> Iterator[Explanation]:
        """Yield, for each message in turn, what `explain` returns for it; the texts are parsed in batches."""
        given = list(messages)
        texts = [_cleaned(message) for message in given]
        for message, text, words in zip(given, texts, self.parser.words_of_many(texts), strict=True):
            yield self._explain(message, text, words)

    def _explain(self, message: Message, text: CleanText, words: list[Word]) -> Explanation:
        explained = Explanation(text)
        if not words:
            return explained
        language = language_of(text.plain)
        commands = read_commands(text, message, words)
        lined = read_lines(text, message, commands)
        readings: list[Reading] = []
        if language is None or language.script:
            readings = list(self.readings(message, text, words, [*commands.taken, *lined.taken]))
        judged = _UNJUDGED
        ends = any(found.op is CandidateOp.RETRACT for reading in readings for found in reading.found)
        commanded = bool(commands.found) or ends or may_be_overheard(text, message) or ends_heard.may_end(text.plain)
        if readings or commanded:
            judged = self._judged(readings, words, text, message, commands=commanded)
        explained.read = commands = as_meant(commands, judged.commands, message, text, words)
        for command in commands.found:
            explained.commands.append({"op": command.op.value, "rule": command.rule})
            explained.candidates.extend(self._obey(command, text, words, message))
        if any(command.op in _ALONE for command in commands.found):
            return explained
        explained.candidates.extend(refused(explained.candidates, text, commands))
        if language is not None:
            spans = [one.span for one in lined.candidates if one.span]
            said_in = self._said_in(language, words, message, explained)
            explained.candidates.extend(one for one in said_in if not _within(spans, one))
        for candidate in lined.candidates:
            said = message.text[slice(*candidate.span)] if candidate.span else ""
            explained.candidates.append(candidate)
            explained.clauses.append({"text": said, "rules": [candidate.rule], "guards": [], "kept": True})
        self._state(explained, message, text, readings, judged)
        if lined.candidates:
            explained.candidates.sort(key=lambda one: one.span or (0, 0))
        if language is None and not explained.candidates and not commands.off_record:
            heard = overheard(judged.commands, text, message)
            if heard is not None:
                explained.read = Commands((heard,))
                explained.commands.append({"op": heard.op.value, "rule": heard.rule})
                explained.candidates.extend(self._obey(heard, text, words, message))
        explained.candidates = [
            one for one in _once(explained.candidates) if not one.rule.startswith(STANDING) or may_be_kept(one)
        ]
        if language is None and not commands.off_record:
            gone = [(one.start, one.end) for one in commands.found if one.op is not CandidateOp.ADD]
            explained.candidates = with_allergies(explained.candidates, text, gone)
            explained.candidates = with_names(explained.candidates, message.text)
            explained.candidates += presented(text, explained.candidates, gone)
        return explained

    def _said_in(
        self, language: Language, words: Sequence[Word], message: Message, explained: Explanation
    ) -> Iterator[Candidate]:
        """Yield what a message in another language states, and what else the judge would keep of it."""
        text, commands = explained.text, explained.read
        stated = list(stated_in(language, text, message, commands.taken))
        yield from stated
        for one in stated:
            said = message.text[slice(*one.span)] if one.span else ""
            explained.clauses.append({"text": said, "rules": [one.rule], "guards": [], "kept": True})
        if not (commands.found or commands.off_record):
            told = [one.span for one in stated if one.span]
            judge, notes = self.language_judge, explained.clauses
            yield from judged_in(language, text, words, message, judge, told, notes)

    def _state(
        self, explained: Explanation, message: Message, text: CleanText, readings: Sequence[Reading], judged: "_Judged"
    ) -> None:
        """Add what the clauses of a message state, and what they correct."""
        ended: Found | None = None
        parent = _Parent(self, message)
        taken = explained.read.taken
        ends = judged.commands.get(CandidateOp.RETRACT, 0.0)
        heard = ends >= ends_heard.LIKELY and not (explained.candidates or is_receipt(message))
        over_at = dict(ends_heard.heard(readings, ends)) if heard else {}
        someone = next((name for start, end in taken if (name := _first_name(text.text[start:end]))), "")
        for place, reading in enumerate(readings):
            found = continued(ended, reading.clause) if ended else None
            denied = reading.clause.joined == "not"
            found = found or (parent.corrected_by(reading.clause) if not (reading.found or denied) else None)
            if found is None and is_receipt(message) and not reading.found:
                found = parent.answered_by(reading.clause)
            found = found or (None if place else parent.chosen_by(reading.clause))
            over = over_at.get(place)
            takes_place = over is not None and ends_heard.takes_place(reading)
            together = judged.together.get(place, ())
            if over is not None and any(ends_heard.states_more(instead, reading, over) for instead, _ in together):
                takes_place = False
            if found is None and place in judged.together and not takes_place:
                for instead, kept in together:
                    explained.candidates.extend(_kept(instead, kept, message, text, explained))
                continue
            found = found or (parent.answered_by(reading.clause) if not reading.found else None)
            found = _succeeding(explained.read, reading, text, message) or found or _of_whom(reading, someone)
            someone = _someone(reading) or someone
            ended = _ended(reading)
            if found is None and ended is None and takes_place:
                found = ended = over_at.pop(place, None)
            if found is not None and found.op is CandidateOp.ADD and _is_closed(found.text):
                continue  # the clause gives only a part of what must not be kept
            if found is not None:
                explained.candidates.append(candidate_of(found, reading.clause, text, message.sent_at.date()))
                explained.clauses.append(
                    {"text": reading.clause.string, "rules": [found.rule], "guards": [], "kept": True}
                )
            else:
                verdict = judged.verdicts.get(place)
                if not ends_nothing(reading, verdict, judged.commands):
                    explained.candidates.extend(_kept(reading, verdict, message, text, explained))
        if not any(candidate.op is CandidateOp.RETRACT for candidate in explained.candidates):
            for place, over in over_at.items():
                past = candidate_of(over, readings[place].clause, text, message.sent_at.date())
                if all(one.span != past.span for one in explained.candidates):  # it is what its clause states
                    explained.candidates.append(past)
        replaced = any(candidate.rule == PUT_RIGHT for candidate in explained.candidates)
        if not replaced and any(candidate.op is CandidateOp.ADD for candidate in explained.candidates):
            for place, reading in enumerate(readings):
                for over in beside(reading, readings[place - 1].clause if place else None):
                    past = candidate_of(over, reading.clause, text, message.sent_at.date())
                    if not any(_says_over(one, past) for one in explained.candidates):  # it may be all that is told
                        explained.candidates.append(past)

    def _judged(
        self, readings: Sequence[Reading], words: Sequence[Word], text: CleanText, message: Message, *, commands: bool
    ) -> "_Judged":
        stopped = {place for place, reading in enumerate(readings) if _stopped(reading)}
        shut = {place for place in stopped if not may_be_overruled(readings[place].clause, _stopped(readings[place]))}
        hindered = {place for place, reading in enumerate(readings) if hindrance(reading)}
        together = [
            whole
            for whole in wholes(readings, words)
            if stopped.isdisjoint(range(whole.first, whole.last))
            and not (_stopped(whole.reading) or hindrance(whole.reading))
        ]
        asked = [place for place in range(len(readings)) if place not in shut and place not in hindered]
        together += _in_parts(readings, stopped | hindered)
        opinion = self._judge.opinion(
            text.text,
            [readings[place] for place in asked],
            [whole.reading for whole in together],
            before=before_of(message, to_bot=text.to_bot),
            commands=commands,
        )
        verdicts = dict(zip(asked, opinion.verdicts, strict=True))
        return _Judged(verdicts, chosen(readings, verdicts, together, opinion.together), opinion.commands)

    def readings(
        self, message: Message, text: CleanText, words: list[Word], taken: Sequence[tuple[int, int]]
    ) -> Iterator[Reading]:
        """Yield what the rules and the guards make of each clause outside the ranges taken; the judge's input."""
        yield from in_context(list(self._read(message, text, words, taken)), answering=bool(message.parent))

    def _read(
        self, message: Message, text: CleanText, words: list[Word], taken: Sequence[tuple[int, int]]
    ) -> Iterator[Reading]:
        secrets = [(secret.start, secret.end) for secret in find_doubtful(text.text)]
        closed = [*taken, *secrets]
        to_bot = message.surface == "dm" or text.to_bot
        all_clauses = list(_behind_commands(clauses(text, words), text, words, taken))
        questions = text.plain.count("?")
        before: Clause | None = None
        earlier: Clause | None = None
        last: Clause | None = None
        jested: tuple[int, int] | None = None
        for read in all_clauses:
            if _HAN_OR_KANA.fullmatch(read.string):
                continue
            first, end = read.sentence
            if ACCESS.search(read.string) and any(first <= at < end for at, _ in secrets):
                continue  # what it opens is told beside a password
            quoted = text.is_opaque(read.start, read.end)
            if quoted and to_bot and not text.is_opaque(read.start, read.start + 1):
                quoted = not forbids_wording(read)
            if _overlaps(closed, read) or quoted:
                before = earlier = last = None
                continue
            if _goes_on_about_another(read, before):
                continue
            clause = spelled_out(read, before)
            if clause is read and before and earlier and goes_further_back(clause, before):
                clause = spelled_out(read, replace(earlier, index=before.index))
            if clause is read and message.parent and "?" in message.parent:
                clause = asked_about(read, message.parent)
            if guards.special(clause):
                told = without_reason(clause)
                if told.words == clause.words or tells_habit(read_clause(told, to_bot=to_bot)):
                    clause = told
            # What is set against a statement is not so: "they/them, not he/him".
            denied = clause.joined == "not"
            found = () if denied else tuple(read_clause(clause, to_bot=to_bot, author=message.user_name))
            if clause is not read and tells_where(read, before):
                found = (Found(Kind.REFERENCE, "", "sought", confidence=0.9),)
            if to_bot and (wanted := wanted_when_asked(read, before)):
                found = (Found(Kind.FEEDBACK, wanted, "wanted-when-asked", confidence=0.95),)
            elif to_bot and (unwanted := kept_out(read, before)):
                found = (Found(Kind.FEEDBACK, unwanted, "kept-out", confidence=0.92),)
            over = any(item.op is CandidateOp.RETRACT and item.rule not in _GOES_ON for item in found)
            earlier, before = before, None if over and clause.words[0].norm in {"i", "we"} else clause
            fired = (*guards.fired(clause), *guards.fired(clause, guards.ELSEWHERE))
            if jested == clause.sentence and not found and clause.joined in {",", "and"} and not clause.opening:
                fired = (*fired, "sarcasm")  # a joke goes on to the end of its sentence
            jested = clause.sentence if "sarcasm" in fired else None
            yield Reading(
                clause=clause,
                guards=fired,
                found=found,
                dated=bool(find_dates(clause.text[clause.start : clause.end], sent=message.sent_at.date())),
                surface=message.surface,
                to_bot=to_bot,
                clauses=len(all_clauses),
                questions=questions,
                length=len(words),
                before=before_of(message, to_bot=text.to_bot),
                untied=untied(clause, last) if hangs_on_more(clause) and not found else None,
            )
            last = None if fired and not _OF_OTHERS.issuperset(fired) else clause

    def untaken(self, message: Message, text: CleanText) -> tuple[list[Reading], list[Whole]]:
        """Return the readings of a message that no command takes up, and what they are as one, for training."""
        words = self.parser.words(text)
        readings = list(self.readings(message, text, words, read_commands(text, message, words).taken))
        closed = {place for place, reading in enumerate(readings) if _stopped(reading) or hindrance(reading)}
        return readings, [*wholes(readings, words), *_in_parts(readings, closed)]

    def _obey(self, command: Command, text: CleanText, words: Sequence[Word], message: Message) -> Iterator[Candidate]:
        span = text.raw_span(command.start, command.end)
        if command.op is CandidateOp.FORGET and command.body:
            yield Candidate(
                CandidateOp.FORGET,
                " ".join(text.text[slice(*command.body)].split()),
                confidence=0.95,
                span=span,
                rule="forget",
            )
        elif command.op is not CandidateOp.ADD or command.body is None:
            yield Candidate(command.op, confidence=0.95, span=span, rule=command.rule)
        else:
            secrets = _secrets_of(command.body, text, item=command.rule == REMEMBER_ITEM)
            yield from self._remember(command.body, secrets, text, words, message)

    def _remember(
        self,
        body: tuple[int, int],
        secrets: Sequence[Secret],
        text: CleanText,
        words: Sequence[Word],
        message: Message,
    ) -> Iterator[Candidate]:
        if secrets:
            span = text.raw_span(*body)
            yield Candidate(CandidateOp.REFUSE, secrets[0].what, confidence=0.95, span=span, rule="secret")
        language = language_of(text.plain)
        if language is not None:
            if not secrets:
                yield from remembered_in(language, body, text, message)
            return
        told = kept_together(clauses(text, words, *body), words)
        asked = [one for one in told if not _says_nothing(one)]
        before = before_of(message, to_bot=text.to_bot)
        judged = self._judge.opinion(text.text, (), [Reading(clause=clause) for clause in asked], before=before)
        for place, (clause, verdict) in enumerate(zip(asked, judged.together, strict=True)):
            if place and clause.joined != "and" and verdict.keep < REMEMBERED_AFTER:
                continue
            if any(secret.start < clause.end and clause.start < secret.end for secret in secrets):
                if (free := before_secret(clause, secrets)) is None:
                    continue
                clause = free
            spelled = spelled_out(clause, asked[place - 1]) if place else clause
            if spelled.words[0].tag.startswith("NNP"):
                clause = spelled  # "my accountant is Nerys, she wants everything by the 20th"
            found = read_clause(clause, to_bot=True)
            adds = clause.joined == "and" and clause.words[0].norm == "i" and verdict.keep >= REMEMBERED_OF_AUTHOR
            if clause.index and not found and clause.words[0].norm in REFERRING and not adds:
                continue
            if place and not found and _is_former(clause):
                continue
            apart = bool(found or WHEREABOUTS.search(clause.string)) or stands_alone(clause)
            apart = apart or bool(find_dates(clause.text[clause.start : clause.end], sent=message.sent_at.date()))
            if secrets and ((ACCESS.search(clause.string) and "://" not in clause.string) or not apart):
                continue
            found = found or [Found(Kind.FACT, "", ASKED, confidence=REMEMBERED)]
            for item in found:
                yield as_asked(candidate_of(item, clause, text, message.sent_at.date()), clause, verdict)


def _secrets_of(body: tuple[int, int], text: CleanText, *, item: bool) -> Sequence[Secret]:
    """Return the secrets of what is to be remembered; of an item in a list, those that are told in it."""
    behind = body[1] if item else len(text.text)
    found = [one for one in find_doubtful(text.text) if one.end > body[0] and one.value_start < behind]
    told = text.text[slice(*body)].strip()
    alone = item and " " not in told and any(map(str.isdigit, told))
    if alone and not found and (named := _ENTERED_WITH.search(text.text, 0, body[0])) is not None:
        found = [Secret(named[0].lower(), *body, body[0])]  # "login is ines", and below it what proves it
    return found


_ENTERED_WITH = LatePattern(
    r"\b(?:log[ -]?ins?|user(?:[ -]?names?|[ -]?ids?)?|accounts?|admin|root|credentials?|creds|pass\w*|pins?|codes?)\b",
    re.IGNORECASE,
)
"""What tells that a word of its own, on a line below, may open something."""


def _cleaned(message: Message) -> CleanText:
    return with_commas(clean(message.text, bot_user_id=message.bot_user_id), message.user_name)


def _once(candidates: Iterable[Candidate]) -> list[Candidate]:
    """Return candidates without those that say again what one before says, whatever rule read them.

    Who is only named by the judge where another tells of them is left out: "Brother Tormod", "Brother Tormod runs …".
    """
    single = list({(one.op, one.kind, one.text): one for one in reversed(list(candidates))}.values())[::-1]
    if len(single) < 2:
        return single
    return [one for one in single if not (one.rule == "judge" and any(_tells_of(one, other) for other in single))]


def _tells_of(named: Candidate, other: Candidate) -> bool:
    """Return whether a candidate begins with all that another says, in a few words."""
    few = len(named.text.split()) <= _NAMING
    return few and other.op is named.op is CandidateOp.ADD and other.text.startswith(f"{named.text} ")


_NAMING = 3
"""Words that only name somebody."""


_OF_OTHERS = frozenset({"third_person", "transient", "former"})
"""Guards of what may be told with the clause behind it."""
_ONLY_THIS = LatePattern(r"(?:this|that|it)(?: (?:for me|please|down|will (?:you|ya)|would you|ok|thanks|,)){1,8}")
"""What leads to what is to be kept: "remember this for me will you, …"."""
_NICELY = LatePattern(r"(?:would|could|will|can) (?:you|ya)(?: [\w-]+){0,2}")
"""What only asks nicely before it: "make a note would you lovey: …"."""
_IS = LatePattern(r" (?:is|are|was|were)$")
_BREAKS_OFF = LatePattern(r"\s*(?:\.{2}|…)")
_SIGHS = frozenset("ah ahh oh eh er um hm well ok okay yeah yes no la lah so".split())
"""What is said between "keep in mind" and what is to be kept, and is not."""
_GOES_ON = frozenset({"ended-theirs", "moved-out-of", "not-at-that-time"})
"""Rules by which a thing is elsewhere or otherwise, so that more may be told of "it"."""


def _goes_on_about_another(clause: Clause, before: Clause | None) -> bool:
    """Return whether a clause tells of whom the one before told: "my son is away, doing geology"."""
    if before is None or not clause.supplied or clause.index != before.index + 1 or clause.sentence != before.sentence:
        return False
    told = next((word for word in clause.words if word.end > word.start), None)
    return told is not None and told.tag == "VBG" and before.words[0].norm == "my"


def _says_nothing(clause: Clause) -> bool:
    """Return whether a clause only leads to what is to be kept, or breaks off: "the spare code is… no, never mind"."""
    if clause.string in _SIGHS or _ONLY_THIS.fullmatch(clause.string) or _NICELY.fullmatch(clause.string):
        return True
    return _IS.search(clause.string) is not None and _BREAKS_OFF.match(clause.text, clause.end) is not None


def _is_former(clause: Clause) -> bool:
    """Return whether a clause without a verb only tells who or what it was before: "… and no longer Mr Quaye"."""
    first = [word.norm for word in clause.words[:2]]
    return first == ["no", "longer"] and not any(word.tag.startswith("VB") for word in clause.words)


def _stopped(reading: Reading) -> list[str]:
    """Return the guards that keep a clause from being remembered, whatever the judge thinks."""
    allowed = courtesies(reading.found[0]) if reading.found else frozenset()
    return [name for name in reading.guards if name in guards.ALWAYS and name not in allowed]


def _in_parts(readings: Sequence[Reading], closed: Collection[int]) -> list[Whole]:
    """Return the parts of the readings that the judge is asked about, but for those in the places that are closed."""
    return [
        Whole(place, place + 1, part)
        for place, reading in enumerate(readings)
        if place not in closed
        for part in parts(reading)
        if not (_stopped(part) or hindrance(part))
    ]


def _kept(
    reading: Reading, verdict: Verdict | None, message: Message, text: CleanText, explained: Explanation
) -> Iterator[Candidate]:
    """Yield what is kept of a reading; `verdict` is None where something keeps the judge from being asked."""
    told: dict[str, object] = {
        "text": reading.clause.string,
        "rules": [item.rule for item in reading.found],
        "guards": list(reading.guards),
        "kept": False,
    }
    explained.clauses.append(told)
    if verdict is None:
        if not _stopped(reading):
            told["because"] = hindrance(reading)
        return
    told["judge"] = {"keep": round(verdict.keep, 3), "kind": verdict.kind.value}
    reading = as_understood(reading, verdict)
    if not (overrules(reading, verdict) if _stopped(reading) else worth_keeping(reading, verdict)):
        return
    if not reading.found and _in_another_language(reading.clause):
        told["because"] = "it is in another language"
    elif (over := only_over(reading)) is not None:
        told["kept"] = True
        yield candidate_of(over, reading.clause, text, message.sent_at.date())
    else:
        told["kept"] = True
        for candidate in candidates_of(reading, text, message.sent_at.date()):
            yield as_judged(candidate, reading, verdict, text)


def _in_another_language(clause: Clause) -> bool:
    """Return whether a clause is not English, nor the sentence that it stands in: "im in el paso so mountain time"."""
    return is_foreign(clause.text[clause.start : clause.end]) and is_foreign(clause.text[slice(*clause.sentence)])


def _ended(reading: Reading) -> Found | None:
    """Return what a clause tells to be over, or None; what it only supposes to be over is not."""
    if reading.clause.conditional:
        return None
    return next((item for item in reading.found if item.op is CandidateOp.RETRACT), None) or only_over(reading)


def _someone(reading: Reading) -> str:
    """Return the name of the person that a reading is about, "" where it names none."""
    for item in reading.found:
        if item.kind is Kind.FACT and item.attribute and item.value and profile.is_name(item.value):
            return item.value
    shown = _OURS.match(reading.clause.string)
    name = reading.clause.line.original(*shown.span("n")) if shown else ""
    return name if profile.is_name(name) else ""


_OURS = LatePattern(
    r"(?:that|this|it) (?:is|'s|was|(?:would|will|must) be)(?: only| just)? our (?P<n>[\w'-]+)"
    r"(?=$| (?:on|in|at|with|behind|under|by|from|and)\b| [,.!?])"
)
"""One of the family, by name: "that'd be our Oisín on the tin whistle"."""


def _first_name(text: str) -> str:
    """Return the first name in what a command is about: "forget that Inés has swimming"."""
    match = re.search(r"\bthat ([A-ZÀ-Þ][\w'-]+)(?= (?:has|is|was|likes|goes|does|lives|works|plays|had)\b)", text)
    return match[1] if match else ""


def _succeeding(commands: Commands, reading: Reading, text: CleanText, message: Message) -> Found | None:
    """Return what a clause gives in the place of what was to be forgotten right before it, or None."""
    start = reading.clause.start
    for command in commands.found:
        if command.op is CandidateOp.FORGET and command.body and 0 <= start - command.end < _RIGHT_BEHIND:
            between = text.plain[command.end : start]
            if not _BETWEEN.fullmatch(between):
                continue
            return succeeding(text.text[slice(*command.body)], reading.clause, message.sent_at.date())
    return None


def _is_closed(told: str) -> bool:
    """Return whether what is put together of two clauses is a secret or private: "gate code" and "it's 2210 now"."""
    return bool(find_doubtful(told)) or guards.is_private(told)


_RIGHT_BEHIND = 30
"""Characters."""
_BETWEEN = LatePattern(
    r"(?:\W|\b(?:please|thanks|pls|thank you|so|and|cos|because|sorry|but|as|well|now|instead)\b)*+", re.IGNORECASE
)


def _says_over(one: Candidate, past: Candidate) -> bool:
    """Return whether a candidate is what ended, or tells of the same words that they are over."""
    said, again = one.text.lower(), past.text.lower()
    same = one.op is CandidateOp.RETRACT and (said.endswith(again) or again.endswith(said))
    if one == past or not (same and one.span and past.span):
        return one == past
    return one.span[0] < past.span[1] and past.span[0] < one.span[1]


def _of_whom(reading: Reading, someone: str) -> Found | None:
    """Return what a clause about "she" or "he" says of the person named just before, or None."""
    clause = reading.clause
    if reading.found or clause.conditional or set(reading.guards) - {"third_person"}:
        return None
    if facts.named_before(clause) and facts.about_another(clause):
        return Found(Kind.FACT, canonical(clause.text, clause.words), "of-whom", confidence=0.8)
    if not someone or clause.words[0].norm not in {"he", "she"} or not facts.about_another(clause):
        return None
    if _POINTED_AT.search(clause.string):
        return None
    rest = canonical(clause.text, clause.words[1:])
    return Found(Kind.FACT, f"{someone} {rest[:1].lower()}{rest[1:]}", "of-whom", confidence=0.8)


_POINTED_AT = LatePattern(r"\b(?:you|it|that|this|these|those|them|so)(?:$| of\b)|^s?he knows\b")
"""What is said of somebody and of what was said before: "she outranks most of you", "and he knows it"."""


class _Parent:
    """What the message answered says, read only if something corrects it."""

    def __init__(self, extractor: Extractor, message: Message) -> None:
        self._extractor = extractor
        self._message = message

    def answered_by(self, clause: Clause) -> Found | None:
        """Return what the clause tells as the answer to the parent's question, or None."""
        return answered(clause, self._message.parent) if self._message.parent else None

    def chosen_by(self, clause: Clause) -> Found | None:
        """Return which of the two things that the parent offers is always taken, or None."""
        return chosen_between(clause, self._message.parent) if self._message.parent else None

    def corrected_by(self, clause: Clause) -> Found | None:
        """Return what the clause corrects in the parent, or None."""
        parent = self._message.parent
        if not parent or clause.question or clause.index > 2:
            return None
        meant = clause.string.startswith(_CORRECTING) or _WRONG.match(clause.text) is not None
        behind = clause.index and not (clause.index == 1 and _TOLD_WRONG.match(clause.text))
        if not meant and (behind or len(clause.text) > _SHORT or not _NOT_THAT.search(clause.text)):
            return None
        known = stated_by(parent)
        said: list[Candidate] = []
        if known is None:
            said = self._extractor.extract(Message(text=receipt_removed(parent), sent_at=self._message.sent_at))
        found = corrected(clause, said, known, sent=self._message.sent_at.date()) if meant else None
        return found or (None if notes_in(parent) else _restated(clause, said))


def _restated(clause: Clause, said: Sequence[Candidate]) -> Found | None:
    """Return what was said before as a reply puts it right: "Bursa, not Izmir"; or None."""
    spoken = clause.text[clause.words[0].start :]
    for candidate in said:
        if candidate.op is not CandidateOp.ADD or candidate.dated or candidate.kind is None:
            continue
        if (now := restated(candidate.text, clause.text) or restated(candidate.text, spoken)) is not None:
            text, value = now
            return Found(candidate.kind, text, "correction", candidate.attribute, value, confidence=0.85)
    return None


_SHORT = 200
"""Characters of a reply that may put right what it answers."""
_TOLD_WRONG = LatePattern(
    r"\W*(?:(?:sorry|oops|ah|oh|no|wait|argh)\W+){0,3}(?:i )?(?:told|gave|misled) "
    r"(?:you|y['’]?all|everyone|u|ye)(?: all| lot)?"
    r"(?: the)? wrong\b",
    re.IGNORECASE,
)
"""What leads to a correction in the clause behind it: "told y'all wrong, the bus is 0345 not 0415"."""
_NOT_THAT = LatePattern(
    r"(?:^|[,.!;–—-] ?)(?:and |but )?not [\w\"'“]|\band not [\w\"'“]|\b(?:wrong(?:ly)?|mistake|correction|typo)\b",
    re.IGNORECASE,
)


_WRONG = LatePattern(
    r"\W*(?:(?:no|oh|ah|sorry|oops)\b\W*){0,8}(?:(?:small |tiny )?correction|(?:no )?wait|oops|my (?:mistake|bad)"
    r"|wrong|typo"
    r"|i(?:['’]ve| have)? (?:got|put|said|typed|wrote) (?:it|that) wrong)\b",
    re.IGNORECASE,
)
"""How a message begins that puts right what it answers."""
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


def _behind_commands(
    told: Sequence[Clause], text: CleanText, words: Sequence[Word], taken: Sequence[tuple[int, int]]
) -> Iterator[Clause]:
    """Yield the clauses of a message, and of one that a command begins what stands behind that command."""
    for clause in told:
        yield clause
        behind = max((last for first, last in taken if first <= clause.start < last < clause.end), default=None)
        if behind is not None:
            for rest in clauses(text, words, behind, clause.end):
                yield replace(rest, index=clause.index + rest.index + 1, sentence=clause.sentence, joined=",")


def _within(spans: Sequence[tuple[int, int]], candidate: Candidate) -> bool:
    """Return whether a candidate is read from where something else is told, by ranges of the raw message."""
    first, last = candidate.span or (0, 0)
    return any(start < last and first < end for start, end in spans)


def _overlaps(ranges: Sequence[tuple[int, int]], clause: Clause) -> bool:
    return any(start < clause.end and clause.start < end for start, end in ranges)
