"""Who is here, away or gone; and a bot stands in for whoever keeps others waiting, never at a table where nobody is."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from partake.table.bot_pool import STAND_IN
from partake.table.limits import Limits
from partake.table.model import TableRequest
from table_service import Clockwork, Evening, Pending, heard, spend
from vanishing import Tabs, pass_an_evening, presence

GRACE, PATIENCE, ABSENCE = Limits.grace, Limits.patience, Limits.absence


def test_a_closed_tab_is_told_after_a_grace_and_a_reload_is_not(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        ann, bob = await at.guests("Ann", "Bob")
        table = await at.table(ann, bob)
        tabs = Tabs(at, table)
        await tabs.open(bob)
        async with at.tables.listen(table, ann.id) as stream:
            await heard(stream)
            await tabs.close(bob)
            await at.pass_by(GRACE - 1)
            await tabs.open(bob)
            await at.pass_by(ABSENCE)
            left = at.timers.now  # type: ignore[attr-defined]
            await tabs.close(bob)
            await at.pass_by(GRACE)
            told = await heard(stream)
            assert told == [("presence", {"away": {"2": left}, "gone": [], "decides": 1})], "the reload was not told"
            await tabs.open(bob)
            assert await heard(stream) == [("presence", {"away": {}, "gone": [], "decides": 1})]
            await tabs.close(bob)

    pass_an_evening(tmp_path, course)


def test_whoever_acts_is_here(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        ann, bob = await at.guests("Ann", "Bob")
        table = await at.table(ann, bob)
        await at.pass_by(GRACE)
        assert list((await presence(at, table))["away"]) == ["1", "2"]
        await at.act(table, bob)
        assert list((await presence(at, table))["away"]) == ["1"]
        await at.pass_by(GRACE)
        assert list((await presence(at, table))["away"]) == ["1", "2"]

    pass_an_evening(tmp_path, course)


def test_a_pair_is_here_while_one_of_them_is(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        ann, bob, cy = await at.guests("Ann", "Bob", "Cy")
        table = (await at.tables.create(cy, TableRequest("classic", unlimited=True))).id
        await at.tables.join(table, ann, name="Ann & Bob")
        await at.tables.join(table, bob, key=await at.tables.partner_key(table, ann.id))
        tabs = Tabs(at, table)
        await tabs.open(ann, bob, cy)
        await tabs.close(ann)
        await at.pass_by(GRACE)
        assert (await presence(at, table))["away"] == {}
        await tabs.close(bob)
        await at.pass_by(GRACE)
        assert list((await presence(at, table))["away"]) == ["2"]
        await tabs.close(cy)

    pass_an_evening(tmp_path, course)


def test_after_a_restart_everybody_is_away_since_then(tmp_path: Path) -> None:
    tables: list[str] = []

    async def before(at: Evening) -> None:
        tables.append(await at.table(*await at.guests("Ann", "Bob")))

    async def after(at: Evening) -> None:
        await at.state(tables[0])
        began = at.timers.now  # type: ignore[attr-defined]
        await at.pass_by(GRACE)
        assert (await presence(at, tables[0]))["away"] == {"1": began, "2": began}

    pass_an_evening(tmp_path, before)
    pass_an_evening(tmp_path, after)


def test_a_bot_stands_in_after_five_minutes_and_the_player_who_comes_back_plays_on(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        ann, bob = await at.guests("Ann", "Bob")
        table = await at.table(ann, bob)
        tabs = Tabs(at, table)
        await tabs.open(ann, bob)
        await tabs.close(bob)
        await at.act(table, ann)
        await at.pass_by(ABSENCE - 1)
        assert (await at.info(table)).seats[1].bot is None
        await at.pass_by(1)
        info = await at.info(table)
        assert (info.seats[1].bot, info.seats[1].left) == (STAND_IN["hexagon"], False)
        assert (await presence(at, table))["gone"] == [2]
        assert len((await at.state(table)).json["view"]["drawn"]) == 2, "the game goes on"
        await tabs.open(bob)
        assert (await at.info(table)).seats[1].bot is None
        assert (await at.state(table, bob)).seat == 2
        assert await presence(at, table) == {"away": {}, "gone": [], "decides": 1}
        await at.act(table, bob, -1)
        await tabs.close(ann, bob)

    pass_an_evening(tmp_path, course)


def test_a_bot_stands_in_only_for_those_who_are_waited_for(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        ann, bob = await at.guests("Ann", "Bob")
        table = await at.table(ann, bob)
        tabs = Tabs(at, table)
        await tabs.open(ann, bob)
        await at.act(table, bob)
        await tabs.close(bob)
        await at.pass_by(ABSENCE)
        assert (await at.info(table)).seats[1].bot is None, "Ann thinks: nobody waits for Bob"
        await at.act(table, ann)
        await at.settle()
        assert (await at.info(table)).seats[1].bot, "and now he is waited for, and has been away long enough"
        await tabs.close(ann)

    pass_an_evening(tmp_path, course)


def test_a_lone_player_finds_the_game_as_it_was(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        ann, bob = await at.guests("Ann", "Bob")
        solo, table = await at.table(ann), await at.table(ann, bob)
        for one, people in ((solo, [ann]), (table, [ann, bob])):
            tabs = Tabs(at, one)
            await tabs.open(*people)
            await tabs.close(*people)
        await at.pass_by(100 * ABSENCE)
        for one in (solo, table):
            assert len((await at.state(one)).json["view"]["drawn"]) == 1
            assert not any(seat.bot for seat in (await at.info(one)).seats)

    pass_an_evening(tmp_path, course)


def test_the_first_who_is_back_the_next_day_waits_five_minutes_for_the_other(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        ann, bob = await at.guests("Ann", "Bob")
        table = await at.table(ann, bob)
        await at.pass_by(100 * ABSENCE)
        tabs = Tabs(at, table)
        await tabs.open(ann)
        await at.act(table, ann)
        assert (await at.info(table)).seats[1].bot is None
        await at.pass_by(ABSENCE)
        assert (await at.info(table)).seats[1].bot
        await tabs.close(ann)

    pass_an_evening(tmp_path, course)


def test_a_spectator_is_nobody_to_play_for(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        ann, eve = await at.guests("Ann", "Eve")
        table = await at.table(ann)
        tabs = Tabs(at, table)
        await tabs.open(eve)
        await at.pass_by(2 * ABSENCE)
        assert (await at.info(table)).seats[0].bot is None
        await tabs.close(eve)

    pass_an_evening(tmp_path, course)


def test_a_seat_that_was_left_is_played_on_too_and_its_player_is_asked_before_it_is_theirs_again(
    tmp_path: Path,
) -> None:
    async def course(at: Evening) -> None:
        ann, bob = await at.guests("Ann", "Bob")
        table = await at.table(ann, bob)
        tabs = Tabs(at, table)
        await tabs.open(ann)
        await at.tables.leave(table, bob.id)
        assert (await presence(at, table))["gone"] == [2]
        await at.pass_by(ABSENCE)
        assert (await at.info(table)).seats[1].bot == STAND_IN["hexagon"]
        await tabs.open(bob)
        assert (await at.state(table, bob)).seat is None, "whoever left may only want to watch"
        await at.tables.join(table, bob)
        assert (await at.state(table, bob)).seat == 2
        await tabs.close(ann, bob)

    pass_an_evening(tmp_path, course)


def test_whoever_lets_the_clock_run_out_while_here_is_asked_too(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        ann, bob = await at.guests("Ann", "Bob")
        table = await at.table(ann, bob, clock=30.0)
        tabs = Tabs(at, table)
        await tabs.open(ann, bob)
        for _ in range(2):
            await at.act(table, ann)
            await at.pass_by(30.0)
        assert (await at.info(table)).seats[1].bot
        await tabs.close(bob)
        await at.tables.arrive(table, bob.id)
        await tabs.open(bob)
        assert (await at.info(table)).seats[1].bot, "a reload is no sign that somebody is awake"
        await tabs.close(bob)
        await at.pass_by(GRACE)
        await at.tables.arrive(table, bob.id)
        assert (await at.info(table)).seats[1].bot is None, "coming back after an absence is"
        await tabs.close(ann)

    pass_an_evening(tmp_path, course)


def test_a_crowd_is_told_in_one_go_who_has_gone(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        people = await at.guests(*(f"Guest {n}" for n in range(12)))
        table = (await at.tables.create(people[0], TableRequest("classic", pause=0.0, unlimited=True))).id
        for person in people[1:]:
            await at.tables.join(table, person)
        tabs = Tabs(at, table)
        async with at.tables.listen(table, people[0].id) as stream:
            await tabs.open(*people[1:])
            await at.pass_by(GRACE)
            await heard(stream)
            await tabs.close(*people[1:])
            await at.pass_by(GRACE + 1)
            told = await heard(stream)
        assert [kind for kind, _ in told] == ["presence"]
        assert len(told[0][1]["away"]) == len(people) - 1

    pass_an_evening(tmp_path, course)


def test_an_absence_that_begins_while_it_is_looked_at_is_told(tmp_path: Path) -> None:
    """Timers fire a little early: the grace may end between two looks at the clock."""

    class Hurried(Clockwork):
        """A clock that goes on whenever it is read, and whose timers fire early."""

        early = 0.0

        def __call__(self, seconds: float, what: Callable[[], object]) -> Pending:
            return super().__call__(max(0.0001, seconds - self.early), what)

        @property
        def now(self) -> float:
            self._read += 0.001
            return self._read

        @now.setter
        def now(self, value: float) -> None:
            self._read = value

    clock = Hurried()

    async def course(at: Evening) -> None:
        ann, bob = await at.guests("Ann", "Bob")
        table = await at.table(ann, bob)
        tabs = Tabs(at, table)
        await tabs.open(ann)
        for reads in range(1, 40):
            clock.early = 0.001 * reads
            await tabs.open(bob)
            async with at.tables.listen(table, ann.id) as stream:
                await heard(stream)
                await tabs.close(bob)
                for _ in range(5):
                    await at.pass_by(GRACE)
                assert [list(data["away"]) for kind, data in await heard(stream) if kind == "presence"][-1] == ["2"]
        await tabs.close(ann)

    spend(tmp_path, course, timers=clock)
