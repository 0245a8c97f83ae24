"""Playing again: a new table with the same rules, to which the others are invited, and their answers."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import replace

from partake.engine.chance import Seed
from partake.store.rows import Asked, Status
from partake.table.events import publish_table
from partake.table.invitations import InvitationIndex, declined, rematch_of
from partake.table.model import ConflictError, Person, TableInfo, check_played_here
from partake.table.retrying import again_when_stale
from partake.table.runner import TableRunner
from partake.table.seating import Seating, new_id


class Rematches:
    """A game has one rematch at most: whoever wants it first makes the table, the others sit down there."""

    def __init__(self, runner: TableRunner, seating: Seating, invitations: InvitationIndex) -> None:
        self._runner, self._seating, self._invitations = runner, seating, invitations

    @again_when_stale
    async def rematch(self, table: str, person: Person, company: Iterable[str] = ()) -> TableInfo:
        """A new table with the same rules, to which the others are invited; whoever wants it too sits down there.

        The `company` plays on the same device, and wants it with the person.
        """
        async with self._runner.hold(table) as running:
            running.own_seat(person.id)
            if running.row.rematch is not None:
                again = await self._runner.info(running.row.rematch)
                return await self._seating.join(again.id, person) if again.status == Status.WAITING else again
            if running.row.status != Status.OVER:
                raise ConflictError("this game is not over yet")
            check_played_here(running.row)
            seed, asked = Seed.new(), rematch_of(running.seats, (person.id, *company))
            row = replace(
                running.row, id=new_id(), host=person.id, status=Status.WAITING, created=time.time(), started=None,
                finished=None, commitment=seed.commitment, rematch=None, removed={}, invited=asked.invited,
                challenge=None, attended=None, deal=None, counts=True, given=0,
            )  # fmt: skip
            info = await self._seating.add(row, asked.seats, seed, after=running)
            await self._invitations.note(info.id, asked.invited)
            running.row = replace(running.row, rematch=info.id)
            publish_table(running, self._runner.later)
            return info

    @again_when_stale
    async def decline(self, table: str, person: str) -> TableInfo:
        """Do not play again; the seat is free for another person or a bot."""
        async with self._runner.hold(table) as running:
            await self._runner.change(running, invited=declined(running.row.invited, person))
            await self._invitations.drop(person)
            return running.info()

    async def invitation(self, person: str) -> tuple[TableInfo, Asked] | None:
        """The table at which a person is asked to play again, while it waits for an answer."""
        table = await self._invitations.table(person)
        if table is None:
            return None
        async with self._runner.hold(table) as running:
            asked = running.row.invited.get(person)
            if running.is_waiting and asked is not None and not asked["declined"]:
                return running.info(), asked
        await self._invitations.drop(person)
        return None
