"""A finished game at any of its moves, each told in words."""

from __future__ import annotations

from collections.abc import Sequence

from fastapi import APIRouter, Request, Response
from markupsafe import Markup

from partake.draw.svg import svg
from partake.engine.actions import (
    Action,
    Close,
    Deal,
    Deed,
    Done,
    Draw,
    GiveUp,
    Keep,
    Move,
    Place,
    Relocate,
    Return,
    Reveal,
    Scrap,
    TakeBack,
)
from partake.engine.hexagon.view import HexagonView
from partake.web.desk import desk_of
from partake.web.pages_common import hall_of, page, whole
from partake.web.pages_hexagon import hexagon_page
from partake.web.pages_table import table_context
from partake.web.words import say

router = APIRouter(include_in_schema=False, prefix="/tables/{table}")


@router.get("/replay")
async def replay(request: Request, table: str) -> Response:
    """The game as it stood after one of its moves, the last one if none is asked for."""
    person, hall = await desk_of(request).who(request), hall_of(request)
    reader = person.id if person else None
    moves = (await hall.record(table)).moves
    wanted = whole(request.query_params.get("at", ""))
    at = len(moves) if wanted is None else min(wanted, len(moves))
    state = await hall.state(table, reader)
    view = await hall.replay(table, at, reader)
    context = await table_context(request, state, person)
    is_hexagon = isinstance(view, HexagonView)
    return page(
        "replay.html",
        person,
        **context,
        at=at,
        moves=len(moves),
        told=told(*moves[at - 1], context["names"]) if at else say("told_start"),
        page=hexagon_page(view, is_played=False) if isinstance(view, HexagonView) else None,
        picture="" if is_hexagon else Markup(svg(view, theme="page", prefix="replay", tall=True, memory=True)),
    )


def told(actor: int, action: Action, names: Sequence[str]) -> str:
    """A move in words."""
    name = names[actor - 1] if actor else ""
    match action:
        case Draw(tiles):
            return say("told_draw", tiles=", ".join(map(str, tiles)))
        case Close():
            return say("told_close")
        case Place(tile, cell, 0):
            return say("told_place", name=name, tile=tile, cell=cell)
        case Place(tile, cell, owner):
            return say("told_place_for", name=name, tile=tile, cell=cell, owner=names[owner - 1])
        case Scrap(tile):
            return say("told_scrap", name=name, tile=tile)
        case Relocate(tile, cell):
            return say("told_relocate", name=name, tile=tile, cell=cell)
        case Done():
            return say("told_done", name=name)
        case TakeBack():
            return say("told_back", name=name)
        case Deal():
            return say("told_deal")
        case Reveal(value):
            return say("told_reveal", value=value)
        case Move(piece, square, deed):
            words = {Deed.MOVE: "told_move", Deed.LOOK: "told_look", Deed.TAKE: "told_take"}
            return say(words[deed], name=name, piece=piece.title, square=square)
        case Keep():
            return say("told_keep", name=name)
        case Return():
            return say("told_return", name=name)
        case GiveUp(value, square):
            return say("told_give", name=name, value=value, square=square)
