"""Being asked to play again, wherever one is in the pages."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from partake.web.context import context_of
from partake.web.pages.common import page, see, tables_of
from partake.web.text.phrases import titled

router = APIRouter(include_in_schema=False)


@router.get("/invitations")
async def invitations(request: Request) -> Response:
    """The notice of an open invitation; nothing if there is none."""
    person = await context_of(request).who(request)
    found = await tables_of(request).invitation(person.id) if person else None
    if person is None or found is None:
        return Response(status_code=204, headers={"Cache-Control": "no-store"})
    info, asked = found
    host = info.seats[info.host - 1].name if info.host else ""
    edition = tables_of(request).catalogue.edition(info.edition)
    return page("notice.html", person, table=info, host=host, name=asked["name"], game=titled(edition))


@router.post("/tables/{table}/decline")
async def decline(request: Request, table: str) -> Response:
    """Do not play again this time."""
    context = context_of(request)
    await context.people.decline(table, await context.person(request))
    return see(request, "/")
