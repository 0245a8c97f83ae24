"""Gymnasium: a vector environment of many games on the compiled engine."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from partake.draw.svg import svg
from partake.draw.text import text
from partake.env.action_space import LegalDiscrete, LegalMultiDiscrete
from partake.env.hexagon import REWARDS
from partake.env.hexagon_encoding import HexagonLayout, Observation
from partake.env.rendering import RENDER_MODES
from partake.env.validation import check_single_game, checked_choice, checked_reset, checked_seed, hexagon_edition
from partake.fast import Batch
from partake.fast.playouts import sheet_of
from partake.rules.edition import Edition
from partake.rules.errors import IllegalActionError, PartakeError
from partake.rules.variant import variant

EMPTY = -1
"""No tile, in the boards and hands of the compiled engine."""
Step = tuple[Observation, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]


class HexagonVectorEnv(VectorEnv[Observation, NDArray[np.int64], NDArray[Any]]):
    """Many games of one variant: all take the same number of steps, so all end together.

    An illegal action is always an error, and then no game has moved. `autoreset_mode` is one of Gymnasium's: `NextStep`
    (the step after the last ignores its actions and begins new games), `SameStep` (the last step gives the first
    observation of new games, and `infos["final_obs"]` the last of the old), or `Disabled` (call `reset`).
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 1, "autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012

    def __init__(
        self,
        num_envs: int = 1,
        edition: str | Edition = "classic",
        *,
        reward: str = "change",
        render_mode: str | None = None,
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        **options: str | int | bool,
    ) -> None:
        checked_choice("reward", reward, REWARDS)
        checked_choice("render_mode", render_mode, RENDER_MODES)
        mode = autoreset_mode.value if isinstance(autoreset_mode, AutoresetMode) else autoreset_mode
        checked_choice("autoreset_mode", mode, [each.value for each in AutoresetMode])
        if isinstance(num_envs, bool) or not isinstance(num_envs, int) or num_envs < 1:
            raise PartakeError("num_envs is a whole number from 1 on, not {games!r}", games=num_envs)
        made = variant(hexagon_edition(edition), options)
        check_single_game(made.options)
        self.num_envs, self.reward, self.render_mode = num_envs, reward, render_mode
        self.autoreset_mode = AutoresetMode(mode)
        self.metadata = {**self.metadata, "autoreset_mode": self.autoreset_mode}
        self.layout = HexagonLayout(made)
        self.single_observation_space = self.layout.space()
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.single_action_space = LegalDiscrete(self.layout.actions)
        self.action_space: LegalMultiDiscrete = LegalMultiDiscrete(self.layout.actions, num_envs)
        self._batch = Batch(made, num_envs)
        self._rows = np.arange(num_envs)
        self._wild = np.array([tile.is_wild for tile in made.tiles.tiles])
        self._targets = np.array(made.targets, np.int64)
        self._left = -1

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Start new games; `options={"decks": …}` gives a row of indices into the tile set for each."""
        given = checked_reset(options, ("decks", "reset_mask"))
        if not np.all(given.get("reset_mask", True)):
            raise PartakeError("all games end together and are reset together: reset_mask must be true throughout")
        super().reset(seed=checked_seed(seed))
        self._restart(given.get("decks"))
        return self._observe()

    def _restart(self, decks: ArrayLike | None = None) -> None:
        self._batch.restart(seed=int(self.np_random.integers(2**64, dtype=np.uint64)), decks=decks)
        self._bag = np.ones((self.num_envs, self.layout.tiles), np.int8)
        self._done = np.zeros(self.num_envs, np.bool_)
        self._scores = np.zeros(self.num_envs, np.int64)
        self._left = self.layout.steps
        self._draw()

    def step(self, actions: NDArray[np.int64]) -> Step:
        """Play an action in each game; the class says what happens when they have ended."""
        if self._left == 0 and self.autoreset_mode is AutoresetMode.NEXT_STEP:
            self._restart()
            return self._results(np.zeros(self.num_envs), over=False)
        if self._left <= 0:
            raise PartakeError("the games are over: call reset" if self._left == 0 else "call reset first")
        self._do(self._checked(actions))
        self._left -= 1
        before, self._scores = self._scores, self._batch.score()
        rewards = (self._scores - before if self.reward == "change" else self._scores * (self._left == 0)).astype(float)
        return self._results(rewards, over=self._left == 0)

    def _results(self, rewards: NDArray[np.float64], *, over: bool) -> Step:
        seen, infos = self._observe()
        if over and self.autoreset_mode is AutoresetMode.SAME_STEP:
            final = {"final_obs": _unbatched(seen, self.num_envs), "final_info": infos}
            self._restart()
            seen, infos = self._observe()
            infos.update(final, **{f"_{name}": np.ones(self.num_envs, np.bool_) for name in final})
        return seen, rewards, np.full(self.num_envs, over), np.zeros(self.num_envs, np.bool_), infos

    def _checked(self, actions: ArrayLike) -> NDArray[np.int64]:
        given = np.asarray(actions)
        if given.shape != (self.num_envs,) or not np.issubdtype(given.dtype, np.integer):
            raise PartakeError("actions are whole numbers, one for each of the {games} games", games=self.num_envs)
        if given.min() < 0 or given.max() >= self.layout.actions:
            raise PartakeError("an action is a whole number from 0 to {actions}", actions=self.layout.actions - 1)
        allowed = self._mask[self._rows, given]
        if not allowed.all():
            game = int(np.argmin(allowed))
            what = self.layout.words(int(given[game]))
            raise IllegalActionError(
                "game {game}: action {given} ({what}) is not legal now: see action_mask",
                game=game,
                given=given[game],
                what=what,
            )
        return given.astype(np.int64)

    def _do(self, actions: NDArray[np.int64]) -> None:
        layout, batch = self.layout, self._batch
        if self._left > layout.slots:
            batch.place(actions % layout.positions, actions // layout.positions)
            if not batch.in_hand and not batch.is_full:
                self._draw()
            return
        stays, moves = actions == layout.actions - 1, actions - layout.placements
        slots = layout.variant.reserve.start + moves // layout.targets
        targets = self._targets[moves % layout.targets]
        batch.relocate(np.where(stays, EMPTY, slots), np.where(stays, EMPTY, targets))
        self._done |= stays

    def _draw(self) -> None:
        for tiles in self._batch.draw().T:
            if tiles[0] != EMPTY:
                self._bag[self._rows, tiles] = 0

    def _observe(self) -> tuple[Observation, dict[str, Any]]:
        self._mask = self._legal()
        self.action_space.mask = self._mask
        boards, hands = self._batch.boards + np.int8(1), self._batch.hands + np.int8(1)
        seen = {"board": boards, "hand": hands, "bag": self._bag.copy(), "action_mask": self._mask.copy()}
        infos = {"action_mask": self._mask.copy(), "score": self._scores.astype(float)}
        return seen, {**infos, **{f"_{name}": np.ones(self.num_envs, np.bool_) for name in infos}}

    def _legal(self) -> NDArray[np.int8]:
        layout, found = self.layout, np.zeros((self.num_envs, self.layout.actions), np.int8)
        if self._left > layout.slots:
            found[:, : layout.placements] = self._batch.legal().reshape(self.num_envs, -1)
        elif self._left:
            boards, reserve = self._batch.boards, layout.variant.reserve
            tiles = boards[:, reserve.start : reserve.stop]
            movable = (tiles != EMPTY) & ~self._wild[tiles] & ~self._done[:, None]
            free = boards[:, self._targets] == EMPTY
            found[:, layout.placements : -1] = (movable[:, :, None] & free[:, None, :]).reshape(self.num_envs, -1)
            found[:, -1] = 1
        return found

    def render(self) -> tuple[str, ...] | None:
        """Every board as text or as an SVG document, by `render_mode`."""
        if self.render_mode is None:
            return None
        sheets = [sheet_of(self.layout.variant, row) for row in self._batch.boards.tolist()]
        return tuple(text(sheet) if self.render_mode == "ansi" else svg(sheet) for sheet in sheets)


def _unbatched(seen: Observation, games: int) -> NDArray[np.object_]:
    """Split a batched observation into one a game: the form of `final_obs`."""
    found = np.empty(games, object)
    for game in range(games):
        found[game] = {name: values[game] for name, values in seen.items()}
    return found
