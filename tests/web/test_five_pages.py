"""The pages of Take Five as the server sends them: hands, the rounds of a finished game, its replay."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from partake.draw.svg.live_five import live_pawn
from partake.engine.actions import Deal, Reveal
from partake.engine.five.state import Round
from partake.engine.five.view import FiveView
from partake.engine.record.files import read_record
from partake.engine.record.model import Record
from partake.engine.table import Table
from partake.web.pages.common import page
from partake.web.pages.five import finished, five_page, replayed
from partake.web.pages.replay import replay_steps
from recorded import GOLDEN, KNOWN


def recorded(seats: int) -> Record:
    return read_record((GOLDEN / f"five-{seats}.partake").read_text(encoding="utf-8"), KNOWN)


def view_after(record: Record, moves: int) -> FiveView:
    """What a spectator sees after the first entries of a record."""
    view = Table.resume(Record(record.setup, record.commitment, record.moves[:moves], record.seed)).view(None)
    assert isinstance(view, FiveView)
    return view


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_result_shows_each_round_with_its_winner_and_pawns(seats: int) -> None:
    record = recorded(seats)
    view = view_after(record, len(record.moves))
    assert view.outcome is not None
    shown = finished(view, view.outcome)
    assert len(shown.won_rounds) == len(view.rounds)
    for won, found in zip(view.rounds, shown.won_rounds, strict=True):
        name = view.setup.names[won.winner - 1]
        assert f": {name} won" in found.told
        assert found.hands[0] == (name, tuple(map(live_pawn, won.hands[won.winner - 1])))
        assert [name for name, _ in found.hands[1:]] == [other for other in view.setup.names if other != name]
    texts = {re.sub(r"Round \d+|Player \d+|won with \d+$", "…", one.told) for one in shown.won_rounds}
    assert texts >= {"…, Score: … …", "…, Quinte: … won with five in a row"}


def test_a_round_won_because_the_others_were_out_says_so() -> None:
    record = recorded(2)
    view = view_after(record, len(record.moves))
    assert view.outcome is not None
    for hand, told in (((9,), "won, as everybody else was out"), ((9, 8, 4), "won with exactly 21")):
        won = replace(view, rounds=(Round("21", 1, (hand, (9, 9, 4))),))
        assert finished(won, view.outcome).won_rounds[0].told == f"Round 1, 21: Player 1 {told}"


def test_between_two_rounds_the_page_has_the_phase_that_ended() -> None:
    record = recorded(2)
    ends = [count for count, (_, action) in enumerate(record.moves) if isinstance(action, Deal) and count]
    assert [five_page(view_after(record, count)).phase for count in ends] == ["score", "21", "quinte"]
    assert [five_page(view_after(record, count + 1)).phase for count in ends] == ["21", "quinte", "score"]


def test_a_look_or_a_take_is_one_step_of_a_replay() -> None:
    moves = recorded(2).moves
    steps = replay_steps(moves)
    assert steps[0] == 0
    assert steps[-1] == len(moves)
    assert len(steps) - 1 == sum(not isinstance(action, Reveal) for _, action in moves)
    assert not [step for step in steps if step < len(moves) and isinstance(moves[step][1], Reveal)]


def test_a_replay_shows_board_and_players_apart() -> None:
    record = recorded(4)
    steps = replay_steps(record.moves)
    shown = replayed(view_after(record, steps[60]))["page"]
    answer = page("finished/replay_move.html", None, page=shown, has_sheets=False, told="Told.", at=60, moves=288)
    text = bytes(answer.body).decode()
    assert text.count("five-player") == 4
    assert text.count('class="partake pawn"') == sum(len(hand) for hand in view_after(record, steps[60]).hands)
    assert 'data-cell="c2"' in text
    assert "Move 60 of" in text
