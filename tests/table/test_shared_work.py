"""What else two processes on one database share: the calendar, ratings, games that are sent, rounds of work, limits."""

from __future__ import annotations

import asyncio
import threading
import time
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import update

from partake.review.summary import SeatSummary
from partake.store import schema
from partake.store.rounds import Rounds
from partake.store.rows import Status
from partake.store.upkeep import DAY
from partake.table import background_reviews
from partake.table.background_reviews import BackgroundReviews
from partake.table.calendar import DayKey
from partake.table.daily import Daily
from partake.table.model import MissingError, SeatRequest, TableRequest, TooFastError, TooManyError
from partake.table.paper import PaperGames, SentGame
from partake.table.puzzles import Puzzles
from partake.table.review_queue import ReviewQueue
from partake.web.following import Follower, Home
from partake.web.rates import RateLimit, TokenBucket
from postgres import needs_postgres
from progress_games import SUMMARY, played_by
from table_service import PATIENCE, Evening
from two_processes import heard, with_two

pytestmark = [needs_postgres, pytest.mark.sqlite_only("has databases of its own")]


def test_processes_that_start_together_have_one_calendar(tmp_path: Path) -> None:
    async def course(one: Evening, other: Evening) -> None:
        both = [Daily(at.tables) for at in (one, other)]
        await asyncio.gather(*(daily.open() for daily in both))
        today = both[0].today
        assert both[0].fingerprint == both[1].fingerprint
        seeds = [(await daily.deal(today, "classic")).seed for daily in both]
        assert seeds[0] == seeds[1]

    with_two(tmp_path, course)


def test_a_key_that_one_process_was_given_is_not_asked_for_again(tmp_path: Path) -> None:
    async def course(one: Evening, other: Evening) -> None:
        source = "http://127.0.0.1:9"
        both = [Daily(at.tables, source=source) for at in (one, other)]
        for daily in both:
            await daily.open()
        today = both[0].today
        key = DayKey(today, b"k" * 32)
        await both[0].receive(str(key.at(today - timedelta(1))), str(key))
        assert not both[1].is_known(today)
        assert await Follower(both[1], Home(source, "token")).look(), "nobody answers there"
        assert both[1].is_known(today)

    with_two(tmp_path, course)


def test_sharing_games_and_answering_a_puzzle_at_the_same_time_lose_nothing(tmp_path: Path) -> None:
    async def course(one: Evening, other: Evening) -> None:
        (ann,) = await one.guests("Ann")
        here, there = (Puzzles(at.store, at.tables.catalogue) for at in (one, other))
        chosen = list(here.all.values())[:6]
        for puzzle in chosen:
            await asyncio.gather(here.answer(ann, puzzle.id, puzzle.solution), there.share(ann, shares=True))
        found = await here.standing(ann)
        assert (found.streak, found.shares, len(found.answers)) == (6, True, 6)

    with_two(tmp_path, course)


def test_a_game_that_is_sent_twice_at_once_is_kept_once(tmp_path: Path) -> None:
    async def course(one: Evening, other: Evening) -> None:
        (ann,) = await one.guests("Ann")
        both = [PaperGames(at.tables) for at in (one, other)]
        record_of = await _played(one)
        for n in range(5):
            game = replace(record_of, key=f"evening {n}")
            record = await both[0].read(game)
            sent = await asyncio.gather(*(paper.send(ann, game, record) for paper in both))
            assert sent[0][0] == sent[1][0]
            assert sorted(was_known for _, was_known in sent) == [False, True]

    with_two(tmp_path, course)


async def _played(at: Evening) -> SentGame:
    """A game that was played here, as it would be sent from a cardboard table."""
    (host,) = await at.guests("Host")
    table = await at.table(host)
    calls, board = list[str](), dict[str, str]()
    for _ in range(19):
        action = (await at.legal(table, host))[0]
        tile, _, cell = action.partition("@")
        calls.append(tile)
        board[cell] = tile
        await at.tables.play(table, host.id, action)
        await at.settle()
    return SentGame("classic", {}, ["Ann"], calls, [board], 1)


def test_work_of_every_minute_is_done_by_one_process(tmp_path: Path) -> None:
    async def course(one: Evening, other: Evening) -> None:
        both = [Rounds(at.store) for at in (one, other)]
        first = await asyncio.gather(*(rounds.take("sweep") for rounds in both * 4))
        assert first.count(True) == 1
        assert not await both[0].take("sweep")
        assert await both[0].take("something else")
        await one.next_round()
        assert [await rounds.take("sweep") for rounds in both] == [True, False]

    with_two(tmp_path, course)


def test_a_review_that_nobody_has_asked_for_is_made_by_one_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, released = threading.Event(), threading.Event()
    reviewed: list[tuple[int, ...]] = []

    def summarised(_text: str, seats: tuple[int, ...], *_about: object) -> list[SeatSummary]:
        reviewed.append(seats)
        begun.set()
        assert released.wait(PATIENCE)
        return [SUMMARY]

    monkeypatch.setattr(background_reviews, "summarised", summarised)

    async def course(one: Evening, other: Evening) -> None:
        (ann,) = await one.guests("Ann")
        table = await played_by(one, ann, "greedy")
        queues = [ReviewQueue(at.tables.limits) for at in (one, other)]
        both = [BackgroundReviews(at.tables, queue) for at, queue in zip((one, other), queues, strict=True)]
        working = asyncio.create_task(both[0].work())
        assert await asyncio.to_thread(begun.wait, PATIENCE)
        assert not await both[1].work(), "the other has it"
        assert not await both[1].work(), "there is nothing else"
        released.set()
        assert await working
        assert not await both[1].work()
        assert reviewed == [(1,)]
        assert await one.tables.results.store.unreviewed() is None
        assert await Rounds(other.store).take(f"review {table}"), "nothing is left behind"
        for background, queue in zip(both, queues, strict=True):
            await background.close()
            await asyncio.to_thread(queue.close)

    with_two(tmp_path, course)


def test_waiting_tables_are_looked_through_by_one_process(tmp_path: Path) -> None:
    async def course(one: Evening, other: Evening) -> None:
        searches: list[str] = []
        for at in (one, other):
            at.store.waiting = _counting(at.store.waiting, searches)  # type: ignore[method-assign,assignment]
            await at.tables.abandonment.sweep()
        assert len(searches) == 1

    with_two(tmp_path, course)


def _counting(found: object, calls: list[str]) -> object:
    def called(before: float) -> object:
        calls.append(str(before))
        return found(before)  # type: ignore[operator]

    return called


def test_cleaning_up_leaves_tables_at_which_somebody_was_lately_and_tells_of_the_others(tmp_path: Path) -> None:
    async def course(one: Evening, other: Evening) -> None:
        (ann,) = await one.guests("Ann")
        request = TableRequest("classic", seats=(SeatRequest("host"), SeatRequest("person")))
        attended, left = [(await other.tables.create(ann, request)).id for _ in range(2)]
        gone = await _guest_of_old(one)
        assert await other.people.find(gone) is not None
        long_ago = time.time() - 40 * DAY
        await one.store.change_table(attended, created=long_ago, attended=time.time())
        await one.store.change_table(left, created=long_ago, attended=long_ago)
        found = await one.store.clean_up()
        assert (found.tables, found.guests) == (1, 1)
        await heard(one, other)
        assert (await other.info(attended)).status == Status.WAITING
        assert other.people.known(gone) is None
        with pytest.raises(MissingError):
            await other.info(left)

    with_two(tmp_path, course)


async def _guest_of_old(at: Evening) -> str:
    (guest,) = await at.guests("Guest")
    old = update(schema.people).where(schema.people.c.id == guest.id).values(created=1.0)
    await at.store.write(lambda connection: connection.execute(old))
    return guest.id


def test_what_one_process_accepts_counts_against_the_limit_of_the_other(tmp_path: Path) -> None:
    async def course(one: Evening, other: Evening) -> None:
        here, there = (RateLimit(4, bus=at.store.bus, name="guests") for at in (one, other))
        unrelated = RateLimit(4, bus=other.store.bus, name="tables")
        for _ in range(3):
            here.spend("192.0.2.1")
        await heard(one, other)
        there.spend("192.0.2.1")
        with pytest.raises(TooManyError):
            there.spend("192.0.2.1")
        there.spend("192.0.2.2")
        for _ in range(4):
            unrelated.spend("192.0.2.1")

    with_two(tmp_path, course)


def test_moves_at_two_processes_come_out_of_one_bucket(tmp_path: Path) -> None:
    async def course(one: Evening, other: Evening) -> None:
        now = [0.0]
        here, there = (TokenBucket(8, lambda: now[0], bus=at.store.bus, name="moves") for at in (one, other))
        for _ in range(7):
            here.spend("ann")
        here.tell()
        await heard(one, other)
        assert there._full == {}, "a bucket that is more than half full is told to nobody"
        here.spend("ann")
        here.spend("ann")
        here.tell()
        await heard(one, other)
        for _ in range(7):
            there.spend("ann")
        with pytest.raises(TooFastError):
            there.spend("ann")
        there.tell()
        await heard(other, one)
        with pytest.raises(TooFastError):
            here.spend("ann")
        now[0] += 1.0
        here.spend("ann")

    with_two(tmp_path, course)
