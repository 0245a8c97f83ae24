"""A bot that plays by learned values: one-ply lookahead, and a second ply where it is worth its time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from partake.bots.bot import Budget, FamilyBot
from partake.bots.hexagon.reserve import best_moves
from partake.engine.actions import Action, Done, Place, Relocate, Scrap, TakeBack
from partake.engine.hexagon.view import HexagonView
from partake.learn.player import player_of
from partake.rules.tiles import Tile
from partake.rules.variant import Variant


@dataclass(frozen=True, slots=True)
class Call:
    """The tiles that one seat has to place, with the sheets of all seats."""

    variant: Variant
    sheets: Sequence[tuple[Tile | None, ...]]
    seat: int
    drawn: Sequence[Tile]
    hand: Sequence[Tile]


class ValueBot(FamilyBot):
    """The placement after which the learned value of the board is highest, of close ones by two plies."""

    name = "value"
    summary = "the move after which the board is worth most, by values learned from many games"
    families = frozenset({"hexagon"})

    def choose_hexagon(self, view: HexagonView, budget: Budget) -> Action:
        """The legal action with the best value; the same for the same view."""
        actions = [action for action in view.legal if not isinstance(action, TakeBack)]
        if len(actions) == 1:
            return actions[0]
        names, seat = view.variant.positions, view.seat or 1
        if view.handed:
            owner, tile = view.handed[0]
            return Place(tile, names[player_of(view.variant).place_for(view.cells, owner, view.drawn, tile)], owner)
        if view.relocating:
            moves = best_moves(view.variant, view.cells, seat)
            return Relocate(moves[0][0], names[moves[0][1]]) if moves else Done()
        tile, place = self._place(Call(view.variant, with_scrapped(view), seat, view.drawn, view.hand), budget)
        is_scrap = view.variant.options.scrapyard == "passed" and place in view.variant.yard
        return Scrap(tile) if is_scrap else Place(tile, names[place])

    def _place(self, call: Call, budget: Budget) -> tuple[Tile, int]:
        return player_of(call.variant).place(call.sheets, call.seat, call.drawn, call.hand)


def with_scrapped(view: HexagonView) -> tuple[tuple[Tile | None, ...], ...]:
    """All sheets; tiles that this seat has scrapped and its neighbour has yet to place are on its own scrapyard."""
    if view.variant.options.scrapyard != "passed" or view.seat is None:
        return view.cells
    own = list(view.cells[view.seat - 1])
    for tile in view.called:
        if tile not in view.hand and tile not in own:
            own[next(i for i in view.variant.yard if own[i] is None)] = tile
    return (*view.cells[: view.seat - 1], tuple(own), *view.cells[view.seat :])
