"""Take Five, rule by rule: who learns what (F10)."""

from __future__ import annotations

import partake
from five_games import SQUARES, dealt, new_game, play
from partake.engine.actions import DEALER, GiveUp, Reveal
from partake.engine.record.text import format_record

# F10: secrets


def test_f10_only_the_looker_learns_what_a_look_showed() -> None:
    game = new_game(seats=3, is_secret=False)
    state = play(game, "1:N?b4 =7", dealt(game))
    at = SQUARES.index("b4")
    for seat in (None, 2, 3):
        view = game.view(state, seat)
        pawn = view.pawns[at]
        assert pawn is not None
        assert (pawn.known, pawn.public, pawn.seen) == (None, False, (1,))
        assert view.shown is None
        assert (DEALER, Reveal(None)) in view.log
        assert "value=7" not in repr((view.log, view.shown, view.pawns))
    mine = game.view(state, 1)
    seen = mine.pawns[at]
    assert seen is not None
    assert seen.known == 7
    assert mine.shown is not None
    assert (mine.shown.seat, mine.shown.square, mine.shown.value) == (1, "b4", 7)
    assert (DEALER, Reveal(7)) in mine.log


def test_f10_a_pawn_looked_at_is_turned_down_again_when_the_game_goes_on() -> None:
    game = new_game(is_secret=False)
    state = play(game, "1:N?b4 =7 1:R?f5", dealt(game))
    assert game.view(state, 1).shown is None


def test_f10_takes_returns_and_given_up_pawns_are_public() -> None:
    game = new_game(is_secret=False)
    moves = "1:Nxb4 =9 1:keep 1:R?f5 =1 2:N?d5 =2 2:R?f4 =3 1:Rxf3 =9 1:9>b4 1:B?b2 =4"
    state = play(game, moves, dealt(game))
    for seat in (None, 1, 2):
        view = game.view(state, seat)
        known = {square: p.known for square, p in zip(SQUARES, view.pawns, strict=True) if p and p.public}
        assert known == {"f3": 9, "b4": 9}
        assert (1, GiveUp(9, "b4")) in view.log


def test_f10_a_taken_pawn_lies_open() -> None:
    game = new_game(is_secret=False)
    state = play(game, "1:Nxb4 =9", dealt(game))
    for seat in (None, 1, 2):
        shown = game.view(state, seat).shown
        assert shown is not None
        assert (shown.seat, shown.square, shown.value) == (0, "b4", 9)
    assert game.view(play(game, "1:keep", state), 2).hands == ((9,), ())


def test_f10_a_look_at_what_others_saw_agrees_with_them() -> None:
    game = new_game(is_secret=False)
    state = play(game, "1:N?b4 =7 1:B?b2 =1 2:R?f5 =2 2:N?d5 =3 1:N?b4", dealt(game))
    assert game.legal(state, DEALER) == (Reveal(7),)
    state = play(game, "=7 1:B?c3 =1 2:R?f4 =2 2:N?d5 =3 1:W?e2 =5 1:B?b2 =1 2:R?b4", state)
    assert game.legal(state, DEALER) == (Reveal(7),)
    seen = game.view(play(game, "=7", state), None).pawns[SQUARES.index("b4")]
    assert seen is not None
    assert (seen.known, seen.seen) == (None, (1, 2))


def test_f10_the_published_record_of_a_game_in_progress_hides_every_look() -> None:
    table = partake.start("five", seats=2, seed="hide")
    table.deal()
    first = table.to_act[0]
    table.play(first, "B?c3")
    value = table.deal()
    text = format_record(table.record())
    assert f"{first}:B?c3  =?" in text
    assert value not in [action for _, action in table.record().moves]
    assert "Seed" not in text
    assert value in [action for _, action in table.private_save().moves]
