"""What the lines of a message tell by their form: cards of fields, notices of absence, items under headings."""

from extractors.bulleted import items_in
from extractors.fields import card_of
from extractors.late_patterns import LatePattern
from extractors.message import CleanText, Message
from extractors.notices import notices_in
from extractors.secrets import find_doubtful
from extractors.told import Told
from extractors.wordings import Commands


def read_lines(text: CleanText, message: Message, commands: Commands, *, english: bool) -> Told:
    """Return what the lines of a message tell beside its clauses.

    Notices and items are not read beside a command or a secret, which may be about them; fields are, apart from these.

    Args:
        text: The message as it is read.
        message: The same as it was sent.
        commands: What it commands.
        english: Whether it is in no other language; only then it may hold fields.
    """
    told = Told()
    if not (commands.found or commands.off_record or find_doubtful(text.text)):
        if _OF_SOMEBODY.match(message.text) is None:
            told.add(notices_in(text, message.sent_at.date(), message.user_name))
        told.add(items_in(text))
    if english:
        to_bot = message.surface == "dm" or text.to_bot
        told.add(card_of(text, message, [*commands.taken, *told.taken], to_bot=to_bot))
    return told


_OF_SOMEBODY = LatePattern(r"\s*<@\w+>\s*[:–—-]")
"""A notice of somebody else's, or to them: "@Priya: OOO till Thursday"."""
