"""A fair queue of calls with the workers that serve it; one lane for our own bots, one for each bot of another package.

A bot of another package that hangs holds up its own lane, and nobody else.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any

from partake.bots.worker import Asked
from partake.table.fair_queue import FairQueue

Flow = tuple[str, str]
"""For whom something is computed: the person, and the table."""
HOUSE: Flow = "", ""
"""For nobody in particular."""

DEARER, CHEAPER = 0.2, 0.7
"""The weight of the latest call in the mean of what calls of its kind cost: the first ones load and compile."""
LONGEST = 5.0
"""The most seconds that a call is charged with: the first of a kind may wait for a compiler."""


class UnwantedError(Exception):
    """Nobody wants a call any more: it was not made."""


def always() -> bool:
    """The default of `is_wanted`."""
    return True


@dataclass(eq=False)
class Call:
    """A call that waits for a worker, or that one makes."""

    function: Callable[..., Any]
    values: Sequence[object]
    flow: Flow
    kind: str
    """What is asked for: calls of a kind cost about the same."""
    cost: float
    """The seconds that it will probably take."""
    limit: float
    """The seconds after which its worker is ended, unless the function allows itself others."""
    is_wanted: Callable[[], bool]
    answer: asyncio.Future[Any]


class WorkerLane:
    """Makes calls in its workers, as many at a time as there are, in fair turns over people and their tables."""

    def __init__(self, workers: Sequence[Asked]) -> None:
        self._workers = list(workers)
        self._idle = list(workers)
        self._waiting = FairQueue[Call]()
        self._costs: dict[str, float] = {}
        """The mean of what calls of each kind cost lately, in seconds."""
        self._threads = ThreadPoolExecutor(len(self._workers), thread_name_prefix="partake-bots")

    @property
    def waiting(self) -> int:
        """The number of calls that wait for a worker."""
        return len(self._waiting)

    async def ask(
        self,
        function: Callable[..., Any],
        *values: object,
        flow: Flow = HOUSE,
        kind: str = "",
        guess: float,
        limit: float,
        is_wanted: Callable[[], bool] = always,
    ) -> Any:
        """What a function of a module makes of these values, in a worker; `UnwantedError` when it is not begun.

        Calls of a kind that were made here say what the next one costs, in seconds; `guess` is for the first.
        """
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        cost = self._costs.get(kind, guess)
        self._waiting.push(Call(function, values, flow, kind, cost, limit, is_wanted, answer), flow, cost)
        self._serve()
        return await answer

    def _serve(self) -> None:
        """Give the next calls to idle workers."""
        loop = asyncio.get_running_loop()
        while self._idle and self._waiting:
            call = self._waiting.pop()
            if call.answer.done() or not call.is_wanted():
                self._waiting.finish(call.flow, call.cost, 0.0)
                if not call.answer.done():
                    call.answer.set_exception(UnwantedError())
                continue
            worker = self._idle.pop()
            made = loop.run_in_executor(
                self._threads, partial(worker.ask, call.function, *call.values, seconds=call.limit)
            )
            made.add_done_callback(partial(self._done, call, worker))

    def _done(self, call: Call, worker: Asked, made: asyncio.Future[Any]) -> None:
        self._idle.append(worker)
        took = min(worker.took, LONGEST)
        self._waiting.finish(call.flow, call.cost, took)
        known = self._costs.get(call.kind, took)
        self._costs[call.kind] = known + (DEARER if took > known else CHEAPER) * (took - known)
        problem = None if made.cancelled() else made.exception()
        if not call.answer.done():
            if made.cancelled():
                call.answer.cancel()
            elif problem is not None:
                call.answer.set_exception(problem)
            else:
                call.answer.set_result(made.result())
        self._serve()

    def close(self) -> None:
        """End all workers, whatever they do."""
        for worker in self._workers:
            worker.close()
        self._threads.shutdown(wait=True, cancel_futures=True)
