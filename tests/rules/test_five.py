"""Take Five, rule by rule: the board, moves and turns (F1 to F3)."""

from __future__ import annotations

from collections import Counter

import pytest

import partake
from five_games import SQUARES, dealt, new_game, play, targets
from partake.engine.actions import DEALER, Deal, Deed, Keep, Move, Return, Reveal
from partake.engine.chance import Seed
from partake.engine.conformance import playthrough
from partake.engine.five.board import PIECES, is_dark, reachable
from partake.engine.five.state import Wait
from partake.rules.errors import IllegalActionError, OptionError

# F1: the board


@pytest.mark.parametrize("seats", [0, 1, 5, 8])
def test_f1_two_to_four_players(seats: int) -> None:
    with pytest.raises(OptionError, match="takes 2 to 4 players"):
        partake.start("five", seats=seats)


def test_f1_no_pairs_and_no_open_tables() -> None:
    with pytest.raises(OptionError, match="not played in pairs"):
        partake.start("five", seats=["Ann & Bob", "Cy"])
    with pytest.raises(OptionError, match="open table"):
        partake.start("five", seats=2, is_open=True)


def test_f1_four_pawns_each_of_one_to_nine() -> None:
    game = new_game()
    for text in ("one", "two", "three"):
        state, values = dealt(game), []
        for square in range(36):
            answer = game.deal(state._replace(wait=Wait.LOOK, square=square), Seed.of(text))
            assert isinstance(answer, Reveal)
            values.append(answer.value)
        assert Counter(values) == dict.fromkeys(range(1, 10), 4)


def test_f1_there_is_no_fifth_pawn_of_one_value() -> None:
    """Pawns on the board, seen in secret or by all, and pawns in hands count alike."""
    game = new_game(is_secret=False)
    state = play(game, "1:Nxb4 =7 1:keep 1:R?f5 =7 2:N?d5 =7 2:Rxf4", dealt(game))
    assert Reveal(7) in game.legal(state, DEALER)
    state = play(game, "=7 2:return 1:N?e3", state)
    assert game.legal(state, DEALER) == tuple(Reveal(value) for value in (1, 2, 3, 4, 5, 6, 8, 9))
    with pytest.raises(IllegalActionError, match="the pawn cannot have that value"):
        game.play(state, DEALER, Reveal(7))


def test_f1_layouts_differ_from_deal_to_deal() -> None:
    game, seed = new_game(), Seed.of("layouts")
    first = dealt(game)
    layouts = {
        tuple(game.deal(first._replace(wait=Wait.LOOK, square=i, deals=n), seed) for i in range(36))
        for n in range(1, 6)
    }
    assert len(layouts) == 5


def test_f1_pieces_stand_in_the_corners_of_their_colour() -> None:
    view = new_game().view(dealt(new_game()), None)
    places = {str(piece): square for piece, square in view.pieces}
    assert places == {"B": "a1", "W": "f1", "N": "a6", "R": "f6"}
    assert is_dark(6, SQUARES.index("a1"))
    assert not is_dark(6, SQUARES.index("f1"))
    assert sum(is_dark(6, i) for i in range(36)) == 18
    assert len(view.pawns) == 36
    assert all(pawn is not None and pawn.known is None for pawn in view.pawns)


def test_f1_knight_and_rook_share_the_other_corners_by_lot() -> None:
    game = new_game()
    corners = set()
    for i in range(40):
        deal = game.deal(game.start(), Seed.of(f"corner {i}"))
        assert isinstance(deal, Deal)
        corners.add(deal.knight)
        pieces = dict(game.view(game.play(game.start(), DEALER, deal), None).pieces)
        assert {pieces[PIECES[2]], pieces[PIECES[3]]} == {"a6", "f6"}
    assert corners == {"a6", "f6"}


@pytest.mark.parametrize("text", ["deal:Na1/1", "deal:Nf1/1", "deal:Nc3/1", "deal:Na6", "deal:Na6/3", "deal:Nz9/1"])
def test_f1_a_wrong_layout_is_refused(text: str) -> None:
    with pytest.raises(IllegalActionError, match="laid out"):
        play(new_game(), text)


# F2: how pieces move


def test_f2_first_moves() -> None:
    game = new_game()
    state = dealt(game)
    assert targets(game, state, "B") == {"b2", "c3", "d4", "e5"}
    assert targets(game, state, "W") == {"e2", "d3", "c4", "b5"}
    assert targets(game, state, "N") == {"b4", "c5"}
    assert targets(game, state, "R") == {"f5", "f4", "f3", "f2", "e6", "d6", "c6", "b6"}


def test_f2_no_piece_passes_another_but_the_knight_jumps() -> None:
    game = new_game()
    state = play(game, "1:B?b2 =? 1:W?e2 =?", dealt(game))
    assert targets(game, state, "R") == {"f5", "f4", "f3", "f2", "f1", "e6", "d6", "c6", "b6"}
    state = play(game, "2:R?f2 =?", state)
    assert targets(game, state, "B") == {"a1", "a3", "c1", "c3", "d4", "e5", "f6"}
    assert targets(game, state, "N") == {"b4", "c5"}


def test_f2_pieces_may_not_share_a_square_but_may_stop_on_an_empty_one() -> None:
    game = new_game()
    state = play(game, "1:Nxb4 =5 1:keep 1:R?b6 =?", dealt(game))
    assert "b4" not in targets(game, state, "R")
    with pytest.raises(IllegalActionError, match="the rook cannot move to b4"):
        play(game, "2:R?b4", state)
    state = play(game, "2:N?d5 =?", state)
    assert Move(PIECES[3], "b4", Deed.MOVE) in game.legal(state, 2)
    assert "b3" in targets(game, state, "R")
    state = play(game, "2:Rb4", state)
    assert (PIECES[3], "b4") in game.view(state, None).pieces
    assert state.turn == 1


def naive_targets(piece: str, start: int, pieces: tuple[int, ...]) -> set[int]:
    """Chess, said differently: a square is reached if nothing stands strictly between and nothing on it."""
    x, y = start % 6, start // 6
    found = set()
    for square in range(36):
        dx, dy = square % 6 - x, square // 6 - y
        if square in pieces or not (dx or dy):
            continue
        if piece == "N":
            fits, between = {abs(dx), abs(dy)} == {1, 2}, set[int]()
        else:
            fits = (dx == 0 or dy == 0) if piece == "R" else abs(dx) == abs(dy)
            steps = max(abs(dx), abs(dy))
            between = {(y + dy * i // steps) * 6 + x + dx * i // steps for i in range(1, steps)} if fits else set()
        if fits and not between & set(pieces):
            found.add(square)
    return found


def test_f2_moves_are_those_of_chess_throughout_a_game() -> None:
    game = new_game(seats=3, is_secret=False)
    for step in playthrough(game, Seed.of("chess")):
        for piece, at in zip(PIECES, step.state.pieces, strict=False):
            assert set(reachable(6, piece, at, step.state.pieces)) == naive_targets(piece, at, step.state.pieces)
        if step.state.pieces:
            assert len(set(step.state.pieces)) == 4


def test_f2_bishops_keep_their_colour() -> None:
    game = new_game(seats=2, is_secret=False)
    for step in playthrough(game, Seed.of("colours")):
        if step.state.pieces:
            assert is_dark(6, step.state.pieces[0])
            assert not is_dark(6, step.state.pieces[1])


# F3: a turn


def test_f3_two_different_pieces() -> None:
    game = new_game()
    state = play(game, "1:N?b4 =?", dealt(game))
    assert state.turn == 1
    with pytest.raises(IllegalActionError, match="the knight has moved in this turn"):
        play(game, "1:N?d5", state)
    assert play(game, "1:R?f5 =?", state).turn == 2


def test_f3_a_move_is_completed_before_the_next() -> None:
    game = new_game()
    state = play(game, "1:N?b4", dealt(game))
    assert game.to_act(state) == (DEALER,)
    with pytest.raises(IllegalActionError, match="not the turn of seat 1"):
        play(game, "1:R?f5", state)
    state = play(game, "1:Rxf5", play(game, "=?", state))
    assert game.to_act(state) == (DEALER,)
    state = play(game, "=3", state)
    assert game.legal(state, 1) == (Keep(), Return())
    with pytest.raises(IllegalActionError, match="keep the pawn you took, or return it"):
        play(game, "1:B?b2", state)


def test_f3_all_see_which_pawn_is_being_looked_at_or_taken() -> None:
    game = new_game()
    state = dealt(game)
    assert game.view(state, 1).square is None
    for moves, square in (("1:Nxb4", "b4"), ("=7", "b4"), ("1:keep", None), ("1:R?f5", "f5"), ("=?", None)):
        state = play(game, moves, state)
        assert {game.view(state, seat).square for seat in (None, 1, 2)} == {square}


def test_f3_one_take_a_turn_with_either_piece() -> None:
    game = new_game()
    first = play(game, "1:Nxb4 =5 1:keep", dealt(game))
    with pytest.raises(IllegalActionError, match="you have taken a pawn in this turn"):
        play(game, "1:Rxf5", first)
    assert play(game, "1:R?f5 =?", first).hands == ((5,), ())
    second = play(game, "1:N?b4 =? 1:Rxf5 =5 1:keep", dealt(game))
    assert second.hands == ((5,), ())
    assert second.turn == 2
    assert any(isinstance(m, Move) and m.deed is Deed.TAKE for m in game.legal(second, 2))


def test_f3_a_returned_pawn_uses_up_the_take() -> None:
    game = new_game()
    state = play(game, "1:Nxb4 =5 1:return", dealt(game))
    assert state.turn == 1
    assert not any(isinstance(m, Move) and m.deed is Deed.TAKE for m in game.legal(state, 1))


def test_f3_nothing_happens_on_an_empty_square() -> None:
    game = new_game()
    state = play(game, "1:Nxb4 =5 1:keep 1:R?b6 =? 2:N?d5 =?", dealt(game))
    for text in ("2:R?b4", "2:Rxb4"):
        with pytest.raises(IllegalActionError, match="there is no pawn on b4"):
            play(game, text, state)
    after = play(game, "2:Rb4", state)
    assert game.to_act(after) == (1,)
    assert after.pawns == state.pawns


def test_f3_a_pawn_is_looked_at_or_taken_never_ignored() -> None:
    game = new_game()
    with pytest.raises(IllegalActionError, match=r"look at it \(N\?b4\) or take it \(Nxb4\)"):
        play(game, "1:Nb4", dealt(game))


def test_f3_a_look_leaves_the_pawn_and_a_take_empties_the_square() -> None:
    game = new_game()
    looked = play(game, "1:N?b4 =?", dealt(game))
    assert looked.pawns[SQUARES.index("b4")] is not None
    taken = play(game, "1:Nxb4 =5 1:keep", dealt(game))
    assert taken.pawns[SQUARES.index("b4")] is None
    assert dict(game.view(taken, None).pieces)[PIECES[2]] == "b4"


def test_f3_a_pawn_under_a_piece_is_out_of_reach_until_it_moves_away() -> None:
    game = new_game()
    state = play(game, "1:N?b4 =? 1:B?b2 =?", dealt(game))
    assert all("b4" not in targets(game, state, piece) for piece in "BWNR")
    state = play(game, "2:N?d5 =? 2:R?f4 =?", state)
    assert "b4" in targets(game, state, "R")


@pytest.mark.parametrize(
    "text", ["1:N?a1", "1:Nxg7", "1:B?b3", "1:R?e5", "1:keep", "1:return", "1:5>c3", "1:=5", "2:N?b4"]
)
def test_f3_anything_else_is_refused(text: str) -> None:
    with pytest.raises(IllegalActionError):
        play(new_game(), text, dealt(new_game()))
