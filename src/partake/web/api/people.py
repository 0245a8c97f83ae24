"""The API of people: guests, tokens, carrying an identity over, the games of a person, and forgetting them."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request, Response

from partake.store.rows import TokenRow
from partake.table.model import Person
from partake.web.api.models import Carry, CarryIn, Game, GuestIn, Me, SignOutIn, Statistics, Token, TokenIn
from partake.web.api.problems import PROBLEMS
from partake.web.context import context_of
from partake.web.errors import answer

router = APIRouter(prefix="/api", tags=["people"], responses=PROBLEMS)
TokenId = Annotated[str, Path(min_length=1, max_length=16, description="The `id` of a token.")]


def _me(person: Person) -> dict[str, str]:
    return {"id": person.id, "nickname": person.nickname}


def _token(row: TokenRow, token: str | None = None) -> dict[str, object]:
    return {"id": row.hash[:16], "label": row.label, "created": row.created, "manage": row.manages, "token": token}


@router.post("/guests", response_model=Me, status_code=201)
async def new_guest(request: Request, wanted: GuestIn) -> Response:
    """Become known by a nickname: the answer brings a signed cookie."""
    context = context_of(request)
    person = await context.new_guest(request, wanted.nickname)
    response = answer(_me(person), 201)
    context.identity.remember(response, person)
    return response


@router.get("/me", response_model=Me)
async def me(request: Request) -> Response:
    """Who is asking."""
    return answer(_me(await context_of(request).person(request)))


@router.patch("/me", response_model=Me)
async def rename(request: Request, wanted: GuestIn) -> Response:
    """Another nickname, for tables to come."""
    context = context_of(request)
    return answer(_me(await context.people.rename(await context.owner(request), wanted.nickname)))


@router.delete("/me", status_code=204)
async def forget(request: Request) -> Response:
    """Delete my data: the name is taken off every game, identity and tokens are gone for good."""
    context = context_of(request)
    await context.people.forget(await context.owner(request))
    response = Response(status_code=204)
    context.identity.forget(response)
    return response


@router.post("/me/sign-out", status_code=204)
async def sign_out(request: Request, wanted: SignOutIn) -> Response:
    """Sign out everywhere: all cookies and links to other devices are void; whoever asks by a cookie gets a new one."""
    context = context_of(request)
    person = await context.people.end_sessions(await context.owner(request), tokens=wanted.tokens)
    response = Response(status_code=204)
    if "authorization" not in request.headers:
        context.identity.remember(response, person)
    return response


@router.get("/me/friends", response_model=list[Me])
async def friends(request: Request) -> Response:
    """The friends who play on my device: a request with `as` and the id of one of them is theirs."""
    context = context_of(request)
    found = await context.people.at_device(await context.person(request))
    return answer([_me(one) for one in found.values() if one.guardian])


@router.get("/me/games", response_model=list[Game])
async def games(request: Request) -> Response:
    """My games, the newest first."""
    context = context_of(request)
    return answer([game.to_json() for game in await context.people.games(await context.person(request))])


@router.get("/me/statistics", response_model=list[Statistics])
async def statistics(request: Request) -> Response:
    """Best, mean, distribution and progress for each edition I have played, apart for each choice of options."""
    context = context_of(request)
    return answer(await context.people.statistics(await context.person(request)))


@router.post("/me/carry", response_model=Carry)
async def carry(request: Request) -> Response:
    """A link that makes another device the same person, once and within an hour."""
    context = context_of(request)
    token = context.identity.carry(await context.owner(request))
    return answer({"token": token, "link": f"{context.link(request)}/carry/{token}"})


@router.post("/carry", response_model=Me)
async def carried(request: Request, wanted: CarryIn) -> Response:
    """Be, on this device, the person who made the carry-over token."""
    context = context_of(request)
    person = await context.carried(wanted.token)
    await context.people.use_link(wanted.token, context.settings.carry_seconds)
    response = answer(_me(person))
    context.identity.remember(response, person)
    return response


@router.get("/tokens", response_model=list[Token])
async def tokens(request: Request) -> Response:
    """My tokens, without the tokens themselves."""
    context = context_of(request)
    return answer([_token(row) for row in await context.people.tokens(await context.person(request))])


@router.post("/tokens", response_model=Token, status_code=201)
async def new_token(request: Request, wanted: TokenIn) -> Response:
    """A token for a program that plays as me: send it as `Authorization: Bearer …`. It is shown this once."""
    context = context_of(request)
    context.count_creation(request)
    token, row = await context.people.new_token(await context.owner(request), wanted.label, manages=wanted.manage)
    return answer(_token(row, token), 201)


@router.delete("/tokens/{token_id}", status_code=204)
async def drop_token(request: Request, token_id: TokenId) -> Response:
    """Make a token useless."""
    context = context_of(request)
    await context.people.drop_token(await context.owner(request), token_id)
    return Response(status_code=204)
