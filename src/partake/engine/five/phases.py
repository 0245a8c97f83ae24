"""What becomes of a taken pawn in each phase."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum, auto

from partake.rules.edition import FiveEdition

Hands = tuple[tuple[int, ...], ...]


class Verdict(Enum):
    """What the rules say of a pawn just taken."""

    KEPT = auto()
    CHOICE = auto()
    BACK = auto()
    OUT = auto()
    WINS = auto()


def judge(phase: str, edition: FiveEdition, hands: Hands, seat: int, value: int) -> Verdict:
    """The verdict on a pawn of this value taken by this seat."""
    return _JUDGES[phase](edition, hands, seat, value)


def _score(edition: FiveEdition, hands: Hands, seat: int, value: int) -> Verdict:
    """Five different pawns, the fifth only to win; any other may be sent back as too low (F5)."""
    hand = hands[seat - 1]
    if value in hand:
        return Verdict.BACK
    if len(hand) + 1 < edition.hand:
        return Verdict.CHOICE
    others = [sum(other) for i, other in enumerate(hands, start=1) if i != seat]
    return Verdict.WINS if sum(hand) + value > max(others) else Verdict.BACK


def _twenty_one(edition: FiveEdition, hands: Hands, seat: int, value: int) -> Verdict:
    """Exactly the target with three to five pawns; over it, or five below it, is out (F7)."""
    hand = (*hands[seat - 1], value)
    if sum(hand) == edition.target and len(hand) >= 3:
        return Verdict.WINS
    return Verdict.OUT if sum(hand) > edition.target or len(hand) == edition.hand else Verdict.KEPT


def _quinte(edition: FiveEdition, hands: Hands, seat: int, value: int) -> Verdict:
    """Five consecutive values; a pawn that cannot belong to such a run with those held goes back (F8)."""
    hand = {*hands[seat - 1], value}
    runs = (range(low, low + edition.hand) for low in edition.values)
    fits = any(hand <= set(run) and set(run) <= set(edition.values) for run in runs)
    if value in hands[seat - 1] or not fits:
        return Verdict.BACK
    return Verdict.WINS if len(hand) == edition.hand else Verdict.KEPT


_JUDGES: dict[str, Callable[[FiveEdition, Hands, int, int], Verdict]] = {
    "score": _score,
    "21": _twenty_one,
    "quinte": _quinte,
}
