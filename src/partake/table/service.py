"""The table service: everything that people can do at tables. Pages, API and tests all come through here.

    tables = TableService(store, catalogue(), limits=Limits(workers=1))
    info = await tables.create(person, TableRequest("classic", seats=(SeatRequest("host"), SeatRequest("person"))))
    info = await tables.join(info.id, other)                # starts by itself when the last free seat is taken
    info = await tables.join(info.id, other, name="Bob & Cleo")      # two share a seat
    key = await tables.partner_key(info.id, other.id)       # cleo then joins with it
    state = await tables.state(info.id, person.id)          # .info, .seat, .view (a partake View), .number, .deadline
    await tables.play(info.id, person.id, "9-7-8@c3", expect=state.number, key="a1b2")
    async with tables.listen(info.id, person.id) as stream: # server-sent events as they go over the wire
        while data := await stream.take(): ...

Every refusal is a `PartakeError`: `MissingError`, `ForbiddenError`, `ConflictError`, `StoreError`, or one of the rules
(`OptionError`, `IllegalActionError`, `NotationError`).
"""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from partake.engine.contract import View
from partake.engine.record.model import Record
from partake.rules.catalogue import Catalogue
from partake.store.deals import DealStore
from partake.store.rows import Status
from partake.store.store import Store
from partake.table.abandonment import Abandonment
from partake.table.allowances import Allowances
from partake.table.channels import Subscription
from partake.table.clock import Later
from partake.table.deals import Deals
from partake.table.events import state_json, subscribe
from partake.table.following import Following
from partake.table.forgetting import Forgetting
from partake.table.hints import Hints
from partake.table.hosting import Hosting
from partake.table.invitations import InvitationIndex
from partake.table.limits import Limits
from partake.table.model import ConflictError, TableInfo
from partake.table.partners import PartnerKeys
from partake.table.players import Players
from partake.table.presence import Now
from partake.table.rematch import Rematches
from partake.table.replays import Replays, aside
from partake.table.results import Results
from partake.table.retrying import again_when_stale
from partake.table.runner import TableRunner
from partake.table.running import RunningTable
from partake.table.seating import Seating
from partake.table.tournaments import Tournaments


@dataclass(frozen=True)
class TableState:
    """A table as one seat, or a spectator, may see it now."""

    info: TableInfo
    seat: int | None
    view: View | None
    number: int
    """What the next move of this seat must expect."""
    deadline: float | None
    json: dict[str, Any]
    """All of it as plain data, as the API gives it."""
    is_removed: bool
    """Whether the one who asks was removed from the table."""
    may_decide: bool
    """Whether the one who asks has the host's powers now."""


class TableService:
    """Create, join, play and watch tables: the one façade of what the modules of this package do for people."""

    def __init__(
        self,
        store: Store,
        catalogue: Catalogue,
        *,
        limits: Limits | None = None,
        partners: PartnerKeys | None = None,
        later: Later | None = None,
        now: Now | None = None,
    ) -> None:
        """`partners` are the links of partners; a server's have a secret that lasts."""
        self.store, self.catalogue, self.limits = store, catalogue, limits or Limits()
        self.now = now or time.time
        """Tells the time to all that depends on the calendar."""
        self.runner = runner = TableRunner(store, catalogue, limits=self.limits, later=later, now=now)
        invitations = InvitationIndex(store)
        self.following = following = Following(runner)
        """What other processes on the same database do."""
        self.players = players = Players(runner, following)
        """What people do at their seats."""
        self.allowances = allowances = Allowances(store, self.limits)
        """What one person may use at a time."""
        self.seating = seating = Seating(runner, players, invitations, partners or PartnerKeys(), allowances)
        """Sitting down and getting up."""
        self.deals = Deals(DealStore(store), seating, now)
        """Games on draws that many people play."""
        self.tournaments = Tournaments(runner, self.deals, self.now)
        """Several deals for many people, and their standings."""
        self.rematches = rematches = Rematches(runner, seating, invitations)
        """Playing again."""
        self.hosting = hosting = Hosting(runner, players, seating)
        """What the host may do, or whoever decides in the host's place."""
        self._forgetting = Forgetting(runner, invitations)
        self.abandonment = Abandonment(runner, now or time.time)
        """Waiting tables at which nobody is any more."""
        runner.upkeep.append(self.abandonment.sweep)
        self.hints = Hints(runner)
        """What to do now, for those who play without other people."""
        self.results = Results(runner)
        """What became of the games of people."""
        self.replays = Replays()
        """The games that people step through."""
        self.create, self.join, self.leave = seating.create, seating.join, seating.leave
        self.partner_key, self.awaited = seating.partner_key, seating.awaited
        self.start, self.replace_by_bot = hosting.start, hosting.replace_by_bot
        self.rematch, self.decline, self.invitation = rematches.rematch, rematches.decline, rematches.invitation
        self.play, self.proceed, self.info = players.play, players.proceed, runner.info

    async def close(self) -> None:
        """Stop everything; what was accepted is stored already."""
        await self.runner.close()

    async def state(self, table: str, person: str | None) -> TableState:
        """A table as a person sees it: from their seat, or as a spectator."""
        async with self.runner.hold(table) as running:
            await self._check_sight(running, person)
            seat = running.seat_of(person)
            view = running.view(seat)
            return TableState(
                info=running.info(),
                seat=seat,
                view=view,
                number=running.log.number(seat),
                deadline=running.clock.deadline,
                json=state_json(running, seat, view),
                is_removed=person in running.row.removed,
                may_decide=running.may_decide(person),
            )

    async def lobby(self) -> list[TableInfo]:
        """The tables in the lobby at which a person can still sit down, the newest first."""
        listed = [
            table
            for one in (Status.WAITING, Status.PLAYING)
            for table in await self.store.listed(one, self.limits.lobby)
        ]
        found = [await self.info(table) for table in listed]
        return [info for info in found if info.unlimited or any(seat.is_free for seat in info.seats)]

    async def _check_sight(self, running: RunningTable, person: str | None) -> None:
        """Refuse a look at a game on a deal that this person may still play."""
        await self.deals.check_sight(running.row, person, sits=running.kept_seat(person) is not None)

    async def record(self, table: str, person: str | None = None) -> Record:
        """What may be published of the game now; all of it, with the seed, when it is over."""
        async with self.runner.hold(table) as running:
            await self._check_sight(running, person)
            return await aside(running.log.length, running.playing.record)

    async def replay(self, table: str, number: int, person: str | None = None) -> View:
        """A game that is over as it stood after a number of entries of its log, seen from one's seat."""
        async with self.runner.hold(table) as running:
            await self._check_sight(running, person)
            record, seat = await aside(running.log.length, running.playing.record), running.seat_of(person)
        if record.outcome is None:
            raise ConflictError("a game can be replayed when it is over")
        if not 0 <= number <= len(record.moves):
            raise ConflictError("this game has {number_of_moves} moves", number_of_moves=len(record.moves))
        return await self.replays.view(table, record, number, seat)

    @asynccontextmanager
    async def listen(
        self,
        table: str,
        person: str | None,
        last: str | None = None,
        *,
        with_view: bool = False,
        company: Collection[str] = (),
    ) -> AsyncIterator[Subscription]:
        """The events of a table for a person: first what was missed since event `last`, or else everything.

        With `with_view`, events say what changed in the view. The `company` plays on the same device, and is here too.
        """
        here = [one for one in (person, *company) if one is not None]
        subscription = Subscription(person, with_view=with_view, longest=self.limits.events_waiting)
        running = await self._open(table, person, subscription, last, here)
        try:
            yield subscription
        finally:
            subscription.leave()
            subscription.close()
            for one in here:
                running.presence.went(one)
                self.following.tell(running, one)
            if here:
                self.runner.attendance.look(running)

    @again_when_stale
    async def _open(
        self, table: str, person: str | None, subscription: Subscription, last: str | None, here: Sequence[str]
    ) -> RunningTable:
        """Begin a stream of a table; these people are here with it."""
        async with self.runner.hold(table) as running:
            await self._check_sight(running, person)
            for one in here:
                await self.players.arrive(running, one)
            for one in here:
                running.presence.came(one)
                self.following.tell(running, one)
            subscribe(running, subscription, last)
            self.runner.attendance.look(running)
            return running

    @again_when_stale
    async def arrive(self, table: str, person: str) -> None:
        """A person opens the table's page: a seat at which a bot played while they were away is theirs again."""
        async with self.runner.hold(table) as running:
            await self.players.arrive(running, person)

    async def forget(self, person: str) -> None:
        """Take a person out of every table they ever sat at, and drop all that is known of them."""
        await self._forgetting.forget(person)
        self.tournaments.forget(person)
