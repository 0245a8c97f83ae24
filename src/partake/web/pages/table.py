"""The pages of one table: waiting, playing, over, replayed; and the forms of what people do there besides moving."""

from __future__ import annotations

import time
from io import BytesIO
from typing import Any

import segno
from fastapi import APIRouter, Request, Response

from partake.engine.description import describe
from partake.rules.options import OPTIONS
from partake.store.rows import Status
from partake.table.model import Person, TableInfo
from partake.table.service import TableState
from partake.web.context import context_of
from partake.web.pages.common import form_of, guest, page, seat_name, see, tables_of, whole
from partake.web.pages.families import family_of
from partake.web.pages.options import LEVELS
from partake.web.text.pages import say

router = APIRouter(include_in_schema=False, prefix="/tables/{table}")


@router.get("")
async def show(request: Request, table: str) -> Response:
    """The table as the visitor may see it."""
    person = await context_of(request).who(request)
    state = await tables_of(request).state(table, person.id if person else None)
    context = await table_context(request, state, person)
    view = state.view
    if view is None:
        return page("table/waiting.html", person, **context)
    family = family_of(view.setup.edition)
    if state.info.status is Status.OVER and view.outcome is not None:
        return page("finished/result.html", person, page=family.finished(view, view.outcome), **context)
    return page(family.template, person, page=family.playing(view), **context)


async def table_context(request: Request, state: TableState, person: Person | None) -> dict[str, Any]:
    """What every page of a table needs."""
    info = state.info
    edition = tables_of(request).catalogue.edition(info.edition)
    return {
        "table": info,
        "edition": edition,
        "has_sheets": family_of(edition).has_sheets,
        "seat": state.seat,
        "is_host": state.seat is not None and state.seat == info.host,
        "names": [seat.name for seat in info.seats],
        "pairs": [held for held in info.seats if held.awaits_partner and state.seat is None],
        "has_left": await _has_left(request, state, person),
        "levels": LEVELS,
        "now": time.time(),
        "rules": [edition.summary, *_rules(info)],
        "link": _link(request, info.id),
    }


async def _has_left(request: Request, state: TableState, person: Person | None) -> bool:
    """Whether a seat here waits for this person to come back to it."""
    if person is None or state.info.status is not Status.PLAYING:
        return False
    if state.seat is not None:
        return state.info.seats[state.seat - 1].left
    return any(game.table == state.info.id for game in await context_of(request).people.games(person))


def _link(request: Request, table: str) -> str:
    """The address of a table, as it is sent to friends."""
    return f"{context_of(request).link(request)}/tables/{table}"


def _rules(info: TableInfo) -> list[str]:
    """The options of a table in words."""
    found = []
    for name, value in info.options.items():
        option = OPTIONS[name]
        found.append(f"{say(name)}: {option.values.get(value, value)}")
    if info.clock:
        found.append(f"{say('clock')}: {say('clock_seconds', seconds=f'{info.clock:g}')}. {say('clock_hint')}")
    return found


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


@router.post("/join")
async def join(request: Request, table: str) -> Response:
    """Sit down with a nickname, or come back; or as the second of two who share a seat."""
    form = await form_of(request)
    if second := form.get("second"):
        person, is_new = await context_of(request).person_or_guest(request, second)
        await tables_of(request).join(table, person, name=second)
    else:
        person, is_new = await guest(request, form.get("nickname", "").strip())
        await tables_of(request).join(table, person, name=seat_name(person, form))
    return see(request, f"/tables/{table}", person if is_new else None)


@router.post("/start")
async def start(request: Request, table: str) -> Response:
    """Begin with those who are there."""
    person = await context_of(request).who(request)
    await tables_of(request).start(table, person.id if person else None)
    return see(request, f"/tables/{table}")


@router.post("/leave")
async def leave(request: Request, table: str) -> Response:
    """Leave the table, and go to the home page."""
    person = await context_of(request).who(request)
    await tables_of(request).leave(table, person.id if person else None)
    return see(request, "/")


@router.post("/replace")
async def replace(request: Request, table: str) -> Response:
    """Let a bot play for a player who left, or take a free seat."""
    person, form = await context_of(request).who(request), await form_of(request)
    seat, level = whole(form.get("seat", "")) or 0, form.get("level")
    await tables_of(request).replace_by_bot(table, person.id if person else None, seat, level)
    return see(request, f"/tables/{table}")


@router.post("/rematch")
async def rematch(request: Request, table: str) -> Response:
    """The same people, the same rules, new draws."""
    info = await tables_of(request).rematch(table, await context_of(request).person(request))
    return see(request, f"/tables/{info.id}")


@router.get("/qr.svg")
async def qr(request: Request, table: str) -> Response:
    """The link to this table as a QR code."""
    info = await tables_of(request).info(table)
    return Response(qr_code(_link(request, info.id)), media_type="image/svg+xml")


def qr_code(text: str) -> str:
    """Any link as a picture to scan."""
    out = BytesIO()
    code = segno.make(text, micro=False)
    code.save(out, kind="svg", border=2, scale=4, dark="#14161b", light="#fff", xmldecl=False)
    return out.getvalue().decode()
