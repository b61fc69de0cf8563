"""Text that is data for a model: nothing in it opens or closes a tag, or looks as if it did. Pure."""

from memory.text import sanitise

_BRACKETS = str.maketrans(dict.fromkeys("<＜﹤⟨〈〈⧼", "‹") | dict.fromkeys(">＞﹥⟩〉〉⧽", "›"))
"""What begins and ends a tag, and its look-alikes, among them those that Unicode normalisation makes of one another."""


def as_data(text: str) -> str:
    """Return text on one line that opens and closes no tag: what is remembered cannot leave its fence."""
    return untagged(sanitise(text))


def untagged(text: str) -> str:
    """Return text in which nothing opens or closes a tag, its lines as they are."""
    return text.translate(_BRACKETS)
