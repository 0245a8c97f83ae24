"""Results of games: kept when a game ends, found again after a kill, completed by reviews, forgotten with the person;
leaderboards of those who want to be seen, and of nobody else."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from sqlalchemy import delete

from partake.review.summary import SeatSummary
from partake.store import schema
from partake.store.practice_rows import ResultRow
from partake.store.rows import SeatRow, Status, TableRow
from partake.table.background_reviews import BackgroundReviews
from partake.table.leaderboards import LEAST, Leaderboards, Measure, Period
from partake.table.model import MissingError, Person
from partake.table.results import apart
from partake.table.review_queue import ReviewQueue, Stage
from partake.web.text.progress import PROGRESS
from progress_games import SUMMARY, kept_review, played_by
from table_service import Clockwork, Evening, evening, spend

DAY = 86_400.0
MIDNIGHT = 1_800_057_600.0
"""The first moment of 2027-01-16 in UTC."""


async def results_of(found: Evening, person: Person) -> list[ResultRow]:
    return await found.people.results(person)


def test_a_game_that_ends_leaves_a_row_for_each_person_and_game(tmp_path: Path) -> None:
    async def course(found: Evening) -> None:
        ann, bob = await found.guests("Ann", "Bob")
        match = await played_by(found, ann, "greedy", bob, options={"rounds": 2})
        rows = await results_of(found, ann)
        assert [(row.table_id, row.game, row.seat, row.rules, row.apart) for row in rows] == [
            (match, 1, 1, "", ""),
            (match, 2, 1, "", ""),
        ]
        info = await found.info(match)
        assert sum(row.score for row in rows) == info.seats[0].total
        assert {row.seat for row in await results_of(found, bob)} == {2}
        assert all(row.lost is None and row.reviewed is None for row in rows)

    spend(tmp_path, course)


def test_a_review_completes_the_rows_of_its_seats(tmp_path: Path) -> None:
    async def course(found: Evening) -> None:
        ann, bob = await found.guests("Ann", "Bob")
        table = await played_by(found, ann, "greedy", bob)
        await kept_review(found, table, SUMMARY, replace(SUMMARY, seat=2, lost=7.0, luck=None))
        (own,), (other,) = await results_of(found, ann), await results_of(found, bob)
        assert (own.lost, own.luck, own.moves, own.grave, own.causes) == (19.0, 5.0, 19, 2, {"breaks": 6.0})
        assert own.phases == {"opening": [9.0, 6], "middle": [7.0, 6], "end": [3.0, 7]}
        assert (other.lost, other.luck) == (7.0, None)
        assert own.reviewed is not None

    spend(tmp_path, course)


def test_results_survive_a_restart_and_those_of_an_interrupted_end_are_found_again(tmp_path: Path) -> None:
    tables: list[str] = []

    async def play(found: Evening) -> None:
        (ann,) = await found.guests("Ann")
        tables.extend([await played_by(found, ann, "greedy"), await played_by(found, ann, "greedy")])
        await kept_review(found, tables[0])
        lost = delete(schema.results).where(schema.results.c.table_id == tables[1])
        await found.store.write(lambda connection: connection.execute(lost))  # as if killed before it was kept

    async def look(found: Evening) -> None:
        store = found.tables.results.store
        assert await store.missing(9) == [tables[1]]
        await found.tables.results.sweep()
        assert await store.missing(9) == []
        assert await store.unreviewed() == (tables[1], (1,))
        assert await store.unreviewed([tables[1]]) is None

    spend(tmp_path, play)
    spend(tmp_path, look)


TABLE = TableRow(
    "classic", options={}, id="t", status=Status.OVER, pause=0.0, created=1.0, commitment="", rules="", host="ann"
)
SEAT = SeatRow(1, "Ann", people=("ann",))


@pytest.mark.parametrize(
    ("table", "seat", "why"),
    [
        (TABLE, SEAT, ""),
        (replace(TABLE, paper=True), SEAT, "paper"),
        (replace(TABLE, counts=False), SEAT, "again"),
        (replace(TABLE, given=7), SEAT, "continued"),
        (TABLE, replace(SEAT, hints=(0, 1, 0)), "hints"),
        (TABLE, replace(SEAT, hints=(0, 0, 0)), ""),
        (TABLE, replace(SEAT, people=("ann", "bob")), "pair"),
        (TABLE, replace(SEAT, bot="heuristic"), "bot"),
        (TABLE, replace(SEAT, late=3), "late"),
    ],
)
def test_what_says_nothing_about_strength_is_kept_apart(table: TableRow, seat: SeatRow, why: str) -> None:
    assert apart(table, seat) == why
    assert f"apart_{why}" in PROGRESS or not why


def test_a_person_who_is_forgotten_leaves_no_result(tmp_path: Path) -> None:
    async def course(found: Evening) -> None:
        ann, bob = await found.guests("Ann", "Bob")
        table = await played_by(found, ann, "greedy", bob)
        await found.people.choose(ann, public=True)
        await found.people.forget(ann)
        assert await results_of(found, ann) == []
        await found.tables.results.reviewed(table, [SUMMARY, replace(SUMMARY, seat=2)])
        assert await results_of(found, ann) == []
        assert [row.lost for row in await results_of(found, bob)] == [19.0]
        board = await Leaderboards(found.tables).board("classic", "", None)
        assert board.total == 0

    spend(tmp_path, course)


def test_only_those_who_want_it_are_on_a_leaderboard_and_everybody_is_told_their_own_place(tmp_path: Path) -> None:
    async def course(found: Evening) -> None:
        boards = Leaderboards(found.tables)
        ann, bob, cleo = await found.guests("Ann", "Bob", "Cleo")
        for who, bot in ((ann, "heuristic"), (bob, "random"), (cleo, "greedy")):
            await played_by(found, who, bot)
        assert (await boards.board("classic", "", None)).places == ()
        bob = await found.people.choose(bob, public=True)
        shown = await boards.board("classic", "", None)
        assert [place.entry.name for place in shown.places] == ["Bob"]
        assert shown.mine is None
        mine = await boards.board("classic", "", ann)
        assert [place.entry.name for place in mine.places] == ["Bob"]
        assert mine.mine is not None
        assert (mine.mine.place, mine.mine.entry.name) == (1, "Ann")
        ann = await found.people.choose(ann, public=True)
        both = await boards.board("classic", "", bob)
        assert [(place.place, place.entry.name) for place in both.places] == [(1, "Ann"), (2, "Bob")]
        assert both.mine == both.places[1]
        await found.people.choose(bob, public=False)
        assert [place.entry.name for place in (await boards.board("classic", "", None)).places] == ["Ann"]
        await found.people.ban(ann)
        assert (await boards.board("classic", "", None)).places == ()
        with pytest.raises(MissingError):
            await Leaderboards(found.tables, is_on=False).board("classic", "", None)
        with pytest.raises(MissingError):
            await boards.board("five", "players=2", None)  # markers are compared with nothing

    spend(tmp_path, course)


def test_a_day_begins_at_midnight_in_utc(tmp_path: Path) -> None:
    clock = Clockwork()

    async def course(found: Evening) -> None:
        boards = Leaderboards(found.tables)
        ann, bob = [await found.people.choose(one, public=True) for one in await found.guests("Ann", "Bob")]
        clock.now = MIDNIGHT - 0.5
        await played_by(found, ann, "greedy")
        assert boards.today() == date(2027, 1, 15)
        clock.now = MIDNIGHT
        await played_by(found, bob, "greedy")
        assert boards.today() == date(2027, 1, 16)
        today = await boards.board("classic", "", None, period=Period.DAY)
        assert [place.entry.name for place in today.places] == ["Bob"]
        before = await boards.board("classic", "", None, period=Period.DAY, day=date(2027, 1, 15))
        assert [place.entry.name for place in before.places] == ["Ann"]
        assert (await boards.board("classic", "", None)).total == 2
        for odd in (date.min, date.max):
            assert (await boards.board("classic", "", None, period=Period.DAY, day=odd)).total == 0

    spend(tmp_path, course, timers=clock)


def test_challenges_and_other_rules_are_not_on_the_usual_leaderboard(tmp_path: Path) -> None:
    async def course(found: Evening) -> None:
        from partake.table.challenges import Challenges

        boards = Leaderboards(found.tables)
        ann, bob = [await found.people.choose(one, public=True) for one in await found.guests("Ann", "Bob")]
        table = await played_by(found, ann, "greedy", options={"rays": "each"})
        friend = (await Challenges(found.tables).create(table, ann)).id
        await found.tables.join(friend, bob)
        while (await found.info(friend)).finished is None:
            await found.act(friend, bob)
        (row,) = await results_of(found, bob)
        assert (row.known, row.apart) == (True, "")
        assert (await boards.board("classic", "", None)).total == 0
        rays = await boards.board("classic", "rays=each", None)
        assert [place.entry.name for place in rays.places] == ["Ann"]
        assert await boards.choices(None) == [("classic", "rays=each")]

    spend(tmp_path, course)


def test_strength_is_ranked_by_what_is_given_away_after_enough_games(tmp_path: Path) -> None:
    async def course(found: Evening) -> None:
        boards = Leaderboards(found.tables)
        ann, bob = [await found.people.choose(one, public=True) for one in await found.guests("Ann", "Bob")]
        for who, lost, count in ((ann, 38.0, LEAST), (bob, 19.0, LEAST - 1)):
            for i in range(count):
                await kept_review(found, await played_by(found, who, "random"), replace(SUMMARY, lost=lost + i % 2))
        board = await boards.board("classic", "", None, by=Measure.STRENGTH)
        assert [(one.entry.name, one.entry.value) for one in board.places] == [("Ann", 38.5 / 19)]
        await kept_review(found, await played_by(found, bob, "random"), replace(SUMMARY, lost=20.0))
        board = await boards.board("classic", "", None, by=Measure.STRENGTH)
        assert [one.entry.name for one in board.places] == ["Bob", "Ann"]
        first = board.places[0].entry
        assert first.low is not None
        assert first.high is not None
        assert first.low < first.value < first.high

    spend(tmp_path, course)


def test_background_reviews_find_what_is_not_reviewed_and_make_way_for_those_that_are_asked_for(tmp_path: Path) -> None:
    async def play(found: Evening) -> None:
        ann, bob = await found.guests("Ann", "Bob")
        await played_by(found, ann, "greedy", bob)

    async def review(found: Evening) -> None:
        due = await found.tables.results.store.unreviewed()
        assert due is not None
        table, seats = due
        assert seats == (1, 2)
        queue = ReviewQueue(found.tables.limits)
        background = BackgroundReviews(found.tables, queue)
        record = await found.tables.record(table)
        asked = queue.ask(table, record, "somebody")
        assert not background.is_idle
        assert not await background.work()
        while asked.is_pending:
            await asyncio.sleep(0.05)
        assert asked.stage is Stage.DONE
        while await found.tables.results.store.unreviewed():  # what was asked for is kept by itself
            await asyncio.sleep(0.05)
        kept = await _lost(found)
        await _forget_reviews(found)
        assert await background.work()
        assert await _lost(found) == pytest.approx(kept)
        assert not await background.work()
        await asyncio.to_thread(queue.close)
        await background.close()

    spend(tmp_path, play)
    asyncio.run(_within(tmp_path, review))


async def _within(folder: Path, course: Callable[[Evening], Awaitable[None]]) -> None:
    """Without a time limit: kernels may have to be compiled."""
    async with evening(folder) as found:
        await course(found)


async def _lost(found: Evening) -> list[float]:
    query = schema.results.select().order_by(schema.results.c.seat)
    return await found.store.read(lambda connection: [row.lost for row in connection.execute(query)])


async def _forget_reviews(found: Evening) -> None:
    change = schema.results.update().values(reviewed=None, lost=None)
    await found.store.write(lambda connection: connection.execute(change))


@pytest.mark.slow
@pytest.mark.parametrize("level", ["casual", "skilled"])
def test_a_bot_of_known_strength_is_estimated_as_it_was_measured(level: str, tmp_path: Path) -> None:
    """Twenty games of Classic through the real table service; the intervals of both measurements overlap."""
    from partake.review.levels import level_plays
    from partake.review.summary import summarise
    from partake.table.progress import progress_of

    found: list[ResultRow] = []

    async def course(here: Evening) -> None:
        (ann,) = await here.guests("Ann")
        for seed in range(20):
            table = await played_by(here, ann, level, seed=seed)
            record = await here.tables.record(table)
            summary: list[SeatSummary] = summarise(record, [1], progress=lambda done, total: None)
            await here.tables.results.reviewed(table, summary)
        found.extend(await results_of(here, ann))

    asyncio.run(_within(tmp_path, course))
    (progress,) = progress_of(found)
    given = progress.sums.given_away
    measured = next(play for play in level_plays("classic") if play.level == level)
    assert given is not None
    assert given.low <= measured.high
    assert given.high >= measured.low
