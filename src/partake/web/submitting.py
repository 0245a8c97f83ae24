"""What people do at their seats, handed over without waiting: a callback is told what became of it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import orjson

from partake.table.model import UnavailableError
from partake.table.service import TableService
from partake.web.api.moves import MoveRequest

AnswerTo = Callable[[dict[str, Any] | Exception], None]
"""Is told what a request is answered, when that is stored, or why it is refused."""

_under_way: set[asyncio.Task[dict[str, Any]]] = set()
"""The event loop itself would let go of them."""


def submit(tables: TableService, table: str, person: str, wanted: MoveRequest, answer: AnswerTo) -> None:
    """Play a move: checked by the rules, stored, published, then answered."""

    async def play() -> dict[str, Any]:
        done = await tables.play(table, person, **wanted._asdict())
        told: dict[str, Any] = {"number": done.number, "repeated": done.repeated}
        if wanted.with_view:
            told["state"] = orjson.Fragment(done.state) if done.state else None
        return told

    _start(play(), answer)


def go_on(tables: TableService, table: str, person: str, expect: int | None, answer: AnswerTo) -> None:
    """Let the dealer wait no longer for a person."""

    async def proceed() -> dict[str, Any]:
        return {"number": await tables.proceed(table, person, expect=expect)}

    _start(proceed(), answer)


def _start(work: Coroutine[Any, Any, dict[str, Any]], answer: AnswerTo) -> None:
    def ended(task: asyncio.Task[dict[str, Any]]) -> None:
        _under_way.discard(task)
        try:
            told: dict[str, Any] | Exception = task.result()
        except asyncio.CancelledError:
            told = UnavailableError("the server is being stopped: send this again in a moment")
        except Exception as problem:
            told = problem
        answer(told)

    task = asyncio.get_running_loop().create_task(work)
    _under_way.add(task)
    task.add_done_callback(ended)
