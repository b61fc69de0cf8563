"""Train the English pipeline on UD English EWT: `python -m extractors.training.train --data DIR --output DIR`."""

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from spacy import util
from spacy.language import Language
from spacy.pipeline import EditTreeLemmatizer
from spacy.training import Example
from spacy.training.initialize import init_nlp
from spacy.training.loop import train

from extractors.training.corpus import evaluation_examples, training_examples
from extractors.training.ship import ship
from extractors.training.tokenizer import customize_tokenizer

CONFIG = Path(__file__).with_name("config.cfg")
OWN = Path(__file__).with_name("chat-train.conllu")
#: The chat form of the development set is always this one.
DEV_SEED = 7


@util.registry.readers("memory_bot.training_texts.v1")  # type: ignore[untyped-decorator]  # catalogue has no types
def training_texts(path: str, seed: int) -> Callable[[Language], Iterator[Example]]:
    """The treebank and our own messages, one half plain and one in chat form, new at every pass."""
    return training_examples(Path(path), OWN, seed)


@util.registry.readers("memory_bot.evaluation_texts.v1")  # type: ignore[untyped-decorator]  # catalogue has no types
def evaluation_texts(path: str) -> Callable[[Language], Iterator[Example]]:
    """The development set twice: plain and in chat form."""

    def examples(nlp: Language) -> Iterator[Example]:
        yield from evaluation_examples(nlp, Path(path))
        yield from evaluation_examples(nlp, Path(path), chat_seed=DEV_SEED)

    return examples


@util.registry.callbacks("memory_bot.tokenizer.v1")  # type: ignore[untyped-decorator]  # catalogue has no types
def tokenizer_callback() -> Callable[[Language], Language]:
    """Give a new pipeline our tokenizer before its components see any text."""

    def callback(nlp: Language) -> Language:
        customize_tokenizer(nlp)
        return nlp

    return callback


def remember_edits(nlp: Language) -> None:
    """Give a loaded lemmatizer back the numbers of its edits, which spaCy 3.8 does not save.

    Without them every further step teaches it to change nothing.
    """
    for _, component in nlp.pipeline:
        if isinstance(component, EditTreeLemmatizer):
            component.tree2label.update({edit: label for label, edit in enumerate(component.cfg["labels"])})


def main(arguments: Sequence[str] | None = None) -> None:
    """Train, keeping the best pipeline so far in OUTPUT/model-best, then write OUTPUT/model, stripped for shipping."""
    parser = argparse.ArgumentParser(prog="python -m extractors.training.train", description=__doc__)
    parser.add_argument(
        "--data", type=Path, required=True, help="folder with train.conllu and dev.conllu of UD English EWT"
    )
    parser.add_argument("--output", type=Path, required=True, help="folder for model-best, model-last and model")
    parser.add_argument("--steps", type=int, help="training steps (default: as in config.cfg)")
    parser.add_argument("--start", type=Path, help="go on from this model-best, with its settings")
    parser.add_argument("--seed", type=int, help="random seed (default: as in config.cfg)")
    parser.add_argument(
        "--set",
        dest="settings",
        action="append",
        default=[],
        metavar="SECTION.KEY=VALUE",
        help="any other setting of config.cfg, the value in JSON, e.g. training.dropout=0.2",
    )
    options = parser.parse_args(arguments)
    overrides: dict[str, object] = {
        "paths.train": str(options.data / "train.conllu"),
        "paths.dev": str(options.data / "dev.conllu"),
    }
    for setting in options.settings:
        key, _, value = setting.partition("=")
        overrides[key] = json.loads(value)
    if options.steps is not None:
        overrides["training.max_steps"] = options.steps
    if options.seed is not None:
        overrides["system.seed"] = options.seed
    options.output.mkdir(parents=True, exist_ok=True)
    if options.start is None:
        nlp = init_nlp(util.load_config(CONFIG, overrides=overrides, interpolate=False))
    else:
        nlp = util.load_model(options.start, config=overrides)
        remember_edits(nlp)
    train(nlp, options.output, use_gpu=-1, stdout=sys.stdout, stderr=sys.stderr)
    ship(options.output / "model-best", options.output / "model")


if __name__ == "__main__":
    main()
