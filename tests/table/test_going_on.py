"""The dealer's intermission: everybody is told when it ends, "go on" ends it, and between games the result is shown."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from partake.table.intermission import UNTIL_GO_ON
from partake.table.limits import Limits
from partake.table.model import ForbiddenError, Person, SeatRequest
from table_service import Evening, heard, spend

PAUSE = 5.0
BOT = SeatRequest("bot", "random")


async def intermission(at: Evening, table: str) -> dict[str, Any] | None:
    """What everybody is told of the dealer's wait."""
    found: dict[str, Any] | None = (await at.state(table)).json["intermission"]
    return found


async def game(at: Evening, table: str, *people: Person) -> None:
    """Play until the game of a match has ended or the dealer waits for another reason."""
    view = (await at.state(table)).json["view"]
    while view["to_act"]:
        await at.act(table, people[view["to_act"][0] - 1])
        view = (await at.state(table)).json["view"]


def test_everybody_is_told_when_the_dealer_acts_and_for_whom_it_waits(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        ann, bob = await at.guests("Ann", "Bob")
        table = await at.table(ann, bob, pause=PAUSE)
        async with at.streams(table, ann, bob, None) as lines:
            assert [(await heard(line))[0][1]["intermission"] for line in lines] == [None, None, None]
            before = time.time()
            await at.act(table, ann)
            await at.act(table, bob)
            for line in lines:
                told = (await heard(line))[-1][1]["intermission"]
                assert (told["seconds"], told["awaited"]) == (PAUSE, [1, 2])
                assert before + PAUSE <= told["deal_at"] <= time.time() + PAUSE
            await at.tables.play(table, bob.id, "back")
            assert [(await heard(line))[-1][1]["intermission"] for line in lines] == [None, None, None]

    spend(tmp_path, course)


def test_the_dealer_acts_when_everybody_who_is_here_has_gone_on(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        ann, bob, cleo = await at.guests("Ann", "Bob", "Cleo")
        table = await at.table(ann, bob, cleo, pause=PAUSE)
        async with at.streams(table, ann, bob, None) as lines:  # Cleo has closed her browser
            for person in (ann, bob, cleo):
                await at.act(table, person)
            for line in lines:
                await heard(line)
            number = (await at.state(table, ann)).number
            assert await at.tables.proceed(table, ann.id) == number
            assert await at.tables.proceed(table, ann.id) == number, "said twice, it is said once"
            for line in lines:
                [(kind, told)] = await heard(line)
                assert (kind, told["intermission"]["awaited"]) == ("intermission", [2])
            assert await at.tables.proceed(table, bob.id, expect=number) == number + 3
            state = (await at.state(table)).json
            assert (state["view"]["to_act"], len(state["view"]["drawn"]), state["intermission"]) == ([1, 2, 3], 2, None)

    spend(tmp_path, course)


def test_going_on_is_meant_for_one_intermission_and_for_those_who_play(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        ann, eve = await at.guests("Ann", "Eve")
        table = await at.table(ann, pause=PAUSE)
        number = await at.tables.proceed(table, ann.id)
        await at.act(table, ann)
        assert await at.tables.proceed(table, ann.id, expect=number) == number + 1, "that was before the placement"
        assert at.timers.seconds == [PAUSE]
        with pytest.raises(ForbiddenError):
            await at.tables.proceed(table, eve.id)
        assert at.timers.seconds == [PAUSE]
        assert await at.tables.proceed(table, ann.id, expect=number + 1) == number + 2

    spend(tmp_path, course)


def test_whoever_has_gone_on_can_still_take_back_while_the_others_wait(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        ann, bob = await at.guests("Ann", "Bob")
        table = await at.table(ann, bob, pause=PAUSE)
        async with at.streams(table, ann, bob):
            await at.act(table, ann)
            await at.act(table, bob)
            await at.tables.proceed(table, ann.id)
            await at.tables.play(table, ann.id, "back")
            await at.act(table, ann, 3)
            told = await intermission(at, table)
            assert told is not None
            assert told["awaited"] == [1, 2], "it begins anew"
            await at.tables.proceed(table, ann.id)
            await at.tables.leave(table, bob.id)
            await at.settle()
            assert len((await at.state(table)).json["view"]["drawn"]) == 2, "nobody waits for a player who left"

    spend(tmp_path, course)


def test_a_player_alone_or_against_bots_chooses_the_pause_with_the_move(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        (ann,) = await at.guests("Ann")
        table = await at.table(ann, pause=PAUSE, seats=(SeatRequest("host"), BOT))
        await at.act(table, ann, pause=0.0)
        assert (len((await at.state(table)).json["view"]["drawn"]), at.timers.seconds) == (2, []), "at once"
        await at.act(table, ann, pause=20.0)
        [left] = at.timers.seconds
        assert 0 < left <= 20, "since the own placement, not since the bot's"
        await at.pass_by(20.0)
        await at.act(table, ann, pause=UNTIL_GO_ON)
        told = await intermission(at, table)
        assert told == {"deal_at": None, "seconds": None, "awaited": []}
        assert at.timers.seconds == []
        await at.tables.proceed(table, ann.id)
        await at.act(table, ann)
        assert at.timers.seconds == [PAUSE], "the choice held for one call"

    spend(tmp_path, course)


def test_where_another_person_waits_the_pause_of_the_table_holds(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        ann, bob = await at.guests("Ann", "Bob")
        table = await at.table(ann, bob, pause=PAUSE)
        await at.act(table, ann, pause=UNTIL_GO_ON)
        await at.act(table, bob, pause=0.0)
        assert at.timers.seconds == [PAUSE]

    spend(tmp_path, course)


@pytest.mark.parametrize("takeback", ["yes", "no"])
def test_between_the_games_of_a_match_the_result_is_shown_with_the_boards_still_there(
    takeback: str, tmp_path: Path
) -> None:
    async def course(at: Evening) -> None:
        ann, bob = await at.guests("Ann", "Bob")
        table = await at.table(ann, bob, options={"rounds": 2, "takeback": takeback}, clock=20.0)
        async with at.streams(table, ann, bob, with_view=True) as lines:
            await game(at, table, ann, bob)
            for line in lines:
                patch = (await heard(line))[-1][1]
                assert patch["view"]["between"] is True
                assert patch["intermission"]["seconds"] == Limits.between_games
                assert patch["deadline"] is None
            state = (await at.state(table)).json
            view = state["view"]
            assert at.timers.seconds == [Limits.between_games], "no clock runs for a move"
            assert [len(sheet["cells"]) for sheet in view["sheets"]] == [19, 19]
            assert [sheet["total"] for sheet in view["sheets"]] == view["standings"] == view["counted"][0]
            assert state["intermission"]["awaited"] == [1, 2]
            for person in (ann, bob):
                await at.tables.proceed(table, person.id)
            view = (await at.state(table)).json["view"]
            assert (view["between"], view["round"], len(view["drawn"])) == (False, 2, 1)
            assert [sheet["cells"] for sheet in view["sheets"]] == [{}, {}]
            assert at.timers.seconds == [20.0]

    spend(tmp_path, course)


def test_between_games_a_single_player_is_waited_for_without_end(tmp_path: Path) -> None:
    tables: list[str] = []

    async def before(at: Evening) -> None:
        (ann,) = await at.guests("Ann")
        tables.append(await at.table(ann, seats=(SeatRequest("host"), BOT), options={"rounds": 2}))
        async with at.streams(tables[0], ann):
            await game(at, tables[0], ann)
            assert at.timers.seconds == []
            assert await intermission(at, tables[0]) == {"deal_at": None, "seconds": None, "awaited": [1]}

    async def after(at: Evening) -> None:
        """After a restart it begins anew."""
        (row,) = (await at.store.load(tables[0])).seats[:1]  # type: ignore[union-attr]
        view = (await at.state(tables[0])).json["view"]
        assert (view["between"], len(view["sheets"][0]["cells"]), at.timers.seconds) == (True, 19, [])
        await at.tables.proceed(tables[0], row.people[0])
        assert (await at.state(tables[0])).json["view"]["to_act"]

    spend(tmp_path, before)
    spend(tmp_path, after)


def test_nobody_waits_for_a_result_that_nobody_looks_at(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        (ann,) = await at.guests("Ann")
        table = await at.table(ann, options={"rounds": 2})
        while (view := (await at.state(table)).json["view"])["round"] == 1:
            await at.act(table, ann)
        assert (view["between"], view["to_act"]) == (False, [1])

    spend(tmp_path, course)
