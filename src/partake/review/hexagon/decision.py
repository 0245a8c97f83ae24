"""One decision of a hexagon game evaluated: the value of every placement, and what the chosen one lost."""

from __future__ import annotations

from collections.abc import Sequence

from partake.bots.hexagon.prospects import Prospects, relocated
from partake.bots.hexagon.reserve import best_moves
from partake.bots.hexagon.value import Call, with_scrapped
from partake.engine.actions import Place, Relocate, Scrap
from partake.engine.hexagon.state import Cells
from partake.engine.hexagon.view import HexagonView
from partake.engine.notation import format_action
from partake.review.hexagon.baselines import board_of, score_of, seated
from partake.review.hexagon.evaluator import Evaluator, Rated
from partake.review.hexagon.model import HANDED, NO_MOVES, MoveReview, Option
from partake.review.hexagon.reasons import Compared, in_words, named, reasons
from partake.review.model import grade
from partake.rules.messages import Message
from partake.rules.variant import Variant

EVEN = 0.05
"""Of placements whose values differ by less than this the played one is the best."""


def call_of(view: HexagonView) -> Call:
    """The tiles that a view's seat has to place, with all boards."""
    return Call(view.variant, with_scrapped(view), view.seat or 1, view.drawn, view.hand)


def options_of(variant: Variant, rated: Rated, cells: Cells) -> tuple[Option, ...]:
    """Every legal placement, best first; the slots of a reserve have the same value."""
    found = []
    for (tile, place), value in rated.items():
        places = [i for i in variant.reserve if cells[i] is None] if place in variant.reserve else [place]
        found += [Option(str(tile), place_name(variant, i), value) for i in places]
    order = {name: i for i, name in enumerate((*variant.positions, HANDED))}
    return tuple(sorted(found, key=lambda option: (-option.value, order[option.cell])))


def place_name(variant: Variant, position: int) -> str:
    """The name of a position, as its owner may choose it."""
    is_handed = variant.options.scrapyard == "passed" and position in variant.yard
    return HANDED if is_handed else variant.positions[position]


def evaluate(evaluator: Evaluator, view: HexagonView, action: Place | Scrap) -> MoveReview:
    """A placement, compared with all others of the tiles in hand."""
    call, variant = call_of(view), view.variant
    own = call.sheets[call.seat - 1]
    rated = evaluator.rated(call)
    options = options_of(variant, rated, own)
    cell = action.cell if isinstance(action, Place) else HANDED
    played = next(option for option in options if option.cell == cell and option.tile == str(action.tile))
    best = played if played.value > options[0].value - EVEN else options[0]
    is_first = view.hand == view.called
    seen = _compared(view, own, rated, played, best)
    found = reasons(seen)
    lost = best.value - played.value
    return MoveReview(
        number=len(view.drawn) - len(view.hand) + 1,
        called=tuple(map(str, view.called)),
        tile=played.tile,
        cell=cell,
        value=played.value,
        best=best,
        lost=lost,
        grade=grade(lost),
        luck=evaluator.promised(call) - evaluator.expected(call) if is_first else 0.0,
        options=options,
        before=board_of(variant, own),
        reasons=found,
        words=in_words(seen, found),
    )


def prospects_of(view: HexagonView, cells: Cells) -> Prospects:
    """The prospects of a board with the tiles in hand not yet placed."""
    return Prospects(view.variant, cells, view.bag, view.draws_left, view.hand)


def _compared(view: HexagonView, own: Cells, rated: Rated, played: Option, best: Option) -> Compared:
    before = prospects_of(view, own)
    at = {(str(tile), place_name(view.variant, place)): (tile, place) for tile, place in rated}

    def after(option: Option) -> Prospects:
        found = at.get((option.tile, option.cell))
        if found is None:  # another slot of the reserve
            tile = next(tile for tile in view.hand if str(tile) == option.tile)
            found = tile, view.variant.index[option.cell]
        return before.with_tile(*found)

    return Compared(named(played, best), named(best, played), before, after(played), after(best))


def evaluate_reserve(view: HexagonView, moves: Sequence[Relocate], final: Cells) -> MoveReview:
    """All moves from the reserve together, compared with the best ones."""
    variant, seat = view.variant, view.seat or 1
    own = view.cells[seat - 1]
    value = score_of(variant, seated(view.cells, seat, final), seat)
    ways = best_moves(variant, view.cells, seat)
    top = score_of(variant, seated(view.cells, seat, relocated(own, ways)), seat)
    told = _moves([Relocate(tile, variant.positions[place]) for tile, place in ways])
    chosen = _moves(moves)
    best = Option("", told, top) if top > value else Option("", chosen, value)
    lost = best.value - value
    words = (
        Message("{moves} scores {lost:g} more.", moves=NO_MOVES if told == str(NO_MOVES) else told, lost=lost)
        if lost
        else Message("Nothing from the reserve scores more.")
    )
    return MoveReview(
        number=variant.draws + 1, called=(), tile="", cell=chosen, value=value, best=best, lost=lost,
        grade=grade(lost), luck=0.0, options=(best,), before=board_of(variant, own), reasons=(), words=words,
    )  # fmt: skip


def _moves(moves: Sequence[Relocate]) -> str:
    return " ".join(map(format_action, moves)) or str(NO_MOVES)
