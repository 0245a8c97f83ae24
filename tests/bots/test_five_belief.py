"""What the reader knows: what it keeps in mind, what it infers, and the worlds that it thinks possible."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

import partake
from five_games import EDITION, SQUARES, dealt, new_game, play, turn
from partake import bots
from partake.bots.bot import SplitMix64
from partake.bots.five import SKILLS, STRONG, Skill
from partake.bots.five.belief import Belief
from partake.bots.five.inference import likelihoods
from partake.bots.five.skill import remembered
from partake.engine.five.game import FiveGame
from partake.engine.five.state import FiveState
from partake.engine.five.view import FiveView

PLAIN = replace(STRONG, infers=False)


def at(square: str) -> int:
    return SQUARES.index(square)


def idle(game: FiveGame, state: FiveState, turns: int) -> FiveState:
    """So many turns in which everybody only looks."""
    for _ in range(turns):
        state = turn(game, state)
    return state


def views(seats: int, seed: str) -> list[FiveView]:
    """Every view at which somebody must act in a game among greedy players."""
    table, found = partake.start("five", seats=seats, seed=seed), []
    seated = [bots.named("greedy")(seat) for seat in range(seats)]
    while not table.is_over:
        if not table.to_act:
            table.deal()
            continue
        view = table.view(table.to_act[0])
        assert isinstance(view, FiveView)
        found.append(view)
        table.play(table.to_act[0], seated[table.to_act[0] - 1].choose(view))
    return found


@pytest.mark.parametrize("skill", [SKILLS[0], SKILLS[2], STRONG])
@pytest.mark.parametrize("seats", [2, 4])
def test_worlds_agree_with_everything_known(seats: int, skill: Skill) -> None:
    """Known squares are fixed, bare ones are bare, and with the hands there are four pawns of each value."""
    dice = SplitMix64(1)
    for view in views(seats, "worlds")[::5]:
        belief = Belief(view, skill)
        assert sum(belief.pool) == len(belief.hidden)
        for _ in range(5):
            world = belief.world(dice)
            assert world.weight > 0
            for square, pawn in enumerate(view.pawns):
                assert (pawn is None) == (world.values[square] == 0)
                if square in belief.known:
                    assert pawn is not None
                    assert world.values[square] == pawn.known == belief.known[square]
            visible = Counter(value for hand in view.hands for value in hand)
            visible.update(value for value in world.values if value)
            assert visible == dict.fromkeys(EDITION.values, EDITION.copies)


def test_odds_are_the_shares_of_worlds_when_nothing_is_inferred() -> None:
    view = views(2, "odds")[20]
    belief, dice, draws = Belief(view, PLAIN), SplitMix64(2), 4000
    square = belief.hidden[3]
    found = Counter(belief.world(dice).values[square] for _ in range(draws))
    for value, share in zip(belief.values, belief.odds(square), strict=True):
        assert found[value] / draws == pytest.approx(share, abs=0.03)


def test_weighted_worlds_follow_what_was_inferred() -> None:
    """Drawn square by square, then weighed: the same odds as by counting all pairs of values."""
    game = new_game()
    view = game.view(idle(game, dealt(game), 8), 2)
    belief = Belief(view, STRONG)
    first, second = list(belief.likelihoods)[:2]
    exact, found = dict.fromkeys(belief.values, 0.0), dict.fromkeys(belief.values, 0.0)
    for i, value in enumerate(belief.values):
        for j in range(len(belief.values)):
            pairs = belief.pool[i] * (belief.pool[j] - (i == j))
            exact[value] += pairs * belief.likelihoods[first][i] * belief.likelihoods[second][j]
    belief.likelihoods = {square: belief.likelihoods[square] for square in (first, second)}
    dice = SplitMix64(3)
    for _ in range(6000):
        world = belief.world(dice)
        found[world.values[first]] += world.weight
    for value in belief.values:
        assert found[value] / sum(found.values()) == pytest.approx(exact[value] / sum(exact.values()), abs=0.03)


def test_forgetting_forgets_the_oldest_sightings() -> None:
    game = new_game(is_secret=False)
    moves = "1:N?b4 =7 1:B?b2 =1 2:R?f5 =2 2:W?c4 =3 1:N?d5 =9 1:B?c3 =4"
    state = play(game, moves, dealt(game))
    view = game.view(state, 1)
    assert remembered(view, None) == {at("b4"): 7, at("b2"): 1, at("d5"): 9, at("c3"): 4}
    assert remembered(view, 4) == remembered(view, None)
    assert remembered(view, 2) == {at("d5"): 9, at("c3"): 4}
    assert remembered(view, 1) == {at("c3"): 4}
    forgot = Belief(view, replace(STRONG, memory=1))
    assert at("d5") in forgot.hidden
    assert forgot.pool[8] == 4


def test_a_pawn_seen_again_is_fresh_in_mind_and_a_given_up_one_is_seen_by_all() -> None:
    game = new_game(is_secret=False)
    moves = "1:Nxb4 =9 1:keep 1:R?f5 =1 2:N?d5 =2 2:R?f4 =3 1:Rxf3 =9 1:9>b4 1:B?b2 =4"
    state = play(game, moves, dealt(game))
    assert remembered(game.view(state, 2), 2) == {at("f3"): 9, at("b4"): 9}
    assert remembered(game.view(state, 1), 2) == {at("b4"): 9, at("b2"): 4}


def test_whoever_leaves_a_pawn_that_wins_has_not_seen_it_there() -> None:
    """Seat 1 has 9 and 5, sees pawns, could come back to them, and does not: they are hardly a 7."""
    game = new_game("21")
    state = turn(game, turn(game, turn(game, dealt(game), 9)), 5)
    told = likelihoods(game.view(idle(game, state, 7), 2))
    doubted = [factors for factors in told.values() if factors[6] < 0.1]
    assert doubted
    for factors in doubted:
        assert factors[7] == 1  # an 8 would have been too much
        assert factors[6] < factors[0] < 1


def test_nobody_draws_conclusions_from_their_own_moves() -> None:
    game = new_game()
    state = idle(game, dealt(game), 8)
    mine = {square for square, pawn in enumerate(game.view(state, 1).pawns) if pawn and pawn.seen == (1,)}
    assert not mine & set(likelihoods(game.view(state, 1)))
    assert likelihoods(game.view(dealt(game), 1)) == {}


def test_the_five_levels_are_in_order() -> None:
    assert len(SKILLS) == 5
    memories = [100 if skill.memory is None else skill.memory for skill in SKILLS]
    assert memories == sorted(memories)
    assert [skill.playouts for skill in SKILLS] == sorted(skill.playouts for skill in SKILLS)
    assert [skill.reply for skill in SKILLS] == sorted(skill.reply for skill in SKILLS)
