"""Records of the database as frozen dataclasses: each property of a table or a seat is declared here, once.

The columns of `partake.store.schema`, what everybody may know of a table (`partake.table.model.TableInfo`) and its
JSON are derived from these fields. One more property of a table is one more field, in the class whose docstring fits
it, and a migration; what a host may choose is also a field of the request in `partake.web.api.models`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, fields
from enum import StrEnum
from typing import Annotated, Any, TypedDict


@dataclass(frozen=True, slots=True)
class Width:
    """The most characters that the column of a text holds."""

    characters: int


class Status(StrEnum):
    """Where a table is in its life."""

    WAITING = "waiting"
    PLAYING = "playing"
    OVER = "over"
    CLOSED = "closed"
    """Everybody left before it began, or it was closed for good."""


class Asked(TypedDict):
    """An invitation to play again: the seat that is kept, for whom, and whether they declined."""

    seat: int
    name: str
    declined: bool


@dataclass(frozen=True, slots=True)
class TableSettings:
    """What the host decides about a table; public."""

    edition: Annotated[str, Width(40)]
    _: KW_ONLY
    options: Mapping[str, str | int | bool] = field(default_factory=dict)
    title: Annotated[str, Width(60)] = ""
    clock: float | None = None
    """Seconds for a move; None for no clock."""
    pause: float | None = None
    """Seconds between the last placement and the next draw; None for the default of the number of seats."""
    listed: bool = False
    """Whether the table is shown in the lobby."""
    unlimited: bool = False
    """Whether people may sit down without limit until the host starts (for rules that tie no players together)."""
    hints: bool | None = None
    """Whether hints may be asked for; None for wherever no other person plays."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicTable(TableSettings):
    """What everybody may know of a table, as it is stored."""

    id: Annotated[str, Width(32)]
    options: Mapping[str, str]
    status: Annotated[Status, Width(10)]
    pause: float
    hints: bool = False
    created: float
    started: float | None = None
    finished: float | None = None
    commitment: Annotated[str, Width(64)]
    """The SHA-256 of the seed of the draws, shown from the start."""
    rematch: Annotated[str | None, Width(32)] = None
    """The table at which the same people play again."""
    paper: bool = False
    """Whether the game was kept at a cardboard table and sent here when it was over."""
    given: int = 0
    """The number of the first entries of the log that were given: a position of another game from which it is played
    on."""
    deal: Annotated[str | None, Width(80)] = None
    """The deal that is played here, by others at tables of their own too: a day's or a tournament's."""
    counts: bool = True
    """Whether its points count: not where the player may have known what would be drawn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRow(PublicTable):
    """A table as it is stored, without its seed."""

    rules: Annotated[str, Width(16)]
    """The digest of the edition's rules."""
    host: Annotated[str | None, Width(32)]
    """The person who may start the table, and decides about those who are away or gone."""
    removed: Mapping[str, float] = field(default_factory=dict)
    """The people who were removed and may not sit down again, each with when that was."""
    invited: Mapping[str, Asked] = field(default_factory=dict)
    """The people who are asked to play again and have not sat down."""
    challenge: Annotated[str | None, Width(32)] = None
    """The table whose draws are played again here, which nobody may know before the end."""
    attended: float | None = None
    """When somebody was last known to be here while it waits for players; None for when it was made."""
    sent: Annotated[str | None, Width(64)] = None
    """The key of the request by which a game at a cardboard table was sent: a repeat finds this table."""


@dataclass(frozen=True, slots=True)
class PublicSeat:
    """What everybody may know of a seat, as it is stored."""

    seat: int
    name: Annotated[str, Width(90)] = ""
    """Who sits here; empty while the seat is free."""
    _: KW_ONLY
    left: bool = False
    """Whether everybody who sat here has left."""
    total: float | None = None
    """The points at the end."""
    won: bool = False
    late: int = 0
    """The number of the dealer's calls that a bot answered before this player came, at a table without seat limit."""
    hints: tuple[int, ...] = ()
    """For how many decisions here a hint said where to look, what it is about, or the move itself; none if empty."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatRow(PublicSeat):
    """A seat: who or what sits there, and what came of it."""

    bot: Annotated[str, Width(40)] = ""
    """The bot that plays here, from the start or in place of a person; empty if none does."""
    rounds: tuple[float, ...] | None = None
    """The points of each game of the match."""
    people: tuple[str, ...] = ()
    """Who plays here: one person, or two who share the seat; nobody while it is free or a bot's."""
    away: tuple[str, ...] = ()
    """Those of `people` who have left."""
    hinted: Annotated[str, Width(24)] = ""
    """The digest of the view for which the latest hint was given, so that one decision counts once."""

    @property
    def names(self) -> tuple[str, ...]:
        """The one or two people the seat is named after; nobody while it is free."""
        return tuple(self.name.split(" & ")) if self.name else ()

    @property
    def present(self) -> tuple[str, ...]:
        """The people who play here now."""
        return () if self.bot else tuple(person for person in self.people if person not in self.away)

    @property
    def awaits_partner(self) -> bool:
        """Whether the seat is named after two people, of whom one has come."""
        return len(self.names) == 2 and len(self.people) == 1


@dataclass(frozen=True, slots=True)
class ActionRow:
    """One entry of a game's log."""

    number: int
    actor: int
    action: str
    at: float
    key: Annotated[str | None, Width(64)] = None
    """The idempotency key of the request that asked for it."""
    after: int | None = None
    """For what a bot did in place of a player who came late: the entry behind which it belongs."""


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A table with its seats, its log and its seed: all that is needed to go on playing."""

    table: TableRow
    seats: tuple[SeatRow, ...]
    actions: tuple[ActionRow, ...]
    seed: bytes
    version: int = 0
    """The number of changes of the table and its log so far, where several processes make them."""


@dataclass(frozen=True, slots=True)
class PersonRow:
    """A person whom the server knows; one with a guardian plays on the guardian's device and has no cookie."""

    id: Annotated[str, Width(32)]
    nickname: Annotated[str, Width(40)]
    created: float
    guardian: Annotated[str | None, Width(32)] = None
    sessions: float = 0.0
    """When their sessions last ended: cookies and carry-over links hold that were signed for this very number."""
    undated: float | None = None
    """When a cookie without a date, as they were once, counts as signed; None where such a cookie is void."""
    banned: float | None = None
    """Since when this person may change nothing here."""
    public: bool = False
    """Whether they want to be seen on leaderboards."""
    milestones: bool = True
    """Whether they are told what they reached for the first time."""


@dataclass(frozen=True, slots=True)
class TokenRow:
    """A token for programs, of which only the hash is kept."""

    hash: str
    person: str
    label: str
    created: float
    manages: bool = False
    """Whether it decides about its person too: tokens, sessions, links to other devices, the name, deletion."""


@dataclass(frozen=True, slots=True)
class EveningRow:
    """An evening at a cardboard table that several phones fill in together."""

    code: Annotated[str, Width(16)]
    """What a phone must know to read it and to fill in a board."""
    host: Annotated[str | None, Width(32)]
    """The person who began it, if they were known."""
    key: Annotated[str, Width(64)]
    """The SHA-256 of what the phone that began it must know to change players and games."""
    created: float
    changed: float
    version: int
    """The number of changes so far."""
    evening: Mapping[str, Any]
    """The evening as the pages keep it, boards included."""
    versions: Sequence[Sequence[int]]
    """For each board of each game the number of its changes."""


@dataclass(frozen=True, slots=True)
class PlayedRow:
    """A game that a person took part in."""

    table: TableRow
    seat: SeatRow
    players: int


def values_of(record: Any, kind: Any = None) -> dict[str, Any]:
    """The fields of a record by their names; with `kind`, a base class of the record, only those declared there."""
    return {found.name: getattr(record, found.name) for found in fields(kind or record)}
