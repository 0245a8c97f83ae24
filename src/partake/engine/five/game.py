"""Take Five: shared pieces, hidden pawns, three phases."""

from __future__ import annotations

from fractions import Fraction

from partake.engine.actions import (
    DEALER,
    Action,
    Deal,
    Deed,
    GiveUp,
    Keep,
    Move,
    Piece,
    Return,
    Reveal,
)  # fmt: skip
from partake.engine.chance import Seed
from partake.engine.contract import Chances, Entry, Game, Log, Setup
from partake.engine.five.board import PIECES
from partake.engine.five.legality import FiveLegality, layout_chances, pawn_chances, to_act
from partake.engine.five.phases import Verdict, judge
from partake.engine.five.state import FiveState, Pawn, Round, Shown, Wait
from partake.engine.five.view import FiveView, pawn_view, redacted
from partake.engine.outcome import Item, Outcome, Score
from partake.rules.edition import FiveEdition
from partake.rules.errors import IllegalActionError


class FiveGame(Game[FiveState, FiveView]):
    """A game of Take Five. With `secret_looks` it follows a published log, in which the values of looks are hidden."""

    is_simultaneous = False

    def __init__(self, setup: Setup, *, secret_looks: bool = False) -> None:
        super().__init__(setup)
        if not isinstance(setup.edition, FiveEdition):
            raise TypeError("Take Five needs its own edition")
        self.edition = setup.edition
        self._legality = FiveLegality(self.edition, len(setup.seats), secret_looks=secret_looks)
        self.squares, self._index = self._legality.squares, self._legality.index

    def start(self) -> FiveState:
        """Before the first deal."""
        return FiveState()

    def phase(self, state: FiveState) -> str:
        """The phase of the round on the board."""
        return self.edition.phases[len(state.rounds) % len(self.edition.phases)]

    def to_act(self, state: FiveState) -> tuple[int, ...]:
        """The seat whose turn it is, or the dealer who must lay out pawns or turn one up."""
        return to_act(state)

    def legal(self, state: FiveState, actor: int) -> tuple[Action, ...]:
        """Everything the actor may do now."""
        return self._legality.legal(state, actor)

    def play(self, state: FiveState, actor: int, action: Action) -> FiveState:
        """Check an action and carry it out."""
        self.check_actor(actor)
        if state.over:
            raise IllegalActionError("the game is over")
        if actor not in to_act(state):
            raise IllegalActionError(
                "the dealer must wait" if actor == DEALER else "it is not the turn of seat {seat}", seat=actor
            )
        if not self._legality.allows(state, actor, action):
            raise IllegalActionError(self._legality.why_not(state, action))
        if isinstance(action, Deal):
            return self._deal_out(state, action)
        shown = state.shown if actor == DEALER else None
        state = state._replace(log=(*state.log, (actor, action)), shown=shown)
        match action:
            case Move():
                return self._move(state, action)
            case Reveal(value) if state.wait is Wait.LOOK:
                return self._look(state, value)
            case Reveal(value) if value is not None:
                return self._take(state, value)
            case Keep():
                return self._keep(state, self._turned(state))
            case Return():
                return self._send_back(state)
            case GiveUp(value, square):
                return self._give_up(state, value, self._index[square])
        raise AssertionError(f"{action} is allowed and has no effect")

    def _deal_out(self, state: FiveState, action: Deal) -> FiveState:
        knight = self._index[action.knight]
        rook = next(i for i in self._legality.free_corners if i != knight)
        first = action.first or state.turn
        return FiveState(
            rounds=state.rounds,
            deals=state.deals + 1,
            turn=first,
            first=first,
            pawns=(Pawn(),) * len(self.squares),
            pieces=(*self._legality.bishops, knight, rook),
            hands=((),) * len(self.setup.seats),
            wait=None,
            log=((DEALER, action),),
        )

    def _move(self, state: FiveState, move: Move) -> FiveState:
        square = self._index[move.square]
        pieces = tuple(square if p is move.piece else at for p, at in zip(PIECES, state.pieces, strict=True))
        state = state._replace(pieces=pieces, moved=(*state.moved, move.piece), square=square)
        match move.deed:
            case Deed.LOOK:
                return state._replace(wait=Wait.LOOK)
            case Deed.TAKE:
                return state._replace(wait=Wait.TAKE, took=True)
        return self._next(state)

    def _look(self, state: FiveState, value: int | None) -> FiveState:
        pawn = state.pawns[state.square] or Pawn()
        seen = pawn.seen if state.turn in pawn.seen else (*pawn.seen, state.turn)
        pawns = _put(state.pawns, state.square, Pawn(value if value is not None else pawn.value, pawn.public, seen))
        shown = Shown(state.turn, self.squares[state.square], value)
        return self._next(state._replace(pawns=pawns, shown=shown))

    def _take(self, state: FiveState, value: int) -> FiveState:
        """The pawn is turned up for all and judged by the phase's rule (F5, F7, F8)."""
        state = state._replace(
            pawns=_put(state.pawns, state.square, Pawn(value, True, _seen(state))),
            shown=Shown(0, self.squares[state.square], value),
        )
        match judge(self.phase(state), self.edition, state.hands, state.turn, value):
            case Verdict.WINS:
                return self._win(self._in_hand(state, value), state.turn)
            case Verdict.OUT:
                return self._go_out(self._in_hand(state, value))
            case Verdict.BACK:
                return self._send_back(state)
            case Verdict.CHOICE:
                return state._replace(wait=Wait.CHOICE)
        return self._keep(state, value)

    def _turned(self, state: FiveState) -> int:
        """The value of the pawn that was just taken."""
        pawn = state.pawns[state.square]
        if pawn is None or pawn.value is None:
            raise IllegalActionError("no pawn has been taken")
        return pawn.value

    def _in_hand(self, state: FiveState, value: int) -> FiveState:
        hands = tuple((*h, value) if s == state.turn else h for s, h in enumerate(state.hands, start=1))
        return state._replace(hands=hands, pawns=_put(state.pawns, state.square, None))

    def _keep(self, state: FiveState, value: int) -> FiveState:
        return self._next(self._in_hand(state, value))

    def _send_back(self, state: FiveState) -> FiveState:
        """The pawn stays where it was, known to all; a pawn taken earlier must be given up (F6)."""
        if state.hands[state.turn - 1]:
            return state._replace(wait=Wait.GIVE_UP)
        return self._next(state)

    def _give_up(self, state: FiveState, value: int, square: int) -> FiveState:
        hand = list(state.hands[state.turn - 1])
        hand.remove(value)
        hands = tuple(tuple(hand) if s == state.turn else h for s, h in enumerate(state.hands, start=1))
        return self._next(state._replace(hands=hands, pawns=_put(state.pawns, square, Pawn(value, True))))

    def _go_out(self, state: FiveState) -> FiveState:
        """Out of the round; the last player left in wins it (F7)."""
        state = state._replace(out=(*state.out, state.turn))
        left = [seat for seat in range(1, len(self.setup.seats) + 1) if seat not in state.out]
        return self._win(state, left[0]) if len(left) == 1 else self._next_turn(state)

    def _next(self, state: FiveState) -> FiveState:
        """After a completed move: the second piece, or the next turn."""
        state = state._replace(wait=None)
        if len(state.moved) < 2 and self._legality.can_move(state):
            return state
        return self._next_turn(state)

    def _next_turn(self, state: FiveState) -> FiveState:
        """The next player who is in and can move; too many turns, and the pawns are laid out anew (F9)."""
        seats = len(self.setup.seats)
        while True:
            turn = state.turn % seats + 1
            while turn in state.out:
                turn = turn % seats + 1
            state = state._replace(turn=turn, turns=state.turns + 1, moved=(), took=False, wait=None)
            if state.turns >= self.edition.turn_limit:
                return state._replace(turn=state.first, wait=Wait.DEAL)
            if self._legality.can_move(state):
                return state

    def _win(self, state: FiveState, winner: int) -> FiveState:
        """A marker for the winner; the player to the left begins the next round (F4)."""
        rounds = (*state.rounds, Round(self.phase(state), winner, state.hands))
        over = sum(won.winner == winner for won in rounds) == self.edition.markers
        turn = winner % len(self.setup.seats) + 1
        return state._replace(rounds=rounds, turn=turn, over=over, wait=None if over else Wait.DEAL)

    def view(self, state: FiveState, seat: int | None) -> FiveView:
        """The board and all open pawns; of face-down pawns only what this seat has seen."""
        if seat is not None and not 1 <= seat <= len(self.setup.seats):
            raise IllegalActionError("there is no seat {seat} at this table", seat=seat)
        shown = state.shown if state.shown and state.shown.seat in (0, seat) else None
        acting = state.wait in (Wait.LOOK, Wait.TAKE, Wait.CHOICE)
        return FiveView(
            setup=self.setup,
            seat=seat,
            to_act=tuple(actor for actor in self.to_act(state) if actor != DEALER),
            legal=self.legal(state, seat) if seat else (),
            outcome=self.outcome(state),
            edition=self.edition,
            phase=state.rounds[-1].phase if state.over else self.phase(state),
            round=len(state.rounds) + (not state.over),
            markers=self._markers(state),
            turn=state.turn,
            turns=state.turns,
            pawns=tuple(pawn_view(pawn, seat) for pawn in state.pawns),
            pieces=tuple((piece, self.squares[at]) for piece, at in zip(PIECES, state.pieces, strict=False)),
            hands=state.hands or ((),) * len(self.setup.seats),
            out=state.out,
            moved=tuple(Piece(piece) for piece in state.moved),
            took=state.took,
            wait=state.wait,
            square=self.squares[state.square] if acting else None,
            shown=shown,
            rounds=state.rounds,
            log=self.visible(state.log, seat),
        )

    def _markers(self, state: FiveState) -> tuple[int, ...]:
        return tuple(sum(r.winner == seat for r in state.rounds) for seat in range(1, len(self.setup.seats) + 1))

    def outcome(self, state: FiveState) -> Outcome | None:
        """A marker for each round won."""
        if not state.over:
            return None
        return Outcome(
            tuple(
                Score(
                    name,
                    tuple(
                        Item(kind="marker", points=1, phase=r.phase, round=n, hand=r.hands[seat - 1])
                        for n, r in enumerate(state.rounds, start=1)
                        if r.winner == seat
                    ),
                )
                for seat, name in enumerate(self.setup.names, start=1)
            ),
            "markers",
        )

    def is_between_rounds(self, state: FiveState) -> bool:
        """Whether a round has just ended and the next is about to be laid out."""
        return state.wait is Wait.DEAL and state.deals > 0

    def deal(self, state: FiveState, seed: Seed) -> Action:
        """The next layout's corners and beginner, or the pawn that lies there."""
        if state.wait is Wait.DEAL:
            knight = seed.shuffled(f"corners {state.deals + 1}", self._legality.free_corners)[0]
            seats = range(1, len(self.setup.seats) + 1)
            first = 0 if state.turn else seed.shuffled("begin", seats)[0]
            return Deal(self.squares[knight], first)
        pawn = state.pawns[state.square]
        if pawn is not None and pawn.value is not None:
            return Reveal(pawn.value)
        values = [value for value in self.edition.values for _ in range(self.edition.copies)]
        return Reveal(seed.shuffled(f"deal {state.deals}", values)[state.square])

    def chance(self, state: FiveState) -> Chances:
        """The layouts, or the values that the awaited pawn can have when all that was ever turned up is known.

        The pawns of a layout are no part of the deal: each gets its value when it is turned up.
        """
        if to_act(state) != (DEALER,):
            return ()
        if state.wait is Wait.DEAL:
            return layout_chances(self.edition, seats=len(self.setup.seats), is_first=not state.turn)
        values = self.legal(state, DEALER)
        if len(values) == 1:
            return ((values[0], Fraction(1)),)
        known = [pawn.value for pawn in state.pawns if pawn is not None and pawn.value is not None]
        return pawn_chances(self.edition, [*known, *(value for hand in state.hands for value in hand)])

    def visible(self, log: Log, seat: int | None) -> tuple[Entry, ...]:
        """The whole log, with the values that others looked at hidden."""
        return redacted(log, seat)


def _put(pawns: tuple[Pawn | None, ...], square: int, pawn: Pawn | None) -> tuple[Pawn | None, ...]:
    return (*pawns[:square], pawn, *pawns[square + 1 :])


def _seen(state: FiveState) -> tuple[int, ...]:
    pawn = state.pawns[state.square]
    return pawn.seen if pawn else ()
