"""Hints for a hexagon game that is not over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from partake.bots.hexagon.prospects import relocated
from partake.bots.hexagon.reserve import best_moves
from partake.engine.actions import Place, Relocate
from partake.engine.contract import View
from partake.engine.hexagon.view import HexagonView
from partake.engine.notation import format_action
from partake.engine.record.fields import settings
from partake.learn.player import player_of
from partake.review.hexagon.baselines import board_of, score_of, seated
from partake.review.hexagon.decision import call_of, options_of, prospects_of
from partake.review.hexagon.evaluator import Evaluator, Rated
from partake.review.hexagon.model import NO_MOVES, Hint, OpenLine, Option, SeatHint


def hint(seen: Sequence[View]) -> Hint:
    """The best placements for the seats of these views, which must act."""
    views = [view for view in seen if isinstance(view, HexagonView)]
    setup, variant = views[0].setup, views[0].variant
    evaluator = Evaluator(variant)
    return Hint(
        setup.edition.name, setup.edition.title, settings(setup), len(views[0].drawn), variant.draws,
        tuple(_seat(evaluator, view) for view in views),
    )  # fmt: skip


def _seat(evaluator: Evaluator, view: HexagonView) -> SeatHint:
    seat, variant = view.seat or 1, view.variant
    call = call_of(view)
    own = call.sheets[seat - 1]
    rated = evaluator.rated(call) if view.hand else Rated()
    options = (_reserve(view),) if view.relocating else options_of(variant, rated, own)
    hand = tuple(map(str, view.hand))
    lines = tuple(_lines(view, rated))
    return SeatHint(
        seat, view.setup.names[seat - 1], hand, options, tuple(_handed(view)), lines, board_of(variant, own)
    )  # fmt: skip


def _reserve(view: HexagonView) -> Option:
    seat, names = view.seat or 1, view.variant.positions
    ways = best_moves(view.variant, view.cells, seat)
    after = relocated(view.cells[seat - 1], ways)
    told = " ".join(format_action(Relocate(tile, names[place])) for tile, place in ways) or str(NO_MOVES)
    return Option("", told, score_of(view.variant, seated(view.cells, seat, after), seat))


def _handed(view: HexagonView) -> Iterator[str]:
    for owner, tile in view.handed:
        place = player_of(view.variant).place_for(view.cells, owner, view.drawn, tile)
        yield format_action(Place(tile, view.variant.positions[place], owner))


def _lines(view: HexagonView, rated: Rated) -> Iterator[OpenLine]:
    """Every line that may still be completed, those that promise most first."""
    now = prospects_of(view, call_of(view).sheets[(view.seat or 1) - 1])
    best = max(rated, key=lambda placement: rated[placement], default=None)
    then = (now.with_tile(*best) if best else now).listed
    found = [(key, line) for key, line in now.listed.items() if key[0] == "line" and line.need and line.chance]
    for key, line in sorted(found, key=lambda item: -item[1].worth):
        later = then.get(key)
        after = later.chance if later and later.number == line.number else 0.0
        yield OpenLine(
            line.cells, line.number or 0, line.is_begun, line.need, line.left, line.points, line.chance, after
        )  # fmt: skip
