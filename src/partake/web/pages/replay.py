"""A finished game at any of its moves, each told in words."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from partake.engine.description import describe
from partake.web.context import context_of
from partake.web.pages.common import page, tables_of, whole
from partake.web.pages.families import family_of
from partake.web.pages.table import table_context
from partake.web.text.pages import say

router = APIRouter(include_in_schema=False, prefix="/tables/{table}")


@router.get("/replay")
async def replay(request: Request, table: str) -> Response:
    """The game as it stood after one of its moves, the last one if none is asked for."""
    person, tables = await context_of(request).who(request), tables_of(request)
    reader = person.id if person else None
    moves = (await tables.record(table)).moves
    wanted = whole(request.query_params.get("at", ""))
    at = len(moves) if wanted is None else min(wanted, len(moves))
    state = await tables.state(table, reader)
    view = await tables.replay(table, at, reader)
    context = await table_context(request, state, person)
    context |= family_of(view.setup.edition).replayed(view)
    told = describe(context["names"], *moves[at - 1]) if at else say("told_start")
    return page("finished/replay.html", person, **context, at=at, moves=len(moves), told=told)
