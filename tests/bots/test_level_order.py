"""The levels are in order on every edition and variant: each is ahead of the one below on the same deals."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pytest

import partake
from partake.rules.edition import HexagonEdition
from partake.rules.errors import OptionError
from partake.rules.variant import variant
from partake.simulate import arena

CHANGING = ("placement", "draw", "rays", "stamens", "scrapyard", "symbols")
"""The options that make another game of an edition."""
DEALS = {"classic": 150, "daffodil": 120, "nexus": 30, "orchid": 120}
"""The deals on which the differences are far from chance."""
LADDER = ("beginner", "casual", "skilled", "expert")
"""The levels whose differences are large: `master` is ahead of `expert` by less than luck, as measured in `bench/`."""
ALWAYS: tuple[dict[str, str], ...] = ({}, {"rays": "each"}, {"symbols": "both"})
"""The usual rules, and those by which levels were once not in order; the others are for `--slow`."""


def variants() -> list[Any]:
    """Every edition by its usual rules, and with each option changed."""
    found = []
    for name in DEALS:
        edition = partake.edition(name)
        assert isinstance(edition, HexagonEdition)
        changed = [{option: value} for option in CHANGING for value in edition.offer.values.get(option, ())[1:]]
        for options in ({}, *changed):
            try:
                settled = variant(edition, options, seats=2).options
            except OptionError:
                continue
            # Where boards touch, neighbouring levels meet at tables of two, else all play alone.
            groups = [*pairwise(LADDER)] if settled.ties_players else [LADDER]
            title = "-".join([name, *(f"{option}={value}" for option, value in options.items())])
            marks = [] if options in ALWAYS else [pytest.mark.slow]
            found.append(pytest.param(name, options, groups, id=title, marks=marks))
    return found


@pytest.mark.parametrize(("edition", "options", "groups"), variants())
def test_each_level_is_ahead_of_the_one_below(
    edition: str, options: dict[str, Any], groups: Sequence[Sequence[str]]
) -> None:
    """By more than the 95 % interval of the mean difference; the deals are always the same."""
    for levels in groups:
        found = arena(edition, levels, games=DEALS[edition], seed="order", **options)
        for below in range(len(levels) - 1):
            behind = found.differences[below, below + 1]
            assert behind.interval is not None
            assert behind.interval[1] < 0, f"{levels[below]} - {levels[below + 1]}: {behind.mean:.1f}"
