"""Validation of the arguments of environments."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import numpy as np

from partake.rules.catalogue import catalogue
from partake.rules.edition import Edition, FiveEdition, HexagonEdition
from partake.rules.errors import PartakeError
from partake.rules.messages import Message
from partake.rules.options import Options


def checked_choice(what: str | Message, value: str | None, choices: Collection[str]) -> None:
    """Refuse a value that is not one of the choices; None stands for nothing chosen."""
    if value is not None and value not in choices:
        raise PartakeError(
            "{what} cannot be {value!r}; it is one of {choices}", what=what, value=value, choices=", ".join(choices)
        )


def checked_seed(seed: object) -> int | None:
    """A seed that Gymnasium takes: a whole number not below 0, or none."""
    if seed is None:
        return None
    if isinstance(seed, bool) or not isinstance(seed, (int, np.integer)) or seed < 0:
        raise PartakeError("a seed is a whole number from 0 on, not {seed!r}", seed=seed)
    return int(seed)


def checked_action(action: object, count: int) -> int:
    """The action as an `int` below `count`."""
    if type(action) in (int, np.int64) and 0 <= action < count:  # type: ignore[operator]
        return int(action)  # type: ignore[call-overload,no-any-return]  # nearly always, and ten times as fast
    given = np.asarray(action)
    if given.shape != () or not np.issubdtype(given.dtype, np.integer) or not 0 <= given < count:
        raise PartakeError(
            "an action is a whole number from 0 to {count}, not {action!r}", count=count - 1, action=action
        )
    return int(given)


def checked_reset(options: Mapping[str, Any] | None, known: Collection[str] = ()) -> Mapping[str, Any]:
    """The options of a reset; unknown ones are refused."""
    for name in options or {}:
        if name not in known:
            raise PartakeError(
                "reset has no option {name!r}: it takes {known}"
                if known
                else "reset has no option {name!r}: it takes none",
                name=name,
                known=", ".join(known),
            )
    return options or {}


def hexagon_edition(edition: str | Edition) -> HexagonEdition:
    """A hexagon edition, given as it is or by name."""
    found = catalogue().edition(edition) if isinstance(edition, str) else edition
    if not isinstance(found, HexagonEdition):
        raise PartakeError(
            "{edition} is not played on hexagons: its environment is partake.env.five", edition=found.name
        )
    return found


def five_edition(edition: str | Edition) -> FiveEdition:
    """An edition of Take Five, given as it is or by name."""
    found = catalogue().edition(edition) if isinstance(edition, str) else edition
    if not isinstance(found, FiveEdition):
        raise PartakeError(
            "{edition} is not Take Five: see partake.env.hexagon and partake.env.table", edition=found.name
        )
    return found


def check_single_game(options: Options) -> None:
    """Check that an episode is one game."""
    if options.rounds != 1:
        raise PartakeError("an episode is one game: rounds must be 1")


def seed_of(rng: np.random.Generator) -> bytes:
    """The 32 bytes of a new game's seed."""
    return rng.bytes(32)
