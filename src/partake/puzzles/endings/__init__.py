"""Exact values of endings, compiled; needs the extra `fast`."""

from __future__ import annotations

from partake.fast.cache import kernel_cache

with kernel_cache("fast", "puzzles/endings"):
    from partake.puzzles.endings.expectimax import MOST_TILES, can_prove, exact_values

__all__ = ["MOST_TILES", "can_prove", "exact_values"]
