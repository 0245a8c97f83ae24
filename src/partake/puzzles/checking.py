"""Proving puzzles again: the position follows the rules, and every value is computed anew, longer than when made."""

from __future__ import annotations

from typing import cast

from partake.engine.actions import Place
from partake.engine.five.view import FiveView
from partake.engine.hexagon.view import HexagonView
from partake.puzzles import five
from partake.puzzles.model import MOVE, PLACE, SEARCHED, WHERE, Puzzle
from partake.rules.errors import PartakeError
from partake.rules.messages import Message

SAMPLES = 1000
"""The games played on from the two best answers of a searched puzzle."""
SEED = 1
"""Their draws: others than when the puzzle was made."""
NEAR = 0.02
"""The most by which a value may differ from what is written: it is rounded to hundredths."""


def problem_of(puzzle: Puzzle, *, samples: int = SAMPLES) -> Message | None:
    """What is wrong with a puzzle, or None when it holds; `samples` games confirm a searched answer."""
    try:
        view = puzzle.view
    except PartakeError as problem:
        return Message("its position cannot be reached: {problem}", problem=problem)
    if puzzle.kind == PLACE:
        return _placement_problem(puzzle, cast(HexagonView, view), samples)
    if puzzle.kind == MOVE:
        from partake.puzzles.hexagon import relocation_values

        return _values_problem(puzzle, {k: float(v) for k, v in relocation_values(cast(HexagonView, view)).items()})
    return _inference_problem(puzzle, cast(FiveView, view))


def _placement_problem(puzzle: Puzzle, view: HexagonView, samples: int) -> Message | None:
    from partake.puzzles.hexagon import agrees, draft_answer, placement_values
    from partake.puzzles.themes import Choice, themes_of

    legal = {draft_answer(puzzle, action) for action in view.legal if isinstance(action, Place)}
    if legal != {key for key, _ in puzzle.values}:
        return Message("its answers are not the legal ones")
    values, proof = placement_values(view)
    if proof != puzzle.proof:
        return Message("it is {proof}, not {written}", proof=proof, written=puzzle.proof)
    names = view.variant.positions
    wrong = _values_problem(puzzle, {names[at]: value for at, value in values.items()})
    if wrong:
        return wrong
    choice = Choice(view, {view.variant.index[key]: value for key, value in puzzle.values})
    if themes_of(choice) != puzzle.themes:
        return Message("its themes are {themes}", themes=", ".join(themes_of(choice)) or "-")
    if proof == SEARCHED and samples and not agrees(choice, samples=samples, seed=SEED, sure=0.0):
        return Message("games that are played on do not confirm the search")
    return None


def _values_problem(puzzle: Puzzle, values: dict[str, float]) -> Message | None:
    written = dict(puzzle.values)
    if written.keys() != values.keys():
        return Message("its answers are not the legal ones")
    for key, value in values.items():
        if abs(value - written[key]) > NEAR:
            return Message(
                "{answer} is worth {value:.2f}, not {written:.2f}", answer=key, value=value, written=written[key]
            )
    best = max(values, key=values.__getitem__)
    return None if best == puzzle.solution else Message("the best answer is {best}", best=best)


def _inference_problem(puzzle: Puzzle, view: FiveView) -> Message | None:
    must = {view.squares[at]: value for at, value in five.certain(view).items()}
    if puzzle.kind == WHERE:
        holds = [square for square, value in must.items() if value == int(puzzle.subject)] == [puzzle.solution]
    else:
        holds = must.get(puzzle.subject) == int(puzzle.solution)
    return None if holds else Message("it does not follow from what this player has seen")
