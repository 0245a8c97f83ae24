"""What the pages of Take Five show of a view: the board, the pawns and markers of all players, the phase, results."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from markupsafe import Markup

from partake.draw.svg.live_five import live_five, live_pawn, live_pawns, still_five
from partake.engine.five.board import corners
from partake.engine.five.state import Round, Wait
from partake.engine.five.view import FiveView
from partake.engine.outcome import Outcome
from partake.engine.setup import arrange
from partake.engine.table import Table
from partake.rules.edition import Edition
from partake.rules.messages import said
from partake.rules.names import shown_name
from partake.web.pages.result import ResultPage, WonRound, headline, offers, total_rows
from partake.web.text.pages import say


@dataclass(frozen=True, slots=True)
class FivePlayer:
    """One player's pawns and markers."""

    seat: int
    name: str
    pawns: tuple[Markup, ...]
    total: int
    markers: int
    is_out: bool
    is_on: bool


@dataclass(frozen=True, slots=True)
class FivePage:
    """Everything the template of Take Five needs."""

    sprite: Markup
    board: Markup
    phase: str
    phases: tuple[str, ...]
    markers: int
    target: int
    turn_limit: int
    corners: tuple[str, ...]
    """Where the black and the white bishop begin, then the other two corners."""
    players: tuple[FivePlayer, ...]


def five_page(view: FiveView, *, remembers: bool = False) -> FivePage:
    """The page of this view; nothing that a look has shown stands in it, the page's script adds what it may.

    A page with `remembers` shows it itself: that of a lesson.
    """
    return _page(view, *live_five(view, remembers=remembers))


def replayed(view: FiveView) -> Mapping[str, object]:
    """What the page of a replay shows of a view: the board with all that its reader may know, and the players."""
    return {"page": _page(view, *still_five(view))}


def _page(view: FiveView, sprite: str, board: str) -> FivePage:
    edition = view.edition
    return FivePage(
        Markup(sprite),
        Markup(board),
        view.rounds[-1].phase if _is_won(view) else view.phase,
        edition.phases,
        edition.markers,
        edition.target,
        edition.turn_limit,
        _corners(view),
        tuple(_player(view, seat) for seat in range(1, len(view.hands) + 1)),
    )


def _corners(view: FiveView) -> tuple[str, ...]:
    bishops = tuple(view.edition.corners[name] for name in ("black", "white"))
    return (*bishops, *(view.squares[i] for i in corners(view.edition.size) if view.squares[i] not in bishops))


def _is_won(view: FiveView) -> bool:
    """Whether a round has just been won and its pawns still lie there."""
    return bool(view.pieces) and view.wait is Wait.DEAL and view.turns < view.edition.turn_limit


def _player(view: FiveView, seat: int) -> FivePlayer:
    hand = view.hands[seat - 1]
    pawns = tuple(Markup(live_pawn(value)) for value in hand)
    is_on = view.turn == seat and not view.outcome
    name, markers = said(shown_name(view.setup.names[seat - 1])), view.markers[seat - 1]
    return FivePlayer(seat, name, pawns, sum(hand), markers, seat in view.out, is_on)


def specimen(edition: Edition) -> object:
    """What the picture of an edition shows: the board as it lies before the first move."""
    table = Table(arrange(edition, seats=edition.seats[0]))
    table.deal()
    return table.view(None)


def progress(view: FiveView) -> str:
    """How far a game is: which round is played."""
    return say("five_progress", round=view.round)


def finished(view: FiveView, outcome: Outcome) -> ResultPage:
    """The page of a finished game: the rounds that each player won."""
    return ResultPage(
        headline(outcome),
        total_rows(outcome),
        outcome.unit,
        offers(has_best=False),
        sprite=Markup(live_pawns(view.edition.values)),
        won_rounds=tuple(_won(view, number, won) for number, won in enumerate(view.rounds, start=1)),
    )


def _won(view: FiveView, number: int, won: Round) -> WonRound:
    names, hand = [said(shown_name(name)) for name in view.setup.names], won.hands[won.winner - 1]
    seats = sorted(range(1, len(names) + 1), key=lambda seat: seat != won.winner)
    hands = tuple((names[seat - 1], tuple(Markup(live_pawn(value)) for value in won.hands[seat - 1])) for seat in seats)
    gaps = {"round": number, "name": names[won.winner - 1]}
    match won.phase:
        case "21" if sum(hand) != view.edition.target:
            return WonRound(say("won_left", **gaps), hands)
        case "21":
            return WonRound(say("won_21", **gaps), hands)
        case "quinte":
            return WonRound(say("won_quinte", **gaps), hands)
    return WonRound(say("won_score", **gaps, total=sum(hand)), hands)
