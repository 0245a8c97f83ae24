"""Waiting tables end by themselves when nobody is there any more, in memory or in the database; others stay."""

from __future__ import annotations

from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from partake.rules.errors import PartakeError
from partake.store.rows import Status
from partake.table.abandonment import NOTED_EVERY, SECONDS_A_DAY
from partake.table.challenges import Challenges
from partake.table.limits import Limits
from partake.table.model import ConflictError, Person, SeatRequest
from table_service import Clockwork, Evening, spend

CHALLENGE = Limits.challenge_days * SECONDS_A_DAY
TWO = (SeatRequest("host"), SeatRequest("person"))


async def visit(at: Evening, person: Person, *tables: str) -> None:
    """A person opens the pages of tables, and it is noted that somebody was there."""
    async with AsyncExitStack() as streams:
        for table in tables:
            await streams.enter_async_context(at.tables.listen(table, person.id))
        await at.keep_up()


async def status(at: Evening, table: str) -> Status:
    return (await at.info(table)).status


@pytest.mark.parametrize("is_loaded", [True, False], ids=["in memory", "in the database"])
@pytest.mark.parametrize(
    ("listed", "seconds"), [(True, Limits.lobby_wait), (False, Limits.link_wait)], ids=["lobby", "link"]
)
def test_a_waiting_table_is_closed_when_nobody_has_been_there_for_long(
    tmp_path: Path, listed: bool, seconds: float, is_loaded: bool
) -> None:
    clock = Clockwork()

    async def course(at: Evening) -> None:
        ann, bob = await at.guests("Ann", "Bob")
        table = await at.table(ann, seats=TWO, listed=listed)
        await visit(at, ann, table)
        clock.pass_by(seconds - 1)
        if not is_loaded:
            at.tables.runner.drop_all()
        await at.keep_up()
        assert await status(at, table) is Status.WAITING
        assert [info.id for info in await at.tables.lobby()] == [table] * listed
        clock.pass_by(1)
        if not is_loaded:
            at.tables.runner.drop_all()
        await at.keep_up()
        assert await status(at, table) is Status.CLOSED
        assert await at.tables.lobby() == []
        with pytest.raises(ConflictError, match="this table was closed"):
            await at.tables.join(table, bob)

    spend(tmp_path, course, timers=clock)


def test_a_table_stays_while_somebody_is_there_or_comes_back_in_time(tmp_path: Path) -> None:
    clock = Clockwork()

    async def course(at: Evening) -> None:
        ann, bob, stranger = await at.guests("Ann", "Bob", "Stranger")
        table = await at.table(ann, seats=TWO, listed=True)
        async with at.tables.listen(table, ann.id):
            for _ in range(3):
                clock.pass_by(Limits.lobby_wait)
                await at.keep_up()
            assert await status(at, table) is Status.WAITING
        clock.pass_by(Limits.lobby_wait - NOTED_EVERY)
        await visit(at, stranger, table)
        at.tables.runner.drop_all()
        clock.pass_by(Limits.lobby_wait - 1)
        await at.keep_up()
        assert (await at.tables.join(table, bob)).status is Status.PLAYING
        clock.pass_by(100 * CHALLENGE)
        await at.keep_up()
        assert await status(at, table) is Status.PLAYING, "a game that has begun waits for its players"

    spend(tmp_path, course, timers=clock)


def test_an_invitation_ends_with_its_table_and_a_challenge_lasts_longer(tmp_path: Path) -> None:
    clock = Clockwork()

    async def course(at: Evening) -> None:
        ann, bob = await at.guests("Ann", "Bob")
        table = await at.table(ann, bob)
        while (await at.state(table, ann)).json["view"]["to_act"]:
            for person in (ann, bob):
                await at.act(table, person)
        await at.settle()
        again = (await at.tables.rematch(table, ann)).id
        challenge = (await Challenges(at.tables).create(table, ann)).id
        await visit(at, ann, again, challenge)
        clock.pass_by(Limits.link_wait - 1)
        await at.keep_up()
        assert await at.tables.invitation(bob.id) is not None
        clock.pass_by(1)
        await at.keep_up()
        assert await at.tables.invitation(bob.id) is None
        assert [await status(at, one) for one in (again, challenge)] == [Status.CLOSED, Status.WAITING]
        clock.pass_by(CHALLENGE)
        await at.keep_up()
        assert await status(at, challenge) is Status.CLOSED

    spend(tmp_path, course, timers=clock)


def test_a_search_that_fails_is_made_again(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    clock = Clockwork()

    async def course(at: Evening) -> None:
        (ann,) = await at.guests("Ann")
        table = await at.table(ann, seats=TWO)
        await visit(at, ann, table)
        clock.pass_by(Limits.link_wait)

        async def fail() -> None:
            raise PartakeError("the disk is full")

        at.tables.runner.upkeep.insert(0, fail)
        await at.keep_up()
        assert await status(at, table) is Status.CLOSED
        assert "PartakeError" in caplog.text

    spend(tmp_path, course, timers=clock)
