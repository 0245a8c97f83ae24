"""A line between a browser and a server that can be cut, fall silent, or lose what the server answers."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Iterator
from enum import Enum, auto


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

    def __init__(self, server: str) -> None:
        self._host, _, port = server.removeprefix("http://").partition(":")
        self._port = int(port)
        self._mode = Mode.OPEN
        self._connections: set[_Connection] = set()
        self._loop = asyncio.new_event_loop()
        self._listener: asyncio.Server | None = None
        self.link = ""
        self.answer = b""
        """What is answered in the server's place."""
        self._answered = threading.Event()

    def switch(self, mode: Mode) -> None:
        """Let the line be so from now on."""
        asyncio.run_coroutine_threadsafe(self._switch(mode), self._loop).result()

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
        self.link = f"http://127.0.0.1:{self._listener.sockets[0].getsockname()[1]}"

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
        up = await asyncio.open_connection(self._host, self._port)
        connection = _Connection((reader, writer), up, self._mode)
        self._connections.add(connection)
        await connection.carry()
        self._connections.discard(connection)

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
                if self.mode in modes:
                    target.write(data)
                    await target.drain()

    def abort(self) -> None:
        for _, writer in (self._near, self._far):
            writer.transport.abort()


@contextlib.contextmanager
def cuttable(server: str) -> Iterator[CuttableLine]:
    """A line to a server, open at first."""
    line = CuttableLine(server)
    thread = line.start()
    try:
        yield line
    finally:
        line.stop(thread)
