"""What a seat sees of Take Five."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from partake.engine.actions import Action, Deed, Move, Piece, Reveal
from partake.engine.contract import Chances, View
from partake.engine.five.board import squares
from partake.engine.five.legality import layout_chances, pawn_chances
from partake.engine.five.state import Pawn, Round, Shown, Wait
from partake.rules.edition import FiveEdition


class PawnView(NamedTuple):
    """A pawn lying face down, as one seat knows it."""

    known: int | None
    """Its value, if this seat has seen it and remembers everything."""
    public: bool
    seen: tuple[int, ...]
    """The seats that looked at it."""


@dataclass(frozen=True)
class FiveView(View):
    """Take Five as one seat sees it.

    `pawns[...].known` and `log` remember all that this seat has ever seen in the round; what lies open to the eye at
    this moment is in `shown` and `hands`.
    """

    edition: FiveEdition
    phase: str
    round: int
    markers: tuple[int, ...]
    turn: int
    turns: int
    pawns: tuple[PawnView | None, ...]
    """For each square the pawn on it, or None."""
    pieces: tuple[tuple[Piece, str], ...]
    hands: tuple[tuple[int, ...], ...]
    out: tuple[int, ...]
    moved: tuple[Piece, ...]
    took: bool
    wait: Wait | None
    square: str | None
    """The square whose pawn is being looked at or taken."""
    shown: Shown | None
    rounds: tuple[Round, ...]
    log: tuple[tuple[int, Action], ...]

    family = "five"

    @property
    def is_between_rounds(self) -> bool:
        """Whether a round has just ended, its pawns still there, and the next is about to be laid out."""
        return self.wait is Wait.DEAL and bool(self.pieces)

    @property
    def chance_outcomes(self) -> Chances:
        """The next layout, or the value of the pawn that is turned up, as far as this seat has seen the others.

        Other players' looks are hidden from it: their outcome is `Reveal(None)`.
        """
        if self.to_act or self.outcome is not None:
            return ()
        if self.wait is Wait.DEAL:
            return layout_chances(self.edition, seats=len(self.setup.seats), is_first=not self.turn)
        if self.wait is Wait.LOOK and self.seat != self.turn:
            return ((Reveal(None), Fraction(1)),)
        pawn = self.pawns[self.squares.index(self.square or "")]
        if pawn is not None and pawn.known is not None:
            return ((Reveal(pawn.known), Fraction(1)),)
        known = [pawn.known for pawn in self.pawns if pawn is not None and pawn.known is not None]
        return pawn_chances(self.edition, [*known, *(value for hand in self.hands for value in hand)])

    @property
    def squares(self) -> tuple[str, ...]:
        """The name of every square, in the order of `pawns`."""
        return squares(self.edition.size)


def pawn_view(pawn: Pawn | None, seat: int | None) -> PawnView | None:
    """A pawn as one seat, or a spectator, knows it."""
    if pawn is None:
        return None
    return PawnView(pawn.value if pawn.public or seat in pawn.seen else None, pawn.public, pawn.seen)


def redacted(log: Sequence[tuple[int, Action]], seat: int | None) -> tuple[tuple[int, Action], ...]:
    """A log without the values of looks, but for the looks of one seat."""
    found: list[tuple[int, Action]] = []
    for actor, action in log:
        if isinstance(action, Reveal) and found:
            looker, move = found[-1]
            if isinstance(move, Move) and move.deed is Deed.LOOK and looker != seat:
                action = Reveal(None)
        found.append((actor, action))
    return tuple(found)
