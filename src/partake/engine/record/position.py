"""A position as the beginning of another game: the calls so far and where their tiles lie, as moves for all seats.

What was called is out of the bag. What comes next is the seed's order of the whole set without those tiles.
"""

from __future__ import annotations

from partake.engine.actions import DEALER
from partake.engine.contract import Entry, Setup
from partake.engine.hexagon.game import HexagonGame
from partake.engine.hexagon.sheet import Sheet
from partake.engine.hexagon.view import HexagonView
from partake.engine.record.paper import Replayed
from partake.rules.errors import PartakeError


def position_moves(setup: Setup, view: HexagonView) -> tuple[tuple[Entry, ...], int]:
    """The moves that lead every seat of this setup to the board of the seat that the view is of, and how many of them
    are given (`Record.given`): those up to the dealer's last.

    A tile that the seat has not placed, or that its neighbour has not put on its scrapyard, is in hand again; so are
    tiles that were moved from the reserve.
    """
    if view.seat is None or view.outcome is not None or view.is_between_rounds or not view.drawn:
        raise PartakeError("there is nothing to play on from here: choose a moment in the middle of a game")
    game, draw = HexagonGame(setup), setup.options.draw
    sheet = Sheet(game.variant, view.cells[view.seat - 1])
    played = Replayed(game, [sheet] * len(setup.seats))
    for first in range(0, len(view.drawn), draw):
        played.call(view.drawn[first : first + draw])
    if view.relocating:
        played.close()
    last = max(number for number, (actor, _) in enumerate(played.moves, start=1) if actor == DEALER)
    return tuple(played.moves), last
