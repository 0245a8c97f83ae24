"""Results of finished games: kept when a game ends, found again when that was interrupted, completed by reviews."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import asdict

from partake.engine.outcome import Score, plain
from partake.engine.record.model import Record
from partake.review.summary import SeatSummary
from partake.rules.diagnostics import report
from partake.store.practice_rows import ResultRow
from partake.store.results import ResultStore
from partake.store.rounds import HOUR, Rounds
from partake.store.rows import SeatRow, Status, TableRow
from partake.table.replays import aside
from partake.table.runner import TableRunner, log
from partake.table.running import RunningTable
from partake.table.statistics import RulesPlayed

CHUNK = 25
"""Tables whose results are found again at a time, once a minute: each is loaded for it."""


def apart(row: TableRow, seat: SeatRow) -> str:
    """Why a seat's game says nothing about the strength of the person there; nothing if it does."""
    if row.paper:
        return "paper"
    if not row.counts:
        return "again"
    if row.given:
        return "continued"
    if any(seat.hints):
        return "hints"
    if len(seat.people) > 1:
        return "pair"
    if seat.bot:
        return "bot"
    return "late" if seat.late else ""


def has_known_draws(row: TableRow) -> bool:
    """Whether the draws of a table may have been played at another before, where somebody could have seen them."""
    return row.challenge is not None or row.deal is not None


class Results:
    """The results of all tables of a runner."""

    def __init__(self, runner: TableRunner) -> None:
        self._runner, self.store = runner, ResultStore(runner.store)
        self._rounds, self._is_shared = Rounds(runner.store), runner.store.bus.is_shared
        self._is_due = True
        """Whether there may be tables whose results were not kept: after a start, or when keeping them failed."""
        self._unreadable: set[str] = set()
        runner.over.append(self._ended)
        runner.upkeep.append(self.sweep)

    async def _ended(self, table: RunningTable) -> None:
        try:
            await self.store.add(list(self._rows(table)))
        except Exception as problem:  # the game itself is stored: this is made up for by the next sweep
            self._is_due = True
            report(log, problem)

    async def note(self, table: str) -> None:
        """Keep the results of a table that is over, if they are not kept yet."""
        if await self.store.has(table):
            return
        async with self._runner.hold(table) as running:
            if running.row.status == Status.OVER:
                await self.store.add(list(self._rows(running)))

    async def sweep(self) -> None:
        """Keep the results of some tables that are over and have none: of games before there were results, and of
        those whose end was interrupted."""
        is_turn = self._is_shared and await self._rounds.take("results", HOUR)  # another process may have ended early
        if not (self._is_due or is_turn):
            return
        missing = await self.store.missing(CHUNK, self._unreadable)
        self._is_due = bool(missing)
        for table in missing:
            try:
                await self.note(table)
            except Exception as problem:  # one that cannot be read any more must not stand in the way of the others
                self._unreadable.add(table)
                report(log, problem)

    async def record(self, table: str) -> Record:
        """The whole record of a table, for a review that nobody is shown."""
        async with self._runner.hold(table) as running:
            return await aside(running.log.length, running.playing.record)

    async def reviewed(self, table: str, found: Iterable[SeatSummary]) -> None:
        """Keep what a review of a table found."""
        await self.note(table)
        await self.store.reviewed(table, time.time(), [asdict(one) for one in found])

    def _rows(self, table: RunningTable) -> Iterator[ResultRow]:
        """A row for each person and each game of the match."""
        row, game = table.row, table.playing
        if game.outcome is None or row.finished is None:
            return
        known = self._runner.catalogue
        rules = RulesPlayed.of(known, row.edition, row.options, len(table.seats))
        rounds = range(1, game.setup.options.rounds + 1) if rules.counts_games else (None,)
        for seat in table.seats:
            score = game.outcome.scores[seat.seat - 1]
            for person in seat.people:
                for number in rounds:
                    part = score if number is None else score.of_round(number)
                    yield ResultRow(
                        table_id=row.id, person=person, game=number or 1, seat=seat.seat, edition=row.edition,
                        rules=rules.key(known), finished=row.finished, score=float(plain(part.total)),
                        longest=_longest(part), apart=apart(row, seat), known=has_known_draws(row),
                    )  # fmt: skip


def _longest(score: Score) -> int:
    return max((len(item.cells) for item in score.items if item.kind == "line" and item.points), default=0)
