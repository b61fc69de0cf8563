"""What a message in another language than English states or asks to keep, by that language's tables or the judge."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date

from extractors.commanding.remembering import REMEMBERED
from extractors.judging.candidates import as_candidate
from extractors.judging.judge import before_of
from extractors.matching.late_patterns import LatePattern
from extractors.message import CleanText, Message
from extractors.other_languages.language_judge import UNSPACED, LanguageJudge
from extractors.other_languages.language_tables import Language
from extractors.other_languages.languages import days_in, statements
from extractors.other_languages.pieces import MOST_CHARS, Piece, pieces_of, said_in, shut_by
from extractors.parsing.words import Word
from extractors.secrets import holds_secret
from extractors.statements.rules import Found
from memory.records import Candidate, Kind


def stated_in(
    language: Language, text: CleanText, message: Message, taken: Sequence[tuple[int, int]]
) -> Iterator[Candidate]:
    """Yield what a message in another language states, by that language's tables; of a long one its beginning."""
    for start, end in said_in(language, text):
        if end > MOST_CHARS:
            return
        if any(first < end and start < last for first, last in taken) or holds_secret(text.text[start:end]):
            continue
        sent = message.sent_at.date()
        for found, day, (first, last) in statements(language, text.plain[start:end], sent=sent):
            if found.kind is Kind.FEEDBACK and not (text.to_bot or message.surface == "dm"):
                continue
            if not text.is_opaque(start + first, start + last):
                yield as_candidate(found, found.text, found.attribute, day, text.raw_span(start + first, start + last))


_GOES_ON = LatePattern(r"，(?:在|是|去|到|住|做|不)[^，。]{2,}$")
"""What goes on about the same in Chinese, without a subject of its own."""
_NOW_INSTEAD = LatePattern(
    r"[,;] ?(?:y |e |et |und |en )?(?:ahora|agora|jetzt|maintenant|ora|adesso|nu|teraz)\b[^,;]{4,}$"
)
"""What takes the place of what ended: "Lola ya no va a ballet, ahora hace boxeo"."""


def remembered_in(language: Language, body: tuple[int, int], text: CleanText, message: Message) -> Iterator[Candidate]:
    """Yield what another language's "remember" is followed by: what its tables read, or else its own words."""
    words = text.text[slice(*body)].strip(" .!。！।")
    sent = message.sent_at.date()
    told = list(statements(language, words, sent=sent))
    found = [(one, day) for one, day, _ in told]
    behind = max((end for _, _, (_, end) in told), default=0)
    goes_on = _GOES_ON.match(words, behind) or _NOW_INSTEAD.match(words, behind)
    if len(told) == 1 and goes_on:  # "I'm not in the shop on Thursdays, I'm on the ward"
        found = []
    if not found:
        shown, day = days_in(language, language.of_author(words[:1].upper() + words[1:]), sent)
        kind = Kind.EVENT if day else Kind.FACT
        found = [(Found(kind, shown, f"{language.name}-remember", confidence=REMEMBERED), day)]
    for one, day in found:
        yield as_candidate(one, one.text, one.attribute, day, text.raw_span(*body))


PROPOSED = 0.75
"""Probability from which the judge proposes what no statement of another language foresaw."""
_SHORTEST_UNSPACED = 4
"""Characters that a piece has to have where no blanks stand between words; elsewhere it has two words."""
_ENGLISH = LatePattern(r"[A-Za-z']+(?: [A-Za-z']+){2}")


def judged_in(
    language: Language,
    text: CleanText,
    words: Sequence[Word],
    message: Message,
    judge: LanguageJudge,
    closed: Sequence[tuple[int, int]],
    notes: list[dict[str, object]],
) -> Iterator[Candidate]:
    """Yield what the judge would keep of a message that no statement of its language foresaw, in its own words.

    Args:
        language: That of the message; without a table of what is `private`, nothing is proposed.
        text: What it says.
        words: All words of the message.
        message: It.
        judge: What decides.
        closed: Ranges of the raw message that are not to be read again: what statements took up.
        notes: Takes up what was made of each sentence or piece, as `Explanation.clauses` has it.
    """
    shut = [(said, shut_by(language, said)) for said in (text.plain[slice(*span)] for span in said_in(language, text))]
    notes += [{"text": said, "rules": [], "guards": [guard], "kept": False} for said, guard in shut if guard]
    if language.private is None:
        return
    pieces = [with_day(piece, language, message) for piece in pieces_of(language, text, message, closed)]
    pieces = [piece for piece in pieces if _says_enough(piece)]
    if not pieces:
        return
    verdicts = judge.opinion(pieces, words, before=before_of(message, to_bot=text.to_bot))
    taken: list[tuple[int, int]] = []
    for verdict, piece in sorted(zip(verdicts, pieces, strict=True), key=lambda pair: -pair[0].keep):
        judged = {"keep": round(verdict.keep, 3), "kind": verdict.kind.value}
        note: dict[str, object] = {"text": piece.words, "rules": [], "guards": [], "kept": False, "judge": judged}
        notes.append(note)
        if verdict.keep < PROPOSED:
            continue
        if any(first < piece.end and piece.start < last for first, last in taken):
            note["because"] = "a surer piece shares words with it"
            continue
        taken.append((piece.start, piece.end))
        if verdict.kind is Kind.FEEDBACK and not piece.to_bot:
            note["because"] = "it is not said to the bot"
            continue
        note["kept"] = True
        shown, day = told_of(piece, language, message)
        told = Found(verdict.kind, shown, f"{language.name}-judge", confidence=verdict.keep)
        yield as_candidate(told, told.text, None, day, text.raw_span(piece.start, piece.end))


def _says_enough(piece: Piece) -> bool:
    """Return whether a piece has some words, and not so many English ones that it is read as English."""
    if piece.language in UNSPACED:
        return len(piece.words) >= _SHORTEST_UNSPACED and not _ENGLISH.search(piece.words)
    return " " in piece.words


def with_day(piece: Piece, language: Language, message: Message) -> Piece:
    """Return a piece as its judge reads it, which knows whether it names a day."""
    return replace(piece, dated=told_of(piece, language, message)[1] is not None)


def told_of(piece: Piece, language: Language, message: Message) -> tuple[str, date | None]:
    """Return a piece as it is told of its author, its days as dates, and the first of these."""
    return days_in(language, _of_author(language, piece.words), message.sent_at.date())


_VERB_BY = 4
"""The verb stands shortly behind its subject: "je ne serai pas là"."""


def _of_author(language: Language, said: str) -> str:
    """Return a statement without the "I" that it begins with, its verb in the third person where that is known."""
    if language.script:
        told = said.strip(" .!。！")
        subject = max((one for one in language.subjects if told.startswith(one)), key=len, default="")
        return told.removeprefix(subject).lstrip("，、, ") or told
    words = said.strip(" .!").split(" ")
    if words[0].lower() in language.subjects and len(words) > 1:
        verb = next((at for at in range(1, min(len(words), _VERB_BY)) if words[at].lower() in language.third), 1)
        words = [*words[1:verb], language.turned(words[verb]), *words[verb + 1 :]]
    elif words[0].lower() in language.third:
        words = [language.third[words[0].lower()], *words[1:]]
    told = language.of_author(" ".join(words))
    return f"{told[:1].upper()}{told[1:]}"
