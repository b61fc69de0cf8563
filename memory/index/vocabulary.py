"""Which known words a query word may stand for: itself, its synonyms and, when nobody uses it, what was meant."""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import pairwise

from rapidfuzz import process
from rapidfuzz.distance import OSA

from memory.synonyms import SORT, related
from memory.terms import parts, stem, tokenise

PREFIX = 0.7
"""How much a known word counts that the unknown query word begins ("kube" for "kubernetes")."""
TYPO = 0.8
"""How much a known word counts that the unknown query word misspells by one letter; two count as `PREFIX`."""
SHORTEST_PREFIX = 3
SHORTEST_TYPO = 5
TWO_TYPOS_FROM = 8
"""Words of this many letters may hold two typos, shorter ones one."""
SHORTEST_HALF = 3
"""Letters that each half of a word written as one must have ("roadtrip")."""
LONGEST_JOINED = 40
"""Letters of a word that may be two written as one: longer ones are no words."""
MOST_GUESSES = 4

Group = list[tuple[str, float]]


def words_of(text: str) -> list[str]:
    """Return the stems a text is found by: of its tokens and of the words inside those kept whole."""
    return [stem(token) for token in tokens_of(text)]


def tokens_of(text: str) -> list[str]:
    """Return the tokens of a text and the words inside those kept whole."""
    found = []
    for token in tokenise(text):
        found.append(token)
        found += parts(token)
    return found


@lru_cache(maxsize=1 << 12)
def word_set(text: str) -> frozenset[str]:
    """Return the different stems a text is found by."""
    return frozenset(words_of(text))


class Vocabulary:
    """The words in use, by which misspelt ones are put right. Words stay known when nobody uses them any more."""

    def __init__(self) -> None:
        self._spelt: dict[str, dict[str, str]] = {}

    def add(self, stem: str, token: str) -> None:
        """Take in a stem and a word as it was spelt."""
        if token.isalpha() and len(token) >= SHORTEST_PREFIX:
            self._spelt.setdefault(token[0], {}).setdefault(stem, token)

    def pairs(self) -> Iterable[tuple[str, str]]:
        """Return each stem with the word it was first spelt as."""
        return (pair for known in self._spelt.values() for pair in known.items())

    def guesses(self, token: str) -> Group:
        """Return the stems that an unknown word begins or misspells, best first, at most `MOST_GUESSES`.

        Typos are letters swapped, missing, added or wrong (OSA distance), never the first one. Numbers and identifiers
        are taken as they are: "ABC-124" is no misspelt "ABC-123".
        """
        if not token.isalpha():
            return []
        known = self._spelt.get(token[0], {})
        found: dict[str, float] = {}
        if len(token) >= SHORTEST_PREFIX:
            found = {stem: PREFIX for stem, spelt in known.items() if spelt.startswith(token)}
        if len(token) >= SHORTEST_TYPO:
            for form in (known, {stem: stem for stem in known}):
                for _, distance, stem in process.extract(
                    token, form, scorer=OSA.distance, score_cutoff=_most_typos(token), limit=MOST_GUESSES
                ):
                    found[stem] = max(found.get(stem, 0.0), TYPO if distance <= 1 else PREFIX)
        return sorted(found.items(), key=lambda pair: (-pair[1], abs(len(pair[0]) - len(token)), pair[0]))[
            :MOST_GUESSES
        ]


def _most_typos(token: str) -> int:
    return 2 if len(token) >= TWO_TYPOS_FROM else 1


@lru_cache(maxsize=1 << 13)
def _group(word: str) -> tuple[tuple[str, float], ...]:
    return (word, 1.0), *sorted(related(word).items())


def groups(terms: Iterable[str], *, known: Callable[[str], bool], guesses: Callable[[str], Group]) -> list[Group]:
    """Return for each word of a query the stems that count for it, with weights of 0.0 to 1.0; the first is its own.

    `known` says whether a stem is in use. For a word that nobody uses, nor one for the same thing, `guesses` are asked,
    then whether it is two words written as one; two words in use as one count for each of them.
    """
    tokens = list(dict.fromkeys(token for term in terms for token in tokenise(term)))
    found: dict[str, Group] = {}
    for place, token in enumerate(tokens):
        word = stem(token)
        if word in found:
            continue
        group = list(_group(word))
        if not any(known(other) for other, _ in group):
            guessed = guesses(token)
            halves = [] if guessed else _halves(token, known)
            if halves:
                found.update({half: list(_group(half)) for half in halves})
                continue
            group += guessed
        for joined in _joined_with_neighbours(tokens, place):
            if known(joined) and joined != word:
                group.append((joined, 1.0))
        found[word] = group
    return list(found.values())


def _halves(token: str, known: Callable[[str], bool]) -> list[str]:
    if token.isalpha() and len(token) <= LONGEST_JOINED:
        for cut in range(SHORTEST_HALF, len(token) - SHORTEST_HALF + 1):
            halves = [stem(token[:cut]), stem(token[cut:])]
            if all(map(known, halves)):
                return halves
    return []


def _joined_with_neighbours(tokens: Sequence[str], place: int) -> Iterable[str]:
    for one, other in pairwise(tokens[max(place - 1, 0) : place + 2]):
        yield stem(one + other)


def same_word(word: str, others: Iterable[str]) -> bool:
    """Return whether a query stem stands among the stems of one text: itself, a synonym, an example, or misspelt."""
    others = set(others)
    if word in others or any(weight > SORT and other in others for other, weight in related(word).items()):
        return True
    if not word.isalpha() or len(word) < SHORTEST_TYPO:
        return False
    near = {other for other in others if other.isalpha() and other[0] == word[0]}
    return any(OSA.distance(word, other, score_cutoff=1) <= 1 for other in near)
