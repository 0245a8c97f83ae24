"""The pages of daily deals: today's, those of any day since the first, what came of them, and all days."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from statistics import fmean
from typing import Any

from fastapi import APIRouter, Request, Response
from markupsafe import Markup

from partake.draw.svg.charts import Mark, histogram
from partake.rules.edition import Edition, meaning
from partake.rules.errors import capitalised
from partake.rules.languages import current
from partake.rules.messages import said
from partake.store.rows import Status
from partake.table.calendar import CLASSIC, DEALS, EDITION, day_of, dealt, midnight
from partake.table.daily import DayDeal, named_day
from partake.table.deals import SEALED
from partake.table.model import Person, TableInfo
from partake.web.api.daily import problem_of, shown_deal
from partake.web.context import context_of
from partake.web.pages.common import form_of, guest, page, see, tables_of
from partake.web.pages.daily_share import Shared, result_picture, shared
from partake.web.pages.home import edition_emblem
from partake.web.pages.preview import drawn
from partake.web.pages.review_hexagon import points_of
from partake.web.text.pages import say
from partake.web.text.phrases import figure, titled, written_date

router = APIRouter(include_in_schema=False, prefix="/daily")

BIN = 10
"""The width of a bar of the distribution, in points."""
RANKED = 10
"""How many of the best games are listed."""
LISTED = 31
"""How many days a page of the archive has."""
PRIVATE = {"Cache-Control": "private, no-store"}
"""A picture that is another for each person."""


@dataclass(frozen=True, slots=True)
class Rank:
    """A row of the list of the best games."""

    place: int
    name: str
    points: str
    table: str
    is_mine: bool


@dataclass(frozen=True, slots=True)
class ShownDeal:
    """One of a day's deals, as its card shows it."""

    found: DayDeal
    heading: str
    emblem: Markup
    rules: tuple[str, ...]
    state: str
    """`begin`, `going`, `late`, `over`, `late_over`, `closed`, `practice`, or `shut`: what the visitor can do."""
    points: str
    mean: str
    bot: str
    best: str
    chart: Markup
    ranks: tuple[Rank, ...]
    sharing: Shared | None


@dataclass(frozen=True, slots=True)
class DailyResult:
    """What the page of a finished game says of its daily deal."""

    address: str
    """The page of its day."""
    text: str = ""
    """What is shared; empty for a game that does not count."""
    link: str = ""
    picture: str = ""


async def daily_result(request: Request, info: TableInfo, person: Person | None) -> DailyResult | None:
    """Where the page of a finished game leads if it was played on a daily deal, and what can be shared of it."""
    daily, day = context_of(request).daily, named_day(info.deal or "")
    which = (info.deal or "").rpartition("/")[2]
    if day is None or info.deal != daily.name(day, which):
        return None
    found, streak = await daily.day_deal(day, which, person), await daily.streak(person) if person else 0
    edition = context_of(request).catalogue.edition(info.edition)
    address = f"/daily/{day.isoformat()}#{which}"
    sent = shared(found, edition, streak, context_of(request).link(request))
    if sent is None or found.mine is None or found.mine.table != info.id:
        return DailyResult(address, picture=f"/daily/{day.isoformat()}/{which}/share.png")
    return DailyResult(address, sent.text, sent.link, sent.picture)


@router.get("")
async def today(request: Request) -> Response:
    """Today's deals, and what is mine of them."""
    return await _day_page(request, context_of(request).daily.today, is_today=True)


@router.get("/archive")
async def archive(request: Request) -> Response:
    """All days since the first, the newest first, with what the visitor made of each."""
    context = context_of(request)
    daily, person = context.daily, await context.who(request)
    until = daily.today
    if asked := request.query_params.get("until", ""):
        until = max(daily.first, min(until, day_of(asked)))
    days = [until - timedelta(i) for i in range(min(LISTED, (until - daily.first).days + 1))]
    mine = await daily.played_days(person) if person else {}
    last, editions = days[-1], context.catalogue.editions
    return page(
        "daily/archive.html",
        person,
        days=[
            {
                "day": day.isoformat(),
                "date": written_date(day),
                "deals": [
                    (titled(editions[dealt(day, which).edition]), _points(mine.get((day, which)))) for which in DEALS
                ],
            }
            for day in days
        ],
        older=(last - timedelta(1)).isoformat() if last > daily.first else "",
        newer=min(daily.today, until + timedelta(LISTED)).isoformat() if until < daily.today else "",
    )


def _points(found: Any) -> str:
    return "" if found is None or found.total is None else figure(found.total)


@router.get("/{day}")
async def show(request: Request, day: str) -> Response:
    """The deals of a day."""
    daily, found = context_of(request).daily, day_of(day)
    daily.check_day(found)
    return await _day_page(request, found, is_today=found == daily.today)


@router.post("/{day}/{which}")
async def begin(request: Request, day: str, which: str) -> Response:
    """My one game on a deal of today, or practice."""
    context, form = context_of(request), await form_of(request)
    found = day_of(day)
    context.daily.check_day(found)
    person, is_new = await guest(request, form.get("nickname", "").strip())
    context.count_creation(request)
    info = await context.daily.begin(person, found, which, practice=form.get("practice") == "yes")
    return see(request, f"/tables/{info.id}", person if is_new else None)


@router.get("/{day}/{which}/share.png")
async def picture(request: Request, day: str, which: str) -> Response:
    """The picture of the visitor's result, without any tile; of the deal alone for those who have none."""
    context = context_of(request)
    found = await context.daily.day_deal(day_of(day), which, await context.who(request))
    edition = context.catalogue.edition(found.dealt.edition)
    return Response(await drawn(request, result_picture(found, edition)), media_type="image/png", headers=PRIVATE)


async def _day_page(request: Request, day: date, *, is_today: bool) -> Response:
    context = context_of(request)
    daily, person = context.daily, await context.who(request)
    streak = await daily.streak(person) if person else 0
    deals = [await _shown(request, day, which, person, streak) for which in DEALS]
    key, link = await daily.published(day), f"{context.link(request)}/daily/{day.isoformat()}"
    preview = {
        "title": say("daily_of", date=written_date(day)),
        "told": say("daily_preview"),
        "url": link,
        "image": f"{link}/{EDITION}/share.png",
    }
    return page(
        "daily/day.html",
        person,
        day=day.isoformat(),
        date=written_date(day),
        is_today=is_today,
        is_over=day < daily.today,
        is_sealed=not daily.is_open(day),
        left=max(0, round(midnight(daily.today) + 86_400 - daily.now)) if is_today else None,
        before=(day - timedelta(1)).isoformat() if day > daily.first else "",
        after=(day + timedelta(1)).isoformat() if day < daily.today else "",
        streak=streak,
        deals=deals,
        is_pending=any(deal.found.is_pending for deal in deals),
        problem=problem_of(request, day),
        notice=capitalised(said(SEALED)) if "sealed" in request.query_params else "",
        fingerprint=str(daily.fingerprint or ""),
        key=str(key or ""),
        preview=preview,
    )


async def _shown(request: Request, day: date, which: str, person: Person | None, streak: int) -> ShownDeal:
    found = await shown_deal(request, day, which, person)
    edition = tables_of(request).catalogue.edition(found.dealt.edition)
    results, facts, mine = found.results or (), found.facts, found.mine
    totals = [float(one.total or 0) for one in results]
    return ShownDeal(
        found,
        titled(edition) if which == CLASSIC else say("daily_edition", game=titled(edition)),
        edition_emblem(edition, current().code),
        _rules(edition, found.dealt.options),
        _state(found, is_today=day == context_of(request).daily.today),
        points_of(mine.total) if mine and mine.total is not None else "",
        figure(fmean(totals), ".1f") if totals else "",
        points_of(facts.bot) if facts else "",
        points_of(facts.best) if facts and facts.best is not None else "",
        Markup(_chart(found, totals)) if len(totals) > 1 else Markup(),
        _ranks(found),
        shared(found, edition, streak, context_of(request).link(request)),
    )


def _state(found: DayDeal, *, is_today: bool) -> str:
    mine = found.mine
    if mine is not None and mine.status is Status.CLOSED:
        return "closed"
    if mine is not None and mine.is_over:
        return "over" if found.is_counted else "late_over"
    if mine is not None:
        return "late" if not found.is_sealed else "going"
    if not found.is_known:
        return "shut"
    return "begin" if is_today else "shut" if found.is_sealed else "practice"


def _rules(edition: Edition, options: Mapping[str, str]) -> tuple[str, ...]:
    """The summary of an edition, and what is not as usual today."""
    special = (
        say("particular", what=say(name), value=said(meaning(edition, name, value))) for name, value in options.items()
    )
    return (current().text(edition.summary), *special)


def _chart(found: DayDeal, totals: list[float]) -> str:
    marks = []
    if found.is_counted and found.mine is not None:
        marks.append(Mark(float(found.mine.total or 0), say("daily_you")))
    if found.facts is not None:
        marks.append(Mark(found.facts.bot, say("daily_bot")))
        if found.facts.best is not None:
            marks.append(Mark(found.facts.best, say("daily_best")))
    return histogram(totals, width=BIN, title=say("daily_distribution"), marks=marks)


def _ranks(found: DayDeal) -> tuple[Rank, ...]:
    results = found.results or ()
    places = [1 + sum((other.total or 0) > (one.total or 0) for other in results[:RANKED]) for one in results[:RANKED]]
    own = found.mine.table if found.mine else ""
    return tuple(
        Rank(place, one.nickname, figure(one.total or 0), one.table, one.table == own)
        for place, one in zip(places, results, strict=False)
    )
