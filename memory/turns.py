"""Look for words in the record of a person's turns: the safety net for what was said and not remembered. Pure."""

from collections.abc import Iterable, Iterator

from memory.records import Episode
from memory.terms import stems


def holding(words: str, episodes: Iterable[Episode]) -> Iterator[Episode]:
    """Yield the turns in which the person said all of these words, in any form and order; none for no words."""
    wanted = set(stems(words))
    return (episode for episode in episodes if wanted and wanted <= set(stems(episode.text)))
