"""Transfer learning: the network of the nearest variant as the beginning of another's, feature by feature."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np

from partake.learn.encoding import LINES, encoding_of
from partake.learn.network.files import KIND, load_network
from partake.learn.network.inputs import Inputs, inputs_of
from partake.learn.network.model import Network
from partake.learn.registry import (
    BOARD_FIRST_GROUPS,
    OPTION_OF_GROUP,
    PACKAGED,
    distance,
    groups_for,
    known_files,
)
from partake.learn.weights import WeightsError
from partake.rules.variant import Variant, variant

PREFIX_GROUPS = (*BOARD_FIRST_GROUPS, "wanted")
"""Groups in which the features of the board come before those of the scrapyard."""


class Start(NamedTuple):
    """What a network begins with: a network of its own size, and where that comes from."""

    network: Network
    scale: float
    name: str
    """The name of the file, and the SHA-256 of its bytes."""


def warm_start(made: Variant, folder: Path) -> Start:
    """The beginning of a variant's network: that of the nearest variant in a folder, or else in the package.

    Features that the other variant has too begin with its rows; all others with rows of zero and, where there is a
    linear model of the variant, with its weights as direct weights. So the same variant begins as it was left.
    """
    for place in (folder, PACKAGED):
        known = known_files(made.edition, [place], KIND)
        suiting = [path for path in known if "options" in known[path].about]  # plain Classic's is of another make
        if suiting:
            path = min(suiting, key=lambda path: distance(made, known[path].about))
            break
    else:
        raise WeightsError(
            "there is no network of {name} to start from, neither in {folder} nor in the package",
            name=made.edition.name,
            folder=folder,
        )
    other = variant(made.edition, known[path].about["options"], seats=2)
    theirs, network, scale = load_network(path, other)
    inputs = inputs_of(made)
    return Start(
        _transferred(made, inputs, other, theirs, network, scale, [folder, PACKAGED]),
        scale,
        f"{path.name} {hashlib.sha256(path.read_bytes()).hexdigest()}",
    )


def _transferred(
    made: Variant, inputs: Inputs, other: Variant, theirs: Inputs, network: Network, scale: float, folders: list[Path]
) -> Network:  # fmt: skip
    linear = encoding_of(made, share=True).joined(groups_for(made, folders, cuts=True), 0.0)[inputs.shared]
    rows, direct = np.zeros((inputs.features, network.rows.shape[1]), np.float32), np.zeros(inputs.features, np.float32)
    direct[: len(linear)] = linear / scale
    for mine, source in _shared_features(made, inputs, other, theirs):
        rows[mine], direct[mine] = network.rows[source], network.direct[source]
    return network._replace(rows=rows, direct=direct)


def _shared_features(made: Variant, inputs: Inputs, other: Variant, theirs: Inputs) -> Iterator[tuple[slice, slice]]:
    """The features of two variants of an edition that mean the same, group by group."""
    first, starts, at = 0, {}, 0
    for group, size in theirs.sizes.items():
        starts[group] = at
        at += size
    each, their = (one.sizes["lines"] // int(one.geo[LINES]) for one in (inputs, theirs))
    for group, size in inputs.sizes.items():
        option, has = OPTION_OF_GROUP.get(group), theirs.sizes[group]
        means_the_same = option is None or made.options.text(option) == other.options.text(option)
        # Groups of another size count in other numbers, unless they only have more places.
        if means_the_same and (size == has or (group in PREFIX_GROUPS and each == their)):
            count = min(size, has)
            yield slice(first, first + count), slice(starts[group], starts[group] + count)
        first += size
