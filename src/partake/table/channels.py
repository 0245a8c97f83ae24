"""From one event to everybody who listens: a channel for each audience, a subscription for each open line."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

REMEMBERED = 40
"""How many events a channel keeps for those who come back."""
PATIENCE = 200
"""How many events may wait for a slow reader before the line is dropped."""
HEARTBEAT = b": still here\n\n"


class Subscription:
    """What waits for one reader."""

    def __init__(self, person: str | None = None) -> None:
        self.person = person
        self.channel: Channel | None = None
        self._waiting: deque[bytes] = deque()
        self._wake: asyncio.Future[None] | None = None
        self._write: Callable[[bytes], bool] | None = None
        self._is_behind = False
        """Whether somebody has taken what waited, and may not have passed all of it on."""
        self.is_closed = False

    def push(self, event: bytes) -> None:
        """Add an event; a reader who is too slow is dropped."""
        if self.is_closed:
            return
        if self._write is not None and not self._waiting and not self._is_behind and self._write(event):
            return
        self._waiting.append(event)
        if len(self._waiting) > PATIENCE:
            self._waiting.clear()
            self.is_closed = True
        self._rouse()

    def write_to(self, write: Callable[[bytes], bool]) -> None:
        """Give events to `write` as soon as they come; those that it does not take, and all after them, wait."""
        self._write, waiting = write, tuple(self._waiting)
        self._waiting.clear()
        for event in waiting:
            self.push(event)

    def close(self) -> None:
        """Let the reader take what waits, and end."""
        self.is_closed = True
        self._rouse()

    def leave(self) -> None:
        """Listen no more."""
        if self.channel is not None:
            self.channel.listeners.discard(self)
            self.channel = None

    def _rouse(self) -> None:
        if self._wake is not None and not self._wake.done():
            self._wake.set_result(None)

    async def take(self) -> bytes:
        """All that waits, as soon as there is something; nothing when the line is closed."""
        self._is_behind = False
        while not self._waiting and not self.is_closed:
            self._wake = asyncio.get_running_loop().create_future()
            await self._wake
        found = b"".join(self._waiting)
        self._waiting.clear()
        self._is_behind = True
        return found


class Channel:
    """The events of one audience of one table, each with an id that says where to go on."""

    def __init__(self, epoch: str) -> None:
        self._epoch = epoch
        self._count = 0
        self._events: deque[tuple[int, bytes]] = deque(maxlen=REMEMBERED)
        self.listeners: set[Subscription] = set()

    @property
    def last_id(self) -> str:
        """The id of the latest event."""
        return f"{self._epoch}-{self._count}"

    def publish(self, kind: str, data: bytes) -> None:
        """Send an event to all who listen, and keep it for a while."""
        self._count += 1
        event = sse(kind, data, self.last_id)
        self._events.append((self._count, event))
        for listener in tuple(self.listeners):
            listener.push(event)

    def add(self, listener: Subscription) -> None:
        """Let somebody listen here, and nowhere else."""
        listener.leave()
        self.listeners.add(listener)
        listener.channel = self

    def missed(self, last: str) -> list[bytes] | None:
        """The events after the one of this id; None when they are not known any more."""
        epoch, _, count = last.rpartition("-")
        if epoch != self._epoch or not (count.isascii() and count.isdigit()) or len(count) > 9:
            return None
        wanted = int(count)
        first = self._events[0][0] if self._events else self._count + 1
        if not first - 1 <= wanted <= self._count:
            return None
        return [event for number, event in self._events if number > wanted]


def sse(kind: str, data: bytes, event_id: str) -> bytes:
    """An event as it goes over the line."""
    return b"id: %b\nevent: %b\ndata: %b\n\n" % (event_id.encode(), kind.encode(), data)
