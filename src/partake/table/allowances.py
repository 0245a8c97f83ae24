"""What one person may use at a time: tables that they host, and seats at tables that wait for players."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from partake.rules.messages import Message, Plural
from partake.store.store import Store
from partake.table.limits import Limits
from partake.table.model import LimitReachedError


class Allowances:
    """Counts in the store before something is added; what is being added at the same moment counts too."""

    def __init__(self, store: Store, limits: Limits) -> None:
        self._store, self._limits = store, limits
        self._tables: Counter[str] = Counter()
        self._seats: Counter[str] = Counter()

    @asynccontextmanager
    async def table(self, host: str) -> AsyncIterator[None]:
        """Room for one more table of a host that waits or is being played."""
        most = self._limits.open_tables
        sentence = Plural(
            "you host a table that is not over: finish, discard or close it first",
            "you host {count} tables that are not over: finish, discard or close one first",
            count=most,
        )
        async with _room(self._tables, host, most, self._store.open_tables, sentence):
            yield

    @asynccontextmanager
    async def seat(self, person: str) -> AsyncIterator[None]:
        """Room for one more seat of a person at a table that waits for players."""
        most = self._limits.waiting_seats
        sentence = Plural(
            "you sit at a table that waits for players: leave it first",
            "you sit at {count} tables that wait for players: leave one first",
            count=most,
        )
        async with _room(self._seats, person, most, self._store.waiting_seats, sentence):
            yield


@asynccontextmanager
async def _room(
    under_way: Counter[str], person: str, most: int, count: Callable[[str], Awaitable[int]], sentence: Message
) -> AsyncIterator[None]:
    under_way[person] += 1
    try:
        if await count(person) + under_way[person] > most:
            raise LimitReachedError(sentence)
        yield
    finally:
        under_way[person] -= 1
        if not under_way[person]:
            del under_way[person]
