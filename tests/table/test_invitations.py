"""Playing again: the others are asked, and accept or decline."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from partake.rules.catalogue import catalogue
from partake.table.limits import Limits
from partake.table.model import ForbiddenError, Person, SeatRequest
from partake.table.service import TableService
from table_service import Evening, spend

SEATS = (SeatRequest("host"), SeatRequest("person"), SeatRequest("person"), SeatRequest("bot", "random"))


async def over(at: Evening, *people: Person, **wanted: Any) -> str:
    """A game that these people have finished."""
    table = await at.table(*people, pause=0.0, **wanted)
    while (view := (await at.state(table, people[0])).view) is not None and view.outcome is None:
        for person in people:
            state = await at.state(table, person)
            if state.view is not None and state.seat in state.view.to_act:
                await at.act(table, person)
    return table


def test_the_others_are_asked_and_the_game_starts_when_all_have_accepted(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        ann, bob, cleo = await at.guests("Ann", "Bob", "Cleo")
        table = await over(at, ann, bob, cleo)
        again = await at.tables.rematch(table, ann)
        assert (again.status, [seat.name for seat in again.seats]) == ("waiting", ["Ann", "", ""])
        assert [(asked.name, asked.declined) for asked in again.invited] == [("Bob", False), ("Cleo", False)]
        for person in (bob, cleo):
            found = await at.tables.invitation(person.id)
            assert found is not None
            assert found[0].id == again.id
        assert await at.tables.invitation(ann.id) is None
        info = await at.tables.join(again.id, cleo)
        assert [seat.name for seat in info.seats] == ["Ann", "", "Cleo"], "everybody's seat is kept"
        assert await at.tables.invitation(cleo.id) is None
        info = await at.tables.join(again.id, bob)
        assert (info.status, info.invited) == ("playing", ())

    spend(tmp_path, course)


def test_whoever_declines_leaves_a_seat_for_a_bot_or_is_left_out(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        ann, bob, cleo = await at.guests("Ann", "Bob", "Cleo")
        table = await over(at, ann, bob, cleo)
        again = await at.tables.rematch(table, ann)
        info = await at.tables.decline(again.id, bob.id)
        assert [(asked.name, asked.declined) for asked in info.invited] == [("Bob", True), ("Cleo", False)]
        assert await at.tables.invitation(bob.id) is None
        eve = (await at.guests("Eve"))[0]
        with pytest.raises(ForbiddenError, match="not asked"):
            await at.tables.decline(again.id, eve.id)
        await at.tables.join(again.id, cleo)
        info = await at.tables.start(again.id, ann.id)
        assert (info.status, [seat.name for seat in info.seats]) == ("playing", ["Ann", "Cleo"])

    spend(tmp_path, course)


def test_invitations_outlive_the_server_and_a_start_without_an_answer_ends_them(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        ann, bob, cleo = await at.guests("Ann", "Bob", "Cleo")
        again = await at.tables.rematch(await over(at, ann, bob, cleo), ann)
        later = TableService(at.store, catalogue(), limits=Limits(workers=0), later=at.timers)
        found = await later.invitation(bob.id)
        assert found is not None
        assert found[0].id == again.id
        await later.close()
        await at.tables.join(again.id, cleo)
        await at.tables.start(again.id, ann.id)
        assert await at.tables.invitation(bob.id) is None

    spend(tmp_path, course)


def test_a_pair_is_asked_together_and_a_person_who_is_forgotten_is_asked_no_more(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        ann, bob, cleo = await at.guests("Ann", "Bob", "Cleo")
        table = await at.table(cleo, seats=SEATS[:2], pause=0.0)
        await at.tables.join(table, ann, name="Ann & Bob")
        await at.tables.join(table, bob, key=await at.tables.partner_key(table, ann.id))
        while (await at.state(table, ann)).view.outcome is None:  # type: ignore[union-attr]
            await at.act(table, cleo)
            await at.act(table, ann)
        again = await at.tables.rematch(table, cleo)
        assert [asked.name for asked in again.invited] == ["Ann & Bob", "Ann & Bob"]
        await at.people.forget(ann)
        info = await at.info(again.id)
        assert [asked.name for asked in info.invited] == ["Bob"], "nothing is left of Ann, her name neither"
        info = await at.tables.join(again.id, bob)
        assert [seat.name for seat in info.seats] == ["Cleo", "Bob"]

    spend(tmp_path, course)
