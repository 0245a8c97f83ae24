"""Events: fan-out from one channel for each audience to a subscription for each reader.

A reader is a page with its socket, or a program with a stream of server-sent events. A channel keeps a replay buffer of
its latest events: a reader that comes back with the id of the last one it has is sent what it missed, or the whole view
when that is not known any more.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterator

from partake.table.limits import Limits
from partake.table.views import Audience


class Event:
    """Something that readers are told, encoded once for each wire format however many they are."""

    __slots__ = ("_frame", "_sse", "data", "id", "kind")

    def __init__(self, kind: str, data: bytes, event_id: str = "") -> None:
        """`data` is JSON. An event without id is nothing that happened: no stream could be resumed after it."""
        self.kind, self.data, self.id = kind, data, event_id
        self._frame = self._sse = b""

    @property
    def sse(self) -> bytes:
        """As a server-sent event, for programs."""
        if not self._sse:
            text = b"event: %b\ndata: %b\n\n" % (self.kind.encode(), self.data)
            self._sse = b"id: %b\n%b" % (self.id.encode(), text) if self.id else text
        return self._sse

    @property
    def frame(self) -> bytes:
        """As a WebSocket frame, for pages; a server masks nothing, so all are sent the same bytes."""
        if not self._frame:
            about = f'"event":"{self.kind}","id":"{self.id}"' if self.id else f'"event":"{self.kind}"'
            self._frame = text_frame(b'{%b,"data":%b}' % (about.encode(), self.data))
        return self._frame


class Answer(Event):
    """What one page alone is told, in turn with the events."""

    __slots__ = ()

    def __init__(self, data: bytes) -> None:
        super().__init__("", data)

    @property
    def frame(self) -> bytes:
        """The answer itself."""
        return text_frame(self.data)


def text_frame(text: bytes) -> bytes:
    """A WebSocket message of one frame, as a server sends it (RFC 6455, 5.2)."""
    size = len(text)
    if size < 126:
        return b"\x81%c%b" % (size, text)
    if size < 1 << 16:
        return b"\x81\x7e%b%b" % (size.to_bytes(2, "big"), text)
    return b"\x81\x7f%b%b" % (size.to_bytes(8, "big"), text)


def heartbeat(seconds: float) -> Event:
    """The event that keeps an idle line open and says when the next one is due.

    It is neither a comment nor a ping, because browsers do not tell their pages of those: by this event a page notices
    a line that fell silent.
    """
    return Event("beat", b'{"every":%g}' % seconds)


class Subscription:
    """The queue of events for one reader.

    A stream takes what waits (`take`). A page's socket is written to as events come (`write_to`), and what it cannot
    take yet waits until it can (`resume`).
    """

    def __init__(
        self, person: str | None = None, *, with_view: bool = False, longest: int = Limits.events_waiting
    ) -> None:
        """Whether the reader wants patches of the view is decided when the subscription begins.

        When more than `longest` events wait for a slow reader, the subscription is closed.
        """
        self._longest = longest
        self.person, self.with_view = person, with_view
        self.channel: Channel | None = None
        self._waiting: deque[Event] = deque()
        self._wake: asyncio.Future[None] | None = None
        self._write: Callable[[bytes], bool] | None = None
        self._closed: Callable[[], object] | None = None
        self.is_closed = False

    def push(self, event: Event) -> None:
        """Add an event; a reader who is too slow is dropped."""
        if self.is_closed:
            return
        if self._write is not None and not self._waiting and self._write(event.frame):
            return
        self._waiting.append(event)
        if len(self._waiting) > self._longest:
            self._waiting.clear()
            self.close()
        self._rouse()

    def write_to(self, write: Callable[[bytes], bool], closed: Callable[[], object]) -> None:
        """Give frames to `write` as soon as they come, as long as it takes them; `closed` is told of the end."""
        self._write, self._closed = write, closed
        self.resume()
        if self.is_closed:
            closed()

    def resume(self) -> None:
        """Write what waits, in its order."""
        assert self._write is not None
        while self._waiting and self._write(self._waiting[0].frame):
            self._waiting.popleft()

    def close(self) -> None:
        """Let the reader take what waits, and end."""
        if not self.is_closed:
            self.is_closed = True
            self._rouse()
            if self._closed is not None:
                self._closed()

    def leave(self) -> None:
        """Unsubscribe from the channel."""
        if self.channel is not None:
            self.channel.subscribers.discard(self)
            self.channel = None

    def _rouse(self) -> None:
        if self._wake is not None and not self._wake.done():
            self._wake.set_result(None)

    async def take(self) -> bytes:
        """All that waits, as server-sent events, as soon as there is something; nothing when it is closed."""
        while not self._waiting and not self.is_closed:
            self._wake = asyncio.get_running_loop().create_future()
            await self._wake
        found = b"".join(event.sse for event in self._waiting)
        self._waiting.clear()
        return found


class Channel:
    """The events of one audience of one table, each with an id from which a stream can be resumed."""

    def __init__(self, epoch: str, kept: int = Limits.events_kept) -> None:
        """An `epoch` tells the ids of this channel from those of any other, also before a restart.

        The replay buffer has the latest `kept` events.
        """
        self._epoch = epoch
        self._count = 0
        self._events: deque[tuple[int, Event]] = deque(maxlen=kept)
        self.subscribers: set[Subscription] = set()

    @property
    def last_id(self) -> str:
        """The id of the latest event."""
        return f"{self._epoch}-{self._count}"

    def publish(self, kind: str, data: bytes) -> None:
        """Send an event to all subscribers, and keep it for replay."""
        self._count += 1
        event = Event(kind, data, self.last_id)
        self._events.append((self._count, event))
        for subscriber in tuple(self.subscribers):
            subscriber.push(event)

    def add(self, subscriber: Subscription) -> None:
        """Subscribe a stream to this channel, and to no other."""
        subscriber.leave()
        self.subscribers.add(subscriber)
        subscriber.channel = self

    def missed(self, last: str) -> list[Event] | None:
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
        return iter([(audience, with_view, channel) for (audience, with_view), channel in self._channels.items()])

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
