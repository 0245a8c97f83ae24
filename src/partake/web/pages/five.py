"""What the page of Take Five shows of a view: the board, everybody's pawns and markers, the phase."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from partake.draw.svg.live_five import live_five
from partake.engine.contract import View
from partake.engine.five.view import FiveView
from partake.rules.errors import PartakeError


@dataclass(frozen=True, slots=True)
class FivePlayer:
    """One player's pawns and markers."""

    seat: int
    name: str
    hand: tuple[int, ...]
    markers: int
    is_out: bool


@dataclass(frozen=True, slots=True)
class FivePage:
    """Everything the template of Take Five needs."""

    sprite: Markup
    board: Markup
    phase: str
    phases: tuple[str, ...]
    round: int
    markers: int
    players: tuple[FivePlayer, ...]


def five_page(view: View) -> FivePage:
    """The page of this view; nothing that a look has shown stands in it, the page's script adds what it may."""
    if not isinstance(view, FiveView):
        raise PartakeError(f"there is no page for games of the family {view.family}")
    sprite, board = live_five(view, is_own=view.seat is not None)
    players = tuple(
        FivePlayer(seat, name, view.hands[seat - 1], view.markers[seat - 1], seat in view.out)
        for seat, name in enumerate(view.setup.names, start=1)
    )
    return FivePage(
        Markup(sprite), Markup(board), view.phase, view.edition.phases, view.round, view.edition.markers, players
    )
