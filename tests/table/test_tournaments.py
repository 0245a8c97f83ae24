"""Tournaments: the same tiles for all, one try for each deal, stages that end by themselves, the host's powers."""

from __future__ import annotations

import asyncio
import hashlib
from pathlib import Path
from typing import Any

import pytest

from partake.engine.hexagon.view import HexagonView
from partake.rules.errors import OptionError
from partake.store.deal_rows import Mode, Stage, TournamentSettings
from partake.store.rows import Status
from partake.table.model import ConflictError, ForbiddenError, LimitReachedError, MissingError, NameTakenError, Person
from partake.table.tournament_course import deal_seed
from table_service import Clockwork, Evening, spend

HOUR = 3600.0


class Hosted:
    """A tournament service at a clock that a test turns, and people who play by it."""

    def __init__(self, at: Evening, clock: Clockwork) -> None:
        self.at, self.clock = at, clock
        self.all = at.tables.tournaments

    async def make(self, host: Person, **wanted: Any) -> str:
        """A new tournament of two deals in rounds, unless something else is wanted."""
        settings = TournamentSettings(**{"title": "Sunday", "edition": "classic", "deals": 2, **wanted})
        return (await self.all.create(host, settings)).row.code

    async def window(self, host: Person, hours: float = 2, **wanted: Any) -> str:
        """One in a time window that begins now."""
        return await self.make(host, mode=Mode.WINDOW, ends=self.clock.now + hours * HOUR, **wanted)

    async def begin(self, code: str, person: Person) -> str:
        """The person's table."""
        return (await self.all.play(code, person)).id

    async def play(self, code: str, person: Person, tiles: int = 19, which: int = 0) -> HexagonView:
        """A person's game on the next deal, to its end or for some tiles; which cell they take each time."""
        table = await self.begin(code, person)
        for _ in range(tiles):
            legal = await self.at.legal(table, person)
            await self.at.act(table, person, which if which < len(legal) else 0, pause=0)
        view = (await self.at.state(table, person)).view
        assert isinstance(view, HexagonView)
        return view

    async def totals(self, code: str, person: Person | None = None) -> dict[str, int]:
        """The totals that somebody may see, by name."""
        found = await self.all.look(code)
        rows = found.standings(found.visible(person)).rows
        return {found.entrants[row.player].name: int(row.total) for row in rows if row.place is not None}


def course(tmp_path: Path, what: Any) -> None:
    """Run a test at a clock."""
    clock = Clockwork()
    spend(tmp_path, lambda at: what(at, Hosted(at, clock)), timers=clock)


def test_rounds_give_all_the_same_tiles_and_go_on_when_everybody_is_done(tmp_path: Path) -> None:
    async def what(at: Evening, on: Hosted) -> None:
        ann, bob, host = await at.guests("Ann", "Bob", "Host")
        code = await on.make(host)
        for person in (ann, bob):
            await on.all.join(code, person)
        with pytest.raises(ConflictError, match="not begun"):
            await on.all.play(code, ann)
        await on.all.go_on(code, host)
        first = await on.play(code, ann)
        found = await on.all.look(code)
        assert (found.row.stage, found.row.round, found.count_done(1)) == (Stage.PLAYING, 1, 1)
        assert found.visible(ann) == (1,)
        assert found.visible(bob) == found.visible(host) == found.visible(None) == ()
        with pytest.raises(ConflictError, match="you have played this deal"):
            await on.all.play(code, ann)
        second = await on.play(code, bob, which=3)
        assert first.drawn == second.drawn
        found = await on.all.look(code)
        assert (found.row.stage, found.visible(None)) == (Stage.BETWEEN, (1,))
        await at.pass_by(31)
        found = await on.all.look(code)
        assert (found.row.stage, found.row.round) == (Stage.PLAYING, 2)
        third = await on.play(code, ann)
        assert third.drawn != first.drawn
        await on.play(code, bob)
        found = await on.all.look(code)
        assert found.row.stage is Stage.OVER
        totals = await on.totals(code)
        assert totals["Ann"] == first.outcome.totals[0] + third.outcome.totals[0]  # type: ignore[union-attr]
        secret = await on.all.secret(found)
        assert secret is not None
        assert hashlib.sha256(bytes.fromhex(secret)).hexdigest() == found.row.commitment
        record = await at.tables.record(found.tries[2][bob.id].table, None)
        assert record.seed == deal_seed(bytes.fromhex(secret), 2)

    course(tmp_path, what)


def test_a_deadline_ends_a_round_and_boards_count_as_they_stand(tmp_path: Path) -> None:
    async def what(at: Evening, on: Hosted) -> None:
        ann, bob, late, host = await at.guests("Ann", "Bob", "Late", "Host")
        code = await on.make(host, seconds=60.0)
        for person in (ann, bob):
            await on.all.join(code, person)
        await on.all.go_on(code, host)
        await on.play(code, ann)
        seen = await on.play(code, bob, tiles=12)
        await on.all.join(code, late)
        await on.begin(code, late)
        await at.pass_by(61)  # nobody asks: the timer ends the round
        stored = await on.all.store.find(code)
        assert stored is not None
        assert stored.stage is Stage.BETWEEN
        found = await on.all.look(code)
        cut = found.tries[1][bob.id]
        assert (cut.status, cut.total) == (Status.CLOSED, float(seen.scores[0].total))
        cell = next(row for row in found.standings((1,)).rows if row.player == bob.id).cells[0]
        assert cell is not None
        assert not cell.played.is_finished
        with pytest.raises(ConflictError, match="closed"):
            await at.act(cut.table, bob)
        await at.pass_by(31)
        await at.pass_by(61)
        found = await on.all.look(code)
        assert (found.row.stage, found.tries[2]) == (Stage.OVER, {}), "nobody came to the second round"

    course(tmp_path, what)


def test_a_time_window_is_played_in_order_and_ends_by_itself(tmp_path: Path) -> None:
    async def what(at: Evening, on: Hosted) -> None:
        ann, bob, host = await at.guests("Ann", "Bob", "Host")
        code = await on.window(host, begins=on.clock.now + HOUR)
        await on.all.join(code, ann)
        await on.all.join(code, bob)
        with pytest.raises(ConflictError, match="not begun"):
            await on.all.play(code, ann)
        await at.pass_by(HOUR)
        await on.play(code, ann)
        found = await on.all.look(code)
        assert (found.row.stage, found.next_deal(ann.id), found.next_deal(bob.id)) == (Stage.PLAYING, 2, 1)
        assert (found.visible(ann), found.visible(bob)) == ((1,), ())
        assert await on.totals(code, bob) == {}
        assert list(await on.totals(code, ann)) == ["Ann"]
        await on.play(code, ann)
        with pytest.raises(ConflictError, match="all deals"):
            await on.all.play(code, ann)
        await on.play(code, bob, tiles=5)
        await at.pass_by(HOUR)
        await on.all.sweep()
        found = await on.all.look(code)
        assert found.row.stage is Stage.OVER
        assert found.tries[1][bob.id].status is Status.CLOSED
        assert found.visible(None) == (1, 2)
        with pytest.raises(ConflictError, match="over"):
            await on.all.play(code, bob)
        with pytest.raises(ConflictError, match="over"):
            await on.all.join(code, host)

    course(tmp_path, what)


def test_nobody_looks_at_a_game_of_a_deal_that_they_can_still_play(tmp_path: Path) -> None:
    async def what(at: Evening, on: Hosted) -> None:
        ann, bob, host = await at.guests("Ann", "Bob", "Host")
        code = await on.window(host, deals=1)
        await on.all.join(code, ann)
        await on.all.join(code, bob)
        await on.play(code, ann)
        table = (await on.all.look(code)).tries[1][ann.id].table
        for person in (bob, host, None):
            with pytest.raises(ForbiddenError, match="play yours first"):
                await at.state(table, person)
        await on.play(code, bob)
        assert (await at.state(table, bob)).view is not None
        with pytest.raises(ForbiddenError):
            await at.state(table, host)
        await at.pass_by(2 * HOUR)
        await on.all.look(code)
        assert (await at.state(table)).view is not None

    course(tmp_path, what)


def test_the_host_decides_and_nobody_else(tmp_path: Path) -> None:
    async def what(at: Evening, on: Hosted) -> None:
        ann, bob, host = await at.guests("Ann", "Bob", "Host")
        code = await on.make(host)
        await on.all.join(code, ann)
        await on.all.join(code, bob)
        for refused in (on.all.go_on(code, ann), on.all.end(code, ann), on.all.remove(code, ann, 2)):
            with pytest.raises(ForbiddenError, match="only the host"):
                await refused
        before = (await on.all.look(code)).row.version
        await on.all.go_on(code, host, before)
        with pytest.raises(ConflictError, match="moved on"):
            await on.all.go_on(code, host, before)
        assert (await on.all.change(code, host, title=" Monday ", joining=False)).row.title == "Monday"
        with pytest.raises(OptionError):
            await on.all.change(code, host, title="x" * 61)
        with pytest.raises(ConflictError, match="any more"):
            await on.all.join(code, host)
        await on.play(code, ann)
        await on.play(code, bob, tiles=3)
        found = await on.all.remove(code, host, 2)
        assert found.row.stage is Stage.BETWEEN, "nobody else was waited for"
        assert list(await on.totals(code)) == ["Ann"]
        with pytest.raises(ForbiddenError, match="removed"):
            await on.all.join(code, bob)
        with pytest.raises(MissingError):
            await on.all.remove(code, host, 2)
        assert (await on.all.end(code, host)).row.stage is Stage.OVER
        with pytest.raises(MissingError):
            await on.all.look("nosuchcode")

    course(tmp_path, what)


def test_names_are_taken_once_and_hosts_have_a_limit(tmp_path: Path) -> None:
    async def what(at: Evening, on: Hosted) -> None:
        ann, other, host = await at.guests("Ann", "Ann", "Host")
        code = await on.make(host)
        assert (await on.all.join(code, ann)).number == (await on.all.join(code, ann)).number == 1
        with pytest.raises(NameTakenError) as taken:
            await on.all.join(code, other)
        assert (await on.all.join(code, other, taken.value.suggestion)).name == "Ann 2"
        await on.all.leave(code, other)
        assert list((await on.all.look(code)).players) == [ann.id]
        for _ in range(9):
            await on.make(host)
        with pytest.raises(LimitReachedError, match="10 tournaments"):
            await on.make(host)

    course(tmp_path, what)


@pytest.mark.parametrize(
    ("wanted", "why"),
    [
        ({"edition": "five"}, "share the pieces"),
        ({"options": {"rays": "best"}}, "rays"),
        ({"options": {"rounds": "4"}}, "more deals"),
        ({"deals": 21}, "1 to 20 deals"),
        ({"mode": Mode.WINDOW}, "ends after it begins"),
        ({"mode": Mode.WINDOW, "ends": 1.0}, "ends after it begins"),
        ({"mode": Mode.WINDOW, "ends": 1.9e9}, "three months"),
        ({"seconds": 1.0}, "30 to 7200"),
        ({"ends": 1.9e9}, "no time window"),
        ({"title": "a\nb"}, "one line"),
    ],
)
def test_what_cannot_be_a_tournament_is_refused_with_a_sentence(
    tmp_path: Path, wanted: dict[str, Any], why: str
) -> None:
    async def what(at: Evening, on: Hosted) -> None:
        (host,) = await at.guests("Host")
        with pytest.raises(OptionError, match=why):
            await on.make(host, **wanted)

    course(tmp_path, what)


def test_forgetting_takes_names_results_and_titles_away(tmp_path: Path) -> None:
    async def what(at: Evening, on: Hosted) -> None:
        ann, bob, host = await at.guests("Ann", "Bob", "Host")
        code = await on.window(host, deals=1, title="Host's evening")
        await on.all.join(code, ann)
        await on.all.join(code, bob)
        await on.play(code, ann)
        await on.play(code, bob)
        await at.tables.forget(ann.id)
        await at.tables.forget(host.id)
        found = await on.all.look(code)
        assert (found.row.title, found.row.host, list(found.entrants)) == ("", None, [bob.id])
        await at.pass_by(2 * HOUR)
        assert list(await on.totals(code)) == ["Bob"]

    course(tmp_path, what)


def test_a_clock_that_runs_out_gains_nothing_and_the_seat_stays_its_players(tmp_path: Path) -> None:
    async def what(at: Evening, on: Hosted) -> None:
        ann, host = await at.guests("Ann", "Host")
        code = await on.make(host, deals=1, clock=10.0)
        await on.all.join(code, ann)
        await on.all.go_on(code, host)
        table = await on.begin(code, ann)
        for _ in range(3):
            await at.pass_by(10.5)
            await at.pass_by(1)
        info = await at.info(table)
        assert info.seats[0].bot is None
        view = (await at.state(table, ann)).view
        assert isinstance(view, HexagonView)
        assert sum(cell is not None for cell in view.cells[0]) >= 2
        await at.act(table, ann)
        with pytest.raises(ConflictError, match="the one game on these tiles"):
            await at.tables.replace_by_bot(table, ann.id, 1, "master")

    course(tmp_path, what)


def test_many_join_and_begin_at_the_same_moment(tmp_path: Path) -> None:
    async def what(at: Evening, on: Hosted) -> None:
        host, *people = await at.guests("Host", *(f"Player {n}" for n in range(1, 41)))
        code = await on.make(host, deals=1)
        entrants = await asyncio.gather(*(on.all.join(code, person) for person in people))
        assert sorted(one.number for one in entrants) == list(range(1, 41))
        await on.all.go_on(code, host)
        tables = await asyncio.gather(*(on.begin(code, person) for person in people for _ in range(2)))
        assert len(set(tables)) == 40, "two requests at the same moment begin one game"

    course(tmp_path, what)
