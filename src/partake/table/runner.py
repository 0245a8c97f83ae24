"""Running tables: what is done there is stored and published, and what follows by itself: draws, clocks, bots, the end.

A move is checked, applied, stored, published, answered, in this order (`partake.table.pipeline`). What is stored is the
truth: when anything fails half-way, the table is dropped from memory and loaded again.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

from partake.engine.actions import DEALER
from partake.rules.catalogue import Catalogue
from partake.rules.diagnostics import report
from partake.rules.measurement import Durations
from partake.store.appending import StaleError
from partake.store.rows import ActionRow, SeatRow, Status, TableRow
from partake.store.store import Store
from partake.table.attendance import Attendance
from partake.table.bot_pool import BotPool
from partake.table.clock import Later
from partake.table.events import publish_table, publish_views, resubscribe
from partake.table.intermission import Intermission
from partake.table.limits import Limits
from partake.table.loaded import LoadedTables
from partake.table.model import Accepted, MissingError
from partake.table.pipeline import Answer, Applied, WritePipeline
from partake.table.presence import Now
from partake.table.replays import aside
from partake.table.running import Moment, RunningTable
from partake.table.thinking import FAILED, Thinker, stand_in_bot
from partake.table.wording import note, word

log = logging.getLogger("partake.table")


class TableRunner(LoadedTables):
    """The tables in memory, and all that happens at them by itself."""

    def __init__(
        self,
        store: Store,
        catalogue: Catalogue,
        *,
        limits: Limits | None = None,
        later: Later | None = None,
        now: Now | None = None,
    ) -> None:
        super().__init__(store, catalogue, limits=limits, later=later, now=now)
        self.attendance = Attendance(self.later, lambda table: self.spawn(self._stand_in(table)))
        self.pipeline = WritePipeline(
            store, word=lambda table: word(table, self.later), stored=self._stored, stale=self._stale, failed=self.drop
        )
        self.bots = BotPool(self.limits)
        self.thinker = Thinker(self)
        store.bus.on(FAILED, self.thinker.heard_failure)
        """Who is asked for the moves of bots."""
        self.thought = Durations()
        """From asking a bot for its move to its answer."""
        self.tasks: set[asyncio.Task[None]] = set()
        """What is under way in the background."""
        self.taken: set[RunningTable] = set()
        """The tables at which this process does what was overdue, whoever their steward is, until something happens."""
        self.over: list[Callable[[RunningTable], Awaitable[None]]] = []
        """What is done when a game is over and stored."""
        self.followers: list[Callable[[TableRow], object]] = []
        """Who is told that the status of a table on a deal has changed."""

    async def close(self) -> None:
        """Stop everything; what was accepted is stored already."""
        self.drop_all()
        for task in tuple(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        await asyncio.to_thread(self.bots.close)

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something in the background; what goes wrong there is reported."""
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self.tasks.discard(task)
        problem = None if task.cancelled() else task.exception()
        if problem is not None and not isinstance(problem, StaleError):  # which is followed, and arranged anew
            report(log, problem)

    def commit(
        self,
        table: RunningTable,
        since: int,
        entry: ActionRow | None = None,
        *,
        before: Moment | None = None,
        answer: Answer | None = None,
        again: Callable[[], object] | None = None,
        with_state: bool = False,
        stood_in: bool = False,
    ) -> None:
        """Let a seat, or its stand-in, have acted, and the dealer act now; it is told and answered when it is stored.

        `before` is the moment before the seat acted, and `again` tries it anew if another process was faster. If
        anything fails, memory may differ from what is stored: the table is dropped.
        """
        try:
            table.is_own = True
            before = before or table.mark()
            rows, now = [] if entry is None else [entry], time.time()
            number = 0 if entry is None else table.log.number(entry.actor)
            if entry is None or not (table.wait(now) or table.playing.is_between_rounds):
                rows += table.deal(now)
            self._advance(table, rows, now)
            done = Applied(before, rows, Accepted(number), answer, again, with_state)
            note(table, rows, since, self.later, done, stood_in=stood_in)
            self.pipeline.add(table, done)
        except BaseException:
            self.drop(table)
            raise

    def _advance(self, table: RunningTable, rows: Sequence[ActionRow], now: float) -> None:
        """Arrange clock and intermission after new entries of the log."""
        game, has_dealt = table.playing, rows[-1].actor == DEALER
        if has_dealt and game.is_simultaneous:
            table.clock.stand_ins.clear()
        if has_dealt or not game.is_simultaneous or not game.to_act:
            self._restart_clock(table)
        is_unseen = game.is_between_rounds and not table.awaited  # nobody looks at the result: nobody waits
        self._arrange_intermission(table, 0.0 if is_unseen else table.wait(now))

    def _stored(self, table: RunningTable) -> None:
        self.taken.discard(table)
        if table.is_settled and not table.is_dropped:
            self.go_on(table)

    def _stale(self, table: RunningTable, lost: Sequence[Applied]) -> None:
        table.is_following = True
        self.spawn(self._try_again(table, lost))

    async def _try_again(self, table: RunningTable, lost: Sequence[Applied], *, anew: bool = False) -> None:
        """Follow what another process has stored, and do again what was asked for here meanwhile."""
        problem: BaseException | None = None
        try:
            await self.follow(table, anew=anew)
        except BaseException as found:
            problem = found
            self.drop(table)
            raise
        finally:
            table.is_following = False
            table.wake()
            for one in lost:
                if problem is not None and one.answer is not None:
                    one.answer(problem)
                elif problem is None and one.again is not None:
                    one.again()

    async def follow(self, table: RunningTable, *, anew: bool = False) -> None:
        """Let a table in memory, at which nothing is under way, be as it is stored; all are told what is new.

        With `anew` nothing of what memory has is used: it may have what was never stored.
        """
        stored = await self.store.load(table.row.id, after=0 if anew else table.log.length)
        if stored is not None and not anew and not table.goes_on_with(stored):
            anew, stored = True, await self.store.load(table.row.id)
        if stored is None:
            raise MissingError("there is no such table")
        is_same, is_changed = not anew, anew or (stored.table, stored.seats) != (table.row, table.seats)
        if is_same:
            self.replay(table, stored.actions)
            table.row, table.version = stored.table, stored.version
            table.sit(stored.seats)
        else:
            table.rest()
            await aside(len(stored.actions), table.rebuild, stored)
        if is_changed:
            publish_table(table, self.later)
            resubscribe(table)
            self.attendance.look(table)
        if not is_same:
            publish_views(table)
        self.go_on(table)

    def replay(self, table: RunningTable, entries: Sequence[ActionRow]) -> None:
        """Do at a table what another process has stored, and tell everybody."""
        if entries:
            table.is_own = False
            self.taken.discard(table)
        for actor_and_dealer in _steps(entries):
            since = table.log.known
            for entry in actor_and_dealer:
                table.replay(entry)
            self._advance(table, actor_and_dealer, time.time())
            note(table, actor_and_dealer, since, self.later)
        word(table, self.later)
        events, table.worded = table.worded, []
        for channel, kind, data in events:
            channel.publish(kind, data)

    def is_steward(self, table: RunningTable) -> bool:
        """Whether this process does what happens at a table by itself.

        Of the processes that have people's streams there it is the first by its name, so that all agree; where nobody
        listens, the one that changed it last; and whoever has taken what was overdue. Two at a time do no harm: the log
        decides.
        """
        if not self.store.bus.is_shared or table in self.taken:
            return True
        own, others = self.store.bus.process, table.presence.processes
        if table.presence.is_heard_here:
            return own <= min(others, default=own)
        return not others and table.is_own

    def drop(self, table: RunningTable) -> None:
        """Take a table out of memory; the next request loads it again."""
        super().drop(table)
        self.taken.discard(table)
        self.pipeline.forsake(table)
        table.wake()

    @asynccontextmanager
    async def locked(self, table: RunningTable) -> AsyncIterator[None]:
        """Hold a table that was in memory, with nothing that is not stored; it may have been dropped meanwhile."""
        async with table.lock:
            await table.settled()
            yield

    async def change(
        self,
        table: RunningTable,
        seats: tuple[SeatRow, ...] | None = None,
        entries: Sequence[ActionRow] = (),
        **values: Any,
    ) -> None:
        """Store a change of the table or its seats, with the beginning of its log, then publish it."""
        now = table.seats if seats is None else seats
        changed = sorted(set(now) - set(table.seats), key=lambda row: row.seat)
        await table.settled()
        try:
            await self.store.change_table(
                table.row.id, changed, size=len(now), entries=entries, version=self._version(table), **values
            )
            table.version, table.is_own = table.version + 1, True
            table.row = replace(table.row, **values)
            table.sit(now)
            publish_table(table, self.later)
            resubscribe(table)
            self.attendance.look(table)
        except StaleError:  # nothing has happened: who asked for it looks at the table as it is now, and asks again
            self._start_anew(table)
            raise
        except BaseException:
            self.drop(table)
            raise
        if "status" in values and table.row.deal is not None:
            for told in self.followers:
                told(table.row)

    async def add_table(
        self,
        row: TableRow,
        seed: bytes,
        seats: Sequence[SeatRow],
        entries: Sequence[ActionRow] = (),
        after: RunningTable | None = None,
    ) -> None:
        """Store a new table with its log so far; as the rematch of a table that is held, which can have only one."""
        if after is None:
            await self.store.add_table(row, seed, seats, entries)
            return
        try:
            await self.store.add_table(row, seed, seats, entries, after.row.id, version=self._version(after))
            after.version += 1
        except StaleError:
            self._start_anew(after)
            raise

    def _start_anew(self, table: RunningTable) -> None:
        """Read a table again of which memory may have what was never stored."""
        table.is_following = True
        self.spawn(self._try_again(table, (), anew=True))

    def _version(self, table: RunningTable) -> int | None:
        """The version that a change of a table must find, where other processes may change it."""
        return table.version if self.store.bus.is_shared else None

    def go_on(self, table: RunningTable) -> None:
        """Arrange what happens next by itself: the end, the next draw, a bot's move, the clock."""
        self.thinker.look(table)
        game = table.game
        if game is None or not table.is_playing or not self.is_steward(table):
            return
        if game.is_over:
            self.spawn(self._finish(table))
            return
        if not table.is_attended:
            table.rest()
            return
        to_act = game.to_act
        self._arrange_intermission(table, table.wait(time.time()))
        if table.is_incomplete:
            self.attendance.look(table)
        table.clock.stand_ins &= set(to_act)
        for seat in to_act:
            plays = table.seats[seat - 1].bot or seat in table.clock.stand_ins
            if plays and seat not in table.thinking:
                self.thinker.ask(table, seat)
        if to_act and not table.clock.is_running:
            self._restart_clock(table)

    def _arrange_intermission(self, table: RunningTable, seconds: float) -> None:
        """Begin an intermission when it is the dealer's turn; end it when the last placement was taken back.

        One that has begun ends when everybody who was waited for has gone on, or away.
        """
        game, intermission = table.playing, table.intermission
        if game.to_act or game.is_over:
            table.end_intermission()
        elif intermission is None:
            if table.is_attended:
                table.intermission = Intermission(seconds, self.later, lambda: self._end_intermission(table))
        elif intermission.gone_on and not table.awaited:
            self._end_intermission(table)

    def _end_intermission(self, table: RunningTable) -> None:
        self.spawn(self._deal(table, table.intermission))

    async def _deal(self, table: RunningTable, due: Intermission | None) -> None:
        """Let the dealer act after its intermission, unless that has ended otherwise in the meantime."""
        async with self.locked(table):
            if not table.is_playing or due is None or table.intermission is not due:
                return
            table.end_intermission()
            if not self.is_steward(table):
                return
            self.commit(table, table.log.known)

    async def _finish(self, table: RunningTable) -> None:
        async with self.locked(table):
            if table.is_playing:
                await self.change(table, table.finished_seats(), status=Status.OVER, finished=self.now())
                for task in self.over:
                    await task(table)

    def _restart_clock(self, table: RunningTable) -> None:
        """Start the clock anew when seats must act, or stop it."""
        clock = table.clock
        clock.stop()
        if table.row.clock and table.playing.to_act and not table.playing.is_over:
            clock.start(table.row.clock, lambda deadline: self.spawn(self._expire(table, deadline)))

    async def _expire(self, table: RunningTable, deadline: float) -> None:
        """Let the stand-in bot act for those who are late; it takes over from those who were late too often."""
        async with self.locked(table):
            if not table.is_playing or table.clock.deadline != deadline:
                return  # the last of the moves came while this waited for the lock
            if not self.is_steward(table):
                table.clock.stop()
                return
            late = [seat for seat in table.playing.to_act if not table.seats[seat - 1].bot]
            gone = table.clock.lapse(late)
            if table.row.deal is not None:
                table.clock.stand_ins |= gone  # the rest of a game that is compared stays its player's
            elif gone:
                await self.take_over(table, gone)
            self.go_on(table)

    async def take_over(self, table: RunningTable, seats: set[int]) -> None:
        """Let the stand-in bot play on at these seats, until their people come back."""
        bot = stand_in_bot(table)
        await self.change(table, tuple(replace(row, bot=bot) if row.seat in seats else row for row in table.seats))

    async def _stand_in(self, table: RunningTable) -> None:
        """Let the stand-in bot play for those who are away and for whom others have waited too long."""
        async with self.locked(table):
            if not table.is_playing:
                return
            due = table.presence.due(table.seats, table.playing.to_act)
            if due and self.is_steward(table):
                await self.take_over(table, due)
                self.go_on(table)


def _steps(entries: Sequence[ActionRow]) -> Iterator[list[ActionRow]]:
    """The entries of a log in the steps in which they happened: what a seat did, and what the dealer did after it."""
    step: list[ActionRow] = []
    for entry in entries:
        if step and entry.actor != DEALER:
            yield step
            step = []
        step.append(entry)
    if step:
        yield step
