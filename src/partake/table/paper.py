"""Games kept at a cardboard table and sent when they are over: finished tables, marked as such, with one person known.

The sender sits at one seat; the others are only names. Sending the same game again finds the table that is there, and
sending it corrected, by the same key, puts another table in its place.
"""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from partake.engine.actions import DEALER, Draw
from partake.engine.chance import Seed
from partake.engine.contract import Entry
from partake.engine.hexagon.game import HexagonGame
from partake.engine.notation import format_action
from partake.engine.record.fields import settings
from partake.engine.record.model import CALLED, Record
from partake.engine.record.paper import PaperError, checked_calls, drawn_by, paper_record
from partake.engine.record.text import format_record
from partake.engine.setup import arrange
from partake.rules.catalogue import Catalogue
from partake.rules.edition import HexagonEdition
from partake.rules.options import Given
from partake.rules.variant import Variant
from partake.store.companion import CompanionStore
from partake.store.rows import ActionRow, SeatRow, Status, TableRow
from partake.table.model import LimitReachedError, Person
from partake.table.retrying import again_when_stale
from partake.table.seating import new_id
from partake.table.seats import checked_name, scored
from partake.table.service import TableService


@dataclass(frozen=True, slots=True)
class SentGame:
    """A game as the scorekeeper sends it."""

    edition: str
    options: Given
    names: Sequence[str]
    called: Sequence[str] | None
    """The calls in order; they may be left out where the seed gives them."""
    boards: Sequence[Mapping[str, str]]
    seat: int
    """The sender's, from 1."""
    seed: str | None = None
    """The caller's, as 64 hexadecimal digits."""
    key: str | None = None
    """Anything unique, by which a repeat is known; without it, a game that is the same in every move is a repeat."""


class PaperGames:
    """Takes games that were played at cardboard tables."""

    def __init__(self, tables: TableService) -> None:
        self._tables, self._store = tables, CompanionStore(tables.store)
        self._lock = asyncio.Lock()
        """Held from looking for a game to keeping it, so that a repeat at the same moment finds it.

        The store refuses one that comes to another process."""

    async def read(self, game: SentGame) -> Record:
        """The record of a game that somebody sends, if it follows the rules."""
        return await asyncio.to_thread(record_of, self._tables.catalogue, game)

    @again_when_stale
    async def send(self, person: Person, game: SentGame, record: Record) -> tuple[str, bool]:
        """The table of a game that a person sends, by its record, and whether it was sent before."""
        key = game.key or hashlib.sha256(f"{game.seat}\n{format_record(record)}".encode()).hexdigest()
        async with self._lock:
            known = await self._store.sent(person.id, key)
            if known is not None and await self._is(known, person, game.seat, record):
                return known, True
            most = self._tables.limits.paper_games
            if known is None and await self._store.sent_by(person.id) >= most:
                raise LimitReachedError("you have sent {most} games, and more are not kept here", most=most)
            table = await self._add(person, game.seat, key, record, instead=known)
        if known is not None and self._tables.runner.is_loaded(known):
            async with self._tables.runner.hold(known) as running:
                self._tables.runner.drop(running)
        return table, False

    async def _is(self, table: str, person: Person, seat: int, record: Record) -> bool:
        """Whether a table is this very game, with the person at this seat."""
        state = await self._tables.state(table, person.id)
        return state.seat == seat and await self._tables.record(table) == record

    async def _add(self, person: Person, seat: int, key: str, record: Record, *, instead: str | None) -> str:
        assert record.outcome is not None
        now, setup = time.time(), record.setup
        row = TableRow(
            setup.edition.name, options=settings(setup), title=setup.edition.title, id=new_id(), status=Status.OVER,
            pause=0.0, created=now, started=now, finished=now, commitment=record.commitment, rules=setup.edition.digest,
            host=person.id, paper=True, sent=key,
        )  # fmt: skip
        seats = tuple(
            SeatRow(number, name, people=(person.id,) if number == seat else ())
            for number, name in enumerate(setup.names, start=1)
        )
        entries = [
            ActionRow(number, actor, format_action(action), now)
            for number, (actor, action) in enumerate(record.moves, start=1)
        ]
        seed = b"" if record.seed is None else record.seed.data
        await self._tables.store.add_table(row, seed, scored(seats, record.outcome, 1), entries, instead=instead)
        return row.id


def hexagon(known: Catalogue, name: str) -> HexagonEdition:
    """The edition of this name, whose players fill boards."""
    edition = known.edition(name)
    if not isinstance(edition, HexagonEdition):
        raise PaperError("{edition} has no boards to fill: it is decided by rounds", edition=name)
    return edition


def record_of(known: Catalogue, game: SentGame) -> Record:
    """The record of a game that was sent, if it follows the rules."""
    edition = hexagon(known, game.edition)
    setup = arrange(edition, game.options, seats=[checked_name(edition, name) for name in game.names])
    if not 1 <= game.seat <= len(setup.seats):
        raise PaperError("there is no player {number} in this game", number=game.seat)
    seed = None if game.seed is None else Seed.of(game.seed)
    called: Sequence[object] | None = game.called
    if called is None:
        if seed is None:
            raise PaperError("the order of the calls is not known: without it a game cannot be played again")
        called = drawn_by(Variant(edition, setup.options), seed)
    return paper_record(setup, [str(tile) for tile in called], game.boards, seed=seed)


def plain_record(known: Catalogue, edition: str, options: Given, called: Sequence[str]) -> Record:
    """A game for one in which every called tile goes to the first cell that takes it.

    By it the best board and the bot's game on some tiles are found, where nothing but the calls is known.
    """
    setup = arrange(hexagon(known, edition), options, seats=1)
    game = HexagonGame(setup)
    tiles = checked_calls(game.variant, called)
    state, moves = game.start(), list[Entry]()
    while (waiting := game.to_act(state)) != ():
        left = tiles[len(state.drawn) : len(state.drawn) + setup.options.draw]
        action = Draw(left) if waiting == (DEALER,) and left else game.legal(state, waiting[0])[0]
        state = game.play(state, waiting[0], action)
        moves.append((waiting[0], action))
    return Record(setup, CALLED, tuple(moves), None, game.outcome(state))
