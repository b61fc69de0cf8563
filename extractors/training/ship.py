"""Make the pipeline that ships in the package from a trained one: nothing but what `nlp(text)` needs."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import spacy
import srsly
from spacy.language import Language
from spacy.pipeline import EditTreeLemmatizer, Morphologizer
from spacy.strings import StringStore
from spacy.tokenizer import Tokenizer  # type: ignore[import-not-found]  # compiled, without stubs

DESCRIPTION = {
    "name": "memory_bot_chat",
    "version": "1.1.0",
    "description": "English for chat, trained on UD English EWT with augmentation: tags, morphology, lemmas, parse.",
    "author": "the memory-bot authors",
    "license": "CC BY-SA 4.0",
    "sources": [
        {
            "name": "UD English EWT 2.16",
            "url": "https://github.com/UniversalDependencies/UD_English-EWT",
            "license": "CC BY-SA 4.0",
            "author": "Silveira et al. 2014, A Gold Standard Dependency Corpus for English, LREC",
        }
    ],
}
#: Of the development set, kept in meta.json.
SCORES = ("tag_acc", "pos_acc", "morph_acc", "lemma_acc", "dep_uas", "dep_las", "sents_f")
ATTRIBUTION = Path(__file__).with_name("ATTRIBUTION.md")
#: Sections of the configuration that only training reads; they name code that a user need not import.
TRAINING_SECTIONS = ("corpora", "initialize", "paths", "pretraining", "training")


def ship(trained: Path, output: Path) -> None:
    """Write the trained pipeline to ``output`` (replaced if it exists) without what only training needs.

    Left out are the settings of the training run and the words of the training texts: of the string store, only what
    components look up by name stays (labels, features, pieces of tokens). What the pipeline predicts does not change.
    """
    nlp = spacy.load(trained)
    performance = nlp.meta["performance"]
    nlp.meta.update(DESCRIPTION)
    nlp.meta["performance"] = {name: round(value, 4) for name, value in performance.items() if name in SCORES}
    if output.exists():
        shutil.rmtree(output)
    nlp.to_disk(output)
    StringStore(sorted(set(needed_strings(nlp)))).to_disk(output / "vocab" / "strings.json")
    config = nlp.config.copy()
    for section in TRAINING_SECTIONS:
        config.pop(section, None)
    config.to_disk(output / "config.cfg")
    shutil.copy(ATTRIBUTION, output)


def needed_strings(nlp: Language) -> Iterator[str]:
    """Yield the strings that predictions and the tokenizer's rules are made of."""
    for labels in nlp.pipe_labels.values():
        for label in labels:
            yield label
            yield from label.split("||")
    assert isinstance(nlp.tokenizer, Tokenizer)
    for text, pieces in nlp.tokenizer.rules.items():
        yield text
        for piece in pieces:
            yield from (value for value in piece.values() if isinstance(value, str))
    for name in nlp.pipe_names:
        component = nlp.get_pipe(name)
        if isinstance(component, Morphologizer):
            for features in component.cfg["labels_morph"].values():
                yield features
                for feature in features.split("|"):
                    yield from (feature, *feature.split("="))
            yield from ("POS", *component.cfg["labels_pos"])
        if isinstance(component, EditTreeLemmatizer):
            yield from _strings_of_edits(component, nlp)


def _strings_of_edits(lemmatizer: EditTreeLemmatizer, nlp: Language) -> Iterator[str]:
    """The pieces of text that the lemmatizer's edits take away or put in. Edits it can never choose are left out."""
    trees = srsly.msgpack_loads(lemmatizer.trees.to_bytes())["trees"]
    todo = {int(label) for label in lemmatizer.cfg["labels"]}
    done = set[int]()
    while todo:
        number = todo.pop()
        done.add(number)
        tree = trees[number]
        yield from (nlp.vocab.strings[tree[part]] for part in ("orig", "subst") if part in tree)
        below = {tree[side] for side in ("prefix_tree", "suffix_tree") if side in tree}
        todo |= {child for child in below if child < len(trees)} - done
