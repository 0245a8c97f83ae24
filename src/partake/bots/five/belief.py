"""Belief state over the hidden pawns, and importance sampling of whole layouts (worlds) from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from partake.bots.bot import SplitMix64
from partake.bots.five.inference import likelihoods
from partake.bots.five.skill import Skill, remembered
from partake.engine.five.view import FiveView

_FINE = 1 << 32


class World(NamedTuple):
    """One way in which all pawns could lie, and how well it agrees with what all players did."""

    values: tuple[int, ...]
    """For each square its pawn's value, 0 where there is none."""
    weight: float


class Belief:
    """What one seat keeps in mind, the values that must be somewhere else, and what speaks for which of them."""

    def __init__(self, view: FiveView, skill: Skill) -> None:
        edition = view.edition
        self.values = edition.values
        self.size = len(view.pawns)
        self.known = remembered(view, skill.memory)
        self.hidden = tuple(at for at, pawn in enumerate(view.pawns) if pawn and at not in self.known)
        visible = [value for hand in view.hands for value in hand] + list(self.known.values())
        self.pool = tuple(edition.copies - visible.count(value) for value in edition.values)
        """The number of pawns of each value on the hidden squares."""
        told: Mapping[int, Sequence[float]] = likelihoods(view) if skill.infers else {}
        self.likelihoods = {
            square: [f / max(told[square]) for f in told[square]] for square in self.hidden if square in told
        }
        self._flat = _shares(self.pool)

    def odds(self, square: int) -> tuple[float, ...]:
        """How likely each value is on a square with a pawn, looked at by itself."""
        if square in self.known:
            return tuple(float(value == self.known[square]) for value in self.values)
        told = self.likelihoods.get(square)
        return self._flat if told is None else _shares([n * h for n, h in zip(self.pool, told, strict=True)])

    def world(self, dice: SplitMix64) -> World:
        """Importance sampling: a random world that agrees with all that is known; its weight corrects for the order of
        drawing."""
        left, weight = list(self.pool), 1.0
        values = [0] * self.size
        for square, value in self.known.items():
            values[square] = value
        for square, told in self.likelihoods.items():
            parts = [n * h for n, h in zip(left, told, strict=True)]
            total = sum(parts)
            weight *= total / sum(left)
            at = _pick(parts, dice.below(_FINE) / _FINE * total)
            left[at] -= 1
            values[square] = self.values[at]
        bag = [value for value, n in zip(self.values, left, strict=True) for _ in range(n)]
        for square in self.hidden:
            if square not in self.likelihoods:
                at = dice.below(len(bag))
                values[square], bag[at] = bag[at], bag[-1]
                bag.pop()
        return World(tuple(values), weight)


def _pick(parts: Sequence[float], point: float) -> int:
    """The part in which a point of their sum falls."""
    last = 0
    for i, part in enumerate(parts):
        if part > 0:
            last, point = i, point - part
            if point < 0:
                break
    return last


def _shares(parts: Sequence[float]) -> tuple[float, ...]:
    total = sum(parts)
    return tuple(part / total for part in parts) if total else tuple(parts)
