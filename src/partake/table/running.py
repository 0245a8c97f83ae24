"""A table in memory: its rows, its running game, its lock, its streams and its timers.

It only keeps the books. Storing is the runner's, wording events is `partake.table.events`'.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from partake.engine.actions import DEALER
from partake.engine.chance import Seed
from partake.engine.contract import Setup, View
from partake.engine.notation import format_action, parse_action
from partake.engine.outcome import plain
from partake.engine.record.fields import settings
from partake.engine.record.model import Record
from partake.engine.setup import arrange
from partake.engine.table import Table
from partake.rules.catalogue import Catalogue
from partake.rules.errors import PartakeError
from partake.store.rows import ActionRow, SeatRow, Status, StoredTable, TableRow
from partake.table.channels import Channel, Subscription
from partake.table.clock import Later, MoveClock, Timer
from partake.table.limits import Limits
from partake.table.model import ConflictError, ForbiddenError, TableInfo
from partake.table.views import CROWD, Audience, ViewCache


@dataclass(frozen=True, slots=True)
class Progress:
    """New entries of a game's log: the action of a seat, the actions of the dealer, or both."""

    rows: Sequence[ActionRow]
    since: int
    """The number of entries that everybody knew before."""

    @property
    def actor(self) -> int:
        """The seat that acted, or the dealer."""
        return self.rows[0].actor

    @property
    def has_dealt(self) -> bool:
        """Whether the dealer has acted."""
        return self.rows[-1].actor == DEALER


class RunningTable:
    """All that is true of one table while it is in memory; every change needs its `lock`."""

    def __init__(
        self,
        stored: StoredTable,
        catalogue: Catalogue,
        *,
        later: Later,
        epoch: str = "",
        kept: int = Limits.events_kept,
    ) -> None:
        """`epoch` begins the ids of events, of which each channel keeps the latest `kept` for replay."""
        self.row: TableRow = stored.table
        self.sit(stored.seats)
        self._seed = Seed(stored.seed)
        self._catalogue = catalogue
        self._epoch, self._kept = epoch, kept
        self.lock = asyncio.Lock()
        self.touched = 0.0
        """When the table was last used, in seconds of the monotonic clock."""
        self.is_dropped = False
        self.channels: dict[tuple[Audience, bool], Channel] = {}
        """The events of each audience, without and with patches of its view."""
        self.clock = MoveClock(later)
        self.dealing: Timer | None = None
        self.bulletin: Timer | None = None
        self.news: set[str] = set()
        """The kinds of events that a crowd is told together in a moment."""
        self.thinking: set[int] = set()
        """The seats for which a bot thinks now."""
        self.game: Table | None = None
        self._obstacle = ""
        """Why a game that has begun cannot be shown."""
        self.answers: dict[tuple[int, str], int] = {}
        """The number that was answered to each seat's idempotency key."""
        self._length = 0
        """The number of entries of the log."""
        self._known = 0
        """The number of those that everybody knows."""
        self._own: dict[int, int] = {}
        """The number of entries after those that each seat knows because they are its own."""
        self._last_actor = DEALER
        self._info: tuple[TableRow, tuple[SeatRow, ...], TableInfo, dict[str, Any]] | None = None
        """The public information, and the rows from which it was made."""
        self.views = ViewCache(lambda: self.playing.view(None))
        if self.row.started is not None:
            try:
                self._resume(stored.actions)
            except PartakeError:
                self._obstacle = "this game was played by other boards, tiles or points than the server has now"

    def _resume(self, actions: Iterable[ActionRow]) -> None:
        setup = self._setup(self.seats)
        if setup.edition.digest != self.row.rules:
            raise ConflictError("other rules")
        moves = tuple((entry.actor, parse_action(entry.action)) for entry in actions)
        self.game = Table.resume(Record(setup, self._seed.commitment, moves, self._seed))
        for entry in actions:
            self._note(entry)

    def _setup(self, seats: Sequence[SeatRow]) -> Setup:
        edition = self._catalogue.edition(self.row.edition)
        return arrange(edition, self.row.options, seats=[seat.name for seat in seats], is_open=self.row.unlimited)

    def begin(self, seats: tuple[SeatRow, ...], now: float) -> list[ActionRow]:
        """Start the game of these seats, if the rules allow it; the first entries of its log."""
        self.game = Table(self._setup(seats), self._seed)
        return self.deal(now)

    def sit(self, seats: tuple[SeatRow, ...]) -> None:
        """Let these be the seats from now on."""
        self.seats = seats
        self._seat_of = {person: row.seat for row in seats for person in row.people}

    @property
    def playing(self) -> Table:
        """The game; refused with a sentence when there is none."""
        if self.game is None:
            raise ConflictError(self._obstacle or "the game has not started yet")
        return self.game

    @property
    def is_waiting(self) -> bool:
        """Whether the game has not begun."""
        return self.row.status == Status.WAITING

    @property
    def is_attended(self) -> bool:
        """Whether a person plays here: a game that everybody has left waits for them."""
        return any(row.present for row in self.seats)

    @property
    def is_crowd(self) -> bool:
        """Whether there are too many seats to tell everybody everything."""
        return len(self.seats) > CROWD

    def kept_seat(self, person: str | None) -> SeatRow | None:
        """The seat that is kept for a person, even if a bot plays there now."""
        seat = self._seat_of.get(person or "")
        return None if seat is None else self.seats[seat - 1]

    def seat_of(self, person: str | None) -> Audience:
        """The seat a person plays from; a seat that a bot has taken over is nobody's."""
        row = self.kept_seat(person)
        return None if row is None or row.bot else row.seat

    def own_seat(self, person: str | None) -> int:
        """The seat a person plays from; refused when there is none."""
        row = self.kept_seat(person)
        if row is None:
            raise ForbiddenError("you have no seat at this table")
        if row.bot:
            raise ForbiddenError("a bot plays for you now: join again to take over")
        return row.seat

    def number(self, seat: Audience) -> int:
        """Where the game is for a seat: it counts what the seat knows of the log, so it tells nothing hidden."""
        return self._known + self._own.get(seat or DEALER, 0)

    @property
    def known(self) -> int:
        """The number of entries of the log that everybody knows."""
        return self._known

    @property
    def pauses(self) -> bool:
        """Whether the dealer gives the last player a moment to take back."""
        game = self.playing
        is_last = self._last_actor != DEALER
        return bool(game.is_simultaneous and game.setup.options.takeback and self.row.pause and is_last)

    def play(self, seat: int, action: str, now: float, key: str | None = None) -> ActionRow:
        """Check and do what a seat does; its entry in the log."""
        parsed = parse_action(action)
        self.playing.play(seat, parsed)
        entry = ActionRow(self._length + 1, seat, format_action(parsed), now, key)
        self._note(entry)
        return entry

    def deal(self, now: float) -> list[ActionRow]:
        """Let the dealer act until a seat must; the new entries of the log."""
        game, found = self.playing, list[ActionRow]()
        while not game.is_over and not game.to_act:
            entry = ActionRow(self._length + 1, DEALER, format_action(game.deal()), now)
            self._note(entry)
            found.append(entry)
        return found

    def _note(self, entry: ActionRow) -> None:
        self._length += 1
        self._last_actor = entry.actor
        if entry.actor == DEALER or not self.playing.is_simultaneous:
            self._known, self._own = self._length, {}
        else:
            self._own[entry.actor] = self._own.get(entry.actor, 0) + 1
        if entry.key is not None:
            self.answers[entry.actor, entry.key] = self.number(entry.actor)

    def finished_seats(self) -> tuple[SeatRow, ...]:
        """The seats with what each scored, once the game is over."""
        outcome = self.playing.outcome
        if outcome is None:
            return self.seats
        rounds = max((item.round for score in outcome.scores for item in score.items), default=1)
        rounds = max(rounds, self.playing.setup.options.rounds)
        return tuple(
            replace(
                seat,
                total=float(plain(score.total)),
                won=seat.seat in outcome.winners,
                rounds=tuple(float(plain(score.of_round(n).total)) for n in range(1, rounds + 1)),
            )
            for seat, score in zip(self.seats, outcome.scores, strict=True)
        )

    def view(self, seat: Audience) -> View | None:
        """What a seat or a spectator sees; nothing before the start."""
        return None if self.row.started is None else self.playing.view(seat)

    def info(self) -> TableInfo:
        """What everybody may know of the table."""
        return self._public()[0]

    def info_json(self) -> dict[str, Any]:
        """The same as plain data."""
        return self._public()[1]

    def _public(self) -> tuple[TableInfo, dict[str, Any]]:
        """Both, made anew only when a row has changed: with hundreds of seats it takes a while."""
        if self._info is None or self._info[0] is not self.row or self._info[1] is not self.seats:
            options = settings(self.game.setup) if self.game else self.row.options
            info = TableInfo.of(self.row, self.seats, self._seat_of.get(self.row.host or ""), options=options)
            self._info = self.row, self.seats, info, info.to_json()
        return self._info[2:]

    @property
    def subscribers(self) -> Iterator[Subscription]:
        """All open streams."""
        return (subscriber for channel in self.channels.values() for subscriber in tuple(channel.subscribers))

    def channel(self, audience: Audience, *, with_view: bool) -> Channel:
        """The channel of a seat, or of the spectators, opened when it is first asked for."""
        key = (audience, with_view)
        if key not in self.channels:
            self.channels[key] = Channel(f"{self._epoch}.{audience or 0}{'v' if with_view else ''}", self._kept)
        return self.channels[key]

    def publish(self, kind: str, data: bytes) -> None:
        """Publish the same event to all audiences."""
        for channel in self.channels.values():
            channel.publish(kind, data)

    def rest(self) -> None:
        """Stop the clock and the next draw."""
        self.clock.stop()
        if self.dealing is not None:
            self.dealing.cancel()
            self.dealing = None

    def close(self) -> None:
        """End all timers and all streams; readers come back and find the table as it is stored."""
        self.is_dropped = True
        self.rest()
        if self.bulletin is not None:
            self.bulletin.cancel()
        for subscriber in tuple(self.subscribers):
            subscriber.close()
