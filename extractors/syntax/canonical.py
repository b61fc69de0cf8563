"""Canonical text: third person, present tense, no subject, no full stop, first person turned round."""

import re
from collections.abc import Sequence

from extractors.matching.late_patterns import LatePattern
from extractors.parsing.words import ADDRESS, SPELLINGS, Word
from extractors.syntax.boundaries import is_finite

PAST = frozenset(
    [
        "was",
        "were",
        "had",
        "did",
        "went",
        "got",
        "made",
        "took",
        "came",
        "grew",
        "met",
        "left",
        "gave",
        "bought",
        "built",
        "began",
        "became",
        "ran",
        "sold",
        "sent",
        "spent",
        "taught",
        "thought",
        "told",
        "won",
        "wrote",
        "broke",
        "chose",
        "drove",
        "ate",
        "fell",
        "felt",
        "found",
        "flew",
        "forgot",
        "held",
        "kept",
        "knew",
        "led",
        "lost",
        "paid",
        "rode",
        "said",
        "saw",
        "sat",
        "slept",
        "spoke",
        "stood",
        "swam",
        "wore",
        "quit",
        "cut",
        "set",
        "put",
        "hit",
        "let",
        "hurt",
        "cost",
        "understood",
        "brought",
        "caught",
        "fought",
        "sought",
        "hung",
        "sang",
        "sank",
        "drank",
        "rang",
        "shot",
        "stole",
        "struck",
        "threw",
        "woke",
    ]
)
MODAL = frozenset(["can", "could", "will", "would", "shall", "should", "may", "might", "must", "cannot", "ought"])
_FILLERS = frozenset(
    [
        "really",
        "just",
        "actually",
        "basically",
        "honestly",
        "also",
        "definitely",
        "totally",
        "absolutely",
        "literally",
        "genuinely",
        "truly",
        "kinda",
        "sorta",
        "still",
        "simply",
        "personally",
        "currently",
        "now",
        "obviously",
        "very",
    ]
)
_SOFTENING = frozenset({"quite", "rather"})
"""What softens a verb that it stands before: "I quite like it"; behind "would" it is a wish."""
_KEPT_ADVERBS = frozenset(
    [
        "always",
        "never",
        "usually",
        "mostly",
        "only",
        "often",
        "ever",
        "sometimes",
        "rarely",
        "seldom",
        "mainly",
        "generally",
        "normally",
        "recently",
        "once",
        "originally",
        "almost",
        "hardly",
        "barely",
        "frequently",
        "typically",
    ]
)
_TURNED = {
    "my": "",
    "our": "the",
    "your": "",
    "me": "them",
    "us": "them",
    "mine": "theirs",
    "ours": "theirs",
    "myself": "themselves",
    "ourselves": "themselves",
    "i": "they",
    "we": "they",
}
_NEGATED = {
    "do": "don't", "does": "doesn't", "did": "didn't", "is": "isn't", "are": "aren't", "was": "wasn't",
    "were": "weren't", "can": "can't", "could": "couldn't", "will": "won't", "would": "wouldn't",
    "should": "shouldn't", "must": "mustn't", "has": "hasn't", "have": "haven't", "had": "hadn't",
}  # fmt: skip


_TURNED_TAGS = frozenset({"VBZ", "NNS"})
"""Tags of a verb that stands in the third person already: "does lifts in winter and pumps in summer"."""


def third_person(verb: str) -> str:
    """Return the third person singular of a verb in its base form: "carry" gives "carries", "have" gives "has"."""
    irregular = {
        "is": "is",
        "has": "has",
        "does": "does",
        "can": "can",
        "have": "has",
        "do": "does",
        "go": "goes",
        "be": "is",
        "am": "is",
        "are": "is",
        "were": "was",
    }
    if verb in irregular:
        return irregular[verb]
    if verb.endswith("y") and verb[-2:-1] not in tuple("aeiou"):
        return verb[:-1] + "ies"
    return verb + ("es" if verb.endswith(("s", "x", "z", "ch", "sh", "o")) else "s")


def is_past(verb: str) -> bool:
    """Return whether a verb form is a past one, by its ending or as an irregular."""
    return verb in PAST or (
        verb.endswith("ed")
        and verb
        not in {"need", "feed", "breed", "bleed", "speed", "proceed", "exceed", "succeed", "embed", "seed", "weed"}
    )


def canonical(text: str, words: Sequence[Word]) -> str:
    """Return the canonical form of the statement that the words make; empty for none.

    Args:
        text: The clean text the words were read from.
        words: The clause: its subject first, openings and trailing chatter already gone.
    """
    if not words:
        return ""
    if (beside := _beside_author(words)) is not None:
        verb, others = beside
        subject = Word("we", words[verb].start, words[verb].start)
        stop = next((at for at in range(verb, len(words)) if _is_comma(words[at])), len(words))
        together = Word("with", words[verb].start, words[verb].start)
        return canonical(text, (subject, *words[verb:stop], together, *others, *words[stop:]))
    shown: list[tuple[str, bool]] = []
    position = 0
    if [word.norm for word in words[:3]] == ["here", "is", "my"] and any(word.norm == ":" for word in words):
        words = words[2:]  # "here's my calendar link: https://…"
    if [word.norm for word in words[:3]] == ["put", "me", "down"]:
        there = words[0].start
        words = (Word("i", there, there), Word("am", there, there), *words[2:])  # "put me down as a vegetarian"
    first = words[0].norm
    if first in {"i", "we"}:
        position = _verb_group(text, words, shown)
    elif first in {"my", "our", "the", "a", "an", "his", "her", "their"} and len(words) > 1:
        position = 1
    while position < len(words):
        position = _turned(text, words, position, shown)
    return _capitalised(_OR_NONE.sub("", _joined(shown)))


_OR_NONE = LatePattern(
    r"(?:,? [\w' -]{2,20} or nothing)?,? (?P<w>[\w'-]+) or no (?P=w)$"
    r"|, (?:apologies|sorry (?:in advance|everyone|everybody|all|to))\b.*$"
)
"""What is said for emphasis or in jest behind what is told: "…, rain or no rain", "…, apologies to all sandwiches"."""


def in_third_person(text: str) -> str:
    """Return a statement with the author's "I", "me" and "my" as "they", "them" and "their", but for what is quoted.

    Words of a message that a rule takes over as they are ("when I ask for a dose, give me grams") are told of somebody.
    """
    if text.startswith("My "):
        text = _capitalised(text.removeprefix("My "))
    kept, told = [], 0
    for quoted in _QUOTED.finditer(text):
        kept += [_SPEAKER.sub(_of_them, text[told : quoted.start()]), quoted[0]]
        told = quoted.end()
    return "".join([*kept, _SPEAKER.sub(_of_them, text[told:])])


_QUOTED = LatePattern(r"[\"“][^\"”]*[\"”]|(?<!\w)['‘][^'’]+['’](?!\w)|`[^`]*`")
_SPEAKER = LatePattern(
    r"(?P<trailing> myself$)|(?<![\w'’-])(?:(?P<am>i(?:['’]m| am)|im)|(?P<have>i['’]ve|ive)"
    r"|(?P<would>i['’]d|id(?= rather| like))|(?P<will>i['’]ll)|(?P<was>i was)|(?P<i>i(?= [a-z]))|(?P<myself>myself)"
    r"|(?P<mine>mine)|(?P<my>my)|(?P<me>me))(?![\w'’-])",
    re.IGNORECASE,
)
_THEM = {
    "trailing": "",
    "am": "they are",
    "have": "they have",
    "would": "they would",
    "will": "they will",
    "was": "they were",
    "i": "they",
    "myself": "themselves",
    "mine": "theirs",
    "my": "their",
    "me": "them",
}


def _of_them(match: re.Match[str]) -> str:
    if match["i"] == "I" and _NUMBERED.search(match.string[: match.start()]):
        return match[0]
    if match["mine"] and _PIT_BEFORE.search(match.string, 0, match.start()):
        return match[0]
    word = _THEM[match.lastgroup or ""]
    return _capitalised(word) if not match.start() and match[0][:1].isupper() else word


_PIT_BEFORE = LatePattern(
    r"\b(?:an?|the|our|his|her|their|this|that|each|every|my) (?:(?!(?:is|are|was|of|not|ones?)\b)[\w-]+ )?$",
    re.IGNORECASE,
)
_NUMBERED = LatePattern(
    r"\b(?:part|type|class|phase|stage|level|grade|tier|act|chapter|volume|block|war|article|section|schedule|annex"
    r"|factor|form|stream|unit) $|\w [A-ZÀ-Þ]\w+ $"
)
"""What a Roman one stands behind: "phase I is done", "Elizabeth I"."""


def _beside_author(words: Sequence[Word]) -> tuple[int, Sequence[Word]] | None:
    """Return where the verb is and who does it together with the author: "wife and me are …", "me and Al have …"."""
    if words[0].norm in {"me", "myself"} and len(words) > 3 and words[1].norm == "and":
        verb = next((at for at in range(3, min(len(words), _LONGEST_PAIR)) if is_finite(words, at)), 0)
        return (verb, words[2:verb]) if verb else None
    for at in range(1, min(len(words) - 2, _LONGEST_PAIR)):
        if words[at].norm == "and" and words[at + 1].norm in {"i", "me", "myself"} and is_finite(words, at + 2):
            return (at + 2, words[:at]) if words[at + 2].norm not in {"am", "do", "did"} else None
        if words[at - 1].tag not in _OF_SOMEBODY:
            return None
    return None


_OF_SOMEBODY = frozenset("NN NNP NNPS PRP$ DT JJ ,".split())
_LONGEST_PAIR = 6
"""Words of those who do something together with the author."""


def _verb_group(text: str, words: Sequence[Word], shown: list[tuple[str, bool]]) -> int:
    """Append the verb after a dropped "I", turned to the third person; return the position after it."""
    position = 1
    while position < len(words) and (
        words[position].norm in _FILLERS | _SOFTENING or _tells_how(words, position) or _is_comma(words[position])
    ):
        if _tells_how(words, position):
            shown.append((words[position].norm, False))
        position += 1
        if words[position - 1].norm == "kind" and position < len(words) and words[position].norm == "of":
            position += 1
    if position + 1 < len(words) and words[position].norm in {"kind", "sort"} and words[position + 1].norm == "of":
        position += 2
    if position + 2 < len(words) and [word.norm for word in words[position : position + 2]] == ["no", "longer"]:
        shown.append(("no longer", False))
        position += 2
    if position >= len(words):
        return position
    verb = words[position].norm
    following = words[position + 1].norm if position + 1 < len(words) else ""
    if verb in {"am", "are"} and following == "working":
        shown.append(("works", False))
        return position + 2
    if verb in MODAL or is_past(verb):
        verb = third_person(verb) if verb in {"were", "are"} else verb
    elif verb.isalpha() and not (words[position].tag in _TURNED_TAGS and verb.endswith("s")):
        verb = third_person(verb)
    if following == "not" and verb in _NEGATED and not _is_stressed(words[position], words[position + 1]):
        shown.append((_NEGATED[verb], False))
        return position + 2
    shown.append((verb, False))
    position += 1
    while position < len(words) and words[position].norm in _FILLERS - {"also"}:
        position += 1
    return position


def _is_stressed(verb: Word, negation: Word) -> bool:
    """Return whether somebody wrote "must not", as rules are written, and not "mustn't"."""
    return verb.norm == "must" and negation.start > verb.start


def _tells_how(words: Sequence[Word], position: int) -> bool:
    """Return whether an adverb that is kept stands before a verb: "never", "strongly", but not "apply for a grant"."""
    adverb = words[position].norm
    if adverb in _KEPT_ADVERBS:
        return True
    behind = words[position + 1] if position + 1 < len(words) else None
    return adverb.endswith("ly") and adverb not in _LIKE_ADVERBS and behind is not None and behind.tag not in _NO_VERBS


_LIKE_ADVERBS = frozenset(
    "apply rely supply reply comply multiply imply fly rally tally bully ally resupply reapply".split()
)
"""Verbs that end as adverbs do."""
_NO_VERBS = frozenset("DT IN PRP PRP$ TO CD RP , . :".split())
"""Tags of what stands behind a verb, and is none."""


def _is_comma(word: Word) -> bool:
    return word.norm == ","


def _turned(text: str, words: Sequence[Word], position: int, shown: list[tuple[str, bool]]) -> int:
    word = words[position]
    before = words[position - 1] if position else None
    glued = before is not None and before.end == word.start and before.end > before.start
    if word.norm == "not" and before is not None and before.start == word.start and shown and shown[-1][0] in _NEGATED:
        shown[-1] = (_NEGATED[shown[-1][0]], shown[-1][1])
    elif word.norm == "my" and before is not None and _is_ones_own(words, position):
        shown.append(("their", False))
    elif word.norm in _TURNED and not _is_noun(text, words, position):
        if _TURNED[word.norm]:
            shown.append((_TURNED[word.norm], False))
        if word.norm in {"i", "we"} and position + 1 < len(words) and words[position + 1].norm in {"am", "was"}:
            shown.append(({"am": "are", "was": "were"}[words[position + 1].norm], False))
            return position + 2
    elif word.start == word.end or _is_spelled_out(text, word) or (before is not None and before.start == word.start):
        shown.append((word.norm, word.tag == "POS"))
    else:
        shown.append((text[word.start : word.end], glued))
    return position + 1


def _is_noun(text: str, words: Sequence[Word], position: int) -> bool:
    """Return whether what looks like a pronoun is a country or a pit: "the US", "a copper mine"."""
    word = words[position]
    if word.norm == "us":
        return text[word.start : word.end] == "US"
    before = [each.norm for each in words[max(0, position - 2) : position]]
    return word.norm == "mine" and not _PIT.isdisjoint(before) and before[-1] not in _OF_ONES


_PIT = frozenset("a an the our his her their this that each every my".split())
"""What leads to a pit, with one word between them or none."""
_OF_ONES = frozenset("is are was were be of not one ones".split())


def _is_ones_own(words: Sequence[Word], position: int) -> bool:
    """Return whether "my" has to be told: "payroll is my thing", "my own flat"; else "takes coffee black" does."""
    if position + 1 < len(words) and words[position + 1].norm == "own":
        return True
    return words[0].norm not in {"i", "we"} and words[position - 1].norm in _BEING


_BEING = frozenset("is are was were be been being".split())


def _is_spelled_out(text: str, word: Word) -> bool:
    written = text[word.start : word.end].lower()
    return written in SPELLINGS or (word.norm in {"is", "has"} and written in _SHORT_IS)


_SHORT_IS = frozenset({"'s", "’s", "its", "it's", "it’s"})


def _joined(shown: Sequence[tuple[str, bool]]) -> str:
    parts: list[str] = []
    for piece, glued in shown:
        if parts and not glued:
            parts.append(" ")
        parts.append(piece)
    joined = "".join(parts).replace(" ,", ",")
    told = " ".join(joined.split()).strip(' ,;:.!-–—"')
    if told.count('"') % 2 and joined.rstrip(" .!,;").endswith('"'):
        told = f'{told}"'
    return f"{told})" if " (http" in told and told.count("(") > told.count(")") else told


def _capitalised(text: str) -> str:
    return text[:1].upper() + text[1:] if text[:1].isalpha() and not ADDRESS.match(text) else text
