"""Training, shipping and measuring, once around with a handful of sentences."""

import json
from pathlib import Path
from random import Random

import pytest
import spacy
from spacy.pipeline import EditTreeLemmatizer
from spacy.tokens import Doc

from extractors.training import evaluate, train
from extractors.training.corpus import GoldText, join
from extractors.training.ship import needed_strings, ship
from extractors.training.tokenizer import blank_pipeline
from tests.extractors.test_training_conllu import TREEBANK
from tests.extractors.training_sentences import DOES_NOT, HOME, WORKS, gold

SMALL = [
    "components.tok2vec.model.encode.width=8",
    "components.tok2vec.model.embed.rows=[50,50,50,50]",
    "components.trainable_lemmatizer.min_tree_freq=1",
    "components.parser.min_action_freq=1",
    "training.eval_frequency=2",
]


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("data")
    for part in ("train", "dev", "test"):
        (folder / f"{part}.conllu").write_text(TREEBANK * 3, encoding="utf-8")
    return folder


def run(data: Path, output: Path, *more: str) -> None:
    settings = [argument for setting in SMALL for argument in ("--set", setting)]
    train.main(["--data", str(data), "--output", str(output), *more, *settings])


@pytest.fixture(autouse=True)
def loaded_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is timed is timed once: nothing here hangs on how long it took."""
    monkeypatch.setattr(evaluate, "LOADS", 1)


@pytest.fixture(scope="module")
def trained(data: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    output = tmp_path_factory.mktemp("trained")
    run(data, output, "--steps", "4", "--seed", "3")
    return output


def test_training_leaves_a_pipeline_ready_to_ship(trained: Path) -> None:
    nlp = spacy.load(trained / "model")

    assert nlp.pipe_names == ["tok2vec", "tagger", "morphologizer", "trainable_lemmatizer", "parser"]
    assert [token.text for token in nlp("im @dana")] == ["i", "m", "@dana"]
    assert nlp.meta["license"] == "CC BY-SA 4.0"
    assert (trained / "model" / "ATTRIBUTION.md").is_file()


def test_training_can_go_on_from_a_trained_pipeline(trained: Path, data: Path, tmp_path: Path) -> None:
    run(data, tmp_path, "--steps", "1", "--start", str(trained / "model-best"))

    before, after = spacy.load(trained / "model"), spacy.load(tmp_path / "model")
    assert before.pipe_labels == after.pipe_labels
    assert after("im here")[0].dep_


def test_a_loaded_lemmatizer_gets_its_edits_back(trained: Path) -> None:
    nlp = spacy.load(trained / "model-best")

    train.remember_edits(nlp)

    lemmatizer = nlp.get_pipe("trainable_lemmatizer")
    assert isinstance(lemmatizer, EditTreeLemmatizer)
    assert [lemmatizer.labels[label] for label in lemmatizer.tree2label.values()] == [*lemmatizer.tree2label]
    assert len(lemmatizer.tree2label) == len(lemmatizer.labels) > 0


def test_what_ships_says_the_same_as_what_was_trained(trained: Path) -> None:
    best, shipped = spacy.load(trained / "model-best"), spacy.load(trained / "model")
    text = "i dont know, im at home"

    def said(doc: Doc) -> list[tuple[object, ...]]:
        return [(t.text, t.norm_, t.lemma_, t.tag_, t.pos_, str(t.morph), t.dep_, t.head.i) for t in doc]

    assert said(shipped(text)) == said(best(text))


def test_what_ships_names_no_training_code_and_no_path(trained: Path) -> None:
    config = (trained / "model" / "config.cfg").read_text(encoding="utf-8")

    assert "memory_bot." not in config
    assert "conllu" not in config


def test_shipping_again_replaces_the_folder(trained: Path, tmp_path: Path) -> None:
    (tmp_path / "model").mkdir()
    (tmp_path / "model" / "left-over").touch()

    ship(trained / "model-best", tmp_path / "model")

    assert not (tmp_path / "model" / "left-over").exists()


def test_a_blank_pipeline_needs_only_the_strings_of_its_tokenizer() -> None:
    strings = set(needed_strings(blank_pipeline()))

    assert {"im", "i", "m", "n't", "not"} <= strings


def test_the_report_covers_accuracy_speed_and_size(
    trained: Path, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    evaluate.main(["--data", str(data), "--model", str(trained / "model"), "--set", "dev"])

    figures = json.loads(capsys.readouterr().out)
    assert set(figures) == {"plain", "chat", "own messages", "speed", "size"}
    assert all(0.0 <= figures["plain"][measure] <= 1.0 for measure in evaluate.MEASURES)
    assert figures["plain"]["tokens"] == 1.0
    assert figures["speed"]["message_median_ms"] == 0.0, "no text there has the length of a message"
    assert figures["speed"]["words_per_second"] > 0
    assert figures["speed"]["load_seconds"] > 0
    assert figures["size"]["megabytes"] > 0


def perfect(text: GoldText) -> Doc:
    """What a pipeline that makes no mistake makes of a gold text."""
    words = text[1]
    return Doc(
        blank_pipeline().vocab,
        words=[word.form for word in words],
        spaces=[word.space_after for word in words],
        pos=[word.pos for word in words],
        tags=[word.tag for word in words],
        morphs=[word.morph for word in words],
        lemmas=[word.lemma for word in words],
        heads=[word.head for word in words],
        deps=[word.dep for word in words],
    )


def test_no_mistake_is_one_in_every_measure() -> None:
    text = join([WORKS, DOES_NOT, HOME], Random(0))

    assert evaluate.accuracy([perfect(text)], [text]) == dict.fromkeys(evaluate.MEASURES, 1.0)


def test_each_mistake_counts_where_it_was_made() -> None:
    text = join([DOES_NOT], Random(0))
    doc = perfect(text)
    doc[0].tag_ = "NN"
    doc[1].dep_ = "cop"
    doc[2].lemma_ = "nt"
    doc[4].head = doc[0]

    figures = evaluate.accuracy([doc], [text])

    assert {name: round(value, 2) for name, value in figures.items()} == {
        "tokens": 1.0,
        "sentences": 1.0,
        "pos": 1.0,
        "tag": 0.83,
        "morph": 1.0,
        "lemma": 0.83,
        "uas": 0.8,
        "las": 0.6,
    }


def test_a_token_that_was_not_found_counts_everywhere() -> None:
    text = join([gold("e-mail/NN/0/root")], Random(0))
    doc = perfect(join([gold("e_/NN/3/compound -_/HYPH/3/punct mail/NN/0/root")], Random(0)))

    figures = evaluate.accuracy([doc], [text])

    assert figures == {**dict.fromkeys(evaluate.MEASURES, 0.0), "sentences": 1.0}


def test_white_space_is_not_counted() -> None:
    text = join([gold("Hello/UH/0/root")], Random(0))
    doc = Doc(blank_pipeline().vocab, words=["Hello", "\n"], spaces=[False, False], heads=[0, 0], deps=["ROOT", "dep"])

    figures = evaluate.accuracy([doc], [text])

    assert (figures["tokens"], figures["sentences"], figures["las"]) == (1.0, 1.0, 1.0)


def test_nothing_to_find_is_nothing() -> None:
    assert evaluate.accuracy([], []) == dict.fromkeys(evaluate.MEASURES, 0.0)


def test_messages_of_about_25_words_are_timed(trained: Path) -> None:
    model = trained / "model"

    figures = evaluate.speed(spacy.load(model), str(model), ["Hello there", "we all meet again " * 6])

    assert 0 < figures.message_median_ms <= figures.message_p95_ms
