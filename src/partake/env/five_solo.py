"""Gymnasium: Take Five for one agent, with bots at the other seats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import gymnasium
import numpy as np
from numpy.typing import NDArray

from partake.bots.specifier import BotSpec, SeatedBot, parse_bot_spec
from partake.engine.chance import Seed
from partake.engine.five.view import FiveView
from partake.engine.setup import arrange
from partake.engine.table import Table
from partake.env.action_space import LegalDiscrete
from partake.env.five_encoding import REWARDS, FiveLayout
from partake.env.hexagon import ILLEGAL
from partake.env.rendering import FPS, RENDER_MODES, Frame, Renderer
from partake.env.validation import (
    checked_action,
    checked_choice,
    checked_limit,
    checked_reset,
    checked_seed,
    five_edition,
    seed_of,
)
from partake.rules.edition import Edition
from partake.rules.errors import IllegalActionError, PartakeError

Vector = NDArray[np.int16]


class FiveSoloEnv(gymnasium.Env[Any, np.int64]):
    """A game of Take Five against bots; a step is an action of the agent, and what the others do until its next one.

    - `opponents`: a bot as `partake bots` names them, `casual` or `reader@200`; or one for each other seat
    - `seats`: the number of players; `seat`: which of them is the agent, or None: drawn by lot for each game
    - `reward`: `game`: at the end 1 for a game that is won, -1 for one that is lost; `round`: the same for each round
    - `illegal`: `ignore`: nothing happens, no reward, and `info["illegal"]` says why; or `raise` an IllegalActionError
    - `max_steps`: the number of steps after which the game is truncated, if it has not ended before
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": FPS}  # noqa: RUF012 - Gymnasium's own way

    def __init__(
        self,
        opponents: str | Sequence[str] = "casual",
        *,
        seats: int = 2,
        seat: int | None = 1,
        edition: str | Edition = "five",
        reward: str = "game",
        illegal: str = "ignore",
        max_steps: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        checked_choice("reward", reward, REWARDS)
        checked_choice("illegal", illegal, ILLEGAL)
        self._renderer = Renderer(render_mode)
        self.max_steps = checked_limit("max_steps", max_steps)
        self.reward, self.illegal, self.render_mode = reward, illegal, render_mode
        found = five_edition(edition)
        self._setup = arrange(found, seats=seats)
        if seat is not None and (not isinstance(seat, int) or not 1 <= seat <= seats):
            raise PartakeError("seat is a number from 1 to {seats}, or None, not {seat!r}", seats=seats, seat=seat)
        self._given_seat = seat
        self._opponents = _specs(opponents, seats - 1)
        self.layout = FiveLayout(found, seats)
        """The encoding of observations and actions."""
        self.observation_space = self.layout.space()
        self.action_space: LegalDiscrete = LegalDiscrete(len(self.layout.actions))
        self._table: Table | None = None

    @property
    def table(self) -> Table:
        """The table; there is none before the first reset."""
        if self._table is None:
            raise PartakeError("there is no game yet: call reset first")
        return self._table

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Vector, dict[str, Any]]:
        """Start a new game; a seed makes this one and all that follow reproducible, if the bots are."""
        checked_reset(options)
        super().reset(seed=checked_seed(seed))
        self._table = Table(self._setup, Seed(seed_of(self.np_random)))
        self.seat = self._given_seat or int(self.np_random.integers(1, self.layout.seats + 1))
        others = [seat for seat in range(1, self.layout.seats + 1) if seat != self.seat]
        self._bots: dict[int, SeatedBot] = {
            seat: spec.seat(int(self.np_random.integers(2**63)))
            for seat, spec in zip(others, self._opponents, strict=True)
        }
        self._steps = 0
        self._play_on()
        return self._observe()

    def step(self, action: np.int64 | int) -> tuple[Vector, float, bool, bool, dict[str, Any]]:
        """Play the agent's action, then let the dealer and the bots act until the agent must, or the game is over."""
        table = self.table
        if table.is_over:
            raise PartakeError("the game is over: call reset")
        number = checked_action(action, len(self.layout.actions))
        before = len(self._view.rounds)
        self._steps += 1
        is_cut = self._steps == self.max_steps
        try:
            table.play(self.seat, self.layout.actions[number])
        except IllegalActionError as problem:
            refusal = IllegalActionError("action {number}: {problem}", number=number, problem=problem)
            if self.illegal == "raise":
                self._steps -= 1
                raise refusal from None
            seen, info = self._observe()
            return seen, 0.0, False, is_cut, {**info, "illegal": str(refusal)}
        self._play_on()
        outcome = table.outcome
        if self.reward == "round":
            reward = sum(1.0 if won.winner == self.seat else -1.0 for won in self._view.rounds[before:])
        else:
            reward = 0.0 if outcome is None else 1.0 if self.seat in outcome.winners else -1.0
        seen, info = self._observe()
        return seen, reward, outcome is not None, outcome is None and is_cut, info

    def _play_on(self) -> None:
        table = self.table
        while not table.is_over and self.seat not in table.to_act:
            if table.to_act:
                seat = table.to_act[0]
                table.play(seat, self._bots[seat].choose(table.view(seat)))
            else:
                table.deal()
        self._view = cast(FiveView, table.view(self.seat))
        self.action_space.mask = self.layout.mask(self._view)

    def _observe(self) -> tuple[Vector, dict[str, Any]]:
        if self.render_mode == "human":
            self.render()
        return self.layout.observe(self._view), {"action_mask": self.layout.mask(self._view)}

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions now, true for each, by the name under which sb3-contrib's MaskablePPO asks for them."""
        assert self.table
        return self.layout.mask(self._view).astype(np.bool_)

    def render(self) -> Frame | None:
        """The table as a spectator sees it, by `render_mode`; in a window it is shown with every step."""
        return self._renderer.render(self.table.view()) if self.render_mode else None

    def close(self) -> None:
        """Close the window, if there is one."""
        self._renderer.close()


def _specs(opponents: str | Sequence[str], count: int) -> list[BotSpec]:
    """The bots of the other seats, each seen to play Take Five."""
    names = [opponents] * count if isinstance(opponents, str) else list(opponents)
    if len(names) != count:
        raise PartakeError(
            "opponents is one bot, or one for each of the {count} other seats, not {given}",
            count=count,
            given=len(names),
        )
    found = [parse_bot_spec(name) for name in names]
    for spec in found:
        if "five" not in spec.kind.families:
            raise PartakeError("the bot {bot} does not play Take Five", bot=spec.name)
    return found
