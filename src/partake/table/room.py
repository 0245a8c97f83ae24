"""A live table with what surrounds it while it runs: its lock, its listeners, its clock and its thinking bots."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from partake.table.channels import Channel
from partake.table.events import Audience
from partake.table.running import LiveTable


class Timer(Protocol):
    """Something that will happen unless it is cancelled."""

    def cancel(self) -> None:
        """Let it not happen."""


Later = Callable[[float, Callable[[], object]], Timer]
"""Does something after so many seconds."""


@dataclass(eq=False)
class Room:
    """Everything about a running table that is not kept in the store."""

    live: LiveTable
    epoch: str
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    channels: dict[Audience, Channel] = field(default_factory=dict)
    touched: float = 0.0
    is_dropped: bool = False
    deadline: float | None = None
    """When the clock runs out, in Unix time."""
    dealing: Timer | None = None
    ticking: Timer | None = None
    telling: Timer | None = None
    news: set[str] = field(default_factory=set)
    """The kinds of events that a crowd is told together in a moment."""
    thinking: set[int] = field(default_factory=set)
    """The seats for which a bot thinks now."""
    stand_ins: set[int] = field(default_factory=set)
    """The seats whose clock has run out, until they need not act or the next draw comes."""
    lapses: dict[int, int] = field(default_factory=dict)
    """How often in a row each seat's clock ran out."""

    @property
    def listeners(self) -> int:
        """How many lines are open."""
        return sum(len(channel.listeners) for channel in self.channels.values())

    def channel(self, audience: Audience) -> Channel:
        """The channel of a seat, or of the spectators."""
        if audience not in self.channels:
            self.channels[audience] = Channel(f"{self.epoch}.{audience or 0}")
        return self.channels[audience]

    def tell(self, kind: str, data: bytes) -> None:
        """The same to everybody."""
        for channel in self.channels.values():
            channel.publish(kind, data)

    def rest(self) -> None:
        """Stop the clock and the next draw, until somebody is here again."""
        for timer in (self.dealing, self.ticking):
            if timer is not None:
                timer.cancel()
        self.dealing = self.ticking = self.deadline = None

    def close(self) -> None:
        """End all timers and all lines; readers come back and find the table as it is stored."""
        self.is_dropped = True
        self.rest()
        if self.telling is not None:
            self.telling.cancel()
        for channel in self.channels.values():
            for listener in tuple(channel.listeners):
                listener.close()
