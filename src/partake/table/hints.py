"""Hints at running tables: computed from a seat's view in the workers of the bots, told step by step, and counted.

A hint is for those who play alone or against bots. What was given is stored with the seat before it is told, so that
neither a reload nor a restart makes it undone; for one decision the deepest step counts, once.
"""

from __future__ import annotations

import hashlib
import logging
from collections import Counter
from dataclasses import dataclass, replace

import orjson

from partake.bots.worker import WorkerLostError
from partake.engine.contract import View
from partake.review.model import HintStep
from partake.rules.diagnostics import report
from partake.rules.errors import PartakeError
from partake.store.rows import SeatRow
from partake.table.model import ConflictError, ForbiddenError, TooManyError, UnavailableError
from partake.table.retrying import again_when_stale
from partake.table.runner import TableRunner
from partake.table.running import RunningTable
from partake.table.seats import with_row
from partake.table.view_json import view_json

STEPS = 3
"""Where to look, what it is about, the move itself."""
_DIGITS = 16
"""The characters of a view's digest that are kept: enough to tell the decisions of one game apart."""

log = logging.getLogger("partake.table")


@dataclass(frozen=True, slots=True)
class Hinted:
    """A step of a hint, as it was given."""

    step: int
    number: int
    """The number of the state that it is for."""
    found: HintStep


@dataclass(frozen=True, slots=True)
class _Asked:
    """What a hint is computed from."""

    seat: int
    number: int
    view: View
    digest: str
    flow: tuple[str, str]


class Hints:
    """Gives hints, as many at a time as one person may have."""

    def __init__(self, runner: TableRunner) -> None:
        self._runner = runner
        self._under_way: Counter[str] = Counter()
        """For how many hints each person waits."""
        self._latest: dict[str, tuple[str, tuple[HintStep, ...]]] = {}
        """The steps of the latest hint at each table in memory, and for which view: the next step costs nothing."""

    @again_when_stale
    async def give(self, table_id: str, person: str, step: int, *, expect: int) -> Hinted:
        """One step of a hint for the person's seat in the state of this number; refused when the game has gone on."""
        async with self._runner.hold(table_id) as table:
            asked = self._asked(table, person, expect)
        steps = await self._steps(table_id, person, asked)
        async with self._runner.hold(table_id) as table:
            again = self._asked(table, person, expect)
            if again.digest != asked.digest:
                raise ConflictError("the game has moved on since then: look again", again.number)
            row = counted(table.seats[asked.seat - 1], asked.digest, step)
            if row != table.seats[asked.seat - 1]:
                await self._runner.change(table, with_row(table.seats, row))
        return Hinted(step, expect, steps[step - 1])

    def _asked(self, table: RunningTable, person: str, expect: int) -> _Asked:
        seat = table.own_seat(person)
        check_allowed(table, seat)
        number, view = table.log.number(seat), table.view(seat)
        if not table.is_playing or view is None or not view.must_act:
            raise ConflictError("there is nothing to decide now", number)
        if expect != number:
            raise ConflictError("the game has moved on since then: look again", number)
        return _Asked(seat, number, view, digest_of(view), (person, table.row.id))

    async def _steps(self, table: str, person: str, asked: _Asked) -> tuple[HintStep, ...]:
        known = self._latest.get(table)
        if known is not None and known[0] == asked.digest:
            return known[1]
        if self._under_way[person] >= self._runner.limits.hints_per_person:
            raise TooManyError("a hint is on its way already: wait for it")
        self._under_way[person] += 1
        try:
            found = await self._runner.bots.hint(asked.view, flow=asked.flow)
        except WorkerLostError as problem:
            report(log, problem)
            raise UnavailableError("there was no hint this time: ask again") from None
        except PartakeError:
            raise
        except Exception as problem:
            report(log, problem)
            raise UnavailableError("there was no hint this time: ask again") from None
        finally:
            self._under_way[person] -= 1
            if not self._under_way[person]:
                del self._under_way[person]
        for other in [one for one in self._latest if not self._runner.is_loaded(one)]:
            del self._latest[other]
        self._latest[table] = asked.digest, found
        return found


def check_allowed(table: RunningTable, seat: int) -> None:
    """Refuse hints where the host did not want them, and wherever another person plays."""
    others = [row for row in table.seats if row.seat != seat]
    if table.row.unlimited or any(row.people or row.left or not row.bot for row in others):
        raise ForbiddenError("there are no hints where other people play")
    if not table.row.hints:
        raise ForbiddenError("this table is played without hints")


def digest_of(view: View) -> str:
    """What stands for a decision: the same for the same view, also after a take-back, whoever else must act."""
    seen = {**view_json(view), "to_act": None}
    return hashlib.sha256(orjson.dumps(seen)).hexdigest()[:_DIGITS]


def counted(row: SeatRow, digest: str, step: int) -> SeatRow:
    """A seat when a hint of this depth was given for a decision; the deepest of one decision counts."""
    known, _, depth = row.hinted.partition(":")
    before = int(depth) if known == digest and depth else 0
    if before >= step:
        return row
    hints = [*row.hints, *[0] * (STEPS - len(row.hints))]
    hints[step - 1] += 1
    if before:
        hints[before - 1] -= 1
    return replace(row, hints=tuple(hints), hinted=f"{digest}:{step}")
