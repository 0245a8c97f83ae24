"""Games in lockstep are the same games: decks, boards and scores as one game at a time has them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import partake
from partake.fast import Batch, arrays_of, random_scores, score_boards
from partake.fast.lockstep import LANES, score_lanes, shuffle_lanes
from partake.fast.shuffle import shuffle_all
from partake.rules.edition import HexagonEdition
from partake.rules.variant import Variant, combinations, variant


def untied() -> list[Variant]:
    """Every variant in which no player's score depends on another's board, with options that change a single board."""
    found = []
    for edition in partake.editions().values():
        if isinstance(edition, HexagonEdition):
            for chosen in combinations(edition):
                if {"takeback": "yes", "rounds": "1"}.items() <= chosen.items():
                    made = variant(edition, chosen, seats=2)
                    found += [] if made.options.ties_players else [made]
    return found


FREE = [made for made in untied() if made.options.placement == "free" and not made.reserve]
IN_LANES = [made for made in FREE if len(arrays_of(made).lane_tiles)]


def name_of(made: Variant) -> str:
    options = made.options
    return "-".join([made.edition.name, *(options.text(name) for name in ("draw", "rays", "stamens", "scrapyard"))])


@given(st.integers(1, 127).flatmap(lambda size: st.tuples(st.just(size), st.integers(1, min(size, 64)))), st.data())
def test_decks_in_lockstep_are_those_of_one_game_at_a_time(sizes: tuple[int, int], data: st.DataObject) -> None:
    size, draws = sizes
    seed, first = np.uint64(data.draw(st.integers(0, 2**64 - 1))), data.draw(st.integers(0, 2**40))
    decks, expected = np.empty((draws, LANES), np.uint8), np.empty((LANES, size), np.int8)
    shuffle_lanes(seed, first, size, np.empty(LANES, np.uint64), np.empty(LANES, np.uint64), decks)
    shuffle_all(seed, first, draws, expected)
    assert (expected[:, :draws] == decks.T).all()


def test_lines_and_rays_alone_are_scored_in_lockstep() -> None:
    assert {made.edition.name for made in IN_LANES} == {"classic", "daffodil"}
    assert {made.options.rays for made in IN_LANES} == {"none", "each"}


@pytest.mark.parametrize("made", FREE, ids=name_of)
def test_random_games_are_a_batchs_decks_laid_out_in_order(made: Variant) -> None:
    """Over the border of a block, from a first game in the middle of nowhere."""
    games, first = LANES + 50, 12345
    batch = Batch(made, games, seed=3, first=first)
    boards = np.full((games, len(made.positions)), -1)
    boards[:, arrays_of(made).order] = batch._decks[:, : made.draws]
    assert random_scores(made, games, seed=3, first=first).tolist() == score_boards(made, boards).tolist()


@pytest.mark.parametrize("made", IN_LANES, ids=name_of)
def test_boards_in_lanes_score_as_boards_by_themselves(made: Variant) -> None:
    """Random boards; where tiles are wild, boards with a line of nothing but wild stripes."""
    rng, arrays = np.random.default_rng(1), arrays_of(made)
    size, tiles = len(made.positions), np.arange(len(made.tiles.tiles))
    boards = np.array([rng.permutation(tiles)[:size] for _ in range(LANES)])
    wild = [index for index, tile in enumerate(made.tiles.tiles) if tile.is_wild]
    for board in boards if wild else ():
        short = [line for line in made.board.lines if len(line.cells) <= len(wild)]
        cells = list(short[rng.integers(len(short))].cells)
        rest = rng.permutation(np.setdiff1d(tiles, wild))
        board[:] = rest[:size]
        board[cells] = wild[: len(cells)]
    padded = np.full((size + 1, LANES), 0xFFFF, np.uint16)
    padded[:size] = arrays.lane_tiles[boards].T
    common, totals = np.empty(LANES, np.uint16), np.empty(LANES, np.uint16)
    score_lanes(
        padded, common, totals, arrays.rules, arrays.lines, arrays.line_masks, arrays.lane_numbers,
        arrays.lane_points, arrays.lane_rays,
    )  # fmt: skip
    assert totals.tolist() == score_boards(made, boards).tolist()


@pytest.mark.parametrize(
    ("name", "options", "total"),
    [
        ("classic", {}, 10652),
        ("classic", {"rays": "each"}, 57091),
        ("classic", {"placement": "adjacent"}, 10620),
        ("classic", {"placement": "symbol"}, 10044),
        ("daffodil", {}, 37268),
        ("daffodil", {"stamens": "reserve", "rays": "each"}, 76343),
        ("nexus", {}, -20482),
        ("orchid", {"symbols": "both"}, 52415),
    ],
    ids=str,
)
def test_games_of_a_seed_never_change(name: str, options: dict[str, str], total: int) -> None:
    """Published means are of these games: a kernel that plays others is wrong, however fair."""
    edition = partake.edition(name)
    assert isinstance(edition, HexagonEdition)
    assert random_scores(variant(edition, options), 1000, seed=1).sum() == total
