"""The API of puzzles: the next one, an answer and what it is worth, and one's rating."""

from __future__ import annotations

from typing import Annotated, Any, cast

from fastapi import APIRouter, Path, Query, Request, Response
from pydantic import BaseModel, Field

from partake.engine.actions import Place, Relocate
from partake.engine.five.view import FiveView
from partake.engine.hexagon.view import HexagonView
from partake.engine.notation import format_action
from partake.puzzles.explanation import explained
from partake.puzzles.model import LEVEL_NAMES, Puzzle
from partake.rules.edition import HexagonEdition
from partake.table.model import MissingError
from partake.table.puzzles import Solved, SolverStanding, check_choice
from partake.web.api.models import Body, Flag
from partake.web.api.problems import PROBLEMS
from partake.web.context import context_of
from partake.web.errors import answer

router = APIRouter(prefix="/api", tags=["puzzles"], responses=PROBLEMS)
PuzzleId = Annotated[str, Path(min_length=1, max_length=16, description="The `id` of a puzzle.")]


class PuzzleOut(BaseModel):
    """A puzzle without its answer."""

    id: str
    edition: str
    options: dict[str, str] = Field(description="The options that differ from the edition's defaults.")
    rating: int
    kind: str = Field(description="`place` a tile, move from the `reserve`, `where` is a value, `what` is a pawn.")
    subject: str = Field(description="The tile, the value or the square that is asked about; empty for the reserve.")
    actions: list[str] = Field(description="Hexagon games: what may be done now, as notation.")
    cells: dict[str, str] = Field(description="Hexagon games: the filled cells with their tiles.")
    pawns: list[str] = Field(description="Take Five: the squares on which pawns lie.")
    pieces: dict[str, str] = Field(description="Take Five: where the pieces stand.")
    hands: list[list[int]] = Field(description="Take Five: the pawns of each player.")
    seat: int
    log: list[tuple[int, str]] = Field(description="Take Five: the round as this seat has seen it.")


class PuzzleAnswerIn(Body):
    """An answer."""

    answer: str = Field(
        min_length=1,
        max_length=80,
        description="A cell, moves like `9-7-8>c2+1-2-3>e2` or `none`, a square, or a value.",
    )


class PuzzleAnswerOut(BaseModel):
    """What an answer was worth."""

    id: str
    answer: str
    right: bool
    counted: bool = Field(description="Whether it changed your rating: only the first answer of a person does.")
    rating: float | None = Field(description="Your rating after your first answer; null without an identity.")
    change: float | None
    solution: str
    values: dict[str, float] = Field(description="Each answer with its expected final points, best first.")
    margin: float = Field(description="Points by which the best is ahead of the second.")
    proof: str = Field(description="`proven` or `searched`.")
    themes: list[str]
    found: dict[str, int] = Field(description="How many of a hundred bots of each level find it.")
    answers: int = Field(description="How many people have answered.")
    solved: int
    why: str


class PuzzleCounted(BaseModel):
    """One of your answers."""

    puzzle: str
    edition: str
    at: float
    answer: str
    right: bool
    rating: float
    change: float


class PuzzleStandingOut(BaseModel):
    """Your rating (Glicko-2), your streak, your answers, and whether you share positions of your games."""

    rating: float
    deviation: float
    streak: int
    longest: int
    share: bool
    answers: list[PuzzleCounted]


class ShareIn(Body):
    """Whether positions of your games may become puzzles, without your name."""

    share: Flag


@router.get("/puzzles/next", response_model=PuzzleOut)
async def next_puzzle(
    request: Request,
    edition: Annotated[str, Query(max_length=40)] = "",
    theme: Annotated[str, Query(max_length=40)] = "",
) -> Response:
    """A puzzle that suits your rating and that you have not answered; 404 when there is none left."""
    context = context_of(request)
    check_choice(context.catalogue, edition, theme)
    found = await context.puzzles.next(await context.who(request), edition, theme)
    if found is None:
        raise MissingError("there is no puzzle of this kind that you have not answered")
    return answer(puzzle_json(found))


@router.get("/puzzles/{puzzle}", response_model=PuzzleOut)
async def read(request: Request, puzzle: PuzzleId) -> Response:
    """A puzzle, without its answer."""
    return answer(puzzle_json(context_of(request).puzzles.find(puzzle)))


@router.post("/puzzles/{puzzle}", response_model=PuzzleAnswerOut)
async def solve(request: Request, puzzle: PuzzleId, given: PuzzleAnswerIn) -> Response:
    """Answer a puzzle: without an identity unrated, with one your first answer counts."""
    context = context_of(request)
    context.count_change(request)
    return answer(_solved_json(await context.puzzles.answer(await context.who(request), puzzle, given.answer)))


@router.get("/me/puzzles", response_model=PuzzleStandingOut)
async def standing(request: Request) -> Response:
    """Your rating and your answers."""
    context = context_of(request)
    return answer(_standing_json(await context.puzzles.standing(await context.person(request))))


@router.put("/me/puzzles", response_model=PuzzleStandingOut)
async def share(request: Request, wanted: ShareIn) -> Response:
    """Let positions of your games become puzzles, or no longer."""
    context = context_of(request)
    person = await context.owner(request)
    await context.puzzles.share(person, shares=wanted.share)
    return answer(_standing_json(await context.puzzles.standing(person)))


def puzzle_json(puzzle: Puzzle) -> dict[str, Any]:
    """A puzzle as it may be read before the answer: from its view, and nothing of its values."""
    found: dict[str, Any] = {
        "id": puzzle.id, "edition": puzzle.edition.name, "options": dict(puzzle.options), "rating": puzzle.rating,
        "kind": puzzle.kind, "subject": puzzle.subject, "seat": puzzle.seat, "actions": [], "cells": {}, "pawns": [],
        "pieces": {}, "hands": [], "log": [],
    }  # fmt: skip
    if isinstance(puzzle.edition, HexagonEdition):
        view = cast(HexagonView, puzzle.view)
        legal = [format_action(action) for action in view.legal if isinstance(action, Place | Relocate)]
        return found | {"actions": legal, "cells": {cell: str(tile) for cell, tile in view.sheet}}
    seen = cast(FiveView, puzzle.view)
    return found | {
        "pawns": [name for name, pawn in zip(seen.squares, seen.pawns, strict=True) if pawn],
        "pieces": {str(piece): square for piece, square in seen.pieces},
        "hands": [list(hand) for hand in seen.hands],
        "log": [(actor, format_action(action)) for actor, action in seen.log],
    }


def _solved_json(solved: Solved) -> dict[str, Any]:
    puzzle, counted, people = solved.puzzle, solved.counted, solved.people
    return {
        "id": puzzle.id,
        "answer": solved.answer,
        "right": solved.is_right,
        "counted": solved.is_first,
        "rating": counted.rating if counted else None,
        "change": counted.change if counted else None,
        "solution": puzzle.solution,
        "values": dict(puzzle.values),
        "margin": puzzle.margin,
        "proof": puzzle.proof,
        "themes": list(puzzle.themes),
        "found": dict(zip(LEVEL_NAMES, puzzle.found, strict=True)),
        "answers": people.answers if people else 0,
        "solved": people.solved if people else 0,
        "why": explained(puzzle, solved.answer)[1],
    }


def _standing_json(found: SolverStanding) -> dict[str, Any]:
    return {
        "rating": round(found.rating.value, 2),
        "deviation": round(found.rating.deviation, 2),
        "streak": found.streak,
        "longest": found.longest,
        "share": found.shares,
        "answers": [PuzzleCounted.model_validate(row, from_attributes=True).model_dump() for row in found.answers],
    }
