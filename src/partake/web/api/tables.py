"""The API of tables: create, join, watch, start, leave, rematch."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Request, Response
from fastapi.responses import PlainTextResponse

from partake.engine.record.json import record_to_json
from partake.engine.record.text import format_record
from partake.table.model import SeatRequest, TableInfo, TableRequest
from partake.table.view_json import view_json
from partake.web.api.models import BotIn, JoinIn, Problem, StateOut, TableIn
from partake.web.context import address, context_of
from partake.web.errors import answer

PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"model": Problem} for status in (401, 403, 404, 409, 413, 422, 429, 503)
}
router = APIRouter(prefix="/api/tables", tags=["tables"], responses=PROBLEMS)
Id = Annotated[str, Path(max_length=32, description="The table.")]


@router.get("", response_model=list[TableInfo])
async def lobby(request: Request) -> Response:
    """Open tables that have a free seat, the newest first."""
    return answer([info.to_json() for info in await context_of(request).tables.lobby()])


@router.post("", response_model=TableInfo, status_code=201)
async def create(request: Request, wanted: TableIn) -> Response:
    """A new table; it starts at once when no other person is awaited."""
    context = context_of(request)
    context.count_creation(request)
    settings = wanted.model_dump(exclude={"seats", "nickname"})
    seats = tuple(SeatRequest(seat.kind, seat.level) for seat in wanted.seats)
    person, is_new = await context.person_or_guest(request, wanted.nickname)
    info = await context.tables.create(person, TableRequest(**settings, seats=seats), name=wanted.nickname)
    response = answer(info.to_json(), 201)
    if is_new:
        context.identity.remember(response, person)
    return response


@router.get("/{table}", response_model=StateOut)
async def state(request: Request, table: Id) -> Response:
    """The table and its game, as the one who asks may see them: from their seat, or as a spectator."""
    context = context_of(request)
    person = await context.who(request)
    return answer((await context.tables.state(table, person.id if person else None)).json)


@router.post("/{table}/join", response_model=TableInfo)
async def join(request: Request, table: Id, wanted: JoinIn) -> Response:
    """Sit down with a nickname; the game starts when the last seat is taken."""
    context = context_of(request)
    await context.tables.info(table)
    person, is_new = await context.person_or_guest(request, wanted.nickname)
    info = await context.tables.join(table, person, name=wanted.nickname, seat=wanted.seat)
    response = answer(info.to_json())
    if is_new:
        context.identity.remember(response, person)
    return response


@router.post("/{table}/start", response_model=TableInfo)
async def start(request: Request, table: Id) -> Response:
    """Start with those who are there; only the host can."""
    context = context_of(request)
    return answer((await context.tables.start(table, (await context.person(request)).id)).to_json())


@router.post("/{table}/leave", response_model=TableInfo)
async def leave(request: Request, table: Id) -> Response:
    """Get up from the table."""
    context = context_of(request)
    return answer((await context.tables.leave(table, (await context.person(request)).id)).to_json())


@router.post("/{table}/rematch", response_model=TableInfo)
async def rematch(request: Request, table: Id) -> Response:
    """The same people at a new table, when the game is over; asked twice, it is the same table."""
    context = context_of(request)
    return answer((await context.tables.rematch(table, await context.person(request))).to_json())


@router.post("/{table}/seats/{seat}/bot", response_model=TableInfo)
async def replace_by_bot(request: Request, table: Id, seat: int, wanted: BotIn) -> Response:
    """Let a bot play on for a player who left, or take a free seat; only the host can."""
    context = context_of(request)
    person = await context.person(request)
    return answer((await context.tables.replace_by_bot(table, person.id, seat, wanted.level)).to_json())


@router.get("/{table}/record", response_class=PlainTextResponse)
async def record(request: Request, table: Id, form: Literal["text", "json"] = "text") -> Response:
    """The record of the game: while it goes on what all may know, at the end everything with its seed."""
    found = await context_of(request).tables.record(table)
    if form == "json":
        return answer(record_to_json(found))
    name = f'attachment; filename="{found.setup.edition.name}-{table}.partake"'
    return PlainTextResponse(format_record(found), headers={"content-disposition": name})


@router.get("/{table}/replay/{number}")
async def replay(request: Request, table: Id, number: int) -> Response:
    """A game that is over as it stood after this number of entries of its log: a view as in the state of a table."""
    context = context_of(request)
    person = await context.who(request)
    return answer(view_json(await context.tables.replay(table, number, person.id if person else None)))


@router.get("/{table}/events", response_class=Response, responses={200: {"content": {"text/event-stream": {}}}})
async def events(request: Request, table: Id, view: bool = False) -> Response:
    """Everything that happens, as server-sent events: `view` first, then `moves`, `acted` and `table`.

    Send `Last-Event-ID` to go on where a broken stream ended. With `view`, events say what changed in the view.
    """
    context = context_of(request)
    person = await context.who(request)
    last = request.headers.get("last-event-id")
    return await context.streams.open(table, person.id if person else None, address(request), last, with_view=view)
