"""What the host decides about those who are away, gone or unwelcome; and who decides while the host is not there."""

from __future__ import annotations

from pathlib import Path

import pytest

from partake.engine.record.text import format_record
from partake.table.bot_pool import STAND_IN
from partake.table.limits import Limits
from partake.table.model import ConflictError, ForbiddenError, SeatRequest, TableRequest
from table_service import Evening, heard
from vanishing import Tabs, pass_an_evening, presence

GRACE, PATIENCE = Limits.grace, Limits.patience


def test_a_bot_plays_for_somebody_away_for_thirty_seconds_at_the_level_that_the_host_chose(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        ann, bob = await at.guests("Ann", "Bob")
        table = await at.table(ann, bob)
        tabs = Tabs(at, table)
        await tabs.open(ann, bob)
        await tabs.close(bob)
        await at.pass_by(PATIENCE - 1)
        with pytest.raises(ForbiddenError, match="Bob has not left and has not been away for 30 seconds"):
            await at.tables.replace_by_bot(table, ann.id, 2)
        await at.pass_by(1)
        info = await at.tables.replace_by_bot(table, ann.id, 2, "random")
        assert (info.seats[1].bot, info.seats[1].name) == ("random", "Bob")
        await tabs.open(bob)
        assert (await at.state(table, bob)).seat == 2, "the line is back, and with it the seat"
        with pytest.raises(ForbiddenError, match="Bob has not left"):
            await at.tables.replace_by_bot(table, ann.id, 2)
        await tabs.close(ann, bob)

    pass_an_evening(tmp_path, course)


def test_when_the_host_is_away_whoever_is_longest_here_decides_until_the_host_is_back(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        ann, bob, cy = await at.guests("Ann", "Bob", "Cy")
        table = await at.table(ann, bob, cy)
        await at.pass_by(GRACE)
        tabs = Tabs(at, table)
        await tabs.open(ann)
        for person in (cy, bob):
            await at.pass_by(1)
            await tabs.open(person)
        await tabs.close(ann)
        await at.pass_by(PATIENCE - 1)
        assert (await presence(at, table))["decides"] == 1
        with pytest.raises(ForbiddenError, match="only the host of this table can do that"):
            await at.tables.replace_by_bot(table, cy.id, 1)
        async with at.tables.listen(table, cy.id) as stream:
            await heard(stream)
            await at.pass_by(1)
            assert [data["decides"] for kind, data in await heard(stream) if kind == "presence"] == [3]
        with pytest.raises(ForbiddenError):
            await at.tables.replace_by_bot(table, bob.id, 1)
        await at.tables.replace_by_bot(table, cy.id, 1)
        assert ((await at.info(table)).host, (await presence(at, table))["decides"]) == (1, 3)
        await tabs.open(ann)
        assert (await presence(at, table))["decides"] == 1
        with pytest.raises(ForbiddenError):
            await at.tables.hosting.close(table, cy.id)
        await tabs.close(ann, bob, cy)

    pass_an_evening(tmp_path, course)


def test_a_host_who_leaves_is_followed_by_whoever_is_longest_here(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        ann, bob, cy = await at.guests("Ann", "Bob", "Cy")
        table = await at.table(ann, bob, cy)
        await at.pass_by(GRACE)
        tabs = Tabs(at, table)
        await tabs.open(cy)
        await at.tables.leave(table, ann.id)
        assert (await at.info(table)).host == 3
        await tabs.close(cy)

    pass_an_evening(tmp_path, course)


def test_a_host_who_only_watches_decides_while_here(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        ann, bob = await at.guests("Ann", "Bob")
        table = (await at.tables.create(ann, TableRequest("classic", seats=(SeatRequest("person"),) * 2))).id
        await at.tables.join(table, bob)
        tabs = Tabs(at, table)
        await tabs.open(ann, bob)
        assert (await presence(at, table))["decides"] is None
        with pytest.raises(ForbiddenError):
            await at.tables.replace_by_bot(table, bob.id, 2)
        await tabs.close(ann)
        await at.pass_by(PATIENCE)
        assert (await presence(at, table))["decides"] == 1
        await at.tables.replace_by_bot(table, bob.id, 2)
        await tabs.close(bob)

    pass_an_evening(tmp_path, course)


def test_a_seat_is_given_back_to_whoever_left_and_is_here_again(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        ann, bob = await at.guests("Ann", "Bob")
        table = await at.table(ann, bob)
        hosting, tabs = at.tables.hosting, Tabs(at, table)
        await tabs.open(ann)
        with pytest.raises(ConflictError, match="no bot plays for a person at this seat"):
            await hosting.give_back(table, ann.id, 2)
        await at.tables.leave(table, bob.id)
        await at.tables.replace_by_bot(table, ann.id, 2)
        await at.pass_by(GRACE)
        with pytest.raises(ConflictError, match="Bob is not here"):
            await hosting.give_back(table, ann.id, 2)
        await tabs.open(bob)
        info = await hosting.give_back(table, ann.id, 2)
        assert (info.seats[1].bot, info.seats[1].left) == (None, False)
        await at.act(table, bob)
        await tabs.close(ann, bob)

    pass_an_evening(tmp_path, course)


@pytest.mark.parametrize("unlimited", [False, True])
def test_whoever_is_removed_from_a_waiting_table_can_sit_down_only_when_readmitted(
    tmp_path: Path, unlimited: bool
) -> None:
    async def course(at: Evening) -> None:
        ann, bob, cy = await at.guests("Ann", "Bob", "Cy")
        seats = (SeatRequest("host"), *(SeatRequest("person") for _ in range(0 if unlimited else 2)))
        table = (await at.tables.create(ann, TableRequest("classic", seats=seats, unlimited=unlimited))).id
        await at.tables.join(table, bob)
        hosting = at.tables.hosting
        with pytest.raises(ConflictError, match="Bob sits here: remove Bob first"):
            await at.tables.replace_by_bot(table, ann.id, 2)
        with pytest.raises(ForbiddenError):
            await hosting.remove(table, bob.id, 1)
        with pytest.raises(ForbiddenError, match="leave the table instead"):
            await hosting.remove(table, ann.id, 1)
        info = await hosting.remove(table, ann.id, 2)
        assert [seat.name for seat in info.seats if seat.name] == ["Ann"]
        assert (info.removed, (await at.state(table, bob)).is_removed) == (1, True)
        with pytest.raises(ForbiddenError, match="you were removed from this table: you can watch"):
            await at.tables.join(table, bob)
        await at.tables.join(table, cy)
        assert (await hosting.readmit(table, ann.id)).removed == 0
        await at.tables.join(table, bob)

    pass_an_evening(tmp_path, course)


def test_whoever_is_removed_from_a_running_table_watches_while_a_bot_plays_on(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        ann, bob = await at.guests("Ann", "Bob")
        table = await at.table(ann, bob)
        async with at.tables.listen(table, bob.id) as stream:
            await heard(stream)
            await at.tables.hosting.remove(table, ann.id, 2)
            told = await heard(stream)
        assert [data["seat"] for kind, data in told if kind == "view"] == [None]
        info = await at.info(table)
        assert (info.seats[1].name, info.seats[1].bot, info.seats[1].left) == ("Bob", STAND_IN["hexagon"], True)
        for attempt in (at.tables.join(table, bob), at.tables.play(table, bob.id, "back")):
            with pytest.raises(ForbiddenError):
                await attempt
        await at.act(table, ann)
        assert len((await at.state(table)).json["view"]["drawn"]) == 2
        with pytest.raises(ConflictError, match="nobody sits at this seat"):
            await at.tables.hosting.remove(table, ann.id, 2)

    pass_an_evening(tmp_path, course)


def test_a_host_who_is_removed_is_the_host_no_more(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        ann, bob = await at.guests("Ann", "Bob")
        table = await at.table(ann, bob)
        tabs = Tabs(at, table)
        await tabs.open(bob)
        await at.pass_by(PATIENCE)
        await at.tables.hosting.remove(table, bob.id, 1)
        assert (await at.info(table)).host == 2
        with pytest.raises(ForbiddenError):
            await at.tables.hosting.readmit(table, ann.id)
        await tabs.close(bob)

    pass_an_evening(tmp_path, course)


def test_a_closed_table_stands_still_and_tells_what_all_knew(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        ann, bob = await at.guests("Ann", "Bob")
        table = await at.table(ann, bob, clock=30.0, pause=5.0)
        await at.act(table, ann, key="again")
        await at.act(table, bob)
        hidden = (await at.state(table, ann)).json["view"]["sheets"][0]["cells"]
        async with at.tables.listen(table, bob.id) as stream:
            await heard(stream)
            with pytest.raises(ForbiddenError):
                await at.tables.hosting.close(table, bob.id)
            info = await at.tables.hosting.close(table, ann.id)
            assert [data["status"] for kind, data in await heard(stream) if kind == "table"] == ["closed"]
        assert (info.status, info.finished) == ("closed", None)
        assert (await at.tables.hosting.close(table, ann.id)).status == "closed", "closing twice is closing"
        await at.pass_by(1000.0)
        assert len((await at.state(table)).json["view"]["drawn"]) == 1
        for attempt in (
            at.tables.play(table, bob.id, "back"),
            at.tables.start(table, ann.id),
            at.tables.join(table, (await at.guests("Eve"))[0]),
        ):
            with pytest.raises(ConflictError, match="this table was closed"):
                await attempt
        assert (await at.tables.play(table, ann.id, "back", key="again")).repeated, "what was answered is answered"
        assert hidden
        record = format_record(await at.tables.record(table))
        assert all(f"@{cell}" not in record for cell in hidden)
        assert "Seed" not in record
        assert [game.status for game in await at.people.games(ann)] == ["closed"]
        assert await at.people.statistics(ann) == []

    pass_an_evening(tmp_path, course)


def test_a_table_that_waits_can_be_closed_and_a_game_that_is_over_cannot(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        (ann,) = await at.guests("Ann")
        waiting = (await at.tables.create(ann, TableRequest("classic", unlimited=True, listed=True))).id
        assert [info.id for info in await at.tables.lobby()] == [waiting]
        await at.tables.hosting.close(waiting, ann.id)
        assert await at.tables.lobby() == []
        table = await at.table(ann)
        for _ in range(19):
            await at.act(table, ann)
        assert (await at.info(table)).status == "over"
        with pytest.raises(ConflictError, match="this game is over already"):
            await at.tables.hosting.close(table, ann.id)
        with pytest.raises(ConflictError, match="a game that has ended"):
            await at.tables.hosting.remove(table, ann.id, 1)

    pass_an_evening(tmp_path, course)


def test_removal_outlives_a_restart(tmp_path: Path) -> None:
    found: list[str] = []

    async def before(at: Evening) -> None:
        ann, bob = await at.guests("Ann", "Bob")
        table = await at.table(ann, bob)
        await at.tables.hosting.remove(table, ann.id, 2)
        found.extend([table, bob.id])

    async def after(at: Evening) -> None:
        bob = await at.people.find(found[1])
        assert bob is not None
        assert (await at.state(found[0], bob)).is_removed
        with pytest.raises(ForbiddenError, match="you were removed"):
            await at.tables.join(found[0], bob)

    pass_an_evening(tmp_path, before)
    pass_an_evening(tmp_path, after)
