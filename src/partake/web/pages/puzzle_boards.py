"""A puzzle before its answer: the board, what is asked, and what can be answered; made from a view alone."""

from __future__ import annotations

from typing import Any, cast

from markupsafe import Markup

from partake.draw.svg.live_five import live_five
from partake.engine.actions import Place, Relocate
from partake.engine.description import describe
from partake.engine.five.view import FiveView
from partake.engine.hexagon.view import HexagonView
from partake.engine.notation import format_action
from partake.puzzles.model import MOVE, PLACE, WHAT, Puzzle
from partake.rules.messages import said
from partake.rules.names import shown_name
from partake.web.pages.exercise import exercise_page
from partake.web.pages.five import five_page
from partake.web.pages.me import in_words
from partake.web.text.pages import say


def asked_page(puzzle: Puzzle) -> dict[str, Any]:
    """What the template of a puzzle shows."""
    if puzzle.kind == PLACE:
        return _placement(cast(HexagonView, puzzle.view), puzzle)
    if puzzle.kind == MOVE:
        return _moves(cast(HexagonView, puzzle.view), puzzle)
    return _inference(cast(FiveView, puzzle.view), puzzle)


def rules_of(puzzle: Puzzle) -> str:
    """The options that differ from the edition's defaults, in words."""
    return in_words(puzzle.edition, puzzle.options)


def _placement(view: HexagonView, puzzle: Puzzle) -> dict[str, Any]:
    actions = [format_action(action) for action in view.legal if isinstance(action, Place)]
    asked, left = say("puzzle_place", tile=puzzle.subject), view.draws_left + 1
    question = Markup("<h2>{}</h2><p>{}</p><p class='muted small'>{}</p>").format(
        asked, say("puzzle_place_hint"), say("puzzle_place_left", count=left)
    )
    return {
        "rules": rules_of(puzzle),
        "asked": asked,
        "question": question,
        "exercise": exercise_page(view.sheet, view.hand, actions),
    }


def _moves(view: HexagonView, puzzle: Puzzle) -> dict[str, Any]:
    targets: dict[str, list[str]] = {}
    for action in view.legal:
        if isinstance(action, Relocate):
            targets.setdefault(str(action.tile), []).append(action.cell)
    tiles = [tile for i in view.variant.reserve if (tile := view.sheet.cells[i]) is not None]
    exercise = exercise_page(view.sheet, tiles, ())
    choices = [(name, picture, targets[name]) for name, picture in exercise.tiles if name in targets]
    return {"rules": rules_of(puzzle), "asked": say("puzzle_moves"), "exercise": exercise, "choices": choices}


def _inference(view: FiveView, puzzle: Puzzle) -> dict[str, Any]:
    names = [said(shown_name(name)) for name in view.setup.names]
    sprite, board = live_five(view)
    is_what = puzzle.kind == WHAT
    if is_what:
        marked = f'class="cell" data-cell="{puzzle.subject}"'
        board = board.replace(marked, marked.replace('class="cell"', 'class="cell now"'))
    return {
        "rules": "",
        "asked": say("puzzle_what", square=puzzle.subject) if is_what else say("puzzle_where", value=puzzle.subject),
        "hint": say("puzzle_five_hint", name=names[puzzle.seat - 1]),
        "page": five_page(view),
        "sprite": Markup(sprite),
        "board": Markup(board),
        "values": view.edition.values if is_what else (),
        "squares": [name for name, pawn in zip(view.squares, view.pawns, strict=True) if pawn],
        "log": [said(describe(names, actor, action)) for actor, action in view.log],
    }
