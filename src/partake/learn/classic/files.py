"""The weight file of plain Classic's network."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

from partake.learn.classic.board import CLASSIC
from partake.learn.classic.prospects import FEATURES
from partake.learn.network.model import Network
from partake.learn.network.packing import unpack
from partake.learn.weights import WeightsError, read_weights
from partake.rules.variant import Variant

NAME = "network-classic"
"""The name of the file, without its suffix."""


def about_network(variant: Variant) -> dict[str, Any]:
    """What the header says of the game that the network was trained for."""
    return {"kind": "network", "edition": variant.edition.name, "rules": variant.edition.digest}


@lru_cache(maxsize=4)
def load_network(path: Path) -> Network:
    """The network of a file that was made for Classic as it is now."""
    found = read_weights(path)
    if found.about.get("kind") != "network" or found.about.get("rules") != CLASSIC.edition.digest:
        raise WeightsError("{path} is no network for Classic as this version of Partake plays it", path=path)
    try:
        return unpack(found.arrays, FEATURES)
    except (KeyError, ValueError, IndexError):
        raise WeightsError("{path} is a network of another size than this version of Partake has", path=path) from None
