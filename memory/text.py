"""Make any text fit to be kept on one line of a log, and comparable with another. Pure.

A memory may hold what anyone typed. `sanitise` takes away everything with which text could pretend to be another
entry or hide what it says; `truncate` shortens without cutting a visible character in two; `normalise` and
`fingerprint` say when two texts are the same for a machine.
"""

import hashlib
import unicodedata

import regex

TRUNCATED = " [truncated]"
"""What the end of an over-long text is replaced with."""

_COMMENT_OPEN, _COMMENT_CLOSE = "<!--", "-->"
_WHITESPACE = regex.compile(r"\s+")
_JOINERS = "\u200c\u200d"
_KEEPS_JOINER = regex.compile(r"[\p{Emoji_Presentation}\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F\p{L}\p{M}]")
_HIDDEN = regex.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0d\uffa0\U000e0100-\U000e01ef]")
"""Letters and marks that show nothing: fillers, and selectors of variants, of which a run can hide any text."""
_SELECTORS = "\ufe0e\ufe0f"
"""Say whether the sign before them is shown as text or as an emoji; one for each sign."""
_BARE = f"{_SELECTORS}{_JOINERS} "
"""Before these there is no sign for them to speak of."""
_GRAPHEME = regex.compile(r"\X")
_NOT_WORD = regex.compile(r"[^\w\s]+")
_FINGERPRINT_BYTES = 16


def sanitise(text: str) -> str:
    """Return the text on one line, without control, bidirectional and invisible characters or comment marks.

    Line breaks and other white space become one space; the ends are stripped. `-->` becomes an arrow (`→`) and `<!--`
    is opened up, so that no HTML comment begins or ends inside a memory. Joiners stay where a script or an emoji needs
    them. The result of sanitising twice is the result of sanitising once. Empty and invisible text gives "".
    """
    if text.isascii() and text.isprintable() and "--" not in text and "  " not in text:
        return text.strip()
    visible = "".join(_visible(text))
    line = _WHITESPACE.sub(" ", _lone_joiners_removed(visible)).strip()
    while _COMMENT_OPEN in line or _COMMENT_CLOSE in line:
        line = line.replace(_COMMENT_CLOSE, "→").replace(_COMMENT_OPEN, "<! --")
    return line


def sanitise_name(name: str) -> str:
    """Return a display name fit to stand between backticks: sanitised, without backticks and `|`, at most 80 long."""
    return sanitise(name.replace("`", "").replace("|", "").lstrip("@"))[:80].strip()


def truncate(text: str, max_chars: int) -> str:
    """Return the text, or as much of it as fits into `max_chars` characters with ` [truncated]` at the end.

    A grapheme (what a reader sees as one character, such as a flag or a family emoji) is kept whole or left out.
    `max_chars` counts code points and must leave room for the mark; a smaller one gives the mark alone.
    """
    if len(text) <= max_chars:
        return text
    room = max_chars - len(TRUNCATED)
    end = 0
    for grapheme in _GRAPHEME.finditer(text):
        if grapheme.end() > room:
            break
        end = grapheme.end()
    return text[:end].rstrip() + TRUNCATED


def normalise(text: str) -> str:
    """Return the text in a form in which case, width, punctuation and white space make no difference."""
    if text.isascii():
        folded = text.lower()
    else:
        folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    return " ".join(_NOT_WORD.sub(" ", folded.replace("'", "").replace("’", "")).split())


def says(text: str, words: str) -> bool:
    """Return whether a text holds these words as they stand, but for case, width, punctuation and white space."""
    return f" {normalise(words)} " in f" {normalise(text)} "


def fingerprint(text: str, key: bytes) -> str:
    """Return a keyed hash of the normalised text, as 32 hexadecimal digits: what is left of a forgotten memory."""
    return hashlib.blake2b(normalise(text).encode(), key=key, digest_size=_FINGERPRINT_BYTES).hexdigest()


def _visible(text: str) -> list[str]:
    kept = []
    for character in text:
        category = unicodedata.category(character)
        if character in _JOINERS:
            kept.append(character)
        elif category in {"Zl", "Zp", "Zs"} or character in "\t\n\x0b\x0c\r\x1c\x1d\x1e\x1f\x85":
            kept.append(" ")
        elif category == "Cs":
            kept.append("\ufffd")
        elif character in _SELECTORS:
            kept += [character] if kept and kept[-1] not in _BARE else []
        elif category not in {"Cc", "Cf", "Cn", "Co"} and not _HIDDEN.match(character):
            kept.append(character)
    return kept


def _lone_joiners_removed(text: str) -> str:
    if "\u200c" not in text and "\u200d" not in text:
        return text
    kept: list[str] = []
    for position, character in enumerate(text):
        if character in _JOINERS:
            before = kept[-1] if kept else " "
            after = text[position + 1] if position + 1 < len(text) else " "
            if before.isascii() or after.isascii() or not (_KEEPS_JOINER.match(before) and _KEEPS_JOINER.match(after)):
                continue
        kept.append(character)
    return "".join(kept)
