"""Where the pieces can go: sets of squares as the bits of a number."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache

from partake.engine.five.board import PIECES, reachable


@cache
def _lines(size: int, piece: int, start: int) -> int:
    """The squares that a piece reaches on an empty board."""
    return sum(1 << square for square in reachable(size, PIECES[piece], start, ()))


@cache
def _past(size: int, piece: int, start: int, blockers: int) -> int:
    return sum(1 << square for square in reachable(size, PIECES[piece], start, frozenset(members(blockers))))


def members(mask: int) -> Iterator[int]:
    """The squares of a set, in order."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def occupied(pieces: tuple[int, ...]) -> int:
    """The squares under the pieces."""
    return sum(1 << square for square in pieces)


def reach(size: int, pieces: tuple[int, ...], piece: int) -> int:
    """The squares that one of the pieces can move to."""
    start = pieces[piece]
    return _past(size, piece, start, occupied(pieces) & _lines(size, piece, start))


@lru_cache(maxsize=1 << 16)
def turn_reach(size: int, pieces: tuple[int, ...]) -> int:
    """The squares that some piece can come to within a turn, another one having made way for it if need be."""
    taken, found = occupied(pieces), 0
    for piece, start in enumerate(pieces):
        lines = _lines(size, piece, start)
        blockers = taken & lines
        found |= _past(size, piece, start, blockers)
        for blocker in members(blockers):
            found |= _past(size, piece, start, blockers ^ (1 << blocker))
    return found
