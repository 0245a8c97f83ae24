"""Tournaments on the same tiles: make one, take part, play the deals, decide as the host.

What is stored is the truth, and a tournament in memory only a copy of it: it is read again, deal by deal, when a game
on a deal has begun or ended, here or at another process. A stage ends when it is due, by a timer or with the first
question after that; games that go on then are closed, and count as they stand. Several processes may find that a stage
is over: the version of the tournament lets one of them go on, and the others read what came of it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace

from partake.engine.chance import Seed
from partake.engine.hexagon.view import HexagonView
from partake.rules.messages import Plural
from partake.store.deal_rows import EntrantRow, Stage, TournamentRow, TournamentSettings
from partake.store.deals import DEALS, TryResult
from partake.store.rows import Status, TableRow, values_of
from partake.store.tournaments import TOURNAMENTS, TournamentStore
from partake.table.clock import Timer
from partake.table.codes import new_code
from partake.table.deals import Deal, Deals
from partake.table.model import (
    ConflictError,
    ForbiddenError,
    LimitReachedError,
    MissingError,
    Person,
    TableInfo,
)
from partake.table.presence import Now
from partake.table.retrying import again_when_stale
from partake.table.runner import TableRunner
from partake.table.seats import with_row
from partake.table.tournament_course import (
    KIND,
    deal_name,
    deal_seed,
    ended,
    first_due,
    in_time,
    is_closed,
    next_stage,
    read_deal,
    settled,
)
from partake.table.tournament_field import Tournament, entrant_of, nothing_to_play

KEPT = 200
"""The number of tournaments in memory from which on the oldest leave it."""
AHEAD = 120.0
"""The seconds for which a timer is set; what is due later waits for the upkeep of each minute."""
SHOWN = 50
"""The number of a person's tournaments that are listed."""


class Tournaments:
    """All tournaments of a server; also the source of their deals."""

    def __init__(self, runner: TableRunner, deals: Deals, now: Now) -> None:
        self._runner, self._deals, self._now = runner, deals, now
        self.store = TournamentStore(runner.store)
        self._known: dict[str, Tournament] = {}
        self._loading = asyncio.Lock()
        self._timers: dict[str, tuple[float, Timer]] = {}
        self._secrets: dict[str, bytes] = {}
        deals.register(KIND, self)
        runner.followers.append(self._follow)
        runner.upkeep.append(self.sweep)
        self._bus = runner.store.bus
        self._bus.on(TOURNAMENTS, self._changed_elsewhere)
        self._bus.on(DEALS, lambda _, name: self._played(name))
        self._bus.gaps.append(self._read_all)

    async def create(self, host: Person, wanted: TournamentSettings) -> Tournament:
        """A new tournament; one in a time window that begins now is open at once."""
        now, limits = self._now(), self._runner.limits
        chosen = settled(self._runner.catalogue, wanted, limits, now)
        if await self.store.open_of(host.id) >= limits.open_tournaments:
            raise LimitReachedError(
                Plural(
                    "you host a tournament that is not over: end it first",
                    "you host {count} tournaments that are not over: end one first",
                    count=limits.open_tournaments,
                )
            )
        secret = Seed.new()
        row = TournamentRow(
            **values_of(chosen), code=new_code(), host=host.id, created=now, since=now, due=first_due(chosen, now),
            commitment=secret.commitment,
        )  # fmt: skip
        await self.store.add(in_time(row, now), secret.data)
        return await self.look(row.code)

    async def look(self, code: str) -> Tournament:
        """A tournament as it is now: what is due has happened, and what has changed was read."""
        found = self._known.get(code.lower()) or await self._load(code.lower())
        is_read = not (
            found.is_behind or found.stale or found.lock.locked()
        )  # somebody may be reading what has changed
        if not is_read or self._is_due(found):
            async with found.lock:
                await self._settle(found)
        return found

    def _is_due(self, found: Tournament) -> bool:
        return found.row.stage is not Stage.OVER and (self._now() >= found.row.due or found.is_done())

    async def mine(self, person: Person) -> list[TournamentRow]:
        """The tournaments that a person hosts or takes part in, the newest first."""
        return await self.store.of_person(person.id, SHOWN)

    async def join(self, code: str, person: Person, name: str | None = None) -> EntrantRow:
        """Take part by a name that nobody else has here; who takes part already just comes back."""
        found, most = await self.look(code), self._runner.limits.tournament_players
        entrant = await self.store.join(
            found.row.code, lambda row, entrants: entrant_of(row, entrants, person, name, self._now(), most=most)
        )
        if found.entrants.get(person.id) != entrant:
            found.entrants[person.id] = entrant
            found.stamp += 1
        return entrant

    async def leave(self, code: str, person: Person) -> None:
        """Take part no more, as long as no deal was begun; results stay."""
        found = await self.look(code)
        if found.player(person) is None:
            raise ConflictError("you do not take part in this tournament")
        if any(person.id in tries for tries in found.tries.values()):
            raise ConflictError("you have played in this tournament: your results stay, unless the host removes you")
        await self.store.drop_entrant(found.row.code, person.id)
        found.entrants.pop(person.id, None)
        found.stamp += 1

    async def play(self, code: str, person: Person) -> TableInfo:
        """The person's table of the deal that they play now, begun or found again."""
        if self._bus.is_shared and (known := self._known.get(code.lower())):
            known.is_behind = True  # a deal that was closed elsewhere a moment ago is not begun here
        found = await self.look(code)
        if found.player(person) is None:
            raise ForbiddenError("you do not take part in this tournament: join it first")
        while (deal := found.next_deal(person.id)) is not None:
            row, seed = found.row, deal_seed(await self._secret(found.row.code), deal)
            dealt = Deal(deal_name(row.code, deal), row.edition, row.options, seed, clock=row.clock)
            info = await self._deals.begin(dealt, person)
            if info.status in (Status.OVER, Status.CLOSED):  # it has ended at another process
                found.stale.add(deal)
                await self.look(code)
                continue
            if found.own(person.id, deal) is None:
                begun = TryResult(dealt.name, person.id, person.nickname, info.id, self._now(), info.status, None, None)
                found.tries.setdefault(deal, {})[person.id] = begun
                found.stamp += 1
            return info
        raise ConflictError(nothing_to_play(found))

    async def go_on(self, code: str, person: Person | None, version: int | None = None) -> Tournament:
        """As the host, end the present stage: start the first or the next round, or end one early.

        `version` is that of the tournament to which it was said: it does not hold for a later stage.
        """
        return await self._decide(code, person, lambda row: next_stage(row, self._now()), version)

    async def end(self, code: str, person: Person | None) -> Tournament:
        """As the host, end the tournament now."""
        return await self._decide(code, person, lambda row: ended(row, self._now()))

    async def end_by_operator(self, code: str) -> Tournament:
        """End a tournament, whoever hosts it."""
        found = await self.look(code)
        async with found.lock:
            await self._change(found, ended(found.row, self._now()))
            await self._settle(found)
        return found

    async def change(
        self, code: str, person: Person | None, *, title: str | None = None, joining: bool | None = None
    ) -> Tournament:
        """As the host, rename the tournament, close the joining or open it again."""

        def changed(row: TournamentRow) -> TournamentRow:
            named = row if title is None else replace(row, title=title)
            settled(self._runner.catalogue, _plain(named), self._runner.limits, row.created)
            is_open = row.joining if joining is None else joining and row.stage is not Stage.OVER
            return replace(named, title=named.title.strip(), joining=is_open)

        return await self._decide(code, person, changed)

    async def remove(self, code: str, person: Person | None, number: int) -> Tournament:
        """As the host, take a player out, with all their results; they cannot join again."""
        found = await self.look(code)
        self._check_host(found, person)
        entrant = next((one for one in found.players.values() if one.number == number), None)
        if entrant is None:
            raise MissingError("there is no player {number} in this tournament", number=number)
        gone = replace(entrant, removed=self._now())
        await self.store.put_entrant(gone)
        found.entrants[entrant.person] = gone
        found.stamp += 1
        async with found.lock:
            await self._settle(found)
        return found

    async def secret(self, found: Tournament) -> str | None:
        """The secret of the draws, in hexadecimal digits, once the tournament is over."""
        return (await self._secret(found.row.code)).hex() if found.row.stage is Stage.OVER else None

    async def is_sealed(self, name: str) -> bool:
        """Whether only those who have finished their own game on a deal may look at others'.

        It is asked while tables are locked, and therefore locks nothing itself.
        """
        code, deal = read_deal(name) or ("", 0)
        known = self._known.get(code)
        row = known.row if known else await self.store.find(code)
        if row is None:
            raise MissingError("there is no such deal")
        return not is_closed(row, deal)

    async def sweep(self) -> None:
        """Go on with every tournament whose stage is due, and set timers for those that soon are.

        Every process does: a timer is in memory, and the version of a tournament lets one of them go on with it. What
        a process that ended could not tell any more is read again then.
        """
        if self._bus.is_shared:
            self._read_all()
        for row in await self.store.due(self._now() + AHEAD):
            self._arrange(await self.look(row.code))

    def placed(self, found: Tournament, person: str) -> int | None:
        """How many tiles a player has placed in the round that is on; None where they play at another process."""
        own = found.own(person, found.row.round)
        view = None if own is None else self._runner.peek(own.table)
        if isinstance(view, HexagonView):
            return sum(cell is not None for cell in view.cells[0])
        return None if self._bus.is_shared else 0

    async def _load(self, code: str) -> Tournament:
        async with self._loading:
            if code in self._known:
                return self._known[code]
            row = await self.store.find(code)
            if row is None:
                raise MissingError("there is no tournament by this link")
            entrants = {entrant.person: entrant for entrant in await self.store.entrants(code)}
            found = Tournament(row, entrants, stale=set(range(1, row.deals + 1)))
            for old in [one for one, kept in self._known.items() if not kept.lock.locked()][: -KEPT or None]:
                del self._known[old]
            self._known[code] = found
            return found

    async def _settle(self, found: Tournament) -> None:
        """Read what has changed, go on to the stage that is due, and close the games whose time is up."""
        await self._read(found)
        while (row := self._next(found)) != found.row and not await self._is_kept(found, row):
            await self._read(found)
        cut = found.unfinished()
        if cut:
            await asyncio.gather(*map(self._cut, cut))
            await self._read(found)
        self._arrange(found)

    def _next(self, found: Tournament) -> TournamentRow:
        """A tournament as it should be now: in the stage that is due, or that all players have come to."""
        row = in_time(found.row, self._now())
        return next_stage(row, self._now()) if row == found.row and found.is_done() else row

    async def _read(self, found: Tournament) -> None:
        code = found.row.code
        if found.is_behind:
            found.is_behind = False
            try:
                row, entrants = await self.store.find(code), await self.store.entrants(code)
            except BaseException:
                found.is_behind = True
                raise
            if row is None:
                raise MissingError("there is no tournament by this link")
            found.row, found.entrants = row, {entrant.person: entrant for entrant in entrants}
            found.stamp += 1
        while found.stale:
            deal = found.stale.pop()
            try:
                tries = await self._deals.results(deal_name(code, deal))
            except BaseException:
                found.stale.add(deal)
                raise
            found.tries[deal] = {one.person: one for one in tries}
            found.stamp += 1

    async def _is_kept(self, found: Tournament, row: TournamentRow) -> bool:
        """Keep a tournament as it is now; whether it was as it is in memory until now."""
        row = replace(row, version=found.row.version + 1)
        if not await self.store.change(row):
            found.is_behind = True
            return False
        found.row = row
        found.stamp += 1
        return True

    async def _change(self, found: Tournament, row: TournamentRow) -> None:
        """Keep a tournament as it is now, unless it has changed meanwhile."""
        if row != found.row and not await self._is_kept(found, row):
            raise ConflictError("this tournament has changed meanwhile: look again")

    async def _decide(
        self,
        code: str,
        person: Person | None,
        change: Callable[[TournamentRow], TournamentRow],
        version: int | None = None,
    ) -> Tournament:
        found = await self.look(code)
        self._check_host(found, person)
        async with found.lock:
            if version is not None and version != found.row.version:
                raise ConflictError("this tournament has moved on since then: look again")
            await self._change(found, change(found.row))
            await self._settle(found)
        return found

    def _check_host(self, found: Tournament, person: Person | None) -> None:
        if not found.is_host(person):
            raise ForbiddenError("only the host of this tournament can do that")

    @again_when_stale
    async def _cut(self, table: str) -> None:
        """Close a game whose time is up; its board counts as it stands."""
        async with self._runner.hold(table) as running:
            if not running.is_playing or running.playing.is_over:
                return
            view = running.playing.view(1)
            points = float(view.score_of(1).total) if isinstance(view, HexagonView) else 0.0
            running.rest()
            seats = with_row(running.seats, replace(running.seats[0], total=points))
            await self._runner.change(running, seats, status=Status.CLOSED, finished=self._now())

    def _arrange(self, found: Tournament) -> None:
        """Set the timer of the next stage, if it is due soon."""
        code, due = found.row.code, found.row.due
        known = self._timers.get(code)
        if known is not None and known[0] != due:
            known[1].cancel()
            del self._timers[code]
        if found.row.stage is Stage.OVER or code in self._timers or due > self._now() + AHEAD:
            return
        wait = max(0.0, due - self._now()) + 0.01
        self._timers[code] = due, self._runner.later(wait, lambda: self._ring(code))

    def _ring(self, code: str) -> None:
        self._timers.pop(code, None)
        self._runner.spawn(self._look_again(code))

    async def _look_again(self, code: str) -> None:
        self._arrange(await self.look(code))

    def _follow(self, row: TableRow) -> None:
        """Note that a game has begun or ended; when it was the last of its round, go on."""
        self._bus.tell(DEALS, row.deal or "")
        self._played(row.deal or "")

    def _played(self, name: str) -> None:
        code, deal = read_deal(name) or ("", 0)
        if code in self._known:
            self._known[code].stale.add(deal)
            self._runner.spawn(self._look_again(code))

    def _changed_elsewhere(self, _sender: str, code: str) -> None:
        if code in self._known:
            self._known[code].is_behind = True
            self._runner.spawn(self._look_again(code))

    def _read_all(self) -> None:
        """Read all tournaments in memory that go on again, when they are next looked at."""
        for found in self._known.values():
            if found.row.stage is not Stage.OVER:
                found.is_behind = True
                found.stale.update(range(1, found.row.deals + 1))

    def forget(self, person: str) -> None:
        """Drop from memory what mentions a person."""
        for code in [code for code, one in self._known.items() if person in one.entrants or one.row.host == person]:
            del self._known[code]

    async def _secret(self, code: str) -> bytes:
        if code not in self._secrets:
            self._secrets[code] = await self.store.secret(code)
        return self._secrets[code]


def _plain(row: TournamentRow) -> TournamentSettings:
    return TournamentSettings(**values_of(row, TournamentSettings))
