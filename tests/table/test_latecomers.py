"""People come late to a table without seat limit: a bot has answered what they missed, and the record stays true."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from partake.engine.record.text import format_record, parse_record
from partake.rules.catalogue import catalogue
from partake.table.model import ConflictError, Person, TableRequest
from table_service import Evening, evening, heard, spend


async def crowd(at: Evening, edition: str, calls: int, **options: str) -> tuple[str, list[Person]]:
    """A running table without seat limit, after some calls, and its people."""
    people = await at.guests("Ann", "Bob")
    table = (await at.tables.create(people[0], TableRequest(edition, options=options, pause=0.0, unlimited=True))).id
    await at.tables.join(table, people[1])
    await at.tables.start(table, people[0].id)
    for _ in range(calls):
        await answer(at, table, people)
    return table, people


async def answer(at: Evening, table: str, people: list[Person]) -> None:
    """Everybody answers the call."""
    for person in people:
        while (view := (await at.state(table, person)).json["view"])["seat"] in view["to_act"]:
            legal = [action for action in view["legal"] if action != "back"]
            await at.tables.play(table, person.id, "done" if "done" in legal else legal[0])
            await at.settle()
            if len((await at.state(table, person)).json["view"]["drawn"]) != len(view["drawn"]):
                return


@pytest.mark.parametrize(
    ("edition", "options", "calls"), [("classic", {"draw": "2"}, 3), ("classic", {}, 0), ("nexus", {}, 2)]
)
def test_a_late_comer_plays_on_after_a_restart_too_and_the_record_verifies(
    tmp_path: Path, edition: str, options: dict[str, str], calls: int
) -> None:
    async def run() -> None:
        async with evening(tmp_path) as at:
            table, people = await crowd(at, edition, calls, **options)
            await at.tables.play(table, people[0].id, (await at.legal(table, people[0]))[0], key="k")
            before = await at.state(table, people[1])
            (cleo,) = await at.guests("Cleo")
            async with at.tables.listen(table, people[1].id) as stream:
                await heard(stream)
                info = await at.tables.join(table, cleo)
                await at.settle()
                told = [data for kind, data in await heard(stream) if kind == "view"]
            assert (info.seats[2].name, info.seats[2].late) == ("Cleo", calls)
            assert told[-1]["view"]["names"] == ["Ann", "Bob", "Cleo"]
            after = await at.state(table, people[1])
            assert after.number == before.number, "a move that is on its way is not too late"
            assert after.json["view"]["sheets"][:2] == before.json["view"]["sheets"]
            late = await at.state(table, cleo)
            assert (late.seat, 3 in late.json["view"]["to_act"]) == (3, True)
            assert len(late.json["view"]["sheets"][2]["cells"]) == calls * int(options.get("draw", 1))
        async with evening(tmp_path) as at:
            again = await at.state(table, cleo)
            assert again.json["view"] == late.json["view"]
            assert again.number == late.number
            assert (await at.tables.play(table, people[0].id, "back", key="k")).repeated
            people.append(cleo)
            while (await at.info(table)).status == "playing":
                await answer(at, table, people)
            text = format_record(await at.tables.record(table))
            record = parse_record(text, catalogue())
            assert record.setup.names == ("Ann", "Bob", "Cleo")
            assert record.outcome is not None
            assert [game.rounds for game in await at.people.games(cleo)] == [
                () if calls else await rounds(at, table, 3)
            ]

    async def rounds(at: Evening, table: str, seat: int) -> tuple[float, ...]:
        total = (await at.info(table)).seats[seat - 1].total
        assert total is not None
        return (total,)

    asyncio.run(asyncio.wait_for(run(), 60))


def test_two_late_comers_and_numbers_that_count_what_everybody_saw(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        table, people = await crowd(at, "classic", 2)
        for name in ("Cleo", "Dan"):
            (late,) = await at.guests(name)
            await at.tables.join(table, late)
            people.append(late)
            await answer(at, table, people)
        async with at.tables.listen(table, None) as stream:
            await heard(stream)
            number = (await at.state(table)).number
            await answer(at, table, people)
            [moves] = [data for kind, data in await heard(stream) if kind == "moves"]
        assert (moves["since"], moves["number"]) == (number, number + len(people) + 1)
        assert [seat.late for seat in (await at.info(table)).seats] == [0, 0, 2, 3]

    spend(tmp_path, course)


def test_a_table_with_a_seat_limit_takes_nobody_later(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        ann, bob = await at.guests("Ann", "Bob")
        with pytest.raises(ConflictError, match="begun without you"):
            await at.tables.join(await at.table(ann), bob)

    spend(tmp_path, course)


def test_the_lobby_lists_running_tables_without_seat_limit(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        (ann,) = await at.guests("Ann")
        table = (await at.tables.create(ann, TableRequest("classic", unlimited=True, listed=True))).id
        await at.tables.start(table, ann.id)
        await at.table(ann, listed=True)
        assert [info.id for info in await at.tables.lobby()] == [table]

    spend(tmp_path, course)
