"""Legality of the hexagon family, written once for each action.

Each kind of action has one function that says where, or whether, it is allowed. `legal` lists what these functions
allow and `allows` asks the same functions about a single action, so the two cannot disagree. `why_not` only finds
words for what was refused.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, permutations
from math import comb

from partake.engine.actions import (
    DEALER,
    Action,
    Close,
    Done,
    Draw,
    Place,
    Relocate,
    Scrap,
    TakeBack,
)  # fmt: skip
from partake.engine.contract import Chances
from partake.engine.hexagon.placement import open_positions, why_not
from partake.engine.hexagon.state import HexagonState, SeatState
from partake.rules.messages import Listed, Message, Plural
from partake.rules.options import Options
from partake.rules.tiles import Tile
from partake.rules.variant import Variant

CLOSE = Close()
"""The one value of an action without parts."""
_DONE = Done()
_BACK = TakeBack()
_FEW = 4
"""From this number of look-ups on, a set of the drawn tiles is faster than the tuple."""
_NOWHERE = -1
"""The position of a cell that does not exist: no function allows it."""


class HexagonLegality:
    """What each actor may do in a state of one table."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.options: Options = variant.options
        self.is_passed = variant.options.scrapyard == "passed"
        self._index = variant.index
        self._draws, self._places = _actions(variant.tiles.tiles, variant.positions)

    # Where, or whether, each kind of action is allowed

    def call_size(self, state: HexagonState) -> int:
        """The number of tiles in the dealer's next call; 0 when all are drawn and the dealer closes."""
        return min(self.options.draw, self.variant.draws - len(state.drawn))

    def _bag(self, state: HexagonState, draws: Mapping[Tile, Draw]) -> list[Draw]:
        """Those of some single draws that the dealer may make next: a call is `call_size` of them, in any order."""
        if to_act(state) != (DEALER,):
            return []
        drawn = state.drawn if len(draws) < _FEW else set(state.drawn)
        return [draw for tile, draw in draws.items() if tile not in drawn]

    def _can_close(self, state: HexagonState) -> bool:
        """Whether the dealer may end the placing, or the moves from the reserve."""
        return not self.call_size(state) and to_act(state) == (DEALER,)

    def _placements(self, side: SeatState, tile: Tile) -> Sequence[int]:
        """Where a seat may put a tile of its own."""
        return open_positions(self.variant, side.cells, tile) if tile in side.hand else ()

    def _can_scrap(self, side: SeatState, tile: Tile) -> bool:
        """Whether a seat may hand a tile to the holder of its scrapyard: while a cell is left for it (H38)."""
        return self.is_passed and tile in side.hand and self._free_yard_cells(side) > 0

    def _free_yard_cells(self, side: SeatState) -> int:
        return sum(side.cells[i] is None for i in self.variant.yard) - len(side.handed)

    def _held(self, state: HexagonState, holder: int) -> list[int]:
        """The seats whose scrapyards a seat holds."""
        return [owner for owner, held_by in enumerate(state.holders, start=1) if held_by == holder]

    def _held_cells(self, state: HexagonState, holder: int, owner: int, tile: Tile) -> Sequence[int]:
        """Where the holder of a scrapyard may put a tile that its owner scrapped (H38)."""
        if owner not in self._held(state, holder) or tile not in state.sides[owner - 1].handed:
            return ()
        return [i for i in self.variant.yard if state.sides[owner - 1].cells[i] is None]

    def _can_relocate(self, state: HexagonState, side: SeatState) -> bool:
        """Whether a seat may use its reserve, or say that it is done with it."""
        return state.relocating and not side.done

    def _relocations(self, state: HexagonState, side: SeatState, tile: Tile) -> Sequence[int]:
        """The special cells to which a reserve tile may move; one with a wild stripe stays (H31, H41)."""
        if not self._can_relocate(state, side) or tile.is_wild or tile not in self._reserve(side):
            return ()
        return [i for i in self.variant.targets if side.cells[i] is None]

    def _reserve(self, side: SeatState) -> list[Tile]:
        return [tile for i in self.variant.reserve if (tile := side.cells[i]) is not None]

    def _can_take_back(self, side: SeatState) -> bool:
        """Take-back needs a move of one's own since the dealer last acted, not yet built on by the holder (H17)."""
        if not self.options.takeback or not side.moves:
            return False
        latest = side.moves[-1]
        return not isinstance(latest, Scrap) or latest.tile in side.handed

    # The list, and the question about one action

    def legal(self, state: HexagonState, actor: int) -> tuple[Action, ...]:
        """Every action that is allowed to an actor."""
        if state.over or not 0 <= actor <= len(state.sides):
            return ()
        if actor == DEALER:
            return self._legal_deals(state)
        side, names = state.sides[actor - 1], self.variant.positions
        found: list[Action] = []
        for tile in side.hand:
            places = self._places[tile]
            found += [places[i] for i in self._placements(side, tile)]
            if self.is_passed and self._can_scrap(side, tile):
                found.append(Scrap(tile))
        if self.is_passed:
            for owner in self._held(state, actor):
                for tile in state.sides[owner - 1].handed:
                    found += [Place(tile, names[i], owner) for i in self._held_cells(state, actor, owner, tile)]
        if state.relocating and self._can_relocate(state, side):
            for tile in self._reserve(side):
                found += [Relocate(tile, names[i]) for i in self._relocations(state, side, tile)]
            found.append(_DONE)
        if self._can_take_back(side):
            found.append(_BACK)
        return tuple(found)

    def _legal_deals(self, state: HexagonState) -> tuple[Action, ...]:
        count = self.call_size(state)
        if not count:
            return (CLOSE,) if self._can_close(state) else ()
        bag = self._bag(state, self._draws)
        if count == 1:
            return tuple(bag)
        return tuple(Draw(tiles) for tiles in permutations([draw.tiles[0] for draw in bag], count))

    def allows(self, state: HexagonState, actor: int, action: Action) -> bool:
        """Whether an action is in the list, without making the list."""
        if actor == DEALER:
            if isinstance(action, Draw):
                tiles, count = action.tiles, self.call_size(state)
                known = {tile: self._draws[tile] for tile in tiles if tile in self._draws}
                return 0 < count == len(tiles) == len(self._bag(state, known))
            return isinstance(action, Close) and self._can_close(state)
        side = state.sides[actor - 1]
        match action:
            case Place():
                position, owner = self._index.get(action.cell, _NOWHERE), action.owner
                if owner:
                    return position in self._held_cells(state, actor, owner, action.tile)
                return position in self._placements(side, action.tile)
            case Scrap():
                return self._can_scrap(side, action.tile)
            case Relocate():
                target = self._index.get(action.cell, _NOWHERE)
                return target in self._relocations(state, side, action.tile)
            case Done():
                return self._can_relocate(state, side)
            case TakeBack():
                return self._can_take_back(side)
        return False

    # The words for what is not allowed

    def why_not(self, state: HexagonState, actor: int, action: Action) -> Message:
        """The reason, in a sentence, why an action is refused."""
        if actor == DEALER:
            return self._why_no_deal(state, action)
        side = state.sides[actor - 1]
        match action:
            case Place(cell=cell) if cell not in self._index:
                return Message("there is no cell {cell}", cell=cell)
            case Place(tile, cell, 0):
                return _not_in_hand(state, side, tile) or why_not(self.variant, side.cells, tile, self._index[cell])
            case Place(tile, cell, owner):
                if owner not in self._held(state, actor):
                    return Message("you do not hold the scrapyard of seat {owner}", owner=owner)
                if tile not in state.sides[owner - 1].handed:
                    return Message("seat {owner} has not scrapped {tile}", owner=owner, tile=tile)
                return Message("{cell} is not an empty cell of that scrapyard", cell=cell)
            case Scrap(tile):
                if not self.is_passed:
                    return Message("scrapyards are not passed here: name the cell")
                return _not_in_hand(state, side, tile) or Message("your scrapyard is full")
            case Relocate() | Done():
                return self._why_no_relocation(state, side, action)
            case TakeBack():
                if not self.options.takeback:
                    return Message("this game is played without take-back")
                return Message("there is nothing to take back")
        return Message("players of {edition} cannot do that", edition=self.variant.edition.name)

    def _why_no_deal(self, state: HexagonState, action: Action) -> Message:
        count = self.call_size(state)
        if to_act(state) != (DEALER,):
            return Message("not everybody has placed: the dealer must wait")
        if not isinstance(action, Draw) or not count:
            return Message("the dealer must draw" if count else "all tiles are drawn: the dealer must close")
        if len(action.tiles) != count:
            given = len(action.tiles)
            return Plural(
                "{count} tile is drawn at a time, not {given}",
                "{count} tiles are drawn at a time, not {given}",
                count=count,
                given=given,
            )
        wrong = next(
            tile
            for tile in action.tiles
            if tile not in self._places or tile in state.drawn or action.tiles.count(tile) > 1
        )
        if wrong not in self._places:
            return Message("{tile} is not in the bag: it is not one of the tiles of this game", tile=wrong)
        return Message("{tile} has been drawn before", tile=wrong)

    def _why_no_relocation(self, state: HexagonState, side: SeatState, action: Relocate | Done) -> Message:
        if not self.variant.reserve:
            return Message("there is no reserve in this game: place the tile that was called")
        if not state.relocating:
            return Message("the reserve is used only at the end, when all tiles are placed")
        if side.done or isinstance(action, Done):
            return Message("you have said that you are done")
        if action.cell not in self._index:
            return Message("there is no cell {cell}", cell=action.cell)
        if action.tile not in self._reserve(side):
            return Message("{tile} is not in your reserve", tile=action.tile)
        if action.tile.is_wild:
            return Message("{tile} has a wild stripe: it stays in the reserve", tile=action.tile)
        return Message("{cell} is not an empty cell that takes a tile of the reserve", cell=action.cell)


def to_act(state: HexagonState) -> tuple[int, ...]:
    """The seats with a tile to place, or whose reserve is still open; when there are none, the dealer."""
    if state.over:
        return ()
    if state.relocating:
        seats = [seat for seat, side in enumerate(state.sides, start=1) if not side.done]
    else:
        seats = [seat for seat, side in enumerate(state.sides, start=1) if side.hand]
    if state.holders:
        holding = {state.holders[i] for i, side in enumerate(state.sides) if side.handed}
        seats = sorted(holding.union(seats))
    return tuple(seats) or (DEALER,)


def call_chances(bag: Sequence[Tile], count: int) -> Chances:
    """The next call of this number of tiles from a bag: each set of them is as likely; without tiles, the close."""
    if not count:
        return ((CLOSE, Fraction(1)),)
    each = Fraction(1, comb(len(bag), count))
    return tuple((Draw(tiles), each) for tiles in combinations(bag, count))


def _not_in_hand(state: HexagonState, side: SeatState, tile: Tile) -> Message | None:
    """Why a tile cannot be placed on any cell; nothing if it is in hand."""
    if tile in side.hand:
        return None
    if not state.drawn:
        return Message("nothing has been called yet")
    if not side.hand:
        return Message("{tile} is not yours to place now: you have placed", tile=tile)
    return Message("{tile} is not yours to place now: {called} was called", tile=tile, called=Listed(side.hand))


@lru_cache(maxsize=64)
def _actions(
    tiles: tuple[Tile, ...], cells: tuple[str, ...]
) -> tuple[Mapping[Tile, Draw], Mapping[Tile, tuple[Place, ...]]]:
    """Every draw of a tile and every placement: made once for all tables that play with the same tiles and cells."""
    return {tile: Draw((tile,)) for tile in tiles}, {tile: tuple(Place(tile, c) for c in cells) for tile in tiles}
