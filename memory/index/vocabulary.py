"""Which known words a query word may stand for: itself, its synonyms and, when nobody uses it, what was meant."""

from collections.abc import Callable, Iterable

from rapidfuzz import process
from rapidfuzz.distance import OSA

from memory.synonyms import related
from memory.terms import parts, stem, tokenise

PREFIX = 0.7
"""How much a known word counts that the unknown query word begins ("kube" for "kubernetes")."""
TYPO = 0.8
"""How much a known word counts that the unknown query word misspells."""
SHORTEST_PREFIX = 3
SHORTEST_TYPO = 5
TWO_TYPOS_FROM = 8
"""Words of this many letters may hold two typos, shorter ones one."""
MOST_GUESSES = 4


def words_of(text: str) -> list[str]:
    """Return the stems a text is found by: of its tokens and of the words inside those kept whole."""
    found = []
    for token in tokenise(text):
        found.append(stem(token))
        found += [stem(part) for part in parts(token)]
    return found


def groups(
    terms: Iterable[str], *, known: Callable[[str], bool], vocabulary: Iterable[str]
) -> list[list[tuple[str, float]]]:
    """Return for each word of a query the stems that count for it, with weights of 0.0 to 1.0; the first is its own.

    `known` says whether a stem is used by anyone; only for those that nobody uses, `vocabulary` is searched for words
    they begin or misspell.
    """
    found: list[list[tuple[str, float]]] = []
    seen: set[str] = set()
    for term in terms:
        for word in map(stem, tokenise(term)):
            if word in seen:
                continue
            seen.add(word)
            group = [(word, 1.0), *sorted(related(word).items())]
            if not any(known(other) for other, _ in group):
                group += guesses(word, vocabulary)
            found.append(group)
    return found


def guesses(word: str, vocabulary: Iterable[str]) -> list[tuple[str, float]]:
    """Return the known words that an unknown one begins or misspells, best first, at most `MOST_GUESSES`.

    Typos are adjacent letters swapped, or one letter missing, added or wrong (OSA distance). Numbers, identifiers and
    words of other scripts than the vocabulary's are taken as they are: "ABC-124" is no misspelt "ABC-123".
    """
    if not word.isalpha():
        return []
    known = sorted(other for other in vocabulary if other.isalpha())
    found: dict[str, float] = {}
    if len(word) >= SHORTEST_PREFIX:
        found = {other: PREFIX for other in known if other.startswith(word)}
    if len(word) >= SHORTEST_TYPO:
        typos = 2 if len(word) >= TWO_TYPOS_FROM else 1
        for other, distance, _ in process.extract(
            word, known, scorer=OSA.distance, score_cutoff=typos, limit=MOST_GUESSES
        ):
            found.setdefault(other, TYPO if distance == 1 else PREFIX)
    return sorted(found.items(), key=lambda pair: (-pair[1], len(pair[0]), pair[0]))[:MOST_GUESSES]


def same_word(word: str, others: Iterable[str]) -> bool:
    """Return whether a query stem stands among the stems of one text: itself, a synonym, or misspelt."""
    others = set(others)
    if word in others or not others.isdisjoint(related(word)):
        return True
    return any(weight == TYPO for _, weight in guesses(word, others))
