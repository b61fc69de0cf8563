"""From gold sentences to spaCy examples: the tokens are the pipeline's own, with the gold annotation laid over them."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from random import Random

from spacy.language import Language
from spacy.tokens import Doc
from spacy.training import Example

from extractors.training.chat import chat_sentence
from extractors.training.conllu import Sentence, Word, read_conllu

#: A text, all its words with heads counted through, and where each word starts.
GoldText = tuple[str, list[Word], list[int]]

#: How many sentences a training text has, drawn evenly: most Slack messages have one or two.
SENTENCES_PER_TEXT = (1, 1, 1, 2, 2, 3, 4)
#: Share of the training texts that are turned into chat; the others stay as the treebank has them.
CHAT_SHARE = 0.55
#: How often each of our own messages stands in one pass over the treebank.
OWN_WEIGHT = 3
#: Between two sentences of a chat text: a new line instead of a space, more often where a final mark is missing.
NEWLINE_SHARE, NEWLINE_SHARE_UNMARKED = 0.15, 0.7


def training_examples(treebank: Path, own: Path, seed: int) -> Callable[[Language], Iterator[Example]]:
    """Return a corpus for spaCy's training loop: each pass shuffles, groups and disguises the sentences anew.

    Args:
        treebank: CoNLL-U file whose consecutive sentences belong together.
        own: CoNLL-U file of single chat messages; they count `OWN_WEIGHT` times and stand beside any other.
        seed: Of the random choices.
    """
    sentences, messages = list(read_conllu(treebank)), list(read_conllu(own))
    random = Random(seed)  # noqa: S311 - variety, not secrecy

    def examples(nlp: Language) -> Iterator[Example]:
        mixed = messages * OWN_WEIGHT
        random.shuffle(mixed)
        texts = [*group(sentences, random), *group(mixed, random)]
        random.shuffle(texts)
        for text in texts:
            chat = random.random() < CHAT_SHARE
            yield example(nlp, *join([chat_sentence(s, random) for s in text] if chat else text, random, chat=chat))

    return examples


def evaluation_examples(nlp: Language, path: Path, *, chat_seed: int | None = None) -> Iterator[Example]:
    """Yield the texts of `evaluation_texts` as spaCy examples."""
    for text, words, starts in evaluation_texts(path, chat_seed=chat_seed):
        yield example(nlp, text, words, starts)


def evaluation_texts(path: Path, *, size: int = 3, chat_seed: int | None = None) -> Iterator[GoldText]:
    """Yield a treebank file as texts of up to ``size`` sentences of a document; with a seed, in one fixed chat form."""
    random = Random(chat_seed)  # noqa: S311 - variety, not secrecy
    chat = chat_seed is not None
    for _, document in groupby(read_conllu(path), lambda sentence: sentence.document):
        sentences = list(document)
        for start in range(0, len(sentences), size):
            text = sentences[start : start + size]
            yield join([chat_sentence(s, random) for s in text] if chat else text, random, chat=chat)


def group(sentences: Iterable[Sentence], random: Random) -> Iterator[list[Sentence]]:
    """Yield consecutive sentences of one document in groups of random size."""
    for _, document in groupby(sentences, lambda sentence: sentence.document):
        rest = list(document)
        while rest:
            size = random.choice(SENTENCES_PER_TEXT)
            yield rest[:size]
            rest = rest[size:]


def join(sentences: Sequence[Sentence], random: Random, *, chat: bool = False) -> GoldText:
    """Return the text of the sentences, all their words with heads counted through, and where each word starts."""
    text, words, starts = "", list[Word](), list[int]()
    for sentence in sentences:
        if text and chat:
            unmarked = text[-1].isalnum()
            newline = random.random() < (NEWLINE_SHARE_UNMARKED if unmarked else NEWLINE_SHARE)
            text += "\n" if newline else " "
        elif text:
            text += " "
        offset = len(words)
        for word in sentence.words:
            starts.append(len(text))
            words.append(word.moved(offset))
            text += word.form + " " * word.space_after
        text = text.rstrip()
    return text, words, starts


def example(nlp: Language, text: str, words: Sequence[Word], starts: Sequence[int]) -> Example:
    """Lay gold words over the tokens that the pipeline's tokenizer finds in the text.

    A token that covers several words ("its" for "it 's") takes over the one nearest the root, the first of equals.
    Of several tokens that cover one word, the last stands for it and the others hang on that one. White space hangs on
    the token before it, at the start of the text on the one after, as in spaCy's own training data.
    """
    doc = nlp.make_doc(text)
    covered = _words_by_token(doc, words, starts)
    token_of = {index: token for token, indexes in enumerate(covered) for index in indexes}
    rows = []
    for token, indexes in zip(doc, covered, strict=True):
        if not indexes:
            neighbour = token.i - 1 if token.i else min(1, len(doc) - 1)
            rows.append((neighbour, "dep", "SPACE", "_SP", "", token.text))
            continue
        main = min(indexes, key=lambda index: (_depth(words, index), index))
        word = words[main]
        if token_of[main] == token.i:
            head = token_of[_outer_head(words, main, indexes)]
            dep = "ROOT" if head == token.i else word.dep
            lemma = word.lemma if words[main].form == token.text or len(indexes) > 1 else token.text
            rows.append((head, dep, word.pos, word.tag, word.morph, lemma))
        elif token.is_punct:
            rows.append((token_of[main], "punct", "PUNCT", "HYPH", "", token.text))
        else:
            rows.append((token_of[main], "compound", word.pos, word.tag, word.morph, token.text))
    heads, deps, pos, tags, morphs, lemmas = (list(column) for column in zip(*rows, strict=True))
    reference = Doc(
        doc.vocab,
        words=[token.text for token in doc],
        spaces=[bool(token.whitespace_) for token in doc],
        heads=heads,
        deps=deps,
        pos=pos,
        tags=tags,
        morphs=morphs,
        lemmas=lemmas,
    )
    return Example(doc, reference)


def _words_by_token(doc: Doc, words: Sequence[Word], starts: Sequence[int]) -> list[list[int]]:
    covered, first = list[list[int]](), 0
    for token in doc:
        end = token.idx + len(token)
        while first < len(words) and starts[first] + len(words[first].form) <= token.idx:
            first += 1
        last = first
        while last < len(words) and starts[last] < end:
            last += 1
        covered.append([*range(first, last)] if not token.is_space else [])
    return covered


def _depth(words: Sequence[Word], index: int) -> int:
    depth = 0
    while words[index].head != index and depth < len(words):
        index, depth = words[index].head, depth + 1
    return depth


def _outer_head(words: Sequence[Word], index: int, together: Sequence[int]) -> int:
    """The nearest ancestor of a word that its own token does not cover; the word itself if there is none."""
    head = index
    while head in together:
        if words[head].head == head:
            return index
        head = words[head].head
    return head
