"""The numbers and names that fill the gaps of the hexagon games' rules: each is a function of a case."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from partake.engine.hexagon.spoken import ORDERS, tile_words
from partake.rulebook.model import Case, Gap
from partake.rulebook.worked import BEST_BOARDS, best_total
from partake.rules.edition import HexagonEdition
from partake.rules.grid import Board, Direction
from partake.rules.messages import Joined, Listed, Message, Plural
from partake.rules.tiles import GOLD, MOON, SILVER, SUN, Tile, TileSet

COLOURS: Mapping[str, Message] = {
    "black": Message("black"),
    "blue": Message("blue"),
    "cherry": Message("cherry"),
    "green": Message("green"),
    "grey": Message("grey"),
    "light blue": Message("light blue"),
    "lime": Message("lime"),
    "magenta": Message("magenta"),
    "orange": Message("orange"),
    "pale pink": Message("pale pink"),
    "pink": Message("pink"),
    "red": Message("red"),
    "teal": Message("teal"),
    "turquoise": Message("turquoise"),
    "violet": Message("violet"),
    "white": Message("white"),
    "yellow": Message("yellow"),
}
"""The colours that tile sets name, as people say them."""
OWN_COLOURS: Mapping[str, tuple[int, ...]] = {"31": (2, 3, 4, 6, 8), "64": (12,)}
"""The numbers whose colours the text of a rulebook does not name, by the set of tiles (H11)."""
KNOWN_GOLD, KNOWN_PLAIN = (Tile(1, 2, 3),), (Tile(1, 11, 10), Tile(9, 11, 10))
"""The tiles of Take it to the Limit! that its text calls gold, and plain (H13)."""


def edition_of(case: Case) -> HexagonEdition:
    """The edition of a case of the hexagon family."""
    assert isinstance(case.edition, HexagonEdition)
    return case.edition


def yard_of(case: Case) -> Board:
    """The scrapyard of a case that has one."""
    assert case.variant.scrapyard is not None
    return case.variant.scrapyard


def cells(count: int) -> Message:
    """A number of cells."""
    return Plural("{count} cell", "{count} cells", count=count)


def lines(count: int) -> Message:
    """A number of lines."""
    return Plural("{count} line", "{count} lines", count=count)


def tiles(count: int) -> Message:
    """A number of tiles."""
    return Plural("{count} tile", "{count} tiles", count=count)


def points(count: int) -> Message:
    """A number of points."""
    return Plural("{count} point", "{count} points", count=count)


def columns(board: Board) -> list[int]:
    """How many cells each column has, from the left."""
    found: dict[int, int] = {}
    for cell in board.cells:
        found[cell.q] = found.get(cell.q, 0) + 1
    return [found[q] for q in sorted(found)]


def plain_tiles(found: TileSet) -> list[Tile]:
    """The tiles without a wild stripe."""
    return [tile for tile in found.tiles if not tile.is_wild]


def is_product(found: TileSet) -> bool:
    """Whether there is one tile for each choice of three numbers."""
    choices = 1
    for direction in Direction:
        choices *= len(found.numbers(direction))
    return len(plain_tiles(found)) == choices


def wildcards(found: TileSet) -> list[Tile]:
    """The tiles with a wild stripe."""
    return [tile for tile in found.tiles if tile.is_wild]


def special(case: Case) -> list[str]:
    """The names of the special cells."""
    return [cell.name for cell in case.variant.board.cells if cell.kind]


def _lengths(board: Board) -> list[int]:
    return sorted(len(line.cells) for line in board.lines)


def _of_direction(direction: Direction) -> Gap:
    return lambda case: sum(line.direction is direction for line in case.variant.board.lines)


def _numbers(direction: Direction) -> Gap:
    return lambda case: Listed(edition_of(case).tiles.numbers(direction))


def _highest(direction: Direction) -> Gap:
    return lambda case: max(case.tiles.numbers(direction))


def _top(case: Case) -> str:
    """The top cell of a column in the middle, by which names of cells are explained."""
    names = [cell.name for cell in case.variant.board.cells if cell.name.endswith("1") and len(cell.name) == 2]
    return names[len(names) // 2]


def _shown(case: Case) -> Tile:
    """The tile by which the writing of tiles is explained: the one with the highest numbers."""
    return max(plain_tiles(case.tiles))


def _across(case: Case) -> str:
    tile = _shown(case)
    return "-".join(str(tile[at]) for at in ORDERS["across"])


def _colours(case: Case) -> Listed:
    known = case.tiles.colours
    return Joined(
        Message("{number}\N{NO-BREAK SPACE}{colour}", number=number, colour=COLOURS.get(known[number], known[number]))
        for number in sorted(known)
    )


def bonus_tiles(found: TileSet, kind: str) -> list[Tile]:
    """The gold or the silver tiles of a set."""
    return [tile for tile in found.tiles if found.bonuses.get(tile) == kind]


def _names(found: Iterable[object]) -> Listed:
    return Listed(map(str, found))


def _labels(case: Case) -> Listed:
    return Listed(
        Message("{label} ({cell})", label=cell.label or cell.kind, cell=cell.name)
        for cell in sorted(case.variant.board.cells, key=lambda cell: cell.label)
        if cell.kind
    )


def _around(case: Case) -> int:
    board = case.variant.board
    return max(len(board.neighbours[i]) for i, cell in enumerate(board.cells) if cell.kind)


def _with_symbol(case: Case, symbol: str) -> int:
    found = edition_of(case).tiles
    return sum(found.symbols.get(tile) == symbol for tile in found.tiles)


GAPS: Mapping[str, Gap] = {
    "cells": lambda case: cells(len(case.variant.board.cells)),
    "columns": lambda case: Listed(columns(case.variant.board)),
    "lines": lambda case: lines(len(case.variant.board.lines)),
    "vertical_lines": _of_direction(Direction.VERTICAL),
    "rising_lines": _of_direction(Direction.RISING),
    "falling_lines": _of_direction(Direction.FALLING),
    "shortest": lambda case: _lengths(case.variant.board)[0],
    "longest": lambda case: _lengths(case.variant.board)[-1],
    "top_cell": _top,
    "top_column": lambda case: _top(case)[0],
    "special_cells": lambda case: Listed(special(case)),
    "special_labels": _labels,
    "special_count": lambda case: len(special(case)),
    "around": _around,
    "yard_cells": lambda case: cells(len(yard_of(case).cells)),
    "yard_first": lambda case: yard_of(case).cells[0].name,
    "yard_last": lambda case: yard_of(case).cells[-1].name,
    "yard_lines": lambda case: lines(len(yard_of(case).lines)),
    "yard_shortest": lambda case: _lengths(yard_of(case))[0],
    "yard_longest": lambda case: _lengths(yard_of(case))[-1],
    "slots": lambda case: len(case.variant.reserve),
    "reserve_first": lambda case: case.variant.positions[case.variant.reserve[0]],
    "reserve_last": lambda case: case.variant.positions[case.variant.reserve[-1]],
    "targets": lambda case: ", ".join(case.variant.positions[i] for i in case.variant.targets),
    "tile": _shown,
    "tile_across": _across,
    "tiles": lambda case: tiles(len(case.tiles.tiles)),
    "plain_tiles": lambda case: tiles(len(plain_tiles(edition_of(case).tiles))),
    "vertical_numbers": _numbers(Direction.VERTICAL),
    "rising_numbers": _numbers(Direction.RISING),
    "falling_numbers": _numbers(Direction.FALLING),
    "wildcards": lambda case: Plural("{count} wildcard", "{count} wildcards", count=len(wildcards(case.tiles))),
    "wildcard_list": lambda case: _names(wildcards(case.tiles)),
    "wildcard_names": lambda case: Joined(tile_words(case.tiles, tile) for tile in wildcards(case.tiles)),
    "double_wildcards": lambda case: _names(tile for tile in wildcards(case.tiles) if any(tile)),
    "highest_vertical": _highest(Direction.VERTICAL),
    "highest_rising": _highest(Direction.RISING),
    "highest_falling": _highest(Direction.FALLING),
    "suns": lambda case: Plural("{count} sun", "{count} suns", count=_with_symbol(case, SUN)),
    "moons": lambda case: Plural("{count} moon", "{count} moons", count=_with_symbol(case, MOON)),
    "gold_tiles": lambda case: Plural(
        "{count} gold tile", "{count} gold tiles", count=len(bonus_tiles(case.tiles, GOLD))
    ),
    "silver_tiles": lambda case: Plural(
        "{count} silver tile", "{count} silver tiles", count=len(bonus_tiles(case.tiles, SILVER))
    ),
    "gold_list": lambda case: _names(bonus_tiles(edition_of(case).tiles, GOLD)),
    "silver_list": lambda case: _names(bonus_tiles(edition_of(case).tiles, SILVER)),
    "known_gold": lambda case: _names(KNOWN_GOLD),
    "known_plain": lambda case: _names(KNOWN_PLAIN),
    "gold": lambda case: points(case.tiles.bonus_points.get(GOLD, 0)),
    "silver": lambda case: case.tiles.bonus_points.get(SILVER, 0),
    "colours": _colours,
    "own_colours": lambda case: Listed(OWN_COLOURS[edition_of(case).tiles.name]),
    "draws": lambda case: case.variant.draws,
    "fewest": lambda case: case.edition.seats[0],
    "most": lambda case: case.edition.seats[1],
    "rounds": lambda case: Plural("{count} game", "{count} games", count=case.options.rounds),
    "best_total": best_total,
    "best_boards": lambda case: BEST_BOARDS,
}
"""What fills each gap."""
