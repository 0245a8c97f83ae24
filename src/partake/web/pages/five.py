"""What the pages of Take Five show of a view: the board, the pawns and markers of all players, the phase, results."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from markupsafe import Markup

from partake.draw.svg import svg
from partake.draw.svg.live_five import live_five
from partake.engine.five.view import FiveView
from partake.engine.outcome import Outcome
from partake.engine.setup import arrange
from partake.engine.table import Table
from partake.rules.edition import Edition
from partake.web.pages.result import ResultPage, headline, offers, total_rows


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


def five_page(view: FiveView) -> FivePage:
    """The page of this view; nothing that a look has shown stands in it, the page's script adds what it may."""
    sprite, board = live_five(view, is_own=view.seat is not None)
    players = tuple(
        FivePlayer(seat, name, view.hands[seat - 1], view.markers[seat - 1], seat in view.out)
        for seat, name in enumerate(view.setup.names, start=1)
    )
    return FivePage(
        Markup(sprite), Markup(board), view.phase, view.edition.phases, view.round, view.edition.markers, players
    )


def replayed(view: FiveView) -> Mapping[str, object]:
    """What the page of a replay shows of a view: one picture."""
    return {"page": None, "picture": Markup(svg(view, theme="page", prefix="replay", tall=True, memory=True))}


def specimen(edition: Edition) -> object:
    """What the picture of an edition shows: the board as it lies before the first move."""
    table = Table(arrange(edition, seats=edition.seats[0]))
    table.deal()
    return table.view(None)


def finished(view: FiveView, outcome: Outcome) -> ResultPage:
    """The page of a finished game: the rounds that each player won."""
    reasons = tuple((score.name, tuple(item.reason for item in score.items)) for score in outcome.scores)
    return ResultPage(headline(outcome), total_rows(outcome), outcome.unit, offers(has_best=False), explained=reasons)
