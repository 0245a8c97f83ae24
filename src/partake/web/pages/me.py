"""The pages of a person: their games and statistics, carrying the identity over, and deleting it."""

from __future__ import annotations

from datetime import UTC, datetime

from fastapi import APIRouter, Request, Response
from markupsafe import Markup

from partake.draw.svg.charts import bars, course
from partake.table.model import MissingError
from partake.web.context import context_of
from partake.web.pages.common import form_of, page, see
from partake.web.pages.table import qr_code
from partake.web.text.pages import say

router = APIRouter(include_in_schema=False)
SHOWN = 50
"""How many games the page lists."""


@router.get("/me")
async def me(request: Request) -> Response:
    """Who I am here, and everything I played."""
    context = context_of(request)
    person = await context.who(request)
    games = await context.people.games(person, SHOWN) if person else []
    found = await context.people.statistics(person) if person else []
    editions = context.catalogue.editions
    return page(
        "me/me.html",
        person,
        games=[(game, _day(game.finished or game.created)) for game in games],
        titles={name: edition.title for name, edition in editions.items()},
        statistics=[
            {
                **facts,
                "title": editions[facts["edition"]].title if facts["edition"] in editions else facts["edition"],
                "bars": Markup(bars(_bars(facts["distribution"]), title=say("distribution"))),
                "course": Markup(course(facts["progress"], title=say("progress"))),
            }
            for facts in found
        ],
    )


def _bars(distribution: list[dict[str, int]]) -> list[tuple[str, int]]:
    return [(str(part["from"]), part["games"]) for part in distribution]


def _day(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d")


@router.post("/me/name")
async def rename(request: Request) -> Response:
    """Another nickname, for tables to come."""
    context = context_of(request)
    await context.people.rename(await context.person(request), (await form_of(request)).get("nickname", "").strip())
    return see(request, "/me")


@router.post("/me/carry")
async def carry(request: Request) -> Response:
    """A link that makes another device the same person."""
    context = context_of(request)
    person = await context.person(request)
    link = f"{context.link(request)}/carry/{context.identity.carry(person)}"
    code = Markup(qr_code(link))
    return page("me/carry.html", person, link=link, code=code)


@router.get("/carry/{token}")
async def offer(request: Request, token: str) -> Response:
    """Ask before this device becomes another person's."""
    context = context_of(request)
    person = await context.people.find(context.identity.carried(token))
    if person is None:
        raise MissingError("nobody is known by this link any more")
    return page("me/carried.html", person, token=token)


@router.post("/carry/{token}")
async def carried(request: Request, token: str) -> Response:
    """From now on this device is the person of the link."""
    context = context_of(request)
    person = await context.people.find(context.identity.carried(token))
    if person is None:
        raise MissingError("nobody is known by this link any more")
    return see(request, "/me", person)


@router.post("/me/delete")
async def delete(request: Request) -> Response:
    """Forget everything about me."""
    context = context_of(request)
    await context.people.forget(await context.person(request))
    response = see(request, "/")
    context.identity.forget(response)
    return response
