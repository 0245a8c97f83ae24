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
    bitboard_tiles: Words
    """[tile, direction] the tile's bit on cell 0 of a bitboard; empty where a variant has more than lines to score."""
    bitboard_masks: Words
    """[direction, entry] the bits of a line that shows one number; padded with all bits, which never are all set."""
    bitboard_points: Numbers
    """[direction, entry] what it earns; padded with 0."""


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
    bitboard_tiles, bitboard_masks, bitboard_points = _bitboards(variant)
    return VariantArrays(
        rules=_rules(variant),
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
        bitboard_tiles=bitboard_tiles,
        bitboard_masks=bitboard_masks,
        bitboard_points=bitboard_points,
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


def _bitboards(variant: Variant) -> tuple[Words, Words, Numbers]:
    """Bitboards: a word for each direction, bit `number index * cells + cell`; none where more than lines counts."""
    tiles, size = variant.tiles, len(variant.board.cells)
    numbers = [tiles.numbers(direction) for direction in Direction]
    counts_more = variant.options.rays != "none" or tiles.bonuses or variant.scrapyard or variant.targets
    bound = variant.options.placement != "free"
    wild = any(tile.is_wild for tile in tiles.tiles)
    if counts_more or bound or wild or size * max(map(len, numbers)) > 64:
        return np.zeros((0, 3), np.uint64), np.zeros((3, 0), np.uint64), np.zeros((3, 0), np.int64)
    masks: list[list[int]] = [[] for _ in Direction]
    points: list[list[int]] = [[] for _ in Direction]
    for line in variant.board.lines:
        for index, number in enumerate(numbers[line.direction]):
            masks[line.direction].append(_mask(line.cells) << index * size)
            points[line.direction].append(len(line.cells) * number)
    on_cell_0 = [[1 << numbers[d].index(tile[d]) * size for d in Direction] for tile in tiles.tiles]
    return _words(on_cell_0), _words(_padded(masks, 2**64 - 1)), np.array(_padded(points, 0), np.int64)


def _padded(rows: list[list[int]], value: int) -> list[list[int]]:
    longest = max(map(len, rows))
    return [row + [value] * (longest - len(row)) for row in rows]


def _mask(positions: Iterable[int]) -> int:
    return sum(1 << i for i in positions)


def _words(values: list[int] | list[list[int]]) -> Words:
    return np.array(values, np.uint64)
