"""Which subject a clause has: the one that it shares, or that a relative clause parted it from."""

from collections.abc import Iterable, Iterator, Sequence

from extractors.matching.late_patterns import LatePattern
from extractors.parsing.words import Word
from extractors.syntax.boundaries import RELATIVES, is_finite

SHARING = frozenset("and but , who".split())


def own_subject(words: Sequence[Word]) -> Sequence[Word]:
    """Return the subject that words begin with, of the author's own: "my sister Ann"; none where it is another."""
    if words[0].norm not in {"my", "our"}:
        return ()
    for position in range(1, min(len(words), _LONGEST_SUBJECT + 1)):
        if is_finite(words, position):
            return words[:position] if words[position - 1].tag in _ENDING_SUBJECT and position > 1 else ()
    return ()


_LONGEST_OPENING = 4
"""Words before a subject that may open its sentence: "and", "hi all,"."""
_LONGEST_SUBJECT = 7
"""Words of a subject that the clauses behind it share."""
_ENDING_SUBJECT = frozenset("NN NNS NNP NNPS ,".split())


def goes_on(words: Sequence[Word]) -> bool:
    """Return whether words begin with a verb that has its subject before it: "and plays in goal"."""
    position = 1 if words[0].tag == "RB" and len(words) > 1 else 0
    if (
        words[position].tag == "VBZ"
        and not words[position].norm.endswith("s")
        and _is_for_author(words[position + 1 :])
    ):
        return False  # "my cousin's a plumber, dm me"
    return len(words) > position + 1 and (
        words[position].tag in {"VBZ", "VBD", "MD"} or words[position].norm in {"is", "has", "was", "will"}
    )


def _is_for_author(words: Sequence[Word]) -> bool:
    return bool(words) and words[0].norm in {"me", "us"}


def rejoined(pieces: Iterable[tuple[str, list[Word]]]) -> Iterator[tuple[str, list[Word]]]:
    """Yield what joins each clause and its words, a subject that a relative clause parted from its verb put before it.

    "My brother Odd, who comes on Tuesdays, eats late" gives "my brother Odd eats late" and then what comes of him. So
    does "my brother Odd, he eats late".
    """
    given = list(pieces)
    at = 0
    while at < len(given):
        joined, piece = given[at]
        relative = given[at + 1] if at + 1 < len(given) else None
        rest = given[at + 2] if at + 2 < len(given) else None
        told_of = relative is not None and (relative[0] == "who" or _is_said_again(relative))
        if relative is not None and told_of and (person := _sent_to(piece)):
            yield joined, piece
            given[at + 1] = (",", [*person, *relative[1][relative[0] != "who" :]])
            at += 1
            continue
        if relative is not None and _is_said_again(relative) and _is_bare_subject(piece) and not _has_verb(piece):
            given[at + 1] = (joined, [*piece, *relative[1][1:]])
            at += 1
            continue
        if relative is None or relative[0] not in _RELATING or not _is_bare_subject(piece):
            yield joined, piece
            at += 1
            continue
        told = [*piece, *relative[1]] if relative[0] in RELATIVES else relative[1]
        if rest is not None and rest[0] == "," and goes_on(rest[1]):
            yield joined, [*piece, *rest[1]]
            yield relative[0], told
            at += 3
        else:
            yield joined, told
            at += 2


def _has_verb(words: Sequence[Word]) -> bool:
    return any(is_finite(words, position) for position in range(len(words)))


def _is_said_again(given: tuple[str, Sequence[Word]]) -> bool:
    """Return whether a clause begins with a pronoun for the bare subject before it: "my brother Odd, he eats late"."""
    joined, words = given
    return joined == "," and len(words) > 2 and words[0].norm in {"he", "she", "it", "they"}


_RELATING = frozenset("who which with from for to by".split())


def _is_bare_subject(words: Sequence[Word]) -> bool:
    """Return whether the words are a person or thing of the author's, and no verb."""
    own = _own_at_end(words)
    return bool(own) and not _sends(words[: len(words) - len(own)])


def _sent_to(words: Sequence[Word]) -> Sequence[Word]:
    """Return whom people are sent to, of the author's own: "my wife Jitka" of "ask my wife Jitka"; or none."""
    own = _own_at_end(words)
    return own if own and _sends(words[: len(words) - len(own)]) else ()


def _own_at_end(words: Sequence[Word]) -> Sequence[Word]:
    """Return the person or thing of the author's that words without another verb end with, or none."""
    first = next((at for at, word in enumerate(words[:_LONGEST_OPENING]) if word.norm in {"my", "our"}), None)
    rest = words[first:] if first is not None else ()
    bare = 1 < len(rest) <= _LONGEST_SUBJECT and rest[-1].tag in _ENDING_SUBJECT and not _has_verb(rest)
    return rest if bare else ()


def _sends(opening: Sequence[Word]) -> bool:
    """Return whether what stands before somebody of the author's sends people there: "ask my wife", "ring my dad"."""
    return any((word.tag == "VB" and word.norm not in _NOT_SENDING) or word.norm in _SENDING for word in opening)


_NOT_SENDING = frozenset("be change update correct fix amend edit alter".split())
"""What is done to what is noted of somebody: "correct my address, it's 12 Elm Row"."""
_SENDING = frozenset("ask ring call text tell email ping message talk speak try see".split())


def not_cleft(words: list[Word]) -> list[Word]:
    """Return "it's hazelnuts I can't have" as "hazelnuts I can't have", or the words as they are.

    "It's the Thursday crew I cox these days" gives "I cox the Thursday crew these days", and "Lagos is where I grew up"
    gives "I grew up in Lagos".
    """
    norms = [word.norm for word in words[:2]]
    if norms == ["it", "is"] and len(words) > _LONGEST_ME and words[2].norm == "me" and words[3].tag == "VBG":
        author = Word("i", words[0].start, words[0].end)
        author.tag = "PRP"
        being = Word("am", words[1].start, words[1].end)
        being.tag = "VBP"
        return [author, being, *words[3:]]  # "it's me doing the pickups"
    if (straight := _where_author_does(words)) is not None:
        return straight
    first = 1 if norms[:1] == ["its"] else 2 if norms == ["it", "is"] else 0
    if not first or len(words) < first + 3 or words[first].norm in _NO_THING:
        return words
    for position in range(first + 1, min(len(words) - 1, _LONGEST_CLEFT)):
        word = words[position]
        if word.norm in {"i", "we"}:
            thing = words[first : position - (words[position - 1].norm in {"that", "who"})]
            told = " ".join(after.norm for after in words[position:])
            if _WEEKDAYS.fullmatch(_norms(thing)) and told.split()[1] not in _IN_MIND:
                return _on_days(words[position:], thing)
            named = bool(thing) and thing[-1].tag in _NAMES
            if named and (match := _DONE_NOW.fullmatch(told)):
                verb = position + match["v"].count(" ") + 1
                return [*words[position:verb], *thing, *words[verb:]]
            return [*thing, *words[position:]] if named and _TOLD_OF.match(told) else words
        if word.norm == "," or is_finite(words, position):
            break
    return words


_LONGEST_ME = 4


def _on_days(told: Sequence[Word], days: Sequence[Word]) -> list[Word]:
    """Return "I'm on call on Thursdays since the swap" of "it's Thursdays I'm on call since the swap"."""
    stop = next(
        (at for at, word in enumerate(told) if word.norm in _FROM_THEN or not word.norm[0].isalnum()), len(told)
    )
    if days[0].norm == "on":
        return [*told[:stop], *days, *told[stop:]]
    on = Word("on", days[0].start, days[0].start)
    on.tag = "IN"
    return [*told[:stop], on, *days, *told[stop:]]


_WEEKDAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)days"
_WEEKDAYS = LatePattern(rf"(?:on )?{_WEEKDAY}(?: (?:and|to|,) {_WEEKDAY}){{0,8}}")
_FROM_THEN = frozenset("since now these because so and but nowadays".split())
_IN_MIND = frozenset("mean meant think thought want wanted said told need hate love like prefer dread".split())
"""What is said of the days themselves: "it's Mondays I dread"."""


def _where_author_does(words: list[Word]) -> list[Word] | None:
    """Return "Lagos is where I grew up" as "I grew up in Lagos", None where it says nothing like it."""
    at = next((at for at in range(1, min(len(words) - 3, _LONGEST_PLACE + 1)) if words[at].norm in {"is", "'s"}), 0)
    if not at or words[at + 1].norm != "where" or words[at + 2].norm not in {"i", "we"}:
        return None
    stop = next((end for end in range(at + 3, len(words)) if words[end].norm in {",", "."}), len(words))
    place, told = words[:at], words[at + 2 : stop]
    if place[-1].tag not in _NAMES or place[0].norm in _NO_THING or not _DONE_THERE.match(_norms(told)):
        return None
    within = Word("in", told[-1].end, told[-1].end)
    within.tag = "IN"
    return [*told, within, *place, *words[stop:]]


def _norms(words: Sequence[Word]) -> str:
    return " ".join(word.norm for word in words)


_NAMES = frozenset({"NN", "NNS", "NNP", "NNPS"})
_LONGEST_PLACE = 4
_LONGEST_CLEFT = 9
"""Words."""
_DONE_THERE = LatePattern(
    r"(?:i|we) (?:(?:always|now|mostly|usually|do|all) ){0,8}(?:live|grew up|was born|were born|was raised|work|sleep"
    r"|write|keep|draw|plan|track|log|store|file|save|park|edit|code|sketch|manage|note|read)\b"
    r"(?! (?:it|this|that|now|up)\b)"
)
_DONE_NOW = LatePattern(
    r"(?P<v>(?:i|we) (?:(?:now|only|have|always) ){0,8}"
    r"(?!need|want|mean|think|see|know|get|am\b|are\b|was\b|will\b|have\b)\w+"
    r"(?: (?:in|on|at|for|with))?) (?:now|these days|nowadays|every (?:day|week|morning|night|year)"
    r"|(?:for|this) (?!week|month|morning|time)\w+ (?:years?|months))"
)
"""What one says of the author for good: "it's the Thursday crew I cox these days"."""
_NO_THING = frozenset("a an not what why how because when where if only so just all like this that you him her".split())
_TOLD_OF = LatePattern(
    r"(?:i|we) (?:(?:am|are) (?:off|allergic to)|(?:can not|do not|will not|never|always|now|only|actually|really)? ?"
    r"(?:like|love|prefer|hate|dislike|use|drink|eat|have(?<=not have)|touch|play|drive|ride|speak|teach|support|stand"
    r"|take(?<=not take)))(?: now| these days)?$"
)
"""What one says of something for good: "it's coffee I need" is no such thing."""
