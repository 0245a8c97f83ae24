"""What processes on one database tell each other: PostgreSQL's LISTEN and NOTIFY; with one process, nothing.

A message is a small JSON array: who sends it, its kind, and what there is to tell. It is delivered to every other
process when its transaction is committed, in the order of commits; whoever loses the connection is told of the gap
(`gaps`) and reads again what it must know. Nothing is true because a message says so: what counts is in the tables, and
who wrongly believed one is refused by the version of the table and reads again.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
import threading
from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from sqlalchemy import Connection, text

from partake.rules.diagnostics import note as log_note
from partake.rules.extras import load
from partake.store.postgresql import PURPOSE, driver_url

CHANNEL = "partake"
"""The channel of all messages."""
MOVES = "moves"
"""The kind of message about new entries of logs: of each table its id, its version and, if they fit, the entries."""
TABLES = "table"
"""The kind of message about a table whose row, seats or log changed otherwise: its id."""
PEOPLE = "person"
"""The kind of message about a person who has changed: their id; empty when it may be anybody."""
INVITED = "invited"
"""The kind of message about a table to which people are invited: its id, and theirs."""
QUIET = 5.0
"""Seconds without a message after which the connection is tried."""
AGAIN = 0.5
"""Seconds until a lost connection is opened anew."""

Handler = Callable[..., object]
"""Takes the process that sent a message, and what it tells."""

log = logging.getLogger("partake.store")


def message(sender: str, kind: str, *parts: str) -> str:
    """A message as it is sent; short ASCII, because PostgreSQL counts its bytes."""
    return json.dumps([sender, kind, *parts], separators=(",", ":"))


def note(connection: Connection, sender: str, kind: str, *parts: str) -> None:
    """Send a message with the transaction of a connection."""
    told = {"channel": CHANNEL, "message": message(sender, kind, *parts)}
    connection.execute(text("SELECT pg_notify(:channel, :message)"), told)


def notes(connection: Connection, sender: str, kind: str, parts: Sequence[str]) -> None:
    """Send a message for each of these parts, in one statement."""
    messages = [message(sender, kind, part) for part in parts]
    each = text("SELECT pg_notify(:channel, message) FROM unnest(CAST(:messages AS text[])) AS message")
    connection.execute(each, {"channel": CHANNEL, "messages": messages})


class Bus:
    """The messages of a server that is alone with its database: nobody hears them."""

    is_shared = False
    """Whether other processes may use the same database."""

    def __init__(self) -> None:
        self.process = secrets.token_hex(6)
        """How the other processes know this one."""
        self._handlers: dict[str, list[Handler]] = defaultdict(list)
        self.gaps: list[Callable[[], object]] = []
        """What is done when messages may have been missed."""

    def on(self, kind: str, handler: Handler) -> None:
        """Call this for each message of a kind that another process sends."""
        self._handlers[kind].append(handler)

    def tell(self, kind: str, *parts: str, lost: Callable[[], object] | None = None) -> None:
        """Tell all other processes, soon; `lost` is called if that fails."""

    def send(self, connection: Connection, kind: str, *parts: str) -> None:
        """Tell all other processes with the transaction of a connection, so that they hear of it if it has happened."""

    def open(self) -> None:
        """Begin to hear the others, in the running event loop."""

    def close(self) -> None:
        """Hear nobody any more."""


class PostgresBus(Bus):
    """The messages of processes on one PostgreSQL: a connection of its own listens, in a thread."""

    is_shared = True

    def __init__(self, url: str, submit: Callable[[Callable[[Connection], Any]], asyncio.Future[Any]]) -> None:
        """`submit` gives a job to the writer, so that messages share its transactions."""
        super().__init__()
        self._url = driver_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
        self._submit = submit
        self._driver: Any = load("psycopg", extra="postgresql", purpose=PURPOSE)
        self._is_closed = threading.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread = threading.Thread(target=self._listen, name="partake-bus", daemon=True)

    def tell(self, kind: str, *parts: str, lost: Callable[[], object] | None = None) -> None:
        """Tell all other processes, with the writer's next transaction; `lost` is called if that fails."""

        def ended(done: asyncio.Future[Any]) -> None:
            if not done.cancelled() and done.exception() is not None and lost is not None:
                lost()

        self._submit(Note(self.process, kind, parts)).add_done_callback(ended)

    def send(self, connection: Connection, kind: str, *parts: str) -> None:
        """Tell all other processes with the transaction of a connection, so that they hear of it if it has happened."""
        note(connection, self.process, kind, *parts)

    def open(self) -> None:
        """Begin to hear the others, in the running event loop."""
        self._loop = asyncio.get_running_loop()
        self._thread.start()

    def close(self) -> None:
        """Hear nobody any more; the thread ends by itself."""
        self._is_closed.set()

    def _listen(self) -> None:
        is_first = True
        while not self._is_closed.is_set():
            try:
                with self._driver.connect(self._url, autocommit=True, application_name="partake bus") as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    if not is_first:
                        log_note(log, "messages of other processes are heard again")
                        self._post(self._missed)
                    is_first = False
                    self._hear(connection)
            except self._driver.Error:
                self._is_closed.wait(AGAIN)

    def _hear(self, connection: Any) -> None:
        own = message(self.process, "")[:-3]
        while not self._is_closed.is_set():
            for found in connection.notifies(timeout=QUIET):
                if not found.payload.startswith(own):
                    sender, kind, *parts = json.loads(found.payload)
                    self._post(self._handle, kind, sender, parts)
                if self._is_closed.is_set():
                    return
            connection.execute("SELECT 1")

    def _post(self, what: Callable[..., object], *about: object) -> None:
        assert self._loop is not None
        with suppress(RuntimeError):  # the loop is closed
            self._loop.call_soon_threadsafe(what, *about)

    def _handle(self, kind: str, sender: str, parts: list[Any]) -> None:
        for handler in self._handlers[kind]:
            handler(sender, *parts)

    def _missed(self) -> None:
        for handler in self.gaps:
            handler()


class Note:
    """A job of the writer that sends a message."""

    def __init__(self, sender: str, kind: str, parts: tuple[str, ...]) -> None:
        self._message = sender, kind, *parts

    def __call__(self, connection: Connection) -> None:
        """Send it with this transaction."""
        note(connection, *self._message)
