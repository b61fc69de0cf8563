"""The secrets of a text, by their look and by what names them."""

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache

from extractors.matching.sieve import Sieve
from extractors.secrets import asked, codes, passwords, shapes, told
from extractors.secrets.secret import Secret

_BY_NAME = (told, codes, passwords)


def find_secrets(text: str) -> list[Secret]:
    """Return the secrets in text in order, overlaps merged. A text without any gives an empty list."""
    return list(_found(text))


def find_doubtful(text: str) -> list[Secret]:
    """Return the secrets in text, and what may be one, in order, overlaps merged: what is kept must hold none."""
    return list(_doubtful(text))


def masked(text: str) -> str:
    """Return text with the value of each secret in it replaced by what it was: "the password is [password]"."""
    pieces, position = [], 0
    for secret in find_secrets(text):
        pieces += [text[position : secret.value_start], f"[{secret.what}]"]
        position = secret.end
    return "".join([*pieces, text[position:]])


def holds_secret(text: str) -> bool:
    """Return whether text holds anything that must not be stored."""
    return next(_all(text), None) is not None


@lru_cache(maxsize=8)
def _found(text: str) -> tuple[Secret, ...]:
    """Return the secrets of one text; a message is asked about several times while it is read."""
    return _merged(_all(text))


@lru_cache(maxsize=8)
def _doubtful(text: str) -> tuple[Secret, ...]:
    return _merged([*_found(text), *asked.found(text)])


def _merged(secrets: Iterable[Secret]) -> tuple[Secret, ...]:
    merged: list[Secret] = []
    for secret in sorted(secrets, key=lambda secret: (secret.start, -secret.end)):
        if merged and secret.start < merged[-1].end:
            last = merged[-1]
            merged[-1] = Secret(last.what, last.start, max(last.end, secret.end), last.value_start)
        else:
            merged.append(secret)
    return tuple(merged)


def _all(text: str) -> Iterator[Secret]:
    yield from shapes.found(text)
    named = frozenset(sieve().possible(text.lower()))
    for module in _BY_NAME:
        yield from module.found(text, named)


@cache
def sieve() -> Sieve[str]:
    """Return what is told by a name, each by how it is named, in lower case."""
    names = {name: patterns for module in _BY_NAME for name, patterns in module.NAMES.items()}
    return Sieve(((pattern.written, name) for name, patterns in names.items() for pattern in patterns), one_by_one=True)
