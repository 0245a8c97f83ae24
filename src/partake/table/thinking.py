"""Who thinks for a bot: the workers of this process, unless jobs for other processes do (`partake.table.bot_jobs`)."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from partake.table.bot_failures import BotFailure
from partake.table.bot_pool import STAND_IN
from partake.table.events import publish_table
from partake.table.retrying import again_when_stale
from partake.table.running import RunningTable
from partake.table.worker_lane import UnwantedError

if TYPE_CHECKING:
    from partake.table.runner import TableRunner

FAILED = "bot"
"""The kind of message about a bot for which a stand-in has acted, or which acts itself again: table, seat, bot, why."""
AT_RANDOM = "random"
"""The bot that acts at random."""


def stand_in_bot(table: RunningTable) -> str:
    """The bot that acts for a player who is late; on a deal that many play, one by which nobody gains anything."""
    return AT_RANDOM if table.row.deal is not None else STAND_IN[table.playing.setup.edition.family]


class Thinker:
    """Lets bots act in this process."""

    def __init__(self, runner: TableRunner) -> None:
        self._runner = runner

    def ask(self, table: RunningTable, seat: int) -> None:
        """Let a bot act for a seat as soon as it has thought."""
        table.thinking.add(seat)
        self._runner.spawn(self._think(table, seat))

    def look(self, table: RunningTable) -> None:
        """A table is as it is now: what was asked for may have been done."""

    async def _think(self, table: RunningTable, seat: int) -> None:
        """Let a bot act for a seat, unless the game has moved on in the meantime."""
        runner = self._runner
        try:
            async with runner.locked(table):
                if not table.is_playing or seat not in table.playing.to_act:
                    return
                number, view = table.log.number(seat), table.playing.view(seat)
                bot = table.seats[seat - 1].bot or stand_in_bot(table)
            began = time.perf_counter()
            try:
                thought = await runner.bots.choose(bot, view, flow=table.flow, is_wanted=lambda: table.awaits_bot(seat))
            except UnwantedError:
                return
            runner.thought.add(time.perf_counter() - began)
            async with runner.locked(table):
                table.thinking.discard(seat)
                if not table.awaits_bot(seat):
                    return
                if table.log.number(seat) != number:
                    runner.go_on(table)  # the view was stale: think again
                    return
                await self.note(table, seat, bot, thought.problem)
                before, since, stood_in = table.mark(), table.log.known, not table.seats[seat - 1].bot
                entry = table.play(seat, thought.action, time.time())
                runner.commit(table, since, entry, before=before, stood_in=stood_in)
        finally:
            table.thinking.discard(seat)

    async def note(self, table: RunningTable, seat: int, bot: str, problem: BotFailure | None) -> None:
        """Tell everybody why a stand-in plays for a bot; after too many failures in a row it plays on there."""
        if not table.note_failure(seat, problem):
            return
        self._runner.store.bus.tell(FAILED, table.row.id, str(seat), bot, problem.kind if problem else "")
        if table.failures.is_lasting(seat) and table.seats[seat - 1].bot == bot:
            await self._runner.take_over(table, {seat})
        else:
            publish_table(table, self._runner.later)

    def heard_failure(self, _sender: str, table_id: str, seat: str, bot: str, kind: str) -> None:
        """Note what another process has told of a bot."""
        table = self._runner.in_memory(table_id)
        if table is None or not 0 < int(seat) <= len(table.seats):
            return
        if table.note_failure(int(seat), BotFailure(bot, kind) if kind else None):
            publish_table(table, self._runner.later)
        if table.failures.is_lasting(int(seat)):
            self._runner.spawn(self._replace(table_id, int(seat), bot))

    @again_when_stale
    async def _replace(self, table_id: str, seat: int, bot: str) -> None:
        """Let the stand-in play on for a bot that failed too often elsewhere: the first process that stores it does."""
        async with self._runner.hold(table_id) as table:
            if table.is_playing and table.seats[seat - 1].bot == bot:
                await self._runner.take_over(table, {seat})
                self._runner.go_on(table)
