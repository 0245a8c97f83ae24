"""A seat played by learned values: tiles and positions in, the best of them out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, permutations
from typing import Protocol

import numpy as np

from partake.engine.hexagon.sheet import Sheet, score_table
from partake.fast.playouts import score_boards
from partake.fast.scoring import EMPTY, working_room
from partake.learn.classic import player as classic
from partake.learn.encoding import Ints
from partake.learn.features import MOST_FEATURES, common
from partake.learn.one_ply import choose, choose_two, total_of, worst_place
from partake.learn.position import OPEN, POSITION_SIZE, lay_out, put
from partake.learn.registry import own_folder, values_for
from partake.learn.search_budget import LASTING, NEVER, Thought
from partake.learn.terminal_value import compare
from partake.learn.two_ply import look_further, look_further_after_two, next_pairs, rate, rate_two
from partake.rules.tiles import Tile
from partake.rules.variant import Variant

Cells = tuple[Tile | None, ...]
"""What lies on each position before one player."""
Moves = tuple[tuple[Tile, int], ...]
EXACT = 3
"""With fewer empty places than this before the last placement of a call the rest is counted anyway."""


class Player(Protocol):
    """Places called tiles by something that was learned."""

    kind: str
    """What was learned: `network` or `table`."""

    def place(
        self, sheets: Sequence[Cells], seat: int, drawn: Sequence[Tile], hand: Sequence[Tile]
    ) -> tuple[Tile, int]:
        """Which of the called tiles to place first, and where, when the others have these sheets."""

    def search(
        self, sheets: Sequence[Cells], seat: int, drawn: Sequence[Tile], hand: Sequence[Tile], thought: Thought
    ) -> tuple[Tile, int]:
        """The same, with a second look at what promises most."""

    def placement_values(
        self, sheets: Sequence[Cells], seat: int, drawn: Sequence[Tile], hand: Sequence[Tile]
    ) -> dict[tuple[Tile, int], float]:
        """The expected final score after each placement of a called tile, searched as deep as the player searches."""

    def position_value(self, sheets: Sequence[Cells], seat: int, drawn: Sequence[Tile], hand: Sequence[Tile]) -> float:
        """The expected final score after the best placement of all called tiles, by one-ply lookahead."""


def player_of(variant: Variant) -> Player:
    """Who plays a variant best: the network where there is one, else the table."""
    path = classic.network_file() if classic.plays(variant) else None
    return classic.player(path) if path else table_player(variant)


def new_player(variant: Variant) -> Player:
    """The same player with scratch buffers of its own, for use in another thread."""
    path = classic.network_file() if classic.plays(variant) else None
    return classic.Player(path) if path else TablePlayer(variant)


def table_player(variant: Variant) -> TablePlayer:
    """The player of a variant by its table, kept for the next time: loading its values takes longer than a move."""
    return _table_player(variant, own_folder())


@lru_cache(maxsize=32)
def _table_player(variant: Variant, own: str) -> TablePlayer:
    return TablePlayer(variant)


def next_hands(bag: Sequence[Tile], count: int) -> list[tuple[Tile, ...]]:
    """The hands that may be called next: each tile, or the pairs that two-ply lookahead takes the mean over."""
    if count == 1:
        return [(tile,) for tile in bag]
    return [(bag[one], bag[other]) for one, other in next_pairs(np.arange(len(bag)))]


class TablePlayer:
    """Places tiles of one variant by a table of values."""

    kind = "table"

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.shape, self.values = values_for(variant)
        self._index = {tile: i for i, tile in enumerate(variant.tiles.tiles)}
        self._room = working_room(self.shape.tables)
        self._notes = np.zeros(MOST_FEATURES, np.int64)
        self._rated = np.zeros((2, len(variant.positions)))
        self._others = np.zeros(self._rated.shape, np.int64)
        self._work = np.zeros((2, POSITION_SIZE), np.int64)

    def place(
        self, sheets: Sequence[Cells], seat: int, drawn: Sequence[Tile], hand: Sequence[Tile]
    ) -> tuple[Tile, int]:
        """Which of the called tiles to place first, and where, when the others have these sheets."""
        states, geo, tables = self._positions(sheets, drawn), self.shape.geo, self.shape.tables
        state, tiles = states[seat - 1], [self._index[tile] for tile in hand]
        if len(tiles) == 1:
            _, place = choose(state, geo, tables, self.values, tiles[0], self._room, self._notes)
            return hand[0], int(place)
        both = (tiles[0], tiles[1])
        _, first, place, _ = choose_two(state, geo, tables, self.values, both, self._room, self._notes)
        return hand[first], int(place)

    def search(
        self, sheets: Sequence[Cells], seat: int, drawn: Sequence[Tile], hand: Sequence[Tile], thought: Thought
    ) -> tuple[Tile, int]:
        """The same, with a second look at what promises most, where more than the last tile is still to come."""
        state, geo, tables = self._positions(sheets, drawn)[seat - 1], self.shape.geo, self.shape.tables
        if state[OPEN] - len(hand) < EXACT - 1:
            return self.place(sheets, seat, drawn, hand)
        values, room, notes, work = self.values, self._room, self._notes, self._work
        first, *others = [self._index[tile] for tile in hand]
        if not others:
            rate(state, geo, tables, values, first, room, notes, self._rated[0])
            return hand[0], thought.best(self._rated[0], lambda place: self._look_further(state, place, first))
        tiles = (first, others[0])
        rate_two(state, geo, tables, values, tiles, room, notes, self._rated, self._others)

        def look(chosen: int) -> float:
            order, place = divmod(chosen, self._rated.shape[1])
            places, both = (place, self._others[order, place]), (tiles[order], tiles[1 - order])
            return look_further_after_two(state, geo, tables, values, places, both, room, notes, work)

        order, place = divmod(thought.best(self._rated.ravel(), look), self._rated.shape[1])
        return hand[order], place

    def placement_values(
        self, sheets: Sequence[Cells], seat: int, drawn: Sequence[Tile], hand: Sequence[Tile]
    ) -> dict[tuple[Tile, int], float]:
        """The expected final score after each placement of a called tile.

        Two-ply lookahead for a single tile; for the first of two tiles, the other one on its best position.
        """
        state, geo, tables = self._positions(sheets, drawn)[seat - 1], self.shape.geo, self.shape.tables
        values, room, notes, work = self.values, self._room, self._notes, self._work
        found: dict[tuple[Tile, int], float] = {}
        for tile, *others in permutations(hand):
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

    def position_value(self, sheets: Sequence[Cells], seat: int, drawn: Sequence[Tile], hand: Sequence[Tile]) -> float:
        """The expected final score after the best placement of all called tiles, by one-ply lookahead."""
        state, geo, tables = self._positions(sheets, drawn)[seat - 1], self.shape.geo, self.shape.tables
        tiles = [self._index[tile] for tile in hand]
        if len(tiles) == 1:
            return float(choose(state, geo, tables, self.values, tiles[0], self._room, self._notes)[0])
        both = (tiles[0], tiles[1])
        return float(choose_two(state, geo, tables, self.values, both, self._room, self._notes)[0])

    def _look_further(self, state: Ints, place: int, tile: int) -> float:
        """What a place promises to a single tile after a second look, when the first is written down already."""
        second = look_further(
            state, self.shape.geo, self.shape.tables, self.values, place, tile, self._room, self._notes, self._work
        )
        is_counted = state[OPEN] <= EXACT
        return float(second if is_counted else second + LASTING * (second - self._rated[0, place]))

    def place_for(self, sheets: Sequence[Cells], owner: int, drawn: Sequence[Tile], tile: Tile) -> int:
        """Where a tile does most harm on the scrapyard of its owner."""
        states, geo = self._positions(sheets, drawn), self.shape.geo
        state = states[owner - 1]
        base = total_of(self._notes, common(state, geo, self._notes), self.values)
        empty = np.uint64(sum(1 << i for i in self.variant.yard if sheets[owner - 1][i] is None))
        return int(
            worst_place(
                state, geo, self.shape.tables, self.values, base, self._index[tile], empty, self._room, self._notes
            )
        )

    def _positions(self, sheets: Sequence[Cells], drawn: Sequence[Tile]) -> Ints:
        states = np.zeros((len(sheets), POSITION_SIZE), np.int64)
        gone = np.array([self._index[tile] for tile in drawn], np.int64)
        for state, cells in zip(states, sheets, strict=True):
            row = [EMPTY if tile is None else self._index[tile] for tile in cells]
            lay_out(state, self.shape.geo, np.array(row, np.int64), gone)
        if len(sheets) > 1:
            compare(states, self.shape.geo)
        return states

    def relocate(self, sheets: Sequence[Cells], seat: int) -> Moves:
        """The moves from the reserve that score most, each a tile and a position; the fewest that do."""
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
        """Every set of moves from the reserve, none first."""
        tiles = [tile for i in self.variant.reserve if (tile := cells[i]) is not None and not tile.is_wild]
        targets = [i for i in self.variant.targets if cells[i] is None]
        for count in range(min(len(tiles), len(targets)) + 1):
            for chosen in combinations(tiles, count):
                for places in permutations(targets, count):
                    yield tuple(zip(chosen, places, strict=True))


def _moved(cells: Cells, moves: Moves) -> tuple[Tile | None, ...]:
    after = list(cells)
    for tile, place in moves:
        after[after.index(tile)], after[place] = None, tile
    return tuple(after)
