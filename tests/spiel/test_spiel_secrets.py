"""What OpenSpiel is told of a player's information: no more than the seat may know, and all that it has seen."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.observation import make_observation

from partake.engine.contract import View
from spiel_games import TOGETHER, played


def told(state: Any, player: int) -> list[Any]:
    """Everything that OpenSpiel says to a player about a state."""
    found: list[Any] = [state.information_state_string(player), state.observation_string(player)]
    found += [state.information_state_tensor(player), state.observation_tensor(player)]
    for public in (True, False):
        for private in (pyspiel.PrivateInfoType.NONE, pyspiel.PrivateInfoType.SINGLE_PLAYER):
            kind = pyspiel.IIGObservationType(perfect_recall=False, public_info=public, private_info=private)
            observer = make_observation(state.get_game(), kind)
            observer.set_from(state, player)
            found += [observer.string_from(state, player), observer.tensor.tolist()]
    if state.current_player() == player:
        found += [state.legal_actions(), [state.action_to_string(number) for number in state.legal_actions()]]
    return found


@pytest.mark.parametrize("name", TOGETHER)
def test_what_is_hidden_from_a_player_changes_nothing_of_what_it_is_told(name: str) -> None:
    rng, changed = random.Random(1), 0
    for number, state in enumerate(played(name, 1)):
        if number % 5 == 0 or number < 9:
            for player in range(state.num_players()):
                other = state.resample_from_infostate(player, rng.random)
                assert told(other, player) == told(state, player)
                changed += str(other) != str(state)
    assert changed > 3, "there is something to hide"


@pytest.mark.parametrize("name", TOGETHER)
def test_a_player_is_told_all_that_its_view_shows(name: str) -> None:
    """Two states with different views have different information states, whatever happened before."""
    seen: dict[tuple[int, str], View] = {}
    for seed in range(2):
        for state in played(name, seed):
            if (player := state.current_player()) >= 0:
                view = state.model.game.view(state.node.state, player + 1)
                key = player, state.information_state_string(player)
                assert seen.setdefault(key, view) == view
    assert len(set(seen)) > 20


@pytest.mark.parametrize("name", TOGETHER)
def test_tensors_with_recall_tell_as_much_as_texts(name: str) -> None:
    """Within a round of Take Five; the rounds before it leave nothing but markers."""
    tensors: dict[bytes, str] = {}
    for seed in range(2):
        for state in played(name, seed):
            if (player := state.current_player()) >= 0 and getattr(state.node.state, "deals", 1) == 1:
                tensor = np.array(state.information_state_tensor(player), np.float32).tobytes()
                text = state.information_state_string(player)
                assert tensors.setdefault(tensor, text) == text


def test_players_do_not_see_what_the_others_do_with_the_same_call() -> None:
    state = pyspiel.load_game("partake_classic(players=2)").new_initial_state()
    state.apply_action(0)
    told_of = {}
    for first in (3, 4):
        after = state.child(first)
        assert after.current_player() == 1
        told_of[first] = told(after, 1)
        second = after.child(0).child(1)
        assert (
            second.information_state_string(1) == f"p1 +1-2-3 1:1-2-3@{'b1' if first == 3 else 'b2'} 2:1-2-3@a1 +1-2-4"
        )
    assert told_of[3] == told_of[4]


def test_hidden_pawns_are_drawn_anew_by_their_conditional_probabilities() -> None:
    """Player 0 looks twice and player 1 draws these two anew: each value is as likely as the pawns left allow."""
    game = pyspiel.load_game("partake_five()")
    state = game.new_initial_state()
    state.apply_action(next(n for n, _ in state.chance_outcomes() if state.action_to_string(n).endswith("/1")))
    for text in ("B?b2", "=5", "W?e2", "=5"):
        state.apply_action(state.string_to_action(text))
    rng, values = random.Random(1), []
    for _ in range(1800):
        other = state.resample_from_infostate(1, rng.random)
        values += [pawn.value for pawn in other.node.state.pawns if pawn and pawn.value]
        assert state.resample_from_infostate(0, rng.random).history() == state.history(), "the looker knows both"
    counts = [values.count(value) for value in range(1, 10)]
    assert sum(counts) == 3600
    assert all(320 < count < 480 for count in counts)
