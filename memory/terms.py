"""Cut text into the words that are searched, and words into the stems that are compared. Pure.

A *token* is a word as written, folded to one case; a *stem* is what its forms share ("lives", "living" → "live").
"""

import re
import tomllib
import unicodedata
from functools import lru_cache
from importlib.resources import files

import regex
import Stemmer  # type: ignore[import-not-found]  # PyStemmer ships no types

_EMOJI = (
    r"(?:\p{Regional_Indicator}{2}"
    r"|[\p{Emoji_Presentation}\p{Extended_Pictographic}]\p{Emoji_Modifier}?\ufe0f?"
    r"(?:\u200d[\p{Emoji_Presentation}\p{Extended_Pictographic}]\p{Emoji_Modifier}?\ufe0f?)*)"
)
_UNSPACED = r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}ー々]"
_LETTER = rf"(?!{_UNSPACED})[\p{{L}}\p{{M}}\p{{N}}_]"

# What may begin anew at each word is bounded: a long message without blanks takes a time that grows with its length.
_TOKEN = regex.compile(
    rf"""
      (?P<url>https?://[^\s<>|"')\]]+)
    | (?P<whole>
          [\w.+-]{{1,64}}@\w[\w-]{{0,62}}(?:\.\w[\w-]{{0,62}}){{1,8}}    # an e-mail address
        | (?<!\w):(?=[0-9_'-]{{0,99}}[a-z+])[a-z0-9_+'-]{{1,100}}:(?!\w)  # a Slack emoji by name
        | (?<!\w)[a-z]+-\d+\b                               # a ticket: abc-123
        | (?<!\w)\d{{1,3}}(?:,\d{{3}})+(?:\.\d+)?\b         # 1,200.50
        | (?<!\w)v?\d+(?:[.:/-]\d+)+(?:[a-z]+\b)?           # a date, a time, a version
        | (?<![\w.])(?:\w[\w-]{{0,99}}\.){{1,9}}[a-z][a-z0-9]{{0,9}}\b   # a file or host name: config.toml, acme.io
        | \b[a-z](?:\+\+|\#)(?!\w)                          # c++, c#
      )
    | (?P<emoji>{_EMOJI})
    | (?P<unspaced>{_UNSPACED}+)
    | (?P<word>(?:{_LETTER})+(?:'(?:{_LETTER})+)*)
    """,
    regex.VERBOSE,
)
_HOST = re.compile(r"https?://(?:[^/@\s]*@)?(?:www\.)?([^/:?#]+)(.*)", re.DOTALL)
_HARD = re.compile(r"[@:/#+_]|\w[.,-]\w", re.ASCII)
_EASY = re.compile(r"[a-z0-9]+(?:'[a-z]+)*", re.ASCII)
_ALPHABETIC = re.compile(r"[a-z]")
_PAIR = regex.compile(rf"{_UNSPACED}{{2}}\Z")
_PART = re.compile(r"[^\W_]+")
_ACCENTED = regex.compile(r"([\p{Latin}\p{Greek}])\p{Mn}+")
_ENGLISH = re.compile(r"[a-z]+(?:'[a-z]+)*\Z", re.ASCII)

_stemmer = Stemmer.Stemmer("english")


def fold(text: str) -> str:
    """Return text in the form in which it is compared: one case, one width, straight quotes, plain Latin letters."""
    if text.isascii():
        return text.lower()
    text = unicodedata.normalize("NFKC", text.replace("’", "'").replace("‘", "'")).casefold()
    return unicodedata.normalize("NFC", _ACCENTED.sub(r"\1", unicodedata.normalize("NFD", text)))


def tokenise(text: str) -> list[str]:
    """Return the tokens of a text in order, repeated ones included; no words give an empty list.

    Numbers, dates, identifiers ("abc-123"), file and host names, e-mail addresses and emoji are one token each; a URL
    gives its host and the words of its path. Scripts without spaces (Chinese, Japanese, Korean, Thai …) give every pair
    of neighbouring characters, or the character where it stands alone. A possessive "'s" is dropped.
    """
    text = fold(text)
    if text.isascii() and not _HARD.search(text):
        found: list[str] = _EASY.findall(text)
        return [_without_possessive(token) for token in found] if "'" in text else found
    tokens: list[str] = []
    for match in _TOKEN.finditer(text):
        token = match[0]
        if match["url"]:
            tokens += _url_tokens(token)
        elif match["unspaced"]:
            tokens += [token[i : i + 2] for i in range(len(token) - 1)] or [token]
        elif match["whole"]:
            tokens.append(token.replace(",", "").rstrip("."))
        elif match["emoji"]:
            tokens.append(token.rstrip("\ufe0f"))
        else:
            tokens.append(_without_possessive(token))
    return tokens


def _without_possessive(token: str) -> str:
    return token[:-2] if token.endswith("'s") else token


def _url_tokens(url: str) -> list[str]:
    match = _HOST.match(url)
    return [match[1], *_PART.findall(match[2])] if match else []


def parts(token: str) -> list[str]:
    """Return the smaller words inside a token that is kept whole, so that "config" finds "config.toml".

    Of a pair from a script without spaces, its characters ("東京" → "東", "京"); [] for a plain word or a number.
    """
    if token.isascii():
        if token.isalnum() or "'" in token or not _ALPHABETIC.search(token):
            return []
        found = _PART.findall(token)
        return found if len(found) > 1 else []
    return list(token) if _PAIR.match(token) else []


@lru_cache(maxsize=1 << 17)
def stem(token: str) -> str:
    """Return what the forms of an English word share; other tokens come back as they are.

    Irregular forms are looked up first ("went" → "go", "children" → "child"), then Snowball's English stemmer is used.
    """
    if not _ENGLISH.match(token):
        return token
    return str(_stemmer.stemWord(_irregular().get(token, token)))


@lru_cache(maxsize=1)
def _irregular() -> dict[str, str]:
    """Return the irregular forms of everyday words, each with its base."""
    table = tomllib.loads((files("memory") / "data" / "irregular.toml").read_text(encoding="utf-8"))
    return {form: base for base, forms in table["forms"].items() for form in forms.split()}


def stems(text: str) -> list[str]:
    """Return the stem of each token of a text, in order."""
    return [stem(token) for token in tokenise(text)]
