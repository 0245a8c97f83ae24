"""Challenging a friend on the same tiles: the link, and all boards beside each other afterwards."""

from __future__ import annotations

from dataclasses import dataclass

from fastapi import APIRouter, Request, Response
from markupsafe import Markup

from partake.engine.hexagon.view import HexagonView
from partake.web.context import context_of
from partake.web.pages.common import page, qr_code, see, tables_of
from partake.web.pages.hexagon import finished
from partake.web.pages.result import Player
from partake.web.text.pages import say
from partake.web.text.phrases import titled

router = APIRouter(include_in_schema=False, prefix="/tables/{table}")


@dataclass(frozen=True, slots=True)
class OtherBoard:
    """A board that somebody else made of the same tiles."""

    table: str
    player: Player
    total: str


@router.post("/challenge")
async def challenge(request: Request, table: str) -> Response:
    """A new table for one friend on the tiles of this game."""
    context = context_of(request)
    person = await context.person(request)
    context.count_creation(request)
    made = await context.challenges.create(table, person)
    return see(request, f"/tables/{table}/challenge?friend={made.id}")


@router.get("/challenge")
async def challenged(request: Request, table: str) -> Response:
    """The link of a challenge, to be sent to a friend."""
    context, tables = context_of(request), tables_of(request)
    person = await context.person(request)
    made = await tables.info(request.query_params.get("friend", ""))
    link = f"{context.link(request)}/tables/{made.id}"
    text = say("challenge_text", name=person.nickname, game=titled(tables.catalogue.edition(made.edition)))
    return page("finished/challenge.html", person, id=table, link=link, text=text, code=Markup(qr_code(link)))


async def other_boards(request: Request, table: str) -> tuple[OtherBoard, ...]:
    """The boards of the other games on the same draws, each player's last one, the best first."""
    found: list[tuple[float, OtherBoard]] = []
    for other in await context_of(request).challenges.others(table):
        view = other.view
        if not isinstance(view, HexagonView) or view.outcome is None:
            continue
        shown = finished(view, view.outcome)
        for player in shown.games[-1].players:
            total = next(row[2] for row in shown.rows if row[0] == player.seat)
            points = float(view.outcome.totals[player.seat - 1])
            found.append((points, OtherBoard(other.info.id, player, total)))
    return tuple(board for _, board in sorted(found, key=lambda one: -one[0]))
