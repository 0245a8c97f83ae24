"""Values of placements: the final score to expect after each, by one-ply and two-ply lookahead (expectimax)."""

from __future__ import annotations

from statistics import fmean

from partake.bots.hexagon.value import Call
from partake.learn.chance import next_hands
from partake.learn.player import new_player
from partake.rules.tiles import Tile
from partake.rules.variant import Variant

Rated = dict[tuple[Tile, int], float]
"""For a tile and the position it is put on, the final score to expect."""


class Evaluator:
    """Evaluates positions of one variant with the player that plays it best.

    Its player is not shared with the bots: a player's scratch buffers are for one thread.
    """

    def __init__(self, variant: Variant) -> None:
        self._player = new_player(variant)

    def rated(self, call: Call) -> Rated:
        """The value of each placement of a tile in hand, searched as deep as the player searches."""
        return self._player.placement_values(call.sheets, call.seat, call.drawn, call.hand)

    def promised(self, call: Call) -> float:
        """The value after the best placement of everything in hand, by one-ply lookahead."""
        return self._player.position_value(call.sheets, call.seat, call.drawn, call.hand)

    def expected(self, call: Call) -> float:
        """The mean of `promised` over the hands that might have been called instead: one ply of expectimax."""
        before = [tile for tile in call.drawn if tile not in call.hand]
        bag = [tile for tile in call.variant.tiles.tiles if tile not in before]
        return fmean(
            self.promised(Call(call.variant, call.sheets, call.seat, (*before, *hand), hand))
            for hand in next_hands(bag, len(call.hand))
        )
