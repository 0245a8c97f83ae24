"""Sitting down and getting up: creating a table, joining it, sharing a seat, leaving it.

Whoever sits keeps the seat: a person who joins again just comes back. When the last free seat is taken, the game starts
in the same transaction.
"""

from __future__ import annotations

import secrets
from contextlib import AsyncExitStack
from dataclasses import replace
from typing import Any

from partake.engine.chance import Seed
from partake.store.deal_rows import TryRow
from partake.store.deals import DealStore
from partake.store.rows import ActionRow, SeatRow, Status, StoredTable, TableRow, TableSettings, values_of
from partake.table.allowances import Allowances
from partake.table.events import publish_views
from partake.table.invitations import InvitationIndex, check_unseen, kept_for, without
from partake.table.latecomers import sit_down_late
from partake.table.model import CLOSED, ConflictError, ForbiddenError, Person, TableInfo, TableRequest
from partake.table.partners import PartnerKeys
from partake.table.players import Players
from partake.table.retrying import again_when_stale
from partake.table.runner import TableRunner
from partake.table.running import RunningTable
from partake.table.seats import (
    Seats,
    after_leaving,
    checked_name,
    initial_seats,
    is_full,
    present,
    with_partner,
    with_person,
    with_row,
    without_person,
)
from partake.table.table_request import check_request, default_title, is_without_others, option_text, pause_of


class Seating:
    """Who sits where, from a table's first host to the last person who leaves it."""

    def __init__(
        self,
        runner: TableRunner,
        players: Players,
        invitations: InvitationIndex,
        partners: PartnerKeys,
        allowances: Allowances,
    ) -> None:
        self._runner, self._players, self._invitations, self._partners = runner, players, invitations, partners
        self._allowances = allowances

    async def create(
        self,
        host: Person,
        wanted: TableRequest,
        *,
        name: str | None = None,
        seed: Seed | None = None,
        deal: str | None = None,
        counted: TryRow | None = None,
    ) -> TableInfo:
        """A new table with the host by this name; it starts at once when nobody else is awaited.

        On a `deal` of many people it has that deal's `seed`, and counts if it is the host's one try (`counted`),
        for which there are no hints: it is compared with those of others.
        """
        family = self._runner.catalogue.edition(wanted.edition).family
        for bot in sorted({seat.level for seat in wanted.seats if seat.kind == "bot"}):
            await self._runner.bots.check(bot, family)
        edition = check_request(self._runner.catalogue, wanted, self._runner.limits)
        called = checked_name(edition, name or host.nickname)
        seed = seed or Seed.new()
        settings = {
            **values_of(wanted, TableSettings),
            "title": wanted.title.strip() or edition.title,
            "options": {option: option_text(value) for option, value in wanted.options.items()},
            "pause": pause_of(wanted),
            "hints": counted is None and (is_without_others(wanted) if wanted.hints is None else wanted.hints),
        }
        row = TableRow(
            **settings, id=new_id(), status=Status.WAITING, created=self._runner.now(), commitment=seed.commitment,
            rules=edition.digest, host=host.id, deal=deal, counts=deal is None or counted is not None,
        )  # fmt: skip
        return await self.add(row, initial_seats(host, wanted, called), seed, counted=counted)

    async def info(self, table: str) -> TableInfo:
        """What everybody may know of a table."""
        return await self._runner.info(table)

    async def add(
        self,
        row: TableRow,
        seats: Seats,
        seed: Seed,
        after: RunningTable | None = None,
        *,
        counted: TryRow | None = None,
    ) -> TableInfo:
        """Store a new table, with its first draw when nobody else is awaited; it is a rematch of `after`.

        If the host's try on its deal (`counted`) was stored meanwhile, that one is it.
        """
        kept = row.id
        self._runner.check_bots(row, seats)
        entries: list[ActionRow] = []
        if is_full(row, seats):
            entries = self._runner.prepare(StoredTable(row, seats, (), seed.data)).begin(seats, row.created)
            row = replace(row, status=Status.PLAYING, started=row.created)
        async with AsyncExitStack() as room:
            await room.enter_async_context(self._allowances.table(row.host or ""))
            for person in present(seats) if row.status == Status.WAITING else ():
                await room.enter_async_context(self._allowances.seat(person))
            if counted is not None:
                mine = replace(counted, table=row.id)
                kept = await DealStore(self._runner.store).add_try(mine, row, seed.data, seats, entries)
            else:
                await self._runner.add_table(row, seed.data, seats, entries, after)
        return await self._runner.info(kept)

    async def sit(self, table: RunningTable, seats: Seats, **values: Any) -> None:
        """Change who sits at a table; when nobody else is awaited, it starts in the same transaction."""
        if table.is_waiting and is_full(table.row, seats):
            await self.begin(table, seats, **values)
        else:
            await self._runner.change(table, seats, **values)

    async def begin(self, table: RunningTable, seats: Seats, **values: Any) -> None:
        """Start the game of those who sit here; free seats are taken away."""
        now = self._runner.now()
        taken = tuple(replace(row, seat=n) for n, row in enumerate((row for row in seats if row.name), start=1))
        if not present(taken):
            raise ConflictError("somebody must sit down first")
        entries, changes = table.begin(taken, now), {**values, "invited": {}}
        await self._runner.change(table, taken, entries, status=Status.PLAYING, started=now, **changes)
        self._runner.go_on(table)
        publish_views(table)

    @again_when_stale
    async def join(
        self, table: str, person: Person, *, name: str | None = None, seat: int | None = None, key: str | None = None
    ) -> TableInfo:
        """Sit down, at the first free seat or at a certain one; a person who sits there already just comes back.

        With the key of a seat that awaits its second person, share that seat.
        """
        async with self._runner.hold(table) as running:
            self._players.sign_of_life(running, person.id)
            mine = running.kept_seat(person.id)
            if mine is not None:
                if mine.bot or mine.away:
                    await self._players.come_back(running, mine.seat, person.id)
                return running.info()
            _check_welcome(running.row, person.id)
            if key is not None:
                await self._share(running, self._awaiting(running, key), person.id)
            else:
                await self._sit_down(running, person, name, seat)
            return running.info()

    async def _sit_down(self, table: RunningTable, person: Person, name: str | None, seat: int | None) -> None:
        """Let a person who is new here sit down: where a seat is kept for them, or as they wish."""
        called, asked = person.nickname if name is None else name, table.row.invited.get(person.id)
        kept = None if asked is None else kept_for(table.seats, asked)
        if asked is not None and kept is not None:
            called, seat = name or asked["name"], kept.seat
        called = checked_name(self._runner.catalogue.edition(table.row.edition), called)
        if table.row.unlimited and table.is_playing:
            await sit_down_late(self._runner, table, person, called)
        elif not table.is_waiting:
            raise ConflictError("this game has begun without you: you can watch")
        elif kept is not None and kept.awaits_partner:
            await self._share(table, kept, person.id, invited=without(table.row.invited, person.id))
        else:
            await self._take_seat(table, person.id, called, seat)

    async def _share(self, table: RunningTable, row: SeatRow, person: str, **values: Any) -> None:
        """Let a person be the second of two at a seat."""
        await self._runner.change(table, with_row(table.seats, with_partner(row, person)), **values)
        self._runner.go_on(table)

    async def _take_seat(self, table: RunningTable, person: str, name: str, seat: int | None) -> None:
        """Give a person a free seat before the start; whoever takes a challenge is the host of its table."""
        most = self._runner.limits.seats if table.row.unlimited else len(table.seats)
        seats = with_person(table.seats, person, name, wanted=seat, most=most)
        await check_unseen(self._runner.store, table.row, person)
        host = person if table.row.challenge else table.row.host or person
        async with self._allowances.seat(person):
            await self.sit(table, seats, host=host, invited=without(table.row.invited, person))
        await self._invitations.drop(person)

    def _awaiting(self, table: RunningTable, key: str) -> SeatRow:
        """The seat that awaits the person who has this key."""
        found = self._partners.seat(table.row.id, table.seats, key)
        if found is None:
            raise ForbiddenError("this link is for the second of two who share a seat, and nobody is awaited by it")
        return found

    async def partner_key(self, table: str, person: str | None) -> str | None:
        """The key for the partner of a person who sits here, while the partner is awaited."""
        async with self._runner.hold(table) as running:
            row = running.kept_seat(person)
            return self._partners.key(table, row) if row is not None and row.awaits_partner else None

    async def awaited(self, table: str, key: str) -> str:
        """The name of the person who is awaited by this key."""
        async with self._runner.hold(table) as running:
            return self._awaiting(running, key).names[1]

    @again_when_stale
    async def leave(self, table: str, person: str | None) -> TableInfo:
        """Leave: before the start the seat is free again, later it waits for a bot or for its player to come back.

        A game that everybody has left waits as it is; a table that nobody is left to start is closed.
        """
        async with self._runner.hold(table) as running:
            seat, leaver = running.own_seat(person), person or ""
            running.presence.left(leaver)
            if running.is_waiting:
                seats = without_person(running.seats, seat, leaver, unlimited=running.row.unlimited)
            else:
                seats = with_row(running.seats, after_leaving(running.seats[seat - 1], leaver))
            await self._take_out(running, leaver, seats)
            self._runner.go_on(running)
            return running.info()

    async def _take_out(self, table: RunningTable, person: str, seats: Seats) -> None:
        """Store the seats without a person; another becomes the host, or a table that has not begun is closed."""
        is_host = table.row.host == person
        host = heir(table, seats) if is_host else table.row.host
        is_closed = table.is_waiting and host is None
        values: dict[str, Any] = {"host": host, "status": Status.CLOSED if is_closed else table.row.status}
        if is_host and table.is_waiting:  # nothing of theirs stays where nobody knows any more that they were there
            values["title"] = default_title(self._runner.catalogue, table.row)
        await self._runner.change(table, seats, **values)


def new_id() -> str:
    """A new table's id, which cannot be guessed."""
    return secrets.token_urlsafe(9)


def _check_welcome(row: TableRow, person: str) -> None:
    """Refuse a person who was removed from a table, and everybody at one that is closed."""
    if person in row.removed:
        raise ForbiddenError("you were removed from this table: you can watch")
    if row.status == Status.CLOSED:
        raise ConflictError(CLOSED)


def heir(table: RunningTable, seats: Seats) -> str | None:
    """The host after the host has left these seats: of those who play now whoever is longest here."""
    deciding, people = table.presence.deciding_seat(seats, None), present(seats)
    return next((one for one in people if deciding and one in seats[deciding - 1].people), None) or next(
        iter(people), None
    )
