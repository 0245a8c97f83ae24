"""Sitting down at a table: by a name that is free, or by the partner's own link."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from partake.table.model import NameTakenError, Person
from partake.web.context import context_of
from partake.web.pages.common import form_of, see, tables_of
from partake.web.pages.table import table_page
from partake.web.text.pages import say

router = APIRouter(include_in_schema=False, prefix="/tables/{table}")


@router.post("/join")
async def join(request: Request, table: str) -> Response:
    """Sit down with a nickname, or come back; with the partner's key, share the seat of whoever gave it."""
    form, context, tables = await form_of(request), context_of(request), tables_of(request)
    key = form.get("key")
    name = await tables.awaited(table, key) if key else form.get("as", "").strip() or form.get("nickname", "").strip()
    await tables.info(table)  # nobody becomes known at a table that is not there
    person, is_new = await context.person_or_guest(request, name or say("guest"))
    partner = form.get("partner", "").strip()
    try:
        whole = f"{name or person.nickname} & {partner}" if partner and not form.get("as") else name or None
        await context.people.join(table, person, name=whole, key=key)
    except NameTakenError as problem:
        response = await _asked_again(request, table, person, form, problem)
        if is_new:
            context.identity.remember(response, person)
        return response
    nickname = name.partition(" & ")[0]
    if nickname and not key:
        await context.rename(request, person, nickname)
    return see(request, f"/tables/{table}", person if is_new else None)


async def _asked_again(
    request: Request, table: str, person: Person, form: dict[str, str], problem: NameTakenError
) -> Response:
    """The page of the table with the form as it was filled in, and a name that is free."""
    state = await tables_of(request).state(table, person.id)
    typed = {name: form.get(name, "") for name in ("nickname", "partner")}
    taken, free = say("name_taken", name=problem.name), problem.suggestion
    return await table_page(request, state, person, status=409, typed=typed, problem=taken, suggestion=free)
