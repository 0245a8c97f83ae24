"""Local search for good boards, as incumbents of branch and bound and as answers when time is up.

The neighbourhood of a board: the labels of one direction stay, or change in one line, and the best labelings of the two
other directions are searched exactly. Directions take turns until none improves the board.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from partake.solve.compiled.compiled_search import CompiledSearch
from partake.solve.layouts import Layout
from partake.solve.pool import Mask, Pool
from partake.solve.rays import RayChoice
from partake.solve.search import FoundBoard

_ORDERS = ((0, 1, 2), (1, 2, 0), (2, 0, 1))
"""Orders of the directions: each is once the first, whose labels stay or change in one line."""
_WORK = 200_000
"""Combinations of labelings searched for one labeling of the first direction."""
_STARTS = 800
"""Attempts begin with one of this many labelings, those with most points."""
_STRIDE = 37
"""Distance between the labelings of two attempts, coprime to `_STARTS`, so that attempts start far apart."""
_SHARES = (0.9, 0.85, 0.8, 0.75, 0.7, 0.6, 0.4, 0)
"""Thresholds for the first board, as shares of the bound: the first that a board reaches is taken."""


def attempt(
    pool: Pool,
    layout: Layout,
    rays: RayChoice,
    scrapyards: Sequence[tuple[Mask, ...]],
    number: int,
    least: int,
    is_over: Callable[[], bool],
) -> FoundBoard | None:
    """Hill climbing from the board of one start: the local optimum, if it has more than `least` points."""
    # Without symmetry breaking, which would take half of the neighbours away.
    whole = replace(layout, is_symmetric=False)
    searches = [CompiledSearch(pool, whole, rays, scrapyards, order=order) for order in _ORDERS]
    best = _start(searches[0], number)
    turn = idle = 0
    # A local optimum is a board that no direction improves: as many idle turns as there are orders.
    while best is not None and idle < len(_ORDERS) and not is_over():
        found = _improve(pool, whole, searches[turn], turn, best, is_over)
        best, idle = (found, 0) if found else (best, idle + 1)
        turn = (turn + 1) % len(_ORDERS)
    return best if best is not None and best.points > least else None


def _start(search: CompiledSearch, number: int) -> FoundBoard | None:
    """A board to begin with, for a labeling of the first direction with many points, as good as is found at once."""
    first = number * _STRIDE % max(1, min(_STARTS, search.size))
    for share in _SHARES:
        if search.bound >= 0 and first < search.size:
            found, _ = search.sweep((first, 0), int(share * search.bound), _WORK)
            if found is not None:
                return found
    return None


def _improve(
    pool: Pool,
    layout: Layout,
    search: CompiledSearch,
    direction: int,
    start: FoundBoard,
    is_over: Callable[[], bool],
) -> FoundBoard | None:
    # Steepest ascent within a direction: the best board over all neighbouring labelings.
    best = None
    for i in search.neighbours(_shown(pool, layout, direction, start.tiles), layout.lines[direction]):
        if is_over():
            break
        found, _ = search.sweep((i, 0), (best or start).points + 1, _WORK)
        best = found or best
    return best


def _shown(pool: Pool, layout: Layout, direction: int, tiles: Sequence[int]) -> list[Mask]:
    """[number index] the cells of the lines that score with it."""
    at = dict(zip(layout.cells, tiles, strict=True))
    found = [0] * len(pool.numbers[direction])
    for line in layout.lines[direction]:
        own = [1 << tile for i, tile in at.items() if line.cells >> i & 1]
        for index, fit in enumerate(pool.fitting[direction]):
            if all(tile & fit for tile in own):
                found[index] |= line.cells
                break
    return found
