"""Sentences to clauses by the parse: subject written out, what joined it kept, the openings of chat taken off."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from extractors.matching.late_patterns import LatePattern
from extractors.message import CleanText
from extractors.parsing.sentences import LONGEST_SENTENCE, asks, sentences
from extractors.parsing.words import Line, Word
from extractors.syntax.boundaries import (
    FINITE_TAGS,
    NOMINAL_TAGS,
    PRONOUNS,
    RELATIVES,
    SHARED,
    SUBORDINATORS,
    WEEKDAYS,
    asks_politely,
    being_of,
    is_being_besides,
    is_elsewhere,
    is_finite,
    is_native,
    is_order,
    split,
)
from extractors.syntax.chatter import is_opening_at, openings_by_first
from extractors.syntax.fragments import fragments_joined, told_after
from extractors.syntax.subjects import SHARING, goes_on, not_cleft, own_subject, rejoined

CONDITIONAL = frozenset("if unless whether suppose supposing assuming provided providing imagine pretend".split())
_FIRST_SUBORDINATORS = SUBORDINATORS | {"even"}
_ELLIPTICAL_VERB = frozenset(
    """love hate prefer like enjoy adore detest loathe live work use drink eat have own speak play study teach moved
    grew was had always never usually mostly will would might may could""".split()
)
_OF_WORK = frozenset("mobile phone cell number line email e-mail mail address extension laptop".split())
"""What is somebody's for work: "work mobile's 0113 …"."""
_ELLIPTICAL_STATE = frozenset(
    "allergic vegan vegetarian based originally born away out off on fluent not no new back from "
    "married engaged done over".split()
)
_ELLIPTICAL_PAST = frozenset(
    """given jacked adopted agreed booked bought chose ditched dropped finished gave joined moved passed quit retired
    settled signed sold started stopped swapped switched took turned""".split()
)
_UNDER_WAY = frozenset("training working building writing learning studying planning saving".split())
_BEFORE_PAST = frozenset("just finally recently already officially".split())
_NEW_AT = frozenset("to in at on with here".split())
_NO_STATE_AFTER = frozenset("now here then there today tonight tomorrow".split())
"""What makes of "from" and "on" the opening of a sentence: "from now on", "from tomorrow"."""
_AFTER_NOT = frozenset("like love drink eat do use have own work live care enjoy know want need play speak".split())
FILLERS = frozenset(
    """really actually basically honestly literally definitely totally absolutely genuinely truly obviously tbh ngl
    deadass btw lol haha fyi imo imho just simply also still currently certainly personally nowadays presently kinda
    sorta bloody""".split()
)
_SOFT = frozenset(", : ! . - – — … ~ ? ; ) ( / * # > =".split())
_SORRY = LatePattern(r" , sorry to [\w' ]{3,50}$")
"""Whom a statement is a pity for, behind it. Apart from what trails off, which may come again and again."""
_TRAILING = LatePattern(
    r"(?: (?:[,.!?:;~…–—)(-]+|lol|lmao|rofl|(?:ha){2,}h?|he(?:he)+|xd|btw|tbh|fyi|ngl|imo|imho|though|"
    r"thanks|thank you|thx|cheers|please"
    r"|ok|okay|ya know|you know|eh|right|innit|at last|(?<!not )(?<!or )at all|"
    r"(?<!my )(?<!our )(?<!the )(?<!old )(?<!with )(?<!for )(?<!to )(?<!of )(?:mate|folks|guys|everyone)|"
    r"(?<!after )(?<!at )(?<!of )(?<!with )(?<!for )(?<!to )(?<!them )all|"
    r"(?<!\d )(?<!two |six |ten )(?<!four |five |nine )(?<!three |seven |eight )(?<!eleven |"
    r"twelve )(?<!teen )(?<!ty )people"
    r"|bro|"
    r"dude|man|dear|as of (?:today|now|this (?:week|month))|by the way|to be honest|honestly"
    r"|if that helps|if it matters|just so you know|for the record|i guess|i suppose|i think|i know|"
    r"sorry|not sorry|apparently|obviously"
    r"|oh|anyway|of course|for what it is worth|fwiw|as you know|as always|same as ever|hands down|full "
    r"stop|(?<=, )period|end of|no question|yay"
    r"|woo+|woohoo|ugh|oops|phew|x+|so far so good|etc|ever|too|as well|(?<!right )now|these days|nowadays|at "
    r"the moment|so yeah|or whatever|(?:and|but|so) (?:no|yes|yeah|nope|nah)"
    r"|if you must know|no joke|seriously|believe it or not|if that matters|if anyone asks|if you are "
    r"wondering|just saying|alas|sadly)){1,8}$"
)


@dataclass(frozen=True)
class Clause:
    """One clause. `words` begin with its subject; openings, fillers and trailing chatter are taken off.

    `joined` is the word or mark that led to it ("" for the first of its sentence), `lead` what stands before the
    subject ("on Thursday", "for mockups"), `sentence` the range of its sentence in the clean text. `supplied` tells
    that the subject is not in the clause itself: it is shared with the clause before, or left out.
    """

    text: str
    words: tuple[Word, ...]
    joined: str = ""
    lead: tuple[Word, ...] = ()
    question: bool = False
    conditional: bool = False
    supplied: bool = False
    sentence: tuple[int, int] = (0, 0)
    index: int = 0
    sentence_index: int = 0
    last: bool = True
    under_condition: bool = False
    opening: str = ""

    @cached_property
    def line(self) -> Line:
        """The words as one string, with the way back to the clean text."""
        return Line(self.text, self.words)

    @cached_property
    def string(self) -> str:
        """The normalised words, one space between."""
        return self.line.string

    @cached_property
    def lead_string(self) -> str:
        """The normalised words before the subject."""
        return " ".join(word.norm for word in self.lead)

    @property
    def start(self) -> int:
        """Where the clause begins in the clean text, its lead included."""
        return self.lead[0].start if self.lead else self.words[0].start

    @property
    def end(self) -> int:
        """Where the clause ends in the clean text."""
        last = self.words[-1].end
        if last < self.words[0].start:  # it ends with what stands for a pronoun
            last = max(word.end for word in self.words)
        return max(last, self.lead[-1].end if self.lead else 0)


def clauses(clean: CleanText, words: Sequence[Word], start: int = 0, end: int | None = None) -> list[Clause]:
    """Return the clauses that the parsed words make between two offsets of the clean text, in order.

    Args:
        clean: The text the words were read from.
        words: All its words, parsed.
        start: Offset to begin at.
        end: Offset to stop before; the end of the text where none is given.
    """
    stop = len(clean.plain) if end is None else end
    found: list[Clause] = []
    position = 0
    for first, last in sentences(clean.plain):
        first, last = max(first, start), min(last, stop)
        if first >= last:
            continue
        while position < len(words) and words[position].end <= first:
            position += 1
        begin = position
        while position < len(words) and words[position].start < last and position - begin < LONGEST_SENTENCE:
            position += 1
        pieces = list(fragments_joined(_of_sentence(clean, words[begin:position], (first, last), len(found))))
        if pieces and found and (told := told_after(found[-1], pieces[0])) is not None:
            pieces[0] = replace(told, index=found.pop().index)
        for at, piece in enumerate(pieces[1:], start=1):
            ordered = at > 1 and piece.words[0].tag in {"VB", "VBP"} and pieces[0].words[0].tag == "VB"
            aside = at > 1 and piece.joined == "and" and _parted(pieces[at - 1], piece)
            if (
                pieces[at - 1].conditional
                and piece.joined in {"and", "or"}
                and not (ordered or aside or _depends(piece))
            ):
                pieces[at] = replace(piece, conditional=True)
        condition = next((piece for piece in pieces if piece.conditional and not _COURTESY.match(piece.string)), None)
        if len(pieces) == 1 and condition is None:
            found += pieces  # as most are: the first and the last of their sentence
            continue
        for at, piece in enumerate(pieces):
            held = condition is not None and _depends(piece)
            last = at == len(pieces) - 1
            asks = piece.question and not (last and _gives_reason(piece))
            found.append(replace(piece, sentence_index=at, last=last, under_condition=held, question=asks))
    return found


def _parted(condition: Clause, clause: Clause) -> bool:
    """Return whether a comma ends a condition behind its statement: "I speak Finnish, if that helps, and …"."""
    return "," in condition.text[condition.end : clause.start]


def _gives_reason(clause: Clause) -> bool:
    """Return whether a clause only tells why something is asked: "any oat milk, since I'm vegan?"."""
    return clause.joined in {"since", "because"} and clause.words[0].norm in {"i", "we"} and not clause.supplied


_COURTESY = LatePattern(
    r"(?:anyone|anybody|someone|somebody) (?:wants?|needs?|fancies|cares|is (?:around|looking|wondering|interested))\b"
    r"|(?:that|it) is (?:ok|okay|all right|alright|fine|possible|cool|no trouble|not too much)"
    r"(?: (?:with|by|for) (?:you|everyone|all))?(?=$| ,)|(?:that|it) is$"
)
"""What a statement does not hang on: "I'll be in Leeds on Friday if anyone wants to meet"."""


def _depends(clause: Clause) -> bool:
    """Return whether a clause says what would follow from a condition in its sentence."""
    if _ABLE.match(clause.string):
        return clause.joined in {"then", "main"}
    return any(
        word.norm in {"would", "will", "could", "might", "should", "can"} for word in clause.words[:4]
    ) or clause.joined in {"then", "main"}


_ABLE = LatePattern(r"(?:i|we) can not (?:stand|bear|abide|eat|drink|have)\b")
"""What holds whatever happens: "I can't stand the radio, so if it's silent …"."""


def _of_sentence(clean: CleanText, words: Sequence[Word], sentence: tuple[int, int], index: int) -> Iterator[Clause]:
    words = _by_relation(_spelled_out(words))
    question = asks(clean.plain[slice(*sentence)])
    asked = _ASKS_LATER.search(clean.plain, *sentence) if question else None
    subject: Word | None = None
    person: Sequence[Word] = ()
    being: Sequence[Word] | None = None
    opened, others, ordered = "", False, False
    for joined, piece in rejoined(split(words, clean.emoji)):
        if len(piece) > 3 and [word.norm for word in piece[-2:]] in _GUESSING:
            piece = piece[:-2]  # "call me Ewka I guess"
        opening, rest = strip_opening(piece)
        opened = f"{opened} {opening}".strip()
        if not rest:
            continue
        opening, opened = opened, ""
        conditional = rest[0].norm in CONDITIONAL or joined in CONDITIONAL or opening.endswith((" if", " unless"))
        opening_subordinate = rest[0].norm in _FIRST_SUBORDINATORS and len(rest) > 2 and not _is_time(rest)
        if opening_subordinate:
            joined = joined if joined in CONDITIONAL else rest[0].norm
            rest = rest[1:]
        elif (
            rest[0].norm == "that"
            and clean.text[max(0, rest[0].start - 4) : rest[0].start].lower().endswith("now ")
            and len(rest) > 2
        ):
            joined, rest = "since", rest[1:]  # "now that we have the twins, …"
        if joined == "if" and [word.norm for word in rest[:2]] == ["you", "ever"]:
            joined, conditional = "whenever", False
        lead, rest = _lead(not_cleft(rest))
        if lead and [word.norm for word in rest[:2]] in _GUESSING and (len(rest) == 2 or rest[2].norm == ","):
            lead, rest = [], [*lead, *rest[2:]]  # "trains over planes I guess, any day"
        if orders(lead) and lead[-1].norm in _ON_WHICH:
            lead, rest = [], [*lead, *rest]  # "keep it to one paragraph when I ask for a bulletin"
        elif orders(lead) and (lead[-1].norm in _BREAKS or lead[-1].norm in _BECAUSE):
            asked_for = _without_chatter(clean.text, lead[:-1])
            if asked_for:
                order = Clause(text=clean.text, words=tuple(asked_for), joined=joined, opening=opening)
                yield replace(order, question=question, sentence=sentence, index=index)
                index, opening, ordered = index + 1, "", True
                joined, lead = lead[-1].norm, []
        supplied = False
        first = rest[0]
        asking = question and not (asked and rest[-1].end <= asked.start())
        if first.norm in {"i", "we"}:
            subject = first
        elif person and joined in SHARING and goes_on(rest) and not lead and not _of_a_person(rest, person):
            rest = [*person, *rest]
            supplied = True
        elif subject is not None and _continues(rest, joined) and not _orders(rest, subject, after_order=ordered):
            rest = [_supplied(subject.norm, first), *rest]
            supplied = True
        elif subject is not None and joined == "and" and first.tag == "IN" and is_elsewhere(rest):
            when = 2 if first.norm == "on" and rest[1].norm in WEEKDAYS else 0
            lead, rest = rest[:when], [_supplied(subject.norm, first), _supplied("am", first), *rest[when:]]
            supplied = True
        elif subject is not None and joined == "and" and being is not None and is_being_besides(rest, 0, being):
            rest = [*(_supplied(norm, first) for norm in (subject.norm, *(being_of(being) or ()))), *rest]
            supplied = True
        elif (
            not (others and joined in {"and", "but", "or"})
            and not (joined == "and" and first.norm in {"never", "always"} and being is not None and is_order(being))
            and not _is_topic(rest, clean.text)
            and (elliptical := _elliptical(rest, joined, asking)) is not None
        ):
            rest = elliptical
            supplied = True
            subject = rest[0]
        elif first.norm not in FILLERS:
            subject = None if first.norm in PRONOUNS or first.tag in NOMINAL_TAGS else subject
            ordered = ordered or (first.tag == "VB" and not joined)
        person, being = own_subject(rest), rest
        others = rest[0].norm not in {"i", "we"} and any(is_finite(rest, at) for at in range(len(rest)))
        rest = _without_chatter(clean.text, rest)
        if rest:
            yield Clause(
                text=clean.text,
                words=tuple(rest),
                joined=joined,
                lead=tuple(lead),
                question=asking,
                conditional=conditional,
                supplied=supplied,
                sentence=sentence,
                index=index,
                opening=opening,
            )
            index += 1


def orders(lead: Sequence[Word]) -> bool:
    """Return whether what stands before a subject is an order of its own: "stop adding a summary, I only read …"."""
    told = [word for word in lead if word.norm not in _COURTEOUS]
    if len(told) < _ORDER_WORDS or told[0].norm in _SUPPOSING:
        return False
    return told[0].tag == "VB" or (told[0].norm == "do" and told[1].norm == "not")


_ORDER_WORDS = 4
"""Words of the shortest order that is told apart, with what breaks it off."""
_COURTEOUS = frozenset("please pls just always never also and but so then kindly maybe ok okay".split())
_SUPPOSING = frozenset("imagine pretend suppose picture say assume consider guess come let thank speak judge".split())
_BREAKS = frozenset({",", ";", "-", "–", "—"})
_BECAUSE = frozenset({"because", "since", "cos", "cause"})
_ON_WHICH = frozenset({"when", "whenever", "if", "unless"})
_GUESSING = (["i", "guess"], ["i", "suppose"], ["i", "reckon"])
_ASKS_LATER = LatePattern(
    r"[,;–—-] ?(?:(?:and|but|so) )?(?:any(?:one|body)|some(?:one|body)|does|do|did|is|are|can|could|would|will|who|what"
    r"|where|when|how|why|which|should|shall)(?: [^\s,;?]+){3,}\?\W*$",
    re.IGNORECASE,
)
"""What asks, of a sentence that told something before: "switched to zsh, anyone got a decent prompt?"."""


def _spelled_out(words: Sequence[Word]) -> Sequence[Word]:
    """Return the words with each short "is" that is a verb written out: "…, its Tuesday now", "the lift's out"."""
    spelled: list[Word] = []
    for position, word in enumerate(words):
        if word.norm == "its" and _is_only_verb(words, position):
            spelled += [_read_as("it", "PRP", word), _read_as("is", "VBZ", word)]
        elif word.norm in {"is", "'s"} and position and _is_perfect(words, position):
            spelled.append(_read_as("has", "VBZ", word))
        elif word.norm == "is" and _after(words, position) == "have":
            continue
        elif word.norm == "have" and position and words[position - 1].norm == "is":
            spelled.append(_read_as("has", "VBZ", word))  # "it's gotta be done"
        elif word.norm == "'s" and _is_verb(words, position):
            spelled.append(_read_as("is", "VBZ", word))
        else:
            spelled.append(word)
    return spelled


def _by_relation(words: Sequence[Word]) -> Sequence[Word]:
    """Return the words with who somebody is before their name: "Hana (my partner) has …", "my sister (Ines) has …"."""
    opened = next((at for at, word in enumerate(words) if at and word.norm == "("), None)
    closed = next((at for at, word in enumerate(words) if opened and at > opened + 1 and word.norm == ")"), None)
    if not opened or closed is None or closed - opened > _ASIDE or not _goes_on(words, closed + 1):
        return words
    within = words[opened + 1 : closed]
    if len(within) == 1 and within[0].tag == "NNP" and words[max(0, opened - 2)].norm in _OWN:
        return [*words[:opened], *within, *words[closed + 1 :]]
    first = opened - 1
    while first and opened - first < _LONGEST_NAME and words[first - 1].tag == "NNP":
        first -= 1
    if within[0].norm not in _OWN or (first and words[first - 1].norm not in _BEFORE_SOMEBODY):
        return words
    return [*words[:first], *within, *words[first:opened], *words[closed + 1 :]]


def _goes_on(words: Sequence[Word], position: int) -> bool:
    """Return whether what somebody does stands there."""
    return position < len(words) and (is_finite(words, position) or words[position].tag in {"VBN", "NNS"})


_OWN = frozenset({"my", "our"})
_ASIDE = 6
"""Words in which brackets close that tell who somebody is."""
_LONGEST_NAME = 3
_BEFORE_SOMEBODY = frozenset(", . ! : and but so because that - – — )".split())


def _is_perfect(words: Sequence[Word], position: int) -> bool:
    """Return whether a short "is" is one of "has": "it's got to be done", "she's also done the lights"."""
    at = position + 1
    if at + 1 < len(words) and words[at].tag == "RB":
        at += 1
    if at >= len(words):
        return False
    done = words[at].norm in _PERFECTS and at + 1 < len(words) and words[at + 1].tag in {"DT", "PRP$"}
    if words[position - 1].norm in {"he", "she"} and words[at].norm in {"moved", "switched"}:
        return True
    return done or words[at].norm in {"got", "been", "had"}


_PERFECTS = frozenset(
    "done passed agreed taken moved changed left sent broken lost booked bought sold joined signed".split()
)
"""What with an object behind it was done and not undergone: "she's passed the drains"."""


def _after(words: Sequence[Word], position: int) -> str:
    return words[position + 1].norm if position + 1 < len(words) else ""


def _is_only_verb(words: Sequence[Word], position: int) -> bool:
    """Return whether the "its" there is the only verb of its clause."""
    if position and words[position - 1].norm not in {",", ".", "now", "more", "longer", "–", "-", "and"}:
        return False
    rest = words[position + 1 : position + 9]
    if position and words[position - 1].norm == "and" and _names_a_thing(rest):
        return False  # "the source and its year"
    stop = next((at for at, part in enumerate(rest) if part.norm in {",", ";"}), len(rest))
    return stop > 0 and not any(is_finite(rest, at) for at in range(stop))


def _names_a_thing(words: Sequence[Word]) -> bool:
    """Return whether words begin with a thing's name, with no article."""
    first, second = (*(word.tag for word in words[:2]), "", "")[:2]
    return first in {"NN", "NNS"} or (first == "JJ" and second in {"NN", "NNS"})


def _is_verb(words: Sequence[Word], position: int) -> bool:
    """Return whether the "'s" there is no genitive: a subject stands before it, and no noun of its own after it.

    No noun has a genitive before "a", "my", "in" or "not"; but "at St Luke's in Leeds" names a place.
    """
    if not position or position + 1 == len(words) or words[position - 1].tag not in NOMINAL_TAGS:
        return False
    first = position - 1
    while first and (words[first - 1].tag in NOMINAL_TAGS or words[first - 1].tag.startswith("JJ")):
        first -= 1
    if first and words[first - 1].norm not in _BEFORE_SUBJECT:
        return False
    following = words[position + 1]
    if following.norm[:1].isdigit():
        return words[position - 1].norm in _DATED_NOUNS
    states = following.tag in {"JJ", "VBN"} or following.norm in _STATES
    states = states or any(character.isdigit() for character in following.norm)
    if states and (position + 2 == len(words) or words[position + 2].norm in _BEHIND_STATE):
        return True
    if following.tag == "NNP" and words[position - 1].norm == "name":
        return True
    return following.tag in {"DT", "PRP$", "IN"} or following.norm in _AFTER_SHORT_IS


_STATES = frozenset("vegan vegetarian veggie pescatarian coeliac celiac diabetic retired single".split())
"""How somebody is, which may be read as nouns."""
_BEHIND_STATE = frozenset(", . ; ! ? ) – — and but so because or".split())
"""What ends what somebody is said to be: "our Ida's vegan and …", where no noun of Ida's follows."""
_BEFORE_SUBJECT = frozenset(", . ; : ! ? ( ) – — - and but so because if when since that yes no".split())
_DATED_NOUNS = frozenset("birthday anniversary bday deadline".split())
_AFTER_SHORT_IS = frozenset(
    """not here there out off down up back away called always never also just still only gone due allergic from very
    too""".split()
)


def _read_as(norm: str, tag: str, word: Word) -> Word:
    """Return a word as it is read, where its author wrote it."""
    read = Word(norm, word.start, word.end)
    read.tag, read.head, read.index = tag, word.head, word.index
    return read


def _supplied(norm: str, before: Word) -> Word:
    """Return a word that is not in the text: the subject that `before` shares."""
    return Word(norm, before.start, before.start)


def _without_chatter(text: str, words: Sequence[Word]) -> list[Word]:
    """Return the words without fillers and without what trails off at the end."""
    kept: list[Word] = []
    position = 0
    while position < len(words):
        word = words[position]
        following = words[position + 1].norm if position + 1 < len(words) else ""
        if (
            word.norm in {"kind", "sort"}
            and following == "of"
            and kept
            and kept[-1].norm not in {"a", "the", "this", "that", "what", "any", "some"}
        ):
            position += 2
            continue
        if (
            word.norm in FILLERS
            and kept
            and text[word.start - 1] not in '"“«'  # never write "simply"
            and word.tag != "JJ"
            and kept[-1].norm not in {"the", "a", "our", "my"}
        ):
            position += 1
            continue
        if (
            word.norm == "do"
            and len(kept) == 1
            and kept[0].norm in {"i", "we"}
            and following in {"like", "love", "prefer", "enjoy", "hate", "need", "have", "want"}
        ):
            position += 1
            continue
        kept.append(word)
        position += 1
    string = " " + " ".join(word.norm for word in kept)
    trailing = _SORRY.search(string) or _TRAILING.search(string)
    if trailing:
        closes_link = len(kept) > 2 and kept[-1].norm == ")" and kept[-2].norm.startswith("http")
        if not closes_link:
            kept = list(Line(text, kept).words_between(0, trailing.start() - 1)) if trailing.start() else []
    if len(kept) > _SHORTEST_WITH_ME and kept[0].norm == "i" and [word.norm for word in kept[-2:]] == [",", "me"]:
        del kept[-2:]  # "I can't abide voice notes, me"
    while kept and kept[-1].norm in {",", "and", "but", "or"}:
        kept.pop()
    return kept


_SHORTEST_WITH_ME = 4


def strip_opening(words: Sequence[Word]) -> tuple[str, list[Word]]:
    """Return the chatter that words open with ("ok so", "fun fact:"), and the rest."""
    position = 0
    norms = tuple(word.norm for word in words)
    while position < len(words):
        norm = norms[position]
        if norm in _SOFT:
            position += 1
            continue
        for opening in openings_by_first().get(norm, ()):
            stop = position + len(opening)
            if norms[position:stop] == opening and is_opening_at(opening, words, stop, is_finite):
                position = stop
                break
        else:
            break
    if position and norms[position : position + 1] == ("that",) and not _SUBJECTS.isdisjoint(norms[position + 1 :][:1]):
        position += 1  # "heads up that our tests live in Qase"
    return " ".join(norms[:position]), list(words[position:])


_SUBJECTS = frozenset("the our my we i a an your all any no every each".split())
"""What begins the subject of a statement behind "that"."""


def _lead(words: list[Word]) -> tuple[list[Word], list[Word]]:
    """Return the adverbials before the subject, and the words from the subject on."""
    if words[0].norm in PRONOUNS or words[0].tag in {"PRP$"}:
        return [], words
    for position, word in enumerate(words[:9]):
        if is_finite(words, position) or word.norm in _NO_LEAD:
            break
        if (
            position
            and word.norm in {"i", "we"}
            and position + 1 < len(words)
            and not (words[position + 1].norm in {"own", "have", "use"} and position + 2 == len(words))
            and words[position - 1].norm not in {"and", "or", "like", "as", "than"}
        ):
            if words[0].tag == "VB" and words[position - 1].norm in SUBORDINATORS:
                return [], words  # "keep it short when I ask …"
            named = words[0].tag in _NAMING_TAGS and not any(one.tag == "PRP" for one in words[:position])
            if words[position - 1].norm in _AT_TIMES and position > _NAMED_ALONE and named:
                return [], words  # "Keiko signs for them when I am away", whatever "signs" is taken for
            if position + 3 < len(words) and words[position + 1].norm in _OF_THINGS and _is_there(words[position + 2]):
                return [], words  # "the catalogue I use is …"
            if words[0].norm in _DETERMINERS and _is_told_of(words, position):
                return [], words  # "the bridge we are building at Dunkwa will take traffic …"
            return words[:position], words[position:]
        if (
            position
            and word.norm in {"my", "our"}
            and words[position - 1].tag not in {"IN", "TO", "CC", "VBG", "VB"}
            and any(is_finite(words, later) for later in range(position + 1, min(len(words), position + 6)))
            and words[0].tag in {"IN", "RB", "NNP", "NNPS", "NNS"}
        ):
            return words[:position], words[position:]
    return [], words


_AT_TIMES = frozenset({"when", "whenever", "while"})
_NAMING_TAGS = frozenset({"NNP", "NNPS", "DT", "PRP$"})
_NAMED_ALONE = 2
"""Words before a subject that say nothing of their own with "when" behind them."""
_NO_LEAD = frozenset("who which that how what why been".split())
_DETERMINERS = frozenset("the my our every all each any".split())


def _is_told_of(words: Sequence[Word], subject: int) -> bool:
    """Return whether "I" there only tells which thing is meant, whose own verb comes later in the same breath."""
    if words[subject - 1].tag not in {"NN", "NNS", "NNP", "NNPS"} or words[subject - 1].norm in TIMES:
        return False
    for at in range(subject + 2, min(len(words), subject + 10)):
        word = words[at]
        if word.norm in _NOT_BETWEEN:
            return False
        if word.tag == "VBZ" or (word.tag in {"MD", "VBD"} and words[at - 1].tag in NOMINAL_TAGS):
            return word.norm != "'s"  # none of them is the verb of "I"
    return False


TIMES = frozenset(
    """time times day days week weeks weekend weekends month months year years morning mornings afternoon afternoons
    evening evenings night nights spring summer autumn fall winter season term quarter moment minute hour hours half
    noon holiday holidays christmas easter ramadan january february march april may june july august september october
    november december mon tue tues wed thu thur thurs fri sat sun""".split()
)
"""What before a subject is a time, and nothing that the author does something with."""
_NOT_BETWEEN = (
    PRONOUNS
    | RELATIVES
    | SUBORDINATORS
    | frozenset({",", ":", "-", "–", "—", "and", "or", "but", "that", "what", "how"})
)
_OF_THINGS = frozenset(
    "use have run own drive keep want need like love prefer read wear play teach lead manage grow".split()
)
"""Verbs that tell, between a thing and what it is, which one of the author's it is."""


def _is_there(word: Word) -> bool:
    return word.norm in {"is", "are", "was", "'s", "lives", "sits", "has"}


def _is_time(words: list[Word]) -> bool:
    """Return whether words open with a time and no clause: "since January I sleep in town"."""
    if [word.norm for word in words[:2]] == ["as", "of"]:
        return True
    if words[0].norm not in {"since", "until", "till", "before", "after"}:
        return False
    lead, _ = _lead(words)
    return len(lead) > 1


def _continues(words: Sequence[Word], joined: str) -> bool:
    """Return whether the words go on with the verb of the subject before: "… and work at Acme"."""
    if joined not in {"and", "but", ",", "or", "so", "then", "plus", "yet", "–", "—", "-", ";"}:
        return False
    if asks_politely(words, 0) or asks_somebody(words):
        return False
    if words[0].norm == "work" and len(words) > 1 and words[1].norm in _BEING_SO:
        return False  # "I stay at Ruaka, work is in Westlands"
    if joined == "," and words[0].norm == "like" and len(words) > 1 and words[1].norm in {"a", "an"}:
        return False  # "on the first of March, like a proper Welshman"
    position = 0
    while (
        position < len(words) - 1
        and (words[position].tag == "RB" or words[position].norm in FILLERS)
        and words[position].norm != "not"
    ):
        position += 1
    return (
        words[position].norm in SHARED
        or words[position].tag in FINITE_TAGS
        or (words[position].tag == "VB" and joined in {"and", "but"})
    )


_BEING_SO = frozenset("is was has will".split())


def asks_somebody(words: Sequence[Word]) -> bool:
    """Return whether the words ask somebody for something: "(so) can you swap the gloves"."""
    return len(words) > 1 and words[0].norm in _ABLE_TO and words[1].norm in _ASKED


_ABLE_TO = frozenset("can could would will".split())
_ASKED = frozenset("you we somebody someone anyone anybody".split())


def _orders(words: Sequence[Word], subject: Word, *, after_order: bool) -> bool:
    """Return whether what would share "I" is an order to somebody else: "I'm on a tram, so give me the short one"."""
    if subject.norm != "i" or words[0].tag not in {"VB", "VBP"} or words[0].norm == "do":
        return False
    return after_order or any(word.norm == "me" for word in words[1:_NEAR])


_NEAR = 4
"""Words of an order among which whom it is to be done for is named."""


def _elliptical(words: list[Word], joined: str, question: bool) -> list[Word] | None:
    """Return the words with the "I" or "I am" that chat leaves out, or None where nothing was left out."""
    if question or joined in RELATIVES:
        return None
    first, second = words[0], words[1] if len(words) > 1 else None
    if second is None or second.norm in PRONOUNS:
        return None
    if first.norm in {"can", "do"} and second.norm == "not":
        third = words[2].norm if len(words) > 2 else ""
        if third in _AFTER_NOT or (
            first.norm == "can" and third in {"stand", "bear", "eat", "have", "drink", "do", "abide", "be"}
        ):
            return [_supplied("i", first), *words]
        return None
    if first.norm == "work" and second.norm in _OF_WORK | _BEING_SO:
        return None
    if second.norm.isdigit() and len(words) > 3 and is_finite(words, 2):
        return None  # "ward 6 gets its trays early"
    if first.norm == "were" and (second.tag == "VBG" or second.norm == "based"):
        return [_supplied("we", first), _read_as("are", "VBP", first), *words[1:]]  # "were moving in May" is "we're"
    if first.norm == "brought" and second.norm == "up" and len(words) > 2 and words[2].norm in _AT_HOME:
        return [_supplied("i", first), _supplied("was", first), *words]
    if first.tag in {"VBD"} or first.norm in _ELLIPTICAL_VERB:
        return [_supplied("i", first), *words]
    if first.norm in _ELLIPTICAL_PAST or (first.norm in _BEFORE_PAST and _tells_of_past(second)):
        return [_supplied("i", first), *words] if not _own_subject(words) else None
    if (first.norm in {"big", "huge", "massive"} and second.norm == "fan") or is_native(words):
        return [_supplied("i", first), _supplied("am", first), _supplied("a", first), *words]
    if first.norm in {"got", "met", "saw"}:
        return [_supplied("i", first), _read_as(first.norm, "VBD", first), *words[1:]]
    if first.norm == "been" and second.norm not in _NO_STATE_AFTER:
        return [_supplied("i", first), _supplied("have", first), *words]
    if first.norm == "am":
        return [_supplied("i", first), *words]
    if first.norm == "gone" and second.norm == "off":
        return [_supplied("i", first), _supplied("have", first), *words]
    if first.norm in {"born", "raised"} or _is_given_post(words):
        return [_supplied("i", first), _supplied("was", first), *words]
    if first.tag == "VBG" and _is_subject(words):
        return None
    if (
        first.norm in _UNDER_WAY
        and second.norm in {"for", "on", "to", "a", "an", "the", "my", "our"}
        and not any(is_finite(words, position) for position in range(len(words)))
    ):
        return [_supplied("i", first), _supplied("am", first), *words]
    if second.norm == "forward" or (second.norm == "by" and first.norm in {"going", "judging"}):
        return None  # "going forward, no tables", "judging by the log Ann was first"
    if (first.tag == "VBG" and first.norm.endswith("ing")) or (
        first.norm in _ELLIPTICAL_STATE and _is_state(words) and not _own_subject(words)
    ):
        return [_supplied("i", first), _supplied("am", first), *words]
    return None


def _is_given_post(words: Sequence[Word]) -> bool:
    """Return whether words begin with what somebody was made: "sworn in as a reservist", "made foreman on Friday"."""
    third = words[2].tag if len(words) > 2 else ""
    match words[0].norm, words[1].norm:
        case "sworn", "in":
            return True
        case "voted", "in":
            return words[2:3] != [] and words[2].norm == "as"
        case "elected", "to":
            return third in {"DT", "PRP$"}
        case (("made" | "voted" | "elected" | "appointed"), post):
            return post in _POSTS
    return False


def _of_a_person(words: Sequence[Word], subject: Sequence[Word]) -> bool:
    """Return whether words tell where somebody is, and not of the place before: "native place is …, settled in …"."""
    return words[0].norm in {"settled", "based", "living"} and subject[-1].norm in {"place", "village", "town", "city"}


_POSTS = frozenset(
    """foreman forewoman captain partner head chair chairman chairwoman chief manager supervisor deputy sergeant
    secretary treasurer president redundant permanent rep steward convenor""".split()
)


def _is_topic(words: Sequence[Word], text: str) -> bool:
    """Return whether words only name what the rest of their sentence is about: "on Halden, the goal is …"."""
    if (
        len(words) == _LABEL
        and words[0].tag == "VBG"
        and words[1].tag in NOMINAL_TAGS
        and text.startswith(":", words[-1].end)
    ):
        return True  # "opening hours: 9 to 5"
    named = words[0].norm == "on" and 1 < len(words) <= _LONGEST_TOPIC and text[words[1].start].isupper()
    return named and words[1].norm not in WEEKDAYS and _GOES_ON.match(text, words[-1].end) is not None


_LABEL = 2
"""Words of what is told behind a colon."""
_LONGEST_TOPIC = 4
"""Words."""
_GOES_ON = LatePattern(r"\s*[,:]\s*(?:the|our|we|its|their)\b", re.IGNORECASE)
_AT_HOME = frozenset("in on near at by outside around between among bilingual speaking".split())


def _tells_of_past(word: Word) -> bool:
    return word.norm in _ELLIPTICAL_PAST or word.tag == "VBD"


def _is_state(words: Sequence[Word]) -> bool:
    """Return whether the first word says how or where the author is: "new to Go", but not "new number"."""
    first, second = words[0].norm, words[1].norm
    if first == "no":
        return second == "longer"
    if second == "tomorrow" and first in {"out", "off", "away"}:
        return True
    return second in _NEW_AT if first == "new" else second not in _NO_STATE_AFTER


def _own_subject(words: Sequence[Word]) -> bool:
    """Return whether a subject and its verb follow in the same breath: "on Saturday the neighbour was drilling"."""
    for position, word in enumerate(words[1:10], start=1):
        if word.norm == "," or word.norm in SUBORDINATORS | RELATIVES | {"and", "or", "but", "that", "what", "how"}:
            return False
        if is_finite(words, position):
            return words[position - 1].tag in NOMINAL_TAGS or words[position - 1].norm in PRONOUNS
    return False


def _is_subject(words: Sequence[Word]) -> bool:
    """Return whether the words open with a gerund that is, or belongs to, a subject: "packaging for tea has to …"."""
    for position, word in enumerate(words[:9]):
        if word.tag in {"PRP", "WDT", "WP", "WRB", ","} or word.norm in {"that", "and", "but"}:
            return False
        if position > 1 and word.tag in {"VBZ", "MD"} and words[position - 1].tag.startswith("NN"):
            return True
        if position == 2 and word.norm in _ARE and words[1].tag in {"NNS", "NNPS"}:
            return True  # "running notes are in Notion"
        if position == 2 and word.tag in {"VBD", "VBN"} and words[1].tag == "NN" and len(words) == _SHORTEST_TOLD:
            return True  # "reporting line changed"
        if position == 1 and (word.tag in {"VBZ", "MD"} or word.norm in _TAKES_PLACE):
            return True
    return False


_SHORTEST_TOLD = 3
"""Words of a subject of two and its verb."""
_ARE = frozenset("are were have live sit go hang".split())
_TAKES_PLACE = frozenset("starts begins kicks opens closes ends finishes runs".split())
