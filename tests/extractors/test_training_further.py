"""How the encoder that ships is trained further; only where torch is installed."""

from pathlib import Path

import numpy as np
import pytest

WHY = "trains a network, for which the bot itself has no use"
torch = pytest.importorskip("torch", reason=WHY)
pytest.importorskip("transformers", reason=WHY)
pytest.importorskip("onnx", reason=WHY)

from extractors.encoder import Encoder, Pieces  # noqa: E402  # they need what was looked for above
from extractors.training import further  # noqa: E402
from extractors.training.judge import held_out, read_scores  # noqa: E402
from extractors.training.messages import LabelledMessage, load_all  # noqa: E402
from extractors.training.network import scored, taught  # noqa: E402
from extractors.training.told import Told  # noqa: E402

pytestmark = pytest.mark.filterwarnings("default")  # torch warns of its own ways to export
TEXT = "I live in Porto and work at Acme as a data engineer"
RANGES = [(0, 15), (20, 50)]


def test_the_weights_that_ship_are_read_back_as_they_score() -> None:
    network, vocabulary = further.shipped()
    message = Told("a", TEXT, "dm ", None, RANGES, [(), ()], [True, True])

    found = scored(network, taught([message], Pieces(vocabulary)))

    expected = Encoder().read(TEXT, RANGES, before="dm ")[0]
    np.testing.assert_allclose(np.stack([found[key] for key in message.names()]), expected, atol=0.4)


def test_further_weights_are_written_with_held_out_scores(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    known = load_all()

    def group(message: LabelledMessage) -> str:
        return f"{message.id.rpartition('-')[0]} {message.user_name}"

    few = [*known[:20], *[message for message in known if held_out(group(message))][:5]]
    monkeypatch.setattr(further, "load_all", lambda: few)
    monkeypatch.setattr(further, "EPOCHS", 1)

    assert further.main(["--output", str(tmp_path / "made")]) == 0

    assert Encoder(tmp_path / "made" / "encoder.npz").read(TEXT, RANGES)[0].shape == (2, 8)
    assert read_scores(tmp_path / "made" / "held-out.npz")
