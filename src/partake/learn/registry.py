"""Registry of weight files: which there are for an edition, how near they are to a variant, and their linear values.

Files are looked for in the folder that PARTAKE_WEIGHTS names, then in the package. Distance is lexicographic: agreement
in the first option of `OPTIONS_BY_IMPORTANCE` counts most, then in the next, and so on. Each file holds the linear
values that its network began with, by groups of features; a variant takes each group from the nearest file that has it.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from partake.learn.encoding import GROUPS, Encoding, encoding_of
from partake.learn.one_ply import Floats
from partake.learn.weights import Arrays, Weights, WeightsError, read_weights, without_prefix
from partake.rules.edition import Edition
from partake.rules.variant import Variant

PACKAGED = Path(__file__).parent.parent / "data" / "weights"
"""The folder of the weights that the package brings."""
KIND = "network"
"""What files say of themselves, and the beginning of their names."""
LINEAR = "linear."
"""How the names of linear values begin, in weight files and in checkpoints."""
OPTIONS_BY_IMPORTANCE = ("symbols", "stamens", "rays", "placement", "scrapyard", "draw")
"""Options that change values, the most important first."""
OPTION_OF_GROUP = {
    "reach": "placement",
    "rays": "rays",
    "ray_standing": "rays",
    "yard": "scrapyard",
    "yard_standing": "scrapyard",
}
"""Groups that mean something else when an option has another value."""
REQUIRED_GROUPS = GROUPS[:6]
"""Groups that all variants have: without them there is nothing to play with."""
BOARD_FIRST_GROUPS = ("lines", "cells", "stages")
"""Groups in which the features of the board come before those of the scrapyard, so that a prefix is usable."""


def name_of(variant: Variant) -> str:
    """The name of a variant's file, without its suffix: the edition, and each option that is not the first on offer."""
    parts = [f"-{name}-{value}" for name, value in unusual_options(variant).items()]
    return f"{KIND}-{variant.edition.name}{''.join(parts)}"


def unusual_options(variant: Variant) -> dict[str, str]:
    """The options that change values and are not the first on offer, the most important first."""
    offered = variant.edition.offer.values
    chosen = {name: variant.options.text(name) for name in OPTIONS_BY_IMPORTANCE if name in offered}
    return {name: value for name, value in chosen.items() if value != offered[name][0]}


def about_variant(variant: Variant) -> dict[str, Any]:
    """What a file says of the variant that it was trained for."""
    edition = variant.edition
    options = {name: variant.options.text(name) for name in OPTIONS_BY_IMPORTANCE if name in edition.offer.values}
    return {"kind": KIND, "edition": edition.name, "rules": edition.digest, "options": options}


def own_folder() -> str:
    """The folder that PARTAKE_WEIGHTS names; nothing if it names none."""
    return os.environ.get("PARTAKE_WEIGHTS", "")


def folders(own: str) -> tuple[Path, ...]:
    """Where files are looked for: the user's own folder, if there is one, then that of the package."""
    if own and not Path(own).is_dir():
        raise WeightsError("PARTAKE_WEIGHTS names {own}, which is no folder", own=own)
    return (Path(own), PACKAGED) if own else (PACKAGED,)


def known_files(edition: Edition, folders: Sequence[Path]) -> dict[Path, Weights]:
    """All trained variants of an edition as its rules are now; of two files of one name the one in the first folder."""
    paths: dict[str, Path] = {}
    for folder in folders:
        for path in sorted(folder.glob(f"{KIND}-{edition.name}*.npz")):
            if not path.stem.endswith(".checkpoint"):
                paths.setdefault(path.name, path)
    found = {path: read_weights(path) for path in paths.values()}
    # A board that was changed after it was trained has other features under the same names.
    return {path: weights for path, weights in found.items() if weights.about.get("rules") == edition.digest}


def distance(variant: Variant, about: Mapping[str, Any]) -> tuple[bool, ...]:
    """How far a file's variant is from another, to be compared: lexicographic over the options."""
    # False sorts before True: agreement in the most important option first.
    options = about["options"]
    return tuple(name in options and options[name] != variant.options.text(name) for name in OPTIONS_BY_IMPORTANCE)


def no_weights(variant: Variant) -> WeightsError:
    """The error for a variant that nothing was learned for."""
    return WeightsError(
        "there are no learned values for this variant of {name}: 'partake train {name}' makes some, and "
        "PARTAKE_WEIGHTS names their folder",
        name=variant.edition.name,
    )


def values_for(variant: Variant) -> tuple[Encoding, Floats]:
    """The encoding of a variant and the linear weight of each of its features; raises if there are none."""
    return _values(variant, own_folder())


@lru_cache(maxsize=32)
def _values(variant: Variant, own: str) -> tuple[Encoding, Floats]:
    encoding, groups = encoding_of(variant, share=True), groups_for(variant, folders(own))
    if not all(name in groups for name in REQUIRED_GROUPS):
        raise no_weights(variant)
    return encoding, encoding.joined(groups, 0.0)


def groups_for(variant: Variant, folders: Sequence[Path]) -> dict[str, Floats]:
    """The linear weights of each group of features that a variant has, from the nearest variant that has it.

    What belongs to the board is also taken from a variant that has a scrapyard beside it.
    """
    # Sorted by distance; the first file that has a usable array of a group provides it.
    known = sorted(known_files(variant.edition, folders).values(), key=lambda one: distance(variant, one.about))
    linear = [(without_prefix(LINEAR, weights.arrays), weights.about["options"]) for weights in known]
    found: dict[str, Floats] = {}
    for group, size in encoding_of(variant, share=True).sizes.items():
        fitting = [arrays[group] for arrays, options in linear if _fits(variant, arrays, options, group, size)]
        if fitting:
            found[group] = fitting[0][:size].astype(np.float32)
    return found


def _fits(variant: Variant, arrays: Arrays, options: Mapping[str, str], group: str, size: int) -> bool:
    if group not in arrays:
        return False
    has = arrays[group].size
    if has != size and not (group in BOARD_FIRST_GROUPS and has > size):
        return False
    # A group bound to an option is of no use when the option has another value.
    option = OPTION_OF_GROUP.get(group)
    return option is None or options.get(option, "") == variant.options.text(option)
