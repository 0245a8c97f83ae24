"""Worlds that one visitor cannot tell apart: the same tables in the same state, with everything hidden changed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest

import partake
from databases import database_settings
from partake.bots.information_sets import twins
from partake.engine.actions import TakeBack
from partake.engine.chance import Seed
from partake.engine.notation import format_action
from partake.engine.record.fields import settings as settings_of
from partake.engine.table import Table
from partake.store import schema
from partake.store.daily import DailyStore
from partake.store.deal_rows import CalendarRow
from partake.store.key import NAME as KEY_NAME
from partake.store.people import PeopleStore
from partake.store.rows import ActionRow, SeatRow, Status, TableRow
from partake.store.statements import is_added
from partake.store.store import Store
from partake.table.calendar import DayKey, utc_day
from partake.table.clock import Timer, call_later
from partake.web.app import create_app
from partake.web.settings import Settings

NOW = 1_800_000_000.0
TODAY = utc_day(NOW).isoformat()
"""The day of that moment."""
NAMES = ("Ann", "Bob", "Cleo")
OTHERS = ("host", "spectator")
STRANGER = "stranger"
LINK = "http://games.example"
KEY = "the same key of some length in every world"
NEVER = 1e9
"""More seconds than any test takes."""


@dataclass(frozen=True)
class Scene:
    """A game in a moment at which something is hidden from everybody."""

    edition: str
    steps: int
    options: dict[str, Any] = field(default_factory=dict)

    def play(self) -> Table:
        """The table: so many draws or turns, then all but the last seat of a simultaneous game do one thing more."""
        table, dice = partake.start(self.edition, seats=NAMES, seed=f"{self} base", **self.options), Seed.of(str(self))
        for step in range(self.steps):
            while not table.to_act:
                table.deal()
            for seat in table.to_act:
                while seat in table.to_act:
                    _act(table, seat, dice, f"step {step}")
        while not table.to_act:
            table.deal()
        if self.edition != "five":
            for seat in table.to_act[:-1]:
                _act(table, seat, dice, "hidden")
        return table


def _act(table: Table, seat: int, dice: Seed, label: str) -> None:
    """Something that moves the game on; in Take Five a look rather than a take."""
    legal = [action for action in table.view(seat).legal if format_action(action) != "back"]
    looks = [action for action in legal if "?" in format_action(action)]
    table.play(seat, dice.shuffled(f"{label} {seat}", looks or legal)[0])


def twin_for(base: Table, seat: int) -> Table:
    """Another table that this seat cannot tell from the first: other secrets, and somebody took back in secret too."""
    found = next(twins(base, seat, f"twin for {seat}"), None)
    assert found is not None, f"seat {seat} has no twin"
    assert found.commitment != base.commitment
    for other in range(1, len(NAMES) + 1):
        if other != seat and TakeBack() in found.view(other).legal:
            found = _taken_back(found, seat, other)
    assert found.view(seat) == base.view(seat)
    return found


def _taken_back(table: Table, seat: int, other: int) -> Table:
    """The table when one seat has taken back and done something that another seat does not see."""
    again = Table.resume(table.private_save())
    again.play(other, TakeBack())
    for action in again.view(other).legal:
        found = Table.resume(again.private_save())
        found.play(other, action)
        if found.view(seat) == table.view(seat):
            return found
    return table


class World:
    """An application in which every table is a copy of one game."""

    def __init__(self, app: Any, game: Table, clients: dict[str, httpx.AsyncClient]) -> None:
        self.app, self.game, self.clients = app, game, clients

    @property
    def secrets(self) -> tuple[str, ...]:
        """What must not be in any answer or log."""
        seed = self.game.private_save().seed
        assert seed is not None
        return (seed.data.hex(), repr(seed.data))

    def told(self, data: bytes) -> bytes:
        """An answer, without the one thing that differs by its nature: the commitment to the seed."""
        return data.replace(self.game.commitment.encode(), b"the commitment")


@asynccontextmanager
async def world(
    folder: Path, game: Table, tables: Sequence[str], *, calendar: bytes = bytes(32)
) -> AsyncIterator[World]:
    """A world in a folder, with these copies of the game, and a calendar of one day more than today."""
    folder.mkdir()
    (folder / "secret.key").write_text(KEY)
    # Heartbeats tell the time alone, but each world would send its own at other moments.
    limits = {"guests_per_minute": 0, "tables_per_minute": 0, **database_settings(folder)}
    chosen = Settings(folder=folder, link=LINK, workers=0, heartbeat=NEVER, **limits)
    store = Store(chosen.location)
    key = {"name": KEY_NAME, "value": KEY}  # where the database has it
    await store.write(lambda connection: is_added(connection, schema.server_secrets, key))
    await _furnish(store, game, tables)
    await DailyStore(store).keep_calendar(calendar_of(calendar))
    await asyncio.to_thread(store.close)
    app = create_app(chosen)
    async with AsyncExitStack() as stack:
        await stack.enter_async_context(app.router.lifespan_context(app))
        clients = {}
        for visitor in (*NAMES, *OTHERS, STRANGER):
            # The commitment to the seed, which `told` replaces, would show in the lengths of compressed answers.
            plain = {"accept-encoding": "identity"}
            client = httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=LINK, headers=plain)
            clients[visitor] = await stack.enter_async_context(client)
            person = None if visitor == STRANGER else await app.state.context.people.find(visitor)
            if person is not None:
                client.headers["cookie"] = f"partake={app.state.context.identity.cookie(person)}"
        yield World(app, game, clients)


async def _furnish(store: Store, game: Table, tables: Sequence[str]) -> None:
    save = game.private_save()
    assert save.seed is not None
    log = [ActionRow(number, actor, format_action(action), NOW) for number, (actor, action) in enumerate(save.moves, 1)]
    seats = [SeatRow(number, name, people=(name,)) for number, name in enumerate(NAMES, start=1)]
    edition = game.setup.edition
    for person in (*NAMES, *OTHERS):
        await PeopleStore(store).add_person(person, person, NOW)
    rows = [
        TableRow(
            id=table, title="A table", edition=edition.name, rules=edition.digest,
            options={name: str(value) for name, value in settings_of(game.setup).items()}, host="host",
            status=Status.PLAYING, clock=None, pause=60.0, listed=True, unlimited=False, created=NOW, started=NOW,
            finished=None, commitment=game.commitment,
        )
        for table in tables
    ]  # fmt: skip
    await asyncio.gather(*(store.add_table(row, save.seed.data, seats, log) for row in rows))


def calendar_of(key: bytes) -> CalendarRow:
    """A calendar that begins today, and of which this is the key of tomorrow."""
    root = DayKey(utc_day(NOW) + timedelta(1), key)
    return CalendarRow(str(root.at(utc_day(NOW) - timedelta(1))), "", str(root))


def stopped(seconds: float, what: Callable[[], object]) -> Timer:
    """The timers of a clock that stands still: what is due at once happens, and nothing else ever does."""
    return call_later(NEVER if seconds > 0 else 0.0, what)


class Lots:
    """Whatever the server draws by lot comes out the same in every world, and in all of them time stands still.

    However slow the machine is, nobody is away, nothing is dealt and no bot stands in in one world and not in another.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.again("")
        monkeypatch.setattr("time.time", lambda: NOW)
        monkeypatch.setattr("partake.table.loaded.call_later", stopped)
        monkeypatch.setattr("secrets.token_hex", lambda size=32: self._next().hex()[: 2 * size])
        monkeypatch.setattr("secrets.token_urlsafe", lambda size=32: self._next().hex()[:size])
        monkeypatch.setattr(Seed, "new", classmethod(lambda cls: Seed(self._next())))

    def _next(self) -> bytes:
        self._drawn += 1
        return Seed.of(f"lot {self._drawn} for {self._label}").data

    def again(self, label: str) -> None:
        """From the beginning, for the same request in another world."""
        self._label, self._drawn = label, 0
