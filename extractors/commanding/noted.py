"""What a reply puts right in the bot's word that it noted something: "Noted: Owns a Syrena from 1967", "no, 1964".

The reply names only the new value. What kind of thing it is (a number, days of the week, a name, a word spelled much
like one in the note) tells which words of the note it takes the place of; where that is not plain, nothing is read. A
reply may also say that all of the note is over: "we sold it", "that one's history".
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, timedelta
from difflib import SequenceMatcher

from extractors.commanding.corrections import stated_by
from extractors.days.dates import find_dates
from extractors.matching.late_patterns import LatePattern
from extractors.statements.profile import ANY_DAY
from extractors.statements.rules import Found, capitalised
from extractors.syntax.canonical import third_person
from extractors.syntax.clauses import Clause
from memory.records import CandidateOp, Kind

_LONGEST = 300
"""Characters of a reply that is read; a longer one says more than a correction."""
_MOST_WORDS = 6
"""Words of a new value."""
_ALIKE = 0.65
"""How much a word has to resemble the one that it corrects (0.0 to 1.0)."""

_OPENING = LatePattern(
    r"\W*(?:(?:ok|okay|alright|all right|right|sure|great|perfect|thanks|done|gotcha)\b\W*)?"
    r"(?:noted|saved|stored|kept|got (?:it|that|u|you)|gotcha|remembered|recorded|updated|added"
    r"|here is what i (?:know|have)|i(?:['’]ve| have|['’]ll| will) (?:noted|saved|stored|kept|keep|got"
    r"|remembered|remember"
    r"|added|recorded|written)|you(?:['’]ve| have)? asked me to (?:keep|remember))\b"
    r"(?: (?:to memory|in mind|about you|down|for you)){0,8}\W*(?:i['’]ll remember\b\W*)?(?:that\b\W*)?(?=\w)",
    re.IGNORECASE,
)
_CLOSING = LatePattern(r"\W+(?:noted|saved|got it|remembered)\W*$|[\s.!*_]+$", re.IGNORECASE)
_YOURS = LatePattern(r"your (?P<what>[^.;]+?) as (?P<v>[^.;]+)$", re.IGNORECASE)
_YOU = LatePattern(r"you (?P<verb>[a-z]+)\b", re.IGNORECASE)
_BEING = {"are": "is", "have": "has", "were": "was"}


def notes_in(parent: str) -> list[str]:
    """Return what a message of the bot says that it noted, in the third person; none for any other message."""
    if greets := _GREETS.match(parent):
        return [f"Name is {greets['v']}"]
    opening, closing = _OPENING.match(parent), _CLOSING.search(parent)
    if opening is None and (closing is None or closing[0].strip(" .!*_,") == ""):
        return []
    rest = parent[opening.end() if opening else 0 :]
    rest = _CLOSING.sub("", rest[:_LONGEST]).strip(" .!*_")
    if called := _CALLED.fullmatch(rest):
        return [f"Name is {called['v']}"]
    return [capitalised(_turned(part.strip(" *_"))) for part in rest.split(";") if part.strip(" *_")]


_GREETS = LatePattern(
    r"\W*(?:(?:pleased|nice|lovely|good|great) to meet you|welcome(?: aboard)?),? "
    r"(?P<v>(?-i:[A-ZÀ-Þ][\w'’-]+(?: [A-ZÀ-Þ][\w'’-]+){0,2}))[!.,]+ (?:(?:your |the )?name )?(?:is )?"
    r"(?:saved|noted|kept|remembered)\b",
    re.IGNORECASE,
)
"""How the bot greets somebody whose name it noted: "Welcome, Phillipa! Name saved."."""
_CALLED = LatePattern(r"(?:[Tt]hanks|[Cc]heers|[Hh]i|[Hh]ello|[Ww]elcome|[Ss]ure),? (?P<v>[A-ZÀ-Þ][\w'’-]+)")
"""Whom a receipt only calls: "thanks Hin, noted"."""


def _turned(note: str) -> str:
    """Return a note with "you" and "your" turned to the third person: "you sing soprano" gives "sings soprano"."""
    if yours := _YOURS.match(note):
        return f"{yours['what']} is {yours['v']}"
    note = re.sub(r"^you as\b", "is", note, flags=re.IGNORECASE)
    note = _YOU.sub(lambda match: _BEING.get(match["verb"].lower()) or third_person(match["verb"]), note, count=1)
    return re.sub(r"^your ", "", note, flags=re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Value:
    """A new value in a reply, from `start` on, and the old one where it is named too."""

    text: str
    start: int
    old: str = ""
    marked: bool = False


def put_right(clause: Clause, parent: str) -> Found | None:
    """Return what a clause of a reply corrects or ends in the note that it answers, or None.

    Args:
        clause: A clause of the reply that no rule read.
        parent: What it answers; only the bot's word that it noted something counts.
    """
    notes = notes_in(parent)
    if not notes and (known := stated_by(parent)) and known[0] == "name":
        again = any(re.search(rf"\bnot {re.escape(part)}\b", clause.text) for part in known[2].split())
        notes = [f"Name is {known[2]}"] if again or _OF_LETTERS.search(clause.text) else []
    if not notes or len(clause.text) > _LONGEST or clause.conditional:
        return None
    if clause.index == 0 and (over := _over(clause.text, notes)):
        return Found(None, over, "noted-over", value=over, confidence=0.88, op=CandidateOp.RETRACT)
    if len(notes) > 1:
        return None
    for value in _values(clause.text):
        if _SOMEBODY.search(value.old):
            return None
        if (text := _replaced(notes[0], value)) is not None and text != notes[0]:
            return _otherwise(text, value.text) if clause.start <= value.start < clause.end else None
    text = _dated(notes[0], clause) or _spelled(notes[0], clause)
    return _otherwise(text, text) if text else None


def restated(note: str, reply: str) -> tuple[str, str] | None:
    """Return a statement as a reply puts it right, and its new value; None where that is not plain.

    The reply has to name the old value too ("Bursa, not Izmir"), or to say that another was meant.
    """
    for value in _values(reply):
        shared = bool(_THE.match(value.text) and value.old.lower().startswith(value.text.lower().split()[0]))
        given = value if shared else replace(value, text=_ONE.sub("", _THE.sub("", value.text)))
        old = bool(given.old) and _place_of(note, given.old) is not None and not _SOMEBODY.search(given.old)
        if (old or _MEANT.search(reply[: value.start])) and (text := _replaced(note, given)) not in {None, note}:
            return text or "", given.text
    return None


_THE = LatePattern(r"^(?:the|an?|my|our) (?=[A-ZÀ-Þ])")
_ONE = LatePattern(r" one$")
_MEANT = LatePattern(
    r"\b(?:i mean(?:t)?|make (?:it|that)|should (?:be|read|say)"
    r"|(?:wrong|wrongly|mistake|correction|typo|slip of the \w+)\W+(?:(?:it|that)(?:['’]?s| is)|i meant"
    r"|the [\w-]+ is)?)\W*$",
    re.IGNORECASE,
)
_OF_LETTERS = LatePattern(
    r"\b(?:with(?:out)? (?:an? |one |two |no |double )?['’\"]?\w{1,2}\b|spell?(?:ed|ing|s|t)?|letters?"
    r"|(?:you|u) wrote|typo|one [a-z]\b|two [a-z]s\b|no [a-z]\b|accent|umlaut)",
    re.IGNORECASE,
)
"""What tells that a name was spelled wrong."""


def _otherwise(text: str, value: str) -> Found:
    text = _TWICE.sub(r"\1", text)
    attribute, value = ("name", text[len("Name is ") :]) if text.startswith("Name is ") else (None, value)
    return Found(_kind(text), text, "noted-otherwise", attribute, value, confidence=0.87)


_TWICE = LatePattern(r"\b(\w{3,}) \1\b", re.IGNORECASE)
"""A word of the note and of what is put in its place: "is at the Naenae branch", "it's the Petone branch"."""
_MARKER = (
    r"(?:(?:no|nope|nah|not (?:quite|exactly)|wrong(?: \w+)?|incorrect|(?:small |tiny |quick |one )?correction"
    r"|sorr?y|oops"
    r"|whoops|wait|hang on|hold up|hm+|ha(?:ha)+|lol|ah|oh|er+|a+rgh|ugh|ouch|actually|well|you mis(?:read|heard)|typo"
    r"|(?:just )?one letter (?:off|out|wrong)|close"
    r"|(?:nearly|almost|half)(?: (?:right|there|it))?|my (?:mistake|bad|fault)|but|apologies|slip of the \w+"
    r"|(?:i|you)(?:['’]ve| have)? (?:got|put|said|typed|wrote|told you|had) (?:it|that|this"
    r"|you) (?:all )?(?:wrong|wrongly))"
    r"\b[\s,.:;!–—-]*)"
)
_IS = (
    r"(?:(?:it|that|this)(?:['’]?s| is| was| should be)|should be|(?:i )?(?:meant|mean|said)|make (?:it|that)|read"
    r"|(?:he|she)(?:['’]s| is)|they(?:['’]re| are)|(?:he|she|it|they)(?:['’]s| is|['’]re| are) called"
    r"|(?:his|her|their|its|my|our|the) (?:\w+ )?name(?:['’]s| is)|is|only|never|"
    r"the [\w-]+ is|[\w-]+ is)\b[\s:]+"
)
_V = r"(?P<v>[^\s,.!?;:()–—][^,.!?;()–—]{0,40}?)"
_O = r"(?P<o>[^\s,.!?;:()–—][^,.!?;:()–—]{0,40}?)"
_END = r"(?=\s*(?:$|[,.!?;()–—]|:\s|\s-\s))"
_SHAPES = (
    LatePattern(rf"^\W*(?P<m>{_MARKER}{{0,8}}){_V} (?:is what )?i meant[,!]* (?:and )?not {_O}{_END}", re.IGNORECASE),
    LatePattern(
        rf"^\W*(?P<m>{_MARKER}{{0,8}})(?:{_IS})?{_V}(?:,? please)?[,!]* (?:and )?(?:not|never)"
        rf"(?: (?:in|at|on|the|from))? {_O}{_END}",
        re.IGNORECASE,
    ),
    LatePattern(
        rf"(?:^|[,.:;!] )\W*(?P<m>{_MARKER}{{0,8}})(?:(?:it|that)(?:['’]?s| is) )?(?:not|never) {_O}"
        rf"(?:\s*[,.!;:–—]+\s*|\s+-\s+|\s+but )(?:but )?(?:{_IS})?{_V}{_END}",
        re.IGNORECASE,
    ),
    LatePattern(rf"^\W*(?P<m>{_MARKER}{{1,8}})(?:{_IS})?{_V}{_END}", re.IGNORECASE),
    LatePattern(rf"^\W*(?P<m>)(?P<is>{_IS})?{_V}{_END}", re.IGNORECASE),
    LatePattern(
        r"[,.!;:–—-] (?:but )?(?P<m>(?:it|that)(?:['’]?s| is| should be)(?: (?:spell?ed|spelt))?|should be"
        r"|i (?:meant|said)"
        rf"|make (?:it|that)|put) {_V}{_END}",
        re.IGNORECASE,
    ),
)
_SINCE = LatePattern(
    r" (?:with (?:an?|one|two|no|double) ['’\"]?\w{1,2}(?!\w)|lol|ha(?:ha)+|lmao|btw|sorry|now|mate|please"
    r"|actually|these days|since|this year|from now on|again|instead|as of|any ?more)\b.*$",
    re.IGNORECASE,
)
_EMPTY = LatePattern(
    r"(?:yes|yeah|yep|no|nope|not|right|correct|true|good|great|nice|lovely|perfect|thanks?|thank you|ta|cheers"
    r"|ok|okay|sure|"
    r"cool|bravo|exactly|indeed|wow|lol|haha|fine|safe|brilliant|legend|amazing|sorry|wrong|incorrect"
    r"|correction|never mind|"
    r"wait|actually|hold|hang|close|typo|person|undo|remove|delete|forget|for|stop|what|why|how|who|when|where"
    r"|and|but|"
    r"so|well|hey|hi|hello|please|i|we|you|he|she|they|it|that|this|there|thats|its|im|am|is|are)\b|.* (?:no|not|yes)$"
    r"|.*\b(?:no more|no longer)$",
    re.IGNORECASE,
)


_SOMEBODY = LatePattern(r"\b(?:me|mine|us|ours|myself|you|yours)\b", re.IGNORECASE)
"""Of whom, and not of what, a reply says that it was wrong: "that's Ishaan, not me"."""


def _values(text: str) -> Iterator[_Value]:
    """Yield the new values that a reply may give, the plainest wording first."""
    for shape in _SHAPES:
        match = shape.match(text)
        if match is None:
            continue
        written = _SINCE.sub("", match["v"]).strip(" *_\"'“”")
        marked = bool(match["m"]) or bool(match.groupdict().get("is"))
        if written and ": " not in written and len(written.split()) <= _MOST_WORDS and not _EMPTY.match(written):
            yield _Value(written, match.start("v"), (match.groupdict().get("o") or "").strip(" *_\"'"), marked)


def _replaced(note: str, value: _Value) -> str | None:
    """Return a note with the new value in the place of the old one; None where its place is not plain."""
    if value.old and (at := _place_of(note, value.old)) is not None:
        return _put(note, at, value.text)
    return None if _found(note, value.text) is not None else _by_sort(note, value)


def _place_of(note: str, old: str) -> tuple[int, int] | None:
    """Return where a note has what a reply says it should not, a number also in figures."""
    old = _SINCE.sub("", old)
    for words in (old, old.split()[-1]):
        figures = str(_FIGURES.index(words.lower())) if words.lower() in _FIGURES else words
        if at := _found(note, words) or _found(note, figures) or _found(note, f"{words}s"):
            return at
    return None


def _found(note: str, words: str) -> tuple[int, int] | None:
    hour = r"(?: ?[ap]m)?" if words.isdigit() else ""
    match = re.search(rf"(?<!\w){re.escape(words)}{hour}(?!\w)", note, re.IGNORECASE)
    return match.span() if match else None


def _put(note: str, at: tuple[int, int], text: str) -> str:
    before = note[: at[0]].split()
    words = text.split()
    if len(words) > 1 and before and words[0].lower() == before[-1].lower():
        text = " ".join(words[1:])  # "in Linz" for what stands behind an "in"
    return capitalised(f"{note[: at[0]]}{text}{note[at[1] :]}")


_DAY = r"(?:mon|tue|tues|wed|weds|wednes|thu|thur|thurs|fri|sat|satur|sun)(?:days?)?"
_DAYS = LatePattern(rf"\b{_DAY}\b(?:(?:\s*,\s*|\s*/\s*|\s+and\s+|\s+to\s+|\s*-\s*){_DAY}\b){{0,8}}", re.IGNORECASE)
_ISO = LatePattern(r"\b\d{4}-\d\d-\d\d\b")
_FIGURES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen "
    "nineteen twenty"
).split()
_ORDINAL = LatePattern(r"\b(?:first|second|third|fourth|fifth|sixth|last|\d{1,2}(?:st|nd|rd|th))\b", re.IGNORECASE)
_NUMBER = LatePattern(
    r"(?<![\w-])(?:\d+(?:[.:,]\d+)*\w{0,2}|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven"
    r"|twelve)(?![\w-]))(?![\w-])",
    re.IGNORECASE,
)
_PHONE = LatePattern(r"(?<!\w)\+?\d(?:[ -]?\d){6,14}(?!\w)")
_CLOCK = LatePattern(
    r"(?:(?:half|quarter) (?:past|to) )?(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
    r"|\d{1,2}(?:[:.]\d\d)?)"
    r"(?: ?[ap]m| o['’]clock)?(?!\w)",
    re.IGNORECASE,
)
_NAMES = LatePattern(r"(?<=\s)[A-ZÀ-Þ][\w'’-]*(?: [A-ZÀ-Þ][\w'’-]*)*")


def _by_sort(note: str, value: _Value) -> str | None:
    """Return the note with that replaced which is of the sort of the new value, where just one thing in it is."""
    if _ISO.search(note) and find_dates(value.text, sent=ANY_DAY):
        return None
    if _CLOCK.fullmatch(value.text) and not value.text.isdigit() and (hours := _AT_HOUR.findall(note)):
        return note.replace(f" at {hours[0]}", f" at {value.text}", 1) if len(hours) == 1 else None
    for sort in (_PHONE, _DAYS, _NUMBER, _ORDINAL):
        new, old = list(sort.finditer(value.text)), list(sort.finditer(note))
        if len(new) == 1 and old and _is_all(value.text, new[0], note):
            if len(old) == 1 and old[0][0].lower() != new[0][0].lower():
                return _put(note, old[0].span(), new[0][0])
            if len(old) > 1:
                return None
    if " " not in value.text and (like := _alike(note, value.text)):
        return _put(note, like, value.text)
    named = list(_NAMES.finditer(note))
    if value.marked and value.text[:1].isupper() and named and (len(named) == 1 or named[-1].end() == len(note)):
        return _put(note, named[-1].span(), value.text)
    return None


_AT_HOUR = LatePattern(rf"(?<= at )(?:{_CLOCK.written})", re.IGNORECASE)


def _is_all(value: str, match: re.Match[str], note: str) -> bool:
    """Return whether a value is no more than a number or days, and words that the note has beside its own."""
    rest = re.findall(r"[^\W\d_]{2,}", f"{value[: match.start()]} {value[match.end() :]}")
    shared = {"the", "at", "on", "from", "number", "no", "of"}
    return all(word.lower() in shared or _found(note, word) for word in rest)


def _alike(note: str, word: str) -> tuple[int, int] | None:
    """Return where a note has the one word that is spelled much like another, and is no other form of it."""
    best: tuple[float, tuple[int, int]] = (_ALIKE, (0, 0))
    lowered = word.lower()
    for match in re.finditer(r"[^\W\d_][\w'’-]{3,}", note):
        other = match[0].lower()
        if other[:1] == lowered[:1] and not _same(other, lowered):
            best = max(best, (SequenceMatcher(None, other, lowered).ratio(), match.span()))
    return best[1] if best[1] != (0, 0) else None


def _same(one: str, other: str) -> bool:
    """Return whether two words are forms of one: "Thabo", "Thabo's"."""
    return re.sub(r"(?:['’]?s|['’])$", "", one) == re.sub(r"(?:['’]?s|['’])$", "", other)


def _spelled(note: str, clause: Clause) -> str:
    """Return the note with a name spelled as a clause has it: "it's Xenia with an X" for "Name is Senia"; or ""."""
    for name in _NAMES.finditer(note):
        if _DAYS.search(name[0]):
            continue
        for word in clause.words[:_NEAR]:
            written = clause.text[word.start : word.end]
            if written[:1].isupper() and word.tag.startswith("NNP") and not _found(note, written):
                like = SequenceMatcher(None, name[0].split()[-1].lower(), written.lower()).ratio()
                if like >= _SPELLED and not _same(name[0].split()[-1].lower(), written.lower()):
                    return _put(note, (name.end() - len(name[0].split()[-1]), name.end()), written)
    return ""


_NEAR = 12
"""Words of a clause in which a name may be spelled anew."""
_SPELLED = 0.75
"""How much the new spelling has to resemble the old (0.0 to 1.0)."""


def _dated(note: str, clause: Clause) -> str:
    """Return the note with its day changed to the one that is all a clause says: "the 11th"; or ""."""
    isos = list(_ISO.finditer(note))
    said = " ".join(clause.text[clause.words[0].start : clause.words[-1].end].split())
    match = _ONLY_A_DAY.fullmatch(said)
    if len(isos) != 1 or match is None:
        return ""
    known = date.fromisoformat(isos[0][0])
    if _DAY_OF_MONTH.fullmatch(match["day"]):
        days = find_dates(match["day"], sent=known.replace(day=1) - timedelta(days=1))
        return _put(note, isos[0].span(), str(days[0].day)) if len(days) == 1 and days[0].day != known else ""
    return _put(note, isos[0].span(), match["day"]) if len(find_dates(match["day"], sent=ANY_DAY)) == 1 else ""


_DAY_OF_MONTH = LatePattern(r"(?:the )?\d{1,2}(?:st|nd|rd|th)", re.IGNORECASE)
_ONLY_A_DAY = LatePattern(
    r"(?:(?:no|sorry|it['’]?s|it is|that['’]?s|make (?:it|that)|now|on|actually|from|it should be)\b,? ?){0,8}"
    r"(?P<day>(?!(?:no|not|never)\b)(?:the )?\w+(?: of)?(?: \w+){0,3}?)(?: (?:now|please|instead|actually)){0,8}",
    re.IGNORECASE,
)


_KINDS = (
    (Kind.EVENT, LatePattern(r"\b\d{4}-\d\d-\d\d\b")),
    (
        Kind.PREFERENCE,
        LatePattern(
            r"(?:usually |always |never |mostly |normally |often )?(?:likes|loves|prefers|hates|dislikes|uses|supports"
            r"|vegan|is allergic|reads|drinks|eats|wants)\b",
            re.I,
        ),
    ),
    (
        Kind.PROFILE,
        LatePattern(
            r"(?:name|nickname|birthday|based|grew up|comes from|is called|lives|works (?!with)"
            r"|is (?:an?|on|in|from|based)|born|team|speaks|sings|teaches|coaches|covers|"
            r"translates|plays|role|was called|shift|hours|desk days)\b",
            re.I,
        ),
    ),
)


def _kind(text: str) -> Kind:
    return next((kind for kind, pattern in _KINDS if pattern.search(text) and pattern.match(text)), Kind.FACT)


_NO_MORE = LatePattern(
    r"^\W*(?:(?:no|nope|oh|ah|well|sorry|actually|yes|yeah)\b\W*){0,3}(?:"
    r"(?:(?:it|that|this|he|she|they|i|we) )?(?:was|were|had|did|used to)\s*(?:[.!,–—-]|$)"
    r"|(?:i|we) (?:have |['’]ve )?(?:left|quit|retired|stopped|gave it up|packed it in|sold (?:it|him|her|them"
    r"|up)|got rid of)\b"
    r"|(?:that|this|it)(?:['’]?s| is| was) (?:over|history|gone|done with|no longer|not (?:true|so"
    r"|the case) any ?more)\b"
    r"|(?:since [\w ]{2,20} )?(?:that|it) is history\b|(?:not|no longer) true since\b|(?:it "
    r"|that )?was a false alarm\b"
    r"|not (?:true |so )?(?:any ?more|any longer)\b|no longer\b|(?:s?he|they)(?: have| has|['’]s|['’]ve)? moved out\b"
    r")",
    re.IGNORECASE,
)
_OVER = LatePattern(
    r"^\W*(?:the )?(?P<what>[\w'’-]+(?: [\w'’-]+)?)(?: one| thing| bit)? (?:is|are|['’]s) "
    r"(?:ancient history|history|over|gone|no more|no longer|finished|sold)\b",
    re.IGNORECASE,
)


def _over(text: str, notes: list[str]) -> str:
    """Return the note that a reply says to be over, "" where it says so of none."""
    if len(notes) == 1:
        return notes[0] if _NO_MORE.match(text) and not re.match(r"\W*was\W*$", text) else ""
    match = _OVER.match(text)
    if match is None:
        return ""
    named = [note for note in notes if _found(note, match["what"].split()[0]) or _found(note, match["what"])]
    return named[0] if len(named) == 1 else ""
