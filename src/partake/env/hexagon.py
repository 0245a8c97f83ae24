"""Gymnasium: one player, one board, any hexagon edition."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np

from partake.draw.svg import svg
from partake.draw.text import text
from partake.engine.chance import Seed
from partake.engine.setup import arrange
from partake.env.action_space import LegalDiscrete
from partake.env.hexagon_encoding import HexagonLayout, Observation
from partake.env.hexagon_episode import HexagonEpisode
from partake.env.validation import checked_action, checked_choice, checked_reset, checked_seed, hexagon_edition, seed_of
from partake.rules.edition import Edition
from partake.rules.errors import IllegalActionError

REWARDS = ("change", "final")
"""The values of the argument `reward`."""
ILLEGAL = ("raise", "ignore")
"""The values of the argument `illegal`."""
RENDER_MODES = ("ansi", "svg")
"""The values of the argument `render_mode`, besides None."""


class HexagonEnv(gymnasium.Env[Observation, np.int64]):
    """A game for one player: each step places a tile, the reward is the change of the score.

    - `reward`: `change`: the change of the score as it stands; `final`: the final score, at the end. Both add up to the
      final score
    - `illegal`: `raise` an IllegalActionError, or `ignore`: nothing happens, no reward, and `info["illegal"]` says why
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012 - Gymnasium's own way

    def __init__(
        self,
        edition: str | Edition = "classic",
        *,
        reward: str = "change",
        illegal: str = "raise",
        render_mode: str | None = None,
        **options: str | int | bool,
    ) -> None:
        checked_choice("reward", reward, REWARDS)
        checked_choice("illegal", illegal, ILLEGAL)
        checked_choice("render_mode", render_mode, RENDER_MODES)
        self._episode = HexagonEpisode(arrange(hexagon_edition(edition), options))
        self.reward, self.illegal, self.render_mode = reward, illegal, render_mode
        self.observation_space = self.layout.space()
        self.action_space: LegalDiscrete = LegalDiscrete(self.layout.actions)

    @property
    def layout(self) -> HexagonLayout:
        """The encoding of observations and actions."""
        return self._episode.layout

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Start a new game; a seed makes this one and all that follow reproducible."""
        checked_reset(options)
        super().reset(seed=checked_seed(seed))
        self._episode.restart(Seed(seed_of(self.np_random)))
        return self._observe()

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Place a tile or move one from the reserve; then the next is called."""
        before = self._episode.score(1)
        try:
            self._episode.step({1: checked_action(action, self.layout.actions)})
        except IllegalActionError as problem:
            if self.illegal == "raise":
                raise
            seen, info = self._observe()
            return seen, 0.0, False, False, {**info, "illegal": str(problem)}
        after, over = self._episode.score(1), self._episode.is_over
        reward = after - before if self.reward == "change" else after * over
        seen, info = self._observe()
        return seen, reward, over, False, info

    def _observe(self) -> tuple[Observation, dict[str, Any]]:
        seen = self.layout.observe(self._episode.view(1))
        self.action_space.mask = seen["action_mask"].copy()
        return seen, {"action_mask": seen["action_mask"].copy(), "score": self._episode.score(1)}

    def render(self) -> str | None:
        """The board as text or as an SVG document, by `render_mode`."""
        if self.render_mode is None:
            return None
        view = self._episode.view(1)
        return text(view) if self.render_mode == "ansi" else svg(view)
