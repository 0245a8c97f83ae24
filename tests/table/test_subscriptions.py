"""Everybody hears what they may hear, wherever they sit, in every tab; who is too slow is dropped."""

from __future__ import annotations

from pathlib import Path

from partake.table.limits import Limits
from partake.table.model import SeatRequest, TableRequest
from table_service import Evening, heard, spend


def test_two_tabs_of_one_seat_hear_the_same(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        ann, bob = await at.guests("Ann", "Bob")
        table = await at.table(ann, bob)
        async with at.tables.listen(table, ann.id) as left, at.tables.listen(table, ann.id) as right:
            assert await heard(left) == await heard(right)
            await at.act(table, ann)
            events = await heard(left)
            assert [kind for kind, _ in events] == ["moves"]
            assert events == await heard(right)

    spend(tmp_path, course)


def test_both_of_a_pair_hear_what_either_does(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        ann, bob, cleo = await at.guests("Ann", "Bob", "Cleo")
        table = await at.table(cleo, seats=(SeatRequest("host"), SeatRequest("person")))
        await at.tables.join(table, ann, name="Ann & Bob")
        async with at.tables.listen(table, bob.id) as line, at.tables.listen(table, cleo.id) as other:
            assert (await heard(line))[0][1]["seat"] is None
            await at.tables.join(table, bob, key=await at.tables.partner_key(table, ann.id))
            assert (await heard(line))[-1][1]["seat"] == 2, "from watching to playing on the same line"
            await heard(other)
            await at.act(table, ann)
            assert [kind for kind, _ in await heard(line)] == ["moves"]
            assert [kind for kind, _ in await heard(other)] == ["acted"]

    spend(tmp_path, course)


def test_whoever_is_replaced_by_a_bot_hears_as_a_spectator(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        ann, bob = await at.guests("Ann", "Bob")
        table = await at.table(ann, bob)
        async with at.tables.listen(table, bob.id) as line:
            assert (await heard(line))[0][1]["seat"] == 2
            await at.tables.leave(table, bob.id)
            await at.tables.replace_by_bot(table, ann.id, 2, "random")
            assert (await heard(line))[-1][1]["seat"] is None
            await at.settle()
            assert [kind for kind, _ in await heard(line)] == ["acted"], "the bot's placement is hidden"

    spend(tmp_path, course)


def test_a_slow_reader_is_dropped_and_nobody_else(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        players = await at.guests("Ann", "Bob", "Cleo")
        table = await at.table(*players)
        async with at.tables.listen(table, None) as slow, at.tables.listen(table, None) as quick:
            place = (await at.legal(table, players[0]))[0]
            for number in range(Limits.events_waiting + 1):
                player = players[number % 3]  # nobody may take back without end
                await at.tables.play(table, player.id, place)
                await at.tables.play(table, player.id, "back")
                await heard(quick)
                if slow.is_closed:
                    break
            assert (slow.is_closed, quick.is_closed) == (True, False)
            assert await slow.take() == b""

    spend(tmp_path, course)


def test_standings_and_the_points_of_each_game_come_with_the_next_game_of_a_match(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        ann, bob = await at.guests("Ann", "Bob")
        table = await at.table(ann, bob, options={"rounds": 2})
        async with at.tables.listen(table, ann.id) as line:
            for _ in range(19):
                await heard(line)
                await at.act(table, ann)
                await at.act(table, bob)
            assert (await heard(line))[-1][0] == "moves", "this tells a page to look again"
            await at.tables.proceed(table, ann.id)
            view = (await at.state(table, ann)).json["view"]
        assert (view["round"], view["outcome"], view["standings"]) == (2, None, view["counted"][0])
        for _ in range(19):
            await at.act(table, ann, -1)
            await at.act(table, bob)
        view = (await at.state(table, ann)).json["view"]
        assert view["standings"] == [sum(points) for points in zip(*view["counted"], strict=True)]
        assert view["standings"] == [player["total"] for player in view["outcome"]["players"]]

    spend(tmp_path, course)


def test_a_crowd_is_told_in_one_go_who_has_come_and_who_has_acted(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        people = await at.guests(*(f"Guest {n}" for n in range(12)))
        table = (await at.tables.create(people[0], TableRequest("classic", pause=0.0, unlimited=True))).id
        async with at.tables.listen(table, None) as line:
            for person in people[1:]:
                await at.tables.join(table, person)
            await at.pass_by(1.0)
            events = await heard(line)
            assert [kind for kind, _ in events] == ["view", *["table"] * 8], "one by one while they are few"
            assert len(events[-1][1]["seats"]) == 12
            await at.tables.start(table, people[0].id)
            for person in people[:5]:
                await at.act(table, person)
            await at.pass_by(1.0)
            assert [kind for kind, _ in await heard(line)] == ["view", "table", "acted"]

    spend(tmp_path, course)


def test_the_value_of_a_look_is_told_to_the_looker_alone(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        people = await at.guests("Ann", "Bob", "Cleo")
        table = await at.table(*people, edition="five")
        looker = (await at.state(table)).json["view"]["to_act"][0]
        look = next(action for action in await at.legal(table, people[looker - 1]) if "?" in action)
        async with at.streams(table, *people, None) as streams:
            for stream in streams:
                await heard(stream)
            await at.tables.play(table, people[looker - 1].id, look)
            told = [(await heard(stream))[0][1]["moves"] for stream in streams]
        shown = (await at.state(table, people[looker - 1])).json["view"]["shown"]["value"]
        assert isinstance(shown, int)
        for seat, moves in enumerate(told, start=1):
            assert moves == [f"{looker}:{look}", f"={shown}" if seat == looker else "=?"]

    spend(tmp_path, course)


def test_cells_filled_last_stay_marked_when_the_dealer_closes(tmp_path: Path) -> None:
    """Who moves nothing from the reserve has filled the same cells last as before."""

    async def course(at: Evening) -> None:
        ann, bob = await at.guests("Ann", "Bob")
        table = await at.table(ann, bob, edition="daffodil", options={"stamens": "reserve"})
        view = (await at.state(table)).json["view"]
        while not view["relocating"]:
            await at.act(table, (ann, bob)[view["to_act"][0] - 1])
            view = (await at.state(table)).json["view"]
        before = [sheet["latest"] for sheet in view["sheets"]]
        assert all(before)
        for person in (ann, bob):
            await at.tables.play(table, person.id, "done")
        await at.settle()
        view = (await at.state(table)).json["view"]
        assert view["outcome"]
        assert [sheet["latest"] for sheet in view["sheets"]] == before

    spend(tmp_path, course)
