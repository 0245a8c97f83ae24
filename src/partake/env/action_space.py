"""Action spaces with an action mask: `sample()` without a mask draws from the actions that are legal now.

So the loop that every tutorial begins with, `env.step(env.action_space.sample())`, plays a legal random game.
"""

from __future__ import annotations

from typing import Any, cast

import numpy as np
from gymnasium.spaces import Discrete, MultiDiscrete
from numpy.typing import NDArray

Mask = NDArray[np.int8]


class LegalDiscrete(Discrete[np.int64]):
    """A `Discrete` space of all actions; the environment keeps `mask` up to date."""

    def __init__(self, n: int) -> None:
        super().__init__(n)
        self.mask: Mask | None = None

    def sample(self, mask: NDArray[Any] | None = None, probability: NDArray[Any] | None = None) -> np.int64:
        """A uniformly random legal action, or one by the given mask or probabilities."""
        if mask is not None or probability is not None or self.mask is None:
            return super().sample(mask, probability)
        legal = self.mask.nonzero()[0]
        if not len(legal):
            return self.start
        # a 53-bit fraction of a few dozen choices: one draw without rejection, several times as fast as `choice`
        return cast(np.int64, legal[int(self.np_random.random() * len(legal))])


class LegalMultiDiscrete(MultiDiscrete[np.int64]):
    """An action for each of many games; `mask` has a row for each game."""

    def __init__(self, n: int, games: int) -> None:
        super().__init__(np.full(games, n))
        self.mask: Mask | None = None

    def sample(
        self, mask: tuple[NDArray[Any], ...] | None = None, probability: tuple[NDArray[Any], ...] | None = None
    ) -> NDArray[np.int64]:
        """A uniformly random legal action for each game, or one by the given masks or probabilities."""
        if mask is not None or probability is not None or self.mask is None:
            return super().sample(mask, probability)
        # the largest of independent uniform numbers in (0, 1], zero where illegal: uniform over the legal actions
        luck = 1 - self.np_random.random(self.mask.shape)
        return np.asarray(np.argmax(self.mask * luck, axis=1), np.int64)
