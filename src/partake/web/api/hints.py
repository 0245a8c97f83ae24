"""The API of second thoughts: hints in a running game, step by step; playing on from a position of a finished one."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, Field

from partake.rules.messages import said
from partake.table.model import TableInfo
from partake.table.play_on import STRONGEST
from partake.web.api.models import LARGEST_NUMBER, LONGEST_LEVEL, MOST_SEATS, Body, Expected
from partake.web.api.problems import PROBLEMS
from partake.web.api.tables import Id
from partake.web.context import context_of
from partake.web.errors import answer
from partake.web.text.pages import say

router = APIRouter(prefix="/api/tables/{table}", tags=["hints"], responses=PROBLEMS)


class HintIn(Body):
    """A step of a hint for my seat."""

    step: Literal[1, 2, 3] = Field(description="1: where to look; 2: what it is about; 3: the move.")
    expect: Expected = Field(description="The number of the state that it is for.")


class HintOut(BaseModel):
    """A step of a hint, which now counts at my seat."""

    step: int
    number: int = Field(description="The number of the state that it is for.")
    seat: int = Field(description="Whose sheet the cells are on; 0 for the one board of Take Five.")
    cells: list[str] = Field(description="The cells that it is about.", examples=[["b1", "b2", "c2"]])
    told: str = Field(description="The step in words.", examples=["Look at b1, b2 and c2."])
    next: str | None = Field(description="What the next step is called; none after the last.")


class PlayOnIn(Body):
    """A position to play on from."""

    moves: Annotated[int, Field(ge=0, le=LARGEST_NUMBER)] = Field(
        description="How many entries of the log of the finished game have been played."
    )
    seat: int | None = Field(
        default=None, ge=1, le=MOST_SEATS, description="Whose board; mine, or that of seat 1, if none."
    )
    level: str = Field(
        default=STRONGEST, min_length=1, max_length=LONGEST_LEVEL, description="The level or bot to play against."
    )


@router.post("/hint", response_model=HintOut)
async def hint(request: Request, table: Id, wanted: HintIn) -> Response:
    """A step of a hint, computed from what I see; only where no other person plays and the table allows it."""
    context = context_of(request)
    person = await context.person(request)
    context.count_move(person)
    given = await context.tables.hints.give(table, person.id, wanted.step, expect=wanted.expect)
    told = {
        "step": given.step,
        "number": given.number,
        "seat": given.found.seat,
        "cells": list(given.found.cells),
        "told": said(given.found.words),
        "next": (say("hint_step_2"), say("hint_step_3"), None)[given.step - 1],
    }
    return answer(told)


@router.post("/play-on", response_model=TableInfo, status_code=201)
async def play_on(request: Request, table: Id, wanted: PlayOnIn) -> Response:
    """A new table with a position of a game that is over on my board and on a bot's; what comes next is drawn anew."""
    context = context_of(request)
    person = await context.person(request)
    context.count_creation(request)
    info = await context.play_on.create(table, person, moves=wanted.moves, seat=wanted.seat, level=wanted.level)
    return answer(info.to_json(), 201)
