"""Rows of the database as frozen values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table, without its secrets."""

    id: str
    title: str
    edition: str
    rules: str
    options: Mapping[str, str]
    host: str | None
    status: str
    clock: float | None
    pause: float
    listed: bool
    unlimited: bool
    created: float
    started: float | None
    finished: float | None
    commitment: str
    rematch: str | None = None


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A seat: who or what sits there, and what came of it."""

    seat: int
    people: tuple[str, ...] = ()
    """Who plays here: one person, or two who share the seat; nobody while it is free or a bot's."""
    name: str = ""
    bot: str = ""
    left: bool = False
    """Whether everybody who sat here has left."""
    total: float | None = None
    won: bool = False
    rounds: tuple[float, ...] | None = None
    away: tuple[str, ...] = ()
    """Those of `people` who have left."""

    @property
    def names(self) -> tuple[str, ...]:
        """Whoever the seat is named after, one or two; nobody while it is free."""
        return tuple(self.name.split(" & ")) if self.name else ()

    @property
    def present(self) -> tuple[str, ...]:
        """The people who play here now."""
        return () if self.bot else tuple(person for person in self.people if person not in self.away)


@dataclass(frozen=True, slots=True)
class ActionRow:
    """One entry of a game's log."""

    number: int
    actor: int
    action: str
    at: float
    key: str | None = None


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A table with its seats, its log and its seed: all that is needed to go on playing."""

    table: TableRow
    seats: tuple[SeatRow, ...]
    actions: tuple[ActionRow, ...]
    seed: bytes


@dataclass(frozen=True, slots=True)
class TokenRow:
    """A token for programs, of which only the hash is kept."""

    hash: str
    person: str
    label: str
    created: float


@dataclass(frozen=True, slots=True)
class PlayedRow:
    """A game that a person took part in."""

    table: TableRow
    seat: SeatRow
    players: int
