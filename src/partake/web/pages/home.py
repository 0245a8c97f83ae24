"""The home page: play now, put a game together, find an open table."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from typing import Any

from fastapi import APIRouter, Request, Response
from markupsafe import Markup

from partake.draw.svg.emblem import emblem
from partake.rules.edition import Edition
from partake.rules.languages import current
from partake.store.rows import Status
from partake.table.calendar import DEALS
from partake.table.model import ConflictError, ForbiddenError, Person, SeatInfo, SeatRequest, TableInfo, TableRequest
from partake.table.progress import LIKE_ME, match_of
from partake.web.context import context_of
from partake.web.pages.common import form_of, guest, page, seat_name, see, tables_of
from partake.web.pages.families import family_of
from partake.web.pages.options import CLOCKS, OFFERED, PAUSES, ROUNDS, OptionsPanel, panel
from partake.web.pages.preview import home_preview
from partake.web.text.pages import level_name, say
from partake.web.text.phrases import ago, heading, joined, titled

router = APIRouter(include_in_schema=False)

RECENT = 30
"""How many of a person's latest games are searched for unfinished ones."""
RUNNING = 5
"""How many unfinished games the page shows."""
MOST_NAMES = 4
"""How many of the others are named."""


@router.get("/")
async def home(request: Request) -> Response:
    """Games by picture, with the options of the one that is chosen, and the lobby."""
    tables = tables_of(request)
    form = dict(request.query_params)
    person = await context_of(request).who(request)
    return page(
        "home/home.html",
        person,
        running=await _running(request, person),
        daily=await _daily(request, person),
        preview=home_preview(request),
        has_leaders=context_of(request).leaderboards.is_on,
        editions=list(tables.catalogue.editions.values()),
        pictures={name: edition_emblem(edition, current().code) for name, edition in tables.catalogue.editions.items()},
        **await _panel(request, person, form),
        **await _lobby(request),
    )


@router.get("/options")
async def options(request: Request) -> Response:
    """The options that go with what has been chosen so far."""
    person = await context_of(request).who(request)
    return page("home/options.html", person, **await _panel(request, person, dict(request.query_params)))


@router.get("/lobby")
async def lobby(request: Request) -> Response:
    """The open tables."""
    return page("home/lobby.html", **await _lobby(request))


@router.post("/play")
async def play_now(request: Request) -> Response:
    """Classic alone, at once."""
    person, is_new = await guest(request)
    context_of(request).count_creation(request)
    info = await tables_of(request).create(person, TableRequest("classic", seats=(SeatRequest("host"),)))
    return see(request, f"/tables/{info.id}", person if is_new else None)


@router.post("/tables")
async def create(request: Request) -> Response:
    """The table that the form describes."""
    form, tables = await form_of(request), tables_of(request)
    person, is_new = await guest(request, form.get("nickname", "").strip())
    context_of(request).count_creation(request)
    wanted = panel(tables.catalogue, {**form, "nickname": person.nickname})
    friends = [await context_of(request).people.friend_here(person, name) for name in wanted.friends]
    if LIKE_ME in wanted.bots:
        wanted = wanted.with_like_me(await context_of(request).people.bot_for(person, wanted.edition.name, LIKE_ME))
    info = await tables.create(person, wanted.request(friends), name=seat_name(person, form))
    return see(request, f"/tables/{info.id}", person if is_new else None)


@router.post("/tables/{table}/discard")
async def discard(request: Request, table: str) -> Response:
    """Take a game off the list: a table without other people is closed, any other is left."""
    context, person = context_of(request), await context_of(request).person(request)
    company = await context.people.device_seats(table, person)
    info = await context.tables.info(table)
    if person.id not in company.values():
        raise ForbiddenError("you have no seat at this table")
    if _others(info, company):
        await context.people.leave(table, person)
    else:
        await context.tables.hosting.close(table, person.id)
    return see(request, "/")


def _others(info: TableInfo, company: Mapping[int, str]) -> list[SeatInfo]:
    """The seats of other people: neither bots nor at this device."""
    return [held for held in info.seats if held.name and held.bot is None and held.seat not in company]


@dataclass(frozen=True, slots=True)
class RunningGame:
    """A game that its player can go on with."""

    table: str
    title: str
    company: str
    """With whom it is played."""
    progress: str
    """How far it is; empty before its first tile."""
    since: str
    is_alone: bool
    """Whether no other person sits there."""
    is_kept: bool = False
    """Whether it is a try that counts, which cannot be discarded."""


async def _running(request: Request, person: Person | None) -> list[RunningGame]:
    """The games that a person has not finished and not left."""
    if person is None:
        return []
    games = await context_of(request).people.games(person, RECENT)
    open_games = [game for game in games if game.status in (Status.WAITING, Status.PLAYING) and not game.has_left]
    return [await _running_game(request, game.table, person) for game in open_games[:RUNNING]]


async def _running_game(request: Request, table: str, person: Person) -> RunningGame:
    tables, told = tables_of(request), ""
    info = await tables.info(table)
    company = await context_of(request).people.device_seats(table, person)
    with suppress(ConflictError):  # it may have been begun by other rules than the server has now
        view = (await tables.state(table, person.id)).view
        told = family_of(view.setup.edition).progress(view) if view else ""
    others = [held for held in info.seats if held.name and company.get(held.seat) != person.id]
    names = joined([held.name for held in others[:MOST_NAMES]])
    is_waiting = info.status is Status.WAITING
    return RunningGame(
        table,
        heading(info, tables.catalogue.edition(info.edition)),
        say("with", names=names) if others else "" if is_waiting else say("by_yourself"),
        told,
        say("begun_waiting" if is_waiting else "begun", ago=ago(info.started or info.created)),
        is_alone=not _others(info, company),
        is_kept=info.deal is not None and info.counts,
    )


async def _daily(request: Request, person: Person | None) -> str:
    """What the path to the daily deals says: to people who are known, what they have played of today's."""
    daily = context_of(request).daily
    if person is None:
        return say("daily_hint")
    played = await daily.played_days(person)
    mine = [played.get((daily.today, which)) for which in DEALS]
    if any(one is not None and one.status is Status.PLAYING for one in mine):
        return say("daily_going")
    over = sum(one is not None and one.is_over for one in mine)
    told = say("daily_waits" if not over else "daily_half" if over < len(DEALS) else "daily_played")
    streak = await daily.streak(person)
    return f"{told} {say('daily_streak', count=streak)}." if streak else told


async def _panel(request: Request, person: Person | None, form: dict[str, str]) -> dict[str, Any]:
    wanted = panel(tables_of(request).catalogue, form)
    return {
        "panel": wanted,
        "like_me": await _like_me(request, person, wanted) if LIKE_ME in wanted.bots else "",
        "nickname": form.get("nickname", ""),
        "partner": form.get("partner", ""),
        "typed": form,
        "levels": OFFERED,
        "clocks": CLOCKS,
        "pauses": PAUSES,
        "rounds": ROUNDS,
        "is_open": bool(form),
    }


async def _like_me(request: Request, person: Person | None, wanted: OptionsPanel) -> str:
    """How the bot plays that is to be about as strong as the person who asks."""
    rows = await context_of(request).people.results(person) if person else []
    found = match_of(rows, wanted.edition.name)
    level = level_name(found.bot)
    if not found.games:
        return say("like_me_unknown", count=found.needed, level=level)
    return say("like_me_known", count=found.games, level=level)


async def _lobby(request: Request) -> dict[str, Any]:
    tables = tables_of(request)
    editions, found = tables.catalogue.editions, await tables.lobby()
    return {
        "tables": found,
        "headings": {info.id: heading(info, editions[info.edition]) for info in found},
        "titles": {name: titled(edition) for name, edition in editions.items()},
        "defaults": {name: edition.offer.defaults({}) for name, edition in editions.items()},
    }


@cache
def edition_emblem(edition: Edition, language: str) -> Markup:
    """The picture of an edition, by which it is chosen."""
    return Markup(emblem(edition))
