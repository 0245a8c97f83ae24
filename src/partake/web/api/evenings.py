"""The API of evenings at cardboard tables that several phones fill in together."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request, Response

from partake.rules.errors import capitalised
from partake.rules.messages import said
from partake.store.rows import EveningRow
from partake.table.evenings import StaleError, to_json
from partake.web.api.evening_models import (
    MOST_GAMES,
    MOST_PLAYERS,
    BegunOut,
    BoardIn,
    ChangedOut,
    ChangeIn,
    EveningIn,
    EveningOut,
    StaleProblem,
)  # fmt: skip
from partake.web.api.problems import MEANING, PROBLEMS
from partake.web.context import context_of
from partake.web.errors import answer

STALE = {**PROBLEMS, 409: {"model": StaleProblem, "description": MEANING[409]}}
"""The refusals of a change, of which one says how it is now."""
router = APIRouter(prefix="/api/evenings", tags=["evenings"], responses=PROBLEMS)
Code = Annotated[str, Path(min_length=1, max_length=16, description="The code of the evening.")]
GameNumber = Annotated[int, Path(ge=0, le=MOST_GAMES - 1, description="The game, from 0.")]
SeatNumber = Annotated[int, Path(ge=0, le=MOST_PLAYERS - 1, description="The player, from 0.")]


@router.post("", response_model=BegunOut, status_code=201)
async def begin(request: Request, evening: EveningIn) -> Response:
    """Share an evening: whoever has its code can read it and fill in boards, for thirty days after the last change."""
    context = context_of(request)
    context.count_creation(request)
    row, key = await context.evenings.begin(await context.who(request), evening.model_dump(mode="json"))
    return answer({"id": evening.id, "code": row.code, "key": key, **_versions(row)}, 201)


@router.get("/{code}", response_model=EveningOut, responses={304: {"description": "It is as you know it."}})
async def read(request: Request, code: Code) -> Response:
    """The evening; with `If-None-Match` and the `ETag` of an earlier answer only if it has changed."""
    row = await context_of(request).evenings.find(code)
    tag = f'W/"{row.version}"'
    if request.headers.get("if-none-match", "").removeprefix("W/") == tag.removeprefix("W/"):
        return Response(status_code=304, headers={"etag": tag})
    response = answer(to_json(row))
    response.headers["etag"] = tag
    return response


@router.put("/{code}", response_model=ChangedOut, responses=STALE)
async def change(request: Request, code: Code, wanted: ChangeIn) -> Response:
    """Change players, games or options, as the one who began the evening: by the key, or as the same person."""
    context = context_of(request)
    context.count_change(request)
    evening = wanted.evening.model_dump(mode="json")
    person = await context.who(request)
    try:
        row = await context.evenings.replace(code, person, wanted.key, evening, wanted.version)
    except StaleError as problem:
        return _stale(problem)
    return answer(_versions(row))


@router.put("/{code}/games/{game}/boards/{seat}", response_model=ChangedOut, responses=STALE)
async def put_board(request: Request, code: Code, game: GameNumber, seat: SeatNumber, wanted: BoardIn) -> Response:
    """Fill in one board; refused with the present one when another phone was faster."""
    context = context_of(request)
    context.count_change(request)
    await context.who(request)  # refuses those who are banned
    try:
        row = await context.evenings.put_board(code, game, seat, wanted.cells, wanted.version)
    except StaleError as problem:
        return _stale(problem)
    return answer(_versions(row))


def _versions(row: EveningRow) -> dict[str, object]:
    return {"version": row.version, "versions": row.versions}


def _stale(problem: StaleError) -> Response:
    return answer({"error": capitalised(said(problem)), **problem.present}, 409)
