"""What a seat may not know changes nothing that it is shown: not its view, a picture, or the published record."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from dataclasses import fields
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import partake
from partake.engine.actions import DEALER, Action, Deal, Deed, Draw, Move, Reveal, TakeBack
from partake.engine.chance import Seed
from partake.engine.conformance import Snapshot, contents, playthrough
from partake.engine.contract import Game
from partake.engine.five.board import squares
from partake.engine.five.game import FiveGame
from partake.engine.notation import parse_move
from partake.engine.record.json import format_record_json
from partake.engine.record.model import Record
from partake.engine.record.text import format_record
from partake.engine.setup import arrange, make_game

Log = tuple[tuple[int, Action], ...]

DRAWINGS: list[Callable[[object], str]] = [
    getattr(import_module(module), name)
    for module, name in (("partake.draw.svg", "svg"), ("partake.draw.text", "text"))
    if find_spec(module)
]


def shown(game: Game[Any, Any], state: Any, seat: int | None, *, drawn: bool = False) -> dict[str, object]:
    """Everything that reaches a seat, as text where it can be."""
    view = game.view(state, seat)
    assert set(vars(view)) == {field.name for field in fields(view)}, "a view holds nothing beside its fields"
    found: dict[str, object] = {"view": view, "contents": contents(view)}
    if drawn:
        found |= {draw.__name__: draw(view) for draw in DRAWINGS}
    return found


def published(game: Game[Any, Any], log: Log) -> tuple[str, str]:
    record = Record(game.setup, "0" * 64, game.published(log))
    return format_record(record), format_record_json(record)


def replayed(game: Game[Any, Any], log: Log, state: Any = None) -> Any:
    state = game.start() if state is None else state
    for actor, action in log:
        state = game.play(state, actor, action)
    return state


@cache
def steps_of(name: str, seats: int, number: int, *options: tuple[str, str | int | bool]) -> list[Snapshot]:
    game = make_game(arrange(partake.edition(name), dict(options), seats=seats))
    return list(playthrough(game, Seed.of(f"{name} {number}")))


# Take Five: pawns that others looked at, and pawns that nobody has turned


def new_five(seats: int) -> FiveGame:
    game = make_game(arrange(partake.edition("five"), seats=seats))
    assert isinstance(game, FiveGame)
    return game


def round_of(log: Log) -> int:
    """Where the log of the round on the board begins."""
    return max(i for i, (_, action) in enumerate(log) if isinstance(action, Deal))


def hidden_from(log: Log, seat: int | None) -> set[str]:
    """The squares whose first pawn of this round was never turned up for all, nor for this seat."""
    known = set()
    for actor, action in log:
        if isinstance(action, Move) and (action.deed is Deed.TAKE or (action.deed is Deed.LOOK and actor == seat)):
            known.add(action.square)
    return set(squares(6)) - known


def with_other_pawns(game: FiveGame, log: Log, seat: int | None, seed: Seed, shuffle: str) -> Log:
    """The same game, but for the seat's ignorance: the pawns it never saw in this round lie in another order."""
    begin = round_of(log)
    deals = sum(isinstance(action, Deal) for _, action in log)
    values = [value for value in game.edition.values for _ in range(game.edition.copies)]
    layout = dict(zip(squares(6), seed.shuffled(f"deal {deals}", values), strict=True))
    hidden = sorted(hidden_from(log[begin:], seat))
    other = dict(zip(hidden, Seed.of(shuffle).shuffled("other", [layout[s] for s in hidden]), strict=True))
    found: list[tuple[int, Action]] = list(log[: begin + 1])
    for actor, action in log[begin + 1 :]:
        before = found[-1][1]
        if isinstance(action, Reveal) and isinstance(before, Move) and before.square in other:
            assert action.value == layout[before.square]
            action = Reveal(other[before.square])
        found.append((actor, action))
    return tuple(found)


@settings(max_examples=50)
@given(st.integers(0, 3), st.integers(2, 4), st.floats(0.01, 0.99), st.integers(0, 99))
def test_pawns_that_a_seat_never_saw_change_nothing_for_it(number: int, seats: int, part: float, shuffle: int) -> None:
    game, seed = new_five(seats), Seed.of(f"five {number}")
    steps = steps_of("five", seats, number)
    at = max(1, int(part * (len(steps) - 1)))
    log = steps[at].log
    for seat in (None, *range(1, seats + 1)):
        other = with_other_pawns(game, log, seat, seed, f"shuffle {shuffle}")
        drawn, begin = shuffle % 8 == 0, round_of(log)
        state = replayed(game, other[begin:], steps[begin].state)
        assert shown(game, state, seat, drawn=drawn) == shown(game, steps[at].state, seat, drawn=drawn)
        assert published(game, other) == published(game, log)


def test_the_other_pawns_do_differ_for_whoever_saw_them() -> None:
    """The check above is no empty one: what is hidden from one seat does change what another sees."""
    game, seed = new_five(2), Seed.of("five 1")
    log = list(playthrough(game, seed))[40].log
    other = with_other_pawns(game, log, 1, seed, "else")
    assert other != log
    assert game.view(replayed(game, other), 2) != game.view(replayed(game, log), 2)


def test_a_published_log_leads_to_the_spectators_view() -> None:
    """Whoever follows the published log knows neither more nor less than a spectator at the table."""
    game = new_five(3)
    follower = make_game(game.setup, published=True)
    for step in list(playthrough(game, Seed.of("follow")))[1:400:13]:
        view = follower.view(replayed(follower, game.published(step.log)), None)
        assert view == game.view(step.state, None)


def test_two_seeds_that_agree_on_everything_seen() -> None:
    """Tables that happen to be dealt alike as far as anybody has seen show the same, whatever lies under the rest."""
    first = partake.start("five", seats=2, seed="alike")
    deal = first.deal()
    seat = first.to_act[0]
    first.play(seat, "B?c3")
    look = first.deal()
    twins = 0
    for i in range(2000):
        second = partake.start("five", seats=2, seed=f"alike {i}")
        if second.deal() == deal:
            second.play(seat, "B?c3")
            seen = second.deal()
            for other in (None, 1, 2):
                same = contents(second.view(other)) == contents(first.view(other))
                assert same == (other != seat or seen == look)
            twins += seen == look
    assert twins > 3


# The hexagon family: what others did since the last draw, and the tiles to come


TABLES: list[tuple[str, int, dict[str, str | int | bool]]] = [
    ("classic", 2, {}),
    ("classic", 3, {"draw": 2, "placement": "adjacent"}),
    ("classic", 3, {"rays": "best", "rounds": 2}),
    ("daffodil", 3, {"stamens": "reserve"}),
    ("daffodil", 2, {"stamens": "reserve", "draw": 2, "placement": "symbol"}),
    ("nexus", 2, {"scrapyard": "lowest"}),
    ("nexus", 3, {"scrapyard": "passed"}),
    ("nexus", 4, {"scrapyard": "passed", "draw": 2, "rounds": 2}),
    ("orchid", 3, {"symbols": "both"}),
    ("orchid", 2, {"draw": 2}),
]


def settled(log: Log) -> int:
    """The length of the log up to the dealer's latest action: what everybody knows."""
    return max((i + 1 for i, (actor, _) in enumerate(log) if actor == DEALER), default=0)


def others_differently(game: Game[Any, Any], state: Any, seat: int | None, seed: Seed) -> list[Any]:
    """States in which the other seats did something else since the last draw, and as much of it."""
    found, wanted = [], game.to_act(state)
    for attempt in range(4):
        other = state
        for number in range(24):
            seats = [s for s in range(1, len(game.setup.seats) + 1) if s != seat]
            actor = seed.shuffled(f"who {attempt} {number}", seats)[0]
            legal = game.legal(other, actor)
            if legal:
                other = game.play(other, actor, seed.shuffled(f"what {attempt} {number}", legal)[0])
            if game.to_act(other) == wanted and (seat is None or game.legal(other, seat) == game.legal(state, seat)):
                found.append(other)
    return found


@settings(max_examples=50)
@given(st.sampled_from(TABLES), st.integers(0, 2), st.floats(0, 1))
def test_what_others_do_before_the_next_draw_changes_nothing(
    table: tuple[str, int, dict[str, str | int | bool]], number: int, part: float
) -> None:
    name, seats, options = table
    game, seed = make_game(arrange(partake.edition(name), options, seats=seats)), Seed.of(f"{name} {number}")
    steps = steps_of(name, seats, number, *options.items())
    step = steps[int(part * (len(steps) - 2))]
    for seat in (None, *range(1, seats + 1)):
        before = shown(game, step.state, seat, drawn=number == 0)
        handed = None if seat is None else game.view(step.state, seat).handed
        for other in others_differently(game, step.state, seat, seed)[:4]:
            if handed is None or game.view(other, seat).handed == handed:
                assert shown(game, other, seat, drawn=number == 0) == before
    public = published(game, step.log[: settled(step.log)])
    assert published(game, step.log) == public


def test_the_others_do_differ() -> None:
    game = make_game(arrange(partake.edition("classic"), seats=2))
    found = 0
    for step in playthrough(game, Seed.of("differ")):
        others = others_differently(game, step.state, 1, Seed.of("differ"))
        found += any(game.view(other, 2) != game.view(step.state, 2) for other in others)
    assert found > 10


@pytest.mark.parametrize(("name", "seats", "options"), TABLES)
def test_the_order_of_the_bag_changes_nothing(name: str, seats: int, options: dict[str, str | int | bool]) -> None:
    """A view follows from what happened: the same draws with different seeds behind them look the same."""
    game = make_game(arrange(partake.edition(name), options, seats=seats))
    log = list(playthrough(game, Seed.of("bag")))[25].log
    table = partake.Table(game.setup, Seed.of("another bag"))
    for actor, action in log:
        table._do(actor, action)
    state = replayed(game, log)
    for seat in (None, *range(1, seats + 1)):
        assert table.view(seat) == game.view(state, seat)
        assert contents(table.view(seat)) == contents(game.view(state, seat))


@pytest.mark.parametrize(("name", "seats", "options"), [*TABLES, ("five", 3, {})])
def test_no_state_seed_or_table_travels_with_a_view(
    name: str, seats: int, options: dict[str, str | int | bool]
) -> None:
    game = make_game(arrange(partake.edition(name), options, seats=seats))
    for step in list(playthrough(game, Seed.of("travel")))[:90:9]:
        for seat in (None, *range(1, seats + 1)):
            pickled = pickle.dumps(game.view(step.state, seat))
            for secret in (b"FiveState", b"HexagonState", b"SeatState", b"Seed", b"Table", b"Game"):
                assert secret not in pickled


def test_taking_back_leaves_no_trace() -> None:
    """After a take-back the view of everybody is what it was before, byte for byte."""
    for name, seats, options in TABLES:
        game = make_game(arrange(partake.edition(name), options, seats=seats))
        for step in list(playthrough(game, Seed.of("trace")))[:120:3]:
            for seat in range(1, seats + 1):
                moves = [action for action in game.legal(step.state, seat) if action != TakeBack()]
                for action in Seed.of(f"{len(step.log)}").shuffled("try", moves)[:3]:
                    after = game.play(step.state, seat, action)
                    assert TakeBack() in game.legal(after, seat), (name, options, action)
                    again = game.play(after, seat, TakeBack())
                    assert again == step.state, (name, options, action)


def test_a_holder_of_two_tiles_who_takes_one_back_leaves_no_trace() -> None:
    game = make_game(arrange(partake.edition("nexus"), {"scrapyard": "passed", "draw": 2}, seats=2))
    log = "+9-6-3+9-11-5 1:9-6-3@s 1:9-11-5@s"
    before = replayed(game, tuple(parse_move(word) for word in log.split()))
    after = replayed(game, tuple(parse_move(word) for word in (*log.split(), "2:9-6-3@s1/1", "2:back")))
    assert game.view(after, 2) == game.view(before, 2)


def test_the_dealer_ends_take_back() -> None:
    for name, seats, options in TABLES:
        game = make_game(arrange(partake.edition(name), options, seats=seats))
        for step in playthrough(game, Seed.of("settle")):
            if step.action is not None and step.actor == DEALER:
                after = game.play(step.state, DEALER, step.action)
                for seat in range(1, seats + 1):
                    assert TakeBack() not in game.legal(after, seat)
                if isinstance(step.action, Draw):
                    assert game.to_act(after) == tuple(range(1, seats + 1))
