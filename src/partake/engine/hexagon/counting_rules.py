"""What counting needs to know of a variant, and boards as it reads them: indices instead of objects."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from partake.engine.hexagon.counting import LineRule, Rules
from partake.rules.grid import Direction, Line
from partake.rules.tiles import MOON, SUN, Tile
from partake.rules.variant import Variant

EMPTY = -1
"""The index of no tile."""


@cache
def counting_rules(variant: Variant) -> Rules:
    """The rules of a variant as plain data, with all tiles of its set; equal for variants that count alike."""
    tiles, points = variant.edition.tiles, variant.edition.points
    is_longest = variant.options.rays == "longest"
    return {
        "positions": list(variant.positions),
        "board": list(range(len(variant.board.cells))),
        "yard": list(variant.yard),
        "lines": _lines(variant.board.lines),
        "yard_lines": _lines(variant.yard_lines),
        "skips": [at in variant.skips_empty for at in range(len(variant.positions))],
        "tiles": [list(tile) for tile in tiles.tiles],
        "symbols": [tiles.symbols.get(tile) for tile in tiles.tiles],
        "bonuses": [tiles.bonuses.get(tile) for tile in tiles.tiles],
        "bonus_points": [tiles.bonus(tile) for tile in tiles.tiles],
        "highest": [variant.tiles.numbers(direction)[-1] for direction in Direction],
        "rays": variant.options.rays,
        "ray_points": {
            SUN: points.longest_ray if is_longest else points.sunray,
            MOON: points.longest_ray if is_longest else points.moonray,
        },
        "best_ray": points.best_ray,
        "scrapyard": "none" if variant.scrapyard is None else variant.options.scrapyard,
        "threshold": points.scrapyard_threshold,
        "penalty": points.scrapyard_penalty,
    }


def indices(variant: Variant, cells: Sequence[Tile | None]) -> list[int]:
    """A sheet as the indices of its tiles."""
    known = variant.edition.tiles.index
    return [EMPTY if tile is None else known[tile] for tile in cells]


def _lines(lines: Iterable[Line]) -> list[LineRule]:
    return [{"direction": int(line.direction), "cells": list(line.cells)} for line in lines]
