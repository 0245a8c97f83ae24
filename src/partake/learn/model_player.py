"""The player by any model of a value function: sheets and called tiles in, a placement out; one-ply play and search."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from itertools import combinations, permutations
from typing import ClassVar

import numpy as np

from partake.engine.hexagon.sheet import Sheet, score_table
from partake.fast.playouts import score_boards
from partake.fast.scoring import EMPTY
from partake.learn.encoding import MAX_POSITIONS, Ints
from partake.learn.position import BAG_SIZE, OPEN, POSITION_SIZE, put, set_up
from partake.learn.search_budget import (
    EXTRAPOLATION,
    ILLEGAL,
    THREE_PLY_CANDIDATES,
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
EXACT = 3
"""With fewer open positions than this before the last placement of a call, one-ply values are exact anyway."""


class ModelPlayer(ABC):
    """Places tiles of one variant by a value function: one-ply play, or selective search within a budget.

    What a model of the value function has to give are four methods, five if it is worth a third ply: then it has a
    margin for that as well. The scratch buffers make it unfit for more than one thread.
    """

    kind: str
    evaluations: ClassVar[int] = 0
    """Evaluations that `place` may spend on second looks at a move."""
    value_margin = 0.0
    """The points that a candidate may be behind the best and still get a second look from `place`."""
    three_ply_margin = 0.0
    """The points that a candidate may be behind the best and still get a third ply; with 0 there is none."""

    def __init__(self, variant: Variant, geo: Ints) -> None:
        self.variant, self.geo = variant, geo
        self._index = {tile: i for i, tile in enumerate(variant.tiles.tiles)}
        self._one_ply = np.zeros((2, MAX_POSITIONS))
        self._others = np.zeros(self._one_ply.shape, np.int64)

    @abstractmethod
    def _one_ply_values(self, state: Ints, tile: int, out: Values) -> None:
        """out[position]: the one-ply value for a tile that is out of the bag; `ILLEGAL` where it may not go."""

    @abstractmethod
    def _pair_values(self, state: Ints, tiles: tuple[int, int], out: Values, others: Ints) -> None:
        """out[order, position]: the value of two tiles out of the bag, one on this position, the other best after it.

        Order 1 places the second tile first. others[order, position] is the position of the other tile.
        """

    @abstractmethod
    def _expected_best(self, state: Ints) -> float:
        """The mean, over what may be called next, of the best one-ply value."""

    def _expected_correction(self, state: Ints, tiles: int) -> float:
        """What two plies find more than one, on average, after the best answers to at most so many next tiles."""
        return 0.0

    @abstractmethod
    def _worst_position(self, state: Ints, tile: int, positions: Sequence[int]) -> int:
        """The position that leaves the owner of a board with least."""

    def place(
        self, sheets: Sequence[Cells], seat: int, drawn: Sequence[Tile], hand: Sequence[Tile]
    ) -> tuple[Tile, int]:
        """Which of the called tiles to place first, and where, when the others have these sheets.

        One-ply play; of a single tile the close candidates get a second look, as far as `evaluations` pay for them.
        """
        state, candidates = self.positions(sheets, drawn)[seat - 1], 1
        if self.variant.options.draw == 1:
            candidates = affordable_candidates(int(state[BAG_SIZE]), int(state[OPEN]) - 1, self.evaluations)
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
                margin=np.inf if is_deep else self.value_margin,
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
        elif is_deep and self.three_ply_margin and self.variant.options.draw == 1 and state[OPEN] > EXACT + 1:
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

        deep = budget.deepened(shallow, third, margin=self.three_ply_margin, most=THREE_PLY_CANDIDATES) if tiles else {}
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
        return self._worst_position(state, self._index[tile], empty)

    def _values(self, state: Ints, hand: Sequence[Tile]) -> Values:
        """[order * MAX_POSITIONS + position] the values of one or two called tiles."""
        tiles = [self._index[tile] for tile in hand]
        if len(tiles) == 1:
            single: Values = self._one_ply[0]
            self._one_ply_values(state, tiles[0], single)
            return single
        self._pair_values(state, (tiles[0], tiles[1]), self._one_ply, self._others)
        return self._one_ply.reshape(-1)

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
