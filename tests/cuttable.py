"""A line to a server that can be cut, fall silent, lag, or lose what the server answers: a TCP proxy in a thread.

with cuttable(server.link) as line:      # between a browser and a server
    line.switch(Mode.CUT)                # all connections are broken until the line is opened again
with cuttable(*servers) as line:         # before several servers, as a balancer: any of them that is there
    line.disturb(0.3, delay=0.5)         # three of ten connections lag, both ways, by half a second
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Iterator
from enum import Enum, auto
from random import Random


class Mode(Enum):
    """What happens on the line."""

    OPEN = auto()
    CUT = auto()
    """Connections are broken, and new ones too."""
    STALLED = auto()
    """Everything is swallowed, both ways, and nobody is told; new connections are taken and get no answer."""
    MUTE = auto()
    """Requests arrive, answers are swallowed."""
    GATEWAY = auto()
    """Something else answers new connections in the server's place."""


class CuttableLine:
    """A TCP proxy in a thread; a connection on which something was swallowed never comes back to life."""

    def __init__(self, *servers: str, seed: int = 0) -> None:
        self._servers = [server.removeprefix("http://").split(":") for server in servers]
        self._random = Random(seed)
        self._mode = Mode.OPEN
        self._connections: set[_Connection] = set()
        self._loop = asyncio.new_event_loop()
        self._listener: asyncio.Server | None = None
        self.link, self.port = "", 0
        self.answer = b""
        """What is answered in the server's place."""
        self._answered = threading.Event()

    def switch(self, mode: Mode) -> None:
        """Let the line be so from now on."""
        asyncio.run_coroutine_threadsafe(self._switch(mode), self._loop).result()

    def disturb(self, share: float, *, mode: Mode = Mode.OPEN, delay: float = 0.0) -> int:
        """Let about this share of the open connections be so, and later ones not; how many they are."""
        return asyncio.run_coroutine_threadsafe(self._disturb(share, mode, delay), self._loop).result()

    async def _disturb(self, share: float, mode: Mode, delay: float) -> int:
        chosen = [one for one in self._connections if self._random.random() < share]
        for connection in chosen:
            connection.delay = delay
            if mode is Mode.CUT:
                connection.abort()
            elif mode is not Mode.OPEN:
                connection.mode = mode
        return len(chosen)

    def cut_silent(self) -> None:
        """Break the connections on which something may have been swallowed."""
        asyncio.run_coroutine_threadsafe(self._cut_silent(), self._loop).result()

    async def _cut_silent(self) -> None:
        for connection in tuple(self._connections):
            if connection.mode is not Mode.OPEN:
                connection.abort()

    def wait_for_answer(self) -> None:
        """Wait until somebody was answered in the server's place."""
        assert self._answered.wait(30), "nobody asks"

    async def _switch(self, mode: Mode) -> None:
        self._mode = mode
        self._answered.clear()
        for connection in tuple(self._connections):
            if mode is Mode.CUT:
                connection.abort()
            elif mode is not Mode.OPEN:
                connection.mode = mode

    async def _open(self) -> None:
        self._listener = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        self.port = self._listener.sockets[0].getsockname()[1]
        self.link = f"http://127.0.0.1:{self.port}"

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._mode is Mode.CUT:
            writer.transport.abort()
            return
        if self._mode is Mode.GATEWAY:
            with contextlib.suppress(OSError, asyncio.IncompleteReadError):
                await reader.readuntil(b"\r\n\r\n")
                writer.write(self.answer)
                await writer.drain()
            writer.close()
            self._answered.set()
            return
        up = await self._reach()
        if up is None:
            writer.transport.abort()
            return
        connection = _Connection((reader, writer), up, self._mode)
        self._connections.add(connection)
        await connection.carry()
        self._connections.discard(connection)

    async def _reach(self) -> Ends | None:
        """A connection to any server that is there."""
        for host, port in self._random.sample(self._servers, len(self._servers)):
            with contextlib.suppress(OSError):
                return await asyncio.open_connection(host, int(port))
        return None

    def start(self) -> threading.Thread:
        """Carry bytes in a thread."""
        thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        thread.start()
        asyncio.run_coroutine_threadsafe(self._open(), self._loop).result()
        return thread

    def stop(self, thread: threading.Thread) -> None:
        """End everything."""
        asyncio.run_coroutine_threadsafe(self._end(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        thread.join()
        self._loop.close()

    async def _end(self) -> None:
        await self._switch(Mode.CUT)
        if self._listener is not None:
            self._listener.close()
        while self._connections:
            await asyncio.sleep(0)


Ends = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class _Connection:
    def __init__(self, near: Ends, far: Ends, mode: Mode) -> None:
        self._near, self._far, self.mode = near, far, mode
        self.delay = 0.0
        """Seconds that everything takes longer, each way."""

    async def carry(self) -> None:
        """Carry bytes both ways until one side ends."""
        ways = (
            asyncio.create_task(self._pipe(self._near[0], self._far[1], (Mode.OPEN, Mode.MUTE))),
            asyncio.create_task(self._pipe(self._far[0], self._near[1], (Mode.OPEN,))),
        )
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        self.abort()
        await asyncio.wait(ways)

    async def _pipe(self, source: asyncio.StreamReader, target: asyncio.StreamWriter, modes: tuple[Mode, ...]) -> None:
        with contextlib.suppress(OSError):
            while data := await source.read(65536):
                if self.delay:
                    await asyncio.sleep(self.delay)
                if self.mode in modes:
                    target.write(data)
                    await target.drain()

    def abort(self) -> None:
        for _, writer in (self._near, self._far):
            writer.transport.abort()


@contextlib.contextmanager
def cuttable(*servers: str, seed: int = 0) -> Iterator[CuttableLine]:
    """A line to a server, or to any of several, open at first."""
    line = CuttableLine(*servers, seed=seed)
    thread = line.start()
    try:
        yield line
    finally:
        line.stop(thread)
