"""How the encoder is trained, with a tiny one and a handful of messages; only where torch is installed."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

WHY = "trains a network, for which the bot itself has no use"
torch = pytest.importorskip("torch", reason=WHY)
transformers = pytest.importorskip("transformers", reason=WHY)
pytest.importorskip("onnx", reason=WHY)

from extractors.judging.encoder import WINDOW, Encoder, Pieces  # noqa: E402  # they need what was looked for above
from extractors.judging.judge import KINDS, OPS  # noqa: E402
from extractors.training import encoder as training  # noqa: E402
from extractors.training import network  # noqa: E402
from extractors.training.judge import Commanded, Example, commanded, examples, held_out, key, read_scores  # noqa: E402
from extractors.training.told import told  # noqa: E402
from memory.records import CandidateOp  # noqa: E402
from tests.extractors.test_training_judge import SEEN, TOWNS, UNSEEN, command, record, records  # noqa: E402
from tests.extractors.test_training_told import conllu  # noqa: E402

pytestmark = pytest.mark.filterwarnings("default")  # torch warns of its own ways to export

WIDTH = 32
LETTERS = "abcdefghijklmnopqrstuvwxyz,."
VOCABULARY = [
    *training.SPECIAL,
    *LETTERS,
    *(f"##{letter}" for letter in LETTERS),
    *"live in the is it broken again hums out forget porto vigo build lift dm".split(),
    "##ing",
    "zebra",
]


def pretrained(folder: Path) -> Path:
    """Write a tiny encoder that learned nothing yet, with the vocabulary above."""
    torch.manual_seed(3)
    config = transformers.BertConfig(
        vocab_size=len(VOCABULARY),
        hidden_size=WIDTH,
        num_hidden_layers=6,
        num_attention_heads=2,
        intermediate_size=2 * WIDTH,
        max_position_embeddings=256,
    )
    transformers.BertModel(config).save_pretrained(folder)
    (folder / "vocab.txt").write_text("\n".join(VOCABULARY), encoding="utf-8")
    transformers.BertTokenizer(str(folder / "vocab.txt")).save_pretrained(folder)
    return folder


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return pretrained(tmp_path_factory.mktemp("base"))


def messages() -> list[dict[str, Any]]:
    """The messages that the judge learns from, and some that command."""
    told = [(author, f"forget {town}") for author in (SEEN, UNSEEN) for town in TOWNS]
    return [
        *records(),
        *(record(90 + at, text, command("forget"), author=author) for at, (author, text) in enumerate(told)),
    ]


@pytest.fixture(scope="module")
def found() -> list[Example]:
    return list(examples(messages()))


@pytest.fixture(scope="module")
def said() -> list[Commanded]:
    return list(commanded(messages()))


@pytest.fixture
def pieces() -> Pieces:
    return Pieces(VOCABULARY)


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Train once over the messages above."""
    monkeypatch.setattr(training, "load_all", messages)
    monkeypatch.setattr(training, "to_record", lambda row: row)
    monkeypatch.setattr(training, "EPOCHS", 1)
    monkeypatch.setattr(training, "HEADS", 1)
    monkeypatch.setattr(training, "NEURONS", WIDTH)
    monkeypatch.setattr(training, "TEACHER_EPOCHS", 1)
    monkeypatch.setattr(network, "BATCH", 8)


# What is learned from


def test_pieces_of_plain_letters_figures_and_marks_are_kept() -> None:
    vocabulary = [*training.SPECIAL, "[unused1]", "[MASK]", "[", "cat", "##s", "7", "é", "##中", "!"]

    assert [vocabulary[row] for row in training.latin_pieces(vocabulary)] == [
        *training.SPECIAL,
        "[",
        "cat",
        "##s",
        "7",
        "!",
    ]


def test_a_message_is_learned_with_its_clauses(found: list[Example], said: list[Commanded], pieces: Pieces) -> None:
    first, *_ = network.taught(told(found, said), pieces)
    read = [VOCABULARY[row] for row in first.rows]

    assert read[: first.second] == ["[CLS]", "dm", "[SEP]"]
    assert read[first.second : first.second + 5] == ["i", "live", "in", "porto", ","]
    assert read[-1] == "[SEP]"
    assert [read[start:end] for start, end in first.spans[:2]] == [
        ["i", "live", "in", "porto"],
        ["the", "build", "is", "out"],
    ]
    assert first.keep == [1.0, 0.0, 0.0]
    assert first.counts == [1.0, 1.0, 0.0]
    assert [[kind.value for kind, fits in zip(KINDS, marks, strict=True) if fits] for marks in first.kinds] == [
        ["profile"],
        [],
        [],
    ]
    assert first.keys == [key(example) for example in found[:3]]


def test_a_command_is_learned_though_it_has_no_clauses(
    found: list[Example], said: list[Commanded], pieces: Pieces
) -> None:
    last = network.taught(told(found, said), pieces)[-1]

    assert last.spans == []
    assert [op for op, said_so in zip(OPS, last.ops, strict=True) if said_so] == [CandidateOp.FORGET]


def test_oblique_messages_count_less(pieces: Pieces) -> None:
    rows = [{**record(1, "the build is out"), "id": "a-01-001"}]
    (one,) = network.taught(told(examples(rows), commanded(rows)), pieces)

    assert one.counts == [network.OBLIQUE_WEIGHT]


def test_what_lies_behind_the_first_window_is_left_out(pieces: Pieces) -> None:
    rows = [record(1, "the build is out. " * (WINDOW // 5) + "the lift is out and the build is broken again. it hums.")]
    made = list(examples(rows))
    (one,) = network.taught(told(made, commanded(rows)), pieces)

    assert len(one.rows) == one.second + WINDOW + 1
    assert 0 < len(one.spans) < len(made)
    assert max(end for _, end in one.spans) == one.second + WINDOW


def test_the_same_words_said_again_are_learned_once(pieces: Pieces) -> None:
    rows = [record(1, "the build is out"), record(2, "the build is out")]
    first, second = network.taught(told(examples(rows), commanded(rows)), pieces)

    assert (len(first.spans), len(second.spans)) == (2, 0)


def test_batches_fill_up_the_shorter_messages(found: list[Example], said: list[Commanded], pieces: Pieces) -> None:
    every = network.taught(told(found, said), pieces)
    made = list(network.batches(every, shuffled=False))

    assert [len(batch.members) for batch in made] == [8, 8, 8, 8, 4]
    assert sorted(len(one.rows) for batch in made for one in batch.members) == sorted(len(one.rows) for one in every)
    for batch in made:
        for at, one in enumerate(batch.members):
            size = len(one.rows)
            assert batch.rows[at, :size].tolist() == one.rows
            assert batch.mask[at].tolist() == [1] * size + [0] * (batch.mask.shape[1] - size)
            assert batch.types[at, : one.second + 1].tolist() == [0] * one.second + [1]


def test_shuffled_batches_hold_every_message_once(found: list[Example], said: list[Commanded], pieces: Pieces) -> None:
    every = network.taught(told(found, said), pieces)
    shuffled = [one for batch in network.batches(every, shuffled=True) for one in batch.members]

    assert sorted(map(id, shuffled)) == sorted(map(id, every))


# What it costs to be wrong


def scores(number: float, count: int) -> Any:
    return torch.full((count, 1 + len(KINDS)), number)


def test_being_wrong_costs_more_than_being_right(found: list[Example], said: list[Commanded], pieces: Pieces) -> None:
    batch = network.Batch.of(network.taught(told(found, said), pieces)[:2])
    ops = torch.full((2, len(OPS)), -5.0)
    right = scores(-5.0, len(batch.spans))
    right[0] = torch.tensor([5.0, *(5.0 if kind == "profile" else -5.0 for kind in KINDS)])

    assert network.loss_of(right, ops, batch, {}) < network.loss_of(-right, ops, batch, {})
    assert network.loss_of(right, ops, batch, {}) < network.loss_of(right, -ops, batch, {})


def test_the_teacher_counts_beside_the_labels(found: list[Example], said: list[Commanded], pieces: Pieces) -> None:
    batch = network.Batch.of(network.taught(told(found, said), pieces)[:2])
    ops, given = torch.zeros(2, len(OPS)), scores(2.0, len(batch.spans))
    names = [name for one in batch.members for name in one.keys]
    agrees, differs = ({name: scores(number, 1)[0].numpy() for name in names} for number in (2.0, -2.0))

    assert network.loss_of(given, ops, batch, agrees) < network.loss_of(given, ops, batch, differs)


def test_messages_without_clauses_are_learned_by_what_they_command(
    found: list[Example], said: list[Commanded], pieces: Pieces
) -> None:
    batch = network.Batch.of(network.taught(told(found, said), pieces)[-1:])
    heard = torch.tensor([[5.0 if op is CandidateOp.FORGET else -5.0 for op in OPS]])

    assert network.loss_of(scores(0.0, 0), heard, batch, {}) < network.loss_of(scores(0.0, 0), -heard, batch, {})


def test_where_nothing_is_worth_keeping_no_kind_is_learned(
    found: list[Example], said: list[Commanded], pieces: Pieces
) -> None:
    broken = network.taught(told(found, said), pieces)[1]
    assert not any(broken.keep)
    batch = network.Batch.of([broken])
    ops, given = torch.zeros(1, len(OPS)), scores(0.0, len(batch.spans))
    other = given.clone()
    other[:, 1] = 5.0

    assert network.loss_of(given, ops, batch, {}) == network.loss_of(other, ops, batch, {})


# The program


@pytest.fixture
def trained(base: Path, tmp_path: Path) -> Path:
    """The folder in which a small encoder and a teacher were trained."""
    treebank = tmp_path / "small.conllu"
    treebank.write_text(conllu("I live in Porto .", "the lift hums .", "my zebra hums ."), encoding="utf-8")
    arguments = [str(base), "--output", str(tmp_path / "out"), "--teacher", str(base), "--ewt", str(treebank)]
    assert training.main(arguments) == 0
    return tmp_path / "out"


def test_what_was_trained_is_what_the_bot_reads(trained: Path, found: list[Example]) -> None:
    measured = read_scores(trained / "held-out.npz")
    shipped = Encoder(trained / "encoder.npz")
    unseen = {key(example): example.reading for example in found if held_out(example.group)}
    read = {
        name: shipped.read(reading.clause.text, [(reading.clause.start, reading.clause.end)], before=reading.before)
        for name, reading in unseen.items()
    }

    assert set(measured) == set(unseen)
    exact = np.array([measured[name] for name in unseen])  # in 16-bit floats
    rounded = np.array([read[name][0][0] for name in unseen])
    assert exact.shape == (len(unseen), 1 + len(KINDS))
    assert np.abs(exact - rounded).max() < exact.std(0).min() / 4
    assert all(whole.shape == (len(OPS),) for _, whole in read.values())


def test_the_teachers_scores_are_kept_and_can_be_given_again(
    trained: Path, base: Path, found: list[Example], tmp_path: Path
) -> None:
    taught = read_scores(trained / "teacher.npz")
    labelled = {key(example) for example in found if not held_out(example.group)}
    assert labelled < set(taught)
    assert any(name.startswith("treebank\t") for name in taught)

    again = tmp_path / "again"
    assert training.main([str(base), "--output", str(again), "--teacher", str(trained / "teacher.npz")]) == 0

    assert sorted(file.name for file in again.iterdir()) == ["encoder.npz", "held-out.npz"]


def test_training_without_a_teacher_is_told_by_its_loss(
    base: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert training.main([str(base), "--output", str(tmp_path)]) == 0

    assert "epoch 1 of 1: loss " in capsys.readouterr().err
    assert sorted(file.name for file in tmp_path.iterdir()) == ["encoder.npz", "held-out.npz"]


def test_a_network_learns_is_slimmed_and_saved_with_little_loss(
    base: Path, found: list[Example], said: list[Commanded], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = training.latin_pieces(VOCABULARY)
    vocabulary = [VOCABULARY[row] for row in rows]
    learner, path = network.Network(base, rows), tmp_path / "encoder.npz"
    pieces = Pieces(vocabulary)
    every = network.taught(told(found, said), pieces)

    network.fit(learner, every, epochs=10, rate=1e-3, teacher={})
    network.slim(learner, every, {}, heads=1, neurons=WIDTH)
    network.fit(learner, every, epochs=20, rate=1e-3, teacher={})
    training.save(path, learner, vocabulary)

    losses = [float(line.rpartition(" ")[2]) for line in capsys.readouterr().err.splitlines() if "loss" in line]
    assert losses[-1] < losses[0] / 2
    learned, shipped = exact_scores(learner, every), Encoder(path)
    kept = [learned[key(example)][0] for example in found if example.kinds]
    left = [learned[key(example)][0] for example in found if example.counts and not example.kinds]
    assert len(kept) == 2 * len(TOWNS)
    assert np.mean(kept) > np.mean(left) + 1.0
    said_by = {tuple(pieces.of(message.text)[0]): message.text for message in said}
    with torch.no_grad():
        exact = {
            said_by[tuple(one.rows[one.second : -1])]: whole.numpy()
            for batch in network.batches(every, shuffled=False)
            for one, whole in zip(batch.members, learner(batch)[1], strict=True)
        }
    wholes = np.array(list(exact.values()))
    rounded = np.array([shipped.read(text, [], before="dm ")[1] for text in exact])
    assert np.abs(wholes - rounded).max() < wholes.std(0).max() / 4


def exact_scores(learner: Any, messages: list[network.Taught]) -> dict[str, Any]:
    """Return what a network makes of messages, in 32-bit floats."""
    learner.eval()
    with torch.no_grad():
        return {
            name: row.numpy()
            for batch in network.batches(messages, shuffled=False)
            for name, row in zip((one for each in batch.members for one in each.keys), learner(batch)[0], strict=True)
        }


def test_slimming_keeps_what_the_loss_hangs_on(base: Path, found: list[Example], said: list[Commanded]) -> None:
    learner = network.Network(base, training.latin_pieces(VOCABULARY))
    every = network.taught(told(found, said), Pieces(VOCABULARY))
    used = [0, 3, 5]
    for layer in learner.encoder.encoder.layer:
        unused = [at for at in range(2 * WIDTH) if at not in used]
        layer.output.dense.weight.data[:, unused] = 0.0
        layer.attention.output.dense.weight.data[:, : WIDTH // 2] = 0.0
    before = exact_scores(learner, every)

    network.slim(learner, every, {}, heads=1, neurons=len(used))

    after = exact_scores(learner, every)
    assert max(np.abs(before[name] - after[name]).max() for name in before) < 1e-4
    for layer in learner.encoder.encoder.layer:
        assert layer.intermediate.dense.weight.shape == (len(used), WIDTH)
        assert layer.attention.self.query.weight.shape == (WIDTH // 2, WIDTH)
