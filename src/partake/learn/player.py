"""Players by learned value functions: sheets and called tiles in, a placement out, by one-ply play or search."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, permutations
from typing import Protocol

import numpy as np

from partake.engine.hexagon.sheet import Sheet, score_table
from partake.fast.playouts import score_boards
from partake.fast.scoring import EMPTY, scoring_scratch
from partake.learn.classic import player as classic
from partake.learn.encoding import Ints
from partake.learn.features import MAX_ACTIVE, common_features
from partake.learn.one_ply import choose, choose_two, sum_of_weights, worst_position
from partake.learn.position import OPEN, POSITION_SIZE, put, set_up
from partake.learn.registry import own_folder, values_for
from partake.learn.search_budget import EXTRAPOLATION, ILLEGAL, SearchBudget
from partake.learn.terminal_value import update_rivals
from partake.learn.two_ply import next_pairs, one_ply_pair_values, one_ply_values, two_ply_pair_value, two_ply_value
from partake.rules.tiles import Tile
from partake.rules.variant import Variant

Cells = tuple[Tile | None, ...]
"""What lies on each position before one player."""
Moves = tuple[tuple[Tile, int], ...]
"""Moves from the reserve: a tile and the special cell it goes to, each."""
EXACT = 3
"""With fewer open positions than this before the last placement of a call, one-ply values are exact anyway."""


class Player(Protocol):
    """Places called tiles by a learned value function."""

    kind: str
    """The kind of model: `network`, or `table` for the linear model."""

    def place(
        self, sheets: Sequence[Cells], seat: int, drawn: Sequence[Tile], hand: Sequence[Tile]
    ) -> tuple[Tile, int]:
        """One-ply play: which of the called tiles to place first, and where, when the others have these sheets."""

    def search(
        self, sheets: Sequence[Cells], seat: int, drawn: Sequence[Tile], hand: Sequence[Tile], budget: SearchBudget
    ) -> tuple[Tile, int]:
        """The same by deeper search of the best candidates, within a budget."""

    def placement_values(
        self, sheets: Sequence[Cells], seat: int, drawn: Sequence[Tile], hand: Sequence[Tile]
    ) -> dict[tuple[Tile, int], float]:
        """The expected final score after each placement of a called tile, searched as deep as the player searches."""

    def position_value(self, sheets: Sequence[Cells], seat: int, drawn: Sequence[Tile], hand: Sequence[Tile]) -> float:
        """The expected final score after the best placement of all called tiles, by one-ply lookahead."""


def player_of(variant: Variant) -> Player:
    """The best player of a variant: by the network where there is one, else by the linear model."""
    path = classic.network_file() if classic.plays(variant) else None
    return classic.player(path) if path else linear_player(variant)


def new_player(variant: Variant) -> Player:
    """The same player with scratch buffers of its own, for use in another thread."""
    path = classic.network_file() if classic.plays(variant) else None
    return classic.NetworkPlayer(path) if path else LinearPlayer(variant)


def linear_player(variant: Variant) -> LinearPlayer:
    """The player of a variant by its linear model, cached: loading its weights takes longer than a move."""
    return _linear_player(variant, own_folder())


@lru_cache(maxsize=32)
def _linear_player(variant: Variant, own: str) -> LinearPlayer:
    return LinearPlayer(variant)


def next_hands(bag: Sequence[Tile], count: int) -> list[tuple[Tile, ...]]:
    """The hands that may be called next: each tile, or the pairs that two-ply lookahead takes the mean over."""
    if count == 1:
        return [(tile,) for tile in bag]
    return [(bag[one], bag[other]) for one, other in next_pairs(np.arange(len(bag)))]


class LinearPlayer:
    """Places tiles of one variant by its linear model. The scratch buffers make it unfit for more than one thread."""

    kind = "table"

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.encoding, self.values = values_for(variant)
        self._index = {tile: i for i, tile in enumerate(variant.tiles.tiles)}
        self._scratch = scoring_scratch(self.encoding.arrays)
        self._indices = np.zeros(MAX_ACTIVE, np.int64)
        self._one_ply = np.zeros((2, len(variant.positions)))
        self._others = np.zeros(self._one_ply.shape, np.int64)
        self._scratch_positions = np.zeros((2, POSITION_SIZE), np.int64)

    def place(
        self, sheets: Sequence[Cells], seat: int, drawn: Sequence[Tile], hand: Sequence[Tile]
    ) -> tuple[Tile, int]:
        """One-ply play: which of the called tiles to place first, and where, when the others have these sheets."""
        states, geo, arrays = self._positions(sheets, drawn), self.encoding.geo, self.encoding.arrays
        state, tiles = states[seat - 1], [self._index[tile] for tile in hand]
        if len(tiles) == 1:
            _, position = choose(state, geo, arrays, self.values, tiles[0], self._scratch, self._indices)
            return hand[0], int(position)
        both = (tiles[0], tiles[1])
        _, first, position, _ = choose_two(state, geo, arrays, self.values, both, self._scratch, self._indices)
        return hand[first], int(position)

    def search(
        self, sheets: Sequence[Cells], seat: int, drawn: Sequence[Tile], hand: Sequence[Tile], budget: SearchBudget
    ) -> tuple[Tile, int]:
        """The same by two-ply search of the best candidates, where more than the last tile is still to come."""
        state, geo, arrays = self._positions(sheets, drawn)[seat - 1], self.encoding.geo, self.encoding.arrays
        # With at most one tile to come one-ply values are exact, except where they depend on the other players.
        if state[OPEN] - len(hand) < EXACT - 1:
            return self.place(sheets, seat, drawn, hand)
        values, scratch, indices, scratch_positions = self.values, self._scratch, self._indices, self._scratch_positions
        first, *others = [self._index[tile] for tile in hand]
        if not others:
            one_ply_values(state, geo, arrays, values, first, scratch, indices, self._one_ply[0])
            return hand[0], budget.best(self._one_ply[0], lambda position: self._two_ply_value(state, position, first))
        tiles = (first, others[0])
        one_ply_pair_values(state, geo, arrays, values, tiles, scratch, indices, self._one_ply, self._others)

        def deepen(chosen: int) -> float:
            order, position = divmod(chosen, self._one_ply.shape[1])
            positions, both = (position, self._others[order, position]), (tiles[order], tiles[1 - order])
            return two_ply_pair_value(state, geo, arrays, values, positions, both, scratch, indices, scratch_positions)

        order, position = divmod(budget.best(self._one_ply.ravel(), deepen), self._one_ply.shape[1])
        return hand[order], position

    def placement_values(
        self, sheets: Sequence[Cells], seat: int, drawn: Sequence[Tile], hand: Sequence[Tile]
    ) -> dict[tuple[Tile, int], float]:
        """The expected final score after each placement of a called tile.

        Two-ply lookahead for a single tile; for the first of two tiles, the other one on its best position.
        """
        state, geo, arrays = self._positions(sheets, drawn)[seat - 1], self.encoding.geo, self.encoding.arrays
        values, scratch, indices, scratch_positions = self.values, self._scratch, self._indices, self._scratch_positions
        found: dict[tuple[Tile, int], float] = {}
        for tile, *others in permutations(hand):
            at = self._index[tile]
            one_ply_values(state, geo, arrays, values, at, scratch, indices, self._one_ply[0])
            for position, value in enumerate(map(float, self._one_ply[0])):
                if value <= ILLEGAL:
                    continue
                if others:
                    scratch_positions[0] = state
                    put(scratch_positions[0], geo, position, at)
                    value, _ = choose(
                        scratch_positions[0], geo, arrays, values, self._index[others[0]], scratch, indices
                    )
                elif self.variant.options.draw == 1 and state[OPEN] >= EXACT:
                    value = self._two_ply_value(state, position, at)
                found[tile, position] = float(value)
        return found

    def position_value(self, sheets: Sequence[Cells], seat: int, drawn: Sequence[Tile], hand: Sequence[Tile]) -> float:
        """The expected final score after the best placement of all called tiles, by one-ply lookahead."""
        state, geo, arrays = self._positions(sheets, drawn)[seat - 1], self.encoding.geo, self.encoding.arrays
        tiles = [self._index[tile] for tile in hand]
        if len(tiles) == 1:
            return float(choose(state, geo, arrays, self.values, tiles[0], self._scratch, self._indices)[0])
        both = (tiles[0], tiles[1])
        return float(choose_two(state, geo, arrays, self.values, both, self._scratch, self._indices)[0])

    def _two_ply_value(self, state: Ints, position: int, tile: int) -> float:
        """The extrapolated two-ply value of a single tile, when its one-ply values are computed already."""
        geo, arrays, scratch, indices = self.encoding.geo, self.encoding.arrays, self._scratch, self._indices
        value = two_ply_value(
            state, geo, arrays, self.values, position, tile, scratch, indices, self._scratch_positions
        )
        is_exact = state[OPEN] <= EXACT
        return float(value if is_exact else value + EXTRAPOLATION * (value - self._one_ply[0, position]))

    def place_for(self, sheets: Sequence[Cells], owner: int, drawn: Sequence[Tile], tile: Tile) -> int:
        """Where a tile does most harm on the scrapyard of its owner."""
        state, geo, arrays = self._positions(sheets, drawn)[owner - 1], self.encoding.geo, self.encoding.arrays
        values, scratch, indices = self.values, self._scratch, self._indices
        base = sum_of_weights(indices, common_features(state, geo, indices), values)
        empty = np.uint64(sum(1 << i for i in self.variant.yard if sheets[owner - 1][i] is None))
        return int(worst_position(state, geo, arrays, values, base, self._index[tile], empty, scratch, indices))

    def _positions(self, sheets: Sequence[Cells], drawn: Sequence[Tile]) -> Ints:
        states = np.zeros((len(sheets), POSITION_SIZE), np.int64)
        gone = np.array([self._index[tile] for tile in drawn], np.int64)
        for state, cells in zip(states, sheets, strict=True):
            row = [EMPTY if tile is None else self._index[tile] for tile in cells]
            set_up(state, self.encoding.geo, np.array(row, np.int64), gone)
        # A single player has no rivals, and keeps the zeros of an empty position.
        if len(sheets) > 1:
            update_rivals(states, self.encoding.geo)
        return states

    def relocate(self, sheets: Sequence[Cells], seat: int) -> Moves:
        """Exhaustive search for the moves from the reserve that score most, each a tile and a position; the fewest."""
        ways = list(self._ways(sheets[seat - 1]))
        after = [_moved(sheets[seat - 1], way) for way in ways]
        if self.variant.options.ties_players:
            tables = [[*sheets[: seat - 1], cells, *sheets[seat:]] for cells in after]
            scores = [score_table([Sheet(self.variant, cells) for cells in table])[seat - 1].total for table in tables]
        else:
            rows = [[EMPTY if tile is None else self._index[tile] for tile in cells] for cells in after]
            scores = list(score_boards(self.variant, rows))
        return ways[max(range(len(ways)), key=lambda i: scores[i])]

    def _ways(self, cells: Cells) -> Iterator[Moves]:
        """All sets of moves from the reserve, the empty one first."""
        tiles = [tile for i in self.variant.reserve if (tile := cells[i]) is not None and not tile.is_wild]
        targets = [i for i in self.variant.targets if cells[i] is None]
        for count in range(min(len(tiles), len(targets)) + 1):
            for chosen in combinations(tiles, count):
                for positions in permutations(targets, count):
                    yield tuple(zip(chosen, positions, strict=True))


def _moved(cells: Cells, moves: Moves) -> tuple[Tile | None, ...]:
    after = list(cells)
    for tile, position in moves:
        after[after.index(tile)], after[position] = None, tile
    return tuple(after)
