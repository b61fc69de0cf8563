"""What stands between the commas of a message in another language, by itself and together: what its judge reads."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from extractors.matching.late_patterns import LatePattern
from extractors.message import CleanText, Message
from extractors.other_languages.language_tables import Language
from extractors.parsing.sentences import sentences
from extractors.secrets import holds_secret

MOST_CHARS = 2000
"""Characters of a message that are read in another language: nobody says more of themselves in one."""
MOST_PIECES = 8
"""Pieces between commas of a sentence that are read together or apart."""
_PIECE = LatePattern(r"[^,;:–—，；：]{1,400}(?::(?=\S)[^,;:–—，；：]{1,400}){0,8}")


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a sentence from one comma to another.

    Args:
        language: The code of the language.
        text: The clean text of the message.
        start: Where it begins in that.
        end: Where it ends.
        sentence: The range of its sentence.
        size: Of how many parts between commas it is made, from 1.
        of: How many its sentence has.
        place: The place of its sentence, from 0.
        sentences: How many the message has.
        to_bot: Whether it is said to the bot.
        dated: Whether a day is named in it.
    """

    language: str
    text: str
    start: int
    end: int
    sentence: tuple[int, int]
    size: int = 1
    of: int = 1
    place: int = 0
    sentences: int = 1
    to_bot: bool = False
    dated: bool = False

    @property
    def words(self) -> str:
        """What is said."""
        return self.text[self.start : self.end].strip()


def said_in(language: Language, text: CleanText) -> Iterator[tuple[int, int]]:
    """Yield the ranges of the sentences of a clean text; an emoji ends one too, with some words on either side.

    What holds a secret, or is private, stays whole: a part of it would not tell that it is.
    """
    for start, end in _unasked(language, text.plain):
        begin = start
        whole = not text.emoji or holds_secret(text.text[start:end]) or _is_private(language, text.plain[start:end])
        for emoji in () if whole else text.emoji:
            if start < emoji < end and _says_something(text, begin, emoji) and _says_something(text, emoji, end):
                yield begin, emoji
                begin = emoji
        yield begin, end


def _unasked(language: Language, plain: str) -> Iterator[tuple[int, int]]:
    """Yield the ranges of sentences; what is told before a question that begins behind a comma is one of its own."""
    for start, end in sentences(plain):
        at = _asked_from(language, plain[start:end])
        if at:
            yield start, start + at
        yield start + at, end


def _asked_from(language: Language, said: str) -> int:
    """Return where in a sentence its question begins, behind something told; 0 where it does not."""
    if language.asking is None or not _ASKS.search(said) or not language.guards.search(said):
        return 0
    found = language.asking.search(said)
    if found is None or language.asking.search(f", {said[: found.start()]}") or _is_private(language, said):
        return 0
    told = found.start() // 2 if language.script else said.count(" ", 0, found.start())
    return found.start() if told >= _SENTENCE - 1 else 0


_ASKS = LatePattern(r"[?？][)\s]*$|か[。！]?$")


def _is_private(language: Language, said: str) -> bool:
    return language.private is not None and language.private.search(said) is not None


def _says_something(text: CleanText, start: int, end: int) -> bool:
    return len(text.plain[start:end].split()) >= _SENTENCE


_SENTENCE = 3
"""Words of the shortest sentence beside an emoji."""


def shut_by(language: Language, said: str) -> str:
    """Return what keeps a sentence from being judged: "question", "private" or "guards" of its language; or ""."""
    if said.rstrip().endswith(("?", "？")):
        return "question"
    if _is_private(language, said):
        return "private"
    return "guards" if language.guards.search(said) else ""


def _parts(
    language: Language, text: CleanText, sentence: tuple[int, int], closed: Sequence[tuple[int, int]]
) -> Iterator[tuple[int, int]]:
    """Yield what stands between the commas of a sentence; what is joined to something `closed` is one of its own."""
    for match in _PIECE.finditer(text.plain, *sentence):
        begin, end = match.span()
        for joined in language.joined.finditer(match[0]) if language.joined else ():
            at = match.start() + joined.start()
            raw_at = text.raw_span(at, at + 1)[0]
            raw_begin, raw_end = text.raw_span(begin, at)[0], text.raw_span(at, end)[1]
            before = any(raw_begin < last and opens < raw_at for opens, last in closed)
            behind = any(raw_at < last and opens < raw_end for opens, last in closed)
            if before != behind:
                yield begin, at
                begin = match.start() + joined.end()
        if begin < end:
            yield begin, end


def pieces_of(
    language: Language, text: CleanText, message: Message, closed: Sequence[tuple[int, int]] = ()
) -> Iterator[Piece]:
    """Yield the pieces of a message that may be told, sentence by sentence, the shortest first.

    Left out are sentences that ask, that the language's guards spoil or that tell what is `private`, and what holds a
    secret, is quoted or code, or touches the ranges of the raw message that are `closed`.
    """
    ranges = list(said_in(language, text))
    to_bot = message.surface == "dm" or text.to_bot
    for place, (start, end) in enumerate(ranges):
        if end > MOST_CHARS:
            return
        said = text.plain[start:end]
        if shut_by(language, said) or holds_secret(text.text[start:end]):
            continue
        parts = list(_parts(language, text, (start, end), closed))[:MOST_PIECES]
        for size in range(1, len(parts) + 1):
            for first in range(len(parts) - size + 1):
                begin, stop = parts[first][0], parts[first + size - 1][1]
                raw_begin, raw_stop = text.raw_span(begin, stop)
                free = not any(raw_begin < last and opens < raw_stop for opens, last in closed)
                doubted = language.doubts is not None and language.doubts.search(text.plain[begin:stop])
                if free and not doubted and not text.is_opaque(begin, stop):
                    yield Piece(
                        language.name,
                        text.text,
                        begin,
                        stop,
                        (start, end),
                        size=size,
                        of=len(parts),
                        place=place,
                        sentences=len(ranges),
                        to_bot=to_bot,
                    )
