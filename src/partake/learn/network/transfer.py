"""Transfer: what a variant takes over from the network of the nearest variant, to play or to learn further."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from partake.learn.encoding import LINES, encoding_of
from partake.learn.network.files import load_network, network_file
from partake.learn.network.inputs import Inputs, inputs_of
from partake.learn.network.model import Floats, Network
from partake.learn.registry import (
    BOARD_FIRST_GROUPS,
    OPTION_OF_GROUP,
    PACKAGED,
    distance,
    folders,
    groups_for,
    known_files,
    name_of,
    no_weights,
    own_folder,
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
    """The linear value of each feature that the linear values of the variant have."""
    network: Network
    """A network of the right size."""
    scale: float
    """What an output of 1 stands for in that network."""
    games: int = 0
    """The games that it has learned from, if they were of the same variant, those of its own start included."""


def file_for(made: Variant) -> Path:
    """The file that a variant is played by: its own, or the nearest variant's."""
    path = network_file(made) or _nearest(made, folders(own_folder()))
    if path is None:
        raise no_weights(made)
    return path


def network_for(made: Variant) -> tuple[Network, float]:
    """The network that a variant is played by, and its scale: its own, or what the nearest variant's says of it."""
    path = file_for(made)
    if path.stem == name_of(made):
        return load_network(path, made)[1:]
    return _transferred(made, path, _linear(made, folders(own_folder())))[1:3]


def warm_start(made: Variant, folder: Path, name: str = "") -> Start:
    """The beginning of a variant's network: the nearest variant's in a folder, or else in the package.

    With a `name`, the file of that name there, whatever else there is: so a training that began with it is done again.
    The same variant begins as it was left.
    """
    places = [folder, PACKAGED]
    for place in places:
        if path := _nearest(made, [place], name):
            linear = _linear(made, places)
            about, network, scale = _transferred(made, path, linear)
            is_same = path.stem == name_of(made)
            games = sum(int(about.get(part, 0)) for part in ("earlier", "games")) if is_same else 0
            digest = hashlib.sha256(path.read_bytes()).hexdigest()
            return Start(f"{path.name} {digest}", linear, network, scale, games)
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


def _nearest(made: Variant, places: Sequence[Path], name: str = "") -> Path | None:
    """The file of the nearest variant with the same tiles, which networks know by their numbers."""
    near = [
        (distance(made, other.about), path)
        for path, other in known_files(made.edition, places).items()
        if name in ("", path.stem) and _made(made, other.about["options"]).tiles == made.tiles
    ]
    return min(near, key=lambda one: one[0])[1] if near else None


def _made(made: Variant, options: dict[str, str]) -> Variant:
    """Another variant of the same edition."""
    return variant(made.edition, options, seats=2)


def _linear(made: Variant, places: Sequence[Path]) -> Floats:
    return encoding_of(made, share=True).joined(groups_for(made, places), 0.0)


def _transferred(made: Variant, path: Path, linear: Floats) -> tuple[dict[str, Any], Network, float]:
    """The network of another variant's file for this variant, after what the file says of itself; and the scale.

    Features that the other variant has too begin with its rows; all others with rows of zero and their linear values as
    direct weights.
    """
    about = dict(known_files(made.edition, [path.parent])[path].about)
    inputs, other = inputs_of(made), _made(made, about["options"])
    theirs, network, scale = load_network(path, other)
    rows, direct = (np.zeros((inputs.features, *array.shape[1:]), np.float32) for array in network[:2])
    direct[: len(inputs.shared)] = linear[inputs.shared] / np.float32(scale)
    for mine, source in _shared_features(made, inputs, other, theirs):
        rows[mine], direct[mine] = network.rows[source], network.direct[source]
    return about, network._replace(rows=rows, direct=direct), scale


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
