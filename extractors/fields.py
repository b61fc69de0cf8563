"""Fields by which people tell who they are: "Role: data engineer", "favourite biscuit - fig roll", "birthday? 4 March".

A card of fields introduces its author, a single one answers what somebody asked. What people call them and how each is
told is data in `patterns/fields.toml`; what parts a label from its value, where a value ends, and when fields are
somebody else's is told here.
"""

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial

from extractors import guards, profile, voices
from extractors.canonical import in_third_person
from extractors.chatter import PATTERNS
from extractors.figures import has_pronoun
from extractors.late_patterns import LatePattern
from extractors.message import CleanText, Message
from extractors.rules import capitalised
from extractors.secrets import find_doubtful
from extractors.told import Range, Told
from memory.records import Candidate, CandidateOp, Kind, Polarity

RULE = "field"
"""The rule of what a field tells."""
_CONFIDENCE = 0.95
_LONGEST = 14
"""Words of a value; what is longer is a text with a heading."""


@dataclass(frozen=True, slots=True)
class _Kind:
    """How one kind of field is told: a row of the table.

    `alone` and `told` say where such a field is its author's by itself: anywhere, or where it is told to the bot or
    answers what was asked. `emoji` are those that stand for its label.
    """

    label: LatePattern
    shape: str
    emoji: frozenset[str]
    fits: Callable[[str], bool]
    text: str
    kind: Kind
    attribute: str
    polarity: Polarity
    alone: bool
    told: bool


@dataclass(frozen=True, slots=True)
class _Field:
    """A field in a text: its range, what its label says without "my", and its value, which ends it.

    `owned` tells that "my" leads to it, `asked` that its label ends in a question mark. `known` is its kind, if it is
    one of the table's, and `parts` what the groups of that row's label hold.
    """

    start: int
    end: int
    label: str
    value: str
    owned: bool = False
    asked: bool = False
    known: _Kind | None = None
    parts: Mapping[str, str] = field(default_factory=dict)


def card_of(text: CleanText, message: Message, closed: Sequence[Range], *, to_bot: bool) -> Told:
    """Return what the fields of a message tell; those of somebody else are taken, and tell nothing.

    Args:
        text: The message as it is read.
        message: The same as it was sent.
        closed: Ranges of the text in which nothing is told.
        to_bot: Whether it is said to the bot.
    """
    if not _MAY_HOLD.search(text.plain) and len(text.emoji) < _LEAST and "\n" not in text.plain:
        return Told()
    fields = [*_signed(text.plain, message.user_name), *_written(text.plain), *_pictured(text, message.text)]
    if not any(one.known for one in fields):
        return Told()
    secrets = [(one.start, one.end) for one in find_doubtful(text.text)]
    shut = [*closed, *text.opaque, *voices.voiced(text.text), *secrets]
    fields = [one for one in fields if not any(start < one.end and one.start < end for start, end in shut)]
    known = [one for one in fields if one.known]
    if _TO_FILL_IN.search(text.plain):
        return Told()
    if known and _is_of_another(known, message, text):
        if not any(one.known and one.known.alone for one in known) and len(known) < _LEAST:
            return Told()  # it may be no field at all
        return Told(taken=[(one.start, one.end) for one in fields])
    in_card = len(known) >= _LEAST and 2 * len(known) >= len(fields) and (to_bot or _is_own(known, text))
    kept = [
        (one, kind)
        for one in known
        if (kind := one.known) is not None
        and (in_card or one.owned or _stands_alone(one, kind, message, to_bot=to_bot))
        and not guards.is_private(f"{one.label} {one.value}")
    ]
    return Told([_told(one, kind, text) for one, kind in kept], [(one.start, one.end) for one, _ in kept])


_LEAST = 2
"""Fields of a card."""
_TO_FILL_IN = LatePattern(r": {0,3}(?:_{3,}|\.{3,}|\[ ?\])|\bfill (?:it |this |them )?(?:in|out)\b")
"""What makes a form of fields, for others to fill in."""


def _is_own(known: Sequence[_Field], text: CleanText) -> bool:
    """Return whether a card is its author's: one of its fields is, or it greets, or is told in the first person."""
    own = any(one.owned or (one.known and (one.known.alone or one.known.attribute in _OWN)) for one in known)
    return own or _GREETS.match(text.plain) is not None or _OF_SELF.search(text.plain) is not None


_OWN = frozenset({"name", "pet", "partner"})
"""Attributes that only a person has."""
_GREETS = LatePattern(
    r"\W*(?:hi|hiya|hello|hey|hei|hola|good (?:morning|afternoon|evening)|morning|intro\w*)\b", re.IGNORECASE
)


def _stands_alone(one: _Field, kind: _Kind, message: Message, *, to_bot: bool) -> bool:
    """Return whether a single field is its author's: by its label, or since it is told to the bot or was asked for."""
    asked_for = one.label.lower() in (message.parent or "").lower()
    return kind.alone or (kind.told and (to_bot or asked_for))


def _told(one: _Field, kind: _Kind, text: CleanText) -> Candidate:
    value = _bare(" ".join(text.text[one.end - len(one.value) : one.end].split()))
    named = {name: (part or "").lower() for name, part in one.parts.items()}
    plural = _PLURAL.search(named.get("thing") or one.label) is not None
    if kind.shape in _CUT:
        value = re.split(r" ?\(| [-–—] |;", value)[0].strip(_EDGES)
    filled = {"v": in_third_person(value), "are": "are" if plural else "is", "Label": capitalised(one.label)}
    return Candidate(
        CandidateOp.ADD,
        kind.text.format(**filled, **named),
        kind=kind.kind,
        attribute=kind.attribute.format(label=one.label.lower(), **named) or None,
        value=value,
        polarity=kind.polarity,
        confidence=_CONFIDENCE,
        span=text.raw_span(one.start, one.end),
        rule=RULE,
    )


_CUT = frozenset("pronouns day eater diet allergy timezone languages phone person size hours".split())
"""Shapes of values that end where an aside begins: "they/them (…)"."""
_PLURAL = LatePattern(r"\w{2}[^s\W]s$", re.IGNORECASE)


def _bare(value: str) -> str:
    """Return a value without what only leads to it, and what is said beside it: "grim fandango, and it's not close"."""
    return _BESIDE.sub("", _LEADING.sub("", value)).rstrip(" ,")


_LEADING = LatePattern(
    r"^(?:(?:my|our|just|only|mostly|mainly|currently|still|probably|prob|definitely"
    r"|i (?:guess|suppose|think|['’]?d say),?|it['’]?s|it is|has to be|(?:it['’]s )?got to be|gotta be"
    r"|easily|always) ){1,4}(?=\S)",
    re.IGNORECASE,
)
_BESIDE = LatePattern(
    r"(?:,| -| –)? ?\b(?:because|cos|since|so|though"
    r"|(?:and|but|theres|there['’]s) (?:it|i|that|you|we|they|there|no|not|some)"
    r"|(?:no|don['’]?t|do not) (?:contest|question|debate|judging|judge|notes|ask|fight|lectures|surprise|shame))\b.*$"
    r"|,? \((?:btw|lol|obvs|obviously|duh|sorry|really|yes|yes,? really)\)$"
    r"|,? (?:lol|haha+|btw|tbh|obviously|thanks|please)$",
    re.IGNORECASE,
)


_MAY_HOLD = LatePattern(r"[:：?→]|\s(?:[-–—]|->)\s")
"""What parts a label from its value."""
_FIELD = LatePattern(
    r"(?:^[^\S\n]*(?:(?:[-•*–—▪◦‣·]|\(?\d{1,2}[.)])\s{0,3})?|(?<=[|;,./!])\s{1,3})"
    r"(?P<own>(?i:(?:and )?(?:my|our)) )?(?P<label>[^\W\d_][\w '’/-]{1,40}?)"
    r"(?: {0,3}[:：] {0,3}|(?P<asks>\?)\s{1,3}|\s{1,3}(?:[-–—→]|->)\s{1,3})(?=\S)",
    re.MULTILINE,
)
_VALUE_ENDS = LatePattern(r"\n|[.!?;](?=\s|$)|\s\|(?=\s)|\s{2,}|$")
_EDGES = " \t*_,;|/\"'`"


def _written(plain: str) -> Iterator[_Field]:
    """Yield what looks like a field, of whatever kind, in order."""
    position = 0
    while (match := _FIELD.search(plain, position)) is not None:
        ends = _VALUE_ENDS.search(plain, match.end())
        end = ends.start() if ends else len(plain)
        asks = plain[end : end + 1] == "?"
        following = _FIELD.search(plain, match.end(), end)
        if following is not None and (_is_label(following["label"]) or following[0].rstrip().endswith(":")):
            end, asks = following.start(), False
        value = plain[match.end() : end].strip(_EDGES)
        position = max(end, match.end())
        if value and not asks:
            first = match.start("own") if match["own"] else match.start("label")
            last = plain.find(value, match.end()) + len(value)
            label = " ".join(match["label"].split())
            owned, asked = match["own"] is not None, match["asks"] is not None
            yield _recognised(_Field(first, last, label, value, owned=owned, asked=asked))


def _signed(plain: str, author: str) -> Iterator[_Field]:
    """Yield the name of the author as a field, where it is a line by itself above others: a card without labels."""
    first, mark, rest = plain.strip().partition("\n")
    name = re.split(r" ?[/(,–-]", first)[0].strip(_EDGES)
    known = author.casefold().split()
    if mark and known and rest.strip() and profile.is_name(name) and {*name.casefold().split()} <= {*known}:
        begin = plain.find(name)
        kind = next(kind for kind in _kinds() if kind.attribute == "name")
        yield _Field(begin, begin + len(name), "name", name, owned=True, known=kind)


def _is_label(label: str) -> bool:
    lower = _NEWS.sub("", " ".join(label.lower().split()))
    return any(kind.label.fullmatch(lower) for kind in _kinds())


def _recognised(one: _Field) -> _Field:
    """Return a field as the first kind that has its label and such a value; as it is where none does."""
    if len(one.value.split()) > _LONGEST or _NO_VALUE.match(one.value.lower()):
        return one
    label = _NEWS.sub("", one.label)
    lower = label.lower()
    for kind in _kinds():
        match = kind.label.fullmatch(lower)
        if match and kind.fits(_bare(one.value)) and (kind.alone or not one.asked):
            return replace(one, label=label, known=kind, parts=match.groupdict())
    return one


_NEWS = LatePattern(r"(?: (?:update|updated|now|these days|from \w+))$|^(?:new|current|updated) ", re.IGNORECASE)
"""What is said with a label of a value that is another now."""
_NO_VALUE = LatePattern(
    r"_{2,}|[^\s,/]{1,4}(?: ?/ ?[^\s,/]{1,4}){2,9}$"
    r"|(?:i['’]?m|(?:i|we|my)(?! (?:guess|suppose|think|['’]?d say)\b)|vote|poll|tell|contains|fix|crashed|act|play"
    r"|pretend|needs?|join|discussion|install|log|send|\d+ ?x|a\)|sold|great|lunch|meet(?:ing)?|n/?a|tbc|tbd|tba|none"
    r"|nope?|nil|nothing|unknown|same|see|as above|ask|yes|yeah|x+|your|it(?!['’]?s\b)|this|that|these|those|there"
    r"|(?:he|she|they)(?! ?/)|you|who|what|which|where|when|why|how|is|are|was|does|do|did|can|could|would|will|should"
    r"|anyone|anybody|someone|please|pls|depends|maybe|not|if|or|thanks|thx|done|ok|okay|pending|update|missing"
    r"|required|optional|string|int|null|true|false|changed?|moved|new)\b|\W*$"
)
"""What is no value: a blank, a question, a word of what is said otherwise."""


def _pictured(text: CleanText, raw: str) -> Iterator[_Field]:
    """Yield the fields whose labels are emoji at the beginning of their lines, if it is a card: ":cake: 4 March"."""
    found = []
    for match in _PICTURED.finditer(raw):
        start, end = text.read_span(*match.span("v"))
        value = text.plain[start:end].strip(_EDGES)
        picture = match["name"] or match["picture"].rstrip("\ufe0f")
        for kind in _kinds():
            if picture in kind.emoji and value and not _NO_VALUE.match(value.lower()) and kind.fits(value):
                first = text.plain.find(value, start)
                label = kind.attribute.replace("_", " ")
                found.append(_Field(first, first + len(value), label, value, known=kind))
                break
    if len(found) >= _LEAST:
        yield from found


_PICTURED = LatePattern(
    r"^[ \t]{0,4}(?:[-•*] )?"
    r"(?::(?P<name>[a-z_][a-z0-9_-]{1,40}):|(?P<picture>[\U0001F000-\U0001FAFF\u2600-\u27BF]\uFE0F?))"
    r"[ \t]{1,3}(?P<v>[^\n:]{2,80})$",
    re.MULTILINE,
)


def _is_of_another(fields: Sequence[_Field], message: Message, text: CleanText) -> bool:
    """Return whether fields are somebody else's.

    It is said, they name somebody who is not the author, or what stands above them neither greets nor is about oneself.
    """
    named = next((one.value for one in fields if one.known and one.known.attribute == "name"), None)
    if named is not None and _is_same(named, message.user_name):
        return False
    if _OF_OTHERS.search(text.plain) or (named is None and fields[0].label.lower() in {"dog", "cat"}):
        return True
    whole = named is not None and len(named.split()) > 1
    told = named is not None and " " in message.user_name and not named > _OTHER_SCRIPTS
    if told and (whole or (message.surface != "dm" and not _OF_SELF.search(text.plain))):
        return True  # a handle may be anybody's, and so may a name in another script
    above = text.plain[: min(one.start for one in fields)].strip(_EDGES + "\n:.!")
    return bool(above) and not (fields[0].owned or _GREETS.search(above) or _OF_SELF.search(above))


def _is_same(name: str, author: str) -> bool:
    """Return whether a name is that of the author, or a part or a short form of it."""
    words, known = re.split(r" ?[(,/]", name)[0].casefold().split(), author.casefold().split()
    if not words or not known:
        return False
    if len(words) == 1 or len(known) == 1:
        return any(_is_short_of(words[0], one) for one in known)
    return _is_short_of(words[0], known[0]) and _is_short_of(words[-1], known[-1])


def _is_short_of(one: str, other: str) -> bool:
    """Return whether one of two names is the other, or its beginning: "Dan" for Dana, and not "Daniel"."""
    short, long = sorted((one, other), key=len)
    return len(short) >= _LEAST and long.startswith(short)


_OTHER_SCRIPTS = "\u0370"
"""The first letter of those that are not Latin: what sorts behind it begins with one."""
_OF_OTHERS = LatePattern(
    r"\b(?:[Ww]elcome (?:to )?(?!everyone|everybody|all)[A-Z<]"
    r"|(?:[Mm]eet|[Ii]ntroduc(?:e|ing)|[Jj]oining us|[Aa]bout|[Ss]ay hi to) (?!Me\b|I\b)[A-Z<])"
    r"|\b(?:(?:[Mm]eet|[Tt]hank|[Cc]ongratulate) (?:our|the|my)|[Ss]potlight|of the (?:month|week|quarter|year)|haha"
    r"|[Nn]ew (?:starter|joiner|hire|colleague|member|client|tenant)"
    r"|(?:[Hh]e|[Ss]he) (?:is|has|works|lives|will|loves|likes)"
    r"|(?:[Mm]y|[Oo]ur) (?:mum|mom|dad|mother|father|son|daughter|wife|husband|partner|cat|dog|boss|manager|friend|nan"
    r"|gran\w*|brother|sister|kid|baby|intern|bike|car|flat|recipe)(?!:)"
    r"|(?i:hiring|for sale|selling|missing|venue|job ad|character|pretend|recipe|if (?:my|i)))\b"
    r"|['’]s (?:details|card|party|birthday|info|profile|week|plans)\b"
    r"|\b(?i:candidate|customer|client|patient|applicant|persona|character|assignee|reporter|owner|attendees?|suspect|pupil"
    r"|student|child|artist|speaker|lead|guest|table|bed|order|species|breed)\b[^\n:=.,]{0,12}(?:[:=]|\n)"
)
"""How a text tells of somebody else, or of nobody."""
_OF_SELF = LatePattern(r"\b(?:[Ii]['’]?m|I|[Mm]y|[Mm]e|[Qq]uick card|[Ii]ntro|[Ss]oy|[Jj]e suis|[Ii]ch bin)\b")


@cache
def _kinds() -> tuple[_Kind, ...]:
    """Return the kinds of fields of the table, in its order."""
    data = tomllib.loads((PATTERNS / "fields.toml").read_text(encoding="utf-8"))
    return tuple(
        _Kind(
            label=LatePattern(row["labels"]),
            shape=row.get("value", "some"),
            emoji=frozenset(row.get("emoji", "").split()),
            fits=_FITS[row.get("value", "some")],
            text=row.get("text", "{Label} {are} {v}"),
            kind=Kind(row.get("kind", "profile")),
            attribute=row.get("attribute", ""),
            polarity=Polarity(row.get("polarity", "positive")),
            alone=row.get("alone", False),
            told=row.get("told", False),
        )
        for row in data["fields"]
    )


def _is_place(value: str) -> bool:
    place = re.split(r" ?[,(/]", value)[0]
    return bool(place) and len(place.split()) <= _PLACE and place[:1].isupper() and profile.named_place(place)


_PLACE = 4
"""Words of the name of a place."""


def _is_person(value: str) -> bool:
    return value.startswith("<@") or profile.is_name(re.split(r" ?[,(]", value)[0])


def _pronouns(value: str) -> bool:
    return has_pronoun(value) and _LOOKS["pronouns"].fullmatch(value) is not None


def _looks(look: LatePattern, value: str) -> bool:
    return look.fullmatch(value) is not None


_MONTH = (
    r"(?:jan(?:uary?|uar|eiro|vier)?|feb(?:ruary?|ruar|rero)?|f[ée]v(?:rier|ereiro)?|mar(?:ch|s|zo|ço)?|märz|apr(?:il)?|abr(?:il)?"
    r"|avr(?:il)?|may|mai|mayo|maio|june?|juin|juni|junio|junho|july?|juillet|juli|julio|julho|aug(?:ust)?|ago(?:sto)?|août"
    r"|sept?(?:ember|iembre|embre)?|setembro|oct(?:ober|ubre|obre)?|okt(?:ober)?|out(?:ubro)?|nov(?:ember|iembre|embre|embro)?"
    r"|dec(?:ember)?|d[ée]c(?:embre)?|dez(?:ember|embro)?|dic(?:iembre)?|enero|ene)\.?"
)
_LOOKS: Mapping[str, LatePattern] = {
    "some": LatePattern(r"(?=.*\w).+"),
    "pronouns": LatePattern(
        r"(?:[^\W\d]{1,6} ?/ ?[^\W\d]{1,6}(?: ?/ ?[^\W\d]{1,6})?(?: (?:or|and) [^\W\d]{1,6}/[^\W\d]{1,6})?"
        r"|any(?: pronouns)?)(?: ?\(.*)?",
        re.IGNORECASE,
    ),
    "day": LatePattern(
        rf"(?:(?:the )?\d{{1,2}}(?:st|nd|rd|th|\.|º|er)?(?: of| de| d['’])? ?{_MONTH}|\d{{1,2}}月\d{{1,2}}[日号]?"
        rf"|{_MONTH} (?:the )?\d{{1,2}}(?:st|nd|rd|th)?)(?:,? (?:de )?(?:19|20)\d\d)?(?: ?\((?![A-ZÀ-Þ<])[^)]*\))?"
        r"|\d{1,2}[./-]\d{1,2}(?:[./-](?:19|20)\d{2})?|(?:19|20)\d\d-\d\d-\d\d",
        re.IGNORECASE,
    ),
    "timezone": LatePattern(
        r"(?:[A-Z]{2,5}(?: ?[+−-] ?\d{1,2}(?::?\d\d)?)?|[A-Z][a-z]+/[A-Z][A-Za-z_/]+"
        r"|(?:(?:[Cc]entral|[Ee]astern|[Ww]estern|[Pp]acific|[Mm]ountain|UK|US|[Ee]uropean|[Ii]ndian?|[Jj]apan|[Bb]ritish|"
        r"[Ii]rish|[Ss]ummer|[Ss]tandard|[Tt]ime)(?: |$)){1,5})(?:\W.*)?"
    ),
    "hours": LatePattern(r".*(?:\d|\b(?:mornings?|afternoons?|evenings?|nights?|lates|earlies|days|part[ -]time)\b).*"),
    "email": LatePattern(r"[^\s@]+@[^\s@]+\.[a-z]{2,}(?:\W.*)?", re.IGNORECASE),
    "phone": LatePattern(r"(?!\d{3}-\d\d-\d{4}$)\+?\(?\d(?:[ ()/.-]{0,3}\d){6,14}(?: ?\(.*)?"),
    "words": LatePattern(r"(?=[^\d]*[^\W\d_]{3})[^\W\d].+"),
    "few": LatePattern(r"[^\W\d_][^\s]*(?: [^\s]+){0,3}"),
    "tool": LatePattern(
        r"(?!(?:crash|fix|clear|updat|restart|open|clos|stopp)\w*\b)[^\W\d_][\w.+#/-]*(?: [A-Z\d][\w.]*){0,2}"
    ),
    "languages": LatePattern(
        r"(?!.*\b(?:python|java(?:script)?|typescript|go(?:lang)?|rust|ruby|php|sql|perl|kotlin|swift|scala|haskell|c\+\+|c#)(?!\w))"
        r"[^\W\d][^\d:/]{2,80}",
        re.IGNORECASE,
    ),
    "eater": LatePattern(
        r"(?:(?:mostly|strictly|fully|almost) )?(?:vegan|vegetarian|veggie|pesc[ae]tarian|flexitarian|halal|kosher"
        r"|[a-z]+[- ]free)\b.*",
        re.IGNORECASE,
    ),
    "diet": LatePattern(
        r".*\b(?:omnivore|carnivore|gluten|dairy|lactose|nuts?|meat|pork|beef|fish|shellfish|eggs?|keto|paleo|everything"
        r"|anything|no [a-z]+)\b.*",
        re.IGNORECASE,
    ),
    "allergy": LatePattern(
        r"(?!.*\b(?:people|mornings?|mondays?|meetings?|invoices?|emails?|deadlines?|work(?:ing)?|nonsense|calls|stupid\w*"
        r"|bull\w+|effort|spreadsheets?|small talk|slack|jira|boredom|drama|exercise|capitalism)\b)(?=.*\w).+",
        re.IGNORECASE,
    ),
    "own": LatePattern(
        r"(?:an? |one |two |three |four |five |six |seven |\d+ |(?:[\w-]+ ){1,3}(?:called|named) ).+", re.I
    ),
    "called": LatePattern(r"[A-ZÀ-Þ][\w'-]+(?: \([^)]{1,12}\))?(?:(?:,| and| &| \+) .+)?"),
    "size": LatePattern(
        r"(?:x{0,3}s|m|x{0,4}l|small|medium|large|\d{1,2}(?:[.,]5)?(?: (?:wide|UK|EU|US))?)", re.IGNORECASE
    ),
}
_FITS: Mapping[str, Callable[[str], bool]] = {
    "name": profile.is_name,
    "place": _is_place,
    "person": _is_person,
    **{name: partial(_looks, look) for name, look in _LOOKS.items()},
    "pronouns": _pronouns,
}
"""What a value has to look like, by the name that the table gives to that."""
