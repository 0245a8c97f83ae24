"""A position as the beginning of another game: the calls so far and where their tiles lie, as moves for all seats.

What was called is out of the bag. What comes next is the seed's order of the whole set without those tiles.
"""

from __future__ import annotations

from itertools import combinations

from partake.engine.actions import DEALER
from partake.engine.contract import Entry, Setup
from partake.engine.hexagon.game import HexagonGame
from partake.engine.hexagon.sheet import Sheet
from partake.engine.hexagon.view import HexagonView
from partake.engine.record.paper import PaperError, Replayed
from partake.rules.errors import PartakeError
from partake.rules.tiles import Tile


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


def board_moves(setup: Setup, sheet: Sheet) -> tuple[Entry, ...]:
    """Moves that lead every seat to this board, which says where tiles lie and not in which order they came.

    Greedy: of the calls that are left, the first whose tiles can be placed where they lie. Every order is as good, and
    rules that bind placements (next to another tile, stamens first) only forbid some of them.
    """
    game = HexagonGame(setup)
    played = Replayed(game, [sheet] * len(setup.seats))
    left = [tile for _, tile in sheet]
    while left:
        call = next((tiles for tiles in _calls(game, played, left) if _is_allowed(played, tiles)), None)
        if call is None:
            raise PartakeError("no order was found in which these tiles can have been placed by the rules of this game")
        left = [tile for tile in left if tile not in call]
    return tuple(played.moves)


def _calls(game: HexagonGame, played: Replayed, left: list[Tile]) -> combinations[tuple[Tile, ...]]:
    return combinations(left, min(game.setup.options.draw, game.variant.draws - len(played.state.drawn)))


def _is_allowed(played: Replayed, tiles: tuple[Tile, ...]) -> bool:
    """Play a call, if its tiles can be placed where they lie; otherwise leave everything as it was."""
    state, known = played.state, len(played.moves)
    try:
        played.call(tiles)
    except PaperError:
        played.state = state
        del played.moves[known:]
        return False
    return True
