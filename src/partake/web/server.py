"""The HTTP server: Uvicorn in one process on one port, and the links under which people find it."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import gc
import io
import logging
import signal
import socket
import sys
from collections.abc import Callable, Iterator

import segno
import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from partake.rules.errors import PartakeError
from partake.web.app import create_app
from partake.web.settings import PORT, Settings
from partake.web.streams import TRANSPORT

TRIES = 20
"""How many ports are tried when the usual one is taken and none was asked for."""
SWITCH = 0.0001
"""Thread switch interval in seconds: the answers to moves wait for the thread that writes to get its turn."""
GARBAGE = (5_000, 5, 1_000)
"""Thresholds of the garbage collector's generations: small passes, and seldom one through everything, for which
all requests would wait."""


class Protocol(HttpToolsProtocol):
    """HTTP/1.1 that lends event streams their connection."""

    def on_message_begin(self) -> None:
        """Begin a request."""
        super().on_message_begin()
        self.scope["extensions"] = {TRANSPORT: self.transport}  # type: ignore[dict-item]


class _Server(uvicorn.Server):
    """A server that ends its event streams when it is told to stop, instead of waiting for their readers."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop in good order when asked to, and leave it at that."""
        loop = asyncio.get_running_loop()
        with contextlib.suppress(RuntimeError):  # not every system can
            for number in (signal.SIGINT, signal.SIGTERM):
                loop.add_signal_handler(number, self.handle_exit, number, None)
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start; what is in memory by now stays there, and is not looked through for garbage again."""
        await super().startup(sockets)
        sys.setswitchinterval(SWITCH)
        gc.collect()
        gc.freeze()
        gc.set_threshold(*GARBAGE)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop."""
        with contextlib.suppress(AttributeError):  # it may be stopped before it has opened its tables
            self.config.loaded_app.app.state.context.tables.runner.close_streams()
        await super().shutdown(sockets)


def serve(settings: Settings, *, announce: Callable[[list[str]], None]) -> None:
    """Answer requests until interrupted; `announce` is given the links when the server is ready."""
    logging.basicConfig(level=logging.WARNING, format="%(name)s: %(message)s")
    app = create_app(settings)
    with _listen(settings) as listener:
        config = uvicorn.Config(
            app,
            http=Protocol,
            backlog=settings.backlog,
            timeout_keep_alive=settings.keep_alive,
            timeout_graceful_shutdown=settings.stop_seconds,
            log_level="warning",
            log_config=None,
            access_log=False,
            server_header=False,
        )
        announce([settings.link] if settings.link else links_to(settings.host, listener.getsockname()[1]))
        with contextlib.suppress(KeyboardInterrupt):
            _Server(config).run(sockets=[listener])


def _listen(settings: Settings) -> socket.socket:
    """A socket that listens at the wanted port, or at the first free one when none is wanted."""
    host, first = settings.host, PORT if settings.port is None else settings.port
    last = first + TRIES - 1 if settings.port is None else first
    for port in range(first, last + 1):
        listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, port))
        except OSError as problem:
            listener.close()
            if problem.errno == errno.EADDRINUSE and port < last:
                continue
            raise PartakeError(f"{host}:{port} cannot be used: {(problem.strerror or '').lower()}") from None
        except (OverflowError, UnicodeError):
            listener.close()
            raise PartakeError(f"{host}:{port} is not an address to listen at") from None
        listener.listen(settings.backlog)
        return listener
    raise PartakeError(f"no port from {first} on is free")


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
