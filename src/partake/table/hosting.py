"""The host's powers: the start, bots for those who are away or gone, giving a seat back, removing a player, closing.

They are the host's and those of whoever shares the host's seat. While the host is gone, or away for long, they are
those of whoever of the players is longest here (`partake.table.presence`).
"""

from __future__ import annotations

import time
from dataclasses import replace

from partake.rules.catalogue import Catalogue
from partake.rules.messages import Message
from partake.rules.names import shown_name
from partake.store.rows import SeatRow, Status
from partake.table.bot_pool import STAND_IN
from partake.table.limits import Limits
from partake.table.model import CLOSED, ConflictError, ForbiddenError, TableInfo, check_own_try
from partake.table.players import Players
from partake.table.retrying import again_when_stale
from partake.table.runner import TableRunner
from partake.table.running import RunningTable
from partake.table.seating import Seating
from partake.table.seats import removed, returned, with_row, without_person
from partake.table.table_request import bot_names


class Hosting:
    """What one person may decide for all at a table."""

    def __init__(self, runner: TableRunner, players: Players, seating: Seating) -> None:
        self._runner, self._players, self._seating = runner, players, seating

    @property
    def _catalogue(self) -> Catalogue:
        return self._runner.catalogue

    @property
    def _limits(self) -> Limits:
        return self._runner.limits

    def check(self, table: RunningTable, person: str | None) -> str:
        """Refuse everybody who does not decide at a table; asking is a sign of life."""
        if person is not None:
            self._players.sign_of_life(table, person)
        if person is None or not table.may_decide(person):
            raise ForbiddenError("only the host of this table can do that, or whoever decides while the host is away")
        return person

    @again_when_stale
    async def start(self, table: str, person: str | None) -> TableInfo:
        """Start now with those who are there."""
        async with self._runner.hold(table) as running:
            self.check(running, person)
            if not running.is_waiting:
                raise ConflictError(
                    CLOSED if running.row.status == Status.CLOSED else Message("this game has started already")
                )
            await self._seating.begin(running, running.seats)
            return running.info()

    @again_when_stale
    async def replace_by_bot(self, table: str, person: str | None, seat: int, level: str | None = None) -> TableInfo:
        """Let a bot play on for a player who left or is away for long, or take a free seat."""
        async with self._runner.hold(table) as running:
            self.check(running, person)
            check_own_try(running.row)
            family = self._catalogue.edition(running.row.edition).family
            bot = level or STAND_IN[family]
            await self._runner.bots.check(bot, family)
            row = _seat(running, seat)
            if row.bot:
                raise ConflictError("a bot plays at this seat already")
            if row.name and not row.left:
                self._check_absence(running, row)
            name = row.name or bot_names([bot], {other.name for other in running.seats})[0]
            seats = with_row(running.seats, replace(row, bot=bot, name=name))
            if not row.name:
                self._runner.check_bots(running.row, seats)
            await self._seating.sit(running, seats)
            self._runner.go_on(running)
            return running.info()

    def _check_absence(self, table: RunningTable, row: SeatRow) -> None:
        if table.is_waiting:
            raise ConflictError("{name} sits here: remove {name} first", name=row.name)
        if not table.presence.is_long_away(row):
            raise ForbiddenError(
                "{name} has not left and has not been away for {seconds:g} seconds",
                name=shown_name(row.name),
                seconds=self._limits.patience,
            )

    @again_when_stale
    async def give_back(self, table: str, person: str | None, seat: int) -> TableInfo:
        """Give a seat at which a bot plays back to its person, who must be here again."""
        async with self._runner.hold(table) as running:
            self.check(running, person)
            row = _seat(running, seat)
            if not running.is_playing or not row.bot or not row.people:
                raise ConflictError("no bot plays for a person at this seat")
            here = [other for other in row.people if running.presence.is_here(other)]
            if not here:
                raise ConflictError("{name} is not here: the seat is theirs again when they come back", name=row.name)
            await self._runner.change(running, with_row(running.seats, returned(row, *here)))
            self._players.welcome(running, row.seat)
            return running.info()

    @again_when_stale
    async def remove(self, table: str, person: str | None, seat: int) -> TableInfo:
        """Take the people off a seat: before the start it is free again, later a bot plays on there.

        They may watch, and sit down here again only after `readmit`.
        """
        async with self._runner.hold(table) as running:
            return await self._remove(running, seat, self.check(running, person))

    @again_when_stale
    async def remove_by_operator(self, table: str, seat: int) -> TableInfo:
        """Take the people off a seat, whoever decides there."""
        async with self._runner.hold(table) as running:
            return await self._remove(running, seat, None)

    async def _remove(self, running: RunningTable, seat: int, decider: str | None) -> TableInfo:
        row = _seat(running, seat)
        if not running.is_waiting and not running.is_playing:
            raise ConflictError("nobody can be removed from a game that has ended")
        if not row.people:
            raise ConflictError("nobody sits at this seat")
        if decider in row.people:
            raise ForbiddenError("that is your own seat: leave the table instead")
        seats = running.seats
        if running.is_waiting:
            for other in row.people:
                seats = without_person(seats, seat, other, unlimited=running.row.unlimited)
        else:
            bot = STAND_IN[running.playing.setup.edition.family]
            seats = with_row(seats, removed(row, bot))
        host = decider if running.row.host in row.people else running.row.host
        banned = {**running.row.removed, **dict.fromkeys(row.people, time.time())}
        await self._runner.change(running, seats, host=host, removed=banned)
        self._runner.go_on(running)
        return running.info()

    @again_when_stale
    async def readmit(self, table: str, person: str | None) -> TableInfo:
        """Let all who were removed sit down again."""
        async with self._runner.hold(table) as running:
            self.check(running, person)
            await self._runner.change(running, removed={})
            return running.info()

    @again_when_stale
    async def close(self, table: str, person: str | None) -> TableInfo:
        """Close a table that waits or is being played, for good; what all knew of its game stays readable."""
        async with self._runner.hold(table) as running:
            self.check(running, person)
            if running.is_playing:
                check_own_try(running.row)
            return await self._close(running)

    @again_when_stale
    async def close_by_operator(self, table: str) -> TableInfo:
        """Close a table, whoever decides there."""
        async with self._runner.hold(table) as running:
            return await self._close(running)

    async def _close(self, running: RunningTable) -> TableInfo:
        if running.row.status == Status.CLOSED:
            return running.info()
        if running.row.status == Status.OVER:
            raise ConflictError("this game is over already")
        running.rest()
        await self._runner.change(running, status=Status.CLOSED)
        return running.info()


def _seat(table: RunningTable, seat: int) -> SeatRow:
    if not 1 <= seat <= len(table.seats):
        raise ConflictError("there is no seat {seat} at this table", seat=seat)
    return table.seats[seat - 1]
