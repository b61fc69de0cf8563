"""The text of a question without Slack's tokens, and folded as the rules expect it: lower case, written out. Pure."""

import unicodedata

from extractors.matching.late_patterns import LatePattern

MENTION = LatePattern(r"<@([UW][A-Z0-9]+)(?:\|[^>]*)?>(?:['’]s)?")
CHANNEL = LatePattern(r"<#([CG][A-Z0-9]+)(?:\|([^>]*))?>")
"""Somebody and a channel, as Slack writes them: the id, and of a channel the name where there is one."""
_SPECIAL = LatePattern(r"<![^>]*>")
_LINK = LatePattern(r"<((?:https?|mailto):[^>|]+)(?:\|([^>]*))?>")

EDGES = " \t\n.,;:!?¿¡()[]{}<>*~`\"“”„«»'‘’…—–-，。！？、：；（）「」"
"""What may stand around a word and is none of it."""
_ACCENTED = LatePattern("([A-Za-z])[\u0300-\u036f]+")
EMOJI_NAME = LatePattern(r":[a-z0-9_+'-]+:\Z")
"""An emoji by its name, as Slack writes it."""

_CONTRACTIONS = [
    (LatePattern(pattern), replacement)
    for pattern, replacement in (
        (r"\b(what|where|when|who|how|why|that|there|here|it)'?s\b", r"\1 is"),
        (r"\b(what|where|when|who|how|why|they|we|you)'re\b", r"\1 are"),
        (r"\b(what|where|when|who|how|why|i|you|we|they|he|she)'ll\b", r"\1 will"),
        (r"\b(what|where|when|who|how|why|i|you|we|they|he|she)'d\b", r"\1 would"),
        (r"\b(i|you|we|they)'ve\b", r"\1 have"),
        (r"\bi'?m\b", "i am"),
        (r"\b(he|she)'s\b", r"\1 is"),
        (r"\bcan'?t\b|\bcannot\b", "can not"),
        (r"\bwon't\b", "will not"),
        (r"\b(\w+)n't\b", r"\1 not"),
        (r"\bfavorite", "favourite"),
        (r"\btime-zone", "time zone"),
    )
]


def readable(text: str) -> str:
    """Return the text with Slack's tokens turned into what a reader sees; mentions of people vanish."""
    text = MENTION.sub(" ", text)
    text = CHANNEL.sub(lambda match: f" {match[2] or ''} ", text)
    text = _LINK.sub(lambda match: f" {match[1]} {match[2] or ''} ", text)
    text = _SPECIAL.sub(" ", text).replace("’", "'").replace("‘", "'")
    if not text.isascii():
        text = _without_accents(text)
    text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
    return " ".join(text.split())


def _without_accents(text: str) -> str:
    return unicodedata.normalize("NFC", _ACCENTED.sub(r"\1", unicodedata.normalize("NFD", text)))


def folded(plain: str) -> str:
    """Return the text as the rules expect it: lower case, written out, words separated by one space."""
    text = plain.lower()
    for pattern, replacement in _CONTRACTIONS:
        text = pattern.sub(replacement, text)
    words = (word.strip(EDGES) if not EMOJI_NAME.match(word) else "" for word in text.split())
    return " ".join(word for word in words if word)
