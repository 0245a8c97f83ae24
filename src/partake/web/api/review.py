"""The API of reviews: ask for one, and see how far it is or what it found."""

from __future__ import annotations

from typing import Any, Literal

import orjson
from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, Field

from partake.rules.errors import capitalised
from partake.rules.messages import said
from partake.table.review_queue import ReviewJob, ReviewQueue, Stage
from partake.web.api.problems import PROBLEMS
from partake.web.api.tables import Id
from partake.web.context import address, context_of
from partake.web.errors import answer

router = APIRouter(prefix="/api/tables/{table}/review", tags=["reviews"], responses=PROBLEMS)


class ReviewOut(BaseModel):
    """The review of a game that is over."""

    state: Literal["none", "waiting", "working", "done", "failed"] = Field(
        description="`none` until somebody asks for it."
    )
    ahead: int = Field(description="How many reviews come before this one, while it waits.")
    done: int = Field(description="How many decisions are weighed.")
    total: int = Field(description="Of how many; 0 before the first.")
    error: str | None = Field(description="Why there is none, if it failed.")
    result: dict[str, Any] | None = Field(description="The review, as `partake review --json` prints it.")


def reviews_of(request: Request) -> ReviewQueue:
    """The reviews of the application that answers this request."""
    found: ReviewQueue = request.app.state.reviews
    return found


async def found_review(request: Request, table: str) -> ReviewJob | None:
    """The review of a table's game, if somebody has asked for it; refused before the game is over."""
    reviews, record = reviews_of(request), await context_of(request).record(request, table)
    await reviews.recall(table, record)
    return reviews.find(table, record)


async def asked_review(request: Request, table: str, *, is_unasked: bool = False) -> ReviewJob:
    """The review of a table's game, queued now if nobody has asked for it; after all others if nobody waits for it."""
    context, reviews = context_of(request), reviews_of(request)
    record, person = await context.record(request, table), await context.who(request)
    await reviews.recall(table, record)
    if reviews.find(table, record) is None:
        context.count_creation(request)
    who = address(request) if person is None else person.guardian or person.id
    return reviews.ask(table, record, who, is_unasked=is_unasked)


@router.get("", response_model=ReviewOut)
async def show(request: Request, table: Id) -> Response:
    """How far the review is, and what it found."""
    return answer(_told(reviews_of(request), await found_review(request, table)))


@router.post("", response_model=ReviewOut, status_code=202)
async def ask(request: Request, table: Id, idle: bool = False) -> Response:
    """Have a game that is over reviewed; asked twice, it is the same review.

    With `idle` it comes after all reviews that people wait for.
    """
    asked = await asked_review(request, table, is_unasked=idle)
    return answer(_told(reviews_of(request), asked), 202)


def _told(reviews: ReviewQueue, found: ReviewJob | None) -> dict[str, Any]:
    if found is None:
        return {"state": "none", "ahead": 0, "done": 0, "total": 0, "error": None, "result": None}
    stage = found.stage
    return {
        "state": stage.value,
        "ahead": reviews.ahead(found),
        "done": found.done,
        "total": found.total,
        "error": capitalised(said(found.problem)) if found.problem else None,
        "result": orjson.Fragment(found.json) if stage is Stage.DONE else None,
    }
