"""Better boards near a good one: the labels of one direction stay, or change in one line, the others are searched."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from partake.solve.compiled.twin import CompiledSearch
from partake.solve.layouts import Frame
from partake.solve.pool import Mask, Pool
from partake.solve.rays import Rays
from partake.solve.search import Found

_ORDERS = ((0, 1, 2), (1, 2, 0), (2, 0, 1))
_WORK = 200_000
"""How much is searched for one labeling of the first direction."""
_RICH, _STRIDE = 800, 37
"""The attempts begin with labelings among so many of the richest, every so-manieth."""
_SHARES = (0.9, 0.85, 0.8, 0.75, 0.7, 0.6, 0.4, 0)
"""The points of a first board, as shares of the bound."""


def attempt(
    pool: Pool,
    frame: Frame,
    rays: Rays,
    yards: Sequence[tuple[Mask, ...]],
    number: int,
    least: int,
    is_over: Callable[[], bool],
) -> Found | None:
    """The best board that is reached by small steps up from some board, if it has more than so many points."""
    whole = replace(frame, is_mirrored=False)
    searches = [CompiledSearch(pool, whole, rays, yards, order=order) for order in _ORDERS]
    best = _start(searches[0], number)
    turn = idle = 0
    while best is not None and idle < len(_ORDERS) and not is_over():
        found = _step(pool, whole, searches[turn], turn, best, is_over)
        best, idle = (found, 0) if found else (best, idle + 1)
        turn = (turn + 1) % len(_ORDERS)
    return best if best is not None and best.points > least else None


def _start(search: CompiledSearch, number: int) -> Found | None:
    """A board to begin with: of one of the rich labelings of the first direction, as good as is found at once."""
    first = number * _STRIDE % max(1, min(_RICH, search.size))
    for share in _SHARES:
        if search.bound >= 0 and first < search.size:
            found, _ = search.sweep((first, 0), int(share * search.bound), _WORK)
            if found is not None:
                return found
    return None


def _step(
    pool: Pool,
    frame: Frame,
    search: CompiledSearch,
    direction: int,
    start: Found,
    is_over: Callable[[], bool],
) -> Found | None:
    best = None
    for i in search.beside(_shown(pool, frame, direction, start.tiles), frame.runs[direction]):
        if is_over():
            break
        found, _ = search.sweep((i, 0), (best or start).points + 1, _WORK)
        best = found or best
    return best


def _shown(pool: Pool, frame: Frame, direction: int, tiles: Sequence[int]) -> list[Mask]:
    """The cells of the lines that score, by the place of their number."""
    at = dict(zip(frame.cells, tiles, strict=True))
    found = [0] * len(pool.numbers[direction])
    for run in frame.runs[direction]:
        own = [1 << tile for i, tile in at.items() if run.cells >> i & 1]
        for place, fit in enumerate(pool.fitting[direction]):
            if all(tile & fit for tile in own):
                found[place] |= run.cells
                break
    return found
