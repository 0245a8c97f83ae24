"""The games of OpenSpiel pass its own tests and play by the engine's rules."""

from __future__ import annotations

import pickle
import random
from collections import Counter
from itertools import pairwise
from math import comb, isclose
from pathlib import Path

import pyspiel
import pytest

import partake
import partake.spiel
from partake.engine.actions import DEALER, TakeBack
from partake.engine.notation import parse_action
from partake.rules.errors import PartakeError
from partake.spiel.model import win_shares
from spiel.playthroughs.make import GAMES, recorded
from spiel_games import ALONE, TOGETHER, played

PLAYTHROUGHS = Path(__file__).parent / "playthroughs"


@pytest.mark.parametrize("name", [*ALONE[:-1], *TOGETHER])
def test_a_game_passes_the_tests_of_open_spiel(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False)


@pytest.mark.slow
@pytest.mark.parametrize("name", [*ALONE, *TOGETHER])
def test_many_games_pass_the_tests_of_open_spiel(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=3, serialize=True, verbose=False)


def test_every_edition_is_registered_and_has_a_playthrough() -> None:
    assert {f"partake_{name}" for name in partake.editions()} <= set(pyspiel.registered_names())
    assert {game.partition("(")[0] for game in GAMES.values()} == set(partake.spiel.NAMES.values())
    assert {path.stem for path in PLAYTHROUGHS.glob("*.txt")} == set(GAMES)


@pytest.mark.parametrize("name", GAMES)
def test_a_playthrough_is_as_it_was_recorded(name: str) -> None:
    assert recorded(GAMES[name]) == (PLAYTHROUGHS / f"{name}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", [*ALONE[:-1], *TOGETHER])
def test_states_are_the_engines(name: str) -> None:
    """Players do what the engine calls legal, in our notation; chance adds up; utilities are within their bounds."""
    game = pyspiel.load_game(name)
    for state in played(name, 1):
        model, node = state.model, state.node
        assert not any(isinstance(action, TakeBack) for _, action in node.log)
        if state.is_terminal():
            assert all(game.min_utility() <= points <= game.max_utility() for points in state.returns())
            if game.utility_sum() is not None:
                assert isclose(sum(state.returns()), 0, abs_tol=1e-9)
            assert state.move_number() <= game.max_game_length() + game.max_chance_outcomes() + len(node.log)
        elif state.is_chance_node():
            assert isclose(sum(chance for _, chance in state.chance_outcomes()), 1)
            dealt = {parse_action(state.action_to_string(number)) for number, _ in state.chance_outcomes()}
            offered = set(model.game.legal(node.state, DEALER))
            assert dealt <= offered
            assert {frozenset(getattr(a, "tiles", [a])) for a in dealt} == {
                frozenset(getattr(a, "tiles", [a])) for a in offered
            }, "two tiles of a call have no order"
        else:
            texts = [parse_action(state.action_to_string(number)) for number in state.legal_actions()]
            assert set(texts) == set(model.game.legal(node.state, state.current_player() + 1))
            assert len(texts) == len(set(texts)) > 0


@pytest.mark.parametrize("name", [*ALONE[:-1], *TOGETHER])
def test_a_state_can_be_cloned_pickled_and_read_back(name: str) -> None:
    game = pyspiel.load_game(name)
    assert pickle.loads(pickle.dumps(game)) == game == pyspiel.load_game(str(game))
    for number, state in enumerate(played(name, 2)):
        if number % 9 == 0:
            before, copy = str(state), state.clone()
            for same in (copy, pickle.loads(pickle.dumps(state)), game.deserialize_state(state.serialize())):
                assert str(same) == before
                assert same.history() == state.history()
                assert same.current_player() == state.current_player()
            if not copy.is_terminal():
                copy.apply_action(copy.legal_actions()[0])
                assert str(state) == before, "a clone goes its own way"


def test_pairs_are_drawn_without_order_and_the_odd_tile_alone() -> None:
    sizes = [len(state.chance_outcomes()) for state in played("partake_classic(draw=2)", 1) if state.is_chance_node()]
    assert sizes == [*(comb(27 - 2 * n, 2) for n in range(9)), 27 - 18]


def test_a_pawn_has_the_value_that_the_others_leave_it() -> None:
    """A pawn is turned by exact conditional probabilities: over whole games all values are turned equally often."""
    seen: Counter[str] = Counter()
    for seed in range(30):
        for before, after in pairwise(
            state.clone() for state in played("partake_five(turns=10,deals=1,markers=1)", seed)
        ):
            if before.is_chance_node() and before.history():
                seen[before.action_to_string(after.history()[-1])] += 1
                known = [pawn.value for pawn in before.node.state.pawns if pawn and pawn.value]
                known += [value for hand in before.node.state.hands for value in hand]
                for number, chance in before.chance_outcomes():
                    value = int(before.action_to_string(number)[1:])
                    assert isclose(chance, (4 - known.count(value)) / (36 - len(known)))
    assert set(seen) == {f"={value}" for value in range(1, 10)}


@pytest.mark.parametrize("name", [*ALONE[:-1], *TOGETHER[:-2]])
def test_the_points_are_those_of_the_engine(name: str) -> None:
    *_, state = played(name.replace(",utility=win", "").replace(",utility=margin", ""), 3)
    outcome = state.model.game.outcome(state.node.state)
    assert state.returns() == [float(total) for total in outcome.totals]


def test_utilities_that_compare_players_add_up_to_nothing() -> None:
    *_, state = played("partake_classic(players=3,utility=margin)", 3)
    *_, same = played("partake_classic(players=3)", 3)
    points = same.returns()
    assert state.returns() == pytest.approx([1.5 * (own - sum(points) / 3) for own in points])
    assert win_shares([2], 3) == [-0.5, 1.0, -0.5]
    assert win_shares([1, 2], 2) == [0.0, 0.0]
    assert win_shares([1, 3], 3) == [0.25, -0.5, 0.25]


def test_take_five_ends_with_its_last_layout() -> None:
    *_, state = played("partake_five(turns=1,deals=3)", 1)
    assert state.node.state.deals == 3
    assert state.returns() == [0.0, 0.0], "nobody has a marker"


def test_actions_have_the_numbers_of_the_environments() -> None:
    pytest.importorskip("gymnasium")
    pytest.importorskip("pettingzoo")
    from partake.env import HexagonEnv
    from partake.env.five import raw_env

    model = pyspiel.load_game("partake_five()").model
    assert raw_env().layout.actions == tuple(model.action(None, 1, number) for number in range(model.actions))
    for name, option in (("classic", "draw=2"), ("daffodil", "stamens=reserve"), ("nexus", ""), ("orchid", "draw=2")):
        key, _, value = option.partition("=")
        layout = HexagonEnv(name, **({key: value} if key else {})).layout
        assert pyspiel.load_game(f"partake_{name}({option})").num_distinct_actions() == layout.actions
        for state in played(f"partake_{name}({option})", 1):
            if not state.is_chance_node() and not state.is_terminal():
                view = state.model.game.view(state.node.state, 1)
                numbers = state.legal_actions()
                assert [parse_action(state.action_to_string(n)) for n in numbers] == [
                    layout.action(n, view) for n in numbers
                ]


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("partake_classic(players=9)", "classic takes 1 to 8 players"),
        ("partake_classic(utility=win)", "compares players"),
        ("partake_classic(players=2,utility=fame)", "it is one of points, margin, win"),
        ("partake_nexus(scrapyard=passed)", "two or more players"),
        ("partake_five(phase=4)", "from 1 to 3 for one of score, 21, quinte"),
        ("partake_five(turns=0)", "turns must be a whole number from 1 on"),
        ("partake_five(players=5)", "five takes 2 to 4 players"),
    ],
)
def test_what_makes_no_game_is_refused_in_a_sentence(name: str, reason: str) -> None:
    with pytest.raises(PartakeError, match=reason):
        pyspiel.load_game(name)


def test_an_edition_of_ones_own_is_registered_once(tmp_path: Path) -> None:
    text = (Path(partake.__file__).parent / "data" / "editions" / "classic.toml").read_text(encoding="utf-8")
    own = tmp_path / "own.toml"
    own.write_text(text.replace('name = "classic"', 'name = "ownclassic"', 1), encoding="utf-8")
    edition = partake.editions(data=[own])["ownclassic"]
    assert partake.spiel.register(edition) == partake.spiel.register(edition) == "partake_ownclassic"
    assert pyspiel.load_game("partake_ownclassic").num_distinct_actions() == 19
    own.write_text(own.read_text(encoding="utf-8").replace("sunray = 7", "sunray = 8"), encoding="utf-8")
    other = tmp_path / "other.toml"
    own.rename(other)
    with pytest.raises(PartakeError, match="another edition is registered"):
        partake.spiel.register(partake.editions(data=[other])["ownclassic"])


def test_random_play_of_open_spiel_needs_no_more_than_the_interface() -> None:
    """A bot of OpenSpiel, which knows nothing of these games, finishes one."""
    game = pyspiel.load_game("partake_classic")
    state, rng = game.new_initial_state(), random.Random(1)
    bot = pyspiel.make_uniform_random_bot(0, 1)
    while not state.is_terminal():
        state.apply_action(rng.choice(state.chance_outcomes())[0] if state.is_chance_node() else bot.step(state))
    assert len(state.history()) == 2 * 19
