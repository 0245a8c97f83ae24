"""Presence: who is at a table now, from open event streams and from what people do there.

Only bookkeeping, and only in memory: after a restart everybody has been away since then, until they come back.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from partake.store.rows import SeatRow
from partake.table.limits import Limits

Now = Callable[[], float]
"""Tells the Unix time; tests pass their own."""


@dataclass(slots=True)
class Visit:
    """What is known of one person at one table."""

    came: float
    """Since when they have been here without a break."""
    seen: float
    """When their last stream ended, or when they last did something."""
    left: float
    """When they left the table, if they did."""
    streams: int = 0
    """The number of their open streams."""


class Presence:
    """Who is here: a person with an open stream, and for a short grace whoever had one or did something.

    A reload or a stream that breaks and begins again is no absence, therefore the grace.
    """

    def __init__(self, limits: Limits | None = None, now: Now = time.time) -> None:
        self._limits, self._now = limits or Limits(), now
        self._began = now()
        self._visits: dict[str, Visit] = {}
        self._own_streams = 0
        self._elsewhere: dict[str, dict[str, int]] = {}
        """The open streams of people at other processes, as far as those have told."""

    def elsewhere(self, process: str, person: str, streams: int) -> None:
        """Another process has this number of streams of a person open."""
        here = self._elsewhere.setdefault(process, {})
        change = streams - here.get(person, 0)
        if change:
            self.seen(person)
            self._visits[person].streams += change
        here[person] = streams
        if not streams:
            del here[person]

    def lost(self, process: str) -> None:
        """Another process is gone, and all its streams are."""
        for person in tuple(self._elsewhere.get(process, ())):
            self.elsewhere(process, person, 0)
        self._elsewhere.pop(process, None)

    @property
    def processes(self) -> list[str]:
        """The other processes that have streams of people open."""
        return [process for process, here in self._elsewhere.items() if here]

    @property
    def is_heard_here(self) -> bool:
        """Whether people have streams open at this process."""
        return self._own_streams > 0

    def own_streams(self) -> dict[str, int]:
        """The streams of each person that are open at this process."""
        found = {
            person: visit.streams - sum(here.get(person, 0) for here in self._elsewhere.values())
            for person, visit in self._visits.items()
            if visit.streams
        }
        return {person: streams for person, streams in found.items() if streams}

    def came(self, person: str) -> None:
        """A stream of theirs was opened."""
        self.seen(person)
        self._visits[person].streams += 1
        self._own_streams += 1

    def went(self, person: str) -> None:
        """A stream of theirs has ended."""
        visit = self._visits[person]
        visit.streams -= 1
        self._own_streams -= 1
        visit.seen = self._now()

    @property
    def listening(self) -> int:
        """The number of people who have a stream open."""
        return sum(visit.streams > 0 for visit in self._visits.values())

    def seen(self, person: str) -> None:
        """They did something at the table."""
        now, visit = self._now(), self._visit(person)
        if not self._is_here(visit, now):
            visit.came = now
        visit.seen = now
        self._visits[person] = visit

    def left(self, person: str) -> None:
        """They left the table."""
        self.seen(person)
        self._visits[person].left = self._now()

    def last_seen(self) -> float | None:
        """When somebody was last here, at a seat or to watch; now, while somebody is; None if nobody has come."""
        now = self._now()
        return max((now if visit.streams else visit.seen for visit in self._visits.values()), default=None)

    def is_here(self, person: str) -> bool:
        """Whether a person is at the table now, at a seat or to watch."""
        return self._is_here(self._visit(person), self._now())

    def _visit(self, person: str) -> Visit:
        return self._visits.get(person) or Visit(self._began, self._began, self._began)

    def _is_here(self, visit: Visit, now: float) -> bool:
        return visit.streams > 0 or now < visit.seen + self._limits.grace

    def away_since(self, row: SeatRow) -> float | None:
        """Since when nobody who plays at a seat is here; None when one of them is, or when nobody plays there."""
        now, visits = self._now(), [self._visit(person) for person in row.present]
        if not visits or any(self._is_here(visit, now) for visit in visits):
            return None
        return max(visit.seen for visit in visits)

    def is_long_away(self, row: SeatRow) -> bool:
        """Whether the people of a seat are away for so long that others may decide about it."""
        since = self.away_since(row)
        return since is not None and self._now() >= since + self._limits.patience

    def deciding_seat(self, seats: Sequence[SeatRow], host: str | None) -> int | None:
        """The seat whose people decide for the table now.

        It is the host's. While the host is gone or away for long, it is that of whoever is longest here; while nobody
        is here it stays the host's. None when the host does not sit and is here, or when there is none at all.
        """
        own = next((row for row in seats if host in row.people), None)
        if host is not None and self._is_in_reach(host, own):
            return own.seat if own else None
        here = min(self._here(seats), default=None)
        return here[1] if here else own.seat if own else None

    def _is_in_reach(self, host: str, own: SeatRow | None) -> bool:
        """Whether a host has not been gone for long."""
        if own is None:
            visit = self._visit(host)
            return self._is_here(visit, self._now()) or self._now() < visit.seen + self._limits.patience
        return bool(own.present) and not self.is_long_away(own)

    def _here(self, seats: Sequence[SeatRow]) -> Iterator[tuple[float, int]]:
        """The seats at which a person is, each after the time since when."""
        now = self._now()
        for row in seats:
            visits = [visit for visit in map(self._visit, row.present) if self._is_here(visit, now)]
            if visits:
                yield min(visit.came for visit in visits), row.seat

    def overdue(self, seats: Sequence[SeatRow], to_act: Collection[int]) -> dict[int, float]:
        """When a bot stands in at each seat that must act and at which nobody is: some are due, some only later.

        The wait counts from when the last of its people was there and another person has been waiting ever since:
        where nobody waits, nothing is ever due.
        """
        waiting = min(self._here(seats), default=None)
        if waiting is None:
            return {}
        found = {}
        for row in (seats[seat - 1] for seat in to_act):
            since = self._unattended_since(row)
            if since is not None:
                found[row.seat] = max(since, waiting[0]) + self._limits.absence
        return found

    def _unattended_since(self, row: SeatRow) -> float | None:
        if row.bot or not row.people:
            return None
        if row.present:
            return self.away_since(row)
        return max(self._visit(person).left for person in row.people)

    def next_change(self, seats: Sequence[SeatRow], host: str | None, to_act: Collection[int]) -> float | None:
        """The seconds until somebody who is not here counts as away, a host as away for long, or a bot is due."""
        now, limits = self._now(), self._limits
        moments = list(self.overdue(seats, to_act).values())
        for row in seats:
            visits = [visit for visit in map(self._visit, row.present) if not visit.streams]
            moments += [visit.seen + limits.grace for visit in visits]
            moments += [visit.seen + limits.patience for visit in visits if host in row.people]
        if host is not None and not self._visit(host).streams:
            moments.append(self._visit(host).seen + limits.patience)
        return min((moment - now for moment in moments if moment > now), default=None)

    def due(self, seats: Sequence[SeatRow], to_act: Collection[int]) -> set[int]:
        """The seats at which a bot stands in now."""
        now = self._now()
        return {seat for seat, moment in self.overdue(seats, to_act).items() if moment <= now}

    def to_json(self, seats: Sequence[SeatRow], host: str | None) -> dict[str, Any]:
        """Who is away since when, who is gone, and which seat decides; whoever sits and is not named is here."""
        away = {str(row.seat): round(since, 1) for row in seats if (since := self.away_since(row)) is not None}
        gone = [row.seat for row in seats if is_gone(row)]
        return {"away": away, "gone": gone, "decides": self.deciding_seat(seats, host)}


def is_gone(row: SeatRow) -> bool:
    """Whether the people of a seat have left it, or a bot plays in their place."""
    return row.left or bool(row.bot and row.people)
