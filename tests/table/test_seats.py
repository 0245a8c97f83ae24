"""People come, share a seat, leave, are replaced, come back, play again and are forgotten."""

from __future__ import annotations

from pathlib import Path

import pytest

from partake.rules.errors import OptionError
from partake.table.model import (
    ConflictError,
    ForbiddenError,
    NameTakenError,
    Person,
    SeatRequest,
    TableInfo,
    TableRequest,
)
from partake.table.seats import suggested
from table_service import Evening, spend

TWO = (SeatRequest("host"), SeatRequest("person"))


def test_before_the_start_a_seat_is_free_again_and_the_last_one_closes_the_table(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        ann, bob, cleo = await at.guests("Ann", "Bob", "Cleo")
        table = (
            await at.tables.create(ann, TableRequest("classic", seats=(*TWO, SeatRequest("person")), listed=True))
        ).id
        await at.tables.join(table, bob)
        info = await at.tables.leave(table, ann.id)
        assert ([seat.name for seat in info.seats], info.host) == (["", "Bob", ""], 2)
        assert [found.id for found in await at.tables.lobby()] == [table]
        assert (await at.tables.join(table, cleo)).seats[0].name == "Cleo"
        for person in (bob, cleo):
            info = await at.tables.leave(table, person.id)
        assert (info.status, await at.tables.lobby()) == ("closed", [])

    spend(tmp_path, course)


def test_the_lobby_shows_listed_tables_with_a_free_seat_until_they_start(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        ann, bob = await at.guests("Ann", "Bob")
        shown = (await at.tables.create(ann, TableRequest("classic", seats=TWO, listed=True))).id
        await at.tables.create(ann, TableRequest("classic", seats=TWO))
        assert [info.id for info in await at.tables.lobby()] == [shown]
        await at.tables.join(shown, bob)
        assert await at.tables.lobby() == []

    spend(tmp_path, course)


def test_a_bot_plays_on_for_whoever_left_until_they_come_back(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        ann, bob = await at.guests("Ann", "Bob")
        table = await at.table(ann, bob)
        with pytest.raises(ForbiddenError, match="Bob has not left"):
            await at.tables.replace_by_bot(table, ann.id, 2)
        await at.tables.leave(table, bob.id)
        with pytest.raises(ForbiddenError, match="only the host"):
            await at.tables.replace_by_bot(table, bob.id, 2)
        await at.tables.replace_by_bot(table, ann.id, 2, "random")
        await at.settle()
        await at.act(table, ann)
        await at.settle()
        view = (await at.state(table)).json["view"]
        assert (view["to_act"], len(view["drawn"])) == ([1], 2), "the bot has placed twice by itself"
        assert (await at.state(table, bob)).seat is None
        await at.tables.join(table, bob)
        assert (await at.state(table, bob)).seat == 2
        assert (await at.info(table)).seats[1].bot is None

    spend(tmp_path, course)


def test_the_host_passes_on_with_the_host_and_comes_with_the_first_who_returns(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        ann, bob = await at.guests("Ann", "Bob")
        table = await at.table(ann, bob)
        assert (await at.tables.leave(table, ann.id)).host == 2
        assert (await at.tables.leave(table, bob.id)).host is None
        assert (await at.tables.join(table, ann)).host == 1

    spend(tmp_path, course)


async def share(at: Evening, table: str, first: Person, second: Person) -> TableInfo:
    """The second sits down beside the first, by the key that the first has."""
    return await at.tables.join(table, second, key=await at.tables.partner_key(table, first.id))


def test_a_partners_key_is_shown_to_one_person_and_holds_for_one_seat(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        ann, bob, cleo = await at.guests("Ann", "Bob", "Cleo")
        table = (await at.tables.create(ann, TableRequest("classic", seats=TWO), name="Ann & Bob")).id
        key = await at.tables.partner_key(table, ann.id)
        assert key is not None
        assert await at.tables.awaited(table, key) == "Bob"
        assert [await at.tables.partner_key(table, person) for person in (cleo.id, None)] == [None, None]
        other = (await at.tables.create(cleo, TableRequest("classic", seats=TWO), name="Cleo & Bob")).id
        with pytest.raises(ForbiddenError):
            await at.tables.join(other, bob, key=key)
        with pytest.raises(NameTakenError) as refused:
            await at.tables.join(table, bob)
        assert refused.value.suggestion == "Bob 2"
        assert not (await at.tables.join(table, bob, key=key)).seats[0].awaits_partner
        assert await at.tables.partner_key(table, ann.id) is None
        with pytest.raises(ForbiddenError):
            await at.tables.join(table, cleo, key=key)

    spend(tmp_path, course)


def test_a_name_that_is_taken_is_answered_with_one_that_is_free() -> None:
    assert suggested(["Ann"], {"Ann"}) == "Ann 2"
    assert suggested(["Ann"], {"Ann", "Ann 2", "Bob"}) == "Ann 3"
    assert suggested(["Ann", "Bob"], {"Bob"}) == "Ann & Bob 2"
    assert suggested(["x" * 40], {"x" * 40}) == "x" * 36 + " 2"


def test_two_people_share_a_seat_and_either_may_place(tmp_path: Path) -> None:
    """H21: one board, two people, each from a device of their own."""

    async def course(at: Evening) -> None:
        ann, bob, cleo, eve = await at.guests("Ann", "Bob", "Cleo", "Eve")
        table = await at.table(cleo, edition="nexus", seats=TWO)
        info = await at.tables.join(table, ann, name="Ann & Bob")
        assert (info.status, info.seats[1].awaits_partner) == ("playing", True)
        with pytest.raises(ConflictError, match="begun without you"):
            await at.tables.join(table, eve)
        with pytest.raises(ConflictError, match="begun without you"):
            await at.tables.join(table, bob)
        with pytest.raises(ForbiddenError, match="nobody is awaited by it"):
            await at.tables.join(table, eve, key="guessed")
        info = await share(at, table, ann, bob)
        assert [(seat.name, seat.awaits_partner) for seat in info.seats] == [("Cleo", False), ("Ann & Bob", False)]
        await at.act(table, ann)
        with pytest.raises(ConflictError, match="begun without you"):
            await at.tables.join(table, Person("another", "Bob"))
        await at.act(table, cleo)
        await at.act(table, bob)
        assert (await at.state(table, ann)).view == (await at.state(table, bob)).view
        record = await at.tables.record(table)
        assert record.setup.seats == (("Cleo",), ("Ann", "Bob"))
        for person in (ann, bob):
            assert [game.table for game in await at.people.games(person)] == [table]

    spend(tmp_path, course)


def test_a_shared_seat_is_left_when_both_have_left(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        ann, bob, cleo = await at.guests("Ann", "Bob", "Cleo")
        table = await at.table(cleo, seats=TWO)
        await at.tables.join(table, ann, name="Ann & Bob")
        await share(at, table, ann, bob)
        assert not (await at.tables.leave(table, ann.id)).seats[1].left
        await at.act(table, bob)
        assert (await at.tables.leave(table, bob.id)).seats[1].left
        assert not (await at.tables.join(table, ann)).seats[1].left
        await at.people.forget(ann)
        info = await at.info(table)
        assert (info.seats[1].name, info.seats[1].left) == ("Somebody 1 & Somebody 2", False)
        assert (await at.state(table, bob)).seat == 2

    spend(tmp_path, course)


def test_a_pair_can_host_and_before_the_start_one_of_them_keeps_the_seat(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        ann, bob = await at.guests("Ann", "Bob")
        table = (await at.tables.create(ann, TableRequest("classic", seats=TWO), name="Ann & Bob")).id
        await share(at, table, ann, bob)
        info = await at.tables.leave(table, ann.id)
        assert (info.host, info.status, info.seats[0].name) == (1, "waiting", "Bob & Ann")
        assert info.seats[0].awaits_partner

    spend(tmp_path, course)


def test_whoever_shares_the_hosts_seat_can_do_what_the_host_can_and_nobody_else(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        ann, bob, cleo = await at.guests("Ann", "Bob", "Cleo")
        table = (await at.tables.create(ann, TableRequest("classic", seats=TWO), name="Ann & Bob")).id
        await share(at, table, ann, bob)
        with pytest.raises(ForbiddenError):
            await at.tables.replace_by_bot(table, cleo.id, 2)
        info = await at.tables.replace_by_bot(table, bob.id, 2)
        assert (info.status, info.seats[1].is_free) == ("playing", False)

    spend(tmp_path, course)


def test_take_five_is_not_for_pairs_and_says_so_before_anybody_sits(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        ann, bob = await at.guests("Ann", "Bob")
        table = (await at.tables.create(ann, TableRequest("five", seats=TWO))).id
        with pytest.raises(OptionError, match="not played in pairs"):
            await at.tables.join(table, bob, name="Bob & Cleo")
        with pytest.raises(OptionError, match="not played in pairs"):
            await at.tables.create(ann, TableRequest("five", seats=TWO), name="Ann & Cleo")
        assert (await at.info(table)).seats[1].is_free

    spend(tmp_path, course)


def test_a_rematch_is_one_table_however_often_it_is_asked_for(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        ann, bob = await at.guests("Ann", "Bob")
        table = await at.table(ann, bob)
        with pytest.raises(ConflictError, match="not over yet"):
            await at.tables.rematch(table, ann)
        for _ in range(19):
            await at.act(table, ann)
            await at.act(table, bob)
        first = await at.tables.rematch(table, ann)
        assert (first.status, [seat.name for seat in first.seats]) == ("waiting", ["Ann", ""])
        assert (await at.tables.rematch(table, ann)).id == first.id == (await at.info(table)).rematch
        second = await at.tables.rematch(table, bob)
        assert (second.id, second.status) == (first.id, "playing")
        assert [seat.name for seat in second.seats] == ["Ann", "Bob"]
        assert first.commitment != (await at.info(table)).commitment
        await at.act(first.id, bob)

    spend(tmp_path, course)


def test_sixty_people_play_the_same_draws_at_a_table_without_limit(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        people = await at.guests(*(f"Guest {n}" for n in range(60)))
        table = (await at.tables.create(people[0], TableRequest("classic", pause=0.0, unlimited=True))).id
        for person in people[1:]:
            await at.tables.join(table, person)
        left = await at.tables.leave(table, people[30].id)
        assert [seat.seat for seat in left.seats] == list(range(1, 60)), "the gap is closed"
        players = [person for person in people if person is not people[30]]
        with pytest.raises(ForbiddenError, match="only the host"):
            await at.tables.start(table, players[5].id)
        await at.tables.start(table, players[0].id)
        for _ in range(2):
            legal = await at.legal(table, players[0])
            for n, person in enumerate(players):
                await at.tables.play(table, person.id, legal[n % len(legal)])
            await at.settle()
        drawn = {tuple((await at.state(table, person)).json["view"]["drawn"]) for person in players}
        assert [len(tiles) for tiles in drawn] == [3]
        stored = await at.store.load(table)
        assert stored is not None
        assert [row.people for row in stored.seats] == [(person.id,) for person in players]

    spend(tmp_path, course)


def test_forgetting_takes_a_person_out_of_every_table(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        ann, bob = await at.guests("Ann", "Bob")
        waiting = (await at.tables.create(ann, TableRequest("classic", seats=TWO, listed=True))).id
        running = await at.table(ann, bob)
        token, _ = await at.people.new_token(ann, "bot")
        await at.people.forget(ann)
        assert (await at.info(waiting)).status == "closed"
        info = await at.info(running)
        assert ([seat.name for seat in info.seats], info.host) == (["Somebody 1", "Bob"], 2)
        assert (await at.state(running, bob)).json["view"]["names"] == ["Somebody 1", "Bob"]
        await at.settle()
        await at.act(running, bob)
        assert len((await at.state(running)).json["view"]["drawn"]) == 2, "a bot plays on"
        assert (await at.people.find(ann.id), await at.people.of_token(token)) == (None, None)
        assert await at.store.played(ann.id, 10) == []

    spend(tmp_path, course)


def test_whoever_played_by_rules_that_are_gone_can_still_be_forgotten(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        ann, bob = await at.guests("Ann", "Bob")
        table = await at.table(ann, bob)
        await at.store.change_table(table, rules="0" * 16)
        at.tables.runner.sweep(float("inf"))
        with pytest.raises(ConflictError, match="other boards, tiles or points"):
            await at.state(table, ann)
        await at.people.forget(ann)
        assert [seat.name for seat in (await at.info(table)).seats] == ["Somebody 1", "Bob"]

    spend(tmp_path, course)
