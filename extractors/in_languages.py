"""What a message in another language than English states or asks to keep, by that language's tables or the judge."""

from collections.abc import Iterator, Sequence

from extractors.candidates import as_candidate
from extractors.chinese_days import with_days
from extractors.clauses import Clause
from extractors.judge import Judge, Reading, before_of
from extractors.language_tables import Language
from extractors.languages import statements
from extractors.late_patterns import LatePattern
from extractors.message import CleanText, Message
from extractors.remembering import REMEMBERED
from extractors.rules import Found
from extractors.secrets import holds_secret
from extractors.sentences import sentences
from extractors.table_days import resolved
from extractors.words import Word
from memory.records import Candidate, Kind

MOST_CHARS = 2000
"""Characters of a message that tables are tried on: nobody says more of themselves in one."""


def stated_in(
    language: Language, text: CleanText, message: Message, taken: Sequence[tuple[int, int]]
) -> Iterator[Candidate]:
    """Yield what a message in another language states, by that language's tables; of a long one its beginning."""
    for start, end in sentences(text.plain):
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
        shown, day = resolved(words[:1].upper() + words[1:], language.days, sent=sent)
        if day is None and language.script:
            shown, day = with_days(shown, sent)
        kind = Kind.EVENT if day else Kind.FACT
        found = [(Found(kind, shown, f"{language.name}-remember", confidence=REMEMBERED), day)]
    for one, day in found:
        yield as_candidate(one, one.text, one.attribute, day, text.raw_span(*body))


PROPOSED = 0.86
"""Probability from which the judge proposes what no statement of another language foresaw."""
MOST_PIECES = 8
"""Pieces between commas of a sentence that are read together or apart."""
_PIECE = LatePattern(r"[^,;:–—]{1,400}(?::(?=\S)[^,;:–—]{1,400}){0,8}")
_SHORTEST = 5
"""Words that a piece has to have."""


def judged_in(
    language: Language,
    text: CleanText,
    words: Sequence[Word],
    message: Message,
    judge: Judge,
    closed: Sequence[tuple[int, int]],
) -> Iterator[Candidate]:
    """Yield what the judge would keep of a message that no statement of its language foresaw, in its own words.

    Args:
        language: That of the message; without a table of what is `private`, nothing is proposed.
        text: What it says.
        words: All words of the message.
        message: It.
        judge: What decides.
        closed: Ranges of the raw message that are not to be read again: what statements took up.
    """
    if language.private is None:
        return
    ranges = [piece for sentence in sentences(text.plain) for piece in _pieces(language, text, sentence, closed)]
    readings = [
        Reading(clause=Clause(text=text.text, words=inside))
        for start, end in ranges
        if len(inside := tuple(word for word in words if start <= word.start and word.end <= end)) >= _SHORTEST
    ]
    if not readings:
        return
    before = before_of(message, to_bot=text.to_bot)
    verdicts = judge.opinion(text.text, (), readings, before=before).together
    taken: list[tuple[int, int]] = []
    for verdict, reading in sorted(zip(verdicts, readings, strict=True), key=lambda pair: -pair[0].keep):
        start, end = reading.clause.start, reading.clause.end
        if verdict.keep < PROPOSED:
            return
        if any(first < end and start < last for first, last in taken):
            continue
        taken.append((start, end))
        if verdict.kind is Kind.FEEDBACK and not (text.to_bot or message.surface == "dm"):
            continue
        shown, day = resolved(_of_author(language, text.text[start:end]), language.days, sent=message.sent_at.date())
        told = Found(verdict.kind, shown, f"{language.name}-judge", confidence=verdict.keep)
        yield as_candidate(told, told.text, None, day, text.raw_span(start, end))


def _pieces(
    language: Language, text: CleanText, sentence: tuple[int, int], closed: Sequence[tuple[int, int]]
) -> Iterator[tuple[int, int]]:
    """Yield the ranges of a sentence from one comma to another that may be told, the shortest first."""
    start, end = sentence
    said = text.plain[start:end]
    asks = said.rstrip().endswith("?")
    if end > MOST_CHARS or asks or language.guards.search(said) or (language.private and language.private.search(said)):
        return
    if holds_secret(text.text[start:end]):
        return
    parts = [(start + match.start(), start + match.end()) for match in _PIECE.finditer(said)][:MOST_PIECES]
    for size in range(1, len(parts) + 1):
        for first in range(len(parts) - size + 1):
            begin, stop = parts[first][0], parts[first + size - 1][1]
            raw_begin, raw_stop = text.raw_span(begin, stop)
            free = not any(raw_begin < last and opens < raw_stop for opens, last in closed)
            doubted = language.doubts is not None and language.doubts.search(text.plain[begin:stop])
            if free and not doubted and not text.is_opaque(begin, stop):
                yield begin, stop


def _of_author(language: Language, said: str) -> str:
    """Return a statement without the "I" that it begins with, its verb in the third person where that is known."""
    words = said.strip(" .!").split(" ")
    if words[0].lower() in language.subjects and len(words) > 1:
        words = [language.turned(words[1]), *words[2:]]
    elif words[0].lower() in language.third:
        words = [language.third[words[0].lower()], *words[1:]]
    told = " ".join(words)
    return f"{told[:1].upper()}{told[1:]}"
