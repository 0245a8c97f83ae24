"""What the table service is asked and what it answers: requests, public information, and the errors it raises."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import Any

from partake.rules.errors import PartakeError
from partake.store.rows import PublicSeat, PublicTable, SeatRow, TableRow, TableSettings, values_of

LONGEST_TITLE = 60
"""The most characters of a table's title."""


class MissingError(PartakeError):
    """There is no such table, seat or person."""


class ForbiddenError(PartakeError):
    """The person may not do this."""


class ConflictError(PartakeError):
    """The request came too late; `number` is where the game is now for the person who asked."""

    def __init__(self, sentence: str, number: int | None = None) -> None:
        super().__init__(sentence)
        self.number = number


@dataclass(frozen=True, slots=True)
class Person:
    """A person known to the server by a cookie or a token."""

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
class TableRequest(TableSettings):
    """A table as its host wants it."""

    _: KW_ONLY
    seats: tuple[SeatRequest, ...] = (SeatRequest("host"),)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatInfo(PublicSeat):
    """A seat as everybody may see it."""

    bot: str | None
    """The bot that plays here, from the start or in place of a person."""
    awaits_partner: bool
    """Whether the second of the two who share this seat can still join, by their own name."""

    @classmethod
    def of(cls, row: SeatRow) -> SeatInfo:
        """The public part of a stored seat."""
        return cls(**values_of(row, PublicSeat), bot=row.bot or None, awaits_partner=row.awaits_partner)

    @property
    def is_free(self) -> bool:
        """Whether a person can sit down here."""
        return not self.name


@dataclass(frozen=True, slots=True, kw_only=True)
class TableInfo(PublicTable):
    """A table as everybody may see it, besides its game."""

    seats: tuple[SeatInfo, ...]
    host: int | None
    """The seat of the host; None when the host does not sit."""

    @classmethod
    def of(cls, row: TableRow, seats: tuple[SeatRow, ...], host: int | None, **values: Any) -> TableInfo:
        """The public part of a stored table and its seats; `values` replaces what is known better."""
        shown = tuple(SeatInfo.of(seat) for seat in seats)
        return cls(**{**values_of(row, PublicTable), "seats": shown, "host": host, **values})

    def to_json(self) -> dict[str, Any]:
        """The table as plain data: all fields, by their names."""
        return {**values_of(self), "seats": [values_of(seat) for seat in self.seats]}


@dataclass(frozen=True, slots=True)
class Accepted:
    """A move that is stored."""

    number: int
    """Where the game was for the seat right after the move."""
    repeated: bool = False
    """Whether the idempotency key was answered before."""
    state: bytes | None = None
    """What changed for the seat, as JSON, if the request asked for it."""
