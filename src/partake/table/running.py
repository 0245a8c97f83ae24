"""A table in memory: who sits there and the running game. Pure bookkeeping; storing and publishing are elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from partake.engine.actions import DEALER
from partake.engine.chance import Seed
from partake.engine.contract import Setup, View
from partake.engine.hexagon.view import HexagonView
from partake.engine.notation import format_action, parse_action
from partake.engine.outcome import plain
from partake.engine.record.fields import settings
from partake.engine.record.model import Record
from partake.engine.setup import arrange
from partake.engine.table import Table
from partake.rules.catalogue import Catalogue
from partake.rules.errors import PartakeError
from partake.store.rows import ActionRow, SeatRow, StoredTable, TableRow
from partake.table.crowd import CROWD, Crowd
from partake.table.model import ConflictError, ForbiddenError, SeatInfo, Status, TableInfo
from partake.table.seats import awaits_partner
from partake.table.view_json import view_json


class LiveTable:
    """The truth about one table while it is in memory."""

    def __init__(self, stored: StoredTable, catalogue: Catalogue) -> None:
        self.row: TableRow = stored.table
        self.sit(stored.seats)
        self._seed = Seed(stored.seed)
        self._catalogue = catalogue
        self.game: Table | None = None
        self._is_simultaneous = False
        self.log: list[tuple[int, str]] = []
        self.answers: dict[tuple[int, str], int] = {}
        """The number that was answered to each seat's request key."""
        self.reached = 0
        """Where the game was for the seat that acted last, right after it did."""
        self._dealt = 0
        """How many entries the log had after the dealer's last action."""
        self._own: dict[int, int] = {}
        """How often each seat acted since then."""
        self._obstacle = ""
        """Why a game that has begun cannot be shown."""
        self._told: tuple[TableRow, tuple[SeatRow, ...], TableInfo, dict[str, Any]] | None = None
        """What was last told of the table, and of which rows."""
        self._crowd = Crowd()
        if self.row.started is not None:
            try:
                self._resume(stored.actions)
            except PartakeError:
                self._obstacle = "this game was played by other boards, tiles or points than the server has now"

    def _resume(self, actions: Iterable[ActionRow]) -> None:
        setup = self.arranged()
        if setup.edition.digest != self.row.rules:
            raise ConflictError("other rules")
        moves = tuple((entry.actor, parse_action(entry.action)) for entry in actions)
        self._play_on(Table.resume(Record(setup, self._seed.commitment, moves, self._seed)))
        for entry in actions:
            self._note(entry)

    def _play_on(self, game: Table) -> None:
        self.game, self._is_simultaneous = game, game.setup.edition.family == "hexagon"

    def arranged(self, seats: Sequence[SeatRow] | None = None) -> Setup:
        """The setup of these seats, or of those that are taken; refuses what the rules do."""
        names = [seat.name for seat in (self.seats if seats is None else seats)]
        edition = self._catalogue.edition(self.row.edition)
        return arrange(edition, self.row.options, seats=names, is_open=self.row.unlimited)

    def begin(self, seats: tuple[SeatRow, ...], now: float) -> list[ActionRow]:
        """Start the game of these seats; the first entries of its log."""
        self._play_on(Table(self.arranged(seats), self._seed))
        return self.deal(now)

    def sit(self, seats: tuple[SeatRow, ...]) -> None:
        """Let these be the seats from now on."""
        self.seats = seats
        self._places = {person: row.seat for row in seats for person in row.people}

    @property
    def playing(self) -> Table:
        """The game, or a sentence why there is none."""
        if self.game is None:
            raise ConflictError(self._obstacle or "the game has not started yet")
        return self.game

    @property
    def is_attended(self) -> bool:
        """Whether anybody plays here: a game that everybody has left waits for them."""
        return any(row.present for row in self.seats)

    @property
    def is_simultaneous(self) -> bool:
        """Whether what seats do stays hidden until the dealer acts."""
        return self._is_simultaneous

    @property
    def is_passed(self) -> bool:
        """Whether seats fill each other's scrapyards."""
        return self.is_simultaneous and self.playing.setup.options.scrapyard == "passed"

    def number(self, seat: int | None) -> int:
        """Where the game is for a seat: it counts what the seat has seen of the log, so it tells nothing hidden."""
        if not self.is_simultaneous:
            return len(self.log)
        return self._dealt + self._own.get(seat or DEALER, 0)

    @property
    def dealt(self) -> int:
        """How many entries of the log everybody may see."""
        return self._dealt if self.is_simultaneous else len(self.log)

    def seat_of(self, person: str | None) -> int | None:
        """The seat a person plays from; a seat that a bot has taken over is nobody's."""
        row = self.place_of(person)
        return None if row is None or row.bot else row.seat

    def place_of(self, person: str | None) -> SeatRow | None:
        """The seat that is kept for a person, even if a bot plays there now."""
        place = self._places.get(person or "")
        return None if place is None else self.seats[place - 1]

    def own_seat(self, person: str | None) -> int:
        """The seat of somebody who must have one."""
        row = self.place_of(person)
        if row is None:
            raise ForbiddenError("you have no seat at this table")
        if row.bot:
            raise ForbiddenError("a bot plays for you now: join again to take over")
        return row.seat

    def view(self, seat: int | None) -> View | None:
        """What a seat or a spectator sees; nothing before the start."""
        return None if self.row.started is None else self.playing.view(seat)

    def view_json(self, view: View | None) -> dict[str, Any] | None:
        """A view of this table as plain data; of a crowd a few boards only."""
        if not self.is_crowd or not isinstance(view, HexagonView):
            return None if view is None else view_json(view)
        return self._crowd.view_json(view, self.dealt, lambda: self.playing.view(None))

    @property
    def is_crowd(self) -> bool:
        """Whether so many sit here that not everybody can be told everything."""
        return len(self.seats) > CROWD

    def play(self, seat: int, action: str, now: float, key: str | None = None) -> list[ActionRow]:
        """Check and do what a seat does, and what the dealer does at once after it; the new entries of the log."""
        game, parsed = self.playing, parse_action(action)
        game.play(seat, parsed)
        entry = ActionRow(len(self.log) + 1, seat, format_action(parsed), now, key)
        self._note(entry)
        return [entry, *(self.deal(now) if not self.waits else ())]

    def deal(self, now: float) -> list[ActionRow]:
        """Let the dealer act until somebody else must."""
        game, found = self.playing, list[ActionRow]()
        while not game.is_over and not game.to_act:
            entry = ActionRow(len(self.log) + 1, DEALER, format_action(game.deal()), now)
            self._note(entry)
            found.append(entry)
        return found

    @property
    def waits(self) -> bool:
        """Whether the dealer gives the last player a moment to take back."""
        options = self.playing.setup.options
        return bool(self.is_simultaneous and options.takeback and self.row.pause and self.log and self.log[-1][0])

    def _note(self, entry: ActionRow) -> None:
        self.log.append((entry.actor, entry.action))
        if entry.actor == DEALER:
            self._dealt, self._own = len(self.log), {}
            return
        self._own[entry.actor] = self._own.get(entry.actor, 0) + 1
        self.reached = self.number(entry.actor)
        if entry.key is not None:
            self.answers[entry.actor, entry.key] = self.reached

    def finished_seats(self) -> tuple[SeatRow, ...]:
        """The seats with what each scored, once the game is over."""
        outcome = self.playing.outcome
        if outcome is None:
            return self.seats
        rounds = max((item.round for score in outcome.scores for item in score.items), default=1)
        rounds = max(rounds, self.playing.setup.options.rounds) if self.is_simultaneous else rounds
        return tuple(
            replace(
                seat,
                total=float(plain(score.total)),
                won=seat.seat in outcome.winners,
                rounds=tuple(float(plain(score.of_round(n).total)) for n in range(1, rounds + 1)),
            )
            for seat, score in zip(self.seats, outcome.scores, strict=True)
        )

    def info(self) -> TableInfo:
        """What everybody may know of the table."""
        return self._tell()[0]

    def info_json(self) -> dict[str, Any]:
        """The same as plain data."""
        return self._tell()[1]

    def _tell(self) -> tuple[TableInfo, dict[str, Any]]:
        """Both, made anew only when a row has changed: with hundreds of seats it takes a while."""
        if self._told is None or self._told[0] is not self.row or self._told[1] is not self.seats:
            info = self._new_info()
            self._told = self.row, self.seats, info, info.to_json()
        return self._told[2:]

    def _new_info(self) -> TableInfo:
        row, host = self.row, self._places.get(self.row.host or "")
        return TableInfo(
            id=row.id,
            title=row.title,
            edition=row.edition,
            options=settings(self.game.setup) if self.game else row.options,
            status=Status(row.status),
            seats=tuple(
                SeatInfo(seat.seat, seat.name, seat.bot, seat.left, seat.total, seat.won, awaits_partner(seat))
                for seat in self.seats
            ),
            host=host,
            clock=row.clock,
            pause=row.pause,
            listed=row.listed,
            unlimited=row.unlimited,
            created=row.created,
            started=row.started,
            finished=row.finished,
            commitment=row.commitment,
            rematch=row.rematch,
        )
