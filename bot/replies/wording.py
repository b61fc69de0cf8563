"""Turns canonical memory texts round for a reader: "Lives in Porto" is "You live in Porto" to its author.

Canonical text has no subject ("Prefers tabs") or begins with what it is about ("Manager is Kim", "Standup is at 9:30").
Where the turn of phrase is not known the text is quoted as it stands, which is always right.
"""

import re
import tomllib
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from importlib.resources import files

from memory.records import Kind

_BE = {"is": "are", "isn't": "aren't", "was": "were", "wasn't": "weren't", "has": "have", "hasn't": "haven't"}
_BE |= {"does": "do", "doesn't": "don't", "am": "are"}
_PAST = {"is": "was", "isn't": "wasn't", "are": "were", "aren't": "weren't", "has": "had", "hasn't": "hadn't"}
_PAST |= {"does": "did", "doesn't": "didn't", "can": "could", "can't": "couldn't", "cannot": "could not"}
_IS = re.compile(r"(?<= )(?:is|are|has)(?= )")
_IS_OR_ARE = re.compile(r"(?<= )(?:is|are)(?= )")
_BEFORE_NO_LONGER = frozenset({"is", "can"})
_WORD = re.compile(r"[^\W\d_][\w'’-]*", re.UNICODE)
_KINDS = {
    Kind.PROFILE: ("about who you are", "about who you are"),
    Kind.PREFERENCE: ("preference", "preferences"),
    Kind.FACT: ("fact", "facts"),
    Kind.PROJECT: ("about projects", "about projects"),
    Kind.EVENT: ("event", "events"),
    Kind.FEEDBACK: ("about how I should answer", "about how I should answer"),
    Kind.REFERENCE: ("reference", "references"),
    Kind.EPISODE: ("conversation", "conversations"),
}
"""What one and several memories of a kind are called."""


@dataclass(frozen=True, slots=True)
class _Words:
    """The word lists of `data/words.toml`."""

    modals: frozenset[str]
    past: frozenset[str]
    verbs: frozenset[str]
    adverbs: frozenset[str]
    adjectives: frozenset[str]
    kin: frozenset[str]
    own: frozenset[str]
    predicates: frozenset[str]


@cache
def _words() -> _Words:
    lists = tomllib.loads(files("bot").joinpath("data/words.toml").read_text(encoding="utf-8"))
    return _Words(**{name: frozenset(words.split()) for name, words in lists.items()})


def second_person(text: str, kind: Kind | None = None) -> str:
    """Return a canonical memory text as said to its author, without a full stop.

    "Prefers tabs" gives "You prefer tabs", "Name is Alex" gives "Your name is Alex", "Standup is at 9:30" stays. In
    feedback "you" is the bot, which says so of itself: "Include the clause when you cite a rule" gives "… when I cite
    a rule". An empty text gives an empty one.
    """
    feedback = kind is Kind.FEEDBACK
    if feedback:
        text = _in_first_person(text)
    turned = feedback or any(pattern.match(text) for pattern in (_OF_ANSWERS, _ORDER, _KIN_WITH_THEM))
    if turned or (_THEIR_OWN.match(text) and _reading(text) not in _DOINGS):
        text = _THEY.sub(lambda match: _YOU[match.group().lower()], text)
    word, rest = _first_word(text)
    lower = word.lower().replace("’", "'")
    match _reading(text):
        case "possession":
            return f"Your {_lower_first(text)}"
        case "state":
            return f"You are {_lower_first(text)}"
        case "verb":
            return f"You {_second_person_verb(lower)}{_turn_inner(rest)}"
        case "adverb and verb":
            verb, after = _first_word(rest.lstrip())
            return f"You {lower} {_second_person_verb(verb.lower())}{_turn_inner(after)}"
    return text


_OF_ANSWERS = re.compile(
    r"(?:When|Whenever|If|Once|Before|After) (?:they|you) |(?:Wants|Asks|Prefers it|Likes it|Dislikes it|Finds it) "
    r"|(?:The bot|No need|Tell them|It is fine to)\b"
)
"""How it begins what is kept of how to answer somebody: "them" is who is answered, and not somebody else."""
_ORDER = re.compile(
    r"(?:(?:Always|Never|Don['’]t(?: ever)?|Do not(?: ever)?) [a-z]+(?<!s)|Use|Give|Show|Tell|Keep|Write|Answer|Send"
    r"|Put|Be|Add|Leave|Call|Address|Explain|Speak|Talk|Treat|Spell|Start|End|Begin|List|Make|Skip|Quote|Cite|Round|Translate"
    r"|Reply|Ask|Let|Mark|Include|Remind|Help|Say|Stick|Avoid|Convert|Assume|Number)\b"
)
"""An order as it was given: "Never send them PDFs"."""
_THEIR_OWN = re.compile(r"[A-Z][^,;]{0,60}? (?:(?:is|are|was|were) (?:still |now )?their\b|for them\b)")
"""What is the author's, or so for them: "Payroll is their thing", "No calls before 10 for them"."""
_KIN_WITH_THEM = re.compile(
    r"[A-Z][\w'-]*(?<!s)(?: [\w'-]+){0,3}? (?:lives|stays|works|travels|comes|drives|goes) (?:\w+ )?with them\b"
)
_OF_THEM = re.compile(r"\btheir\b|\bfor them\b")
_THEY = re.compile(
    r"\b(?:they are|they were|they have|they|(?<!you use )(?<!I use )them|theirs|their|themselves)\b", re.IGNORECASE
)
_YOU = {
    "they are": "you are",
    "they were": "you were",
    "they have": "you have",
    "they": "you",
    "them": "you",
    "theirs": "yours",
    "their": "your",
    "themselves": "yourself",
}


_DOINGS = frozenset({"verb", "adverb and verb"})


def _in_first_person(text: str) -> str:
    """Return what is kept of how the bot should answer as the bot says it of itself; what stands in quotes stays."""
    pieces = _QUOTED.split(_ASKS_TO.sub("Asks you to ", text))
    pieces[::2] = [_MEANS_BOT.sub(_as_first_person, piece) for piece in pieces[::2]]
    return "".join(pieces)


_ASKS_TO = re.compile(r"^Asks to ")
_QUOTED = re.compile(r"(\"[^\"]*\"|“[^”]*”|`[^`]*`)")
_MEANS_BOT = re.compile(
    r"(?P<told>\b(?:to|for|with|from|by|of|about|at|on|around|ask|asks|tell|tells|want|wants|need|needs|like|likes|let|have"
    r"|expect|expects|trust|trusts|thank|allow|allows|remind|give|gives|send|sends) )you\b(?!['’])"
    r"|\b(?P<is>you (?:are|were)|you['’]re)\b|\bThe bot(?P<may> (?:may|can|could|should|must)\b)"
    r"|\b(?P<whose>your|yours|yourself|you)\b",
    re.IGNORECASE,
)
_OF_BOT = {
    "your": "my",
    "yours": "mine",
    "yourself": "myself",
    "you": "I",
    "you are": "I am",
    "you're": "I'm",
    "you were": "I was",
}


def _as_first_person(match: re.Match[str]) -> str:
    if match["told"]:
        return f"{match['told']}me"
    if match["may"]:
        return f"I{match['may']}"
    turned = _OF_BOT[match[0].lower().replace("’", "'")]
    return turned[0].upper() + turned[1:] if match[0][0].isupper() else turned


def third_person(text: str, name: str) -> str:
    """Return a canonical text as told about `name` to somebody else: "Dana prefers tabs", "Dana's manager is Kim"."""
    if _THEIR_OWN.match(text) and _reading(text) == "statement":
        return _OF_THEM.sub(lambda match: f"{name}'s" if match[0] == "their" else f"for {name}", text, count=1)
    match _reading(text):
        case "possession":
            return f"{name}'s {_lower_first(text)}"
        case "state":
            return f"{name} is {_lower_first(text)}"
        case "verb" | "adverb and verb":
            return f"{name} {_lower_first(text)}"
    return text


def past_tense(text: str) -> str:
    """Return a canonical text as it is told once it is over: "Lives in Porto" gives "Used to live in Porto".

    "Manager is Kim" gives "Manager was Kim". What is in the past already, and what has no verb, stays as it is.
    """
    word, rest = _first_word(text)
    lower = word.lower().replace("’", "'")
    match _reading(text):
        case "verb" if lower in _PAST:
            return f"{_PAST[lower].capitalize()}{rest}"
        case "verb" if lower not in _words().modals and lower not in _words().past:
            return f"Used to {_second_person_verb(lower)}{rest}"
        case "adverb and verb":
            verb, after = _first_word(rest.lstrip())
            return f"Used to {lower} {_second_person_verb(verb.lower())}{after}"
        case "state":
            return f"Was {_lower_first(text)}"
        case "possession" | "statement":
            return _IS.sub(lambda match: _PAST[match.group()], text, count=1)
    return text


def no_longer(text: str) -> str:
    """Return that a canonical text does not hold any more, as it stands within a sentence.

    "Lives in Porto" gives "no longer lives in Porto", "Is a runner" gives "is no longer a runner", "Name is Alex" gives
    "name is no longer Alex". Of anything else it is said before: "no longer so: doesn't eat meat".
    """
    word, rest = _first_word(text)
    lower = word.lower().replace("’", "'")
    match _reading(text):
        case "verb" if lower in _BEFORE_NO_LONGER:
            return f"{lower} no longer{rest}"
        case "verb" if lower in _words().modals | _words().past | {"was"} or lower.endswith("n't"):
            pass
        case "verb" | "state":
            return f"no longer {_lower_first(text)}"
        case "possession" if found := _IS_OR_ARE.search(text):
            return f"{_lower_first(text[: found.end()])} no longer{text[found.end() :]}"
    return f"no longer so: {in_a_sentence(text)}"


def in_a_sentence(text: str) -> str:
    """Return a canonical text as it stands within a sentence: "prefers tabs", "deploy key is …", "Helen is in Oslo".

    Who does something alone at the beginning of a statement, or bears two names, is taken for somebody.
    """
    next_word = _first_word(_first_word(text)[1].lstrip())[0]
    does = _second_person_verb(next_word.lower()) or next_word[:1].isupper()
    return text if does and not speaks_of_its_author(text) else _lower_first(text)


def speaks_of_its_author(text: str) -> bool:
    """Return whether a canonical text leaves out its author as subject ("Owns a van") or speaks of what is theirs."""
    return _reading(text) != "statement"


def speaks_of_kin(text: str) -> bool:
    """Return whether a text names a relative, partner, housemate or pet anywhere."""
    return any(word.lower() in _words().kin for word in _WORD.findall(text))


def told_on(learned: datetime, now: datetime) -> str:
    """Return when something was learned as people say it: "today", "yesterday", "on 2 March", "on 2 March 2025"."""
    day, today = learned.astimezone(UTC).date(), now.astimezone(UTC).date()
    if day == today:
        return "today"
    if (today - day).days == 1:
        return "yesterday"
    spoken = f"on {day.day} {day:%B}"
    return spoken if day.year == today.year else f"{spoken} {day.year}"


def counted(kind: Kind, count: int) -> str:
    """Return how many memories of a kind there are, in words: "1 preference", "2 about who you are"."""
    one, several = _KINDS[kind]
    return f"{count:,} {one if count == 1 else several}"


def kind_name(kind: Kind) -> str:
    """Return what memories of a kind are called, capitalised: "Preferences"."""
    return _KINDS[kind][1][0].upper() + _KINDS[kind][1][1:]


def _reading(text: str) -> str:
    """Return how a canonical text relates to its author: what is theirs, what they are, what they do, or none of it."""
    word, rest = _first_word(text)
    lower = word.lower().replace("’", "'")
    next_word = _first_word(rest.lstrip())[0].lower()
    if lower in _words().kin or lower in _words().own:
        return "possession"
    if lower in _words().adverbs and _second_person_verb(next_word):
        return "adverb and verb"
    if _second_person_verb(lower) and (lower in _BE or next_word not in _words().predicates):
        return "verb"
    if lower in _words().adjectives or (lower.endswith("ing") and _base_of_gerund(lower)):
        return "state"
    return "statement"


def _first_word(text: str) -> tuple[str, str]:
    """Return the first word and all that follows it, blanks included."""
    match = _WORD.match(text)
    return (match.group(), text[match.end() :]) if match else ("", text)


def _second_person_verb(verb: str) -> str | None:
    """Return the second-person form of a third-person verb, or None for a word that is not known as one."""
    if verb in _BE:
        return _BE[verb]
    if verb in _words().modals or verb in _words().past:
        return verb
    candidates = [verb[:-1]] if verb.endswith("s") and not verb.endswith("ss") else []
    if verb.endswith("ies"):
        candidates.append(verb[:-3] + "y")
    if verb.endswith("es"):
        candidates.append(verb[:-2])
    return next((base for base in candidates if base in _words().verbs), None)


def _base_of_gerund(word: str) -> str | None:
    stem = word[:-3]
    candidates = (stem, stem + "e", stem[:-1] if stem[-1:] == stem[-2:-1] else stem, stem[:-1] + "ie")
    return next((base for base in candidates if base in _words().verbs or base in {"marry", "expect"}), None)


def _turn_inner(rest: str) -> str:
    """Turn round what refers back to the subject: a second verb after "and", "their", "themselves"."""
    rest = re.sub(r"\btheir\b", "your", re.sub(r"(?<= since )they(?= \w)", "you", rest))
    rest = (
        re.sub(r"\b(?:themself|themselves|self)\b(?! )", "yourself", rest)
        if "self" in rest or "selves" in rest
        else rest
    )

    def second(match: re.Match[str]) -> str:
        turned = _second_person_verb(match.group(2).lower())
        return f"{match.group(1)}{turned}" if turned else match.group()

    return re.sub(r"(\b(?:and|but|or) )([a-z]+(?:'t)?)(?= )", second, rest)


def _lower_first(text: str) -> str:
    word, _ = _first_word(text)
    return text if word.isupper() and len(word) > 1 else text[:1].lower() + text[1:]
