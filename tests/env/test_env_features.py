"""Feature vectors: made for every variant from its data, and true of the game."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from partake.env import HexagonEnv
from partake.env.features import HexagonFeatures
from partake.env.hexagon_encoding import Observation


def played(env: HexagonEnv, seed: int) -> tuple[list[Observation], float]:
    """The observations of a random game, and its score."""
    seen, info = env.reset(seed=seed)
    env.action_space.seed(seed)
    found, over = [seen], False
    while not over:
        seen, _, over, _, info = env.step(env.action_space.sample())
        found.append(seen)
    return found, info["score"]


def test_vectors_are_in_their_space_and_a_batch_has_the_same_as_its_rows(alone: tuple[str, dict[str, Any]]) -> None:
    name, options = alone
    env = HexagonEnv(name, **options)
    features, game = HexagonFeatures(env.layout.variant), played(env, 1)[0][::6]
    rows = features.encode({key: np.stack([seen[key] for seen in game]) for key in game[0]})
    for seen, row in zip(game, rows, strict=True):
        assert row in features.space()
        assert (features.encode(seen) == row).all()
    assert sum(part.stop - part.start for part in features.fields.values()) == features.size


@pytest.mark.parametrize("name", ["classic", "daffodil"])
@pytest.mark.parametrize("seed", range(5))
def test_at_the_end_lines_are_worth_what_they_scored(name: str, seed: int) -> None:
    env = HexagonEnv(name)
    features = HexagonFeatures(env.layout.variant)
    game, score = played(env, seed)
    vector = features.encode(game[-1])
    assert vector[features.fields["filled"]].tolist() == [1.0] * len(env.layout.variant.board.lines)
    assert vector[features.fields["worth"]].sum() * features.most == pytest.approx(score)


@pytest.mark.parametrize(("name", "options"), [("classic", {}), ("nexus", {"rays": "longest"}), ("orchid", {})])
def test_what_a_line_can_no_longer_score_never_comes_back(name: str, options: dict[str, Any]) -> None:
    env = HexagonEnv(name, **options)
    features = HexagonFeatures(env.layout.variant)
    part = features.fields["possible"]
    game = [features.encode(seen)[part] for seen in played(env, 3)[0]]
    assert game[0].all()
    for before, after in pairwise(game):
        assert (after <= before).all()


def test_a_tile_fits_what_it_adds_to_and_spoils_what_it_breaks() -> None:
    features = HexagonFeatures(HexagonEnv("classic").layout.variant)
    tiles = features.variant.tiles.tiles
    nine, one = (next(i for i, tile in enumerate(tiles, start=1) if tile[0] == number) for number in (9, 1))
    board = np.zeros(19, np.int8)
    board[0] = nine
    bag = np.ones(27, np.int8)
    bag[[nine - 1, one - 1]] = 0
    hand = np.array([one], np.int8)
    vector = features.encode({"board": board, "hand": hand, "bag": bag})
    fits, spoils = (vector[features.fields[name]].reshape(19, 3) * features.most for name in ("fits", "spoils"))
    assert not fits[0].any()  # a cell that is taken
    assert (fits[1, 0], spoils[1, 0]) == (0, pytest.approx(27 / 3))  # the column of three has a nine
    assert (fits[4, 0], spoils[4, 0]) == (pytest.approx(4 / 4), 0)  # an empty column of four


def test_a_number_of_which_too_few_tiles_are_left_is_not_possible() -> None:
    features = HexagonFeatures(HexagonEnv("classic").layout.variant)
    nines = [i for i, tile in enumerate(features.variant.tiles.tiles) if tile[0] == 9]
    board, bag = np.zeros(19, np.int8), np.ones(27, np.int8)
    board[:5] = (
        np.array(nines[:5]) + 1
    )  # the first column, and half of the second; four are left for the third, of five
    bag[nines[:5]] = 0
    seen = {"board": board, "hand": np.zeros(1, np.int8), "bag": bag}
    columns = features.encode(seen)[features.fields["possible"]][: 5 * 3].reshape(5, 3)
    assert columns[:, 2].tolist() == [1, 1, 0, 1, 1]
    assert columns[0].tolist() == columns[1].tolist() == [0, 0, 1]
