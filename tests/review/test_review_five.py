"""Take Five reviewed: what could be known, what was best, and nothing that a seat had not seen."""

from __future__ import annotations

from functools import cache

import partake
from partake.engine.actions import Deed, Move
from partake.engine.five.phases import Verdict, judge
from partake.engine.five.view import FiveView
from partake.engine.notation import parse_action
from partake.engine.record.model import Record
from partake.review import Grade, review
from partake.review.five.description import spoken
from partake.review.five.evaluator import chances
from partake.review.five.model import FiveReview
from partake.review.model import CHANCES, grade
from recorded import GOLDEN


@cache
def record() -> Record:
    return partake.load(GOLDEN / "five-2.partake")


@cache
def views(seat: int) -> list[FiveView]:
    return [view for view in record().views(seat) if isinstance(view, FiveView)]


@cache
def reviewed() -> FiveReview:
    found = review(record())
    assert isinstance(found, FiveReview)
    return found


def test_every_decision_is_weighed() -> None:
    decided = [
        (at, actor)
        for at, (actor, _) in enumerate(record().moves)
        if actor and len(views(actor)[at].legal) > 1
    ]  # fmt: skip
    assert [(move.at, move.seat) for move in reviewed().moves] == decided


def test_a_move_loses_chances_beside_the_best_and_is_graded_by_them() -> None:
    for move in reviewed().moves:
        assert 0 <= move.chance <= move.best.chance <= 1
        assert move.grade is grade(move.best.chance - move.chance, CHANCES)
        assert move.action in [option.action for option in move.options]
        assert move.best.action in [option.action for option in move.options]
    for player in reviewed().players:
        own = [move for move in reviewed().moves if move.seat == player.seat]
        assert player.decisions == len(own) == sum(player.grades.values())
        assert player.grades[Grade.BLUNDER] == sum(move.grade is Grade.BLUNDER for move in own)


def test_known_is_what_a_seat_has_seen_and_nothing_else() -> None:
    told = 0
    for move in reviewed().moves:
        for seat, known in enumerate(move.known, start=1):
            pawns = dict(zip(views(seat)[move.at].squares, views(seat)[move.at].pawns, strict=True))
            for square, value in known:
                pawn = pawns[square]
                assert pawn is not None
                assert pawn.known == value
                assert pawn.public or seat in pawn.seen
                told += 1
    assert told


def test_a_known_pawn_that_wins_is_the_best_take() -> None:
    found = 0
    for move in reviewed().moves:
        view = views(move.seat)[move.at]
        known = dict(move.known[move.seat - 1])
        takes = [a for a in view.legal if isinstance(a, Move) and a.deed is Deed.TAKE and a.square in known]
        verdicts = [judge(view.phase, view.edition, view.hands, move.seat, known[take.square]) for take in takes]
        if Verdict.WINS in verdicts:
            assert move.best.chance == 1
            found += 1
    assert found, "the sample has no such moment"


def test_the_same_view_is_weighed_the_same_way() -> None:
    move = reviewed().moves[10]
    view = views(move.seat)[move.at]
    assert chances(view, parse_action(move.action)) == move.options


def test_actions_are_said_in_words() -> None:
    assert spoken("N?d4") == "knight looks at d4"
    assert spoken("Bxa1") == "black bishop takes a1"
    assert spoken("7>d4") == "give up the 7 on d4"
    assert (spoken("keep"), spoken("return")) == ("keep the pawn", "send the pawn back")
