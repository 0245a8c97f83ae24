"""Players by learned networks: sheets and called tiles in, a placement out; one-ply play and selective search."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import permutations

import numpy as np

from partake.fast.scoring import EMPTY
from partake.learn.encoding import MAX_POSITIONS, Ints
from partake.learn.network.inputs import GREATEST_WORTH, inputs_of
from partake.learn.network.lookahead import (
    expected_best,
    expected_correction,
    new_scratch,
    one_ply_values,
    two_tile_values,
)
from partake.learn.network.model import Network
from partake.learn.network.transfer import network_for
from partake.learn.position import BAG_SIZE, OPEN, POSITION_SIZE, put, set_up
from partake.learn.registry import own_folder
from partake.learn.search_budget import (
    EXACT,
    EXTRAPOLATION,
    ILLEGAL,
    THREE_PLY_CANDIDATES,
    THREE_PLY_MARGIN,
    VALUE_EVALUATIONS,
    VALUE_MARGIN,
    SearchBudget,
    Values,
    affordable_candidates,
    affordable_tiles,
    correction_factor,
)
from partake.learn.terminal_value import update_rivals
from partake.rules.tiles import Tile
from partake.rules.variant import Variant

Cells = tuple[Tile | None, ...]
"""What lies on each position before one player."""
Moves = tuple[tuple[Tile, int], ...]
"""Tiles, each with the position that it goes to."""


class Player:
    """Places tiles of one variant by its network: one-ply play, or selective search within a budget.

    The scratch buffers make it unfit for more than one thread.
    """

    def __init__(self, variant: Variant, network: Network, scale: float) -> None:
        self.variant, self.inputs, self.network, self.scale = variant, inputs_of(variant), network, scale
        self.geo = self.inputs.geo
        line = float(self.geo[GREATEST_WORTH])
        self._value_margin, self._three_ply_margin = VALUE_MARGIN * line, THREE_PLY_MARGIN * line
        self._index = {tile: i for i, tile in enumerate(variant.tiles.tiles)}
        self._scratch = new_scratch(self.inputs, network.width)
        self._one_ply = np.zeros((2, MAX_POSITIONS))
        self._others = np.zeros(self._one_ply.shape, np.int64)

    def place(
        self, sheets: Sequence[Cells], seat: int, drawn: Sequence[Tile], hand: Sequence[Tile]
    ) -> tuple[Tile, int]:
        """Which of the called tiles to place first, and where, when the others have these sheets.

        One-ply play; of a single tile the close candidates get a second look, as far as `VALUE_EVALUATIONS` pay for it.
        """
        state, candidates = self.positions(sheets, drawn)[seat - 1], 1
        if self.variant.options.draw == 1:
            candidates = affordable_candidates(int(state[BAG_SIZE]), int(state[OPEN]) - 1, VALUE_EVALUATIONS)
        found = self.searched_values(state, hand, SearchBudget(candidates), is_deep=False)
        return max(found, key=found.__getitem__)[0]

    def search(
        self, sheets: Sequence[Cells], seat: int, drawn: Sequence[Tile], hand: Sequence[Tile], budget: SearchBudget
    ) -> tuple[Tile, int]:
        """The same by two-ply search of the best candidates, where more than the last tile is still to come.

        With one candidate it is `place`.
        """
        if budget.candidates < 2:
            return self.place(sheets, seat, drawn, hand)
        found = self.searched_values(self.positions(sheets, drawn)[seat - 1], hand, budget)
        return max(found, key=found.__getitem__)[0]

    def searched_values(
        self, state: Ints, hand: Sequence[Tile], budget: SearchBudget, *, is_deep: bool = True
    ) -> dict[Moves, float]:
        """The values of the candidates, each a place for every called tile: of the best by two-ply search.

        The closest get a third ply, if it is to be deep; `network.batch_games.choose` makes the same choices.
        """
        values = self._values(state, hand).copy()
        # With at most one tile to come one-ply values are exact, except where they depend on the other players.
        is_searched = state[OPEN] - len(hand) >= EXACT - 1
        two_ply = (
            budget.deepened(
                values,
                lambda candidate: self._two_ply_value(state, hand, candidate),
                margin=np.inf if is_deep else self._value_margin,
            )
            if is_searched
            else {}
        )
        found = {
            candidate: self._extrapolated(state, hand, values[candidate], value) for candidate, value in two_ply.items()
        }
        if not found:
            best = np.argsort(-values, kind="stable")[: max(1, budget.candidates)]
            found = {int(candidate): float(values[candidate]) for candidate in best if values[candidate] > ILLEGAL}
        elif is_deep and self.variant.options.draw == 1 and state[OPEN] > EXACT + 1:
            found = self._three_ply_values(state, hand[0], two_ply, found, budget)
        return {self._moves(hand, candidate): value for candidate, value in found.items()}

    def _three_ply_values(
        self, state: Ints, tile: Tile, two_ply: dict[int, float], extrapolated: dict[int, float], budget: SearchBudget
    ) -> dict[int, float]:
        """Three-ply values of the closest candidates; all others are capped by the best of them, so as not to win."""
        tiles = affordable_tiles(int(state[BAG_SIZE]), int(state[OPEN]) - 1)
        factor = correction_factor(int(state[OPEN]) - 1, self.variant.draws)
        shallow = np.full(MAX_POSITIONS, ILLEGAL)
        shallow[list(extrapolated)] = list(extrapolated.values())

        def third(candidate: int) -> float:
            after = state.copy()
            put(after, self.geo, candidate, self._index[tile])
            return two_ply[candidate] + factor * self._expected_correction(after, tiles)

        deep = (
            budget.deepened(shallow, third, margin=self._three_ply_margin, most=THREE_PLY_CANDIDATES) if tiles else {}
        )
        top = max(deep.values(), default=np.inf)
        return deep | {candidate: min(value, top) for candidate, value in extrapolated.items() if candidate not in deep}

    def _moves(self, hand: Sequence[Tile], candidate: int) -> Moves:
        order, position = divmod(candidate, MAX_POSITIONS)
        first = hand[order], position
        return (first,) if len(hand) == 1 else (first, (hand[1 - order], int(self._others[order, position])))

    def placement_values(
        self, sheets: Sequence[Cells], seat: int, drawn: Sequence[Tile], hand: Sequence[Tile]
    ) -> dict[tuple[Tile, int], float]:
        """The expected final score after each placement of a called tile.

        Searched as deep as `search` does, for a single tile; for the first of two tiles, the other one on its best
        position. A candidate searched less deep is no better than the best.
        """
        state = self.positions(sheets, drawn)[seat - 1]
        if self.variant.options.draw == 1:
            searched = self.searched_values(state, hand, SearchBudget(candidates=MAX_POSITIONS))
            return {moves[0]: value for moves, value in sorted(searched.items(), key=lambda pair: pair[0][0][1])}
        found: dict[tuple[Tile, int], float] = {}
        for tile, *others in permutations(hand):
            one_ply = np.full(MAX_POSITIONS, ILLEGAL)
            self._one_ply_values(state, self._index[tile], one_ply)
            for position, value in enumerate(map(float, one_ply)):
                if value <= ILLEGAL:
                    continue
                if others:
                    after = state.copy()
                    put(after, self.geo, position, self._index[tile])
                    value = float(self._values(after, others).max())
                found[tile, position] = value
        return found

    def position_value(self, sheets: Sequence[Cells], seat: int, drawn: Sequence[Tile], hand: Sequence[Tile]) -> float:
        """The expected final score after the best placement of all called tiles, by one-ply lookahead."""
        return float(self._values(self.positions(sheets, drawn)[seat - 1], hand).max())

    def place_for(self, sheets: Sequence[Cells], owner: int, drawn: Sequence[Tile], tile: Tile) -> int:
        """Where a tile does most harm on the scrapyard of its owner."""
        state = self.positions(sheets, drawn)[owner - 1]
        empty = [i for i in self.variant.yard if sheets[owner - 1][i] is None]
        values = np.zeros(MAX_POSITIONS)
        self._one_ply_values(state, self._index[tile], values)
        # Where scrapyards are passed on, only the worst of their cells has a value.
        legal = [position for position in empty if values[position] > ILLEGAL]
        return min(legal or empty, key=lambda position: float(values[position]))

    def _values(self, state: Ints, hand: Sequence[Tile]) -> Values:
        """[order * MAX_POSITIONS + position] the values of one or two called tiles.

        Of two tiles one goes on this position, the other on its best after it, `_others`; order 1 places the second
        tile first.
        """
        tiles = [self._index[tile] for tile in hand]
        if len(tiles) == 1:
            single: Values = self._one_ply[0]
            self._one_ply_values(state, tiles[0], single)
            return single
        values, others = self._one_ply.reshape(-1), self._others.reshape(-1)
        two_tile_values(
            state, self.geo, self.inputs.arrays, self.network, self.scale, (tiles[0], tiles[1]), self._scratch, values,
            others,
        )  # fmt: skip
        return values

    def _one_ply_values(self, state: Ints, tile: int, out: Values) -> None:
        """out[position]: the one-ply value for a tile that is out of the bag; `ILLEGAL` where it may not go."""
        one_ply_values(state, self.geo, self.inputs.arrays, self.network, self.scale, tile, self._scratch, out)

    def _expected_best(self, state: Ints) -> float:
        """The mean, over what may be called next, of the best one-ply value."""
        return float(expected_best(state, self.geo, self.inputs.arrays, self.network, self.scale, self._scratch))

    def _expected_correction(self, state: Ints, tiles: int) -> float:
        """What two plies find more than one, on average, after the best answers to at most so many next tiles."""
        arrays, network, scale = self.inputs.arrays, self.network, self.scale
        return float(expected_correction(state, self.geo, arrays, network, scale, tiles, self._scratch))

    def _two_ply_value(self, state: Ints, hand: Sequence[Tile], candidate: int) -> float:
        """The two-ply value of a candidate: the mean, over what may be called next, of the best answer."""
        order, position = divmod(candidate, MAX_POSITIONS)
        after = state.copy()
        put(after, self.geo, position, self._index[hand[order]])
        if len(hand) == 2:
            put(after, self.geo, int(self._others[order, position]), self._index[hand[1 - order]])
        return self._expected_best(after)

    def _extrapolated(self, state: Ints, hand: Sequence[Tile], one_ply: float, two_ply: float) -> float:
        """The extrapolated two-ply value, v2 + k (v2 - v1) with k = `EXTRAPOLATION`; exact values are left alone."""
        is_exact = state[OPEN] - len(hand) < EXACT
        return float(two_ply if is_exact else two_ply + EXTRAPOLATION * (two_ply - one_ply))

    def positions(self, sheets: Sequence[Cells], drawn: Sequence[Tile]) -> Ints:
        """The positions of all seats, with the drawn tiles out of the bag."""
        states = np.zeros((len(sheets), POSITION_SIZE), np.int64)
        gone = np.array([self._index[tile] for tile in drawn], np.int64)
        for state, cells in zip(states, sheets, strict=True):
            row = [EMPTY if tile is None else self._index[tile] for tile in cells]
            set_up(state, self.geo, np.array(row, np.int64), gone)
        # A single player has no rivals, and keeps the zeros of an empty position.
        if len(sheets) > 1:
            update_rivals(states, self.geo)
        return states


def player_of(variant: Variant) -> Player:
    """The player of a variant, cached: by its own network, or by the nearest variant's."""
    return _player(variant, own_folder())


@lru_cache(maxsize=32)
def _player(variant: Variant, own: str) -> Player:
    return new_player(variant)


def new_player(variant: Variant) -> Player:
    """The same player with scratch buffers of its own, for use in another thread."""
    return Player(variant, *network_for(variant))
