"""The search of Take Five tries actions out in worlds that the seat cannot tell from the truth."""

from __future__ import annotations

from dataclasses import replace

import pytest

import partake
from five_games import SQUARES, new_game
from partake.bots import Budget, named
from partake.bots.bot import SplitMix64
from partake.bots.five import SKILLS, STRONG, FiveBot
from partake.bots.five.belief import Belief
from partake.bots.five.search import WorldSearch, imagined
from partake.bots.information_sets import twins
from partake.engine.actions import Action
from partake.engine.five.game import FiveGame
from partake.engine.five.state import FiveState, Pawn
from partake.engine.five.view import FiveView
from partake.engine.notation import parse_action

SOME = Budget(steps=8)
"""Two worlds for each of four actions."""


def threatened() -> FiveState:
    """Seat 2 has seen the 7 on f3 that makes 21, in reach of the rook; it is too much for seat 1, who is to move."""
    pawns: list[Pawn | None] = [Pawn() for _ in SQUARES]
    pawns[SQUARES.index("f3")] = Pawn(7, False, (1, 2))
    for square in ("b1", "c1", "d1", "e1"):
        pawns[SQUARES.index(square)] = None
    pieces = tuple(SQUARES.index(square) for square in ("a1", "f1", "a6", "f6"))
    hands = ((9, 9), (9, 5))
    return FiveState(deals=1, turn=1, first=1, pawns=tuple(pawns), pieces=pieces, hands=hands, wait=None)


def search_of(view: FiveView) -> WorldSearch:
    quick = FiveBot(1)
    return WorldSearch(view, Belief(view, STRONG), quick.choose, quick.judged)


def idles(view: FiveView) -> Action:
    """Seat 1 wastes its turn with a bishop; seat 2 plays."""
    return FiveBot(2).choose(view) if view.seat == 2 else view.legal[0]


@pytest.mark.parametrize("seats", [2, 4])
def test_an_imagined_state_looks_the_same_to_the_seat_that_imagines_it(seats: int) -> None:
    """For every decision of a game: the engine makes the very view again, legal actions and log included."""
    table, dice, checked = partake.start("five", seats=seats, seed="imagined"), SplitMix64(5), 0
    players = [named("greedy")(seat) for seat in range(seats)]
    for _ in range(400):
        if table.is_over:
            break
        if not table.to_act:
            table.deal()
            continue
        seat = table.to_act[0]
        view = table.view(seat)
        assert isinstance(view, FiveView)
        state = imagined(view, Belief(view, STRONG).world(dice))
        assert FiveGame(view.setup).view(state, seat) == replace(view, shown=None)
        checked += 1
        table.play(seat, players[seat - 1].choose(view))
    assert checked > 80


def test_a_rival_who_can_win_does_so_in_every_world() -> None:
    """A turn that leaves the pieces as they are for the rook to take the 7 loses; the reader's own does not."""
    view = new_game("21").view(threatened(), 1)
    search, dice = search_of(view), SplitMix64(1)
    worlds = [Belief(view, STRONG).world(dice) for _ in range(4)]
    deny, leave = FiveBot(0).choose(view), parse_action("N?b4")
    assert all(search.playout(world, deny) > 0 for world in worlds)
    idle = WorldSearch(view, Belief(view, STRONG), idles, FiveBot(1).judged)
    assert all(idle.playout(world, leave) == 0 for world in worlds)


def test_the_same_seed_searches_the_same_way() -> None:
    view = new_game("21").view(threatened(), 1)
    first = [FiveBot(seed, SKILLS[-1]).choose(view, SOME) for seed in range(3)]
    assert first == [FiveBot(seed, SKILLS[-1]).choose(view, SOME) for seed in range(3)]
    assert all(action in view.legal for action in first)


def test_what_it_cannot_know_changes_nothing_in_its_search() -> None:
    """Games that differ in pawns which only the other has seen: the same view, the same worlds, the same choice."""
    table, checked = partake.start("five", seats=2, seed="alike in search"), 0
    seated = [FiveBot(1), named("greedy")(2)]
    for number in range(60):
        if not table.to_act:
            table.deal()
            continue
        seat = table.to_act[0]
        view = table.view(seat)
        if seat == 1 and isinstance(view, FiveView) and not view.moved and checked < 3:
            for twin in twins(table, 1, f"search {number}"):
                if twin.private_save().moves != table.private_save().moves:
                    chosen = FiveBot(number).choose(twin.view(1), SOME)
                    assert chosen == FiveBot(number).choose(view, SOME)
                    checked += 1
                    break
        table.play(seat, seated[seat - 1].choose(view))
    assert checked == 3


def test_the_clock_ends_the_search_before_the_first_world() -> None:
    view = new_game("21").view(threatened(), 1)
    budget = Budget(seconds=1e-6)
    assert FiveBot(3).choose(view, budget) == FiveBot(3).choose(view)
