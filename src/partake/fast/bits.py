"""Bit sets: sets of positions or tiles as 64-bit words, with population count and bit scan as single instructions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import numba
import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.extending import intrinsic

Word = Any
"""A 64-bit word in compiled code, where arithmetic knows more types than a checker does."""
NONE = np.uint64(0)
"""The empty set."""
ALL = ~np.uint64(0)
"""The set of everything; also the neutral element of intersection."""
ONE = np.uint64(1)
"""The set of member 0."""


def _popcount(context: Any, word: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.uint64), build


def _lowest(context: Any, word: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        # The flag 1 leaves the result for zero undefined, which spares a branch on processors without TZCNT.
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.uint64), build


def _interpreted_popcount(word: Any) -> int:
    return int(word).bit_count()


def _interpreted_lowest(word: Any) -> int:
    return (int(word) & -int(word)).bit_length() - 1


_is_interpreted = bool(cast(Any, numba.config).DISABLE_JIT)
if _is_interpreted:
    np.seterr(over="ignore")  # words wrap around, as they do in compiled code

popcount: Callable[[Any], int] = _interpreted_popcount if _is_interpreted else cast(Any, intrinsic(_popcount))
"""The number of set bits (POPCNT)."""

lowest: Callable[[Any], int] = _interpreted_lowest if _is_interpreted else cast(Any, intrinsic(_lowest))
"""The index of the lowest set bit (bit scan forward) of a word that is not zero."""


@njit(cache=True, forceinline=True)
def bit(member: int) -> Word:
    """The set of one member."""
    return ONE << np.uint64(member)


@njit(cache=True, forceinline=True)
def nth_bit(mask: Word, n: int) -> int:
    """Select: the index of the n-th set bit, from 0."""
    for _ in range(n):
        mask &= mask - ONE  # clears the lowest set bit
    return lowest(mask)
