"""What the tables is asked and what it answers: plans, seats, tables, and the ways in which it refuses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from partake.rules.errors import PartakeError

MOST_SEATS = 1000
"""How many people a table without seat limit takes."""
LONGEST_TITLE = 60
MOST_CLOCK, MOST_PAUSE = 3600.0, 60.0


class MissingError(PartakeError):
    """There is no such table, seat or person."""


class ForbiddenError(PartakeError):
    """Somebody may not do this."""


class ConflictError(PartakeError):
    """It came too late, or somebody else was faster; `number` is where the game is now, for whoever asked."""

    def __init__(self, sentence: str, number: int | None = None) -> None:
        super().__init__(sentence)
        self.number = number


class Status(StrEnum):
    """Where a table is in its life."""

    WAITING = "waiting"
    PLAYING = "playing"
    OVER = "over"
    CLOSED = "closed"
    """Everybody left before it began."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody known to the server by a cookie or a token."""

    id: str
    nickname: str


@dataclass(frozen=True, slots=True)
class SeatRequest:
    """A seat as the host wants it: for the host, for another person, or for a bot of some level."""

    kind: str = "person"
    """`host`, `person` or `bot`."""
    level: str = "skilled"
    """The level or bot that plays here, if a bot does."""


@dataclass(frozen=True, slots=True)
class TableRequest:
    """Everything a host decides about a table."""

    edition: str
    options: Mapping[str, str | int | bool] = field(default_factory=dict)
    seats: tuple[SeatRequest, ...] = (SeatRequest("host"),)
    title: str = ""
    clock: float | None = None
    """Seconds for a move; None for no clock."""
    pause: float | None = None
    """Seconds between the last placement and the next draw; None for the default of the number of seats."""
    listed: bool = False
    """Whether the table is shown in the lobby."""
    unlimited: bool = False
    """Whether people may sit down without limit until the host starts (for rules that tie no players together)."""


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """A seat as everybody may see it."""

    seat: int
    name: str
    """Who sits here; empty while the seat is free."""
    bot: str = ""
    """The bot that plays here, from the start or in place of somebody."""
    left: bool = False
    total: float | None = None
    """The points at the end."""
    won: bool = False
    awaits_partner: bool = False
    """Whether the second of the two who share this seat can still join, by their own name."""

    @property
    def is_free(self) -> bool:
        """Whether somebody can sit down here."""
        return not self.name

    def to_json(self) -> dict[str, Any]:
        """The seat as plain data."""
        return {"seat": self.seat, "name": self.name, "bot": self.bot or None, "left": self.left, "total": self.total,
                "won": self.won, "awaits_partner": self.awaits_partner}  # fmt: skip


@dataclass(frozen=True, slots=True)
class TableInfo:
    """A table as everybody may see it, besides its game."""

    id: str
    title: str
    edition: str
    options: Mapping[str, str]
    status: Status
    seats: tuple[SeatInfo, ...]
    host: int | None
    """The seat of the host; None when the host does not sit."""
    clock: float | None
    pause: float
    listed: bool
    unlimited: bool
    created: float
    started: float | None
    finished: float | None
    commitment: str
    """The SHA-256 of the seed of the draws, shown from the start."""
    rematch: str | None = None
    """The table at which the same people play again."""

    def to_json(self) -> dict[str, Any]:
        """The table as plain data."""
        return {
            "id": self.id,
            "title": self.title,
            "edition": self.edition,
            "options": dict(self.options),
            "status": str(self.status),
            "seats": [seat.to_json() for seat in self.seats],
            "host": self.host,
            "clock": self.clock,
            "pause": self.pause,
            "listed": self.listed,
            "unlimited": self.unlimited,
            "created": self.created,
            "started": self.started,
            "finished": self.finished,
            "commitment": self.commitment,
            "rematch": self.rematch,
        }


@dataclass(frozen=True, slots=True)
class Accepted:
    """A move that is stored: where the game was for the seat right after it, and whether that was told before."""

    number: int
    repeated: bool = False
