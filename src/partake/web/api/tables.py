"""The API of tables: create, join, watch, start, leave, rematch, and what the host decides."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Path, Request, Response
from fastapi.responses import PlainTextResponse

from partake.engine.record.json import record_to_json
from partake.engine.record.text import format_record
from partake.table.model import ForbiddenError, Person, SeatRequest, TableInfo, TableRequest
from partake.table.replays import aside
from partake.table.view_json import view_json
from partake.web.api.models import LARGEST_NUMBER, MOST_SEATS, BotIn, JoinIn, Partner, SeatIn, StateOut, TableIn
from partake.web.api.problems import PROBLEMS
from partake.web.context import RequestContext, context_of
from partake.web.errors import answer

router = APIRouter(prefix="/api/tables", tags=["tables"], responses=PROBLEMS)
_RECORD = {"text/plain": {"schema": {"type": "string"}}, "application/json": {"schema": {"type": "object"}}}
Id = Annotated[str, Path(min_length=1, max_length=32, description="The table.")]
Seat = Annotated[int, Path(ge=1, le=MOST_SEATS, description="The seat.")]
Number = Annotated[int, Path(ge=0, le=LARGEST_NUMBER, description="How many entries of the log have been played.")]


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
    person, is_new = await context.person_or_guest(request, wanted.nickname)
    seats = tuple([await _seat(context, person, wanted.edition, seat) for seat in wanted.seats])
    info = await context.tables.create(person, TableRequest(**settings, seats=seats), name=wanted.nickname)
    response = answer(info.to_json(), 201)
    if is_new:
        context.identity.remember(response, person)
    return response


async def _seat(context: RequestContext, host: Person, edition: str, wanted: SeatIn) -> SeatRequest:
    """A seat of a request, with the friend at the host's device who takes it, or the bot that the host asks for."""
    if wanted.kind == "bot":
        return SeatRequest("bot", await context.people.bot_for(host, edition, wanted.level))
    friend = await context.people.friend_here(host, wanted.name) if wanted.kind == "here" and wanted.name else None
    return SeatRequest(wanted.kind, wanted.level, friend)


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
    info = await context.people.join(table, person, name=wanted.nickname, seat=wanted.seat, key=wanted.key)
    response = answer(info.to_json())
    if is_new:
        context.identity.remember(response, person)
    return response


@router.get("/{table}/partner", response_model=Partner)
async def partner(request: Request, table: Id) -> Response:
    """The key and the link for the person who shares my seat, while they are awaited."""
    context = context_of(request)
    key = await context.tables.partner_key(table, (await context.person(request)).id)
    if key is None:
        raise ForbiddenError("nobody is awaited at a seat of yours here")
    return answer({"key": key, "link": f"{context.link(request)}/tables/{table}?partner={key}"})


@router.post("/{table}/start", response_model=TableInfo)
async def start(request: Request, table: Id) -> Response:
    """Start with those who are there; only the host can."""
    context = context_of(request)
    return answer((await context.tables.start(table, (await context.person(request)).id)).to_json())


@router.post("/{table}/leave", response_model=TableInfo)
async def leave(request: Request, table: Id) -> Response:
    """Get up from the table, with the friends at my device."""
    context = context_of(request)
    return answer((await context.people.leave(table, await context.person(request))).to_json())


@router.post("/{table}/rematch", response_model=TableInfo)
async def rematch(request: Request, table: Id) -> Response:
    """A new table with the same rules, when the game is over, to which the others are invited.

    Whoever asks later sits down at the same table.
    """
    context = context_of(request)
    return answer((await context.people.rematch(table, await context.person(request))).to_json())


@router.post("/{table}/challenge", response_model=TableInfo, status_code=201)
async def challenge(request: Request, table: Id) -> Response:
    """A table for one friend on the draws of a game that I have finished; its link tells nothing of this game."""
    context = context_of(request)
    person = await context.person(request)
    context.count_creation(request)
    return answer((await context.challenges.create(table, person)).to_json(), 201)


@router.get("/{table}/challenges", response_model=list[TableInfo])
async def challenges(request: Request, table: Id) -> Response:
    """The other games on the same draws that are over, when this one is."""
    found = await context_of(request).challenges.others(table)
    return answer([other.info.to_json() for other in found])


@router.post("/{table}/decline", response_model=TableInfo)
async def decline(request: Request, table: Id) -> Response:
    """Answer an invitation to play again with no; joining is a yes."""
    context = context_of(request)
    return answer((await context.people.decline(table, await context.person(request))).to_json())


@router.post("/{table}/seats/{seat}/bot", response_model=TableInfo)
async def replace_by_bot(request: Request, table: Id, seat: Seat, wanted: BotIn) -> Response:
    """Let a bot play on for a player who left or is away for 30 seconds, or take a free seat; for the host."""
    context = context_of(request)
    person = await context.person(request)
    edition = (await context.tables.info(table)).edition
    level = await context.people.bot_for(person, edition, wanted.level) if wanted.level else None
    return answer((await context.tables.replace_by_bot(table, person.id, seat, level)).to_json())


@router.post("/{table}/seats/{seat}/return", response_model=TableInfo)
async def give_back(request: Request, table: Id, seat: Seat) -> Response:
    """Give a seat at which a bot plays back to its player, who is here again; for the host."""
    context = context_of(request)
    person = await context.person(request)
    return answer((await context.tables.hosting.give_back(table, person.id, seat)).to_json())


@router.post("/{table}/seats/{seat}/remove", response_model=TableInfo)
async def remove(request: Request, table: Id, seat: Seat) -> Response:
    """Remove a player: before the start the seat is free again, later a bot plays on; for the host."""
    context = context_of(request)
    person = await context.person(request)
    return answer((await context.tables.hosting.remove(table, person.id, seat)).to_json())


@router.post("/{table}/readmit", response_model=TableInfo)
async def readmit(request: Request, table: Id) -> Response:
    """Let everybody who was removed sit down again; for the host."""
    context = context_of(request)
    return answer((await context.tables.hosting.readmit(table, (await context.person(request)).id)).to_json())


@router.post("/{table}/close", response_model=TableInfo)
async def close(request: Request, table: Id) -> Response:
    """Close a table that waits or is being played, for good; for the host."""
    context = context_of(request)
    return answer((await context.tables.hosting.close(table, (await context.person(request)).id)).to_json())


@router.get("/{table}/record", response_class=Response, responses={200: {"content": _RECORD}})
async def record(request: Request, table: Id, form: Literal["text", "json"] = "text") -> Response:
    """The record of the game: while it goes on what all may know, at the end everything with its seed."""
    found = await context_of(request).record(request, table)
    if form == "json":
        return answer(await aside(len(found.moves), record_to_json, found))
    name = f'attachment; filename="{found.setup.edition.name}-{table}.partake"'
    info = await context_of(request).tables.info(table)
    first, text = (await aside(len(found.moves), format_record, found)).split("\n", 1)
    notes = [
        f"# Seat {seat.seat} came late: a bot answered the first {seat.late} calls." for seat in info.seats if seat.late
    ]
    if info.paper:
        notes.append("# Kept at a cardboard table: each tile was placed, when it was called, where it lay at the end.")
    return PlainTextResponse("\n".join([first, *notes, text]), headers={"content-disposition": name})


@router.get("/{table}/replay/{number}")
async def replay(request: Request, table: Id, number: Number) -> Response:
    """A game that is over as it stood after this number of entries of its log: a view as in the state of a table."""
    context = context_of(request)
    person = await context.who(request)
    return answer(view_json(await context.tables.replay(table, number, person.id if person else None)))


@router.get("/{table}/events", response_class=Response, responses={200: {"content": {"text/event-stream": {}}}})
async def events(request: Request, table: Id, view: bool = False) -> Response:
    """Everything that happens, as server-sent events: `view` first, then `moves`, `acted`, `table` and `presence`.

    Send `Last-Event-ID` to go on where a broken stream ended. With `view`, events say what changed in the view.
    """
    context = context_of(request)
    _, reader = await context.reader(request)
    return await context.streams.open(table, reader, request.headers.get("last-event-id"), with_view=view)
