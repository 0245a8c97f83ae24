"""What every place promises a called tile: the final score to expect, by the values that the best bot plays by."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from itertools import permutations
from statistics import fmean

import numpy as np

from partake.bots.hexagon.value import Call
from partake.engine.hexagon.sheet import Sheet
from partake.learn.classic import lookahead as network
from partake.learn.classic import player as classic
from partake.learn.classic.batch_games import COUNTED
from partake.learn.classic.board import CELLS
from partake.learn.one_ply import choose, choose_two
from partake.learn.player import EXACT, TablePlayer
from partake.learn.position import OPEN, put
from partake.learn.search_budget import NEVER, Thought
from partake.learn.two_ply import next_pairs, rate
from partake.rules.tiles import Tile
from partake.rules.variant import Variant

Rated = dict[tuple[Tile, int], float]
"""For a tile and the position it is put on, the score to expect."""


class Judge(ABC):
    """Sees what a board is worth: by one look at it, or by more at the tiles that may come after it."""

    kind: str

    @abstractmethod
    def rated(self, call: Call) -> Rated:
        """The score to expect after each placement of a tile in hand, by a second look where there can be one."""

    @abstractmethod
    def promised(self, call: Call) -> float:
        """The score to expect after the best placement of everything in hand, by one look."""

    def expected(self, call: Call) -> float:
        """The mean of what is promised, over everything that might have been called instead of what is in hand."""
        before = [tile for tile in call.drawn if tile not in call.hand]
        bag = [tile for tile in call.variant.tiles.tiles if tile not in before]
        return fmean(
            self.promised(Call(call.variant, call.sheets, call.seat, (*before, *hand), hand))
            for hand in _hands(bag, len(call.hand))
        )


def judge_of(variant: Variant) -> NetworkJudge | TableJudge:
    """The judge of a variant: by the network where there is one, else by the table."""
    path = classic.network_file() if classic.plays(variant) else None
    return NetworkJudge(path) if path else TableJudge(variant)


class NetworkJudge(classic.Player, Judge):
    """Plain Classic by its network; the last placements are counted out."""

    kind = "network"

    def rated(self, call: Call) -> Rated:
        """Every empty cell by as many looks as the bot takes; one looked at less is no better than the best."""
        tile, points = call.hand[0], _points(call)
        pos = self._position(call.sheets[call.seat - 1], call.drawn)
        promises = self.promises(pos, self._index[tile], Thought(candidates=CELLS))
        return {(tile, cell): points + promises[cell] for cell in sorted(promises)}

    def promised(self, call: Call) -> float:
        """The best cell by one look."""
        values, pos = self._desk.values[0], self._position(call.sheets[call.seat - 1], call.drawn)
        best = network.rate(pos, self._index[call.hand[0]], COUNTED, self.network, self._desk, values)
        return _points(call) + float(values[best])


class TableJudge(TablePlayer, Judge):
    """Any variant by its table of values."""

    kind = "table"

    def rated(self, call: Call) -> Rated:
        """A second look at every place for a single tile; of two tiles, the one after the other at its best."""
        state, geo, tables = self._positions(call.sheets, call.drawn)[call.seat - 1], self.shape.geo, self.shape.tables
        values, room, notes, work, found = self.values, self._room, self._notes, self._work, Rated()
        for tile, *others in permutations(call.hand):
            at = self._index[tile]
            rate(state, geo, tables, values, at, room, notes, self._rated[0])
            for place, value in enumerate(map(float, self._rated[0])):
                if value <= NEVER:
                    continue
                if others:
                    work[0] = state
                    put(work[0], geo, place, at)
                    value, _ = choose(work[0], geo, tables, values, self._index[others[0]], room, notes)
                elif self.variant.options.draw == 1 and state[OPEN] >= EXACT:
                    value = self._look_further(state, place, at)
                found[tile, place] = float(value)
        return found

    def promised(self, call: Call) -> float:
        """The best place for a tile, or the best two for two, by one look."""
        state, geo, tables = self._positions(call.sheets, call.drawn)[call.seat - 1], self.shape.geo, self.shape.tables
        tiles = [self._index[tile] for tile in call.hand]
        if len(tiles) == 1:
            return float(choose(state, geo, tables, self.values, tiles[0], self._room, self._notes)[0])
        both = (tiles[0], tiles[1])
        return float(choose_two(state, geo, tables, self.values, both, self._room, self._notes)[0])


def _points(call: Call) -> float:
    """What the own board scores already."""
    return float(Sheet(call.variant, call.sheets[call.seat - 1]).score.total)


def _hands(bag: Sequence[Tile], count: int) -> list[tuple[Tile, ...]]:
    """Everything that may be called next, or of very many pairs some in which each tile is as often."""
    if count == 1:
        return [(tile,) for tile in bag]
    return [(bag[one], bag[other]) for one, other in next_pairs(np.arange(len(bag)))]
