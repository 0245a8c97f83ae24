"""The API of people: guests, tokens, carrying an identity over, what somebody played, and being forgotten."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from partake.store.rows import TokenRow
from partake.table.model import MissingError, Person
from partake.web.api.models import Carry, CarryIn, Game, GuestIn, Me, Statistics, Token, TokenIn
from partake.web.api.tables import PROBLEMS
from partake.web.context import address, desk_of
from partake.web.errors import answer

router = APIRouter(prefix="/api", tags=["people"], responses=PROBLEMS)


def _me(person: Person) -> dict[str, str]:
    return {"id": person.id, "nickname": person.nickname}


def _token(row: TokenRow, token: str | None = None) -> dict[str, object]:
    return {"id": row.hash[:16], "label": row.label, "created": row.created, "token": token}


@router.post("/guests", response_model=Me, status_code=201)
async def new_guest(request: Request, wanted: GuestIn) -> Response:
    """Become known by a nickname: the answer brings a signed cookie."""
    desk = desk_of(request)
    desk.allowance.spend(address(request))
    person = await desk.people.new(wanted.nickname)
    response = answer(_me(person), 201)
    desk.identity.remember(response, person)
    return response


@router.get("/me", response_model=Me)
async def me(request: Request) -> Response:
    """Who is asking."""
    return answer(_me(await desk_of(request).person(request)))


@router.patch("/me", response_model=Me)
async def rename(request: Request, wanted: GuestIn) -> Response:
    """Another nickname, for tables to come."""
    desk = desk_of(request)
    return answer(_me(await desk.people.rename(await desk.person(request), wanted.nickname)))


@router.delete("/me", status_code=204)
async def forget(request: Request) -> Response:
    """Delete my data: the name is taken off every game, identity and tokens are gone for good."""
    desk = desk_of(request)
    await desk.people.forget(await desk.person(request))
    response = Response(status_code=204)
    desk.identity.forget(response)
    return response


@router.get("/me/games", response_model=list[Game])
async def games(request: Request) -> Response:
    """My games, the newest first."""
    desk = desk_of(request)
    return answer([game.to_json() for game in await desk.people.games(await desk.person(request))])


@router.get("/me/statistics", response_model=list[Statistics])
async def statistics(request: Request) -> Response:
    """Best, mean, distribution and progress for each edition I have played."""
    desk = desk_of(request)
    return answer(await desk.people.statistics(await desk.person(request)))


@router.post("/me/carry", response_model=Carry)
async def carry(request: Request) -> Response:
    """A link that makes another device the same person, for an hour."""
    desk = desk_of(request)
    token = desk.identity.carry(await desk.person(request))
    return answer({"token": token, "link": f"{desk.link(request)}/carry/{token}"})


@router.post("/carry", response_model=Me)
async def carried(request: Request, wanted: CarryIn) -> Response:
    """Be, on this device, the person who made the carry-over token."""
    desk = desk_of(request)
    person = await desk.people.find(desk.identity.carried(wanted.token))
    if person is None:
        raise MissingError("whoever made this link is not known any more")
    response = answer(_me(person))
    desk.identity.remember(response, person)
    return response


@router.get("/tokens", response_model=list[Token])
async def tokens(request: Request) -> Response:
    """My tokens, without the tokens themselves."""
    desk = desk_of(request)
    return answer([_token(row) for row in await desk.people.tokens(await desk.person(request))])


@router.post("/tokens", response_model=Token, status_code=201)
async def new_token(request: Request, wanted: TokenIn) -> Response:
    """A token for a program that plays as me: send it as `Authorization: Bearer …`. It is shown this once."""
    desk = desk_of(request)
    desk.allowance.spend(address(request))
    token, row = await desk.people.new_token(await desk.person(request), wanted.label)
    return answer(_token(row, token), 201)


@router.delete("/tokens/{token_id}", status_code=204)
async def drop_token(request: Request, token_id: str) -> Response:
    """Make a token useless."""
    desk = desk_of(request)
    await desk.people.drop_token(await desk.person(request), token_id)
    return Response(status_code=204)
