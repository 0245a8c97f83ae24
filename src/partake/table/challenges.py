"""Challenges: a game that is over, played again by a friend on the same draws, and their boards compared afterwards.

The table of a challenge has the seed of the first game and keeps that game to itself until its own is over: its link
tells nobody where the draws could be looked up. Whoever has played these draws before cannot play them again, so that
nobody's best or mean grows by tiles that they knew.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

from partake.engine.contract import View
from partake.engine.setup import arrange
from partake.store.rows import SeatRow, Status, TableRow
from partake.table.model import ConflictError, Person, TableInfo, check_own_draws, check_played_here
from partake.table.seating import new_id
from partake.table.service import TableService
from partake.table.table_request import SOLO_PAUSE

MOST_COMPARED = 12
"""The most other games on the same draws that are shown beside one."""


@dataclass(frozen=True, slots=True)
class SameDraws:
    """Another game on the same draws that is over."""

    info: TableInfo
    view: View


class Challenges:
    """Making challenges, and finding the games on the same draws."""

    def __init__(self, tables: TableService) -> None:
        self._tables, self._store = tables, tables.store

    async def create(self, table: str, person: Person) -> TableInfo:
        """A table for one friend, on the draws of a game that this person has finished."""
        async with self._tables.runner.hold(table) as running:
            running.own_seat(person.id)
            if running.row.status != Status.OVER:
                raise ConflictError("a friend can be challenged when the game is over")
            check_played_here(running.row)
            if running.row.given:
                raise ConflictError("this game began in the middle: a friend cannot be challenged with it")
            check_own_draws(running.row)
            record = running.playing.record()
            if not can_challenge(record.setup.edition.family, ties_players=record.setup.options.ties_players):
                raise ConflictError("here the players depend on each other: this game cannot be compared with another")
            assert record.seed is not None
            arrange(record.setup.edition, running.row.options, seats=1)
            row: TableRow = replace(
                running.row, id=new_id(), host=person.id, status=Status.WAITING, created=time.time(), started=None,
                finished=None, rematch=None, removed={}, invited={}, challenge=root_of(running.row), listed=False,
                unlimited=False, clock=None, attended=None, pause=min(running.row.pause, SOLO_PAUSE), hints=False,
            )  # fmt: skip
        async with self._tables.allowances.table(person.id):
            await self._store.add_table(row, record.seed.data, (SeatRow(1),))
        return await self._tables.info(row.id)

    async def challenger(self, table: str) -> str:
        """The name of the person who challenges, while the table waits for their friend; nobody elsewhere."""
        async with self._tables.runner.hold(table) as running:
            root, host = running.row.challenge, running.row.host
            if root is None or not running.is_waiting or host is None:
                return ""
        for known in (root, *await self._store.challenges(root)):
            async with self._tables.runner.hold(known) as first:
                row = first.kept_seat(host)
                if row is not None:
                    return row.name
        return ""

    async def others(self, table: str) -> list[SameDraws]:
        """The other games on the same draws that are over, the first one first; none before this one is over."""
        async with self._tables.runner.hold(table) as running:
            if running.row.status != Status.OVER or running.row.deal is not None:  # which nobody is challenged on
                return []
            root = root_of(running.row)
        found = list[SameDraws]()
        for known in (root, *await self._store.challenges(root)):
            state = await self._tables.state(known, None)
            if known != table and state.info.status == Status.OVER and state.view is not None:
                found.append(SameDraws(state.info, state.view))
        return found[:MOST_COMPARED]


def root_of(row: TableRow) -> str:
    """The first game on the draws of a table."""
    return row.challenge or row.id


def can_challenge(family: str, *, ties_players: bool) -> bool:
    """Whether each board of a game stands for itself, so that it can be compared with one of another table."""
    return family == "hexagon" and not ties_players
