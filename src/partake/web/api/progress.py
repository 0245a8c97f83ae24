"""The API of progress: strength and its course, milestones, leaderboards, and who wants to be seen on them."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel, Field

from partake.rules.errors import PartakeError, quoted
from partake.store.rows import values_of
from partake.table.leaderboards import Measure, Period
from partake.table.milestones import milestones
from partake.table.model import Person
from partake.table.progress import progress_of
from partake.web.api.problems import PROBLEMS
from partake.web.context import context_of
from partake.web.errors import answer

router = APIRouter(prefix="/api", tags=["progress"], responses=PROBLEMS)


class EstimateOut(BaseModel):
    """A number with its 95 % interval."""

    value: float
    low: float
    high: float


class GameOut(BaseModel):
    """A finished game; what a review finds is null while there is none."""

    table: str
    game: int = Field(description="The number of the game in its match.")
    finished: float
    score: float
    adjusted: float | None = Field(description="The score with luck taken off.")
    moves: int | None
    lost: float | None = Field(description="What was given away, in all moves together.")
    luck: float | None


class ProgressOut(BaseModel):
    """How well a person plays an edition by the same rules."""

    edition: str
    rules: str = Field(description="The rules as leaderboards name them; empty for the usual ones.")
    options: dict[str, str] = Field(description="The options that differ from the usual ones.")
    players: int | None
    games: int = Field(description="The number of games that say something about strength.")
    reviewed: int
    needed: int = Field(description="How many games must still be reviewed before there is an estimate.")
    apart: dict[str, int] = Field(description="The games that are kept apart, by why.")
    given_away: EstimateOut | None = Field(
        description="Points given away with a move, in Take Five chances to win a round; null before there is enough."
    )
    adjusted_score: EstimateOut | None = Field(description="The mean score with luck taken off.")
    standing: str | None = Field(description="`below`, `like`, `between` or `above` the levels of the bots.")
    levels: list[str] = Field(description="Which levels, the weaker first.")
    phases: dict[str, float] = Field(description="What is given away with a move in each part of the game.")
    causes: dict[str, float] = Field(description="What cost most, as shares.")
    course: list[GameOut] = Field(description="The last 200 games, the oldest first.")


class MilestoneOut(BaseModel):
    """Something that was reached for the first time."""

    kind: str = Field(description="`score`, `line`, `clean`, `reviewed` or `days`.")
    value: int
    edition: str
    table: str
    at: float


class ChoicesIn(BaseModel):
    """What a person wants; what is left out stays as it is."""

    public: bool | None = Field(default=None, description="Whether to be seen on leaderboards.")
    milestones: bool | None = Field(default=None, description="Whether to be told of milestones.")


class ChoicesOut(BaseModel):
    """What a person wants."""

    public: bool
    milestones: bool


class PlaceOut(BaseModel):
    """A place on a leaderboard."""

    place: int
    name: str
    value: float
    games: int
    low: float | None
    high: float | None


class OwnPlaceOut(PlaceOut):
    """The place of the one who asks."""

    public: bool = Field(description="Whether others see it.")


class BoardOut(BaseModel):
    """A page of a leaderboard."""

    edition: str
    rules: str
    options: dict[str, str]
    players: int | None
    period: str
    by: str
    day: str
    page: int
    pages: int
    total: int
    places: list[PlaceOut]
    mine: OwnPlaceOut | None = Field(description="My own place, also if others do not see it.")


@router.get("/me/progress", response_model=list[ProgressOut])
async def progress(request: Request) -> Response:
    """How well I play, for each edition and its rules, with luck taken off."""
    context = context_of(request)
    rows = await context.people.results(await context.person(request))
    return answer([one.to_json() for one in progress_of(rows)])


@router.get("/me/milestones", response_model=list[MilestoneOut])
async def reached(request: Request) -> Response:
    """What I reached for the first time, in its order."""
    context = context_of(request)
    rows = await context.people.results(await context.person(request))
    return answer([values_of(one) for one in milestones(context.catalogue, rows)])


@router.get("/me/choices", response_model=ChoicesOut)
async def choices(request: Request) -> Response:
    """Whether I am seen on leaderboards, and told of milestones."""
    return answer(_choices(await context_of(request).person(request)))


@router.put("/me/choices", response_model=ChoicesOut)
async def choose(request: Request, wanted: ChoicesIn) -> Response:
    """Be seen on leaderboards or not, be told of milestones or not."""
    context = context_of(request)
    person = await context.owner(request)
    return answer(_choices(await context.people.choose(person, public=wanted.public, milestones=wanted.milestones)))


@router.get("/leaders", response_model=BoardOut)
async def leaders(
    request: Request,
    edition: Annotated[str, Query(max_length=40)] = "classic",
    rules: Annotated[str, Query(max_length=300, description="As `/api/me/progress` names them.")] = "",
    period: Period = Period.ALL,
    by: Measure = Measure.SCORE,
    day: Annotated[
        str, Query(pattern=r"^\d{4}-\d{2}-\d{2}$|^$", max_length=10, description="A day in UTC; today without it.")
    ] = "",
    page: Annotated[int, Query(ge=1, le=1_000_000)] = 1,
) -> Response:
    """A page of a leaderboard, of those who want to be seen."""
    context = context_of(request)
    person = await context.who(request)
    board = await context.leaderboards.board(edition, rules, person, period=period, by=by, day=_day(day), page=page)
    return answer(board.to_json(is_public=bool(person and person.public)))


def _day(text: str) -> date | None:
    """The day that is asked for."""
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        raise PartakeError("{day} is no day", day=quoted(text)) from None


def _choices(person: Person) -> dict[str, Any]:
    return {"public": person.public, "milestones": person.milestones}
