"""Gymnasium: one player, one board, any hexagon edition."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from partake.engine.chance import Seed
from partake.engine.setup import arrange
from partake.env.action_space import LegalDiscrete
from partake.env.features import HexagonFeatures
from partake.env.hexagon_encoding import HexagonLayout
from partake.env.rendering import FPS, RENDER_MODES, Frame, Renderer
from partake.env.solo_episode import SoloEpisode
from partake.env.validation import checked_action, checked_choice, checked_reset, checked_seed, hexagon_edition, seed_of
from partake.rules.edition import Edition
from partake.rules.errors import IllegalActionError

OBSERVATIONS = ("raw", "features")
"""The values of the argument `observation`."""
REWARDS = ("change", "final")
"""The values of the argument `reward`."""
ILLEGAL = ("raise", "ignore")
"""The values of the argument `illegal`."""
Seen = Any
"""A dictionary of arrays, or the vector of features."""


class HexagonEnv(gymnasium.Env[Seen, np.int64]):
    """A game for one player: each step places a tile, the reward is the change of the score.

    - `observation`: `raw`: a dictionary of tile numbers (`HexagonLayout`); `features`: a vector for networks
      (`HexagonFeatures`)
    - `reward`: `change`: the change of the score as it stands; `final`: the final score, at the end. Both add up to the
      final score
    - `illegal`: `raise` an IllegalActionError, or `ignore`: nothing happens, no reward, and `info["illegal"]` says why
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": FPS}  # noqa: RUF012 - Gymnasium's own way

    def __init__(
        self,
        edition: str | Edition = "classic",
        *,
        observation: str = "raw",
        reward: str = "change",
        illegal: str = "raise",
        render_mode: str | None = None,
        **options: str | int | bool,
    ) -> None:
        checked_choice("observation", observation, OBSERVATIONS)
        checked_choice("reward", reward, REWARDS)
        checked_choice("illegal", illegal, ILLEGAL)
        self._renderer = Renderer(render_mode)
        self._episode = SoloEpisode(arrange(hexagon_edition(edition), options))
        self.layout: HexagonLayout = self._episode.layout
        """The encoding of observations and actions."""
        self.features = HexagonFeatures(self.layout.variant) if observation == "features" else None
        """The encoding of feature vectors, where they are observed."""
        self.observation, self.reward, self.illegal, self.render_mode = observation, reward, illegal, render_mode
        self.observation_space = self.features.space() if self.features else self.layout.space()
        self.action_space: LegalDiscrete = LegalDiscrete(self.layout.actions)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        """Start a new game; a seed makes this one and all that follow reproducible."""
        checked_reset(options)
        super().reset(seed=checked_seed(seed))
        self._episode.restart(Seed(seed_of(self.np_random)))
        return self._observe()

    def step(self, action: np.int64 | int) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Place a tile or move one from the reserve; then the next is called."""
        episode = self._episode
        before = episode.score
        try:
            episode.step(checked_action(action, self.layout.actions))
        except IllegalActionError as problem:
            if self.illegal == "raise":
                raise
            seen, info = self._observe()
            return seen, 0.0, False, False, {**info, "illegal": str(problem)}
        over = episode.left == 0
        reward = episode.score - before if self.reward == "change" else episode.score * over
        seen, info = self._observe()
        return seen, reward, over, False, info

    def _observe(self) -> tuple[Seen, dict[str, Any]]:
        episode = self._episode
        self.action_space.mask = episode.mask
        if self.render_mode == "human":
            self.render()
        raw = episode.observe()
        seen = self.features.encode(raw) if self.features else raw
        return seen, {"action_mask": episode.mask.copy(), "score": episode.score}

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions now, true for each, by the name under which sb3-contrib's MaskablePPO asks for them."""
        return self._episode.readied().mask.astype(np.bool_)

    def render(self) -> Frame | None:
        """The board as text, SVG or pixels, by `render_mode`; in a window it is shown with every step."""
        return self._renderer.render(self._episode.readable().view(1)) if self.render_mode else None

    def close(self) -> None:
        """Close the window, if there is one."""
        self._renderer.close()
