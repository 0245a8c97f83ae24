"""The write pipeline: a move is applied to memory at once, stored with all moves of the same tick, then told.

Batching by event loop tick: what is applied at any table while the loop handles one round of input goes to the store as
one write, and its events and answers go out together when that is durable. What seats do at a table in one tick is told
in one event to each audience (`partake.table.wording`). A table has at most one write under way;
what is applied meanwhile waits for the next, on top of it. So nothing is told before it is stored, a log has no gaps,
and no move costs a task, a lock or a future of its own.

Whatever was applied and is not stored can be taken back (`RunningTable.mark`): when another process was faster, the
table follows what is stored, and the moves are tried again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from partake.store.appending import Append, StaleError
from partake.store.database import StoreError
from partake.store.rows import ActionRow
from partake.store.store import NOT_STORED, Store
from partake.table.model import Accepted
from partake.table.running import Moment, RunningTable

Answer = Callable[[Accepted | BaseException], object]
"""Takes what came of a move: that it is stored, or why it is not."""


@dataclass(slots=True)
class Applied:
    """Entries that a table in memory has, and the store perhaps not yet."""

    before: Moment | None
    """The moment before it; None where something that waits for the same write came before it."""
    rows: Sequence[ActionRow]
    accepted: Accepted | None = None
    answer: Answer | None = None
    """Who waits for it."""
    again: Callable[[], object] | None = None
    """Tries the move again when another process was faster; what nobody asked for is simply gone."""
    with_state: bool = False
    """Whether the answer says what has changed for the seat that acted."""


class WritePipeline:
    """Hands what was applied to the store, tick by tick, and tells what became of it."""

    def __init__(
        self,
        store: Store,
        *,
        word: Callable[[RunningTable], object],
        stored: Callable[[RunningTable], object],
        stale: Callable[[RunningTable, Sequence[Applied]], object],
        failed: Callable[[RunningTable], object],
    ) -> None:
        """Called with a table: `word`, when all that it is told of this tick must be worded; `stored`, when events and
        answers are out; `stale`, when another process was faster, with what must be tried again; `failed`, when the
        store took nothing."""
        self._store, self._word = store, word
        self._on_stored, self._on_stale, self._on_failed = stored, stale, failed
        self._dirty: dict[RunningTable, None] = {}
        """The tables with something to store, in the order in which it was applied."""
        self._is_scheduled = False

    def add(self, table: RunningTable, applied: Applied) -> None:
        """Store this with everything else of this tick."""
        table.applied.append(applied)
        if not table.in_flight:
            self._schedule(table)

    def _schedule(self, table: RunningTable) -> None:
        self._dirty[table] = None
        if not self._is_scheduled:
            self._is_scheduled = True
            asyncio.get_running_loop().call_soon(self._flush)

    def _flush(self) -> None:
        self._is_scheduled = False
        tables, self._dirty = [table for table in self._dirty if table.applied and self._is_worded(table)], {}
        for table in tables:
            table.in_flight, table.applied = table.applied, []
            table.worded_in_flight, table.worded = table.worded, []
        is_shared = self._store.bus.is_shared
        appends = [
            Append(
                table.row.id,
                [row for one in table.in_flight for row in one.rows],
                table.version,
                table.due if is_shared else None,
            )
            for table in tables
        ]
        try:
            if appends:
                self._store.append_all(appends, partial(self._written, tables))
        except Exception as problem:
            self._written(tables, [problem] * len(tables))

    def _is_worded(self, table: RunningTable) -> bool:
        """Word what is told of this tick; what cannot be told has not happened."""
        try:
            self._word(table)
        except Exception as problem:
            self.fail(table, problem)
            table.wake()
            return False
        return True

    def _written(self, tables: Sequence[RunningTable], results: Sequence[Exception | None]) -> None:
        for table, problem in zip(tables, results, strict=True):
            if problem is None:
                self._stored(table)
            elif isinstance(problem, StaleError):
                self._on_stale(table, self.take_back(table))
            else:
                self.fail(table, problem)
            table.wake()

    def _stored(self, table: RunningTable) -> None:
        done, table.in_flight = table.in_flight, []
        events, table.worded_in_flight = table.worded_in_flight, []
        table.version += 1
        problem: Exception | None = None
        try:
            for channel, kind, data in events:
                channel.publish(kind, data)
        except Exception as found:  # it has happened, but not everybody knows: they come back and look
            self._on_failed(table)
            problem = found
        for one in done:
            if one.answer is not None and one.accepted is not None:
                one.answer(problem or one.accepted)
        self._on_stored(table)
        if table.applied:
            self._schedule(table)

    def take_back(self, table: RunningTable) -> list[Applied]:
        """Let a table in memory be as it was before all that is not stored; what that was."""
        lost = _forgotten(table)
        if lost and lost[0].before is not None:
            table.roll_back(lost[0].before)
        return lost

    def fail(self, table: RunningTable, problem: Exception) -> None:
        """Answer everything that is not stored with a problem; the table in memory is of no use any more."""
        lost = _forgotten(table)
        self._on_failed(table)
        for one in lost:
            if one.answer is not None:
                one.answer(problem)

    def forsake(self, table: RunningTable) -> None:
        """Answer what was applied to a table that is dropped before it came to the store; the rest comes by itself."""
        lost, table.applied, table.worded, table.untold = table.applied, [], [], None
        for one in lost:
            if one.answer is not None:
                one.answer(StoreError(NOT_STORED))


def _forgotten(table: RunningTable) -> list[Applied]:
    """What is not stored, which the table knows no more."""
    lost = [*table.in_flight, *table.applied]
    table.in_flight, table.applied, table.untold = [], [], None
    table.worded, table.worded_in_flight = [], []
    return lost
