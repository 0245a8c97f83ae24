"""PettingZoo: Take Five as an AEC environment with hidden information."""

from __future__ import annotations

from typing import Any, cast

import numpy as np
from gymnasium.spaces import Dict, MultiBinary
from numpy.typing import NDArray

from partake.draw.svg import svg
from partake.draw.text import text
from partake.engine.chance import Seed
from partake.engine.five.view import FiveView
from partake.engine.setup import Seats, arrange
from partake.engine.table import Table
from partake.env.action_space import LegalDiscrete
from partake.env.five_encoding import FiveLayout
from partake.env.rendering import RENDER_MODES
from partake.env.validation import checked_action, checked_choice, checked_seed, five_edition, seed_of
from partake.env.zoo import AECEnv, OrderEnforcingWrapper, SeatSpaces, agent_of
from partake.rules.edition import Edition
from partake.rules.errors import IllegalActionError, PartakeError

REWARDS = ("game", "round")
"""The values of the argument `reward`."""
Observation = dict[str, NDArray[Any]]


class FiveEnv(SeatSpaces, AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """A game of Take Five; a seat's observation is made from its own view and nothing else.

    - `reward`: `game`: at the end 1 for the winner and -1 for the others; `round`: the same after every round
    - `max_steps`: the number of actions after which the game is truncated, if it has not ended before
    """

    metadata = {  # noqa: RUF012 - PettingZoo's own way
        "name": "partake_five_v0", "render_modes": list(RENDER_MODES), "render_fps": 1, "is_parallelizable": False,
    }  # fmt: skip

    def __init__(
        self,
        seats: Seats = 2,
        *,
        edition: str | Edition = "five",
        reward: str = "game",
        max_steps: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        checked_choice("reward", reward, REWARDS)
        checked_choice("render_mode", render_mode, RENDER_MODES)
        if max_steps is not None and (not isinstance(max_steps, int) or max_steps < 1):
            raise PartakeError("max_steps is a whole number from 1 on, or None, not {given!r}", given=max_steps)
        found = five_edition(edition)
        self._setup = arrange(found, seats=seats)
        self.layout = FiveLayout(found, len(self._setup.seats))
        self.reward, self.max_steps, self.render_mode = reward, max_steps, render_mode
        self._seats = {agent_of(seat): seat for seat in range(1, self.layout.seats + 1)}
        self.possible_agents = list(self._seats)
        self.agents: list[str] = []
        self._views: dict[str, FiveView] = {}
        self.observation_spaces = {agent: self._space() for agent in self._seats}
        self.action_spaces = {agent: LegalDiscrete(len(self.layout.actions)) for agent in self._seats}
        self._rng = np.random.default_rng()
        self._table: Table | None = None

    def _space(self) -> Dict[Any]:
        return Dict({"observation": self.layout.space(), "action_mask": MultiBinary(len(self.layout.actions))})

    @property
    def table(self) -> Table:
        """The table; there is none before the first reset."""
        if self._table is None:
            raise PartakeError("there is no game yet: call reset first")
        return self._table

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new game; there are no options, and those given are ignored as PettingZoo asks."""
        if checked_seed(seed) is not None:
            self._rng = np.random.default_rng(seed)
        self._table = Table(self._setup, Seed(seed_of(self._rng)))
        self._steps = 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._next()

    def step(self, action: int | None) -> None:
        """Play the action of the selected agent; then the dealer reveals pawns or deals a new round."""
        if not self.agents:
            raise PartakeError("there is no game going on: call reset")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            if action is not None:
                raise PartakeError("the game is over: the only action left is None")
            self._was_dead_step(action)
            return
        number = checked_action(action, len(self.layout.actions))
        before = self._view(agent).rounds
        try:
            self.table.play(self._seats[agent], self.layout.actions[number])
        except IllegalActionError as problem:
            raise IllegalActionError(
                "{agent}: action {number}: {problem}", agent=agent, number=number, problem=problem
            ) from None
        self._steps += 1
        self._cumulative_rewards[agent] = 0.0
        self._next()
        self._clear_rewards()
        over = self.table.is_over
        won = self._view(agent).rounds[len(before) :]
        if won and (over or self.reward == "round"):
            winner = agent_of(won[-1].winner)
            self.rewards = {agent: 1.0 if agent == winner else -1.0 for agent in self.agents}
        self.terminations = dict.fromkeys(self.agents, over)
        self.truncations = dict.fromkeys(self.agents, not over and self._steps == self.max_steps)
        self._accumulate_rewards()

    def _next(self) -> None:
        """Let the dealer act until a seat must, and select that seat; at the end the first."""
        while not self.table.to_act and not self.table.is_over:
            self.table.deal()
        self._views.clear()
        self.agent_selection = agent_of((*self.table.to_act, 1)[0])
        self.action_spaces[self.agent_selection].mask = self.layout.mask(self._view(self.agent_selection))

    def _view(self, agent: str) -> FiveView:
        if agent not in self._views:
            self._views[agent] = cast(FiveView, self.table.view(self._seats[agent]))
        return self._views[agent]

    def observe(self, agent: str) -> Observation:
        """The observation and action mask of an agent; the mask is empty while it is another's turn."""
        view = self._view(self._known(agent))
        return {"observation": self.layout.observe(view), "action_mask": self.layout.mask(view)}

    def render(self) -> str | None:
        """The table as a spectator sees it, as text or as an SVG document, by `render_mode`."""
        if self.render_mode is None:
            return None
        view = self.table.view()
        return text(view) if self.render_mode == "ansi" else svg(view)

    def close(self) -> None:
        """Nothing is held open."""


def raw_env(
    seats: Seats = 2,
    *,
    edition: str | Edition = "five",
    reward: str = "game",
    max_steps: int | None = None,
    render_mode: str | None = None,
) -> FiveEnv:
    """Take Five for PettingZoo, without a wrapper."""
    return FiveEnv(seats, edition=edition, reward=reward, max_steps=max_steps, render_mode=render_mode)


def env(
    seats: Seats = 2,
    *,
    edition: str | Edition = "five",
    reward: str = "game",
    max_steps: int | None = None,
    render_mode: str | None = None,
) -> OrderEnforcingWrapper:
    """Take Five for PettingZoo, refusing calls in the wrong order; illegal actions are refused by the game itself."""
    return OrderEnforcingWrapper(
        raw_env(seats, edition=edition, reward=reward, max_steps=max_steps, render_mode=render_mode)
    )
