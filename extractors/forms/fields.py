"""Fields by which people tell who they are: "Role: data engineer", "favourite biscuit - fig roll", "birthday? 4 March".

A card of fields introduces its author, a single one answers what somebody asked. What people call them and how each is
told is data in `patterns/fields.toml`; what parts a label from its value, where a value ends, and when fields are
somebody else's is told here.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from extractors.forms.field_kinds import ASIDE, EDGES, LOOKS, Field, FieldKind, field_kinds
from extractors.forms.told import Range, Told
from extractors.forms.whose_fields import asks_about_people, is_of_another, is_own, names_author
from extractors.guarding import guards, voices
from extractors.matching.late_patterns import LatePattern
from extractors.message import CleanText, Message
from extractors.secrets import find_doubtful
from extractors.statements import profile
from extractors.statements.rules import capitalised, compiled
from extractors.syntax.canonical import in_third_person
from memory.records import Candidate, CandidateOp, Kind

RULE = "field"
"""The rule of what a field tells."""
_CONFIDENCE = 0.95
_LONGEST = 14
"""Words of a value; what is longer is a text with a heading."""


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
    fields = [_in_small_letters(one, message.user_name) for one in fields]
    asked = asks_about_people(message.parent)
    liked = _FAVOURITES.match(text.plain) is not None and (to_bot or _OF_MINE.match(text.plain) is not None)
    if not (fields and (asked or liked or any(one.known for one in fields))) or _TO_FILL_IN.search(text.plain):
        return Told()
    secrets = [(one.start, one.end) for one in find_doubtful(text.text)]
    shut = [*closed, *text.opaque, *voices.voiced(text.text), *secrets]
    fields = [one for one in fields if not any(start < one.end and one.start < end for start, end in shut)]
    known = [one for one in fields if one.known]
    if known and not liked and is_of_another(known, message, text, asked=asked):
        if not any(one.known and one.known.alone for one in known) and len(known) < _LEAST:
            return Told()  # it may be no field at all
        return Told(taken=[(one.start, one.end) for one in fields])
    own = to_bot or asked or is_own(known, text)
    whole = own and len(known) >= _LEAST and (2 * len(known) >= len(fields) or names_author(known, message))
    parent = message.parent if asked else None
    further = whole and not any(_OF_WORK.fullmatch(one.label.lower()) for one in fields)
    kept = [
        (one, kind)
        for one in fields
        if (kind := _FAVOURITE if liked else one.known or _otherwise(one, parent, in_card=further)) is not None
        and (
            whole
            or liked
            or one.owned
            or one.known is None
            or _stands_alone(one, kind, message, asked=to_bot or asked)
            or _put_right(one, text, message.text)
        )
        and not guards.is_private(f"{one.label} {one.value}")
    ]
    return Told([_told(one, kind, text) for one, kind in kept], [(one.start, one.end) for one, _ in kept])


def _in_small_letters(one: Field, author: str) -> Field:
    """Return a field that names its author in small letters as a name, any other as it is: "name: dana (day-na)"."""
    if one.known is not None or one.label.lower() not in {"name", "first name", "full name"}:
        return one
    words = ASIDE.split(one.value)[0].split()
    own = bool(words) and {*words} <= {*author.casefold().split()}
    return replace(one, known=_kind_of("name")) if own else one


_LEAST = 2
"""Fields of a card."""
_TO_FILL_IN = LatePattern(r": {0,3}(?:_{3,}|\.{3,}|\[ ?\])|\bfill (?:it |this |them )?(?:in|out)\b")
"""What makes a form of fields, for others to fill in."""


def _stands_alone(one: Field, kind: FieldKind, message: Message, *, asked: bool) -> bool:
    """Return whether a single field is its author's: by its label, or since it is told to the bot or was asked for."""
    asked_for = one.label.lower() in (message.parent or "").lower()
    return kind.alone or (kind.told and (asked or asked_for))


def _put_right(one: Field, text: CleanText, raw: str) -> bool:
    """Return whether the value of a field stands in the place of one that is struck out: "Team: ~Borealis~ Atlas"."""
    return "~" in raw and _STRUCK.search(raw[slice(*text.raw_span(one.start, one.end))]) is not None


_STRUCK = LatePattern(r"[:=–-] ?~[^\s~][^~\n]{0,60}~ ?\w")
_FAVOURITES = LatePattern(r"\W*(?:my |some )?(?:all-time )?(?:favou?rites|faves|favs)(?: things)?\W*\n", re.IGNORECASE)
"""A heading of what its author likes best."""
_OF_MINE = LatePattern(r"\W*my\b", re.IGNORECASE)


def _otherwise(one: Field, parent: str | None, *, in_card: bool) -> FieldKind | None:
    """Return how a field is told that the table does not know: in a card of its author's, or as what was asked for."""
    label = one.label.lower()
    value = one.value.lower()
    if one.asked or not _NAMES_A_THING.fullmatch(label) or len(value.split()) > _LONGEST:
        return None
    if _NO_VALUE.match(value) or _PASSES.search(value):
        return None
    if parent is not None and all(word in parent.lower() for word in label.split()):
        favourite = any(f"{which} {label}" in parent.lower() for which in ("favourite", "favorite", "fave", "fav"))
        return _FAVOURITE if favourite else _CHOICE if " or " in label else _ANY
    return _ANY if in_card and one.parted == ":" else None


_ANY = FieldKind(text="{Label}: {v}", kind=Kind.FACT)
_CHOICE = FieldKind(text="{Label}: {v}", kind=Kind.PREFERENCE)
_FAVOURITE = FieldKind(text="Favourite {label} {are} {v}", kind=Kind.PREFERENCE, attribute="favourite:{label}")
_NAMES_A_THING = LatePattern(
    r"(?!(?:ps|nb|btw|note|notes|fyi|edit|update|tl;?dr|also|and|but|so|or|if|when|where|why|how|what|because|then"
    r"|who|question|questions|reminder|warning|hint|tip|i|we|you|he|she|they|it|this|that|there|here|please|thanks|next"
    r"|medical|medication|meds|conditions?|blood|faith|religion|salary|pay|id|pin|code|card|account|status|today"
    r"|tomorrow|yesterday|now|currently|mood|vibe|energy|weather|weekend|feeling|battery|.* of the (?:day|week|month)"
    r"|.*today['’]?s?)\b)[^\W\d_][\w'’/-]*(?: [\w'’/-]+){0,3}"
)
"""A label of a thing or two, and no aside, passing state or piece that is nobody's business."""
_PASSES = LatePattern(
    r"\b(?:today|tonight|tomorrow|yesterday|right now|for now|at the moment|this (?:week|morning|evening|time)"
    r"|last (?:night|week)|so far|currently)\b"
)
"""What tells of a value that it is one of the moment."""
_OF_WORK = LatePattern(
    r"(?:.* )?(?:reason|requests?|tickets?|issues?|status|priority|severity|steps|expected|actual|version|build|error"
    r"|due|due date|deadline|actions?|amount|total|subject|to|cc|ref|reference|order|invoice|sku|qty|quantity"
    r"|owner|assignee|reporter|reviewers?|component|sprint|epic|estimate|points|blockers?|yesterday|today|tomorrow|doing"
    r"|done|next|to-?do|plan|agenda|eta|env|environment|branch|commit|repro|impact|summary|description|attendees|present"
    r"|apologies|salary|start date|closing date|apply|budget|risk|scope|cost|price|score|result)s?"
)
"""Labels of tickets, forms and reports, beside which only what the table knows is told."""


def _told(one: Field, kind: FieldKind, text: CleanText) -> Candidate:
    value = _bare(" ".join(text.text[one.end - len(one.value) : one.end].split()))
    named = {name: (part or "").lower() for name, part in one.parts.items()}
    plural = _PLURAL.search(named.get("thing") or one.label) is not None
    if kind.shape in _CUT:
        value = ASIDE.split(value)[0].strip(EDGES)
    if kind.attribute == "name" and value.islower():
        value = value.title()
    filled = {"v": in_third_person(value), "are": "are" if plural else "is", "Label": capitalised(one.label)}
    filled["label"] = one.label.lower()
    return Candidate(
        CandidateOp.ADD,
        kind.text.format(**filled, **named),
        kind=kind.kind,
        attribute=kind.attribute.format(label=filled["label"], **named) or None,
        value=value,
        polarity=kind.polarity,
        confidence=_CONFIDENCE,
        span=text.raw_span(one.start, one.end),
        rule=RULE,
    )


_CUT = frozenset("name pronouns day eater diet allergy timezone languages phone person size hours".split())
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
    r"(?:,| -| –)? ?\b(?:because|cos|since|(?<!-)so(?!-)|though"
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
    r"(?: {0,9}(?P<colon>[:：]) {0,3}|(?P<asks>\?)\s{1,3}|\s{1,3}(?:[-–—→]|->)\s{1,3})(?=\S)",
    re.MULTILINE,
)
_VALUE_ENDS = LatePattern(r"\n|[.!?;](?=\s|$)|\s\|(?=\s)|\s{2,}|$")


def _written(plain: str) -> Iterator[Field]:
    """Yield what looks like a field, of whatever kind, in order."""
    position = 0
    while (match := _FIELD.search(plain, position)) is not None:
        ends = _VALUE_ENDS.search(plain, match.end())
        end = ends.start() if ends else len(plain)
        asks = plain[end : end + 1] == "?"
        following = _FIELD.search(plain, match.end(), end)
        if following is not None and (_is_label(following["label"]) or following[0].rstrip().endswith(":")):
            end, asks = following.start(), False
        value = plain[match.end() : end].strip(EDGES)
        position = max(end, match.end())
        if value and not asks:
            first = match.start("own") if match["own"] else match.start("label")
            last = plain.find(value, match.end()) + len(value)
            label = " ".join(match["label"].split())
            owned, asked = match["own"] is not None, match["asks"] is not None
            parted = ":" if match["colon"] else ""
            yield _recognised(Field(first, last, label, value, owned=owned, asked=asked, parted=parted))


def _signed(plain: str, author: str) -> Iterator[Field]:
    """Yield what a card without labels tells: the name of its author, which is its first line, the place, the zone.

    Behind the dashes of a signature it tells the post and the firm as well.
    """
    dashes = _DASHES.search(plain)
    begin = dashes.end() if dashes else 0
    first, mark, rest = plain[begin:].strip().partition("\n")
    name = re.split(r" ?[/(,–-]", first)[0].strip(EDGES)
    known = author.casefold().split()
    if mark and known and rest.strip() and profile.is_name(name) and {*name.casefold().split()} <= {*known}:
        at = plain.find(name, begin)
        yield _of_line("name", at, name)
        if dashes and (post := _POST.match(plain, at + len(first))) is not None:
            yield _of_line("role", post.start("role"), post["role"])
            if post["firm"]:
                yield _of_line("employer", post.start("firm"), post["firm"])
        for line in _SIGNED_LINE.finditer(plain, at + len(first)):
            kind = next((kind for kind, look in _SIGNED if look.fullmatch(line[0].strip())), None)
            if kind is not None:
                yield _of_line(kind, line.start(), line[0].strip())


def _of_line(attribute: str, start: int, value: str) -> Field:
    return Field(start, start + len(value), attribute, value, owned=True, known=_kind_of(attribute))


def _kind_of(attribute: str) -> FieldKind:
    return next(kind for kind in field_kinds() if kind.attribute == attribute)


_DASHES = LatePattern(r"^--[ ]?\n(?=[A-ZÀ-Þ])", re.MULTILINE)
_POST = compiled(
    r"(?i:\n(?P<role>(?:[\w&/'-]+ ){0,4}?(?:%role_noun%)(?: (?:of|for) [\w&' -]{2,30})?))"
    r"(?:(?:,| \||, at| at) (?P<firm>[A-ZÀ-Þ][\w&'. -]{1,50}))?(?=\n|$)"
)
_SIGNED_LINE = LatePattern(r"[^\s][^\n]*")
_SIGNED = (("location", LOOKS["town and country"]), ("timezone", LOOKS["zone"]))
"""Lines of a signature that tell what they are by themselves."""


def _is_label(label: str) -> bool:
    lower = _NEWS.sub("", " ".join(label.lower().split()))
    return any(kind.label.fullmatch(lower) for kind in field_kinds())


def _recognised(one: Field) -> Field:
    """Return a field as the first kind that has its label and such a value; as it is where none does."""
    if len(one.value.split()) > _LONGEST or _NO_VALUE.match(one.value.lower()):
        return one
    label = _NEWS.sub("", one.label)
    lower = label.lower()
    for kind in field_kinds():
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
    r"|anyone|anybody|everyone|everybody|someone|please|pls|depends|maybe|not|if|or|thanks|thx|done|ok|okay|pending|update|missing"
    r"|required|optional|string|int|null|true|false|changed?|moved|new)\b|\W*$"
)
"""What is no value: a blank, a question, a word of what is said otherwise."""


def _pictured(text: CleanText, raw: str) -> Iterator[Field]:
    """Yield the fields whose labels are emoji at the beginning of their lines, if it is a card: ":cake: 4 March"."""
    found = []
    for match in _PICTURED.finditer(raw):
        start, end = text.read_span(*match.span("v"))
        value = text.plain[start:end].strip(EDGES)
        picture = match["name"] or match["picture"].rstrip("\ufe0f")
        for kind in field_kinds():
            if picture in kind.emoji and value and not _NO_VALUE.match(value.lower()) and kind.fits(value):
                first = text.plain.find(value, start)
                label = kind.attribute.replace("_", " ")
                found.append(Field(first, first + len(value), label, value, known=kind))
                break
    if len(found) >= _LEAST:
        yield from found


_PICTURED = LatePattern(
    r"^[ \t]{0,4}(?:[-•*] )?"
    r"(?::(?P<name>[a-z_][a-z0-9_-]{1,40}):|(?P<picture>[\U0001F000-\U0001FAFF\u2600-\u27BF]\uFE0F?))"
    r"[ \t]{1,3}(?P<v>[^\n:]{2,80})$",
    re.MULTILINE,
)
