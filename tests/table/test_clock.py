"""When the clock runs out somebody stands in, then plays on, until the player comes back; nothing runs for nobody."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from partake.engine.contract import View
from partake.engine.notation import format_action
from partake.table.bot_pool import STAND_IN, Thought
from partake.table.model import ForbiddenError
from table_service import Evening, spend

CLOCK = 30.0


def test_the_stated_bot_places_for_the_late_and_takes_over_after_the_second_time(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        ann, bob = await at.guests("Ann", "Bob")
        table = await at.table(ann, bob, clock=CLOCK)
        asked: list[str] = []
        choose = at.tables.runner.bots.choose

        async def noted(bot: str, view: View, **about: Any) -> Thought:
            asked.append(bot)
            return await choose(bot, view, **about)

        at.tables.runner.bots.choose = noted  # type: ignore[method-assign]
        await at.act(table, ann)
        assert (await at.state(table, bob)).deadline is not None
        before = (await at.state(table, bob)).number
        await at.pass_by(CLOCK)
        state = await at.state(table, bob)
        assert asked == [STAND_IN["hexagon"]]
        assert (state.number, state.seat, state.info.seats[1].bot) == (before + 3, 2, None)
        await at.act(table, ann)
        await at.pass_by(CLOCK)
        state = await at.state(table, bob)
        assert (state.seat, state.info.seats[1].bot) == (None, STAND_IN["hexagon"])
        with pytest.raises(ForbiddenError, match="a bot plays for you now: join again"):
            await at.tables.play(table, bob.id, "9-7-8@c3")
        assert asked == [STAND_IN["hexagon"]] * 3, "the bot does not wait for the clock at the next tile"

    spend(tmp_path, course)


def test_whoever_comes_back_takes_over_again_with_a_clean_slate(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        ann, bob = await at.guests("Ann", "Bob")
        table = await at.table(ann, bob, clock=CLOCK)
        for _ in range(2):
            await at.act(table, ann)
            await at.pass_by(CLOCK)
        assert (await at.info(table)).seats[1].bot
        info = await at.tables.join(table, bob)
        assert (info.seats[1].bot, info.seats[1].name) == (None, "Bob")
        await at.act(table, ann)
        await at.pass_by(CLOCK)
        assert (await at.state(table, bob)).seat == 2, "one missed clock does not count as the third"

    spend(tmp_path, course)


def test_only_clocks_missed_in_a_row_count(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        ann, bob = await at.guests("Ann", "Bob")
        table = await at.table(ann, bob, clock=CLOCK)
        for turn in range(3):
            await at.act(table, ann)
            if turn == 1:
                await at.act(table, bob)
            else:
                await at.pass_by(CLOCK)
        assert (await at.state(table, bob)).seat == 2

    spend(tmp_path, course)


def test_a_move_in_time_wins_over_whoever_stands_in(tmp_path: Path) -> None:
    """The clock runs out while the player's own move arrives: the stand-in's, which comes later, is dropped."""

    async def course(at: Evening) -> None:
        ann, bob = await at.guests("Ann", "Bob")
        table = await at.table(ann, bob, clock=CLOCK)
        at.timers.pass_by(CLOCK)
        wanted = (await at.legal(table, ann))[-1]
        await at.tables.play(table, ann.id, wanted)
        await at.settle()
        record = await at.tables.record(table)
        assert [format_action(action) for actor, action in record.moves if actor == 1] == [wanted]

    spend(tmp_path, course)


def test_in_take_five_the_turn_passes_on_and_the_clock_starts_anew(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        players = await at.guests("Ann", "Bob")
        table = await at.table(*players, edition="five", clock=CLOCK)
        first = (await at.state(table)).json["view"]["turn"]
        await at.pass_by(CLOCK)
        state = await at.state(table)
        assert state.json["view"]["turn"] != first
        assert at.timers.seconds == [CLOCK]

    spend(tmp_path, course)


def test_a_game_that_everybody_has_left_stands_still_until_somebody_comes_back(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        ann, bob = await at.guests("Ann", "Bob")
        table = await at.table(ann, bob, clock=CLOCK)
        await at.act(table, ann)
        await at.tables.leave(table, bob.id)
        assert at.timers.seconds == [CLOCK]
        await at.tables.leave(table, ann.id)
        info = await at.info(table)
        assert (info.status, [seat.left for seat in info.seats], info.host) == ("playing", [True, True], None)
        assert (at.timers.seconds, (await at.state(table)).deadline) == ([], None)
        state = await at.state(table, bob)
        assert state.seat == 2, "a reload shows the own board as it was"
        await at.tables.join(table, bob)
        info = await at.info(table)
        assert (info.host, info.seats[1].left, at.timers.seconds) == (2, False, [CLOCK])
        await at.act(table, bob)
        assert (await at.state(table)).json["view"]["to_act"] == [1, 2], "the next tile is drawn"
        await at.act(table, ann)
        assert not (await at.info(table)).seats[0].left, "a move is a way to come back"

    spend(tmp_path, course)


def test_a_clock_that_ran_out_while_the_last_moves_were_on_their_way_is_not_held_against_the_next_tile(
    tmp_path: Path,
) -> None:
    async def course(at: Evening) -> None:
        ann, bob = await at.guests("Ann", "Bob")
        table = await at.table(ann, bob, clock=CLOCK)
        moves = [(person.id, (await at.legal(table, person))[0]) for person in (ann, bob)]
        async with at.tables.runner.hold(table):
            playing = [asyncio.create_task(at.tables.play(table, person, action)) for person, action in moves]
            await asyncio.sleep(0)
            at.timers.pass_by(CLOCK)
            await asyncio.sleep(0)
        await asyncio.gather(*playing)
        await at.settle()
        view = (await at.state(table)).json["view"]
        assert (len(view["drawn"]), view["to_act"]) == (2, [1, 2])

    spend(tmp_path, course)
