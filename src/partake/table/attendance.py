"""What follows from who is here: everybody is told, and those for whom others have waited too long are found."""

from __future__ import annotations

from collections.abc import Callable

from partake.table.clock import Later
from partake.table.events import CROWD_PAUSE, publish_presence
from partake.table.running import RunningTable


class Attendance:
    """Looks who is here whenever that may have changed, and again at the next moment at which it will."""

    def __init__(self, later: Later, overdue: Callable[[RunningTable], object]) -> None:
        """`overdue` is called when a bot must stand in for somebody at a table."""
        self._later, self._overdue = later, overdue

    def look(self, table: RunningTable) -> None:
        """Look who is here, at once or, at the table of a crowd, in a moment for all who come and go meanwhile."""
        if table.is_crowd and any(table.subscribers):
            self._again(table, CROWD_PAUSE * len(table.seats))
        else:
            self._look(table)

    def _again(self, table: RunningTable, seconds: float) -> None:
        if table.attending is not None:
            table.attending.cancel()
        table.attending = self._later(seconds, lambda: self._look(table))

    def _look(self, table: RunningTable) -> None:
        """Where nobody listens there is nobody to tell, and nobody for whom a bot could play."""
        if table.attending is not None:
            table.attending.cancel()
            table.attending = None
        if table.is_dropped or not any(table.subscribers):
            return
        presence, seats = table.presence, table.seats
        to_act = table.playing.to_act if table.is_playing else ()
        # First of all, because time passes: whatever becomes true from here on is told now or found then.
        seconds = presence.next_change(seats, table.row.host, to_act)
        publish_presence(table)
        table.is_incomplete = any(presence.away_since(row) is not None or row.left for row in seats)
        if presence.due(seats, to_act):
            self._overdue(table)
        if seconds is not None:
            self._again(table, seconds)
