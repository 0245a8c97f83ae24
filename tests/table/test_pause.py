"""The draw waits a moment after the last placement, so that the last player can take back too."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from partake.rules.errors import IllegalActionError
from table_service import Evening, spend

PAUSE = 5.0


def test_the_last_player_takes_back_and_the_draw_waits_again(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        ann, bob = await at.guests("Ann", "Bob")
        table = await at.table(ann, bob, pause=PAUSE)
        await at.act(table, ann)
        await at.act(table, bob)
        assert ((await at.state(table)).json["view"]["to_act"], at.timers.seconds) == ([], [PAUSE])
        await at.tables.play(table, bob.id, "back")
        assert ((await at.state(table)).json["view"]["to_act"], at.timers.seconds) == ([2], [])
        await at.act(table, bob, 1)
        assert at.timers.seconds == [PAUSE], "the whole pause again, not what was left of the first"
        drawn = len((await at.state(table)).json["view"]["drawn"])
        await at.pass_by(PAUSE)
        view = (await at.state(table)).json["view"]
        assert (len(view["drawn"]), view["to_act"]) == (drawn + 1, [1, 2])
        with pytest.raises(IllegalActionError):
            await at.tables.play(table, bob.id, "back")

    spend(tmp_path, course)


def test_without_a_pause_the_draw_comes_with_the_last_placement(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        (ann,) = await at.guests("Ann")
        table = await at.table(ann)
        done = await at.act(table, ann)
        assert (done.number, (await at.state(table, ann)).number, at.timers.seconds) == (2, 3, [])

    spend(tmp_path, course)


def test_a_table_that_was_to_draw_draws_when_it_is_loaded_again(tmp_path: Path) -> None:
    tables: list[str] = []

    async def before(at: Evening) -> None:
        (ann,) = await at.guests("Ann")
        tables.append(await at.table(ann, pause=PAUSE))
        await at.act(tables[0], ann)
        assert len((await at.tables.record(tables[0])).moves) == 2

    async def after(at: Evening) -> None:
        await at.info(tables[0])
        await at.pass_by(PAUSE)
        assert len((await at.tables.record(tables[0])).moves) == 3

    spend(tmp_path, before)
    spend(tmp_path, after)


@pytest.mark.parametrize(("edition", "options"), [("classic", {"takeback": "no"}), ("five", {})])
def test_the_dealer_waits_for_nobody_who_cannot_take_back(
    edition: str, options: dict[str, str], tmp_path: Path
) -> None:
    async def course(at: Evening) -> None:
        ann, bob = await at.guests("Ann", "Bob")
        table = await at.table(ann, bob, edition=edition, options=options, pause=PAUSE)
        for _ in range(4):
            view = (await at.state(table)).json["view"]
            await at.act(table, (ann, bob)[view["to_act"][0] - 1])
            assert (await at.state(table)).json["view"]["to_act"]
            assert at.timers.seconds == []

    spend(tmp_path, course)


def test_a_draw_that_was_due_does_not_come_when_the_last_placement_is_taken_back(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The pause ends while the take-back waits for the table: the take-back is first, so the dealer waits."""

    async def course(at: Evening) -> None:
        ann, bob = await at.guests("Ann", "Bob")
        table = await at.table(ann, bob, pause=PAUSE)
        await at.act(table, ann)
        await at.act(table, bob)
        async with at.tables.runner.hold(table):
            taking = asyncio.create_task(at.tables.play(table, bob.id, "back"))
            await asyncio.sleep(0)
            at.timers.pass_by(PAUSE)
            await asyncio.sleep(0)
        await taking
        await at.settle()
        view = (await at.state(table)).json["view"]
        assert (len(view["drawn"]), view["to_act"]) == (1, [2])
        assert len((await at.state(table, bob)).json["view"]["hand"]) == 1

    spend(tmp_path, course)
    assert not caplog.records
