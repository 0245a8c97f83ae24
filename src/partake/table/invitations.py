"""Invitations: who is asked to play again, the seat that is kept, the answer; who may take a challenge."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from partake.store.bus import INVITED
from partake.store.rows import Asked, SeatRow, TableRow
from partake.store.store import Store
from partake.table.model import ConflictError, ForbiddenError
from partake.table.seats import Seats, for_rematch

LASTING = 24 * 3600.0
"""The seconds after which nobody is reminded of an invitation any more."""


@dataclass(frozen=True, slots=True)
class Rematch:
    """A table at which the same people may play again: who sits there already, and who is asked."""

    seats: Seats
    invited: Mapping[str, Asked]


def rematch_of(seats: Seats, wanting: Collection[str]) -> Rematch:
    """The seats for a rematch: those of the people who want it and of the bots are taken, the others are asked."""
    found, invited = list[SeatRow](), dict[str, Asked]()
    for row in seats:
        again = for_rematch(row)
        if again.people and not set(again.people).intersection(wanting):
            invited |= {other: {"seat": row.seat, "name": row.name, "declined": False} for other in again.people}
            again = SeatRow(row.seat)
        found.append(again)
    return Rematch(tuple(found), invited)


def kept_for(seats: Seats, asked: Asked) -> SeatRow | None:
    """The seat that is kept for a person who is asked, if it is free or the other of their pair has sat down there."""
    row = seats[asked["seat"] - 1] if asked["seat"] <= len(seats) else None
    if row is None or (row.name and not (row.awaits_partner and row.name == asked["name"])):
        return None
    return row


def declined(invited: Mapping[str, Asked], person: str) -> dict[str, Asked]:
    """The invitations when a person has declined theirs."""
    if person not in invited:
        raise ForbiddenError("you are not asked to play at this table")
    return {**invited, person: {**invited[person], "declined": True}}


def without(invited: Mapping[str, Asked], person: str) -> dict[str, Asked]:
    """The invitations when a person has sat down, or wants to be forgotten."""
    return {other: asked for other, asked in invited.items() if other != person}


async def check_unseen(store: Store, row: TableRow, person: str) -> None:
    """Refuse a person at a challenge whose draws they have played before."""
    if row.challenge is not None and await store.has_played_draws(person, row.challenge):
        raise ConflictError("you have played these tiles before: this challenge is for somebody who has not")


class InvitationIndex:
    """The table to which each person was invited last; read from the store once, since every page asks.

    Other processes tell whom they invite. Answers need not be told: who finds a table here looks at it as it is.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._tables: dict[str, str] | None = None
        self._changes = 0
        """The number of messages so far: what was read while one came is read again."""
        store.bus.on(INVITED, self._invited_elsewhere)
        store.bus.gaps.append(self._forget)

    async def table(self, person: str) -> str | None:
        """The table to which a person was invited last."""
        return (await self._known()).get(person)

    async def note(self, table: str, people: Iterable[str]) -> None:
        """These people are invited to a table."""
        (await self._known()).update(dict.fromkeys(people, table))

    async def drop(self, person: str) -> None:
        """This person has answered, or it is too late."""
        (await self._known()).pop(person, None)

    def _invited_elsewhere(self, _sender: str, table: str, *people: str) -> None:
        self._changes += 1
        if self._tables is not None:
            self._tables.update(dict.fromkeys(people, table))

    def _forget(self) -> None:
        """Read all again when it is next asked for."""
        self._changes += 1
        self._tables = None

    async def _known(self) -> dict[str, str]:
        while self._tables is None:
            changes, waiting = self._changes, await self._store.invitations(time.time() - LASTING)
            if changes == self._changes:
                self._tables = {person: table for table, invited in waiting for person in invited}
        return self._tables
