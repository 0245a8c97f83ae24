"""Friends at one device: who acts for whom, who is here, and being forgotten together."""

from __future__ import annotations

from pathlib import Path

import pytest

from partake.rules.errors import OptionError
from partake.table.limits import Limits
from partake.table.model import ConflictError, ForbiddenError, Person, SeatRequest, TableRequest
from table_service import Evening, spend
from vanishing import pass_an_evening


def test_a_friend_here_is_the_same_next_time_and_nobody_elses(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        ann, eve = await at.guests("Ann", "Eve")
        bob = await at.people.friend_here(ann, "Bob")
        assert await at.people.friend_here(ann, "Bob") == bob
        assert await at.people.friend_here(bob, "Bob") == bob
        assert await at.people.friend_here(eve, "Bob") != bob
        assert await at.people.acting_as(ann, bob.id) == bob
        for other in (eve, bob):
            with pytest.raises(ForbiddenError, match="not your device's seat"):
                await at.people.acting_as(other, bob.id)
        with pytest.raises(ForbiddenError):
            await at.people.acting_as(ann, eve.id)
        assert list(await at.people.at_device(bob)) == list(await at.people.at_device(ann)) == [ann.id, bob.id]

    spend(tmp_path, course)


def test_friends_here_sit_down_at_once_and_play_by_themselves(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        (ann,) = await at.guests("Ann")
        bob = await at.people.friend_here(ann, "Bob")
        seats = (SeatRequest("host"), SeatRequest("here", friend=bob), SeatRequest("bot", "random"))
        info = await at.tables.create(ann, TableRequest("classic", seats=seats, pause=0.0))
        assert [seat.name for seat in info.seats] == ["Ann", "Bob", "Random bot"]
        assert await at.people.device_seats(info.id, bob) == {1: ann.id, 2: bob.id}
        await at.act(info.id, ann)
        hidden = (await at.state(info.id, bob)).json["view"]["sheets"][0]["cells"]
        assert hidden == {}
        await at.act(info.id, bob)
        assert len((await at.state(info.id, ann)).json["view"]["drawn"]) == 2

    spend(tmp_path, course)


def test_a_seat_for_a_friend_needs_the_friend(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        (ann,) = await at.guests("Ann")
        for wrong in (SeatRequest("here"), SeatRequest("person", friend=ann)):
            with pytest.raises(OptionError, match="a seat is for the host, a friend here"):
                await at.tables.create(ann, TableRequest("classic", seats=(SeatRequest("host"), wrong)))

    spend(tmp_path, course)


def test_whoever_plays_on_the_same_device_is_here_with_its_stream(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        (ann,) = await at.guests("Ann")
        bob = await at.people.friend_here(ann, "Bob")
        seats = (SeatRequest("host"), SeatRequest("here", friend=bob))
        info = await at.tables.create(ann, TableRequest("classic", seats=seats))
        async with at.tables.listen(info.id, ann.id, company=[bob.id]), at.tables.runner.hold(info.id) as running:
            assert running.presence.is_here(bob.id)

    spend(tmp_path, course)


def test_leaving_and_being_forgotten_take_the_friends_along(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        (ann,) = await at.guests("Ann")
        bob = await at.people.friend_here(ann, "Bob")
        seats = (SeatRequest("host"), SeatRequest("here", friend=bob))
        info = await at.tables.create(ann, TableRequest("classic", seats=seats))
        left = await at.people.leave(info.id, ann)
        assert [seat.left for seat in left.seats] == [True, True]
        await at.people.forget(ann)
        assert [await at.people.find(one.id) for one in (ann, bob)] == [None, None]
        assert {seat.name for seat in (await at.info(info.id)).seats}.isdisjoint({"Ann", "Bob"})

    spend(tmp_path, course)


async def finished(at: Evening, table: str, *people: Person) -> None:
    """Play a game to its end."""
    while (view := (await at.state(table, people[0])).view) is not None and view.outcome is None:
        for person in people:
            state = await at.state(table, person)
            if state.view is not None and state.seat in state.view.to_act:
                await at.act(table, person)


def test_who_comes_back_brings_along_all_who_play_at_the_device(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        ann, cleo = await at.guests("Ann", "Cleo")
        bob = await at.people.friend_here(ann, "Bob")
        seats = (SeatRequest("host"), SeatRequest("here", friend=bob), SeatRequest("person"))
        info = await at.tables.create(ann, TableRequest("classic", seats=seats, pause=0.0))
        await at.people.join(info.id, cleo)
        await at.people.leave(info.id, ann)
        await at.tables.replace_by_bot(info.id, cleo.id, 2, "random")
        back = await at.people.join(info.id, ann)
        assert [(seat.left, seat.bot) for seat in back.seats] == [(False, None)] * 3
        await at.act(info.id, bob)

    spend(tmp_path, course)


def test_a_bot_that_stood_in_goes_when_the_device_is_opened_again(tmp_path: Path) -> None:
    """The laptop was closed over night while somebody elsewhere waited."""

    async def course(at: Evening) -> None:
        ann, cleo = await at.guests("Ann", "Cleo")
        bob = await at.people.friend_here(ann, "Bob")
        seats = (SeatRequest("host"), SeatRequest("here", friend=bob), SeatRequest("person"))
        info = await at.tables.create(ann, TableRequest("classic", seats=seats, pause=0.0))
        await at.people.join(info.id, cleo)
        async with at.tables.listen(info.id, cleo.id):
            await at.act(info.id, cleo)
            await at.pass_by(2 * Limits.absence)
            assert all(seat.bot for seat in (await at.info(info.id)).seats[:2])
            async with at.tables.listen(info.id, ann.id, company=[bob.id]):
                assert [seat.bot for seat in (await at.info(info.id)).seats] == [None, None, None]

    pass_an_evening(tmp_path, course)


def test_those_at_the_device_play_again_together_and_others_are_asked(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        ann, cleo = await at.guests("Ann", "Cleo")
        bob = await at.people.friend_here(ann, "Bob")
        here = (SeatRequest("host"), SeatRequest("here", friend=bob))
        alone = await at.tables.create(ann, TableRequest("classic", seats=here, pause=0.0))
        await finished(at, alone.id, ann, bob)
        again = await at.people.rematch(alone.id, ann)
        assert (again.status, [seat.name for seat in again.seats]) == ("playing", ["Ann", "Bob"])
        info = await at.tables.create(ann, TableRequest("classic", seats=(*here, SeatRequest("person")), pause=0.0))
        await at.people.join(info.id, cleo)
        await finished(at, info.id, ann, bob, cleo)
        again = await at.people.rematch(info.id, cleo)
        assert [asked.name for asked in again.invited] == ["Ann", "Bob"]
        again = await at.people.join(again.id, ann)
        assert (again.status, [seat.name for seat in again.seats]) == ("playing", ["Ann", "Bob", "Cleo"])
        await finished(at, again.id, ann, bob, cleo)
        third = await at.people.rematch(again.id, ann)
        assert [seat.name for seat in third.seats] == ["Ann", "Bob", ""]
        assert [asked.name for asked in third.invited] == ["Cleo"]

    spend(tmp_path, course)


def test_those_at_the_device_decline_together(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        ann, cleo = await at.guests("Ann", "Cleo")
        bob = await at.people.friend_here(ann, "Bob")
        seats = (SeatRequest("host"), SeatRequest("here", friend=bob), SeatRequest("person"))
        info = await at.tables.create(ann, TableRequest("classic", seats=seats, pause=0.0))
        await at.people.join(info.id, cleo)
        await finished(at, info.id, ann, bob, cleo)
        again = await at.people.rematch(info.id, cleo)
        told = await at.people.decline(again.id, ann)
        assert [(asked.name, asked.declined) for asked in told.invited] == [("Ann", True), ("Bob", True)]

    spend(tmp_path, course)


def test_a_link_to_another_device_is_used_once(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        await at.people.check_link("token")
        await at.people.use_link("token", 3600)
        for again in (at.people.check_link("token"), at.people.use_link("token", 3600)):
            with pytest.raises(ConflictError, match="works only once"):
                await again
        await at.people.use_link("another", 3600)

    spend(tmp_path, course)
