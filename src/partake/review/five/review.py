"""Reviews and hints of Take Five: each decision beside the best one, and what each player could know."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from partake.engine.actions import DEALER, Action
from partake.engine.contract import View
from partake.engine.five.view import FiveView
from partake.engine.notation import format_action
from partake.engine.record.model import Record
from partake.review.five.description import advice, verdict
from partake.review.five.evaluator import chances, known_to
from partake.review.five.hint_steps import hint_steps
from partake.review.five.model import FiveHint, FiveMove, FivePlayer, FiveReview
from partake.review.model import CHANCES, Grade, Progress, grade

__all__ = ["hint", "hint_steps", "review"]


def review(record: Record, *, seconds: float | None, progress: Progress) -> FiveReview:
    """The review of a finished record: every decision with more than one legal action; it needs no time limit."""
    moves = moves_of(record, range(1, len(record.setup.seats) + 1), progress)
    *_, last = record.views()
    won = last.markers if isinstance(last, FiveView) else ()
    players = tuple(
        _player(seat, name, won[seat - 1], [move for move in moves if move.seat == seat])
        for seat, name in enumerate(record.setup.names, start=1)
    )
    return FiveReview(record.setup.edition.name, record.setup.edition.title, players, tuple(moves))


def moves_of(record: Record, seats: Collection[int], progress: Progress) -> list[FiveMove]:
    """The decisions of some seats, in their order."""
    everybody = range(1, len(record.setup.seats) + 1)
    views = [[view for view in record.views(seat) if isinstance(view, FiveView)] for seat in everybody]
    decisions = [
        (at, actor, action)
        for at, (actor, action) in enumerate(record.moves)
        if actor != DEALER and actor in seats and len(views[actor - 1][at].legal) > 1
    ]
    moves = []
    for done, (at, actor, action) in enumerate(decisions, start=1):
        moves.append(_move([seen[at] for seen in views], at, actor, action))
        progress(done, len(decisions))
    return moves


def _move(views: Sequence[FiveView], at: int, seat: int, action: Action) -> FiveMove:
    view, name = views[seat - 1], format_action(action)
    options = chances(view, action)
    played = next(option for option in options if option.action == name)
    best = played if played.chance >= options[0].chance else options[0]
    known = tuple(known_to(seen) for seen in views)
    lost = best.chance - played.chance
    return FiveMove(
        round=view.round, phase=view.phase, turn=view.turns + 1, seat=seat, at=at, action=name, chance=played.chance,
        best=best, lost=lost, grade=grade(lost, CHANCES), options=options, known=known,
        words=verdict(played, best, known[seat - 1]),
    )  # fmt: skip


def _player(seat: int, name: str, markers: int, moves: Sequence[FiveMove]) -> FivePlayer:
    grades = {str(word): sum(move.grade is word for move in moves) for word in Grade}
    return FivePlayer(seat, name, markers, len(moves), sum(move.lost for move in moves), grades)


def hint(seen: Sequence[View]) -> FiveHint:
    """The best takes and looks for the player on turn.

    A published record leaves out what looks have shown: then only what all players saw is known.
    """
    view = seen[0]
    if not isinstance(view, FiveView):
        raise TypeError("this is no game of Take Five")
    own, setup = view.turn, view.setup
    options, known = chances(view), known_to(view)
    return FiveHint(
        setup.edition.name, setup.edition.title, own, setup.names[own - 1], view.phase, view.hands[own - 1], options,
        known, advice(options[0], known),
    )  # fmt: skip
