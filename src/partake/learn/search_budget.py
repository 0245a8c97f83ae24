"""How long to look into what promises most: so many candidates, or until the clock says enough."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Values = NDArray[np.float64]

CANDIDATES = 8
"""How many places are worth a second look, unless somebody asks for more or less."""
LASTING = 1.0
"""What a second look finds more than the first, the looks after it find once more, on average."""
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

    def best(self, values: Values, look: Callable[[int], float]) -> int:
        """The place that promises most at a closer look, or without one if there was none."""
        looks = self.looks(values, look)
        return max(looks, key=looks.__getitem__) if looks else int(np.argmax(values))

    def looks(
        self, values: Values, look: Callable[[int], float], *, margin: float = np.inf, most: int | None = None
    ) -> dict[int, float]:
        """What a closer look tells of the places that promise most, in this order.

        Places that promise less than the best by more than the margin get none; nor does any place if no other is
        worth it, or when time is up.
        """
        least = max(NEVER, values.max() - margin)
        order = [int(place) for place in np.argsort(-values, kind="stable") if values[place] > least]
        found: dict[int, float] = {}
        if self.candidates < 2 or len(order) == 1:
            return found
        for place in order[: min(self.candidates, most or self.candidates)]:
            if self.seconds is not None and self.clock() - self.begun > self.seconds:
                break
            found[place] = look(place)
        return found
