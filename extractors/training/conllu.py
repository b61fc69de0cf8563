"""Read CoNLL-U treebank files into sentences of plain values; knows nothing of spaCy."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from memory.errors import LogFormatError

COLUMNS = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Word:
    """One syntactic word with its gold annotation, as Universal Dependencies splits it ("don't" is two).

    ``head`` is the index of the governing word in the same sentence, from 0; a root is its own head, as in spaCy.
    ``space_after`` tells whether a space follows in the text.
    """

    form: str
    lemma: str
    pos: str
    tag: str
    morph: str
    head: int
    dep: str
    space_after: bool = True

    def moved(self, offset: int) -> "Word":
        """Return the word with its head ``offset`` places further on, for joining sentences."""
        return replace(self, head=self.head + offset)


@dataclass(frozen=True, slots=True)
class Sentence:
    """The words of one sentence in order; ``document`` groups consecutive sentences of one text."""

    words: tuple[Word, ...]
    document: str = ""

    @property
    def text(self) -> str:
        """The sentence as written, without white space at its end."""
        return "".join(word.form + " " * word.space_after for word in self.words).rstrip()

    @property
    def root(self) -> int:
        """The index of the root; 0 when no word is its own head."""
        return next((i for i, word in enumerate(self.words) if word.head == i), 0)


def read_conllu(path: Path) -> Iterator[Sentence]:
    """Yield the sentences of a CoNLL-U file in order.

    Raises:
        LogFormatError: If a line has not ten columns, or a head that is no word of its sentence; it names the line.

    Source: https://universaldependencies.org/format.html. Empty nodes and enhanced dependencies are left out.
    """
    with path.open(encoding="utf-8") as file:
        yield from parse_conllu(file, path)


def parse_conllu(lines: Iterable[str], path: Path = Path("conllu")) -> Iterator[Sentence]:
    """Yield the sentences of CoNLL-U lines; ``path`` only serves the error messages."""
    document, rows, glued = "", list[list[str]](), dict[int, bool]()
    for number, line in enumerate([*lines, ""], start=1):
        line = line.rstrip("\n")
        if line.startswith("# newdoc id = "):
            document = line.removeprefix("# newdoc id = ")
        elif line and not line.startswith("#"):
            columns = line.split("\t")
            if len(columns) != COLUMNS:
                raise LogFormatError(path, number, f"{len(columns)} columns instead of {COLUMNS}")
            if "-" in columns[0]:
                first, last = map(int, columns[0].split("-"))
                glued |= dict.fromkeys(range(first, last), False)
                glued[last] = "SpaceAfter=No" not in columns[9]
            elif "." not in columns[0]:
                rows.append(columns)
        elif not line and rows:
            yield Sentence(_words(rows, glued, path, number), document)
            rows, glued = [], {}


def _words(rows: list[list[str]], glued: dict[int, bool], path: Path, number: int) -> tuple[Word, ...]:
    words = []
    for index, (_, form, lemma, pos, tag, morph, head, dep, _, misc) in enumerate(rows):
        if not head.isdecimal() or int(head) > len(rows):
            raise LogFormatError(path, number, f"the head {head!r} of {form!r} is no word of the sentence above")
        words.append(
            Word(
                form=form,
                lemma=form if lemma == "_" else lemma,
                pos=pos,
                tag=tag,
                morph="" if morph == "_" else morph,
                head=int(head) - 1 if int(head) else index,
                dep="ROOT" if dep == "root" else dep,
                space_after=glued.get(index + 1, "SpaceAfter=No" not in misc),
            )
        )
    return tuple(words)
