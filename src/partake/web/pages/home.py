"""The home page: play now, put a game together, find an open table."""

from __future__ import annotations

from functools import cache
from typing import Any

from fastapi import APIRouter, Request, Response
from markupsafe import Markup

from partake.draw.svg import svg
from partake.engine.hexagon.sheet import Sheet
from partake.rules.catalogue import Catalogue, catalogue
from partake.rules.edition import Edition, HexagonEdition
from partake.rules.variant import variant
from partake.store.rows import Status
from partake.table.model import Person, SeatRequest, TableRequest
from partake.table.statistics import GamePlayed
from partake.web.context import context_of
from partake.web.pages.common import form_of, guest, page, seat_name, see, tables_of
from partake.web.pages.families import family_of
from partake.web.pages.options import CLOCKS, LEVELS, PAUSES, ROUNDS, panel

router = APIRouter(include_in_schema=False)

RECENT = 30
"""How many of a person's latest games are searched for unfinished ones."""
RUNNING = 5
"""How many unfinished games the page shows."""
HERO = """
a1 9-6-3
a2 9-7-8
a3 9-2-4
b2 1-7-8
b3 1-7-3
b4 1-2-4
c1 5-6-8
c3 5-7-4
c4 5-2-8
c5 5-6-4
d3 1-6-3
e2 9-6-8
"""
"""The board on the home page."""


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
        hero=_hero(),
        editions=list(tables.catalogue.editions.values()),
        pictures={name: _picture(edition) for name, edition in tables.catalogue.editions.items()},
        **_panel(tables.catalogue, form),
        **await _lobby(request),
    )


@router.get("/options")
async def options(request: Request) -> Response:
    """The options that go with what has been chosen so far."""
    return page(
        "home/options.html",
        await context_of(request).who(request),
        **_panel(tables_of(request).catalogue, dict(request.query_params)),
    )


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
    info = await tables.create(person, panel(tables.catalogue, form).request(), name=seat_name(person, form))
    return see(request, f"/tables/{info.id}", person if is_new else None)


async def _running(request: Request, person: Person | None) -> list[GamePlayed]:
    """The games that a person has not finished."""
    games = await context_of(request).people.games(person, RECENT) if person else []
    return [game for game in games if game.status in (Status.WAITING, Status.PLAYING)][:RUNNING]


def _panel(known: Catalogue, form: dict[str, str]) -> dict[str, Any]:
    return {
        "panel": panel(known, form),
        "nickname": form.get("nickname", ""),
        "partner": form.get("partner", ""),
        "levels": LEVELS,
        "clocks": CLOCKS,
        "pauses": PAUSES,
        "rounds": ROUNDS,
        "is_open": form.get("shown") == "yes",
    }


async def _lobby(request: Request) -> dict[str, Any]:
    tables = tables_of(request)
    editions = tables.catalogue.editions
    return {
        "tables": await tables.lobby(),
        "titles": {name: edition.title for name, edition in editions.items()},
        "defaults": {name: edition.offer.defaults({}) for name, edition in editions.items()},
    }


@cache
def _hero() -> Markup:
    edition = catalogue().edition("classic")
    assert isinstance(edition, HexagonEdition)
    tiles = dict(line.split() for line in HERO.strip().splitlines())
    return Markup(svg(Sheet.of(variant(edition), tiles), theme="page", paper=False, alone=True, prefix="hero"))


@cache
def _picture(edition: Edition) -> Markup:
    """The picture of an edition, by which it is chosen."""
    value = family_of(edition).specimen(edition)
    return Markup(svg(value, theme="page", paper=False, prefix=f"board-{edition.name}", scored=False, alone=True))
