"""A puzzle after its answer: the value of every answer, the margin, how it is known, why, and who finds it."""

from __future__ import annotations

from typing import Any, cast

from markupsafe import Markup

from partake.bots.hexagon.prospects import relocated
from partake.draw.svg import svg
from partake.draw.svg.canvas import PAGE, Canvas
from partake.draw.svg.live_five import still_five
from partake.draw.svg.review import Valued, draw_valued, picture, sprite
from partake.engine.five.view import FiveView
from partake.engine.hexagon.sheet import Sheet
from partake.engine.hexagon.view import HexagonView
from partake.puzzles.explanation import explained
from partake.puzzles.model import LEVEL_NAMES, MOVE, NOTHING, PLACE, PROVEN, THEMES, Puzzle
from partake.review.hexagon.model import GAINS, Reason
from partake.rules.messages import said
from partake.rules.tiles import Tile
from partake.table.puzzles import Solved
from partake.web.pages.puzzle_boards import rules_of
from partake.web.text.pages import level_name, say
from partake.web.text.phrases import figure
from partake.web.text.review import tell

MOST_ROWS = 8
"""The number of answers that are listed with their values, beside the board."""


def answer_shown(solved: Solved) -> dict[str, Any]:
    """What the template of an answer shows."""
    puzzle = solved.puzzle
    reasons, words = explained(puzzle, solved.answer)
    is_five = puzzle.kind not in (PLACE, MOVE)
    best = shown_answer(puzzle.solution)
    wrong = say("puzzle_wrong_five" if is_five else "puzzle_wrong", best=best)
    counted = solved.counted
    return {
        "tell": tell,
        "rules": rules_of(puzzle),
        "solved": solved,
        "headline": say("puzzle_right") if solved.is_right else wrong,
        "words": words,
        "rows": [] if is_five else _rows(solved),
        "margin": "" if is_five else _margin(puzzle),
        "proof": say(_proof_key(puzzle, is_five=is_five)),
        "found": [(level_name(name), f"{share} %") for name, share in zip(LEVEL_NAMES, puzzle.found, strict=True)],
        "people": solved.people,
        "themes": [said(THEMES[name]) for name in puzzle.themes],
        "change": (figure(counted.rating, ".0f"), figure(counted.change, "+.0f")) if counted else None,
        "first": shown_answer(counted.answer) if counted else "",
        **_drawn(solved, reasons),
    }


def shown_answer(answer: str) -> str:
    """An answer as people read it."""
    return say("puzzle_no_moves") if answer == NOTHING else answer.replace("+", ", ").replace(">", " → ")


def _proof_key(puzzle: Puzzle, *, is_five: bool) -> str:
    if puzzle.proof != PROVEN:
        return "puzzle_searched"
    return "puzzle_proven_five" if is_five else "puzzle_proven_moves" if puzzle.kind == MOVE else "puzzle_proven"


def _margin(puzzle: Puzzle) -> str:
    margin = puzzle.margin
    return say("puzzle_ahead", count=1 if margin == 1 else 2, margin=figure(margin, ".1f"))


def _rows(solved: Solved) -> list[tuple[str, str, str, str]]:
    """Each answer with its value and what it loses; marked `best`, `yours` or not at all."""
    top = solved.puzzle.values[0][1]
    listed = list(solved.puzzle.values[:MOST_ROWS])
    listed += [pair for pair in solved.puzzle.values[MOST_ROWS:] if pair[0] == solved.answer]
    return [
        (
            shown_answer(key),
            figure(value, ".1f"),
            figure(value - top, "+.1f") if value < top else "",
            "best" if key == solved.puzzle.solution else "yours" if key == solved.answer else "",
        )
        for key, value in listed
    ]


def _drawn(solved: Solved, reasons: tuple[Reason, ...]) -> dict[str, Any]:
    puzzle = solved.puzzle
    if puzzle.kind == PLACE:
        return _placed(solved, reasons)
    if puzzle.kind == MOVE:
        return {"sprite": "", "board": _moved(cast(HexagonView, puzzle.view), puzzle.solution), "set_name": ""}
    shapes, board = still_five(cast(FiveView, puzzle.view))
    return {"sprite": Markup(shapes), "board": Markup(board)}


def _placed(solved: Solved, reasons: tuple[Reason, ...]) -> dict[str, Any]:
    view, puzzle = cast(HexagonView, solved.puzzle.view), solved.puzzle
    canvas, top = Canvas(PAGE, has_faint_symbols=not view.variant.uses_symbols), puzzle.values[0][1]
    lines = [(reason.change in GAINS, reason.cells) for reason in reasons if len(reason.cells) > 1]
    seen = Valued(
        {cell: (value, top - value) for cell, value in puzzle.values},
        solved.answer,
        puzzle.solution,
        [cells for won, cells in lines if not won],
        [cells for won, cells in lines if won],
    )
    label = say("puzzle_yours", answer=solved.answer)
    board = picture(draw_valued(canvas, view.sheet, seen), label, role="grid")
    return {"board": Markup(board), "sprite": Markup(sprite(canvas))}


def _moved(view: HexagonView, moves: str) -> Markup:
    """The board after moves from the reserve."""
    pairs = [move.split(">") for move in moves.split("+") if move != NOTHING]
    ways = [(Tile.parse(tile), view.variant.index[cell]) for tile, cell in pairs]
    sheet = Sheet(view.variant, relocated(view.sheet.cells, ways))
    return Markup(svg(sheet, theme="page", prefix="after", alone=True, paper=False))
