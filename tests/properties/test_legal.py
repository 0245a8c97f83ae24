"""Legal actions are exactly those that `play` accepts, out of all that anybody could try."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import partake
from partake.engine.actions import (
    DEALER,
    Action,
    Close,
    Deal,
    Deed,
    Done,
    Draw,
    GiveUp,
    Keep,
    Move,
    Piece,
    Place,
    Relocate,
    Return,
    Reveal,
    Scrap,
    TakeBack,
)  # fmt: skip
from partake.engine.chance import Seed
from partake.engine.conformance import Snapshot, playthrough
from partake.engine.contract import Game
from partake.engine.five.board import squares
from partake.engine.five.game import FiveGame
from partake.engine.hexagon.game import HexagonGame
from partake.engine.setup import arrange, make_game
from partake.rules.errors import IllegalActionError
from partake.rules.tiles import Tile

TABLES: list[tuple[str, int, dict[str, str | int | bool]]] = [
    ("classic", 1, {}),
    ("classic", 2, {"placement": "adjacent", "draw": 2}),
    ("classic", 2, {"placement": "symbol", "takeback": "no"}),
    ("daffodil", 1, {"stamens": "first", "placement": "adjacent"}),
    ("daffodil", 2, {"stamens": "last", "draw": 2}),
    ("daffodil", 2, {"stamens": "reserve", "placement": "symbol"}),
    ("nexus", 1, {}),
    ("nexus", 3, {"scrapyard": "passed"}),
    ("nexus", 2, {"scrapyard": "passed", "draw": 2, "rounds": 2}),
    ("nexus", 2, {"scrapyard": "none", "placement": "symbol"}),
    ("orchid", 1, {"symbols": "moon"}),
    ("orchid", 2, {"symbols": "both", "draw": 2, "takeback": "no"}),
    ("five", 2, {}),
    ("five", 3, {}),
    ("five", 4, {}),
]
WORDS: tuple[Action, ...] = (Close(), Done(), TakeBack(), Keep(), Return())
FOREIGN = Tile(3, 3, 3)
_games: dict[tuple[int, int], tuple[Game[Any, Any], list[Snapshot]]] = {}


def game_of(table: int, number: int) -> tuple[Game[Any, Any], list[Snapshot]]:
    if (table, number) not in _games:
        name, seats, options = TABLES[table]
        game = make_game(arrange(partake.edition(name), options, seats=seats))
        _games[table, number] = game, list(playthrough(game, Seed.of(f"legal {number}")))
    return _games[table, number]


def universe(game: Game[Any, Any], state: Any, *, is_whole: bool = False) -> Iterator[Action]:
    """Everything that could be said at this table, sense or nonsense; if not the whole of it, then what comes close."""
    yield from WORDS
    if isinstance(game, FiveGame):
        places = (*squares(6), "g7", "a0", "")
        yield from (Deal(place, first) for place, first in product(places, range(6)))
        yield from (Reveal(value) for value in (None, *range(-1, 12)))
        yield from (Move(*move) for move in product(Piece, places, Deed))
        yield from (GiveUp(value, place) for value, place in product(range(11), places))
        yield Place(FOREIGN, "a1")
    elif isinstance(game, HexagonGame):
        tiles = (*state.called, *(tile for side in state.sides for tile in side.cells[-3:] if tile), FOREIGN)
        tiles = tuple(dict.fromkeys((*tiles, *(game.variant.tiles.tiles if is_whole else state.drawn[:1]))))
        beside = (*(f"s{i}" for i in range(9)), *(f"x{i}" for i in range(5)), "z9", "s", "")
        cells = (*(cell.name for cell in game.variant.board.cells), *beside)
        owners = range(-1, len(game.setup.seats) + 2)
        yield from (Place(tile, cell, owner) for tile, cell, owner in product(tiles, cells, owners))
        yield from (Relocate(tile, cell) for tile, cell in product(tiles, cells))
        yield from (Scrap(tile) for tile in tiles)
        bag = (*game.variant.tiles.tiles, FOREIGN)
        yield from (Draw((tile,)) for tile in bag)
        yield from (Draw(pair) for pair in (product(bag, bag) if is_whole else product(bag[::5], bag[::3])))
        yield from (Draw(()), Draw(bag[:3]), Keep(), Reveal(5), Move(Piece.ROOK, "a1", Deed.LOOK))


def accepts(game: Game[Any, Any], state: Any, actor: int, action: Action) -> bool:
    try:
        game.play(state, actor, action)
    except IllegalActionError as problem:
        return not str(problem)
    return True


@settings(max_examples=90)
@given(st.integers(0, len(TABLES) - 1), st.integers(0, 2), st.floats(0, 1))
def test_legal_is_what_play_accepts(table: int, number: int, part: float) -> None:
    game, steps = game_of(table, number)
    state = steps[int(part * (len(steps) - 1))].state
    assert_same(game, state, list(dict.fromkeys(universe(game, state))))


@pytest.mark.parametrize("table", range(len(TABLES)), ids=lambda i: f"{TABLES[i][0]}-{i}")
def test_legal_is_what_play_accepts_of_every_action_that_can_be_written(table: int) -> None:
    """Every tile on every cell for every seat, every pair of tiles, every piece on every square."""
    game, steps = game_of(table, 2)
    for part in (0.25, 0.6, 0.97):
        state = steps[int(part * (len(steps) - 1))].state
        assert_same(game, state, list(dict.fromkeys(universe(game, state, is_whole=True))), is_whole=True)


def assert_same(game: Game[Any, Any], state: Any, candidates: list[Action], *, is_whole: bool = False) -> None:
    """`play` accepts of these exactly what `legal` lists, from everybody."""
    for actor in range(-1, len(game.setup.seats) + 2):
        legal = set(game.legal(state, actor))
        accepted = {action for action in candidates if accepts(game, state, actor, action)}
        assert accepted <= legal, f"{actor} may play what is not legal"
        assert legal & set(candidates) <= accepted, f"{actor} may not play what is legal"
        if is_whole or actor != DEALER:
            assert legal <= set(candidates), f"{actor} has legal actions nobody thought of"


@pytest.mark.parametrize("table", range(len(TABLES)), ids=lambda i: f"{TABLES[i][0]}-{i}")
def test_every_legal_action_is_accepted_throughout_a_game(table: int) -> None:
    game, steps = game_of(table, 0)
    for step in steps[:: max(1, len(steps) // 40)]:
        for actor in range(len(game.setup.seats) + 1):
            for action in game.legal(step.state, actor)[:60]:
                assert accepts(game, step.state, actor, action)


@pytest.mark.parametrize("table", range(len(TABLES)), ids=lambda i: f"{TABLES[i][0]}-{i}")
def test_the_order_in_which_seats_act_between_draws_does_not_matter(table: int) -> None:
    """Seats that must act at once can do so in either order and come to the same state."""
    game, steps = game_of(table, 1)
    for step in steps[:: max(1, len(steps) // 30)]:
        waiting = game.to_act(step.state)
        if len(waiting) < 2:
            continue
        one, other = waiting[:2]
        first, second = game.legal(step.state, one)[0], game.legal(step.state, other)[0]
        there = game.play(game.play(step.state, one, first), other, second)
        back = game.play(game.play(step.state, other, second), one, first)
        assert there == back
