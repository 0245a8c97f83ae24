"""Warm starts: what a variant's network begins with, from the network of the nearest variant or from its own table."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np

from partake.learn.encoding import LINES, encoding_of
from partake.learn.network.files import KIND, load_network, network_name
from partake.learn.network.inputs import Inputs, inputs_of
from partake.learn.network.model import Floats, Network
from partake.learn.registry import (
    BOARD_FIRST_GROUPS,
    OPTION_OF_GROUP,
    PACKAGED,
    distance,
    groups_for,
    known_files,
    name_of,
)
from partake.learn.weights import WeightsError
from partake.rules.variant import Variant, variant

PREFIX_GROUPS = (*BOARD_FIRST_GROUPS, "wanted", "completions")
"""Groups in which the features of the board come before those of the scrapyard."""


class Start(NamedTuple):
    """What a network begins with, and where that comes from."""

    name: str
    """The name of the file, and the SHA-256 of its bytes."""
    linear: Floats
    """[feature] the points of its direct weights, if they are all there is."""
    network: Network | None = None
    """A network of the right size."""
    scale: float = 0.0
    """What an output of 1 stands for in that network."""
    games: int = 0
    """The games that it has learned from, if they were of the same variant, those of its own start included."""


def warm_start(made: Variant, folder: Path, name: str = "") -> Start:
    """The beginning of a variant's network: the nearest variant's in a folder, or else in the package, or a table.

    With a `name`, the file of that name there, whatever else there is: so a training that began with it is done again.

    Features that the other variant has too begin with its rows; all others with rows of zero and, where there is a
    linear model of the variant, with its weights as direct weights. So the same variant begins as it was left. Where no
    variant with the same tiles has a network, the direct weights alone are taken over, from the variant's own table.
    """
    inputs, places = inputs_of(made), [folder, PACKAGED]
    linear = encoding_of(made, share=True).joined(groups_for(made, places, cuts=True), 0.0)[inputs.shared]
    direct = np.zeros(inputs.features, np.float32)
    direct[: len(linear)] = linear
    for place in places:
        near = [(distance(made, other.about), path) for path, other in known_files(made.edition, [place], KIND).items()
                if name in ("", path.stem) and _suits(made, other.about.get("options"))]  # fmt: skip
        if near:
            return _of_network(made, inputs, direct, min(near)[1])
    for place in places:
        path = place / f"{name_of(made)}.npz"
        if name in ("", path.stem) and path in known_files(made.edition, [place]):
            return Start(_named(path), direct)
    if name:
        raise WeightsError(
            "{file} is nothing that this variant of {name} can start from, neither in {folder} nor in the package",
            file=name,
            name=made.edition.name,
            folder=folder,
        )
    raise WeightsError(
        "there is nothing to start from for this variant of {name}, neither in {folder} nor in the package",
        name=made.edition.name,
        folder=folder,
    )


def _suits(made: Variant, options: dict[str, str] | None) -> bool:
    """Whether a network is of this make, and of a variant with the same tiles: it knows them by their numbers."""
    return options is not None and variant(made.edition, options, seats=2).tiles == made.tiles


def _named(path: Path) -> str:
    return f"{path.name} {hashlib.sha256(path.read_bytes()).hexdigest()}"


def _of_network(made: Variant, inputs: Inputs, direct: Floats, path: Path) -> Start:
    about = known_files(made.edition, [path.parent], KIND)[path].about
    other = variant(made.edition, about["options"], seats=2)
    theirs, network, scale = load_network(path, other)
    rows, own = np.zeros((inputs.features, network.width), np.float32), direct / np.float32(scale)
    for mine, source in _shared_features(made, inputs, other, theirs):
        rows[mine], own[mine] = network.rows[source], network.direct[source]
    games = sum(int(about.get(part, 0)) for part in ("earlier", "games")) if path.stem == network_name(made) else 0
    return Start(_named(path), direct, network._replace(rows=rows, direct=own), scale, games)


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
