"""Server-sent events: fan-out from one channel for each audience to a subscription for each open stream.

A channel keeps a replay buffer of its latest events: a reader that comes back with `Last-Event-ID` is sent what it
missed, or the whole view when that is not known any more.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterator

from partake.table.limits import Limits
from partake.table.views import Audience


def heartbeat(seconds: float) -> bytes:
    """The event that keeps an idle stream open and says when the next one is due.

    It is no comment, because browsers do not tell their pages of comments: by this event a page notices a line that
    fell silent. It has no id, because nothing happened that a stream could be resumed after.
    """
    return b'event: beat\ndata: {"every":%g}\n\n' % seconds


class Subscription:
    """The queue of events for one open stream."""

    def __init__(
        self, person: str | None = None, *, with_view: bool = False, longest: int = Limits.events_waiting
    ) -> None:
        """Whether the reader wants patches of the view is decided when the stream is opened.

        When more than `longest` events wait for a slow reader, the stream is closed.
        """
        self._longest = longest
        self.person, self.with_view = person, with_view
        self.channel: Channel | None = None
        self._waiting: deque[bytes] = deque()
        self._wake: asyncio.Future[None] | None = None
        self._write: Callable[[bytes], bool] | None = None
        self._is_behind = False
        """Whether events were taken from the queue that may not have been passed on yet."""
        self.is_closed = False

    def push(self, event: bytes) -> None:
        """Add an event; a reader who is too slow is dropped."""
        if self.is_closed:
            return
        if self._write is not None and not self._waiting and not self._is_behind and self._write(event):
            return
        self._waiting.append(event)
        if len(self._waiting) > self._longest:
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
        """Unsubscribe from the channel."""
        if self.channel is not None:
            self.channel.subscribers.discard(self)
            self.channel = None

    def _rouse(self) -> None:
        if self._wake is not None and not self._wake.done():
            self._wake.set_result(None)

    async def take(self) -> bytes:
        """All that waits, as soon as there is something; nothing when the stream is closed."""
        self._is_behind = False
        while not self._waiting and not self.is_closed:
            self._wake = asyncio.get_running_loop().create_future()
            await self._wake
        found = b"".join(self._waiting)
        self._waiting.clear()
        self._is_behind = True
        return found


class Channel:
    """The events of one audience of one table, each with an id from which a stream can be resumed."""

    def __init__(self, epoch: str, kept: int = Limits.events_kept) -> None:
        """An `epoch` tells the ids of this channel from those of any other, also before a restart.

        The replay buffer has the latest `kept` events.
        """
        self._epoch = epoch
        self._count = 0
        self._events: deque[tuple[int, bytes]] = deque(maxlen=kept)
        self.subscribers: set[Subscription] = set()

    @property
    def last_id(self) -> str:
        """The id of the latest event."""
        return f"{self._epoch}-{self._count}"

    def publish(self, kind: str, data: bytes) -> None:
        """Send an event to all subscribers, and keep it for replay."""
        self._count += 1
        event = sse(kind, data, self.last_id)
        self._events.append((self._count, event))
        for subscriber in tuple(self.subscribers):
            subscriber.push(event)

    def add(self, subscriber: Subscription) -> None:
        """Subscribe a stream to this channel, and to no other."""
        subscriber.leave()
        self.subscribers.add(subscriber)
        subscriber.channel = self

    def missed(self, last: str) -> list[bytes] | None:
        """The events after the one of this id; None when they are not in the replay buffer any more."""
        epoch, _, count = last.rpartition("-")
        if epoch != self._epoch or not (count.isascii() and count.isdigit()) or len(count) > 9:
            return None
        wanted = int(count)
        first = self._events[0][0] if self._events else self._count + 1
        if not first - 1 <= wanted <= self._count:
            return None
        return [event for number, event in self._events if number > wanted]


class Channels:
    """The channels of one table: for each audience one without and one with patches of its view."""

    def __init__(self, epoch: str, kept: int = Limits.events_kept) -> None:
        """`epoch` begins the ids of all events, and each channel has a replay buffer of the latest `kept`."""
        self._epoch, self._kept = epoch, kept
        self._channels: dict[tuple[Audience, bool], Channel] = {}

    def __iter__(self) -> Iterator[tuple[Audience, bool, Channel]]:
        """The channels that are open, each after its audience and whether it has patches."""
        return ((audience, with_view, channel) for (audience, with_view), channel in tuple(self._channels.items()))

    def open(self, audience: Audience, *, with_view: bool) -> Channel:
        """The channel of a seat, or of the spectators, opened when it is first asked for."""
        key = (audience, with_view)
        if key not in self._channels:
            self._channels[key] = Channel(f"{self._epoch}.{audience or 0}{'v' if with_view else ''}", self._kept)
        return self._channels[key]

    def publish(self, kind: str, data: bytes) -> None:
        """Publish the same event to all audiences."""
        for channel in self._channels.values():
            channel.publish(kind, data)

    @property
    def subscribers(self) -> Iterator[Subscription]:
        """All open streams."""
        return (subscriber for channel in self._channels.values() for subscriber in tuple(channel.subscribers))


def sse(kind: str, data: bytes, event_id: str) -> bytes:
    """An event in the wire format of server-sent events."""
    return b"id: %b\nevent: %b\ndata: %b\n\n" % (event_id.encode(), kind.encode(), data)
