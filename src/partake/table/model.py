"""What the table service is asked and what it answers: requests, public information, and the errors it raises."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass
from types import MappingProxyType
from typing import Any

from partake.rules.errors import PartakeError, capitalised
from partake.rules.messages import Message
from partake.store.rows import PersonRow, PublicSeat, PublicTable, SeatRow, TableRow, TableSettings, values_of
from partake.table.bot_failures import BotFailure

CLOSED = Message("this table was closed")
"""What is said of a table that was closed."""
NOBODY: Mapping[int, BotFailure] = MappingProxyType({})
"""No seat at which a stand-in plays for a bot."""
LONGEST_TITLE = 60
"""The most characters of a table's title."""


class MissingError(PartakeError):
    """There is no such table, seat or person."""


class ForbiddenError(PartakeError):
    """The person may not do this."""


class TooManyError(PartakeError):
    """A rate limit, or what one person may use at a time, is exceeded."""


class TooFastError(TooManyError):
    """More than one person may send in a second: in the next it goes on."""


class LimitReachedError(TooManyError):
    """More than one person may have: waiting does not help, something of theirs must end first."""


class UnavailableError(PartakeError):
    """It cannot be done just now, through nobody's fault: ask again."""


class ConflictError(PartakeError):
    """The request came too late; `number` is where the game is now for the person who asked."""

    def __init__(self, text: str | Message, /, number: int | None = None, **values: object) -> None:
        super().__init__(text, **values)
        self.number = number


def check_played_here(row: TableRow) -> None:
    """Refuse a game that was kept at a cardboard table: neither its people nor its bag are here."""
    if row.paper:
        raise ConflictError("this game was played at a cardboard table: it cannot be played again here")


def check_own_draws(row: TableRow) -> None:
    """Refuse to hand on the draws of a deal: whoever wants them plays that deal."""
    if row.deal is not None:
        raise ConflictError("everybody can play these tiles already: send the link to their own page")


def check_own_try(row: TableRow) -> None:
    """Refuse what would end a person's one try on a deal, or let somebody else play it."""
    if row.deal is not None and row.counts:
        raise ConflictError("this is the one game on these tiles that counts: it waits until its player goes on")


class NameTakenError(ConflictError):
    """Somebody at the table has this name already; `suggestion` is like it, and free."""

    def __init__(self, name: str, suggestion: str) -> None:
        super().__init__(
            "somebody named {name} sits here already: how about {suggestion}?", name=name, suggestion=suggestion
        )
        self.name, self.suggestion = name, suggestion


@dataclass(frozen=True, slots=True)
class Person:
    """A person known to the server by a cookie or a token."""

    id: str
    nickname: str
    guardian: str | None = None
    """On whose device they play, if they have none of their own."""
    sessions: float = 0.0
    """When their sessions last ended: cookies and carry-over links hold that were signed for this very number."""
    undated: float | None = None
    """When a cookie without a date counts as signed; None where such a cookie is void."""
    banned: float | None = None
    """Since when they may change nothing here."""
    public: bool = False
    """Whether they want to be seen on leaderboards."""
    milestones: bool = True
    """Whether they are told what they reached for the first time."""

    @classmethod
    def of(cls, row: PersonRow) -> Person:
        """A person as they are stored."""
        return cls(**values_of(row, cls))


@dataclass(frozen=True, slots=True)
class SeatRequest:
    """A seat as the host wants it: for the host, a friend at the host's device, another person, or a bot."""

    kind: str = "person"
    """`host`, `here`, `person` or `bot`."""
    level: str = "skilled"
    """The level or bot that plays here, if a bot does."""
    friend: Person | None = None
    """Who sits here, at the host's device."""


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
    kept: bool
    """Whether the seat is kept for a person, even while a bot plays there."""
    awaits_partner: bool
    """Whether the second of the two who share this seat can still join, by their own name."""
    stood_in: str | None = None
    """Why a stand-in plays for the bot of this seat, in a sentence; None when the bot plays itself."""
    failure: BotFailure | None = None
    """The same as structure, to be said in any language."""

    @classmethod
    def of(cls, row: SeatRow, failure: BotFailure | None = None) -> SeatInfo:
        """The public part of a stored seat."""
        if not row.bot:
            failure = None
        return cls(
            **values_of(row, PublicSeat),
            bot=row.bot or None,
            kept=bool(row.people),
            awaits_partner=row.awaits_partner,
            stood_in=capitalised(str(failure.message)) if failure else None,
            failure=failure,
        )

    @property
    def is_free(self) -> bool:
        """Whether a person can sit down here."""
        return not self.name


@dataclass(frozen=True, slots=True)
class Invited:
    """Somebody who is asked to play again and has not sat down."""

    seat: int
    """The seat that is kept for them."""
    name: str
    declined: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TableInfo(PublicTable):
    """A table as everybody may see it, besides its game."""

    seats: tuple[SeatInfo, ...]
    host: int | None
    """The seat of the host; None when the host does not sit."""
    removed: int
    """The number of people who were removed and may not sit down again."""
    invited: tuple[Invited, ...] = ()
    """Who is asked to play again."""

    @classmethod
    def of(
        cls,
        row: TableRow,
        seats: tuple[SeatRow, ...],
        host: int | None,
        failures: Mapping[int, BotFailure] = NOBODY,
        **values: Any,
    ) -> TableInfo:
        """The public part of a stored table and its seats; `values` replaces what is known better.

        `failures` says why stand-ins play for bots, by seat.
        """
        shown = tuple(SeatInfo.of(seat, failures.get(seat.seat)) for seat in seats)
        public = {**values_of(row, PublicTable), "seats": shown, "host": host, "removed": len(row.removed)}
        public["invited"] = tuple(Invited(**asked) for asked in row.invited.values())
        return cls(**{**public, **values})

    def to_json(self) -> dict[str, Any]:
        """The table as plain data: all fields, by their names."""
        seats = [{**values_of(one), "failure": one.failure and values_of(one.failure)} for one in self.seats]
        return {**values_of(self), "seats": seats, "invited": [values_of(one) for one in self.invited]}


@dataclass(frozen=True, slots=True)
class Accepted:
    """A move that is stored."""

    number: int
    """Where the game was for the seat right after the move."""
    repeated: bool = False
    """Whether the idempotency key was answered before."""
    state: bytes | None = None
    """What changed for the seat, as JSON, if the request asked for it."""
