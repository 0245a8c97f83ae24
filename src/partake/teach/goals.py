"""The goals of exercises: what is asked of an action, decided by what the engine makes of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from partake.engine.actions import Deed, Done, GiveUp, Move, Place, Relocate, Return, Scrap
from partake.engine.description import with_article
from partake.engine.five.state import Wait
from partake.engine.five.view import FiveView
from partake.engine.hexagon.view import HexagonView
from partake.rules.messages import Message
from partake.teach.attempt import Attempt
from partake.teach.position import LEARNER

Goal = Callable[[Attempt, Sequence[Attempt]], bool]
"""Whether an attempt is what was asked for, given the attempts that the rules allow in this position."""


def _places(made: Attempt, _: Sequence[Attempt]) -> bool:
    """A tile goes where the rules allow it."""
    return isinstance(made.action, Place)


def _completes(made: Attempt, _: Sequence[Attempt]) -> bool:
    """A line scores that did not score before."""
    return any(item.kind == "line" for item in made.gained)


def _gains_most(made: Attempt, allowed: Sequence[Attempt]) -> bool:
    """Nothing that the rules allow brings more points."""
    return made.points == max(other.points for other in allowed)


def _ruins(made: Attempt, _: Sequence[Attempt]) -> bool:
    """A line that could have scored cannot any more."""
    return bool(made.ruined)


def _spares(made: Attempt, _: Sequence[Attempt]) -> bool:
    """The tile lies on the board and ruins no line."""
    return isinstance(made.action, Place) and _zone(made, made.action.cell) == "board" and not made.ruined


def _completes_ray(made: Attempt, _: Sequence[Attempt]) -> bool:
    """A ray scores that did not score before."""
    return any(item.kind in ("ray", "best-ray") for item in made.gained)


def _earns_bonus(made: Attempt, _: Sequence[Attempt]) -> bool:
    """A gold or silver tile earns its full bonus."""
    return any(item.kind == "bonus" and item.crossed == 3 for item in made.gained)


def _scraps(made: Attempt, _: Sequence[Attempt]) -> bool:
    """The tile goes to the scrapyard, one's own or one that a neighbour holds."""
    if isinstance(made.action, Scrap):
        return True
    return isinstance(made.action, Place) and _zone(made, made.action.cell) == "yard"


def _avoids_penalty(made: Attempt, _: Sequence[Attempt]) -> bool:
    """The scrapyard is full and costs nothing."""
    view = made.after
    return isinstance(view, HexagonView) and view.is_charged and all(item.kind != "penalty" for item in view.items)


def _reserves(made: Attempt, _: Sequence[Attempt]) -> bool:
    """The tile goes to the reserve."""
    return isinstance(made.action, Place) and _zone(made, made.action.cell) == "reserve"


def _moves_best(made: Attempt, allowed: Sequence[Attempt]) -> bool:
    """The move from the reserve, or the end of moving, that leaves the most points."""
    return isinstance(made.action, Relocate | Done) and _gains_most(made, allowed)


def _zone(made: Attempt, cell: str) -> str:
    """On which part of a sheet a cell is."""
    if not isinstance(made.after, HexagonView):
        return ""
    variant = made.after.variant
    at = variant.index[cell]
    return "yard" if at in variant.yard else "reserve" if at in variant.reserve else "board"


def _looks(made: Attempt, _: Sequence[Attempt]) -> bool:
    """A piece moves onto a pawn, and the learner looks at it."""
    return isinstance(made.action, Move) and made.action.deed is Deed.LOOK


def _takes(made: Attempt, _: Sequence[Attempt]) -> bool:
    """A piece moves onto a pawn, and the learner takes it and has it."""
    return _is_take(made) and isinstance(made.after, FiveView) and made.after.wait is not Wait.GIVE_UP


def _returns(made: Attempt, _: Sequence[Attempt]) -> bool:
    """The pawn just taken goes back by the learner's choice."""
    return isinstance(made.action, Return)


def _gives_up_lowest(made: Attempt, _: Sequence[Attempt]) -> bool:
    """A pawn goes back to an empty square, and it is the one that costs least."""
    before = made.before
    return (
        isinstance(made.action, GiveUp)
        and isinstance(before, FiveView)
        and made.action.value == min(before.hands[LEARNER - 1])
    )


def _wins(made: Attempt, _: Sequence[Attempt]) -> bool:
    """The learner has won the round."""
    return any(item.kind == "marker" for item in made.gained)


def _is_take(made: Attempt) -> bool:
    return isinstance(made.action, Move) and made.action.deed is Deed.TAKE


_MISSES = {
    "completes": Message("the rules allow it, but no line becomes complete there"),
    "gains-most": Message("that brings {points}; somewhere else it is {best}"),
    "ruins": Message("nothing is broken there: every line can still score"),
    "spares": Message("look for a cell on the board whose lines can all still score"),
    "completes-ray": Message("the rules allow it, but no ray becomes complete there"),
    "earns-bonus": Message("the rules allow it, but not every line through the tile scores there"),
    "scraps": Message("that is a cell of the board; the scrapyard lies beside it"),
    "avoids-penalty": Message("the rules allow it, but the scrapyard still has an empty cell"),
    "reserves": Message("that is a cell of the board; the reserve lies beside it"),
    "moves-best": Message("that changes your total by {points}; the best choice changes it by {best}"),
    "looks": Message("the rules allow it, but here you are to look"),
    "takes": Message("the rules allow it, but here you are to take the pawn"),
    "returns": Message("the rules allow it, but the pawn is low: here it goes back"),
    "gives-up-lowest": Message("the rules allow it, but another one of your pawns is lower"),
}
"""What is said of an answer that the rules allow and that is not what was asked for."""
_OTHER_PIECE = Message("the rules allow it, but another piece is asked for")
_LOOKED = Message("looking wins nothing: take a pawn that you know")
_WENT_OUT = Message("it is {value}, and with it you are out of the round")
_WENT_BACK = Message("it is {value}, and it must go back")
_WON_NOTHING = Message("it is {value}, and it does not win the round")


def miss(goal: str, made: Attempt, allowed: Sequence[Attempt], *, is_asked_piece: bool) -> Message:
    """Why an answer that the rules allow is not what was asked for."""
    if not is_asked_piece:
        return _OTHER_PIECE
    if goal != "wins":
        return _MISSES[goal].filled(points=made.points, best=max(other.points for other in allowed))
    if not isinstance(made.after, FiveView) or made.shown is None or not _is_take(made):
        return _LOOKED
    value = with_article(made.shown)
    if LEARNER in made.after.out:
        return _WENT_OUT.filled(value=value)
    return (_WENT_BACK if made.after.wait is Wait.GIVE_UP else _WON_NOTHING).filled(value=value)


GOALS: Mapping[str, Goal] = {
    "places": _places,
    "completes": _completes,
    "gains-most": _gains_most,
    "ruins": _ruins,
    "spares": _spares,
    "completes-ray": _completes_ray,
    "earns-bonus": _earns_bonus,
    "scraps": _scraps,
    "avoids-penalty": _avoids_penalty,
    "reserves": _reserves,
    "moves-best": _moves_best,
    "looks": _looks,
    "takes": _takes,
    "returns": _returns,
    "gives-up-lowest": _gives_up_lowest,
    "wins": _wins,
}
"""Every goal by the name that lessons use."""
