"""Small boards for the solver's tests, their best scores by trying everything, and draws of the real ones."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from itertools import permutations
from pathlib import Path

from partake.rules.catalogue import catalogue
from partake.rules.edition import HexagonEdition
from partake.rules.tiles import Tile
from partake.rules.variant import Variant, variant
from partake.solve.layouts import Layout, all_layouts
from partake.solve.pool import Pool
from partake.solve.solution import own_points

HEXAGON = "columns = [[-1, 0, 1], [0, -1, 1], [1, -1, 0]]"
CENTRE = '[[special]]\ncell = "b2"\nkind = "stamen"'
BOARDS = {"seven": HEXAGON, "seven-centre": f"{HEXAGON}\n{CENTRE}", "four": "columns = [[0, 0, 1], [1, 0, 1]]"}
YARD = 'prefix = "s"\ncolumns = [[0, 0, 1], [1, 0, 0]]'
EIGHT = """
vertical = [1, 5]
rising = [2, 6]
falling = [3, 4]
suns = ["1-2-3", "1-2-4", "5-6-4", "5-2-3"]
[bonus.gold]
points = 20
tiles = ["5-6-4"]
[bonus.silver]
points = 8
tiles = ["1-6-3", "5-2-3"]
[colours]
1 = "grey"
2 = "pink"
3 = "magenta"
4 = "light blue"
5 = "teal"
6 = "red"
"""
WILD = 'extends = "eight"\nextra = ["*-*-*", "1-*-*"]\nplain = ["*-*-*", "1-*-*"]'
EDITION = """
kind = "edition"
family = "hexagon"
name = "{name}"
title = "Small"
board = "{board}"
tiles = "{tiles}"
seats = [1, 8]
{more}
[options]
placement = ["free", "adjacent", "symbol"]
draw = ["1", "2"]
rays = ["none", "each", "best", "longest"]
takeback = ["yes", "no"]
rounds = ["1"]
{options}
[points]
sunray = 3
moonray = 2
best_ray = 9
longest_ray = 4
{points}
"""
STAMENS = 'stamens = ["open", "first", "last", "reserve"]'
RESERVE = '[reserve]\nslots = 1\ncells = "stamen"\nempty = "{}"\nwhen = "stamens=reserve"'
EDITIONS = {
    "tiny": ("seven", "eight", "", "", ""),
    "plain": ("seven", "eight-plain", "", "", ""),
    "wild": ("seven-centre", "ten", RESERVE.format("breaks"), STAMENS, ""),
    "skipping": ("seven-centre", "ten", RESERVE.format("skipped"), STAMENS, ""),
    "yard": ("four", "eight", 'scrapyard = "yard"', 'scrapyard = ["threshold", "lowest", "passed", "none"]',
             "scrapyard_threshold = 16\nscrapyard_penalty = 12"),
}  # fmt: skip


def write_data(folder: Path) -> list[Path]:
    """The files of the small editions."""
    texts = {
        f"board-{name}": f'kind = "board"\nname = "{name}"\ntitle = "Small"\n{text}' for name, text in BOARDS.items()
    }
    texts["board-yard"] = f'kind = "board"\nname = "yard"\ntitle = "Small"\n{YARD}'
    texts["tiles-eight"] = f'kind = "tiles"\nname = "eight"\ntitle = "Eight"\n{EIGHT}'
    numbers, _, rest = EIGHT.partition("[bonus.gold]")
    texts["tiles-plain"] = (
        f'kind = "tiles"\nname = "eight-plain"\ntitle = "Eight"\n{numbers}[colours]{rest.partition("[colours]")[2]}'
    )
    texts["tiles-ten"] = f'kind = "tiles"\nname = "ten"\ntitle = "Ten"\n{WILD}'
    for name, (board, tiles, more, options, points) in EDITIONS.items():
        # A table of TOML ends where the next begins, so the reserve comes last.
        table, line = (more, "") if more.startswith("[") else ("", more)
        text = EDITION.format(name=name, board=board, tiles=tiles, more=line, options=options, points=points)
        texts[f"edition-{name}"] = f"{text}\n{table}"
    paths = []
    for name, text in texts.items():
        paths.append(folder / f"{name}.toml")
        paths[-1].write_text(text, encoding="utf-8")
    return paths


def small(files: list[Path], edition: str, **options: str) -> Variant:
    """A variant of one of the small editions."""
    found = catalogue(*files).edition(edition)
    assert isinstance(found, HexagonEdition)
    return variant(found, options, seats=2)


def draw_of(found: Variant, seed: object) -> tuple[Tile, ...]:
    """Some tiles in the order in which they might be drawn."""
    return tuple(random.Random(str(seed)).sample(found.tiles.tiles, found.draws))


def first_frame(found: Variant, tiles: tuple[Tile, ...]) -> tuple[Pool, Layout]:
    """The tiles as a pool, and the frame in which every special cell is filled."""
    pool = Pool(found, tiles)
    return pool, next(all_layouts(pool, {}, in_order=True))


def best_by_trial(found: Variant, tiles: tuple[Tile, ...], fixed: Mapping[int, Tile]) -> int:
    """The most points of all final boards."""
    return max(own_points(found, cells) for cells in _every_board(found, tiles, fixed))


def _every_board(found: Variant, tiles: tuple[Tile, ...], fixed: Mapping[int, Tile]) -> Iterator[list[Tile | None]]:
    places = [i for i in range(len(found.positions)) if i not in found.targets and i not in fixed]
    stamens = [i for i in found.stamens if i not in fixed]
    bound = set(tiles[: len(stamens)] if found.options.stamens == "first" else tiles[len(tiles) - len(stamens) :])
    for order in permutations(tiles):
        cells: list[Tile | None] = [fixed.get(i) for i in range(len(found.positions))]
        for i, tile in zip(places, order, strict=True):
            cells[i] = tile
        if {cells[i] for i in stamens} == bound:
            yield from _moves(found, cells)


def _moves(found: Variant, cells: list[Tile | None]) -> Iterator[list[Tile | None]]:
    """A board as it is, and after each move of the one tile in reserve."""
    yield cells
    for slot in found.reserve:
        tile = cells[slot]
        for target in found.targets:
            if tile is not None and not tile.is_wild and cells[target] is None:
                yield [None if i == slot else tile if i == target else other for i, other in enumerate(cells)]
