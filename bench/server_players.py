"""Players for bench/server.py: many connections in one event loop, with requests built by hand to cost little.

Every player has two connections to the server, as a browser has: one for requests, kept open, and one for what happens
at the table. A move counts as seen when an event that tells of it has come to the lines of all others at the table.

Page players do what the script of the page does (static/line.js): one WebSocket for moves and for events that tell what
changes in the view; the mask of their frames is zero, which costs the server the same and the client nothing. API
players send moves as requests, and their streams tell no views.
"""

from __future__ import annotations

import asyncio
import random
import re
import time
from collections.abc import Callable
from typing import Any

import orjson

SEATS = 4
"""Players at a table."""
PACE = 2.5
"""Seconds between two moves of one player at human pace."""
CLOSE = "close"
"""What the dealer does after the last placement of a game; the first draw of the next one is an event of its own."""
GATHERING = 50
"""How many requests are under way at once while everybody sits down."""
_REQUEST = b"\r\n".join(
    (
        b"%b %b HTTP/1.1",
        b"host: bench",
        b"cookie: %b",
        b"content-type: application/json",
        b"content-length: %d",
        b"",
        b"%b",
    )
)
_UPGRADE = b"\r\n".join(
    (
        b"GET %b HTTP/1.1",
        b"host: bench",
        b"cookie: %b",
        b"upgrade: websocket",
        b"connection: Upgrade",
        b"sec-websocket-version: 13",
        b"sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==",
        b"",
        b"",
    )
)
_CONTROL, _PING = 0x08, 0x89
"""The bit of a frame's first byte that tells pings and the end from messages; the first byte of a ping."""
_PONG = b"\x8a\x80\0\0\0\0"
_ANSWER = b'{"answer"'
_REFUSED = b'"error"'
_EVENT = re.compile(rb"event: (\w+)\ndata: (.*)\n\n")
_LENGTH = re.compile(rb"\r\ncontent-length: (\d+)\r\n", re.IGNORECASE)
_COOKIE = re.compile(rb"\r\nset-cookie: ([^;]+);", re.IGNORECASE)


class Connection(asyncio.Protocol):
    """A connection; `received` is given everything that arrives."""

    def __init__(self, players: Players, received: Callable[[bytes], None]) -> None:
        self._players = players
        self.data_received = received  # type: ignore[assignment, method-assign]

    def connection_lost(self, problem: Exception | None) -> None:
        """Count a connection that the server has closed."""
        self._players.lost += 1


class Player:
    """A player at a table, with a connection for requests and one for events."""

    def __init__(self, players: Players, group: Group, seat: int) -> None:
        self.players, self.group, self.seat = players, group, seat
        self.cookie = b""
        self.to_act: set[int] = set()
        """The seats that must act, as far as this player's screen shows."""
        self.awaited: set[int] = set()
        """The seats that have not seen this player's latest move yet."""
        self.sent = 0.0
        self.is_answered = True
        self.is_due = False
        """Whether the next move is to be made as soon as it can be."""
        self.tile, self.draws = b"", 0
        self.drawn_bytes = 0
        """The size of the latest event that told of a draw."""
        self._got = bytearray()
        self._told = bytearray()
        self._answer: asyncio.Future[bytes] | None = None

    async def connect(self) -> None:
        """Open the connection for requests."""
        loop, (host, port) = asyncio.get_running_loop(), self.players.address
        self.requests, _ = await loop.create_connection(lambda: Connection(self.players, self._hear_answer), host, port)

    async def ask(self, path: str, body: dict[str, Any]) -> Any:
        """The answer to a POST."""
        return orjson.loads(await self._exchange(path, self._request(b"POST", path.encode(), orjson.dumps(body))))

    async def fetch(self, path: str) -> bytes:
        """What is at an address."""
        return await self._exchange(path, self._request(b"GET", path.encode()))

    async def _exchange(self, path: str, request: bytes) -> bytes:
        if self.requests.is_closing():  # it was idle for long, and the server has ended it: a browser opens another
            await self.connect()
        self._answer = asyncio.get_running_loop().create_future()
        self.requests.write(request)
        head, _, found = (await self._answer).partition(b"\r\n\r\n")
        if not head.startswith(b"HTTP/1.1 20"):
            raise SystemExit(f"the server refuses {path}: {found.decode()}")
        if cookie := _COOKIE.search(head):
            self.cookie = cookie[1]
        return found

    def _request(self, method: bytes, path: bytes, body: bytes = b"") -> bytes:
        return _REQUEST % (method, path, self.cookie, len(body), body)

    def _hear_answer(self, data: bytes) -> None:
        self._got += data
        end = self._got.find(b"\r\n\r\n")
        if end < 0 or not (length := _LENGTH.search(self._got)) or len(self._got) < end + 4 + int(length[1]):
            return
        found, self._got = bytes(self._got), bytearray()
        if self._answer is not None:
            self._answer.set_result(found)
            self._answer = None
        elif found.startswith(b"HTTP/1.1 200"):
            self.answered()
        else:
            self.players.refused.append(found)

    async def listen(self) -> None:
        """Open the stream of events and wait for the first."""
        loop, (host, port) = asyncio.get_running_loop(), self.players.address
        self.begun = loop.create_future()
        heard = self._hear_frames if self.players.are_pages else self._hear
        self.stream, _ = await loop.create_connection(lambda: Connection(self.players, heard), host, port)
        if self.players.are_pages:
            self.stream.write(_UPGRADE % (self.line().encode(), self.cookie))
        else:
            self.stream.write(self._request(b"GET", b"/api/tables/%b/events" % self.group.table))
        await self.begun

    def line(self) -> str:
        """The address of a page's line."""
        return f"/api/tables/{self.group.table.decode()}/socket?view=true"

    def _hear_frames(self, data: bytes) -> None:
        """Take what comes on a page's line, the answer to its handshake first."""
        if self._told:
            self._told += data
            data = bytes(self._told)
        at, end = 0, len(data)
        if data.startswith(b"HTTP"):
            at = data.find(b"\r\n\r\n") + 4
            if at < 4:
                self._told = bytearray(data)
                return
        while end - at >= 2:
            size, start = data[at + 1], at + 2
            if size >= 126:
                start = at + (4 if size == 126 else 10)
                size = int.from_bytes(data[at + 2 : start], "big")
            if start + size > end:
                break
            if not data[at] & _CONTROL:
                self.message(data[start : start + size])
            elif data[at] == _PING:
                self.stream.write(_PONG)
            at = start + size
        self._told = bytearray(data[at:])

    def message(self, text: bytes) -> None:
        """Take a message of a page's line."""
        if not text.startswith(_ANSWER):
            told = orjson.loads(text)
            if b'"since"' in text:
                self.drawn_bytes = len(text)
            self._event(told["event"].encode(), told["data"])
        elif _REFUSED in text:
            self.players.refused.append(text)
        else:
            self.answered()

    def _hear(self, data: bytes) -> None:
        if self._told:
            self._told += data
            data = bytes(self._told)
        end = 0
        for found in _EVENT.finditer(data):
            if b'"since"' in found[2]:
                self.drawn_bytes = len(found[2])
            self._event(found[1], orjson.loads(found[2]))
            end = found.end()
        self._told = bytearray(data[end:])

    def _event(self, kind: bytes, event: dict[str, Any]) -> None:
        if kind == b"view":
            self.to_act = set(event["view"]["to_act"])
            self.tile = event["view"]["called"][0].encode()
            self.draws = 1
            self.begun.set_result(None)
        elif kind in (b"acted", b"moves"):
            is_drawn = kind == b"moves" and "since" in event
            self.told(set(event["to_act"]), is_drawn=is_drawn)
            if is_drawn and event["moves"][-1] != CLOSE:
                self.tile = event["moves"][-1][1:].encode()
                self.draws += 1
                self.go_on()

    def told(self, waiting: set[int], *, is_drawn: bool) -> None:
        """Others have moved: these seats must act now, and with a draw all have acted that had to before."""
        now = time.perf_counter()
        for mover in self.to_act if is_drawn else self.to_act - waiting:
            self.group.players[mover - 1].seen_by(self.seat, now)
        self.to_act = waiting

    def answered(self) -> None:
        """The latest move is accepted."""
        self.players.answers.append((self.sent, time.perf_counter()))
        self.is_answered = True
        self.go_on()

    def seen_by(self, seat: int, now: float) -> None:
        """The latest move has come to the screen of a seat."""
        if seat in self.awaited:
            self.awaited.discard(seat)
            if not self.awaited:
                self.players.seen.append((self.sent, now))
                self.go_on()

    def go_on(self) -> None:
        """Move, if it is time, a tile is called, and the last move is answered and on all screens."""
        if self.is_due and self.tile and self.is_answered and not self.awaited and not self.players.is_stopped:
            self._move()

    def _move(self) -> None:
        """Place the called tile on the first empty cell, which is the same for all players."""
        cell = self.players.cells[(self.draws - 1) % len(self.players.cells)]
        tile, self.tile = self.tile, b""
        self.awaited, self.sent = set(self.group.seats) - {self.seat}, time.perf_counter()
        self.is_answered, self.is_due = False, self.players.is_hurried
        self.place(tile, cell)

    def place(self, tile: bytes, cell: bytes) -> None:
        """Send a placement."""
        body = b'"action":"%b@%b","key":"%d"}' % (tile, cell, self.draws)
        if self.players.are_pages:
            self.stream.write(masked(b'{"do":%d,%b' % (self.draws, body)))
        else:
            self.requests.write(self._request(b"POST", self.group.path, b"{%b" % body))

    def turn(self, at: float) -> None:
        """At human pace: move now, or as soon as it can be done, and again after a while."""
        if not self.players.is_stopped:
            self.is_due = True
            self.go_on()
            asyncio.get_running_loop().call_at(at + PACE, self.turn, at + PACE)


class Group:
    """The four players of a table."""

    player: type[Player] = Player
    """What they are."""

    def __init__(self, players: Players) -> None:
        self.players = [self.player(players, self, seat) for seat in range(1, SEATS + 1)]
        self.seats = frozenset(range(1, SEATS + 1))
        self.table = self.path = b""

    async def gather(self) -> None:
        """Let the players become guests and sit down; the game begins."""
        for player in self.players:
            await player.connect()
            await player.ask("/api/guests", {"nickname": f"Player {player.seat}"})
        table = {"edition": "classic", "options": {"rounds": 99}, "pause": 0,
                 "seats": [{"kind": "host"}, *({"kind": "person"} for _ in self.players[1:])]}  # fmt: skip
        self.table = (await self.players[0].ask("/api/tables", table))["id"].encode()
        self.path = b"/api/tables/%b/moves" % self.table
        for player in self.players[1:]:
            await player.ask(f"/api/tables/{self.table.decode()}/join", {})


class Players:
    """All players of a measurement, and what they saw."""

    def __init__(
        self,
        address: tuple[str, int],
        tables: int,
        cells: tuple[str, ...],
        *,
        are_pages: bool = True,
        group: type[Group] = Group,
    ) -> None:
        self.are_pages = are_pages
        self.address, self.cells = address, [cell.encode() for cell in cells]
        self.groups = [group(self) for _ in range(tables)]
        self.answers: list[tuple[float, float]] = []
        """When each move was sent, and when its answer came."""
        self.seen: list[tuple[float, float]] = []
        """When each move was sent, and when the last of the others saw it."""
        self.refused: list[bytes] = []
        self.lost = 0
        """How many connections the server has closed."""
        self.is_stopped, self.is_hurried = True, False

    @property
    def all(self) -> list[Player]:
        """The players of all tables."""
        return [player for group in self.groups for player in group.players]

    async def gather(self) -> None:
        """Let all players sit down."""
        await _all([group.gather for group in self.groups])

    async def listen(self) -> None:
        """Open the streams of all players."""
        await _all([player.listen for player in self.all])

    def hurry(self) -> None:
        """All players move as fast as the server lets them."""
        self.is_stopped, self.is_hurried = False, True
        for player in self.all:
            player.is_due = True
            player.go_on()

    def stroll(self, rng: random.Random) -> None:
        """Each player moves once in PACE seconds, at a moment of their own."""
        self.is_stopped, self.is_hurried = False, False
        loop = asyncio.get_running_loop()
        for group in self.groups:
            start = loop.time() + 0.1 + rng.random() * PACE
            for player in group.players:
                player.is_due = False
                at = start + rng.random() * 0.8 * PACE
                loop.call_at(at, player.turn, at)

    async def stop(self) -> None:
        """Let what is under way arrive."""
        self.is_stopped = True
        await asyncio.sleep(1.0)

    def leave(self) -> None:
        """Close all connections."""
        for player in self.all:
            player.requests.close()
            player.stream.close()


def masked(payload: bytes, first: int = 0x81) -> bytes:
    """A frame of a WebSocket with a mask of zeros: text, if its first byte says nothing else."""
    if len(payload) < 126:
        return b"%c%c\0\0\0\0%b" % (first, 0x80 | len(payload), payload)
    return b"%c\xfe%b\0\0\0\0%b" % (first, len(payload).to_bytes(2, "big"), payload)


async def _all(jobs: list[Callable[[], Any]]) -> None:
    gate = asyncio.Semaphore(GATHERING)

    async def one(job: Callable[[], Any]) -> None:
        async with gate:
            await job()

    await asyncio.gather(*(one(job) for job in jobs))
