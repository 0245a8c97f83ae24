"""The forms of what the host decides at a table, or whoever decides in the host's place."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from partake.web.context import context_of
from partake.web.pages.common import form_of, see, tables_of, whole

router = APIRouter(include_in_schema=False, prefix="/tables/{table}")


@router.post("/replace")
async def replace(request: Request, table: str) -> Response:
    """Let a bot play for a player who left or is away, or take a free seat."""
    context, form = context_of(request), await form_of(request)
    person, level = await context.who(request), form.get("level")
    if person and level:
        level = await context.people.bot_for(person, (await context.tables.info(table)).edition, level)
    seat = whole(form.get("seat", "")) or 0
    await context.tables.replace_by_bot(table, person.id if person else None, seat, level)
    return see(request, f"/tables/{table}")


@router.post("/remove")
async def remove(request: Request, table: str) -> Response:
    """Take a player off a seat."""
    person, form = await _who(request), await form_of(request)
    await tables_of(request).hosting.remove(table, person, whole(form.get("seat", "")) or 0)
    return see(request, f"/tables/{table}")


@router.post("/readmit")
async def readmit(request: Request, table: str) -> Response:
    """Let those who were removed sit down again."""
    await tables_of(request).hosting.readmit(table, await _who(request))
    return see(request, f"/tables/{table}")


@router.post("/close")
async def close(request: Request, table: str) -> Response:
    """Close the table for good."""
    await tables_of(request).hosting.close(table, await _who(request))
    return see(request, f"/tables/{table}")


async def _who(request: Request) -> str | None:
    person = await context_of(request).who(request)
    return person.id if person else None
