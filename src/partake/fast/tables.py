"""Everything the kernels need to know of a variant, as a few arrays.

A tile is a word with a bit for each number it shows, direction by direction (all bits of a direction where it is wild),
and a bit for its symbol. The bits that all tiles of a line have in common tell in one go whether it scores and whether
it is a ray. Sets of positions are words too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from partake.rules.errors import OptionError
from partake.rules.grid import Direction, Line
from partake.rules.tiles import GOLD, MOON, SILVER, SUN, WILD, Tile, TileSet
from partake.rules.variant import Variant

MOST_POSITIONS = 64
MOST_NUMBERS = 62

Word = Any
"""A 64-bit word in compiled code, where arithmetic knows more types than a checker does."""
Words = NDArray[np.uint64]
Numbers = NDArray[np.int64]
Cells = NDArray[np.int8]
"""The tile on each position, as its place in the tile set; -1 where there is none."""

# The places of `Tables.rules`.
POSITIONS, BOARD, YARD, DRAWS, CALL, THRESHOLD, PENALTY, RAYS = range(8)
SUNRAY, MOONRAY, GOLD_POINTS, SILVER_POINTS, PLACEMENT, STAMEN_RULE = range(8, 14)
RAYS_EACH, RAYS_LONGEST = 1, 2
ADJACENT, BY_SYMBOL = 1, 2
STAMENS_FIRST, STAMENS_LAST = 1, 2

# The columns of `Tables.facts`: what is printed on a tile.
SYMBOL, BONUS, HAS_WILD = range(3)
IS_SUN, IS_MOON = 1, 2
IS_GOLD, IS_SILVER = 1, 2

# The bits of a tile's word above those of its numbers.
SUN_BIT, MOON_BIT = np.uint64(1 << 62), np.uint64(1 << 63)

# The places of `Tables.sets`.
ALL_STAMENS, TARGETS, RESERVE, SKIPS, WHOLE_BOARD, EVERYWHERE = range(6)


class Tables(NamedTuple):
    """A variant as the kernels see it."""

    rules: Numbers
    facts: Numbers
    """[tile, column]"""
    bits: Words
    """[1 + tile] the tile's word; 0 stands for no tile and has no bits."""
    numbers: Numbers
    """[direction, place] the numbers of a direction, the smallest first; 0 fills the row up."""
    lines: NDArray[np.uint8]
    """[direction, line, place] the positions of each line of the board; one past the last position fills the row up."""
    line_sets: Words
    """[direction, line] the same as sets; 0 for a line that only fills the row up."""
    yard_lines: NDArray[np.uint8]
    yard_sets: Words
    neighbours: Words
    """[cell] the cells that touch it."""
    sets: Words
    order: Numbers
    """[draw] a filling of all positions that play may take, first what must be first."""
    plain: Words
    """[tile, direction] for `plain_scores`, where only lines count: the tile's bit on cell 0; else empty."""
    plain_masks: Words
    """[direction, entry] the bits of a line of one number."""
    plain_points: Numbers
    """[direction, entry] what it earns."""


def tables_of(variant: Variant) -> Tables:
    """The tables of a variant; refuses rules that compare players, and boards of more than 64 positions."""
    if variant.options.ties_players:
        raise OptionError("the fast engine plays boards one by one: rules that compare players are not for it")
    if len(variant.positions) > MOST_POSITIONS:
        raise OptionError(f"the fast engine takes up to {MOST_POSITIONS} positions, not {len(variant.positions)}")
    return _tables(variant)


@lru_cache(maxsize=64)
def _tables(variant: Variant) -> Tables:
    tiles, end = variant.tiles, len(variant.positions)
    numbers = [tiles.numbers(direction) for direction in Direction]
    if sum(map(len, numbers)) > MOST_NUMBERS:
        raise OptionError(f"the fast engine takes tiles with up to {MOST_NUMBERS} numbers in all")
    lines, line_sets = _lines(variant.board.lines, end)
    yard_lines, yard_sets = _lines(variant.yard_lines, end)
    plain, plain_masks, plain_points = _plain(variant)
    return Tables(
        rules=_rules(variant),
        facts=np.array([_facts(tile, tiles) for tile in tiles.tiles], np.int64),
        bits=_words([0, *(_bits(tile, tiles, numbers) for tile in tiles.tiles)]),
        numbers=np.array(_filled([list(row) for row in numbers], 0), np.int64),
        lines=lines,
        line_sets=line_sets,
        yard_lines=yard_lines,
        yard_sets=yard_sets,
        neighbours=_words([_mask(cells) for cells in variant.board.neighbours]),
        sets=_sets(variant),
        order=_order(variant),
        plain=plain,
        plain_masks=plain_masks,
        plain_points=plain_points,
    )


def _rules(variant: Variant) -> Numbers:
    options, points, tiles = variant.options, variant.edition.points, variant.tiles
    rays = ("none", "each", "longest").index(options.rays)
    longest = rays == RAYS_LONGEST
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


def _facts(tile: Tile, tiles: TileSet) -> list[int]:
    return [_kind(tile, tiles.symbols, (SUN, MOON)), _kind(tile, tiles.bonuses, (GOLD, SILVER)), tile.is_wild]


def _kind(tile: Tile, printed: Mapping[Tile, str], kinds: tuple[str, str]) -> int:
    return kinds.index(printed[tile]) + 1 if tile in printed else 0


def _bits(tile: Tile, tiles: TileSet, numbers: Sequence[tuple[int, ...]]) -> int:
    shown = [tile[d] in (number, WILD) for d in Direction for number in numbers[d]]
    symbol = {SUN: int(SUN_BIT), MOON: int(MOON_BIT)}.get(tiles.symbols.get(tile, ""), 0)
    return symbol | sum(1 << i for i, is_shown in enumerate(shown) if is_shown)


def _lines(lines: Sequence[Line], end: int) -> tuple[NDArray[np.uint8], Words]:
    rows = [[list(line.cells) for line in lines if line.direction == direction] for direction in Direction]
    most = max((len(row) for row in rows), default=0)
    longest = max((len(line.cells) for line in lines), default=0)
    cells = np.full((3, most, longest), end, np.uint8)
    sets = np.zeros((3, most), np.uint64)
    for direction, row in enumerate(rows):
        for i, line in enumerate(row):
            cells[direction, i, : len(line)] = line
            sets[direction, i] = _mask(line)
    return cells, sets


def _sets(variant: Variant) -> Words:
    everywhere, board = range(len(variant.positions)), range(len(variant.board.cells))
    found = (variant.stamens, variant.targets, variant.reserve, variant.skips_empty, board, everywhere)
    return _words([_mask(positions) for positions in found])


def _order(variant: Variant) -> Numbers:
    free = [i for i in range(len(variant.positions)) if i not in variant.targets]
    first = variant.options.stamens == "first"
    return np.array(sorted(free, key=lambda i: ((i in variant.stamens) != first, i)), np.int64)


def _plain(variant: Variant) -> tuple[Words, Words, Numbers]:
    """Each direction as one word, a bit for each number and cell, where that is all there is to a board."""
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
        for place, number in enumerate(numbers[line.direction]):
            masks[line.direction].append(_mask(line.cells) << place * size)
            points[line.direction].append(len(line.cells) * number)
    on_cell_0 = [[1 << numbers[d].index(tile[d]) * size for d in Direction] for tile in tiles.tiles]
    return _words(on_cell_0), _words(_filled(masks, 2**64 - 1)), np.array(_filled(points, 0), np.int64)


def _filled(rows: list[list[int]], value: int) -> list[list[int]]:
    longest = max(map(len, rows))
    return [row + [value] * (longest - len(row)) for row in rows]


def _mask(positions: Iterable[int]) -> int:
    return sum(1 << i for i in positions)


def _words(values: list[int] | list[list[int]]) -> Words:
    return np.array(values, np.uint64)
