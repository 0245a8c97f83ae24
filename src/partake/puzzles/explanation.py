"""Why an answer is right or wrong: the reasons of a review for placements, what told it in Take Five."""

from __future__ import annotations

from typing import cast

from partake.bots.hexagon.prospects import Prospects
from partake.engine.actions import GiveUp, Move, Reveal
from partake.engine.description import describe
from partake.engine.five.view import FiveView
from partake.engine.hexagon.view import HexagonView
from partake.puzzles.model import PLACE, WHAT, WHERE, Puzzle
from partake.review.hexagon.model import Reason
from partake.review.hexagon.reasons import Compared, in_words, reasons
from partake.rules.messages import Message, Sentence, said
from partake.rules.names import shown_name


def explained(puzzle: Puzzle, answer: str) -> tuple[tuple[Reason, ...], str]:
    """The lines, rays and bonus tiles that decide between an answer and the best one, and a sentence about them."""
    if puzzle.kind == PLACE:
        seen = _compared(puzzle, answer)
        found = reasons(seen)
        return found, said(in_words(seen, found))
    return (), said(_told(puzzle)) if puzzle.kind in (WHERE, WHAT) else ""


def _compared(puzzle: Puzzle, answer: str) -> Compared:
    view = cast(HexagonView, puzzle.view)
    before = Prospects(view.variant, view.sheet.cells, view.bag, view.draws_left, view.hand)
    index, tile, best = view.variant.index, view.hand[0], puzzle.solution
    return Compared(answer, best, before, before.with_tile(tile, index[answer]), before.with_tile(tile, index[best]))


def _told(puzzle: Puzzle) -> Message | Sentence:
    """The last entry of the log that showed the pawn to this player; by counting, if none did."""
    view = cast(FiveView, puzzle.view)
    square = puzzle.solution if puzzle.kind == WHERE else puzzle.subject
    names = [said(shown_name(name)) for name in view.setup.names]
    found: list[Message | str] = []
    moved: tuple[int, Move] | None = None
    for actor, action in view.log:
        match action:
            case Move():
                moved = actor, action
            case Reveal() if moved and moved[1].square == square and action.value is not None:
                found = [describe(names, *moved), describe(names, actor, action)]
            case GiveUp() if action.square == square:
                found = [describe(names, actor, action)]
    if not found:
        return Message("It follows by counting: nothing else is left.")
    return Message("{told}", told=" ".join(said(part) for part in found))
