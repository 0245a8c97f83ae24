"""PettingZoo: a hexagon table, where all seats place at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np

from partake.draw.svg import svg
from partake.draw.text import text
from partake.engine.chance import Seed
from partake.engine.setup import Seats, arrange
from partake.env.action_space import LegalDiscrete
from partake.env.hexagon_encoding import HexagonLayout, Observation
from partake.env.hexagon_episode import HexagonEpisode
from partake.env.rendering import RENDER_MODES
from partake.env.validation import checked_action, checked_choice, checked_seed, hexagon_edition, seed_of
from partake.env.zoo import ParallelEnv, SeatSpaces, agent_of
from partake.rules.edition import Edition
from partake.rules.errors import PartakeError

T = TypeVar("T")

REWARDS = ("change", "final", "win")
"""The values of the argument `reward`."""
Step = tuple[
    dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]
]  # fmt: skip


class TableEnv(SeatSpaces, ParallelEnv):  # type: ignore[misc]  # PettingZoo has no types
    """A table of two or more: in each step all seats place a tile, then see each other's boards.

    - `reward`: `change`: the change of the own score, bonuses and penalties between players included; `final`: the
      final score, at the end; `win`: at the end 1 for the winners and -1 for the others
    """

    metadata = {  # noqa: RUF012 - PettingZoo's own way
        "name": "partake_table_v0", "render_modes": list(RENDER_MODES), "render_fps": 1, "is_parallelizable": True,
    }  # fmt: skip

    def __init__(
        self,
        edition: str | Edition = "classic",
        *,
        seats: Seats = 2,
        reward: str = "change",
        render_mode: str | None = None,
        **options: str | int | bool,
    ) -> None:
        checked_choice("reward", reward, REWARDS)
        checked_choice("render_mode", render_mode, RENDER_MODES)
        setup = arrange(hexagon_edition(edition), options, seats=seats)
        self._episode = HexagonEpisode(setup)
        self.reward, self.render_mode = reward, render_mode
        count = len(setup.seats)
        self._seats = {agent_of(seat): seat for seat in range(1, count + 1)}
        self.possible_agents = list(self._seats)
        self.agents: list[str] = []
        self.observation_spaces = {agent: self.layout.space(others=count - 1) for agent in self._seats}
        self.action_spaces = {agent: LegalDiscrete(self.layout.actions) for agent in self._seats}
        self._rng = np.random.default_rng()

    @property
    def layout(self) -> HexagonLayout:
        """The encoding of observations and actions."""
        return self._episode.layout

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
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
        seen, infos = self._observe()
        rewards = self._each(lambda seat: self._reward(seat, before[agent_of(seat)]))
        if over:
            self.agents = []
        return seen, rewards, self._each(lambda _: over), self._each(lambda _: False), infos

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

    def _observe(self) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        seen = self._each(lambda seat: self.layout.observe(self._episode.view(seat)))
        infos = {}
        for agent, seat in self._seats.items():
            mask = seen[agent]["action_mask"]
            self.action_spaces[agent].mask = mask.copy()
            infos[agent] = {"action_mask": mask.copy(), "score": self._episode.score(seat)}
        return seen, infos

    def render(self) -> str | None:
        """The table as a spectator sees it, as text or as an SVG document, by `render_mode`."""
        if self.render_mode is None:
            return None
        view = self._episode.table.view()
        return text(view) if self.render_mode == "ansi" else svg(view)

    def close(self) -> None:
        """Nothing is held open."""


def parallel_env(
    edition: str | Edition = "classic",
    *,
    seats: Seats = 2,
    reward: str = "change",
    render_mode: str | None = None,
    **options: str | int | bool,
) -> TableEnv:
    """A hexagon table for PettingZoo: `parallel_env("nexus", seats=3, scrapyard="lowest")`."""
    return TableEnv(edition, seats=seats, reward=reward, render_mode=render_mode, **options)
