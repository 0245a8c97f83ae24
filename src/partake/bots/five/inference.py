"""What the others' behaviour tells of the pawns that they have seen: whoever leaves a pawn has a reason."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from partake.bots.five.mobility import turn_reach
from partake.engine.actions import Deal, Deed, GiveUp, Keep, Move, Piece, Return, Reveal
from partake.engine.five.board import PIECES, corners
from partake.engine.five.phases import Verdict, judge
from partake.engine.five.view import FiveView

LEFT_A_WIN = 0.05
"""How likely somebody is to leave a pawn within reach that would have won the round."""
LEFT_FOR_NOTHING = 0.5
"""… that would have been kept, and to take none at all."""
LEFT_FOR_A_GUESS = 0.7
"""… that would have been kept, and to take one that they had not seen."""
LEAST = 0.05
"""No value is doubted more than this: whoever has a reason to leave a pawn has it turn after turn."""


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
class _Story:
    """The round so far, followed move by move as everybody saw it."""

    view: FiveView
    pieces: list[int]
    hands: list[tuple[int, ...]]
    seen: list[set[int]]
    """For each seat the squares whose pawn it looked at, and nobody has turned up since."""
    factors: dict[int, list[float]] = field(default_factory=dict)


def hints(view: FiveView) -> dict[int, Sequence[float]]:
    """For squares that others have seen: how well each value agrees with what they did, 1 at best."""
    seats = len(view.hands)
    story = _Story(view, _corners(view), [()] * seats, [set() for _ in range(seats)])
    turn: _Turn | None = None
    square, value, deed = 0, 0, Deed.MOVE
    for actor, action in view.log:
        match action:
            case Move():
                if turn is None or turn.seat != actor or turn.moves == 2:
                    _judge_turn(story, turn)
                    turn = _begin(story, actor)
                turn.moves += 1
                square, deed = view.squares.index(action.square), action.deed
                story.pieces[PIECES.index(action.piece)] = square
                if deed is Deed.TAKE:
                    turn.taken = square
            case Reveal() if deed is Deed.LOOK:
                story.seen[turn.seat - 1 if turn else 0].add(square)
            case Reveal():
                value = action.value or 0
                _turned_up(story, square)
                if turn and judge(view.phase, view.edition, tuple(story.hands), turn.seat, value) is Verdict.KEPT:
                    story.hands[turn.seat - 1] += (value,)
            case Keep():
                story.hands[actor - 1] += (value,)
            case GiveUp():
                hand = list(story.hands[actor - 1])
                hand.remove(action.value)
                story.hands[actor - 1] = tuple(hand)
            case Return() | Deal():
                pass
    if turn is not None and turn.seat != view.turn:
        _judge_turn(story, turn)
    return dict(story.factors)


def _corners(view: FiveView) -> list[int]:
    """Where the pieces stood when the round began."""
    edition, index = view.edition, view.squares.index
    black, white = index(edition.corners["black"]), index(edition.corners["white"])
    knight = next((index(action.knight) for _, action in view.log if isinstance(action, Deal)), black)
    rook = next(corner for corner in corners(edition.size) if corner not in (black, white, knight))
    places = {Piece.BLACK: black, Piece.WHITE: white, Piece.KNIGHT: knight, Piece.ROOK: rook}
    return [places[piece] for piece in PIECES]


def _begin(story: _Story, seat: int) -> _Turn:
    reach = turn_reach(story.view.edition.size, tuple(story.pieces))
    return _Turn(seat, reach, story.hands[seat - 1], frozenset(story.seen[seat - 1]))


def _turned_up(story: _Story, square: int) -> None:
    """Everybody saw the pawn: it is kept, or known to all from now on."""
    story.factors.pop(square, None)
    for seen in story.seen:
        seen.discard(square)


def _judge_turn(story: _Story, turn: _Turn | None) -> None:
    """Doubt the values that this player would not have left where they are."""
    view = story.view
    if turn is None or turn.seat == view.seat:
        return
    hands = tuple(turn.hand if seat == turn.seat else hand for seat, hand in enumerate(story.hands, start=1))
    left = LEFT_FOR_NOTHING if turn.taken is None else 1.0 if turn.taken in turn.seen else LEFT_FOR_A_GUESS
    doubt = {Verdict.WINS: LEFT_A_WIN, Verdict.KEPT: left, Verdict.CHOICE: left}
    for square in turn.seen & story.seen[turn.seat - 1]:
        if turn.reach >> square & 1:
            factors = story.factors.setdefault(square, [1.0] * len(view.edition.values))
            for i, value in enumerate(view.edition.values):
                verdict = judge(view.phase, view.edition, hands, turn.seat, value)
                factors[i] = max(LEAST, factors[i] * doubt.get(verdict, 1.0))
