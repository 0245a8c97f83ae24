"""The weight file of the network: rows quantised to int8, each row with its own scale."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from partake.learn.classic.board import CLASSIC, Ints
from partake.learn.classic.network import Network, zero_network
from partake.learn.weights import Arrays, WeightsError, read_weights
from partake.rules.variant import Variant

NAME = "network-classic"
"""The name of the file, without its suffix."""
INT8_MAX = 127
"""The greatest quantised value; -128 is not used, so that the range is symmetric."""


def about_network(variant: Variant) -> dict[str, Any]:
    """What the header says of the game that the network was trained for."""
    return {"kind": "network", "edition": variant.edition.name, "rules": variant.edition.digest}


def pack(network: Network, used: Ints) -> Arrays:
    """The arrays to write; only features that have occurred have rows in a file.

    Per-row symmetric quantisation: row = int8 * scale, with scale = max |row| / 127. All other parameters stay float32.
    """
    # The largest entry of a row becomes ±127; the floor keeps rows of zeros from dividing by zero.
    scales = np.abs(network.rows).max(axis=1) / INT8_MAX
    rows = np.round(network.rows[used] / np.maximum(scales[used, None], 1e-12)).astype(np.int8)
    rest = {name: array for name, array in network._asdict().items() if name not in ("rows", "direct")}
    return {
        "used": used.astype(np.uint16),
        "rows": rows,
        "scales": scales[used].astype(np.float32),
        "direct": network.direct[used].astype(np.float32),
        **rest,
    }


def unpack(arrays: Arrays) -> Network:
    """The network of a file."""
    network, used = zero_network(), arrays["used"]
    network.rows[used] = arrays["rows"] * arrays["scales"][:, None]
    network.direct[used] = arrays["direct"]
    for name in Network._fields[2:]:
        getattr(network, name)[...] = arrays[name]
    return network


@lru_cache(maxsize=4)
def load_network(path: Path) -> Network:
    """The network of a file that was made for Classic as it is now."""
    found = read_weights(path)
    if found.about.get("kind") != "network" or found.about.get("rules") != CLASSIC.edition.digest:
        raise WeightsError("{path} is no network for Classic as this version of Partake plays it", path=path)
    try:
        return unpack(found.arrays)
    except (KeyError, ValueError, IndexError):
        raise WeightsError("{path} is a network of another size than this version of Partake has", path=path) from None
