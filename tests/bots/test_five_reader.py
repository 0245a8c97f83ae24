"""The reader plays Take Five: by the rules, by what its seat knows, and with judgement in every phase."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

import partake
from five_games import SQUARES, new_game
from partake import bots
from partake.bots.five import SKILLS, FiveBot
from partake.bots.five.mobility import turn_reach
from partake.bots.information_sets import twins
from partake.engine.actions import DEALER, Action, Deed, GiveUp, Keep, Move, Return, Reveal
from partake.engine.five.game import FiveGame
from partake.engine.five.state import FiveState, Pawn, Wait
from partake.engine.five.view import FiveView

CORNERS = ("a1", "f1", "a6", "f6")
"""Black bishop, white bishop, knight and rook at home."""
FEW = bots.Budget(steps=4)
PINNED = 26
"""How many of thirty games against greedy it wins at least with few worlds."""

Hands = tuple[tuple[int, ...], ...]


def at(square: str) -> int:
    return SQUARES.index(square)


def position(hands: Hands, known: Mapping[str, int], *, pieces: tuple[str, ...] = CORNERS, by: int = 1) -> FiveState:
    """Seat 1 to move; these pawns were seen by the seats up to `by`; as many squares are bare as pawns are held."""
    pawns: list[Pawn | None] = [Pawn() for _ in SQUARES]
    for square, value in known.items():
        pawns[at(square)] = Pawn(value, False, tuple(range(1, by + 1)))
    bare = [i for i, name in enumerate(SQUARES) if name not in known and name not in pieces]
    for i in bare[: sum(map(len, hands))]:
        pawns[i] = None
    places = tuple(at(square) for square in pieces)
    return FiveState(deals=1, turn=1, first=1, pawns=tuple(pawns), pieces=places, hands=hands, wait=None)


def choice(phase: str, state: FiveState, *, seed: int = 0) -> Action:
    return FiveBot(seed).choose(new_game(phase, seats=len(state.hands)).view(state, 1))


def after_turn(game: FiveGame, state: FiveState, bot: FiveBot) -> FiveState:
    """What the reader makes of its turn, when every pawn that nobody has seen is the lowest possible."""
    while state.turn == 1 and not state.over and state.wait is not Wait.DEAL:
        if state.wait in (Wait.LOOK, Wait.TAKE):
            state = game.play(state, DEALER, game.legal(state, DEALER)[0])
        else:
            state = game.play(state, 1, bot.choose(game.view(state, 1)))
    return state


def everywhere(values: tuple[int, ...], pieces: tuple[str, ...] = CORNERS) -> dict[str, int]:
    """Every square within reach, filled with these values in turn."""
    within = turn_reach(6, tuple(at(square) for square in pieces))
    squares = [name for i, name in enumerate(SQUARES) if within >> i & 1]
    return {square: values[i % len(values)] for i, square in enumerate(squares)}


# The rules and the seat


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_it_plays_whole_games_by_the_rules_and_the_same_one_again(seats: int) -> None:
    def game() -> list[Action]:
        table, done = partake.start("five", seats=seats, seed=f"whole {seats}"), list[Action]()
        seated = [FiveBot(seat, SKILLS[(seat + seats) % 5]) for seat in range(seats)]
        while not table.is_over:
            if not table.to_act:
                table.deal()
                continue
            seat = table.to_act[0]
            view = table.view(seat)
            done.append(seated[seat - 1].choose(view, bots.Budget(steps=2)))
            assert done[-1] in view.legal
            table.play(seat, done[-1])
        return done

    first = game()
    assert {type(action) for action in first} >= {Move, Keep, GiveUp}
    assert first == game()


def test_what_it_cannot_know_changes_nothing() -> None:
    """Games that differ in pawns which only the other has seen: the same view, the same choice."""
    table, checked = partake.start("five", seats=2, seed="alike"), 0
    seated = [FiveBot(1), bots.named("greedy")(2)]
    for number in range(150):
        if table.is_over:
            break
        if not table.to_act:
            table.deal()
            continue
        seat = table.to_act[0]
        if seat == 1 and number % 4 == 0:
            for twin in twins(table, 1, f"twin {number}"):
                other = FiveBot(number).choose(twin.view(1), FEW)
                assert other == FiveBot(number).choose(table.view(1), FEW)
                checked += twin.private_save().moves != table.private_save().moves
        table.play(seat, seated[seat - 1].choose(table.view(seat), FEW))
    assert checked > 10


def test_it_plays_take_five_only() -> None:
    table = partake.start("classic", seed="s")
    table.deal()
    with pytest.raises(TypeError, match="reader plays Take Five"):
        FiveBot(0).choose(table.view(1))


def test_the_clock_may_end_its_thinking() -> None:
    state = position(((), ()), {})
    view = new_game().view(state, 1)
    assert FiveBot(0).choose(view, bots.Budget(seconds=0.001)) in view.legal


# Judgement


@pytest.mark.parametrize(
    ("phase", "hands", "value"),
    [
        ("score", ((9, 8, 7, 6), (9, 5)), 4),
        ("21", ((9, 5), (9, 8)), 7),
        ("21", ((4, 4, 4, 4), (9, 8)), 5),
        ("quinte", ((6, 3, 4, 5), (1, 2)), 7),
    ],
)
def test_it_takes_the_pawn_that_wins(phase: str, hands: Hands, value: int) -> None:
    """Whatever its level, and however good a guess may look: the round is won within the turn."""
    for skill in SKILLS:
        for seed in range(3):
            end = after_turn(new_game(phase), position(hands, {"f3": value, "c3": 9}), FiveBot(seed, skill))
            assert [(won.winner, won.hands[0]) for won in end.rounds] == [(1, (*hands[0], value))]


def test_it_makes_way_for_the_piece_that_wins() -> None:
    """The 7 lies under the white bishop: that moves off, and the rook takes the pawn."""
    game = new_game("21", is_secret=False)
    state = after_turn(game, position(((9, 5), (9, 8)), {"f1": 7}), FiveBot(0))
    assert [won.winner for won in state.rounds] == [1]


def test_it_never_takes_a_known_pawn_over_21() -> None:
    for seed in range(5):
        known = everywhere((4, 5, 6, 7, 8))
        action = choice("21", position(((9, 9), (9, 3)), known), seed=seed)
        assert isinstance(action, Move)
        assert action.deed is Deed.LOOK


def test_it_takes_no_known_pawn_that_must_go_back() -> None:
    for phase, hands, values in (
        ("quinte", ((4, 5, 6), (1, 2)), (1, 9, 5, 4)),
        ("score", ((9, 8), (7, 6)), (8, 9)),
    ):
        known = everywhere(values)
        for square in list(known)[4 * len(values) - 4 :]:
            del known[square]
        action = choice(phase, position(hands, known))
        assert isinstance(action, Move)
        assert action.deed is not Deed.TAKE or action.square not in known


def test_it_looks_at_what_it_does_not_know() -> None:
    """One pawn short of 21, with nothing useful in sight, both looks go where it has not looked before."""
    game, known = new_game("21"), {}
    for i, square in enumerate(everywhere((5,))):
        if i % 2:
            known[square] = 6 + i % 4
    state = position(((9, 8, 3), (9,)), dict(list(known.items())[:10]))
    bot = FiveBot(0)
    for _ in range(2):
        view = game.view(state, 1)
        action = bot.choose(view)
        assert isinstance(action, Move)
        pawn = view.pawns[at(action.square)]
        assert action.deed is Deed.LOOK
        assert pawn is not None
        assert pawn.known is None
        state = game.play(game.play(state, 1, action), DEALER, Reveal(None))


def test_it_denies_the_pawn_that_the_other_needs() -> None:
    """Seat 2 has seen the 7 that makes its run, in reach of the rook; seat 1 cannot keep it, and shuts it off."""
    game = new_game("quinte", is_secret=False)
    state = position(((1, 2, 3), (3, 4, 5, 6)), {"f3": 7}, by=2)
    assert turn_reach(6, state.pieces) >> at("f3") & 1
    after = after_turn(game, state, FiveBot(0))
    assert after.turn == 2
    assert after.pawns[at("f3")] is None or not turn_reach(6, after.pieces) >> at("f3") & 1


@pytest.mark.parametrize("seed", range(4))
def test_it_takes_the_nine_that_it_knows_and_not_a_pawn_unseen(seed: int) -> None:
    """With nothing in hand yet: a high total is worth more than the surprise of another pawn."""
    end = after_turn(new_game("score"), position(((), ()), {"f3": 2, "d3": 9, "b4": 2}), FiveBot(seed))
    assert end.hands[0] == (9,)


def test_it_looks_before_it_takes_what_it_knows() -> None:
    """The 9 does not run away within the turn, and what the look shows may change the plan."""
    action = choice("score", position(((5,), (7,)), {"f3": 3, "c3": 9}))
    assert isinstance(action, Move)
    assert action.deed is Deed.LOOK


def test_it_gives_up_what_it_can_spare() -> None:
    """A second 9 was taken with 9, 8 and 1 in hand, and the other is ahead: the 1 goes."""
    state = position(((9, 8, 1), (9, 8, 7)), {}, pieces=("c3", "f1", "a6", "f6"))
    pawns = list(state.pawns)
    pawns[at("c3")] = Pawn(9, True)
    state = state._replace(pawns=tuple(pawns), wait=Wait.GIVE_UP, square=at("c3"), moved=("B",), took=True)
    action = choice("score", state)
    assert isinstance(action, GiveUp)
    assert action.value == 1


def test_it_keeps_a_good_first_pawn() -> None:
    state = position(((), ()), {}, pieces=("c3", "f1", "a6", "f6"))
    pawns = list(state.pawns)
    pawns[at("c3")] = Pawn(9, True)
    asked = state._replace(pawns=tuple(pawns), wait=Wait.CHOICE, square=at("c3"), moved=("B",), took=True)
    assert set(new_game().legal(asked, 1)) == {Keep(), Return()}
    assert choice("score", asked) == Keep()


@pytest.mark.slow
def test_it_beats_greedy() -> None:
    """Thirty games with few worlds; they are the same whenever they are played, so no luck is involved."""
    wins = 0
    for game in range(30):
        table, seat = partake.start("five", seats=2, seed=f"pinned {game}"), game % 2 + 1
        reader, greedy = FiveBot(game), bots.named("greedy")(game)
        while not table.is_over:
            if table.to_act:
                view = table.view(table.to_act[0])
                assert isinstance(view, FiveView)
                table.play(table.to_act[0], (reader if table.to_act[0] == seat else greedy).choose(view, FEW))
            else:
                table.deal()
        wins += table.outcome is not None and table.outcome.winners == (seat,)
    assert wins >= PINNED
