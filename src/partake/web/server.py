"""The HTTP server: Uvicorn on one port, and the links under which people find it."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import io
import logging
import os
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from itertools import product

import segno
import uvicorn

from partake import __version__
from partake.rules.diagnostics import note
from partake.rules.errors import PartakeError, system_reason
from partake.rules.extras import load
from partake.rules.languages import NAMES
from partake.web.addresses import Proxies
from partake.web.app import create_app
from partake.web.balance import ConnectionBalance
from partake.web.garbage import GarbageSchedule
from partake.web.listener import FULL, Listener, raise_descriptor_limit
from partake.web.log_lines import log_to_stderr
from partake.web.opening import OpenFolder
from partake.web.protocol import Protocol, said_by
from partake.web.settings import PORT, Settings
from partake.web.socket_protocol import OPTIONS

TRIES = 20
"""How many ports are tried when the usual one is taken and none was asked for."""
SWITCH = 0.0001
"""Thread switch interval in seconds: the answers to moves wait for the thread that writes to get its turn."""

log = logging.getLogger("partake.web")


class _Server(uvicorn.Server):
    """A server that counts its connections, and ends its event streams in good order when it is told to stop."""

    measuring: uvicorn.Server | None = None
    """The server of the metrics, if they are wanted."""
    listener: socket.socket
    """Where metrics are read."""
    _measured: asyncio.Task[None] | None = None

    def __init__(self, config: uvicorn.Config, settings: Settings, balance: ConnectionBalance | None) -> None:
        super().__init__(config)
        self._settings, self._balance = settings, balance
        self._protocol = Protocol.with_settings(settings)
        self._listeners: list[Listener] = []

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop in good order when asked to, and leave it at that; one of several processes is asked by its parent."""
        loop = asyncio.get_running_loop()
        with contextlib.suppress(RuntimeError):  # not every system can
            for number in (signal.SIGTERM, *(() if self._balance else (signal.SIGINT,))):
                loop.add_signal_handler(number, self.handle_exit, number, None)
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start; what is in memory by now stays there, and is not looked through for garbage again."""
        await super().startup([])
        await self._listen(sockets or [])
        sys.setswitchinterval(SWITCH)
        GarbageSchedule.begin()
        if self.measuring is not None:
            self._measured = asyncio.create_task(self.measuring.serve(sockets=[self.listener]))
        note(log, "server started", version=__version__, pid=os.getpid())

    async def _listen(self, sockets: list[socket.socket]) -> None:
        if sys.platform == "win32":  # its event loop takes connections in by itself, without counting them
            loop = asyncio.get_running_loop()
            self.servers = [await loop.create_server(self._new_connection, sock=one) for one in sockets]
            return
        for path, language in product(("/", "/api"), NAMES):  # without descriptors, no template could be read
            await said_by(self.config.loaded_app, path, FULL, language)
        descriptors = raise_descriptor_limit()
        for one in sockets:
            listener = Listener(
                one, self._settings, self._new_connection, descriptors=descriptors, balance=self._balance
            )
            self._listeners.append(listener)
            listener.start()

    def _new_connection(self) -> Protocol:
        return self._protocol(self.config, self.server_state, self.lifespan.state)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop: end all event streams, answer what is under way, and cut off whoever does not read their answer."""
        for listener in self._listeners:
            listener.close()
        with contextlib.suppress(AttributeError):  # it may be stopped before it has opened its tables
            context = self.config.loaded_app.app.state.context
            context.probe.is_stopping = True
            context.streams.stop()
        note(log, "server stops", pid=os.getpid())
        if self.measuring is not None and self._measured is not None:
            self.measuring.should_exit = True
            await self._measured
        asyncio.get_running_loop().call_later(self._settings.stop_seconds, self._cut_off)
        await super().shutdown(sockets)
        note(log, "server stopped", pid=os.getpid())

    def _cut_off(self) -> None:
        for connection in tuple(self.server_state.connections):
            connection.transport.abort()


def serve(settings: Settings, *, announce: Callable[[list[str]], None]) -> None:
    """Answer requests until interrupted; `announce` is given the links when nothing can fail any more."""
    log_to_stderr(settings.log)
    with (
        contextlib.closing(OpenFolder(settings)) as opened,
        listen(settings) as listener,
        contextlib.ExitStack() as open_sockets,
    ):
        measured = open_sockets.enter_context(listen_for_metrics(settings)) if settings.metrics else None
        links, address = where_found(settings, listener)
        opened.tell(link=links[0], address=address)
        announce(links)
        answer_requests(settings, opened, listener, measured)


def answer_requests(
    settings: Settings,
    opened: OpenFolder,
    listener: socket.socket,
    measured: socket.socket | None = None,
    balance: ConnectionBalance | None = None,
) -> None:
    """Answer the requests that come to a socket until told to stop, and at another one those for measurements."""
    app = create_app(settings, opened=opened)
    config = uvicorn.Config(
        app,
        http=Protocol,
        **OPTIONS,
        forwarded_allow_ips=Proxies(settings.proxies).as_seen,
        backlog=settings.backlog,
        timeout_keep_alive=settings.keep_alive,
        timeout_graceful_shutdown=settings.stop_seconds + 1,  # by then they are cut off
        log_level="warning",
        log_config=None,
        access_log=False,
        server_header=False,
    )
    server = _Server(config, settings, balance)
    if measured is not None:
        metrics = load("partake.web.metrics", extra="web", purpose="--metrics")
        server.measuring, server.listener = metrics.MetricsServer(app), measured
    with contextlib.suppress(KeyboardInterrupt):
        server.run(sockets=[listener])


def where_found(settings: Settings, listener: socket.socket) -> tuple[list[str], str]:
    """The links that people are given, and the address by which this machine reaches the server."""
    own = links_to(settings.host, listener.getsockname()[1])
    return [settings.link] if settings.link else own, own[-1]


def listen(settings: Settings) -> socket.socket:
    """A socket that listens at the wanted port, or at the first free one when none is wanted."""
    host, first = settings.host, PORT if settings.port is None else settings.port
    last = first + TRIES - 1 if settings.port is None else first
    for port in range(first, last):
        with contextlib.suppress(_TakenError):
            return _listen_at(host, port, settings.backlog)
    return _listen_at(host, last, settings.backlog)


class _TakenError(PartakeError):
    """Another program listens at a port."""


def _listen_at(host: str, port: int, backlog: int) -> socket.socket:
    """A socket that listens at this address and port."""
    listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(backlog)
    except OSError as problem:
        listener.close()
        kind = _TakenError if problem.errno == errno.EADDRINUSE else PartakeError
        raise kind(
            "{host}:{port} cannot be used: {reason}", host=host, port=port, reason=system_reason(problem)
        ) from None
    except (OverflowError, UnicodeError):
        listener.close()
        raise PartakeError("{host}:{port} is not an address to listen at", host=host, port=port) from None
    return listener


def listen_for_metrics(settings: Settings, place: int = 0) -> socket.socket:
    """A socket for the measurements of one process: the first has the port of the setting, each other the next one."""
    host, port = _address(settings.metrics)
    return _listen_at(host, port + place if port else 0, settings.backlog)


def _address(text: str) -> tuple[str, int]:
    """An address and a port, of which an IPv6 address may stand in brackets."""
    host, _, port = text.rpartition(":")
    return host.strip("[]"), int(port)


def links_to(host: str, port: int) -> list[str]:
    """The links to the server: for other devices in the same network, and for this machine."""
    if host not in ("0.0.0.0", "::"):
        return [f"http://{f'[{host}]' if ':' in host else host}:{port}"]
    found = [f"http://localhost:{port}"]
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # nothing is sent: the system only says which way it would go
        found.insert(0, f"http://{probe.getsockname()[0]}:{port}")
    return found


def square(link: str) -> str:
    """A link as a QR code for a terminal."""
    out = io.StringIO()
    segno.make(link).terminal(out, compact=True)
    return out.getvalue()
