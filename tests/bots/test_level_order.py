"""The levels are in order on every edition and variant: each is ahead of the one below on the same deals."""

from __future__ import annotations

from math import sqrt
from statistics import fmean, stdev
from typing import Any

import pytest

import partake
from partake.bots import LEVELS
from partake.rules.edition import HexagonEdition
from partake.rules.errors import OptionError
from partake.rules.variant import variant

Options = dict[str, Any]
CHANGING = ("placement", "draw", "rays", "stamens", "scrapyard", "symbols")
"""The options that make another game of an edition."""
DEALS = {"classic": 150, "daffodil": 120, "nexus": 30, "orchid": 120}
"""The deals on which the differences are far from chance."""
LADDER = ("beginner", "casual", "skilled", "expert")
"""The levels whose differences are large: `master` is ahead of `expert` by less than luck, as measured in `bench/`."""


def variants() -> list[Any]:
    """Every edition by its usual rules, and with each option changed."""
    found = []
    for name in DEALS:
        edition = partake.edition(name)
        assert isinstance(edition, HexagonEdition)
        changed = [{option: value} for option in CHANGING for value in edition.offer.values.get(option, ())[1:]]
        for options in ({}, *changed):
            try:
                is_tied = variant(edition, options, seats=2).options.ties_players
            except OptionError:
                continue
            title = "-".join([name, *(f"{option}={value}" for option, value in options.items())])
            found.append(pytest.param(name, options, 2 if is_tied else 1, id=title))
    return found


def score(level: str, edition: str, options: Options, seats: int, deal: int) -> float:
    """What the first seat has in the end of a game by one level."""
    table = partake.start(edition, seats=seats, seed=f"order/{deal}", **options)
    bots = [LEVELS[level](100 * deal + seat) for seat in range(seats)]
    while table.outcome is None:
        if table.to_act:
            seat = table.to_act[0]
            table.play(seat, bots[seat - 1].choose(table.view(seat)))
        else:
            table.deal()
    return float(table.outcome.totals[0])


@pytest.mark.parametrize(("edition", "options", "seats"), variants())
def test_each_level_is_ahead_of_the_one_below(edition: str, options: Options, seats: int) -> None:
    """By more than the 95 % interval of the mean difference; the deals are always the same."""
    deals = range(DEALS[edition])
    below: list[float] = []
    for level in LADDER:
        scores = [score(level, edition, options, seats, deal) for deal in deals]
        if below:
            ahead = [own - other for own, other in zip(scores, below, strict=True)]
            margin = 1.96 * stdev(ahead) / sqrt(len(ahead))
            assert fmean(ahead) > margin, f"{level}: {fmean(ahead):.1f} ± {margin:.1f}"
        below = scores
