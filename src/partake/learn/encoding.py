"""A variant as the learner sees it: one flat array of whole numbers with named places, and the groups of features.

Kernels are handed this array and a position's array and nothing else, so that they stay readable and need not count
references to many arrays. Rows have a fixed width, which makes every place a constant.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from partake.fast.tables import PENALTY as TWIN_PENALTY
from partake.fast.tables import Tables, tables_of
from partake.rules.errors import OptionError
from partake.rules.grid import Board, Direction, Line
from partake.rules.tiles import GOLD, MOON, SILVER, SUN, WILD, Tile
from partake.rules.variant import Variant

Ints = NDArray[np.int64]

MOST_PLACES, MOST_LINES, MOST_TILES, MOST_NUMBERS, WIDEST = 64, 64, 128, 6, 12
BUCKETS = 4
PROSPECT_STEPS, FIT_STEPS, YARD_STEPS = 6, 8, 7

# Single numbers.
CELLS, BOARD, LINES, BOARD_LINES, TILES, NUMBERS, LONGEST, MOST, DRAWS, CALL = range(10)
RESERVES, TARGET_COUNT, SKIPS, HAS_WILDS, BONUS_COUNT, PLACEMENT, IS_BOUND = range(10, 17)
RAY_RULE, YARD_RULE, SUN_POINTS, MOON_POINTS, BEST_RAY, PENALTY, GOLD_POINTS, SILVER_POINTS = range(17, 25)
NO_RAYS, EACH_RAY, LONGEST_RAY, BEST_RAYS = range(4)
NO_YARD, THRESHOLD_YARD, LOWEST_YARD, PASSED_YARD = range(4)

# Where each group of features starts; what comes after the stages is empty on plain Classic.
GROUPS = (
    "lines", "cells", "counts", "pairs", "tiles", "stages",
    "wilds", "reach", "symbols", "rays", "ray_standing", "bonuses", "yard", "yard_standing", "reserve", "fits",
)  # fmt: skip
AT_LINES, AT_CELLS, AT_COUNTS, AT_PAIRS, AT_TILES, AT_STAGES = range(32, 38)
AT_WILDS, AT_REACH, AT_SYMBOLS, AT_RAYS, AT_RAY_STANDING, AT_BONUSES = range(38, 44)
AT_YARD, AT_YARD_STANDING, AT_RESERVE, AT_FITS, AT_END = range(44, 49)

# Rows.
LINES_OF = 64
"""[cell, direction]"""
CELLS_OF = LINES_OF + 3 * MOST_PLACES
"""[line, place along it]"""
WIDTHS = CELLS_OF + WIDEST * MOST_LINES
"""[line] how many cells `CELLS_OF` has."""
LENGTHS = WIDTHS + MOST_LINES
"""[line] how many tiles it needs: special cells that a line does without are not counted."""
DIRECTIONS = LENGTHS + MOST_LINES
WORTH = DIRECTIONS + MOST_LINES
"""[line, state] its points when complete."""
TILE_NUMBERS = WORTH + (MOST_NUMBERS + 2) * MOST_LINES
"""[tile, direction] the place of its number, from 1; 0 where it is wild."""
TILE_SYMBOLS = TILE_NUMBERS + 3 * MOST_TILES
TILE_BONUSES = TILE_SYMBOLS + MOST_TILES
"""[tile] 0 plain, 1 gold, 2 silver."""
BONUS_TILES = TILE_BONUSES + MOST_TILES
LINE_NAMES = BONUS_TILES + MOST_TILES
"""[line] the line whose features it has."""
CELL_NAMES = LINE_NAMES + MOST_LINES
NEIGHBOURS = CELL_NAMES + MOST_PLACES
"""[cell] the cells that touch it, as bits."""
TARGETS = NEIGHBOURS + MOST_PLACES
IS_TARGET = TARGETS + MOST_PLACES
SHAPE_SIZE = IS_TARGET + MOST_PLACES


class Shape(NamedTuple):
    """A variant's array, the tables of the compiled twin that count and bound it, and how large its groups are."""

    geo: Ints
    tables: Tables
    sizes: Mapping[str, int]

    @property
    def features(self) -> int:
        """How many features there are in all."""
        return int(self.geo[AT_END])

    def joined(self, groups: Mapping[str, NDArray[np.float32]], default: float) -> NDArray[np.float32]:
        """The values of all features from those of each group; a group that is missing has the default throughout."""
        parts = [groups.get(name, np.full(size, default, np.float32)) for name, size in self.sizes.items()]
        return np.concatenate(parts)

    @property
    def hope(self) -> float:
        """An optimist's guess at a good score: half of what the lines would bring if all had a middling number."""
        geo = self.geo
        lines = range(int(geo[BOARD_LINES]))
        middling = [geo[WORTH + line * (MOST_NUMBERS + 2) + 1 :][: geo[NUMBERS]].mean() for line in lines]
        return float(sum(middling)) / 2


def shape_of(variant: Variant, *, share: bool = False) -> Shape:
    """The shape of a variant; `share` gives cells and lines that a half turn swaps the same features."""
    return _shape(variant, share)


@lru_cache(maxsize=64)
def _shape(variant: Variant, share: bool) -> Shape:
    tables = twin_tables(variant)
    zones = [variant.board, *([variant.scrapyard] if variant.scrapyard else [])]
    lines = (*variant.board.lines, *variant.yard_lines)
    numbers = [variant.tiles.numbers(direction) for direction in Direction]
    _check(variant, lines, numbers)
    geo = np.zeros(SHAPE_SIZE, np.int64)
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
    _set_names(geo, zones, lines, share)
    sizes = _sizes(geo)
    geo[AT_LINES : AT_END + 1] = [0, *accumulate(sizes.values())]
    return Shape(geo, tables, sizes)


def twin_tables(variant: Variant) -> Tables:
    """The compiled twin's tables; what compares players is left out and counted by the learner."""
    options = variant.options
    rays = "none" if options.rays == "best" else options.rays
    compares = options.scrapyard in ("lowest", "passed")
    yard = "threshold" if compares else options.scrapyard
    tables = tables_of(Variant(variant.edition, replace(options, rays=rays, scrapyard=yard)))
    if not compares:
        return tables
    rules = tables.rules.copy()
    rules[TWIN_PENALTY] = 0
    return tables._replace(rules=rules)


def _check(variant: Variant, lines: Sequence[Line], numbers: Sequence[tuple[int, ...]]) -> None:
    fits = (
        len(variant.positions) < MOST_PLACES
        and len(lines) <= MOST_LINES
        and len(variant.tiles.tiles) <= MOST_TILES
        and max(map(len, numbers)) <= MOST_NUMBERS
        and min(map(len, numbers)) == max(map(len, numbers))
        and max(len(line.cells) for line in lines) <= WIDEST
        and len(variant.reserve) <= len(variant.targets)
    )
    if not fits:
        raise OptionError(f"{variant.edition.name} is too large or too uneven for learned values")


def _set_numbers(geo: Ints, variant: Variant, lines: Sequence[Line], numbers: Sequence[tuple[int, ...]]) -> None:
    tiles = variant.tiles.tiles
    shown = [sum(tile[d] in (number, WILD) for tile in tiles) for d in Direction for number in numbers[d]]
    geo[CELLS], geo[BOARD] = variant.yard.stop, len(variant.board.cells)
    geo[LINES], geo[BOARD_LINES] = len(lines), len(variant.board.lines)
    geo[TILES], geo[NUMBERS], geo[MOST] = len(tiles), len(numbers[0]), max(shown)
    geo[LONGEST] = max(len(line.cells) for line in lines)
    geo[DRAWS], geo[CALL] = variant.draws, variant.options.draw
    geo[RESERVES], geo[TARGET_COUNT] = len(variant.reserve), len(variant.targets)
    geo[SKIPS], geo[HAS_WILDS] = bool(variant.skips_empty), any(tile.is_wild for tile in tiles)


def _set_rules(geo: Ints, variant: Variant) -> None:
    options, points, tiles = variant.options, variant.edition.points, variant.tiles
    geo[PLACEMENT] = ("free", "adjacent", "symbol").index(options.placement)
    geo[IS_BOUND] = bool(geo[PLACEMENT] or variant.stamens)
    geo[RAY_RULE] = ("none", "each", "longest", "best").index(options.rays)
    geo[YARD_RULE] = ("none", "threshold", "lowest", "passed").index(options.scrapyard)
    geo[SUN_POINTS], geo[MOON_POINTS], geo[BEST_RAY] = points.sunray, points.moonray, points.best_ray
    geo[PENALTY] = points.scrapyard_penalty
    geo[GOLD_POINTS], geo[SILVER_POINTS] = tiles.bonus_points.get(GOLD, 0), tiles.bonus_points.get(SILVER, 0)
    bonus = [i for i, tile in enumerate(tiles.tiles) if tiles.bonus(tile)]
    geo[BONUS_COUNT] = len(bonus)
    geo[BONUS_TILES : BONUS_TILES + len(bonus)] = bonus


def _set_line(geo: Ints, variant: Variant, i: int, line: Line, numbers: tuple[int, ...]) -> None:
    length = sum(cell not in variant.skips_empty for cell in line.cells)
    geo[CELLS_OF + WIDEST * i :][: len(line.cells)] = line.cells
    geo[WIDTHS + i], geo[LENGTHS + i], geo[DIRECTIONS + i] = len(line.cells), length, line.direction
    points = [length * number for number in (numbers[-1], *numbers)]
    geo[WORTH + (MOST_NUMBERS + 2) * i :][: len(points)] = points
    for cell in line.cells:
        geo[LINES_OF + 3 * cell + line.direction] = i


def _set_tile(geo: Ints, variant: Variant, i: int, tile: Tile, numbers: Sequence[tuple[int, ...]]) -> None:
    tiles = variant.tiles
    for direction in Direction:
        number = tile[direction]
        geo[TILE_NUMBERS + 3 * i + direction] = 0 if number == WILD else numbers[direction].index(number) + 1
    geo[TILE_SYMBOLS + i] = ("", SUN, MOON).index(tiles.symbols.get(tile, ""))
    geo[TILE_BONUSES + i] = ("", GOLD, SILVER).index(tiles.bonuses.get(tile, ""))


def _set_names(geo: Ints, zones: Sequence[Board], lines: Sequence[Line], share: bool) -> None:
    turned = [cell for zone in zones for cell in turned_cells(zone, share)]
    starts = [0, *accumulate(len(zone.cells) for zone in zones)]
    shifts = [start for start, zone in zip(starts, zones, strict=False) for _ in zone.cells]
    turned = [cell + shift for cell, shift in zip(turned, shifts, strict=True)]
    line_at = {frozenset(line.cells): i for i, line in enumerate(lines) if len(line.cells) > 1}
    for cell, other in enumerate(turned):
        geo[CELL_NAMES + cell] = min(cell, other)
    for i, line in enumerate(lines):
        geo[LINE_NAMES + i] = min(i, line_at.get(frozenset(turned[cell] for cell in line.cells), i))


def turned_cells(board: Board, is_wanted: bool = True) -> list[int]:
    """Where each cell lies when the board is turned by half about its middle; itself if the board is not the same."""
    cells = board.cells
    q, r = cells[0].q + cells[-1].q, cells[0].r + cells[-1].r
    at = {(cell.q, cell.r, cell.kind): i for i, cell in enumerate(cells)}
    found = [at.get((q - cell.q, r - cell.r, cell.kind), -1) for cell in cells]
    return list(range(len(cells))) if -1 in found or not is_wanted else found


def _sizes(geo: Ints) -> dict[str, int]:
    cells, lines, numbers = int(geo[CELLS]), int(geo[LINES]), int(geo[NUMBERS])
    longest, most, draws = int(geo[LONGEST]), int(geo[MOST]), int(geo[DRAWS])
    has_rays, has_symbols = geo[RAY_RULE] != NO_RAYS, geo[RAY_RULE] != NO_RAYS or geo[PLACEMENT] == 2
    compares = geo[YARD_RULE] in (LOWEST_YARD, PASSED_YARD)
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
        "bonuses": 2 * 2 * PROSPECT_STEPS**3 if geo[BONUS_COUNT] else 0,
        "yard": YARD_STEPS**2 * 8 if geo[YARD_RULE] else 0,
        "yard_standing": YARD_STEPS * BUCKETS * 8 if compares else 0,
        "reserve": (int(geo[RESERVES]) + 1) * (draws + 1) if geo[RESERVES] else 0,
        "fits": int(geo[TARGET_COUNT]) * FIT_STEPS * 4 * BUCKETS if geo[RESERVES] else 0,
    }
