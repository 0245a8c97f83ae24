"""The API of daily deals: what is dealt on a day, one's try, what came of it, and the keys of days that are over."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Request, Response
from pydantic import BaseModel, Field

from partake.review.five.model import FiveReview
from partake.rules.errors import capitalised
from partake.rules.messages import said
from partake.store.deal_rows import DealFactsRow
from partake.table.calendar import DEALS, day_of, midnight
from partake.table.daily import DayDeal
from partake.table.model import ConflictError, Person, TableInfo, TooManyError
from partake.web.api.models import Body, Nickname
from partake.web.api.problems import PROBLEMS
from partake.web.api.review import reviews_of
from partake.web.context import context_of
from partake.web.errors import answer

router = APIRouter(prefix="/api/daily", tags=["daily deals"], responses=PROBLEMS)
Day = Annotated[str, Path(min_length=10, max_length=10, description="The day in UTC.", examples=["2026-11-17"])]
Which = Annotated[Literal["classic", "edition"], Path(description="Plain Classic, or the edition of the day.")]


class BeginIn(Body):
    """A game on a deal."""

    practice: bool = Field(default=False, description="A game that does not count, after the one that does.")
    nickname: Nickname | None = Field(default=None, description="For whom is not known here yet.")


class TryOut(BaseModel):
    """A game that counts."""

    nickname: str
    table: str
    total: float | None = Field(description="The points, once it is over.")


class MineOut(TryOut):
    """My one game on a deal."""

    status: Literal["waiting", "playing", "over", "closed"]
    counts: bool = Field(description="Whether it counts: over, and in time.")
    place: int | None = Field(description="My place, if it counts.")


class DailyDealOut(BaseModel):
    """One of the two deals of a day."""

    deal: Literal["classic", "edition"]
    edition: str
    options: dict[str, str]
    is_sealed: bool = Field(description="Whether only those who have finished their own game may see others'.")
    players: int = Field(description="The number of games that count.")
    mine: MineOut | None
    results: list[TryOut] | None = Field(description="All games that count, the best first; null until I may see them.")
    bot: float | None = Field(description="What the bot made of the same tiles, when it is computed.")
    best: float | None = Field(description="The best board of the same tiles that was found.")
    is_proven: bool = Field(description="Whether no board can be better.")


class DayOut(BaseModel):
    """A day of the calendar."""

    day: str
    ends: float = Field(description="When the next day begins, in Unix time.")
    opens: float = Field(description="When everybody may see everything, and the key is told.")
    first: str = Field(description="The calendar's first day.")
    fingerprint: str | None = Field(description="The key of the day before the first: every later key proves it.")
    key: str | None = Field(description="The day's key, once its deals are open.")
    problem: str | None = Field(description="Why the deals of this day cannot be played here, if they cannot.")
    streak: int = Field(description="My days in a row with a game that counts.")
    deals: list[DailyDealOut]


class KeyOut(BaseModel):
    """The key of a day."""

    fingerprint: str
    key: str


@router.get("", response_model=DayOut)
async def today(request: Request) -> Response:
    """Today's deals."""
    return answer(await _day(request, context_of(request).daily.today))


@router.get("/{day}", response_model=DayOut)
async def show(request: Request, day: Day) -> Response:
    """The deals of a day since the calendar's first."""
    return answer(await _day(request, day_of(day)))


@router.post("/{day}/{deal}", response_model=TableInfo, status_code=201)
async def begin(request: Request, day: Day, deal: Which, wanted: BeginIn) -> Response:
    """My one game on a deal of today, begun now or before; or practice, on one that I have played or a past one."""
    context = context_of(request)
    context.count_creation(request)
    person, is_new = await context.person_or_guest(request, wanted.nickname)
    info = await context.daily.begin(person, day_of(day), deal, practice=wanted.practice)
    response = answer(info.to_json(), 201)
    if is_new:
        context.identity.remember(response, person)
    return response


@router.get("/keys/{day}", response_model=KeyOut)
async def key(request: Request, day: Day) -> Response:
    """The key of a day that is over; for servers that share the calendar, by their token, that of today too."""
    daily = context_of(request).daily
    token = request.headers.get("authorization", "").partition(" ")[2].strip()
    found = await daily.key_for(day_of(day), token)
    return answer({"fingerprint": str(daily.fingerprint), "key": str(found)})


async def _day(request: Request, day: date) -> dict[str, Any]:
    context = context_of(request)
    daily, person = context.daily, await context.who(request)
    deals = [_told(await shown_deal(request, day, which, person)) for which in DEALS]
    published = await daily.published(day)
    return {
        "day": day.isoformat(),
        "ends": midnight(day) + 86_400,
        "opens": daily.opens(day),
        "first": daily.first.isoformat(),
        "fingerprint": None if daily.fingerprint is None else str(daily.fingerprint),
        "key": None if published is None else str(published),
        "problem": problem_of(request, day),
        "streak": await daily.streak(person) if person else 0,
        "deals": deals,
    }


def problem_of(request: Request, day: date) -> str | None:
    """Why the deals of a day cannot be played here, if they cannot."""
    daily = context_of(request).daily
    if daily.is_known(day):
        return None
    return None if daily.problem is None else capitalised(said(daily.problem))


async def shown_deal(request: Request, day: date, which: str, person: Person | None) -> DayDeal:
    """A deal as a person may see it; what could be made of its tiles is computed once, when nothing else is to do."""
    context, reviews = context_of(request), reviews_of(request)
    found = await context.daily.day_deal(day, which, person)
    mine = found.mine if found.mine is not None and found.mine.is_over else None
    over = mine or next(iter(found.results or ()), None)
    if over is None or found.facts is not None:
        return found
    record = await context.tables.record(over.table, over.person)
    await reviews.recall(over.table, record)
    job = reviews.find(over.table, record)
    if job is None and reviews.is_idle:
        try:
            job = reviews.ask(over.table, record, is_unasked=True)
        except (ConflictError, TooManyError):  # it is asked for another time
            return found
    if job is None or job.found is None or isinstance(job.found, FiveReview):
        return replace(found, is_pending=job is not None and job.is_pending)
    game = job.found.games[0]
    best = game.hindsight
    proven = best is not None and best.proven
    facts = DealFactsRow(
        found.name, float(game.players[0].bot.score), None if best is None else float(best.score), proven
    )
    await context.daily.store.keep_facts(facts)
    return replace(found, facts=facts)


def _told(found: DayDeal) -> dict[str, Any]:
    mine, facts = found.mine, found.facts
    return {
        "deal": found.which,
        "edition": found.dealt.edition,
        "options": dict(found.dealt.options),
        "is_sealed": found.is_sealed,
        "players": found.players,
        "mine": mine and {
            "nickname": mine.nickname, "table": mine.table, "total": mine.total, "status": mine.status,
            "counts": found.is_counted, "place": found.place,
        },
        "results": None if found.results is None else [
            {"nickname": one.nickname, "table": one.table, "total": one.total} for one in found.results
        ],
        "bot": facts and facts.bot,
        "best": facts and facts.best,
        "is_proven": bool(facts and facts.proven),
    }  # fmt: skip
