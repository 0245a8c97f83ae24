"""The API of tournaments: make one, take part, play its deals, read the standings, decide as the host."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Request, Response

from partake.rules.languages import current
from partake.store.deal_rows import TournamentSettings
from partake.table.model import Person, TableInfo
from partake.table.people import check_banned
from partake.table.tournament_field import Tournament
from partake.table.tournament_json import results_json, state_json
from partake.web.api.problems import PROBLEMS
from partake.web.api.tournament_models import (
    ChangesIn,
    EntryIn,
    RemoveIn,
    ResultsOut,
    StageIn,
    TournamentIn,
    TournamentOut,
)
from partake.web.context import RequestContext, context_of
from partake.web.errors import answer

router = APIRouter(prefix="/api/tournaments", tags=["tournaments"], responses=PROBLEMS)
Code = Annotated[
    str, Path(min_length=1, max_length=16, pattern="^[A-Za-z0-9]+$", description="The code of the tournament.")
]
UNCHANGED: dict[int | str, dict[str, Any]] = {304: {"description": "It is as you know it."}}


@router.get("", response_model=list[TournamentOut])
async def mine(request: Request) -> Response:
    """The tournaments that I host or take part in, the newest first."""
    context = context_of(request)
    person = await context.person(request)
    rows = await context.tables.tournaments.mine(person)
    return answer([await _state(context, await context.tables.tournaments.look(row.code), person) for row in rows])


@router.post("", response_model=TournamentOut, status_code=201)
async def create(request: Request, wanted: TournamentIn) -> Response:
    """A new tournament of mine."""
    context = context_of(request)
    context.count_creation(request)
    person, is_new = await context.person_or_guest(request, wanted.nickname)
    settings = TournamentSettings(**wanted.model_dump(exclude={"joins", "nickname"}))
    found = await context.tables.tournaments.create(person, settings)
    if wanted.joins:
        await context.tables.tournaments.join(found.row.code, person)
    response = answer(await _state(context, found, person), 201)
    if is_new:
        context.identity.remember(response, person)
    return response


@router.get("/{code}", response_model=TournamentOut, responses=UNCHANGED)
async def state(request: Request, code: Code) -> Response:
    """The tournament; with `If-None-Match` and the `ETag` of an earlier answer only if it has changed."""
    context, person = context_of(request), await context_of(request).who(request)
    found = await context.tables.tournaments.look(code)
    if unchanged := not_modified(request, found, person):
        return unchanged
    return tagged(answer(await _state(context, found, person)), found, person)


@router.get("/{code}/results", response_model=ResultsOut, responses=UNCHANGED)
async def results(request: Request, code: Code) -> Response:
    """The standings by the deals that I may see: those that are closed, and those that I have finished."""
    context, person = context_of(request), await context_of(request).who(request)
    found = await context.tables.tournaments.look(code)
    if unchanged := not_modified(request, found, person):
        return unchanged
    return tagged(answer(results_json(found, person)), found, person)


@router.post("/{code}/join", response_model=TournamentOut)
async def join(request: Request, code: Code, wanted: EntryIn) -> Response:
    """Take part, by a name that nobody else has here."""
    context = context_of(request)
    if (known := await context.who(request)) is not None:
        check_banned(known)
    found = await context.tables.tournaments.look(code)  # nobody becomes known at a tournament that is not there
    person, is_new = await context.person_or_guest(request, wanted.nickname)
    context.count_move(person)
    await context.tables.tournaments.join(code, person, wanted.nickname)
    response = answer(await _state(context, found, person))
    if is_new:
        context.identity.remember(response, person)
    return response


@router.post("/{code}/leave", response_model=TournamentOut)
async def leave(request: Request, code: Code) -> Response:
    """Take part no more, before I have begun a deal."""
    context, person = await _acting(request)
    await context.tables.tournaments.leave(code, person)
    return answer(await _state(context, await context.tables.tournaments.look(code), person))


@router.post("/{code}/play", response_model=TableInfo, status_code=201)
async def play(request: Request, code: Code) -> Response:
    """My table of the deal that I play now, begun or found again; it is played like any other."""
    context, person = await _acting(request)
    return answer((await context.tables.tournaments.play(code, person)).to_json(), 201)


@router.post("/{code}/go-on", response_model=TournamentOut)
async def go_on(request: Request, code: Code, wanted: StageIn) -> Response:
    """As the host, end the present stage: start the first or the next round, or end one early."""
    context, person = await _acting(request)
    return answer(await _state(context, await context.tables.tournaments.go_on(code, person, wanted.version), person))


@router.post("/{code}/end", response_model=TournamentOut)
async def end(request: Request, code: Code) -> Response:
    """As the host, end the tournament now; games that go on count as they stand."""
    context, person = await _acting(request)
    return answer(await _state(context, await context.tables.tournaments.end(code, person), person))


@router.patch("/{code}", response_model=TournamentOut)
async def change(request: Request, code: Code, wanted: ChangesIn) -> Response:
    """As the host, rename the tournament, close the joining or open it again."""
    context, person = await _acting(request)
    found = await context.tables.tournaments.change(code, person, **wanted.model_dump())
    return answer(await _state(context, found, person))


@router.post("/{code}/remove", response_model=TournamentOut)
async def remove(request: Request, code: Code, wanted: RemoveIn) -> Response:
    """As the host, take a player out with all their results; they cannot join again."""
    context, person = await _acting(request)
    return answer(await _state(context, await context.tables.tournaments.remove(code, person, wanted.number), person))


async def _acting(request: Request) -> tuple[RequestContext, Person]:
    """The one who does something, within the limit of one person."""
    context = context_of(request)
    person = await context.person(request)
    context.count_move(person)
    return context, person


async def _state(context: RequestContext, found: Tournament, person: Person | None) -> dict[str, Any]:
    tournaments = context.tables.tournaments
    return state_json(found, person, context.tables.now(), await tournaments.secret(found))


def tag_of(found: Tournament, person: Person | None) -> str:
    """What an answer about a tournament depends on: its changes, who asks and in which language."""
    mine = found.player(person)
    who = f"{mine.number if mine else 0}{'h' if found.is_host(person) else ''}"
    return f'W/"{found.mark}.{found.stamp}.{who}.{current().code}"'


def not_modified(request: Request, found: Tournament, person: Person | None) -> Response | None:
    """The answer 304, if what the one who asks has is as it is now."""
    known, tag = request.headers.get("if-none-match", ""), tag_of(found, person)
    return Response(status_code=304, headers={"etag": tag}) if known == tag else None


def tagged(response: Response, found: Tournament, person: Person | None) -> Response:
    """An answer with its tag."""
    response.headers["etag"] = tag_of(found, person)
    return response
