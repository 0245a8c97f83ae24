"""Daily deals: one try counts, days end at midnight UTC, and what a cheat may try gets them nowhere on the server."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from databases import located
from partake.engine.hexagon.view import HexagonView
from partake.rules.catalogue import catalogue
from partake.store.deal_rows import DealFactsRow
from partake.store.rows import Status
from partake.store.store import Store
from partake.table.calendar import CLASSIC, DAYS, EDITION, CalendarError, DayKey, dealt, midnight
from partake.table.challenges import Challenges
from partake.table.daily import GRACE, Daily, named_day, new_share, streak
from partake.table.limits import Limits
from partake.table.model import ConflictError, ForbiddenError, MissingError, Person
from partake.table.people import People
from partake.table.service import TableService
from partake.table.statistics import statistics
from table_service import Clockwork, Evening

TODAY = date(2026, 11, 17)
NOON = midnight(TODAY) + 43_200
DAY = 86_400.0
PATIENCE = 60.0


class Server(Evening):
    """A table service with its daily deals, whose clock a test turns."""

    def __init__(self, folder: Path, at: float = NOON, source: str = "") -> None:
        self.clockwork = self.timers = Clockwork()
        self.clockwork.now = at
        self.store = Store(located(folder / "partake.sqlite"))
        self.tables = TableService(
            self.store, catalogue(), limits=Limits(workers=0), later=self.timers, now=lambda: self.clockwork.now
        )
        self.people = People(self.store, self.tables)
        self.daily = Daily(self.tables, source=source, now=lambda: self.clockwork.now)

    async def played(self, table: str, person: Person) -> HexagonView:
        """A person's game to its end, and what they saw then."""
        while True:
            state = await self.state(table, person)
            assert isinstance(state.view, HexagonView)
            if state.view.outcome is not None:
                await self.settle()
                return state.view
            if state.seat in state.view.to_act:
                placed = next(action for action in await self.legal(table, person) if action != "back")
                await self.tables.play(table, person.id, placed)
            await self.tables.proceed(table, person.id)
            await self.settle()

    async def drawn(self, person: Person, day: date, which: str = CLASSIC, **wanted: Any) -> Any:
        """The tiles of a deal, as a person meets them."""
        table = await self.daily.begin(person, day, which, **wanted)
        return (await self.played(table.id, person)).drawn


def spend_days(folder: Path, course: Callable[[Server], Coroutine[Any, Any, None]], **wanted: Any) -> None:
    """Run a course at a server of its own."""

    async def run() -> None:
        at = Server(folder, **wanted)
        try:
            async with asyncio.timeout(PATIENCE):
                await at.daily.open()
                await course(at)
        finally:
            await at.close()

    asyncio.run(run())


def test_everybody_gets_the_same_tiles_and_one_try_that_counts(tmp_path: Path) -> None:
    async def course(at: Server) -> None:
        ann, bob = await at.guests("Ann", "Bob")
        daily = at.daily
        before = await daily.day_deal(TODAY, CLASSIC, ann)
        assert (before.mine, before.results, before.facts, before.players) == (None, None, None, 0)
        first, same = await asyncio.gather(daily.begin(ann, TODAY, CLASSIC), daily.begin(ann, TODAY, CLASSIC))
        assert first.id == same.id, "two requests at the same moment are one try"
        assert not first.hints, "nobody asks for hints in a game that counts"
        seen = await at.played(first.id, ann)
        assert (await daily.begin(ann, TODAY, CLASSIC)).id == first.id, "there is no second one"
        assert await at.drawn(bob, TODAY) == seen.drawn
        assert await at.drawn(ann, TODAY, practice=True) == seen.drawn
        assert await at.drawn(bob, TODAY, EDITION) != seen.drawn
        await daily.store.keep_facts(DealFactsRow(before.name, 150.0, 200.0, True))
        found = await daily.day_deal(TODAY, CLASSIC, ann)
        assert found.results is not None
        assert (found.players, len(found.results), found.is_counted) == (2, 2, True)
        assert found.place == 1 + sum((one.total or 0) > (found.mine.total or 0) for one in found.results)  # type: ignore[union-attr]
        assert found.facts == DealFactsRow(before.name, 150.0, 200.0, True)
        assert (await daily.day_deal(TODAY, CLASSIC, None)).results is None, "strangers see nothing before the end"
        counted: list[dict[str, Any]] = statistics(at.tables.catalogue, await at.people.games(ann))
        assert [one["games"] for one in counted] == [1]

    spend_days(tmp_path, course)


def test_practice_on_todays_tiles_comes_after_the_try_that_counts(tmp_path: Path) -> None:
    async def course(at: Server) -> None:
        (ann,) = await at.guests("Ann")
        for _ in range(2):
            with pytest.raises(ConflictError, match="finish your own game"):
                await at.daily.begin(ann, TODAY, CLASSIC, practice=True)
            await at.daily.begin(ann, TODAY, CLASSIC)

    spend_days(tmp_path, course)


@pytest.mark.parametrize(
    "day", [TODAY + timedelta(1), TODAY + timedelta(DAYS), TODAY - timedelta(1), date.max, date.min]
)
def test_neither_days_to_come_nor_those_before_the_first_can_be_had(tmp_path: Path, day: date) -> None:
    async def course(at: Server) -> None:
        (ann,) = await at.guests("Ann")
        for asked in (
            lambda: at.daily.begin(ann, day, CLASSIC),
            lambda: at.daily.begin(ann, day, CLASSIC, practice=True),
            lambda: at.daily.day_deal(day, CLASSIC, ann),
            lambda: at.daily.deal(day, CLASSIC),
            lambda: at.daily.key_for(day, "token"),
        ):
            with pytest.raises(MissingError, match="no deals of this day"):
                await asked()
        with pytest.raises(MissingError, match="two deals"):
            await at.daily.begin(ann, TODAY, "both")

    spend_days(tmp_path, course)


def test_a_try_that_was_begun_before_midnight_counts_for_an_hour_after_it(tmp_path: Path) -> None:
    async def course(at: Server) -> None:
        ann, bob = await at.guests("Ann", "Bob")
        in_time, late = await at.daily.begin(ann, TODAY, CLASSIC), await at.daily.begin(bob, TODAY, CLASSIC)
        at.clockwork.now = midnight(TODAY) + DAY + GRACE - 1
        assert at.daily.today == TODAY + timedelta(1)
        (cleo,) = await at.guests("Cleo")
        with pytest.raises(ConflictError, match="this day is over"):
            await at.daily.begin(cleo, TODAY, CLASSIC)
        with pytest.raises(ForbiddenError, match="play yours first"):
            await at.tables.state(in_time.id, cleo.id)
        assert await at.daily.published(TODAY) is None
        await at.played(in_time.id, ann)
        at.clockwork.now += 2
        assert await at.daily.published(TODAY) is not None
        assert (await at.daily.begin(bob, TODAY, CLASSIC)).id == late.id, "he can go on"
        await at.played(late.id, bob)
        mine, his = [await at.daily.day_deal(TODAY, CLASSIC, one) for one in (ann, bob)]
        assert (mine.is_counted, his.is_counted, mine.players, his.place) == (True, False, 1, None)
        assert his.mine is not None
        assert his.mine.total is not None
        assert (await at.daily.streak(ann), await at.daily.streak(bob)) == (1, 0)

    spend_days(tmp_path, course, at=midnight(TODAY) + DAY - 1)


def test_a_game_that_was_not_finished_in_time_counts_in_no_statistics(tmp_path: Path) -> None:
    async def course(at: Server) -> None:
        (ann,) = await at.guests("Ann")
        table = (await at.daily.begin(ann, TODAY, CLASSIC)).id
        await at.daily.sweep()
        assert (await at.info(table)).counts
        at.clockwork.now = midnight(TODAY) + DAY + GRACE
        await at.next_round()
        await at.daily.sweep()
        assert not (await at.info(table)).counts
        await at.played(table, ann)
        assert statistics(at.tables.catalogue, await at.people.games(ann)) == []

    spend_days(tmp_path, course)


def test_past_days_are_practice_and_never_change_what_counted(tmp_path: Path) -> None:
    async def course(at: Server) -> None:
        ann, bob = await at.guests("Ann", "Bob")
        tiles = await at.drawn(ann, TODAY)
        at.clockwork.now += 3 * DAY
        table = await at.daily.begin(bob, TODAY, CLASSIC)
        assert (table.counts, table.deal) == (False, at.daily.name(TODAY, CLASSIC))
        assert (await at.played(table.id, bob)).drawn == tiles
        found = await at.daily.day_deal(TODAY, CLASSIC, bob)
        assert (found.players, found.mine, found.is_sealed) == (1, None, False)
        assert found.results is not None, "past days are open"

    spend_days(tmp_path, course)


def test_what_a_cheat_may_try_at_tables(tmp_path: Path) -> None:
    """Looking at a friend's game, aborting and restarting, a bot instead of oneself, challenges, forgetting oneself."""

    async def course(at: Server) -> None:
        ann, bob = await at.guests("Ann", "Bob")
        mine, his = [(await at.daily.begin(one, TODAY, CLASSIC)).id for one in (ann, bob)]
        await at.played(his, bob)
        for person in (ann.id, None):
            for asked in (
                lambda who=person: at.tables.state(his, who),
                lambda who=person: at.tables.record(his, who),
                lambda who=person: at.tables.replay(his, 3, who),
            ):
                with pytest.raises(ForbiddenError, match="play yours first"):
                    await asked()
        assert (await at.daily.day_deal(TODAY, CLASSIC, ann)).results is None
        with pytest.raises(ConflictError, match="counts"):
            await at.tables.hosting.close(mine, ann.id)
        with pytest.raises(ConflictError, match="counts"):
            await at.tables.replace_by_bot(mine, ann.id, 1, "random")
        await at.act(mine, ann)
        await at.tables.leave(mine, ann.id)
        again = await at.daily.begin(ann, TODAY, CLASSIC)
        assert again.id == mine, "an abandoned try stays the one try"
        await at.tables.arrive(mine, ann.id)
        assert (await at.state(mine, ann)).seat == 1
        with pytest.raises(ConflictError, match="everybody can play these tiles"):
            await Challenges(at.tables).create(his, bob)
        assert await Challenges(at.tables).others(his) == []
        rematch = await at.tables.rematch(his, bob)
        assert (rematch.deal, rematch.commitment == (await at.info(his)).commitment) == (None, False)
        record = await at.tables.record(his, bob.id)
        assert record.seed is not None, "who has finished may see all of it"
        assert record.seed == (await at.daily.deal(TODAY, CLASSIC)).seed
        running = await at.tables.record(mine, ann.id)
        assert (running.seed, running.outcome) == (None, None), "who has not may see no more than the draws so far"
        await at.tables.forget(bob.id)
        assert (await at.daily.day_deal(TODAY, CLASSIC, None)).players == 0, "who is forgotten is not in the results"
        (stranger,) = await at.guests("Bob")
        other = await at.daily.begin(stranger, TODAY, CLASSIC)
        assert other.counts, "whoever comes back as somebody new has a try, as two people do; docs/daily.md says so"

    spend_days(tmp_path, course)


def test_the_key_of_today_is_for_servers_with_a_token_and_that_of_tomorrow_for_nobody(tmp_path: Path) -> None:
    async def course(at: Server) -> None:
        daily, tomorrow = at.daily, TODAY + timedelta(1)
        token = await new_share(daily.store, "Other", at.clockwork.now)
        for wrong in ("", "x", token[:-1]):
            with pytest.raises(ForbiddenError, match="when the day is over"):
                await daily.key_for(TODAY, wrong)
        key = await daily.key_for(TODAY, token)
        assert daily.fingerprint is not None
        assert key.follows(daily.fingerprint)
        with pytest.raises(MissingError):
            await daily.key_for(tomorrow, token)
        assert await daily.store.revoke("Other")
        assert not await daily.store.revoke("Other")
        with pytest.raises(ForbiddenError):
            await daily.key_for(TODAY, token)
        at.clockwork.now = daily.opens(TODAY) - 1
        with pytest.raises(ForbiddenError):
            await daily.key_for(TODAY, "")
        at.clockwork.now += 1
        assert await daily.key_for(TODAY, "") == key == await daily.published(TODAY)
        at.clockwork.now += 40 * DAY
        assert (await daily.key_for(daily.today - timedelta(2), "")).follows(key)

    spend_days(tmp_path, course)


def test_a_calendar_outlives_its_server(tmp_path: Path) -> None:
    found: list[Any] = []

    async def course(at: Server) -> None:
        (ann,) = await at.guests("Ann")
        found.append((at.daily.fingerprint, await at.drawn(ann, TODAY, EDITION)))

    spend_days(tmp_path, course)
    spend_days(tmp_path, course, at=NOON + 3600)
    assert found[0] == found[1]


def test_a_follower_deals_alike_and_takes_no_key_that_is_not_of_its_calendar(tmp_path: Path) -> None:
    home, follower = tmp_path / "home", tmp_path / "follower"
    for folder in (home, follower):
        folder.mkdir()

    async def run() -> None:
        there, here = Server(home), Server(follower, source="https://home.example.org")
        try:
            await there.daily.open()
            await here.daily.open()
            (ann,), (bob,) = await there.guests("Ann"), await here.guests("Bob")
            assert not here.daily.is_known(TODAY)
            with pytest.raises(ConflictError, match="another server"):
                await here.daily.begin(bob, TODAY, CLASSIC)
            anchor = str(there.daily.fingerprint)
            key = await there.daily._key(TODAY)
            other = DayKey.root(TODAY, 1)
            for given, why in (
                ((anchor, str(other)), "does not belong"),
                ((anchor, f"{TODAY + timedelta(1)}:{key.data.hex()}"), "has not begun"),
                ((anchor, "nonsense"), "is written as"),
            ):
                with pytest.raises(CalendarError, match=why):
                    await here.daily.receive(*given)
            assert here.daily.fingerprint is None
            await here.daily.receive(anchor, str(key))
            assert await there.drawn(ann, TODAY) == await here.drawn(bob, TODAY)
            assert await there.drawn(ann, TODAY, EDITION) == await here.drawn(bob, TODAY, EDITION)
            assert there.daily.name(TODAY, CLASSIC) == here.daily.name(TODAY, CLASSIC)
            there.clockwork.now = here.clockwork.now = NOON + 3 * DAY
            later = there.daily.today
            assert not here.daily.is_known(later)
            for given, why in (
                ((str(other.at(TODAY)), str(other)), "another calendar"),
                ((anchor, str(DayKey(later, key.data))), "does not belong"),
            ):
                with pytest.raises(CalendarError, match=why):
                    await here.daily.receive(*given)
            await here.daily.receive(anchor, str(await there.daily._key(later)))
            missed = TODAY + timedelta(1)
            assert await there.drawn(ann, missed) == await here.drawn(bob, missed), "earlier days follow"
            assert await there.drawn(ann, later) == await here.drawn(bob, later)
        finally:
            await there.close()
            await here.close()

    asyncio.run(run())


def test_a_streak_is_of_days_in_a_row_up_to_today_or_yesterday(tmp_path: Path) -> None:
    def ago(*days: int) -> set[date]:
        return {TODAY - timedelta(one) for one in days}

    assert streak(set(), TODAY) == 0
    assert streak(ago(0), TODAY) == 1
    assert streak(ago(1, 2), TODAY) == 2, "today is not over yet"
    assert streak(ago(0, 1, 2, 4), TODAY) == 3
    assert streak(ago(2, 3), TODAY) == 0

    async def course(at: Server) -> None:
        (ann,) = await at.guests("Ann")
        for day, expected in enumerate((1, 2, 3)):
            await at.drawn(ann, TODAY + timedelta(day), (CLASSIC, EDITION, CLASSIC)[day])
            assert await at.daily.streak(ann) == expected
            at.clockwork.now += DAY
        at.clockwork.now += DAY
        assert await at.daily.streak(ann) == 0
        await at.drawn(ann, at.daily.today - timedelta(1), CLASSIC)
        assert await at.daily.streak(ann) == 0, "practice on a past day mends nothing"

    spend_days(tmp_path, course)


def test_names_of_deals_tell_their_day_and_those_of_others_none() -> None:
    assert named_day("daily/0123456789ab/2026-11-17/classic") == TODAY
    for name in ("", "daily", "daily/x/2026-11-31/classic", "tournament/0/2026-11-17/classic", "daily/x/2026-11-17"):
        assert named_day(name) is None


def test_a_clock_that_goes_back_opens_nothing_twice_and_seals_again(tmp_path: Path) -> None:
    async def course(at: Server) -> None:
        (ann,) = await at.guests("Ann")
        at.clockwork.now = NOON + DAY
        later = await at.daily.begin(ann, at.daily.today, CLASSIC)
        at.clockwork.now = NOON
        with pytest.raises(MissingError):
            await at.daily.begin(ann, TODAY + timedelta(1), CLASSIC)
        assert await at.tables.deals.is_sealed(later.deal or "")
        assert (await at.info(later.id)).status is Status.PLAYING
        assert dealt(TODAY, CLASSIC).edition == "classic"

    spend_days(tmp_path, course)
