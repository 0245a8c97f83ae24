"""The arrays of a network in a weight file: rows quantised to int8, each row with its own scale."""

from __future__ import annotations

import numpy as np

from partake.learn.network.model import Ints, Network, zero_network
from partake.learn.weights import Arrays

INT8_MAX = 127
"""The greatest quantised value; -128 is not used, so that the range is symmetric."""


def pack(network: Network, used: Ints) -> Arrays:
    """The arrays to write; only features that have occurred, `used`, have rows in a file.

    Per-row symmetric quantisation: row = int8 * scale, with scale = max |row| / 127. Direct weights are in half
    precision, all other parameters stay float32.
    """
    # The largest entry of a row becomes ±127; the floor keeps rows of zeros from dividing by zero.
    scales = np.abs(network.rows).max(axis=1) / INT8_MAX
    rows = np.round(network.rows[used] / np.maximum(scales[used, None], 1e-12)).astype(np.int8)
    rest = {name: array for name, array in network._asdict().items() if name not in ("rows", "direct")}
    return {
        "used": used.astype(np.uint16 if len(network.rows) <= 1 << 16 else np.uint32),
        "rows": rows,
        "scales": scales[used].astype(np.float32),
        "direct": network.direct.astype(np.float16),
        **rest,
    }


def unpack(arrays: Arrays, features: int, width: int) -> Network:
    """The network of a file; raises what NumPy raises if the sizes are others."""
    network, used = zero_network(features, width), arrays["used"]
    network.rows[used] = arrays["rows"] * arrays["scales"][:, None]
    direct = arrays["direct"]
    network.direct[used if len(direct) == len(used) else slice(None)] = direct  # older files have those of rows only
    for name in Network._fields[2:]:
        getattr(network, name)[...] = arrays[name]
    return network
