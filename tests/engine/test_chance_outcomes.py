"""What the dealer may do next, with exact probabilities, for who deals and for each seat."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from partake.engine.actions import Close, Deal, Draw, Reveal
from partake.engine.chance import Seed
from partake.engine.conformance import check_chance
from partake.engine.setup import arrange, make_game
from recorded import KNOWN, steps_of

EDITIONS = list(KNOWN.editions)


@pytest.mark.parametrize("edition", EDITIONS)
def test_probabilities_add_up_at_every_moment_of_a_game(edition: str) -> None:
    game = make_game(arrange(KNOWN.edition(edition), seats=2))
    for step in steps_of(edition)[:120]:
        check_chance(game, step.state)


def test_each_undrawn_tile_is_as_likely_and_the_last_is_followed_by_the_close() -> None:
    game = make_game(arrange(KNOWN.edition("classic"), seats=2))
    steps = [step for step in steps_of("classic") if game.to_act(step.state) == (0,)]
    assert [chance for _, chance in game.chance(steps[0].state)] == [Fraction(1, 27)] * 27
    third = next(step.state for step in steps if len(step.state.drawn) == 2)
    drawn = {action.tiles[0] for action, _ in game.chance(third) if isinstance(action, Draw)}
    assert drawn == {*game.setup.edition.tiles.tiles} - {*third.drawn}  # type: ignore[union-attr]
    assert game.chance(steps[-1].state if steps[-1].action else steps[-2].state) == ((Close(), Fraction(1)),)


def test_two_tiles_at_once_are_one_outcome_in_whichever_order() -> None:
    game = make_game(arrange(KNOWN.edition("classic"), {"draw": 2}, seats=2))
    chances = game.chance(game.start())
    assert len(chances) == 27 * 26 // 2
    assert {chance for _, chance in chances} == {Fraction(2, 27 * 26)}
    assert {frozenset(action.tiles) for action, _ in chances if isinstance(action, Draw)} == {
        frozenset(action.tiles) for action in game.legal(game.start(), 0) if isinstance(action, Draw)
    }


def test_a_pawn_has_each_value_as_often_as_it_is_left_to_who_asks() -> None:
    """Who deals knows every pawn that was turned up, a seat only those that it saw."""
    game = make_game(arrange(KNOWN.edition("five"), seats=2))
    looks = [step.state for step in steps_of("five") if step.state.wait == "look"]
    state = next(state for state in looks if len([p for p in state.pawns if p and p.value]) > 3)
    looker = state.turn
    other = 3 - looker
    assert game.view(state, other).chance_outcomes == ((Reveal(None), Fraction(1)),)
    assert game.view(state, None).chance_outcomes == ((Reveal(None), Fraction(1)),)
    seen = game.view(state, looker)
    known = Counter(pawn.known for pawn in seen.pawns if pawn and pawn.known)
    known.update(value for hand in seen.hands for value in hand)
    left = 36 - sum(known.values())
    assert dict(seen.chance_outcomes) == {Reveal(v): Fraction(4 - known[v], left) for v in range(1, 10) if known[v] < 4}


def test_a_pawn_that_is_turned_up_again_is_what_it_was() -> None:
    game = make_game(arrange(KNOWN.edition("five"), seats=2))
    again = next(
        step for step in steps_of("five") if step.state.wait == "take" and step.state.pawns[step.state.square].value
    )
    assert game.chance(again.state) == ((again.action, Fraction(1)),)


def test_layouts_differ_by_the_corner_of_the_knight_and_the_first_also_by_who_begins() -> None:
    game = make_game(arrange(KNOWN.edition("five"), seats=3))
    chances = game.chance(game.start())
    assert len(chances) == 6
    assert {chance for _, chance in chances} == {Fraction(1, 6)}
    between = next(s.state for s in steps_of("five") if s.state.wait == "deal" and s.state.deals)
    pair = make_game(arrange(KNOWN.edition("five"), seats=2)).chance(between)
    assert [(isinstance(deal, Deal) and deal.first, chance) for deal, chance in pair] == [(0, Fraction(1, 2))] * 2


def test_seeds_deal_as_often_as_the_probabilities_say() -> None:
    """A chi-squared test over seeds, fixed and so never a matter of luck: 26 degrees of freedom, p > 0.001."""
    game = make_game(arrange(KNOWN.edition("classic")))
    dealt = Counter(game.deal(game.start(), Seed.of(f"frequency {number}")) for number in range(2700))
    assert sum((dealt[action] - 100) ** 2 / 100 for action, _ in game.chance(game.start())) < 54.1
