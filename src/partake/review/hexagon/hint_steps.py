"""The three steps of a hint for a hexagon game: where to look, what it is about, the move with what to expect of it."""

from __future__ import annotations

from collections.abc import Sequence

from partake.bots.hexagon.prospects import Prospects, relocated
from partake.bots.hexagon.reserve import best_moves
from partake.engine.actions import Place
from partake.engine.contract import View
from partake.engine.hexagon.state import Cells
from partake.engine.hexagon.view import HexagonView
from partake.engine.notation import parse_action
from partake.review.hexagon.baselines import score_of, seated
from partake.review.hexagon.decision import call_of, prospects_of
from partake.review.hexagon.hint import hint
from partake.review.hexagon.model import GAINS, HANDED, Option, Reason
from partake.review.hexagon.reasons import Compared, named, position_of, reasons
from partake.review.model import HintStep
from partake.rules.messages import Joined, Listed, Message, Sentence
from partake.rules.names import shown_name
from partake.rules.tiles import Tile
from partake.rules.variant import Variant

REGION = 3
"""The number of cells among which the best one is, when a hint says where to look."""
EVEN = 0.05
"""Placements whose values differ by less are as good as each other."""


def hint_steps(view: View) -> tuple[HintStep, ...]:
    """What to do now for the seat of this view."""
    if not isinstance(view, HexagonView):
        raise TypeError("this is no hexagon game")
    if view.relocating:
        return _reserve(view)
    return _placement(view) if view.hand else _handed(view)


def _placement(view: HexagonView) -> tuple[HintStep, ...]:
    seat, variant = view.seat or 1, view.variant
    options = hint([view]).seats[0].options
    best, own = options[0], call_of(view).sheets[seat - 1]
    region = _region(variant, own, options, best)
    gains = _gains(view, own, best)
    line = next((reason.cells for reason in gains if len(reason.cells) > 1), region[0])
    clauses = [reason.words for reason in gains] or [
        Message("no single line decides it: it is about room for what may come")
    ]
    if len(view.hand) > 1:
        clauses.insert(0, Message("it is about {tile}", tile=best.tile))
    return (
        HintStep(seat, *region),
        HintStep(seat, line, Sentence(clauses)),
        HintStep(seat, _cells(variant, own, best), _move(options, best, variant)),
    )


def _region(
    variant: Variant, own: Cells, options: Sequence[Option], best: Option
) -> tuple[tuple[str, ...], Message | Listed]:
    """Two or three cells of which one is the best; the whole scrapyard or reserve if it lies there."""
    if best.cell == HANDED or variant.index[best.cell] in variant.yard:
        free = tuple(variant.positions[i] for i in variant.yard if own[i] is None)
        return free, Message("Look at the scrapyard.")
    if variant.index[best.cell] in variant.reserve:
        return tuple(variant.positions[i] for i in variant.reserve if own[i] is None), Message("Look at the reserve.")
    board, places = variant.board.cells, variant.index
    at = board[places[best.cell]]
    others = {
        places[option.cell]
        for option in options
        if option.tile == best.tile and option.cell != HANDED and places[option.cell] < len(board)
    }

    def distance(i: int) -> tuple[int, int]:
        q, r = board[i].q - at.q, board[i].r - at.r
        return max(abs(q), abs(r), abs(q + r)), i

    near = sorted(sorted(others, key=distance)[:REGION])
    cells = tuple(variant.positions[i] for i in near)
    return cells, Message("Look at {cells}.", cells=Listed(cells))


def _gains(view: HexagonView, own: Cells, best: Option) -> list[Reason]:
    """What speaks for the best placement."""
    before = prospects_of(view, own)
    after = before.with_tile(Tile.parse(best.tile), position_of(view.variant, own, best))
    seen = Compared(named(best, best), named(best, best), before, after, after)
    return [reason for reason in reasons(seen) if reason.change in GAINS]


def _cells(variant: Variant, own: Cells, best: Option) -> tuple[str, ...]:
    if best.cell != HANDED:
        return (best.cell,)
    return tuple(variant.positions[i] for i in variant.yard if own[i] is None)


def _move(options: Sequence[Option], best: Option, variant: Variant) -> Message:
    """The best placement, its expected final score, and how far ahead of the next it is."""
    slots = {variant.positions[i] for i in variant.reserve}
    others = (
        one
        for one in options[1:]
        if one.tile != best.tile or not (one.cell in slots and best.cell in slots)  # slots are all alike
    )
    second, move = next(others, None), _named(best)
    if second is None:
        return Message("{move}: there is no other place. {value:.1f} points to expect.", move=move, value=best.value)
    ahead = best.value - second.value
    if ahead < EVEN:
        return Message(
            "{move}: {value:.1f} points to expect, and as many with {other}.",
            move=move, value=best.value, other=_named(second),
        )  # fmt: skip
    return Message(
        "{move}: {value:.1f} points to expect, {ahead:.1f} more than with {other}.",
        move=move, value=best.value, ahead=ahead, other=_named(second),
    )  # fmt: skip


def _named(option: Option) -> Message:
    if option.cell == HANDED:
        return Message("{tile} on the scrapyard", tile=option.tile)
    return Message("{tile} on {cell}", tile=option.tile, cell=option.cell)


def _handed(view: HexagonView) -> tuple[HintStep, ...]:
    """Where to put the first tile that a neighbour has scrapped."""
    owner, tile = view.handed[0]
    place = parse_action(hint([view]).seats[0].handed[0])
    cell = place.cell if isinstance(place, Place) else ""
    free = tuple(view.variant.positions[i] for i in view.variant.yard if view.cells[owner - 1][i] is None)
    name = shown_name(view.setup.names[owner - 1])
    return (
        HintStep(owner, free, Message("Look at the scrapyard of {name}.", name=name)),
        HintStep(owner, free, Message("The scrapyard that is worth most costs its owner: make it worth more.")),
        HintStep(owner, (cell,), Message("{tile} on {cell}.", tile=tile, cell=cell)),
    )


def _reserve(view: HexagonView) -> tuple[HintStep, ...]:
    """Which tiles still to move from the reserve, and where to."""
    seat, variant = view.seat or 1, view.variant
    own = view.cells[seat - 1]
    ways = best_moves(variant, view.cells, seat)
    now = score_of(variant, view.cells, seat)
    if not ways:
        return (
            HintStep(seat, (), Message("Look at what every move would add, and what it would break.")),
            HintStep(seat, (), Message("Nothing that can still be moved adds points.")),
            HintStep(seat, (), Message("Move nothing: {points:g} points at the end.", points=now)),
        )
    after = relocated(own, ways)
    total = score_of(variant, seated(view.cells, seat, after), seat)
    slots = tuple(variant.positions[own.index(tile)] for tile, _ in ways)
    goals = tuple(variant.positions[place] for _, place in ways)
    lines = reasons(Compared("", "", *(Prospects(variant, cells, view.bag, 0) for cells in (own, after, after))))
    moves = Joined(Message("{tile} to {cell}", tile=tile, cell=variant.positions[place]) for tile, place in ways)
    told = Message(
        "{moves}: {points:g} points at the end, {gain:g} more than now.", moves=moves, points=total, gain=total - now
    )
    about = Sentence([Message("it is about {cells}", cells=Listed(goals)), *(reason.words for reason in lines)])
    return (
        HintStep(seat, slots, Message("Look at your reserve: {cells}.", cells=Listed(slots))),
        HintStep(seat, goals, about),
        HintStep(seat, (*slots, *goals), told),
    )
