"""What people do at their seats: a move, "go on" in an intermission, coming back to a seat that a bot has played at.

A move is checked, applied, stored, published, answered, in this order: all but the first is the runner's. Whoever was
away is here again with what they do, and all are told.
"""

from __future__ import annotations

import asyncio
import time
from typing import NamedTuple

from partake.engine.actions import TakeBack
from partake.engine.notation import parse_action
from partake.rules.errors import PartakeError
from partake.store.rows import Status
from partake.table.events import publish_intermission
from partake.table.following import Following
from partake.table.model import CLOSED, Accepted, ConflictError, LimitReachedError
from partake.table.pipeline import Answer, Applied
from partake.table.retrying import again_when_stale
from partake.table.runner import TableRunner
from partake.table.running import RunningTable
from partake.table.seats import returned, with_row


class WantedMove(NamedTuple):
    """A move as somebody asks for it; the fields are those of `Players.play`."""

    table: str
    person: str | None
    action: str
    expect: int | None = None
    key: str | None = None
    with_view: bool = False
    pause: float | None = None


class Players:
    """The people who sit at tables, and what they do there."""

    def __init__(self, runner: TableRunner, following: Following) -> None:
        self._runner, self._following = runner, following

    async def play(
        self,
        table_id: str,
        person: str | None,
        action: str,
        *,
        expect: int | None = None,
        key: str | None = None,
        with_view: bool = False,
        pause: float | None = None,
    ) -> Accepted:
        """Do what a person does at their seat: checked, stored, published.

        `expect` is optimistic concurrency: the number of the state that the move answers to. `key` is an idempotency
        key: a repeated one is answered as before. With `with_view` the answer says what changed for the seat. `pause`
        is the intermission before the next draw that this player wants; it holds where no other person waits.
        """
        done: asyncio.Future[Accepted] = asyncio.get_running_loop().create_future()
        wanted = WantedMove(table_id, person, action, expect, key, with_view, pause)
        self.submit(wanted, lambda result: _resolve(done, result))
        return await done

    def submit(self, wanted: WantedMove, answer: Answer) -> None:
        """Do what a person does, as `play`; `answer` is called with what came of it, at once if it is refused.

        Where the table is in memory and nobody holds it, the move is applied before this returns.
        """
        table = self._runner.at_once(wanted.table)
        if table is None or self._is_away(table, wanted.person):
            self._runner.spawn(self._play_later(wanted, answer))
            return
        try:
            self._apply(table, wanted, answer)
        except PartakeError as problem:
            answer(problem)

    async def _play_later(self, wanted: WantedMove, answer: Answer) -> None:
        """Do the same when the table can be had."""
        try:
            await self._play_held(wanted, answer)
        except BaseException as problem:
            answer(problem)
            if not isinstance(problem, PartakeError):
                raise

    @again_when_stale
    async def _play_held(self, wanted: WantedMove, answer: Answer) -> None:
        async with self._runner.hold(wanted.table) as table:
            if self._is_away(table, wanted.person):
                await self.come_back(table, table.own_seat(wanted.person), wanted.person or "")
            self._apply(table, wanted, answer)

    def _is_away(self, table: RunningTable, person: str | None) -> bool:
        """Whether a person has left a seat that no bot has taken over, and comes back by what they do."""
        row = table.kept_seat(person)
        return row is not None and not row.bot and person in row.away

    def _apply(self, table: RunningTable, wanted: WantedMove, answer: Answer) -> None:
        seat, before, key = table.own_seat(wanted.person), table.mark(), wanted.key
        self.sign_of_life(table, wanted.person or "")
        if key is not None and (seat, key) in table.log.answers:
            self._repeat(table, Accepted(table.log.answers[seat, key], repeated=True), wanted, answer)
            return
        if table.row.status == Status.CLOSED:
            raise ConflictError(CLOSED)
        number = table.log.number(seat)
        if wanted.expect is not None and wanted.expect != number:
            raise ConflictError("the game has moved on since then: look again", number)
        is_back = isinstance(parse_action(wanted.action), TakeBack)
        if is_back and table.log.own(seat) >= self._runner.limits.moves_per_call:
            raise LimitReachedError("you have placed and taken back very often for this call: now the placement stands")
        since, entry = table.log.known, table.play(seat, wanted.action, time.time(), key, wanted.pause)
        table.clock.acted(seat)
        self._runner.commit(
            table, since, entry, before=before, answer=answer, again=lambda: self.submit(wanted, answer),
            with_state=wanted.with_view,
        )  # fmt: skip

    def _repeat(self, table: RunningTable, accepted: Accepted, wanted: WantedMove, answer: Answer) -> None:
        """Answer a repeated key as before, once what it answers to is stored."""
        pending = table.applied or table.in_flight
        if pending:
            again = lambda: self.submit(wanted, answer)  # noqa: E731
            pending.append(Applied(table.mark(), (), accepted, answer, again))
        else:
            answer(accepted)

    async def proceed(self, table_id: str, person: str | None, *, expect: int | None = None) -> int:
        """Note that a person goes on; the dealer acts when nobody else who is here is waited for. Where the game is.

        Said twice, or when there is no intermission, it changes nothing. `expect` is the number of the state in which
        it was said: it does not hold for a later intermission.
        """
        async with self._runner.hold(table_id) as table:
            seat, intermission = table.own_seat(person), table.intermission
            is_meant = expect is None or expect == table.log.number(seat)
            if intermission is not None and is_meant and seat not in intermission.gone_on:
                intermission.gone_on.add(seat)
                self._following.tell_go_on(table, seat)
                if table.awaited:
                    publish_intermission(table, self._runner.later)
                else:
                    table.end_intermission()
                    self._runner.commit(table, table.log.known)
                    await table.settled()
            return table.log.number(seat)

    def sign_of_life(self, table: RunningTable, person: str) -> None:
        """Note that a person has done something at a table."""
        was_here = table.presence.is_here(person)
        table.presence.seen(person)
        if not was_here:
            self._runner.attendance.look(table)

    async def arrive(self, table: RunningTable, person: str) -> None:
        """A person opens the table: if a bot played only because they were away, their seat is theirs again.

        Whoever left, or let the clock run out twice while they were here, is asked before.
        """
        row = table.kept_seat(person)
        is_replaced = row is not None and bool(row.bot) and person not in row.away
        was_here = table.presence.is_here(person)
        self.sign_of_life(table, person)
        if row is not None and is_replaced and not was_here and table.is_playing:
            await self.come_back(table, row.seat, person)

    async def come_back(self, table: RunningTable, seat: int, person: str) -> None:
        """Give a person their seat again, and take it from the bot that played there in the meantime."""
        seats = with_row(table.seats, returned(table.seats[seat - 1], person))
        await self._runner.change(table, seats, host=table.row.host or person)
        self.welcome(table, seat)

    def welcome(self, table: RunningTable, seat: int) -> None:
        """Go on with a player who is at their seat again: clocks that they missed are forgotten."""
        table.clock.acted(seat)
        table.clock.stand_ins.discard(seat)
        self._runner.go_on(table)


def _resolve(done: asyncio.Future[Accepted], result: Accepted | BaseException) -> None:
    if done.done():
        return  # whoever asked is gone
    if isinstance(result, BaseException):
        done.set_exception(result)
    else:
        done.set_result(result)
