"""How the encoder that ships is trained further; only where torch is installed."""

from pathlib import Path

import numpy as np
import pytest

WHY = "trains a network, for which the bot itself has no use"
torch = pytest.importorskip("torch", reason=WHY)
pytest.importorskip("transformers", reason=WHY)
pytest.importorskip("onnx", reason=WHY)

from extractors.judging.encoder import Encoder, Pieces  # noqa: E402  # they need what was looked for above
from extractors.training import further  # noqa: E402
from extractors.training.encoder import write_scores  # noqa: E402
from extractors.training.judge import commanded, examples, held_out, read_scores  # noqa: E402
from extractors.training.messages import LabelledMessage, load_all, to_record  # noqa: E402
from extractors.training.network import Noise, scored, taught  # noqa: E402
from extractors.training.told import Told, told  # noqa: E402

pytestmark = pytest.mark.filterwarnings("default")  # torch warns of its own ways to export
TEXT = "I live in Porto and work at Acme as a data engineer"
RANGES = [(0, 15), (20, 50)]


def test_the_weights_that_ship_are_read_back_as_they_score() -> None:
    network, vocabulary = further.shipped()
    message = Told("a", TEXT, "dm ", None, RANGES, [(), ()], [True, True])

    found = scored(network, taught([message], Pieces(vocabulary)))

    expected = Encoder().read(TEXT, RANGES, before="dm ")[0]
    np.testing.assert_allclose(np.stack([found[key] for key in message.names()]), expected, atol=0.4)


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> list[LabelledMessage]:
    """Train on a few messages only; the last of them are by people whom nothing learns from."""
    known = load_all()

    def group(message: LabelledMessage) -> str:
        return f"{message.id.rpartition('-')[0]} {message.user_name}"

    found = [*known[:20], *[message for message in known if held_out(group(message))][:5]]
    monkeypatch.setattr(further, "load_all", lambda: found)
    monkeypatch.setattr(further, "EPOCHS", 1)
    monkeypatch.setattr(further, "TAUGHT_EPOCHS", 8)
    return found


@pytest.mark.usefixtures("few")
def test_further_weights_are_written_with_held_out_scores(tmp_path: Path) -> None:
    assert further.main(["--output", str(tmp_path / "made")]) == 0

    assert Encoder(tmp_path / "made" / "encoder.npz").read(TEXT, RANGES)[0].shape == (2, 8)
    assert read_scores(tmp_path / "made" / "held-out.npz")


@pytest.mark.usefixtures("few")
def test_runs_are_averaged_with_what_was_known_before(tmp_path: Path) -> None:
    made = {}
    for new in ("0", "1"):
        folder = tmp_path / new
        assert further.main(["--output", str(folder), "--runs", "2", "--epochs", "9", "--new", new]) == 0
        made[new] = further.shipped(folder / "encoder.npz")[0].out.weight.detach().numpy()

    before = further.shipped()[0].out.weight.detach().numpy()
    np.testing.assert_allclose(made["0"], before, atol=1e-4)
    assert np.abs(made["1"] - before).max() > 1e-3


def test_noise_changes_rare_pieces_and_leaves_the_common_ones() -> None:
    _, vocabulary = further.shipped()
    pieces = Pieces(vocabulary)
    said = taught([Told("a", text, "dm ", None) for text in [*["I live in"] * 9, "I live in Porto"]], pieces)
    few = Noise.among(said, pieces, 1.0)
    common = few.common - {pieces.of("Porto")[0][0]}
    noise = Noise(common, pieces.of("Paris")[0], few.unknown, 1.0, few.chance)

    changed = [noise.rows_of(said[-1]) for _ in range(40)]

    assert {tuple(rows[:-2]) for rows in changed} == {tuple(said[-1].rows[:-2])}
    assert {rows[-2] for rows in changed} == {*pieces.of("Porto")[0], *pieces.of("Paris")[0], pieces.unknown}
    assert Noise(common, [], 0, 0.0, few.chance).rows_of(said[-1]) == said[-1].rows


@pytest.mark.usefixtures("few")
def test_it_learns_with_noise_and_dropout(tmp_path: Path) -> None:
    wanted = ["--noise", "0.4", "--dropout", "0.15", "--epochs", "9"]

    assert further.main(["--output", str(tmp_path / "made"), *wanted]) == 0

    learned = further.shipped(tmp_path / "made" / "encoder.npz")[0].out.weight.detach().numpy()
    assert np.abs(learned - further.shipped()[0].out.weight.detach().numpy()).max() > 1e-4


def test_a_teachers_scores_and_the_own_are_averaged(tmp_path: Path, few: list[LabelledMessage]) -> None:
    network, vocabulary = further.shipped()
    records = [to_record(message) for message in few[:20]]
    messages = told(examples(records), commanded(records))
    thought = scored(network, taught(messages, Pieces(vocabulary)))
    teacher = {name: np.full_like(row, 6.0) for name, row in thought.items()}
    write_scores(tmp_path / "teacher.npz", teacher)
    after = []
    for own in ("0", "1"):
        wanted = ["--teacher", str(tmp_path / "teacher.npz"), "--own", own, "--output", str(tmp_path / own)]
        assert further.main(wanted) == 0
        learned, _ = further.shipped(tmp_path / own / "encoder.npz")
        found = scored(learned, taught(messages, Pieces(vocabulary)))
        after.append(np.mean([row[0] for row in found.values()]))

    assert after[0] > after[1] + 1  # what it thinks itself says nothing new


def test_a_teachers_scores_are_learned_from(tmp_path: Path, few: list[LabelledMessage]) -> None:
    network, vocabulary = further.shipped()
    records = [to_record(message) for message in few[:20]]
    messages = told(examples(records), commanded(records))
    thought = scored(network, taught(messages, Pieces(vocabulary)))
    write_scores(tmp_path / "teacher.npz", {name: np.full_like(row, 6.0) for name, row in thought.items()})

    assert further.main(["--teacher", str(tmp_path / "teacher.npz"), "--output", str(tmp_path / "made")]) == 0

    learned, _ = further.shipped(tmp_path / "made" / "encoder.npz")
    after = scored(learned, taught(messages, Pieces(vocabulary)))
    assert np.mean([row[0] for row in after.values()]) > np.mean([row[0] for row in thought.values()]) + 1
