"""Take Five, rule by rule: the three phases and going back (F5 to F8)."""

from __future__ import annotations

from itertools import combinations, product

import pytest

from five_games import EDITION, SQUARES, dealt, new_game, play, take_all, turn
from partake.engine.actions import DEALER, Deed, GiveUp, Move, Reveal
from partake.engine.five.board import PIECES
from partake.engine.five.phases import Verdict, judge
from partake.engine.five.state import Pawn, Wait
from partake.rules.errors import IllegalActionError

# F5: score


def test_f5_five_different_pawns_that_beat_everybody_win_at_once() -> None:
    game = new_game()
    state = take_all(game, dealt(game), (9, 8, 7, 6), (9, 8, 7, 5))
    state = turn(game, state, 1)
    assert state.rounds[-1].winner == 1
    assert state.rounds[-1].hands == ((9, 8, 7, 6, 1), (9, 8, 7, 5))


def test_f5_a_fifth_that_does_not_beat_the_others_must_go_back() -> None:
    game = new_game()
    state = take_all(game, dealt(game), (1, 2, 3, 4), (9, 8, 7, 6))
    after = turn(game, state, 9, give=4)
    assert not after.rounds
    assert after.hands == ((1, 2, 3), (9, 8, 7, 6))


def test_f5_an_equal_total_does_not_win() -> None:
    game = new_game(seats=3)
    state = take_all(game, dealt(game), (9, 8, 7, 1), (9, 8, 7, 6), (1, 2, 3, 4))
    assert not turn(game, state, 5).rounds  # 30 against 30
    state = take_all(game, dealt(game), (9, 8, 7, 1), (9, 8, 7, 5), (1, 2, 3, 4))
    assert turn(game, state, 6).rounds[-1].winner == 1  # 31 against 29


def test_f5_every_other_player_must_be_beaten() -> None:
    game = new_game(seats=4)
    state = take_all(game, dealt(game), (1, 2, 3, 5), (4, 3, 2, 1), (9, 8, 7, 6), (2, 1, 4, 3))
    assert not turn(game, state, 9, give=1).rounds  # 20 beats 10 and 10, but not 30


def test_f5_a_duplicate_must_go_back() -> None:
    game = new_game()
    state = take_all(game, dealt(game), (9, 8), (1, 2))
    before = state.hands[0]
    state = turn(game, state, 9, give=8)
    assert before == (9, 8)
    assert state.hands[0] == (9,)


def test_f5_any_other_pawn_may_be_kept_or_sent_back_as_too_low() -> None:
    game = new_game()
    state = turn(game, turn(game, dealt(game), 9), 1)
    assert turn(game, state, 2).hands == ((9, 2), (1,))
    assert turn(game, state, 2, back=True).hands == ((), (1,))


def test_f5_a_winning_fifth_needs_no_word() -> None:
    game = new_game()
    state = take_all(game, dealt(game), (9, 8, 7, 6), (1, 2, 3, 4))
    state = turn(game, state, 5)
    assert state.wait is Wait.DEAL


# F6: going back


def test_f6_the_pawn_stays_where_it_was_known_to_all_under_the_piece() -> None:
    game = new_game()
    state = play(game, "1:Nxb4 =5 1:return 1:R?f5 =?", dealt(game))
    pawn = state.pawns[SQUARES.index("b4")]
    assert pawn == Pawn(5, True, ())
    for seat in (None, 1, 2):
        view = game.view(state, seat)
        seen = view.pawns[SQUARES.index("b4")]
        assert seen is not None
        assert (seen.known, seen.public) == (5, True)
        assert dict(view.pieces)[PIECES[2]] == "b4"


def test_f6_with_an_empty_hand_nothing_is_given_up() -> None:
    game = new_game()
    state = play(game, "1:Nxb4 =5 1:return", dealt(game))
    assert state.wait is None
    assert state.hands == ((), ())


def test_f6_one_earlier_pawn_of_choice_goes_to_an_empty_square_of_choice() -> None:
    game = new_game()
    state = take_all(game, dealt(game), (9, 8, 7), (1, 2, 3))
    moves = [m for m in game.legal(state, 1) if isinstance(m, Move) and m.deed is Deed.TAKE]
    state = game.play(game.play(state, 1, moves[0]), DEALER, Reveal(9))
    assert state.wait is Wait.GIVE_UP
    bare = {SQUARES[i] for i, pawn in enumerate(state.pawns) if pawn is None and i not in state.pieces}
    assert bare
    assert set(game.legal(state, 1)) == {GiveUp(value, square) for value in (7, 8, 9) for square in bare}
    assert all(square != moves[0].square for square in bare)
    spot = min(bare)
    after = game.play(state, 1, GiveUp(8, spot))
    assert after.hands[0] == (9, 7)
    assert after.pawns[SQUARES.index(spot)] == Pawn(8, True, ())


@pytest.mark.parametrize("text", ["1:6>b4", "1:9>a1", "1:9>z9", "1:keep", "1:return", "1:R?f5"])
def test_f6_a_wrong_give_up_is_refused(text: str) -> None:
    game = new_game()
    state = play(game, "1:Nxb4 =9 1:keep 1:R?f5 =? 2:N?d5 =? 2:R?f4 =? 1:Rxf3 =9", dealt(game))
    assert state.wait is Wait.GIVE_UP
    with pytest.raises(IllegalActionError, match="give up one of your pawns on an empty square"):
        play(game, text, state)
    assert play(game, "1:9>b4", state).hands == ((), ())


def test_f6_when_pieces_stand_on_all_empty_squares_the_pawn_goes_under_one() -> None:
    game = new_game()
    state = play(game, "1:Nxb4 =9 1:keep 1:R?f5 =? 2:B?b2 =? 2:W?e2 =? 1:Rxf4 =9", dealt(game))
    assert game.legal(state, 1) == (GiveUp(9, "b4"),)
    state = play(game, "1:9>b4", state)
    assert state.pawns[SQUARES.index("b4")] == Pawn(9, True, ())
    assert state.turn == 1


def test_f6_a_pawn_given_up_may_be_taken_again_at_its_known_value() -> None:
    game = new_game()
    state = play(game, "1:Nxb4 =9 1:keep 1:R?f5 =? 2:N?d5 =? 2:R?f4 =? 1:Rxf3 =9 1:9>b4 1:B?b2 =?", dealt(game))
    state = play(game, "2:Nxb4", state)
    assert game.legal(state, DEALER) == (Reveal(9),)
    with pytest.raises(IllegalActionError, match="cannot have that value"):
        play(game, "=8", state)


def test_f6_the_second_piece_still_moves_after_going_back() -> None:
    game = new_game()
    state = play(game, "1:Nxb4 =9 1:keep 1:R?f5 =? 2:N?d5 =? 2:R?f4 =? 1:Rxf3 =9 1:9>b4", dealt(game))
    assert (state.turn, state.moved) == (1, ("R",))


# F7: 21


@pytest.mark.parametrize("hand", [(9, 9, 3), (7, 7, 7), (9, 5, 4, 3), (1, 1, 1, 9, 9), (5, 5, 5, 5, 1)])
def test_f7_exactly_21_with_three_to_five_pawns_wins(hand: tuple[int, ...]) -> None:
    game = new_game("21")
    state = take_all(game, dealt(game), hand[:-1], (3, 2, 3, 2)[: len(hand) - 1])
    state = turn(game, state, hand[-1])
    assert state.rounds[-1].winner == 1
    assert state.rounds[-1].phase == "21"
    assert state.rounds[-1].hands[0] == hand


@pytest.mark.parametrize("hand", [(9, 9, 4), (9, 8, 1, 9), (1, 1, 2, 2, 5), (9, 1, 1, 1, 8), (5, 5, 5, 5, 2)])
def test_f7_over_21_or_five_pawns_below_it_is_out(hand: tuple[int, ...]) -> None:
    game = new_game("21", seats=3)
    state = take_all(game, dealt(game), hand[:-1], (3, 4, 3, 4)[: len(hand) - 1], (4, 3, 4, 3)[: len(hand) - 1])
    state = turn(game, state, hand[-1])
    assert state.out == (1,)
    assert not state.rounds
    assert (state.turn, game.view(state, None).out) == (2, (1,))


def test_f7_the_last_player_left_in_wins_even_with_nothing() -> None:
    game = new_game("21", seats=2)
    state = dealt(game)
    for value in (9, 9):
        state = turn(game, turn(game, state, value))
    state = turn(game, state, 4)
    assert state.rounds[-1].winner == 2
    assert state.rounds[-1].hands == ((9, 9, 4), ())
    assert state.turn == 1


def test_f7_players_who_are_out_are_passed_over() -> None:
    game = new_game("21", seats=4)
    state = take_all(game, dealt(game, first=1), (9, 9), (8, 8), (7, 7), (1, 1))
    state = turn(game, state, 9)
    state = turn(game, state, 9)
    assert (state.out, state.turn) == ((1, 2), 3)
    state = turn(game, turn(game, state))
    assert state.turn == 3
    state = turn(game, turn(game, state), 2)
    assert state.turn == 3
    state = turn(game, state, 8)
    assert state.rounds[-1].winner == 4
    assert state.rounds[-1].hands[3] == (1, 1, 2)
    assert state.turn == 1
    assert state.wait is Wait.DEAL


def test_f7_going_out_ends_the_turn_and_the_pawns_stay_out() -> None:
    game = new_game("21", seats=3)
    state = take_all(game, dealt(game), (9, 9), (1, 1), (2, 2))
    take = next(m for m in game.legal(state, 1) if isinstance(m, Move) and m.deed is Deed.TAKE)
    state = game.play(game.play(state, 1, take), DEALER, Reveal(9))
    assert state.turn == 2
    assert state.hands[0] == (9, 9, 9)
    assert state.pawns[SQUARES.index(take.square)] is None
    with pytest.raises(IllegalActionError, match="not the turn of seat 1"):
        play(game, "1:R?f5", state)


def test_f7_out_is_for_one_round_only() -> None:
    game = new_game("21", seats=2)
    state = dealt(game)
    for value in (9, 9):
        state = turn(game, turn(game, state, value))
    state = play(game, "deal:Na6", turn(game, state, 9))
    assert state.out == ()
    assert state.turn == 1


def test_f7_nothing_goes_back() -> None:
    game = new_game("21")
    state = play(game, "1:Nxb4 =9", dealt(game))
    assert state.hands == ((9,), ())
    assert state.wait is None


def test_f7_every_hand() -> None:
    for size in range(5):
        for held in product(range(1, 10), repeat=size):
            if sum(held) >= 21:
                continue
            for value in range(1, 10):
                total, count = sum(held) + value, size + 1
                verdict = judge("21", EDITION, (held, ()), 1, value)
                expected = Verdict.WINS if total == 21 else Verdict.OUT if total > 21 or count == 5 else Verdict.KEPT
                assert verdict is expected
                assert verdict is not Verdict.WINS or count >= 3


# F8: quinte


def test_f8_five_in_a_row_in_any_order_win() -> None:
    game = new_game("quinte")
    state = take_all(game, dealt(game), (5, 9, 7, 6), (1, 2, 3, 4))
    state = turn(game, state, 8)
    assert state.rounds[-1].winner == 1
    assert state.rounds[-1].phase == "quinte"


@pytest.mark.parametrize(("held", "value"), [((3,), 8), ((1,), 6), ((9,), 4), ((5, 7), 2), ((4, 5), 9), ((5,), 5)])
def test_f8_a_pawn_that_fits_no_run_goes_back(held: tuple[int, ...], value: int) -> None:
    game = new_game("quinte")
    state = dealt(game)
    for kept in held:
        state = turn(game, turn(game, state, kept))
    state = turn(game, state, value, give=held[0])
    assert state.hands[0] == held[1:]


@pytest.mark.parametrize(("held", "value"), [((3,), 7), ((1,), 5), ((9,), 5), ((5, 7), 3), ((2, 6), 4), ((8, 9), 5)])
def test_f8_a_pawn_that_fits_a_run_is_kept_without_a_word(held: tuple[int, ...], value: int) -> None:
    game = new_game("quinte")
    state = dealt(game)
    for kept in held:
        state = turn(game, turn(game, state, kept))
    assert turn(game, state, value).hands[0] == (*held, value)


def test_f8_every_hand() -> None:
    """Windows 1-5 to 5-9, and no others: nothing runs on past nine."""
    windows = [set(range(low, low + 5)) for low in range(1, 6)]
    for size in range(5):
        for held in combinations(range(1, 10), size):
            if not any(set(held) <= window for window in windows):
                continue
            for value in range(1, 10):
                fits = value not in held and any({*held, value} <= window for window in windows)
                expected = Verdict.BACK if not fits else Verdict.WINS if size == 4 else Verdict.KEPT
                assert judge("quinte", EDITION, (held, ()), 1, value) is expected
