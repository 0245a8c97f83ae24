"""Daily deals: each day two draws for everybody, each person's one try, and what came of it.

A day is a day in UTC. Its deals can be begun on it, and what was begun on it counts if it is finished within an hour
after it (`GRACE`); until then the deals are sealed, and then the day's key is published. The keys are those of a
calendar (`partake.table.calendar`): this server's own, made when it first starts, or one that it follows.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import secrets
import time
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta

from partake.rules.messages import Message
from partake.store.daily import DailyStore
from partake.store.deal_rows import CalendarRow, DealFactsRow, ShareRow
from partake.store.deals import TryResult
from partake.store.rounds import Rounds
from partake.store.rows import Status
from partake.table.calendar import (
    DEALS,
    CalendarError,
    DayKey,
    Dealt,
    day_of,
    dealt,
    midnight,
    utc_day,
)
from partake.table.deals import Deal
from partake.table.model import ConflictError, ForbiddenError, MissingError, Person, TableInfo
from partake.table.presence import Now
from partake.table.retrying import again_when_stale
from partake.table.service import TableService

KIND = "daily"
"""The first part of the names of daily deals: `daily/calendar/date/deal`."""
GRACE = 3600.0
"""Seconds after a day in which a try that was begun on it can be finished and counts."""
SHORT_NAME = 12
"""The hexadecimal digits of a calendar's fingerprint in the names of its deals."""
LONGEST_NAME = 60
"""The most characters of the name of a server that shares the calendar."""
ELSEWHERE = Message("the tiles of this day come from another server, which has not told them yet: look again later")
"""What is said while the day's key is not known here."""


@dataclass(frozen=True, slots=True)
class DayDeal:
    """One of a day's deals, as one person may see it."""

    day: date
    which: str
    """`classic` or `edition`."""
    name: str
    dealt: Dealt
    is_sealed: bool
    is_known: bool
    """Whether the day's key is known here, so that it can be played."""
    mine: TryResult | None
    """The person's one try."""
    players: int
    """The number of tries that count."""
    results: tuple[TryResult, ...] | None
    """The tries that count, those with most points first; None for those who may not see them yet."""
    facts: DealFactsRow | None = None
    """What could be made of the tiles, for those who may see the results."""
    is_pending: bool = False
    """Whether that is being computed."""

    @property
    def is_counted(self) -> bool:
        """Whether the person's try is over, and counts."""
        return self.mine is not None and counts(self.mine)

    @property
    def place(self) -> int | None:
        """The person's place; equal points share it."""
        if self.results is None or self.mine is None or not self.is_counted:
            return None
        return 1 + sum((one.total or 0) > (self.mine.total or 0) for one in self.results)


class Daily:
    """The deals of every day since the calendar's first."""

    def __init__(self, tables: TableService, *, source: str = "", now: Now | None = None) -> None:
        """`source` is the address of the server whose calendar is followed; empty for one of its own."""
        self.tables, self.source, self._now = tables, source, now or time.time
        self.store, self._rounds = DailyStore(tables.store), Rounds(tables.store)
        self.problem: Message | None = None
        """Why the newest key is not known, if the server that is followed did not give it."""
        self._fingerprint: DayKey | None = None
        self._newest: DayKey | None = None
        """A key from which those of all days up to it follow: that of the last day, or the newest that was given."""
        self._near: DayKey | None = None
        """Likewise that of a day not long ago, so that a century is walked through once a day only."""
        tables.deals.register(KIND, self)
        tables.runner.upkeep.append(self.sweep)

    async def open(self) -> None:
        """Read the calendar; a server that follows no other makes its own."""
        if not await self.read() and not self.source:
            root = DayKey.root(self.today)
            first = await asyncio.to_thread(root.at, self.today - timedelta(1))
            self._use(await self.store.first_calendar(CalendarRow(str(first), "", str(root))))

    async def read(self) -> bool:
        """Read what is stored of the calendar, by another process perhaps; whether there is any."""
        row = await self.store.calendar(self.source)
        if row is not None:
            self._use(row)
        return row is not None

    def _use(self, row: CalendarRow) -> None:
        self._fingerprint, self._newest = DayKey.of(row.fingerprint), DayKey.of(row.newest)

    @property
    def now(self) -> float:
        """The present moment, in Unix time."""
        return self._now()

    @property
    def today(self) -> date:
        """The day in UTC."""
        return utc_day(self._now())

    @property
    def fingerprint(self) -> DayKey | None:
        """The calendar's fingerprint; None before anything is known of one that is followed."""
        return self._fingerprint

    @property
    def first(self) -> date:
        """The calendar's first day."""
        return self.today if self._fingerprint is None else self._fingerprint.day + timedelta(1)

    async def receive(self, fingerprint: str, key: str) -> None:
        """Keep a key that the server which is followed has given, if it belongs to the calendar that is known."""
        anchor, newest = DayKey.of(fingerprint), DayKey.of(key)
        if newest.day > self.today:
            raise CalendarError("it has given the key of a day that has not begun")
        if self._fingerprint is not None and anchor != self._fingerprint:
            raise CalendarError("it has another calendar than the one that was followed so far")
        known = self._newest or anchor
        if not await asyncio.to_thread(newest.follows, known):
            raise CalendarError("it has given a key that does not belong to its calendar")
        await self.store.keep_calendar(CalendarRow(str(anchor), self.source, str(newest)))
        self._fingerprint, self._newest, self.problem = anchor, newest, None

    def is_known(self, day: date) -> bool:
        """Whether the key of a day can be had here."""
        return self._newest is not None and self.first <= day <= self._newest.day

    async def _key(self, day: date) -> DayKey:
        self.check_day(day)
        if self._newest is None or day > self._newest.day:
            raise ConflictError(ELSEWHERE)
        if self._near is None or self._near.day < day:
            self._near = await asyncio.to_thread(self._newest.at, min(self.today, self._newest.day))
        return self._near.at(day)

    def check_day(self, day: date) -> None:
        """Refuse days before the calendar's first, and those to come."""
        if not self.first <= day <= self.today:
            raise MissingError("there are no deals of this day here")

    def opens(self, day: date) -> float:
        """When the deals of a day are open to everybody."""
        return _opens(day)

    def is_open(self, day: date) -> bool:
        """Whether the deals of a day are open to everybody."""
        return self._now() >= _opens(day)

    async def published(self, day: date) -> DayKey | None:
        """The key of a day for everybody, once its deals are open."""
        return await self._key(day) if self.is_open(day) and self.is_known(day) else None

    async def key_for(self, day: date, token: str) -> DayKey:
        """The key of a day, for everybody once it is open, and from its beginning for servers that have a token."""
        self.check_day(day)
        if not self.is_open(day) and not await self._is_shared(token):
            raise ForbiddenError(
                "the key of a day is told when the day is over: before, to those who share the calendar"
            )
        return await self._key(day)

    async def _is_shared(self, token: str) -> bool:
        found = hashed(token)
        known = [hmac.compare_digest(one.hash, found) for one in await self.store.shares()]
        return any(known)

    def name(self, day: date, which: str) -> str:
        """The name of one of a day's deals: that of another calendar is another."""
        short = "" if self._fingerprint is None else self._fingerprint.data.hex()[:SHORT_NAME]
        return f"{KIND}/{short}/{day.isoformat()}/{which}"

    async def deal(self, day: date, which: str) -> Deal:
        """One of a day's deals, with its seed."""
        check_which(which)
        key, played = await self._key(day), dealt(day, which)
        return Deal(self.name(day, which), played.edition, played.options, key.seed(which))

    async def is_sealed(self, name: str) -> bool:
        """Whether only those who have finished their own game may look at others'."""
        found = named_day(name)
        return found is None or not self.is_open(found)

    async def begin(self, person: Person, day: date, which: str, *, practice: bool = False) -> TableInfo:
        """A person's one try on today's deal, begun now or before; practice on one that they have played or that is
        open."""
        deal = await self.deal(day, which)
        counted = not practice and day == self.today
        mine = await self.tables.deals.store.try_of(deal.name, person.id)
        if not practice and mine is not None:
            return await self.tables.info(mine.table)
        if day != self.today and not self.is_open(day) and mine is None:
            raise ConflictError("this day is over: its tiles are open to everybody at one o'clock UTC")
        return await self.tables.deals.begin(deal, person, counts=counted)

    async def day_deal(self, day: date, which: str, person: Person | None) -> DayDeal:
        """One of a day's deals, as a person may see it."""
        self.check_day(day)
        check_which(which)
        name = self.name(day, which)
        tries = await self.tables.deals.results(name)
        counted = tuple(one for one in tries if counts(one))
        mine = next((one for one in tries if person is not None and one.person == person.id), None)
        may_see = self.is_open(day) or (mine is not None and mine.is_over)
        return DayDeal(
            day, which, name, dealt(day, which), not self.is_open(day), self.is_known(day), mine, len(counted),
            counted if may_see else None, await self.store.facts(name) if may_see else None,
        )  # fmt: skip

    async def streak(self, person: Person) -> int:
        """On how many days in a row the person has finished a try that counts, today or yesterday the last."""
        tries = await self.tables.deals.store.tries_of(person.id, f"{KIND}/")
        return streak({day for one in tries if counts(one) and (day := named_day(one.deal))}, self.today)

    async def played_days(self, person: Person) -> dict[tuple[date, str], TryResult]:
        """A person's tries on deals of this calendar, by day and deal."""
        mine = self.name(self.first, "").removesuffix(f"{self.first.isoformat()}/")
        tries = await self.tables.deals.store.tries_of(person.id, mine)
        return {(day, one.deal.rpartition("/")[2]): one for one in tries if (day := named_day(one.deal))}

    async def sweep(self) -> None:
        """Let games that were not finished in time count no more: their tiles are known."""
        if not await self._rounds.take("daily"):
            return
        for one in await self.tables.deals.store.unfinished(f"{KIND}/"):
            day = named_day(one.deal)
            if day is None or self.is_open(day):
                await self._count_no_more(one.table)

    @again_when_stale
    async def _count_no_more(self, table: str) -> None:
        async with self.tables.runner.hold(table) as running:
            if running.row.status is Status.PLAYING:
                await self.tables.runner.change(running, counts=False)


def counts(one: TryResult) -> bool:
    """Whether a try on a daily deal counts: over, and in time."""
    day = named_day(one.deal)
    return one.is_over and one.counts and day is not None and (one.finished or 0.0) < _opens(day)


def streak(days: Iterable[date], today: date) -> int:
    """The number of days in a row, of which the last is today or yesterday."""
    found = set(days)
    last = today if today in found else today - timedelta(1)
    length = 0
    while last - timedelta(length) in found:
        length += 1
    return length


def named_day(name: str) -> date | None:
    """The day of the deal of this name; None if it is no daily deal."""
    parts = name.split("/")
    try:
        return day_of(parts[2]) if len(parts) == 4 and parts[0] == KIND else None
    except CalendarError:
        return None


def check_which(which: str) -> None:
    """Refuse what is none of a day's deals."""
    if which not in DEALS:
        raise MissingError("a day has two deals: classic and edition")


def _opens(day: date) -> float:
    return midnight(day) + 86_400 + GRACE


def hashed(token: str) -> str:
    """What is kept of the token of a server that shares the calendar."""
    return hashlib.sha256(token.encode()).hexdigest()


async def new_share(store: DailyStore, name: str, now: float) -> str:
    """Let a server of this name ask for the key of the day; the token for it, which is shown once."""
    if not name.isprintable() or not 1 <= len(name.strip()) <= LONGEST_NAME:
        raise ConflictError("a name has 1 to {longest} characters", longest=LONGEST_NAME)
    token = secrets.token_urlsafe(24)
    await store.share(ShareRow(name.strip(), hashed(token), now))
    return token
