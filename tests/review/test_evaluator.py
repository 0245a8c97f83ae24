"""What the evaluator of a review says of a placement, against counting everything out."""

from __future__ import annotations

from statistics import fmean

import numpy as np
import pytest

from partake.bots.hexagon.value import Call
from partake.engine.hexagon.sheet import Sheet
from partake.learn import player
from partake.review.hexagon.evaluator import Evaluator, Rated
from partake.rules.catalogue import catalogue
from partake.rules.edition import HexagonEdition
from partake.rules.tiles import Tile
from partake.rules.variant import Variant, variant


def classic_with_rays() -> Variant:
    edition = catalogue().edition("classic")
    assert isinstance(edition, HexagonEdition)
    return variant(edition, {"rays": "each"})


def some_call(made: Variant, placed: int) -> Call:
    """A board with tiles on cells by lot, and another tile called."""
    rng = np.random.default_rng(placed)
    tiles = [made.tiles.tiles[i] for i in rng.permutation(len(made.tiles.tiles))]
    cells: list[Tile | None] = [None] * len(made.positions)
    for place, tile in zip(rng.permutation(len(cells))[:placed], tiles, strict=False):
        cells[place] = tile
    return Call(made, (tuple(cells),), 1, tuple(tiles[: placed + 1]), (tiles[placed],))


def counted(made: Variant, cells: tuple[Tile | None, ...], bag: list[Tile]) -> float:
    """What a board brings on average when everything that may come is placed best, tried out."""
    free = [place for place, tile in enumerate(cells) if tile is None]
    if not free:
        return float(Sheet(made, cells).score.total)
    return fmean(
        max(
            counted(made, (*cells[:place], tile, *cells[place + 1 :]), [other for other in bag if other != tile])
            for place in free
        )
        for tile in bag
    )


def rated(call: Call, monkeypatch: pytest.MonkeyPatch, extrapolation: float) -> Rated:
    monkeypatch.setattr(player, "EXTRAPOLATION", extrapolation)
    return Evaluator(call.variant).rated(call)


@pytest.mark.parametrize("placed", [16, 17])
def test_with_few_places_left_a_value_is_what_trying_everything_out_gives(placed: int) -> None:
    made = classic_with_rays()
    call = some_call(made, placed)
    cells, (tile,) = call.sheets[0], call.hand
    bag = [other for other in made.tiles.tiles if other not in call.drawn]
    found = Evaluator(made).rated(call)
    assert len(found) == len(made.positions) - placed
    for (_, place), value in found.items():
        assert value == pytest.approx(counted(made, (*cells[:place], tile, *cells[place + 1 :]), bag), abs=1e-3)


@pytest.mark.parametrize("placed", [4, 9, 15])
def test_what_a_second_look_finds_more_than_the_first_counts_again(
    placed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(player, "THREE_PLY_MARGIN", 0.0)
    call = some_call(classic_with_rays(), placed)
    firsts, seconds, hopes = (rated(call, monkeypatch, extrapolation) for extrapolation in (-1, 0, 1))
    assert max(firsts.values()) == pytest.approx(Evaluator(call.variant).promised(call))
    assert firsts != seconds
    for key in firsts:
        assert hopes[key] - seconds[key] == pytest.approx(seconds[key] - firsts[key])
