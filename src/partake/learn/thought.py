"""How long to look into what promises most: so many candidates, or until the clock says enough."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

CANDIDATES = 8
"""How many places are worth a second look, unless somebody asks for more or less."""
NEVER = -1e9
"""The value of a place that is not open."""


@dataclass(frozen=True)
class Thought:
    """A limit to thinking about one move, which begins now."""

    candidates: int = CANDIDATES
    seconds: float | None = None
    clock: Callable[[], float] = time.monotonic
    begun: float = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "begun", self.clock())

    def best(self, values: NDArray[np.float64], look: Callable[[int], float], *, margin: float = np.inf) -> int:
        """The place with the best second look; those with the best first one are looked at first.

        Places that promise less than the best by more than the margin get no second look. With time for none or one of
        them, it is the place with the best first look.
        """
        least = max(NEVER, values.max() - margin)
        order = [int(place) for place in np.argsort(-values, kind="stable") if values[place] > least]
        chosen, top = order[0], NEVER
        if self.candidates < 2 or len(order) == 1:
            return chosen
        for place in order[: self.candidates]:
            if self.seconds is not None and self.clock() - self.begun > self.seconds:
                break
            value = look(place)
            if value > top:
                chosen, top = place, value
        return chosen
