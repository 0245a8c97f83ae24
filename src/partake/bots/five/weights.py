"""The numbers of the evaluation function, one set for each phase.

Most were found by games against `greedy`; `shared` and `points` by rounds of the evaluation against itself, of three
values of `points` the best, after a logistic regression of who won. SPSA over all of them found nothing beyond chance.
"""

from __future__ import annotations

import math
from typing import NamedTuple


class Weights(NamedTuple):
    """How a phase is judged."""

    cushion: float
    """What is added to each player's chance before they are compared."""
    power: float
    """The exponent by which the better chance prevails."""
    pace: float = 0.85
    """The chance that the round goes on for another turn."""
    grip: float = 0.6
    """The chance that a known pawn can be reached in some later turn."""
    looks: float = 2.5
    """How many new pawns a player can count on in a turn: two looks, and what earlier ones have left to choose from."""
    setback: float = 0.4
    """What is left of a hand's chance when a pawn has to go back and another one with it."""
    restart: float = 0.08
    """The chance of a hand that can only be taken apart; in the phase 21 there is no going back."""
    growth: int = 5
    """What a pawn adds to a rival's total in the phase score."""
    tempo: float = 1.2
    """What it is worth to have the next turn."""
    stays: float = 0.75
    """The chance to reach a pawn in one's next turn that is within reach now."""
    comes: float = 0.35
    """The same for a pawn that is not within reach now."""
    shared: float = 0.5
    """How much of it is left when a rival knows the pawn too."""
    certain: float = 0.95
    """The chance that a rival who can win does so."""
    later: float = 0.3
    """What a useful pawn just seen is worth beyond the next turn."""

    points: float = 0.0
    """What a point of a hand's total adds to the logarithm of its strength."""

    def strength(self, chance: float, total: float) -> float:
        """A chance and a hand's total on the scale on which players are compared."""
        found: float = (chance + self.cushion) ** self.power
        return found * math.exp(self.points * total)


WEIGHTS = {
    "score": Weights(cushion=0.4, power=7.0, points=0.08),
    "21": Weights(cushion=0.4, power=2.0, restart=0.0),
    "quinte": Weights(cushion=0.01, power=5.0),
}
"""The weights of each phase."""
