"""Counting and finding bits of a 64-bit word, as single machine instructions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from llvmlite import ir
from numba import types
from numba.extending import intrinsic


def _popcount(context: Any, word: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.uint64), build


def _lowest(context: Any, word: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.uint64), build


popcount: Callable[[Any], int] = cast(Any, intrinsic(_popcount))
"""How many bits are set."""

lowest: Callable[[Any], int] = cast(Any, intrinsic(_lowest))
"""The index of the lowest set bit of a word that is not zero."""
