"""How many boards reach a score: all labelings that are worth it, and all tiles that can fill them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from partake.rules.tiles import Tile
from partake.rules.variant import Variant
from partake.solve.layouts import frames
from partake.solve.pool import Mask, Pool, bits
from partake.solve.rays import Rays
from partake.solve.search import Search


class Ways(NamedTuple):
    """Boards of one score: how many, how many patterns of scoring lines they show, and of which sets of tiles."""

    boards: int
    patterns: int
    draws: int
    """How many choices of tiles lead to such a board."""


def ways(variant: Variant, score: int) -> Ways:
    """Count every board that has exactly this many points from lines, over all choices of tiles.

    For the highest score of a board without rays, bonuses and wild tiles: no other line of such a board can score.
    """
    pool = Pool(variant, variant.tiles.tiles)
    frame = next(frames(pool, {}, in_order=False))
    search = Search(pool, replace(frame, is_mirrored=False), Rays())
    boards, patterns, draws = 0, 0, set[frozenset[Tile]]()
    for allowed in search.patterns(score):
        found = list(_fillings(allowed))
        boards += len(found)
        patterns += bool(found)
        draws |= {frozenset(pool.tiles[i] for i in tiles) for tiles in found}
    return Ways(boards, patterns, len(draws))


def _fillings(allowed: Sequence[Mask], used: Mask = 0, cell: int = 0) -> Iterator[tuple[int, ...]]:
    """Every choice of a tile of its own for every cell."""
    if cell == len(allowed):
        yield ()
        return
    for tile in bits(allowed[cell] & ~used):
        for rest in _fillings(allowed, used | 1 << tile, cell + 1):
            yield (tile, *rest)
