"""The checks of an edition find a game that breaks the contract, and say what is broken."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

import partake
from partake.engine.actions import Done
from partake.engine.chance import Seed
from partake.engine.conformance import (
    Snapshot,
    check_actions,
    check_chance,
    check_end,
    check_setup,
    check_state,
    check_views,
    check_visible,
    playthrough,
)
from partake.engine.contract import Game
from partake.engine.setup import arrange, make_game
from partake.rules.tiles import Tile

SEED = Seed.of("broken")
Broken = Callable[[Game[Any, Any]], None]


def game_and_snapshots() -> tuple[Game[Any, Any], list[Snapshot]]:
    game = make_game(arrange(partake.edition("classic"), {"takeback": "no"}, seats=2))
    return game, list(playthrough(game, SEED))


def changed(name: str, change: Callable[..., Any]) -> Broken:
    """Let one method of a game answer something else: the change is given the true answer and the arguments."""

    def apply(game: Game[Any, Any]) -> None:
        true = getattr(game, name)
        setattr(game, name, lambda *given: change(true(*given), *given))

    return apply


def view_with(**fields: Any) -> Broken:
    return changed("view", lambda view, state, seat: replace(view, **fields))


@pytest.mark.parametrize(
    ("words", "broken"),
    [
        ("the dealer alone, or seats", changed("to_act", lambda seats, state: (0, *seats))),
        ("the dealer alone, or seats", changed("to_act", lambda seats, state: (*seats, 3))),
        ("names somebody twice", changed("to_act", lambda seats, state: (*seats, 1))),
        ("an outcome exactly when nobody must act", changed("to_act", lambda seats, state: ())),
        ("listed twice", changed("legal", lambda legal, state, actor: legal + legal[:1])),
        ("can do nothing", changed("legal", lambda legal, state, actor: ())),
    ],
)
def test_who_may_do_what_is_checked(words: str, broken: Broken) -> None:
    game, snapshots = game_and_snapshots()
    broken(game)
    with pytest.raises(AssertionError, match=words):
        check_state(game, snapshots[1].state, SEED, thorough=False)


@pytest.mark.parametrize(
    ("words", "broken"),
    [
        ("chance and the legal actions of the dealer differ", changed("chance", lambda chances, state: chances[1:])),
        ("chance and the legal actions of the dealer differ", changed("legal", lambda legal, state, actor: legal[1:])),
        (
            "the probabilities do not add up to 1",
            changed("chance", lambda chances, state: tuple((action, chance / 2) for action, chance in chances)),
        ),
        ("rules out too much", view_with(drawn=(Tile(9, 7, 8),))),
        ("whether it is the dealer's turn", view_with(to_act=(1,))),
    ],
)
def test_chance_is_held_to_the_dealer_and_the_views(words: str, broken: Broken) -> None:
    game, snapshots = game_and_snapshots()
    broken(game)
    with pytest.raises(AssertionError, match=words):
        check_chance(game, snapshots[0].state)


def test_a_dealer_who_breaks_the_rules_or_changes_its_mind_is_found() -> None:
    game, snapshots = game_and_snapshots()
    first, second = game.legal(snapshots[0].state, 0)[:2]
    draws = iter((first, second))
    game.deal = lambda state, seed: next(draws)  # type: ignore[method-assign]
    with pytest.raises(AssertionError, match="does not do the same twice"):
        check_state(game, snapshots[0].state, SEED, thorough=False)
    game.deal = lambda state, seed: snapshots[1].action  # type: ignore[assignment, method-assign, return-value]
    with pytest.raises(AssertionError, match="which is not legal"):
        check_state(game, snapshots[0].state, SEED, thorough=False)


@pytest.mark.parametrize(
    ("words", "broken"),
    [
        ("says that it is of", view_with(seat=2)),
        ("has to_act", view_with(to_act=(2,))),
        ("other legal actions", view_with(legal=())),
        ("another outcome", view_with(outcome="won")),
        ("there is a view of seat", lambda game: _view_for_all(game)),
    ],
)
def test_views_are_held_to_the_game(words: str, broken: Broken) -> None:
    game, snapshots = game_and_snapshots()
    broken(game)
    with pytest.raises(AssertionError, match=words):
        check_views(game, snapshots[1].state)


def _view_for_all(game: Game[Any, Any]) -> None:
    true = game.view
    game.view = lambda state, seat: true(state, seat if seat in (None, 1, 2) else None)  # type: ignore[method-assign]


@pytest.mark.parametrize(
    ("words", "broken"),
    [
        ("does not see what it did itself", changed("visible", lambda seen, log, seat: ())),
        ("something that has not happened", changed("visible", lambda seen, log, seat: (seen[0], *seen))),
        (
            "what a spectator sees",
            changed("visible", lambda seen, log, seat: _own(log, seat) if seat else seen),
        ),
        ("saw more before", changed("visible", lambda seen, log, seat: seen if len(log) % 2 else _own(log, seat))),
        ("what is published", changed("published", lambda entries, log: entries[1:])),
    ],
)
def test_what_a_seat_may_read_is_checked(words: str, broken: Broken) -> None:
    game, snapshots = game_and_snapshots()
    broken(game)
    with pytest.raises(AssertionError, match=words):
        check_visible(game, snapshots[6].log)


def _own(log: Any, seat: int | None) -> tuple[Any, ...]:
    return tuple(entry for entry in log if entry[0] == seat)


@pytest.mark.parametrize(
    ("words", "broken"),
    [
        ("is legal or accepted, but not both", lambda game: setattr(game, "play", lambda state, actor, action: state)),
        ("done is refused", changed("legal", lambda legal, state, actor: (Done(),))),
        ("has legal actions", changed("legal", lambda legal, state, actor: (Done(),) if actor == 3 else legal)),
    ],
)
def test_play_is_held_to_the_legal_actions(words: str, broken: Broken) -> None:
    game, snapshots = game_and_snapshots()
    broken(game)
    with pytest.raises(AssertionError, match=words):
        check_actions(game, snapshots[1].state, SEED)


@pytest.mark.parametrize(
    ("words", "broken"),
    [
        ("without an outcome", changed("outcome", lambda outcome, state: None)),
        ("may still act", changed("legal", lambda legal, state, actor: (Done(),) if actor == 2 else legal)),
        ("other players", changed("outcome", lambda outcome, state: replace(outcome, scores=outcome.scores[::-1]))),
    ],
)
def test_the_end_is_checked(words: str, broken: Broken) -> None:
    game, snapshots = game_and_snapshots()
    broken(game)
    with pytest.raises(AssertionError, match=words):
        check_end(game, snapshots[-1].state)


def test_a_check_that_fails_names_the_setup_and_the_latest_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("partake.engine.hexagon.game.HexagonGame.published", lambda game, log: log[1:])
    with pytest.raises(AssertionError, match=r"^classic, 2 seats, .*, after \d+ moves \(… .*\): what is published"):
        check_setup(arrange(partake.edition("classic"), seats=2))
