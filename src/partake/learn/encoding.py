"""Encoding of a variant for the learner: one flat array of whole numbers with named offsets, and the feature groups.

Kernels take this array (`geo`: the geometry and the rules of the variant) and a position's array (`state`) and little
else: they stay readable, and Numba need not count references to many arrays. Its sub-arrays have a fixed
width, so that each offset is a compile-time constant.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from partake.fast.variant_arrays import PENALTY as ENGINE_PENALTY
from partake.fast.variant_arrays import VariantArrays, arrays_of
from partake.rules.errors import OptionError
from partake.rules.grid import Board, Direction, Line
from partake.rules.messages import Message
from partake.rules.tiles import GOLD, MOON, SILVER, SUN, WILD, Tile
from partake.rules.variant import Variant

Ints = NDArray[np.int64]

MAX_POSITIONS = 64
"""Width of sub-arrays over positions; sets of positions are the bits of one number."""
MAX_LINES = 64
"""Width of sub-arrays over lines, of board and scrapyard together."""
MAX_TILES = 128
"""Width of sub-arrays over tiles."""
MAX_NUMBERS = 6
"""The most numbers of a direction."""
MAX_WIDTH = 12
"""The most cells of a line."""
BUCKETS = 4
"""Classes into which counts of suitable tiles are quantised."""
PROSPECT_LEVELS = 6
"""Values of a line's prospect, see `position.PROSPECTS`."""
FIT_LEVELS = 8
"""Classes of the points that a tile of the reserve would bring on a special cell, 8 points each."""
SCRAPYARD_LEVELS = 7
"""Classes of a scrapyard's value, 20 points each."""

# Scalars of the array: sizes.
CELLS = 0  # cells of board and scrapyard; positions from here on are the reserve
BOARD = 1  # cells of the board
LINES = 2  # lines of board and scrapyard
BOARD_LINES = 3  # lines of the board, which come first
TILES = 4  # tiles of the set
NUMBERS = 5  # numbers of a direction, the same for all three
LONGEST = 6  # cells of the longest line
MAX_SHOWN = 7  # the most tiles that show one number, wild ones included
DRAWS = 8  # tiles drawn in a game
CALL_SIZE = 9  # tiles called at once
RESERVES = 10  # slots of the reserve
TARGET_COUNT = 11  # special cells that the reserve fills
# Scalars of the array: rules.
SKIPS = 12  # 1 if a line does without an empty special cell
HAS_WILDS = 13  # 1 if there are wild stripes
BONUS_COUNT = 14  # gold and silver tiles
PLACEMENT = 15  # 0 free, 1 adjacent, 2 by symbol
IS_BOUND = 16  # 1 if legal placements depend on the board, so that the order of two tiles matters
RAY_RULE = 17  # see NO_RAYS and those after it
SCRAPYARD_RULE = 18  # see NO_SCRAPYARD and those after it
SUN_POINTS = 19  # points for each tile of a sunray, where each ray counts
MOON_POINTS = 20  # the same for a moonray
BEST_RAY = 21  # points for the best ray of a symbol among all players
PENALTY = 22  # points that a scrapyard costs
GOLD_POINTS = 23  # the full bonus of a gold tile
SILVER_POINTS = 24  # the full bonus of a silver tile

NO_RAYS = 0
"""Value of `RAY_RULE`: rays earn nothing."""
EACH_RAY = 1
"""Value of `RAY_RULE`: each ray earns points."""
LONGEST_RAY = 2
"""Value of `RAY_RULE`: a player's longest ray earns points."""
BEST_RAYS = 3
"""Value of `RAY_RULE`: the best ray of each symbol among all players earns points."""
NO_SCRAPYARD = 0
"""Value of `SCRAPYARD_RULE`: there is none."""
THRESHOLD_SCRAPYARD = 1
"""Value of `SCRAPYARD_RULE`: one below the threshold costs the penalty."""
LOWEST_SCRAPYARD = 2
"""Value of `SCRAPYARD_RULE`: the lowest of all players costs the penalty."""
PASSED_SCRAPYARD = 3
"""Value of `SCRAPYARD_RULE`: a neighbour fills it, and the highest costs the penalty."""

# Groups of features in the order of the weight vector. The names are those of the arrays in weight files and must not
# change; groups after "stages" are empty on plain Classic.
GROUPS = (
    "lines", "cells", "counts", "pairs", "tiles", "stages",
    "wilds", "reach", "symbols", "rays", "ray_standing", "bonuses", "yard", "yard_standing", "reserve", "fits",
)  # fmt: skip
# Scalars of the array: the first feature of each group, in the order of `GROUPS`.
AT_LINES = 32  # lines that can still score
AT_CELLS = 33  # empty cells
AT_COUNTS = 34  # tiles left of each number
AT_PAIRS = 35  # tiles left of each pair of numbers
AT_TILES = 36  # tiles left
AT_STAGES = 37  # open positions
AT_WILDS = 38  # lines of wild stripes
AT_REACH = 39  # cells that placement rules open
AT_SYMBOLS = 40  # suns and moons left
AT_RAYS = 41  # lines that can become rays
AT_RAY_STANDING = 42  # own best rays beside those of the others
AT_BONUSES = 43  # bonus tiles that lie
AT_SCRAPYARD = 44  # group "yard": the scrapyard
AT_SCRAPYARD_STANDING = 45  # group "yard_standing": beside those of the others
AT_RESERVE = 46  # tiles in the reserve
AT_FITS = 47  # what they would do on special cells
AT_END = 48  # one past the last feature

# Offsets of sub-arrays, row-major.
LINES_OF = 64
"""[cell, direction] the line through it."""
CELLS_OF = LINES_OF + 3 * MAX_POSITIONS
"""[line, index] its cells."""
WIDTHS = CELLS_OF + MAX_WIDTH * MAX_LINES
"""[line] the number of its cells in `CELLS_OF`."""
LENGTHS = WIDTHS + MAX_LINES
"""[line] the number of tiles it needs: special cells that a line does without are not counted."""
DIRECTIONS = LENGTHS + MAX_LINES
"""[line] its direction."""
WORTH = DIRECTIONS + MAX_LINES
"""[line, state] its points when complete; state 0, all wild, earns the highest number, the last state 0."""
TILE_NUMBERS = WORTH + (MAX_NUMBERS + 2) * MAX_LINES
"""[tile, direction] the index of its number, from 1; 0 where it is wild."""
TILE_SYMBOLS = TILE_NUMBERS + 3 * MAX_TILES
"""[tile] 0 none, 1 sun, 2 moon."""
TILE_BONUSES = TILE_SYMBOLS + MAX_TILES
"""[tile] 0 none, 1 gold, 2 silver."""
BONUS_TILES = TILE_BONUSES + MAX_TILES
"""[index] the tiles with a bonus."""
LINE_CLASSES = BONUS_TILES + MAX_TILES
"""[line] its symmetry class: the line whose weights it shares."""
CELL_CLASSES = LINE_CLASSES + MAX_LINES
"""[cell] its symmetry class: the cell whose weights it shares."""
NEIGHBOURS = CELL_CLASSES + MAX_POSITIONS
"""[cell] the cells that touch it, as bits."""
TARGETS = NEIGHBOURS + MAX_POSITIONS
"""[index] the special cells that the reserve fills."""
IS_TARGET = TARGETS + MAX_POSITIONS
"""[cell] 1 if it is one of them."""
ENCODING_SIZE = IS_TARGET + MAX_POSITIONS
"""The length of the array."""


class Encoding(NamedTuple):
    """A variant's array, the compiled engine's arrays for legality and final scores, and the sizes of its groups."""

    geo: Ints
    arrays: VariantArrays
    sizes: Mapping[str, int]
    """The number of features of each group, in the order of the weight vector."""

    @property
    def features(self) -> int:
        """The number of features, which is the length of the weight vector."""
        return int(self.geo[AT_END])

    def joined(self, groups: Mapping[str, NDArray[np.float32]], default: float) -> NDArray[np.float32]:
        """The weight vector from the weights of each group; a group that is missing has the default throughout."""
        parts = [groups.get(name, np.full(size, default, np.float32)) for name, size in self.sizes.items()]
        return np.concatenate(parts)

    @property
    def optimistic_value(self) -> float:
        """Optimistic initial value of the empty board: half the points of all lines, each with its mean number."""
        geo = self.geo
        lines = range(int(geo[BOARD_LINES]))
        middling = [geo[WORTH + line * (MAX_NUMBERS + 2) + 1 :][: geo[NUMBERS]].mean() for line in lines]
        return float(sum(middling)) / 2


def encoding_of(variant: Variant, *, share: bool = False) -> Encoding:
    """The encoding of a variant; with `share`, cells and lines that a half turn swaps share their weights."""
    return _encoding(variant, share)


@lru_cache(maxsize=64)
def _encoding(variant: Variant, share: bool) -> Encoding:
    arrays = engine_arrays(variant)
    zones = [variant.board, *([variant.scrapyard] if variant.scrapyard else [])]
    lines = (*variant.board.lines, *variant.yard_lines)
    numbers = [variant.tiles.numbers(direction) for direction in Direction]
    _check(variant, lines, numbers)
    geo = np.zeros(ENCODING_SIZE, np.int64)  # unused entries of the sub-arrays stay 0
    _set_numbers(geo, variant, lines, numbers)
    _set_rules(geo, variant)
    for i, line in enumerate(lines):
        _set_line(geo, variant, i, line, numbers[line.direction])
    for i, tile in enumerate(variant.tiles.tiles):
        _set_tile(geo, variant, i, tile, numbers)
    for i, near in enumerate(variant.board.neighbours):
        geo[NEIGHBOURS + i] = sum(1 << cell for cell in near)
    for i, cell in enumerate(variant.targets):
        geo[TARGETS + i], geo[IS_TARGET + cell] = cell, 1
    _set_symmetry_classes(geo, zones, lines, share)
    sizes = _sizes(geo)
    geo[AT_LINES : AT_END + 1] = [0, *accumulate(sizes.values())]
    return Encoding(geo, arrays, sizes)


def engine_arrays(variant: Variant) -> VariantArrays:
    """The compiled engine's arrays; rules that compare players are left out and counted by `terminal_value`."""
    options = variant.options
    rays = "none" if options.rays == "best" else options.rays
    compares = options.scrapyard in ("lowest", "passed")
    yard = "threshold" if compares else options.scrapyard
    arrays = arrays_of(Variant(variant.edition, replace(options, rays=rays, scrapyard=yard)))
    if not compares:
        return arrays
    # The engine knows the threshold rule only: without its penalty the scrapyard counts nothing there.
    rules = arrays.rules.copy()
    rules[ENGINE_PENALTY] = 0
    return arrays._replace(rules=rules)


def _check(variant: Variant, lines: Sequence[Line], numbers: Sequence[tuple[int, ...]]) -> None:
    edition, limits = (
        variant.edition.name,
        (
            (len(variant.positions), MAX_POSITIONS - 1, Message("it has more than {most} places for tiles")),
            (len(lines), MAX_LINES, Message("it has more than {most} lines")),
            (len(variant.tiles.tiles), MAX_TILES, Message("it has more than {most} tiles")),
            (max(map(len, numbers)), MAX_NUMBERS, Message("a direction has more than {most} numbers")),
            (
                max(map(len, numbers)),
                min(map(len, numbers)),
                Message("its three directions have not equally many numbers"),
            ),
            (max(len(line.cells) for line in lines), MAX_WIDTH, Message("a line has more than {most} cells")),
            (
                len(variant.reserve),
                len(variant.targets),
                Message("its reserve has more slots than there are cells for it"),
            ),
        ),
    )
    for found, most, reason in limits:
        if found > most:
            said = Message(reason.text, most=most)
            raise OptionError("{edition} cannot be played by learned values: {reason}", edition=edition, reason=said)


def _set_numbers(geo: Ints, variant: Variant, lines: Sequence[Line], numbers: Sequence[tuple[int, ...]]) -> None:
    tiles = variant.tiles.tiles
    # For each number of each direction the tiles that suit it; the most of them bounds the counts of features.
    shown = [sum(tile[d] in (number, WILD) for tile in tiles) for d in Direction for number in numbers[d]]
    geo[CELLS], geo[BOARD] = variant.yard.stop, len(variant.board.cells)
    geo[LINES], geo[BOARD_LINES] = len(lines), len(variant.board.lines)
    geo[TILES], geo[NUMBERS], geo[MAX_SHOWN] = len(tiles), len(numbers[0]), max(shown)
    geo[LONGEST] = max(len(line.cells) for line in lines)
    geo[DRAWS], geo[CALL_SIZE] = variant.draws, variant.options.draw
    geo[RESERVES], geo[TARGET_COUNT] = len(variant.reserve), len(variant.targets)
    geo[SKIPS], geo[HAS_WILDS] = bool(variant.skips_empty), any(tile.is_wild for tile in tiles)


def _set_rules(geo: Ints, variant: Variant) -> None:
    options, points, tiles = variant.options, variant.edition.points, variant.tiles
    geo[PLACEMENT] = ("free", "adjacent", "symbol").index(options.placement)
    geo[IS_BOUND] = bool(geo[PLACEMENT] or variant.stamens)
    geo[RAY_RULE] = ("none", "each", "longest", "best").index(options.rays)
    geo[SCRAPYARD_RULE] = ("none", "threshold", "lowest", "passed").index(options.scrapyard)
    geo[SUN_POINTS], geo[MOON_POINTS], geo[BEST_RAY] = points.sunray, points.moonray, points.best_ray
    geo[PENALTY] = points.scrapyard_penalty
    geo[GOLD_POINTS], geo[SILVER_POINTS] = tiles.bonus_points.get(GOLD, 0), tiles.bonus_points.get(SILVER, 0)
    bonus = [i for i, tile in enumerate(tiles.tiles) if tiles.bonus(tile)]
    geo[BONUS_COUNT] = len(bonus)
    geo[BONUS_TILES : BONUS_TILES + len(bonus)] = bonus


def _set_line(geo: Ints, variant: Variant, i: int, line: Line, numbers: tuple[int, ...]) -> None:
    length = sum(cell not in variant.skips_empty for cell in line.cells)
    geo[CELLS_OF + MAX_WIDTH * i :][: len(line.cells)] = line.cells
    geo[WIDTHS + i], geo[LENGTHS + i], geo[DIRECTIONS + i] = len(line.cells), length, line.direction
    # States 0 (any number: a line of wild stripes takes the highest), then each number; the dead state stays 0.
    points = [length * number for number in (numbers[-1], *numbers)]
    geo[WORTH + (MAX_NUMBERS + 2) * i :][: len(points)] = points
    for cell in line.cells:
        geo[LINES_OF + 3 * cell + line.direction] = i


def _set_tile(geo: Ints, variant: Variant, i: int, tile: Tile, numbers: Sequence[tuple[int, ...]]) -> None:
    tiles = variant.tiles
    for direction in Direction:
        number = tile[direction]
        geo[TILE_NUMBERS + 3 * i + direction] = 0 if number == WILD else numbers[direction].index(number) + 1
    geo[TILE_SYMBOLS + i] = ("", SUN, MOON).index(tiles.symbols.get(tile, ""))
    geo[TILE_BONUSES + i] = ("", GOLD, SILVER).index(tiles.bonuses.get(tile, ""))


def _set_symmetry_classes(geo: Ints, zones: Sequence[Board], lines: Sequence[Line], share: bool) -> None:
    # Board and scrapyard turn about their own middles; indices of the scrapyard come after those of the board.
    turned = [cell for zone in zones for cell in turned_cells(zone, share)]
    starts = [0, *accumulate(len(zone.cells) for zone in zones)]
    shifts = [start for start, zone in zip(starts, zones, strict=False) for _ in zone.cells]
    turned = [cell + shift for cell, shift in zip(turned, shifts, strict=True)]
    # Lines of one cell are left out: all three through it have the same set of cells.
    line_at = {frozenset(line.cells): i for i, line in enumerate(lines) if len(line.cells) > 1}
    for cell, other in enumerate(turned):
        geo[CELL_CLASSES + cell] = min(cell, other)  # the smaller index stands for both
    for i, line in enumerate(lines):
        geo[LINE_CLASSES + i] = min(i, line_at.get(frozenset(turned[cell] for cell in line.cells), i))


def turned_cells(board: Board, is_wanted: bool = True) -> list[int]:
    """The image of each cell under a half turn about the middle; itself if the turned board is another one."""
    cells = board.cells
    q, r = cells[0].q + cells[-1].q, cells[0].r + cells[-1].r
    at = {(cell.q, cell.r, cell.kind): i for i, cell in enumerate(cells)}
    found = [at.get((q - cell.q, r - cell.r, cell.kind), -1) for cell in cells]
    return list(range(len(cells))) if -1 in found or not is_wanted else found


def _sizes(geo: Ints) -> dict[str, int]:
    """The number of features of each group: the product of the ranges that its index formula runs over.

    The formulas are in `features` and `variant_features`; a line or cell has `numbers` + 2 states.
    """
    cells, lines, numbers = int(geo[CELLS]), int(geo[LINES]), int(geo[NUMBERS])
    longest, most, draws = int(geo[LONGEST]), int(geo[MAX_SHOWN]), int(geo[DRAWS])
    has_rays, has_symbols = geo[RAY_RULE] != NO_RAYS, geo[RAY_RULE] != NO_RAYS or geo[PLACEMENT] == 2
    compares = geo[SCRAPYARD_RULE] in (LOWEST_SCRAPYARD, PASSED_SCRAPYARD)
    return {
        "lines": lines * (1 + numbers * longest * (most + 1)),
        "cells": cells * (numbers + 2) ** 3 * BUCKETS,
        "counts": 3 * numbers * (most + 1),
        "pairs": 3 * numbers * numbers * BUCKETS,
        "tiles": int(geo[TILES]),
        "stages": draws + 1,
        "wilds": lines * (longest + 1) if geo[HAS_WILDS] else 0,
        "reach": int(geo[BOARD]) * 4 if geo[PLACEMENT] else 0,
        "symbols": 2 * (int(geo[TILES]) + 1) if has_symbols else 0,
        "rays": lines * 2 * (numbers + 2) * (longest + 1) * 3 if has_rays else 0,
        "ray_standing": 2 * (longest + 1) ** 2 * 3 * (draws // 4 + 1) if has_rays else 0,
        "bonuses": 2 * 2 * PROSPECT_LEVELS**3 if geo[BONUS_COUNT] else 0,
        "yard": SCRAPYARD_LEVELS**2 * 8 if geo[SCRAPYARD_RULE] else 0,
        "yard_standing": SCRAPYARD_LEVELS * BUCKETS * 8 if compares else 0,
        "reserve": (int(geo[RESERVES]) + 1) * (draws + 1) if geo[RESERVES] else 0,
        "fits": int(geo[TARGET_COUNT]) * FIT_LEVELS * 4 * BUCKETS if geo[RESERVES] else 0,
    }
