"""The kinds of model that can be trained, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from partake.learn.classic.learner import NetworkLearner
from partake.learn.classic.player import plays
from partake.learn.learner import Learner, TableLearner
from partake.rules.errors import OptionError
from partake.rules.variant import Variant

Maker = Callable[[Variant, int, Path | None], Learner]
"""Makes the learner of a variant from a seed and, if it is to start warm, the folder with what others have learned."""


def _table(variant: Variant, seed: int, warm: Path | None) -> Learner:
    return TableLearner(variant, seed=seed, warm=warm)


def _network(variant: Variant, seed: int, warm: Path | None) -> Learner:
    if not plays(variant):
        raise OptionError("the network is for Classic with its first options: other games have the model table")
    return NetworkLearner(seed=seed)


MODELS: Mapping[str, Maker] = {"table": _table, "network": _network}


def default_model(variant: Variant) -> str:
    """The kind of model that suits a variant best."""
    return "network" if plays(variant) else "table"


def make_learner(variant: Variant, model: str | None, *, seed: int, warm: Path | None = None) -> Learner:
    """A learner of the kind that was asked for, or of the one that suits."""
    name = default_model(variant) if model is None else model
    if name not in MODELS:
        raise OptionError(f"there is no model {name!r}; there are {', '.join(MODELS)}")
    return MODELS[name](variant, seed, warm)
