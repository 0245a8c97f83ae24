"""The levels are in order on every edition and variant: each is ahead of the one below on the same deals."""

from __future__ import annotations

from typing import Any

import pytest

import partake
from partake.rules.edition import HexagonEdition
from partake.rules.errors import OptionError
from partake.rules.variant import variant
from partake.simulate import arena

Options = dict[str, Any]
CHANGING = ("placement", "draw", "rays", "stamens", "scrapyard", "symbols")
"""The options that make another game of an edition."""
DEALS = {"classic": 150, "daffodil": 120, "nexus": 30, "orchid": 60}
"""The deals on which the differences are far from chance; where players are compared, one in six of them."""
LADDER = ("beginner", "casual", "skilled", "expert")
"""The levels whose differences are large: `master` is ahead of `expert` by less than luck, as measured in `bench/`."""


def variants() -> list[tuple[str, Options]]:
    """Every edition by its usual rules, and with each option changed."""
    found: list[tuple[str, Options]] = []
    for name in DEALS:
        edition = partake.edition(name)
        assert isinstance(edition, HexagonEdition)
        found.append((name, {}))
        for option in CHANGING:
            for value in edition.offer.values.get(option, ())[1:]:
                try:
                    variant(edition, {option: value}, seats=2)
                except OptionError:
                    continue
                found.append((name, {option: value}))
    return found


@pytest.mark.parametrize(
    ("edition", "options"),
    variants(),
    ids=lambda part: part if isinstance(part, str) else ",".join(map("=".join, part.items())) or "usual",
)
def test_each_level_is_ahead_of_the_one_below(edition: str, options: Options) -> None:
    made = partake.edition(edition)
    assert isinstance(made, HexagonEdition)
    is_together = variant(made, options, seats=2).options.ties_players
    deals = DEALS[edition] // 6 if is_together else DEALS[edition]
    found = arena(edition, LADDER, games=deals, seed="order", **dict[str, Any](options))
    for below in range(len(LADDER) - 1):
        ahead = found.differences[below, below + 1]
        assert ahead.interval is not None
        assert ahead.interval[1] < 0, f"{LADDER[below]} is ahead of {LADDER[below + 1]} by {ahead.mean:.1f}"
