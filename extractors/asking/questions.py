"""Understand a message as a query: what is asked for, of what sort, about whom, and when. Pure; the rules are data.

The rules stand in `data/questions.toml`: the attributes people ask for and how they ask, stop words, small talk. How
they ask in other languages stands in the tables of those.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from importlib.resources import files
from typing import Any

from extractors.asking.question_moments import moment_asked
from extractors.asking.question_text import CHANNEL, EDGES, EMOJI_NAME, MENTION, folded, readable
from extractors.asking.question_times import time_asked
from extractors.matching.late_patterns import LatePattern
from extractors.other_languages.languages import asked_for
from memory.records import AnswerType, Moment, Query

_QUOTED = LatePattern(r"[\"“”„«]([^\"“”„«»]{2,80})[\"“”»]")
_OF_ONES_OWN = LatePattern(r"'s (?=names?\b|called\b)| my [\w-]+'s(?= )(?! (?:name|called))")
_ADJECTIVE = LatePattern(r"\bmy (?:current|main|new|actual|primary|latest|own|present|official)\b")
_HAD = LatePattern(
    r"\b(?:which|what) (?P<thing>[\w -]{1,60}?) "
    r"(?:(?:do|did) (?:i|we) (?:use to )?have|had (?:i|we)|have (?:i|we) had)\b"
)
_PARTICLE = LatePattern(r"(?<=[\u30a0-\u30ff\u4e00-\u9fff])(?:から|まで|[はがをにでのもとへ])(?![\u3040-\u309f])")
"""A Japanese particle between or after words in other script than its own."""
_THIRD = r"(?!(?:i|my|home|the|a|an|our|your|you|it|this|that|his|her|their|there|we|me|not|in|on|at|of)\b)[\w.@'-]+"
_SUBJECT = rf"(?:i|we|he|she|they|{_THIRD})"
_OBJECT = rf"(?:me|us|him|her|them|{_THIRD})"

_AUXILIARY = "(?:am|is|are|was|were|do|does|did|have|has|had|can|could|will|would|should|shall|may|might)"
_ASKING = LatePattern(
    r"(?:(?:so|and|but|ok|okay|hey|hi|hello|well|also|then|sorry|(?:quick )?question|psst|oh|um|hm+|please) ){0,8}"
    r"(?:(?:do|can|could|would|did) you (?:know|remember|recall|tell me|remind me|happen to know|say|still know)"
    r"|(?:tell|remind|show) (?:me|us)|any idea|i (?:forgot|forget|wonder|was wondering|wanted to ask)"
    r"|i (?:can|do) not remember|(?!\w+ever\b)(?:which|who|whose|whom|where|why"
    r"|when(?! (?:i|we) (?:ask|say|send|paste|show|answer|reply|write)\b)"
    rf"(?! you (?!{_AUXILIARY}\b)\w+ )"  # "when you cite a rule, …" asks nothing
    r"|what(?! an?\b)|how(?! (?:nice|cool|funny|lovely|great|sweet|sad)\b))"
    rf"|{_AUXILIARY} (?:i|we|you|he|she|they|it|there|my|our|the|your|his|her|their|any\w*|some\w*)\b)"
)
_QUESTION_END = LatePattern(r"(?:[?？]|吗|呢|什么|什么时候|谁|哪里|哪儿|多少|ですか|ますか)[\s.!)\"'”:a-z_]*\Z")
_WH = LatePattern(
    r"\b(?:(?P<who>who|whose|whom)|(?P<where>where(?:abouts)?)"
    r"|(?P<when>when|what time|(?:what|which) (?:day|date|year|month)|how (?:long|late|early|soon))"
    r"|(?P<what>what|which|how|why))\b"
    r"|(?P<who_>谁|誰|だれ)|(?P<when_>什么时候|いつ)|(?P<where_>哪里|哪儿|どこ)|(?P<what_>什么|何|なに)"
)
_YES_NO = LatePattern(rf"{_AUXILIARY}\b")
_FIRST_PERSON = LatePattern(r"\b(?:i|me|my|mine|myself|we|our|ours|us)\b|我|私|僕|俺")
_OTHERS = LatePattern(
    r"\b(?:he|him|his|she|her|hers|they|them|their)\b|\b(?!it|that|what|where|who|how|when|there|here|let)\w+'s\b"
)
_NAME = LatePattern(r"[\w,] (?!I\b)[A-Z][a-z]+")
_OTHER_SUBJECT = LatePattern(rf"\b(?:do|does|did|is|are|was|were|has|have|can|will|should) {_THIRD}")


@dataclass(frozen=True, slots=True)
class _Attribute:
    """One attribute that people ask for: the phrases that name it, and how it is asked for in other words."""

    name: str
    phrases: frozenset[str]
    contents: frozenset[frozenset[str]]
    asks: LatePattern | None
    alone: bool


@dataclass(frozen=True, slots=True)
class _OpenEnded:
    """How attributes that carry their thing are asked for; `always`: without a question too."""

    pattern: LatePattern
    attributes: tuple[str, ...]
    always: bool
    last: bool


@dataclass(frozen=True, slots=True)
class _Rules:
    stop_words: frozenset[str]
    idioms: LatePattern
    rewrites: tuple[tuple[LatePattern, str], ...]
    unspaced_stop: LatePattern
    beside_a_time: frozenset[str]
    small_talk: LatePattern
    everything: LatePattern
    history: LatePattern
    attributes: tuple[_Attribute, ...]
    open_ended: tuple[_OpenEnded, ...]


@lru_cache(maxsize=1)
def _rules() -> _Rules:
    data = tomllib.loads((files("extractors") / "data" / "questions.toml").read_text(encoding="utf-8"))
    small_talk = "|".join(data["small_talk"])
    stop_words = frozenset(data["stop_words"].split())
    return _Rules(
        stop_words=stop_words,
        idioms=LatePattern(r"\b(?:" + "|".join(data["idioms"]) + r")\b"),
        rewrites=tuple((LatePattern(rf"\b(?:{said})\b", re.IGNORECASE), meant) for said, meant in data["rewrites"]),
        unspaced_stop=LatePattern("|".join(sorted(data["unspaced_stop"].split(), key=len, reverse=True))),
        beside_a_time=frozenset(data["beside_a_time"].split()),
        small_talk=LatePattern(rf"(?:(?:{small_talk})(?: |$)){{1,8}}\Z"),
        everything=LatePattern(r"\b(?:" + "|".join(data["everything"]) + r")\b(?! \w+ing\b)"),
        history=LatePattern(r"\b(?:" + "|".join(data["history"]) + r")(?!\w)"),
        attributes=tuple(_attribute(entry, stop_words) for entry in data["attribute"]),
        open_ended=tuple(
            _OpenEnded(
                LatePattern(_filled(entry["pattern"])),
                tuple(entry["attributes"]),
                entry.get("always", False),
                entry.get("last", False),
            )
            for entry in data["open_ended"]
        ),
    )


def _attribute(entry: dict[str, Any], stop_words: frozenset[str]) -> _Attribute:
    phrases = frozenset(phrase.strip() for phrase in entry["words"].split(";"))
    asks = _filled("|".join(entry["asks"]))
    return _Attribute(
        name=entry["name"],
        phrases=phrases,
        contents=frozenset(frozenset(word for word in phrase.split() if word not in stop_words) for phrase in phrases),
        asks=LatePattern(rf"\b(?:{asks})(?!\w)") if asks else None,
        alone=entry.get("alone", False),
    )


def _filled(pattern: str) -> str:
    return pattern.replace("{S}", _SUBJECT).replace("{O}", _OBJECT)


def understand(text: str, *, now: datetime) -> Query:
    """Return what a message asks for; a message without a question still becomes a query by its words.

    Slack's tokens may stand in it (`<@U…>`, `<#C…|general>`, `<https://…|label>`). Greetings, thanks, emoji alone and
    an empty text are small talk: recall nothing. `now`, the time of the message, says what "last March" means.
    """
    rules = _rules()
    people = tuple(dict.fromkeys(match[1] for match in MENTION.finditer(text)))
    plain = readable(text)
    for wording, meant in rules.rewrites:
        plain = wording.sub(meant, plain)
    asked = folded(plain)
    elsewhere = asked_for(MENTION.sub(" ", text))
    when = time_asked(asked, now=now)
    whole = asked.replace(when.words, " ") if when else asked
    everything = elsewhere == "everything" or (bool(rules.everything.search(whole)) and _everything_alone(whole, rules))
    if not everything and _is_small_talk(asked, rules):
        return Query(text=text, small_talk=True, people=people)
    is_question = everything or elsewhere is not None or _is_question(plain, asked)
    then = None if when or not is_question else moment_asked(asked, lambda words: list(_terms(words, rules, "")))
    of_the_time = when.words if when else then.words if then else ""
    asked_without_time = " ".join(asked.replace(of_the_time, " ").split()) if of_the_time else asked
    about_self = elsewhere is not None or _is_about_self(plain, asked, people)
    terms = () if everything else tuple(_terms(plain, rules, when.words if when else ""))
    if when and not everything and rules.beside_a_time.issuperset(terms):
        said = when.words.split()
        terms = tuple(word for word in said if word not in rules.stop_words) or tuple(said)
    if everything:
        attributes: tuple[str, ...] = ()
    elif elsewhere:
        attributes = (elsewhere,)
    else:
        attributes = tuple(_attributes(asked_without_time, terms, rules, is_question))
    small_talk = not (terms or attributes or everything or people or when)
    return Query(
        text=text,
        terms=terms,
        phrases=tuple(" ".join(match[1].lower().split()) for match in _QUOTED.finditer(plain)),
        attributes=attributes,
        answer_type=_answer_type(asked if elsewhere is None else "") if is_question and not small_talk else None,
        is_question=is_question and not small_talk,
        about_self=about_self,
        small_talk=small_talk,
        wants_history=bool(rules.history.search(asked)),
        since=when.since if when else None,
        until=when.until if when else None,
        people=people,
        channels=tuple(dict.fromkeys(match[1] for match in CHANNEL.finditer(text))),
        moment=then.moment if then and _something_is_asked_of(then.moment, terms, attributes) else None,
    )


def _something_is_asked_of(moment: Moment, terms: Sequence[str], attributes: Sequence[str]) -> bool:
    """Return whether a question asks for more than the moment, and something tells what the moment is about."""
    return bool(attributes) or (bool(moment.attributes) and not set(terms).issubset(moment.words))


def _is_small_talk(asked: str, rules: _Rules) -> bool:
    letters = re.sub(r"[^\w' ]", "", asked).strip()
    return not letters or bool(rules.small_talk.match(" ".join(letters.split())))


def _everything_alone(asked: str, rules: _Rules) -> bool:
    """Return whether nothing narrows "what do you know about me" down."""
    rest = rules.idioms.sub(" ", rules.everything.sub(" ", asked))
    return all(word in rules.stop_words or rules.small_talk.match(word) for word in rest.split())


def _is_question(plain: str, asked: str) -> bool:
    return bool(_QUESTION_END.search(plain.lower())) or bool(_ASKING.match(asked))


def _answer_type(asked: str) -> AnswerType:
    first = _WH.search(asked)
    if _YES_NO.match(asked) and not (first and re.match(r"(?:do|can|could|did) you (?:know|remember|tell)", asked)):
        return AnswerType.YES_NO
    if first is None:
        return AnswerType.WHAT if not _YES_NO.match(asked) else AnswerType.YES_NO
    return AnswerType(str(first.lastgroup).rstrip("_"))


def _is_about_self(plain: str, asked: str, people: Sequence[str]) -> bool:
    """Return whether it is about the one who writes: they say "I" or "my", or speak of nobody else."""
    without_asking = re.sub(r"\b(?:tell|remind|show|let|give) (?:me|us)\b|\bi (?:wonder|forgot|forget)\b", " ", asked)
    if _FIRST_PERSON.search(without_asking):
        return True
    speaks_of_others = (
        people or _NAME.search(plain) or _OTHERS.search(without_asking) or _OTHER_SUBJECT.search(without_asking)
    )
    return not speaks_of_others


def _terms(plain: str, rules: _Rules, time_words: str) -> Iterator[str]:
    """Yield the content words, lower-case, in order, once each."""
    lowered = plain.lower()
    lowered = rules.idioms.sub(" ", lowered)
    if not lowered.isascii():
        lowered = _PARTICLE.sub(" ", rules.unspaced_stop.sub(" ", lowered))
    seen = set()
    of_the_time = time_words.split()
    for word in _split(lowered):
        if word in of_the_time:
            of_the_time.remove(word)
        elif word not in seen and word not in rules.stop_words and any(c.isalnum() or ord(c) > 0x2000 for c in word):
            seen.add(word)
            yield word


def _split(lowered: str) -> Iterable[str]:
    for rough in lowered.split():
        emoji = rough.strip(EDGES.replace(":", ""))
        if EMOJI_NAME.match(emoji):
            yield emoji
            continue
        word = rough.strip(EDGES)
        if word.endswith("'s"):
            word = word[:-2]
        yield word


def _attributes(asked: str, terms: Sequence[str], rules: _Rules, is_question: bool) -> Iterator[str]:
    """Yield the attributes asked for, most likely first."""
    seen: set[str] = set()
    first, last = (
        _open_ended(asked, [rule for rule in rules.open_ended if rule.last is is_last], is_question)
        for is_last in (False, True)
    )
    for name in (*first, *_named(asked, terms, rules, is_question), *last):
        if name not in seen:
            seen.add(name)
            yield name


def _open_ended(asked: str, rules: Iterable[_OpenEnded], is_question: bool) -> Iterator[str]:
    """Yield the attributes that carry their thing: "favourite:dinosaur", "preference:coffee", "reference:runbook"."""
    for rule in rules:
        match = rule.pattern.search(asked) if is_question or rule.always else None
        if match:
            thing = (match.groupdict().get("thing") or "").strip()
            yield from (attribute.format(thing=thing) for attribute in rule.attributes)


def _named(asked: str, terms: Sequence[str], rules: _Rules, is_question: bool) -> Iterator[str]:
    """Yield the attributes that are asked for in so many words; where there are none, those that all words name."""
    asked_how = [a.name for a in rules.attributes if is_question and a.asks and a.asks.search(asked)]
    yield from asked_how
    if is_question:
        mine = _OF_ONES_OWN.sub(" ", f" {_ADJECTIVE.sub('my', asked)} ")
        if had := _HAD.search(asked):
            mine += f"my {had['thing']} "
        yield from (
            a.name for a in rules.attributes if not a.alone and any(f" my {phrase} " in mine for phrase in a.phrases)
        )
    if terms and not asked_how:
        said = frozenset(terms)
        yield from (a.name for a in rules.attributes if said in a.contents)
    bare = re.sub(r"^(?:about )?(?:my|our|the|what|where|who) ", "", asked)
    yield from (a.name for a in rules.attributes if bare in a.phrases)
