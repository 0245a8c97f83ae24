"""Feature vectors of hexagon games: what a network without hexagons in it can learn from.

A raw observation is tile numbers, whose order means nothing. Here the same things are one flat float32 vector with all
values from 0 to 1, made from the variant's own data, so that any board of hexagons has one:

    cells     for each position what its tile shows: a bit for each number of each direction (a wild stripe has all of
              a direction), and for suns, moons, gold and silver where they mean anything
    possible  for each line and number whether the line can still score with it: all tiles on it show the number, and as
              many as are missing are still to come; then the same for rays of suns and of moons
    filled    for each line the share of its cells that hold a tile
    worth     for each line the most points that it can still earn, then the same for its ray
    hand      for each called tile whether it is there, and what it shows
    fits      for each called tile, position and direction what the line there can still earn with that tile, the more
              the fuller it is; then the same for rays
    spoils    likewise what the line there could earn no more
    reserve   `fits` and `spoils` of the tiles in the reserve on the special cells
    bag       for each number and symbol the share of its tiles that are still in the bag
    progress  the share of tiles that is drawn
    others    for each other seat its `cells`, `possible`, `filled` and `worth`
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
from gymnasium.spaces import Box
from numpy.typing import NDArray

from partake.rules.grid import Direction, Line
from partake.rules.tiles import GOLD, MOON, SILVER, SUN, WILD, Tile
from partake.rules.variant import Variant

Features = NDArray[np.float32]
Tiles = NDArray[Any]


class HexagonFeatures:
    """The feature encoding of a variant, for one observation or a batch of them; `fields` says where each part lies."""

    def __init__(self, variant: Variant, others: int = 0) -> None:
        self.variant, self.others = variant, others
        self._lines: tuple[Line, ...] = (*variant.board.lines, *variant.yard_lines)
        self._numbers = [(d, number) for d in Direction for number in variant.tiles.numbers(d)]
        self._marks = [SUN, MOON] if variant.uses_symbols else []
        self._shown = np.array([np.zeros(self._shape), *map(self._attributes, variant.tiles.tiles)], np.float32)
        """[tile, attribute] what each tile shows; row 0 is no tile."""
        self._attribute_count = np.maximum(self._shown.sum(axis=0), 1)
        self._set_lines()
        self._set_moves()

    @property
    def _shape(self) -> int:
        return len(self._numbers) + len(self._marks) + (2 if self.variant.tiles.bonuses else 0)

    def _attributes(self, tile: Tile) -> list[bool]:
        tiles = self.variant.tiles
        bonuses = [tiles.bonuses.get(tile) == kind for kind in (GOLD, SILVER)] if tiles.bonuses else []
        marks = [tiles.symbols.get(tile) == mark for mark in self._marks]
        return [*(tile[d] in (number, WILD) for d, number in self._numbers), *marks, *bonuses]

    def _set_lines(self) -> None:
        """The targets of lines: a group for each line's numbers, then for each board line's rays."""
        variant, lines, points = self.variant, self._lines, self.variant.edition.points
        each = {"longest": (points.longest_ray,) * 2, "best": (points.best_ray,) * 2}
        sun, moon = each.get(variant.options.rays, (points.sunray, points.moonray))
        groups: list[list[tuple[int, int, float]]] = []
        for i, line in enumerate(lines):
            own = [(a, n) for a, (d, n) in enumerate(self._numbers) if d == line.direction]
            groups.append([(i, a, len(line.cells) * number) for a, number in own])
        if variant.options.rays != "none":
            first = len(self._numbers)
            for i, line in enumerate(variant.board.lines):
                groups.append([(i, first, len(line.cells) * sun), (i, first + 1, len(line.cells) * moon)])
        targets = [target for group in groups for target in group]
        self._group_line = np.array([group[0][0] for group in groups])
        self._starts = np.cumsum([0, *map(len, groups)])[:-1]
        self._target_line = np.array([line for line, _, _ in targets])
        self._target_attribute = np.array([attribute for _, attribute, _ in targets])
        worth = np.array([points for _, _, points in targets], np.float32)
        self.most = float(worth.max())
        """The points that a value of 1 in `worth`, `fits` and `spoils` stands for: those of the best line or ray."""
        self._target_points = worth / np.float32(self.most)
        on_line = np.zeros((len(lines), len(variant.positions)), np.float32)
        needed = on_line.copy()
        for i, line in enumerate(lines):
            on_line[i, list(line.cells)] = 1
            needed[i, [cell for cell in line.cells if cell not in variant.skips_empty]] = 1
        self._on_line, self._needed = on_line.T.copy(), needed.T.copy()
        self._length = on_line.sum(axis=1)

    def _set_moves(self) -> None:
        """The groups of targets through each position; positions that lie on no line of a kind have a group of 0."""
        through: list[list[int]] = [[] for _ in self.variant.positions]
        for group, line in enumerate(self._group_line.tolist()):
            for position in self._lines[line].cells:
                through[position].append(group)
        most = max(map(len, through))
        nothing = len(self._group_line)
        self._through = np.array([groups + [nothing] * (most - len(groups)) for groups in through])

    @cached_property
    def fields(self) -> dict[str, slice]:
        """The slice of each part of the vector."""
        variant = self.variant
        positions, through = self._through.shape
        sheet = {"cells": positions * self._shape, "possible": len(self._target_line)}
        sheet |= {"filled": len(self._lines), "worth": len(self._group_line)}
        moves = variant.options.draw * positions * through
        sizes = sheet | {"hand": variant.options.draw * (1 + self._shape), "fits": moves, "spoils": moves}
        sizes["reserve"] = 2 * len(variant.reserve) * len(variant.targets) * through
        sizes |= {"bag": self._shape, "progress": 1, "others": self.others * sum(sheet.values())}
        ends = np.cumsum([0, *sizes.values()]).tolist()
        return {name: slice(*ends[i : i + 2]) for i, name in enumerate(sizes) if sizes[name]}

    @property
    def size(self) -> int:
        """The length of the vector."""
        return int(max(part.stop for part in self.fields.values()))

    def space(self) -> Box:
        """The space of the vectors."""
        return Box(0, 1, (self.size,), np.float32)

    def encode(self, seen: dict[str, Tiles]) -> Features:
        """The features of a raw observation, or of each row of a batch of them; they depend on nothing else."""
        board = seen["board"]
        if board.ndim == 1:
            found: Features = self._encode({name: values[None] for name, values in seen.items()})[0]
            return found
        return self._encode(seen)

    def _encode(self, seen: dict[str, Tiles]) -> Features:
        games, board, hand, bag = len(seen["board"]), seen["board"], seen["hand"], seen["bag"]
        called = self._shown[hand]
        in_bag = bag.astype(np.float32) @ self._shown[1:]
        possible, filled, worth, parts = self._sheet(board)
        fits, spoils = self._moves(called, possible, filled, worth)
        free = (board == 0)[:, None, :, None]
        parts += [np.concatenate([(hand > 0)[..., None], called], axis=2)]
        parts += [fits * free, spoils * free]
        if self.variant.reserve:
            slots, targets = self.variant.reserve, list(self.variant.targets)
            kept = self._shown[board[:, slots.start : slots.stop]]
            parts += [part[:, :, targets] * free[:, :, targets] for part in self._moves(kept, possible, filled, worth)]
        parts += [in_bag / self._attribute_count, 1 - bag.mean(axis=1, dtype=np.float32)[:, None]]
        for other in range(self.others):
            parts += self._sheet(seen["others"][:, other])[3]
        return np.concatenate([part.reshape(games, -1) for part in parts], axis=1, dtype=np.float32)

    def _sheet(self, board: Tiles) -> tuple[Features, Features, Features, list[Features]]:
        """For each target what it can still earn, for each line its share of tiles, for each group its best target."""
        cells = self._shown[board]
        to_come = self._shown.sum(axis=0) - cells.sum(axis=1)
        laid = (board > 0).astype(np.float32)
        count = laid @ self._on_line
        missing = self._needed.sum(axis=0) - laid @ self._needed
        matching = (cells.transpose(0, 2, 1) @ self._on_line)[:, self._target_attribute, self._target_line]
        alike = matching == count[:, self._target_line]
        enough = to_come[:, self._target_attribute] >= missing[:, self._target_line]
        is_possible = alike & enough
        possible = is_possible * self._target_points
        worth = np.maximum.reduceat(possible, self._starts, axis=1)
        filled = count / self._length
        return possible, filled, worth, [cells, is_possible, filled, worth]

    def _moves(
        self, tiles: Features, possible: Features, filled: Features, worth: Features
    ) -> tuple[Features, Features]:
        """[game, tile, position, group] what a line through the position can earn with the tile, and no longer can."""
        shown = tiles[:, :, self._target_attribute]
        after = np.maximum.reduceat(possible[:, None] * shown, self._starts, axis=2)
        share = filled[:, None, self._group_line]
        more = share + 1 / self._length[self._group_line]
        is_there = (tiles.max(axis=2) > 0)[:, :, None]
        fits, spoils = after * np.minimum(more, 1), (worth[:, None] - after) * share * is_there
        return _with_zero(fits)[:, :, self._through], _with_zero(spoils)[:, :, self._through]


def _with_zero(values: Features) -> Features:
    """The values with a last column of zeros, which positions without a line point to."""
    return np.concatenate([values, np.zeros((*values.shape[:-1], 1), np.float32)], axis=-1)
