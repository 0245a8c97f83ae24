"""Encoding of hexagon games: observations and actions as integers, the same for one game, many, and whole tables.

A tile is its index in the tile set plus one, so that 0 is no tile. The actions, in this order:

    place the i-th called tile on position p     i * positions + p
    move reserve slot s to special cell t        hand size * positions + s * targets + t
    done: move no more tiles from the reserve    the last one

The moves from the reserve, and with them `done`, exist only where there is a reserve.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any, cast

import numpy as np
from gymnasium.spaces import Box, Dict, MultiBinary, Space
from numpy.typing import NDArray

from partake.engine.actions import Action, Done, Place, Relocate
from partake.engine.hexagon.view import HexagonView
from partake.rules.errors import IllegalActionError
from partake.rules.messages import Message
from partake.rules.tiles import Tile
from partake.rules.variant import Variant

Observation = dict[str, NDArray[Any]]


class HexagonLayout:
    """The encoding of one variant."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.positions = len(variant.positions)
        self.hand_size = variant.options.draw
        """The number of tiles that are called at a time."""
        self.tiles = len(variant.tiles.tiles)
        self.slots, self.targets = len(variant.reserve), len(variant.targets)
        self.placements = self.hand_size * self.positions
        """The number of actions that place a tile: those that come first."""
        self.actions = self.placements + (self.slots * self.targets + 1 if self.slots else 0)
        self.steps = variant.draws + self.slots
        """The number of steps of a game: one a tile, and one for each slot of the reserve."""
        self.dtype: type[np.int8] | type[np.int16] = np.int8 if self.tiles <= np.iinfo(np.int8).max else np.int16
        """The type of tile numbers."""

    @cached_property
    def code(self) -> dict[Tile | None, int]:
        """The number of each tile, and of none."""
        return {None: 0, **{tile: i for i, tile in enumerate(self.variant.tiles.tiles, start=1)}}

    def space(self, others: int = 0) -> Space[Observation]:
        """The observation space, with the boards of `others` other seats."""
        most, dtype = self.tiles, self.dtype
        found: dict[str, Space[Any]] = {
            "board": Box(0, most, (self.positions,), dtype),
            "hand": Box(0, most, (self.hand_size,), dtype),
            "bag": MultiBinary(self.tiles),
            "action_mask": MultiBinary(self.actions),
        }
        if others:
            found["others"] = Box(0, most, (others, self.positions), dtype)
        return cast(Space[Observation], Dict(found))

    def observe(self, view: HexagonView) -> Observation:
        """The observation of a view; other seats' boards in the order of play, from the next seat on."""
        code, seat, hand = self.code, view.seat or 1, np.zeros(self.hand_size, self.dtype)
        for i, tile in enumerate(view.called):
            hand[i] = code[tile] if tile in view.hand else 0
        boards = np.array([[code[tile] for tile in cells] for cells in view.cells], self.dtype)
        bag = np.ones(self.tiles, np.int8)
        bag[[code[tile] - 1 for tile in view.drawn]] = 0
        found = {"board": boards[seat - 1].copy(), "hand": hand, "bag": bag, "action_mask": self.mask(view)}
        if len(boards) > 1:
            found["others"] = np.concatenate([boards[seat:], boards[: seat - 1]])
        return found

    def mask(self, view: HexagonView) -> NDArray[np.int8]:
        """The action mask: 1 for each legal action; a seat that is done before the others can only repeat it."""
        found = np.zeros(self.actions, np.int8)
        if view.outcome is not None:
            return found
        found[[self.number(action, view) for action in view.legal if isinstance(action, (Place, Relocate))]] = 1
        found[self.placements :][-1:] = view.relocating
        return found

    def number(self, action: Place | Relocate, view: HexagonView) -> int:
        """The number of an action that the view allows."""
        to = self.variant.index[action.cell]
        if isinstance(action, Place):
            return view.called.index(action.tile) * self.positions + to
        slot = view.sheet.cells.index(action.tile) - self.variant.reserve.start
        return self.placements + slot * self.targets + self.variant.targets.index(to)

    def action(self, number: int, view: HexagonView) -> Action:
        """Decode an action; legality is checked by the engine, unless there is no tile to act on."""
        if number < self.placements:
            index, position = divmod(number, self.positions)
            if index >= len(view.called) or view.called[index] not in view.hand:
                raise IllegalActionError("there is no tile to place at place {place} of the hand", place=index + 1)
            return Place(view.called[index], self.variant.positions[position])
        if number == self.actions - 1:
            return Done()
        slot, target = divmod(number - self.placements, self.targets)
        source = self.variant.reserve[slot]
        tile = view.sheet.cells[source]
        if tile is None:
            raise IllegalActionError("there is no tile on {positions}", positions=self.variant.positions[source])
        return Relocate(tile, self.variant.positions[self.variant.targets[target]])

    def words(self, number: int) -> Message:
        """What an action does, in words."""
        names = self.variant.positions
        if number < self.placements:
            index, position = divmod(number, self.positions)
            return Message("tile {number} of the hand to {cell}", number=index + 1, cell=names[position])
        if number == self.actions - 1:
            return Message("done")
        slot, target = divmod(number - self.placements, self.targets)
        reserve, cell = names[self.variant.reserve[slot]], names[self.variant.targets[target]]
        return Message("{reserve} to {cell}", reserve=reserve, cell=cell)
