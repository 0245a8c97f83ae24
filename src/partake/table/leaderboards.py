"""Leaderboards of this server: of a day and of all time, for each edition and its rules, of those who want it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from enum import StrEnum
from typing import Any

from partake.review.strength import RECENT, Sums
from partake.table.milestones import DAY
from partake.table.model import MissingError, Person
from partake.table.service import TableService
from partake.table.statistics import read_key

LEAST = 10
"""The number of reviewed games before which nobody is ranked by strength."""
PAGE = 50
"""The number of places on a page."""


class Period(StrEnum):
    """Of which games the best count."""

    DAY = "day"
    ALL = "all"


class Measure(StrEnum):
    """What is compared."""

    SCORE = "score"
    STRENGTH = "strength"
    """What is given away with a move: the least is the best."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A person on a leaderboard; `low` and `high` are the 95 % interval of a strength."""

    person: str
    name: str
    value: float
    games: int
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """An entry and its place; equal values share a place, and the places after them are left out."""

    place: int
    entry: Entry


@dataclass(frozen=True, slots=True)
class Board:
    """One page of a leaderboard, and the place of the one who asks."""

    edition: str
    rules: str
    period: Period
    by: Measure
    day: date
    page: int
    total: int
    """The number of all who are on it."""
    places: tuple[Place, ...]
    mine: Place | None
    """The place of the one who asks, which they would have among those who are seen if they are not."""

    @property
    def pages(self) -> int:
        """The number of pages, at least one."""
        return max(1, -(-self.total // PAGE))

    def to_json(self, *, is_public: bool) -> dict[str, Any]:
        """The page as plain data: names and numbers, nothing by which a person could be found elsewhere."""
        options, players = read_key(self.rules)
        return {
            "edition": self.edition, "rules": self.rules, "options": options, "players": players,
            "period": self.period.value, "by": self.by.value, "day": self.day.isoformat(), "page": self.page,
            "pages": self.pages, "total": self.total, "places": [_json(place) for place in self.places],
            "mine": None if self.mine is None else {**_json(self.mine), "public": is_public},
        }  # fmt: skip


class Leaderboards:
    """The leaderboards of a table service."""

    def __init__(self, tables: TableService, *, is_on: bool = True) -> None:
        self._tables, self._store, self.is_on = tables, tables.results.store, is_on

    def today(self) -> date:
        """The day that it is now, in UTC."""
        return datetime.fromtimestamp(self._tables.runner.now(), UTC).date()

    def check(self) -> None:
        """Refuse where the operator wants no leaderboards."""
        if not self.is_on:
            raise MissingError("there are no leaderboards on this server")

    def measures(self, edition: str, period: Period) -> tuple[Measure, ...]:
        """What can be compared: strength needs many games, and the markers of Take Five say nothing."""
        found = self._tables.catalogue.editions.get(edition)
        has_points = found is None or found.family != "five"
        return (Measure.SCORE,) * has_points + (Measure.STRENGTH,) * (period is Period.ALL)

    async def choices(self, person: Person | None) -> list[tuple[str, str]]:
        """The editions with their rules that somebody is ranked by; usual rules first."""
        self.check()
        found = await self._store.boards(person.id if person else None)
        order = list(self._tables.catalogue.editions)
        known = [choice for choice in found if choice[0] in order]
        return sorted(known, key=lambda choice: (order.index(choice[0]), choice[1] != "", choice[1]))

    async def board(
        self,
        edition: str,
        rules: str,
        person: Person | None,
        *,
        period: Period = Period.ALL,
        by: Measure = Measure.SCORE,
        day: date | None = None,
        page: int = 1,
    ) -> Board:
        """A page of a leaderboard; one beyond the last is the last."""
        self.check()
        self._tables.catalogue.edition(edition)
        day, own = day or self.today(), person.id if person else None
        if by not in self.measures(edition, period):
            raise MissingError("there is no such leaderboard")
        if by is Measure.STRENGTH:
            entries = await self._strengths(edition, rules, own)
        else:
            between = _bounds(day) if period is Period.DAY else None
            bests = await self._store.bests(edition, rules, own, between)
            entries = [Entry(one.person, one.nickname, one.score, one.games) for one in bests]
        is_seen = person is not None and person.public and not person.banned and not person.guardian
        shown = ranked([entry for entry in entries if is_seen or entry.person != own], lowest=by is Measure.STRENGTH)
        mine = next((entry for entry in entries if entry.person == own), None)
        page = min(max(1, page), max(1, -(-len(shown) // PAGE)))
        return Board(
            edition, rules, period, by, day, page, len(shown), tuple(shown[PAGE * (page - 1) : PAGE * page]),
            None if mine is None else place_of(mine, shown, lowest=by is Measure.STRENGTH),
        )  # fmt: skip

    async def _strengths(self, edition: str, rules: str, own: str | None) -> list[Entry]:
        found = []
        for one in await self._store.sums(edition, rules, own, RECENT):
            sums = Sums(**one.sums)  # type: ignore[arg-type]
            if sums.games >= LEAST and (given := sums.given_away):
                found.append(Entry(one.person, one.nickname, given.value, sums.games, given.low, given.high))
        return found


def ranked(entries: Iterable[Entry], *, lowest: bool = False) -> list[Place]:
    """The entries from first to last (standard competition ranking, "1224"); equal ones in the order of their names."""
    better = _order(lowest=lowest)
    found: list[Place] = []
    for i, entry in enumerate(sorted(entries, key=lambda entry: (better(entry), entry.name, entry.person)), start=1):
        is_equal = bool(found) and found[-1].entry.value == entry.value
        found.append(Place(found[-1].place if is_equal else i, entry))
    return found


def place_of(entry: Entry, places: Sequence[Place], *, lowest: bool = False) -> Place:
    """The place of an entry among others: one more than there are better ones."""
    better = _order(lowest=lowest)
    return Place(1 + sum(better(other.entry) < better(entry) for other in places), entry)


def _order(*, lowest: bool) -> Callable[[Entry], float]:
    return lambda entry: entry.value if lowest else -entry.value


def _bounds(day: date) -> tuple[float, float]:
    """The first moment of a day, and of the next, in UTC."""
    begin = datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp()
    return begin, begin + DAY


def _json(place: Place) -> dict[str, Any]:
    entry = place.entry
    return {
        "place": place.place, "name": entry.name, "value": entry.value, "games": entry.games, "low": entry.low,
        "high": entry.high,
    }  # fmt: skip
