"""When what has happened at a table is worded: once for all that seats do in one tick, where that keeps every secret.

A tick with several moves at a table costs one event for each audience, whose patch has all of them. What cannot wait is
worded at once, because events tell the game as it is when they are worded: nothing may have happened after it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from partake.store.rows import ActionRow
from partake.table.clock import Later
from partake.table.events import announce_moves
from partake.table.game_log import Progress
from partake.table.pipeline import Applied
from partake.table.running import RunningTable


def note(
    table: RunningTable,
    rows: Sequence[ActionRow],
    since: int,
    later: Later,
    *latest: Applied,
    stood_in: bool = False,
) -> None:
    """Note new entries of the log that must be told; `since` is the number of entries that everybody knew before.

    Where all seats act at the same time, what they do in one tick is told together, with what the dealer does then. The
    rest is worded at once: moves of sequential games, which pages show one by one, and those of stand-ins.
    """
    progress = table.untold = table.untold or Progress(since)
    progress.rows += rows
    if stood_in:
        progress.stood_in = rows[0].actor
    if stood_in or progress.has_dealt or not table.playing.is_simultaneous:
        word(table, later, *latest)


def word(table: RunningTable, later: Later, *latest: Applied) -> None:
    """Find the words for all that is not told yet, for every audience and for those who are answered with them.

    `latest` is what was applied just now and does not wait to be stored yet.
    """
    if table.untold is None:
        return
    events, told = announce_moves(table, table.untold, later)
    table.worded += events
    table.untold = None
    for one in (*table.applied, *latest):
        if one.with_state and one.accepted is not None and one.accepted.state is None:
            one.accepted = replace(one.accepted, state=told.data(one.rows[0].actor, with_view=True))
