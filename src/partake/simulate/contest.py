"""Contests: bots on the same deals, with seats rotated, so that the luck of the draw and of the seat cancels out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import comb
from typing import Any

from partake.bots import BotLike
from partake.engine.contract import Setup
from partake.engine.setup import arrange
from partake.rules.edition import Edition, HexagonEdition
from partake.rules.errors import OptionError, PartakeError
from partake.rules.messages import Message
from partake.rules.options import Given
from partake.rules.variant import variant
from partake.simulate.experiment import Experiment, check_experiment

MOST_BOTS = 12
"""The largest number of bots in a contest."""


@dataclass(frozen=True)
class Contest(Experiment):
    """Deals 1 to `games` of a seed; every choice of bots that fills a table plays each, once in every seat."""

    @property
    def seats(self) -> int:
        """The number of bots at a table: one where boards do not affect each other."""
        return len(self.setup.seats)

    @property
    def is_together(self) -> bool:
        """Whether bots meet at tables."""
        return self.seats > 1

    @property
    def can_be_compiled(self) -> bool:
        """Never: the compiled engine deals other games, and all bots must play the same."""
        return False

    @cached_property
    def tables(self) -> tuple[tuple[int, ...], ...]:
        """The seating of each table of a deal, as indices into `bots`: all combinations in all cyclic rotations."""
        return tuple(
            (*chosen[rotation:], *chosen[:rotation])
            for chosen in combinations(range(len(self.bots)), self.seats)
            for rotation in range(self.seats)
        )

    @property
    def tables_each(self) -> int:
        """The number of tables of a deal at which each bot sits."""
        return comb(len(self.bots) - 1, self.seats - 1) * self.seats

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """All pairs of bots, as indices into `bots`."""
        return tuple(combinations(range(len(self.bots)), 2))

    def facts(self) -> dict[str, Any]:
        """The contest as plain data."""
        return {**super().facts(), "seats": self.seats, "tables": len(self.tables)}


def make_contest(
    edition: Edition,
    bots: Sequence[BotLike],
    given: Given | None = None,
    *,
    seats: int | None = None,
    games: int,
    seed: str,
    **wanted: Any,
) -> Contest:
    """A validated contest; bots sit alone unless the rules tie players together or `seats` says otherwise.

    `wanted` are its other fields: rows, records, a limit.
    """
    if not 1 <= len(bots) <= MOST_BOTS:
        raise PartakeError(
            "an arena takes 1 to {most} bots, not {number_of_bots}", most=MOST_BOTS, number_of_bots=len(bots)
        )
    usual = _default_seats(edition, given or {}, len(bots)) if seats is None else seats
    if usual > len(bots):
        raise OptionError(
            "a table of {seats} needs at least {seats} bots, not {number_of_bots}: one may be named twice",
            seats=usual,
            number_of_bots=len(bots),
        )
    setup = arrange(edition, given, seats=usual)
    specs = check_experiment(setup, bots, games, seed)
    return Contest(setup, specs, games, seed, **wanted)


def _default_seats(edition: Edition, given: Given, bots: int) -> int:
    fewest, most = edition.seats
    if isinstance(edition, HexagonEdition) and not variant(edition, given, seats=max(2, fewest)).options.ties_players:
        return 1
    return min(max(2, fewest, bots), most)


def seating(setup: Setup) -> Message:
    """How the bots of a contest sit, in words."""
    seats = len(setup.seats)
    return Message("each alone") if seats == 1 else Message("tables of {seats}", seats=seats)
