"""Whole numbers that every processor multiplies alike.

Where a processor has no instruction for sums of products of 8-bit numbers (VNNI, or its like on Arm), onnxruntime adds
them two by two in 16 bits, and what is more than those hold is cut off: of 255 for two inputs and weights of 127 and
20, some 4,700 are lost. Such a processor would then read messages a little otherwise than the one by which the judge
was calibrated. So the weights of two neighbouring inputs are together never more than 128, for which each
column is rounded by a factor of its own: 1.3 on average, and as much more rounding.

    python -m extractors.training.rounding extractors/weights/encoder.npz

rounds the weights of an encoder anew, as `extractors.training.encoder` does when it writes them; a second time changes
nothing.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

MOST = 128
"""The most that the weights of two neighbouring inputs may come to: 255 times that is 32,640; 16 bits hold 32,767."""
_STEP = 1.002
"""By which a column is at least rounded further, where rounding itself took it beyond."""

Floats = npt.NDArray[np.floating]
Bytes = npt.NDArray[np.int8]


def fitted(matrix: Bytes) -> tuple[Bytes, Floats]:
    """Return a matrix of weights, one row an input, in whole numbers that fit, and the factors of its columns.

    Times these it is the matrix again, but for rounding. What fits comes back as it is.
    """
    exact = matrix.astype(np.float64)
    factors = np.ones(matrix.shape[1])
    while (beyond := _together(np.round(exact / factors)) / MOST).max() > 1:
        factors *= np.where(beyond > 1, np.maximum(beyond, _STEP), 1)
    rounded = np.round(exact / factors)
    # Of what was rounded, the factor that comes nearest to it all in all.
    squares = (rounded * rounded).sum(axis=0)
    nearest = np.where(squares > 0, (exact * rounded).sum(axis=0) / np.maximum(squares, 1), 1.0)
    return rounded.astype(np.int8), nearest


def _together(matrix: Floats) -> Floats:
    """Return the most that two neighbouring rows come to in each column, as far as they pull the same way."""
    rows = np.concatenate([matrix, np.zeros((len(matrix) % 2, matrix.shape[1]))])
    one, other = rows[0::2], rows[1::2]
    together: Floats = np.where(one * other > 0, np.abs(one) + np.abs(other), 0).max(axis=0)
    return together


def without_saturation(layers: bytes) -> bytes:
    """Return layers in the ONNX format, the weights of each product of whole numbers fitted."""
    import onnx  # only who trains has it

    model = onnx.load_model_from_string(layers)
    stored = {one.name: one for one in model.graph.initializer}
    for node in model.graph.node:
        if node.op_type != "MatMulInteger":
            continue
        weights = stored[node.input[1]]
        scale = stored[f"{weights.name.removesuffix('_quantized')}_scale"]
        whole, factors = fitted(onnx.numpy_helper.to_array(weights))
        scaled = (onnx.numpy_helper.to_array(scale) * factors).astype(np.float32)
        weights.CopyFrom(onnx.numpy_helper.from_array(whole, weights.name))
        scale.CopyFrom(onnx.numpy_helper.from_array(scaled, scale.name))
    written: bytes = model.SerializeToString()
    return written


def main(arguments: Sequence[str] | None = None) -> int:
    """Round the weights of an encoder anew; return 0."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("weights", type=Path, help="the encoder's weights, which are written anew")
    path = parser.parse_args(arguments).weights
    with np.load(path) as stored:
        tables = {name: stored[name] for name in stored.files}
    tables["layers"] = np.frombuffer(without_saturation(bytes(tables["layers"])), dtype=np.uint8)
    np.savez_compressed(path, **tables)
    return 0


if __name__ == "__main__":
    sys.exit(main())
