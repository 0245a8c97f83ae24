"""The socket that listens: how many connections there may be, and what is said to those that are too many.

A connection that is one too many is accepted and answered with a sentence, for which some file descriptors are kept in
reserve. Without them the system would let it wait without a word, or the event loop would close it.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import logging
import os
import socket
from collections import Counter
from collections.abc import Callable
from functools import partial

from partake.rules.messages import Message
from partake.web.addresses import NOWHERE, Proxies, counted_as
from partake.web.balance import ConnectionBalance
from partake.web.hosts import Refusal
from partake.web.protocol import Protocol
from partake.web.settings import Settings

with contextlib.suppress(ImportError):  # not every system has it
    import resource

SILENCE = 20.0
"""Seconds after which a connection whose other side acknowledges nothing is ended: a telephone has lost its line.

Without it TCP tries for a quarter of an hour, and its player would count as being here.
"""
MOST_DESCRIPTORS = 65536
"""The most file descriptors that are asked for: beyond it the memory is the limit."""
OWN_DESCRIPTORS = 128
"""Descriptors that connections leave to the database, the files of pages and the workers; half where there are few."""
RESERVE = 32
"""The most connections at a time that are told that they are too many, and the descriptors kept for them; then the
oldest of them is cut off. An eighth of all descriptors where there are few."""
AT_ONCE = 64
"""Connections that are accepted before other work has its turn."""
YIELD = 0.01
"""Seconds for which a process that has more connections than another leaves a new one to it."""
PAUSE = 0.1
"""Seconds until it is tried again to accept when there is nothing left to accept with."""
SELDOM = 60.0
"""Seconds between two lines of the log that say the same."""
SCARCE = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)
"""Errors of `accept` that mean that the system has no room for one more."""
FULL = (503, Message("there are too many connections to this server: try again in a moment"))
"""The refusal when descriptors run out."""
TOO_MANY = (429, Message("there are too many connections from your address: close some first"))
"""The refusal when one address has too many."""

log = logging.getLogger("partake.web")


def raise_descriptor_limit() -> int:
    """Raise the limit of open files as far as the system lets us; the limit then, or 0 if there is none."""
    try:
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    except NameError:
        return 0
    wanted = MOST_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, MOST_DESCRIPTORS)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    return 0 if soft == resource.RLIM_INFINITY else soft


class Listener:
    """Accepts the connections of one socket, counted by address and all together."""

    def __init__(
        self,
        listening: socket.socket,
        settings: Settings,
        make: Callable[[], Protocol],
        *,
        descriptors: int,
        balance: ConnectionBalance | None = None,
    ) -> None:
        """`make` makes the protocol of a connection; there are so many `descriptors`, or any number if that is 0.

        Where other processes accept from the same socket, `balance` says which has the fewest connections.
        """
        self._socket, self._make = listening, make
        self._most_of_one, self._proxies = settings.connections, Proxies(settings.proxies)
        self._most = descriptors - min(OWN_DESCRIPTORS, descriptors // 2) if descriptors else 0
        self._spare = min(RESERVE, descriptors // 8) if descriptors else RESERVE
        self._count: Counter[str] = Counter()
        self._open = 0
        self._refused: dict[Protocol, None] = {}
        self._reserve: list[int] = []
        self._loop = asyncio.get_running_loop()
        self._tasks: set[asyncio.Task[None]] = set()
        self._said = -SELDOM
        self._is_closed = False
        self._balance = balance
        self._late, self._seen = 1, tuple[int, ...]()

    def start(self) -> None:
        """Begin to accept."""
        self._socket.setblocking(False)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # its connections inherit these
        if option := getattr(socket, "TCP_USER_TIMEOUT", None):
            self._socket.setsockopt(socket.IPPROTO_TCP, option, int(SILENCE * 1000))
        self._resume()

    def close(self) -> None:
        """Accept nothing more."""
        self._is_closed = True
        self._loop.remove_reader(self._socket)
        if self._balance is not None:
            self._balance.leave()
        while self._reserve:
            os.close(self._reserve.pop())

    def _accept(self, late: int = 0) -> None:
        """Accept what waits; beyond so many that are `late` already, what another process should have is left to it."""
        for taken in range(AT_ONCE):
            if taken >= late and self._balance is not None and self._balance.is_ahead(self._open):
                self._loop.remove_reader(self._socket)
                self._loop.call_later(YIELD, self._accept_late)
                return
            if len(self._refused) >= self._spare and not self._cut_off_oldest():
                return
            self._fill_reserve()  # what is free again is for the reserve first
            try:
                found, peer = self._socket.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                return
            except OSError as problem:
                if problem.errno not in SCARCE:
                    raise
                self._say("this server has no file descriptors left: new connections are refused")
                if not self._refuse_next():
                    self._loop.remove_reader(self._socket)
                    self._loop.call_later(PAUSE, self._resume)
                return
            host = str(peer[0]) if isinstance(peer, tuple) else NOWHERE
            address = counted_as(host)
            if self._most and self._open >= self._most:
                self._say(f"there are {self._most} connections, as many as the file descriptors allow")
                self._refuse(found, FULL)
            elif 0 < self._most_of_one <= self._count[address] and host not in self._proxies:
                self._refuse(found, TOO_MANY)
            else:
                self._count[address] += 1
                self._note_open(1)
                self._connect(found, self._make(), partial(self._leave, address))

    def _refuse_next(self) -> bool:
        """Give up a descriptor of the reserve to refuse the connection that waits; whether there was one."""
        if not self._reserve:
            self._cut_off_oldest()
            return False
        os.close(self._reserve.pop())
        with contextlib.suppress(OSError):  # it may have gone, or another thread may have been faster
            self._refuse(self._socket.accept()[0], FULL)
        return True

    def _resume(self) -> None:
        if not self._is_closed:
            self._fill_reserve()
            self._note_open(0)
            self._loop.add_reader(self._socket, self._accept)

    def _accept_late(self) -> None:
        """Accept what the processes with fewer connections did not: one, and more each time while they do nothing."""
        if not self._is_closed and self._balance is not None:
            seen, before = self._balance.others, self._seen
            self._seen, self._late = seen, min(AT_ONCE, 2 * self._late) if seen == before else 1
            self._resume()
            self._accept(self._late)

    def _note_open(self, more: int) -> None:
        self._open += more
        if self._balance is not None and not self._is_closed:
            self._balance.note(self._open)

    def _refuse(self, found: socket.socket, refusal: Refusal) -> None:
        """Answer the first request of a connection with a refusal."""
        if self._reserve and len(self._reserve) + len(self._refused) >= self._spare:
            os.close(self._reserve.pop())
        protocol = self._make()
        protocol.refusal = refusal
        self._refused[protocol] = None
        self._connect(found, protocol, partial(self._told, protocol))

    def _cut_off_oldest(self) -> bool:
        """Make room for one more refusal: end the oldest of these connections, if it has begun; whether it has."""
        oldest = next(iter(self._refused), None)
        if oldest is None or not oldest.is_connected:
            return False
        del self._refused[oldest]
        oldest.transport.abort()
        return True

    def _connect(self, found: socket.socket, protocol: Protocol, on_lost: Callable[[], None]) -> None:
        protocol.on_lost = on_lost
        task = self._loop.create_task(self._attach(found, protocol))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _attach(self, found: socket.socket, protocol: Protocol) -> None:
        found.setblocking(False)
        try:
            await self._loop.connect_accepted_socket(lambda: protocol, found)
        except OSError:  # it has gone already
            found.close()
            if not protocol.is_connected and protocol.on_lost is not None:
                protocol.on_lost()

    def _leave(self, address: str) -> None:
        self._note_open(-1)
        self._count[address] -= 1
        if not self._count[address]:
            del self._count[address]

    def _told(self, protocol: Protocol) -> None:
        self._refused.pop(protocol, None)
        self._loop.call_later(PAUSE, self._fill_reserve)  # the descriptor is free only after this

    def _fill_reserve(self) -> None:
        with contextlib.suppress(OSError):
            while not self._is_closed and len(self._reserve) + len(self._refused) < self._spare:
                self._reserve.append(os.open(os.devnull, os.O_RDONLY | getattr(os, "O_CLOEXEC", 0)))

    def _say(self, sentence: str) -> None:
        """Log a sentence, and then nothing of the kind for a while."""
        if self._loop.time() - self._said >= SELDOM:
            self._said = self._loop.time()
            log.warning("%s", sentence)
