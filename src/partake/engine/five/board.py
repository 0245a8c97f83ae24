"""The squares of Take Five and how its pieces move."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cache

from partake.engine.actions import Piece

PIECES = tuple(Piece)
"""The pieces in the order in which states and views list them."""
_DIAGONALS = ((1, 1), (1, -1), (-1, 1), (-1, -1))
_RAYS = {
    Piece.BLACK: _DIAGONALS,
    Piece.WHITE: _DIAGONALS,
    Piece.ROOK: ((1, 0), (-1, 0), (0, 1), (0, -1)),
}
_JUMPS = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))


@cache
def squares(size: int) -> tuple[str, ...]:
    """Every square, `a1` first, along the rows; columns are letters, rows are numbers from the bottom."""
    return tuple(f"{chr(ord('a') + column)}{row + 1}" for row in range(size) for column in range(size))


def is_dark(size: int, square: int) -> bool:
    """Whether a square is dark, as `a1` is."""
    return (square % size + square // size) % 2 == 0


def corners(size: int) -> tuple[int, ...]:
    """The four corner squares."""
    return 0, size - 1, size * (size - 1), size * size - 1


def reachable(size: int, piece: Piece, start: int, blocked: Collection[int]) -> Iterator[int]:
    """The squares a piece can move to past the pieces that stand in the way; pawns do not block (F2)."""
    row, column = divmod(start, size)
    if piece is Piece.KNIGHT:
        for down, right in _JUMPS:
            if 0 <= row + down < size and 0 <= column + right < size:
                square = (row + down) * size + column + right
                if square not in blocked:
                    yield square
        return
    for down, right in _RAYS[piece]:
        r, c = row + down, column + right
        while 0 <= r < size and 0 <= c < size and r * size + c not in blocked:
            yield r * size + c
            r, c = r + down, c + right
