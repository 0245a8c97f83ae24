"""Monte Carlo comparison of two placements: games played on from both with the same draws, by the learned player."""

from __future__ import annotations

from math import sqrt
from statistics import fmean, stdev

from partake.bots.bot import SplitMix64
from partake.bots.hexagon.prospects import relocated
from partake.bots.hexagon.reserve import best_moves
from partake.engine.hexagon.sheet import Sheet
from partake.engine.hexagon.view import HexagonView
from partake.fast.playouts import board_of, score_boards
from partake.learn.player import player_of
from partake.rules.tiles import Tile


def lead(view: HexagonView, best: int, other: int, *, samples: int, seed: int) -> tuple[float, float]:
    """By how many points the first position is ahead of the second on average, and the standard error of that.

    Common random numbers: both are played on with the same tiles in the same order.
    """
    dice = SplitMix64(seed)
    one: list[list[int]] = []
    two: list[list[int]] = []
    for _ in range(samples):
        bag = list(view.bag)
        drawn = [bag.pop(dice.below(len(bag))) for _ in range(view.draws_left)]
        one.append(_played_on(view, best, drawn))
        two.append(_played_on(view, other, drawn))
    scores = score_boards(view.variant, one) - score_boards(view.variant, two)
    differences = [float(value) for value in scores]
    return fmean(differences), stdev(differences) / sqrt(samples)


def _played_on(view: HexagonView, position: int, drawn: list[Tile]) -> list[int]:
    """The final board after a placement and these draws, one-ply play."""
    player, cells = player_of(view.variant), list(view.sheet.cells)
    cells[position] = view.hand[0]
    seen = list(view.drawn)
    for tile in drawn:
        seen.append(tile)
        _, at = player.place([tuple(cells)], 1, seen, [tile])
        cells[at] = tile
    final = tuple(cells)
    if view.variant.targets:
        final = relocated(final, best_moves(view.variant, [final], 1))
    return board_of(Sheet(view.variant, final))
