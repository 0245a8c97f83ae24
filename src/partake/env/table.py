"""PettingZoo: a hexagon table, where all seats place at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from partake.engine.chance import Seed
from partake.engine.setup import Seats, arrange
from partake.env.action_space import LegalDiscrete
from partake.env.features import HexagonFeatures
from partake.env.hexagon import OBSERVATIONS, Seen
from partake.env.hexagon_encoding import HexagonLayout
from partake.env.hexagon_episode import HexagonEpisode
from partake.env.rendering import FPS, RENDER_MODES, Frame, Renderer
from partake.env.validation import (
    checked_action,
    checked_choice,
    checked_limit,
    checked_seed,
    hexagon_edition,
    seed_of,
)
from partake.env.zoo import OrderEnforcingWrapper, ParallelEnv, SeatSpaces, agent_of, parallel_to_aec
from partake.rules.edition import Edition
from partake.rules.errors import PartakeError

T = TypeVar("T")

REWARDS = ("change", "final", "win")
"""The values of the argument `reward`."""
Step = tuple[
    dict[str, Seen], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]
]  # fmt: skip


class TableEnv(SeatSpaces, ParallelEnv):  # type: ignore[misc]  # PettingZoo has no types
    """A table of two or more: in each step all seats place a tile, then see each other's boards.

    - `observation`: `raw` or `features`, as in `HexagonEnv`, with the boards of the other seats
    - `reward`: `change`: the change of the own score, bonuses and penalties between players included; `final`: the
      final score, at the end; `win`: at the end 1 for the winners and -1 for the others
    - `max_cycles`: the number of steps after which the game is truncated, if it has not ended before
    """

    metadata = {  # noqa: RUF012 - PettingZoo's own way
        "name": "partake_table_v0", "render_modes": list(RENDER_MODES), "render_fps": FPS, "is_parallelizable": True,
    }  # fmt: skip

    def __init__(
        self,
        edition: str | Edition = "classic",
        *,
        seats: Seats = 2,
        observation: str = "raw",
        reward: str = "change",
        max_cycles: int | None = None,
        render_mode: str | None = None,
        **options: str | int | bool,
    ) -> None:
        checked_choice("observation", observation, OBSERVATIONS)
        checked_choice("reward", reward, REWARDS)
        self.max_cycles = checked_limit("max_cycles", max_cycles)
        self._renderer = Renderer(render_mode)
        setup = arrange(hexagon_edition(edition), options, seats=seats)
        self._episode = HexagonEpisode(setup)
        self.observation, self.reward, self.render_mode = observation, reward, render_mode
        count = len(setup.seats)
        self.features = HexagonFeatures(self.layout.variant, count - 1) if observation == "features" else None
        """The encoding of feature vectors, where they are observed."""
        self._seats = {agent_of(seat): seat for seat in range(1, count + 1)}
        self.possible_agents = list(self._seats)
        self.agents: list[str] = []
        self.observation_spaces = {
            agent: self.features.space() if self.features else self.layout.space(others=count - 1)
            for agent in self._seats
        }
        self.action_spaces = {agent: LegalDiscrete(self.layout.actions) for agent in self._seats}
        self._rng = np.random.default_rng()

    @property
    def layout(self) -> HexagonLayout:
        """The encoding of observations and actions."""
        return self._episode.layout

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Seen], dict[str, dict[str, Any]]]:
        """Start a new game; there are no options, and those given are ignored as PettingZoo asks."""
        if checked_seed(seed) is not None:
            self._rng = np.random.default_rng(seed)
        self._episode.restart(Seed(seed_of(self._rng)))
        self.agents = list(self.possible_agents)
        return self._observe()

    def step(self, actions: dict[str, int]) -> Step:
        """Play an action of each agent, atomically: if one is illegal, it is an error and none is played."""
        if set(actions) != set(self.agents):
            raise PartakeError(
                "an action is needed for each of {agents}"
                if self.agents
                else "an action is needed for each of nobody: call reset",
                agents=", ".join(self.agents),
            )
        before = self._each(self._episode.score)
        self._episode.step({self._seats[agent]: checked_action(a, self.layout.actions) for agent, a in actions.items()})
        over = self._episode.is_over
        cut = not over and self._episode.steps == self.max_cycles
        seen, infos = self._observe()
        rewards = self._each(lambda seat: self._reward(seat, before[agent_of(seat)]))
        if over or cut:
            self.agents = []
        return seen, rewards, self._each(lambda _: over), self._each(lambda _: cut), infos

    def _reward(self, seat: int, before: float) -> float:
        if self.reward == "change":
            return self._episode.score(seat) - before
        outcome = self._episode.table.outcome
        if outcome is None:
            return 0.0
        if self.reward == "final":
            return self._episode.score(seat)
        return 1.0 if seat in outcome.winners else -1.0

    def _each(self, of: Callable[[int], T]) -> dict[str, T]:
        return {agent: of(seat) for agent, seat in self._seats.items()}

    def _observe(self) -> tuple[dict[str, Seen], dict[str, dict[str, Any]]]:
        if self.render_mode == "human":
            self.render()
        seen = self._each(lambda seat: self.layout.observe(self._episode.view(seat)))
        infos = {}
        for agent, seat in self._seats.items():
            mask = seen[agent]["action_mask"]
            self.action_spaces[agent].mask = mask.copy()
            infos[agent] = {"action_mask": mask.copy(), "score": self._episode.score(seat)}
        return {agent: self.features.encode(raw) for agent, raw in seen.items()} if self.features else seen, infos

    def action_masks(self) -> dict[str, NDArray[np.bool_]]:
        """The legal actions of each agent now, true for each."""
        return self._each(lambda seat: self.layout.mask(self._episode.view(seat)).astype(np.bool_))

    def render(self) -> Frame | None:
        """The table as a spectator sees it, by `render_mode`; in a window it is shown with every step."""
        return self._renderer.render(self._episode.table.view()) if self.render_mode else None

    def close(self) -> None:
        """Close the window, if there is one."""
        self._renderer.close()


def parallel_env(edition: str | Edition = "classic", **settings: Any) -> TableEnv:
    """A hexagon table for PettingZoo: `parallel_env("nexus", seats=3, scrapyard="lowest")`; settings of `TableEnv`."""
    return TableEnv(edition, **settings)


def env(edition: str | Edition = "classic", **settings: Any) -> OrderEnforcingWrapper:
    """The same table seat by seat, for what knows only PettingZoo's AEC interface: all act, then the step is made."""
    return OrderEnforcingWrapper(parallel_to_aec(parallel_env(edition, **settings)))
