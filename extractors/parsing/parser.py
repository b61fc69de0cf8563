"""Words with the tags and dependencies of the shipped spaCy pipeline, which is loaded once, when first used.

Single messages are read without spaCy, by the files of the pipeline; batches, and any other pipeline, by spaCy.
"""

import contextvars
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import nullcontext
from functools import cached_property
from importlib import import_module
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING

from extractors.message import CleanText
from extractors.parsing.left_out import commands_left_out, torch_left_out
from extractors.parsing.sentences import LONGEST_SENTENCE, sentences
from extractors.parsing.words import Word, words_of
from memory.errors import InvalidValueError, StoreError

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

    from extractors.parsing.quick_reader import QuickReader

MODEL = Path(__file__).parents[1] / "model"
SCHEME = {"tagger": {"NN", "VBZ", "PRP$"}, "parser": {"nsubj", "obj", "obl", "acl:relcl"}}
"""Labels by which a pipeline shows that it has the scheme the rules are written for: Penn tags, UD dependencies."""
UNUSED = ("trainable_lemmatizer", "morphologizer")
"""Components of the pipeline that reading messages does without; leaving them out saves a fifth of the time."""
FEW = 64
"""Texts that are read one by one before a batch begins, in the time that spaCy takes to load, which reads batches."""
MOST_STRINGS = 20_000
"""Strings that the pipeline comes to know for good, in some 4 MB: those of all usual words. Others are let go again."""


class Parser:
    """Gives the words of a clean text their tags and dependencies. Safe to share between threads."""

    def __init__(self, nlp: "Language | None" = None, *, pipeline: str | None = None) -> None:
        self._given = nlp
        self._pipeline = pipeline
        self._lock = threading.Lock()
        self._context = contextvars.Context()

    @cached_property
    def nlp(self) -> "Language":
        """The pipeline that is set, or else the package's own, loaded the first time it is asked for.

        Raises:
            StoreError: If the package's own pipeline cannot be read.
            InvalidValueError: If the one that is set cannot be, or has labels of another scheme.
        """
        if self._given is not None:
            return self._given
        with torch_left_out(), commands_left_out():
            import spacy  # takes a second to import; only those who need it pay for it

        try:
            # The words are made here: spaCy's own tokenizer would take half of what loading the pipeline takes.
            nlp = spacy.load(self._pipeline or MODEL, exclude=[*UNUSED, "tokenizer"], config=_untokenized())
        except (OSError, ValueError) as error:
            if self._pipeline is None:
                raise StoreError(MODEL, "the language pipeline cannot be read", "Install memory-bot again.") from error
            step = "Install that spaCy pipeline, name its folder, or leave the setting out."
            raise InvalidValueError("memory.pipeline", self._pipeline, step) from error
        if self._pipeline is not None:
            _check_scheme(nlp, self._pipeline)
        return nlp

    @cached_property
    def _quick(self) -> "QuickReader | None":
        """What reads words without spaCy's documents; None where only spaCy itself can."""
        if self._given is not None:
            return None
        if self._pipeline is not None:
            from extractors.parsing.quick_reader import QuickReader

            return QuickReader.of(self.nlp)
        from extractors.parsing.stored_pipeline import read

        try:
            return read(MODEL)
        except (OSError, LookupError, ValueError) as error:
            raise StoreError(MODEL, "the language pipeline cannot be read", "Install memory-bot again.") from error

    def words(self, clean: CleanText) -> list[Word]:
        """Return the words of a clean text, parsed; none for a blank one."""
        words = _read(clean)
        if words:
            with self._lock:
                # In each context that it has not run in before, spaCy looks for its backend anew, for a millisecond.
                self._context.run(self._parse, words, clean)
        return words

    def words_of_many(self, texts: Iterable[CleanText]) -> Iterator[list[Word]]:
        """Yield what `words` returns for each text, parsed in batches where there are more than a few."""
        remaining = iter(texts)
        for clean in islice(remaining, FEW):
            yield self.words(clean)
        further = list(islice(remaining, 1))
        if not further:
            return
        pairs = ((clean, _read(clean)) for clean in chain(further, remaining))
        docs = ((self._doc(words, clean), words) for clean, words in pairs)
        for doc, words in self.nlp.pipe(docs, as_tuples=True, batch_size=64):
            _annotate(words, doc)
            yield words

    def _parse(self, words: list[Word], clean: CleanText) -> None:
        if self._quick is None or self._pipeline is not None:
            # What is new to it in a memory zone spaCy forgets at its end; to learn it anew takes a while each time.
            with nullcontext() if len(self.nlp.vocab.strings) < MOST_STRINGS else self.nlp.memory_zone():
                self._put_on(words, clean)
        else:
            self._put_on(words, clean)

    def _put_on(self, words: list[Word], clean: CleanText) -> None:
        """Give words what the pipeline finds of them."""
        if self._quick is None:
            _annotate(words, self.nlp(self._doc(words, clean)))
            return
        tags, tree = self._quick.read(_forms(words, clean))
        for index, (word, tag, label, head) in enumerate(zip(words, tags, tree.labels, tree.heads, strict=True)):
            word.index, word.tag, word.dep, word.head = index, tag, label, head

    def _doc(self, words: list[Word], clean: CleanText) -> "Doc":
        from spacy.tokens import Doc

        return Doc(self.nlp.vocab, words=_forms(words, clean))


def _untokenized() -> dict[str, dict[str, dict[str, str]]]:
    """Return settings by which a pipeline is loaded without the exceptions of its language's tokenizer."""
    from spacy.util import registry

    tokenizer = import_module("spacy.tokenizer")
    name = "memory_bot.untokenized"
    if not registry.has("tokenizers", name):
        registry.tokenizers(name, func=lambda: lambda nlp: tokenizer.Tokenizer(nlp.vocab))
    return {"nlp": {"tokenizer": {"@tokenizers": name}}}


def _check_scheme(nlp: "Language", pipeline: str) -> None:
    for component, labels in SCHEME.items():
        has = set(nlp.pipe_labels.get(component, ()))
        if missing := sorted(labels - has):
            step = f"Its {component} has no {missing[0]}: choose one with Penn tags and Universal Dependencies."
            raise InvalidValueError("memory.pipeline", pipeline, step)


def _read(clean: CleanText) -> list[Word]:
    """Return the words that are worth parsing: the first of each sentence, up to the longest there can be."""
    words = words_of(clean.plain)
    if len(words) <= LONGEST_SENTENCE:
        return words
    read: list[Word] = []
    position = 0
    for _, last in sentences(clean.plain):
        begin = position
        while position < len(words) and words[position].start < last:
            position += 1
        read += words[begin : min(position, begin + LONGEST_SENTENCE)]
    return read


def _forms(words: Sequence[Word], clean: CleanText) -> list[str]:
    return [_form(word, clean.plain) for word in words]


def _form(word: Word, plain: str) -> str:
    """Return the word as the parser should see it: spelled out, with a plain name for a mention or an address."""
    written = plain[word.start : word.end]
    if written[:2] in {"<@", "<#"}:
        return "Sam"
    if "://" in written or written.startswith("#") or len(written) > 40:
        return "Wiki"
    if written.lower().rstrip(".") != word.norm.rstrip("."):
        return "I" if word.norm == "i" else word.norm
    return written


def _annotate(words: list[Word], doc: "Doc") -> None:
    for index, (word, token) in enumerate(zip(words, doc, strict=True)):
        word.index = index
        word.tag = token.tag_
        word.dep = token.dep_
        word.head = token.head.i
