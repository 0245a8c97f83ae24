"""The bot `search`: it looks further than `value`, and with a budget of one place it is `value`."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import partake
from partake.bench.strength import classic, shipped_network
from partake.bots import Budget
from partake.bots.bot import Bot
from partake.bots.hexagon.search import SearchBot
from partake.bots.hexagon.value import ValueBot
from partake.engine.actions import Place
from partake.engine.chance import Seed
from partake.engine.hexagon.view import HexagonView
from partake.learn.network.batch_games import AFFORDABLE, scores_and_luck
from partake.learn.search_budget import CANDIDATES

TABLES = [
    ("classic", {}),
    ("classic", {"rays": "each"}),
    ("classic", {"draw": "2"}),
    ("classic", {"draw": "2", "placement": "adjacent"}),
    ("daffodil", {"stamens": "reserve"}),
    ("orchid", {}),
]


def play(edition: str, bot: Bot, budget: Budget, seed: str, **options: Any) -> int:
    table = partake.start(edition, seats=1, seed=seed, **options)
    while not table.is_over:
        if table.to_act:
            view = table.view(1)
            action = bot.choose(view, budget)
            assert action in view.legal
            table.play(1, action)
        else:
            table.deal()
    assert table.outcome is not None
    return int(table.outcome.totals[0])


@pytest.mark.parametrize(("edition", "options"), TABLES)
def test_with_one_place_to_look_into_it_plays_as_value_does(edition: str, options: dict[str, Any]) -> None:
    table = partake.start(edition, seats=1, seed="one", **options)
    while not table.is_over:
        if table.to_act:
            view = table.view(1)
            action = SearchBot().choose(view, Budget(steps=1))
            assert action == ValueBot().choose(view)
            table.play(1, action)
        else:
            table.deal()


@pytest.mark.parametrize(("edition", "options"), TABLES)
def test_it_plays_legally_and_the_same_way_twice(edition: str, options: dict[str, str]) -> None:
    games = [play(edition, SearchBot(), Budget(steps=3), "twice", **options) for _ in range(2)]
    assert games[0] == games[1]


def test_the_bots_play_classic_as_the_compiled_games_do() -> None:
    made = classic()
    orders = [Seed.of(f"both{game}").shuffled("round 1", range(len(made.tiles.tiles))) for game in range(3)]
    decks = np.array(orders, np.int8)[:, : made.draws]
    for bot, candidates in ((ValueBot(), AFFORDABLE), (SearchBot(), CANDIDATES)):
        compiled, _ = scores_and_luck(*shipped_network(), decks, candidates=candidates)
        assert compiled.tolist() == [play("classic", bot, Budget(), f"both{game}") for game in range(3)]


def test_both_finish_a_line_that_only_waits_for_this_tile() -> None:
    """Eighteen tiles lie; the last one completes three lines wherever else nothing is free."""
    table = partake.start("classic", seats=1, seed="last")
    while len([cell for cell in _view(table).cells[0] if cell is None]) > 1 or not table.to_act:
        if table.to_act:
            table.play(1, ValueBot().choose(table.view(1)))
        else:
            table.deal()
    view = _view(table)
    free = view.variant.positions[view.cells[0].index(None)]
    for bot in (ValueBot(), SearchBot()):
        assert bot.choose(view) == Place(view.hand[0], free)
    assert len(view.cells[0]) == len(view.variant.positions)


def _view(table: partake.Table) -> HexagonView:
    view = table.view(1)
    assert isinstance(view, HexagonView)
    return view
