"""Weighted fair queueing: who asks for much waits for it, and does not make others wait.

Each flow has a virtual time, the work that was done for it; a job's tag is the time at which its flow begins it plus
what it will cost, and the smallest tag is served next. The clock by which a new flow begins goes on by the work that is
done, divided by the number of flows that wait (Demers, Keshav and Shenker 1989). So a flow with one job waits for about
one job of each other flow, however long their queues are, and a cheap job not even for the dear ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from itertools import count
from operator import itemgetter
from typing import Generic, TypeVar

T = TypeVar("T")
IDLE = 64
"""The number of flows without jobs that are remembered, beside those that are as many as there are with jobs."""


@dataclass
class _Flow(Generic[T]):
    """The jobs of one flow, and how far its virtual time is."""

    start: float
    """When its next job begins, in virtual time."""
    jobs: FairQueue[T] | _Line[T]


class _Line(Generic[T]):
    """Jobs of one table: the cheapest first, then the first that came."""

    def __init__(self) -> None:
        self._jobs: list[tuple[float, int, T]] = []
        self._numbers = count()

    def __len__(self) -> int:
        return len(self._jobs)

    @property
    def cost(self) -> float:
        """What the next job costs."""
        return self._jobs[0][0]

    def push(self, item: T, flow: tuple[str, ...], cost: float) -> None:
        """Add a job."""
        heappush(self._jobs, (cost, next(self._numbers), item))

    def pop(self) -> T:
        """Take the next job."""
        return heappop(self._jobs)[2]

    def finish(self, flow: tuple[str, ...], cost: float, took: float) -> None:
        """Nothing: within a line costs decide the order only."""

    def copy(self) -> _Line[T]:
        """The same jobs."""
        found = _Line[T]()
        found._jobs = list(self._jobs)
        return found

    def remove(self, item: T) -> None:
        """Take a job out."""
        self._jobs = [job for job in self._jobs if job[2] is not item]
        heapify(self._jobs)


class FairQueue(Generic[T]):
    """Jobs of flows of flows: `("ann", "table 1")` is a table of a person; people are served fairly, then their tables.

    A flow has the same number of parts everywhere in a queue.
    """

    def __init__(self) -> None:
        self._flows: dict[str, _Flow[T]] = {}
        self._clock = 0.0

    def __len__(self) -> int:
        return sum(len(flow.jobs) for flow in self._flows.values())

    def __bool__(self) -> bool:
        return any(flow.jobs for flow in self._flows.values())

    @property
    def cost(self) -> float:
        """What the next job costs."""
        return self._flows[self._next()].jobs.cost

    def push(self, item: T, flow: tuple[str, ...], cost: float) -> None:
        """Add a job of a flow that will cost so many seconds."""
        first, *rest = flow
        found = self._flows.get(first)
        if found is None:
            self._prune()
            found = self._flows[first] = _Flow(self._clock, FairQueue() if rest else _Line())
        if not found.jobs:
            found.start = max(found.start, self._clock)
        found.jobs.push(item, tuple(rest), cost)

    def pop(self) -> T:
        """Take the next job."""
        name = self._next()
        served = self._flows[name] = self._flows.pop(name)  # among equals the one that was served last comes last
        cost = served.jobs.cost
        served.start += cost
        return served.jobs.pop()

    def finish(self, flow: tuple[str, ...], cost: float, took: float) -> None:
        """Note that a job of a flow, which was to cost so many seconds, is done and took others."""
        first, *rest = flow
        self._clock += took / max(1, sum(bool(one.jobs) for one in self._flows.values()))
        if found := self._flows.get(first):
            found.start += took - cost
            found.jobs.finish(tuple(rest), cost, took)

    def remove(self, item: T) -> None:
        """Take a job out that waits."""
        for flow in self._flows.values():
            flow.jobs.remove(item)

    def order(self) -> Iterator[T]:
        """The jobs in the order in which they will be served, if no other comes."""
        rest = self.copy()
        while rest:
            yield rest.pop()

    def copy(self) -> FairQueue[T]:
        """The same jobs, in the same order."""
        found = FairQueue[T]()
        found._clock = self._clock
        found._flows = {name: _Flow(flow.start, flow.jobs.copy()) for name, flow in self._flows.items()}
        return found

    def _next(self) -> str:
        tags = ((flow.start + flow.jobs.cost, name) for name, flow in self._flows.items() if flow.jobs)
        return min(tags, key=itemgetter(0))[1]

    def _prune(self) -> None:
        """Forget flows without jobs that owe nothing; all of them when nobody waits."""
        idle = [name for name, flow in self._flows.items() if not flow.jobs]
        if len(idle) == len(self._flows):
            self._flows, self._clock = {}, 0.0
        elif len(idle) > IDLE + len(self._flows) // 2:
            for name in idle:
                if self._flows[name].start <= self._clock:
                    del self._flows[name]
