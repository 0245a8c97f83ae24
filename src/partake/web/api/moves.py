"""The API of moves: what a move is asked with, checked once for programs and for the sockets of pages."""

from __future__ import annotations

from time import perf_counter
from typing import Any, NamedTuple

import orjson
from fastapi import APIRouter, Request, Response

from partake.rules.errors import PartakeError
from partake.table.intermission import UNTIL_GO_ON
from partake.web.api.models import LARGEST_NUMBER, LONGEST_ACTION, LONGEST_KEY, GoOnIn, GoOnOut, MoveIn, MoveOut
from partake.web.api.problems import PROBLEMS
from partake.web.api.tables import Id
from partake.web.context import context_of
from partake.web.errors import answer

router = APIRouter(prefix="/api/tables", tags=["tables"], responses=PROBLEMS)
GO_ON = "go-on"
"""The pause that lasts until the player goes on."""
FIELDS = frozenset(MoveIn.model_fields)
"""The fields of a move."""
_BODY = {"requestBody": {"required": True, "content": {"application/json": {"schema": MoveIn.model_json_schema()}}}}


class MoveRequest(NamedTuple):
    """A move as it was asked for; the fields are what `TableRunner.play` takes."""

    action: str
    expect: int | None
    key: str | None
    with_view: bool
    pause: float | None


class BadMoveError(PartakeError):
    """The body of a move is not what it should be."""


@router.post("/{table}/moves", response_model=MoveOut, openapi_extra=_BODY)
async def move(request: Request, table: Id) -> Response:
    """Play: checked by the rules, stored, published to all streams of the table, then answered.

    `expect` is the number of the state that the move answers to: if the game has moved on, the answer is 409 with the
    number now. A request that is repeated with its `key` is answered as before, and nothing happens twice. With `view`
    the answer says what changed for the seat. Where no other person waits, `pause` is how long the dealer waits.
    """
    context, began = context_of(request), perf_counter()
    try:
        person = await context.person(request)
        context.count_move(person)
        wanted = read_move(await request.body(), context.tables.limits.longest_pause)
        done = await context.tables.play(table, person.id, **wanted._asdict())
    except PartakeError:
        context.traffic.refused_moves += 1
        raise
    context.traffic.moves.add(perf_counter() - began)
    told: dict[str, Any] = {"number": done.number, "repeated": done.repeated}
    if wanted.with_view:
        told["state"] = orjson.Fragment(done.state) if done.state else None
    return answer(told)


@router.post("/{table}/go-on", response_model=GoOnOut)
async def go_on(request: Request, table: Id, said: GoOnIn) -> Response:
    """Wait no longer: the dealer acts as soon as everybody who is here has said so; said twice, it is said once.

    With `expect` it counts only while the game is where it was.
    """
    context = context_of(request)
    person = await context.person(request)
    context.count_move(person)
    return answer({"number": await context.tables.proceed(table, person.id, expect=said.expect)})


def read_move(body: bytes, longest_pause: float) -> MoveRequest:
    """The body of a move, checked as `MoveIn` says."""
    try:
        data = orjson.loads(body)
    except orjson.JSONDecodeError:
        raise BadMoveError("the body of this request is not JSON") from None
    return checked_move(data, longest_pause)


def checked_move(data: Any, longest_pause: float) -> MoveRequest:
    """A move as JSON says it, checked as `MoveIn` says."""
    if not isinstance(data, dict) or not data.keys() <= FIELDS:
        raise BadMoveError("a move has an action, and may have a number to expect, a key and a pause")
    action, key, with_view, pause = (data.get(name) for name in ("action", "key", "view", "pause"))
    if not isinstance(action, str) or len(action) > LONGEST_ACTION:
        raise BadMoveError("action: a move needs an action, like 9-7-8@c3")
    expect = checked_number(data.get("expect"))
    if key is not None and (not isinstance(key, str) or not 1 <= len(key) <= LONGEST_KEY):
        raise BadMoveError("key: a key is a text of 1 to {longest} characters", longest=LONGEST_KEY)
    if with_view is not None and not isinstance(with_view, bool):
        raise BadMoveError("view: this must be true or false")
    if pause == GO_ON:
        pause = UNTIL_GO_ON
    elif pause is not None and (type(pause) not in (int, float) or not 0 <= pause <= longest_pause):
        raise BadMoveError(
            "pause: this must be 0 to {longest:g} seconds, or {go_on}", longest=longest_pause, go_on=GO_ON
        )
    return MoveRequest(action, expect, key, bool(with_view), pause)


def checked_number(expect: Any) -> int | None:
    """The number of the state that is expected, if one is."""
    if expect is not None and (type(expect) is not int or not 0 <= expect <= LARGEST_NUMBER):
        raise BadMoveError("expect: this is not the number of a state")
    return expect
