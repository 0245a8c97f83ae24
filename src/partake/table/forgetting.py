"""Forgetting a person: every table without a trace of them, most in bulk, those in memory one by one.

Names, the host, titles they wrote, invitations, the list of those removed and the keys of their requests go, and from
games at cardboard tables that they sent the names of all players; the moves stay, as somebody's. The person
themselves goes last, so that whatever interrupts it can be asked for again.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from partake.rules.catalogue import Catalogue
from partake.store.people import PeopleStore
from partake.store.rows import Asked, SeatRow, Status, TableRow
from partake.table.bot_pool import STAND_IN
from partake.table.invitations import InvitationIndex
from partake.table.retrying import again_when_stale
from partake.table.runner import TableRunner
from partake.table.seating import heir
from partake.table.seats import Seats, anonymised, nameless, present, without_person
from partake.table.table_request import default_title

CHUNK = 500
"""Tables of one transaction: the moves of others wait no longer than for these."""
TRIES = 3
"""How often tables are looked for that mention the person still: one may have been loaded, and written, meanwhile."""

Heir = Callable[[Seats], str | None]
"""Who is the host of these seats after the host has gone."""


@dataclass(frozen=True, slots=True)
class Anonymiser:
    """A table and its seats without a person: a pure function of what is stored."""

    person: str
    catalogue: Catalogue
    titles: Collection[str]
    """The titles that the person wrote."""

    def __call__(self, row: TableRow, seats: Seats, heir: Heir) -> tuple[Seats, dict[str, Any]]:
        """The seats and all other values that may change."""
        mine = next((seat for seat in seats if self.person in seat.people), None)
        if mine is not None:
            seats = self._seats_without(row, seats, mine)
        is_host = row.host == self.person
        is_unknown = row.paper and not any(seat.people for seat in seats)
        if is_unknown:  # the other names are there because this person wrote them
            seats = nameless(seats)
        host = heir(seats) if is_host else row.host
        is_closed = is_host and host is None and row.status == Status.WAITING
        return seats, {
            "host": host,
            "status": Status.CLOSED if is_closed else row.status,
            "title": default_title(self.catalogue, row) if is_host or row.title in self.titles else row.title,
            "removed": {other: at for other, at in row.removed.items() if other != self.person},
            "invited": without_asked(row.invited, self.person),
            "sent": None if is_host or is_unknown else row.sent,
        }

    def _seats_without(self, row: TableRow, seats: Seats, mine: SeatRow) -> Seats:
        if row.status == Status.WAITING and len(mine.people) == 1:
            return without_person(seats, mine.seat, self.person, unlimited=row.unlimited)
        edition = self.catalogue.editions.get(row.edition)
        stand_in = STAND_IN[edition.family if edition else "hexagon"]
        return anonymised(seats, mine, self.person, stand_in if row.status == Status.PLAYING else mine.bot)


class Forgetting:
    """Takes people out of all tables."""

    def __init__(self, runner: TableRunner, invitations: InvitationIndex) -> None:
        self._runner, self._store, self._invitations = runner, runner.store, invitations
        self._people = PeopleStore(runner.store)

    async def forget(self, person: str) -> None:
        """Take a person out of every table that mentions them, then drop all that is known of them."""
        usual = {edition.title for edition in self._runner.catalogue.editions.values()}
        titles = await self._people.titles_by(person) - usual
        tables = [*await self._people.mentioning(person), *await self._people.with_titles_of(person, titles)]
        for _ in range(TRIES):
            await self._take_out(dict.fromkeys(tables), Anonymiser(person, self._runner.catalogue, titles))
            tables = await self._people.mentioning(person)
            if not tables:
                break
        await self._invitations.drop(person)
        await self._people.forget(person)

    async def _take_out(self, tables: Mapping[str, None], change: Anonymiser) -> None:
        in_memory = [table for table in tables if self._runner.is_loaded(table)]
        for table in in_memory:
            await self._take_out_carefully(table, change)
        others = [table for table in tables if table not in set(in_memory)]
        for first in range(0, len(others), CHUNK):
            chunk = others[first : first + CHUNK]
            await self._store.rewrite(chunk, change.person, lambda row, seats: change(row, seats, _first_present))
            for table in chunk:
                if self._runner.is_loaded(table):  # it was loaded meanwhile, perhaps as it had been
                    async with self._runner.hold(table) as running:
                        self._runner.drop(running)

    @again_when_stale
    async def _take_out_carefully(self, table: str, change: Anonymiser) -> None:
        """Take the person out of a table in memory, and tell those who look at it; then load it anew."""
        async with self._runner.hold(table) as running:
            seats, values = change(running.row, running.seats, lambda seats: heir(running, seats))
            await self._store.drop_keys(table, change.person)
            await self._runner.change(running, seats, **values)
            self._runner.drop(running)


def without_asked(invited: Mapping[str, Asked], person: str) -> dict[str, Asked]:
    """The invitations without a person; one who was asked as the other of their pair is asked by their own name."""
    mine = invited.get(person)
    if mine is None:
        return dict(invited)
    pair = [other for other, asked in invited.items() if asked["seat"] == mine["seat"]]
    names = mine["name"].split(" & ")
    return {
        other: {**asked, "name": names[pair.index(other)]} if other in pair and len(names) == len(pair) else asked
        for other, asked in invited.items()
        if other != person
    }


def _first_present(seats: Seats) -> str | None:
    return next(iter(present(seats)), None)
