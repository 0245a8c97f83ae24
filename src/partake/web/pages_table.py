"""The pages of one table: waiting, playing, over, replayed; and what people do there besides moving."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import segno
from fastapi import APIRouter, Request, Response
from markupsafe import Markup

from partake.draw.svg import svg
from partake.engine.hexagon.view import HexagonView
from partake.engine.notation import format_move
from partake.rules.options import OPTIONS
from partake.table.hall import TableState
from partake.table.model import Person, Status, TableInfo
from partake.web.desk import desk_of
from partake.web.pages_common import form_of, guest, hall_of, page, see
from partake.web.pages_five import five_page
from partake.web.pages_hexagon import hexagon_page
from partake.web.pages_result import result_page
from partake.web.words import say

router = APIRouter(include_in_schema=False, prefix="/tables/{table}")


@router.get("")
async def show(request: Request, table: str) -> Response:
    """The table as the visitor may see it."""
    person = await desk_of(request).who(request)
    state = await hall_of(request).state(table, person.id if person else None)
    context = _context(request, state, person)
    view = state.view
    if view is None:
        return page("waiting.html", person, **context)
    if state.info.status is Status.OVER and view.outcome is not None:
        return page("result.html", person, page=result_page(view, view.outcome), **context)
    if isinstance(view, HexagonView):
        return page("hexagon.html", person, page=hexagon_page(view), **context)
    return page("five.html", person, page=five_page(view), **context)


def _context(request: Request, state: TableState, person: Person | None) -> dict[str, Any]:
    info = state.info
    return {
        "table": info,
        "edition": hall_of(request).catalogue.edition(info.edition),
        "seat": state.seat,
        "is_host": state.seat is not None and state.seat == info.host,
        "names": [seat.name for seat in info.seats],
        "rules": _rules(info),
        "link": _link(request, info.id),
    }


def _link(request: Request, table: str) -> str:
    """The address of a table, as it is sent to friends."""
    return f"{desk_of(request).link(request)}/tables/{table}"


def _rules(info: TableInfo) -> list[str]:
    """The options of a table in words."""
    found = []
    for name, value in info.options.items():
        option = OPTIONS[name]
        found.append(f"{say(name)}: {option.values.get(value, value)}")
    if info.clock:
        found.append(f"{say('clock')}: {say('clock_seconds', seconds=f'{info.clock:g}')}")
    return found


@router.post("/join")
async def join(request: Request, table: str) -> Response:
    """Sit down with a nickname."""
    name = (await form_of(request)).get("nickname", "").strip()
    person, is_new = await guest(request, name)
    await hall_of(request).join(table, person)
    return see(request, f"/tables/{table}", person if is_new else None)


@router.post("/start")
async def start(request: Request, table: str) -> Response:
    """Begin with those who are there."""
    person = await desk_of(request).who(request)
    await hall_of(request).start(table, person.id if person else None)
    return see(request, f"/tables/{table}")


@router.post("/leave")
async def leave(request: Request, table: str) -> Response:
    """Get up and go home."""
    person = await desk_of(request).who(request)
    await hall_of(request).leave(table, person.id if person else None)
    return see(request, "/")


@router.post("/replace")
async def replace(request: Request, table: str) -> Response:
    """Let a bot play for somebody who left."""
    person = await desk_of(request).who(request)
    seat = (await form_of(request)).get("seat", "")
    wanted = int(seat) if seat.isascii() and seat.isdigit() and len(seat) < 5 else 0
    await hall_of(request).replace_by_bot(table, person.id if person else None, wanted)
    return see(request, f"/tables/{table}")


@router.post("/rematch")
async def rematch(request: Request, table: str) -> Response:
    """The same people, the same rules, new draws."""
    info = await hall_of(request).rematch(table, await desk_of(request).person(request))
    return see(request, f"/tables/{info.id}")


@router.get("/qr.svg")
async def qr(request: Request, table: str) -> Response:
    """The link to this table as a QR code."""
    info = await hall_of(request).info(table)
    return Response(qr_code(_link(request, info.id)), media_type="image/svg+xml")


def qr_code(text: str) -> str:
    """Any link as a picture to scan."""
    out = BytesIO()
    code = segno.make(text, micro=False)
    code.save(out, kind="svg", border=2, scale=4, dark="#14161b", light="#fff", xmldecl=False)
    return out.getvalue().decode()


@router.get("/replay")
async def replay(request: Request, table: str) -> Response:
    """A finished game at any of its moves."""
    person, hall = await desk_of(request).who(request), hall_of(request)
    moves = (await hall.record(table)).moves
    wanted = request.query_params.get("at", "")
    at = min(int(wanted), len(moves)) if wanted.isascii() and wanted.isdigit() and len(wanted) < 8 else len(moves)
    state = await hall.state(table, person.id if person else None)
    view = await hall.replay(table, at, person.id if person else None)
    return page(
        "replay.html",
        person,
        **_context(request, state, person),
        at=at,
        moves=len(moves),
        move=format_move(*moves[at - 1]) if at else "",
        picture=Markup(svg(view, theme="page", prefix="replay")),
    )
