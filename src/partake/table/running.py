"""A table in memory: its rows, its running game, its lock, its streams and its timers.

It only keeps the books. Storing is the runner's, wording events is `partake.table.events`'.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any, NamedTuple

from partake.engine.actions import DEALER, Action
from partake.engine.chance import Seed
from partake.engine.contract import Entry, Setup, View
from partake.engine.notation import parse_action
from partake.engine.record.fields import settings
from partake.engine.record.model import Record
from partake.engine.setup import arrange
from partake.engine.table import Savepoint, Table
from partake.rules.catalogue import Catalogue
from partake.rules.errors import PartakeError
from partake.rules.messages import Message
from partake.store.rows import ActionRow, SeatRow, Status, StoredTable, TableRow
from partake.table.bot_failures import BotFailure, BotFailures
from partake.table.channels import Channels, Subscription
from partake.table.clock import Later, MoveClock, Timer
from partake.table.game_log import GameLog, LogMark
from partake.table.intermission import UNTIL_GO_ON, Intermission
from partake.table.limits import Limits
from partake.table.model import ConflictError, ForbiddenError, TableInfo
from partake.table.pending_writes import PendingWrites
from partake.table.presence import Presence
from partake.table.seats import scored
from partake.table.views import CROWD, Audience, ViewCache


class Moment(NamedTuple):
    """A moment of a running game, to which memory can return while what came since is not stored."""

    game: Savepoint | None
    log: LogMark
    choice: tuple[float, float] | None


class RunningTable(PendingWrites):
    """All that is true of one table while it is in memory.

    What must wait for something holds its `lock`; a move is applied at once while nobody does.
    """

    def __init__(
        self,
        stored: StoredTable,
        catalogue: Catalogue,
        *,
        later: Later,
        epoch: str = "",
        limits: Limits | None = None,
        presence: Presence | None = None,
    ) -> None:
        """`epoch` begins the ids of events."""
        super().__init__()
        self.row: TableRow = stored.table
        self.sit(stored.seats)
        self._seed = Seed(stored.seed) if stored.seed else None
        """What decides the draws; none where they came from a real bag, in a game that is over."""
        self._catalogue = catalogue
        self._limits = limits or Limits()
        self.lock = asyncio.Lock()
        self.touched = 0.0
        """When the table was last used, in seconds of the monotonic clock."""
        self.is_dropped = False
        self.version = stored.version
        """The number of changes that were stored, where several processes make them."""
        self.is_own = True
        """Whether this process was the last to change the table, or found that something was due there."""
        self.channels = Channels(epoch, self._limits.events_kept)
        """The events of each audience."""
        self.clock = MoveClock(later)
        self.presence = presence or Presence()
        self.attending: Timer | None = None
        """When somebody will count as away, or a bot will be due."""
        self.told_presence = b""
        """What all were last told of who is here."""
        self.is_incomplete = False
        """Whether somebody who should play was not here when that was last looked at."""
        self.intermission: Intermission | None = None
        """The dealer's wait, when it is the dealer's turn."""
        self._choice: tuple[float, float] | None = None
        """The intermission that a player asked for with a move since the dealer acted, in seconds, and when."""
        self.bulletin: Timer | None = None
        self.news: set[str] = set()
        """The kinds of events that a crowd is told together in a moment."""
        self.failures = BotFailures()
        """Which of the bots here fail."""
        self.thinking: set[int] = set()
        """The seats for which a bot thinks now."""
        self.game: Table | None = None
        self._obstacle: Message | None = None
        """Why a game that has begun cannot be shown."""
        self.log = GameLog()
        """What everybody, and each seat, knows of the log."""
        self._info: tuple[TableRow, tuple[SeatRow, ...], TableInfo, dict[str, Any]] | None = None
        """The public information, and the rows from which it was made."""
        self.views = ViewCache(lambda: self.playing.view(None))
        self._restore(stored)

    def _restore(self, stored: StoredTable) -> None:
        """Let the game be the one that is stored."""
        if self.row.started is not None:
            try:
                self._resume(stored.actions)
            except PartakeError:
                self._obstacle = Message(
                    "this game was played by other boards, tiles or points than the server has now"
                )

    def goes_on_with(self, stored: StoredTable) -> bool:
        """Whether what is stored is the game in memory, and perhaps entries after it: no seat more, nothing between."""
        if self.game is None:
            return stored.table.started is None
        names = tuple(row.name for row in stored.seats)
        return names == tuple(row.name for row in self.seats) and not any(row.after for row in stored.actions)

    def rebuild(self, stored: StoredTable) -> None:
        """Let everything be as it is stored, whatever memory had."""
        self.row, self.game, self.log, self.version = stored.table, None, GameLog(), stored.version
        self.sit(stored.seats)
        self.views = ViewCache(lambda: self.playing.view(None))
        self._restore(stored)

    def replay(self, entry: ActionRow) -> None:
        """Do what another process has stored."""
        action = parse_action(entry.action)
        if entry.actor == DEALER:
            self.playing.deal(action)
        else:
            self.playing.play(entry.actor, action)
            for person in self.seats[entry.actor - 1].present:
                self.presence.seen(person)
        self._note(entry)

    def mark(self) -> Moment | None:
        """This moment of the game, unless something waits to be stored: then its own moment is the one to return to."""
        game = self.game.savepoint() if self.game else None
        return None if self.applied else Moment(game, self.log.mark(), self._choice)

    def roll_back(self, moment: Moment) -> None:
        """Return to a moment since which nothing was stored; audiences are told everything the next time."""
        if self.game is not None and moment.game is not None:
            self.game.roll_back(moment.game)
        self.log.roll_back(moment.log)
        self._choice, self.views = moment.choice, ViewCache(lambda: self.playing.view(None))

    @property
    def due(self) -> float | None:
        """When the dealer, the clock or a bot is due here, in Unix time; None while the game waits for people alone."""
        game, now = self.game, time.time()
        if game is None or game.is_over or not self.is_attended:
            return None if game is None or not game.is_over else now
        if not game.to_act:
            return self.intermission.deal_at if self.intermission else now
        return now if any(self.seats[seat - 1].bot for seat in game.to_act) else self.clock.deadline

    def _resume(self, actions: Iterable[ActionRow]) -> None:
        setup = self._setup(self.seats)
        if setup.edition.digest != self.row.rules:
            raise ConflictError("other rules")
        moves = tuple((entry.actor, parse_action(entry.action)) for entry in actions)
        self.game = Table.resume(Record(setup, self.row.commitment, moves, self._seed, given=self.row.given))
        for entry in actions:
            self._note(entry)

    def _setup(self, seats: Sequence[SeatRow]) -> Setup:
        edition = self._catalogue.edition(self.row.edition)
        return arrange(edition, self.row.options, seats=[seat.name for seat in seats], is_open=self.row.unlimited)

    def begin(self, seats: tuple[SeatRow, ...], now: float) -> list[ActionRow]:
        """Start the game of these seats, if the rules allow it; the first entries of its log."""
        self.game = Table(self._setup(seats), self._seed)
        return self.deal(now)

    def alone(self, name: str) -> Table:
        """A new game of one seat by the rules and draws of this one."""
        return Table(replace(self.playing.setup, seats=(tuple(name.split(" & ")),)), self._seed)

    def joined_by(self, seats: tuple[SeatRow, ...], missed: Sequence[Sequence[Action]]) -> Table:
        """The game with one seat more, the last, for which these actions answer the dealer's; nothing changes yet."""
        seat, moves, answers = len(seats), list[Entry](), iter(missed)
        for actor, action in self.playing.private_save().moves:
            moves.append((actor, action))
            if actor == DEALER:
                moves += ((seat, done) for done in next(answers, ()))
        return Table.resume(Record(self._setup(seats), self.row.commitment, tuple(moves), self._seed))

    def admit(self, game: Table, seat: int, missed: Sequence[Sequence[Action]], now: float) -> list[ActionRow]:
        """Go on with the game that a seat has joined (`joined_by`); its answers as entries of the log."""
        self.game = game
        self.views = ViewCache(lambda: self.playing.view(None))
        return self.log.answer_late(seat, missed, now)

    def sit(self, seats: tuple[SeatRow, ...]) -> None:
        """Let these be the seats from now on."""
        self.seats = seats
        self._seat_of = {person: row.seat for row in seats for person in row.people}

    @property
    def playing(self) -> Table:
        """The game; refused with a sentence when there is none."""
        if self.game is None:
            raise ConflictError(self._obstacle or Message("the game has not started yet"))
        return self.game

    @property
    def is_waiting(self) -> bool:
        """Whether the game has not begun."""
        return self.row.status == Status.WAITING

    @property
    def is_playing(self) -> bool:
        """Whether the game goes on, and the table is the one in memory."""
        return self.row.status == Status.PLAYING and self.game is not None and not self.is_dropped

    @property
    def is_open(self) -> bool:
        """Whether the game goes on or has not begun."""
        return self.row.status in (Status.WAITING, Status.PLAYING)

    @property
    def is_attended(self) -> bool:
        """Whether a person plays here: a game that everybody has left waits for them."""
        return any(row.present for row in self.seats)

    @property
    def flow(self) -> tuple[str, str]:
        """For whom bots think here: the host and the table."""
        return self.row.host or self.row.id, self.row.id

    def awaits_bot(self, seat: int) -> bool:
        """Whether a bot, or a stand-in, must act for a seat."""
        plays = self.seats[seat - 1].bot or seat in self.clock.stand_ins
        return self.is_playing and bool(plays) and seat in self.playing.to_act

    def note_failure(self, seat: int, problem: BotFailure | None) -> bool:
        """Note why a stand-in acts for the bot of a seat, or that the bot acts itself; whether there is news."""
        is_news = self.failures.note(seat, problem)
        if is_news:
            self._info = None
        return is_news

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

    def may_decide(self, person: str | None) -> bool:
        """Whether a person has the host's powers: the host, whoever shares that seat, or who decides in their place."""
        own, host = self.kept_seat(person), self.row.host
        if person is not None and (person == host or (own is not None and own is self.kept_seat(host))):
            return True
        return own is not None and own.seat == self.presence.deciding_seat(self.seats, host)

    def presence_json(self) -> dict[str, Any]:
        """Who is here, away or gone, and who decides."""
        return self.presence.to_json(self.seats, self.row.host)

    @property
    def is_solo(self) -> bool:
        """Whether people play at one seat only, so that no other person waits for them."""
        return len(list(islice((row for row in self.seats if row.present), 2))) == 1

    @property
    def awaited(self) -> set[int]:
        """The seats whose people are here, with an open stream, and have not said "go on" in this intermission."""
        rows = ((one.person, self.kept_seat(one.person)) for one in self.subscribers)
        here = {row.seat for person, row in rows if row is not None and person in row.present}
        return here - (self.intermission.gone_on if self.intermission else set[int]())

    def wait(self, now: float) -> float:
        """The seconds that the dealer, whose turn it is, gives the players: for the result of a game, or to take back.

        A player for whom no other person waits has as long as they ask for.
        """
        game = self.playing
        if game.is_between_rounds:
            seconds = self._limits.between_games
            return UNTIL_GO_ON if seconds and self.is_solo else seconds
        if not (game.is_simultaneous and game.setup.options.takeback) or self.log.last_actor == DEALER:
            return 0.0
        if self._choice is not None and self.is_solo:
            seconds, since = self._choice
            return max(0.0, since + seconds - now)
        return self.row.pause

    def intermission_json(self) -> dict[str, Any] | None:
        """The intermission as everybody is told of it."""
        return self.intermission.to_json(self.awaited) if self.intermission else None

    def end_intermission(self) -> None:
        """Let the dealer wait no longer, or not yet."""
        if self.intermission is not None:
            self.intermission.cancel()
            self.intermission = None

    def play(self, seat: int, action: str, now: float, key: str | None = None, pause: float | None = None) -> ActionRow:
        """Check and do what a seat does; its entry in the log. `pause` is the intermission that its player asks for."""
        parsed = parse_action(action)
        self.playing.play(seat, parsed)
        if pause is not None:
            self._choice = pause, now
        entry = self.log.entry(seat, parsed, now, key)
        self._note(entry)
        return entry

    def deal(self, now: float) -> list[ActionRow]:
        """Let the dealer act until a seat must, or until a round has ended, which everybody is told by itself.

        Gives the new entries of the log.
        """
        game, found = self.playing, list[ActionRow]()
        while not game.is_over and not game.to_act:
            entry = self.log.entry(DEALER, game.deal(), now)
            self._note(entry)
            found.append(entry)
            if game.is_between_rounds:
                break
        return found

    def _note(self, entry: ActionRow) -> None:
        if entry.actor == DEALER:
            self._choice = None
        self.log.note(entry, is_simultaneous=self.playing.is_simultaneous)

    def finished_seats(self) -> tuple[SeatRow, ...]:
        """The seats with what each scored, once the game is over."""
        outcome = self.playing.outcome
        return self.seats if outcome is None else scored(self.seats, outcome, self.playing.setup.options.rounds)

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
            host = self._seat_of.get(self.row.host or "")
            info = TableInfo.of(self.row, self.seats, host, self.failures.reasons, options=options)
            self._info = self.row, self.seats, info, info.to_json()
        return self._info[2:]

    @property
    def subscribers(self) -> Iterator[Subscription]:
        """All open streams."""
        return self.channels.subscribers

    def rest(self) -> None:
        """Stop the clock and the next draw."""
        self.clock.stop()
        self.end_intermission()

    def close(self) -> None:
        """End all timers and all streams; readers come back and find the table as it is stored."""
        self.is_dropped = True
        self.rest()
        for timer in (self.bulletin, self.attending):
            if timer is not None:
                timer.cancel()
        for subscriber in tuple(self.subscribers):
            subscriber.close()
