"""Bayesian inference from the others' moves: a player who leaves a pawn that they have seen has a reason."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from partake.bots.five.mobility import turn_reach
from partake.engine.actions import Deal, Deed, GiveUp, Keep, Move, Piece, Return, Reveal
from partake.engine.five.board import PIECES, corners
from partake.engine.five.phases import Verdict, judge
from partake.engine.five.view import FiveView

LEFT_A_WIN = 0.05
"""How likely a player is to leave a pawn within reach that would have won the round."""
LEFT_FOR_NOTHING = 0.5
"""How likely a player is to leave a pawn that would have been kept, and to take none at all."""
LEFT_FOR_A_GUESS = 0.7
"""How likely a player is to leave a pawn that would have been kept, and to take one that they had not seen."""
LEAST = 0.05
"""The least likelihood of a value: a player with a reason to leave a pawn has it turn after turn, so that the
factors of several turns are not independent."""


@dataclass
class _Turn:
    """One turn as it looked when it began, and the pawn that was taken in it."""

    seat: int
    reach: int
    hand: tuple[int, ...]
    seen: frozenset[int]
    moves: int = 0
    taken: int | None = None


@dataclass
class _Replay:
    """The round so far, replayed from what all players saw."""

    view: FiveView
    pieces: list[int]
    hands: list[tuple[int, ...]]
    seen: list[set[int]]
    """For each seat the squares whose pawn it looked at, and that has not been turned up since."""
    factors: dict[int, list[float]] = field(default_factory=dict)


def likelihoods(view: FiveView) -> dict[int, Sequence[float]]:
    """For squares that others have seen: how well each value agrees with what they did, 1 at best."""
    seats = len(view.hands)
    replay = _Replay(view, _corners(view), [()] * seats, [set() for _ in range(seats)])
    turn: _Turn | None = None
    square, value, deed = 0, 0, Deed.MOVE
    for actor, action in view.log:
        match action:
            case Move():
                if turn is None or turn.seat != actor or turn.moves == 2:
                    _judge_turn(replay, turn)
                    turn = _begin(replay, actor)
                turn.moves += 1
                square, deed = view.squares.index(action.square), action.deed
                replay.pieces[PIECES.index(action.piece)] = square
                if deed is Deed.TAKE:
                    turn.taken = square
            case Reveal() if deed is Deed.LOOK:
                replay.seen[turn.seat - 1 if turn else 0].add(square)
            case Reveal():
                value = action.value or 0
                _turned_up(replay, square)
                if turn and judge(view.phase, view.edition, tuple(replay.hands), turn.seat, value) is Verdict.KEPT:
                    replay.hands[turn.seat - 1] += (value,)
            case Keep():
                replay.hands[actor - 1] += (value,)
            case GiveUp():
                hand = list(replay.hands[actor - 1])
                hand.remove(action.value)
                replay.hands[actor - 1] = tuple(hand)
            case Return() | Deal():
                pass
    if turn is not None and turn.seat != view.turn:
        _judge_turn(replay, turn)
    return dict(replay.factors)


def _corners(view: FiveView) -> list[int]:
    """Where the pieces stood when the round began."""
    edition, index = view.edition, view.squares.index
    black, white = index(edition.corners["black"]), index(edition.corners["white"])
    knight = next((index(action.knight) for _, action in view.log if isinstance(action, Deal)), black)
    rook = next(corner for corner in corners(edition.size) if corner not in (black, white, knight))
    standing = {Piece.BLACK: black, Piece.WHITE: white, Piece.KNIGHT: knight, Piece.ROOK: rook}
    return [standing[piece] for piece in PIECES]


def _begin(replay: _Replay, seat: int) -> _Turn:
    reach = turn_reach(replay.view.edition.size, tuple(replay.pieces))
    return _Turn(seat, reach, replay.hands[seat - 1], frozenset(replay.seen[seat - 1]))


def _turned_up(replay: _Replay, square: int) -> None:
    """Everybody saw the pawn: it is kept, or known to all from now on."""
    replay.factors.pop(square, None)
    for seen in replay.seen:
        seen.discard(square)


def _judge_turn(replay: _Replay, turn: _Turn | None) -> None:
    """Doubt the values that this player would not have left where they are."""
    view = replay.view
    if turn is None or turn.seat == view.seat:
        return
    hands = tuple(turn.hand if seat == turn.seat else hand for seat, hand in enumerate(replay.hands, start=1))
    left = LEFT_FOR_NOTHING if turn.taken is None else 1.0 if turn.taken in turn.seen else LEFT_FOR_A_GUESS
    doubt = {Verdict.WINS: LEFT_A_WIN, Verdict.KEPT: left, Verdict.CHOICE: left}
    for square in turn.seen & replay.seen[turn.seat - 1]:
        if turn.reach >> square & 1:
            factors = replay.factors.setdefault(square, [1.0] * len(view.edition.values))
            for i, value in enumerate(view.edition.values):
                verdict = judge(view.phase, view.edition, hands, turn.seat, value)
                factors[i] = max(LEAST, factors[i] * doubt.get(verdict, 1.0))
