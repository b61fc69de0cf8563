"""What is to be remembered when somebody asks for it: their clauses, kept together, or refused as a secret."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from extractors.commanding.commands import wants_kept
from extractors.commanding.wordings import Commands
from extractors.guarding import guards
from extractors.matching.late_patterns import LatePattern
from extractors.message import CleanText
from extractors.parsing.words import Word
from extractors.secrets import Secret, find_doubtful, is_made_up
from extractors.syntax.antecedents import told_of_named
from extractors.syntax.boundaries import is_finite
from extractors.syntax.clauses import Clause
from memory.records import Candidate, CandidateOp

REMEMBERED = 0.80
"""Confidence of what was asked to be remembered and no rule read; Fae's."""
REMEMBERED_AFTER = 0.3
"""Chance, by the judge, from which a further clause of it is remembered too, and no reason or joke that follows."""
REMEMBERED_OF_AUTHOR = 0.2
"""The same of a further clause about "I"."""
WHEREABOUTS = LatePattern(
    r"\b(?:(?:is|are|lives?|sits?|hangs?|stays?|stands?|goes|go|kept|stored|hidden) "
    r"(?:up |down |over |out )?(?:in|at|on|under|behind|by|next to|above|below|inside|beside|with)"
    r"|(?:comes?|gets? \w+(?: out)?|(?:is|are) \w+ed(?: out)?) (?:from|at|by|in))\b"
)
ACCESS = LatePattern(
    r"\b(?:log ?in|user(?: ?name| id)?|account|(?:net|online|internet|e)[ -]?banking(?: id| number)?|customer id)"
    r"(?: (?:for|on|at|to) [\w' -]{2,30}?)? (?:is|=|:)|\b(?:admin|root)\b"
    r"|\b(?:laptop|pc|computer|wi-?fi|network|router|tablet|till|machine) (?:is|=|:) \S+$"
)
"""What belongs to a secret told beside it."""


def stands_alone(clause: Clause) -> bool:
    """Return whether a clause beside a secret is long enough to state something of its own, before the secret."""
    verb = next((at for at in range(1, len(clause.words)) if is_finite(clause.words, at)), 0)
    another = clause.joined == "and" and not any(map(str.isdigit, clause.string))
    return not clause.index and len(clause.words) >= (_ANOTHER if another else _OF_ITS_OWN) and bool(verb)


_OF_ITS_OWN = 5
"""Words."""
_ANOTHER = 4
"""Words of what is told besides, without a number: "… and that Hani keeps the dosimeters"."""
_OF_A_KEY = 5
"""Digits."""


def before_secret(clause: Clause, secrets: Sequence[Secret]) -> Clause | None:
    """Return the part of a clause up to the "and" or comma before a secret in it; None if that tells too little."""
    first = min(secret.start for secret in secrets if secret.end > clause.start)
    joint = next(
        (
            at
            for at in range(len(clause.words) - 1, 0, -1)
            if _joins(clause.words[at]) and clause.words[at].end <= first
        ),
        0,
    )
    if joint < _OF_ITS_OWN:
        return None
    words = clause.words[: joint - 1 if clause.words[joint - 1].norm == "," else joint]
    if clause.words[joint].norm == "," and any(sum(map(str.isdigit, word.norm)) >= _OF_A_KEY for word in words):
        return None  # "routing 122000000, account …" is one secret
    return replace(clause, words=words) if words[-1].end <= first else None


def _joins(word: Word) -> bool:
    return word.norm in {"and", "but", "plus", ","}


def refused(given: Sequence[Candidate], text: CleanText, commands: Commands) -> list[Candidate]:
    """Return the refusal of a secret that a message asks to keep in a roundabout way: "gate code 2219, keep it"."""
    if commands.off_record or any(candidate.op is CandidateOp.REFUSE for candidate in given):
        return []
    secrets = find_doubtful(text.text)
    if not secrets or not wants_kept(text):
        return []
    span = text.raw_span(secrets[0].start, secrets[0].end)
    return [Candidate(CandidateOp.REFUSE, secrets[0].what, confidence=0.95, span=span, rule="secret")]


def kept_together(found: Sequence[Clause], words: Sequence[Word]) -> Iterator[Clause]:
    """Yield the clauses of something to remember: what depends on a clause stays with it, wording kept."""
    kept: Clause | None = None
    supposed = False
    for clause in _one_by_one(found[1:] if _announces(found) else found):
        before, supposed = supposed, _supposes_so(clause)
        if kept is not None and (supposed or (before and clause.joined in _MAIN)):
            continue
        own = (
            clause.joined in {"", "and", "but", ",", ";", "main", "plus", "–", "—", "-", ":", "."}
            and not clause.conditional
        )
        if kept is None:
            kept = clause
        elif kept.question and clause.words[0].norm in _TELLING and len(clause.words) > 2:
            kept = _told(kept, clause.words)
        elif kept.question and _only_named(kept) and clause.sentence_index == 0 and _only_named(clause):
            kept = _told(kept, (clause.words[0], _being(kept), *clause.words))
        elif clause.joined == "and" and (named := told_of_named(clause, kept)) is not clause:
            yield kept
            kept = named
        elif clause.joined == "and" and _PRONOUNS_SET.match(clause.string):
            yield kept
            kept = clause
        elif (clause.joined == "and" and clause.words[0].norm in _GOING_ON) or _belongs_to(kept, clause):
            kept = _through(kept, clause, words)
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
            kept = _through(kept, clause, words)
    if kept is not None:
        yield kept


def _supposes_so(clause: Clause) -> bool:
    """Return whether a clause only tells what follows in some case: "the van is 2.4 m high, so if you park …"."""
    return (
        clause.joined in _CASES
        and _SO_BEFORE.search(clause.text, max(0, clause.start - _SO_FAR), clause.start) is not None
    )


_CASES = frozenset({"if", "when", "whenever", "once", "unless"})
_MAIN = frozenset({"main", ",", "then"})
_SO_BEFORE = LatePattern(r"\bso \w+ $", re.IGNORECASE)
_SO_FAR = 16
"""Characters before a clause in which stands what leads to it."""
_PRONOUNS_SET = LatePattern(r"(?:it is |its |pronouns (?:are )?)?(?:he|she|they|xe|ze)/\w+")


def _belongs_to(kept: Clause, clause: Clause) -> bool:
    """Return whether a clause tells when a thing is, what is done with it or what follows from it."""
    if _says_when(kept, clause):
        return True
    return (_says_how(kept, clause) or _says_what_follows(kept, clause)) and not _may_open(clause)


def _may_open(clause: Clause) -> bool:
    """Return whether a clause holds what may be a code or a password, though nothing calls it so: "enter 4471"."""
    written = clause.text[clause.start : clause.end].split()
    return any(sum(map(str.isdigit, word)) >= _OF_A_CODE or is_made_up(word) for word in written)


_OF_A_CODE = 3
"""Digits."""


def _says_how(kept: Clause, clause: Clause) -> bool:
    """Return whether a clause tells what anybody has to do: "the meter cupboard sticks, you have to lift and pull"."""
    return (
        clause.joined == "," and kept.words[0].norm not in {"i", "we"} and _ONE_HAS_TO.match(clause.string) is not None
    )


_ONE_HAS_TO = LatePattern(r"you (?:always |just |only |really ){0,2}(?:have to|need to|must|can only|can not|should)\b")


def _says_what_follows(kept: Clause, clause: Clause) -> bool:
    """Return whether a clause states what comes of a thing: "their bus is low, so bay 2 is kept clear"."""
    return (
        clause.joined == "so"
        and kept.words[0].norm not in {"i", "we"}
        and clause.words[0].tag in _OF_THINGS
        and not (clause.question or clause.supplied or guards.special(clause))
        and any(is_finite(clause.words, at) for at in range(len(clause.words)))
    )


_OF_THINGS = frozenset("DT NN NNS NNP NNPS PRP$ CD JJ".split())


def _says_when(kept: Clause, clause: Clause) -> bool:
    """Return whether a clause without a subject only tells more of a thing: "… moved to 07:15, starting 20 April"."""
    if kept.words[0].norm in {"i", "we"} or not clause.supplied or clause.joined not in {",", ""}:
        return False
    told = next((word for word in clause.words if word.end > word.start), None)
    return told is not None and told.tag == "VBG"


def _one_by_one(found: Sequence[Clause]) -> Iterator[Clause]:
    """Yield the clauses, each "that" a clause of its own: "that the hens are fed at six, also that the gate sticks"."""
    for clause in found:
        first = int(_goes_on_with_that(clause))
        rest = clause.words[first:]
        while at := next((at for at in range(3, len(rest) - 2) if _another_that(rest, at)), 0):
            end = at - 2 if rest[at - 2].norm == "," else at - 1
            yield replace(clause, words=rest[:end])
            clause, rest = replace(clause, joined="and"), rest[at + 1 :]
        yield replace(clause, words=rest, joined="and") if first else replace(clause, words=rest)


def _goes_on_with_that(clause: Clause) -> bool:
    words = clause.words
    told = len(words) > 3 and words[0].norm == "that" and clause.joined in {"", "and"}
    return told and words[1].tag not in {"VBZ", "VBD", "MD"}


def _another_that(words: Sequence[Word], at: int) -> bool:
    return words[at].norm == "that" and words[at - 1].norm in {",", "and"} and words[at + 1].tag[:2] not in {"VB", "MD"}


def _only_named(clause: Clause) -> bool:
    """Return whether a clause says nothing of what it names: "my order", "flat white, one sugar"."""
    return not any(is_finite(clause.words, at) for at in range(len(clause.words)))


def _being(asked: Clause) -> Word:
    last = next(word for word in reversed(asked.words) if word.norm not in {"?", "."})
    verb = Word("are" if last.tag == "NNS" else "is", last.end, last.end)
    verb.tag = "VBZ"
    return verb


def _told(asked: Clause, told: Sequence[Word]) -> Clause:
    """Return what is asked to be remembered together with the words, a pronoun first, that tell it."""
    _, verb, *rest = told
    named = [word for word in asked.words if word.norm not in {"?", "."}]
    written = Word(verb.norm, verb.end, verb.end)  # "it" and "is" of "it's" are written as one
    written.tag = verb.tag
    return replace(asked, words=(*named, written, *rest), question=False)


def _through(kept: Clause, clause: Clause, words: Sequence[Word]) -> Clause:
    """Return what is kept up to the end of a further clause, wording and all."""
    first, last = kept.words[0].start, clause.words[-1].end
    return replace(kept, words=tuple(word for word in words if first <= word.start and word.end <= last))


_TELLING = frozenset({"it", "they", "that"})
"""What tells of a thing that was only named: "my shoe size? it's 43"."""
_GOING_ON = frozenset({"he", "she", "it", "they"})
"""What goes on about the same: "the broker is Mr Shah, and he takes calls before ten"."""


def _announces(found: Sequence[Clause]) -> bool:
    """Return whether the first clause only says what follows it: "for the staff page: …"."""
    if len(found) > 1 and _SO_MANY.fullmatch(found[0].string):
        return True
    if len(found) < 2 or found[1].joined != ":":
        return False
    first = found[0].words[0]
    return first.norm in {"for", "about", "re", "regarding"} or (first.norm in _SOME and len(found[0].words) <= _HEADED)


_SO_MANY = LatePattern(
    r"(?:the following|(?:both|all)(?: (?:three|four))? of (?:these|the following)"
    r"|(?:these |the )?(?:two|three|four|both|some|these|a (?:couple of|couple|few)) "
    r"(?:other |more |small )?(?:things?|facts|bits|points|details|dates|items))(?: (?:about|for) (?:me|us))?"
)
"""What only says that more follows: "remember two things, …"."""
_SOME = frozenset("two three four five six a some these".split())
_HEADED = 4
"""Words of the longest heading: "a few small things: …"."""
