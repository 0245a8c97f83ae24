"""When everything is looked through for garbage: while nobody plays, and seldom otherwise."""

from __future__ import annotations

import asyncio
import gc
import weakref

from partake.web.garbage import LONGEST, GarbageSchedule


class Cycle:
    """Something that only the collector can free."""

    def __init__(self) -> None:
        self.itself = self


def swept(schedule: GarbageSchedule) -> bool:
    """Whether a cycle that has survived a young pass is gone after the upkeep."""
    cycle = Cycle()
    gc.collect(0)
    gone = weakref.ref(cycle)
    del cycle
    asyncio.run(schedule.sweep())
    return gone() is None


def test_a_pass_through_everything_waits_for_a_minute_without_a_move_but_not_for_ever() -> None:
    moves, now = 0, 0.0
    schedule = GarbageSchedule(lambda: moves, lambda: now)
    before = gc.get_threshold()
    gc.set_threshold(1_000_000)
    try:
        moves = 5
        assert not swept(schedule)
        assert swept(schedule)
        moves, now = 6, LONGEST - 1
        assert not swept(schedule)
        moves, now = 7, LONGEST
        assert swept(schedule)
        moves, now = 8, LONGEST + 1
        assert not swept(schedule)
    finally:
        gc.set_threshold(*before)
