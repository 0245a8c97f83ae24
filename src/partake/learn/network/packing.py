"""The arrays of a network in a weight file: rows quantised by one step for all, to small numbers of few bits each."""

from __future__ import annotations

import zlib
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partake.learn.network.model import Ints, Network, zero_network
from partake.learn.weights import Arrays

STEP = 1 / 32
"""The step of quantisation, in units of the first layer.

A uniform step costs each row as many bits as it has to say: small rows, of features that hardly matter, become small
numbers. With n active features a unit is off by sqrt(n / 12) steps, and the value of a Nexus board by a third of a
point, a tenth of what the network is wrong by.
"""

MAX_WIDTH = 1024
"""The most units of the first layer that a file may ask room for."""


def pack(network: Network, used: Ints) -> Arrays:
    """The arrays to write; only features that have occurred, `used`, have rows in a file.

    Uniform quantisation: row = integer * `STEP`, in single bytes where the greatest entry allows it, Huffman-coded.
    Direct weights are in half precision, all other parameters stay float32.
    """
    rows = np.round(network.rows[used] / np.float32(STEP))
    is_small = np.abs(rows).max(initial=0) <= np.iinfo(np.int8).max
    rest = {name: array for name, array in network._asdict().items() if name not in ("rows", "direct")}
    return {
        "used": used.astype(np.uint16 if len(network.rows) <= 1 << 16 else np.uint32),
        "coded": _coded(rows.astype(np.int8 if is_small else np.int16).tobytes()),
        "scales": np.array([STEP], np.float32),
        "direct": network.direct.astype(np.float16),
        **rest,
    }


def unpack(arrays: Arrays, features: int) -> Network:
    """The network of a file, as wide as it is; raises what NumPy raises if the sizes are others."""
    width = arrays["w2"].shape[-1]
    if width > MAX_WIDTH:
        raise ValueError("the first layer is too wide")
    network, used = zero_network(features, width), arrays["used"]
    network.rows[used] = _rows(arrays, len(used), width) * arrays["scales"][:, None]
    direct = arrays["direct"]
    # Older files have those of rows only, or of fewer groups of features.
    network.direct[used if len(direct) == len(used) else slice(len(direct))] = direct
    for name in Network._fields[2:]:
        getattr(network, name)[...] = arrays[name]
    return network


def _coded(rows: bytes) -> NDArray[np.uint8]:
    """A deflate stream of nothing but Huffman codes: an eighth shorter than with matches, which such rows have not."""
    coder = zlib.compressobj(9, strategy=zlib.Z_HUFFMAN_ONLY)
    return np.frombuffer(coder.compress(rows) + coder.flush(), np.uint8)


def _rows(arrays: Arrays, count: int, width: int) -> NDArray[Any]:
    if "coded" not in arrays:
        return arrays["rows"]  # older files: rows as they are, each with a step of its own or all with one
    try:  # no more than two bytes for each entry, whatever a file says
        rows = zlib.decompressobj().decompress(arrays["coded"].tobytes(), 2 * count * width + 1)
    except zlib.error as problem:
        raise ValueError("the rows cannot be decoded") from problem
    kind = np.int8 if len(rows) == count * width else np.int16
    return np.frombuffer(rows, kind).reshape(count, width)
