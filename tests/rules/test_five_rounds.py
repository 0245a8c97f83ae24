"""Take Five, rule by rule: rounds and markers (F4), and who begins or cannot go on (F9)."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

import partake
from five_games import EDITION, dealt, new_game, play, take_all, turn, win_score
from partake.engine.actions import DEALER, Deal, Deed, Move
from partake.engine.chance import Seed
from partake.engine.five.board import is_dark, reachable
from partake.engine.five.game import FiveGame
from partake.engine.five.state import Pawn, Wait
from partake.engine.setup import arrange
from partake.rules.errors import IllegalActionError

# F4: rounds and markers


def test_f4_phases_rotate_and_the_left_neighbour_of_the_winner_begins() -> None:
    game = new_game(seats=3)
    state = dealt(game, first=2)
    assert game.phase(state) == "score"
    state = win_score(game, state)
    assert (state.wait, game.phase(state), state.turn) == (Wait.DEAL, "21", 3)
    assert game.view(state, None).markers == (0, 1, 0)
    state = play(game, "deal:Nf6", state)
    assert state.turn == 3
    for value in (9, 9, 3):
        state = turn(game, state, value)
        while state.turn != 3 and state.wait is not Wait.DEAL:
            state = turn(game, state)
    assert (game.phase(state), state.turn) == ("quinte", 1)
    state = play(game, "deal:Na6", state)
    for value in (1, 5, 3, 2, 4):
        state = turn(game, state, value)
        while state.turn != 1 and state.wait is not Wait.DEAL:
            state = turn(game, state)
    assert (game.phase(state), state.turn) == ("score", 2)
    assert game.view(state, None).markers == (1, 1, 1)


def test_f4_three_markers_win() -> None:
    edition = replace(EDITION, phases=("score",))
    game = FiveGame(arrange(edition, seats=2), secret_looks=True)
    state = game.start()
    for number in range(3):
        state = game.play(state, DEALER, Deal("a6", 0 if number else 1))
        if number:
            assert state.turn == 2
            state = turn(game, state)
        assert game.outcome(state) is None
        state = win_score(game, state)
    outcome = game.outcome(state)
    assert outcome is not None
    assert (outcome.totals, outcome.winners, outcome.unit) == ((3, 0), (1,), "markers")
    assert str(outcome) == "Player 1 wins: Player 1 3, Player 2 0 markers"
    assert outcome.scores[0].items[0].reason == "round 1, score, with 9 8 7 6 5"
    assert game.to_act(state) == ()
    with pytest.raises(IllegalActionError, match="the game is over"):
        play(game, "1:N?b4", state)


def test_f4_a_new_round_is_laid_out_afresh() -> None:
    game = new_game()
    state = play(game, "deal:Nf6", win_score(game, dealt(game)))
    assert state.pawns == (Pawn(),) * 36
    assert state.hands == ((), ())
    assert [square for _, square in game.view(state, 1).pieces] == ["a1", "f1", "f6", "a6"]
    assert state.log == ((DEALER, Deal("f6")),)
    assert (state.turns, state.moved, state.took, state.shown) == (0, (), False, None)


def test_f4_only_the_first_deal_says_who_begins() -> None:
    game = new_game()
    state = win_score(game, dealt(game))
    with pytest.raises(IllegalActionError, match="laid out"):
        play(game, "deal:Na6/1", state)
    with pytest.raises(IllegalActionError, match="laid out"):
        play(game, "deal:Na6")


# F9: who begins, who cannot move, and rounds without end


def test_f9_the_first_player_is_drawn() -> None:
    game = new_game(seats=4)
    firsts = set()
    for i in range(60):
        deal = game.deal(game.start(), Seed.of(f"first {i}"))
        assert isinstance(deal, Deal)
        firsts.add(deal.first)
    assert firsts == {1, 2, 3, 4}


def test_f9_on_this_board_two_pieces_can_always_move() -> None:
    """Whatever the positions, at most two of the four pieces are stuck: nobody ever lacks a second move."""
    steps = {"B": ((1, 1), (1, -1), (-1, 1), (-1, -1)), "R": ((1, 0), (-1, 0), (0, 1), (0, -1))}
    jumps = tuple((a * x, b * y) for x, y in ((1, 2), (2, 1)) for a in (1, -1) for b in (1, -1))
    near = {
        piece: [
            frozenset(
                (row + b) * 6 + column + a
                for a, b in steps.get(piece, jumps)
                if 0 <= row + b < 6 and 0 <= column + a < 6
            )
            for row, column in product(range(6), repeat=2)
        ]
        for piece in "BRN"
    }
    most = 0
    dark = [i for i in range(36) if is_dark(6, i)]
    for black, white, knight, rook in product(dark, set(range(36)) - set(dark), range(36), range(36)):
        at = {black, white, knight, rook}
        stuck = (near["B"][black] <= at, near["B"][white] <= at, near["N"][knight] <= at, near["R"][rook] <= at)
        most = max(most, sum(stuck) if len(at) == 4 else 0)
    assert most == 2


def test_f9_a_player_who_cannot_move_two_pieces_moves_one(monkeypatch: pytest.MonkeyPatch) -> None:
    game = new_game()
    state = dealt(game)
    monkeypatch.setattr(
        "partake.engine.five.legality.reachable",
        lambda size, piece, start, blocked: reachable(size, piece, start, blocked) if piece == "N" else iter(()),
    )
    assert {move.piece for move in game.legal(state, 1) if isinstance(move, Move)} == {"N"}
    assert play(game, "1:N?b4 =?", state).turn == 2


def test_f9_a_player_who_cannot_move_at_all_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    game = new_game(seats=3, turn_limit=7)
    state = play(game, "1:N?b4 =?", dealt(game))
    monkeypatch.setattr("partake.engine.five.legality.reachable", lambda size, piece, start, blocked: iter(()))
    after = game._next_turn(state)
    assert after.wait is Wait.DEAL  # nobody can move: the turns run out


def test_f9_after_200_turns_the_round_is_laid_out_anew_without_a_marker() -> None:
    game = new_game(seats=3)
    state = dealt(game, first=2)
    for _ in range(199):
        state = turn(game, state)
    assert (state.turns, state.wait) == (199, None)
    state = turn(game, state)
    assert state.wait is Wait.DEAL
    assert (game.phase(state), state.rounds) == ("score", ())
    assert state.turn == 2
    state = play(game, "deal:Nf6", state)
    assert (state.deals, state.turns, state.turn, state.hands) == (2, 0, 2, ((), (), ()))


def test_f9_a_win_with_the_last_turn_counts() -> None:
    game = new_game("21", turn_limit=5)
    state = take_all(game, dealt(game), (9, 9), (1, 1))
    assert state.turns == 4
    assert turn(game, state, 3).rounds[-1].winner == 1


def test_f9_a_game_laid_out_anew_can_still_be_recorded_and_resumed() -> None:
    edition = replace(EDITION, turn_limit=2)
    table = partake.start(edition, seats=2, seed="anew")
    for _ in range(40):
        if table.to_act:
            seat = table.to_act[0]
            looks = [m for m in table.view(seat).legal if isinstance(m, Move) and m.deed is Deed.LOOK]
            table.play(seat, looks[0])
        else:
            table.deal()
    deals = [action for _, action in table.private_save().moves if isinstance(action, Deal)]
    assert len(deals) > 3
    assert [deal.first for deal in deals][1:] == [0] * (len(deals) - 1)
    again = partake.Table.resume(table.private_save())
    assert again.view(1) == table.view(1)
