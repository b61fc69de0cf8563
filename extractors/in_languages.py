"""What a message in another language than English states or asks to keep, by that language's tables."""

import re
from collections.abc import Iterator, Sequence

from extractors.candidates import as_candidate
from extractors.language_tables import Language
from extractors.languages import statements
from extractors.message import CleanText, Message
from extractors.remembering import REMEMBERED
from extractors.rules import Found
from extractors.secrets import holds_secret
from extractors.sentences import sentences
from extractors.table_days import resolved
from memory.records import Candidate, Kind

MOST_CHARS = 2000
"""Characters of a message that tables are tried on: nobody says more of themselves in one."""


def stated_in(
    language: Language, text: CleanText, message: Message, taken: Sequence[tuple[int, int]]
) -> Iterator[Candidate]:
    """Yield what a message in another language states, by that language's tables; of a long one its beginning."""
    for start, end in sentences(text.plain):
        if end > MOST_CHARS:
            return
        if any(first < end and start < last for first, last in taken) or holds_secret(text.text[start:end]):
            continue
        sent = message.sent_at.date()
        for found, day, (first, last) in statements(language, text.plain[start:end], sent=sent):
            if found.kind is Kind.FEEDBACK and not (text.to_bot or message.surface == "dm"):
                continue
            if not text.is_opaque(start + first, start + last):
                yield as_candidate(found, found.text, found.attribute, day, text.raw_span(start + first, start + last))


_GOES_ON = re.compile(r"，(?:在|是|去|到|住|做|不)[^，。]{2,}$")
"""What goes on about the same in Chinese, without a subject of its own."""


def remembered_in(language: Language, body: tuple[int, int], text: CleanText, message: Message) -> Iterator[Candidate]:
    """Yield what another language's "remember" is followed by: what its tables read, or else its own words."""
    words = text.text[slice(*body)].strip(" .!。！।")
    sent = message.sent_at.date()
    told = list(statements(language, words, sent=sent))
    found = [(one, day) for one, day, _ in told]
    behind = max((end for _, _, (_, end) in told), default=0)
    if len(told) == 1 and _GOES_ON.match(words, behind):  # "I'm not in the shop on Thursdays, I'm on the ward"
        found = []
    if not found:
        shown, day = resolved(words[:1].upper() + words[1:], language.days, sent=sent)
        found = [(Found(Kind.FACT, shown, f"{language.name}-remember", confidence=REMEMBERED), day)]
    for one, day in found:
        yield as_candidate(one, one.text, one.attribute, day, text.raw_span(*body))
