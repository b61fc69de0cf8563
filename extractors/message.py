"""Slack mrkdwn to clean text that remembers where each character came from.

What a person did not say in their own words never reaches the text: block quotes, code blocks, forwarded mail, struck
out words and song lines are left out. Words in quotation marks and longer inline code stay readable in `CleanText.text`
but are blanked in `CleanText.plain`, the form the extractors analyse. Both have the same length, so offsets agree.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from extractors.matching.late_patterns import LatePattern
from extractors.parsing.misspoken import misspoken

MAX_ANALYSED_CHARS = 6_000
"""Longer messages are read up to here; what follows a text of this length is a document, not a statement."""

_MARKUP = LatePattern(
    r"""
    (?P<quote>(?:(?<=\n)|\A)[ \t]*(?:(?:&gt;&gt;&gt;|>>>).*\Z|(?:&gt;|>)[^\n]*))
  | (?=[`<&:~*_\x00-\x1F\x7F-\U0010FFFF])(?:  # what no other markup begins with is passed over at once
    (?P<block>```(?:.*?```|.*\Z))
  | (?P<code>`[^`\n]+`)
  | <(?P<angle>[^<>\n]{1,3000})>
  | &(?P<entity>amp|lt|gt|quot|nbsp|\#39);
  | (?P<emoji>(?<![\w:]):(?:\+1|-1|[a-z_][a-z0-9_+'\-]{0,60})(?:::skin-tone-\d)?:)
  | (?P<struck>(?<!\w)~(?=[^\s~])[^~\n]{1,500}(?<=\S)~(?!\w))
  | (?P<mark>(?<![\w*])\*(?=[^\s*])|(?<=[^\s*])\*(?![\w*])|(?<!\w)_(?=[^\s_])|(?<=[^\s_])_(?!\w))
  | (?P<pictures>[\U0001F000-\U0001FAFF\u2600-\u27BF\u2B00-\u2BFF\uFE0F\u200D\u20E3\u266A-\u266F]+)
  | (?P<invisible>[\u00AD\u200B\u200C\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\x00-\x08\x0B-\x1F\x7F\uE000-\uF8FF]+)
  )
    """,
    re.VERBOSE | re.DOTALL,
)
_ENTITIES = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "nbsp": " ", "#39": "'"}
_SAME_WIDTH = str.maketrans(
    {
        "’": "'",
        "‘": "'",
        "ʼ": "'",
        "`": "'",
        "“": '"',
        "”": '"',
        "„": '"',
        "\u00a0": " ",
        "\t": " ",
        "\r": "\n",
        "\u2028": "\n",
        "\u2029": "\n",
        "\u3000": " ",
    }
)
_MUSIC = LatePattern(r":(?:musical_note|notes|microphone|musical_score):|[\u266A\u266B\U0001F3B5\U0001F3B6\U0001F3A4]")
_GENERIC_LABEL = LatePattern(
    r"(?:(?:the |this |that |our |my )?[\w&'-]+|(?:over|right|in|on|at) (?:here|there))\Z", re.IGNORECASE
)
_FORWARDED = LatePattern(
    r"^[-\t ]*(?:forwarded message|original message|begin forwarded message)\b[^\n]*$"
    r"|^from: (?!(?:[a-z]{3,9},? )?\d)[^\n]+\n(?:(?:to|sent|date|subject|cc): [^\n]*\n?)++"
    r"|^(?:(?:fwd?|fw|wg)\s?:|auto(?:matic)?[ -]?reply\b|out of office(?: reply)?:)[^\n]*(?=\n)"
    r"|^(?:many )?thanks? (?:you )?for your (?:message|e-?mail|mail)[.,!](?= (?:i am|i'm|we are|please|our|my)\b)",
    re.IGNORECASE | re.MULTILINE,
)
_FORWARD_END = LatePattern(r"^[ \t]*(?:\^|-{3,}\s*end|~{3,}|={3,})", re.MULTILINE | re.IGNORECASE)
_QUOTED = LatePattern(
    r"\"(?P<double>[^\"\n]{1,1500})\"|[«»](?P<angled>[^«»\n]{1,1500})[«»]|[「『](?P<corner>[^「」『』\n]{1,1500})[」』]"
    r"|(?<![\w'])'(?P<single>[^\s'](?:[^'\n]|(?<=\w)'(?=\w)){1,1500}?)'(?!\w)"
)
_NOT_TO_SAY = LatePattern(
    r"(?:^|[.!?\n,;:–—-] ?|\b(?:please|pls|and|but|also|you|to) )(?:ever |just )?"
    r"(?:stop|quit|never|do not|don['’]?t|no more|avoid|skip|drop|lose|enough (?:of|with)) "
    r"(?:(?!['’]?(?:i|we|he|she|they|said|says|asked|told|wrote)\b)[^.!?\n\"]){0,50}$",
    re.IGNORECASE,
)
"""What stands before words that the bot is not to say; nobody has said them in it."""
_PATH = LatePattern(r"[~.]{0,2}/?[A-Za-z][\w-]*(?:[./][\w-]+){1,8}/?")
"""A place in a system of files or names, which is no code: `alerts/ledger.rules.yml`."""
_ORDER = 70
"""Characters before quoted words in which an order about them begins."""
_WORD = LatePattern(r"\w+(?:['-]\w+)*")
_FIRST_PERSON = LatePattern(r"(?<!\w)(?:i|i'm|im|i've|my|we|our|me)(?!\w)", re.IGNORECASE)
_ADDRESS = LatePattern(
    r"\s*<@\w+>(?![\s,:]*(?:<@|(?:has|is|was|will|covers?|takes?|does|owns?|runs?|knows|and|or|can|said|says|'s|handles?)"
    r"\b))[\s,:]*",
    re.IGNORECASE,
)
_SCRIPT_LINE = LatePattern(
    r"^[ ]*(?:also |still |literally )?(?:me|nobody|no one|everyone|narrator|client|boss|customer|"
    r"user|them|him|her|brain|my brain|(?:dear |my )?diary)"
    r"[ ]?(?:(?:in|on|by|before|after|every)[ ](?!a[ ]nutshell|short|brief|a[ ]few|one|summary)[^:\n]{2,20}"
    r"|,[^:\n]{0,25}|\([^)\n]{0,25}\)|to [^:\n]{1,20}|at \d[^:\n]{0,8})?:[^\n]{0,160}$",
    re.IGNORECASE | re.MULTILINE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One message as it was posted. `text` is raw mrkdwn; `sent_at` anchors relative dates.

    `parent` is the text of the thread's parent or of the previous message. `surface` is `dm`, `channel` or `thread`.
    A mention of `bot_user_id` is how people address the bot, and is not part of what they say. `to_bot` tells that it
    is spoken to without that, as in a thread that it follows.
    """

    text: str
    sent_at: datetime
    id: str = ""
    user_id: str = ""
    user_name: str = ""
    surface: str = "dm"
    parent: str | None = None
    bot_user_id: str | None = None
    to_bot: bool = False


@dataclass(frozen=True, slots=True)
class CleanText:
    """What a person wrote in their own words, and where it stands in the raw message.

    `text` is for reading, `plain` for analysis; both have the same length. `opaque` holds the half-open ranges that
    are blanked in `plain` and told by nobody here; words that an order keeps the bot from saying are blanked alone:
    `stop closing with "let me know!"`. `items` are the half-open ranges of the lines of bulleted lists, without their
    bullets, which are blanked in both. `emoji` holds the offsets in `text` before which an emoji stood, and `mentions`
    the user ids named, in order.
    """

    text: str
    plain: str
    opaque: tuple[tuple[int, int], ...] = ()
    emoji: tuple[int, ...] = ()
    mentions: tuple[str, ...] = ()
    items: tuple[tuple[int, int], ...] = ()
    to_bot: bool = False
    _starts: tuple[int, ...] = ()
    _ends: tuple[int, ...] = ()

    def raw_span(self, start: int, end: int) -> tuple[int, int]:
        """Return the half-open range of the raw message that `text[start:end]` was read from; empty gives (0, 0)."""
        if start >= end or start >= len(self._starts):
            return (0, 0)
        return self._starts[start], self._ends[min(end, len(self._ends)) - 1]

    def read_span(self, start: int, end: int) -> tuple[int, int]:
        """Return the half-open range of the clean text that `raw[start:end]` is read as, empty for what is not."""
        return bisect_left(self._starts, start), bisect_left(self._starts, end)

    def is_opaque(self, start: int, end: int) -> bool:
        """Return whether any character of `text[start:end]` is quoted or code."""
        return any(first < end and start < last for first, last in self.opaque)


class _Builder:
    """Collects clean characters together with the raw range each stands for."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.starts: list[int] = []
        self.ends: list[int] = []
        self.length = 0

    def copy(self, raw: str, start: int, end: int) -> None:
        if start < end:
            self.parts.append(raw[start:end])
            self.starts.extend(range(start, end))
            self.ends.extend(range(start + 1, end + 1))
            self.length += end - start

    def put(self, text: str, start: int, end: int) -> None:
        self.parts.append(text)
        self.starts.extend([start] * len(text))
        self.ends.extend([end] * len(text))
        self.length += len(text)


def clean(raw: str, *, bot_user_id: str | None = None) -> CleanText:
    """Return the clean form of raw mrkdwn. An empty text gives an empty result; no input raises."""
    raw = raw[:MAX_ANALYSED_CHARS]
    built = _Builder()
    opaque: list[tuple[int, int]] = []
    emoji: list[int] = []
    mentions: list[str] = []
    to_bot = False
    left_out = list(_left_out(raw))
    position = 0
    for match in _MARKUP.finditer(raw):
        start, end = match.span()
        if start < position:
            continue
        built.copy(raw, position, start)
        position = end
        group = match.lastgroup
        if group in {"block", "quote"}:
            built.put("\n", start, end)
        elif group == "code":
            before = built.length
            built.copy(raw, start + 1, end - 1)
            inside = raw[start + 1 : end - 1].strip()
            if " " in inside or (len(_WORD.findall(inside)) > 3 and _PATH.fullmatch(inside) is None):
                opaque.append((before, built.length))
        elif group == "angle":
            shown, user_id = _angle(match["angle"])
            if user_id is not None and user_id == bot_user_id:
                to_bot = True
                shown = ""
            elif user_id is not None:
                mentions.append(user_id)
            built.put(shown, start, end)
        elif group == "entity":
            built.put(_ENTITIES[match["entity"]], start, end)
        elif group in {"emoji", "pictures"}:
            emoji.append(built.length)
            built.put(" ", start, end)
        elif group == "struck":
            built.put(" ", start, end)
    built.copy(raw, position, len(raw))
    text = "".join(built.parts).translate(_SAME_WIDTH)
    if bot_user_id is None and (address := _ADDRESS.match(text)):
        # Whoever is named first is spoken to; without knowing the bot's id, that may be the bot.
        text = " " * address.end() + text[address.end() :]
        to_bot = True
    bullets = list(_bullets(text))
    for bullet, _ in bullets:
        text = f"{text[: bullet[0]]}{' ' * (bullet[1] - bullet[0])}{text[bullet[1] :]}"
    for start, end in list(misspoken(text)):
        text = f"{text[:start]}{' ' * (end - start)}{text[end:]}"
    blanked = [(a, b) for a, b in _raw_to_clean(left_out, built.starts)]
    opaque.extend(blanked)
    unwanted = list(_not_to_be_said(text))
    opaque.extend(span for span in _quotations(text) if span not in unwanted)
    plain = _blank(text, [*opaque, *unwanted])
    return CleanText(
        text=text,
        plain=plain,
        opaque=tuple(sorted(opaque)),
        emoji=tuple(emoji),
        mentions=tuple(mentions),
        items=tuple(item for _, item in bullets),
        to_bot=to_bot,
        _starts=tuple(built.starts),
        _ends=tuple(built.ends),
    )


_BULLET = LatePattern(
    r"^[ ]{0,12}(?P<bullet>[-–—•*◦▪·‣●○](?=[ ])|(?:\d{1,2}[.)]|\(\d{1,2}\)|[a-h]\))(?=[ ]))[ ]{1,4}(?P<item>\S[^\n]*)$",
    re.MULTILINE,
)
_UNDER_HEADING = LatePattern(r":[ ]*\n+[ ]*$")


def _bullets(text: str) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Yield the ranges of each bullet and its item; a single line with one is an item only under a heading."""
    found = list(_BULLET.finditer(text))
    if len(found) == 1 and _UNDER_HEADING.search(text, 0, found[0].start()) is None:
        return
    for match in found:
        yield match.span("bullet"), match.span("item")


def _angle(inside: str) -> tuple[str, str | None]:
    """Return what `<inside>` reads as, and the user id where it is a mention."""
    target, _, label = inside.partition("|")
    if target[:2] in {"@U", "@W"} and target[1:].isalnum():
        return f"<{target}>", target[1:]
    if target.startswith("#C"):
        return f"#{label}" if label else f"<{target}>", None
    if target.startswith("!"):
        shown = label or ""
        return shown, None
    if target.startswith("mailto:"):
        return target.removeprefix("mailto:"), None
    if target.startswith("tel:"):
        return label or target.removeprefix("tel:"), None
    if "://" in target:
        if not label or label in target or _GENERIC_LABEL.match(label):
            return target, None
        return f"{label} ({target})", None
    return f"<{inside}>", None


def _left_out(raw: str) -> Iterator[tuple[int, int]]:
    """Yield the raw ranges of forwarded mail and song lines."""
    for match in _FORWARDED.finditer(raw):
        ending = _FORWARD_END.search(raw, match.end())
        yield match.start(), ending.start() if ending else len(raw)
    notes = [match.span() for match in _MUSIC.finditer(raw)]
    for index in range(0, len(notes), 2):
        line_end = raw.find("\n", notes[index][1])
        stop = notes[index + 1][0] if index + 1 < len(notes) else line_end if line_end >= 0 else len(raw)
        yield notes[index][1], stop
    for match in _SCRIPT_LINE.finditer(raw):
        yield match.span()


def _raw_to_clean(ranges: list[tuple[int, int]], starts: list[int]) -> Iterator[tuple[int, int]]:
    for start, end in ranges:
        first, last = bisect_left(starts, start), bisect_left(starts, end)
        if first < last:
            yield first, last


def _quotations(text: str) -> Iterator[tuple[int, int]]:
    """Yield the ranges of quoted speech: three words or more, or anything in the first person."""
    for match in _QUOTED.finditer(text):
        group = match.lastgroup or "double"
        inside = match[group]
        words = len(_WORD.findall(inside))
        if words >= 3 or (_FIRST_PERSON.search(inside) and words > 1) or (group == "corner" and len(inside) > 3):
            yield match.span(group)


def _not_to_be_said(text: str) -> Iterator[tuple[int, int]]:
    """Yield the ranges of quoted words that an order is about: `never open with "Certainly!"`."""
    for match in _QUOTED.finditer(text):
        if _NOT_TO_SAY.search(text, max(0, match.start() - _ORDER), match.start()) is not None:
            yield match.span(match.lastgroup or "double")


def _blank(text: str, opaque: list[tuple[int, int]]) -> str:
    """Return text with each opaque range as one meaningless word."""
    if not opaque:
        return text
    characters = list(text)
    for start, end in opaque:
        for index in range(start, end):
            if characters[index] != "\n":
                characters[index] = "x"
        if characters[start : start + 2] == ["<", "@"]:
            characters[start:end] = ["X", *"y" * (end - start - 1)]
    return "".join(characters)
