"""What the lines of a message tell by their form: cards of fields, notices of absence, items under headings."""

import re
import tomllib
from dataclasses import replace
from functools import cache

from extractors.commanding.wordings import Commands
from extractors.forms.bulleted import items_in
from extractors.forms.comparisons import comparisons_in
from extractors.forms.fields import card_of
from extractors.forms.notices import notices_in
from extractors.forms.notices_abroad import notices_abroad
from extractors.forms.orders_in_lines import orders_in
from extractors.forms.told import Told
from extractors.guarding import guards
from extractors.matching.late_patterns import LatePattern
from extractors.message import CleanText, Message
from extractors.secrets import find_doubtful
from extractors.syntax.chatter import PATTERNS
from memory.records import Candidate


def read_lines(text: CleanText, message: Message, commands: Commands) -> Told:
    """Return what the lines of a message tell beside its clauses.

    Notices and items are not read beside a command or a secret, which may be about them; fields are, apart from these.

    Args:
        text: The message as it is read.
        message: The same as it was sent.
        commands: What it commands.
    """
    told = Told()
    to_bot = message.surface == "dm" or text.to_bot
    if not (commands.found or commands.off_record or find_doubtful(text.text)):
        spoken_to = text.to_bot and message.bot_user_id is None  # whoever is named first, who may be anybody
        if not (spoken_to or _OF_SOMEBODY.match(message.text) or _DRAFTED.search(text.plain)):
            for read in (notices_in, notices_abroad):
                told.add(read(text, message.sent_at.date(), message.user_name))
        told.add(items_in(text, message.sent_at.date()))
        told.add(comparisons_in(text, message.parent))
        if to_bot:
            told.add(orders_in(text, answering=bool(message.parent)))
    told.add(card_of(text, message, [*commands.taken, *told.taken], to_bot=to_bot))
    told.candidates = [one for one in told.candidates if may_be_kept(one)]
    return told


def may_be_kept(candidate: Candidate) -> bool:
    """Return whether a candidate holds no secret, no number that may be one, and nothing that is nobody's business.

    It is stricter than what clauses tell is read by: what has the form of a note says much in a word.
    """
    text = candidate.text
    private = _private(plain=candidate.attribute in _PLAIN)
    if find_doubtful(text) or guards.is_private(text) or private.search(text) or _OPENS.search(text):
        return False
    return candidate.attribute in _NUMBERED or _NUMBER.search(_WITHOUT.sub("", text)) is None


@cache
def _private(*, plain: bool) -> LatePattern:
    """Return the words of what is nobody's business; of posts and places, only those of money and unions."""
    data: dict[str, str] = tomllib.loads((PATTERNS / "private.toml").read_text(encoding="utf-8"))
    kinds = ("money", "union") if plain else tuple(data)
    words = "|".join(data[kind].replace("\n", "") for kind in kinds)
    return LatePattern(rf"(?<!\w)(?:{words})(?!\w)", re.IGNORECASE)


_PLAIN = frozenset("name nickname role employer team location hometown manager email phone".split())


_OPENS = LatePattern(
    r"\b(?:pass(?:word|phrase|code|wd)?s?|pins?|passport|wi-?fi|router|alarm|safe|padlock|locker|gate|door|code|key"
    r"|login|maiden|nhs|ssn|national insurance|sort code|iban|account)\b(?=.*\d)"
    r"|\b(?:password|passphrase|passcode|maiden name)\b",
    re.IGNORECASE,
)
"""What may be opened, or proved, by what stands beside it."""
_NUMBER = LatePattern(r"\d{4}|[A-Za-z]+\d{2,}[A-Za-z]*\d*[#!$]")
_WITHOUT = LatePattern(r"https?://\S+|\d{4}-\d\d-\d\d|\b\d{1,2}[:.]\d\d\b|\b(?:19|20)\d\d\b|\b\d{1,2}00\b")
"""Numbers that prove nothing: addresses, days, times, years."""
_NUMBERED = frozenset({"phone", "email", "birthday", "working_hours"})


_OF_SOMEBODY = LatePattern(r"\s*<@\w+>\s*[:–—-]")
"""A notice of somebody else's, or to them: "@Priya: OOO till Thursday"."""
_DRAFTED = LatePattern(
    r"\b(?:draft|write|compose|translate|placeholder|template|example|sample)\b[^:\n]{0,40}:|\bplaceholder\b",
    re.IGNORECASE,
)
"""What asks for a notice to be written, which then is nobody's."""


_LISTED = LatePattern(
    r"^(?:[^|\n]{1,60} \| ){2,6}[^|\n]{1,60}$|^(?:[^·\n]{1,60} · ){2,6}[^·\n]{1,60}$"
    r"|^(?:[^•\n]{1,60} • ){2,6}[^•\n]{1,60}$|^(?:(?:[^/\n]|/(?=\w)){1,60} / ){2,6}(?:[^/\n]|/(?=\w)){1,60}$",
    re.MULTILINE,
)
"""A line of what somebody is, parted by bars or dots: "Dana Reyes | data engineer | Porto"."""
_PARTED_BY = LatePattern(r"(?<= )[|·•/](?= )")


def with_commas(text: CleanText, author: str) -> CleanText:
    """Return a text with commas for the bars of a line that begins with its author's name; of no other line."""
    names = set(author.casefold().split())

    def parted(line: re.Match[str]) -> str:
        first = _FIRST.match(line[0])
        own = first is not None and bool(names) and set(first["name"].casefold().split()) <= names
        return _PARTED_BY.sub(",", line[0]) if own else line[0]

    if not names or _PARTED_BY.search(text.plain) is None:
        return text
    return replace(text, text=_LISTED.sub(parted, text.text), plain=_LISTED.sub(parted, text.plain))


_FIRST = LatePattern(
    r"\W*(?:(?:hi|hello|hey)(?: all| everyone)?[,!.]? )?(?P<name>[^|·•/,(]{1,40}?) (?:\(|[|·•/])", re.IGNORECASE
)
