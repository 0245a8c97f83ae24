"""Long computations over logs beside the event loop, and an LRU cache of the games that people step through."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from partake.engine.contract import View
from partake.engine.record.model import Record
from partake.engine.replay import Replay

LONG = 200
"""More entries than these are played again in a thread: they take longer than a switch of threads is worth."""
MOST_KEPT = 32
"""The number of games whose replays are remembered, those that were looked at last."""

P = ParamSpec("P")
T = TypeVar("T")


async def aside(entries: int, function: Callable[P, T], *values: P.args, **options: P.kwargs) -> T:
    """What a function makes of a log of so many entries, computed in a thread when that takes long.

    The interpreter switches between threads every few milliseconds, so that everybody else goes on.
    """
    if entries <= LONG:
        return function(*values, **options)
    return await asyncio.to_thread(function, *values, **options)


class Replays:
    """The games that are stepped through, each played again only as far as nobody has looked."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Replay] = OrderedDict()

    async def view(self, table: str, record: Record, number: int, seat: int | None) -> View:
        """A table's game that is over, as a seat sees it after a number of its entries."""
        replay = self.of(table, record)
        return await aside(replay.distance(number), replay.view, number, seat)

    def of(self, table: str, record: Record) -> Replay:
        """The replay of a table's game; a new one when the record is another, as after a player was forgotten."""
        found = self._kept.pop(table, None)
        if found is None or found.record.setup != record.setup or len(found.record.moves) != len(record.moves):
            found = Replay(record)
        self._kept[table] = found
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return found
