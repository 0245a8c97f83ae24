"""A variant as arrays: its rules, tiles, lines and neighbourhoods, as the compiled kernels read them.

A tile is a 64-bit word: from bit 0 on a bit for each number of the vertical direction, then of the rising and of the
falling one (all bits of a direction where the tile is wild); bit 62 for a sun, bit 63 for a moon. The intersection of
the words of a line's tiles tells at once whether the line scores and whether it is a ray. Sets of positions are words
too, with a bit for each position.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from partake.rules.errors import OptionError
from partake.rules.grid import Direction, Line
from partake.rules.tiles import GOLD, MOON, SILVER, SUN, WILD, Tile, TileSet
from partake.rules.variant import Variant

MAX_POSITIONS = 64
"""Positions that a set of positions has bits for."""
MAX_NUMBERS = 62
"""Numbers of all directions together that a tile's word has bits for, beside the two symbols."""

Words = NDArray[np.uint64]
"""Bit sets."""
Numbers = NDArray[np.int64]
"""Points, counts and indices."""
LaneWords = NDArray[np.uint16]
"""Tiles or points of a block of games side by side, as the lockstep kernels read them."""
Cells = NDArray[np.int8]
"""The tile on each position, as its index in the tile set; -1 where there is none."""

# Indices of `VariantArrays.rules`.
POSITIONS = 0  # positions of the board, the scrapyard and the reserve together
BOARD = 1  # cells of the board, which come first
SCRAPYARD = 2  # cells of the scrapyard, which come next
DRAWS = 3  # tiles drawn in a game
CALL_SIZE = 4  # tiles called at once: 1 or 2
THRESHOLD = 5  # the value below which a scrapyard costs the penalty
PENALTY = 6  # points
RAYS = 7  # 0, RAYS_EACH or RAYS_LONGEST
SUNRAY = 8  # points for each tile of a ray of suns
MOONRAY = 9  # points for each tile of a ray of moons
GOLD_POINTS = 10  # the full bonus of a gold tile
SILVER_POINTS = 11  # the full bonus of a silver tile
PLACEMENT = 12  # 0 free, ADJACENT or BY_SYMBOL
STAMEN_RULE = 13  # 0, STAMENS_FIRST or STAMENS_LAST

RAYS_EACH = 1
"""Value of `RAYS`: each ray earns points."""
RAYS_LONGEST = 2
"""Value of `RAYS`: the longest ray earns points."""
ADJACENT = 1
"""Value of `PLACEMENT`: next to a tile, where possible."""
BY_SYMBOL = 2
"""Value of `PLACEMENT`: next to a tile of the same symbol, where possible."""
STAMENS_FIRST = 1
"""Value of `STAMEN_RULE`: stamens are filled before the other cells."""
STAMENS_LAST = 2
"""Value of `STAMEN_RULE`: stamens are filled after the other cells."""

# Columns of `VariantArrays.attributes`: what is printed on a tile.
SYMBOL = 0  # 0, IS_SUN or IS_MOON
BONUS = 1  # 0, IS_GOLD or IS_SILVER
HAS_WILD = 2  # 1 if a stripe is wild

IS_SUN = 1
"""Value of `SYMBOL`."""
IS_MOON = 2
"""Value of `SYMBOL`."""
IS_GOLD = 1
"""Value of `BONUS`."""
IS_SILVER = 2
"""Value of `BONUS`."""

SUN_BIT = np.uint64(1 << 62)
"""The bit of a tile's word for a sun."""
MOON_BIT = np.uint64(1 << 63)
"""The bit of a tile's word for a moon."""

LANE_NUMBERS = 4
"""Numbers of a direction that the lockstep kernels tell apart."""
LANE_SUN = np.uint16(1 << 14)
"""The bit of a tile's 16-bit word for a sun."""
LANE_MOON = np.uint16(1 << 15)
"""The bit of a tile's 16-bit word for a moon."""

# Indices of `VariantArrays.position_sets`.
ALL_STAMENS = 0  # stamens that must be filled first or last
TARGETS = 1  # special cells that only moves from the reserve fill
RESERVE = 2  # positions of the reserve
SKIPS = 3  # special cells that a line does without while they are empty
WHOLE_BOARD = 4  # cells of the board
EVERYWHERE = 5  # all positions


class VariantArrays(NamedTuple):
    """A variant as the kernels read it."""

    rules: Numbers
    """[index] sizes, options and points; see the indices above."""
    attributes: Numbers
    """[tile, column]"""
    tile_words: Words
    """[1 + tile] the tile's word; entry 0 stands for no tile and has no bits."""
    numbers: Numbers
    """[direction, index] the numbers of a direction, ascending; padded with 0."""
    lines: NDArray[np.uint8]
    """[direction, line, index] the positions of each line of the board; padded with one past the last position."""
    line_masks: Words
    """[direction, line] the same as sets; 0 for a line that is padding."""
    scrapyard_lines: NDArray[np.uint8]
    """[direction, line, index] as `lines`, of the scrapyard."""
    scrapyard_masks: Words
    """[direction, line] as `line_masks`, of the scrapyard."""
    neighbours: Words
    """[cell] the cells that touch it."""
    position_sets: Words
    """[index] sets of positions; see the indices above."""
    order: Numbers
    """[draw] a filling of all positions that play may take, first what must be first."""
    lane_tiles: LaneWords
    """[tile] the tile's word in 16 bits, symbols in the highest two; empty where the lockstep kernels cannot score."""
    lane_numbers: LaneWords
    """[direction, index] the bit of each of up to four numbers, ascending; padded with 0."""
    lane_points: LaneWords
    """[direction, line, index] what a line of that number earns."""
    lane_rays: LaneWords
    """[direction, line, symbol] what a line of suns, or of moons, earns."""


def arrays_of(variant: Variant) -> VariantArrays:
    """The arrays of a variant; refuses rules that compare players, and boards of more than 64 positions."""
    if variant.options.ties_players:
        raise OptionError("the fast engine plays boards one by one: rules that compare players are not for it")
    if len(variant.positions) > MAX_POSITIONS:
        raise OptionError(
            "the fast engine takes up to {most} positions, not {number_of_positions}",
            most=MAX_POSITIONS,
            number_of_positions=len(variant.positions),
        )
    return _arrays(variant)


@lru_cache(maxsize=64)
def _arrays(variant: Variant) -> VariantArrays:
    tiles, end = variant.tiles, len(variant.positions)
    numbers = [tiles.numbers(direction) for direction in Direction]
    if sum(map(len, numbers)) > MAX_NUMBERS:
        raise OptionError("the fast engine takes tiles with up to {most} numbers in all", most=MAX_NUMBERS)
    lines, line_masks = _lines(variant.board.lines, end)
    scrapyard_lines, scrapyard_masks = _lines(variant.yard_lines, end)
    rules = _rules(variant)
    lane_tiles, lane_numbers, lane_points, lane_rays = _lanes(variant, numbers, line_masks, rules)
    return VariantArrays(
        rules=rules,
        attributes=np.array([_attributes(tile, tiles) for tile in tiles.tiles], np.int64),
        tile_words=_words([0, *(_tile_word(tile, tiles, numbers) for tile in tiles.tiles)]),
        numbers=np.array(_padded([list(row) for row in numbers], 0), np.int64),
        lines=lines,
        line_masks=line_masks,
        scrapyard_lines=scrapyard_lines,
        scrapyard_masks=scrapyard_masks,
        neighbours=_words([_mask(cells) for cells in variant.board.neighbours]),
        position_sets=_position_sets(variant),
        order=_order(variant),
        lane_tiles=lane_tiles,
        lane_numbers=lane_numbers,
        lane_points=lane_points,
        lane_rays=lane_rays,
    )


def _rules(variant: Variant) -> Numbers:
    options, points, tiles = variant.options, variant.edition.points, variant.tiles
    rays = ("none", "each", "longest").index(options.rays)
    longest = rays == RAYS_LONGEST  # where only the longest ray counts, both symbols earn the same
    return np.array(
        [
            len(variant.positions), len(variant.board.cells), len(variant.yard), variant.draws, options.draw,
            points.scrapyard_threshold, points.scrapyard_penalty, rays,
            points.longest_ray if longest else points.sunray, points.longest_ray if longest else points.moonray,
            tiles.bonus_points.get(GOLD, 0), tiles.bonus_points.get(SILVER, 0),
            ("free", "adjacent", "symbol").index(options.placement),
            {"first": STAMENS_FIRST, "last": STAMENS_LAST}.get(options.stamens, 0),
        ],
        np.int64,
    )  # fmt: skip


def _attributes(tile: Tile, tiles: TileSet) -> list[int]:
    return [
        _printed_kind(tile, tiles.symbols, (SUN, MOON)),
        _printed_kind(tile, tiles.bonuses, (GOLD, SILVER)),
        tile.is_wild,
    ]


def _printed_kind(tile: Tile, printed: Mapping[Tile, str], kinds: tuple[str, str]) -> int:
    return kinds.index(printed[tile]) + 1 if tile in printed else 0


def _tile_word(tile: Tile, tiles: TileSet, numbers: Sequence[tuple[int, ...]]) -> int:
    shown = [tile[d] in (number, WILD) for d in Direction for number in numbers[d]]
    symbol = {SUN: int(SUN_BIT), MOON: int(MOON_BIT)}.get(tiles.symbols.get(tile, ""), 0)
    return symbol | sum(1 << i for i, is_shown in enumerate(shown) if is_shown)


def _lines(lines: Sequence[Line], end: int) -> tuple[NDArray[np.uint8], Words]:
    rows = [[list(line.cells) for line in lines if line.direction == direction] for direction in Direction]
    most = max((len(row) for row in rows), default=0)
    longest = max((len(line.cells) for line in lines), default=0)
    cells = np.full((3, most, longest), end, np.uint8)
    position_sets = np.zeros((3, most), np.uint64)
    for direction, row in enumerate(rows):
        for i, line in enumerate(row):
            cells[direction, i, : len(line)] = line
            position_sets[direction, i] = _mask(line)
    return cells, position_sets


def _position_sets(variant: Variant) -> Words:
    everywhere, board = range(len(variant.positions)), range(len(variant.board.cells))
    found = (variant.stamens, variant.targets, variant.reserve, variant.skips_empty, board, everywhere)
    return _words([_mask(positions) for positions in found])


def _order(variant: Variant) -> Numbers:
    # With free placement any order of filling is as good as another, as the deck is shuffled; stamens are the
    # exception, whose tiles are the first or the last ones.
    free = [i for i in range(len(variant.positions)) if i not in variant.targets]
    first = variant.options.stamens == "first"
    return np.array(sorted(free, key=lambda i: ((i in variant.stamens) != first, i)), np.int64)


def _lanes(variant: Variant, numbers: Sequence[tuple[int, ...]], line_masks: Words, rules: Numbers) -> list[LaneWords]:
    """The arrays of the lockstep kernels; without tiles where more than lines and rays counts or does not fit."""
    values, bits, first = np.zeros((3, LANE_NUMBERS), np.int64), np.zeros((3, LANE_NUMBERS), np.int64), 0
    for direction, row in enumerate(numbers):
        some = len(row[:LANE_NUMBERS])
        values[direction, :some] = row[:some]
        bits[direction, :some] = 1 << np.arange(first, first + some)
        first += len(row)
    lengths = np.array([[[int(mask).bit_count()] for mask in row] for row in line_masks], np.int64)
    points, rays = lengths * values[:, np.newaxis], lengths * rules[[SUNRAY, MOONRAY]]
    counts_more = variant.tiles.bonuses or variant.scrapyard or variant.targets or rules[RAYS] == RAYS_LONGEST
    most = points.max(axis=2).sum() + rays.max(axis=2).sum()
    too_large = max(map(len, numbers)) > LANE_NUMBERS or first > 14 or most >= 1 << 16 or lengths.max() < 3
    tiles = [] if counts_more or rules[PLACEMENT] or too_large else variant.tiles.tiles
    words = [_tile_word(tile, variant.tiles, numbers) for tile in tiles]
    # The two symbols go from bits 62 and 63 to 14 and 15.
    short = np.array([(word & 0x3FFF) | (word >> 48 & 0xC000) for word in words], np.uint16)
    return [short, *(array.astype(np.uint16) for array in (bits, points, rays))]


def _padded(rows: list[list[int]], value: int) -> list[list[int]]:
    longest = max(map(len, rows))
    return [row + [value] * (longest - len(row)) for row in rows]


def _mask(positions: Iterable[int]) -> int:
    return sum(1 << i for i in positions)


def _words(values: list[int] | list[list[int]]) -> Words:
    return np.array(values, np.uint64)
