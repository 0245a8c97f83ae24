"""People who come to a table and vanish, on a clock that the test turns."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

from partake.table.model import Person
from table_service import Clockwork, Evening, spend

Course = Callable[[Evening], Coroutine[Any, Any, None]]


def pass_an_evening(folder: Path, course: Course) -> None:
    """An evening whose clock the test turns."""
    spend(folder, course, timers=Clockwork())


async def presence(at: Evening, table: str) -> dict[str, Any]:
    """Who is away, gone, and decides."""
    found: dict[str, Any] = (await at.state(table)).json["presence"]
    return found


class Tabs:
    """The open tabs of people at a table, which are closed by name."""

    def __init__(self, at: Evening, table: str) -> None:
        self._at, self._table = at, table
        self._open: dict[str, AsyncExitStack] = {}

    async def open(self, *people: Person) -> None:
        """Open the table, each with a stream."""
        for person in people:
            self._open[person.id] = AsyncExitStack()
            await self._open[person.id].enter_async_context(self._at.tables.listen(self._table, person.id))
        await self._at.settle()

    async def close(self, *people: Person) -> None:
        """Close the tabs of these people."""
        for person in people:
            await self._open.pop(person.id).aclose()
