"""Reading the weight file of a variant's network."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any

from partake.learn.network.inputs import Inputs, inputs_of
from partake.learn.network.model import Network
from partake.learn.network.packing import unpack
from partake.learn.registry import about_variant, folders, name_of, own_folder
from partake.learn.weights import WeightsError, read_weights
from partake.rules.variant import Variant


def network_file(variant: Variant) -> Path | None:
    """The file of a variant's own network: the user's, or the one of the package; None if there is none."""
    found = (folder / f"{name_of(variant)}.npz" for folder in folders(own_folder()))
    return next((path for path in found if path.exists() and _is_of(path, variant)), None)


def _is_of(path: Path, variant: Variant) -> bool:
    """Whether a file was made by the rules that the edition has now: others are passed over."""
    return bool(read_weights(path).about.get("rules") == variant.edition.digest)


def about_network(variant: Variant) -> dict[str, Any]:
    """What the header says of the variant that a network was trained for, and of its inputs."""
    return {**about_variant(variant), "inputs": dict(inputs_of(variant).sizes)}


@lru_cache(maxsize=8)
def load_network(path: Path, variant: Variant) -> tuple[Inputs, Network, float]:
    """The inputs of a variant, the network of a file that was made for it as it is now, and its scale."""
    found, inputs = read_weights(path), inputs_of(variant)
    if not _suits(found.about, variant):
        raise WeightsError(
            "{path} is no network for {name} as this version of Partake plays it", path=path, name=variant.edition.name
        )
    try:
        return inputs, unpack(found.arrays, inputs.features), float(found.about["scale"])
    except (KeyError, ValueError, IndexError, TypeError):
        raise WeightsError("{path} is a network of another size than this version of Partake has", path=path) from None


def _suits(about: Mapping[str, Any], variant: Variant) -> bool:
    """Whether a file was made for a variant; groups of features that came later follow its own, with no weight."""
    expected, inputs = about_network(variant), about.get("inputs", {})
    is_alike = all(about.get(name) == expected[name] for name in ("kind", "edition", "rules", "options"))
    return is_alike and inputs == dict(islice(expected["inputs"].items(), len(inputs)))
