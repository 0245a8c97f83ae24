"""Where the rules compare players, the second half of a game is played for the chance to win."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import partake
from partake.bots import named
from partake.bots.hexagon.value import with_scrapped
from partake.engine.actions import Place
from partake.engine.hexagon.sheet import Sheet, score_table
from partake.engine.hexagon.view import HexagonView
from partake.engine.table import Table
from partake.learn.player import player_of
from partake.learn.rollouts import final_points
from partake.learn.search_budget import SearchBudget
from partake.learn.win_share import likeliest_winner, win_shares

COMPARING = [
    ("classic", {"rays": "best"}, 2),
    ("classic", {"rays": "best", "draw": 2}, 3),
    ("nexus", {"scrapyard": "passed"}, 2),
]
"""Rules that compare players, with one tile or two at a time."""


def late(edition: str, options: dict[str, Any], seats: int, left: int) -> tuple[Table, HexagonView]:
    """A table at which `value` plays, all but `seats` lots of the first tile, when so many tiles are still to come."""
    table = partake.start(edition, seats=seats, seed="late", **options)
    while True:
        if not table.to_act:
            table.deal()
            continue
        seat = table.to_act[0]
        view = table.view(seat)
        assert isinstance(view, HexagonView)
        if seat == 1 and view.draws_left <= left and len(view.hand) == view.variant.options.draw and not view.handed:
            return table, view
        bot = named("random" if len(view.drawn) <= 2 else "value")(seat)
        table.play(seat, bot.choose(view))


def test_a_shared_win_counts_as_its_share_and_nothing_else_as_one() -> None:
    points = np.array([[[5.0, 5.0, 5.0], [7.0, 6.0, 0.0]], [[6.0, 6.0, 0.0], [0.0, 9.0, 8.0]]])
    assert win_shares(points, 1, None, 0.0).tolist() == [(1 / 3 + 1) / 2, 1 / 4]
    assert win_shares(points, 2, None, 0.0).tolist() == [(1 / 3 + 0) / 2, (1 / 2 + 1) / 2]


def test_results_are_shifted_to_what_search_says_of_their_mean() -> None:
    """Both candidates have the same results; one is worth four points more, which wins one more of two games."""
    points = np.array([[[10.0, 12.0], [20.0, 12.0]]] * 2)
    assert win_shares(points, 1, np.array([15.0, 19.0]), 0.0).tolist() == [0.5, 1.0]
    soft = win_shares(points, 1, np.array([15.0, 19.0]), 2.0)
    assert 0.5 < soft[0] < soft[1] < 1


@pytest.mark.parametrize(("edition", "options", "seats"), COMPARING)
def test_rollouts_are_those_of_the_table_and_the_same_again(edition: str, options: dict[str, Any], seats: int) -> None:
    _, view = late(edition, options, seats, 6)
    variant, player = view.variant, player_of(view.variant)
    states = player.positions(with_scrapped(view), view.drawn)
    candidates = list(player.searched_values(states[0], view.hand, SearchBudget()))
    points = final_points(variant, states, 1, view.drawn, candidates, 40)
    assert points.shape == (len(candidates), 40, seats)
    assert (points == final_points(variant, states, 1, view.drawn, candidates, 40)).all()
    # Common random numbers: more rollouts begin with the same ones.
    assert (points == final_points(variant, states, 1, view.drawn, candidates, 60)[:, :40]).all()
    assert points.std(axis=1).min() > 0


def test_the_last_placement_is_scored_as_the_engine_scores_it() -> None:
    _, view = late("classic", {"rays": "best"}, 2, 0)
    player = player_of(view.variant)
    candidates = [((view.hand[0], at),) for at, tile in enumerate(view.cells[0]) if tile is None]
    states = player.positions(view.cells, view.drawn)
    points = final_points(view.variant, states, 1, view.drawn, candidates, 1)
    other = player.place(view.cells, 2, view.drawn, view.hand)
    for ((tile, at),), found in zip(candidates, points[:, 0], strict=True):
        sheets = [[*cells] for cells in view.cells]
        sheets[0][at], sheets[1][other[1]] = tile, other[0]
        totals = [score.total for score in score_table([Sheet(view.variant, tuple(cells)) for cells in sheets])]
        assert found.tolist() == [float(total) for total in totals]


@pytest.mark.parametrize(("edition", "options", "seats"), COMPARING)
def test_search_plays_the_likeliest_winner(edition: str, options: dict[str, Any], seats: int) -> None:
    table, view = late(edition, options, seats, 4)
    player = player_of(view.variant)
    sheets = with_scrapped(view)
    tile, at = likeliest_winner(player, sheets, 1, view.drawn, view.hand, SearchBudget())
    action = named("search")(7).choose(view)
    assert action in view.legal
    if isinstance(action, Place):
        assert action == Place(tile, view.variant.positions[at])
    table.play(1, action)


def test_early_in_a_game_and_when_time_is_up_points_decide() -> None:
    ticks = iter(range(1000))
    for left, budget in ((12, SearchBudget()), (6, SearchBudget(seconds=3, clock=lambda: float(next(ticks))))):
        _, view = late("classic", {"rays": "best"}, 2, left)
        player = player_of(view.variant)
        table = view.cells, 1, view.drawn, view.hand
        found = player.searched_values(player.positions(view.cells, view.drawn)[0], view.hand, SearchBudget(3))
        chosen = likeliest_winner(player, *table, budget)
        if left == 12:
            assert chosen == player.search(*table, SearchBudget())
        else:
            assert chosen in [moves[0] for moves in found]
