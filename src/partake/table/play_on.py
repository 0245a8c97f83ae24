"""Playing on from a position of a finished game: a new table, the same board for a person and a bot, new draws.

What was drawn by then is out of the bag, and nobody knows what comes. Such a game counts for nobody's statistics.
"""

from __future__ import annotations

import time

from partake.engine.actions import Place, Scrap
from partake.engine.chance import Seed
from partake.engine.contract import Entry, Setup
from partake.engine.hexagon.view import HexagonView
from partake.engine.notation import format_action
from partake.engine.record.fields import settings
from partake.engine.record.model import Record
from partake.engine.record.position import position_moves
from partake.engine.setup import arrange
from partake.review.decision_points import decision_points
from partake.store.rows import ActionRow, SeatRow, Status, StoredTable, TableRow
from partake.table.model import ConflictError, Person, TableInfo
from partake.table.replays import aside
from partake.table.seating import new_id
from partake.table.seats import Seats, checked_name
from partake.table.service import TableService
from partake.table.table_request import SOLO_PAUSE, bot_names

STRONGEST = "master"
"""The level of the bot, unless another is asked for."""


class PlayOn:
    """Makes tables that begin with a position of another game."""

    def __init__(self, tables: TableService) -> None:
        self._tables, self._runner = tables, tables.runner

    async def create(
        self, table: str, person: Person, *, moves: int, seat: int | None = None, level: str = STRONGEST
    ) -> TableInfo:
        """A new table on which the board of a seat stands as it was after a number of moves of a game that is over.

        Without a seat it is the person's own, or the first.
        """
        record, view = await self._position(table, person.id, moves, seat)
        await self._runner.bots.check(level, "hexagon")
        edition = record.setup.edition
        name = checked_name(edition, person.nickname)
        seats = (SeatRow(1, name, people=(person.id,)), SeatRow(2, *bot_names([level], [name]), bot=level))
        options = {**settings(record.setup), **({"rounds": "1"} if "rounds" in edition.offer.values else {})}
        setup = arrange(edition, options, seats=[row.name for row in seats])
        entries, given = await aside(len(record.moves), position_moves, setup, view)
        return await self._add(person, setup, seats, entries, given)

    async def _position(self, table: str, person: str, moves: int, seat: int | None) -> tuple[Record, HexagonView]:
        record = await self._tables.record(table, person)
        if record.outcome is None:
            raise ConflictError("a game can be played on from one of its moves when it is over")
        if record.setup.edition.family != "hexagon":
            raise ConflictError("Take Five cannot be played on: what lay face down would be known")
        if not 0 <= moves <= len(record.moves):
            raise ConflictError("this game has {number_of_moves} moves", number_of_moves=len(record.moves))
        own = (await self._tables.state(table, person)).seat or 1
        wanted = own if seat is None else seat
        if not 1 <= wanted <= len(record.setup.seats):
            raise ConflictError("there is no seat {seat} at this table", seat=wanted)
        view = await self._tables.replays.view(table, record, moves, wanted)
        assert isinstance(view, HexagonView)
        return record, view

    async def _add(self, person: Person, setup: Setup, seats: Seats, moves: tuple[Entry, ...], given: int) -> TableInfo:
        now, seed = time.time(), Seed.new()
        row = TableRow(
            setup.edition.name, options=settings(setup), title=setup.edition.title, id=new_id(), status=Status.PLAYING,
            pause=SOLO_PAUSE, hints=True, created=now, started=now, commitment=seed.commitment,
            rules=setup.edition.digest, host=person.id, given=given,
        )  # fmt: skip
        entries = [
            ActionRow(number, actor, format_action(action), now)
            for number, (actor, action) in enumerate(moves, start=1)
        ]
        self._runner.check_bots(row, seats)
        entries += self._runner.prepare(StoredTable(row, seats, tuple(entries), seed.data)).deal(now)
        async with self._tables.allowances.table(person.id):
            await self._tables.store.add_table(row, seed.data, seats, entries)
        return await self._tables.info(row.id)


def moves_before(record: Record, *, game: int, seat: int, at: int) -> int:
    """The number of a record's moves before the decision number `at` of a seat in a game, as reviews count them.

    All moves from the reserve together are the last decision.
    """
    found: list[int] = []
    for point in decision_points(record, seat):
        view, action = point.view, point.action
        if not isinstance(view, HexagonView) or view.round != game:
            continue
        if view.relocating:
            found.append(point.at)
            break
        if isinstance(action, Scrap) or (isinstance(action, Place) and not action.owner):
            found.append(point.at)
    if not 1 <= at <= len(found):
        raise ConflictError("there is no such move in this game")
    return found[at - 1]
