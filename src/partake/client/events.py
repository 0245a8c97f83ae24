"""The events of a table as they come, over lost lines; and the state that they add up to."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from dataclasses import dataclass, replace
from typing import Any

import httpx2

from partake.client.connection import Connection, backoff
from partake.client.decoding import read
from partake.client.errors import RefusedError, UnreachableError
from partake.client.models import Intermission, Presence, State, TableInfo

BEAT = 15.0
"""Seconds between two signs of life, until the stream says otherwise."""
SLACK = 2.0
"""Seconds by which the second sign of life may be late."""


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened at a table; `id` is where a stream can be resumed (`events(after=…)`)."""

    id: str


@dataclass(frozen=True, slots=True)
class StateEvent(Event):
    """Everything: at first, when the game starts, when the seat changes, and after a gap that cannot be filled."""

    state: State


@dataclass(frozen=True, slots=True)
class MovesEvent(Event):
    """Entries of the log, like `2:9-7-8@c3` or `+9-7-8`."""

    number: int
    moves: tuple[str, ...]
    to_act: tuple[int, ...]
    deadline: float | None
    intermission: Intermission | None
    over: bool
    since: int | None = None
    """How many entries everybody had seen before; None for own moves that nobody else may know yet."""
    stood_in: int | None = None
    handed: tuple[tuple[int, str], ...] = ()
    view: Mapping[str, Any] | None = None
    """What changed in the view, if that was asked for."""


@dataclass(frozen=True, slots=True)
class ActedEvent(Event):
    """Somebody acted, and the rules hide what was done."""

    to_act: tuple[int, ...]
    deadline: float | None
    intermission: Intermission | None
    handed: tuple[tuple[int, str], ...] = ()
    view: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class IntermissionEvent(Event):
    """Somebody has gone on, and the dealer still waits for others."""

    intermission: Intermission | None


@dataclass(frozen=True, slots=True)
class TableEvent(Event):
    """The table has changed: seats, status, rematch."""

    table: TableInfo


@dataclass(frozen=True, slots=True)
class PresenceEvent(Event):
    """Who is away, who is gone, and who decides."""

    presence: Presence


_KINDS: Mapping[str, tuple[type[Event], str | None]] = {
    "view": (StateEvent, "state"),
    "moves": (MovesEvent, None),
    "acted": (ActedEvent, None),
    "intermission": (IntermissionEvent, None),
    "table": (TableEvent, "table"),
    "presence": (PresenceEvent, "presence"),
}
"""The class of each kind of event, and the field that holds its data when that is not an object of fields."""


async def listen(
    connection: Connection, table: str, *, after: str = "", with_view: bool = False
) -> AsyncGenerator[Event]:
    """The events of a table, each once and in order, until the caller ends it; over lost lines and restarts.

    A stream that breaks, or is silent for longer than two heartbeats, is opened anew after the last event that came
    (`Last-Event-ID`). Where the server cannot say any more what was missed, a `StateEvent` says how everything is.
    When no stream can be had for as long as the connection's patience lasts, it is an error.
    """
    now, last, tries, params = asyncio.get_running_loop().time, after, 0, {"view": True} if with_view else {}
    since = now()
    while True:
        wait, error = 0.0, connection.lost()
        try:
            async with (
                connection.stream("/api/tables/{table}/events", last=last, params=params, table=table) as source,
                aclosing(_alive(source)) as received,
            ):
                async for told in received:
                    tries, last = 0, told.id or last
                    if event := _event(told):
                        yield event
        except RefusedError as problem:
            if problem.retry_after is None:
                raise
            wait, error = problem.retry_after, problem
        except (httpx2.TransportError, TimeoutError, UnreachableError) as problem:
            error = problem if isinstance(problem, UnreachableError) else connection.lost(problem)
        since, wait = since if tries else now(), wait or backoff(tries)
        if now() + wait - since > connection.patience:
            raise error
        await asyncio.sleep(wait)
        tries += 1


async def _alive(source: httpx2.EventSource) -> AsyncGenerator[httpx2.ServerSentEvent]:
    """What a stream says until it ends; TimeoutError when it is silent for longer than two heartbeats."""
    quiet, received = 2 * BEAT + SLACK, aiter(source)
    while True:
        async with asyncio.timeout(quiet):
            told = await anext(received, None)
        if told is None:
            return
        if told.event == "beat":
            data: Any = told.json()
            quiet = 2 * data["every"] + SLACK
        yield told


def _event(told: httpx2.ServerSentEvent) -> Event | None:
    """An event as its class; None for kinds that are not known, which are for others."""
    if told.event not in _KINDS:
        return None
    made, field = _KINDS[told.event]
    data: Any = told.json()
    return read(made, {**(data if field is None else {field: data}), "id": told.id})


def advanced(state: State, event: Event) -> State:
    """The state after an event of a stream with patches, applied to the one before it."""
    match event:
        case StateEvent():
            return event.state
        case MovesEvent():
            view = _patched(state.view, event.view, event.moves if event.number > state.number else ())
            return replace(
                state, number=event.number, deadline=event.deadline, intermission=event.intermission, view=view
            )
        case ActedEvent():
            view = _patched(state.view, event.view, ())
            return replace(state, deadline=event.deadline, intermission=event.intermission, view=view)
        case IntermissionEvent():
            return replace(state, intermission=event.intermission)
        case TableEvent():
            return replace(state, table=event.table)
        case PresenceEvent():
            return replace(state, presence=event.presence)
    return state


def _patched(
    view: Mapping[str, Any] | None, patch: Mapping[str, Any] | None, moves: tuple[str, ...]
) -> Mapping[str, Any] | None:
    """A view with the fields that changed; sheets one by one, and a log that does not begin anew grows."""
    if view is None or patch is None:
        return view
    found = {**view, **patch}
    if "sheets" in patch:
        sheets = {**{str(n): sheet for n, sheet in enumerate(view["sheets"], start=1)}, **patch["sheets"]}
        found["sheets"] = list(sheets.values())
    if "log" in view and "log" not in patch:
        found["log"] = [*view["log"], *moves]
    return found
