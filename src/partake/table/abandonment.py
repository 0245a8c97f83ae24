"""Tables that wait for players and at which nobody is any more: they are closed after a while.

How long depends on how people come back: what stands in the lobby is for whoever is there now, a link is for a day, a
challenge for whenever a friend finds it. When somebody was last here is stored every few minutes, so that it is known
after a restart and of tables that are not in memory.
"""

from __future__ import annotations

from dataclasses import replace

from partake.store.rounds import Rounds
from partake.store.rows import Status, TableRow
from partake.table.limits import Limits
from partake.table.presence import Now
from partake.table.retrying import again_when_stale
from partake.table.runner import TableRunner
from partake.table.running import RunningTable

NOTED_EVERY = 300.0
"""The seconds after which it is stored again that somebody is at a table; less where tables are closed sooner."""
SECONDS_A_DAY = 24 * 3600.0
"""Seconds of a day, for challenges."""
MOST_AT_ONCE = 100
"""The most tables that are closed in one search; the others have their turn a minute later."""


class Abandonment:
    """Notes when somebody was at the tables that wait, and closes those at which nobody has been for long."""

    def __init__(self, runner: TableRunner, now: Now) -> None:
        self._runner, self._now, self._rounds = runner, now, Rounds(runner.store)

    async def sweep(self) -> None:
        """Look through all waiting tables: each process notes who is at those in memory, one searches the store."""
        for table in self._runner.waiting:
            await self._note(table)
        if not await self._rounds.take("abandonment"):
            return
        limits, now = self._runner.limits, self._now()
        shortest = min(limits.lobby_wait, limits.link_wait)
        overdue = [
            row.id
            for row in await self._runner.store.waiting(now - shortest)
            if (row.attended or row.created) + patience(row, limits) <= now
        ]
        for table_id in overdue[:MOST_AT_ONCE]:
            await self._close(table_id)

    async def _note(self, table: RunningTable) -> None:
        """Store when somebody was last here, if that is news."""
        seen, known = table.presence.last_seen(), table.row.attended or table.row.created
        news = min(NOTED_EVERY, patience(table.row, self._runner.limits) / 2)
        if seen is None or seen < known + news:
            return
        async with table.lock:
            if table.is_waiting and not table.is_dropped:
                await self._runner.store.change_table(table.row.id, attended=seen)
                table.row = replace(table.row, attended=seen)

    @again_when_stale
    async def _close(self, table_id: str) -> None:
        """Close a table, unless somebody has come in the meantime; all who are asked to it, and the lobby, follow."""
        async with self._runner.hold(table_id) as table:
            last = max(table.presence.last_seen() or 0.0, table.row.attended or table.row.created)
            if table.is_waiting and last + patience(table.row, self._runner.limits) <= self._now():
                await self._runner.change(table, status=Status.CLOSED)


def patience(row: TableRow, limits: Limits) -> float:
    """The seconds after which a waiting table is closed when nobody is there."""
    if row.challenge is not None:
        return limits.challenge_days * SECONDS_A_DAY
    return limits.lobby_wait if row.listed else limits.link_wait
